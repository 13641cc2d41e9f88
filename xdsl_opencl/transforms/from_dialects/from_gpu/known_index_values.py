"""Values of type `index` that are known before a launch."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineSymExpr,
)

from xdsl_opencl.dialects.opencl.folding.constants import constant_integer

_FOLDED: Mapping[type[Operation], Callable[[int, int], int]] = {
    arith.AddiOp: lambda a, b: a + b,
    arith.SubiOp: lambda a, b: a - b,
    arith.MuliOp: lambda a, b: a * b,
}


def known(value: SSAValue) -> int | None:
    """Returns the number that `value` equals: a constant, or sums and products of constants."""
    results: dict[SSAValue, int | None] = {}
    pending = [value]
    while pending:
        last = pending[-1]
        owner = last.owner
        if type(owner) in _FOLDED:
            assert isinstance(owner, Operation)
            missing = [o for o in owner.operands if o not in results]
            if missing:
                pending += missing
                continue
            a, b = (results[o] for o in owner.operands)
            fold = _FOLDED[type(owner)]
            results[last] = None if a is None or b is None else fold(a, b)
        else:
            results[last] = constant_integer(last)
        pending.pop()
    return results[value]


def trip_count(lower: int, upper: int, step: int) -> int:
    """The iterations of a loop with a positive step."""
    return max(0, -(-(upper - lower) // step))


Interval = tuple[int, int]


def loop_intervals(loop: scf.ParallelOp | scf.ForOp) -> Mapping[SSAValue, Interval]:
    """
    Returns the least and the largest value of each induction variable of `loop` that has known
    bounds and at least one iteration.
    """
    if isinstance(loop, scf.ForOp):
        dimensions = [(loop.lb, loop.ub, loop.step, loop.body.block.args[0])]
    else:
        dimensions = list(
            zip(loop.lowerBound, loop.upperBound, loop.step, loop.body.block.args)
        )
    found: dict[SSAValue, Interval] = {}
    for lower, upper, step, variable in dimensions:
        a, b, s = known(lower), known(upper), known(step)
        if a is not None and b is not None and s is not None and s > 0:
            trips = trip_count(a, b, s)
            if trips:
                found[variable] = (a, a + (trips - 1) * s)
    return found


def _evaluate(
    expression: AffineExpr, operands: list[Interval | None]
) -> Interval | None:
    stack: list[Interval | None] = []
    for node in expression.post_order():
        match node:
            case AffineConstantExpr():
                stack.append((node.value, node.value))
            case AffineDimExpr() | AffineSymExpr():
                stack.append(operands[node.position])
            case AffineBinaryOpExpr():
                b, a = stack.pop(), stack.pop()
                if a is None or b is None:
                    stack.append(None)
                elif node.kind is AffineBinaryOpKind.Add:
                    stack.append((a[0] + b[0], a[1] + b[1]))
                elif node.kind is AffineBinaryOpKind.Mul:
                    corners = [x * y for x in a for y in b]
                    stack.append((min(corners), max(corners)))
                else:
                    stack.append(None)
            case _:
                stack.append(None)
    return stack[0]


def upper_bound(
    value: SSAValue, loops: Mapping[SSAValue, Interval]
) -> tuple[int, bool] | None:
    """
    Returns an upper bound of `value`, and True if `value` always equals it. `loops` are the
    induction variables around `value`. The bound also uses the operands of `affine.min`.
    """
    number = known(value)
    if number is not None:
        return number, True
    if not isinstance(value.owner, affine.MinOp):
        return None
    map = value.owner.map.data
    dims = [
        loops.get(operand) if (number := known(operand)) is None else (number, number)
        for operand in value.owner.arguments
    ]
    intervals = [
        _evaluate(expression, dims) if not map.num_symbols else None
        for expression in map.results
    ]
    highest = [interval[1] for interval in intervals if interval is not None]
    if not highest:
        return None
    bound = min(highest)
    exact = all(i is not None and i[0] >= bound for i in intervals)
    return bound, exact
