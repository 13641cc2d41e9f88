"""
Reshapes of tensors after the operations of `linalg` between which they stand.

Importers merge the batch and the heads of attention into one dimension for each product, and part
them for the operations between the products. An operation with such an operand, or such a result, gets a
loop for each of the parts instead, as by upstream's `populateFoldReshapeOpsByExpansionPatterns`;
two reshapes that then meet are none.

A contraction gets loops of its batch only. Another operation gets them after an operation of `linalg`,
or before a reshape. Sizes of the parts must be static.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Block, Operation, OpResult, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.tensors.structured_operations import Nest, read_nest
from xdsl_opencl.dialects.aliases import AnyTensor
from xdsl_opencl.dialects.linalg_ext.named import generic, rank
from xdsl_opencl.dialects.linalg_ext.scalars import element_type
from xdsl_opencl.dialects.linalg_ext.written import SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder, erase

Reshape = tensor.CollapseShapeOp | tensor.ExpandShapeOp
Parts = Mapping[int, tuple[int, ...]]
"""The sizes of the parts of a loop, or of a dimension."""


def expand_reshapes(block: Block) -> bool:
    """Gives operations of `block` the loops of reshapes; true if one has changed."""
    changed = False
    for op in tuple(block.ops):
        nest = _read(op)
        if nest is not None and (parts := _parts(nest)):
            _expand(nest, parts)
            changed = True
    return changed


def _read(op: Operation) -> Nest | None:
    """The loops of an operation with one tensor as its result."""
    if len(op.results) != 1 or not isa(op.results[0].type, AnyTensor):
        return None
    if not isinstance(op, SoftmaxOp):
        return read_nest(op)
    loops = rank(op.input)
    parallel = [d != op.dimension.value.data for d in range(loops)]
    return Nest(op, op.operands, 1, [AffineMap.identity(loops)] * 2, parallel, Block())


# --- which loops ------------------------------------------------------------------------------


def _dimensions(op: Reshape) -> Parts:
    """The parts of each dimension of the shorter shape that has several of known sizes."""
    longer = op.src if isinstance(op, tensor.CollapseShapeOp) else op.result
    shorter = op.result if isinstance(op, tensor.CollapseShapeOp) else op.src
    shape, merged = (cast(AnyTensor, v.type).get_shape() for v in (longer, shorter))
    found: dict[int, tuple[int, ...]] = {}
    for d, group in enumerate(op.reassociation):
        sizes = tuple(shape[each.value.data] for each in group)
        # Bufferization refuses a reshape with other sizes.
        if len(sizes) > 1 and prod(sizes) == merged[d]:
            found[d] = sizes
    return found


def _parts(nest: Nest) -> Parts:
    """The parts of the loops that get them."""
    inputs = len(nest.operands) - nest.outputs
    contracts = not all(nest.parallel) and inputs == 2
    moves = nest.body.first_op is not None and nest.body.first_op is nest.body.last_op
    reshapes: list[tuple[Reshape, AffineMap]] = []
    for value, map in zip(nest.operands[:inputs], nest.maps):
        owner = value.owner
        if isinstance(owner, tensor.CollapseShapeOp) and (
            contracts or (not moves and _is_structured(owner.src))
        ):
            reshapes.append((owner, map))
    users = {use.operation for use in nest.op.results[0].uses}
    reshapes += [
        (user, nest.maps[-1])
        for user in users
        if isinstance(user, tensor.ExpandShapeOp) and len(users) == 1
    ]
    parts: dict[int, tuple[int, ...]] = {}
    for reshape, map in reshapes:
        for d, sizes in _dimensions(reshape).items():
            loop = map.results[d]
            if not isinstance(loop, AffineDimExpr):
                continue
            if parts.setdefault(loop.position, sizes) != sizes:
                return {}
    return {
        loop: sizes
        for loop, sizes in parts.items()
        if nest.parallel[loop] and _may_part(nest, loop, sizes, contracts)
    }


def _is_structured(value: SSAValue) -> bool:
    owner = value.owner
    return isinstance(owner, Operation) and owner.name.startswith("linalg.")


def _may_part(nest: Nest, loop: int, sizes: tuple[int, ...], contracts: bool) -> bool:
    """Returns whether each operand that has `loop` has it as an index, and can be reshaped."""
    for op in nest.body.ops:
        if isinstance(op, ops.IndexOp) and op.dim.value.data == loop:
            return False
    for value, map in zip(nest.operands, nest.maps):
        places = [d for d, r in enumerate(map.results) if loop in r.used_dims()]
        if contracts and not places:
            return False
        for d in places:
            if map.results[d] != AffineDimExpr(loop) or not _has_view(value, d, sizes):
                return False
    return True


def _has_view(value: SSAValue, d: int, sizes: tuple[int, ...]) -> bool:
    """Returns whether the parts of dimension `d` of `value` cost nothing, and hinder no fusion."""
    while isinstance(owner := value.owner, ops.FillOp):
        value = owner.outputs[0]
    if isinstance(owner, tensor.EmptyOp):
        return True
    is_static = DYNAMIC_INDEX not in cast(AnyTensor, value.type).get_shape()
    if isinstance(owner, tensor.CollapseShapeOp):
        known = _dimensions(owner)
        return known.get(d) == sizes and (is_static or len(known) == 1)
    return is_static and not _is_structured(value)


# --- the operation with more loops ------------------------------------------------------------


@dataclass
class _Numbers:
    """The new loops of each old one."""

    parts: Parts
    first: Sequence[int]

    def of(self, loop: int) -> Sequence[int]:
        start = self.first[loop]
        return range(start, start + len(self.parts.get(loop, (0,))))


def _numbers(parts: Parts, count: int) -> _Numbers:
    first = [0]
    for loop in range(count):
        first.append(first[-1] + len(parts.get(loop, (0,))))
    return _Numbers(parts, first)


def _expand(nest: Nest, parts: Parts) -> None:
    old, build = nest.op, ArithBuilder.before(nest.op)
    numbers = _numbers(parts, len(nest.parallel))
    total = numbers.first[-1]
    alone: list[AffineExpr] = [
        AffineDimExpr(first) for first in numbers.first[: len(nest.parallel)]
    ]
    maps: list[AffineMap] = []
    dimensions: dict[int, tuple[int, ...]] = {}
    operands: list[SSAValue] = []
    for value, map in zip(nest.operands, nest.maps):
        results: list[AffineExpr] = []
        dimensions = {}
        for d, result in enumerate(map.results):
            if isinstance(result, AffineDimExpr) and result.position in parts:
                dimensions[d] = parts[result.position]
                results += [AffineDimExpr(n) for n in numbers.of(result.position)]
            else:
                results.append(result.replace_dims_and_symbols(alone, ()))
        maps.append(AffineMap(total, 0, tuple(results)))
        operands.append(_parted(build, value, dimensions) if dimensions else value)
    if isinstance(old, SoftmaxOp):
        dimension = numbers.first[old.dimension.value.data]
        properties = {"dimension": IntegerAttr(dimension, i64)}
        type = operands[1].type
        made = build.op(SoftmaxOp, *operands, type=type, properties=properties)
    else:
        parallel = [p for d, p in enumerate(nest.parallel) for _ in numbers.of(d)]
        inputs, outputs = operands[: -nest.outputs], operands[-nest.outputs :]
        body = _body(nest, numbers)
        made = build.add(generic(inputs, outputs, body, maps, parallel))
    _replace(build, old, made, dimensions)


def _body(nest: Nest, numbers: _Numbers) -> Block:
    body = Block(arg_types=[element_type(value.type) for value in nest.operands])
    inside = ArithBuilder(body, location=nest.op.location)
    values: dict[SSAValue, SSAValue] = dict(zip(nest.body.args, body.args))
    for op in nest.body.ops:
        if isinstance(op, ops.IndexOp):
            loop = numbers.first[op.dim.value.data]
            values[op.result] = inside.add(ops.IndexOp(loop))
        else:
            inside.insert(op.clone(values))
    return body


def _parted(build: ArithBuilder, value: SSAValue, parts: Parts) -> SSAValue:
    owner = value.owner
    if isinstance(owner, tensor.CollapseShapeOp) and _dimensions(owner) == parts:
        return owner.src
    type = cast(AnyTensor, value.type)
    shape = [n for d, m in enumerate(type.get_shape()) for n in parts.get(d, (m,))]
    longer = TensorType(type.element_type, shape)
    if isinstance(owner, ops.FillOp):
        output = _parted(build, owner.outputs[0], parts)
        return build.add(ops.FillOp(owner.inputs, (output,), (longer,)))
    if isinstance(owner, tensor.EmptyOp):
        return build.add(tensor.EmptyOp(owner.dynamic_sizes, longer))
    groups = _groups(parts, type.get_num_dims())
    return build.add(tensor.ExpandShapeOp(value, (), groups, shape, longer))


def _groups(parts: Parts, count: int) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    """The `reassociation` of `count` dimensions with these parts."""
    numbers = _numbers(parts, count)
    return ArrayAttr(
        ArrayAttr(IntegerAttr(n, i64) for n in numbers.of(d)) for d in range(count)
    )


def _replace(build: ArithBuilder, old: Operation, new: SSAValue, parts: Parts) -> None:
    """Replaces the result of `old` by `new`, whose dimensions have these parts."""
    (result,) = old.results
    new.name_hint = result.name_hint
    for user in [use.operation for use in tuple(result.uses)]:
        # Elements keep their order, so that equal shapes have equal elements.
        if isinstance(user, tensor.ExpandShapeOp) and user.result.type == new.type:
            user.result.replace_all_uses_with(new)
            erase(user)
    if any(result.uses):
        groups = _groups(parts, rank(result))
        properties = {"reassociation": groups}
        kind, type = tensor.CollapseShapeOp, result.type
        shorter = build.op(kind, new, type=type, properties=properties)
        result.replace_all_uses_with(shorter)
    erase_unused(old)


def erase_unused(op: Operation) -> None:
    """Erases `op`, and the operations that only it needed."""
    pending = [op]
    while pending:
        op = pending.pop()
        if any(any(result.uses) for result in op.results) or op.parent is None:
            continue
        sources = [v.op for v in op.operands if isinstance(v, OpResult)]
        erase(op)
        pending += [source for source in sources if _is_removable(source)]


def _is_removable(op: Operation) -> bool:
    kinds = (
        arith.ConstantOp,
        tensor.EmptyOp,
        tensor.ExpandShapeOp,
        tensor.CollapseShapeOp,
    )
    return isinstance(op, kinds) or (op.name.startswith("linalg.") and bool(op.results))
