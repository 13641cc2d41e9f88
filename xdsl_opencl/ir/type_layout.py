"""
Sizes and alignments of types in memory, under a target.

Source: LLVM's data layout of the targets (`Target.data_layout`), which gives vectors of 3
the size and alignment of 4, as OpenCL C does (3.0, section 6.3.5).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    ComplexType,
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
from xdsl.dialects.llvm import GEPOp, LLVMArrayType, LLVMPointerType, LLVMStructType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.model import VECTOR_WIDTHS, AbiError
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr
from xdsl_opencl.dialects.opencl.types import EventType, ImageType, SamplerType
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of, is_small_float
from xdsl_opencl.ir.llvm_layout import Layout, NoLayout, SizeAlign


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


def type_size_align(type: Attribute, target: Target) -> SizeAlign:
    """
    Returns the size, a multiple of the alignment, and the alignment of a type of OpenCL C
    in memory, in bytes.

    Takes integers up to 64 bits (i1 is a byte), f16, bf16, f32, f64, floats of 8 bits, `index`,
    vectors of OpenCL's lengths, `!llvm.ptr` (SPIR numbers), `!llvm.array`, `!llvm.struct`.

    Raises `AbiError` for any other type, naming it.
    """
    _check(type)
    return memory_size_align(type, target)


def struct_size_align(
    members: Iterable[Attribute], target: Target, *, packed: bool = False
) -> SizeAlign:
    """
    Returns the size and alignment of a structure of OpenCL C of `members`; without padding,
    and with alignment 1, when `packed`.

    Raises `AbiError` for a member without a layout.
    """
    members = tuple(members)
    for member in members:
        _check(member)
    return _layout(target).struct_size_align(members, packed=packed)


def memory_size_align(
    type: Attribute, target: Target, at: Operation | None = None
) -> SizeAlign:
    """
    Returns the size and alignment of `type` in memory, in bytes; also of types that OpenCL
    C lacks.

    Raises `AbiError` for a type that cannot be in memory; with `at`, `PassError` at its
    place.
    """
    try:
        return _layout(target).size_align(type)
    except (NoLayout, AbiError) as error:
        if at is not None:
            fail(at, str(error))
        raise AbiError(str(error)) from None


def member_offset(type: LLVMStructType, index: int, target: Target) -> int:
    """
    Returns the offset of member `index` of structure `type` in memory, in bytes.

    Raises `AbiError` for a member that cannot be in memory.
    """
    try:
        return _layout(target).member_offset(type.types.data, index)
    except NoLayout as error:
        raise AbiError(str(error)) from None


def array_element(type: Attribute) -> Attribute:
    """The type of the elements of an array or a vector."""
    return type.type if isinstance(type, LLVMArrayType) else element_of(type)


def constant_distance(op: GEPOp, target: Target) -> int:
    """
    Returns the bytes that `op`, which has no indices that are values, moves its address by.

    Raises `PassError` for a type that cannot be in memory.
    """
    distance, current = 0, op.elem_type
    for number, index in enumerate(map(int, op.rawConstantIndices.get_values())):
        if number > 0:
            if isinstance(current, LLVMStructType):
                distance += member_offset(current, index, target)
                current = current.types.data[index]
                continue
            current = array_element(current)
        distance += index * memory_size_align(current, target, op)[0]
    return distance


@cache
def _layout(target: Target) -> Layout:
    def pointer_bytes(type: LLVMPointerType) -> int:
        return target.pointer_bytes_of(pointer_space(type))

    def index(type: Attribute) -> SizeAlign:
        size = target.index_bitwidth // 8
        return size, size

    def memref(type: Attribute) -> SizeAlign:
        space = memref_space(cast("MemRefType[Attribute]", type))
        size = target.pointer_bytes_of(space)
        return size, size

    def event(type: Attribute) -> SizeAlign:
        # A variable of the program, which only a list of events in memory needs.
        size = target.pointer_bits // 8
        return size, size

    return Layout(
        pointer_bytes,
        16 if target.interface.native is not None else 8,
        others={IndexType: index, MemRefType: memref, EventType: event},
    )


def _check(type: Attribute) -> None:
    """Raises `AbiError` unless `type` is one of OpenCL C, or made of such types."""
    pending = [type]
    while pending:
        part = pending.pop()
        match part:
            case IntegerType():
                if part.width.data not in (1, 8, 16, 32, 64):
                    raise AbiError(
                        f"{part} is not an OpenCL C type; use 8, 16, 32 or 64 bits"
                    )
            case VectorType():
                shape = part.get_shape()
                scalable = part.get_num_scalable_dims() != 0
                if scalable or len(shape) != 1 or shape[0] not in VECTOR_WIDTHS:
                    raise AbiError(
                        f"{part} is not an OpenCL C vector; the lengths are "
                        f"{', '.join(map(str, VECTOR_WIDTHS))}"
                    )
                pending.append(part.element_type)
            case ComplexType():
                pending.append(part.element_type)
            case LLVMArrayType():
                pending.append(part.type)
            case LLVMStructType():
                pending.extend(part.types)
            case ImageType() | SamplerType():
                raise AbiError(
                    f"{part} has no layout in memory; it cannot be part of a structure "
                    "or an array (OpenCL C 3.0, section 6.11)"
                )
            case _ if part.__class__ not in _PLAIN and not is_small_float(part):
                raise AbiError(f"{part} has no layout in memory")
            case _:
                pass


_PLAIN = frozenset(
    (
        BFloat16Type,
        Float16Type,
        Float32Type,
        Float64Type,
        IndexType,
        LLVMPointerType,
        MemRefType,
    )
)
