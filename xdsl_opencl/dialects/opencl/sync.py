"""
Synchronisation: barriers and fences (OpenCL C 3.0, sections 6.15.8, 6.15.9, 6.15.12.5).
"""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import prop_def
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import FenceFlag, MemoryOrder, MemoryScope
from xdsl_opencl.dialects.definition import EffectOp, fill, irdl_op_definition, named
from xdsl_opencl.dialects.opencl.attrs import (
    FenceFlagsAttr,
    MemoryOrderAttr,
    MemoryScopeAttr,
)

_IMAGE_ONLY = FenceFlagsAttr((FenceFlag.IMAGE,))

ALL_MEET = "opencl.all_meet"
"""
An attribute of barriers that the CPU device adds to a program: its text is what they stand
for. They are refused where some work items of a work-group may not come.
"""


class FlagsOp(EffectOp):
    """Base of the operations with only fence flags: `opencl.barrier local|global`."""

    flags = prop_def(FenceFlagsAttr)

    assembly_format = "$flags attr-dict"

    def __init__(self, flags: FenceFlagsAttr):
        fill(self, flags=flags)


BarrierOp = named("opencl.barrier", FlagsOp)
"""The `barrier` of OpenCL C 1.x: a work-group barrier with work-group scope."""
MemFenceOp = named("opencl.mem_fence", FlagsOp)
"""Orders loads and stores of a work item: acquire and release at work-group scope."""
ReadMemFenceOp = named("opencl.read_mem_fence", FlagsOp)
"""Orders loads of a work item: acquire at work-group scope."""
WriteMemFenceOp = named("opencl.write_mem_fence", FlagsOp)
"""Orders stores of a work item: release at work-group scope."""


class ScopedBarrierOp(EffectOp):
    """Base of the barriers with a memory scope."""

    flags = prop_def(FenceFlagsAttr)
    scope = prop_def(MemoryScopeAttr)

    assembly_format = "$flags $scope attr-dict"

    GROUP: ClassVar[MemoryScope]
    """The work items that wait, the narrowest scope."""

    def verify_(self) -> None:
        scope, group = self.scope.data, self.GROUP
        widths = [*MemoryScope]
        if widths.index(scope) < widths.index(group):
            raise VerifyException(
                f"{self.name}: scope {scope} is narrower than the "
                f"{group.replace('_', '-')}; use {group} or a wider one"
            )

    def __init__(self, flags: FenceFlagsAttr, scope: MemoryScope):
        fill(self, flags=flags, scope=MemoryScopeAttr(scope))


WorkGroupBarrierOp = named(
    "opencl.work_group_barrier", ScopedBarrierOp, GROUP=MemoryScope.WORK_GROUP
)
"""Example: `opencl.work_group_barrier local|global work_group`"""
SubGroupBarrierOp = named(
    "opencl.sub_group_barrier", ScopedBarrierOp, GROUP=MemoryScope.SUB_GROUP
)
"""Example: `opencl.sub_group_barrier local sub_group`"""


@irdl_op_definition
class AtomicWorkItemFenceOp(EffectOp):
    """Example: `opencl.atomic_work_item_fence global acq_rel device`"""

    name = "opencl.atomic_work_item_fence"

    flags = prop_def(FenceFlagsAttr)
    order = prop_def(MemoryOrderAttr)
    scope = prop_def(MemoryScopeAttr)

    assembly_format = "$flags $order $scope attr-dict"

    def verify_(self) -> None:
        # OpenCL C 3.0, section 6.15.12.5.
        if self.scope.data is MemoryScope.WORK_ITEM and self.flags != _IMAGE_ONLY:
            raise VerifyException(
                f"{self.name}: scope work_item needs the image flag alone, not "
                f"{self.flags}"
            )

    def __init__(self, flags: FenceFlagsAttr, order: MemoryOrder, scope: MemoryScope):
        fill(
            self,
            flags=flags,
            order=MemoryOrderAttr(order),
            scope=MemoryScopeAttr(scope),
        )
