"""
`linalg-decompose-softmax`: a `linalg.softmax` of several rows, on memrefs, becomes its parts: the maximum of
each row, the powers of differences to it, their sum, and quotients. The powers are in
the memory of the result.

A softmax of one row stays, for `convert-linalg-to-parallel-loops`. Errors: tensors.

Source: mlir/lib/Dialect/Linalg/IR/LinalgOps.cpp, release 22, `SoftmaxOp::decomposeOperation`; its
maximum starts at the lowest finite number, which no result shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    FloatAttr,
    MemRefType,
    ModuleOp,
    TensorType,
)
from xdsl.dialects.linalg import ops
from xdsl.dialects.math import ExpOp
from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.tensors.structured_operations import dynamic_size
from xdsl_opencl.dialects.linalg_ext.named import generic, rank
from xdsl_opencl.dialects.linalg_ext.written import SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail

Body = Callable[[ArithBuilder, Sequence[SSAValue]], SSAValue]


def _decompose(op: SoftmaxOp) -> None:
    """Replaces `op`, whose result may be its operand, by its parts."""
    build = ArithBuilder.before(op)
    type = cast("MemRefType[AnyFloat]", op.input.type)
    along, loops = op.dimension.value.data, type.get_num_dims()
    rows = [d for d in range(loops) if d != along]
    elements = AffineMap.identity(loops)
    values = AffineMap(loops, 0, tuple(AffineDimExpr(d) for d in rows))
    shape = [type.get_shape()[d] for d in rows]
    sizes = [
        dynamic_size(build, op.input, d)
        for d, size in zip(rows, shape)
        if size == DYNAMIC_INDEX
    ]

    def start(value: float) -> SSAValue:
        """Memory for a number of each row, with `value` in it."""
        made = memref.AllocOp.get(type.element_type, None, shape, sizes)
        build.insert(made)
        number = build.literal(FloatAttr(value, type.element_type), type.element_type)
        build.insert(ops.FillOp((number,), (made.memref,), ()))
        return made.memref

    def compute(
        inputs: Sequence[tuple[SSAValue, AffineMap]],
        output: tuple[SSAValue, AffineMap],
        body: Body,
    ) -> None:
        block = Block(arg_types=[type.element_type] * (len(inputs) + 1))
        inside = ArithBuilder(block, location=op.location)
        inside.insert(ops.YieldOp(body(inside, block.args)))
        values = [value for value, _ in inputs]
        maps = [map for _, map in (*inputs, output)]
        build.insert(generic(values, (output[0],), block, maps))

    source, target = (op.input, elements), (op.output, elements)
    top = (start(-math.inf), values)
    compute([source], top, lambda build, args: build.op(arith.MaxnumfOp, *args[:2]))
    compute(
        [source, top],
        target,
        lambda build, args: build.add(ExpOp(build.op(arith.SubfOp, *args[:2]))),
    )
    total = (start(0.0), values)
    compute([target], total, lambda build, args: build.op(arith.AddfOp, *args[:2]))
    compute(
        [target, total], target, lambda build, args: build.op(arith.DivfOp, *args[:2])
    )
    erase(op)


@dataclass(frozen=True)
class LinalgDecomposeSoftmaxPass(ModulePass):
    """Takes softmaxes of several rows apart."""

    name = "linalg-decompose-softmax"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in tuple(op.walk()):
            if not isinstance(inner, SoftmaxOp):
                continue
            if isinstance(inner.input.type, TensorType):
                fail(
                    inner,
                    f"'{inner.name}' is on tensors, which are not in memory; run "
                    "'bufferize-destinations' first",
                )
            if rank(inner.input) > 1:
                _decompose(inner)
