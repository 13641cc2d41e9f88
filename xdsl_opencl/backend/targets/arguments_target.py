"""
The `opencl-arguments` target: layout and reflection of every kernel as JSON.

The text is one object, keys in this order, two spaces of indentation, a final newline:

* `target`: `abi`, `triple`, `mcpu`, `features` (list), `code_object_version`
  (`null` where the ABI has none), `wave_size` (0: none), `pointer_bits`.
* `hidden_arguments`: `possible`, see below; `used` in `info --json` of a code object, or where
  it made the code.
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
    bytes, `resource_id` (`null` where the ABI has none and no pass assigned one), `type`
    (object, see `abi.arguments.exchange`: `class`, and the fields of the class; `null` where it is
    not known);
  * `hidden_arguments`: `name`, `kind`, `offset`, `size`, `align` of each, in order; everything that
    can be there, because the opencl level does not say what code generation will use;
  * `explicit_end`, `implicit_offset`, `implicit_bytes`, `segment_size`, `segment_align`.

Byte offsets count from the base of the argument segment (r600: of constant buffer 0).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import IO, Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.target import Target as EmissionTarget

from xdsl_opencl.abi.target import Target
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.kernels.signature.kernel_reflection import describe_kernels


def target_table(target: Target) -> dict[str, Any]:
    """The `target` object of the schema."""
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


def module_table(module: ModuleOp) -> dict[str, Any]:
    """
    The whole object of the schema, for an opencl-level module with a target.

    Raises `PassFailedException` without a target, for a lowered module, and as
    `describe_kernel` does.
    """
    target = module_target(module)
    return {
        "target": target_table(target),
        "hidden_arguments": "possible",
        "kernels": [kernel.table() for kernel in describe_kernels(module, target)],
    }


@dataclass(frozen=True)
class OpenCLArgumentsTarget(EmissionTarget):
    """Writes the module docstring's JSON for an opencl-level module."""

    name = "opencl-arguments"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        json.dump(module_table(module), output, indent=2)
        output.write("\n")
