"""
Floating-point formats of 4 to 16 bits: bfloat16, and those of 8, 6 and 4 bits.

`fp8` has 4 bits of exponent and 3 of fraction, `bf8` 5 and 2, `fp6` 2 and 3, `bf6` 3 and 2,
`fp4` 2 and 1. gfx940 has its own variants of fp8 and bf8 (`fnuz`: one NaN, no infinity, no -0,
bias one greater); gfx950 and RDNA 4 have those of OCP.

Sources: "OCP 8-bit Floating Point Specification", "OCP Microscaling Formats"; "AMD Instinct
MI300 Instruction Set Architecture", section 2.2 "fp8 and bf8"; "AMD CDNA4 Instruction Set
Architecture", V_CVT_SCALEF32_PK_FP8_F32 and its like.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from xdsl_opencl.emulator.vector.semantics.formats import Array


@dataclass(frozen=True)
class SmallFormat:
    """
    `special` is the meaning of the highest bit patterns: `infinity` (IEEE), `nan` (the
    highest one is NaN), `none` (all are numbers), `fnuz` (0x80 is NaN).
    """

    exponent: int
    fraction: int
    bias: int
    special: str

    @property
    def width(self) -> int:
        """The bits of a number."""
        return 1 + self.exponent + self.fraction


FORMATS = {
    "fp8": SmallFormat(4, 3, 7, "nan"),
    "bf8": SmallFormat(5, 2, 15, "infinity"),
    "fp6": SmallFormat(2, 3, 1, "none"),
    "bf6": SmallFormat(3, 2, 3, "none"),
    "fp4": SmallFormat(2, 1, 1, "none"),
    # Scales of gfx1250, all above zero ("CDNA5 Instruction Set Architecture", section 7.12.6).
    "e5m3": SmallFormat(5, 3, 15, "nan"),
}

FNUZ = {"fp8": SmallFormat(4, 3, 8, "fnuz"), "bf8": SmallFormat(5, 2, 16, "fnuz")}
"""The formats of 8 bits on gfx940."""


@cache
def _magnitudes(format: SmallFormat) -> Array:
    """The finite magnitudes, by their bits."""
    count = 1 << (format.exponent + format.fraction)
    values: list[float] = []
    for bits in range(count):
        field, fraction = bits >> format.fraction, bits & ((1 << format.fraction) - 1)
        if field:
            fraction += 1 << format.fraction
        power = max(field, 1) - format.bias - format.fraction
        values.append(fraction * 2.0**power)
    if format.special == "nan":
        values.pop()
    elif format.special == "infinity":
        del values[-(1 << format.fraction) :]
    return np.array(values)


@cache
def _table(format: SmallFormat) -> Array:
    """The value of each bit pattern."""
    half = 1 << (format.width - 1)
    positive = np.full(half, np.nan)
    finite = _magnitudes(format)
    positive[: len(finite)] = finite
    if format.special == "infinity":
        positive[len(finite)] = np.inf
    values = np.concatenate([positive, -positive])
    if format.special == "fnuz":
        values[half] = np.nan
    return values


def decode(bits: Array, format: SmallFormat) -> Array:
    """
    The numbers with these bits, as doubles; bits above the format's width are ignored.
    """
    return _table(format)[bits.astype(np.intp) & ((1 << format.width) - 1)]


def encode(
    values: Array, format: SmallFormat, *, clamps: bool, random: Array | None = None
) -> Array:
    """
    Rounds doubles to bits (uint32) of the nearest number, ties to even. With `random` (32
    bits) it rounds to one of the two neighbours, with the probability given by its
    nearness.

    A number that is too large becomes the largest one with `clamps` or if the format has
    neither infinity nor NaN; else it becomes infinity or NaN.
    """
    magnitudes = _magnitudes(format)
    largest = magnitudes[-1]
    magnitude = np.fabs(values)
    regular = np.isfinite(values) & (values != 0)
    safe = np.where(regular, magnitude, 1.0)
    exponent = np.frexp(safe)[1] - 1
    unit = np.maximum(exponent, 1 - format.bias) - format.fraction
    quotient = np.ldexp(safe, -unit)
    if random is None:
        count = np.rint(quotient)
    else:
        count = np.floor(quotient + random.astype(np.float64) * 2.0**-32)
    result = np.where(regular, np.ldexp(count, unit), magnitude)
    over = result > largest
    known = np.where(over | np.isnan(result), 0.0, result)
    bits = np.searchsorted(magnitudes, known).astype(np.uint32)
    highest = np.uint32(len(magnitudes) - 1)
    saturates = (clamps & np.isfinite(values)) | (format.special == "none")
    beyond = highest if format.special == "fnuz" else highest + np.uint32(1)
    bits = np.where(over, np.where(saturates, highest, beyond), bits)
    sign = np.uint32(1 << (format.width - 1))
    nan_bits = {
        "nan": highest + np.uint32(1),
        "infinity": beyond + np.uint32(1 << max(format.fraction - 1, 0)),
        "none": highest,
        "fnuz": np.uint32(0),
    }[format.special]
    bits = np.where(np.isnan(values), nan_bits, bits)
    negative = np.signbit(values)
    if format.special == "fnuz":
        lost = np.isnan(values) | (over & ~saturates)
        negative = negative & (bits != 0)
        return np.where(lost, sign, np.where(negative, bits | sign, bits))
    return np.where(negative, bits | sign, bits)


_BFLOAT = SmallFormat(8, 7, 127, "infinity")


def double_to_bfloat(values: Array) -> Array:
    """Doubles to the nearest bfloat16, as bits (uint16)."""
    return encode(values, _BFLOAT, clamps=False).astype(np.uint16)


def bfloat_to_single(values: Array) -> Array:
    """Bits of bfloat16 (uint16) as floats."""
    return (values.astype(np.uint32) << np.uint32(16)).view(np.float32)


def single_to_bfloat(values: Array) -> Array:
    """Floats to the nearest bfloat16, as bits (uint16); NaN stays NaN, quiet."""
    bits = values.view(np.uint32)
    lowest = bits >> np.uint32(16) & np.uint32(1)
    rounded = (bits + (np.uint32(0x7FFF) + lowest)) >> np.uint32(16)
    quiet = bits >> np.uint32(16) | np.uint32(0x40)
    return np.where(np.isnan(values), quiet, rounded).astype(np.uint16)


def single_to_bfloat_stochastic(values: Array, random: Array) -> Array:
    """V_CVT_SR_BF16_F32: adds 16 random bits below the bits that stay."""
    bits = values.view(np.uint32)
    added = (bits + (random & np.uint32(0xFFFF))) >> np.uint32(16)
    special = ~np.isfinite(values)
    return np.where(special, single_to_bfloat(values), added).astype(np.uint16)


def single_to_half_stochastic(values: Array, random: Array) -> Array:
    """V_CVT_SR_F16_F32: adds random bits below the bits that stay."""
    wide = values.astype(np.float64)
    regular = np.isfinite(wide) & (wide != 0)
    safe = np.where(regular, np.fabs(wide), 1.0)
    unit = np.maximum(np.frexp(safe)[1] - 1, -14) - 10
    count = np.floor(np.ldexp(safe, -unit) + random.astype(np.float64) * 2.0**-32)
    result = np.copysign(np.ldexp(count, unit), wide)
    return np.where(regular, result, wide).astype(np.float16)


def field(words: Array, first: int, width: int) -> Array:
    """
    `width` bits from bit `first` on of values that span several words, `words[n, …]`.
    """
    index, place = divmod(first, 32)
    bits = words[index] >> np.uint32(place)
    if place + width > 32:
        bits = bits | words[index + 1] << np.uint32(32 - place)
    return bits & np.uint32((1 << width) - 1)


def join_fields(fields: list[Array], width: int) -> Array:
    """The reverse of `field`: packs values of `width` bits into words[n, …]."""
    shape = np.broadcast_shapes(*(f.shape for f in fields))
    words = np.zeros((-(-len(fields) * width // 32), *shape), np.uint32)
    for number, bits in enumerate(fields):
        index, place = divmod(number * width, 32)
        words[index] |= bits << np.uint32(place)
        if place + width > 32:
            words[index + 1] |= bits >> np.uint32(32 - place)
    return words
