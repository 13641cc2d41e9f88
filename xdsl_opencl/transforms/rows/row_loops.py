"""
Makes the loops of a group of rows.

Each row is one iteration of an `scf.parallel`. With `group.spread` its body is a sequence of inner
`scf.parallel` over the work items of a work-group; each takes every n-th column, and reductions
combine the sums of all. Otherwise its body has `scf.for` over the columns.

A value of a row is no memory: all that use it get the value. Nor is an element, within the loop
that computes it. Memory that the program does not need otherwise is gone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, islice
from typing import cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import AnyFloat, FloatAttr, i1, i32
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_opencl.conversions.reductions import REDUCTIONS
from xdsl_opencl.conversions.tensors.structured_operations import (
    combined,
    run_body,
)
from xdsl_opencl.ir.build import FLOAT_PREDICATES, ArithBuilder, erase
from xdsl_opencl.ir.index_arithmetic import INDEX, index_value
from xdsl_opencl.ir.views import root
from xdsl_opencl.transforms.rows.row_groups import Group, Indices, Member, is_memory

_NEUTRAL = {row.combine: row for row in REDUCTIONS.values()}
_WITHOUT_NAN: dict[type[Operation], type[Operation]] = {
    arith.MaximumfOp: arith.MaxnumfOp,
    arith.MinimumfOp: arith.MinnumfOp,
}
"""Work-groups reduce as the second; a NaN is found apart."""
_ON_CPU, _ON_GPU, _OF_LONG_ROW = 32, 64, 256
"""The work items of a row: two or more vectors on the CPU device, a sub-group or two on a GPU."""
_LONG_ROW = 1024


class RowLoops:
    """Makes the loops of `group` before its last member."""

    def __init__(self, group: Group):
        self.group = group
        anchor = group.members[-1].nest.op
        self.build = ArithBuilder.before(anchor)
        self.zero = self.build.constant(0, INDEX)
        self.one = self.build.constant(1, INDEX)
        self.bounds = [nest.bound(self.build, d) for nest, d in group.bounds]
        self.variables: list[SSAValue] = [self.zero] * len(self.bounds)
        self.values: dict[tuple[SSAValue, Indices], SSAValue] = {}
        """Values of the row, and elements in the loop that computes them."""
        self.late: dict[tuple[SSAValue, Indices], SSAValue] = {}
        """Values of the row that are stored at its end."""
        self.unstored = self._unstored()
        if group.spread:
            self.items = self.build.constant(self._items(), INDEX)

    def _items(self) -> int:
        """The work items of a row."""
        if not self.group.on_gpu:
            return _ON_CPU
        sizes = [nest.size(d) for nest, d in self.group.bounds[self.group.rows :]]
        is_long = any(size is None or size >= _LONG_ROW for size in sizes)
        return _OF_LONG_ROW if is_long else _ON_GPU

    # --- memory ----------------------------------------------------------------------

    def _unstored(self) -> set[SSAValue]:
        """Memory that only the group uses, and never loads."""
        members = self.group.members
        known = {member.nest.op for member in members}
        known |= {member.unit.fill for member in members if member.unit.fill}
        levels: dict[SSAValue, int | None] = {}
        """The level that has the elements; `None` for values of the row, which all have."""
        loaded: set[SSAValue] = set()
        for member in members:
            keeps = member.reads_results and member.unit.fill is None
            for value, _, written in member.accesses():
                if (not written or keeps) and levels.get(value, -1) not in (
                    None,
                    member.level,
                ):
                    loaded.add(value)
            for value, _, written in member.accesses():
                if written:
                    is_row = member.reduces or not member.columns
                    levels[value] = None if is_row else member.level
        return {
            value
            for value in levels
            if value not in loaded
            and isinstance(value.owner, memref.AllocOp)
            and all(
                use.operation in known or isinstance(use.operation, memref.DeallocOp)
                for use in value.uses
            )
        }

    def _indices(self, build: ArithBuilder, indices: Indices) -> Sequence[SSAValue]:
        map = AffineMap(len(self.variables), 0, indices)
        return [index_value(build, index, map, self.variables) for index in indices]

    def _element(self, build: ArithBuilder, member: Member, i: int) -> SSAValue:
        operand, indices = member.nest.operands[i], member.indices[i]
        if not is_memory(operand):
            return operand
        known = self.values.get((operand, indices))
        if known is None:
            known = build.add(memref.LoadOp.get(operand, self._indices(build, indices)))
            self.values[operand, indices] = known
        return known

    def _results(
        self, build: ArithBuilder, member: Member, values: Sequence[SSAValue]
    ) -> None:
        """Keeps and stores the results of `member`."""
        first = len(member.nest.operands) - member.nest.outputs
        is_row = member.reduces or not member.columns
        for i, value in enumerate(values, first):
            key = member.nest.operands[i], member.indices[i]
            self.values[key] = value
            if key[0] in self.unstored:
                continue
            if is_row and self.group.spread:
                self.late[key] = value
            else:
                self._store(build, key, value)

    def _store(
        self, build: ArithBuilder, key: tuple[SSAValue, Indices], value: SSAValue
    ) -> None:
        indices = self._indices(build, key[1])
        build.insert(memref.StoreOp.get(value, key[0], indices))

    # --- loops -----------------------------------------------------------------------

    def make(self) -> None:
        """Makes the loops, and erases the members."""
        group, build = self.group, self.build
        # One iteration where every loop of the rows has one.
        uppers = self.bounds[: group.rows] or [self.one]
        block = Block(arg_types=[INDEX] * len(uppers))
        count = len(uppers)
        build.insert(
            scf.ParallelOp([self.zero] * count, uppers, [self.one] * count, [block])
        )
        inside = ArithBuilder(block, location=build.location)
        self.variables[: group.rows] = block.args[: group.rows]
        ordered = sorted(group.members, key=lambda m: (m.level, m.columns, m.place))
        for (_, columns), members in groupby(ordered, lambda m: (m.level, m.columns)):
            if columns:
                self._loop(inside, columns, list(members))
                continue
            for member in members:
                values = self._body(inside, member, ())
                self._results(inside, member, values)
        if self.late:
            # One work item stores.
            body = Block(arg_types=[INDEX])
            inside.insert(scf.ParallelOp([self.zero], [self.one], [self.one], [body]))
            inner = ArithBuilder(body, location=build.location)
            for key, value in self.late.items():
                self._store(inner, key, value)
            inner.insert(scf.ReduceOp())
        inside.insert(scf.ReduceOp())
        self._erase()

    def _body(
        self, build: ArithBuilder, member: Member, carried: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        inputs = len(member.nest.operands) - member.nest.outputs
        if member.unit.fill is not None and not carried:
            carried = member.unit.fill.inputs

        def element(i: int) -> SSAValue:
            if carried and i >= inputs:
                return carried[i - inputs]
            return self._element(build, member, i)

        variables = [
            self.variables[loop.position]
            if isinstance(loop, AffineDimExpr)
            else self.zero
            for loop in member.loops
        ]
        return run_body(build, member.nest, variables, element)

    def _initial(self, build: ArithBuilder, member: Member) -> list[SSAValue]:
        """The value that a reduction starts from, one for each result."""
        if member.unit.fill is not None:
            return [member.unit.fill.inputs[0]]
        first = len(member.nest.operands) - member.nest.outputs
        return [
            self._element(build, member, i)
            for i in range(first, len(member.nest.operands))
        ]

    def _loop(
        self, build: ArithBuilder, columns: tuple[int, ...], members: Sequence[Member]
    ) -> None:
        """Makes one loop over `columns` for `members`."""
        outside = dict(self.values)
        reductions = [member for member in members if member.reduces]
        initial = [self._initial(build, member) for member in reductions]
        if not self.group.spread:
            results = self._columns(build, columns, members, initial)
        else:
            body = Block(arg_types=[INDEX])
            inner = ArithBuilder(body, location=self.build.location)
            neutral = [[self._neutral(inner, member)] for member in reductions]
            partial = self._columns(inner, columns, members, neutral, body.args[0])
            results = self._combine(build, body, reductions, initial, partial)
        written = {root(v) for m in members for v, _, w in m.accesses() if w}
        self.values = {k: v for k, v in outside.items() if root(k[0]) not in written}
        for member, values in zip(reductions, results):
            self._results(build, member, values)

    def _columns(
        self,
        build: ArithBuilder,
        columns: tuple[int, ...],
        members: Sequence[Member],
        carried: Sequence[Sequence[SSAValue]],
        item: SSAValue | None = None,
    ) -> Sequence[Sequence[SSAValue]]:
        """
        Makes the loops over all columns, or those of the work item `item`. `carried` are the values
        that each reduction starts from; returns those at the end.
        """
        lengths = [len(each) for each in carried]
        flat = [value for each in carried for value in each]
        made: list[scf.ForOp] = []
        for column in columns:
            first, step = self.zero, self.one
            added: SSAValue | None = None
            if item is not None and column == columns[-1]:
                first, step = item, self.items
                nest, d = self.group.bounds[column]
                if (size := nest.size(d)) is not None and size % self._items() == 0:
                    # All work items go the same rounds, and none has to be left out.
                    first, added = self.zero, item
            block = Block(arg_types=[INDEX, *(value.type for value in flat)])
            loop = scf.ForOp(first, self.bounds[column], step, flat, block)
            build.insert(loop)
            made.append(loop)
            build = ArithBuilder(block, location=self.build.location)
            variable, *flat = block.args
            if added is not None:
                variable = build.op(arith.AddiOp, variable, added)
            self.variables[column] = variable
        so_far = iter(_split(flat, lengths))
        ends: list[SSAValue] = []
        for member in members:
            if member.reduces:
                ends += self._body(build, member, next(so_far))
            else:
                self._results(build, member, self._body(build, member, ()))
        for loop in reversed(made):
            loop.body.block.add_op(scf.YieldOp(*ends))
            ends = [*loop.results]
        return _split(ends, lengths)

    # --- work-groups -----------------------------------------------------------------

    def _neutral(self, build: ArithBuilder, member: Member) -> SSAValue:
        operation = combined(member.nest)
        assert operation is not None
        type: Attribute = operation.results[0].type
        return build.literal(_NEUTRAL[operation.__class__].start(type), type)

    def _combine(
        self,
        build: ArithBuilder,
        body: Block,
        reductions: Sequence[Member],
        initial: Sequence[Sequence[SSAValue]],
        partial: Sequence[Sequence[SSAValue]],
    ) -> Sequence[Sequence[SSAValue]]:
        """Makes the loop over work items with `body`; returns the combined values."""
        inner = ArithBuilder(body, location=self.build.location)
        starts: list[SSAValue] = []
        values: list[SSAValue] = []
        regions: list[Region] = []
        for member, (start,), (value,) in zip(reductions, initial, partial):
            operation = combined(member.nest)
            assert operation is not None
            kind = type(operation)
            if value.type == i1:
                start = build.convert(arith.ExtUIOp, start, i32)
                value = inner.convert(arith.ExtUIOp, value, i32)
            starts.append(start)
            values.append(value)
            regions.append(_pair(_WITHOUT_NAN.get(kind, kind), operation, value.type))
            if kind in _WITHOUT_NAN:
                starts.append(_is_nan(build, start))
                values.append(_is_nan(inner, value))
                regions.append(_pair(arith.OrIOp, None, i32))
        inner.insert(scf.ReduceOp(values, regions))
        loop = scf.ParallelOp([self.zero], [self.items], [self.one], [body], starts)
        build.insert(loop)
        found = iter(loop.results)
        results: list[Sequence[SSAValue]] = []
        for member in reductions:
            result: SSAValue = next(found)
            operation = combined(member.nest)
            assert operation is not None
            if operation.results[0].type == i1:
                none = build.constant(0, i32)
                result = build.compare("ne", result, none)
            elif type(operation) in _WITHOUT_NAN:
                type_ = result.type
                nan = FloatAttr(math.nan, cast("AnyFloat", type_))
                none = build.constant(0, i32)
                is_number = build.compare("eq", next(found), none)
                result = build.select(is_number, result, build.literal(nan, type_))
            results.append([result])
        return results

    def _erase(self) -> None:
        """Erases the members, and memory without a use."""
        for member in reversed(self.group.members):
            erase(member.nest.op)
            if member.unit.fill is not None:
                erase(member.unit.fill)
        for value in self.unstored:
            for use in tuple(value.uses):
                erase(use.operation)
            assert isinstance(value, OpResult)
            erase(value.op)


def _split(
    values: Sequence[SSAValue], lengths: Sequence[int]
) -> Sequence[Sequence[SSAValue]]:
    left = iter(values)
    return [[*islice(left, length)] for length in lengths]


def _pair(kind: type[Operation], like: Operation | None, type_: Attribute) -> Region:
    """The region that combines two values by `kind`, with the flags of `like`."""
    block = Block(arg_types=[type_, type_])
    build = ArithBuilder(block)
    properties = {} if like is None else like.properties
    made = build.op(kind, *block.args, type=type_, properties=properties)
    build.insert(scf.ReduceReturnOp(made))
    return Region(block)


def _is_nan(build: ArithBuilder, value: SSAValue) -> SSAValue:
    """1 for a NaN, 0 for a number, as an `i32`."""
    predicate = {"predicate": FLOAT_PREDICATES["uno"]}
    found = build.op(arith.CmpfOp, value, value, type=i1, properties=predicate)
    return build.convert(arith.ExtUIOp, found, i32)
