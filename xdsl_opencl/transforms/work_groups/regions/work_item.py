"""
The work of one work item in a region: the copy of the kernel's blocks inside the loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FixedBitwidthType,
    IntegerAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_launch import (
    ASSERTION,
    ASSERTION_BITS,
    INT_IDS,
    LAUNCH_FIELDS,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import LifetimeEndOp, LifetimeStartOp
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.ir.accesses import is_shared
from xdsl_opencl.ir.build import METADATA, Builder, copied
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import fills_memory
from xdsl_opencl.ir.walk import Kinds
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    WorkRegion,
)
from xdsl_opencl.transforms.work_groups.group import UNIFORM_BY_DIMENSION, WorkGroup

_QUERIES = Kinds(work_item.DimensionQueryOp, work_item.NullaryQueryOp)
_ACCESSES = Kinds(llvm.LoadOp, llvm.StoreOp)


def _relax_alignment(op: llvm.LoadOp | llvm.StoreOp) -> None:
    """
    Reduces the required alignment of a vector in memory to that of its elements: NumPy guarantees
    no more, and neither does a private array of elements that is accessed as vectors.
    """
    type = op.results[0].type if isinstance(op, llvm.LoadOp) else op.value.type
    if not isinstance(type, VectorType):
        return
    element = cast("VectorType[Attribute]", type).element_type
    if isinstance(element, FixedBitwidthType):
        size = element.bitwidth // 8 if fills_memory(element) else 1
        known = op.alignment
        if known is None or known.value.data > size:
            op.alignment = IntegerAttr(size, i64)


def is_int_id(value: SSAValue) -> bool:
    """Returns whether `value` is `(int)get_global_id(d)` or `(int)get_local_id(d)`."""
    op = value.owner
    if not isinstance(op, llvm.TruncOp) or value.type != i32:
        return False
    query = op.arg.owner
    if not isinstance(query, work_item.GetGlobalIdOp | work_item.GetLocalIdOp):
        return False
    return query.static_dimension in range(3)


@dataclass
class WorkItem:
    """
    The coordinates of the work item that a loop body runs: `local` are `i32`, because most kernels
    compute addresses from `int` ids, `linear` is `i64`.
    """

    local: tuple[SSAValue, SSAValue, SSAValue]
    linear: SSAValue


class RegionCopy:
    """The state that the copies of a region's blocks share."""

    def __init__(self, owner: WorkGroup, region: WorkRegion, axis: int = 0):
        """Rows of work items lie along dimension `axis`, 0 or 1."""
        self.owner = owner
        self.region = region
        self.axis = axis
        self.state: SSAValue | None = None
        """Memory for the number of the meeting that ends a region with several ends."""
        self.mapper: dict[SSAValue, SSAValue] = dict(owner.values)
        self.blocks = {block: Block() for block in region.blocks}
        self.latch = Block()
        # Between barriers, work items do not depend on each other's memory accesses.
        self.access_group = ArrayAttr((IntegerAttr(owner.next_access_group(), i64),))

    def arrive(self, build: Builder, item: WorkItem, meet: int, op: Operation) -> None:
        """Records that `item` has reached `op`, meeting number `meet` of the kernel."""
        raise NotImplementedError

    def depart(self, build: Builder, item: WorkItem) -> None:
        """Records that `item` returns from the kernel."""
        raise NotImplementedError

    def mark_independent(self, op: Operation) -> None:
        """Marks `op` as independent of the other work items' accesses in this region."""
        metadata = op.attributes.get(METADATA)
        fields = dict(metadata.data) if isinstance(metadata, DictionaryAttr) else {}
        fields["llvm.access.group"] = self.access_group
        op.attributes[METADATA] = DictionaryAttr(fields)


class BlockCopy:
    """The copy of one block of the kernel into one region."""

    def __init__(
        self,
        region: RegionCopy,
        item: WorkItem,
        block: Block,
        regions: WorkGroupRegions,
    ):
        self.region = region
        self.owner = region.owner
        self.item = item
        self.source = block
        self.build = Builder(region.blocks[block])
        self.regions = regions
        self.here: dict[SSAValue, SSAValue] = {}
        """Crossing values that this block has already loaded or computed."""

    def value(self, value: SSAValue) -> SSAValue:
        """
        Returns the value of the kernel's `value` here: shared by the group, loaded from its slot,
        or computed again.
        """
        if value in self.owner.recomputed:
            if value not in self.here:
                self.recompute_all(value)
            return self.here[value]
        slot = self.owner.homes.get(value)
        if slot is not None:
            if value not in self.here:
                address = slot.address(self.build, self.item.linear)
                loaded = self.build.load(address, slot.type, hint=value.name_hint)
                if not slot.per_group and isinstance(loaded.owner, Operation):
                    self.region.mark_independent(loaded.owner)
                self.here[value] = loaded
            return self.here[value]
        if (private := self.owner.private.get(value)) is not None:
            if value not in self.here:
                base, stride = private
                index = self.build.no_wrap(llvm.MulOp, self.item.linear, stride)
                self.here[value] = self.build.offset(base, index, hint=value.name_hint)
            return self.here[value]
        if value not in self.region.mapper and isinstance(value.owner, Operation):
            fail(value.owner, "the value is used before it is defined; move its use")
        return self.region.mapper[value]

    def recompute_all(self, value: SSAValue) -> None:
        """Computes `value` again, after the recomputed values that it depends on."""
        recomputed, here = self.owner.recomputed, self.here
        waiting = [value]
        while waiting:
            for operand in self.needed(waiting[-1]):
                if operand in recomputed and operand not in here:
                    waiting.append(operand)
                    break
                self.value(operand)
            else:
                current = waiting.pop()
                here[current] = self.recompute(current)

    @staticmethod
    def needed(value: SSAValue) -> Sequence[SSAValue]:
        """Returns the values of the kernel that `recompute` reads for `value`."""
        assert isinstance(value.owner, Operation)
        return () if is_int_id(value) else value.owner.operands

    def recompute(self, value: SSAValue) -> SSAValue:
        op = value.owner
        assert isinstance(op, Operation)
        if _QUERIES[type(op)]:
            return self.query(op)
        if (truncated := self.truncated(op)) is not None:
            return truncated
        operands = {v: self.value(v) for v in op.operands}
        copy = copied(op, operands)
        self.build.block.add_op(copy)
        return copy.results[0]

    def define(self, old: SSAValue, new: SSAValue) -> None:
        self.region.mapper[old] = new
        slot = self.owner.homes.get(old)
        if slot is not None:
            self.here[old] = new
            self.build.store(new, slot.address(self.build, self.item.linear))
            stored = self.build.block.last_op
            if not slot.per_group and stored is not None:
                self.region.mark_independent(stored)

    def copy(self) -> None:
        copy = self.build.block
        if self.source is not self.owner.kernel.body.first_block:
            for arg in self.source.args:
                new = copy.insert_arg(arg.type, len(copy.args))
                new.name_hint = arg.name_hint
            for old, new in zip(self.source.args, tuple(copy.args), strict=True):
                self.define(old, new)
        for op in self.source.ops:
            if op.results and op.results[0] in self.owner.values:
                continue
            if op.results and (
                op.results[0] in self.owner.private
                or op.results[0] in self.owner.recomputed
            ):
                continue
            self.operation(op)

    def operation(self, op: Operation) -> None:
        kind = type(op)
        if (number := self.regions.meeting_number.get(op)) is not None:
            self.region.arrive(self.build, self.item, number, op)
            self.build.branch(self.region.latch)
        elif kind in (ReturnOp, llvm.ReturnOp):
            self.region.depart(self.build, self.item)
            self.build.branch(self.region.latch)
        elif _QUERIES[kind]:
            self.define(op.results[0], self.query(op))
        elif (value := self.truncated(op)) is not None:
            self.define(op.results[0], value)
        elif op.dialect_name() != "llvm":
            fail(op, f"{op.name} is not lowered for ABI host")
        elif (number := op.attributes.get(ASSERTION)) is not None:
            assert isinstance(number, IntegerAttr)
            self.fail_assertion(number.value.data)
        else:
            if kind in (LifetimeStartOp, LifetimeEndOp) and any(
                v in self.owner.private or v in self.owner.values for v in op.operands
            ):
                return
            new = copied(
                op, {v: self.value(v) for v in op.operands}, self.region.blocks
            )
            self.build.block.add_op(new)
            if _ACCESSES[kind]:
                assert isinstance(new, llvm.LoadOp | llvm.StoreOp)
                if is_shared(new.ptr.type):
                    self.region.mark_independent(new)
                _relax_alignment(new)
            for old, result in zip(op.results, new.results, strict=True):
                self.define(old, result)

    def fail_assertion(self, number: int) -> None:
        """
        Records that the work item fails assertion `number`, unless another failed one before; no
        further group begins.
        """
        build, launch = self.build, self.owner.launch
        bits = build.constant(ASSERTION_BITS)
        item = build.op(llvm.ShlOp, self.global_linear_id(), bits)
        found = build.op(llvm.OrOp, item, build.constant(number))
        place = build.offset(launch, LAUNCH_FIELDS["failed"])
        before = build.load(place, i64, 8)
        is_first = build.compare("eq", before, build.constant(0))
        build.store(build.select(is_first, found, before), place)
        build.store(build.constant(1), build.offset(launch, LAUNCH_FIELDS["stop"]))

    def global_linear_id(self) -> SSAValue:
        build, value = self.build, self.build.constant(0)
        for axis in (2, 1, 0):
            size = self.owner.shared("global_size", axis)
            offset = self.owner.shared("global_offset", axis)
            index = build.op(llvm.SubOp, self.global_id(axis), offset)
            value = build.no_wrap(llvm.MulOp, value, size)
            value = build.no_wrap(llvm.AddOp, value, index)
        return value

    def query(self, op: Operation) -> SSAValue:
        build, owner = self.build, self.owner
        type = op.results[0].type
        if isinstance(op, work_item.DimensionQueryOp):
            axis = op.static_dimension
            if axis is not None:
                if axis > 2:
                    return build.constant(op.OUT_OF_RANGE, type)
                return self.by_axis(op, axis, type)
            assert op.dimension_value is not None
            wanted = self.value(op.dimension_value)
            value = build.constant(op.OUT_OF_RANGE)
            for axis in range(3):
                here = build.compare("eq", wanted, build.constant(axis, i32))
                value = build.select(here, self.by_axis(op, axis, i64), value)
            return build.resize(value, type)
        kind = op.__class__
        if kind is work_item.GetLocalLinearIdOp:
            return build.resize(self.item.linear, type)
        if kind is work_item.GetGlobalLinearIdOp:
            return build.resize(self.global_linear_id(), type)
        if kind is work_item.GetSubGroupIdOp and owner.row_items is not None:
            # The number of work items is a power of two.
            shift = build.constant(owner.row_items.bit_length() - 1)
            number = build.op(llvm.LShrOp, self.item.linear, shift)
            return build.resize(number, type)
        if kind is work_item.GetSubGroupLocalIdOp and owner.row_items is not None:
            last = build.constant(owner.row_items - 1)
            lane = build.op(llvm.AndOp, self.item.linear, last)
            return build.resize(lane, type)
        fail(op, f"{op.name} is not lowered for ABI host")

    def truncated(self, op: Operation) -> SSAValue | None:
        """
        Returns the value of `(int)get_global_id(d)` and the like: LLVM knows that an `i32` sum
        does not overflow, but not that the low half of an `i64` sum does not.
        """
        if not op.results or not is_int_id(op.results[0]):
            return None
        query = op.operands[0].owner
        assert isinstance(query, work_item.DimensionQueryOp)
        axis = query.static_dimension
        assert axis is not None
        return self.by_axis(query, axis, i32)

    def by_axis(
        self, op: Operation, axis: int, type: Attribute, *, fits: bool = False
    ) -> SSAValue:
        """
        Returns the quantity of dimension `axis` that `op` asks for. `fits`: an `int` can hold
        the global id.
        """
        build, owner = self.build, self.owner
        if (name := UNIFORM_BY_DIMENSION.get(op.__class__)) is not None:
            return build.resize(owner.shared(name, axis), type)
        local = self.item.local[axis]
        if isinstance(op, work_item.GetLocalIdOp):
            return build.resize(local, type)
        if type != i32:
            return build.resize(self.global_id(axis), type)
        base = owner.shared_i32("base", axis)
        exact = build.no_wrap(llvm.AddOp, base, local)
        if fits:
            return exact
        # LLVM would drop the flags if the other sum had the same operands.
        zero = owner.prologue.constant(0, i32)
        negative = owner.prologue.op(llvm.SubOp, zero, base)
        wrapped = build.op(llvm.SubOp, local, negative)
        return build.select(owner.is_known(INT_IDS), exact, wrapped)

    def global_id(self, axis: int) -> SSAValue:
        local = self.build.resize(self.item.local[axis], i64)
        return self.build.no_wrap(llvm.AddOp, self.owner.shared("base", axis), local)
