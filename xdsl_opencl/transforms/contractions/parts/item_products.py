"""
Products of tiles in local memory without matrix instructions: each work item has a block of
elements, which it multiplies from a column of the first tile and a row of the second.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import IntegerType, StringAttr, VectorType
from xdsl.dialects.math import FmaOp
from xdsl.ir import Block, SSAValue

from xdsl_opencl.ir.diagnostics import REMARK
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    plus,
    quotient,
    remainder,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import (
    converted,
    extracted,
    inserted,
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

    def prepare(
        self, build: TileBuilder, item: SSAValue, start: SSAValue
    ) -> Sequence[SSAValue]:
        """Finds the place of work item number `item`; returns the first sums, all `start`."""
        across = self.schedule.item_columns
        self.row = times(build, quotient(build, item, across), self.height)
        self.column = times(build, remainder(build, item, across), STORED)
        return [start] * (self.row_pieces * self.height * self.column_pieces * STORED)

    def multiply(
        self,
        build: TileBuilder,
        memories: tuple[SSAValue, SSAValue],
        sums: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """Adds the products of the tiles in local memory."""
        body = Block(arg_types=(INDEX, *(value.type for value in sums)))
        zero, one = build.number(0), build.number(1)
        loop = scf.ForOp(zero, build.number(self.schedule.depth), one, sums, body)
        build.insert(loop)
        if self.contraction.remark:
            loop.attributes[REMARK] = StringAttr(self.contraction.remark)
        inside = build.inside(body)
        place, *so_far = body.args
        across = self.schedule.item_columns * STORED
        columns: list[SSAValue] = []
        for j in range(self.column_pieces):
            first = plus(inside, self.column, j * across)
            part = self._part(inside, 1, memories[1], place, first, STORED)
            columns += [extracted(inside, part, k) for k in range(STORED)]
        made: list[SSAValue] = []
        down = self.schedule.item_rows * self.height
        for i in range(self.row_pieces):
            first = plus(inside, self.row, i * down)
            rows = self._part(inside, 0, memories[0], place, first, self.height)
            for k in range(self.height):
                each = extracted(inside, rows, k)
                for column in columns:
                    made.append(add_product(inside, each, column, so_far[len(made)]))
        inside.insert(scf.YieldOp(*made))
        return loop.results

    def _part(
        self,
        build: TileBuilder,
        which: int,
        memory: SSAValue,
        place: SSAValue,
        line: Number,
        count: int,
    ) -> SSAValue:
        factor = self.contraction.factors[which]
        type = VectorType(factor.type.element_type, (count,))
        indices = [place, value_of(build, line)]
        value = build.add(vector.LoadOp(memory, indices, type))
        return converted(build, value, self.sum_type, factor.extension)

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
