"""
Work items in lockstep: kernels whose rows are long enough give the results that they give
with one work item after the other.
"""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any

import pytest
from long_runs import LONG
from texts import whole

from xdsl_opencl.runtime import Program, RuntimeFailure

np: Any = import_module("numpy")

ITEMS = 200
SIZE = 256
"""Elements of the arrays; indices are taken modulo it where they come from data."""


SOURCE = whole("lockstep.cl")
NAMES = re.findall(r"^KERNEL\((\w+)\)", SOURCE, re.MULTILINE)
ARGUMENTS = ((0, 0), (1, 5), (40, 120), (13, 200))


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE, "-cl-std=CL3.0")


def launch(
    program: Program,
    name: str,
    local: int,
    n: int,
    m: int,
    offset: int,
    items: int = ITEMS,
) -> Any:
    rng = np.random.default_rng(n)
    a = rng.integers(-40, 200, SIZE, np.int32)
    f = rng.uniform(-2, 3, SIZE).astype(np.float32)
    out = rng.integers(0, 99, SIZE, np.int32)
    g = np.zeros(SIZE, np.float32)
    program[name](items, local, a, f, out, g, n, m, global_offset=offset)
    return out, g


@pytest.mark.parametrize("name", NAMES)
def test_same_results(program: Program, name: str):
    for n, m in ARGUMENTS:
        for offset in (0, 3):
            want = launch(program, name, 5, n, m, offset)
            for local in (16, 37, 64):
                found = launch(program, name, local, n, m, offset)
                for x, y in zip(want, found, strict=True):
                    np.testing.assert_array_equal(x, y, err_msg=f"{local} {n} {m}")


@pytest.mark.parametrize("name", NAMES)
def test_whole_rows(program: Program, name: str):
    """The machine code for groups of whole rows, which has no other."""
    for n, m in ARGUMENTS[2:]:
        want = launch(program, name, 5, n, m, 3, 192)
        for local in (16, 48, 64):
            found = launch(program, name, local, n, m, 3, 192)
            for x, y in zip(want, found, strict=True):
                np.testing.assert_array_equal(x, y, err_msg=f"{local} {n} {m}")


def test_in_lockstep(program: Program):
    """The comparison compares two codes."""
    kernels = re.split(r"^define ", program.llvm_ir, flags=re.MULTILINE)
    for name in NAMES:
        (text,) = (k for k in kernels if k.startswith(f"void @{name}("))
        assert "%row_x" in text, name
        # Loops that only compute go round with two rows.
        wide = "whole_wide_rows" in text
        assert wide == (name in ("collatz", "shared_count", "narrow")), name


def test_ids_beyond_an_int(program: Program):
    """Numbers of neighbours that wrap between them are computed one by one."""
    a = np.arange(SIZE, dtype=np.int32)
    out, g = np.zeros(SIZE, np.int32), np.zeros(SIZE, np.float32)
    source = """kernel void far(global const int *a, global long *out, int n) {
      int x = (int)get_global_id(0), s = 0;
      for (int i = 0; i < n; ++i) s += a[i];
      out[get_local_id(0)] = (long)x + s;
    }"""
    del g, out
    far = Program.from_source(source)["far"]
    out = np.zeros(64, np.int64)
    first = 2**31 - 20
    far(64, 64, a, out, 3, global_offset=first)
    ids = (np.arange(first, first + 64) + 2**31) % 2**32 - 2**31
    np.testing.assert_array_equal(out, ids + 3)


WALK = """kernel void k(global const int *first, global const int *columns,
                        global const float *values, global const float *x,
                        global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = first[row]; i < first[row + 1]; i += 1) sum += values[i] * x[columns[i]];
  y[row] = sum;
}"""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, False),
        ({"int i": "uint i", "int row": "size_t row"}, False),
        # Together they are cheaper:
        ({"values[i] * x[columns[i]]": "values[i]"}, True),
        (
            {"x[columns[i]]": "sqrt(exp(x[columns[i]] * 2) + 1) / (values[i] + 3) + 1"},
            True,
        ),
        ({"i += 1": "i += 2"}, True),
        (
            {
                "for (int i =": "int i =",
                "; i < first[row + 1]": "; for (int k = 0; k < 7",
                "i += 1": "++k, i += 1",
            },
            True,
        ),
        ({"first[row + 1]": "first[5]", "i = first[row]": "i = first[4]"}, True),
        ({"[row]; i": "[0]; i", "first[row + 1]": "first[1]"}, True),
    ],
)
@pytest.mark.parametrize("rows", [1, 16, 77, 320])
def test_walks(change: dict[str, str], expected: bool, rows: int):
    """
    Rows of a sparse matrix, of any length, are read one after the other; the sums are
    NumPy's.
    """
    source = WALK
    for old, new in change.items():
        source = source.replace(old, new)
    program = Program.from_source(source)
    assert ("%row_x" in program.llvm_ir) == expected
    rng = np.random.default_rng(rows)
    lengths = rng.integers(0, 9, rows) * rng.integers(0, 4, rows)
    first = np.concatenate(([0], lengths.cumsum())).astype(np.int32)
    if expected:
        return
    size = int(first[-1])
    columns = rng.integers(0, rows, size, np.int32)
    values, x = (rng.integers(-9, 9, n).astype(np.float32) for n in (size, rows))
    y = np.full(rows, 5, np.float32)
    padded = [v if len(v) else np.zeros(1, v.dtype) for v in (columns, values)]
    program.k(rows, min(rows, 64), first, *padded, x, y)
    products = np.concatenate((values * x[columns], [0]))
    sums = np.concatenate(([0], products.cumsum()))
    np.testing.assert_array_equal(y, sums[first[1:]] - sums[first[:-1]])


class _Steps:
    """
    A kernel of random steps in OpenCL C, with what NumPy says of them: straight code,
    branches and loops in which work items part, and the neighbours' values.
    """

    def __init__(self, seed: int, count: int, barriers: int):
        random_ = random.Random(seed)
        names = ["straight", "branch", "loop", "read"]
        kinds = random_.choices(names, k=count)
        for place in random_.sample(range(count), barriers):
            kinds[place] = "neighbour"
        self.steps = [(kind, random_.randrange(1, 999)) for kind in kinds]

    def source(self) -> str:
        text = {
            "straight": "s = s * 5 ^ (t + {0}); t = (t << 3) - s;",
            "branch": "if (s & {0}) t = t * 3 + s; else if (t < {0}) s = s ^ t;",
            "loop": "for (int i = 0; i < ((t ^ {0}) & 3); ++i) s = s * 7 + i;",
            "read": "t = t + a[(x + {0}) & 255] * a[s & 255];",
            "neighbour": "z[l] = s; barrier(CLK_LOCAL_MEM_FENCE); t = t ^ z[(l + {0}) & 31];"
            " barrier(CLK_LOCAL_MEM_FENCE);",
        }
        lines = "\n".join(text[kind].format(number) for kind, number in self.steps)
        return f"""kernel void k(global const int *a, global int *out) {{
          local int z[32];
          int x = get_global_id(0), l = get_local_id(0), s = x * 77, t = a[x & 255];
          {lines}
          out[2 * x] = s; out[2 * x + 1] = t;
        }}"""

    def results(self, a: Any, items: int) -> Any:
        x = np.arange(items, dtype=np.int32)
        s, t = x * np.int32(77), a[x & 255]
        for kind, n in self.steps:
            if kind == "straight":
                s = s * 5 ^ (t + n)
                t = (t << 3) - s
            elif kind == "branch":
                way = s & n != 0
                other = ~way & (t < n)
                s, t = np.where(other, s ^ t, s), np.where(way, t * 3 + s, t)
            elif kind == "loop":
                rounds = (t ^ n) & 3
                for i in range(3):
                    s = np.where(i < rounds, s * 7 + i, s)
            elif kind == "read":
                t = t + a[(x + n) & 255] * a[s & 255]
            else:
                t = t ^ s.reshape(-1, 32)[:, (np.arange(32) + n) & 31].reshape(-1)
        return np.stack((s, t), 1).reshape(-1)


@pytest.mark.parametrize(
    ("count", "barriers"),
    [(400, 2), *([(1200, 20), (2000, 0)] if LONG else [])],
)
def test_large_kernels(count: int, barriers: int):
    """Regions of thousands of operations run in lockstep as small ones do."""
    made = _Steps(count, count, barriers)
    program = Program.from_source(made.source())
    assert program.llvm_ir.count("%row_x") > barriers
    a = np.random.default_rng(count).integers(-99, 99, SIZE, np.int32)
    out = np.zeros(2 * 128, np.int32)
    program["k"](128, 32, a, out)
    np.testing.assert_array_equal(out, made.results(a, 128))


def test_what_loops_find_out_from_each_other():
    """Each loop shows only when it is known to vary that the one after it varies."""
    count = 30
    lines = "\n".join(
        f"int v{k} = {k}; for (int i = 0; i < n; ++i) v{k} = v{k} * 3 ^ (v{k - 1} + i);"
        for k in range(1, count + 1)
    )
    program = Program.from_source(
        "kernel void k(global const int *a, global int *out, int n) {"
        f" int x = get_global_id(0), v0 = a[x]; {lines} out[x] = v{count}; }}"
    )
    assert "%row_x" in program.llvm_ir
    a = np.random.default_rng(1).integers(-99, 99, 64, np.int32)
    want, out = a, np.zeros(64, np.int32)
    for k in range(1, count + 1):
        before, want = want, np.full(64, k, np.int32)
        for i in range(5):
            want = want * 3 ^ (before + i)
    program["k"](64, 64, a, out, 5)
    np.testing.assert_array_equal(out, want)


def test_stops(program: Program):
    """A launch in lockstep may be refused like any other."""
    with pytest.raises(RuntimeFailure):
        program["early"](ITEMS, 16)


def test_rounds_between_barriers():
    """Rows go round a loop with barriers, whose counter the group shares, together."""
    source = """kernel void rounds(global const int *a, global int *out, int n) {
      local int t[64];
      int x = get_global_id(0), i = get_local_id(0), s = a[x];
      for (int k = 0; k < n; k += 3) {
        t[i] = s + k;
        barrier(CLK_LOCAL_MEM_FENCE);
        s = s * 3 + t[i ^ 1];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (k > 11) break;
      }
      out[x] = s;
    }"""
    program = Program.from_source(source)
    for region in ("row_x", "row_x_1", "row_x_2"):
        assert f"%{region} " in program.llvm_ir
    a = np.random.default_rng(5).integers(-9, 9, ITEMS, np.int32)
    for n in (0, 2, 7, 40):
        want = a.copy()
        for k in range(0, n, 3):
            other = want.reshape(-1, 2)[:, ::-1].reshape(-1) + np.int32(k)
            want = want * np.int32(3) + other
            if k > 11:
                break
        for local in (10, 16, 38, 64):
            out = np.zeros(ITEMS, np.int32)
            program["rounds"](ITEMS, local, a, out, n)
            np.testing.assert_array_equal(out, want, err_msg=f"{n} {local}")


def test_many_loops_with_barriers():
    """
    Loops with barriers, which may have no round, follow each other; some work items do more
    in a round than others.
    """
    count = 12
    lines = "\n".join(
        f"""for (int i = 0; i < ((n >> {k}) & 3); ++i) {{
          if (s & 1) t += {k};
          z[l] = s + t;
          barrier(CLK_LOCAL_MEM_FENCE);
          s = s * 3 ^ z[(l + {k + 1}) % w];
          barrier(CLK_LOCAL_MEM_FENCE);
        }}
        t ^= s;"""
        for k in range(count)
    )
    source = f"""kernel void k(global const int *a, global int *out, int n) {{
      local int z[64];
      int x = get_global_id(0), l = get_local_id(0), w = get_local_size(0);
      int s = a[x], t = x;
      {lines}
      out[x] = s + t;
    }}"""
    program = Program.from_source(source)
    # The group meets after the loops, too.
    assert len(set(re.findall(r"%(row_x\w*) = phi", program.llvm_ir))) > 2 * count + 1
    a = np.random.default_rng(6).integers(-99, 99, 96, np.int32)
    for n in (0, 0x5A5, 0xC36):
        for local in (8, 16, 48):
            s, t = a, np.arange(96, dtype=np.int32)
            for k in range(count):
                for _ in range((n >> k) & 3):
                    t = np.where(s & 1, t + k, t)
                    rows = (s + t).reshape(-1, local)
                    s = s * 3 ^ np.roll(rows, -(k + 1), 1).reshape(-1)
                t = t ^ s
            out = np.zeros(96, np.int32)
            program["k"](96, local, a, out, n)
            np.testing.assert_array_equal(out, s + t, err_msg=f"{n} {local}")
