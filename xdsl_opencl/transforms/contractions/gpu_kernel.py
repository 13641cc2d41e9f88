"""
The kernel of a contraction on a GPU: work-groups that multiply tiles in local memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IntegerAttr, MemRefType, i8, i64
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    compared,
    plus,
    product,
    rounded_up,
    times,
    value_of,
)
from xdsl_opencl.transforms.contractions.opencl_pipeline_loops import STAGES
from xdsl_opencl.transforms.contractions.parts.item_products import ItemProducts
from xdsl_opencl.transforms.contractions.parts.matrix_products import (
    MatrixProducts,
    local_barrier,
)
from xdsl_opencl.transforms.contractions.parts.operand_tiles import OperandTile
from xdsl_opencl.transforms.contractions.parts.problem import Problem
from xdsl_opencl.transforms.contractions.problems.contraction import Contraction
from xdsl_opencl.transforms.contractions.problems.schedule import (
    Schedule,
    bytes_of,
)


def _size_of(type: MemRefType[Attribute]) -> int:
    """The bytes of a memref of static shape."""
    return bytes_of(type.element_type) * type.element_count()


def _view(
    build: TileBuilder, memory: SSAValue, start: int, type: MemRefType[Attribute]
) -> SSAValue:
    """Returns the part of `memory`, which is bytes, from byte `start` on as `type`."""
    space = MemRefType(type.element_type, type.shape, memory_space=WORKGROUP)
    return build.add(
        memref.ViewOp.build(
            operands=[memory, build.number(start), []], result_types=[space]
        )
    )


class GPUKernel(Problem):
    """The kernel of one contraction, with at most `local_bytes` bytes of local memory."""

    def __init__(self, contraction: Contraction, schedule: Schedule, local_bytes: int):
        super().__init__(contraction, schedule)
        self.local_bytes = local_bytes
        kind = ItemProducts if schedule.instruction is None else MatrixProducts
        self.products = kind(contraction, schedule)
        self.tiles = tuple(
            OperandTile(factor, lines, self.depth, total, schedule.work_items, follow)
            for factor, lines, total, follow in zip(
                contraction.factors,
                (self.rows, self.columns),
                self.totals,
                self.products.lines_follow,
                strict=True,
            )
        )

        self.stage = self.products.memory(self.results.is_plain(self.products.sum_type))
        """The local memory that results go through; it begins where that of the tiles does."""

    def memory_types(self) -> Sequence[MemRefType[Attribute]]:
        """The local memory that lives as long as the kernel: a tile of each factor."""
        return [MemRefType(tile.element, tile.shape) for tile in self.tiles]

    def _memories(self) -> Sequence[MemRefType[Attribute]]:
        types = self.memory_types()
        used = sum(map(_size_of, types))
        if self.stage is not None:
            used = max(used, _size_of(self.stage))
            types = [MemRefType(i8, (used,))]
        if used > self.local_bytes:
            fail(
                self.contraction.nest.op,
                f"tiles of {self.schedule.rows} x {self.schedule.columns} x "
                f"{self.schedule.depth} need {used} bytes of local memory; a work-group has "
                f"{self.local_bytes}, use smaller tiles",
            )
        return [
            MemRefType(t.element_type, t.shape, memory_space=WORKGROUP) for t in types
        ]

    def make(self) -> None:
        """Makes the launch of the kernel."""
        build, schedule = self.build, self.schedule
        grid = (
            rounded_up(build, self.totals[1], schedule.columns),
            rounded_up(build, self.totals[0], schedule.rows),
            product(build, self.batch.sizes),
        )
        self.launch(grid, self._memories(), self._run)

    def _run(self, build: TileBuilder, body: Block) -> None:
        """Makes the body of the kernel."""
        schedule, products = self.schedule, self.products
        across, down, number, item = (body.args[i] for i in (0, 1, 2, 3))
        memories: Sequence[SSAValue] = body.args[12:]
        stage = None
        if self.stage is not None:
            (shared,) = memories
            shared.name_hint = "shared"
            first, second = self.memory_types()
            memories = [
                _view(build, shared, 0, first),
                _view(build, shared, _size_of(first), second),
            ]
            stage = _view(build, shared, 0, self.stage)
            stage.name_hint = "stage"
        for memory, name in zip(memories, ("first_tile", "second_tile"), strict=True):
            memory.name_hint = name
        batch = self.batch_of(build, number)
        origins = (
            times(build, down, schedule.rows),
            times(build, across, schedule.columns),
        )
        self.results.prepare(origins, batch)
        for tile, origin in zip(self.tiles, origins, strict=True):
            tile.prepare(build, item, origin, batch)
        sums = products.prepare(build, item)
        sums = self._along_depth(build, (memories[0], memories[1]), sums)
        if stage is not None:
            # Other sub-groups may still load what is below the results.
            build.insert(local_barrier())
        products.finish(build, self.results, sums, stage)

    def _along_depth(
        self,
        build: TileBuilder,
        memories: tuple[SSAValue, SSAValue],
        sums: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """Makes the loop along the depth: one tile after the other."""
        inner = rounded_up(build, self.depth.last, self.schedule.depth)
        tiles = product(build, (*self.depth.sizes[:-1], inner))
        if isinstance(tiles, SSAValue):
            # A tile of zeros where there is none.
            tiles = build.op(arith.MaxSIOp, tiles, build.number(1))
        zero, one = build.number(0), build.number(1)
        count = len(self.depth.loops)
        first = [*[zero] * count, *sums]
        block = Block(arg_types=(INDEX, *(value.type for value in first)))
        loop = scf.ForOp(zero, value_of(build, tiles), one, first, block)
        loop.attributes[STAGES] = IntegerAttr(self.schedule.stages, i64)
        build.insert(loop)
        inside = build.inside(block)
        place, so_far = block.args[1 : 1 + count], block.args[1 + count :]
        self._store(inside, self._load(inside, place), memories)
        inside.insert(local_barrier())
        made = self._multiply(inside, memories, so_far, place)
        following = self._advanced(inside, place)
        inside.insert(local_barrier())
        inside.insert(
            scf.YieldOp(*(value_of(inside, number) for number in following), *made)
        )
        return loop.results[count:]

    def _load(self, build: TileBuilder, place: Sequence[Number]) -> Sequence[SSAValue]:
        found: list[SSAValue] = []
        for tile in self.tiles:
            found += tile.load(build, place[:-1], place[-1])
        return found

    def _store(
        self,
        build: TileBuilder,
        loaded: Sequence[SSAValue],
        memories: tuple[SSAValue, SSAValue],
    ) -> None:
        first, second = self.tiles
        count = len(first.types)
        first.store(build, loaded[:count], memories[0])
        second.store(build, loaded[count:], memories[1])

    def _multiply(
        self,
        build: TileBuilder,
        memories: tuple[SSAValue, SSAValue],
        sums: Sequence[SSAValue],
        place: Sequence[Number],
    ) -> Sequence[SSAValue]:
        del place
        return self.products.multiply(build, memories, sums)

    def _advanced(
        self, build: TileBuilder, place: Sequence[SSAValue]
    ) -> Sequence[Number]:
        """The place of the next tile: the last loop of the depth is the fastest."""
        found: list[Number] = []
        sizes = self.depth.sizes
        step: Number = self.schedule.depth
        for number in reversed(range(len(place))):
            moved = plus(build, place[number], step)
            if number == 0:
                found.append(moved)
                break
            ends = compared(build, "sge", moved, sizes[number])
            zero, one = build.number(0), build.number(1)
            found.append(build.select(ends, zero, value_of(build, moved)))
            step = build.select(ends, one, zero)
        return found[::-1]
