"""
Loads that transpose matrices: `ds_read_*_tr_*` of gfx950, `ds_load_tr*` of gfx1250 and
`global_load_tr*` of gfx12. Each lane loads a run of elements, and gets one element of the runs of
other lanes.

Sources: the addresses that Triton 3.9 gives to these instructions for the layouts of its matrices
(`triton-lang/triton`, `third_party/amd`); LLVM, `DSInstructions.td`, `FLATInstructions.td` (gfx12.0
and gfx12.5 have one instruction under two names).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.instructions.flat import global_address
from xdsl_opencl.emulator.memory.instructions.lds import lds_address
from xdsl_opencl.emulator.memory.lane_accesses import Lanes, on_lanes
from xdsl_opencl.emulator.memory.loads_and_stores import AddressOf, Load
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.waves import Waves

Numbers = NDArray[np.intp]
Order = Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]
"""
From the number of a result's element and its lane: the lane that has loaded it, and its number
there.
"""


def _columns(items: int) -> Order:
    """
    Sixteen lanes hold rows of 16 elements, `items` in a lane, and each gets a column (gfx950).
    """
    return lambda e, lane: (
        lane // 16 * 16 + 16 // items * e + lane % 16 // items,
        lane % items,
    )


def _tiles(e: Numbers, lane: Numbers) -> tuple[Numbers, Numbers]:
    """Eight lanes hold 8 rows of 8 elements."""
    return lane // 16 * 16 + e + lane % 16 // 8 * 8, lane % 8


def _half_tiles(e: Numbers, lane: Numbers) -> tuple[Numbers, Numbers]:
    """Four lanes hold 4 rows of 8 elements; of the halves of 8 rows the columns come first."""
    return lane // 16 * 16 + e % 4 + lane % 16 // 8 * 4 + e // 4 * 8, lane % 8


def _rows(e: Numbers, lane: Numbers) -> tuple[Numbers, Numbers]:
    """Each lane holds a row of 16 elements; 8 rows are for each half of the wave in turn."""
    return e % 8 + lane // 16 * 8 + e // 8 * 16, lane % 16


@cache
def _places(order: Order, items: int, lanes: int) -> tuple[Numbers, Numbers]:
    """`order` for all elements of a wave, [lanes, items]."""
    lane, element = np.meshgrid(np.arange(lanes), np.arange(items), indexing="ij")
    return order(element, lane)


def _moved(words: Words, order: Order, bits: int) -> Words:
    """The registers [n, waves, lanes] with their elements of `bits` bits in `order`."""
    each = np.ascontiguousarray(np.moveaxis(words, 0, -1))
    lanes = each.shape[1]
    items: NDArray[Any]
    if bits in (8, 16):
        items = each.view(np.uint8 if bits == 8 else np.uint16)
    else:
        flat = np.unpackbits(each.view(np.uint8), axis=-1, bitorder="little")
        items = flat.reshape(*each.shape[:2], -1, bits)
    lane, element = _places(order, items.shape[2], lanes)
    moved = np.ascontiguousarray(items[:, lane, element])
    if bits not in (8, 16):
        moved = np.packbits(
            moved.reshape(*each.shape[:2], -1), axis=-1, bitorder="little"
        )
    return np.moveaxis(moved.view(np.uint32), -1, 0)


def _build(
    place: Callable[..., AddressOf],
    load: Load,
    size: int,
    bits: int,
    order: Order,
    lanes: int,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    target, *rest = instruction.operands
    where = place(instruction, *rest)

    def act(waves: Waves, active: Lanes) -> None:
        if waves.lanes != lanes:
            raise UnknownInstructionError(
                f"{instruction_place(instruction)} is not implemented in waves of "
                f"{waves.lanes}; compile for waves of {lanes}"
            )
        words = load(active, where(waves), size)
        if waves.loaded is not None:
            waves.loaded = _moved(waves.loaded, order, bits)
        waves.write_registers(target, _moved(words, order, bits))

    return on_lanes(instruction, act)


_LDS: dict[str, tuple[int, int, Order, int]] = {
    "read_b64_tr_b16": (8, 16, _columns(4), 64),
    "read_b64_tr_b8": (8, 8, _columns(8), 64),
    "read_b64_tr_b4": (8, 4, _columns(16), 64),
    "read_b96_tr_b6": (12, 6, _columns(16), 64),
    "load_tr16_b128": (16, 16, _tiles, 32),
    "load_tr8_b64": (8, 8, _half_tiles, 32),
    "load_tr4_b64": (8, 4, _rows, 32),
}
"""Bytes of a lane, bits of an element, their order, lanes of a wave."""

_GLOBAL = {
    **{name: row for name, row in _LDS.items() if name.startswith("load_")},
    "load_tr_b128": _LDS["load_tr16_b128"],
    "load_tr_b64": _LDS["load_tr8_b64"],
}

INSTRUCTIONS: dict[str, Builder] = {
    **{
        f"ds_{name}": partial(_build, lds_address, Lanes.load_lds, *row)
        for name, row in _LDS.items()
    },
    **{
        f"global_{name}": partial(_build, global_address, Lanes.load_global, *row)
        for name, row in _GLOBAL.items()
    },
}
