"""
Uses of values that their definitions do not dominate. xDSL's verifier accepts them.
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.traits import IsolatedFromAbove, SymbolTable

from xdsl_opencl.analysis.cfg import dominators, reverse_post_order
from xdsl_opencl.ir.walk import operations


def undominated_use(module: Operation) -> tuple[Operation, SSAValue] | None:
    """
    The first operation in a function of `module` with an operand whose definition does
    not come before it on every path, and that operand; `None` if there is none.

    Blocks that nothing reaches count as dominated by every other block, as in LLVM.
    """
    for op in operations(module):
        # The regions of symbol tables have no order.
        if op.has_trait(IsolatedFromAbove) and not op.has_trait(SymbolTable):
            for region in op.regions:
                if (found := _undominated(region)) is not None:
                    return found
    return None


def undominated_value(region: Region) -> SSAValue | None:
    """As `undominated_use`, of a region that is not part of an operation yet."""
    found = _undominated(region)
    return None if found is None else found[1]


def _undominated(region: Region) -> tuple[Operation, SSAValue] | None:
    checker = _Checker()
    for block in region.blocks:
        for op in block.ops:
            for inside in operations(op) if op.regions else (op,):
                if (value := checker.visit(inside)) is not None:
                    return inside, value
    return None


class _Checker:
    """A walk over one function, in the order of the text."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        """By identity: xDSL hashes operations in Python."""
        self._intervals: dict[Region, dict[Block, tuple[int, int]]] = {}

    def visit(self, op: Operation) -> SSAValue | None:
        """
        The first operand of `op` that is not dominated; `op` counts as seen from now on.
        """
        block = op.parent
        region = block and block.parent
        for value in op.operands:
            # Python asks xDSL's classes only of other types than the one that is meant.
            if isinstance(value, OpResult):
                defined = value.op.parent
                # The most frequent case: above in the same block.
                if defined is block:
                    if id(value.op) in self._seen:
                        continue
                    return value
            else:
                defined = value.owner if isinstance(value.owner, Block) else None
            if defined is block or (region and defined is region.first_block):
                continue
            if not self._reaches(value, defined, op):
                return value
        self._seen.add(id(op))
        return None

    def _reaches(self, value: SSAValue, defined: Block | None, op: Operation) -> bool:
        if defined is None or (region := defined.parent) is None:
            return False
        # The operation that holds `op` in the region of the definition.
        around: Operation | None = op
        while around is not None and around.parent_region() is not region:
            around = around.parent_op()
        if around is None or around.parent is None:
            return False
        if around.parent is defined:
            # An operation that is being walked holds its regions: not seen as a whole.
            return isinstance(value, BlockArgument) or (
                value.owner is not around and id(value.owner) in self._seen
            )
        intervals = self._intervals.get(region)
        if intervals is None:
            entry = region.blocks[0]
            nearest = dominators(reverse_post_order(entry))
            intervals = self._intervals[region] = dominator_intervals(nearest)
        if (inner := intervals.get(around.parent)) is None:
            return True
        outer = intervals.get(defined)
        return outer is not None and outer[0] <= inner[0] and inner[1] <= outer[1]


def dominator_intervals(
    nearest: Mapping[Block, Block | None],
) -> dict[Block, tuple[int, int]]:
    """
    Times of entering and leaving each block in a walk of the tree of dominators: one block
    dominates another if its interval holds the other's. `nearest` is what `dominators`
    returns.
    """
    children: dict[Block, list[Block]] = {}
    roots: list[Block] = []
    for block, above in nearest.items():
        if above is None:
            roots.append(block)
        else:
            children.setdefault(above, []).append(block)
    entered: dict[Block, int] = {}
    intervals: dict[Block, tuple[int, int]] = {}
    stack = [(root, False) for root in roots]
    time = 0
    while stack:
        block, done = stack.pop()
        time += 1
        if done:
            intervals[block] = (entered[block], time)
            continue
        entered[block] = time
        stack.append((block, True))
        stack += [(child, False) for child in children.get(block, ())]
    return intervals
