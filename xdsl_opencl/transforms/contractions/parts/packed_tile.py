"""
A tile that the only work item of a group fills, on the CPU device, in the type of the sums: elements that products read
many times are converted once. They are loaded as vectors, along lines or along the depth, and transposed in
registers where both differ; those that do not follow each other in memory are loaded one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod
from typing import cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import DenseArrayBase, VectorType, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.opencl.memory import CopyTileOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    compared,
    least,
    plus,
    product,
    times,
)
from xdsl_opencl.transforms.contractions.parts.copied_tile import CopiedTile
from xdsl_opencl.transforms.contractions.parts.elements import (
    Values,
    choose,
    counted,
    zero_element,
)
from xdsl_opencl.transforms.contractions.problems.schedule import bytes_of

_NARROWEST = 4
"""The elements of the shortest vector that is loaded."""


class PackedTile(CopiedTile):
    """A tile that the only work item of a group fills, with vectors of at most `vector_bytes` bytes."""

    def __init__(self, op: CopyTileOp, vector_bytes: int):
        super().__init__(op)
        self.lanes = vector_bytes // bytes_of(self.element)

    def fill(self, build: TileBuilder) -> None:
        """Fills the tile."""
        extent, start = self.lines.extent, self.start
        size, *inner = self.places.sizes
        count: Number = self.places.extent // prod(cast("list[int]", inner))
        if not self.is_whole:
            count = least(build, count, plus(build, size, times(build, start, -1)))
        sizes = (count, *inner)

        def one_by_one(build: TileBuilder) -> Sequence[SSAValue]:
            inside, line = counted(build, extent)
            values = self.line(inside, line)
            inside, place, depth = self._each(inside, sizes)
            self.store(inside, self.element_at(inside, values, depth), line, place)
            return ()

        def along_depth(build: TileBuilder) -> Sequence[SSAValue]:
            lines = [self.line(build, i) for i in range(extent)]
            inside, place, depth = self._each(build, sizes, width)
            values = [self.element_at(inside, line, depth, width) for line in lines]
            if not self.lines_follow:
                for i, value in enumerate(values):
                    self.store(inside, value, i, place)
                return ()
            for start in range(0, extent, width):
                turned = _transposed(inside, values[start : start + width])
                for i, value in enumerate(turned):
                    self.store(inside, value, start, plus(inside, place, i))
            return ()

        def along_lines(build: TileBuilder) -> Sequence[SSAValue]:
            starts = range(0, extent, width)
            lines = [self.line(build, i, width) for i in starts]
            inside, place, depth = self._each(build, sizes)
            for i, line in zip(starts, lines, strict=True):
                value = self.element_at(inside, line, depth, width)
                self.store(inside, value, i, place)
            return ()

        condition: SSAValue | bool = False
        width, way = 1, one_by_one
        if self.along_lines:
            way = along_lines
            last, width = self.lines.last, gcd(self.lanes, extent)
            is_one_loop = len(self.lines.loops) == 1
            if not is_one_loop:
                # A vector stays within one row of an image.
                width = gcd(last, width) if isinstance(last, int) else 1
            condition = width >= _NARROWEST
            if condition and is_one_loop and self.op.lines is not None:
                end = plus(build, self.origin, extent)
                condition = compared(build, "sle", end, self.count)
        elif self.along_depth:
            way, length = along_depth, sizes[-1]
            width = gcd(self.lanes, extent) if self.lines_follow else self.lanes
            most = length if isinstance(length, int) else self.places.extent
            while width > most:
                width //= 2
            condition = width >= _NARROWEST
            if condition and not isinstance(length, int):
                condition = compared(build, "sge", length, width)
        if isinstance(condition, SSAValue):
            choose(build, condition, (), way, one_by_one)
        else:
            (way if condition else one_by_one)(build)
        if self.zeros:
            places = product(build, sizes)
            rest = plus(build, self.places.extent, times(build, places, -1))
            inside, line = counted(build, extent)
            inside, place = counted(inside, rest)
            none = zero_element(inside, self.element)
            self.store(inside, none, line, plus(inside, places, place))

    def _each(
        self, build: TileBuilder, sizes: Sequence[Number], width: int = 1
    ) -> tuple[TileBuilder, Number, Values]:
        """
        Makes loops of `sizes` over the places, `width` of the last loop at a time. The last ones may be
        some of those before again. Returns a builder in their body, the place, and the values of
        the depth's loops there.
        """
        place: Number = 0
        values: dict[int, Number] = {}
        first = self.start
        for loop, size in zip(self.places.loops, sizes, strict=True):
            step = width if loop == self.places.loops[-1] else 1
            build, here = counted(build, size, step)
            if step > 1 and not (isinstance(size, int) and size % step == 0):
                here = least(build, here, plus(build, size, -step))
            place = plus(build, times(build, place, size), here)
            values[loop] = plus(build, first, here)
            first = 0
        return build, place, values


def _transposed(build: TileBuilder, vectors: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Returns the columns of the rows `vectors`, as many as each is long: a power of two."""
    count = len(vectors)
    type = cast("VectorType[Attribute]", vectors[0].type)  # mutant: all are alike.
    half = count // 2
    masks = [
        DenseArrayBase.from_list(
            i64, [row + i for i in range(start, start + half) for row in (0, count)]
        )
        for start in (0, half)
    ]
    for _ in range(count.bit_length() - 1):
        vectors = [
            build.add(vector.ShuffleOp(a, b, mask, result_type=type))
            for a, b in zip(vectors[:half], vectors[half:], strict=True)
            for mask in masks
        ]
    return vectors
