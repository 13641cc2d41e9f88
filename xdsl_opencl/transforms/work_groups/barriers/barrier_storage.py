"""
Allocates storage for each value that crosses a barrier. Work items run one after the other, so a
work item reads the value back from memory after the barrier.

A value that differs between work items has a slot for each of them, a value that they share has
one slot for the group, and a cheap value is computed again (`rematerialized.py`). Private memory
that may be used after a barrier is allocated once per work item: its address is alive there, or
may be recovered there because it was stored, compared as a number or passed to a function. Work
items share all other private memory in turn.
"""

from __future__ import annotations

from collections.abc import Container

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i8, i64
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_launch import LINE_BYTES
from xdsl_opencl.abi.model import align_to
from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.ir.build import copied, known_integer
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.work_groups.barriers.barriers import WorkGroupRegions
from xdsl_opencl.transforms.work_groups.barriers.group_functions import (
    GROUP_FUNCTIONS,
    Slot,
)
from xdsl_opencl.transforms.work_groups.barriers.rematerialized import find_recomputed
from xdsl_opencl.transforms.work_groups.group import WorkGroup

_ACCESSES: tuple[type[Operation], ...] = (
    llvm.LoadOp,
    llvm.ICmpOp,
    LifetimeStartOp,
    LifetimeEndOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
"""Operations that use an address without storing it."""
_DERIVATIONS: tuple[type[Operation], ...] = (
    llvm.GEPOp,
    llvm.BitcastOp,
    llvm.SelectOp,
    AddrSpaceCastOp,
)
"""Operations whose result is an address in the memory of their operand."""


def outlives_region(memory: SSAValue, crossing: Container[SSAValue]) -> bool:
    """
    Returns whether the memory at `memory` may be used after a barrier. `crossing` are the values
    alive at the start of some region.
    """
    seen: set[SSAValue] = {memory}
    work = [memory]
    while work:
        address = work.pop()
        if address in crossing:
            return True
        for use in address.uses:
            op = use.operation
            derived: list[SSAValue] = []
            if op.successors:
                derived = [
                    parameter
                    for successor, arguments in branch_arguments(op)
                    for parameter, value in zip(successor.args, arguments, strict=True)
                    if value is address
                ]
            elif isinstance(op, _DERIVATIONS):
                derived = [op.results[0]]
            elif isinstance(op, llvm.StoreOp):
                if op.value is address:
                    return True
            elif not isinstance(op, _ACCESSES):
                return True
            for value in derived:
                if value not in seen:
                    seen.add(value)
                    work.append(value)
    return False


def make_slots(
    group: WorkGroup, regions: WorkGroupRegions, uniformity: Uniformity, *, leaves: bool
) -> None:
    """
    Chooses the storage of each value that crosses a barrier. `leaves`: some work items may leave
    the kernel while others go on to a barrier. A work item that leaves may miss a value that the
    others redefine, so the last work item need not have the value that they agree on.
    """
    leaving = {
        block
        for region in regions.regions
        if leaves and region.returns
        for block in region.repeated
    }
    group.recomputed = find_recomputed(regions, group.values)
    for block in regions.order:
        for op in block.ops:
            if (
                isinstance(op, llvm.AllocaOp)
                and regions.meeting
                and op.res not in group.values
                and outlives_region(op.res, regions.crossing)
            ):
                _make_private(group, op)
    for value in regions.crossing:
        if value in group.values or value in group.recomputed or value in group.private:
            continue
        owner = value.owner
        block = owner if isinstance(owner, Block) else owner.parent
        if isinstance(owner, Operation) and type(owner) in GROUP_FUNCTIONS:
            per_group = GROUP_FUNCTIONS[type(owner)].one_result
        else:
            varies = value in uniformity.varying or block in uniformity.partial
            per_group = not (group.sub_groups or varies or block in leaving)
        group.homes[value] = _make_slot(group, value, per_group=per_group)


def _make_slot(group: WorkGroup, value: SSAValue, *, per_group: bool) -> Slot:
    owner = value.owner
    maker = owner.parent_op() if isinstance(owner, Block) else owner
    size, _ = memory_size_align(value.type, group.target, maker)
    if per_group:
        group.frame_bytes += size
        count = group.prologue.constant(1)
    else:
        group.item_bytes += size
        count = group.group_items()
    alignment = None if per_group else LINE_BYTES
    memory = group.prologue.alloca(
        value.type, count, alignment=alignment, hint=value.name_hint
    )
    return Slot(memory, value.type, per_group=per_group)


def _make_private(group: WorkGroup, op: llvm.AllocaOp) -> None:
    """Allocates the memory of `op` for each work item."""
    build = group.prologue
    count = group.values.get(op.size)
    if count is None:
        fail(
            op,
            "private memory of varying size outlives a barrier; give it a constant size",
        )
    size, align = memory_size_align(op.elem_type, group.target, op)
    if op.alignment is not None:
        align = max(align, op.alignment.value.data)
    if (number := known_integer(count)) is not None:
        nbytes = align_to(size * number, align)
        group.item_bytes += nbytes
        stride = build.constant(nbytes)
    else:
        length = build.resize(count, i64)
        stride = build.no_wrap(llvm.MulOp, length, build.constant(size))
        up = build.no_wrap(llvm.AddOp, stride, build.constant(align - 1))
        stride = build.op(llvm.AndOp, up, build.constant(-align))
    total = build.no_wrap(llvm.MulOp, stride, group.group_items())
    base = build.alloca(i8, total, alignment=align, type=op.res.type)
    group.private[op.res] = (base, stride)


def place_private(group: WorkGroup, regions: WorkGroupRegions) -> None:
    """Places private memory that no barrier divides: work items use it one after the other."""
    for region in regions.regions:
        for block in region.blocks:
            for op in block.ops:
                if (
                    isinstance(op, llvm.AllocaOp)
                    and op.res not in group.private
                    and op.res not in group.values
                    and op.size in group.values
                ):
                    copy = copied(op, group.values)
                    group.prologue.block.add_op(copy)
                    size, _ = memory_size_align(op.elem_type, group.target, op)
                    count = known_integer(group.values[op.size])
                    group.frame_bytes += size * (1 if count is None else count)
