"""
Implements barriers on the CPU device by cutting the kernel after them.

A whole work-group meets at barriers and group functions. The kernel's control flow graph is cut
after each of them. A *region* is everything reachable from the kernel's entry, or from the point
after one such operation, without passing another; a block may belong to several regions. The work
items of a group run a region one after the other (`loops.py`), and all have reached the barrier
when the loop over them ends; the next loop runs the region after it. A value that is alive at the
start of a region must be kept per work item: it *crosses* (`barrier_storage.py`).

Mesa's clover and pocl do the same for their CPU devices, with one difference: here the successor
region is chosen at run time. So any control flow around a barrier works as long as all work items
of a group agree on it, as OpenCL C demands (3.0, section 6.15.8).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_opencl.abi.enums import FenceFlag
from xdsl_opencl.analysis import cfg
from xdsl_opencl.analysis.cfg import (
    dominators,
    leading_to,
    natural_loops,
    predecessors,
    reverse_post_order,
)
from xdsl_opencl.analysis.dominance import dominator_intervals
from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.dialects.opencl import sync
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.split import split_before
from xdsl_opencl.transforms.work_groups.barriers.group_functions import GROUP_FUNCTIONS
from xdsl_opencl.transforms.work_groups.sub_groups.sub_groups import (
    MEETINGS as SUB_GROUP_MEETINGS,
)

_MOST_COPIES = 4
"""The limit for the mean number of regions that a block belongs to."""
_MEETINGS = frozenset(
    (sync.BarrierOp, sync.WorkGroupBarrierOp, *GROUP_FUNCTIONS, *SUB_GROUP_MEETINGS)
)


def is_meeting(op: Operation) -> bool:
    """
    Returns whether all work items of a group, or those of a sub-group, must reach `op` together.
    """
    return type(op) in _MEETINGS


def is_group_meeting(op: Operation) -> bool:
    """Returns whether all work items of a group must reach `op` together."""
    return is_meeting(op) and type(op) not in SUB_GROUP_MEETINGS


def check_added_barriers(uniformity: Uniformity) -> None:
    """
    Raises `PassFailedException` for a barrier that the program does not have, and that only
    some work items may reach.
    """
    for block in uniformity.partial:
        for op in block.ops:
            reason = op.attributes.get(sync.ALL_MEET)
            if isinstance(reason, StringAttr):
                fail(
                    op,
                    f"'{reason.data}' may not be reached by all work items of a work-group, "
                    "which the CPU device needs because each has whole matrices there; move "
                    "it to where all come, or state work-groups of one work item",
                )


@dataclass
class WorkRegion:
    """
    A piece of the kernel that one loop over the work items runs.

    `entry` is its first block, `blocks` all of it in reverse post-order, `meets` the indices of
    the operations that end it; `returns` is true if a work item can leave the kernel in it.
    `repeated` are those of its blocks that a work item has always passed before it reaches
    `entry`: they may define a value that crosses into the region, and redefine it there.
    """

    entry: Block
    blocks: list[Block]
    meets: list[int]
    returns: bool
    repeated: set[Block]


@dataclass
class WorkGroupRegions:
    """
    `regions[0]` starts at the kernel's entry, `regions[i + 1]` after `meeting[i]`.
    `order` is all blocks in reverse post-order, `continuation` the block after each
    meeting operation, `crossing` the values alive at the start of some region.
    """

    regions: list[WorkRegion]
    meeting: list[Operation]
    order: list[Block]
    continuation: dict[Block, Block]
    crossing: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    meeting_number: dict[Operation, int] = field(init=False)

    def __post_init__(self) -> None:
        self.meeting_number = {op: i for i, op in enumerate(self.meeting)}

    def before_meetings(self) -> set[Block]:
        """Returns the blocks from where a work item may reach a meeting operation."""
        before = predecessors(self.order, lambda b: successors(b, self.continuation))
        return leading_to(self.continuation, before)


def successors(block: Block, continuation: dict[Block, Block]) -> tuple[Block, ...]:
    """Returns the successors of `block`, across barriers."""
    if (after := continuation.get(block)) is not None:
        return (after,)
    return cfg.successors(block)


def _inside(block: Block, continuation: dict[Block, Block]) -> tuple[Block, ...]:
    """Returns the successors of `block` in its region."""
    return () if block in continuation else cfg.successors(block)


def cut(body: Region, is_meeting: Callable[[Operation], bool]) -> dict[Block, Block]:
    """
    Splits the blocks of `body` after every meeting operation. Such a block ends with
    the operation and has no terminator; the result maps it to the block after it.
    """
    continuation: dict[Block, Block] = {}
    for block in tuple(body.blocks):
        tails: list[Block] = []
        meetings = [op for op in block.ops if is_meeting(op)]
        for op in reversed(meetings):
            following = op.next_op
            assert following is not None
            tails.append(split_before(following))
        current = block
        for after in reversed(tails):
            continuation[current] = after
            current = after
    return continuation


def find_regions(
    body: Region,
    is_meeting: Callable[[Operation], bool],
    analyse: Callable[[list[Block], dict[Block, Block]], Uniformity] | None = None,
) -> WorkGroupRegions:
    """
    Cuts `body` and describes its regions, without unreachable blocks. `analyse` finds the values
    that work items share, for blocks in reverse post-order, some of them continued after
    barriers; without it no loops are parted.
    """
    continuation = cut(body, is_meeting)
    entry = body.blocks[0]

    def follow(block: Block) -> tuple[Block, ...]:
        return successors(block, continuation)

    order = reverse_post_order(entry, follow)
    if analyse is not None and _repeat(order, continuation):
        _part_loops(order, continuation, analyse(order, continuation))
        order = reverse_post_order(entry, follow)
    meeting_blocks = [block for block in order if block in continuation]
    index = {block: i for i, block in enumerate(meeting_blocks)}
    above = dominator_intervals(dominators(order, follow)) if meeting_blocks else {}

    regions: list[WorkRegion] = []
    for start in (entry, *(continuation[block] for block in meeting_blocks)):
        blocks = reverse_post_order(start, lambda b: _inside(b, continuation))
        regions.append(
            WorkRegion(
                start,
                blocks,
                [index[block] for block in blocks if block in continuation],
                any(
                    block not in continuation and not cfg.successors(block)
                    for block in blocks
                ),
                {block for block in blocks[1:] if _dominates(above, block, start)},
            )
        )
    meeting: list[Operation] = []
    for block in meeting_blocks:
        last = block.last_op
        assert last is not None
        meeting.append(last)
    result = WorkGroupRegions(regions, meeting, order, continuation)
    if meeting:
        starts = [region.entry for region in regions[1:]]
        crossing = set(cfg.values_alive_at(starts, order, follow))
        # The operands of a meeting operation are read once per group, after its region.
        for op in meeting:
            crossing.update(op.operands, op.results)
        # In the order of definition, so that the output does not depend on addresses.
        for block in order:
            for value in (*block.args, *(r for op in block.ops for r in op.results)):
                if value in crossing:
                    result.crossing[value] = None
    return result


def _dominates(
    intervals: Mapping[Block, tuple[int, int]], above: Block, below: Block
) -> bool:
    if not intervals:
        return False
    outer, inner = intervals[above], intervals[below]
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _repeat(order: Sequence[Block], continuation: dict[Block, Block]) -> bool:
    """
    Returns whether regions repeat most of the kernel: a region that begins in a loop with barriers
    extends to all following loops of this kind, because these may have no iterations.
    """
    left = _MOST_COPIES * len(order)
    for start in (order[0], *continuation.values()):
        left -= len(reverse_post_order(start, lambda b: _inside(b, continuation)))
        if left < 0:
            return True
    return False


def _part_loops(
    order: Sequence[Block], continuation: dict[Block, Block], uniformity: Uniformity
) -> None:
    """Adds a meeting after each loop with barriers that all work items leave together."""
    if uniformity.guards:
        return
    number = {block: i for i, block in enumerate(order)}

    def follow(block: Block) -> tuple[Block, ...]:
        return successors(block, continuation)

    exits: dict[Block, None] = {}
    for loop in natural_loops(order, follow).values():
        if not loop.isdisjoint(continuation):
            exits.update((s, None) for b in loop for s in follow(b) if s not in loop)
    for block in sorted(exits, key=number.__getitem__):
        first = block.first_op
        assert first is not None
        ends = first is block.last_op and not first.successors
        if ends or is_meeting(first) or block in uniformity.partial:
            continue  # mutant: the group meets once more
        barrier = sync.BarrierOp(FenceFlagsAttr((FenceFlag.LOCAL,)))
        block.insert_op_before(barrier, first)
        rest = split_before(first)
        if block in continuation:
            continuation[rest] = continuation[block]
        continuation[block] = rest


def has_cycle(regions: WorkGroupRegions) -> bool:
    """Returns whether a work item can reach a block twice."""
    number = {block: i for i, block in enumerate(regions.order)}
    return any(
        number[successor] <= i
        for block, i in number.items()
        for successor in successors(block, regions.continuation)
    )
