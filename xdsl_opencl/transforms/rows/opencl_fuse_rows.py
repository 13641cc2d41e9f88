"""
`opencl-fuse-rows`: neighbouring operations of `linalg` on memrefs become one parallel loop over the
rows that they have in common, so that they are one kernel.

Softmax, normalisations, and other reductions with the operations on elements around them work
row by row: the values of a row need nothing of other rows. Values of a row and elements in
the loop that computes them stay in registers; memory is allocated for the rest only.

A row whose elements follow each other, of 32 or more, belongs to a work-group: its work items take turns, and
reductions (of f32, f64, i32, i64) combine the values of all, so that a sum is added in another order.
A shorter row, and one across memory, belongs to a work item, which adds in the order of the program.

On a GPU a row of a work item is not fused with operations that other work items would compute.
Contractions come before (`opencl-tile-contractions`): contractions that are left stay on a GPU, and on the CPU
device are rows of one element. Errors: tensors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import func, gpu, memref, scf
from xdsl.dialects.builtin import MemRefType, ModuleOp, StridedLayoutAttr, TensorType
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, Operation
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.tensors.structured_operations import is_on_host
from xdsl_opencl.dialects.linalg_ext.extensions import Extension
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import INDEX
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.transforms.rows.row_groups import find_groups, runs
from xdsl_opencl.transforms.rows.row_loops import RowLoops


def _computes(op: Operation) -> bool:
    """Returns whether `op` becomes a kernel, and is no fill."""
    return isinstance(op, gpu.LaunchOp | scf.ParallelOp | Extension) or (
        op.name.startswith("linalg.") and not isinstance(op, ops.FillOp | ops.YieldOp)
    )


def _computing(module: ModuleOp) -> Sequence[Operation]:
    """The operations of the functions that do more than fill memory, themselves or by a call."""
    functions: dict[str, Sequence[Operation]] = {}
    callers: dict[str, list[str]] = {}
    for op in module.ops:
        if isinstance(op, func.FuncOp):
            functions[op.sym_name.data] = [*op.walk()]
    pending: list[str] = []
    for name, inside in functions.items():
        for op in inside:
            if isinstance(op, func.CallOp):
                callers.setdefault(op.callee.root_reference.data, []).append(name)
        if any(map(_computes, inside)):
            pending.append(name)
    found: list[Operation] = []
    while pending:
        name = pending.pop()
        found += functions.pop(name, ())
        pending += callers.pop(name, ())
    return found


def _leave_to_host(fill: ops.FillOp) -> None:
    """Makes a fill of static memory a copy of one element by the host, which is no launch."""
    (number,), (memory,) = fill.inputs, fill.outputs
    type = cast("MemRefType[Attribute]", memory.type)
    if not type.has_static_shape() or number.type != type.element_type:
        return
    build, shape = ArithBuilder.before(fill), type.get_shape()
    one = build.add(memref.AllocOp.get(number.type, None, [1]))
    build.insert(memref.StoreOp.get(number, one, [build.constant(0, INDEX)]))
    steps = [0] * len(shape)
    layout = StridedLayoutAttr(steps, 0)
    many = memref.ReinterpretCastOp.from_dynamic(
        one, [0], shape, steps, MemRefType(number.type, shape, layout)
    )
    build.insert(memref.CopyOp(build.add(many), memory))
    erase(fill)


@dataclass(frozen=True)
class OpenCLFuseRowsPass(ModulePass):
    """Makes one parallel loop of operations on the same rows."""

    name = "opencl-fuse-rows"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        on_gpu = module_target(op).is_amdgcn
        blocks: dict[Block, None] = {}
        for inner in op.walk():
            if not inner.name.startswith("linalg.") or isinstance(inner, ops.YieldOp):
                continue
            if any(isinstance(o.type, TensorType) for o in inner.operands):
                fail(
                    inner,
                    f"'{inner.name}' is on tensors, which are not in memory; run "
                    "'bufferize-destinations' first",
                )
            if inner.parent is not None and is_on_host(inner):
                blocks[inner.parent] = None
        for block in blocks:
            for run in runs(block, on_gpu):
                for group in tuple(find_groups(run, on_gpu)):
                    RowLoops(group).make()
        # A function that only fills keeps its kernels: they make it a function of a program.
        for fill in _computing(op):
            if isinstance(fill, ops.FillOp) and is_on_host(fill):
                _leave_to_host(fill)
