"""
Sub-groups on the CPU device: consecutive work items in the order of their linear local ids; the
last sub-group of a work-group may have fewer.

`expand` replaces most sub-group functions and queries by arithmetic and the functions of
`MEETINGS`, at which work items of a sub-group meet. One thread runs such a function for those that
have reached it, the *active* work items, between two regions of the kernel (`sub_group_loops.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_launch import SUB_GROUP_SIZE, SUB_GROUP_SIZES
from xdsl_opencl.analysis.work_group_convergence import WORK_GROUP_CONVERGENT
from xdsl_opencl.dialects.definition import defined
from xdsl_opencl.dialects.opencl import collective, sub_group, sync, work_item
from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of, is_float, vector_of
from xdsl_opencl.ir.walk import Kinds, operations
from xdsl_opencl.transforms.builtins.sub_groups import Ballots
from xdsl_opencl.transforms.builtins.values import Values
from xdsl_opencl.transforms.work_groups.barriers.group_functions import (
    Code,
    Slot,
    SlotReader,
)
from xdsl_opencl.transforms.work_groups.sub_groups.sub_group_vectors import (
    identities,
    reduce_clusters,
    scan,
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


# --- functions that follow from other functions -----------------------------------------


class _Expansion:
    """
    The replacement of one operation, in a sub-group of `size` work items; `rows` as for
    `expand`.
    """

    def __init__(self, op: Operation, size: int, *, rows: bool):
        self.v = Values.before(op)
        self.op = op
        self.size = size
        self.rows = rows

    def linear(self) -> SSAValue:
        return self.v.add(work_item.GetLocalLinearIdOp(i32))

    def lane(self) -> SSAValue:
        """The sub-group local id, i32."""
        if self.rows:
            return self.v.add(work_item.GetSubGroupLocalIdOp(i32))
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
            case work_item.GetSubGroupLocalIdOp() | work_item.GetSubGroupIdOp() if (
                self.rows
            ):
                return None
            case work_item.GetSubGroupLocalIdOp():
                return self.lane()
            case work_item.GetSubGroupIdOp():
                return v.lshr(self.linear(), size.bit_length() - 1)
            case work_item.GetMaxSubGroupSizeOp() if self.rows:
                return v.constant(size, i32)
            case work_item.GetMaxSubGroupSizeOp():
                items = self.items(work_item.GetEnqueuedLocalSizeOp)
                return v.imin(items, v.constant(size, i32), unsigned=True)
            case work_item.GetSubGroupSizeOp() if self.rows:
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
        if self.rows:
            holds = self.v.resize(condition, i32)
            return self.v.add(collective.SubGroupAllOp(holds))
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
            case collective.SubGroupAnyOp() | collective.SubGroupAllOp() if self.rows:
                return None
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


_QUERIES = Kinds(work_item.NullaryQueryOp)


def find_queries_and_functions(kernel: KernelOp) -> list[Operation]:
    """Returns the operations of `kernel` that `expand` may replace."""
    return [
        op for op in operations(kernel) if _QUERIES[type(op)] or type(op) in _FUNCTIONS
    ]


def has_functions(found: Iterable[Operation]) -> bool:
    """Returns whether sub-group functions are among `found`."""
    return any(type(op) in _FUNCTIONS for op in found)


def expand(
    kernel: KernelOp, found: Iterable[Operation], size: int, *, rows: bool
) -> bool:
    """
    Replaces the sub-group functions and queries `found` in `kernel`, which has sub-groups of `size`
    work items, except those of `MEETINGS`. With `rows` each sub-group is a row of work items in
    lockstep, and the functions and queries of `lockstep/sub_group_functions.py` stay. Returns whether the
    kernel has functions of `MEETINGS`.
    """
    meets = has_functions(found)
    for op in found:
        if isinstance(op, work_item.NullaryQueryOp):
            value = _Expansion(op, size, rows=rows).query()
            if value is not None:
                value = Values.before(op).resize(value, op.result.type)
        elif type(op) in _EXPANDED:
            value = _Expansion(op, size, rows=rows).function()
        else:
            continue
        if value is not None:
            op.results[0].replace_all_uses_with(value)
            value.name_hint = op.results[0].name_hint
            op.detach()
            op.erase()
    return meets and any(type(op) in MEETINGS for op in kernel.body.walk())


# --- functions at which work items meet -----------------------------------------------


@dataclass(frozen=True)
class SubGroupCall:
    """
    A function to build for the active of the work items `[first, end)`. `read` and `result` are as
    for a group function (`GroupCall`); `active` makes the test of a work item. `scratch` makes
    memory for a value of a type, a vector of `size` elements, one for each work item.
    """

    op: Operation
    code: Code
    first: SSAValue
    end: SSAValue
    read: Callable[[SSAValue], SlotReader]
    result: Slot | None
    active: Callable[[SSAValue], SSAValue]
    scratch: Callable[[Attribute], SSAValue]
    size: int

    def operand(self, number: int, item: SSAValue) -> SSAValue:
        return self.read(self.op.operands[number]).at(self.code.build, item)

    def each(
        self,
        body: Callable[[SSAValue, SSAValue | None], SSAValue | None],
        initial: SSAValue | None = None,
    ) -> SSAValue | None:
        return self.code.loop(self.first, self.end, initial, body)

    def values(self, kind: GroupOperation) -> SSAValue:
        """
        Makes the vector of the first operand, with the identity of `kind` for work items that are
        not active.
        """
        code = self.code
        type = vector_of(self.op.operands[0].type, self.size)
        memory = self.scratch(type)
        code.build.store(identities(code.build, kind, type), memory)

        def put(item: SSAValue, _: SSAValue | None) -> None:
            build, address = code.build, self.element(memory, item, type)
            value = self.operand(0, item)
            before = build.load(address, value.type)
            build.store(build.select(self.active(item), value, before), address)

        self.each(put)
        return code.build.load(memory, type)

    def element(self, memory: SSAValue, item: SSAValue, type: Attribute) -> SSAValue:
        """The address of the element of `item` in a vector of `type` at `memory`."""
        build = self.code.build
        lane = build.op(llvm.SubOp, item, self.first)
        return build.offset(memory, lane, element_of(type))

    def give_elements(self, vector: SSAValue) -> None:
        """Stores the results of the active work items, elements of `vector`."""
        code, type = self.code, vector.type
        memory = self.scratch(type)
        code.build.store(vector, memory)

        def get(item: SSAValue, _: SSAValue | None) -> None:
            address = self.element(memory, item, type)
            self.give(item, code.build.load(address, element_of(type)))

        self.each(get)

    def give(self, item: SSAValue, value: SSAValue) -> None:
        """Stores the result of `item` if it is active: other work items may still need theirs."""
        if self.result is not None:
            build = self.code.build
            address = self.result.address(build, item)
            old = build.load(address, self.result.type)
            build.store(build.select(self.active(item), value, old), address)


def _reduce(call: SubGroupCall) -> None:
    op = call.op
    assert isinstance(op, sub_group.SubGroupClusteredReduceOp)
    kind, cluster = op.kind.data, op.cluster.value.data
    values = call.values(kind)
    call.give_elements(reduce_clusters(call.code.build, kind, values, cluster))


def _scan(call: SubGroupCall) -> None:
    op = call.op
    assert isinstance(op, collective.CombineOp)
    kind = op.kind.data
    inclusive = isinstance(op, sub_group.SubGroupNonUniformScanInclusiveOp)
    values = call.values(kind)
    call.give_elements(scan(call.code.build, kind, values, inclusive=inclusive))


def _shuffle(call: SubGroupCall) -> None:
    """
    The number of a work item counts modulo the size. One that names none of the last sub-group
    gets its own value.
    """

    def move(item: SSAValue, _: SSAValue | None) -> None:
        build = call.code.build
        lane = build.resize(call.operand(1, item), i64)
        lane = build.op(llvm.AndOp, lane, build.constant(call.size - 1))
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
_FUNCTIONS = (
    frozenset((*collective.COLLECTIVES, *defined(Operation, sub_group), *MEETINGS))
    - WORK_GROUP_CONVERGENT
)
_EXPANDED = _FUNCTIONS - (frozenset(MEETINGS) - {sub_group.SubGroupClusteredReduceOp})
