"""
Rounds Python's numbers to the formats of integers and floating-point numbers, and reads them
from memory. A Python float holds every half, float and double exactly.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from operator import add

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.opencl.folding.constants import Number, to_unsigned


def clamped(number: int, bits: int, signed: bool) -> int:
    """The nearest one of the integers of `bits`."""
    low = -(1 << (bits - 1)) if signed else 0
    high = (1 << (bits - signed)) - 1
    return max(low, min(high, number))


_FORMATS = {16: (11, -14, 15), 32: (24, -126, 127), 64: (53, -1022, 1023)}
"""Precision in bits, smallest and largest exponent of IEEE 754's binary formats."""

PRECISION = {bits: precision for bits, (precision, _, _) in _FORMATS.items()}
SMALLEST_NORMAL = {bits: 2.0**lowest for bits, (_, lowest, _) in _FORMATS.items()}

_CODES = {16: "e", 32: "f", 64: "d"}


def nearest(number: float, bits: int) -> float:
    """The nearest floating-point number of `bits`; infinite beyond the largest one."""
    code = _CODES[bits]
    try:
        return struct.unpack(code, struct.pack(code, number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


ROUND: dict[RoundingMode, Callable[[Fraction], int]] = {
    RoundingMode.RTE: round,
    RoundingMode.RTZ: math.trunc,
    RoundingMode.RTP: math.ceil,
    RoundingMode.RTN: math.floor,
}


def round_to_format(value: Fraction, bits: int, mode: RoundingMode) -> float:
    """`value`, not zero, as a number of the binary format of `bits`."""
    precision, lowest, highest = _FORMATS[bits]
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, lowest) - precision + 1)
    rounded = ROUND[mode](value / unit) * unit
    sign = -1 if value < 0 else 1
    largest = (2 - Fraction(2) ** (1 - precision)) * Fraction(2) ** highest
    if abs(rounded) > largest:
        to_infinity = mode is RoundingMode.RTE or mode is (
            RoundingMode.RTP if sign > 0 else RoundingMode.RTN
        )
        return sign * (math.inf if to_infinity else float(largest))
    return math.copysign(float(rounded), sign)


def sum_of_products(bits: int, *factors: tuple[float, float]) -> float:
    """The sum of the products, rounded once to a floating-point number of `bits`."""
    products = [a * b for a, b in factors]
    if not all(math.isfinite(a) and math.isfinite(b) for a, b in factors):
        return reduce(add, products)
    exact = sum((Fraction(a) * Fraction(b) for a, b in factors), Fraction(0))
    if exact:
        return round_to_format(exact, bits, RoundingMode.RTE)
    # Numbers that cancel out give a positive zero.
    return 0.0 if any(products) else reduce(add, products)


def to_bytes(numbers: Sequence[Number], bits: int, *, floating: bool) -> bytes:
    """The memory of numbers of one kind, little-endian."""
    if floating:
        return struct.pack(f"<{len(numbers)}{_CODES[bits]}", *numbers)
    return b"".join(
        to_unsigned(int(n), bits).to_bytes(bits // 8, "little") for n in numbers
    )


def from_bytes(data: bytes, bits: int, *, floating: bool) -> list[Number]:
    """The numbers of `bits` in `data`."""
    size = bits // 8
    if floating:
        return list(struct.unpack(f"<{len(data) // size}{_CODES[bits]}", data))
    return [
        int.from_bytes(data[at : at + size], "little")
        for at in range(0, len(data), size)
    ]
