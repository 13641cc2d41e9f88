"""
Computes the values that all work items of a work-group share once, in the prologue.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.ir import Operation, SSAValue
from xdsl.traits import IsTerminator, NoMemoryEffect, Pure

from xdsl_opencl.abi.cpu.host_launch import LINE_BYTES
from xdsl_opencl.analysis.cfg import reverse_post_order
from xdsl_opencl.dialects.opencl import low_level, memory, work_item
from xdsl_opencl.ir.arguments import check_end
from xdsl_opencl.ir.build import copied
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.ir.walk import Kinds
from xdsl_opencl.transforms.work_groups.checker_calls import CHECKED
from xdsl_opencl.transforms.work_groups.group import UNIFORM_BY_DIMENSION, WorkGroup

TRAPPING: tuple[type[Operation], ...] = (
    llvm.SDivOp,
    llvm.UDivOp,
    llvm.SRemOp,
    llvm.URemOp,
)
"""Operations that must not run early."""


_UNIFORM = Kinds(
    *(memory.LocalOp, low_level.LoadArgumentOp, low_level.CheckContextOp),
    work_item.GetWorkDimOp,
)
_TRAPPING = Kinds(*TRAPPING)


def hoist(group: WorkGroup) -> None:
    """Moves uniform operations into the prologue."""
    entry = group.kernel.body.blocks[0]
    for block in reverse_post_order(entry):
        for op in tuple(block.ops):
            if isinstance(op, work_item.DimensionQueryOp):
                axis = op.static_dimension
                asked = 3 if axis is None else min(axis + 1, 3)
                group.dimensions = max(group.dimensions, asked)
            if not _is_uniform(group, op):
                continue
            if op.dialect_name() == "llvm":
                group.prologue.block.add_op(copied(op, group.values))
            else:
                group.values[op.results[0]] = _shared_operation(group, op)


def _is_uniform(group: WorkGroup, op: Operation) -> bool:
    """Returns whether all work items compute the same result with `op`, and it may run early."""
    if op.name.startswith("llvm."):
        return op in group.argument_reads or (
            all(value in group.values for value in op.operands)
            and not (op.regions or op.has_trait(IsTerminator) or _TRAPPING[type(op)])
            and (op.has_trait(Pure) or op.has_trait(NoMemoryEffect))
        )
    if type(op) in UNIFORM_BY_DIMENSION:
        assert isinstance(op, work_item.DimensionQueryOp)
        return op.static_dimension is not None
    return _UNIFORM[type(op)]


def _shared_operation(group: WorkGroup, op: Operation) -> SSAValue:
    build = group.prologue
    result = op.results[0]
    if isinstance(op, memory.LocalOp):
        if op.element is None:
            fail(op, "opencl.local of a memref must be lowered to a pointer first")
        alignment = LINE_BYTES if op.alignment is None else op.alignment.value.data
        size = memory_size_align(op.element, group.target, op)[0]
        group.frame_bytes += size
        group.local_bytes += size
        variable = build.alloca(
            op.element, alignment=max(alignment, LINE_BYTES), type=result.type
        )
        if group.check is not None:
            group.check.local_variable(variable, size, op)
        return variable
    if isinstance(op, low_level.CheckContextOp):
        if group.check is None:
            fail(op, f"this kernel is not checked; it lacks '{CHECKED}'")
        return group.check.record
    if isinstance(op, low_level.LoadArgumentOp):
        if op.segment.data is not low_level.Segment.EXPLICIT:
            fail(op, f"ABI host has no {op.segment.data} segment")
        check_end(op, group.layout.explicit_end, group.target)
        address = build.offset(group.arguments, op.offset.value.data)
        return build.load(address, result.type)
    if isinstance(op, work_item.GetWorkDimOp):
        return build.resize(group.launch_field("work_dim"), result.type)
    assert isinstance(op, work_item.DimensionQueryOp)
    axis = op.static_dimension
    assert axis is not None
    if axis > 2:
        return build.constant(op.OUT_OF_RANGE, result.type)
    value = group.shared(UNIFORM_BY_DIMENSION[type(op)], axis)
    return build.resize(value, result.type)
