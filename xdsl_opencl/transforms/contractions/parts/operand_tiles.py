"""
The tile of a factor that a work-group multiplies, and its copy in local memory.

A tile has lines (rows of the first factor, columns of the second) and the places of each
line along the depth. In local memory either the places of a line follow each other, as matrix
instructions want them, or the lines of a place.

On a GPU the work items share a tile: each loads vectors along the direction in which global memory is
contiguous, and stores them. Where local memory has the other direction, it loads several vectors
side by side and stores the transposed block.

Lines beyond the end are the last line again, since their results are not stored. Places beyond
the end are zeros in both factors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from xdsl import ir
from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.ir.element_types import element_of, like
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    all_of,
    compared,
    divided,
    indices_at,
    least,
    plus,
    quotient,
    remainder,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Factor,
    contiguous_loop,
)
from xdsl_opencl.transforms.contractions.problems.schedule import VECTOR_BYTES, bytes_of

_TURNED_BYTES = 8
"""The bytes that a work item stores at once after a transposition."""

_APART = 8
"""
The distance, in lines, between two groups of work items that store side by side along the depth.
With the padding of each line that is half of the banks.
"""


Values = Mapping[int, Number]
"""The values of loops, by their numbers."""


@dataclass(frozen=True)
class Direction:
    """One direction of a tile: its loops with their sizes, the last fastest, and its extent."""

    loops: tuple[int, ...]
    sizes: tuple[Number, ...]
    extent: int

    @cached_property
    def last(self) -> Number:
        return self.sizes[-1]

    def is_divided(self, size: Number) -> bool:
        """True if tiles have no part beyond the end of `size`."""
        return isinstance(size, int) and size % self.extent == 0

    def at(self, build: TileBuilder, number: Number) -> Values:
        """The values of the loops in iteration `number` of all of them."""
        found = divided(build, number, self.sizes) if self.loops else ()
        return dict(zip(self.loops, found, strict=True))

    def within(
        self, build: TileBuilder, number: Number, total: Number, count: int = 1
    ) -> Values:
        """
        The values of the loops for the first of `count` iterations from `number` on; those of the last
        ones of `total` beyond the end.
        """
        if not self.is_divided(total):
            number = least(build, number, plus(build, total, -count))
        return self.at(build, number)


class Tile:
    """
    `lines` of `factor`, of which there are `total`, along `depth`, as a copy of the type `element` (else of its
    own). `lines_follow` says that the lines of a place follow each other there; `front` places precede them.
    """

    padding = 0
    """Elements after each line, or place, of the copy."""

    def __init__(
        self,
        factor: Factor,
        lines: Direction,
        depth: Direction,
        total: Number,
        lines_follow: bool,
        element: Attribute | None = None,
        front: int = 0,
    ):
        self.factor, self.lines, self.depth, self.total = factor, lines, depth, total
        self.lines_follow, self.front = lines_follow, front
        self.element = element or factor.type.element_type
        along = contiguous_loop(factor)
        self.along_lines = along == lines.loops[-1]
        self.along_depth = along == depth.loops[-1]

    @property
    def memory_type(self) -> MemRefType[Attribute]:
        """The type of the copy."""
        outer, inner = self.front + self.depth.extent, self.lines.extent
        if not self.lines_follow:
            outer, inner = inner, outer
        return MemRefType(self.element, (outer, inner + self.padding))

    def indices(
        self, build: TileBuilder, line: Number, place: Number
    ) -> Sequence[SSAValue]:
        """Returns the indices of an element of the copy."""
        outer, inner = plus(build, place, self.front), line
        if not self.lines_follow:
            outer, inner = inner, outer
        return value_of(build, outer), value_of(build, inner)

    def store(
        self,
        build: TileBuilder,
        memory: SSAValue,
        value: SSAValue,
        line: Number,
        place: Number,
    ) -> None:
        """Stores an element, or a vector of elements, of the copy in `memory`."""
        indices = self.indices(build, line, place)
        if isinstance(value.type, VectorType):
            build.insert(vector.StoreOp(value, memory, indices))
        else:
            build.insert(memref.StoreOp.get(value, memory, indices))


@dataclass(frozen=True)
class Block:
    """The vectors of one work item that lie side by side, by their first line and place."""

    line: Number
    place: Number


class OperandTile(Tile):
    """A tile that work items share."""

    def __init__(
        self,
        factor: Factor,
        lines: Direction,
        depth: Direction,
        total: Number,
        lines_follow: bool,
        work_items: int,
    ):
        super().__init__(factor, lines, depth, total, lines_follow)
        self.is_contiguous = self.along_lines or self.along_depth
        if not self.is_contiguous:
            # No direction is better: that of local memory needs no transposition.
            self.along_lines = lines_follow
        each = lines.extent * depth.extent // work_items
        widest = VECTOR_BYTES // bytes_of(self.element)
        self.transposes = self.along_lines != lines_follow
        extent, other = (
            (lines.extent, depth.extent)
            if self.along_lines
            else (depth.extent, lines.extent)
        )
        self.deep = 1
        if self.transposes:
            self.deep = max(
                1, min(_TURNED_BYTES // bytes_of(self.element), other, each)
            )
        self.width = max(1, min(widest, each // self.deep, extent))
        self.fast, self.slow = extent // self.width, other // self.deep
        self.work_items = work_items
        self.type = VectorType(self.element, (self.width,))
        # A load of 16 bytes from each of 8 lines then meets all banks; so does a store of 8 bytes after a
        # transposition.
        stored = _TURNED_BYTES if self.transposes else VECTOR_BYTES
        self.padding = stored // bytes_of(self.element)

    @property
    def count(self) -> int:
        """The number of blocks of each work item."""
        return max(1, self.fast * self.slow // self.work_items)

    def without_padding(self, memory: SSAValue) -> memref.SubviewOp:
        """Makes the view of the tile in local memory."""
        type = cast("MemRefType[Attribute]", memory.type)
        outer, inner = type.get_shape()
        sizes = (outer, inner - self.padding)
        return memref.SubviewOp.from_static_parameters(
            memory, type, (0, 0), sizes, (1, 1)
        )

    @property
    def types(self) -> Sequence[Attribute]:
        """The types of the vectors that a work item loads for a tile."""
        return [self.type] * (self.count * self.deep)

    # --- values that all tiles along the depth share ------------------------------------

    def prepare(
        self, build: TileBuilder, item: SSAValue, origin: Number, variables: Values
    ) -> None:
        """
        Computes the lines of this work item, number `item`, of the tile whose first line is
        `origin`; `variables` has the values of the batch's loops.
        """
        self.fixed = variables
        # Neighbours store side by side: along the vectors, or across them if transposed.
        first = self.slow if self.transposes else self.fast
        quick = remainder(build, item, first)
        others = quotient(build, item, first)
        self.blocks: list[Block] = []
        for i in range(self.count):
            if self.work_items % first == 0:
                a: Number = quick
                b = plus(build, others, i * (self.work_items // first))
            else:
                here = plus(build, item, i * self.work_items)
                a, b = remainder(build, here, first), quotient(build, here, first)
            if self.transposes:
                step = min(_APART // self.width, self.fast) or 1
                parts = self.fast // step
                b = plus(
                    build,
                    times(build, remainder(build, b, parts), step),
                    quotient(build, b, parts),
                )
                a, b = b, a
            a, b = times(build, a, self.width), times(build, b, self.deep)
            self.blocks.append(Block(a, b) if self.along_lines else Block(b, a))
        self.move(build, origin)

    def move(self, build: TileBuilder, origin: Number) -> None:
        """Computes the lines that are loaded from `origin` on."""
        self.origin = origin
        starts = range(1 if self.along_lines else self.deep)
        count = self.width if self.along_lines and self._whole_lines else 1
        self.starts = [
            [self._line(build, plus(build, block.line, i), count) for i in starts]
            for block in self.blocks
        ]

    def _line(self, build: TileBuilder, line: Number, count: int = 1) -> Values:
        """The values of the loops for the first of `count` lines of the tile."""
        line = plus(build, self.origin, line)
        return self.lines.within(build, line, self.total, count)

    @property
    def _whole_lines(self) -> bool:
        """True if no vector along the lines has a part beyond their end."""
        return isinstance(self.lines.last, int) and self.lines.last % self.width == 0

    # --- loads ----------------------------------------------------------------------------

    def load(
        self, build: TileBuilder, outer: Sequence[Number], start: Number
    ) -> Sequence[SSAValue]:
        """
        Loads the vectors of the tile that starts at place `start` along the depth; `outer` are
        the other loops of the depth.
        """
        conditions: list[SSAValue] = []
        is_inside = self.depth.is_divided(self.depth.last)
        if not is_inside:
            end = plus(build, start, self.depth.extent)
            conditions.append(compared(build, "sle", end, self.depth.last))
        if not self.is_contiguous and self.width > 1:
            if is_inside:
                return self._vectors(build, outer, start, self._gathered)
        elif self.along_lines and not self._whole_lines:
            if len(self.lines.loops) > 1:
                # A vector may go from one row of an image to the next.
                if is_inside:
                    return self._vectors(build, outer, start, self._gathered)
                return self._guarded(build, outer, start)
            end = plus(build, self.origin, self.lines.extent)
            conditions.append(compared(build, "sle", end, self.total))
        way = self._vector if self.is_contiguous or self.width == 1 else self._gathered
        condition = all_of(build, conditions)
        if condition is None:
            return self._vectors(build, outer, start, way)
        return choose(
            build,
            condition,
            self.types,
            lambda inside: self._vectors(inside, outer, start, way),
            lambda inside: self._guarded(inside, outer, start),
        )

    def _guarded(
        self, build: TileBuilder, outer: Sequence[Number], start: Number
    ) -> Sequence[SSAValue]:
        """The vectors of a tile that ends past the depth; zeros if it starts past it."""
        if isinstance(self.depth.last, int) and self.depth.last:
            return self._vectors(build, outer, start, self._gathered)
        return choose(
            build,
            compared(build, "slt", start, self.depth.last),
            self.types,
            lambda inside: self._vectors(inside, outer, start, self._gathered),
            lambda inside: [zero(inside, self.type)] * len(self.types),
        )

    def _vectors(
        self,
        build: TileBuilder,
        outer: Sequence[Number],
        start: Number,
        way: Callable[[TileBuilder, int, int, Sequence[Number], Number], SSAValue],
    ) -> Sequence[SSAValue]:
        return [
            way(build, number, deep, outer, start)
            for number in range(self.count)
            for deep in range(self.deep)
        ]

    def _loops(self, line: Values, outer: Sequence[Number], place: Number) -> Values:
        depth = dict(zip(self.depth.loops, (*outer, place), strict=True))
        return {**self.fixed, **line, **depth}

    def _vector(
        self,
        build: TileBuilder,
        number: int,
        deep: int,
        outer: Sequence[Number],
        start: Number,
    ) -> SSAValue:
        """Loads vector `deep` of block `number` at once."""
        starts = self.starts[number]
        place = plus(build, start, self.blocks[number].place)
        if self.along_lines:
            line, place = starts[0], plus(build, place, deep)
        else:
            line = starts[deep]
        values = self._loops(line, outer, place)
        return load_factor(build, self.factor, values, self.width)

    def _gathered(
        self,
        build: TileBuilder,
        number: int,
        deep: int,
        outer: Sequence[Number],
        start: Number,
    ) -> SSAValue:
        """
        Loads vector `deep` of block `number` element by element; elements past the end of
        the depth are zero.
        """
        place = plus(build, start, self.blocks[number].place)
        found = zero(build, self.type)
        none = zero_element(build, self.element)
        for i in range(self.width):
            if self.along_lines:
                line = self._line(build, plus(build, self.blocks[number].line, i))
                here = plus(build, place, deep)
            else:
                line, here = self.starts[number][deep], plus(build, place, i)
            size = self.depth.last
            is_whole = self.depth.is_divided(size)
            at = here if is_whole else least(build, here, plus(build, size, -1))
            value = load_factor(build, self.factor, self._loops(line, outer, at))
            if not is_whole:
                value = build.select(compared(build, "slt", here, size), value, none)
            found = inserted(build, found, value, i)
        return found

    # --- local memory ----------------------------------------------------------------------

    def store_all(
        self, build: TileBuilder, vectors: Sequence[SSAValue], memory: SSAValue
    ) -> None:
        """Stores the vectors of `load` into local memory."""
        for i, block in enumerate(self.blocks):
            part = vectors[i * self.deep : (i + 1) * self.deep]
            for j, value in enumerate(self._transposed(build, part)):
                line, place = block.line, block.place
                if self.lines_follow:
                    place = plus(build, place, j)
                else:
                    line = plus(build, line, j)
                self.store(build, memory, value, line, place)

    def _transposed(
        self, build: TileBuilder, vectors: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        if not self.transposes:
            return vectors
        type = VectorType(self.element, (self.deep,))
        found: list[SSAValue] = []
        for i in range(self.width):
            turned = zero(build, type)
            for j, value in enumerate(vectors):
                turned = inserted(build, turned, extracted(build, value, i), j)
            found.append(turned)
        return found


# --- values ----------------------------------------------------------------------------


def converted(
    build: TileBuilder,
    value: SSAValue,
    type: Attribute,
    extension: type[Operation] | None = None,
) -> SSAValue:
    """
    Returns a number or a vector with elements of `type`: by `extension`, else a float with more or fewer bits;
    `value` itself if it has them.
    """
    before, wanted = element_of(value.type), like(value.type, type)
    if before == type:
        return value
    wider = bytes_of(before) < bytes_of(type)
    kind = extension or (arith.ExtFOp if wider else arith.TruncFOp)
    return build.convert(kind, value, wanted)


def load_factor(
    build: TileBuilder,
    factor: Factor,
    values: Values,
    width: int | None = None,
    type: Attribute | None = None,
) -> SSAValue:
    """
    Loads the element of `factor` where its loops have `values`, or a vector of `width` from there on, and makes
    `type` of it.
    """
    indices = indices_at(build, factor.map, values)
    element = factor.type.element_type
    if width is None:
        value = build.add(memref.LoadOp.get(factor.memory, indices))
    else:
        read = VectorType(element, (width,))
        value = build.add(vector.LoadOp(factor.memory, indices, read))
    return converted(build, value, type or element, factor.extension)


def zero_element(build: TileBuilder, element: Attribute) -> SSAValue:
    """Returns the number zero."""
    value: Attribute
    if isa(element, IntegerType):
        value = IntegerAttr(0, element)
    else:
        value = FloatAttr(0.0, cast("AnyFloat", element))
    return build.literal(value, element)


def zero(build: TileBuilder, type: VectorType[Attribute]) -> SSAValue:
    """Returns a vector of zeros."""
    return build.add(vector.BroadcastOp(zero_element(build, type.element_type), type))


def inserted(
    build: TileBuilder, vector_: SSAValue, value: SSAValue, place: int
) -> SSAValue:
    """Returns `vector_` with `value` at `place`."""
    return build.add(vector.InsertOp(value, vector_, [place]))


def extracted(build: TileBuilder, vector_: SSAValue, place: int) -> SSAValue:
    """Returns the element of `vector_` at `place`."""
    return build.add(
        vector.ExtractOp(
            vector_, [place], cast("VectorType[Attribute]", vector_.type).element_type
        )
    )


def choose(
    build: TileBuilder,
    condition: SSAValue,
    types: Sequence[Attribute],
    yes: Callable[[TileBuilder], Sequence[SSAValue]],
    no: Callable[[TileBuilder], Sequence[SSAValue]] | None = None,
) -> Sequence[SSAValue]:
    """Makes an `scf.if` with results of `types`."""
    regions: list[ir.Region] = []
    for way in (yes, no):
        if way is None:
            regions.append(ir.Region())
            continue
        block = ir.Block()
        inside = build.inside(block)
        values = way(inside)
        inside.insert(scf.YieldOp(*values))
        regions.append(ir.Region(block))
    made = scf.IfOp(condition, types, regions[0], regions[1])
    build.insert(made)
    return made.results
