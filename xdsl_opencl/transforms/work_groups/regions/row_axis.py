"""
Chooses the dimension along which the work items of a row follow each other on the CPU device.

Rows lie along dimension 0, as OpenCL's linear ids do. A kernel like `c[get_global_id(0) * n +
get_global_id(1)]` has its neighbours in memory along dimension 1: there a row of dimension 0 needs a
gather for each access, and one of dimension 1 a vector. The choice counts the accesses to shared
memory by their distance from one work item to the next; those in loops weigh more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.analysis.cfg import natural_loops
from xdsl_opencl.analysis.item_steps import SAME, Steps, item_steps
from xdsl_opencl.dialects.opencl import sync, work_item
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.ir.accesses import is_shared
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    successors,
)
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.lockstep.row import may_run_in_lockstep

_MOST_OPERATIONS = 400
"""Larger kernels keep dimension 0: with another choice each loop is compiled for both."""

_DEEPEST = 3
_LOOP_WEIGHT = 8
_GATHER = 8
"""The cost of an access to distant places, in accesses to neighbours."""

_GAIN = 2
"""Rows lie along dimension 1 if those along dimension 0 cost so many times as much."""


def choose_row_axis(group: WorkGroup, regions: WorkGroupRegions) -> int:
    """Returns 1 if rows along dimension 1 need clearly fewer gathers, else 0."""
    alone = group.check is not None or group.sub_groups or group.row_items is not None
    if alone or not group.lockstep:
        return 0
    operations = [op for block in regions.order for op in block.ops]
    own = [
        op for op in operations if not (op.results and op.results[0] in group.values)
    ]
    if len(own) > _MOST_OPERATIONS or not all(map(_has_no_order, own)):
        return 0
    if not any(may_run_in_lockstep(r.blocks, group) for r in regions.regions):
        return 0
    steps = item_steps(own, group.target)
    costs = [0, 0]
    for block, depth in _depths(regions).items():
        for op in block.ops:
            for axis, cost in enumerate(_costs(group, op, steps)):
                costs[axis] += cost * _LOOP_WEIGHT ** min(depth, _DEEPEST)
    return int(costs[0] >= _GAIN * costs[1] and costs[1] > 0)


def _has_no_order(op: Operation) -> bool:
    """
    True unless `op` depends on the order of work items in a group, or reads or writes images, whose
    rows lie along dimension 0.
    """
    if isinstance(op, llvm.CallOp):
        return not any(isinstance(v.type, llvm.LLVMPointerType) for v in op.operands)
    return op.dialect_name() != "opencl" or isinstance(
        op, work_item.DimensionQueryOp | sync.BarrierOp | ReturnOp
    )


def _costs(
    group: WorkGroup, op: Operation, steps: Mapping[SSAValue, Steps]
) -> Sequence[int]:
    """Returns what `op` costs in rows along dimensions 0 and 1, if it accesses shared memory."""
    if isinstance(op, llvm.LoadOp):
        type = op.results[0].type
    elif isinstance(op, llvm.StoreOp):
        type = op.value.type
    else:
        return ()
    if not is_shared(op.ptr.type):
        return ()
    size = memory_size_align(type, group.target, op)[0]
    places = {0: 0, size: 1}
    return [
        _GATHER if step is None else places.get(step, _GATHER)
        for step in steps.get(op.ptr, SAME)
    ]


def _depths(regions: WorkGroupRegions) -> dict[Block, int]:
    """Returns in how many loops each block is."""
    depths = dict.fromkeys(regions.order, 0)
    loops = natural_loops(
        regions.order, lambda block: successors(block, regions.continuation)
    )
    for blocks in loops.values():
        for block in blocks:
            depths[block] += 1
    return depths
