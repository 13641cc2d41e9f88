"""
Words for the decoder of machine code, and what LLVM's disassembler makes of them.

Run as `python test/unit/isa_words.py`, it writes `data/isa_words.txt` by llvm-objdump 22: the
lines of random words for every processor of `PROCESSORS`.
"""

from __future__ import annotations

import random
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools import need

from xdsl_opencl.emulator.isa.decoder import Decoder, decoder
from xdsl_opencl.emulator.isa.tables import Row

RECORDED = Path(__file__).parent / "data" / "isa_words.txt"

PROCESSORS: tuple[tuple[str, int], ...] = (
    ("gfx803", 64),
    ("gfx900", 64),
    ("gfx908", 64),
    ("gfx90a", 64),
    ("gfx942", 64),
    ("gfx950", 64),
    ("gfx1010", 32),
    ("gfx1030", 64),
    ("gfx1100", 32),
    ("gfx1150", 64),
    ("gfx1200", 32),
    ("gfx1250", 32),
    ("gfx1251", 32),
)

_NOP = 0xBF800000
_WARNING = re.compile(r"(?: ; (?:Warning|Error): .*)+$")


def _every(machine: Decoder) -> list[Row]:
    table = machine.table
    rows: dict[Row, None] = {}
    for key in sorted(table.places):
        for place in table.places[key]:
            rows.setdefault(table.row(place))
    return list(rows)


def words(processor: str, wave_size: int, count: int, seed: int) -> list[int]:
    """
    A third of the words is random; the others are encodings of all instructions with random
    operands. Words at which LLVM 22 crashes are left out.
    """
    machine = decoder(processor, wave_size)
    rows = _every(machine)
    draw = random.Random(seed)
    found: list[int] = []
    while len(found) < count:
        kind = draw.randrange(3)
        if not kind:
            found.append(draw.getrandbits(32))
            continue
        row = draw.choice(rows)
        word = draw.getrandbits(row.bits)
        if kind == 2:  # small numbers of registers are valid in more places
            word &= draw.getrandbits(row.bits)
        word = word & ~row.mask | row.value
        found += [word >> place & 0xFFFFFFFF for place in range(0, row.bits, 32)]
    found += [_NOP] * 6
    return _without_crashes(machine, found)


CONSTANTS = (*range(128, 209), *range(240, 249))
"""The numbers of inline constants."""

LITERALS = (
    *(0, 1, 64, 65, 0xFFF0, 0xFFFFFFF0, 0xFFFFFFEF, 0x3F000000, 0x42490FDB),
    *(0x3C00, 0x3C003C00, 0x3C000000, 0x3C014000, 0x3F80, 0x3F803F80, 0x3F800000),
    *(0x3118, 0x31183118, 0x3E22, 0x3E223E22, 0x3E22F983, 0x3FF00000, 0x3FC45F30),
)
"""Small numbers, 1.0 and 1/(2 pi) in formats of 16, 32 and 64 bits, and neighbours of them."""


def constants(processor: str, wave_size: int) -> list[int]:
    """Every inline constant, and literals, in a first source of each type."""
    found: list[int] = []
    types: set[tuple[str, int]] = set()
    for row in _every(decoder(processor, wave_size)):
        for operand in row.operands:
            kind = operand.type, operand.width
            if row.bits > 32 or operand.runs not in (((0, 0, 9),), ((0, 0, 8),)):
                continue
            if kind in types or not operand.type.startswith("REG_I"):
                continue
            types.add(kind)
            found += [row.value | number for number in CONSTANTS]
            for literal in LITERALS:
                found += [row.value | 255, literal]
    return [*found, *[_NOP] * 6]


PLAIN = ("Operand", "U16ImmOperand", "U32ImmOperand")
"""Printers of numbers."""


def named(processor: str, wave_size: int) -> list[int]:
    """
    The values of operands that have names, each kind once: the lowest 1024 and as many
    others.
    """
    found: list[int] = []
    printers: set[str] = set()
    draw = random.Random(5)
    for row in _every(decoder(processor, wave_size)):
        for operand in row.operands:
            bits = sum(count for _, _, count in operand.runs)
            if operand.kind != "imm" or operand.printer in (*PLAIN, *printers):
                continue
            printers.add(operand.printer)
            values = [*range(min(1 << bits, 1024))]
            if bits > 10:
                values += [draw.getrandbits(bits) for _ in values]
            for value in values:
                word = row.value
                for place, index, count in operand.runs:
                    word |= (value >> index & (1 << count) - 1) << place
                found += [word >> i & 0xFFFFFFFF for i in range(0, row.bits, 32)]
    return _without_crashes(decoder(processor, wave_size), [*found, *[_NOP] * 6])


def _without_crashes(machine: Decoder, found: list[int]) -> list[int]:
    code = bytearray(b"".join(word.to_bytes(4, "little") for word in found))
    place = 0
    while place < len(code):
        read = machine.decode(bytes(code[place : place + 20]))
        # The second half of a scaled matrix instruction may be what LLVM crashes on.
        # LLVM 22 knows no more formats than there are, and not what LLVM 24 writes.
        doubtful = read is None or any(
            name in read.text for name in ("ld_scale", "128_f8f6f4", "wmma_scale")
        )
        if doubtful and _crashes(machine, bytes(code[place : place + 20])):
            code[place : place + 4] = _NOP.to_bytes(4, "little")
            continue
        place += read.size if read else 4
    return [int.from_bytes(code[i : i + 4], "little") for i in range(0, len(code), 4)]


def _crashes(machine: Decoder, part: bytes) -> bool:
    """
    True for an SDWA selection of 7, for a literal without bytes, and for constants and
    registers of traps in matrix instructions whose formats decide the sizes of registers.
    """
    word = int.from_bytes(part, "little")
    for row in machine.table.candidates(word & 0xFFFFFFFF):
        if (word ^ row.value) & row.mask:
            continue
        if row.formats or "wmma_scale" in row.template:
            return True
        for operand in row.operands:
            value = operand.value(word)
            if operand.name.endswith("_sel") and value == 7:
                return True
            if operand.runs and value & 0x1FF == 255 and row.bits == 64:
                return True
    return False


def llvm_lines(code: bytes, processor: str, wave_size: int, *options: str) -> list[str]:
    """What llvm-objdump prints for `code`, an ELF file, without its warnings."""
    features = [f"+wavefrontsize{wave_size}", f"-wavefrontsize{96 - wave_size}"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "code.o")
        path.write_bytes(code)
        command = [need("llvm-objdump", 22), "-d", f"--mcpu={processor}", str(path)]
        command += options
        if processor.startswith("gfx125"):
            features.append("+real-true16")
        if processor.startswith("gfx1"):
            command.append(f"--mattr={','.join(features)}")
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = done.stdout.split("\n")[:-1]
    lines[1] = "code.o" + lines[1].removeprefix(str(path))
    return [_WARNING.sub("", line) for line in lines]


def elf(found: Sequence[int], processor: str) -> bytes:
    """An object file with the words in its section of code."""
    text = ".text\nf:\n" + "".join(f".long {word:#x}\n" for word in found)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "code.o")
        command = [
            need("llvm-mc", 22),
            "-triple=amdgcn-amd-amdhsa",
            f"-mcpu={processor}",
        ]
        subprocess.run(
            [*command, "-filetype=obj", "-o", str(path)],
            input=text,
            text=True,
            check=True,
        )
        return path.read_bytes()


_LINE = re.compile(r"^\t(.*?) *// [0-9A-F]+: ((?:[0-9A-F]{8} ?)+)")


def record(count: int) -> Iterator[str]:
    """Lines of the record: processor, wave size, bytes, text."""
    for processor, wave_size in PROCESSORS:
        code = elf(words(processor, wave_size, count, 1), processor)
        for line in llvm_lines(code, processor, wave_size):
            if match := _LINE.match(line):
                yield f"{processor} {wave_size} {match[2].strip()}: {match[1].rstrip()}"


if __name__ == "__main__":
    RECORDED.write_text("".join(f"{line}\n" for line in record(300)))
