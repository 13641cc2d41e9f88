"""
The code object of one relocatable object, as LLD makes it (`ld.lld -shared
--no-undefined`), without starting LLD: that takes longer than our lowering.

Most objects have kernels, their descriptors and the metadata only. These are linked here,
byte for byte as LLD 22 does it, the name of the linker in `.comment` excepted;
`link_simple` leaves every other object (writable data, strings, symbols from elsewhere,
debug information) to LLD.

Sources: System V ABI, "Object Files" and "Dynamic Linking"; LLVM's AMDGPUUsage,
"Relocation Records"; LLD's `ELF/Writer.cpp` and `ELF/SyntheticSections.cpp` for what is
the linker's choice: the order of sections, where segments begin, the sizes of the tables.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from xdsl_opencl.backend.elf import ELFOSABI_AMDGPU_HSA, EM_AMDGPU

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_RELOCATION = struct.Struct("<QIIq")

_PAGE = 0x1000
_ALIGNMENTS = {1 << i for i in range(13)}

_ET_REL, _ET_DYN = 1, 3
_PROGBITS, _SYMTAB, _STRTAB, _RELA = 1, 2, 3, 4
_HASH, _DYNAMIC, _NOTE, _NOBITS, _DYNSYM = 5, 6, 7, 8, 11
_GNU_HASH = 0x6FFFFFF6
_WRITE, _ALLOC, _EXECUTE, _MERGE_STRINGS = 1, 2, 4, 0x30

_LOCAL, _GLOBAL, _WEAK = 0, 1, 2
_STT_SECTION = 3
_DEFAULT, _PROTECTED, _HIDDEN = 0, 3, 2
_SHN_ABS = 0xFFF1

_TEXT, _RODATA = ".text", ".rodata"
_INPUTS = {
    _TEXT: (_PROGBITS, _ALLOC | _EXECUTE),
    _RODATA: (_PROGBITS, _ALLOC),
    ".note": (_NOTE, _ALLOC),
    ".symtab": (_SYMTAB, 0),
    ".strtab": (_STRTAB, 0),
    ".comment": (_PROGBITS, _MERGE_STRINGS),
    ".note.GNU-stack": (_PROGBITS, 0),
    ".AMDGPU.gpr_maximums": (_PROGBITS, 0),
    ".rela.text": (_RELA, 0x40),
    ".rela.rodata": (_RELA, 0x40),
}
"""Type and flags of the sections that an object may have here; each may occur once."""

_OUTPUTS = (
    *(".note", ".dynsym", ".gnu.hash", ".hash", ".dynstr", _RODATA, _TEXT),
    *(".dynamic", ".relro_padding", ".AMDGPU.gpr_maximums", ".comment"),
    *(".symtab", ".shstrtab", ".strtab"),
)
_INDEX = {name: index for index, name in enumerate(_OUTPUTS, 1)}
_SEGMENTS = 8

_REL32, _REL64, _REL32_LO, _REL32_HI = 4, 5, 10, 11
"""Kinds of relocations: R_AMDGPU_… of AMDGPUUsage."""

LINKER = b"Linker: xdsl-opencl"
"""The name of the linker in `.comment`."""


class _Symbol(NamedTuple):
    name: bytes
    info: int
    other: int
    section: int
    value: int
    size: int


class _Section(NamedTuple):
    """
    The header of a section, without its name.
    """

    type: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class _Unusual(Exception):
    """
    The object has something that LLD has to decide.
    """


def link_simple(relocatable: bytes, linker: bytes = LINKER) -> bytes | None:
    """
    The shared object of `relocatable`, an amdgcn object; `None` for one with more than
    kernels, their descriptors and their metadata, or with anything that is wrong.
    """
    try:
        return _Link(relocatable, linker).run()
    except (_Unusual, struct.error, IndexError, ValueError):
        return None


def _require(condition: bool) -> None:
    if not condition:
        raise _Unusual


def _aligned(value: int, alignment: int) -> int:
    return -(-value // alignment) * alignment


def _c_string(table: bytes, start: int) -> bytes:
    return table[start : table.index(b"\0", start)]


class _Link:
    """
    One object on its way.
    """

    def __init__(self, data: bytes, linker: bytes) -> None:
        self.data = data
        self.linker = linker
        header = cast("tuple[int, ...]", _HEADER.unpack_from(data)[1:])
        self.identity = data[:16]
        kind, machine, _, _, _, table, self.flags = header[:7]
        entry, count, names = header[10:]
        _require(self.identity[:8] == b"\x7fELF\2\1\1" + bytes([ELFOSABI_AMDGPU_HSA]))
        _require((kind, machine, entry) == (_ET_REL, EM_AMDGPU, _SECTION.size))
        raw = [
            cast("tuple[int, ...]", _SECTION.unpack_from(data, table + i * entry))
            for i in range(count)
        ]
        strings = self._slice(raw[names][4], raw[names][5])
        self.inputs: dict[str, _Section] = {}
        self.names: list[str] = [""]
        for fields in raw[1:]:
            name = _c_string(strings, fields[0]).decode()
            found = _Section(*fields[1:])
            _require(_INPUTS.get(name) == (found.type, found.flags))
            _require(name not in self.inputs)
            self.inputs[name] = found
            self.names.append(name)
        _require({_TEXT, _RODATA, ".note", ".symtab"} <= self.inputs.keys())
        for name in (_TEXT, _RODATA, ".note"):
            _require(self.inputs[name].alignment in _ALIGNMENTS)
        _require(".AMDGPU.gpr_maximums" in self.inputs)
        _require(self.inputs[".AMDGPU.gpr_maximums"].size == 0)

    def _slice(self, offset: int, size: int) -> bytes:
        _require(offset + size <= len(self.data))
        return self.data[offset : offset + size]

    def _contents(self, name: str) -> bytes:
        section = self.inputs[name]
        return self._slice(section.offset, section.size)

    def _symbols(self) -> list[_Symbol]:
        table = self.inputs[".symtab"]
        strings = self._contents(self.names[table.link])
        return [
            _Symbol(_c_string(strings, name), info, other, section, value, size)
            for name, info, other, section, value, size in _SYMBOL.iter_unpack(
                self._contents(".symtab")
            )
        ]

    def run(self) -> bytes:
        symbols = self._symbols()
        local: list[_Symbol] = []
        exported: list[_Symbol] = []
        for symbol in symbols[1:]:
            self._check(symbol)
            if symbol.info >> 4 != _LOCAL:
                exported.append(symbol)
            elif symbol.info & 15 != _STT_SECTION:
                local.append(symbol)
        _require(bool(exported))
        dynamic_names = bytearray(1)
        starts: list[int] = []
        for symbol in exported:
            starts.append(len(dynamic_names))
            dynamic_names += symbol.name + b"\0"
        count = len(exported)
        order, gnu_hash = _gnu_hash([symbol.name for symbol in exported], starts)
        sizes = {
            ".note": self.inputs[".note"].size,
            ".dynsym": _SYMBOL.size * (count + 1),
            ".gnu.hash": len(gnu_hash),
            ".hash": 4 * (2 + 2 * (count + 1)),
            ".dynstr": len(dynamic_names),
            _RODATA: self.inputs[_RODATA].size,
            _TEXT: self.inputs[_TEXT].size,
            ".dynamic": 7 * 16,
        }
        sections = self._place(sizes)
        contents = {
            ".note": self._contents(".note"),
            ".dynsym": b"",
            ".gnu.hash": gnu_hash,
            ".hash": _hash([b"", *(exported[i].name for i in order)]),
            ".dynstr": bytes(dynamic_names),
            _RODATA: self._relocated(_RODATA, symbols, sections),
            _TEXT: self._relocated(_TEXT, symbols, sections),
            ".dynamic": _dynamic(sections),
        }
        entries = [bytes(_SYMBOL.size)]
        for i in order:
            entries.append(self._entry(starts[i], exported[i], sections))
        contents[".dynsym"] = b"".join(entries)
        self._add_tables(local, exported, sections, contents)
        return self._file(sections, contents)

    def _check(self, symbol: _Symbol) -> None:
        binding = symbol.info >> 4
        _require(binding in (_LOCAL, _GLOBAL, _WEAK))
        if symbol.section == _SHN_ABS:
            _require(binding == _LOCAL)
            return
        _require(0 < symbol.section < len(self.names))
        is_section = symbol.info & 15 == _STT_SECTION
        if not is_section:
            _require(self.names[symbol.section] in (_TEXT, _RODATA))
        if binding != _LOCAL:
            _require(symbol.other & 3 in (_DEFAULT, _PROTECTED))

    def _place(self, sizes: dict[str, int]) -> dict[str, _Section]:
        """
        The sections that are loaded, in three segments: read-only, code, `.dynamic`.
        """
        rows = (
            (".note", _NOTE, _ALLOC, 0, 0, self.inputs[".note"].alignment, 0),
            (".dynsym", _DYNSYM, _ALLOC, _INDEX[".dynstr"], 1, 8, _SYMBOL.size),
            (".gnu.hash", _GNU_HASH, _ALLOC, _INDEX[".dynsym"], 0, 8, 0),
            (".hash", _HASH, _ALLOC, _INDEX[".dynsym"], 0, 4, 4),
            (".dynstr", _STRTAB, _ALLOC, 0, 0, 1, 0),
            (_RODATA, _PROGBITS, _ALLOC, 0, 0, self.inputs[_RODATA].alignment, 0),
            (
                *(_TEXT, _PROGBITS, _ALLOC | _EXECUTE),
                *(0, 0, self.inputs[_TEXT].alignment, 0),
            ),
            (
                *(".dynamic", _DYNAMIC, _WRITE | _ALLOC),
                *(_INDEX[".dynstr"], 0, 8, 16),
            ),
        )
        placed: dict[str, _Section] = {}
        address = offset = _HEADER.size + _SEGMENTS * _SEGMENT.size
        for name, kind, flags, link, info, alignment, entry in rows:
            if name in (_TEXT, ".dynamic"):
                # Each segment begins in a page of its own, without a gap in the file.
                address = _aligned(address, _PAGE) + address % _PAGE
            before, address = address, _aligned(address, alignment)
            offset += address - before
            size = sizes[name]
            placed[name] = _Section(
                kind, flags, address, offset, size, link, info, alignment, entry
            )
            address += size
            offset += size
        placed[".relro_padding"] = _Section(
            *(_NOBITS, _WRITE | _ALLOC, address, offset),
            *(_aligned(address, _PAGE) - address, 0, 0, 1, 0),
        )
        return placed

    def _address(self, symbol: _Symbol, sections: dict[str, _Section]) -> int:
        if symbol.section == _SHN_ABS:
            return symbol.value
        return sections[self.names[symbol.section]].address + symbol.value

    def _entry(
        self, name: int, symbol: _Symbol, sections: dict[str, _Section]
    ) -> bytes:
        section = symbol.section
        if section != _SHN_ABS:
            section = _INDEX[self.names[section]]
        value = self._address(symbol, sections)
        return _SYMBOL.pack(
            name, symbol.info, symbol.other, section, value, symbol.size
        )

    def _relocated(
        self, name: str, symbols: Sequence[_Symbol], sections: dict[str, _Section]
    ) -> bytes:
        contents = self._contents(name)
        table = f".rela{name}"
        if table not in self.inputs:
            return contents
        _require(self.names[self.inputs[table].info] == name)
        made = bytearray(contents)
        base = sections[name].address
        entries = _RELOCATION.iter_unpack(self._contents(table))
        for entry in cast("Iterator[tuple[int, int, int, int]]", entries):
            place, kind, number, addend = entry
            symbol = symbols[number]
            # Another object may have one of default visibility instead.
            is_local = symbol.info >> 4 == _LOCAL
            _require(number > 0 and (is_local or symbol.other & 3 == _PROTECTED))
            _require(symbol.section != _SHN_ABS)
            _require(self.names[symbol.section] in (_TEXT, _RODATA))
            value = self._address(symbol, sections) + addend - (base + place)
            if kind == _REL64:
                struct.pack_into("<q", made, place, value)
            elif kind == _REL32:
                struct.pack_into("<i", made, place, value)
            elif kind == _REL32_LO:
                struct.pack_into("<I", made, place, value & 0xFFFFFFFF)
            elif kind == _REL32_HI:
                struct.pack_into("<I", made, place, value >> 32 & 0xFFFFFFFF)
            else:
                raise _Unusual
        return bytes(made)

    def _add_tables(
        self,
        local: Sequence[_Symbol],
        exported: Sequence[_Symbol],
        sections: dict[str, _Section],
        contents: dict[str, bytes],
    ) -> None:
        """
        Adds what is not loaded.
        """
        names = bytearray(1)
        entries = [bytes(_SYMBOL.size)]
        outer: list[bytes] = []
        for group, symbols in ((entries, local), (outer, exported)):
            for symbol in symbols:
                group.append(self._entry(len(names), symbol, sections))
                names += symbol.name + b"\0"
        dynamic = sections[".dynamic"].address
        entries.append(
            _SYMBOL.pack(len(names), 0, _HIDDEN, _INDEX[".dynamic"], dynamic, 0)
        )
        names += b"_DYNAMIC\0"
        locals_ = len(entries)
        comment = self._contents(".comment") if ".comment" in self.inputs else b""
        section_names = b"\0" + b"".join(n.encode() + b"\0" for n in _OUTPUTS)
        contents |= {
            ".AMDGPU.gpr_maximums": b"",
            ".comment": comment + self.linker + b"\0",
            ".symtab": b"".join((*entries, *outer)),
            ".shstrtab": section_names,
            ".strtab": bytes(names),
        }
        padding = sections[".relro_padding"]
        offset = padding.offset
        strings = _INDEX[".strtab"]
        for name, kind, flags, link, info, alignment, entry in (
            (".AMDGPU.gpr_maximums", _PROGBITS, 0, 0, 0, 1, 0),
            (".comment", _PROGBITS, _MERGE_STRINGS, 0, 0, 1, 1),
            (".symtab", _SYMTAB, 0, strings, locals_, 8, _SYMBOL.size),
            (".shstrtab", _STRTAB, 0, 0, 0, 1, 0),
            (".strtab", _STRTAB, 0, 0, 0, 1, 0),
        ):
            offset = _aligned(offset, alignment)
            size = len(contents[name])
            sections[name] = _Section(
                kind, flags, 0, offset, size, link, info, alignment, entry
            )
            offset += size

    def _file(self, sections: dict[str, _Section], contents: dict[str, bytes]) -> bytes:
        last = sections[".strtab"]
        table = _aligned(last.offset + last.size, 8)
        made = bytearray(table + _SECTION.size * (len(_OUTPUTS) + 1))
        _HEADER.pack_into(
            *(made, 0, self.identity, _ET_DYN, EM_AMDGPU, 1, 0, _HEADER.size, table),
            *(self.flags, _HEADER.size, _SEGMENT.size, _SEGMENTS, _SECTION.size),
            *(len(_OUTPUTS) + 1, _INDEX[".shstrtab"]),
        )
        position = _HEADER.size
        for segment in _segments(sections):
            _SEGMENT.pack_into(made, position, *segment)
            position += _SEGMENT.size
        start = 1
        for index, name in enumerate(_OUTPUTS, 1):
            section = sections[name]
            _SECTION.pack_into(made, table + index * _SECTION.size, start, *section)
            start += len(name) + 1
            data = contents.get(name, b"")
            made[section.offset : section.offset + len(data)] = data
        return bytes(made)


def _segments(sections: dict[str, _Section]) -> list[tuple[int, ...]]:
    read, read_write, read_execute = 4, 6, 5
    header = _HEADER.size
    headers = _SEGMENTS * _SEGMENT.size
    constants, text = sections[_RODATA], sections[_TEXT]
    dynamic, padding = sections[".dynamic"], sections[".relro_padding"]
    note = sections[".note"]
    end = constants.address + constants.size
    whole = dynamic.size + padding.size

    def segment(
        kind: int, flags: int, section: _Section, size: int, alignment: int
    ) -> tuple[int, ...]:
        offset, address = section.offset, section.address
        return kind, flags, offset, address, address, section.size, size, alignment

    return [
        (6, read, header, header, header, headers, headers, 8),
        (1, read, 0, 0, 0, end, end, _PAGE),
        segment(1, read_execute, text, text.size, _PAGE),
        segment(1, read_write, dynamic, whole, _PAGE),
        segment(2, read_write, dynamic, dynamic.size, 8),
        segment(0x6474E552, read, dynamic, whole, 1),
        (0x6474E551, read_write, 0, 0, 0, 0, 0, 0),
        segment(4, read, note, note.size, note.alignment),
    ]


def _dynamic(sections: dict[str, _Section]) -> bytes:
    """
    The tags of the dynamic section: symbols, their names, and the two hash tables.
    """
    tags = (
        (6, sections[".dynsym"].address),
        (11, _SYMBOL.size),
        (5, sections[".dynstr"].address),
        (10, sections[".dynstr"].size),
        (0x6FFFFEF5, sections[".gnu.hash"].address),
        (4, sections[".hash"].address),
        (0, 0),
    )
    return b"".join(struct.pack("<QQ", *tag) for tag in tags)


def _gnu_hash(names: Sequence[bytes], starts: Sequence[int]) -> tuple[list[int], bytes]:
    """
    The order of the dynamic symbols `names`, whose names begin at `starts`, and GNU's hash
    table of them.
    """
    hashes: list[int] = []
    for name in names:
        value = 5381
        for byte in name:
            value = (value * 33 + byte) & 0xFFFFFFFF
        hashes.append(value)
    count = len(names)
    buckets = max(count // 4, 1)
    words = 1 << (count * 12 // 64).bit_length()
    order = sorted(range(count), key=lambda i: (hashes[i] % buckets, starts[i]))
    bloom = [0] * words
    firsts = [0] * buckets
    chain: list[int] = []
    for place, i in enumerate(order):
        value = hashes[i]
        word = value // 64 % words
        bloom[word] |= 1 << value % 64 | 1 << (value >> 26) % 64
        bucket = value % buckets
        firsts[bucket] = firsts[bucket] or place + 1
        following = order[place + 1] if place + 1 < count else None
        last = following is None or hashes[following] % buckets != bucket
        chain.append(value & ~1 | last)
    head = struct.pack("<4I", buckets, 1, words, 26)
    layout = f"<{words}Q{buckets}I{count}I"
    return order, head + struct.pack(layout, *bloom, *firsts, *chain)


def _hash(names: Sequence[bytes]) -> bytes:
    """
    System V's hash table of the dynamic symbols `names`, the empty one first.
    """
    count = len(names)
    buckets = [0] * count
    chain = [0] * count
    for i, name in enumerate(names[1:], 1):
        value = 0
        for byte in name:
            value = (value << 4) + byte
            value ^= value >> 24 & 0xF0
            value &= 0x0FFFFFFF
        place = value % count
        chain[i] = buckets[place]
        buckets[place] = i
    return struct.pack(f"<{2 + 2 * count}I", count, count, *buckets, *chain)
