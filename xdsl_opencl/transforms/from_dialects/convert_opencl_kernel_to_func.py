"""
`convert-opencl-kernel-to-func`: kernels become functions, for tools that know functions only;
`convert-func-to-opencl-kernel` reverses it.

A kernel becomes a `func.func` with the attribute `opencl.kernel`, a dictionary of the kernel's own
properties (`reqd_work_group_size`, ...); arguments keep their attributes and `opencl.return`
becomes `func.return`. `opencl.call_kernel` becomes `func.call`. An `opencl.launch` of a kernel is
an error: it would not verify until the kernel is restored.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import DictionaryAttr, FunctionType, ModuleOp, StringAttr
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.dialects.opencl.launch import LaunchOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail

KERNEL_ATTRIBUTE = "opencl.kernel"
"""Attribute of a function that is a kernel: the kernel's own properties, a dictionary."""

COMMON = frozenset(("sym_name", "function_type", "sym_visibility", "arg_attrs"))
"""Properties that kernels and functions both have."""


@dataclass(frozen=True)
class ConvertOpenCLKernelToFuncPass(ModulePass):
    """Turns kernels into functions."""

    name = "convert-opencl-kernel-to-func"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in tuple(op.walk()):
            match inner:
                case KernelOp():
                    _convert(inner)
                case ReturnOp():
                    build = ArithBuilder.before(inner)
                    build.insert(func.ReturnOp())
                    erase(inner)
                case CallKernelOp():
                    build = ArithBuilder.before(inner)
                    name = inner.callee.root_reference.data
                    build.insert(func.CallOp(name, inner.arguments, ()))
                    erase(inner)
                case LaunchOp():
                    fail(
                        inner,
                        "'opencl.launch' launches kernels, not functions; move the "
                        "functions of the host into another module",
                    )
                case _:
                    pass


def _convert(kernel: KernelOp) -> None:
    block = kernel.parent
    assert block is not None
    own = {k: v for k, v in kernel.properties.items() if k not in COMMON}
    visibility = kernel.sym_visibility
    if visibility is None and kernel.is_declaration:
        # A function without a body has to be private, a kernel need not.
        visibility = StringAttr("private")
    function = func.FuncOp(
        kernel.sym_name.data,
        FunctionType.from_lists(kernel.function_type.inputs.data, ()),
        kernel.detach_region(kernel.body),
        visibility,
        arg_attrs=kernel.arg_attrs,
    )
    function.location = kernel.location
    function.attributes |= kernel.attributes
    function.attributes[KERNEL_ATTRIBUTE] = DictionaryAttr(own)
    block.insert_op_before(function, kernel)
    erase(kernel)
