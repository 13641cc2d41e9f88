"""
Floating-point formats and their fields in MODE: bit fields, denormals, NaNs.

Sources: IEEE 754-2008, section 3.4; "RDNA3 Instruction Set Architecture", section 3.3.4 "Mode
register" (rounding and denormal fields); "Vega Instruction Set Architecture", section 3.7
likewise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

NEAREST_EVEN = 0
UPWARD = 1
DOWNWARD = 2
TOWARD_ZERO = 3
"""Rounding modes with the numbers of MODE.FP_ROUND."""


@dataclass(frozen=True)
class Format:
    """
    A binary floating-point format: `precision` counts the implicit bit, `smallest` is the
    exponent of the smallest normal number 2**smallest, `largest` that of the largest.
    """

    width: int
    precision: int
    smallest: int
    largest: int
    float_type: Any
    bits_type: Any

    @property
    def sign(self) -> int:
        """The mask of the sign bit."""
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        """The bits of positive infinity, which are those of the exponent field."""
        return ((1 << (self.width - self.precision)) - 1) << (self.precision - 1)

    @property
    def quiet(self) -> int:
        """The bit that tells a quiet NaN from a signaling one."""
        return 1 << (self.precision - 2)

    @property
    def fraction(self) -> int:
        """The mask of the fraction field."""
        return (1 << (self.precision - 1)) - 1

    @property
    def bias(self) -> int:
        """The bias of the exponent field."""
        return self.largest


HALF = Format(16, 11, -14, 15, np.float16, np.uint16)
SINGLE = Format(32, 24, -126, 127, np.float32, np.uint32)
DOUBLE = Format(64, 53, -1022, 1023, np.float64, np.uint64)

FORMATS = {"f16": HALF, "f32": SINGLE, "f64": DOUBLE}

_BY_TYPE = {np.dtype(f.float_type): f for f in (HALF, SINGLE, DOUBLE)}


def format_of(values: Array) -> Format:
    """The format of an array of floats."""
    return _BY_TYPE[values.dtype]


@dataclass(frozen=True)
class Mode:
    """
    The fields of MODE that affect arithmetic. `*_single` are those of float, `*_double`
    those of double and half; With `flush_in` and `flush_out` denormal sources and results
    become zeros of the same sign. `saturates`: a conversion to a format of 8 bits or fewer gives the
    largest number where it would overflow (FP16_OVFL).
    """

    round_single: int = NEAREST_EVEN
    round_double: int = NEAREST_EVEN
    flush_in_single: bool = False
    flush_out_single: bool = False
    flush_in_double: bool = False
    flush_out_double: bool = False
    dx10_clamp: bool = True
    ieee: bool = True
    saturates: bool = False

    @property
    def flushes(self) -> bool:
        """Returns whether denormals of some format become zero."""
        return (
            self.flush_in_single
            or self.flush_out_single
            or self.flush_in_double
            or self.flush_out_double
        )

    def rounding(self, format: Format) -> int:
        return self.round_single if format is SINGLE else self.round_double

    def flush_in(self, format: Format) -> bool:
        """Returns whether denormal sources of the format become zero."""
        return self.flush_in_single if format is SINGLE else self.flush_in_double

    def flush_out(self, format: Format) -> bool:
        """Returns whether denormal results of the format become zero."""
        return self.flush_out_single if format is SINGLE else self.flush_out_double


MODE_BITS = 0x3FF | 1 << 23
"""The bits of MODE that `decode_mode` reads."""


@cache
def decode_mode(bits: int, has_ieee: bool = True) -> Mode:
    """
    MODE decoded: FP_ROUND in bits 0 to 3, FP_DENORM in bits 4 to 7, DX10_CLAMP in bit 8,
    IEEE in bit 9, FP16_OVFL in bit 23 (gfx9 and later).

    From gfx12 on (`has_ieee` false) the last two do not exist: a clamp always makes NaN
    zero, and minimum and maximum always follow IEEE 754-2019 ("RDNA4 Instruction Set
    Architecture", section 3.4.3).
    """
    return Mode(
        bits & 3,
        bits >> 2 & 3,
        not bits >> 4 & 1,
        not bits >> 5 & 1,
        not bits >> 6 & 1,
        not bits >> 7 & 1,
        bool(bits >> 8 & 1) if has_ieee else True,
        bool(bits >> 9 & 1) if has_ieee else False,
        bool(bits >> 23 & 1),
    )


DEFAULT_MODE = Mode()


def bits_of(values: Array) -> Array:
    """The bits of floating-point values, as a view."""
    return values.view(format_of(values).bits_type)


def flush(values: Array) -> Array:
    """The values, with denormal numbers replaced by zeros of the same sign."""
    format = format_of(values)
    bits = values.view(format.bits_type)
    denormal = (bits & format.bits_type(format.infinity)) == 0
    if not denormal.any():
        return values
    kept = np.where(denormal, bits & format.bits_type(format.sign), bits)
    return kept.view(format.float_type)


def is_signaling(values: Array) -> Array:
    """The lanes that hold a signaling NaN."""
    format = format_of(values)
    bits = bits_of(values)
    return np.isnan(values) & ((bits & format.bits_type(format.quiet)) == 0)


def quieted(values: Array) -> Array:
    """The values, with signaling NaNs replaced by quiet NaNs of the same payload."""
    nan = np.isnan(values)
    if not nan.any():
        return values
    format = format_of(values)
    bits = bits_of(values)
    return np.where(nan, bits | format.bits_type(format.quiet), bits).view(
        format.float_type
    )


def exponent_field(values: Array) -> Array:
    """The biased exponent of each value, as a signed integer of 32 bits."""
    format = format_of(values)
    field = bits_of(values) & format.bits_type(format.infinity)
    return (field >> format.bits_type(format.precision - 1)).astype(np.int32)


def constant(format: Format, bits: int) -> Array:
    """The value of `format` with these bits, as an array without dimensions."""
    return np.array(bits, format.bits_type).view(format.float_type)


def copysign(values: Array, negative: Array) -> Array:
    """The magnitudes of `values`, negated where `negative`."""
    magnitudes = np.abs(values)
    return np.where(negative, -magnitudes, magnitudes)
