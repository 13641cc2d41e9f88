"""Operations that make another memref of the same memory."""

from __future__ import annotations

from itertools import pairwise

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


def may_share(a: SSAValue, b: SSAValue) -> bool:
    """
    Returns whether two memrefs may have an element in common: not if their memory differs, or if they
    are in static parts of it that are apart.
    """
    if root(a) is not root(b):
        return False
    if a is b or (first := _part(a)) is None or (second := _part(b)) is None:
        return True
    return not any(
        before[1] < after[0]
        for pair in zip(_spans(first), _spans(second))
        for before, after in pairwise(sorted(pair))
    )


def _part(value: SSAValue) -> memref.SubviewOp | None:
    """The static part of its memory that `value` is in."""
    part: memref.SubviewOp | None = None
    while isinstance(op := value.owner, VIEWS):
        if isinstance(op, memref.ReinterpretCastOp | memref.ViewOp):
            return None
        # A part of another view has other dimensions.
        part = op if isinstance(op, memref.SubviewOp) else None
        value = op.operands[0]
    return part if part is not None and len(part.operands) == 1 else None


def _spans(op: memref.SubviewOp) -> list[tuple[int, int]]:
    """The first and last index in each dimension."""
    numbers = (op.static_offsets, op.static_sizes, op.static_strides)
    spans = [
        (first, first + (size - 1) * stride)
        for first, size, stride in zip(*(each.get_values() for each in numbers))
    ]
    return [(min(span), max(span)) for span in spans]
