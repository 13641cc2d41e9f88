"""Finds the operations at which the work items of a work-group meet."""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_opencl.dialects.opencl import collective, sync

WORK_GROUP_CONVERGENT: frozenset[type[Operation]] = frozenset(
    (
        sync.BarrierOp,
        sync.WorkGroupBarrierOp,
        collective.WorkGroupReduceOp,
        collective.WorkGroupScanInclusiveOp,
        collective.WorkGroupScanExclusiveOp,
        collective.WorkGroupAnyOp,
        collective.WorkGroupAllOp,
        collective.WorkGroupBroadcastOp,
        collective.AsyncWorkGroupCopyOp,
        collective.AsyncWorkGroupStridedCopyOp,
        collective.WaitGroupEventsOp,
        collective.WaitGroupEventsPtrOp,
    )
)
"""Operations that all work items of a work-group must reach."""
