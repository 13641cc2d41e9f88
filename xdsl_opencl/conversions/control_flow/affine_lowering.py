"""
The lowering of `affine` to `scf`, `arith`, `memref` and `vector`, for
`convert-affine-to-scf` and `convert-affine-to-llvm`.

Divisors of maps are positive, as upstream demands: `floordiv` rounds down, `ceildiv` up,
and the result of `mod` is never negative, for dividends of either sign. By a power of
two they are shifts and masks. Source: mlir/lib/Dialect/Affine/Utils/Utils.cpp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects import affine, arith, memref, scf, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

from xdsl_opencl.conversions.reductions import REDUCTIONS, Reduction
from xdsl_opencl.dialects.affine_ext import MaxOp, ParallelOp
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.ir.build import ArithBuilder, numbers, replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import all_of
from xdsl_opencl.ir.patterns import Handlers

_REDUCTIONS = "affine.reductions"
"""Keeps the kinds of reductions from a loop to its terminator."""
_NO_MAP = "its map has {results} results for {needed}; give it one for each dimension"

_KINDS = {
    AffineConstraintKind.eq: "eq",
    AffineConstraintKind.ge: "sge",
    AffineConstraintKind.le: "sle",
}


class _Maps(ArithBuilder):
    """Evaluates affine maps before an operation."""

    __slots__ = ("_dims", "_op", "_symbols")

    def __init__(self, op: Operation):
        block = op.parent
        assert block is not None
        super().__init__(block)
        self.move_before(op)
        self._op = op
        self._dims: Sequence[SSAValue] = ()
        self._symbols: Sequence[SSAValue] = ()

    def index(self, value: int) -> SSAValue:
        return self.constant(value, INDEX)

    def results(self, map_: AffineMap, operands: Sequence[SSAValue]) -> list[SSAValue]:
        """
        The values of the results of `map_`; `operands` are dimensions, then symbols.
        """
        if len(operands) != map_.num_dims + map_.num_symbols:
            fail(
                self._op,
                f"'{self._op.name}' has {len(operands)} operands for a map with "
                f"{map_.num_dims} dimensions and {map_.num_symbols} symbols; "
                "give it one for each",
            )
        self._dims = operands[: map_.num_dims]
        self._symbols = operands[map_.num_dims :]
        return [self._value(result) for result in map_.results]

    def indices(
        self, map_: AffineMap, operands: Sequence[SSAValue], rank: int
    ) -> list[SSAValue]:
        """The values of a map that gives one index for each of `rank` dimensions."""
        if len(map_.results) != rank:
            advice = _NO_MAP.format(results=len(map_.results), needed=rank)
            fail(self._op, f"'{self._op.name}' needs {rank} indices: {advice}")
        return self.results(map_, operands)

    def bound(
        self, map_: AffineMap, operands: Sequence[SSAValue], combine: type[Operation]
    ) -> SSAValue:
        return self.combined(self.results(map_, operands), combine)

    def combined(
        self, values: Sequence[SSAValue], combine: type[Operation]
    ) -> SSAValue:
        """All `values` combined by `combine`, the largest or the smallest."""
        if not values:
            fail(self._op, f"'{self._op.name}' has a bound without a result; give one")
        result, *rest = values
        for value in rest:
            result = self.op(combine, result, value)
        return result

    def _value(self, expression: AffineExpr) -> SSAValue:
        """The value of an expression, its parts first."""
        waiting: list[tuple[AffineExpr, bool]] = [(expression, False)]
        values: list[SSAValue] = []
        while waiting:
            each, ready = waiting.pop()
            match each:
                case AffineConstantExpr():
                    values.append(self.index(each.value))
                case AffineDimExpr():
                    values.append(self._dims[each.position])
                case AffineSymExpr():
                    values.append(self._symbols[each.position])
                case AffineBinaryOpExpr(rhs=AffineConstantExpr(value=number)):
                    if ready:
                        lhs = values.pop()
                        values.append(self._by_constant(each.kind, lhs, number))
                    else:
                        waiting += [(each, True), (each.lhs, False)]
                case AffineBinaryOpExpr():
                    if ready:
                        rhs, lhs = values.pop(), values.pop()
                        values.append(self._by_value(each.kind, lhs, rhs))
                    else:
                        waiting += [(each, True), (each.rhs, False), (each.lhs, False)]
                case _:
                    fail(self._op, f"affine expression {each} is not known")
        (result,) = values
        return result

    def _by_constant(
        self, kind: AffineBinaryOpKind, lhs: SSAValue, number: int
    ) -> SSAValue:
        if kind is AffineBinaryOpKind.Add:
            return self.op(arith.AddiOp, lhs, self.index(number))
        if kind is AffineBinaryOpKind.Mul:
            return self.op(arith.MuliOp, lhs, self.index(number))
        if number <= 0:
            fail(
                self._op,
                f"'{kind.get_token()}' by {number} in an affine map has no meaning; "
                "divide by a positive number",
            )
        if number & (number - 1) == 0:
            # Two's complement: shifts round down, and the low bits are the remainder.
            if kind is AffineBinaryOpKind.Mod:
                return self.op(arith.AndIOp, lhs, self.index(number - 1))
            shift = number.bit_length() - 1
            if kind is AffineBinaryOpKind.FloorDiv:
                return self._shifted(lhs, shift)
            below = self.op(arith.SubiOp, self.index(0), lhs)
            return self.op(arith.SubiOp, self.index(0), self._shifted(below, shift))
        return self._by_value(kind, lhs, self.index(number))

    def _shifted(self, value: SSAValue, bits: int) -> SSAValue:
        if bits == 0:
            return value
        return self.op(arith.ShRSIOp, value, self.index(bits))

    def _by_value(
        self, kind: AffineBinaryOpKind, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        if kind is AffineBinaryOpKind.Add:
            return self.op(arith.AddiOp, lhs, rhs)
        if kind is AffineBinaryOpKind.Mul:
            return self.op(arith.MuliOp, lhs, rhs)
        zero = self.index(0)
        if kind is AffineBinaryOpKind.Mod:
            remainder = self.op(arith.RemSIOp, lhs, rhs)
            is_negative = self.compare("slt", remainder, zero)
            more = self.op(arith.AddiOp, remainder, rhs)
            return self.select(is_negative, more, remainder)
        if kind is AffineBinaryOpKind.FloorDiv:
            # -1 - a is not negative where a is, and cannot overflow.
            is_negative = self.compare("slt", lhs, zero)
            flipped = self.op(arith.SubiOp, self.index(-1), lhs)
            dividend = self.select(is_negative, flipped, lhs)
            quotient = self.op(arith.DivSIOp, dividend, rhs)
            back = self.op(arith.SubiOp, self.index(-1), quotient)
            return self.select(is_negative, back, quotient)
        # Rounding up: above zero it is (a - 1) / b + 1, else the division truncates up.
        is_positive = self.compare("sgt", lhs, zero)
        one = self.index(1)
        less = self.op(arith.SubiOp, lhs, one)
        dividend = self.select(is_positive, less, lhs)
        quotient = self.op(arith.DivSIOp, dividend, rhs)
        more = self.op(arith.AddiOp, quotient, one)
        return self.select(is_positive, more, quotient)


def lower_affine(module: ModuleOp) -> None:
    """
    Replaces each operation of `affine` in `module`.

    Raises `PassFailedException`, naming the operation, for what it cannot lower.
    """
    lowerings: Handlers[_Lowering] = Handlers(_LOWERINGS)
    for op in list(module.walk()):
        if not op.name.startswith("affine."):
            continue
        handler = lowerings[type(op)]
        if handler is None:
            fail(
                op,
                f"'{op.name}' has no lowering; use affine.apply, scf or memref instead",
            )
        results = handler(_Maps(op), op)
        if results is not None:
            replace(op, results)


def _apply(build: _Maps, op: affine.ApplyOp) -> Sequence[SSAValue]:
    return build.results(op.map.data, op.mapOperands)


def _min(build: _Maps, op: affine.MinOp) -> Sequence[SSAValue]:
    return (build.bound(op.map.data, op.arguments, arith.MinSIOp),)


def _max(build: _Maps, op: MaxOp) -> Sequence[SSAValue]:
    return (build.bound(op.map.data, op.arguments, arith.MaxSIOp),)


def _memref_rank(value: SSAValue) -> int:
    return cast("MemRefType[Attribute]", value.type).get_num_dims()


def _load(build: _Maps, op: affine.LoadOp | affine.VectorLoadOp) -> Sequence[SSAValue]:
    indices = build.indices(op.map.data, op.indices, _memref_rank(op.memref))
    kind = memref.LoadOp if isinstance(op, affine.LoadOp) else vector.LoadOp
    type, attributes = op.result.type, op.attributes
    return (build.op(kind, op.memref, *indices, type=type, attributes=attributes),)


def _store(
    build: _Maps, op: affine.StoreOp | affine.VectorStoreOp
) -> Sequence[SSAValue]:
    indices = build.indices(op.map.data, op.indices, _memref_rank(op.memref))
    kind = memref.StoreOp if isinstance(op, affine.StoreOp) else vector.StoreOp
    build.put(kind, op.value, op.memref, *indices, attributes=op.attributes)
    return ()


def _step(op: Operation, number: int) -> int:
    if number <= 0:
        fail(op, f"'{op.name}' needs a positive step, got {number}; give it one")
    return number


def _for(build: _Maps, op: affine.ForOp) -> Sequence[SSAValue]:
    step = _step(op, op.step.value.data)
    lower = build.bound(op.lowerBoundMap.data, op.lowerBoundOperands, arith.MaxSIOp)
    upper = build.bound(op.upperBoundMap.data, op.upperBoundOperands, arith.MinSIOp)
    made = scf.ForOp.create(
        operands=(lower, upper, build.index(step), *op.inits),
        result_types=op.result_types,
        attributes=op.attributes,
        regions=(_with_yield(op, op.body),),
    )
    build.insert(made)
    return made.results


def _with_yield(op: Operation, region: Region) -> Region:
    """
    Takes `region` from `op`; its last operation is a terminator, which may be implicit.
    """
    block = region.last_block
    if block is not None and not isinstance(block.last_op, affine.YieldOp):
        block.add_op(scf.YieldOp.create(location=op.location))
    return op.detach_region(region)


def _yield(build: _Maps, op: affine.YieldOp) -> Sequence[SSAValue] | None:
    parent = op.parent_op()
    if not isinstance(parent, scf.ParallelOp):
        build.insert(scf.YieldOp.create(operands=op.arguments))
        return ()
    kinds = parent.attributes.pop(_REDUCTIONS, None)
    regions: list[Region] = []
    if kinds is not None:
        given = cast("ArrayAttr[IntegerAttr[IntegerType]]", kinds).data
        for number, value in zip(given, op.arguments, strict=True):
            kind = REDUCTIONS[number.value.data]
            regions.append(_reduction(kind, value.type, op))
    build.insert(scf.ReduceOp.create(operands=op.arguments, regions=regions))
    return ()


def _reduction(kind: Reduction, type_: Attribute, op: Operation) -> Region:
    block = Block(arg_types=(type_, type_))
    inside = ArithBuilder(block, location=op.location)
    result = inside.op(kind.combine, *block.args)
    inside.insert(scf.ReduceReturnOp.create(operands=(result,)))
    return Region(block)


def _if(build: _Maps, op: affine.IfOp) -> Sequence[SSAValue]:
    constraints = op.condition.data.constraints
    set_ = op.condition.data
    expressions = [each.lhs for each in constraints]
    others = [each.rhs for each in constraints]
    both = AffineMap(set_.num_dims, set_.num_symbols, (*expressions, *others))
    values = build.results(both, op.args)
    half = len(constraints)
    condition = all_of(
        build,
        [
            build.compare(_KINDS[each.kind], lhs, rhs)
            for each, lhs, rhs in zip(constraints, values[:half], values[half:])
        ],
    )
    if condition is None:
        condition = build.constant(1, i1)
    otherwise = Region()
    if op.else_region.blocks:
        otherwise = _with_yield(op, op.else_region)
    then = _with_yield(op, op.then_region)
    made = scf.IfOp.create(
        operands=(condition,),
        result_types=op.result_types,
        attributes=op.attributes,
        regions=(then, otherwise),
    )
    build.insert(made)
    return made.results


def _groups(
    build: _Maps,
    map_: AffineMap,
    operands: Sequence[SSAValue],
    sizes: Iterable[int],
    combine: type[Operation],
) -> list[SSAValue]:
    values = build.results(map_, operands)
    bounds: list[SSAValue] = []
    for size in sizes:
        bounds.append(build.combined(values[:size], combine))
        values = values[size:]
    return bounds


def _parallel(build: _Maps, op: affine.ParallelOp) -> Sequence[SSAValue]:
    if op.results and not isinstance(op, ParallelOp):
        fail(
            op,
            "'affine.parallel' with results needs the numbers of kinds of reductions, as "
            "upstream prints them; or use 'scf.parallel' with 'scf.reduce'",
        )
    lower, upper = op.lowerBoundsMap.data, op.upperBoundsMap.data
    split = lower.num_dims + lower.num_symbols
    operands = op.map_operands
    lowest = cast("Iterable[int]", op.lowerBoundsGroups.get_values())
    highest = cast("Iterable[int]", op.upperBoundsGroups.get_values())
    steps = [_step(op, step.value.data) for step in op.steps.data]
    lowers = _groups(build, lower, operands[:split], lowest, arith.MaxSIOp)
    uppers = _groups(build, upper, operands[split:], highest, arith.MinSIOp)
    rank = len(steps)
    if not len(lowers) == len(uppers) == rank:
        fail(
            op,
            f"'affine.parallel' has {len(lowers)} lower and {len(uppers)} upper bounds "
            f"for {rank} steps; give it as many of each",
        )
    made_steps = [build.index(step) for step in steps]
    starts = [
        build.literal(
            _reduction_of(op, kind, result.type).start(result.type), result.type
        )
        for kind, result in zip(
            op.reductions.data if op.results else (), op.results, strict=True
        )
    ]
    segments = numbers(rank, rank, rank, len(starts))
    attributes = dict(op.attributes)
    if op.results:
        attributes[_REDUCTIONS] = op.reductions
    made = scf.ParallelOp.create(
        operands=(*lowers, *uppers, *made_steps, *starts),
        result_types=op.result_types,
        properties={"operandSegmentSizes": segments},
        attributes=attributes,
        regions=(op.detach_region(op.body),),
    )
    block = made.body.blocks[0]
    if not isinstance(block.last_op, affine.YieldOp):
        block.add_op(scf.ReduceOp.create(location=op.location))
    build.insert(made)
    return made.results


def _reduction_of(op: Operation, kind: Attribute, type_: Attribute) -> Reduction:
    number = cast("IntegerAttr[IntegerType]", kind).value.data
    found = REDUCTIONS.get(number)
    if found is None or found.floats != isinstance(type_, AnyFloat):
        fail(
            op,
            f"'affine.parallel' cannot reduce {type_} by kind {number}; use a kind of "
            f"{'floats' if isinstance(type_, AnyFloat) else 'integers'}, from "
            + ", ".join(
                str(n)
                for n, each in REDUCTIONS.items()
                if each.floats == isinstance(type_, AnyFloat)
            ),
        )
    return found


_Lowering = Callable[[_Maps, Any], Sequence[SSAValue] | None]

_LOWERINGS: Mapping[type[Operation], _Lowering] = {
    affine.ApplyOp: _apply,
    affine.ForOp: _for,
    affine.IfOp: _if,
    affine.LoadOp: _load,
    MaxOp: _max,
    affine.MinOp: _min,
    affine.ParallelOp: _parallel,
    ParallelOp: _parallel,
    affine.StoreOp: _store,
    affine.VectorLoadOp: _load,
    affine.VectorStoreOp: _store,
    affine.YieldOp: _yield,
}
