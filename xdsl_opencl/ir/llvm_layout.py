"""
Sizes and alignments of types in memory, as LLVM lays them out.

Source: LLVM's language reference, "Data Layout": integers take the next power of two of
bytes, above the largest alignment a multiple of that; vectors the next power of two (one of
3 that of 4), their elements are packed; members of a structure stand at multiples of their
alignment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    VectorType,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_opencl.ir.element_types import is_small_float

SizeAlign = tuple[int, int]
"""Size, a multiple of the alignment, and alignment, in bytes."""


class NoLayout(ValueError):
    """A type that cannot be in memory."""


@dataclass(frozen=True)
class Layout:
    """
    The rules of a data layout for types; `pointer_bytes` gives the size of a pointer,
    `others` the rules for types that are not LLVM's, by class.
    """

    pointer_bytes: Callable[[LLVMPointerType], int]
    integer_alignment: int = 16
    """
    The largest alignment of an integer. x86-64 and AArch64 align i128 to 16 bytes; AMDGPU's data
    layout names no integer longer than i64.
    """
    others: Mapping[type[Attribute], Callable[[Attribute], SizeAlign]] = field(
        default_factory=dict[type[Attribute], Callable[[Attribute], SizeAlign]]
    )

    def size_align(self, type: Attribute) -> SizeAlign:
        """
        Returns the size and alignment of `type`.

        Raises `NoLayout` for a type that cannot be in memory, naming it.
        """
        if (fixed := _FIXED.get(type.__class__)) is not None:
            return fixed, fixed
        if (rule := _RULES.get(type.__class__)) is not None:
            return rule(self, type)
        if (other := self.others.get(type.__class__)) is not None:
            return other(type)
        if is_small_float(type):
            return 1, 1
        raise NoLayout(f"{type} has no layout in memory")

    def struct_size_align(
        self, members: Iterable[Attribute], *, packed: bool = False
    ) -> SizeAlign:
        """
        Returns the size and alignment of a structure of `members`; without padding, and
        with alignment 1, when `packed`.
        """
        end, alignment = 0, 1
        for offset, size, align in self._places(members, packed):
            end = offset + size
            alignment = max(alignment, align)
        return -(-end // alignment) * alignment, alignment

    def member_offset(
        self, members: Sequence[Attribute], index: int, *, packed: bool = False
    ) -> int:
        """Returns the offset of `members[index]` in a structure of `members`, in bytes."""
        *_, (offset, _, _) = self._places(members[: index + 1], packed)
        return offset

    def _places(
        self, members: Iterable[Attribute], packed: bool
    ) -> Iterator[tuple[int, int, int]]:
        """The offset, the size and the alignment of each member, in bytes."""
        end = 0
        for member in members:
            size, align = self.size_align(member)
            if packed:
                align = 1
            offset = -(-end // align) * align
            yield offset, size, align
            end = offset + size


def _next_power(value: int) -> int:
    return 1 << (max(value, 1) - 1).bit_length()


def _integer(layout: Layout, type: Attribute) -> SizeAlign:
    size = -(-cast(IntegerType, type).width.data // 8)
    align = min(_next_power(size), layout.integer_alignment)
    return -(-size // align) * align, align


def _vector(layout: Layout, type: Attribute) -> SizeAlign:
    vector = cast("VectorType[Attribute]", type)
    if vector.get_num_scalable_dims():
        raise NoLayout(f"{type} has no layout in memory")
    element = vector.element_type
    if element.__class__ is IntegerType:
        bits = cast(IntegerType, element).width.data
    else:
        bits = 8 * layout.size_align(element)[0]
    for length in vector.get_shape():
        bits *= length
    size = _next_power(-(-bits // 8))
    return size, size


def _pointer(layout: Layout, type: Attribute) -> SizeAlign:
    size = layout.pointer_bytes(cast(LLVMPointerType, type))
    return size, size


def _array(layout: Layout, type: Attribute) -> SizeAlign:
    array = cast(LLVMArrayType, type)
    size, align = layout.size_align(array.type)
    return size * array.size.data, align


def _complex(layout: Layout, type: Attribute) -> SizeAlign:
    part = cast("ComplexType[AnyFloat | IntegerType]", type).element_type
    return layout.struct_size_align((part, part))


def _struct(layout: Layout, type: Attribute) -> SizeAlign:
    return layout.struct_size_align(cast(LLVMStructType, type).types)


_FIXED: Mapping[type[Attribute], int] = {
    Float16Type: 2,
    BFloat16Type: 2,
    Float32Type: 4,
    Float64Type: 8,
}

_RULES: Mapping[type[Attribute], Callable[[Layout, Attribute], SizeAlign]] = {
    ComplexType: _complex,
    IntegerType: _integer,
    VectorType: _vector,
    LLVMPointerType: _pointer,
    LLVMArrayType: _array,
    LLVMStructType: _struct,
}
