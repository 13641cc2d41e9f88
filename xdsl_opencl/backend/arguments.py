"""
The `opencl-arguments` target: layout and reflection of every kernel as JSON.

The text is one object, keys in this order, two spaces of indentation, a final newline:

* `target`: `abi`, `triple`, `mcpu`, `features` (list), `code_object_version`
  (`null` where the ABI has none), `wave_size` (0: none), `pointer_bits`.
* `kernels`: a list in the module's order, declarations included. Of each:
  * `name`, `defined` (it has a body);
  * `attributes`: `reqd_work_group_size`, `work_group_size_hint` (lists of three numbers),
    `reqd_sub_group_size` (number), `vec_type_hint` (OpenCL C type name); `null` where the
    kernel has none;
  * `arguments`: the explicit ones, in order. Of each: `index` (position in the kernel),
    `cl_index` (for `clSetKernelArg`; `null` for image companions, which the runtime
    fills), `name`, `type_name`, `base_type_name`, `type_qualifiers` (object: `words`, and
    `bits`, the sum of `CL_KERNEL_ARG_TYPE_*`), `access` and `address_space` (objects:
    `name`, `cl_name`, `cl_value`, the latter two `null` for the generic space), `kind`
    (`by_value`, `global_buffer`, ..., see `PlacedArgument`), `offset`, `size`, `align` in
    bytes, `resource_id` (`null` where the ABI has none and no pass assigned one);
  * `hidden_arguments`: `name`, `kind`, `offset`, `size` of each, in order; everything that
    can be there, because the opencl level does not say what code generation will use;
  * `explicit_end`, `implicit_offset`, `implicit_bytes`, `segment_size`, `segment_align`.

Byte offsets count from the base of the argument segment (r600: of constant buffer 0).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import IO, Any

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
)
from xdsl.ir import Attribute
from xdsl.utils.target import Target as EmissionTarget

from xdsl_opencl.abi.enums import AccessQualifier
from xdsl_opencl.abi.layout import layout
from xdsl_opencl.abi.model import AbiError, CompanionType, PlacedArgument
from xdsl_opencl.abi.reflection import TYPE_QUALIFIERS, described_qualifiers
from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.kernel import ArgumentInfo, KernelOp
from xdsl_opencl.dialects.opencl.kernel_arguments import ARGUMENT_RESOURCE_ID
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE, module_target
from xdsl_opencl.transforms.kernels.signature import (
    argument_attributes,
    argument_info,
    argument_space,
    kernel_signature,
    type_name,
)


def target_table(target: Target) -> dict[str, Any]:
    """
    The `target` object of the schema.
    """
    return {
        "abi": str(target.abi),
        "triple": target.triple,
        "mcpu": target.mcpu,
        "features": list(target.features),
        "code_object_version": (
            target.code_object_version if target.has_code_object else None
        ),
        "wave_size": target.wave_size,
        "pointer_bits": target.pointer_bits,
    }


def kernel_table(
    kernel: KernelOp, target: Target, *, interim_images: bool = False
) -> dict[str, Any]:
    """
    One element of the schema's `kernels`; `interim_images` as for `abi.layout`.

    Raises `PassFailedException` where the kernel has an argument without a place, or
    reflection that OpenCL does not know.
    """
    signature = kernel_signature(kernel, target)
    try:
        placed = layout(signature, target, interim_images=interim_images)
    except AbiError as error:
        fail(kernel, str(error), argument=error.argument)
    arguments: list[dict[str, Any]] = []
    cl_index = 0
    for argument, type, attributes, info, place in zip(
        signature.arguments,
        kernel.function_type.inputs,
        argument_attributes(kernel),
        argument_info(kernel),
        placed.explicit,
        strict=True,
    ):
        companion = isinstance(argument.type, CompanionType)
        arguments.append(
            {
                "index": place.index,
                "cl_index": None if companion else cl_index,
                **_reflection(kernel, type, attributes, info),
                "kind": place.kind,
                "offset": place.offset,
                "size": place.size,
                "align": place.align,
                "resource_id": _resource_id(attributes, place),
            }
        )
        cl_index += not companion
    return {
        "name": kernel.sym_name.data,
        "defined": not kernel.is_declaration,
        "attributes": _kernel_attributes(kernel),
        "arguments": arguments,
        "hidden_arguments": [_hidden(place) for place in placed.hidden],
        "explicit_end": placed.explicit_end,
        "implicit_offset": placed.implicit_offset,
        "implicit_bytes": placed.implicit_bytes,
        "segment_size": placed.kernarg_segment_size,
        "segment_align": placed.kernarg_segment_align,
    }


def _reflection(
    kernel: KernelOp, type: Attribute, attributes: DictionaryAttr, info: ArgumentInfo
) -> dict[str, Any]:
    words = info.type_qualifiers.split()
    if unknown := [word for word in words if word not in TYPE_QUALIFIERS]:
        fail(
            kernel,
            f"kernel @{kernel.sym_name.data}, argument '{info.name}': unknown type "
            f"qualifier '{unknown[0]}'; one of {', '.join(TYPE_QUALIFIERS)}",
        )
    try:
        access = AccessQualifier(info.access)
    except ValueError:
        fail(
            kernel,
            f"kernel @{kernel.sym_name.data}, argument '{info.name}': unknown access "
            f"qualifier '{info.access}'; one of {', '.join(AccessQualifier)}",
        )
    return {
        "name": info.name,
        "type_name": info.type_name,
        "base_type_name": info.base_type_name,
        **described_qualifiers(words, access, argument_space(type, attributes)),
    }


def _resource_id(attributes: DictionaryAttr, place: PlacedArgument) -> int | None:
    """
    Returns the number that `opencl-assign-resource-ids` wrote, else the ABI's.
    """
    assigned = attributes.data.get(ARGUMENT_RESOURCE_ID)
    if isinstance(assigned, IntegerAttr):
        return assigned.value.data
    return place.resource_id


def _hidden(place: PlacedArgument) -> dict[str, Any]:
    return {
        "name": place.name,
        "kind": place.kind,
        "offset": place.offset,
        "size": place.size,
    }


def _kernel_attributes(kernel: KernelOp) -> dict[str, Any]:
    hint = kernel.vec_type_hint
    signed = kernel.vec_type_hint_signed is not None
    sub_group = kernel.reqd_sub_group_size
    return {
        "reqd_work_group_size": _sizes(kernel.reqd_work_group_size),
        "work_group_size_hint": _sizes(kernel.work_group_size_hint),
        "reqd_sub_group_size": (
            sub_group.value.data if isinstance(sub_group, IntegerAttr) else None
        ),
        "vec_type_hint": None if hint is None else type_name(hint, signed=signed),
    }


def _sizes(attribute: Attribute | None) -> list[Any] | None:
    if not isinstance(attribute, DenseArrayBase):
        return None
    return list(attribute.get_values())


def module_table(module: ModuleOp) -> dict[str, Any]:
    """
    The whole object of the schema, for an opencl-level module with a target.

    Raises `PassFailedException` without a target, for a lowered module, and as
    `kernel_table` does.
    """
    target = module_target(module)
    interim = INTERIM_IMAGES_ATTRIBUTE in module.attributes
    kernels = [op for op in module.body.ops if isinstance(op, KernelOp)]
    return {
        "target": target_table(target),
        "kernels": [
            kernel_table(kernel, target, interim_images=interim) for kernel in kernels
        ],
    }


@dataclass(frozen=True)
class OpenCLArgumentsTarget(EmissionTarget):
    """
    Writes the module docstring's JSON for an opencl-level module.
    """

    name = "opencl-arguments"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        json.dump(module_table(module), output, indent=2)
        output.write("\n")
