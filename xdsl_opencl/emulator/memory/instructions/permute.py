"""
Instructions `ds_permute_b32`, `ds_bpermute_b32`, `ds_swizzle_b32`: values from lane to lane
through the hardware of LDS, without memory.

Sources: AMD, "GCN3 Instruction Set Architecture", section 12.13.1 (`DS_SWIZZLE_B32`,
`DS_PERMUTE_B32`, `DS_BPERMUTE_B32`), "RDNA4 Instruction Set Architecture"
(`DS_BPERMUTE_FI_B32`); LLVM, `AMDGPUInstPrinter.cpp` (`printSwizzle`). From gfx10 on a wave of
64 lanes permutes within its halves (`abi.processors`, `permute_waves`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.storage import Words
from xdsl_opencl.emulator.operands import Name, Operand
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


def _offset(instruction: Instruction) -> int:
    return int(instruction.modifiers.get("offset", 0))


def _pull(instruction: Instruction, *, inactive: bool) -> Step:
    destination, address, data = instruction.operands
    offset = _offset(instruction)

    def step(waves: Waves) -> None:
        lane = _other_lane(waves, address, offset)
        waves.write32(destination, _of_lane(waves, data, lane, inactive=inactive))

    return step


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
    offset = _offset(instruction)
    lane = _other_lane(waves, address, offset)
    values = np.broadcast_to(waves.read32(data), lane.shape)
    result = np.zeros((waves.count, waves.lanes), np.uint32)
    wave, own = np.nonzero(waves.exec)
    result[wave, lane[wave, own]] = values[wave, own]
    waves.write32(destination, result)


def _bpermute(instruction: Instruction, generation: Generation) -> Step:
    return _pull(instruction, inactive=False)


def _bpermute_inactive(instruction: Instruction, generation: Generation) -> Step:
    return _pull(instruction, inactive=True)


def swizzle_source(
    offset: int | Name, lanes: int, *, rotates: bool
) -> list[int] | None:
    """
    The lane that each lane reads; `None` for an unknown pattern. `rotates`: the generation
    (gfx9 on) rotates within 32 lanes.
    """
    if isinstance(offset, Name):
        return _named(offset, lanes)
    if offset & 0x8000 and not (rotates and offset >= 0xC000):
        # Groups of four lanes, two bits for each lane.
        return [i & ~3 | offset >> 2 * (i & 3) & 3 for i in range(lanes)]
    if rotates and offset >= 0xE000:
        # The order of a Fourier transform, which no compiler emits.
        return None
    if rotates and offset >= 0xC000:
        keep, by = offset & 31, offset >> 5 & 31
        return _rotate(lanes, -by if offset & 1 << 10 else by, keep)
    return _masks(lanes, offset & 31, offset >> 5 & 31, offset >> 10 & 31)


def _masks(lanes: int, conjunction: int, disjunction: int, exclusive: int) -> list[int]:
    return [
        i & ~31 | ((i & 31 & conjunction | disjunction) ^ exclusive)
        for i in range(lanes)
    ]


def _rotate(lanes: int, by: int, keep: int) -> list[int]:
    """The bits of the lane number in `keep` stay."""
    return [i & ~31 | i & keep | (i + by) & ~keep & 31 for i in range(lanes)]


def _named(name: Name, lanes: int) -> list[int] | None:
    kind, *arguments = name.arguments
    if kind == "QUAD_PERM":
        order = [int(a) for a in arguments]
        return [i & ~3 | order[i & 3] for i in range(lanes)]
    if kind == "BITMASK_PERM":
        bits = str(arguments[0])
        # From bit 4 down: 0, 1, p (preserve), i (invert).
        places = [(1 << 4 - k, letter) for k, letter in enumerate(bits)]
        return _masks(
            lanes,
            sum(bit for bit, letter in places if letter in "pi"),
            sum(bit for bit, letter in places if letter == "1"),
            sum(bit for bit, letter in places if letter == "i"),
        )
    if kind == "SWAP":
        return _masks(lanes, 31, 0, int(arguments[0]))
    if kind == "REVERSE":
        return _masks(lanes, 31, 0, int(arguments[0]) - 1)
    if kind == "BROADCAST":
        size, lane = (int(a) for a in arguments)
        return _masks(lanes, 32 - size, lane, 0)
    if kind == "ROTATE":
        direction, by = (int(a) for a in arguments)
        return _rotate(lanes, -by if direction else by, 0)
    return None


def _swizzle(instruction: Instruction, generation: Generation) -> Step:
    destination, data = instruction.operands
    offset = instruction.modifiers.get("offset", 0)

    def step(waves: Waves) -> None:
        source = swizzle_source(offset, waves.lanes, rotates=generation.major >= 9)
        if source is None:
            raise UnknownInstructionError(
                f"the pattern of {instruction_place(instruction)} is not implemented; "
                "use another order of lanes"
            )
        lane = np.array(source, np.intp)
        waves.write32(destination, _of_lane(waves, data, lane, inactive=False))

    return step


INSTRUCTIONS: dict[str, Builder] = {
    "ds_permute_b32": _permute,
    "ds_bpermute_b32": _bpermute,
    "ds_bpermute_fi_b32": _bpermute_inactive,
    "ds_swizzle_b32": _swizzle,
}
