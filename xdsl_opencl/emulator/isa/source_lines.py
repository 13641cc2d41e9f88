"""
Places of machine code in its source, from DWARF line tables.

Source: "DWARF Debugging Information Format, Version 5", section 6.2 "Line Number Information". The
names of files are formed as LLVM does.
"""

from __future__ import annotations

import io
import os
import struct
import warnings
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from xdsl_opencl.backend.objects.elf import ET_REL, SHT_RELA, STT_FUNC, Elf
from xdsl_opencl.emulator.errors import EmulatorError

Place = tuple[str, int]
"""A file and a line; line 0 for code that has no line."""

NOWHERE: Place = ("", 0)


class SourceLines:
    """
    The places of addresses in the line tables of `elf`, which are read when a place is asked for;
    without debug information there are none.
    """

    def __init__(self, elf: Elf | None = None) -> None:
        self._elf = elf

    @cached_property
    def _rows(self) -> tuple[list[int], list[Place]]:
        """The addresses and places of the tables; each holds up to the next."""
        rows = source_rows(self._elf) if self._elf else []
        return [address for address, _ in rows], [place for _, place in rows]

    @cached_property
    def _functions(self) -> list[int]:
        symbols = self._elf.symbols() if self._elf else ()
        return sorted(s.value for s in symbols if s.type == STT_FUNC)

    def at(self, address: int) -> Place:
        """
        The place of the instruction at `address`.

        Raises `EmulatorError` for a damaged table, and without pyelftools.
        """
        addresses, places = self._rows
        number = bisect_right(addresses, address) - 1
        return places[number] if number >= 0 else NOWHERE

    def place(self, address: int) -> Place:
        """
        The same for an instruction without a line of its own: the last place before it in its
        function. If tables cannot be read, a warning says so, once, and there are no places.
        """
        try:
            addresses, places = self._rows
        except EmulatorError as error:
            warnings.warn(str(error), stacklevel=2)
            self._rows = addresses, places = [], []
        number = bisect_right(addresses, address) - 1
        start = bisect_right(self._functions, address) - 1
        start = self._functions[start] if start >= 0 else 0
        while number >= 0 and not places[number][1]:
            if addresses[number] <= start:
                return NOWHERE
            number -= 1
        return places[number] if number >= 0 else NOWHERE


def source_rows(elf: Elf) -> list[tuple[int, Place]]:
    """
    The addresses and places in the line tables of `elf`, sorted; none without debug information.

    Raises `EmulatorError` for a damaged table, and without pyelftools.
    """
    if elf.section(".debug_line") is None:
        return []
    try:
        # A run that ends where another begins comes first.
        return sorted(
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
