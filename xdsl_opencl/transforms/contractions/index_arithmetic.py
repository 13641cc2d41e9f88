"""
Arithmetic on values of type `index`. A number that is known is an `int` and needs no operation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import SSAValue

from xdsl_opencl.ir.build import ArithBuilder

INDEX = IndexType()

Number = SSAValue | int


def value_of(build: ArithBuilder, number: Number) -> SSAValue:
    """Returns `number` as a value, a constant where it is known."""
    if isinstance(number, SSAValue):
        return number
    return build.constant(number, INDEX)


def plus(build: ArithBuilder, a: Number, b: Number) -> Number:
    """Returns the sum."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if a == 0:
        return b
    if b == 0:
        return a
    return build.op(arith.AddiOp, value_of(build, a), value_of(build, b))


def times(build: ArithBuilder, a: Number, b: Number) -> Number:
    """Returns the product."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    if a == 0 or b == 0:
        return 0
    if a == 1:
        return b
    if b == 1:
        return a
    return build.op(arith.MuliOp, value_of(build, a), value_of(build, b))


def quotient(build: ArithBuilder, a: Number, b: Number) -> Number:
    """Returns `a` divided by `b`, neither negative, rounded down."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if b == 1:
        return a
    return build.op(arith.DivUIOp, value_of(build, a), value_of(build, b))


def remainder(build: ArithBuilder, a: Number, b: Number) -> Number:
    """Returns the remainder of `a` divided by `b`, neither negative."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b
    if b == 1:
        return 0
    return build.op(arith.RemUIOp, value_of(build, a), value_of(build, b))


def rounded_up(build: ArithBuilder, a: Number, b: int) -> Number:
    """Returns `a` divided by `b`, rounded up."""
    return quotient(build, plus(build, a, b - 1), b)


def least(build: ArithBuilder, a: Number, b: Number) -> Number:
    """Returns the lesser of two numbers."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return build.op(arith.MinSIOp, value_of(build, a), value_of(build, b))


def most(build: ArithBuilder, a: Number, b: Number) -> Number:
    """Returns the greater of two numbers."""
    if isinstance(a, int) and isinstance(b, int):
        return max(a, b)
    return build.op(arith.MaxSIOp, value_of(build, a), value_of(build, b))


def product(build: ArithBuilder, numbers: Sequence[Number]) -> Number:
    """Returns the product of all `numbers`."""
    return reduce(lambda a, b: times(build, a, b), numbers, 1)


def compared(build: ArithBuilder, predicate: str, a: Number, b: Number) -> SSAValue:
    """Returns a comparison by a name of `INTEGER_PREDICATES`."""
    return build.compare(predicate, value_of(build, a), value_of(build, b))


def all_of(build: ArithBuilder, conditions: Sequence[SSAValue]) -> SSAValue | None:
    """Returns the conjunction of `conditions`; `None` for none."""
    if not conditions:
        return None
    return reduce(lambda a, b: build.op(arith.AndIOp, a, b, type=i1), conditions)


def divided(
    build: ArithBuilder, number: Number, sizes: Sequence[Number]
) -> Sequence[Number]:
    """
    Returns the indices whose position is `number` in an array of `sizes`, the last index
    fastest.
    """
    found: list[Number] = []
    for size in reversed(sizes[1:]):
        found.append(remainder(build, number, size))
        number = quotient(build, number, size)
    found.append(number)
    return found[::-1]
