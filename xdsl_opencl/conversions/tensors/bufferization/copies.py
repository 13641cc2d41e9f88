"""Memory that is copied to a part of other memory is that part."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.dialects.linalg import abstract_ops
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.views import may_share


def write_in_place(block: Block) -> None:
    """
    Has operations of `linalg` in `block` write the parts of memory that what they write is copied
    to, as those of a concatenation are, and erases the copies.
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
            and _is_written_before(made.memref, copy, places)
            and _is_free_before(part, copy, places)
        ):
            for op in (whole, part):
                if places[op] > places[made]:
                    op.detach()
                    block.insert_op_before(op, made)
                    places[op] = places[made]
            erase(copy)
            made.memref.replace_all_uses_with(part.result)
            erase(made)


def _is_written_before(
    value: SSAValue, copy: Operation, places: dict[Operation, int]
) -> bool:
    """Returns whether only operations of `linalg` before `copy` use `value`, besides it."""
    users = [use.operation for use in value.uses if use.operation is not copy]
    return all(
        isinstance(user, abstract_ops.LinalgStructuredOperation)
        and places.get(user, len(places)) < places[copy]
        for user in users
    )


def _is_free_before(
    part: memref.SubviewOp, copy: Operation, places: dict[Operation, int]
) -> bool:
    """
    Returns whether before `copy` only parts of the memory that `part` is of are used that share no
    element with it, and itself only then.
    """
    if not part.result.has_one_use():
        return False
    for use in part.source.uses:
        user = use.operation
        if user is part or places.get(user, -1) > places[copy]:
            continue
        if (
            not isinstance(user, memref.SubviewOp)
            or user not in places
            or may_share(part.result, user.result)
        ):
            return False
    return True
