"""
The little of ELF that code objects need: sections and notes of 64-bit little-endian files.

Source: System V ABI, "Object Files" and "Note Section"; for the numbers of AMDGPU, LLVM's
AMDGPUUsage, "ELF Code Object".
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

EM_AMDGPU = 0xE0
ELFOSABI_AMDGPU_HSA = 64
NT_AMDGPU_METADATA = 32
METADATA_NOTE = b"AMDGPU\0"
"""Owner of the metadata note; padded to 8 bytes in the file."""

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_RELOCATION = struct.Struct("<QQq")

_PT_LOAD = 1
_SHT_SYMTAB = 2
_SHT_RELA = 4
_SHT_DYNSYM = 11
_SHT_NOTE = 7
_SHT_NOBITS = 8
_SECTION_SIZE_OFFSET = 32
"""Byte offset of `sh_size` in a section header."""


class ElfError(ValueError):
    """
    Bytes that are not a whole 64-bit little-endian ELF file.
    """


@dataclass(frozen=True)
class Section:
    """
    A section; `header` is the byte offset of its header, `offset` that of its contents.
    """

    name: str
    type: int
    address: int
    offset: int
    size: int
    link: int
    header: int

    @property
    def size_field(self) -> int:
        """
        Byte offset of the header's size field, eight bytes wide.
        """
        return self.header + _SECTION_SIZE_OFFSET


@dataclass(frozen=True)
class Symbol:
    """
    An entry of the symbol table; `value` and `size` in bytes.
    """

    name: str
    section: int
    value: int
    size: int


@dataclass(frozen=True)
class Segment:
    """
    A part of the file that is loaded: `file_size` bytes from `offset` on are at `address`,
    zeros behind them up to `size`.
    """

    address: int
    offset: int
    file_size: int
    size: int
    writable: bool
    executable: bool


@dataclass(frozen=True)
class Relocation:
    """
    A place that the loader fills in, by its kind (R_AMDGPU_…). `symbol` is an index into
    the dynamic symbols.
    """

    address: int
    kind: int
    symbol: int
    addend: int


@dataclass(frozen=True)
class MetadataNote:
    """
    The place of AMDGPU's metadata note: byte offset of its header (sizes and type) and its
    description, in bytes.
    """

    section: Section
    header: int
    description: int
    size: int


@dataclass(frozen=True)
class Elf:
    """
    A read file: `type` is 1 for relocatable, 3 for shared objects.
    """

    data: bytes
    os_abi: int
    abi_version: int
    type: int
    machine: int
    flags: int
    sections: tuple[Section, ...]
    segments: tuple[Segment, ...] = ()
    """The parts that are loaded; a relocatable file has none."""

    def contents(self, section: Section) -> bytes:
        """
        The bytes of `section` that the file has: none for one that is zeros when loaded.
        """
        if section.type == _SHT_NOBITS:
            return b""
        return self.data[section.offset : section.offset + section.size]

    def section(self, name: str) -> Section | None:
        return next((s for s in self.sections if s.name == name), None)

    def symbols(self) -> list[Symbol]:
        """
        The static symbol table; empty when there is none.

        Raises `ElfError` for a table that is damaged.
        """
        return self._symbols(_SHT_SYMTAB)

    def dynamic_symbols(self) -> list[Symbol]:
        """
        The symbols that a loader sees; empty when there are none.

        Raises `ElfError` for a table that is damaged.
        """
        return self._symbols(_SHT_DYNSYM)

    def dynamic_relocations(self) -> list[Relocation]:
        """
        The places that a loader fills in.

        Raises `ElfError` for a table that is damaged.
        """
        found: list[Relocation] = []
        for section in self.sections:
            if section.type != _SHT_RELA:
                continue
            entries = self.contents(section)
            if len(entries) % _RELOCATION.size:
                raise ElfError(f"the relocations in section {section.name} are cut")
            found += [
                Relocation(address, info & 0xFFFFFFFF, info >> 32, addend)
                for address, info, addend in _RELOCATION.iter_unpack(entries)
            ]
        return found

    def _symbols(self, kind: int) -> list[Symbol]:
        table = next((s for s in self.sections if s.type == kind), None)
        if table is None:
            return []
        entries = self.contents(table)
        if len(entries) % _SYMBOL.size:
            raise ElfError(
                f"the symbol table has {len(entries)} bytes, not a multiple of "
                f"{_SYMBOL.size}"
            )
        if table.link >= len(self.sections):
            raise ElfError(f"the symbol table's names are in section {table.link}")
        names = self.contents(self.sections[table.link])
        return [
            Symbol(_text(names, name, "symbol"), section, value, size)
            for name, _, _, section, value, size in _SYMBOL.iter_unpack(entries)
        ]

    def symbol_contents(self, symbol: Symbol) -> bytes:
        """
        The bytes that `symbol` names. Its value counts from the section's start in a
        relocatable file, and is an address in a linked one.

        Raises `ElfError` for a symbol outside its section.
        """
        if symbol.section >= len(self.sections):
            raise ElfError(f"symbol '{symbol.name}' is in section {symbol.section}")
        section = self.sections[symbol.section]
        start = symbol.value - (0 if self.type == 1 else section.address)
        contents = self.contents(section)
        if not 0 <= start <= start + symbol.size <= len(contents):
            raise ElfError(f"symbol '{symbol.name}' is outside section {section.name}")
        return contents[start : start + symbol.size]

    def metadata_note(self) -> MetadataNote | None:
        """
        AMDGPU's metadata note, if there is one.
        """
        for section in self.sections:
            if section.type != _SHT_NOTE:
                continue
            position, end = section.offset, section.offset + section.size
            while position + 12 <= end:
                name_size, size, kind = struct.unpack_from("<III", self.data, position)
                name = position + 12
                description = name + (name_size + 3) // 4 * 4
                if description + size > end:
                    raise ElfError("a note ends outside its section")
                owner = self.data[name : name + name_size]
                if owner == METADATA_NOTE and kind == NT_AMDGPU_METADATA:
                    return MetadataNote(section, position, description, size)
                position = description + (size + 3) // 4 * 4
        return None


def _text(table: bytes, offset: int, owner: str) -> str:
    end = table.find(b"\0", offset)
    if end < 0:
        raise ElfError(f"the name of a {owner} is outside the table of names")
    return table[offset:end].decode(errors="replace")


def read_elf(data: bytes) -> Elf:
    """
    Reads header and section headers.

    Raises `ElfError` when `data` is something else, or cut.
    """
    if data[:4] != b"\x7fELF":
        raise ElfError("not an ELF file")
    if len(data) < _HEADER.size:
        raise ElfError("the file is cut in its header")
    if data[4] != 2 or data[5] != 1:
        raise ElfError("not a 64-bit little-endian ELF file")
    (
        identity,
        kind,
        machine,
        _,
        _,
        programs,
        table,
        flags,
        _,
        program_entry,
        program_count,
        entry,
        count,
        names,
    ) = _HEADER.unpack_from(data)
    if count and entry != _SECTION.size:
        raise ElfError(f"its section headers have {entry} bytes, not {_SECTION.size}")
    if table + count * entry > len(data):
        raise ElfError("the file is cut: its section headers are missing")
    raw = [
        cast(tuple[int, ...], _SECTION.unpack_from(data, table + index * entry))
        for index in range(count)
    ]
    for header in raw:
        if header[1] != _SHT_NOBITS and header[4] + header[5] > len(data):
            raise ElfError("the file is cut: a section ends outside it")
    strings = b""
    if names < count:
        strings = data[raw[names][4] : raw[names][4] + raw[names][5]]
    sections = tuple(
        Section(
            _text(strings, header[0], "section"),
            type=header[1],
            address=header[3],
            offset=header[4],
            size=header[5],
            link=header[6],
            header=table + index * entry,
        )
        for index, header in enumerate(raw)
    )
    return Elf(
        data,
        identity[7],
        identity[8],
        kind,
        machine,
        flags,
        sections,
        tuple(_segments(data, programs, program_entry, program_count)),
    )


def _segments(data: bytes, table: int, entry: int, count: int) -> Iterator[Segment]:
    if count and entry != _SEGMENT.size:
        raise ElfError(f"its program headers have {entry} bytes, not {_SEGMENT.size}")
    if table + count * entry > len(data):
        raise ElfError("the file is cut: its program headers are missing")
    for index in range(count):
        kind, flags, offset, address, _, file_size, size, _ = _SEGMENT.unpack_from(
            data, table + index * entry
        )
        if kind != _PT_LOAD:
            continue
        if offset + file_size > len(data) or file_size > size:
            raise ElfError("the file is cut: a segment ends outside it")
        yield Segment(
            address, offset, file_size, size, bool(flags & 2), bool(flags & 1)
        )
