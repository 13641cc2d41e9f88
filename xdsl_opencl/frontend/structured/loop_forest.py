"""The natural loops of a control flow graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Block

from xdsl_opencl.analysis.cfg import dominators, predecessors, successors


@dataclass(frozen=True)
class Loop:
    """
    A loop: its header first, then its other blocks in reverse post-order, where an inner loop is
    represented by its header.
    """

    blocks: tuple[Block, ...]

    @property
    def header(self) -> Block:
        return self.blocks[0]


class Dominance:
    """The tree of dominators of `order`, blocks in reverse post-order."""

    def __init__(self, order: Sequence[Block]):
        children: dict[Block, list[Block]] = {}
        for block, above in dominators(order).items():
            if above is not None:
                children.setdefault(above, []).append(block)
        self._entered: dict[Block, int] = {}
        self._left: dict[Block, int] = {}
        stack = [(order[0], False)]
        while stack:
            block, done = stack.pop()
            if done:
                self._left[block] = len(self._entered)
                continue
            self._entered[block] = len(self._entered)
            stack.append((block, True))
            stack += [(child, False) for child in children.get(block, ())]

    def dominates(self, above: Block, below: Block) -> bool:
        """Returns whether every path to `below` passes `above`."""
        return self._entered[above] <= self._entered[below] < self._left[above]


def find_loops(order: Sequence[Block], dominance: Dominance) -> list[Loop] | None:
    """
    The loops of the blocks of `order`, reverse post-order, inner ones first; `None` if a
    cycle can be entered at several blocks.

    The algorithm is that of Tarjan's "Testing Flow Graph Reducibility" (1974): found inner loops
    count as one block.
    """
    number = {block: i for i, block in enumerate(order)}
    latches: dict[Block, list[Block]] = {}
    for block in order:
        for target in successors(block):
            if number[target] <= number[block]:
                if not dominance.dominates(target, block):
                    return None
                latches.setdefault(target, []).append(block)
    before = predecessors(order)
    above = {block: block for block in order}

    def outermost(block: Block) -> Block:
        """The header of the largest loop so far around `block`."""
        path: list[Block] = []
        while above[block] is not block:
            path.append(block)
            block = above[block]
        for passed in path:
            above[passed] = block  # mutant: a short cut for the next search
        return block

    loops: list[Loop] = []
    for header in reversed(order):
        if header not in latches:
            continue
        inside: dict[Block, None] = {}
        work = [outermost(block) for block in latches[header]]
        while work:
            block = work.pop()
            if block is header or block in inside:
                continue
            inside[block] = None
            work += [outermost(source) for source in before[block]]
        for block in inside:
            above[block] = header
        loops.append(Loop((header, *sorted(inside, key=number.__getitem__))))
    return loops
