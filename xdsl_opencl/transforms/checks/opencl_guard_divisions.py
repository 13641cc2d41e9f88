"""
`opencl-guard-divisions`: integer divisions of kernels of ABI `host` never raise a signal.

Needs: kernels whose bodies are LLVM operations. Leaves: every integer division and
remainder with a divisor that the processor takes: 1 in place of 0, and of -1 where the
smallest number would be divided by it. OpenCL C leaves the results of these open (3.0,
section 6.4.1) and says that they raise no exception. Divisions by a constant stay as they
are. GPUs raise nothing, so that modules for them stay as they are, too.

`opencl-check-accesses` reports such divisions instead and guards them itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.division import DIVISIONS, guard
from xdsl_opencl.ir.module import module_target


@dataclass(frozen=True)
class OpenCLGuardDivisionsPass(ModulePass):
    """Gives integer divisions a divisor that cannot raise a signal."""

    name = "opencl-guard-divisions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not module_target(op).interface.work_groups_are_loops:
            return
        for inner in op.walk():
            if type(inner) in DIVISIONS:
                guarded = guard(Builder.before(inner), inner)
                if guarded is not None:
                    inner.operands[1] = guarded[1]
