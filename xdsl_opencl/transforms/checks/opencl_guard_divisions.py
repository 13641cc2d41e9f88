"""
`opencl-guard-divisions`: keeps integer divisions in kernels of ABI `host` from raising a signal.

Needs: kernels whose bodies are LLVM operations. Leaves: integer divisions and remainders only with
a valid divisor: 1 replaces 0, and replaces -1 if the dividend is the smallest number. In OpenCL C
the results of these divisions are undefined, but they raise no exception (3.0, section 6.4.1).
Divisions by a constant stay as they are. GPUs raise no signals, so modules for them do not change.

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
from xdsl_opencl.ir.walk import operations


@dataclass(frozen=True)
class OpenCLGuardDivisionsPass(ModulePass):
    """Gives integer divisions a divisor that cannot raise a signal."""

    name = "opencl-guard-divisions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not module_target(op).interface.work_groups_are_loops:
            return
        for inner in operations(op):
            if type(inner) in DIVISIONS:
                guarded = guard(Builder.before(inner), inner)
                if guarded is not None:
                    inner.operands[1] = guarded[1]
