"""
Comparisons (VOPC): results in VCC or scalar registers, or in EXEC (V_CMPX).

Sources: "RDNA3 Instruction Set Architecture", section 16.11 "VOPC instructions"; "Vega
Instruction Set Architecture", section 12.10: V_CMPX writes EXEC and the destination there.
From RDNA on V_CMPX writes EXEC only ("RDNA 1.0 Instruction Set Architecture", section 12.9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.operands import Special
from xdsl_opencl.emulator.vector.execution.execute import parts, table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    InstructionRow,
    ignoring_mode,
)
from xdsl_opencl.emulator.vector.semantics.formats import (
    Array,
    bits_of,
    exponent_field,
    format_of,
    is_signaling,
)
from xdsl_opencl.emulator.waves import Waves

Compare = Callable[[Array, Array], Array]


def _false(a: Array, b: Array) -> Array:
    return np.zeros(np.broadcast_shapes(a.shape, b.shape), np.bool_)


def _true(a: Array, b: Array) -> Array:
    return np.ones(np.broadcast_shapes(a.shape, b.shape), np.bool_)


def _less_or_greater(a: Array, b: Array) -> Array:
    return (a < b) | (a > b)


def _ordered(a: Array, b: Array) -> Array:
    return ~(np.isnan(a) | np.isnan(b))


def _unordered(a: Array, b: Array) -> Array:
    return np.isnan(a) | np.isnan(b)


def _not(compare: Compare) -> Compare:
    return lambda a, b: ~compare(a, b)


INTEGER_COMPARISONS: Mapping[str, Compare] = {
    "f": _false,
    "lt": np.less,
    "eq": np.equal,
    "le": np.less_equal,
    "gt": np.greater,
    "ne": np.not_equal,
    "ge": np.greater_equal,
    "t": _true,
}

FLOAT_COMPARISONS: Mapping[str, Compare] = {
    "f": _false,
    "lt": np.less,
    "eq": np.equal,
    "le": np.less_equal,
    "gt": np.greater,
    "lg": _less_or_greater,
    "ge": np.greater_equal,
    "o": _ordered,
    "u": _unordered,
    "nge": _not(np.greater_equal),
    "nlg": _not(_less_or_greater),
    "ngt": _not(np.greater),
    "nle": _not(np.less_equal),
    "neq": _not(np.equal),
    "nlt": _not(np.less),
    "tru": _true,
    "t": _true,
}
"""Floating-point comparisons; names with n are true for NaN."""


def classify(values: Array) -> Array:
    """
    The bit of V_CMP_CLASS that belongs to each value, as uint32: signaling NaN, quiet NaN,
    -infinity, -normal, -denormal, -0, +0, +denormal, +normal, +infinity from bit 0 on.
    """
    format = format_of(values)
    field = exponent_field(values)
    top = (1 << (format.width - format.precision)) - 1
    negative = np.signbit(values)
    fraction = bits_of(values) & format.bits_type(format.fraction)
    # How far from zero: 0 zero, 1 denormal, 2 normal, 3 infinity.
    size = np.where(
        field == top, 3, np.where(field > 0, 2, np.where(fraction != 0, 1, 0))
    )
    place = np.where(negative, 5 - size, 6 + size)
    nan = np.isnan(values)
    place = np.where(nan, np.where(is_signaling(values), 0, 1), place)
    return np.uint32(1) << place.astype(np.uint32)


def _class(values: Array, mask: Array) -> Array:
    return (classify(values) & mask.astype(np.uint32)) != 0


def _rows() -> Mapping[str, InstructionRow]:
    rows: dict[str, InstructionRow] = {}
    for type in ("i16", "u16", "i32", "u32", "i64", "u64"):
        for name, compare in INTEGER_COMPARISONS.items():
            rows[f"{name}_{type}"] = InstructionRow(("mask",), (type, type), compare)
    for type in ("f16", "f32", "f64"):
        for name, compare in FLOAT_COMPARISONS.items():
            rows[f"{name}_{type}"] = InstructionRow(
                ("mask",),
                (type, type),
                ignoring_mode(compare),
                moded=True,
                flushes=True,
            )
        mask = "u16" if type == "f16" else "u32"
        rows[f"class_{type}"] = InstructionRow(("mask",), (type, mask), _class)
    return rows


ROWS: Mapping[str, InstructionRow] = _rows()
"""Comparisons by the part of the name after `v_cmp_` and `v_cmpx_`."""

EXEC = Special("exec")


def _with_destination(instruction: Instruction, row: InstructionRow) -> Instruction:
    """Adds EXEC as the destination if none is printed."""
    if len(instruction.operands) > len(row.sources):
        return instruction
    return replace(instruction, operands=(EXEC, *instruction.operands))


def _build_exec(
    row: InstructionRow, instruction: Instruction, generation: Generation
) -> Step:
    """V_CMPX: gfx8 and gfx9 print a destination and write EXEC too."""
    printed = _with_destination(instruction, row)
    evaluate, commit = parts(row, printed, generation)
    both = generation.major < 10

    def step(waves: Waves) -> None:
        result: Any = evaluate(waves)
        active = result & waves.exec
        commit(waves, result)
        if both:
            waves.exec = active

    return step


INSTRUCTIONS: Mapping[str, Builder] = {
    **table({f"v_cmp_{name}": row for name, row in ROWS.items()}),
    **{f"v_cmpx_{name}": partial(_build_exec, row) for name, row in ROWS.items()},
}
