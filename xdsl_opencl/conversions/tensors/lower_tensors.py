"""
`lower-tensors`: `tensor`, `bufferization`, `linalg` and `scf.forall` to `memref` and loops, where a
module has any: `bufferize-destinations`, `scf-forall-to-parallel`, then
`convert-linalg-to-parallel-loops`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.walk import operations

_NOTES = ("mhlo.", "torch.", "tosa.")
_HEADS = ("tensor.", "bufferization.", "linalg.", "scf.forall")


def _remove_leftovers(module: ModuleOp) -> None:
    """
    Removes the leftovers of importers of models: variables of `ml_program` (the seed of random
    numbers) where nothing reads or writes one, and their notes on the module.
    """
    globals_ = [top for top in module.ops if top.name == "ml_program.global"]
    if globals_ and not any(
        op.name.startswith("ml_program.global_") for op in module.walk()
    ):
        for top in globals_:
            erase(top)
    for name in [*module.attributes]:
        if name.startswith(_NOTES):
            del module.attributes[name]


@dataclass(frozen=True)
class LowerTensorsPass(ModulePass):
    """Puts tensors into memory, and makes loops of the operations on them."""

    name = "lower-tensors"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _remove_leftovers(op)
        # For most modules, finding none is much less work than importing the lowering.
        if any(inner.name.startswith(_HEADS) for inner in operations(op)):
            from xdsl_opencl.conversions.tensors.bufferize_destinations import (
                BufferizeDestinationsPass,
            )
            from xdsl_opencl.conversions.tensors.convert_linalg_to_parallel_loops import (
                ConvertLinalgToParallelLoopsPass,
            )
            from xdsl_opencl.conversions.tensors.scf_forall_to_parallel import (
                ScfForallToParallelPass,
            )

            BufferizeDestinationsPass().apply(ctx, op)
            ScfForallToParallelPass().apply(ctx, op)
            ConvertLinalgToParallelLoopsPass().apply(ctx, op)
