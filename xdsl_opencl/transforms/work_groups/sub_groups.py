"""
Sub-groups on the CPU device: consecutive work items in the order of their linear local ids; the
last sub-group of a work-group may have fewer.

`expand` replaces most sub-group functions and queries by arithmetic and the functions of
`MEETINGS`, at which work items of a sub-group meet. One thread runs such a function for those that
have reached it, the *active* work items, between two regions of the kernel (`sub_group_loops.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.host_launch import SUB_GROUP_SIZE, SUB_GROUP_SIZES
from xdsl_opencl.analysis.work_group_convergence import WORK_GROUP_CONVERGENT
from xdsl_opencl.dialects.opencl import collective, sub_group, sync, work_item
from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import is_float
from xdsl_opencl.transforms.builtins.sub_groups import Ballots
from xdsl_opencl.transforms.builtins.values import Values
from xdsl_opencl.transforms.work_groups.group_functions import (
    Code,
    Slot,
    SlotReader,
    combine,
    identity,
)


def sub_group_size(kernel: KernelOp) -> int:
    """
    Returns the work items of a sub-group of `kernel`.

    Raises `PassFailedException` for a required size that the CPU device does not have.
    """
    required = kernel.reqd_sub_group_size
    if required is None:
        return SUB_GROUP_SIZE
    if (size := required.value.data) not in SUB_GROUP_SIZES:
        *others, last = SUB_GROUP_SIZES
        fail(
            kernel,
            f"kernel @{kernel.sym_name.data} requires sub-groups of {size} work items; "
            f"those of the CPU device have {', '.join(map(str, others))} or {last}, "
            f"without a requirement {SUB_GROUP_SIZE}",
        )
    return size


# --- functions that follow from others ------------------------------------------------


class _Expansion:
    """The replacement of one operation, in a sub-group of `size` work items."""

    def __init__(self, op: Operation, size: int):
        self.v = Values.before(op)
        self.op = op
        self.size = size

    def linear(self) -> SSAValue:
        return self.v.add(work_item.GetLocalLinearIdOp(i32))

    def lane(self) -> SSAValue:
        """The sub-group local id, i32."""
        return self.v.and_(self.linear(), self.v.constant(self.size - 1, i32))

    def sub_groups(self, kind: type[work_item.DimensionQueryOp]) -> SSAValue:
        v = self.v
        items = v.iadd(self.items(kind), v.constant(self.size - 1, i32))
        return v.lshr(items, self.size.bit_length() - 1)

    def items(self, kind: type[work_item.DimensionQueryOp]) -> SSAValue:
        x, y, z = (self.v.add(kind(axis, i32)) for axis in range(3))
        return self.v.imul(self.v.imul(x, y), z)

    def query(self) -> SSAValue | None:
        """Returns the answer to a query, i32; `None` for other operations."""
        v, size = self.v, self.size
        match self.op:
            case work_item.GetSubGroupLocalIdOp():
                return self.lane()
            case work_item.GetSubGroupIdOp():
                return v.lshr(self.linear(), size.bit_length() - 1)
            case work_item.GetMaxSubGroupSizeOp():
                return v.constant(size, i32)
            case work_item.GetSubGroupSizeOp():
                items = self.items(work_item.GetLocalSizeOp)
                first = v.and_(self.linear(), v.constant(-size, i32))
                rest = v.isub(items, first)
                return v.imin(rest, v.constant(size, i32), unsigned=True)
            case work_item.GetNumSubGroupsOp():
                return self.sub_groups(work_item.GetLocalSizeOp)
            case work_item.GetEnqueuedNumSubGroupsOp():
                return self.sub_groups(work_item.GetEnqueuedLocalSizeOp)
            case _:
                return None

    def reduce(
        self, kind: GroupOperation, value: SSAValue, cluster: int | None = None
    ) -> SSAValue:
        size = min(cluster or self.size, self.size)
        return self.v.add(sub_group.SubGroupClusteredReduceOp(kind, value, size))

    def all(self, condition: SSAValue) -> SSAValue:
        """1 if `condition`, i1, holds in all active work items, else 0."""
        holds = self.reduce(GroupOperation.AND, self.v.resize(condition, i32))
        return self.v.and_(holds, self.v.constant(1, i32))

    def all_equal(self, value: SSAValue) -> SSAValue:
        v = self.v
        first = v.add(sub_group.SubGroupBroadcastFirstOp(value))
        if is_float(value.type):
            # A NaN is not even equal to itself.
            return self.all(v.compare_float("oeq", value, first))
        return self.all(v.compare("eq", value, first))

    def clustered(self, op: sub_group.SubGroupClusteredReduceOp) -> SSAValue:
        cluster = op.cluster.value.data
        if cluster > self.size and sub_group.WHOLE_CLUSTER in op.attributes:
            fail(
                op,
                f"a cluster of {cluster} work items is larger than a sub-group of the "
                f"kernel on the CPU device, which has {self.size}; use a smaller "
                "cluster, require larger sub-groups ('reqd_sub_group_size'), or reduce "
                "the work-group ('gpu.all_reduce')",
            )
        return self.reduce(op.kind.data, op.value, cluster)

    def rotated(self, op: sub_group.SubGroupRotateOp) -> SSAValue:
        v = self.v
        size = self.size if op.cluster is None else op.cluster.value.data
        inside = v.constant(min(size, self.size) - 1, i32)
        lane = self.lane()
        wanted = v.and_(v.iadd(lane, op.delta), inside)
        return self.read(op.value, v.or_(wanted, v.and_(lane, v.not_(inside))))

    def read(self, value: SSAValue, lane: SSAValue) -> SSAValue:
        return self.v.add(collective.SubGroupShuffleOp(value, lane))

    def function(self) -> SSAValue | None:
        """Returns the result of a function of `_EXPANDED`."""
        v, op = self.v, self.op
        zero = v.constant(0, i32)
        match op:
            case collective.SubGroupReduceOp() | sub_group.SubGroupNonUniformReduceOp():
                return self.reduce(op.kind.data, op.value)
            case collective.SubGroupScanInclusiveOp():
                kind = sub_group.SubGroupNonUniformScanInclusiveOp
                return v.add(kind(op.kind.data, op.value))
            case collective.SubGroupScanExclusiveOp():
                kind = sub_group.SubGroupNonUniformScanExclusiveOp
                return v.add(kind(op.kind.data, op.value))
            case collective.SubGroupAnyOp():
                holds = v.resize(v.compare("ne", op.predicate, zero), i32)
                return self.reduce(GroupOperation.OR, holds)
            case collective.SubGroupAllOp():
                return self.all(v.compare("ne", op.predicate, zero))
            case (
                collective.SubGroupBroadcastOp()
                | sub_group.SubGroupNonUniformBroadcastOp()
            ):
                return self.read(op.value, op.lane)
            case collective.SubGroupShuffleXorOp():
                return self.read(op.value, v.xor(self.lane(), op.lane))
            case collective.SubGroupShuffleUpOp():
                return self.read(op.value, v.isub(self.lane(), op.lane))
            case collective.SubGroupShuffleDownOp():
                return self.read(op.value, v.iadd(self.lane(), op.lane))
            case sub_group.SubGroupRotateOp():
                return self.rotated(op)
            case sub_group.SubGroupClusteredReduceOp():
                return self.clustered(op)
            case sub_group.SubGroupAllEqualOp():
                return self.all_equal(op.value)
            case sub_group.SubGroupElectOp():
                one = v.constant(1, i32)
                active = v.add(sub_group.SubGroupBallotOp(one))
                ballots = Ballots(v, self.size, self.lane())
                first = ballots.first(ballots.mask(active))
                return v.resize(v.compare("eq", self.lane(), first), i32)
            case _:
                return Ballots(v, self.size, self.lane()).lower(op)


def expand(kernel: KernelOp, size: int) -> bool:
    """
    Replaces the sub-group functions and queries of `kernel`, which has sub-groups of `size` work
    items, except those of `MEETINGS`. Returns true if it has some of these.
    """
    found = False
    for op in tuple(kernel.body.walk()):
        found = found or type(op) in MEETINGS or type(op) in _EXPANDED
        if isinstance(op, work_item.NullaryQueryOp):
            value = _Expansion(op, size).query()
            if value is not None:
                value = Values.before(op).resize(value, op.result.type)
        elif type(op) in _EXPANDED:
            value = _Expansion(op, size).function()
        else:
            continue
        if value is not None:
            op.results[0].replace_all_uses_with(value)
            value.name_hint = op.results[0].name_hint
            op.detach()
            op.erase()
    return found and any(type(op) in MEETINGS for op in kernel.body.walk())


# --- functions at which work items meet -----------------------------------------------


@dataclass(frozen=True)
class SubGroupCall:
    """
    A function to build for the active of the work items `[first, end)`. `read` and `result` are as
    for a group function (`GroupCall`); `active` makes the test of a work item.
    """

    op: Operation
    code: Code
    first: SSAValue
    end: SSAValue
    read: Callable[[SSAValue], SlotReader]
    result: Slot | None
    active: Callable[[SSAValue], SSAValue]

    def operand(self, number: int, item: SSAValue) -> SSAValue:
        return self.read(self.op.operands[number]).at(self.code.build, item)

    def each(
        self,
        body: Callable[[SSAValue, SSAValue | None], SSAValue | None],
        initial: SSAValue | None = None,
        start: SSAValue | None = None,
        end: SSAValue | None = None,
    ) -> SSAValue | None:
        start = self.first if start is None else start
        return self.code.loop(start, self.end if end is None else end, initial, body)

    def give(self, item: SSAValue, value: SSAValue) -> None:
        """Stores the result of `item` if it is active: others may still need theirs."""
        if self.result is not None:
            build = self.code.build
            address = self.result.address(build, item)
            old = build.load(address, self.result.type)
            build.store(build.select(self.active(item), value, old), address)


def _reduce(call: SubGroupCall) -> None:
    op, code = call.op, call.code
    assert isinstance(op, sub_group.SubGroupClusteredReduceOp)
    kind = op.kind.data
    size = op.cluster.value.data
    neutral = identity(code.build, kind, op.value.type)

    def add(item: SSAValue, total: SSAValue | None) -> SSAValue:
        assert total is not None
        sum_ = combine(code.build, kind, total, call.operand(0, item))
        return code.build.select(call.active(item), sum_, total)

    def cluster(first: SSAValue, _: SSAValue | None) -> None:
        build = code.build
        end = build.no_wrap(llvm.AddOp, first, build.constant(size))
        end = build.select(build.compare("ult", end, call.end), end, call.end)
        total = call.each(add, neutral, first, end)
        assert total is not None
        call.each(lambda item, _: call.give(item, total), None, first, end)

    code.loop(call.first, call.end, None, cluster, size)


def _scan(call: SubGroupCall) -> None:
    op, code = call.op, call.code
    assert isinstance(op, collective.CombineOp)
    kind = op.kind.data
    inclusive = isinstance(op, sub_group.SubGroupNonUniformScanInclusiveOp)

    def step(item: SSAValue, total: SSAValue | None) -> SSAValue:
        assert total is not None
        sum_ = combine(code.build, kind, total, call.operand(0, item))
        sum_ = code.build.select(call.active(item), sum_, total)
        call.give(item, sum_ if inclusive else total)
        return sum_

    call.each(step, identity(code.build, kind, op.value.type))


def _shuffle(call: SubGroupCall) -> None:
    """A work item that names none of its sub-group gets its own value."""

    def move(item: SSAValue, _: SSAValue | None) -> None:
        build = call.code.build
        lane = build.resize(call.operand(1, item), i64)
        source = build.op(llvm.AddOp, call.first, lane)
        inside = build.compare("ult", source, call.end)
        call.give(item, call.operand(0, build.select(inside, source, item)))

    call.each(move)


def _first(call: SubGroupCall) -> None:
    code = call.code

    def earliest(item: SSAValue, found: SSAValue | None) -> SSAValue:
        assert found is not None
        build = code.build
        none = build.compare("eq", found, call.end)
        here = build.select(call.active(item), item, found)
        return build.select(none, here, found)

    first = call.each(earliest, call.end)
    assert first is not None
    value = call.operand(0, first)
    call.each(lambda item, _: call.give(item, value))


def _ballot(call: SubGroupCall) -> None:
    code = call.code

    def add(item: SSAValue, mask: SSAValue | None) -> SSAValue:
        assert mask is not None
        build = code.build
        predicate = call.operand(0, item)
        holds = build.compare("ne", predicate, build.constant(0, i32))
        holds = build.select(call.active(item), holds, build.constant(0, i1))
        lane = build.op(llvm.SubOp, item, call.first)
        bit = build.op(llvm.ShlOp, build.resize(holds, i64), lane)
        return build.op(llvm.OrOp, mask, bit)

    mask = call.each(add, code.build.constant(0, i64))
    assert mask is not None
    build = code.build
    v = Values(build.block)
    words = [v.resize(mask, i32), v.resize(v.lshr(mask, 32), i32)]
    zero = v.constant(0, i32)
    ballot = v.vector([*words, zero, zero], sub_group.BALLOT)
    call.each(lambda item, _: call.give(item, ballot))


def _nothing(call: SubGroupCall) -> None:
    """The accesses before a barrier have happened."""


MEETINGS: dict[type[Operation], Callable[[SubGroupCall], None]] = {
    sub_group.SubGroupClusteredReduceOp: _reduce,
    sub_group.SubGroupNonUniformScanInclusiveOp: _scan,
    sub_group.SubGroupNonUniformScanExclusiveOp: _scan,
    collective.SubGroupShuffleOp: _shuffle,
    sub_group.SubGroupBroadcastFirstOp: _first,
    sub_group.SubGroupBallotOp: _ballot,
    sync.SubGroupBarrierOp: _nothing,
}
"""The functions at which the active work items of a sub-group meet, with their builders."""
_EXPANDED = (
    frozenset((*collective.COLLECTIVES, *sub_group.SUB_GROUP_OPERATIONS))
    - WORK_GROUP_CONVERGENT
    - (frozenset(MEETINGS) - {sub_group.SubGroupClusteredReduceOp})
)
