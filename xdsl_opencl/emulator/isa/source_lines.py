"""
Places of machine code in its source, from DWARF line tables.

Source: "DWARF Debugging Information Format, Version 5", section 6.2 "Line Number Information". The
names of files are formed as LLVM does.
"""

from __future__ import annotations

import io
import os
import struct
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from xdsl_opencl.backend.objects.elf import ET_REL, SHT_RELA, Elf
from xdsl_opencl.emulator.errors import EmulatorError

Place = tuple[str, int]
"""A file and a line; line 0 for code that has no line."""

NOWHERE: Place = ("", 0)


class SourceLines:
    """The places of addresses: `rows` are sorted, and each holds up to the next."""

    def __init__(self, rows: list[tuple[int, Place]]) -> None:
        self._addresses = [address for address, _ in rows]
        self._places = [place for _, place in rows]

    def at(self, address: int) -> Place:
        """The place of the instruction at `address`."""
        number = bisect_right(self._addresses, address) - 1
        return self._places[number] if number >= 0 else NOWHERE


def source_lines(elf: Elf) -> SourceLines:
    """
    The line tables of `elf`; empty without debug information.

    Raises `EmulatorError` for a damaged table.
    """
    if elf.section(".debug_line") is None:
        return SourceLines([])
    try:
        # A run that ends where another begins comes first.
        rows = sorted(
            _rows(_relocated(elf)), key=lambda row: (row[0], row[1] != NOWHERE)
        )
    except ImportError as error:
        raise EmulatorError(
            "source lines need pyelftools: pip install 'xdsl-opencl[runtime]'"
        ) from error
    except Exception as error:  # pyelftools has no common class for what damage does
        raise EmulatorError(
            f"the code object's line table cannot be read ({error or type(error).__name__}); "
            "compile again, or remove it with llvm-strip -g"
        ) from error
    return SourceLines(rows)


_FORMATS = {3: "<Q", 6: "<I"}
"""R_AMDGPU_ABS64 and R_AMDGPU_ABS32 (AMDGPUUsage, "Relocation Records")."""


def _relocated(elf: Elf) -> bytes:
    """The file with the addresses that a linker would fill in between debug sections."""
    if elf.type != ET_REL:
        return elf.data
    data = bytearray(elf.data)
    symbols = elf.symbols()
    for table in elf.sections:
        section = elf.sections[table.info] if table.type == SHT_RELA else table
        if section is table or not section.name.startswith(".debug"):
            continue
        for relocation in elf.relocations(table):
            form = _FORMATS[relocation.kind]
            value = symbols[relocation.symbol].value + relocation.addend
            struct.pack_into(form, data, section.offset + relocation.address, value)
    return bytes(data)


def _rows(data: bytes) -> Iterator[tuple[int, Place]]:
    from elftools.elf.elffile import ELFFile

    dwarf = ELFFile(io.BytesIO(data)).get_dwarf_info(relocate_dwarf_sections=False)
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        top = unit.get_top_DIE().attributes
        folder = _text(top["DW_AT_comp_dir"].value) if "DW_AT_comp_dir" in top else ""
        names: dict[int, str] = {}
        for entry in program.get_entries():
            state = entry.state
            if state is None:
                continue
            if state.end_sequence:
                yield state.address, NOWHERE
                continue
            if state.file not in names:
                names[state.file] = _file(program.header, state.file, folder)
            yield state.address, (names[state.file], state.line)


def _file(header: Any, number: int, folder: str) -> str:
    """The name of file `number`; `folder` is the one of the compilation."""
    newer = header.version >= 5
    entry = header.file_entry[number if newer else number - 1]
    folders = [_text(name) for name in header.include_directory]
    if not newer:
        folders.insert(0, "")
    index: int = entry.dir_index
    start = "" if newer and not index else folder
    return os.path.join(start, folders[index], _text(entry.name))


def _text(value: bytes) -> str:
    return value.decode(errors="replace")
