"""
`opencl-tile-contractions`: contractions of `linalg` on memrefs become launches of kernels that
multiply tiles, with the matrix instructions of the target where it has them.

A work-group computes one tile of the result. It goes along the depth: its work items load a
tile of each factor from global memory, store it into local memory, wait, and multiply; the next
tiles are loaded while these are multiplied. The sums stay in registers. What follows a
contraction on each element, and a fill in front of it, become part of its kernel.

A contraction is any structured operation that adds products of two operands, each result with
rows from one and columns from the other: products of matrices with and without transposition,
batches of them, `contract`, packed tiles, convolutions with channels, and `generic` of such
a form. Sizes may be dynamic. Floats are added in f32 at least, fused and in the order of the
depth; `linalg` on f16 rounds once, at the end.

Other operations stay. Errors: tensors, sizes of tiles that do not fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.context import Context
from xdsl.dialects import arith, gpu, scf
from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.abi.matrix_instructions import MatrixInstruction, matrix_instructions
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.gpu_ext.launching import WORKGROUP_ATTRIBUTIONS, LaunchOp
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.contractions.contraction import (
    Contraction,
    read_contraction,
    static_size,
    take_neighbours,
)
from xdsl_opencl.transforms.contractions.index_arithmetic import (
    INDEX,
    Number,
    TileBuilder,
    compared,
    divided,
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
from xdsl_opencl.transforms.contractions.operand_tiles import Direction, OperandTile
from xdsl_opencl.transforms.contractions.results import Results
from xdsl_opencl.transforms.contractions.schedule import (
    LOCAL_BYTES,
    Schedule,
    bytes_of,
    default_schedule,
)


def _instruction(contraction: Contraction, target: Target) -> MatrixInstruction | None:
    """The instruction of `target` for the types of `contraction`, if there is one."""
    kinds = {str(factor.type.element_type) for factor in contraction.factors}
    total = contraction.sum_type
    if isa(total, IntegerType):
        result = str(total)
    elif bytes_of(total) > 4:
        return None
    else:
        # Shorter sums are rounded at the end.
        result = "f32"
    signs = {factor.extension for factor in contraction.factors}
    for row in matrix_instructions(target):
        if {row.factors} == kinds and row.result == result:
            if arith.ExtUIOp in signs and not row.is_wmma:
                return None
            return row
    return None


class _Launch:
    """Makes the launch of one contraction."""

    def __init__(self, contraction: Contraction, schedule: Schedule):
        self.contraction, self.schedule = contraction, schedule
        nest, stages = contraction.nest, contraction.stages
        # All that the kernel needs is there in front of the last operation.
        last = stages[-1].nest.op if stages else nest.op
        self.build = TileBuilder.before(last)
        self.build.location = nest.op.location
        bounds: dict[int, Number] = {}
        for loop in range(len(nest.parallel)):
            size = static_size(nest, loop)
            bounds[loop] = nest.bound(self.build, loop) if size is None else size
        self.bounds: Mapping[int, Number] = bounds
        self.rows = self._direction(contraction.rows, schedule.rows)
        self.columns = self._direction(contraction.columns, schedule.columns)
        self.depth = self._direction(contraction.depth, schedule.depth)
        self.batch = self._direction(contraction.batch, 1)
        self.totals = (
            product(self.build, self.rows.sizes),
            product(self.build, self.columns.sizes),
        )
        self.results = Results(contraction, self.rows, self.columns, self.totals)
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

    def _direction(self, loops: tuple[int, ...], extent: int) -> Direction:
        return Direction(loops, tuple(self.bounds[loop] for loop in loops), extent)

    def memories(self) -> Sequence[MemRefType[Attribute]]:
        """The local memory: a tile of each factor, and what the results need."""
        found = [MemRefType(tile.element, tile.shape) for tile in self.tiles]
        own = self.products.memory(self.results.is_plain)
        types = found if own is None else [*found, own]
        used = sum(bytes_of(t.element_type) * t.element_count() for t in types)
        if used > LOCAL_BYTES:
            fail(
                self.contraction.nest.op,
                f"tiles of {self.schedule.rows} x {self.schedule.columns} x "
                f"{self.schedule.depth} need {used} bytes of local memory; a work-group has "
                f"{LOCAL_BYTES}, use smaller tiles",
            )
        return [
            MemRefType(t.element_type, t.shape, memory_space=WORKGROUP) for t in types
        ]

    def make(self) -> None:
        build, schedule = self.build, self.schedule
        one = build.number(1)
        grid = [
            value_of(build, rounded_up(build, self.totals[1], schedule.columns)),
            value_of(build, rounded_up(build, self.totals[0], schedule.rows)),
            value_of(build, product(build, self.batch.sizes)),
        ]
        items = build.number(schedule.work_items)
        memories = self.memories()
        body = Block(arg_types=(*[INDEX] * 12, *memories))
        inside = TileBuilder(body, location=build.location)
        self._run(inside, body)
        inside.insert(gpu.TerminatorOp())
        launch = LaunchOp.build(
            operands=[
                [],
                *([size] for size in (*grid, items, one, one)),
                [],
                [],
                [],
                [],
            ],
            result_types=[[]],
            regions=[Region(body)],
            attributes={WORKGROUP_ATTRIBUTIONS: IntegerAttr(len(memories), i64)},
        )
        build.insert(launch)

    def _run(self, build: TileBuilder, body: Block) -> None:
        """Makes the body of the kernel."""
        schedule, products = self.schedule, self.products
        across, down, number, item = (body.args[i] for i in (0, 1, 2, 3))
        memories = body.args[12:]
        names = ("first_tile", "second_tile", "stage")
        for memory, name in zip(memories, names):
            memory.name_hint = name
        batch = dict(
            zip(
                self.contraction.batch,
                divided(build, number, self.batch.sizes) if self.batch.loops else (),
                strict=True,
            )
        )
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
            made = self._multiply(inside, memories, so_far)
            inside.insert(local_barrier())
            inside.insert(
                scf.YieldOp(
                    *(value_of(inside, number) for number in following), *ahead, *made
                )
            )
            loaded = loop.results[count : count + len(loaded)]
            sums = loop.results[count + len(loaded) :]
        self._store(build, loaded, memories)
        build.insert(local_barrier())
        return self._multiply(build, memories, sums)

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
    ) -> Sequence[SSAValue]:
        first, second = self.tiles
        return self.products.multiply(build, (first, second), memories, sums)

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


@dataclass(frozen=True)
class OpenCLTileContractionsPass(ModulePass):
    """
    Makes launches of contractions. Sizes of 0 are chosen by the problem and the target.

    Example: `opencl-tile-contractions{tile=64,64,32 waves=2,2}`
    """

    name = "opencl-tile-contractions"

    tile: tuple[int, ...] = ()
    """Rows, columns and depth of the tile of a work-group."""
    waves: tuple[int, ...] = ()
    """The sub-groups below each other and beside each other."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        if not target.is_amdgcn:
            return
        for inner in tuple(op.walk()):
            # What a contraction takes with it is gone.
            if not inner.name.startswith("linalg.") or inner.parent is None:
                continue
            if any(isinstance(o.type, TensorType) for o in inner.operands):
                fail(
                    inner,
                    f"'{inner.name}' is on tensors, which are not in memory; run "
                    "'bufferize-destinations' first",
                )
            contraction = read_contraction(inner)
            if contraction is not None:
                self._tile(contraction, target)

    def _tile(self, contraction: Contraction, target: Target) -> None:
        unneeded = take_neighbours(contraction)
        launch = _Launch(contraction, self._schedule(contraction, target))
        launch.make()
        # What follows the contraction is in front of what it uses.
        first = [op for op in unneeded if op.name.startswith("linalg.")]
        rest = [op for op in unneeded if not op.name.startswith("linalg.")]
        for op in (*first, contraction.nest.op, *rest):
            erase(op)

    def _schedule(self, contraction: Contraction, target: Target) -> Schedule:
        nest, op = contraction.nest, contraction.nest.op
        instruction = _instruction(contraction, target)
        sizes: list[int | None] = []
        for loops in (contraction.rows, contraction.columns):
            total: int | None = 1
            for loop in loops:
                size = static_size(nest, loop)
                total = None if total is None or size is None else total * size
            sizes.append(total)
        widest = max(bytes_of(f.type.element_type) for f in contraction.factors)
        schedule = default_schedule(
            sizes[0], sizes[1], target.wave_size, instruction, widest
        )
        return self._chosen(op, schedule)

    def _chosen(self, op: Operation, schedule: Schedule) -> Schedule:
        """`schedule` with the sizes of the options."""
        for name, given, count in (("tile", self.tile, 3), ("waves", self.waves, 2)):
            if given and len(given) != count:
                fail(op, f"option '{name}' has {len(given)} numbers, expected {count}")
        if self.tile:
            rows, columns, depth = self.tile
            schedule = replace(schedule, rows=rows, columns=columns, depth=depth)
        if self.waves:
            down, across = self.waves
            schedule = replace(schedule, wave_rows=down, wave_columns=across)
        try:
            schedule.check()
        except ValueError as error:
            fail(op, f"'{op.name}': {error}")
        return schedule
