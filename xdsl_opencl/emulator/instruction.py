"""Decoded instructions, and the type of the tables that implement them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.isa.decoder import Decoded
from xdsl_opencl.emulator.isa.source_lines import SourceLines
from xdsl_opencl.emulator.operands import Operand
from xdsl_opencl.emulator.waves import Waves

Step = Callable[[Waves], None]
"""The effect of an instruction on the waves that execute it."""


@dataclass(slots=True, eq=False)
class Instruction:
    """
    An instruction: `mnemonic` without the suffix for its `encoding` (`e32`, `e64`, `sdwa`,
    `dpp`, `e64_dpp`, or empty), `operands` in LLVM's order, `modifiers` by name (see
    `isa.fields`); `printed` is or has its text.

    A memory instruction counts up `counters`; `place` are the operands that form its address,
    and `result` is true if it writes registers. `banks` are the fields of `s_set_vgpr_msb` for
    the registers of the operands (see `isa.tables.Row.banks`).

    `address` (in the image of the code object) and `size` are in bytes. `second` is the Y
    half of a pair (`v_dual_… :: v_dual_…`); both halves read before either writes. `lines` has
    the source position.
    """

    address: int
    size: int
    mnemonic: str
    encoding: str = ""
    operands: tuple[Operand, ...] = ()
    modifiers: Mapping[str, Any] = field(default_factory=dict[str, Any])
    printed: str | Decoded = ""
    second: Instruction | None = None
    lines: SourceLines | None = None
    counters: tuple[int, ...] = ()
    place: tuple[Operand, ...] = ()
    result: bool = False
    banks: tuple[int | None, ...] = ()

    @property
    def file(self) -> str:
        """The source file, empty when it is not known."""
        return self.lines.place(self.address)[0] if self.lines else ""

    @property
    def line(self) -> int:
        """The line in it, 0 when it is not known."""
        return self.lines.place(self.address)[1] if self.lines else 0

    @property
    def text(self) -> str:
        """The instruction as LLVM prints it, or its mnemonic."""
        printed = self.printed
        return (
            printed.text if isinstance(printed, Decoded) else printed or self.mnemonic
        )

    @property
    def offset(self) -> int:
        """The modifier `offset`, 0 without it."""
        return int(self.modifiers.get("offset", 0))

    def flags(self, name: str, count: int, default: int = 0) -> tuple[int, ...]:
        """The first `count` items of a modifier such as `op_sel`, `default` after its end."""
        given: tuple[int, ...] = self.modifiers.get(name, ())
        return (*given[:count], *(default,) * (count - len(given)))


Builder = Callable[[Instruction, Generation], Step]
"""Makes the step of an instruction, once for each instruction of a program."""


def acting(act: Callable[[Instruction, Waves], None]) -> Builder:
    """The builder of an instruction without anything to prepare: `act` is its step."""
    return lambda instruction, generation: partial(act, instruction)


def nothing(instruction: Instruction, generation: Generation) -> Step:
    """The step of an instruction without an effect on registers or memory."""
    return lambda waves: None


Instructions = Mapping[str, Builder]
"""
A table of instructions by mnemonic. Each module of `vector`, `memory` and `images` that
implements instructions has one with the name `INSTRUCTIONS`.
"""
