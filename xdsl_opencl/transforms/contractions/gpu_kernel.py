"""
The kernel of a contraction on a GPU: work-groups that multiply tiles in local memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    IntegerAttr,
    MemRefType,
    i64,
)
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.gpu_ext.launching import LaunchOp
from xdsl_opencl.ir.index_arithmetic import (
    Number,
    TileBuilder,
    divided,
    product,
    rounded_up,
    times,
)
from xdsl_opencl.transforms.contractions.opencl_pipeline_loops import STAGES
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import written
from xdsl_opencl.transforms.contractions.parts.elements import counted
from xdsl_opencl.transforms.contractions.parts.matrix_products import local_barrier
from xdsl_opencl.transforms.contractions.parts.problem import Problem, multiply
from xdsl_opencl.transforms.contractions.parts.results import start_of
from xdsl_opencl.transforms.contractions.parts.shared_tile import shared_tile
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Contraction,
)
from xdsl_opencl.transforms.contractions.problems.schedule import Schedule


class GPUKernel(Problem):
    """The kernel of one contraction."""

    names: ClassVar[Sequence[str]] = ("first_tile", "second_tile")
    """Those of the tiles in local memory."""

    def __init__(self, contraction: Contraction, schedule: Schedule):
        super().__init__(contraction, schedule)
        self.lines_follow = schedule.instruction is None
        """In local memory lines of a place follow each other, for matrices the places of a line."""
        self.tiles = tuple(
            shared_tile(factor, lines, self.depth, total, self.lines_follow)
            for factor, lines, total in zip(
                contraction.factors, (self.rows, self.columns), self.totals, strict=True
            )
        )

    def memory_types(self) -> dict[str, MemRefType[Attribute]]:
        """The local memory: a tile of each factor."""
        return {n: t.memory_type for n, t in zip(self.names, self.tiles, strict=True)}

    def make(self) -> LaunchOp:
        """Makes the launch of the kernel."""
        build, schedule = self.build, self.schedule
        grid = (
            rounded_up(build, self.totals[1], schedule.columns),
            rounded_up(build, self.totals[0], schedule.rows),
            product(build, self.batch.sizes),
        )
        return self.launch(grid, self.memory_types(), self._run)

    def _run(self, build: TileBuilder, group: Sequence[SSAValue]) -> None:
        """Makes the body of the kernel."""
        schedule = self.schedule
        across, down, number = group
        self.batch_values = self.batch.at(build, number)
        self.origins = (
            times(build, down, schedule.rows),
            times(build, across, schedule.columns),
        )
        self.results.prepare(self.origins, self.batch_values)
        kept, shape = self.contraction.kept_type, (schedule.rows, schedule.columns)
        start = start_of(build, self.contraction, kept)
        self.sums = self.tile(build, "sums", shape, kept, start)
        self.factors = [
            build.add(tile.without_padding(memory))
            for tile, memory in zip(self.tiles, self.memories.values())
        ]
        self._start(build)
        self._along_depth(build)
        self._end(build)
        self.results.store(build, self.sums)

    def _start(self, build: TileBuilder) -> None:
        """Makes what precedes the loop along the depth."""

    def _end(self, build: TileBuilder) -> None:
        """Makes what is between that loop and the one that stores the sums."""

    def _along_depth(self, build: TileBuilder) -> None:
        """Makes the loop along the depth: one tile after the other."""
        inner = rounded_up(build, self.depth.last, self.schedule.depth)
        tiles = product(build, (*self.depth.sizes[:-1], inner))
        if isinstance(tiles, SSAValue):
            # A tile of zeros where there is none.
            tiles = build.op(arith.MaxSIOp, tiles, build.number(1))
        inside, number = counted(build, tiles)
        loop = inside.block.parent_op()
        assert loop is not None
        loop.attributes[STAGES] = IntegerAttr(self.schedule.stages, i64)
        *outer, last = divided(inside, number, (*self.depth.sizes[:-1], inner))
        place = [*outer, times(inside, last, self.schedule.depth)]
        self._copy(inside, place)
        inside.insert(local_barrier())
        self._multiply(inside, place[-1])
        inside.insert(local_barrier())

    def _copy(self, build: TileBuilder, place: Sequence[Number]) -> None:
        """Fills the tiles from `place` of the depth on."""
        outer = dict(zip(self.depth.loops[:-1], place[:-1], strict=True))
        fixed = {**self.batch_values, **outer}
        for tile, memory, origin in zip(
            self.tiles, self.factors, self.origins, strict=True
        ):
            tile.copy(build, memory, fixed, origin, place[-1])

    def _multiply(self, build: TileBuilder, place: Number) -> None:
        """Adds the products of the tiles, which start at `place` of the depth."""
        del place
        schedule, follow = written(self.schedule, True), [self.lines_follow] * 2
        operands = (*self.factors, self.sums)
        multiply(build, self.contraction, schedule, operands, follow)
