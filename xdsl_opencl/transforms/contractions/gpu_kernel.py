"""
The kernel of a contraction on a GPU: work-groups that multiply tiles in local memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Block, SSAValue

from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.transforms.contractions.contraction import Contraction
from xdsl_opencl.transforms.contractions.index_arithmetic import (
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
from xdsl_opencl.transforms.contractions.item_products import ItemProducts
from xdsl_opencl.transforms.contractions.matrix_products import (
    WORKGROUP,
    MatrixProducts,
    local_barrier,
)
from xdsl_opencl.transforms.contractions.operand_tiles import OperandTile
from xdsl_opencl.transforms.contractions.problem import Problem
from xdsl_opencl.transforms.contractions.schedule import (
    Schedule,
    bytes_of,
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

    def memory_types(self) -> Sequence[MemRefType[Attribute]]:
        """The local memory: a tile of each factor, and that of the results."""
        found = [MemRefType(tile.element, tile.shape) for tile in self.tiles]
        is_plain = self.results.is_plain(self.products.sum_type)
        own = self.products.memory(is_plain)
        return found if own is None else [*found, own]

    def _memories(self) -> Sequence[MemRefType[Attribute]]:
        types = self.memory_types()
        used = sum(bytes_of(t.element_type) * t.element_count() for t in types)
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
        memories = body.args[12:]
        names = ("first_tile", "second_tile", "stage")
        for memory, name in zip(memories, names):
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
        own = memories[2] if len(memories) > 2 else None
        products.finish(build, self.results, sums, own)

    def _along_depth(
        self,
        build: TileBuilder,
        memories: tuple[SSAValue, SSAValue],
        sums: Sequence[SSAValue],
    ) -> Sequence[SSAValue]:
        """
        Makes the loop along the depth. The last tile is multiplied behind it: while one is
        multiplied the next is loaded.
        """
        inner = rounded_up(build, self.depth.last, self.schedule.depth)
        tiles = product(build, (*self.depth.sizes[:-1], inner))
        place: Sequence[Number] = [0] * len(self.depth.loops)
        loaded = self._load(build, place)
        if tiles != 1:
            first = [*(value_of(build, number) for number in place), *loaded, *sums]
            block = Block(arg_types=(INDEX, *(value.type for value in first)))
            zero, one = build.number(0), build.number(1)
            last = value_of(build, plus(build, tiles, -1))
            loop = scf.ForOp(zero, last, one, first, block)
            build.insert(loop)
            inside = build.inside(block)
            held = block.args[1:]
            count = len(place)
            here, kept = held[:count], held[count : count + len(loaded)]
            so_far = held[count + len(loaded) :]
            self._store(inside, kept, memories)
            inside.insert(local_barrier())
            following = self._advanced(inside, here)
            ahead = self._load(inside, following)
            made = self._multiply(inside, memories, so_far, here)
            inside.insert(local_barrier())
            inside.insert(
                scf.YieldOp(
                    *(value_of(inside, number) for number in following), *ahead, *made
                )
            )
            place = loop.results[:count]
            loaded = loop.results[count : count + len(loaded)]
            sums = loop.results[count + len(loaded) :]
        self._store(build, loaded, memories)
        build.insert(local_barrier())
        return self._multiply(build, memories, sums, place)

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
