"""
`convert-ub-to-llvm`: `ub.poison` to `llvm.mlir.poison`, `ub.unreachable` to
`llvm.unreachable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm, ub
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.framework import Conversion, Table, make_converter
from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.dialects.llvm_ext.instructions import PoisonOp
from xdsl_opencl.ir.diagnostics import fail


def _poison(conversion: Conversion, op: ub.PoisonOp) -> Sequence[SSAValue]:
    if not isinstance(op.value, ub.PoisonAttr):
        fail(op, f"'ub.poison' of {op.value} is not supported, only #ub.poison")
    return (conversion.create(PoisonOp, (), conversion.type(op.result.type)),)


def _unreachable(conversion: Conversion, op: ub.UnreachableOp) -> Sequence[SSAValue]:
    conversion.insert(llvm.UnreachableOp.create())
    return ()


TABLE: Table = {ub.PoisonOp: _poison, ub.UnreachableOp: _unreachable}


@dataclass(frozen=True)
class ConvertUBToLLVMPass(ModulePass):
    """
    Converts `ub` to `llvm`.
    """

    name = "convert-ub-to-llvm"

    index_bitwidth: int = 0
    """Width of the integer for `index`; 0 takes the target's, or 64."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        load_llvm_ext(ctx)
        converter = make_converter(op, self.index_bitwidth)
        Conversion(op, converter, TABLE, ("ub",)).run()
