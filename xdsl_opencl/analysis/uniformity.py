"""
Which values all work items of a work-group agree on.

The analysis is optimistic: a value is uniform unless it comes from something that tells
work items apart (a local or global id, private memory, a load from memory that others may
write, an atomic operation, a call), or from a join of paths that work items may take
differently. For a branch on a varying condition these joins are the blocks between the
branch and its immediate post-dominator, and that block itself. A branch to the end of the
kernel divides nobody: work items that leave take no part in what the others agree on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.opencl.kernel import ReturnOp

Follow = Callable[[Block], tuple[Block, ...]]


def post_dominators(order: list[Block], follow: Follow) -> dict[Block, Block | None]:
    """
    Immediate post-dominators of the blocks of `order` (reverse post-order); `None` stands
    for the end of the kernel.

    Sets are bit masks; a kernel has few blocks. A block from which the end cannot be
    reached has no post-dominator.
    """
    number = {block: i for i, block in enumerate(order)}
    targets = [[number[b] for b in follow(block)] for block in order]
    everything = (1 << len(order)) - 1
    masks = [everything if t else 1 << i for i, t in enumerate(targets)]
    changed = True
    while changed:
        changed = False
        for i in range(len(order) - 1, -1, -1):
            if not targets[i]:
                continue
            common = everything
            for target in targets[i]:
                common &= masks[target]
            common |= 1 << i
            if common != masks[i]:
                masks[i] = common
                changed = True
    result: dict[Block, Block | None] = {}
    for i, block in enumerate(order):
        strict = masks[i] & ~(1 << i)
        # The nearest one is post-dominated by all the others.
        nearest = None
        if masks[i] != everything or not targets[i]:
            candidates = [k for k in range(len(order)) if strict >> k & 1]
            nearest = max(candidates, key=lambda k: masks[k].bit_count(), default=None)
        result[block] = None if nearest is None else order[nearest]
    return result


def _between(start: Block, stop: Block | None, follow: Follow) -> set[Block]:
    """
    Blocks on paths from `start`'s successors up to `stop`, without `stop`.
    """
    found: set[Block] = set()
    work = [b for b in follow(start) if b is not stop]
    while work:
        block = work.pop()
        if block in found:
            continue
        found.add(block)
        work.extend(b for b in follow(block) if b is not stop)
    return found


def _reads_constant_memory(op: Operation) -> bool:
    if not isinstance(op, llvm.LoadOp):
        return False
    assert isinstance(op.ptr.type, llvm.LLVMPointerType)
    space = op.ptr.type.addr_space
    return isinstance(space, IntAttr) and space.data == AddressSpace.CONSTANT.spir


class Uniformity:
    """
    The varying values of a kernel body, and the branches that divide work items.
    """

    def __init__(
        self,
        order: list[Block],
        follow: Follow,
        varying_sources: Callable[[Operation], bool | None],
        uniform: Collection[SSAValue],
    ):
        """
        `order` is the body in reverse post-order, `follow` passes barriers.
        `varying_sources` decides for an operation that is not an LLVM operation: `True`
        varying whatever it reads, `False` uniform whatever it reads, `None` as its
        operands. `uniform` are values known to be uniform.
        """
        self.varying: set[SSAValue] = set()
        self.divergent: set[Block] = set()
        self._order = order
        self._follow = follow
        self._source = varying_sources
        self._known = uniform
        self.guards: set[Block] = set()
        """Blocks from which some work items may leave the kernel, and others not."""
        self.partial: set[Block] = set()
        """Blocks that some work items may run while others do not, or more often."""
        self._joins: set[Block] = set()
        self._post_dominators = post_dominators(order, follow)
        self._solve()

    def _op_varies(self, op: Operation) -> bool:
        decided = self._source(op)
        if decided is not None:
            return decided
        if op.dialect_name() == "llvm" and not (
            op.has_trait(Pure)
            or op.has_trait(NoMemoryEffect)
            or _reads_constant_memory(op)
        ):
            return True
        return any(value in self.varying for value in op.operands)

    def _solve(self) -> None:
        changed = True
        while changed:
            changed = False
            for block in self._order:
                for op in block.ops:
                    if op.successors:
                        changed |= self._branch(block, op)
                    elif op.results and op.results[0] not in self.varying:
                        if op.results[0] not in self._known and self._op_varies(op):
                            self.varying.update(op.results)
                            changed = True

    def _branch(self, block: Block, op: Operation) -> bool:
        changed = False
        if (
            len(op.successors) > 1
            and block not in self.divergent
            and op.operands
            and op.operands[0] in self.varying
            and 0 < sum(map(_leaves, op.successors)) < len(op.successors)
        ):
            changed = block not in self.guards
            self.guards.add(block)
        elif (
            len(op.successors) > 1
            and block not in self.divergent
            and op.operands
            and op.operands[0] in self.varying
        ):
            self.divergent.add(block)
            stop = self._post_dominators[block]
            joins = _between(block, stop, self._follow)
            self.partial |= joins
            if stop is not None:
                joins.add(stop)
            self._joins |= joins
            changed = True
        for successor, arguments in branch_arguments(op):
            for parameter, value in zip(successor.args, arguments, strict=True):
                if parameter not in self.varying and (
                    successor in self._joins or value in self.varying
                ):
                    self.varying.add(parameter)
                    changed = True
        return changed


def _leaves(block: Block) -> bool:
    """
    Whether a work item that comes to `block` does nothing any more.
    """
    work, seen = [block], {block}
    while work:
        first = work.pop().first_op
        if first is None or not (
            first.successors
            or isinstance(first, ReturnOp | llvm.ReturnOp | llvm.UnreachableOp)
        ):
            return False
        for successor in first.successors:
            if successor not in seen:
                seen.add(successor)
                work.append(successor)
    return True


def branch_arguments(op: Operation) -> list[tuple[Block, tuple[SSAValue, ...]]]:
    """
    The successors of a terminator with the values they receive.
    """
    if isinstance(op, llvm.CondBrOp):
        return [
            (op.then_block, tuple(op.then_arguments)),
            (op.else_block, tuple(op.else_arguments)),
        ]
    if not isinstance(op, SwitchOp):
        return [(successor, tuple(op.operands)) for successor in op.successors]
    operands = tuple(op.case_operands)
    arguments = [(op.default_destination, tuple(op.default_operands))]
    at = 0
    for block, count in zip(
        op.case_destinations, op.case_operand_segments.get_values(), strict=True
    ):
        arguments.append((block, operands[at : at + int(count)]))
        at += int(count)
    return arguments
