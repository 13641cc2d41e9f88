"""
The generations of GPUs that the emulator runs, and how they differ.

Facts about single processors come from `abi.gpu.processors`; this module has the differences that
affect instructions and launches. Sources: LLVM, `AMDGPU.td`, `SIRegisterInfo.td`,
`AMDGPUUsage.rst`; AMD's ISA documents of Vega, CDNA 3, RDNA 2, RDNA 3, RDNA 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_opencl.abi.gpu.processors import (
    ALIASES,
    PROCESSORS,
    Processor,
    ProcessorFamily,
    suggest,
)
from xdsl_opencl.emulator.errors import EmulatorError

OLDEST = 8
NEWEST = 12

_ACCUMULATION = frozenset({"gfx908", "gfx90a", "gfx942", "gfx950", "gfx9-4-generic"})
"""Processors with accumulation registers (LLVM: the feature mai-insts)."""


@dataclass(frozen=True)
class Generation:
    """
    A processor as the emulator sees it: `processor` is its row in `abi.gpu.processors`.
    """

    processor: Processor

    @property
    def name(self) -> str:
        return self.processor.name

    @property
    def major(self) -> int:
        """The major version of the ISA: 8 to 12."""
        return self.processor.isa[0]

    @property
    def isa(self) -> tuple[int, int, int]:
        """Major version, minor version and stepping: (9, 0, 10) for gfx90a."""
        return self.processor.isa

    @property
    def has_accumulation_registers(self) -> bool:
        return self.name in _ACCUMULATION

    @property
    def unified_registers(self) -> bool:
        """
        Returns whether vector and accumulation registers share one file, as on gfx90a and gfx940.
        Then any instruction accepts accumulation registers, and the descriptor gives the
        first one.
        """
        return self.processor.vgprs_addressable == 512 and self.major == 9

    @property
    def is_gfx940(self) -> bool:
        """True for gfx940, gfx942, gfx950."""
        return self.major == 9 and self.isa[1] >= 4

    @property
    def is_gfx1250(self) -> bool:
        """True for gfx1250, gfx1251."""
        return self.isa[:2] == (12, 5)

    @property
    def zeroes_high_half(self) -> bool:
        """
        Returns whether most instructions with a result of 16 bits write zeros above it (LLVM,
        `GCNSubtarget::zeroesHigh16BitsOfDest`); later generations keep the high half.
        """
        return self.major <= 9

    @property
    def split_counters(self) -> bool:
        """
        Returns whether each kind of memory access has a wait instruction of its own
        (`s_wait_loadcnt`, RDNA 4).
        """
        return self.major >= 12

    @property
    def architected_flat_scratch(self) -> bool:
        """Returns whether the hardware sets the base of scratch before the kernel starts."""
        return self.processor.architected_flat_scratch

    @property
    def architected_group_ids(self) -> bool:
        """Returns whether work-group ids are in `ttmp9` and `ttmp7` (RDNA 4)."""
        return self.major >= 12

    @property
    def packed_work_item_ids(self) -> bool:
        return self.processor.packed_work_item_ids

    @property
    def shared_aperture(self) -> int:
        """
        Address of the LDS in the generic address space (Linux, `kfd_flat_memory.c`).
        """
        return 1 << 61 if self.major == 8 else 1 << 48

    @property
    def private_aperture(self) -> int:
        """
        Address of scratch in the generic address space (Linux, `kfd_flat_memory.c`).
        """
        if self.is_gfx1250:
            # Bits 52 to 56 of an address are the lane; LLVM knows scratch by the bits above.
            return 1 << 58
        return (1 << 61) + (1 << 32) if self.major == 8 else 2 << 48


def generation(name: str) -> Generation:
    """
    The generation of processor `name` (`gfx1100`, or LLVM's second name of one).

    Raises `EmulatorError` for a processor that the emulator does not know.
    """
    row = PROCESSORS.get(ALIASES.get(name, name))
    known = f"gfx{OLDEST} to gfx{NEWEST}"
    if row is None or row.family is not ProcessorFamily.AMDGCN:
        raise EmulatorError(
            f"the emulator has no processor '{name}'{suggest(name, PROCESSORS)}; it runs "
            f"{known}"
        )
    if not OLDEST <= row.isa[0] <= NEWEST:
        raise EmulatorError(
            f"the emulator does not run code for '{name}'; compile for one of {known}"
        )
    return Generation(row)
