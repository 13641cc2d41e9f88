"""
Gives operations of `linalg` on tensors outputs that tie them to no other operation, before fusion.

Importers make one fill for all sums of a type, name any tensor of the right type as an output
that is not read, and keep results that nobody uses. Each sum gets a fill of its own, an output
that is not read what its tensor was made of, and unused results go.
"""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ArrayAttr
from xdsl.dialects.linalg import ops
from xdsl.ir import Block, OpResult, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr

from xdsl_opencl.conversions.tensors.bufferization.uses import is_tensor, overwrites
from xdsl_opencl.conversions.tensors.reshape_expansion import erase_unused
from xdsl_opencl.ir.build import ArithBuilder, erase


def separate_outputs(block: Block) -> None:
    """Gives the operations of `linalg` in `block` outputs of their own."""
    for op in tuple(block.ops):
        if not op.name.startswith("linalg.") or not all(map(is_tensor, op.results)):
            continue
        if isinstance(op, ops.GenericOp) and len(op.results) > 1:
            op = _without_unused(op)
        for i in range(len(op.operands) - len(op.results), len(op.operands)):
            value = op.operands[i]
            if isinstance(fill := value.owner, ops.FillOp) and not overwrites(op, i):
                # Here, so that nothing stands between a sum and its zero.
                op.operands[i] = ArithBuilder.before(op).add(fill.clone())
                erase_unused(fill)
            elif not value.has_one_use() and overwrites(op, i):
                op.operands[i] = _origin(value)


def _origin(value: SSAValue) -> SSAValue:
    """The `tensor.empty` that operations of `linalg` wrote to get `value`; `value` without one."""
    origin = value
    while isinstance(origin, OpResult) and origin.op.name.startswith("linalg."):
        first = len(origin.op.operands) - len(origin.op.results)
        origin = origin.op.operands[first + origin.index]
    is_empty = isinstance(origin.owner, tensor.EmptyOp) and origin.type == value.type
    return origin if is_empty else value


def _without_unused(op: ops.GenericOp) -> ops.GenericOp:
    """`op` without the results that neither it nor others use."""
    block = op.body.block
    last, first = block.last_op, len(op.inputs)
    assert last is not None
    arguments = block.args[first:]
    used = [k for k, result in enumerate(op.results) if any(result.uses)]
    needed = _needed(block, [last.operands[k] for k in used])
    gone = [k for k, a in enumerate(arguments) if k not in used and a not in needed]
    kept = [k for k in range(len(arguments)) if k not in gone]
    maps = [map for i, map in enumerate(op.indexing_maps.data) if i - first not in gone]
    sized = {
        r for map in maps for r in map.data.results if isinstance(r, AffineDimExpr)
    }
    if not gone or len(sized) != len(op.iterator_types):
        return op
    last.operands = [last.operands[k] for k in kept]
    for inner in reversed(tuple(block.ops)):
        if inner.results and not any(any(result.uses) for result in inner.results):
            erase(inner)
    for k in reversed(gone):
        block.erase_arg(arguments[k])
    made = ops.GenericOp(
        op.inputs,
        [op.outputs[k] for k in kept],
        Region(op.body.detach_block(block)),
        ArrayAttr(maps),
        op.iterator_types,
        [op.results[k].type for k in kept],
    )
    ArithBuilder.before(op).insert(made)
    for k, result in zip(kept, made.results, strict=True):
        op.results[k].replace_all_uses_with(result)
        result.name_hint = op.results[k].name_hint
    erase_unused(op)
    return made


def _needed(block: Block, values: list[SSAValue]) -> set[SSAValue]:
    """What `values`, and operations of `block` without results, are computed from."""
    last = block.last_op
    pending = list(values)
    for op in block.ops:
        if not op.results and op is not last:
            pending += [operand for inner in op.walk() for operand in inner.operands]
    needed: set[SSAValue] = set()
    while pending:
        value = pending.pop()
        if value in needed:
            continue
        needed.add(value)
        if isinstance(value, OpResult):
            pending += [o for inner in value.op.walk() for o in inner.operands]
    return needed
