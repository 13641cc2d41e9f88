"""
`opencl-memref-to-pointer`: operations of OpenCL take pointers instead of memrefs.

An atomic on an element of a memref gets the pointer to the element, which a view computes; vector
accesses, copies and pipes that of the first element. For consumers that know OpenCL's operations
but not memrefs, as SPIR-V's writer.

Needs: a target. Leaves: no operation of `opencl` with an operand that is a memref. Untouched:
operations of other dialects, and `opencl.local`, whose result may be a memref.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.opencl.atomic import AtomicOp
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.builtins.memory import element_pointer
from xdsl_opencl.transforms.builtins.values import Values


class OpenCLMemrefToPointerPass(ModulePass):
    """Replaces memrefs that operations of OpenCL take by pointers."""

    name = "opencl-memref-to-pointer"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for each in list(operations(op)):
            if each.name.startswith("opencl.") and any(
                isinstance(operand.type, MemRefType) for operand in each.operands
            ):
                _replace(each)


def _replace(op: Operation) -> None:
    v = Values.before(op)
    indices = op.indices if isinstance(op, AtomicOp) else ()
    dropped = set(indices)
    op.operands = [
        element_pointer(v, operand, indices)
        if isinstance(operand.type, MemRefType)
        else operand
        for operand in op.operands
        if operand not in dropped
    ]
