"""
`convert-func-to-opencl-kernel`: functions with the attribute `opencl.kernel` become kernels. It
reverses `convert-opencl-kernel-to-func`. It also lets a tool that knows only functions write
kernels: a unit attribute stands for a kernel without properties.

`func.return` becomes `opencl.return`, calls of such functions `opencl.call_kernel`. Memrefs
that are arguments have OpenCL's memory spaces already.

Errors: a kernel with results, properties unknown to kernels, and errors of the kernel verifier.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Attribute
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.opencl.kernel import CallKernelOp, KernelOp, ReturnOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.transforms.from_dialects.convert_opencl_kernel_to_func import (
    COMMON,
    KERNEL_ATTRIBUTE,
)


@dataclass(frozen=True)
class ConvertFuncToOpenCLKernelPass(ModulePass):
    """Turns functions with the attribute `opencl.kernel` into kernels."""

    name = "convert-func-to-opencl-kernel"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = [
            top
            for top in op.ops
            if isinstance(top, func.FuncOp) and KERNEL_ATTRIBUTE in top.attributes
        ]
        names = {function.sym_name.data for function in functions}
        for function in functions:
            _convert(function)
        for inner in tuple(op.walk()):
            if not isinstance(inner, func.CallOp):
                continue
            name = inner.callee.root_reference.data
            if name in names:
                build = ArithBuilder.before(inner)
                build.insert(CallKernelOp(name, inner.arguments))
                erase(inner)


def _properties(function: func.FuncOp) -> dict[str, Attribute]:
    given = function.attributes[KERNEL_ATTRIBUTE]
    if isinstance(given, UnitAttr):
        return {}
    if not isinstance(given, DictionaryAttr):
        fail(
            function,
            f"'{KERNEL_ATTRIBUTE}' is {given}; expected a unit, or a dictionary of the "
            "kernel's properties",
        )
    known = {*KernelOp.get_irdl_definition().properties} - COMMON
    for key in given.data:
        if key not in known:
            fail(
                function,
                f"'{key}' in '{KERNEL_ATTRIBUTE}' is not a property of kernels; use "
                f"{', '.join(sorted(known))}",
            )
    return dict(given.data)


def _convert(function: func.FuncOp) -> None:
    properties = _properties(function)
    if function.function_type.outputs.data:
        fail(
            function,
            f"@{function.sym_name.data} is to be a kernel and has results; write them to "
            "memory that is an argument",
        )
    block = function.parent
    assert block is not None
    visibility = function.sym_visibility
    if not function.body.blocks and visibility == StringAttr("private"):
        visibility = None
    kernel = KernelOp(
        function.sym_name.data,
        function.function_type.inputs.data,
        function.detach_region(function.body),
        visibility=visibility,
        arg_attrs=function.arg_attrs,
        properties=properties,
    )
    kernel.location = function.location
    kernel.attributes |= {
        k: v for k, v in function.attributes.items() if k != KERNEL_ATTRIBUTE
    }
    for each in kernel.body.blocks:
        if isinstance(last := each.last_op, func.ReturnOp):
            ArithBuilder.before(last).insert(ReturnOp())
            erase(last)
    block.insert_op_before(kernel, function)
    try:
        kernel.verify_()
    except VerifyException as error:
        fail(function, f"{error}")
    erase(function)
