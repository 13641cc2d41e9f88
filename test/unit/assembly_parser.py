"""
Parses the lines of AMDGPU assembly that LLVM's instruction printer writes, for tests: the
emulator reads bytes.

Source of the forms: LLVM, `AMDGPUInstPrinter.cpp`, and AMDGPUUsage, "Assembler".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from xdsl_opencl.emulator.isa.forms import split_mnemonic
from xdsl_opencl.emulator.operands import (
    INVERSE_PI,
    Group,
    Literal,
    Name,
    Operand,
    Register,
    Special,
)

_REGISTER = re.compile(r"(v|s|a|ttmp)(?:(\d+)(?:\.([lh]))?|\[(\d+)(?::(\d+))?\])")
_INTEGER = re.compile(r"-?(?:0x[0-9a-fA-F]+|\d+)")
_FLOAT = re.compile(r"-?\d+\.\d+(?:[eE][-+]?\d+)?")
_CALL = re.compile(r"([A-Za-z_]\w*)\((.*)\)")
_LITERAL = re.compile(r"lit(?:64)?\((.*)\)")
"""Matches a constant that is written as a literal though it could be inline."""
_VALUE = re.compile(r"([a-z_][a-z_0-9]*):(.+)")

_SPECIALS = frozenset(
    """vcc vcc_lo vcc_hi exec exec_lo exec_hi m0 null scc vccz execz src_scc src_vccz
    src_execz src_shared_base src_shared_limit src_private_base src_private_limit
    src_pops_exiting_wave_id flat_scratch flat_scratch_lo flat_scratch_hi xnack_mask
    xnack_mask_lo xnack_mask_hi off lds_direct src_lds_direct tba tba_lo tba_hi tma tma_lo
    tma_hi src_flat_scratch_base_lo src_flat_scratch_base_hi""".split()
)

_FLAGS = frozenset("glc slc dlc scc nv sc0 sc1 nt gds done vm".split())
"""Modifiers without a value that come first if there is no operand (`buffer_inv sc1`)."""


def _number(text: str) -> int:
    return int(text, 0)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """
    The words of `text`, which end at commas and spaces outside of brackets, each with True
    if a comma precedes it.
    """
    depth = 0
    word = ""
    comma = False
    for letter in text:
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        if depth == 0 and letter in ", ":
            if word:
                yield word, comma
                word, comma = "", False
            comma |= letter == ","
        else:
            word += letter
    if word:
        yield word, comma


def _argument(text: str) -> int | str:
    text = text.strip().strip('"')
    return _number(text) if _INTEGER.fullmatch(text) else text


@lru_cache(maxsize=4096)
def parse_operand(text: str) -> Operand:
    """
    Parses the operand that LLVM prints as `text`.

    Raises `ValueError` for an unknown form.
    """
    body = text
    negate = absolute = sext = False
    if body.startswith("neg(") and body.endswith(")"):
        negate, body = True, body[4:-1]
    elif body.startswith("-") and not body[1:2].isdigit():
        negate, body = True, body[1:]
    if body.startswith("|") and body.endswith("|"):
        absolute, body = True, body[1:-1]
    elif body.startswith("abs(") and body.endswith(")"):
        absolute, body = True, body[4:-1]
    if body.startswith("sext(") and body.endswith(")"):
        sext, body = True, body[5:-1]
    inline = "" if (match := _LITERAL.fullmatch(body)) else "integer"
    if match:
        body = match[1]
    if match := _REGISTER.fullmatch(body):
        file, single, half, first, last = match.groups()
        start = int(single if single is not None else first)
        count = 1 if last is None else int(last) - start + 1
        return Register(file, start, count, half or "", negate, absolute, sext)
    if body in _SPECIALS:
        return Special(body, negate, absolute, sext)
    if _INTEGER.fullmatch(body):
        value = _number(body)
        if not -16 <= value <= 64 or "x" in body:
            inline = ""
        return Literal(value, inline, negate, absolute, sext)
    if _FLOAT.fullmatch(body):
        value = INVERSE_PI if body.startswith("0.15915494") else float(body)
        return Literal(value, "float", negate, absolute, sext)
    if body.startswith("[") and body.endswith("]"):
        items = (parse_operand(word) for word, _ in _parts(body[1:-1]))
        return Group(tuple(items))
    if match := _CALL.fullmatch(body):
        arguments = tuple(_argument(a) for a in match[2].split(",")) if match[2] else ()
        return Name(match[1], arguments)
    raise ValueError(f"operand '{text}' has an unknown form")


@lru_cache(maxsize=4096)
def _modifier(text: str) -> tuple[str, Any]:
    match = _VALUE.fullmatch(text)
    if match is None:
        return text, True
    name, value = match.groups()
    if name in {"mul", "div"}:
        return "omod", text
    if _INTEGER.fullmatch(value):
        return name, _number(value)
    if value.startswith("[") and value.endswith("]"):
        items = tuple(_argument(item) for item in value[1:-1].split(","))
        return name, items
    if call := _CALL.fullmatch(value):
        assert call[1] == "swizzle", text
        return name, _swizzle(*map(_argument, call[2].split(",")))
    return name, value


def _swizzle(kind: int | str, *arguments: int | str) -> int:
    """The offset of `ds_swizzle_b32` (AMDGPUUsage, "AMDGPUModifierSyntax": swizzle)."""
    if kind == "BITMASK_PERM":
        bits = [(16 >> place, letter) for place, letter in enumerate(str(arguments[0]))]
        kept = sum(bit for bit, letter in bits if letter in "pi")
        ones = sum(bit for bit, letter in bits if letter == "1")
        return (
            kept | ones << 5 | sum(bit for bit, letter in bits if letter == "i") << 10
        )
    first, *rest = map(int, arguments)
    return {
        "QUAD_PERM": lambda: (
            0x8000 | first | sum(n << 2 * i for i, n in enumerate(rest, 1))
        ),
        "SWAP": lambda: 31 | first << 10,
        "REVERSE": lambda: 31 | first - 1 << 10,
        "BROADCAST": lambda: 32 - first | rest[0] << 5,
        "ROTATE": lambda: 0xC000 | first << 10 | rest[0] << 5,
        "FFT": lambda: 0xE000 | first,
    }[str(kind)]()


Parsed = tuple[str, str, tuple[Operand, ...], dict[str, Any]]
"""Mnemonic, encoding, operands and modifiers."""


def parse(text: str) -> Parsed:
    """
    Parses a single instruction; pairs are not accepted.

    Raises `ValueError` for an operand of an unknown form.
    """
    word, _, rest = text.strip().partition(" ")
    mnemonic, encoding = split_mnemonic(word)
    operands: list[Operand] = []
    modifiers: dict[str, Any] = {}
    first = True
    for part, comma in _parts(rest):
        if part in {"|", "&"}:
            continue
        is_operand = comma or (
            first and part not in _FLAGS and not _VALUE.fullmatch(part)
        )
        # vmcnt(0) lgkmcnt(0), instid0(VALU_DEP_1) | instskip(NEXT)
        if is_operand or _CALL.fullmatch(part):
            operands.append(parse_operand(part))
        else:
            name, value = _modifier(part)
            modifiers[name] = value
        first = False
    return mnemonic, encoding, tuple(operands), modifiers
