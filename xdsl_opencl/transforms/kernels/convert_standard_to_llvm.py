"""
`convert-standard-to-llvm`: arith, cf, func, index, math, memref, ub and vector to the LLVM
dialect in one walk, in a module with a target.

Leaves operations of `llvm`, `opencl`, `builtin` and of dialects with an
`LLVMConversionInterface`; an operation of any other dialect is an error, but for those of
matrices (`matrix_fragments.py`), which this pass lowers, too. The passes
`convert-X-to-llvm` do the same one dialect at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.framework import (
    Table,
    interfaces_of,
    make_converter,
    operation_names,
)
from xdsl_opencl.conversions.standard import DIALECTS, convert_standard_to_llvm
from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.dialects.opencl.interop.llvm_conversion import OpenCLToLLVM
from xdsl_opencl.ir.module import module_target

_KNOWN = ("builtin", "llvm", "opencl", *DIALECTS)
"""Dialects that this pass converts itself."""

MATRICES = "gpu.subgroup_mma_"
"""The names of operations on matrices begin so."""


@dataclass(frozen=True)
class ConvertStandardToLLVMPass(ModulePass):
    """Converts the standard dialects at once."""

    name = "convert-standard-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        module_target(op)
        load_llvm_ext(ctx)
        names = operation_names(op)
        found = interfaces_of(ctx, op, _KNOWN, names)
        interfaces = {**found, "opencl": OpenCLToLLVM()}
        table: Table = {}
        if any(name.startswith(MATRICES) for name in names):
            from xdsl_opencl.transforms.kernels import matrix_fragments

            interfaces["gpu"] = matrix_fragments.MatricesToLLVM()
            table = matrix_fragments.TABLE
        converter = make_converter(op, interfaces=interfaces)
        convert_standard_to_llvm(op, converter, table)
