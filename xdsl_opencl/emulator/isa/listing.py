"""
The instructions of an ELF file of an AMD GPU, listed as `llvm-objdump -d` does.

Source: LLVM, `llvm-objdump.cpp`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from xdsl_opencl.abi.target import target_name
from xdsl_opencl.backend.objects.code_object_info import (
    InspectError,
    check_processor,
    header_processor,
)
from xdsl_opencl.backend.objects.code_object_metadata import (
    MetadataError,
    read_metadata,
)
from xdsl_opencl.backend.objects.elf import (
    EM_AMDGPU,
    STT_FUNC,
    STT_OBJECT,
    Elf,
    Section,
    Symbol,
    read_elf,
)
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.isa.decoder import Decoder, decoder
from xdsl_opencl.emulator.isa.source_lines import NOWHERE, Place, SourceLines

_EXECUTABLE = 4
_SECTION, _FILE = 3, 4
"""`SHF_EXECINSTR`; `STT_SECTION` and `STT_FILE`, which name no place in code."""

_CONDITIONS = (
    *(("scc", i) for i in "01"),
    *((m, z) for m in ("vcc", "exec") for z in ("z", "nz")),
)

_UNLABELLED = ("s_call_b64", "s_call_i64", "s_cbranch_i_fork")
_TERMINATORS = frozenset(
    (
        *("s_branch", "s_endpgm", "s_endpgm_saved", "s_code_end"),
        *("s_setpc_b64", "s_set_pc_i64", "s_add_pc_i64"),
        *(f"s_cbranch_{c}{z}" for c, z in _CONDITIONS),
    )
)
"""
LLVM's terminators on gfx1250. After them, and after words that are no instruction, it does not know
the registers that `s_set_vgpr_msb` has chosen (`AMDGPUMCTargetDesc.cpp`, `updateState`).
"""

_LEAST_ZEROS = 8
_TEXT, _WORD = 60, 42


def processor_of(code: bytes, elf: Elf) -> str:
    """
    The processor that the header of `elf`, the file `code`, names.

    Raises `EmulatorError` for a file of another machine, an unknown processor, and metadata that
    names another one.
    """
    if elf.machine != EM_AMDGPU:
        raise EmulatorError(f"not AMDGPU code (ELF machine {elf.machine:#x})")
    try:
        target = (read_metadata(code) or {}).get("amdhsa.target")
        if isinstance(target, str):
            check_processor(elf, target_name(target).partition(":")[0])
    except MetadataError:
        pass  # The instructions of a file with damaged metadata can be read.
    except InspectError as error:
        raise EmulatorError(f"{error}; or name the processor with --mcpu") from error
    if (name := header_processor(elf)) is not None:
        return name
    raise EmulatorError(
        f"the ELF header names an unknown processor ({elf.flags & 0xFF:#x}); name it with "
        "--mcpu"
    )


def listing(
    code: bytes,
    name: str,
    processor: str | None = None,
    wave_size: int | None = None,
    *,
    lines: bool = False,
) -> Iterator[str]:
    """
    The lines of the listing of `code`, which is the file `name`. Without `processor` it is that
    of the ELF header; without `wave_size` it is the processor's default. With `lines` it has the
    functions and lines of the source, as `llvm-objdump -d -l` does.

    Raises `EmulatorError` for a processor that the emulator does not support or that the metadata
    does not name, or a damaged line table, and `ElfError` for a damaged file.
    """
    elf = read_elf(code)
    target = generation(processor or processor_of(code, elf))
    machine = decoder(target.name, wave_size or target.processor.wave_sizes[0])
    yield ""
    yield f"{name}:\tfile format elf64-amdgpu"
    symbols = elf.symbols() or elf.dynamic_symbols()
    table = SourceLines(elf) if lines else None
    for index, section in enumerate(elf.sections):
        if not section.flags & _EXECUTABLE or not section.size:
            continue
        yield ""
        yield f"Disassembly of section {section.name}:"
        inside = [symbol for symbol in symbols if symbol.section == index]
        places = _places(section, inside)
        source = _Source(table, inside) if table else None
        content = elf.contents(section)
        for number, (start, label) in enumerate(places):
            last = number + 1 == len(places)
            end = section.address + section.size if last else places[number + 1][0]
            yield ""
            yield f"{start:016x} <{label}>:"
            yield from _instructions(
                machine, content, section.address, start, end, places, source
            )


class _Source:
    """The lines of the listing with functions and lines of the source, where they change."""

    def __init__(self, lines: SourceLines, symbols: list[Symbol]) -> None:
        self._lines = lines
        functions = {s.value: s for s in symbols if s.type in (STT_OBJECT, STT_FUNC)}
        self._starts = sorted(functions)
        self._functions = functions
        self._function = ""
        self._place: Place = NOWHERE

    def at(self, address: int) -> Iterator[str]:
        """The lines before the instruction at `address`."""
        function = self._name(address)
        place = self._lines.at(address)
        changed = function not in ("", self._function)
        if changed:
            yield f"; {function}():"
        if place[1] and (changed or place != self._place):
            yield f"; {place[0]}:{place[1]}"
        self._function, self._place = function, place

    def _name(self, address: int) -> str:
        number = bisect_right(self._starts, address) - 1
        if number < 0:
            return ""
        symbol = self._functions[self._starts[number]]
        inside = not symbol.size or address < symbol.value + symbol.size
        return symbol.name if inside else ""


def _places(section: Section, symbols: list[Symbol]) -> list[tuple[int, str]]:
    """The labels of `section` with their addresses: the last of those at one address."""
    found: dict[int, str] = {}
    for symbol in sorted(symbols, key=lambda s: s.value):
        inside = section.address <= symbol.value < section.address + section.size
        if inside and symbol.type not in (_SECTION, _FILE):
            found[symbol.value] = symbol.name
    found.setdefault(section.address, section.name)
    return sorted(found.items())


def _instructions(
    machine: Decoder,
    content: bytes,
    base: int,
    start: int,
    end: int,
    places: list[tuple[int, str]],
    source: _Source | None,
) -> Iterator[str]:
    address = start
    banks = 0
    while address < end:
        place = address - base
        zeros = _zeros(content, place, end - base)
        if zeros:
            yield "\t\t..."
            address += zeros
            continue
        if source:
            yield from source.at(address)
        found = machine.decode(content, place)
        if found is None:
            size = min(4, len(content) - place)
            yield _unknown(content[place : place + size], address)
            address += size
            banks = 0
            continue
        part = content[place : place + found.size]
        words = " ".join(
            f"{int.from_bytes(part[i : i + 4], 'little'):08X}"
            for i in range(0, len(part), 4)
        )
        text = f"\t{found.text_with(banks) if banks else found.text}"
        line = f"{text:<{_TEXT}}// {address:012X}: {words}"
        form = found.forms[0] if found.forms else None
        if form is not None and form.mnemonic == "s_set_vgpr_msb":
            banks = form.number & 0xFF
        elif form is not None and form.mnemonic in _TERMINATORS:
            banks = 0
        labelled = found.reading.row.branches and found.forms
        if labelled and labelled[0].mnemonic not in _UNLABELLED:
            distance = labelled[0].distance
            line += _target(address + 4 + 4 * distance, places)
        yield line
        address += found.size


def _zeros(content: bytes, place: int, end: int) -> int:
    """The count of zeros at `place` that are not listed."""
    if content[place : place + _LEAST_ZEROS] != bytes(_LEAST_ZEROS):
        return 0
    part = content[place:end]
    count = len(part) - len(part.lstrip(b"\0"))
    return count & ~3 if count >= _LEAST_ZEROS else 0


def _unknown(part: bytes, address: int) -> str:
    """Bytes that are no instruction."""
    if len(part) == 4:
        word = int.from_bytes(part, "little")
        text = f"\t.long 0x{word:08x} " + " " * _WORD
        return f"{text}// {address:012X}: {word:08X}"
    text = "\t.byte " + ", ".join(f"0x{byte:02x}" for byte in part)
    shown = " ".join(f"{byte:02X}" for byte in part)
    return f"{text}{' ' * (55 - 6 * len(part))}// {address:012X}: {shown}"


def _target(address: int, places: list[tuple[int, str]]) -> str:
    """The label of a branch's target with the distance from it."""
    address &= 0xFFFFFFFFFFFFFFFF
    number = bisect_right(places, address, key=lambda place: place[0]) - 1
    if number < 0:
        return ""
    start, label = places[number]
    distance = f"+0x{address - start:x}" if address != start else ""
    return f" <{label}{distance}>"
