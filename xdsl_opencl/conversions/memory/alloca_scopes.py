"""
The lifetime of memory that `memref.alloca` makes.

It ends with the nearest operation around that is a scope (upstream's trait
`AutomaticAllocationScope`): a function, an iteration of `scf.for` or `scf.parallel`, a
`memref.alloca_scope`. Memory of static shape moves to the entry block of its function,
where it is the same for every iteration. Memory that cannot, because its size is not known
there or because it is carried to another iteration, is given back where its scope ends.
"""

from __future__ import annotations

from xdsl.dialects import llvm, memref, scf
from xdsl.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import BlockInsertPoint, InsertPoint, Rewriter
from xdsl.traits import IsolatedFromAbove, IsTerminator

from xdsl_opencl.ir.build import Builder, erase, replace
from xdsl_opencl.ir.split import split_around
from xdsl_opencl.ir.views import VIEWS

_LOOPS = (scf.ForOp, scf.ParallelOp)
_ALIASES = (*VIEWS, UnrealizedConversionCastOp)
"""Operations that only make another memref of the same memory."""


def is_carried(value: SSAValue) -> bool:
    """
    Returns whether a terminator takes a memref, or an alias of it, to another block, or if its
    address is stored: there may then be two of it at a time.
    """
    aliases = [value]
    while aliases:
        alias = aliases.pop()
        for use in alias.uses:
            user = use.operation
            if user.has_trait(IsTerminator):
                return True
            if isinstance(user, memref.StoreOp) and user.value is alias:
                return True
            if isinstance(user, _ALIASES):
                aliases += user.results
    return False


def limit_lifetimes(module: ModuleOp) -> None:
    """
    Puts `llvm.intr.stacksave` and `stackrestore` around the scopes whose memory cannot move
    to an entry block.
    """
    scopes: dict[Operation, None] = {}
    for op in module.walk():
        if not isinstance(op, memref.AllocaOp):
            continue
        scope = _scope_of(op)
        if scope is None:
            continue
        if op.dynamic_sizes or is_carried(op.memref):
            scopes[scope] = None
    for scope in scopes:
        _save_and_restore(scope)


def _scope_of(op: Operation) -> Operation | None:
    parent = op.parent_op()
    while parent is not None and not parent.has_trait(IsolatedFromAbove):
        if isinstance(parent, (*_LOOPS, memref.AllocaScopeOp)):
            return parent
        parent = parent.parent_op()
    return None


def _save_and_restore(scope: Operation) -> None:
    blocks = scope.regions[0].blocks
    save = llvm.StackSaveOp()
    save.location = scope.location
    Rewriter.insert_op(save, InsertPoint.at_start(blocks[0]))
    for block in blocks:
        last = block.last_op
        if isinstance(last, scf.YieldOp | scf.ReduceOp | memref.AllocaScopeReturnOp):
            restore = llvm.StackRestoreOp(save.res)
            restore.location = last.location
            block.insert_op_before(restore, last)


def lower_scopes(module: ModuleOp) -> None:
    """
    Puts the blocks of each `memref.alloca_scope` in its place. Its memory then
    belongs to the scope around it: `limit_lifetimes` comes first.
    """
    scopes = [op for op in module.walk() if isinstance(op, memref.AllocaScopeOp)]
    for op in reversed(scopes):
        lower_scope(op)


def lower_scope(op: memref.AllocaScopeOp) -> None:
    """Puts the blocks of a `memref.alloca_scope` in its place."""
    region = op.scope
    if region.first_block is region.last_block:
        _inline_block(op, region.blocks[0])
        return
    block, rest = split_around(op)
    for inner in region.blocks:
        last = inner.last_op
        if isinstance(last, memref.AllocaScopeReturnOp):
            inner.detach_op(last)
            Builder(inner, location=last.location).branch(rest, last.ops)
            last.drop_all_references()
    first = region.blocks[0]
    Rewriter.inline_region(region, BlockInsertPoint.before(rest))
    Builder(block, location=op.location).branch(first)
    op.drop_all_references()


def _inline_block(op: memref.AllocaScopeOp, inner: Block) -> None:
    last = inner.last_op
    assert last is not None
    Rewriter.inline_block(inner, InsertPoint.before(op))
    replace(op, last.operands)
    erase(last)
