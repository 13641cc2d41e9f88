"""
`printf` (OpenCL C 3.0, section 6.15.14).
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect


@irdl_op_definition
class PrintfOp(IRDLOperation):
    """
    Example: `%n = opencl.printf "id %d, v %v4hlf\\n"(%id, %v) : i32, vector<4xf32>`
    """

    name = "opencl.printf"

    format = prop_def(StringAttr)
    arguments = var_operand_def()
    result = result_def(i32)
    """0 when the text was taken, -1 when it could not be."""

    assembly_format = "$format `(` $arguments `)` attr-dict (`:` type($arguments)^)?"

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def __init__(
        self, format: str | StringAttr, arguments: Sequence[SSAValue | Operation] = ()
    ):
        if isinstance(format, str):
            format = StringAttr(format)
        Operation.__init__(
            self,
            operands=[SSAValue.get(a) for a in arguments],
            result_types=[i32],
            properties={"format": format},
        )
