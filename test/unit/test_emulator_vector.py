"""
Vector instructions: modifiers, halves, SDWA, DPP, pairs, masks, lanes, and values of some; a few
scalar instructions.

Expected values are AMD's rules, applied by hand; sections are named at the tests. "RDNA3"
and so on stand for the "Instruction Set Architecture" documents of that name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from emulator_memory_helpers import Bench as MemoryBench
from emulator_vector_helpers import (
    IEEE_MODE,
    JUNK,
    execute,
    f16,
    f32,
    lanes_of,
    one,
    vcc_of,
)
from texts import whole

from xdsl_opencl.emulator.waves import M0, lane_bits

LEGACY = 0x130
"""MODE with DX10_CLAMP and without IEEE; denormals of float are kept, those of half are not."""

CASES = whole("vector_instructions.txt")
"""
Instructions, registers and settings before them, registers after them: the first lanes. `2f`
is the bits of a float, `2h` of a half; `7*3` three of them; `0..3` four numbers.
"""

NAMES = {
    "JUNK": JUNK,
    "NAN": 0x7FC00000,
    "SIGNALING": 0x7F800001,
    "LEGACY": LEGACY,
    # DX10_CLAMP, where every denormal is zero.
    "FLUSHING": 0x100,
}
FIVE = "active=31 v1=1f,2f,3f,NAN,1f v2=2f,2f,2f,2f,NAN"


def number(text: str) -> int:
    if text in NAMES:
        return NAMES[text]
    if text[-1] in "fh" and not text.startswith("0x"):
        return (f32 if text[-1] == "f" else f16)(float(text[:-1]))[0]
    return int(text, 0) & (1 << 64) - 1


def numbers(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        value, _, count = part.partition("*")
        if dots:
            found += range(int(first), int(last) + 1)
        else:
            found += [number(value) & 0xFFFFFFFF] * int(count or 1)
    return found


@pytest.mark.parametrize(
    "case", [line for line in CASES.splitlines() if line and line[0] != "#"]
)
def test_instructions(case: str):
    text, given, wanted = case.rsplit(" | ", 2)
    options: dict[str, Any] = {"v": {}, "s": {}}
    for word in given.replace("FIVE", FIVE).split():
        name, _, value = word.partition("=")
        if name.startswith("gfx"):
            options["cpu"] = name
        elif name[1:].isdigit():
            row = numbers(value)
            options[name[0]][int(name[1:])] = row if name[0] == "v" else row[0]
        else:
            options[name] = number(value)
    state = execute(text.replace(";", "\n"), **options)
    for word in wanted.split():
        name, _, value = word.partition("=")
        if name == "vcc":
            assert vcc_of(state) == number(value)
        elif name == "exec":
            assert int(lane_bits(state.exec)[0]) == number(value)
        elif name[0] == "s":
            assert int(state.s[int(name[1:]), 0]) == number(value) & 0xFFFFFFFF
        else:
            row = numbers(value)
            assert lanes_of(state, int(name[1:]), len(row)) == row, name


@pytest.mark.parametrize(
    ("text", "a", "b", "wanted"),
    [
        ("v_add_u32_e64 v0, v1, v2", 0xFFFFFFFF, 2, 0xFFFFFFFF),
        ("v_sub_u32_e64 v0, v1, v2", 1, 2, 0),
        ("v_subrev_u32_e64 v0, v1, v2", 2, 1, 0),
        ("v_add_i32 v0, v1, v2", 0x7FFFFFFF, 1, 0x7FFFFFFF),
        ("v_sub_i32 v0, v1, v2", 0x80000000, 1, 0x80000000),
        ("v_add_i32 v0, v1, v2", 0xFFFFFFFF, 1, 0),
        ("v_add_u16_e64 v0, v1, v2", 0xFFFF, 2, 0xFFFF),
        ("v_sub_i16 v0, v1, v2", 0x8000, 1, 0x5A5A8000),
        ("v_mad_u32_u24 v0, v1, v2, v2", 0xFFFFFF, 0xFFFFFF, 0xFFFFFFFF),
        ("v_mad_i32_i24 v0, v1, v2, v2", 0x800000, 0x7FFFFF, 0x80000000),
        ("v_sad_u32 v0, v1, v2, v1", 0xFFFFFFFF, 1, 0xFFFFFFFF),
    ],
)
def test_integer_clamp(text: str, a: int, b: int, wanted: int):
    """Vega, section 6.2.3: the clamp saturates to the range of the type."""
    assert one(f"{text} clamp", "gfx900", v={1: [a], 2: [b]}) == wanted
    if "sad" not in text:
        unclamped = one(text, "gfx900", v={1: [a], 2: [b]})
        assert unclamped != wanted or wanted == 0


# NaNs and zeros


@pytest.mark.parametrize(
    ("cpu", "second"), [("gfx803", True), ("gfx942", True), ("gfx1100", False)]
)
def test_minimum_and_maximum_of_two_nans(cpu: str, second: bool):
    """CDNA4 and RDNA3, V_MIN_F32: which of two quiet NaNs is the result."""
    a, b, signaling = 0x7FC00003, 0xFFC00005, 0x7F800007
    for name in ("v_min_f32", "v_max_f32"):
        text = f"{name} v0, v1, v2"
        wanted = b if second else a
        assert one(text, cpu, v={1: [a], 2: [b]}) == wanted
        assert one(text, cpu, v={1: [a], 2: [signaling]}) == 0x7FC00007
        assert one(text, cpu, v={1: [signaling], 2: [b]}) == 0x7FC00007
        assert one(text, cpu, v={1: [a], 2: [signaling]}, mode=LEGACY) == (
            signaling if second else a
        )
    for name in ("v_min3_f32", "v_med3_f32"):
        three = {1: [a], 2: [b], 3: [a]}
        assert one(f"{name} v0, v1, v2, v3", cpu, v=three) == a
        three = {1: [b], 2: [b], 3: [a]}
        assert one(f"{name} v0, v1, v2, v3", cpu, v=three) == (a if second else b)
    if cpu != "gfx803":
        text = "v_pk_max_f16 v0, v1, v2"
        pair = {1: [0x7E033C00], 2: [0xFE057E05]}
        assert one(text, cpu, v=pair) == (0xFE053C00 if second else 0x7E033C00)


# DPP


def _row_shift(step: int) -> Callable[[int], int | None]:
    return lambda i: i + step if 0 <= i % 16 + step < 16 else None


def _wave_shift(step: int) -> Callable[[int], int | None]:
    return lambda i: i + step if 0 <= i + step < 64 else None


CONTROLS: list[tuple[str, str, Callable[[int], int | None]]] = [
    ("gfx900", "quad_perm:[3,1,0,2]", lambda i: i // 4 * 4 + (3, 1, 0, 2)[i % 4]),
    ("gfx900", "row_shl:3", _row_shift(3)),
    ("gfx900", "row_shr:2", _row_shift(-2)),
    ("gfx900", "row_ror:5", lambda i: i // 16 * 16 + (i % 16 - 5) % 16),
    ("gfx900", "wave_shl:1", _wave_shift(1)),
    ("gfx900", "wave_shr:1", _wave_shift(-1)),
    ("gfx900", "wave_rol:1", lambda i: (i + 1) % 64),
    ("gfx900", "wave_ror:1", lambda i: (i - 1) % 64),
    ("gfx900", "row_mirror", lambda i: i // 16 * 16 + 15 - i % 16),
    ("gfx900", "row_half_mirror", lambda i: i // 8 * 8 + 7 - i % 8),
    ("gfx900", "row_bcast:15", lambda i: i // 16 * 16 - 1 if i >= 16 else None),
    ("gfx900", "row_bcast:31", lambda i: 31 if i >= 32 else None),
    ("gfx90a", "row_newbcast:6", lambda i: i // 16 * 16 + 6),
    ("gfx1030", "row_share:6", lambda i: i // 16 * 16 + 6),
    ("gfx1030", "row_xmask:5", lambda i: i ^ 5),
]


@pytest.mark.parametrize(("cpu", "control", "source"), CONTROLS)
def test_dpp_controls(cpu: str, control: str, source: Callable[[int], int | None]):
    """
    Vega, section 13.3.9; RDNA3, section 7.7.1. A lane without a source keeps its value.
    """
    values = [1000 + i for i in range(64)]
    text = f"v_mov_b32_dpp v0, v1 {control} row_mask:0xf bank_mask:0xf"
    state = execute(text, cpu, v={0: [7] * 64, 1: values}, lanes=64)
    picked = [source(i) for i in range(64)]
    assert lanes_of(state, 0) == [7 if p is None else 1000 + p for p in picked]
    state = execute(text + " bound_ctrl:1", cpu, v={1: values}, lanes=64)
    assert lanes_of(state, 0) == [0 if p is None else 1000 + p for p in picked]


def test_dpp_masks():
    """Rows are 16 lanes; banks the four quarters of each row."""
    text = "v_mov_b32_dpp v0, v1 row_mirror row_mask:0x5 bank_mask:0x6"
    state = execute(text, "gfx900", v={0: [1] * 64, 1: [2] * 64})
    written = [i for i, value in enumerate(lanes_of(state, 0)) if value == 2]
    assert written == [*range(4, 12), *range(36, 44)]


def test_dpp_of_64_bits():
    text = "v_mov_b64_dpp v[0:1], v[2:3] row_newbcast:1 row_mask:0xf bank_mask:0xf"
    state = execute(text, "gfx942", v={2: range(64), 3: range(100, 164)})
    assert lanes_of(state, 0, 2) == [1, 1]
    assert lanes_of(state, 1)[16:18] == [117, 117]


def test_classes():
    """
    RDNA3, section 16.11, V_CMP_CLASS_F32: ten classes from signaling NaN to +infinity.
    """
    values = [
        NAMES["SIGNALING"],
        NAMES["NAN"],
        0xFF800000,
        0xBF800000,
        0x80000001,
        0x80000000,
        0,
        1,
        0x3F800000,
        0x7F800000,
    ]
    for bit in range(10):
        text = f"v_cmp_class_f32_e64 s4, v1, {1 << bit:#x}"
        state = execute(text, v={1: values}, active=0x3FF)
        assert int(state.s[4, 0]) == 1 << bit


# Carries


@pytest.mark.parametrize("a", [0, 1, 2, 0x7FFFFFFF, 0xFFFFFFFF])
@pytest.mark.parametrize("b", [0, 1, 2, 0x80000000, 0xFFFFFFFF])
@pytest.mark.parametrize("borrow", [0, 1])
def test_borrows(a: int, b: int, borrow: int):
    text = "v_sub_co_ci_u32_e64 v0, s4, v1, v2, s6"
    state = execute(text, v={1: [a], 2: [b]}, s={6: borrow}, active=1)
    assert lanes_of(state, 0, 1) == [(a - b - borrow) & 0xFFFFFFFF]
    assert int(state.s[4, 0]) == (a - b - borrow < 0)
    text = "v_add_co_ci_u32_e64 v0, s4, v1, v2, s6"
    state = execute(text, v={1: [a], 2: [b]}, s={6: borrow}, active=1)
    assert lanes_of(state, 0, 1) == [(a + b + borrow) & 0xFFFFFFFF]
    assert int(state.s[4, 0]) == (a + b + borrow) >> 32


# Lanes


def test_variable_row_permutation():
    text = "v_permlane16_var_b32 v0, v1, v2"
    state = execute(text, "gfx1200", v={1: range(32), 2: [i ^ 3 for i in range(32)]})
    assert lanes_of(state, 0) == [i ^ 3 for i in range(32)]


def test_halves_of_a_wave_change_places():
    state = execute("v_permlane64_b32 v0, v1", v={1: range(64)}, lanes=64)
    assert lanes_of(state, 0) == [i ^ 32 for i in range(64)]
    state = execute("v_permlane64_b32 v0, v1", v={0: [7] * 32, 1: range(32)})
    assert lanes_of(state, 0) == [7] * 32


def test_rows_are_swapped():
    """
    CDNA4, V_PERMLANE16_SWAP_B32: odd rows of the first with even rows of the second.
    """
    values = {0: range(64), 1: range(100, 164)}
    state = execute("v_permlane16_swap_b32_e32 v0, v1", "gfx950", v=values)
    first, second = lanes_of(state, 0), lanes_of(state, 1)
    assert first[:16] == list(range(16))
    assert first[16:32] == list(range(100, 116))
    assert second[:16] == list(range(16, 32))
    assert second[16:32] == list(range(116, 132))
    state = execute("v_permlane32_swap_b32_e32 v0, v1", "gfx950", v=values)
    assert lanes_of(state, 0)[32:] == list(range(100, 132))
    assert lanes_of(state, 1)[:32] == list(range(32, 64))


def test_mode_is_that_of_llvm():
    assert IEEE_MODE & 0x3FF == 0x2F0


@pytest.mark.parametrize("cpu", ["gfx900", "gfx1100"])
def test_a_sum_of_three_is_limited(cpu: str) -> None:
    """With `clamp` the sum is that of all numbers, at most the largest of 32 bits."""
    bench = MemoryBench(cpu)
    rng = np.random.default_rng(3)
    numbers = rng.integers(0, 1 << 32, (3, *bench.lane.shape))
    numbers >>= rng.integers(0, 4, bench.lane.shape)
    for register, values in enumerate(numbers, 1):
        bench.put(register, values)
    bench.run("v_add3_u32 v0, v1, v2, v3")
    assert (bench.get(0) == numbers.sum(0) % (1 << 32)).all()
    bench.run("v_add3_u32 v0, v1, v2, v3 clamp")
    assert (bench.get(0) == np.minimum(numbers.sum(0), (1 << 32) - 1)).all()


def test_a_scalar_is_moved_to_a_register_by_its_number() -> None:
    """`v_movreld_b32` adds M0 to the number of its destination, which must be there."""
    bench = MemoryBench("gfx1030")
    bench.state.s[8] = 77
    bench.state.s[M0] = 3
    for register in (4, 7):
        bench.put(register, 1)
    bench.run("v_movreld_b32 v4, s8")
    assert (bench.get(4) == 1).all()
    assert (bench.get(7) == 77).all()
    bench.state.s[M0] = 1000
    before = bench.state.v.copy()
    bench.run("v_movreld_b32 v4, s8")
    assert (bench.state.v == before).all()
