"""
`opencl-limit-vectorization`: keeps LLVM's loop vectoriser from loops that it gets wrong.

The loop vectoriser takes `(k & 7) + base` for neighbouring places if neither the sum, which has 32
bits, nor the part of three bits overflows. It tests both before the loop. LLVM 20 to 22 leave the
narrower test out, because they take the wider one to include it (`SCEVWrapPredicate::implies`,
llvm/llvm-project#191382, mended in April 2026). So a loop whose induction variable reaches an
address through fewer than 32 bits gets `vectorize.enable = false`. Another pass of LLVM, which
eliminates loads, has the same fault; an option keeps it from loops that need such a test (`FAULTS` in
`llvm_worker.py`).

Needs: functions of `llvm`. Leaves: the same, with `opencl.metadata` at latches, in place of other
hints about vectorisation. Untouched: loops that narrow data but no induction variable.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, IntegerType, ModuleOp, i1
from xdsl.ir import Block, BlockArgument, OpResult, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.analysis.cfg import (
    branch_arguments,
    latches,
    reverse_post_order,
)
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.ir.metadata import loop_hints, set_loop_hints
from xdsl_opencl.ir.walk import Kinds

_ARITHMETIC = Kinds(
    llvm.ArithmeticBinOperation,
    llvm.ArithmeticBinOpOverflow,
    llvm.ArithmeticBinOpExact,
    llvm.ArithmeticBinOpDisjoint,
    llvm.IntegerConversionOp,
    llvm.IntegerConversionOpNNeg,
    llvm.IntegerConversionOpOverflow,
    FreezeOp,
    llvm.SelectOp,
)
_SHIFTS_RIGHT = Kinds(llvm.LShrOp, llvm.AShrOp, llvm.UDivOp, llvm.SDivOp)
_SHIFTS_LEFT = Kinds(llvm.ShlOp, llvm.MulOp)
_REMAINDERS = Kinds(llvm.AndOp, llvm.URemOp, llvm.SRemOp)
_ADDRESSES = Kinds(llvm.GEPOp, llvm.IntToPtrOp)
_WIDTH = 32
"""
Tests for numbers of this width and above are not lost. Only addresses are wider, and LLVM does not
infer tests for numbers from those for addresses.
"""


class OpenCLLimitVectorizationPass(ModulePass):
    """Marks loops with induction variables of few bits in addresses."""

    name = "opencl-limit-vectorization"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, llvm.FuncOp) and len(function.body.blocks) > 1:
                order = reverse_post_order(function.body.blocks[0])
                for latch in _latches(order):
                    _forbid(latch)


def _latches(order: list[Block]) -> Iterable[Block]:
    """The latches of the loops of a function, given in reverse post-order, that get the hint."""
    headers = latches(order)
    if not headers:
        return ()
    received = _received(order)
    indices = (
        index
        for block in order
        for op in block.ops
        if _ADDRESSES[type(op)]
        for index in (op.ssa_indices if isinstance(op, llvm.GEPOp) else op.operands)
    )
    narrow = [value for value in _sources(indices, received) if _is_narrow(value)]
    found: dict[Block, None] = {}
    for value in _sources(narrow, received):
        if isinstance(value, BlockArgument):
            back = headers.get(value.block, ())
            if any(
                b in back and (isinstance(v, BlockArgument) or _is(_ARITHMETIC, v))
                for b, v in received.get(value, ())
            ):
                found.update(dict.fromkeys(back))
        elif isinstance(value.owner, llvm.LoadOp) and isinstance(
            value.owner.ptr.owner, llvm.AllocaOp
        ):
            # A variable that is in memory yet may be that of any loop.
            return [latch for back in headers.values() for latch in back]
    return found


_Received = dict[SSAValue, list[tuple[Block, SSAValue]]]


def _received(order: list[Block]) -> _Received:
    """What each block argument gets, with the blocks that branch to it."""
    received: _Received = {}
    for block in order:
        last = block.last_op
        for successor, values in branch_arguments(last) if last else ():
            for argument, value in zip(successor.args, values, strict=True):
                received.setdefault(argument, []).append((block, value))
    return received


def _sources(values: Iterable[SSAValue], received: _Received) -> dict[SSAValue, None]:
    """`values` and the values that they are computed from by arithmetic of scalar integers."""
    found: dict[SSAValue, None] = {}
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if value in found or not isinstance(value.type, IntegerType):
            continue
        found[value] = None
        if isinstance(value, BlockArgument):
            waiting.extend(v for _, v in received.get(value, ()))
        elif isinstance(value, OpResult) and _ARITHMETIC[type(value.op)]:
            waiting.extend(value.op.operands)
    return found


def _is(kinds: Kinds, value: SSAValue) -> bool:
    return isinstance(value, OpResult) and kinds[type(value.op)]


def _is_narrow(value: SSAValue) -> bool:
    """Returns whether LLVM may see a number of fewer bits in `value`, a scalar integer."""
    if isa(value.type, IntegerType) and value.type.width.data < _WIDTH:
        return True
    op = value.owner
    if isinstance(op, Block):
        return False
    if _SHIFTS_RIGHT[type(op)]:
        # A shift there and back.
        return _is(_SHIFTS_LEFT, op.operands[0])
    if isinstance(op, llvm.SubOp):
        # What is left after a shift back and forth: `k - k / 8 * 8`.
        whole = op.operands[1].owner
        return isinstance(whole, llvm.AndOp) or (
            isinstance(whole, llvm.ShlOp | llvm.MulOp)
            and any(_is(_SHIFTS_RIGHT, v) for v in whole.operands)
        )
    return _REMAINDERS[type(op)]


def _forbid(latch: Block) -> None:
    branch = latch.last_op
    assert branch is not None
    hints = {
        name: value
        for name, value in loop_hints(branch).items()
        if not name.startswith("vectorize.")
    }
    hints["vectorize.enable"] = IntegerAttr(0, i1)
    set_loop_hints(branch, hints)
