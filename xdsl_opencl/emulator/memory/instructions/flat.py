"""
Instructions `global_*`, `flat_*` and `scratch_*`: loads, stores, atomics, loads to LDS.

Sources: AMD, "Vega Instruction Set Architecture" chapter 9 "Flat Memory Instructions", "RDNA3
Instruction Set Architecture" chapter 11, "CDNA3 Instruction Set Architecture" chapter 9 (loads
to LDS); LLVM, `FLATInstructions.td`, `AMDGPUUsage.rst` ("Address Spaces").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.address_space import Addresses
from xdsl_opencl.emulator.memory.atomics import Atomic
from xdsl_opencl.emulator.memory.instructions.lds import lanes_in_lds, lds_address
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.loads_and_stores import (
    AddressOf,
    Load,
    Store,
    lds_load_step,
    load_builder,
    scale_of,
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


def global_address(
    instruction: Instruction, address: Operand, base: Operand | None = None
) -> AddressOf:
    """
    A 64-bit address in vector registers, or an offset of 32 bits in a vector register, which on
    gfx1250 has a sign, plus scalar registers.
    """
    offset = np.uint64(instruction.offset & 0xFFFFFFFFFFFFFFFF)
    if base is None or is_off(base):
        return lambda waves: waves.read64(address) + offset
    scale = np.int64(scale_of(instruction))

    def sum_of(waves: Waves) -> Addresses:
        start = waves.read_scalar64(base) + offset
        number = waves.read32(address)
        if waves.generation.is_gfx1250:
            wide = number.view(np.int32).astype(np.int64) * scale
            return wide.view(np.uint64) + start[:, None]
        return number.astype(np.uint64) + start[:, None]

    return sum_of


def thread_address(instruction: Instruction, base: Operand) -> AddressOf:
    """
    The address of `addtid`: one word for each lane, starting at the address in scalar
    registers.
    """
    offset = np.uint64(instruction.offset & 0xFFFFFFFFFFFFFFFF)

    def address(waves: Waves) -> Addresses:
        lanes = np.arange(waves.lanes, dtype=np.uint64) * np.uint64(4) + offset
        start = np.zeros(1, np.uint64) if is_off(base) else waves.read_scalar64(base)
        return start[:, None] + lanes

    return address


def scratch_address(
    instruction: Instruction, address: Operand, base: Operand
) -> AddressOf:
    """An offset of 32 bits, which wraps around, in the scratch of the lane."""
    offset = np.uint32(instruction.offset & 0xFFFFFFFF)
    scale = np.uint32(scale_of(instruction))

    def offsets(waves: Waves) -> Words:
        total = np.full((1, 1), offset, np.uint32)
        if not is_off(address):
            total = waves.read32(address) * scale + total
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
    if generation.is_gfx1250:
        private = _own_scratch(lanes, filled)
    return [
        (space, lanes.only(which), places)
        for space, which, places in (
            ("global", ~(shared | private), addresses),
            ("lds", shared, offsets),
            ("scratch", private, offsets),
        )
        if (which & lanes.mask).any()
    ]


def _own_scratch(lanes: Lanes, addresses: Addresses) -> NDArray[np.bool_]:
    """
    True for addresses in scratch on gfx1250, where they have the lane in bits 52 to 56.

    Raises `MachineFault` for the scratch of another lane.
    """
    aperture = np.uint64(lanes.waves.generation.private_aperture >> 58)
    private = addresses >> np.uint64(58) == aperture
    lane = np.arange(lanes.waves.lanes, dtype=np.uint64)
    lanes.reject(
        private & (addresses >> np.uint64(52) & np.uint64(0x3F) != lane),
        "flat access",
        lambda wave, lane: (
            f"address {int(addresses[wave, lane]):#x} is in the scratch of lane "
            f"{int(addresses[wave, lane]) >> 52 & 63}, and the emulator has no access to "
            "that of other lanes"
        ),
    )
    return private


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
    data: Words,
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
        found = perform(some, places, atomic, data, wanted)
        if found is not None:
            result = found if result is None else np.where(some.mask, found, result)
    return result


# Tables


def _atomic(perform: Callable[..., Words | None], row: AtomicRow) -> Builder:
    """
    An atomic; `global` has a base after the data, `flat` has none. The old value goes to
    the first operand if there is one more.
    """

    def build(instruction: Instruction, generation: Generation) -> Step:
        operands = list(instruction.operands)
        returns = len(operands) > (3 if perform is Lanes.atomic_global else 2)
        destination = operands.pop(0) if returns else None
        address, data, *base = operands
        where = global_address(instruction, address, *base)
        atomic = row.atomic(generation)

        def act(waves: Waves, lanes: Lanes) -> None:
            words = waves.read_registers(data, atomic.registers)
            found = perform(lanes, where(waves), atomic, words, returns)
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


def _async_load(width: Width, instruction: Instruction, generation: Generation) -> Step:
    """
    A load to the place in LDS that the first operand has for each lane. The offset counts for both
    addresses (LLVM, `IntrinsicsAMDGPU.td`: "imm offset (applied to both global and LDS address)").
    A cluster has one work-group.
    """
    target, *source = instruction.operands
    where = global_address(instruction, *source)
    there = lds_address(instruction, target)

    def act(waves: Waves, lanes: Lanes) -> None:
        places = there(waves)
        lanes = lanes_in_lds(lanes, places)
        if not lanes.empty:
            words = lanes.load_global(where(waves), width.size)
            lanes.store_lds(places, words, width.size)

    return on_lanes(instruction, act)


def _async_store(
    width: Width, instruction: Instruction, generation: Generation
) -> Step:
    """The reverse: a store of LDS; its data operand is the place there."""
    address, data, *base = instruction.operands
    where = global_address(instruction, address, *base)
    there = lds_address(instruction, data)

    def act(waves: Waves, lanes: Lanes) -> None:
        places = there(waves)
        lanes = lanes_in_lds(lanes, places)
        if not lanes.empty:
            words = lanes.load_lds(places, width.size)
            lanes.store_global(where(waves), words, width.size)

    return on_lanes(instruction, act)


_ASYNC = {"b8": Width(1), **{name: LOADS[name] for name in ("b32", "b64", "b128")}}

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
    **{
        f"{space}_load_monitor_{name}": load_builder(global_address, load, LOADS[name])
        for space, _, load, _ in _SPACES[:2]
        for name in ("b32", "b64", "b128")
    },
    **{
        f"cluster_load_{name}": load_builder(
            global_address, Lanes.load_global, LOADS[name]
        )
        for name in ("b32", "b64", "b128")
    },
    **{
        f"{space}_load_async_to_lds_{name}": partial(_async_load, width)
        for space in ("global", "cluster")
        for name, width in _ASYNC.items()
    },
    **{
        f"global_store_async_from_lds_{name}": partial(_async_store, width)
        for name, width in _ASYNC.items()
    },
    "global_load_dword_addtid": _THREAD_LOAD,
    "global_load_addtid_b32": _THREAD_LOAD,
    "global_store_dword_addtid": _thread_store,
    "global_store_addtid_b32": _thread_store,
}
