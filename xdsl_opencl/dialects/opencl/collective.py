"""
Operations of a work-group or a sub-group together: reductions, scans, broadcasts, votes,
shuffles, asynchronous copies (OpenCL C 3.0, sections 6.15.11, 6.15.16, 6.15.19).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType, i32
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.definition import (
    Built,
    EffectOp,
    PureOp,
    Value,
    fill,
    irdl_op_definition,
    named,
)
from xdsl_opencl.dialects.opencl.attrs import GroupOperation, GroupOperationAttr
from xdsl_opencl.dialects.opencl.shapes import (
    as_memref,
    check_space,
    split_vector,
    value_shape,
)
from xdsl_opencl.dialects.opencl.types import EventType
from xdsl_opencl.dialects.opencl.verification.constraints import (
    pointer_type,
    size_value,
)

_BITWISE = (GroupOperation.AND, GroupOperation.OR, GroupOperation.XOR)
_UNSIGNED = (GroupOperation.UMIN, GroupOperation.UMAX)


def verify_memory(
    op: Operation, operand: str, type: Attribute, element: Attribute
) -> None:
    """
    Raises `VerifyException` when a memref operand does not hold `element` contiguously.
    """
    if (memref := as_memref(type)) is not None:
        scalar, _ = split_vector(element)
        if memref.element_type not in (element, scalar):
            raise VerifyException(
                f"{op.name}: {operand} of type {type} does not hold {element}"
            )


class CombineOp(IRDLOperation):
    """
    Base of the reductions and scans: `%r = opencl.work_group_reduce add %x : i32`.
    """

    T: ClassVar = VarConstraint("T", AnyAttr())

    kind = prop_def(GroupOperationAttr)
    value = operand_def(T)
    result = result_def(T)

    assembly_format = "$kind $value attr-dict `:` type($value)"

    # All work items of the group must meet at it: never removed, merged or moved.
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def verify_(self) -> None:
        self.verify_value(self.name, self.kind.data, self.value.type)

    @staticmethod
    def verify_value(name: str, kind: GroupOperation, type: Attribute) -> None:
        """
        Raises `VerifyException` unless operation `name` can combine values of `type`.
        """
        element, width = value_shape(name, "value", type)
        if width != 1:
            raise VerifyException(f"{name}: value of type {type}; expected a scalar")
        if kind in (*_BITWISE, *_UNSIGNED) and not isinstance(element, IntegerType):
            raise VerifyException(
                f"{name}: {kind} needs an integer, value has type {element}"
            )

    def __init__(self, kind: GroupOperation, value: Value):
        value = SSAValue.get(value)
        fill(self, value, results=[value.type], kind=GroupOperationAttr(kind))


WorkGroupReduceOp = named("opencl.work_group_reduce", CombineOp)
"""All work items of the group get the combination of their values."""
WorkGroupScanInclusiveOp = named("opencl.work_group_scan_inclusive", CombineOp)
"""Combination of the values up to the own one, in order of the linear local id."""
WorkGroupScanExclusiveOp = named("opencl.work_group_scan_exclusive", CombineOp)
"""Combination of the values before the own one; the first item gets the identity."""
SubGroupReduceOp = named("opencl.sub_group_reduce", CombineOp)
"""All work items of the sub-group get the combination of their values."""
SubGroupScanInclusiveOp = named("opencl.sub_group_scan_inclusive", CombineOp)
"""Combination of the values up to the own one, in order of the sub-group local id."""
SubGroupScanExclusiveOp = named("opencl.sub_group_scan_exclusive", CombineOp)
"""Combination of the values before the own one; the first item gets the identity."""


class VoteOp(Built, EffectOp):
    """
    Base of `any` and `all`: a C boolean in, a C boolean (0 or 1) out.

    Example: `%r = opencl.work_group_any %predicate`
    """

    predicate = operand_def(i32)
    result = result_def(i32)

    assembly_format = "$predicate attr-dict"


WorkGroupAnyOp = named("opencl.work_group_any", VoteOp)
"""Tells if the predicate is nonzero for some work item of the group."""
WorkGroupAllOp = named("opencl.work_group_all", VoteOp)
"""Tells if the predicate is nonzero for all work items of the group."""
SubGroupAnyOp = named("opencl.sub_group_any", VoteOp)
"""Tells if the predicate is nonzero for some work item of the sub-group."""
SubGroupAllOp = named("opencl.sub_group_all", VoteOp)
"""Tells if the predicate is nonzero for all work items of the sub-group."""


@irdl_op_definition
class WorkGroupBroadcastOp(EffectOp):
    """
    The value of one work item, named by its 1 to 3 local ids.

    Example: `%r = opencl.work_group_broadcast %x[%i, %j] : f32, i64, i64`
    """

    name = "opencl.work_group_broadcast"

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    local_ids = var_operand_def(size_value)
    result = result_def(T)

    assembly_format = (
        "$value `[` $local_ids `]` attr-dict `:` type($value) `,` type($local_ids)"
    )

    def verify_(self) -> None:
        value_shape(self.name, "value", self.value.type)
        if not 1 <= len(self.local_ids) <= 3:
            raise VerifyException(
                f"{self.name}: {len(self.local_ids)} local ids; a work-group has 1 to 3 "
                "dimensions"
            )

    def __init__(self, value: Value, local_ids: Sequence[Value]):
        value = SSAValue.get(value)
        fill(self, value, *local_ids, results=[value.type])


class SubGroupLaneOp(Built, EffectOp):
    """
    Base of the operations that read the value of another work item of the sub-group.

    Example: `%r = opencl.sub_group_broadcast %x[%lane] : f32`
    """

    T: ClassVar = VarConstraint("T", AnyAttr())

    value = operand_def(T)
    lane = operand_def(i32)
    result = result_def(T)

    assembly_format = "$value `[` $lane `]` attr-dict `:` type($value)"

    def verify_(self) -> None:
        value_shape(self.name, "value", self.value.type)


SubGroupBroadcastOp = named("opencl.sub_group_broadcast", SubGroupLaneOp)
"""`lane` is a sub-group local id, the same in all work items."""
SubGroupShuffleOp = named("opencl.sub_group_shuffle", SubGroupLaneOp)
"""`lane` is any sub-group local id (cl_khr_subgroup_shuffle)."""
SubGroupShuffleXorOp = named("opencl.sub_group_shuffle_xor", SubGroupLaneOp)
"""The value of the work item `own id ^ lane` (cl_khr_subgroup_shuffle)."""
SubGroupShuffleUpOp = named("opencl.sub_group_shuffle_up", SubGroupLaneOp)
"""The value of the work item `own id - lane` (cl_khr_subgroup_shuffle_relative)."""
SubGroupShuffleDownOp = named("opencl.sub_group_shuffle_down", SubGroupLaneOp)
"""The value of the work item `own id + lane` (cl_khr_subgroup_shuffle_relative)."""


@irdl_op_definition
class NullEventOp(Built, PureOp):
    """The null event, `(event_t)0`: `%e = opencl.null_event`."""

    name = "opencl.null_event"

    result = result_def(EventType())

    assembly_format = "attr-dict"


class AsyncCopyOp(EffectOp):
    """Base of the copies between global and local memory (OpenCL C 3.0, section 6.15.11)."""

    element = prop_def(AnyAttr())
    destination = operand_def(pointer_type)
    source = operand_def(pointer_type)

    def verify_(self) -> None:
        value_shape(self.name, "element", self.element)
        allowed = (AddressSpace.GLOBAL, AddressSpace.LOCAL)
        ends = {"destination": self.destination.type, "source": self.source.type}
        spaces = [check_space(self.name, end, ends[end], allowed) for end in ends]
        if spaces[0] is spaces[1]:
            raise VerifyException(
                f"{self.name}: copies between global and local memory, both pointers are "
                f"{spaces[0]}"
            )
        for end, type in ends.items():
            verify_memory(self, end, type, self.element)


@irdl_op_definition
class AsyncWorkGroupCopyOp(AsyncCopyOp):
    """
    Copies `count` elements of type `element` between global and local memory, done by all work
    items of the group together. The result is `event`, or a new event if `event` is the null
    event.

    Example:
    ```mlir
    %e = opencl.async_work_group_copy f32 %to, %from, %n event %none
        : !llvm.ptr<3>, !llvm.ptr<1>, i64
    ```
    """

    name = "opencl.async_work_group_copy"

    # Again here, because a class's own operands come before its base's.
    destination = operand_def(pointer_type)
    source = operand_def(pointer_type)
    count = operand_def(size_value)
    event = operand_def(EventType())
    result = result_def(EventType())

    assembly_format = (
        "$element $destination `,` $source `,` $count `event` $event attr-dict `:` "
        "type($destination) `,` type($source) `,` type($count)"
    )

    def __init__(
        self,
        element: Attribute,
        destination: Value,
        source: Value,
        count: Value,
        event: Value,
    ):
        fill(
            self,
            destination,
            source,
            count,
            event,
            results=[EventType()],
            element=element,
        )


@irdl_op_definition
class AsyncWorkGroupStridedCopyOp(AsyncCopyOp):
    """
    `async_work_group_copy` with a stride, in elements, on the side of global memory: a
    gather into local or a scatter into global memory.

    Example:
    ```mlir
    %e = opencl.async_work_group_strided_copy f32 %to, %from, %n stride %s event %none
        : !llvm.ptr<3>, !llvm.ptr<1>, i64
    ```
    """

    name = "opencl.async_work_group_strided_copy"

    N: ClassVar = VarConstraint("N", size_value)

    destination = operand_def(pointer_type)
    source = operand_def(pointer_type)
    count = operand_def(N)
    stride = operand_def(N)
    event = operand_def(EventType())
    result = result_def(EventType())

    assembly_format = (
        "$element $destination `,` $source `,` $count `stride` $stride `event` $event "
        "attr-dict `:` type($destination) `,` type($source) `,` type($count)"
    )

    def __init__(
        self,
        element: Attribute,
        destination: Value,
        source: Value,
        count: Value,
        stride: Value,
        event: Value,
    ):
        operands = (destination, source, count, stride, event)
        fill(self, *operands, results=[EventType()], element=element)


@irdl_op_definition
class WaitGroupEventsOp(EffectOp):
    """Waits for events given as values: `opencl.wait_group_events %e0, %e1`."""

    name = "opencl.wait_group_events"

    events = var_operand_def(EventType())

    assembly_format = "$events attr-dict"

    def __init__(self, events: Sequence[Value]):
        fill(self, *events)


@irdl_op_definition
class WaitGroupEventsPtrOp(Built, EffectOp):
    """
    Waits for `count` events in memory, like OpenCL C's function.

    Example: `opencl.wait_group_events_ptr %n, %list : !llvm.ptr<4>`
    """

    name = "opencl.wait_group_events_ptr"

    count = operand_def(i32)
    events = operand_def(LLVMPointerType)

    assembly_format = "$count `,` $events attr-dict `:` type($events)"

    def verify_(self) -> None:
        check_space(
            self.name,
            "events",
            self.events.type,
            (AddressSpace.PRIVATE, AddressSpace.GENERIC),
        )


@irdl_op_definition
class PrefetchOp(EffectOp):
    """
    Prefetches `count` elements of global memory into the cache.

    Example: `opencl.prefetch f32 %p, %n : !llvm.ptr<1>, i64`
    """

    name = "opencl.prefetch"

    element = prop_def(AnyAttr())
    pointer = operand_def(pointer_type)
    count = operand_def(size_value)

    assembly_format = (
        "$element $pointer `,` $count attr-dict `:` type($pointer) `,` type($count)"
    )

    def verify_(self) -> None:
        value_shape(self.name, "element", self.element)
        check_space(self.name, "pointer", self.pointer.type, (AddressSpace.GLOBAL,))
        verify_memory(self, "pointer", self.pointer.type, self.element)

    def __init__(self, element: Attribute, pointer: Value, count: Value):
        fill(self, pointer, count, element=element)


COLLECTIVES: tuple[type[Operation], ...] = (
    WorkGroupReduceOp,
    WorkGroupScanInclusiveOp,
    WorkGroupScanExclusiveOp,
    SubGroupReduceOp,
    SubGroupScanInclusiveOp,
    SubGroupScanExclusiveOp,
    WorkGroupAnyOp,
    WorkGroupAllOp,
    SubGroupAnyOp,
    SubGroupAllOp,
    WorkGroupBroadcastOp,
    SubGroupBroadcastOp,
    SubGroupShuffleOp,
    SubGroupShuffleXorOp,
    SubGroupShuffleUpOp,
    SubGroupShuffleDownOp,
)
"""The operations that compute a value of a group from those of its work items."""
