"""
Every instruction of memory and images that LLVM can disassemble is implemented, or has a
reason why not.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest
import tools

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.unimplemented import REASONS, reason

FAMILY = re.compile(
    r"(s_(load|buffer|store|atomic|dcache|scratch|mem|gl1|atc|prefetch)\w*|"
    r"(ds|lds|flat|global|scratch|buffer|tbuffer|image)_\w+)"
)

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


def encodings(new: bool) -> Iterator[str]:
    for family, (shift, lows, seconds) in (NEW if new else OLD).items():
        for opcode in range(1 << (26 - shift)):
            for low in lows:
                first = family << 26 | opcode << shift | low
                if first >> 26 == family:
                    for second in seconds:
                        words = (first, second, 4 if new else 0)
                        data = b"".join(w.to_bytes(4, "little") for w in words)
                        yield " ".join(f"0x{byte:02x}" for byte in data)


@pytest.mark.parametrize(
    ("cpu", "least"), [("gfx803", 250), ("gfx90a", 250), ("gfx1200", 300)]
)
def test_every_name_is_implemented_or_has_a_reason(cpu: str, least: int) -> None:
    command = [tools.need("llvm-mc", 22), "-triple=amdgcn", f"-mcpu={cpu}"]
    text = subprocess.run(
        [*command, "-disassemble"],
        input="\n".join(sorted(set(encodings(cpu == "gfx1200")))),
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    lines = (line.split() for line in text.splitlines() if "Invalid" not in line)
    names = {words[0] for words in lines if words and FAMILY.fullmatch(words[0])}
    assert len(names) > least
    missing = {n for n in names if n not in instructions() and reason(n) is None}
    assert not missing


def test_nothing_implemented_has_a_reason_not_to_be() -> None:
    assert not {name for name in instructions() if reason(name)}
    assert all(text and pattern for pattern, text in REASONS)
