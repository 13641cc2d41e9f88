"""Single vector instructions, executed by the emulator on chosen registers."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
from assembly_parser import parse

from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.instruction_tables import build
from xdsl_opencl.emulator.isa.source_lines import SourceLines
from xdsl_opencl.emulator.program.machine_code import read_code
from xdsl_opencl.emulator.waves import State, Waves

Array = npt.NDArray[Any]

IEEE_MODE = 0x2F0
"""MODE as LLVM sets it for kernels: IEEE, denormals kept, nearest even; no DX10_CLAMP."""

JUNK = 0x5A5A5A5A
"""The initial value of vector registers."""


def f32(*values: float) -> list[int]:
    """The bits of floats."""
    return [struct.unpack("<I", struct.pack("<f", v))[0] for v in values]


def f16(*values: float) -> list[int]:
    """The bits of halves."""
    return [struct.unpack("<H", struct.pack("<e", v))[0] for v in values]


def instruction(text: str) -> Instruction:
    """The instruction, or the pair of them, that LLVM prints as `text`."""
    first, _, second = text.partition(" :: ")
    other = instruction(second) if second else None
    return Instruction(0, 4, *parse(first), text, other)


def decoded(code: str, cpu: str, lanes: int) -> Instruction:
    """The instruction with the bytes `code`, in hexadecimal digits."""
    (found,) = read_code(bytes.fromhex(code), 0, cpu, lanes, SourceLines())
    return found


def execute(
    text: str | Instruction,
    cpu: str = "gfx1100",
    *,
    v: Mapping[int, Iterable[int]] = {},
    s: Mapping[int, int] = {},
    a: Mapping[int, Iterable[int]] = {},
    vcc: int = 0,
    active: int = -1,
    mode: int = IEEE_MODE,
    lanes: int | None = None,
) -> State:
    """
    One wave after the instructions in the lines of `text`, or after one. Registers that are not given hold
    `JUNK`, lanes that are not given 0; bits of `active` are those of EXEC.
    """
    target = generation(cpu)
    lanes = lanes or (64 if target.major < 10 else 32)
    state = State(target, 1, lanes, vector_registers=96, accumulation_registers=64)
    state.v[...] = state.a[...] = JUNK
    for file, values in ((state.v, v), (state.a, a)):
        for register, numbers in values.items():
            row = list(numbers)
            file[register] = 0
            file[register, 0, : len(row)] = np.array(row, np.uint64).astype(np.uint32)
    for register, value in s.items():
        state.s[register] = value
    state.s[106], state.s[107] = vcc & 0xFFFFFFFF, vcc >> 32
    state.exec[0] = [bool(active >> lane & 1) for lane in range(lanes)]
    state.mode[...] = mode
    machine: Any = SimpleNamespace(memory=None, modes_differ=False)
    with np.errstate(all="ignore"):
        if isinstance(text, Instruction):
            program = [text]
        else:
            program = [instruction(line.strip()) for line in text.strip().splitlines()]
        for each in program:
            build(each, target)(Waves(machine, state, slice(0, 1)))
    return state


def lanes_of(state: State, register: int, count: int | None = None) -> list[int]:
    """The values of a vector register in the first `count` lanes."""
    return [int(value) for value in state.v[register, 0, :count]]


def one(text: str, cpu: str = "gfx1100", **options: Any) -> int:
    """Lane 0 of v0 after `text`."""
    return lanes_of(execute(text, cpu, **options), 0, 1)[0]


def vcc_of(state: State) -> int:
    """VCC as a number."""
    return int(state.s[106, 0]) | int(state.s[107, 0]) << 32
