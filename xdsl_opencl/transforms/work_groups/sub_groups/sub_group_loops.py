"""
Runs a kernel whose work items meet in sub-groups (`sub_groups.py`).

The kernel is cut after every meeting, of the work-group and of sub-groups. Each work item has a
*stop*: the number of the region that it enters next, or of the barrier where it waits. Sub-groups
run in turn. A sub-group runs the meeting with the lowest number that some of its work items have
reached, for these, and then the region after it, until all wait for the work-group.

The meetings are numbered so that work items which may still reach one are at lower numbers. So all
that pass a meeting pass it together: those of one path through a conditional, and after it
all again, as on a GPU. Work items that go round a loop wait for each other before its next iteration,
and those that have left it wait after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, UnitAttr, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.abi.enums import MemoryScope
from xdsl_opencl.analysis.cfg import natural_loops, reverse_post_order
from xdsl_opencl.analysis.cfg import successors as cfg_successors
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.opencl import sync
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.work_groups.barriers.barriers import (
    WorkGroupRegions,
    successors,
)
from xdsl_opencl.transforms.work_groups.barriers.group_functions import Code, loop_hints
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.regions.loops import (
    operand_reader,
    run_group_function,
)
from xdsl_opencl.transforms.work_groups.regions.work_item import (
    BlockCopy,
    RegionCopy,
    WorkItem,
)
from xdsl_opencl.transforms.work_groups.sub_groups.sub_groups import (
    MEETINGS,
    SubGroupCall,
)

_SMALL: dict[str, Attribute] = {
    "unroll.disable": UnitAttr(),
    "vectorize.enable": IntegerAttr(0, i1),
}
"""
A kernel has several loops for each meeting, over few work items. Other forms of them take LLVM
longer than they save.
"""
Exits = Mapping[Block, Sequence[Block]]


def gather_in_loops(body: Region) -> Exits:
    """
    Adds a block with a sub-group barrier to each loop of `body` that has meetings of
    sub-groups: all ways back to the start of the loop lead through it. Returns these blocks with the
    blocks to which the loop exits.
    """
    entry = body.blocks[0]
    order = reverse_post_order(entry)
    number = {block: i for i, block in enumerate(order)}
    loops: dict[Block, set[Block]] = {}
    gathering: dict[Block, Block] = {}
    for header, blocks in natural_loops(order).items():
        if any(type(op) in MEETINGS for block in blocks for op in block.ops):
            loops[header] = blocks
            gathering[header] = Block(arg_types=header.arg_types)

    def through(block: Block, following: Block) -> Block:
        back = number[following] <= number[block]
        return gathering.get(following, following) if back else following

    exits = {
        gathering[header]: [
            through(block, following)
            for block in sorted(blocks, key=number.__getitem__)
            for following in cfg_successors(block)
            if following not in blocks
        ]
        for header, blocks in loops.items()
    }
    for block in order:
        last = block.last_op
        assert last is not None
        for i, following in enumerate(last.successors):
            last.successors[i] = through(block, following)
    for header, block in gathering.items():
        barrier = sync.SubGroupBarrierOp(FenceFlagsAttr(()), MemoryScope.SUB_GROUP)
        block.add_ops((barrier, llvm.BrOp(header, *block.args)))
        body.add_block(block)
    return exits


class _SubGroups:
    """The memory of a group that tells where its work items and sub-groups are."""

    def __init__(
        self, group: WorkGroup, size: int, regions: WorkGroupRegions, exits: Exits
    ):
        self.group = group
        self.size = size
        self.regions = regions

        def follow(block: Block) -> Sequence[Block]:
            if (left := exits.get(block)) is not None:
                return left
            return successors(block, regions.continuation)

        order = reverse_post_order(regions.order[0], lambda b: tuple(follow(b)))
        reached = [block for block in order if block in regions.continuation]
        self.stops: dict[Operation, int] = {}
        """Meeting to the number of the region after it; 0 is the first region."""
        self.ordered = False
        """True if the kernel orders the accesses of a sub-group."""
        for block in reached:
            assert block.last_op is not None
            self.stops[block.last_op] = len(self.stops) + 1
            barrier = isinstance(block.last_op, sync.SubGroupBarrierOp)
            self.ordered = self.ordered or (barrier and block not in exits)
        build = group.prologue
        items = group.group_items()
        group.item_bytes += 4
        self.stop = build.alloca(i32, items, hint="stop")
        stops = build.no_wrap(llvm.MulOp, items, build.constant(4))
        build.fill(self.stop, 0, stops)
        self.first, self.end = (
            build.alloca(i64, hint=name) for name in ("first", "end")
        )
        self._scratch: dict[Attribute, SSAValue] = {}
        self.place = tuple(build.alloca(i32, hint=f"first_{axis}") for axis in "xyz")

    def scratch(self, type: Attribute) -> SSAValue:
        """Memory of `type`; meetings use it in turn."""
        if type not in self._scratch:
            group = self.group
            size, alignment = memory_size_align(type, group.target)
            group.frame_bytes += size + alignment
            self._scratch[type] = group.prologue.alloca(type, alignment=alignment)
        return self._scratch[type]

    def stop_at(self, build: Builder, item: SSAValue) -> SSAValue:
        return build.load(build.offset(self.stop, item, i32), i32)

    def set_stop(self, build: Builder, item: SSAValue, number: int) -> None:
        build.store(build.constant(number, i32), build.offset(self.stop, item, i32))

    def waiting(self, op: Operation) -> int:
        """The stop of work items that have reached `op`, and wait for the others there."""
        number = self.stops[op]
        return number if type(op) in MEETINGS else number + len(self.stops)

    @property
    def gone(self) -> int:
        """The stop of work items that have left the kernel, the highest number."""
        return 2 * len(self.stops) + 1

    def lowest(self, code: Code, first: SSAValue, end: SSAValue) -> SSAValue:
        def least(item: SSAValue, found: SSAValue | None) -> SSAValue:
            assert found is not None
            stop = self.stop_at(code.build, item)
            lower = code.build.compare("ult", stop, found)
            return code.build.select(lower, stop, found)

        found = code.loop(first, end, code.build.constant(self.gone, i32), least)
        assert found is not None
        return found


class _SubGroupRegion(RegionCopy):
    """The loop that runs a region for those work items of a sub-group that are to enter it."""

    def __init__(self, sub_groups: _SubGroups, number: int, index: int):
        """`number` is the stop of work items that enter region `index`."""
        super().__init__(sub_groups.group, sub_groups.regions.regions[index])
        self.sub_groups = sub_groups
        self.number = number

    def arrive(self, build: Builder, item: WorkItem, meet: int, op: Operation) -> None:
        if self.owner.check is not None and type(op) not in MEETINGS:
            self.owner.check.arrive(build, op)
        self.sub_groups.set_stop(build, item.linear, self.sub_groups.waiting(op))

    def depart(self, build: Builder, item: WorkItem) -> None:
        if self.owner.check is not None:
            self.owner.check.leave(build)
        self.sub_groups.set_stop(build, item.linear, self.sub_groups.gone)

    def lower(self, start: Block, after: Block) -> list[Block]:
        """Fills `start` and goes on to `after`. Returns the blocks."""
        owner, sub_groups = self.owner, self.sub_groups
        head = Block(arg_types=(i64, i32, i32, i32))
        build = Builder(start)
        first = build.load(sub_groups.first, i64)
        end = build.load(sub_groups.end, i64)
        place = (build.load(memory, i32) for memory in sub_groups.place)
        build.branch(head, (first, *place))
        build = Builder(head)
        linear, x, y, z = head.args
        for value, hint in zip(head.args, ("linear", "local_x", "local_y", "local_z")):
            value.name_hint = hint
        stop = sub_groups.stop_at(build, linear)
        enters = build.compare("eq", stop, build.constant(self.number, i32))
        body = Block()
        build.branch_if(enters, body, self.latch)
        item = WorkItem((x, y, z), linear)
        build = Builder(body)
        if owner.check is not None:
            # The checker knows no order within a sub-group.
            owner.check.begin_item(build, first if sub_groups.ordered else linear)
        build.branch(self.blocks[self.region.entry])
        for block in self.region.blocks:
            BlockCopy(self, item, block, sub_groups.regions).copy()
        build = Builder(self.latch)
        following = build.no_wrap(llvm.AddOp, linear, build.constant(1))
        zero, one = build.constant(0, i32), build.constant(1, i32)
        x = build.no_wrap(llvm.AddOp, x, one)
        for_y = build.compare("eq", x, owner.shared_i32("actual_local_size", 0))
        y = build.select(for_y, build.no_wrap(llvm.AddOp, y, one), y)
        for_z = build.compare("eq", y, owner.shared_i32("actual_local_size", 1))
        z = build.select(for_z, build.no_wrap(llvm.AddOp, z, one), z)
        x, y = build.select(for_y, zero, x), build.select(for_z, zero, y)
        more = build.compare("ult", following, end)
        build.branch_if(
            more, head, after, (following, x, y, z), attributes=loop_hints(_SMALL)
        )
        copies = [self.blocks[block] for block in self.region.blocks]
        return [start, head, body, *copies, self.latch]


def lower_sub_groups(
    group: WorkGroup,
    size: int,
    regions: WorkGroupRegions,
    exits: Exits,
    exit_block: Block,
) -> list[Block]:
    """
    Returns the blocks, from the first, that run `regions` for all sub-groups of `group`, of `size`
    work items each, and go on to `exit_block`. `exits` are those of `gather_in_loops`.
    """
    sub_groups = _SubGroups(group, size, regions, exits)
    items = group.group_items()
    sizes = [group.shared_i32("actual_local_size", axis) for axis in range(2)]
    round_, begin, schedule, ended, together = (Block() for _ in range(5))
    starts = [Block() for _ in regions.regions]
    made = [round_, begin, schedule]

    build = Builder(round_)
    build.store(build.constant(0), sub_groups.first)
    build.branch(begin)

    build = Builder(begin)
    first = build.load(sub_groups.first, i64)
    end = build.no_wrap(llvm.AddOp, first, build.constant(size))
    end = build.select(build.compare("ult", end, items), end, items)
    build.store(end, sub_groups.end)
    rest = build.resize(first, i32)
    for memory, count in zip(sub_groups.place, sizes, strict=False):
        build.store(build.op(llvm.URemOp, rest, count), memory)
        rest = build.op(llvm.UDivOp, rest, count)
    build.store(rest, sub_groups.place[2])
    build.branch(schedule)

    code = Code(schedule, _SMALL)
    first = code.build.load(sub_groups.first, i64)
    end = code.build.load(sub_groups.end, i64)
    stop = sub_groups.lowest(code, first, end)
    made += code.made
    ways = {0: starts[0]}
    for op, number in sub_groups.stops.items():
        start = starts[regions.meeting_number[op] + 1]
        ways[number] = start
        if type(op) in MEETINGS:
            ways[number] = action = Block()
            made.append(action)
            made += _meet(sub_groups, action, op, start)
    code.build.insert(_switch(stop, ended, ways))

    build = Builder(ended)
    end = build.load(sub_groups.end, i64)
    build.store(end, sub_groups.first)
    build.branch_if(build.compare("ult", end, items), begin, together)
    made += [ended, together]

    numbers = {0: 0}
    numbers |= {regions.meeting_number[op] + 1: n for op, n in sub_groups.stops.items()}
    for index, start in enumerate(starts):
        region = _SubGroupRegion(sub_groups, numbers[index], index)
        made += region.lower(start, schedule)
    made += _meet_all(sub_groups, together, round_, exit_block)
    return made


def _switch(value: SSAValue, otherwise: Block, ways: Mapping[int, Block]) -> SwitchOp:
    blocks = [*ways.values()]
    return SwitchOp(value, otherwise, (), [*ways], blocks, [()] * len(ways))


def _meet(
    sub_groups: _SubGroups, block: Block, op: Operation, following: Block
) -> list[Block]:
    """Runs a meeting of the current sub-group in `block`. Returns the further blocks."""
    group = sub_groups.group
    code = Code(block, _SMALL)
    number = sub_groups.stops[op]

    def active(item: SSAValue) -> SSAValue:
        stop = sub_groups.stop_at(code.build, item)
        return code.build.compare("eq", stop, code.build.constant(number, i32))

    first = code.build.load(sub_groups.first, i64)
    end = code.build.load(sub_groups.end, i64)
    result = group.homes.get(op.results[0]) if op.results else None
    read = operand_reader(group)
    MEETINGS[type(op)](
        SubGroupCall(
            op,
            code,
            first,
            end,
            read,
            result,
            active,
            sub_groups.scratch,
            sub_groups.size,
        )
    )
    code.build.branch(following)
    return code.made


def _meet_all(
    sub_groups: _SubGroups, block: Block, again: Block, exit_block: Block
) -> list[Block]:
    """
    Runs the meeting of the work-group that all its work items have reached, and goes on to `again`,
    or to `exit_block` if they have left. Returns the further blocks.
    """
    group = sub_groups.group
    items = group.group_items()
    meetings = [op for op in sub_groups.stops if type(op) not in MEETINGS]
    code = Code(block, _SMALL)
    if group.check is not None and meetings:
        # The group ends here: some of its work items would wait forever.
        over = group.check.meet(code.build)
        over = code.build.compare("ne", over, code.build.constant(0, i32))
        go_on = Block()
        code.build.branch_if(over, exit_block, go_on)
        code.made.append(go_on)
        code.build = Builder(go_on)
    stop = sub_groups.lowest(code, code.build.constant(0), items)
    made = code.made
    ways: dict[int, Block] = {}
    for op in meetings:
        action, release = Block(), Block()
        waiting = sub_groups.waiting(op)
        ways[waiting] = action
        made += [action, *run_group_function(group, action, op, release), release]
        made += _release(sub_groups, release, waiting, sub_groups.stops[op], again)
    code.build.insert(_switch(stop, exit_block, ways))
    return made


def _release(
    sub_groups: _SubGroups, block: Block, waiting: int, number: int, again: Block
) -> list[Block]:
    """Sends the work items that stop at `waiting` to region `number`."""
    code = Code(block, _SMALL)

    def send(item: SSAValue, _: SSAValue | None) -> None:
        build = code.build
        stop = sub_groups.stop_at(build, item)
        waits = build.compare("eq", stop, build.constant(waiting, i32))
        stop = build.select(waits, build.constant(number, i32), stop)
        build.store(stop, build.offset(sub_groups.stop, item, i32))

    code.loop(code.build.constant(0), sub_groups.group.group_items(), None, send)
    code.build.branch(again)
    return code.made
