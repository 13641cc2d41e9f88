"""
Counts of a launch: how often each instruction was executed and by how many lanes, the bytes
and cache lines of its memory accesses, the bank conflicts of its LDS accesses.

A cache line is that of the first-level cache of vector memory: 64 bytes up to gfx90a, 128 on
gfx940 and from gfx10 on (AMD, "CDNA 3 architecture" white paper; "RDNA architecture" white
paper). LDS has 32 banks of 4 bytes, which 32 lanes access together (AMD, "RDNA3 Instruction
Set Architecture", chapter 12).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.gpu.occupancy import Occupancy
from xdsl_opencl.abi.gpu.processors import LDS_BANKS
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.waves import Waves

LDS_BANK_BYTES = 4

_CLASSES: Sequence[tuple[str, tuple[str, ...]]] = (
    ("matrix", ("v_mfma_", "v_smfmac_", "v_wmma_", "v_swmmac_")),
    (
        "cache",
        (
            *("buffer_gl", "buffer_inv", "buffer_wb", "global_inv", "global_wb"),
            *("s_dcache_", "s_icache_"),  # mutant: the order of beginnings of names
        ),
    ),
    ("vector memory", ("global_", "flat_", "buffer_", "tbuffer_")),
    ("scratch", ("scratch_",)),
    ("image", ("image_",)),
    ("LDS", ("ds_",)),
    # mutant: beginnings of names in another order
    ("scalar memory", ("s_load_", "s_buffer_", "s_store_", "s_scratch_")),
    ("wait", ("s_wait", "s_nop", "s_delay_alu", "s_clause", "s_sleep", "s_set_inst")),
    ("barrier", ("s_barrier",)),
    (
        "branch",
        ("s_branch", "s_cbranch_", "s_endpgm", "s_setpc_", "s_swappc_", "s_call_"),
    ),
    ("message", ("s_sendmsg", "s_trap")),
    ("scalar", ("s_",)),
    ("vector", ("v_",)),
)
"""Classes of instructions by the beginning of the mnemonic; the first that fits."""

_PADDING = "s_nop 0"
"""The instruction that aligns loops: no work of the kernel, so profiles leave it out."""

CLASSES = tuple(name for name, _ in _CLASSES)


def class_of(mnemonic: str) -> str:
    """The class of an instruction, or `other`."""
    for name, beginnings in _CLASSES:
        if mnemonic.startswith(beginnings):
            return name
    return "other"


def line_bytes(generation: Generation) -> int:
    """Bytes of a line of the first-level cache of vector memory."""
    return 128 if generation.major >= 10 or generation.is_gfx940 else 64


@dataclass(slots=True)
class Counts:
    """
    The counts of one instruction, source line or class.

    `waves` counts the waves that executed it, `lanes` their active lanes, and `slots` all
    their lanes. `accesses` counts the waves that accessed memory, `bytes` the bytes that
    their lanes read and wrote, `lines` the cache lines. `lds_cycles` counts accesses of 32
    lanes to LDS, `conflicts` the additional ones caused by two words in one bank.
    """

    accesses: int = 0
    bytes: int = 0
    conflicts: int = 0
    lanes: int = 0
    lds_cycles: int = 0
    lines: int = 0
    slots: int = 0
    waves: int = 0

    def add(self, other: Counts) -> None:
        for name, count in asdict(other).items():
            setattr(self, name, getattr(self, name) + count)

    @property
    def active(self) -> float:
        """The fraction of active lanes, 0 to 1."""
        return self.lanes / self.slots if self.slots else 0.0

    def as_dict(self) -> dict[str, int]:
        return {name: int(value) for name, value in asdict(self).items() if value}


@dataclass(frozen=True)
class InstructionCounts:
    """An instruction with its counts."""

    instruction: Instruction
    counts: Counts


class Profile:
    """The counts of a launch of `kernel`; it observes each instruction and each access."""

    def __init__(
        self, kernel: str, generation: Generation, occupancy: Occupancy | None = None
    ) -> None:
        self.kernel = kernel
        self.processor = generation.name
        self.occupancy = occupancy
        self.work_groups = 0
        self.waves = 0
        self._line_bytes = line_bytes(generation)
        self._rows: dict[int, InstructionCounts] = {}

    # --- called by the scheduler ---------------------------------------------------------

    def _counts(self, instruction: Instruction) -> Counts:
        row = self._rows.get(instruction.address)
        if row is None:
            row = self._rows[instruction.address] = InstructionCounts(
                instruction, Counts()
            )
        return row.counts

    def execute(self, waves: Waves, instruction: Instruction) -> None:
        """Called before `waves` execute an instruction."""
        if instruction.text == _PADDING:
            return
        counts = self._counts(instruction)
        counts.waves += waves.count
        counts.slots += waves.count * waves.lanes
        if waves.full:
            counts.lanes += waves.count * waves.lanes
        else:
            counts.lanes += int(np.count_nonzero(waves.exec))

    def access(
        self,
        waves: Waves,
        instruction: Instruction,
        access: Access,
        addresses: NDArray[Any],
        mask: NDArray[Any],
    ) -> None:
        """Records an access to memory, see `MemoryObserver`."""
        counts = self._counts(instruction)
        counts.accesses += int(np.count_nonzero(mask.any(axis=1)))
        counts.bytes += int(np.count_nonzero(mask)) * access.size
        rows, _ = np.nonzero(mask)
        used = addresses[mask].astype(np.uint64)
        if access.space == "lds":
            cycles, least = lds_cycles(addresses, mask, access.size)
            counts.lds_cycles += least
            counts.conflicts += cycles - least
        elif access.space in ("global", "scalar"):
            counts.lines += _distinct(rows, used, access.size, self._line_bytes)

    def finish(self, work_groups: int, waves: int) -> None:
        """Records the number of work-groups and waves."""
        self.work_groups, self.waves = work_groups, waves

    # --- results -------------------------------------------------------------------------

    def rows(self) -> list[InstructionCounts]:
        """The instructions that were executed, in the order of their addresses."""
        return [self._rows[address] for address in sorted(self._rows)]

    def total(self) -> Counts:
        total = Counts()
        for row in self._rows.values():
            total.add(row.counts)
        return total

    def by_class(self) -> Mapping[str, Counts]:
        """Counts by class of instruction, those with the most first."""
        return self._grouped(lambda i: class_of(i.mnemonic))

    def by_line(self) -> Mapping[tuple[str, int], Counts]:
        """
        Counts by source file and line, those with the most first; ("", 0) is code without a
        line.
        """
        return self._grouped(lambda i: (i.file, i.line))

    def _grouped(self, key: Callable[[Instruction], Any]) -> dict[Any, Counts]:
        groups: dict[Any, Counts] = {}
        for row in self.rows():
            groups.setdefault(key(row.instruction), Counts()).add(row.counts)
        return dict(sorted(groups.items(), key=lambda item: -item[1].waves))

    def as_dict(self) -> dict[str, Any]:
        """All counts, as values that JSON supports."""
        occupancy = None
        if self.occupancy is not None:
            occupancy = {
                "waves_per_simd": self.occupancy.waves,
                "maximum": self.occupancy.maximum,
                "limits": list(self.occupancy.limits),
            }
        return {
            "kernel": self.kernel,
            "processor": self.processor,
            "work_groups": self.work_groups,
            "waves": self.waves,
            "occupancy": occupancy,
            "total": self.total().as_dict(),
            "classes": {name: c.as_dict() for name, c in self.by_class().items()},
            "lines": [
                {"file": file, "line": line, **counts.as_dict()}
                for (file, line), counts in self.by_line().items()
            ],
            "instructions": [
                {
                    "address": row.instruction.address,
                    "text": row.instruction.text,
                    "class": class_of(row.instruction.mnemonic),
                    "file": row.instruction.file,
                    "line": row.instruction.line,
                    **row.counts.as_dict(),
                }
                for row in self.rows()
            ],
        }


def _distinct(
    rows: NDArray[Any], addresses: NDArray[np.uint64], size: int, unit: int
) -> int:
    """
    The number of different units of `unit` bytes that the accesses of each wave (`rows`)
    touch.
    """
    if not len(rows):
        return 0
    step = np.uint64(unit)
    first = addresses // step
    last = (addresses + np.uint64(max(size, 1) - 1)) // step
    found: list[NDArray[np.uint64]] = []
    for more in range(int((last - first).max()) + 1):
        unit_number = first + np.uint64(more)
        inside = unit_number <= last
        pair = np.stack((rows[inside].astype(np.uint64), unit_number[inside]))
        found.append(pair)
    return int(np.unique(np.concatenate(found, axis=1), axis=1).shape[1])


def lds_cycles(
    addresses: NDArray[Any], mask: NDArray[Any], size: int
) -> tuple[int, int]:
    """
    The number of LDS accesses for `addresses[waves, lanes]`, and the smallest possible
    number. 32 lanes together need as many accesses as they have words in their fullest
    bank.
    """
    words = max(-(-size // LDS_BANK_BYTES), 1)
    waves, lanes = mask.shape
    cycles = least = 0
    for start in range(0, lanes, LDS_BANKS):
        some = mask[:, start : start + LDS_BANKS]
        rows, _ = np.nonzero(some)
        if not len(rows):
            continue
        offsets = addresses[:, start : start + LDS_BANKS][some].astype(np.int64)
        first = offsets // LDS_BANK_BYTES
        each = first[:, None] + np.arange(words)
        pairs = np.stack((np.repeat(rows, words), each.reshape(-1)))
        row, word = np.unique(pairs, axis=1)
        load = np.zeros((waves, LDS_BANKS), np.int64)
        np.add.at(load, (row, word % LDS_BANKS), 1)
        cycles += int(load.max(axis=1).sum())
        # The number of accesses if the words were spread over all banks.
        least += int((-(-load.sum(axis=1) // LDS_BANKS)).sum())
    return cycles, least
