"""
Loops of the kernel that run outside of the loop over work items: `for k: for x:` instead of
`for x: for k:`.

LLVM vectorises innermost loops. Where all work items go round a loop together, the
group may meet in each round as if there was a barrier; the loop over work items is then
the innermost one, reads of neighbouring work items are next to each other, and reads
that work items share are one read. It pays where the accesses in the loop are of these
two kinds. What a work item computes in one round for the next is kept in memory, as
across a barrier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, VectorType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.abi.enums import FenceFlag
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.analysis.cfg import reverse_post_order, successors
from xdsl_opencl.analysis.uniformity import Uniformity
from xdsl_opencl.dialects.opencl import sync
from xdsl_opencl.dialects.opencl import work_item as wi
from xdsl_opencl.dialects.opencl.attrs import FenceFlagsAttr
from xdsl_opencl.ir.build import DYNAMIC_INDEX
from xdsl_opencl.ir.type_layout import memory_size_align
from xdsl_opencl.transforms.work_groups.barriers import is_meeting
from xdsl_opencl.transforms.work_groups.group import WorkGroup
from xdsl_opencl.transforms.work_groups.lockstep.row import is_number_function

_MOST_KEPT = 8
"""Values of a work item that a round may read or leave in memory."""
_UNROLLED = 32
"""LLVM unrolls a loop with at most so many rounds, and vectorises over work items then."""
_SHORTEST_ROW = 8
"""Work items in a row that are worth a vector loop."""

_LINEAR: tuple[type[Operation], ...] = (
    llvm.SExtOp,
    llvm.ZExtOp,
    llvm.TruncOp,
)


@dataclass
class _Loop:
    """
    A natural loop: `blocks` contain `header`; `exits` are the blocks behind it.
    """

    header: Block
    blocks: set[Block]
    exits: list[Block]


def _innermost_loops(order: Sequence[Block]) -> list[_Loop]:
    """
    The innermost loops with one way in, of blocks in reverse post-order.
    """
    number = {block: i for i, block in enumerate(order)}
    before: dict[Block, list[Block]] = {block: [] for block in order}
    latches: dict[Block, list[Block]] = {}
    for block in order:
        for successor in successors(block):
            before[successor].append(block)
            if number[successor] <= number[block]:
                latches.setdefault(successor, []).append(block)
    loops: list[_Loop] = []
    for header, ends in latches.items():
        blocks = {header}
        work = [end for end in ends if end is not header]
        while work:
            block = work.pop()
            if block not in blocks:
                blocks.add(block)
                work.extend(before[block])
        inner = any(block in latches for block in blocks if block is not header)
        # A second way in: the walk from the latches passed the header by.
        if inner or any(number[block] < number[header] for block in blocks):
            continue
        exits = dict.fromkeys(
            s for b in blocks for s in successors(b) if s not in blocks
        )
        loops.append(_Loop(header, blocks, list(exits)))
    return loops


class _Strides:
    """
    By how much values of neighbouring work items differ: 0 for those that a row shares,
    `None` for unknown. Numbers count their unit, addresses bytes.
    """

    def __init__(
        self, group: WorkGroup, order: Sequence[Block], uniformity: Uniformity
    ):
        self.group = group
        self.uniformity = uniformity
        self.known: dict[SSAValue, int | None] = {}
        # Operands come before what reads them, except through block arguments, which
        # are not looked through.
        for block in order:
            for op in block.ops:
                for result in op.results:
                    self.known[result] = self._compute(op)

    def of(self, value: SSAValue) -> int | None:
        if value in self.group.values or value not in self.uniformity.varying:
            return 0
        return self.known.get(value)

    def _compute(self, op: Operation) -> int | None:
        if isinstance(op, wi.GetGlobalIdOp | wi.GetLocalIdOp):
            axis = op.static_dimension
            return None if axis is None else int(axis == 0)
        if isinstance(op, llvm.GEPOp):
            return self._address(op)
        if isinstance(op, _LINEAR):
            return self.of(op.operands[0])
        operands = [self.of(operand) for operand in op.operands]
        if None in operands:
            return None
        strides = cast("list[int]", operands)
        if isinstance(op, llvm.AddOp):
            return strides[0] + strides[1]
        if isinstance(op, llvm.SubOp):
            return strides[0] - strides[1]
        if any(strides):
            return None
        # The same operation on the same numbers, or the same read.
        pure = op.has_trait(Pure) or op.has_trait(NoMemoryEffect)
        return 0 if pure or isinstance(op, llvm.LoadOp) else None

    def _address(self, op: llvm.GEPOp) -> int | None:
        stride = self.of(op.ptr)
        dynamic = iter(op.ssa_indices)
        type = op.elem_type
        for number, index in enumerate(op.rawConstantIndices.get_values()):
            if number > 0:
                if not isinstance(type, llvm.LLVMArrayType):
                    # A structure's member: the rest is the same for all.
                    return stride if not any(map(self.of, dynamic)) else None
                type = type.type
            step = self.of(next(dynamic)) if index == DYNAMIC_INDEX else 0
            if step is None or stride is None:
                return None
            if step:
                try:
                    stride += step * memory_size_align(type, self.group.target)[0]
                except AbiError:
                    return None
        return stride


def _rounds(header: Block) -> int | None:
    """
    The number that the loop's counter is compared with, if it is known.
    """
    last = header.last_op
    if not isinstance(last, llvm.CondBrOp) or not isinstance(
        last.cond.owner, llvm.ICmpOp
    ):
        return None
    for operand in last.cond.owner.operands:
        owner = operand.owner
        if isinstance(owner, llvm.ConstantOp) and isinstance(owner.value, IntegerAttr):
            return abs(owner.value.value.data)
    return None


class _Interchange:
    def __init__(self, group: WorkGroup, order: list[Block]):
        self.group = group
        self.uniformity = group.analyse(order, {})
        self.strides = _Strides(group, order, self.uniformity)

    def pays(self, loop: _Loop) -> bool:
        """
        Tells whether all work items go round `loop` together, and a round is
        vectorised.
        """
        divided = self.uniformity.divergent | self.uniformity.guards
        if loop.header in self.uniformity.partial or loop.blocks & divided:
            return False
        rounds = _rounds(loop.header)
        if rounds is not None and rounds <= _UNROLLED:
            return False
        return all(
            self.fits(op) for b in loop.blocks for op in b.ops
        ) and self.is_small(loop)

    def fits(self, op: Operation) -> bool:
        if is_meeting(op) or op.regions:
            return False
        if any(isinstance(v.type, VectorType) for v in (*op.operands, *op.results)):
            return False
        if isinstance(op, llvm.LoadOp | llvm.StoreOp):
            atomic = op.ordering is not None and op.ordering.value.data != 0
            if atomic or "volatile_" in op.properties:
                return False
            value = op.results[0] if isinstance(op, llvm.LoadOp) else op.value
            stride = self.strides.of(op.ptr)
            if stride == 0:
                return isinstance(op, llvm.LoadOp)
            try:
                size, _ = memory_size_align(value.type, self.group.target)
            except AbiError:
                return False
            return stride is not None and abs(stride) == size
        if isinstance(op, llvm.CallOp):
            # Mathematical functions; anything with a pointer may do anything.
            return is_number_function(op, self.group)
        return (
            bool(op.successors)
            or isinstance(op, wi.DimensionQueryOp | wi.NullaryQueryOp)
            or op.has_trait(Pure)
            or op.has_trait(NoMemoryEffect)
        )

    def is_small(self, loop: _Loop) -> bool:
        """
        Tells whether few values of a work item live from round to round.
        """
        varying = self.uniformity.varying
        kept: set[SSAValue] = {arg for arg in loop.header.args if arg in varying}
        for block in loop.blocks:
            for op in block.ops:
                for value in op.operands:
                    owner = value.owner
                    home = owner if isinstance(owner, Block) else owner.parent
                    if (
                        value in varying
                        and home not in loop.blocks
                        and self.strides.of(value) is None
                    ):
                        kept.add(value)
        return len(kept) <= _MOST_KEPT

    def meet(self, block: Block) -> None:
        """
        Lets the group meet where `block` begins.
        """
        first = block.first_op
        assert first is not None
        if not is_meeting(first) and not isinstance(first, llvm.ReturnOp):
            barrier = sync.BarrierOp(FenceFlagsAttr((FenceFlag.LOCAL,)))
            block.insert_op_before(barrier, first)

    def run(self, loops: Sequence[_Loop]) -> None:
        for loop in loops:
            if self.pays(loop):
                inside = [s for s in successors(loop.header) if s in loop.blocks]
                for block in (*inside, *loop.exits):
                    self.meet(block)


def interchange_loops(group: WorkGroup) -> None:
    """
    Makes the group meet in each round of the loops where that pays.
    """
    if group.check is not None or (
        group.reqd is not None and group.reqd[0] < _SHORTEST_ROW
    ):
        return
    entry = group.kernel.body.first_block
    assert entry is not None
    order = reverse_post_order(entry)
    if any(isinstance(op, llvm.AllocaOp) for block in order for op in block.ops):
        return
    if any(is_meeting(op) for block in order for op in block.ops):
        return
    if loops := _innermost_loops(order):
        _Interchange(group, order).run(loops)
