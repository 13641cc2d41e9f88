"""
Constants in machine code, printed as LLVM does.

Source: LLVM, `AMDGPUDisassembler.cpp`, `AMDGPUInstPrinter.cpp`, `AMDGPUBaseInfo.cpp`.
"""

from __future__ import annotations

import struct
from functools import cache

from xdsl_opencl.emulator.operands import INVERSE_PI

_FLOATS = (0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 4.0, -4.0)

_HALF = {struct.unpack("<H", struct.pack("<e", f))[0]: f for f in _FLOATS}
_BFLOAT = {struct.unpack("<I", struct.pack("<f", f))[0] >> 16: f for f in _FLOATS}
_SINGLE = {struct.unpack("<I", struct.pack("<f", f))[0]: f for f in _FLOATS}
_DOUBLE = {struct.unpack("<Q", struct.pack("<d", f))[0]: f for f in _FLOATS}

HALF = {bits: str(f) for bits, f in _HALF.items()} | {INVERSE_PI[16]: "0.15915494"}
BFLOAT = {bits: str(f) for bits, f in _BFLOAT.items()} | {
    INVERSE_PI[32] >> 16: "0.15915494"
}
SINGLE = {bits: str(f) for bits, f in _SINGLE.items()} | {INVERSE_PI[32]: "0.15915494"}
DOUBLE = {bits: str(f) for bits, f in _DOUBLE.items()} | {
    INVERSE_PI[64]: "0.15915494309189532"
}
"""Bits of the inline constants by type, with LLVM's text."""

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


def inline(number: int, kind: str, major: int) -> int:
    """The value of the inline constant with `number` (128 to 208, 240 to 248)."""
    if number <= 208:
        return number - 128 if number <= 192 else 192 - number
    bits = _ORDER[_family(kind)][number - 240]
    if kind == "REG_IMM_V2FP16_SPLAT" and major >= 11:
        return bits << 16 | bits
    return bits


def _small(value: int) -> bool:
    return -16 <= value <= 64


def _is_inline(value: int, kind: str, major: int) -> bool:
    """True if a literal could be an inline constant, so that LLVM marks it."""
    word = signed(value, 32)
    if kind.startswith("REGISTER") or "NOINLINE" in kind or kind.endswith("FP64"):
        return False
    if kind in ("REG_IMM_BF16", "REG_INLINE_C_BF16"):
        return _small(signed(value, 16)) or value & 0xFFFF in BFLOAT
    if kind in ("REG_IMM_FP16", "REG_INLINE_C_FP16"):
        return _small(signed(value, 16)) or value & 0xFFFF in HALF
    if kind == "REG_INLINE_C_V2BF16":
        return _small(signed(value, 16)) or value & 0xFFFF in BFLOAT
    if kind == "REG_INLINE_C_V2FP16":
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
def literal(value: int, kind: str, major: int) -> str:
    """The text of a literal of 32 bits in an operand of `kind`."""
    if _is_inline(value, kind, major):
        return f"lit({value:#x})"
    if kind.endswith("FP64"):
        value <<= 32
    return constant(value, kind, major)


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
