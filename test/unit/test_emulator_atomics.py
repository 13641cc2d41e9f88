"""Atomic operations on arrays, against one lane after the other in Python."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from xdsl_opencl.emulator.memory.atomics import (
    ATOMICS,
    Atomic,
    float_maximum,
    float_minimum,
    perform,
)

MASK = {4: 2**32 - 1, 8: 2**64 - 1}


def signed(value: int, size: int) -> int:
    return value - (1 << 8 * size) if value >> (8 * size - 1) else value


RULES: Mapping[str, Callable[[int, int, int], int]] = {
    "swap": lambda old, data, size: data,
    "add": lambda old, data, size: old + data,
    "sub": lambda old, data, size: old - data,
    "rsub": lambda old, data, size: data - old,
    "smin": lambda old, data, size: min(old, data, key=lambda v: signed(v, size)),
    "umin": lambda old, data, size: min(old, data),
    "smax": lambda old, data, size: max(old, data, key=lambda v: signed(v, size)),
    "umax": lambda old, data, size: max(old, data),
    "and": lambda old, data, size: old & data,
    "or": lambda old, data, size: old | data,
    "xor": lambda old, data, size: old ^ data,
    "inc": lambda old, data, size: 0 if old >= data else old + 1,
    "dec": lambda old, data, size: data if old == 0 or old > data else old - 1,
    "csub": lambda old, data, size: old - data if old >= data else 0,
    "cond_sub": lambda old, data, size: old - data if old >= data else old,
}
"""The pseudocode of the ISA documents, on unsigned integers."""


@pytest.mark.parametrize("places", [1, 7, 1000])
@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("name", sorted(RULES))
def test_integers(name: str, size: int, places: int) -> None:
    atomic = ATOMICS[size][name]
    random = np.random.default_rng(places)
    high = 20 if name in ("inc", "dec", "csub", "cond_sub") else MASK[size]
    memory = random.integers(0, high, places, f"u{size}", endpoint=True)
    at = random.integers(0, places, 300)
    data = random.integers(0, high, 300, f"u{size}", endpoint=True)
    expected = [int(v) for v in memory]
    old: list[int] = []
    values: list[int] = data.tolist()
    where: list[int] = at.tolist()
    for place, value in zip(where, values, strict=True):
        old.append(expected[place])
        expected[place] = RULES[name](old[-1], value, size) & MASK[size]
    for wanted in (True, False):
        changed = memory.copy()
        found = perform(
            atomic,
            changed.view(atomic.dtype),
            at,
            data.view(atomic.dtype),
            wanted=wanted,
        )
        assert [int(v) for v in changed] == expected
        if wanted:
            assert found is not None
            assert [int(v) for v in found.view(f"u{size}")] == old


@pytest.mark.parametrize("size", [4, 8])
def test_compare_and_swap(size: int) -> None:
    random = np.random.default_rng(3)
    memory = random.integers(0, 3, 5, f"u{size}")
    at = random.integers(0, 5, 400)
    data, compare = random.integers(0, 3, (2, 400), f"u{size}")
    expected: list[int] = memory.tolist()
    old: list[int] = []
    new: list[int] = data.tolist()
    wanted: list[int] = compare.tolist()
    where: list[int] = at.tolist()
    for place, value, other in zip(where, new, wanted, strict=True):
        old.append(expected[place])
        if old[-1] == other:
            expected[place] = value
    found = perform(ATOMICS[size]["cmpswap"], memory, at, data, compare)
    assert found is not None
    assert memory.tolist() == expected
    assert found.tolist() == old


@pytest.mark.parametrize("wanted", [False, True])
def test_float_sums_round_in_lane_order(wanted: bool) -> None:
    at = np.zeros(3, np.int64)
    for data, total in (([1e8, -1e8, 1.0], 1.0), ([1.0, 1e8, -1e8], 0.0)):
        memory = np.zeros(1, np.float32)
        found = perform(
            ATOMICS[4]["fadd"], memory, at, np.array(data, np.float32), wanted=wanted
        )
        assert memory[0] == total
        if found is not None:
            assert found.tolist() == [0.0, data[0], np.float32(data[0] + data[1])]


def one(atomic: Atomic, old: float, data: float) -> float:
    memory = np.array([old], atomic.dtype)
    perform(atomic, memory, np.zeros(1, np.int64), np.array([data], atomic.dtype))
    return memory[0]


def test_float_minimum_of_nan_and_zeros() -> None:
    nan = float("nan")
    for size in (4, 8):
        lower, upper = ATOMICS[size]["fmin"], ATOMICS[size]["fmax"]
        assert one(lower, nan, 2.0) == one(lower, 2.0, nan) == 2.0
        assert one(upper, nan, 2.0) == one(upper, 2.0, nan) == 2.0
        assert np.isnan(one(lower, nan, nan))
        for pair in ((0.0, -0.0), (-0.0, 0.0)):
            assert np.signbit(one(lower, *pair))
            assert not np.signbit(one(upper, *pair))
        assert one(lower, -1.0, 3.0) == -1.0
        assert one(upper, -1.0, 3.0) == 3.0


def test_float_minimum_is_the_same_in_any_order() -> None:
    values = np.array([0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, np.nan])
    a, b = (v.ravel() for v in np.meshgrid(values, values))
    for rule in (float_minimum, float_maximum):
        ours, other = rule(a, b), rule(b, a)
        assert np.array_equal(np.signbit(ours), np.signbit(other))
        assert np.array_equal(ours, other, equal_nan=True)


def test_denormals_are_flushed_where_the_hardware_does() -> None:
    assert one(ATOMICS[4]["fadd_flush"], 1e-40, 1e-40) == 0
    assert one(ATOMICS[4]["fadd"], 1e-40, 1e-40) > 0


def test_bfloat_sum_rounds_to_nearest_even() -> None:
    add = ATOMICS[4]["pk_add_bf16"]
    # 1 + 2^-8 is a tie between 1 and 1 + 2^-7: the even one is 1.
    assert one(add, 0x3F80, 0x3B80) == 0x3F80
    # (1 + 2^-7) + 2^-8 is a tie as well, and goes up.
    assert one(add, 0x3F81, 0x3B80) == 0x3F82
    assert int(one(add, 0x7F80, 0xFF80)) & 0x7FFF > 0x7F80


def test_half_sum_is_rounded_once() -> None:
    add = ATOMICS[4]["pk_add_f16"]
    assert one(add, 2048.0, 1.0) == 2048.0
    assert one(add, 2048.0, 3.0) == 2052.0
