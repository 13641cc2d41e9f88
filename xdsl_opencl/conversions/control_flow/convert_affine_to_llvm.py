"""
`convert-affine-to-llvm`: all of `affine`, and the control flow around it, to `llvm`.

It does what `convert-affine-to-scf` and `convert-scf-to-llvm` do, and converts the
arithmetic and the accesses that those make. Other operations of `arith`, `memref` and
`vector` stay, with casts between them and the new ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_opencl.conversions.arithmetic.convert_arith_to_llvm import TABLE as ARITH
from xdsl_opencl.conversions.control_flow.affine_lowering import lower_affine
from xdsl_opencl.conversions.control_flow.convert_cf_to_llvm import TABLE as CF
from xdsl_opencl.conversions.control_flow.convert_cf_to_llvm import is_branch_target
from xdsl_opencl.conversions.control_flow.structured_control_flow import lower_scf
from xdsl_opencl.conversions.framework import Conversion, ConversionPass
from xdsl_opencl.conversions.memory.convert_memref_to_llvm import TABLE as MEMREF
from xdsl_opencl.conversions.vectors.convert_vector_to_llvm import TABLE as VECTOR

_MADE = ("arith.", "memref.", "vector.")  # mutant: in any order


@dataclass(frozen=True)
class ConvertAffineToLLVMPass(ConversionPass):
    """Converts `affine`, `scf` and `cf` to `llvm`."""

    name = "convert-affine-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        others = {inner for inner in op.walk() if inner.name.startswith(_MADE)}
        lower_affine(op)
        lower_scf(op)

        def selects(inner: Operation) -> bool:
            return inner not in others

        table: dict[type[Operation], Any] = {**ARITH, **CF, **MEMREF, **VECTOR}
        Conversion(
            op,
            converter,
            table,
            ("affine", "cf", "scf"),
            blocks=is_branch_target,
            selects=selects,
        ).run()
