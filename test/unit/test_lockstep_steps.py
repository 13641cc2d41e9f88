"""Rows whose accesses have steps, or are those of one work item, beside NumPy."""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from texts import parts

from xdsl_opencl.runtime import Local, Program

PROGRAMS = Path(__file__).with_name("programs")

ITEMS = 96
ALONE = (0, 5, 15, 16, 40, 99)
TYPES: Mapping[str, Any] = {
    "uchar": np.uint8,
    "short": np.int16,
    "float": np.float32,
    "double": np.float64,
}
STEPS = (2, 3, 4, 7, 16, 40, -1, -2, -5)
"""From one work item to the next, in elements: dense ones, distant ones, and backwards."""
FIRST = -min(STEPS) * ITEMS
SIZE = FIRST + max(STEPS) * ITEMS

_SOURCE = parts("lockstep_steps.cl")["SOURCE"]


def source() -> str:
    return "".join(
        _SOURCE.format(
            name=f"{type}_{STEPS.index(step)}",
            type=type,
            step=step,
            one=0 if step == -1 else 1,
        )
        for type in TYPES
        for step in STEPS
    )


@pytest.fixture(scope="module")
def stepped() -> Program:
    return Program.from_source(source())


@pytest.fixture(scope="module")
def alone() -> Program:
    return Program.from_source((PROGRAMS / "lockstep_alone.cl").read_text())


@pytest.mark.parametrize(
    ("local", "n"), [(16, 0), (24, 1), (96, 37), (16, 37), (24, 48), (96, ITEMS)]
)
@pytest.mark.parametrize("type", TYPES)
def test_steps(stepped: Program, type: str, local: int, n: int):
    rng, i = np.random.default_rng(n), np.arange(ITEMS)
    for number, step in enumerate(STEPS):
        whole = rng.integers(0, 50, SIZE).astype(TYPES[type])
        short = rng.integers(0, 50, ITEMS).astype(TYPES[type])
        at, some = FIRST + step * i, np.where(i < n, 1, 0)

        out = short.copy()
        stepped[f"load_{type}_{number}"](ITEMS, local, whole, out, FIRST, n)
        assert (out == whole[at] * (1 + some)).all(), step

        found, want = whole.copy(), whole.copy()
        want[at] = short
        want[at[:n] + (step != -1)] = short[:n]
        stepped[f"store_{type}_{number}"](ITEMS, local, short, found, FIRST, n)
        assert (found == want).all(), step

        found, want = whole.copy(), whole.copy()
        want[at] = (want[at] + 1 + some * short) * 2
        stepped[f"change_{type}_{number}"](ITEMS, local, found, short, FIRST, n)
        assert (found == want).all(), step


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("type", TYPES)
def test_bytes_beyond_the_last_element_are_not_read(
    stepped: Program, type: str, step: int
):
    """The array ends, or begins, at a page that cannot be read."""
    page, size = mmap.PAGESIZE, np.dtype(TYPES[type]).itemsize
    length = abs(step) * (ITEMS - 1) + 1
    pages = -(-length * size // page)
    memory = mmap.mmap(-1, (pages + 2) * page)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    protect: Any = ctypes.CDLL(None).mprotect
    edges = [ctypes.c_void_p(start + i * page) for i in (0, pages + 1)]
    view = np.frombuffer(memory, np.uint8)
    first = length - 1 if step < 0 else 0
    name = f"{type}_{STEPS.index(step)}"
    # Behind the page in front, then in front of the page behind.
    for skip in (page, (pages + 1) * page - length * size):
        array = view[skip : skip + length * size].view(TYPES[type])
        array[:] = np.arange(length) % 50
        out = np.zeros(ITEMS, TYPES[type])
        assert all(protect(edge, page, 0) == 0 for edge in edges)
        stepped[f"load_{name}"](ITEMS, 16, array, out, first, ITEMS)
        stepped[f"bounded_{name}"](ITEMS + 9, 35, array, out, first, ITEMS)
        both = mmap.PROT_READ | mmap.PROT_WRITE
        assert all(protect(edge, page, both) == 0 for edge in edges)
        assert (out == array[first + step * np.arange(ITEMS)]).all()


VECTORS = {
    "char3": np.int8,
    "float2": np.float32,
    "float3": np.float32,
    "int4": np.int32,
}


@pytest.mark.parametrize("step", [1, 2, -1, -2])
@pytest.mark.parametrize("type", VECTORS)
def test_vectors(type: str, step: int):
    """After a bound that whole rows pass, or some of them; the last vector ends the array."""
    program = Program.from_source(
        f"""
kernel void k(global const {type} *a, global {type} *b, int first, int n) {{
  int i = get_global_id(0);
  b[i] = a[first + {step} * i];
  if (i < n) b[i] += a[first + {step} * i];
}}"""
    )
    width = int(type[-1])
    length = abs(step) * (ITEMS - 1) + 1
    a = np.arange(length * (width + width % 2)).astype(VECTORS[type])
    vectors = a.reshape(length, -1)[:, :width]
    first = length - 1 if step < 0 else 0
    for n in (0, 40, ITEMS):
        out = np.zeros((ITEMS, a.size // length), VECTORS[type])
        program["k"](ITEMS, 16, a, out.reshape(-1), first, n)
        some = (np.arange(ITEMS) < n).astype(VECTORS[type])[:, None]
        want = vectors[first + step * np.arange(ITEMS)] * (1 + some)
        assert (out[:, :width] == want).all(), n


@pytest.mark.parametrize("n", ALONE)
@pytest.mark.parametrize("local", [16, 24, 48])
def test_what_one_work_item_does(alone: Program, local: int, n: int):
    rng = np.random.default_rng(n)
    i = np.arange(ITEMS)
    at, group = i % local, i // local
    one = at == n
    a = rng.integers(-99, 99, 8 * ITEMS, np.int32)
    empty = rng.integers(0, 9, 6 * ITEMS, np.int32)

    def run(name: str, *more: Any) -> Any:
        out = empty.copy()
        alone[name](ITEMS, local, a, out, *more, n)
        return out

    want = empty.copy()
    want[group[one]] = (a[3 * i] + a[i])[one]
    assert (run("stores") == want).all()

    want = empty.copy()
    third = np.trunc(a[5 * i + 1] / 3).astype(np.int32)
    want[i] = np.where(one, third, i) + 1
    assert (run("meets") == want).all()

    want, changed = empty.copy(), a.copy()
    want[64 + i] = 0
    for item in i[one]:
        for k in range(n):
            want[64 + item] += changed[2 * item - k]
            changed[2 * item - k] = want[64 + item]
        if want[64 + item] & 1:
            want[n + item // local] = want[64 + item]
    assert (run("rounds") == want).all()
    assert (a == changed).all()

    want = empty.copy()
    fourth = at % 4 == n % 4
    want[i[fourth]] = a[3 * i][fourth]
    assert (run("several") == want).all()

    want = empty.copy()
    want[i] = np.where(one, a[3 * i] - a[2 * i], a[3 * i] + a[2 * i])
    assert (run("others") == want).all()

    want, some = empty.copy(), a[i] > 0
    ways = (a[3 * i] + i, a[3 * i], np.full(ITEMS, 7))
    want[i[some]] = ways[n % 3][some]
    assert (run("switched") == want).all()

    want, changed = empty.copy(), a.copy()
    pairs: Any = changed.view(np.dtype([("x", np.int32), ("y", np.int16)]))[:ITEMS]
    want[i] = pairs["x"] + pairs["y"]
    pairs["x"] = i - n
    assert (run("packed") == want).all()
    assert (a == changed).all()

    want, tile = empty.copy(), a[i].copy()
    value = np.where(one, a[i - at + at * 7 % 16], -i)
    tile[one] = value[one]
    want[i] = value + tile[i - at + (at + 1) % local]
    assert (run("crosses", Local(4 * local)) == want).all()

    want = empty.copy().reshape(-1, 4)
    own = i[:, None] + np.arange(5)
    own[one, n % 5] = 7
    vectors = a.reshape(-1, 4)[2 * i] + own[i, i % 5][:, None]
    want[group[one]] = vectors[one]
    want[16 + i] = (own[:, 3] + own[i, i % 5])[:, None]
    assert (run("vectors") == want.reshape(-1)).all()


@pytest.mark.parametrize("n", [0, 7, 16, 17, 40, 94, 200])
@pytest.mark.parametrize("m", [0, 1, 9, 16, 50])
@pytest.mark.parametrize("local", [16, 24, 48])
def test_neighbours_up_to_a_border(alone: Program, local: int, m: int, n: int):
    rng, x = np.random.default_rng(n), np.arange(ITEMS)
    at = x % local
    a = rng.integers(0, 99, 3 * ITEMS, np.int32)
    # Whole rows that take part, and others.
    a[16:48] |= 1
    a[:32] &= ~2
    right, left = a[np.minimum(x + 1, n)], a[np.maximum(x - 1, m)]
    want = np.where((at > 0) & (at < 15), right - 3 * left, 0)
    want += np.where(a[x] & 1, 7 * right + 5 * left, 0)
    low = np.where(a[x] & 2, (x - m) // 2, x - m)
    want += np.where(x >= m, 11 * a[low], 0)
    out = np.zeros(ITEMS, np.int32)
    alone["borders"](ITEMS, local, a, out, n, m)
    assert (out == want).all()


def test_each_kernel_has_rows(stepped: Program, alone: Program):
    for program in (stepped, alone):
        for kernel in program.llvm_ir.split("\ndefine ")[1:]:
            name = kernel.partition("(")[0]
            assert ".groups" in name or "row_x" in kernel, name
