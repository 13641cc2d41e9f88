"""
A tile in local memory that the work items of a GPU fill: each loads vectors along the direction in which global
memory is contiguous, and stores them. Where local memory has the other direction, it loads several vectors
side by side and stores the transposed block.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xdsl.dialects.builtin import VectorType
from xdsl.ir import SSAValue

from xdsl_opencl.dialects.opencl.memory import CopyTileOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    all_of,
    compared,
    least,
    plus,
    quotient,
    remainder,
    times,
)
from xdsl_opencl.transforms.contractions.parts.copied_tile import CopiedTile, FactorTile
from xdsl_opencl.transforms.contractions.parts.elements import (
    Direction,
    Values,
    choose,
    extracted,
    inserted,
    zero,
    zero_element,
)
from xdsl_opencl.transforms.contractions.problems.contraction import Factor
from xdsl_opencl.transforms.contractions.problems.schedule import VECTOR_BYTES, bytes_of

_TURNED_BYTES = 8
"""The bytes that a work item stores at once after a transposition."""

_APART = 8
"""
The distance, in lines, between two groups of work items that store side by side along the depth.
With the padding of each line that is half of the banks.
"""


def shared_tile(
    factor: Factor,
    lines: Direction,
    depth: Direction,
    total: Number,
    lines_follow: bool,
) -> FactorTile:
    """Returns a tile of `factor` with padding after each line, or place, in its memory."""
    places = Direction(depth.loops[-1:], depth.sizes[-1:], depth.extent)
    element = factor.type.element_type
    tile = FactorTile(factor, lines, places, total, lines_follow, element)
    # A load of 16 bytes from each of 8 lines then meets all banks; so does a store of 8 bytes after a
    # transposition.
    is_turned = tile.along_depth if lines_follow else tile.along_lines
    tile.zeros = True
    tile.padding = (_TURNED_BYTES if is_turned else VECTOR_BYTES) // bytes_of(element)
    return tile


class SharedTile(CopiedTile):
    """A tile that `work_items` share."""

    def __init__(self, op: CopyTileOp, work_items: int):
        super().__init__(op)
        extent, other = self.lines.extent, self.places.extent
        self.is_contiguous = self.along_lines or self.along_depth
        if not self.is_contiguous:
            # No direction is better: that of local memory needs no transposition.
            self.along_lines = self.lines_follow
        each = extent * other // work_items
        self.transposes = self.along_lines != self.lines_follow
        if not self.along_lines:
            extent, other = other, extent
        size, self.deep = bytes_of(self.element), 1
        if self.transposes:
            self.deep = max(1, min(_TURNED_BYTES // size, other, each))
        self.width = max(1, min(VECTOR_BYTES // size, each // self.deep, extent))
        self.fast, self.slow = extent // self.width, other // self.deep
        self.work_items = work_items
        self.number = max(1, self.fast * self.slow // work_items)
        self.types = [VectorType(self.element, (self.width,))] * self.number * self.deep
        last = self.lines.last
        # No vector along the lines has a part beyond their end.
        self.has_whole_lines = isinstance(last, int) and last % self.width == 0

    def prepare(self, before: TileBuilder, inside: TileBuilder, item: SSAValue) -> None:
        """
        Finds the vectors that work item number `item` has side by side, by their first line and place, and the lines
        that it loads: these by `inside`.
        """
        self.blocks = [self._block(before, item, i) for i in range(self.number)]
        starts = range(1 if self.along_lines else self.deep)
        count = self.width if self.along_lines and self.has_whole_lines else 1
        self.starts = [
            [self.line(inside, plus(inside, line, i), count) for i in starts]
            for line, _ in self.blocks
        ]

    def _block(
        self, build: TileBuilder, item: SSAValue, number: int
    ) -> tuple[Number, Number]:
        # Neighbours store side by side: along the vectors, or across them if transposed.
        first, here, more = self.slow if self.transposes else self.fast, item, 0
        if self.work_items % first == 0:
            more = number * (self.work_items // first)
        else:
            here = plus(build, item, number * self.work_items)
        a = remainder(build, here, first)
        b = plus(build, quotient(build, here, first), more)
        if self.transposes:
            step = min(_APART // self.width, self.fast) or 1
            parts = self.fast // step
            far = times(build, remainder(build, b, parts), step)
            a, b = plus(build, far, quotient(build, b, parts)), a
        a, b = times(build, a, self.width), times(build, b, self.deep)
        return (a, b) if self.along_lines else (b, a)

    def load(self, build: TileBuilder) -> Sequence[SSAValue]:
        """Loads the vectors of the tile."""
        conditions: list[SSAValue] = []
        if not self.is_whole:
            end = plus(build, self.start, self.places.extent)
            conditions.append(compared(build, "sle", end, self.places.last))
        at_once = self.is_contiguous or self.width == 1
        if at_once and self.along_lines and not self.has_whole_lines:
            if len(self.lines.loops) > 1:
                # A vector may go from one row of an image to the next.
                return self._guarded(build)
            end = plus(build, self.origin, self.lines.extent)
            conditions.append(compared(build, "sle", end, self.count))
        condition = all_of(build, conditions)
        if condition is None:
            return self._vectors(build, at_once)
        all_inside = partial(self._vectors, at_once=at_once)
        return choose(build, condition, self.types, all_inside, self._guarded)

    def _guarded(self, build: TileBuilder) -> Sequence[SSAValue]:
        """The vectors of a tile that ends past the depth; zeros if it starts past it."""
        last = self.places.last
        if isinstance(last, int) and last:
            return self._vectors(build)
        starts = compared(build, "slt", self.start, last)

        def none(build: TileBuilder) -> Sequence[SSAValue]:
            return [zero(build, type) for type in self.types]

        return choose(build, starts, self.types, self._vectors, none)

    def _vectors(self, build: TileBuilder, at_once: bool = False) -> Sequence[SSAValue]:
        """Loads all vectors, each at once or element by element."""
        found: list[SSAValue] = []
        for (line, place), starts in zip(self.blocks, self.starts, strict=True):
            place, loop = plus(build, self.start, place), self.places.loops[0]
            for deep in range(self.deep):
                start = starts[0 if self.along_lines else deep]
                here = plus(build, place, deep) if self.along_lines else place
                if at_once:
                    found.append(
                        self.element_at(build, start, {loop: here}, self.width)
                    )
                    continue
                values = zero(build, self.types[0])
                for i in range(self.width):
                    if self.along_lines:
                        start = self.line(build, plus(build, line, i))
                    at = here if self.along_lines else plus(build, here, i)
                    value = self._element_or_zero(build, start, at)
                    values = inserted(build, values, value, i)
                found.append(values)
        return found

    def _element_or_zero(
        self, build: TileBuilder, line: Values, place: Number
    ) -> SSAValue:
        """Loads an element; zero past the end of the depth."""
        (loop,), size = self.places.loops, self.places.last
        if self.is_whole:
            return self.element_at(build, line, {loop: place})
        at = least(build, place, plus(build, size, -1))
        value = self.element_at(build, line, {loop: at})
        none = zero_element(build, self.element)
        return build.select(compared(build, "slt", place, size), value, none)

    def store_all(self, build: TileBuilder, vectors: Sequence[SSAValue]) -> None:
        """Stores the vectors of `load` into local memory."""
        for i, (line, place) in enumerate(self.blocks):
            part = vectors[i * self.deep : (i + 1) * self.deep]
            if self.transposes:
                part = [self._column(build, part, i) for i in range(self.width)]
            for j, value in enumerate(part):
                if self.lines_follow:
                    self.store(build, value, line, plus(build, place, j))
                else:
                    self.store(build, value, plus(build, line, j), place)

    def _column(
        self, build: TileBuilder, rows: Sequence[SSAValue], number: int
    ) -> SSAValue:
        found = zero(build, VectorType(self.element, (self.deep,)))
        for i, row in enumerate(rows):
            found = inserted(build, found, extracted(build, row, number), i)
        return found
