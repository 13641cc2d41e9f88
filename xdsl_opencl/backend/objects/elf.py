"""
Reads the parts of ELF that code objects use: sections, symbols, relocations and notes of 64-bit
little-endian files.

Sources: System V ABI, "Object Files" and "Note Section"; for the numbers of AMDGPU, LLVM's
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

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
SEGMENT = struct.Struct("<IIQQQQQQ")
_RELOCATION = struct.Struct("<QIIq")

ET_REL, ET_DYN = 1, 3
PT_LOAD, PT_DYNAMIC, PT_NOTE, PT_PHDR = 1, 2, 4, 6
PT_GNU_STACK, PT_GNU_RELRO = 0x6474E551, 0x6474E552
SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_RELA = 1, 2, 3, 4
SHT_HASH, SHT_DYNAMIC, SHT_NOTE, SHT_NOBITS, SHT_DYNSYM = 5, 6, 7, 8, 11
SHT_GNU_HASH = 0x6FFFFFF6
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR = 1, 2, 4
STB_LOCAL, STB_GLOBAL, STB_WEAK = 0, 1, 2
STT_OBJECT, STT_FUNC, STT_SECTION = 1, 2, 3
STV_DEFAULT, STV_HIDDEN, STV_PROTECTED = 0, 2, 3
SHN_ABS = 0xFFF1

_SECTION_SIZE_OFFSET = 32
"""Byte offset of `sh_size` in a section header."""


class ElfError(ValueError):
    """The bytes are not a complete 64-bit little-endian ELF file."""


@dataclass(frozen=True)
class Section:
    """
    A section; `header` and `offset` are the byte offsets of its header and its contents.
    """

    name: str
    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    header: int

    @property
    def size_field(self) -> int:
        """Byte offset of the header's size field, eight bytes wide."""
        return self.header + _SECTION_SIZE_OFFSET


@dataclass(frozen=True)
class Symbol:
    """
    An entry of the symbol table; `value` and `size` in bytes. `info` has the binding (STB_…)
    and the type (STT_…), `other` the visibility (STV_…).
    """

    name: str
    info: int
    other: int
    section: int
    value: int
    size: int

    @property
    def binding(self) -> int:
        return self.info >> 4

    @property
    def type(self) -> int:
        return self.info & 15

    @property
    def visibility(self) -> int:
        return self.other & 3


@dataclass(frozen=True)
class Segment:
    """
    A part of the file that is loaded: `file_size` bytes from `offset` on go to `address`,
    with zeros after them up to `size`.
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
    A place that a linker or the loader fills in, by its kind (R_AMDGPU_…). `symbol` is an
    index into the symbols, or the dynamic symbols of a linked file.
    """

    address: int
    kind: int
    symbol: int
    addend: int


@dataclass(frozen=True)
class MetadataNote:
    """
    AMDGPU's metadata note: the byte offset of its header (sizes and type), and the bytes of
    its description.
    """

    section: Section
    header: int
    description: int
    size: int


@dataclass(frozen=True)
class Elf:
    """A parsed file: `type` is 1 for relocatable, 3 for shared objects."""

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
        """The bytes of `section` in the file; empty for a section of zeros (SHT_NOBITS)."""
        if section.type == SHT_NOBITS:
            return b""
        return self.data[section.offset : section.offset + section.size]

    def section(self, name: str) -> Section | None:
        return next((s for s in self.sections if s.name == name), None)

    def symbols(self) -> list[Symbol]:
        """
        The static symbol table; empty when there is none.

        Raises `ElfError` for a damaged table.
        """
        return self._symbols(SHT_SYMTAB)

    def dynamic_symbols(self) -> list[Symbol]:
        """
        The symbols that a loader sees; empty when there are none.

        Raises `ElfError` for a damaged table.
        """
        return self._symbols(SHT_DYNSYM)

    def dynamic_relocations(self) -> list[Relocation]:
        """
        The places that a loader fills in.

        Raises `ElfError` for a damaged table.
        """
        tables = [s for s in self.sections if s.type == SHT_RELA]
        return [entry for table in tables for entry in self.relocations(table)]

    def relocations(self, table: Section) -> list[Relocation]:
        """
        The relocations in the section `table`; its `info` names the section that they
        patch.

        Raises `ElfError` for a damaged table.
        """
        entries = self.contents(table)
        if len(entries) % _RELOCATION.size:
            raise ElfError(f"the relocations in section {table.name} are cut")
        return [
            Relocation(address, kind, symbol, addend)
            for address, kind, symbol, addend in _RELOCATION.iter_unpack(entries)
        ]

    def _symbols(self, kind: int) -> list[Symbol]:
        table = next((s for s in self.sections if s.type == kind), None)
        if table is None:
            return []
        entries = self.contents(table)
        if len(entries) % SYMBOL.size:
            raise ElfError(
                f"the symbol table has {len(entries)} bytes, not a multiple of "
                f"{SYMBOL.size}"
            )
        if table.link >= len(self.sections):
            raise ElfError(f"the symbol table's names are in section {table.link}")
        names = self.contents(self.sections[table.link])
        return [
            Symbol(_text(names, name, "symbol"), *fields)
            for name, *fields in SYMBOL.iter_unpack(entries)
        ]

    def symbol_contents(self, symbol: Symbol) -> bytes:
        """
        The bytes of `symbol`. Its value is an offset in the section in a relocatable file,
        and an address in a linked one.

        Raises `ElfError` for a symbol outside its section.
        """
        if symbol.section >= len(self.sections):
            raise ElfError(f"symbol '{symbol.name}' is in section {symbol.section}")
        section = self.sections[symbol.section]
        start = symbol.value - (0 if self.type == ET_REL else section.address)
        contents = self.contents(section)
        if not 0 <= start <= start + symbol.size <= len(contents):
            raise ElfError(f"symbol '{symbol.name}' is outside section {section.name}")
        return contents[start : start + symbol.size]

    def metadata_note(self) -> MetadataNote | None:
        """AMDGPU's metadata note, if there is one."""
        for section in self.sections:
            if section.type != SHT_NOTE:
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

    Raises `ElfError` when `data` is not an ELF file, or is truncated.
    """
    if data[:4] != b"\x7fELF":
        raise ElfError("not an ELF file")
    if len(data) < HEADER.size:
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
    ) = HEADER.unpack_from(data)
    if count and entry != SECTION.size:
        raise ElfError(f"its section headers have {entry} bytes, not {SECTION.size}")
    if table + count * entry > len(data):
        raise ElfError("the file is cut: its section headers are missing")
    raw = [
        cast(tuple[int, ...], SECTION.unpack_from(data, table + index * entry))
        for index in range(count)
    ]
    for header in raw:
        if header[1] != SHT_NOBITS and header[4] + header[5] > len(data):
            raise ElfError("the file is cut: a section ends outside it")
    strings = b""
    if names < count:
        strings = data[raw[names][4] : raw[names][4] + raw[names][5]]
    sections = tuple(
        Section(
            _text(strings, header[0], "section"),
            *header[1:9],
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
    if count and entry != SEGMENT.size:
        raise ElfError(f"its program headers have {entry} bytes, not {SEGMENT.size}")
    if table + count * entry > len(data):
        raise ElfError("the file is cut: its program headers are missing")
    for index in range(count):
        kind, flags, offset, address, _, file_size, size, _ = SEGMENT.unpack_from(
            data, table + index * entry
        )
        if kind != PT_LOAD:
            continue
        if offset + file_size > len(data) or file_size > size:
            raise ElfError("the file is cut: a segment ends outside it")
        yield Segment(
            address, offset, file_size, size, bool(flags & 2), bool(flags & 1)
        )
