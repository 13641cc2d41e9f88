"""
Reciprocals, roots, exponentials, logarithms, sines. The scalar forms of RDNA 4 (V_S_EXP_F32) are
in `scalar.float_alu`.

Sources: "RDNA3 Instruction Set Architecture", section 16.8; "Vega Instruction Set Architecture",
section 12.8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    ByGeneration,
    InstructionRow,
    floating,
    moded,
)
from xdsl_opencl.emulator.vector.semantics import transcendental as t
from xdsl_opencl.emulator.vector.semantics.formats import Array, Mode
from xdsl_opencl.emulator.vector.semantics.small_floats import (
    bfloat_to_single,
    single_to_bfloat,
)

FUNCTIONS: Sequence[tuple[str, Any]] = (
    ("rcp", t.reciprocal),
    ("rsq", t.reciprocal_square_root),
    ("sqrt", t.square_root),
    ("exp", t.exponential),
    ("log", t.logarithm),
)

_ALSO_TANH = (*FUNCTIONS, ("tanh", t.hyperbolic_tangent))


def _bfloat_row(function: Any) -> InstructionRow:
    """The row of gfx1250's functions of bfloat16, through float."""

    def compute(mode: Mode, values: Array) -> Array:
        return single_to_bfloat(function(mode, bfloat_to_single(values)))

    return moded("bf16", "bf16", compute)


def _row(type: str, function: Any) -> InstructionRow:
    return (moded if type == "f32" else floating)(type, type, function)


def _in_range(type: str, limited: Any, unlimited: Any) -> ByGeneration:
    """Sine or cosine, which gfx8 and gfx9 limit to 256 turns."""

    def row(generation: Generation) -> InstructionRow:
        return _row(type, limited if generation.major < 10 else unlimited)

    return row


ROWS: Mapping[str, InstructionRow | ByGeneration] = {
    **{
        f"v_{name}_{type}": _row(type, function)
        for name, function in _ALSO_TANH
        for type in ("f16", "f32", "f64")
        if not (name in {"exp", "log", "tanh"} and type == "f64")
    },
    **{
        f"v_{name}_bf16": _bfloat_row(function)
        for name, function in (*_ALSO_TANH, ("sin", t.sine), ("cos", t.cosine))
    },
    "v_rcp_iflag_f32": _row("f32", t.reciprocal),
    "v_exp_legacy_f32": _row("f32", t.exponential),
    "v_log_legacy_f32": _row("f32", t.logarithm),
    "v_sin_f16": _in_range("f16", t.sine_in_range, t.sine),
    "v_sin_f32": _in_range("f32", t.sine_in_range, t.sine),
    "v_cos_f16": _in_range("f16", t.cosine_in_range, t.cosine),
    "v_cos_f32": _in_range("f32", t.cosine_in_range, t.cosine),
    "v_trig_preop_f64": floating("f64", "f64 u32", t.trigonometric_segment),
}


INSTRUCTIONS: Mapping[str, Builder] = table(ROWS)
