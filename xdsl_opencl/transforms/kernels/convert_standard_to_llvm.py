"""
`convert-standard-to-llvm`: arith, cf, func, index, math, memref, ub and vector to the LLVM
dialect in one walk, in a module with a target.

Leaves operations of `llvm`, `opencl`, `builtin` and of dialects with an
`LLVMConversionInterface`; an operation of any other dialect is an error, but for those of
matrices (`matrix_fragments.py`), which this pass lowers, too. The passes
`convert-X-to-llvm` do the same one dialect at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import cf
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, ModuleOp, StringAttr, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.cpu.host_launch import ASSERTION
from xdsl_opencl.conversions.control_flow.convert_cf_to_llvm import convert_assert
from xdsl_opencl.conversions.framework import (
    Conversion,
    Table,
    interfaces_of,
    make_converter,
    operation_names,
)
from xdsl_opencl.conversions.standard import DIALECTS, convert_standard_to_llvm
from xdsl_opencl.dialects.llvm_ext import load_llvm_ext
from xdsl_opencl.dialects.opencl.interop.llvm_conversion import OpenCLToLLVM
from xdsl_opencl.dialects.opencl.kernel import KernelOp, ReturnOp
from xdsl_opencl.ir.diagnostics import place_of
from xdsl_opencl.ir.module import module_target

_KNOWN = ("builtin", "llvm", "opencl", *DIALECTS)
"""Dialects that this pass converts itself."""

MATRICES = "gpu.subgroup_mma_"
"""The names of operations on matrices begin so."""


def _assert(build: Conversion, op: cf.AssertOp) -> Sequence[SSAValue]:
    """A work item that fails an assertion of a kernel for the CPU device returns."""
    kernel = op.parent_op()
    if not isinstance(kernel, KernelOp):
        return convert_assert(build, op)
    place = place_of(op.location)
    text = f"assertion {'' if place is None else f'at {place} '}failed: {op.msg.data}"
    before = kernel.attributes.get(ASSERTION, ArrayAttr[Attribute](()))
    texts = ArrayAttr((*cast("ArrayAttr[Attribute]", before), StringAttr(text)))
    kernel.attributes[ASSERTION] = texts
    number = IntegerAttr(len(texts), i64)
    return convert_assert(build, op, ReturnOp, {ASSERTION: number})


@dataclass(frozen=True)
class ConvertStandardToLLVMPass(ModulePass):
    """Converts the standard dialects at once."""

    name = "convert-standard-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        load_llvm_ext(ctx)
        names = operation_names(op)
        found = interfaces_of(ctx, op, _KNOWN, names)
        interfaces = {**found, "opencl": OpenCLToLLVM()}
        table: Table = {}
        if any(name.startswith(MATRICES) for name in names):
            from xdsl_opencl.transforms.kernels import matrix_fragments

            interfaces["gpu"] = matrix_fragments.MatricesToLLVM()
            table = matrix_fragments.TABLE
        if "cf.assert" in names and target.interface.work_groups_are_loops:
            table = {**table, cf.AssertOp: _assert}
        converter = make_converter(op, interfaces=interfaces)
        convert_standard_to_llvm(op, converter, table)
