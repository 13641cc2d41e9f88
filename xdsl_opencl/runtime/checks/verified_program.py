"""
Programs made ready for a second execution: the plain form does not print, and LLVM
treats arithmetic alike in both forms.
"""

from __future__ import annotations

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32

from xdsl_opencl.dialects.opencl.printf import PrintfOp


def with_exact_arithmetic(module: ModuleOp) -> None:
    """
    Removes from `module` the permissions to reassociate floating-point arithmetic and
    the like: LLVM would use them in one form and not in the other.
    """
    strict = {
        "fastmathFlags": llvm.FastMathAttr(None),
        "fastmath": arith.FastMathFlagsAttr("none"),
    }
    for op in module.walk():
        for name, attribute in strict.items():
            if name in op.properties:
                op.properties[name] = attribute


def without_output(module: ModuleOp) -> None:
    """Replaces each `printf` of `module` by the result of success."""
    for op in tuple(module.walk()):
        if isinstance(op, PrintfOp):
            zero = llvm.ConstantOp(IntegerAttr(0, i32), i32)
            assert op.parent is not None
            op.parent.insert_op_before(zero, op)
            for result in op.results:
                result.replace_all_uses_with(zero.result)
            op.parent.erase_op(op)
