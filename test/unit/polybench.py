"""
The kernels of PolyBench/C 4.2 in Python (`programs/polybench.txt`), and their translation to `affine`, as
Polygeist prints C: sizes
are `i32` arguments, arrays `memref<?xNxf64>`, values that a loop changes `iter_args`, and loops whose
iterations are independent `affine.parallel` (`affine-parallelize`).

A kernel is a function. `range` is a loop in order, `grid(n, m)` are parallel loops, `span(a, b)` is one from `a`
to `b`. The annotation of an array names its sizes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

Array = Any


def grid(*sizes: int) -> Iterator[Any]:
    return iter(range(sizes[0])) if len(sizes) == 1 else product(*map(range, sizes))


def span(first: int, end: int) -> Iterator[int]:
    return iter(range(first, end))


_TEXT = (Path(__file__).with_name("programs") / "polybench.txt").read_text()
TREES: Mapping[str, ast.FunctionDef] = {
    tree.name: tree
    for tree in ast.parse(_TEXT).body
    if isinstance(tree, ast.FunctionDef)
}
KERNELS: dict[str, Callable[..., None]] = {}
"""Each kernel as a function of Python."""
exec(_TEXT, {"grid": grid, "span": span, "sqrt": sqrt}, KERNELS)


def annotation(argument: ast.arg) -> str:
    """`int`, `float`, or the names of the sizes of an array."""
    note = argument.annotation
    if isinstance(note, ast.Constant):
        return str(note.value)
    assert isinstance(note, ast.Name)
    return note.id


SEQUENTIAL = ("cholesky", "nussinov", "seidel_2d", "trisolv")
"""Kernels without independent iterations: one work item runs them."""


# --- their translation -----------------------------------------------------------------

_OPERATIONS: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
}
_PREDICATES: Mapping[type[ast.cmpop], str] = {
    ast.LtE: "le",
    ast.Lt: "lt",
    ast.Eq: "eq",
    ast.GtE: "ge",
}


@dataclass
class Translator:
    """The text of one kernel, for arrays of the given sizes."""

    sizes: Mapping[str, int]
    is_kernel: bool = False
    """True for a kernel without a launch."""
    lines: list[str] = field(default_factory=list[str])
    arrays: dict[str, str] = field(default_factory=dict[str, str])
    loops: list[str] = field(default_factory=list[str])
    scalars: dict[str, str] = field(default_factory=dict[str, str])
    count: int = 0

    def new(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"%t{self.count} = {text}")
        return f"%t{self.count}"

    def kernel(self, made: ast.FunctionDef) -> str:
        arguments: list[str] = []
        for argument in made.args.args:
            note = annotation(argument)
            if note not in ("int", "float"):
                first, *others = note.split()
                assert first in self.sizes
                space = ", #opencl.address_space<global>" if self.is_kernel else ""
                shape = "".join(f"{self.sizes[name]}x" for name in others)
                self.arrays[argument.arg] = f"memref<?x{shape}f64{space}>"
                arguments.append(f"%{argument.arg}: {self.arrays[argument.arg]}")
            elif note == "int":
                arguments.append(f"%{argument.arg}_size: i32")
                size = f"arith.index_cast %{argument.arg}_size : i32 to index"
                self.lines.append(f"%{argument.arg} = {size}")
            else:
                self.scalars[argument.arg] = f"%{argument.arg}"
                arguments.append(f"%{argument.arg}: f64")
        for statement in made.body:
            self.statement(statement)
        kernel = "attributes {opencl.kernel} " if self.is_kernel else ""
        name = f"@kernel_{made.name}"
        head = f"func.func {name}({', '.join(arguments)}) {kernel}{{"
        return "\n".join((head, *self.lines, "return", "}", ""))

    def index(self, node: ast.expr) -> str:
        """An affine expression over loops and sizes, as in an access."""
        match node:
            case ast.Name(name):
                return f"%{name}" if name in self.loops else f"symbol(%{name})"
            case ast.BinOp(left, ast.Add() | ast.Sub() as kind, right):
                sign = "+" if isinstance(kind, ast.Add) else "-"
                return f"{self.index(left)} {sign} {self.index(right)}"
            case _:
                return ast.unparse(node)

    def bound(self, node: ast.expr) -> str:
        """A bound of `affine.for`: a number, a size, or a map."""
        names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
        if not names:
            return ast.unparse(node)
        if isinstance(node, ast.Name) and node.id not in self.loops:
            return f"%{node.id}"
        loops = [name for name in dict.fromkeys(names) if name in self.loops]
        sizes = [name for name in dict.fromkeys(names) if name not in self.loops]
        return (
            f"affine_map<({', '.join(loops)})[{', '.join(sizes)}] -> ({ast.unparse(node)})>"
            f"({', '.join(f'%{n}' for n in loops)})[{', '.join(f'%{n}' for n in sizes)}]"
        )

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.For():
                self.loop(node)
            case ast.Assign([target], value):
                self.assign(target, self.value(value))
            case ast.AugAssign(target, operator, value):
                read = ast.BinOp(target, operator, value)
                self.assign(target, self.value(read))
            case _:
                raise NotImplementedError(ast.unparse(node))

    def access(self, node: ast.Subscript) -> str:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        assert isinstance(node.value, ast.Name)
        indices = ", ".join(map(self.index, parts))
        return f"%{node.value.id}[{indices}] : {self.arrays[node.value.id]}"

    def assign(self, target: ast.expr, value: str) -> None:
        if isinstance(target, ast.Name):
            self.scalars[target.id] = value
        else:
            assert isinstance(target, ast.Subscript)
            self.lines.append(f"affine.store {value}, {self.access(target)}")

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(float(number)):
                return self.new(f"arith.constant {number:e} : f64")
            case ast.Name(name):
                return self.scalars[name]
            case ast.Subscript():
                return self.new(f"affine.load {self.access(node)}")
            case ast.BinOp(left, kind, right):
                a, b = self.value(left), self.value(right)
                return self.new(f"arith.{_OPERATIONS[type(kind)]}f {a}, {b} : f64")
            case ast.Call(ast.Name("sqrt"), [x]):
                return self.new(f"math.sqrt {self.value(x)} : f64")
            case ast.Call(ast.Name("max"), [x, y]):
                a, b = self.value(x), self.value(y)
                greater = self.new(f"arith.cmpf ogt, {b}, {a} : f64")
                return self.new(f"arith.select {greater}, {b}, {a} : f64")
            case ast.IfExp(ast.Compare(left, [kind], [right]), yes, no):
                name = _PREDICATES[type(kind)]
                names = {n.id for n in ast.walk(node.test) if isinstance(n, ast.Name)}
                if names <= {*self.loops, *self.sizes}:
                    x = self.new(f"affine.apply {self.bound_map(left)}")
                    y = self.new(f"affine.apply {self.bound_map(right)}")
                    condition = self.new(f"arith.cmpi s{name}, {x}, {y} : index")
                else:
                    x, y = self.value(left), self.value(right)
                    condition = self.new(f"arith.cmpf o{name}, {x}, {y} : f64")
                a, b = self.value(yes), self.value(no)
                return self.new(f"arith.select {condition}, {a}, {b} : f64")
            case _:
                raise NotImplementedError(ast.unparse(node))

    def bound_map(self, node: ast.expr) -> str:
        """The map of an index, with its operands."""
        text = self.bound(node)
        if "affine_map" in text:
            return text
        return f"affine_map<(d0) -> (d0)>({text})"

    def loop(self, node: ast.For) -> None:
        assert isinstance(node.iter, ast.Call)
        assert isinstance(node.iter.func, ast.Name)
        targets = (
            node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
        )
        names = [ast.unparse(each) for each in targets]
        kind, given = node.iter.func.id, node.iter.args
        zero = ast.Constant(0)
        lowers = (
            [zero] * len(given) if kind == "grid" or len(given) == 1 else [given[0]]
        )
        uppers = given if kind == "grid" or len(given) == 1 else [given[1]]
        changed = [
            name
            for name in dict.fromkeys(_assigned(node.body))
            if name in self.scalars and kind == "range"
        ]
        before = dict(self.scalars)
        results = f"%r{self.count + 1}"
        self.count += 1
        if kind == "range":
            head = f"affine.for %{names[0]} = {self.bound(lowers[0])} to {self.bound(uppers[0])}"
            if changed:
                starts = ", ".join(f"%{n}_{self.count} = {before[n]}" for n in changed)
                types = ", ".join(["f64"] * len(changed))
                head = f"{results}:{len(changed)} = {head} iter_args({starts}) -> ({types})"
                self.scalars |= {n: f"%{n}_{self.count}" for n in changed}
        else:
            head = (
                f"affine.parallel ({', '.join(f'%{n}' for n in names)}) = "
                f"({', '.join(map(self.index, lowers))}) to ({', '.join(map(self.index, uppers))})"
            )
        self.lines.append(head + " {")
        self.loops += names
        for statement in node.body:
            self.statement(statement)
        del self.loops[-len(names) :]
        if changed:
            values = ", ".join(self.scalars[name] for name in changed)
            types = ", ".join(["f64"] * len(changed))
            self.lines.append(f"affine.yield {values} : {types}")
        self.lines.append("}")
        self.scalars = before | {n: f"{results}#{i}" for i, n in enumerate(changed)}


def _assigned(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def translated(name: str, sizes: Mapping[str, int]) -> str:
    """The kernel `name` as text of `affine`."""
    return Translator(sizes, name in SEQUENTIAL).kernel(TREES[name])
