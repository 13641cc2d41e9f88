"""Operations that make another memref of the same memory."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.ir import SSAValue

VIEWS = (
    memref.AssumeAlignmentOp,
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.MemorySpaceCastOp,
    memref.ReinterpretCastOp,
    memref.SubviewOp,
    memref.ViewOp,
)
"""Operations whose result is in the memory of their first operand."""


def root(value: SSAValue) -> SSAValue:
    """The memory that `value` is a view of. Different roots do not overlap."""
    while isinstance(value.owner, VIEWS):
        value = value.owner.operands[0]
    return value
