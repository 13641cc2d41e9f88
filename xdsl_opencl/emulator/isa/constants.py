"""
Constants in machine code, printed as LLVM does.

Source: LLVM, `AMDGPUDisassembler.cpp`, `AMDGPUInstPrinter.cpp`, `AMDGPUBaseInfo.cpp`.
"""

from __future__ import annotations

from functools import cache

from xdsl_opencl.emulator.operands import INLINE_FLOATS, Literal

_FLOATS = tuple(INLINE_FLOATS)


def _texts(width: int, shift: int = 0) -> dict[int, str]:
    # LLVM rounds 1/(2*pi), and only that, to 8 digits in types below 64 bits.
    return {
        bits[width] >> shift: str(f if width == 64 else round(f, 8))
        for f, bits in INLINE_FLOATS.items()
    }


HALF, BFLOAT, SINGLE, DOUBLE = _texts(16), _texts(32, 16), _texts(32), _texts(64)
"""Bits of the inline constants by type, with LLVM's text, in the order of their numbers."""

_ORDER = {
    name: list(bits)
    for name, bits in (("h", HALF), ("b", BFLOAT), ("s", SINGLE), ("d", DOUBLE))
}


def signed(value: int, bits: int) -> int:
    """The lowest `bits` of `value` as a signed number."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def _family(kind: str) -> str:
    if kind.endswith("BF16"):
        return "b"
    if kind.endswith(("FP64", "INT64")):
        return "d"
    if kind in ("REG_IMM_V2INT16", "REG_INLINE_C_V2INT16"):
        return "s"
    if kind.endswith(("FP16", "INT16", "FP16_SPLAT")) and "NOINLINE" not in kind:
        return "h"
    return "s"


@cache
def inline_bits(number: int, kind: str, major: int) -> int:
    """The inline constant with `number` (128 to 208, 240 to 248) in an operand of `kind`."""
    if number <= 208:
        return number - 128 if number <= 192 else 192 - number
    bits = _ORDER[_family(kind)][number - 240]
    splat = kind == "REG_IMM_V2FP16_SPLAT" and major >= 11
    return bits << 16 | bits if splat else bits


@cache
def inline(number: int, kind: str, major: int) -> Literal:
    """
    The same for an operand whose reader decides on its type, but for a float in both halves of it.
    """
    if number <= 208 or (kind == "REG_IMM_V2FP16_SPLAT" and major >= 11):
        return Literal(inline_bits(number, kind, major), "integer")
    return Literal(_FLOATS[number - 240], "float")


def _small(value: int) -> bool:
    return -16 <= value <= 64


@cache
def is_marked(literal: Literal, kind: str, major: int) -> bool:
    """Returns whether LLVM marks a constant as `lit(...)`: one that could be inline."""
    value = literal.value
    if literal.inline or isinstance(value, float):
        return False
    word = signed(value, 32)
    if kind.startswith("REGISTER") or "NOINLINE" in kind or kind.endswith("FP64"):
        return False
    if kind in ("REG_IMM_BF16", "REG_INLINE_C_BF16", "REG_INLINE_C_V2BF16"):
        return _small(signed(value, 16)) or value & 0xFFFF in BFLOAT
    if kind in ("REG_IMM_FP16", "REG_INLINE_C_FP16", "REG_INLINE_C_V2FP16"):
        return _small(signed(value, 16)) or value & 0xFFFF in HALF
    if kind == "REG_IMM_V2BF16":
        return _small(word) or value in BFLOAT
    if kind == "REG_IMM_V2FP16":
        return _small(word) or value in HALF
    if kind == "REG_IMM_V2FP16_SPLAT":
        low, high = value & 0xFFFF, value >> 16
        return _small(word) or (
            low == high and low in HALF if major >= 11 else value in HALF
        )
    if kind.endswith("INT64"):
        return _small(value) or value in DOUBLE
    return _small(word) or value in SINGLE


@cache
def literal_text(value: Literal, kind: str, major: int) -> str:
    """The text of a constant in an operand of `kind`."""
    bits = value.value
    if value.inline == "wide":
        assert isinstance(bits, int)
        if not bits >> 32:
            return f"lit64({bits:#x})"
        if kind == "KIMM64":
            return hex(bits if bits & 0xFFFFFFFF else bits >> 32)
        return constant(bits, kind, major)
    if isinstance(bits, float):
        bits = inline_bits(240 + _FLOATS.index(bits), kind, major)
    elif not value.inline:
        if is_marked(value, kind, major):
            return f"lit({bits:#x})"
        if kind.endswith("FP64"):
            bits <<= 32
    return constant(bits, kind, major)


@cache
def constant(value: int, kind: str, major: int) -> str:
    """The text of a constant in an operand of `kind`."""
    if kind in ("PCREL", "UNKNOWN"):
        return str(value)
    if kind.endswith("64"):
        wide = signed(value, 64)
        if _small(wide):
            return str(wide)
        value &= 0xFFFFFFFFFFFFFFFF
        if value in DOUBLE:
            return DOUBLE[value]
        if kind.endswith("FP64") and value & 0xFFFFFFFF == 0:
            value >>= 32
        return hex(value)
    if kind == "REGISTER":
        return constant(value, "IMMEDIATE", major) + "/*Invalid immediate*/"
    word = signed(value, 32)
    bits = value & 0xFFFFFFFF
    if kind in ("REG_IMM_FP16", "REG_INLINE_C_FP16"):
        return _sixteen(value, HALF, bits & 0xFFFF)
    if kind in ("REG_IMM_BF16", "REG_INLINE_C_BF16"):
        return _sixteen(value, BFLOAT, bits)
    if _small(word):
        return str(word)
    if kind in ("REG_IMM_INT16", "REG_INLINE_C_INT16"):
        return SINGLE.get(bits) or hex(bits & 0xFFFF)
    if "V2INT16" in kind or "16" not in kind:
        return SINGLE.get(bits) or hex(bits)
    if "NOINLINE" in kind:
        return hex(bits)
    if kind == "REG_IMM_V2FP16_SPLAT" and major >= 11:
        low, high = bits & 0xFFFF, bits >> 16
        return HALF[low] if low == high and low in HALF else hex(bits)
    known = BFLOAT if "BF16" in kind else HALF
    return known.get(bits) or hex(bits)


def _sixteen(value: int, known: dict[int, str], shown: int) -> str:
    narrow = signed(value, 16)
    if _small(narrow):
        return str(narrow)
    return known.get(value & 0xFFFF) or hex(shown)
