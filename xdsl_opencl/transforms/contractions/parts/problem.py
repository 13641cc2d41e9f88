"""
Sizes, launch and places of tiles, which the kernels of a contraction share on all targets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import gpu
from xdsl.dialects.builtin import IntegerAttr, MemRefType, i64
from xdsl.ir import Attribute, Block, Region

from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.gpu_ext.launching import WORKGROUP_ATTRIBUTIONS, LaunchOp
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    product,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import Direction
from xdsl_opencl.transforms.contractions.parts.results import Results
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction
from xdsl_opencl.transforms.contractions.problems.schedule import Schedule


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
