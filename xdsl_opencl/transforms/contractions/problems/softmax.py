"""
Finds a softmax of `linalg` on memrefs by its parts, as `linalg-decompose-softmax` and frontends of networks write them:
a maximum along one dimension, the powers of differences to it, their sum along the same dimension,
and quotients. A conversion may follow the quotients, or end them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.dialects.linalg import ops
from xdsl.dialects.math import ExpOp
from xdsl.ir import Block, Operation, SSAValue
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
    largest = _next_user(before[-1], source)
    if largest is None:
        return None
    along = _reduction(largest, source, (arith.MaximumfOp, arith.MaxnumfOp))
    if along is None:
        return None
    top = largest.operands[1]
    powers = _next_user(largest.op, source)
    differences = (top, along, (arith.SubfOp, ExpOp))
    if powers is None or _combined(powers, source) != differences:
        return None
    power = powers.operands[-1]
    added = _next_user(powers.op, power)
    if added is None or _reduction(added, power, (arith.AddfOp,)) != along:
        return None
    total = added.operands[1]
    quotients = _next_user(added.op, power)
    if quotients is None or _combined(quotients, power) not in (
        (total, along, (arith.DivfOp,)),
        (total, along, (arith.DivfOp, arith.TruncFOp)),
        (total, along, (arith.DivfOp, arith.ExtFOp)),
    ):
        return None
    operations = [quotients.op, added.op, powers.op, largest.op]
    fills: list[Operation] = []
    for memory, values, user in (
        (top, (-math.inf, _LOWEST_F32), largest.op),
        (total, (0.0,), added.op),
    ):
        fill = other_user(memory, operations)
        if not isinstance(fill, ops.FillOp) or constant(fill.inputs[0]) not in values:
            return None
        if not follow((fill, user)):
            return None
        fills.append(fill)
    written = quotients.operands[-1]
    buffers = [source, top, power, total, written]
    after = _next_user(quotients.op, written)
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
    return Softmax(operations, fills, written, along, buffers)


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


def _steps(body: Block) -> Iterator[Operation]:
    """The operations of a body, but the last."""
    return (op for op in body.ops if op is not body.last_op)


def _is_conversion(nest: Nest, source: SSAValue) -> bool:
    """True if it converts each float of `source` to another type, and does nothing else."""
    if len(nest.operands) != 2 or not _is_elementwise(nest, source):
        return False
    steps = [*_steps(nest.body)]
    return (
        len(steps) == 1
        and isinstance(steps[0], arith.TruncFOp | arith.ExtFOp)
        and steps[0].operands[0] is nest.body.args[0]
        and _yields(nest, steps[0])
    )


def _yields(nest: Nest, step: Operation) -> bool:
    last = nest.body.last_op
    return last is not None and [*last.operands] == [step.results[0]]


def _is_elementwise(nest: Nest, source: SSAValue) -> bool:
    """True if element by element of `source`, the first operand, gives one of the result."""
    return (
        nest.outputs == 1
        and nest.operands[0] is source
        and all(nest.parallel)
        and nest.maps[0] == nest.maps[-1]
        and is_permutation(nest.maps[0])
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


def _reduction(
    nest: Nest, source: SSAValue, kinds: tuple[type[Operation], ...]
) -> int | None:
    """The dimension of `source` along which `nest` combines elements by one of `kinds`."""
    steps = [*_steps(nest.body)]
    if (
        nest.outputs != 1
        or len(nest.operands) != 2
        or nest.operands[0] is not source
        or len(steps) != 1
        or not isinstance(steps[0], kinds)
        or {*steps[0].operands} != {*nest.body.args}
        or not _yields(nest, steps[0])
        or not is_permutation(nest.maps[0])
    ):
        return None
    along = _row_dimension(nest.maps[0], nest.maps[1])
    if along is None or nest.parallel.count(False) != 1:
        return None
    return along


def _combined(
    nest: Nest, source: SSAValue
) -> tuple[SSAValue, int, tuple[type[Operation], ...]] | None:
    """
    For an operation on each element of `source` and on the number of its row: the memory of these,
    the dimension along which they are the same, and what is computed, step by step.
    """
    if len(nest.operands) != 3 or not _is_elementwise(nest, source):
        return None
    along = _row_dimension(nest.maps[0], nest.maps[1])
    steps = [*_steps(nest.body)]
    if along is None or not steps or not _yields(nest, steps[-1]):
        return None
    before: Sequence[SSAValue] = nest.body.args[:2]
    for step in steps:
        if [*step.operands] != [*before]:
            return None
        before = step.results
    return nest.operands[1], along, tuple(type(step) for step in steps)


def follow(operations: Sequence[Operation]) -> bool:
    """Returns whether the operations follow each other in one block."""
    here: Operation | None = operations[0]
    for op in operations[1:]:
        while here is not op:
            if here is None:
                return False
            here = here.next_op
    return True
