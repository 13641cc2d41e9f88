"""
Raises the branches of a function to `scf`, for `opencl-raise-structured`.

Loops are taken out from the inside: a loop that ends at its header only becomes `scf.for`
(`counted_loops`) or an `scf.while` that tests first; any other loop becomes an `scf.while` that
tests last; its results also select the continuation of the function. The remaining graph has no
cycle, and is reduced (`branches`).

A function stays as it is if its regions would be too deep for xDSL (48 of them in one
another), if it can enter a loop at several blocks, if a `switch` has many cases that others
lead to, too, if some block does not lead to its return (a loop without an end,
`llvm.unreachable` after something), or if a terminator is none of `cf`, `llvm` and a
return.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import func, llvm, scf
from xdsl.dialects.builtin import LocationAttr, i1
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue

from xdsl_opencl.analysis.cfg import (
    leading_to,
    predecessors,
    reverse_post_order,
    successors,
)
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.dialects.opencl.kernel import ReturnOp
from xdsl_opencl.frontend.structured.branches import (
    BRANCHES,
    Branch,
    Edge,
    Reducer,
    branch_of,
    end_with,
    home,
    literal,
    opposite,
    poison,
    replace_arguments,
    selector_type,
)
from xdsl_opencl.frontend.structured.counted_loops import find_counted, make_for
from xdsl_opencl.frontend.structured.loop_forest import Dominance, Loop, find_loops
from xdsl_opencl.ir.build import METADATA, ArithBuilder

_RETURNS = (ReturnOp, func.ReturnOp, llvm.ReturnOp)


_DEEPEST = 48
"""xDSL walks, prints and parses regions by recursion, which Python limits: at about 90."""


_MOST_JOINED = 16


def raise_control_flow(region: Region) -> None:
    """Makes one block of `region`, the body of a function, if it can."""
    if len(region.blocks) == 1:
        return
    if len(region.blocks) <= _DEEPEST:
        _Structurer(region).run()
        return
    # So many blocks may become too deep, which is known only afterwards.
    changed = region.clone()
    if not _Structurer(changed).run() or _depth(changed) > _DEEPEST:
        return
    for block in tuple(region.blocks):
        region.detach_block(block)
    for block in tuple(changed.blocks):
        changed.detach_block(block)
        region.add_block(block)


def _depth(region: Region) -> int:
    """
    The number of operations with regions that one operation in `region` is in at most.
    """
    deepest = 0
    work = [(region, 0)]
    while work:
        inside, depth = work.pop()
        deepest = max(deepest, depth)
        for block in inside.blocks:
            for op in block.ops:
                work += [(inner, depth + 1) for inner in op.regions]
    return deepest


class _Structurer:
    def __init__(self, region: Region):
        self._region = region
        self._reducer = Reducer()

    def run(self) -> bool:
        """Makes one block of the region; returns false if it stays."""
        region = self._region
        entry = region.blocks[0]
        _erase_unreached(region)
        order = reverse_post_order(entry)
        _drop_impossible(order)
        _erase_unreached(region)
        order = reverse_post_order(entry)
        if not _has_known_ends(order):
            return False
        loops = find_loops(order, Dominance(order))
        if loops is None or _falls_through(order):
            return False
        _skip_empty(order, {loop.header for loop in loops})
        _erase_unreached(region)
        _return_once(region)
        # The loops again, of fewer blocks.
        order = reverse_post_order(entry)
        self._dominance = Dominance(order)
        loops = find_loops(order, self._dominance)
        assert loops is not None
        inside: set[Block] = set()
        for loop in loops:
            self._take_loop(loop)
            inside.update(loop.blocks[1:])
        self._reducer.reduce([block for block in order if block not in inside])
        self._reducer.join(entry)
        for block in tuple(region.blocks):
            if block is not entry:
                assert block.first_op is None
                region.detach_block(block)
        return True

    # Loops

    def _take_loop(self, loop: Loop) -> None:
        """Turns `loop` into an operation in its header, which then leads to the loop's exit."""
        header, *rest = loop.blocks
        members = set(loop.blocks)
        metadata: Attribute | None = None
        leaving: list[Block] = []
        for block in loop.blocks:
            branch = self._reducer.branch(block)
            assert branch is not None
            for edge in branch.edges:
                if edge.target is header:
                    last = self._reducer.terminator(block)
                    metadata = metadata or last.attributes.get(METADATA)
                elif edge.target not in members:
                    leaving.append(block)
        branch = self._reducer.branch(header)
        assert branch is not None
        if (
            leaving == [header]
            and len(branch.edges) == 2
            and header not in branch.targets
        ):
            made = self._test_first(header, rest, branch, members)
        else:
            made = self._test_last(loop, members)
        if metadata is not None:
            made.attributes[METADATA] = metadata

    def _test_first(
        self, header: Block, rest: Sequence[Block], branch: Branch, members: set[Block]
    ) -> Operation:
        """Converts a loop that only its header leaves."""
        reducer = self._reducer
        again = Block(arg_types=header.arg_types)
        for block in rest:
            reducer.redirect(
                block,
                lambda edge: (
                    Edge(again, edge.values) if edge.target is header else edge
                ),
            )
        stays = branch.edges[0].target in members
        body, leave = branch.edges if stays else reversed(branch.edges)
        reducer.reduce([body.target, *(b for b in rest if b is not body.target)])
        terminator = reducer.terminator(header)
        location = terminator.location
        onward = reducer.branch(body.target)
        assert onward is not None
        assert onward.edges[0].target is again
        counted = find_counted(
            header, branch, onward.edges[0].values, stays, {*reducer.parts(body.target)}
        )
        # From here on the arguments of the header are the values that enter the loop.
        inner = Block(arg_types=header.arg_types)
        replace_arguments(header, inner.args)
        entered = reducer.branch(header)
        assert entered is not None
        body, leave = entered.edges if stays else reversed(entered.edges)
        condition = entered.selector
        assert condition is not None
        header.erase_op(terminator)
        inside = reducer.take(body.target, body.values)
        last = inside.last_op
        assert last is not None
        onward = branch_of(last)
        assert onward is not None
        next_values = onward.edges[0].values
        inside.erase_op(last)
        end_with(header, Branch((leave,)), location)
        if counted is not None:
            return make_for(header, inner, inside, next_values, counted)
        return self._while(header, inner, inside, condition, stays, next_values)

    def _while(
        self,
        header: Block,
        before: Block,
        after: Block,
        condition: SSAValue,
        stays: bool,
        next_values: Sequence[SSAValue],
    ) -> Operation:
        leave = header.last_op
        assert leave is not None
        location = leave.location
        for op in tuple(header.ops):
            if op is not leave:
                header.detach_op(op)
                before.add_op(op)
        test = ArithBuilder(before, location=location)
        if not stays:
            condition = opposite(test, condition)
        ArithBuilder(after, location=location).insert(
            scf.YieldOp.create(operands=next_values)
        )
        places = {before, after}
        passed: list[SSAValue] = []
        outside: list[list[tuple[Operation, int]]] = []
        for value in _values_of(before):
            uses = [
                (use.operation, use.index, home(use.operation, places))
                for use in value.uses
            ]
            if all(place is before for _, _, place in uses):
                continue
            passed.append(value)
            argument = after.insert_arg(value.type, len(after.args))
            argument.name_hint = value.name_hint
            outside.append([])
            for op, index, place in uses:
                if place is after:
                    op.operands[index] = argument
                elif place is None:
                    outside[-1].append((op, index))
        test.insert(scf.ConditionOp.create(operands=(condition, *passed)))
        made = scf.WhileOp.create(
            operands=header.args,
            result_types=[value.type for value in passed],
            regions=[Region(before), Region(after)],
            location=location,
        )
        header.insert_op_before(made, leave)
        for result, value, uses in zip(made.results, passed, outside, strict=True):
            result.name_hint = value.name_hint
            for op, index in uses:
                op.operands[index] = result
        return made

    def _test_last(self, loop: Loop, members: set[Block]) -> Operation:
        """Converts a loop with exits anywhere: the next step is decided at the end of its body."""
        reducer = self._reducer
        header = loop.header
        location = reducer.terminator(header).location
        kept = [*self._alive_after(loop, members)]
        ends = dict.fromkeys(
            edge.target
            for block in loop.blocks
            for edge in self._edges(block)
            if edge.target not in members
        )
        numbers = {target: number for number, target in enumerate(ends)}
        which = [] if len(ends) == 1 else [selector_type(len(ends))]
        # What the body ends with: again or not, which end, the arguments of the header
        # and of all ends, and the values that are used after the loop.
        slots = [*which, *header.arg_types]
        for target in ends:
            slots += target.arg_types
        slots += [value.type for value, _ in kept]
        latch = Block(arg_types=[i1, *slots])
        after_loop = Block(arg_types=[value.type for value, _ in kept])
        for (value, _), stand_in in zip(kept, after_loop.args, strict=True):
            stand_in.name_hint = value.name_hint
            for use in tuple(value.uses):
                if home(use.operation, members) is None:
                    use.operation.operands[use.index] = stand_in
        for block in loop.blocks:
            self._lead_to(latch, block, header, numbers, kept)
        reducer.reduce(loop.blocks)
        before = Block(arg_types=header.arg_types)
        replace_arguments(header, before.args)
        (edge,) = self._edges(header)
        assert edge.target is latch
        last = reducer.terminator(header)
        last.detach()
        last.drop_all_references()
        taken = reducer.take(header, before.args)
        for op in tuple(taken.ops):
            taken.detach_op(op)
            before.add_op(op)
        ArithBuilder(before, location=location).insert(
            scf.ConditionOp.create(operands=edge.values)
        )
        after = Block(arg_types=slots)
        first = len(which)
        ArithBuilder(after, location=location).insert(
            scf.YieldOp.create(operands=after.args[first : first + len(header.args)])
        )
        made = scf.WhileOp.create(
            operands=header.args,
            result_types=slots,
            regions=[Region(before), Region(after)],
            location=location,
        )
        header.add_op(made)
        results = [*made.results]
        rest = results[first + len(header.args) :]
        edges: list[Edge] = []
        for target in ends:
            count = len(target.args)
            edges.append(Edge(target, tuple(rest[:count])))
            rest = rest[count:]
        for stand_in, result in zip(after_loop.args, rest, strict=True):
            stand_in.replace_all_uses_with(result)
        cases = None if len(ends) < 3 else tuple(range(1, len(ends)))
        selector = results[0] if which else None
        end_with(header, Branch(tuple(edges), selector, cases), location)
        return made

    def _edges(self, block: Block) -> tuple[Edge, ...]:
        branch = self._reducer.branch(block)
        assert branch is not None
        return branch.edges

    def _alive_after(
        self, loop: Loop, members: set[Block]
    ) -> Iterator[tuple[SSAValue, Block]]:
        """The values of `loop` that are used after it, each with its block."""
        for block in loop.blocks:
            for value in _values_of(block):
                if any(home(use.operation, members) is None for use in value.uses):
                    yield value, block

    def _lead_to(
        self,
        latch: Block,
        block: Block,
        header: Block,
        numbers: dict[Block, int],
        kept: Sequence[tuple[SSAValue, Block]],
    ) -> None:
        """
        Makes the edges of `block` to `header` and out of the loop edges to `latch`.
        """
        reducer = self._reducer
        branch = reducer.branch(block)
        assert branch is not None
        if not any(e.target is header or e.target in numbers for e in branch.edges):
            return
        last = reducer.terminator(block)
        tail = reducer.parts(block)[-1]
        build = ArithBuilder(tail, last, last.location)
        missing: dict[Attribute, SSAValue] = {}

        def nothing(type_: Attribute) -> SSAValue:
            if type_ not in missing:
                missing[type_] = poison(build, type_)
            return missing[type_]

        def change(edge: Edge) -> Edge:
            again = edge.target is header
            if not again and edge.target not in numbers:
                return edge
            values = [build.constant(int(again), i1)]
            if len(numbers) > 1:
                number = 0 if again else numbers[edge.target]
                values.append(literal(build, number, len(numbers)))
            for target in (header, *numbers):
                if target is edge.target:
                    values += edge.values
                else:
                    values += [nothing(argument.type) for argument in target.args]
            for value, defined in kept:
                is_known = not again and self._dominance.dominates(defined, block)
                values.append(value if is_known else nothing(value.type))
            return Edge(latch, tuple(values))

        reducer.redirect(block, change)


def _values_of(block: Block) -> list[SSAValue]:
    return [*block.args, *(result for op in block.ops for result in op.results)]


def _has_known_ends(order: Sequence[Block]) -> bool:
    """
    Returns whether the terminators are branches and returns of one kind, and every block leads to a
    return.
    """
    ends: dict[Block, None] = {}
    before: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        last = block.last_op
        if isinstance(last, _RETURNS):
            ends[block] = None
        elif not isinstance(last, BRANCHES):
            return False
        for target in successors(block):
            before[target].append(block)
    return len(leading_to(ends, before)) == len(order)


def _falls_through(order: Sequence[Block]) -> bool:
    """
    Returns whether a terminator has many targets that other blocks lead to, too: each would be
    passed on through all before it.
    """
    before = predecessors(order)
    return any(
        sum(len(before[target]) > 1 for target in {*successors(block)}) > _MOST_JOINED
        for block in order
        if len(successors(block)) > _MOST_JOINED
    )


def _erase_unreached(region: Region) -> None:
    reached = {*reverse_post_order(region.blocks[0])}
    lost = [block for block in region.blocks if block not in reached]
    for block in lost:
        for op in block.ops:
            op.drop_all_references()
    for block in lost:
        region.detach_block(block)


def _skip_empty(order: Sequence[Block], headers: set[Block]) -> None:
    """
    Redirects edges past blocks that only branch: blocks without arguments, or blocks other than
    loop headers that branch on an argument that is constant on the edge. Clang leaves such blocks
    at the end of variables' lifetimes.
    """
    onward: dict[Block, Edge] = {}
    deciding: dict[Block, Branch] = {}

    def follow(edge: Edge) -> Edge:
        edge = onward.get(edge.target, edge)
        if (branch := deciding.get(edge.target)) is None:
            return edge
        assert isinstance(branch.selector, BlockArgument)
        number = constant_integer(edge.values[branch.selector.index])
        if number is None:
            return edge
        chosen = branch.chosen(number)
        given = dict(zip(edge.target.args, edge.values, strict=True))
        values = tuple(
            given.get(value, value) if isinstance(value, BlockArgument) else value
            for value in chosen.values
        )
        return Edge(chosen.target, values)

    for block in reversed(order):
        last = block.last_op
        assert last is not None
        branch = branch_of(last)
        if branch is None:
            continue
        edges = tuple(follow(edge) for edge in branch.edges)
        if edges != branch.edges:
            branch = Branch(edges, branch.selector, branch.cases)
            location, attributes = last.location, last.attributes
            block.erase_op(last)
            end_with(block, branch, location)
            last = block.last_op
            assert last is not None
            last.attributes = attributes
        if (
            block.first_op is not last
            or block is order[0]
            or METADATA in last.attributes
        ):
            continue
        if len(edges) == 1:
            if not block.args and edges[0].target is not block:
                onward[block] = edges[0]
        elif (
            branch.selector in block.args
            and block not in headers
            and all(use.operation is last for a in block.args for use in a.uses)
        ):
            deciding[block] = branch


def _drop_impossible(order: Sequence[Block]) -> None:
    """
    Removes edges to blocks that are only `llvm.unreachable`; that of a default takes the
    last case with it.
    """

    def is_impossible(edge: Edge) -> bool:
        return isinstance(edge.target.first_op, llvm.UnreachableOp)

    for block in order:
        last = block.last_op
        branch = None if last is None else branch_of(last)
        if last is None or branch is None or branch.selector is None:
            continue
        kept = [edge for edge in branch.edges if not is_impossible(edge)]
        if len(kept) == len(branch.edges) or not kept:
            continue
        location = last.location
        if branch.cases is None or len(kept) == 1:
            changed = Branch((kept[0],))
        else:
            default, *edges = branch.edges
            cases = [
                (case, edge)
                for case, edge in zip(branch.cases, edges, strict=True)
                if not is_impossible(edge)
            ]
            if is_impossible(default):
                default = cases.pop()[1]
            numbers = tuple(case for case, _ in cases)
            changed = Branch(
                (default, *(edge for _, edge in cases)), branch.selector, numbers
            )
        block.erase_op(last)
        end_with(block, changed, location)


def _return_once(region: Region) -> None:
    """Makes the function return at one place."""
    returns = [op for b in region.blocks if isinstance(op := b.last_op, _RETURNS)]
    if len(returns) == 1:
        return
    first = returns[0]
    end = Block(arg_types=[operand.type for operand in first.operands])
    made = type(first).create(operands=end.args, location=first.location)
    end.add_op(made)
    region.add_block(end)
    for op in returns:
        block = op.parent
        assert block is not None
        values: tuple[SSAValue, ...] = tuple(op.operands)
        location: LocationAttr = op.location
        block.erase_op(op)
        end_with(block, Branch((Edge(end, values),)), location)
