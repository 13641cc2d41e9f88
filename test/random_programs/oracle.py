"""
The judge: a program as Python.

Each work item is a generator that yields where the group meets. Python's own `if`,
`while`, `break` and `return` are the program's, its variables the program's variables.
Nothing here knows of lanes, masks, regions or any compiler. What OpenCL C leaves undefined
raises `Undefined` with the place: overflow, accesses outside, memory without a value,
races, barriers that not all work items come to, loops that do not end.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from random_programs.arithmetic import (
    Undefined,
    builtin,
    divide,
    exact,
    known,
    reinterpret,
    remainder,
    rounded,
    saturate,
    to_float,
    to_integer,
    wrap,
)
from random_programs.opencl_c import COMPARISONS, Invalid, used_of_function
from random_programs.tree import (
    ORDERS,
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

LOCAL_FENCE, GLOBAL_FENCE = 1, 2
ROUNDS = 300
"""Rounds of loops that a work item may make."""
_ALL = -1
"""The actor of a copy that the group makes together."""
_MANY = -2


@dataclass(slots=True)
class _Access:
    """Who touched an element since the last barrier."""

    epoch: int = 0
    writer: int | None = None
    reader: int | None = None
    atomic: str = ""


class Memory:
    """
    The elements of an array, and who touched them. `None` has no value yet. `shape` is that
    of an image, the width first.
    """

    def __init__(self, space: str, values: list[Any], shape: tuple[int, ...] = ()):
        self.space = space
        self.values = values
        self.shape = shape
        self.touched: dict[int, _Access] = {}
        self.groups: dict[int, tuple[int, str]] = {}

    def check(self, item: Item, at: int, what: str, place: int) -> None:
        """Raises `Undefined` for an element that is none, and for races."""
        if not 0 <= at < len(self.values):
            raise Undefined(place, "outside")
        if self.space in ("private", "constant"):
            return
        group = item.group
        epoch = group.epochs[self.space]
        access = self.touched.get(at)
        if access is None or access.epoch != epoch:
            access = self.touched[at] = _Access(epoch)
        actor = item.actor
        if what not in ("read", "write"):
            if access.writer is not None or access.reader is not None:
                raise Undefined(place, "race")
            if access.atomic not in ("", what):
                raise Undefined(place, "race")
            access.atomic = what
        else:
            if access.atomic:
                raise Undefined(place, "race")
            if access.writer not in (None, actor) and not (
                access.writer == _ALL and what == "read"
            ):
                raise Undefined(place, "race")
            if what == "write":
                if access.reader not in (None, actor):
                    raise Undefined(place, "race")
                access.writer = actor
            elif access.reader is None:
                access.reader = actor
            elif access.reader != actor:
                access.reader = _MANY
        if self.space in ("global", "image"):
            owner, before = self.groups.get(at, (group.number, what))
            if owner != group.number and not (what == before != "write"):
                raise Undefined(place, "race of groups")
            if before != what:
                # An atomic operation before or after another access of the same group.
                what = "write"
            self.groups[at] = (owner, what)


@dataclass
class Group:
    """A work-group: its place, its size, and how often its memory was made one."""

    number: int
    ids: tuple[int, ...]
    size: tuple[int, ...]
    memory: dict[str, Memory]
    epochs: dict[str, int]


@dataclass
class Item:
    """A work item."""

    actor: int
    group: Group
    launch: Launch
    local: tuple[int, ...]
    linear: int
    results: list[int | None]
    memory: dict[str, Memory] = field(default_factory=dict[str, Memory])
    known: dict[tuple[str, int | None], int] = field(
        default_factory=dict[tuple[str, "int | None"], int]
    )
    rounds: int = 0

    def burn(self, place: int) -> None:
        self.rounds += 1
        if self.rounds > ROUNDS:
            raise Undefined(place, "endless")

    def query(self, function: str, axis: int | None) -> int:
        """Returns what the function about the work item does."""
        key = function, axis
        if key not in self.known:
            self.known[key] = self.answer(function, axis)
        return self.known[key]

    def answer(self, function: str, axis: int | None) -> int:
        launch, group = self.launch, self.group
        if function == "items":
            return group.size[0] * group.size[1] * group.size[2]
        if function == "get_local_linear_id":
            return self.actor
        if function == "get_global_linear_id":
            return self.linear
        if function == "get_work_dim":
            return len(launch.global_size)
        assert axis is not None
        dimensions = len(launch.global_size)
        sizes = (*launch.global_size, 1, 1)
        locals_ = (*launch.local_size, 1, 1)
        offset = (*launch.offset, 0, 0) if axis < dimensions else (0, 0, 0)
        match function:
            case "get_local_id":
                return self.local[axis]
            case "get_global_id":
                return offset[axis] + group.ids[axis] * locals_[axis] + self.local[axis]
            case "get_group_id":
                return group.ids[axis]
            case "get_local_size":
                return group.size[axis]
            case "get_enqueued_local_size":
                return locals_[axis]
            case "get_global_size":
                return sizes[axis]
            case "get_num_groups":
                return -(-sizes[axis] // locals_[axis])
            case _:
                raise AssertionError(function)


Pointer = tuple[Memory, int]


def load(item: Item, pointer: Pointer, at: int, place: int) -> Any:
    memory, begin = pointer
    memory.check(item, begin + at, "read", place)
    value = memory.values[begin + at]
    if value is None:
        raise Undefined(place, "no value")
    return value


def store(item: Item, pointer: Pointer, at: int, value: Any, place: int) -> None:
    memory, begin = pointer
    memory.check(item, begin + at, "write", place)
    memory.values[begin + at] = value


def atomic(
    item: Item, pointer: Pointer, at: int, kind: Type, name: str, value: int, place: int
) -> None:
    memory, begin = pointer
    memory.check(item, begin + at, name, place)
    old = memory.values[begin + at]
    if old is None:
        raise Undefined(place, "no value")
    new = {
        "add": old + value,
        "sub": old - value,
        "min": min(old, value),
        "max": max(old, value),
        "and": old & value,
        "or": old | value,
        "xor": old ^ value,
    }[name]
    memory.values[begin + at] = wrap(kind, new)


def texel(
    item: Item,
    pointer: Pointer,
    picture: Picture,
    sampler: str,
    at: Sequence[int],
    place: int,
) -> tuple[Any, ...]:
    """Returns the pixel, the nearest one at the edge, or the border's colour."""
    memory, _ = pointer
    data = picture.data
    near = [min(max(i, 0), n - 1) for i, n in zip(at, memory.shape, strict=True)]
    # The number of a layer is never outside.
    axes = len(near) - picture.kind.endswith("array")
    if sampler == "border" and [*at[:axes]] != near[:axes]:
        stored = (0,) * ORDERS[picture.order]
    else:
        number = linear(memory, near if sampler else at, place)
        value = load(item, pointer, number, place)
        stored = (value,) if picture.order == "R" else value
    channels = (*stored, *(0, 0, 0, data.scale or 1)[len(stored) :])
    if data.scale:
        channels = tuple(max(int(channel), -data.limit) for channel in channels)
    return tuple(float(c) if data.value.floating else c for c in channels)


def pixel(
    item: Item,
    pointer: Pointer,
    picture: Picture,
    at: Sequence[int],
    value: Sequence[Any],
    place: int,
) -> None:
    """Writes a pixel; integers that its channels do not have saturate."""
    memory, _ = pointer
    data = picture.data
    if data.scale:
        value = [min(max(v, -data.limit), data.limit) for v in value]
    stored = [
        float(v) if data.memory.floating else saturate(data.memory, v)
        for v in value[: ORDERS[picture.order]]
    ]
    new = stored[0] if picture.order == "R" else tuple(stored)
    store(item, pointer, linear(memory, at, place), new, place)


def linear(memory: Memory, at: Sequence[int], place: int) -> int:
    """Returns the number of a pixel."""
    number, stride = 0, 1
    for i, size in zip(at, memory.shape, strict=True):
        if not 0 <= i < size:
            raise Undefined(place, "outside")
        number += i * stride
        stride *= size
    return number


def moved(pointer: Pointer, by: int, place: int) -> Pointer:
    memory, begin = pointer
    if not 0 <= begin + by <= len(memory.values):
        raise Undefined(place, "pointer outside")
    return memory, begin + by


def own(item: Item, memory: Memory, at: int, items: int) -> int:
    """Returns the index of one of the work item's own elements."""
    first = item.actor if memory.space == "local" else item.linear
    return first * items + at % items


_HELPERS: dict[str, Any] = {
    "inf": math.inf,
    "known": known,
    "builtin": builtin,
    "Undefined": Undefined,
    "atomic": atomic,
    "divide": divide,
    "exact": exact,
    "load": load,
    "moved": moved,
    "own": own,
    "pixel": pixel,
    "reinterpret": reinterpret,
    "remainder": remainder,
    "saturate": saturate,
    "rounded": rounded,
    "store": store,
    "texel": texel,
    "to_float": to_float,
    "to_integer": to_integer,
    "wrap": wrap,
}


class Translation:
    """
    `program` as a Python function. `places` are the nodes and statements that `Undefined`
    names.
    """

    def __init__(self, program: Program):
        self.program = program
        self.places: list[Node | Statement] = []
        self.names: dict[str, Any] = dict(_HELPERS)
        self.loops: list[Loop] = []
        self.continues: list[str] = []
        lines: list[str] = []
        for function in program.functions:
            lines += self.function(function)
        lines.append("def kernel(item):")
        lines += self.indented(["yield from ()"])
        for name, (_, start) in program.variables.items():
            lines.append(f"  {name} = {self.expression(start)}")
        for name, (_, _, start) in program.pointers.items():
            lines.append(f"  {name} = {self.expression(start)}")
        lines += self.indented(self.block(program.body))
        self.text = "\n".join(lines)
        try:
            exec(compile(self.text, "<program>", "exec"), self.names)
        except SyntaxError as error:
            raise Invalid(str(error)) from None

    def function(self, function: Function) -> list[str]:
        parameters = ["item", *(n for n, _ in function.parameters)]
        lines = [f"def {function.name}({', '.join(parameters)}):", "  yield from ()"]
        for name, kind in function.variables.items():
            lines.append(f"  {name} = {self.expression(Node('const', kind, data=0))}")
        lines += self.indented(self.block(function.body))
        return [*lines, f"  return {self.expression(function.result)}"]

    def place(self, of: Node | Statement) -> int:
        self.places.append(of)
        return len(self.places) - 1

    def type(self, kind: Type) -> str:
        name = f"T_{kind}"
        self.names[name] = kind
        return name

    @staticmethod
    def indented(lines: list[str]) -> list[str]:
        return [f"  {line}" for line in lines]

    # --- expressions -----------------------------------------------------------------

    def each(
        self, node: Node, scalar: Callable[[Node, list[str]], str], values: list[str]
    ) -> str:
        """Returns the text of a vector: `scalar`, a text of texts, for each element."""
        vectors = [kid.type.lanes > 1 for kid in node.kids]
        if not any(vectors):
            return scalar(node, values)
        names = [f"e{i}" for i in range(len(values))]
        inner = scalar(
            node,
            [n if v else t for n, v, t in zip(names, vectors, values, strict=True)],
        )
        over = [t for v, t in zip(vectors, values, strict=True) if v]
        inside = [n for v, n in zip(vectors, names, strict=True) if v]
        return f"tuple([{inner} for {', '.join(inside)}, in zip({', '.join(over)})])"

    def arithmetic(self, node: Node, values: list[str]) -> str:
        x, y = values
        op, kind = node.data, node.kids[0].type
        element = self.type(kind.element)
        vector = kind.lanes > 1
        if op in COMPARISONS:
            return f"(-({x} {op} {y}))" if vector else f"int({x} {op} {y})"
        if op in ("&&", "||"):
            return f"int(bool({x} {'and' if op == '&&' else 'or'} {y}))"
        if kind.floating:
            return f"rounded({element}, {x} {op} {y})"
        if op in "&|^":
            return f"({x} {op} {y})"
        if op in ("<<", ">>"):
            width = kind.bits if vector else max(32, kind.bits)
            return f"wrap({element}, {x} {op} ({y}) % {width})"
        if op in "/%":
            if node.safe:
                y = f"((({y}) & 7) + 1)"
            name = "divide" if op == "/" else "remainder"
            text = f"{name}({x}, {y}, {self.place(node)})"
            if not vector and kind.bits < 32:
                return f"wrap({element}, {text})"
            # The least number by -1; the remainder is undefined as well.
            quotient = f"exact({element}, divide({x}, {y}, {self.place(node)}), {self.place(node)})"
            return quotient if op == "/" else f"({quotient}, {text})[1]"
        text = f"{x} {op} {y}"
        if kind.signed and not node.safe and (vector or kind.bits >= 32):
            return f"exact({element}, {text}, {self.place(node)})"
        return f"wrap({element}, {text})"

    def expression(self, node: Node) -> str:
        kids = [self.expression(kid) for kid in node.kids]
        kind = node.type
        match node.kind:
            case "const":
                if not isinstance(node.data, int | float):
                    return repr(node.data)
                number = float(node.data) if kind.floating else node.data
                return repr((number,) * kind.lanes if kind.lanes > 1 else number)
            case "var" | "pointer":
                return node.data
            case "param":
                return f"item.launch.values[{node.data!r}]"
            case "id":
                function, axis = node.data
                text = f"item.query({function!r}, {axis})"
                return f"wrap({self.type(kind)}, {text})"
            case "unary":
                return self.each(node, self.unary, kids)
            case "binary":
                return self.each(node, self.arithmetic, kids)
            case "select":
                return f"({kids[1]} if {kids[0]} else {kids[2]})"
            case "cast":
                return self.each(node, self.cast, kids)
            case "as":
                types = f"{self.type(kind)}, {self.type(node.kids[0].type)}"
                return f"reinterpret({types}, {kids[0]}, {self.place(node)})"
            case "call":
                return self.each(node, self.builtin, kids)
            case "load":
                at = self.index(node.kids[0], node.kids[1], kids[1], safe=node.safe)
                return f"load(item, {kids[0]}, {at}, {self.place(node)})"
            case "make":
                return f"({', '.join(kids)},)"
            case "texel":
                picture, at = self.pixels(node.kids[0], kids[1:], safe=node.safe)
                return (
                    f"texel(item, {kids[0]}, {picture}, {node.data!r}, {at}, "
                    f"{self.place(node)})"
                )
            case "part":
                return f"{kids[0]}[{node.data}]"
            case "array":
                return f"(item.memory[{node.data!r}], 0)"
            case "choose":
                return f"({kids[1]} if {kids[0]} else {kids[2]})"
            case "moved":
                at = self.index(node.kids[0], node.kids[1], kids[1], safe=node.safe)
                return f"moved({kids[0]}, {at}, {self.place(node)})"
            case _:
                raise AssertionError(node.kind)

    def index(self, pointer: Node, node: Node, at: str, *, safe: bool) -> str:
        if not safe or pointer.kind != "array":
            return at
        array = self.program.arrays[pointer.data]
        # Converted to an unsigned type first.
        mask = (1 << max(node.type.bits, 32)) - 1
        bits = f"(({at}) & {mask})"
        if not array.items:
            return f"{bits} % {array.size}"
        return f"own(item, item.memory[{pointer.data!r}], {bits}, {array.items})"

    def pixels(self, image: Node, at: list[str], *, safe: bool) -> tuple[str, str]:
        """Returns the name of an image's picture, and the text of coordinates."""
        picture = self.program.arrays[image.data].picture
        assert picture is not None
        self.names[f"P_{image.data}"] = picture
        if safe:
            at = [
                f"({text} & {2**32 - 1}) % {size}" if size else "item.linear"
                for text, size in zip(at, picture.sizes, strict=True)
            ]
        return f"P_{image.data}", f"({', '.join(at)},)"

    def unary(self, node: Node, values: list[str]) -> str:
        (x,) = values
        element = self.type(node.type.element)
        if node.data == "!":
            return f"int(not {x})"
        if node.data == "~":
            return f"wrap({element}, ~{x})"
        if node.type.floating:
            return f"(-{x})"
        vector = node.type.lanes > 1
        if node.type.signed and not node.safe and (vector or node.type.bits >= 32):
            return f"exact({element}, -{x}, {self.place(node)})"
        return f"wrap({element}, -{x})"

    def cast(self, node: Node, values: list[str]) -> str:
        (x,) = values
        target, source = node.type, node.kids[0].type
        element = self.type(target.element)
        if source.floating and not target.floating:
            return f"to_integer({element}, {x})"
        if target.floating:
            if source.floating:
                return f"rounded({element}, {x})"
            return f"to_float({element}, {x}, {self.place(node)})"
        return f"wrap({element}, {x})"

    def builtin(self, node: Node, values: list[str]) -> str:
        kind = node.type if node.data == "convert_sat" else node.kids[0].type
        name = node.data
        if name == "clamp" and node.safe:
            return f"min(max({values[0]}, {values[1]}), {values[2]})"
        return (
            f"builtin({name!r}, {self.type(kind.element)}, {self.place(node)}, "
            f"{', '.join(values)})"
        )

    # --- statements ------------------------------------------------------------------

    def block(self, statements: list[Statement]) -> list[str]:
        lines = [line for s in statements for line in self.statement(s)]
        return lines or ["pass"]

    def trips(self) -> str:
        return "".join(f"r_{loop.label}, " for loop in self.loops)

    def statement(self, statement: Statement) -> list[str]:
        exprs = [self.expression(e) for e in statement.exprs]
        match statement.kind:
            case "assign" | "point":
                return [f"{statement.data} = {exprs[0]}"]
            case "store":
                pointer = statement.exprs[0]
                at = self.index(
                    pointer, statement.exprs[1], exprs[1], safe=pointer.safe
                )
                place, value = self.place(statement), exprs[2]
                if pointer.type.floating:
                    value = f"known({value}, {place})"
                if pointer.kind == "array":
                    array = self.program.arrays[pointer.data]
                    if array.field is not None:
                        self.names[f"T_{array.name}"] = array.field.type
                        value = f"wrap(T_{array.name}, {value})"
                return [f"store(item, {exprs[0]}, {at}, {value}, {place})"]
            case "pixel":
                image = statement.exprs[0]
                picture, at = self.pixels(image, exprs[1:-1], safe=image.safe)
                place, value = self.place(statement), exprs[-1]
                return [
                    f"pixel(item, {exprs[0]}, {picture}, {at}, known({value}, {place}), "
                    f"{place})"
                ]
            case "out":
                kind = self.type(statement.exprs[0].type)
                return [f"item.results[{statement.data}] = ({kind}, {exprs[0]})"]
            case "if":
                lines = [f"if {exprs[0]}:"]
                lines += self.indented(self.block(statement.blocks[0]))
                lines += ["else:", *self.indented(self.block(statement.blocks[1]))]
                return lines
            case "loop":
                return self.loop(statement)
            case "switch":
                return self.switch(statement, exprs[0])
            case "break":
                return ["break"]
            case "continue":
                # Inside a switch, which is a loop here, the loop around it goes on.
                return [self.continues[-1]] if self.continues else ["continue"]
            case "return":
                return ["return 0"]
            case "leave":
                return [f"raise Leave_{statement.data}"]
            case "barrier":
                place = self.place(statement)
                return [f"yield ({place}, ({self.trips()}), {statement.data!r}, None)"]
            case "exchange":
                place = self.place(statement)
                kind = self.type(statement.exprs[0].type)
                values = f"({kind}, {', '.join(exprs)})"
                return [
                    f"{statement.target} = yield ({place}, ({self.trips()}), "
                    f"{statement.data!r}, {values})"
                ]
            case "copy":
                place = self.place(statement)
                return [
                    f"yield ({place}, ({self.trips()}), 'copy', ({', '.join(exprs)}))"
                ]
            case "atomic":
                pointer = statement.exprs[0]
                at = self.index(
                    pointer, statement.exprs[1], exprs[1], safe=pointer.safe
                )
                kind = self.type(pointer.type)
                return [
                    f"atomic(item, {exprs[0]}, {at}, {kind}, {statement.data!r}, "
                    f"{exprs[2]}, {self.place(statement)})"
                ]
            case "call":
                values = "".join(f", {e}" for e in exprs)
                return [
                    f"{statement.target} = yield from {statement.data}(item{values})"
                ]
            case _:
                raise AssertionError(statement.kind)

    def switch(self, statement: Statement, value: str) -> list[str]:
        """A loop of one round, whose `break` leaves the switch."""
        name = f"s{len(self.places)}"
        self.place(statement)
        outer = self.continues
        self.continues = [*outer, f"{name}_on = True; break"]
        lines = [f"{name} = {value}", f"{name}_on = {name}_in = False", "while True:"]
        inside: list[str] = []
        named = [n for labels, _ in statement.data for n in labels if n is not None]
        for (labels, falls), inner in zip(
            statement.data, statement.blocks, strict=True
        ):
            numbers = [n for n in labels if n is not None]
            test = f"{name} in {numbers}"
            if None in labels:
                test += f" or {name} not in {named}"
            inside.append(f"if {name}_in or {test}:")
            body = [f"{name}_in = True", *self.block(inner)]
            inside += self.indented(body if falls else [*body, "break"])
        inside.append("break")
        self.continues = outer
        lines += self.indented(inside)
        if self.loops:
            on = outer[-1] if outer else "continue"
            if f"{name}_on = True" in "\n".join(inside):
                lines.append(f"if {name}_on: {on}")
        return lines

    def loop(self, statement: Statement) -> list[str]:
        loop: Loop = statement.data
        c, label, place = loop.counter, loop.label, self.place(statement)
        element = self.type(loop.type)
        match loop.step:
            case ">>= 1":
                step = f"{c} = {c} >> 1"
            case "/= 2":
                step = f"{c} = divide({c}, 2, {place})"
            case "*= 2":
                step = f"{c} = wrap({element}, {c} * 2)"
            case int(by):
                check = "exact" if loop.type.signed and loop.type.bits >= 32 else "wrap"
                last = f", {place}" if check == "exact" else ""
                step = f"{c} = {check}({element}, {c} + {by}{last})"
            case _:
                raise AssertionError(loop.step)
        if loop.step == "*= 2" and loop.type.signed:
            step = f"{c} = exact({element}, {c} * 2, {place})"
        start = self.expression(loop.start)
        test = (
            f"if not ({c} {loop.compare} {self.expression(statement.exprs[0])}): break"
        )
        count = f"r_{label} += 1; item.burn({place})"
        self.loops.append(loop)
        outer, self.continues = self.continues, []
        body = self.block(statement.blocks[0])
        self.continues = outer
        self.loops.pop()
        lines = [f"{c} = {start}", f"r_{label} = 0"]
        match loop.form:
            case "for":
                inside = [f"if r_{label}: {step}", test, count, *body]
            case "while" | "ever":
                inside = [test, count, step, *body]
            case "do" | "goto":
                inside = [f"if r_{label}:", f"  {test}", count, step, *body]
            case _:
                raise AssertionError(loop.form)
        lines += ["while True:", *self.indented(inside)]
        if any(s.kind == "leave" and s.data == label for s in statement.walk()):
            self.names[f"Leave_{label}"] = type(f"Leave_{label}", (Exception,), {})
            lines = ["try:", *self.indented(lines), f"except Leave_{label}: pass"]
        return lines

    # --- execution -------------------------------------------------------------------

    def run(self, launch: Launch) -> Outcome:
        """Executes a launch."""
        program = self.program
        sizes = (*launch.global_size, 1, 1)[:3]
        locals_ = (*launch.local_size, 1, 1)[:3]
        outcome = Outcome(initial(program, launch), [])
        outcome.results = [
            [None] * program.outs for _ in range(sizes[0] * sizes[1] * sizes[2])
        ]
        shared: dict[str, Memory] = {}
        for name, values in outcome.memory.items():
            array = program.arrays[name]
            shape = array.picture.shape(len(outcome.results)) if array.picture else ()
            shared[name] = shared.get(array.same) or Memory(array.space, values, shape)
        counts = [range(-(-s // n)) for s, n in zip(sizes, locals_, strict=True)]
        for number, ids in enumerate(product(*reversed(counts))):
            ids = tuple(reversed(ids))
            size = tuple(
                min(n, s - i * n) for i, s, n in zip(ids, sizes, locals_, strict=True)
            )
            items = locals_[0] * locals_[1] * locals_[2]
            memory = dict(shared)
            for name, array in program.arrays.items():
                if array.space == "local":
                    count = array.items * items or array.size
                    memory[name] = Memory("local", [None] * count)
            begin = number << 32
            epochs = {"local": 0, "global": begin, "image": begin}
            group = Group(number, ids, size, memory, epochs)
            self.run_group(group, launch, outcome)
        return outcome

    def run_group(self, group: Group, launch: Launch, outcome: Outcome) -> None:
        program = self.program
        sizes = (*launch.global_size, 1, 1)
        locals_ = (*launch.local_size, 1, 1)
        running: list[tuple[Item, Generator[Any, Any, Any]]] = []
        places = product(*(range(n) for n in reversed(group.size)))
        for actor, local in enumerate(places):
            local = tuple(reversed(local))
            x, y, z = (
                i * n + j for i, n, j in zip(group.ids, locals_, local, strict=False)
            )
            linear = x + sizes[0] * (y + sizes[1] * z)
            if program.across:
                actor = local[1] + group.size[1] * local[0]
                linear = y + sizes[1] * x
            item = Item(actor, group, launch, local, linear, outcome.results[linear])
            item.memory = dict(group.memory)
            for name, array in program.arrays.items():
                if array.space == "private":
                    one = 1.0 if array.type.floating else 1
                    values: list[Any] = [one * i * 3 for i in range(array.size)]
                    if array.field is not None:
                        values = [wrap(array.field.type, v) for v in values]
                    item.memory[name] = Memory("private", values)
            running.append((item, self.names["kernel"](item)))
        answers: list[Any] = [None] * len(running)
        while True:
            met: list[Any] = []
            for (_, code), answer in zip(running, answers, strict=True):
                try:
                    met.append(code.send(answer))
                except StopIteration:
                    met.append(None)
            if all(m is None for m in met):
                return
            first = next(m for m in met if m is not None)
            if any(m is None or m[:2] != first[:2] for m in met):
                raise Undefined(first[0], "divergent")
            answers = self.meet(group, running[0][0], met)

    def meet(self, group: Group, first: Item, met: list[Any]) -> list[Any]:
        """
        Makes what the group does together, now that all are there. Returns each work
        item's result.
        """
        place, _, what, _ = met[0]
        values = [m[3] for m in met]
        if what == "copy":
            if any(_address(v) != _address(values[0]) for v in values):
                raise Undefined(place, "divergent")
            everyone = Item(_ALL, group, first.launch, first.local, -1, [])
            to, at, source, begin, count = values[0]
            for number in range(count):
                value = load(everyone, source, begin + number, place)
                store(everyone, to, at + number, value, place)
            return [None] * len(met)
        if isinstance(what, str) and not what.startswith("CLK"):
            return collective(what, values, place)
        if "LOCAL" in what:
            group.epochs["local"] += 1
        if "GLOBAL" in what:
            group.epochs["global"] += 1
        if "IMAGE" in what:
            group.epochs["image"] += 1
        return [None] * len(met)


def _address(copy: tuple[Pointer, int, Pointer, int, int]) -> object:
    (to, a), b, (source, c), d, count = copy
    return id(to), a + b, id(source), c + d, count


def collective(name: str, given: list[tuple[Any, ...]], place: int) -> list[Any]:
    """Returns the result of a work-group function for each work item."""
    kind = given[0][0]
    values = [g[1] for g in given]
    if name == "any":
        return [int(any(values))] * len(values)
    if name == "all":
        return [int(all(values))] * len(values)
    if name == "broadcast":
        chosen = {g[2] for g in given}
        if len(chosen) != 1 or not 0 <= (at := chosen.pop()) < len(values):
            raise Undefined(place, "broadcast")
        return [values[at]] * len(values)
    how, what = name.rsplit("_", 1)
    start = {"add": 0, "min": kind.high, "max": kind.low}[what]
    sums = [start]
    for value in values:
        if what == "add":
            sums.append(wrap(kind, sums[-1] + value))
        else:
            sums.append(builtin(what, kind, place, sums[-1], value))
    if how == "reduce":
        return [sums[-1]] * len(values)
    return sums[1:] if how == "scan_inclusive" else sums[:-1]


@dataclass
class Outcome:
    """
    The contents of memory after a launch. `results` are by global linear id and number: pairs
    of a type and a value, `None` if none was stored.
    """

    memory: dict[str, list[Any]]
    results: list[list[Any]]


SPECIAL = (0.0, -0.0, 0.0, -0.0, 0.001, -3e-7, 65504.0, -1e30, 3e-41, math.inf)
"""Numbers whose signs, sizes or infinity get lost easily."""


def draw(generator: random.Random, kind: Type, *, special: bool = True) -> Any:
    """Returns a number of a scalar type: small ones, those at the type's ends, any."""
    if kind.floating:
        if special and generator.random() < 0.4:
            return rounded(kind, generator.choice(SPECIAL))
        return float(generator.randint(-40, 40))
    way = generator.random()
    if way < 0.5:
        return wrap(kind, generator.randint(-9 if kind.signed else 0, 20))
    if way < 0.75:
        near = generator.choice([0, kind.low, kind.high, 1 << (kind.bits // 2)])
        return wrap(kind, near + generator.randint(-3, 3))
    return generator.randint(kind.low, kind.high)


def initial(program: Program, launch: Launch) -> dict[str, list[Any]]:
    """Returns the contents of global and constant memory before a launch."""
    items = 1
    for size in launch.global_size:
        items *= size
    memory: dict[str, list[Any]] = {}
    for array in program.arrays.values():
        if array.space in ("global", "constant", "image"):
            memory[array.name] = memory.get(array.same) or contents(
                array, items, launch.seed
            )
    return memory


def contents(array: Array, items: int, seed: int) -> list[Any]:
    """Returns what an array holds before a launch of so many work items."""
    generator = random.Random(f"{seed} {array.name}")
    count = array.items * items or array.size
    if array.picture is not None:
        count = math.prod(array.picture.shape(items))
    kind = array.type if array.field is None else array.field.type
    if array.fill == "zero":
        return [0] * count
    if array.fill == "flat":
        return [draw(generator, kind) % 4] * count
    if array.fill == "small":
        return [generator.randrange(8) for _ in range(count)]
    special = array.picture is None
    numbers = [
        tuple(draw(generator, kind.element, special=special) for _ in range(kind.lanes))
        for _ in range(count)
    ]
    return numbers if kind.lanes > 1 else [first for (first,) in numbers]


__all__ = ["Invalid", "Outcome", "Translation", "Undefined", "used_of_function"]
