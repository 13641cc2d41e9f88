"""The loops that run a region for all work items of a group, between two barriers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, UnitAttr, i8, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_launch import ONE_ITEM, WHOLE_ROWS
from xdsl_opencl.ir.build import METADATA, Builder
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    WorkRegion,
    is_meeting,
)
from xdsl_opencl.transforms.work_groups.barriers.group_functions import (
    GROUP_FUNCTIONS,
    GroupCall,
    Slot,
    SlotReader,
)
from xdsl_opencl.transforms.work_groups.group import AXES, WorkGroup
from xdsl_opencl.transforms.work_groups.lockstep.lanes import NotInLockstep
from xdsl_opencl.transforms.work_groups.lockstep.row import (
    LockstepRow,
    has_sub_group_functions,
    may_run_in_lockstep,
)
from xdsl_opencl.transforms.work_groups.regions.work_item import (
    BlockCopy,
    RegionCopy,
    WorkItem,
)

_LOOP_HINTS: dict[str, Attribute] = {
    "interleave.count": IntegerAttr(1, i32),
    "unroll.runtime.disable": UnitAttr(),
}
"""
Rows are short: a vector loop over several vectors at a time, with an unrolled remainder, costs
more compile time than it saves.
"""


_ROW_LOOP_HINTS: dict[str, Attribute] = {
    METADATA: DictionaryAttr(
        {"llvm.loop": DictionaryAttr({"unroll.disable": UnitAttr()})}
    )
}
"""
A vector or a row is enough work for an iteration; LLVM would unroll these loops with remainders.
"""


@dataclass(frozen=True)
class _GroupRow:
    """
    The work items of a group with the local ids `y` and `z` in the dimensions of the outer loops.
    `first` is the number of the first of them in the group; the loop over the rows goes on at
    `latch`. `variables` are the values of the group's variables before the region.
    """

    y: SSAValue
    z: SSAValue
    first: SSAValue
    latch: Block
    regions: WorkGroupRegions
    variables: Sequence[tuple[Slot, SSAValue]]


@dataclass(frozen=True)
class _RowLoop:
    """A loop that runs `items` work items in lockstep in each iteration."""

    items: int
    head: Block
    latch: Block
    blocks: list[Block]
    waits: bool


def operand_reader(owner: WorkGroup) -> Callable[[SSAValue], SlotReader]:
    """Returns the function that finds an operand of a group function."""

    def read(value: SSAValue) -> SlotReader:
        slot = owner.homes.get(value)
        if slot is not None:
            return SlotReader(slot, None)
        return SlotReader(None, owner.values[value])

    return read


def run_group_function(
    owner: WorkGroup, block: Block, op: Operation, following: Block
) -> list[Block]:
    """
    Runs what the work-group does at `op` in `block`, and goes on to `following`. Returns the
    further blocks.
    """
    function = GROUP_FUNCTIONS.get(type(op))
    if function is None:
        Builder(block).branch(following)
        return []
    sizes = [owner.shared("actual_local_size", axis) for axis in range(3)]
    result = owner.homes.get(op.results[0]) if op.results else None
    items = owner.group_items()
    read = operand_reader(owner)
    required = prod(owner.reqd or ())
    call = GroupCall(op, block, following, read, result, items, sizes, required)
    return function.build(call)


class RegionLoops(RegionCopy):
    """The loops over the work items of one region, and the group's next step after them."""

    def __init__(
        self,
        owner: WorkGroup,
        region: WorkRegion,
        done: SSAValue | None,
        *,
        skip: bool,
        axis: int = 0,
    ):
        """
        `done` are the flags of work items that left; `skip`: some may have left before this
        region. Rows lie along dimension `axis`, 0 or 1.
        """
        super().__init__(owner, region, axis)
        self.done = done if region.meets else None
        self.skipped = done if skip else None
        outcomes = len(region.meets) + region.returns
        if outcomes > 1:
            self.state = owner.prologue.alloca(i32, hint="next")

    def arrive(self, build: Builder, item: WorkItem, meet: int, op: Operation) -> None:
        if self.owner.check is not None:
            self.owner.check.arrive(build, op)
        if self.state is not None:
            build.store(build.constant(meet, i32), self.state)

    def depart(self, build: Builder, item: WorkItem) -> None:
        if self.done is not None:
            flag = build.constant(1, i8)
            build.store(flag, build.offset(self.done, item.linear))
            assert self.owner.left is not None
            build.store(flag, self.owner.left)
        if self.owner.check is not None:
            self.owner.check.leave(build)

    def lower(
        self,
        start: Block,
        regions: WorkGroupRegions,
        starts: Sequence[Block],
        exit_block: Block,
    ) -> list[Block]:
        owner = self.owner
        z_head, y_head = (Block(arg_types=(i32,)) for _ in range(2))
        y_latch, z_latch, after = Block(), Block(), Block()
        # From the inner loop to the outer one; x is dimension 1 if rows lie along it.
        axes = (self.axis, 1 - self.axis, 2)
        size = [owner.shared_i32("actual_local_size", axis) for axis in axes]
        build = Builder(start)
        variables = [
            (slot, build.load(slot.pointer, slot.type)) for slot in self.written()
        ]
        if self.state is not None:
            build.store(build.constant(-1, i32), self.state)
        zero = build.constant(0, i32)
        one = build.constant(1, i32)
        build.branch(z_head, (zero,))
        Builder(z_head).branch(y_head, (zero,))
        build = Builder(y_head)
        z, y = z_head.args[0], y_head.args[0]
        z.name_hint, y.name_hint = (f"local_{AXES[axis]}" for axis in (2, axes[1]))
        first = build.no_wrap(llvm.MulOp, z, size[1])
        first = build.no_wrap(llvm.AddOp, first, y)
        first = build.resize(build.no_wrap(llvm.MulOp, first, size[0]), i64)
        first.name_hint = "row"
        row = _GroupRow(y, z, first, y_latch, regions, variables)
        inside = self.lower_sub_groups(build, row)
        in_rows = inside is not None
        if inside is None:
            inside, in_rows = self.lower_items(build, row)
        outer = _ROW_LOOP_HINTS if in_rows else None
        several = None if self.axis else owner.is_unknown(ONE_ITEM[1])
        self.close_loop(y_latch, y, one, size[1], y_head, z_latch, outer, several)
        several = owner.is_unknown(ONE_ITEM[2])
        self.close_loop(z_latch, z, one, size[2], z_head, after, outer, several)
        actions = self.dispatch(after, regions, starts, exit_block)
        return [start, z_head, y_head, *inside, y_latch, z_latch, after, *actions]

    def lower_items(self, build: Builder, row: _GroupRow) -> tuple[list[Block], bool]:
        """
        Makes the loop over the work items of a row of the group, after those of `lower_row`. Ends
        `build`'s block. Returns the blocks, and true if there are loops of `lower_row`.
        """
        owner = self.owner
        x_head = Block(arg_types=(i32,))
        row_blocks = self.lower_row(build, row, x_head)
        x = x_head.args[0]
        x.name_hint = f"local_{AXES[self.axis]}"
        build = Builder(x_head)
        linear = build.no_wrap(llvm.AddOp, row.first, build.resize(x, i64), "linear")
        if owner.check is not None:
            owner.check.begin_item(build, linear)
        item = WorkItem(self.places(x, row), linear)
        body = self.blocks[self.region.entry]
        if row.variables:
            body = Block()
            restore = Builder(body)
            self.restore(restore, row.variables)
            restore.branch(self.blocks[self.region.entry])
        if self.skipped is not None:
            flag = build.load(build.offset(self.skipped, linear), i8)
            gone = build.compare("ne", flag, build.constant(0, i8))
            build.branch_if(gone, self.latch, body)
        else:
            build.branch(body)
        for block in self.region.blocks:
            BlockCopy(self, item, block, row.regions).copy()
        hints = _LOOP_HINTS
        if owner.lockstep:
            hints = {"parallel_accesses": self.access_group, **hints}
        parallel: dict[str, Attribute] = {
            METADATA: DictionaryAttr({"llvm.loop": DictionaryAttr(hints)})
        }
        one = Builder(self.latch).constant(1, i32)
        size = owner.shared_i32("actual_local_size", self.axis)
        self.close_loop(self.latch, x, one, size, x_head, row.latch, parallel)
        copies = [self.blocks[block] for block in self.region.blocks]
        made = [
            x_head,
            *((body,) if row.variables else ()),
            *copies,
            self.latch,
            *row_blocks,
        ]
        return made, bool(row_blocks)

    def stays_in_lockstep(self) -> bool:
        """Returns whether work items may run in lockstep, as far as one can tell before."""
        return (
            self.owner.lockstep
            and self.done is None
            and self.skipped is None
            and may_run_in_lockstep(self.region.blocks, self.owner)
        )

    def lower_sub_groups(self, build: Builder, row: _GroupRow) -> list[Block] | None:
        """
        Makes the loop over the sub-groups of a row of the group. Ends `build`'s block. Returns the
        blocks of the loop; `None`, and does nothing, for a region that may run otherwise.

        Raises `NotInLockstep` for a region with sub-group functions that cannot run in lockstep.
        """
        owner = self.owner
        if owner.row_items is None:
            return None
        loop = None
        if self.stays_in_lockstep():
            loop = self.row_loop(owner.row_items, row)
        if loop is not None:
            build.branch(loop.head, (build.constant(0, i32),))
            items = Builder(loop.latch).constant(owner.row_items, i32)
            size = owner.shared_i32("actual_local_size", 0)
            index = loop.head.args[0]
            hints = _ROW_LOOP_HINTS
            self.close_loop(loop.latch, index, items, size, loop.head, row.latch, hints)
            return loop.blocks
        if has_sub_group_functions(self.region.blocks):
            raise NotInLockstep("functions of sub-groups that run in turn")
        return None

    def lower_row(self, build: Builder, row: _GroupRow, x_head: Block) -> list[Block]:
        """
        Makes the loops that run a row of work items in lockstep, `ROW_ITEMS` at a time, or first
        in larger steps, before the loop at `x_head` that runs the rest. Ends `build`'s block.
        Returns the blocks of the loops, an empty list if the work items run one after the other.
        """
        owner = self.owner
        zero = build.constant(0, i32)
        loops: list[_RowLoop] = []
        if self.stays_in_lockstep():
            for items in sorted(WHOLE_ROWS):
                found = self.row_loop(items, row)
                if found is not None:
                    loops.insert(0, found)
                if found is None or not found.waits:
                    break
        if not loops:
            build.branch(x_head, (zero,))
            return []
        size = owner.shared("actual_local_size", self.axis)
        size32 = owner.shared_i32("actual_local_size", self.axis)
        narrow = owner.has_int_ids(build, self.axis)
        enough = build.compare("uge", size, build.constant(loops[0].items))
        start = zero
        made: list[Block] = []
        for i, loop in enumerate(loops):
            others = x_head if loop is loops[-1] else Block(arg_types=(i32,))
            rows = build.op(llvm.AndOp, narrow, enough)
            if self.axis == 0:
                known = owner.is_known(WHOLE_ROWS[loop.items])
                rows = build.op(llvm.OrOp, rows, known)
            build.branch_if(rows, loop.head, others, (start,), (start,))
            made += loop.blocks
            inner = Builder(loop.latch)
            items = inner.constant(loop.items, i32)
            following = inner.no_wrap(llvm.AddOp, loop.head.args[0], items)
            next_end = inner.no_wrap(llvm.AddOp, following, items)
            again = inner.compare("ule", next_end, size32)
            rest = Block()
            made.append(rest)
            some = inner.compare("ult", following, size32)
            if self.axis == 0:
                unknown = owner.is_unknown(WHOLE_ROWS[loop.items])
                some = inner.op(llvm.AndOp, some, unknown)
            inner.branch_if(
                again, loop.head, rest, (following,), attributes=_ROW_LOOP_HINTS
            )
            Builder(rest).branch_if(some, others, row.latch, (following,))
            if others is x_head:
                break
            made.append(others)
            build, start = Builder(others), others.args[0]
            count = build.constant(loops[i + 1].items, i32)
            next_end = build.no_wrap(llvm.AddOp, start, count)
            enough = build.compare("ule", next_end, size32)
        return made

    def row_loop(self, items: int, row: _GroupRow) -> _RowLoop | None:
        """
        Makes the blocks of a loop that runs `items` work items in lockstep; its latch has no
        terminator. Returns `None` where the region does not run in lockstep.
        """
        head, body, latch = Block(arg_types=(i32,)), Block(), Block()
        x = head.args[0]
        x.name_hint = f"row_{AXES[self.axis]}"
        inner = Builder(head)
        linear = inner.no_wrap(llvm.AddOp, row.first, inner.resize(x, i64), "linear")
        item = WorkItem(self.places(x, row), linear)
        try:
            lockstep = LockstepRow(self, self.region, row.regions, item, items)
            made = lockstep.make(body, latch)
        except NotInLockstep:
            for op in head.ops:
                op.drop_all_references()
            return None
        self.restore(inner, row.variables)
        inner.branch(body)
        return _RowLoop(items, head, latch, [head, *made, latch], lockstep.waits())

    def places(
        self, x: SSAValue, row: _GroupRow
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        """Returns the local ids of dimensions 0 to 2 of the work item at `x` of `row`."""
        return (row.y, x, row.z) if self.axis else (x, row.y, row.z)

    @staticmethod
    def restore(build: Builder, variables: Sequence[tuple[Slot, SSAValue]]) -> None:
        """
        Makes every work item start from the values that the group agreed on, not from those that
        the previous work item computed in this region.
        """
        for slot, value in variables:
            build.store(value, slot.pointer)

    def written(self) -> list[Slot]:
        """
        Returns the variables of the group that each work item reads and writes in this region.
        """
        homes = [
            self.owner.homes.get(value)
            for block in self.region.blocks
            if block in self.region.repeated
            for value in (
                *block.args,
                *(r for op in block.ops if not is_meeting(op) for r in op.results),
            )
        ]
        return [home for home in homes if home is not None and home.per_group]

    @staticmethod
    def close_loop(
        latch: Block,
        index: SSAValue,
        one: SSAValue,
        size: SSAValue,
        head: Block,
        after: Block,
        attributes: dict[str, Attribute] | None = None,
        several: SSAValue | None = None,
    ) -> None:
        """Ends a loop, which has one iteration where `several` is false."""
        build = Builder(latch)
        following = build.no_wrap(llvm.AddOp, index, one)
        again = build.compare("ult", following, size)
        if several is not None:
            again = build.op(llvm.AndOp, again, several)
        build.branch_if(again, head, after, (following,), attributes=attributes)

    def dispatch(
        self,
        after: Block,
        regions: WorkGroupRegions,
        starts: Sequence[Block],
        exit_block: Block,
    ) -> list[Block]:
        """Makes the group's next step after all its work items have run the region."""
        actions: list[Block] = []
        build = Builder(after)
        if self.owner.check is not None and self.region.meets:
            # The group ends here: some of its work items would wait forever.
            ended = self.owner.check.meet(build)
            together = Block()
            actions.append(together)
            ended = build.compare("ne", ended, build.constant(0, i32))
            build.branch_if(ended, exit_block, together)
            build = Builder(together)
        state = None if self.state is None else build.load(self.state, i32)
        for meet in self.region.meets:
            action = Block()
            actions.append(action)
            op = regions.meeting[meet]
            actions += run_group_function(self.owner, action, op, starts[meet + 1])
            if state is None:
                build.branch(action)
                return actions
            here = build.compare("eq", state, build.constant(meet, i32))
            other = Block()
            actions.append(other)
            build.branch_if(here, action, other)
            build = Builder(other)
        build.branch(exit_block)
        return actions
