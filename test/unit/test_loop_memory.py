"""Numbers of memory that loops keep in registers, beside a model in Python."""

from __future__ import annotations

from pathlib import Path

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
