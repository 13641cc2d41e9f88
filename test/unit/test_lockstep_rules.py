"""Rules of work items in lockstep that few kernels need: each result beside NumPy's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lower_helpers import parse
from texts import parts

from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.work_groups.lockstep import masks

PROGRAMS = Path(__file__).with_name("programs")

SOURCE = (PROGRAMS / "lockstep_rules.cl").read_text()
ITEMS = 64


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE, "-cl-std=CL3.0")


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("some", [False, True])
def test_a_place_that_all_or_some_or_none_come_to(program: Program, n: int, some: bool):
    """
    A value that all work items share is stored, once, only if one of them comes there.
    """
    a = np.zeros(ITEMS, np.int32)
    a[40] = 9 * some
    out = np.zeros(1, np.int32)
    program["joined"](ITEMS, 32, a, out, n)
    assert out[0] == (7 if n or some else 0)


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("m", [-5, 3, 2**31 - 7])
def test_one_number_of_two_of_which_one_may_wrap(program: Program, n: int, m: int):
    """One number may wrap where the other is known not to."""
    out, wide = np.zeros(ITEMS, np.int32), np.zeros(ITEMS, np.int64)
    program["both"](ITEMS, 32, out, wide, n, m)
    assert (out == (1 if n else 2)).all()
    numbers = np.arange(ITEMS) + (n or m)
    assert (wide == numbers.astype(np.int32)).all()


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("m", [3, 2**32 - 7])
def test_one_number_without_a_sign_of_two(program: Program, n: int, m: int):
    """The id does not wrap; its sum may."""
    out, wide = np.zeros(ITEMS, np.int32), np.zeros(ITEMS, np.uint64)
    program["without"](ITEMS, 32, out, wide, n, m)
    assert (out == (1 if n else 2)).all()
    assert (wide == (np.arange(ITEMS) + (0 if n else m)) % 2**32).all()


TEXTS = parts("lockstep_rules.mlir")
POISONED = TEXTS["POISONED"]


@pytest.mark.parametrize("local", [5, 32])
def test_a_condition_that_is_undefined_where_none_takes_part(local: int):
    """
    A branch on poison is undefined only where a work item comes to it: a program whose
    work items never do is defined.
    """
    a, out = np.arange(-ITEMS, 0, dtype=np.int32), np.zeros(ITEMS, np.int32)
    Program(parse(POISONED))["k"](ITEMS, local, a, out, 3)
    assert (out == a).all()


FROZEN = TEXTS["FROZEN"]


@pytest.mark.parametrize("local", [5, 32])
def test_a_frozen_value_is_the_same_behind_a_barrier(local: int):
    """`freeze` chooses any number, but only once (LLVM's Language Reference)."""
    out: Any = np.full(ITEMS, 3, np.int32)
    Program(parse(FROZEN))["k"](ITEMS - ITEMS % local, local, out, 0)
    assert (out[: ITEMS - ITEMS % local] == 0).all()


@pytest.mark.parametrize(
    ("name", "n", "far"),
    [
        ("divided", 17, (2**32, 2**32)),
        ("remained", 17, (2**32, 2**32)),
        ("negated", -1, (2**31, 2**32)),
    ],
)
def test_a_division_in_lanes_that_take_no_part(
    program: Program, name: str, n: int, far: tuple[int, int]
):
    """
    No work item computes a product that would overflow. No defined number is 0 or the
    smallest one, so LLVM removes the guard; the processor has the wrapped product: 0, by
    which it must not divide, or -2^63.
    """
    type = np.uint64 if name == "remained" else np.int64
    a, b = np.full(ITEMS, far[0]), np.full(ITEMS, far[1])
    a[3:40:5], b[3:40:5] = 2, 3
    out = np.zeros(ITEMS, type)
    program[name](ITEMS, 32, a, b, out, n)
    result = {"divided": 17 // 6, "remained": 17 % 6, "negated": -6}[name]
    assert (out == np.where(a == 2, result, 0)).all()


def test_a_division_that_no_work_item_comes_to(program: Program):
    """
    Numbers that the group shares are divided once. They are defined only for work items
    that reach the division.
    """
    a, out = np.full(ITEMS, 7), np.zeros(2 * ITEMS, np.int64)
    program["shared"](ITEMS, 32, a, out, 17, 2**32, 2**32)
    assert (out == 0).all()
    a[3:40:5] = 2
    program["shared"](ITEMS, 32, a, out, 17, 2, 3)
    assert (out[:ITEMS] == np.where(a == 2, 17 // 6, 0)).all()


def test_quotients_that_no_floating_point_number_has(program: Program):
    """A `double` has 53 bits of a `long` only."""
    rng = np.random.default_rng(1)
    a = rng.integers(2**60, 2**62, ITEMS)
    b = rng.integers(1, 5, ITEMS)
    out, rest = np.zeros(ITEMS, np.int64), np.zeros(ITEMS, np.uint64)
    program["quotients"](ITEMS, 32, a, b, out, rest)
    assert (out == -a // b + (-a % b != 0)).all()
    assert (rest == a % b).all()


EXTENDED = TEXTS["EXTENDED"]


@pytest.mark.parametrize("local", [5, 32])
def test_a_number_with_a_sign_has_another_one_without(local: int):
    """A negative number that `sext` has made is large without its sign."""
    items = ITEMS - ITEMS % local
    out = np.zeros(items, np.int64)
    Program(parse(EXTENDED))["k"](items, local, out)
    assert (out == (np.arange(items) - 100) % 2**48).all()


BELOW = TEXTS["BELOW"]


@pytest.mark.parametrize("n", [0, 1])
@pytest.mark.parametrize("local", [5, 32])
def test_a_negative_number_of_two_with_and_without_its_sign(local: int, n: int):
    """Neither sum wraps, with its sign or without it; their extensions differ."""
    items = ITEMS - ITEMS % local
    signed, unsigned = np.zeros(items, np.int64), np.zeros(items, np.int64)
    Program(parse(BELOW))["k"](items, local, signed, unsigned, n)
    want = np.arange(items) - (64 if n else 128)
    assert (signed == want).all()
    assert (unsigned == want % 2**32).all()


@pytest.mark.parametrize("k", [0, 1, 13, 31])
def test_quotients_by_powers_of_two(program: Program, k: int):
    a = np.random.default_rng(k).integers(0, 1 << 64, ITEMS, np.uint64)
    a[:3] = 0, (1 << 64) - 1, 1 << 63
    out = np.zeros((ITEMS, 4), np.uint64)
    program["by_powers"](ITEMS, 32, a, out, k)
    power, small = np.uint64(1 << k), a & np.uint64(0xFFFFFFFF)
    wanted = (a // power, a % power, small // power, small % power)
    assert (out == np.stack(wanted, 1)).all()


def test_vectors_of_three_that_follow_each_other(program: Program):
    """They have no gap: what is after the last one stays."""
    a = np.random.default_rng(3).integers(-99, 99, (ITEMS, 3)).astype(np.int32)
    out = np.full(3 * ITEMS + 16, -7, np.int32)
    program["threes"](ITEMS, 32, a, out, 2)
    wanted, x = a.copy(), np.arange(ITEMS)
    for i in range(2):
        step = np.stack((x * 0 + 1, x, x * 0 + i), 1)
        wanted = (wanted[:, [2, 0, 1]] + step).astype(np.int32)
    assert (out[: 3 * ITEMS].reshape(ITEMS, 3) == wanted).all()
    assert (out[3 * ITEMS :] == -7).all()


@pytest.mark.parametrize("n", [-3, 0, 5])
def test_an_index_of_32_bits_that_all_share(n: int):
    """It has a sign."""
    text = """
    opencl.kernel @k(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i32) {
      %id = opencl.get_global_id 0 : i64
      %at = llvm.getelementptr %in[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<2xi32>
      %from = llvm.getelementptr %at[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
      %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<2xi32>
      %v = llvm.load %from : !llvm.ptr<1> -> vector<2xi32>
      %one = llvm.mlir.constant(1 : i32) : i32
      %x = llvm.extractelement %v[%one : i32] : vector<2xi32>
      %w = llvm.insertelement %n, %v[%one : i32] : vector<2xi32>
      llvm.store %w, %to : vector<2xi32>, !llvm.ptr<1>
      llvm.store %x, %to : i32, !llvm.ptr<1>
      opencl.return
    }
    """
    numbers = np.arange(2 * (ITEMS + 16), dtype=np.int32).reshape(-1, 2)
    out = np.zeros((ITEMS, 2), np.int32)
    Program(parse(text))["k"](ITEMS, 32, numbers[8:], out, n)
    assert (out[:, 0] == numbers[8 + n : 8 + n + ITEMS, 1]).all()
    assert (out[:, 1] == n).all()


@pytest.mark.parametrize("place", [-1, 3, 4])
def test_elements_that_a_vector_does_not_have(place: int):
    """They are poison, and the program is built."""
    text = f"""
    opencl.kernel @k(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>) {{
      %id = opencl.get_global_id 0 : i64
      %place = llvm.mlir.constant({place} : i32) : i32
      %five = llvm.mlir.constant(5 : i32) : i32
      %from = llvm.getelementptr %in[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
      %to = llvm.getelementptr %out[%id] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, vector<4xi32>
      %v = llvm.load %from : !llvm.ptr<1> -> vector<4xi32>
      %w = llvm.insertelement %five, %v[%place : i32] : vector<4xi32>
      %e = llvm.extractelement %w[%place : i32] : vector<4xi32>
      llvm.store %w, %to : vector<4xi32>, !llvm.ptr<1>
      llvm.store %e, %to : i32, !llvm.ptr<1>
      opencl.return
    }}
    """
    numbers = np.arange(ITEMS * 4, dtype=np.int32)
    out = np.zeros((ITEMS, 4), np.int32)
    Program(parse(text))["k"](ITEMS, 32, numbers, out)
    if place == 3:
        wanted = numbers.reshape(ITEMS, 4).copy()
        wanted[:, 0] = wanted[:, 3] = 5
        assert (out == wanted).all()


def test_masks_of_all_ways_join():
    """Lanes that split into three paths are together again when all three are."""
    whole = masks.everyone()
    three = masks.Split(whole, 3)
    ways = [masks.Mask(None, None, True, three, way) for way in range(3)]
    two = masks.Split(ways[1], 2)
    halves = [masks.Mask(None, None, True, two, way) for way in range(2)]
    assert masks.merged([ways[0], ways[2]]) == [ways[0], ways[2]]
    assert masks.merged(halves) == [ways[1]]
    assert masks.merged([ways[2], *halves, ways[0]]) == [whole]


@pytest.fixture(scope="module")
def large() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """As many bytes as 32 bits count; only pages that are written take memory."""
    return np.zeros(1 << 32, np.uint8)


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize(
    "first", [1000, -1000, -8, -47, 46, 2**31 - 47, -(2**31) + 46, 2**31 - 16]
)
@pytest.mark.parametrize("name", ["around", "down"])
@pytest.mark.parametrize("kind", ["signed", "unsigned"])
def test_indices_of_32_bits_that_may_wrap_around(
    program: Program,
    large: np.ndarray[Any, np.dtype[np.uint8]],
    kind: str,
    name: str,
    first: int,
    masked: bool,
):
    """
    The index of a row grows by one, unless it wraps around between two of its work items.
    """
    signed = kind == "signed"
    step = 1 if name == "around" else -1
    out = np.zeros(ITEMS, np.uint32)
    given = np.int32(first) if signed else np.uint32(first % 2**32)
    taking_part = np.arange(ITEMS) % 3 != 0 if masked else np.ones(ITEMS, bool)
    begin = first + step * np.arange(ITEMS)[taking_part]
    places = [(begin + step * ITEMS * r + (signed << 31)) % 2**32 for r in range(3)]
    for number, at in enumerate(places):
        large[at] = number + 4
    program[f"{name}_{kind}"](ITEMS, ITEMS, large, out, given, step, int(masked))
    assert (out[taking_part] == 4 * 64 + 5 * 8 + 6).all()
    assert not out[~taking_part].any()
    for number, at in enumerate(places):
        assert (large[at] == number + 1).all()
        large[at] = 0
    others = np.concatenate([at + d for at in places for d in (-16, 16)]) % 2**32
    assert not large[others].any()


@pytest.mark.parametrize("rounds", [0, 1, 5])
@pytest.mark.parametrize("end", [0, 1, 16, 17, 40, 48, 63, 64])
@pytest.mark.parametrize("first", [0, 1, 15, 16, 33])
def test_a_loop_that_stores_behind_a_bound(
    program: Program, first: int, end: int, rounds: int
):
    """Rows run code without masks where all their work items take part."""
    a = np.arange(5, 15, dtype=np.int32)
    start = np.arange(3 * ITEMS, dtype=np.int32).reshape(3, ITEMS)
    sums = start.copy()
    program["bounded"]((ITEMS, 3), (32, 1), a, sums, first, end, rounds)
    x, y = np.arange(ITEMS), np.arange(3)[:, None]
    takes_part = (x >= first) & (x < end) & (y != 1)
    value, seen = start.astype(np.int64), np.zeros_like(start, np.int64)
    for number in a[:rounds]:
        value = value * 3 + number
        seen += value
    assert (sums == np.where(takes_part, value + seen, -start) + 1).all()


@pytest.mark.parametrize("n", [0, 5, 50])
@pytest.mark.parametrize("m", [0, 20, ITEMS])
def test_a_place_behind_a_loop(program: Program, n: int, m: int):
    """The address of a place is computed where some lane takes part, and used after a loop."""
    a = np.arange(ITEMS, dtype=np.int32)
    want = a.copy()
    for i in range(m):
        want[(i + n) % ITEMS] += sum(range(i, 20))
    program["behind"](ITEMS, 32, a, n, m, 20)
    assert (a == want).all()


@pytest.mark.parametrize("first", [0, 7, -1, -20, -33, -64])
@pytest.mark.parametrize("end", [-40, 0, 1, 16, 100])
def test_an_index_that_walks_until_each_lane_is_at_the_end(
    program: Program, first: int, end: int
):
    """A number below zero is another one without its sign, in each round."""
    a = np.arange(3, 131, dtype=np.int32) ** 2
    sums, last = np.zeros(128 + ITEMS, np.int32), np.zeros(ITEMS, np.uint64)
    # Work items of different groups would add to the same places.
    items = 20
    program["walk"](items, items, a, sums, last, first, end)
    want, at_end = np.zeros_like(sums), np.zeros_like(last)
    for x in range(items):
        places = np.arange(x + first, end, 20)
        if len(places):
            at_end[x] = places[-1] % 2**32
        places = places[places >= 0]
        want[places] += x
        want[128 + x] = a[places].sum()
    assert (sums == want).all()
    assert (last == at_end).all()
