"""
A factor's part in local memory, in the type of the sums, for the kernel of the CPU device.

Work items read each element many times. It is converted once, on the way to local memory, and
lies there as the products want it: the lines of a place follow each other for the second factor,
whose vectors are lines, and for the first one as they do in its own memory. Elements are
loaded as vectors, along lines or along the depth, and transposed in registers where both
differ. Elements that do not follow each other in memory are loaded one by one.

Lines beyond the end are others again, since their results are not stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from typing import cast

from xdsl.dialects import memref, scf, vector
from xdsl.dialects.builtin import DenseArrayBase, VectorType, i64
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    compared,
    indices_at,
    least,
    plus,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.item_products import extended
from xdsl_opencl.transforms.contractions.parts.operand_tiles import (
    Direction,
    Values,
    choose,
)
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Factor,
    contiguous_loop,
)

_NARROWEST = 4
"""The elements of the shortest vector that is loaded."""


def counted(
    build: TileBuilder, end: Number, step: int = 1
) -> tuple[TileBuilder, Number]:
    """
    Makes a loop over the multiples of `step` below `end`; returns a builder in its body, and the
    number.
    """
    last = scf.YieldOp()
    body = Block([last], arg_types=(INDEX,))
    # A loop with steps of 1 is counted for the cost of a launch.
    rounds = value_of(build, rounded_up(build, end, step))
    build.insert(scf.ForOp(build.number(0), rounds, build.number(1), [], body))
    inside = TileBuilder(body, last, build.location, build)
    return inside, times(inside, body.args[0], step)


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
        self, build: TileBuilder, width: int = 1
    ) -> tuple[TileBuilder, Number, Values]:
        """
        Makes loops over the places, `width` of the last loop at a time. The last ones may be
        some of those before again. Returns a builder in their body, the first place, and
        the values of the depth's loops there.
        """
        place: Number = 0
        values = dict(self.around)
        first = self.start
        for loop, size in zip(self.loops, self.sizes, strict=True):
            step = width if loop == self.loops[-1] else 1
            build, number = counted(build, size, step)
            here = number
            if not (isinstance(size, int) and size % step == 0):
                here = least(build, number, plus(build, size, -step))
            place = plus(build, times(build, place, size), here)
            values[loop] = plus(build, first, here)
            first = 0
        return build, place, values


class PackedFactor:
    """
    `extent` lines and up to `places` places of `factor`, in elements of `type`. `front` places
    are in front of them. `lanes` is the number of elements of a vector register.
    """

    def __init__(
        self,
        factor: Factor,
        lines: Direction,
        depth: Direction,
        total: Number,
        extent: int,
        lanes: int,
        type: Attribute,
        front: int,
        places: int,
        lines_follow: bool,
        is_inside: bool = False,
    ):
        self.factor, self.lines, self.total, self.extent = factor, lines, total, extent
        self.size = depth.last
        self.lanes, self.type = lanes, type
        self.front, self.places = front, places
        along = contiguous_loop(factor)
        self.along_lines = along == lines.loops[-1]
        self.along_depth = along == depth.loops[-1]
        self.lines_follow = lines_follow or self.along_lines
        self.is_inside = is_inside or (isinstance(total, int) and total % extent == 0)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the local memory."""
        places = self.front + self.places
        return (places, self.extent) if self.lines_follow else (self.extent, places)

    def indices(
        self, build: TileBuilder, line: Number, place: Number
    ) -> Sequence[SSAValue]:
        """Returns the indices of an element in local memory."""
        found = (plus(build, place, self.front), line)
        return [
            value_of(build, n) for n in (found if self.lines_follow else found[::-1])
        ]

    def pack(
        self, build: TileBuilder, memory: SSAValue, origin: Number, stretch: Stretch
    ) -> None:
        """Stores the lines from `origin` on into `memory`."""

        def one_by_one(build: TileBuilder) -> Sequence[SSAValue]:
            inside, line = counted(build, self.extent)
            values = self.lines.within(inside, plus(inside, origin, line), self.total)
            inside, place, depth = stretch.each(inside)
            indices = indices_at(inside, self.factor.map, {**values, **depth})
            value = inside.add(memref.LoadOp.get(self.factor.memory, indices))
            value = extended(inside, self.factor, value, self.type)
            inside.insert(
                memref.StoreOp.get(value, memory, self.indices(inside, line, place))
            )
            return ()

        def along_depth(build: TileBuilder) -> Sequence[SSAValue]:
            lines = [
                self.lines.within(build, plus(build, origin, i), self.total)
                for i in range(self.extent)
            ]
            inside, place, depth = stretch.each(build, self.lanes)
            values = [
                self._load(inside, {**line, **depth}, self.lanes) for line in lines
            ]
            if not self.lines_follow:
                for i, value in enumerate(values):
                    self._store(inside, memory, value, i, place)
                return ()
            for start in range(0, self.extent, self.lanes):
                turned = _transposed(inside, values[start : start + self.lanes])
                for i, value in enumerate(turned):
                    self._store(inside, memory, value, start, plus(inside, place, i))
            return ()

        def along_lines(build: TileBuilder) -> Sequence[SSAValue]:
            starts = range(0, self.extent, width)
            lines = [
                self.lines.within(build, plus(build, origin, i), self.total, width)
                for i in starts
            ]
            inside, place, depth = stretch.each(build)
            for i, line in zip(starts, lines, strict=True):
                value = self._load(inside, {**line, **depth}, width)
                self._store(inside, memory, value, i, place)
            return ()

        condition: SSAValue | bool = False
        width, way = 1, one_by_one
        if self.along_lines:
            way = along_lines
            last, width = self.lines.last, gcd(self.lanes, self.extent)
            is_one_loop = len(self.lines.loops) == 1
            if not is_one_loop:
                # A vector stays within one row of an image.
                width = gcd(last, width) if isinstance(last, int) else 1
            condition = width >= _NARROWEST
            if condition and is_one_loop and not self.is_inside:
                end = plus(build, origin, self.extent)
                condition = compared(build, "sle", end, self.total)
        elif self.along_depth:
            way = along_depth
            size = self.size
            if isinstance(size, int):
                condition = size >= self.lanes
            else:
                condition = compared(build, "sge", size, self.lanes)
        if isinstance(condition, SSAValue):
            choose(build, condition, (), way, one_by_one)
        elif condition:
            way(build)
        else:
            one_by_one(build)

    def _load(self, build: TileBuilder, values: Values, width: int) -> SSAValue:
        read = VectorType(self.factor.type.element_type, (width,))
        indices = indices_at(build, self.factor.map, values)
        value = build.add(vector.LoadOp(self.factor.memory, indices, read))
        return extended(build, self.factor, value, self.type)

    def _store(
        self,
        build: TileBuilder,
        memory: SSAValue,
        value: SSAValue,
        line: Number,
        place: Number,
    ) -> None:
        build.insert(vector.StoreOp(value, memory, self.indices(build, line, place)))


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
