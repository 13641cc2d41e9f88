"""
Represents edges of a control flow graph as data, and reduces its acyclic parts to `scf.if` and
`scf.index_switch`.

The graph is the region itself: a block's terminator has its edges. A block absorbs its successors
without other predecessors: they become its continuation, or the regions of an operation at its
end. If the regions continue at several places, the operation's first result selects one, and the
block ends with a branch on it, as in upstream's `CFGToSCF`
(mlir/lib/Transforms/Utils/CFGToSCF.cpp).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import arith, cf, llvm, scf, ub
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    LocationAttr,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.llvm_ext.instructions import SwitchOp
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer, to_signed
from xdsl_opencl.ir.build import (
    INTEGER_PREDICATES,
    INVERTED_PREDICATES,
    PREDICATE_NAMES,
    ArithBuilder,
    made_operation,
    numbers,
)
from xdsl_opencl.ir.element_types import bits_of

BRANCHES = (
    cf.BranchOp,
    cf.ConditionalBranchOp,
    cf.SwitchOp,
    llvm.BrOp,
    llvm.CondBrOp,
    SwitchOp,
)
"""The terminators that lead to blocks."""


@dataclass(frozen=True)
class Edge:
    """An edge to a block, with the values of its arguments."""

    target: Block
    values: tuple[SSAValue, ...]


@dataclass(frozen=True)
class Branch:
    """
    The edges of a terminator: one without a selector; that of true and that of false; or,
    with `cases`, the default and one for each case.
    """

    edges: tuple[Edge, ...]
    selector: SSAValue | None = None
    cases: tuple[int, ...] | None = None

    def chosen(self, number: int) -> Edge:
        """The edge for the constant `number` as the selector."""
        if self.cases is None:
            return self.edges[0 if number & 1 else 1]
        assert self.selector is not None
        number = to_signed(number, bits_of(self.selector.type))
        position = self.cases.index(number) + 1 if number in self.cases else 0
        return self.edges[position]

    @property
    def targets(self) -> dict[Block, int]:
        """The blocks that the edges lead to, each with its number."""
        return {
            block: number
            for number, block in enumerate(dict.fromkeys(e.target for e in self.edges))
        }


def branch_of(op: Operation) -> Branch | None:
    """The edges of terminator `op`; `None` if it leaves the function."""
    if not isinstance(op, BRANCHES):
        return None
    edges = tuple(Edge(block, values) for block, values in branch_arguments(op))
    if isinstance(op, cf.BranchOp | llvm.BrOp):
        return Branch(edges)
    selector = op.operands[0]
    if isinstance(op, cf.SwitchOp | SwitchOp):
        values = op.case_values
        numbers: Sequence[int] = ()
        if isinstance(values, DenseIntOrFPElementsAttr):
            numbers = cast("Sequence[int]", values.get_values())
        bits = bits_of(selector.type)
        cases = tuple(to_signed(number, bits) for number in numbers)
        return Branch(edges, selector, cases)
    return Branch(edges, selector)


def end_with(block: Block, branch: Branch, location: LocationAttr) -> None:
    """Ends `block`, which has no terminator, with `branch`."""
    operands = [] if branch.selector is None else [branch.selector]
    counts = [len(edge.values) for edge in branch.edges]
    for edge in branch.edges:
        operands += edge.values
    successors = [edge.target for edge in branch.edges]
    kind: type[Operation] = cf.BranchOp
    properties: dict[str, Attribute] = {}
    if branch.cases is not None:
        kind, type = cf.SwitchOp, cast("IntegerType", operands[0].type)
        vector = VectorType(type, [len(branch.cases)])
        properties = {
            "operandSegmentSizes": numbers(1, counts[0], sum(counts[1:])),
            "case_operand_segments": numbers(*counts[1:]),
            "case_values": DenseIntOrFPElementsAttr.from_list(vector, branch.cases),
        }
    elif branch.selector is not None:
        kind = cf.ConditionalBranchOp
        properties = {"operandSegmentSizes": numbers(1, *counts)}
    op = made_operation(kind, operands, None, properties, None, successors)
    op.location = location
    block.add_op(op)


def home(op: Operation, blocks: set[Block]) -> Block | None:
    """
    Returns the one of `blocks` that contains `op`, directly or in a region; `None` if there is
    none.
    """
    block = op.parent
    while block is not None and block not in blocks:
        around = block.parent_op()
        block = None if around is None else around.parent
    return block


def replace_arguments(block: Block, values: Sequence[SSAValue]) -> None:
    """Puts `values` in the places of the arguments of `block`."""
    for argument, value in zip(block.args, values, strict=True):
        if value.name_hint is None and not isinstance(value.owner, arith.ConstantOp):
            value.name_hint = argument.name_hint
        argument.replace_all_uses_with(value)


def move_operations(source: Block, target: Block) -> None:
    """Moves what is in `source` to the end of `target`."""
    for op in tuple(source.ops):
        source.detach_op(op)
        target.add_op(op)


class Reducer:
    """
    The blocks of a function while they are reduced.

    A reduced block is a list of blocks that follow one another without a branch; they are joined
    when the place of the whole list is known, so that each operation moves once.
    """

    def __init__(self) -> None:
        self._parts: dict[Block, deque[Block]] = {}

    def parts(self, block: Block) -> deque[Block]:
        return self._parts.setdefault(block, deque((block,)))

    def terminator(self, block: Block) -> Operation:
        """Returns the operation that ends `block` and all that it has absorbed."""
        last = self.parts(block)[-1].last_op
        assert last is not None
        return last

    def branch(self, block: Block) -> Branch | None:
        """Returns the edges that leave `block`; `None` if the function ends there."""
        return branch_of(self.terminator(block))

    def end(self, block: Block, branch: Branch) -> None:
        """Replaces the terminator of `block`."""
        old = self.terminator(block)
        tail = self.parts(block)[-1]
        location = old.location
        tail.erase_op(old)
        end_with(tail, branch, location)

    def redirect(self, block: Block, change: Callable[[Edge], Edge]) -> None:
        """Replaces the edges of `block` by what `change` returns."""
        branch = self.branch(block)
        assert branch is not None
        edges = tuple(change(edge) for edge in branch.edges)
        if edges != branch.edges:
            self.end(block, Branch(edges, branch.selector, branch.cases))

    def take(self, block: Block, values: Sequence[SSAValue]) -> Block:
        """
        Moves what `block` has become, with `values` for its arguments, to a new block.
        """
        replace_arguments(block, values)
        taken = Block()
        for part in self._parts.pop(block, (block,)):
            move_operations(part, taken)
        return taken

    def join(self, block: Block) -> None:
        """Moves what `block` has become to it."""
        parts = self._parts.pop(block, deque((block,)))
        if parts[0] is not block:
            raise AssertionError("the first part of a block is the block itself")
        for part in (*parts,)[1:]:
            move_operations(part, block)

    # The reduction

    def reduce(self, blocks: Sequence[Block]) -> None:
        """
        Makes the first of `blocks` absorb all others. In their order all edges lead forward, the
        first block leads to all others, and all other edges lead to one block.
        """
        entering = dict.fromkeys(blocks, 0)
        for block in blocks:
            branch = self.branch(block)
            for edge in branch.edges if branch is not None else ():
                if edge.target in entering:
                    entering[edge.target] += 1
        for block in reversed(blocks):
            self._grow(block, entering)

    def _grow(self, block: Block, entering: dict[Block, int]) -> None:
        while (branch := self.branch(block)) is not None:
            if len(branch.edges) == 1:
                (edge,) = branch.edges
                if entering.get(edge.target) != 1:
                    return
                del entering[edge.target]
                self._continue(block, edge)
                continue
            own = any(entering.get(edge.target) == 1 for edge in branch.edges)
            if not own and len(branch.targets) == len(branch.edges):
                return
            self._choose(block, branch, entering)

    def _continue(self, block: Block, edge: Edge) -> None:
        """
        Appends the target of `edge`, the only edge from `block` and the only one to the target.
        """
        first, rest = self.parts(block), self.parts(edge.target)
        last = first[-1].last_op
        assert last is not None
        first[-1].erase_op(last)
        replace_arguments(edge.target, edge.values)
        del self._parts[edge.target]
        if len(first) < len(rest):
            rest.extendleft(reversed(first))
            self._parts[block] = rest
        else:
            first.extend(rest)

    def _choose(self, block: Block, branch: Branch, entering: dict[Block, int]) -> None:
        """
        Replaces the branch of `block` by an operation and a branch to the continuation of its
        regions. Blocks that only one edge leads to become the regions.
        """
        arms: list[tuple[Block, Branch]] = []
        location = self.terminator(block).location
        for edge in branch.edges:
            if entering.get(edge.target) != 1:
                arms.append((Block(), Branch((edge,))))
                continue
            del entering[edge.target]
            taken = self.take(edge.target, edge.values)
            last = taken.last_op
            assert last is not None
            onward = branch_of(last)
            assert onward is not None
            taken.erase_op(last)
            arms.append((taken, onward))
        edges = tuple(edge for _, onward in arms for edge in onward.edges)
        targets = Branch(edges).targets
        for edge in edges:
            if edge.target in entering:
                entering[edge.target] -= 1
        for target in targets:
            if target in entering:
                entering[target] += 1
        tail = self.parts(block)[-1]
        last = tail.last_op
        assert last is not None
        tail.erase_op(last)
        build = ArithBuilder(tail, location=location)
        selector = branch.selector
        assert selector is not None
        if branch.cases is None and all(inside.first_op is None for inside, _ in arms):
            yields = [_yields(build, onward, targets) for _, onward in arms]
            results = [
                _select(build, selector, yes, no)
                for yes, no in zip(*yields, strict=True)
            ]
        else:
            results = _operation(build, branch, arms, targets)
        end_with(tail, _after(results, targets), location)


def _yields(
    build: ArithBuilder, branch: Branch, targets: dict[Block, int]
) -> list[SSAValue]:
    """
    Returns the values that a region yields if it continues with `branch`: the number of its target
    if there are several, and the arguments of all `targets`, poison for the others.
    """
    yielded: list[SSAValue] = []
    if len(targets) > 1:
        yielded.append(_number(build, branch, targets))
    values: dict[Block, tuple[SSAValue, ...]] = {
        edge.target: edge.values for edge in branch.edges
    }
    for target in targets:
        given = values.get(target)
        if given is None:
            given = tuple(poison(build, a.type) for a in target.args)
        yielded += given
    return yielded


def poison(build: ArithBuilder, type_: Attribute) -> SSAValue:
    """Makes a value that is never read."""
    return build.op(ub.PoisonOp, type=type_, properties={"value": ub.PoisonAttr()})


def selector_type(count: int) -> IntegerType:
    """The type of the number of one of `count` blocks: of two, true is the first."""
    return i1 if count == 2 else i32


def literal(build: ArithBuilder, number: int, count: int) -> SSAValue:
    """Makes the number of one of `count` blocks."""
    if count == 2:
        return build.constant(1 - number, i1)  # mutant: modulo 2
    return build.constant(number, i32)


def _number(build: ArithBuilder, branch: Branch, targets: dict[Block, int]) -> SSAValue:
    count = len(targets)
    numbers = [targets[edge.target] for edge in branch.edges]
    if branch.selector is None:
        return literal(build, numbers[0], count)
    if branch.cases is None:
        if count == 2:
            if numbers[0] == 0:
                return branch.selector
            return negated(build, branch.selector)
        yes, no = (literal(build, number, count) for number in numbers)
        return build.select(branch.selector, yes, no)
    value = literal(build, numbers[0], count)
    for case, number in zip(branch.cases, numbers[1:], strict=True):
        is_case = build.compare(
            "eq", branch.selector, build.constant(case, branch.selector.type)
        )
        value = build.select(is_case, literal(build, number, count), value)
    return value


def negated(build: ArithBuilder, value: SSAValue) -> SSAValue:
    """Makes the opposite of an `i1`."""
    return build.op(arith.XOrIOp, value, build.constant(1, i1))


def opposite(build: ArithBuilder, value: SSAValue) -> SSAValue:
    """
    The opposite of an `i1` that nothing else uses: the comparison itself is inverted.
    """
    owner = value.owner
    if isinstance(owner, arith.CmpiOp) and value.first_use is None:
        name = PREDICATE_NAMES[owner.predicate.value.data]
        owner.properties["predicate"] = INTEGER_PREDICATES[INVERTED_PREDICATES[name]]
        return value
    return negated(build, value)


def _truth(value: SSAValue) -> bool | None:
    number = constant_integer(value) if value.type == i1 else None
    return None if number is None else bool(number)


def _select(
    build: ArithBuilder, condition: SSAValue, yes: SSAValue, no: SSAValue
) -> SSAValue:
    if yes is no:
        return yes
    match _truth(yes), _truth(no):
        case True, False:
            return condition
        case False, True:
            return negated(build, condition)
        case _:
            return build.select(condition, yes, no)


def _operation(
    build: ArithBuilder,
    branch: Branch,
    arms: Sequence[tuple[Block, Branch]],
    targets: dict[Block, int],
) -> list[SSAValue]:
    """Makes the operation whose regions are `arms`; returns its results."""
    regions: list[Region] = []
    types: list[Attribute] = []
    for inside, onward in arms:
        inner = ArithBuilder(inside, location=build.location)
        yielded = _yields(inner, onward, targets)
        types = [value.type for value in yielded]
        inner.insert(scf.YieldOp.create(operands=yielded))
        regions.append(Region(inside))
    selector = branch.selector
    assert selector is not None
    if branch.cases is None:
        first, second = (region.blocks[0].first_op for region in regions)
        assert first is not None
        assert second is not None
        if not types:
            if isinstance(first, scf.YieldOp):
                selector = opposite(build, selector)
                regions.reverse()
                second = first
            if isinstance(second, scf.YieldOp):
                regions[1].erase_block(0)
        op = scf.IfOp.create(operands=(selector,), result_types=types, regions=regions)
        build.insert(op)
        return [*op.results]
    if bits_of(selector.type) > 32:
        # `index` may be narrower: the number of the case stands for it.
        number = build.constant(-1, i32)
        for position, case in enumerate(branch.cases):
            is_case = build.compare("eq", selector, build.constant(case, selector.type))
            number = build.select(is_case, build.constant(position, i32), number)
        selector, cases = number, tuple(range(len(branch.cases)))
    else:
        cases = branch.cases
    value = build.op(arith.IndexCastOp, selector, type=INDEX)
    op = scf.IndexSwitchOp.create(
        operands=(value,),
        result_types=types,
        properties={"cases": DenseArrayBase.from_list(i64, cases)},
        regions=regions,
    )
    build.insert(op)
    return [*op.results]


def _after(results: Sequence[SSAValue], targets: dict[Block, int]) -> Branch:
    """Returns the branch on the results of an operation that continues at `targets`."""
    selector = None
    rest = [*results]
    if len(targets) > 1:
        selector, *rest = rest
    edges: list[Edge] = []
    for target in targets:
        count = len(target.args)
        edges.append(Edge(target, tuple(rest[:count])))
        rest = rest[count:]
    if len(targets) < 3:
        return Branch(tuple(edges), selector)
    return Branch(tuple(edges), selector, tuple(range(1, len(targets))))
