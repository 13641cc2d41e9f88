"""
Integer arithmetic: sums with and without carry, products, shifts, minima, bit fields, bytes.

Sources: "RDNA3 Instruction Set Architecture", sections 16.7 to 16.12; "Vega Instruction Set
Architecture", sections 12.6 to 12.9; "AMD CDNA4 Instruction Set Architecture", section 12;
for the clamp of integers, "Vega Instruction Set Architecture", section 6.2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder
from xdsl_opencl.emulator.vector.execution.execute import table
from xdsl_opencl.emulator.vector.execution.instruction_rows import (
    TYPES,
    ByGeneration,
    InstructionRow,
    by_name,
    integer,
    keeping,
)
from xdsl_opencl.emulator.vector.semantics import integers as i
from xdsl_opencl.emulator.vector.semantics.formats import Array

Three = Callable[[Array, Array, Array], Array]


def _wide(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` of the sources as int64, for results that are clamped afterwards."""

    def exact(*sources: Array) -> Array:
        return function(*(source.astype(np.int64) for source in sources))

    return exact


def _xnor(a: Array, b: Array) -> Array:
    return ~(a ^ b)


def _sum(type: str) -> InstructionRow:
    return integer(type, f"{type} {type}", np.add, _wide(np.add))


def _difference(type: str) -> InstructionRow:
    return integer(type, f"{type} {type}", np.subtract, _wide(np.subtract))


def _reversed(type: str) -> InstructionRow:
    exact = _wide(i.subtract_reversed)
    return integer(type, f"{type} {type}", i.subtract_reversed, exact)


def _limited_sum(a: Array, b: Array, carry: Any = None) -> tuple[Array, Any]:
    total, out = i.add_carry(a, b, carry)
    return np.where(out, np.uint32(0xFFFFFFFF), total), out


def _limited_difference(a: Array, b: Array, borrow: Any = None) -> tuple[Array, Any]:
    total, out = i.subtract_borrow(a, b, borrow)
    return np.where(out, np.uint32(0), total), out


def _limited_reversed(a: Array, b: Array, borrow: Any = None) -> tuple[Array, Any]:
    return _limited_difference(b, a, borrow)


_CARRY = "u32 mask", "u32 u32"
_CARRIES = "u32 mask", "u32 u32 vcc"
_ADD_CO = integer(*_CARRY, i.add_carry, _limited_sum)
_SUB_CO = integer(*_CARRY, i.subtract_borrow, _limited_difference)
_SUBREV_CO = integer(*_CARRY, i.subtract_borrow_reversed, _limited_reversed)
_ADD_CI = integer(*_CARRIES, i.add_carry, _limited_sum)
_SUB_CI = integer(*_CARRIES, i.subtract_borrow, _limited_difference)
_SUBREV_CI = integer(*_CARRIES, i.subtract_borrow_reversed, _limited_reversed)


def _carry_on_gfx8(carry: InstructionRow, plain: InstructionRow) -> ByGeneration:
    """
    The row of a name that means the sum with carry on gfx8, and the sum without carry
    later.
    """

    def row(generation: Generation) -> InstructionRow:
        return carry if generation.major == 8 else plain

    return row


def _limited_u64(a: Array, b: Array, c: Array) -> tuple[Array, Any]:
    total, carry = i.multiply_add_u64(a, b, c)
    return np.where(carry, np.uint64(0xFFFFFFFFFFFFFFFF), total), carry


def _limited_i64(a: Array, b: Array, c: Array) -> tuple[Array, Any]:
    total, top = i.multiply_add_i64(a, b, c)
    limits = np.iinfo(np.int64)
    overflow = (total < 0) != top
    limited = np.where(top, np.int64(limits.min), np.int64(limits.max))
    return np.where(overflow, limited, total), top


_MAD_U64 = integer("u64 mask", "u32 u32 u64", i.multiply_add_u64, _limited_u64)
_MAD_I64 = integer("i64 mask", "i32 i32 i64", i.multiply_add_i64, _limited_i64)


def _first(function: Any) -> Any:
    """The first result of `function` alone."""

    def first(*values: Array) -> Array:
        return function(*values)[0]

    return first


def _limited_sum_u64(a: Array, b: Array) -> Array:
    total = a + b
    return np.where(total < a, np.uint64(0xFFFFFFFFFFFFFFFF), total)


def _limited_difference_u64(a: Array, b: Array) -> Array:
    return np.where(a < b, np.uint64(0), a - b)


def _three(type: str, function: Three, exact: bool = False) -> InstructionRow:
    return integer(
        type, f"{type} {type} {type}", function, _wide(function) if exact else None
    )


def _of_three(first: Any, second: Any) -> Three:
    return lambda a, b, c: second(first(a, b), c)


def _product_sum(types: str, factor: Callable[[Array], Array]) -> InstructionRow:
    """The low 32 bits of `factor(a) * factor(b) + c`."""
    result = types.split()[-1]

    def exact(a: Array, b: Array, c: Array) -> Array:
        product = factor(a).astype(np.int64) * factor(b).astype(np.int64)
        return product + c.astype(np.int64)

    def low(a: Array, b: Array, c: Array) -> Array:
        return exact(a, b, c).astype(TYPES[result])

    return integer(result, types, low, exact)


def _exact_sad(function: Any) -> Any:
    """A saturating sum of differences: without the addend the sum fits in 32 bits."""

    def exact(a: Array, b: Array, c: Array) -> Array:
        total = function(a, b, np.zeros_like(c))
        return total.astype(np.int64) + c.astype(np.int64)

    return exact


def _sad(function: Any) -> InstructionRow:
    return integer("u32", "u32 u32 u32", function, _exact_sad(function))


_MAD_U16 = _three("u16", lambda a, b, c: a * b + c, exact=True)
_MAD_I16 = _three("i16", lambda a, b, c: a * b + c, exact=True)

_PAIRS = (("min", np.minimum), ("max", np.maximum))


def _add_extreme(type: str, function: Any) -> InstructionRow:
    """
    The sum of two, limited to the type, and the third (LLVM, `VOP3Instructions.td`: `saddsat`,
    `uaddsat`, without a clamp).
    """
    limits = np.iinfo(TYPES[type])

    def compute(a: Array, b: Array, c: Array) -> Array:
        total = a.astype(np.int64) + b.astype(np.int64)
        return function(total.clip(limits.min, limits.max).astype(c.dtype), c)

    return integer(type, f"{type} {type} {type}", compute)


ADD_EXTREMES: Mapping[str, InstructionRow] = {
    f"v_add_{name}_{type}": _add_extreme(type, function)
    for name, function in _PAIRS
    for type in ("i32", "u32", "i16", "u16")
}
"""Sums of 16 bits are packed instructions only."""

_SHIFTS: Mapping[str, InstructionRow] = {
    "v_lshlrev_b16": integer("u16", "u16 u16", i.shift_left_reversed),
    "v_lshrrev_b16": integer("u16", "u16 u16", i.shift_right_reversed),
    "v_ashrrev_i16": integer("i16", "u16 i16", i.shift_right_reversed),
    "v_lshlrev_b32": integer("u32", "u32 u32", i.shift_left_reversed),
    "v_lshrrev_b32": integer("u32", "u32 u32", i.shift_right_reversed),
    "v_ashrrev_i32": integer("i32", "u32 i32", i.shift_right_reversed),
    "v_lshlrev_b64": integer("u64", "u32 u64", i.shift_left_reversed),
    "v_lshrrev_b64": integer("u64", "u32 u64", i.shift_right_reversed),
    "v_ashrrev_i64": integer("i64", "u32 i64", i.shift_right_reversed),
}

_LOGIC: Mapping[str, InstructionRow] = {
    "v_and_b32": integer("u32", "u32 u32", np.bitwise_and),
    "v_or_b32": integer("u32", "u32 u32", np.bitwise_or),
    "v_xor_b32": integer("u32", "u32 u32", np.bitwise_xor),
    "v_xnor_b32": integer("u32", "u32 u32", _xnor),
    "v_not_b32": integer("u32", "u32", np.invert),
    "v_and_b16": integer("u16", "u16 u16", np.bitwise_and),
    "v_or_b16": integer("u16", "u16 u16", np.bitwise_or),
    "v_xor_b16": integer("u16", "u16 u16", np.bitwise_xor),
    "v_not_b16": integer("u16", "u16", np.invert),
    "v_and_or_b32": _three("u32", lambda a, b, c: (a & b) | c),
    "v_or3_b32": _three("u32", lambda a, b, c: a | b | c),
    "v_xor3_b32": _three("u32", lambda a, b, c: a ^ b ^ c),
    "v_lshl_or_b32": _three("u32", lambda a, b, c: i.shift_left(a, b) | c),
    "v_bfe_u32": _three("u32", i.bit_field_extract_u32),
    "v_bfe_i32": integer("i32", "i32 u32 u32", i.bit_field_extract_i32),
    "v_bfi_b32": _three("u32", i.bit_field_insert),
    "v_bfm_b32": integer("u32", "u32 u32", i.bit_field_mask),
    "v_bfrev_b32": integer("u32", "u32", i.reverse_bits),
    "v_bcnt_u32_b32": integer("u32", "u32 u32", i.population_count),
    # The amount is a half on gfx11 and later; 5 bits of it count on all generations.
    "v_alignbit_b32": integer("u32", "u32 u32 u16", i.align_bit),
    "v_alignbyte_b32": integer("u32", "u32 u32 u16", i.align_byte),
    "v_perm_b32": _three("u32", i.permute_bytes),
    "v_ffbh_u32 v_clz_i32_u32": integer("u32", "u32", i.leading_zeros),
    "v_ffbh_i32 v_cls_i32": integer("u32", "i32", i.sign_bits),
    "v_ffbl_b32 v_ctz_i32_b32": integer("u32", "u32", i.lowest_one),
    "v_prng_b32": integer("u32", "u32", i.random_step),
}

_PRODUCTS: Mapping[str, InstructionRow] = {
    "v_mul_i32_i24": integer("i32", "u32 u32", i.multiply_i24),
    "v_mul_u32_u24": integer("u32", "u32 u32", i.multiply_u24),
    "v_mul_hi_i32_i24": integer("i32", "u32 u32", i.multiply_high_i24),
    "v_mul_hi_u32_u24": integer("u32", "u32 u32", i.multiply_high_u24),
    "v_mul_lo_u32 v_mul_lo_i32": integer("u32", "u32 u32", np.multiply),
    "v_mul_hi_u32": integer("u32", "u32 u32", i.multiply_high_u32),
    "v_mul_hi_i32": integer("i32", "i32 i32", i.multiply_high_i32),
    "v_mul_lo_u16": integer("u16", "u16 u16", np.multiply),
    "v_mad_u32_u24": _product_sum("u32 u32 u32", i.unsigned24),
    "v_mad_i32_i24": _product_sum("u32 u32 i32", i.signed24),
    "v_mad_u32_u16": _product_sum("u16 u16 u32", np.asarray),
    "v_mad_i32_i16": _product_sum("i16 i16 i32", np.asarray),
    "v_mad_u16": keeping(_MAD_U16),
    "v_mad_i16": keeping(_MAD_I16),
    "v_mad_legacy_u16": _MAD_U16,
    "v_mad_legacy_i16": _MAD_I16,
    "v_mad_u64_u32 v_mad_co_u64_u32": _MAD_U64,
    "v_mad_i64_i32 v_mad_co_i64_i32": _MAD_I64,
    "v_mad_nc_u64_u32": integer(
        "u64", "u32 u32 u64", _first(i.multiply_add_u64), _first(_limited_u64)
    ),
    "v_mad_nc_i64_i32": integer(
        "i64", "i32 i32 i64", _first(i.multiply_add_i64), _first(_limited_i64)
    ),
    "v_mad_u32": _three("u32", lambda a, b, c: a * b + c),
    "v_mul_u64": integer("u64", "u64 u64", np.multiply),
}

_SUMS: Mapping[str, InstructionRow | ByGeneration] = {
    "v_add_u32": _carry_on_gfx8(_ADD_CO, _sum("u32")),
    "v_sub_u32": _carry_on_gfx8(_SUB_CO, _difference("u32")),
    "v_subrev_u32": _carry_on_gfx8(_SUBREV_CO, _reversed("u32")),
    **dict.fromkeys(("v_addc_u32", "v_addc_co_u32", "v_add_co_ci_u32"), _ADD_CI),
    **dict.fromkeys(("v_subb_u32", "v_subb_co_u32", "v_sub_co_ci_u32"), _SUB_CI),
    **dict.fromkeys(
        ("v_subbrev_u32", "v_subbrev_co_u32", "v_subrev_co_ci_u32"), _SUBREV_CI
    ),
    "v_add_co_u32": _ADD_CO,
    "v_sub_co_u32": _SUB_CO,
    "v_subrev_co_u32": _SUBREV_CO,
    "v_add_nc_u32": _sum("u32"),
    "v_sub_nc_u32": _difference("u32"),
    "v_subrev_nc_u32": _reversed("u32"),
    "v_add_i32 v_add_nc_i32": _sum("i32"),
    "v_sub_i32 v_sub_nc_i32": _difference("i32"),
    "v_add_u16 v_add_nc_u16": _sum("u16"),
    "v_sub_u16 v_sub_nc_u16": _difference("u16"),
    "v_subrev_u16": _reversed("u16"),
    "v_add_i16": keeping(_sum("i16")),
    "v_sub_i16": keeping(_difference("i16")),
    "v_add_nc_i16": _sum("i16"),
    "v_sub_nc_i16": _difference("i16"),
    "v_add3_u32": _three("u32", lambda a, b, c: a + b + c, exact=True),
    "v_add_lshl_u32": _three("u32", lambda a, b, c: i.shift_left(a + b, c)),
    "v_lshl_add_u32": _three("u32", lambda a, b, c: i.shift_left(a, b) + c),
    "v_lshl_add_u64": integer("r2", "r2 u32 r2", i.shift_left_add_u64),
    "v_add_nc_u64": integer("u64", "u64 u64", np.add, _limited_sum_u64),
    "v_sub_nc_u64": integer("u64", "u64 u64", np.subtract, _limited_difference_u64),
    **{name: row for name, row in ADD_EXTREMES.items() if name.endswith("32")},
    "v_xad_u32": _three("u32", lambda a, b, c: (a ^ b) + c),
    "v_sad_u8": _sad(i.sum_of_differences_u8),
    "v_sad_u16": _sad(i.sum_of_differences_u16),
    "v_sad_u32": _sad(i.sum_of_differences_u32),
    "v_sad_hi_u8": integer("u32", "u32 u32 u32", i.sum_of_differences_high_u8),
    "v_msad_u8": _sad(i.masked_sum_of_differences_u8),
    "v_qsad_pk_u16_u8": integer("u64", "u64 u32 u64", i.quad_sums_of_differences),
    "v_mqsad_pk_u16_u8": integer(
        "u64", "u64 u32 u64", i.masked_quad_sums_of_differences
    ),
    "v_mqsad_u32_u8": integer("r4", "u64 u32 r4", i.masked_quad_sums_u32),
    "v_lerp_u8": _three("u32", i.lerp_u8),
    "v_sat_pk_u8_i16": integer("u16", "u32", i.saturated_bytes_u8_i16),
    "v_ashr_pk_i8_i32": integer("u16", "i32 i32 u32", i.shift_pack_i8),
    "v_ashr_pk_u8_i32": integer("u16", "i32 i32 u32", i.shift_pack_u8),
}

_TRIPLES: tuple[tuple[str, Three], ...] = (
    ("min3", _of_three(np.minimum, np.minimum)),
    ("max3", _of_three(np.maximum, np.maximum)),
    ("med3", i.median),
)

_MIXED = (
    ("minmax", _of_three(np.minimum, np.maximum)),
    ("maxmin", _of_three(np.maximum, np.minimum)),
)

_EXTREMES: Mapping[str, InstructionRow] = {
    **{
        f"v_{name}_{type}": integer(type, f"{type} {type}", function)
        for name, function in _PAIRS
        for type in ("i16", "u16", "i32", "u32", "i64", "u64")
    },
    **{
        f"v_{name}_{type}": keeping(_three(type, function))
        for name, function in _TRIPLES
        for type in ("i16", "u16")
    },
    **{
        f"v_{name}_{type}": _three(type, function)
        for name, function in (*_TRIPLES, *_MIXED)
        for type in ("i32", "u32")
    },
}

ROWS = by_name({**_SUMS, **_PRODUCTS, **_SHIFTS, **_LOGIC, **_EXTREMES})

INSTRUCTIONS: Mapping[str, Builder] = table(ROWS)
