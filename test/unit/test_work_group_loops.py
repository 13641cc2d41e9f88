"""Loops of kernels on the CPU device: results against numpy, whatever the sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.work_groups.regions import loops

PROGRAMS = Path(__file__).with_name("programs")

np: Any = import_module("numpy")

SOURCE = (PROGRAMS / "work_group_loops.cl").read_text()


def _never(blocks: object, group: object) -> bool:
    return False


@pytest.fixture(scope="module", params=["lockstep", "one after the other"])
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    """
    Programs whose neighbouring work items run in lockstep, or all one after the other.
    """
    with pytest.MonkeyPatch.context() as patch:
        if request.param != "lockstep":
            patch.setattr(loops, "may_run_in_lockstep", _never)
        yield Program.from_source(SOURCE, "-cl-std=CL3.0")


def kept(program: Program, kernel: str) -> int:
    """Bytes of a work item that are kept while others run."""
    number = re.search(rf"^define .*@{kernel}\(.*#(\d+) \{{", program.llvm_ir, re.M)
    assert number is not None
    line = re.search(rf"^attributes #{number[1]} = .*", program.llvm_ir, re.M)
    assert line is not None
    found = re.search(r'"opencl-item-bytes"="(\d+)"', line[0])
    assert found is not None
    return int(found[1])


def test_leaving_behind_all_barriers(program: Program) -> None:
    """Nobody looks who has left when there is no barrier to come."""
    from xdsl_opencl.runtime import Local

    assert kept(program, "last") == 0
    assert kept(program, "after") > 0
    a, c = ints(64).astype(np.float32), np.zeros(4, np.float32)
    program.last(64, 16, a, c, 0, Local(64))
    assert (c == a.reshape(4, 16).sum(1)).all()


def test_results_that_a_group_shares_are_kept_once(program: Program) -> None:
    """A scan gives each work item its own number, the other functions one to all of them."""
    given = 4
    assert kept(program, "agreed") == 3 * given
    assert kept(program, "own") == 2 * given
    # Work items that agree on the way need no note of who takes part.
    assert kept(program, "decided") == 2 * given
    a, b = np.arange(32, dtype=np.int32) * 3, np.zeros(32, np.int32)
    program.agreed(32, 16, a, b)
    rows = a.reshape(2, 16)
    want = rows.sum(1) + (rows > 50).any(1) + rows[:, 0]
    assert (b.reshape(2, 16) == want[:, None]).all()
    b[:] = 0
    program.decided(32, 16, a, b)
    want = (rows > 50).any(1) + 2 * rows[:, 0]
    assert (b.reshape(2, 16) == want[:, None]).all()


def ints(*shape: int) -> Any:
    return np.random.default_rng(7).integers(-9, 9, shape, np.int32)


@pytest.mark.parametrize("local", [(16, 4), (7, 3), (1, 1), (64, 1), None])
@pytest.mark.parametrize("n", [0, 1, 37])
def test_product(program: Program, local: tuple[int, ...] | None, n: int) -> None:
    width, height = 50, 9
    rng = np.random.default_rng(n)
    a = rng.uniform(-1, 1, (height, n)).astype(np.float32)
    b = rng.uniform(-1, 1, (n, width)).astype(np.float32)
    c = np.full((height, width), np.nan, np.float32)
    # More work items than elements: some leave at once.
    a_or_more, b_or_more = (m if m.size else np.zeros(1, np.float32) for m in (a, b))
    program.product((64, 12), local, a_or_more, b_or_more, c, n, width, height)
    assert np.allclose(c, a.astype(np.float64) @ b, atol=1e-5)


@pytest.mark.parametrize("bounds", [(0, 100), (3, 90), (64, 100), (99, 100), (5, 5)])
def test_guarded(program: Program, bounds: tuple[int, int]) -> None:
    low, high = bounds
    a, c = ints(100), np.full(100, 5, np.int32)
    program.guarded(100, 32, a, c, 80, low, high)
    want = np.full(100, 5, np.int32)
    for x in range(low, high):
        total = np.int64(x)
        for k in range(low, 80):
            total = (3 * total + a[k] - a[x] + 2**31) % 2**32 - 2**31
        want[x] = total
    assert (c == want).all()


@pytest.mark.parametrize("n", [0, 1, 9])
def test_nested(program: Program, n: int) -> None:
    width = 45
    a = ints(max(n, 1), width)
    c = np.zeros((n + 1, width), np.int32)
    program.nested(width, 20, a, c, n, width)
    want = np.zeros_like(c)
    for j in range(n):
        part = np.ones(width, np.int32)
        for i in range(j, n):
            part = part * np.int32(5) + a[i]
        want[j] = part
        want[n] ^= part
    assert (c == want).all()


def test_written(program: Program) -> None:
    n, width = 40, 33
    a = ints(n, width)
    want = a.copy()
    for k in range(1, n):
        want[k] = want[k - 1] * np.int32(7) + np.int32(k) + want[k]
    program.written(width, 16, a, n, width)
    assert (a == want).all()


@pytest.mark.parametrize(("n", "m"), [(0, 0), (50, 0), (0, 70), (64, 100)])
def test_two_loops(program: Program, n: int, m: int) -> None:
    a = np.random.default_rng(1).uniform(-1, 1, 100).astype(np.float32)
    c = np.zeros(70, np.float32)
    program.two(70, 70, a, c, n, m)
    x = np.arange(70)
    s, t = np.zeros(70), np.ones(70)
    for k in range(n):
        s = s + a[k] * x
    for k in range(0, m, 3):
        t = t * 0.5 + a[k] + s
        s = s - 1
    assert np.allclose(c, s + t, rtol=1e-4, atol=1e-2)


def test_leaving_in_a_loop(program: Program) -> None:
    for stop in (30, 200):
        a, c = ints(100), np.zeros(50, np.int32)
        if stop < 100:
            a[stop] = 99
        program.leaves(50, 50, a, c, 100)
        want = np.zeros(50, np.int32)
        for x in range(50):
            total = 0
            for k in range(100):
                if a[k] == 99:
                    want[x] = total + 1
                    break
                total += int(a[k]) * x
                want[x] = total
                if a[k] == x:
                    break
            else:
                want[x] = total + 1
        assert (c == want).all()


def test_behind_a_barrier(program: Program) -> None:
    from xdsl_opencl.runtime import Local

    a, c = ints(100), np.full(100, -1, np.int32)
    program.after(100, 25, a, c, 60, Local(100))
    want = np.where(np.arange(100) % 5 == 4, -1, a[:60].sum() * a)
    assert (c == want).all()


def test_rest(program: Program) -> None:
    a = np.random.default_rng(2).uniform(-1, 1, (64, 64)).astype(np.float32)
    for kernel, want in (
        ("short_loop", a[:16].sum(0)),
        ("differs", np.array([a[:x, x].sum() for x in range(64)])),
        ("rows", a.sum(1)),
    ):
        c = np.zeros(64, np.float32)
        program[kernel](64, 16, a, c, 64)
        assert np.allclose(c, want, atol=1e-4), kernel


@pytest.mark.parametrize("size", [(2, 3, 2), (3, 2, 4), (1, 5, 3), (18, 2, 3), (7,)])
def test_places_of_work_items(program: Program, size: tuple[int, ...]) -> None:
    """The local linear id (OpenCL C 3.0, table 18), and what each keeps at a barrier."""
    from xdsl_opencl.runtime import Local

    whole = (2 * size[0], *size[1:])
    shape = whole[::-1]
    count = int(np.prod(size))
    a = np.arange(2 * count, dtype=np.int32) * 7
    c = np.zeros((3, 2 * count), np.int32)
    program.placed(whole, size, a, c, Local(4 * count))
    linear = np.arange(count).reshape(size[::-1])
    of_group = np.concatenate([linear, linear], axis=-1)
    assert (c[0].reshape(shape) == of_group).all()
    assert (c[1] == a).all()
    last = linear.ravel()[::-1].reshape(linear.shape)
    rows = a.reshape(shape)
    for group in range(2):
        columns = slice(group * size[0], (group + 1) * size[0])
        mine = rows[..., columns].ravel()
        assert (c[2].reshape(shape)[..., columns] == mine[last]).all()


def test_operands_of_group_functions(program: Program) -> None:
    """One that another value depends on, which is wanted after the function."""
    c = np.zeros(32, np.int32)
    program.given(32, 16, c, 5, 11)
    first = np.arange(32) + 5
    sums = np.repeat(first.reshape(2, 16).sum(1), 16)
    assert (c == sums + first * 11 * 1000).all()
