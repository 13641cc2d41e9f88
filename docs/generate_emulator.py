"""
Writes the table of `docs/emulator.md`: instructions that the emulator implements, by
generation and class, of those that LLVM knows.

Run as `python docs/generate_emulator.py`; it needs LLVM 22's llvm-mc. The instructions of a
generation are what LLVM's disassembler makes of words with every value of the bits in which
encodings have their opcodes.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from xdsl_opencl.emulator.instruction_tables import instructions
from xdsl_opencl.emulator.program.instruction_forms import split_mnemonic
from xdsl_opencl.emulator.watch.profile import CLASSES, class_of

PAGE = Path(__file__).parent / "emulator.md"

PROCESSORS = ("gfx803", "gfx900", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1200")

BEGIN, END = "<!-- table: instructions -->\n", "<!-- end of table -->\n"

_NAME = re.compile(r"^\t([a-z]\w+)", re.MULTILINE)
_NOT = frozenset(("v_illegal",))
_TRIES = 3
_PART, _LEAST = 1 << 15, 1 << 8
"""Lines that the disassembler is given at once, and so few that a crash costs."""


def words(seed: int) -> Iterator[tuple[int, int, int]]:
    """
    Instruction words: every value of the upper 16 bits, with other bits at random and at 0;
    and of the upper 24 bits of the encodings whose opcode is lower (SOP1, VOP1).
    """
    draw = random.Random(seed)
    for upper in range(1 << 16):
        for _ in range(_TRIES):
            # Small registers are valid in more places than large ones.
            low = draw.getrandbits(16) & draw.choice((0x0707, 0xFFFF, 0xFF00, 0))
            yield upper << 16 | low, draw.getrandbits(32) & 0x07070707, 0
        yield upper << 16, 0x00000100 | draw.getrandbits(32) & 0x1F1F, 4
    for prefix in (0xBE, 0x7E, 0x7C):
        for middle in range(1 << 16):
            yield prefix << 24 | middle << 8 | 4, 4, 0


def _printed(command: list[str], lines: list[str]) -> str:
    """
    Returns what the disassembler makes of `lines`. It crashes at some words that nobody uses: then
    the lines are given in smaller parts, down to a few that are left out.
    """
    texts: list[str] = []
    parts = [lines[i : i + _PART] for i in range(0, len(lines), _PART)]
    while parts:
        part = parts.pop()
        done = subprocess.run(
            command, input="\n".join(part), capture_output=True, text=True, check=False
        )
        texts.append(done.stdout)
        if done.returncode < 0 and len(part) > _LEAST:
            half = len(part) // 2
            parts += [part[:half], part[half:]]
    return "".join(texts)


def known(processor: str) -> set[str]:
    """
    The mnemonics of `processor`.
    """
    program = shutil.which("llvm-mc-22") or shutil.which("llvm-mc")
    assert program is not None, "install llvm-22"
    lines = [
        " ".join(f"0x{byte:02x}" for w in group for byte in w.to_bytes(4, "little"))
        for group in words(1)
    ]
    command = [program, "-triple=amdgcn", f"-mcpu={processor}", "-disassemble"]
    text = _printed(command, lines)
    return {split_mnemonic(name)[0] for name in _NAME.findall(text)} - _NOT


def table() -> str:
    """
    The table with its marks.
    """
    implemented = instructions()
    columns: list[tuple[Counter[str], Counter[str]]] = []
    for processor in PROCESSORS:
        names = known(processor)
        every = Counter(class_of(name) for name in names)
        ours = Counter(class_of(name) for name in names if name in implemented)
        columns.append((ours, every))
    rows = [
        f"| class | {' | '.join(PROCESSORS)} |",
        f"|---|{'---|' * len(PROCESSORS)}",
    ]
    for name in CLASSES:
        cells = (
            f"{ours[name]} of {every[name]}" if every[name] else ""
            for ours, every in columns
        )
        rows.append(f"| {name} | {' | '.join(cells)} |")
    return BEGIN + "\n".join(rows) + "\n" + END


def generate(page: str) -> str:
    """
    The page with the table of today.
    """
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + table() + after


if __name__ == "__main__":
    PAGE.write_text(generate(PAGE.read_text()))
