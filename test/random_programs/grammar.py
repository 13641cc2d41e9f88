"""
Programs at random.

`make(seed)` draws a program and lets the oracle run it. What OpenCL C leaves undefined is
then mended where it is: an operation becomes its safe form, an index stays in the work
item's own elements, a barrier is put before what races or taken from where not all work
items come. Statements under a mask keep what would be wild for those who do not take part.

Each program has some of the features only, so that they meet often in small programs.

Images have no BGRA, ARGB, ABGR, sRGB, packed, depth, A, RA, INTENSITY, LUMINANCE or padded
(Rx, RGx, RGBx) formats, no buffers or mip levels after them, and samplers neither filter
nor repeat nor take normalised coordinates.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from random_programs.arithmetic import Undefined, rounded
from random_programs.oracle import SPECIAL, Outcome, Translation
from random_programs.tree import (
    CHANNELS,
    CHAR,
    DOUBLE,
    FIELDS,
    FLOAT,
    HALF,
    IMAGES,
    INT,
    LONG,
    ORDERS,
    SHORT,
    UCHAR,
    UINT,
    ULONG,
    USHORT,
    WHOLE_FIELDS,
    Array,
    Function,
    Launch,
    Loop,
    Node,
    Picture,
    Program,
    Statement,
    Type,
)

BOTH = "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
ALL = f"{BOTH} | CLK_IMAGE_MEM_FENCE"
LOCAL = "CLK_LOCAL_MEM_FENCE"

FEATURES = {
    "local": 0.85,
    "two": 0.3,
    "private": 0.25,
    "pointers": 0.25,
    "functions": 0.2,
    "collectives": 0.2,
    "copies": 0.12,
    "atomics": 0.1,
    "vectors": 0.15,
    "floats": 0.2,
    "switch": 0.3,
    "jumps": 0.45,
    "forms": 0.5,
    "flat": 0.3,
    "corners": 0.35,
    "returns": 0.2,
    "builtins": 0.5,
    "indices": 0.5,
    "narrow": 0.3,
    "divisions": 0.3,
    "images": 0.2,
    "guards": 0.4,
    "aliases": 0.2,
    "fields": 0.2,
    "zeros": 0.25,
}
"""A feature to how many of the programs have it."""

ROWS = (1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 100)
SHAPES = ((5, 7), (17, 3), (8, 4), (1, 16), (3, 5, 2))
ROW_SHAPES = ((16, 2), (48, 2), (16, 1, 3), (16, 2, 2))

Family = str
"""Launches for which one machine code serves: a batch of programs compiles once."""
FAMILIES: tuple[Family, ...] = (
    "rows",
    "rest",
    "rows32",
    "part",
    "rows2",
    "part2",
)
"""
Rows of 16 work items, and of 32; groups with a rest after their rows; groups that the
launch's end cuts. With 2: in more dimensions than one.
"""


def launch_sizes(
    r: random.Random, family: Family
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Returns the global size, the local size and the offset of a launch."""
    if family in ("rows", "rows32"):
        n = r.choice((16, 16, 16, 48) if family == "rows" else (32, 32, 64, 96))
        return (n * (r.randint(1, 2) if n < 60 else 1),), (n,), (0,)
    if family in ("rows2", "part2"):
        local = r.choice(ROW_SHAPES if family == "rows2" else (*ROW_SHAPES, *SHAPES))
        size = [n * r.randint(1, 2 if n < 48 else 1) for n in local]
        if family == "part2":
            cut = 0 if local[0] > 1 else 1
            size[cut] -= r.randint(1, min(local[cut], 16) - 1)
            size[1] -= cut == 0 and local[1] > 1 and r.random() < 0.5
        return tuple(size), local, tuple(0 for _ in local)
    n = r.choice([n for n in ROWS if n % 16] if family == "rest" else ROWS)
    items = n * (r.randint(1, 3) if n < 20 else 1)
    if family == "part":
        n = max(n, 2)
        items += r.randint(1, n - 1)
        items += items % 16 == 0
        items += items % n == 0
    return (items,), (n,), (r.choice((0, 0, 0, 3, 100)),)


def const(kind: Type, value: float) -> Node:
    return Node("const", kind, data=value)


def cast(kind: Type, node: Node) -> Node:
    return node if node.type == kind else Node("cast", kind, [node])


def binary(op: str, x: Node, y: Node, kind: Type | None = None) -> Node:
    return Node("binary", kind or x.type, [x, y], op)


def compare(op: str, x: Node, y: Node) -> Node:
    return binary(op, x, y, INT if x.type.lanes == 1 else x.type.as_signed)


def call(name: str, kind: Type, *values: Node) -> Node:
    return Node("call", kind, list(values), name)


def query(function: str, axis: int | None = 0, kind: Type = INT) -> Node:
    return Node("id", kind, data=(function, axis))


@dataclass
class Scope:
    """
    The surroundings of a statement. `uniform`: all work items of a group come here together.
    `loop`: `break` may be written, `uniform` if all must.
    """

    uniform: bool = True
    depth: int = 0
    loop: str = ""
    labels: list[str] = field(default_factory=list[str])
    counters: list[tuple[str, Type, bool]] = field(
        default_factory=list[tuple[str, Type, bool]]
    )
    function: bool = False
    last: bool = False


class Grammar:
    """Draws a program from `r` for launches of `family`."""

    def __init__(self, r: random.Random, name: str, family: Family):
        self.r = r
        self.name = name
        self.has = {f: r.random() < share for f, share in FEATURES.items()}
        wide = (INT, INT, INT, INT, UINT, UINT, LONG, ULONG)
        narrow = (CHAR, UCHAR, SHORT, USHORT)
        self.types: list[Type] = [r.choice(wide), r.choice(wide)]
        if self.has["narrow"]:
            self.types.append(r.choice(narrow))
        if self.has["floats"]:
            self.types += r.sample((FLOAT, DOUBLE, HALF), r.choice((1, 1, 2)))
        if self.has["vectors"]:
            element = r.choice((*wide, *narrow, FLOAT, DOUBLE, HALF))
            self.types.append(element.vector(r.choice((2, 2, 3, 4, 4, 8, 16))))
        self.scalars = [t for t in self.types if t.lanes == 1 and not t.floating]
        self.main = self.types[0]
        self.launches: list[Launch] = []
        self.arrays: dict[str, Array] = {}
        self.parameters: dict[str, Type] = {
            "n": INT,
            "m": INT,
            "w": UINT,
            "x": r.choice((INT, UINT)),
            "y": r.choice((LONG, ULONG)),
        }
        self.guards = {"x": r.randint(2, 8), "y": r.randint(2, 8)}
        self.variables: dict[str, Type] = {}
        self.uniforms: dict[str, Type] = {}
        self.pointers: dict[str, tuple[str, Type]] = {}
        self.functions: list[Function] = []
        self.number = 0
        self.budget = 0
        self.family = family

    def chance(self, p: float) -> bool:
        return self.r.random() < p

    def fresh(self, prefix: str) -> str:
        self.number += 1
        return f"{prefix}{self.number}"

    # --- what a program has ----------------------------------------------------------

    def memory(self) -> None:
        r, t = self.r, self.main
        size = r.choice((16, 20, 33, 64, 110))
        made = [
            Array("a", "global", t, size, fill=r.choice(("random", "random", "small"))),
            Array("b", "global", t, r.choice((7, 16, 50))),
            Array("c", "constant", r.choice(self.scalars), r.choice((4, 9, 16))),
            Array("d", "global", t, items=r.choice((1, 1, 2))),
        ]
        if self.has["aliases"]:
            made[3] = replace(made[3], items=r.choice((1, 2, 2, 4)))
            made.append(replace(made[3], name="D", same="d"))
        if self.has["flat"]:
            made.append(Array("f", "global", INT, items=1, const=True, fill="flat"))
        if self.has["local"]:
            kinds = [t]
            if not self.has["copies"]:
                kinds += [INT, *(kind for kind in self.types if kind.floating)]
            made.append(Array("L", "local", r.choice(kinds), items=1))
            if self.has["two"]:
                made.append(Array("M", "local", made[-1].type, size=128))
        if self.has["private"]:
            kinds = [kind for kind in self.types if kind.lanes == 1]
            made.append(Array("p", "private", r.choice(kinds), r.randint(2, 5)))
        if self.has["atomics"]:
            made.append(Array("g", "global", r.choice((INT, UINT)), 3, fill="zero"))
            if self.has["local"]:
                made.append(Array("H", "local", r.choice((INT, UINT)), 4))
        kind = None
        if self.has["vectors"] and self.chance(0.5):
            kind = self.types[-1]
        elif floats := [t for t in self.types if t.floating]:
            kind = r.choice(floats)
        if kind is not None:
            # Elements of three lanes have a gap between them in memory.
            lanes = 4 if kind.lanes == 3 else kind.lanes
            made.append(Array("e", "global", kind.vector(lanes), items=1))
        if self.has["fields"]:
            # Rows load those that are whole as vectors.
            field = r.choice(FIELDS + WHOLE_FIELDS)
            made.append(Array("Q", "global", field.value, items=1, field=field))
            space, size, items = r.choice((("private", 3, 0), ("local", 0, 1)))
            if field not in WHOLE_FIELDS:
                # The checker takes that load for one of the program.
                space, size, items = "private", 3, 0
            made.append(Array("R", space, field.value, size, items, field=field))
        if self.has["zeros"]:
            kind = r.choice((FLOAT, FLOAT, DOUBLE, HALF))
            made.append(Array("Z", "global", kind, items=1, const=True))
        if self.has["images"]:
            accesses = {"I": "read_only", "O": "write_only", "W": "read_write"}
            for name in sorted(r.sample("IOW", r.choice((1, 1, 2, 3)))):
                made.append(self.image(name, accesses[name]))
        self.arrays = {a.name: a for a in made}

    def image(self, name: str, access: str) -> Array:
        """Draws an image; what is written has pixels for each work item."""
        r = self.r
        kind, order = r.choice(list(IMAGES)), r.choice((*ORDERS, "RGBA"))
        channel = r.choice(list(CHANNELS))
        sizes = [r.randint(1, 4) for _ in range(IMAGES[kind])]
        sizes[r.randrange(len(sizes))] = 5 if name == "I" else 0
        picture = Picture(access, kind, order, channel, tuple(sizes))
        memory = picture.data.memory.vector(ORDERS[order])
        return Array(name, "image", memory, picture=picture)

    def make(self) -> Program:
        r = self.r
        for number in range(1 if self.chance(0.85) else 2):
            sizes = launch_sizes(r, self.family)
            values: dict[str, int] = {
                "n": r.choice((0, 1, 1, 2, 2, 3, 4)),
                "m": r.choice((0, 1, 2, 2, 3, 3, 4)),
                "w": r.randint(0, 20),
            }
            for name, guard in self.guards.items():
                kind = self.parameters[name]
                end = r.choice((kind.high, kind.low, kind.high >> 1, 0))
                near = r.choice((guard - 1, guard, r.randint(0, 9)))
                low = end == kind.low or (end == 0 and self.chance(0.5))
                value = end + near if low else end - near
                values[name] = min(max(value, kind.low), kind.high)
            self.launches.append(Launch(*sizes, values, r.randrange(1000) + number))
        # Functions of a group and images go by the order that OpenCL gives to work items.
        across = (
            all(len(launch.local_size) == 2 for launch in self.launches)
            and not any(self.has[f] for f in ("collectives", "copies", "images"))
            and self.chance(0.6)
        )
        if across:
            self.launches = [
                replace(
                    x, global_size=x.global_size[::-1], local_size=x.local_size[::-1]
                )
                for x in self.launches
            ]
        self.memory()
        starts: dict[str, tuple[Type, Node]] = {}
        scope = Scope()
        for number in range(r.randint(1, 3)):
            kind = self.types[0] if number == 0 else r.choice(self.types)
            start = (
                self.load(self.mine(), scope, own=True)
                if kind == self.main and self.chance(0.4)
                else self.expression(kind, 1, scope, uniform=False)
            )
            starts[f"v{number}"] = (kind, start)
        for number in range(r.randint(0, 2)):
            kind = r.choice(self.scalars)
            starts[f"u{number}"] = (kind, self.expression(kind, 0, scope, uniform=True))
        self.variables = {n: t for n, (t, _) in starts.items() if n[0] == "v"}
        self.uniforms = {n: t for n, (t, _) in starts.items() if n[0] == "u"}
        points: dict[str, tuple[str, Type, Node]] = {}
        if self.has["pointers"]:
            space = "local" if "M" in self.arrays and self.chance(0.5) else "global"
            choices = [a for a in self.arrays.values() if self.pointable(a, space)]
            for number in range(r.randint(1, 2)):
                array = r.choice(choices)
                node = Node("array", array.type, data=array.name)
                points[f"q{number}"] = (space, array.type, node)
            self.pointers = {n: (s, t) for n, (s, t, _) in points.items()}
        if self.has["functions"]:
            self.function()
        body: list[Statement] = []
        for array in self.arrays.values():
            if (
                array.space == "local"
                and array.name in ("L", "M", "R")
                and self.chance(0.6)
            ):
                body.append(self.store(array.name, scope, own=True))
        if "H" in self.arrays:
            low = compare("<", self.lid(), const(INT, 4))
            zero = self.stored("H", self.lid(), const(self.arrays["H"].type, 0))
            body.append(Statement("if", [low], [[zero], []], uniform=True))
        if body and self.chance(0.7):
            body.append(self.barrier())
        self.budget = r.randint(1, 5)
        body += self.block(scope)
        outs = 0
        tail: list[Statement] = []
        for name, kind in (self.variables | self.uniforms).items():
            if (name[0] == "v" and (name == "v0" or self.chance(0.7))) or self.chance(
                0.4
            ):
                variable = Node("var", kind, data=name)
                parts = (
                    [
                        Node("part", kind.element, [variable], i)
                        for i in range(kind.lanes)
                    ]
                    if kind.lanes > 1
                    else [variable]
                )
                for part in parts:
                    tail.append(Statement("out", [part], data=outs))
                    outs += 1
        if "p" in self.arrays:
            node = Node("array", self.arrays["p"].type, data="p")
            load = Node("load", node.type, [node, const(INT, r.randint(0, 1))])
            tail.append(Statement("out", [load], data=outs))
            outs += 1
        if "Q" in self.arrays:
            if self.chance(0.5):
                body.append(self.store("Q", scope, own=True))
            tail.append(Statement("out", [self.load("Q", scope, own=True)], data=outs))
            outs += 1
        for _ in range(r.randint(1, 3) if "Z" in self.arrays else 0):
            tail.append(Statement("out", [self.converted()], data=outs))
            outs += 1
        tail += [
            self.pixel(name, scope)
            for name in ("O", "W")
            if name in self.arrays and self.chance(0.5)
        ]
        if self.has["guards"]:
            self.budget = r.randint(1, 2)
            body.append(self.guarded(scope))
        if self.has["returns"]:
            self.budget = r.randint(1, 3)
            body += self.block(Scope(uniform=False, last=True))
        if self.chance(0.35):
            at, array = self.own("d"), self.mine()
            value = Node("var", self.variables["v0"], data="v0")
            tail.append(self.stored(array, at, self.fit(value, self.main)))
        return Program(
            self.name,
            self.arrays,
            self.parameters,
            starts,
            points,
            self.functions,
            body + tail,
            max(outs, 1),
            self.launches,
            across,
        )

    def pointable(self, array: Array, space: str) -> bool:
        if space == "local":
            return array.name in ("L", "M")
        if array.field is not None:
            return False
        return array.space == "global" and array.type == self.main and not array.const

    def fit(self, node: Node, kind: Type) -> Node:
        """Returns `node` converted to a type."""
        if node.type == kind:
            return node
        if node.type.lanes == kind.lanes:
            return cast(kind, node)
        if node.type.lanes > 1:
            return self.fit(Node("part", node.type.element, [node], 0), kind)
        part = self.fit(node, kind.element)
        return Node("make", kind, [part] * kind.lanes)

    def function(self) -> None:
        """Draws a function that the kernel calls where all work items come together."""
        outer = self.variables, self.uniforms, self.pointers, self.budget
        kinds = [self.r.choice(self.types) for _ in range(2)]
        name = f"h_{self.name}"
        parameters = [(f"h{i}", kind) for i, kind in enumerate(kinds)]
        variables = {"hv": self.r.choice(self.types)}
        self.variables = dict(parameters) | variables
        self.uniforms, self.pointers = {}, {}
        self.budget = self.r.randint(1, 4)
        scope = Scope(function=True)
        body = self.block(scope)
        result = self.expression(self.r.choice(self.types), 1, scope, uniform=False)
        self.functions = [
            Function(name, parameters, variables, body, result, self.chance(0.2))
        ]
        for node in (n for f in self.functions for n in _nodes(f)):
            assert node.data != "p" or node.kind != "array"
        self.variables, self.uniforms, self.pointers, self.budget = outer

    # --- expressions -----------------------------------------------------------------

    def item(self, kind: Type = INT) -> Node:
        """A number of the work item."""
        r = self.r
        if len(self.launches[0].local_size) > 1:
            choices = [
                query(function, axis, kind)
                for function in ("get_local_id", "get_global_id")
                for axis in range(len(self.launches[0].local_size))
            ]
            choices += [
                query("get_local_linear_id", None, kind),
                query("get_global_linear_id", None, kind),
            ]
            return r.choice(choices)
        return query(r.choice(("get_local_id", "get_global_id")), 0, kind)

    def lid(self, kind: Type = INT) -> Node:
        if len(self.launches[0].local_size) > 1:
            return query("get_local_linear_id", None, kind)
        return query("get_local_id", 0, kind)

    def gid(self, kind: Type = INT) -> Node:
        launch = self.launches[0]
        if len(launch.local_size) > 1 or any(any(x.offset) for x in self.launches):
            return query("get_global_linear_id", None, kind)
        return query("get_global_id", 0, kind)

    def items(self, kind: Type = INT) -> Node:
        if len(self.launches[0].local_size) > 1:
            return query("items", None, kind)
        return query("get_local_size", 0, kind)

    def mine(self) -> str:
        """An array with elements of each work item's own, by one of its names."""
        return self.r.choice([name for name in "dD" if name in self.arrays])

    def own(self, name: str) -> Node:
        """The index of one of the work item's own elements."""
        array = self.arrays[name]
        if array.space == "private":
            return const(INT, self.r.randrange(array.size))
        own = self.lid() if array.space == "local" else self.gid()
        if array.items > 1:
            own = binary("*", own, const(INT, array.items))
            if self.chance(0.5):
                own = binary("+", own, const(INT, self.r.randrange(array.items)))
        return own

    def leaf(self, kind: Type, scope: Scope, *, uniform: bool) -> Node:
        r = self.r
        if kind.lanes > 1:
            same = [n for n, t in self.variables.items() if t == kind]
            if same and not uniform and self.chance(0.7):
                return Node("var", kind, data=r.choice(same))
            parts = [self.leaf(kind.element, scope, uniform=uniform)]
            parts += [
                const(kind.element, r.randint(0, 9)) for _ in range(kind.lanes - 1)
            ]
            return Node("make", kind, parts)
        if kind.floating:
            same = [n for n, t in self.variables.items() if t == kind]
            if same and not uniform and self.chance(0.6):
                return Node("var", kind, data=r.choice(same))
            if self.chance(0.4):
                number = r.choice((r.randint(-20, 20) / 4, r.choice(SPECIAL)))
                return const(kind, rounded(kind, number))
            inner = self.leaf(INT, scope, uniform=uniform)
            return cast(kind, binary("&", inner, const(INT, 255)))
        ways: list[Callable[[], Node]] = [
            lambda: const(kind, self.number_of(kind)),
            lambda: self.parameter(kind, scope),
        ]
        for name, t, same in scope.counters:
            if same or not uniform:
                node = Node("var", t, data=name)
                ways.append(lambda node=node: cast(kind, node))
                ways.append(lambda node=node: cast(kind, node))
        for name, t in self.uniforms.items():
            node = Node("var", t, data=name)
            ways.append(lambda node=node: cast(kind, node))
        if not scope.function:
            ways.append(lambda: cast(kind, query("get_group_id", 0)))
        ways.append(lambda: self.items(kind))
        if uniform:
            ways.append(lambda: self.shared_load(kind, scope))
        else:
            for name, t in self.variables.items():
                if t.lanes == 1 and not t.floating:
                    node = Node("var", t, data=name)
                    ways += [lambda node=node: cast(kind, node)] * 3
            ways += [lambda: self.item(kind)] * 2
        return r.choice(ways)()

    def shared_load(self, kind: Type, scope: Scope) -> Node:
        """All work items of a group load the same number, which nothing writes."""
        array = self.arrays[self.r.choice("abc")]
        at = const(INT, self.r.randrange(array.size))
        if not scope.function and self.chance(0.5):
            group = cast(INT, query("get_group_id", 0))
            at = binary("%", binary("+", group, at), const(INT, array.size))
        return self.fit(
            Node("load", array.type, [Node("array", array.type, data=array.name), at]),
            kind,
        )

    def number_of(self, kind: Type) -> int:
        r = self.r
        if self.chance(0.8):
            return r.randint(-4 if kind.signed else 0, 9)
        value = r.choice((kind.low, kind.high, kind.high >> 1, 31, 100))
        return min(max(value + r.randint(-2, 2), kind.low), kind.high)

    def parameter(self, kind: Type, scope: Scope) -> Node:
        names = ["n", "m", "n", "m", "w"]
        if self.has["corners"]:
            names += ["x", "y"]
        name = self.r.choice(names)
        return cast(kind, Node("param", self.parameters[name], data=name))

    def expression(
        self, kind: Type, depth: int, scope: Scope, *, uniform: bool
    ) -> Node:
        r = self.r
        if depth <= 0 or self.chance(0.2):
            images = [n for n in "IW" if n in self.arrays]
            if images and not uniform and self.chance(0.3):
                return self.texel(r.choice(images), scope, kind)
            if not uniform and self.chance(0.25):
                return self.load(self.readable(scope), scope, kind)
            return self.leaf(kind, scope, uniform=uniform)

        def sub(t: Type = kind, less: int = 1) -> Node:
            return self.expression(t, depth - less, scope, uniform=uniform)

        if kind.floating:
            ops = ("+", "-", "*", "*", "fmin", "fmax", "select", "fabs")
            op = r.choice((*ops, "unary", "zero", "convert", "convert"))
            if op == "unary":
                return Node("unary", kind, [sub()], "-")
            if op == "zero":
                return binary("-", const(kind, r.choice((0.0, -0.0))), sub())
            if op == "convert":
                other = r.choice(
                    [t for t in (HALF, FLOAT, DOUBLE) if t.name != kind.name]
                )
                return cast(kind, sub(other.vector(kind.lanes), 0))
            if op == "select":
                condition = self.condition(scope, depth - 1, uniform=uniform)
                return Node("select", kind, [condition, sub(), sub()])
            if op == "fabs":
                return call(op, kind, sub())
            if op in ("fmin", "fmax"):
                return call(op, kind, sub(), sub())
            return binary(op, sub(), sub())
        way = r.random()
        if way < 0.5:
            op = r.choice(("+", "+", "+", "-", "-", "*", "*", "^", "&", "|"))
            return binary(op, sub(), sub())
        if way < 0.58 and self.has["divisions"]:
            divisor = sub()
            if self.chance(0.5):
                divisor = const(kind, r.choice((1, 2, 3, 5, 7, 8, 10, 100)))
            return binary(r.choice("/%"), sub(), divisor)
        if way < 0.66:
            by = const(kind, r.randrange(8)) if self.chance(0.7) else sub()
            return binary(r.choice(("<<", ">>", ">>")), sub(), by)
        if way < 0.72:
            return Node("unary", kind, [sub()], r.choice("-~"))
        if way < 0.8 and kind.lanes == 1:
            condition = self.condition(scope, depth - 1, uniform=uniform)
            return Node("select", kind, [condition, sub(), sub()])
        if way < 0.92 and self.has["builtins"]:
            return self.builtin(kind, sub)
        if way < 0.95 and kind.lanes > 1:
            return call("select", kind, sub(), sub(), compare("<", sub(), sub()))
            # The condition has the signed type of the same size.
        if way < 0.97 and kind.lanes == 1:
            return cast(kind, sub(r.choice([t for t in self.types if t.lanes == 1])))
        return binary("+", sub(), sub())

    def builtin(self, kind: Type, sub: Callable[..., Node]) -> Node:
        r = self.r
        names = ["min", "max", "clamp", "min", "max", "add_sat", "sub_sat", "mad_sat"]
        names += ["mul_hi", "mad_hi", "hadd", "rhadd", "rotate", "clz", "popcount"]
        names += ["abs_diff", "abs", "bitselect", "convert_sat"]
        if kind in (INT, UINT):
            names += ["mul24", "mad24"]
        name = r.choice(names)
        match name:
            case "clamp":
                low = self.r.randint(-3 if kind.signed else 0, 5)
                limits = const(kind, low), const(kind, low + r.randint(0, 40))
                return call(name, kind, sub(), *limits)
            case "mad_sat" | "mad_hi" | "bitselect" | "mad24":
                return call(name, kind, sub(), sub(), sub())
            case "clz" | "popcount":
                return call(name, kind, sub())
            case "abs":
                operand = sub(kind.as_signed)
                result = call(name, kind.unsigned, operand)
                return result if not kind.signed else Node("cast", kind, [result])
            case "abs_diff":
                result = call(name, kind.unsigned, sub(), sub())
                return result if not kind.signed else Node("cast", kind, [result])
            case "convert_sat":
                source = r.choice((INT, UINT, LONG, ULONG)).vector(kind.lanes)
                return call(name, kind, sub(source))
            case _:
                return call(name, kind, sub(), sub())

    def converted(self) -> Node:
        """A result of `Z`, often zero, in another type."""
        r = self.r
        z = self.load("Z", Scope(), own=True)
        kind, result = (
            r.choice((FLOAT, FLOAT, DOUBLE, HALF)),
            r.choice((HALF, HALF, FLOAT)),
        )
        if self.chance(0.2):
            result = r.choice((INT, LONG, CHAR, DOUBLE))
        x, y = cast(kind, z), const(kind, rounded(kind, r.choice(SPECIAL)))
        if self.chance(0.5):
            y = cast(kind, binary("-", self.gid(), const(INT, 3)))
        if self.chance(0.3):
            x = (
                call("fabs", kind, x)
                if self.chance(0.5)
                else Node("unary", kind, [x], "-")
            )
        left, right = r.sample((x, y), 2)
        value = binary(r.choice("***+--"), left, right)
        if self.chance(0.3):
            value = Node("unary", kind, [value], "-")
        if self.chance(0.2):
            value = binary(r.choice("*-"), value, cast(kind, z))
        if self.chance(0.2):
            odd = binary("&", self.gid(), const(INT, 1))
            value = Node("select", kind, [odd, value, cast(kind, z)])
        return cast(result, value)

    def condition(self, scope: Scope, depth: int, *, uniform: bool) -> Node:
        r = self.r
        way = r.random()
        if uniform and "f" in self.arrays and self.chance(0.25):
            # The same for all, but the index does not say so.
            node = Node("array", INT, data="f")
            value = Node("load", INT, [node, self.gid()])
            return compare(
                r.choice(("<", ">", "!=")), value, const(INT, r.randint(0, 3))
            )
        if way < 0.3:
            kind = r.choice((INT, *self.scalars))
            value = self.expression(kind, depth, scope, uniform=uniform)
            return binary("&", cast(INT, value), const(INT, r.choice((1, 1, 2, 3))))
        if way < 0.38:
            value = self.leaf(INT, scope, uniform=uniform)
            return value
        if way < 0.45 and depth > 0:
            x = self.condition(scope, depth - 1, uniform=uniform)
            y = self.condition(scope, depth - 1, uniform=uniform)
            return binary(r.choice(("&&", "||")), x, y, INT)
        if way < 0.65 and not uniform:
            kind = r.choice((INT, INT, UINT, ULONG, LONG))
            limit = const(kind, r.choice((1, 3, 5, 8, 15, 16, 17)))
            if self.chance(0.2):
                limit = self.parameter(kind, scope)
            return compare(r.choice(("<", ">=", "==", ">")), self.item(kind), limit)
        kind = r.choice([t for t in self.types if t.lanes == 1])
        x = self.expression(kind, depth, scope, uniform=uniform)
        y = self.leaf(kind, scope, uniform=uniform)
        return compare(r.choice(("<", "<=", ">", ">=", "==", "!=")), x, y)

    # --- memory ----------------------------------------------------------------------

    def texel(self, name: str, scope: Scope, kind: Type) -> Node:
        """A read of an image, or of one channel."""
        r = self.r
        picture = self.arrays[name].picture
        assert picture is not None
        sampler = r.choice(("edge", "border", "")) if name == "I" else ""
        if sampler:
            at = [self.near(INT, scope)]
            at += [self.leaf(INT, scope, uniform=False) for _ in picture.sizes[1:]]
            r.shuffle(at)
        else:
            at = self.pixels(picture, scope, own=self.chance(0.5))
        four = picture.data.value.vector(4)
        node = Node("texel", four, [self.array(name), *at], sampler)
        if kind.lanes != 4:
            node = Node("part", four.element, [node], r.randrange(4))
        if kind.floating and not four.floating:
            node = binary("&", node, const(node.type, 1023))
        return self.fit(node, kind)

    def pixels(self, picture: Picture, scope: Scope, *, own: bool) -> list[Node]:
        """Coordinates in an image, of the work item or of another one of the group."""
        mine = self.gid()
        if not own and len(self.launches[0].local_size) == 1:
            mine = binary(
                "+", binary("-", mine, self.lid()), cast(INT, self.neighbour())
            )
        return [
            cast(INT, self.index(size, scope)) if size else mine
            for size in picture.sizes
        ]

    def pixel(self, name: str, scope: Scope) -> Statement:
        """A write of a pixel of the work item."""
        array = self.arrays[name]
        assert array.picture is not None
        at = self.pixels(array.picture, scope, own=True)
        kind = array.picture.data.value
        values = [self.expression(kind, 1, scope, uniform=False)]
        values += [self.leaf(kind, scope, uniform=False) for _ in range(3)]
        self.r.shuffle(values)
        return Statement(
            "pixel", [self.array(name), *at, Node("make", kind.vector(4), values)]
        )

    def array(self, name: str) -> Node:
        return Node("array", self.arrays[name].type, data=name)

    def readable(self, scope: Scope) -> str:
        names = [n for n in self.arrays if n not in ("g", "f", "I", "O", "W", "Z")]
        if scope.function:
            names = [n for n in names if n not in ("p", "M", "H", "R")]
        names += [n for n in names if n in ("L", "M", "p", "Q", "R")] + ["a"]
        return self.r.choice(names)

    def load(
        self, name: str, scope: Scope, kind: Type | None = None, *, own: bool = False
    ) -> Node:
        """A load from an array, or through a pointer now and then."""
        if self.pointers and not own and self.chance(0.5):
            name = self.r.choice(list(self.pointers))
            _, t = self.pointers[name]
            pointer = Node("pointer", t, data=name)
            at = self.index(7, scope)
            if self.chance(0.3):
                pointer = Node("moved", t, [pointer, self.index(3, scope)])
            if self.chance(0.3) and len(self.pointers) > 1:
                other = self.r.choice(list(self.pointers))
                condition = self.condition(scope, 0, uniform=False)
                second = Node("pointer", t, data=other)
                if self.pointers[other][1] == t:
                    pointer = Node("choose", t, [condition, pointer, second])
            load = Node("load", t, [pointer, at])
            return self.fit(load, kind or t)
        array = self.arrays[name]
        pointer = Node("array", array.type, data=name)
        if own or (array.items and array.space == "global"):
            at = self.own(name)
        elif array.items or name == "M":
            at = self.neighbour() if self.chance(0.8) else self.own(name)
        else:
            at = self.index(array.size, scope)
        load = Node("load", array.type, [pointer, at])
        return self.fit(load, kind or array.type)

    def neighbour(self) -> Node:
        """The local index of some work item."""
        r = self.r
        lid, items, one = self.lid(), self.items(), const(INT, 1)
        by = const(INT, r.choice((1, 1, 2, 3, 7, 8, 16)))
        match r.randrange(7):
            case 0:
                return binary("-", binary("-", items, one), lid)
            case 1:
                return call("min", INT, binary("+", lid, one), binary("-", items, one))
            case 2:
                return call("max", INT, binary("-", lid, one), const(INT, 0))
            case 3:
                return const(INT, 0)
            case 4:
                w = Node("param", UINT, data="w")
                moved = binary("+", self.lid(UINT), w)
                return binary("%", moved, self.items(UINT))
            case 5:
                size = self.items(ULONG)
                before = cast(ULONG, binary("-", lid, one))
                return call("min", ULONG, before, binary("-", size, const(ULONG, 1)))
            case _:
                return binary("%", binary("+", lid, by), items)

    def near(self, kind: Type, scope: Scope) -> Node:
        """A number that goes with the work item's."""
        r = self.r
        x = self.item(kind)
        if scope.counters and self.chance(0.3):
            name, t, _ = r.choice(scope.counters)
            x = cast(kind, Node("var", t, data=name))
        way = r.randrange(8)
        if way == 0:
            return x
        if way == 1:
            return binary("*", x, const(kind, r.choice((2, 3, 1000, 1 << 20))))
        if way == 2:
            k = r.choice((4, 8, 16))
            blocks = binary("*", binary("/", x, const(kind, k)), const(kind, 2 * k))
            return binary("+", blocks, binary("%", x, const(kind, k)))
        if way == 3:
            return binary(r.choice("+-"), x, self.parameter(kind, scope))
        if way == 4:
            return self.expression(kind, 1, scope, uniform=False)
        by = const(kind, r.choice((1, 1, 2, 5, 16)))
        return binary(r.choice("+-"), x, by)

    def index(self, size: int, scope: Scope) -> Node:
        """An index below `size`, or nearly."""
        r = self.r
        if not self.has["indices"] and self.chance(0.6):
            kind = r.choice((INT, UINT))
            if self.chance(0.5):
                return binary("%", self.item(UINT), const(UINT, size))
            low = (1 << (size.bit_length() - 1)) - 1
            value = self.expression(kind, 1, scope, uniform=False)
            return binary("&", value, const(kind, low))
        kind = r.choice((INT, LONG))
        near = self.near(kind, scope)
        unsigned = r.choice((UINT, ULONG))
        last = const(unsigned, size - 1)
        if self.chance(0.2):
            n = Node("param", INT, data="n")
            below = binary("-", n, const(INT, 1))
            last = call("min", unsigned, cast(unsigned, below), last)
        match r.randrange(10):
            case 0 | 1:
                return call("min", unsigned, cast(unsigned, near), last)
            case 2:
                limits = const(kind, 0), const(kind, size - 1)
                return call("clamp", kind, near, *limits)
            case 3:
                high = call("min", kind, near, const(kind, size - 1))
                return call("max", kind, high, const(kind, 0))
            case 4:
                high = call("max", kind, near, const(kind, 0))
                return call("min", kind, high, const(kind, size - 1))
            case 5:
                name = r.choice("xyw")
                base = cast(unsigned, Node("param", self.parameters[name], data=name))
                over = call("max", unsigned, cast(unsigned, near), base)
                return call("min", unsigned, binary("-", over, base), last)
            case 6:
                inside = binary(
                    "&&",
                    compare(">=", near, const(kind, 0)),
                    compare("<", near, const(kind, size)),
                    INT,
                )
                if self.chance(0.5):
                    inside = compare("<", cast(unsigned, near), const(unsigned, size))
                rest = const(kind, r.randrange(size))
                return Node("select", kind, [inside, near, rest])
            case 7:
                return call("mul_hi", UINT, cast(UINT, near), const(UINT, size))
            case 8:
                narrow = r.choice((CHAR, UCHAR, SHORT, USHORT))
                small = binary("&", cast(narrow, near), const(narrow, 3))
                return small if size > 3 else const(INT, 0)
            case _:
                return near

    def stored(self, name: str, at: Node, value: Node) -> Statement:
        pointer = Node("array", self.arrays[name].type, data=name)
        return Statement("store", [pointer, at, value])

    def store(self, name: str, scope: Scope, *, own: bool = False) -> Statement:
        array = self.arrays[name]
        value = self.expression(array.type, 1, scope, uniform=False)
        if array.space == "private":
            at = self.index(array.size, scope)
        elif own or array.space == "global" or self.chance(0.7):
            at = self.own(name)
        else:
            lid, items = self.lid(), self.items()
            by = const(INT, self.r.randint(1, 5))
            at = self.r.choice(
                (
                    binary("-", binary("-", items, const(INT, 1)), lid),
                    binary("%", binary("+", lid, by), items),
                )
            )
        if self.chance(0.4) and own is False:
            old = Node("load", array.type, [Node("array", array.type, data=name), at])
            value = binary("+", old, value)
        return self.stored(name, at, value)

    # --- statements ------------------------------------------------------------------

    def barrier(self) -> Statement:
        flags = LOCAL if self.chance(0.6) else BOTH
        if "W" in self.arrays and self.chance(0.5):
            flags = ALL
        return Statement("barrier", data=flags, uniform=True)

    def assign(self, scope: Scope) -> Statement:
        if not self.variables:
            return self.store(self.mine(), scope)
        name = self.r.choice(list(self.variables))
        kind = self.variables[name]
        value = self.expression(kind, self.r.randint(1, 2), scope, uniform=False)
        if self.chance(0.55) and not kind.floating:
            old = Node("var", kind, data=name)
            value = binary(self.r.choice(("+", "+", "^", "-")), old, value)
        return Statement("assign", [value], data=name)

    def loop_shape(self, scope: Scope, *, uniform: bool) -> tuple[Loop, Node]:
        """A loop's form, and its bound."""
        r = self.r
        kind = r.choice((INT, INT, INT, UINT, UINT, LONG, ULONG, SHORT, UCHAR))
        counter, label = self.fresh("i"), f"l{self.number}"
        form = "for"
        if self.has["forms"]:
            form = r.choice(("for", "for", "while", "do", "ever", "goto"))
        way = r.random()
        if way < 0.3:
            bound = const(kind, r.randint(1, 4))
        elif way < 0.6:
            name = r.choice("nm")
            bound = cast(kind, Node("param", INT, data=name))
        else:
            value = self.expression(kind, 1, scope, uniform=uniform)
            bound = binary("&", value, const(kind, 3))
            if self.chance(0.25):
                bound = self.leaf(kind, scope, uniform=uniform)
        start = const(kind, 0)
        compare_, step = "<", 1
        way = r.random()
        if way < 0.12:
            start, bound, compare_ = bound, const(kind, 0), ">"
            step = r.choice((-1, -1, ">>= 1", "/= 2"))
        elif way < 0.2:
            compare_ = "!="
        elif way < 0.28:
            compare_ = "<="
        elif way < 0.34:
            start = const(kind, r.randint(0, 2))
            step = 2
        elif way < 0.38:
            start, step = const(kind, 1), "*= 2"
            bound = binary("+", bound, const(kind, r.randint(2, 5)))
        elif way < 0.42:
            start = self.leaf(kind, scope, uniform=uniform)
        return Loop(form, counter, kind, start, compare_, step, label), bound

    def loop(self, scope: Scope, *, uniform: bool) -> Statement:
        loop, bound = self.loop_shape(scope, uniform=uniform)
        inner = replace(
            scope,
            uniform=uniform,
            depth=scope.depth + 1,
            loop="" if loop.form == "goto" else ("uniform" if uniform else "any"),
            labels=[*scope.labels, loop.label]
            if uniform == scope.uniform
            else [loop.label],
            counters=[*scope.counters, (loop.counter, loop.type, uniform)],
        )
        body = self.block(inner)
        if uniform:
            self.part(body, 0.6)
        return Statement("loop", [bound], [body], loop)

    def guarded(self, scope: Scope) -> Statement:
        """Draws a bound for work items, and a loop after it that adds to memory."""
        r = self.r
        limit = r.choice((const(INT, r.choice(ROWS)), Node("param", INT, data="w")))
        condition = compare(r.choice(("<", "<", "<=", ">", "!=")), self.item(), limit)
        if self.chance(0.3):
            other = self.condition(scope, 0, uniform=self.chance(0.5))
            condition = binary("&&", other, condition, INT)
        inner = replace(scope, uniform=False, depth=scope.depth + 1, loop="", labels=[])
        way = self.walk if self.chance(0.65) else self.loop
        loop = way(inner, uniform=False)
        loop.blocks[0].append(self.store(self.mine(), inner))
        ways = [[loop], self.block(inner) if self.chance(0.3) else []]
        if self.chance(0.2):
            ways.reverse()
        return Statement("if", [condition], ways)

    def walk(self, scope: Scope, *, uniform: bool) -> Statement:
        """Draws a loop of a work item over every so manyth element of an array."""
        kind = self.r.choice((INT, INT, UINT, LONG, ULONG, SHORT))
        loop, _ = self.loop_shape(scope, uniform=uniform)
        loop = Loop("for", loop.counter, kind, self.item(kind), "<", 1, loop.label)
        loop.step = self.r.choice((1, 16, 16, 32, 40))
        array = self.arrays["a"]
        counter = Node("var", kind, data=loop.counter)
        element = self.element("a", counter)
        to = self.mine()
        if "L" in self.arrays and self.chance(0.7):
            # What a loop adds to one space of memory, it reads from another.
            to = self.r.choice((to, "L"))
            if to != "L":
                element = self.element("L", self.own("L"))
                if self.chance(0.5):
                    number = self.fit(counter, element.type)
                    element = binary("+", element, number)
        own = self.own(to)
        old = self.element(to, own)
        total = binary("+", old, self.fit(element, old.type))
        body = [self.stored(to, own, total)]
        if self.chance(0.2):
            body = [
                Statement("if", [self.condition(scope, 0, uniform=False)], [body, []])
            ]
        elif self.chance(0.3) and to != "L":
            body.append(self.stored(to, self.own(to), self.element(to, own)))
        return Statement("loop", [const(kind, array.size)], [body], loop)

    def element(self, name: str, at: Node) -> Node:
        array = Node("array", self.arrays[name].type, data=name)
        return Node("load", array.type, [array, at])

    def part(self, body: list[Statement], share: float) -> None:
        """Puts a barrier somewhere into what has none, and a change of a variable."""
        if self.chance(share) and all(s.kind != "barrier" for s in body):
            body.insert(self.r.randint(0, len(body)), self.barrier())
        if self.variables and self.chance(0.5):
            name = self.r.choice(list(self.variables))
            kind = self.variables[name]
            value = binary("+", Node("var", kind, data=name), const(kind, 1))
            body.insert(
                self.r.randint(0, len(body)),
                Statement("assign", [value], data=name, uniform=True),
            )

    def branch(self, scope: Scope, *, uniform: bool) -> Statement:
        condition = self.condition(scope, 1, uniform=uniform)
        inner = replace(scope, uniform=uniform, depth=scope.depth + 1)
        if not uniform and scope.uniform:
            inner = replace(inner, loop="", labels=[])
        yes = self.block(inner)
        no = self.block(inner) if self.chance(0.35) else []
        if uniform:
            self.part(yes, 0.5)
        return Statement("if", [condition], [yes, no])

    def switch(self, scope: Scope, *, uniform: bool) -> Statement:
        r = self.r
        value = self.expression(r.choice((INT, UINT)), 1, scope, uniform=uniform)
        value = binary("&", value, const(value.type, 3))
        inner = replace(scope, uniform=uniform, depth=scope.depth + 1, loop="")
        if not uniform and scope.uniform:
            inner = replace(inner, labels=[])
        labels: list[int | None] = [0, 1, 2, 3]
        r.shuffle(labels)
        labels[r.randrange(4)] = None
        cases: list[tuple[list[int | None], bool]] = []
        blocks: list[list[Statement]] = []
        while labels:
            take = r.randint(1, 2)
            cases.append((labels[:take], self.chance(0.3)))
            blocks.append(self.block(inner))
            labels = labels[take:]
            if self.chance(0.2):
                break
        return Statement("switch", [value], blocks, cases)

    def exchange(self, scope: Scope) -> list[Statement]:
        """A store, a barrier, and a load of what another work item stored."""
        name = self.r.choice([n for n in ("L", "M") if n in self.arrays])
        if scope.function and name == "M":
            name = "L"
        statements = [self.store(name, scope, own=True), self.barrier()]
        if self.chance(0.4):
            statements += self.one(scope)
        array = self.arrays[name]
        load = Node(
            "load", array.type, [Node("array", array.type, data=name), self.neighbour()]
        )
        target = self.r.choice(list(self.variables))
        kind = self.variables[target]
        value = self.fit(load, kind)
        if kind.floating and not array.type.floating:
            small = binary("&", self.fit(load, INT), const(INT, 1023))
            value = self.fit(small, kind)
        old = Node("var", kind, data=target)
        statements.append(Statement("assign", [binary("+", old, value)], data=target))
        if self.chance(0.6):
            statements.append(self.barrier())
        return statements

    def tree(self, scope: Scope) -> list[Statement]:
        """
        A sum by halves, of a group whose size is a power of two, or of some of it.
        """
        array = self.arrays["L"]
        counter, label = self.fresh("i"), f"l{self.number}"
        half = Node("var", INT, data=counter)
        pointer = Node("array", array.type, data="L")
        lid = self.lid()
        mine = Node("load", array.type, [pointer, lid])
        other = Node("load", array.type, [pointer, binary("+", lid, half)])
        guard = compare("<", lid, half)
        whole = compare("<", binary("+", lid, half), self.items())
        if self.chance(0.5):
            guard = binary("&&", guard, whole, INT)
        add = self.stored("L", lid, binary("+", mine, other))
        body = [Statement("if", [guard], [[add], []]), self.barrier()]
        if self.chance(0.3):
            body.reverse()
        start = binary("/", self.items(), const(INT, 2))
        loop = Loop("for", counter, INT, start, ">", ">>= 1", label)
        return [
            self.store("L", scope, own=True),
            self.barrier(),
            Statement("loop", [const(INT, 0)], [body], loop),
        ]

    def corner(self, scope: Scope) -> Statement:
        """Some work items load with an index that would overflow for the others."""
        r = self.r
        name = r.choice("xy")
        kind = self.parameters[name]
        parameter = Node("param", kind, data=name)
        x = self.item(kind)
        if scope.counters and self.chance(0.2):
            counter, t, _ = r.choice(scope.counters)
            x = cast(kind, Node("var", t, data=counter))
        value = binary(r.choice("+-"), parameter, x)
        if self.chance(0.2):
            value = binary("-", x, parameter)
        size = self.arrays["a"].size
        last, low = const(kind, size - 1), const(kind, r.randint(0, 5))
        match r.randrange(6):
            case 0 | 1:
                at = call("min", kind, value, last)
            case 2:
                at = call("max", kind, value, low)
            case 3:
                at = call("clamp", kind, value, const(kind, 0), last)
            case 4:
                at = binary("-", call("max", kind, value, parameter), parameter)
            case _:
                at = value
        if self.chance(0.3):
            at = call("min", kind, at, last)
        images = [n for n in ("O", "W") if n in self.arrays]
        guard = compare("<", self.item(INT), const(INT, self.guards[name]))
        if self.chance(0.3):
            guard = self.condition(scope, 1, uniform=False)
        if images and self.chance(0.3):
            write = self.pixel(r.choice(images), scope)
            write.exprs[r.randrange(1, len(write.exprs) - 1)] = cast(INT, at)
            return Statement("if", [guard], [[write], []])
        load = Node("load", self.main, [self.array("a"), at])
        if "I" in self.arrays and self.chance(0.3):
            load = self.texel("I", scope, self.main)
            texel = next(node for node in load.walk() if node.kind == "texel")
            texel.kids[r.randrange(1, len(texel.kids))] = cast(INT, at)
        target = r.choice(list(self.variables))
        assign = Statement(
            "assign", [self.fit(load, self.variables[target])], data=target
        )
        if self.variables[target].floating:
            assign = self.stored(self.mine(), self.own("d"), load)
        return Statement("if", [guard], [[assign], []])

    def in_place(self) -> list[Statement]:
        """A work item's own elements become others, under two names."""
        return [
            self.stored(
                self.mine(),
                self.own("d"),
                binary(
                    self.r.choice("+-^") if not self.main.floating else "+",
                    self.element(self.mine(), self.own("d")),
                    self.element(self.mine(), self.own("d")),
                ),
            )
            for _ in range(self.r.randint(2, 3))
        ]

    def point(self, scope: Scope) -> Statement:
        """A pointer becomes another one."""
        r = self.r
        name = r.choice(list(self.pointers))
        space, kind = self.pointers[name]
        choices = [
            Node("pointer", t, data=n)
            for n, (s, t) in self.pointers.items()
            if (s, t) == (space, kind)
        ]
        choices += [
            Node("array", a.type, data=a.name)
            for a in self.arrays.values()
            if self.pointable(a, space) and a.type == kind
        ]
        value = r.choice(choices)
        way = r.random()
        if way < 0.4:
            condition = self.condition(scope, 1, uniform=self.chance(0.4))
            value = Node("choose", kind, [condition, value, r.choice(choices)])
        elif way < 0.7:
            value = Node("moved", kind, [value, self.index(4, scope)])
        return Statement("point", [value], data=name)

    def through(self, scope: Scope) -> Statement:
        """A store through a pointer."""
        name = self.r.choice(list(self.pointers))
        _, kind = self.pointers[name]
        pointer = Node("pointer", kind, data=name)
        value = self.expression(kind, 1, scope, uniform=False)
        at = self.lid() if self.pointers[name][0] == "local" else self.gid()
        return Statement("store", [pointer, at, value])

    def collective(self, scope: Scope) -> Statement:
        r = self.r
        target = r.choice(list(self.variables))
        kind = self.variables[target]
        name = r.choice(
            [
                f"{how}_{what}"
                for how in ("reduce", "scan_inclusive", "scan_exclusive")
                for what in ("add", "min", "max")
            ]
            + ["any", "all", "broadcast", "broadcast"]
        )
        if name in ("any", "all"):
            value = self.condition(scope, 1, uniform=False)
            ints = [n for n, t in self.variables.items() if t == INT]
            if not ints:
                return self.barrier()
            return Statement("exchange", [value], data=name, target=r.choice(ints))
        fits = {
            n: t for n, t in self.variables.items() if t in (INT, UINT, LONG, ULONG)
        }
        if not fits:
            return self.barrier()
        target = r.choice(list(fits))
        kind = fits[target]
        values = [self.expression(kind, 1, scope, uniform=False)]
        if name == "broadcast":
            if len(self.launches[0].local_size) > 1:
                name = "reduce_max"
            else:
                size = self.items(ULONG)
                at = self.leaf(UINT, scope, uniform=True)
                values.append(binary("%", cast(ULONG, at), size))
        return Statement("exchange", values, data=name, target=target)

    def copied(self, scope: Scope) -> list[Statement]:
        """An asynchronous copy into local memory."""
        array = self.arrays["L"]
        if array.type != self.main:
            return [self.assign(scope)]
        r = self.r
        to, source = (
            Node("array", array.type, data="L"),
            Node("array", array.type, data="a"),
        )
        count = const(ULONG, r.randint(1, 8))
        begin = cast(
            INT, binary("&", self.leaf(UINT, scope, uniform=True), const(UINT, 7))
        )
        exprs = [
            to,
            const(INT, 0),
            source,
            begin,
            call("min", ULONG, count, self.items(ULONG)),
        ]
        statements = [Statement("copy", exprs, uniform=True)]
        if self.chance(0.7):
            statements.insert(0, self.barrier())
        if self.chance(0.5):
            statements.append(self.barrier())
        return statements

    def atomic(self, scope: Scope) -> Statement:
        names = [n for n in ("g", "H") if n in self.arrays]
        place = "g" if scope.function else self.r.choice(names)
        pointer = Node("array", self.arrays[place].type, data=place)
        at = self.index(3, scope)
        at = const(INT, self.r.randrange(3)) if self.chance(0.6) else at
        value = self.expression(pointer.type, 1, scope, uniform=False)
        name = self.r.choice(("add", "add", "sub", "min", "max", "or", "xor", "and"))
        return Statement("atomic", [pointer, at, value], data=name)

    def called(self, scope: Scope) -> Statement:
        function = self.functions[0]
        values = [
            self.expression(kind, 1, scope, uniform=False)
            for _, kind in function.parameters
        ]
        fits = [n for n, t in self.variables.items() if t == function.result.type]
        if not fits:
            return self.assign(scope)
        return Statement("call", values, data=function.name, target=self.r.choice(fits))

    def jump(self, scope: Scope) -> Statement:
        """A way out of a loop, under a condition."""
        uniform = scope.uniform
        words: list[tuple[str, str]] = []
        if scope.loop == "any" or (scope.loop == "uniform" and uniform):
            words += [("break", ""), ("continue", "")]
        words += [("leave", label) for label in scope.labels]
        if not scope.function and (scope.last or uniform) and self.has["returns"]:
            words.append(("return", ""))
        if not words:
            return self.assign(scope)
        kind, label = self.r.choice(words)
        condition = self.condition(scope, 1, uniform=uniform)
        way = Statement(kind, data=label or None)
        return Statement("if", [condition], [[way], []])

    def one(self, scope: Scope) -> list[Statement]:
        """Draws one statement, or some that belong together."""
        r = self.r
        self.budget -= 1
        deep = scope.depth < 4 and self.budget > 0
        ways: list[tuple[float, Callable[[], Statement | list[Statement]]]] = [
            (3, lambda: self.assign(scope)),
            (1, lambda: self.store(self.mine(), scope)),
        ]
        if "L" in self.arrays:
            ways.append(
                (
                    0.6,
                    lambda: self.store(
                        r.choice(
                            [
                                n
                                for n in ("L", "M")
                                if n in self.arrays
                                and not (scope.function and n == "M")
                            ]
                        ),
                        scope,
                    ),
                )
            )
        if "D" in self.arrays:
            ways.append((2, self.in_place))
        if "p" in self.arrays and not scope.function:
            ways.append((1, lambda: self.store("p", scope)))
        for name in ("e", "Q", "R"):
            if name in self.arrays and not (scope.function and name == "R"):
                ways.append((1, lambda name=name: self.store(name, scope)))
        if self.has["corners"]:
            ways.append((3, lambda: self.corner(scope)))
        if self.has["jumps"] and (scope.loop or scope.labels or scope.last):
            ways.append((2, lambda: self.jump(scope)))
        elif self.has["returns"] and self.chance(0.2):
            ways.append((1, lambda: self.jump(scope)))
        if self.pointers:
            ways.append((1.5, lambda: self.point(scope)))
            ways.append((0.7, lambda: self.through(scope)))
        if "g" in self.arrays:
            ways.append((1, lambda: self.atomic(scope)))
        for name in ("O", "W"):
            if name in self.arrays:
                ways.append((2, lambda name=name: self.pixel(name, scope)))
        if deep:
            ways.append((1.2, lambda: self.loop(scope, uniform=False)))
            ways.append((1.2, lambda: self.branch(scope, uniform=False)))
            if self.has["switch"]:
                ways.append((0.6, lambda: self.switch(scope, uniform=False)))
        if scope.uniform:
            ways.append((2.2, self.barrier))
            for name, kind in self.uniforms.items():
                ways.append(
                    (
                        0.7,
                        lambda name=name, kind=kind: Statement(
                            "assign",
                            [self.expression(kind, 2, scope, uniform=True)],
                            data=name,
                        ),
                    )
                )
            if "L" in self.arrays and self.variables:
                ways.append((2.2, lambda: self.exchange(scope)))
                if deep:
                    ways.append((0.5, lambda: self.tree(scope)))
            if self.has["collectives"]:
                ways.append((2, lambda: self.collective(scope)))
            if self.has["copies"] and "L" in self.arrays:
                ways.append((1.5, lambda: self.copied(scope)))
            if self.functions and not scope.function:
                ways.append((2, lambda: self.called(scope)))
            if deep:
                ways.append((5, lambda: self.loop(scope, uniform=True)))
                ways.append((2, lambda: self.branch(scope, uniform=True)))
                if self.has["switch"]:
                    ways.append((0.8, lambda: self.switch(scope, uniform=True)))
        way = r.choices([w for _, w in ways], [weight for weight, _ in ways])[0]
        made = way()
        statements = made if isinstance(made, list) else [made]
        for statement in statements:
            statement.uniform = scope.uniform
        return statements

    def block(self, scope: Scope) -> list[Statement]:
        """Draws some statements."""
        statements = self.one(scope)
        while self.budget > 0 and self.chance(0.75 if scope.depth else 0.97):
            statements += self.one(scope)
        return statements


def _nodes(function: Function) -> list[Node]:
    roots = [e for s in function.body for i in s.walk() for e in i.exprs]
    return [n for root in (*roots, function.result) for n in root.walk()]


# --- mending -------------------------------------------------------------------------


def substitute(program: Program, old: Node, new: Node) -> None:
    """Puts `new` where `old` is."""

    def inside(nodes: list[Node]) -> None:
        for i, node in enumerate(nodes):
            if node is old:
                nodes[i] = new
            else:
                inside(node.kids)

    for statement in program.statements():
        inside(statement.exprs)
        if isinstance(statement.data, Loop):
            start = [statement.data.start]
            inside(start)
            statement.data.start = start[0]
    for name, (kind, start) in program.variables.items():
        starts = [start]
        inside(starts)
        program.variables[name] = kind, starts[0]
    for name, (space, kind, start) in program.pointers.items():
        starts = [start]
        inside(starts)
        program.pointers[name] = space, kind, starts[0]
    for function in program.functions:
        results = [function.result]
        inside(results)
        function.result = results[0]


def home(program: Program, of: Statement | Node) -> tuple[list[Statement], int] | None:
    """
    Returns the list with the statement that is, or has, `of`, and its place there.
    """
    for block in program.blocks():
        for i, statement in enumerate(block):
            if statement is of or any(n is of for n in statement.nodes()):
                return block, i
    return None


def nothing(kind: Type) -> Node:
    """Returns a constant of the type."""
    return const(kind, 0 if kind.lanes == 1 else 1)


class Discard(Exception):
    """A program that does not become a defined one."""


def mend(
    program: Program, place: Node | Statement, reason: str, tried: set[int]
) -> None:
    """Changes what is undefined."""
    found = home(program, place)
    if reason in ("race", "no value") and found is not None and id(place) not in tried:
        tried.add(id(place))
        block, i = found
        if block[i].uniform:
            flags = ALL if "W" in program.arrays else BOTH
            block.insert(i, Statement("barrier", data=flags, uniform=True))
            return
    if isinstance(place, Statement):
        if found is None:
            raise Discard(reason)
        block, i = found
        if reason == "endless" and place.kind == "loop" and id(place) not in tried:
            tried.add(id(place))
            loop: Loop = place.data
            loop.start, loop.compare, loop.step = const(loop.type, 0), "<", 1
            place.exprs[0] = const(loop.type, 2)
            return
        stores = place.kind in ("store", "atomic", "pixel")
        pointer = place.exprs[0] if stores else None
        if pointer is not None and pointer.kind == "array" and not pointer.safe:
            # Nodes may be shared; this one's flag is the statement's.
            place.exprs[0] = Node("array", pointer.type, data=pointer.data, safe=True)
            return
        del block[i]
        return
    if not place.safe and (
        place.kind in ("binary", "unary", "moved", "texel")
        or (place.kind == "load" and place.kids[0].kind == "array")
        or place.data == "clamp"
    ):
        place.safe = True
        return
    if place.kind == "moved":
        substitute(program, place, place.kids[0])
        return
    substitute(program, place, nothing(place.type))


def settle(program: Program) -> list[Outcome]:
    """
    Mends `program` until all of it is defined. Returns what its launches leave.

    Raises `Discard`.
    """
    tried: set[int] = set()
    for _ in range(60):
        translation = Translation(program)
        try:
            return [translation.run(launch) for launch in program.launches]
        except Undefined as undefined:
            place = translation.places[undefined.place]
            mend(program, place, undefined.reason, tried)
    raise Discard("too much is undefined")


@dataclass
class Case:
    """A program that is defined, and what its launches leave."""

    program: Program
    outcomes: list[Outcome]


def make(seed: object, family: Family) -> Case:
    """Draws a program; the same for the same seed."""
    for attempt in range(20):
        r = random.Random(f"{seed} {attempt}")
        program = Grammar(r, f"k{seed}", family).make()
        # No node is in two places: mending and shrinking change one.
        program = unshared(program)
        try:
            return Case(program, settle(program))
        except Discard:
            continue
    raise AssertionError(f"no program from seed {seed}")


def unshared(program: Program) -> Program:
    """Returns the program with a node of its own at each place."""

    def fresh(node: Node) -> Node:
        return replace(node, kids=[fresh(kid) for kid in node.kids])

    for statement in program.statements():
        statement.exprs = [fresh(e) for e in statement.exprs]
        if isinstance(statement.data, Loop):
            statement.data.start = fresh(statement.data.start)
    for name, (kind, start) in program.variables.items():
        program.variables[name] = kind, fresh(start)
    for name, (space, kind, start) in program.pointers.items():
        program.pointers[name] = space, kind, fresh(start)
    for function in program.functions:
        function.result = fresh(function.result)
    return program
