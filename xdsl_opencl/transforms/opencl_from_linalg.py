"""
`opencl-from-linalg`: functions of `linalg` on tensors or memrefs become kernels and functions that
launch them.

The passes are those of `stages`, in their order; each can be run alone. With `mcpu` the
target is attached first, else the module has it already.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.transforms.gpu_map_parallel_loops import GpuMapParallelLoopsPass

from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import (
    OpenCLScheduleContractionsPass,
)
from xdsl_opencl.transforms.opencl_attach_target import OpenCLAttachTargetPass
from xdsl_opencl.universe import our_pass

STAGES = (
    "opencl-require-sizes",
    "linalg-fuse-elementwise-ops",
    "bufferize-destinations",
    "scf-forall-to-parallel",
    "linalg-decompose-softmax",
    "opencl-schedule-contractions",
    "opencl-tile-contractions",
    "opencl-copy-tiles",
    "opencl-multiply-tiles",
    "opencl-pipeline-loops",
    "opencl-fuse-rows",
    "convert-linalg-to-parallel-loops",
    "convert-affine-to-scf",
    "gpu-map-parallel-loops",
    "opencl-outline-kernels",
)
"""The names of the passes in their order."""


def stages(xf32: bool = False) -> tuple[ModulePass, ...]:
    """The passes in their order; `xf32` is an option of `opencl-schedule-contractions`."""
    made = {
        OpenCLScheduleContractionsPass.name: OpenCLScheduleContractionsPass(xf32=xf32),
        GpuMapParallelLoopsPass.name: GpuMapParallelLoopsPass(),
    }
    return tuple(made.get(name) or our_pass(name)() for name in STAGES)


@dataclass(frozen=True)
class OpenCLFromLinalgPass(ModulePass):
    """
    Makes kernels of `linalg`. Example: `opencl-from-linalg{mcpu=gfx1100}`
    """

    name = "opencl-from-linalg"

    mcpu: str = ""
    """LLVM's processor name; without it the module has its target."""
    xf32: bool = False
    """Factors of f32 may lose 13 bits of their fraction, where an instruction drops them."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.mcpu:
            OpenCLAttachTargetPass(mcpu=self.mcpu).apply(ctx, op)
        elif TARGET_ATTRIBUTE not in op.attributes:
            OpenCLAttachTargetPass(abi="host").apply(ctx, op)
        PassPipeline(stages(self.xf32)).apply(ctx, op)
