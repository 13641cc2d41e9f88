"""
The kernel of a contraction on a GPU: work-groups that multiply tiles in local memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    AffineMapAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_opencl.dialects.gpu_ext.launching import LaunchOp
from xdsl_opencl.ir.diagnostics import REMARK
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    divided,
    product,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.opencl_pipeline_loops import STAGES
from xdsl_opencl.transforms.contractions.parts.elements import converted
from xdsl_opencl.transforms.contractions.parts.matrix_products import local_barrier
from xdsl_opencl.transforms.contractions.parts.problem import Problem
from xdsl_opencl.transforms.contractions.parts.results import start_of
from xdsl_opencl.transforms.contractions.parts.shared_tile import shared_tile
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction
from xdsl_opencl.transforms.contractions.problems.schedule import SCHEDULE, Schedule

_KINDS = (IteratorType.PARALLEL, IteratorType.PARALLEL, IteratorType.REDUCTION)


class GPUKernel(Problem):
    """The kernel of one contraction."""

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

    def memory_types(self) -> Sequence[MemRefType[Attribute]]:
        """The local memory: a tile of each factor."""
        return [tile.memory_type for tile in self.tiles]

    def make(self) -> LaunchOp:
        """Makes the launch of the kernel."""
        build, schedule = self.build, self.schedule
        grid = (
            rounded_up(build, self.totals[1], schedule.columns),
            rounded_up(build, self.totals[0], schedule.rows),
            product(build, self.batch.sizes),
        )
        return self.launch(grid, self.memory_types(), self._run)

    def _run(self, build: TileBuilder, body: Block) -> None:
        """Makes the body of the kernel."""
        schedule = self.schedule
        across, down, number = body.args[:3]
        memories: Sequence[SSAValue] = body.args[12:]
        for memory, name in zip(memories, ("first_tile", "second_tile"), strict=True):
            memory.name_hint = name
        batch = self.batch.at(build, number)
        origins = (
            times(build, down, schedule.rows),
            times(build, across, schedule.columns),
        )
        self.results.prepare(origins, batch)
        self.sums = self.sums_tile(build)
        start = start_of(build, self.contraction, self.contraction.kept_type)
        build.insert(ops.FillOp((start,), (self.sums,), ()))
        self.factors = [
            build.add(tile.without_padding(memory))
            for tile, memory in zip(self.tiles, memories, strict=True)
        ]
        self.origins, self.batch_values = origins, batch
        self._along_depth(build, ())
        self.results.store(build, self.sums)

    def sums_tile(self, build: TileBuilder) -> SSAValue:
        """Makes the tile of sums; each work item has its part in registers later."""
        shape = (self.schedule.rows, self.schedule.columns)
        made = memref.AllocaOp.get(self.contraction.kept_type, shape=shape)
        return build.add(made, "sums")

    def _along_depth(
        self, build: TileBuilder, sums: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """Makes the loop along the depth: one tile after the other."""
        inner = rounded_up(build, self.depth.last, self.schedule.depth)
        tiles = product(build, (*self.depth.sizes[:-1], inner))
        if isinstance(tiles, SSAValue):
            # A tile of zeros where there is none.
            tiles = build.op(arith.MaxSIOp, tiles, build.number(1))
        zero, one = build.number(0), build.number(1)
        block = Block(arg_types=(INDEX, *(value.type for value in sums)))
        loop = scf.ForOp(zero, value_of(build, tiles), one, sums, block)
        loop.attributes[STAGES] = IntegerAttr(self.schedule.stages, i64)
        build.insert(loop)
        inside = build.inside(block)
        number, *so_far = block.args
        *outer, last = divided(inside, number, (*self.depth.sizes[:-1], inner))
        place = [*outer, times(inside, last, self.schedule.depth)]
        self._copy(inside, place)
        inside.insert(local_barrier())
        made = self._multiply(inside, so_far, place)
        inside.insert(local_barrier())
        inside.insert(scf.YieldOp(*made))
        return loop.results

    def _copy(self, build: TileBuilder, place: Sequence[Number]) -> None:
        """Fills the tiles from `place` of the depth on."""
        outer = dict(zip(self.depth.loops[:-1], place[:-1], strict=True))
        fixed = {**self.batch_values, **outer}
        for tile, memory, origin in zip(
            self.tiles, self.factors, self.origins, strict=True
        ):
            tile.copy(build, memory, fixed, origin, place[-1])

    def _multiply(
        self,
        build: TileBuilder,
        sums: Sequence[SSAValue],
        place: Sequence[Number],
    ) -> Sequence[SSAValue]:
        """Adds the products of the tiles to the tile of sums."""
        del sums, place
        contraction = self.contraction
        kept = contraction.kept_type
        types = [factor.type.element_type for factor in contraction.factors]
        block = Block(arg_types=(*types, kept))
        inside = TileBuilder(block, location=build.location)
        *values, total = block.args
        a, b = (
            converted(inside, value, kept, factor.extension)
            for factor, value in zip(contraction.factors, values, strict=True)
        )
        multiply, add = (
            (arith.MuliOp, arith.AddiOp)
            if isinstance(kept, IntegerType)
            else (arith.MulfOp, arith.AddfOp)
        )
        inside.insert(ops.YieldOp(inside.op(add, total, inside.op(multiply, a, b))))
        row, column, deep = (AffineDimExpr(loop) for loop in range(3))
        orders = [
            (line, deep)[:: -1 if self.lines_follow else 1] for line in (row, column)
        ]
        maps = [AffineMap(3, 0, order) for order in (*orders, (row, column))]
        made = ops.GenericOp(
            self.factors,
            (self.sums,),
            Region(block),
            [AffineMapAttr(map) for map in maps],
            [IteratorTypeAttr(kind) for kind in _KINDS],
        )
        made.attributes[SCHEDULE] = contraction.nest.op.attributes[SCHEDULE]
        if contraction.remark:
            made.attributes[REMARK] = StringAttr(contraction.remark)
        build.insert(made)
        return ()
