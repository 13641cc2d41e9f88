"""
Instructions `global_*`, `flat_*` and `scratch_*`: loads, stores, atomics, loads to LDS.

Sources: AMD, "Vega Instruction Set Architecture" chapter 9 "Flat Memory Instructions", "RDNA3
Instruction Set Architecture" chapter 11, "CDNA3 Instruction Set Architecture" chapter 9 (loads
to LDS); LLVM, `FLATInstructions.td`, `AMDGPUUsage.rst` ("Address Spaces").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    load_builder,
    store_builder,
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
    return instruction.offset


def global_address(
    instruction: Instruction, address: Operand, base: Operand | None = None
) -> AddressOf:
    """
    A 64-bit address in vector registers, or a 32-bit offset in a vector register plus
    scalar registers.
    """
    offset = np.uint64(offset_of(instruction) & 0xFFFFFFFFFFFFFFFF)
    if base is None or is_off(base):
        return lambda waves: waves.read64(address) + offset

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


def load_scratch(lanes: Lanes, offsets: NDArray[Any], size: int) -> Words:
    """Loads from scratch."""
    lanes.check_flat_scratch()
    return lanes.load_scratch(offsets, size)


def store_scratch(lanes: Lanes, offsets: NDArray[Any], words: Words, size: int) -> None:
    """Stores to scratch."""
    lanes.check_flat_scratch()
    lanes.store_scratch(offsets, words, size)


_FLAT: Mapping[str, tuple[Load, Store]] = {
    "global": (Lanes.load_global, Lanes.store_global),
    "lds": (Lanes.load_lds, Lanes.store_lds),
    "scratch": (load_scratch, store_scratch),
}


def _parts(lanes: Lanes, addresses: Addresses) -> list[tuple[str, Lanes, NDArray[Any]]]:
    """
    The lanes of a flat instruction by the memory that contains their addresses, with the
    addresses, or the offsets in an aperture.
    """
    generation = lanes.waves.generation
    filled = lanes.filled(addresses)
    # Both apertures are above all buffers.
    if int(filled.max()) < generation.shared_aperture:
        return [("global", lanes, addresses)]
    high, offsets = filled >> np.uint64(32), addresses.astype(np.uint32)
    shared = high == np.uint64(generation.shared_aperture >> 32)
    private = high == np.uint64(generation.private_aperture >> 32)
    return [
        (space, lanes.only(which), places)
        for space, which, places in (
            ("global", ~(shared | private), addresses),
            ("lds", shared, offsets),
            ("scratch", private, offsets),
        )
        if (which & lanes.mask).any()
    ]


def load_flat(lanes: Lanes, addresses: Addresses, size: int) -> Words:
    """
    Each lane loads from the memory that contains its address: LDS, scratch, or global
    memory.
    """
    result = np.zeros((0,), np.uint32)
    for space, some, places in _parts(lanes, addresses):
        load, _ = _FLAT[space]
        words = load(some, places, size)
        result = np.where(some.mask, words, result) if len(result) else words
    return result


def store_flat(lanes: Lanes, addresses: Addresses, words: Words, size: int) -> None:
    """Each lane stores to the memory that contains its address, like `load_flat`."""
    for space, some, places in _parts(lanes, addresses):
        _, store = _FLAT[space]
        store(some, places, words, size)


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
    parts = _parts(lanes, addresses)
    for space, some, _ in parts:
        if space == "scratch":
            some.reject(
                some.mask,
                "flat atomic",
                lambda wave, lane: (
                    f"address {int(addresses[wave, lane]):#x} is in scratch, which has no "
                    "atomic operations"
                ),
            )
    result: Words | None = None
    for space, some, places in parts:
        perform = Lanes.atomic_lds if space == "lds" else Lanes.atomic_global
        found = perform(some, places, atomic, elements, data, compare, wanted)
        if found is not None:
            result = found if result is None else np.where(some.mask, found, result)
    return result


# Tables


def _atomic(perform: Callable[..., Words | None], row: AtomicRow) -> Builder:
    """
    An atomic; `global` has a base after the data, `flat` has none. The old value goes to
    the first operand if there is one more.
    """
    words = row.words

    def build(instruction: Instruction, generation: Generation) -> Step:
        operands = list(instruction.operands)
        returns = len(operands) > (3 if perform is Lanes.atomic_global else 2)
        destination = operands.pop(0) if returns else None
        address, data, *base = operands
        where = global_address(instruction, address, *base)
        atomic = row.atomic(generation)

        def act(waves: Waves, lanes: Lanes) -> None:
            # Registers: the new value, then the value to compare with.
            given = waves.read_registers(data, words * 2 if atomic.compare else words)
            found = perform(
                lanes,
                where(waves),
                atomic,
                row.elements,
                given[:words],
                given[words:] if atomic.compare else None,
                returns,
            )
            if destination is not None:
                waves.write_registers(destination, found)

        return on_lanes(instruction, act)

    return build


def _thread_store(instruction: Instruction, generation: Generation) -> Step:
    data, base = instruction.operands
    where = thread_address(instruction, base)
    return store_step(instruction, data, Width(4), where, Lanes.store_global)


def _lds_load(place: Callable[..., AddressOf], load: Load, width: Width) -> Builder:
    return lambda instruction, generation: lds_load_step(
        instruction, width, place(instruction, *instruction.operands), load
    )


_TO_LDS = ("dword", "dwordx3", "dwordx4", "ubyte", "sbyte", "ushort", "sshort")

_SPACES: tuple[tuple[str, Callable[..., AddressOf], Load, Store], ...] = (
    ("global", global_address, Lanes.load_global, Lanes.store_global),
    ("flat", global_address, load_flat, store_flat),
    ("scratch", scratch_address, load_scratch, store_scratch),
)

_THREAD_LOAD = load_builder(thread_address, Lanes.load_global, Width(4))

INSTRUCTIONS: dict[str, Builder] = {
    **{
        f"{space}_load_{name}": load_builder(place, load, width)
        for space, place, load, _ in _SPACES
        for name, width in LOADS.items()
    },
    **{
        f"{space}_store_{name}": store_builder(place, store, width)
        for space, place, _, store in _SPACES
        for name, width in STORES.items()
    },
    **{
        f"{space}_atomic_{name}": _atomic(perform, row)
        # mutant: a table in another order
        for space, perform in (("global", Lanes.atomic_global), ("flat", atomic_flat))
        for name, row in MEMORY_ATOMICS.items()
    },
    **{
        f"{space}_load_lds_{name}": _lds_load(place, load, LOADS[name])
        for space, place, load, _ in _SPACES
        if space != "flat"
        for name in _TO_LDS
    },
    "global_load_dword_addtid": _THREAD_LOAD,
    "global_load_addtid_b32": _THREAD_LOAD,
    "global_store_dword_addtid": _thread_store,
    "global_store_addtid_b32": _thread_store,
}
