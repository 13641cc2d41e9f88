"""The kernels of a program as its target starts them, as OpenCL's own queries see them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Region

from xdsl_opencl.abi.reflection import KernelDescription
from xdsl_opencl.abi.target import ImageQuerySource, Target
from xdsl_opencl.ir.module import INTERIM_IMAGES_ATTRIBUTE
from xdsl_opencl.universe import our_pass

if TYPE_CHECKING:
    from xdsl_opencl.backend.objects.code_object_info import CodeObjectInfo


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
) -> tuple[KernelDescription, ...]:
    """
    Returns the kernels of `module` as `target` starts them, with the arguments that a program
    sets. They have the facts of their machine code, `KernelInfo`, if there is some.
    """
    codes = {} if code is None else {info.name: info for info in code.kernels}
    kernels: list[KernelDescription] = []
    for kernel in started_kernels(module, target):
        own = tuple(a for a in kernel.arguments if a.cl_index is not None)
        kernel = replace(kernel, arguments=own)
        info = codes.get(kernel.name)
        kernels.append(kernel if info is None else info.with_source(kernel))
    return tuple(kernels)
