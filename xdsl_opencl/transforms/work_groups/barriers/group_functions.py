"""
Group functions on the CPU device: one thread runs them for a whole work-group between two regions
of a kernel.

Every function here gets an empty block. It fills this block and adds blocks, which end in a branch
to the following block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DictionaryAttr, IntAttr, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.opencl import collective
from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.ir.build import METADATA, Builder
from xdsl_opencl.ir.element_types import vector_of
from xdsl_opencl.transforms.builtins.combination import combining, identity_attribute


@dataclass(frozen=True)
class Slot:
    """
    Memory for a value that crosses a barrier: one element per work item, or a single element.
    """

    pointer: SSAValue
    type: Attribute
    per_group: bool

    def address(self, build: Builder, linear: SSAValue) -> SSAValue:
        if self.per_group:
            return self.pointer
        return build.offset(self.pointer, linear, self.type)


@dataclass(frozen=True)
class SlotReader:
    """An operand of a group function: a slot, or a value that all work items share."""

    slot: Slot | None
    value: SSAValue | None

    def at(self, build: Builder, linear: SSAValue) -> SSAValue:
        """Returns the operand's value in work item `linear`."""
        if self.slot is not None:
            return build.load(self.slot.address(build, linear), self.slot.type)
        assert self.value is not None
        return self.value


@dataclass(frozen=True)
class GroupCall:
    """
    A group function to build: the empty `block` to begin in, and the block that follows. `result`
    is the slot of its result, `None` if it is unused; `items` and `sizes` are the numbers of work
    items, in total and in each dimension; whole work-groups have `required`, if that is known.
    """

    op: Operation
    block: Block
    following: Block
    read: Callable[[SSAValue], SlotReader]
    result: Slot | None
    items: SSAValue
    sizes: Sequence[SSAValue]
    required: int

    def returns(self, build: Builder, value: SSAValue | None) -> None:
        """Stores the result, the same for all work items, if it is used, and goes on."""
        if self.result is not None and value is not None:
            build.store(value, self.result.pointer)
        build.branch(self.following)


Build = Callable[[GroupCall], list[Block]]
"""Fills `block`; returns the further blocks."""


@dataclass(frozen=True)
class GroupFunction:
    """A builder of a group function on the host."""

    build: Build
    one_result: bool
    """True if all work items get the same result."""


def identity(build: Builder, kind: GroupOperation, type: Attribute) -> SSAValue:
    """The value that `kind` leaves unchanged."""
    return build.literal(identity_attribute(kind, type), type)


def combine(
    build: Builder, kind: GroupOperation, lhs: SSAValue, rhs: SSAValue
) -> SSAValue:
    """`lhs` and `rhs` combined by `kind`."""
    return build.op(combining(kind, lhs.type), lhs, rhs)


def loop_hints(hints: Mapping[str, Attribute]) -> dict[str, Attribute]:
    """The attributes of a branch to the start of a loop for which LLVM gets `hints`."""
    return {METADATA: DictionaryAttr({"llvm.loop": DictionaryAttr(hints)})}


class Code:
    """Operations after those of `block`, with loops; `made` are the further blocks."""

    def __init__(self, block: Block, hints: Mapping[str, Attribute] | None = None):
        """`hints` are for LLVM's passes on the loops."""
        self.build = Builder(block)
        self.hints = loop_hints(hints) if hints else None
        self.made: list[Block] = []

    def loop(
        self,
        start: SSAValue,
        end: SSAValue,
        initial: SSAValue | None,
        body: Callable[[SSAValue, SSAValue | None], SSAValue | None],
        step: int = 1,
    ) -> SSAValue | None:
        """
        Makes a loop over `[start, end)`, which may carry one value and have others in it. Returns
        the carried value after it.
        """
        carried = () if initial is None else (initial,)
        types = [i64, *(v.type for v in carried)]
        head, inside, after = Block(arg_types=types), Block(), Block()
        self.build.branch(head, (start, *carried))
        index = head.args[0]
        accumulator = head.args[1] if carried else None
        build = Builder(head)
        build.branch_if(build.compare("ult", index, end), inside, after)
        self.made += [head, inside]
        self.build = Builder(inside)
        following = body(index, accumulator)
        next_index = self.build.no_wrap(llvm.AddOp, index, self.build.constant(step))
        rest = () if following is None else (following,)
        self.build.branch(head, (next_index, *rest))
        if self.hints is not None and self.build.block.last_op is not None:
            self.build.block.last_op.attributes.update(self.hints)
        self.made.append(after)
        self.build = Builder(after)
        return accumulator


def _loop(
    block: Block,
    count: SSAValue,
    initial: SSAValue | None,
    body: Callable[[Builder, SSAValue, SSAValue | None], SSAValue | None],
) -> tuple[list[Block], Block, SSAValue | None]:
    """
    Makes a loop over `[0, count)` after `block`; it may carry one value. Returns the new blocks,
    the empty block after the loop, and the carried value there.
    """
    code = Code(block)
    total = code.loop(
        code.build.constant(0), count, initial, lambda i, v: body(code.build, i, v)
    )
    return code.made, code.build.block, total


_HALVED = (8, 16, 32, 64)
"""Numbers of work items whose values are combined in vectors, not one after the other."""


def _halved(build: Builder, kind: GroupOperation, slot: Slot, count: int) -> SSAValue:
    """Combines the values of `count` work items in `slot`: each step leaves half of them."""
    type, lanes = slot.type, min(count, 16)
    parts = [
        build.load(build.offset(slot.pointer, i, type), vector_of(type, lanes), 1)
        for i in range(0, count, lanes)
    ]
    while lanes > 1 or len(parts) > 1:
        if len(parts) == 1:
            lanes //= 2
            (all,) = parts
            parts = [build.shuffle(all, all, range(i, i + lanes)) for i in (0, lanes)]
        pairs = zip(parts[::2], parts[1::2])
        parts = [build.op(combining(kind, type), *pair) for pair in pairs]
    return build.op(ExtractElementOp, parts[0], build.constant(0, i32), type=type)


def _reduce(
    kind: GroupOperation, convert: Callable[[Builder, SSAValue], SSAValue] | None = None
) -> Build:
    def build_reduce(call: GroupCall) -> list[Block]:
        operand = call.read(call.op.operands[0])

        def step(build: Builder, index: SSAValue, total: SSAValue | None) -> SSAValue:
            assert total is not None
            value = operand.at(build, index)
            if convert is not None:
                value = convert(build, value)
            return combine(build, kind, total, value)

        build = Builder(call.block)
        start = identity(build, kind, call.op.operands[0].type)
        if convert is not None and kind is GroupOperation.AND:
            start = build.constant(1, i32)
        ways: list[Block] = []
        slot = None if convert is not None else operand.slot
        if slot is not None and call.required in _HALVED and not slot.per_group:
            ways = [Block(), Block()]
            is_whole = build.compare("eq", call.items, build.constant(call.required))
            build.branch_if(is_whole, ways[0], ways[1])
            inside = Builder(ways[0])
            total = _halved(inside, kind, slot, call.required)
            call.returns(inside, combine(inside, kind, start, total))
        first = ways[1] if ways else call.block
        blocks, after, total = _loop(first, call.items, start, step)
        call.returns(Builder(after), total)
        return [*ways, *blocks]

    return build_reduce


def _reduce_by_kind(call: GroupCall) -> list[Block]:
    assert isinstance(call.op, collective.CombineOp)
    return _reduce(call.op.kind.data)(call)


def _truth(build: Builder, value: SSAValue) -> SSAValue:
    return build.resize(build.compare("ne", value, build.constant(0, i32)), i32)


def _scan(*, inclusive: bool) -> Build:
    def build_scan(call: GroupCall) -> list[Block]:
        op, result = call.op, call.result
        assert isinstance(op, collective.CombineOp)
        kind = op.kind.data
        operand = call.read(op.value)

        def step(build: Builder, index: SSAValue, total: SSAValue | None) -> SSAValue:
            assert total is not None
            combined = combine(build, kind, total, operand.at(build, index))
            if result is not None:
                value = combined if inclusive else total
                build.store(value, result.address(build, index))
            return combined

        start = identity(Builder(call.block), kind, op.value.type)
        blocks, after, _ = _loop(call.block, call.items, start, step)
        Builder(after).branch(call.following)
        return blocks

    return build_scan


def _broadcast(call: GroupCall) -> list[Block]:
    build = Builder(call.block)
    value, *ids = call.op.operands
    zero = build.constant(0)
    linear = zero
    for size, index in reversed(list(zip(call.sizes, ids))):
        here = build.resize(call.read(index).at(build, zero), i64)
        linear = build.no_wrap(llvm.MulOp, linear, size)
        linear = build.no_wrap(llvm.AddOp, linear, here)
    wanted = call.result is not None
    call.returns(build, call.read(value).at(build, linear) if wanted else None)
    return []


def _copy(call: GroupCall) -> list[Block]:
    op, read = call.op, call.read
    assert isinstance(
        op, collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp
    )
    build = Builder(call.block)
    zero = build.constant(0)
    destination = read(op.destination).at(build, zero)
    source = read(op.source).at(build, zero)
    count = build.resize(read(op.count).at(build, zero), i64)
    stride = None
    if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
        stride = build.resize(read(op.stride).at(build, zero), i64)
    element = op.element
    # The stride is on the side of global memory.
    gather = op.destination.type == llvm.LLVMPointerType(IntAttr(3))

    def step(build: Builder, index: SSAValue, _: SSAValue | None) -> None:
        far = index if stride is None else build.no_wrap(llvm.MulOp, index, stride)
        from_index, to_index = (far, index) if gather else (index, far)
        value = build.load(build.offset(source, from_index, element), element)
        build.store(value, build.offset(destination, to_index, element))

    blocks, after, _ = _loop(call.block, count, None, step)
    build = Builder(after)
    # Copies complete immediately: their event is the null event.
    event = None if call.result is None else build.null(call.result.type)
    call.returns(build, event)
    return blocks


GROUP_FUNCTIONS: dict[type[Operation], GroupFunction] = {
    collective.WorkGroupReduceOp: GroupFunction(_reduce_by_kind, True),
    collective.WorkGroupScanInclusiveOp: GroupFunction(_scan(inclusive=True), False),
    collective.WorkGroupScanExclusiveOp: GroupFunction(_scan(inclusive=False), False),
    collective.WorkGroupBroadcastOp: GroupFunction(_broadcast, True),
    collective.WorkGroupAnyOp: GroupFunction(_reduce(GroupOperation.OR, _truth), True),
    collective.WorkGroupAllOp: GroupFunction(_reduce(GroupOperation.AND, _truth), True),
    collective.AsyncWorkGroupCopyOp: GroupFunction(_copy, True),
    collective.AsyncWorkGroupStridedCopyOp: GroupFunction(_copy, True),
}
