"""
The answers of OpenCL's own queries about a compiled program: `clGetKernelInfo`,
`clGetKernelArgInfo` and `clGetKernelWorkGroupInfo`, by their names and numbers (`CL/cl.h`).

The facts of the source come from the program's opencl-level kernels, so every ABI has
them; the facts of the machine code come from the code object of `amdhsa`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Region

from xdsl_opencl.abi.reflection import ArgumentDescription, KernelDescription
from xdsl_opencl.abi.target import ImageQuerySource, Target
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE
from xdsl_opencl.universe import our_pass

if TYPE_CHECKING:
    from xdsl_opencl.backend.objects.code_object_info import CodeObjectInfo, KernelInfo

Answer = str | int | tuple[int, ...]

KERNEL_QUERIES: Mapping[str, int] = {
    "CL_KERNEL_FUNCTION_NAME": 0x1190,
    "CL_KERNEL_NUM_ARGS": 0x1191,
    "CL_KERNEL_ATTRIBUTES": 0x1195,
    "CL_KERNEL_WORK_GROUP_SIZE": 0x11B0,
    "CL_KERNEL_COMPILE_WORK_GROUP_SIZE": 0x11B1,
    "CL_KERNEL_LOCAL_MEM_SIZE": 0x11B2,
    "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": 0x11B3,
    "CL_KERNEL_PRIVATE_MEM_SIZE": 0x11B4,
}
"""`cl_kernel_info` and `cl_kernel_work_group_info`."""

ARGUMENT_QUERIES: Mapping[str, int] = {
    "CL_KERNEL_ARG_ADDRESS_QUALIFIER": 0x1196,
    "CL_KERNEL_ARG_ACCESS_QUALIFIER": 0x1197,
    "CL_KERNEL_ARG_TYPE_NAME": 0x1198,
    "CL_KERNEL_ARG_TYPE_QUALIFIER": 0x1199,
    "CL_KERNEL_ARG_NAME": 0x119A,
}
"""`cl_kernel_arg_info`."""


def _name(query: str | int, numbers: Mapping[str, int]) -> str:
    """
    The name of a query by name or number. Raises `CompileError` for one of another kind.
    """
    for name, number in numbers.items():
        if query in (name, number):
            return name
    shown = hex(query) if isinstance(query, int) else query
    raise CompileError.at(None, f"unknown query {shown}; one of {', '.join(numbers)}")


@dataclass(frozen=True)
class Argument:
    """
    An argument of a kernel. The qualifiers are CL's constants by name
    (`CL_KERNEL_ARG_ADDRESS_GLOBAL`), `query` has their numbers; `type_qualifiers` are
    words of OpenCL C (`const`). Offset and size are in bytes, in the argument segment.
    """

    index: int
    name: str
    type_name: str
    address_qualifier: str
    access_qualifier: str
    type_qualifiers: tuple[str, ...]
    offset: int
    size: int
    _answers: Mapping[str, Answer]

    @staticmethod
    def of(description: ArgumentDescription, index: int) -> Argument:
        """Returns argument number `index` of a kernel."""
        table = description.table()
        space, access = table["address_space"], table["access"]
        qualifiers = table["type_qualifiers"]
        name, type_name = table["name"], table["type_name"]
        return Argument(
            index,
            name,
            type_name,
            space["cl_name"],
            access["cl_name"],
            tuple(qualifiers["words"]),
            table["offset"],
            table["size"],
            {
                "CL_KERNEL_ARG_ADDRESS_QUALIFIER": space["cl_value"],
                "CL_KERNEL_ARG_ACCESS_QUALIFIER": access["cl_value"],
                "CL_KERNEL_ARG_TYPE_NAME": type_name,
                "CL_KERNEL_ARG_TYPE_QUALIFIER": qualifiers["bits"],
                "CL_KERNEL_ARG_NAME": name,
            },
        )

    def query(self, query: str | int) -> Answer:
        """Answers as `clGetKernelArgInfo` does."""
        return self._answers[_name(query, ARGUMENT_QUERIES)]


def kernel_answers(
    kernel: KernelDescription, code: KernelInfo | None
) -> dict[str, Answer]:
    """
    Returns the answers to `KERNEL_QUERIES`. `code` is the kernel's machine code; without it
    only those are there which the source gives. Memory in `local` arguments has no size
    yet and is not counted.
    """
    answers: dict[str, Answer] = {
        "CL_KERNEL_FUNCTION_NAME": kernel.name,
        "CL_KERNEL_NUM_ARGS": sum(a.cl_index is not None for a in kernel.arguments),
        "CL_KERNEL_ATTRIBUTES": kernel.attributes_text(),
        "CL_KERNEL_COMPILE_WORK_GROUP_SIZE": kernel.reqd_work_group_size or (0, 0, 0),
    }
    if code is not None:
        answers |= {
            "CL_KERNEL_WORK_GROUP_SIZE": code.max_flat_work_group_size,
            "CL_KERNEL_LOCAL_MEM_SIZE": code.group_segment_size,
            "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": code.wavefront_size,
            "CL_KERNEL_PRIVATE_MEM_SIZE": code.private_segment_size,
        }
    return answers


@dataclass(frozen=True)
class Kernel:
    """A kernel. `attributes` is text as in `CL_KERNEL_ATTRIBUTES`."""

    name: str
    arguments: tuple[Argument, ...]
    attributes: str
    _answers: Mapping[str, Answer]

    @staticmethod
    def of(description: KernelDescription, code: KernelInfo | None) -> Kernel:
        """Returns the kernel of `description` with the facts of its machine code."""
        arguments = (
            Argument.of(argument, argument.cl_index)
            for argument in description.arguments
            if argument.cl_index is not None
        )
        return Kernel(
            description.name,
            tuple(arguments),
            description.attributes_text(),
            kernel_answers(description, code),
        )

    @property
    def args(self) -> tuple[Argument, ...]:
        """The arguments, by OpenCL's word."""
        return self.arguments

    def query(self, query: str | int) -> Answer:
        """
        Answers as `clGetKernelInfo` and `clGetKernelWorkGroupInfo` do.

        Raises `CompileError` for facts of missing machine code, and for other queries.
        """
        name = _name(query, KERNEL_QUERIES)
        if name not in self._answers:
            raise CompileError.at(
                None,
                f"kernel '{self.name}': {name} is known of amdhsa's machine code only; "
                "compile for a processor",
            )
        return self._answers[name]


def declared_kernels(module: ModuleOp) -> ModuleOp:
    """
    Returns the kernels of `module` without their bodies, as they are before lowering
    changes them.
    """
    from xdsl_opencl.dialects.opencl.kernel import KernelOp

    kernels = [
        KernelOp.create(
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=(Region(),),
        )
        for op in module.body.ops
        if isinstance(op, KernelOp) and not op.is_declaration
    ]
    return ModuleOp(kernels, dict(module.attributes))


def started_kernels(module: ModuleOp, target: Target) -> list[KernelDescription]:
    """
    Returns the kernels of `module` as `target` starts them, with the companions of their
    images.
    """
    from xdsl_opencl.transforms.kernels.signature.kernel_reflection import (
        describe_kernels,
    )

    operands = target.image_query_source is ImageQuerySource.OPERANDS
    if operands and INTERIM_IMAGES_ATTRIBUTE not in module.attributes:
        module = module.clone()
        our_pass("opencl-add-implicit-operands")().apply(Context(), module)
    return describe_kernels(module, target)


def reflected_kernels(
    module: ModuleOp, target: Target, code: CodeObjectInfo | None
) -> tuple[Kernel, ...]:
    """
    Returns the kernels of `module` as `target` starts them, with the facts of their machine
    code if there is some.
    """
    codes = {} if code is None else {info.name: info for info in code.kernels}
    return tuple(
        Kernel.of(kernel, codes.get(kernel.name))
        for kernel in started_kernels(module, target)
    )
