"""
Addition, multiplication and fused multiply-add, each rounded exactly once, in every rounding mode
and for half, float and double.

The ordinary case, rounding to nearest even, uses NumPy's arithmetic, or double arithmetic and one
conversion if the result cannot differ. If it may differ in some lane (a double half way between
two results), the array takes the exact path of `rounding`.

Denormals are not flushed here; the executor does this, see `formats.Mode`.
"""

from __future__ import annotations

import numpy as np

from xdsl_opencl.emulator.vector.semantics.formats import (
    DOUBLE,
    DOWNWARD,
    NEAREST_EVEN,
    SINGLE,
    Array,
    Format,
    Mode,
    flush,
    format_of,
)
from xdsl_opencl.emulator.vector.semantics.rounding import (
    round_pair,
    to_odd,
    two_product,
    two_sum,
)


def add(mode: Mode, a: Array, b: Array) -> Array:
    """`a + b`, rounded as MODE says for the type."""
    format = format_of(a)
    rounding = mode.rounding(format)
    if rounding == NEAREST_EVEN:
        return a + b
    return _fused_exactly(np.ones_like(a), a, b, format, rounding)


def subtract(mode: Mode, a: Array, b: Array) -> Array:
    """`a - b`."""
    if mode.rounding(format_of(a)) == NEAREST_EVEN:
        return a - b
    return add(mode, a, -b)


def subtract_reversed(mode: Mode, a: Array, b: Array) -> Array:
    """`b - a`."""
    return subtract(mode, b, a)


def multiply(mode: Mode, a: Array, b: Array) -> Array:
    """`a * b`."""
    format = format_of(a)
    rounding = mode.rounding(format)
    if rounding == NEAREST_EVEN:
        return a * b
    zero = np.where(np.signbit(a) ^ np.signbit(b), -0.0, 0.0)
    return _fused_exactly(a, b, zero.astype(a.dtype), format, rounding)


def multiply_legacy(mode: Mode, a: Array, b: Array) -> Array:
    """
    `a * b`, and 0 if either is zero, even if the other is NaN or infinity (DirectX 9).

    Source: "Vega Instruction Set Architecture", V_MUL_LEGACY_F32; "RDNA3 Instruction Set
    Architecture", V_MUL_DX9_ZERO_F32.
    """
    product = multiply(mode, a, b)
    return np.where((a == 0) | (b == 0), np.zeros_like(product), product)


def fma(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    `a * b + c` rounded once to the format of `c`; `a` and `b` may be doubles whose product a
    double holds.
    """
    format = format_of(c)
    rounding = mode.rounding(format)
    if rounding != NEAREST_EVEN:
        return _fused_exactly(a, b, c, format, rounding)
    if format is DOUBLE:
        return _fused_double(a, b, c)
    return _fused_small(a, b, c, format)


def fma_legacy(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    `a * b + c` rounded once, and `c` if `a` or `b` is zero (DirectX 9).

    Source: "RDNA3 Instruction Set Architecture", V_FMA_DX9_ZERO_F32.
    """
    return np.where((a == 0) | (b == 0), c, fma(mode, a, b, c))


def multiply_add(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    `a * b + c` with the product rounded before the sum. Float always flushes denormals;
    half follows MODE.

    Source: "Vega Instruction Set Architecture", V_MAD_F32 ("does not support denormals",
    LLVM `SIModeRegisterDefaults`: mad needs the flushing mode).
    """
    if format_of(a) is SINGLE:
        a, b, c = flush(a), flush(b), flush(c)
        return flush(add(mode, flush(multiply(mode, a, b)), c))
    return add(mode, multiply(mode, a, b), c)


def multiply_add_legacy(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """`multiply_add` with `multiply_legacy`."""
    a, b, c = flush(a), flush(b), flush(c)
    return flush(add(mode, flush(multiply_legacy(mode, a, b)), c))


def _fused_small(a: Array, b: Array, c: Array, format: Format) -> Array:
    """
    `fma` of float or half to nearest even: the product is exact in double, and so is the
    sum nearly always. Double rounding goes wrong only for a sum half way between two
    results.
    """
    product = np.multiply(a, b, dtype=np.float64)
    total = product + c
    result = total.astype(format.float_type)
    below = 53 - format.precision
    bits = np.ascontiguousarray(total).view(np.uint64)
    doubtful = (bits & np.uint64((1 << below) - 1)) == np.uint64(1 << (below - 1))
    small = np.abs(result) <= format.float_type(2.0**format.smallest)
    if small.any():
        doubtful |= small & (total != 0)
    if not doubtful.any():
        return result
    product, addend, total = (
        np.broadcast_to(part, result.shape)[doubtful] for part in (product, c, total)
    )
    _, error = two_sum(product, addend.astype(np.float64))
    error = np.where(np.isfinite(total), error, 0.0)
    result[doubtful] = to_odd(total, error).astype(format.float_type)
    return result


_MODERATE_LOW = 2.0**-400
_MODERATE_HIGH = 2.0**400


def _moderate(values: Array) -> bool:
    """
    Returns whether products and sums of these values stay in the range with exact error terms.
    """
    magnitudes = np.abs(values)
    fits = (magnitudes >= _MODERATE_LOW) & (magnitudes <= _MODERATE_HIGH)
    return bool((fits | (values == 0)).all())


def _fused_double(a: Array, b: Array, c: Array) -> Array:
    if _moderate(a) and _moderate(b) and _moderate(c):
        high, low = two_product(a, b)
        sum_high, sum_low = two_sum(high, c)
        # The sum of the two errors, rounded to odd, only decides ties.
        error, rest = two_sum(low, sum_low)
        error = to_odd(error, rest) if rest.any() else error
        # Adding an error of zero would turn -0 into +0.
        return np.where(error == 0, sum_high, sum_high + error)
    return _fused_exactly(a, b, c, DOUBLE, NEAREST_EVEN)


def exact_product_sum(a: Array, b: Array, c: Array) -> tuple[Array, Array, Array]:
    """
    `a * b + c` of finite doubles as `(high + low) * 2**scale`: `high` the nearest double of
    the sum, `low` with the sign of the rest, and at half a unit only if that is exact.
    """
    a_part, a_exponent = np.frexp(a)
    b_part, b_exponent = np.frexp(b)
    c_part, c_exponent = np.frexp(c)
    product_exponent = a_exponent.astype(np.int64) + b_exponent
    addend_exponent = c_exponent.astype(np.int64)
    no_product = (a_part == 0) | (b_part == 0)
    lowest = np.int64(-(1 << 20))
    product_exponent = np.where(no_product, lowest, product_exponent)
    addend_exponent = np.where(c_part == 0, lowest, addend_exponent)
    scale = np.maximum(product_exponent, addend_exponent)
    scale = np.where(scale == lowest, 0, scale)
    # For a term below 2**-250 of the other only the sign matters.
    product_shift = np.maximum(product_exponent - scale, -250).astype(np.int32)
    addend_shift = np.maximum(addend_exponent - scale, -250).astype(np.int32)
    high, low = two_product(np.ldexp(a_part, product_shift), b_part)
    sum_high, sum_low = two_sum(high, np.ldexp(c_part, addend_shift))
    error, rest = two_sum(low, sum_low)
    total, remainder = two_sum(sum_high, error)
    # `remainder + rest` is exact but for the last bits; to odd keeps its sign and ties.
    tail, last = two_sum(remainder, rest)
    return total, to_odd(tail, last), scale


def _fused_exactly(
    a: Array, b: Array, c: Array, format: Format, rounding: int
) -> Array:
    """`a * b + c` for every value and rounding mode."""
    a, b, c = (x.astype(np.float64) for x in np.broadcast_arrays(a, b, c))
    finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c)
    high, low, scale = exact_product_sum(
        np.where(finite, a, 0.0), np.where(finite, b, 0.0), np.where(finite, c, 0.0)
    )
    result = round_pair(high, low, format, rounding, scale)
    # A sum of zeros has their common sign, else the sign that the rounding mode gives (IEEE
    # 754, 6.3).
    negative_product = np.signbit(a) ^ np.signbit(b)
    zero = high == 0
    both = negative_product & np.signbit(c)
    neither = ~negative_product & ~np.signbit(c)
    cancelled = -0.0 if rounding == DOWNWARD else 0.0
    zeros = np.where(both, -0.0, np.where(neither, 0.0, cancelled))
    result = np.where(zero, zeros, result)
    if not finite.all():
        special = np.where(np.isfinite(a) & np.isfinite(b), c, a * b + c)
        result = np.where(finite, result, special)
    return result.astype(format.float_type)


def multiply_lit(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    V_MULLIT_F32: `a * b` of a lighting term, or the largest negative number where `b` or `c`
    rules it out.

    Source: "RDNA3 Instruction Set Architecture", V_MULLIT_F32.
    """
    least = np.finfo(np.float32).min
    out = (b <= least) | np.isnan(b) | (c <= 0) | np.isnan(c)
    return np.where(out, least, multiply(mode, a, b))
