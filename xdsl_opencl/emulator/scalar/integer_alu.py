"""
Scalar arithmetic on integers: SOP1, SOP2, SOPC and SOPK.

Sources: "RDNA3 Instruction Set Architecture", sections 16.1 to 16.4; "Vega Instruction Set
Architecture", sections 12.1 to 12.4; "RDNA4 Instruction Set Architecture" for s_add_nc_u64,
s_sub_nc_u64 and s_mul_u64. Different names of one operation on gfx8 to gfx12 are listed together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step, acting
from xdsl_opencl.emulator.operands import Literal, Operand, Register, Special
from xdsl_opencl.emulator.vector.compare import INTEGER_COMPARISONS
from xdsl_opencl.emulator.vector.semantics.integers import (
    add_carry,
    count_ones,
    leading_zeros,
    lowest_one,
    multiply_high_i32,
    multiply_high_u32,
    reverse_bits,
    shift_left,
    shift_right_reversed,
    sign_bits,
    subtract_borrow,
)
from xdsl_opencl.emulator.waves import M0, Waves, any_lane

Array = NDArray[Any]
Function = Callable[..., Array]
Result = tuple[Array | None, Array | None]
"""The value of the result, and the new SCC; `None` if the instruction does not write it."""

U32, U64 = np.uint32, np.uint64


class _Kind:
    """A type of operand: its width in bits, and its type in NumPy."""

    def __init__(self, width: int, dtype: Any, signed: bool):
        self.width = width
        self.dtype = dtype
        self.signed = signed

    def read(self, waves: Waves, operand: Operand) -> Array:
        if self.width == 32:
            values: Array = waves.read_scalar32(operand)
        else:
            values = waves.read_scalar64(operand, signed=self.signed)
        return values.view(self.dtype) if self.signed else values


u32 = _Kind(32, np.uint32, False)
i32 = _Kind(32, np.int32, True)
u64 = _Kind(64, np.uint64, False)
i64 = _Kind(64, np.int64, True)
_KINDS = {32: u32, 64: u64}


def write(waves: Waves, operand: Operand, values: Array, width: int) -> None:
    """Writes a scalar result of 32 or 64 bits of any type."""
    if width == 32:
        waves.write_scalar32(operand, values.astype(U32, copy=False))
    else:
        waves.write_scalar64(operand, values.astype(U64, copy=False))


def scalar(
    width: int,
    compute: Callable[..., Result],
    *kinds: _Kind,
    updates: bool = False,
    constant: bool = False,
    reads_scc: bool = False,
) -> Builder:
    """
    Builds an instruction with a result of `width` bits, 0 for none, and sources of `kinds`.
    The destination is the first source if the instruction `updates` it, the last source is
    a `constant` of 16 bits, and SCC is the last source.
    """

    assert width in {0, 32, 64}, "the widths of scalar results"

    def builder(instruction: Instruction, generation: Generation) -> Step:
        destination, *others = instruction.operands
        sources = others if width and not updates else [destination, *others]
        if constant:
            sources[-1] = simm16(sources[-1], signed=kinds[-1].signed)
        typed = list(zip(kinds, sources, strict=True))

        def step(waves: Waves) -> None:
            given = [kind.read(waves, source) for kind, source in typed]
            if reads_scc:
                given.append(waves.scc)
            values, scc = compute(*given)
            if values is not None:
                write(waves, destination, values, width)
            if scc is not None:
                waves.scc = scc

        return step

    return builder


def _test(values: Array) -> Result:
    return values, values != 0


def _logic(function: Function) -> Callable[..., Result]:
    return lambda *sources: _test(function(*sources))


def _plain(function: Function) -> Callable[..., Result]:
    return lambda *sources: (function(*sources), None)


def _condition(function: Function) -> Callable[..., Result]:
    return lambda *sources: (None, function(*sources))


# Addition and subtraction


def _add_i32(a: Array, b: Array) -> Result:
    values = a + b
    return values, ((a ^ values) & (b ^ values)) < 0


def _sub_i32(a: Array, b: Array) -> Result:
    values = a - b
    return values, ((a ^ b) & (a ^ values)) < 0


def _shifted_add(amount: int, a: Array, b: Array) -> Result:
    values = (a.astype(U64) << U64(amount)) + b
    return values.astype(U32), values > 0xFFFFFFFF


def _absdiff(a: Array, b: Array) -> Result:
    return _abs(a - b)


def _minimum(a: Array, b: Array) -> Result:
    first = a < b
    return np.where(first, a, b), first


def _maximum(a: Array, b: Array) -> Result:
    """
    s_max: for equal sources SCC is 1 ("AMD CDNA4" and "RDNA3 Instruction Set Architecture",
    S_MAX_I32, and the present edition of RDNA 2's). Older editions have `>`, for the same
    hardware.
    """
    first = a >= b
    return np.where(first, a, b), first


# Shifts and fields


def _shr(a: Array, b: Array) -> Array:
    return shift_right_reversed(b, a)


def _field(width: int) -> Callable[[Array, Array], Result]:
    """
    s_bfe: the field of S1[22:16] bits from bit S1[4:0] (of 64 bits: S1[5:0]) on,
    zero- or sign-extended by the type of `a`.
    """

    def compute(a: Array, b: Array) -> Result:
        offset = (b & U32(width - 1)).astype(np.int64)
        size = np.minimum((b >> U32(16)) & U32(0x7F), width).astype(np.int64)
        size = np.minimum(size, width - offset)
        wide = a.astype(np.int64) if a.dtype.kind == "i" else a.astype(U64)
        kind = wide.dtype.type
        up = (64 - size - offset).astype(wide.dtype)
        # A shift by 64 is undefined: fields of no bits are 0 in any case.
        down = np.minimum(64 - size, 63).astype(wide.dtype)
        values = (wide << np.minimum(up, kind(63))) >> down
        values = np.where(size == 0, kind(0), values)
        return _test(values)

    return compute


def _bfm(width: int) -> Callable[[Array, Array], Array]:
    def compute(a: Array, b: Array) -> Array:
        limit = U64(width - 1)
        ones = (U64(1) << (a.astype(U64) & limit)) - U64(1)
        values = ones << (b.astype(U64) & limit)
        return values.astype(U32) if width == 32 else values

    return compute


# Bits


def _whole_quads(values: Array) -> Array:
    """s_wqm: each group of 4 bits becomes ones if one of them is 1."""
    v = values | (values >> values.dtype.type(1))
    v = (v | (v >> values.dtype.type(2))) & values.dtype.type(
        0x1111111111111111 & (1 << values.dtype.itemsize * 8) - 1
    )
    return v * values.dtype.type(15)


def _quad_mask(values: Array) -> Array:
    """s_quadmask: bit i is 1 if one of the bits 4*i to 4*i+3 is."""
    quads = _whole_quads(values)
    result = np.zeros_like(values)
    for i in range(values.dtype.itemsize * 2):
        bit = (quads >> values.dtype.type(4 * i)) & values.dtype.type(1)
        result |= bit << values.dtype.type(i)
    return result


def _replicate(values: Array) -> Array:
    """s_bitreplicate: each bit twice."""
    result = np.zeros(values.shape, U64)
    wide = values.astype(U64)
    for i in range(32):
        result |= ((wide >> U64(i)) & U64(1)) * U64(3 << 2 * i)
    return result


def _ones(values: Array) -> Result:
    count = count_ones(values)
    return count, count != 0


def _zeros(values: Array) -> Result:
    return _ones(~values)


def _sext(bits: int) -> Callable[[Array], Array]:
    def compute(a: Array) -> Array:
        return a.astype(np.dtype(f"i{bits // 8}")).astype(np.int32)

    return compute


def _abs(a: Array) -> Result:
    return _test(np.abs(a).view(U32))


def _same(a: Array) -> Array:
    return a


def _lowest_zero(a: Array) -> Array:
    return lowest_one(~a)


def _bit_clear(a: Array, number: Array) -> Array:
    """`a` with a bit set to 0."""
    return a & ~shift_left(a.dtype.type(1), number)


def _bit_set(a: Array, number: Array) -> Array:
    """`a` with a bit set to 1."""
    return a | shift_left(a.dtype.type(1), number)


def _bit_is_clear(a: Array, number: Array) -> Array:
    return _shr(a, number) & a.dtype.type(1) == 0


def _bit_is_set(a: Array, number: Array) -> Array:
    return ~_bit_is_clear(a, number)


def _select(a: Array, b: Array, scc: Array) -> Result:
    return np.where(scc, a, b), None


def _keep_or_move(old: Array, new: Array, scc: Array) -> Result:
    return np.where(scc, new, old), None


def simm16(operand: Operand, *, signed: bool = True) -> Literal:
    """The 16-bit constant of SOPK, from any printed form."""
    if not isinstance(operand, Literal) or not isinstance(operand.value, int):
        raise EmulatorError(f"operand {operand} is not a 16-bit constant")
    value = operand.value & 0xFFFF
    return Literal(value - ((value & 0x8000) << 1) if signed else value)


# EXEC


def _save_exec(
    function: Function, saves: bool, instruction: Instruction, waves: Waves
) -> None:
    """
    Combines the source with EXEC and writes the result to EXEC. The destination gets the
    old EXEC if `saves`, else the new one; SCC is 1 if a lane is left.
    """
    destination, source = instruction.operands
    old = waves.exec
    new = function(waves.read_mask(source), old)
    scc = any_lane(new)
    # `old` may be a view of the register that is written.
    waves.write_mask(destination, old if saves else new)
    waves.exec = new
    waves.scc = scc


_MASKS = frozenset(("vcc", "vcc_lo", "exec", "exec_lo"))


def _bitwise(
    width: int, function: Function, sources: int, *, writes_scc: bool = True
) -> Builder:
    """Bitwise operations. With EXEC as an operand they work on lanes, not on numbers."""
    result = _logic if writes_scc else _plain
    plain = scalar(width, result(function), *[_KINDS[width]] * sources)

    def builder(instruction: Instruction, generation: Generation) -> Step:
        step_plain = plain(instruction, generation)
        destination, *masks = instruction.operands
        exec_ = Special("exec_lo" if width == 32 else "exec")
        if exec_ not in instruction.operands or not all(
            isinstance(o, Literal) or _is_mask(o) for o in instruction.operands
        ):
            return step_plain

        def step(waves: Waves) -> None:
            if waves.lanes != width:
                step_plain(waves)
                return
            new = function(*[waves.read_mask(mask) for mask in masks])
            waves.write_mask(destination, new)
            if writes_scc:
                waves.scc = any_lane(new)

        return step

    return builder


def _is_mask(operand: Operand) -> bool:
    if isinstance(operand, Register):
        return operand.file == "s"
    return isinstance(operand, Special) and operand.name in _MASKS


# Indexed registers


def _number(operand: Operand) -> int:
    if isinstance(operand, Register) and operand.file == "s":
        return operand.first
    raise EmulatorError(f"operand {operand} cannot be indexed by M0; use an SGPR")


def _relative(width: int, *, reads: bool, writes: bool) -> Builder:
    """
    s_movrels, s_movreld, s_movrelsd_2: M0 is added to the number of the source, of the
    destination, or of both (s_movrelsd_2 uses M0[9:0] and M0[25:16]).
    """
    count = width // 32

    def builder(instruction: Instruction, generation: Generation) -> Step:
        destination, source = (_number(o) for o in instruction.operands)

        def step(waves: Waves) -> None:
            scalars = waves.state.s
            slots = waves.indices
            distance = scalars[M0, slots].astype(np.int64)
            low = high = distance
            if reads and writes:
                low, high = distance & 0x3FF, distance >> 16 & 0x3FF
            for i in range(count):
                rows = source + i + (low if reads else 0 * low)
                targets = destination + i + (high if writes else 0 * high)
                if (np.maximum(rows, targets) >= M0).any():
                    raise EmulatorError("M0 indexes a register that is not there")
                scalars[targets, slots] = scalars[rows, slots]

        return step

    return builder


_LOGIC: dict[str, Callable[[Array, Array], Array]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "nand": lambda a, b: ~(a & b),
    "nor": lambda a, b: ~(a | b),
    "xnor": lambda a, b: ~(a ^ b),
    "andn2": lambda a, b: a & ~b,
    "and_not1": lambda a, b: a & ~b,
    "orn2": lambda a, b: a | ~b,
    "or_not1": lambda a, b: a | ~b,
}

_EXEC_FORMS: dict[str, Callable[[Array, Array], Array]] = {
    **_LOGIC,
    "andn1": lambda s, e: ~s & e,
    "and_not0": lambda s, e: ~s & e,
    "orn1": lambda s, e: ~s | e,
    "or_not0": lambda s, e: ~s | e,
}


def _pack(low: int, high: int, a: Array, b: Array) -> Result:
    first = (a >> U32(16 * low)) & U32(0xFFFF)
    return first | ((b >> U32(16 * high)) << U32(16)), None


_OPERATIONS: dict[str, Builder] = {
    "add_u32 add_co_u32": scalar(32, add_carry, u32, u32),
    "sub_u32 sub_co_u32": scalar(32, subtract_borrow, u32, u32),
    "add_i32 add_co_i32": scalar(32, _add_i32, i32, i32),
    "sub_i32 sub_co_i32": scalar(32, _sub_i32, i32, i32),
    "addc_u32 add_co_ci_u32": scalar(32, add_carry, u32, u32, reads_scc=True),
    "subb_u32 sub_co_ci_u32": scalar(32, subtract_borrow, u32, u32, reads_scc=True),
    "add_nc_u64": scalar(64, _plain(np.add), u64, u64),
    "sub_nc_u64": scalar(64, _plain(np.subtract), u64, u64),
    "mul_u64": scalar(64, _plain(np.multiply), u64, u64),
    "mul_i32": scalar(32, _plain(np.multiply), u32, u32),
    "mul_hi_u32": scalar(32, _plain(multiply_high_u32), u32, u32),
    "mul_hi_i32": scalar(32, _plain(multiply_high_i32), i32, i32),
    "absdiff_i32": scalar(32, _absdiff, i32, i32),
    "min_i32": scalar(32, _minimum, i32, i32),
    "min_u32": scalar(32, _minimum, u32, u32),
    "max_i32": scalar(32, _maximum, i32, i32),
    "max_u32": scalar(32, _maximum, u32, u32),
    "lshl_b32": scalar(32, _logic(shift_left), u32, u32),
    "lshr_b32": scalar(32, _logic(_shr), u32, u32),
    "ashr_i32": scalar(32, _logic(_shr), i32, u32),
    "lshl_b64": scalar(64, _logic(shift_left), u64, u32),
    "lshr_b64": scalar(64, _logic(_shr), u64, u32),
    "ashr_i64": scalar(64, _logic(_shr), i64, u32),
    "bfe_u32": scalar(32, _field(32), u32, u32),
    "bfe_i32": scalar(32, _field(32), i32, u32),
    "bfe_u64": scalar(64, _field(64), u64, u32),
    "bfe_i64": scalar(64, _field(64), i64, u32),
    "bfm_b32": scalar(32, _plain(_bfm(32)), u32, u32),
    "bfm_b64": scalar(64, _plain(_bfm(64)), u32, u32),
    "pack_ll_b32_b16": scalar(32, partial(_pack, 0, 0), u32, u32),
    "pack_lh_b32_b16": scalar(32, partial(_pack, 0, 1), u32, u32),
    "pack_hl_b32_b16": scalar(32, partial(_pack, 1, 0), u32, u32),
    "pack_hh_b32_b16": scalar(32, partial(_pack, 1, 1), u32, u32),
    "not_b32": scalar(32, _logic(np.invert), u32),
    "not_b64": scalar(64, _logic(np.invert), u64),
    "wqm_b32": scalar(32, _logic(_whole_quads), u32),
    "wqm_b64": scalar(64, _logic(_whole_quads), u64),
    "quadmask_b32": scalar(32, _logic(_quad_mask), u32),
    "quadmask_b64": scalar(64, _logic(_quad_mask), u64),
    "brev_b32": scalar(32, _plain(reverse_bits), u32),
    "brev_b64": scalar(64, _plain(reverse_bits), u64),
    "bcnt0_i32_b32": scalar(32, _zeros, u32),
    "bcnt0_i32_b64": scalar(32, _zeros, u64),
    "bcnt1_i32_b32": scalar(32, _ones, u32),
    "bcnt1_i32_b64": scalar(32, _ones, u64),
    "ff1_i32_b32 ctz_i32_b32": scalar(32, _plain(lowest_one), u32),
    "ff1_i32_b64 ctz_i32_b64": scalar(32, _plain(lowest_one), u64),
    "ff0_i32_b32": scalar(32, _plain(_lowest_zero), u32),
    "ff0_i32_b64": scalar(32, _plain(_lowest_zero), u64),
    "flbit_i32_b32 clz_i32_u32": scalar(32, _plain(leading_zeros), u32),
    "flbit_i32_b64 clz_i32_u64": scalar(32, _plain(leading_zeros), u64),
    "flbit_i32 cls_i32": scalar(32, _plain(sign_bits), i32),
    "flbit_i32_i64 cls_i32_i64": scalar(32, _plain(sign_bits), i64),
    "sext_i32_i8": scalar(32, _plain(_sext(8)), u32),
    "sext_i32_i16": scalar(32, _plain(_sext(16)), u32),
    "abs_i32": scalar(32, _abs, i32),
    "bitreplicate_b64_b32": scalar(64, _plain(_replicate), u32),
    "cmp_eq_u64": scalar(0, _condition(np.equal), u64, u64),
    "cmp_lg_u64": scalar(0, _condition(np.not_equal), u64, u64),
    "movk_i32": scalar(32, _plain(_same), i32, constant=True),
    "cmovk_i32": scalar(
        32, _keep_or_move, i32, i32, updates=True, constant=True, reads_scc=True
    ),
    "addk_i32 addk_co_i32": scalar(32, _add_i32, i32, i32, updates=True, constant=True),
    "mulk_i32": scalar(32, _plain(np.multiply), i32, i32, updates=True, constant=True),
    "movrels_b32": _relative(32, reads=True, writes=False),
    "movrels_b64": _relative(64, reads=True, writes=False),
    "movreld_b32": _relative(32, reads=False, writes=True),
    "movreld_b64": _relative(64, reads=False, writes=True),
    "movrelsd_2_b32": _relative(32, reads=True, writes=True),
}
"""
Instructions by their mnemonics without `s_`: the old name, then the name in later generations.
"""


def _table() -> dict[str, Builder]:
    table: dict[str, Builder] = {}
    for name, builder in _OPERATIONS.items():
        for word in name.split():
            table[f"s_{word}"] = builder
    for amount in (1, 2, 3, 4):
        add = partial(_shifted_add, amount)
        table[f"s_lshl{amount}_add_u32"] = scalar(32, add, u32, u32)
    for name in ("eq", "lg", "gt", "ge", "lt", "le"):
        function = INTEGER_COMPARISONS["ne" if name == "lg" else name]
        for type, kind in (("i32", i32), ("u32", u32)):
            compare = _condition(function)
            table[f"s_cmp_{name}_{type}"] = scalar(0, compare, kind, kind)
            table[f"s_cmpk_{name}_{type}"] = scalar(
                0, compare, kind, kind, constant=True
            )
    for width, kind in _KINDS.items():
        bits = f"b{width}"
        table[f"s_cselect_{bits}"] = scalar(width, _select, kind, kind, reads_scc=True)
        table[f"s_cmov_{bits}"] = scalar(
            width, _keep_or_move, kind, kind, updates=True, reads_scc=True
        )
        table[f"s_mov_{bits}"] = _bitwise(width, _same, 1, writes_scc=False)
        for value, change, test in (  # mutant: the order of names for a table
            (0, _bit_clear, _bit_is_clear),
            (1, _bit_set, _bit_is_set),
        ):
            table[f"s_bitset{value}_{bits}"] = scalar(
                width, _plain(change), kind, u32, updates=True
            )
            table[f"s_bitcmp{value}_{bits}"] = scalar(0, _condition(test), kind, u32)
        for name, function in _LOGIC.items():
            table[f"s_{name}_{bits}"] = _bitwise(width, function, 2)
        for name, function in _EXEC_FORMS.items():
            table[f"s_{name}_saveexec_{bits}"] = acting(
                partial(_save_exec, function, True)
            )
        for name in ("andn1", "andn2", "and_not0", "and_not1"):
            table[f"s_{name}_wrexec_{bits}"] = acting(
                partial(_save_exec, _EXEC_FORMS[name], False)
            )
    return table


INSTRUCTIONS = _table()
