"""
Finds the values that are computed again after a barrier instead of being kept per work
item.
"""

from __future__ import annotations

from collections.abc import Container

from xdsl.ir import Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.transforms.work_groups.barriers.barriers import WorkGroupRegions
from xdsl_opencl.transforms.work_groups.hoisting import TRAPPING

_RECOMPUTED_DEPTH = 8  # mutant: a value that is not computed again is stored
"""
The longest chain of operations that is recomputed; a crossing value with a longer one gets a slot.
"""


def _may_recompute(op: Operation) -> bool:
    """
    Returns whether repeating `op` is cheaper than keeping its result per work item, given its
    operands.
    """
    if isinstance(op, work_item.DimensionQueryOp):
        return op.static_dimension is not None
    if isinstance(op, work_item.NullaryQueryOp):
        return True
    return (
        op.dialect_name() == "llvm"
        and len(op.results) == 1
        and not op.successors
        # Freezing a value again may give a different value.
        and not isinstance(op, (*TRAPPING, FreezeOp))
        and (op.has_trait(Pure) or op.has_trait(NoMemoryEffect))
    )


def find_recomputed(
    regions: WorkGroupRegions, shared: Container[SSAValue]
) -> set[SSAValue]:
    """
    Returns the crossing values to recompute, with all values that they depend on, except `shared`,
    which the group has anyway.
    """
    depths: dict[SSAValue, int] = {}
    for block in regions.order:
        for op in block.ops:
            if not op.results or op.results[0] in shared:
                continue
            if not _may_recompute(op):
                continue
            below = [depths.get(v) for v in op.operands if v not in shared]
            if None not in below:
                depth = 1 + max((d for d in below if d is not None), default=0)
                if depth <= _RECOMPUTED_DEPTH:
                    depths[op.results[0]] = depth
    # The group reads the operands of its functions while no work item runs.
    work = [v for v in regions.crossing if v in depths]
    kept = {value for op in regions.meeting for value in op.operands}
    work = [v for v in work if v not in kept]
    recomputed = set(work)
    while work:
        owner = work.pop().owner
        assert isinstance(owner, Operation)
        for operand in owner.operands:
            if operand in depths and operand not in recomputed:
                # An operand of a group function is in a slot for the group, but is
                # computed again here: its slot may not be written yet.
                if operand in kept:
                    continue
                recomputed.add(operand)
                work.append(operand)
    return recomputed
