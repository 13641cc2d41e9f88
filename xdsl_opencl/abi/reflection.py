"""
The constants with which `clGetKernelArgInfo` answers (`CL/cl.h`).
"""

from __future__ import annotations

from collections.abc import Mapping

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
