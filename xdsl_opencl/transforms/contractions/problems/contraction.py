"""
Finds contractions: operations of `linalg` that add products of elements of two operands.

The loops of a contraction are of four kinds. Those of the batch run over both operands and the
result, the rows over the first operand and the result, the columns over the second and
the result, and the depth over both operands only. A convolution is one, too: an index of its
image is a sum of a loop of the rows and one of the depth.

Operations on each element after a contraction (a bias, a cast, a maximum with zero) and the fill
before it belong to it if nothing else sees the elements in between.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import MemRefType, bf16, f16, f32, f64, i8, i16, i32, i64
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Operation, OpResult, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.traits import is_side_effect_free
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import Nest, read_nest
from xdsl_opencl.dialects.gpu_ext.matrices import F8
from xdsl_opencl.ir.index_arithmetic import is_permutation, step_in
from xdsl_opencl.ir.views import root

AnyMemRef = MemRefType[Attribute]

_PRODUCTS: Mapping[type[Operation], type[Operation]] = {
    arith.AddfOp: arith.MulfOp,
    arith.AddiOp: arith.MuliOp,
}
_EXTENSIONS = (arith.ExtFOp, arith.ExtSIOp, arith.ExtUIOp)


_ELEMENTS: frozenset[Attribute] = frozenset(
    (*F8, f16, bf16, f32, f64, i8, i16, i32, i64)
)
"""The elements of matrices that kernels multiply."""


@dataclass
class Factor:
    """One operand of the products."""

    memory: SSAValue
    map: AffineMap
    extension: type[Operation] | None
    """The operation that extends its elements to the type of the sum, if there is one."""

    @property
    def type(self) -> AnyMemRef:
        return cast(AnyMemRef, self.memory.type)


@dataclass
class Stage:
    """An operation on each element of a result, with its map from loops to that result."""

    nest: Nest
    inputs: tuple[int, ...]
    """The operands that are the result so far, its own among them."""
    map: AffineMap


@dataclass
class Contraction:
    """A contraction, with the loops of each kind by their numbers."""

    nest: Nest
    factors: tuple[Factor, Factor]
    batch: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    depth: tuple[int, ...]
    """The last is the one that a tile runs along."""
    fill: ops.FillOp | None = None
    stages: list[Stage] = field(default_factory=list[Stage])
    remark: str = ""
    """A warning of its kernel."""

    @property
    def result(self) -> SSAValue:
        """The memref that the contraction adds to."""
        return self.nest.operands[-1]

    @property
    def result_map(self) -> AffineMap:
        return self.nest.maps[-1]

    @property
    def written(self) -> SSAValue:
        """The memref that the last operation writes."""
        return self.stages[-1].nest.operands[-1] if self.stages else self.result

    @property
    def operations(self) -> Sequence[Operation]:
        """The contraction and its neighbours."""
        fill = [] if self.fill is None else [self.fill]
        return [*fill, self.nest.op, *(stage.nest.op for stage in self.stages)]

    @property
    def sum_type(self) -> Attribute:
        """The type that products are added in, as the operation says."""
        return cast(AnyMemRef, self.result.type).element_type

    @property
    def kept_type(self) -> Attribute:
        """The type of sums in registers: floats of 16 bits are rounded at the end."""
        return f32 if self.sum_type in (f16, bf16) else self.sum_type


def _factors(nest: Nest) -> tuple[Factor, Factor] | None:
    """The operands of the products, if the body adds a product to the result's element."""
    last = nest.body.last_op
    operands = len(nest.operands)
    if nest.outputs != 1 or operands != 3 or last is None:
        return None
    if len(nest.body.args) != operands:
        # The body of a `linalg.map` does not see the result.
        return None
    total = last.operands[0].owner
    kind = _PRODUCTS.get(type(total)) if isinstance(total, Operation) else None
    if kind is None:
        return None
    assert isinstance(total, Operation)
    accumulator = nest.body.args[2]
    others = [value for value in total.operands if value is not accumulator]
    if len(others) != 1 or not isinstance(mul := others[0].owner, kind):
        return None
    found: dict[int, Factor] = {}
    for value in mul.operands:
        extension = None
        if isinstance(value.owner, _EXTENSIONS):
            extension = type(value.owner)
            value = value.owner.operands[0]
        for i in range(2):
            if value is nest.body.args[i] and isa(nest.operands[i].type, AnyMemRef):
                found[i] = Factor(nest.operands[i], nest.maps[i], extension)
    # Nothing else is computed.
    count = 3 + sum(factor.extension is not None for factor in found.values())
    if len(found) != 2 or len(list(nest.body.ops)) != count:
        return None
    return found[0], found[1]


def _contiguous_loop(factor: Factor) -> int | None:
    """The loop along which elements of `factor` follow each other in memory, if one does."""
    for loop in sorted(factor.map.used_dims()):
        if step_in(factor.memory, factor.map, loop) == 1:
            return loop
    return None


def read_contraction(op: Operation) -> Contraction | None:
    """Returns the contraction that `op` is; `None` if it is another operation."""
    nest = read_nest(op)
    if nest is None or (factors := _factors(nest)) is None:
        return None
    if not isa(nest.operands[2].type, AnyMemRef):
        return None
    elements = {cast(AnyMemRef, value.type).element_type for value in nest.operands}
    sizes = [nest.size(loop) for loop in range(len(nest.parallel))]
    if not elements <= _ELEMENTS or 0 in sizes:
        return None
    first, second = (factor.map.used_dims() for factor in factors)
    order: list[int] = []
    for result in nest.maps[2].results:
        if not isinstance(result, AffineDimExpr):
            return None
        order.append(result.position)
    parallel = [loop for loop, is_parallel in enumerate(nest.parallel) if is_parallel]
    if sorted(order) != parallel:
        return None
    depth = [loop for loop in range(len(nest.parallel)) if loop not in order]
    if not depth or not all(loop in first and loop in second for loop in depth):
        return None
    batch = tuple(loop for loop in order if loop in first and loop in second)
    rows = tuple(loop for loop in order if loop in first and loop not in second)
    columns = tuple(loop for loop in order if loop not in first and loop in second)
    if not rows or not columns or len(batch) + len(rows) + len(columns) != len(order):
        return None
    if order[-1] in rows:
        # The columns follow each other in the result's memory.
        factors, rows, columns = (factors[1], factors[0]), columns, rows
    inner = next(
        (
            loop
            for factor in factors
            if (loop := _contiguous_loop(factor)) is not None and loop in depth
        ),
        # mutant: an unknown size counts as longer than any other.
        max(depth, key=lambda loop: (nest.size(loop) or 2**31, loop)),
    )
    depth.remove(inner)
    return Contraction(nest, factors, batch, rows, columns, (*depth, inner))


# --- its neighbours --------------------------------------------------------------------


def take_neighbours(contraction: Contraction) -> Sequence[Operation]:
    """
    Gives `contraction` the fill before it and the operations on each element after it.
    Returns the operations that are not needed any more, users before the values they use.
    """
    op, memory = contraction.nest.op, contraction.result
    unneeded: list[Operation] = []
    if (fill := _fill(op, memory)) is not None:
        contraction.fill = fill
        unneeded.append(fill)
    written = memory
    last = op
    while (stage := _stage(last, written, contraction)) is not None:
        contraction.stages.append(stage)
        last = stage.nest.op
        target = stage.nest.operands[-1]
        # Without a fill the sums start from the numbers in the memory of the result.
        if target is not written and (written is not memory or fill is not None):
            unneeded += buffer_of(written)
        unneeded.insert(0, last)
        written = target
    return unneeded


def _fill(op: Operation, memory: SSAValue) -> ops.FillOp | None:
    """The fill of `memory` that only `op` reads."""
    before = op.prev_op
    while before is not None:
        if isinstance(before, ops.FillOp) and before.outputs[0] is memory:
            value: Attribute = before.inputs[0].type
            element = cast(AnyMemRef, memory.type).element_type
            return before if value == element else None
        if not _is_apart(before, before.operands, memory):
            return None
        before = before.prev_op
    return None


def leaves(op: Operation, memory: SSAValue) -> bool:
    """True if `op` does not write `memory`."""
    nest = read_nest(op)
    return _is_apart(
        op, op.operands if nest is None else nest.operands[-nest.outputs :], memory
    )


def _is_apart(op: Operation, operands: Sequence[SSAValue], memory: SSAValue) -> bool:
    """True if `operands` of `op`, with which it touches memory, are apart from `memory`."""
    if is_side_effect_free(op) or isinstance(op, memref.AllocOp | memref.DimOp):
        return True
    if not op.name.startswith("linalg."):
        return False
    used = [value for value in operands if isa(value.type, AnyMemRef)]
    return all(root(value) is not root(memory) for value in used)


def buffer_of(value: SSAValue) -> Iterator[Operation]:
    """The operations that only serve memory without readers."""
    for use in tuple(value.uses):
        if isinstance(use.operation, memref.DeallocOp):
            yield use.operation
    if isinstance(value, OpResult):
        yield value.op


def other_users(value: SSAValue, known: Collection[Operation]) -> Sequence[Operation]:
    """
    The operations that use the allocated memory `value` beside the operations of `known`, in any order;
    none if other operations may know the memory.
    """
    if not isinstance(value.owner, memref.AllocOp):
        return ()
    users = dict.fromkeys(use.operation for use in value.uses)
    return [
        user
        for user in users
        if user not in known and not isinstance(user, memref.DeallocOp)
    ]


def other_user(value: SSAValue, known: Collection[Operation]) -> Operation | None:
    """The one of `other_users`; `None` if there are none or several."""
    users = other_users(value, known)
    return users[0] if len(users) == 1 else None


def _stage(
    last: Operation, written: SSAValue, contraction: Contraction
) -> Stage | None:
    """The operation on each element of `written` after `last`, if only it sees them."""
    after = last.next_op
    used = {root(value) for op in contraction.operations for value in op.operands}
    while after is not None and written not in after.operands:
        # A fill of other memory, as before a padding, comes before the kernel.
        if not (
            is_side_effect_free(after)
            or isinstance(after, memref.AllocOp)
            or (isinstance(after, ops.FillOp) and root(after.outputs[0]) not in used)
        ):
            return None
        after = after.next_op
    nest = None if after is None else read_nest(after)
    if nest is None or nest.outputs != 1 or not all(nest.parallel):
        return None
    inputs = [i for i, value in enumerate(nest.operands[:-1]) if value is written]
    if not inputs:
        return None
    maps = {nest.maps[i] for i in (*inputs, len(nest.operands) - 1)}
    if len(maps) != 1 or not is_permutation(map := maps.pop()):
        return None
    if nest.operands[-1] is not written:
        if other_user(written, contraction.operations) is not nest.op:
            return None
    else:
        inputs.append(len(nest.operands) - 1)
    # The memory that is written must not be read for other elements.
    target = root(nest.operands[-1])
    read = [value for i, value in enumerate(nest.operands[:-1]) if i not in inputs]
    read += [factor.memory for factor in contraction.factors]
    if any(root(value) is target for value in read if isa(value.type, AnyMemRef)):
        return None
    return Stage(nest, tuple(inputs), map)
