"""
Operations on tensors that become `linalg` and slices: `tensor.generate`, `pad` and `concat`,
`linalg.pack` and `unpack`, `tensor.reshape` to unknown sizes, and operations of `arith` and `math` on each element.

The results are those of upstream's bufferization, `decompose-tensor-concat` and
`convert-elementwise-to-linalg`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from math import prod
from typing import Any, cast

from xdsl.dialects import arith, scf, tensor, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IntegerAttr,
    TensorType,
)
from xdsl.dialects.linalg import ops
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap

from xdsl_opencl.conversions.tensors.bufferization.buffers import mixed
from xdsl_opencl.conversions.tensors.bufferization.uses import is_tensor
from xdsl_opencl.dialects.aliases import INDEX, AnyTensor
from xdsl_opencl.dialects.linalg_ext.named import generic
from xdsl_opencl.dialects.linalg_ext.packing import Packing, PackOp, UnpackOp
from xdsl_opencl.dialects.tensor_ext import GenerateOp
from xdsl_opencl.dialects.vector_ext.mask import MaskOp
from xdsl_opencl.ir.build import ArithBuilder, erase, numbers, positions, replace
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.index_arithmetic import Number, plus, value_of
from xdsl_opencl.ir.walk import operations


def decompose(function: Operation) -> None:
    """Replaces these operations inside `function`."""
    for op in tuple(operations(function)):
        if isinstance(op, tensor.ReshapeOp):
            replace(op, (_reshape(ArithBuilder.before(op), op),))
        elif (made := _DECOMPOSITIONS.get(type(op))) is not None:
            replace(op, (made(ArithBuilder.before(op), op),))
        elif isinstance(op, MaskOp) and any(map(is_tensor, op.results)):
            replace(op, (_masked_write(ArithBuilder.before(op), op),))
        elif op.name.startswith(("arith.", "math.")) and op.operands:
            if all(map(is_tensor, (*op.operands, *op.results))):
                _on_elements(op)


def _type(value: SSAValue) -> AnyTensor:
    return cast(AnyTensor, value.type)


def _sizes(build: ArithBuilder, value: SSAValue) -> list[Number]:
    return [
        build.add(tensor.DimOp(value, build.constant(d, INDEX)))
        if size == DYNAMIC_INDEX
        else size
        for d, size in enumerate(_type(value).get_shape())
    ]


def _sum(build: ArithBuilder, parts: Sequence[Number]) -> Number:
    known = sum(part for part in parts if isinstance(part, int))
    values = (part for part in parts if isinstance(part, SSAValue))
    return reduce(partial(plus, build), (*values, known))


def _empty(build: ArithBuilder, type: AnyTensor, sizes: Sequence[Number]) -> SSAValue:
    """A tensor of `type`, whose dynamic dimensions have the sizes in `sizes`."""
    dynamic = [
        value_of(build, size)
        for size, known in zip(sizes, type.get_shape(), strict=True)
        if known == DYNAMIC_INDEX
    ]
    return build.add(tensor.EmptyOp(dynamic, type))


def _generic(
    build: ArithBuilder, inputs: Sequence[SSAValue], output: SSAValue, body: Block
) -> SSAValue:
    """The operation that computes each element of `output` with `body`."""
    each = AffineMap.identity(_type(output).get_num_dims())
    return build.add(generic(inputs, (output,), body, [each] * (len(inputs) + 1)))


def _generated(build: ArithBuilder, region: Region, output: SSAValue) -> SSAValue:
    """`output` with the elements that `region` computes from their indices."""
    block = region.block
    last = block.last_op
    assert isinstance(last, tensor.YieldOp)
    (value,) = last.operands
    if block.first_op is last and value not in block.args:
        return build.add(ops.FillOp((value,), (output,), (output.type,)))
    body = Block(arg_types=(_type(output).element_type,))
    inside = ArithBuilder(body, location=build.location)
    values: dict[SSAValue, SSAValue] = {
        argument: inside.add(ops.IndexOp(argument.index)) for argument in block.args
    }
    for op in block.ops:
        inside.insert(
            ops.YieldOp(values.get(value, value)) if op is last else op.clone(values)
        )
    return _generic(build, (), output, body)


def _generate(build: ArithBuilder, op: GenerateOp) -> SSAValue:
    made = build.add(tensor.EmptyOp(op.sizes, op.result.type))
    return _generated(build, op.body, made)


def _pad(build: ArithBuilder, op: tensor.PadOp) -> SSAValue:
    low = [*mixed(op.static_low, op.low)]
    high = [*mixed(op.static_high, op.high)]
    source, own = op.source, _sizes(build, op.source)
    if any(isinstance(number, int) and number < 0 for number in (*low, *high)):
        source, own = _cut(build, source, own, low, high)
    sizes = [_sum(build, parts) for parts in zip(own, low, high, strict=True)]
    for d, (size, known) in enumerate(
        zip(sizes, _type(op.result).get_shape(), strict=True)
    ):
        if isinstance(size, int) and known not in (size, DYNAMIC_INDEX):
            fail(
                op,
                f"'{op.name}': dimension {d} of the result has size {known}; padding gives "
                f"{size}",
            )
    made = _generated(build, op.region, _empty(build, _type(op.result), sizes))
    return _inserted(build, source, made, low, own)


def _cut(
    build: ArithBuilder,
    source: SSAValue,
    sizes: Sequence[Number],
    low: list[Number],
    high: list[Number],
) -> tuple[SSAValue, list[Number]]:
    """
    `source` without the elements that negative paddings take away, which become 0, and its sizes.
    """
    first: list[Number] = []
    kept: list[Number] = []
    for d, size in enumerate(sizes):
        parts: list[Number] = [size]
        first.append(0)
        for ends in (low, high):
            number = ends[d]
            if isinstance(number, int) and number < 0:
                parts.append(number)
                if ends is low:
                    first[d] = -number
                ends[d] = 0
        kept.append(_sum(build, parts))
    shape = [size if isinstance(size, int) else DYNAMIC_INDEX for size in kept]
    type = TensorType(_type(source).element_type, shape)
    dynamic, properties = _slice(first, kept)
    properties["operandSegmentSizes"] = numbers(1, *map(len, dynamic))
    operands = (source, *dynamic[0], *dynamic[1])
    made = build.op(tensor.ExtractSliceOp, *operands, type=type, properties=properties)
    return made, kept


def _reshape(build: ArithBuilder, op: tensor.ReshapeOp) -> SSAValue:
    """`op` as one dimension of all elements that is divided into the new dimensions."""
    source, shape, old = op.source, op.result.type.get_shape(), _type(op.source)
    for each in (old.get_shape(), shape):
        count = DYNAMIC_INDEX if DYNAMIC_INDEX in each else prod(each)
        flat = TensorType(old.element_type, [count])
        if _type(source).get_num_dims() != 1:
            source = _regrouped(build, source, flat)
        elif source.type != flat:
            source = build.add(tensor.CastOp(source, flat))
    sizes: list[SSAValue] = []
    for d, size in enumerate(shape):
        if size == DYNAMIC_INDEX:
            place, type = build.constant(d, INDEX), _type(op.shape).element_type
            number = build.add(tensor.ExtractOp(op.shape, [place], type))
            if number.type != INDEX:
                number = build.add(arith.IndexCastOp(number, INDEX))
            sizes.append(number)
    return _regrouped(build, source, op.result.type, sizes)


def _regrouped(
    build: ArithBuilder,
    value: SSAValue,
    type: AnyTensor,
    sizes: Sequence[SSAValue] = (),
) -> SSAValue:
    """`value`, of one dimension or to be so, with the shape of `type`."""
    old, shape = _type(value).get_num_dims(), type.get_shape()
    group = ArrayAttr([IntegerAttr(d, 64) for d in range(max(old, len(shape)))])
    properties: dict[str, Attribute] = {
        "reassociation": ArrayAttr([group] if old and shape else [])
    }
    kind = tensor.ExpandShapeOp if old <= len(shape) else tensor.CollapseShapeOp
    if kind is tensor.ExpandShapeOp:
        properties["static_output_shape"] = positions(*shape)
    return build.op(kind, value, *sizes, type=type, properties=properties)


def _relaid(
    build: ArithBuilder,
    op: Packing,
    element: Callable[[ArithBuilder, Sequence[SSAValue]], SSAValue],
) -> SSAValue:
    """The destination of `op` with the elements that `element` gives for its indices."""
    output = op.operands[1]
    type = _type(output)
    body = Block(arg_types=(type.element_type,))
    inside = ArithBuilder(body, location=build.location)
    indices = [inside.add(ops.IndexOp(d)) for d in range(type.get_num_dims())]
    inside.insert(ops.YieldOp(element(inside, indices)))
    return _generic(build, (), output, body)


def _element(build: ArithBuilder, op: Packing, indices: Sequence[SSAValue]) -> SSAValue:
    source = op.operands[0]
    element = _type(source).element_type
    return build.add(tensor.ExtractOp(source, indices, element))


def _is_divided(size: Number, tile: Number) -> bool:
    return isinstance(size, int) and isinstance(tile, int) and size % tile == 0


def _pack(build: ArithBuilder, op: PackOp) -> SSAValue:
    sizes, padding = _sizes(build, op.source), op.padding_value
    tiled = op.inner_dims_pos.get_values()

    def element(build: ArithBuilder, places: Sequence[SSAValue]) -> SSAValue:
        indices = [places[op.order.index(d)] for d in range(len(sizes))]
        for d, tile, place in zip(tiled, op.tiles, places[len(sizes) :], strict=True):
            first = build.op(arith.MuliOp, indices[d], value_of(build, tile))
            indices[d] = build.op(arith.AddiOp, first, place)
        conditions = [
            build.compare("uge", indices[d], value_of(build, sizes[d]))
            for d, tile in zip(tiled, op.tiles)
            if padding is not None and not _is_divided(sizes[d], tile)
        ]
        if not conditions or padding is None:
            return _element(build, op, indices)
        outside = reduce(lambda a, b: build.op(arith.OrIOp, a, b), conditions)
        here = ArithBuilder(Block(), location=op.location)
        here.insert(scf.YieldOp(_element(here, op, indices)))
        there = Block([scf.YieldOp(padding)])
        return build.add(scf.IfOp(outside, (padding.type,), [there], [here.block]))

    return _relaid(build, op, element)


def _unpack(build: ArithBuilder, op: UnpackOp) -> SSAValue:
    tiled = op.inner_dims_pos.get_values()

    def element(build: ArithBuilder, places: Sequence[SSAValue]) -> SSAValue:
        outer, inner = [*places], list[SSAValue]()
        for d, tile in zip(tiled, op.tiles, strict=True):
            size = value_of(build, tile)
            outer[d] = build.op(arith.DivUIOp, places[d], size)
            inner.append(build.op(arith.RemUIOp, places[d], size))
        return _element(build, op, [*(outer[d] for d in op.order), *inner])

    return _relaid(build, op, element)


def _concat(build: ArithBuilder, op: tensor.ConcatOp) -> SSAValue:
    along = op.dim.value.data
    parts = [_sizes(build, part) for part in op.inputs]
    sizes = [*parts[0]]
    sizes[along] = _sum(build, [part[along] for part in parts])
    made = _empty(build, _type(op.result), sizes)
    offsets: list[Number] = [0] * len(sizes)
    before: Number = 0
    for value, part in zip(op.inputs, parts, strict=True):
        offsets[along] = _sum(build, (offsets[along], before))
        made = _inserted(build, value, made, offsets, part)
        before = part[along]
    return made


def _inserted(
    build: ArithBuilder,
    source: SSAValue,
    into: SSAValue,
    offsets: Sequence[Number],
    sizes: Sequence[Number],
) -> SSAValue:
    dynamic, properties = _slice(offsets, sizes)
    properties["operandSegmentSizes"] = numbers(1, 1, *map(len, dynamic))
    operands, kind = (source, into, *dynamic[0], *dynamic[1]), tensor.InsertSliceOp
    return build.op(kind, *operands, type=into.type, properties=properties)


def _slice(
    offsets: Sequence[Number], sizes: Sequence[Number]
) -> tuple[Sequence[Sequence[SSAValue]], dict[str, Attribute]]:
    """
    The operands of a slice without strides, for offsets, sizes and strides, and its properties.
    """
    lists = (offsets, sizes, [1] * len(sizes))
    dynamic = [[n for n in each if isinstance(n, SSAValue)] for each in lists]
    static = [
        positions(*(n if isinstance(n, int) else DYNAMIC_INDEX for n in each))
        for each in lists
    ]
    names = ("static_offsets", "static_sizes", "static_strides")
    return dynamic, dict(zip(names, static, strict=True))


def _masked_write(build: ArithBuilder, op: MaskOp) -> SSAValue:
    """A write to a tensor, with the mask as its operand."""
    write = op.maskable
    if not isinstance(write, vector.TransferWriteOp) or op.passthru is not None:
        fail(
            op,
            f"'{op.name}' has a tensor as its result; it takes a 'vector.transfer_write' "
            "without other values",
        )
    mask = op.mask
    if write.mask is not None:
        mask = build.op(arith.AndIOp, mask, write.mask)
    count = len(write.indices)
    made = vector.TransferWriteOp.create(
        operands=[write.vector, write.source, *write.indices, mask],
        result_types=op.result_types,
        properties={**write.properties, "operandSegmentSizes": numbers(1, 1, count, 1)},
        attributes=write.attributes,
    )
    return build.add(made)


def _on_elements(op: Operation) -> None:
    build = ArithBuilder.before(op)
    sizes = _sizes(build, op.operands[0])
    for result in tuple(op.results):
        output = _empty(build, _type(result), sizes)
        types = [_type(value).element_type for value in (*op.operands, result)]
        body = Block(arg_types=types)
        made = type(op).create(
            operands=body.args[:-1],
            result_types=[_type(each).element_type for each in op.results],
            properties=op.properties,
            attributes=op.attributes,
        )
        inside = ArithBuilder(body, location=op.location)
        inside.insert(made)
        inside.insert(ops.YieldOp(made.results[result.index]))
        result.replace_all_uses_with(_generic(build, op.operands, output, body))
    erase(op)


_DECOMPOSITIONS: Mapping[type[Operation], Callable[[ArithBuilder, Any], SSAValue]] = {
    GenerateOp: _generate,
    tensor.ConcatOp: _concat,
    tensor.PadOp: _pad,
    PackOp: _pack,
    UnpackOp: _unpack,
}
