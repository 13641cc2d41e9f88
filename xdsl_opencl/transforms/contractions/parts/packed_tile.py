"""
A tile that the only work item of a group fills, on the CPU device, in the type of the sums: elements that products read
many times are converted once. They are loaded as vectors, along lines or along the depth, and transposed in
registers where both differ; those that do not follow each other in memory are loaded one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Any, cast

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, VectorType, i64
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    compared,
    least,
    plus,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.copied_tile import CopiedTile
from xdsl_opencl.transforms.contractions.parts.elements import Values, choose

_NARROWEST = 4
"""The elements of the shortest vector that is loaded."""


def counted(
    build: TileBuilder, end: Number, step: int = 1, carried: Sequence[SSAValue] = ()
) -> tuple[TileBuilder, Number]:
    """
    Makes a loop over the multiples of `step` below `end`; returns a builder in its body, and the
    number. With `carried` values the body lacks its `scf.yield`.
    """
    last = None if carried else scf.YieldOp()
    types = [value.type for value in carried]
    body = Block([last] if last else (), arg_types=(INDEX, *types))
    # A loop with steps of 1 up to a constant is counted for the cost of a launch.
    rounds = rounded_up(build, end, step)
    if isinstance(rounds, SSAValue) and (most := _most(end)) is not None:
        rounds = least(build, rounds, -(-most // step))
    ends = value_of(build, rounds)
    build.insert(scf.ForOp(build.number(0), ends, build.number(1), carried, body))
    inside = TileBuilder(body, last, build.location, build)
    return inside, times(inside, body.args[0], step)


def _most(number: Number) -> int | None:
    """The constant that `number` is at most, by `least`."""
    if isinstance(number, SSAValue) and isinstance(op := number.owner, arith.MinSIOp):
        if isinstance(first := op.lhs.owner, arith.ConstantOp):
            return cast("IntegerAttr[Any]", first.value).value.data
    return None


@dataclass(frozen=True)
class Stretch:
    """
    Places along the depth: the loops `loops` have `sizes` iterations, the first one from
    `start` on, and the loops around them the values `around`.
    """

    around: Values
    loops: Sequence[int]
    start: Number
    sizes: Sequence[Number]

    def each(
        self, build: TileBuilder, width: int = 1, carried: Sequence[SSAValue] = ()
    ) -> tuple[TileBuilder, Number, Values]:
        """
        Makes loops over the places, `width` of the last loop at a time. The last ones may be
        some of those before again. Returns a builder in their body, the first place, and
        the values of the depth's loops there. All loops have the `carried` values.
        """
        place: Number = 0
        values = dict(self.around)
        first = self.start
        for loop, size in zip(self.loops, self.sizes, strict=True):
            step = width if loop == self.loops[-1] else 1
            build, number = counted(build, size, step, carried)
            carried, here = build.block.args[1:], number
            if step > 1 and not (isinstance(size, int) and size % step == 0):
                here = least(build, number, plus(build, size, -step))
            place = plus(build, times(build, place, size), here)
            values[loop] = plus(build, first, here)
            first = 0
        return build, place, values


class PackedTile(CopiedTile):
    """A tile that the only work item of a group fills."""

    def fill(self, build: TileBuilder) -> None:
        """Fills the tile."""
        extent, start = self.lines.extent, self.start
        size, *inner = self.places.sizes
        count: Number = self.places.extent // prod(cast("list[int]", inner))
        if not self.is_whole:
            count = least(build, count, plus(build, size, times(build, start, -1)))
        stretch = Stretch(self.fixed, self.places.loops, start, (count, *inner))

        def one_by_one(build: TileBuilder) -> Sequence[SSAValue]:
            inside, line = counted(build, extent)
            values = self.line(inside, line)
            inside, place, depth = stretch.each(inside)
            self.store(inside, self.element_at(inside, values, depth), line, place)
            return ()

        def along_depth(build: TileBuilder) -> Sequence[SSAValue]:
            lines = [self.line(build, i) for i in range(extent)]
            inside, place, depth = stretch.each(build, self.vector)
            values = [
                self.element_at(inside, line, depth, self.vector) for line in lines
            ]
            if not self.lines_follow:
                for i, value in enumerate(values):
                    self.store(inside, value, i, place)
                return ()
            for start in range(0, extent, self.vector):
                turned = _transposed(inside, values[start : start + self.vector])
                for i, value in enumerate(turned):
                    self.store(inside, value, start, plus(inside, place, i))
            return ()

        def along_lines(build: TileBuilder) -> Sequence[SSAValue]:
            starts = range(0, extent, width)
            lines = [self.line(build, i, width) for i in starts]
            inside, place, depth = stretch.each(build)
            for i, line in zip(starts, lines, strict=True):
                value = self.element_at(inside, line, depth, width)
                self.store(inside, value, i, place)
            return ()

        condition: SSAValue | bool = False
        width, way = 1, one_by_one
        if self.along_lines:
            way = along_lines
            last, width = self.lines.last, gcd(self.vector, extent)
            is_one_loop = len(self.lines.loops) == 1
            if not is_one_loop:
                # A vector stays within one row of an image.
                width = gcd(last, width) if isinstance(last, int) else 1
            condition = width >= _NARROWEST
            if condition and is_one_loop and self.op.lines is not None:
                end = plus(build, self.origin, extent)
                condition = compared(build, "sle", end, self.count)
        elif self.along_depth:
            way = along_depth
            size = self.places.last
            if isinstance(size, int):
                condition = size >= self.vector
            else:
                condition = compared(build, "sge", size, self.vector)
        if isinstance(condition, SSAValue):
            choose(build, condition, (), way, one_by_one)
        else:
            (way if condition else one_by_one)(build)


def _transposed(build: TileBuilder, vectors: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Returns the columns of the rows `vectors`, as many as each is long: a power of two."""
    count = len(vectors)
    type = cast("VectorType[Attribute]", vectors[0].type)
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
