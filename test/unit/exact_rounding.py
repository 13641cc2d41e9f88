"""
Rounding of exact rationals to floating-point formats, in Python's integers.

What the emulator's arithmetic is compared with. Source: IEEE 754-2008, sections 4.3 (rounding
directions) and 7.4 (overflow).
"""

from __future__ import annotations

import math
from fractions import Fraction

NEAREST_EVEN, UPWARD, DOWNWARD, TOWARD_ZERO = range(4)

FORMATS = {16: (11, -14, 15), 32: (24, -126, 127), 64: (53, -1022, 1023)}
"""Precision with the implicit bit, smallest and largest exponent, by width."""


def floor_log2(value: Fraction) -> int:
    """
    The exponent of the highest power of two that is at most `value`, which is positive.
    """
    exponent = value.numerator.bit_length() - value.denominator.bit_length()
    return exponent - (Fraction(2) ** exponent > value)


def rounded(value: Fraction, width: int, mode: int = NEAREST_EVEN) -> float:
    """The number of the format of `width` bits that `value` rounds to; +0 for 0."""
    if value == 0:
        return 0.0
    precision, smallest, largest = FORMATS[width]
    magnitude, negative = abs(value), value < 0
    unit = Fraction(2) ** (max(floor_log2(magnitude), smallest) - precision + 1)
    count, rest = divmod(magnitude, unit)
    half = unit / 2
    away = mode == (DOWNWARD if negative else UPWARD)
    if mode == NEAREST_EVEN:
        count += rest > half or (rest == half and count % 2 == 1)
    elif away:
        count += rest != 0
    result = count * unit
    if result >= Fraction(2) ** (largest + 1):
        most = (2 - Fraction(2) ** (1 - precision)) * Fraction(2) ** largest
        number = math.inf if mode == NEAREST_EVEN or away else float(most)
    else:
        number = float(result)
    return -number if negative else number
