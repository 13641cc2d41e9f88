"""
Work items that leave the kernel while other work items go on to a barrier.

This is undefined in OpenCL C, but GPUs run such kernels, and so does the CPU device: a flag for
each work item records that it has left, and later regions skip it.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i8
from xdsl.ir import SSAValue

from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    successors,
)
from xdsl_opencl.transforms.work_groups.group import WorkGroup


def make_done_flags(
    group: WorkGroup, regions: WorkGroupRegions, uniformity: Uniformity
) -> SSAValue | None:
    """Makes the flags of work items that return while other work items go on to a barrier."""
    left_early = uniformity.guards & regions.before_meetings()
    if not any(
        region.meets
        and region.returns
        and any(
            block in left_early
            or (
                block in uniformity.partial
                and (
                    block in regions.continuation
                    or not successors(block, regions.continuation)
                )
            )
            for block in region.blocks
        )
        for region in regions.regions
    ):
        return None
    items = group.group_items()
    group.item_bytes += 1
    flags = group.prologue.alloca(i8, items, hint="done")
    group.prologue.fill(flags, 0, items)
    group.left = group.prologue.alloca(i8, hint="left")
    group.prologue.store(group.prologue.constant(0, i8), group.left)
    return flags
