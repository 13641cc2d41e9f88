"""
Arithmetic on values of type `index`. A number that is known is an `int` and needs no operation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, LocationAttr, i1
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xdsl_opencl.conversions.tensors.structured_operations import index_value
from xdsl_opencl.ir.build import ArithBuilder

INDEX = IndexType()

Number = SSAValue | int


class TileBuilder(ArithBuilder):
    """A builder that makes each constant of type `index` once, at the start of a kernel."""

    __slots__ = ("home", "numbers")

    def __init__(
        self,
        block: Block,
        anchor: Operation | None = None,
        location: LocationAttr | None = None,
        outer: TileBuilder | None = None,
    ):
        super().__init__(block, anchor, location)
        self.home: Block = block if outer is None else outer.home
        self.numbers: dict[int, SSAValue] = {} if outer is None else outer.numbers

    def inside(self, block: Block) -> TileBuilder:
        """Returns a builder at the end of `block`, which is inside of this one's."""
        return TileBuilder(block, location=self.location, outer=self)

    def number(self, number: int) -> SSAValue:
        """Returns the constant `number`."""
        found = self.numbers.get(number)
        if found is None:
            made = arith.ConstantOp(IntegerAttr(number, INDEX))
            # In front of a launch, or at the start of its kernel.
            before = self.anchor if self.block is self.home else self.home.first_op
            if before is None:
                self.home.add_op(made)
            else:
                self.home.insert_op_before(made, before)
            found = self.numbers[number] = made.result
        return found


def value_of(build: TileBuilder, number: Number) -> SSAValue:
    """Returns `number` as a value, a constant where it is known."""
    return number if isinstance(number, SSAValue) else build.number(number)


def plus(build: TileBuilder, a: Number, b: Number) -> Number:
    """Returns the sum."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    if a == 0:
        return b
    if b == 0:
        return a
    return build.op(arith.AddiOp, value_of(build, a), value_of(build, b))


def times(build: TileBuilder, a: Number, b: Number) -> Number:
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


def quotient(build: TileBuilder, a: Number, b: Number) -> Number:
    """Returns `a` divided by `b`, neither negative, rounded down."""
    if isinstance(a, int) and isinstance(b, int):
        return a // b
    if b == 1:
        return a
    return build.op(arith.DivUIOp, value_of(build, a), value_of(build, b))


def remainder(build: TileBuilder, a: Number, b: Number) -> Number:
    """Returns the remainder of `a` divided by `b`, neither negative."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b
    if b == 1:
        return 0
    return build.op(arith.RemUIOp, value_of(build, a), value_of(build, b))


def rounded_up(build: TileBuilder, a: Number, b: int) -> Number:
    """Returns `a` divided by `b`, rounded up."""
    return quotient(build, plus(build, a, b - 1), b)


def least(build: TileBuilder, a: Number, b: Number) -> Number:
    """Returns the lesser of two numbers."""
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return build.op(arith.MinSIOp, value_of(build, a), value_of(build, b))


def product(build: TileBuilder, numbers: Sequence[Number]) -> Number:
    """Returns the product of all `numbers`."""
    return reduce(lambda a, b: times(build, a, b), numbers, 1)


def compared(build: TileBuilder, predicate: str, a: Number, b: Number) -> SSAValue:
    """Returns a comparison by a name of `INTEGER_PREDICATES`."""
    return build.compare(predicate, value_of(build, a), value_of(build, b))


def all_of(build: TileBuilder, conditions: Sequence[SSAValue]) -> SSAValue | None:
    """Returns the conjunction of `conditions`; `None` for none."""
    if not conditions:
        return None
    return reduce(lambda a, b: build.op(arith.AndIOp, a, b, type=i1), conditions)


def divided(
    build: TileBuilder, number: Number, sizes: Sequence[Number]
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


def indices_at(
    build: TileBuilder, map: AffineMap, values: Mapping[int, Number]
) -> Sequence[SSAValue]:
    """Returns the results of `map` where its loops have `values`, 0 where they have none."""
    variables = [value_of(build, values.get(d, 0)) for d in range(map.num_dims)]
    return [index_value(build, result, map, variables) for result in map.results]
