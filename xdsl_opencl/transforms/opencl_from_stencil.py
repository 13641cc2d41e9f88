"""
`opencl-from-stencil`: functions of `stencil` become kernels and functions that launch them.

The passes are those of `STAGES`, in their order; each can be run alone.
"""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.transforms.experimental.convert_stencil_to_ll_mlir import (
    ConvertStencilToLLMLIRPass,
)
from xdsl.transforms.gpu_map_parallel_loops import GpuMapParallelLoopsPass

from xdsl_opencl.transforms.from_dialects.opencl_outline_kernels import (
    OpenCLOutlineKernelsPass,
)
from xdsl_opencl.transforms.from_dialects.opencl_split_stencils import (
    OpenCLSplitStencilsPass,
)

STAGES = (
    OpenCLSplitStencilsPass,
    ConvertStencilToLLMLIRPass,
    GpuMapParallelLoopsPass,
    OpenCLOutlineKernelsPass,
)


class OpenCLFromStencilPass(ModulePass):
    """Makes kernels of `stencil`."""

    name = "opencl-from-stencil"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PassPipeline(tuple(stage() for stage in STAGES)).apply(ctx, op)
