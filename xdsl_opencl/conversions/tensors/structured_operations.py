"""
The loops of a structured operation of `linalg`: its operands, maps, kinds of loops and body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import arith, func, memref, scf, vector
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, ModuleOp, VectorType
from xdsl.dialects.linalg import abstract_ops, attrs, ops
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.linalg_ext.named import rank
from xdsl_opencl.dialects.linalg_ext.scalars import pooled
from xdsl_opencl.dialects.linalg_ext.written import MapOp
from xdsl_opencl.ir.build import ArithBuilder, shaped_form
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import like
from xdsl_opencl.ir.index_arithmetic import value_of
from xdsl_opencl.ir.views import may_share


@dataclass
class Nest:
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

    @property
    def shares_memory(self) -> bool:
        """Returns whether an output and another operand are parts of the same memory."""
        memory = [o for o in self.operands if isinstance(o.type, MemRefType)]
        return any(
            sum(may_share(output, other) for other in memory) > 1
            for output in self.operands[-self.outputs :]
        )

    def _places(self, loop: int) -> Iterator[tuple[SSAValue, int, int]]:
        """The memory and the dimension that `loop` alone runs over, and its size there."""
        for operand, map in zip(self.operands, self.maps):
            if isa(operand.type, MemRefType[Attribute]):
                shape = operand.type.get_shape()
                for dimension, result in enumerate(map.results):
                    if result == AffineDimExpr(loop):
                        yield operand, dimension, shape[dimension]

    def size(self, loop: int) -> int | None:
        """The number of iterations of `loop`, if an operand's type says it."""
        sizes = (size for *_, size in self._places(loop) if size != DYNAMIC_INDEX)
        return next(sizes, None)

    def bound(self, build: ArithBuilder, loop: int) -> SSAValue:
        """The number of iterations of `loop`: a static size if there is one."""
        if (size := self.size(loop)) is not None:
            return value_of(build, size)
        for operand, dimension, _ in self._places(loop):
            return dynamic_size(build, operand, dimension)
        fail(
            self.op,
            f"no operand of '{self.op.name}' has the size of its loop d{loop}; "
            "add an operand with that dimension",
        )


def dynamic_size(build: ArithBuilder, memory: SSAValue, dimension: int) -> SSAValue:
    """The size of a dynamic dimension of the memref `memory`: what its operation says, if that is known."""
    if isinstance(op := memory.owner, memref.AllocOp | memref.SubviewOp):
        sizes = op.dynamic_sizes if isinstance(op, memref.AllocOp) else op.sizes
        before = cast(MemRefType[Attribute], memory.type).get_shape()[:dimension]
        return sizes[before.count(DYNAMIC_INDEX)]
    return build.add(memref.DimOp(memory, value_of(build, dimension)))


def read_nest(op: Operation) -> Nest | None:
    """Returns the loops of `op`; `None` for an operation of another kind."""
    match op:
        case MapOp():
            maps = [AffineMap.identity(rank(op.init))] * len(op.operands)
            body = op.mapper.block
            return Nest(op, op.operands, 1, maps, [True] * rank(op.init), body)
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
            return Nest(op, op.operands, outputs, maps, kinds, block)
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
            return Nest(op, op.operands, 1, maps, parallel, body)
        case _:
            return None


_HOST_REGIONS = (scf.ForOp, scf.IfOp, scf.WhileOp)


def is_on_host(op: Operation) -> bool:
    """Returns whether a function of the host runs `op`, which may launch a kernel there."""
    parent = op.parent_op()
    while isinstance(parent, _HOST_REGIONS):
        parent = parent.parent_op()
    return isinstance(parent, func.FuncOp) and isinstance(parent.parent_op(), ModuleOp)


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


def combined(nest: Nest) -> Operation | None:
    """
    The operation of the body that combines the element of its only output with the
    inputs, if it may go in any order.
    """
    last = nest.body.last_op
    assert last is not None
    if nest.outputs != 1 or not isinstance(op := last.operands[0].owner, _REORDERED):
        return None
    accumulator = nest.body.args[-1]
    uses = [use.operation for use in accumulator.uses]
    results = [use.operation for use in op.results[0].uses]
    return op if uses == [op] and results == [last] else None


def run_body(
    build: ArithBuilder,
    nest: Nest,
    variables: Sequence[SSAValue],
    element: Callable[[int], SSAValue],
    leave: Operation | None = None,
    shape: VectorType[Attribute] | None = None,
) -> Sequence[SSAValue]:
    """
    Makes the body of `nest` for one iteration, and returns the yielded values. `element` gives
    the element of an operand by its number; `leave` is not made. With `shape` elements may be vectors of it, for
    as many iterations.
    """
    values: dict[SSAValue, SSAValue] = {
        argument: element(i)
        for i, argument in enumerate(nest.body.args)
        if any(argument.uses)
    }

    def here(operand: SSAValue) -> SSAValue:
        value = values.get(operand, operand)
        if shape is None or isinstance(value.type, VectorType):
            return value
        return build.op(vector.BroadcastOp, value, type=like(shape, value.type))

    last = nest.body.last_op
    assert last is not None
    for op in nest.body.ops:
        if isinstance(op, ops.IndexOp):
            values[op.result] = variables[op.dim.value.data]
        elif op is last or op is leave:
            continue
        elif shape is None or not op.operands:
            build.insert(op.clone(values))
        else:
            operands = [here(operand) for operand in op.operands]
            made = shaped_form(type(op), operands[0].type).create(
                operands=operands,
                result_types=[like(shape, result.type) for result in op.results],
                properties=op.properties,
                attributes=op.attributes,
            )
            build.insert(made)
            values.update(zip(op.results, made.results, strict=True))
    return [here(operand) for operand in last.operands]
