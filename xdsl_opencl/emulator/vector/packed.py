"""
Packed arithmetic (VOP3P): two halves, two floats, dot products, and mixed precision.

`op_sel` chooses the half of each source for the low result, `op_sel_hi` for the high one;
`neg_lo` and `neg_hi` negate the two.

Sources: "RDNA3 Instruction Set Architecture", sections 7.5 "Packed Math", 16.10; "Vega
Instruction Set Architecture", section 12.11; "AMD CDNA4 Instruction Set Architecture",
V_PK_FMA_F32, V_PK_MOV_B32.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.operands import Literal, Operand, literal_bits
from xdsl_opencl.emulator.vector.execution.execute import (
    build_row,
    clamp_float,
    clamp_integer,
    modes,
    table,
)
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    TYPES,
    ByGeneration,
    InstructionRow,
    floating,
    format_of_type,
    ignoring_mode,
    integer,
    keeping,
    moded,
    row_of,
)
from xdsl_opencl.emulator.vector.execution.typed_sources import constant_bits
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

Pair = Callable[[Waves], Array]


def constant_pair(literal: Literal, type: str) -> int:
    """
    The 32 bits of a constant in a packed source: an inline floating-point constant is in
    the low half, an integer is sign-extended, a literal has both halves.
    """
    if isinstance(literal.value, float) and type in {"f16", "bf16"}:
        return constant_bits(literal, type)
    return literal_bits(literal, 32)


def _words(operand: Operand, type: str) -> Pair:
    if isinstance(operand, Literal):
        bits = np.full((1, 1), constant_pair(operand, type), np.uint32)
        return lambda waves: bits
    return lambda waves: waves.read32(operand)


def _halves_reader(
    operand: Operand, type: str, low: int, high: int, negate_low: int, negate_high: int
) -> Pair:
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


def build_halves(
    found: InstructionRow | ByGeneration,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """The step of an instruction that computes a row of 16-bit types on both halves."""
    row = row_of(found, generation)
    target, *sources = instruction.operands
    types = [type.lstrip("=") for type in row.sources]
    if len(sources) < len(types):
        sources = [*sources, target]
    count = len(types)
    low = instruction.flags("op_sel", count)
    high = instruction.flags("op_sel_hi", count, 1)
    negate_low = instruction.flags("neg_lo", count)
    negate_high = instruction.flags("neg_hi", count)
    reads = [
        _halves_reader(
            sources[n], types[n], low[n], high[n], negate_low[n], negate_high[n]
        )
        for n in range(count)
    ]
    result_type = TYPES[row.results[0]]
    clamp = "clamp" in instruction.modifiers
    mode_of = modes(generation)
    format = format_of_type(row.results[0])
    is_bfloat = row.results[0] == "bf16"

    def computed(waves: Waves) -> Array:
        values = [read(waves) for read in reads]
        if is_bfloat:
            mode = mode_of(waves)
            wide = (bfloat_to_single(value).astype(np.float64) for value in values)
            result = row.compute(mode, *wide)
            return double_to_bfloat(clamp_float(mode, result) if clamp else result)
        if format is None:
            if clamp and row.exact is not None:
                return clamp_integer(row.exact(*values), result_type)
            return row.compute(*values)
        mode = mode_of(waves)
        if mode.flush_in(format):
            values = [flush(value) for value in values]
        result = row.compute(mode, *values)
        if mode.flush_out(format):
            result = flush(result)
        return clamp_float(mode, result) if clamp else result

    def step(waves: Waves) -> None:
        result = computed(waves)
        if result.shape[-1] == 1:
            result = np.broadcast_to(result, (*result.shape[:-1], 2))
        packed = np.ascontiguousarray(result).view(np.uint32)[..., 0]
        waves.write32(target, packed)

    return step


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
    return moded("bf16", " ".join(["bf16"] * count), function)


_BFLOATS: Mapping[str, InstructionRow] = {
    "add": _bfloats(_sum_to_odd, 2),
    "mul": _bfloats(ignoring_mode(np.multiply), 2),
    "fma": _bfloats(_product_and_sum_to_odd, 3),
    "min_num": _bfloats(e.minimum_number, 2),
    "max_num": _bfloats(e.maximum_number, 2),
}
"""Denormals of bfloat16 are kept."""


# Two floats


def _floats_reader(operand: Operand, low: int, high: int, negate: Array) -> Pair:
    """The two floats of a source for the two results, [2, count, lanes]."""
    if isinstance(operand, Literal):
        # Both floats of a constant are the constant.
        bits = np.full((2, 1, 1), literal_bits(operand, 32), np.uint32)
        return lambda waves: (bits ^ negate).view(np.float32)

    def read(waves: Waves) -> Array:
        words = waves.read_registers(operand, 2)
        words = words[[low, high]] if (low, high) != (0, 1) else words
        return (words ^ negate if negate.any() else words).view(np.float32)

    return read


def build_floats(
    function: Any, count: int, instruction: Instruction, generation: Generation
) -> Step:
    """The step of an instruction on two floats."""
    target, *sources = instruction.operands
    low = instruction.flags("op_sel", count)
    high = instruction.flags("op_sel_hi", count, 1)
    negate = np.array(
        [instruction.flags("neg_lo", count), instruction.flags("neg_hi", count)],
        np.uint32,
    ) << np.uint32(31)
    reads = [
        _floats_reader(sources[n], low[n], high[n], negate[:, n, None, None])
        for n in range(count)
    ]
    mode_of = modes(generation)
    clamp = "clamp" in instruction.modifiers

    def step(waves: Waves) -> None:
        mode = mode_of(waves)
        values = [read(waves) for read in reads]
        if mode.flush_in_single:
            values = [flush(np.ascontiguousarray(value)) for value in values]
        result = function(mode, *values)
        if mode.flush_out_single:
            result = flush(result)
        if clamp:
            result = clamp_float(mode, result)
        waves.write_registers(target, result.view(np.uint32))

    return step


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
    "v_dot2_bf16_bf16": keeping(
        InstructionRow(
            ("bf16",), ("b32", "b32", "bf16"), dots.dot2_bf16_bf16, moded=True
        )
    ),
}


_SMALL_DOTS: Mapping[str, InstructionRow] = {
    f"v_dot4_f32_{x}_{y}": floating(
        "f32", "b32 b32 f32", dots.dot4_small(SMALL_FORMATS[x], SMALL_FORMATS[y])
    )
    for x in ("fp8", "bf8")
    for y in ("fp8", "bf8")
}


def _signed_dot(bits: int, instruction: Instruction, generation: Generation) -> Step:
    """V_DOT4_I32_IU8 and V_DOT8_I32_IU4: `neg_lo` marks the signed sources."""
    signs = instruction.flags("neg_lo", 2)
    exact = dots.integer_dot(bits, bool(signs[0]), bool(signs[1]))
    row = integer("i32", "u32 u32 i32", _narrow(exact, np.int32), exact)
    return build_row(row, instruction, generation)


# Mixed precision


def _mixed_reader(
    operand: Operand, half: int, high: int, negate: int, bfloat: bool
) -> Pair:
    """A source as float: a float, or the low or high half of a register converted."""
    absolute = getattr(operand, "absolute", False)
    negative = bool(negate) != bool(getattr(operand, "negate", False))
    floats = _words(operand, "f32")
    halves = _words(operand, "bf16" if bfloat else "f16")

    def read(waves: Waves) -> Array:
        if half:
            words = halves(waves) >> np.uint32(16 if high else 0)
            bits = words.astype(np.uint16)
            values = bits.view(np.float16).astype(np.float32)
            values = bfloat_to_single(bits) if bfloat else values
        else:
            values = floats(waves).view(np.float32)
        values = np.abs(values) if absolute else values
        return -values if negative else values

    return read


def build_mixed(
    function: Any,
    part: str,
    bfloat: bool,
    instruction: Instruction,
    generation: Generation,
) -> Step:
    """
    V_FMA_MIX and V_MAD_MIX: `a * b + c` of floats and halves as float (`part` empty), or
    rounded to half in the low (`lo`) or high (`hi`) half of the destination; the other half
    stays.
    """
    target, *sources = instruction.operands
    half = instruction.flags("op_sel_hi", 3)
    high = instruction.flags("op_sel", 3)
    negate = instruction.flags("neg_lo", 3)
    reads = [
        _mixed_reader(sources[n], half[n], high[n], negate[n], bfloat) for n in range(3)
    ]
    mode_of = modes(generation)
    clamp = "clamp" in instruction.modifiers

    def computed(waves: Waves) -> tuple[Mode, Array]:
        mode = mode_of(waves)
        values = [read(waves) for read in reads]
        if mode.flush_in_single:
            values = [flush(value) for value in values]
        result = function(mode, *values)
        return mode, flush(result) if mode.flush_out_single else result

    def step(waves: Waves) -> None:
        mode, result = computed(waves)
        if not part:
            result = clamp_float(mode, result) if clamp else result
            waves.write32(target, result.view(np.uint32))
            return
        if bfloat:
            result = clamp_float(mode, result) if clamp else result
            rounded = single_to_bfloat(result)
        else:
            rounded = c.to_half(mode, result)
            rounded = clamp_float(mode, rounded) if clamp else rounded
        waves.write16(target, rounded.view(np.uint16), high=part == "hi", keep=True)

    return step


INSTRUCTIONS: Mapping[str, Builder] = {
    **{f"v_pk_{name}": partial(build_halves, _ROWS[f"v_{name}"]) for name in _HALVES},
    **{
        f"v_pk_{name}_bf16": partial(build_halves, row)
        for name, row in _BFLOATS.items()
    },
    "v_pk_add_f32": partial(build_floats, a.add, 2),
    "v_pk_mul_f32": partial(build_floats, a.multiply, 2),
    "v_pk_fma_f32": partial(build_floats, a.fma, 3),
    "v_pk_mov_b32": _move_pair,
    **table(DOT_ROWS),
    **table(_SMALL_DOTS),
    "v_dot4_i32_iu8": partial(_signed_dot, 8),
    "v_dot8_i32_iu4": partial(_signed_dot, 4),
    **{
        f"v_{name}_mix{suffix}": partial(build_mixed, function, part, False)
        for name, function in (("fma", a.fma), ("mad", a.multiply_add))
        for suffix, part in (("_f32", ""), ("lo_f16", "lo"), ("hi_f16", "hi"))
    },
    **{
        f"v_fma_mix{suffix}": partial(build_mixed, a.fma, part, True)
        for suffix, part in (("_f32_bf16", ""), ("lo_bf16", "lo"), ("hi_bf16", "hi"))
    },
}
