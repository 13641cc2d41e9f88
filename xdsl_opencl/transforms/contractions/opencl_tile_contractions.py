"""
`opencl-tile-contractions`: contractions of `linalg` on memrefs become launches of kernels that
multiply tiles.

A work-group computes one tile of the result. It goes along the depth: its work items load a
tile of each factor from global memory, store it into local memory, wait, and multiply. The product
of two tiles stays an operation of `linalg`, for `opencl-multiply-tiles`; `opencl-pipeline-loops` loads the next tiles
while these are multiplied. Operations on each element after a contraction, and a fill before it, become part of its kernel.

A contraction is any structured operation that adds products of two operands, each result with
rows from one and columns from the other: products of matrices with and without transposition,
batches of them, `contract`, packed tiles, convolutions with channels, and `generic` of such
a form. Sizes may be dynamic. Floats are added in f32 at least, fused, within a tile in the order
of the instruction; `linalg` on f16 rounds once, at the end.

A softmax between two contractions, with operations on each of its elements, is one kernel with
both where the target has instructions for both, whose softmax is operations of `linalg` on tiles
(`attention_kernel.py`).

On the CPU device the only work item of a group has a few rows of a tile at a time (`cpu_kernel.py`).

Tiles, sub-groups, instruction and stages are those of the contraction's attribute `opencl.schedule`. Other
operations stay. Errors: those of `opencl-schedule-contractions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnitAttr, f32
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import Target
from xdsl_opencl.conversions.tensors.structured_operations import is_on_host
from xdsl_opencl.ir.build import erase
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.contractions.attention_kernel import (
    AttentionKernel,
    attention_schedule,
)
from xdsl_opencl.transforms.contractions.cpu_kernel import CPUKernel
from xdsl_opencl.transforms.contractions.gpu_kernel import GPUKernel
from xdsl_opencl.transforms.contractions.opencl_schedule_contractions import (
    OpenCLScheduleContractionsPass,
    default_of,
    schedule_of,
    sizes_of,
    vector_bytes,
)
from xdsl_opencl.transforms.contractions.problems.attention import (
    Attention,
    read_attention,
)
from xdsl_opencl.transforms.contractions.problems.contraction import (
    Contraction,
    read_contraction,
    take_neighbours,
)
from xdsl_opencl.transforms.contractions.problems.schedule import SCHEDULE
from xdsl_opencl.transforms.from_dialects.opencl_outline_kernels import TILES


def _erase(unneeded: Sequence[Operation]) -> None:
    """Erases operations and the memory that only they use."""
    for is_user in (True, False):
        for op in unneeded:
            if op.name.startswith("linalg.") is is_user:
                erase(op)


@dataclass(frozen=True)
class OpenCLTileContractionsPass(ModulePass):
    """
    Makes launches of contractions. The options are those of `opencl-schedule-contractions`, for
    contractions without a schedule.

    Example: `opencl-tile-contractions{tile=64,64,32 waves=2,2}`
    """

    name = "opencl-tile-contractions"

    tile: tuple[int, ...] = ()
    waves: tuple[int, ...] = ()
    xf32: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        OpenCLScheduleContractionsPass(self.tile, self.waves, self.xf32).apply(ctx, op)
        target = module_target(op)
        for inner in tuple(op.walk()):
            # Neighbours of an earlier contraction are erased already.
            if SCHEDULE in inner.attributes and is_on_host(inner):
                contraction = read_contraction(inner)
                assert contraction is not None
                _tile(contraction, target)


def _tile(contraction: Contraction, target: Target) -> None:
    schedule = schedule_of(contraction, target)
    unneeded = take_neighbours(contraction)
    if not target.is_amdgcn:
        CPUKernel(contraction, schedule, vector_bytes(target)).make()
    else:
        attention = None
        if schedule == default_of(contraction, target, schedule.instruction):
            attention = read_attention(contraction, unneeded)
        if attention is not None and _attend(attention, target):
            _erase(attention.unneeded)
            return
        GPUKernel(contraction, schedule).make().attributes[TILES] = UnitAttr()
    _erase((contraction.nest.op, *unneeded))


def _attend(attention: Attention, target: Target) -> bool:
    """Makes the kernel of `attention`; returns `False` where `target` has none."""
    scores, values = attention.scores, attention.values
    own = schedule_of(values, target)
    first, second = schedule_of(scores, target).instruction, own.instruction
    if first is None or second is None or scores.kept_type != f32:
        return False
    if own != default_of(values, target, second):
        return False
    rows, *_ = sizes_of(values)
    schedules = attention_schedule(
        rows,
        values.nest.size(values.depth[0]),
        attention.head,
        attention.width,
        target.wave_size,
        (first, second),
    )
    kernel = AttentionKernel(attention, schedules)
    if kernel.local_bytes > target.processor.lds_bytes:
        return False
    kernel.make().attributes[TILES] = UnitAttr()
    return True
