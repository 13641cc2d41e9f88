"""
Dot products of packed numbers, and small formats as floats.

Sources: "RDNA3 Instruction Set Architecture", section 16.10, V_DOT2_F32_F16, V_DOT4_I32_IU8;
"AMD CDNA4 Instruction Set Architecture", V_DOT2_I32_I16, V_DOT4_I32_I8, V_DOT8_I32_I4. The
documents round after each term of V_DOT2_F32_F16; so do these functions, with one rounding for
each product and sum of it (fused).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from xdsl_opencl.emulator.vector.semantics.arithmetic import fma
from xdsl_opencl.emulator.vector.semantics.formats import Array, Mode


def fields(values: Array, bits: int, signed: bool) -> list[Array]:
    """
    The fields of words, lowest first, as int64.
    """
    found: list[Array] = []
    for index in range(32 // bits):
        shifted = values << np.uint32(32 - bits * (index + 1))
        if signed:
            field = shifted.view(np.int32) >> np.int32(32 - bits)
        else:
            field = shifted >> np.uint32(32 - bits)
        found.append(field.astype(np.int64))
    return found


def integer_dot(bits: int, a_signed: bool, b_signed: bool) -> Any:
    """
    The exact dot product of fields of `bits` bits, plus an addend, as int64.
    """

    def dot(a: Array, b: Array, c: Array) -> Array:
        total = c.astype(np.int64)
        for x, y in zip(
            fields(a, bits, a_signed), fields(b, bits, b_signed), strict=True
        ):
            total = total + x * y
        return total

    return dot


def bfloat_to_single(values: Array) -> Array:
    """
    Bits of bfloat16 (uint16) as floats.
    """
    return (values.astype(np.uint32) << np.uint32(16)).view(np.float32)


def single_to_bfloat(values: Array) -> Array:
    """
    Floats to the nearest bfloat16, as bits (uint16); NaN stays NaN, quiet.
    """
    bits = values.view(np.uint32)
    lowest = bits >> np.uint32(16) & np.uint32(1)
    rounded = (bits + (np.uint32(0x7FFF) + lowest)) >> np.uint32(16)
    quiet = bits >> np.uint32(16) | np.uint32(0x40)
    return np.where(np.isnan(values), quiet, rounded).astype(np.uint16)


def _halves(values: Array) -> tuple[Array, Array]:
    low = values.astype(np.uint16)
    high = (values >> np.uint32(16)).astype(np.uint16)
    return low, high


def _dot2(mode: Mode, a: Array, b: Array, c: Array, convert: Any) -> Array:
    total = c
    for x, y in zip(_halves(a), _halves(b), strict=True):
        total = fma(mode, convert(x), convert(y), total)
    return total


def _half_to_single(values: Array) -> Array:
    return values.view(np.float16).astype(np.float32)


def dot2_f32_f16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    The dot product of two half pairs, plus `c`.
    """
    return _dot2(mode, a, b, c, _half_to_single)


def dot2_f32_bf16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    The dot product of two bfloat16 pairs, plus `c`.
    """
    return _dot2(mode, a, b, c, bfloat_to_single)


def dot2_f16_f16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    V_DOT2_F16_F16: products and sums of half.
    """
    total = c
    for x, y in zip(_halves(a), _halves(b), strict=True):
        total = fma(mode, x.view(np.float16), y.view(np.float16), total)
    return total


def dot2_bf16_bf16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """
    V_DOT2_BF16_BF16: a sum of floats, rounded to bfloat16.
    """
    total = dot2_f32_bf16(mode, a, b, bfloat_to_single(c))
    return single_to_bfloat(total)
