"""
Links one relocatable object to a code object as LLD does (`ld.lld -shared --no-undefined`),
without starting LLD: the start takes longer than our lowering.

Most objects contain only kernels, their descriptors and the metadata. `link_simple` links these
to the same bytes as LLD 22, except the name of the linker in `.comment`. It leaves every other
object (writable data, strings, undefined symbols, debug information) to LLD.

Sources: System V ABI, "Object Files" and "Dynamic Linking"; LLVM's AMDGPUUsage, "Relocation
Records"; LLD's `ELF/Writer.cpp` and `ELF/SyntheticSections.cpp` for the linker's choices: the
order of sections, the start of segments, the sizes of the tables.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xdsl_opencl.backend.objects import elf
from xdsl_opencl.backend.objects.elf import SHF_ALLOC, SYMBOL, Elf, Section, Symbol

_PAGE = 0x1000
_ALIGNMENTS = {1 << i for i in range(13)}
_MERGE_STRINGS = 0x30

_TEXT, _RODATA, _NOTE = ".text", ".rodata", ".note"
_DYNAMIC, _PADDING = ".dynamic", ".relro_padding"
_INPUTS = {
    _TEXT: (elf.SHT_PROGBITS, SHF_ALLOC | elf.SHF_EXECINSTR),
    _RODATA: (elf.SHT_PROGBITS, SHF_ALLOC),
    _NOTE: (elf.SHT_NOTE, SHF_ALLOC),
    ".symtab": (elf.SHT_SYMTAB, 0),
    ".strtab": (elf.SHT_STRTAB, 0),
    ".comment": (elf.SHT_PROGBITS, _MERGE_STRINGS),
    ".note.GNU-stack": (elf.SHT_PROGBITS, 0),
    ".AMDGPU.gpr_maximums": (elf.SHT_PROGBITS, 0),
    ".rela.text": (elf.SHT_RELA, 0x40),
    ".rela.rodata": (elf.SHT_RELA, 0x40),
}
"""Type and flags of the sections that an object may have here; each may occur once."""


class _Kind(NamedTuple):
    """
    A section that the linker makes: type, flags, alignment, linked section and bytes of an
    entry.
    """

    type: int
    flags: int
    alignment: int = 1
    link: str = ""
    entry: int = 0


_OUTPUTS = {
    _NOTE: _Kind(elf.SHT_NOTE, SHF_ALLOC),
    ".dynsym": _Kind(elf.SHT_DYNSYM, SHF_ALLOC, 8, ".dynstr", SYMBOL.size),
    ".gnu.hash": _Kind(elf.SHT_GNU_HASH, SHF_ALLOC, 8, ".dynsym"),
    ".hash": _Kind(elf.SHT_HASH, SHF_ALLOC, 4, ".dynsym", 4),
    ".dynstr": _Kind(elf.SHT_STRTAB, SHF_ALLOC),
    _RODATA: _Kind(elf.SHT_PROGBITS, SHF_ALLOC),
    _TEXT: _Kind(elf.SHT_PROGBITS, SHF_ALLOC | elf.SHF_EXECINSTR),
    _DYNAMIC: _Kind(elf.SHT_DYNAMIC, SHF_ALLOC | elf.SHF_WRITE, 8, ".dynstr", 16),
    _PADDING: _Kind(elf.SHT_NOBITS, SHF_ALLOC | elf.SHF_WRITE),
    ".AMDGPU.gpr_maximums": _Kind(elf.SHT_PROGBITS, 0),
    ".comment": _Kind(elf.SHT_PROGBITS, _MERGE_STRINGS, entry=1),
    ".symtab": _Kind(elf.SHT_SYMTAB, 0, 8, ".strtab", SYMBOL.size),
    ".shstrtab": _Kind(elf.SHT_STRTAB, 0),
    ".strtab": _Kind(elf.SHT_STRTAB, 0),
}
"""The sections of the code object, in order; sections of the object keep their alignment."""
_INDEX = {name: index for index, name in enumerate(_OUTPUTS, 1)}
_SEGMENTS = 8

_REL32, _REL64, _REL32_LO, _REL32_HI = 4, 5, 10, 11
"""Kinds of relocations: R_AMDGPU_… of AMDGPUUsage."""

LINKER = b"Linker: xdsl-opencl"
"""The name of the linker in `.comment`."""


class _Unusual(Exception):
    """The object contains something that only LLD can link."""


class _Place(NamedTuple):
    """The place of a section in memory and in the file; `size` is its size in memory."""

    address: int
    offset: int
    size: int


def link_simple(relocatable: bytes, linker: bytes = LINKER) -> bytes | None:
    """
    Links `relocatable`, an amdgcn object, to a shared object. Returns `None` if it contains
    more than kernels, their descriptors and their metadata, or any error.
    """
    try:
        return _Link(elf.read_elf(relocatable), linker).run()
    except (_Unusual, LookupError, ValueError, struct.error):
        return None


def _require(condition: bool) -> None:
    if not condition:
        raise _Unusual


def _aligned(value: int, alignment: int) -> int:
    return -(-value // alignment) * alignment


class _Link:
    """The state of linking one object."""

    def __init__(self, file: Elf, linker: bytes) -> None:
        _require(file.os_abi == elf.ELFOSABI_AMDGPU_HSA)
        _require((file.type, file.machine) == (elf.ET_REL, elf.EM_AMDGPU))
        self.file = file
        self.linker = linker
        self.inputs: dict[str, Section] = {}
        for section in file.sections[1:]:
            _require(_INPUTS.get(section.name) == (section.type, section.flags))
            _require(section.name not in self.inputs)
            self.inputs[section.name] = section
        for name in (_TEXT, _RODATA, _NOTE):
            _require(self.inputs[name].alignment in _ALIGNMENTS)
        _require(self.inputs[".AMDGPU.gpr_maximums"].size == 0)
        self.symbols = file.symbols()
        for symbol in self.symbols[1:]:
            self._check(symbol)
        named = [s for s in self.symbols[1:] if s.type != elf.STT_SECTION]
        self.local = [s for s in named if s.binding == elf.STB_LOCAL]
        self.exported = [s for s in named if s.binding != elf.STB_LOCAL]
        _require(bool(self.exported))

    def _check(self, symbol: Symbol) -> None:
        is_local = symbol.binding == elf.STB_LOCAL
        _require(is_local or symbol.binding in (elf.STB_GLOBAL, elf.STB_WEAK))
        if symbol.section == elf.SHN_ABS:
            _require(is_local)
            return
        section = self.file.sections[symbol.section]
        if symbol.type != elf.STT_SECTION:
            _require(section.name in (_TEXT, _RODATA))
            exportable = (elf.STV_DEFAULT, elf.STV_PROTECTED)
            _require(is_local or symbol.visibility in exportable)

    def run(self) -> bytes:
        # The contents contain addresses, and the addresses depend on the sizes of the
        # contents.
        places = self._places(self._contents(dict.fromkeys(_OUTPUTS, 0)))
        addresses = {name: place.address for name, place in places.items()}
        return self._file(places, self._contents(addresses))

    def _contents(self, addresses: Mapping[str, int]) -> dict[str, bytes]:
        """The contents of each section in the file, for sections at `addresses`."""
        order, gnu_hash = _gnu_hash([symbol.name for symbol in self.exported])
        dynamic = [self.exported[i] for i in order]
        names = [symbol.name for symbol in self.exported]
        dynamic_names, starts = _strings(names)
        all_names = [*(symbol.name for symbol in self.local), *names, "_DYNAMIC"]
        strings, all_starts = _strings(all_names)

        def table(symbols: Sequence[Symbol], starts: Mapping[str, int]) -> bytes:
            return b"".join(
                SYMBOL.pack(
                    *(starts[symbol.name], symbol.info, symbol.other),
                    *self._place(symbol, addresses),
                    symbol.size,
                )
                for symbol in symbols
            )

        null = bytes(SYMBOL.size)
        own = SYMBOL.pack(
            *(all_starts["_DYNAMIC"], 0, elf.STV_HIDDEN, _INDEX[_DYNAMIC]),
            *(addresses[_DYNAMIC], 0),
        )
        tags = (
            *(6, addresses[".dynsym"], 11, SYMBOL.size),
            *(5, addresses[".dynstr"], 10, len(dynamic_names)),
            *(0x6FFFFEF5, addresses[".gnu.hash"], 4, addresses[".hash"], 0, 0),
        )
        comment = self.inputs.get(".comment")
        comments = b"" if comment is None else self.file.contents(comment)
        return {
            _NOTE: self.file.contents(self.inputs[_NOTE]),
            ".dynsym": null + table(dynamic, starts),
            ".gnu.hash": gnu_hash,
            ".hash": _hash([symbol.name for symbol in dynamic]),
            ".dynstr": dynamic_names,
            _RODATA: self._relocated(self.inputs[_RODATA], addresses),
            _TEXT: self._relocated(self.inputs[_TEXT], addresses),
            _DYNAMIC: struct.pack("<14Q", *tags),
            ".comment": comments + self.linker + b"\0",
            ".symtab": null
            + table(self.local, all_starts)
            + own
            + table(self.exported, all_starts),
            ".shstrtab": _strings(tuple(_OUTPUTS))[0],
            ".strtab": strings,
        }

    def _places(self, contents: Mapping[str, bytes]) -> dict[str, _Place]:
        """
        The program headers. Three segments are loaded: read-only data, code, and `.dynamic`
        up to the end of its page.
        """
        places: dict[str, _Place] = {}
        address = offset = elf.HEADER.size + _SEGMENTS * elf.SEGMENT.size
        for name, kind in _OUTPUTS.items():
            if name in (_TEXT, _DYNAMIC):
                # Each segment begins in a page of its own, without a gap in the file.
                address = _aligned(address, _PAGE) + address % _PAGE
            alignment = self._alignment(name)
            address = _aligned(address, alignment) if kind.flags & SHF_ALLOC else 0
            offset = _aligned(offset, alignment)
            size = len(contents.get(name, b""))
            in_memory = -address % _PAGE if name == _PADDING else size
            places[name] = _Place(address, offset, in_memory)
            address += size
            offset += size
        return places

    def _alignment(self, name: str) -> int:
        if name in (_NOTE, _RODATA, _TEXT):
            return self.inputs[name].alignment
        return _OUTPUTS[name].alignment

    def _place(self, symbol: Symbol, addresses: Mapping[str, int]) -> tuple[int, int]:
        """The section of the code object that `symbol` is in, and its address."""
        if symbol.section == elf.SHN_ABS:
            return symbol.section, symbol.value
        name = self.file.sections[symbol.section].name
        return _INDEX[name], addresses[name] + symbol.value

    def _relocated(self, section: Section, addresses: Mapping[str, int]) -> bytes:
        contents = bytearray(self.file.contents(section))
        table = self.inputs.get(f".rela{section.name}")
        if table is None:
            return bytes(contents)
        _require(self.file.sections[table.info] == section)
        for entry in self.file.relocations(table):
            symbol = self.symbols[entry.symbol]
            # Another object may replace a symbol of default visibility.
            is_local = symbol.binding == elf.STB_LOCAL
            _require(is_local or symbol.visibility == elf.STV_PROTECTED)
            _require(entry.symbol > 0 and symbol.section != elf.SHN_ABS)
            index, value = self._place(symbol, addresses)
            _require(index in (_INDEX[_TEXT], _INDEX[_RODATA]))
            place = entry.address
            value += entry.addend - (addresses[section.name] + place)
            if entry.kind == _REL64:
                struct.pack_into("<q", contents, place, value)
            elif entry.kind == _REL32:
                struct.pack_into("<i", contents, place, value)
            elif entry.kind == _REL32_LO:
                struct.pack_into("<I", contents, place, value & 0xFFFFFFFF)
            elif entry.kind == _REL32_HI:
                struct.pack_into("<I", contents, place, value >> 32 & 0xFFFFFFFF)
            else:
                raise _Unusual
        return bytes(contents)

    def _file(
        self, places: Mapping[str, _Place], contents: Mapping[str, bytes]
    ) -> bytes:
        last = places[".strtab"]
        table = _aligned(last.offset + last.size, 8)
        made = bytearray(table + elf.SECTION.size * (len(_OUTPUTS) + 1))
        elf.HEADER.pack_into(
            *(made, 0, self.file.data[:16], elf.ET_DYN, elf.EM_AMDGPU, 1),
            *(0, elf.HEADER.size, table, self.file.flags),
            *(elf.HEADER.size, elf.SEGMENT.size, _SEGMENTS),
            *(elf.SECTION.size, len(_OUTPUTS) + 1, _INDEX[".shstrtab"]),
        )
        note = self.inputs[_NOTE].alignment
        for index, segment in enumerate(_segments(places, note)):
            start = elf.HEADER.size + index * elf.SEGMENT.size
            elf.SEGMENT.pack_into(made, start, *segment)
        starts = _strings(tuple(_OUTPUTS))[1]
        info = {".dynsym": 1, ".symtab": 1 + len(self.local) + 1}
        for name, kind in _OUTPUTS.items():
            place, content = places[name], contents.get(name, b"")
            made[place.offset : place.offset + len(content)] = content
            elf.SECTION.pack_into(
                *(made, table + _INDEX[name] * elf.SECTION.size),
                *(starts[name], kind.type, kind.flags, *place),
                *(_INDEX.get(kind.link, 0), info.get(name, 0)),
                *(self._alignment(name), kind.entry),
            )
        return bytes(made)


def _segments(
    places: Mapping[str, _Place], note_alignment: int
) -> list[tuple[int, ...]]:
    read, read_write, read_execute = 4, 6, 5
    header = elf.HEADER.size
    headers = _SEGMENTS * elf.SEGMENT.size
    text, dynamic, note = places[_TEXT], places[_DYNAMIC], places[_NOTE]
    end = places[_RODATA].address + places[_RODATA].size
    whole = dynamic.size + places[_PADDING].size

    def segment(
        kind: int, flags: int, place: _Place, size: int, alignment: int
    ) -> tuple[int, ...]:
        address, offset, in_file = place
        return kind, flags, offset, address, address, in_file, size, alignment

    return [
        (elf.PT_PHDR, read, header, header, header, headers, headers, 8),
        (elf.PT_LOAD, read, 0, 0, 0, end, end, _PAGE),
        segment(elf.PT_LOAD, read_execute, text, text.size, _PAGE),
        segment(elf.PT_LOAD, read_write, dynamic, whole, _PAGE),
        segment(elf.PT_DYNAMIC, read_write, dynamic, dynamic.size, 8),
        segment(elf.PT_GNU_RELRO, read, dynamic, whole, 1),
        (elf.PT_GNU_STACK, read_write, 0, 0, 0, 0, 0, 0),
        segment(elf.PT_NOTE, read, note, note.size, note_alignment),
    ]


def _strings(names: Sequence[str]) -> tuple[bytes, dict[str, int]]:
    """A string table of the distinct `names`, and the offset of each in it."""
    table = bytearray(1)
    starts: dict[str, int] = {}
    for name in names:
        starts[name] = len(table)
        table += name.encode() + b"\0"
    _require(len(starts) == len(names))
    return bytes(table), starts


def _gnu_hash(names: Sequence[str]) -> tuple[list[int], bytes]:
    """The order of the dynamic symbols `names`, and their GNU hash table."""
    hashes: list[int] = []
    for name in names:
        value = 5381
        for byte in name.encode():
            value = (value * 33 + byte) & 0xFFFFFFFF
        hashes.append(value)
    count = len(names)
    buckets = max(count // 4, 1)
    words = 1 << (count * 12 // 64).bit_length()
    order = sorted(range(count), key=lambda i: hashes[i] % buckets)
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


def _hash(names: Sequence[str]) -> bytes:
    """
    The System V hash table of the dynamic symbols `names`, which follow the empty symbol.
    """
    count = len(names) + 1
    buckets = [0] * count
    chain = [0] * count
    for i, name in enumerate(names, 1):
        value = 0
        for byte in name.encode():
            value = (value << 4) + byte
            value ^= value >> 24 & 0xF0
            value &= 0x0FFFFFFF
        place = value % count
        chain[i] = buckets[place]
        buckets[place] = i
    return struct.pack(f"<{2 + 2 * count}I", count, count, *buckets, *chain)
