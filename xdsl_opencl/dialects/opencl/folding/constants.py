"""
Reads constants from operands, and makes attributes for them.

Integers are non-negative numbers, the bits of the value; floats are Python's, which hold
every half, float and double exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.opencl.shapes import is_integer

Number = int | float

_CONSTANT_OPS = ("arith.constant", "llvm.mlir.constant")

INDEX_BITS = 64


def bits_of(element: Attribute, index_bits: int = INDEX_BITS) -> int:
    """Bits of an integer, index or floating-point type."""
    if isinstance(element, IntegerType):
        return cast(IntegerType, element).width.data
    return element.bitwidth if isinstance(element, AnyFloat) else index_bits


def as_value(number: int, bits: int) -> int:
    """The number with the sign that its bits have; a truth value is 0 or 1."""
    return to_signed(number, bits) if bits > 1 else number & 1


def constant_elements(value: SSAValue) -> list[Number] | None:
    """The elements of `value` if a constant op defines it; one for a scalar."""
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name not in _CONSTANT_OPS:
        return None
    attribute = owner.get_attr_or_prop("value")
    type = value.type
    element = (
        cast(VectorType, type).element_type if isinstance(type, VectorType) else type
    )
    numbers: list[Number]
    if isinstance(attribute, IntegerAttr):
        numbers = [cast(IntegerAttr, attribute).value.data]
    elif isinstance(attribute, FloatAttr):
        numbers = [cast("FloatAttr[AnyFloat]", attribute).value.data]
    elif isinstance(attribute, DenseIntOrFPElementsAttr):
        dense = cast("DenseIntOrFPElementsAttr[IntegerType | AnyFloat]", attribute)
        numbers = cast("list[Number]", list(dense.get_values()))
    else:
        return None
    if isinstance(element, IntegerType | IndexType):
        if not all(isinstance(n, int) for n in numbers):
            return None
        bits = bits_of(cast(Attribute, element))
        return [to_unsigned(cast(int, n), bits) for n in numbers]
    # llvm.mlir.constant gives zero of any type as an integer.
    if any(isinstance(n, int) for n in numbers):
        return None
    return numbers


def constant_integer(value: SSAValue) -> int | None:
    """
    The number of `value`, if a constant op of `arith` or `llvm` defines it as an integer; with
    the sign that its bits have, and 0 or 1 for a truth value.
    """
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name not in _CONSTANT_OPS:
        return None
    attribute = owner.properties.get("value")
    if not isinstance(attribute, IntegerAttr):
        return None
    integer = cast("IntegerAttr[IntegerType | IndexType]", attribute)
    return as_value(integer.value.data, bits_of(integer.type))


def to_unsigned(number: int, bits: int) -> int:
    """The lowest `bits` of `number`."""
    return number & ((1 << bits) - 1)


def to_signed(number: int, bits: int) -> int:
    """The number with the lowest `bits` of `number` in two's complement."""
    number = to_unsigned(number, bits)
    return number - (1 << bits) if number >> (bits - 1) else number


def constant_attribute(type: Attribute, numbers: Sequence[Number]) -> Attribute:
    """The attribute of a constant of `type` with these elements (integers as bits)."""
    if isinstance(type, VectorType):
        vector = cast(VectorType, type)
        element = vector.element_type
        if is_integer(element):
            width = bits_of(element)
            integers = [to_signed(cast(int, n), width) for n in numbers]
            return DenseIntOrFPElementsAttr.from_list(
                cast("VectorType[IntegerType]", vector), integers
            )
        return DenseIntOrFPElementsAttr.from_list(
            cast("VectorType[AnyFloat]", vector), [float(n) for n in numbers]
        )
    (number,) = numbers
    if isinstance(type, IntegerType | IndexType):
        value = as_value(cast(int, number), bits_of(cast(Attribute, type)))
        return IntegerAttr(value, cast(IntegerType | IndexType, type))
    return FloatAttr(float(number), cast(AnyFloat, type))


def folded(
    type: Attribute, numbers: Sequence[Number] | None
) -> tuple[Attribute] | None:
    """
    What an operation folds to if `numbers` are the elements of its result. Not a NaN: its
    bits may not survive being a Python float.
    """
    if numbers is None or any(n != n for n in numbers):
        return None
    return (constant_attribute(type, numbers),)


def constant_op(type: Attribute, numbers: Sequence[Number]) -> ConstantOp:
    """An `arith.constant` of `type` with elements `numbers`."""
    value = constant_attribute(type, numbers)
    return ConstantOp.create(properties={"value": value}, result_types=[type])
