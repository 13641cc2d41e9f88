"""Facts about accesses to memory."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, Operation

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.ir.build import pointer_space_number

_SHARED = {
    space.spir
    for space in (AddressSpace.GLOBAL, AddressSpace.CONSTANT, AddressSpace.LOCAL)
}


def is_plain_access(op: Operation) -> bool:
    """True if `op`, an `llvm.load` or `llvm.store`, is neither atomic nor volatile."""
    ordering = op.properties.get("ordering")
    atomic = isinstance(ordering, IntegerAttr) and ordering.value.data != 0
    return not (atomic or "volatile_" in op.properties)


def is_shared(pointer: Attribute) -> bool:
    """True if `pointer`, an `!llvm.ptr`, cannot point to a work item's private memory."""
    return pointer_space_number(pointer) in _SHARED
