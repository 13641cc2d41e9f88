"""
The helpers of exact division: V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP.

Source: "RDNA3 Instruction Set Architecture", section 16.12, by instruction; "Vega Instruction Set
Architecture", section 12.9. In three places the printed pseudocode cannot describe the hardware:
with it, the division that LLVM and AMD's compilers build from the three instructions
(`SITargetLowering::LowerFDIV32`) would be wrong:

* V_DIV_FMAS multiplies by 2**32 (2**64), but V_DIV_SCALE scaled one source by 2**64 (2**128).
  Tests of tinygrad that pass on RDNA 3 (test/amd/hw/test_vop3.py, TestDivFmas) have 2**64 if
  the addend is at least 2, else 2**-64.
* V_DIV_SCALE scales a denominator whose reciprocal is denormal up, which gives infinity; it
  has to go down when the quotient is denormal too.
* V_DIV_FIXUP does not mention a NaN quotient of sources that are not NaN, which the sequence
  computes on overflow; the hardware gives infinity (TestDivFixup).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from xdsl_opencl.emulator.vector.semantics.arithmetic import exact_product_sum, fma
from xdsl_opencl.emulator.vector.semantics.formats import (
    DOUBLE,
    SINGLE,
    Array,
    Format,
    Mode,
    constant,
    copysign,
    exponent_field,
    format_of,
    quieted,
)
from xdsl_opencl.emulator.vector.semantics.rounding import round_pair

Masks = npt.NDArray[np.bool_]

_FAR = {32: 96, 64: 768}
"""The smallest difference of exponents for a quotient near the largest number."""

_SCALE = {32: 64, 64: 128}
"""The exponent by which sources are scaled."""

_TINY = {32: 23, 64: 53}
"""Biased exponent up to which a numerator is scaled."""


def _reciprocal_is_denormal(values: Array) -> Array:
    format = format_of(values)
    return (np.abs(values) > np.ldexp(1.0, -format.smallest)) & np.isfinite(values)


def scale(
    mode: Mode, value: Array, denominator: Array, numerator: Array
) -> tuple[Array, Masks]:
    """
    V_DIV_SCALE: scales `value`, the denominator or the numerator, so that the division
    neither overflows nor loses denormals; also returns the lanes whose result V_DIV_FMAS
    must scale back.
    """
    format = format_of(value)
    value, denominator, numerator = np.broadcast_arrays(value, denominator, numerator)
    above, below = exponent_field(numerator), exponent_field(denominator)
    difference = above - below
    special = (above <= _TINY[format.width]) | (difference >= _FAR[format.width])
    special |= (difference <= format.smallest) | (below == 0)
    special |= below > -2 * format.smallest
    mask = np.zeros(value.shape, np.bool_)
    if special.any():
        value = value.copy()
        value[special], mask[special] = _scale_specially(
            value[special], denominator[special], numerator[special], format
        )
    return value, mask


def _scale_specially(
    value: Array, denominator: Array, numerator: Array, format: Format
) -> tuple[Array, Masks]:
    """`scale` of lanes where a source or the quotient may be far from 1."""
    up, down = (
        _scaled(value, _SCALE[format.width]),
        _scaled(value, -_SCALE[format.width]),
    )
    is_denominator = value == denominator
    is_numerator = value == numerator
    zero = (numerator == 0) | (denominator == 0)
    tiny_reciprocal = _reciprocal_is_denormal(denominator)
    # By the exponents alone (tinygrad, test_div_scale_f32_tiny_numer_exp_le_23).
    difference = exponent_field(numerator) - exponent_field(denominator)
    tiny_quotient = difference <= format.smallest
    far = difference >= _FAR[format.width]
    conditions: list[Array] = [
        zero,
        far,
        (exponent_field(denominator) == 0) & (denominator != 0),
        tiny_reciprocal & tiny_quotient,
        tiny_reciprocal,
        tiny_quotient,
        exponent_field(numerator) <= _TINY[format.width],
    ]
    nan = np.full_like(value, np.nan)
    results: list[Array] = [
        nan,
        np.where(is_denominator, up, value),
        up,
        np.where(is_denominator, down, value),
        down,
        np.where(is_numerator, up, value),
        up,
    ]
    result = np.select(conditions, results, value)
    flags = [True, True, False, True, False, True, False]
    mask = np.select(conditions, [np.full(value.shape, f) for f in flags], False)
    return result, mask.astype(np.bool_)


def _scaled(values: Array, exponent: int) -> Array:
    return np.ldexp(values, np.int32(exponent))


def fused_scaled(mode: Mode, a: Array, b: Array, c: Array, scaled: Masks) -> Array:
    """
    V_DIV_FMAS: `a * b + c`, and where `scaled` times 2**64 (double: 2**128) if `c` is at
    least 2, else times 2**-64 (2**-128); with one rounding.
    """
    format = format_of(a)
    plain = fma(mode, a, b, c)
    if not scaled.any():
        return plain
    exponent = np.where(np.abs(c) >= 2, 1, -1) * _SCALE[format.width]
    rounding = mode.rounding(format)
    wide = [x.astype(np.float64) for x in np.broadcast_arrays(a, b, c)]
    finite = np.isfinite(wide[0]) & np.isfinite(wide[1]) & np.isfinite(wide[2])
    high, low, power = exact_product_sum(*(np.where(finite, x, 0.0) for x in wide))
    exact = round_pair(high, low, format, rounding, power + exponent)
    result = np.where(finite & (high != 0), exact.astype(format.float_type), plain)
    return np.where(scaled, result, plain)


_UNDERFLOW = {32: -150, 64: -1075}


def fix_up(mode: Mode, quotient: Array, denominator: Array, numerator: Array) -> Array:
    """V_DIV_FIXUP: `quotient` with the sign of the division and its special cases."""
    format = format_of(quotient)
    quotient, denominator, numerator = np.broadcast_arrays(
        quotient, denominator, numerator
    )
    above, below = exponent_field(numerator), exponent_field(denominator)
    highest = 1 - 2 * format.smallest
    special = np.isnan(quotient) | (above == 0) | (above > highest)
    special |= (below == 0) | (below > highest)
    if format is DOUBLE or format is SINGLE:
        special |= above - below < _UNDERFLOW[format.width]
    negative = np.signbit(denominator) ^ np.signbit(numerator)
    result = copysign(np.abs(quotient), negative)
    if special.any():
        result[special] = _fix_up_specially(
            quotient[special], denominator[special], numerator[special], format
        )
    return result


def _fix_up_specially(
    quotient: Array, denominator: Array, numerator: Array, format: Format
) -> Array:
    """`fix_up` of lanes where a number may be zero, denormal, infinite or NaN."""
    negative = np.signbit(denominator) ^ np.signbit(numerator)
    magnitude = np.abs(quotient)
    infinity = constant(format, format.infinity)
    nothing = format.float_type(0)
    if format is not DOUBLE and format is not SINGLE:
        result = magnitude
    else:
        result = _in_range(magnitude, denominator, numerator, format)
    zero_d, zero_n = denominator == 0, numerator == 0
    infinite_d, infinite_n = np.isinf(denominator), np.isinf(numerator)
    result = np.where(np.isnan(quotient), infinity, result)
    result = np.where(infinite_d | zero_n, nothing, result)
    result = np.where(zero_d | infinite_n, infinity, result)
    result = copysign(result, negative)
    invalid = (zero_d & zero_n) | (infinite_d & infinite_n)
    default = constant(format, format.sign | format.infinity | format.quiet)
    result = np.where(invalid, default, result)
    result = np.where(np.isnan(denominator), quieted(denominator), result)
    return np.where(np.isnan(numerator), quieted(numerator), result)


def _in_range(
    magnitude: Array, denominator: Array, numerator: Array, format: Format
) -> Array:
    """`magnitude`, or 0 if the exponents alone show that the quotient underflows."""
    difference = exponent_field(numerator) - exponent_field(denominator)
    under = difference < _UNDERFLOW[format.width]
    return np.where(under, format.float_type(0), magnitude)
