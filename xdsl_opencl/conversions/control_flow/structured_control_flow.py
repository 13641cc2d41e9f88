"""The lowering of `scf` to `cf`, for `lower-scf-to-cf` and `convert-scf-to-llvm`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects import arith, cf, memref, scf
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    ModuleOp,
    VectorType,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import BlockInsertPoint, Rewriter

from xdsl_opencl.conversions.memory.alloca_scopes import limit_lifetimes, lower_scope
from xdsl_opencl.conversions.memory.copy_loops import expand_copies
from xdsl_opencl.ir.build import METADATA, ArithBuilder, numbers
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.patterns import Handlers
from xdsl_opencl.ir.split import split_around


def lower_scf(module: ModuleOp) -> None:
    """
    Replaces each operation of `scf` in `module`, each scope of `memref.alloca`, and each
    `memref.copy` that needs a loop, by branches.

    Raises `PassFailedException` for an operation of `scf` that it does not know.
    """
    expand_copies(module)
    limit_lifetimes(module)
    # Also subclasses, of dialects that were extended.
    lowerings: Handlers[Callable[[Any], None]] = Handlers(_LOWERINGS)
    found: list[Operation] = []
    for op in module.walk():
        if type(op) in lowerings:
            found.append(op)
        elif op.name.startswith("scf.") and not isinstance(op, _TERMINATORS):
            fail(op, f"'{op.name}' has no lowering; use scf.for, scf.while or scf.if")
    # From the inside out: a region that is moved has no `scf` left in it.
    for op in reversed(found):
        lowering = lowerings[type(op)]
        assert lowering is not None
        lowering(op)


def _branch(
    source: Block, target: Block, operands: Sequence[SSAValue], like: Operation
) -> Operation:
    op = cf.BranchOp.create(
        operands=operands, successors=(target,), location=like.location
    )
    source.add_op(op)
    return op


def _hand_on_metadata(op: Operation, branch: Operation) -> None:
    """Gives LLVM's metadata of the loop `op` to the `branch` that leads back."""
    if (metadata := op.attributes.get(METADATA)) is not None:
        branch.attributes[METADATA] = metadata


def _branch_if(
    source: Block,
    condition: SSAValue,
    targets: tuple[Block, Block],
    like: Operation,
    operands: tuple[Sequence[SSAValue], Sequence[SSAValue]] = ((), ()),
) -> None:
    first, second = operands
    segments = numbers(1, len(first), len(second))
    source.add_op(
        cf.ConditionalBranchOp.create(
            operands=(condition, *first, *second),
            successors=targets,
            properties={"operandSegmentSizes": segments},
            location=like.location,
        )
    )


def _take_terminator(region: Region) -> tuple[Block, Operation]:
    """Detaches the last operation of the region; its operands stay readable."""
    block = region.blocks[-1]
    terminator = block.last_op
    assert terminator is not None
    block.detach_op(terminator)
    return block, terminator


def _inline(region: Region, before: Block) -> Block:
    """Moves the blocks of `region` before `before`; returns the first."""
    first = region.blocks[0]
    Rewriter.inline_region(region, BlockInsertPoint.before(before))
    return first


def _inline_yielding(region: Region, rest: Block) -> Block:
    """
    Moves the blocks of `region` before `rest`, where its last one goes on with the
    operands of its terminator.
    """
    last, terminator = _take_terminator(region)
    _branch(last, rest, terminator.operands, terminator)
    terminator.drop_all_references()
    return _inline(region, rest)


def _if(op: scf.IfOp) -> None:
    block, rest = split_around(op)
    condition = op.cond
    then = _inline_yielding(op.true_region, rest)
    otherwise = rest
    if op.false_region.blocks:
        otherwise = _inline_yielding(op.false_region, rest)
    _branch_if(block, condition, (then, otherwise), op)
    op.drop_all_references()


def _execute_region(op: scf.ExecuteRegionOp) -> None:
    block, rest = split_around(op)
    # Unlike other regions this may have several blocks that yield.
    for inner in op.region.blocks:
        terminator = inner.last_op
        if isinstance(terminator, scf.YieldOp):
            inner.detach_op(terminator)
            _branch(inner, rest, terminator.operands, terminator)
            terminator.drop_all_references()
    _branch(block, _inline(op.region, rest), (), op)
    op.drop_all_references()


def _advance(
    block: Block, variable: SSAValue, step: SSAValue, op: Operation
) -> SSAValue:
    return ArithBuilder(block, None, op.location).op(arith.AddiOp, variable, step)


def _less(block: Block, variable: SSAValue, bound: SSAValue, op: Operation) -> SSAValue:
    unsigned = "unsignedCmp" in op.attributes or "unsignedCmp" in op.properties
    build = ArithBuilder(block, None, op.location)
    return build.compare("ult" if unsigned else "slt", variable, bound)


def _for(op: scf.ForOp) -> None:
    block, rest = split_around(op)
    lower, upper, step = op.lb, op.ub, op.step
    last, terminator = _take_terminator(op.body)
    body = op.body.blocks[0]
    header = Block(arg_types=[argument.type for argument in body.args])
    for argument, moved in zip(tuple(body.args), header.args, strict=True):
        moved.name_hint = argument.name_hint
        argument.replace_all_uses_with(moved)
        body.erase_arg(argument)
    Rewriter.insert_block(header, BlockInsertPoint.before(rest))
    _inline(op.body, rest)
    variable, *carried = header.args
    stepped = _advance(last, variable, step, terminator)
    back = _branch(last, header, (stepped, *terminator.operands), terminator)
    _hand_on_metadata(op, back)
    terminator.drop_all_references()
    is_inside = _less(header, variable, upper, op)
    _branch_if(header, is_inside, (body, rest), op, ((), carried))
    _branch(block, header, (lower, *op.iter_args), op)
    op.drop_all_references()


def _while(op: scf.WhileOp) -> None:
    block, rest = split_around(op)
    last, condition = _take_terminator(op.before_region)
    assert isinstance(condition, scf.ConditionOp)
    body_last, yielded = _take_terminator(op.after_region)
    header = _inline(op.before_region, rest)
    body = _inline(op.after_region, rest)
    passed = condition.args
    _branch_if(last, condition.condition, (body, rest), op, (passed, passed))
    _hand_on_metadata(op, _branch(body_last, header, yielded.operands, yielded))
    _branch(block, header, op.arguments, op)
    condition.drop_all_references()
    yielded.drop_all_references()
    op.drop_all_references()


def _index_switch(op: scf.IndexSwitchOp) -> None:
    block, rest = split_around(op)
    value = op.arg
    default = _inline_yielding(op.default_region, rest)
    cases = [_inline_yielding(region, rest) for region in op.case_regions]
    known = op.cases.get_values()
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": numbers(1, 0, 0),
        "case_operand_segments": numbers(*[0] * len(cases)),
    }
    if cases:
        type_ = VectorType(i64, [len(cases)])
        build = ArithBuilder(block, None, op.location)
        value = build.op(arith.IndexCastOp, value, type=i64)
        properties["case_values"] = DenseIntOrFPElementsAttr.from_list(type_, known)
    block.add_op(
        cf.SwitchOp.create(
            operands=(value,),
            successors=(default, *cases),
            properties=properties,
            location=op.location,
        )
    )
    op.drop_all_references()


def _parallel(op: scf.ParallelOp) -> None:
    block, rest = split_around(op)
    last, terminator = _take_terminator(op.body)
    lower, upper, step = op.lowerBound, op.upperBound, op.step
    types = [value.type for value in op.initVals]
    rank = len(lower)
    headers = [Block(arg_types=[IndexType(), *types]) for _ in range(rank)]
    body = op.body.blocks[0]
    for argument, header in zip(tuple(body.args), headers, strict=True):
        header.args[0].name_hint = argument.name_hint
        argument.replace_all_uses_with(header.args[0])
        body.erase_arg(argument)
    Rewriter.insert_block(headers, BlockInsertPoint.before(rest))
    _inline(op.body, rest)
    # A header enters the next loop, the innermost one the body.
    after: Block = rest
    for depth, header in enumerate(headers):
        variable, *carried = header.args
        inner: tuple[Block, Sequence[SSAValue]] = (body, ())
        if depth + 1 < rank:
            inner = (headers[depth + 1], (lower[depth + 1], *carried))
        is_inside = _less(header, variable, upper[depth], op)
        targets = (inner[0], after)
        _branch_if(header, is_inside, targets, op, (inner[1], carried))
        if depth + 1 < rank:
            # Where the next loop ends, this one goes on.
            latch = Block(arg_types=types)
            Rewriter.insert_block(latch, BlockInsertPoint.before(rest))
            stepped = _advance(latch, variable, step[depth], op)
            _branch(latch, header, (stepped, *latch.args), op)
            after = latch
    innermost = headers[-1]
    last, results = _reduced(terminator, last, innermost.args[1:], rest)
    stepped = _advance(last, innermost.args[0], step[-1], op)
    _branch(last, innermost, (stepped, *results), op)
    _branch(block, headers[0], (lower[0], *op.initVals), op)
    terminator.drop_all_references()
    op.drop_all_references()


def _reduced(
    terminator: Operation, block: Block, carried: Sequence[SSAValue], rest: Block
) -> tuple[Block, list[SSAValue]]:
    """
    Puts the reductions of a `scf.reduce` after `block`, before `rest`; returns
    their last block and their results.
    """
    results: list[SSAValue] = []
    assert isinstance(terminator, scf.ReduceOp)
    for region, so_far, value in zip(
        terminator.reductions, carried, terminator.args, strict=True
    ):
        inner, last = region.blocks[0], region.blocks[-1]
        for argument, known in zip(tuple(inner.args), (so_far, value), strict=True):
            argument.replace_all_uses_with(known)
            inner.erase_arg(argument)
        returned = last.last_op
        assert isinstance(returned, scf.ReduceReturnOp)
        last.detach_op(returned)
        results.append(returned.result)
        returned.drop_all_references()
        if inner is last:
            for op in tuple(inner.ops):
                inner.detach_op(op)
                block.add_op(op)
        else:
            _branch(block, inner, (), terminator)
            _inline(region, rest)
            block = last
    return block, results


_LOWERINGS: dict[type[Operation], Callable[[Any], None]] = {
    memref.AllocaScopeOp: lower_scope,
    scf.ExecuteRegionOp: _execute_region,
    scf.ForOp: _for,
    scf.IfOp: _if,
    scf.IndexSwitchOp: _index_switch,
    scf.ParallelOp: _parallel,
    scf.WhileOp: _while,
}
_TERMINATORS = (scf.ConditionOp, scf.ReduceOp, scf.ReduceReturnOp, scf.YieldOp)
