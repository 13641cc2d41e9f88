"""
Finds a softmax of `linalg` on memrefs by its parts, as `linalg-decompose-softmax` and frontends of networks write them:
a maximum along one dimension, the powers of differences to it, their sum along the same dimension,
and quotients. A conversion may follow the quotients, or end them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.dialects.linalg import ops
from xdsl.dialects.math import ExpOp
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import Nest, read_nest
from xdsl_opencl.ir.index_arithmetic import is_permutation
from xdsl_opencl.transforms.contractions.problems.contraction import (
    other_user,
    other_users,
)

_LOWEST_F32 = -3.4028234663852886e38
"""The lowest finite number of f32, where some programs start a maximum."""

_COMMUTATIVE = (arith.AddfOp, arith.MaximumfOp, arith.MaxnumfOp)

_PARTS: Sequence[Sequence[tuple[type[Operation], ...]]] = (
    ((arith.MaximumfOp,), (arith.MaxnumfOp,)),
    ((arith.SubfOp, ExpOp),),
    ((arith.AddfOp,),),
    (
        (arith.DivfOp,),
        (arith.DivfOp, arith.TruncFOp),
        (arith.DivfOp, arith.ExtFOp),
    ),
)
"""The steps of each part, on an element and the number of its row."""


@dataclass
class Softmax:
    """The operations of a softmax, users before the memory they use, and its fills."""

    operations: Sequence[Operation]
    fills: Sequence[Operation]
    written: SSAValue
    """The memref with the results."""
    along: int
    """The dimension of the sums."""
    buffers: Sequence[SSAValue]
    """All memory that only its operations use, and that which it reads."""


def read_softmax(source: SSAValue, before: Sequence[Operation]) -> Softmax | None:
    """
    Returns the softmax of `source`, allocated memory that it and the operations `before` it, in their
    order, alone use; `None` if there is none.
    """
    nests: list[Nest] = []
    dimensions: set[int] = set()
    op, memory = before[-1], source
    for wanted in _PARTS:
        nest = _next_user(op, memory)
        if nest is None or (found := _read(nest, memory)) is None:
            return None
        along, steps = found
        if steps not in wanted:
            return None
        nests.append(nest)
        dimensions.add(along)
        op = nest.op
        if len(nest.operands) == 3:
            memory = nest.operands[-1]
    largest, powers, added, quotients = nests
    top, total = largest.operands[1], added.operands[1]
    if powers.operands[1] is not top or quotients.operands[1] is not total:
        return None
    if len(dimensions) > 1:
        return None
    operations = [nest.op for nest in reversed(nests)]
    fills: list[Operation] = []
    for row, values, user in (
        (top, (-math.inf, _LOWEST_F32), largest.op),
        (total, (0.0,), added.op),
    ):
        fill = other_user(row, operations)
        if not isinstance(fill, ops.FillOp) or constant(fill.inputs[0]) not in values:
            return None
        if not follow((fill, user)):
            return None
        fills.append(fill)
    written = memory
    buffers = [source, top, powers.operands[-1], total, written]
    after = _next_user(op, written)
    if after is not None and _is_conversion(after, written):
        written = after.operands[-1]
        operations.insert(0, after.op)
        buffers.append(written)
    buffers = [*dict.fromkeys(buffers)]
    known = {*operations, *fills, *before}
    for buffer in buffers:
        if not isinstance(buffer.owner, memref.AllocOp):
            return None
        if buffer is not written and other_users(buffer, known):
            return None
    return Softmax(operations, fills, written, dimensions.pop(), buffers)


def _next_user(op: Operation, memory: SSAValue) -> Nest | None:
    """The next operation of the block after `op` that uses `memory`, if it has loops."""
    after = op.next_op
    while after is not None and memory not in after.operands:
        after = after.next_op
    return None if after is None else read_nest(after)


def constant(value: SSAValue) -> float | None:
    """The floating-point constant that `value` is."""
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isa(owner.value, FloatAttr[AnyFloat]):
        return owner.value.value.data
    return None


def _steps(nest: Nest, count: int) -> tuple[type[Operation], ...]:
    """The body's operations, if each takes the result of the one before, the first `count` elements; else none."""
    before: Sequence[SSAValue] = nest.body.args[:count]
    *steps, last = nest.body.ops
    for step in steps:
        operands = [*step.operands]
        if isinstance(step, _COMMUTATIVE):
            operands.sort(key=lambda value: value is not before[0])
        if operands != [*before]:
            return ()
        before = step.results
    return tuple(map(type, steps)) if [*last.operands] == [*before] else ()


def _is_conversion(nest: Nest, source: SSAValue) -> bool:
    """True if it converts each float of `source` to another type, and does nothing else."""
    return (
        len(nest.operands) == 2
        and nest.operands[0] is source
        and nest.outputs == 1
        and all(nest.parallel)
        and nest.maps[0] == nest.maps[1]
        and is_permutation(nest.maps[0])
        and _steps(nest, 1) in ((arith.TruncFOp,), (arith.ExtFOp,))
    )


def _row_dimension(elements: AffineMap, rows: AffineMap) -> int | None:
    """
    The dimension that `rows` leaves out of the results of `elements`, or has at 0; `None` if they
    differ otherwise.
    """
    results, wanted = rows.results, elements.results
    if len(results) == len(wanted):
        found = [d for d, result in enumerate(results) if result != wanted[d]]
        zero = AffineConstantExpr(0)
        return found[0] if len(found) == 1 and results[found[0]] == zero else None
    for d in range(len(wanted)):
        if results == (*wanted[:d], *wanted[d + 1 :]):
            return d
    return None


def _read(
    nest: Nest, source: SSAValue
) -> tuple[int, tuple[type[Operation], ...]] | None:
    """
    For an operation on each element of `source` and on the number of its row, which a reduction writes: the
    dimension along which the numbers are the same, and what is computed, step by step.
    """
    # A reduction has two operands and a loop that is not parallel.
    if len(nest.operands) not in (2, 3) or nest.outputs != 1:
        return None
    if nest.operands[0] is not source or not is_permutation(nest.maps[0]):
        return None
    if nest.parallel.count(False) != 3 - len(nest.operands):
        return None
    if len(nest.operands) == 3 and nest.maps[2] != nest.maps[0]:
        return None
    along = _row_dimension(nest.maps[0], nest.maps[1])
    return None if along is None else (along, _steps(nest, 2))


def follow(operations: Sequence[Operation]) -> bool:
    """Returns whether the operations follow each other in one block."""
    here: Operation | None = operations[0]
    for op in operations[1:]:
        while here is not op:
            if here is None:
                return False
            here = here.next_op
    return True
