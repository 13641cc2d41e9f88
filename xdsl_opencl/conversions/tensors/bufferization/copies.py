"""Memory that is copied to a part of other memory is that part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from xdsl.dialects import func, memref
from xdsl.dialects.linalg import abstract_ops, ops
from xdsl.ir import Block, Operation

from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.views import may_share

_MOST_USES = 64
"""A part is compared with all earlier parts of its memory; memory with more uses keeps its copies."""


def write_in_place(block: Block) -> None:
    """
    Where `block` copies a result of `linalg` to a part of other memory, as a concatenation or a padding
    does, has the operation write that part itself, and erases the copy.
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
            and (fills := _fills_if_alone(made, part, copy, places)) is not None
        ):
            for op in (whole, *fills, part):
                if places[op] > places[made]:
                    op.detach()
                    block.insert_op_before(op, made)
                    places[op] = places[made]
            erase(copy)
            made.memref.replace_all_uses_with(part.result)
            erase(made)


def _fills_if_alone(
    made: memref.AllocOp,
    part: memref.SubviewOp,
    copy: Operation,
    places: dict[Operation, int],
) -> Sequence[ops.FillOp] | None:
    """
    Returns the fill of all memory around `part`, if any, where only operations of `linalg` use `made`
    before `copy`, and only read it afterwards; where nothing but the fill uses an element of `part`
    before `copy`, and nothing writes it while `made` is read. Else `None`.
    """
    whole = part.source
    uses = [*islice(whole.uses, _MOST_USES + 1)]
    users = {use.operation: places.get(use.operation, -1) for use in uses} | {part: -1}
    end, last = places[copy], -1
    if len(uses) > _MOST_USES or not part.result.has_one_use():
        return None
    for user in {use.operation for use in made.memref.uses} - {copy}:
        last = max(last, place := places.get(user, -1))
        if (
            not isinstance(user, abstract_ops.LinalgStructuredOperation)
            or place < 0
            or (place > end and made.memref in user.outputs)
        ):
            return None
    fills: list[ops.FillOp] = []
    for user, place in users.items():
        if user is part or (place > end and last < end):
            continue
        if isinstance(user, memref.SubviewOp) and place >= 0:
            if may_share(part.result, user.result):
                return None
        elif place > end:
            # It may read.
            if isinstance(user, abstract_ops.LinalgStructuredOperation):
                if whole in user.outputs:
                    return None
            elif not isinstance(user, func.ReturnOp):
                return None
        elif (
            isinstance(user, ops.FillOp)
            and place == min(filter(lambda place: place >= 0, users.values()))
            and (
                isinstance(owner := user.inputs[0].owner, Block)
                or places.get(owner, -1) < places[made]
            )
        ):
            fills.append(user)
        else:
            return None
    return fills
