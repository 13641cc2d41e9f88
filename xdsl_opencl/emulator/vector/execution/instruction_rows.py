"""
The row of an instruction: types of its results and sources, and the function between them.

A type is a letter and a width: `f16 f32 f64` floating point, `bf16` the bits of a bfloat16, `i16
i32 i64` and `u16 u32 u64` integers, `b16 b32 b64` bits (which take the sign modifiers of floating
point), `r2` to `r32` as many registers (an array with one more dimension first), `mask` one
bit of each lane. A source `=f32` is the destination register, read before it is written; `vcc` is
VCC, printed or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.vector.semantics.formats import FORMATS, Array, Format, Mode

Compute = Callable[..., Any]

TYPES: dict[str, Any] = {
    "f16": np.float16,
    "bf16": np.uint16,
    "i16": np.int16,
    "u16": np.uint16,
    "b16": np.uint16,
    "f32": np.float32,
    "i32": np.int32,
    "u32": np.uint32,
    "b32": np.uint32,
    "f64": np.float64,
    "i64": np.int64,
    "u64": np.uint64,
    "b64": np.uint64,
}
"""NumPy's type of the arrays of each type."""


@dataclass(frozen=True)
class InstructionRow:
    """
    `compute` takes one array for each of `sources` (after the `Mode` if `moded`) and
    returns the result, or a tuple with one item for each of `results`.

    `flushes`: denormal sources and results become zero if MODE requires it. `exact`
    replaces `compute` for integers with a clamp: its int64 result is limited to the
    result's type (with several results it does this itself). An instruction without `exact`
    has no clamp, or its result is always in range. `keeps`: gfx9 keeps the half of the
    destination that a 16-bit result does not write (LLVM,
    `GCNSubtarget::zeroesHigh16BitsOfDest`).
    """

    results: tuple[str, ...]
    sources: tuple[str, ...]
    compute: Compute
    moded: bool = False
    flushes: bool = False
    exact: Compute | None = None
    keeps: bool = False


ByGeneration = Callable[[Generation], InstructionRow]
"""A row that differs from generation to generation."""


def row_of(
    found: InstructionRow | ByGeneration, generation: Generation
) -> InstructionRow:
    """The row of a generation."""
    return found if isinstance(found, InstructionRow) else found(generation)


def by_name(
    rows: Mapping[str, InstructionRow | ByGeneration],
) -> Mapping[str, InstructionRow | ByGeneration]:
    """The rows by each of their names, which spaces separate: generations rename instructions."""
    return {name: row for names, row in rows.items() for name in names.split()}


def ignoring_mode(compute: Compute) -> Compute:
    """`compute` as a function that takes `Mode`."""

    def moded_compute(mode: Mode, *values: Array) -> Any:
        return compute(*values)

    return moded_compute


def integer(
    results: str, sources: str, compute: Compute, exact: Compute | None = None
) -> InstructionRow:
    """
    A row without rounding or denormals: integers, bits, moves. Types are separated by spaces.
    """
    return InstructionRow(
        tuple(results.split()), tuple(sources.split()), compute, exact=exact
    )


def floating(results: str, sources: str, compute: Compute) -> InstructionRow:
    """A row whose function takes `Mode` and whose denormals are flushed according to it."""
    types = tuple(results.split()), tuple(sources.split())
    return InstructionRow(*types, compute, moded=True, flushes=True)


def moded(results: str, sources: str, compute: Compute) -> InstructionRow:
    """A row whose function takes `Mode` and treats denormals itself."""
    return InstructionRow(
        tuple(results.split()), tuple(sources.split()), compute, moded=True
    )


def keeping(row: InstructionRow) -> InstructionRow:
    """
    The row of an instruction that is new on gfx9 and keeps the unwritten half there.
    """
    return replace(row, keeps=True)


def width(type: str) -> int:
    """The bits of a value of the type."""
    return int(type.lstrip("=abfiu"))


def format_of_type(type: str) -> Format | None:
    """The floating-point format of a type; `None` for an integer."""
    return FORMATS.get(type.lstrip("="))
