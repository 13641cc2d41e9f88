"""Global variables as operations."""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.ir import Attribute, Block, Region

from xdsl_opencl.dialects.llvm_ext.symbols import GlobalOp
from xdsl_opencl.llvm_ir.reader.constants import (
    ConstantBuilder,
    ConstantParser,
    global_attribute,
    has_packed,
    memory_constant,
)
from xdsl_opencl.llvm_ir.reader.declarations import Global


def global_operation(variable: Global, constants: ConstantParser) -> GlobalOp:
    """
    The operation of `variable`, its value an attribute where one can say it.

    Raises `Unsupported` for a value that no operation here says.
    """
    value: Attribute | None = None
    region = Region()
    constant = variable.initializer
    type_ = constants.types.in_memory(variable.type)
    if constant is not None:
        if has_packed(constant):
            # In bytes, and the variable with it: elements have no type of their own.
            constant = memory_constant(constant, constants.types)
            type_ = constant.type
        value = global_attribute(constant)
        if value is None:
            block = Block()
            result = ConstantBuilder(constants, block.add_op).value(constant)
            block.add_op(llvm.ReturnOp(result))
            region = Region(block)
    return GlobalOp(
        type_,
        variable.name,
        variable.linkage,
        variable.space,
        constant=variable.is_constant,
        value=value,
        alignment=variable.alignment,
        unnamed_addr=2 if variable.unnamed else None,
        body=region,
    )
