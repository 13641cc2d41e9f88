"""Memory that is copied to a part of other memory is that part."""

from __future__ import annotations

from itertools import islice

from xdsl.dialects import memref
from xdsl.dialects.linalg import abstract_ops
from xdsl.ir import Block, Operation

from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.views import may_share

_MOST_USES = 64
"""A part is compared with all earlier parts of its memory; memory with more uses keeps its copies."""


def write_in_place(block: Block) -> None:
    """
    Where `block` copies a result of `linalg` to a part of other memory, as a concatenation does, has
    the operation write that part itself, and erases the copy.
    """
    places = {op: place for place, op in enumerate(block.ops)}
    for copy in [op for op in places if isinstance(op, memref.CopyOp)]:
        made, part = copy.source.owner, copy.destination.owner
        if (
            isinstance(made, memref.AllocOp)
            and isinstance(part, memref.SubviewOp)
            and isinstance(whole := part.source.owner, memref.AllocOp)
            and made is not whole
            and places.keys() >= {made, part, whole}
            and len(part.operands) == 1
            and not whole.operands
            and _is_alone(made, part, copy, places)
        ):
            for op in (whole, part):
                if places[op] > places[made]:
                    op.detach()
                    block.insert_op_before(op, made)
                    places[op] = places[made]
            erase(copy)
            made.memref.replace_all_uses_with(part.result)
            erase(made)


def _is_alone(
    made: memref.AllocOp,
    part: memref.SubviewOp,
    copy: Operation,
    places: dict[Operation, int],
) -> bool:
    """
    Returns whether only operations of `linalg` before `copy` use `made`, and nothing before it uses
    an element of `part`.
    """
    uses = [*islice(part.source.uses, _MOST_USES + 1)]
    earlier = {
        use.operation for use in uses if places.get(use.operation, -1) < places[copy]
    }
    return (
        len(uses) <= _MOST_USES
        and part.result.has_one_use()
        and all(
            isinstance(use.operation, abstract_ops.LinalgStructuredOperation)
            and places.get(use.operation, len(places)) < places[copy]
            for use in made.memref.uses
            if use.operation is not copy
        )
        and all(
            isinstance(user, memref.SubviewOp)
            and user in places
            and not may_share(part.result, user.result)
            for user in earlier - {part}
        )
    )
