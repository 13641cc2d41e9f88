"""
Exact sums and products of doubles, and one rounding of them to any format.

An exact result is a pair of doubles: `high`, and `low` with |low| at most half a unit in the last
place of `high`. Only the sign of `low` and its being exactly a half unit matter, so it may be any
number with the same properties (round to odd, "sticky").

Sources: T. J. Dekker, "A floating-point technique for extending the available precision" (1971):
two-sum, two-product; S. Boldo, G. Melquiond, "Emulation of a FMA and correctly-rounded sums:
proved algorithms using rounding to odd" (2008).
"""

from __future__ import annotations

import numpy as np

from xdsl_opencl.emulator.vector.semantics.formats import (
    DOWNWARD,
    NEAREST_EVEN,
    TOWARD_ZERO,
    Array,
    Format,
)

_SPLIT = float((1 << 27) + 1)


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """`a + b` exactly, as rounded sum and error; exact unless the sum overflows."""
    high = a + b
    part = high - a
    return high, (a - (high - part)) + (b - part)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """
    `a * b` exactly, as rounded product and error, for magnitudes between 2**-450 and 2**450.
    """
    high = a * b
    scaled = a * _SPLIT
    a_high = scaled - (scaled - a)
    a_low = a - a_high
    scaled = b * _SPLIT
    b_high = scaled - (scaled - b)
    b_low = b - b_high
    low = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low
    return high, low


def to_odd(high: Array, low: Array) -> Array:
    """
    The exact `high + low` rounded to odd: the sum if it is a double, else the neighbouring
    double with an odd last bit.
    """
    bits = np.ascontiguousarray(high).view(np.int64)
    step = np.where((low > 0) == (high > 0), 1, -1)
    move = (low != 0) & ((bits & 1) == 0)
    return np.where(move, bits + step, bits).view(np.float64)


def round_pair(
    high: Array, low: Array, format: Format, mode: int, scale: Array | int = 0
) -> Array:
    """
    `(high + low) * 2**scale` rounded once to `format`, denormals included, as doubles.
    NaNs, infinities and zeros of `high` are returned unchanged.

    Finite magnitudes of `high` are between 2**-1000 and 2**1000.
    """
    regular = np.isfinite(high) & (high != 0)
    negative = np.signbit(high)
    value = np.where(regular, np.abs(high), 1.0)
    residue = np.where(negative, -low, low)
    mantissa, frexp_exponent = np.frexp(value)
    exponent = frexp_exponent.astype(np.int64) - 1
    # Just below a power of two the numbers are closer together.
    exponent = exponent - ((mantissa == 0.5) & (residue < 0))
    scales = np.asarray(scale, np.int64)
    unit = np.maximum(exponent, format.smallest - scales) - (format.precision - 1)
    # A value below 2**-100 units counts as 2**-100 units.
    divisor = np.minimum(unit, exponent + 100)
    quotient = np.ldexp(value, -divisor.astype(np.int32))
    residue = np.ldexp(residue, -divisor.astype(np.int32))
    count = np.floor(quotient)
    fraction = quotient - count
    borrow = (fraction == 0) & (residue < 0)
    count = count - borrow
    up = _rounds_up(count, fraction, residue, borrow, mode, negative)
    result = np.ldexp(count + up, np.clip(unit + scales, -4000, 4000).astype(np.int32))
    limit = np.ldexp(2.0 - 2.0 ** (1 - format.precision), format.largest)
    over = result > limit
    if over.any():
        result = np.where(over, _overflow(limit, mode, negative), result)
    return np.where(regular, np.where(negative, -result, result), high)


def _rounds_up(
    count: Array,
    fraction: Array,
    residue: Array,
    borrow: Array,
    mode: int,
    negative: Array,
) -> Array:
    """
    The lanes that round away from zero, `count` being the integer part of the magnitude,
    and `fraction + residue` (plus one where `borrow`) the rest.
    """
    if mode == NEAREST_EVEN:
        odd = np.fmod(count, 2) != 0
        # The residue can be as large as a half only if the fraction is zero.
        tie = (fraction == 0) & (np.fabs(residue) == 0.5)
        tie = tie | ((fraction == 0.5) & (residue == 0))
        above = np.where(
            fraction == 0,
            residue > np.where(borrow, -0.5, 0.5),
            (fraction > 0.5) | ((fraction == 0.5) & (residue > 0)),
        )
        return np.where(tie, odd, above)
    inexact = (fraction != 0) | (residue != 0)
    if mode == TOWARD_ZERO:
        return np.zeros(np.shape(inexact), np.bool_)
    return inexact & (negative if mode == DOWNWARD else ~negative)


def _overflow(limit: float, mode: int, negative: Array) -> Array | float:
    """
    The magnitude of an overflow: infinity, or the largest number when the rounding is
    directed away from infinity (IEEE 754-2008, section 7.4).
    """
    if mode == NEAREST_EVEN:
        return np.inf
    if mode == TOWARD_ZERO:
        return limit
    return np.where(negative if mode == DOWNWARD else ~negative, np.inf, limit)
