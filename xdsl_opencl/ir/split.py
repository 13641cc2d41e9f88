"""
Splits blocks, and puts blocks between, in time that depends on the moved operations, not on the size
of the region.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects import func, llvm
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue


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


def returned(terminator: Operation | None) -> tuple[SSAValue, ...] | None:
    """The values that a function's terminator returns; `None` for a branch."""
    if isinstance(terminator, func.ReturnOp | llvm.ReturnOp):
        return tuple(terminator.operands)
    return None


def put_blocks(op: Operation, body: Region, branch: type[Operation]) -> None:
    """
    Puts the blocks of a function's `body` in the place of `op`: its arguments are the operands of
    `op`, and what it returns the results. `branch` is the branch without a condition.
    """
    before, rest = split_around(op)
    entry, *others = body.blocks
    body.move_blocks_before(rest)
    for block in (entry, *others):
        if (values := returned(block.last_op)) is not None:
            assert block.last_op is not None
            block.erase_op(block.last_op)
            block.add_op(branch.create(operands=values, successors=[rest]))
    # No branch leads back to a function's first block: its arguments are the operands.
    for argument, operand in zip(tuple(entry.args), op.operands, strict=True):
        argument.replace_all_uses_with(operand)
        entry.erase_arg(argument)
    before.add_op(branch.create(successors=[entry]))
    op.erase()
