"""
Launches a kernel of a code object on an index space, with the registers that the hardware sets
before the first instruction.

Source: LLVM, AMDGPUUsage, "Initial Kernel Execution State" (user and system SGPRs, work-item ids,
and the architected registers of gfx12), "Kernel Dispatch".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.arguments.packing import Launch as IndexSpace
from xdsl_opencl.abi.arguments.packing import group_fault
from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.launches.scheduler import (
    Groups,
    InstructionObserver,
    Machine,
    WavesType,
)
from xdsl_opencl.emulator.memory.scratch import SCRATCH_ADDRESS, scratch_resource
from xdsl_opencl.emulator.program.emulated_program import Program
from xdsl_opencl.emulator.program.loaded_code_object import CodeObject, Kernel
from xdsl_opencl.emulator.watch.profile import Profile
from xdsl_opencl.emulator.waves import TTMP, Indices, State, Waves

RESIDENT_LANES = 1 << 15
"""Lanes that run at the same time, at most, unless one work-group has more."""

RESIDENT_BYTES = 1 << 30
"""Bytes of registers, LDS and scratch at the same time, unless one work-group has more."""

DYNAMIC_STACK = 16384
"""
Bytes of scratch for each work item that a kernel with a stack of unknown size gets on top of its
descriptor's size (as in ROCm's runtime, which adds 16 KiB).
"""

MAX_GROUP_BYTES = 4 << 30
"""Bytes of registers, LDS and scratch of one work-group, at most."""

_WAVE_SCRATCH = {11: 256 * ((1 << 15) - 1), 12: 256 * ((1 << 18) - 1)}
_OLD_WAVE_SCRATCH = 1024 * ((1 << 13) - 1)
"""
Bytes of scratch of a wave, at most, by generation (LLVM, `GCNSubtarget.h`,
`getMaxWaveScratchSize`).
"""


@dataclass(frozen=True)
class LaunchOptions:
    """
    Settings of a launch. `schedule` (`scheduler.SCHEDULES`) is the order of waves, `seed`
    the seed of that order and of the junk in registers and LDS. `max_instructions` limits
    all waves together; `resident_lanes` limits the lanes that run at the same time.
    `waves_type`, `observer` and `wrap_groups` (which returns the work-groups to start) are
    hooks for checkers and profiles.
    """

    schedule: str = "round-robin"
    seed: int = 0
    max_instructions: int | None = None
    resident_lanes: int = RESIDENT_LANES
    waves_type: WavesType = Waves
    observer: InstructionObserver | None = None
    wrap_groups: Callable[[Groups], Groups] | None = None


@dataclass(frozen=True)
class Statistics:
    """
    The counts of a launch: work-groups, waves, executed instructions of waves, and blocks
    of instructions that were executed at once. `resident_waves` ran at the same time.
    `machine` has the counts of each instruction, `profile` more where it was asked for.
    """

    groups: int
    waves: int
    wave_size: int
    instructions: int
    blocks: int
    resident_waves: int
    machine: Machine
    profile: Profile | None = None


def launch(
    code: CodeObject,
    kernel: str,
    memory: Any,
    space: IndexSpace,
    pointers: Mapping[str, int],
    *,
    image_address: int,
    dynamic_lds_bytes: int = 0,
    options: LaunchOptions,
) -> Statistics:
    """
    Runs `kernel` to its end. `memory` is the address space; it holds the image of the code
    object at `image_address`, and the argument segment, dispatch packet and queue. Their addresses
    and the `dispatch_id` are the `pointers`, by the descriptor's names of the user SGPRs that get
    them. `dynamic_lds_bytes` are added after the kernel's own LDS.

    Raises `EmulatorError` for impossible sizes and for errors of the kernel.
    """
    entry = code.kernel(kernel)
    grid = Grid(space, entry)
    state, groups = _state(code, entry, grid, dynamic_lds_bytes, options)
    machine = Machine(
        code.program(entry.wave_size),
        state,
        memory,
        base=image_address,
        waves_per_group=grid.waves_per_group,
        schedule=options.schedule,
        seed=options.seed,
        max_instructions=options.max_instructions,
        waves_type=options.waves_type,
    )
    machine.observer = options.observer
    preloaded = _preloaded(entry, memory, pointers["kernarg_segment_ptr"])
    starter = _Starter(code, entry, grid, state, pointers, preloaded, machine.program)
    wrap = options.wrap_groups
    machine.run(starter if wrap is None else wrap(starter))
    return Statistics(
        groups=grid.groups,
        waves=starter.waves,
        wave_size=entry.wave_size,
        instructions=machine.instructions,
        blocks=machine.blocks,
        resident_waves=groups * grid.waves_per_group,
        machine=machine,
    )


class Grid:
    """
    The index space: sizes in three dimensions. The last work-group of a dimension is
    smaller if the global size is not a multiple of the local size.
    """

    def __init__(self, space: IndexSpace, kernel: Kernel):
        ones = (1,) * (3 - len(space.global_size))
        self.size = (*space.global_size, *ones)
        self.local = (*space.local_size, *ones)
        info = kernel.info
        fault = group_fault(
            tuple(space.global_size),
            tuple(space.local_size),
            required=info.reqd_work_group_size or None,
            uniform=info.uniform_work_group_size,
            largest=info.max_flat_work_group_size,
        )
        if fault is not None:
            raise EmulatorError(f"kernel '{info.name}': {fault}")
        self.counts = tuple(
            -(-g // w) for g, w in zip(self.size, self.local, strict=True)
        )
        self.groups = int(np.prod(self.counts, dtype=object))
        self.wave_size = kernel.wave_size
        self.waves_per_group = -(-int(np.prod(self.local)) // self.wave_size)

    def group_ids(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The ids of work-groups by their linear numbers, shape [3, groups]."""
        x, y, _ = self.counts
        return np.stack((numbers % x, numbers // x % y, numbers // (x * y)))

    def extents(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """
        The number of work items of each work-group in each dimension, shape [3, groups].
        """
        size = np.array(self.size, np.int64)[:, None]
        local = np.array(self.local, np.int64)[:, None]
        return np.minimum(local, size - ids * local)


def _preloaded(kernel: Kernel, memory: Any, address: int) -> NDArray[np.uint32]:
    first, count = kernel.descriptor.preloaded_arguments
    if not count:
        return np.zeros(0, np.uint32)
    return np.frombuffer(memory.read(address + 4 * first, 4 * count), np.uint32)


def _state(
    code: CodeObject,
    kernel: Kernel,
    grid: Grid,
    dynamic_lds_bytes: int,
    options: LaunchOptions,
) -> tuple[State, int]:
    """
    Allocates the registers of the resident work-groups; returns them and the number of
    groups.
    """
    descriptor, generation = kernel.descriptor, code.generation
    lanes = kernel.wave_size
    vectors, accumulators = descriptor.vector_registers(generation.processor)
    if generation.has_accumulation_registers and not generation.unified_registers:
        accumulators = vectors
    # The descriptor's sums include the functions that the kernel may call.
    scratch = descriptor.private_segment_size
    if descriptor.uses_dynamic_stack:
        scratch += DYNAMIC_STACK
    scratch = -(-scratch // 16) * 16
    lds = descriptor.group_segment_size + dynamic_lds_bytes
    largest = _WAVE_SCRATCH.get(generation.major, _OLD_WAVE_SCRATCH) // lanes
    if scratch > largest:
        raise EmulatorError(
            f"kernel '{kernel.info.name}' asks for {scratch} bytes of private memory for "
            f"each work item; {generation.name} has {largest}"
        )
    most = generation.processor.lds_bytes
    if lds > most:
        raise EmulatorError(
            f"kernel '{kernel.info.name}' needs {lds} bytes of local memory, and "
            f"{generation.name} has {most}; make the local arguments smaller"
        )
    wave_bytes = lanes * (4 * (vectors + accumulators) + scratch)
    group_bytes = grid.waves_per_group * wave_bytes + lds
    if group_bytes > MAX_GROUP_BYTES:
        raise EmulatorError(
            f"a work-group of kernel '{kernel.info.name}' needs {group_bytes >> 20} MiB of "
            f"registers and private memory; the emulator gives {MAX_GROUP_BYTES >> 20}: use "
            "smaller work-groups, or less private memory"
        )
    groups = min(
        options.resident_lanes // (grid.waves_per_group * lanes),
        RESIDENT_BYTES // max(group_bytes, 1),
        max(grid.groups, 1),
    )
    groups = max(groups, 1)
    state = State(
        generation,
        groups * grid.waves_per_group,
        lanes,
        vector_registers=vectors,
        accumulation_registers=accumulators,
        groups=groups,
        lds_bytes=lds,
        scratch_bytes=scratch * lanes,
        seed=options.seed,
    )
    return state, groups


class _Starter:
    """Starts work-groups in their order, x first."""

    def __init__(
        self,
        code: CodeObject,
        kernel: Kernel,
        grid: Grid,
        state: State,
        pointers: Mapping[str, int],
        preloaded: NDArray[np.uint32],
        program: Program,
    ):
        self.generation = code.generation
        self.descriptor = kernel.descriptor
        self.grid = grid
        self.state = state
        self.pointers = pointers
        self.preloaded = preloaded
        self.entry = program.index(kernel.entry)
        self.mode = kernel.descriptor.mode(code.generation.processor)
        self.next = 0
        self.waves = 0
        count = grid.waves_per_group
        slots = np.arange(state.slots)
        state.group_slot[:] = slots // count
        state.wave_in_group[:] = slots % count
        state.mode[:] = self.mode

    def start(self, machine: Machine, group_slots: Indices) -> Indices:
        """Starts the next groups in the free slots; see `scheduler.Groups`."""
        grid, state = self.grid, self.state
        count = min(len(group_slots), grid.groups - self.next)
        if count <= 0:
            return np.zeros(0, np.intp)
        numbers = np.arange(self.next, self.next + count, dtype=np.int64)
        self.next += count
        ids = grid.group_ids(numbers)
        extents = grid.extents(ids)
        started: list[Indices] = []
        # A grid has at most eight shapes of work-groups: in each dimension whole or
        # smaller.
        kinds, kind_of = np.unique(extents, axis=1, return_inverse=True)
        for kind in range(kinds.shape[1]):
            which = np.flatnonzero(kind_of.reshape(-1) == kind)
            sizes = tuple(int(size) for size in kinds[:, kind])
            items = int(np.prod(sizes))
            waves = -(-items // grid.wave_size)
            slots = (
                group_slots[which][:, None] * grid.waves_per_group + np.arange(waves)
            ).reshape(-1)
            state.group[slots] = np.repeat(numbers[which], waves)
            self._scalars(slots, np.repeat(ids[:, which], waves, axis=1), waves)
            self._work_items(slots, sizes, waves, len(which))
            started.append(slots)
        result = np.concatenate(started)
        state.pc[result] = self.entry
        state.mode[result] = self.mode
        self.waves += len(result)
        return result

    def _scalars(self, slots: Indices, ids: NDArray[np.int64], waves: int) -> None:
        """User SGPRs, then system SGPRs."""
        state, descriptor, generation = self.state, self.descriptor, self.generation
        words = ids.astype(np.uint32)
        row = 0
        for name, count in descriptor.user_sgprs:
            for word in self._user_sgpr(name, count):
                state.s[row, slots] = word
                row += 1
        for word in self.preloaded:
            state.s[row, slots] = word
            row += 1
        row = max(row, descriptor.user_sgpr_count)
        if generation.architected_group_ids:
            state.s[TTMP + 9, slots] = words[0]
            state.s[TTMP + 7, slots] = words[1] & 0xFFFF | words[2] << np.uint32(16)
            in_group = state.wave_in_group[slots].astype(np.uint32)
            state.s[TTMP + 8, slots] = in_group << np.uint32(25)
        else:
            for axis, enabled in enumerate(descriptor.work_group_ids):
                if enabled:
                    state.s[row, slots] = words[axis]
                    row += 1
            if descriptor.work_group_info:
                first = state.wave_in_group[slots] == 0
                state.s[row, slots] = first.astype(np.uint32) << np.uint32(31) | waves
                row += 1
        if (
            descriptor.enables_private_segment
            and not generation.architected_flat_scratch
        ):
            # The offset of the wave's scratch from that of the first wave.
            offsets = slots * state.scratch.shape[1]
            state.s[row, slots] = offsets.astype(np.uint32)

    def _user_sgpr(self, name: str, count: int) -> Sequence[int]:
        state = self.state
        lane_bytes = state.scratch.shape[1] // state.lanes
        if name in self.pointers:
            value = self.pointers[name]
            return [value >> 32 * i & 0xFFFFFFFF for i in range(count)]
        if name == "private_segment_buffer":
            major = self.generation.major
            return scratch_resource(major, state.lanes, state.scratch.size)
        if name == "flat_scratch_init":
            if self.generation.major <= 8:
                # The offset from the base of all scratch, and the bytes of a work item.
                return 0, lane_bytes
            return SCRATCH_ADDRESS & 0xFFFFFFFF, SCRATCH_ADDRESS >> 32
        return (lane_bytes,)

    def _work_items(
        self, slots: Indices, sizes: Sequence[int], waves: int, groups: int
    ) -> None:
        """EXEC, and the ids of the work items in their vector registers."""
        state = self.state
        lanes = state.lanes
        items = int(np.prod(sizes))
        number = np.arange(waves * lanes).reshape(waves, lanes)
        state.exec[slots] = np.tile(number < items, (groups, 1))
        x, y, _ = sizes
        ids = np.stack((number % x, number // x % y, number // (x * y)))
        ids = ids.astype(np.uint32)
        count = self.descriptor.work_item_ids
        if self.generation.packed_work_item_ids:
            packed = ids[0] & np.uint32(0x3FF)
            if count > 1:
                packed = packed | ids[1] << np.uint32(10)
            if count > 2:
                packed = packed | ids[2] << np.uint32(20)
            ids, count = packed[None], 1
        for axis in range(count):
            state.v[axis, slots] = np.tile(ids[axis], (groups, 1))
