"""
Computes the bits of a result that depend on uninitialised bits, for the instructions where "all,
if any" would be wrong: bitwise operations, shifts, fields, selections, sums.

A shadow has a 1 for each uninitialised bit. A known 0 decides an AND, and a known 1 an OR; in
sums and products a bit affects only itself and the bits above it. The rules are those of
Valgrind's Memcheck (Seward and Nethercote, "Using Valgrind to detect undefined value errors with
bit-precision", USENIX 2005).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.operands import Operand, Special

Array = NDArray[Any]
Pair = tuple[Array, Array]
"""A value and its shadow, both uint32, both uint64, or both bool (a mask)."""

Formula = Callable[[Sequence[Pair]], Array | None]
"""Computes the shadow of a result from its sources; `None` if the rule does not apply."""


def _ones(like: Array) -> Any:
    return like.dtype.type((1 << 8 * like.dtype.itemsize) - 1)


def upward(shadow: Array) -> Array:
    """`shadow` with all bits above the lowest that is set."""
    above: Array = shadow | (~shadow + shadow.dtype.type(1))
    return above


def _and(sources: Sequence[Pair]) -> Array:
    (a, u), (b, w) = sources
    return (u & (b | w)) | (w & (a | u))


def _and_not(sources: Sequence[Pair]) -> Array:
    first, (b, w) = sources
    return _and((first, (~b, w)))


def _or(sources: Sequence[Pair]) -> Array:
    (a, u), (b, w) = sources
    return _and(((~a, u), (~b, w)))


def _or_not(sources: Sequence[Pair]) -> Array:
    first, (b, w) = sources
    return _or((first, (~b, w)))


def _either(sources: Sequence[Pair]) -> Array:
    """Copies, NOT, XOR: each bit is independent."""
    return reduce(lambda a, b: a | b, (shadow for _, shadow in sources))


def _sum(sources: Sequence[Pair]) -> Array:
    return upward(_either(sources))


def _sum24(sources: Sequence[Pair]) -> Array:
    """A product of the low 24 bits of two sources, optionally with a third one added."""
    low = sources[0][1].dtype.type(0xFFFFFF)
    shadow = (sources[0][1] | sources[1][1]) & low
    return upward(shadow | _either(sources[2:])) if sources[2:] else upward(shadow)


def _distance(source: Pair, bits: int) -> Array:
    return source[0] & source[0].dtype.type(bits - 1)


def _shift(value: Array, by: Pair, left: bool) -> Array:
    bits = 8 * value.dtype.itemsize
    distance = _distance(by, bits).astype(value.dtype)
    moved = value << distance if left else value >> distance
    vague = (by[1] & by[1].dtype.type(bits - 1)) != 0
    return np.where(vague, _ones(value), moved)


def _shift_left(sources: Sequence[Pair]) -> Array:
    value, by = sources
    return _shift(value[1], by, left=True)


def _shift_right(sources: Sequence[Pair]) -> Array:
    value, by = sources
    return _shift(value[1], by, left=False)


def _reversed(formula: Formula) -> Formula:
    """The formula of an instruction whose first source is the shift distance."""
    return lambda sources: formula((sources[1], sources[0], *sources[2:]))


def _field(sources: Sequence[Pair]) -> Array | None:
    value, offset, width = sources
    if offset[1].any() or width[1].any():
        return None
    return _extracted(value[1], _distance(offset, 32), _distance(width, 32))


def _packed_field(sources: Sequence[Pair]) -> Array | None:
    """`s_bfe`: offset in bits 4:0, width in bits 22:16."""
    value, field = sources
    if field[1].any():
        return None
    kind = field[0].dtype.type
    width = np.minimum(field[0] >> kind(16) & kind(0x7F), kind(32))
    return _extracted(value[1], field[0] & kind(0x1F), width)


def _extracted(shadow: Array, offset: Array, width: Array) -> Array:
    one = np.uint64(1)
    mask = (one << width.astype(np.uint64)) - one
    part = shadow.astype(np.uint64) >> offset.astype(np.uint64) & mask
    none: Array = np.zeros((), shadow.dtype)
    return np.where(part != 0, _ones(shadow), none)


def _and_or(sources: Sequence[Pair]) -> Array:
    (a, u), (b, w), third = sources
    return _or(((a & b, _and(((a, u), (b, w)))), third))


def _shift_or(sources: Sequence[Pair]) -> Array:
    value, by, third = sources
    moved = _shift(value[0], by, left=True)
    return _or(((moved, _shift_left((value, by))), third))


def _or3(sources: Sequence[Pair]) -> Array:
    (a, _), (b, _), third = sources
    return _or(((a | b, _or(sources[:2])), third))


def _shift_sum(sources: Sequence[Pair]) -> Array:
    value, by, third = sources
    return upward(_shift_left((value, by)) | third[1])


def _small_shift_sum(sources: Sequence[Pair]) -> Array:
    """
    `v_lshl_add_u64`: the distance has three bits (its description in "AMD Instinct MI300
    Instruction Set Architecture").
    """
    value, (by, shadow), third = sources
    bits = by.dtype.type(7)
    return _shift_sum((value, (by & bits, shadow & bits), third))


def _sum_shift(sources: Sequence[Pair]) -> Array:
    a, b, by = sources
    return _shift(_sum((a, b)), by, left=True)


def _align(sources: Sequence[Pair]) -> Array:
    """`v_alignbit_b32`: the low half of 64 bits that are shifted to the right."""
    high, low, by = sources
    wide = high[1].astype(np.uint64) << np.uint64(32) | low[1]
    distance = (_distance(by, 32), by[1])
    moved = (wide >> distance[0].astype(np.uint64)).astype(np.uint32)
    return np.where(by[1] & np.uint32(31) != 0, _ones(moved), moved)


def _permute(sources: Sequence[Pair]) -> Array | None:
    """
    `v_perm_b32`: each byte of the selector names a byte of the two sources, or a constant.
    """
    high, low, selector = sources
    if selector[0].size != 1 or selector[1].any():
        return None
    wide = high[1].astype(np.uint64) << np.uint64(32) | low[1]
    result = np.zeros(wide.shape, np.uint64)
    for byte in range(4):
        number = int(selector[0].reshape(-1)[0]) >> 8 * byte & 0xFF
        if number < 8:
            part = wide >> np.uint64(8 * number) & np.uint64(0xFF)
            result |= part << np.uint64(8 * byte)
        elif number < 12:
            return None
    return result.astype(np.uint32)


def _pack(sources: Sequence[Pair]) -> Array:
    low, high = sources[0][1], sources[1][1]
    return low & np.uint32(0xFFFF) | high << np.uint32(16)


def _selection(sources: Sequence[Pair]) -> Array:
    """One of two sources: the second where the third is not 0."""
    (_, no), (_, yes), (chosen, vague) = sources
    selected: Array = np.where(chosen != 0, yes, no)
    return np.where(vague != 0, _ones(no), selected)


MASK = 1
"""The bits of a source that is a mask, in each lane."""


@dataclass(frozen=True)
class Rule:
    """
    The formula of an instruction, and the bits of its result and of each source. `implicit`
    is the last source if the instruction does not name it. With `saves`, the result is a new
    EXEC, and the instruction copies the old one to its first operand.
    """

    formula: Formula
    result: int
    sources: tuple[int, ...]
    implicit: Operand | None = None
    saves: bool = False


def _rule(formula: Formula, count: int, bits: int = 32) -> Rule:
    return Rule(formula, bits, (bits,) * count)


_WIDE_SHIFT = (32, 64)

VECTOR_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(
        (
            "v_mov_b32",
            "v_not_b32",
            "v_accvgpr_read_b32",
            "v_accvgpr_write_b32",
            "v_accvgpr_mov_b32",
        ),
        _rule(_either, 1),
    ),
    "v_mov_b64": _rule(_either, 1, 64),
    "v_and_b32": _rule(_and, 2),
    "v_or_b32": _rule(_or, 2),
    **dict.fromkeys(("v_xor_b32", "v_xnor_b32"), _rule(_either, 2)),
    "v_xor3_b32": _rule(_either, 3),
    "v_or3_b32": _rule(_or3, 3),
    "v_and_or_b32": _rule(_and_or, 3),
    "v_lshl_or_b32": _rule(_shift_or, 3),
    "v_lshlrev_b32": _rule(_reversed(_shift_left), 2),
    "v_lshrrev_b32": _rule(_reversed(_shift_right), 2),
    "v_lshlrev_b64": Rule(_reversed(_shift_left), 64, _WIDE_SHIFT),
    "v_lshrrev_b64": Rule(_reversed(_shift_right), 64, _WIDE_SHIFT),
    "v_bfe_u32": _rule(_field, 3),
    "v_bfe_i32": _rule(_field, 3),
    "v_alignbit_b32": _rule(_align, 3),
    "v_perm_b32": _rule(_permute, 3),
    "v_cndmask_b32": Rule(_selection, 32, (32, 32, MASK), Special("vcc")),
    "v_pack_b32_f16": _rule(_pack, 2),
    **dict.fromkeys(
        (
            "v_add_u32",
            "v_add_nc_u32",
            "v_sub_u32",
            "v_sub_nc_u32",
            "v_subrev_u32",
            "v_subrev_nc_u32",
            "v_mul_lo_u32",
            "v_add_nc_i32",
            "v_sub_nc_i32",
        ),
        _rule(_sum, 2),
    ),
    **dict.fromkeys(("v_add3_u32", "v_xad_u32"), _rule(_sum, 3)),
    **dict.fromkeys(("v_mul_u32_u24", "v_mul_i32_i24"), _rule(_sum24, 2)),
    **dict.fromkeys(("v_mad_u32_u24", "v_mad_i32_i24"), _rule(_sum24, 3)),
    "v_lshl_add_u32": _rule(_shift_sum, 3),
    "v_lshl_add_u64": Rule(_small_shift_sum, 64, (64, 32, 64)),
    "v_add_lshl_u32": _rule(_sum_shift, 3),
}
"""Vector instructions with one result."""

CARRYING_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(
        ("v_mad_u64_u32", "v_mad_i64_i32", "v_mad_co_u64_u32", "v_mad_co_i64_i32"),
        Rule(_sum, 64, (32, 32, 64)),
    ),
    **dict.fromkeys(
        (
            "v_add_co_u32",
            "v_sub_co_u32",
            "v_subrev_co_u32",
            "v_add_u32",
            "v_sub_u32",
            "v_subrev_u32",
        ),
        _rule(_sum, 2),
    ),
}
"""Vector instructions with a mask as their second result."""

_BITWISE: Mapping[str, Formula] = {
    "and": _and,
    "or": _or,
    "xor": _either,
    "andn2": _and_not,
    "and_not1": _and_not,
    "orn2": _or_not,
    "or_not1": _or_not,
}

SCALAR_RULES: Mapping[str, Rule] = {
    **{
        f"s_{name}_b{bits}": _rule(formula, count, bits)
        for bits in (32, 64)
        for count, formulas in (
            (1, {"mov": _either, "not": _either}),
            (2, _BITWISE),
        )
        for name, formula in formulas.items()
    },
    # The new EXEC from the operand and EXEC, in this order ("RDNA3 Instruction Set
    # Architecture", section 16.3).
    **{
        f"s_{name}_saveexec_b{bits}": Rule(
            formula, bits, (bits, bits), Special("exec"), saves=True
        )
        for bits in (32, 64)
        for name, formula in (
            *_BITWISE.items(),
            ("andn1", _reversed(_and_not)),
            ("and_not0", _reversed(_and_not)),
        )
    },
    **{
        f"s_cselect_b{bits}": Rule(
            _reversed(_selection), bits, (bits, bits, 32), Special("scc")
        )
        for bits in (32, 64)
    },
    "s_lshl_b32": _rule(_shift_left, 2),
    "s_lshr_b32": _rule(_shift_right, 2),
    "s_lshl_b64": Rule(_shift_left, 64, (64, 32)),
    "s_lshr_b64": Rule(_shift_right, 64, (64, 32)),
    "s_bfe_u32": _rule(_packed_field, 2),
    "s_bfe_i32": _rule(_packed_field, 2),
    "s_pack_ll_b32_b16": _rule(_pack, 2),
    **dict.fromkeys(
        ("s_add_u32", "s_add_i32", "s_sub_u32", "s_sub_i32", "s_mul_i32"),
        _rule(_sum, 2),
    ),
    **dict.fromkeys(("s_add_nc_u64", "s_sub_nc_u64", "s_mul_u64"), _rule(_sum, 2, 64)),
}
