"""
Dot products of packed numbers, and small formats as floats.

Sources: "RDNA3 Instruction Set Architecture", section 16.10, V_DOT2_F32_F16, V_DOT4_I32_IU8; "AMD
CDNA4 Instruction Set Architecture", V_DOT2_I32_I16, V_DOT4_I32_I8, V_DOT8_I32_I4. The documents
round after each term of V_DOT2_F32_F16. These functions do the same, with one fused rounding for
each product and its sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_opencl.emulator.vector.semantics.arithmetic import fma
from xdsl_opencl.emulator.vector.semantics.formats import Array, Mode
from xdsl_opencl.emulator.vector.semantics.small_floats import (
    SmallFormat,
    bfloat_to_single,
    decode,
    single_to_bfloat,
)


def fields(values: Array, bits: int, signed: bool) -> list[Array]:
    """The fields of words, lowest first, as int64."""
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
    """The exact dot product of fields of `bits` bits, plus an addend, as int64."""

    def dot(a: Array, b: Array, c: Array) -> Array:
        total = c.astype(np.int64)
        for x, y in zip(
            fields(a, bits, a_signed), fields(b, bits, b_signed), strict=True
        ):
            total = total + x * y
        return total

    return dot


def _halves(values: Array) -> tuple[Array, Array]:
    low = values.astype(np.uint16)
    high = (values >> np.uint32(16)).astype(np.uint16)
    return low, high


def _dot2(
    mode: Mode, a: Array, b: Array, c: Array, convert: Callable[[Array], Array]
) -> Array:
    total = c
    for x, y in zip(_halves(a), _halves(b), strict=True):
        total = fma(mode, convert(x), convert(y), total)
    return total


def dot2_f32_f16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """The dot product of two half pairs, plus `c`."""
    return _dot2(
        mode, a, b, c, lambda values: values.view(np.float16).astype(np.float32)
    )


def dot2_f32_bf16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """The dot product of two bfloat16 pairs, plus `c`."""
    return _dot2(mode, a, b, c, bfloat_to_single)


def dot2_f16_f16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """V_DOT2_F16_F16: products and sums of half."""
    return _dot2(mode, a, b, c, lambda values: values.view(np.float16))


def dot2_bf16_bf16(mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """V_DOT2_BF16_BF16: a sum of floats, rounded to bfloat16."""
    total = dot2_f32_bf16(mode, a, b, bfloat_to_single(c))
    return single_to_bfloat(total)


def dot4_small(a_format: SmallFormat, b_format: SmallFormat) -> Any:
    """V_DOT4_F32_FP8_BF8 and its like: four products of numbers of 8 bits, plus `c`."""

    def dot(mode: Mode, a: Array, b: Array, c: Array) -> Array:
        total = c
        for index in range(4):
            shift = np.uint32(8 * index)
            x = decode(a >> shift, a_format).astype(np.float32)
            y = decode(b >> shift, b_format).astype(np.float32)
            total = fma(mode, x, y, total)
        return total

    return dot
