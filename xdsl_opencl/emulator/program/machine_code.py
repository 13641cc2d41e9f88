"""
Reads the instructions of a linked code object from its bytes, with their places in the source.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl_opencl.backend.objects.elf import SHF_EXECINSTR, STT_FUNC, Elf
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.isa.decoder import Decoded, decoder
from xdsl_opencl.emulator.isa.forms import Form
from xdsl_opencl.emulator.isa.source_lines import (
    NOWHERE,
    Place,
    SourceLines,
    source_lines,
)


def read_instructions(
    elf: Elf, processor: str, wave_size: int
) -> tuple[Instruction, ...]:
    """
    The instructions of `elf` for `processor`, in the order of addresses. Words that are no
    instruction have the mnemonic `.long`. The wave size decides the notation of lane-mask
    registers.

    Raises `EmulatorError` for a processor that the emulator does not support.
    """
    lines = source_lines(elf)
    functions = frozenset(s.value for s in elf.symbols() if s.type == STT_FUNC)
    sections = [s for s in elf.sections if s.flags & SHF_EXECINSTR]
    found: list[Instruction] = []
    for section in sorted(sections, key=lambda s: s.address):
        code = elf.contents(section)
        found += read_code(
            code, section.address, processor, wave_size, lines, functions
        )
    return tuple(found)


def read_code(
    code: bytes,
    start: int,
    processor: str,
    wave_size: int,
    lines: SourceLines,
    functions: frozenset[int] = frozenset(),
) -> Iterator[Instruction]:
    """
    The instructions of `code`, which is loaded at address `start`. An instruction without a
    line has the line before it, but for the first of one of the `functions`.
    """
    machine = decoder(processor, wave_size)
    place = NOWHERE
    offset = 0
    while offset < len(code):
        address = start + offset
        decoded = machine.decode(code, offset)
        if machine.major == 12 and (decoded is None or decoded.needs_halves()):
            decoded = decoder(processor, wave_size, halves=True).decode(code, offset)
        parts = decoded.forms if decoded else None
        at = lines.at(address)
        if at[1]:
            place = at
        elif address in functions:
            place = NOWHERE
        if decoded is None or parts is None:
            yield _no_instruction(code[offset : offset + 4], address)
            offset += 4
            continue
        second = None
        if len(parts) == 2:
            second = _instruction(parts[1], decoded, address, place)
        yield _instruction(parts[0], decoded, address, place, second)
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
    place: Place,
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
        *place,
        row.counters,
        form.place,
        row.result,
        form.banks,
    )
