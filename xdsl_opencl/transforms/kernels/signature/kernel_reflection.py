"""
The description of opencl-level kernels, as `opencl-arguments`, `info`, `clGetKernelInfo` and
`clGetKernelArgInfo` show it.
"""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import DenseArrayBase, DictionaryAttr, IntegerAttr, ModuleOp
from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import AccessQualifier
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import AbiError, CompanionType, PlacedArgument
from xdsl_opencl.abi.reflection import (
    TYPE_QUALIFIERS,
    ArgumentDescription,
    ArgumentInfo,
    KernelDescription,
)
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.dialects.opencl.verification.kernel_arguments import (
    ARGUMENT_RESOURCE_ID,
)
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE
from xdsl_opencl.transforms.kernels.signature import kernel_signature
from xdsl_opencl.transforms.kernels.signature.kernel_signature import (
    argument_attributes,
    argument_info,
    type_name,
)


def describe_kernel(
    kernel: KernelOp, target: Target, *, interim_images: bool = False
) -> KernelDescription:
    """
    Describes `kernel`; `interim_images` as for `abi.layout`.

    Raises `PassFailedException` if an argument has no place in the ABI, or for reflection that
    OpenCL does not know.
    """
    signature = kernel_signature(kernel, target)
    try:
        placed = layout(signature, target, interim_images=interim_images)
    except AbiError as error:
        fail(kernel, str(error), argument=error.argument)
    arguments: list[ArgumentDescription] = []
    cl_index = 0
    for argument, attributes, info, place in zip(
        signature.arguments,
        argument_attributes(kernel),
        argument_info(kernel),
        placed.explicit,
        strict=True,
    ):
        _check_words(kernel, info)
        companion = isinstance(argument.type, CompanionType)
        arguments.append(
            ArgumentDescription(
                info, _numbered(place, attributes), None if companion else cl_index
            )
        )
        cl_index += not companion
    hint = kernel.vec_type_hint
    signed = kernel.vec_type_hint_signed is not None
    sub_group = kernel.reqd_sub_group_size
    return KernelDescription(
        name=kernel.sym_name.data,
        defined=not kernel.is_declaration,
        reqd_work_group_size=_sizes(kernel.reqd_work_group_size),
        work_group_size_hint=_sizes(kernel.work_group_size_hint),
        reqd_sub_group_size=(
            sub_group.value.data if isinstance(sub_group, IntegerAttr) else None
        ),
        vec_type_hint=None if hint is None else type_name(hint, signed=signed),
        arguments=tuple(arguments),
        layout=placed,
    )


def describe_kernels(module: ModuleOp, target: Target) -> list[KernelDescription]:
    """Describes the kernels of `module`, in their order, declarations included."""
    interim = INTERIM_IMAGES_ATTRIBUTE in module.attributes
    return [
        describe_kernel(op, target, interim_images=interim)
        for op in module.body.ops
        if isinstance(op, KernelOp)
    ]


def _check_words(kernel: KernelOp, info: ArgumentInfo) -> None:
    for what, words, known in (
        ("type qualifier", info.type_qualifiers.split(), tuple(TYPE_QUALIFIERS)),
        ("access qualifier", [info.access], tuple(AccessQualifier)),
    ):
        for word in words:
            if word not in known:
                fail(
                    kernel,
                    f"kernel @{kernel.sym_name.data}, argument '{info.name}': unknown "
                    f"{what} '{word}'; one of {', '.join(known)}",
                )


def _numbered(place: PlacedArgument, attributes: DictionaryAttr) -> PlacedArgument:
    """Returns `place` with the number from `opencl-assign-resource-ids`, or else from the ABI."""
    assigned = attributes.data.get(ARGUMENT_RESOURCE_ID)
    if isinstance(assigned, IntegerAttr):
        return replace(place, resource_id=assigned.value.data)
    return place


def _sizes(attribute: Attribute | None) -> tuple[int, ...] | None:
    if not isinstance(attribute, DenseArrayBase):
        return None
    return tuple(int(size) for size in attribute.get_values())
