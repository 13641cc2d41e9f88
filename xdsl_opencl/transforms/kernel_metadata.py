"""
A kernel's argument metadata at the llvm level, as clang's function-level form has it.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, i32
from xdsl.ir import Attribute

from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.transforms.kernel_signature import (
    argument_attributes,
    argument_info,
    argument_space,
)


def _strings(values: list[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr([StringAttr(value) for value in values])


def metadata_arrays(kernel: KernelOp) -> dict[str, Attribute]:
    """
    The `opencl.kernel_arg_*` attributes of the function that `kernel` becomes: one entry
    an argument, address spaces as SPIR numbers. A name that the source does not give is
    that of the block argument, as LLVM would take it.
    """
    infos = argument_info(kernel)
    types = kernel.function_type.inputs.data
    spaces = [
        argument_space(type_, attributes).spir
        for type_, attributes in zip(types, argument_attributes(kernel), strict=True)
    ]
    hints = [arg.name_hint for arg in kernel.args] or [None] * len(infos)
    names = [
        info.name or hint or f"arg{index}"
        for index, (info, hint) in enumerate(zip(infos, hints, strict=True))
    ]
    return {
        "opencl.kernel_arg_addr_space": ArrayAttr(
            [IntegerAttr(s, i32) for s in spaces]
        ),
        "opencl.kernel_arg_access_qual": _strings([i.access for i in infos]),
        "opencl.kernel_arg_type": _strings([i.type_name for i in infos]),
        "opencl.kernel_arg_base_type": _strings([i.base_type_name for i in infos]),
        "opencl.kernel_arg_type_qual": _strings([i.type_qualifiers for i in infos]),
        "opencl.kernel_arg_name": _strings(names),
    }
