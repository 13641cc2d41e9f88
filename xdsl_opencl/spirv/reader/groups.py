"""Barriers, collective operations, copies by a group and pipes of SPIR-V."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.enums import FenceFlag, MemoryScope
from xdsl_opencl.dialects.opencl import collective, pipe, sub_group, sync, work_item
from xdsl_opencl.dialects.opencl.attrs import (
    FenceFlagsAttr,
    GroupOperation,
)
from xdsl_opencl.ir.element_types import width_of
from xdsl_opencl.llvm_ir.reader.constants import Constant
from xdsl_opencl.spirv.names import (
    BALLOTS,
    COMBINED,
    FENCE_FLAGS,
    FORMS,
    LANES,
    SCOPES,
    VOTES,
)
from xdsl_opencl.spirv.reader.arithmetic import extract, of_boolean
from xdsl_opencl.spirv.reader.memory import order_of, scope_of
from xdsl_opencl.spirv.reader.site import Handler, Site


def _flags(f: Site, index: int) -> FenceFlagsAttr:
    """The memory that the semantics in operand `index` name; all if not constant."""
    bits = f.constants.integer(f.id(index))
    if bits is None:
        return FenceFlagsAttr(FenceFlag)
    return FenceFlagsAttr(flag for flag, bit in FENCE_FLAGS.items() if bits & bit)


def _in_sub_group(f: Site, index: int = 0) -> bool:
    """
    Whether the group in operand `index` is the sub-group. Clang 22 has the device for the
    work-group of `work_group_barrier` with a scope.
    """
    number = f.constants.integer(f.id(index))
    found = None if number is None else SCOPES.get(number)
    if found not in (MemoryScope.SUB_GROUP, MemoryScope.WORK_GROUP, MemoryScope.DEVICE):
        raise f.fault("its group is the work-group or the sub-group, by a constant")
    return found is MemoryScope.SUB_GROUP


def _control_barrier(f: Site) -> None:
    flags, scope = _flags(f, 2), scope_of(f, 1)
    own = MemoryScope.SUB_GROUP if _in_sub_group(f) else MemoryScope.WORK_GROUP
    scope = max(scope, own, key=[*MemoryScope].index)
    if _in_sub_group(f):
        f.emit(sync.SubGroupBarrierOp(flags, scope))
    elif scope is MemoryScope.WORK_GROUP:
        f.emit(sync.BarrierOp(flags))
    else:
        f.emit(sync.WorkGroupBarrierOp(flags, scope))


def _memory_barrier(f: Site) -> None:
    """A fence; within a work item only images need one."""
    flags, order, scope = _flags(f, 1), order_of(f, 1), scope_of(f, 0)
    if scope is MemoryScope.WORK_ITEM:
        if FenceFlag.IMAGE not in flags.data:
            return
        flags = FenceFlagsAttr((FenceFlag.IMAGE,))
    f.emit(sync.AtomicWorkItemFenceOp(flags, order, scope))


# Votes and values of other work items


def _truth(f: Site, index: int) -> SSAValue:
    return of_boolean(f, f.operand(index), i32)


def _boolean(f: Site, value: SSAValue) -> SSAValue:
    return f.build.compare("ne", value, f.integer(0))


Maker = Callable[..., Operation]
"""The class of an operation."""


def _vote(group: Maker | None, own: Maker, at: int = 1) -> Handler:
    """A vote of the work-group (`group`) or of the sub-group (`own`)."""

    def handler(f: Site) -> SSAValue:
        cls = own if group is None or (at and _in_sub_group(f)) else group
        return _boolean(f, f.add(cls(_truth(f, at))))

    return handler


def _all_equal(at: int) -> Handler:
    def handler(f: Site) -> SSAValue:
        value = f.operand(at)
        if value.type == i1:
            value = of_boolean(f, value, i32)
        return _boolean(f, f.add(sub_group.SubGroupAllEqualOp(value)))

    return handler


def _on_values(
    f: Site, value: SSAValue, make: Callable[[SSAValue], Operation]
) -> SSAValue:
    """The result of `make` for a truth value too, which goes as an integer."""
    if value.type != i1:
        return f.add(make(value))
    return _boolean(f, f.add(make(of_boolean(f, value, i32))))


def _lane(cls: Maker, at: int = 1) -> Handler:
    """The value of the work item that the operand after the value names."""

    def handler(f: Site) -> SSAValue:
        lane = f.build.resize(f.operand(at + 1), 32)
        return _on_values(f, f.operand(at), lambda value: cls(value, lane))

    return handler


def _broadcast(f: Site) -> SSAValue:
    value, where = f.operand(1), f.operand(2)
    if _in_sub_group(f):
        lane = f.build.resize(where, 32)
        return f.add(collective.SubGroupBroadcastOp(value, lane))
    width = width_of(where.type)
    ids = [extract(f, where, n) for n in range(width)] if width else [where]
    return f.add(collective.WorkGroupBroadcastOp(value, ids))


def _broadcast_first(at: int) -> Handler:
    def handler(f: Site) -> SSAValue:
        return _on_values(f, f.operand(at), sub_group.SubGroupBroadcastFirstOp)

    return handler


def _rotate(f: Site) -> SSAValue:
    delta = f.build.resize(f.operand(2), 32)
    cluster = _cluster(f, 3)
    return _on_values(
        f,
        f.operand(1),
        lambda value: sub_group.SubGroupRotateOp(value, delta, cluster),
    )


def _cluster(f: Site, index: int) -> int | None:
    if index >= len(f.instruction.operands):
        return None
    found = f.constants.integer(f.id(index))
    if found is None:
        raise f.fault("the size of its clusters is no constant")
    return found


def _shuffle_two(down: bool) -> Handler:
    """
    `OpSubgroupShuffleDownINTEL`, `...Up...`: where the other work item is not in the
    sub-group, the second value of the one at the other end.
    """

    def handler(f: Site) -> SSAValue:
        own, other, delta = (f.operand(n) for n in range(3))
        b = f.build
        lane = f.add(work_item.GetSubGroupLocalIdOp(i32))
        size = f.add(work_item.GetMaxSubGroupSizeOp(i32))
        if down:
            place = b.op(llvm.AddOp, lane, delta)
            inside = b.compare("ult", place, size)
            wrapped = b.op(llvm.SubOp, place, size)
        else:
            place = b.op(llvm.SubOp, lane, delta)
            inside = b.compare("ule", delta, lane)
            wrapped = b.op(llvm.AddOp, place, size)
        first = f.add(collective.SubGroupShuffleOp(own, b.select(inside, place, lane)))
        second = f.add(
            collective.SubGroupShuffleOp(other, b.select(inside, lane, wrapped))
        )
        return b.select(inside, first, second)

    return handler


# Ballots


def _ballot(at: int) -> Handler:
    return lambda f: f.add(sub_group.SubGroupBallotOp(_truth(f, at)))


def _inverse_ballot(f: Site) -> SSAValue:
    return _boolean(f, f.add(sub_group.SubGroupInverseBallotOp(f.operand(1))))


def _ballot_bit(f: Site) -> SSAValue:
    index = f.build.resize(f.operand(2), 32)
    bit = sub_group.SubGroupBallotBitExtractOp(f.operand(1), index)
    return _boolean(f, f.add(bit))


def _ballot_query(f: Site) -> SSAValue:
    form = [word for word in f.instruction.operands if isinstance(word, str)]
    name = f.instruction.opcode.removeprefix("OpGroupNonUniformBallot")
    query = BALLOTS.get((name, *form))
    if query is None:
        raise f.fault("counts all, or those up to a work item")
    found = f.add(sub_group.SubGroupBallotQueryOp(query, f.operand(1 + len(form))))
    return f.build.resize(found, f.result_type)


def _elect(f: Site) -> SSAValue:
    return _boolean(f, f.add(sub_group.SubGroupElectOp()))


# Reductions and scans


def _combine(kind: GroupOperation, active: bool) -> Handler:
    """
    A reduction or scan of numbers; with `active`, or a function that OpenCL C has only so,
    of the active work items of the sub-group.
    """

    def make(f: Site, form: str, value: SSAValue) -> Operation:
        if form == "ClusteredReduce":
            size = _cluster(f, 3)
            if size is None:
                raise f.fault("the size of its clusters is missing")
            return sub_group.SubGroupClusteredReduceOp(kind, value, size)
        if form not in FORMS:
            raise f.fault(f"the form {form}; OpenCL has reductions and scans")
        makers: tuple[Maker, ...] = FORMS[form]
        group, own, some = makers
        if active:
            return some(kind, value)
        return (own if _in_sub_group(f) else group)(kind, value)

    def handler(f: Site) -> SSAValue:
        value, form = f.operand(2), str(f.instruction.operands[1])
        width = width_of(value.type)
        if width is None:
            return _on_values(f, value, lambda v: make(f, form, v))
        found = f.make(Constant(value.type, "poison"))
        for index in range(width):
            part = f.add(make(f, form, extract(f, value, index)))
            found = f.build.op(llvm.InsertElementOp, found, part, f.integer(index))
        return found

    return handler


# Copies by a group


def _async_copy(f: Site) -> SSAValue:
    _, target, source, count, stride, event = f.ids()
    element = f.pointee(target)
    to, of, number = (f.value(id) for id in (target, source, count))
    after = f.value(event)
    if f.constants.integer(stride) == 1:
        return f.add(collective.AsyncWorkGroupCopyOp(element, to, of, number, after))
    step = f.build.resize(f.value(stride), number.type)
    return f.add(
        collective.AsyncWorkGroupStridedCopyOp(element, to, of, number, step, after)
    )


def _wait(f: Site) -> None:
    f.emit(collective.WaitGroupEventsPtrOp(f.operand(1), f.operand(2)))


# Pipes


def _packet(cls: type[pipe.PacketOp], reserved: bool) -> Handler:
    def handler(f: Site) -> SSAValue:
        source, *ids = f.ids()
        *reservation, pointer, size, alignment = ids
        numbers = [f.constants.integer(id) for id in (size, alignment)]
        if numbers[0] is None or numbers[1] is None:
            raise f.fault("size and alignment of a packet are constants")
        where: tuple[SSAValue, SSAValue] | None = None
        if reserved:
            where = f.value(reservation[0]), f.build.resize(f.value(reservation[1]), 32)
        return f.add(
            cls(f.value(source), f.value(pointer), numbers[0], numbers[1], where)
        )

    return handler


def _reserve(scope: bool) -> Handler:
    def handler(f: Site) -> SSAValue:
        at = int(scope)
        own = MemoryScope.WORK_ITEM if not scope else _group_scope(f)
        count = f.build.resize(f.operand(at + 1), 32)
        return f.add(pipe.ReservePipeOp(own, f.operand(at), count))

    return handler


def _group_scope(f: Site) -> MemoryScope:
    return MemoryScope.SUB_GROUP if _in_sub_group(f) else MemoryScope.WORK_GROUP


def _commit(scope: bool) -> Handler:
    def handler(f: Site) -> None:
        at = int(scope)
        own = MemoryScope.WORK_ITEM if not scope else _group_scope(f)
        f.emit(pipe.CommitPipeOp(own, f.operand(at), f.operand(at + 1)))

    return handler


def _unary(cls: Maker) -> Handler:
    return lambda f: f.add(cls(f.operand(0)))


HANDLERS: Mapping[str, Handler] = {
    f"Op{name}": handler
    for name, handler in {
        "ControlBarrier": _control_barrier,
        "MemoryBarrier": _memory_barrier,
        **{f"Group{name}": _vote(*kinds) for name, kinds in VOTES.items()},
        **{
            f"GroupNonUniform{name}": _vote(None, own)
            for name, (_, own) in VOTES.items()
        },
        **{
            f"Subgroup{name}KHR": _vote(None, own, 0)
            for name, (_, own) in VOTES.items()
        },
        "GroupNonUniformAllEqual": _all_equal(1),
        "SubgroupAllEqualKHR": _all_equal(0),
        "GroupBroadcast": _broadcast,
        **{f"GroupNonUniform{name}": _lane(kind) for name, kind in LANES.items()},
        "GroupNonUniformBroadcastFirst": _broadcast_first(1),
        "SubgroupFirstInvocationKHR": _broadcast_first(0),
        "SubgroupReadInvocationKHR": _lane(sub_group.SubGroupNonUniformBroadcastOp, 0),
        "GroupNonUniformRotateKHR": _rotate,
        "SubgroupShuffleINTEL": _lane(collective.SubGroupShuffleOp, 0),
        "SubgroupShuffleXorINTEL": _lane(collective.SubGroupShuffleXorOp, 0),
        "SubgroupShuffleDownINTEL": _shuffle_two(True),
        "SubgroupShuffleUpINTEL": _shuffle_two(False),
        "GroupNonUniformElect": _elect,
        "GroupNonUniformBallot": _ballot(1),
        "SubgroupBallotKHR": _ballot(0),
        "GroupNonUniformInverseBallot": _inverse_ballot,
        "GroupNonUniformBallotBitExtract": _ballot_bit,
        **{f"GroupNonUniformBallot{name}": _ballot_query for name, *_ in BALLOTS},
        **{
            f"Group{middle}{name}{end}": _combine(kind, bool(middle))
            for name, kind in COMBINED.items()
            for middle, end in (("", ""), ("", "KHR"), ("NonUniform", ""))
        },
        "GroupAsyncCopy": _async_copy,
        "GroupWaitEvents": _wait,
        "ReadPipe": _packet(pipe.ReadPipeOp, False),
        "WritePipe": _packet(pipe.WritePipeOp, False),
        "ReservedReadPipe": _packet(pipe.ReadPipeOp, True),
        "ReservedWritePipe": _packet(pipe.WritePipeOp, True),
        "ReserveReadPipePackets": _reserve(False),
        "ReserveWritePipePackets": _reserve(False),
        "GroupReserveReadPipePackets": _reserve(True),
        "GroupReserveWritePipePackets": _reserve(True),
        "CommitReadPipe": _commit(False),
        "CommitWritePipe": _commit(False),
        "GroupCommitReadPipe": _commit(True),
        "GroupCommitWritePipe": _commit(True),
        "IsValidReserveId": _unary(pipe.IsValidReserveIdOp),
        "GetNumPipePackets": _unary(pipe.GetPipeNumPacketsOp),
        "GetMaxPipePackets": _unary(pipe.GetPipeMaxPacketsOp),
    }.items()
}
