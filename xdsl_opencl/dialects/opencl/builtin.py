"""
`opencl.builtin`: every pure element-wise function of OpenCL C, by name.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import Pure


@irdl_op_definition
class BuiltinOp(IRDLOperation):
    """
    A function of `builtin_table.BUILTINS`.

    Example:
    ```mlir
    %m = opencl.builtin "fmax"(%a, %b) : (f32, f32) -> f32
    %s, %c = opencl.builtin "sincos"(%a) fastmath<fast> : (f32) -> (f32, f32)
    ```
    """

    name = "opencl.builtin"

    function = prop_def(StringAttr)
    """Its name in the table, also `op.function_name`."""
    fastmath = opt_prop_def(FastMathFlagsAttr)
    arguments = var_operand_def()
    res = var_result_def()

    assembly_format = (
        "$function `(` $arguments `)` (`fastmath` `` $fastmath^)? attr-dict `:` "
        "functional-type($arguments, $res)"
    )

    traits = traits_def(Pure())

    def __init__(
        self,
        function: str,
        arguments: Sequence[SSAValue | Operation],
        result_types: Sequence[Attribute],
        fastmath: FastMathFlagsAttr | None = None,
    ):
        properties: dict[str, Attribute] = {"function": StringAttr(function)}
        if fastmath is not None:
            properties["fastmath"] = fastmath
        Operation.__init__(
            self,
            operands=[SSAValue.get(a) for a in arguments],
            result_types=result_types,
            properties=properties,
        )

    @property
    def function_name(self) -> str:
        return self.function.data
