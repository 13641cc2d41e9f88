"""
The kernel of attention on a GPU with matrix instructions: the softmax is computed online, so
that its matrix is in no memory but that of a work-group.

A sub-group has 16 queries, whose elements stay in registers, and goes along the keys. It
multiplies its queries by a tile of keys, and stores the scores into local memory in pieces.
Each work item takes its share of a row from there, and applies the operations on each element.
The sums so far, of the row's powers and of its products with values, are scaled by the
difference of the largest scores (M. Milakov, N. Gimelshein, "Online normalizer calculation
for softmax", 2018; T. Dao and others, "FlashAttention", 2022). The powers go back through local
memory as the first factor of the product with the tile of values.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import cast

from xdsl.dialects import arith, memref, vector
from xdsl.dialects.builtin import FloatAttr, MemRefType, VectorType, f32, i1, i32
from xdsl.dialects.math import Exp2Op, FmaOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.gpu.matrix_instructions import LINES, MatrixInstruction
from xdsl_opencl.dialects.gpu_ext.attributes import ShuffleMode, ShuffleModeAttr
from xdsl_opencl.dialects.gpu_ext.matrices import (
    ConstantMatrixOp,
    ElementwiseMatrixOp,
    LoadMatrixOp,
    MMAElementwise,
    MMAElementwiseAttr,
)
from xdsl_opencl.dialects.gpu_ext.work_item import ShuffleOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    compared,
    indices_at,
    least,
    plus,
    quotient,
    remainder,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.gpu_kernel import GPUKernel
from xdsl_opencl.transforms.contractions.opencl_multiply_tiles import StoredTile
from xdsl_opencl.transforms.contractions.parts.elements import (
    Direction,
    choose,
    converted,
    extracted,
    inserted,
    zero,
)
from xdsl_opencl.transforms.contractions.parts.matrix_products import (
    MatrixProducts,
    local_barrier,
    wave_barrier,
)
from xdsl_opencl.transforms.contractions.parts.results import applied, start_of
from xdsl_opencl.transforms.contractions.parts.shared_tile import shared_tile
from xdsl_opencl.transforms.contractions.problems.attention import Attention
from xdsl_opencl.transforms.contractions.problems.schedule import (
    VECTOR_BYTES,
    Schedule,
    bytes_of,
)

_WIDTH = VECTOR_BYTES // bytes_of(f32)
_LOWEST = FloatAttr(-math.inf, f32)
_LOG2_E = FloatAttr(math.log2(math.e), f32)
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

    def __init__(self, attention: Attention, schedules: tuple[Schedule, Schedule]):
        values, scores = attention.values, attention.scores
        super().__init__(values, schedules[1])
        self.matrices = MatrixProducts(values, schedules[1])
        self.attention, self.scores = attention, scores
        self.score_products = MatrixProducts(scores, schedules[0])
        self.shared = LINES * LINES // schedules[0].lanes
        """The scores of a row that a work item takes of each 16."""
        self.rows_of_scores = replace(self.rows, loops=scores.rows)
        (keys,) = self.depth.sizes
        head = Direction(scores.depth, (attention.head,), schedules[0].depth)
        lines = Direction(scores.columns, (keys,), schedules[1].depth)
        first, second = scores.factors
        self.queries = shared_tile(
            first, self.rows_of_scores, head, self.totals[0], False
        )
        self.tiles = shared_tile(second, lines, head, keys, False), self.tiles[1]
        self.power_type = values.factors[0].type.element_type

    def memory_types(self) -> Sequence[MemRefType[Attribute]]:
        """
        Tiles of keys and values; the queries, later the powers; a piece of the scores, through
        which results go, too; a number for each row.
        """
        schedule = self.schedule
        instruction = self.score_products.schedule.instruction
        assert instruction is not None
        found = [tile.memory_type for tile in self.tiles]
        element = self.queries.element
        rows, length = self.queries.memory_type.get_shape()
        wanted = schedule.depth + VECTOR_BYTES // bytes_of(self.power_type)
        if element == self.power_type:
            found.append(MemRefType(element, (rows, max(length, wanted))))
        else:
            found.append(MemRefType(element, (rows, length)))
        padding = min(_WIDTH, LINES // instruction.sum.group)
        found.append(MemRefType(f32, (rows, LINES + padding)))
        found.append(MemRefType(f32, (schedule.waves, LINES)))
        if element != self.power_type:
            found.append(MemRefType(self.power_type, (rows, wanted)))
        return found

    # --- the kernel -----------------------------------------------------------------------

    def _run(self, build: TileBuilder, body: Block) -> None:
        across, down, number, item = (body.args[i] for i in (0, 1, 2, 3))
        memories = cast(Sequence[SSAValue], body.args[12:])
        names = ("keys", "values", "queries", "scores", "factors", "powers")
        for memory, name in zip(memories, names):
            memory.name_hint = name
        self.tile_memories = memories[:2]
        self.piece_memory, self.row_memory = memories[3], memories[4]
        self.power_memory = memories[-1] if len(memories) > 5 else memories[2]
        schedule = self.schedule
        batch = self.batch.at(build, number)
        own = {self.attention.loops[loop]: value for loop, value in batch.items()}
        origins = (
            times(build, down, schedule.rows),
            times(build, across, schedule.columns),
        )
        self.results.prepare(origins, batch)
        self.batch_of_scores = own
        products = self.matrices
        sums = products.prepare(
            build, item, start_of(build, self.attention.values, products.sum_type)
        )
        # Work items of one row are 16 lanes apart.
        self.line = remainder(build, products.lane, LINES)
        self.share = quotient(build, products.lane, LINES)
        self.first = times(build, products.wave, LINES)
        self.row = plus(build, self.first, self.line)
        row = plus(build, origins[0], self.row)
        self.row_loops = self.rows_of_scores.within(build, row, self.totals[0])
        *self.factors, queries = (
            build.add(tile.without_padding(memory))
            for tile, memory in zip((*self.tiles, self.queries), memories)
        )
        self.queries.copy(build, queries, own, origins[0], 0)
        build.insert(local_barrier())
        depth = self.score_products.schedule.depth
        step = self.score_products.types[0].columns
        self.query_matrices = [
            self.score_products.factor(build, 0, memories[2], self.first, 0, place)
            for place in range(0, depth, step)
        ]
        self.column, self.batch_values = origins[1], batch
        lowest, none = (
            build.literal(_LOWEST, f32),
            build.literal(FloatAttr(0.0, f32), f32),
        )
        *sums, _, total = self._along_depth(build, [*sums, lowest, none])
        total = self._over_row(build, arith.AddfOp, total)
        one = build.literal(FloatAttr(1.0, f32), f32)
        sums = self._scaled(build, build.op(arith.DivfOp, one, total), sums)
        stored = StoredTile(self.results.store(build, self.sums_tile(build)))
        memory = None if stored.is_plain() else self.piece_memory
        products.finish(build, stored.put, sums, memory)
        stored.erase()

    def _copy(self, build: TileBuilder, place: Sequence[Number]) -> None:
        keys, values = self.tiles
        keys.copy(build, self.factors[0], self.batch_of_scores, place[0], 0)
        values.copy(build, self.factors[1], self.batch_values, self.column, place[0])

    def _multiply(
        self,
        build: TileBuilder,
        sums: Sequence[SSAValue],
        place: Sequence[Number],
    ) -> Sequence[SSAValue]:
        *sums, largest, total = sums
        scores = self._scores(build, self.tile_memories[0], place[0])
        top = reduce(lambda a, b: build.op(arith.MaxnumfOp, a, b), scores)
        top = self._over_row(build, arith.MaxnumfOp, top)
        top = build.op(arith.MaxnumfOp, largest, top)
        # A row without a finite score so far has no powers.
        lowest = build.literal(_LOWEST, f32)
        none = build.literal(FloatAttr(0.0, f32), f32)
        log2_e = build.literal(_LOG2_E, f32)
        is_lowest = build.add(arith.CmpfOp(top, lowest, "oeq"))
        known = build.select(is_lowest, none, top)
        moved = build.op(arith.NegfOp, build.op(arith.MulfOp, known, log2_e))

        def power(score: SSAValue) -> SSAValue:
            exponent = build.add(FmaOp(score, log2_e, moved))
            return build.add(Exp2Op(exponent, _APPROXIMATE))

        powers = [power(score) for score in scores]
        factor = power(largest)
        added = reduce(lambda a, b: build.op(arith.AddfOp, a, b), powers)
        total = build.add(FmaOp(total, factor, added))
        self._store_powers(build, powers)
        sums = self._scaled(build, factor, sums)
        step = self.matrices.types[0].columns
        for deep in range(0, self.schedule.depth, step):
            row = self.matrices.factor(build, 0, self.power_memory, self.first, 0, deep)
            for j, sum in enumerate(sums):
                column = self.matrices.factor(
                    build, 1, self.tile_memories[1], 0, j, deep
                )
                sums[j] = self.matrices.multiplied(build, row, column, sum)
        return [*sums, top, total]

    def _scores(
        self, build: TileBuilder, keys: SSAValue, start: Number
    ) -> Sequence[SSAValue]:
        """The scores of this work item's shares, in f32, after the operations on each."""
        products = self.score_products
        initial = build.add(
            ConstantMatrixOp.create(
                operands=[start_of(build, self.scores, products.sum_type)],
                result_types=[products.types[2]],
            )
        )
        step = products.types[0].columns
        found: list[SSAValue] = []
        type = VectorType(f32, (_WIDTH,))
        for piece in range(0, self.schedule.depth, LINES):
            sum = initial
            for i, query in enumerate(self.query_matrices):
                key = products.factor(build, 1, keys, piece, 0, i * step)
                sum = products.multiplied(build, query, key, sum)
            build.insert(wave_barrier())
            products.store(build, [sum], self.piece_memory, self.first)
            build.insert(wave_barrier())
            column = times(build, self.share, self.shared)
            for i in range(0, self.shared, _WIDTH):
                place = (self.row, plus(build, column, i))
                indices = [value_of(build, number) for number in place]
                four = build.add(vector.LoadOp(self.piece_memory, indices, type))
                for k in range(_WIDTH):
                    key = plus(build, column, piece + i + k)
                    score = extracted(build, four, k)
                    found.append(self._changed(build, score, plus(build, start, key)))
        return found

    def _changed(self, build: TileBuilder, score: SSAValue, key: Number) -> SSAValue:
        """Applies the operations on each score. Keys beyond the end have the lowest score."""
        scores, (keys,) = self.scores, self.depth.sizes
        is_whole = self.depth.is_divided(keys)
        value = converted(build, score, scores.sum_type)
        if scores.stages:
            at = key if is_whole else least(build, key, plus(build, keys, -1))
            loops = {**self.batch_of_scores, **self.row_loops, scores.columns[0]: at}
            indices = indices_at(build, scores.result_map, loops)
            for stage in scores.stages:
                value, indices = applied(build, stage, value, indices)
        value = converted(build, value, f32)
        if not is_whole:
            inside = compared(build, "slt", key, keys)
            value = build.select(inside, value, build.literal(_LOWEST, f32))
        return value

    def _store_powers(self, build: TileBuilder, powers: Sequence[SSAValue]) -> None:
        width = min(self.shared, VECTOR_BYTES // bytes_of(self.power_type))
        column = times(build, self.share, self.shared)
        for i in range(0, len(powers), width):
            values = zero(build, VectorType(self.power_type, (width,)))
            for k in range(width):
                power = converted(build, powers[i + k], self.power_type)
                values = inserted(build, values, power, k)
            place = i // self.shared * LINES + i % self.shared
            indices = (self.row, plus(build, column, place))
            build.insert(
                vector.StoreOp(
                    values, self.power_memory, [value_of(build, n) for n in indices]
                )
            )

    # --- rows ------------------------------------------------------------------------------

    def _over_row(
        self, build: TileBuilder, kind: type[Operation], value: SSAValue
    ) -> SSAValue:
        """Combines the values of all work items of a row, by a commutative `kind`."""
        lanes = self.schedule.lanes
        width = build.constant(lanes, i32)
        distance = LINES
        while distance < lanes:
            offset = build.constant(distance, i32)
            other = build.add(
                ShuffleOp.create(
                    operands=[value, offset, width],
                    result_types=[value.type, i1],
                    properties={"mode": ShuffleModeAttr(ShuffleMode.Xor)},
                )
            )
            value = build.op(kind, value, other)
            distance *= 2
        return value

    def _scaled(
        self, build: TileBuilder, factor: SSAValue, sums: Sequence[SSAValue]
    ) -> list[SSAValue]:
        """The matrices `sums` with each row times its `factor`, equal in the row's work items."""
        place = [value_of(build, self.matrices.wave), value_of(build, self.line)]

        def stored(build: TileBuilder) -> Sequence[SSAValue]:
            build.insert(memref.StoreOp.get(factor, self.row_memory, place))
            return ()

        build.insert(wave_barrier())
        choose(build, compared(build, "eq", self.share, 0), (), stored)
        build.insert(wave_barrier())
        # Rows that are no elements apart, transposed: one number for each row.
        first, type = [place[0], build.number(0)], self.matrices.types[2]
        load = LoadMatrixOp.at(self.row_memory, first, type, transposed=True, lead=0)
        factors = build.add(load)
        times_ = MMAElementwiseAttr(MMAElementwise.Mulf)
        return [
            build.add(
                ElementwiseMatrixOp.create(
                    operands=[sum, factors],
                    result_types=[sum.type],
                    properties={"opType": times_},
                )
            )
            for sum in sums
        ]
