"""
The helpers of exact division.

Source: "RDNA3 Instruction Set Architecture", section 16.12; see `semantics.division`.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl_opencl.emulator.instruction import Builder
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    InstructionRow,
    floating,
    keeping,
)
from xdsl_opencl.emulator.vector.semantics import division as d

ROWS: Mapping[str, InstructionRow] = {
    "v_div_scale_f32": floating("f32 mask", "f32 f32 f32", d.scale),
    "v_div_scale_f64": floating("f64 mask", "f64 f64 f64", d.scale),
    "v_div_fmas_f32": floating("f32", "f32 f32 f32 vcc", d.fused_scaled),
    "v_div_fmas_f64": floating("f64", "f64 f64 f64 vcc", d.fused_scaled),
    "v_div_fixup_f16": keeping(floating("f16", "f16 f16 f16", d.fix_up)),
    "v_div_fixup_legacy_f16": floating("f16", "f16 f16 f16", d.fix_up),
    "v_div_fixup_f32": floating("f32", "f32 f32 f32", d.fix_up),
    "v_div_fixup_f64": floating("f64", "f64 f64 f64", d.fix_up),
}

INSTRUCTIONS: Mapping[str, Builder] = table(ROWS)
