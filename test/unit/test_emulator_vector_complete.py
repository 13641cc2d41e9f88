"""
Every vector instruction that LLVM disassembles for a generation is implemented, or is listed
with the reason why not.

The names come from LLVM's disassembler, which is given every opcode of every encoding.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest
from long_runs import long_run
from tools import need

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.program.assembly_parser import split_mnemonic
from xdsl_opencl.emulator.vector.excluded import EXCLUDED

QUICK = ("gfx900", "gfx942", "gfx1100")
ALL = (
    *("gfx803", "gfx906", "gfx908", "gfx90a", "gfx950"),
    *("gfx1010", "gfx1030", "gfx1150", "gfx1200", "gfx1201"),
)

VECTOR = 256
"""The number of v0 in a source field of 9 bits."""


def three_operand_sources() -> Iterator[int]:
    """
    The second word of VOP3: vectors or scalars in the fields.
    """
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
    """
    The second word of VOP3P: registers aligned as matrices want them.
    """
    for first, second, third in ((4, 8, 16), (16, 32, 48), (4, 6, 8)):
        for flags in (0, 1 << 27, 3 << 27):
            yield (
                (VECTOR + first)
                | (VECTOR + second) << 9
                | (VECTOR + third) << 18
                | flags
            )
    yield (VECTOR + 16) | (VECTOR + 32) << 9 | 128 << 18


def encodings(cpu: str) -> Iterator[tuple[int, ...]]:
    """
    Instruction words with every opcode.
    """
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


def mnemonics(cpu: str) -> set[str]:
    """
    The vector mnemonics that LLVM's disassembler knows.
    """
    lines = (
        " ".join(f"0x{byte:02x}" for word in row for byte in word.to_bytes(4, "little"))
        for row in encodings(cpu)
    )
    text = subprocess.run(
        [need("llvm-mc", 22, 22), "--disassemble", "-triple=amdgcn", f"-mcpu={cpu}"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.findall(r"(?:^|::)\s*(v_\w+)", text, re.MULTILINE)
    return {split_mnemonic(name)[0] for name in found}


def check(cpu: str) -> None:
    names = mnemonics(cpu)
    assert len(names) > 400
    known = instructions().keys() | EXCLUDED.keys()
    assert sorted(names - known) == []


@pytest.mark.parametrize("cpu", QUICK)
def test_instructions_of(cpu: str):
    check(cpu)


@long_run
@pytest.mark.parametrize("cpu", ALL)
def test_instructions_of_others(cpu: str):
    check(cpu)


def test_excluded_instructions_are_not_implemented():
    assert not EXCLUDED.keys() & instructions().keys()
