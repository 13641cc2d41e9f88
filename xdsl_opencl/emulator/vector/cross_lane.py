"""
Instructions that read or write other lanes: readlane, writelane, permlane, lane counts.

Sources: "RDNA3 Instruction Set Architecture", sections 16.8 (V_READFIRSTLANE_B32,
V_PERMLANE64_B32), 16.12 (V_READLANE_B32, V_WRITELANE_B32, V_PERMLANE16_B32,
V_MBCNT_LO_U32_B32); "RDNA4 Instruction Set Architecture", V_PERMLANE16_VAR_B32; "AMD CDNA4
Instruction Set Architecture", V_PERMLANE16_SWAP_B32.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.vector.execution.typed_sources import is_vector
from xdsl_opencl.emulator.vector.semantics.formats import Array
from xdsl_opencl.emulator.vector.semantics.integers import count_ones
from xdsl_opencl.emulator.waves import Waves


@acting
def _read_first_lane(instruction: Instruction, waves: Waves) -> None:
    """
    V_READFIRSTLANE: the lowest active lane, or lane 0 if no lane is active. It is executed
    even with EXEC zero.
    """
    target, source = instruction.operands
    if not is_vector(source):
        waves.write_scalar32(target, waves.read_scalar32(source))
        return
    values = waves.read32(source)
    if waves.full:
        waves.write_scalar32(target, values[:, 0])
        return
    first = waves.exec.argmax(axis=1)
    waves.write_scalar32(target, values[np.arange(waves.count), first])


def _lane_numbers(waves: Waves, operand: Any) -> Array:
    """The lane that a scalar selects in each wave, modulo the wave size."""
    number = waves.read_scalar32(operand) & np.uint32(waves.lanes - 1)
    return np.broadcast_to(number, (waves.count,)).astype(np.intp)


@acting
def _read_lane(instruction: Instruction, waves: Waves) -> None:
    """V_READLANE: a lane by number, active or not."""
    target, source, lane = instruction.operands
    values = waves.read32(source)
    lanes = _lane_numbers(waves, lane)
    column = 0 if values.shape[1] == 1 else lanes
    waves.write_scalar32(target, values[np.arange(waves.count), column])


@acting
def _write_lane(instruction: Instruction, waves: Waves) -> None:
    """V_WRITELANE: a lane by number, active or not."""
    target, source, lane = instruction.operands
    lanes = _lane_numbers(waves, lane)
    mask = np.arange(waves.lanes) == lanes[:, None]
    waves.write32(target, waves.read_scalar32(source)[:, None], mask)


def _count_lanes(high: bool, instruction: Instruction, waves: Waves) -> None:
    """
    V_MBCNT_LO and V_MBCNT_HI: the number of bits of a mask below the lane, in its low or
    high half, plus a number.
    """
    target, mask, addend = instruction.operands
    shift = np.uint64(32 if high else 0)
    lane = np.arange(waves.lanes, dtype=np.uint64)
    below = ((np.uint64(1) << lane) - np.uint64(1)) >> shift
    bits = waves.read32(mask) & below.astype(np.uint32)
    waves.write32(target, count_ones(bits) + waves.read32(addend))


def _permute_rows(
    cross: bool, variable: bool, instruction: Instruction, generation: Generation
) -> Step:
    """
    V_PERMLANE16 and V_PERMLANEX16: each lane reads a lane of its row of 16, or of the other
    row of the pair. The lane number is one of 16 fields of 4 bits in two scalars, or comes
    from the lane's second source (`variable`).

    `op_sel` has the flags FI (read inactive lanes) and BOUND_CTRL (0 from inactive lanes;
    without either such a lane keeps its value).
    """
    target, source, *selectors = instruction.operands
    fetch_inactive, bound_control = map(bool, instruction.flags("op_sel", 2))

    def selected(waves: Waves) -> Array:
        lane = np.arange(waves.lanes)
        if variable:
            pick = waves.read32(selectors[0]) & np.uint32(15)
        else:
            low, high = (
                np.broadcast_to(waves.read_scalar32(s), (waves.count,))
                for s in selectors
            )
            bits = low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32)
            if (bits == bits[0]).all():
                bits = bits[:1]
            place = (lane & 15).astype(np.uint64) * np.uint64(4)
            pick = bits[:, None] >> place & np.uint64(15)
        row = (lane & ~15) ^ (16 if cross else 0)
        return row | pick.astype(np.intp)

    def step(waves: Waves) -> None:
        pick = selected(waves)
        values = np.broadcast_to(waves.read32(source), (waves.count, waves.lanes))
        if len(pick) == 1:
            # All waves alike, as nearly always: this takes a third of the time.
            moved = values[:, pick[0]]
        else:
            moved = np.take_along_axis(values, pick, axis=1)
        if waves.full or fetch_inactive:
            waves.write32(target, moved)
            return
        valid = np.take_along_axis(
            waves.exec, np.broadcast_to(pick, values.shape), axis=1
        )
        if bound_control:
            waves.write32(target, np.where(valid, moved, np.uint32(0)))
        else:
            waves.write32(target, moved, waves.exec & valid)

    return step


@acting
def _permute_halves(instruction: Instruction, waves: Waves) -> None:
    """
    V_PERMLANE64: swaps the halves of a wave of 64, inactive lanes included; no effect in a
    wave of 32.
    """
    target, source = instruction.operands
    if waves.lanes == 64:
        values = np.broadcast_to(waves.read32(source), (waves.count, 64))
        waves.write32(target, np.roll(values, 32, axis=1))


def _swap_rows(distance: int, instruction: Instruction, waves: Waves) -> None:
    """
    V_PERMLANE16_SWAP and V_PERMLANE32_SWAP: swap the odd rows (the upper half) of the first
    register with the even rows (the lower half) of the second.

    An inactive source lane is read with FI; without FI, BOUND_CTRL makes its value 0.
    """
    first, second = instruction.operands
    fetch_inactive = bool(instruction.modifiers.get("fi", 0))
    bound_control = bool(instruction.modifiers.get("bound_ctrl", 0))
    lane = np.arange(waves.lanes)
    upper = (lane & distance) != 0
    partner = lane ^ distance
    a, b = waves.read32(first).copy(), waves.read32(second).copy()
    valid: Any = True
    if not (waves.full or fetch_inactive):
        valid = waves.exec[:, partner]
    from_b, from_a = b[:, partner], a[:, partner]
    if bound_control:
        from_b = np.where(valid, from_b, np.uint32(0))
        from_a = np.where(valid, from_a, np.uint32(0))
        valid = True
    waves.write32(first, from_b, waves.exec & upper & valid)
    waves.write32(second, from_a, waves.exec & ~upper & valid)


INSTRUCTIONS: Mapping[str, Builder] = {
    "v_readfirstlane_b32": _read_first_lane,
    "v_readlane_b32": _read_lane,
    "v_writelane_b32": _write_lane,
    "v_mbcnt_lo_u32_b32": acting(partial(_count_lanes, False)),
    "v_mbcnt_hi_u32_b32": acting(partial(_count_lanes, True)),
    "v_permlane16_b32": partial(_permute_rows, False, False),
    "v_permlanex16_b32": partial(_permute_rows, True, False),
    "v_permlane16_var_b32": partial(_permute_rows, False, True),
    "v_permlanex16_var_b32": partial(_permute_rows, True, True),
    "v_permlane64_b32": _permute_halves,
    "v_permlane16_swap_b32": acting(partial(_swap_rows, 16)),
    "v_permlane32_swap_b32": acting(partial(_swap_rows, 32)),
}
