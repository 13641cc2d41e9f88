"""OpenCL's types in LLVM IR: `!llvm.target<"spirv.Image", ...>` and similar types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from xdsl.dialects.builtin import ArrayAttr, StringAttr, i8
from xdsl.dialects.llvm import LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_opencl.dialects.llvm_ext.types import TargetType
from xdsl_opencl.dialects.opencl.types import (
    ClkEventType,
    EventType,
    ImageType,
    PipeType,
    QueueType,
    ReserveIdType,
    SamplerType,
)
from xdsl_opencl.frontend.errors import Unsupported
from xdsl_opencl.spirv.images import ACCESSES, IMAGE_KINDS

_OPAQUE_TYPES: dict[str, Attribute] = {
    "spirv.Sampler": SamplerType(),
    "spirv.Event": EventType(),
    "spirv.DeviceEvent": ClkEventType(),
    "spirv.Queue": QueueType(),
    "spirv.ReserveId": ReserveIdType(),
}

_AGGREGATES = frozenset((TargetType, LLVMArrayType, LLVMStructType))


_ACCESSES = tuple(ACCESSES.values())


@cache
def opencl_type(type_: TargetType) -> Attribute:
    """
    The dialect's type for one of LLVM's types for SPIR-V (LLVM, "SPIR-V Target Extension
    Types").

    Raises `Unsupported` for a type that OpenCL does not have.
    """
    name = type_.target_name.data
    numbers = [number.data for number in type_.numbers.data]
    if (opaque := _OPAQUE_TYPES.get(name)) is not None:
        return opaque
    if name == "spirv.Image" and len(numbers) == 7:
        dimension, depth, arrayed, multisampled, _, _, access = numbers
        kind = IMAGE_KINDS.get((dimension, depth, arrayed, multisampled))
        if kind is not None and access < len(_ACCESSES):
            return ImageType(kind, _ACCESSES[access])
        raise Unsupported(f"{type_} is not an image type of OpenCL")
    if name == "spirv.Pipe" and numbers and numbers[0] < len(_ACCESSES):
        return PipeType(i8, _ACCESSES[numbers[0]])
    raise Unsupported(f"{type_} is not a type of OpenCL")


def with_leaves(
    type_: Attribute, change: Callable[[Attribute], Attribute]
) -> Attribute:
    """
    `type_` with its leaves, in arrays and structs too, as `change` makes them; the same
    object where it changes none.
    """
    match type_:
        case LLVMArrayType():
            element = with_leaves(type_.type, change)
            if element is type_.type:
                return type_
            return LLVMArrayType(type_.size, element)
        case LLVMStructType():
            elements = [with_leaves(element, change) for element in type_.types.data]
            if all(a is b for a, b in zip(elements, type_.types.data, strict=True)):
                return type_
            return LLVMStructType(
                StringAttr(type_.struct_name.data), ArrayAttr(elements)
            )
        case _:
            return change(type_)


def raised_type(type_: Attribute) -> Attribute:
    """
    `type_` with the dialect's types for those of SPIR-V, in arrays and structs too; the
    same object where there are none.

    Raises `Unsupported` for a target type that OpenCL does not have.
    """
    # Called for every value, and class patterns of attributes are slow.
    if type(type_) not in _AGGREGATES:
        return type_
    return with_leaves(
        type_, lambda leaf: opencl_type(leaf) if isinstance(leaf, TargetType) else leaf
    )
