"""
Instructions `buffer_*` that transfer bytes: loads, stores, atomics, loads to LDS, also to
scratch through the private segment buffer.

Sources: AMD, "GCN3 Instruction Set Architecture" section 8.1.5 "Buffer Addressing", "RDNA3
Instruction Set Architecture" section 10.5, "RDNA4 Instruction Set Architecture" section 10.4
(addresses, swizzle, range checks); LLVM, `BUFInstructions.td`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.address_space import Addresses
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.loads_and_stores import (
    lds_load_step,
    load_step,
    store_step,
)
from xdsl_opencl.emulator.memory.resources import BufferResource, buffer_resource
from xdsl_opencl.emulator.memory.scratch import SCRATCH_ADDRESS
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import (
    LOADS,
    MEMORY_ATOMICS,
    STORES,
    AtomicRow,
    Width,
)
from xdsl_opencl.emulator.operands import Operand
from xdsl_opencl.emulator.waves import Waves

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Place:
    """
    The place of each lane's access: a global address and True if it is inside the resource,
    or an offset in scratch. `words` are the places of each word of several, for an access
    that lies across the end of the resource in some lanes.
    """

    addresses: Addresses
    inside: Bools
    scratch: Words | None = None
    words: Sequence[Place] = ()


class BufferOperands:
    """
    The operands of an instruction with a buffer resource, and the places of its accesses.
    """

    def __init__(self, instruction: Instruction, address: Operand, *rest: Operand):
        self.resource, self.scalar_offset = rest
        self.address = address
        modifiers = instruction.modifiers
        for name in ("tfe", "addr64"):
            if modifiers.get(name):
                raise UnknownInstructionError(
                    f"'{name}' of {instruction_place(instruction)} is not implemented; "
                    "leave it out"
                )
        self.indexed = bool(modifiers.get("idxen"))
        self.offset_register = bool(modifiers.get("offen"))
        self.offset = instruction.offset

    def places(self, waves: Waves, size: int) -> Place:
        """
        The place of each lane's access to bytes, `size` of them. Each word has a range check of
        its own (RDNA3 ISA, section 10.5.4; the documents of all other generations agree).
        """
        place = self.place(waves, size)
        if size <= 4 or place.scratch is not None or place.inside.all():
            return place
        words = [self.place(waves, 4, start) for start in range(0, size, 4)]
        return replace(place, words=words)

    def place(self, waves: Waves, size: int, ahead: int = 0) -> Place:
        """
        The place of each lane's access of `size` bytes, checked as a whole, `ahead` bytes
        after that of the instruction.
        """
        generation = waves.generation.major
        words = waves.read_scalars(self.resource, 4)
        resource = buffer_resource(words, waves.generation)
        scalar = waves.read_scalar32(self.scalar_offset)
        index, offset = self._registers(waves)
        offset = offset + ahead
        first = int(resource.base[0]) - SCRATCH_ADDRESS
        if 0 <= first <= waves.state.scratch.size and resource.thread[0]:
            scratch = self._scratch(resource, waves, scalar, offset)
            if scratch is not None:
                nothing = np.zeros((1, 1), np.uint64)
                return Place(nothing, waves.exec, scratch)
        start = (resource.base + scalar.astype(np.uint64))[:, None]
        stride = resource.stride[:, None]
        if resource.thread.any():
            index = index + np.where(
                resource.thread[:, None], np.arange(waves.lanes), 0
            )
        inside = self._inside(resource, generation, index, offset, size)
        if resource.element.any():
            step = np.maximum(resource.element, 1)[:, None]
            group = resource.group[:, None]
            swizzled = (index // group * stride + offset // step * step) * group + (
                index % group * step + offset % step
            )
            place = np.where(
                resource.element[:, None] > 0, swizzled, index * stride + offset
            )
        else:
            place = index * stride + offset
        shape = waves.exec.shape
        addresses = start + place.astype(np.uint64)
        return Place(np.broadcast_to(addresses, shape), np.broadcast_to(inside, shape))

    def _registers(self, waves: Waves) -> tuple[NDArray[Any], NDArray[Any]]:
        """The index and the offset of each lane, as int64."""
        index: NDArray[Any] = np.zeros((1, 1), np.int64)
        offset: NDArray[Any] = np.full((1, 1), self.offset, np.int64)
        count = self.indexed + self.offset_register
        if count:
            registers = waves.read_registers(self.address, count).astype(np.int64)
            if self.indexed:
                index = registers[0]
            if self.offset_register:
                offset = registers[-1] + offset
        return index, offset

    def _scratch(
        self,
        resource: BufferResource,
        waves: Waves,
        scalar: Words,
        offset: NDArray[Any],
    ) -> Words | None:
        """
        The offset in the lane's scratch. `None` for an access that must use the address,
        because its words are not interleaved by lane.
        """
        lanes = waves.lanes
        slots = waves.indices * waves.state.scratch.shape[1] + SCRATCH_ADDRESS
        before = resource.base.astype(np.int64) + scalar - slots
        if (
            self.indexed
            or (before % (4 * lanes)).any()
            or (resource.group != lanes).any()
            or (resource.element != 4).any()
        ):
            return None
        return ((before // lanes)[:, None] + offset).astype(np.uint32)

    def _inside(
        self,
        resource: BufferResource,
        generation: int,
        index: NDArray[Any],
        offset: NDArray[Any],
        size: int,
    ) -> Bools:
        """
        The range check of a generation; gfx9 checks the index only with `idxen`, gfx8
        checks bytes.
        """
        records = resource.records[:, None]
        stride = resource.stride[:, None]
        by_bytes = index * stride + offset + size <= records
        if generation <= 8:
            return by_bytes
        if generation == 9:
            return index < records if self.indexed and stride.any() else by_bytes
        bounds = resource.bounds[:, None]
        by_index = index < records
        fits = by_index & ((stride == 0) | (offset + size <= stride))
        return np.select(
            [bounds == 0, bounds == 1, bounds == 2],
            [np.where(stride == 0, by_bytes, fits), by_index, records != 0],
            offset + size <= records,
        )


def load_bytes(lanes: Lanes, place: Place, size: int) -> Words:
    """The `size` bytes at each lane's place; 0 outside of the resource."""
    if place.scratch is not None:
        return lanes.load_scratch(place.scratch, size)
    if place.words:
        return np.concatenate([load_bytes(lanes, word, 4) for word in place.words])
    if place.inside.all():
        return lanes.load_global(place.addresses, size)
    some = lanes.only(place.inside)
    if some.empty:
        return np.zeros((max(size // 4, 1), *lanes.mask.shape), np.uint32)
    words = some.load_global(place.addresses, size)
    return np.where(some.mask, words, np.uint32(0))


def store_bytes(lanes: Lanes, place: Place, words: Words, size: int) -> None:
    """Stores `size` bytes of each lane; stores outside of the resource are dropped."""
    if place.scratch is not None:
        lanes.store_scratch(place.scratch, words, size)
        return
    for i, word in enumerate(place.words):
        store_bytes(lanes, word, words[i : i + 1], 4)
    if place.words:
        return
    if not place.inside.all():
        lanes = lanes.only(place.inside)
    if not lanes.empty:
        lanes.store_global(place.addresses, words, size)


def _load(width: Width) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        to_lds = instruction.modifiers.get("lds") or len(instruction.operands) == 3
        rest = instruction.operands[-3:]
        operands = BufferOperands(instruction, *rest)
        step = lds_load_step if to_lds else load_step
        where = partial(operands.places, size=width.size)
        return step(instruction, width, where, load_bytes)

    return build


def _store(width: Width) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        data, *rest = instruction.operands
        operands = BufferOperands(instruction, *rest)
        where = partial(operands.places, size=width.size)
        return store_step(instruction, data, width, where, store_bytes)

    return build


def returns_old(instruction: Instruction) -> bool:
    """
    Returns whether an atomic returns the old value: `glc` up to gfx11, `sc0` of gfx940, `th` of
    gfx12.
    """
    modifiers = instruction.modifiers
    return bool(
        modifiers.get("glc")
        or modifiers.get("sc0")
        or str(modifiers.get("th", "")).endswith("RETURN")
    )


def atomic_bytes(
    lanes: Lanes, place: Place, row: AtomicRow, data: Operand, *, wanted: bool
) -> Words:
    """
    The old values of an atomic operation with the registers `data`: the new value, then
    the value to compare with. Outside of the resource they are 0.
    """
    atomic = row.atomic(lanes.waves.generation)
    if not place.inside.all():
        lanes = lanes.only(place.inside)
    found = np.zeros((atomic.words, *lanes.mask.shape), np.uint32)
    words = lanes.waves.read_registers(data, atomic.registers)
    if not lanes.empty:
        old = lanes.atomic_global(place.addresses, atomic, words, wanted)
        if old is not None:
            found = np.where(lanes.mask, old, found)
    return found


def _atomic(row: AtomicRow) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        data, *rest = instruction.operands
        operands = BufferOperands(instruction, *rest)
        returns = returns_old(instruction)

        def act(waves: Waves, lanes: Lanes) -> None:
            place = operands.place(waves, row.size)
            if place.scratch is not None:
                lanes.reject(
                    lanes.mask,
                    "buffer atomic",
                    lambda wave, lane: "scratch has no atomic operations",
                )
            found = atomic_bytes(lanes, place, row, data, wanted=returns)
            if returns:
                waves.write_registers(data, found)

        return on_lanes(instruction, act)

    return build


INSTRUCTIONS: dict[str, Builder] = {
    **{f"buffer_load_{name}": _load(width) for name, width in LOADS.items()},
    **{f"buffer_store_{name}": _store(width) for name, width in STORES.items()},
    **{f"buffer_atomic_{name}": _atomic(row) for name, row in MEMORY_ATOMICS.items()},
}
