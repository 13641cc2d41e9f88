"""
Every scalar instruction that LLVM can disassemble is implemented, or has a reason why not.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest
import tools

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.unimplemented import reason

MEMORY = re.compile(
    r"s_(load|buffer|store|atomic|dcache|scratch|mem|gl1|atc|prefetch)\w*"
)
"""Names that the test of the memory's instructions has."""


def encodings() -> Iterator[int]:
    """
    Words of SOP2, SOPK, SOP1, SOPC, SOPP with every opcode ("RDNA3 Instruction Set
    Architecture", section 15.1) and operands that most take.
    """
    for opcode in range(0x60):
        yield 0b10 << 30 | opcode << 23 | 4 << 16 | 8 << 8 | 12
    for opcode in range(0x20):
        # hwreg(HW_REG_MODE), and null for the counters' waits.
        for destination in (4, 0x7C, 0x7D):
            yield 0b1011 << 28 | opcode << 23 | destination << 16 | 1
    for opcode in range(0x100):
        for source in (12, 193):
            yield 0b101111101 << 23 | 4 << 16 | opcode << 8 | source
    for opcode in range(0x80):
        yield 0b101111110 << 23 | opcode << 16 | 8 << 8 | 12
        yield 0b101111111 << 23 | opcode << 16


@pytest.mark.parametrize(
    ("processor", "least"),
    [
        ("gfx803", 160),
        ("gfx900", 175),
        ("gfx90a", 175),
        ("gfx942", 175),
        ("gfx1030", 195),
        ("gfx1100", 200),
        ("gfx1150", 255),
        ("gfx1200", 255),
    ],
)
def test_every_name_is_implemented_or_has_a_reason(processor: str, least: int):
    command = [tools.need("llvm-mc", 22), "-triple=amdgcn", f"-mcpu={processor}"]
    lines: list[str] = []
    for word in encodings():
        # A literal follows where one is wanted; else it is one more instruction.
        data = word.to_bytes(8, "little")
        lines.append(" ".join(f"0x{byte:02x}" for byte in data))
    text = subprocess.run(
        [*command, "-disassemble"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    found = {name for name in re.findall(r"^\t(s_\w+)", text, re.MULTILINE)}
    names = {name for name in found if not MEMORY.fullmatch(name)}
    assert len(names) > least
    known = instructions()
    assert sorted(n for n in names if n not in known and reason(n) is None) == []
