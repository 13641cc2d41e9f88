"""
The control flow graph of a region: edges, orders, dominators and post-dominators.

Everything takes `follow`, the successors of a block, because a pass may see more edges
than the terminators name: a work-group passes its barriers.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain

from xdsl.dialects import cf, llvm
from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp

Follow = Callable[[Block], Sequence[Block]]


def successors(block: Block) -> tuple[Block, ...]:
    """The blocks that the terminator of `block` names, as often as it names them."""
    last = block.last_op
    return () if last is None else tuple(last.successors)


def branch_arguments(op: Operation) -> list[tuple[Block, tuple[SSAValue, ...]]]:
    """The successors of a terminator of `cf` or `llvm` with the values they receive."""
    match op:
        case llvm.CondBrOp() | cf.ConditionalBranchOp():
            return [
                (op.then_block, tuple(op.then_arguments)),
                (op.else_block, tuple(op.else_arguments)),
            ]
        case SwitchOp() | cf.SwitchOp():
            operands = tuple(op.case_operands)
            default = (
                op.default_destination if isinstance(op, SwitchOp) else op.default_block
            )
            cases = op.case_destinations if isinstance(op, SwitchOp) else op.case_blocks
            arguments = [(default, tuple(op.default_operands))]
            at = 0
            for block, count in zip(
                cases, op.case_operand_segments.get_values(), strict=True
            ):
                arguments.append((block, operands[at : at + int(count)]))
                at += int(count)
            return arguments
        case _:
            return [(successor, tuple(op.operands)) for successor in op.successors]


def append_arguments(op: Operation, added: Mapping[int, Sequence[SSAValue]]) -> None:
    """
    Appends values to those that terminator `op` of `cf` or `llvm` passes along its
    successors, by their numbers.
    """
    edges = [values for _, values in branch_arguments(op)]
    first = len(op.operands) - sum(map(len, edges))
    passed = [(*values, *added.get(i, ())) for i, values in enumerate(edges)]
    op.operands = [*op.operands[:first], *chain.from_iterable(passed)]
    counts = [len(values) for values in passed]
    match op:
        case llvm.CondBrOp() | cf.ConditionalBranchOp():
            segments = (first, *counts)
        case SwitchOp() | cf.SwitchOp():
            op.case_operand_segments = DenseArrayBase.from_list(i32, counts[1:])
            segments = (first, counts[0], sum(counts[1:]))
        case _:
            return
    sizes = DenseArrayBase.from_list(i32, segments)
    in_attributes = "operandSegmentSizes" in op.attributes
    (op.attributes if in_attributes else op.properties)["operandSegmentSizes"] = sizes


def received(op: Operation) -> list[BlockArgument | None]:
    """
    The block argument that receives each operand of terminator `op`; `None` for operands
    that it passes to no block.
    """
    edges = branch_arguments(op)
    parameters = [
        parameter
        for block, values in edges
        for parameter, _ in zip(block.args, values, strict=True)
    ]
    return [*[None] * (len(op.operands) - len(parameters)), *parameters]


def reverse_post_order(entry: Block, follow: Follow = successors) -> list[Block]:
    """
    The blocks reached from `entry`, each before those that it leads to, loops aside.
    """
    order: list[Block] = []
    seen = {entry}
    stack = [(entry, iter(follow(entry)))]
    while stack:
        block, rest = stack[-1]
        for successor in rest:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(follow(successor))))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def predecessors(
    order: Sequence[Block], follow: Follow = successors
) -> dict[Block, list[Block]]:
    """The blocks of `order` that lead to each block of `order`, once for each edge."""
    before: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in follow(block):
            before[successor].append(block)
    return before


def latches(
    order: Sequence[Block], follow: Follow = successors
) -> dict[Block, list[Block]]:
    """
    The blocks of `order`, blocks in reverse post-order, that lead back to each header of a loop, each
    once.
    """
    number = {block: i for i, block in enumerate(order)}
    found: dict[Block, dict[Block, None]] = {}
    for block in order:
        for header in follow(block):
            if number[header] <= number[block]:
                found.setdefault(header, {})[block] = None
    return {header: list(found[header]) for header in order if header in found}


def leading_to(
    found: Iterable[Block], before: Mapping[Block, Sequence[Block]]
) -> set[Block]:
    """Returns `found` and the blocks that lead to them; `before` are the predecessors."""
    reached = set(found)
    waiting = list(reached)
    while waiting:
        for block in before.get(waiting.pop(), ()):
            if block not in reached:
                reached.add(block)
                waiting.append(block)
    return reached


def natural_loop(
    header: Block,
    latches: Sequence[Block],
    before: Mapping[Block, Sequence[Block]],
    ends: Container[Block] = (),
) -> set[Block]:
    """
    Returns `header` and the blocks that lead to one of `latches` without passing it, or one of
    `ends`; `before` are the predecessors.
    """
    blocks = {header}
    waiting = list(latches)
    while waiting:
        block = waiting.pop()
        if block not in blocks:
            blocks.add(block)
            if block not in ends:
                waiting.extend(before[block])
    return blocks


def natural_loops(
    order: Sequence[Block], follow: Follow = successors
) -> dict[Block, set[Block]]:
    """
    Returns the natural loops of `order`, blocks in reverse post-order, by their headers, each before
    those inside it.
    """
    before = predecessors(order, follow)
    return {
        header: natural_loop(header, back, before)
        for header, back in latches(order, follow).items()
    }


def dominators(
    order: Sequence[Block], follow: Follow = successors
) -> dict[Block, Block | None]:
    """
    Immediate dominators of the blocks of `order`, all reached from its first; `None` for
    the first.
    """
    number = {block: i for i, block in enumerate(order)}
    nearest = _dominators([[number[b] for b in follow(block)] for block in order], 0)
    return {
        block: None if i == 0 else order[nearest[i]] for i, block in enumerate(order)
    }


def post_dominators(
    order: Sequence[Block], follow: Follow = successors
) -> dict[Block, Block | None]:
    """
    Immediate post-dominators of the blocks of `order`; `None` stands for the end of the
    kernel.

    Paths that never come to the end do not count: a block that does not lead to the end
    has no post-dominator.
    """
    number = {block: i for i, block in enumerate(order)}
    end = len(order)
    backward: list[list[int]] = [[] for _ in range(end + 1)]
    for i, block in enumerate(order):
        targets = follow(block)
        for target in targets:
            backward[number[target]].append(i)
        if not targets:
            backward[end].append(i)
    nearest = _dominators(backward, end)
    return {
        block: None if nearest[i] in (-1, end) else order[nearest[i]]
        for i, block in enumerate(order)
    }


def _dominators(edges: Sequence[Sequence[int]], root: int) -> list[int]:
    """
    Immediate dominators of the nodes reached from `root`, -1 for the rest and `root`.

    Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (1979),
    with path compression: m log n, where iteration to a fixed point takes m * n for a
    `switch` whose cases fall through.
    """
    count = len(edges)
    order: list[int] = []
    parent = [-1] * count
    index = [-1] * count
    before: list[list[int]] = [[] for _ in range(count)]
    work = [(-1, root)]
    while work:
        source, node = work.pop()
        if index[node] >= 0:
            continue
        index[node], parent[node] = len(order), source
        order.append(node)
        for target in reversed(edges[node]):
            before[target].append(node)
            if index[target] < 0:
                work.append((node, target))

    semi = list(index)
    best = list(range(count))
    ancestor = [-1] * count
    nearest = [-1] * count
    waiting: list[list[int]] = [[] for _ in range(count)]

    def lowest(node: int) -> int:
        """The node with the lowest semi-dominator on the linked path above `node`."""
        path: list[int] = []
        while ancestor[node] >= 0 and ancestor[ancestor[node]] >= 0:
            path.append(node)
            node = ancestor[node]
        for below in reversed(path):
            above = ancestor[below]
            if semi[best[above]] < semi[best[below]]:
                best[below] = best[above]
            ancestor[below] = ancestor[above]
        return best[path[0] if path else node]

    for node in reversed(order[1:]):
        above = parent[node]
        for source in before[node]:
            candidate = lowest(source) if ancestor[source] >= 0 else source
            semi[node] = min(semi[node], semi[candidate])
        waiting[order[semi[node]]].append(node)
        ancestor[node] = above
        for other in waiting[above]:
            candidate = lowest(other)
            nearest[other] = candidate if semi[candidate] < semi[other] else above
        waiting[above].clear()
    for node in order[1:]:
        if nearest[node] != order[semi[node]]:
            nearest[node] = nearest[nearest[node]]
    return nearest


def values_alive_at(
    starts: Sequence[Block], order: Sequence[Block], follow: Follow = successors
) -> dict[SSAValue, None]:
    """
    The values alive where some block of `starts` begins (a block's arguments are not), in
    the order of their definitions. `order` is all blocks in reverse post-order.

    A value of block `d` used in block `u` is alive at `s` if `s` leads to `u` and passes
    `d` by. If it passes `d` by, it passes all blocks above `d` in the dominator tree by:
    so one number for each block tells for all values, the depth of the deepest such `d`.
    It is the best over all paths of the lowest depth on the path: Dijkstra's algorithm.
    """
    depths: dict[Block, int] = {}
    nearest = dominators(order, follow)
    for block in order:
        above = nearest[block]
        depths[block] = 0 if above is None else depths[above] + 1
    number = {block: i for i, block in enumerate(order)}
    deepest: dict[Block, int] = {}
    queue = [(1 - depths[block], number[block]) for block in starts]
    heapify(queue)
    while queue:
        negative, at = heappop(queue)
        block = order[at]
        if block in deepest:
            continue
        deepest[block] = -negative
        for successor in follow(block):
            if successor not in deepest:
                depth = min(-negative, depths[successor] - 1)
                heappush(queue, (-depth, number[successor]))
    alive: dict[SSAValue, None] = {}
    for block in order:
        depth = depths[block]
        for value in (*block.args, *(r for op in block.ops for r in op.results)):
            for use in value.uses:
                user = use.operation.parent
                if user is not None and deepest.get(user, -1) >= depth:
                    alive[value] = None
                    break
    return alive
