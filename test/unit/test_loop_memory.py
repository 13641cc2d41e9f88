"""Numbers of memory that loops keep in registers, beside a model in Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import Local, Program

ITEMS = 48
SOURCE = Path(__file__).with_name("programs") / "loop_memory.cl"


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE.read_text())


@pytest.mark.parametrize("n", [0, 1, 2, 7])
@pytest.mark.parametrize("m", [0, 3, 16, 40])
@pytest.mark.parametrize("local", [16, 24, 48])
def test_sums_in_memory(program: Program, n: int, m: int, local: int):
    a = np.arange(2, 10, dtype=np.int32)
    sums = np.arange(2 * ITEMS, dtype=np.int32).reshape(ITEMS, 2)
    want = sums.astype(np.int64)
    for i in range(ITEMS):
        at = i % local
        first = i - at
        for r in range(at, m, 5):
            for k in range(n):
                want[i, 0] = want[i, 0] // 2 + a[(first + (at + k) % 16) % 8]
                want[i, 1] += want[i, 0] if k & 1 else -i
            want[i, 0] += r
    program["added"](ITEMS, local, sums, a, Local(8 * 64), n, m)
    assert (sums == want).all()


@pytest.mark.parametrize("n", [0, 1, 3])
def test_arrays_that_overlap(program: Program, n: int):
    """The second place is the first one in the second round of another work item's number."""
    memory = np.arange(400, dtype=np.int32)
    want = memory.copy()
    items = 1
    for k in range(n):
        want[40] += want[40]
        want[41 * k] += 1
    program["overlapping"](items, items, memory, memory[40:], n)
    assert (memory == want).all()


@pytest.mark.parametrize("n", [0, 1, 5])
def test_bytes_of_two_types(program: Program, n: int):
    sums = np.arange(ITEMS, dtype=np.int32) * 65521
    want = sums.copy()
    for i in range(ITEMS):
        for k in range(n):
            want[i : i + 1].view(np.int16)[1] += 1
            want[i] += np.int32((i + k) * 65536 + 3)
    program["bytes"](ITEMS, 16, sums, Local(64), n)
    assert (sums == want).all()


@pytest.mark.parametrize("n", [0, 1, 20, 48])
def test_a_loop_without_a_round(program: Program, n: int):
    sums = np.zeros(ITEMS, np.int32)
    program["none"](ITEMS, 16, sums, Local(64), n, 1 << 30)
    i = np.arange(ITEMS)
    assert (sums == np.where(i < n, i * (n - i), 0)).all()


def test_a_buffer_that_is_constant_as_well(program: Program):
    """Numbers in constant memory may be those that the loop writes."""
    sums = np.arange(1, 2, dtype=np.int32)
    program["constants"](1, 1, sums, sums, 1)
    assert sums[0] == 3


@pytest.mark.parametrize("local", [1, 7, 16, 28])
def test_a_number_that_the_work_item_has_just_written(program: Program, local: int):
    """LLVM's loop vectoriser must not load it first."""
    items = 28
    a = np.arange(2 * items, dtype=np.float32)
    total, second = a[::2] + a[1::2], a[1::2].copy()
    program["in_place"](items, local, a, a)
    assert (a[::2] == total).all()
    assert (a[1::2] == total - second).all()
    b = np.zeros((items, 4), np.float32)
    program["written"](items, local, b)
    assert (b == np.arange(items)[:, None] + np.array([0, 0, 0, 7])).all()


FAR = {
    "uchar": np.uint8,
    "short": np.int16,
    "int": np.int32,
    "long": np.int64,
    "float": np.float32,
    "double": np.float64,
}
WIDE = 9
"""The numbers of a work item in the tests below, which access no others."""


@pytest.mark.parametrize("type", FAR)
@pytest.mark.parametrize("local", [5, 16, 24, 48])
@pytest.mark.parametrize("n", [0, 1, 4, 7])
def test_sums_far_from_each_other(program: Program, type: str, local: int, n: int):
    """In memory of its own, in the same buffer, and in overlapping parts of one."""
    rng = np.random.default_rng(n)
    items = 45 if local == 5 else ITEMS
    b = rng.integers(1, 3, WIDE).astype(FAR[type])
    for shift in (None, 0, 1, 2):
        for j in (0, 2, 6, 8):
            found = rng.integers(0, 9, items * WIDE + 2).astype(FAR[type])
            other = found.copy()
            want = found.copy()
            for k in range(n):
                sums = want[j : items * WIDE : WIDE]
                source = other if shift is None else want[shift:]
                sums += source[k : items * WIDE : WIDE][:items] * b[k]
            a = other if shift is None else found[shift:]
            program[f"far_{type}"](items, local, found, a, b, WIDE, j, n)
            assert (found == want).all(), (shift, j)


def each_item(array: Any, j: int, n: int, step: Callable[[Any, int, int], None]) -> Any:
    """`array`, of a row for each work item, after `n` calls of `step` for each row."""
    want = array.copy()
    for row in want:
        for k in range(n):
            step(row, j, k)
    return want


@pytest.mark.parametrize("local", [16, 24])
@pytest.mark.parametrize("j", [0, 1, 3])
def test_sums_that_their_loops_read_otherwise(program: Program, local: int, j: int):
    """As members, vectors, other types, parts, across two, stored, and in other spaces."""
    rng, n = np.random.default_rng(j), 6

    def check(name: str, found: Any, step: Any) -> None:
        want = each_item(found, j, n, step)
        m = found[0].nbytes // (
            16 if name == "far_vectors" else 8 if "mem" in name else 4
        )
        memory = found.reshape(-1).view(np.uint8)
        program[name](ITEMS, local, memory, memory, m, j, n)
        assert (found.view(np.uint8) == want.view(np.uint8)).all(), name

    def members(row: Any, j: int, k: int) -> None:
        row[2 * j] += 5 if k & 1 else row[k]
        row[2 * j + 1] = row[2 * j + 1] * 3 + row[2 * j]

    def vectors(row: Any, j: int, k: int) -> None:
        row[4 * j : 4 * j + 4] += row[4 * k : 4 * k + 4]

    def bits(row: Any, j: int, k: int) -> None:
        row[j] += np.float32(row.view(np.int32)[k] & 0xFFFFFF)

    def nans(row: Any, j: int, k: int) -> None:
        row[j] = row[k] ^ (row[j] & 7)

    def bytes_(row: Any, j: int, k: int) -> None:
        row[j] = row[j] * np.int32(5) + row.view(np.uint8)[k]

    def longs(row: Any, j: int, k: int) -> None:
        row[j] += np.int32((row.view(np.int64)[k // 2] >> 31) & 0x7FFFFFFF)

    def split(row: Any, j: int, k: int) -> None:
        row[j] += row.view(np.uint8)[4 * k + 2 : 4 * k + 6].view(np.int32)[0]

    def stores(row: Any, j: int, k: int) -> None:
        row[j] += k + 1
        row[k] *= 3

    def constants(row: Any, j: int, k: int) -> None:
        row[j] += row[k]

    small = rng.integers(0, 9, (ITEMS, 16), np.int32)
    with np.errstate(over="ignore"):
        check("far_members", small.copy(), members)
        check(
            "far_vectors", rng.integers(0, 9, (ITEMS, 32)).astype(np.float32), vectors
        )
        check("far_bits", small.astype(np.float32), bits)
        signs = rng.integers(0, 2, (ITEMS, 16), np.uint32) << 31
        check("far_nans", signs | 0x7FA00000 | small.astype(np.uint32), nans)
        check("far_bytes", rng.integers(-(2**30), 2**30, (ITEMS, 16), np.int32), bytes_)
        small_longs = rng.integers(0, 2**20, (ITEMS, 16), np.int32)
        check("far_longs", small_longs, longs)
        check("far_split", rng.integers(-(2**26), 2**26, (ITEMS, 16), np.int32), split)
        check("far_stores", small.copy(), stores)
        check("far_constants", small.copy(), constants)

    out = np.zeros(ITEMS, np.int32)
    rows = (np.arange(ITEMS)[:, None] + np.arange(WIDE)).astype(np.int32)
    program["far_local"](ITEMS, local, out, Local(4 * local * WIDE), WIDE, j, n)
    assert (out == each_item(rows, j, n, constants)[:, j]).all()
