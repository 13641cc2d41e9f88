"""
`convert-ub-to-llvm`: `ub.poison` to `llvm.mlir.poison`, `ub.unreachable` to
`llvm.unreachable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import llvm, ub
from xdsl.ir import SSAValue

from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Table
from xdsl_opencl.dialects.llvm_ext.instructions import PoisonOp
from xdsl_opencl.ir.diagnostics import fail


def _poison(build: Conversion, op: ub.PoisonOp) -> Sequence[SSAValue]:
    if not isinstance(op.value, ub.PoisonAttr):
        fail(
            op,
            f"'ub.poison' of {op.value} is not supported, only #ub.poison; "
            "remove the attribute",
        )
    return (build.create(PoisonOp, (), build.type(op.result.type)),)


def _unreachable(build: Conversion, op: ub.UnreachableOp) -> Sequence[SSAValue]:
    build.insert(llvm.UnreachableOp.create())
    return ()


TABLE: Table = {ub.PoisonOp: _poison, ub.UnreachableOp: _unreachable}


@dataclass(frozen=True)
class ConvertUBToLLVMPass(ConversionPass):
    """Converts `ub` to `llvm`."""

    name = "convert-ub-to-llvm"
    table = TABLE
    dialects = ("ub",)
