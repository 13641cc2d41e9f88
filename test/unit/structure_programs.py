"""
Random kernels on private structures, and what they compute: OpenCL C beside functions that
change the bytes of one work item, by the rules of C for structures, unions and arrays.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

SCALARS = {"uchar": 1, "ushort": 2, "uint": 4, "ulong": 8}


@dataclass(frozen=True)
class Type:
    """A type of OpenCL C: a number, an array of `count`, or a structure or union of `members`."""

    name: str
    size: int
    align: int
    members: tuple[tuple[str, int, Type], ...] = ()
    """Name, byte and type of each."""
    element: Type | None = None
    count: int = 0


NUMBERS = {name: Type(name, size, size) for name, size in SCALARS.items()}


def array_of(element: Type, count: int) -> Type:
    return Type("", element.size * count, element.align, (), element, count)


@dataclass
class Item:
    """The memory of one work item, and its numbers."""

    x: int
    m: int
    i: int
    memory: dict[str, bytearray]


Run = Callable[[Item], None]
Number = Callable[[Item], int]


@dataclass(frozen=True)
class Place:
    """An lvalue: its text, variable, byte and type."""

    text: str
    variable: str
    byte: Number
    type: Type

    def read(self, item: Item) -> bytes:
        at = self.byte(item)
        return bytes(item.memory[self.variable][at : at + self.type.size])

    def write(self, item: Item, value: bytes) -> None:
        at = self.byte(item)
        item.memory[self.variable][at : at + self.type.size] = value


class Generator:
    """One program: its types, helper functions, and kernel `k`."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.varied = self.random.random() < 0.4
        """Unions and varying indices, which keep variables in memory, and longer arrays are frequent."""
        self.types: list[Type] = []
        self.text: list[str] = []
        for number in range(4):
            self.types.append(self.structure(number))
        self.helpers = [self.helper(type) for type in self.types]

    def structure(self, number: int) -> Type:
        pick = self.random
        union = self.varied and number > 1 and pick.random() < 0.4
        members: list[tuple[str, int, Type]] = []
        lines: list[str] = []
        end = size = 0
        align = 1
        for index in range(pick.randint(2, 4 if self.varied else 3)):
            choices = [*NUMBERS.values(), *self.types[-2:]]
            type = pick.choice(choices)
            if pick.random() < 0.4:
                most = 4 if type.members else 20 if self.varied else 3
                count = pick.randint(1, most)
                lines.append(f"{type.name} m{index}[{count}];")
                type = array_of(type, count)
            else:
                lines.append(f"{type.name} m{index};")
            byte = 0 if union else -(-end // type.align) * type.align
            members.append((f"m{index}", byte, type))
            end = byte + type.size
            size, align = max(size, end), max(align, type.align)
        kind = "union" if union else "struct"
        self.text.append(f"typedef {kind} {{ {' '.join(lines)} }} T{number};")
        return Type(f"T{number}", -(-size // align) * align, align, tuple(members))

    # --- places ------------------------------------------------------------------------

    def index(self, count: int) -> tuple[str, Number]:
        pick = self.random.randrange(4 if self.varied else 40)
        if pick == 0:
            return f"(x + i) % {count}u", lambda item: (item.x + item.i) % count
        if pick == 1:
            return f"(i ^ m) % {count}u", lambda item: (item.i ^ item.m) % count
        number = self.random.randrange(count)
        return str(number), lambda item: number

    def below(self, place: Place) -> list[Place]:
        """One of the parts of `place`, and of its parts, down to a number."""
        found = [place]
        while place.type.members or place.type.element is not None:
            byte = place.byte
            if place.type.element is not None:
                index, number = self.index(place.type.count)
                element = place.type.element

                def indexed(
                    item: Item,
                    byte: Number = byte,
                    number: Number = number,
                    size: int = element.size,
                ) -> int:
                    return byte(item) + number(item) * size

                text = f"{place.text}[{index}]"
                place = Place(text, place.variable, indexed, element)
            else:
                name, offset, type = self.random.choice(place.type.members)

                def member(
                    item: Item, byte: Number = byte, offset: int = offset
                ) -> int:
                    return byte(item) + offset

                place = Place(f"{place.text}.{name}", place.variable, member, type)
            found.append(place)
        return found

    def number(self, roots: Sequence[Place]) -> Place:
        return self.below(self.random.choice(roots))[-1]

    # --- statements ----------------------------------------------------------------------

    def expression(self, roots: Sequence[Place]) -> tuple[str, Number]:
        place = self.number(roots)
        text, factor = f"{place.text}", self.random.randrange(1, 9)

        def value(item: Item) -> int:
            return int.from_bytes(place.read(item), "little")

        if self.random.random() < 0.5:
            return f"(ulong){text} * {factor}u + x", lambda t: value(t) * factor + t.x
        other = self.number(roots)

        def both(item: Item) -> int:
            return value(item) ^ int.from_bytes(other.read(item), "little") + item.i

        return f"(ulong){text} ^ ((ulong){other.text} + i)", both

    def assign(self, roots: Sequence[Place]) -> tuple[str, Run]:
        place = self.number(roots)
        text, value = self.expression(roots)
        size = place.type.size

        def run(item: Item) -> None:
            number = value(item) % 256**size
            place.write(item, number.to_bytes(size, "little"))

        return f"{place.text} = {text};", run

    def copy(self, roots: Sequence[Place]) -> tuple[str, Run]:
        """An assignment of whole structures of two variables."""
        for _ in range(20):
            one, other = self.random.choice(roots), self.random.choice(roots)
            if one.variable == other.variable:
                continue
            wanted = [p for p in self.below(one) if p.type.members]
            given = [p for p in self.below(other) if p.type.members]
            for to in self.random.sample(wanted, len(wanted)):
                for source in given:
                    if source.type == to.type:
                        text = f"{to.text} = {source.text};"
                        return text, lambda t, to=to, s=source: to.write(t, s.read(t))
        return self.assign(roots)

    def call(self, roots: Sequence[Place]) -> tuple[str, Run]:
        """A helper that changes a structure: by its address, or a copy that it returns."""
        place = self.random.choice(
            [p for p in self.below(self.random.choice(roots)) if p.type.members]
        )
        number = self.types.index(place.type)
        body = self.helpers[number]
        by_address = self.random.random() < 0.6
        text = (
            f"change{number}(&{place.text}, x, i, m);"
            if by_address
            else f"{place.text} = changed{number}({place.text}, x, i, m);"
        )

        def run(item: Item) -> None:
            inner = Item(item.x, item.m, item.i, {"s": bytearray(place.read(item))})
            at = place.byte(item)
            body(inner)
            item.memory[place.variable][at : at + place.type.size] = inner.memory["s"]

        return text, run

    def helper(self, type: Type) -> Run:
        number = self.types.index(type)
        root = Place("(*s)", "s", lambda item: 0, type)
        made = [self.assign([root]) for _ in range(self.random.randint(1, 3))]
        body = " ".join(text for text, _ in made)
        numbers = "uint x, uint i, uint m"
        self.text += [
            f"void change{number}(T{number} *s, {numbers}) {{ {body} }}",
            f"T{number} changed{number}(T{number} t, {numbers}) "
            f"{{ change{number}(&t, x, i, m); return t; }}",
        ]

        def body_of(item: Item) -> None:
            for _, run in made:
                run(item)

        return body_of

    def statement(self, roots: Sequence[Place], depth: int) -> tuple[str, Run]:
        pick = self.random.random()
        if depth and pick < 0.15:
            bit = 1 << self.random.randrange(4)
            yes, then = self.block(roots, depth - 1)
            no, otherwise = self.block(roots, depth - 1)

            def branch(item: Item) -> None:
                (then if (item.x + item.i) & bit else otherwise)(item)

            return f"if ((x + i) & {bit}) {{ {yes} }} else {{ {no} }}", branch
        if depth and pick < 0.3:
            count = self.random.choice(["(x & 3u)", "m", "3"])
            text, body = self.block(roots, depth - 1)

            def loop(item: Item) -> None:
                kept = item.i
                for i in range({"m": item.m, "3": 3}.get(count, item.x & 3)):
                    item.i = i
                    body(item)
                item.i = kept

            return f"for (uint i = 0; i < {count}; ++i) {{ {text} }}", loop
        if pick < 0.5:
            return self.copy(roots)
        if pick < 0.7:
            return self.call(roots)
        return self.assign(roots)

    def block(self, roots: Sequence[Place], depth: int) -> tuple[str, Run]:
        made = [self.statement(roots, depth) for _ in range(self.random.randint(1, 4))]

        def run(item: Item) -> None:
            for _, each in made:
                each(item)

        return "\n".join(text for text, _ in made), run

    def program(self) -> tuple[str, list[tuple[str, Type]], list[Run]]:
        """
        Returns the text, the variables of the kernel, and what a work item does. The kernel takes
        the variable `g` by value and the others in one array each, and writes all of them back.
        """
        pick = self.random
        variables = [
            (f"v{n}", pick.choice(self.types)) for n in range(pick.randint(2, 4))
        ]
        variables.append(("g", pick.choice(self.types)))
        roots = [Place(name, name, lambda item: 0, type) for name, type in variables]
        made: list[tuple[str, Run]] = []
        for _ in range(pick.randint(3, 7)):
            made.append(self.statement(roots, 2))
            if pick.random() < 0.2:
                made.append(("barrier(CLK_LOCAL_MEM_FENCE);", lambda item: None))
        arguments = [f"global {type.name} *a{name}" for name, type in variables]
        head = [f"{type.name} {n} = a{n}[x];" for n, type in variables if n != "g"]
        tail = [f"a{name}[x] = {name};" for name, _ in variables]
        kernel = (
            f"kernel void k({', '.join(arguments)}, {variables[-1][1].name} g, uint m) {{\n"
            "uint x = get_global_id(0), i = x & 7u;\n"
        )
        body = "\n".join((*head, *(text for text, _ in made), *tail))
        text = "\n".join((*self.text, f"{kernel}{body}\n}}\n"))
        return text, variables, [run for _, run in made]
