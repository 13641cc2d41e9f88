"""
Every instruction that LLVM disassembles for a generation is implemented, or is listed with the
reason why not.

The names come from LLVM's disassembler, which is given every opcode of every encoding.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator

import pytest
from assembly_parser import split_mnemonic
from long_runs import LONG
from tools import need

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.unimplemented import REASONS, reason
from xdsl_opencl.emulator.vector.excluded import EXCLUDED

Words = tuple[int, ...]

MEMORY = re.compile(
    r"(s_(load|buffer|store|atomic|dcache|scratch|mem|gl1|atc|prefetch)\w*|"
    r"(ds|lds|flat|global|scratch|buffer|tbuffer|image)_\w+)"
)


def disassembled(cpu: str, encodings: Iterable[Words]) -> set[str]:
    """The mnemonics of the instruction words that LLVM knows."""
    lines = {
        " ".join(f"0x{byte:02x}" for word in row for byte in word.to_bytes(4, "little"))
        for row in encodings
    }
    text = subprocess.run(
        [need("llvm-mc", 22, 22), "--disassemble", "-triple=amdgcn", f"-mcpu={cpu}"],
        input="\n".join(sorted(lines)),
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    return set(re.findall(r"(?:^\t|:: )(\w+)", text, re.MULTILINE))


def absent(names: Iterable[str]) -> list[str]:
    known = instructions()
    return sorted(n for n in names if n not in known and reason(n) is None)


def scalar_encodings() -> Iterator[Words]:
    """
    Words of SOP2, SOPK, SOP1, SOPC, SOPP with every opcode ("RDNA3 Instruction Set
    Architecture", section 15.1) and operands that most take. A literal follows where one is
    wanted; else it is one more instruction.
    """
    for opcode in range(0x60):
        yield 0b10 << 30 | opcode << 23 | 4 << 16 | 8 << 8 | 12, 0
    for opcode in range(0x20):
        # hwreg(HW_REG_MODE), and null for the counters' waits.
        for destination in (4, 0x7C, 0x7D):
            yield 0b1011 << 28 | opcode << 23 | destination << 16 | 1, 0
    for opcode in range(0x100):
        for source in (12, 193):
            yield 0b101111101 << 23 | 4 << 16 | opcode << 8 | source, 0
    for opcode in range(0x80):
        yield 0b101111110 << 23 | opcode << 16 | 8 << 8 | 12, 0
        yield 0b101111111 << 23 | opcode << 16, 0


@pytest.mark.parametrize(
    ("cpu", "least"),
    [
        *(("gfx803", 160), ("gfx900", 175), ("gfx90a", 175), ("gfx942", 175)),
        *(("gfx1030", 195), ("gfx1100", 200), ("gfx1150", 255), ("gfx1200", 255)),
    ],
)
def test_scalar_instructions(cpu: str, least: int):
    found = disassembled(cpu, scalar_encodings())
    names = {n for n in found if n.startswith("s_") and not MEMORY.fullmatch(n)}
    assert len(names) > least
    assert absent(names) == []


# Encodings by their upper six bits ("RDNA3 Instruction Set Architecture", chapter 15, and
# those of Vega and RDNA 4): the place of the opcode, and operands that make most valid.
OLD = {
    0x30: (14, (0, 0x20000), (0,)),
    0x36: (14, (0,), (0x06040402, 0x06000002, 0)),
    0x37: (14, (0,), (0x06000402, 0x067F0402)),
    0x38: (14, (0, 0x1000, 0x4000), (0x80010204,)),
    0x3A: (14, (0,), (0x80010204,)),
    0x3C: (14, (0xF00, 0x100, 0x300, 0xF01), (0x00010204,)),
}
NEW = {
    0x3D: (13, (0,), (0xF8000000,)),
    0x36: (13, (0,), (0x06040402, 0x06000002, 0)),
    0x3B: (13, (0x7C,), (0x02000006,)),
    0x31: (13, (0x7C,), (0x00000802,)),
    0x34: (13, (0x3C00000, 0x400000), (0x04000004,)),
    0x39: (13, (0x3C00000, 0x400000), (0x04000004,)),
}


def memory_encodings(new: bool) -> Iterator[Words]:
    for family, (shift, lows, seconds) in (NEW if new else OLD).items():
        for opcode in range(1 << (26 - shift)):
            for low in lows:
                first = family << 26 | opcode << shift | low
                if first >> 26 == family:
                    for second in seconds:
                        yield first, second, 4 if new else 0


@pytest.mark.parametrize(
    ("cpu", "least"), [("gfx803", 250), ("gfx90a", 250), ("gfx1200", 300)]
)
def test_memory_and_image_instructions(cpu: str, least: int) -> None:
    found = disassembled(cpu, memory_encodings(cpu == "gfx1200"))
    names = {name for name in found if MEMORY.fullmatch(name)}
    assert len(names) > least
    assert absent(names) == []


VECTOR = 256
"""The number of v0 in a source field of 9 bits."""


def three_operand_sources() -> Iterator[int]:
    """The second word of VOP3: vectors or scalars in the fields."""
    v, w, x = VECTOR + 6, VECTOR + 8, VECTOR + 10
    for first, second, third in (
        (v, w, x),
        (v, 8, 8),
        (v, w, 2),
        (6, 8, 10),
        (6, 2, 10),
    ):
        yield first | second << 9 | third << 18


def packed_sources() -> Iterator[int]:
    """The second word of VOP3P: registers aligned as matrices want them."""
    for first, second, third in ((4, 8, 16), (16, 32, 48), (4, 6, 8)):
        for flags in (0, 1 << 27, 3 << 27):
            yield (
                (VECTOR + first)
                | (VECTOR + second) << 9
                | (VECTOR + third) << 18
                | flags
            )
    yield (VECTOR + 16) | (VECTOR + 32) << 9 | 128 << 18


def vector_encodings(cpu: str) -> Iterator[Words]:
    """Instruction words with every opcode."""
    rdna = len(cpu) == 7
    literal = 0x3F8CCCCD
    for opcode in range(256):
        yield (0x7E000000 | 2 << 17 | opcode << 9 | VECTOR + 1,)
        yield (0x7C000000 | opcode << 17 | 2 << 9 | VECTOR + 1,)
    for opcode in range(64):
        word = opcode << 25 | 4 << 17 | 2 << 9 | VECTOR + 1
        yield (word,)
        yield word, literal
    base = 0xD4000000 if rdna else 0xD0000000
    for opcode in range(1024):
        for sources in three_operand_sources():
            for target in (4, 4 << 8 | 6):
                yield base | opcode << 16 | target, sources
    base = 0xCC000000 if rdna else 0xD3800000
    for opcode in range(128):
        for flags in (0, 0x4000, 0x8000, 0xC000):
            for sources in packed_sources():
                for target in (4, 16):
                    yield base | opcode << 16 | flags | target, sources
    if cpu.startswith(("gfx11", "gfx12")):
        for opcode in range(512):
            word = 0xC8000000 | opcode << 17 | 1 << 9 | VECTOR + 2
            second = VECTOR + 4 | 3 << 9 | 3 << 17 | 5 << 24
            yield word, second
            yield word, second, literal


QUICK = ("gfx900", "gfx942", "gfx1100")
OTHERS = (
    *("gfx803", "gfx906", "gfx908", "gfx90a", "gfx950"),
    *("gfx1010", "gfx1030", "gfx1150", "gfx1200", "gfx1201"),
)


@pytest.mark.parametrize("cpu", (*QUICK, *OTHERS) if LONG else QUICK)
def test_vector_instructions(cpu: str):
    found = disassembled(cpu, vector_encodings(cpu))
    names = {split_mnemonic(name)[0] for name in found if name.startswith("v_")}
    assert len(names) > 400
    assert sorted(names - (instructions().keys() | EXCLUDED.keys())) == []


def test_nothing_implemented_has_a_reason_not_to_be() -> None:
    assert not {name for name in instructions() if reason(name)}
    assert not EXCLUDED.keys() & instructions().keys()
    assert all(text and pattern for pattern, text in REASONS)
