"""
Finds the values that all work items of a work-group agree on.

The analysis is optimistic: a value is uniform unless it comes from something that tells
work items apart (a local or global id, private memory, an atomic or volatile load, another
atomic operation, a call), or from a join of paths that work items may take differently. A
plain load from one address of memory that work items share gives all of them the same value:
if one work item wrote there between two barriers, the others would race with it (OpenCL 3.0,
section 3.3.4; LLVM's analysis for AMD GPUs has the same rule). For a branch on a varying
condition these joins are the blocks between the branch and its immediate post-dominator, and
that block itself. A branch to the end of the kernel divides no work items: those that leave
take no further part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from xdsl.dialects import llvm
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.analysis.cfg import (
    Follow,
    leading_to,
    post_dominators,
    received,
    successors,
)
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.ir.accesses import is_plain_access, is_shared


def _leaving(order: Sequence[Block]) -> set[Block]:
    """
    The blocks from which only the end of the kernel, or an endless loop, is reachable.
    """
    acting: list[Block] = []
    for block in order:
        first = block.first_op
        if first is None or not (
            first.successors
            or isinstance(first, ReturnOp | llvm.ReturnOp | llvm.UnreachableOp)
        ):
            acting.append(block)
    before: dict[Block, list[Block]] = {}
    for block in order:
        for successor in successors(block):
            before.setdefault(successor, []).append(block)
    others = leading_to(acting, before)
    return {block for block in order if block not in others}


class Uniformity:
    """
    The varying values of a kernel body, and the branches that divide work items.

    Every value and every block enters a work list once.
    """

    def __init__(
        self,
        order: Sequence[Block],
        follow: Follow,
        varying_sources: Callable[[Operation], bool | None],
        uniform: Collection[SSAValue],
    ):
        """
        `order` is the body in reverse post-order, `follow` passes barriers.
        `varying_sources` decides for an operation, independent of its operands: `True`
        varying, `False` uniform, `None` as the rules above say. `uniform` are
        values known to be uniform.
        """
        self.varying: set[SSAValue] = set()
        self.divergent: set[Block] = set()
        self.guards: set[Block] = set()
        """Blocks that some work items may leave for the end of the kernel, and other work items not."""
        self.partial: set[Block] = set()
        """Blocks that some work items may run while other work items do not, or more often."""
        self._order = order
        self._follow = follow
        self._source = varying_sources
        self._known = uniform
        self._joins: set[Block] = set()
        self._work: list[SSAValue] = []
        self._stops: dict[Block, Block | None] | None = None
        self._leaves: set[Block] = set()
        self._received: dict[Operation, list[BlockArgument | None]] = {}
        self._solve()

    def _varies_itself(self, op: Operation) -> bool:
        """Returns whether `op` tells work items apart, even with uniform operands."""
        decided = self._source(op)
        if decided is not None:
            return decided
        return op.dialect_name() == "llvm" and not (
            op.has_trait(Pure)
            or op.has_trait(NoMemoryEffect)
            or (
                isinstance(op, llvm.LoadOp)
                and is_plain_access(op)
                and is_shared(op.ptr.type)
            )
        )

    def _mark(self, value: SSAValue) -> None:
        if value not in self.varying:
            self.varying.add(value)
            self._work.append(value)

    def _mark_results(self, op: Operation) -> None:
        if op.results and op.results[0] not in self._known:
            for result in op.results:
                self._mark(result)

    def _solve(self) -> None:
        inside = set(self._order)
        for block in self._order:
            for op in block.ops:
                if not op.successors and op.results and self._varies_itself(op):
                    self._mark_results(op)
        while self._work:
            for use in self._work.pop().uses:
                op = use.operation
                block = op.parent
                if block is None or block not in inside:
                    continue
                if op.successors:
                    self._branch(block, op, use.index)
                elif self._source(op) is None:
                    self._mark_results(op)

    def _branch(self, block: Block, op: Operation, index: int) -> None:
        """Operand `index` of terminator `op` varies."""
        if op not in self._received:
            self._received[op] = received(op)
        parameter = self._received[op][index]
        if parameter is not None:
            self._mark(parameter)
        if index > 0 or len(op.successors) < 2:
            return
        if self._stops is None:
            self._stops = post_dominators(self._order, self._follow)
            self._leaves = _leaving(self._order)
        leaving = sum(successor in self._leaves for successor in op.successors)
        if 0 < leaving < len(op.successors):
            self.guards.add(block)
            return
        if block not in self.divergent:
            self.divergent.add(block)
            self._divide(block, self._stops)

    def _divide(self, start: Block, stops: dict[Block, Block | None]) -> None:
        """
        Marks the blocks between `start` and its immediate post-dominator as partial, and
        both as places where different paths may meet.
        """
        if start in self.partial:
            # The blocks between belong to the branch around this one.
            return
        stop = stops[start]
        seen: set[Block] = set()
        work = list(self._follow(start))
        while work:
            block = work.pop()
            if block in seen or block is stop:
                continue
            seen.add(block)
            self.partial.add(block)
            self._join(block)
            if block in self.divergent and block is not start:
                # All between it and its stop is marked.
                end = stops[block]
                work += [] if end is None else [end]
            else:
                work += self._follow(block)
        if stop is not None:
            self._join(stop)

    def _join(self, block: Block) -> None:
        if block not in self._joins:
            self._joins.add(block)
            for argument in block.args:
                self._mark(argument)
