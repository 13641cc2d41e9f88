"""
Pointers that move between memories, in checked kernels: they report nothing where nothing
is wrong, and compute what they compute unchecked, and what NumPy computes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import pytest
from long_runs import LONG
from texts import parts

from xdsl_opencl.runtime import CheckError, Local, Program

np: Any = import_module("numpy")

KERNELS = 300 if LONG else 6
SIZE = 8
"""Elements of each of the four buffers, and of each private array."""

TEXTS = parts("check_pointers.cl")
PING_PONG = TEXTS["PING_PONG"]
SCAN = TEXTS["SCAN"]
CROSSED = TEXTS["CROSSED"]
VARIABLES = TEXTS["VARIABLES"]


def run(program: Program, size: int, *values: Any) -> None:
    program.k((size,), (size,), *values)


def both(source: str) -> Iterator[Program]:
    for check in (False, True):
        yield Program.from_source(source, "-w", check=check, level=1)


@pytest.mark.parametrize("rounds", [0, 1, 4])
def test_ping_pong(rounds: int):
    start = np.arange(SIZE, dtype=np.int32) * 3
    from_, to = start.copy(), np.zeros(SIZE, np.int32)
    for _ in range(rounds):
        to[:] = np.roll(from_, -1) + np.arange(SIZE)
        from_, to = to, from_
    expected = (from_, to) if rounds % 2 == 0 else (to, from_)
    for program in both(PING_PONG):
        a, b = start.copy(), np.zeros(SIZE, np.int32)
        run(program, 1, a, b, np.int32(rounds))
        assert [*a, *b] == [*expected[0], *expected[1]]


def test_scan():
    a = np.arange(3, 19, dtype=np.int32)
    for program in both(SCAN):
        b = np.zeros(16, np.int32)
        run(program, 16, a, b, Local(64), Local(64))
        assert list(b) == list(np.cumsum(a))


@pytest.mark.parametrize("condition", [0, 1])
def test_crossed(condition: int):
    for program in both(CROSSED):
        a, b = np.arange(8, dtype=np.int32), np.arange(20, 28, dtype=np.int32)
        expected = (b if condition else a) * 3 + np.arange(8)
        run(program, 1, a, b, np.int32(condition))
        assert list(a if condition else b) == list(expected)


@pytest.mark.parametrize("condition", [0, 1])
def test_program_variables(condition: int):
    """The address of one variable is taken on two paths, which lead to one place."""
    expected = {(1, 1): 2, (1, 0): 60, (0, 1): 60, (0, 0): 3}
    for program in both(VARIABLES):
        for first in (0, 1):
            a, b = np.array([first, 1, 1], np.int32), np.zeros(1, np.int32)
            run(program, 1, a, b, np.int32(condition))
            assert b[0] == expected[condition, first]


def test_wrong_accesses_are_still_found():
    """
    Each pointer keeps the memory that it points into: an access outside is reported.
    """
    source = CROSSED.replace("q[i]", "q[i + 1]")
    program = Program.from_source(source, "-w", check=True, level=1)
    a, b = np.zeros(8, np.int32), np.zeros(9, np.int32)
    run(program, 1, a, b, np.int32(1))
    with pytest.raises(CheckError):
        run(program, 1, a, b, np.int32(0))


@dataclass
class Moves:
    """
    A random program that moves pointers, as OpenCL C and as Python.

    Pointers are pairs of an array and an index; all accesses are inside. Arrays: four
    global buffers and two private arrays.
    """

    random: random.Random
    lines: list[str] = field(default_factory=list[str])
    python: list[str] = field(default_factory=list[str])
    depth: int = 0

    def emit(self, c: str, python: str) -> None:
        pad = "  " * (self.depth + 1)
        self.lines.append(pad + c)
        self.python.append(pad + python)

    def pointer(self) -> int:
        return self.random.randrange(4)

    def condition(self) -> tuple[str, str]:
        bit = self.random.randrange(4)
        if self.random.random() < 0.5:
            return f"n >> {bit} & 1", f"n >> {bit} & 1"
        p = self.pointer()
        return f"*p{p} & 1", f"p[{p}][0][p[{p}][1]] & 1"

    def statement(self, budget: int) -> None:
        p, q = self.pointer(), self.pointer()
        kind = self.random.randrange(9)
        if kind == 0:
            self.emit(f"p{p} = p{q};", f"p[{p}] = p[{q}]")
        elif kind == 1:
            array, at = self.random.randrange(6), self.random.randrange(SIZE)
            self.emit(f"p{p} = a{array} + {at};", f"p[{p}] = (a[{array}], {at})")
        elif kind == 2:
            self.emit(
                f"{{ int *o = p{p}; p{p} = p{q}; p{q} = o; }}",
                f"p[{p}], p[{q}] = p[{q}], p[{p}]",
            )
        elif kind == 3:
            c, python = self.condition()
            r = self.pointer()
            self.emit(
                f"p{p} = {c} ? p{q} : p{r};", f"p[{p}] = p[{q}] if {python} else p[{r}]"
            )
        elif kind < 6:
            number = self.random.randrange(100)
            self.emit(
                f"*p{p} = (*p{q} * 3 + {number}) & 1023;",
                f"p[{p}][0][p[{p}][1]] = "
                f"(int(p[{q}][0][p[{q}][1]]) * 3 + {number}) & 1023",
            )
        elif budget > 0 and self.depth < 3:
            if kind == 6:
                name = f"i{self.depth}"
                count = self.random.randrange(1, 4)
                self.emit(
                    f"for (int {name} = 0; {name} < {count} + (n & 1); {name}++) {{",
                    f"for {name} in range({count} + (n & 1)):",
                )
                self.block(budget - 1)
            else:
                c, python = self.condition()
                self.emit(f"if ({c}) {{", f"if {python}:")
                self.block(budget - 1)
                self.emit("} else {", "else:")
                self.block(budget - 1)
            self.emit("}", "pass")
        else:
            self.emit(f"*p{p} += 1;", f"p[{p}][0][p[{p}][1]] += 1")

    def block(self, budget: int) -> None:
        self.depth += 1
        for _ in range(self.random.randrange(2, 6)):
            self.statement(budget)
        self.depth -= 1


def moves(seed: int) -> tuple[str, str]:
    """A kernel and the body of the Python function that computes the same."""
    made = Moves(random.Random(seed))
    for _ in range(6):
        made.statement(3)
    arguments = ", ".join(f"global int *g{i}" for i in range(4))
    arrays = "".join(f"  int *a{i} = (int *)g{i};\n" for i in range(4)) + "".join(
        f"  int v{i}[{SIZE}]; int *a{i} = v{i};\n" for i in (4, 5)
    )
    fill = f"  for (int i = 0; i < {SIZE}; i++) {{ v4[i] = i; v5[i] = 7 * i; }}\n"
    pointers = "".join(f"  int *p{i} = a{i} + {i};\n" for i in range(4))
    sums = f"  for (int i = 0; i < {SIZE}; i++) a0[i] += v4[i] - v5[i];\n"
    body = "\n".join(made.lines) + "\n"
    kernel = f"kernel void k({arguments}, int n) {{\n{arrays}{fill}{pointers}{body}{sums}}}\n"
    return kernel, "\n".join(made.python)


def model(python: str, a: list[Any], n: int) -> None:
    a += [np.arange(SIZE, dtype=np.int32), np.arange(SIZE, dtype=np.int32) * 7]
    p = [(a[i], i) for i in range(4)]
    exec("if True:\n" + python, {"a": a, "p": p, "n": n})
    a[0] += a[4] - a[5]


@pytest.mark.parametrize("seed", range(KERNELS))
def test_random_moves(seed: int):
    kernel, python = moves(seed)
    checked, unchecked = (
        Program.from_source(kernel, "-w -cl-std=CL2.0", check=check, level=1)
        for check in (True, False)
    )
    for n in (0, 5, 10, 15):
        start = np.random.default_rng(seed).integers(0, 1000, (4, SIZE), np.int32)
        expected = [row.copy() for row in start]
        model(python, expected, n)
        for program in (unchecked, checked):
            found = [row.copy() for row in start]
            run(program, 1, *found, np.int32(n))
            assert [list(r) for r in found] == [list(r) for r in expected[:4]], kernel
