"""
The kernel of attention on a GPU with matrix instructions: the softmax is computed online, so
that its matrix is in no memory.

A work-group has a tile of queries and goes along the keys. The products of the queries and a tile of keys are a
tile of scores, which the program's operations on each score change. The sums so far, of the row's powers and of
its products with values, are scaled by the difference of the largest scores (M. Milakov, N. Gimelshein, "Online
normalizer calculation for softmax", 2018; T. Dao and others, "FlashAttention", 2022). The powers are the first
factor of the product with a tile of values. All of that are operations of `linalg` on tiles, for
`opencl-multiply-tiles`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar, cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import FloatAttr, MemRefType, f32
from xdsl.dialects.linalg import ops
from xdsl.dialects.math import Exp2Op, FmaOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.gpu.matrix_instructions import LINES, MatrixInstruction
from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    compared,
    indices_at,
    least,
    plus,
)
from xdsl_opencl.transforms.contractions.gpu_kernel import GPUKernel
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import written
from xdsl_opencl.transforms.contractions.parts.elements import Direction, converted
from xdsl_opencl.transforms.contractions.parts.matrix_products import (
    MatrixProducts,
    local_barrier,
)
from xdsl_opencl.transforms.contractions.parts.problem import Body, computed, multiply
from xdsl_opencl.transforms.contractions.parts.results import applied, start_of
from xdsl_opencl.transforms.contractions.parts.shared_tile import shared_tile
from xdsl_opencl.transforms.contractions.problems.attention import Attention
from xdsl_opencl.transforms.contractions.problems.contraction import AnyMemRef
from xdsl_opencl.transforms.contractions.problems.schedule import (
    VECTOR_BYTES,
    Schedule,
    bytes_of,
    size_of,
)

_APPROXIMATE = arith.FastMathFlagsAttr((FastMathFlag.APPROX_FUNC,))


def _power_of_two(size: int, least: int) -> int:
    return max(least, 1 << (size - 1).bit_length())


def attention_schedule(
    rows: int | None,
    keys: int | None,
    head: int,
    columns: int,
    lanes: int,
    instructions: tuple[MatrixInstruction, MatrixInstruction],
) -> tuple[Schedule, Schedule]:
    """
    Returns sizes for the scores and for the products with values: of `rows` queries and `keys`
    keys, `None` where unknown, with `head` elements each, and values of `columns` elements.
    """
    waves = 4 if rows is None else min(4, _power_of_two(-(-rows // LINES), 1))
    deep = max(instructions[1].depth, LINES)
    # The registers of a work item hold its queries, sums and the next tiles.
    most = 64 if head + columns <= 128 else 32
    tile = max(deep, most if keys is None else min(most, _power_of_two(keys, deep)))
    head = _power_of_two(head, instructions[0].depth)
    columns = _power_of_two(columns, LINES)
    rows = waves * LINES
    return (
        Schedule(rows, tile, head, waves, 1, lanes, instructions[0]),
        Schedule(rows, columns, tile, waves, 1, lanes, instructions[1]),
    )


class AttentionKernel(GPUKernel):
    """The kernel of one attention."""

    names: ClassVar[Sequence[str]] = ("keys", "values", "queries")

    def __init__(self, attention: Attention, schedules: tuple[Schedule, Schedule]):
        values, scores = attention.values, attention.scores
        super().__init__(values, schedules[1])
        self.attention, self.scores = attention, scores
        self.score_schedule = schedules[0]
        self.rows_of_scores = replace(self.rows, loops=scores.rows)
        (self.keys,) = self.depth.sizes
        head = Direction(scores.depth, (attention.head,), schedules[0].depth)
        lines = Direction(scores.columns, (self.keys,), schedules[1].depth)
        first, second = scores.factors
        queries = shared_tile(first, self.rows_of_scores, head, self.totals[0], False)
        keys = shared_tile(second, lines, head, self.keys, False)
        self.tiles = keys, self.tiles[1], queries
        power = values.factors[0].type.element_type
        length = self.schedule.depth + VECTOR_BYTES // bytes_of(power)
        shape = (self.schedule.rows, length)
        self.power_type = MemRefType(power, shape, memory_space=WORKGROUP)
        """The local memory of the powers, which is that of the queries if these have the same type."""
        if power == queries.element:
            queries.padding = max(queries.padding, length - head.extent)

    def memory_types(self) -> dict[str, MemRefType[Attribute]]:
        """The local memory: tiles of keys, values and queries, and the powers."""
        types = super().memory_types()
        if self.tiles[2].element != self.power_type.element_type:
            types["powers"] = self.power_type
        return types

    @property
    def local_bytes(self) -> int:
        """The local memory that its work-groups need, with that of `opencl-multiply-tiles`."""
        products = MatrixProducts(self.scores, self.score_schedule)
        return sum(map(size_of, (*self.memory_types().values(), *products.row_types)))

    def _start(self, build: TileBuilder) -> None:
        batch, queries = self.batch_values, self.tiles[2]
        self.own = {self.attention.loops[loop]: value for loop, value in batch.items()}
        queries.copy(build, self.factors[2], self.own, self.origins[0], 0)
        build.insert(local_barrier())
        head = self.score_schedule.depth
        shape = self.schedule.rows, head
        self.queries = self.tile(build, "own_queries", shape, queries.element)
        build.insert(ops.CopyOp((self.factors[2],), (self.queries,), ()))
        shape = self.score_schedule.rows, self.score_schedule.columns
        self.score_tile = self.tile(build, "scores", shape, f32)
        memory = [*self.memories.values()][-1]
        view = memref.SubviewOp.from_static_parameters
        type = cast(AnyMemRef, memory.type)
        self.powers = build.add(view(memory, type, (0, 0), shape, (1, 1)))
        self.lowest, self.none, self.log2_e = (
            build.literal(FloatAttr(number, f32), f32)
            for number in (-math.inf, 0.0, math.log2(math.e))
        )
        rows = shape[:1]
        self.largest = self.tile(build, "largest", rows, f32, self.lowest)
        self.total = self.tile(build, "total", rows, f32, self.none)
        # The exponent that all powers of a row are less by, and the factor of its sums.
        self.moved = self.tile(build, "moved", rows, f32)
        self.factor = self.tile(build, "factor", rows, f32)
        self.score_start = start_of(build, self.scores, f32)

    def _copy(self, build: TileBuilder, place: Sequence[Number]) -> None:
        keys, values, _ = self.tiles
        keys.copy(build, self.factors[0], self.own, place[0], 0)
        column = self.origins[1]
        values.copy(build, self.factors[1], self.batch_values, column, place[0])

    def _multiply(self, build: TileBuilder, place: Number) -> None:
        keys, values, _ = self.factors
        scores, largest, factor = self.score_tile, self.largest, self.factor
        build.insert(ops.FillOp((self.score_start,), (scores,), ()))
        first, second = (written(s, True) for s in (self.score_schedule, self.schedule))
        operands = (self.queries, keys, scores)
        multiply(build, self.scores, first, operands, (False, False))
        self._change(build, place)
        build.insert(ops.CopyOp((largest,), (factor,), ()))
        computed(build, (scores, largest), _with(arith.MaxnumfOp))
        computed(build, (largest, self.moved), self._moved)
        computed(build, (self.moved, factor), self._power)
        computed(build, (self.moved, scores), self._power)
        computed(build, (factor, self.total), _with(arith.MulfOp))
        computed(build, (scores, self.total), _with(arith.AddfOp))
        computed(build, (factor, self.sums), _with(arith.MulfOp))
        type = self.power_type.element_type
        powers = (scores, self.powers)
        computed(build, powers, lambda b, v: converted(b, v[0], type))
        tiles = (self.powers, values, self.sums)
        multiply(build, self.contraction, second, tiles, (False, False))

    def _end(self, build: TileBuilder) -> None:
        one = build.literal(FloatAttr(1.0, f32), f32)
        computed(build, (self.total,), lambda b, v: b.op(arith.DivfOp, one, v[0]))
        computed(build, (self.total, self.sums), _with(arith.MulfOp))

    def _moved(self, build: TileBuilder, values: Sequence[SSAValue]) -> SSAValue:
        # A row without a finite score so far has no powers.
        is_lowest = build.add(arith.CmpfOp(values[0], self.lowest, "oeq"))
        known = build.select(is_lowest, self.none, values[0])
        return build.op(arith.NegfOp, build.op(arith.MulfOp, known, self.log2_e))

    def _power(self, build: TileBuilder, values: Sequence[SSAValue]) -> SSAValue:
        moved, score = values
        exponent = build.add(FmaOp(score, self.log2_e, moved))
        return build.add(Exp2Op(exponent, _APPROXIMATE))

    def _change(self, build: TileBuilder, place: Number) -> None:
        """Applies the operations on each score. Keys beyond the end have the lowest score."""
        scores, is_whole = self.scores, self.depth.is_divided(self.keys)

        def changed(build: TileBuilder, values: Sequence[SSAValue]) -> SSAValue:
            row, key = (
                plus(build, origin, build.add(ops.IndexOp(dimension)))
                for dimension, origin in enumerate((self.origins[0], place))
            )
            value = converted(build, values[0], scores.sum_type)
            if scores.stages:
                at = key if is_whole else least(build, key, plus(build, self.keys, -1))
                loops = self.rows_of_scores.within(build, row, self.totals[0])
                loops = {**self.own, **loops, scores.columns[0]: at}
                indices = indices_at(build, scores.result_map, loops)
                for stage in scores.stages:
                    value, indices = applied(build, stage, value, indices)
            value = converted(build, value, f32)
            if is_whole:
                return value
            inside = compared(build, "slt", key, self.keys)
            return build.select(inside, value, self.lowest)

        if scores.stages or scores.sum_type != f32 or not is_whole:
            computed(build, (self.score_tile,), changed)


def _with(kind: type[Operation]) -> Body:
    """The body of `kind`, whose second operand is the element so far."""
    return lambda build, values: build.op(kind, *values)
