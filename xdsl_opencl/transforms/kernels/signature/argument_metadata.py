"""
A kernel's argument metadata at the llvm level, as clang's function-level form has it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import ArrayAttr, MemRefType, StringAttr, i32
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.abi.reflection import ARGUMENT_LISTS, attribute_name
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.types import ImageType
from xdsl_opencl.ir.build import integer_attribute
from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    BYVAL,
    argument_attributes,
    argument_info,
)


def _strings(values: list[str]) -> ArrayAttr[StringAttr]:
    return ArrayAttr([string(value) for value in values])


def metadata_arrays(kernel: KernelOp) -> dict[str, Attribute]:
    """
    The `opencl.kernel_arg_*` attributes of the function that `kernel` becomes: one entry per
    argument, address spaces as SPIR numbers. An argument without a name in the source gets the
    name of its block argument, as in LLVM.
    """
    infos = argument_info(kernel)
    hints = [arg.name_hint for arg in kernel.args] or [None] * len(infos)
    names = [
        info.name or hint or f"arg{index}"
        for index, (info, hint) in enumerate(zip(infos, hints, strict=True))
    ]
    lists: tuple[Attribute, ...] = (
        ArrayAttr([integer_attribute(i.address_space.spir, i32) for i in infos]),
        _strings([i.access for i in infos]),
        _strings([i.type_name for i in infos]),
        _strings([i.base_type_name for i in infos]),
        _strings([i.type_qualifiers for i in infos]),
        _strings(names),
    )
    return dict(zip(map(attribute_name, ARGUMENT_LISTS), lists, strict=True))


def base_types(kernel: KernelOp) -> list[str]:
    """
    Returns the canonical OpenCL C type of each argument: from `metadata_arrays` if `kernel` has
    them, because images are plain pointers after `opencl-lower-images`.
    """
    names = kernel.attributes.get(_BASE_TYPES)
    if isa(names, ArrayAttr[StringAttr]):
        return [name.data for name in names]
    return [info.base_type_name for info in argument_info(kernel)]


_BASE_TYPES = attribute_name("kernel_arg_base_type")
DESCRIBED = attribute_name("kernel_arg_type")
"""A kernel with this attribute has all of `metadata_arrays`."""

ARGUMENT_BYTES = "opencl.argument_bytes"
"""Attribute of a kernel that loads its arguments itself: the size of the argument segment."""

USER_REGISTERS = "opencl.user_registers"
"""
The set of user registers by name: on a kernel the requested set, on its function the actual one.
"""

SEGMENT_ARGUMENTS = "opencl.segment_arguments"
"""
Attribute of a kernel whose one parameter is the argument segment: the words for the ABI's
assembler about each argument in it, beside name and type name.
"""

_POINTERS: tuple[type[Attribute], ...] = (LLVMPointerType, MemRefType)
_READ_ONLY: Mapping[str, Attribute] = {"llvm.noalias": UNIT, "llvm.readonly": UNIT}


def implied_attributes(
    kernel: KernelOp, target: Target
) -> list[Mapping[str, Attribute]]:
    """
    Parameter attributes that follow from type and qualifiers, one dictionary per
    argument.

    An object that a `const restrict` pointer reaches is never modified (C99, 6.7.3.1), constant
    memory never is, and the descriptor of an image or sampler is the runtime's. LLVM derives
    `.actual_access` from `noalias` with `readonly`. Writing an image reads its descriptor, so no
    attribute can mark a write_only image.
    """
    result: list[Mapping[str, Attribute]] = []
    types: Sequence[Attribute] = kernel.function_type.inputs.data
    for type_, given, info in zip(
        types, argument_attributes(kernel), argument_info(kernel), strict=True
    ):
        words = info.type_qualifiers.split()
        attributes: Mapping[str, Attribute] = {}
        if isinstance(type_, ImageType):
            readable = type_.access_qualifier is AccessQualifier.READ_ONLY
            if readable and not target.interface.handles_are_numbers:
                attributes = _READ_ONLY
        elif BYVAL not in given.data and isinstance(type_, _POINTERS):
            constant = info.address_space is AddressSpace.CONSTANT
            if constant or {"restrict", "const"} <= set(words):
                attributes = _READ_ONLY
            elif "restrict" in words:
                attributes = {"llvm.noalias": UNIT}
        result.append(attributes)
    return result
