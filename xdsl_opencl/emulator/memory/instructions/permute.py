"""
Instructions `ds_permute_b32`, `ds_bpermute_b32`, `ds_swizzle_b32`: values from lane to lane
through the hardware of LDS, without memory.

Sources: AMD, "GCN3 Instruction Set Architecture", section 12.13.1 (`DS_SWIZZLE_B32`,
`DS_PERMUTE_B32`, `DS_BPERMUTE_B32`), "RDNA4 Instruction Set Architecture"
(`DS_BPERMUTE_FI_B32`); LLVM, `AMDGPUInstPrinter.cpp` (`printSwizzle`). From gfx10 on a wave of
64 lanes permutes within its halves (`abi.gpu.processors`, `permute_waves`).
"""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.instruction import Builder, Instruction, acting
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.operands import Operand
from xdsl_opencl.emulator.waves import Waves

Lane = NDArray[np.intp]


def _group(waves: Waves) -> int:
    """The lanes among which values are permuted."""
    return min(waves.lanes, 64 if waves.generation.major < 10 else 32)


def _other_lane(waves: Waves, address: Operand, offset: int) -> Lane:
    """The lane that each lane names, four bytes for each."""
    group = _group(waves)
    wanted = (waves.read32(address) + np.uint32(offset)) >> np.uint32(2)
    own = np.arange(waves.lanes)
    return (wanted & np.uint32(group - 1)).astype(np.intp) + (own & ~(group - 1))


def _pull(inactive: bool, instruction: Instruction, waves: Waves) -> None:
    """Each lane reads the data of the lane that it names."""
    destination, address, data = instruction.operands
    lane = _other_lane(waves, address, instruction.offset)
    waves.write32(destination, _of_lane(waves, data, lane, inactive=inactive))


def _of_lane(waves: Waves, data: Operand, lane: Lane, *, inactive: bool) -> Words:
    """The data of another lane; 0 if that lane is inactive, unless `inactive`."""
    values = waves.read32(data)
    values = np.broadcast_to(values, (waves.count, waves.lanes))
    lane = np.broadcast_to(lane, values.shape)
    found = np.take_along_axis(values, lane, axis=1)
    if inactive or waves.full:
        return found
    return np.where(np.take_along_axis(waves.exec, lane, axis=1), found, 0).astype(
        np.uint32
    )


@acting
def _permute(instruction: Instruction, waves: Waves) -> None:
    """
    Each active lane sends its data to the lane that it names, the highest lane last; lanes
    without data get 0.
    """
    destination, address, data = instruction.operands
    lane = _other_lane(waves, address, instruction.offset)
    values = np.broadcast_to(waves.read32(data), lane.shape)
    result = np.zeros((waves.count, waves.lanes), np.uint32)
    wave, own = np.nonzero(waves.exec)
    result[wave, lane[wave, own]] = values[wave, own]
    waves.write32(destination, result)


def swizzle_source(offset: int, lanes: int, *, rotates: bool) -> list[int] | None:
    """
    The lane that each lane reads; `None` for an unknown pattern. `rotates`: the generation
    (gfx9 on) rotates within 32 lanes.
    """
    low, middle, high = offset & 31, offset >> 5 & 31, offset >> 10 & 31
    if offset & 0x8000 and not (rotates and offset >= 0xC000):
        # Groups of four lanes, two bits for each lane.
        return [i & ~3 | offset >> 2 * (i & 3) & 3 for i in range(lanes)]
    if rotates and offset >= 0xE000:
        # The order of a Fourier transform, which no compiler emits.
        return None
    if rotates and offset >= 0xC000:
        by = -middle if offset & 1 << 10 else middle
        return [i & ~31 | i & low | (i + by) & ~low & 31 for i in range(lanes)]
    return [i & ~31 | ((i & low | middle) ^ high) for i in range(lanes)]


@acting
def _swizzle(instruction: Instruction, waves: Waves) -> None:
    destination, data = instruction.operands
    offset = instruction.offset & 0xFFFF
    rotates = waves.generation.major >= 9
    source = swizzle_source(offset, waves.lanes, rotates=rotates)
    if source is None:
        raise UnknownInstructionError(
            f"the pattern of {instruction_place(instruction)} is not implemented; "
            "use another order of lanes"
        )
    lane = np.array(source, np.intp)
    waves.write32(destination, _of_lane(waves, data, lane, inactive=False))


INSTRUCTIONS: dict[str, Builder] = {
    "ds_permute_b32": _permute,
    "ds_bpermute_b32": acting(partial(_pull, False)),
    "ds_bpermute_fi_b32": acting(partial(_pull, True)),
    "ds_swizzle_b32": _swizzle,
}
