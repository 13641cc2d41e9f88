"""
Conversions between numbers: saturating to integers, rounded to floats, packed.

Converted to an integer, NaN becomes 0 and a value out of range the nearest integer of the type.

Sources: "RDNA3 Instruction Set Architecture", section 16.8, by instruction; "Vega Instruction Set
Architecture", section 12.8: V_CVT_U32_F32 ("out-of-range floating point values (including
infinity) saturate. NaN is converted to 0").
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.vector.semantics.formats import (
    DOWNWARD,
    HALF,
    NEAREST_EVEN,
    SINGLE,
    TOWARD_ZERO,
    UPWARD,
    Array,
    Format,
    Mode,
    flush,
    format_of,
    quieted,
)
from xdsl_opencl.emulator.vector.semantics.rounding import round_pair

Convert = Callable[[Array], Array]


def saturated(values: Array, integer: Any) -> Array:
    """Integral floats as integers of the type `integer` (of at most 32 bits)."""
    limits = np.iinfo(integer)
    numbers = values.astype(np.float64)
    numbers = np.where(np.isnan(numbers), 0.0, numbers)
    return numbers.clip(limits.min, limits.max).astype(np.int64).astype(integer)


def toward_zero(integer: Any) -> Convert:
    """V_CVT_U32_F32 and its like."""
    return lambda values: saturated(np.trunc(values), integer)


def exactly(dtype: Any) -> Convert:
    """A conversion to a type that has all numbers of the source."""
    return lambda values: values.astype(dtype)


def floor_to_i32(values: Array) -> Array:
    """V_CVT_FLR_I32_F32, V_CVT_FLOOR_I32_F32."""
    return saturated(np.floor(values), np.int32)


def nearest_to_i32(values: Array) -> Array:
    """
    V_CVT_RPI_I32_F32, V_CVT_NEAREST_I32_F32: the floor of the exact `value + 0.5`.
    """
    return saturated(np.floor(values.astype(np.float64) + 0.5), np.int32)


def rounded(values: Array, format: Format, rounding: int) -> Array:
    """Doubles rounded to `format`."""
    if rounding == NEAREST_EVEN:
        return values.astype(format.float_type)
    result = round_pair(values, np.zeros_like(values), format, rounding)
    return result.astype(format.float_type)


def to_half(mode: Mode, values: Array) -> Array:
    """V_CVT_F16_F32, rounded as MODE says for half."""
    if mode.round_double == NEAREST_EVEN:
        return quieted(values.astype(np.float16))
    return quieted(rounded(values.astype(np.float64), HALF, mode.round_double))


def double_to_single(mode: Mode, values: Array) -> Array:
    """V_CVT_F32_F64, rounded as MODE says for float."""
    if mode.round_single == NEAREST_EVEN:
        return values.astype(np.float32)
    # The exact path does not support the extreme exponents of double.
    near = np.where(
        np.isfinite(values) & (values != 0),
        np.copysign(np.abs(values).clip(2.0**-300, 2.0**300), values),
        values,
    )
    return rounded(near, SINGLE, mode.round_single)


def half_to_single(mode: Mode, values: Array) -> Array:
    """V_CVT_F32_F16, which is exact."""
    return quieted(values.astype(np.float32))


def integer_to_single(mode: Mode, values: Array) -> Array:
    """V_CVT_F32_I32, V_CVT_F32_U32."""
    if mode.round_single == NEAREST_EVEN:
        return values.astype(np.float32)
    return rounded(values.astype(np.float64), SINGLE, mode.round_single)


def integer_to_half(mode: Mode, values: Array) -> Array:
    """V_CVT_F16_I16, V_CVT_F16_U16."""
    return rounded(values.astype(np.float64), HALF, mode.round_double)


def byte_to_single(index: int, values: Array) -> Array:
    """V_CVT_F32_UBYTE0 to 3."""
    byte = values >> np.uint32(8 * index) & np.uint32(0xFF)
    return byte.astype(np.float32)


_OFFSETS = np.array([i / 16 for i in [*range(8), *range(-8, 0)]], np.float32)


def offset_to_single(values: Array) -> Array:
    """V_CVT_OFF_F32_I4: the low four bits, signed, divided by 16."""
    return _OFFSETS[values & np.uint32(15)]


def _normalised(values: Array, integer: Any, least: float, scale: float) -> Array:
    """
    Numbers from `least` to 1 as integers from `least * scale` to `scale`, rounded to
    nearest even; NaN gives 0.
    """
    numbers = values.astype(np.float64)
    numbers = np.where(np.isnan(numbers), 0.0, numbers).clip(least, 1.0)
    return np.rint(numbers * scale).astype(np.int64).astype(integer)


def to_signed_normalised(values: Array) -> Array:
    """Numbers from -1 to 1 as -32767 to 32767."""
    return _normalised(values, np.int16, -1.0, 32767.0)


def to_unsigned_normalised(values: Array) -> Array:
    """Numbers from 0 to 1 as 0 to 65535."""
    return _normalised(values, np.uint16, 0.0, 65535.0)


def _limited(integer: Any, values: Array) -> Array:
    limits = np.iinfo(integer)
    return values.clip(limits.min, limits.max).astype(integer)


def pack(low: Array, high: Array) -> Array:
    """Two values of 16 bits in a word."""
    first = low.view(np.uint16).astype(np.uint32)
    return first | high.view(np.uint16).astype(np.uint32) << np.uint32(16)


def pack_with(convert: Convert) -> Callable[[Array, Array], Array]:
    """The conversion of two values with `convert`, packed."""

    def packed(low: Array, high: Array) -> Array:
        return pack(convert(low), convert(high))

    return packed


def pack_halves_toward_zero(mode: Mode, low: Array, high: Array) -> Array:
    """V_CVT_PKRTZ_F16_F32, V_CVT_PK_RTZ_F16_F32: toward zero, independent of MODE."""

    def convert(values: Array) -> Array:
        result = rounded(values.astype(np.float64), HALF, TOWARD_ZERO)
        return flush(result) if mode.flush_out(HALF) else result

    return pack(convert(low), convert(high))


def pack_halves_nearest(low: Array, high: Array) -> Array:
    """V_CVT_PK_F16_F32: to nearest even, independent of MODE."""
    return pack(low.astype(np.float16), high.astype(np.float16))


pack_i16_i32 = pack_with(partial(_limited, np.int16))
pack_u16_u32 = pack_with(partial(_limited, np.uint16))
pack_i16_f32 = pack_with(toward_zero(np.int16))
pack_u16_f32 = pack_with(toward_zero(np.uint16))
pack_signed_normalised = pack_with(to_signed_normalised)
pack_unsigned_normalised = pack_with(to_unsigned_normalised)


_INTEGRAL = {
    NEAREST_EVEN: np.rint,
    UPWARD: np.ceil,
    DOWNWARD: np.floor,
    TOWARD_ZERO: np.trunc,
}


def pack_byte(mode: Mode, value: Array, index: Array, old: Array) -> Array:
    """
    V_CVT_PK_U8_F32: `old` with byte `index` replaced by `value` as unsigned byte, rounded as MODE
    says.

    Source: shadPS4, whose change 5194 follows a GPU of gfx7, rounds to nearest even. That the
    other modes count is our reading of MODE; AMD's documents do not say how it rounds.
    """
    rounded = _INTEGRAL[mode.rounding(SINGLE)](value)
    byte = saturated(rounded, np.uint8).astype(np.uint32)
    place = (index & np.uint32(3)) << np.uint32(3)
    return (old & ~(np.uint32(0xFF) << place)) | byte << place


def fraction(mode: Mode, values: Array) -> Array:
    """
    V_FRACT: `value - floor(value)`, less than 1: NaN for infinities.

    Source: "Vega Instruction Set Architecture", V_FRACT_F32; LLVM folds `llvm.amdgcn.fract` to
    minnum(x - floor(x), largest below 1).
    """
    format = format_of(values)
    largest = format.float_type(1) - format.float_type(2.0**-format.precision)
    result = values - np.floor(values)
    return np.where(result > largest, largest, result)


def load_exponent(mode: Mode, values: Array, exponent: Array) -> Array:
    """V_LDEXP: `value * 2**exponent`, rounded once as MODE says."""
    format = format_of(values)
    steps = exponent.astype(np.int32).clip(-3000, 3000)
    if mode.rounding(format) == NEAREST_EVEN:
        if format.width == 16:
            # Products of half are exact doubles; one conversion rounds them.
            return np.ldexp(values.astype(np.float64), steps).astype(np.float16)
        return np.ldexp(values, steps)
    mantissa, own = np.frexp(values.astype(np.float64))
    zero = np.zeros_like(mantissa)
    result = round_pair(
        mantissa, zero, format, mode.rounding(format), own.astype(np.int64) + steps
    )
    return result.astype(format.float_type)


def mantissa(mode: Mode, values: Array) -> Array:
    """
    V_FREXP_MANT: the number from 0.5 to 1 with the sign; NaN, infinity and zero as they are.
    """
    return np.frexp(values)[0].astype(values.dtype)


def exponent(values: Array) -> Array:
    """
    V_FREXP_EXP: the exponent that belongs to `mantissa`; 0 for NaN, infinity and zero.
    """
    result = np.frexp(values)[1]
    return np.where(np.isfinite(values), result, 0).astype(np.int32)


def exponent16(values: Array) -> Array:
    """V_FREXP_EXP_I16_F16."""
    return exponent(values).astype(np.int16)
