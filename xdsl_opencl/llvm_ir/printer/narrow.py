"""
Checks of attribute classes that tell the type checker the type parameters as well.
"""

from __future__ import annotations

from typing import Any, cast

from typing_extensions import TypeIs
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute


def is_array(value: Attribute | None) -> TypeIs[ArrayAttr[Attribute]]:
    """Returns whether `value` is an array of attributes."""
    return isinstance(value, ArrayAttr)


def is_integer(type: Attribute | None) -> TypeIs[IntegerType]:
    """Returns whether `type` is an integer type, with or without a sign."""
    return isinstance(type, IntegerType)


def is_integer_attr(
    value: Attribute | None,
) -> TypeIs[IntegerAttr[IntegerType | IndexType]]:
    """Returns whether `value` is an integer, booleans included."""
    return isinstance(value, IntegerAttr)


def is_float_attr(value: Attribute | None) -> TypeIs[FloatAttr[AnyFloat]]:
    """Returns whether `value` is a floating-point number."""
    return isinstance(value, FloatAttr)


def is_vector(type: Attribute | None) -> TypeIs[VectorType[Attribute]]:
    """Returns whether `type` is a vector type."""
    return isinstance(type, VectorType)


def is_dense(value: Attribute | None) -> TypeIs[DenseIntOrFPElementsAttr[Any]]:
    """Returns whether `value` is `dense<...>`."""
    return isinstance(value, DenseIntOrFPElementsAttr)


def integers(value: Attribute | None) -> tuple[int, ...] | None:
    """The elements of an `array<i32: ...>` of any integer type, else nothing."""
    return tuple(value.iter_values()) if is_integer_array(value) else None


def is_integer_array(value: Attribute | None) -> TypeIs[DenseArrayBase[IntegerType]]:
    """Returns whether `value` is an `array<i32: ...>` of any integer type."""
    return isinstance(value, DenseArrayBase) and isinstance(
        cast(DenseArrayBase[Any], value).elt_type, IntegerType
    )
