"""
The words and numbers with which a kernel is described: the constants with which
`clGetKernelArgInfo` answers (`CL/cl.h`), and the names that metadata has for the same
facts.

Source of the names: Clang's `CodeGenModule::GenKernelArgMetadata`; SPIR 1.2 provisional
specification, section 2.7; LLVM's AMDGPUUsage, "Code Object V3 Metadata".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace

ADDRESS_QUALIFIERS: Mapping[AddressSpace, tuple[str, int]] = {
    AddressSpace.GLOBAL: ("CL_KERNEL_ARG_ADDRESS_GLOBAL", 0x119B),
    AddressSpace.LOCAL: ("CL_KERNEL_ARG_ADDRESS_LOCAL", 0x119C),
    AddressSpace.CONSTANT: ("CL_KERNEL_ARG_ADDRESS_CONSTANT", 0x119D),
    AddressSpace.PRIVATE: ("CL_KERNEL_ARG_ADDRESS_PRIVATE", 0x119E),
}
"""There is none for the generic address space, which no kernel argument may have."""

ACCESS_QUALIFIERS: Mapping[AccessQualifier, tuple[str, int]] = {
    AccessQualifier.READ_ONLY: ("CL_KERNEL_ARG_ACCESS_READ_ONLY", 0x11A0),
    AccessQualifier.WRITE_ONLY: ("CL_KERNEL_ARG_ACCESS_WRITE_ONLY", 0x11A1),
    AccessQualifier.READ_WRITE: ("CL_KERNEL_ARG_ACCESS_READ_WRITE", 0x11A2),
    AccessQualifier.NONE: ("CL_KERNEL_ARG_ACCESS_NONE", 0x11A3),
}

TYPE_QUALIFIERS: Mapping[str, int] = {
    "const": 1 << 0,
    "restrict": 1 << 1,
    "volatile": 1 << 2,
    "pipe": 1 << 3,
}
"""Bits of `cl_kernel_arg_type_qualifier`."""

TYPE_QUALIFIER_FLAGS: Mapping[str, str] = {
    word: f".is_{word}" for word in TYPE_QUALIFIERS
}
"""Type qualifier to the key that a code object's metadata has for it."""

ARGUMENT_LISTS = (
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
    "kernel_arg_name",
)
"""
The metadata of LLVM IR with one entry per argument, in the order of `!opencl.kernels`. A
program that is built without `-cl-kernel-arg-info` lacks the last.
"""

WORK_GROUP_SIZES = ("work_group_size_hint", "reqd_work_group_size")
"""The metadata of LLVM IR that is three sizes."""
VECTOR_TYPE_HINT = "vec_type_hint"
"""Metadata: an undefined value of the type, and 1 if its elements have a sign."""
SUB_GROUP_SIZE = "intel_reqd_sub_group_size"
"""Metadata: one size."""

ATTRIBUTE_PREFIX = "opencl."
"""Attributes of an `llvm.func` have this prefix before the names of metadata."""


def attribute_name(metadata: str) -> str:
    """
    The attribute of an `llvm.func` that becomes metadata of name `metadata`.
    """
    return ATTRIBUTE_PREFIX + metadata


def described_qualifiers(
    words: Iterable[str], access: AccessQualifier, space: AddressSpace
) -> dict[str, Any]:
    """
    The qualifiers of an argument as `opencl-arguments` and `info` write them: the fields
    `type_qualifiers`, `access` and `address_space`, with CL's names and numbers. Words that
    OpenCL does not know count 0.
    """
    words = list(words)
    space_name, space_value = ADDRESS_QUALIFIERS.get(space, (None, None))
    access_name, access_value = ACCESS_QUALIFIERS[access]
    return {
        "type_qualifiers": {
            "words": words,
            "bits": sum({TYPE_QUALIFIERS.get(word, 0) for word in words}),
        },
        "access": {
            "name": str(access),
            "cl_name": access_name,
            "cl_value": access_value,
        },
        "address_space": {
            "name": str(space),
            "cl_name": space_name,
            "cl_value": space_value,
        },
    }
