"""
The kernel of a contraction on a GPU: work-groups that multiply tiles in local memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_opencl.dialects.gpu_ext.launching import LaunchOp
from xdsl_opencl.dialects.linalg_ext.named import generic
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
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import written
from xdsl_opencl.transforms.contractions.parts.elements import converted
from xdsl_opencl.transforms.contractions.parts.matrix_products import local_barrier
from xdsl_opencl.transforms.contractions.parts.problem import Problem
from xdsl_opencl.transforms.contractions.parts.results import start_of
from xdsl_opencl.transforms.contractions.parts.shared_tile import shared_tile
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
    Contraction,
)
from xdsl_opencl.transforms.contractions.problems.schedule import SCHEDULE, Schedule

Body = Callable[[TileBuilder, Sequence[SSAValue]], SSAValue]
"""Computes an element of a tile from elements of operands."""


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
        self.memories: Sequence[SSAValue] = body.args[12:]
        for memory, name in zip(self.memories, self.names):
            memory.name_hint = name
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
            for tile, memory in zip(self.tiles, self.memories)
        ]
        self._start(build)
        self._along_depth(build)
        self._end(build)
        self.results.store(build, self.sums)

    def _start(self, build: TileBuilder) -> None:
        """Makes what precedes the loop along the depth."""

    def _end(self, build: TileBuilder) -> None:
        """Makes what is between that loop and the one that stores the sums."""

    def tile(
        self,
        build: TileBuilder,
        name: str,
        shape: Sequence[int],
        type: Attribute,
        start: SSAValue | None = None,
    ) -> SSAValue:
        """Makes a tile of values, all `start` if that is given; each work item has its part in registers later."""
        tile = build.add(memref.AllocaOp.get(type, shape=shape), name)
        if start is not None:
            build.insert(ops.FillOp((start,), (tile,), ()))
        return tile

    def _along_depth(self, build: TileBuilder) -> None:
        """Makes the loop along the depth: one tile after the other."""
        inner = rounded_up(build, self.depth.last, self.schedule.depth)
        tiles = product(build, (*self.depth.sizes[:-1], inner))
        if isinstance(tiles, SSAValue):
            # A tile of zeros where there is none.
            tiles = build.op(arith.MaxSIOp, tiles, build.number(1))
        block = Block(arg_types=(INDEX,))
        bounds = build.number(0), value_of(build, tiles), build.number(1)
        loop = scf.ForOp(*bounds, (), block)
        loop.attributes[STAGES] = IntegerAttr(self.schedule.stages, i64)
        build.insert(loop)
        inside = build.inside(block)
        *outer, last = divided(inside, block.args[0], (*self.depth.sizes[:-1], inner))
        place = [*outer, times(inside, last, self.schedule.depth)]
        self._copy(inside, place)
        inside.insert(local_barrier())
        self._multiply(inside, place[-1])
        inside.insert(local_barrier())
        inside.insert(scf.YieldOp())

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
        operands = (*self.factors, self.sums)
        self.add_products(build, self.contraction, self.schedule, operands)

    def add_products(
        self,
        build: TileBuilder,
        contraction: Contraction,
        schedule: Schedule,
        operands: Sequence[SSAValue],
    ) -> None:
        """Adds products of two tiles, as `contraction` has them, to a third."""
        kept = contraction.kept_type
        multiply, add = arith.MulfOp, arith.AddfOp
        if isinstance(contraction.kept_type, IntegerType):
            multiply, add = arith.MuliOp, arith.AddiOp

        def total(build: TileBuilder, values: Sequence[SSAValue]) -> SSAValue:
            a, b = (
                converted(build, value, kept, factor.extension)
                for factor, value in zip(contraction.factors, values)
            )
            return build.op(add, values[2], build.op(multiply, a, b))

        row, column, deep = (AffineDimExpr(loop) for loop in range(3))
        orders = [
            (line, deep)[:: -1 if self.lines_follow else 1] for line in (row, column)
        ]
        maps = [AffineMap(3, 0, order) for order in (*orders, (row, column))]
        made = computed(build, operands, total, maps)
        made.attributes[SCHEDULE] = written(schedule, True)
        if contraction.remark:
            made.attributes[REMARK] = StringAttr(contraction.remark)


def computed(
    build: TileBuilder,
    operands: Sequence[SSAValue],
    body: Body,
    maps: Sequence[AffineMap] = (),
) -> ops.GenericOp:
    """
    Makes an operation on tiles: `body` computes elements of the last of `operands` from elements of all of
    them at `maps`. Without maps these are at the same place, or in the same row.
    """
    types = [cast(AnyMemRef, operand.type) for operand in operands]
    if not maps:
        loops = [AffineDimExpr(d) for d in range(max(t.get_num_dims() for t in types))]
        maps = [AffineMap(len(loops), 0, (*loops[: t.get_num_dims()],)) for t in types]
    block = Block(arg_types=[type.element_type for type in types])
    inside = build.inside(block)
    inside.insert(ops.YieldOp(body(inside, block.args)))
    made = generic(operands[:-1], operands[-1:], block, maps)
    build.insert(made)
    return made
