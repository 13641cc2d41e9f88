"""
`scf-forall-to-parallel`: `scf.forall` on memrefs to `scf.parallel`, under upstream's name.

Mappings to `#gpu.block` and `#gpu.thread` become `#gpu.loop_dim_map`, as `gpu-map-parallel-loops`
writes it.

Errors: results (`bufferize-destinations` comes first), other mappings.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import gpu, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    ArrayAttr,
    ModuleOp,
)
from xdsl.dialects.utils import get_dynamic_index_list
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.gpu_ext.attributes import (
    BlockMappingAttr,
    MappingId,
    ThreadMappingAttr,
)
from xdsl_opencl.dialects.scf_ext.forall import MAPPING, ForallOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import value_of

_DIMENSIONS = {
    MappingId.X: "x",
    MappingId.Y: "y",
    MappingId.Z: "z",
    MappingId.Linear_Dim_0: "x",
    MappingId.Linear_Dim_1: "y",
    MappingId.Linear_Dim_2: "z",
}


def _mapped(op: ForallOp, entry: Attribute) -> Attribute:
    match entry:
        case BlockMappingAttr():
            name = f"block_{_DIMENSIONS[entry.data]}"
        case ThreadMappingAttr():
            name = f"thread_{_DIMENSIONS[entry.data]}"
        case _:
            fail(
                op,
                f"{entry} in the mapping of 'scf.forall' has no loop here; map to "
                "#gpu.block or #gpu.thread, or remove the mapping",
            )
    identity = AffineMapAttr(AffineMap.identity(1))
    processor = gpu.ProcessorAttr(gpu.ProcessorEnum(name))
    return gpu.LoopDimMapAttr(processor, identity, identity)


@dataclass(frozen=True)
class ScfForallToParallelPass(ModulePass):
    """Turns `scf.forall` into `scf.parallel`."""

    name = "scf-forall-to-parallel"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in tuple(op.walk()):
            if isinstance(inner, ForallOp):
                _lower(inner)


def _lower(op: ForallOp) -> None:
    if op.results:
        fail(
            op,
            "'scf.forall' has tensors as results, which are not in memory; run "
            "'bufferize-destinations' first",
        )
    build = ArithBuilder.before(op)
    lower, upper, step = (
        [
            value_of(build, value)
            for value in get_dynamic_index_list(static, dynamic, DYNAMIC_INDEX)
        ]
        for static, dynamic in op.bounds()
    )
    last = op.region.block.last_op
    assert last is not None
    ArithBuilder.before(last).insert(scf.ReduceOp())
    erase(last)
    loop = scf.ParallelOp(lower, upper, step, op.detach_region(op.region))
    loop.attributes |= op.attributes
    if op.mapping is not None:
        loop.attributes[MAPPING] = ArrayAttr(_mapped(op, m) for m in op.mapping)
    build.insert(loop)
    erase(op)
