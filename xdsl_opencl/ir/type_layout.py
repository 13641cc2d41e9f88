"""
Sizes and alignments of types in memory, under a target.

Source: LLVM's data layout of the targets (`Target.data_layout`), which gives vectors of 3
the size and alignment of 4, as OpenCL C does (3.0, section 6.3.5).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.model import VECTOR_WIDTHS, AbiError, align_to
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.types import EventType, ImageType, SamplerType


def pointer_space(type: LLVMPointerType) -> AddressSpace:
    """
    The address space of an opencl-level `!llvm.ptr<n>`, SPIR's numbers.

    Raises `AbiError` for a number above 4.
    """
    space = type.addr_space
    number = space.data if isinstance(space, IntAttr) else 0
    try:
        return AddressSpace.from_spir(number)
    except ValueError as error:
        raise AbiError(str(error)) from None


def memref_space(type: MemRefType[Attribute]) -> AddressSpace:
    """
    The address space of a `memref`: `#opencl.address_space`, or an integer that counts as
    SPIR's number; private when there is none.

    Raises `AbiError` for another kind of memory space.
    """
    space = type.memory_space
    match space:
        case AddressSpaceAttr():
            return space.data
        case NoneAttr():
            return AddressSpace.PRIVATE
        case IntegerAttr():
            try:
                return AddressSpace.from_spir(space.value.data)
            except ValueError as error:
                raise AbiError(str(error)) from None
        case _:
            raise AbiError(
                f"{space} is not an OpenCL memory space; use #opencl.address_space<...>"
            )


def type_size_align(type: Attribute, target: Target) -> tuple[int, int]:
    """
    Size, a multiple of the alignment, and alignment of `type` in memory, in bytes.

    Takes integers up to 64 bits (i1 is a byte), f16, bf16, f32, f64, `index`, vectors of
    OpenCL's lengths, `!llvm.ptr` (SPIR numbers), `!llvm.array`, `!llvm.struct`.

    Raises `AbiError` for any other type, naming it.
    """
    rule = _RULES.get(type.__class__)
    if rule is None:
        raise AbiError(f"{type} has no layout in memory")
    return rule(type, target)


def struct_size_align(
    members: Iterable[Attribute], target: Target, *, packed: bool = False
) -> tuple[int, int]:
    """
    Size and alignment of a structure of `members`; without padding, and with alignment 1,
    when `packed`.

    Raises `AbiError` for a member without a layout.
    """
    end, alignment = 0, 1
    for member in members:
        size, align = type_size_align(member, target)
        if packed:
            align = 1
        end = align_to(end, align) + size
        alignment = max(alignment, align)
    return align_to(end, alignment), alignment


def _integer(type: Attribute, target: Target) -> tuple[int, int]:
    width = cast("IntegerType", type).width.data
    if width not in (1, 8, 16, 32, 64):
        raise AbiError(f"{type} is not an OpenCL C type; use 8, 16, 32 or 64 bits")
    size = max(width // 8, 1)
    return size, size


def _index(type: Attribute, target: Target) -> tuple[int, int]:
    size = target.index_bitwidth // 8
    return size, size


def _vector(type: Attribute, target: Target) -> tuple[int, int]:
    vector = cast("VectorType[Attribute]", type)
    shape = vector.get_shape()
    scalable = vector.get_num_scalable_dims() != 0
    if scalable or len(shape) != 1 or shape[0] not in VECTOR_WIDTHS:
        raise AbiError(
            f"{type} is not an OpenCL C vector; the lengths are "
            f"{', '.join(map(str, VECTOR_WIDTHS))}"
        )
    element_size, _ = type_size_align(vector.element_type, target)
    size = element_size * (4 if shape[0] == 3 else shape[0])
    return size, size


def _pointer(type: Attribute, target: Target) -> tuple[int, int]:
    assert isinstance(type, LLVMPointerType)
    size = target.pointer_bits_of(pointer_space(type)) // 8
    return size, size


def _array(type: Attribute, target: Target) -> tuple[int, int]:
    assert isinstance(type, LLVMArrayType)
    size, align = type_size_align(type.type, target)
    return size * type.size.data, align


def _struct(type: Attribute, target: Target) -> tuple[int, int]:
    assert isinstance(type, LLVMStructType)
    return struct_size_align(type.types, target)


def _fixed(size: int) -> Callable[[Attribute, Target], tuple[int, int]]:
    return lambda type, target: (size, size)


def _opaque(type: Attribute, target: Target) -> tuple[int, int]:
    raise AbiError(
        f"{type} has no layout in memory; it cannot be part of a structure or an array "
        "(OpenCL C 3.0, section 6.11)"
    )


def _memref(type: Attribute, target: Target) -> tuple[int, int]:
    space = memref_space(cast("MemRefType[Attribute]", type))
    size = target.pointer_bits_of(space) // 8
    return size, size


_RULES: dict[type[Attribute], Callable[[Attribute, Target], tuple[int, int]]] = {
    IntegerType: _integer,
    IndexType: _index,
    Float16Type: _fixed(2),
    BFloat16Type: _fixed(2),
    Float32Type: _fixed(4),
    Float64Type: _fixed(8),
    VectorType: _vector,
    LLVMPointerType: _pointer,
    LLVMArrayType: _array,
    LLVMStructType: _struct,
    MemRefType: _memref,
    ImageType: _opaque,
    SamplerType: _opaque,
}


def memory_size_align(type: Attribute, target: Target) -> tuple[int, int]:
    """
    Bytes between elements of `type` in an array, and its alignment; also for types that
    OpenCL C lacks (LLVM's language reference: integers and vectors take the next power of
    two).
    """
    try:
        return type_size_align(type, target)
    except AbiError:
        pass
    if isinstance(type, IntegerType):
        bits = cast("IntegerType", type).width.data
        size = 1 << max(0, (bits - 1).bit_length() - 3)
        # x86-64 and AArch64 align i128 to 16 bytes; more is never asked for.
        return size, min(size, 16)
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        element, _ = memory_size_align(vector.element_type, target)
        size = 1 << (element * math.prod(vector.get_shape()) - 1).bit_length()
        return size, size
    if isinstance(type, LLVMArrayType):
        size, align = memory_size_align(type.type, target)
        return size * type.size.data, align
    if isinstance(type, LLVMStructType):
        end, alignment = 0, 1
        for member in type.types:
            size, align = memory_size_align(member, target)
            end = align_to(end, align) + size
            alignment = max(alignment, align)
        return align_to(end, alignment), alignment
    if isinstance(type, EventType):
        # A variable of the program, which only a list of events in memory needs.
        size = target.pointer_bits // 8
        return size, size
    raise AbiError(f"{type} cannot be kept in memory")
