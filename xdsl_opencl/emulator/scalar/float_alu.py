"""
Scalar arithmetic on floats and halves (gfx11.5, gfx12): the vector instructions of the same
names on scalar registers (V_S_RCP_F32 as well).

Sources: "RDNA4 Instruction Set Architecture", sections 16.1 to 16.3 and 16.12; "RDNA3.5
Instruction Set Architecture", the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.operands import Literal, literal_bits
from xdsl_opencl.emulator.vector.compare import FLOAT_COMPARISONS
from xdsl_opencl.emulator.vector.compare import ROWS as COMPARISONS
from xdsl_opencl.emulator.vector.execution.execute import parts
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    ByGeneration,
    InstructionRow,
    row_of,
    width,
)
from xdsl_opencl.emulator.vector.float import FUNCTIONS, ROWS
from xdsl_opencl.emulator.waves import Waves


def _from_row(
    found: InstructionRow | ByGeneration,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """The scalar form of a vector instruction: zeros are above a half."""
    row = row_of(found, generation)
    evaluate, _ = parts(row, instruction, generation)
    bits = np.dtype(f"u{width(row.results[0]) // 8}")

    def step(waves: Waves) -> None:
        result = np.ascontiguousarray(evaluate(waves)).view(bits)[:, 0]
        waves.write_scalar32(instruction.operands[0], result.astype(np.uint32))

    return step


def _from_high_half(instruction: Instruction, generation: Generation) -> Step:
    """S_CVT_HI_F32_F16."""
    target, source = instruction.operands
    if isinstance(source, Literal):
        source = Literal(literal_bits(source, 32) >> 16)
    selected = replace(
        instruction, operands=(target, source), modifiers={"op_sel": (1,)}
    )
    return _from_row(ROWS["v_cvt_f32_f16"], selected, generation)


def _compare(
    row: InstructionRow, instruction: Instruction, generation: Generation
) -> Step:
    evaluate, _ = parts(replace(row, results=()), instruction, generation)

    def step(waves: Waves) -> None:
        waves.scc = evaluate(waves)[:, 0]

    return step


_BOTH = (
    "add sub mul min max min_num max_num minimum maximum fmac ceil floor trunc rndne"
)
_OTHERS = """fmaak_f32 fmamk_f32 cvt_f32_i32 cvt_f32_u32 cvt_i32_f32 cvt_u32_f32 cvt_f16_f32
cvt_f32_f16 cvt_pk_rtz_f16_f32"""


def _table() -> dict[str, Builder]:
    names = [f"{name}_{type}" for name in _BOTH.split() for type in ("f32", "f16")]
    table: dict[str, Builder] = {"s_cvt_hi_f32_f16": _from_high_half}
    for name in (*names, *_OTHERS.split()):
        table[f"s_{name}"] = partial(_from_row, ROWS[f"v_{name}"])
    for type in ("f32", "f16"):
        for name, _ in FUNCTIONS:
            row = ROWS[f"v_{name}_{type}"]
            table[f"v_s_{name}_{type}"] = partial(_from_row, row)
        for name in sorted(FLOAT_COMPARISONS.keys() - {"f", "t", "tru"}):
            table[f"s_cmp_{name}_{type}"] = partial(
                _compare, COMPARISONS[f"{name}_{type}"]
            )
    return table


INSTRUCTIONS = _table()
