"""
`convert-linalg-to-parallel-loops`: `linalg` on memrefs to `scf.parallel`, `scf.for` and
`memref`, under upstream's name.

The parallel iterators of an operation are the dimensions of one `scf.parallel`, its
reduction iterators loops inside: the outputs are loaded before them, carried by them,
and stored behind them. A reduction of everything, by an operation that may be reordered, is
an `scf.parallel` with a reduction; any other without a parallel iterator is a loop of one
iteration around the reductions. Indices are sums and products of `arith`; other affine
expressions become `affine.apply` (`convert-affine-to-scf`).

Every structured operation of `linalg` is lowered by its maps and body, and so are
`linalg.broadcast`, `linalg.reduce` and `linalg.map`. `linalg.softmax` is one parallel loop over the
other dimensions, with a loop for the maximum, one for the sum and one for the quotients.

Errors: tensors (`bufferize-destinations` comes first), loops with sizes that no operand has.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import affine, arith, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    AnyFloat,
    FloatAttr,
    IndexType,
    MemRefType,
    ModuleOp,
    TensorType,
)
from xdsl.dialects.linalg import abstract_ops, attrs, ops
from xdsl.dialects.math import ExpOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.linalg_ext.named import rank
from xdsl_opencl.dialects.linalg_ext.scalars import element_type, pooled
from xdsl_opencl.dialects.linalg_ext.written import MapOp, SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail

INDEX = IndexType()

_REORDERED = (
    arith.AddfOp,
    arith.AddiOp,
    arith.AndIOp,
    arith.MaximumfOp,
    arith.MaxnumfOp,
    arith.MaxSIOp,
    arith.MaxUIOp,
    arith.MinimumfOp,
    arith.MinnumfOp,
    arith.MinSIOp,
    arith.MinUIOp,
    arith.MulfOp,
    arith.MuliOp,
    arith.OrIOp,
    arith.XOrIOp,
)
"""Operations that may reduce in any order."""


@dataclass
class _Nest:
    """
    A structured operation: for each operand a map from loops to its indices, the kind of
    each loop, and the body, whose arguments are elements of the operands.
    """

    op: Operation
    operands: Sequence[SSAValue]
    outputs: int
    maps: Sequence[AffineMap]
    parallel: Sequence[bool]
    body: Block


def _read(op: Operation) -> _Nest | None:
    match op:
        case MapOp():
            maps = [AffineMap.identity(rank(op.init))] * len(op.operands)
            body = op.mapper.block
            return _Nest(op, op.operands, 1, maps, [True] * rank(op.init), body)
        case abstract_ops.LinalgStructuredOperation():
            maps = [attribute.data for attribute in op.get_indexing_maps()]
            kinds = [
                kind.data is attrs.IteratorType.PARALLEL
                for kind in op.get_iterator_types()
            ]
            outputs = len(op.outputs)
            block = op.body.block
            if isinstance(op, ops.PoolingNchwMaxOp):
                # xDSL 0.74's forgets the maximum so far.
                types = [operand.type for operand in op.operands]
                block = pooled("max_signed", types).block
            return _Nest(op, op.operands, outputs, maps, kinds, block)
        case ops.BroadcastOp() | ops.ReduceOp():
            longer = op.init if isinstance(op, ops.BroadcastOp) else op.input
            loops = rank(longer)
            dropped = op.dimensions.get_values()
            kept = [AffineDimExpr(d) for d in range(loops) if d not in dropped]
            maps = [AffineMap.identity(loops), AffineMap(loops, 0, tuple(kept))]
            if isinstance(op, ops.BroadcastOp):
                maps.reverse()
                parallel = [True] * loops
                body = op.hidden_region.block
            else:
                parallel = [d not in dropped for d in range(loops)]
                body = op.region.block
            return _Nest(op, op.operands, 1, maps, parallel, body)
        case _:
            return None


class _Lowering:
    """Lowers one operation in front of it."""

    def __init__(self, nest: _Nest):
        self.nest = nest
        self.build = ArithBuilder.before(nest.op)
        self.zero = self.build.constant(0, INDEX)
        self.one = self.build.constant(1, INDEX)

    def bound(self, loop: int) -> SSAValue:
        """
        The number of iterations of `loop`: a size of an operand that it alone runs over, a
        static one if there is one.
        """
        dynamic: tuple[SSAValue, int] | None = None
        for operand, map in zip(self.nest.operands, self.nest.maps):
            type_: Attribute = operand.type
            if not isinstance(type_, MemRefType):
                continue
            shape = cast("MemRefType[Attribute]", type_).get_shape()
            for dimension, result in enumerate(map.results):
                if isinstance(result, AffineDimExpr) and result.position == loop:
                    if shape[dimension] != DYNAMIC_INDEX:
                        return self.build.constant(shape[dimension], INDEX)
                    dynamic = dynamic or (operand, dimension)
        if dynamic is None:
            fail(
                self.nest.op,
                f"no operand of '{self.nest.op.name}' has the size of its loop d{loop}; "
                "add an operand with that dimension",
            )
        operand, dimension = dynamic
        index = self.build.constant(dimension, INDEX)
        return self.build.add(memref.DimOp(operand, index))

    def indices(
        self, build: ArithBuilder, map: AffineMap, variables: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        return [_index(build, result, map, variables) for result in map.results]

    def element(
        self, build: ArithBuilder, i: int, variables: Sequence[SSAValue]
    ) -> SSAValue:
        """The element of operand `i`; an operand that is a scalar itself."""
        operand = self.nest.operands[i]
        if not isinstance(operand.type, MemRefType):
            return operand
        indices = self.indices(build, self.nest.maps[i], variables)
        return build.add(memref.LoadOp.get(operand, indices))

    def run_body(
        self,
        build: ArithBuilder,
        variables: Sequence[SSAValue],
        carried: Sequence[SSAValue] | None,
        leave: Operation | None = None,
    ) -> Sequence[SSAValue]:
        """
        Makes the body for one iteration, and returns the yielded values. `carried` are the
        elements of the outputs so far, loaded if `None`; `leave` is not made.
        """
        nest = self.nest
        inputs = len(nest.operands) - nest.outputs
        values: dict[SSAValue, SSAValue] = {}
        for i, argument in enumerate(nest.body.args):
            if not any(argument.uses):
                continue
            if i < inputs or carried is None:
                values[argument] = self.element(build, i, variables)
            else:
                values[argument] = carried[i - inputs]
        last = nest.body.last_op
        assert last is not None
        for op in nest.body.ops:
            if isinstance(op, ops.IndexOp):
                values[op.result] = variables[op.dim.value.data]
            elif op is not last and op is not leave:
                build.insert(op.clone(values))
        return [values.get(operand, operand) for operand in last.operands]

    def store(
        self,
        build: ArithBuilder,
        values: Sequence[SSAValue],
        variables: Sequence[SSAValue],
    ) -> None:
        first = len(self.nest.operands) - self.nest.outputs
        for i, value in enumerate(values, first):
            indices = self.indices(build, self.nest.maps[i], variables)
            operand = self.nest.operands[i]
            build.insert(memref.StoreOp.get(value, operand, indices))

    # --- the loops -------------------------------------------------------------------

    def lower(self) -> None:
        nest, build = self.nest, self.build
        loops = range(len(nest.parallel))
        bounds = [self.bound(loop) for loop in loops]
        outer = [loop for loop in loops if nest.parallel[loop]]
        inner = [loop for loop in loops if not nest.parallel[loop]]
        if not outer and inner and (combined := self.combined()) is not None:
            self.reduce_all(bounds, combined)
            return
        # A loop of one iteration where nothing is parallel.
        uppers = [bounds[loop] for loop in outer] or [self.one]
        body = Block(arg_types=(INDEX,) * len(uppers))
        count = len(uppers)
        build.insert(
            scf.ParallelOp([self.zero] * count, uppers, [self.one] * count, [body])
        )
        inside = ArithBuilder(body, location=nest.op.location)
        variables: list[SSAValue] = [self.zero] * len(bounds)
        for loop, argument in zip(outer, body.args):
            variables[loop] = argument
        values = self.reduce(inside, bounds, inner, variables)
        self.store(inside, values, variables)
        inside.insert(scf.ReduceOp())

    def reduce(
        self,
        build: ArithBuilder,
        bounds: Sequence[SSAValue],
        loops: Sequence[int],
        variables: list[SSAValue],
    ) -> Sequence[SSAValue]:
        """
        Makes the reduction `loops` around the body; returns the new elements of the
        outputs.
        """
        nest = self.nest
        if not loops:
            return self.run_body(build, variables, None)
        first = len(nest.operands) - nest.outputs
        carried: Sequence[SSAValue] = [
            self.element(build, i, variables) for i in range(first, len(nest.operands))
        ]
        types = [value.type for value in carried]
        made: list[scf.ForOp] = []
        for loop in loops:
            body = Block(arg_types=(INDEX, *types))
            each = scf.ForOp(self.zero, bounds[loop], self.one, carried, body)
            build.insert(each)
            made.append(each)
            build = ArithBuilder(body, location=nest.op.location)
            variables[loop], *carried = body.args
        values = self.run_body(build, variables, carried)
        for each in reversed(made):
            each.body.block.add_op(scf.YieldOp(*values))
            values = each.results
        return values

    def combined(self) -> Operation | None:
        """
        The operation of the body that combines the element of its only output with the
        inputs, if it may go in any order.
        """
        nest = self.nest
        last = nest.body.last_op
        assert last is not None
        if nest.outputs != 1 or not isinstance(
            op := last.operands[0].owner, _REORDERED
        ):
            return None
        accumulator = nest.body.args[-1]
        uses = [use.operation for use in accumulator.uses]
        results = [use.operation for use in op.results[0].uses]
        return op if uses == [op] and results == [last] else None

    def reduce_all(self, bounds: Sequence[SSAValue], combined: Operation) -> None:
        """
        Makes a parallel loop with a reduction by `combined`, and stores its result.
        """
        nest, build = self.nest, self.build
        none = [self.zero] * len(bounds)
        start = self.element(build, len(nest.operands) - 1, none)
        body = Block(arg_types=(INDEX,) * len(bounds))
        steps = [self.one] * len(bounds)
        loop = scf.ParallelOp(none, bounds, steps, [body], [start])
        build.insert(loop)
        inside = ArithBuilder(body, location=nest.op.location)
        accumulator = nest.body.args[-1]
        (other,) = (o for o in combined.operands if o is not accumulator)
        last = nest.body.last_op
        assert last is not None
        last.operands[0] = other
        (value,) = self.run_body(inside, body.args, (start,), leave=combined)
        last.operands[0] = combined.results[0]
        pair = Block(arg_types=(start.type, start.type))
        reduction = ArithBuilder(pair, location=nest.op.location)
        copy = combined.clone(dict(zip(combined.operands, pair.args, strict=True)))
        reduction.insert(copy)
        reduction.insert(scf.ReduceReturnOp(copy.results[0]))
        inside.insert(scf.ReduceOp((value,), (Region(pair),)))
        self.store(build, loop.results, none)


def _lower_softmax(op: SoftmaxOp) -> None:
    """Makes the loops of a softmax: each work item computes one line of it."""
    along, loops = op.dimension.value.data, rank(op.input)
    each, outer = AffineMap.identity(loops), [d for d in range(loops) if d != along]
    lowering = _Lowering(_Nest(op, op.operands, 1, [each] * 2, [True] * loops, Block()))
    build, zero, one = lowering.build, lowering.zero, lowering.one
    bounds = [lowering.bound(d) for d in range(loops)]
    type = element_type(op.input.type)
    start = build.literal(FloatAttr(-math.inf, cast("AnyFloat", type)), type)
    empty = build.literal(FloatAttr(0.0, cast("AnyFloat", type)), type)
    body = Block(arg_types=(INDEX,) * max(len(outer), 1))
    count = len(body.args)
    uppers = [bounds[d] for d in outer] or [one]
    build.insert(scf.ParallelOp([zero] * count, uppers, [one] * count, [body]))
    inside = ArithBuilder(body, location=op.location)

    def line(
        step: Callable[[ArithBuilder, SSAValue, Sequence[SSAValue]], SSAValue | None],
        initial: SSAValue | None = None,
    ) -> SSAValue | None:
        """
        Makes a loop along the line; `step` gets the value so far and the indices, and returns the
        next one.
        """
        carried = [] if initial is None else [initial]
        block = Block(arg_types=(INDEX, *(value.type for value in carried)))
        loop = scf.ForOp(zero, bounds[along], one, carried, block)
        inside.insert(loop)
        build = ArithBuilder(block, location=op.location)
        indices = [*body.args[: len(outer)]]
        indices.insert(along, block.args[0])
        value = step(build, block.args[-1], indices)
        build.insert(scf.YieldOp(*([] if value is None else [value])))
        return loop.results[0] if carried else None

    def largest(
        build: ArithBuilder, so_far: SSAValue, indices: Sequence[SSAValue]
    ) -> SSAValue:
        element = build.add(memref.LoadOp.get(op.input, indices))
        return build.op(arith.MaxnumfOp, element, so_far)

    top = line(largest, start)

    def power(
        build: ArithBuilder, so_far: SSAValue, indices: Sequence[SSAValue]
    ) -> SSAValue:
        assert top is not None
        element = build.add(memref.LoadOp.get(op.input, indices))
        raised = build.add(ExpOp(build.op(arith.SubfOp, element, top)))
        build.insert(memref.StoreOp.get(raised, op.output, indices))
        return build.op(arith.AddfOp, so_far, raised)

    total = line(power, empty)

    def quotient(build: ArithBuilder, _: SSAValue, indices: Sequence[SSAValue]) -> None:
        assert total is not None
        element = build.add(memref.LoadOp.get(op.output, indices))
        divided = build.op(arith.DivfOp, element, total)
        build.insert(memref.StoreOp.get(divided, op.output, indices))

    line(quotient)
    inside.insert(scf.ReduceOp())


def _index(
    build: ArithBuilder,
    expression: AffineExpr,
    map: AffineMap,
    variables: Sequence[SSAValue],
) -> SSAValue:
    """The value of an index, `expression` over `variables`."""
    nodes = list(expression.post_order())
    plain = (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul)
    if not all(
        isinstance(node, AffineDimExpr | AffineConstantExpr)
        or (isinstance(node, AffineBinaryOpExpr) and node.kind in plain)
        for node in nodes
    ):
        alone = AffineMapAttr(AffineMap(map.num_dims, 0, (expression,)))
        return build.add(affine.ApplyOp(variables, alone))
    stack: list[SSAValue | int] = []
    for node in nodes:
        match node:
            case AffineDimExpr():
                stack.append(variables[node.position])
            case AffineConstantExpr():
                stack.append(node.value)
            case AffineBinaryOpExpr():
                b, a = stack.pop(), stack.pop()
                stack.append(_arithmetic(build, node.kind, a, b))
            case _:
                pass
    (result,) = stack
    return result if isinstance(result, SSAValue) else build.constant(result, INDEX)


def _arithmetic(
    build: ArithBuilder, kind: AffineBinaryOpKind, a: SSAValue | int, b: SSAValue | int
) -> SSAValue | int:
    adds = kind is AffineBinaryOpKind.Add
    if isinstance(a, int) and isinstance(b, int):
        return a + b if adds else a * b
    for value, other in ((a, b), (b, a)):
        if value == (0 if adds else 1):
            return other
    lhs, rhs = (
        v if isinstance(v, SSAValue) else build.constant(v, INDEX) for v in (a, b)
    )
    return build.op(arith.AddiOp if adds else arith.MuliOp, lhs, rhs)


@dataclass(frozen=True)
class ConvertLinalgToParallelLoopsPass(ModulePass):
    """Lowers `linalg` on memrefs to parallel loops."""

    name = "convert-linalg-to-parallel-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in tuple(op.walk()):
            if not inner.name.startswith("linalg."):
                continue
            if any(isinstance(o.type, TensorType) for o in inner.operands) and not (
                isinstance(inner, ops.YieldOp)
            ):
                fail(
                    inner,
                    f"'{inner.name}' is on tensors, which are not in memory; run "
                    "'bufferize-destinations' first",
                )
            if isinstance(inner, SoftmaxOp):
                _lower_softmax(inner)
                erase(inner)
                continue
            nest = _read(inner)
            if nest is not None:
                _Lowering(nest).lower()
                erase(inner)
