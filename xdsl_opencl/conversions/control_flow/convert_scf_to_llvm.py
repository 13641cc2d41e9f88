"""
`convert-scf-to-llvm`: all of `scf`, and the branches of `cf` around it, to `llvm`.

The lowering is that of `lower-scf-to-cf`; branches, bounds and steps then become
operations of `llvm`, and the arguments of blocks get converted types. What the regions
held stays: casts stand between it and the new operations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_opencl.conversions.arithmetic.convert_arith_to_llvm import TABLE as ARITH
from xdsl_opencl.conversions.control_flow.convert_cf_to_llvm import TABLE as CF
from xdsl_opencl.conversions.control_flow.convert_cf_to_llvm import is_branch_target
from xdsl_opencl.conversions.control_flow.structured_control_flow import lower_scf
from xdsl_opencl.conversions.framework import Conversion, ConversionPass


@dataclass(frozen=True)
class ConvertScfToLLVMPass(ConversionPass):
    """Converts `scf` and `cf` to `llvm`."""

    name = "convert-scf-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        others = {inner for inner in op.walk() if inner.name.startswith("arith.")}
        lower_scf(op)

        def selects(inner: Operation) -> bool:
            return inner not in others

        table: dict[type[Operation], Any] = {**ARITH, **CF}
        Conversion(
            op,
            converter,
            table,
            ("cf", "scf"),
            blocks=is_branch_target,
            selects=selects,
        ).run()
