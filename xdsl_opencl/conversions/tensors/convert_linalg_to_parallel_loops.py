"""
`convert-linalg-to-parallel-loops`: `linalg` on memrefs to `scf.parallel`, `scf.for` and
`memref`, under upstream's name.

The parallel iterators of an operation are the dimensions of one `scf.parallel`, its
reduction iterators loops inside, in their order. Loops whose iterator no output mentions carry
the elements of the outputs, loaded before them and stored after them; a loop with such an iterator, and
all loops around it, loads and stores in each iteration. So do all loops where an output shares
its memory with another operand. A reduction of everything, by an operation that may be reordered,
is an `scf.parallel` with a reduction; any other without a parallel iterator is a loop of one
iteration around the reductions. A parallel iterator that an output does not mention, so that several
iterations write one element, is a loop inside as well: the last iteration's element stays.
Indices are sums and products of `arith`; other affine expressions become `affine.apply`
(`convert-affine-to-scf`).

Every structured operation of `linalg` is lowered by its maps and body, and so are
`linalg.broadcast`, `linalg.reduce` and `linalg.map`. `linalg.softmax` is one parallel loop over the
other dimensions, with a loop for the maximum, one for the sum and one for the quotients.

Errors: tensors (`bufferize-destinations` comes first), loops with sizes that no operand has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import (
    MemRefType,
    ModuleOp,
    TensorType,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import (
    AffineMap,
)
from xdsl.passes import ModulePass

from xdsl_opencl.conversions.tensors.extension_loops import lower_extension
from xdsl_opencl.conversions.tensors.structured_operations import (
    Nest,
    combined,
    read_nest,
    run_body,
)
from xdsl_opencl.dialects.linalg_ext.extensions import Extension
from xdsl_opencl.dialects.linalg_ext.written import SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder, erase
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import (
    INDEX,
    divided,
    index_value,
    product,
    value_of,
)

_REDUCED: frozenset[Attribute] = frozenset((INDEX, i8, i16, i32, i64, f16, f32, f64))
"""The types of a reduction in a parallel loop; of other types it is a serial one."""


class _Lowering:
    """Puts the loops of one operation before it."""

    def __init__(self, nest: Nest):
        self.nest = nest
        self.build = ArithBuilder.before(nest.op)
        self.zero = self.build.constant(0, INDEX)
        self.one = self.build.constant(1, INDEX)

    def indices(
        self, build: ArithBuilder, map: AffineMap, variables: Sequence[SSAValue]
    ) -> Sequence[SSAValue]:
        return [index_value(build, result, map, variables) for result in map.results]

    def element(
        self, build: ArithBuilder, i: int, variables: Sequence[SSAValue]
    ) -> SSAValue:
        """The element of operand `i`; an operand that is a scalar itself."""
        operand = self.nest.operands[i]
        if not isinstance(operand.type, MemRefType):
            return operand
        indices = self.indices(build, self.nest.maps[i], variables)
        return build.add(memref.LoadOp.get(operand, indices))

    def run_body(
        self,
        build: ArithBuilder,
        variables: Sequence[SSAValue],
        carried: Sequence[SSAValue] | None,
        leave: Operation | None = None,
    ) -> Sequence[SSAValue]:
        """
        Makes the body for one iteration, and returns the yielded values. `carried` are the
        elements of the outputs so far, loaded if `None`; `leave` is not made.
        """
        inputs = len(self.nest.operands) - self.nest.outputs

        def element(i: int) -> SSAValue:
            if i < inputs or carried is None:
                return self.element(build, i, variables)
            return carried[i - inputs]

        return run_body(build, self.nest, variables, element, leave)

    def store(
        self,
        build: ArithBuilder,
        values: Sequence[SSAValue],
        variables: Sequence[SSAValue],
    ) -> None:
        first = len(self.nest.operands) - self.nest.outputs
        for i, value in enumerate(values, first):
            indices = self.indices(build, self.nest.maps[i], variables)
            operand = self.nest.operands[i]
            build.insert(memref.StoreOp.get(value, operand, indices))

    # --- the loops -------------------------------------------------------------------

    def lower(self) -> None:
        nest, build = self.nest, self.build
        loops = range(len(nest.parallel))
        bounds = [self.nest.bound(self.build, loop) for loop in loops]
        mentioned = [map.used_dims() for map in nest.maps[-nest.outputs :]]
        outer = [
            loop
            for loop in loops
            if nest.parallel[loop] and all(loop in used for used in mentioned)
        ]
        inner = [loop for loop in loops if loop not in outer]
        # The loops that load and store in each iteration.
        storing = len(inner)
        while storing and not (
            nest.shares_memory or any(inner[storing - 1] in used for used in mentioned)
        ):
            storing -= 1
        combination = None if outer or storing or not inner else combined(nest)
        if combination is not None and combination.results[0].type in _REDUCED:
            self.reduce_all(bounds, combination)
            return
        # A loop of one iteration where nothing is parallel.
        uppers = [bounds[loop] for loop in outer] or [self.one]
        body = Block(arg_types=(INDEX,) * len(uppers))
        count = len(uppers)
        build.insert(
            scf.ParallelOp([self.zero] * count, uppers, [self.one] * count, [body])
        )
        inside = ArithBuilder(body, location=nest.op.location)
        variables: list[SSAValue] = [self.zero] * len(bounds)
        for loop, argument in zip(outer, body.args):
            variables[loop] = argument
        innermost = inside
        for loop in inner[:storing]:
            each = Block([last := scf.YieldOp()], arg_types=(INDEX,))
            innermost.insert(scf.ForOp(self.zero, bounds[loop], self.one, (), each))
            innermost = ArithBuilder(each, last, nest.op.location)
            (variables[loop],) = each.args
        values = self.reduce(innermost, bounds, inner[storing:], variables)
        self.store(innermost, values, variables)
        inside.insert(scf.ReduceOp())

    def reduce(
        self,
        build: ArithBuilder,
        bounds: Sequence[SSAValue],
        loops: Sequence[int],
        variables: list[SSAValue],
    ) -> Sequence[SSAValue]:
        """
        Makes the reduction `loops` around the body; returns the new elements of the
        outputs.
        """
        nest = self.nest
        if not loops:
            return self.run_body(build, variables, None)
        first = len(nest.operands) - nest.outputs
        carried: Sequence[SSAValue] = [
            self.element(build, i, variables) for i in range(first, len(nest.operands))
        ]
        types = [value.type for value in carried]
        made: list[scf.ForOp] = []
        for loop in loops:
            body = Block(arg_types=(INDEX, *types))
            each = scf.ForOp(self.zero, bounds[loop], self.one, carried, body)
            build.insert(each)
            made.append(each)
            build = ArithBuilder(body, location=nest.op.location)
            variables[loop], *carried = body.args
        values = self.run_body(build, variables, carried)
        for each in reversed(made):
            each.body.block.add_op(scf.YieldOp(*values))
            values = each.results
        return values

    def reduce_all(self, bounds: Sequence[SSAValue], combination: Operation) -> None:
        """
        Makes a parallel loop with a reduction by `combination`, and stores its result. A launch
        has three dimensions: of more loops the first are one.
        """
        nest, build = self.nest, self.build
        none = [self.zero] * len(bounds)
        start = self.element(build, len(nest.operands) - 1, none)
        joined, own = bounds[:-2], bounds[-2:]
        if joined:
            own = [value_of(build, product(build, joined)), *own]
        body = Block(arg_types=(INDEX,) * len(own))
        steps = [self.one] * len(own)
        loop = scf.ParallelOp(none[: len(own)], own, steps, [body], [start])
        build.insert(loop)
        inside = ArithBuilder(body, location=nest.op.location)
        variables: list[SSAValue] = [*body.args]
        if joined:
            places = divided(inside, variables[0], joined)
            variables[:1] = [value_of(inside, place) for place in places]
        accumulator = nest.body.args[-1]
        (other,) = (o for o in combination.operands if o is not accumulator)
        last = nest.body.last_op
        assert last is not None
        last.operands[0] = other
        (value,) = self.run_body(inside, variables, (start,), leave=combination)
        last.operands[0] = combination.results[0]
        pair = Block(arg_types=(start.type, start.type))
        reduction = ArithBuilder(pair, location=nest.op.location)
        copy = combination.clone(
            dict(zip(combination.operands, pair.args, strict=True))
        )
        reduction.insert(copy)
        reduction.insert(scf.ReduceReturnOp(copy.results[0]))
        inside.insert(scf.ReduceOp((value,), (Region(pair),)))
        self.store(build, loop.results, none)


@dataclass(frozen=True)
class ConvertLinalgToParallelLoopsPass(ModulePass):
    """Lowers `linalg` on memrefs to parallel loops."""

    name = "convert-linalg-to-parallel-loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for inner in tuple(op.walk()):
            if not inner.name.startswith("linalg.") and not isinstance(
                inner, Extension
            ):
                continue
            if any(isinstance(o.type, TensorType) for o in inner.operands) and not (
                isinstance(inner, ops.YieldOp)
            ):
                fail(
                    inner,
                    f"'{inner.name}' is on tensors, which are not in memory; run "
                    "'bufferize-destinations' first",
                )
            if isinstance(inner, Extension | SoftmaxOp):
                lower_extension(inner)
                erase(inner)
                continue
            nest = read_nest(inner)
            if nest is not None:
                _Lowering(nest).lower()
                erase(inner)
