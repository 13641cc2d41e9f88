"""
The tree of a program: types, expressions, statements, functions, launches.

Expressions and statements have one class each, with a kind, so that a walk, the printers
and the shrinker need no case for what they do not change.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Type:
    """A scalar or vector type of OpenCL C; `bits` are those of an element."""

    name: str
    bits: int
    signed: bool
    floating: bool = False
    lanes: int = 1

    def __str__(self) -> str:
        return self.name if self.lanes == 1 else f"{self.name}{self.lanes}"

    def vector(self, lanes: int) -> Type:
        """The type with the same elements, and as many of them."""
        return Type(self.name, self.bits, self.signed, self.floating, lanes)

    @property
    def element(self) -> Type:
        return self.vector(1)

    @property
    def unsigned(self) -> Type:
        """The unsigned type of the same size."""
        return integer(self.bits, signed=False).vector(self.lanes)

    @property
    def as_signed(self) -> Type:
        return integer(self.bits, signed=True).vector(self.lanes)

    @cached_property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @cached_property
    def high(self) -> int:
        return (1 << (self.bits - 1 if self.signed else self.bits)) - 1


CHAR = Type("char", 8, True)
UCHAR = Type("uchar", 8, False)
SHORT = Type("short", 16, True)
USHORT = Type("ushort", 16, False)
INT = Type("int", 32, True)
UINT = Type("uint", 32, False)
LONG = Type("long", 64, True)
ULONG = Type("ulong", 64, False)
FLOAT = Type("float", 32, True, floating=True)
DOUBLE = Type("double", 64, True, floating=True)
HALF = Type("half", 16, True, floating=True)
INTEGERS = (CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG)


def integer(bits: int, *, signed: bool) -> Type:
    """The scalar integer type of `bits`."""
    return next(t for t in INTEGERS if (t.bits, t.signed) == (bits, signed))


@dataclass(eq=False)
class Node:
    """
    An expression. `data` is a name, a number, an operator.

    kind       data                kids
    const      value               -
    var        name                -           of the work item, or a loop's counter
    param      name                -           an argument by value
    id         (function, axis)    -
    unary      - ~ !               1
    binary     operator            2
    select     -                   condition, then, else
    cast       -                   1           of scalars; of vectors: convert_T
    as         -                   1           the same bits
    call       builtin             its arguments
    load       -                   pointer, index
    make       -                   as many scalars as the vector has elements
    part       index               vector
    texel      sampler or ""       image, coordinates          four channels
    array      name                -           a pointer to its first element
    pointer    name                -           a variable that is a pointer
    choose     -                   condition, pointer, pointer
    moved      -                   pointer, index

    `safe` asks for the form of an operation that is defined for all operands.
    """

    kind: str
    type: Type
    kids: list[Node] = field(default_factory=list["Node"])
    data: Any = None
    safe: bool = False

    def walk(self) -> Iterator[Node]:
        """Yields the node and all below it."""
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.kids))


@dataclass(eq=False)
class Statement:
    """
    A statement. `uniform`: all work items of a group come here together.

    kind       data                      exprs                 blocks
    assign     variable                  value                 -
    point      pointer variable          pointer               -
    store      -                         pointer, index, value -
    out        index                     value                 -      to the item's results
    if         -                         condition             then, else
    loop       Loop                      bound                 body
    switch     list of (labels, falls)   value                 one a case
    break continue return                -
    leave      a loop's label            -                     -      goto after that loop
    barrier    flags                     -                     -
    exchange   collective's name         value                 -      `target` gets it
    pixel      -                         image, coordinates, four channels
    copy       to global?                pointer, index, pointer, index, count     async
    atomic     function                  pointer, index, value -
    call       function's name           values                -      `target` gets it
    """

    kind: str
    exprs: list[Node] = field(default_factory=list[Node])
    blocks: list[list[Statement]] = field(default_factory=list["list[Statement]"])
    data: Any = None
    target: str = ""
    uniform: bool = False

    def walk(self) -> Iterator[Statement]:
        """Yields the statement and all inside."""
        stack: list[Statement] = [self]
        while stack:
            statement = stack.pop()
            yield statement
            for block in reversed(statement.blocks):
                stack.extend(reversed(block))

    def nodes(self) -> Iterator[Node]:
        """Yields the expressions of the statement itself."""
        for expr in self.exprs:
            yield from expr.walk()


@dataclass
class Loop:
    """
    A loop over a counter of its own.

    form       text
    for        for (i = start; i < bound; i += step)        with `compare` for <
    while      i = start; while (i < bound) { i += step; ...}
    do         i = start; do { i += step; ...} while (i < bound)
    goto       i = start; again: i += step; ... if (i < bound) goto again
    ever       i = start; for (;;) { if (!(i < bound)) break; i += step; ...}

    `step` is added, or one of `">>= 1"`, `"/= 2"`, `"*= 2"`.
    """

    form: str
    counter: str
    type: Type
    start: Node
    compare: str
    step: int | str
    label: str


@dataclass(frozen=True)
class Channel:
    """
    A data type of an image's channels: that in memory, and that of reads and writes.

    Reads and writes with a `scale` are of `float`, and round. They are exact for integers by
    which the program multiplies or divides, within `limit`: `write_imagef(..., n / 255.0f)`.
    """

    memory: Type
    value: Type = INT
    scale: int = 0
    limit: int = 0


CHANNELS = {
    "SIGNED_INT8": Channel(CHAR),
    "SIGNED_INT16": Channel(SHORT),
    "SIGNED_INT32": Channel(INT),
    "UNSIGNED_INT8": Channel(UCHAR, UINT),
    "UNSIGNED_INT16": Channel(USHORT, UINT),
    "UNSIGNED_INT32": Channel(UINT, UINT),
    "FLOAT": Channel(FLOAT, FLOAT),
    "HALF_FLOAT": Channel(HALF, scale=1, limit=2048),
    # Above the scale is more than 1, below 0 less than the type has: that saturates.
    "UNORM_INT8": Channel(UCHAR, scale=255, limit=300),
    "UNORM_INT16": Channel(USHORT, scale=65535, limit=70000),
    # Whether less than -1 is stored as -128 is open.
    "SNORM_INT8": Channel(CHAR, scale=127, limit=127),
    "SNORM_INT16": Channel(SHORT, scale=32767, limit=32767),
}
ORDERS = {"R": 1, "RG": 2, "RGBA": 4}
"""Channels in memory."""
IMAGES = {"1d": 1, "1d_array": 2, "2d": 2, "2d_array": 3, "3d": 3}
"""Coordinates."""


@dataclass(frozen=True)
class Picture:
    """
    An image's access, type, channels and size, the width first. An axis of size 0 has as
    many pixels as the launch has work items; each writes those with its own number.
    """

    access: str
    kind: str
    order: str
    channel: str
    sizes: tuple[int, ...]

    @property
    def data(self) -> Channel:
        return CHANNELS[self.channel]

    def shape(self, items: int) -> tuple[int, ...]:
        """The sizes for a launch of so many work items."""
        return tuple(size or items for size in self.sizes)


@dataclass(frozen=True)
class Field:
    """
    A bit-field `q` of a structure with these `members` and `size` bytes: the numbers of `type`, as
    many bits as it has from bit `first` on. Expressions have `value`, which all of them fit in.
    """

    members: str
    size: int
    first: int
    type: Type
    value: Type

    def store(self, value: int, number: int) -> bytes:
        """Returns element `number` of an array; the bits around the field differ."""
        around = int.from_bytes(bytes(37 * (number + i) + 90 & 255 for i in range(8)))
        mask = ((1 << self.type.bits) - 1) << self.first
        whole = (around & ~mask) | (value << self.first & mask)
        return (whole & ((1 << 8 * self.size) - 1)).to_bytes(self.size, "little")


def _bits(bits: int, *, signed: bool = True) -> Type:
    return Type("int" if signed else "uint", bits, signed)


FIELDS = (
    Field("int q : 24; char c;", 4, 0, _bits(24), INT),
    Field("char c; int q : 24;", 4, 8, _bits(24), INT),
    Field("long q : 48; short c;", 8, 0, _bits(48), LONG),
    Field("ulong q : 40; uchar c; ushort d;", 8, 0, _bits(40, signed=False), ULONG),
    Field("uchar c; ulong q : 56;", 8, 8, _bits(56, signed=False), ULONG),
    Field("uint q : 24;", 4, 0, _bits(24, signed=False), UINT),
    Field("uint c : 5; uint q : 13; int d : 14;", 4, 5, _bits(13, signed=False), UINT),
    Field("int c : 7; int q : 1; int d : 20;", 4, 7, _bits(1), INT),
    Field("short q : 12; char c;", 4, 0, _bits(12), INT),
)
"""Layouts of C on x86-64, AArch64 and AMDGPU."""
WHOLE_FIELDS = FIELDS[:5]
"""Those that Clang stores without a load of what is around."""


@dataclass(frozen=True)
class Array:
    """
    Memory: `space` is `global`, `constant`, `local` or `private`. `items`: so many elements
    for each work item, of the launch (global) or the group (local); else `size` of them.
    `fill` says how they are drawn. An `image` has a picture; its type is that of a pixel. `same`
    names an array before it that is passed once more under this name. With a `field` the
    elements are structures, of which programs access the field.
    """

    name: str
    space: str
    type: Type
    size: int = 0
    items: int = 0
    const: bool = False
    fill: str = "random"
    picture: Picture | None = None
    same: str = ""
    field: Field | None = None


@dataclass
class Function:
    """A function that the kernel calls: it has the kernel's arguments, then its own."""

    name: str
    parameters: list[tuple[str, Type]]
    variables: dict[str, Type]
    body: list[Statement]
    result: Node
    noinline: bool = False


@dataclass(frozen=True)
class Launch:
    """
    The sizes and the arguments by value of a launch; `seed` draws the buffers' contents.
    """

    global_size: tuple[int, ...]
    local_size: tuple[int, ...]
    offset: tuple[int, ...]
    values: dict[str, int]
    seed: int


@dataclass
class Program:
    """
    A kernel and its launches. `variables` have types and what they start with;
    `pointers` what they point to. `across`: neighbours in memory lie along dimension 1 of its two,
    and the numbers of work items follow that.
    """

    name: str
    arrays: dict[str, Array]
    parameters: dict[str, Type]
    variables: dict[str, tuple[Type, Node]]
    pointers: dict[str, tuple[str, Type, Node]]
    functions: list[Function]
    body: list[Statement]
    outs: int
    launches: list[Launch]
    across: bool = False

    def copy(self) -> Program:
        """A program that shares nothing with this one."""
        return copy.deepcopy(self)

    def blocks(self) -> Iterator[list[Statement]]:
        """Yields every list of statements."""
        roots = [f.body for f in self.functions] + [self.body]
        for root in roots:
            yield root
            for statement in root:
                for inner in statement.walk():
                    yield from inner.blocks

    def statements(self) -> Iterator[Statement]:
        for block in self.blocks():
            yield from block

    def roots(self) -> Iterator[Node]:
        """Yields every expression that no other contains."""
        for statement in self.statements():
            yield from statement.exprs
            if isinstance(statement.data, Loop):
                yield statement.data.start
        for _, start in self.variables.values():
            yield start
        for _, _, start in self.pointers.values():
            yield start
        for function in self.functions:
            yield function.result

    def nodes(self) -> Iterator[Node]:
        for root in self.roots():
            yield from root.walk()
