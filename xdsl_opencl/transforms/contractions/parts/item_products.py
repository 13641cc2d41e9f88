"""
Products of tiles in local memory without matrix instructions: each work item has a block of
elements, which it multiplies from a column of the first tile and a row of the second. On the CPU device the only one has
a block of vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import IntegerType, StringAttr, VectorType
from xdsl.dialects.math import FmaOp
from xdsl.ir import SSAValue

from xdsl_opencl.ir.diagnostics import REMARK
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    least,
    plus,
    quotient,
    remainder,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import (
    counted,
    extracted,
    inserted,
    load_factor,
    loaded,
    store,
    zero,
)
from xdsl_opencl.transforms.contractions.parts.matrix_products import Put
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction
from xdsl_opencl.transforms.contractions.problems.schedule import STORED, Schedule


def add_product(
    build: TileBuilder, a: SSAValue, b: SSAValue, total: SSAValue
) -> SSAValue:
    """Returns `total` plus the product of `a` and `b`, numbers or elements of vectors."""
    if isinstance(element_of(total.type), IntegerType):
        return build.op(arith.AddiOp, total, build.op(arith.MuliOp, a, b))
    kind = vector.FMAOp if isinstance(total.type, VectorType) else FmaOp
    return build.add(kind(a, b, total))


Lines = Callable[[TileBuilder, Number], Iterable[SSAValue]]
"""What the lines of a tile have at a place: numbers, or vectors."""


def _along(
    build: TileBuilder,
    depth: Number,
    sums: Sequence[SSAValue],
    rows: Lines,
    columns: Lines,
) -> Sequence[SSAValue]:
    """Adds the products of each of `rows` and each of `columns` at all places of the depth to `sums`."""
    inside, place = counted(build, depth, carried=sums)
    so_far, made = inside.block.args[1:], list[SSAValue]()
    others = [*columns(inside, place)]
    for each in rows(inside, place):
        for other in others:
            made.append(add_product(inside, each, other, so_far[len(made)]))
    inside.insert(scf.YieldOp(*made))
    loop = inside.block.parent_op()
    assert loop is not None
    return loop.results


class ItemProducts:
    """
    The block of a work item is made of pieces of 4 x 4 elements, as far apart as all work
    items' pieces are wide: so neighbours load from neighbouring banks.
    """

    def __init__(self, contraction: Contraction, schedule: Schedule):
        self.contraction, self.schedule = contraction, schedule
        self.sum_type = contraction.kept_type
        rows, columns = schedule.rows, schedule.columns
        self.height = min(STORED, rows // schedule.item_rows)
        self.row_pieces = rows // schedule.item_rows // self.height
        self.column_pieces = columns // schedule.item_columns // STORED
        self.type = VectorType(self.sum_type, (STORED,))

    stage_type = None
    """Results go through no memory."""

    def locate(self, build: TileBuilder, item: SSAValue) -> None:
        """Finds the place of work item number `item`."""
        across = self.schedule.item_columns
        self.row = times(build, quotient(build, item, across), self.height)
        self.column = times(build, remainder(build, item, across), STORED)

    def started(self, build: TileBuilder, start: SSAValue) -> Sequence[SSAValue]:
        """Returns sums that are all `start`."""
        del build
        return [start] * (self.row_pieces * self.height * self.column_pieces * STORED)

    def multiply(
        self,
        build: TileBuilder,
        sums: Sequence[SSAValue],
        rows: Sequence[SSAValue] = (),
    ) -> Sequence[SSAValue]:
        """Adds the products of the tiles in local memory."""
        assert not rows
        contraction, schedule = self.contraction, self.schedule
        loops = (*contraction.rows, *contraction.columns, *contraction.depth)
        *lines, deep = loops

        def loaded_by(
            which: int, first: Number, pieces: int, apart: int, width: int
        ) -> Lines:
            def load(build: TileBuilder, place: Number) -> Iterator[SSAValue]:
                for i in range(pieces):
                    at = {deep: place, lines[which]: plus(build, first, i * apart)}
                    factor = contraction.factors[which]
                    part = load_factor(build, factor, at, width, self.sum_type)
                    yield from (extracted(build, part, k) for k in range(width))

            return load

        down, across = schedule.item_rows * self.height, schedule.item_columns * STORED
        made = _along(
            build,
            schedule.depth,
            sums,
            loaded_by(0, self.row, self.row_pieces, down, self.height),
            loaded_by(1, self.column, self.column_pieces, across, STORED),
        )
        if contraction.remark:
            loop = cast(scf.ForOp, made[0].owner)
            loop.attributes[REMARK] = StringAttr(contraction.remark)
        return made

    def finish(
        self,
        build: TileBuilder,
        put: Put,
        sums: Sequence[SSAValue],
        memory: SSAValue | None,
    ) -> None:
        """Stores the sums."""
        del memory
        schedule, number = self.schedule, 0
        for i in range(self.row_pieces):
            for k in range(self.height):
                row = plus(build, self.row, i * schedule.item_rows * self.height + k)
                for j in range(self.column_pieces):
                    column = plus(
                        build, self.column, j * schedule.item_columns * STORED
                    )
                    values = zero(build, self.type)
                    for part in range(STORED):
                        values = inserted(build, values, sums[number], part)
                        number += 1
                    put(build, row, column, values)


def add_vectors(
    build: TileBuilder, contraction: Contraction, rows: int, lanes: int
) -> None:
    """
    Adds the products of tiles to sums in memory, at most `rows` rows of vectors of `lanes`, which are in registers along the
    depth. Rows past the last one are that one again.
    """
    nest, result, kept = contraction.nest, contraction.result, contraction.kept_type
    loops = (*contraction.rows, *contraction.columns, *contraction.depth)
    (row, column, deep), type = loops, VectorType(kept, (lanes,))
    height, width = nest.size(row), nest.size(column)
    assert width is not None
    lines: list[Number] = [*range(height or rows)]
    if height is None:
        last = plus(build, nest.bound(build, row), -1)
        lines[1:] = [least(build, line, last) for line in lines[1:]]
    starts = range(0, width, lanes)
    places = [[value_of(build, n) for n in (i, j)] for i in lines for j in starts]

    def columns(build: TileBuilder, place: Number) -> Iterator[SSAValue]:
        for j in starts:
            at = {deep: place, column: j}
            yield load_factor(build, contraction.factors[1], at, lanes, kept)

    def rows_at(build: TileBuilder, place: Number) -> Iterator[SSAValue]:
        for line in lines:
            at = {deep: place, row: line}
            each = load_factor(build, contraction.factors[0], at, type=kept)
            yield build.add(vector.BroadcastOp(each, type))

    so_far = [loaded(build, result, place, type) for place in places]
    depth = nest.size(deep) or nest.bound(build, deep)
    made = _along(build, depth, so_far, rows_at, columns)
    for value, place in zip(made, places, strict=True):
        store(build, value, result, place)
