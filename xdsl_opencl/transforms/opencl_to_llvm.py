"""
`opencl-to-llvm`: an opencl-level module with a target becomes a module of the LLVM
dialect for it.

The stages are in `pipeline.py`. Only `llvm` operations are left. Errors: an operation of a dialect
without a lowering (the message names it), a module without a target, a module that is already
lowered, and recursion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE, module_target
from xdsl_opencl.transforms.pipeline import pipeline


@dataclass(frozen=True)
class OpenCLToLLVMPass(ModulePass):
    """
    Runs all stages for the attached target. `check`, for ABI host: kernels report wrong
    accesses (`opencl-check-accesses`). `arguments` is the form of explicit arguments
    (`opencl-lower-arguments`). Without `lockstep`, for ABI host: kernels have the plain form
    (`opencl-form-work-groups`).
    """

    name = "opencl-to-llvm"

    check: bool = False
    arguments: Literal["native", "loads"] | None = None
    lockstep: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        with no_collection():
            for stage in self.stages(op):
                stage.apply(ctx, op)

    def stages(self, op: ModuleOp) -> tuple[ModulePass, ...]:
        """
        Returns the passes for module `op`, in order.

        Raises `PassFailedException` as `apply`.
        """
        target = module_target(op)
        try:
            target.require_emission()
        except AbiError as error:
            fail(op, str(error))
        if self.check and not target.interface.work_groups_are_loops:
            fail(op, f"accesses are checked on ABI host, not on {target.abi}")
        return pipeline(
            target,
            interim_images=INTERIM_IMAGES_ATTRIBUTE in op.attributes,
            check=self.check,
            arguments=self.arguments,
            lockstep=self.lockstep,
        )
