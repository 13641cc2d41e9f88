"""
Finds a softmax of `linalg` on memrefs: the operation itself, or its parts.

The parts are a maximum along one dimension, the powers of differences to it, their sum along the
same dimension, and quotients. A conversion may be behind either.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr
from xdsl.dialects.linalg import ops
from xdsl.dialects.math import ExpOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import Nest, read_nest
from xdsl_opencl.dialects.linalg_ext.written import SoftmaxOp
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


def read_softmax(source: SSAValue, known: Collection[Operation]) -> Softmax | None:
    """
    Returns the softmax of `source`, allocated memory that it and `known` alone use; `None` if there
    is none.
    """
    users = other_users(source, known)
    if len(users) == 1 and isinstance(users[0], SoftmaxOp):
        (op,) = users
        assert isinstance(op, SoftmaxOp)
        if op.input is not source:
            return None
        found = Softmax(
            [op], [], op.output, op.dimension.value.data, [source, op.output]
        )
    elif (parts := _read_parts(source, users)) is not None:
        found = parts
    else:
        return None
    after = other_user(found.written, {*known, *found.operations})
    nest = None if after is None else read_nest(after)
    if nest is not None and _is_conversion(nest, found.written):
        target = nest.operands[-1]
        found.operations = [nest.op, *found.operations]
        found.written = target
        found.buffers = [*found.buffers, target]
    found.buffers = [*dict.fromkeys(found.buffers)]
    return found


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


def _read_parts(source: SSAValue, users: Sequence[Operation]) -> Softmax | None:
    if len(users) != 2:
        return None
    nests = [nest for op in users if (nest := read_nest(op)) is not None]
    if len(nests) != 2:
        return None
    largest, powers = sorted(nests, key=lambda nest: all(nest.parallel))
    along = _reduction(largest, source, (arith.MaximumfOp, arith.MaxnumfOp))
    if along is None or _combined(powers, source) != (
        largest.operands[1],
        along,
        (arith.SubfOp, ExpOp),
    ):
        return None
    return _with_sum(source, largest, powers, along)


def _with_sum(
    source: SSAValue, largest: Nest, powers: Nest, along: int
) -> Softmax | None:
    """The softmax with the maximum `largest` and `powers`, if the rest of it is there."""
    top, power = largest.operands[1], powers.operands[-1]
    users = other_users(power, (powers.op,))
    nests = [nest for op in users if (nest := read_nest(op)) is not None]
    if len(users) != 2 or len(nests) != 2:
        return None
    added, quotients = sorted(nests, key=lambda nest: all(nest.parallel))
    if _reduction(added, power, (arith.AddfOp,)) != along:
        return None
    total = added.operands[1]
    if _combined(quotients, power) not in (
        (total, along, (arith.DivfOp,)),
        (total, along, (arith.DivfOp, arith.TruncFOp)),
        (total, along, (arith.DivfOp, arith.ExtFOp)),
    ):
        return None
    fills: list[Operation] = []
    starts = ((top, (-math.inf, _LOWEST_F32)), (total, (0.0,)))
    for (memory, values), users in zip(
        starts, ((largest.op, powers.op), (added.op, quotients.op)), strict=True
    ):
        fill = other_user(memory, users)
        if not isinstance(fill, ops.FillOp) or constant(fill.inputs[0]) not in values:
            return None
        if not follow((fill, users[0])):
            return None
        fills.append(fill)
    written = quotients.operands[-1]
    operations = [quotients.op, added.op, powers.op, largest.op]
    buffers = [source, top, power, total, written]
    return Softmax(operations, fills, written, along, buffers)


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
    """True if each operation is behind the one before it, in one block."""
    here: Operation | None = operations[0]
    for op in operations[1:]:
        while here is not op:
            if here is None:
                return False
            here = here.next_op
    return True
