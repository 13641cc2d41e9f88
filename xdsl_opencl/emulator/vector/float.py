"""
Floating-point arithmetic: sums, products, fused multiply-add, extremes, rounding, exponents.

Sources: "RDNA3 Instruction Set Architecture", sections 16.7, 16.8, 16.12; "RDNA4 Instruction
Set Architecture", section 16 (V_MIN_NUM_F32, V_MINIMUM_F32); "Vega Instruction Set
Architecture", sections 12.7 to 12.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    ByGeneration,
    InstructionRow,
    floating,
    ignoring_mode,
    integer,
    keeping,
)
from xdsl_opencl.emulator.vector.semantics import arithmetic as a
from xdsl_opencl.emulator.vector.semantics import conversions as c
from xdsl_opencl.emulator.vector.semantics import extremes as e
from xdsl_opencl.emulator.vector.semantics import integers

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
    "v_mul_legacy_f32": _binary("f32", a.multiply_legacy),
    "v_mul_dx9_zero_f32": _binary("f32", a.multiply_legacy),
    "v_fma_f16": keeping(_ternary("f16", a.fma)),
    "v_fma_legacy_f16": _ternary("f16", a.fma),
    "v_fma_f32": _ternary("f32", a.fma),
    "v_fma_f64": _ternary("f64", a.fma),
    "v_fma_legacy_f32": _ternary("f32", a.fma_legacy),
    "v_fma_dx9_zero_f32": _ternary("f32", a.fma_legacy),
    "v_fmac_f16": keeping(_accumulating("f16", a.fma)),
    "v_fmac_f32": _accumulating("f32", a.fma),
    "v_fmac_f64": _accumulating("f64", a.fma),
    "v_fmac_legacy_f32": _accumulating("f32", a.fma_legacy),
    "v_fmac_dx9_zero_f32": _accumulating("f32", a.fma_legacy),
    "v_fmaak_f16": keeping(_ternary("f16", a.fma)),
    "v_fmaak_f32": _ternary("f32", a.fma),
    "v_fmaak_f64": _ternary("f64", a.fma),
    "v_fmamk_f64": _ternary("f64", a.fma),
    "v_fmamk_f16": keeping(_ternary("f16", a.fma)),
    "v_fmamk_f32": _ternary("f32", a.fma),
    "v_mad_f16": keeping(_ternary("f16", a.multiply_add)),
    "v_mad_legacy_f16": _ternary("f16", a.multiply_add),
    "v_mad_f32": _unflushed(_ternary("f32", a.multiply_add)),
    "v_mad_legacy_f32": _unflushed(_ternary("f32", a.multiply_add_legacy)),
    "v_mac_f16": keeping(_accumulating("f16", a.multiply_add)),
    "v_mac_f32": _unflushed(_accumulating("f32", a.multiply_add)),
    "v_mac_legacy_f32": _unflushed(_accumulating("f32", a.multiply_add_legacy)),
    "v_madak_f16": keeping(_ternary("f16", a.multiply_add)),
    "v_madak_f32": _unflushed(_ternary("f32", a.multiply_add)),
    "v_madmk_f16": keeping(_ternary("f16", a.multiply_add)),
    "v_madmk_f32": _unflushed(_ternary("f32", a.multiply_add)),
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

ROWS: Mapping[str, InstructionRow | ByGeneration] = {
    **_ARITHMETIC,
    **_EXTREMES,
    **_ROUNDING,
    **_EXPONENTS,
}

INSTRUCTIONS: Mapping[str, Builder] = table(ROWS)
