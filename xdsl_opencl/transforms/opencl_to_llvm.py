"""
`opencl-to-llvm`: an opencl-level module with a target becomes a module of the LLVM
dialect for it.

The stages are in `pipeline.py`. Nothing but `llvm` operations is left; an operation of a
dialect that nobody lowers is an error that names it, as is a module without a target, one
that is lowered already, and recursion.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.garbage import no_collection
from xdsl_opencl.transforms.pipeline import pipeline
from xdsl_opencl.transforms.utils import module_target


class OpenCLToLLVMPass(ModulePass):
    """
    Runs all stages for the attached target.
    """

    name = "opencl-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        with no_collection():
            for stage in pipeline(module_target(op)):
                stage.apply(ctx, op)
