"""
The kernel of a contraction on the CPU device: each work-group is one work item, which computes
some rows of a few columns.

It goes along the depth in stretches. Those of the second factor's columns are packed into
local memory (`opencl.copy_tile`), then rows by rows a tile of sums in vector registers gets
the products of the stretch: vectors of the second factor times elements of the first one, which
are packed, too, where they have another type than the sums. Between stretches the sums are in
local memory.

Groups below each other follow each other, so that the columns they share stay in the cache. A
tile at the edge has its last columns twice if it may start further to the left: it stores
only the columns that no other tile has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects import memref, scf, vector
from xdsl.dialects.builtin import MemRefType, VectorType
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    least,
    plus,
    product,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.copied_tile import FactorTile
from xdsl_opencl.transforms.contractions.parts.elements import (
    Direction,
    Values,
    load_factor,
)
from xdsl_opencl.transforms.contractions.parts.item_products import add_product
from xdsl_opencl.transforms.contractions.parts.packed_tile import Stretch, counted
from xdsl_opencl.transforms.contractions.parts.problem import Problem
from xdsl_opencl.transforms.contractions.parts.results import start_of
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction
from xdsl_opencl.transforms.contractions.problems.schedule import Schedule, bytes_of

_ROWS = 256
"""The most rows of a work-group, which share the packed columns."""

_GROUPS = 32
"""With fewer work-groups each has fewer rows."""

_PACKED_BYTES = 32 << 10
"""The most bytes of columns that are packed at once: they stay in the first cache."""

_FEWEST = 4
"""The fewest columns of a tile."""


def _tile_rows(vector_bytes: int) -> int:
    """
    The rows of a tile in registers of two vectors: of 32 registers of 64 bytes, or of 16.
    Accumulators, the vectors of a row and one element leave a register or more.
    """
    return 8 if vector_bytes == 64 else 4


def cpu_schedule(
    contraction: Contraction,
    sizes: tuple[int | None, int | None, int | None],
    vector_bytes: int,
) -> Schedule | None:
    """
    Returns the tile for registers of `vector_bytes` bytes; `None` for too few columns. `sizes`
    are rows, columns and the size of the batch, `None` where unknown.
    """
    rows, columns, batch = sizes
    lanes = vector_bytes // bytes_of(contraction.kept_type)
    width = 2 * lanes
    if columns is not None:
        if columns < _FEWEST:
            return None
        while width // 2 >= columns:
            width //= 2
    tile, height = _tile_rows(vector_bytes), _ROWS
    if rows is not None:
        while height > 2 * tile and height // 2 >= rows:
            height //= 2
        if rows <= tile:
            height = rows
        elif columns is not None and batch is not None:
            across = -(-columns // width) * batch
            while height > 2 * tile and -(-rows // height) * across < _GROUPS:
                height //= 2
    depth = _PACKED_BYTES // bytes_of(contraction.kept_type) // width
    return Schedule(height, width, depth, 1, 1, 1, None)


def check_tile(schedule: Schedule, kept_type: Attribute, vector_bytes: int) -> None:
    """Raises `ValueError` for a tile of sums of `kept_type` that no kernel has."""
    most, width = 2 * vector_bytes // bytes_of(kept_type), schedule.columns
    if not _FEWEST <= width <= most or width & (width - 1):
        raise ValueError(
            f"a tile has {width} columns; use a power of two from {_FEWEST} to {most}"
        )
    step = _tile_rows(vector_bytes)
    if schedule.rows < 1 or (schedule.rows > step and schedule.rows % step):
        raise ValueError(
            f"a tile has {schedule.rows} rows; use at most {step}, or a multiple of {step}"
        )
    if schedule.depth < 1:
        raise ValueError(f"a tile has a depth of {schedule.depth}; use at least 1")


class CPUKernel(Problem):
    """The kernel of one contraction."""

    def __init__(self, contraction: Contraction, schedule: Schedule, vector_bytes: int):
        super().__init__(contraction, schedule)
        self.sum_type = contraction.kept_type
        width = schedule.columns
        self.lanes = min(width, vector_bytes // bytes_of(self.sum_type))
        self.vectors = width // self.lanes
        self.tile_rows = min(schedule.rows, _tile_rows(vector_bytes))
        self.tile_lines = replace(self.rows, extent=self.tile_rows)
        self._divide_depth()
        last = self.columns.last
        self.may_shift = (
            isinstance(last, int)
            and last >= width
            and (len(self.columns.loops) == 1 or last % width == 0)
        )
        self.packed = self._packed_factors()
        self.memories: dict[int, SSAValue] = {}

    def _divide_depth(self) -> None:
        """
        Divides the loops of the depth into those around stretches and those inside, of whose first
        one a stretch has `self.step` iterations.
        """
        loops, sizes = self.depth.loops, self.depth.sizes
        places, inside = 1, len(loops)
        most = self.schedule.depth
        self.step: int = 1
        while inside:
            size = sizes[inside - 1]
            inside -= 1
            self.step = most // places
            if not isinstance(size, int) or size > self.step:
                if isinstance(size, int):
                    # Stretches of one length, almost.
                    self.step = -(-size // -(-size // self.step))
                places *= self.step
                break
            self.step = size
            places *= size
        self.around, self.inside = inside, loops[inside:]
        self.places = places
        self.is_whole = sizes[inside] == self.step

    def _packed_factors(self) -> tuple[FactorTile | None, FactorTile | None]:
        """The factors with their parts in local memory; `None` for one that has none."""
        places = Direction(self.inside, self.depth.sizes[self.around :], self.places)
        rows, columns = (
            FactorTile(factor, lines, places, total, True, self.sum_type, self.lanes)
            for factor, lines, total in zip(
                self.contraction.factors,
                (self.tile_lines, self.columns),
                (self.totals[0], None if self.may_shift else self.totals[1]),
                strict=True,
            )
        )
        rows.lines_follow = rows.along_lines
        is_one_tile = self.schedule.rows == self.tile_rows
        is_read_in_place = is_one_tile and self.may_shift and columns.along_lines
        return (
            rows if rows.factor.type.element_type != self.sum_type else None,
            None if is_read_in_place else columns,
        )

    def make(self) -> None:
        """Makes the launch of the kernel."""
        build, schedule = self.build, self.schedule
        grid = (
            rounded_up(build, self.totals[0], schedule.rows),
            rounded_up(build, self.totals[1], schedule.columns),
            product(build, self.batch.sizes),
        )
        sums = MemRefType(self.sum_type, (schedule.rows, schedule.columns))
        packed = [factor.memory_type for factor in self.packed if factor is not None]
        self.launch(grid, [sums, *packed], self._run)

    def _run(self, build: TileBuilder, body: Block) -> None:
        """Makes the body of the kernel."""
        schedule = self.schedule
        down, across, number = body.args[:3]
        sums, *memories = body.args[12:]
        sums.name_hint = "sums"
        for i, name in enumerate(("rows", "columns")):
            if self.packed[i] is not None:
                self.memories[i], *memories = memories
                self.memories[i].name_hint = name
        batch = self.batch.at(build, number)
        first: Number = times(build, across, schedule.columns)
        column = first
        if self.may_shift and not self.columns.is_divided(self.totals[1]):
            end = plus(build, self.totals[1], -schedule.columns)
            column = least(build, first, end)
        row = times(build, down, schedule.rows)
        self.results.prepare((row, column), batch, first if self.may_shift else None)
        height: Number = schedule.rows
        if not self.rows.is_divided(self.totals[0]):
            left = plus(build, self.totals[0], times(build, row, -1))
            height = least(build, height, left)
        self._start(build, sums)
        self._along_depth(build, sums, batch, row, column, height)
        inside, i = counted(build, height)
        for j in range(self.vectors):
            value = self._sum(inside, sums, i, j)
            self.results.put(inside, i, j * self.lanes, value)

    @property
    def type(self) -> VectorType[Attribute]:
        """The vectors of sums."""
        return VectorType(self.sum_type, (self.lanes,))

    def _place(self, build: TileBuilder, row: Number, j: int) -> Sequence[SSAValue]:
        return [value_of(build, row), value_of(build, j * self.lanes)]

    def _sum(self, build: TileBuilder, sums: SSAValue, row: Number, j: int) -> SSAValue:
        return build.add(vector.LoadOp(sums, self._place(build, row, j), self.type))

    def _start(self, build: TileBuilder, sums: SSAValue) -> None:
        """Sets all sums."""
        start = start_of(build, self.contraction, self.sum_type)
        first = build.add(vector.BroadcastOp(start, self.type))
        inside, row = counted(build, self.schedule.rows)
        for j in range(self.vectors):
            inside.insert(vector.StoreOp(first, sums, self._place(inside, row, j)))

    def _along_depth(
        self,
        build: TileBuilder,
        sums: SSAValue,
        batch: Values,
        row: Number,
        column: Number,
        height: Number,
    ) -> None:
        """Makes the loops over stretches of the depth."""
        sizes = self.depth.sizes
        around = dict(batch)
        for loop, size in zip(self.depth.loops[: self.around], sizes):
            build, around[loop] = counted(build, size)
        size = sizes[self.around]
        start: Number = 0
        count: Number = size
        if not self.is_whole:
            build, start = counted(build, size, self.step)
            count = least(build, self.step, plus(build, size, times(build, start, -1)))
        stretch = Stretch(
            around, self.inside, start, (count, *sizes[self.around + 1 :])
        )
        second = self.packed[1]
        if second is not None:
            second.copy(build, self.memories[1], around, column, start)
        build, down = counted(build, height, self.tile_rows)
        self._tile(build, sums, down, plus(build, row, down), column, stretch)

    def _tile(
        self,
        build: TileBuilder,
        sums: SSAValue,
        down: Number,
        row: Number,
        column: Number,
        stretch: Stretch,
    ) -> None:
        """Adds the products of a stretch to the sums of rows from `down` on."""
        first, second = self.packed
        a, b = self.contraction.factors
        rows: list[Values] = [{}] * self.tile_rows
        if first is not None:
            first.copy(build, self.memories[0], stretch.around, row, stretch.start)
        else:
            rows = [
                self.tile_lines.within(build, plus(build, row, i), self.totals[0])
                for i in range(self.tile_rows)
            ]
        columns = self.columns.at(build, column)
        places = [
            (plus(build, down, i), j)
            for i in range(self.tile_rows)
            for j in range(self.vectors)
        ]
        so_far = [self._sum(build, sums, *place) for place in places]
        inside, place, depth = stretch.each(build, carried=so_far)
        so_far = inside.block.args[1:]
        vectors: list[SSAValue] = []
        for j in range(0, self.schedule.columns, self.lanes):
            if second is not None:
                indices = second.indices(inside, j, place)
                load = vector.LoadOp(self.memories[1], indices, self.type)
                vectors.append(inside.add(load))
                continue
            last = self.columns.loops[-1]
            values = {**columns, **depth, last: plus(inside, columns[last], j)}
            vectors.append(load_factor(inside, b, values, self.lanes, self.sum_type))
        found: list[SSAValue] = []
        for i, line in enumerate(rows):
            if first is not None:
                indices = first.indices(inside, i, place)
                element = inside.add(memref.LoadOp.get(self.memories[0], indices))
            else:
                element = load_factor(inside, a, {**line, **depth})
            each = inside.add(vector.BroadcastOp(element, self.type))
            for value in vectors:
                found.append(add_product(inside, each, value, so_far[len(found)]))
        here: Block | None = inside.block
        while here is not None and here is not build.block:
            here.add_op(scf.YieldOp(*found))
            loop = here.parent_op()
            assert loop is not None
            here, found[:] = loop.parent, loop.results
        for value, (i, j) in zip(found, places, strict=True):
            build.insert(vector.StoreOp(value, sums, self._place(build, i, j)))
