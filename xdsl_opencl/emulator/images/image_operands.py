"""
Operands of image instructions: addresses, resources, and data by DMASK.

Sources: AMD, "Vega Instruction Set Architecture" section 8.2 (address registers, `da`,
`unorm`), "RDNA3 Instruction Set Architecture" section 11.3 (`dim`, addresses that are not in
a row); LLVM, `MIMGInstructions.td`. D16 data has two channels in a register from gfx8.1 on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import UnknownInstructionError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.images.formats import TexelFormat, from_half, to_half
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.memory.faults import instruction_place
from xdsl_opencl.emulator.memory.lane_accesses import Lanes
from xdsl_opencl.emulator.operands import Group, Operand, Register
from xdsl_opencl.emulator.waves import Waves

Words = NDArray[np.uint32]

_SHAPES = {
    "1D": (1, False),
    "2D": (2, False),
    "3D": (3, False),
    "1D_ARRAY": (1, True),
    "2D_ARRAY": (2, True),
}


def reject_flags(instruction: Instruction, *names: str) -> None:
    """Raises `UnknownInstructionError` if the instruction has one of the modifiers."""
    for name in names:
        if instruction.modifiers.get(name):
            raise UnknownInstructionError(
                f"'{name}' of {instruction_place(instruction)} is not implemented; "
                "OpenCL code does not have it"
            )


def shape_of(instruction: Instruction) -> tuple[int, bool] | None:
    """
    The dimensions and layers that `dim` names; `None` before gfx10, where the descriptor
    gives the dimensions.
    """
    name = instruction.modifiers.get("dim")
    if name is None:
        return None
    shape = _SHAPES.get(str(name).removeprefix("SQ_RSRC_IMG_"))
    if shape is None:
        raise UnknownInstructionError(
            f"'{name}' of {instruction_place(instruction)} is not implemented; images of "
            "OpenCL have other shapes"
        )
    return shape


class AddressRegisters:
    """
    The registers of an address, consecutive or separate; `halves`: two values in each.
    """

    def __init__(self, operand: Operand, *, halves: bool = False):
        parts = operand.operands if isinstance(operand, Group) else (operand,)
        self._registers: list[Register] = []
        for part in parts:
            assert isinstance(part, Register)
            self._registers += [
                Register(part.file, part.first + k) for k in range(part.count)
            ]
        # Before gfx10 LLVM prints only the first register of some addresses.
        last = self._registers[-1]
        self._more = last if not isinstance(operand, Group) else None
        self._halves = halves

    def read(self, waves: Waves, first: int, count: int) -> list[Words]:
        """`count` values from number `first` on: words, or the bits of halves."""
        if not self._halves:
            return [waves.read32(self._register(first + k)) for k in range(count)]
        found: list[Words] = []
        for k in range(first, first + count):
            word = waves.read32(self._register(k // 2))
            found.append(word >> np.uint32(16 * (k % 2)) & np.uint32(0xFFFF))
        return found

    def _register(self, number: int) -> Register:
        if number < len(self._registers):
            return self._registers[number]
        assert self._more is not None
        after = number - len(self._registers) + 1
        return Register(self._more.file, self._more.first + after)


def by_resource(
    lanes: Lanes, operands: Sequence[tuple[Operand, int]]
) -> Iterator[tuple[tuple[int, ...], Lanes]]:
    """
    The different resources in scalar registers, each a tuple of dwords, with the lanes that
    use it. Mostly there is one, since most waves have the same arguments.
    """
    waves = lanes.waves
    words = np.concatenate([waves.read_scalars(o, n) for o, n in operands])
    if (words == words[:, :1]).all():
        yield tuple(words[:, 0].tolist()), lanes
        return
    columns, which = np.unique(words, axis=1, return_inverse=True)
    for number, column in enumerate(columns.T):
        some = lanes.only((which.reshape(-1) == number)[:, None])
        if not some.empty:
            yield tuple(column.tolist()), some


def merged_by_resource(
    lanes: Lanes,
    operands: Sequence[tuple[Operand, int]],
    act: Callable[[tuple[int, ...], Lanes], Sequence[Words] | Words],
) -> Sequence[Words] | Words:
    """The registers that `act` returns for each of `by_resource`, in one."""
    result: Sequence[Words] | Words = []
    for words, some in by_resource(lanes, operands):
        found = act(words, some)
        if len(result) and not some.full:
            pairs = zip(found, result, strict=True)
            found = [np.where(some.mask, new, old) for new, old in pairs]
        result = found
    return result


class DataRegisters:
    """
    The registers of texel data: one for each channel in `mask`, or for two with `d16`. With
    `high` a single channel is in the upper half.
    """

    def __init__(
        self,
        instruction: Instruction,
        generation: Generation,
        operand: Operand,
        mask: int,
        *,
        d16: bool,
        high: bool = False,
    ):
        self.operand = operand
        self.high = high
        self.channels = [k for k in range(4) if mask >> k & 1]
        self._d16 = d16
        self._packed = d16 and generation.isa[:2] != (8, 0)
        self._repeats = generation.isa[0] >= 12

    def write(self, waves: Waves, registers: Sequence[Words] | Words) -> None:
        """
        Writes registers in the active lanes; with `high`, writes the low bits of the only
        one to the upper half.
        """
        if self.high:
            waves.write16(self.operand, registers[0], high=True, keep=True)
        else:
            waves.write_registers(self.operand, registers)

    def pack(self, format: TexelFormat, channels: Sequence[Words]) -> list[Words]:
        """Packs the wanted of four channels into registers."""
        chosen = [channels[k] for k in self.channels]
        if not self._d16:
            return chosen
        halves = [to_half(format, channel) for channel in chosen]
        if not self._packed:
            return halves
        if len(halves) % 2:
            halves.append(np.zeros_like(halves[0]))
        pairs = zip(halves[::2], halves[1::2], strict=True)
        return [low | high << np.uint32(16) for low, high in pairs]

    def read(self, waves: Waves, format: TexelFormat) -> list[Words]:
        """
        The four channels of a store. Those outside the mask are 0, or from gfx12 on the first of
        the mask (LLVM, `AMDGPU.td`, "default-component-zero" and "default-component-broadcast").
        """
        count = len(self.channels)
        registers = (count + 1) // 2 if self._packed else count
        words = waves.read_registers(self.operand, registers)
        if self.high:
            words = words >> np.uint32(16)
        found: dict[int, Words] = {}
        for k, channel in enumerate(self.channels):
            if self._packed:
                word = words[k // 2] >> np.uint32(16 * (k % 2)) & np.uint32(0xFFFF)
            else:
                word = words[k]
            found[channel] = from_half(format, word) if self._d16 else word
        other = np.zeros((waves.count, waves.lanes), np.uint32)
        if self._repeats and found:
            other = found[self.channels[0]]
        return [found.get(channel, other) for channel in range(4)]
