"""
The kernel of a contraction on the CPU device: each work-group is one work item, which keeps a
tile of the result in vector registers and goes along the whole depth.

The rows of the second factor are read as vectors, the elements of the first one by one. Groups
below each other follow each other, so that the columns they share stay in the cache. A tile at
the edge has its last columns twice: it starts further to the left, and stores only the
columns that no other tile has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import IntegerType, VectorType, bf16, f16, f32
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.conversions.structured_operations import index_value
from xdsl_opencl.transforms.contractions.contraction import (
    Contraction,
    Factor,
    contiguous_loop,
    static_size,
)
from xdsl_opencl.transforms.contractions.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    divided,
    least,
    plus,
    product,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.problem import Problem
from xdsl_opencl.transforms.contractions.results import start_of
from xdsl_opencl.transforms.contractions.schedule import Schedule, bytes_of

Values = Mapping[int, Number]


def _sum_type(contraction: Contraction) -> Attribute:
    element = contraction.sum_type
    return f32 if element in (f16, bf16) else element


def cpu_schedule(contraction: Contraction, vector_bytes: int) -> Schedule | None:
    """
    Returns the tile for registers of `vector_bytes` bytes, 32 of them if they have 64, else 16.
    `None` where columns do not follow each other in the second factor, or are too few.
    """
    columns = contraction.columns
    if contiguous_loop(contraction.factors[1]) != columns[-1]:
        return None
    last = static_size(contraction.nest, columns[-1])
    lanes = vector_bytes // bytes_of(_sum_type(contraction))
    # Accumulators, the vectors of a row and one element leave a register or more.
    rows, vectors = (8, 2) if vector_bytes == 64 else (4, 2)
    for extent in (vectors * lanes, lanes):
        if last is None or last < extent:
            continue
        if len(columns) > 1 and last % extent:
            continue
        return Schedule(rows, extent, 1, 1, 1, 1, None)
    return None


class CPUKernel(Problem):
    """The kernel of one contraction."""

    def __init__(self, contraction: Contraction, schedule: Schedule, vector_bytes: int):
        super().__init__(contraction, schedule)
        self.sum_type = _sum_type(contraction)
        self.lanes = vector_bytes // bytes_of(self.sum_type)
        self.vectors = schedule.columns // self.lanes

    def make(self) -> None:
        """Makes the launch of the kernel."""
        build, schedule = self.build, self.schedule
        grid = (
            rounded_up(build, self.totals[0], schedule.rows),
            rounded_up(build, self.totals[1], schedule.columns),
            product(build, self.batch.sizes),
        )
        self.launch(grid, (), self._run)

    def _run(self, build: TileBuilder, body: Block) -> None:
        """Makes the body of the kernel."""
        schedule = self.schedule
        down, across, number = body.args[:3]
        batch = self.batch_of(build, number)
        first = times(build, across, schedule.columns)
        column = first
        if not self.columns.is_divided(self.totals[1]):
            end = plus(build, self.totals[1], -schedule.columns)
            column = least(build, first, end)
        row = times(build, down, schedule.rows)
        self.results.prepare((row, column), batch, first)
        rows = [
            {**batch, **self._row(build, plus(build, row, i))}
            for i in range(schedule.rows)
        ]
        values = divided(build, column, self.columns.sizes)
        columns = {**batch, **dict(zip(self.columns.loops, values, strict=True))}
        start = start_of(build, self.contraction, self.sum_type)
        type = VectorType(self.sum_type, (self.lanes,))
        zero = build.add(vector.BroadcastOp(start, type))
        sums = self._along_depth(
            build, rows, columns, [zero] * (schedule.rows * self.vectors)
        )
        for i in range(schedule.rows):
            for j in range(self.vectors):
                value = sums[i * self.vectors + j]
                self.results.put(build, i, j * self.lanes, value)

    def _row(self, build: TileBuilder, row: Number) -> Values:
        """The values of the loops for a row; those of the last one beyond it."""
        if not self.rows.is_divided(self.totals[0]):
            row = least(build, row, plus(build, self.totals[0], -1))
        values = divided(build, row, self.rows.sizes)
        return dict(zip(self.rows.loops, values, strict=True))

    def _along_depth(
        self,
        build: TileBuilder,
        rows: Sequence[Values],
        columns: Values,
        sums: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """Makes a loop for each one of the depth."""
        loops: list[scf.ForOp] = []
        depth: dict[int, Number] = {}
        zero, one = build.number(0), build.number(1)
        for loop, size in zip(self.depth.loops, self.depth.sizes, strict=True):
            body = Block(arg_types=(INDEX, *(value.type for value in sums)))
            made = scf.ForOp(zero, value_of(build, size), one, sums, body)
            build.insert(made)
            loops.append(made)
            build = build.inside(body)
            depth[loop], *sums = body.args
        values = self._products(build, rows, columns, depth, sums)
        for loop in reversed(loops):
            loop.body.block.add_op(scf.YieldOp(*values))
            values = loop.results
        return values

    def _products(
        self,
        build: TileBuilder,
        rows: Sequence[Values],
        columns: Values,
        depth: Values,
        sums: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        first, second = self.contraction.factors
        last = self.columns.loops[-1]
        vectors: list[SSAValue] = []
        for j in range(self.vectors):
            place = plus(build, columns[last], j * self.lanes)
            indices = self._indices(build, second, {**columns, **depth, last: place})
            read = VectorType(second.type.element_type, (self.lanes,))
            value = build.add(vector.LoadOp(second.memory, indices, read))
            vectors.append(self._extended(build, second, value))
        found: list[SSAValue] = []
        type = VectorType(self.sum_type, (self.lanes,))
        is_integer = isinstance(self.contraction.sum_type, IntegerType)
        for values in rows:
            indices = self._indices(build, first, {**values, **depth})
            element = build.add(memref.LoadOp.get(first.memory, indices))
            element = self._extended(build, first, element)
            each = build.add(vector.BroadcastOp(element, type))
            for value in vectors:
                total = sums[len(found)]
                if is_integer:
                    multiplied = build.op(arith.MuliOp, each, value)
                    found.append(build.op(arith.AddiOp, total, multiplied))
                else:
                    found.append(build.add(vector.FMAOp(each, value, total)))
        return found

    def _extended(
        self, build: TileBuilder, factor: Factor, value: SSAValue
    ) -> SSAValue:
        """An element or a vector in the type of the sum."""
        if factor.type.element_type == self.sum_type:
            return value
        type = self.sum_type
        if isinstance(value.type, VectorType):
            type = VectorType(type, (self.lanes,))
        return build.convert(factor.extension or arith.ExtFOp, value, type)

    def _indices(
        self, build: TileBuilder, factor: Factor, values: Values
    ) -> Sequence[SSAValue]:
        variables = [
            value_of(build, values.get(d, 0)) for d in range(factor.map.num_dims)
        ]
        return [
            index_value(build, result, factor.map, variables)
            for result in factor.map.results
        ]
