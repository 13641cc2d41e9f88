"""
Random programs of `linalg` on memrefs and tensors, beside an interpreter of its semantics that knows
nothing of compilers: every operation visits its whole iteration space in lexicographic order, and each
iteration reads one element of every operand and writes one of every output.

`python test/random_programs/linalg.py --count 1000 --seed 7 --forms host,gfx1100,gfx942` runs the
programs of seeds 7000 to 7999 in batches, each batch in all forms, and prints what differs, shortened
to the first operation that shows it. `--program SEED` shows one.

All numbers are whole and so small that no float is rounded, whatever the order of a sum: a result has one
right value. Where `linalg` leaves the result open no program goes: iterations of a parallel
loop that write one element, and a parallel loop that reads what another iteration writes.
"""

from __future__ import annotations

import argparse
import operator
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import log2, prod
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    # Not the folder of this file, whose modules are those of a package.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

from xdsl_opencl.runtime import Program as Compiled

Numbers = Any
"""A NumPy array of int64 or float64."""

FLOATS = {"bf16": 2**8, "f16": 2**11, "f32": 2**24, "f64": 2**53}
"""The largest whole number below which all are numbers of the type."""
INTEGERS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64}
MOST_ITERATIONS = 2000
BATCH = 8
"""Programs of one module."""
LOOPS = "bufferize-destinations,convert-linalg-to-parallel-loops,convert-affine-to-scf,gpu-map-parallel-loops,opencl-outline-kernels"
PIPELINES = (
    *["opencl-from-linalg"] * 4,
    LOOPS,
    f"linalg-fuse-elementwise-ops,{LOOPS}",
    LOOPS.replace("convert-linalg", "opencl-fuse-rows,convert-linalg"),
    LOOPS.replace(
        "convert-linalg",
        "opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles,convert-linalg",
    ),
)
"""One a batch, after `opencl-attach-target`."""
LEVELS = {"host": 0}
FORMS = ("host", "gfx1100", "gfx942", "gfx1030", "gfx1200", "gfx90a")


class Refused(Exception):
    """An operation whose result is not exact."""


def fit(value: Any, type: str) -> Any:
    """Returns `value` as a number of `type`; integers wrap."""
    if type in FLOATS:
        if abs(value) > FLOATS[type]:
            raise Refused
        return value
    bits = INTEGERS[type]
    value = int(value) & ((1 << bits) - 1)
    return value - (1 << bits) if value >> (bits - 1) else value


# --- programs ------------------------------------------------------------------------


@dataclass
class Value:
    """Memory or a tensor: `type` is its text, `root` the memory that a view is of."""

    name: str
    element: str
    shape: tuple[int, ...]
    type: str
    root: str
    written: bool = True


@dataclass
class Step:
    """An operation of a body: `text` has the types, without the operands' names."""

    result: str
    text: str
    compute: Callable[..., Any]
    operands: Sequence[str]
    type: str


@dataclass
class Body:
    """The arguments are `a0`, `a1`, ...; `yields` one number for each output."""

    steps: list[Step] = field(default_factory=list[Step])
    yields: list[str] = field(default_factory=list[str])

    def add(self, text: str, compute: Any, type: str, *operands: str) -> str:
        """`text` has `{0}`, `{1}`, ... for the operands."""
        name = f"s{len(self.steps)}"
        named = text.format(*(f"%{o}" for o in operands))
        self.steps.append(Step(name, f"%{name} = {named}", compute, operands, type))
        return name


@dataclass
class Structured:
    """
    An operation: `maps` are affine expressions over d0, d1, ... for each operand, `sizes` the
    iterations of each loop. `head` is the text before the operands.
    """

    head: str
    sizes: Sequence[int]
    maps: Sequence[Sequence[str]]
    inputs: Sequence[Value]
    outputs: Sequence[Value]
    body: Body
    tail: str = ""
    shows_body: bool = True

    def text(self, results: Sequence[str]) -> str:
        def group(word: str, values: Sequence[Value]) -> str:
            names = ", ".join(f"%{v.name}" for v in values)
            return f"{word}({names} : {', '.join(v.type for v in values)})"

        ins = f"{group('ins', self.inputs)} " if self.inputs else ""
        left = f"{', '.join(f'%{r}' for r in results)} = " if results else ""
        types = [v.type for v in self.outputs]
        right = ""
        if results and self.head.partition(" ")[0] in (
            "linalg.generic",
            "linalg.contract",
        ):
            right = (
                f" -> {types[0]}" if len(types) == 1 else f" -> ({', '.join(types)})"
            )
        text = f"  {left}{self.head} {ins}{group('outs', self.outputs)}{self.tail}"
        if self.shows_body:
            operands = [*self.inputs, *self.outputs]
            arguments = [f"%a{i}: {v.element}" for i, v in enumerate(operands)]
            last = ", ".join(f"%{y}" for y in self.body.yields)
            elements = ", ".join(v.element for v in self.outputs)
            start = f"^bb0({', '.join(arguments)}):"
            if not self.head.startswith("linalg.generic"):
                start = f"({', '.join(arguments)}) {{"
            lines = [
                start if "(" == start[0] else f"{{\n  {start}",
                *(f"    {step.text}" for step in self.body.steps),
                f"    linalg.yield {last} : {elements}",
            ]
            text += " " + "\n".join(lines) + "\n  }"
        return text + right

    def run(self, arrays: Sequence[Numbers]) -> None:
        """Interprets it on the operands' arrays."""
        place = [places(results, len(self.sizes)) for results in self.maps]
        first = len(self.inputs)
        outs = {f"a{i}" for i in range(first, len(arrays))}
        following = set(outs)
        for step in self.body.steps:
            if following & {*step.operands}:
                following.add(step.result)
        largest: Counter[str] = Counter()
        for at in product(*map(range, self.sizes)):
            known: dict[str, Any] = {f"d{i}": i_ for i, i_ in enumerate(at)}
            indices = [where(*at) for where in place]
            for i, (array, index) in enumerate(zip(arrays, indices, strict=True)):
                if any(not 0 <= i < n for i, n in zip(index, array.shape)):
                    raise IndexError(f"{self.head}: {index} of {array.shape}")
                known[f"a{i}"] = array[index].item()
            for step in self.body.steps:
                given = [known[o] for o in step.operands]
                value = step.compute(*given)
                if step.type in FLOATS or step.type in INTEGERS:
                    value = fit(value, step.type)
                    if step.type in FLOATS and step.result not in following:
                        largest[step.type] = max(largest[step.type], abs(value))
                known[step.result] = value
            for i, name in enumerate(self.body.yields, first):
                arrays[i][indices[i]] = known[name]
        # A sum in another order stays exact as well, and a product finite.
        times = any(
            step.compute is operator.mul and following & {*step.operands}
            for step in self.body.steps
        )
        factors = [*largest.values(), *(abs(a).max() for a in arrays[:first] if a.size)]
        for results in self.maps[first:]:
            rounds = prod(
                n for d, n in enumerate(self.sizes) if f"d{d}" not in "".join(results)
            )
            if any(big * rounds > FLOATS[t] for t, big in largest.items()):
                raise Refused
            if times and log2(max([1, *factors])) * rounds > log2(FLOATS["f16"]):
                raise Refused


def places(map: Sequence[str], loops: int) -> Callable[..., tuple[int, ...]]:
    """Returns the function from loops to the indices of a map."""
    text = "".join(f"{r}, " for r in map).replace("floordiv", "//").replace("mod", "%")
    return eval(f"lambda {', '.join(f'd{d}' for d in range(loops))}: ({text})")


@dataclass
class Program:
    """A function: lines of text, each with what it does to the arrays by their names."""

    seed: int
    name: str
    tensors: bool
    arguments: list[Value] = field(default_factory=list[Value])
    steps: list[tuple[str, Callable[[dict[str, Numbers]], None]]] = field(
        default_factory=list[Any]
    )
    results: list[Value] = field(default_factory=list[Value])
    given: dict[str, Numbers] = field(default_factory=dict[str, Numbers])

    def text(self, length: int | None = None) -> str:
        """The program, or its first steps."""
        inputs = ", ".join(f"%{v.name}: {v.type}" for v in self.arguments)
        results = self.returned(length)
        types = ", ".join(v.type for v in results)
        names = ", ".join(f"%{v.name}" for v in results)
        returns = f" -> ({types})" if results else ""
        last = f"  func.return {names} : {types}" if results else "  func.return"
        lines = [text for text, _ in self.steps[:length]]
        return "\n".join(
            [f"func.func @{self.name}({inputs}){returns} {{", *lines, last, "}\n"]
        )

    def returned(self, length: int | None = None) -> list[Value]:
        """The tensors that are results, if the program ends after some steps."""
        head = "".join(text for text, _ in self.steps[:length])
        return [
            v
            for v in self.results
            if v in self.arguments or f"%{v.name} = " in head or f"%{v.name}, %" in head
        ]

    def expected(self, length: int | None = None) -> list[Numbers]:
        """What the results must be, or the arguments afterwards."""
        arrays = {name: array.copy() for name, array in self.given.items()}
        for _, run in self.steps[:length]:
            run(arrays)
        values = self.returned(length) if self.tensors else self.arguments
        return [arrays[v.name] for v in values]


# --- making them ---------------------------------------------------------------------


FLOAT_STEPS: Sequence[tuple[str, Any]] = (
    ("arith.addf {0}, {1} : T", operator.add),
    ("arith.addf {0}, {1} : T", operator.add),
    ("arith.subf {0}, {1} : T", operator.sub),
    ("arith.mulf {0}, {1} : T", operator.mul),
    ("arith.maximumf {0}, {1} : T", max),
    ("arith.minnumf {0}, {1} : T", min),
)
INTEGER_STEPS: Sequence[tuple[str, Any]] = (
    ("arith.addi {0}, {1} : T", operator.add),
    ("arith.subi {0}, {1} : T", operator.sub),
    ("arith.muli {0}, {1} : T", operator.mul),
    ("arith.xori {0}, {1} : T", int.__xor__),
    ("arith.andi {0}, {1} : T", int.__and__),
    ("arith.ori {0}, {1} : T", int.__or__),
    ("arith.maxsi {0}, {1} : T", max),
    ("arith.minsi {0}, {1} : T", min),
)
ELEMENTS = ("f32",) * 4 + ("i32",) * 2 + ("f16", "bf16", "f64", "i8", "i16", "i64")
CONTRACTIONS = (
    *("mk,kn->mn", "mk,kn->mn", "km,kn->mn", "mk,nk->mn", "mk,kn->nm"),
    *("bmk,bkn->bmn", "mbk,nbk->bmn", "mkl,kln->mn", "mik,kn->min", "mk,k->m"),
)
PRODUCTS = (
    *(("f32", "f32"), ("f32", "f32"), ("f16", "f32"), ("bf16", "f32")),
    *(("f16", "f16"), ("i8", "i32"), ("i32", "i32"), ("f64", "f64")),
)


def spelt(
    type: str, shape: Sequence[int], layout: str = "", kind: str = "memref"
) -> str:
    sizes = "".join(f"{'?' if n < 0 else n}x" for n in shape)
    return f"{kind}<{sizes}{type}{layout}>"


class Maker:
    """Makes the program of a seed."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.program = Program(seed, f"f{seed}", self.random.random() < 0.4)
        self.values: list[Value] = []
        """What can be read."""
        self.arrays: dict[str, Numbers] = {}
        self.count = 0
        self.dynamic = self.random.random() < 0.15
        self.fixed = self.random.choice(ELEMENTS)
        """The type of most values."""

    def name(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    # --- values --------------------------------------------------------------------

    def element(self) -> str:
        return self.fixed if self.chance(0.7) else self.random.choice(ELEMENTS)

    def type(self, element: str, shape: Sequence[int]) -> str:
        return spelt(
            element, shape, kind="tensor" if self.program.tensors else "memref"
        )

    def step(self, text: str, run: Callable[[dict[str, Numbers]], None]) -> None:
        self.program.steps.append((text, run))
        run(self.arrays)

    def argument(self, element: str, shape: Sequence[int]) -> Value:
        name, whole = self.name(), tuple(shape)
        shown = [-1] * len(whole) if self.dynamic else whole
        value = Value(name, element, whole, self.type(element, shown), name)
        most = 3 if element in ("bf16", "f16") or self.chance(0.5) else 9
        numbers = [self.random.randint(-most, most) for _ in range(prod(whole))]
        kind = np.float64 if element in FLOATS else np.int64
        array = np.array(numbers, kind).reshape(whole)
        self.program.arguments.append(value)
        self.program.given[name] = array
        self.arrays[name] = array.copy()
        if not self.program.tensors and not self.dynamic and self.chance(0.25):
            value = self.view(value)
        self.values.append(value)
        return value

    def view(self, part: Value) -> Value:
        """Memory of which `part` was to be all; makes `part` a view of a larger argument."""
        random, shape = self.random, part.shape
        old, name = self.program.arguments[-1], self.name()
        before = [random.choice((0, 0, 1, 3)) for _ in shape]
        step = [random.choice((1, 1, 2)) if n > 1 else 1 for n in shape]
        after = [random.choice((0, 0, 2)) for _ in shape]
        whole = tuple(b + n * s + a for b, n, s, a in zip(before, shape, step, after))
        strides = [prod(whole[d + 1 :]) for d in range(len(whole))]
        offset = sum(b * s for b, s in zip(before, strides))
        own = [s * n for s, n in zip(step, strides)]
        kept = [d for d in range(len(shape)) if shape[d] != 1 or self.chance(0.7)]
        layout = (
            f", strided<[{', '.join(str(own[d]) for d in kept)}], offset: {offset}>"
        )
        type = spelt(part.element, [shape[d] for d in kept], layout)
        old.shape, old.type = whole, spelt(part.element, whole)
        array = np.zeros(whole, self.arrays[old.name].dtype)
        at = tuple(slice(b, b + n * s, s) for b, n, s in zip(before, shape, step))
        drop = tuple(slice(None) if d in kept else 0 for d in range(len(shape)))
        array[(*at, ...)] = self.program.given[old.name]
        self.program.given[old.name] = array
        self.arrays[old.name] = array.copy()

        def run(arrays: dict[str, Numbers]) -> None:
            arrays[name] = arrays[old.name][(*at, ...)][(*drop, ...)]

        sizes = f"{before} {list(shape)} {step}"
        self.step(
            f"  %{name} = memref.subview %{old.name}{sizes} : {old.type} to {type}", run
        )
        view = Value(name, part.element, self.arrays[name].shape, type, old.name)
        if self.chance(0.3):
            cast = self.name()
            free = "strided<[" + ", ".join("?" * len(kept)) + "], offset: ?>"
            loose = spelt(view.element, [-1] * len(kept), f", {free}")
            source = view.name
            self.step(
                f"  %{cast} = memref.cast %{source} : {type} to {loose}",
                lambda arrays: arrays.__setitem__(cast, arrays[source]),
            )
            view = Value(cast, view.element, view.shape, loose, old.name)
        return view

    def copy(self) -> None:
        """Copies a view, or to one, in the function of the host itself."""
        views = [v for v in self.values if v.root != v.name and "?" not in v.type]
        if not views or self.program.tensors:
            return
        value = self.random.choice(views)
        other = self.argument(value.element, value.shape)
        if value.shape != other.shape or "?" in other.type:
            # A dimension of one element has gone, or a size is not known.
            return
        a, b = self.random.sample((value, other), 2)

        def run(arrays: dict[str, Numbers]) -> None:
            arrays[b.name][...] = arrays[a.name]

        self.step(f"  memref.copy %{a.name}, %{b.name} : {a.type} to {b.type}", run)

    def reshape(self) -> None:
        """Another shape of memory or a tensor: dimensions are merged, or one is split."""
        kind = "tensor" if self.program.tensors else "memref"
        plain = [
            v
            for v in self.values
            if v.shape and v.type == spelt(v.element, v.shape, kind=kind)
        ]
        if not plain or self.dynamic:
            return
        old = self.random.choice(plain)
        rank, name = len(old.shape), self.name()
        if rank > 1 and self.chance(0.6):
            d = self.random.randrange(rank - 1)
            groups = [[i] for i in range(d)] + [[d, d + 1]]
            groups += [[i] for i in range(d + 2, rank)]
            shape = (
                *old.shape[:d],
                old.shape[d] * old.shape[d + 1],
                *old.shape[d + 2 :],
            )
            word, more = "collapse_shape", ""
        else:
            d = self.random.randrange(rank)
            divisors = [n for n in range(1, old.shape[d] + 1) if old.shape[d] % n == 0]
            n = self.random.choice(divisors)
            groups = [[i] for i in range(d)] + [[d, d + 1]]
            groups += [[i + 1] for i in range(d + 1, rank)]
            shape = (*old.shape[:d], n, old.shape[d] // n, *old.shape[d + 1 :])
            word, more = "expand_shape", f" output_shape {[*shape]}"
        if len(shape) > 4:
            return
        type = self.type(old.element, shape)
        self.step(
            f"  %{name} = {kind}.{word} %{old.name} {groups}{more} : {old.type} into {type}",
            lambda arrays: arrays.__setitem__(name, arrays[old.name].reshape(shape)),
        )
        self.values.append(Value(name, old.element, shape, type, old.root))

    def target(self, element: str, shape: Sequence[int], fill: bool) -> Value:
        """Memory of its own or an empty tensor, filled if it must be."""
        name = self.name()
        value = Value(name, element, tuple(shape), self.type(element, shape), name)
        word = "tensor.empty" if self.program.tensors else "memref.alloc"
        kind = np.float64 if element in FLOATS else np.int64
        self.step(
            f"  %{name} = {word}() : {value.type}",
            lambda arrays: arrays.__setitem__(name, np.full(shape, 77, kind)),
        )
        return self.fill(value) if fill else value

    def fill(self, value: Value) -> Value:
        number, scalar = self.random.choice((0, 0, 1, -2)), self.name()
        shown = f"{number}.0" if value.element in FLOATS else number
        name = self.name() if self.program.tensors else value.name
        left = f"%{name} = " if self.program.tensors else ""
        right = f" -> {value.type}" if self.program.tensors else ""

        def run(arrays: dict[str, Numbers]) -> None:
            if self.program.tensors:
                arrays[name] = np.full_like(arrays[value.name], number)
            else:
                arrays[name][...] = number

        self.step(
            f"  %{scalar} = arith.constant {shown} : {value.element}\n  {left}linalg.fill "
            f"ins(%{scalar} : {value.element}) outs(%{value.name} : {value.type}){right}",
            run,
        )
        return Value(name, value.element, value.shape, value.type, value.root)

    # --- bodies ----------------------------------------------------------------------

    def converted(self, body: Body, value: str, old: str, new: str) -> str:
        """Adds the conversion of a number."""
        if old == new:
            return value
        if old in FLOATS and new in FLOATS:
            wide, narrow = bits(new) > bits(old), bits(new) < bits(old)
            if not wide and not narrow:
                value = body.add(f"arith.extf {{0}} : {old} to f32", same, "f32", value)
                old, narrow = "f32", True
            word = "truncf" if narrow else "extf"
        elif old in FLOATS:
            word = "fptosi"
            half = 2 ** (INTEGERS[new] - 1)

            def compute(number: float) -> int:
                if not -half <= number < half:
                    raise Refused
                return int(number)

            return body.add(f"arith.fptosi {{0}} : {old} to {new}", compute, new, value)
        elif new in FLOATS:
            word = "sitofp"
        elif bits(new) < bits(old):
            word = "trunci"
        elif self.chance(0.3):
            mask = (1 << bits(old)) - 1
            text = f"arith.extui {{0}} : {old} to {new}"
            return body.add(text, mask.__and__, new, value)
        else:
            word = "extsi"
        return body.add(f"arith.{word} {{0}} : {old} to {new}", same, new, value)

    def combine(self, body: Body, type: str, *values: str) -> str:
        steps = FLOAT_STEPS if type in FLOATS else INTEGER_STEPS
        if self.chance(0.1):
            word = "cmpf olt" if type in FLOATS else "cmpi slt"
            less = body.add(
                f"arith.{word}, {{0}}, {{1}} : {type}", operator.lt, "i1", *values
            )
            text = f"arith.select {{0}}, {{1}}, {{2}} : {type}"
            return body.add(text, chosen, type, less, *values)
        text, compute = self.random.choice(steps)
        return body.add(text.replace("T", type), compute, type, *values)

    def body(
        self,
        loops: int,
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        reads: Sequence[bool],
        reduces: bool,
    ) -> Body:
        """A body that reads the elements of outputs that may be read."""
        body, random = Body(), self.random
        type = random.choice([v.element for v in (*inputs, *outputs)])
        if self.chance(0.15):
            type = random.choice(ELEMENTS)
        known: list[str] = []
        for i, value in enumerate(inputs):
            known.append(self.converted(body, f"a{i}", value.element, type))
        if loops and (self.chance(0.2) or not known):
            d = random.randrange(loops)
            index = body.add(f"linalg.index {d} : index", same, "index", f"d{d}")
            body.steps[-1].text = f"%{index} = linalg.index {d} : index"
            number = body.add("arith.index_cast {0} : index to i32", same, "i32", index)
            known.append(self.converted(body, number, "i32", type))
        if not known:
            shown = "2.0" if type in FLOATS else "2"
            known.append(body.add(f"arith.constant {shown} : {type}", lambda: 2, type))
        total = known[0]
        for other in known[1:]:
            total = self.combine(body, type, total, other)
        if self.chance(0.3):
            total = self.combine(body, type, total, random.choice(known))
        for i, value in enumerate(outputs):
            element, argument = value.element, f"a{len(inputs) + i}"
            made = self.converted(body, total, type, element)
            if reads[i] and (self.chance(0.7 if reduces else 0.2)):
                pair = [argument, made]
                if self.chance(0.3):
                    pair.reverse()
                made = self.combine(body, element, *pair)
            elif reads[i] and self.chance(0.1):
                made = argument
            body.yields.append(made)
            if len(outputs) > 1 and self.chance(0.5):
                # Running sums: the next output sees the element of this one.
                total = self.converted(body, made, element, type)
        return body

    # --- maps ------------------------------------------------------------------------

    def expression(self, loops: Sequence[int], sizes: Sequence[int]) -> str:
        """An index over some loops that is no loop."""
        random = self.random
        d = random.choice([*loops])
        other = random.choice([*loops])
        return random.choice(
            (
                f"-d{d} + {sizes[d] - 1}",
                f"d{d} + {random.choice((1, 2))}",
                f"d{d} * 2",
                f"d{d} floordiv 2",
                f"d{d} mod 2",
                f"d{d} + d{other}" if d != other else f"d{d}",
            )
        )

    def input_map(self, sizes: Sequence[int], shape: Sequence[int]) -> list[str] | None:
        """A map to indices of `shape`, if one is found."""
        random, loops = self.random, range(len(sizes))
        results: list[str] = []
        free = [*loops]
        random.shuffle(free)
        for n in shape:
            plain = [d for d in free if sizes[d] == n] or [
                d for d in loops if sizes[d] == n
            ]
            if plain and not self.chance(0.12):
                d = plain[0]
                if d in free:
                    free.remove(d)
                results.append(f"d{d}")
                continue
            choices = [str(random.randrange(n))]
            if loops:
                choices += [self.expression(loops, sizes) for _ in range(3)]
            random.shuffle(choices)
            fits = [c for c in choices if self.extent(c, sizes) == n or c.isdigit()]
            near = [c for c in choices if self.extent(c, sizes) <= n]
            if not near:
                return None
            chosen = (fits or near)[0]
            if chosen in {f"d{d}" for d in loops} and self.extent(chosen, sizes) != n:
                return None
            results.append(chosen)
        return results

    def extent(self, expression: str, sizes: Sequence[int]) -> int:
        where = places([expression], len(sizes))
        return 1 + max(where(*at)[0] for at in product(*map(range, sizes)))

    def output_map(self, sizes: Sequence[int], parallel: Sequence[bool]) -> list[str]:
        """A map in which every parallel loop has a result of its own."""
        random = self.random
        results: list[str] = []
        mentions = self.chance(0.3)
        for d, each in enumerate(parallel):
            if each:
                reversed_ = f"-d{d} + {sizes[d] - 1}"
                kinds = [f"d{d}"] * 8 + [reversed_, f"d{d} + 1", f"d{d} * 2"]
                results.append(random.choice(kinds))
            elif mentions and self.chance(0.6):
                plain = self.chance(0.6)
                results.append(f"d{d}" if plain else self.expression([d], sizes))
        if self.chance(0.2):
            results.append(random.choice("0123"))
        if results and self.chance(0.12):
            results.append(random.choice(results))
        if self.chance(0.3):
            random.shuffle(results)
        return results[:4] if len(results) <= 4 else results

    # --- operations ------------------------------------------------------------------

    def generic(self) -> bool:
        random = self.random
        recent = [v for v in self.values[-3:] if v.shape and prod(v.shape) < 1500]
        sizes: list[int] = []
        if recent and self.chance(0.75):
            sizes = [*random.choice(recent).shape]
        while len(sizes) < random.choice((1, 2, 2, 2, 3)):
            sizes.append(random.choice((1, 2, 3, 5, 7, 8, 13, 32, 40)))
        if self.chance(0.3):
            random.shuffle(sizes)
        sizes = sizes[:4]
        if prod(sizes) > MOST_ITERATIONS:
            return False
        kind = random.choice(("parallel", "parallel", "mixed", "mixed", "reduction"))
        parallel = [
            kind == "parallel" or (kind == "mixed" and self.chance(0.5)) for _ in sizes
        ]
        inputs: list[Value] = []
        maps: list[list[str]] = []
        for _ in range(random.choice((1, 1, 2, 2, 3, 0))):
            if self.values and self.chance(0.8):
                value = random.choice(self.values[-3:] + self.values)
                found = self.input_map(sizes, value.shape)
                if found is None:
                    continue
            else:
                loops = [d for d in range(len(sizes)) if self.chance(0.8)]
                random.shuffle(loops)
                found = [f"d{d}" for d in loops]
                if loops and self.chance(0.15):
                    found[0] = self.expression(range(len(sizes)), sizes)
                value = self.argument(
                    self.element(), [self.extent(e, sizes) for e in found]
                )
                found = found if len(found) == len(value.shape) else None
                if found is None:
                    continue
            inputs.append(value)
            maps.append(found)
        outputs: list[Value] = []
        out_maps: list[list[str]] = []
        reads: list[bool] = []
        for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
            map = self.output_map(sizes, parallel)
            made = self.output(
                sizes, parallel, map, [*inputs, *outputs], [*maps, *out_maps]
            )
            if made is None:
                return False
            outputs.append(made[0])
            reads.append(made[1])
            out_maps.append(map)
        plain = {e for m in (*maps, *out_maps) for e in m}
        missing = [d for d in range(len(sizes)) if f"d{d}" not in plain]
        if missing:
            value = self.argument(self.element(), [sizes[d] for d in missing])
            if len(value.shape) != len(missing):
                return False
            inputs.append(value)
            maps.append([f"d{d}" for d in missing])
        body = self.body(len(sizes), inputs, outputs, reads, not all(parallel))
        dims = ", ".join(f"d{d}" for d in range(len(sizes)))
        maps += out_maps
        shown = ", ".join(f"affine_map<({dims}) -> ({', '.join(m)})>" for m in maps)
        kinds = ", ".join('"parallel"' if p else '"reduction"' for p in parallel)
        head = (
            f"linalg.generic {{indexing_maps = [{shown}], iterator_types = [{kinds}]}}"
        )
        op = Structured(head, sizes, maps, inputs, outputs, body)
        return self.append(op)

    def output(
        self,
        sizes: Sequence[int],
        parallel: Sequence[bool],
        map: Sequence[str],
        others: Sequence[Value],
        other_maps: Sequence[Sequence[str]],
    ) -> tuple[Value, bool] | None:
        """Something to write by `map`, and whether its elements may be read."""
        random = self.random
        loops = [f"d{d}" for d in range(len(sizes))]
        shape = [self.extent(e, sizes) for e in map]
        whole = len(set(map)) == len(map) == len(sizes) and set(map) <= set(loops)
        fits = [
            v
            for v in self.values
            if len(v.shape) == len(shape)
            and all(
                n == size or (n < size and e not in loops)
                for e, n, size in zip(map, shape, v.shape)
            )
            and (
                self.program.tensors
                or self.is_open_to(v, parallel, map, others, other_maps)
            )
        ]
        shared = [v for v in fits if v.root in {other.root for other in others}]
        if shared and self.chance(0.5):
            fits = shared
        if fits and self.chance(0.6):
            return random.choice(fits), True
        if self.chance(0.4) and not self.program.tensors:
            value = self.argument(self.element(), shape)
            return (value, True) if len(value.shape) == len(shape) else None
        if any(n > 500 for n in shape):
            return None
        fills = not whole or self.chance(0.6)
        return self.target(self.element(), shape, fills), fills

    def is_open_to(
        self,
        value: Value,
        parallel: Sequence[bool],
        map: Sequence[str],
        others: Sequence[Value],
        other_maps: Sequence[Sequence[str]],
    ) -> bool:
        """
        Tells if no iteration of a parallel loop writes to `value` what another one reads: the loop has
        the same place in both maps.
        """
        for other, theirs in zip(others, other_maps, strict=True):
            if other.root != value.root:
                continue
            same = other.name == value.name
            for d, each in enumerate(parallel):
                places = (m == t == f"d{d}" for m, t in zip(map, theirs))
                if each and not (same and any(places)):
                    return False
        return True

    def append(self, op: Structured) -> bool:
        """Adds an operation, if its numbers are exact."""
        tensors = self.program.tensors
        operands = [*op.inputs, *op.outputs]
        first = len(op.inputs)
        results = [self.name() for _ in op.outputs] if tensors else []

        def run(arrays: dict[str, Numbers]) -> None:
            given = [arrays[v.name] for v in operands]
            if tensors:
                given[first:] = [array.copy() for array in given[first:]]
            op.run(given)
            arrays.update(zip(results, given[first:]))

        before = dict(self.arrays)
        kept = {name: array.copy() for name, array in before.items()}
        try:
            self.step(op.text(results), run)
        except Refused:
            self.program.steps.pop()
            self.arrays = before
            for name, array in kept.items():
                # Views stay views.
                before[name][...] = array
            return False
        made = [
            Value(name, v.element, v.shape, v.type, name)
            for name, v in zip(results, op.outputs)
        ]
        self.values += made or [v for v in op.outputs if v not in self.values]
        self.program.results += made
        return True

    def contraction(self) -> bool:
        """A product of matrices or the like, often filled before and used after."""
        random = self.random
        form = random.choice(CONTRACTIONS)
        operands, total = form.split("->")
        parts = (*operands.split(","), total)
        letters = sorted({c for part in parts for c in part})
        sizes = {c: random.choice((1, 3, 5, 8, 16, 17, 33)) for c in letters}
        if prod(sizes.values()) > 3 * MOST_ITERATIONS:
            return False
        element, kept = random.choice(PRODUCTS)
        shapes = [[sizes[c] for c in part] for part in parts]
        inputs: list[Value] = []
        for shape in shapes[:2]:
            fits = [
                v for v in self.values if [*v.shape] == shape and v.element == element
            ]
            value = random.choice(fits) if fits else self.argument(element, shape)
            if len(value.shape) != len(shape):
                return False
            inputs.append(value)
        if self.chance(0.3):
            output = self.argument(kept, shapes[2])
        else:
            output = self.target(kept, shapes[2], True)
        if len(output.shape) != len(shapes[2]):
            return False
        maps = [[f"d{letters.index(c)}" for c in part] for part in parts]
        dims = ", ".join(f"d{d}" for d in range(len(letters)))
        shown = ", ".join(f"affine_map<({dims}) -> ({', '.join(m)})>" for m in maps)
        body, letter = Body(), "f" if kept in FLOATS else "i"
        factors = [f"a{i}" for i in range(2)]
        if element != kept:
            word = "extf" if letter == "f" else "extsi"
            text = f"arith.{word} {{0}} : {element} to {kept}"
            factors = [body.add(text, same, kept, f) for f in factors]
        made = body.add(
            f"arith.mul{letter} {{0}}, {{1}} : {kept}", operator.mul, kept, *factors
        )
        body.yields.append(
            body.add(
                f"arith.add{letter} {{0}}, {{1}} : {kept}",
                operator.add,
                kept,
                made,
                "a2",
            )
        )
        named = self.chance(0.5)
        kinds = ", ".join(
            '"parallel"' if c in parts[2] else '"reduction"' for c in letters
        )
        head = (
            f"linalg.generic {{indexing_maps = [{shown}], iterator_types = [{kinds}]}}"
        )
        if named:
            head = f"linalg.contract indexing_maps = [{shown}]"
        counts = [sizes[c] for c in letters]
        op = Structured(
            head, counts, maps, inputs, [output], body, shows_body=not named
        )
        return self.append(op)

    def named(self) -> bool:
        """`transpose`, `broadcast`, `reduce` or `map`."""
        random = self.random
        some = [v for v in self.values if v.shape and prod(v.shape) < 1000]
        some = [v for v in some if "?" not in v.type]
        if not some:
            return False
        value = random.choice(some)
        rank = len(value.shape)
        loops = [f"d{d}" for d in range(rank)]
        body = Body(yields=["a0"])
        kind = random.choice(("transpose", "broadcast", "reduce", "map"))
        sizes, maps, tail, shows = [*value.shape], [loops, loops], "", False
        reads = False
        if kind == "transpose":
            order = random.sample(range(rank), rank)
            tail = f" permutation = {order}"
            maps = [loops, [f"d{d}" for d in order]]
        elif kind == "broadcast":
            d = random.randrange(rank + 1)
            sizes.insert(d, random.choice((1, 3, 4)))
            tail = f" dimensions = [{d}]"
            loops = [f"d{i}" for i in range(rank + 1)]
            maps = [[e for e in loops if e != f"d{d}"], loops]
        elif kind == "reduce":
            dropped = sorted(random.sample(range(rank), random.randint(1, rank)))
            tail, shows, reads = f" dimensions = {dropped}", True, True
            maps = [loops, [e for d, e in enumerate(loops) if d not in dropped]]
            body.yields = [self.combine(body, value.element, "a0", "a1")]
        else:
            shows, body.yields = True, [self.combine(body, value.element, "a0", "a0")]
        shape = [sizes[int(e[1:])] for e in maps[1]]
        if len(shape) > 4:
            return False
        output = self.target(value.element, shape, reads or self.chance(0.3))
        op = Structured(
            f"linalg.{kind}", sizes, maps, [value], [output], body, tail, shows
        )
        return self.append(op)

    def make(self) -> Program:
        length = self.random.choice((1, 2, 2, 3, 3, 4, 6))
        done = 0
        for _ in range(12 * length):
            if done == length:
                break
            kind = self.random.random()
            if kind < 0.12:
                self.reshape()
            elif kind < 0.3:
                done += self.contraction()
            elif kind < 0.42:
                done += self.named()
            else:
                done += self.generic()
            if self.chance(0.4):
                self.copy()
        program = self.program
        if program.tensors:
            some = program.results[:-1]
            kept = self.random.sample(some, min(len(some), self.random.randint(0, 2)))
            program.results = kept + program.results[-1:]
            # What an argument is must not change if it is a result, too.
            last = program.arguments[-1:] if self.chance(0.4) else []
            program.results += last if program.results else []
        return program


def same(number: Any) -> Any:
    return number


def chosen(condition: bool, first: Any, second: Any) -> Any:
    return first if condition else second


def bits(type: str) -> int:
    return 16 if type == "bf16" else int(type[1:])


def make(seed: int) -> Program:
    """Returns the program of a seed."""
    program = Maker(seed).make()
    usable = program.results if program.tensors else program.steps
    return program if usable else make(seed + 1_000_000_007)


# --- running -------------------------------------------------------------------------


def stored(values: Numbers, element: str) -> Any:
    """Returns an array as a device takes it; bf16 as bits."""
    if element == "bf16":
        wide = np.ascontiguousarray(values.astype(np.float32))
        return wide.view(np.uint16)[..., 1::2].copy().reshape(values.shape)
    return np.ascontiguousarray(
        values.astype(element.replace("i", "int").replace("f", "float"))
    )


def loaded(array: Any, element: str) -> Numbers:
    """Returns the numbers of a device's array."""
    if element == "bf16":
        return (
            (np.asarray(array).astype(np.uint32) << 16)
            .view(np.float32)
            .astype(np.float64)
        )
    return np.asarray(array).astype(np.float64 if element in FLOATS else np.int64)


@dataclass
class Find:
    """A program that a form does not run as it must."""

    program: Program
    form: str
    what: str
    detail: str


class Device:
    """Compiles and runs programs in a form."""

    def __init__(self, context: Callable[[], Context]):
        self.context = context

    def compiled(self, text: str, form: str, pipeline: str) -> Any:
        context = self.context()
        module: ModuleOp = Parser(context, text).parse_module()
        module.verify()
        target = "abi=host" if form == "host" else f"mcpu={form}"
        passes = f"opencl-attach-target{{{target}}},{pipeline}"
        known = Universe.get_multiverse().all_passes
        PassPipeline.parse_spec(known, passes).apply(context, module)
        module.verify()
        # LLVM is sooner done, and what it does more is tested by others.
        return Compiled(module, device=form, level=LEVELS.get(form, 3)).functions

    def difference(self, run: Any, program: Program, length: int | None = None) -> str:
        """Runs a function; returns what is wrong, or an empty text."""
        arrays = [stored(program.given[v.name], v.element) for v in program.arguments]
        found = run(*arrays)
        values = program.arguments
        if program.tensors:
            values = program.returned(length)
            arrays = [found] if len(values) == 1 else [*found]
        for value, array, want in zip(
            values, arrays, program.expected(length), strict=True
        ):
            got = loaded(array, value.element).reshape(want.shape)
            if not np.array_equal(got, want):
                at = tuple(map(int, np.argwhere(got != want)[0])) if want.ndim else ()
                count = np.count_nonzero(got != want)
                return f"%{value.name}{[*at]} must be {want[at]}, is {got[at]}; {count} of {want.size} differ"
        return ""

    def alone(
        self, program: Program, form: str, pipeline: str, length: int | None = None
    ) -> tuple[str, str]:
        """Compiles and runs one program; returns the kind of fault and its text."""
        try:
            run = self.compiled(program.text(length), form, pipeline)
            if program.name not in run:
                # No operation is left.
                return "", ""
            detail = self.difference(run[program.name], program, length)
        except Exception as error:
            return f"unbuilt {type(error).__name__}", f"{error}"
        return ("wrong", detail) if detail else ("", "")

    def compare(
        self, programs: Sequence[Program], form: str, pipeline: str
    ) -> list[Find]:
        """Returns what differs, each cut where it begins to."""
        try:
            text = "".join(program.text() for program in programs)
            run = self.compiled(text, form, pipeline)
            doubtful = [
                p for p in programs if p.name in run and self.difference(run[p.name], p)
            ]
        except Exception:
            doubtful = [*programs]
        finds: list[Find] = []
        for program in doubtful:
            what, detail = self.alone(program, form, pipeline)
            if not what:
                continue
            for length in range(1, len(program.steps)):
                if program.tensors and not program.returned(length):
                    continue
                if self.alone(program, form, pipeline, length)[0] == what:
                    program.steps = program.steps[:length]
                    program.results = program.returned()
                    break
            finds.append(Find(program, form, what, detail))
        return finds


def batch(first: int) -> tuple[list[Program], str]:
    """Returns the programs of a batch, and the passes that lower them."""
    pipeline = PIPELINES[first // BATCH % len(PIPELINES)]
    return [make(first + i) for i in range(BATCH)], pipeline


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="of programs")
    parser.add_argument(
        "--seed", type=int, default=1, help="times the count is the first"
    )
    parser.add_argument("--program", type=int, help="the seed of one that is run alone")
    parser.add_argument("--forms", default="host", help=f"of {', '.join(FORMS)}")
    parser.add_argument("--rotate", action="store_true", help="a form a batch, not all")
    given = parser.parse_args()
    forms = given.forms.split(",")
    if unknown := [f for f in forms if f not in FORMS]:
        parser.error(f"no form {unknown[0]!r}; there are {', '.join(FORMS)}")
    device = Device(multiverse)
    begin, counts = time.monotonic(), Counter[str]()
    first = given.seed * given.count // BATCH * BATCH
    if given.program is not None:
        first, given.count = given.program, 1
    for at in range(first, first + given.count, BATCH):
        programs, pipeline = batch(at // BATCH * BATCH)
        if given.program is not None:
            programs = programs[at % BATCH :][:1]
            print(programs[0].text())
        for form in [forms[at // BATCH % len(forms)]] if given.rotate else forms:
            for find in device.compare(programs, form, pipeline):
                counts[f"{form} {find.what}"] += 1
                seed = find.program.seed
                print(f"{seed} {form} {pipeline}: {find.what}: {find.detail[:300]}")
                print(find.program.text(), flush=True)
        if at // BATCH % 25 == 24:
            print(
                f"{at - first + BATCH} programs, {time.monotonic() - begin:.0f} s",
                flush=True,
            )
    print(
        f"{given.count} programs from seed {first}, forms {given.forms}"
        f"{' in turn' if given.rotate else ''}, {time.monotonic() - begin:.0f} s"
    )
    for key, number in counts.most_common():
        print(f"  {number} times {key}")
    sys.exit(1 if counts else 0)


def multiverse() -> Context:
    """A context with all dialects."""
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    return context


if __name__ == "__main__":
    main()
