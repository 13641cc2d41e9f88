"""
`opencl-raise-kernels`: raises the functions of any `llvm`-dialect module to the opencl level.

An `llvm.func` is a kernel by its calling convention (`spir_kernelcc`, `amdgpu_kernelcc`), by
`rocdl.kernel` or `gpu.kernel`, or if the metadata that the reader of LLVM IR keeps list it. It
becomes an `opencl.kernel` with the known facts about its arguments; the entry and the body that
Clang 21 and later write for one kernel are merged. Any other `llvm.func` becomes a `func.func`.
Images, samplers and events get the dialect's types: from LLVM's target types, from metadata, or,
if they are pointers, from the builtins that use them. Local variables of one function become
`opencl.local`.

Calls of builtins stay calls, for `opencl-raise-builtins`. Metadata that contradict the
functions, and calls that do not fit the function, are errors.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.frontend.raise_module import raise_kernels, reported


@dataclass(frozen=True)
class OpenCLRaiseKernelsPass(ModulePass):
    """Raises the functions of an `llvm`-dialect module."""

    name = "opencl-raise-kernels"

    strict_metadata: bool = False
    """Takes `!opencl.kernels` in the form of the original R600 pass only."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        with reported(op):
            raise_kernels(op, strict=self.strict_metadata)
