"""
`lower-scf-to-cf`: all of `scf` to `cf`, in one walk.

xDSL's `convert-scf-to-cf` leaves `scf.while`, `scf.parallel` and `scf.execute_region` as
they are without a word, and switches on the low 32 bits of the value of
`scf.index_switch`, so that 4294967298 takes the case 2. Here each becomes blocks, and case
values keep their 64 bits. `scf.parallel` becomes a nest of loops that run in order, its
reductions carried as block arguments. A `scf.for` with the attribute `unsignedCmp`
compares without sign, as upstream's.

Memory of `memref.alloca` whose size is not static lives as long as the iteration, or the
`memref.alloca_scope`, that makes it: `llvm.intr.stacksave` and `stackrestore` stand around
that. Scopes become blocks, too, and a `memref.copy` of many elements between layouts with
gaps a nest of loops.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.ir.walk import operations

_HEADS = ("scf.", "memref.alloca_scope", "memref.copy")


@dataclass(frozen=True)
class LowerScfToCfPass(ModulePass):
    """Lowers every operation of `scf` to blocks and branches."""

    name = "lower-scf-to-cf"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # For most modules, finding none is much less work than importing the lowering.
        if any(inner.name.startswith(_HEADS) for inner in operations(op)):
            from xdsl_opencl.conversions.control_flow.structured_control_flow import (
                lower_scf,
            )

            lower_scf(op)
