"""
Samplers as numbers: literals of clang, clover and BRIG, and the machines' descriptors.

Sources: clang, `opencl-c-base.h`; libclc and Mesa clover, `core/sampler.cpp`; CLRX,
`doc/AmdCl2Abi.md` (BRIG); ROCm-Device-Libs, `opencl/src/image/isamp.cl` (descriptors); the
Southern Islands and later ISA documents, "Image Sampler".
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.abi.enums import AddressingMode, FilterMode
from xdsl_opencl.abi.gpu.processors import ByGeneration

NORMALIZED_BIT = 1
_ADDRESSING_BITS: Mapping[AddressingMode, int] = {
    AddressingMode.NONE: 0,
    AddressingMode.CLAMP_TO_EDGE: 2,
    AddressingMode.CLAMP: 4,
    AddressingMode.REPEAT: 6,
    AddressingMode.MIRRORED_REPEAT: 8,
}
_FILTER_BITS: Mapping[FilterMode, int] = {
    FilterMode.NEAREST: 0x10,
    FilterMode.LINEAR: 0x20,
}

FIRST_LITERAL = 0x10
LAST_LITERAL = 0x29
"""The literals that clang makes are from here to there, with a gap after 0x19."""


def literal_bits(
    normalized: bool, addressing: AddressingMode, filter: FilterMode
) -> int:
    """Clang's literal: normalised 1, addressing 0 to 8, filter 0x10 or 0x20."""
    bits = _ADDRESSING_BITS[addressing] | _FILTER_BITS[filter]
    return bits | NORMALIZED_BIT if normalized else bits


def clover_bits(
    normalized: bool, addressing: AddressingMode, filter: FilterMode
) -> int:
    """
    Clover's and libclc's literal, which differs in the filter: 0 nearest, 0x10 linear.
    """
    return (
        _ADDRESSING_BITS[addressing]
        | (0x10 if filter is FilterMode.LINEAR else 0)
        | (NORMALIZED_BIT if normalized else 0)
    )


def from_literal_bits(bits: int) -> tuple[bool, AddressingMode, FilterMode] | None:
    """
    Normalised, addressing and filter of clang's literal `bits`; `None` for a number that
    is not a literal.
    """
    return _LITERALS.get(bits)


_SAMPLERS = tuple(
    (normalized, addressing, filter)
    for normalized in (False, True)
    for addressing in _ADDRESSING_BITS
    for filter in _FILTER_BITS
)
_LITERALS = {literal_bits(*sampler): sampler for sampler in _SAMPLERS}


def brig_bits(normalized: bool, addressing: AddressingMode, filter: FilterMode) -> int:
    """
    BRIG's number, which CLRX's `.sampler` takes: byte 0 normalised, byte 1 linear, byte 2
    addressing, 0 to 4 in clang's order.
    """
    linear = filter is FilterMode.LINEAR
    return normalized | linear << 8 | _ADDRESSING_BITS[addressing] // 2 << 16


SAMPLER_SLOT = "__opencl_sampler_slot_"
"""
Start of the name of a variable into which amdcl2's loader writes the address of a
descriptor; the rest is BRIG's number of the sampler in hexadecimal.
"""

_CLAMP: Mapping[AddressingMode, int] = {
    AddressingMode.NONE: 6,
    AddressingMode.CLAMP: 6,
    AddressingMode.CLAMP_TO_EDGE: 2,
    AddressingMode.REPEAT: 0,
    AddressingMode.MIRRORED_REPEAT: 1,
}
"""CLAMP_X, CLAMP_Y, CLAMP_Z: 6 border, 2 last texel, 0 wrap, 1 mirror."""

_ALL_AXES = 0x49
"""Copies three bits to the fields of X, Y and Z."""

_GFX6_WORDS = (0x00FFF000, 0x00000000, 0x00000000)
_GFX10_WORDS = (0x00FFF000, 0x20000000, 0x00000000)
_GENERATION_WORDS = ByGeneration(
    "_GENERATION_WORDS in abi/images/samplers.py",
    {
        6: _GFX6_WORDS,
        7: _GFX6_WORDS,
        8: _GFX6_WORDS,
        9: (0x00FFF000, 0x80000000, 0x00000000),
        10: _GFX10_WORDS,
        11: _GFX10_WORDS,
        12: (0x01FFE000, 0x20000000, 0x00000000),
    },
)
"""
Words 1 (LOD clamp), 2 and 3 (border colour: transparent black) by generation. On gfx12 the
maximal LOD is one bit higher.
"""

UNNORMALIZED_BIT = 15
"""FORCE_UNNORMALIZED, counted from dword 0."""
LINEAR_BIT = 84
"""The low bit of XY_MAG_FILTER, counted from dword 0."""


def descriptor_words(
    normalized: bool, addressing: AddressingMode, filter: FilterMode, generation: int
) -> tuple[int, int, int, int]:
    """
    The four dwords of a sampler descriptor; `generation` is the major version of the ISA.

    Raises `AbiError` for a generation without sampler words.
    """
    first = 0x10003000 | _CLAMP[addressing] * _ALL_AXES
    if not normalized:
        first |= 1 << UNNORMALIZED_BIT
    second, third, fourth = _GENERATION_WORDS[generation]
    if filter is FilterMode.LINEAR:
        third |= 0x00500000
    return first, second, third, fourth


def descriptor_table(generation: int) -> tuple[tuple[int, int, int, int], ...]:
    """
    The descriptors of the literals from `FIRST_LITERAL` to `LAST_LITERAL`, zeros where
    there is no literal, as ROCm's device library keeps them.
    """
    table: list[tuple[int, int, int, int]] = []
    for bits in range(FIRST_LITERAL, LAST_LITERAL + 1):
        sampler = from_literal_bits(bits)
        if sampler is None:
            table.append((0, 0, 0, 0))
        else:
            table.append(descriptor_words(*sampler, generation))
    return tuple(table)
