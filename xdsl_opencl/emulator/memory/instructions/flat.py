"""
Instructions `global_*`, `flat_*` and `scratch_*`: loads, stores, atomics, loads to LDS.

Sources: AMD, "Vega Instruction Set Architecture" chapter 9 "Flat Memory Instructions", "RDNA3
Instruction Set Architecture" chapter 11, "CDNA3 Instruction Set Architecture" chapter 9 (loads
to LDS); LLVM, `FLATInstructions.td`, `AMDGPUUsage.rst` ("Address Spaces").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.address_space import Addresses
from xdsl_opencl.emulator.memory.atomics import Atomic
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.loads_and_stores import (
    AddressOf,
    Load,
    Store,
    lds_load_step,
    load_step,
    store_step,
)
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.memory.widths import (
    LOADS,
    MEMORY_ATOMICS,
    STORES,
    AtomicRow,
    Width,
)
from xdsl_opencl.emulator.operands import Operand, Special
from xdsl_opencl.emulator.waves import Waves


def is_off(operand: Operand) -> bool:
    """True for the operand `off`, which means no register."""
    return isinstance(operand, Special) and operand.name == "off"


def offset_of(instruction: Instruction) -> int:
    """
    The offset of the instruction in bytes.

    Raises `UnknownInstructionError` for an offset in elements.
    """
    if instruction.modifiers.get("scale_offset"):
        raise UnknownInstructionError(
            f"'scale_offset' of {instruction_place(instruction)} is not implemented; "
            "compile for a processor without it"
        )
    return int(instruction.modifiers.get("offset", 0))


def global_address(
    instruction: Instruction, address: Operand, base: Operand | None = None
) -> AddressOf:
    """
    A 64-bit address in vector registers, or a 32-bit offset in a vector register plus
    scalar registers.
    """
    offset = np.uint64(offset_of(instruction) & 0xFFFFFFFFFFFFFFFF)
    if base is None or is_off(base):

        def whole(waves: Waves) -> Addresses:
            return waves.read64(address) + offset

        return whole

    def sum_of(waves: Waves) -> Addresses:
        start = waves.read_scalar64(base) + offset
        return waves.read32(address).astype(np.uint64) + start[:, None]

    return sum_of


def thread_address(instruction: Instruction, base: Operand) -> AddressOf:
    """
    The address of `addtid`: one word for each lane, starting at the address in scalar
    registers.
    """
    offset = np.uint64(offset_of(instruction) & 0xFFFFFFFFFFFFFFFF)

    def address(waves: Waves) -> Addresses:
        lanes = np.arange(waves.lanes, dtype=np.uint64) * np.uint64(4) + offset
        start = np.zeros(1, np.uint64) if is_off(base) else waves.read_scalar64(base)
        return start[:, None] + lanes

    return address


def scratch_address(
    instruction: Instruction, address: Operand, base: Operand
) -> AddressOf:
    """An offset of 32 bits, which wraps around, in the scratch of the lane."""
    offset = np.uint32(offset_of(instruction) & 0xFFFFFFFF)

    def offsets(waves: Waves) -> Words:
        total = np.full((1, 1), offset, np.uint32)
        if not is_off(address):
            total = waves.read32(address) + total
        if not is_off(base):
            total = waves.read_scalar32(base)[:, None] + total
        return np.broadcast_to(total, (waves.count, total.shape[1]))

    return offsets


# Spaces


def load_global(lanes: Lanes, addresses: Addresses, size: int) -> Words:
    """Loads from global memory."""
    return lanes.load_global(addresses, size)


def store_global(lanes: Lanes, addresses: Addresses, words: Words, size: int) -> None:
    """Stores to global memory."""
    lanes.store_global(addresses, words, size)


def load_scratch(lanes: Lanes, offsets: NDArray[Any], size: int) -> Words:
    """Loads from scratch."""
    lanes.check_flat_scratch()
    return lanes.load_scratch(offsets, size)


def store_scratch(lanes: Lanes, offsets: NDArray[Any], words: Words, size: int) -> None:
    """Stores to scratch."""
    lanes.check_flat_scratch()
    lanes.store_scratch(offsets, words, size)


class _Split:
    """
    The lanes of a flat instruction by the aperture of their addresses; `None` for a space
    without lanes.
    """

    def __init__(self, lanes: Lanes, addresses: Addresses):
        generation = lanes.waves.generation
        filled = lanes.filled(addresses)
        self.shared = self.private = None
        self.other: Lanes | None = lanes
        # Both apertures are above all buffers.
        if int(filled.max()) < generation.shared_aperture:
            return
        high = filled >> np.uint64(32)
        shared = high == np.uint64(generation.shared_aperture >> 32)
        private = high == np.uint64(generation.private_aperture >> 32)
        self.shared = self._some(lanes, shared)
        self.private = self._some(lanes, private)
        if self.shared is not None or self.private is not None:
            self.other = self._some(lanes, ~(shared | private))

    @staticmethod
    def _some(lanes: Lanes, which: NDArray[np.bool_]) -> Lanes | None:
        which = which & lanes.mask
        if not which.any():
            return None
        return Lanes(lanes.waves, lanes.instruction, which)


def _in_aperture(addresses: Addresses) -> Words:
    return addresses.astype(np.uint32)


def load_flat(lanes: Lanes, addresses: Addresses, size: int) -> Words:
    """
    Each lane loads from the memory that contains its address: LDS, scratch, or global
    memory.
    """
    split = _Split(lanes, addresses)
    if split.other is lanes:
        return lanes.load_global(addresses, size)
    result = np.zeros((max(size // 4, 1), *lanes.mask.shape), np.uint32)
    for some, load in (
        (split.other, load_global),
        (split.shared, _load_shared),
        (split.private, _load_private),
    ):
        if some is not None:
            words = load(some, addresses, size)
            np.copyto(result, words, where=some.mask)
    return result


def _load_shared(lanes: Lanes, addresses: Addresses, size: int) -> Words:
    return lanes.load_lds(_in_aperture(addresses), size)


def _load_private(lanes: Lanes, addresses: Addresses, size: int) -> Words:
    return load_scratch(lanes, _in_aperture(addresses), size)


def store_flat(lanes: Lanes, addresses: Addresses, words: Words, size: int) -> None:
    """Each lane stores to the memory that contains its address, like `load_flat`."""
    split = _Split(lanes, addresses)
    if split.other is not None:
        split.other.store_global(addresses, words, size)
    if split.shared is not None:
        split.shared.store_lds(_in_aperture(addresses), words, size)
    if split.private is not None:
        store_scratch(split.private, _in_aperture(addresses), words, size)


def atomic_flat(
    lanes: Lanes,
    addresses: Addresses,
    atomic: Atomic,
    elements: int,
    data: Words,
    compare: Words | None,
    wanted: bool,
) -> Words | None:
    """
    Each lane's atomic operation on LDS or global memory.

    Raises `MachineFault` for scratch, where the hardware has no atomics.
    """
    split = _Split(lanes, addresses)
    if split.private is not None:
        split.private.reject(
            split.private.mask,
            "flat atomic",
            lambda wave, lane: (
                f"address {int(addresses[wave, lane]):#x} is in scratch, which has no "
                "atomic operations"
            ),
        )
    if split.other is lanes:
        return lanes.atomic_global(addresses, atomic, elements, data, compare, wanted)
    result = np.zeros((len(data), *lanes.mask.shape), np.uint32)
    if split.other is not None:
        found = split.other.atomic_global(
            addresses, atomic, elements, data, compare, wanted
        )
        if found is not None:
            np.copyto(result, found, where=split.other.mask)
    if split.shared is not None:
        found = split.shared.atomic_lds(
            _in_aperture(addresses), atomic, elements, data, compare, wanted
        )
        if found is not None:
            np.copyto(result, found, where=split.shared.mask)
    return result


# Steps


def atomic_step(
    instruction: Instruction,
    generation: Generation,
    row: AtomicRow,
    address_of: AddressOf,
    destination: Operand | None,
    data: Operand,
    perform: Callable[..., Words | None],
) -> Step:
    """An atomic operation; the old value goes to `destination` if there is one."""
    atomic = row.atomic(generation)
    words = row.words

    def act(waves: Waves, lanes: Lanes) -> None:
        # Registers: the new value, then the value to compare with.
        operands = waves.read_registers(data, words * 2 if atomic.compare else words)
        found = perform(
            lanes,
            address_of(waves),
            atomic,
            row.elements,
            operands[:words],
            operands[words:] if atomic.compare else None,
            destination is not None,
        )
        if destination is not None:
            waves.write_registers(destination, found)

    return on_lanes(instruction, act)


# Tables


def _load(place: Callable[..., AddressOf], load: Load, width: Width) -> Builder:
    """A load whose operands after the destination are those of `place`."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        where = place(instruction, *instruction.operands[1:])
        return load_step(instruction, width, where, load)

    return build


def _store(place: Callable[..., AddressOf], store: Store, width: Width) -> Builder:
    """A store whose operands but the second, the data, are those of `place`."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        address, data, *base = instruction.operands
        where = place(instruction, address, *base)
        return store_step(instruction, data, width, where, store)

    return build


def _atomic(perform: Callable[..., Words | None], row: AtomicRow) -> Builder:
    """An atomic; `global` has a base after the data, `flat` has none."""

    def build(instruction: Instruction, generation: Generation) -> Step:
        operands = list(instruction.operands)
        returns = len(operands) > (3 if perform is Lanes.atomic_global else 2)
        destination = operands.pop(0) if returns else None
        address, data, *base = operands
        where = global_address(instruction, address, *base)
        return atomic_step(
            instruction, generation, row, where, destination, data, perform
        )

    return build


def _thread_load(instruction: Instruction, generation: Generation) -> Step:
    where = thread_address(instruction, instruction.operands[1])
    return load_step(instruction, Width(4), where, load_global)


def _thread_store(instruction: Instruction, generation: Generation) -> Step:
    data, base = instruction.operands
    where = thread_address(instruction, base)
    return store_step(instruction, data, Width(4), where, store_global)


def _lds_load(place: Callable[..., AddressOf], load: Load, width: Width) -> Builder:
    def build(instruction: Instruction, generation: Generation) -> Step:
        where = place(instruction, *instruction.operands)
        return lds_load_step(instruction, width, where, load)

    return build


_TO_LDS = ("dword", "dwordx3", "dwordx4", "ubyte", "sbyte", "ushort", "sshort")

_SPACES: tuple[tuple[str, Callable[..., AddressOf], Load, Store], ...] = (
    ("global", global_address, load_global, store_global),
    ("flat", global_address, load_flat, store_flat),
    ("scratch", scratch_address, load_scratch, store_scratch),
)

INSTRUCTIONS: dict[str, Builder] = {
    **{
        f"{space}_load_{name}": _load(place, load, width)
        for space, place, load, _ in _SPACES
        for name, width in LOADS.items()
    },
    **{
        f"{space}_store_{name}": _store(place, store, width)
        for space, place, _, store in _SPACES
        for name, width in STORES.items()
    },
    **{
        f"{space}_atomic_{name}": _atomic(perform, row)
        for space, perform in (("global", Lanes.atomic_global), ("flat", atomic_flat))
        for name, row in MEMORY_ATOMICS.items()
    },
    **{
        f"{space}_load_lds_{name}": _lds_load(place, load, LOADS[name])
        for space, place, load, _ in _SPACES
        if space != "flat"
        for name in _TO_LDS
    },
    "global_load_dword_addtid": _thread_load,
    "global_load_addtid_b32": _thread_load,
    "global_store_dword_addtid": _thread_store,
    "global_store_addtid_b32": _thread_store,
}
