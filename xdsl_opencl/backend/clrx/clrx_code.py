"""
Writes machine code as text for CLRX's assembler.

An instruction that LLVM and CLRX spell alike is written as its mnemonic, with the code in a
comment; every other is written as its code, with LLVM's spelling in a comment. LLVM computes an
address of data relative to the program counter, with three consecutive instructions of 20 bytes.
The assembler supports addresses only as literals, so two moves of a literal and a wait of one
cycle replace them.

Source: the instruction set documents of Sea Islands, GCN3 and Vega, "Microcode Formats".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xdsl_opencl.abi.gpu.processors import ByGeneration
from xdsl_opencl.backend.clrx.clrx_mnemonics import spelt_alike
from xdsl_opencl.backend.clrx.clrx_object import Code
from xdsl_opencl.backend.llvm.codegen import CodegenError

_LITERAL = 255
"""Source operand: the word after the instruction."""


@dataclass(frozen=True)
class Encoding:
    """
    The properties of a generation that decide the length of instructions, and the opcodes
    of the instructions that compute addresses.

    `with_constant` lists the opcodes of VOP2 that a constant always follows, `set_mode` is
    the one of SOPK. `more` lists the vector source operands that a word for SDWA or DPP
    follows. `interpolation` is the first six bits of VINTRP. `short_loads`: scalar loads
    have one word (SMRD). `get_pc` is the opcode of s_getpc_b64.
    """

    with_constant: tuple[int, ...]
    set_mode: int
    interpolation: int
    get_pc: int
    more: tuple[int, ...] = ()
    short_loads: bool = False


_GFX8 = Encoding(
    with_constant=(0x17, 0x18, 0x24, 0x25),
    set_mode=20,
    interpolation=0b110101,
    get_pc=0x1C,
    more=(249, 250),
)
ENCODINGS = ByGeneration(
    "ENCODINGS in backend/clrx/clrx_code.py",
    {
        7: Encoding(
            with_constant=(0x20, 0x21),
            set_mode=21,
            interpolation=0b110010,
            get_pc=0x1F,
            short_loads=True,
        ),
        8: _GFX8,
        9: _GFX8,
    },
)


def instruction_words(word: int, encoding: Encoding) -> int:
    """The length in words of the instruction that begins with `word`."""
    if not word >> 31:
        source = word & 0x1FF
        constant = word >> 25 & 0x3F in encoding.with_constant
        return 1 + (constant or source == _LITERAL or source in encoding.more)
    first, second = word & 0xFF, word >> 8 & 0xFF
    match word >> 23:
        case 0b101111111:  # SOPP
            return 1
        case 0b101111101:  # SOP1
            return 1 + (first == _LITERAL)
        case top if top >> 5 == 0b1011 and top != 0b101111110:  # SOPK
            return 1 + (top & 0x1F == encoding.set_mode)
        case top if top >> 7 == 0b10:  # SOP2, SOPC
            return 1 + (_LITERAL in (first, second))
        case top if encoding.short_loads and top >> 4 == 0b11000:  # SMRD
            return 1 + (not word >> 8 & 1 and first == _LITERAL)
        case top:
            return 1 + (top >> 3 != encoding.interpolation)


def instructions(
    code: bytes, encoding: Encoding
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Byte offset and words of each instruction of `code`."""
    words = struct.unpack(f"<{len(code) // 4}I", code)
    at = 0
    while at < len(words):
        count = instruction_words(words[at], encoding)
        yield 4 * at, words[at : at + count]
        at += count


def _texts(assembly: str, name: str) -> list[str]:
    """
    LLVM's text of each instruction of kernel `name`; empty for a kernel with inline
    assembly, whose instructions cannot be counted.
    """
    lines = iter(assembly.splitlines())
    for line in lines:
        if line.partition(";")[0].strip() == f"{name}:":
            break
    found: list[str] = []
    for line in lines:
        text = line.partition(";")[0].strip()
        if "#ASMSTART" in line:
            return []
        if text.startswith(".Lfunc_end") or text.startswith(".section"):
            break
        if line.startswith("\t") and text and not text.startswith("."):
            found.append(text)
    return found


_REGISTER = (
    r"(?:[sv]\d+|[sv]\[\d+:\d+\]|vcc|exec|(?:vcc|exec|flat_scratch)_(?:lo|hi)|m0|off)"
)
_NUMBER = r"(?:-?\d+|0x[0-9a-f]+|-?(?:0\.5|[124]\.0))"
_OPERAND = rf"(?:{_NUMBER}|-?{_REGISTER}|-?\|{_REGISTER}\|)"
_WORD = (
    r"(?:offset[01]?:\d+|dmask:0x[0-9a-f]+|glc|offen|idxen|addr64|unorm|da|clamp"
    r"|(?:vm|lgkm|exp)cnt\(\d+\))"
)
_PLAIN = re.compile(rf"(?:{_OPERAND}(?:, {_OPERAND})*)?(?: ?{_WORD})*")
"""Operands that both assemblers read alike; those of SDWA, DPP and op_sel are not among them."""
_NARROW = re.compile(r"_[biuf]16(?:_|$)")
_BRANCH = re.compile(r"s_(?:c?branch\w*) \S+")


def spelling(text: str, alike: frozenset[str]) -> str | None:
    """
    LLVM's `text` of an instruction in CLRX's syntax; `None` where CLRX might read another
    instruction.
    """
    name, _, operands = text.partition(" ")
    if name not in alike or _PLAIN.fullmatch(operands) is None:
        return None
    # One assembler sign-extends such a literal, the other extends it with zeros.
    if "0x" in operands and _NARROW.search(name):
        return None
    return f"{name.removesuffix('_e32')} {operands}".rstrip()


def _target(at: int, word: int) -> int:
    """The byte offset that the branch `word` at byte `at` jumps to."""
    distance = word & 0xFFFF
    return at + 4 + 4 * (distance - (1 << 16 if distance >> 15 else 0))


def code_lines(
    code: Code,
    generation: int,
    literals: Mapping[int, str],
    assembly: str,
    label: str,
) -> Iterator[str]:
    """
    The lines of a kernel's `.text`; `literals` maps byte offsets in the code to
    expressions, `label` is the prefix of the labels.
    """
    encoding, alike = ENCODINGS[generation], spelt_alike(generation)
    parts = list(instructions(code.words, encoding))
    texts = _texts(assembly, code.info.name)
    known = len(texts) == len(parts)
    moves = _moves(code, dict(parts), literals, encoding)
    branches = {
        at: _target(at, words[0])
        for (at, words), text in zip(parts, texts, strict=known)
        if known and _BRANCH.fullmatch(text)
    }
    labels = set(branches.values())
    for index, (at, words) in enumerate(parts):
        if at in labels:
            yield f"{label}_{at:x}:"
        if at in moves:
            yield f"        {moves[at]}"
            continue
        raw = " ".join(f"{word:08x}" for word in words)
        text = texts[index] if known else ""
        if at in branches:
            name = text.partition(" ")[0]
            yield f"/*{raw:17}*/ {name} {label}_{branches[at]:x}"
        elif (spelt := spelling(text, alike)) is not None:
            yield f"/*{raw:17}*/ {spelt}"
        else:
            data = ", ".join(f"0x{word:08x}" for word in words)
            yield f"        .int {data}{' # ' * known}{text}"


def _moves(
    code: Code,
    parts: Mapping[int, tuple[int, ...]],
    literals: Mapping[int, str],
    encoding: Encoding,
) -> dict[int, str]:
    """Maps the byte offset of each instruction that is replaced to its new text."""
    found: dict[int, str] = {}
    highs = {a.place for a in code.addresses if a.high}
    for address in code.addresses:
        if address.high:
            continue
        start, high = address.place - 8, address.place + 8
        register = _pair(parts, start, encoding)
        if register is None or high not in highs:
            raise CodegenError(
                f"kernel '{code.info.name}' takes an address at byte {address.place} of "
                "its code in a way that CLRX's assembler cannot write",
                kernel=code.info.name,
            )
        low, up = literals[address.place], literals[high]
        found[start] = f"s_mov_b32 s{register}, {low}"
        found[start + 4] = f"s_mov_b32 s{register + 1}, {up}"
        found[start + 12] = "s_nop 0"
    return found


def _pair(
    parts: Mapping[int, tuple[int, ...]], start: int, encoding: Encoding
) -> int | None:
    """
    The first register of the pair that receives the address from the three instructions at
    byte `start`; `None` if these are other instructions.
    """
    first, low, high = (parts.get(start + at, (0,)) for at in (0, 4, 12))
    register = first[0] >> 16 & 0x7F
    wanted = (
        0xBE800000 | register << 16 | encoding.get_pc << 8,
        0x80000000 | register << 16 | _LITERAL << 8 | register,
        0x82000000 | register + 1 << 16 | _LITERAL << 8 | register + 1,
    )
    # The hardware ignores the source field of s_getpc_b64.
    found = (first[0] & ~0xFF, low[0], high[0])
    return register if found == wanted else None
