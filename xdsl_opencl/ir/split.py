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
