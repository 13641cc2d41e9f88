"""
Values that come into a region of the CPU device and are defined anew in it: loops with
barriers in each other, barriers on a condition. The results are NumPy's.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from texts import parts

from xdsl_opencl.runtime import Local, Program

np: Any = import_module("numpy")

LOCAL_SIZES = (8, 15, 16, 17, 32, 33, 48, 64)
ROUNDS = ((3, 5), (1, 3), (0, 4), (2, 0))

TEXTS = parts("lockstep_barriers.cl")
SUMS = TEXTS["SUMS"]
COUNTS = TEXTS["COUNTS"]
CONDITIONAL = TEXTS["CONDITIONAL"]
FOR = "for (int j = 0; j < m; j++)"
WHILE = "int j = -1; while (++j < m)"
HUNDRED = "barrier(CLK_LOCAL_MEM_FENCE); d[l] += 100;"
CONDITIONALS: dict[str, tuple[str, str, Callable[[int, int], int] | None]] = {
    "where_n": (FOR, f"if (n) {{ {HUNDRED} }}", lambda j, n: 100 * (n != 0)),
    "with_else": (
        FOR,
        f"if (n) {{ {HUNDRED} }} else d[l] += 7;",
        lambda j, n: 100 if n else 7,
    ),
    "but_once": (FOR, f"if (j != 1) {{ {HUNDRED} }}", lambda j, n: 100 * (j != 1)),
    "in_while": (WHILE, f"if (n) {{ {HUNDRED} }}", lambda j, n: 100 * (n != 0)),
    "on_both_sides": (
        WHILE,
        f"if (j & n) {{ {HUNDRED} }} else {{ d[l] *= 3; {HUNDRED} d[l] ^= j; }}",
        None,
    ),
}


@pytest.fixture(scope="module")
def program() -> Program:
    sources = [
        CONDITIONAL.format(name=name, loop=loop, middle=middle)
        for name, (loop, middle, _) in CONDITIONALS.items()
    ]
    return Program.from_source("\n".join((SUMS, *sources)))


def data(local: int) -> Any:
    return np.random.default_rng(local).integers(-1000, 1000, 3 * local, np.int32)


@pytest.mark.parametrize("local", LOCAL_SIZES)
def test_sums(program: Program, local: int):
    for n, m in ROUNDS:
        before = data(local)
        rows = before.reshape(3, local)
        for j in range(m):
            tile = rows
            for w in range(n):
                rows = rows + np.roll(tile, -w, 1) * np.int32(j)
        found = before.copy()
        program["sums"](3 * local, local, found, Local(4 * local), n, m)
        np.testing.assert_array_equal(found, rows.reshape(-1), err_msg=f"{n} {m}")


@pytest.mark.parametrize("name", CONDITIONALS)
@pytest.mark.parametrize("local", LOCAL_SIZES)
def test_barriers_on_conditions(program: Program, name: str, local: int):
    for n, m in ROUNDS:
        before = data(local)
        want = before.copy()
        more = CONDITIONALS[name][2]
        for j in range(m):
            want += 1
            if more is not None:
                want += np.int32(more(j, n))
            elif j & n:
                want += 100
            else:
                want = (want * 3 + 100) ^ np.int32(j)
        found = before.copy()
        program[name](3 * local, local, found, Local(4), n, m)
        np.testing.assert_array_equal(found, want, err_msg=f"{n} {m}")


@pytest.mark.parametrize("options", ["", "-cl-opt-disable"])
def test_counts(options: str):
    """
    A loop that misses its end goes on for ever: it runs in a process with a time limit.
    """
    code = f"""if True:
        import numpy
        from xdsl_opencl.runtime import Local, Program

        kernel = Program.from_source({COUNTS!r}, {options!r})["counts"]
        for local in {LOCAL_SIZES}:
            d = numpy.zeros(2 * local, numpy.int32)
            kernel(2 * local, local, d, Local(4), 0, 5)
            assert (d == 5).all(), (local, d)
    """
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_some_leave_before_what_the_others_agree_on():
    """The last work item need not have what the others keep."""
    program = Program.from_source(TEXTS["SOME_LEAVE_BEFORE_WHAT_THE_OTHERS_AGREE_ON"])
    p = np.array([7], np.int64)
    for local in (4, 16, 20):
        for n in (0, 1, local - 2):
            found = np.zeros(2 * local, np.int32)
            program["k"](2 * local, local, p, found, n)
            ids = np.arange(2 * local) % local
            np.testing.assert_array_equal(found, np.where(ids > n, 0, 7))


def test_truth_values_that_cross():
    """Rows of different lengths, and work items alone, find each other's."""
    program = Program.from_source(TEXTS["TRUTH_VALUES_THAT_CROSS"])
    for local in (8, 16, 17, 33, 48, 64):
        found = np.arange(3 * local, dtype=np.int32) % 11
        want: list[int] = []
        for x, value in enumerate(found.tolist()):
            v, rounds = 7 * x, 0
            while v > 1 and rounds < 9:
                v = 3 * v + 1 if v & 1 else v // 2
                rounds += 1
            want.append(rounds + (1000 if value > 5 else 0))
        program["k"](3 * local, local, found, 9)
        np.testing.assert_array_equal(found, want)


def test_vectors_that_cross():
    program = Program.from_source(TEXTS["VECTORS_THAT_CROSS"])
    for local in (8, 16, 18, 48):
        for n in (0, 1):
            found = np.arange(4 * local, dtype=np.int32).reshape(-1, 2) % 11
            others = found.reshape(-1, 2, 2)[:, ::-1, ::-1].reshape(-1, 2)
            want = 3 * (found + n * others)
            program["k"](2 * local, local, found, n)
            np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize("level", [0, 3])
def test_private_arrays_that_cross(level: int):
    """A pointer that a loop moves leads to memory that stays after the barrier."""
    program = Program.from_source(TEXTS["PRIVATE_ARRAYS_THAT_CROSS"], level=level)
    for local in (8, 16, 17, 48):
        for n in (1, 5, 8):
            found = np.arange(2 * local, dtype=np.int32)
            ids, elements = np.ogrid[: 2 * local, :8]
            want = found[:, None] + elements + ids * (elements < n)
            want = (want << elements) * (ids + (n + elements) % 8)
            program["k"](2 * local, local, found, n)
            np.testing.assert_array_equal(found, want.sum(1))


def test_one_answer_for_all():
    """A loop may have barriers where its condition is one for the whole group."""
    program = Program.from_source(TEXTS["ONE_ANSWER_FOR_ALL"], "-cl-std=CL3.0")
    for local in (8, 16, 17, 48):
        found = np.arange(2 * local, dtype=np.int32) % 5 + 1
        want = found.reshape(2, local).copy()
        for row in want:
            while (row < 50).any():
                row += np.roll(row, -1)
        program["k"](2 * local, local, found, Local(4 * local), 50)
        np.testing.assert_array_equal(found, want.ravel())


@pytest.mark.parametrize("level", [0, 3])
def test_values_of_work_items_that_left_a_loop(level: int):
    """
    A loop computes on for the others; after a barrier each work item has what it had last.
    """
    program = Program.from_source(
        TEXTS["VALUES_OF_WORK_ITEMS_THAT_LEFT_A_LOOP"],
        level=level,
    )
    for local in (8, 16, 17, 33, 48):
        rounds = np.arange(2 * local, dtype=np.int32) * 5 % 7
        last = np.maximum(rounds, 1)
        want = (rounds * (last - 1) + 3) * 10 + last
        program["k"](2 * local, local, rounds)
        np.testing.assert_array_equal(rounds, want)


ASSERTED = """if True:
    import numpy
    from xdsl_opencl.runtime import Local, Program
    from xdsl_opencl.transforms.work_groups.lockstep import {module}

    def wrong(made):
        def instead(*arguments, **keywords):
            {wrong}
        return instead

    if {broken}:
        {module}.{name} = wrong({module}.{name})
    d = numpy.arange(64, dtype=numpy.int32)
    Program.from_source('''
    kernel void k(global int *d, local int *t, int n) {{
      int x = get_global_id(0), l = get_local_id(0);
      if (d[x] & 1) d[x] += d[min(x, n)]; else d[x] += 9;
      t[l] = d[x];
      barrier(CLK_LOCAL_MEM_FENCE);
      d[x] = t[l ^ 1];
    }}''')["k"](64, 32, d, Local(128), 63)
    assert {broken} or (d[:2] == (2, 9)).all(), d
"""


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        # The second way has the lanes of the first one, too.
        ("control", "restrict", "return arguments[1]"),
        # The row is told to be within its limit, and to have another number.
        (
            "operations",
            "_within",
            "near, line = made(*arguments); add = type(line)"
            "; return near, add(line.first, line.step + 1)",
        ),
    ],
)
def test_assertions(module: str, name: str, wrong: str):
    """A compiler with a fault is found out by the code that it makes."""
    for broken in (False, True):
        code = ASSERTED.format(module=module, name=name, wrong=wrong, broken=broken)
        found = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=False,
            env={**os.environ, "XDSL_OPENCL_ASSERT": "1"},
            timeout=300,
        )
        assert (found.returncode < 0) == broken, found.stderr
        assert broken or found.returncode == 0, found.stderr
