"""
Random functions of `stencil`, each with its model in NumPy: values by the semantics of the
dialect, where a temporary is what its expression says at every index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

import numpy as np

LOW, HIGH = -9, 15
"""The bounds of every field, in each dimension."""

Indices: TypeAlias = "tuple[Any, ...]"
"""For each dimension an array with the index of each element."""
Value: TypeAlias = Callable[[Indices], Any]
"""The elements of a temporary at indices."""


OPERATIONS: Sequence[tuple[str, Callable[[Any, Any], Any]]] = (
    ("addf", np.add),
    ("subf", np.subtract),
    ("maximumf", np.maximum),
)


where: Callable[[Any, Any, Any], Any] = np.where


@dataclass
class StencilProgram:
    """A function `name` of fields: `inputs`, then `outputs`, and a flag."""

    name: str
    rank: int
    random: Random
    count: int = 0
    inputs: int = 2
    outputs: int = 0
    lines: list[str] = field(default_factory=list[str])
    temps: list[tuple[str, Value]] = field(default_factory=list["tuple[str, Value]"])
    combined: set[str] = field(default_factory=set[str])
    """Temporaries that depend on a `stencil.combine`."""
    stores: list[tuple[int, Value, list[tuple[int, int]], bool | None]] = field(
        default_factory=list[Any]
    )
    """An output, its new elements, their range, and the flag under which it is stored."""
    arrays: list[Any] = field(default_factory=list[Any])

    @property
    def field(self) -> str:
        bounds = "x".join([f"[{LOW},{HIGH}]"] * self.rank)
        return f"!stencil.field<{bounds}xf32>"

    @property
    def temp(self) -> str:
        return f"!stencil.temp<{'?x' * self.rank}f32>"

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    # --- values ----------------------------------------------------------------------

    def load(self, number: int) -> None:
        name = self.fresh()
        self.lines.append(
            f"  {name} = stencil.load %in{number} : {self.field} -> {self.temp}"
        )
        array = self.arrays[number]
        self.temps.append((name, lambda at: array[tuple(i - LOW for i in at)]))

    def expression(
        self, body: list[str], arguments: Sequence[tuple[str, Value]], depth: int
    ) -> tuple[str, Value]:
        """Appends an expression of f32 to `body`."""
        random, name = self.random, self.fresh()
        kind = random.randrange(8) if depth else random.randrange(3)
        if kind < 2:
            temp, value = random.choice(list(arguments))
            offset = [random.randint(-1, 1) for _ in range(self.rank)]
            body.append(f"    {name} = stencil.access {temp}{offset} : {self.temp}")
            return name, lambda at: value(
                tuple(i + o for i, o in zip(at, offset, strict=True))
            )
        if kind == 2:
            dim, shift = random.randrange(self.rank), random.randint(-2, 2)
            offset = [shift] * self.rank
            body += [
                f"    {name}i = stencil.index {dim} <{offset}>",
                f"    {name}j = arith.index_cast {name}i : index to i32",
                f"    {name} = arith.sitofp {name}j : i32 to f32",
            ]
            return name, lambda at: at[dim] + shift
        a, first = self.expression(body, arguments, depth - 1)
        if kind == 3:
            # Positive indices only have another branch.
            dim = random.randrange(self.rank)
            inner: list[str] = []
            b, second = self.expression(inner, arguments, depth - 1)
            zeros = [0] * self.rank
            body += [
                f"    {name}i = stencil.index {dim} <{zeros}>",
                f"    {name}z = arith.constant 0 : index",
                f"    {name}c = arith.cmpi sgt, {name}i, {name}z : index",
                f"    {name} = scf.if {name}c -> (f32) {{",
                *inner,
                f"    scf.yield {b} : f32",
                f"    }} else {{\n    scf.yield {a} : f32\n    }}",
            ]
            return name, lambda at: where(at[dim] > 0, second(at), first(at))
        b, second = self.expression(body, arguments, depth - 1)
        word, function = random.choice(OPERATIONS)
        body.append(f"    {name} = arith.{word} {a}, {b} : f32")
        return name, lambda at: function(first(at), second(at))

    def apply(self) -> None:
        random = self.random
        chosen = random.sample(self.temps, min(len(self.temps), random.randint(1, 3)))
        names = [self.fresh() for _ in chosen]
        inside = [(n, value) for n, (_, value) in zip(names, chosen, strict=True)]
        body: list[str] = []
        results = [
            self.expression(body, inside, 2) for _ in range(random.randint(1, 3))
        ]
        made = [self.fresh() for _ in results]
        operands = ", ".join(
            f"{n} = {operand} : {self.temp}"
            for n, (operand, _) in zip(names, chosen, strict=True)
        )
        types = ", ".join([self.temp] * len(made))
        returned = ", ".join(value for value, _ in results)
        self.lines += [
            f"  {', '.join(made)} = stencil.apply({operands}) -> ({types}) {{",
            *body,
            f"    stencil.return {returned} : {', '.join(['f32'] * len(made))}\n  }}",
        ]
        self.temps += [(n, value) for n, (_, value) in zip(made, results, strict=True)]
        if any(operand in self.combined for operand, _ in chosen):
            self.combined.update(made)

    def combine(self) -> None:
        """Two temporaries side by side; the place is inside of every range."""
        parts = [temp for temp in self.temps if temp[0] not in self.combined]
        (a, low), (b, high) = self.random.choices(parts, k=2)
        name, dim, place = self.fresh(), self.random.randrange(self.rank), 2
        self.lines.append(
            f"  {name} = stencil.combine {dim} at {place} lower = ({a} : {self.temp}) "
            f"upper = ({b} : {self.temp}) : {self.temp}"
        )
        self.combined.add(name)
        self.temps.append((name, lambda at: where(at[dim] < place, low(at), high(at))))

    def store(self, temp: tuple[str, Value]) -> None:
        name, value = temp
        starts = [self.random.randint(-4, -2) for _ in range(self.rank)]
        ends = [self.random.randint(6, 8) for _ in range(self.rank)]
        number, flag = self.outputs, None
        self.outputs += 1
        line = (
            f"  stencil.store {name} to %out{number}(<{starts}, {ends}>) : {self.temp} "
            f"to {self.field}"
        )
        if not self.random.randrange(6):
            flag = bool(self.random.randrange(2))
            condition = "%flag" if flag else "%unset"
            line = f"  scf.if {condition} {{\n  {line}\n  }}"
        self.lines.append(line)
        self.stores.append((number, value, list(zip(starts, ends)), flag))


def stencil_program(name: str, seed: int) -> StencilProgram:
    """The program of `seed`; `name` is the function's."""
    random = Random(seed)
    made = StencilProgram(name, random.randint(1, 3), random)
    shape = (HIGH - LOW,) * made.rank
    numbers = np.random.default_rng(seed)
    for _ in range(made.inputs):
        made.arrays.append(numbers.integers(-9, 9, shape).astype(np.float32))
    for number in range(made.inputs):
        made.load(number)
    for _ in range(random.randint(1, 3)):
        made.apply()
        if not random.randrange(4):
            made.combine()
    for temp in random.sample(made.temps, random.randint(1, 3)):
        for _ in range(1 + (not random.randrange(4))):
            made.store(temp)
    made.store(made.temps[-1])
    return made


def text(program: StencilProgram) -> str:
    fields = [f"%in{i}" for i in range(program.inputs)]
    fields += [f"%out{i}" for i in range(program.outputs)]
    arguments = ", ".join(f"{name}: {program.field}" for name in fields)
    return (
        f"func.func @{program.name}({arguments}) {{\n"
        "  %flag = arith.constant true\n  %unset = arith.constant false\n"
        + "\n".join(program.lines)
        + "\n  func.return\n}\n"
    )


def expected(program: StencilProgram, outputs: Sequence[Any]) -> list[Any]:
    """What the outputs are afterwards."""
    found = [np.copy(output) for output in outputs]
    for number, value, bounds, flag in program.stores:
        if flag is False:
            continue
        at = np.meshgrid(*(np.arange(a, b) for a, b in bounds), indexing="ij")
        region = tuple(slice(a - LOW, b - LOW) for a, b in bounds)
        found[number][region] = value(tuple(at))
    return found
