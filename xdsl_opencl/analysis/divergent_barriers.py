"""
Barriers that are visibly in code which only some work items of a work-group reach.

"Visibly": the condition of the branch follows from a work item's local or global id by
arithmetic that keeps work items apart. What a condition reads from memory, or makes of an
id by a division (the number of a row of work items, say), may be the same for all; it is
not reported. All work items of a work-group must reach a barrier or a work-group function
(OpenCL C 3.0, section 6.15.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects import cf, func, llvm, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_opencl.analysis.meetings import MEETINGS
from xdsl_opencl.analysis.uniformity import branch_arguments, post_dominators
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
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
"""Arithmetic after which work items differ if an operand did, in what programs do."""


def _arguments(op: Operation) -> list[tuple[Block, tuple[SSAValue, ...]]]:
    if isinstance(op, cf.ConditionalBranchOp):
        return [
            (op.then_block, tuple(op.then_arguments)),
            (op.else_block, tuple(op.else_arguments)),
        ]
    if isinstance(op, llvm.CondBrOp | SwitchOp | cf.BranchOp | llvm.BrOp):
        return branch_arguments(op)
    return []


class _Function:
    """
    One body: which values differ, and where work items part.
    """

    def __init__(self, function: Operation):
        self.function = function
        self.varying: dict[SSAValue, Operation] = {}
        """The values that differ, and the id that they come from."""
        self._solve()

    def _solve(self) -> None:
        changed = True
        while changed:
            changed = False
            for op in self.function.walk():
                changed |= self._step(op)

    def _step(self, op: Operation) -> bool:
        changed = False
        if type(op) in _SOURCES:
            changed = self._mark(op.results[0], op)
        elif op.name in _KEEP_APART:
            changed = self._mark(op.results[0], self.source(op.operands))
        elif op.successors:
            for successor, values in _arguments(op):
                for parameter, value in zip(successor.args, values, strict=False):
                    changed |= self._mark(parameter, self.varying.get(value))
        return changed

    def _mark(self, value: SSAValue, source: Operation | None) -> bool:
        if source is None or value in self.varying:
            return False
        self.varying[value] = source
        return True

    def source(self, operands: Iterable[SSAValue]) -> Operation | None:
        return next((self.varying[o] for o in operands if o in self.varying), None)

    def partings(self, region: Region) -> dict[Block, Operation]:
        """
        The blocks that only some work items may run, and the id on which that depends.
        """
        entry = region.blocks.first
        if entry is None or entry.next_block is None:
            return {}
        order = _reverse_post_order(entry)
        following = {block: _successors(block) for block in order}
        nearest = post_dominators(order, following.__getitem__)
        found: dict[Block, Operation] = {}
        for block in order:
            last = block.last_op
            if last is None or len(last.successors) < 2 or not last.operands:
                continue
            if (source := self.varying.get(last.operands[0])) is None:
                continue
            stop = nearest[block]
            work = [b for b in following[block] if b is not stop]
            while work:
                inside = work.pop()
                if inside not in found:
                    found[inside] = source
                    work += [b for b in following[inside] if b is not stop]
        return found

    def reason(
        self, op: Operation, parted: dict[Region, dict[Block, Operation]]
    ) -> Operation | None:
        """
        The id on which it depends whether a work item reaches `op`.
        """
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


def _successors(block: Block) -> tuple[Block, ...]:
    last = block.last_op
    return () if last is None else tuple(dict.fromkeys(last.successors))


def _reverse_post_order(entry: Block) -> list[Block]:
    seen = {entry}
    order: list[Block] = []
    work = [(entry, iter(_successors(entry)))]
    while work:
        block, rest = work[-1]
        successor = next((b for b in rest if b not in seen), None)
        if successor is None:
            order.append(block)
            work.pop()
        else:
            seen.add(successor)
            work.append((successor, iter(_successors(successor))))
    order.reverse()
    return order


def divergent_barriers(module: ModuleOp) -> Iterator[tuple[Operation, Operation]]:
    """
    The barriers and work-group functions of `module` that only some work items of a
    group visibly reach, each with the id on which that depends.
    """
    for function in module.body.block.ops:
        if not isinstance(function, KernelOp | func.FuncOp | llvm.FuncOp):
            continue
        entry = function.regions[0].blocks.first
        meetings = [
            op
            for op in function.walk()
            # All work items run the first block.
            if type(op) in MEETINGS and op.parent is not entry
        ]
        if not meetings:
            continue
        analysis = _Function(function)
        parted: dict[Region, dict[Block, Operation]] = {}
        for op in meetings:
            if (source := analysis.reason(op, parted)) is not None:
                yield op, source
