"""
Random programs with sub-group functions, against an oracle that runs each statement for all work
items of a work-group at once, with a mask of those that take part.

Functions that all work items of a sub-group must reach stand where they do: not after a
condition, or after one that a sub-group agrees on. Functions for the active work items stand
anywhere, also in loops that work items leave one after the other.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from frontend_helpers import needs_clang
from long_runs import LONG

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program

np: Any = import_module("numpy")

pytestmark = needs_clang

COUNT = 400 if LONG else 8
VARIABLES = 3
SIZES = [(16,), (32,), (48,), (7,), (37,), (64,), (100,), (5, 7), (16, 3), (4, 3, 5)]
FOLDS: dict[str, Callable[[Any], int]] = {
    "add": lambda v: int(v.sum()),
    "mul": lambda v: math.prod(v.tolist()),
    "min": lambda v: int(v.min()),
    "max": lambda v: int(v.max()),
    "and": lambda v: int(np.bitwise_and.reduce(v)),
    "or": lambda v: int(np.bitwise_or.reduce(v)),
    "xor": lambda v: int(np.bitwise_xor.reduce(v)),
}
NEUTRAL = {
    **{
        "add": 0,
        "mul": 1,
        "min": 2**32 - 1,
        "max": 0,
        "and": 2**32 - 1,
        "or": 0,
        "xor": 0,
    }
}
Values = Any
"""One `uint` of each work item."""
Expression = tuple[str, Callable[["Group", Any], Values]]
"""The text, and the values in a group for the work items of a mask."""
Statement = tuple[str, Callable[["Group", Any], None]]


def same(value: int, count: int) -> Values:
    return np.full(count, value & 0xFFFFFFFF, np.uint64)


class Group:
    """One work-group: its variables, and its sub-groups of `size` work items."""

    def __init__(self, inputs: Values, size: int, first: int):
        self.count = len(inputs)
        self.size = size
        self.ids = np.arange(self.count, dtype=np.uint64)
        self.inputs = inputs.astype(np.uint64)
        self.first = first
        self.variables = [self.inputs * (k + 1) & 0xFFFFFFFF for k in range(VARIABLES)]
        self.counters: dict[str, Values] = {}

    def parts(self) -> list[slice]:
        starts = range(0, self.count, self.size)
        return [slice(i, min(i + self.size, self.count)) for i in starts]

    def assign(self, number: int, values: Values, mask: Any) -> None:
        old = self.variables[number]
        self.variables[number] = np.where(mask, values & 0xFFFFFFFF, old)

    def active(self, mask: Any) -> list[Any]:
        """The active work items of each sub-group that has some."""
        found = [np.flatnonzero(mask[part]) + part.start for part in self.parts()]
        return [items for items in found if len(items)]

    def each(self, mask: Any, of: Callable[[Any], Any]) -> Values:
        """`of` gives the results of the active work items of a sub-group."""
        out = np.zeros(self.count, np.uint64)
        for items in self.active(mask):
            out[items] = np.array(of(items), dtype=object) & 0xFFFFFFFF
        return out


class Drawn:
    """Draws the text of a kernel and what it does."""

    def __init__(self, seed: int):
        self.draw = random.Random(seed)
        self.loops = 0

    def pick(self, *choices: Expression) -> Expression:
        return self.draw.choice(choices)

    def expression(self, depth: int = 2) -> Expression:
        """Arithmetic of `uint`."""
        draw = self.draw
        if depth == 0 or draw.random() < 0.3:
            number = draw.randrange(VARIABLES)
            constant = draw.randrange(50)
            return self.pick(
                (f"v{number}", lambda g, m: g.variables[number]),
                (f"{constant}u", lambda g, m: same(constant, g.count)),
                ("lane", lambda g, m: g.ids % g.size),
                ("get_sub_group_id()", lambda g, m: g.ids // g.size),
                ("get_sub_group_size()", lambda g, m: sub_group_sizes(g)),
                ("(uint)get_local_linear_id()", lambda g, m: g.ids),
            )
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        sign, compute = self.pick(
            ("+", lambda x, y: x + y),
            ("*", lambda x, y: x * y),
            ("^", lambda x, y: x ^ y),
            ("&", lambda x, y: x & y),
        )
        return (
            f"({a[0]} {sign} {b[0]})",
            lambda g, m: compute(a[1](g, m), b[1](g, m)) & 0xFFFFFFFF,
        )

    def condition(self, level: str) -> Expression:
        """A condition that a work-group or a sub-group agrees on, or each work item decides."""
        if level == "group":
            bit = self.draw.randrange(2)
            return (
                f"(get_group_id(0) + {bit}u) % 2u",
                lambda g, m: same((g.first + bit) % 2, g.count),
            )
        if level == "sub-group":
            bit = self.draw.randrange(3)
            text, value = self.function("uniform")
            return self.pick(
                (
                    f"(get_sub_group_id() & {bit}u) == 0u",
                    lambda g, m: (g.ids // g.size & bit) == 0,
                ),
                (f"({text} & 1u)", lambda g, m: value(g, m) & 1),
            )
        text, value = self.expression()
        modulus = self.draw.randrange(2, 6)
        return (f"({text}) % {modulus}u", lambda g, m: value(g, m) % modulus)

    def function(self, family: str) -> Expression:
        """
        A sub-group function. `uniform`: one result, all work items of the sub-group reach it; `all`:
        all reach it; `active`: some reach it.
        """
        draw = self.draw
        text, value = self.expression()
        name = draw.choice([*FOLDS] if family == "active" else ["add", "min", "max"])
        prefix = "sub_group_non_uniform_" if family == "active" else "sub_group_"
        fold = FOLDS[name]
        choices: list[Expression] = [
            (
                f"{prefix}reduce_{name}({text})",
                lambda g, m: g.each(m, lambda i: [fold(value(g, m)[i])] * len(i)),
            ),
            (
                f"{prefix}any({text} & 3u)",
                lambda g, m: g.each(
                    m, lambda i: [int((value(g, m)[i] & 3 != 0).any())] * len(i)
                ),
            ),
            (
                f"{prefix}all({text} & 3u)",
                lambda g, m: g.each(
                    m, lambda i: [int((value(g, m)[i] & 3 != 0).all())] * len(i)
                ),
            ),
        ]
        if family == "uniform":
            choices.append(
                (
                    f"sub_group_broadcast({text}, 0)",
                    lambda g, m: g.each(m, lambda i: [int(value(g, m)[i[0]])] * len(i)),
                )
            )
            return draw.choice(choices)
        inclusive = draw.random() < 0.5
        kind = "inclusive" if inclusive else "exclusive"

        def scan(g: Group, m: Any) -> Values:
            v = value(g, m)

            def of(items: Any) -> list[int]:
                ends = range(1, len(items) + 1) if inclusive else range(len(items))
                return [fold(v[items[:e]]) if e else NEUTRAL[name] for e in ends]

            return g.each(m, of)

        choices.append((f"{prefix}scan_{kind}_{name}({text})", scan))
        if family == "all":
            delta = draw.randrange(1, 9)

            def shuffled(
                pick: Callable[[Values], Values],
            ) -> Callable[[Group, Any], Values]:
                def of(g: Group, m: Any) -> Values:
                    v, lanes = value(g, m), g.ids % g.size
                    source = pick(lanes.astype(np.int64))
                    inside = (source >= 0) & (source < sub_group_sizes(g))
                    # Elsewhere the program does not use the result.
                    at = np.where(inside, source, lanes).astype(np.int64)
                    at += (g.ids - lanes).astype(np.int64)
                    return np.where(inside, v[at], 77)

                return of

            choices += [
                (
                    f"pick(sub_group_shuffle_xor({text}, {delta}u), lane ^ {delta}u)",
                    shuffled(lambda lane: lane ^ delta),
                ),
                (
                    f"pick(sub_group_shuffle_up({text}, {delta}u), lane - {delta}u)",
                    shuffled(lambda lane: lane - delta),
                ),
                (
                    f"pick(sub_group_shuffle_down({text}, {delta}u), lane + {delta}u)",
                    shuffled(lambda lane: lane + delta),
                ),
                (
                    f"pick(sub_group_shuffle({text}, (lane * 5u + {delta}u) % 8u), "
                    f"(lane * 5u + {delta}u) % 8u)",
                    shuffled(lambda lane: (lane * 5 + delta) % 8),
                ),
            ]
            return draw.choice(choices)
        cluster = draw.choice([1, 2, 4, 8])

        def clustered(g: Group, m: Any) -> Values:
            v = value(g, m)

            def of(items: Any) -> list[int]:
                number = items % g.size // cluster
                return [fold(v[items[number == n]]) for n in number]

            return g.each(m, of)

        def equal(g: Group, m: Any) -> Values:
            v = value(g, m) & 1
            return g.each(m, lambda i: [int(len({*v[i].tolist()}) == 1)] * len(i))

        def ballot(g: Group, m: Any) -> Values:
            v = value(g, m) & 1

            def of(items: Any) -> list[int]:
                lanes = items % g.size
                mask = sum(1 << int(n) for n, x in zip(lanes, v[items]) if x)
                return [(mask & 0xFFFFFFFF) + (mask >> 32)] * len(items)

            return g.each(m, of)

        more: list[Expression] = [
            (f"sub_group_clustered_reduce_{name}({text}, {cluster})", clustered),
            (f"(uint)sub_group_non_uniform_all_equal({text} & 1u)", equal),
            (
                f"words(sub_group_ballot({text} & 1u))",
                ballot,
            ),
            (
                "(uint)sub_group_elect()",
                lambda g, m: g.each(m, lambda i: [1] + [0] * (len(i) - 1)),
            ),
            (
                f"sub_group_broadcast_first({text})",
                lambda g, m: g.each(m, lambda i: [int(value(g, m)[i[0]])] * len(i)),
            ),
            (
                f"(uint)sub_group_non_uniform_reduce_logical_and({text} & 3u)",
                lambda g, m: g.each(
                    m, lambda i: [int((value(g, m)[i] & 3 != 0).all())] * len(i)
                ),
            ),
        ]
        return draw.choice([*choices, *more])

    def statements(self, level: str, depth: int) -> Statement:
        parts = [self.statement(level, depth) for _ in range(self.draw.randrange(1, 4))]

        def run(g: Group, m: Any) -> None:
            for _, step in parts:
                step(g, m)

        return "\n".join(text for text, _ in parts), run

    def statement(self, level: str, depth: int) -> Statement:
        """`level` agrees on who runs the statement: a `group`, a `sub-group`, or each `item`."""
        draw = self.draw
        kind = draw.random()
        if depth and kind < 0.3:
            return self.choice(level, depth - 1)
        if depth and kind < 0.5:
            return self.loop(level, depth - 1)
        if level != "item" and kind < 0.65:
            return self.exchange(level)
        number = draw.randrange(VARIABLES)
        if kind < 0.75:
            text, value = self.expression()
        else:
            family = "active" if level == "item" else draw.choice(["all", "active"])
            text, value = self.function(family)
        return (
            f"v{number} = {text};",
            lambda g, m: g.assign(number, value(g, m), m),
        )

    def narrower(self, level: str) -> str:
        levels = ["group", "sub-group", "item"]
        return self.draw.choice(levels[levels.index(level) :])

    def choice(self, level: str, depth: int) -> Statement:
        inner = self.narrower(level)
        text, holds = self.condition(inner)
        yes, no = self.statements(inner, depth), self.statements(inner, depth)

        def run(g: Group, m: Any) -> None:
            taken = holds(g, m) != 0
            if (m & taken).any():
                yes[1](g, m & taken)
            if (m & ~taken).any():
                no[1](g, m & ~taken)

        return f"if ({text}) {{\n{yes[0]}\n}} else {{\n{no[0]}\n}}", run

    def loop(self, level: str, depth: int) -> Statement:
        """A loop whose work items may have different numbers of rounds, skip parts, or leave."""
        inner = self.narrower(level)
        self.loops += 1
        name = f"i{self.loops}"
        count = self.draw.randrange(1, 4)
        kinds: dict[str, tuple[str, Callable[[Group], Values]]] = {
            "group": (f"{count}u", lambda g: same(count, g.count)),
            "sub-group": (
                f"get_sub_group_id() % {count + 1}u",
                lambda g: g.ids // g.size % (count + 1),
            ),
            "item": (f"lane % {count + 1}u", lambda g: g.ids % g.size % (count + 1)),
        }
        rounds, number = kinds[inner]
        body = self.statements(inner, depth)
        rest = self.statements(inner, 0)
        jump = self.draw.choice(["", "continue", "break"])
        text, holds = self.condition(inner)
        middle = f"if ({text}) {jump};\n" if jump else ""

        def run(g: Group, m: Any) -> None:
            most = number(g)
            for i in range(4):
                m = m & (i < most)
                if not m.any():
                    return
                g.assign(0, g.variables[0] + i, m)
                body[1](g, m)
                on = m
                if jump:
                    gone = m & (holds(g, m) != 0)
                    on = m & ~gone
                    m = on if jump == "break" else m
                if on.any():
                    rest[1](g, on)

        return (
            f"for (uint {name} = 0; {name} < {rounds}; {name}++) {{\nv0 += {name};\n"
            f"{body[0]}\n{middle}{rest[0]}\n}}",
            run,
        )

    def exchange(self, level: str) -> Statement:
        """Values move through local memory, with a barrier of the group or sub-group."""
        number = self.draw.randrange(VARIABLES)
        wide = level == "group"
        barrier = "barrier" if wide else "sub_group_barrier"
        fence = f"{barrier}(CLK_LOCAL_MEM_FENCE);"
        other = "total - 1 - own" if wide else "base + get_sub_group_size() - 1 - lane"

        def run(g: Group, m: Any) -> None:
            v = g.variables[number]
            if wide:
                at = (g.count - 1 - g.ids).astype(np.int64)
            else:
                lane = g.ids % g.size
                at = (g.ids - lane + sub_group_sizes(g) - 1 - lane).astype(np.int64)
            g.assign(number, v[at] + 1, m)

        return (
            f"{fence}\nshared[own] = v{number};\n{fence}\n"
            f"v{number} = shared[{other}] + 1u;\n{fence}",
            run,
        )


def sub_group_sizes(g: Group) -> Values:
    first = g.ids - g.ids % g.size
    return np.minimum(g.size, g.count - first)


def made(seed: int, size: int | None) -> tuple[str, Callable[[Group], None]]:
    drawn = Drawn(seed)
    text, run = drawn.statements("group", 3)
    more, then = drawn.statements("group", 2)
    outs = "\n".join(f"out[{VARIABLES} * at + {k}] = v{k};" for k in range(VARIABLES))
    values = "\n".join(f"uint v{k} = in[at] * {k + 1}u;" for k in range(VARIABLES))
    required = f"__attribute__((intel_reqd_sub_group_size({size})))\n" if size else ""
    source = f"""\
uint words(uint4 b) {{ return b.x + b.y; }}
uint pick(uint x, uint from) {{ return from < get_sub_group_size() ? x : 77u; }}
{required}kernel void k(global const uint *in, global uint *out) {{
local uint shared[128];
uint total = get_local_size(0) * get_local_size(1) * get_local_size(2);
uint own = get_local_linear_id();
uint group = get_group_id(0) + get_num_groups(0) * (get_group_id(1) + get_num_groups(1) * get_group_id(2));
uint at = group * total + own, lane = get_sub_group_local_id(), base = own - lane;
{values}
{text}
{more}
{outs}
}}
"""

    def both(g: Group) -> None:
        everyone = np.ones(g.count, bool)
        run(g, everyone)
        then(g, everyone)

    return source, both


def check(seed: int, device: Any, size: int, options: str = "") -> None:
    draw = random.Random(seed + 1)
    local = draw.choice(SIZES)
    required = None if device is not None or size == 16 else size
    source, run = made(seed, required)
    count, groups = math.prod(local), 2
    inputs = np.random.default_rng(seed).integers(0, 1000, count * groups)
    inputs = inputs.astype(np.uint32)
    out = np.zeros((count * groups, VARIABLES), np.uint32)
    program = Program.from_source(
        source, f"-cl-std=CL3.0 {options}", device=device or "", level=1
    )
    whole = (local[0] * groups, *local[1:])
    program["k"](whole, local, inputs, out)
    for number in range(groups):
        part = slice(number * count, (number + 1) * count)
        group = Group(inputs[part], size, number)
        run(group)
        wanted = np.stack(group.variables, axis=1).astype(np.uint32)
        if not np.array_equal(out[part], wanted):
            at = np.argwhere(out[part] != wanted)[0]
            raise AssertionError(
                f"seed {seed}, sub-groups of {size}, work-group {local}, {options}: "
                f"{len(np.argwhere(out[part] != wanted))} differ, first v{at[1]} of work item "
                f"{at[0]} of group {number}: {out[part][tuple(at)]}, not "
                f"{wanted[tuple(at)]}\n{source}"
            )


@pytest.mark.parametrize("seed", range(COUNT))
def test_cpu_device(seed: int):
    check(seed, None, (8, 16, 32, 64)[seed % 4])


@pytest.mark.parametrize("seed", range(1000, 1000 + COUNT // 4))
def test_plain_form(seed: int):
    check(seed, None, 16, "-cl-opt-disable")


@pytest.mark.parametrize("seed", range(2000, 2000 + COUNT // 4))
def test_gpu(seed: int):
    """What the oracle says is what a GPU does."""
    check(seed, Target(mcpu="gfx1100"), 32)


LEAVES = """
kernel void k(global const int *in, global int *out) {
  int lane = get_sub_group_local_id(), i = 0, y;
  do y = sub_group_non_uniform_reduce_add(in[get_global_id(0)]); while (++i <= lane);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = y;
}
"""


@pytest.mark.parametrize("form", ["", "-cl-opt-disable"])
def test_a_work_item_keeps_its_last_result(form: str):
    """Others that go on in the loop do not change it."""
    given = np.random.default_rng(5).integers(0, 99, 16).astype(np.int32)
    found = np.zeros(16, np.int32)
    Program.from_source(LEAVES, f"-cl-std=CL3.0 {form}")["k"](16, 16, given, found)
    assert found.tolist() == [int(given[i:].sum()) for i in range(16)]
