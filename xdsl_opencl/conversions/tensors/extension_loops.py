"""
`linalg.softmax`, and `scan`, `sort`, `scatter` and `fft` of `tm_tensor` and `iree_linalg_ext`, on memrefs as
loops: loops with independent iterations are one `scf.parallel`, all other loops stand inside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import AnyFloat, MemRefType, i1
from xdsl.dialects.math import ExpOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_opencl.conversions.tensors.structured_operations import (
    Nest,
    dynamic_size,
    run_body,
)
from xdsl_opencl.dialects.linalg_ext.extensions import (
    Extension,
    FftOp,
    ScanOp,
    ScatterOp,
    SortOp,
)
from xdsl_opencl.dialects.linalg_ext.named import rank
from xdsl_opencl.dialects.linalg_ext.scalars import element_type
from xdsl_opencl.dialects.linalg_ext.written import SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.index_arithmetic import INDEX

Values = Sequence[SSAValue]


class _Loops:
    """Loops of `op`, before it."""

    def __init__(self, op: Extension | SoftmaxOp):
        self.op = op
        self.build = ArithBuilder.before(op)
        self.zero, self.one = (self.build.constant(n, INDEX) for n in (0, 1))

    def size(self, memory: SSAValue, dimension: int) -> SSAValue:
        known = cast("MemRefType[Attribute]", memory.type).get_shape()[dimension]
        if known >= 0:
            return self.build.constant(known, INDEX)
        return dynamic_size(self.build, memory, dimension)

    def parallel(self, sizes: Values) -> tuple[ArithBuilder, Values]:
        """Makes a parallel loop; of one iteration for no `sizes`."""
        uppers = [*sizes] or [self.one]
        body = Block([end := scf.ReduceOp()], arg_types=[INDEX] * len(uppers))
        steps = [self.zero] * len(uppers), [self.one] * len(uppers)
        self.build.insert(scf.ParallelOp(steps[0], uppers, steps[1], [body]))
        return ArithBuilder(body, end, self.op.location), body.args[: len(sizes)]

    def loop(
        self,
        build: ArithBuilder,
        first: SSAValue,
        bound: SSAValue,
        body: Callable[[ArithBuilder, SSAValue, Values], Values],
        carried: Values = (),
    ) -> Values:
        block = Block(arg_types=[INDEX, *(value.type for value in carried)])
        loop = scf.ForOp(first, bound, self.one, carried, block)
        build.insert(loop)
        inside = ArithBuilder(block, location=self.op.location)
        block.add_op(scf.YieldOp(*body(inside, block.args[0], block.args[1:])))
        return loop.results

    def function(self, build: ArithBuilder, *values: SSAValue) -> SSAValue:
        """The function of the operation on `values`."""
        nest = Nest(self.op, (), 0, (), (), self.op.regions[0].block)
        return run_body(build, nest, (), values.__getitem__)[0]


def _load_element(build: ArithBuilder, memory: SSAValue, indices: Values) -> SSAValue:
    return build.add(memref.LoadOp.get(memory, indices))


def _store_element(
    build: ArithBuilder, value: SSAValue, memory: SSAValue, indices: Values
) -> None:
    build.insert(memref.StoreOp.get(value, memory, indices))


def _lines(
    loops: _Loops, memory: SSAValue, along: int
) -> tuple[ArithBuilder, Values, SSAValue, Callable[[SSAValue], Values]]:
    """
    A work item for each line along a dimension: the builder in it, its indices without that
    dimension, the length, and the indices of an element.
    """
    sizes = [loops.size(memory, d) for d in range(rank(memory))]
    length = sizes.pop(along)
    build, outer = loops.parallel(sizes)

    def place(i: SSAValue) -> Values:
        return [*outer[:along], i, *outer[along:]]

    return build, outer, length, place


def _softmax(op: SoftmaxOp) -> None:
    """The largest element, the sum of the powers, and the quotients of each line."""
    loops = _Loops(op)
    type = cast(AnyFloat, element_type(op.input.type))
    lowest, none = (loops.build.float_constant(n, type) for n in (-math.inf, 0.0))
    inside, _, length, place = _lines(loops, op.output, op.dimension.value.data)

    def largest(build: ArithBuilder, i: SSAValue, carried: Values) -> Values:
        element = _load_element(build, op.input, place(i))
        return [build.op(arith.MaxnumfOp, element, *carried)]

    def power(build: ArithBuilder, i: SSAValue, carried: Values) -> Values:
        element = _load_element(build, op.input, place(i))
        raised = build.add(ExpOp(build.op(arith.SubfOp, element, top)))
        _store_element(build, raised, op.output, place(i))
        return [build.op(arith.AddfOp, *carried, raised)]

    def quotient(build: ArithBuilder, i: SSAValue, _: Values) -> Values:
        element = _load_element(build, op.output, place(i))
        divided = build.op(arith.DivfOp, element, total)
        _store_element(build, divided, op.output, place(i))
        return ()

    (top,) = loops.loop(inside, loops.zero, length, largest, [lowest])
    (total,) = loops.loop(inside, loops.zero, length, power, [none])
    loops.loop(inside, loops.zero, length, quotient)


def _scan(op: ScanOp) -> None:
    loops = _Loops(op)
    inside, outer, length, place = _lines(loops, op.outputs[0], op.along)
    (source, target, last), zero, one = op.operands, loops.zero, loops.one

    def step(build: ArithBuilder, i: SSAValue, carried: Values) -> Values:
        (before,) = carried
        begins = build.compare("eq", i, zero)
        if op.inclusive.value.data:
            first = element = _load_element(build, source, place(i))
        else:
            previous = build.op(arith.SubiOp, i, one)
            element = _load_element(
                build, source, place(build.select(begins, zero, previous))
            )
            first = before
        value = loops.function(build, before, element)
        value = build.select(begins, first, value)
        _store_element(build, value, target, place(i))
        return [value]

    start = _load_element(inside, last, outer)
    (end,) = loops.loop(inside, zero, length, step, [start])
    _store_element(inside, end, last, outer)


def _sort(op: SortOp) -> None:
    """Puts each line among those before it, which are sorted."""
    loops = _Loops(op)
    inside, _, length, place = _lines(loops, op.outputs[0], op.along)
    zero, one = loops.zero, loops.one

    def step(build: ArithBuilder, i: SSAValue, _: Values) -> Values:
        test, move = Block(arg_types=[INDEX]), Block(arg_types=[INDEX])
        build.insert(scf.WhileOp([i], [INDEX], Region(test), Region(move)))

        def elements(build: ArithBuilder, j: SSAValue) -> tuple[Values, Values, Values]:
            """The indices before `j`, and the elements there and at `j`."""
            found = build.compare("ne", j, zero)
            previous = build.select(found, build.op(arith.SubiOp, j, one), zero)
            before, here = (
                [_load_element(build, o, place(k)) for o in op.outputs]
                for k in (previous, j)
            )
            return [found, previous], before, here

        inner = ArithBuilder(test, location=op.location)
        (found, _previous), before, here = elements(inner, test.args[0])

        def comes_first(a: Values, b: Values) -> SSAValue:
            pairs = [value for pair in zip(a, b, strict=True) for value in pair]
            return loops.function(inner, *pairs)

        moves = inner.select(
            comes_first(before, here), inner.constant(0, i1), comes_first(here, before)
        )
        test.add_op(scf.ConditionOp(inner.op(arith.AndIOp, found, moves), test.args[0]))
        inner = ArithBuilder(move, location=op.location)
        (_found, previous), before, here = elements(inner, move.args[0])
        for output, a, b in zip(op.outputs, before, here, strict=True):
            _store_element(inner, b, output, place(previous))
            _store_element(inner, a, output, place(move.args[0]))
        move.add_op(scf.YieldOp(previous))
        return ()

    loops.loop(inside, one, length, step)


def _scatter(op: ScatterOp) -> None:
    """
    Updates one after another, and in parallel along dimensions of the output that no indices name.
    """
    loops = _Loops(op)
    updates, indices, target = op.operands
    batch = rank(indices) - 1
    own = range(batch, rank(updates))
    named = {d: op.places.index(d) for d in op.places}
    first = rank(target) - len(own)
    apart = [d for d in own if d - batch + first not in named]
    sizes = [loops.size(updates, d) for d in range(rank(updates))]
    build, items = loops.parallel([sizes[d] for d in apart])
    variables = dict(zip(apart, items, strict=True))
    serial = [d for d in range(rank(updates)) if d not in apart]

    def nest(build: ArithBuilder, i: SSAValue | None, _: Values) -> Values:
        if i is not None:
            variables[serial[len(variables) - len(apart)]] = i
        if len(variables) < rank(updates):
            bound = sizes[serial[len(variables) - len(apart)]]
            loops.loop(build, loops.zero, bound, nest)
            return ()
        place, inside = list[SSAValue](), build.constant(1, i1)
        at = [variables[d] for d in range(rank(updates))]
        for d in range(rank(target)):
            index = at[batch + d - first] if d >= first else loops.zero
            if d in named:
                number = build.constant(named[d], INDEX)
                read = _load_element(build, indices, [*at[:batch], number])
                if read.type != INDEX:
                    read = build.add(arith.IndexCastOp(read, INDEX))
                index = build.op(arith.AddiOp, read, index)
                bound = loops.size(target, d)
                inside = build.op(
                    arith.AndIOp, inside, build.compare("ult", index, bound)
                )
            place.append(index)
        block = Block()
        build.insert(
            scf.IfOp(inside, (), Region(block), Region(Block([scf.YieldOp()])))
        )
        within = ArithBuilder(block, location=op.location)
        old = _load_element(within, target, place)
        new = loops.function(within, _load_element(within, updates, at), old)
        _store_element(within, new, target, place)
        block.add_op(scf.YieldOp())
        return ()

    nest(build, None, ())


def _fft(op: FftOp) -> None:
    """A work item for each butterfly."""
    loops = _Loops(op)
    stage, cosines, sines, *outputs = op.operands
    build, dimensions = loops.build, rank(outputs[0])
    half = build.op(arith.ShLIOp, loops.one, build.op(arith.SubiOp, stage, loops.one))
    *sizes, length = (loops.size(outputs[0], d) for d in range(dimensions))
    pairs = build.op(arith.DivUIOp, length, build.constant(2, INDEX))
    inside, items = loops.parallel([*sizes, pairs])
    *outer, pair = items
    group, j = (inside.op(kind, pair, half) for kind in (arith.DivUIOp, arith.RemUIOp))
    # Groups of twice `half` elements.
    near = inside.op(arith.AddiOp, pair, inside.op(arith.MuliOp, group, half))
    far = inside.op(arith.AddiOp, near, half)
    cosine, sine = (_load_element(inside, each, [j]) for each in (cosines, sines))
    (a, b), (c, d) = (
        [_load_element(inside, o, [*outer, at]) for o in outputs] for at in (near, far)
    )

    def product(first: SSAValue, second: SSAValue) -> SSAValue:
        return inside.op(arith.MulfOp, first, second)

    turned = (
        inside.op(arith.SubfOp, product(c, cosine), product(d, sine)),
        inside.op(arith.AddfOp, product(c, sine), product(d, cosine)),
    )
    for output, value, other in zip(outputs, (a, b), turned, strict=True):
        _store_element(
            inside, inside.op(arith.AddfOp, value, other), output, [*outer, near]
        )
        _store_element(
            inside, inside.op(arith.SubfOp, value, other), output, [*outer, far]
        )


def lower_extension(op: Extension | SoftmaxOp) -> None:
    """Makes the loops of `op`, on memrefs, before it."""
    match op:
        case SoftmaxOp():
            _softmax(op)
        case ScanOp():
            _scan(op)
        case SortOp():
            _sort(op)
        case ScatterOp():
            _scatter(op)
        case FftOp():
            _fft(op)
        case _:
            raise AssertionError(op.name)
