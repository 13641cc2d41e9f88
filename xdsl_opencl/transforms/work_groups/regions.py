"""
Which parts of a kernel lie between barriers, and which values cross them.

A kernel's CFG is cut behind every operation at which the whole work-group meets. A
*region* is everything reachable from the kernel's entry, or from the point behind one
such operation, without passing another; a block may belong to several regions. Work items
run a region one after the other, so a value that is alive where a region begins must be
kept per work item: it *crosses*.

This is what Mesa's clover and pocl do for their CPU devices, with one difference: the
successor region is chosen at run time, so any control flow around a barrier is covered as
long as all work items of a group agree on it, which OpenCL C demands (3.0, section
6.15.8).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, Region, SSAValue


@dataclass
class WorkRegion:
    """
    A piece of the kernel that one loop over the work items runs.

    `entry` is its first block, `blocks` all of it in reverse post-order, `meets` the
    indices of the operations at which it ends, `returns` whether a work item can leave
    the kernel in it.
    """

    entry: Block
    blocks: list[Block]
    meets: list[int]
    returns: bool


@dataclass
class WorkGroupRegions:
    """
    `regions[0]` starts at the kernel's entry, `regions[i + 1]` behind `meeting[i]`.
    `order` is all blocks in reverse post-order, `continuation` the block behind each
    meeting operation, `crossing` the values alive at the start of some region.
    """

    regions: list[WorkRegion]
    meeting: list[Operation]
    order: list[Block]
    continuation: dict[Block, Block]
    crossing: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])

    def before_meetings(self) -> set[Block]:
        """
        The blocks from which a work item may come to a meeting operation.
        """
        found = set(self.continuation)
        changed = True
        while changed:
            changed = False
            for block in reversed(self.order):
                if block not in found and any(
                    s in found for s in successors(block, self.continuation)
                ):
                    found.add(block)
                    changed = True
        return found


def successors(block: Block, continuation: dict[Block, Block]) -> tuple[Block, ...]:
    """
    Blocks that follow `block` when barriers are passed.
    """
    if (behind := continuation.get(block)) is not None:
        return (behind,)
    last = block.last_op
    return () if last is None else tuple(last.successors)


def reverse_post_order(
    entry: Block, follow: Callable[[Block], tuple[Block, ...]]
) -> list[Block]:
    """
    The blocks reached from `entry`, each before those that it leads to, loops aside.
    """
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(follow(entry)))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(follow(successor))))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def cut(body: Region, is_meeting: Callable[[Operation], bool]) -> dict[Block, Block]:
    """
    Splits the blocks of `body` behind every meeting operation. Such a block ends with
    the operation and has no terminator; the result maps it to the block behind it.
    """
    continuation: dict[Block, Block] = {}
    for block in tuple(body.blocks):
        for op in tuple(block.ops):
            if is_meeting(op):
                current = op.parent
                following = op.next_op
                assert current is not None
                assert following is not None
                continuation[current] = current.split_before(following)
    return continuation


def _live_in(
    order: list[Block], continuation: dict[Block, Block]
) -> dict[Block, set[SSAValue]]:
    """
    Values alive at the start of each block of `order` (block arguments are definitions).
    """
    used: dict[Block, set[SSAValue]] = {}
    defined: dict[Block, set[SSAValue]] = {}
    for block in order:
        uses: set[SSAValue] = set()
        definitions: set[SSAValue] = set(block.args)
        for op in block.ops:
            uses.update(v for v in op.operands if v not in definitions)
            definitions.update(op.results)
        used[block], defined[block] = uses, definitions
    live = {block: set(uses) for block, uses in used.items()}
    changed = True
    while changed:
        changed = False
        for block in reversed(order):
            now = live[block]
            before = len(now)
            for successor in successors(block, continuation):
                now |= live[successor] - defined[block]
            changed = changed or len(now) != before
    return live


def find_regions(
    body: Region, is_meeting: Callable[[Operation], bool]
) -> WorkGroupRegions:
    """
    Cuts `body` and describes its regions. Blocks that cannot be reached are left out.
    """
    continuation = cut(body, is_meeting)
    entry = body.first_block
    assert entry is not None
    order = reverse_post_order(entry, lambda b: successors(b, continuation))
    meeting_blocks = [block for block in order if block in continuation]
    index = {block: i for i, block in enumerate(meeting_blocks)}

    def inside(block: Block) -> tuple[Block, ...]:
        if block in continuation:
            return ()
        last = block.last_op
        return () if last is None else tuple(last.successors)

    regions: list[WorkRegion] = []
    for start in (entry, *(continuation[block] for block in meeting_blocks)):
        blocks = reverse_post_order(start, inside)
        regions.append(
            WorkRegion(
                start,
                blocks,
                [index[block] for block in blocks if block in continuation],
                any(
                    block not in continuation and not inside(block) for block in blocks
                ),
            )
        )
    meeting: list[Operation] = []
    for block in meeting_blocks:
        last = block.last_op
        assert last is not None
        meeting.append(last)
    result = WorkGroupRegions(regions, meeting, order, continuation)
    if meeting:
        live = _live_in(order, continuation)
        crossing: set[SSAValue] = set()
        for region in regions[1:]:
            crossing |= live[region.entry]
        # What a meeting operation reads is read once per group, after its region.
        for op in meeting:
            crossing.update(op.operands, op.results)
        # In the order of definition, so that the output does not depend on addresses.
        for block in order:
            for value in (*block.args, *(r for op in block.ops for r in op.results)):
                if value in crossing:
                    result.crossing[value] = None
    return result


def has_cycle(regions: WorkGroupRegions) -> bool:
    """
    Whether a work item can come to a block twice.
    """
    number = {block: i for i, block in enumerate(regions.order)}
    return any(
        number[successor] <= i
        for block, i in number.items()
        for successor in successors(block, regions.continuation)
    )
