"""
`opencl-raise-structured`: raises kernels from OpenCL C to structured MLIR.

In each kernel and function of an opencl-level module pointers with plain indexing become memrefs,
`llvm` arithmetic becomes `arith`, and branches become `scf.for`, `scf.while`, `scf.if` and
`scf.index_switch`. Operations without an exact counterpart stay `llvm` or `cf`; the meaning stays
the same, flags of overflow and fast math, volatile accesses and alignments included. See
`structured/` for the rules of each.

Needs the opencl level (`opencl-raise-kernels`, `opencl-raise-builtins`, or the output of
`xdsl-opencl import`); a module with bodies in `llvm.func`, or one that is lowered already, is an
error.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import LOWERED_ATTRIBUTE


@dataclass(frozen=True)
class OpenCLRaiseStructuredPass(ModulePass):
    """Raises arithmetic, memory and control flow of kernels and functions."""

    name = "opencl-raise-structured"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from xdsl_opencl.frontend.structured.arithmetic import raise_arithmetic
        from xdsl_opencl.frontend.structured.constants import fold_casts
        from xdsl_opencl.frontend.structured.control_flow import raise_control_flow
        from xdsl_opencl.frontend.structured.memory import raise_memory

        if LOWERED_ATTRIBUTE in op.attributes:
            fail(
                op,
                "the module is already lowered to the LLVM dialect; run "
                "'opencl-raise-structured' on the module that it was made of",
            )
        called: set[str] = set()
        functions: list[KernelOp | func.FuncOp] = []
        for inner in op.walk():
            match inner:
                case CallKernelOp():
                    called.add(inner.callee.root_reference.data)
                case llvm.FuncOp() if inner.body.blocks:
                    fail(
                        inner,
                        "'opencl-raise-structured' raises kernels of the opencl level; "
                        "run 'opencl-raise-kernels' and 'opencl-raise-builtins' first",
                    )
                case KernelOp() | func.FuncOp() if inner.body.blocks:
                    functions.append(inner)
                case _:
                    pass
        for function in functions:
            is_free = (
                isinstance(function, KernelOp) and function.sym_name.data not in called
            )
            raise_memory(function, arguments=is_free)
            raise_arithmetic(function.body)
            raise_control_flow(function.body)
            fold_casts(function.body)
