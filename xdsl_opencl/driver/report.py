"""
The description of an input that `xdsl-opencl info` prints, as one JSON object.

A module is described as by the target `opencl-arguments` (its keys and their meaning are in
`backend.targets.arguments_target`), the arguments that passes add included. For `amdhsa` the code
is made too, and says which hidden arguments are left. A code object describes itself; facts
that it lacks are `null`. On top of that schema:

* `file`: the input; in `target`, `target_id`: LLVM's name with features, `null` without
  code;
* of each kernel, `opencl`, the answers of `clGetKernelInfo` and `clGetKernelWorkGroupInfo` by
  CL's names; those of the latter need the code;
* of each kernel, `code`, `null` where no code is made: `wave_size`; registers `vgprs`,
  `agprs`, `sgprs`, of these `user_sgprs` filled at entry; `vgpr_spills`, `sgpr_spills`;
  `lds_bytes` per work-group, `scratch_bytes` per work-item, `uses_dynamic_stack`;
  `max_work_group_size`; `waves`, how many fit on one SIMD with work-groups of that size,
  and `limited_by`, the resources that keep it below the processor's maximum (`waves` is `null` for an
  unknown processor).
"""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.abi.target import Abi
from xdsl_opencl.backend.objects.code_object_info import inspect
from xdsl_opencl.backend.objects.kernel_facts import kernel_facts
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import CompileError, user_errors
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE

Report = dict[str, Any]

_ARGUMENT_PASSES = frozenset(
    ("opencl-add-implicit-operands", "opencl-assign-resource-ids")
)
"""The stages that change a kernel's arguments, or number them."""


def report_module(compilation: Compilation) -> Report:
    """
    Describes an input module for its target.

    Raises `CompileError`, also when the code for `amdhsa` cannot be made.
    """
    from xdsl_opencl.backend.targets.arguments_target import target_table
    from xdsl_opencl.transforms.kernels.signature.kernel_reflection import (
        describe_kernels,
    )
    from xdsl_opencl.transforms.pipeline import pipeline

    target = compilation.resolved_target
    module: ModuleOp = compilation.opencl_module
    with user_errors(compilation.source):
        if not target.has_code_object:
            interim = INTERIM_IMAGES_ATTRIBUTE in module.attributes
            stages = pipeline(target, interim_images=interim)
            last = max(
                (i for i, p in enumerate(stages) if p.name in _ARGUMENT_PASSES),
                default=-1,
            )
            compilation.run_passes(stages[: last + 1], module)
        kernels = describe_kernels(module, target)
    info = compilation.info if target.has_code_object else None
    return {
        "file": compilation.source.name,
        "target": {**target_table(target), "target_id": info and info.target_id},
        "hidden_arguments": "possible" if info is None else "used",
        "kernels": kernel_facts(kernels, info),
    }


def report_code_object(file: str, code: bytes) -> Report:
    """
    Describes a `.o` or `.hsaco`.

    Raises `CompileError` when `code` is something else.
    """
    try:
        with user_errors():
            info = inspect(code)
    except CompileError as error:
        raise CompileError(f"{file}: {error}") from error
    return {
        "file": file,
        "target": {
            "abi": str(Abi.AMDHSA),
            "triple": "-".join(info.target_id.split("-")[:3]),
            "mcpu": info.processor,
            "features": [
                f"{word[-1]}{word[:-1]}" for word in info.target_id.split(":")[1:]
            ],
            "code_object_version": info.code_object_version,
            "wave_size": info.kernels[0].wavefront_size if info.kernels else 0,
            "pointer_bits": 64,
            "target_id": info.target_id,
        },
        "hidden_arguments": "used",
        "kernels": kernel_facts(info.kernels, info),
    }
