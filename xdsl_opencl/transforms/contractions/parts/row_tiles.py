"""
Tiles of values between products, as each work item has them: those of an online softmax.

A sub-group has 16 rows. The sums that are stored at the end are matrices, and so are the sums of any other product
until it is complete. Then each work item takes its shares of one row, through local memory for 16 columns at a time. Of a
tile with one dimension it has the number of its row. Operations of `linalg` on these tiles become operations on the
work item's elements; those whose result is in local memory store it there, for the sub-group. A first factor that
is copied from local memory stays in matrices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Never, cast

from xdsl.dialects import arith, gpu, memref, scf, vector
from xdsl.dialects.builtin import IntegerAttr, MemRefType, i64
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap

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
from xdsl_opencl.dialects.gpu_ext.matrices import MMAMatrixType
from xdsl_opencl.ir.build import ArithBuilder, erase, replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import TileBuilder
from xdsl_opencl.transforms.contractions.parts.matrix_products import MatrixProducts
from xdsl_opencl.transforms.contractions.problems.contraction import (
    AnyMemRef,
)

IDS = 12
"""The arguments of a launch's body before its memory."""


def carried(loops: list[scf.ForOp], values: Sequence[SSAValue]) -> Sequence[SSAValue]:
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


class RowTiles:
    """The tiles of one launch, whose `products` follow each other."""

    def __init__(
        self, launch: gpu.LaunchOp, products: Mapping[Operation, MatrixProducts]
    ):
        self.launch, self.home, self.products = launch, launch.body.block, products
        self.values: dict[SSAValue, Sequence[SSAValue]] = {}
        """What a work item has of each tile: matrices, elements, or one number."""
        self.tiles: dict[SSAValue, None] = {}
        op, self.product = next(iter(products.items()))
        self.build = TileBuilder(self.home, self.home.first_op, op.location)
        self.rows = self.product.schedule.rows
        for op, product in products.items():
            product.locate(self.build, self.home.args[3])
            product.locate_row(self.build)
            own = product.schedule
            if (
                not own.rows == self.rows == own.wave_rows * LINES
                or own.wave_columns > 1
            ):
                self._refuse(op, "a sub-group must have 16 rows of all columns")
        self.results = {p.contraction.result: p for p in products.values()}
        self.firsts = {p.contraction.factors[0].memory: p for p in products.values()}
        self.share_memory, self.row_memory = (
            self._local(type, name)
            for type, name in zip(self.product.row_types, ("shares", "factors"))
        )

    def _refuse(self, op: Operation, why: str) -> Never:
        fail(op, f"'{op.name}' between products of tiles: {why}")

    def _local(self, type: MemRefType[Attribute], name: str) -> SSAValue:
        """Adds local memory to the launch."""
        number = workgroup_attributions(self.launch)
        made = self.home.insert_arg(type, IDS + number)
        made.name_hint = name
        self.launch.properties.pop(WORKGROUP_ATTRIBUTIONS, None)
        count = IntegerAttr(number + 1, i64)
        self.launch.attributes[WORKGROUP_ATTRIBUTIONS] = count
        return made

    def make(self, load: vector.LoadOp) -> Sequence[SSAValue]:
        """Replaces the operations on tiles before the loop with `load`; returns the matrices that it loads."""
        end, self.sums = load.parent_op(), load.base
        assert end is not None
        for op in tuple(self.home.ops):
            if op is end:
                break
            if isinstance(op, scf.ForOp) and any(map(op.is_ancestor, self.products)):
                self._loop(op)
            else:
                self._lower(op)
        for op in self.products:
            if op.parent is not None:
                self._refuse(op, "there may be one loop around it")
        for tile in self.tiles:
            for use in tile.uses:
                if use.operation is not load:
                    self._refuse(use.operation, "it is none of 'linalg' on tiles")
            if tile is not self.sums and isinstance(tile.owner, Operation):
                erase(tile.owner)
        return self._of(load, self.sums, True)

    def _loop(self, loop: scf.ForOp) -> None:
        written = {op.operands[-1] for op in loop.body.block.ops if op.operands}
        before, tiles = self.values, [tile for tile in self.values if tile in written]
        loops = [loop]
        inside = iter(carried(loops, [v for tile in tiles for v in before[tile]]))
        here = {tile: [next(inside) for _ in before[tile]] for tile in tiles}
        self.values = {**before, **here}
        (loop,) = loops
        for op in tuple(loop.body.block.ops):
            self._lower(op)
        last = loop.body.block.last_op
        assert last is not None
        made = [value for tile in tiles for value in self.values[tile]]
        last.operands = [*last.operands, *made]
        results = iter(loop.results[len(loop.results) - len(made) :])
        after = {tile: [next(results) for _ in before[tile]] for tile in tiles}
        self.values = {**before, **after}

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
        kind, so_far, source = _kind(nest), self.values.get(tile), nest.operands[0]
        if op in self.products:
            made = self._multiplied(build, op)
        elif tile in self.results and isinstance(op, ops.FillOp):
            made = self.results[tile].started(build, source)
        elif tile in self.firsts and isinstance(op, ops.CopyOp) and _is_local(source):
            made = self.firsts[tile].row_factors(build, source)
        elif so_far is not None and _are_matrices(so_far):
            if kind is not arith.MulfOp or len(nest.maps[0].results) != 1:
                self._refuse(op, "sums are multiplied by a number of their row only")
            (factor,) = self._of(op, source)
            made = self.product.scaled(build, so_far, factor, self.row_memory)
        elif False in nest.parallel:
            if kind is None:
                self._refuse(op, "a row's elements are combined by one operation only")
            one = reduce(lambda a, b: build.op(kind, a, b), self._of(op, source))
            one = self.product.over_row(build, kind, one)
            made = [build.op(kind, *self._of(op, tile), one)]
        else:
            made = self._elements(build, nest)
        if _is_local(tile):
            self.product.store_shares(build, made, tile)
        else:
            self.values[tile] = made
            self.tiles[tile] = None
        erase(op)

    def _of(
        self, op: Operation, tile: SSAValue, matrices: bool = False
    ) -> Sequence[SSAValue]:
        """The values of `tile` that `op` takes."""
        values = self.values.get(tile, ())
        if not values or _are_matrices(values) is not matrices:
            name = f"%{tile.name_hint}" if tile.name_hint else tile.type
            self._refuse(op, f"nothing before it computes {name}")
        return values

    def _elements(self, build: TileBuilder, nest: Nest) -> Sequence[SSAValue]:
        """The body of `nest` for each element that a work item has."""
        rows, *columns = cast(AnyMemRef, nest.operands[-1].type).get_shape()
        if rows != self.rows or any(count % LINES for count in columns):
            self._refuse(nest.op, f"a tile has {self.rows} rows and 16 columns or more")
        places = AffineMap.identity(len(nest.parallel)).results
        if any(map.results != places[: len(map.results)] for map in nest.maps):
            self._refuse(nest.op, "a work item has elements of its own row only")
        shows_place = any(isinstance(op, ops.IndexOp) for op in nest.body.ops)
        found: list[SSAValue] = []
        for i in range(sum(columns) // LINES * self.product.share or 1):

            def element(number: int, i: int = i) -> SSAValue:
                operand = nest.operands[number]
                if not isinstance(operand.type, MemRefType):
                    return operand
                is_row = len(nest.maps[number].results) == 1
                return self._of(nest.op, operand)[0 if is_row else i]

            place = self.product.place(build, i) if shows_place else ()
            found += run_body(build, nest, place, element)
        return found

    def _multiplied(self, build: TileBuilder, op: Operation) -> Sequence[SSAValue]:
        """The sums, or the shares of complete ones."""
        product = self.products[op]
        first, second = (factor.memory for factor in product.contraction.factors)
        rows = () if _is_local(first) else self._of(op, first, True)
        sums = self._of(op, product.contraction.result, True)
        made = product.multiply(build, (first, second), sums, rows)
        if product.contraction.result is self.sums:
            return made
        return product.shares(build, made, self.share_memory)


def _is_local(tile: SSAValue) -> bool:
    return cast(AnyMemRef, tile.type).memory_space == WORKGROUP


def _are_matrices(values: Sequence[SSAValue]) -> bool:
    return isinstance(values[0].type, MMAMatrixType)


def _kind(nest: Nest) -> type[Operation] | None:
    """The operation that combines elements of the only input with those of the output, if that is all."""
    made = combined(nest)
    if made is None or [*nest.body.ops] != [made, nest.body.last_op]:
        return None
    return type(made) if {*made.operands} == {*nest.body.args} else None
