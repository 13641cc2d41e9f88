"""
Barriers that are visibly in code which only some work items of a work-group reach.

"Visibly": the condition of the branch follows from a work item's local or global id by
arithmetic that keeps work items apart. A value that a condition reads from memory, or
computes from an id by a division (the number of a row of work items, say), may be the same
for all; it is not reported. All work items of a work-group must reach a barrier or a work-
group function (OpenCL C 3.0, section 6.15.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects import func, llvm, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from xdsl_opencl.analysis.cfg import (
    post_dominators,
    received,
    reverse_post_order,
    successors,
)
from xdsl_opencl.analysis.work_group_convergence import WORK_GROUP_CONVERGENT
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.kernel import KernelOp

_SOURCES: frozenset[type[Operation]] = frozenset(
    (
        work_item.GetLocalIdOp,
        work_item.GetGlobalIdOp,
        work_item.GetLocalLinearIdOp,
        work_item.GetGlobalLinearIdOp,
        work_item.GetSubGroupLocalIdOp,
    )
)
_KEEP_APART = frozenset(
    f"{dialect}.{name}"
    for dialect, names in (
        ("llvm", "add sub mul and or xor urem srem shl trunc zext sext icmp select"),
        ("arith", "addi subi muli andi ori xori remui remsi shli trunci extui extsi"),
        ("arith", "index_cast cmpi select"),
    )
    for name in names.split()
)
"""Arithmetic that in usual programs keeps different operands different."""


class _Function:
    """One body: which values differ, and where work items part."""

    def __init__(self, function: Operation):
        self.function = function
        self.varying: dict[SSAValue, Operation] = {}
        """The values that differ, and the id that they come from."""
        self._solve()

    def _solve(self) -> None:
        work: list[SSAValue] = []
        for op in self.function.walk():
            if type(op) in _SOURCES:
                self.varying[op.results[0]] = op
                work.append(op.results[0])
        parameters: dict[Operation, list[BlockArgument | None]] = {}
        # First found, first followed: of several ids the nearest one is reported.
        for value in work:
            for use in value.uses:
                op = use.operation
                target: SSAValue | None = None
                if op.name in _KEEP_APART:
                    target = op.results[0]
                elif op.successors:
                    if op not in parameters:
                        parameters[op] = received(op)
                    target = parameters[op][use.index]
                if target is not None and target not in self.varying:
                    self.varying[target] = self.varying[value]
                    work.append(target)

    def source(self, operands: Iterable[SSAValue]) -> Operation | None:
        return next((self.varying[o] for o in operands if o in self.varying), None)

    def partings(self, region: Region) -> dict[Block, Operation]:
        """
        The blocks that only some work items may run, each with the id that decides.
        """
        entry = region.blocks.first
        if entry is None or entry.next_block is None:
            return {}
        order = reverse_post_order(entry)
        nearest = post_dominators(order)
        found: dict[Block, Operation] = {}
        for block in order:
            last = block.last_op
            if last is None or len(last.successors) < 2 or not last.operands:
                continue
            if (source := self.varying.get(last.operands[0])) is None:
                continue
            stop = nearest[block]
            work = [b for b in successors(block) if b is not stop]
            while work:
                inside = work.pop()
                if inside not in found:
                    found[inside] = source
                    work += [b for b in successors(inside) if b is not stop]
        return found

    def reason(
        self, op: Operation, parted: dict[Region, dict[Block, Operation]]
    ) -> Operation | None:
        """The id that decides if a work item reaches `op`."""
        while op is not self.function:
            block = op.parent
            assert block is not None
            region = block.parent
            assert region is not None
            if region not in parted:
                parted[region] = self.partings(region)
            if (source := parted[region].get(block)) is not None:
                return source
            parent = region.parent
            assert parent is not None
            if isinstance(parent, scf.IfOp):
                if (source := self.varying.get(parent.cond)) is not None:
                    return source
            elif isinstance(parent, scf.ForOp):
                bounds = (parent.lb, parent.ub, parent.step)
                if (source := self.source(bounds)) is not None:
                    return source
            op = parent
        return None


def divergent_barriers(module: ModuleOp) -> Iterator[tuple[Operation, Operation]]:
    """
    The barriers and work-group functions of `module` that only some work items of a
    group visibly reach, each with the id that decides.
    """
    for function in module.body.block.ops:
        if not isinstance(function, KernelOp | func.FuncOp | llvm.FuncOp):
            continue
        entry = function.regions[0].blocks.first
        meetings = [
            op
            for op in function.walk()
            # All work items run the first block.
            if type(op) in WORK_GROUP_CONVERGENT and op.parent is not entry
        ]
        if not meetings:
            continue
        analysis = _Function(function)
        parted: dict[Region, dict[Block, Operation]] = {}
        for op in meetings:
            if (source := analysis.reason(op, parted)) is not None:
                yield op, source
