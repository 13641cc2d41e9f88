"""
The parts of `linalg.softmax` on memrefs: a maximum of each row, powers, their sum, and quotients,
with which rows are fused better than with the whole.

Source: mlir/lib/Dialect/Linalg/IR/LinalgOps.cpp, release 22, `SoftmaxOp::decomposeOperation`; its
maximum starts at the lowest finite number, which no result shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    FloatAttr,
    IndexType,
    MemRefType,
)
from xdsl.dialects.linalg import ops
from xdsl.dialects.math import ExpOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xdsl_opencl.dialects.linalg_ext.named import iterators
from xdsl_opencl.dialects.linalg_ext.written import SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder, erase

Body = Callable[[ArithBuilder, Sequence[SSAValue]], SSAValue]


def take_apart(op: SoftmaxOp) -> None:
    """Replaces `op`, whose result may be its operand, by its parts."""
    build = ArithBuilder.before(op)
    type = cast("MemRefType[AnyFloat]", op.input.type)
    along, loops = op.dimension.value.data, type.get_num_dims()
    rows = [d for d in range(loops) if d != along]
    elements = AffineMap.identity(loops)
    values = AffineMap(loops, 0, tuple(AffineDimExpr(d) for d in rows))
    shape = [type.get_shape()[d] for d in rows]
    sizes = [
        build.add(memref.DimOp(op.input, build.constant(d, IndexType())))
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
        maps = [map for _, map in (*inputs, output)]
        build.insert(
            ops.GenericOp(
                [value for value, _ in inputs],
                (output[0],),
                Region(block),
                ArrayAttr(AffineMapAttr(map) for map in maps),
                iterators(maps),
                (),
            )
        )

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
