"""
The companions of images that Mesa's clover uploads, and attribute queries of them.

Each image of a kernel has two further arguments: `vector<3xi32>` (width, height, depth)
and `vector<2xi32>` (channel data type, channel order). Names, order and copied metadata
are those of LLVM's `R600OpenCLImageTypeLoweringPass.cpp`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xdsl_opencl.abi.model import CompanionKind
from xdsl_opencl.analysis.call_graph import (
    CallGraph,
    Function,
    argument_attributes,
    entry_block,
    set_arguments,
)
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.dialects.opencl.kernel import (
    ARGUMENT_ACCESS,
    ARGUMENT_BASE_TYPE_NAME,
    ARGUMENT_NAME,
    ARGUMENT_TYPE_NAME,
    ARGUMENT_TYPE_QUALIFIERS,
    KernelOp,
)
from xdsl_opencl.dialects.opencl.types import ImageType
from xdsl_opencl.ir.build import ArithBuilder, may_be_hint, positions
from xdsl_opencl.ir.diagnostics import PassError, fail
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.ir.module import TARGET_ATTRIBUTE, module_target
from xdsl_opencl.transforms.images.flow import (
    CompanionFlow,
    argument_name,
    image_arguments,
)
from xdsl_opencl.transforms.kernels.signature.kernel_signature import COMPANIONS

SIZE = CompanionKind.IMAGE_SIZE
FORMAT = CompanionKind.IMAGE_FORMAT

COMPANION_TYPES: Mapping[CompanionKind, VectorType] = {
    kind: VectorType(i32, [kind.dwords]) for kind in CompanionKind
}
TYPE_NAMES = {kind: name for name, kind in COMPANIONS.items()}

ELEMENTS: Mapping[type[Operation], tuple[CompanionKind, int]] = {
    image.GetImageWidthOp: (SIZE, 0),
    image.GetImageHeightOp: (SIZE, 1),
    image.GetImageDepthOp: (SIZE, 2),
    image.GetImageChannelDataTypeOp: (FORMAT, 0),
    image.GetImageChannelOrderOp: (FORMAT, 1),
}
"""Queries that are one element of a companion."""

_SHORT_NAMES = {SIZE: "size", FORMAT: "format"}
_DIMENSIONS_4 = VectorType(i32, [4])
_ZERO_SIZE = DenseIntOrFPElementsAttr.from_list(COMPANION_TYPES[SIZE], [0, 0, 0])


KernelCompanions = Mapping[int, Mapping[CompanionKind, int]]
"""
For each image argument of a kernel the positions of its size and format arguments.
"""


def companion_kind(attributes: DictionaryAttr) -> CompanionKind | None:
    """The companion that an argument with these `attributes` is."""
    name = attributes.data.get(ARGUMENT_TYPE_NAME)
    return COMPANIONS.get(name.data) if isinstance(name, StringAttr) else None


def companion_attributes(
    kind: CompanionKind, function: Function, index: int
) -> DictionaryAttr:
    """
    The dictionary of the companion of image argument `index`: its own name and type
    names, the image's access and type qualifiers.
    """
    own = argument_attributes(function)[index].data
    image_type = function.function_type.inputs.data[index]
    type_name = StringAttr(TYPE_NAMES[kind])
    name = f"__{_SHORT_NAMES[kind]}_{argument_name(function, index)}"
    result: dict[str, Attribute] = {
        ARGUMENT_NAME: StringAttr(name),
        ARGUMENT_TYPE_NAME: type_name,
        ARGUMENT_BASE_TYPE_NAME: type_name,
    }
    if isinstance(image_type, ImageType):
        access = StringAttr(str(image_type.access_qualifier))
        result[ARGUMENT_ACCESS] = own.get(ARGUMENT_ACCESS, access)
    if ARGUMENT_TYPE_QUALIFIERS in own:
        result[ARGUMENT_TYPE_QUALIFIERS] = own[ARGUMENT_TYPE_QUALIFIERS]
    return DictionaryAttr(result)


def existing_companions(kernel: KernelOp) -> KernelCompanions | None:
    """
    The companions that `kernel` already has, `None` if it has none. The n-th size and format
    arguments belong to the n-th image, in any position; if their number differs from that of the
    images, a companion belongs to the image in its name.

    Raises `PassFailedException` if one has another type or belongs to no image.
    """
    found: dict[CompanionKind, list[int]] = {SIZE: [], FORMAT: []}
    for index, attributes in enumerate(argument_attributes(kernel)):
        if (kind := companion_kind(attributes)) is None:
            continue
        found[kind].append(index)
        if (given := kernel.function_type.inputs.data[index]) != COMPANION_TYPES[kind]:
            fail(
                kernel,
                f"kernel @{kernel.sym_name.data}, argument {index}: an argument with "
                f"type name {TYPE_NAMES[kind]} has type {COMPANION_TYPES[kind]}, "
                f"not {given}",
            )
    if not any(found.values()):
        return None
    images = [index for index, _ in image_arguments(kernel)]
    if any(len(positions) != len(images) for positions in found.values()):
        return _companions_by_name(kernel, found, images)
    return {
        index: {kind: found[kind][n] for kind in CompanionKind}
        for n, index in enumerate(images)
    }


def _companions_by_name(
    kernel: KernelOp, found: Mapping[CompanionKind, list[int]], images: Sequence[int]
) -> KernelCompanions:
    """Assigns the companions at `found` to the images in their names (`__size_<image>`)."""
    owners = {argument_name(kernel, index): index for index in images}
    positions: dict[int, dict[CompanionKind, int]] = {index: {} for index in images}
    for kind, places in found.items():
        for place in places:
            name = argument_name(kernel, place)
            owner = owners.get(name.removeprefix(f"__{_SHORT_NAMES[kind]}_"))
            if owner is None or kind in positions[owner]:
                fail(
                    kernel,
                    f"kernel @{kernel.sym_name.data} has {len(images)} image arguments "
                    f"but {len(found[SIZE])} size and {len(found[FORMAT])} format "
                    f"arguments, and '{name}' names none of the images; give one of each "
                    f"for every image, or names as __{_SHORT_NAMES[kind]}_<image>",
                )
            positions[owner][kind] = place
    return positions


def add_companions(kernel: KernelOp, *, trailing: bool) -> KernelCompanions:
    """
    Adds size and format arguments for each image of `kernel`, right after it or
    (`trailing`) after all arguments, in the order of the images.
    """
    types = list(kernel.function_type.inputs.data)
    attributes = argument_attributes(kernel)
    block = entry_block(kernel)
    images = [index for index, _ in image_arguments(kernel)]
    dictionaries = [
        (kind, companion_attributes(kind, kernel, index))
        for index in images
        for kind in (SIZE, FORMAT)
    ]
    positions: dict[int, dict[CompanionKind, int]] = {}
    for number, (kind, dictionary) in enumerate(dictionaries):
        index = images[number // 2]
        place = len(types) if trailing else index + number + 1
        types.insert(place, COMPANION_TYPES[kind])
        attributes.insert(place, dictionary)
        if block is not None:
            new = block.insert_arg(COMPANION_TYPES[kind], place)
            name = dictionary.data[ARGUMENT_NAME]
            assert isinstance(name, StringAttr)
            if may_be_hint(name.data):
                new.name_hint = name.data
        final = index if trailing else index + number // 2 * 2
        positions.setdefault(final, {})[kind] = place
    set_arguments(kernel, types, attributes)
    return positions


class ImplicitOperandFlow(CompanionFlow):
    """The size or the format of images; kernels have it as an argument."""

    def __init__(self, graph: CallGraph, kind: CompanionKind) -> None:
        super().__init__(graph)
        self.kind = kind
        self.label = _SHORT_NAMES[kind]
        self.type = COMPANION_TYPES[kind]
        self.kernels: dict[KernelOp, KernelCompanions] = {}

    def root(self, kernel: KernelOp, argument: BlockArgument) -> SSAValue:
        positions = self.kernels[kernel][argument.index]
        if (position := positions.get(self.kind)) is None:
            name = argument_name(kernel, argument.index)
            self.unknown(
                argument,
                f"kernel @{kernel.sym_name.data} has companions for other images and "
                f"none for '{name}'; add an argument __{self.label}_{name}, or remove "
                "them all",
            )
        return argument.block.args[position]

    def existing_argument(
        self, function: func.FuncOp, argument: BlockArgument
    ) -> BlockArgument | None:
        index = self._last_companion(function, argument, self.kind)
        return None if index == argument.index else argument.block.args[index]

    def argument_attributes(
        self, function: func.FuncOp, argument: BlockArgument
    ) -> DictionaryAttr:
        return companion_attributes(self.kind, function, argument.index)

    def place(self, function: func.FuncOp, argument: BlockArgument) -> int:
        if self.kind is SIZE:
            return argument.index + 1
        return self._last_companion(function, argument, SIZE) + 1

    def _last_companion(
        self, function: func.FuncOp, argument: BlockArgument, kind: CompanionKind
    ) -> int:
        """The index of companion `kind` of `argument`, or of `argument` itself."""
        attributes = argument_attributes(function)
        types = function.function_type.inputs.data
        for index in (argument.index + 1, argument.index + 2):
            if index == len(types):
                break
            found = companion_kind(attributes[index])
            if found is None or types[index] != COMPANION_TYPES[found]:
                break
            if found is kind:
                return index
        return argument.index


def require_companions(module: ModuleOp) -> None:
    """
    Raises `PassFailedException` when the target of `module`, if it has one, passes no companions:
    they would move the other arguments.
    """
    if TARGET_ATTRIBUTE not in module.attributes:
        return
    target = module_target(module)
    if not target.has_resource_ids:
        raise PassError(
            f"ABI {target.abi} hands over no implicit operands of images; leave this pass "
            "out, or attach a target of ABI mesa3d or r600"
        )


class ImplicitOperands:
    """Both companions of every image of a module."""

    def __init__(self, graph: CallGraph, *, trailing: bool) -> None:
        self.graph = graph
        self.flows = {kind: ImplicitOperandFlow(graph, kind) for kind in CompanionKind}
        self._add_to_kernels(trailing)

    def _add_to_kernels(self, trailing: bool) -> None:
        added: list[tuple[KernelOp, KernelCompanions]] = []
        for kernel in self.graph.kernels:
            companions = existing_companions(kernel)
            if companions is None:
                if not any(True for _ in image_arguments(kernel)):
                    continue
                companions = add_companions(kernel, trailing=trailing)
                added.append((kernel, companions))
            for flow in self.flows.values():
                flow.kernels[kernel] = companions
        # Calls come last: an image they pass may be an argument of any kernel.
        for kernel, companions in added:
            for call in self.graph.calls.get(kernel.sym_name.data, ()):
                self._extend_call(call, companions)
        for flow in self.flows.values():
            flow.finish()

    def _extend_call(self, call: Operation, companions: KernelCompanions) -> None:
        operands = list(call.operands)
        inserted = sorted(
            (place, index, kind)
            for index, places in companions.items()
            for kind, place in places.items()
        )
        for place, index, _ in inserted:
            operands.insert(place, operands[index])
        call.operands = operands
        for place, _, kind in inserted:
            self.flows[kind].pass_on(call, place)

    def lower(self, emitter: ArithBuilder, query: Operation) -> Sequence[SSAValue]:
        """
        Returns the companion that answers an attribute query, or elements of it.

        Raises `PassFailedException` for a query that the companions cannot answer, and
        for an image of unknown origin.
        """
        kind = type(query)
        if (element := ELEMENTS.get(kind)) is not None:
            companion, index = element
            value = self._companion(companion, query)
            from xdsl.dialects import vector

            result = emitter.op(
                vector.ExtractOp,
                value,
                type=element_of(value.type),
                properties={"static_position": positions(index)},
            )
        elif kind is image.ImageSizeOp:
            result = self._companion(SIZE, query)
        elif kind is image.ImageFormatOp:
            result = self._companion(FORMAT, query)
        elif kind is image.GetImageDimOp:
            result = dimensions_of_size(emitter, self._companion(SIZE, query), query)
        else:
            fail_without_place(query)
        return (result,)

    def _companion(self, kind: CompanionKind, query: Operation) -> SSAValue:
        return self.flows[kind].companion(query.operands[0], query)


def fail_without_place(query: Operation) -> NoReturn:
    """Fails because clover's five dwords do not contain the answer to `query`."""
    kind = query.operands[0].type
    of = f" of an {kind.image_kind}" if isinstance(kind, ImageType) else ""
    fail(
        query,
        f"{query.name}{of} has no place among the implicit values of an image: width, "
        "height, depth, channel data type, channel order; only the descriptor "
        "(source=descriptor) holds it",
    )


def dimensions_of_size(
    emitter: ArithBuilder, size: SSAValue, query: Operation
) -> SSAValue:
    """
    The result of `opencl.get_image_dim`: (width, height), or (width, height, depth, 0).
    """
    result_type = query.results[0].type
    other = size
    width = 2
    if result_type == _DIMENSIONS_4:
        width = 4
        other = emitter.literal(_ZERO_SIZE, size.type)
    from xdsl.dialects import vector

    mask = positions(*range(width))
    properties = {"mask": mask}
    return emitter.op(
        vector.ShuffleOp, size, other, type=result_type, properties=properties
    )
