"""
Types seen element by element: a scalar, or each element of a vector.

The classes of types are abstract ones for Python: `isinstance` takes ten times as long as
looking at the class, and a type's hash is made anew each time. These functions
are called for every operation, so they look at the class and cache by numbers.
"""

from __future__ import annotations

from functools import cache
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    FixedBitwidthType,
    Float16Type,
    Float32Type,
    Float64Type,
    IntegerType,
    ReducedPrecisionFloatType,
    VectorType,
    f16,
    f32,
    f64,
)
from xdsl.ir import Attribute

FLOATS: dict[int, AnyFloat] = {16: f16, 32: f32, 64: f64}
"""The floating-point types by their bits."""

_FLOAT_BITS: dict[type[Attribute], int] = {
    Float16Type: 16,
    Float32Type: 32,
    Float64Type: 64,
}

integer_type = cache(IntegerType)
"""The integer type of some bits, one object however often it is asked for."""


def element_of(type: Attribute) -> Attribute:
    """Returns the element type of a vector, or the type itself."""
    if type.__class__ is VectorType:
        return cast(VectorType[Attribute], type).element_type
    return type


def width_of(type: Attribute) -> int | None:
    """Returns the length of a vector; `None` for a scalar."""
    if type.__class__ is VectorType:
        return cast(VectorType[Attribute], type).shape.data[0].data
    return None


def bits_of(type: Attribute) -> int:
    """
    Returns the bits of one element.

    Raises `TypeError` for a type without number elements.
    """
    element = element_of(type)
    if element.__class__ is IntegerType:
        return cast(IntegerType, element).width.data
    if (bits := _FLOAT_BITS.get(element.__class__)) is None:
        raise TypeError(f"{type} has no number elements")
    return bits


def fills_memory(type: Attribute) -> bool:
    """
    Returns whether neighbours in memory are the elements of a vector: numbers of 8, 16, 32 bits
    and so on, and addresses. LLVM packs the bits of other integers in a vector, but not in an array.
    """
    element = element_of(type)
    if not isinstance(element, FixedBitwidthType):
        return True
    bits = element.bitwidth
    return bits >= 8 and bits & (bits - 1) == 0


def is_float(type: Attribute) -> bool:
    """Returns whether the elements of a number or vector are floating point."""
    return element_of(type).__class__ is not IntegerType


def is_small_float(type: Attribute) -> bool:
    """
    Returns whether it is a float of 8 bits with a sign. They are bytes to LLVM: they can be stored,
    passed on and extended.
    """
    return (
        isinstance(type, ReducedPrecisionFloatType)
        and type.bitwidth == 8
        and type.SEMANTICS.has_sign
    )


def like(type: Attribute, element: Attribute) -> Attribute:
    """Returns `element` in the shape of `type`."""
    width = width_of(type)
    return element if width is None else vector_of(element, width)


@cache
def vector_of(element: Attribute, width: int) -> VectorType[Attribute]:
    """Returns the type of vectors of `width` elements."""
    return VectorType(element, [width])


def integer_like(type: Attribute, bits: int | None = None) -> Attribute:
    """
    Returns integers of `bits` (those of `type`'s elements) in the shape of `type`.
    """
    return like(type, integer_type(bits_of(type) if bits is None else bits))


def float_like(type: Attribute, bits: int) -> Attribute:
    """Returns floating point of `bits` in the shape of `type`."""
    return like(type, FLOATS[bits])
