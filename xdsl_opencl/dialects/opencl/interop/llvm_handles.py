"""
The `llvm` types that represent opencl's own types.

Source of the address spaces: clang, `AMDGPUTargetInfo::getOpenCLTypeAddrSpace` (images and
samplers constant; queues, pipes, events and reservations global).
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import IntAttr, i32
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.abi.interface import SamplerForm
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.types import (
    ClkEventType,
    EventType,
    ImageType,
    PipeType,
    QueueType,
    ReserveIdType,
    SamplerType,
)

CONSTANT_POINTER = LLVMPointerType(IntAttr(AddressSpace.CONSTANT.spir))
GLOBAL_POINTER = LLVMPointerType(IntAttr(AddressSpace.GLOBAL.spir))

_HANDLES: Mapping[type[Attribute], Attribute] = {
    ImageType: CONSTANT_POINTER,
    SamplerType: CONSTANT_POINTER,
    EventType: GLOBAL_POINTER,
    QueueType: GLOBAL_POINTER,
    ClkEventType: GLOBAL_POINTER,
    ReserveIdType: GLOBAL_POINTER,
    PipeType: GLOBAL_POINTER,
}


def handle_type(type_: Attribute, target: Target) -> Attribute | None:
    """
    The LLVM type of an opencl type, pointers with SPIR numbers; `None` for a type of
    another dialect. On r600 every handle is an index of 32 bits; on the host a sampler is
    its literal.
    """
    handle = _HANDLES.get(type(type_))
    if handle is None:
        return None
    interface = target.interface
    if interface.keeps_operations:
        return None
    literal = isinstance(type_, SamplerType) and interface.samplers in (
        SamplerForm.LITERAL,
        SamplerForm.CLOVER_LITERAL,
    )
    return i32 if literal or interface.handles_are_numbers else handle
