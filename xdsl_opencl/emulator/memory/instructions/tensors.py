"""
Copies of tiles between tensors in global memory and LDS: each wave has a descriptor in SGPRs, and
moves its tile whatever lanes are active (gfx1250).

Sources: AMD, "CDNA5 Instruction Set Architecture", section 10.11 "Tensor Data Mover Instructions";
for the units of a padding and the order of indices, Triton's descriptors (`triton-lang/triton`,
`third_party/amd/lib/TritonAMDGPUToLLVM/TDMUtility.cpp`).
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.faults import fault, instruction_place
from xdsl_opencl.emulator.memory.lane_accesses import Lanes
from xdsl_opencl.emulator.operands import Register
from xdsl_opencl.emulator.waves import Waves

_FIELDS = {
    "count": (0, 0, 2),
    "short_indices": (0, 30, 2),
    "lds": (0, 32, 32),
    "address": (0, 64, 57),
    "type": (0, 126, 2),
    "log_size": (1, 16, 2),
    "notifies": (1, 18, 1),
    "repeats": (1, 19, 1),
    "pads": (1, 20, 1),
    "interval": (1, 22, 3),
    "padding": (1, 25, 7),
    "lds_step": (2, 32, 32),
    "step": (2, 64, 48),
    "last_repeat": (2, 112, 16),
}
"""Fields of a descriptor: the group, the first bit in it, and the number of bits."""

_DIMENSIONS = (
    ((1, 112, 16), (1, 48, 32), None),
    ((1, 128, 16), (1, 80, 32), (1, 160, 48)),
    ((1, 144, 16), (2, 0, 32), (1, 208, 48)),
    ((2, 112, 16), (2, 32, 32), (2, 64, 48)),
    ((3, 80, 16), (3, 48, 32), (3, 0, 48)),
)
"""
The fields of each dimension, from the innermost on: the sizes of the tile and of the tensor, which
counts from the tile's start, and the stride.
"""
_GATHER_SHORT, _GATHER = 2, 3
_IMAGE = 2


class _Tile(NamedTuple):
    """
    The bytes of an element, and of each element of a tile its address, its place in LDS, and if the
    tensor has it.
    """

    size: int
    addresses: NDArray[np.uint64]
    places: NDArray[np.uint32]
    inside: NDArray[np.bool_]


def _tile(groups: list[int], loads: bool, room: int) -> _Tile | str:
    """The tile of a descriptor, or what is wrong with it; LDS has `room` bytes."""

    def field(group: int, first: int, size: int) -> int:
        return groups[group] >> first & (1 << size) - 1

    one = {name: field(*place) for name, place in _FIELDS.items()}
    if one["count"] > 1 or (one["count"] and one["type"] != _IMAGE):
        return (
            f"its count is {one['count']} and its type {one['type']}, where count 0 or 1 and "
            f"type {_IMAGE} describe a tensor"
        )
    gathers = one["short_indices"] >= _GATHER_SHORT
    repeats = 1 + one["last_repeat"] if one["repeats"] and not gathers else 1
    offsets, inside = np.zeros(1, np.uint64), np.full(1, bool(one["count"]))
    for number, (size, limit, stride) in enumerate(_DIMENSIONS):
        length = field(*size)
        if number and (
            not length or number > (1 if gathers else 2 if one["repeats"] else 4)
        ):
            continue
        if len(offsets) * length * repeats << one["log_size"] > room:
            return f"its tile is larger than the {room} bytes of LDS"
        along = np.arange(length, dtype=np.uint64)
        if gathers and number == 1:
            along = _rows(groups, one["short_indices"] == _GATHER_SHORT)[:length]
        step = 1 if stride is None else field(*stride)
        offsets = (along[:, None] * np.uint64(step) + offsets).reshape(-1)
        inside = ((along < field(*limit))[:, None] & inside).reshape(-1)
    if not one["count"]:
        offsets, inside = offsets[:0], inside[:0]
    size = 1 << one["log_size"]
    places = np.arange(len(offsets), dtype=np.uint32) * np.uint32(size)
    if one["pads"] and loads:
        places += places // (8 << one["interval"]) * (4 * one["padding"] + 4)
    again = np.arange(repeats)[:, None]
    starts = (again * one["lds_step"] * size + one["lds"]).astype(np.uint32)
    offsets = again.astype(np.uint64) * np.uint64(one["step"]) + offsets
    addresses = offsets * np.uint64(size) + np.uint64(one["address"])
    places = (starts + places).reshape(-1)
    return _Tile(size, addresses.reshape(-1), places, np.tile(inside, repeats))


def _rows(groups: list[int], short: bool) -> NDArray[np.uint64]:
    indices = b"".join(group.to_bytes(16, "little") for group in groups[2:])
    return np.frombuffer(indices, "<u2" if short else "<u4").astype(np.uint64)


def _copy(loads: bool, instruction: Instruction, generation: Generation) -> Step:
    """A copy to LDS, or from it. A cluster has one work-group."""

    def tile(waves: Waves, wave: int, words: list[Any]) -> _Tile:
        groups = [
            int.from_bytes(np.ascontiguousarray(w[:, wave]).tobytes(), "little")
            for w in words
        ]
        groups += [0] * (4 - len(groups))
        if groups[1] >> _FIELDS["notifies"][1] & groups[0] & 1:
            raise UnknownInstructionError(
                f"the descriptor of {instruction_place(instruction)} asks for an arrival at a "
                "barrier in LDS, which is not implemented"
            )
        found = _tile(groups, loads, waves.state.lds_bytes)
        if isinstance(found, str):
            fault(waves, instruction, wave, None, "descriptor of a tensor", found)
        return found

    def step(waves: Waves) -> None:
        words = [
            waves.read_scalars(operand, operand.count)
            for operand in instruction.operands
            if isinstance(operand, Register)
        ]
        tiles = [tile(waves, wave, words) for wave in range(waves.count)]
        for size in sorted({t.size for t in tiles}):
            those = {wave: t for wave, t in enumerate(tiles) if t.size == size}
            longest = max(len(t.places) for t in those.values())
            for first in range(0, longest, waves.lanes):
                _move(loads, instruction, waves, those, first, size)

    return step


def _move(
    loads: bool,
    instruction: Instruction,
    waves: Waves,
    tiles: dict[int, _Tile],
    first: int,
    size: int,
) -> None:
    """Moves elements from number `first` on of the tile of each wave, one for each lane."""
    shape, some = (waves.count, waves.lanes), slice(first, first + waves.lanes)
    addresses, places = np.zeros(shape, np.uint64), np.zeros(shape, np.uint32)
    inside, given = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    for wave, tile in tiles.items():
        count = len(tile.places[some])
        addresses[wave, :count] = tile.addresses[some]
        places[wave, :count] = tile.places[some]
        inside[wave, :count] = tile.inside[some]
        given[wave, :count] = True
    all_of = Lanes(waves, instruction, given)
    real = all_of.only(inside)
    if loads:
        # What the tensor does not have is 0.
        words = np.zeros((-(-size // 4), *shape), np.uint32)
        if not real.empty:
            words = np.where(real.mask, real.load_global(addresses, size), words)
        all_of.store_lds(places, words, size)
    elif not real.empty:
        words = real.load_lds(places, size)
        real.store_global(addresses, words, size)


INSTRUCTIONS: dict[str, Builder] = {
    "tensor_load_to_lds": partial(_copy, True),
    "tensor_store_from_lds": partial(_copy, False),
}
