"""
Sizes, launch and places of tiles, which the kernels of a contraction share on all targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import arith, gpu, memref
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

from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.gpu_ext.launching import WORKGROUP_ATTRIBUTIONS, LaunchOp
from xdsl_opencl.ir.diagnostics import REMARK
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    product,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import Direction, converted
from xdsl_opencl.transforms.contractions.parts.results import Results, start_of
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
    Contraction,
)
from xdsl_opencl.transforms.contractions.problems.schedule import SCHEDULE, Schedule

_KINDS = (IteratorType.PARALLEL, IteratorType.PARALLEL, IteratorType.REDUCTION)


class Problem:
    """The directions of a contraction and their sizes, before its launch."""

    def __init__(self, contraction: Contraction, schedule: Schedule):
        self.contraction, self.schedule = contraction, schedule
        nest, stages = contraction.nest, contraction.stages
        # All that the kernel needs is there before the last operation.
        last = stages[-1].nest.op if stages else nest.op
        self.build = TileBuilder.before(last)
        self.build.location = nest.op.location
        self._bounds: dict[int, Number] = {}
        for loop in range(len(nest.parallel)):
            size = nest.size(loop)
            self._bounds[loop] = nest.bound(self.build, loop) if size is None else size
        self.rows = self._direction(contraction.rows, schedule.rows)
        self.columns = self._direction(contraction.columns, schedule.columns)
        self.depth = self._direction(contraction.depth, schedule.depth)
        self.batch = self._direction(contraction.batch, 1)
        self.totals = (
            product(self.build, self.rows.sizes),
            product(self.build, self.columns.sizes),
        )
        self.results = Results(contraction, self.rows, self.columns, self.totals)

    def _direction(self, loops: tuple[int, ...], extent: int) -> Direction:
        return Direction(loops, tuple(self._bounds[loop] for loop in loops), extent)

    def sums_tile(self, build: TileBuilder) -> SSAValue:
        """Makes the tile of sums; on a GPU each work item has its part in registers later."""
        shape = (self.schedule.rows, self.schedule.columns)
        made = memref.AllocaOp.get(self.contraction.kept_type, shape=shape)
        return build.add(made, "sums")

    def fill(self, build: TileBuilder, sums: SSAValue) -> None:
        """Sets all sums."""
        start = start_of(build, self.contraction, self.contraction.kept_type)
        build.insert(ops.FillOp((start,), (sums,), ()))

    def multiply(
        self,
        build: TileBuilder,
        factors: Sequence[SSAValue],
        sums: SSAValue,
        lines_follow: Sequence[bool],
    ) -> None:
        """
        Makes the operation that adds the products of the tiles `factors` to `sums`; `lines_follow` says
        of each whether its lines are the second dimension.
        """
        contraction = self.contraction
        kept = contraction.kept_type
        types = [cast(AnyMemRef, factor.type).element_type for factor in factors]
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
            (line, deep)[:: -1 if follow else 1]
            for line, follow in zip((row, column), lines_follow, strict=True)
        ]
        maps = [AffineMap(3, 0, order) for order in (*orders, (row, column))]
        made = ops.GenericOp(
            factors,
            (sums,),
            Region(block),
            [AffineMapAttr(map) for map in maps],
            [IteratorTypeAttr(kind) for kind in _KINDS],
        )
        made.attributes[SCHEDULE] = contraction.nest.op.attributes[SCHEDULE]
        if contraction.remark:
            made.attributes[REMARK] = StringAttr(contraction.remark)
        build.insert(made)

    def launch(
        self,
        grid: Sequence[Number],
        memories: Sequence[MemRefType[Attribute]],
        body_of: Callable[[TileBuilder, Block], None],
    ) -> LaunchOp:
        """
        Launches `grid` work-groups of a kernel whose body `body_of` makes, with local memory
        of the types `memories`.
        """
        build = self.build
        local = [
            MemRefType(type.element_type, type.shape, memory_space=WORKGROUP)
            for type in memories
        ]
        body = Block(arg_types=(*[INDEX] * 12, *local))
        inside = TileBuilder(body, location=build.location)
        body_of(inside, body)
        inside.insert(gpu.TerminatorOp())
        sizes = [*grid, self.schedule.work_items, 1, 1]
        operands = [[value_of(build, size)] for size in sizes]
        launch = LaunchOp.build(
            operands=[[], *operands, [], [], [], []],
            result_types=[[]],
            regions=[Region(body)],
            attributes={WORKGROUP_ATTRIBUTIONS: IntegerAttr(len(memories), i64)},
        )
        build.insert(launch)
        return launch
