"""
`convert-affine-to-scf`: all of `affine` to `scf`, `arith`, `memref` and `vector`.

xDSL's `lower-affine` makes a bare `arith.remsi` of `mod` (-1 mod 4 is -1 instead of 3),
fails on a constant index, and leaves `affine.if`, `parallel`, `min`, `vector_load` and
`vector_store`. Here all are lowered, with the meaning that upstream gives them:

* Bounds with several results are the largest for the lower, the smallest for the upper.
* `affine.if` tests every constraint of its set; `affine.parallel` becomes `scf.parallel`
  with its reductions, which may be mapped to a GPU or become loops.
* A divisor that is not positive, and a step that is not, are errors.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.ir.walk import operations


@dataclass(frozen=True)
class ConvertAffineToScfPass(ModulePass):
    """
    Lowers every operation of `affine` to structured control flow and plain accesses.
    """

    name = "convert-affine-to-scf"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # For most modules, finding none is much less work than importing the lowering.
        if any(inner.name.startswith("affine.") for inner in operations(op)):
            from xdsl_opencl.conversions.control_flow.affine_lowering import (
                lower_affine,
            )

            lower_affine(op)
