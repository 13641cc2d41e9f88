"""
The one description of a kernel and its arguments, and the words and numbers in it: the
answers of `clGetKernelInfo`, `clGetKernelArgInfo` and `clGetKernelWorkGroupInfo` (`CL/cl.h`),
and the names that metadata has for the same facts.

`argument_info` makes an `ArgumentInfo` of an opencl-level kernel's argument,
`describe_kernel` a `KernelDescription` of the kernel, and `inspect` one, with the facts of the
machine code, of a kernel in a code object.

Source of the names: Clang's `CodeGenModule::GenKernelArgMetadata`; SPIR 1.2 provisional
specification, section 2.7; LLVM's AMDGPUUsage, "Code Object V3 Metadata".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.arguments.exchange import read_layout, type_table
from xdsl_opencl.abi.enums import AccessQualifier, AddressSpace
from xdsl_opencl.abi.model import AbiError, KernelArgumentLayout, PlacedArgument

Answer = str | int | tuple[int, ...]
"""An answer of OpenCL's own queries."""

KERNEL_QUERIES: Mapping[str, int] = {
    "CL_KERNEL_FUNCTION_NAME": cl.KERNEL_FUNCTION_NAME,
    "CL_KERNEL_NUM_ARGS": cl.KERNEL_NUM_ARGS,
    "CL_KERNEL_ATTRIBUTES": cl.KERNEL_ATTRIBUTES,
    "CL_KERNEL_WORK_GROUP_SIZE": cl.KERNEL_WORK_GROUP_SIZE,
    "CL_KERNEL_COMPILE_WORK_GROUP_SIZE": cl.KERNEL_COMPILE_WORK_GROUP_SIZE,
    "CL_KERNEL_LOCAL_MEM_SIZE": cl.KERNEL_LOCAL_MEM_SIZE,
    "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": (
        cl.KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE
    ),
    "CL_KERNEL_PRIVATE_MEM_SIZE": cl.KERNEL_PRIVATE_MEM_SIZE,
}
"""`cl_kernel_info` and `cl_kernel_work_group_info`."""

ARGUMENT_QUERIES: Mapping[str, int] = {
    "CL_KERNEL_ARG_ADDRESS_QUALIFIER": cl.KERNEL_ARG_ADDRESS_QUALIFIER,
    "CL_KERNEL_ARG_ACCESS_QUALIFIER": cl.KERNEL_ARG_ACCESS_QUALIFIER,
    "CL_KERNEL_ARG_TYPE_NAME": cl.KERNEL_ARG_TYPE_NAME,
    "CL_KERNEL_ARG_TYPE_QUALIFIER": cl.KERNEL_ARG_TYPE_QUALIFIER,
    "CL_KERNEL_ARG_NAME": cl.KERNEL_ARG_NAME,
}
"""`cl_kernel_arg_info`."""

ADDRESS_QUALIFIERS: Mapping[AddressSpace, int] = {
    AddressSpace.GLOBAL: cl.KERNEL_ARG_ADDRESS_GLOBAL,
    AddressSpace.LOCAL: cl.KERNEL_ARG_ADDRESS_LOCAL,
    AddressSpace.CONSTANT: cl.KERNEL_ARG_ADDRESS_CONSTANT,
    AddressSpace.PRIVATE: cl.KERNEL_ARG_ADDRESS_PRIVATE,
}
"""There is none for the generic address space, which no kernel argument may have."""

ACCESS_QUALIFIERS: Mapping[AccessQualifier, int] = {
    AccessQualifier.READ_ONLY: cl.KERNEL_ARG_ACCESS_READ_ONLY,
    AccessQualifier.WRITE_ONLY: cl.KERNEL_ARG_ACCESS_WRITE_ONLY,
    AccessQualifier.READ_WRITE: cl.KERNEL_ARG_ACCESS_READ_WRITE,
    AccessQualifier.NONE: cl.KERNEL_ARG_ACCESS_NONE,
}

TYPE_QUALIFIERS: Mapping[str, int] = {
    "const": cl.KERNEL_ARG_TYPE_CONST,
    "restrict": cl.KERNEL_ARG_TYPE_RESTRICT,
    "volatile": cl.KERNEL_ARG_TYPE_VOLATILE,
    "pipe": cl.KERNEL_ARG_TYPE_PIPE,
}
"""Bits of `cl_kernel_arg_type_qualifier`."""

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


def _query_name(query: str | int, numbers: Mapping[str, int]) -> str:
    for name, number in numbers.items():
        if query in (name, number):
            return name
    shown = hex(query) if isinstance(query, int) else query
    raise AbiError(f"unknown query {shown}; one of {', '.join(numbers)}")


@dataclass(frozen=True)
class ArgumentDescription:
    """
    An explicit argument, and its place; there, `align` is 0 where it is not known.
    `cl_index` is its number for `clSetKernelArg`, `None` for an image companion.
    `actual_access` is what the code does with its memory, as far as a code object says it.
    """

    info: ArgumentInfo
    place: PlacedArgument
    cl_index: int | None
    actual_access: str = ""

    @property
    def name(self) -> str:
        return self.info.name

    @property
    def type_name(self) -> str:
        return self.info.type_name

    @property
    def type_words(self) -> str:
        """The type, or what a code object has of an argument without one: its size and kind."""
        return self.type_name or f"{self.place.size} bytes {self.place.kind}"

    @property
    def type_qualifiers(self) -> tuple[str, ...]:
        """Words of OpenCL C."""
        return tuple(self.info.type_qualifiers.split())

    @property
    def address_qualifier(self) -> str | None:
        """The name `CL_KERNEL_ARG_ADDRESS_...`, `None` for the generic address space."""
        space = self.info.address_space
        known = space in ADDRESS_QUALIFIERS
        return f"CL_KERNEL_ARG_ADDRESS_{space.upper()}" if known else None

    @property
    def access_qualifier(self) -> str:
        """The name `CL_KERNEL_ARG_ACCESS_...`."""
        return f"CL_KERNEL_ARG_ACCESS_{self.info.access.upper()}"

    @property
    def access_value(self) -> int:
        """
        The number of `access_qualifier`.

        Raises `ValueError` for an access qualifier that OpenCL does not know.
        """
        return ACCESS_QUALIFIERS[AccessQualifier(self.info.access)]

    @property
    def type_qualifier_bits(self) -> int:
        """The bits of `type_qualifiers`. Words that OpenCL does not know count 0."""
        return sum(TYPE_QUALIFIERS.get(word, 0) for word in {*self.type_qualifiers})

    @property
    def offset(self) -> int:
        """Bytes from the base of the argument segment."""
        return self.place.offset

    @property
    def size(self) -> int:
        """Bytes in the argument segment."""
        return self.place.size

    def query(self, query: str | int) -> Answer | None:
        """
        Answers as `clGetKernelArgInfo` does, by name or number.

        Raises `AbiError` for another query.
        """
        match _query_name(query, ARGUMENT_QUERIES):
            case "CL_KERNEL_ARG_ADDRESS_QUALIFIER":
                return ADDRESS_QUALIFIERS.get(self.info.address_space)
            case "CL_KERNEL_ARG_ACCESS_QUALIFIER":
                return self.access_value
            case "CL_KERNEL_ARG_TYPE_QUALIFIER":
                return self.type_qualifier_bits
            case "CL_KERNEL_ARG_TYPE_NAME":
                return self.type_name
            case _:
                return self.name

    def table(self) -> dict[str, Any]:
        """
        Returns the argument as `opencl-arguments` writes it, the qualifiers with CL's names
        and numbers.

        Raises `ValueError` as `access_value`.
        """
        info, place = self.info, self.place
        return {
            "index": place.index,
            "cl_index": self.cl_index,
            "name": info.name,
            "type_name": info.type_name,
            "base_type_name": info.base_type_name or None,
            "type_qualifiers": {
                "words": [*self.type_qualifiers],
                "bits": self.type_qualifier_bits,
            },
            "access": {
                "name": info.access,
                "cl_name": self.access_qualifier,
                "cl_value": self.access_value,
            },
            "address_space": {
                "name": str(info.address_space),
                "cl_name": self.address_qualifier,
                "cl_value": ADDRESS_QUALIFIERS.get(info.address_space),
            },
            "kind": place.kind,
            "offset": place.offset,
            "size": place.size,
            "align": place.align or None,
            "resource_id": place.resource_id,
            "type": type_table(place.type),
        }


def listed(arguments: Sequence[ArgumentDescription]) -> str:
    """The types and names of arguments in parentheses; nothing if there are none."""
    words = [f"{a.type_words} {a.name}".strip() for a in arguments]
    return f" ({', '.join(words)})" if words else ""


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

    @property
    def args(self) -> tuple[ArgumentDescription, ...]:
        """The explicit arguments, by OpenCL's word."""
        return self.arguments

    def answers(self) -> dict[str, Answer]:
        """
        Returns the answers to `KERNEL_QUERIES` that the source gives.
        """
        return {
            "CL_KERNEL_FUNCTION_NAME": self.name,
            "CL_KERNEL_NUM_ARGS": sum(a.cl_index is not None for a in self.arguments),
            "CL_KERNEL_ATTRIBUTES": self.attributes,
            "CL_KERNEL_COMPILE_WORK_GROUP_SIZE": self.reqd_work_group_size or (0, 0, 0),
        }

    def query(self, query: str | int) -> Answer:
        """
        Answers as `clGetKernelInfo` and `clGetKernelWorkGroupInfo` do, by name or number.

        Raises `AbiError` for another query, or one of machine code that is not known.
        """
        name = _query_name(query, KERNEL_QUERIES)
        if (answer := self.answers().get(name)) is None:
            raise AbiError(
                f"kernel '{self.name}': {name} is known of amdhsa's machine code only; "
                "compile for a processor"
            )
        return answer

    @property
    def attributes(self) -> str:
        """
        The answer to `CL_KERNEL_ATTRIBUTES`: the text inside `__attribute__((...))`,
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
        reqd, hint = self.reqd_work_group_size, self.work_group_size_hint
        return {
            "name": self.name,
            "defined": self.defined,
            "attributes": {
                "reqd_work_group_size": reqd and [*reqd],
                "work_group_size_hint": hint and [*hint],
                "reqd_sub_group_size": self.reqd_sub_group_size,
                "vec_type_hint": self.vec_type_hint,
            },
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
