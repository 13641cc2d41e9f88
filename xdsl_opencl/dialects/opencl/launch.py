"""The launch of a kernel by a function of the host."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    FlatSymbolRefAttrConstr,
    IndexType,
    MemRefType,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import SymbolUserOpInterface
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.opencl.kernel import KernelOp, verify_kernel_arguments


def _placeless(type: Attribute) -> Attribute:
    """Returns `type`; a memref loses its memory space, because the host has no memory spaces."""
    if not isinstance(type, MemRefType):
        return type
    memref = cast("MemRefType[Attribute]", type)
    return MemRefType(memref.element_type, memref.shape, memref.layout)


class _LaunchSymbolUser(SymbolUserOpInterface):
    def verify(self, op: Operation) -> None:
        assert isinstance(op, LaunchOp)
        name = op.callee.root_reference.data
        verify_kernel_arguments(op, name, op.arguments.types, _placeless)


@irdl_op_definition
class LaunchOp(IRDLOperation):
    """
    Runs a kernel on `global` work items, in work-groups of `local` (without it the device
    chooses), and waits for it, like `clEnqueueNDRangeKernel` on a host. It occurs in host
    functions, where a memref has no memory space.

    Example: `opencl.launch @scale global(%n) local(%c64) args(%data, %factor) :
    memref<?xf32>, f32`
    """

    name = "opencl.launch"

    callee = prop_def(FlatSymbolRefAttrConstr)
    global_size = var_operand_def(IndexType())
    local_size = var_operand_def(IndexType())
    arguments = var_operand_def()

    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    assembly_format = (
        "$callee `global` `(` $global_size `)` (`local` `(` $local_size^ `)`)? "
        "(`args` `(` $arguments^ `)`)? attr-dict (`:` type($arguments)^)?"
    )

    traits = traits_def(_LaunchSymbolUser())

    def __init__(
        self,
        callee: str,
        global_size: Sequence[SSAValue],
        local_size: Sequence[SSAValue],
        arguments: Sequence[SSAValue],
    ):
        super().__init__(
            operands=[global_size, local_size, arguments],
            properties={"callee": SymbolRefAttr(callee)},
        )

    def verify_(self) -> None:
        dimensions = len(self.global_size)
        if not 1 <= dimensions <= 3:
            raise VerifyException(
                f"{self.name}: {dimensions} global sizes; a launch has 1 to 3 dimensions"
            )
        if len(self.local_size) not in (0, dimensions):
            raise VerifyException(
                f"{self.name}: {len(self.local_size)} local sizes for {dimensions} "
                "dimensions; give one each, or none"
            )
        parent = self.parent_op()
        while parent is not None:
            if isinstance(parent, KernelOp):
                raise VerifyException(
                    f"{self.name} in kernel @{parent.sym_name.data}: only a host "
                    "launches; call the kernel with opencl.call_kernel"
                )
            parent = parent.parent_op()
