"""
`opencl-multiply-tiles`: the work items of a work-group share the product of two tiles, by the matrix
instruction of its schedule, or each with a block of elements. On the CPU device the only one has a block of vectors.

A `linalg.generic` with `opencl.schedule` in a `gpu.launch`, as `opencl-tile-contractions` makes it, adds the
products of two tiles to a tile of sums, a `memref.alloca`, or on the CPU device to a part of it. The sums are filled before and,
after all loops around the product, stored by an `scf.parallel` over their rows and each four of their columns, or each vector.

Afterwards each work item has its part of the sums in registers, which the loops carry, and stores it with a copy
of that loop's body for each four; on the CPU device they are in memory between products. Matrices are stored as they
are if the body only stores; other results of matrices go through local memory, which is that of the tiles.

Tiles of values between two products, as those of a softmax, are in registers, too (`parts/row_tiles.py`).

Errors: products or operations between them of another form, and tiles that do not fit local memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Never, cast

from xdsl.context import Context
from xdsl.dialects import arith, gpu, memref, scf, vector
from xdsl.dialects.builtin import (
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    i8,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.tensors.structured_operations import is_on_host
from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.gpu_ext.launching import (
    WORKGROUP_ATTRIBUTIONS,
    workgroup_attributions,
)
from xdsl_opencl.dialects.gpu_ext.matrices import MMAMatrixType, StoreMatrixOp
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.diagnostics import REMARK, fail
from xdsl_opencl.ir.index_arithmetic import Number, TileBuilder, value_of
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.views import root
from xdsl_opencl.transforms.contractions.cpu_kernel import tile_rows
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import (
    schedule_of,
    vector_bytes,
)
from xdsl_opencl.transforms.contractions.parts.item_products import (
    ItemProducts,
    VectorProducts,
)
from xdsl_opencl.transforms.contractions.parts.matrix_products import (
    MatrixProducts,
    local_barrier,
)
from xdsl_opencl.transforms.contractions.parts.row_tiles import (
    IDS,
    RowTiles,
    carried,
)
from xdsl_opencl.transforms.contractions.problems.contraction import read_contraction
from xdsl_opencl.transforms.contractions.problems.schedule import (
    SCHEDULE,
    STORED,
    size_of,
)
from xdsl_opencl.transforms.contractions.problems.softmax import follow
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known
from xdsl_opencl.transforms.from_dialects.opencl_outline_kernels import TILES

AnyMemRef = MemRefType[Attribute]


class StoredTile:
    """The loop that stores a tile of sums, as a body for parts of it."""

    def __init__(self, load: vector.LoadOp):
        self.load, loop = load, load.parent_op()
        assert isinstance(loop, scf.ParallelOp)
        self.loop = loop
        self.row, self.column = loop.body.block.args
        *self.body, _ = loop.body.block.ops

    def is_plain(self) -> bool:
        """
        Returns whether it stores the sums as they are, at the sums of the row and the column and the place of
        the tile in a matrix.
        """
        *places, store = (op for op in self.body if op is not self.load)
        if not isinstance(store, vector.StoreOp):
            return False
        type = store.base.type
        *outer, row, column = map(self._moves, store.indices)
        return (
            all(isinstance(op, arith.AddiOp) for op in places)
            and store.vector is self.load.result
            and isa(type, AnyMemRef)
            and isinstance(type.layout, NoneAttr)
            and not any(outer)
            and (row, column) == ([self.row], [self.column])
        )

    def _moves(self, index: SSAValue) -> Sequence[SSAValue]:
        """What is added in the loop for `index`."""
        block, owner = self.loop.body.block, index.owner
        parts = owner.operands if isinstance(owner, arith.AddiOp) else (index,)
        return [v for v in parts if v.owner is block or v.owner in self.body]

    def put(
        self, build: TileBuilder, row: Number, column: Number, values: SSAValue
    ) -> None:
        """Stores values from `row` and `column` of the tile on: a vector, or a matrix."""
        copies: dict[SSAValue, SSAValue] = {self.load.result: values}
        copies[self.row] = value_of(build, row)
        copies[self.column] = value_of(build, column)
        for op in self.body:
            if isinstance(op, vector.StoreOp) and isa(values.type, MMAMatrixType):
                indices = [copies.get(index, index) for index in op.indices]
                build.insert(StoreMatrixOp.at(values, op.base, indices))
            elif op is not self.load:
                build.insert(op.clone(copies))

    def erase(self) -> None:
        """Erases the loop, and the tile if nothing else uses it."""
        tile = self.load.base.owner
        erase(self.loop)
        assert isinstance(tile, memref.AllocaOp)
        if not tile.memref.uses:
            erase(tile)


class _Product:
    """One product of tiles."""

    def __init__(self, op: Operation, target: Target):
        self.op = op
        contraction = read_contraction(op)
        if contraction is None:
            self.refuse("it is no contraction")
        self.contraction = contraction
        self.schedule = schedule = schedule_of(contraction, target)
        if isinstance(remark := op.attributes.get(REMARK), StringAttr):
            contraction.remark = remark.data
        nest, is_plain = contraction.nest, schedule.instruction is None
        loops = (*contraction.rows, *contraction.columns, *contraction.depth)
        sizes = [nest.size(loop) for loop in loops]
        wanted: list[int | None] = [schedule.rows, schedule.columns, schedule.depth]
        rows, is_gpu = schedule.rows, target.is_amdgcn
        if not is_gpu:
            rows = tile_rows(schedule, vector_bytes(target))
            wanted = [sizes[0] and min(sizes[0], rows), schedule.columns, sizes[2]]
        if sizes != wanted:
            self.refuse(f"its sizes {sizes} are not those of 'tile'")
        *lines, deep = (AffineDimExpr(loop) for loop in loops)
        for factor, line in zip(contraction.factors, lines, strict=True):
            order = (deep, line) if is_plain else (line, deep)
            is_free = not is_gpu and factor is contraction.factors[0]
            if factor.map.results != order and not is_free:
                way = "lines of a place" if is_plain else "places of a line"
                self.refuse(f"the {way} must follow each other in its factors")
        self.local_bytes = target.processor.lds_bytes if is_gpu else None
        self._find_loops()
        if not is_gpu:
            self.find_stored()
            load, loop = self.stored.load, self.stored.loop
            self.products = VectorProducts(contraction, rows, load, loop.upperBound[0])
        elif is_plain:
            self.products = ItemProducts(contraction, schedule)
        else:
            self.products = MatrixProducts(contraction, schedule)

    def refuse(self, why: str) -> Never:
        fail(self.op, f"'{self.op.name}' is no product of tiles: {why}")

    def _find_loops(self) -> None:
        """Finds the launch and the loops around the product."""
        self.loops: list[scf.ForOp] = []
        parent = self.op.parent_op()
        while isinstance(parent, scf.ForOp):
            self.loops.insert(0, parent)
            parent = parent.parent_op()
        if not isinstance(parent, gpu.LaunchOp):
            self.refuse(
                "around it are other operations than 'scf.for' in a 'gpu.launch'"
            )
        self.launch, self.home = parent, parent.body.block

    def find_stored(self) -> Sequence[Operation]:
        """Finds the loop that stores the sums; returns what uses them."""
        sums = root(self.contraction.result)
        users = [use.operation for use in sums.uses]
        load = next((op for op in users if isinstance(op, vector.LoadOp)), None)
        if isinstance(sums.owner, memref.AllocaOp) and load is not None:
            loop, (width,) = load.parent_op(), load.result.type.get_shape()
            if (
                isinstance(loop, scf.ParallelOp)
                and (width == STORED or self.local_bytes is None)
                and [known(step) for step in loop.step] == [1, width]
                and [*load.indices] == [*loop.body.block.args]
                and follow(((*self.loops, self.op)[0], loop))
            ):
                self.stored = StoredTile(load)
                return users
        self._refuse_users()

    def _refuse_users(self) -> Never:
        self.refuse(
            "its sums are no 'memref.alloca' that one 'linalg.fill' and one 'scf.parallel' with "
            f"steps of 1 and {STORED} use"
        )

    def takes_values(self) -> bool:
        """Returns whether a factor is a tile of values, not of memory of the work-group."""
        is_tile = isinstance(self.contraction.factors[0].memory.owner, memref.AllocaOp)
        return self.local_bytes is not None and is_tile

    def make(self) -> None:
        """Replaces the product, its fill and the loop that stores."""
        users = self.find_stored()
        fill = next((op for op in users if isinstance(op, ops.FillOp)), None)
        first = (*self.loops, self.op)[0]
        if len(users) != 3 or fill is None or not follow((fill, first)):
            self._refuse_users()
        home, products = self.home, self.products
        stage_type = None if self.stored.is_plain() else products.stage_type
        build = TileBuilder(home, home.first_op, self.op.location)
        stage = self._shared(build, stage_type)
        build = TileBuilder(home, fill, self.op.location, build)
        item: SSAValue = home.args[3]
        sums = carried(self.loops, products.prepare(build, item, fill.inputs[0]))
        block = self.op.parent
        assert block is not None
        inside = TileBuilder(block, self.op, self.op.location, build)
        # Their memory may be a part of another one now.
        contraction = read_contraction(self.op)
        assert contraction is not None
        first, second = contraction.factors
        made = products.multiply(inside, (first.memory, second.memory), sums)
        for loop in reversed(self.loops if made else ()):
            last = loop.body.block.last_op
            assert last is not None
            last.operands = [*last.operands, *made]
            made = loop.results[-len(made) :]
        end = TileBuilder(home, self.stored.loop, self.op.location, build)
        if stage is not None:
            # Other sub-groups may still load what is below the results.
            end.insert(local_barrier())
        products.finish(end, self.stored.put, made, stage)
        erase(self.op)
        erase(fill)
        self.stored.erase()
        self.launch.attributes.pop(TILES, None)

    def check_size(self, used: int) -> None:
        """Fails if a work-group has no `used` bytes of local memory."""
        if self.local_bytes is not None and used > self.local_bytes:
            fail(
                self.op,
                f"tiles of {self.schedule.rows} x {self.schedule.columns} x "
                f"{self.schedule.depth} need {used} bytes of local memory; a work-group has "
                f"{self.local_bytes}, use smaller tiles",
            )

    def _shared(
        self, build: TileBuilder, stage: MemRefType[Attribute] | None
    ) -> SSAValue | None:
        """Makes all local memory parts of one if results go through it, too."""
        number = workgroup_attributions(self.launch)
        given = self.home.args[IDS : IDS + number]
        # What is read after the product stays.
        op: Operation | None = self.stored.loop
        late: set[SSAValue] = set()
        while op is not None:
            late.update(root(o) for inner in op.walk() for o in inner.operands)
            op = op.next_op
        types: dict[SSAValue, AnyMemRef] = {
            memory: cast(AnyMemRef, memory.type) for memory in given
        }
        memories = [memory for memory in given if memory not in late]
        length = sum(size_of(types[memory]) for memory in memories)
        if stage is not None:
            length = max(length, size_of(stage))
        used = length + sum(size_of(types[memory]) for memory in late & {*given})
        self.check_size(used)
        if stage is None:
            return None
        type = MemRefType(i8, (length,), memory_space=WORKGROUP)
        shared = self.home.insert_arg(type, IDS)
        shared.name_hint = "shared"

        def view(start: int, type: AnyMemRef, name: str | None) -> SSAValue:
            made = memref.ViewOp.build(
                operands=[shared, build.number(start), []], result_types=[type]
            )
            return build.add(made, name)

        start = 0
        for memory in memories:
            part = view(start, types[memory], memory.name_hint)
            start += size_of(types[memory])
            memory.replace_all_uses_with(part)
            self.home.erase_arg(memory)
        number += 1 - len(memories)
        self.launch.properties.pop(WORKGROUP_ATTRIBUTIONS, None)
        self.launch.attributes[WORKGROUP_ATTRIBUTIONS] = IntegerAttr(number, i64)
        return view(0, stage, "stage")


def _share_rows(products: Sequence[_Product]) -> None:
    """Replaces products of which one takes values that others compute, and what is between them."""
    last = products[-1]
    last.find_stored()
    stored, launch = last.stored, last.launch
    matrices: dict[Operation, MatrixProducts] = {}
    for product in products:
        if not isinstance(product.products, MatrixProducts):
            product.refuse("tiles of values need a matrix instruction")
        matrices[product.op] = product.products
    rows = RowTiles(launch, matrices)
    sums = rows.make(stored.load)
    end = TileBuilder(last.home, stored.loop, last.op.location, rows.build)
    memory = None if stored.is_plain() else rows.share_memory
    matrices[last.op].finish(end, stored.put, sums, memory)
    stored.erase()
    launch.attributes.pop(TILES, None)
    memories = last.home.args[IDS : IDS + workgroup_attributions(launch)]
    last.check_size(sum(size_of(cast(AnyMemRef, memory.type)) for memory in memories))


@dataclass(frozen=True)
class OpenCLMultiplyTilesPass(ModulePass):
    """Gives each work item its part of products of tiles."""

    name = "opencl-multiply-tiles"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        kernels: dict[Operation, list[_Product]] = {}
        for inner in op.walk():
            if SCHEDULE in inner.attributes and not is_on_host(inner):
                product = _Product(inner, target)
                kernels.setdefault(product.launch, []).append(product)
        for products in kernels.values():
            if any(product.takes_values() for product in products):
                _share_rows(products)
            else:
                for product in products:
                    product.make()
