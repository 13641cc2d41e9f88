"""
Reads the instructions of a linked code object from its bytes, with their places in the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from xdsl_opencl.backend.objects.elf import SHF_EXECINSTR, STT_FUNC, Elf
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.isa.decoder import Decoded, decoder
from xdsl_opencl.emulator.isa.forms import Form
from xdsl_opencl.emulator.isa.source_lines import SourceLines


class CodePart(NamedTuple):
    """A function, or code between functions: `size` bytes from address `start` on."""

    start: int
    size: int
    read: Callable[[], Iterable[Instruction]]


def read_parts(elf: Elf, processor: str, wave_size: int) -> list[CodePart]:
    """
    The code of `elf` for `processor`, in the order of addresses. Words that are no instruction
    have the mnemonic `.long`. The wave size decides the notation of lane-mask registers.

    Raises `EmulatorError` for a processor that the emulator does not support.
    """
    decoder(processor, wave_size)
    lines = SourceLines(elf)
    functions = {s.value for s in elf.symbols() if s.type == STT_FUNC}
    found: list[CodePart] = []
    for section in elf.sections:
        if not section.flags & SHF_EXECINSTR or not section.size:
            continue
        code, first = elf.contents(section), section.address
        end = first + len(code)
        starts = {f for f in functions if first < f < end and (f - first) % 4 == 0}
        for start, stop in pairwise(sorted({first, end} | starts)):
            part = code[start - first : stop - first]
            read = partial(read_code, part, start, processor, wave_size, lines)
            found.append(CodePart(start, len(part), read))
    return sorted(found, key=lambda part: part.start)


def read_code(
    code: bytes, start: int, processor: str, wave_size: int, lines: SourceLines
) -> Iterator[Instruction]:
    """The instructions of `code`, which is loaded at address `start`."""
    machine = decoder(processor, wave_size)
    offset = 0
    while offset < len(code):
        address = start + offset
        decoded = machine.decode(code, offset)
        if machine.major == 12 and (decoded is None or decoded.needs_halves()):
            decoded = decoder(processor, wave_size, halves=True).decode(code, offset)
        parts = decoded.forms if decoded else None
        if decoded is None or parts is None:
            yield _no_instruction(code[offset : offset + 4], address)
            offset += 4
            continue
        second = None
        if len(parts) == 2:
            second = _instruction(parts[1], decoded, address, lines)
        yield _instruction(parts[0], decoded, address, lines, second)
        offset += decoded.size


def _no_instruction(word: bytes, address: int) -> Instruction:
    number = int.from_bytes(word, "little")
    text = f".long {number:#010x}" if len(word) == 4 else f".byte {word.hex(' ')}"
    mnemonic = text.partition(" ")[0]
    return Instruction(address, len(word), mnemonic, printed=text)


def _instruction(
    form: Form,
    decoded: Decoded,
    address: int,
    lines: SourceLines,
    second: Instruction | None = None,
) -> Instruction:
    operands, modifiers = form.operands, form.modifiers
    row = decoded.reading.row
    if row.branches:
        operands = operands[:-1]
        modifiers = {**modifiers, "target": address + 4 + 4 * form.distance}
    return Instruction(
        address,
        decoded.size,
        form.mnemonic,
        form.encoding,
        operands,
        modifiers,
        decoded,
        second,
        lines,
        row.counters,
        form.place,
        row.result,
        form.banks,
    )
