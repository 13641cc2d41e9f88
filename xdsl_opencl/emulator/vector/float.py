"""
Floating-point instructions: sums, products, fused multiply-add, extremes, rounding, exponents,
division, functions, conversions from and to integers and packed forms.

Sources: "RDNA3 Instruction Set Architecture", sections 16.7, 16.8, 16.12; "RDNA4 Instruction
Set Architecture", section 16 (V_MIN_NUM_F32, V_MINIMUM_F32); "Vega Instruction Set
Architecture", sections 12.7 to 12.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    ByGeneration,
    InstructionRow,
    by_name,
    floating,
    ignoring_mode,
    integer,
    keeping,
    moded,
)
from xdsl_opencl.emulator.vector.semantics import arithmetic as a
from xdsl_opencl.emulator.vector.semantics import conversions as c
from xdsl_opencl.emulator.vector.semantics import division as d
from xdsl_opencl.emulator.vector.semantics import extremes as e
from xdsl_opencl.emulator.vector.semantics import integers
from xdsl_opencl.emulator.vector.semantics import transcendental as t
from xdsl_opencl.emulator.vector.semantics.formats import Array, Mode
from xdsl_opencl.emulator.vector.semantics.small_floats import (
    bfloat_to_single,
    single_to_bfloat,
)

_TYPES = ("f16", "f32", "f64")


def _binary(type: str, function: Any) -> InstructionRow:
    return floating(type, f"{type} {type}", function)


def _ternary(type: str, function: Any) -> InstructionRow:
    return floating(type, f"{type} {type} {type}", function)


def _accumulating(type: str, function: Any) -> InstructionRow:
    """The row of an instruction whose addend is its destination."""
    return floating(type, f"{type} {type} ={type}", function)


def _unflushed(row: InstructionRow) -> InstructionRow:
    """The row of an instruction that treats denormals itself."""
    return replace(row, flushes=False)


def _extreme(name: str, type: str, function: Any) -> ByGeneration:
    """
    Minimum or maximum: gfx8 leaves denormals alone (LLVM,
    `GCNSubtarget::supportsMinMaxDenormModes`).
    """
    row = _binary(type, function)
    older = _binary(type, _OLDER.get(name, function))

    def by_generation(generation: Generation) -> InstructionRow:
        if generation.major == 8:
            return _unflushed(older)
        return older if generation.major == 9 else row

    return by_generation


def _extreme_of_three(name: str, type: str, function: Any) -> ByGeneration:
    row = keeping(_ternary(type, function))
    older = keeping(_ternary(type, _OLDER.get(name, function)))
    return lambda generation: older if generation.major <= 9 else row


_ARITHMETIC: Mapping[str, InstructionRow] = {
    **{
        f"v_{name}_{type}": _binary(type, function)
        for name, function in (
            ("add", a.add),
            ("sub", a.subtract),
            ("subrev", a.subtract_reversed),
            ("mul", a.multiply),
        )
        for type in _TYPES
        if not (name.startswith("sub") and type == "f64")
    },
    "v_mul_legacy_f32 v_mul_dx9_zero_f32": _binary("f32", a.multiply_legacy),
    "v_fma_f16 v_fmaak_f16 v_fmamk_f16": keeping(_ternary("f16", a.fma)),
    "v_fma_legacy_f16": _ternary("f16", a.fma),
    "v_fma_f32 v_fmaak_f32 v_fmamk_f32": _ternary("f32", a.fma),
    "v_fma_f64 v_fmaak_f64 v_fmamk_f64": _ternary("f64", a.fma),
    "v_fma_legacy_f32 v_fma_dx9_zero_f32": _ternary("f32", a.fma_legacy),
    "v_fmac_f16": keeping(_accumulating("f16", a.fma)),
    "v_fmac_f32": _accumulating("f32", a.fma),
    "v_fmac_f64": _accumulating("f64", a.fma),
    "v_fmac_legacy_f32 v_fmac_dx9_zero_f32": _accumulating("f32", a.fma_legacy),
    "v_mad_f16 v_madak_f16 v_madmk_f16": keeping(_ternary("f16", a.multiply_add)),
    "v_mad_legacy_f16": _ternary("f16", a.multiply_add),
    "v_mad_f32 v_madak_f32 v_madmk_f32": _unflushed(_ternary("f32", a.multiply_add)),
    "v_mad_legacy_f32": _unflushed(_ternary("f32", a.multiply_add_legacy)),
    "v_mac_f16": keeping(_accumulating("f16", a.multiply_add)),
    "v_mac_f32": _unflushed(_accumulating("f32", a.multiply_add)),
    "v_mac_legacy_f32": _unflushed(_accumulating("f32", a.multiply_add_legacy)),
    "v_mullit_f32": _ternary("f32", a.multiply_lit),
    "v_cubeid_f32": integer("f32", "f32 f32 f32", integers.cube_id),
    "v_cubesc_f32": integer("f32", "f32 f32 f32", integers.cube_s),
    "v_cubetc_f32": integer("f32", "f32 f32 f32", integers.cube_t),
    "v_cubema_f32": integer("f32", "f32 f32 f32", integers.cube_major_axis),
}

_PAIRS = (
    ("min", e.minimum),
    ("max", e.maximum),
    ("min_num", e.minimum_number),
    ("max_num", e.maximum_number),
    ("minimum", e.ieee_minimum),
    ("maximum", e.ieee_maximum),
)

_TRIPLES: Sequence[tuple[str, Any]] = (
    ("min3", e.of_three(e.minimum, e.minimum)),
    ("max3", e.of_three(e.maximum, e.maximum)),
    ("med3", e.median),
    ("minmax", e.of_three(e.minimum, e.maximum)),
    ("maxmin", e.of_three(e.maximum, e.minimum)),
    ("min3_num", e.of_three(e.minimum_number, e.minimum_number)),
    ("max3_num", e.of_three(e.maximum_number, e.maximum_number)),
    ("med3_num", e.median_number),
    ("minmax_num", e.of_three(e.minimum_number, e.maximum_number)),
    ("maxmin_num", e.of_three(e.maximum_number, e.minimum_number)),
    ("minimum3", e.of_three(e.ieee_minimum, e.ieee_minimum)),
    ("maximum3", e.of_three(e.ieee_maximum, e.ieee_maximum)),
    ("minimummaximum", e.of_three(e.ieee_minimum, e.ieee_maximum)),
    ("maximumminimum", e.of_three(e.ieee_maximum, e.ieee_minimum)),
)

_OLDER: Mapping[str, Any] = {
    "min": e.older_minimum,
    "max": e.older_maximum,
    "min3": e.of_three(e.older_minimum, e.older_minimum),
    "max3": e.of_three(e.older_maximum, e.older_maximum),
    "med3": e.older_median,
}
"""What gfx8 and gfx9 have instead."""

_EXTREMES: Mapping[str, InstructionRow | ByGeneration] = {
    **{
        f"v_{name}_{type}": _extreme(name, type, function)
        for name, function in _PAIRS
        for type in _TYPES
    },
    **{
        f"v_{name}_{type}": _extreme_of_three(name, type, function)
        for name, function in _TRIPLES
        for type in ("f16", "f32")
    },
}

_ROUNDING: Mapping[str, InstructionRow] = {
    f"v_{name}_{type}": floating(type, type, function)
    for name, function in (
        ("trunc", ignoring_mode(np.trunc)),
        ("ceil", ignoring_mode(np.ceil)),
        ("floor", ignoring_mode(np.floor)),
        ("rndne", ignoring_mode(np.rint)),
        ("fract", c.fraction),
        ("frexp_mant", c.mantissa),
    )
    for type in _TYPES
}

_EXPONENTS: Mapping[str, InstructionRow] = {
    "v_frexp_exp_i16_f16": integer("i16", "f16", c.exponent16),
    "v_frexp_exp_i32_f32": integer("i32", "f32", c.exponent),
    "v_frexp_exp_i32_f64": integer("i32", "f64", c.exponent),
    "v_ldexp_f16": floating("f16", "f16 i16", c.load_exponent),
    "v_ldexp_f32": floating("f32", "f32 i32", c.load_exponent),
    "v_ldexp_f64": floating("f64", "f64 i32", c.load_exponent),
}

_DIVISION: Mapping[str, InstructionRow] = {
    "v_div_scale_f32": floating("f32 mask", "f32 f32 f32", d.scale),
    "v_div_scale_f64": floating("f64 mask", "f64 f64 f64", d.scale),
    "v_div_fmas_f32": floating("f32", "f32 f32 f32 vcc", d.fused_scaled),
    "v_div_fmas_f64": floating("f64", "f64 f64 f64 vcc", d.fused_scaled),
    "v_div_fixup_f16": keeping(floating("f16", "f16 f16 f16", d.fix_up)),
    "v_div_fixup_legacy_f16": floating("f16", "f16 f16 f16", d.fix_up),
    "v_div_fixup_f32": floating("f32", "f32 f32 f32", d.fix_up),
    "v_div_fixup_f64": floating("f64", "f64 f64 f64", d.fix_up),
}
"""The helpers of exact division."""

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


def _function(type: str, function: Any) -> InstructionRow:
    return (moded if type == "f32" else floating)(type, type, function)


def _in_range(type: str, limited: Any, unlimited: Any) -> ByGeneration:
    """Sine or cosine, which gfx8 and gfx9 limit to 256 turns."""

    def row(generation: Generation) -> InstructionRow:
        return _function(type, limited if generation.major < 10 else unlimited)

    return row


_FUNCTIONS: Mapping[str, InstructionRow | ByGeneration] = {
    **{
        f"v_{name}_{type}": _function(type, function)
        for name, function in _ALSO_TANH
        for type in ("f16", "f32", "f64")
        if not (name in {"exp", "log", "tanh"} and type == "f64")
    },
    **{
        f"v_{name}_bf16": _bfloat_row(function)
        for name, function in (*_ALSO_TANH, ("sin", t.sine), ("cos", t.cosine))
    },
    "v_rcp_iflag_f32": _function("f32", t.reciprocal),
    "v_exp_legacy_f32": _function("f32", t.exponential),
    "v_log_legacy_f32": _function("f32", t.logarithm),
    "v_sin_f16": _in_range("f16", t.sine_in_range, t.sine),
    "v_sin_f32": _in_range("f32", t.sine_in_range, t.sine),
    "v_cos_f16": _in_range("f16", t.cosine_in_range, t.cosine),
    "v_cos_f32": _in_range("f32", t.cosine_in_range, t.cosine),
    "v_trig_preop_f64": floating("f64", "f64 u32", t.trigonometric_segment),
}
"""Functions; the scalar forms of RDNA 4 (V_S_EXP_F32) are in `scalar.float_alu`."""

_CONVERSIONS: Mapping[str, InstructionRow] = {
    "v_cvt_f16_f32": floating("f16", "f32", c.to_half),
    "v_cvt_f32_f16": floating("f32", "f16", c.half_to_single),
    "v_cvt_f32_f64": floating("f32", "f64", c.double_to_single),
    "v_cvt_f64_f32": floating("f64", "f32", ignoring_mode(c.exactly(np.float64))),
    "v_cvt_f32_i32": moded("f32", "i32", c.integer_to_single),
    "v_cvt_f32_u32": moded("f32", "u32", c.integer_to_single),
    "v_cvt_f64_i32": integer("f64", "i32", c.exactly(np.float64)),
    "v_cvt_f64_u32": integer("f64", "u32", c.exactly(np.float64)),
    "v_cvt_f16_i16": moded("f16", "i16", c.integer_to_half),
    "v_cvt_f16_u16": moded("f16", "u16", c.integer_to_half),
    "v_cvt_u32_f32": integer("u32", "f32", c.toward_zero(np.uint32)),
    "v_cvt_i32_f32": integer("i32", "f32", c.toward_zero(np.int32)),
    "v_cvt_u32_f64": integer("u32", "f64", c.toward_zero(np.uint32)),
    "v_cvt_i32_f64": integer("i32", "f64", c.toward_zero(np.int32)),
    "v_cvt_u16_f16": integer("u16", "f16", c.toward_zero(np.uint16)),
    "v_cvt_i16_f16": integer("i16", "f16", c.toward_zero(np.int16)),
    "v_cvt_i32_i16": integer("i32", "i16", c.exactly(np.int32)),
    "v_cvt_u32_u16": integer("u32", "u16", c.exactly(np.uint32)),
    "v_cvt_flr_i32_f32 v_cvt_floor_i32_f32": integer("i32", "f32", c.floor_to_i32),
    "v_cvt_rpi_i32_f32 v_cvt_nearest_i32_f32": integer("i32", "f32", c.nearest_to_i32),
    "v_cvt_off_f32_i4": integer("f32", "u32", c.offset_to_single),
    **{
        f"v_cvt_f32_ubyte{i}": integer("f32", "u32", partial(c.byte_to_single, i))
        for i in range(4)
    },
    "v_cvt_norm_i16_f16": integer("i16", "f16", c.to_signed_normalised),
    "v_cvt_norm_u16_f16": integer("u16", "f16", c.to_unsigned_normalised),
    "v_cvt_pkrtz_f16_f32 v_cvt_pk_rtz_f16_f32": moded(
        "b32", "f32 f32", c.pack_halves_toward_zero
    ),
    "v_cvt_pk_f16_f32": integer("b32", "f32 f32", c.pack_halves_nearest),
    "v_cvt_pknorm_i16_f32": integer("b32", "f32 f32", c.pack_signed_normalised),
    "v_cvt_pk_norm_i16_f32": integer("b32", "f32 f32", c.pack_signed_normalised),
    "v_cvt_pknorm_u16_f32": integer("b32", "f32 f32", c.pack_unsigned_normalised),
    "v_cvt_pk_norm_u16_f32": integer("b32", "f32 f32", c.pack_unsigned_normalised),
    "v_cvt_pknorm_i16_f16": integer("b32", "f16 f16", c.pack_signed_normalised),
    "v_cvt_pk_norm_i16_f16": integer("b32", "f16 f16", c.pack_signed_normalised),
    "v_cvt_pknorm_u16_f16": integer("b32", "f16 f16", c.pack_unsigned_normalised),
    "v_cvt_pk_norm_u16_f16": integer("b32", "f16 f16", c.pack_unsigned_normalised),
    "v_cvt_pk_u16_u32": integer("b32", "u32 u32", c.pack_u16_u32),
    "v_cvt_pk_i16_i32": integer("b32", "i32 i32", c.pack_i16_i32),
    "v_cvt_pk_i16_f32": integer("b32", "f32 f32", c.pack_i16_f32),
    "v_cvt_pk_u16_f32": integer("b32", "f32 f32", c.pack_u16_f32),
    "v_cvt_pk_u8_f32": moded("u32", "f32 u32 u32", c.pack_byte),
    "v_cvt_pkaccum_u8_f32": moded("u32", "f32 u32 =u32", c.pack_byte),
    "v_pack_b32_f16": integer("b32", "b16 b16", c.pack),
}

ROWS = by_name(
    {
        **_ARITHMETIC,
        **_EXTREMES,
        **_ROUNDING,
        **_EXPONENTS,
        **_DIVISION,
        **_FUNCTIONS,
        **_CONVERSIONS,
    }
)

INSTRUCTIONS: Mapping[str, Builder] = table(ROWS)
