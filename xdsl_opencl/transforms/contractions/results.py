"""
The elements of a contraction's result: the operations on the sums, and their places in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineDimExpr

from xdsl_opencl.conversions.structured_operations import index_value
from xdsl_opencl.transforms.contractions.contraction import Contraction, Stage
from xdsl_opencl.transforms.contractions.index_arithmetic import (
    Number,
    TileBuilder,
    all_of,
    compared,
    divided,
    indices_at,
    plus,
)
from xdsl_opencl.transforms.contractions.operand_tiles import (
    Direction,
    choose,
    extracted,
    zero_element,
)
from xdsl_opencl.transforms.contractions.schedule import bytes_of


def converted(build: TileBuilder, value: SSAValue, type: Attribute) -> SSAValue:
    """Returns a float with more or fewer bits; `value` itself if it has as many."""
    if value.type == type:
        return value
    wider = bytes_of(value.type) < bytes_of(type)
    return build.convert(arith.ExtFOp if wider else arith.TruncFOp, value, type)


def _is_integer(type: Attribute) -> bool:
    return isinstance(type, IntegerType)


class Results:
    """
    Stores elements of the tile whose first row and column are `origins`, of `rows` and
    `columns`; `totals` are the numbers of both in the problem.
    """

    def __init__(
        self,
        contraction: Contraction,
        rows: Direction,
        columns: Direction,
        totals: tuple[Number, Number],
    ):
        self.contraction = contraction
        self.rows, self.columns, self.totals = rows, columns, totals
        self.first: Number | None = None

    def prepare(
        self,
        origins: tuple[Number, Number],
        batch: Mapping[int, Number],
        first: Number | None = None,
    ) -> None:
        """
        Sets the origin of the tile and the values of the batch's loops. `first` is given for a
        tile without columns beyond the end: its first column that no other tile has.
        """
        self.origins, self.batch, self.first = origins, batch, first

    def is_plain(self, sum_type: Attribute) -> bool:
        """
        True if sums of `sum_type` are stored as they are, in matrices that have no edges.
        """
        contraction = self.contraction
        type_ = cast("MemRefType[Attribute]", contraction.result.type)
        results = contraction.result_map.results
        places = [r.position for r in results if isinstance(r, AffineDimExpr)]
        return (
            not contraction.stages
            and contraction.fill is not None
            and contraction.sum_type == sum_type
            and self.rows.is_divided(self.totals[0])
            and self.columns.is_divided(self.totals[1])
            and len(contraction.rows) == len(contraction.columns) == 1
            and places[-2:] == [contraction.rows[0], contraction.columns[0]]
            and isinstance(type_.layout, NoneAttr)
        )

    def put(
        self, build: TileBuilder, row: Number, column: Number, values: SSAValue
    ) -> None:
        """
        Stores a vector of elements of one row, which start at `row` and `column` of the tile.
        """
        width = cast("VectorType[Attribute]", values.type).get_shape()[0]
        row = plus(build, self.origins[0], row)
        column = plus(build, self.origins[1], column)
        conditions: list[SSAValue] = []
        if not self.rows.is_divided(self.totals[0]):
            conditions.append(compared(build, "slt", row, self.totals[0]))
        total = self.totals[1]
        ragged = not (isinstance(total, int) and total % width == 0)
        if not self.columns.is_divided(total):
            if self.first is None:
                end = plus(build, column, width)
                conditions.append(compared(build, "sle", end, total))
            else:
                conditions.append(compared(build, "sge", column, self.first))
        condition = all_of(build, conditions)

        def all_elements(build: TileBuilder) -> Sequence[SSAValue]:
            for i in range(width):
                self._put(build, row, column, i, width, values)
            return ()

        def some_elements(build: TileBuilder) -> Sequence[SSAValue]:
            for i in range(width):
                inside = [*conditions[:-1]]
                here = plus(build, column, i)
                if self.first is None:
                    inside.append(compared(build, "slt", here, total))
                else:
                    inside.append(compared(build, "sge", here, self.first))
                both = all_of(build, inside)
                assert both is not None

                def element(build: TileBuilder, i: int = i) -> Sequence[SSAValue]:
                    self._put(build, row, column, i, 1, values)
                    return ()

                choose(build, both, (), element)
            return ()

        if condition is None:
            all_elements(build)
        else:
            choose(
                build, condition, (), all_elements, some_elements if ragged else None
            )

    def _put(
        self,
        build: TileBuilder,
        row: Number,
        column: Number,
        i: int,
        width: int,
        values: SSAValue,
    ) -> None:
        """Stores element `i`; `width` elements from `column` on are inside."""
        contraction = self.contraction
        loops = {**self.batch}
        loops |= dict(
            zip(contraction.rows, divided(build, row, self.rows.sizes), strict=True)
        )
        last = self.columns.last
        if i < width and isinstance(last, int) and last % width == 0:
            found = [*divided(build, column, self.columns.sizes)]
            found[-1] = plus(build, found[-1], i)
        else:
            found = [*divided(build, plus(build, column, i), self.columns.sizes)]
        loops |= dict(zip(contraction.columns, found, strict=True))
        value = extracted(build, values, i)
        memory, element = contraction.result, contraction.sum_type
        indices = indices_at(build, contraction.result_map, loops)
        if contraction.fill is None:
            before = build.add(memref.LoadOp.get(memory, indices))
            before = converted(build, before, value.type)
            kind = arith.AddiOp if _is_integer(element) else arith.AddfOp
            value = build.op(kind, before, value)
        value = converted(build, value, element)
        for stage in contraction.stages:
            value, indices = applied(build, stage, value, indices)
            memory = stage.nest.operands[-1]
        build.insert(memref.StoreOp.get(value, memory, indices))


def applied(
    build: TileBuilder, stage: Stage, value: SSAValue, indices: Sequence[SSAValue]
) -> tuple[SSAValue, Sequence[SSAValue]]:
    """
    Applies `stage` to the element `value` at `indices`. Returns the new element and the indices of
    its place.
    """
    nest = stage.nest
    variables: list[SSAValue] = [value] * len(nest.parallel)
    for result, index in zip(stage.map.results, indices, strict=True):
        assert isinstance(result, AffineDimExpr)
        variables[result.position] = index
    known: dict[SSAValue, SSAValue] = {}
    for i, argument in enumerate(nest.body.args):
        operand = nest.operands[i]
        if i in stage.inputs:
            known[argument] = value
        elif not any(argument.uses):
            continue
        elif not isinstance(operand.type, MemRefType):
            known[argument] = operand
        else:
            places = [
                index_value(build, result, nest.maps[i], variables)
                for result in nest.maps[i].results
            ]
            known[argument] = build.add(memref.LoadOp.get(operand, places))
    last = nest.body.last_op
    assert last is not None
    for op in nest.body.ops:
        if isinstance(op, ops.IndexOp):
            known[op.result] = variables[op.dim.value.data]
        elif op is not last:
            build.insert(op.clone(known))
    given = last.operands[0]
    made = [
        index_value(build, result, nest.maps[-1], variables)
        for result in nest.maps[-1].results
    ]
    return known.get(given, given), made


def start_of(build: TileBuilder, contraction: Contraction, type: Attribute) -> SSAValue:
    """The value that sums of `type` start with: that of the fill, or zero."""
    if contraction.fill is None:
        return zero_element(build, type)
    return converted(build, contraction.fill.inputs[0], type)
