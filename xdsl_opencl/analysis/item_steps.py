"""
Distances of numbers and addresses from one work item to the next.

A kernel's index like `get_global_id(1) * 4 + get_global_id(0)` grows by 1 along dimension 0 and by 4
along dimension 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects import llvm
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.ir.build import known_integer
from xdsl_opencl.ir.type_layout import memory_size_align

Step = int | None
Steps = tuple[Step, Step]
"""
The distance of a number from one work item to the next in dimensions 0 and 1; `None` is
unknown, or not a constant.
"""

SAME: Steps = (0, 0)
_CASTS = (llvm.SExtOp, llvm.ZExtOp, llvm.TruncOp, llvm.BitcastOp)


def item_steps(
    operations: Iterable[Operation], target: Target
) -> dict[SSAValue, Steps]:
    """
    Returns the steps of all values that differ between work items. `operations` are in an order in
    which definitions come before uses, apart from those of loops.
    """
    steps: dict[SSAValue, Steps] = {}
    for op in operations:
        for block, values in branch_arguments(op) if op.successors else ():
            # The first way into a loop decides: a round moves all work items alike.
            for argument, value in zip(block.args, values, strict=True):
                if argument not in steps and value in steps:
                    steps[argument] = steps[value]
        if not op.results:
            continue
        found = _result(target, op, [steps.get(v, SAME) for v in op.operands])
        if found != SAME:
            steps[op.results[0]] = found
    return steps


def _result(target: Target, op: Operation, operands: Sequence[Steps]) -> Steps:
    if isinstance(op, work_item.GetGlobalIdOp | work_item.GetLocalIdOp):
        return int(op.static_dimension == 0), int(op.static_dimension == 1)
    if all(steps == SAME for steps in operands):
        return SAME
    if isinstance(op, _CASTS):
        return operands[0]
    if isinstance(op, llvm.AddOp | llvm.SubOp):
        sign = 1 if isinstance(op, llvm.AddOp) else -1
        return _sum(operands[0], _times(operands[1], sign))
    if isinstance(op, llvm.MulOp):
        for value, steps in zip(op.operands, reversed(operands), strict=True):
            if (factor := known_integer(value)) is not None:
                return _times(steps, factor)
    if isinstance(op, llvm.GEPOp):
        return _address(target, op, operands)
    return _far(operands)


def _far(operands: Sequence[Steps]) -> Steps:
    """Steps that are unknown where an operand has any."""
    first, second = (
        None if any(steps[axis] != 0 for steps in operands) else 0 for axis in (0, 1)
    )
    return first, second


def _times(steps: Steps, factor: int) -> Steps:
    first, second = (None if s is None else s * factor for s in steps)
    return first, second


def _sum(a: Steps, b: Steps) -> Steps:
    first, second = (
        None if x is None or y is None else x + y for x, y in zip(a, b, strict=True)
    )
    return first, second


def _address(target: Target, op: llvm.GEPOp, operands: Sequence[Steps]) -> Steps:
    """The steps of an address in bytes."""
    base, *indices = operands
    # An index after the first counts members of a structure or elements of an array.
    if len(op.rawConstantIndices) > 1 and any(steps != SAME for steps in indices):
        return _far(operands)
    size = memory_size_align(op.elem_type, target, op)[0]
    for steps in indices:
        base = _sum(base, _times(steps, size))
    return base
