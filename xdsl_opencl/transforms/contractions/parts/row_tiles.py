"""
The tiles of sums of products, and of values between them, as each work item has them in registers.

Sums are matrices, or numbers where a GPU has no instruction. An `scf.parallel` that loads four of a row at a time, by
`vector.load`, stores them at the end: as matrices if its body only stores them, else by way of local memory.

Where products take values that others compute, as those of an online softmax, a sub-group has 16 rows. The sums of a
product that are not stored are matrices until it is complete. Then each work item takes its shares of one row, through
local memory for 16 columns at a time. Of a tile with one dimension it has the number of its row. Operations of `linalg`
on these tiles become operations on the work item's elements; those whose result is in local memory store it there, for
the sub-group. A first factor that is copied from local memory stays in matrices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Never, cast

from xdsl.dialects import arith, gpu, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, MemRefType, NoneAttr, i8, i64
from xdsl.dialects.linalg import ops
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.abi.gpu.matrix_instructions import LINES
from xdsl_opencl.conversions.tensors.structured_operations import (
    Nest,
    combined,
    read_nest,
    run_body,
)
from xdsl_opencl.dialects.gpu_ext.attributes import WORKGROUP
from xdsl_opencl.dialects.gpu_ext.launching import (
    WORKGROUP_ATTRIBUTIONS,
    workgroup_attributions,
)
from xdsl_opencl.dialects.gpu_ext.matrices import MMAMatrixType, StoreMatrixOp
from xdsl_opencl.ir.build import ArithBuilder, erase, replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import Number, TileBuilder, value_of
from xdsl_opencl.ir.views import root
from xdsl_opencl.transforms.contractions.parts.item_products import ItemProducts
from xdsl_opencl.transforms.contractions.parts.matrix_products import (
    MatrixProducts,
    local_barrier,
)
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
)
from xdsl_opencl.transforms.contractions.problems.schedule import STORED, size_of
from xdsl_opencl.transforms.from_dialects.from_gpu.known_index_values import known
from xdsl_opencl.transforms.from_dialects.opencl_outline_kernels import TILES

Products = ItemProducts | MatrixProducts

_IDS = 12
"""The arguments of a launch's body before its memory."""


def _carried(loops: list[scf.ForOp], values: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Makes all `loops`, the outermost first, carry `values`; returns them in the innermost."""
    for number, loop in enumerate(loops):
        block = loop.body.block
        inside = [block.insert_arg(value.type, len(block.args)) for value in values]
        body = loop.detach_region(loop.body)
        made = scf.ForOp(loop.lb, loop.ub, loop.step, [*loop.iter_args, *values], body)
        made.attributes = dict(loop.attributes)
        ArithBuilder.before(loop).insert(made)
        replace(loop, made.results[: len(loop.results)])
        loops[number], values = made, inside
    return values


class _StoredTile:
    """A loop that stores a tile of sums, as a body for parts of it."""

    def __init__(self, loop: scf.ParallelOp, load: vector.LoadOp):
        self.loop, self.load = loop, load
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


class RowTiles:
    """The tiles of one launch with `products`, of whose local memory a work-group has `lds_bytes`."""

    def __init__(
        self,
        launch: gpu.LaunchOp,
        products: Mapping[Operation, Products],
        lds_bytes: int,
    ):
        self.launch, self.home, self.products = launch, launch.body.block, products
        self.values: dict[SSAValue, Sequence[SSAValue]] = {}
        """What a work item has of each tile: sums, elements, or one number."""
        self.tiles: dict[SSAValue, None] = {}
        self.build = TileBuilder(self.home, self.home.first_op, launch.location)
        self.results = {p.contraction.result: p for p in products.values()}
        self.firsts = {p.contraction.factors[0].memory: p for p in products.values()}
        self.stored = dict(self._stored())
        self.row_product: MatrixProducts | None = None
        """Any of the products, where products take values: it has the rows of all work items."""
        are_values = any(isinstance(v.owner, memref.AllocaOp) for v in self.firsts)
        item: SSAValue = self.home.args[3]
        for op, product in products.items():
            product.locate(self.build, item)
            if are_values:
                self.row_product = self._with_row(op, product)
        if self.row_product is not None:
            number = self._count
            shares, factors = self.row_product.row_types
            self.share_memory = self.home.insert_arg(shares, _IDS + number)
            self.row_memory = self.home.insert_arg(factors, _IDS + number + 1)
            self.share_memory.name_hint, self.row_memory.name_hint = "shares", "factors"
            self._count = number + 2
        self.stages = {
            tile: self._stage(store.loop, self.results[tile].stage_type)
            for tile, store in self.stored.items()
            if not store.is_plain()
        }
        self._check_size(lds_bytes)

    def _refuse(self, op: Operation, why: str) -> Never:
        fail(op, f"'{op.name}' between products of tiles: {why}")

    def _stored(self) -> Iterator[tuple[SSAValue, _StoredTile]]:
        """The tiles that loops of the kernel store, with these."""
        for loop in self.home.ops:
            if not isinstance(loop, scf.ParallelOp):
                continue
            for load in loop.body.block.ops:
                if (
                    isinstance(load, vector.LoadOp)
                    and load.base in self.results
                    and load.result.type.get_shape() == (STORED,)
                    and [known(step) for step in loop.step] == [1, STORED]
                    and [*load.indices] == [*loop.body.block.args]
                ):
                    yield load.base, _StoredTile(loop, load)

    def _with_row(self, op: Operation, product: Products) -> MatrixProducts:
        """Finds the row of this work item; returns the first product."""
        if not isinstance(product, MatrixProducts):
            self._refuse(op, "tiles of values need a matrix instruction")
        product.locate_row(self.build)
        own, first = product.schedule, self.row_product or product
        rows = first.schedule.rows
        if not own.rows == rows == own.wave_rows * LINES or own.wave_columns > 1:
            self._refuse(op, "a sub-group must have 16 rows of all columns")
        return first

    @property
    def _count(self) -> int:
        """The arguments of the launch's body that are local memory."""
        return workgroup_attributions(self.launch)

    @_count.setter
    def _count(self, number: int) -> None:
        self.launch.attributes[WORKGROUP_ATTRIBUTIONS] = IntegerAttr(number, i64)

    def _check_size(self, lds_bytes: int) -> None:
        memories = self.home.args[_IDS : _IDS + self._count]
        used = sum(size_of(cast(AnyMemRef, memory.type)) for memory in memories)
        if used > lds_bytes:
            op, product = [*self.products.items()][-1]
            tile = product.schedule
            fail(
                op,
                f"tiles of {tile.rows} x {tile.columns} x {tile.depth} need {used} bytes of local memory; "
                f"a work-group has {lds_bytes}, use smaller tiles",
            )

    def _stage(self, loop: Operation, stage: AnyMemRef | None) -> SSAValue | None:
        """The memory that results go through before `loop`: a part of one with all memory that is not used from then on."""
        if self.row_product is not None or stage is None:
            return None if stage is None else self.share_memory
        op: Operation | None = loop
        late: set[SSAValue] = set()
        while op is not None:
            late.update(root(o) for inner in op.walk() for o in inner.operands)
            op = op.next_op
        given = self.home.args[_IDS : _IDS + self._count]
        memories = [memory for memory in given if memory not in late]
        types = [cast(AnyMemRef, memory.type) for memory in memories]
        length = max(sum(map(size_of, types)), size_of(stage))
        type = MemRefType(i8, (length,), memory_space=WORKGROUP)
        shared = self.home.insert_arg(type, _IDS)
        shared.name_hint = "shared"

        def view(start: int, type: AnyMemRef, name: str | None) -> SSAValue:
            made = memref.ViewOp.build(
                operands=[shared, self.build.number(start), []], result_types=[type]
            )
            return self.build.add(made, name)

        start = 0
        for memory, type in zip(memories, types, strict=True):
            part = view(start, type, memory.name_hint)
            start += size_of(type)
            memory.replace_all_uses_with(part)
            for product in self.products.values():
                for factor in product.contraction.factors:
                    if factor.memory is memory:
                        factor.memory = part
            self.home.erase_arg(memory)
        self._count += 1 - len(memories)
        return view(0, stage, "stage")

    def make(self) -> None:
        """Replaces the operations on tiles."""
        stores = {store.loop: tile for tile, store in self.stored.items()}
        for op in tuple(self.home.ops):
            if isinstance(op, scf.ForOp) and any(map(op.is_ancestor, self.products)):
                self._loop(op)
            elif isinstance(op, scf.ParallelOp) and op in stores:
                self._store(stores[op])
            else:
                self._lower(op)
        for op in self.products:
            if op.parent is not None:
                self._refuse(
                    op, "the loops around products must be inside of each other"
                )
        for tile in self.tiles:
            for use in tile.uses:
                self._refuse(
                    use.operation,
                    "it is none of 'linalg' on tiles, in the innermost loop or in none, and no load of "
                    f"{STORED} in an 'scf.parallel' with steps of 1 and {STORED}",
                )
            assert isinstance(tile.owner, Operation)
            erase(tile.owner)
        self.launch.attributes.pop(TILES, None)

    def _loop(self, loop: scf.ForOp) -> None:
        """Replaces the operations on tiles in `loop`, or the innermost of loops around products."""
        loops = [loop]
        for inner in loops:
            loops += [
                op
                for op in inner.body.block.ops
                if isinstance(op, scf.ForOp) and any(map(op.is_ancestor, self.products))
            ][:1]
        written = {op.operands[-1] for op in loops[-1].body.block.ops if op.operands}
        before, tiles = self.values, [tile for tile in self.values if tile in written]
        inside = iter(_carried(loops, [v for tile in tiles for v in before[tile]]))
        here = {tile: [next(inside) for _ in before[tile]] for tile in tiles}
        self.values = {**before, **here}
        for op in tuple(loops[-1].body.block.ops):
            self._lower(op)
        made = [value for tile in tiles for value in self.values[tile]]
        for loop in reversed(loops):
            last = loop.body.block.last_op
            assert last is not None
            last.operands = [*last.operands, *made]
            made = loop.results[len(loop.results) - len(made) :]
        results = iter(made)
        after = {tile: [next(results) for _ in before[tile]] for tile in tiles}
        self.values = {**before, **after}

    def _store(self, tile: SSAValue) -> None:
        """Replaces the loop that stores `tile`."""
        store, stage = self.stored[tile], self.stages.get(tile)
        build = TileBuilder(self.home, store.loop, store.loop.location, self.build)
        if stage is not None and self.row_product is None:
            # Other sub-groups may still load what is below the results.
            build.insert(local_barrier())
        sums = self._of(store.load, tile, True)
        self.results[tile].finish(build, store.put, sums, stage)
        erase(store.loop)

    def _lower(self, op: Operation) -> None:
        """Replaces `op` if it is an operation on tiles."""
        nest = read_nest(op)
        if nest is None or not any(
            isinstance(value.owner, memref.AllocaOp) for value in op.operands
        ):
            return
        block, tile = op.parent, nest.operands[-1]
        assert block is not None
        build = TileBuilder(block, op, op.location, self.build)
        source = nest.operands[0]
        if op in self.products:
            made = self._multiplied(build, op)
        elif tile in self.results and isinstance(op, ops.FillOp):
            made = self.results[tile].started(build, source)
        elif self.row_product is None:
            self._refuse(op, "no product takes values of a tile")
        else:
            made = self._combined(build, nest, self.row_product)
        if _is_local(tile):
            assert self.row_product is not None
            self.row_product.store_shares(build, made, tile)
        else:
            self.values[tile] = made
            self.tiles[tile] = None
        erase(op)

    def _combined(
        self, build: TileBuilder, nest: Nest, product: MatrixProducts
    ) -> Sequence[SSAValue]:
        """The values of an operation between products."""
        op, tile, source = nest.op, nest.operands[-1], nest.operands[0]
        kind, so_far, first = _kind(nest), self.values.get(tile), self.firsts.get(tile)
        if isinstance(first, MatrixProducts) and isinstance(op, ops.CopyOp):
            if _is_local(source):
                return first.row_factors(build, source)
        if so_far is not None and self._are_sums(so_far):
            if kind is not arith.MulfOp or len(nest.maps[0].results) != 1:
                self._refuse(op, "sums are multiplied by a number of their row only")
            (factor,) = self._of(op, source)
            return product.scaled(build, so_far, factor, self.row_memory)
        if all(nest.parallel):
            return self._elements(build, nest, product)
        if kind is None:
            self._refuse(op, "a row's elements are combined by one operation only")
        one = reduce(lambda a, b: build.op(kind, a, b), self._of(op, source))
        one = product.over_row(build, kind, one)
        return [build.op(kind, *self._of(op, tile), one)]

    def _of(
        self, op: Operation, tile: SSAValue, sums: bool = False
    ) -> Sequence[SSAValue]:
        """The values of `tile` that `op` takes."""
        values = self.values.get(tile, ())
        if not values or self._are_sums(values) is not sums:
            name = f"%{tile.name_hint}" if tile.name_hint else tile.type
            self._refuse(op, f"nothing before it computes {name}")
        return values

    def _are_sums(self, values: Sequence[SSAValue]) -> bool:
        """Whether they are the sums of products so far, or first factors, not elements."""
        return self.row_product is None or isinstance(values[0].type, MMAMatrixType)

    def _elements(
        self, build: TileBuilder, nest: Nest, product: MatrixProducts
    ) -> Sequence[SSAValue]:
        """The body of `nest` for each element that a work item has."""
        height = product.schedule.rows
        rows, *columns = cast(AnyMemRef, nest.operands[-1].type).get_shape()
        if rows != height or any(count % LINES for count in columns):
            self._refuse(nest.op, f"a tile has {height} rows and 16 columns or more")
        places = AffineMap.identity(len(nest.parallel)).results
        if any(map.results != places[: len(map.results)] for map in nest.maps):
            self._refuse(nest.op, "a work item has elements of its own row only")
        shows_place = any(isinstance(op, ops.IndexOp) for op in nest.body.ops)
        found: list[SSAValue] = []
        for i in range(sum(columns) // LINES * product.share or 1):

            def element(number: int, i: int = i) -> SSAValue:
                operand = nest.operands[number]
                if not isinstance(operand.type, MemRefType):
                    return operand
                is_row = len(nest.maps[number].results) == 1
                return self._of(nest.op, operand)[0 if is_row else i]

            place = product.place(build, i) if shows_place else ()
            found += run_body(build, nest, place, element)
        return found

    def _multiplied(self, build: TileBuilder, op: Operation) -> Sequence[SSAValue]:
        """The sums, or the shares of complete ones."""
        product = self.products[op]
        contraction = product.contraction
        first = contraction.factors[0].memory
        rows = (
            self._of(op, first, True)
            if isinstance(first.owner, memref.AllocaOp)
            else ()
        )
        sums = self._of(op, contraction.result, True)
        made = product.multiply(build, sums, rows)
        if contraction.result in self.stored or self.row_product is None:
            return made
        assert isinstance(product, MatrixProducts)
        return product.shares(build, made, self.share_memory)


def _is_local(tile: SSAValue) -> bool:
    return cast(AnyMemRef, tile.type).memory_space == WORKGROUP


def _kind(nest: Nest) -> type[Operation] | None:
    """The operation that combines elements of the only input with those of the output, if that is all."""
    made = combined(nest)
    if made is None or [*nest.body.ops] != [made, nest.body.last_op]:
        return None
    return type(made) if {*made.operands} == {*nest.body.args} else None
