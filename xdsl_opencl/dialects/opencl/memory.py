"""
Work-group memory.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    IntegerAttr,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    result_def,
)


@irdl_op_definition
class LocalOp(IRDLOperation):
    """
    A `local` variable declared in a kernel: static memory, one copy a work-group,
    uninitialised. The result is a local pointer (`!llvm.ptr<3>`) or a `memref` with
    static shape in `#opencl.address_space<local>`; `type` is the stored type.

    Example: `%tile = opencl.local : memref<18x18xf32, #opencl.address_space<local>>`,
    `%p = opencl.local !llvm.array<64 x i32> : !llvm.ptr<3>`
    """

    name = "opencl.local"

    element = opt_prop_def(AnyAttr())
    """The stored type; given for pointers, implied by a memref."""
    alignment = opt_prop_def(IntegerAttr.constr(i64))
    result = result_def()

    assembly_format = "($element^)? (`align` $alignment^)? attr-dict `:` type($result)"

    def __init__(
        self,
        result_type: Attribute,
        element: Attribute | None = None,
        alignment: int | None = None,
    ):
        super().__init__(
            properties={
                "element": element,
                "alignment": None if alignment is None else IntegerAttr(alignment, i64),
            },
            result_types=[result_type],
        )
