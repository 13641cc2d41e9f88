"""Facts about accesses to memory, and operations without any."""

from __future__ import annotations

from collections.abc import Container

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, VectorType
from xdsl.ir import Attribute, Operation
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.ir.build import pointer_space_number

_SHARED = {
    space.spir
    for space in (AddressSpace.GLOBAL, AddressSpace.CONSTANT, AddressSpace.LOCAL)
}


_WITHOUT_EFFECTS = (
    llvm.FAbsOp,
    llvm.FCeilOp,
    llvm.FFloorOp,
    llvm.FSqrtOp,
    llvm.FExpOp,
    llvm.FExp2Op,
    llvm.FLogOp,
    llvm.FLog2Op,
    llvm.FSinOp,
    llvm.FCosOp,
    llvm.FPowOp,
    llvm.FCopySignOp,
    llvm.FMAOp,
    llvm.VectorFMaxOp,
    llvm.VectorFMinOp,
)
"""Elementwise operations that xDSL does not mark as such."""


def is_pure(op: Operation) -> bool:
    """Returns whether `op` neither reads nor writes memory, and has no other effects."""
    return (
        op.has_trait(Pure)
        or op.has_trait(NoMemoryEffect)
        or isinstance(op, _WITHOUT_EFFECTS)
    )


def is_plain_access(op: Operation) -> bool:
    """Returns whether `op`, an `llvm.load` or `llvm.store`, is neither atomic nor volatile."""
    ordering = op.properties.get("ordering")
    atomic = isinstance(ordering, IntegerAttr) and ordering.value.data != 0
    return not (atomic or "volatile_" in op.properties)


def is_number_function(op: Operation, declared: Container[str]) -> bool:
    """
    Returns whether `op` calls a library function of numbers, one of `declared`, which has no
    effects.
    """
    if not isinstance(op, llvm.CallOp) or op.callee is None or len(op.results) != 1:
        return False
    types = [v.type for v in (*op.operands, *op.results)]
    return op.callee.root_reference.data in declared and not any(
        isinstance(type, VectorType | llvm.LLVMPointerType) for type in types
    )


def is_shared(pointer: Attribute) -> bool:
    """Returns whether `pointer`, an `!llvm.ptr`, cannot point to a work item's private memory."""
    return pointer_space_number(pointer) in _SHARED
