"""
`linalg-fuse-elementwise-ops`: operations of `linalg` on tensors take over the operations on each
element that compute their inputs, under upstream's name.

The body of the producer goes before the consumer's, and the maps of its inputs are composed with
the map that the consumer reads it by. A producer is fused if the consumer is its only user and reads
each element once, or the element is cheap. One that only moves elements (a transposition, a broadcast, a
fill, a constant of one number, a reshape that adds or drops dimensions of size 1), extends them or is made
of indices is fused with each of its users.

Reshapes between operations move after them where they part dimensions of batches or of elements
(`reshape_expansion.py`).

Contractions keep their form: they take transpositions, broadcasts and extensions only, and operations on each element
after them are fused with each other only, so that a kernel of a contraction can end with them. A
broadcast that a sum starts from is added after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, math, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ModuleOp,
    TensorType,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap
from xdsl.passes import ModulePass
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.reductions import SUM
from xdsl_opencl.conversions.tensors.reshape_expansion import (
    erase_unused,
    expand_reshapes,
)
from xdsl_opencl.conversions.tensors.separate_outputs import separate_outputs
from xdsl_opencl.conversions.tensors.structured_operations import Nest, read_nest
from xdsl_opencl.dialects.aliases import AnyTensor
from xdsl_opencl.dialects.linalg_ext.named import generic
from xdsl_opencl.dialects.linalg_ext.scalars import element_type
from xdsl_opencl.dialects.resources import splat
from xdsl_opencl.ir.build import ArithBuilder, positions

_WIDENING = (arith.ExtFOp, arith.ExtSIOp, arith.ExtUIOp)
_CHEAP = (
    *_WIDENING,
    *(arith.AddiOp, arith.SubiOp, arith.CmpiOp, arith.CmpfOp, arith.SelectOp),
    *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.IndexCastOp, arith.TruncIOp),
)
_OF_INDICES = (ops.IndexOp, ops.YieldOp, math.AbsIOp)
_FEW = 5
"""Operations that cost less than a kernel of their own, and memory for what they compute."""
_MOST_OPERANDS = 32
"""Operands of an operation; the arguments of a kernel of AMD's have a kilobyte."""


def _is_tensor(value: SSAValue) -> bool:
    return isa(value.type, AnyTensor)


@dataclass
class _Operand:
    """An operand, its map, and its element in the body."""

    value: SSAValue
    map: AffineMap
    element: SSAValue


@dataclass
class _Producer:
    """
    Elements of `nest`, at the loops `loops` of the consumer; of a reshape, elements of its operand
    (`nest` is `None`).
    """

    op: Operation
    nest: Nest | None
    moves: bool


class _Fusion:
    """The fusion of one block."""

    def __init__(self) -> None:
        self.stages: set[Operation] = set()
        """Contractions, and the operations on each element after them."""

    def run(self, block: Block) -> None:
        following = block.first_op
        while (op := following) is not None:
            following = op.next_op
            if isinstance(op, tensor.CollapseShapeOp) and _follows_a_move(op):
                op = _copied(op)
            if not op.name.startswith("linalg."):
                continue
            nest = read_nest(op)
            if nest is None or not all(map(_is_tensor, op.results)) or not op.results:
                continue
            nest = self._fuse(nest)
            if (
                _moves(nest)
                and nest.maps[0] == nest.maps[-1]
                and nest.operands[0].type == nest.op.results[0].type
            ):
                nest.op.results[0].replace_all_uses_with(nest.operands[0])
                erase_unused(nest.op)
                continue
            _transpose_last(nest)
            if _is_contraction(nest):
                self.stages.add(nest.op)
                _start_from_zero(nest)
            for i in range(len(nest.operands) - 1):
                if self._continues(nest, i):
                    self._follow(nest, i)
                    break

    def _follow(self, nest: Nest, i: int) -> None:
        """
        Lets `nest` follow the contraction, or the operation after it, before operand `i`, with
        memory of their own, so that nothing is between them and a factor is no output.
        """
        self.stages.add(nest.op)
        before = nest.operands[i].owner
        assert isinstance(before, Operation)
        before.detach()
        ArithBuilder.before(nest.op).insert(before)
        self._own_memory(nest.op)
        if _is_contraction(inner := cast(Nest, read_nest(before))):
            fill = inner.operands[-1].owner
            if isinstance(fill, ops.FillOp):
                fill.detach()
                ArithBuilder.before(before).insert(fill)
                before = fill
            self._own_memory(before)

    def _own_memory(self, op: Operation) -> None:
        """Gives the last operand of `op`, if it is empty, memory that nothing else has."""
        last = len(op.operands) - 1
        if isinstance(output := op.operands[last].owner, tensor.EmptyOp):
            op.operands[last] = ArithBuilder.before(op).add(output.clone())

    def _continues(self, nest: Nest, i: int) -> bool:
        """
        Returns whether `nest` can be part of the kernel of the contraction before operand `i`.
        """
        value = nest.operands[i]
        return (
            value.owner in self.stages
            and all(nest.parallel)
            and nest.outputs == 1
            and nest.maps[i] == nest.maps[-1]
            and _has_one_user(value)
        )

    def _fuse(self, nest: Nest) -> Nest:
        """Fuses all producers that `nest` can take; returns what it becomes."""
        again = True
        while again:
            again = False
            for i in range(len(nest.operands) - nest.outputs):
                producer = self._producer(nest, i)
                if producer is None or (made := _fused(nest, i, producer)) is None:
                    continue
                old = nest.op
                for result, new in zip(old.results, made.results, strict=True):
                    new.name_hint = result.name_hint
                    result.replace_all_uses_with(new)
                erase_unused(old)
                fused = read_nest(made)
                assert fused is not None
                nest, again = fused, True
                break
        return nest

    def _producer(self, nest: Nest, i: int) -> _Producer | None:
        """The producer of input `i`, if it can be fused."""
        value = nest.operands[i]
        op = value.owner
        if not isinstance(op, Operation) or not _is_tensor(value):
            return None
        contracts = _is_contraction(nest)
        if isinstance(op, arith.ConstantOp):
            is_splat = not contracts and splat(op.value) is not None
            return _Producer(op, None, True) if is_splat else None
        if isinstance(op, tensor.ExpandShapeOp | tensor.CollapseShapeOp):
            units = _kept(op) is not None
            return _Producer(op, None, True) if units and not contracts else None
        if op.parent is not nest.op.parent or not op.name.startswith("linalg."):
            return None
        inner = read_nest(op)
        if inner is None or inner.outputs != 1 or not all(inner.parallel):
            return None
        if not _permutes(inner.maps[-1]):
            return None
        moves = inner.body.first_op is inner.body.last_op
        if contracts:
            prepares = (moves or _extends(inner)) and _stays_factor(nest, i, inner)
            return _Producer(op, inner, True) if prepares else None
        if op in self.stages and not self._continues(nest, i):
            return None
        map = nest.maps[i]
        once = all(
            isinstance(r, AffineDimExpr | AffineConstantExpr) for r in map.results
        ) and map.used_dims() >= {d for d in range(map.num_dims) if _size(nest, d) != 1}
        others = [
            j for j, other in enumerate(nest.operands) if other is value and j != i
        ]
        once = once and all(nest.maps[j] == map for j in others)
        alone = _has_one_user(value)
        if moves or _is_repeated(inner) or (alone and (once or _is_cheap(inner))):
            return _Producer(op, inner, moves)
        return None


def _moves(nest: Nest) -> bool:
    """Returns whether the elements of the result are elements of the one input, a tensor."""
    return (
        len(nest.operands) == 2  # mutant: an operand that is not read changes nothing
        and _is_tensor(nest.operands[0])
        and cast(Operation, nest.body.last_op).operands[0] is nest.body.args[0]
    )


def _follows_a_move(op: tensor.CollapseShapeOp) -> bool:
    """Returns whether `op` alone reads elements that were moved to memory of their own."""
    owner = op.src.owner
    nest = read_nest(owner) if isinstance(owner, Operation) else None
    return (
        nest is not None
        and _moves(nest)
        and _has_one_user(op.src)
        and isinstance(nest.operands[-1].owner, tensor.EmptyOp)
    )


def _copied(op: tensor.CollapseShapeOp) -> Operation:
    """
    Copies the result of a reshape, for its users: where only dimensions of size 1 go, the copy can
    move elements itself.
    """
    type = op.result.type
    empty = cast("tensor.EmptyOp", cast(Operation, op.src.owner).operands[-1].owner)
    build = ArithBuilder(cast(Block, op.parent), op.next_op, op.location)
    made = build.add(tensor.EmptyOp(empty.dynamic_sizes, type))
    element = type.element_type
    body = Block(arg_types=(element, element))
    body.add_op(ops.YieldOp(body.args[0]))
    map = AffineMap.identity(type.get_num_dims())
    copy = generic((op.result,), (made,), body, (map, map))
    op.result.replace_uses_with_if(
        copy.results[0], lambda use: use.operation is not copy
    )
    build.insert(copy)
    return copy


def _extends(nest: Nest) -> bool:
    """Returns whether the body converts one element to a wider type, and does nothing else."""
    first, *others = nest.body.ops
    return isinstance(first, _WIDENING) and len(others) == 1


def _is_repeated(nest: Nest) -> bool:
    """
    Returns whether users rather compute an element again than load it: one of a wider type than
    what it is made of, and one that is made of indices by few operations, or twice as many of
    cheap ones.
    """
    if _extends(nest):
        return True
    reads = any(any(argument.uses) for argument in nest.body.args)
    made = [*nest.body.ops]
    cheap = all(isinstance(op, (*_CHEAP, *_OF_INDICES)) for op in made)
    return not reads and len(made) <= _FEW * (2 if cheap else 1)


def _is_cheap(nest: Nest) -> bool:
    """
    Returns whether the one user may compute an element several times: it takes few cheap operations,
    or few of any kind on constants, the weights of a normalisation.
    """
    inner = [op for op in nest.body.ops if op is not nest.body.last_op]
    of_constants = all(
        isinstance(value.owner, arith.ConstantOp) for value in nest.operands[:-1]
    )
    return len(inner) <= _FEW and all(
        isinstance(op, _CHEAP) or (of_constants and not op.regions) for op in inner
    )


def _size(nest: Nest, loop: int) -> int | None:
    """The number of iterations of `loop`, if the type of an operand says it."""
    for value, map in zip(nest.operands, nest.maps):
        if not _is_tensor(value):
            continue
        for size, index in zip(cast(AnyTensor, value.type).get_shape(), map.results):
            if index == AffineDimExpr(loop):
                return size
    return None


def _permutes(map: AffineMap) -> bool:
    """Returns whether each loop is one of the results."""
    return map.is_projected_permutation() and len(map.results) == map.num_dims


def _has_one_user(value: SSAValue) -> bool:
    return len({use.operation for use in value.uses}) == 1


def _is_contraction(nest: Nest) -> bool:
    """
    Returns whether a loop combines two inputs, each with loops of the result that the other has
    not.
    """
    if all(nest.parallel) or len(nest.operands) != 3:
        return False
    first, second, result = (map.used_dims() for map in nest.maps)
    return bool((first - second) & result) and bool((second - first) & result)


def _transpose_last(nest: Nest) -> None:
    """
    Transposes what `nest` computes of transposed tensors, not those, where only a contraction uses it,
    which reads it as it is.
    """
    op = nest.op
    if not isinstance(op, ops.GenericOp) or nest.outputs != 1 or not all(nest.parallel):
        return
    result, order = op.results[0], nest.maps[0]
    user, value = op, result
    while user is op or isinstance(user, tensor.ExpandShapeOp | tensor.CollapseShapeOp):
        value = user.results[0]
        if not value.has_one_use():
            return
        user = next(iter(value.uses)).operation
    factors = read_nest(user)
    shape = cast(AnyTensor, result.type).get_shape()
    identity = AffineMap.identity(len(shape))
    if (
        factors is None
        or not _is_contraction(factors)  # mutant: elsewhere the same in one copy more
        or nest.maps[-1] != identity
        or order == identity
        or not _permutes(order)
        or any(map != order for map in nest.maps[:-1])
        or DYNAMIC_INDEX in shape
        or nest.body.first_op is nest.body.last_op
        or any(isinstance(inner, ops.IndexOp) for inner in nest.body.ops)
        or any(nest.body.args[-1].uses)
    ):
        return
    sizes = [shape[cast(AffineDimExpr, r).position] for r in order.results]
    type = TensorType(cast(AnyTensor, result.type).element_type, sizes)
    build = ArithBuilder.before(op)
    empty = build.add(tensor.EmptyOp((), type))
    body = op.body.detach_block(op.body.block)
    made = build.add(generic(op.inputs, [empty], body, [identity] * len(nest.maps)))
    permutation = [order.results.index(AffineDimExpr(d)) for d in range(len(shape))]
    moved = ops.TransposeOp(made, op.outputs[0], positions(*permutation), result.type)
    result.replace_all_uses_with(build.add(moved))
    erase_unused(op)


def _stays_factor(nest: Nest, i: int, inner: Nest) -> bool:
    """
    Returns whether the contraction `nest` is one with what `inner` moves to operand `i`: a
    broadcast leaves loops of the result to the other factor.
    """
    if not all(map.is_projected_permutation() for map in inner.maps):
        return False
    loops = {d for map in inner.maps[:-1] for d in map.used_dims()}
    indices = zip(inner.maps[-1].results, nest.maps[i].results, strict=True)
    lost = {
        loop
        for index, place in indices
        if isinstance(index, AffineDimExpr) and index.position not in loops
        for loop in place.used_dims()
    }
    own, other, result = (nest.maps[n].used_dims() for n in (i, 1 - i, 2))
    return lost <= other & result and bool((own - lost - other) & result)


def _kept(op: tensor.ExpandShapeOp | tensor.CollapseShapeOp) -> Sequence[int] | None:
    """
    For each dimension of the shorter shape the dimension of the longer shape that it is, if all
    other dimensions have size 1.
    """
    longer = op.result if isinstance(op, tensor.ExpandShapeOp) else op.operands[0]
    shape = cast(AnyTensor, longer.type).get_shape()
    kept: list[int] = []
    for group in op.reassociation:
        dimensions = [each.value.data for each in group]
        wide = [d for d in dimensions if shape[d] != 1] or dimensions[:1]
        if len(wide) != 1:
            return None
        kept += wide
    covered = sum(len(group) for group in op.reassociation)
    return kept if covered == len(shape) else None


def _start_from_zero(nest: Nest) -> None:
    """
    Adds a broadcast after the contraction `nest` that would start from it, so that it is part
    of the contraction's kernel. The start of a sum is added at its end.
    """
    op, start, so_far = nest.op, nest.operands[-1].owner, nest.body.args[-1]
    inner = read_nest(start) if isinstance(start, Operation) else None
    total = cast(Operation, nest.body.last_op).operands[0].owner
    if (
        not isinstance(start, Operation)
        or inner is None
        or not all(inner.parallel)
        or len(inner.operands) != 2
        or not _is_tensor(inner.operands[0])
        or [*cast(Operation, inner.body.first_op).operands] != [inner.body.args[0]]
        or inner.body.first_op is not inner.body.last_op
        or inner.maps[0] == inner.maps[1]
        or not _permutes(inner.maps[1])
        or not isinstance(total, arith.AddfOp | arith.AddiOp)
        or so_far not in total.operands
        # The sum so far is added to, and used for nothing else.
        or not so_far.has_one_use()
    ):
        return
    build, after = ArithBuilder.before(op), op.next_op
    type = cast(AnyTensor, op.results[0].type)
    element = type.element_type
    zero = build.literal(SUM.start(element), element)
    empty = inner.operands[1]
    fill = ops.FillOp((zero,), (empty,), (type,))
    op.operands[len(op.operands) - 1] = build.add(fill)
    body = Block(arg_types=[element] * 3)
    inside = ArithBuilder(body, location=op.location)
    first, second = body.args[:2]
    inside.insert(ops.YieldOp(inside.op(total.__class__, first, second)))
    same = AffineMap.identity(type.get_num_dims())
    back = inner.maps[1].inverse_permutation()
    assert after is not None
    assert back is not None
    maps = (same, inner.maps[0].compose(back), same)
    added = generic([op.results[0], inner.operands[0]], [empty], body, maps)
    op.results[0].replace_uses_with_if(
        added.results[0], lambda use: use.operation is not added
    )
    ArithBuilder.before(after).insert(added)
    erase_unused(start)


class _FusedBody:
    """The body of an operation with a producer inside, and the inputs that it reads."""

    def __init__(self, nest: Nest):
        self.nest = nest
        self.block = Block()
        self.build = ArithBuilder(self.block, location=nest.op.location)
        self.operands: list[_Operand] = []

    def element(self, value: SSAValue, map: AffineMap) -> SSAValue:
        """The argument of the body for these elements."""
        if not _is_tensor(value):
            return value
        for known in self.operands:
            if known.value is value and known.map == map:
                return known.element
        number = len(self.operands)
        argument = self.block.insert_arg(element_type(value.type), number)
        self.operands.append(_Operand(value, map, argument))
        return argument

    def produced(self, producer: _Producer, map: AffineMap) -> SSAValue | None:
        """The producer's element at `map`; `None` if its indices are no loops there."""
        inner = producer.nest
        if inner is None:
            if (source := _source(producer.op, map)) is not None:
                return self.element(*source)
            dense = splat(cast("arith.ConstantOp", producer.op).value)
            assert dense is not None
            outside = ArithBuilder.before(self.nest.op)
            return outside.literal(
                next(iter(dense.iter_attrs())), dense.get_element_type()
            )
        back = inner.maps[-1].inverse_permutation()
        assert back is not None
        loops = back.compose(map).results
        indices = [op for op in inner.body.ops if isinstance(op, ops.IndexOp)]
        if not all(
            isinstance(loops[op.dim.value.data], AffineDimExpr) for op in indices
        ):
            return None
        inside: dict[SSAValue, SSAValue] = {}
        for argument, value, where in zip(inner.body.args, inner.operands, inner.maps):
            if any(argument.uses):
                moved = tuple(
                    r.replace_dims_and_symbols(loops, ()) for r in where.results
                )
                read = AffineMap(map.num_dims, 0, moved)
                inside[argument] = self.element(value, read)
        last = inner.body.last_op
        assert last is not None
        for op in inner.body.ops:
            if isinstance(op, ops.IndexOp):
                loop = loops[op.dim.value.data]
                assert isinstance(loop, AffineDimExpr)
                inside[op.result] = self.build.add(ops.IndexOp(loop.position))
            elif op is not last:
                self.build.insert(op.clone(inside))
        return inside.get(last.operands[0], last.operands[0])


def _fused(nest: Nest, i: int, producer: _Producer) -> ops.GenericOp | None:
    """
    Makes `nest` with the producer of its operand `i` inside, before `nest`; `None` if the result
    would be none that `linalg` can have.
    """
    inputs = len(nest.operands) - nest.outputs
    values: dict[SSAValue, SSAValue] = {}
    body = _FusedBody(nest)
    made: SSAValue | None = None
    read = (nest.operands[i], nest.maps[i])
    for argument, value, map in zip(nest.body.args[:inputs], nest.operands, nest.maps):
        if (value, map) == read:
            if made is None and (made := body.produced(producer, map)) is None:
                return None
            values[argument] = made
        elif any(argument.uses):
            values[argument] = body.element(value, map)
    outputs = nest.operands[inputs:]
    # Some bodies have no arguments for the results.
    arguments = [*nest.body.args[inputs:]] or [None] * nest.outputs
    for value, argument in zip(outputs, arguments):
        block = body.block
        new = block.insert_arg(element_type(value.type), len(block.args))
        if argument is not None:
            values[argument] = new
    for op in nest.body.ops:
        body.build.insert(op.clone(values))
    maps = [operand.map for operand in body.operands] + list(nest.maps[inputs:])
    sized = {r for map in maps for r in map.results if isinstance(r, AffineDimExpr)}
    if len(sized) != len(nest.parallel) or len(maps) > _MOST_OPERANDS:
        return None
    inputs = [operand.value for operand in body.operands]
    fused = generic(inputs, outputs, body.block, maps, nest.parallel)
    ArithBuilder.before(nest.op).insert(fused)
    return fused


def _source(op: Operation, map: AffineMap) -> tuple[SSAValue, AffineMap] | None:
    """What a reshape is of, and the map that reads the same elements; `None` of a constant."""
    if not isinstance(op, tensor.ExpandShapeOp | tensor.CollapseShapeOp):
        return None
    kept = _kept(op)
    assert kept is not None
    source = op.operands[0]
    if isinstance(op, tensor.ExpandShapeOp):
        results: list[AffineExpr] = [map.results[d] for d in kept]
    else:
        results = [AffineConstantExpr(0)] * len(
            cast(AnyTensor, source.type).get_shape()
        )
        for place, result in zip(kept, map.results, strict=True):
            results[place] = result
    return source, AffineMap(map.num_dims, 0, tuple(results))


def _blocks(module: ModuleOp) -> Iterator[Block]:
    seen: set[Block] = set()
    for op in module.walk():
        block = op.parent
        if op.name.startswith("linalg.") and block is not None and block not in seen:
            seen.add(block)
            yield block


@dataclass(frozen=True)
class LinalgFuseElementwiseOpsPass(ModulePass):
    """Fuses operations on each element into the operations that use their results."""

    name = "linalg-fuse-elementwise-ops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for block in tuple(_blocks(op)):
            separate_outputs(block)
            _Fusion().run(block)
            if expand_reshapes(block):
                _Fusion().run(block)
