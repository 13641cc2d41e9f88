"""
`opencl-promote-private`: replaces private variables of one number each by values (`llvm_ir/promotion.py`).

Needs: kernels and functions whose bodies are LLVM operations. Leaves: no private variable
(`llvm.alloca`) that can be a value.

Upstream MLIR's `mem2reg` is this. Work items in lockstep keep memory in vectors and mask each
store; values need no mask where all paths meet.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.ir.walk import operations
from xdsl_opencl.llvm_ir.promotion import promote


class OpenCLPromotePrivatePass(ModulePass):
    """Replaces private variables of one number each by values."""

    name = "opencl-promote-private"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        promote(each for each in operations(op) if isinstance(each, llvm.AllocaOp))
