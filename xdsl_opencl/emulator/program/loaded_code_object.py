"""
Reads code objects as a loader does: the loaded bytes, the kernels' first instructions, and their
descriptors.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.gpu.kernel_descriptor import KernelDescriptor, parse_descriptor
from xdsl_opencl.backend.objects.code_object_info import (
    CodeObjectInfo,
    InspectError,
    KernelInfo,
    descriptor_symbol,
    inspect,
    symbols_of,
)
from xdsl_opencl.backend.objects.elf import Elf, ElfError, Symbol, read_elf
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation, generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.program.emulated_program import Program
from xdsl_opencl.emulator.program.machine_code import read_parts

_ABS64 = 3
_RELATIVE64 = 13
"""R_AMDGPU_ABS64 and R_AMDGPU_RELATIVE64 (AMDGPUUsage, "Relocation Records")."""

_LONGEST = 1 << 30
"""The largest code object that is loaded, in bytes."""


@dataclass(frozen=True)
class Kernel:
    """
    A kernel: its metadata, its descriptor, and the addresses of its descriptor and its
    first instruction in the image.
    """

    info: KernelInfo
    descriptor: KernelDescriptor
    descriptor_address: int
    entry: int

    @property
    def wave_size(self) -> int:
        return 32 if self.descriptor.wave32 else 64


class CodeObject:
    """A loaded code object."""

    def __init__(
        self,
        code: bytes,
        elf: Elf,
        info: CodeObjectInfo,
        generation: Generation,
        kernels: Mapping[str, Kernel],
    ):
        self.code = code
        """The linked file."""
        self.elf = elf
        self.info = info
        self.generation = generation
        self.kernels = kernels
        self._programs: dict[int, Program] = {}

    def kernel(self, name: str) -> Kernel:
        """
        Kernel `name`.

        Raises `EmulatorError` with the names of the existing kernels.
        """
        if name not in self.kernels:
            names = ", ".join(f"'{known}'" for known in self.kernels) or "none"
            raise EmulatorError(
                f"the code object has no kernel '{name}'; choose one of: {names}"
            )
        return self.kernels[name]

    def instructions(self, wave_size: int) -> list[Instruction]:
        """The program's instructions by address."""
        parts = read_parts(self.elf, self.generation.name, wave_size)
        return [instruction for part in parts for instruction in part.read()]

    def program(self, wave_size: int) -> Program:
        """The instructions with their steps."""
        if wave_size not in self._programs:
            parts = read_parts(self.elf, self.generation.name, wave_size)
            self._programs[wave_size] = Program(parts, self.generation)
        return self._programs[wave_size]

    @property
    def size(self) -> int:
        """The size of the image in bytes."""
        return max((s.address + s.size for s in self.elf.segments), default=0)

    def fill(self, image: NDArray[np.uint8], base: int) -> None:
        """
        Writes segments and relocations to `image`, the `size` zeros at address `base`.

        Raises `EmulatorError` for an unknown kind of relocation, or an undefined symbol.
        """
        for segment in self.elf.segments:
            data = self.code[segment.offset : segment.offset + segment.file_size]
            place = slice(segment.address, segment.address + len(data))
            image[place] = np.frombuffer(data, np.uint8)
        symbols = self.elf.dynamic_symbols()
        for relocation in self.elf.dynamic_relocations():
            value = base + relocation.addend
            if relocation.kind == _ABS64 and relocation.symbol < len(symbols):
                symbol = symbols[relocation.symbol]
                if not symbol.section:
                    raise EmulatorError(
                        f"the code object needs '{symbol.name}', which it does not "
                        "define; link it with what defines it"
                    )
                value += symbol.value
            elif relocation.kind != _RELATIVE64:
                raise EmulatorError(
                    f"the code object has a relocation of kind {relocation.kind}, which "
                    "loaders of code objects do not know; link it with ld.lld"
                )
            if not 0 <= relocation.address <= len(image) - 8:
                raise EmulatorError(
                    "the code object has a relocation outside of what is loaded "
                    f"({relocation.address:#x})"
                )
            address = value & 0xFFFFFFFFFFFFFFFF
            struct.pack_into("<Q", image.data, relocation.address, address)


def load_code_object(code: bytes) -> CodeObject:
    """
    Reads the code object `code`, and links it if it is relocatable.

    Raises `EmulatorError` for bytes that are not a whole code object, and for a processor
    that the emulator does not support; `LinkError` when a relocatable file cannot be
    linked.
    """
    try:
        info = inspect(code)
        if info.relocatable:
            # Linking imports xDSL, which code objects that are linked do not need.
            from xdsl_opencl.backend.objects.code_object import link

            code = link(code)
        elf = read_elf(code)
        if max((s.address + s.size for s in elf.segments), default=0) > _LONGEST:
            raise EmulatorError(
                f"the code object's image is larger than {_LONGEST} bytes"
            )
        symbols = symbols_of(elf)
        target = generation(info.processor)
        kernels = {k.name: _kernel(elf, k, symbols) for k in info.kernels}
    except (InspectError, ElfError) as error:
        raise EmulatorError(f"the emulator cannot load this file: {error}") from error
    return CodeObject(code, elf, info, target, kernels)


def _kernel(elf: Elf, info: KernelInfo, symbols: Mapping[str, Symbol]) -> Kernel:
    symbol = descriptor_symbol(symbols, info.name, info.symbol)
    descriptor = parse_descriptor(elf.symbol_contents(symbol))
    entry = symbol.value + descriptor.entry_offset
    if not any(s.executable and 0 <= entry - s.address < s.size for s in elf.segments):
        raise ElfError(f"kernel '{info.name}' begins outside the code ({entry:#x})")
    return Kernel(info, descriptor, symbol.value, entry)
