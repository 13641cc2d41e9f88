"""
OpenCL C's values as MLIR types: a scalar, or a vector of 2, 3, 4, 8 or 16 scalars.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    Float64Type,
    IntAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.model import VECTOR_WIDTHS
from xdsl_opencl.dialects.opencl.attrs import AddressSpaceAttr

OpenCLScalar = IntegerType | Float16Type | Float32Type | Float64Type

_INTEGER_WIDTHS = (8, 16, 32, 64)
_INTEGER_WIDTHS_1 = (1, 8, 16, 32, 64)


def split_vector(type: Attribute) -> tuple[Attribute, int]:
    """
    Element type and length; a scalar has length 1, a vector that OpenCL C lacks (more
    than one dimension, scalable, another length) length 0.
    """
    if not isinstance(type, VectorType):
        return type, 1
    vector = cast(VectorType, type)
    shape = vector.shape.data
    if len(shape) != 1 or vector.get_num_scalable_dims():
        return vector.element_type, 0
    length = shape[0].data
    return vector.element_type, length if length in VECTOR_WIDTHS else 0


def value_shape(
    op: str, operand: str, type: Attribute, *, boolean: bool = False
) -> tuple[OpenCLScalar, int]:
    """
    Element type and length of a value that OpenCL C can compute with; `i1` counts if
    `boolean`.

    Raises `VerifyException` naming `op` and `operand`.
    """
    element, width = split_vector(type)
    if not width:
        raise VerifyException(
            f"{op}: {operand} has type {type}; OpenCL C's vectors have one dimension of "
            "2, 3, 4, 8 or 16 elements"
        )
    if isinstance(element, IntegerType):
        widths = _INTEGER_WIDTHS_1 if boolean else _INTEGER_WIDTHS
        integer = cast(IntegerType, element)
        if integer.width.data in widths:
            return integer, width
    elif isinstance(element, Float16Type | Float32Type | Float64Type):
        return element, width
    raise VerifyException(
        f"{op}: {operand} has type {type}; expected i8, i16, i32, i64, f16, f32, f64 or a "
        "vector of these"
    )


def as_memref(type: Attribute) -> MemRefType | None:
    """`type` if it is a memref."""
    return cast(MemRefType, type) if isinstance(type, MemRefType) else None


def is_integer(type: Attribute, *widths: int) -> bool:
    """Returns whether `type` is an integer, of one of `widths` bits if any are given."""
    if not isinstance(type, IntegerType):
        return False
    return not widths or cast(IntegerType, type).width.data in widths


def bit_width(element: OpenCLScalar) -> int:
    """Bits of a scalar."""
    if isinstance(element, IntegerType):
        return element.width.data
    if isinstance(element, Float32Type):
        return 32
    return 16 if isinstance(element, Float16Type) else 64


def storage_elements(width: int) -> int:
    """The size of a vector of `width` in elements: 4 for 3 (OpenCL C 3.0, section 6.3.5)."""
    return 4 if width == 3 else width


_SPACES = tuple(AddressSpace.from_spir(number) for number in range(5))


def address_space(type: Attribute) -> AddressSpace | None:
    """
    The OpenCL address space of a pointer or memref (a memref without memory space is
    private); `None` for another type, number or attribute.
    """
    if isinstance(type, LLVMPointerType):
        space = type.addr_space
    else:
        memref = as_memref(type)
        if memref is None:
            return None
        space = memref.memory_space
        if isinstance(space, AddressSpaceAttr):
            return space.data
    if isinstance(space, NoneAttr):
        return AddressSpace.PRIVATE
    if isinstance(space, IntAttr):
        number = cast(IntAttr, space).data
    elif isinstance(space, IntegerAttr):
        number = cast(IntegerAttr, space).value.data
    else:
        return None
    return _SPACES[number] if 0 <= number < len(_SPACES) else None


def check_space(
    op: str, operand: str, type: Attribute, allowed: tuple[AddressSpace, ...]
) -> AddressSpace:
    """
    The address space of `type`.

    Raises `VerifyException` when it is not one of `allowed`.
    """
    space = address_space(type)
    if space not in allowed or space is None:
        found = "no OpenCL address space" if space is None else space.value
        expected = " or ".join(s.value for s in allowed)
        raise VerifyException(
            f"{op}: {operand} of type {type} points to {found} memory; expected {expected}"
        )
    return space
