"""
Random kernels with barriers, as OpenCL C and as what they must compute.

A program is a tree of statements. `Program.source` writes it as a kernel; `Program.run`
executes it for one work-group in lock-step, one NumPy lane a work item, which is what
OpenCL C means by a barrier. The two share nothing but the tree.

All values are 32-bit unsigned integers. `a` to `d` are variables of the work item, `p` is
its private array, `q` a pointer into it, `u` and the loop counters are the same for the
whole group, `L` is local memory, `C` constant memory.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from typing_extensions import TypeVar

from xdsl_opencl.runtime import Local

Lanes = npt.NDArray[np.uint32]
Mask = npt.NDArray[np.bool_]
_Result = TypeVar("_Result")

VARIABLES = "abcd"
PRIVATE = 5
CONSTANT = 16
OUTPUTS = len(VARIABLES) + PRIVATE + 1

BINARY: dict[str, Callable[[Lanes, Lanes], Lanes]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "^": lambda x, y: x ^ y,
    "&": lambda x, y: x & y,
    "/": lambda x, y: x // (y | np.uint32(1)),
    "%": lambda x, y: x % (y | np.uint32(1)),
    "<": lambda x, y: (x < y).astype(np.uint32),
    ">>": lambda x, y: x >> (y & np.uint32(31)),
}
TEXT = {"/": "({} / ({} | 1u))", "%": "({} % ({} | 1u))", "<": "(uint)({} < {})"}
TEXT[">>"] = "({} >> ({} & 31u))"


@dataclass
class Group:
    """
    The state of one work-group: `n` lanes in the order of their linear local ids.
    """

    n: int
    argument: int
    ids: Lanes
    constant: Lanes
    variables: dict[str, Lanes] = field(default_factory=dict[str, Lanes])
    private: Lanes = field(default_factory=lambda: np.zeros(0, np.uint32))
    pointer: Lanes = field(default_factory=lambda: np.zeros(0, np.uint32))
    local: Lanes = field(default_factory=lambda: np.zeros(0, np.uint32))
    returned: Mask = field(default_factory=lambda: np.zeros(0, np.bool_))

    def __post_init__(self) -> None:
        lanes = np.arange(self.n, dtype=np.uint32)
        for i, name in enumerate(VARIABLES):
            self.variables[name] = self.ids * np.uint32(2 * i + 1) + np.uint32(i)
        self.variables["u"] = np.full(self.n, self.argument, np.uint32)
        self.private = np.stack(
            [self.ids + np.uint32(7 * k) for k in range(PRIVATE)], axis=1
        )
        self.pointer = lanes % np.uint32(PRIVATE)
        self.local = np.zeros(self.n, np.uint32)
        self.returned = np.zeros(self.n, np.bool_)


# Expressions and statements are pairs: text, and what it does to a group.
Evaluate = Callable[[Group], Lanes]
Execute = Callable[[Group, Mask], None]


@dataclass
class Expression:
    text: str
    value: Evaluate


@dataclass
class Statement:
    lines: list[str]
    run: Execute


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


class Generator:
    """
    Makes one program from `seed`.
    """

    def __init__(self, seed: int, *, group_functions: bool):
        self.random = random.Random(seed)
        self.group_functions = group_functions
        self.counters = 0
        self.uniform = ["u", "n"]
        self.locals = 0

    # --- expressions -----------------------------------------------------------------

    def leaf(self, *, uniform: bool) -> Expression:
        r = self.random
        kind = r.randrange(3 if uniform else 8)
        if kind == 0:
            value = r.randrange(1 << r.choice((2, 8, 32)))
            return Expression(f"{value}u", lambda g: np.full(g.n, value, np.uint32))
        if kind in (1, 3):
            name = r.choice(self.uniform)
            if name == "n":
                return Expression("n", lambda g: np.full(g.n, g.argument, np.uint32))
            return Expression(name, lambda g: g.variables[name])
        if kind == 2:
            name = r.choice([u for u in self.uniform if u != "n"])
            return Expression(
                f"C[{name} % {CONSTANT}u]",
                lambda g: g.constant[g.variables[name] % np.uint32(CONSTANT)],
            )
        if kind == 4:
            return Expression("id", lambda g: g.ids)
        if kind == 5:
            index = r.choice(VARIABLES)
            return Expression(
                f"p[{index} % {PRIVATE}u]",
                lambda g: g.private[
                    np.arange(g.n), g.variables[index] % np.uint32(PRIVATE)
                ],
            )
        if kind == 6:
            return Expression("*q", lambda g: g.private[np.arange(g.n), g.pointer])
        name = r.choice(VARIABLES)
        return Expression(name, lambda g: g.variables[name])

    def expression(self, depth: int, *, uniform: bool = False) -> Expression:
        if depth == 0 or self.random.random() < 0.2:
            return self.leaf(uniform=uniform)
        sign = self.random.choice(tuple(BINARY))
        left = self.expression(depth - 1, uniform=uniform)
        right = self.expression(depth - 1, uniform=uniform)
        text = TEXT.get(sign, f"({{}} {sign} {{}})").format(left.text, right.text)
        operation = BINARY[sign]
        return Expression(text, lambda g: operation(left.value(g), right.value(g)))

    # --- statements that work items run each for itself ------------------------------

    def assignment(self) -> Statement:
        r = self.random
        value = self.expression(3)
        kind = r.randrange(4)
        if kind == 0:
            index = r.randrange(PRIVATE)

            def store(g: Group, mask: Mask) -> None:
                result = value.value(g)
                g.private[mask, index] = result[mask]

            return Statement([f"p[{index}] = {value.text};"], store)
        if kind == 1:
            low, high = r.randrange(PRIVATE), r.randrange(PRIVATE)

            def point(g: Group, mask: Mask) -> None:
                odd = (value.value(g) & np.uint32(1)) != 0
                g.pointer[mask] = np.where(odd, low, high).astype(np.uint32)[mask]

            return Statement(
                [f"q = ({value.text} & 1u) ? &p[{low}] : &p[{high}];"], point
            )
        if kind == 2:

            def through(g: Group, mask: Mask) -> None:
                result = value.value(g)
                lanes = np.arange(g.n)[mask]
                g.private[lanes, g.pointer[mask]] = result[mask]

            return Statement([f"*q = {value.text};"], through)
        name = r.choice(VARIABLES)

        def assign(g: Group, mask: Mask) -> None:
            g.variables[name] = np.where(mask, value.value(g), g.variables[name])

        return Statement([f"{name} = {value.text};"], assign)

    def divergent(self, depth: int) -> Statement:
        """
        A conditional or a loop that work items take differently; no barrier inside.
        """
        body = [
            self.divergent(depth - 1)
            if depth and self.random.random() < 0.3
            else self.assignment()
            for _ in range(self.random.randint(1, 3))
        ]
        condition = self.expression(2)
        if self.random.random() < 0.5:
            other = [self.assignment()]

            def branch(g: Group, mask: Mask) -> None:
                yes = (condition.value(g) & np.uint32(1)) != 0
                for s in body:
                    s.run(g, mask & yes)
                for s in other:
                    s.run(g, mask & ~yes)

            lines = [f"if ({condition.text} & 1u) {{"]
            lines += [line for s in body for line in _indented(s.lines)]
            lines += ["} else {", *_indented(other[0].lines), "}"]
            return Statement(lines, branch)
        counter = self.counter()

        def loop(g: Group, mask: Mask) -> None:
            limit = condition.value(g) & np.uint32(3)
            for i in range(3):
                now = mask & (i < limit)
                for s in body:
                    s.run(g, now)

        head = f"for (uint {counter} = 0, end = {condition.text} & 3u; {counter} < end; ++{counter}) {{"
        lines = [head, *(line for s in body for line in _indented(s.lines)), "}"]
        return Statement(lines, loop)

    # --- statements that the group runs together -------------------------------------

    def counter(self) -> str:
        self.counters += 1
        return f"i{self.counters}"

    def exchange(self) -> Statement:
        """
        Every work item gives a value away and takes another's.
        """
        give = self.expression(2)
        take = self.random.choice(VARIABLES)
        step = self.random.randrange(1, 9)

        def swap(g: Group, mask: Mask) -> None:
            g.local = np.where(mask, give.value(g), g.local)
            lanes = np.arange(g.n, dtype=np.uint32)
            other = g.local[(lanes + np.uint32(step)) % np.uint32(g.n)]
            g.variables[take] = np.where(
                mask, g.variables[take] ^ other, g.variables[take]
            )

        barrier = "barrier(CLK_LOCAL_MEM_FENCE);"
        return Statement(
            [
                f"L[lid] = {give.text};",
                barrier,
                f"{take} ^= L[(lid + {step}u) % items];",
                barrier,
            ],
            swap,
        )

    def group_function(self) -> Statement:
        value = self.expression(2)
        take = self.random.choice(VARIABLES)
        name = self.random.choice(
            ("reduce_add", "reduce_max", "scan_inclusive_add", "scan_exclusive_add")
        )

        def combine(g: Group, mask: Mask) -> None:
            lanes = value.value(g)
            sums = np.cumsum(lanes, dtype=np.uint32)
            result = {
                "reduce_add": np.full(g.n, sums[-1], np.uint32),
                "reduce_max": np.full(g.n, lanes.max(), np.uint32),
                "scan_inclusive_add": sums,
                "scan_exclusive_add": sums - lanes,
            }[name]
            g.variables[take] = result

        return Statement([f"{take} = work_group_{name}({value.text});"], combine)

    def uniform_assignment(self) -> Statement:
        value = self.expression(2, uniform=True)

        def assign(g: Group, mask: Mask) -> None:
            g.variables["u"] = value.value(g)

        return Statement([f"u = {value.text};"], assign)

    def early_return(self) -> Statement:
        divisor = self.random.randrange(2, 6)
        rest = self.random.randrange(divisor)

        def leave(g: Group, mask: Mask) -> None:
            lanes = np.arange(g.n)
            g.returned |= mask & (lanes % divisor == rest)

        # By an end of its own, or by the one that all work items come to.
        way = self.random.choice(("{ FINISH; return; }", "goto finish;"))
        text = f"if (lid % {divisor}u == {rest}u) {way}"
        return Statement([text], leave)

    def together(self, depth: int) -> Statement:
        """
        A conditional, switch or loop that all work items take alike.
        """
        kind = self.random.randrange(4)
        condition = self.expression(2, uniform=True)
        if kind == 0:
            yes, no = self.block(depth - 1), self.block(depth - 1)

            def branch(g: Group, mask: Mask) -> None:
                taken = yes if condition.value(g)[0] & 1 else no
                run_all(taken, g)

            lines = [f"if ({condition.text} & 1u) {{", *text_of(yes)]
            return Statement([*lines, "} else {", *text_of(no), "}"], branch)
        if kind == 1:
            cases = [self.block(depth - 1) for _ in range(3)]

            def switch(g: Group, mask: Mask) -> None:
                number = int(condition.value(g)[0] % 4)
                # Case 1 falls through to case 2; there is no case 3.
                for i in {0: (0,), 1: (1, 2), 2: (2,), 3: ()}[number]:
                    run_all(cases[i], g)

            lines = [f"switch ({condition.text} % 4u) {{"]
            for i, case in enumerate(cases):
                lines += [f"case {i}: {{", *text_of(case), "}"]
                lines += [] if i == 1 else ["break;"]
            return Statement([*lines, "}"], switch)
        counter = self.counter()
        self.uniform.append(counter)
        body = self.block(depth - 1)
        skip = self.random.randrange(4)
        word = self.random.choice(("continue", "break", ""))
        rest = self.block(0)
        self.uniform.remove(counter)

        def loop(g: Group, mask: Mask) -> None:
            limit = int(condition.value(g)[0] & 3)
            for i in range(limit):
                g.variables[counter] = np.full(g.n, i, np.uint32)
                run_all(body, g)
                if word and i == skip:
                    if word == "break":
                        break
                    continue
                run_all(rest, g)

        head = f"for (uint {counter} = 0, end = {condition.text} & 3u; {counter} < end; ++{counter}) {{"
        lines = [head, *text_of(body)]
        if word:
            lines.append(f"  if ({counter} == {skip}u) {word};")
        return Statement([*lines, *text_of(rest), "}"], loop)

    def block(self, depth: int) -> list[Statement]:
        made: list[Statement] = []
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.random()
            if depth > 0 and kind < 0.35:
                made.append(self.together(depth))
            elif kind < 0.55:
                made.append(self.exchange())
            elif kind < 0.62 and self.group_functions:
                made.append(self.group_function())
            elif kind < 0.72:
                made.append(self.uniform_assignment())
            elif kind < 0.85:
                made.append(self.divergent(1))
            else:
                made.append(self.assignment())
        return made


def text_of(block: list[Statement]) -> list[str]:
    return [line for statement in block for line in _indented(statement.lines)]


def run_all(block: list[Statement], group: Group) -> None:
    for statement in block:
        statement.run(group, ~group.returned)


@dataclass
class RandomProgram:
    """
    A kernel `name(global uint *out, constant uint *C, uint n, local uint *L)` that writes
    `OUTPUTS` words for each work item.
    """

    name: str
    body: list[Statement]

    @staticmethod
    def make(seed: int) -> RandomProgram:
        returns = seed % 3 == 0
        # What a group function does without all work items is undefined.
        generator = Generator(seed, group_functions=not returns)
        body = generator.block(2)
        if returns:
            body.insert(generator.random.randrange(2), generator.early_return())
        body.append(generator.exchange())
        return RandomProgram(f"k{seed}", body)

    @property
    def source(self) -> str:
        names = VARIABLES
        finish = "; ".join(
            [f"o[{i}] = {name}" for i, name in enumerate(names)]
            + [f"o[{len(names) + k}] = p[{k}]" for k in range(PRIVATE)]
            + [f"o[{OUTPUTS - 1}] = *q"]
        )
        starts = [f"uint {x} = id * {2 * i + 1}u + {i}u;" for i, x in enumerate(names)]
        return "\n".join(
            (
                "#undef FINISH",
                f"#define FINISH {finish}",
                f"kernel void {self.name}(global uint *out, constant uint *C, uint n, "
                "local uint *L) {",
                "  uint id = get_global_linear_id(), lid = get_local_linear_id();",
                "  uint items = get_local_size(0) * get_local_size(1) * "
                "get_local_size(2);",
                f"  global uint *o = out + id * {OUTPUTS}u;",
                *_indented(starts),
                f"  uint u = n, p[{PRIVATE}], *q = &p[lid % {PRIVATE}u];",
                f"  for (uint k = 0; k < {PRIVATE}; ++k) p[k] = id + 7u * k;",
                "  L[lid] = 0;",
                "  barrier(CLK_LOCAL_MEM_FENCE);",
                *text_of(self.body),
                "finish:",
                "  FINISH;",
                "}",
            )
        )

    def run(self, ids: Lanes, argument: int, constant: Lanes) -> Lanes:
        """
        The output words `[work item, word]` of the group with global ids `ids`.
        """
        group = Group(len(ids), argument, ids, constant)
        run_all(self.body, group)
        lanes = np.arange(group.n)
        columns = [group.variables[name] for name in VARIABLES]
        columns += [group.private[:, k] for k in range(PRIVATE)]
        columns.append(group.private[lanes, group.pointer])
        return np.stack(columns, axis=1)


@dataclass(frozen=True)
class Launch:
    global_size: tuple[int, ...]
    local_size: tuple[int, ...]
    offset: tuple[int, ...]


LAUNCHES = (
    Launch((16,), (8,), (0,)),
    Launch((13,), (5,), (3,)),
    Launch((7,), (1,), (0,)),
    Launch((5, 4), (3, 2), (1, 2)),
    Launch((3, 4, 5), (2, 3, 2), (0, 1, 7)),
    # Rows long enough for work items in lockstep, with a rest.
    Launch((80,), (37,), (2,)),
    Launch((34, 2), (16, 2), (0, 1)),
)


def expected(program: RandomProgram, launch: Launch, argument: int, constant: Lanes):
    """
    Returns the contents of the buffer after `launch`.
    """
    shape = tuple(reversed(launch.global_size))
    ids = np.arange(np.prod(shape), dtype=np.uint32).reshape(shape)
    result = np.zeros((ids.size, OUTPUTS), np.uint32)
    local = tuple(reversed(launch.local_size))
    counts = [-(-s // n) for s, n in zip(shape, local, strict=True)]
    for group in np.ndindex(*counts):
        part = tuple(
            slice(g * n, (g + 1) * n) for g, n in zip(group, local, strict=True)
        )
        here = ids[part].reshape(-1)
        result[here] = program.run(here, argument, constant)
    return result


def constants(seed: int) -> Lanes:
    """
    Returns the contents of constant memory.
    """
    rng = np.random.default_rng(seed)
    return rng.integers(0, 1 << 32, CONSTANT, dtype=np.uint32)


def executed(
    kernel: Callable[..., _Result], launch: Launch, argument: int, constant: Lanes
) -> tuple[Lanes, _Result]:
    """
    Calls `kernel` as a `Kernel` is called; the contents of the buffer, and its result.
    """
    items = int(np.prod(launch.global_size))
    out = np.zeros((items, OUTPUTS), np.uint32)
    result = kernel(
        launch.global_size,
        launch.local_size,
        out,
        constant,
        argument,
        Local(4 * int(np.prod(launch.local_size))),
        global_offset=launch.offset,
    )
    return out, result
