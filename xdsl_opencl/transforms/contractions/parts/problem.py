"""
Sizes, launch and places of tiles, which the kernels of a contraction share on all targets.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from xdsl.dialects import arith, gpu, memref
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    MemRefType,
    StringAttr,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_opencl.dialects.gpu_ext.launching import WORKGROUP_ATTRIBUTIONS, LaunchOp
from xdsl_opencl.dialects.linalg_ext.named import generic
from xdsl_opencl.ir.diagnostics import REMARK
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    product,
    value_of,
)
from xdsl_opencl.transforms.contractions.parts.elements import Direction, converted
from xdsl_opencl.transforms.contractions.parts.results import Results
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
    Contraction,
)
from xdsl_opencl.transforms.contractions.problems.schedule import SCHEDULE, Schedule

Body = Callable[[TileBuilder, Sequence[SSAValue]], SSAValue]
"""Computes an element of a tile from elements of operands."""


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

    def tile(
        self,
        build: TileBuilder,
        name: str,
        shape: Sequence[int],
        type: Attribute,
        start: SSAValue | None = None,
    ) -> SSAValue:
        """Makes a tile of values, all `start` if that is given; on a GPU each work item has its part in registers later."""
        tile = build.add(memref.AllocaOp.get(type, shape=shape), name)
        if start is not None:
            build.insert(ops.FillOp((start,), (tile,), ()))
        return tile

    def launch(
        self,
        grid: Sequence[Number],
        memories: Mapping[str, MemRefType[Attribute]],
        body_of: Callable[[TileBuilder, Sequence[SSAValue]], None],
    ) -> LaunchOp:
        """
        Launches `grid` work-groups of a kernel whose body `body_of` makes, with the local `memories` by their
        names, for the numbers of a work-group.
        """
        build = self.build
        body = Block(arg_types=(*[INDEX] * 12, *memories.values()))
        self.memories = dict[str, SSAValue](zip(memories, body.args[12:], strict=True))
        for name, memory in self.memories.items():
            memory.name_hint = name
        inside = TileBuilder(body, location=build.location)
        body_of(inside, body.args[:3])
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


def multiply(
    build: TileBuilder,
    contraction: Contraction,
    schedule: Attribute,
    operands: Sequence[SSAValue],
    lines_follow: Sequence[bool],
) -> None:
    """
    Adds products of two tiles, as `contraction` has them, to a third, with the attribute `schedule`; `lines_follow`
    says of each factor whether its lines are the second dimension.
    """
    kept: Attribute = contraction.kept_type
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
        (line, deep)[:: -1 if follow else 1]
        for line, follow in zip((row, column), lines_follow, strict=True)
    ]
    maps = [AffineMap(3, 0, order) for order in (*orders, (row, column))]
    made = computed(build, operands, total, maps)
    made.attributes[SCHEDULE] = schedule
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
