"""
A program: the instructions of a code object and their steps, which are built when waves reach
them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import numpy as np

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Instruction, Step
from xdsl_opencl.emulator.instruction_tables import build
from xdsl_opencl.emulator.operands import Literal, Name, Operand, Register, Special
from xdsl_opencl.emulator.program.machine_code import CodePart
from xdsl_opencl.emulator.waves import Waves

_ENDS = re.compile(
    r"s_(?:c?branch|c?call|endpgm|set_?pc|swap_?pc|add_pc|barrier|sleep|trap|sethalt|rfe|setreg"
    r"|subvector_loop|code_end|sendmsg_rtn|get_barrier)"
)
"""Mnemonics after which waves may diverge or wait."""

_LONGEST = 512
"""The most instructions in a block; after the block, other waves have their turn."""


@dataclass(frozen=True)
class Block:
    """
    Steps of consecutive instructions, from number `start` up to but not including `end`. If
    `decides`, the last step chooses where the waves continue; else they continue at `end`.
    """

    start: int
    end: int
    steps: tuple[Step, ...]
    decides: bool
    instructions: tuple[Instruction, ...]


class Program:
    """
    The code in the order of addresses. A part is read when a wave comes to it. The instructions of
    a part have consecutive numbers, from the number of four bytes before the part on.
    """

    def __init__(self, parts: Sequence[CodePart], generation: Generation):
        self.parts = list(parts)
        self.instructions: dict[int, Instruction] = {}
        """The instructions of the parts that have been read, by number."""
        self.generation = generation
        words = [-(-part.size // 4) for part in self.parts]
        self._starts = [part.start for part in self.parts]
        self._numbers = [0, *accumulate(words)]
        self._ends: dict[int, int] = {}
        """The numbers past the end of a part, with that of the next part."""
        self.index_of: dict[int, int] = {}
        """Maps an address in the image to the number of the instruction."""
        self.leaders: set[int] = set()
        """The addresses to which branches go."""
        self._indexed: dict[int, frozenset[str]] = {}
        self._blocks: dict[tuple[int, int], Block] = {}
        self.has_banks = generation.is_gfx1250
        self._steps: dict[int, Step] = {}

    @property
    def end(self) -> int:
        """The number past the last one that an instruction can have."""
        return self._numbers[-1]

    def _read(self, number: int) -> None:
        """Reads a part."""
        first = self._numbers[number]
        found = tuple(self.parts[number].read())
        for index, instruction in enumerate(found, first):
            self.instructions[index] = instruction
            self.index_of[instruction.address] = index
            if (target := instruction.modifiers.get("target")) is not None:
                self.leaders.add(target)
        self._indexed |= _indexed(found, first)
        self._ends[first + len(found)] = self._numbers[number + 1]

    def index(self, address: int) -> int:
        """
        The number of the instruction at `address`.

        Raises `EmulatorError` when there is none.
        """
        if address not in self.index_of:
            number = bisect_right(self._starts, address) - 1
            if number >= 0 and self._numbers[number] not in self.instructions:
                self._read(number)
            if address not in self.index_of:
                raise EmulatorError(
                    f"a wave goes on at address {address:#x}, where no instruction begins"
                )
        return self.index_of[address]

    def step(self, index: int) -> Step:
        """The effect of instruction `index`."""
        step = self._steps.get(index)
        if step is None:
            instruction = self.instructions[index]
            if names := self._indexed.get(index):
                step = _indexed_step(instruction, self.generation, names)
            else:
                step = build(instruction, self.generation)
            self._steps[index] = step
        return step

    def replace(self, index: int, step: Step) -> None:
        """Replaces the effect of instruction `index`."""
        self._steps[index] = step  # mutant: the step would be built each time
        self._blocks.clear()

    def block(self, start: int, mode: int = 0) -> Block:
        """
        The block that starts at instruction `start` in waves with MODE `mode`, in which
        `s_set_vgpr_msb` keeps what is added to the numbers of registers.
        """
        banks = mode >> 12 & 0xFF if self.has_banks else 0
        block = self._blocks.get((start, banks))
        if block is None:
            block = self._blocks[start, banks] = self._make_block(start, banks)
        return block

    def _make_block(self, start: int, banks: int) -> Block:
        index = self._ends.get(start, start)
        if index >= self.end:
            raise EmulatorError(
                "a wave runs past the end of the code; end the kernel with s_endpgm"
            )
        if index not in self.instructions:
            self._read(self._numbers.index(index))
        start = index
        steps: list[Step] = []
        instructions: list[Instruction] = []
        decides = False
        while index in self.instructions and not decides:
            instruction = self.instructions[index]
            leads = instruction.address in self.leaders
            if steps and (leads or len(steps) >= _LONGEST):
                break
            if self.has_banks and instruction.mnemonic == "s_set_vgpr_msb":
                (operand,) = instruction.operands
                assert isinstance(operand, Literal)
                # In MODE the field of the result is the first.
                banks = (
                    int(operand.value) << 2 | (int(operand.value) & 0xFF) >> 6
                ) & 0xFF
            moved = _banked(instruction, banks) if banks else instruction
            if moved is instruction:
                steps.append(self.step(index))
            else:
                steps.append(build(moved, self.generation))
            instructions.append(moved)
            decides = _ENDS.match(instruction.mnemonic) is not None
            index += 1
        return Block(start, index, tuple(steps), decides, tuple(instructions))


def _banked(instruction: Instruction, banks: int) -> Instruction:
    """
    `instruction` with what `banks`, a field of MODE, adds to its vector registers: 256 times two
    bits each for the result and the three sources.
    """
    operands: list[Operand] = []
    place = list(instruction.place)
    for operand, field in zip(instruction.operands, instruction.banks, strict=True):
        distance = 0 if field is None else (banks >> 2 * ((field + 1) & 3) & 3) << 8
        if distance and isinstance(operand, Register) and operand.file == "v":
            moved = replace(operand, first=operand.first + distance)
            if field == 0 and operand in place:
                place[place.index(operand)] = moved
            operand = moved
        operands.append(operand)
    second = instruction.second and _banked(instruction.second, banks)
    if tuple(operands) == instruction.operands and second is instruction.second:
        return instruction
    return replace(
        instruction, operands=tuple(operands), second=second, place=tuple(place)
    )


def _indexed(
    instructions: Sequence[Instruction], first: int
) -> dict[int, frozenset[str]]:
    """
    The vector instructions between `s_set_gpr_idx_on` and `_off`, by number from `first` on,
    with the operands that M0 indexes.
    """
    found: dict[int, frozenset[str]] = {}
    names: frozenset[str] = frozenset()
    for index, instruction in enumerate(instructions, first):
        mnemonic = instruction.mnemonic
        if names and mnemonic.startswith("v_"):
            found[index] = names
        elif mnemonic in {"s_set_gpr_idx_on", "s_set_gpr_idx_mode"}:
            names = _indexed_operands(instruction.operands[-1])
        elif mnemonic in {"s_set_gpr_idx_off", "s_endpgm"}:
            names = frozenset()
    return found


_M0 = Special("m0")


def _indexed_operands(operand: Operand) -> frozenset[str]:
    """The operands that `gpr_idx(SRC0,DST)` names."""
    if isinstance(operand, Name) and operand.name == "gpr_idx":
        return frozenset(str(argument) for argument in operand.arguments)
    return frozenset()


def _indexed_step(
    instruction: Instruction, generation: Generation, indexed: frozenset[str]
) -> Step:
    """
    The step of a vector instruction between `s_set_gpr_idx_on` and `s_set_gpr_idx_off`:
    M0[7:0] is added to the numbers of the vector registers in the operands that `indexed`
    names ("Vega Instruction Set Architecture", section 6.6.2 "VGPR Indexing"). Outside the
    waves' registers, a source is v0, and a destination is not written (the same, section
    3.6 "GPRs and LDS").
    """
    names = ("DST", "SRC0", "SRC1", "SRC2")
    made: dict[tuple[int, int], Step | None] = {}

    def shifted(distance: int, registers: int) -> Step | None:
        operands: list[Operand] = []
        for name, operand in zip(names, instruction.operands, strict=False):
            if name in indexed and isinstance(operand, Register):
                if operand.file == "v":
                    first = operand.first + distance
                    if first + operand.count > registers:
                        if name == "DST":
                            return None
                        first = 0
                    operand = replace(operand, first=first)
            operands.append(operand)
        operands += instruction.operands[len(operands) :]
        return build(replace(instruction, operands=tuple(operands)), generation)

    def step(waves: Waves) -> None:
        distances = np.asarray(waves.read_scalar32(_M0) & np.uint32(0xFF))
        registers = len(waves.state.v)
        for distance in np.unique(distances).tolist():
            key = distance, registers
            if key not in made:
                made[key] = shifted(distance, registers)
            moved = made[key]
            if moved is not None:
                moved(waves.of(waves.indices[distances == distance]))

    return step
