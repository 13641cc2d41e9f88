"""
`convert-scf-to-cf`: all of `scf` to `cf`, in one walk.

xDSL's pass of this name, which is the registered one, leaves `scf.while`, `scf.parallel`
and `scf.execute_region` as they are without a word, and switches on the low 32 bits of the
value of `scf.index_switch`. Here each becomes blocks; `scf.parallel` becomes a nest of
loops that run in order, its reductions carried as block arguments. A `scf.parallel` whose
reductions have control flow is an error.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class ConvertScfToCfPass(ModulePass):
    """
    Lowers every operation of `scf` to blocks and branches.
    """

    name = "convert-scf-to-cf"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        # For most modules, finding none is much less work than importing the lowering.
        if any(inner.name.startswith("scf.") for inner in op.walk()):
            from xdsl_opencl.conversions.structured_control_flow import lower_scf

            lower_scf(op)
