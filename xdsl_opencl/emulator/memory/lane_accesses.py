"""
Accesses of the lanes of the selected waves to global memory, LDS and scratch.

Addresses have the shape [waves, lanes] or [waves, 1]; the values in other lanes are ignored. LDS
and scratch have 32-bit offsets that wrap around.

Scratch is interleaved as in the hardware: word 0 of every lane, then word 1 of every lane, and so
on. A swizzled buffer resource, flat scratch and the generic address space see the same bytes
(LLVM, `AMDGPUUsage.rst`, "Address Spaces", private).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.address_space import (
    AccessError,
    Addresses,
    AddressSpace,
)
from xdsl_opencl.emulator.memory.atomics import Atomic, perform
from xdsl_opencl.emulator.memory.faults import fault, first_lane
from xdsl_opencl.emulator.memory.scratch import SCRATCH_ADDRESS
from xdsl_opencl.emulator.memory.storage import Offsets, Storage, Words
from xdsl_opencl.emulator.operands import Special
from xdsl_opencl.emulator.watch.access_observer import Access
from xdsl_opencl.emulator.waves import Waves

Bools = NDArray[np.bool_]


class Lanes:
    """
    Lanes of `waves` at an instruction: those of `mask`, or of EXEC. `full` is True if all
    lanes are included.
    """

    def __init__(
        self, waves: Waves, instruction: Instruction, mask: Bools | None = None
    ):
        self.waves = waves
        self.instruction = instruction
        self.memory: AddressSpace = waves.memory
        if mask is None:
            self.mask, self.full = waves.exec, waves.full
        else:
            self.mask, self.full = mask, bool(mask.all())

    @property
    def empty(self) -> bool:
        return not (self.full or self.mask.any())

    def only(self, which: Bools) -> Lanes:
        """Returns the lanes that are in `which`, too."""
        return Lanes(self.waves, self.instruction, which & self.mask)

    def active(self, values: NDArray[Any]) -> NDArray[Any]:
        """The values [waves, lanes] of the active lanes, one-dimensional and in order."""
        if values.shape != self.mask.shape:
            values = np.broadcast_to(values, self.mask.shape)
        return values.reshape(-1) if self.full else values[self.mask]

    def active_words(self, words: Words) -> Words:
        """The words [n, waves, lanes] of the active lanes, as [n, lanes]."""
        if words.shape[1:] != self.mask.shape:
            words = np.broadcast_to(words, (len(words), *self.mask.shape))
        if self.full:
            return words.reshape(len(words), -1)
        return words[:, self.mask]

    def spread(self, words: Words) -> Words:
        """The reverse of `active_words`, with zeros for other lanes."""
        if self.full:
            return words.reshape(-1, *self.mask.shape)
        result = np.zeros((len(words), *self.mask.shape), np.uint32)
        result[:, self.mask] = words
        return result

    def filled(self, values: NDArray[Any]) -> NDArray[Any]:
        """The values, with other lanes set to the value of an active lane."""
        if values.shape != self.mask.shape:
            values = np.broadcast_to(values, self.mask.shape)
        if self.full:
            return values
        wave, lane = first_lane(self.mask)
        return np.where(self.mask, values, values[wave, lane])

    def observe(
        self, space: str, kind: str, size: int, addresses: NDArray[Any]
    ) -> None:
        observer = self.memory.observer
        if observer is not None:
            if addresses.shape != self.mask.shape:
                addresses = np.broadcast_to(addresses, self.mask.shape)
            access = Access(space, kind, size)
            observer.access(self.waves, self.instruction, access, addresses, self.mask)

    def reject(self, bad: Bools, what: str, why: Callable[[int, int], str]) -> None:
        """Raises `MachineFault` with the text of `why(wave, lane)` if a lane is `bad`."""
        bad = bad & self.mask
        if bad.any():
            wave, lane = first_lane(bad)
            text = why(wave, lane)
            fault(self.waves, self.instruction, wave, lane, what, text)

    # Global memory

    def load_global(self, addresses: Addresses, size: int) -> Words:
        filled = self.filled(addresses)
        try:
            words = self.memory.load(filled, size)
        except AccessError as error:
            self._fault_global("load", size, error, filled=True)
        self.observe("global", "load", size, addresses)
        return words

    def store_global(self, addresses: Addresses, words: Words, size: int) -> None:
        try:
            self.memory.store(self.active(addresses), self.active_words(words), size)
        except AccessError as error:
            self._fault_global("store", size, error)
        self.observe("global", "store", size, addresses)

    def atomic_global(
        self, addresses: Addresses, atomic: Atomic, data: Words, wanted: bool
    ) -> Words | None:
        """
        An operation with `data` of `atomic.registers` words. Returns the old values, [n, waves,
        lanes], if `wanted`.
        """
        size = atomic.size
        self._require_alignment(addresses, size, f"atomic of {size} bytes")
        data = self.active_words(data)
        try:
            parts = self.memory.writable(self.active(addresses), size)
        except AccessError as error:
            self._fault_global("atomic", size, error)
        found = np.empty_like(data[: atomic.words]) if wanted else None
        for buffer, lanes, offsets in parts:
            some = slice(None) if lanes is None else lanes
            old = perform_words(buffer.storage, atomic, offsets, data[:, some], wanted)
            if found is not None and old is not None:
                found[:, some] = old
        self.observe("global", "atomic", size, addresses)
        return None if found is None else self.spread(found)

    def _fault_global(
        self, kind: str, size: int, error: AccessError, *, filled: bool = False
    ) -> NoReturn:
        if filled:
            mask = self.mask.reshape(-1)
            index = error.index if mask[error.index] else int(np.argmax(mask))
        else:
            index = int(np.flatnonzero(self.mask)[error.index])
        wave, lane = divmod(index, self.waves.lanes)
        what = error.what(kind, size)
        fault(self.waves, self.instruction, wave, lane, what, error.reason)

    def _require_alignment(self, addresses: NDArray[Any], size: int, kind: str) -> None:
        """Raises `MachineFault` for an unaligned access, which atomics do not support."""
        bad = (addresses & addresses.dtype.type(size - 1)) != 0
        if bad.any():
            shape = self.mask.shape
            all_of = np.broadcast_to(addresses, shape)
            self.reject(
                np.broadcast_to(bad, shape),
                kind,
                lambda wave, lane: (
                    f"address {int(all_of[wave, lane]):#x} is not a multiple of {size}"
                ),
            )

    def _require_inside(
        self, offsets: NDArray[Any], size: int, limit: int, what: str, owner: str
    ) -> None:
        """Raises `MachineFault` for an access outside the `limit` bytes of its `owner`."""
        if int(offsets.max()) + size > limit:
            bad = offsets > np.uint32(max(limit - size, 0))
            self.reject(
                bad | (limit < size),
                what,
                lambda wave, lane: (
                    f"offset {int(offsets[wave, lane])} is outside the {limit} bytes "
                    f"of the {owner}"
                ),
            )

    # LDS

    def lds_places(
        self, offsets: NDArray[Any], size: int, kind: str, align: int = 1
    ) -> Offsets:
        """
        Converts 32-bit `offsets` to places in the LDS of all groups; other lanes get the
        place of an active lane.

        Raises `MachineFault` if an offset is outside the LDS of the group, or not a
        multiple of `align`.
        """
        waves = self.waves
        limit = waves.state.lds_bytes
        offsets = self.filled(offsets)
        what = f"{kind} of {size} bytes in LDS"
        owner = "work-group"
        if not limit:
            owner += ", which a launch can add (--local-bytes, dynamic_local_bytes)"
        self._require_inside(offsets, size, limit, what, owner)
        if align > 1:
            self._require_alignment(offsets, align, f"{kind} in LDS")
        base = (waves.group_slots * waves.state.lds.shape[1])[:, None]
        return offsets + base

    def load_lds(self, offsets: NDArray[Any], size: int) -> Words:
        places = self.lds_places(offsets, size, "load")
        words = lds_storage(self.waves).gather(places, size)
        self.observe("lds", "load", size, offsets)
        return words

    def store_lds(self, offsets: NDArray[Any], words: Words, size: int) -> None:
        places = self.lds_places(offsets, size, "store")
        lds_storage(self.waves).scatter(
            self.active(places), self.active_words(words), size
        )
        self.observe("lds", "store", size, offsets)

    def atomic_lds(
        self, offsets: NDArray[Any], atomic: Atomic, data: Words, wanted: bool
    ) -> Words | None:
        """The same in LDS."""
        places = self.active(
            self.lds_places(offsets, atomic.size, "atomic", atomic.size)
        )
        data, storage = self.active_words(data), lds_storage(self.waves)
        found = perform_words(storage, atomic, places, data, wanted)
        self.observe("lds", "atomic", atomic.size, offsets)
        return None if found is None else self.spread(found)

    # Scratch

    def check_flat_scratch(self) -> None:
        """
        Checks FLAT_SCRATCH. Before gfx10 the kernel's prologue writes the place of scratch
        to it (`AMDGPUUsage.rst`, "Flat Scratch"): on gfx9 the address, on gfx8 the bytes of
        a lane and the offset in units of 256.

        Raises `MachineFault` if FLAT_SCRATCH has another value.
        """
        waves = self.waves
        generation = waves.generation
        if generation.major > 9 or generation.architected_flat_scratch:
            return
        offset = waves.indices * waves.state.scratch.shape[1]
        low, high = waves.read_scalars(Special("flat_scratch"), 2).astype(np.int64)
        if generation.major == 9:
            wrong = low | high << 32 != SCRATCH_ADDRESS + offset
        else:
            wrong = (low != waves.state.scratch.shape[1] // waves.lanes) | (
                high != offset >> 8
            )
        self.reject(
            np.broadcast_to(wrong[:, None], self.mask.shape),
            "access to scratch",
            lambda wave, lane: (
                f"FLAT_SCRATCH is {int(high[wave]):#x}:{int(low[wave]):08x}, which is not "
                "the scratch of the wave; set it at the beginning of the kernel"
            ),
        )

    def scratch_places(
        self, offsets: NDArray[Any], size: int, kind: str
    ) -> tuple[Offsets, bool]:
        """
        Converts 32-bit `offsets` to places in the scratch of all waves (the first word of
        each access); returns them, and True if all are aligned to words.
        """
        waves = self.waves
        lanes = waves.lanes
        limit = waves.state.scratch.shape[1] // lanes
        offsets = self.filled(offsets)
        what = f"{kind} of {size} bytes in scratch"
        self._require_inside(offsets, size, limit, what, "lane")
        wide = offsets.astype(np.int64)
        return self._interleave(wide), not (wide & 3).any()

    def _interleave(self, offsets: Offsets) -> Offsets:
        waves = self.waves
        lanes = waves.lanes
        base = waves.indices * waves.state.scratch.shape[1]
        places = (offsets >> 2) * (4 * lanes)
        places += offsets & 3
        places += base[:, None]
        places += np.arange(0, 4 * lanes, 4)
        return places

    def _scratch_parts(
        self, offsets: NDArray[Any], size: int, kind: str
    ) -> list[tuple[Offsets, int]]:
        """The places of an access in order, each with its number of bytes."""
        places, aligned = self.scratch_places(offsets, size, kind)
        stride = 4 * self.waves.lanes
        if size < 4:
            low = self.filled(offsets) & offsets.dtype.type(3)
            if int(low.max()) + size <= 4:
                return [(places, size)]
        elif aligned:
            return [(places + k * stride, 4) for k in range(size // 4)]
        # An access across words.
        wide = self.filled(offsets).astype(np.int64)
        return [(self._interleave(wide + k), 1) for k in range(size)]

    def _uniform(self, offsets: NDArray[Any], size: int) -> int | None:
        """
        The number of the first word if all lanes access the same aligned words of scratch.
        """
        if offsets.shape[1] != 1 or size < 4:
            return None
        first = int(offsets[0, 0])
        lanes = self.waves.lanes
        if first & 3 or first + size > self.waves.state.scratch.shape[1] // lanes:
            return None
        return first >> 2 if (offsets == first).all() else None

    def load_scratch(self, offsets: NDArray[Any], size: int) -> Words:
        word = self._uniform(offsets, size)
        if word is not None:
            words = scratch_words(self.waves)
            found = words[self.waves.selection, word : word + size // 4]
            self.observe("scratch", "load", size, offsets)
            return found.swapaxes(0, 1)
        parts = self._scratch_parts(offsets, size, "load")
        storage = scratch_storage(self.waves)
        pieces = [storage.gather(places, length)[0] for places, length in parts]
        self.observe("scratch", "load", size, offsets)
        if len(pieces) == 1 or parts[0][1] == 4:
            return np.stack(pieces)
        # Single bytes.
        return np.stack(
            [
                _join([p << np.uint32(8 * k) for k, p in enumerate(pieces[i : i + 4])])
                for i in range(0, size, 4)
            ]
        )

    def store_scratch(self, offsets: NDArray[Any], words: Words, size: int) -> None:
        word = self._uniform(offsets, size)
        if word is not None and isinstance(self.waves.selection, slice):
            target = scratch_words(self.waves)[self.waves.selection]
            for k, value in enumerate(words):
                np.copyto(
                    target[:, word + k], value, where=True if self.full else self.mask
                )
        else:
            self._store_scattered(offsets, words, size)
        self.observe("scratch", "store", size, offsets)

    def _store_scattered(self, offsets: NDArray[Any], words: Words, size: int) -> None:
        parts = self._scratch_parts(offsets, size, "store")
        storage = scratch_storage(self.waves)
        words = self.active_words(words)
        bytewise = len(parts) > 1 and parts[0][1] == 1
        for k, (places, length) in enumerate(parts):
            value = words[k // 4] >> np.uint32(k % 4 * 8) if bytewise else words[k]
            storage.scatter(self.active(places), value[None], length)


def acting_on_lanes(act: Callable[[Instruction, Waves, Lanes], None]) -> Builder:
    """`acting` with the lanes of EXEC, unless there are none."""
    return lambda instruction, generation: on_lanes(
        instruction, partial(act, instruction)
    )


def on_lanes(instruction: Instruction, act: Callable[[Waves, Lanes], None]) -> Step:
    """The step that runs `act` with the lanes of EXEC, unless there are none."""

    def step(waves: Waves) -> None:
        lanes = Lanes(waves, instruction)
        if not lanes.empty:
            act(waves, lanes)

    return step


def _join(pieces: list[Words]) -> Words:
    result = pieces[0]
    for piece in pieces[1:]:
        result = result | piece
    return result


def lds_storage(waves: Waves) -> Storage:
    """The LDS of all groups."""
    return Storage(waves.state.lds.reshape(-1))


def scratch_words(waves: Waves) -> Words:
    """The scratch of all waves as words, [waves, words of a lane, lanes]."""
    scratch = waves.state.scratch
    return scratch.view(np.uint32).reshape(len(scratch), -1, waves.lanes)


def scratch_storage(waves: Waves) -> Storage:
    """The scratch of all waves."""
    return Storage(waves.state.scratch.reshape(-1))


def perform_words(
    storage: Storage, atomic: Atomic, offsets: Offsets, data: Words, wanted: bool
) -> Words | None:
    """
    Performs an atomic operation with data in registers, [words, lanes], on aligned
    `offsets`. Returns the old values in the same form if `wanted`.
    """
    data, compare = data[: atomic.words], data[atomic.words :]
    memory = storage.view(atomic.dtype)
    size = memory.itemsize
    places = offsets // size
    if atomic.elements == 2:
        halves = np.ascontiguousarray(data[0]).view(atomic.dtype)
        both = np.stack([places, places + 1], axis=-1).reshape(-1)
        found = perform(atomic, memory, both, halves, wanted=wanted)
        return None if found is None else found.view(np.uint32)[None]
    other = _typed(compare, atomic.dtype) if atomic.compare else None
    found = perform(
        atomic, memory, places, _typed(data, atomic.dtype), other, wanted=wanted
    )
    if found is None:
        return None
    if size == 4:
        return found.view(np.uint32)[None]
    bits = found.view(np.uint64)
    return np.stack([bits.astype(np.uint32), (bits >> np.uint64(32)).astype(np.uint32)])


def _typed(words: Words, dtype: str) -> NDArray[Any]:
    """Registers [words, lanes] as elements of `dtype`."""
    return np.ascontiguousarray(words.T).view(dtype).reshape(-1)
