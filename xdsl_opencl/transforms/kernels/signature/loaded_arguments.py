"""
The explicit arguments of a kernel as `opencl.load_argument` at the bytes of its layout.

The arguments of the kernel stay in its signature, without uses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import (
    IndexType,
    IntAttr,
    IntegerType,
    MemRefType,
    VectorType,
    i32,
)
from xdsl.dialects.llvm import (
    IntToPtrOp,
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
    ZExtOp,
)
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.abi.enums import Segment
from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.llvm_ext.corrected import AllocaOp
from xdsl_opencl.dialects.opencl.interop.llvm_handles import (
    CONSTANT_POINTER,
    handle_type,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.low_level import KernelArgumentsPtrOp
from xdsl_opencl.ir.arguments import load_argument
from xdsl_opencl.ir.build import GENERIC_POINTER, ArithBuilder, integer_attribute
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.ir.type_layout import memref_space, pointer_space, type_size_align
from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    ALIGN,
    BYVAL,
    argument_attributes,
)


class _Loader:
    """Makes the values of one kernel's arguments at the start of its body."""

    def __init__(self, target: Target, entry: Block):
        self.target = target
        self.build = ArithBuilder.at_start(entry)

    def load(self, offset: int, type_: Attribute) -> SSAValue:
        access = self.target.interface.access.get(Segment.EXPLICIT)
        widest = 0 if access is None else access.widest
        if widest and type_.__class__ is VectorType:
            vector = cast("VectorType[Attribute]", type_)
            size, _ = type_size_align(vector.element_type, self.target)
            if vector.get_shape()[0] * size > widest:
                return self.parts(offset, vector, size, widest // size)
        return load_argument(self.build, Segment.EXPLICIT, offset, type_)

    def parts(
        self, offset: int, type_: VectorType[Attribute], size: int, each: int
    ) -> SSAValue:
        """Loads a vector with elements of `size` bytes in parts of `each` elements."""
        build = self.build
        length = type_.get_shape()[0]
        value = build.poison(type_)
        for first in range(0, length, each):
            count = min(each, length - first)
            # OpenCL C has no vector of one element.
            part_type = vector_of(type_.element_type, count) if count > 1 else None
            loaded = self.load(offset + first * size, part_type or type_.element_type)
            for i in range(count):
                element = build.extract(loaded, i) if part_type else loaded
                value = build.insert_element(value, element, first + i)
        return value

    def pointer(self, place: PlacedArgument, type_: LLVMPointerType) -> SSAValue:
        """
        Loads a pointer. If the segment holds it in fewer bits than LLVM's pointers have, the high
        bits are zero.
        """
        bits = self.target.pointer_bits_of(pointer_space(type_))
        if 8 * place.size >= bits:
            return self.load(place.offset, type_)
        low = self.load(place.offset, IntegerType(8 * place.size))
        address = self.build.op(ZExtOp, low, type=IntegerType(bits))
        return self.build.op(IntToPtrOp, address, type=type_)

    def structure(
        self, place: PlacedArgument, pointee: Attribute, align: Attribute | None
    ) -> SSAValue:
        """Makes the kernel's private copy of a structure by value."""
        build = self.build
        size, natural = type_size_align(pointee, self.target)
        source = self.structure_address(place)
        one = build.constant(1)
        alignment = align or integer_attribute(natural, IntegerType(64))
        copy = build.op(
            AllocaOp,
            one,
            type=GENERIC_POINTER,
            properties={"elem_type": pointee, "alignment": alignment},
        )
        build.copy_bytes(copy, source, build.constant(size, i32))
        return copy

    def structure_address(self, place: PlacedArgument) -> SSAValue:
        """Returns the address of a structure, which is in the segment or stored there."""
        if self.target.interface.segment(self.target).rules.struct_pointer:
            return self.pointer(place, CONSTANT_POINTER)
        base = self.build.add(KernelArgumentsPtrOp(CONSTANT_POINTER))
        return self.build.offset(base, place.offset)

    def value(
        self,
        place: PlacedArgument,
        type_: Attribute,
        attributes: Mapping[str, Attribute],
    ) -> SSAValue:
        target, build = self.target, self.build
        handle = handle_type(type_, target)
        match type_:
            case _ if handle is not None:
                if isinstance(handle, LLVMPointerType):
                    return build.cast(self.pointer(place, handle), type_)
                return build.cast(self.load(place.offset, handle), type_)
            case LLVMPointerType():
                if (pointee := attributes.get(BYVAL)) is not None:
                    return self.structure(place, pointee, attributes.get(ALIGN))
                return self.pointer(place, type_)
            case MemRefType():
                spir = memref_space(type_).spir
                pointer = LLVMPointerType(IntAttr(spir)) if spir else GENERIC_POINTER
                return build.cast(self.pointer(place, pointer), type_)
            case IndexType():
                integer = IntegerType(target.index_bitwidth)
                return build.cast(self.load(place.offset, integer), type_)
            case LLVMStructType() | LLVMArrayType() if target.interface.segment(
                target
            ).rules.struct_pointer:
                _, align = type_size_align(type_, target)
                address = self.structure_address(place)
                return build.load(address, type_, align, invariant=True)
            case _:
                return self.load(place.offset, type_)


def load_explicit_arguments(
    kernel: KernelOp, target: Target, places: KernelArgumentLayout
) -> None:
    """Replaces each used explicit argument of `kernel` by a load from its place."""
    entry = kernel.body.blocks.first
    if entry is None:
        return
    loader = _Loader(target, entry)
    used = [arg.first_use is not None for arg in entry.args]
    given = argument_attributes(kernel)
    for place in places.explicit:
        assert place.index is not None
        arg = entry.args[place.index]
        if not used[place.index]:
            continue
        value = loader.value(place, arg.type, given[place.index].data)
        value.name_hint = arg.name_hint
        arg.replace_all_uses_with(value)
