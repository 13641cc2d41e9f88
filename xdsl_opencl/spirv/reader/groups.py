"""Barriers, collective operations, copies by a group and pipes of SPIR-V."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.enums import FenceFlag, MemoryScope
from xdsl_opencl.dialects.opencl import collective, pipe, sub_group, sync, work_item
from xdsl_opencl.dialects.opencl.attrs import (
    FenceFlagsAttr,
    GroupOperation,
)
from xdsl_opencl.ir.build import NO_FAST_MATH
from xdsl_opencl.ir.element_types import element_of, width_of
from xdsl_opencl.llvm_ir.reader.intrinsics import intrinsic
from xdsl_opencl.spirv.names import (
    BALLOTS,
    COMBINED,
    FENCE_FLAGS,
    FORMS,
    LANES,
    SCOPES,
)
from xdsl_opencl.spirv.reader.arithmetic import components, of_boolean
from xdsl_opencl.spirv.reader.memory import order_of, scope_of, wider
from xdsl_opencl.spirv.reader.site import Handler, Site


def _flags(f: Site, index: int) -> FenceFlagsAttr:
    """The memory that the semantics in operand `index` name; all if not constant."""
    return _fences(f.constants.integer(f.id(index)))


@lru_cache(64)
def _fences(bits: int | None) -> FenceFlagsAttr:
    known = (flag for flag, bit in FENCE_FLAGS.items() if bits is None or bits & bit)
    return FenceFlagsAttr(known)


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
    flags = _flags(f, 2)
    own = MemoryScope.SUB_GROUP if _in_sub_group(f) else MemoryScope.WORK_GROUP
    scope = wider(scope_of(f, 1), own)
    if own is MemoryScope.SUB_GROUP:
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


def _clock(f: Site) -> SSAValue:
    """The clock of the device runs at a constant rate; those of groups count cycles."""
    counter = "steady" if scope_of(f, 0) is MemoryScope.DEVICE else "cycle"
    op = intrinsic(f"llvm.read{counter}counter", (), i64, NO_FAST_MATH)
    return f.build.bitcast(f.add(op), f.result_type)


# Votes and values of other work items


def _boolean(f: Site, value: SSAValue) -> SSAValue:
    return f.build.compare("ne", value, f.integer(0))


Maker = Callable[..., Operation]
"""The class of an operation."""


def _among(letters: str, own: Maker, group: Maker | None, f: Site) -> SSAValue:
    """A row of `LANES`."""
    letters, _, result = letters.partition(">")
    cls, truth = own, result == "b"
    values: list[SSAValue] = []
    for at, letter in enumerate(letters):
        if letter == "s":
            cls = group if group and not _in_sub_group(f) else own
            continue
        value = f.operand(at)
        if letter == "l":
            value = f.build.resize(value, 32)
        elif letter == "b" or (letter == "x" and value.type == i1):
            value = of_boolean(f, value, i32)
            truth = truth or letter == "x"
        values.append(value)
    found = f.add(cls(*values))
    return _boolean(f, found) if truth else found


def _on_values(
    f: Site, value: SSAValue, make: Callable[[SSAValue], Operation]
) -> SSAValue:
    """The result of `make` for a truth value too, which goes as an integer."""
    if value.type != i1:
        return f.add(make(value))
    return _boolean(f, f.add(make(of_boolean(f, value, i32))))


def _broadcast(f: Site) -> SSAValue:
    value, where = f.operand(1), f.operand(2)
    if _in_sub_group(f):
        lane = f.build.resize(where, 32)
        return f.add(collective.SubGroupBroadcastOp(value, lane))
    return f.add(collective.WorkGroupBroadcastOp(value, [*components(f, where)]))


def _rotate(f: Site) -> SSAValue:
    delta = f.build.resize(f.operand(2), 32)
    cluster = _cluster(f) if len(f.instruction.operands) > 3 else None
    make = partial(sub_group.SubGroupRotateOp, delta=delta, cluster=cluster)
    return _on_values(f, f.operand(1), make)


def _cluster(f: Site) -> int:
    if (found := f.constants.integer(f.id(3))) is None:
        raise f.fault("the size of its clusters is no constant")
    return found


def _shuffle_two(down: bool, f: Site) -> SSAValue:
    """
    `OpSubgroupShuffleDownINTEL`, `...Up...`: a component of the two values of all work items one
    after the other, from the own one on, or back from that of the second value.
    """
    *values, delta = (f.operand(n) for n in range(3))
    b = f.build
    lane = f.add(work_item.GetSubGroupLocalIdOp(i32))
    size = f.add(work_item.GetMaxSubGroupSizeOp(i32))
    step = delta if down else b.op(llvm.SubOp, size, delta)
    place = b.op(llvm.AddOp, lane, step)
    inside = b.compare("ult", place, size)
    place = b.select(inside, place, b.op(llvm.SubOp, place, size))
    found = [f.add(collective.SubGroupShuffleOp(value, place)) for value in values]
    return b.select(inside, found[0], found[1])


def _block(f: Site) -> SSAValue | None:
    """Rows of a sub-group in memory, a component each (`SPV_INTEL_subgroups`)."""
    ids, b = f.ids(), f.build
    pointer, *stored = map(f.value, ids)
    type = stored[0].type if stored else f.result_type
    element, width = element_of(type), width_of(type)
    lane = f.add(work_item.GetSubGroupLocalIdOp(i32))
    size = f.add(work_item.GetMaxSubGroupSizeOp(i32))
    read: list[SSAValue] = []
    for n in range(width or 1):
        row = b.op(llvm.AddOp, lane, b.op(llvm.MulOp, size, f.integer(n)))
        place = b.offset(pointer, row, element)
        if stored:
            b.store(b.extract(stored[0], n) if width else stored[0], place)
        else:
            read.append(b.load(place, element))
    return None if stored else f.vector(type, read) if width else read[0]


# Ballots


def _ballot_query(f: Site) -> SSAValue:
    form = [word for word in f.instruction.operands if isinstance(word, str)]
    name = f.instruction.opcode.removeprefix("OpGroupNonUniformBallot")
    query = BALLOTS.get((name, *form))
    if query is None:
        raise f.fault("counts all, or those up to a work item")
    found = f.add(sub_group.SubGroupBallotQueryOp(query, f.operand(1 + len(form))))
    return f.build.resize(found, f.result_type)


# Reductions and scans


def _combine(kind: GroupOperation, active: bool, f: Site) -> SSAValue:
    """
    A reduction or scan of numbers; with `active`, or a function that OpenCL C has only so,
    of the active work items of the sub-group.
    """
    value, form = f.operand(2), str(f.instruction.operands[1])

    if form == "ClusteredReduce":
        cls: Maker = partial(sub_group.SubGroupClusteredReduceOp, cluster=_cluster(f))
    elif form in FORMS:
        cls = FORMS[form][2 if active else _in_sub_group(f)]
    else:
        raise f.fault(f"the form {form}; OpenCL has reductions and scans")
    make = partial(cls, kind)

    if width_of(value.type) is None:
        return _on_values(f, value, make)
    return f.vector(value.type, (f.add(make(n)) for n in components(f, value)))


# Copies by a group


def _async_copy(f: Site) -> SSAValue:
    _, target, source, count, stride, event = f.ids()
    element = f.pointee(target)
    to, of, number = (f.value(id) for id in (target, source, count))
    # LLVM 22 has the null of a pointer for no event.
    known = f.constants.values.get(event)
    null = known is not None and known.kind == "zero"
    after = f.add(collective.NullEventOp()) if null else f.value(event)
    if f.constants.integer(stride) == 1:
        return f.add(collective.AsyncWorkGroupCopyOp(element, to, of, number, after))
    step = f.build.resize(f.value(stride), number.type)
    return f.add(
        collective.AsyncWorkGroupStridedCopyOp(element, to, of, number, step, after)
    )


# Pipes


def _packet(cls: type[pipe.PacketOp], reserved: bool, f: Site) -> SSAValue:
    source, *reservation, pointer, size, alignment = f.ids()
    numbers = [f.constants.integer(id) for id in (size, alignment)]
    if numbers[0] is None or numbers[1] is None:
        raise f.fault("size and alignment of a packet are constants")
    where: tuple[SSAValue, SSAValue] | None = None
    if reserved:
        where = f.value(reservation[0]), f.build.resize(f.value(reservation[1]), 32)
    return f.add(cls(f.value(source), f.value(pointer), numbers[0], numbers[1], where))


def _reserve_or_commit(f: Site) -> SSAValue | None:
    """A reservation of a work item, or of a group, whose scope stands first."""
    name = f.instruction.opcode
    scope, at = MemoryScope.WORK_ITEM, 0
    if name.startswith("OpGroup"):
        at = 1
        scope = MemoryScope.SUB_GROUP if _in_sub_group(f) else MemoryScope.WORK_GROUP
    source, second = f.operand(at), f.operand(at + 1)
    if "Commit" in name:
        f.emit(pipe.CommitPipeOp(scope, source, second))
        return None
    return f.add(pipe.ReservePipeOp(scope, source, f.build.resize(second, 32)))


ROWS: Mapping[str, Handler] = {
    "ControlBarrier": _control_barrier,
    "MemoryBarrier": _memory_barrier,
    "ReadClockKHR": _clock,
    **{name: partial(_among, *row) for name, row in LANES.items()},
    "GroupBroadcast": _broadcast,
    "GroupNonUniformRotateKHR": _rotate,
    "SubgroupShuffleDownINTEL": partial(_shuffle_two, True),
    "SubgroupShuffleUpINTEL": partial(_shuffle_two, False),
    "SubgroupBlockReadINTEL": _block,
    "SubgroupBlockWriteINTEL": _block,
    **{f"GroupNonUniformBallot{name}": _ballot_query for name, *_ in BALLOTS},
    **{
        f"Group{middle}{name}{end}": partial(_combine, kind, bool(middle))
        for name, kind in COMBINED.items()
        for middle, end in (("", ""), ("", "KHR"), ("NonUniform", ""))
    },
    "GroupAsyncCopy": _async_copy,
    "GroupWaitEvents": lambda f: f.emit(
        collective.WaitGroupEventsPtrOp(f.operand(1), f.operand(2))
    ),
    "ReadPipe": partial(_packet, pipe.ReadPipeOp, False),
    "WritePipe": partial(_packet, pipe.WritePipeOp, False),
    "ReservedReadPipe": partial(_packet, pipe.ReadPipeOp, True),
    "ReservedWritePipe": partial(_packet, pipe.WritePipeOp, True),
    **{
        f"{group}{name.format(way)}": _reserve_or_commit
        for group in ("", "Group")
        for name in ("Reserve{}PipePackets", "Commit{}Pipe")
        for way in ("Read", "Write")
    },
    "IsValidReserveId": lambda f: f.add(pipe.IsValidReserveIdOp(f.operand(0))),
    "GetNumPipePackets": lambda f: f.add(pipe.GetPipeNumPacketsOp(f.operand(0))),
    "GetMaxPipePackets": lambda f: f.add(pipe.GetPipeMaxPacketsOp(f.operand(0))),
}
