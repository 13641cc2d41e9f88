"""
Reciprocals, roots, exponentials, logarithms and trigonometry.

The hardware's results are within the errors that AMD's documents state: 1 unit in the last place
for float ("1 ULP accuracy, denormals are flushed"), 0.51 units for half, 2**29 units for double.
Here they are the nearest numbers or their neighbours, and exact where possible.

Sources: "Vega Instruction Set Architecture", section 12.8; "RDNA3 Instruction Set Architecture",
section 16.8; LLVM, `AMDGPULegalizerInfo.cpp`: "v_rcp_f32 and v_rsq_f32 do not support denormals",
"v_log_f32 is good enough ... except it does not handle denormals".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_opencl.emulator.vector.semantics.formats import (
    Array,
    Format,
    Mode,
    flush,
    format_of,
)

_LARGEST_REVOLUTIONS = 256.0
"""The largest sources of sine and cosine on gfx8 and gfx9, in turns."""


def _by_double(function: Any) -> Any:
    """
    Applies `function`, which takes doubles, to half, float or double; float flushes
    denormals.
    """

    def compute(mode: Mode, values: Array) -> Array:
        format: Format = format_of(values)
        if format.width == 32:
            result = function(flush(values).astype(np.float64)).astype(np.float32)
            return flush(result)
        return function(values.astype(np.float64)).astype(format.float_type)

    return compute


def _reciprocal_root(values: Array) -> Array:
    return 1.0 / np.sqrt(values)


reciprocal = _by_double(np.reciprocal)
square_root = _by_double(np.sqrt)
reciprocal_square_root = _by_double(_reciprocal_root)
exponential = _by_double(np.exp2)
logarithm = _by_double(np.log2)
hyperbolic_tangent = _by_double(np.tanh)


def _quarters(revolutions: Array) -> tuple[Array, Array]:
    """The nearest number of quarter turns, modulo 4, and the rest in radians."""
    # Exact: only whole turns are removed.
    turn = revolutions - np.rint(revolutions)
    quarter = np.rint(turn * 4.0)
    rest = (turn * 4.0 - quarter) * (np.pi / 2)
    return np.mod(quarter, 4.0), rest


def _sine_of_turns(revolutions: Array) -> Array:
    """The sine of an angle in turns, exact at quarter turns."""
    quarter, rest = _quarters(revolutions)
    sine, cosine = np.sin(rest), np.cos(rest)
    result: Any = np.where(quarter == 0, sine, cosine)
    result = np.where(quarter == 2, -sine, result)
    result = np.where(quarter == 3, -cosine, result)
    return np.where(result == 0, np.copysign(0.0, revolutions), result)


def _cosine_of_turns(revolutions: Array) -> Array:
    """The cosine of an angle in turns, exact at quarter turns."""
    quarter, rest = _quarters(revolutions)
    sine, cosine = np.sin(rest), np.cos(rest)
    result: Any = np.where(quarter == 0, cosine, -sine)
    result = np.where(quarter == 2, -cosine, result)
    result = np.where(quarter == 3, sine, result)
    return np.where(result == 0, 0.0, result)


sine = _by_double(_sine_of_turns)
cosine = _by_double(_cosine_of_turns)


def _limited(function: Any, beyond: float) -> Any:
    """
    V_SIN and V_COS of gfx8 and gfx9: `beyond` outside of 256 turns.

    Source: "Vega Instruction Set Architecture", V_SIN_F32 ("out-of-range input results in
    float 0"), V_COS_F32 ("float 1").
    """

    def compute(mode: Mode, values: Array) -> Array:
        # mutant: the sine and the cosine of so many turns are those of none
        outside: Array = np.fabs(values) > _LARGEST_REVOLUTIONS
        result: Array = function(mode, values)
        limit = values.dtype.type(beyond)
        return np.where(outside & np.isfinite(values), limit, result)

    return compute


sine_in_range = _limited(sine, 0.0)
cosine_in_range = _limited(cosine, 1.0)


def _two_over_pi(bits: int) -> int:
    """The first `bits` bits of 2/pi after the binary point, as an integer."""
    guard = 64
    scale = bits + guard

    def arctangent(inverse: int) -> int:
        """atan(1/inverse) * 2**scale by its series."""
        power = (1 << scale) // inverse
        total, divisor, sign = 0, 1, 1
        while power:
            total += sign * (power // divisor)
            power //= inverse * inverse
            divisor += 2
            sign = -sign
        return total

    pi = 4 * (4 * arctangent(5) - arctangent(239))
    return ((2 << (2 * scale)) // pi) >> guard


_TWO_OVER_PI_BITS = 1201
_SEGMENTS: list[float] = []


def _segment_table() -> Array:
    """The 53 bits of 2/pi that start at each bit, as doubles."""
    if not _SEGMENTS:
        digits = _two_over_pi(_TWO_OVER_PI_BITS)
        mask = (1 << 53) - 1
        _SEGMENTS.extend(
            float((digits << shift) >> (_TWO_OVER_PI_BITS - 53) & mask)
            for shift in range(_TWO_OVER_PI_BITS)
        )
    return np.array(_SEGMENTS)


def trigonometric_segment(mode: Mode, values: Array, segment: Array) -> Array:
    """
    V_TRIG_PREOP_F64: 53 bits of 2/pi for an argument reduction of `values`, segment 0 to 31.

    Source: "RDNA3 Instruction Set Architecture", V_TRIG_PREOP_F64.
    """
    field = (values.view(np.uint64) >> np.uint64(52)).astype(np.int64) & 0x7FF
    shift = (segment & np.uint32(31)).astype(np.int64) * 53
    shift = shift + np.where(field > 1077, field - 1077, 0)
    table = _segment_table()
    bits = np.where(shift < len(table), table[np.minimum(shift, len(table) - 1)], 0.0)
    scale = -53 - shift + np.where(field >= 1968, 128, 0)
    return np.ldexp(bits, scale.astype(np.int32))
