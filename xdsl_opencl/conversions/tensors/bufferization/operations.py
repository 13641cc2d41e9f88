"""What operations without tensors inside become on buffers: a row of `LOWERINGS` for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from math import prod
from typing import Any, cast

from xdsl.dialects import arith, bufferization, func, memref, tensor, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IntegerAttr,
    MemRefType,
    NoneAttr,
    ShapedType,
    StridedLayoutAttr,
    StringAttr,
    UnitAttr,
)
from xdsl.dialects.linalg import abstract_ops, attrs, ops
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xdsl_opencl.conversions.memory.memref_address import check_parts, reassociation
from xdsl_opencl.conversions.tensors.bufferization.buffers import (
    INDEX,
    AnyMemRef,
    Buffers,
    buffer_type,
    subview,
)
from xdsl_opencl.conversions.tensors.bufferization.uses import (
    is_tensor,
    overwrites,
    same_part,
)
from xdsl_opencl.dialects.linalg_ext.extensions import Extension
from xdsl_opencl.dialects.linalg_ext.written import MapOp, SoftmaxOp
from xdsl_opencl.dialects.resources import kept_elements, splat_bytes
from xdsl_opencl.dialects.tensor_ext import ParallelInsertSliceOp
from xdsl_opencl.dialects.vector_ext.memory import GatherOp, ScatterOp
from xdsl_opencl.ir.build import ArithBuilder, made_operation
from xdsl_opencl.ir.diagnostics import fail

Lowering = Callable[[Buffers, ArithBuilder, Any], None]


def lower(f: Buffers, op: Operation) -> None:
    """
    Makes `op` on buffers, before the old one. Its tensors then have buffers; uses of its other results
    are replaced.
    """
    build = ArithBuilder.before(op)
    if isinstance(
        op,
        abstract_ops.LinalgStructuredOperation
        | ops.BroadcastOp
        | ops.ReduceOp
        | SoftmaxOp
        | MapOp
        | Extension,
    ):
        _structured(f, build, op)
    elif isinstance(op, tensor.ExpandShapeOp):
        # Or our class for a tensor of one element.
        _reshape(memref.ExpandShapeOp)(f, build, op)
    elif (lowering := LOWERINGS.get(type(op))) is not None:
        lowering(f, build, op)
    else:
        fail(
            op,
            f"'{op.name}' on tensors has no buffers here; write it as 'linalg.generic', or "
            "lower it to memrefs before",
        )


# --- linalg -----------------------------------------------------------------------------------


def _structured(f: Buffers, build: ArithBuilder, op: Operation) -> None:
    count = len(op.operands) - len(op.results)
    operands = [f.buffers[o] if is_tensor(o) else o for o in op.operands]
    inputs = [i for i in range(count) if is_tensor(op.operands[i])]
    for i in range(count, len(operands)):
        beside = [
            op.operands[j]
            for j in inputs
            if operands[j] is not operands[i] or not _same_elements(op, i, j)
        ]
        # The payload reads and writes all outputs at once.
        beside += op.results[: i - count]
        result = op.results[i - count]
        operands[i] = f.destination(
            build, op, i, whole=overwrites(op, i), beside=beside, result=result
        )
    made = type(op).create(
        operands=operands,
        properties=op.properties,
        attributes=op.attributes,
        regions=[op.detach_region(region) for region in tuple(op.regions)],
    )
    build.insert(made)


def _same_elements(op: Operation, i: int, j: int) -> bool:
    """
    Returns whether each iteration of `op` has the same one element of its operands `i` and `j`, so
    that it may read the one and write the other in the same buffer.
    """
    if isinstance(op, MapOp):
        return True
    if not isinstance(op, abstract_ops.LinalgStructuredOperation):
        return False
    maps = op.get_indexing_maps().data
    loops = len(op.get_iterator_types())
    return all(
        kind.data is attrs.IteratorType.PARALLEL for kind in op.get_iterator_types()
    ) and all(maps[k].data == AffineMap.identity(loops) for k in (i, j))


# --- memory -----------------------------------------------------------------------------------


def _empty(f: Buffers, build: ArithBuilder, op: Operation) -> None:
    f.put_new(op.results[0], f.new(build, buffer_type(op.results[0]), op.operands))


def _alloc_tensor(
    f: Buffers, build: ArithBuilder, op: bufferization.AllocTensorOp
) -> None:
    if "memory_space" in op.attributes:
        fail(
            op,
            "'bufferization.alloc_tensor' asks for a memory space; make the memory with "
            "'memref.alloc' of that space, and 'bufferization.to_tensor'",
        )
    if op.copy is not None:
        f.put_new(op.tensor, f.copied(build, f.buffers[op.copy]))
    else:
        f.put_new(op.tensor, f.new(build, buffer_type(op.tensor), op.dynamic_sizes))


def _constant(f: Buffers, build: ArithBuilder, op: arith.ConstantOp) -> None:
    value, type = op.value, buffer_type(op.result)
    if isinstance(value, DenseResourceAttr):
        try:
            value = kept_elements(value)
        except ValueError as error:
            fail(op, str(error))
    if not isinstance(value, DenseIntOrFPElementsAttr):
        fail(op, f"a constant {value} cannot be in memory; use a dense one")
    if splat_bytes(value) is not None:
        made = f.new(build, type)
        element = build.literal(next(iter(value.iter_attrs())), type.element_type)
        build.insert(ops.FillOp([element], [made], []))
        f.put_new(op.result, made)
        return
    if not isinstance(f.op, func.FuncOp):
        # A device may have no variables of the program in the memory of a work item.
        elements = [
            build.literal(each, type.element_type) for each in value.iter_attrs()
        ]
        f.put_new(op.result, _filled(f, build, type, elements))
        return
    number = len(f.names)
    while f"constant_{number}" in f.names:
        number += 1
    f.names.add(f"constant_{number}")
    name = StringAttr(f"constant_{number}")
    top = memref.GlobalOp.get(name, type, value, constant=UnitAttr())
    f.module.body.block.insert_op_before(top, f.op)
    f.put_new(op.result, build.add(memref.GetGlobalOp(name.data, type)))
    f.storage(op.result).constant = True


def _static_type(op: Operation, value: SSAValue) -> AnyMemRef:
    type = buffer_type(value)
    if DYNAMIC_INDEX in type.get_shape():
        fail(op, f"'{op.name}' needs static sizes, got {value.type}; give it some")
    return type


def _from_elements(f: Buffers, build: ArithBuilder, op: tensor.FromElementsOp) -> None:
    f.put_new(op.result, _filled(f, build, _static_type(op, op.result), op.elements))


def _filled(
    f: Buffers, build: ArithBuilder, type: AnyMemRef, elements: Sequence[SSAValue]
) -> SSAValue:
    """A new buffer of `elements`, in the order of their places."""
    made = f.new(build, type)
    places = product(*map(range, type.get_shape()))
    for element, place in zip(elements, places, strict=True):
        indices = [build.constant(index, INDEX) for index in place]
        build.insert(memref.StoreOp.get(element, made, indices))
    return made


def _splat(f: Buffers, build: ArithBuilder, op: tensor.SplatOp) -> None:
    made = f.new(build, buffer_type(op.result), op.dynamicSizes)
    build.insert(ops.FillOp([op.input], [made], []))
    f.put_new(op.result, made)


def _materialize(
    f: Buffers, build: ArithBuilder, op: bufferization.MaterializeInDestinationOp
) -> None:
    place, source = op.dest, f.buffers[op.source]
    if is_tensor(place):
        place = f.destination(
            build, op, 1, whole=True, beside=(op.source,), result=op.result
        )
    f.copy(build, source, place)


def _to_tensor(f: Buffers, build: ArithBuilder, op: bufferization.ToTensorOp) -> None:
    f.put_new(op.tensor, op.memref)
    if op.writable is None:
        f.storage(op.tensor).constant = True


def _to_buffer(f: Buffers, build: ArithBuilder, op: bufferization.ToBufferOp) -> None:
    buffer = f.buffers[op.tensor]
    if buffer.type != op.memref.type:
        buffer = build.add(memref.CastOp.get(f.plain(build, op.tensor), op.memref.type))
    op.memref.replace_all_uses_with(buffer)


def _clone(f: Buffers, build: ArithBuilder, op: bufferization.CloneOp) -> None:
    made = f.copied(build, op.input)
    if made.type != op.output.type:
        made = build.add(memref.CastOp.get(made, buffer_type(op.output)))
    op.output.replace_all_uses_with(made)


# --- elements and parts -------------------------------------------------------------------------


def _dim(f: Buffers, build: ArithBuilder, op: tensor.DimOp) -> None:
    size = build.add(memref.DimOp(f.buffers[op.source], op.index))
    op.result.replace_all_uses_with(size)


def _extract(f: Buffers, build: ArithBuilder, op: tensor.ExtractOp) -> None:
    element = build.add(memref.LoadOp.get(f.buffers[op.tensor], op.indices))
    op.result.replace_all_uses_with(element)


def _insert(f: Buffers, build: ArithBuilder, op: tensor.InsertOp) -> None:
    place = f.destination(build, op, 1, result=op.result)
    build.insert(memref.StoreOp.get(op.scalar, place, op.indices))


def _vector_read(
    f: Buffers, build: ArithBuilder, op: vector.TransferReadOp | GatherOp
) -> None:
    made = op.clone()
    made.operands[0] = f.buffers[op.operands[0]]
    op.result.replace_all_uses_with(build.add(made))


def _write(i: int) -> Lowering:
    """Lowers what writes its operand `i`."""

    def lowering(f: Buffers, build: ArithBuilder, op: Operation) -> None:
        operands = [*op.operands]
        operands[i] = f.destination(build, op, i, result=op.results[0])
        build.insert(
            made_operation(type(op), operands, None, op.properties, op.attributes)
        )

    return lowering


def _extract_slice(f: Buffers, build: ArithBuilder, op: tensor.ExtractSliceOp) -> None:
    view = subview(build, op, f.buffers[op.source])
    f.put(op.result, view, f.storage(op.source))
    f.origins[op.result] = op


def _insert_slice(
    f: Buffers, build: ArithBuilder, op: tensor.InsertSliceOp | ParallelInsertSliceOp
) -> None:
    source = f.buffers[op.source]
    part = f.origins.get(op.source)
    in_place = (
        part is not None
        and part.source is op.dest
        and same_part(part, op)
        and source is f.buffers[part.result]
    )
    if isinstance(op, tensor.InsertSliceOp):
        beside = () if in_place else (op.source,)
        place = f.destination(build, op, 1, beside=beside, result=op.result)
    else:
        place = f.shared[op.dest]
        # The terminator of the loop holds nothing but insertions.
        terminator = op.parent_op()
        assert terminator is not None
        build = ArithBuilder.before(terminator)
    if not in_place or place is not f.buffers[op.dest]:
        f.copy(build, source, subview(build, op, place))


# --- views ----------------------------------------------------------------------------------------


def _put_view(
    f: Buffers, value: SSAValue, view: SSAValue, of: SSAValue, source: SSAValue
) -> None:
    """States that `value` is in `view`, a view of `of`'s buffer or of a copy, `source`."""
    if source is f.buffers[of]:
        f.put_view(value, view, of)
    else:
        f.put_new(value, view)


def _cast(f: Buffers, build: ArithBuilder, op: tensor.CastOp) -> None:
    source = f.buffers[op.operands[0]]
    old, shape = buffer_type(source), buffer_type(op.results[0]).get_shape()
    type = MemRefType(old.element_type, shape, old.layout, old.memory_space)
    view = build.add(memref.CastOp.create(operands=(source,), result_types=(type,)))
    f.put_view(op.results[0], view, op.operands[0])


def _reshaped(
    type: AnyMemRef, shape: Sequence[int], groups: Sequence[Sequence[int]]
) -> StridedLayoutAttr | None:
    """
    The layout of memory of `type` with dimensions of `groups` made one, or one made those of a group, so
    that it has `shape`; `None` where that needs a copy, and where sizes or strides are not known.
    """
    if not isinstance(type.layout, StridedLayoutAttr):
        return None
    strides, sizes = type.get_strides() or (), type.get_shape()
    known = [n for n in strides if n is not None]
    if len(known) < len(sizes) or DYNAMIC_INDEX in (*sizes, *shape):
        return None
    found: list[int] = []
    if len(shape) > len(sizes):
        for group, stride in zip(groups, known):
            found += [stride * prod(shape[d + 1 : group[-1] + 1]) for d in group]
    else:
        for group in groups:
            merged = [(sizes[d], known[d]) for d in group if sizes[d] != 1]
            if any(a[1] != b[0] * b[1] for a, b in pairwise(merged)):
                return None
            found.append(merged[-1][1] if merged else known[group[-1]])
    return StridedLayoutAttr(found, type.layout.offset)


def _reshape(kind: type[memref.CollapseShapeOp | memref.ExpandShapeOp]) -> Lowering:
    def lowering(f: Buffers, build: ArithBuilder, op: Operation) -> None:
        value = op.operands[0]
        shorter, longer = value.type, op.results[0].type
        if kind is memref.CollapseShapeOp:
            shorter, longer = longer, shorter
        check_parts(
            op,
            cast("ShapedType", shorter),
            cast("ShapedType", longer),
            cast("ArrayAttr[ArrayAttr[IntegerAttr]]", op.properties["reassociation"]),
        )
        source, type = f.buffers[value], buffer_type(op.results[0])
        groups = reassociation(op)
        layout = _reshaped(buffer_type(source), type.get_shape(), groups)
        if layout is None:
            source, layout = f.plain(build, value), NoneAttr()
        space = buffer_type(source).memory_space
        result = MemRefType(type.element_type, type.get_shape(), layout, space)
        operands, properties = (source, *op.operands[1:]), op.properties
        view = build.op(kind, *operands, type=result, properties=properties)
        _put_view(f, op.results[0], view, value, source)

    return lowering


def _select(f: Buffers, build: ArithBuilder, op: arith.SelectOp) -> None:
    sides = (op.lhs, op.rhs)
    buffers = [f.buffers[side] for side in sides]
    if buffers[0].type != buffers[1].type:
        buffers = [f.plain(build, side) for side in sides]
    made = build.add(arith.SelectOp(op.cond, *buffers))
    f.put_new(op.result, made)
    for side, buffer in zip(sides, buffers):
        if buffer is f.buffers[side]:
            f.storage(op.result).join(f.storage(side))


def _return(f: Buffers, build: ArithBuilder, op: func.ReturnOp) -> None:
    for i, operand in enumerate(op.operands):
        if is_tensor(operand):
            op.operands[i] = f.plain(build, operand)


LOWERINGS: Mapping[type[Operation], Lowering] = {
    arith.ConstantOp: _constant,
    arith.SelectOp: _select,
    bufferization.AllocTensorOp: _alloc_tensor,
    bufferization.CloneOp: _clone,
    bufferization.MaterializeInDestinationOp: _materialize,
    bufferization.ToBufferOp: _to_buffer,
    bufferization.ToTensorOp: _to_tensor,
    func.ReturnOp: _return,
    tensor.CastOp: _cast,
    tensor.CollapseShapeOp: _reshape(memref.CollapseShapeOp),
    tensor.DimOp: _dim,
    tensor.EmptyOp: _empty,
    tensor.ExtractOp: _extract,
    tensor.ExtractSliceOp: _extract_slice,
    tensor.FromElementsOp: _from_elements,
    tensor.InsertOp: _insert,
    tensor.InsertSliceOp: _insert_slice,
    tensor.SplatOp: _splat,
    GatherOp: _vector_read,
    ParallelInsertSliceOp: _insert_slice,
    ScatterOp: _write(0),
    vector.TransferReadOp: _vector_read,
    vector.TransferWriteOp: _write(1),
}
"""Each row states where the results are, by `Buffers.put_new` or `put_view`."""
