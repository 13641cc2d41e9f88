"""
Raises counting loops to `scf.for`.

`scf.for` goes from a lower bound to below an upper one by a positive step, and compares as signed
numbers. A loop becomes an `scf.for` if it does the same, or if it differs only when the addition
that counts overflows, which is then poison:

| loop | `scf.for` |
|---|---|
| `i < n`, step 1, or a positive step with `nsw` | on `index` up to 32 bits, else on the type of `i` |
| `i <= n`, positive step with `nsw` | to `n + 1` |
| the same with `i` sign-extended to i64, step with `nsw` | on i64 |
| `i > n`, step -1, or a negative step with `nsw`; `i >= n` with `nsw`; up to 32 bits | of `-i`, on i64 |
| unsigned `i < n`, step 1, or a positive step with `nuw`; `i <= n` with `nuw`; up to 32 bits | on i64 |
| `i != n`, constants that the step leads from one to the other | as `i < n` |

An unsigned counter of 64 bits has no wider type: it needs constant bounds below 2^63. A
step is a constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IntegerType, i64
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import is_side_effect_free

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.frontend.structured.branches import (
    Branch,
    branch_of,
    home,
)
from xdsl_opencl.ir.build import (
    INVERTED_PREDICATES,
    PREDICATE_NAMES,
    SWAPPED_PREDICATES,
    ArithBuilder,
    erase,
)
from xdsl_opencl.ir.element_types import bits_of


@dataclass(frozen=True)
class Counted:
    """
    A loop that counts: argument `number` of its header, from its first value to `bound`.
    """

    number: int
    compare: Operation
    bound: SSAValue
    step: int
    down: bool
    inclusive: bool
    type: Attribute
    """The type of the counter of the `scf.for`."""
    unsigned: bool
    body: tuple[Operation, ...]
    """Operations of the header that depend on its arguments."""


@dataclass(frozen=True)
class _Step:
    """
    The constant that an iteration adds to the counter, and true if the addition never wraps,
    signed and unsigned.
    """

    amount: int
    nsw: bool
    nuw: bool


def find_counted(
    header: Block,
    branch: Branch,
    next_values: Sequence[SSAValue],
    stays: bool,
    blocks: set[Block],
) -> Counted | None:
    """
    The counting of a loop whose header ends with `branch` and goes on if the condition is
    `stays`; `None` if it does not count. `blocks` are the rest of the loop.
    """
    condition = branch.selector
    assert condition is not None
    compare = condition.owner
    if (
        not isinstance(compare, arith.CmpiOp)
        or compare.parent is not header
        or not condition.has_one_use()
    ):
        return None
    leave = branch.edges[1 if stays else 0]
    body = _depending(header, compare, {header, *blocks})
    if body is None:
        return None
    moved = {result for op in body for result in op.results}
    if any(value in moved for value in leave.values):
        return None

    predicate = PREDICATE_NAMES[compare.predicate.value.data]
    predicate = predicate if stays else INVERTED_PREDICATES[predicate]
    counter, bound = compare.lhs, compare.rhs
    if _counter(bound, header, body) is not None:
        counter, bound = bound, counter
        predicate = SWAPPED_PREDICATES.get(predicate, predicate)
    argument = _counter(counter, header, body)
    if argument is None or bound in moved or bound in header.args:
        return None
    step = _step(next_values[argument.index], argument)
    if step is None:
        return None
    first, last = _first(header, argument.index), constant_integer(bound)
    wide = bound.type if counter is not argument else None
    if predicate == "ne" and wide is None and _meets(first, last, step.amount):
        predicate = "slt" if step.amount > 0 else "sgt"
        step = replace(step, nsw=True)
    # `eq` and `ne` have no order.
    if predicate not in SWAPPED_PREDICATES:
        return None
    constant = None if first is None or last is None else (first, last)
    type_ = _counter_type(predicate, argument.type, wide, step, constant)
    if type_ is None:
        return None
    return Counted(
        argument.index,
        compare,
        bound,
        abs(step.amount),
        step.amount < 0,  # mutant: a step is not 0
        predicate.endswith("e"),
        type_,
        predicate.startswith("u") and bits_of(argument.type) <= 32,
        tuple(body),
    )


def _meets(first: int | None, last: int | None, amount: int) -> bool:
    """Returns whether steps of `amount` lead from `first` to exactly `last`."""
    if first is None or last is None:
        return False
    return (last - first) % amount == 0 and (last - first) // amount >= 0


def _counter_type(
    predicate: str,
    given: Attribute,
    wide: Attribute | None,
    step: _Step,
    constant: tuple[int, int] | None,
) -> Attribute | None:
    """
    Returns the counter type of an `scf.for` that matches a loop over `given` with `step` while
    `predicate` holds; `None` if there is no such type. `wide` is the type that the counter is
    extended to for the comparison, `constant` the known bounds.
    """
    bits = bits_of(given)
    down, inclusive = "g" in predicate, predicate.endswith("e")
    unsigned = predicate.startswith("u")
    no_wrap = step.nuw if unsigned else step.nsw
    if down != (step.amount < 0):
        return None
    if not no_wrap and (wide is not None or inclusive or abs(step.amount) != 1):
        return None
    if down:
        return i64 if wide is None and not unsigned and bits <= 32 else None
    if wide is not None:
        return i64 if wide == i64 and not unsigned else None
    if unsigned and bits > 32:
        if constant is None or min(constant) < 0:
            return None
        if constant[1] + step.amount >= 1 << 63:
            return None
    elif bits <= 32:
        return i64 if unsigned else INDEX
    return given if bits > 64 else i64


def _depending(
    header: Block, compare: Operation, blocks: set[Block]
) -> list[Operation] | None:
    """
    The operations of the header, but for the comparison, that depend on its arguments;
    `None` if one has effects, or values of it are used after the loop.
    """
    changing: set[SSAValue] = {*header.args}
    found: list[Operation] = []
    for op in header.ops:
        if op is compare or op is header.last_op:
            continue
        # xDSL 0.74 does not mark arith.extsi as pure.
        if not (is_side_effect_free(op) or isinstance(op, arith.ExtSIOp)):
            return None
        if any(operand in changing for operand in op.operands) or op.regions:
            for result in op.results:
                if any(home(use.operation, blocks) is None for use in result.uses):
                    return None
            changing.update(op.results)
            found.append(op)
    return found


def _counter(
    value: SSAValue, header: Block, body: Sequence[Operation]
) -> BlockArgument | None:
    """Returns the argument of the header that `value` equals or sign-extends."""
    owner = value.owner
    if isinstance(owner, arith.ExtSIOp) and owner in body:
        value = owner.input
    if isinstance(value, BlockArgument) and value.block is header:
        return value
    return None


def _step(value: SSAValue, argument: SSAValue) -> _Step | None:
    """The step from `argument` to `value`; `None` if that is not a constant."""
    op = value.owner
    if not isinstance(op, arith.AddiOp | arith.SubiOp):
        return None
    flags = op.overflow_flags.data
    nsw = arith.IntegerOverflowFlag.NSW in flags
    nuw = arith.IntegerOverflowFlag.NUW in flags
    if isinstance(op, arith.SubiOp):
        amount = constant_integer(op.rhs) if op.lhs is argument else None
        # The smallest number has no opposite.
        if amount is None or amount == -1 << (bits_of(value.type) - 1):
            return None
        amount, nuw = -amount, False
    elif op.lhs is argument:
        amount = constant_integer(op.rhs)
    elif op.rhs is argument:
        amount = constant_integer(op.lhs)
    else:
        return None
    if not amount:
        return None
    return _Step(amount, nsw, nuw and amount > 0)


def _first(header: Block, number: int) -> int | None:
    """The constant that enters the loop as argument `number`."""
    found: set[int | None] = set()
    for use in header.uses:
        branch = branch_of(use.operation)
        if branch is None:
            return None
        for edge in branch.edges:
            if edge.target is header:
                value = edge.values[number]
                found.add(constant_integer(value))
    if len(found) != 1:
        return None
    return found.pop()


def make_for(
    header: Block,
    inner: Block,
    inside: Block,
    next_values: Sequence[SSAValue],
    counted: Counted,
) -> Operation:
    """
    Puts the loop of `counted` before the branch that ends `header`. `inner` has the
    arguments of the loop, `inside` is its body, which goes on with `next_values`.
    """
    leave = header.last_op
    assert leave is not None
    build = ArithBuilder(header, leave, leave.location)
    first = inside.first_op
    for op in counted.body:
        header.detach_op(op)
        if first is None:
            inside.add_op(op)
        else:
            inside.insert_op_before(op, first)
    argument = inner.args[counted.number]
    lower = _bound(build, header.args[counted.number], counted)
    upper = _bound(build, counted.bound, counted)
    if counted.inclusive:
        upper = build.op(arith.AddiOp, upper, build.constant(1, counted.type))
    step = build.constant(counted.step, counted.type)
    erase(counted.compare)

    places = {inside}
    carried = [i for i in range(len(inner.args)) if i != counted.number]
    # The counter is not available after the loop: if it is used there, the loop carries it, too.
    if any(home(use.operation, places) is None for use in argument.uses):
        carried.append(counted.number)
    variable = inside.insert_arg(counted.type, 0)
    variable.name_hint = argument.name_hint
    start = ArithBuilder(inside, inside.first_op, leave.location)
    value = _counter_value(start, variable, argument.type, counted)
    made = scf.ForOp.create(
        operands=(lower, upper, step, *(header.args[i] for i in carried)),
        result_types=[inner.args[i].type for i in carried],
        location=leave.location,
    )
    for position, number in enumerate(carried):
        old = inner.args[number]
        new = inside.insert_arg(old.type, position + 1)
        new.name_hint = made.results[position].name_hint = old.name_hint
        for use in tuple(old.uses):
            op = use.operation
            if home(op, places) is None:
                op.operands[use.index] = made.results[position]
            elif number != counted.number:
                op.operands[use.index] = new
    counting = next_values[counted.number].owner
    yielded = [
        new if (new := _inside(next_values[i], inner, inside, carried, value, counted))
        else next_values[i]
        for i in carried
    ]  # fmt: skip
    end = ArithBuilder(inside, location=leave.location)
    end.insert(scf.YieldOp.create(operands=yielded))
    argument.replace_all_uses_with(value)
    if isinstance(counting, Operation) and all(
        result.first_use is None for result in counting.results
    ):
        erase(counting)
    _shorten(value, variable, counted)
    made.add_region(Region(inside))
    header.insert_op_before(made, leave)
    return made


def _inside(
    value: SSAValue,
    inner: Block,
    inside: Block,
    carried: Sequence[int],
    counter: SSAValue,
    counted: Counted,
) -> SSAValue | None:
    """Returns the value in the loop for an argument that is passed on unchanged."""
    if not isinstance(value, BlockArgument) or value.block is not inner:
        return None
    if value.index == counted.number:
        return counter
    return inside.args[1 + carried.index(value.index)]


def _bound(build: ArithBuilder, value: SSAValue, counted: Counted) -> SSAValue:
    """A bound in the type of the counter of the `scf.for`."""
    type_ = counted.type
    number = constant_integer(value)
    if number is not None:
        bits = bits_of(value.type)
        if counted.unsigned:
            number &= (1 << bits) - 1
        return build.constant(-number if counted.down else number, type_)
    if value.type != type_:
        if type_ == INDEX:
            value = build.op(arith.IndexCastOp, value, type=type_)
        elif counted.unsigned:
            value = build.op(arith.ExtUIOp, value, type=type_)
        else:
            value = build.op(arith.ExtSIOp, value, type=type_)
    if counted.down:
        value = build.op(arith.SubiOp, build.constant(0, type_), value)
    return value


def _counter_value(
    build: ArithBuilder, variable: SSAValue, type_: Attribute, counted: Counted
) -> SSAValue:
    """The counter of the source from that of the `scf.for`."""
    value = variable
    if counted.down:
        value = build.op(arith.SubiOp, build.constant(0, counted.type), value)
    if value.type == type_:
        return value
    if counted.type == INDEX:
        return build.op(arith.IndexCastOp, value, type=type_)
    width = cast("IntegerType", type_)
    return build.op(arith.TruncIOp, value, type=width)


def _shorten(value: SSAValue, variable: SSAValue, counted: Counted) -> None:
    """Uses the counter itself instead of narrowing it and casting it back to an index: it fits."""
    if counted.type != INDEX:
        return
    for use in tuple(value.uses):
        op = use.operation
        if isinstance(op, arith.IndexCastOp) and op.result.type == INDEX:
            op.result.replace_all_uses_with(variable)
            erase(op)
    if value.first_use is None and isinstance(value.owner, Operation):
        erase(value.owner)
