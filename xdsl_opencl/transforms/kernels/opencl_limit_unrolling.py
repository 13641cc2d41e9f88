"""
`opencl-limit-unrolling`: keeps LLVM from unrolling loops that gain nothing by it.

AMDGPU's rules unroll innermost loops that address local memory also where the number of iterations
is not known: several copies of the body, and a second loop for the remainder. That pays
where the accesses of neighbouring iterations overlap. Behind a branch they do not, and each copy
saves and restores the mask of lanes once more. So a loop with memory accesses that only some of its
iterations execute gets the property `unroll.runtime.disable` of `llvm.loop`. Loops with a known
number of iterations are unrolled as before.

Needs: functions of `llvm`. Leaves: the same, with `opencl.metadata` at latches. Untouched: loops
around other loops, loops with several latches, and loops with hints about unrolling.

Source: AMDGPUTargetTransformInfo.cpp, `getUnrollingPreferences`; LLVM's LoopUnrollRuntime.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Block, Region
from xdsl.passes import ModulePass

from xdsl_opencl.analysis.cfg import (
    dominators,
    latches,
    natural_loop,
    predecessors,
    reverse_post_order,
)
from xdsl_opencl.ir.metadata import loop_hints, set_loop_hints


class OpenCLLimitUnrollingPass(ModulePass):
    """Marks loops whose memory accesses stand inside branches."""

    name = "opencl-limit-unrolling"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.body.block.ops:
            if isinstance(function, llvm.FuncOp) and len(function.body.blocks) > 1:
                for latch in _latches(function.body):
                    _forbid_remainder(latch)


def _latches(body: Region) -> Iterator[Block]:
    """The latches of the loops in `body` with accesses inside branches."""
    order = reverse_post_order(body.blocks[0])
    number = {block: i for i, block in enumerate(order)}
    back = latches(order)
    if not back:
        return
    before = predecessors(order)
    nearest = dominators(order)
    inside: set[Block] = set()
    # Inner loops come before those around them.
    for header in sorted(back, key=number.__getitem__, reverse=True):
        # Inner loops end the search, so that all searches together visit a block once.
        loop = natural_loop(header, back[header], before, inside)
        innermost = loop.isdisjoint(inside)
        inside |= loop
        if not innermost or len(back[header]) > 1:
            continue
        always: Block | None = back[header][0]
        while always is not None and always is not header:
            loop.discard(always)
            always = nearest[always]
        # `None`: the loop has a second entry.
        operations = (op for block in loop - {header} for op in block.ops)
        if always is header and any(
            isinstance(op, llvm.LoadOp | llvm.StoreOp) for op in operations
        ):
            yield back[header][0]


def _forbid_remainder(latch: Block) -> None:
    branch = latch.last_op
    assert branch is not None
    hints = loop_hints(branch)
    if not any(name.startswith("unroll.") for name in hints):
        set_loop_hints(branch, {**hints, "unroll.runtime.disable": UnitAttr()})
