"""
The description of a kernel and its arguments, and the words and numbers in it: the answers
of `clGetKernelArgInfo` (`CL/cl.h`), and the names that metadata has for the same facts.

`argument_info` makes an `ArgumentInfo` of an opencl-level kernel's argument,
`describe_kernel` a `KernelDescription` of the kernel, and `KernelInfo.description` one of a
kernel in a code object.

Source of the names: Clang's `CodeGenModule::GenKernelArgMetadata`; SPIR 1.2 provisional
specification, section 2.7; LLVM's AMDGPUUsage, "Code Object V3 Metadata".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from xdsl_opencl.abi.arguments.exchange import read_layout, type_table
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.abi.model import KernelArgumentLayout, PlacedArgument

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
    """The attribute of an `llvm.func` that becomes metadata of name `metadata`."""
    return ATTRIBUTE_PREFIX + metadata


@dataclass(frozen=True)
class ArgumentInfo:
    """
    The facts of a kernel's argument that its source states, defaults filled in from its
    type: words as they stand there. `base_type_name` is empty where it is not known.
    """

    name: str
    type_name: str
    base_type_name: str
    type_qualifiers: str
    access: str
    address_space: AddressSpace


@dataclass(frozen=True)
class ArgumentDescription:
    """
    An explicit argument, and its place; there, `align` is 0 where it is not known.
    `cl_index` is its number for `clSetKernelArg`, `None` for an image companion.
    """

    info: ArgumentInfo
    place: PlacedArgument
    cl_index: int | None

    def table(self) -> dict[str, Any]:
        """
        Returns the argument as `opencl-arguments` writes it, the qualifiers with CL's names
        and numbers. Words that OpenCL does not know count 0.

        Raises `ValueError` for an access qualifier that OpenCL does not know.
        """
        info, place = self.info, self.place
        words = info.type_qualifiers.split()
        access, space = AccessQualifier(info.access), info.address_space
        access_name, access_value = ACCESS_QUALIFIERS[access]
        space_name, space_value = ADDRESS_QUALIFIERS.get(space, (None, None))
        return {
            "index": place.index,
            "cl_index": self.cl_index,
            "name": info.name,
            "type_name": info.type_name,
            "base_type_name": info.base_type_name or None,
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
            "kind": place.kind,
            "offset": place.offset,
            "size": place.size,
            "align": place.align or None,
            "resource_id": place.resource_id,
            "type": type_table(place.type),
        }


@dataclass(frozen=True)
class KernelDescription:
    """
    A kernel: its attributes (`None` for those that it does not have), its explicit
    arguments, and the layout of all arguments. `defined`: it has a body.
    """

    name: str
    defined: bool
    reqd_work_group_size: tuple[int, ...] | None
    work_group_size_hint: tuple[int, ...] | None
    reqd_sub_group_size: int | None
    vec_type_hint: str | None
    arguments: tuple[ArgumentDescription, ...]
    layout: KernelArgumentLayout

    def attributes(self) -> dict[str, Any]:
        """
        Returns the kernel's attributes by the names that OpenCL C has for them, sizes as
        lists.
        """
        reqd, hint = self.reqd_work_group_size, self.work_group_size_hint
        return {
            "reqd_work_group_size": None if reqd is None else list(reqd),
            "work_group_size_hint": None if hint is None else list(hint),
            "reqd_sub_group_size": self.reqd_sub_group_size,
            "vec_type_hint": self.vec_type_hint,
        }

    def attributes_text(self) -> str:
        """
        Returns the answer to `CL_KERNEL_ATTRIBUTES`: the text inside `__attribute__((...))`,
        with one space between two attributes, in clover's order (Mesa,
        `clover/llvm/metadata.hpp` and `codegen/common.cpp`, `get_kernel_attributes`).
        """
        words = (
            ("vec_type_hint", self.vec_type_hint),
            ("work_group_size_hint", self.work_group_size_hint),
            ("reqd_work_group_size", self.reqd_work_group_size),
            (SUB_GROUP_SIZE, self.reqd_sub_group_size),
        )
        return " ".join(
            f"{name}({','.join(map(str, value))})"
            if isinstance(value, tuple)
            else f"{name}({value})"
            for name, value in words
            if value is not None
        )

    def table(self) -> dict[str, Any]:
        """Returns the kernel as `opencl-arguments` writes it."""
        layout = self.layout
        return {
            "name": self.name,
            "defined": self.defined,
            "attributes": self.attributes(),
            "arguments": [argument.table() for argument in self.arguments],
            "hidden_arguments": [
                {
                    "name": place.name,
                    "kind": place.kind,
                    "offset": place.offset,
                    "size": place.size,
                    "align": place.align,
                }
                for place in layout.hidden
            ],
            "explicit_end": layout.explicit_end,
            "implicit_offset": layout.implicit_offset,
            "implicit_bytes": layout.implicit_bytes,
            "segment_size": layout.kernarg_segment_size,
            "segment_align": layout.kernarg_segment_align,
        }


def read_description(table: Mapping[str, Any]) -> KernelDescription:
    """
    Returns the kernel that `KernelDescription.table` wrote.

    Raises `AbiError`, `KeyError`, `TypeError` or `ValueError` for anything else.
    """
    layout = read_layout(table)
    placed = {place.index: place for place in layout.explicit}
    arguments = [
        ArgumentDescription(
            ArgumentInfo(
                str(a["name"]),
                str(a["type_name"]),
                str(a["base_type_name"] or ""),
                " ".join(map(str, a["type_qualifiers"]["words"])),
                str(AccessQualifier(a["access"]["name"])),
                AddressSpace(a["address_space"]["name"]),
            ),
            placed[a["index"]],
            a["cl_index"],
        )
        for a in table["arguments"]
    ]
    attributes = table["attributes"]

    def sizes(name: str) -> tuple[int, ...] | None:
        found = attributes[name]
        return None if found is None else tuple(map(int, found))

    return KernelDescription(
        str(table["name"]),
        bool(table["defined"]),
        sizes("reqd_work_group_size"),
        sizes("work_group_size_hint"),
        attributes["reqd_sub_group_size"],
        attributes["vec_type_hint"],
        tuple(arguments),
        layout,
    )
