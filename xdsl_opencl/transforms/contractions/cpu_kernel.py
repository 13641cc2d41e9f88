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

from xdsl.dialects import memref, scf, vector
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Block, SSAValue

from xdsl_opencl.transforms.contractions.contraction import (
    Contraction,
    contiguous_loop,
    static_size,
)
from xdsl_opencl.transforms.contractions.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    divided,
    indices_at,
    least,
    plus,
    product,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.item_products import add_product, extended
from xdsl_opencl.transforms.contractions.problem import Problem
from xdsl_opencl.transforms.contractions.results import start_of
from xdsl_opencl.transforms.contractions.schedule import Schedule, bytes_of

Values = Mapping[int, Number]


def cpu_schedule(contraction: Contraction, vector_bytes: int) -> Schedule | None:
    """
    Returns the tile for registers of `vector_bytes` bytes, 32 of them if they have 64, else 16.
    `None` where columns do not follow each other in the second factor, or are too few.
    """
    columns = contraction.columns
    if contiguous_loop(contraction.factors[1]) != columns[-1]:
        return None
    last = static_size(contraction.nest, columns[-1])
    lanes = vector_bytes // bytes_of(contraction.kept_type)
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
        self.sum_type = contraction.kept_type
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
            indices = indices_at(build, second.map, {**columns, **depth, last: place})
            read = VectorType(second.type.element_type, (self.lanes,))
            value = build.add(vector.LoadOp(second.memory, indices, read))
            vectors.append(extended(build, second, value, self.sum_type))
        found: list[SSAValue] = []
        type = VectorType(self.sum_type, (self.lanes,))
        for values in rows:
            indices = indices_at(build, first.map, {**values, **depth})
            element = build.add(memref.LoadOp.get(first.memory, indices))
            element = extended(build, first, element, self.sum_type)
            each = build.add(vector.BroadcastOp(element, type))
            for value in vectors:
                found.append(add_product(build, each, value, sums[len(found)]))
        return found
