"""
Arithmetic on values of type `index`, and what maps do to them. A number that is known is an `int` and
needs no operation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import (
    AffineMapAttr,
    IntegerAttr,
    LocationAttr,
    MemRefType,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.ir.build import ArithBuilder

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
        found = self.numbers.get(number)
        if found is None:
            made = arith.ConstantOp(IntegerAttr(number, INDEX))
            # In front of a launch, or at the start of its kernel.
            before = self.anchor if self.block is self.home else self.home.first_op
            Rewriter.insert_op(made, InsertPoint(self.home, before))
            found = self.numbers[number] = made.result
        return found


def value_of(build: ArithBuilder, number: Number) -> SSAValue:
    """Returns `number` as a value, a constant where it is known."""
    if isinstance(number, SSAValue):
        return number
    if isinstance(build, TileBuilder):
        return build.number(number)
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


# --- maps ----------------------------------------------------------------------------------

_LINEAR: Mapping[
    AffineBinaryOpKind, Callable[[ArithBuilder, Number, Number], Number]
] = {
    AffineBinaryOpKind.Add: plus,
    AffineBinaryOpKind.Mul: times,
}


def is_linear(expression: AffineExpr) -> bool:
    """Returns whether `expression` has sums and products of dimensions and constants only."""
    return all(
        isinstance(node, AffineDimExpr | AffineConstantExpr)
        or (isinstance(node, AffineBinaryOpExpr) and node.kind in _LINEAR)
        for node in expression.post_order()
    )


def index_value(
    build: ArithBuilder,
    expression: AffineExpr,
    map: AffineMap,
    variables: Sequence[SSAValue],
) -> SSAValue:
    """Returns the value of `expression`, an index of `map`, where its loops have `variables`."""
    if not is_linear(expression):
        alone = AffineMapAttr(AffineMap(map.num_dims, 0, (expression,)))
        return build.add(affine.ApplyOp(variables, alone))
    stack: list[Number] = []
    for node in expression.post_order():
        if isinstance(node, AffineDimExpr):
            stack.append(variables[node.position])
        elif isinstance(node, AffineConstantExpr):
            stack.append(node.value)
        elif isinstance(node, AffineBinaryOpExpr):
            b, a = stack.pop(), stack.pop()
            stack.append(_LINEAR[node.kind](build, a, b))
    (result,) = stack
    return value_of(build, result)


def indices_at(
    build: ArithBuilder, map: AffineMap, values: Mapping[int, Number]
) -> Sequence[SSAValue]:
    """Returns the results of `map` where its loops have `values`, 0 where they have none."""
    variables = [value_of(build, values.get(d, 0)) for d in range(map.num_dims)]
    return [index_value(build, result, map, variables) for result in map.results]


def is_permutation(map: AffineMap) -> bool:
    """Returns whether the results of `map` are all its loops, in any order."""
    return len(map.results) == map.num_dims and map.is_projected_permutation()


def step_of(map: AffineMap, result: int, loop: int) -> int | None:
    """
    Returns the difference that one iteration of `loop` makes to a result of `map`; `None` for a
    result with a division, where it is not the same everywhere.
    """
    if not is_linear(map.results[result]):
        return None
    at = [0] * map.num_dims
    here = map.eval(at, ())[result]
    at[loop] = 1
    return map.eval(at, ())[result] - here


def has_unit_stride(type_: MemRefType[Attribute]) -> bool:
    """Returns whether elements of the last dimension follow each other in memory."""
    strides = type_.get_strides()
    return bool(strides) and strides[-1] == 1


def step_in(memory: SSAValue, map: AffineMap, loop: int) -> int | None:
    """
    Returns 1 if the elements of `memory` that the iterations of `loop` see follow each other, 0 if they
    are one element; `None` for any other distance.
    """
    steps = [step_of(map, result, loop) for result in range(len(map.results))]
    if not any(step != 0 for step in steps):
        return 0
    follow = steps[-1] == 1 and not any(step != 0 for step in steps[:-1])
    assert isa(memory.type, MemRefType[Attribute])
    return 1 if follow and has_unit_stride(memory.type) else None
