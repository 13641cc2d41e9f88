"""
Computes the bits of a result that depend on uninitialised bits, for the instructions where "all,
if any" would be wrong: bitwise operations, shifts, fields, selections, sums.

A shadow has a 1 for each uninitialised bit. A known 0 decides an AND, and a known 1 an OR; in
sums and products a bit affects only itself and the bits above it. The rules are those of
Valgrind's Memcheck (Seward and Nethercote, "Using Valgrind to detect undefined value errors with
bit-precision", USENIX 2005).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.operands import Operand, Special

Array = NDArray[Any]


def _ones(like: Array) -> Any:
    return like.dtype.type((1 << 8 * like.dtype.itemsize) - 1)


def upward(shadow: Array) -> Array:
    """`shadow` with all bits above the lowest that is set."""
    above: Array = shadow | (~shadow + shadow.dtype.type(1))
    return above


@dataclass(frozen=True)
class Bits:
    """
    A value and its shadow, both uint32, both uint64, or both bool (a mask). Operators give
    the result and its shadow.
    """

    value: Array
    shadow: Array

    def __invert__(self) -> Bits:
        return Bits(~self.value, self.shadow)

    def __and__(self, other: Bits) -> Bits:
        a, u, b, w = self.value, self.shadow, other.value, other.shadow
        return Bits(a & b, (u & (b | w)) | (w & (a | u)))

    def __or__(self, other: Bits) -> Bits:
        return ~(~self & ~other)

    def __add__(self, other: Bits) -> Bits:
        return Bits(self.value + other.value, upward(self.shadow | other.shadow))

    def __lshift__(self, by: Bits) -> Bits:
        return self._shifted(by, np.left_shift)

    def __rshift__(self, by: Bits) -> Bits:
        return self._shifted(by, np.right_shift)

    def _shifted(self, by: Bits, shift: Callable[[Array, Array], Array]) -> Bits:
        bits = 8 * self.value.dtype.itemsize
        distance = by.low(bits).astype(self.value.dtype)
        vague = (by.shadow & by.shadow.dtype.type(bits - 1)) != 0
        moved = np.where(vague, _ones(self.value), shift(self.shadow, distance))
        return Bits(shift(self.value, distance), moved)

    def low(self, count: int) -> Array:
        """The value modulo `count`, a power of two."""
        return self.value & self.value.dtype.type(count - 1)


Formula = Callable[..., Array | None]
"""Computes the shadow of a result from its sources; `None` if the rule does not apply."""


def _two(function: Callable[[Bits, Bits], Bits]) -> Callable[[Bits, Bits], Array]:
    """The formula of an instruction that is an expression of operators."""
    return lambda a, b: function(a, b).shadow


def _three(function: Callable[[Bits, Bits, Bits], Bits]) -> Rule:
    def formula(a: Bits, b: Bits, c: Bits) -> Array:
        return function(a, b, c).shadow

    return _rule(formula, 3)


def _either(*sources: Bits) -> Array:
    """Copies, NOT, XOR: each bit is independent."""
    return reduce(lambda a, b: a | b, (source.shadow for source in sources))


def _sum(*sources: Bits) -> Array:
    """Sums and products."""
    return upward(_either(*sources))


def _sum24(a: Bits, b: Bits, *addend: Bits) -> Array:
    """A product of the low 24 bits of two sources, optionally with a third one added."""
    low = a.shadow.dtype.type(0xFFFFFF)
    product = _either(a, b) & low
    return upward(product | _either(*addend) if addend else product)


def _reversed(formula: Formula) -> Formula:
    """The formula of an instruction whose first two sources are in the other order."""

    def reversed_(a: Bits, b: Bits, *rest: Bits) -> Array | None:
        return formula(b, a, *rest)

    return reversed_


def _field(value: Bits, offset: Bits, width: Bits) -> Array | None:
    if offset.shadow.any() or width.shadow.any():
        return None
    return _extracted(value.shadow, offset.low(32), width.low(32))


def _packed_field(value: Bits, field: Bits) -> Array | None:
    """`s_bfe`: offset in bits 4:0, width in bits 22:16."""
    if field.shadow.any():
        return None
    kind = field.value.dtype.type
    width = np.minimum(field.value >> kind(16) & kind(0x7F), kind(32))
    return _extracted(value.shadow, field.low(32), width)


def _extracted(shadow: Array, offset: Array, width: Array) -> Array:
    one = np.uint64(1)
    mask = (one << width.astype(np.uint64)) - one
    part = shadow.astype(np.uint64) >> offset.astype(np.uint64) & mask
    none: Array = np.zeros((), shadow.dtype)
    return np.where(part != 0, _ones(shadow), none)


def _align(high: Bits, low: Bits, by: Bits) -> Array:
    """`v_alignbit_b32`: the low half of 64 bits that are shifted to the right."""
    wide = high.shadow.astype(np.uint64) << np.uint64(32) | low.shadow
    moved = (wide >> by.low(32).astype(np.uint64)).astype(np.uint32)
    return np.where(by.shadow & np.uint32(31) != 0, _ones(moved), moved)


def _permute(high: Bits, low: Bits, selector: Bits) -> Array | None:
    """
    `v_perm_b32`: each byte of the selector names a byte of the two sources, or a constant.
    """
    if selector.value.size != 1 or selector.shadow.any():
        return None
    wide = high.shadow.astype(np.uint64) << np.uint64(32) | low.shadow
    result = np.zeros(wide.shape, np.uint64)
    for byte in range(4):
        number = int(selector.value.reshape(-1)[0]) >> 8 * byte & 0xFF
        if number < 8:
            part = wide >> np.uint64(8 * number) & np.uint64(0xFF)
            result |= part << np.uint64(8 * byte)
        elif number < 12:
            return None
    return result.astype(np.uint32)


def _pack(low: Bits, high: Bits) -> Array:
    return low.shadow & np.uint32(0xFFFF) | high.shadow << np.uint32(16)


def _selection(no: Bits, yes: Bits, chosen: Bits) -> Array:
    """One of two sources: the second where the third is not 0."""
    selected: Array = np.where(chosen.value != 0, yes.shadow, no.shadow)
    return np.where(chosen.shadow != 0, _ones(no.shadow), selected)


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


_AND = _two(lambda a, b: a & b)
_OR = _two(lambda a, b: a | b)
_AND_NOT = _two(lambda a, b: a & ~b)
_LEFT = _two(lambda value, by: value << by)
_RIGHT = _two(lambda value, by: value >> by)
_THREE_BITS = Bits(np.array(7, np.uint32), np.array(0, np.uint32))

VECTOR_RULES: Mapping[str, Rule] = {
    f"v_{name}": rule
    for names, rule in (
        (
            "mov_b32 not_b32 accvgpr_read_b32 accvgpr_write_b32 accvgpr_mov_b32",
            _rule(_either, 1),
        ),
        ("mov_b64", _rule(_either, 1, 64)),
        ("and_b32", _rule(_AND, 2)),
        ("or_b32", _rule(_OR, 2)),
        ("xor_b32 xnor_b32", _rule(_either, 2)),
        ("xor3_b32", _rule(_either, 3)),
        ("or3_b32", _three(lambda a, b, c: a | b | c)),
        ("and_or_b32", _three(lambda a, b, c: (a & b) | c)),
        ("lshl_or_b32", _three(lambda a, b, c: (a << b) | c)),
        ("lshlrev_b32", _rule(_reversed(_LEFT), 2)),
        ("lshrrev_b32", _rule(_reversed(_RIGHT), 2)),
        ("lshlrev_b64", Rule(_reversed(_LEFT), 64, (32, 64))),
        ("lshrrev_b64", Rule(_reversed(_RIGHT), 64, (32, 64))),
        ("bfe_u32 bfe_i32", _rule(_field, 3)),
        ("alignbit_b32", _rule(_align, 3)),
        ("perm_b32", _rule(_permute, 3)),
        ("cndmask_b32", Rule(_selection, 32, (32, 32, MASK), Special("vcc"))),
        ("pack_b32_f16", _rule(_pack, 2)),
        (
            "add_u32 add_nc_u32 sub_u32 sub_nc_u32 subrev_u32 subrev_nc_u32 mul_lo_u32 "
            "add_nc_i32 sub_nc_i32",
            _rule(_sum, 2),
        ),
        ("add3_u32 xad_u32", _rule(_sum, 3)),
        ("mul_u32_u24 mul_i32_i24", _rule(_sum24, 2)),
        ("mad_u32_u24 mad_i32_i24", _rule(_sum24, 3)),
        ("lshl_add_u32", _three(lambda a, b, c: (a << b) + c)),
        # Three bits of the distance count ("AMD Instinct MI300 Instruction Set
        # Architecture", V_LSHL_ADD_U64).
        (
            "lshl_add_u64",
            replace(
                _three(lambda a, b, c: (a << (b & _THREE_BITS)) + c),
                result=64,
                sources=(64, 32, 64),
            ),
        ),
        ("add_lshl_u32", _three(lambda a, b, c: (a + b) << c)),
    )
    for name in names.split()
}
"""Vector instructions with one result."""

CARRYING_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(
        ("v_mad_u64_u32", "v_mad_i64_i32", "v_mad_co_u64_u32", "v_mad_co_i64_i32"),
        # mutant: there are no other widths than 32 and 64
        Rule(_sum, 64, (32, 32, 64)),
    ),
    **dict.fromkeys(
        (
            *("v_add_co_u32", "v_sub_co_u32", "v_subrev_co_u32"),
            *("v_add_u32", "v_sub_u32", "v_subrev_u32"),
        ),
        _rule(_sum, 2),
    ),
}
"""Vector instructions with a mask as their second result."""

_BITWISE: Mapping[str, Formula] = {
    **{"and": _AND, "or": _OR, "xor": _either},
    **dict.fromkeys(("andn2", "and_not1"), _AND_NOT),
    **dict.fromkeys(("orn2", "or_not1"), _two(lambda a, b: a | ~b)),
}

SCALAR_RULES: Mapping[str, Rule] = {
    **{
        f"s_{name}_b{bits}": _rule(formula, count, bits)
        for bits in (32, 64)
        for count, formulas in ((1, {"mov": _either, "not": _either}), (2, _BITWISE))
        for name, formula in formulas.items()
    },
    # The new EXEC from the operand and EXEC, in this order ("RDNA3 Instruction Set
    # Architecture", section 16.3).
    **{
        f"s_{name}_saveexec_b{bits}": Rule(
            formula, bits, (bits, bits), Special("exec"), saves=True
        )
        for bits in (32, 64)
        for name, formula in (  # mutant: a table in another order
            *_BITWISE.items(),
            ("andn1", _reversed(_AND_NOT)),
            ("and_not0", _reversed(_AND_NOT)),
        )
    },
    **{
        f"s_cselect_b{bits}": Rule(
            _reversed(_selection), bits, (bits, bits, 32), Special("scc")
        )
        for bits in (32, 64)
    },
    "s_lshl_b32": _rule(_LEFT, 2),
    "s_lshr_b32": _rule(_RIGHT, 2),
    "s_lshl_b64": Rule(_LEFT, 64, (64, 32)),
    "s_lshr_b64": Rule(_RIGHT, 64, (64, 32)),
    "s_bfe_u32": _rule(_packed_field, 2),
    "s_bfe_i32": _rule(_packed_field, 2),
    "s_pack_ll_b32_b16": _rule(_pack, 2),
    **dict.fromkeys(
        ("s_add_u32", "s_add_i32", "s_sub_u32", "s_sub_i32", "s_mul_i32"),
        _rule(_sum, 2),
    ),
    **dict.fromkeys(("s_add_nc_u64", "s_sub_nc_u64", "s_mul_u64"), _rule(_sum, 2, 64)),
}
