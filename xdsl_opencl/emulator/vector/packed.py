"""
Packed arithmetic (VOP3P): two halves, two floats, dot products, and mixed precision.

`op_sel` chooses the half of each source for the low result, `op_sel_hi` for the high one;
`neg_lo` and `neg_hi` negate the two.

Sources: "RDNA3 Instruction Set Architecture", sections 7.5 "Packed Math", 16.10; "Vega
Instruction Set Architecture", section 12.11; "AMD CDNA4 Instruction Set Architecture",
V_PK_FMA_F32, V_PK_MOV_B32.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.operands import Literal, Operand, literal_bits
from xdsl_opencl.emulator.vector.execution.execute import (
    by_instruction,
    computation,
    table,
)
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    TYPES,
    ByGeneration,
    InstructionRow,
    floating,
    ignoring_mode,
    integer,
    keeping,
    moded,
    row_of,
)
from xdsl_opencl.emulator.vector.execution.typed_sources import Read, constant_bits
from xdsl_opencl.emulator.vector.float import ROWS as FLOAT_ROWS
from xdsl_opencl.emulator.vector.integer import ADD_EXTREMES
from xdsl_opencl.emulator.vector.integer import ROWS as INTEGER_ROWS
from xdsl_opencl.emulator.vector.semantics import arithmetic as a
from xdsl_opencl.emulator.vector.semantics import conversions as c
from xdsl_opencl.emulator.vector.semantics import dots
from xdsl_opencl.emulator.vector.semantics import extremes as e
from xdsl_opencl.emulator.vector.semantics.formats import Array, Mode, flush
from xdsl_opencl.emulator.vector.semantics.rounding import to_odd, two_sum
from xdsl_opencl.emulator.vector.semantics.small_floats import FORMATS as SMALL_FORMATS
from xdsl_opencl.emulator.vector.semantics.small_floats import (
    bfloat_to_single,
    double_to_bfloat,
    single_to_bfloat,
)
from xdsl_opencl.emulator.waves import Waves

_ROWS = {**FLOAT_ROWS, **INTEGER_ROWS, **ADD_EXTREMES}


def constant_pair(literal: Literal, type: str) -> int:
    """
    The 32 bits of a constant in a packed source: an inline floating-point constant is in
    the low half, an integer is sign-extended, a literal has both halves.
    """
    if isinstance(literal.value, float) and type in {"f16", "bf16"}:
        return constant_bits(literal, type)
    return literal_bits(literal, 32)


def _words(operand: Operand, type: str) -> Read:
    if isinstance(operand, Literal):
        bits = np.full((1, 1), constant_pair(operand, type), np.uint32)
        return lambda waves: bits
    return lambda waves: waves.read32(operand)


def _read_halves(
    operand: Operand, type: str, low: int, high: int, negate_low: int, negate_high: int
) -> Read:
    """The two halves of a source for the two results, shape [count, lanes, 2]."""
    words = _words(operand, type)
    dtype = TYPES[type]
    signs = np.array([negate_low, negate_high], np.uint16) << np.uint16(15)
    negates = bool(negate_low or negate_high)

    def read(waves: Waves) -> Array:
        data = np.ascontiguousarray(words(waves))
        halves = data.view(np.uint16).reshape(*data.shape, 2)
        if (low, high) == (1, 0):
            halves = halves[..., ::-1]
        elif low == high:
            halves = halves[..., low : low + 1]
        if negates:
            halves = halves ^ signs
        return halves.view(dtype)

    return read


def _write_halves(waves: Waves, target: Operand, result: Array) -> None:
    if result.shape[-1] == 1:
        result = np.broadcast_to(result, (*result.shape[:-1], 2))
    waves.write32(target, np.ascontiguousarray(result).view(np.uint32)[..., 0])


def _read_floats(
    operand: Operand, type: str, low: int, high: int, negate_low: int, negate_high: int
) -> Read:
    """The two floats of a source for the two results, [2, count, lanes]."""
    negate = np.array([negate_low, negate_high], np.uint32)[:, None, None]
    negate = negate << np.uint32(31)
    if isinstance(operand, Literal):
        # Both floats of a constant are the constant.
        bits = np.full((2, 1, 1), literal_bits(operand, 32), np.uint32)
        return lambda waves: (bits ^ negate).view(np.float32)

    def read(waves: Waves) -> Array:
        words = waves.read_registers(operand, 2)
        words = words[[low, high]] if (low, high) != (0, 1) else words
        return (words ^ negate if negate.any() else words).view(np.float32)

    return read


def _write_floats(waves: Waves, target: Operand, result: Array) -> None:
    waves.write_registers(target, result.view(np.uint32))


_FORMS = {16: (_read_halves, _write_halves), 32: (_read_floats, _write_floats)}


def build_pair(
    bits: int,
    found: InstructionRow | ByGeneration,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """The step of an instruction that computes a row of types of `bits` bits twice."""
    read, write = _FORMS[bits]
    row = row_of(found, generation)
    target, *sources = instruction.operands
    count = len(row.sources)
    sources += [target] * (count - len(sources))
    reads = [
        read(operand, type.lstrip("="), *flags)
        for operand, type, *flags in zip(
            sources,
            row.sources,
            instruction.flags("op_sel", count),
            instruction.flags("op_sel_hi", count, 1),
            instruction.flags("neg_lo", count),
            instruction.flags("neg_hi", count),
            strict=True,
        )
    ]
    evaluate = computation(row, reads, instruction, generation)
    return lambda waves: write(waves, target, evaluate(waves))


_HALVES = """add_i16 add_u16 sub_i16 sub_u16 mul_lo_u16 mad_i16 mad_u16 lshlrev_b16 lshrrev_b16
ashrrev_i16 max_i16 min_i16 max_u16 min_u16 add_f16 mul_f16 fma_f16 fmac_f16 min_f16 max_f16
min_num_f16 max_num_f16 minimum_f16 maximum_f16 minimum3_f16 maximum3_f16 min3_num_f16
max3_num_f16 min3_i16 max3_i16 min3_u16 max3_u16 add_min_i16 add_max_i16 add_min_u16
add_max_u16""".split()
"""The instructions on two halves, each the vector instruction of one half twice."""


# Two bfloats


def _sum_to_odd(mode: Mode, x: Array, y: Array) -> Array:
    """The sum of two doubles, so that rounding it to bfloat16 is as if it were exact."""
    total, error = two_sum(x, y)
    return to_odd(total, np.where(np.isfinite(total), error, 0.0))


def _product_and_sum_to_odd(mode: Mode, x: Array, y: Array, z: Array) -> Array:
    return _sum_to_odd(mode, x * y, z)


def _bfloats(function: Any, count: int) -> InstructionRow:
    """A row of bfloat16 whose function has doubles, which hold products of them."""

    def compute(mode: Mode, *values: Array) -> Array:
        wide = (bfloat_to_single(value).astype(np.float64) for value in values)
        return double_to_bfloat(function(mode, *wide))

    return moded("bf16", " ".join(["bf16"] * count), compute)


_BFLOATS: Mapping[str, InstructionRow] = {
    "add": _bfloats(_sum_to_odd, 2),
    "mul": _bfloats(ignoring_mode(np.multiply), 2),
    "fma": _bfloats(_product_and_sum_to_odd, 3),
    "min_num": _bfloats(e.minimum_number, 2),
    "max_num": _bfloats(e.maximum_number, 2),
}
"""Denormals of bfloat16 are kept."""


@acting
def _move_pair(instruction: Instruction, waves: Waves) -> None:
    """V_PK_MOV_B32: one register of each source pair, chosen by `op_sel`."""
    target, first, second = instruction.operands
    low, high = instruction.flags("op_sel", 2)
    words = [waves.read_registers(first, 2)[low], waves.read_registers(second, 2)[high]]
    waves.write_registers(target, [word.copy() for word in words])


# Dot products


def _narrow(exact: Any, dtype: Any) -> Any:
    """The low bits of an exact result."""

    def narrow(x: Array, y: Array, z: Array) -> Array:
        return exact(x, y, z).astype(dtype)

    return narrow


def _dot(bits: int, signed: bool) -> InstructionRow:
    result = "i32" if signed else "u32"
    exact = dots.integer_dot(bits, signed, signed)
    return integer(result, f"u32 u32 {result}", _narrow(exact, TYPES[result]), exact)


def _accumulating(row: InstructionRow) -> InstructionRow:
    *sources, addend = row.sources
    return replace(row, sources=(*sources, f"={addend}"))


_DOT2_F16 = floating("f32", "b32 b32 f32", dots.dot2_f32_f16)
_DOT2_BF16 = floating("f32", "b32 b32 f32", dots.dot2_f32_bf16)

DOT_ROWS: Mapping[str, InstructionRow] = {
    "v_dot2_i32_i16": _dot(16, True),
    "v_dot2_u32_u16": _dot(16, False),
    "v_dot4_i32_i8": _dot(8, True),
    "v_dot4_u32_u8": _dot(8, False),
    "v_dot8_i32_i4": _dot(4, True),
    "v_dot8_u32_u4": _dot(4, False),
    "v_dot2c_i32_i16": _accumulating(_dot(16, True)),
    "v_dot4c_i32_i8": _accumulating(_dot(8, True)),
    "v_dot8c_i32_i4": _accumulating(_dot(4, True)),
    "v_dot2_f32_f16": _DOT2_F16,
    "v_dot2_f32_bf16": _DOT2_BF16,
    "v_dot2c_f32_f16": _accumulating(_DOT2_F16),
    "v_dot2c_f32_bf16": _accumulating(_DOT2_BF16),
    "v_dot2acc_f32_f16": _accumulating(_DOT2_F16),
    "v_dot2acc_f32_bf16": _accumulating(_DOT2_BF16),
    "v_dot2_f16_f16": keeping(floating("f16", "b32 b32 f16", dots.dot2_f16_f16)),
    "v_dot2_bf16_bf16": keeping(moded("bf16", "b32 b32 bf16", dots.dot2_bf16_bf16)),
}


_SMALL_DOTS: Mapping[str, InstructionRow] = {
    f"v_dot4_f32_{x}_{y}": floating(
        "f32", "b32 b32 f32", dots.dot4_small(SMALL_FORMATS[x], SMALL_FORMATS[y])
    )
    for x in ("fp8", "bf8")
    for y in ("fp8", "bf8")
}


def _signed_dot(
    bits: int, instruction: Instruction, generation: Generation
) -> InstructionRow:
    """V_DOT4_I32_IU8 and V_DOT8_I32_IU4: `neg_lo` marks the signed sources."""
    signs = instruction.flags("neg_lo", 2)
    exact = dots.integer_dot(bits, bool(signs[0]), bool(signs[1]))
    return integer("i32", "u32 u32 i32", _narrow(exact, np.int32), exact)


# Mixed precision


def _read_mixed(
    operand: Operand, narrow: str, half: int, high: int, negate: int
) -> Read:
    """A source as float: a float, or the low or high half of a register converted."""
    absolute = getattr(operand, "absolute", False)
    negative = bool(negate) != bool(getattr(operand, "negate", False))
    words = _words(operand, narrow if half else "f32")

    def read(waves: Waves) -> Array:
        if half:
            bits = (words(waves) >> np.uint32(16 if high else 0)).astype(np.uint16)
            if narrow == "bf16":
                values = bfloat_to_single(bits)
            else:
                values = bits.view(np.float16).astype(np.float32)
        else:
            values = words(waves).view(np.float32)
        values = np.abs(values) if absolute else values
        return -values if negative else values

    return read


def _rounded(function: Any, narrow: str) -> InstructionRow:
    """The row of a function of floats whose result is rounded to `narrow`."""

    def compute(mode: Mode, *values: Array) -> Array:
        if mode.flush_in_single:
            values = tuple(map(flush, values))
        result = function(mode, *values)
        result = flush(result) if mode.flush_out_single else result
        return c.to_half(mode, result) if narrow == "f16" else single_to_bfloat(result)

    return moded(narrow, "f32 f32 f32", compute)


def build_mixed(
    function: Any,
    part: str,
    narrow: str,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """
    V_FMA_MIX and V_MAD_MIX: `a * b + c` of floats and numbers of the type `narrow` as float
    (`part` empty), or rounded to `narrow` in the low (`lo`) or high (`hi`) half of the destination;
    the other half stays.
    """
    target, *sources = instruction.operands
    reads = [
        _read_mixed(operand, narrow, *flags)
        for operand, *flags in zip(
            sources,
            instruction.flags("op_sel_hi", 3),
            instruction.flags("op_sel", 3),
            instruction.flags("neg_lo", 3),
            strict=True,
        )
    ]
    row = (
        _rounded(function, narrow) if part else floating("f32", "f32 f32 f32", function)
    )
    evaluate = computation(row, reads, instruction, generation)
    if not part:
        return lambda waves: waves.write32(target, evaluate(waves).view(np.uint32))
    return lambda waves: waves.write16(
        target, evaluate(waves).view(np.uint16), high=part == "hi", keep=True
    )


INSTRUCTIONS: Mapping[str, Builder] = {
    **{f"v_pk_{name}": partial(build_pair, 16, _ROWS[f"v_{name}"]) for name in _HALVES},
    **{
        f"v_pk_{name}_bf16": partial(build_pair, 16, row)
        for name, row in _BFLOATS.items()
    },
    **{
        f"v_pk_{name}": partial(build_pair, 32, _ROWS[f"v_{name}"])
        for name in ("add_f32", "mul_f32", "fma_f32")
    },
    "v_pk_mov_b32": _move_pair,
    **table(DOT_ROWS),
    **table(_SMALL_DOTS),
    "v_dot4_i32_iu8": by_instruction(partial(_signed_dot, 8)),
    "v_dot8_i32_iu4": by_instruction(partial(_signed_dot, 4)),
    **{
        f"v_{name}_mix{suffix}": partial(build_mixed, function, part, "f16")
        for name, function in (("fma", a.fma), ("mad", a.multiply_add))
        for suffix, part in (("_f32", ""), ("lo_f16", "lo"), ("hi_f16", "hi"))
    },
    **{
        f"v_fma_mix{suffix}": partial(build_mixed, a.fma, part, "bf16")
        for suffix, part in (("_f32_bf16", ""), ("lo_bf16", "lo"), ("hi_bf16", "hi"))
    },
}
