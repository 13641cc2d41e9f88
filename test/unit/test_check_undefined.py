"""
Variables that have a value on some of the ways to a place: random kernels, checked, beside
an interpreter of their statements that knows for each variable whether it has a value.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from long_runs import LONG

from xdsl_opencl.frontend.ir_text.undefined import show_undefined
from xdsl_opencl.runtime import CheckError, Program
from xdsl_opencl.runtime.checks.check_reports import Report

ITEMS = 8
NAMES = "abcd"


@dataclass(frozen=True)
class Assign:
    name: str
    read: str
    """A variable, or empty for a number."""
    number: int


@dataclass(frozen=True)
class Store:
    name: str
    place: int


@dataclass(frozen=True)
class If:
    bit: int
    yes: Sequence[Statement]
    no: Sequence[Statement]


@dataclass(frozen=True)
class Choose:
    """Goes by a variable, which may have no value."""

    name: str
    yes: Sequence[Statement]


@dataclass(frozen=True)
class Loop:
    times: int
    body: Sequence[Statement]


Statement = Assign | Store | If | Choose | Loop


@dataclass
class Maker:
    rng: random.Random
    stores: int = 0

    def block(self, depth: int) -> Sequence[Statement]:
        return [self.statement(depth) for _ in range(self.rng.randint(1, 4))]

    def statement(self, depth: int) -> Statement:
        rng, name = self.rng, self.rng.choice(NAMES)
        kind = rng.randrange(9 if depth else 5)
        if kind < 3:
            return Assign(name, rng.choice(["", *NAMES]), rng.randint(1, 9))
        if kind < 5:
            self.stores += 1
            return Store(name, self.stores - 1)
        if kind < 7:
            no = self.block(depth - 1) if rng.random() < 0.5 else ()
            return If(rng.randrange(4), self.block(depth - 1), no)
        if kind == 7:
            return Choose(name, self.block(depth - 1))
        return Loop(rng.randint(1, 3), self.block(depth - 1))


@dataclass
class Text:
    """
    The statements as OpenCL C, one a line, and the line of each that uses a variable.
    """

    lines: list[str] = field(default_factory=list[str])
    line_of: dict[int, int] = field(default_factory=dict[int, int])

    def add(self, line: str, statement: Statement | None = None) -> None:
        self.lines.append(line)
        if statement is not None:
            self.line_of[id(statement)] = len(self.lines)

    def block(self, statements: Sequence[Statement]) -> None:
        for one in statements:
            match one:
                case Assign(name, read, number):
                    self.add(f"{name} = {f'{read} + ' * bool(read)}{number};")
                case Store(name, place):
                    self.add(f"o[i + {place * ITEMS}] = {name};", one)
                case If(bit, yes, no):
                    self.add(f"if (s[i] >> {bit} & 1) {{")
                    self.block(yes)
                    self.add("} else {")
                    self.block(no)
                    self.add("}")
                case Choose(name, yes):
                    self.add(f"if ({name} > 5) {{", one)
                    self.block(yes)
                    self.add("}")
                case Loop(times, body):
                    self.add(f"for (int j = 0; j < {times} + (s[i] & 1); j++) {{")
                    self.block(body)
                    self.add("}")


@dataclass
class Item:
    """
    One work item. A variable without a value is 0, as the checker lets it go on.
    """

    bits: int
    used: set[int] = field(default_factory=set[int])
    values: dict[str, int] = field(default_factory=dict[str, int])
    defined: set[str] = field(default_factory=set[str])

    def use(self, statement: Statement, name: str) -> int:
        if name not in self.defined:
            self.used.add(id(statement))
        return self.values.get(name, 0)

    def run(self, statements: Sequence[Statement]) -> None:
        for one in statements:
            match one:
                case Assign(name, read, number):
                    self.values[name] = self.values.get(read, 0) * bool(read) + number
                    known = not read or read in self.defined
                    (self.defined.add if known else self.defined.discard)(name)
                case Store(name, _):
                    self.use(one, name)
                case If(bit, yes, no):
                    self.run(yes if self.bits >> bit & 1 else no)
                case Choose(name, yes):
                    if self.use(one, name) > 5:
                        self.run(yes)
                case Loop(times, body):
                    for _ in range(times + (self.bits & 1)):
                        self.run(body)


@pytest.mark.parametrize("seed", range(200 if LONG else 8))
def test_random_ways(seed: int) -> None:
    maker = Maker(random.Random(seed))
    statements = maker.block(3)
    text = Text()
    text.add("kernel void k(global const int *s, global int *o) {")
    text.add(f"int i = get_global_id(0), {', '.join(NAMES)};")
    text.block(statements)
    text.add("}")
    bits = np.array([maker.rng.randrange(16) for _ in range(ITEMS)], np.int32)
    expected: dict[int, int] = {}
    for number in reversed(range(ITEMS)):
        item = Item(int(bits[number]))
        item.run(statements)
        expected |= dict.fromkeys((text.line_of[use] for use in item.used), number)
    program = Program.from_source("\n".join(text.lines), "-w", check=True, level=1)
    found: dict[int, int] = {}
    try:
        memory = np.zeros(max(maker.stores, 1) * ITEMS, np.int32)
        program.k(ITEMS, ITEMS, bits, memory)
    except CheckError as error:
        for report in error.reports:
            assert isinstance(report, Report)
            assert report.kind.name == "UNDEFINED"
            assert report.item is not None
            found[int(report.place.split(":")[1])] = report.item.global_id[0]
    assert found == expected, "\n".join(text.lines)


def test_what_begins_without_a_value() -> None:
    before = """\
define void @f(ptr %p) {
entry:
  %x = alloca i32, align 4
  %v = alloca <3 x float>, align 16
  %p.addr = alloca ptr, align 8
  %a = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %x) #3, !dbg !4
  ret void
}
define void @g() {
  call void @llvm.lifetime.start.p0(ptr %x)
  ret void
}
"""
    added = [
        line
        for line in show_undefined(before).split("\n")
        if line not in before.split("\n")
    ]
    assert added == [
        "  %.undefined0 = freeze <4 x float> undef",
        "  store <4 x float> %.undefined0, ptr %v, align 16",
        "  %.undefined1 = freeze i32 undef",
        "  store i32 %.undefined1, ptr %x, align 4",
    ]
    kept = [line for line in show_undefined(before).split("\n") if line not in added]
    assert "\n".join(kept) == before
