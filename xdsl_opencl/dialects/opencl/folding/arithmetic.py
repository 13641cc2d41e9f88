"""
The meaning of arithmetic operations: a Python function for each, on numbers.

`functions` has the same for the functions of OpenCL C. Foldings and interpreters use both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.type import get_element_type_or_self

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.arith_ext.operations import IndexCastUIOp, RemFOp
from xdsl_opencl.dialects.llvm_ext.elementwise import FMulAddOp
from xdsl_opencl.dialects.opencl.folding.constants import (
    INDEX_BITS,
    Number,
    as_value,
    bits_of,
    to_signed,
    to_unsigned,
)
from xdsl_opencl.dialects.opencl.folding.numbers import (
    ROUND,
    clamped,
    nearest,
    round_to_format,
    sum_of_products,
)

NUMBER_TYPES = (IntegerType, IndexType, Float16Type, Float32Type, Float64Type)


# --- integers ----------------------------------------------------------------------------


def _quotient(bits: int, x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


_Integer = Callable[[int, int, int], int | None]
"""Of the bits and the operands; `None` for a shift by more bits than there are."""

_SIGNED: Mapping[type[Operation], _Integer] = {
    arith.AddiOp: lambda bits, x, y: x + y,
    arith.SubiOp: lambda bits, x, y: x - y,
    arith.MuliOp: lambda bits, x, y: x * y,
    arith.AndIOp: lambda bits, x, y: x & y,
    arith.OrIOp: lambda bits, x, y: x | y,
    arith.XOrIOp: lambda bits, x, y: x ^ y,
    arith.ShLIOp: lambda bits, x, y: x << y if 0 <= y < bits else None,
    arith.ShRSIOp: lambda bits, x, y: x >> y if 0 <= y < bits else None,
    arith.DivSIOp: _quotient,
    arith.RemSIOp: lambda bits, x, y: x - y * _quotient(bits, x, y),
    arith.FloorDivSIOp: lambda bits, x, y: x // y,
    arith.CeilDivSIOp: lambda bits, x, y: -(-x // y),
    arith.MinSIOp: lambda bits, x, y: min(x, y),
    arith.MaxSIOp: lambda bits, x, y: max(x, y),
}
_UNSIGNED: Mapping[type[Operation], _Integer] = {
    arith.ShRUIOp: lambda bits, x, y: x >> y if 0 <= y < bits else None,
    arith.DivUIOp: lambda bits, x, y: x // y,
    arith.RemUIOp: lambda bits, x, y: x % y,
    arith.CeilDivUIOp: lambda bits, x, y: -(-x // y),
    arith.MinUIOp: lambda bits, x, y: min(x, y),
    arith.MaxUIOp: lambda bits, x, y: max(x, y),
}


# --- floating point ----------------------------------------------------------------------


def _divide(bits: int, x: float, y: float) -> float:
    if y:
        return x / y
    if math.isnan(x) or x == 0:
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def remainder_of_truncation(bits: int, x: float, y: float) -> float:
    """C's `fmod`."""
    if math.isinf(x) or not y:
        return math.nan
    return math.fmod(x, y)


def _multiply_add(bits: int, x: float, y: float, z: float) -> float:
    """`x * y + z`, rounded once."""
    return sum_of_products(bits, (x, y), (z, 1.0))


def _negate(bits: int, x: float) -> float:
    return -x


def _order(x: Number) -> tuple[Number, float]:
    """A negative zero is less than a positive one."""
    return x, math.copysign(1.0, x)


def _extreme(
    choose: Callable[..., Number], *, nan_wins: bool
) -> Callable[[Any, Number, Number], Number]:
    """
    The `choose`, `min` or `max`, of two numbers. `nan_wins`: that of a NaN and a number is
    the NaN.
    """

    def function(kind: Any, x: Number, y: Number) -> Number:
        if x != x or y != y:
            return y if (x != x) != nan_wins else x
        return choose(x, y, key=_order)

    return function


least = _extreme(min, nan_wins=False)
greatest = _extreme(max, nan_wins=False)

_OF_TWO_FLOATS: Mapping[type[Operation], Callable[[int, float, float], Number]] = {
    arith.AddfOp: lambda bits, x, y: x + y,
    arith.SubfOp: lambda bits, x, y: x - y,
    arith.MulfOp: lambda bits, x, y: x * y,
    arith.DivfOp: _divide,
    RemFOp: remainder_of_truncation,
    arith.MinimumfOp: _extreme(min, nan_wins=True),
    arith.MaximumfOp: _extreme(max, nan_wins=True),
    arith.MinnumfOp: least,
    arith.MaxnumfOp: greatest,
}
"""
Sums, products and quotients in double precision, and rounded again to the type, are those
of the type (double has more than twice the bits of float).
"""
_FLOATING: Mapping[type[Operation], Callable[..., Number]] = {
    **_OF_TWO_FLOATS,
    arith.NegfOp: _negate,
    llvm.FMAOp: _multiply_add,
    FMulAddOp: _multiply_add,
}


# --- comparisons -------------------------------------------------------------------------

EQUAL, GREATER, LESS, UNORDERED = 1, 2, 4, 8

_FLOAT_PREDICATES = (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15)
"""The relations for which each predicate of `arith.cmpf` holds."""
_INTEGER_PREDICATES = (1, 6, 4, 5, 2, 3, 4, 5, 2, 3)
"""The same for `arith.cmpi`; the last four are of unsigned numbers."""
_FIRST_UNSIGNED = 6


def relation(x: Number, y: Number) -> int:
    """`EQUAL`, `GREATER`, `LESS` or `UNORDERED`."""
    if x == y:
        return EQUAL
    return GREATER if x > y else LESS if x < y else UNORDERED


# --- conversions -------------------------------------------------------------------------

_CONVERSIONS: Mapping[type[Operation], tuple[bool, bool]] = {
    arith.ExtSIOp: (True, True),
    arith.ExtUIOp: (False, True),
    arith.TruncIOp: (True, True),
    arith.IndexCastOp: (True, True),
    IndexCastUIOp: (False, True),
    arith.SIToFPOp: (True, True),
    arith.UIToFPOp: (False, True),
    arith.FPToSIOp: (True, True),
    arith.FPToUIOp: (True, False),
    arith.ExtFOp: (True, True),
    arith.TruncFOp: (True, True),
}
"""Conversions: true for a signed operand, and for a signed result."""


def convert(
    number: Number,
    source: Attribute,
    target: Attribute,
    *,
    from_signed: bool = True,
    result_signed: bool = True,
    rounding: RoundingMode | None = None,
    saturate: bool = False,
    index_bits: int = INDEX_BITS,
) -> Number | None:
    """
    One element converted. `None` for a floating-point number that an integer target does
    not hold, without saturation: OpenCL C leaves that open, and LLVM's result is poison.
    """
    bits = bits_of(target, index_bits)
    if not isinstance(source, AnyFloat):
        read = to_signed if from_signed else to_unsigned
        number = read(cast(int, number), bits_of(source, index_bits))
    if isinstance(target, AnyFloat):
        if not number or not math.isfinite(number):
            return float(number)
        return round_to_format(Fraction(number), bits, rounding or RoundingMode.RTE)
    if isinstance(number, int):
        whole = number
    elif math.isfinite(number):
        whole = ROUND[rounding or RoundingMode.RTZ](Fraction(number))
    elif saturate:
        # NaN gives 0 (OpenCL C 3.0, section 6.4.3.3).
        whole = 0 if math.isnan(number) else (2 if number > 0 else -2) << bits
    else:
        return None
    held = clamped(whole, bits, result_signed)
    if held != whole and not saturate and isinstance(number, float):
        return None
    return to_unsigned(held if saturate else whole, bits)


# --- all ---------------------------------------------------------------------------------

OPERATIONS: tuple[type[Operation], ...] = (
    *_SIGNED,
    *_UNSIGNED,
    *_FLOATING,
    *_CONVERSIONS,
    arith.CmpiOp,
    arith.CmpfOp,
)
"""The operations that `evaluate` computes."""


@cache
def _is_computed(kind: type[Operation]) -> bool:
    return issubclass(kind, OPERATIONS)


def computes(op: Operation) -> bool:
    """Returns whether `evaluate` computes `op` on each element of its operands."""
    return _is_computed(type(op)) and all(
        isinstance(get_element_type_or_self(value.type), NUMBER_TYPES)
        for value in (*op.operands, *op.results)
    )


def evaluate(
    op: Operation, operands: Sequence[Number], index_bits: int = INDEX_BITS
) -> Number | None:
    """
    The result of `op`, one of `OPERATIONS`, for one element of its operands; an integer has
    the sign that its bits have, and an `i1` is 0 or 1. `None` for an undefined (poison)
    result.

    Raises `ZeroDivisionError` for an integer division by zero, which is a fault.
    """
    kind = type(op)
    source = get_element_type_or_self(op.operands[0].type)
    target = get_element_type_or_self(op.results[0].type)
    if kind in _CONVERSIONS:
        from_signed, result_signed = _CONVERSIONS[kind]
        result = convert(
            operands[0],
            source,
            target,
            from_signed=from_signed,
            result_signed=result_signed,
            index_bits=index_bits,
        )
    elif kind in _FLOATING:
        bits = bits_of(source)
        return nearest(_FLOATING[kind](bits, *operands), bits)
    elif isinstance(op, arith.CmpfOp):
        x, y = operands
        return int(bool(_FLOAT_PREDICATES[op.predicate.value.data] & relation(x, y)))
    else:
        bits = bits_of(source, index_bits)
        if isinstance(op, arith.CmpiOp):
            predicate = cast("IntegerAttr[IntegerType]", op.predicate).value.data
            read = to_unsigned if predicate >= _FIRST_UNSIGNED else to_signed
            x, y = (read(cast(int, number), bits) for number in operands)
            return int(bool(_INTEGER_PREDICATES[predicate] & relation(x, y)))
        function, read = (
            (_SIGNED[kind], to_signed)
            if kind in _SIGNED
            else (_UNSIGNED[kind], to_unsigned)
        )
        x, y = (read(cast(int, number), bits) for number in operands)
        result = function(bits, x, y)
    if result is None or isinstance(result, float):
        return result
    return as_value(result, bits_of(target, index_bits))
