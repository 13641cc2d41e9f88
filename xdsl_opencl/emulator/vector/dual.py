"""
Pairs of instructions that issue together (VOPD): both read before either writes.

Source: "RDNA3 Instruction Set Architecture", section 7.6 "Dual Issue VALU".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.vector import float as floats
from xdsl_opencl.emulator.vector import integer, move
from xdsl_opencl.emulator.vector.execution.execute import Commit, Evaluate, parts
from xdsl_opencl.emulator.vector.execution.instruction_rows import row_of
from xdsl_opencl.emulator.vector.packed import DOT_ROWS
from xdsl_opencl.emulator.waves import Waves

PREFIX = "v_dual_"

NAMES = (
    "add_f32 sub_f32 subrev_f32 mul_f32 mul_dx9_zero_f32 fmac_f32 fmaak_f32 fmamk_f32 "
    "max_f32 min_f32 max_num_f32 min_num_f32 mov_b32 cndmask_b32 add_nc_u32 and_b32 "
    "lshlrev_b32 dot2acc_f32_f16 dot2acc_f32_bf16 bitop2_b32 lshrrev_b32 ashrrev_i32 "
    "sub_nc_u32 fma_f32 max_i32 min_i32 add_f64 mul_f64 fma_f64 max_num_f64 min_num_f64"
).split()

_ROWS = {**floats.ROWS, **integer.ROWS, **move.ROWS, **DOT_ROWS}


def _half(instruction: Instruction, generation: Generation) -> tuple[Evaluate, Commit]:
    name = "v_" + instruction.mnemonic.removeprefix(PREFIX)
    single = replace(instruction, mnemonic=name, encoding="e32")
    if name == "v_bitop2_b32":
        row = move.bitwise_row(instruction, 2)
        return parts(row, single, generation)
    if name not in _ROWS:
        raise EmulatorError(
            f"instruction '{name}' is not implemented in pairs; report it"
        )
    return parts(row_of(_ROWS[name], generation), single, generation)


def build(instruction: Instruction, generation: Generation) -> Step:
    """The step of a pair, or of a single half."""
    evaluate_x, commit_x = _half(instruction, generation)
    if instruction.second is None:
        return lambda waves: commit_x(waves, evaluate_x(waves))
    evaluate_y, commit_y = _half(instruction.second, generation)
    # A move returns a view of the register, which the other half may write.
    keeps_y = instruction.second.mnemonic == "v_dual_mov_b32"

    def step(waves: Waves) -> None:
        x = evaluate_x(waves)
        y: Any = evaluate_y(waves)
        if keeps_y:
            y = np.array(y)
        commit_x(waves, x)
        commit_y(waves, y)

    return step


INSTRUCTIONS: Mapping[str, Builder] = {f"{PREFIX}{name}": build for name in NAMES}
