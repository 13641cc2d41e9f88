"""
The answers of OpenCL's own queries about a compiled program: `clGetKernelInfo`,
`clGetKernelArgInfo` and `clGetKernelWorkGroupInfo`, by their names and numbers (`CL/cl.h`).

The facts of the source come from the program's opencl-level kernels, so every ABI has
them; the facts of the machine code come from the code object of `amdhsa`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Region

from xdsl_opencl.abi.reflection import (
    SUB_GROUP_SIZE,
    ArgumentDescription,
    KernelDescription,
)
from xdsl_opencl.abi.target import ImageQuerySource, Target
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE
from xdsl_opencl.universe import our_pass

if TYPE_CHECKING:
    from xdsl_opencl.backend.code_object import CodeObjectInfo, KernelInfo

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


def _ask(
    query: str | int, numbers: Mapping[str, int], ask: Callable[[str], Answer]
) -> Answer:
    """
    The answer to a query by name or number. Raises `CompileError` for one of another kind.
    """
    for name, number in numbers.items():
        if query in (name, number):
            return ask(name)
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
    _numbers: Mapping[str, Answer]

    def query(self, query: str | int) -> Answer:
        """Answers as `clGetKernelArgInfo` does."""
        return _ask(query, ARGUMENT_QUERIES, self._numbers.__getitem__)


def _argument(index: int, argument: ArgumentDescription) -> Argument:
    table = argument.table()
    space, access = table["address_space"], table["access"]
    qualifiers = table["type_qualifiers"]
    return Argument(
        index,
        table["name"],
        table["type_name"],
        space["cl_name"],
        access["cl_name"],
        tuple(qualifiers["words"]),
        table["offset"],
        table["size"],
        {
            "CL_KERNEL_ARG_ADDRESS_QUALIFIER": space["cl_value"],
            "CL_KERNEL_ARG_ACCESS_QUALIFIER": access["cl_value"],
            "CL_KERNEL_ARG_TYPE_NAME": table["type_name"],
            "CL_KERNEL_ARG_TYPE_QUALIFIER": qualifiers["bits"],
            "CL_KERNEL_ARG_NAME": table["name"],
        },
    )


_ATTRIBUTE_ORDER = (
    *("vec_type_hint", "work_group_size_hint"),
    *("reqd_work_group_size", "reqd_sub_group_size"),
)


def attributes_text(kernel: KernelDescription) -> str:
    """
    Returns the answer to `CL_KERNEL_ATTRIBUTES`: the text inside `__attribute__((...))`,
    with one space between two attributes, in clover's order (Mesa,
    `clover/llvm/metadata.hpp` and `codegen/common.cpp`, `get_kernel_attributes`).
    """
    words: list[str] = []
    attributes = kernel.attributes()
    for key in _ATTRIBUTE_ORDER:
        if (value := attributes[key]) is None:
            continue
        values = cast(Sequence[Any], value if isinstance(value, list) else (value,))
        name = SUB_GROUP_SIZE if key == "reqd_sub_group_size" else key
        words.append(f"{name}({','.join(map(str, values))})")
    return " ".join(words)


def _work_group_answers(
    reqd_work_group_size: Sequence[int] | None, code: KernelInfo | None
) -> dict[str, Answer]:
    """
    The answers of `clGetKernelWorkGroupInfo`. Without `code` only that is there which the
    source says. Memory in `local` arguments is not counted, it has no size yet.
    """
    answers: dict[str, Answer] = {
        "CL_KERNEL_COMPILE_WORK_GROUP_SIZE": tuple(reqd_work_group_size or (0, 0, 0))
    }
    if code is not None:
        answers |= {
            "CL_KERNEL_WORK_GROUP_SIZE": code.max_flat_work_group_size,
            "CL_KERNEL_LOCAL_MEM_SIZE": code.group_segment_size,
            "CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE": code.wavefront_size,
            "CL_KERNEL_PRIVATE_MEM_SIZE": code.private_segment_size,
        }
    return answers


def kernel_answers(
    kernel: KernelDescription, code: KernelInfo | None
) -> dict[str, Answer]:
    """
    Returns the answers to `KERNEL_QUERIES`; `code` is the kernel's machine code, if there is
    some.
    """
    return {
        "CL_KERNEL_FUNCTION_NAME": kernel.name,
        "CL_KERNEL_NUM_ARGS": sum(
            argument.cl_index is not None for argument in kernel.arguments
        ),
        "CL_KERNEL_ATTRIBUTES": attributes_text(kernel),
        **_work_group_answers(kernel.reqd_work_group_size, code),
    }


@dataclass(frozen=True)
class Kernel:
    """A kernel. `attributes` is text as in `CL_KERNEL_ATTRIBUTES`."""

    name: str
    arguments: tuple[Argument, ...]
    attributes: str
    _answers: Mapping[str, Answer]

    @property
    def args(self) -> tuple[Argument, ...]:
        """The arguments, by OpenCL's word."""
        return self.arguments

    def query(self, query: str | int) -> Answer:
        """
        Answers as `clGetKernelInfo` and `clGetKernelWorkGroupInfo` do.

        Raises `CompileError` for what is not known without machine code, and other queries.
        """
        return _ask(query, KERNEL_QUERIES, self._answer)

    def _answer(self, name: str) -> Answer:
        if name not in self._answers:
            raise CompileError.at(
                None,
                f"kernel '{self.name}': {name} is known of amdhsa's machine code only; "
                "compile for a processor",
            )
        return self._answers[name]


@dataclass(frozen=True)
class Signatures:
    """
    The kernels of a module as they were before it was lowered, without their bodies.
    """

    module: ModuleOp

    @staticmethod
    def of(module: ModuleOp) -> Signatures:
        """Copies the kernels of `module`, which lowering takes away."""
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
        return Signatures(ModuleOp(kernels, dict(module.attributes)))

    def descriptions(self, target: Target) -> list[KernelDescription]:
        """The kernels as `target` starts them, with the companions of their images."""
        from xdsl_opencl.transforms.kernels.signature.kernel_reflection import (
            describe_kernels,
        )

        module = self.module
        operands = target.image_query_source is ImageQuerySource.OPERANDS
        if operands and INTERIM_IMAGES_ATTRIBUTE not in module.attributes:
            from xdsl.context import Context

            module = module.clone()
            our_pass("opencl-add-implicit-operands")().apply(Context(), module)
        return describe_kernels(module, target)

    def kernels(
        self, target: Target, code: CodeObjectInfo | None
    ) -> tuple[Kernel, ...]:
        """The kernels, with the facts of their machine code if there is some."""
        codes = {} if code is None else {info.name: info for info in code.kernels}
        result: list[Kernel] = []
        for kernel in self.descriptions(target):
            arguments = tuple(
                _argument(argument.cl_index, argument)
                for argument in kernel.arguments
                if argument.cl_index is not None
            )
            answers = kernel_answers(kernel, codes.get(kernel.name))
            text = attributes_text(kernel)
            result.append(Kernel(kernel.name, arguments, text, answers))
        return tuple(result)
