"""
The elements of a contraction's result: the operations on the sums, and their places in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import gcd
from typing import cast

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerType,
    MemRefType,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.ir.affine import AffineDimExpr
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import run_body
from xdsl_opencl.ir.element_types import element_of, like
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    all_of,
    compared,
    indices_at,
    plus,
    step_in,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import (
    Direction,
    choose,
    converted,
    extracted,
    loaded,
    store,
    zero_element,
)
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
    Contraction,
    Stage,
)
from xdsl_opencl.transforms.contractions.problems.schedule import STORED


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

    def store(self, build: TileBuilder, sums: SSAValue) -> None:
        """Makes the loop that stores all elements of the tile `sums`, four of a row at a time."""
        type = cast(AnyMemRef, sums.type)
        body = Block(arg_types=(INDEX, INDEX))
        inside = build.inside(body)
        part = VectorType(type.element_type, (STORED,))
        load = vector.LoadOp(sums, body.args, part)
        self.put(inside, body.args[0], body.args[1], inside.add(load))
        inside.insert(scf.ReduceOp())
        starts, steps = [build.number(0)] * 2, [build.number(1), build.number(STORED)]
        ends = [build.number(size) for size in type.get_shape()]
        build.insert(scf.ParallelOp(starts, ends, steps, [body]))

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
            # A vector may go from one row of an image to the next, its parts do not.
            last = self.columns.last
            part = gcd(last, width) if isinstance(last, int) else width
            if len(self.columns.loops) == 1 or part < STORED:
                part = width
            if not self._are_together(part):
                part = 1
            # All are computed before one is stored: stores might change what stages load.
            made = [
                self._made(build, row, column, i, width, _part(build, values, i, part))
                for i in range(0, width, part)
            ]
            for each in made:
                store(build, *each)
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
                    value = extracted(build, values, i)
                    store(build, *self._made(build, row, column, i, 1, value))
                    return ()

                choose(build, both, (), element)
            return ()

        if condition is None:
            all_elements(build)
        else:
            choose(
                build, condition, (), all_elements, some_elements if ragged else None
            )

    def _are_together(self, width: int) -> bool:
        """
        True if `width` elements of a row follow each other in all memory, and all stages take
        vectors.
        """
        contraction, last = self.contraction, self.columns.last
        if len(contraction.columns) > 1 and not (
            isinstance(last, int) and last % width == 0
        ):
            return False
        assert contraction.columns
        column = contraction.columns[-1]
        memories = [(contraction.result, contraction.result_map, column)]
        for stage in contraction.stages:
            nest = stage.nest
            # Vectors stand in place of numbers, not of indices.
            if not all(
                op is nest.body.last_op
                or (
                    op.name.startswith(("arith.", "math."))
                    and INDEX not in [v.type for v in (*op.operands, *op.results)]
                )
                for op in nest.body.ops
            ):
                return False
            row = _row_loop(stage)
            memories.append((nest.operands[-1], nest.maps[-1], row))
            if any(
                step_in(operand, map, row) is None
                for operand, map in zip(nest.operands, nest.maps)
                if isinstance(operand.type, MemRefType)
            ):
                return False
        return all(step_in(*each) == 1 for each in memories)

    def _made(
        self,
        build: TileBuilder,
        row: Number,
        column: Number,
        i: int,
        width: int,
        value: SSAValue,
    ) -> tuple[SSAValue, SSAValue, Sequence[SSAValue]]:
        """
        Element `i`, or a vector from there on, with its memory and indices; `width` elements from
        `column` on are inside.
        """
        contraction = self.contraction
        loops = {**self.batch, **self.rows.at(build, row)}
        last = self.columns.last
        if i < width and isinstance(last, int) and last % width == 0:
            loops.update(self.columns.at(build, column))
            fastest = self.columns.loops[-1]
            loops[fastest] = plus(build, loops[fastest], i)
        else:
            loops.update(self.columns.at(build, plus(build, column, i)))
        memory, element = contraction.result, contraction.sum_type
        indices = indices_at(build, contraction.result_map, loops)
        if contraction.fill is None:
            type_ = like(value.type, element)
            before = converted(
                build, loaded(build, memory, indices, type_), element_of(value.type)
            )
            kind = arith.AddiOp if isa(element, IntegerType) else arith.AddfOp
            value = build.op(kind, before, value)
        value = converted(build, value, element)
        for stage in contraction.stages:
            value, indices = applied(build, stage, value, indices)
            memory = stage.nest.operands[-1]
        return value, memory, indices


def _part(build: TileBuilder, values: SSAValue, start: int, count: int) -> SSAValue:
    """The elements of a vector from `start` on: a vector of `count`, or a number."""
    type = cast("VectorType[Attribute]", values.type)
    if count == 1:
        return extracted(build, values, start)
    if count == type.get_shape()[0]:
        return values
    mask = DenseArrayBase.from_list(i64, range(start, start + count))
    part = VectorType(type.element_type, (count,))
    return build.add(vector.ShuffleOp(values, values, mask, result_type=part))


def _row_loop(stage: Stage) -> int:
    """The loop of `stage` along the last dimension of the result."""
    *_, last = stage.map.results
    assert isinstance(last, AffineDimExpr)
    return last.position


def applied(
    build: TileBuilder, stage: Stage, value: SSAValue, indices: Sequence[SSAValue]
) -> tuple[SSAValue, Sequence[SSAValue]]:
    """
    Applies `stage` to `value`, an element at `indices` or a vector of elements of a row from there
    on. Returns the new one and the indices of its place.
    """
    nest = stage.nest
    at: dict[int, Number] = {}
    for result, index in zip(stage.map.results, indices, strict=True):
        assert isinstance(result, AffineDimExpr)
        at[result.position] = index

    def element(i: int) -> SSAValue:
        operand = nest.operands[i]
        if i in stage.inputs:
            return value
        if not isa(operand.type, AnyMemRef):
            return operand
        kind = operand.type.element_type
        if step_in(operand, nest.maps[i], _row_loop(stage)) == 1:
            kind = like(value.type, kind)
        return loaded(build, operand, indices_at(build, nest.maps[i], at), kind)

    variables = [value_of(build, at[d]) for d in range(len(nest.parallel))]
    shape = value.type if isa(value.type, VectorType[Attribute]) else None
    (made,) = run_body(build, nest, variables, element, shape=shape)
    return made, indices_at(build, nest.maps[-1], at)


def start_of(build: TileBuilder, contraction: Contraction, type: Attribute) -> SSAValue:
    """The value that sums of `type` start with: that of the fill, or zero."""
    if contraction.fill is None:
        return zero_element(build, type)
    return converted(build, contraction.fill.inputs[0], type)
