"""Waves with chosen registers that execute single instructions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
from assembly_parser import parse

from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.instruction_tables import build
from xdsl_opencl.emulator.memory.address_space import AddressSpace, Buffer
from xdsl_opencl.emulator.memory.scratch import SCRATCH_ADDRESS
from xdsl_opencl.emulator.waves import M0, State, Waves

Array = npt.NDArray[Any]


class Bench:
    """`count` waves of a processor, all lanes active, with memory, LDS and scratch."""

    def __init__(
        self,
        cpu: str = "gfx1100",
        *,
        lanes: int | None = None,
        count: int = 2,
        lds: int = 1024,
        scratch: int = 64,
    ):
        self.generation = generation(cpu)
        lanes = lanes or (64 if self.generation.major < 10 else 32)
        self.memory = AddressSpace()
        self.machine: Any = SimpleNamespace(memory=self.memory, modes_differ=False)
        self.state = State(
            self.generation,
            count,
            lanes,
            vector_registers=64,
            accumulation_registers=8,
            groups=count,
            lds_bytes=lds,
            scratch_bytes=scratch * lanes,
        )
        self.state.exec[...] = True
        self.state.s[M0] = 0xFFFFFFFF
        self.state.group_slot[...] = self.state.group[...] = np.arange(count)
        self.set_flat_scratch()
        self.lanes, self.count = lanes, count
        self.lane = np.broadcast_to(np.arange(lanes), (count, lanes))

    def set_flat_scratch(self) -> None:
        """Does what the prologue of a kernel does."""
        size = self.state.scratch.shape[1]
        offsets = np.arange(len(self.state.scratch)) * size
        if self.generation.major == 9:
            address = SCRATCH_ADDRESS + offsets
            self.state.s[102:104] = address & 0xFFFFFFFF, address >> 32
        elif self.generation.major == 8:
            self.state.s[102], self.state.s[103] = (
                size // self.state.lanes,
                offsets >> 8,
            )

    def run(self, text: str, *, selection: Any = None) -> None:
        """Executes the instruction `text`, in all waves or in those of `selection`."""
        mnemonic, encoding, operands, modifiers = parse(text)
        instruction = Instruction(
            0x40, 8, mnemonic, encoding, operands, modifiers, text
        )
        waves = Waves(
            self.machine,
            self.state,
            slice(0, self.count) if selection is None else selection,
        )
        build(instruction, self.generation)(waves)

    def buffer(self, data: Array, name: str = "data", **options: Any) -> Buffer:
        return self.memory.place(name, data, **options)

    def put(self, register: int, values: Any) -> None:
        """Writes a vector register in all lanes."""
        self.state.v[register] = np.asarray(values).astype(np.uint32)

    def put64(self, register: int, values: Any) -> None:
        values = np.asarray(values, np.uint64)
        self.put(register, values & np.uint64(0xFFFFFFFF))
        self.put(register + 1, values >> np.uint64(32))

    def scalar64(self, register: int, value: int) -> None:
        self.state.s[register] = value & 0xFFFFFFFF
        self.state.s[register + 1] = value >> 32

    def get(self, register: int) -> Array:
        return self.state.v[register]

    def get64(self, register: int) -> Array:
        low, high = self.state.v[register : register + 2].astype(np.uint64)
        return low | high << np.uint64(32)
