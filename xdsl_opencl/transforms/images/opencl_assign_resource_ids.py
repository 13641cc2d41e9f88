"""
`opencl-assign-resource-ids`: numbers the hardware's slots for images and samplers.

The images of a kernel are numbered in argument order, `read_only`, `write_only` and
`read_write` ones each from 0, the samplers likewise (LLVM,
`R600OpenCLImageTypeLoweringPass.cpp`; the counter of `read_write` is ours). Arguments that
are never used count. The number is put on the argument as `opencl.resource_id`.

`opencl.image_resource_id` and `opencl.sampler_resource_id` become a constant if the image or
sampler has the same number on every path. Otherwise the number follows the value as an `i32`:
through further function arguments, block arguments and `arith.select`.

Errors: the id of a sampler that is not an argument of a kernel (`sampler_constant`,
`get_program_sampler`, `translate_sampler`): no ABI that numbers samplers binds one for a literal;
an image of unknown origin; an argument of a kernel that another one calls: it has no number of its
own before `opencl-split-kernel-entries`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp, i32
from xdsl.ir import BlockArgument, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.arguments.placing import ResourceIds
from xdsl_opencl.abi.model import Argument, HandleKind, HandleType, ImageArgument
from xdsl_opencl.analysis.call_graph import CallGraph, argument_attributes
from xdsl_opencl.dialects.opencl.image import ImageResourceIdOp
from xdsl_opencl.dialects.opencl.kernel import ARGUMENT_RESOURCE_ID, KernelOp
from xdsl_opencl.dialects.opencl.sampler import (
    GetProgramSamplerOp,
    SamplerConstantOp,
    SamplerResourceIdOp,
    TranslateSamplerOp,
)
from xdsl_opencl.dialects.opencl.types import ImageType, SamplerType
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.transforms.images.flow import CompanionFlow, lower_carriers

_QUERIES: tuple[type[Operation], ...] = (ImageResourceIdOp, SamplerResourceIdOp)
_LITERALS = (GetProgramSamplerOp, SamplerConstantOp, TranslateSamplerOp)


def resource_ids(kernel: KernelOp) -> dict[int, int]:
    """Argument index to resource id, for the images and samplers of `kernel`."""
    counter = ResourceIds()
    result: dict[int, int] = {}
    for index, type in enumerate(kernel.function_type.inputs.data):
        if isinstance(type, ImageType):
            argument = ImageArgument(type.image_kind, type.access_qualifier)
        elif isinstance(type, SamplerType):
            argument = HandleType(HandleKind.SAMPLER)
        else:
            continue
        number = counter.next(Argument("", argument))
        assert number is not None
        result[index] = number
    return result


class ResourceIdFlow(CompanionFlow):
    """The resource id of images and samplers."""

    label = "resource_id"
    type = i32

    def __init__(self, graph: CallGraph) -> None:
        super().__init__(graph)
        self.ids = {kernel: resource_ids(kernel) for kernel in graph.kernels}
        self.constants: dict[tuple[KernelOp, int], SSAValue] = {}

    def id_of(self, kernel: KernelOp, argument: BlockArgument) -> int:
        """
        The id of an image or sampler argument of `kernel`.

        Raises `PassFailedException` when another kernel calls it.
        """
        self.refuse_call(kernel, argument)
        return self.ids[kernel][argument.index]

    def root(self, kernel: KernelOp, argument: BlockArgument) -> SSAValue:
        number = self.id_of(kernel, argument)
        if (known := self.constants.get((kernel, number))) is None:
            known = ArithBuilder.at_start(argument.block).constant(number)
            known.name_hint = self.label
            self.constants[kernel, number] = known
        return known

    def leaf(self, value: SSAValue) -> SSAValue | None:
        if isinstance(value.owner, _LITERALS):
            self.unknown(
                value,
                f"'{value.owner.name}' makes it, and only sampler arguments are "
                "numbered; pass the sampler as an argument of the kernel",
            )
        return None

    def place(self, function: func.FuncOp, argument: BlockArgument) -> int:
        return len(function.function_type.inputs)

    def lower(self, build: ArithBuilder, query: Operation) -> Sequence[SSAValue]:
        self.user = query
        value = query.operands[0]
        known = self.known_ids(value)
        if known is not None and len(known) == 1:
            (number,) = known
            result = build.constant(number)
        else:
            result = self.companion(value, query)
        return (result,)

    def known_ids(self, value: SSAValue) -> set[int] | None:
        """
        The ids that `value` may have; `None` if not all its origins are arguments of
        kernels. `user` must be set.
        """
        numbers: set[int] = set()
        for origin in self.origins(value):
            kernel = origin.owner.parent_op()
            if (
                not isinstance(origin, BlockArgument)
                or not isinstance(kernel, KernelOp)
                or not isinstance(origin.type, ImageType | SamplerType)
            ):
                return None
            numbers.add(self.id_of(kernel, origin))
        return numbers


@dataclass(frozen=True)
class OpenCLAssignResourceIdsPass(ModulePass):
    """Numbers images and samplers and replaces the queries for their numbers."""

    name = "opencl-assign-resource-ids"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        graph = CallGraph(op, _QUERIES)
        if graph.found:
            lower_carriers(op)
        flow = ResourceIdFlow(graph)
        handlers = dict.fromkeys(_QUERIES, flow.lower)
        lower(graph.found, handlers, ArithBuilder.before)
        for kernel, ids in flow.ids.items():
            if ids:
                _mark(kernel, ids)


def _mark(kernel: KernelOp, ids: dict[int, int]) -> None:
    attributes = argument_attributes(kernel)
    for index, number in ids.items():
        attributes[index] = DictionaryAttr(
            {**attributes[index].data, ARGUMENT_RESOURCE_ID: IntegerAttr(number, i32)}
        )
    kernel.arg_attrs = ArrayAttr(attributes)
