"""
The kernel of a contraction on the CPU device: each work-group is one work item, which computes
some rows of a few columns.

It goes along the depth in stretches. Those of the second factor's columns are copied to
local memory (`opencl.copy_tile`), then a `linalg.generic` adds the products with a few rows at a time to a part
of the tile of sums, for `opencl-multiply-tiles`. A factor of the type of the sums that is a matrix in memory is read
where it is, by a view. Loops over the rows set the sums before, and store them afterwards, by vectors.

Groups below each other follow each other, so that the columns they share stay in the cache. A
tile at the edge has its last columns twice if it may start further to the left: it stores
only the columns that no other tile has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xdsl.dialects import vector
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, SSAValue

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
from xdsl_opencl.transforms.contractions.parts.copied_tile import (
    FactorTile,
    flattened,
    part_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import (
    Direction,
    Values,
    counted,
    loaded,
    store,
)
from xdsl_opencl.transforms.contractions.parts.problem import Problem, multiply
from xdsl_opencl.transforms.contractions.parts.results import start_of
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Contraction,
    Factor,
)
from xdsl_opencl.transforms.contractions.problems.schedule import (
    SCHEDULE,
    Schedule,
    bytes_of,
)

_NAMES = ("rows", "columns")
"""Those of the tiles in local memory."""

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


def tile_rows(schedule: Schedule, vector_bytes: int) -> int:
    """Returns the most rows of a product of tiles, whose sums are in registers."""
    return min(schedule.rows, _tile_rows(vector_bytes))


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
        kept, width = contraction.kept_type, schedule.columns
        self.lanes = min(width, vector_bytes // bytes_of(kept))
        self.tile_rows = tile_rows(schedule, vector_bytes)
        last = self.columns.last
        self.may_shift = (
            isinstance(last, int)
            and last >= width
            and (len(self.columns.loops) == 1 or last % width == 0)
        )
        totals = (self.totals[0], None if self.may_shift else self.totals[1])
        down = replace(self.rows, extent=self.tile_rows)
        flat = [flattened(self.build, f, self.depth) for f in contraction.factors]
        depth = max((own for _, own in flat), key=lambda own: len(own.loops))
        self._divide_depth(depth)
        self.is_flat = [len(own.loops) == 1 for _, own in flat]
        parts: list[tuple[Factor, Direction, Direction]] = []
        for (factor, own), given, lines in zip(
            flat, contraction.factors, (down, self.columns), strict=True
        ):
            # Both have the same loops, or one.
            factor = factor if len(own.loops) == 1 or own == depth else given
            factor, lines = flattened(self.build, factor, lines)
            parts.append((factor, lines, own))
        extent = self.places.extent
        first, second = self.tiles = [
            FactorTile(factor, lines, replace(places, extent=extent), total, True, kept)
            for (factor, lines, depth), total, is_flat in zip(
                parts, totals, self.is_flat, strict=True
            )
            for places in [depth if is_flat else self.places]
        ]
        is_one_tile = schedule.rows == self.tile_rows
        self.is_copied = (
            first.factor.type.element_type != kept or not first.steps,
            not (is_one_tile and self.may_shift and second.along_lines)
            or second.factor.type.element_type != kept
            or not second.steps,
        )
        first.lines_follow = first.along_lines
        if not self.is_copied[0]:
            (line, _), (place, _) = first.steps
            first.lines_follow = line > place

    def _divide_depth(self, depth: Direction) -> None:
        """
        Divides the loops of `depth` into those around stretches and those inside, of whose first
        one a stretch has `self.step` iterations.
        """
        loops, sizes = depth.loops, depth.sizes
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
        self.around = [*zip(loops[:inside], sizes[:inside], strict=True)]
        self.places = Direction(loops[inside:], sizes[inside:], places)

    def make(self) -> None:
        """Makes the launch of the kernel."""
        build, schedule = self.build, self.schedule
        grid = (
            rounded_up(build, self.totals[0], schedule.rows),
            rounded_up(build, self.totals[1], schedule.columns),
            product(build, self.batch.sizes),
        )
        tiles = zip(_NAMES, self.tiles, self.is_copied, strict=True)
        memories = {name: tile.memory_type for name, tile, is_in in tiles if is_in}
        self.launch(grid, memories, self._run)

    def _run(self, build: TileBuilder, group: Sequence[SSAValue]) -> None:
        """Makes the body of the kernel."""
        schedule = self.schedule
        down, across, number = group
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
        kept = self.contraction.kept_type
        shape, type = (schedule.rows, schedule.columns), VectorType(kept, (self.lanes,))
        sums = self.tile(build, "sums", shape, kept)
        start = start_of(build, self.contraction, kept)
        start = build.add(vector.BroadcastOp(start, type))
        for inside, down, right in self._vectors(build, schedule.rows):
            store(inside, start, sums, (down, value_of(inside, right)))
        self._along_depth(build, sums, batch, row, column, height)
        for inside, down, right in self._vectors(build, height):
            place = (down, value_of(inside, right))
            values = loaded(inside, sums, place, type)
            self.results.put(inside, down, right, values)

    def _vectors(
        self, build: TileBuilder, height: Number
    ) -> Iterator[tuple[TileBuilder, SSAValue, int]]:
        """Makes a loop over `height` rows; returns a builder in its body, the row and the column for each vector."""
        inside, row = counted(build, height)
        for column in range(0, self.schedule.columns, self.lanes):
            yield inside, value_of(inside, row), column

    def _along_depth(
        self,
        build: TileBuilder,
        sums: SSAValue,
        batch: Values,
        row: Number,
        column: Number,
        height: Number,
    ) -> None:
        """Makes the loops over stretches of the depth, and in each over the rows."""
        around, place = dict(batch), 0
        for loop, size in self.around:
            build, around[loop] = counted(build, size)
            place = plus(build, times(build, place, size), around[loop])
        (size, *inner), start = self.places.sizes, 0
        count: Number = self.places.extent
        if size != self.step:
            build, start = counted(build, size, self.step)
            left = plus(build, size, times(build, start, -1))
            if not (isinstance(size, int) and size % self.step == 0):
                count = least(build, count, times(build, left, product(build, inner)))
        place = plus(build, times(build, place, size), start)
        place = times(build, place, product(build, inner))
        starts = [(batch, place) if flat else (around, start) for flat in self.is_flat]
        width = self.schedule.columns
        columns = self._tile(build, 1, *starts[1], column, (width, count))
        build, down = counted(build, height, self.tile_rows)
        rows: Number = self.tile_rows
        if not self.is_copied[0] and not self.tiles[0].lines.is_divided(self.totals[0]):
            rows = least(build, rows, plus(build, height, times(build, down, -1)))
        tile = self._tile(build, 0, *starts[0], plus(build, row, down), (rows, count))
        part = build.add(part_of(sums, (down, 0), (rows, width)))
        follow = [tile.lines_follow for tile in self.tiles]
        schedule = self.contraction.nest.op.attributes[SCHEDULE]
        multiply(build, self.contraction, schedule, (tile, columns, part), follow)

    def _tile(
        self,
        build: TileBuilder,
        number: int,
        fixed: Values,
        place: Number,
        line: Number,
        count: tuple[Number, Number],
    ) -> SSAValue:
        """The tile of factor `number` from a line and a place on: of so many lines and places of a copy, or of the factor."""
        tile, memory = self.tiles[number], self.memories.get(_NAMES[number])
        if memory is None:
            return tile.view(build, fixed, (line, place), count)
        tile.copy(build, memory, fixed, line, place)
        sizes = count[:: -1 if tile.lines_follow else 1]
        return build.add(part_of(memory, (0, 0), sizes))
