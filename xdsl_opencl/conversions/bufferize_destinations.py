"""
`bufferize-destinations`: functions on tensors become functions on memrefs, for straight-line
code in destination-passing style.

A tensor is a version of a buffer. An operation that has the tensor `T` as its destination
(`outs`, the target of `tensor.insert` and `tensor.insert_slice`) writes into the buffer of
`T` where nothing uses `T`, or a reshaped `T`, afterwards; otherwise into a new buffer, into
which `T` is copied if it matters. Tensor arguments become memrefs without layout, which are
written in place by the same rule, and results the memrefs that hold them. `tensor.empty`
and constants allocate; a slice that is taken is copied. Nothing is freed. In a kernel, any
operation with a body that is not a function, memory is `memref.alloca`.

Errors, with advice: functions of several blocks, tensors inside of regions
(`scf.for` with a tensor, ...), calls with tensors, and operations without a row in the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import arith, bufferization, func, memref, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
    UnitAttr,
)
from xdsl.dialects.linalg import abstract_ops, ops
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.dialects.linalg_ext.written import MapOp, SoftmaxOp
from xdsl_opencl.ir.build import ArithBuilder, erase, numbers, positions
from xdsl_opencl.ir.diagnostics import fail

INDEX = IndexType()

_RESHAPES = (
    tensor.CastOp,
    tensor.CollapseShapeOp,
    tensor.ExpandShapeOp,
    tensor.ReshapeOp,
)
"""Operations whose result is another view of their operand."""


AnyMemRef = MemRefType[Attribute]


def _buffer_type(value: SSAValue) -> AnyMemRef:
    """The type of the memref that holds a tensor; that of a memref as it is."""
    type_: Attribute = value.type
    if not isinstance(type_, TensorType):
        return cast(AnyMemRef, type_)
    tensor_type = cast("TensorType[Attribute]", type_)
    return MemRefType(tensor_type.element_type, tensor_type.get_shape())


def _is_tensor(value: SSAValue) -> bool:
    return isinstance(value.type, TensorType)


def _has_tensors(op: Operation) -> bool:
    return any(map(_is_tensor, (*op.operands, *op.results)))


def _is_concerned(op: Operation) -> bool:
    return isinstance(op, bufferization.CloneOp) or _has_tensors(op)


def _symbol(op: Operation) -> str:
    name = op.properties.get("sym_name")
    return name.data if isinstance(name, StringAttr) else op.name


@dataclass
class _Function:
    """The buffers of one function."""

    op: Operation
    module: ModuleOp
    names: set[str]
    """The symbols of the module."""
    buffers: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    groups: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """For each tensor the one that it is a view of, or itself."""
    last_use: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """For each group the position of the last operation that uses it."""
    constant: set[SSAValue] = field(default_factory=set[SSAValue])
    """Groups whose buffers must not be written."""
    empty: set[SSAValue] = field(default_factory=set[SSAValue])
    """Groups without contents."""
    place: int = 0

    def convert(self) -> None:
        region = self.op.regions[0]
        if len(region.blocks) > 1:
            fail(
                self.op,
                f"function @{_symbol(self.op)} has tensors and several blocks; write "
                "its control flow as scf, around functions on tensors",
            )
        block = region.block
        operations = list(block.ops)
        self.group(block, operations)
        tensors = [argument for argument in block.args if _is_tensor(argument)]
        for argument in tensors:
            buffer = block.insert_arg(_buffer_type(argument), argument.index)
            buffer.name_hint = argument.name_hint
            self.buffers[argument] = buffer
        for place, op in enumerate(operations):
            self.place = place
            if any(_has_tensors(inner) for each in op.regions for inner in each.walk()):
                fail(
                    op,
                    f"'{op.name}' has tensors inside; loops and branches are to be on "
                    "memrefs ('bufferization.to_buffer'), or linalg operations",
                )
            if _is_concerned(op):
                self.lower(op)
        for op in reversed(operations):
            if _is_concerned(op) and not isinstance(op, func.ReturnOp):
                erase(op)
        for argument in tensors:
            block.erase_arg(argument)
        if not isinstance(self.op, func.FuncOp):
            return
        last = block.last_op
        assert last is not None
        self.op.function_type = FunctionType.from_lists(
            block.arg_types, last.operand_types
        )

    def group(self, block: Block, operations: Sequence[Operation]) -> None:
        for argument in block.args:
            self.groups[argument] = argument
        for place, op in enumerate(operations):
            for operand in op.operands:
                if not _is_tensor(operand):
                    continue
                if operand not in self.groups:
                    fail(
                        op,
                        f"'{op.name}' uses a tensor that is defined behind it; define it "
                        "before",
                    )
                self.last_use[self.groups[operand]] = place
            for result in op.results:
                source = op.operands[0] if isinstance(op, _RESHAPES) else result
                self.groups[result] = self.groups.get(source, result)

    # --- buffers ---------------------------------------------------------------------

    def buffer(self, value: SSAValue) -> SSAValue:
        return self.buffers[value]

    def allocate(self, build: ArithBuilder, like: SSAValue) -> SSAValue:
        """
        Allocates memory for the tensor `like`, which has a buffer where its shape is not
        static.
        """
        type = _buffer_type(like)
        dynamic = DYNAMIC_INDEX in type.get_shape()
        return self.new_like(build, type, self.buffer(like) if dynamic else like)

    def new_like(
        self, build: ArithBuilder, type: AnyMemRef, like: SSAValue
    ) -> SSAValue:
        """Allocates a memref of `type` with the dynamic sizes of the memref `like`."""
        sizes = [
            build.add(memref.DimOp(like, build.constant(d, INDEX)))
            for d, size in enumerate(type.get_shape())
            if size == DYNAMIC_INDEX
        ]
        return self.new(build, type, sizes)

    def copied(
        self, build: ArithBuilder, type: AnyMemRef, source: SSAValue
    ) -> SSAValue:
        """Allocates a memref of `type` with the elements of the memref `source`."""
        made = self.new_like(build, type, source)
        build.insert(memref.CopyOp(source, made))
        return made

    def new(
        self, build: ArithBuilder, type: AnyMemRef, sizes: Sequence[SSAValue] = ()
    ) -> SSAValue:
        """Allocates a memref of `type`: on the stack where the body is a kernel's."""
        if isinstance(self.op, func.FuncOp):
            shape = type.get_shape()
            return build.add(memref.AllocOp.get(type.element_type, None, shape, sizes))
        made = memref.AllocaOp.create(
            operands=sizes,
            result_types=(type,),
            properties={"operandSegmentSizes": numbers(len(sizes), 0)},
        )
        return build.add(made)

    def destination(
        self, build: ArithBuilder, op: Operation, i: int, whole: bool
    ) -> SSAValue:
        """
        The buffer that `op` writes for its destination, operand `i`; `whole`: it overwrites
        all of it without reading.
        """
        value = op.operands[i]
        group = self.groups[value]
        others = [o for j, o in enumerate(op.operands) if j != i and _is_tensor(o)]
        if (
            self.last_use[group] <= self.place
            and group not in self.constant
            and all(self.groups[other] is not group for other in others)
        ):
            return self.buffer(value)
        made = self.allocate(build, value)
        if not whole and group not in self.empty:
            build.insert(memref.CopyOp(self.buffer(value), made))
        return made

    # --- operations ------------------------------------------------------------------

    def lower(self, op: Operation) -> None:
        build = ArithBuilder.before(op)
        if isinstance(op, abstract_ops.LinalgStructuredOperation):
            self.structured(build, op)
            return
        if isinstance(op, ops.BroadcastOp | ops.ReduceOp | SoftmaxOp):
            whole = not isinstance(op, ops.ReduceOp)
            self.write(build, op, 1, whole)
            return
        if isinstance(op, MapOp):
            arguments = op.mapper.block.args
            count = len(op.inputs)
            read = len(arguments) > count and any(arguments[count].uses)
            self.write(build, op, count, whole=not read)
            return
        lowering = _LOWERINGS.get(type(op))
        if lowering is None:
            fail(
                op,
                f"'{op.name}' on tensors has no buffers here; write it as "
                "'linalg.generic', or lower it to memrefs before",
            )
        made = lowering(self, build, op)
        for result in op.results:
            assert made is not None
            if _is_tensor(result):
                self.buffers[result] = made
            else:
                result.replace_all_uses_with(made)

    def structured(
        self, build: ArithBuilder, op: abstract_ops.LinalgStructuredOperation
    ) -> None:
        inputs = len(op.inputs)
        operands = [self.buffer(o) if _is_tensor(o) else o for o in op.operands]
        maps = op.get_indexing_maps().data
        for i in range(inputs, len(operands)):
            unread = not any(op.body.block.args[i].uses)
            map = maps[i].data
            whole = unread and len(map.results) == map.num_dims
            operands[i] = self.destination(build, op, i, whole)
        self.rebuild(build, op, operands, inputs)

    def write(self, build: ArithBuilder, op: Operation, i: int, whole: bool) -> None:
        operands = [self.buffer(o) for o in op.operands]
        operands[i] = self.destination(build, op, i, whole)
        self.rebuild(build, op, operands, i)

    def rebuild(
        self,
        build: ArithBuilder,
        op: Operation,
        operands: Sequence[SSAValue],
        outputs: int,
    ) -> None:
        """Makes `op` on buffers; its results are in those from `outputs` on."""
        build.insert(
            type(op).create(
                operands=operands,
                properties=op.properties,
                attributes=op.attributes,
                regions=[region.clone() for region in op.regions],
            )
        )
        for result, buffer in zip(op.results, operands[outputs:], strict=True):
            self.buffers[result] = buffer


Lowering = Callable[[_Function, ArithBuilder, Any], SSAValue | None]


def _empty(f: _Function, build: ArithBuilder, op: Operation) -> SSAValue:
    type = _buffer_type(op.results[0])
    f.empty.add(f.groups[op.results[0]])
    return f.new(build, type, op.operands)


def _alloc_tensor(
    f: _Function, build: ArithBuilder, op: bufferization.AllocTensorOp
) -> SSAValue:
    if op.copy is None:
        type = _buffer_type(op.results[0])
        f.empty.add(f.groups[op.results[0]])
        return f.new(build, type, op.dynamic_sizes)
    made = f.allocate(build, op.copy)
    build.insert(memref.CopyOp(f.buffer(op.copy), made))
    return made


def _constant(f: _Function, build: ArithBuilder, op: arith.ConstantOp) -> SSAValue:
    value, type = op.value, _buffer_type(op.result)
    if not isinstance(value, DenseIntOrFPElementsAttr):
        fail(op, f"a constant {value} cannot be in memory; use a dense one")
    if value.is_splat():
        made = f.new(build, type)
        element = build.literal(next(iter(value.iter_attrs())), type.element_type)
        build.insert(ops.FillOp([element], [made], []))
        return made
    if not isinstance(f.op, func.FuncOp):
        # A device may have no variables of the program in the memory of a work item.
        elements = [
            build.literal(each, type.element_type) for each in value.iter_attrs()
        ]
        return _filled(f, build, type, elements)
    f.constant.add(f.groups[op.result])
    number = len(f.names)
    while f"constant_{number}" in f.names:
        number += 1
    f.names.add(f"constant_{number}")
    name = StringAttr(f"constant_{number}")
    top = memref.GlobalOp.get(name, type, value, constant=UnitAttr())
    f.module.body.block.insert_op_before(top, f.op)
    return build.add(memref.GetGlobalOp(name.data, type))


def _dim(f: _Function, build: ArithBuilder, op: tensor.DimOp) -> SSAValue:
    return build.add(memref.DimOp(f.buffer(op.source), op.index))


def _extract(f: _Function, build: ArithBuilder, op: tensor.ExtractOp) -> SSAValue:
    return build.add(memref.LoadOp.get(f.buffer(op.tensor), op.indices))


def _insert(f: _Function, build: ArithBuilder, op: tensor.InsertOp) -> SSAValue:
    place = f.destination(build, op, 1, whole=False)
    build.insert(memref.StoreOp.get(op.scalar, place, op.indices))
    return place


def _cast(f: _Function, build: ArithBuilder, op: tensor.CastOp) -> SSAValue:
    type = _buffer_type(op.results[0])
    return build.add(
        memref.CastOp.create(operands=(f.buffer(op.operands[0]),), result_types=(type,))
    )


Slice = tensor.ExtractSliceOp | tensor.InsertSliceOp


def _subview(build: ArithBuilder, op: Slice, source: SSAValue) -> SSAValue:
    """The part of `source` that the slice `op` is about."""
    part = op.source.type if isinstance(op, tensor.InsertSliceOp) else op.result.type
    shape = cast("TensorType[Attribute]", part).get_shape()
    if len(shape) != _buffer_type(source).get_num_dims():
        fail(
            op,
            f"'{op.name}' changes the number of dimensions; keep those of size 1, and "
            "reshape ('tensor.collapse_shape') apart",
        )
    return _part(
        build,
        source,
        _mixed(op.static_offsets, op.offsets),
        _mixed(op.static_sizes, op.sizes),
        _mixed(op.static_strides, op.strides),
    )


def _mixed(
    static: DenseArrayBase[IntegerType], dynamic: Sequence[SSAValue]
) -> Sequence[SSAValue | int]:
    """Static numbers, with the operands in the places of the dynamic ones."""
    operands = iter(dynamic)
    return [
        next(operands) if number == DYNAMIC_INDEX else number
        for number in static.get_values()
    ]


def _part(
    build: ArithBuilder,
    whole: SSAValue,
    offsets: Sequence[SSAValue | int],
    sizes: Sequence[SSAValue | int],
    strides: Sequence[SSAValue | int],
) -> SSAValue:
    """The subview of the memref `whole` that these state."""
    type = memref.SubviewOp.infer_result_type(
        _buffer_type(whole), offsets, sizes, strides
    )
    return build.add(memref.SubviewOp.get(whole, offsets, sizes, strides, type))


def _extract_slice(
    f: _Function, build: ArithBuilder, op: tensor.ExtractSliceOp
) -> SSAValue:
    view = _subview(build, op, f.buffer(op.source))
    type = _buffer_type(op.result)
    return f.copied(build, type, view)


def _insert_slice(
    f: _Function, build: ArithBuilder, op: tensor.InsertSliceOp
) -> SSAValue:
    place = f.destination(build, op, 1, whole=False)
    build.insert(memref.CopyOp(f.buffer(op.source), _subview(build, op, place)))
    return place


def _reshape(kind: type[memref.CollapseShapeOp | memref.ExpandShapeOp]) -> Lowering:
    def lowering(f: _Function, build: ArithBuilder, op: Operation) -> SSAValue:
        return build.add(
            kind.create(
                operands=(f.buffer(op.operands[0]), *op.operands[1:]),
                result_types=(_buffer_type(op.results[0]),),
                properties=op.properties,
            )
        )

    return lowering


def _materialize(
    f: _Function, build: ArithBuilder, op: bufferization.MaterializeInDestinationOp
) -> SSAValue:
    place = op.dest
    if _is_tensor(place):
        place = f.destination(build, op, 1, whole=True)
    build.insert(memref.CopyOp(f.buffer(op.source), place))
    return place


def _to_tensor(
    f: _Function, build: ArithBuilder, op: bufferization.ToTensorOp
) -> SSAValue:
    if op.writable is None:
        f.constant.add(f.groups[op.tensor])
    return op.memref


def _to_buffer(
    f: _Function, build: ArithBuilder, op: bufferization.ToBufferOp
) -> SSAValue:
    return f.buffer(op.tensor)


def _clone(f: _Function, build: ArithBuilder, op: bufferization.CloneOp) -> SSAValue:
    type = _buffer_type(op.output)
    return f.copied(build, type, op.input)


def _static_type(op: Operation, value: SSAValue) -> AnyMemRef:
    type = _buffer_type(value)
    if DYNAMIC_INDEX in type.get_shape():
        fail(op, f"'{op.name}' needs static sizes, got {value.type}; give it some")
    return type


def _from_elements(
    f: _Function, build: ArithBuilder, op: tensor.FromElementsOp
) -> SSAValue:
    return _filled(f, build, _static_type(op, op.result), op.elements)


def _filled(
    f: _Function, build: ArithBuilder, type: AnyMemRef, elements: Sequence[SSAValue]
) -> SSAValue:
    """A new buffer of `elements`, in the order of their places."""
    made = f.new(build, type)
    places = product(*map(range, type.get_shape()))
    for element, place in zip(elements, places, strict=True):
        indices = [build.constant(index, INDEX) for index in place]
        build.insert(memref.StoreOp.get(element, made, indices))
    return made


def _splat(f: _Function, build: ArithBuilder, op: tensor.SplatOp) -> SSAValue:
    type = _buffer_type(op.result)
    made = f.new(build, type, op.dynamicSizes)
    build.insert(ops.FillOp([op.input], [made], []))
    return made


def _tensor_reshape(
    f: _Function, build: ArithBuilder, op: tensor.ReshapeOp
) -> SSAValue:
    type = _static_type(op, op.result)
    source = f.buffer(op.source)
    if _buffer_type(source).layout.name != "none":
        fail(op, f"'{op.name}' of a memref with a layout; copy it before")
    shape = type.get_shape()
    strides = [prod(shape[d + 1 :]) for d in range(len(shape))]
    return build.add(
        memref.ReinterpretCastOp.create(
            operands=(source,),
            result_types=(type,),
            properties={
                "static_offsets": positions(0),
                "static_sizes": positions(*shape),
                "static_strides": positions(*strides),
                "operandSegmentSizes": numbers(1, 0, 0, 0),
            },
        )
    )


def _copy_into(
    build: ArithBuilder, source: SSAValue, whole: SSAValue, offsets: Sequence[int]
) -> None:
    """Copies all of `source` to the place of `whole` that begins at `offsets`."""
    shape = _buffer_type(source).get_shape()
    view = _part(build, whole, offsets, shape, [1] * len(shape))
    build.insert(memref.CopyOp(source, view))


def _concat(f: _Function, build: ArithBuilder, op: tensor.ConcatOp) -> SSAValue:
    type = _static_type(op, op.result)
    made = f.new(build, type)
    dimension = op.dim.value.data
    offsets = [0] * type.get_num_dims()
    for part in op.inputs:
        shape = _static_type(op, part).get_shape()
        _copy_into(build, f.buffer(part), made, offsets)
        offsets[dimension] += shape[dimension]
    return made


def _pad(f: _Function, build: ArithBuilder, op: tensor.PadOp) -> SSAValue:
    type = _static_type(op, op.result)
    _static_type(op, op.source)
    block = op.regions[0].block
    last = block.last_op
    low = op.static_low.get_values()
    if last is None or block.first_op is not last or DYNAMIC_INDEX in low:
        fail(
            op,
            "'tensor.pad' has no buffers here unless it is padded with one value, by "
            "static numbers; compute the value before",
        )
    made = f.new(build, type)
    build.insert(ops.FillOp([last.operands[0]], [made], []))
    _copy_into(build, f.buffer(op.source), made, [*low])
    return made


def _return(f: _Function, build: ArithBuilder, op: func.ReturnOp) -> None:
    for i, operand in enumerate(op.operands):
        if _is_tensor(operand):
            op.operands[i] = f.buffer(operand)


_LOWERINGS: Mapping[type[Operation], Lowering] = {
    arith.ConstantOp: _constant,
    bufferization.AllocTensorOp: _alloc_tensor,
    bufferization.CloneOp: _clone,
    bufferization.MaterializeInDestinationOp: _materialize,
    bufferization.ToBufferOp: _to_buffer,
    bufferization.ToTensorOp: _to_tensor,
    func.ReturnOp: _return,
    tensor.CastOp: _cast,
    tensor.CollapseShapeOp: _reshape(memref.CollapseShapeOp),
    tensor.ConcatOp: _concat,
    tensor.DimOp: _dim,
    tensor.EmptyOp: _empty,
    tensor.ExpandShapeOp: _reshape(memref.ExpandShapeOp),
    tensor.ExtractOp: _extract,
    tensor.ExtractSliceOp: _extract_slice,
    tensor.FromElementsOp: _from_elements,
    tensor.InsertOp: _insert,
    tensor.InsertSliceOp: _insert_slice,
    tensor.PadOp: _pad,
    tensor.ReshapeOp: _tensor_reshape,
    tensor.SplatOp: _splat,
}


@dataclass(frozen=True)
class BufferizeDestinationsPass(ModulePass):
    """Puts the tensors of functions into memory."""

    name = "bufferize-destinations"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        names = {
            name.data
            for top in op.ops
            if isinstance(name := top.properties.get("sym_name"), StringAttr)
        }
        for top in tuple(op.ops):
            if not isinstance(top, func.FuncOp):
                # A kernel, whose arguments are memory and numbers.
                if len(top.regions) == 1 and any(map(_is_concerned, top.walk())):
                    _Function(top, op, names).convert()
                continue
            types = (*top.function_type.inputs, *top.function_type.outputs)
            if not top.body.blocks:
                if any(isinstance(type, TensorType) for type in types):
                    fail(
                        top,
                        f"function @{top.sym_name.data} has tensors and no body; declare "
                        "it on memrefs",
                    )
            elif any(map(_is_concerned, top.walk())) or any(
                isinstance(type, TensorType) for type in types
            ):
                _Function(top, op, names).convert()
