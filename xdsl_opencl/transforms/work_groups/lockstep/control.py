"""
Control flow of work items in lockstep.

Blocks run one after the other, each before its successors and with the mask of the work items that
reach it. A block is skipped when its mask is empty if it is expensive, or may run only if some
lane takes part. A loop that all work items leave together stays a loop; any other loop runs while
some of them go on, and keeps the values of the lanes that left. Moll and Hack, "Partial Control-Flow
Linearization" (PLDI 2018), describe the method.

The values that all work items share are known only after their loops have been processed. So
values are first assumed to be shared, and the region is processed again after each wrong
assumption. If wrong assumptions keep hiding other wrong ones for too long, the analysis of the kernel gives
the values that may vary; it is conservative.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.abi.cpu.host_launch import ASSERT_VARIABLE
from xdsl_opencl.analysis.cfg import (
    branch_arguments,
    natural_loop,
    predecessors,
    successors,
)
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import TrapOp
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    Linear,
    NotInLockstep,
    RowBuilder,
    Uniform,
    Wide,
    any_of,
    either,
    flatten,
    nothing,
    part,
    parts,
    rebuild,
    shape,
)
from xdsl_opencl.transforms.work_groups.lockstep.masks import (
    Edge,
    Mask,
    Split,
    blend,
    everyone,
    inside,
    occupation,
    restrict,
    union,
    vector_of_mask,
)

_HOPEFUL = 4
"""How often a region is processed with the most optimistic assumptions."""
_ATTEMPTS = 8
"""How often a region is processed at most."""
_DEEPEST = 32
"""The limit for the depth of nested loops."""
_CHEAP = 12
"""The number of operations without effects that do not justify a branch around them."""


@dataclass(eq=False)
class Loop:
    """A natural loop: `blocks` contain `header`, and those of the loops in it."""

    header: Block
    blocks: set[Block]
    latches: list[Block]
    leaving: list[Block] = field(default_factory=list[Block])
    live: list[SSAValue] = field(default_factory=list[SSAValue])
    """Values that are used after the loop."""


def find_loops(order: Sequence[Block]) -> dict[Block, Loop]:
    """
    Returns the loops of blocks in reverse post-order, by header, each before its inner loops.

    Raises `NotInLockstep` for a loop with two entries, and for too many nested loops.
    """
    number = {block: i for i, block in enumerate(order)}
    before = predecessors(order, lambda b: [s for s in successors(b) if s in number])
    loops: dict[Block, Loop] = {}
    depth = dict.fromkeys(order, 0)  # mutant: a limit that is 31 instead of 32
    for header in order:
        latches = [b for b in before[header] if number[b] >= number[header]]
        if not latches:
            continue
        blocks = natural_loop(header, latches, before)
        if any(number[block] < number[header] for block in blocks):
            raise NotInLockstep("a loop with two ways in")
        if depth[header] == _DEEPEST:
            raise NotInLockstep("too many loops in each other")
        for block in blocks:
            depth[block] += 1
        loops[header] = Loop(header, blocks, latches)
    for loop in loops.values():
        for block in loop.blocks:
            if any(s not in loop.blocks for s in successors(block)):
                loop.leaving.append(block)
            values = (*block.args, *(r for op in block.ops for r in op.results))
            loop.live += [
                v
                for v in values
                if any(use.operation.parent not in loop.blocks for use in v.uses)
            ]
        loop.leaving.sort(key=number.__getitem__)
    return loops


@dataclass(eq=False)
class _Scope:
    """The blocks of a loop, or of the region, that run one after the other."""

    loop: Loop | None
    mask: Mask
    incoming: dict[Block, list[Edge]]
    backs: list[Edge] = field(default_factory=list[Edge])
    exits: list[tuple[Block, Edge]] = field(default_factory=list[tuple[Block, Edge]])
    after: Block | None = None
    """The block after a loop that all lanes leave together."""
    again: tuple[SSAValue, bool] | None = None
    """The condition at the end of such a loop, and the value that means another iteration."""


_Facts = tuple[bool, bool]
"""The facts of a line, `Linear.signed` and `Linear.unsigned`, that all rounds of a loop have."""
_ALL_FACTS: _Facts = (True, True)


def _as_shape(build: RowBuilder, lanes: Lanes, facts: _Facts | None) -> Lanes:
    """Returns `lanes` with at most `facts`; as vectors for `None`."""
    if facts is None:
        return Wide(parts(build, lanes))
    if not isinstance(lanes, Linear):
        return lanes
    signed, unsigned = facts
    return Linear(
        lanes.first,
        lanes.step,
        lanes.signed if signed else None,
        lanes.unsigned if unsigned else None,
    )


def _common_facts(a: Lanes, b: Lanes) -> _Facts | None:
    """Returns the facts that lines of the same step share; `None` for other lanes."""
    if not (isinstance(a, Linear) and isinstance(b, Linear) and a.step == b.step):
        return None
    return (
        a.signed is not None and b.signed is not None,
        a.unsigned is not None and b.unsigned is not None,
    )


class RowControlFlow(ABC):
    """
    Runs the blocks of a region in lockstep: their order and masks. The subclass implements
    operations and the storage of values.
    """

    def __init__(self, order: Sequence[Block], width: int):
        """
        `order` are the blocks of the region in reverse post-order; `width` work items run in lockstep.

        Raises `NotInLockstep`.
        """
        self.order = order
        self.width = width
        self.loops = find_loops(order)
        self.known: dict[SSAValue, Lanes] = {}
        """The values in all lanes of the mask that reached the definition."""
        self.made: list[Block] = []
        self.facts: dict[SSAValue, _Facts | None] = {}
        """
        The facts (`_as_shape`) of each header argument for which a wrong assumption was found.
        """
        self.divergent: set[Block] = set()
        """The headers of loops that lanes turned out to leave at different times."""
        self.wrong: bool
        self.is_whole: bool
        """True if the region has code for whole rows (`_whole_rows`)."""
        self.end: Block
        self.asserts = os.environ.get(ASSERT_VARIABLE, "0") not in ("", "0")
        """True if the generated code checks the rules of the package."""
        self.build: RowBuilder
        self.inner: dict[Block | None, list[Block]] = {}
        """The blocks of each loop, in order; an inner loop is represented by its header."""
        around: dict[Block, Block] = {}
        for header, loop in self.loops.items():
            around.update(dict.fromkeys(loop.blocks - {header}, header))
        for block in order:
            self.inner.setdefault(around.get(block), []).append(block)

    @abstractmethod
    def pays_without_mask(self, loop: Loop) -> bool:
        """Returns whether the loop is worth code of its own for rows whose lanes all take part."""

    @abstractmethod
    def operation(self, op: Operation, mask: Mask) -> None:
        """
        Runs `op`, and defines its results; `mask` is `inside` if it `has_effects`.
        """

    @abstractmethod
    def outside(self, value: SSAValue) -> Lanes:
        """Returns a value that is not `known`."""

    @abstractmethod
    def keeps(self, value: SSAValue) -> bool:
        """Returns whether `value` is kept in memory (`keep`)."""

    @abstractmethod
    def keep(self, value: SSAValue, lanes: Lanes, mask: Mask) -> None:
        """Keeps the values of the lanes of `mask`, which is not empty."""

    @abstractmethod
    def forgotten(self, block: Block) -> Sequence[SSAValue]:
        """Returns the values of `block` that are only `known` in it."""

    @abstractmethod
    def has_effects(self, op: Operation) -> bool:
        """
        Returns whether `op` must not run when no lane takes part, for example because its result is
        kept.
        """

    @abstractmethod
    def varying(self) -> Collection[SSAValue]:
        """Returns the values that the lanes may not share."""

    def run(self, start: Block, end: Block) -> list[Block]:
        """
        Fills `start`, and goes on to `end`. Returns the new blocks, including `start`.

        Raises `NotInLockstep`.
        """
        self.end = end
        try:
            for attempt in range(_ATTEMPTS):
                self.discard(start)
                self.wrong = self.is_whole = False
                if attempt == _HOPEFUL:
                    self._assume_varying()
                self._region(start)
                if not self.wrong:
                    return self.made
        except NotInLockstep:
            self.discard(start)
            raise
        self.discard(start)
        raise NotInLockstep("too much to find out")

    def _assume_varying(self) -> None:
        """Assumes nothing about loop-carried values that may vary."""
        varying = self.varying()
        for header in self.loops:
            self.facts.update((arg, None) for arg in header.args if arg in varying)

    def discard(self, start: Block) -> None:
        """Removes the new blocks."""
        for block in dict.fromkeys((*self.made, start)):
            for op in tuple(block.ops):
                block.detach_op(op)
                op.drop_all_references()
        self.made, self.known = [start], {}

    def _region(self, start: Block) -> None:
        self.build = RowBuilder(start, self.width)
        self._to_end(0)

    def _to_end(self, place: int, arguments: Sequence[Lanes] = ()) -> None:
        """Runs the region for all lanes, beginning with its block number `place`."""
        mask, block = everyone(), self.inner[None][place]
        scope = _Scope(None, mask, {block: [Edge(mask, tuple(arguments))]})
        self._blocks(scope, place)
        self.build.branch(self.end)

    # --- values ----------------------------------------------------------------------

    def value(self, value: SSAValue) -> Lanes:
        if (known := self.known.get(value)) is not None:
            return known
        return self.outside(value)

    def define(self, value: SSAValue, lanes: Lanes, mask: Mask) -> None:
        """Sets the lanes of `value`, as far as they are in `mask`, from here on."""
        self.known[value] = lanes
        if self.keeps(value):
            self.keep(value, lanes, mask)

    def assure(self, condition: SSAValue) -> None:
        """Aborts unless `condition`, an `i1`, holds."""
        before, failed = self.build, self.start()
        self.build.insert(TrapOp.create())
        self.build.insert(llvm.UnreachableOp())
        following = self.start()
        before.branch_if(condition, following, failed)

    def assure_apart(self, masks: Sequence[Mask]) -> None:
        """Aborts if two of `masks` have a lane in common."""
        build = self.build
        seen = build.constant(0, IntegerType(self.width))
        for mask in masks:
            vector = vector_of_mask(build, mask)
            if vector is None:
                vector = build.constant(1, self.build.lane_type(i1))
            bits = build.bitcast(vector, seen.type)
            common = build.op(llvm.AndOp, seen, bits)
            seen = build.op(llvm.OrOp, seen, bits)
            self.assure(build.compare("eq", common, build.constant(0, seen.type)))
            build = self.build

    def start(self) -> Block:
        block = Block()
        self.made.append(block)
        self.build = self.build.at(block)
        return block

    # --- blocks ----------------------------------------------------------------------

    def _blocks(self, scope: _Scope, first: int = 0) -> None:
        header = None if scope.loop is None else scope.loop.header
        blocks = self.inner.get(header, [])
        if header is not None:
            blocks = [header, *blocks]
        for place, block in enumerate(blocks[first:], first):
            edges = scope.incoming.pop(block, [])
            if not edges:
                continue
            if self.asserts and len(edges) > 1:
                self.assure_apart([edge.mask for edge in edges])
            mask = union(self.build, [edge.mask for edge in edges])
            # The first block's arguments are those of the kernel, which all lanes share.
            parameters = () if block is self.order[0] else block.args
            arguments = [blend(self.build, edges, i) for i in range(len(parameters))]
            if block in self.loops and block is not header:
                loop = self.loops[block]
                masked = scope.loop is None and mask.vector is not None
                if masked and not self.is_whole and self.pays_without_mask(loop):
                    self._whole_rows(mask, place, arguments)
                for target, edge in self._loop(loop, mask, arguments):
                    self._route(scope, target, edge)
                continue
            self._block(block, mask, dict(zip(parameters, arguments, strict=True)))
            self._leave(scope, block, mask)
            for value in self.forgotten(block):
                self.known.pop(value, None)

    def _whole_rows(self, mask: Mask, place: int, arguments: Sequence[Lanes]) -> None:
        """
        Makes code of its own for rows whose lanes all come to the region's block number `place`,
        from there to the end. The code after that is for the other rows.
        """
        build = self.build
        vector = vector_of_mask(build, mask)
        assert vector is not None
        bits = build.bitcast(vector, IntegerType(self.width))
        whole = build.compare("eq", bits, build.constant(-1, bits.type))
        fast = self.start()
        self.is_whole = True
        self._to_end(place, arguments)
        build.branch_if(whole, fast, self.start())

    def _guarded(
        self, condition: SSAValue | None, body: Callable[[], list[Lanes]]
    ) -> list[Lanes]:
        """
        Runs `body` if `condition` holds. Returns its results, or zeros in their place.
        """
        if condition is None:
            return body()
        before = self.build
        first = self.start()
        results = body()
        values = [v for lanes in results for v in flatten(lanes)]
        last = self.build
        join = Block(arg_types=[v.type for v in values])
        self.made.append(join)
        last.branch(join, values)
        zeros = [nothing(before, v.type) for v in values]
        before.branch_if(condition, first, join, (), zeros)
        self.build = self.build.at(join)
        return self._rebuilt(results, join.args)

    @staticmethod
    def _rebuilt(results: Sequence[Lanes], values: Sequence[SSAValue]) -> list[Lanes]:
        rest = iter(values)
        return [
            rebuild(lanes, [next(rest) for _ in flatten(lanes)]) for lanes in results
        ]

    def _block(
        self, block: Block, mask: Mask, arguments: Mapping[SSAValue, Lanes]
    ) -> None:
        self.known.update(arguments)
        kept_arguments = list(filter(self.keeps, arguments))
        ops = [op for op in block.ops if not op.successors]
        guarded = (
            len(ops) > _CHEAP or bool(kept_arguments) or any(map(self.has_effects, ops))
        )
        condition = occupation(self.build, mask) if guarded else None

        def run(mask: Mask) -> None:
            for argument in kept_arguments:
                self.keep(argument, arguments[argument], mask)
            for op in ops:
                self.operation(op, mask)

        if condition is None:
            run(mask)
            return
        made = [
            result
            for op in ops
            for result in op.results
            if any(
                use.operation.parent is not block or use.operation.successors
                for use in result.uses
            )
        ]
        kept: list[SSAValue] = []

        def body() -> list[Lanes]:
            run(inside(mask))
            kept.extend(value for value in made if value in self.known)
            return [self.known[value] for value in kept]

        results = self._guarded(condition, body)
        self.known.update(zip(kept, results, strict=True))

    def _leave(self, scope: _Scope, block: Block, mask: Mask) -> None:
        """Follows the terminator of `block`."""
        last = block.last_op
        assert last is not None
        if not last.successors:
            return
        edges = [
            (target, tuple(map(self.value, arguments)))
            for target, arguments in branch_arguments(last)
        ]
        if isinstance(last, llvm.BrOp):
            ((target, arguments),) = edges
            self._route(scope, target, Edge(mask, arguments))
            return
        if isinstance(last, llvm.CondBrOp):
            condition = self.value(last.cond)
            if self._ends_together(scope, block, mask, condition, edges):
                return
            self._part(scope, mask, edges, [condition])
            return
        assert isinstance(last, SwitchOp)
        default, *cases = edges
        conditions = [self._equals(last.value, value) for value, _, _ in last.cases]
        if isinstance(default[0].first_op, llvm.UnreachableOp):
            # Exactly one of the cases holds, so the last one needs no comparison.
            *cases, default = cases
            conditions.pop()
        self._part(scope, mask, [*cases, default], conditions)

    def _equals(self, value: SSAValue, number: int) -> Lanes:
        build = self.build
        lanes = self.value(value)
        type = value.type
        if isinstance(lanes, Uniform):
            constant = build.constant(number, type)
            return Uniform(build.compare("eq", lanes.value, constant))
        constant = build.constant(number, self.build.lane_type(type))
        return Wide((build.compare("eq", part(build, lanes), constant),))

    def _part(
        self,
        scope: _Scope,
        mask: Mask,
        edges: Sequence[tuple[Block, tuple[Lanes, ...]]],
        conditions: Sequence[Lanes],
    ) -> None:
        """
        Sends lanes along the first of `edges` whose condition holds; the last has none.
        """
        build = self.build
        split = Split(mask, len(edges))
        others: Lanes | None = None
        for way, (target, arguments) in enumerate(edges):
            last = way == len(conditions)
            condition = others if last else conditions[way]
            if condition is None:
                # There is one edge.
                self._route(scope, target, Edge(mask, arguments))
                return
            part = restrict(build, mask, condition, split, way, not_=last)
            self._route(scope, target, Edge(part, arguments))
            if not last:
                others = either(build, others, condition) if others else condition

    def _route(self, scope: _Scope, target: Block, edge: Edge) -> None:
        loop = scope.loop
        if loop is not None and target is loop.header:
            scope.backs.append(edge)
        elif loop is not None and target not in loop.blocks:
            scope.exits.append((target, edge))
        else:
            scope.incoming.setdefault(target, []).append(edge)

    # --- loops -----------------------------------------------------------------------

    def may_end_together(self, loop: Loop) -> bool:
        """
        Returns whether all lanes leave the loop at a single point that each passes in every
        iteration.
        """
        return (
            loop.header not in self.divergent
            and len(loop.leaving) == 1
            and (loop.leaving[0] is loop.header or loop.leaving == loop.latches)
            and sum(s not in loop.blocks for s in successors(loop.leaving[0])) == 1
        )

    def _ends_together(
        self,
        scope: _Scope,
        block: Block,
        mask: Mask,
        condition: Lanes,
        edges: Sequence[tuple[Block, tuple[Lanes, ...]]],
    ) -> bool:
        """Ends the loop of `scope` after `block` for all lanes, if the loop can end there."""
        loop = scope.loop
        if loop is None or scope.after is None or block not in loop.leaving:
            return False
        if not isinstance(condition, Uniform) or (
            mask.vector is not scope.mask.vector or mask.scalar is not None
        ):
            self.divergent.add(loop.header)
            self.wrong = True
            return False
        stays = edges[0][0] in loop.blocks
        (staying, inner), (target, outer) = edges if stays else reversed(edges)
        scope.exits.append((target, Edge(scope.mask, outer)))
        if staying is loop.header:  # mutant: the same loop with a block more
            scope.again = (condition.value, stays)
            scope.backs.append(Edge(mask, inner))
            return True
        before = self.build
        following = self.start()
        if stays:
            before.branch_if(condition.value, following, scope.after)
        else:
            before.branch_if(condition.value, scope.after, following)
        self._route(scope, staying, Edge(mask, inner))
        return True

    def _loop(
        self, loop: Loop, mask: Mask, arguments: Sequence[Lanes]
    ) -> list[tuple[Block, Edge]]:
        """Runs a loop. Returns its exits."""
        condition = occupation(self.build, mask)
        within = mask if condition is None else inside(mask)
        targets: list[Block] = []
        counts: list[int] = []

        def body() -> list[Lanes]:
            exits = self._rounds(loop, within, arguments)
            results: list[Lanes] = []
            for target, edge in exits:
                targets.append(target)
                counts.append(len(edge.arguments))
                results.extend(edge.arguments)
            if len(exits) > 1:
                for _, edge in exits:
                    vector = vector_of_mask(self.build, edge.mask)
                    assert vector is not None
                    results.append(Wide((vector,)))
            live = [value for value in loop.live if value in self.known]
            kept.extend(live)
            results.extend(self.known[value] for value in live)
            return results

        kept: list[SSAValue] = []
        results = iter(self._guarded(condition, body))
        passed = [tuple(next(results) for _ in range(count)) for count in counts]
        masks: list[Mask] = []
        if len(targets) == 1:
            masks.append(mask)
        elif targets:
            split = Split(mask, len(targets))
            for way in range(len(targets)):
                vector = next(results)
                assert isinstance(vector, Wide)
                masks.append(Mask(vector.parts[0], None, False, split, way))
        self.known.update(zip(kept, results, strict=True))
        return [
            (target, Edge(leaving, values))
            for target, leaving, values in zip(targets, masks, passed, strict=True)
        ]

    def _rounds(
        self, loop: Loop, mask: Mask, arguments: Sequence[Lanes]
    ) -> list[tuple[Block, Edge]]:
        together = self.may_end_together(loop)
        carried = [
            _as_shape(self.build, lanes, self.facts.get(parameter, _ALL_FACTS))
            for parameter, lanes in zip(loop.header.args, arguments, strict=True)
        ]
        if together:
            return self._rounds_together(loop, mask, carried)
        return self._rounds_apart(loop, mask, carried)

    def _next(
        self, loop: Loop, carried: Sequence[Lanes], backs: Sequence[Edge]
    ) -> list[SSAValue]:
        """Returns the values for the next iteration, in the form of `carried`."""
        values: list[SSAValue] = []
        for i, (parameter, lanes) in enumerate(
            zip(loop.header.args, carried, strict=True)
        ):
            following = blend(self.build, backs, i)
            facts = self.facts.get(parameter, _ALL_FACTS)
            following = _as_shape(self.build, following, facts)
            if shape(following) != shape(lanes):
                self.wrong = True
                self.facts[parameter] = _common_facts(lanes, following)
                following = lanes
            values.extend(flatten(following))
        return values

    def _rounds_together(
        self, loop: Loop, mask: Mask, carried: Sequence[Lanes]
    ) -> list[tuple[Block, Edge]]:
        values = [v for lanes in carried for v in flatten(lanes)]
        header = Block(arg_types=[v.type for v in values])
        self.made.append(header)
        self.build.branch(header, values)
        self.build = self.build.at(header)
        lanes = self._rebuilt(carried, header.args)
        after = Block()
        scope = _Scope(
            loop, mask, {loop.header: [Edge(mask, tuple(lanes))]}, after=after
        )
        self._blocks(scope)
        if len(scope.exits) != 1 or (scope.again is not None and len(scope.backs) > 1):
            self.divergent.add(loop.header)
            self.wrong = True
        values = self._next(loop, lanes, scope.backs)
        if scope.again is None:
            self.build.branch(header, values)
        else:
            condition, stays = scope.again
            if stays:
                self.build.branch_if(condition, header, after, values)
            else:
                self.build.branch_if(condition, after, header, (), values)
        self.made.append(after)
        self.build = self.build.at(after)
        return scope.exits

    def _rounds_apart(
        self, loop: Loop, mask: Mask, carried: Sequence[Lanes]
    ) -> list[tuple[Block, Edge]]:
        before = self.build
        active = vector_of_mask(before, mask)
        if active is None:
            active = before.constant(1, self.build.lane_type(i1))
        first = [v for lanes in carried for v in flatten(lanes)]
        header = Block(arg_types=[v.type for v in (*first, active)])
        self.made.append(header)
        self.build = self.build.at(header)
        lanes = self._rebuilt(carried, header.args)
        here = Mask(header.args[-1], None, occupied=True)
        scope = _Scope(loop, here, {loop.header: [Edge(here, tuple(lanes))]})
        self._blocks(scope)
        if not scope.exits or not scope.backs:
            raise NotInLockstep("a loop without an end, or without a second round")
        # The values that iterations keep are known now; they become arguments of the header.
        kept = _Kept(self.build, header)
        exits = self._keep_exits(scope, mask, kept)
        following = self._next(loop, lanes, scope.backs)
        again = union(self.build, [edge.mask for edge in scope.backs])
        still = vector_of_mask(self.build, again)
        assert still is not None
        before.branch(header, (*first, active, *kept.zeros(before)))
        after = Block()
        more = any_of(self.build, still)
        self.build.branch_if(more, header, after, (*following, still, *kept.latest))
        self.made.append(after)
        self.build = self.build.at(after)
        return exits

    def _keep_exits(
        self, scope: _Scope, mask: Mask, kept: _Kept
    ) -> list[tuple[Block, Edge]]:
        """
        Keeps the masks and arguments of the exits of a loop that began with `mask`, and the values
        that are used after it. Returns the exits.
        """
        assert scope.loop is not None
        leaving: list[SSAValue] = []
        for _, edge in scope.exits:
            vector = vector_of_mask(self.build, edge.mask)
            if vector is None:
                raise NotInLockstep("a loop that all leave at once")
            leaving.append(vector)
        exits: list[tuple[Block, Edge]] = []
        for (target, edge), vector in zip(scope.exits, leaving, strict=True):
            # A single exit is eventually taken by all lanes that came.
            gone = mask if len(leaving) == 1 else Mask(kept.lanes(vector), None, False)
            values = tuple(kept.values(v, vector) for v in edge.arguments)
            exits.append((target, Edge(gone, values)))
        anyone = leaving[0]
        for vector in leaving[1:]:
            anyone = self.build.op(llvm.OrOp, anyone, vector)
        for value in scope.loop.live:
            if (known := self.known.get(value)) is not None:
                self.known[value] = kept.values(known, anyone)
        return exits


class _Kept:
    """
    The values of lanes that left a loop, carried along with the values of the other lanes as new arguments
    of its header.
    """

    def __init__(self, build: RowBuilder, header: Block):
        self._build = build
        self._header = header
        self._arguments: list[SSAValue] = []
        self.latest: list[SSAValue] = []
        """The values for the next iteration, or for the code after the loop."""

    def _argument(self, type: Attribute) -> SSAValue:
        self._arguments.append(self._header.insert_arg(type, len(self._header.args)))
        return self._arguments[-1]

    def lanes(self, leaving: SSAValue) -> SSAValue:
        """Adds the lanes that leave in this iteration to those that left before."""
        before = self._argument(leaving.type)
        self.latest.append(self._build.op(llvm.OrOp, before, leaving))
        return self.latest[-1]

    def values(self, lanes: Lanes, leaving: SSAValue) -> Wide:
        """Takes over the values of the lanes that leave in this iteration."""
        made: list[SSAValue] = []
        for new in parts(self._build, lanes):
            old = self._argument(new.type)
            made.append(self._build.select(leaving, new, old))
        self.latest += made
        return Wide(tuple(made))

    def zeros(self, build: RowBuilder) -> list[SSAValue]:
        """Makes the values before the first iteration."""
        return [nothing(build, argument.type) for argument in self._arguments]
