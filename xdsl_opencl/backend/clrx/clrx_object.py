"""
Reads LLVM's object for a program of ABI amdcl2: the code of each kernel, the registers and memory
that it needs, the places in the code that hold addresses, and the data.

Source: LLVM, AMDGPUUsage, "Kernel Descriptor", "Relocation Records" and "Code Object V3 to V6
Kernel Descriptor" (compute_pgm_rsrc1, compute_pgm_rsrc2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from xdsl_opencl.abi.gpu.kernel_descriptor import parse_descriptor
from xdsl_opencl.backend.llvm.codegen import CodegenError
from xdsl_opencl.backend.objects.code_object_info import KernelInfo, inspect
from xdsl_opencl.backend.objects.elf import (
    SHF_ALLOC,
    SHF_WRITE,
    SHT_NOBITS,
    SHT_RELA,
    Elf,
    Symbol,
    read_elf,
)

_REL32_LO = 10
_REL32_HI = 11


@dataclass(frozen=True)
class Address:
    """
    Half of an address in the code. The address is byte `offset` of section `section`, or
    the variable `name`, which the program does not define. `place` is the byte offset of
    the literal in the kernel's code.
    """

    place: int
    high: bool
    section: int
    name: str
    offset: int


@dataclass(frozen=True)
class Code:
    """
    A kernel as LLVM compiled it: `dimensions` are the letters of the group ids and local
    ids that it receives.
    """

    info: KernelInfo
    words: bytes
    addresses: tuple[Address, ...]
    rsrc1: int
    rsrc2: int
    properties: int

    @property
    def group_ids(self) -> str:
        """The dimensions whose group ids have registers."""
        return "".join(a for i, a in enumerate("xyz") if self.rsrc2 >> 7 + i & 1)

    @property
    def local_ids(self) -> str:
        """The dimensions whose local ids have registers."""
        return "xyz"[: 1 + (self.rsrc2 >> 11 & 3)]

    @property
    def float_mode(self) -> int:
        """Rounding and denormals, as in the hardware's register."""
        return self.rsrc1 >> 12 & 0xFF

    @property
    def clamps_nan(self) -> bool:
        """Returns whether clamping makes NaN zero (DX10_CLAMP)."""
        return bool(self.rsrc1 >> 21 & 1)

    @property
    def is_ieee(self) -> bool:
        """Returns whether signalling NaN are made quiet (IEEE mode)."""
        return bool(self.rsrc1 >> 23 & 1)


@dataclass(frozen=True)
class Variable:
    """A variable of the program: its offset in its section, and its bytes."""

    name: str
    offset: int
    size: int


@dataclass(frozen=True)
class Data:
    """A section with variables; `content` is `None` if the loader fills it with zeros."""

    number: int
    writable: bool
    align: int
    size: int
    content: bytes | None
    variables: tuple[Variable, ...]


@dataclass(frozen=True)
class Program:
    """All kernels, and the sections of data that they use."""

    kernels: tuple[Code, ...]
    data: tuple[Data, ...]


def read_program(code: bytes) -> Program:
    """
    Reads the relocatable object `code`.

    Raises `CodegenError` for an address that cannot be written in CLRX's assembler.
    """
    elf = read_elf(code)
    symbols = elf.symbols()
    relocations = _relocations(elf, symbols)
    kernels = tuple(
        _kernel(elf, symbols, info, relocations) for info in inspect(code).kernels
    )
    used = {a.section for kernel in kernels for a in kernel.addresses if not a.name}
    data = tuple(
        _data(elf, number, symbols)
        for number, section in enumerate(elf.sections)
        if number in used
        or (
            section.flags & SHF_ALLOC
            and not section.name.startswith(".text")
            and any(_variables(number, symbols))
        )
    )
    for section in data:
        if places := relocations.get(section.number):
            names = [
                v.name
                for v in section.variables
                if v.offset <= places[0][0] < v.offset + v.size
            ]
            owner = names[0] if names else "without a name"
            raise CodegenError(
                f"variable '{owner}' holds an address when the program is loaded, which "
                "CLRX's assembler cannot write; set it in a kernel"
            )
    return Program(kernels, data)


_Places = Mapping[int, list[tuple[int, int, Symbol, int]]]
"""Maps a section to its relocations: offset, type, symbol and addend."""


def _relocations(elf: Elf, symbols: list[Symbol]) -> _Places:
    """
    The relocations of each section, without the distance from a descriptor to its code.
    """
    found: dict[int, list[tuple[int, int, Symbol, int]]] = {}
    descriptors = [s for s in symbols if s.name.endswith(".kd")]
    for section in elf.sections:
        if section.type != SHT_RELA:
            continue
        target = section.info
        for place in elf.relocations(section):
            offset = place.address
            if any(
                s.section == target and s.value <= offset < s.value + s.size
                for s in descriptors
            ):
                continue
            entry = (offset, place.kind, symbols[place.symbol], place.addend)
            found.setdefault(target, []).append(entry)
    return found


def _kernel(
    elf: Elf, symbols: list[Symbol], info: KernelInfo, relocations: _Places
) -> Code:
    symbol = next(s for s in symbols if s.name == info.name)
    descriptor = parse_descriptor(
        elf.symbol_contents(next(s for s in symbols if s.name == info.symbol))
    )
    addresses: list[Address] = []
    for offset, kind, target, addend in relocations.get(symbol.section, ()):
        place = offset - symbol.value
        if not 0 <= place < symbol.size:
            continue
        if kind not in (_REL32_LO, _REL32_HI):
            raise CodegenError(
                f"kernel '{info.name}' needs the address of '{target.name}' in a way "
                f"that CLRX's assembler cannot write (relocation {kind})",
                kernel=info.name,
            )
        high = kind == _REL32_HI
        # The literals count from the end of s_getpc_b64: 4 and 12 bytes before them.
        offset_in = addend - (12 if high else 4)
        name = "" if target.section else target.name
        addresses.append(
            Address(place, high, target.section, name, target.value + offset_in)
        )
    words = elf.symbol_contents(symbol)
    return Code(
        info,
        words,
        tuple(addresses),
        descriptor.rsrc1,
        descriptor.rsrc2,
        descriptor.properties,
    )


def _variables(number: int, symbols: list[Symbol]) -> Iterator[Variable]:
    for symbol in sorted(symbols, key=lambda symbol: symbol.value):
        if symbol.section == number and symbol.size and not symbol.name.endswith(".kd"):
            yield Variable(symbol.name, symbol.value, symbol.size)


def _data(elf: Elf, number: int, symbols: list[Symbol]) -> Data:
    section = elf.sections[number]
    return Data(
        number,
        bool(section.flags & SHF_WRITE),
        max(section.alignment, 1),
        section.size,
        None if section.type == SHT_NOBITS else elf.contents(section),
        tuple(_variables(number, symbols)),
    )
