"""
Tiles of values whose rows depend on each other, as each work item has them: an online softmax between two products.

A sub-group has 16 rows. The sums that are stored at the end are matrices, and so are the sums of any other product
until it is complete. Then each work item takes its shares of one row, through local memory for 16 columns at a time. Of a
tile with one dimension it has the number of its row. Operations of `linalg` on these tiles are operations on the
work item's elements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Never, cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IntegerAttr, MemRefType, i64
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.traits import is_side_effect_free

from xdsl_opencl.abi.gpu.matrix_instructions import LINES
from xdsl_opencl.conversions.tensors.structured_operations import (
    Nest,
    combined,
    read_nest,
    run_body,
)
from xdsl_opencl.dialects.gpu_ext.launching import (
    WORKGROUP_ATTRIBUTIONS,
    LaunchOp,
    workgroup_attributions,
)
from xdsl_opencl.dialects.gpu_ext.matrices import MMAMatrixType
from xdsl_opencl.dialects.gpu_ext.work_item import BarrierOp
from xdsl_opencl.ir.build import ArithBuilder, erase, replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import TileBuilder
from xdsl_opencl.ir.views import root
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
    """The tiles of one launch, with its products in their order."""

    def __init__(self, launch: LaunchOp, products: Mapping[Operation, MatrixProducts]):
        self.launch, self.home, self.products = launch, launch.body.block, products
        self.values: dict[SSAValue, Sequence[SSAValue]] = {}
        """The values of a work item: matrices, elements, or one number."""
        self.rows: dict[SSAValue, Sequence[SSAValue]] = {}
        """The matrices of first factors that no iteration changes."""
        self.tiles: dict[SSAValue, None] = {}
        op, first = next(iter(products.items()))
        self.build = TileBuilder(self.home, self.home.first_op, op.location)
        shape = (first.schedule.rows, first.schedule.waves)
        for op, product in products.items():
            schedule = product.schedule
            if (schedule.rows, schedule.wave_rows, LINES * schedule.waves) != (
                *shape,
                shape[0],
            ):
                self._refuse(op, "a sub-group must have 16 rows of all columns")
            product.locate(self.build, self.home.args[3])
            product.locate_row(self.build)
        self.product = first
        self.results = {p.contraction.result: p for p in products.values()}
        self.share_memory = self._local(first.share_type, "scores")
        self.row_memory = self._local(first.row_type, "factors")

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

    def make(self, sums: SSAValue, end: Operation) -> Sequence[SSAValue]:
        """Replaces the operations on tiles before `end`; returns the matrices of `sums`."""
        self.sums = sums
        for op in tuple(self.home.ops):
            if op is end:
                break
            if isinstance(op, scf.ForOp) and any(map(op.is_ancestor, self.products)):
                self._loop(op)
            else:
                self._lower(op)
        made = self._of(end, sums, True)
        for tile in self.tiles:
            if tile is not sums and any(tile.uses):
                user = next(iter(tile.uses)).operation
                self._refuse(user, "it is no operation of 'linalg' on tiles")
            if tile is not sums and isinstance(tile.owner, Operation):
                erase(tile.owner)
        return made

    def _loop(self, loop: scf.ForOp) -> None:
        self._find_fixed(loop)
        tiles = {tile: len(values) for tile, values in self.values.items()}
        loops = [loop]
        inside = carried(loops, [v for values in self.values.values() for v in values])
        (loop,) = loops
        self._take(tiles, inside)
        for op in tuple(loop.body.block.ops):
            self._lower(op)
        last = loop.body.block.last_op
        assert last is not None
        made = [value for tile in tiles for value in self.values[tile]]
        last.operands = [*last.operands, *made]
        self._take(tiles, loop.results[-len(made) :])

    def _take(self, tiles: Mapping[SSAValue, int], values: Sequence[SSAValue]) -> None:
        """Takes `values` as those of all `tiles`, which have as many."""
        rest = iter(values)
        self.values = {
            tile: [next(rest) for _ in range(count)] for tile, count in tiles.items()
        }

    def _find_fixed(self, loop: scf.ForOp) -> None:
        """
        Loads the first factors that `loop` does not change, if a barrier precedes it. Their memory is free from
        there on if nothing else touches it.
        """
        build = TileBuilder(self.home, loop, loop.location, self.build)
        op: Operation | None = loop
        while op.prev_op is not None and not isinstance(op.prev_op, BarrierOp):
            op = op.prev_op
        touched: set[SSAValue] = set()
        while op is not None:
            for inner in op.walk():
                if inner in self.products:
                    touched.add(
                        root(self.products[inner].contraction.factors[1].memory)
                    )
                elif not is_side_effect_free(inner):
                    touched.update(map(root, inner.operands))
            op = op.next_op
        for product in self.products.values():
            memory = product.contraction.factors[0].memory
            if root(memory) not in touched:
                self.rows[memory] = product.row_factors(build, memory)

    def _lower(self, op: Operation) -> None:
        """Replaces `op` if it computes a tile."""
        nest = read_nest(op)
        if nest is None or not isinstance(nest.operands[-1].owner, memref.AllocaOp):
            return
        block, tile = op.parent, nest.operands[-1]
        assert block is not None
        build = TileBuilder(block, op, op.location, self.build)
        kind, so_far = _kind(nest), self.values.get(tile)
        if op in self.products:
            made = self._multiplied(build, op, self._of(op, tile, True))
        elif tile in self.results and isinstance(op, ops.FillOp):
            made = self.results[tile].started(build, op.inputs[0])
        elif so_far is not None and _are_matrices(so_far):
            if kind is not arith.MulfOp or len(nest.maps[0].results) != 1:
                self._refuse(op, "sums are multiplied by a number of their row only")
            (factor,) = self._of(op, nest.operands[0])
            made = self.product.scaled(build, so_far, factor, self.row_memory)
        elif False in nest.parallel:
            if kind is None:
                self._refuse(op, "a row's elements are combined by one operation only")
            values = self._of(op, nest.operands[0])
            one = reduce(lambda a, b: build.op(kind, a, b), values)
            one = self.product.over_row(build, kind, one)
            made = [build.op(kind, *self._of(op, tile), one)]
        else:
            made = self._elements(build, nest)
        self.values[tile] = made
        self.tiles[tile] = None
        erase(op)

    def _of(
        self, op: Operation, tile: SSAValue, matrices: bool = False
    ) -> Sequence[SSAValue]:
        """The values of `tile` that `op` reads."""
        values = self.values.get(tile, ())
        if not values or _are_matrices(values) is not matrices:
            self._refuse(op, f"{tile.name_hint or tile.type} is not computed before it")
        return values

    def _elements(self, build: TileBuilder, nest: Nest) -> Sequence[SSAValue]:
        """The body of `nest` for each element that a work item has."""
        rows, *columns = cast(AnyMemRef, nest.operands[-1].type).get_shape()
        whole = AffineMap.identity(len(nest.parallel))
        expected = [whole, AffineMap(len(nest.parallel), 0, whole.results[:1])]
        if rows != self.product.schedule.rows or any(n % LINES for n in columns):
            self._refuse(nest.op, f"a tile has {self.product.schedule.rows} rows")
        found: list[SSAValue] = []
        for i in range(sum(columns) // LINES * self.product.share or 1):

            def element(number: int, i: int = i) -> SSAValue:
                operand = nest.operands[number]
                if not isinstance(operand.type, MemRefType):
                    return operand
                if nest.maps[number] not in expected:
                    self._refuse(nest.op, "elements of other rows are not known")
                values = self._of(nest.op, operand)
                return values[i if len(nest.maps[number].results) > 1 else 0]

            place = ()
            if any(isinstance(op, ops.IndexOp) for op in nest.body.ops):
                place = self.product.place(build, i)
            found += run_body(build, nest, place, element)
        return found

    def _multiplied(
        self, build: TileBuilder, op: Operation, sums: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        """The sums, or the shares of complete ones."""
        product = self.products[op]
        first, second = (factor.memory for factor in product.contraction.factors)
        if isinstance(first.owner, memref.AllocaOp):
            values = self._of(op, first)
            first = self._memory_for(product)
            product.store_shares(build, values, first)
        rows = self.rows.get(first, ())
        made = product.multiply(build, (first, second), sums, rows)
        if product.contraction.result is self.sums:
            return made
        return product.shares(build, made, self.share_memory)

    def _memory_for(self, product: MatrixProducts) -> SSAValue:
        """Local memory for the first factor of `product`: that of a factor that is in registers, else more."""
        type = product.factor_type
        for memory in map(root, self.rows):
            have = cast(AnyMemRef, memory.type)
            rows, length = have.get_shape()
            if have.element_type == type.element_type and rows == product.schedule.rows:
                if length >= product.schedule.depth:
                    return memory
        return self._local(type, "powers")


def _are_matrices(values: Sequence[SSAValue]) -> bool:
    return isinstance(values[0].type, MMAMatrixType)


def _kind(nest: Nest) -> type[Operation] | None:
    """The operation that combines elements of the only input with those of the output, if that is all."""
    made = combined(nest)
    is_all = made is not None and made.next_op is nest.body.last_op
    return type(made) if is_all and len(nest.operands) == 2 else None
