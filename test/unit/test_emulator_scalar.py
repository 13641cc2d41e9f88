"""
Scalar instructions of the emulator against the formulas of AMD's ISA documents, on Python's
integers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from assembly_parser import parse

from xdsl_opencl.emulator.errors import EmulatorError
from xdsl_opencl.emulator.generations import generation
from xdsl_opencl.emulator.instruction import Instruction
from xdsl_opencl.emulator.instruction_tables import build
from xdsl_opencl.emulator.operands import Register
from xdsl_opencl.emulator.waves import M0, VCC, State, Waves, bit_lanes, lane_bits

COUNT = 64
ALL32, ALL64 = (1 << 32) - 1, (1 << 64) - 1
EDGES = (0, 1, 2, 31, 32, 63, 0x7FFFFFFF, 0x80000000, 0x80000001, ALL32, ALL32 - 1)


def waves_of(lanes: int = 32, name: str = "gfx1200", count: int = COUNT) -> Waves:
    state = State(generation(name), count, lanes, vector_registers=1)
    state.exec[...] = True
    edges = np.array(EDGES, np.uint32)
    random = np.random.default_rng(2)
    for row in range(0, 32):
        state.s[row] = np.where(
            random.random(count) < 0.5, random.choice(edges, count), state.s[row]
        )
    state.scc[:] = random.random(count) < 0.5
    machine: Any = SimpleNamespace(modes_differ=False)
    return Waves(machine, state, slice(0, count))


def run(waves: Waves, text: str) -> None:
    parsed = parse(text)
    build(Instruction(0x100, 4, *parsed, text), waves.generation)(waves)


def signed(value: int, width: int = 32) -> int:
    value &= (1 << width) - 1
    return value - ((value >> (width - 1)) << width)


def read(waves: Waves, first: int, width: int) -> list[int]:
    register = Register("s", first, width // 32)
    if width == 32:
        return waves.read_scalar32(register).tolist()
    return waves.read_scalar64(register).tolist()


Formula = Callable[[int, int, int], tuple[int, int | None]]
"""From two sources and the old SCC to the result and the new SCC, `None` if it stays."""


def overflow(value: int) -> int:
    return int(not -(1 << 31) <= value < 1 << 31)


def nonzero(value: int, width: int = 32) -> tuple[int, int]:
    value &= (1 << width) - 1
    return value, int(value != 0)


def field(value: int, place: int, width: int, *, sign: bool) -> tuple[int, int]:
    offset, size = place & (width - 1), place >> 16 & 0x7F
    result = (signed(value, width) if sign else value) >> offset & (1 << size) - 1
    if sign and 0 < size < width:
        result = signed(result, size)
    return nonzero(result, width)


def first_one(value: int, width: int) -> int:
    return next((i for i in range(width) if value >> i & 1), ALL32)


def zeros_above(value: int, width: int) -> int:
    return width - value.bit_length() if value else ALL32


def signs(value: int, width: int) -> int:
    number = signed(value, width)
    return zeros_above(number if number >= 0 else ~number, width)


def quads(value: int, width: int) -> int:
    return sum(15 << 4 * i for i in range(width // 4) if value >> 4 * i & 15)


def quad_mask(value: int, width: int) -> int:
    return sum(1 << i for i in range(width // 4) if value >> 4 * i & 15)


def reverse(value: int, width: int) -> int:
    return int(f"{value:0{width}b}"[::-1], 2)


BINARY: Mapping[str, Formula] = {
    "s_add_u32": lambda a, b, c: (a + b, int(a + b > ALL32)),
    "s_add_co_u32": lambda a, b, c: (a + b, int(a + b > ALL32)),
    "s_sub_u32": lambda a, b, c: (a - b, int(b > a)),
    "s_add_i32": lambda a, b, c: (a + b, overflow(signed(a) + signed(b))),
    "s_sub_co_i32": lambda a, b, c: (a - b, overflow(signed(a) - signed(b))),
    "s_addc_u32": lambda a, b, c: (a + b + c, int(a + b + c > ALL32)),
    "s_add_co_ci_u32": lambda a, b, c: (a + b + c, int(a + b + c > ALL32)),
    "s_subb_u32": lambda a, b, c: (a - b - c, int(b + c > a)),
    "s_absdiff_i32": lambda a, b, c: nonzero(abs(signed(signed(a) - signed(b)))),
    "s_min_i32": lambda a, b, c: (
        min(signed(a), signed(b)),
        int(signed(a) < signed(b)),
    ),
    "s_max_i32": lambda a, b, c: (
        max(signed(a), signed(b)),
        int(signed(a) >= signed(b)),
    ),
    "s_min_u32": lambda a, b, c: (min(a, b), int(a < b)),
    "s_max_u32": lambda a, b, c: (max(a, b), int(a >= b)),
    "s_cselect_b32": lambda a, b, c: (a if c else b, None),
    "s_cselect_b64": lambda a, b, c: (a if c else b, None),
    "s_and_b32": lambda a, b, c: nonzero(a & b),
    "s_or_b64": lambda a, b, c: nonzero(a | b, 64),
    "s_xor_b64": lambda a, b, c: nonzero(a ^ b, 64),
    "s_andn2_b32": lambda a, b, c: nonzero(a & ~b),
    "s_and_not1_b64": lambda a, b, c: nonzero(a & ~b, 64),
    "s_orn2_b64": lambda a, b, c: nonzero(a | ~b, 64),
    "s_or_not1_b32": lambda a, b, c: nonzero(a | ~b),
    "s_nand_b32": lambda a, b, c: nonzero(~(a & b)),
    "s_nor_b64": lambda a, b, c: nonzero(~(a | b), 64),
    "s_xnor_b32": lambda a, b, c: nonzero(~(a ^ b)),
    "s_lshl_b32": lambda a, b, c: nonzero(a << (b & 31)),
    "s_lshl_b64": lambda a, b, c: nonzero(a << (b & 63), 64),
    "s_lshr_b32": lambda a, b, c: nonzero(a >> (b & 31)),
    "s_lshr_b64": lambda a, b, c: nonzero(a >> (b & 63), 64),
    "s_ashr_i32": lambda a, b, c: nonzero(signed(a) >> (b & 31)),
    "s_ashr_i64": lambda a, b, c: nonzero(signed(a, 64) >> (b & 63), 64),
    "s_bfm_b32": lambda a, b, c: (((1 << (a & 31)) - 1) << (b & 31), None),
    "s_bfm_b64": lambda a, b, c: (((1 << (a & 63)) - 1) << (b & 63), None),
    "s_mul_i32": lambda a, b, c: (a * b, None),
    "s_mul_hi_u32": lambda a, b, c: (a * b >> 32, None),
    "s_mul_hi_i32": lambda a, b, c: (signed(a) * signed(b) >> 32, None),
    "s_mul_u64": lambda a, b, c: (a * b, None),
    "s_add_nc_u64": lambda a, b, c: (a + b, None),
    "s_sub_nc_u64": lambda a, b, c: (a - b, None),
    "s_lshl3_add_u32": lambda a, b, c: ((a << 3) + b, int((a << 3) + b > ALL32)),
    "s_pack_ll_b32_b16": lambda a, b, c: (a & 0xFFFF | (b & 0xFFFF) << 16, None),
    "s_pack_lh_b32_b16": lambda a, b, c: (a & 0xFFFF | b >> 16 << 16, None),
    "s_pack_hl_b32_b16": lambda a, b, c: (a >> 16 | (b & 0xFFFF) << 16, None),
    "s_pack_hh_b32_b16": lambda a, b, c: (a >> 16 | b >> 16 << 16, None),
}
WIDTHS = {
    "s_lshl_b64": (64, 64, 32),
    "s_lshr_b64": (64, 64, 32),
    "s_ashr_i64": (64, 64, 32),
    "s_bfm_b64": (64, 32, 32),
}
"""Of the result and of both sources, where they are not those that the name ends with."""

UNARY: Mapping[str, Callable[[int], tuple[int, int | None]]] = {
    "s_mov_b32": lambda a: (a, None),
    "s_mov_b64": lambda a: (a, None),
    "s_not_b32": lambda a: nonzero(~a),
    "s_not_b64": lambda a: nonzero(~a, 64),
    "s_wqm_b32": lambda a: nonzero(quads(a, 32)),
    "s_wqm_b64": lambda a: nonzero(quads(a, 64), 64),
    "s_quadmask_b32": lambda a: nonzero(quad_mask(a, 32)),
    "s_quadmask_b64": lambda a: nonzero(quad_mask(a, 64), 64),
    "s_brev_b32": lambda a: (reverse(a, 32), None),
    "s_brev_b64": lambda a: (reverse(a, 64), None),
    "s_bcnt0_i32_b32": lambda a: nonzero(32 - a.bit_count()),
    "s_bcnt0_i32_b64": lambda a: nonzero(64 - a.bit_count()),
    "s_bcnt1_i32_b32": lambda a: nonzero(a.bit_count()),
    "s_bcnt1_i32_b64": lambda a: nonzero(a.bit_count()),
    "s_ff0_i32_b32": lambda a: (first_one(~a, 32), None),
    "s_ff1_i32_b32": lambda a: (first_one(a, 32), None),
    "s_ctz_i32_b64": lambda a: (first_one(a, 64), None),
    "s_flbit_i32_b32": lambda a: (zeros_above(a, 32), None),
    "s_clz_i32_u64": lambda a: (zeros_above(a, 64), None),
    "s_flbit_i32": lambda a: (signs(a, 32), None),
    "s_cls_i32_i64": lambda a: (signs(a, 64), None),
    "s_sext_i32_i8": lambda a: (signed(a, 8), None),
    "s_sext_i32_i16": lambda a: (signed(a, 16), None),
    "s_abs_i32": lambda a: nonzero(abs(signed(a))),
    "s_bitreplicate_b64_b32": lambda a: (
        sum(3 << 2 * i for i in range(32) if a >> i & 1),
        None,
    ),
}


def widths(mnemonic: str) -> tuple[int, int]:
    """The bits of the registers of the result and the sources, as the name has them."""
    found = [max(int(bits), 32) for bits in re.findall(r"_[biu](\d+)", mnemonic)]
    return found[0], found[-1]


def check(waves: Waves, width: int, expected: list[tuple[int, int | None]]) -> None:
    limit = (1 << width) - 1
    assert read(waves, 20, width) == [value & limit for value, _ in expected]
    before = waves_of().scc.tolist()
    assert waves.scc.tolist() == [
        old if scc is None else bool(scc)
        for (_, scc), old in zip(expected, before, strict=True)
    ]


def name_of(first: int, width: int) -> str:
    return f"s{first}" if width == 32 else f"s[{first}:{first + 1}]"


@pytest.mark.parametrize("mnemonic", BINARY)
def test_two_sources(mnemonic: str):
    formula = BINARY[mnemonic]
    width, source = widths(mnemonic)
    width, first, second = WIDTHS.get(mnemonic, (width, source, source))
    waves = waves_of()
    sources = zip(
        read(waves, 4, first), read(waves, 8, second), waves.scc.tolist(), strict=True
    )
    expected = [formula(a, b, int(c)) for a, b, c in sources]
    run(
        waves,
        f"{mnemonic} {name_of(20, width)}, {name_of(4, first)}, {name_of(8, second)}",
    )
    check(waves, width, expected)


@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("sign", [False, True])
def test_fields(width: int, sign: bool):
    waves = waves_of()
    random = np.random.default_rng(3)
    waves.state.s[8] = random.integers(0, 80, COUNT) << 16 | random.integers(
        0, width, COUNT
    )
    expected = [
        field(a, b, width, sign=sign)
        for a, b in zip(read(waves, 4, width), read(waves, 8, 32), strict=True)
    ]
    mnemonic = f"s_bfe_{'i' if sign else 'u'}{width}"
    run(waves, f"{mnemonic} {name_of(20, width)}, {name_of(4, width)}, s8")
    assert read(waves, 20, width) == [value for value, _ in expected]
    assert waves.scc.tolist() == [bool(scc) for _, scc in expected]


@pytest.mark.parametrize("mnemonic", UNARY)
def test_one_source(mnemonic: str):
    formula = UNARY[mnemonic]
    width, first = widths(mnemonic)
    waves = waves_of()
    expected = [formula(a) for a in read(waves, 4, first)]
    run(waves, f"{mnemonic} {name_of(20, width)}, {name_of(4, first)}")
    check(waves, width, expected)


@pytest.mark.parametrize("kind", ["i32", "u32"])
def test_comparisons(kind: str):
    operators: dict[str, Callable[[int, int], bool]] = {
        "eq": lambda a, b: a == b,
        "lg": lambda a, b: a != b,
        "gt": lambda a, b: a > b,
        "ge": lambda a, b: a >= b,
        "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b,
    }
    for name, operator in operators.items():
        waves = waves_of()
        a, b = read(waves, 4, 32), read(waves, 8, 32)
        b[0] = a[0]
        waves.state.s[8, 0] = a[0]
        if kind == "i32":
            a, b = [signed(x) for x in a], [signed(x) for x in b]
        run(waves, f"s_cmp_{name}_{kind} s4, s8")
        assert waves.scc.tolist() == list(map(operator, a, b))
        # The constant is signed or not, as the comparison is.
        run(waves, f"s_cmpk_{name}_{kind} s4, 0x8001")
        constant = signed(0x8001, 16) if kind == "i32" else 0x8001
        assert waves.scc.tolist() == [operator(x, constant) for x in a]


def test_constants_of_16_bits():
    waves = waves_of()
    old = read(waves, 20, 32)
    run(waves, "s_movk_i32 s21, 0xfffe")
    assert set(read(waves, 21, 32)) == {0xFFFFFFFE}
    run(waves, "s_addk_i32 s20, 0xfffe")
    assert read(waves, 20, 32) == [(a - 2) & ALL32 for a in old]
    assert waves.scc.tolist() == [bool(overflow(signed(a) - 2)) for a in old]
    run(waves, "s_mulk_i32 s20, 0x3")
    assert read(waves, 20, 32) == [(a - 2) * 3 & ALL32 for a in old]
    scc = waves.scc.tolist()
    run(waves, "s_cmovk_i32 s21, 0x7")
    assert read(waves, 21, 32) == [7 if c else 0xFFFFFFFE for c in scc]


def test_single_bits():
    waves = waves_of()
    old, number = read(waves, 20, 32), read(waves, 4, 32)
    run(waves, "s_bitset1_b32 s20, s4")
    assert read(waves, 20, 32) == [
        a | 1 << (n & 31) for a, n in zip(old, number, strict=True)
    ]
    run(waves, "s_bitset0_b64 s[20:21], 3")
    assert not any(a >> 3 & 1 for a in read(waves, 20, 64))
    wide = read(waves, 6, 64)
    run(waves, "s_bitcmp1_b64 s[6:7], s4")
    assert waves.scc.tolist() == [
        bool(a >> (n & 63) & 1) for a, n in zip(wide, number, strict=True)
    ]


def test_constants():
    waves = waves_of()
    run(waves, "s_mov_b64 s[20:21], -1")
    assert set(read(waves, 20, 64)) == {ALL64}
    run(waves, "s_mov_b64 s[20:21], 0x80000000")
    assert set(read(waves, 20, 64)) == {0x80000000}
    run(waves, "s_mov_b32 s20, 1.0")
    assert set(read(waves, 20, 32)) == {0x3F800000}


FORMS: Mapping[str, Callable[[int, int], int]] = {
    "and": lambda s, e: s & e,
    "or": lambda s, e: s | e,
    "xor": lambda s, e: s ^ e,
    "andn2": lambda s, e: s & ~e,
    "and_not1": lambda s, e: s & ~e,
    "orn2": lambda s, e: s | ~e,
    "nand": lambda s, e: ~(s & e),
    "nor": lambda s, e: ~(s | e),
    "xnor": lambda s, e: ~(s ^ e),
    "andn1": lambda s, e: ~s & e,
    "and_not0": lambda s, e: ~s & e,
    "orn1": lambda s, e: ~s | e,
    "or_not0": lambda s, e: ~s | e,
}


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("form", FORMS)
def test_exec_is_saved(form: str, lanes: int):
    waves = waves_of(lanes)
    bits = np.random.default_rng(4).integers(0, 1 << 62, COUNT, np.uint64)
    bits[0] = 0
    waves.exec = bit_lanes(bits, lanes)
    limit = (1 << lanes) - 1
    old = [int(b) & limit for b in bits]
    source = read(waves, 4, lanes)
    run(waves, f"s_{form}_saveexec_b{lanes} {name_of(20, lanes)}, {name_of(4, lanes)}")
    new = [FORMS[form](s, e) & limit for s, e in zip(source, old, strict=True)]
    assert lane_bits(waves.exec).tolist() == new
    assert read(waves, 20, lanes) == old
    assert waves.scc.tolist() == [n != 0 for n in new]
    if form in {"andn1", "andn2", "and_not0", "and_not1"}:
        run(
            waves,
            f"s_{form}_wrexec_b{lanes} {name_of(20, lanes)}, {name_of(4, lanes)}",
        )
        newer = [FORMS[form](s, e) & limit for s, e in zip(source, new, strict=True)]
        assert read(waves, 20, lanes) == lane_bits(waves.exec).tolist() == newer


@pytest.mark.parametrize("lanes", [32, 64])
def test_exec_as_an_operand(lanes: int):
    waves = waves_of(lanes)
    name, width = ("exec_lo", 32) if lanes == 32 else ("exec", 64)
    source = read(waves, 4, width)
    run(waves, f"s_mov_b{width} {name}, {name_of(4, width)}")
    assert lane_bits(waves.exec).tolist() == source
    run(waves, f"s_xor_b{width} {name}, {name}, -1")
    limit = (1 << width) - 1
    assert lane_bits(waves.exec).tolist() == [~a & limit for a in source]
    assert waves.scc.tolist() == [~a & limit != 0 for a in source]
    run(waves, f"s_mov_b{width} {'vcc_lo' if width == 32 else 'vcc'}, {name}")
    run(waves, f"s_mov_b{width} {name_of(20, width)}, {name}")
    assert read(waves, 20, width) == read(waves, VCC, width)
    run(waves, f"s_or_b{width} {name}, {name}, {name_of(4, width)}")
    assert waves.full
    # A constant of 32 bits has zeros above, a small one its sign.
    for constant, lanes_on in (("0x80000000", 1 << 31), ("-2", limit - 1)):
        run(waves, f"s_mov_b{width} {name}, {constant}")
        assert set(lane_bits(waves.exec).tolist()) == {lanes_on}


def test_indexed_registers():
    waves = waves_of()
    waves.state.s[M0] = np.arange(COUNT) % 4
    table = waves.state.s[8:13].copy()
    run(waves, "s_movrels_b32 s20, s8")
    assert read(waves, 20, 32) == [int(table[i % 4, i]) for i in range(COUNT)]
    run(waves, "s_movreld_b32 s24, s4")
    for i in range(COUNT):
        assert waves.state.s[24 + i % 4, i] == waves.state.s[4, i]
    waves.state.s[M0] = 1 << 16 | 2
    run(waves, "s_movrelsd_2_b32 s24, s8")
    assert (waves.state.s[25] == waves.state.s[10]).all()
    waves.state.s[M0] = 200
    with pytest.raises(EmulatorError, match="register that is not there"):
        run(waves, "s_movrels_b32 s20, s8")


def floats(waves: Waves, first: int) -> np.ndarray[Any, Any]:
    return waves.state.s[first].view(np.float32)


def test_floats():
    """NumPy computes the same in float and half, rounded to nearest even."""
    waves = waves_of()
    waves.mode = 0xF0
    random = np.random.default_rng(5)
    for row in (4, 8, 20):
        waves.state.s[row] = (
            random.normal(size=COUNT).astype(np.float32).view(np.uint32)
        )
    a, b, old = (floats(waves, row).copy() for row in (4, 8, 20))
    for text, expected in {
        "s_add_f32 s21, s4, s8": a + b,
        "s_sub_f32 s21, s4, 1.0": a - np.float32(1),
        "s_mul_f32 s21, s4, 0x40490fdb": a * np.float32(np.pi),
        "s_min_num_f32 s21, s4, s8": np.minimum(a, b),
        "s_maximum_f32 s21, s4, s8": np.maximum(a, b),
        "s_floor_f32 s21, s4": np.floor(a),
        "s_ceil_f32 s21, s4": np.ceil(a),
        "s_trunc_f32 s21, s4": np.trunc(a),
        "s_rndne_f32 s21, s4": np.rint(a),
        # The product of two floats is exact in double, and so is this sum mostly.
        "s_fmac_f32 s20, s4, s8": (a.astype(np.float64) * b + old).astype(np.float32),
        "s_fmaak_f32 s21, s4, s8, 0x3f800000": (a.astype(np.float64) * b + 1).astype(
            np.float32
        ),
        "s_fmamk_f32 s21, s4, 0x40000000, s8": (a.astype(np.float64) * 2 + b).astype(
            np.float32
        ),
    }.items():
        run(waves, text)
        row = 20 if "fmac" in text else 21
        assert floats(waves, row).tolist() == expected.tolist(), text
    run(waves, "s_cvt_i32_f32 s21, s4")
    assert [signed(x) for x in read(waves, 21, 32)] == np.trunc(a).astype(int).tolist()
    run(waves, "s_cvt_f32_u32 s22, s21")
    unsigned = waves.state.s[21].astype(np.float32)
    assert floats(waves, 22).tolist() == unsigned.tolist()
    run(waves, "s_cvt_f16_f32 s21, s4")
    halves = a.astype(np.float16)
    assert read(waves, 21, 32) == halves.view(np.uint16).tolist()
    run(waves, "s_cvt_f16_f32 s22, s8")
    run(waves, "s_add_f16 s22, s21, s22")
    sums = halves + b.astype(np.float16)
    assert read(waves, 22, 32) == sums.view(np.uint16).tolist()
    run(waves, "s_lshl_b32 s22, s21, 16")
    run(waves, "s_cvt_hi_f32_f16 s22, s22")
    assert floats(waves, 22).tolist() == halves.astype(np.float32).tolist()
    run(waves, "s_cmp_lt_f32 s4, s8")
    assert waves.scc.tolist() == (a < b).tolist()
    waves.state.s[4, ::2] = 0x7FC00000
    run(waves, "s_cmp_nge_f32 s4, s8")
    expected = ~(floats(waves, 4) >= b)
    assert waves.scc.tolist() == expected.tolist()
    assert waves.scc[::2].all()


def test_denormal_floats_follow_mode():
    waves = waves_of()
    waves.state.s[4] = 1
    for mode, product in ((0xF0, 2), (0xC0, 0), (0xD0, 0), (0xE0, 0)):
        # Denormals are kept, flushed, flushed in sources, flushed in results.
        waves.mode = mode
        run(waves, "s_add_f32 s20, s4, s4")
        assert set(read(waves, 20, 32)) == {product}


EXAMPLES = {
    "s_ctz_i32_b32": {0xAAAAAAAA: 1, 0x55555555: 0, 0: ALL32, ALL32: 0, 0x10000: 16},
    "s_clz_i32_u32": {0: ALL32, 0xCCCC: 16, 0xFFFF3333: 0, 0x7FFFFFFF: 1, 1 << 31: 0},
    "s_cls_i32": {0: ALL32, 0xCCCC: 16, 0xFFFF3333: 16, 0x7FFFFFFF: 1, ALL32: ALL32},
    "s_abs_i32": {1: 1, 1 << 31: 1 << 31, 0x80000001: 0x7FFFFFFF, ALL32: 1},
    "s_bcnt0_i32_b32": {0: 32, 0xCCCCCCCC: 16, ALL32: 0},
    "s_bcnt1_i32_b32": {0: 0, 0xCCCCCCCC: 16, ALL32: 32},
}
"""Values that "RDNA4 Instruction Set Architecture" gives beside the instructions."""


@pytest.mark.parametrize("mnemonic", EXAMPLES)
def test_examples_of_the_document(mnemonic: str):
    for source, result in EXAMPLES[mnemonic].items():
        waves = waves_of()
        run(waves, f"{mnemonic} s20, {source:#x}")
        assert set(read(waves, 20, 32)) == {result}


def test_examples_of_absolute_difference():
    for a, b, result in (
        (2, 5, 3),
        (ALL32, 0, 1),
        (1 << 31, 0, 1 << 31),
        (1 << 31, 1, 0x7FFFFFFF),
        (1 << 31, ALL32, 0x7FFFFFFF),
        (1 << 31, 0xFFFFFFFE, 0x7FFFFFFE),
    ):
        waves = waves_of()
        waves.state.s[4] = a
        waves.state.s[8] = b
        run(waves, "s_absdiff_i32 s20, s4, s8")
        assert set(read(waves, 20, 32)) == {result}


@pytest.mark.parametrize("name", ["gfx900", "gfx942", "gfx1030", "gfx1100"])
def test_maximum_of_equal_sources(name: str):
    for text in ("s_max_i32 s20, 7, 7", "s_max_u32 s20, -1, -1"):
        waves = waves_of(name=name)
        run(waves, text)
        assert waves.scc.tolist() == [True] * COUNT
