"""What is told of a kernel: its arguments, its registers, its memory, its occupancy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from xdsl_opencl.abi.gpu.occupancy import occupancy
from xdsl_opencl.abi.gpu.processors import PROCESSORS
from xdsl_opencl.abi.model import AbiError
from xdsl_opencl.abi.reflection import KernelDescription
from xdsl_opencl.backend.objects.code_object_info import CodeObjectInfo, KernelInfo

Facts = dict[str, Any]


def kernel_facts(
    kernels: Iterable[KernelDescription], info: CodeObjectInfo | None
) -> list[Facts]:
    """
    Returns the descriptions of `kernels`, with their machine code in the code object `info`, as
    `xdsl-opencl info --json` prints them.
    """
    codes = {} if info is None else {code.name: code for code in info.kernels}
    found: list[Facts] = []
    for kernel in kernels:
        code = codes.get(kernel.name)
        if code is not None and code is not kernel:
            kernel = _with_code(kernel, code)
        facts = None if info is None or code is None else _code(code, info.processor)
        found.append({**kernel.table(), "opencl": kernel.answers(), "code": facts})
    return found


def _with_code(kernel: KernelDescription, code: KernelInfo) -> KernelInfo:
    """
    Returns `kernel` with its machine code, with the hidden arguments that this leaves, and its
    segment.
    """
    layout, made = kernel.layout, code.layout
    size = made.kernarg_segment_size
    layout = replace(
        layout,
        arguments=(*layout.explicit, *made.hidden),
        implicit_bytes=max(0, size - layout.implicit_offset),
        kernarg_segment_size=size,
        kernarg_segment_align=made.kernarg_segment_align,
    )
    return code.with_source(replace(kernel, layout=layout))


def _code(kernel: KernelInfo, name: str) -> Facts:
    waves: int | None = None
    limits: tuple[str, ...] = ()
    if (processor := PROCESSORS.get(name)) is not None:
        try:
            fit = occupancy(
                processor,
                vgprs=kernel.vgprs,
                sgprs=kernel.sgprs,
                lds_bytes=kernel.group_segment_size,
                work_group_size=kernel.max_flat_work_group_size,
                wave_size=kernel.wavefront_size,
                cu_mode=not kernel.work_group_processor_mode,
            )
        except AbiError:
            # A code object of another compiler, with more than the tables allow.
            pass
        else:
            waves, limits = fit.waves, fit.limits
    return {
        "wave_size": kernel.wavefront_size,
        "vgprs": kernel.vgprs,
        "agprs": kernel.agprs,
        "sgprs": kernel.sgprs,
        "user_sgprs": kernel.user_sgprs,
        "vgpr_spills": kernel.vgpr_spills,
        "sgpr_spills": kernel.sgpr_spills,
        "lds_bytes": kernel.group_segment_size,
        "scratch_bytes": kernel.private_segment_size,
        "uses_dynamic_stack": kernel.uses_dynamic_stack,
        "max_work_group_size": kernel.max_flat_work_group_size,
        "waves": waves,
        "limited_by": list(limits),
    }
