"""
Splits blocks in time that depends on the moved operations, not on the size of the region.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Attribute, Block, Operation


def split_before(op: Operation, arg_types: Iterable[Attribute] = ()) -> Block:
    """
    Moves `op` and all after it to a new block after its block, which is left without a
    terminator.

    `Block.split_before` counts the blocks of the region first: a pass that splits at every
    barrier or call would take quadratic time. Split a block from its end, so that each
    operation is moved once.
    """
    block = op.parent
    assert block is not None
    region = block.parent
    assert region is not None
    rest = Block(arg_types=arg_types)
    region.insert_block_after(rest, block)
    following: Operation | None = op
    while following is not None:
        moved, following = following, following.next_op
        moved.detach()
        rest.add_op(moved)
    return rest


def split_around(op: Operation) -> tuple[Block, Block]:
    """
    Takes `op` out of its block: returns the block that ends where it stood, and the one that goes
    on after it, whose arguments are the results of `op`.
    """
    rest = split_before(op)
    before = rest.prev_block
    assert before is not None
    rest.detach_op(op)
    for number, result in enumerate(op.results):
        argument = rest.insert_arg(result.type, number, op.location)
        hint = result.name_hint
        result.replace_all_uses_with(argument)
        argument.name_hint = hint
    return before, rest
