"""
Reads sizes of images from the hardware's descriptor, for ABIs that put no record of their own
after the descriptor: `llvm.amdgcn.image.getresinfo`, which every generation has.

The places of its four numbers are in `abi/images/images.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp, VectorType, f32, i32
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.abi.enums import ImageKind
from xdsl_opencl.abi.gpu.processors import ImageSupport
from xdsl_opencl.abi.images.image_fields import ImageQuery
from xdsl_opencl.abi.images.images import LAYERS_OF_1D_ARRAY, RESOURCE_INFO
from xdsl_opencl.abi.interface import ImageAccess
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl import image
from xdsl_opencl.dialects.opencl.interop.llvm_handles import CONSTANT_POINTER
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import TARGET_ATTRIBUTE, module_target
from xdsl_opencl.transforms.images.attribute_reader import AttributeReader, image_kind

SHAPES: Mapping[ImageKind, str] = {
    ImageKind.IMAGE1D: "1d",
    ImageKind.IMAGE1D_ARRAY: "1darray",
    ImageKind.IMAGE2D: "2d",
    ImageKind.IMAGE2D_ARRAY: "2darray",
    ImageKind.IMAGE2D_DEPTH: "2d",
    ImageKind.IMAGE2D_ARRAY_DEPTH: "2darray",
    ImageKind.IMAGE2D_MSAA: "2dmsaa",
    ImageKind.IMAGE2D_ARRAY_MSAA: "2darraymsaa",
    ImageKind.IMAGE2D_MSAA_DEPTH: "2dmsaa",
    ImageKind.IMAGE2D_ARRAY_MSAA_DEPTH: "2darraymsaa",
    ImageKind.IMAGE3D: "3d",
}
"""The dimension in the names of LLVM's image intrinsics."""

IMAGE_WORDS = VectorType(i32, [8])
_FLOATS = VectorType(f32, [4])
_INTEGERS = VectorType(i32, [4])

_UNPLACED: frozenset[type[Operation]] = frozenset(
    (image.GetImageArraySizeOp, image.GetImageNumMipLevelsOp)
)
"""Queries that clover's companions do not answer, and a descriptor does."""


def has_resource_info(target: Target) -> bool:
    """
    Returns whether sizes of images come from the hardware's descriptor: the ABI has image
    instructions and no record with the attributes.
    """
    interface = target.interface
    return (
        interface.image_access is ImageAccess.INSTRUCTIONS
        and not interface.image_fields
    )


def unplaced_queries(module: ModuleOp) -> frozenset[type[Operation]]:
    """
    Returns the queries that only the descriptors of `module`'s images answer, not their
    companions; an empty set if the target has no descriptors.
    """
    if TARGET_ATTRIBUTE in module.attributes and has_resource_info(
        module_target(module)
    ):
        return _UNPLACED
    return frozenset()


def resource_info(build: ArithBuilder, words: SSAValue, kind: ImageKind) -> SSAValue:
    """
    The four numbers of the image of `kind` with descriptor `words`, as `vector<4xi32>`.
    """
    zero = build.constant(0)
    found = build.intrinsic(
        f"llvm.amdgcn.image.getresinfo.{SHAPES[kind]}.v4f32.i32.v8i32",
        (build.constant(15), zero, words, zero, zero),
        _FLOATS,
    )
    return build.op(arith.BitcastOp, found, type=_INTEGERS)


class ResourceInfoReader(AttributeReader):
    """Reads sizes through the image's address, once for each image in a block."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._block: Block | None = None
        self._known: dict[SSAValue, SSAValue] = {}

    def read(
        self, emitter: ArithBuilder, attribute: ImageQuery, query: Operation
    ) -> SSAValue:
        kind = image_kind(query)
        if attribute not in RESOURCE_INFO:
            fail(
                query,
                f"{query.name}: the descriptor of an image of ABI {self.target.abi} does "
                f"not have the {str(attribute).replace('_', ' ')}; pass it as an argument",
            )
        if kind.is_buffer or kind.is_msaa:
            fail(
                query,
                f"{query.name}: an {kind} of ABI {self.target.abi} cannot be asked for "
                f"its {str(attribute).replace('_', ' ')}; pass it as an argument",
            )
        if self.target.processor.images is ImageSupport.NONE:
            fail(
                query,
                f"{query.name}: processor {self.target.mcpu} has no image instructions, "
                "and nothing else has the sizes of an image; pass them as arguments",
            )
        if query.parent is not self._block:
            self._block = query.parent
            self._known.clear()
        value = query.operands[0]
        info = self._known.get(value)
        if info is None:
            address = emitter.cast(value, CONSTANT_POINTER)
            words = emitter.load(address, IMAGE_WORDS, 32, invariant=True)
            info = self._known[value] = resource_info(emitter, words, kind)
        return emitter.extract(info, component_of(attribute, kind, self.target))


def component_of(attribute: ImageQuery, kind: ImageKind, target: Target) -> int:
    """The place of `attribute`, a size, among the numbers of `resource_info`."""
    layers = attribute is ImageQuery.ARRAY_SIZE
    if layers and kind.dimensions == 1:
        return LAYERS_OF_1D_ARRAY[target.processor.generation]
    return RESOURCE_INFO[attribute]
