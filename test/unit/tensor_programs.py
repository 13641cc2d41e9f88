"""
Random programs on tensors: their text, and what they compute, by the value semantics of tensors in
NumPy. Each statement is a pair of lines of text and a function that runs it on a dictionary of values.

`python test/unit/tensor_programs.py COUNT` runs the first ones on the host, as a lit test does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe

from xdsl_opencl.runtime.interpreters.host_functions import Host
from xdsl_opencl.universe import our_pass

Array = Any
Values = dict[str, Any]
Run = Callable[[Values], None]
Statement = tuple[Sequence[str], Run]

SHAPES = {
    "tensor<6xi64>": (6,),
    "tensor<3xi64>": (3,),
    "tensor<2x3xi64>": (2, 3),
}
LONG, SHORT, WIDE = SHAPES
REVERSED = {LONG: "(-d0 + 5)", SHORT: "(-d0 + 2)"}


def run_all(statements: Sequence[Statement], values: Values) -> None:
    for _, run in statements:
        run(values)


def indented(statements: Sequence[Statement]) -> list[str]:
    return ["  " + line for lines, _ in statements for line in lines]


@dataclass
class Function:
    name: str
    arguments: Mapping[str, str]
    statements: Sequence[Statement]
    results: Sequence[tuple[str, str]]

    def text(self) -> str:
        inputs = ", ".join(f"%{n}: {t}" for n, t in self.arguments.items())
        types = ", ".join(t for _, t in self.results)
        names = ", ".join(f"%{n}" for n, _ in self.results)
        lines = [
            f"func.func @{self.name}({inputs}) -> ({types}) {{",
            *indented(self.statements),
            f"  func.return {names} : {types}",
            "}",
        ]
        return "\n".join(lines)

    def __call__(self, *given: Any) -> list[Array]:
        values: Values = dict(zip(self.arguments, given, strict=True))
        run_all(self.statements, values)
        return [values[name] for name, _ in self.results]


@dataclass
class Generator:
    """Makes functions of `size` statements."""

    random: Random
    size: int = 8
    functions: list[Function] = field(default_factory=list[Function])
    count: int = 0

    def name(self, stem: str = "v") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def function(self) -> Function:
        arguments = {
            "a": LONG,
            "b": LONG,
            "c": SHORT,
            "w": WIDE,
            "flag": "i1",
            "n": "index",
        }
        known = dict(arguments)
        statements = [
            constant("zero", "0 : index", 0),
            constant("one", "1 : index", 1),
            constant("two", "2 : index", 2),
            constant("x", "7 : i64", 7),
        ]
        known |= {"zero": "index", "one": "index", "two": "index", "x": "i64"}
        statements += self.block(known, self.size, 2)
        results = [
            (self.pick(known, type), type)
            for type in (LONG, LONG, self.random.choice([SHORT, WIDE]))
        ]
        made = Function(self.name("f"), arguments, statements, results)
        self.functions.append(made)
        return made

    def program(self) -> Function:
        for _ in range(self.random.choice([0, 0, 1, 2])):
            Generator.function(self)
        return self.function()

    def pick(self, known: Mapping[str, str], type: str) -> str:
        names = [name for name, t in known.items() if t == type]
        # The newest are most often what is wrong.
        if self.random.random() < 0.8:
            names = names[-3:]
        return self.random.choice(names)

    def block(self, known: dict[str, str], size: int, depth: int) -> list[Statement]:
        kinds = [
            self.fill,
            self.add,
            self.update,
            self.insert,
            self.extract,
            self.take,
            self.put,
            self.put_through,
            self.empty,
            self.reshape,
            self.dense,
            self.select,
        ]
        inner = [
            self.loop,
            self.loop,
            self.branch,
            self.switch,
            self.repeat,
            self.forall,
            self.call,
        ]
        made: list[Statement] = []
        for _ in range(size):
            if depth and self.random.random() < 0.4:
                made += self.random.choice(inner)(known, depth - 1)
            else:
                made += self.random.choice(kinds)(known)
        return made

    def type(self) -> str:
        return self.random.choice([LONG, LONG, SHORT, WIDE])

    # --- plain operations ----------------------------------------------------------------

    def fill(self, known: dict[str, str]) -> list[Statement]:
        type, x = self.type(), self.pick(known, "i64")
        t, new = self.pick(known, type), self.name()

        def run(v: Values) -> None:
            v[new] = np.full(SHAPES[type], v[x])

        known[new] = type
        return [
            (
                [f"%{new} = linalg.fill ins(%{x} : i64) outs(%{t} : {type}) -> {type}"],
                run,
            )
        ]

    def add(self, known: dict[str, str]) -> list[Statement]:
        type = self.type()
        a, b, t = (self.pick(known, type) for _ in range(3))
        new = self.name()

        def run(v: Values) -> None:
            v[new] = v[a] + v[b]

        known[new] = type
        return [
            (
                [
                    f"%{new} = linalg.add ins(%{a}, %{b} : {type}, {type}) "
                    f"outs(%{t} : {type}) -> {type}"
                ],
                run,
            )
        ]

    def update(self, known: dict[str, str]) -> list[Statement]:
        """Two results, from a reversed input and what was there."""
        type = self.random.choice([LONG, SHORT])
        a, s, t = (self.pick(known, type) for _ in range(3))
        first, second = self.name(), self.name()

        def run(v: Values) -> None:
            v[first] = 3 * v[s] + v[a][::-1]
            v[second] = v[t] - v[s]

        known[first] = known[second] = type
        same = "affine_map<(d0) -> (d0)>"
        return [
            (
                [
                    f"%{first}, %{second} = linalg.generic {{indexing_maps = [affine_map<(d0) -> "
                    f"({REVERSED[type]})>, {same}, {same}], "
                    f'iterator_types = ["parallel"]}} ins(%{a} : {type}) '
                    f"outs(%{s}, %{t} : {type}, {type}) {{",
                    "^bb0(%i: i64, %o: i64, %p: i64):",
                    "  %three = arith.constant 3 : i64",
                    "  %m = arith.muli %o, %three : i64",
                    "  %q = arith.addi %m, %i : i64",
                    "  %r = arith.subi %p, %o : i64",
                    "  linalg.yield %q, %r : i64, i64",
                    f"}} -> ({type}, {type})",
                ],
                run,
            )
        ]

    def insert(self, known: dict[str, str]) -> list[Statement]:
        type = self.random.choice([LONG, SHORT])
        t, x, i = self.pick(known, type), self.pick(known, "i64"), self.index(known)
        new = self.name()

        def run(v: Values) -> None:
            v[new] = v[t].copy()
            v[new][v[i]] = v[x]

        known[new] = type
        return [([f"%{new} = tensor.insert %{x} into %{t}[%{i}] : {type}"], run)]

    def index(self, known: Mapping[str, str]) -> str:
        """An index from 0 to 2."""
        return self.random.choice(
            [n for n, t in known.items() if t == "index" and n != "n"]
        )

    def extract(self, known: dict[str, str]) -> list[Statement]:
        type = self.random.choice([LONG, SHORT])
        t, i, new = self.pick(known, type), self.index(known), self.name("x")

        def run(v: Values) -> None:
            v[new] = v[t][v[i]]

        known[new] = "i64"
        return [([f"%{new} = tensor.extract %{t}[%{i}] : {type}"], run)]

    def empty(self, known: dict[str, str]) -> list[Statement]:
        type, e = self.type(), self.name("e")
        x = self.pick(known, "i64")
        new = self.name()

        def run(v: Values) -> None:
            v[new] = np.full(SHAPES[type], v[x])

        known[new] = type
        return [
            (
                [
                    f"%{e} = tensor.empty() : {type}",
                    f"%{new} = linalg.fill ins(%{x} : i64) outs(%{e} : {type}) -> {type}",
                ],
                run,
            )
        ]

    def dense(self, known: dict[str, str]) -> list[Statement]:
        new, splat = self.name(), self.random.random() < 0.5

        def run(v: Values) -> None:
            v[new] = np.full(6, 4) if splat else np.arange(1, 7)

        known[new] = LONG
        text = "4" if splat else "[1, 2, 3, 4, 5, 6]"
        return [([f"%{new} = arith.constant dense<{text}> : {LONG}"], run)]

    def select(self, known: dict[str, str]) -> list[Statement]:
        type = self.type()
        a, b, c = (self.pick(known, t) for t in (type, type, "i1"))
        new = self.name()

        def run(v: Values) -> None:
            v[new] = v[a] if v[c] else v[b]

        known[new] = type
        return [([f"%{new} = arith.select %{c}, %{a}, %{b} : {type}"], run)]

    # --- parts ---------------------------------------------------------------------------

    def place(self, known: Mapping[str, str]) -> tuple[str, Callable[[Values], slice]]:
        """A part of three elements of a long tensor."""
        if self.random.random() < 0.3:
            return "[0] [3] [2]", lambda v: slice(0, 6, 2)
        if self.random.random() < 0.5:
            start = self.random.choice([0, 3])
            return f"[{start}] [3] [1]", lambda v: slice(start, start + 3)
        i = self.index(known)
        return f"[%{i}] [3] [1]", lambda v: slice(v[i], v[i] + 3)

    def take(self, known: dict[str, str]) -> list[Statement]:
        t, new = self.pick(known, LONG), self.name()
        text, where = self.place(known)

        def run(v: Values) -> None:
            v[new] = v[t][where(v)].copy()

        known[new] = SHORT
        return [
            ([f"%{new} = tensor.extract_slice %{t}{text} : {LONG} to {SHORT}"], run)
        ]

    def put(self, known: dict[str, str]) -> list[Statement]:
        s, t, new = self.pick(known, SHORT), self.pick(known, LONG), self.name()
        text, where = self.place(known)

        def run(v: Values) -> None:
            v[new] = v[t].copy()
            v[new][where(v)] = v[s]

        known[new] = LONG
        return [
            (
                [
                    f"%{new} = tensor.insert_slice %{s} into %{t}{text} : {SHORT} into {LONG}"
                ],
                run,
            )
        ]

    def put_through(self, known: dict[str, str]) -> list[Statement]:
        """Takes a part, computes on it, and puts it back, as tiling does."""
        t, new = self.pick(known, LONG), self.name()
        text, where = self.place(known)
        part = self.name()
        inner = {**known, part: SHORT}

        def take(v: Values) -> None:
            v[part] = v[t][where(v)].copy()

        made: list[Statement] = [
            ([f"%{part} = tensor.extract_slice %{t}{text} : {LONG} to {SHORT}"], take)
        ]
        made += self.block(inner, self.random.choice([1, 2]), 0)
        if self.random.random() < 0.5:
            made += self.loop(inner, 0)
        if self.random.random() < 0.5:
            known.update(inner)
        last = list(inner)[-1]
        if inner[last] != SHORT:
            last = self.pick(inner, SHORT)

        def put(v: Values) -> None:
            v[new] = v[t].copy()
            v[new][where(v)] = v[last]

        known[new] = LONG
        put_text = f"%{new} = tensor.insert_slice %{last} into %{t}{text} : {SHORT} into {LONG}"
        return [*made, ([put_text], put)]

    def reshape(self, known: dict[str, str]) -> list[Statement]:
        new = self.name()
        if self.random.random() < 0.5:
            t = self.pick(known, LONG)
            known[new] = WIDE
            text = f"%{new} = tensor.expand_shape %{t} [[0, 1]] output_shape [2, 3] : {LONG} into {WIDE}"
        else:
            t = self.pick(known, WIDE)
            known[new] = LONG
            text = f"%{new} = tensor.collapse_shape %{t} [[0, 1]] : {WIDE} into {LONG}"
        shape = SHAPES[known[new]]

        def run(v: Values) -> None:
            v[new] = v[t].reshape(shape)

        return [([text], run)]

    # --- loops and branches --------------------------------------------------------------

    def carried(self, known: Mapping[str, str]) -> list[tuple[str, str, str]]:
        """Arguments of a loop, with their types and initial values."""
        types = [self.type() for _ in range(self.random.choice([1, 1, 2, 3]))]
        if self.random.random() < 0.4:
            types = [types[0]] * len(types)
        return [(self.name("k"), type, self.pick(known, type)) for type in types]

    def yielded(self, known: Mapping[str, str], types: Sequence[str]) -> list[str]:
        """Values of these types; often those that the loop has, in another order."""
        return [self.pick(known, type) for type in types]

    def loop(self, known: dict[str, str], depth: int) -> list[Statement]:
        carried = self.carried(known)
        i, results = self.name("i"), [self.name() for _ in carried]
        inner = {**known, i: "index"}
        # What is outside is known inside, but most often not used.
        if self.random.random() < 0.5:
            inner = {n: t for n, t in inner.items() if t in ("index", "i64", "i1")}
            inner |= {"a": LONG, "c": SHORT, "w": WIDE}
        inner |= {name: type for name, type, _ in carried}
        body = self.block(inner, self.random.choice([1, 2, 3]), depth)
        types = [type for _, type, _ in carried]
        ends = self.yielded(inner, types)
        bound = self.random.choice(["two", "n", "one"])

        def run(v: Values) -> None:
            state = [v[initial] for _, _, initial in carried]
            for number in range(v[bound]):
                w = {**v, i: number}
                w |= dict(zip((name for name, _, _ in carried), state))
                run_all(body, w)
                state = [w[end] for end in ends]
            v.update(zip(results, state))

        known.update(zip(results, types))
        names = ", ".join(f"%{r}" for r in results)
        inits = ", ".join(f"%{n} = %{init}" for n, _, init in carried)
        text = ", ".join(types)
        return [
            (
                [
                    f"{names} = scf.for %{i} = %zero to %{bound} step %one iter_args({inits}) "
                    f"-> ({text}) {{",
                    *indented(body),
                    f"  scf.yield {', '.join(f'%{e}' for e in ends)} : {text}",
                    "}",
                ],
                run,
            )
        ]

    def repeat(self, known: dict[str, str], depth: int) -> list[Statement]:
        """A `scf.while` that runs as often as `n` says."""
        carried = self.carried(known)
        types = [type for _, type, _ in carried]
        counter, more = self.name("j"), self.name("more")
        inner = {**known} | {name: type for name, type, _ in carried}
        before = self.block(inner, self.random.choice([0, 1]), 0)
        passed = self.yielded(inner, types)
        args = [self.name("g") for _ in carried]
        count = self.name("j")
        second = {**known} | dict(zip(args, types))
        body = self.block(second, self.random.choice([1, 2]), depth)
        ends = self.yielded(second, types)
        results = [self.name() for _ in carried]
        next_, last = self.name("j"), self.name("j")

        def run(v: Values) -> None:
            state = [v[initial] for _, _, initial in carried]
            number = 0
            while True:
                w = dict(v) | dict(zip((name for name, _, _ in carried), state))
                run_all(before, w)
                state = [w[name] for name in passed]
                if not number < v["n"]:
                    break
                w = dict(v) | dict(zip(args, state))
                run_all(body, w)
                state = [w[name] for name in ends]
                number += 1
            v.update(zip(results, state))

        known.update(zip(results, types))
        inits = ", ".join(f"%{n} = %{init}" for n, _, init in carried)
        text = ", ".join(["index", *types])
        names = ", ".join(f"%{r}" for r in (last, *results))
        arguments = ", ".join(
            f"%{n}: {t}" for n, t in zip((count, *args), ("index", *types))
        )
        return [
            (
                [
                    f"{names} = scf.while (%{counter} = %zero, {inits}) : ({text}) -> ({text}) {{",
                    *indented(before),
                    f"  %{more} = arith.cmpi slt, %{counter}, %n : index",
                    f"  scf.condition(%{more}) %{counter}, "
                    + ", ".join(f"%{p}" for p in passed)
                    + f" : {text}",
                    "} do {",
                    f"^bb0({arguments}):",
                    *indented(body),
                    f"  %{next_} = arith.addi %{count}, %one : index",
                    f"  scf.yield %{next_}, "
                    + ", ".join(f"%{e}" for e in ends)
                    + f" : {text}",
                    "}",
                ],
                run,
            )
        ]

    def branches(
        self,
        known: dict[str, str],
        depth: int,
        heads: Sequence[str],
        choose: Callable[[Values], int],
    ) -> list[Statement]:
        types = [self.type() for _ in range(self.random.choice([1, 1, 2]))]
        results = [self.name() for _ in types]
        bodies: list[tuple[list[Statement], list[str]]] = []
        for _ in heads:
            inner = dict(known)
            body = self.block(inner, self.random.choice([0, 1, 2]), depth)
            bodies.append((body, self.yielded(inner, types)))

        def run(v: Values) -> None:
            body, ends = bodies[choose(v)]
            w = dict(v)
            run_all(body, w)
            v.update((r, w[e]) for r, e in zip(results, ends))

        text = ", ".join(types)
        lines: list[str] = []
        for head, (body, ends) in zip(heads, bodies):
            lines += [
                head,
                *indented(body),
                f"  scf.yield {', '.join(f'%{e}' for e in ends)} : {text}",
            ]
        lines.append("}")
        names = ", ".join(f"%{r}" for r in results)
        lines[0] = f"{names} = {lines[0]}".replace("TYPES", text)
        known.update(zip(results, types))
        return [(lines, run)]

    def branch(self, known: dict[str, str], depth: int) -> list[Statement]:
        c = self.pick(known, "i1")
        heads = [f"scf.if %{c} -> (TYPES) {{", "} else {"]
        return self.branches(known, depth, heads, lambda v: 0 if v[c] else 1)

    def switch(self, known: dict[str, str], depth: int) -> list[Statement]:
        i = self.index(known)
        heads = [
            f"scf.index_switch %{i} -> TYPES case 0 {{",
            "} case 1 {",
            "} default {",
        ]
        return self.branches(known, depth, heads, lambda v: min(v[i], 2))

    def forall(self, known: dict[str, str], depth: int) -> list[Statement]:
        """Each half of a tensor, by an iteration of its own."""
        t, new, o, i = (
            self.pick(known, LONG),
            self.name(),
            self.name("o"),
            self.name("i"),
        )
        start, part = self.name("i"), self.name()
        whole = self.random.random() < 0.3

        def start_at(v: Values) -> None:
            v[start] = 3 * v[i]

        def take(v: Values) -> None:
            v[part] = v[o][v[start] : v[start] + 3].copy()

        inner = {n: t for n, t in known.items() if t not in ("index",)}
        inner |= {"zero": "index", "two": "index"}
        if whole:
            inner[o] = LONG
        body: list[Statement] = [
            (
                [f"%{start} = affine.apply affine_map<(d0) -> (d0 * 3)> (%{i})"],
                start_at,
            ),
            (
                [
                    f"%{part} = tensor.extract_slice %{o}[%{start}] [3] [1] : {LONG} to {SHORT}"
                ],
                take,
            ),
        ]
        inner[part] = SHORT
        body += self.block(inner, self.random.choice([1, 2]), 0)
        end = self.pick(inner, SHORT)

        def run(v: Values) -> None:
            result = v[t].copy()
            for number in range(2):
                w = {**v, i: number, o: v[t]}
                run_all(body, w)
                result[3 * number : 3 * number + 3] = w[end]
            v[new] = result

        known[new] = LONG
        return [
            (
                [
                    f"%{new} = scf.forall (%{i}) in (2) shared_outs(%{o} = %{t}) -> ({LONG}) {{",
                    *indented(body),
                    "  scf.forall.in_parallel {",
                    f"    tensor.parallel_insert_slice %{end} into %{o}[%{start}] [3] [1] : "
                    f"{SHORT} into {LONG}",
                    "  }",
                    "}",
                ],
                run,
            )
        ]

    def call(self, known: dict[str, str], depth: int) -> list[Statement]:
        if not self.functions:
            return []
        callee = self.random.choice(self.functions)
        given = [
            "two" if type == "index" else self.pick(known, type)
            for type in callee.arguments.values()
        ]
        results = [self.name() for _ in callee.results]

        def run(v: Values) -> None:
            v.update(zip(results, callee(*(v[name] for name in given))))

        types = [type for _, type in callee.results]
        known.update(zip(results, types))
        return [
            (
                [
                    ", ".join(f"%{r}" for r in results)
                    + f" = func.call @{callee.name}({', '.join(f'%{g}' for g in given)}) : "
                    f"({', '.join(callee.arguments.values())}) -> ({', '.join(types)})"
                ],
                run,
            )
        ]


def constant(name: str, text: str, value: Any) -> Statement:
    def run(v: Values) -> None:
        v[name] = value

    return [f"%{name} = arith.constant {text}"], run


def arguments(random: Random) -> list[Any]:
    arrays = [
        np.array([random.randrange(-9, 9) for _ in range(int(np.prod(shape)))]).reshape(
            shape
        )
        for shape in ((6,), (6,), (3,), (2, 3))
    ]
    return [*arrays, random.random() < 0.5, random.choice([0, 1, 2, 3])]


def program(seed: int, size: int = 8) -> tuple[str, Function]:
    """The text of a module, and its last function."""
    generator = Generator(Random(seed), size)
    made = generator.program()
    return "\n".join(f.text() for f in generator.functions), made


ON_HOST = (
    "bufferize-destinations",
    "scf-forall-to-parallel",
    "convert-linalg-to-parallel-loops",
    "convert-affine-to-scf",
)


def lowered(text: str) -> ModuleOp:
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    module = Parser(context, text).parse_module()
    module.verify()
    PassPipeline(tuple(our_pass(name)() for name in ON_HOST)).apply(context, module)
    module.verify()
    return module


def run(module: ModuleOp, name: str, values: list[Any]) -> list[Any]:
    """Runs a function of memrefs on the host, where nothing is launched."""
    functions = [op for op in module.ops if isinstance(op, FuncOp)]

    def launch(*_: Any) -> None:
        raise AssertionError

    host = Host(module, launch)
    (found,) = (op for op in functions if op.sym_name.data == name)
    return list(host.run(found, values))


def copies(values: list[Any]) -> list[Any]:
    return [v.copy() if isinstance(v, np.ndarray) else v for v in values]


def differences(number: int) -> str:
    """Runs program `number`; returns its text if a result is not NumPy's, or an empty text."""
    text, function = program(number)
    module = lowered(text)
    for seed in (number, number + 1):
        values = arguments(Random(seed))
        found = run(module, function.name, copies(values))
        for a, b in zip(found, function(*copies(values)), strict=True):
            if not np.array_equal(a, b):
                return f"program {number}\n{text}"
    return ""


if __name__ == "__main__":
    count = int(sys.argv[1])
    wrong = [*filter(None, map(differences, range(count)))]
    print(*wrong, f"{count} programs, {len(wrong)} wrong", sep="\n")
