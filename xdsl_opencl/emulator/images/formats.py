"""
Converts texels between memory and registers by data format and number format.

Components are arrays of 32-bit registers: the bits of a float for normalised, scaled, sRGB and
floating-point formats, of an integer for the integer ones.

Sources: AMD, "RDNA3 Instruction Set Architecture" sections 10.3 "Buffer Data" and 11.7 "Image
Data Formats"; OpenCL 3.0 API specification, section 8.3 "Conversion Rules" (rounding of
normalised values, sRGB); Mesa, `src/amd/common/ac_formats.c`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]
Array = NDArray[Any]

ONE_FLOAT = 0x3F800000


@dataclass(frozen=True)
class TexelFormat:
    """
    A format: the bits of each component from the lowest up (`data` names them from the
    highest down), and the kind of number.
    """

    data: str
    number: str

    @property
    def bits(self) -> tuple[int, ...]:
        return tuple(int(b) for b in reversed(self.data.split("_")))

    @property
    def size(self) -> int:
        """Bytes of a texel."""
        return sum(self.bits) // 8

    @property
    def is_integer(self) -> bool:
        return self.number in ("UINT", "SINT")

    @property
    def one(self) -> int:
        """The register of a channel that is 1."""
        return 1 if self.is_integer else ONE_FLOAT


@cache
def _places(format: TexelFormat) -> tuple[tuple[int, int, int], ...]:
    """
    The word, the first bit in it, and the number of bits of each component; no component
    spans two words.
    """
    places: list[tuple[int, int, int]] = []
    at = 0
    for bits in format.bits:
        places.append((at // 32, at % 32, bits))
        at += bits
    return tuple(places)


def unpack(format: TexelFormat, words: Words) -> list[Words]:
    """The components in memory, X first, of texels `words[n, …]`."""
    found: list[Words] = []
    for k, (word, shift, bits) in enumerate(_places(format)):
        raw = words[word]
        if bits < 32:
            raw = raw >> np.uint32(shift) & np.uint32((1 << bits) - 1)
        # The fourth component of sRGB is linear.
        number = "UNORM" if format.number == "SRGB" and k == 3 else format.number
        found.append(_to_register(raw, bits, number))
    return found


def _to_register(raw: Words, bits: int, number: str) -> Words:
    match number:
        case "UINT":
            return raw
        case "SINT":
            return _signed(raw, bits).view(np.uint32)
        case "UNORM":
            return _bits(raw / np.float64((1 << bits) - 1))
        case "SNORM":
            scale = np.float64((1 << (bits - 1)) - 1)
            return _bits(np.maximum(_signed(raw, bits) / scale, -1.0))
        case "USCALED":
            return _bits(raw.astype(np.float64))
        case "SSCALED":
            return _bits(_signed(raw, bits).astype(np.float64))
        case "SRGB":
            return _bits(linear_of_srgb(raw / np.float64(255)))
        case _:
            return _float(raw, bits)


def _signed(raw: Words, bits: int) -> NDArray[np.int32]:
    shift = np.int32(32 - bits)
    return raw.view(np.int32) << shift >> shift if bits < 32 else raw.view(np.int32)


def _bits(values: Array) -> Words:
    return values.astype(np.float32).view(np.uint32)


def _float(raw: Words, bits: int) -> Words:
    if bits == 32:
        return raw
    if bits == 16:
        return raw.astype(np.uint16).view(np.float16).astype(np.float32).view(np.uint32)
    # Floats of 10 and 11 bits are halves without sign and with fewer fraction bits.
    half = (raw << np.uint32(15 - bits)).astype(np.uint16)
    return half.view(np.float16).astype(np.float32).view(np.uint32)


def linear_of_srgb(c: Array) -> Array:
    """The linear intensity of an sRGB value (OpenCL 3.0 API, section 8.3.1.1)."""
    low = c / 12.92
    high = ((c + 0.055) / 1.055) ** 2.4
    return np.where(c <= 0.04045, low, high)


def pack(format: TexelFormat, components: list[Words]) -> Words:
    """Packs the components, X first, into texels [words, …]."""
    count = max(format.size // 4, 1)
    result = np.zeros((count, *components[0].shape), np.uint32)
    for (word, shift, bits), component in zip(_places(format), components, strict=True):
        raw = _to_memory(component, bits, format.number)
        result[word] |= raw << np.uint32(shift)
    return result


def _to_memory(register: Words, bits: int, number: str) -> Words:
    """The raw bits of a component: rounded to nearest even, saturated, NaN as 0."""
    top = (1 << bits) - 1
    high = (1 << (bits - 1)) - 1
    low = -(1 << (bits - 1))
    match number:
        case "UINT":
            return np.minimum(register, np.uint32(top))
        case "SINT":
            values = np.clip(register.view(np.int32), low, high)
            return values.view(np.uint32) & np.uint32(top)
        case "UNORM" | "SNORM" | "USCALED" | "SSCALED":
            unsigned = number.startswith("U")
            scale = 1 if number.endswith("SCALED") else top if unsigned else high
            values = register.view(np.float32) * np.float32(scale)
            values = np.nan_to_num(values, nan=0.0, posinf=np.inf, neginf=-np.inf)
            values = np.clip(values, 0 if unsigned else low, top if unsigned else high)
            return np.rint(values).astype(np.int64).astype(np.uint32) & np.uint32(top)
        case _:
            return _to_float(register, bits)


def _to_float(register: Words, bits: int) -> Words:
    if bits == 32:
        return register
    with np.errstate(over="ignore"):
        half = register.view(np.float32).astype(np.float16)
    raw = half.view(np.uint16).astype(np.uint32)
    if bits == 16:
        return raw
    # Without a sign bit: negative numbers become 0, excess bits are truncated.
    nan = np.isnan(half)
    cut = np.where(half.view(np.uint16) >> 15 == 0, raw >> np.uint32(15 - bits), 0)
    return np.where(nan, np.uint32((1 << bits) - 1), cut).astype(np.uint32)


def select(
    format: TexelFormat, components: list[Words], selects: tuple[int, ...]
) -> list[Words]:
    """
    Selects the channels red, green, blue, alpha from components in memory by DST_SEL: 0, 1,
    or a component. A component that the format lacks is 0, except W, which is 1.
    """
    like = components[0]
    zero = np.zeros(like.shape, np.uint32)
    one = np.full(like.shape, format.one, np.uint32)
    found: list[Words] = []
    for which in selects:
        if which < 4:
            found.append(one if which == 1 else zero)
        elif which - 4 < len(components):
            found.append(components[which - 4])
        else:
            found.append(one if which == 7 else zero)
    return found


def unselect(
    format: TexelFormat, channels: list[Words], selects: tuple[int, ...]
) -> list[Words]:
    """
    The components that a store writes: each is the first channel whose DST_SEL selects it,
    else 0.
    """
    zero = np.zeros(channels[0].shape, np.uint32)
    found: list[Words] = []
    for k in range(len(format.bits)):
        first = [
            c for c, which in zip(channels, selects, strict=True) if which == 4 + k
        ]
        found.append(first[0] if first else zero)
    return found


def to_half(format: TexelFormat, register: Words) -> Words:
    """A channel in 16 bits: a half, or the low bits of an integer."""
    if format.is_integer:
        return register & np.uint32(0xFFFF)
    with np.errstate(over="ignore"):
        half = register.view(np.float32).astype(np.float16)
    return half.view(np.uint16).astype(np.uint32)


def from_half(format: TexelFormat, half: Words) -> Words:
    """The reverse of `to_half`; integers are extended by the format's sign."""
    low = half.astype(np.uint16)
    if format.number == "SINT":
        return low.view(np.int16).astype(np.int32).view(np.uint32)
    if format.is_integer:
        return low.astype(np.uint32)
    return low.view(np.float16).astype(np.float32).view(np.uint32)
