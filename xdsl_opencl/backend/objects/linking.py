"""
Writes the code object of one relocatable object as LLD does (`ld.lld -shared --no-undefined`),
without starting LLD: the start takes longer than our lowering.

Most objects contain only kernels, their descriptors and the metadata. `link_simple` writes for
these the same bytes as LLD 22, except the name of the linker in `.comment`. It leaves every other
object (writable data, strings, undefined symbols, debug information) to LLD.

Sources: System V ABI, "Object Files" and "Dynamic Linking"; LLVM's AMDGPUUsage, "Relocation
Records"; LLD's `ELF/Writer.cpp` and `ELF/SyntheticSections.cpp` for the linker's choices: the
order of sections, the start of segments, the sizes of the tables.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xdsl_opencl.abi.model import align_to
from xdsl_opencl.backend.objects import elf
from xdsl_opencl.backend.objects.elf import SHF_ALLOC, SYMBOL, Elf, Section, Symbol

_PAGE = 0x1000
_MERGE_STRINGS = 0x30
_CODE = SHF_ALLOC | elf.SHF_EXECINSTR
_INPUTS = {
    ".text": (elf.SHT_PROGBITS, _CODE),
    ".rodata": (elf.SHT_PROGBITS, SHF_ALLOC),
    ".note": (elf.SHT_NOTE, SHF_ALLOC),
    ".symtab": (elf.SHT_SYMTAB, 0),
    ".strtab": (elf.SHT_STRTAB, 0),
    ".comment": (elf.SHT_PROGBITS, _MERGE_STRINGS),
    ".note.GNU-stack": (elf.SHT_PROGBITS, 0),
    ".AMDGPU.gpr_maximums": (elf.SHT_PROGBITS, 0),
    ".rela.text": (elf.SHT_RELA, 0x40),
    ".rela.rodata": (elf.SHT_RELA, 0x40),
}
"""Type and flags of the sections that an object may have here; each may occur once."""

_OUTPUTS: Mapping[str, tuple[int, int, int, str, int]] = {
    ".note": (elf.SHT_NOTE, SHF_ALLOC, 0, "", 0),
    ".dynsym": (elf.SHT_DYNSYM, SHF_ALLOC, 8, ".dynstr", SYMBOL.size),
    ".gnu.hash": (elf.SHT_GNU_HASH, SHF_ALLOC, 8, ".dynsym", 0),
    ".hash": (elf.SHT_HASH, SHF_ALLOC, 4, ".dynsym", 4),
    ".dynstr": (elf.SHT_STRTAB, SHF_ALLOC, 1, "", 0),
    ".rodata": (elf.SHT_PROGBITS, SHF_ALLOC, 0, "", 0),
    ".text": (elf.SHT_PROGBITS, _CODE, 0, "", 0),
    ".dynamic": (elf.SHT_DYNAMIC, SHF_ALLOC | elf.SHF_WRITE, 8, ".dynstr", 16),
    ".relro_padding": (elf.SHT_NOBITS, SHF_ALLOC | elf.SHF_WRITE, 1, "", 0),
    ".AMDGPU.gpr_maximums": (elf.SHT_PROGBITS, 0, 1, "", 0),
    ".comment": (elf.SHT_PROGBITS, _MERGE_STRINGS, 1, "", 1),
    ".symtab": (elf.SHT_SYMTAB, 0, 8, ".strtab", SYMBOL.size),
    ".shstrtab": (elf.SHT_STRTAB, 0, 1, "", 0),
    ".strtab": (elf.SHT_STRTAB, 0, 1, "", 0),
}
"""
The sections of the code object, in order: type, flags, alignment (0 for the object's), linked
section and bytes of an entry.
"""
_INDEX = {name: index for index, name in enumerate(_OUTPUTS, 1)}
_SEGMENTS = 8

_REL32, _REL64, _REL32_LO, _REL32_HI = 4, 5, 10, 11
"""Kinds of relocations: R_AMDGPU_… of AMDGPUUsage."""
_FORMATS = {
    _REL32: ("<i", 0),
    _REL64: ("<q", 0),
    _REL32_LO: ("<I", 0),
    _REL32_HI: ("<I", 32),
}
"""The number that a relocation stores, and the bits of the distance below it."""

LINKER = b"Linker: xdsl-opencl"
"""The name of the linker in `.comment`."""


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
    except (LookupError, ValueError, struct.error):
        return None


def _require(condition: bool) -> None:
    """Raises `ValueError` for an object that only LLD can link."""
    if not condition:
        raise ValueError


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
        for name in (".text", ".rodata", ".note"):
            alignment = self.inputs[name].alignment
            _require(0 < alignment <= _PAGE and not alignment & alignment - 1)
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
            _require(section.name in (".text", ".rodata"))
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
            *(all_starts["_DYNAMIC"], 0, elf.STV_HIDDEN, _INDEX[".dynamic"]),
            *(addresses[".dynamic"], 0),
        )
        tags = (
            *(6, addresses[".dynsym"], 11, SYMBOL.size),
            *(5, addresses[".dynstr"], 10, len(dynamic_names)),
            *(0x6FFFFEF5, addresses[".gnu.hash"], 4, addresses[".hash"], 0, 0),
        )
        comment = self.inputs.get(".comment")
        comments = b"" if comment is None else self.file.contents(comment)
        return {
            ".note": self.file.contents(self.inputs[".note"]),
            ".dynsym": null + table(dynamic, starts),
            ".gnu.hash": gnu_hash,
            ".hash": _hash([symbol.name for symbol in dynamic]),
            ".dynstr": dynamic_names,
            ".rodata": self._relocated(self.inputs[".rodata"], addresses),
            ".text": self._relocated(self.inputs[".text"], addresses),
            ".dynamic": struct.pack("<14Q", *tags),
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
        for name, (_, flags, *_) in _OUTPUTS.items():
            if name in (".text", ".dynamic"):
                # Each segment begins in a page of its own, without a gap in the file.
                address = align_to(address, _PAGE) + address % _PAGE
            alignment = self._alignment(name)
            address = align_to(address, alignment) if flags & SHF_ALLOC else 0
            offset = align_to(offset, alignment)
            size = len(contents.get(name, b""))
            in_memory = -address % _PAGE if name == ".relro_padding" else size
            places[name] = _Place(address, offset, in_memory)
            address += size
            offset += size
        return places

    def _alignment(self, name: str) -> int:
        return _OUTPUTS[name][2] or self.inputs[name].alignment

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
            _require(index in (_INDEX[".text"], _INDEX[".rodata"]))
            place = entry.address
            value += entry.addend - (addresses[section.name] + place)
            form, low = _FORMATS[entry.kind]
            value = value >> low & 0xFFFFFFFF if form == "<I" else value
            struct.pack_into(form, contents, place, value)
        return bytes(contents)

    def _file(
        self, places: Mapping[str, _Place], contents: Mapping[str, bytes]
    ) -> bytes:
        last = places[".strtab"]
        table = align_to(last.offset + last.size, 8)
        made = bytearray(table + elf.SECTION.size * (len(_OUTPUTS) + 1))
        elf.HEADER.pack_into(
            *(made, 0, self.file.data[:16], elf.ET_DYN, elf.EM_AMDGPU, 1),
            *(0, elf.HEADER.size, table, self.file.flags),
            *(elf.HEADER.size, elf.SEGMENT.size, _SEGMENTS),
            *(elf.SECTION.size, len(_OUTPUTS) + 1, _INDEX[".shstrtab"]),
        )
        for index, segment in enumerate(self._segments(places)):
            start = elf.HEADER.size + index * elf.SEGMENT.size
            elf.SEGMENT.pack_into(made, start, *segment)
        starts = _strings(tuple(_OUTPUTS))[1]
        info = {".dynsym": 1, ".symtab": 1 + len(self.local) + 1}
        for name, (kind, flags, _, link, entry) in _OUTPUTS.items():
            place, content = places[name], contents.get(name, b"")
            made[place.offset : place.offset + len(content)] = content
            elf.SECTION.pack_into(
                *(made, table + _INDEX[name] * elf.SECTION.size),
                *(starts[name], kind, flags, *place),
                *(_INDEX.get(link, 0), info.get(name, 0)),
                *(self._alignment(name), entry),
            )
        return bytes(made)

    def _segments(self, places: Mapping[str, _Place]) -> list[tuple[int, ...]]:
        read, read_write, read_execute = 4, 6, 5
        header, headers = elf.HEADER.size, _SEGMENTS * elf.SEGMENT.size
        end = places[".rodata"].address + places[".rodata"].size
        whole = places[".dynamic"].size + places[".relro_padding"].size
        rows = (
            (elf.PT_LOAD, read_execute, ".text", places[".text"].size, _PAGE),
            (elf.PT_LOAD, read_write, ".dynamic", whole, _PAGE),
            (elf.PT_DYNAMIC, read_write, ".dynamic", places[".dynamic"].size, 8),
            (elf.PT_GNU_RELRO, read, ".dynamic", whole, 1),
            (elf.PT_GNU_STACK, read_write, "", 0, 0),
            (
                elf.PT_NOTE,
                read,
                ".note",
                places[".note"].size,
                self._alignment(".note"),
            ),
        )
        segments = [
            (elf.PT_PHDR, read, header, header, header, headers, headers, 8),
            (elf.PT_LOAD, read, 0, 0, 0, end, end, _PAGE),
        ]
        for kind, flags, name, size, alignment in rows:
            address, offset, in_file = places.get(name, (0, 0, 0))
            place = (offset, address, address, in_file)
            segments.append((kind, flags, *place, size, alignment))
        return segments


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
