"""
`convert-vector-to-llvm`: vectors to LLVM's vectors, those of rank n > 1 to arrays of them.

* `vector.fma` becomes `llvm.intr.fmuladd`, as upstream.
* A reduction of floats is in order unless it has the flag `reassoc`.
* Loads and stores are of rank 1, aligned as the element. A transfer may have a mask, or
  reach beyond the last dimension: then it becomes a masked load or store, and the size of
  that dimension must be known. Other permutations than the minor identity, and the
  broadcast of one element, are errors.
* `vector.print` is an error: a device has no output of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import arith, llvm, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FixedBitwidthType,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from xdsl_opencl.conversions.convert_memref_to_llvm import load, store
from xdsl_opencl.conversions.elementwise import (
    NO_OVERFLOW_FLAGS,
    fast_math_properties,
    one_to_one,
)
from xdsl_opencl.conversions.framework import (
    Conversion,
    ConversionPass,
    Table,
)
from xdsl_opencl.conversions.memref_address import Addressing, Number, memref_type
from xdsl_opencl.dialects.llvm_ext import elementwise as ext
from xdsl_opencl.dialects.llvm_ext import intrinsics
from xdsl_opencl.dialects.llvm_ext.corrected import (
    ConstantOp,
    ICmpOp,
    MaskedStoreOp,
)
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp, PoisonOp
from xdsl_opencl.ir.diagnostics import fail

AnyVector = VectorType[Attribute]

_SLT = IntegerAttr(2, i64)


def _lane(conversion: Conversion, number: int) -> SSAValue:
    return conversion.create(ConstantOp, (), i64, {"value": IntegerAttr(number, i64)})


def _shuffle(
    conversion: Conversion, first: SSAValue, second: SSAValue, mask: Sequence[int]
) -> SSAValue:
    element = cast(AnyVector, first.type).element_type
    return conversion.create(
        llvm.ShuffleVectorOp,
        (first, second),
        VectorType(element, [len(mask)]),
        {"mask": DenseArrayBase.from_list(i32, mask)},
    )


def splat_value(conversion: Conversion, value: SSAValue, type_: Attribute) -> SSAValue:
    """
    Returns a vector of rank 1, or an array of such, with `value` in each place.
    """
    arrays: list[llvm.LLVMArrayType] = []
    while isinstance(type_, llvm.LLVMArrayType):
        arrays.append(type_)
        type_ = type_.type
    count = cast(AnyVector, type_).get_shape()[0]
    poison = conversion.create(PoisonOp, (), type_)
    lane = _lane(conversion, 0)
    splat = conversion.create(llvm.InsertElementOp, (poison, value, lane), type_)
    if count > 1:
        splat = _shuffle(conversion, splat, poison, [0] * count)
    for array in reversed(arrays):
        part, splat = splat, conversion.create(PoisonOp, (), array)
        for number in range(array.size.data):
            splat = conversion.insert_value(splat, part, number)
    return splat


def _broadcast(conversion: Conversion, op: vector.BroadcastOp) -> Sequence[SSAValue]:
    source = conversion.value(op.source)
    type_ = conversion.type(op.vector.type)
    if not isinstance(op.source.type, VectorType):
        return (splat_value(conversion, source, type_),)
    return (_stretch(conversion, source, type_),)


def _rank(type_: Attribute) -> int:
    rank = 1
    while isinstance(type_, llvm.LLVMArrayType):
        rank += 1
        type_ = type_.type
    return rank


def _stretch(conversion: Conversion, value: SSAValue, type_: Attribute) -> SSAValue:
    """
    Broadcasts a vector: missing leading dimensions, and dimensions of size 1.
    """
    if value.type == type_:
        return value
    if not isinstance(type_, llvm.LLVMArrayType):
        count = cast(AnyVector, type_).get_shape()[0]
        return _shuffle(conversion, value, value, [0] * count)
    same_rank = _rank(value.type) == _rank(type_)
    result = conversion.create(PoisonOp, (), type_)
    part: SSAValue | None = None
    for number in range(type_.size.data):
        if same_rank:
            outer = cast(llvm.LLVMArrayType, value.type)
            if part is None or outer.size.data > 1:
                inner = conversion.extract_value(value, number)
                part = _stretch(conversion, inner, type_.type)
        elif part is None:
            part = _stretch(conversion, value, type_.type)
        assert part is not None
        result = conversion.insert_value(result, part, number)
    return result


def _position(
    conversion: Conversion, op: vector.ExtractOp | vector.InsertOp, rank: int
) -> tuple[list[int], SSAValue | None]:
    """
    The positions in arrays, and the lane in a vector when the position reaches so far.
    """
    dynamic = iter(op.dynamic_position)
    numbers: list[Number] = [
        conversion.value(next(dynamic)) if number == DYNAMIC_INDEX else number
        for number in op.static_position.get_values()
    ]
    lane: SSAValue | None = None
    if len(numbers) == rank:
        last = numbers.pop() if numbers else 0
        lane = _lane(conversion, last) if isinstance(last, int) else last
    outer: list[int] = []
    for number in numbers:
        if not isinstance(number, int):
            fail(
                op,
                f"'{op.name}' needs constant positions but in the last dimension; "
                "extract or insert a vector of rank 1 first",
            )
        outer.append(number)
    return outer, lane


def _source_rank(type_: Attribute) -> int:
    return cast(AnyVector, type_).get_num_dims()


def _extract(conversion: Conversion, op: vector.ExtractOp) -> Sequence[SSAValue]:
    value = conversion.value(op.vector)
    outer, lane = _position(conversion, op, _source_rank(op.vector.type))
    if outer:
        value = conversion.extract_value(value, *outer)
    if lane is None:
        return (value,)
    type_ = conversion.type(op.result.type)
    if isinstance(op.result.type, VectorType):
        # All positions of a vector of rank 0.
        return (value,)
    return (conversion.create(ExtractElementOp, (value, lane), type_),)


def _insert(conversion: Conversion, op: vector.InsertOp) -> Sequence[SSAValue]:
    value, target = conversion.value(op.source), conversion.value(op.dest)
    outer, lane = _position(conversion, op, _source_rank(op.dest.type))
    if lane is not None and not isinstance(op.source.type, VectorType):
        part = conversion.extract_value(target, *outer) if outer else target
        value = conversion.create(llvm.InsertElementOp, (part, value, lane), part.type)
    if outer:
        value = conversion.insert_value(target, value, *outer)
    return (value,)


def _shuffle_op(conversion: Conversion, op: vector.ShuffleOp) -> Sequence[SSAValue]:
    first, second = conversion.value(op.v1), conversion.value(op.v2)
    mask = [int(number) for number in op.mask.get_values()]
    if isinstance(first.type, llvm.LLVMArrayType):
        return (_shuffle_arrays(conversion, op, first, second, mask),)
    sizes = [cast(AnyVector, value.type).get_shape()[0] for value in (first, second)]
    longest = max(sizes)
    if sizes[0] != sizes[1]:
        # LLVM's operands have one length: pad, and renumber the second one's lanes.
        first, second = (
            value
            if size == longest
            else _shuffle(
                conversion, value, value, [*range(size), *[-1] * (longest - size)]
            )
            for value, size in zip((first, second), sizes, strict=True)
        )
        mask = [
            number if number < sizes[0] else number - sizes[0] + longest
            for number in mask
        ]
    return (_shuffle(conversion, first, second, mask),)


def _shuffle_arrays(
    conversion: Conversion,
    op: vector.ShuffleOp,
    first: SSAValue,
    second: SSAValue,
    mask: Sequence[int],
) -> SSAValue:
    count = cast(llvm.LLVMArrayType, first.type).size.data
    result = conversion.create(PoisonOp, (), conversion.type(op.result.type))
    for place, number in enumerate(mask):
        if number < 0:
            continue
        source = first if number < count else second
        row = number if number < count else number - count
        part = conversion.extract_value(source, row)
        result = conversion.insert_value(result, part, place)
    return result


_COMBINE_INTEGERS: dict[str, tuple[type[Operation], type[Operation], bool]] = {
    "add": (intrinsics.VectorReduceAddOp, llvm.AddOp, True),
    "mul": (intrinsics.VectorReduceMulOp, llvm.MulOp, True),
    "and": (intrinsics.VectorReduceAndOp, llvm.AndOp, False),
    "or": (intrinsics.VectorReduceOrOp, llvm.OrOp, False),
    "xor": (intrinsics.VectorReduceXorOp, llvm.XOrOp, False),
    "minui": (intrinsics.VectorReduceUMinOp, ext.UMinOp, False),
    "minsi": (intrinsics.VectorReduceSMinOp, ext.SMinOp, False),
    "maxui": (intrinsics.VectorReduceUMaxOp, ext.UMaxOp, False),
    "maxsi": (intrinsics.VectorReduceSMaxOp, ext.SMaxOp, False),
}
"""Kind to reduction, operation for the accumulator, and whether that may wrap."""

_COMBINE_FLOATS: dict[str, tuple[type[Operation], type[Operation]]] = {
    "minnumf": (intrinsics.VectorReduceFMinOp, llvm.VectorFMinOp),
    "maxnumf": (intrinsics.VectorReduceFMaxOp, llvm.VectorFMaxOp),
    "minimumf": (intrinsics.VectorReduceFMinimumOp, ext.MinimumOp),
    "maximumf": (intrinsics.VectorReduceFMaximumOp, ext.MaximumOp),
}

_ORDERED: dict[str, tuple[type[Operation], float]] = {
    "add": (llvm.VectorReduceFAddOp, -0.0),
    "mul": (llvm.VectorReduceFMulOp, 1.0),
}
"""Kind to reduction with a start value, and the value that changes nothing."""


def _reduction(conversion: Conversion, op: vector.ReductionOp) -> Sequence[SSAValue]:
    source = conversion.value(op.vector)
    type_ = conversion.type(op.dest.type)
    kind = str(op.kind.data)
    start = None if op.acc is None else conversion.value(op.acc)
    properties = fast_math_properties(op)
    if type(type_) is IntegerType:
        if kind not in _COMBINE_INTEGERS:
            fail(
                op,
                f"'vector.reduction' <{kind}> is not for integers; use 'add', 'mul', "
                "'and', 'or', 'xor' or one of the integer minima and maxima",
            )
        reduction, combine, wraps = _COMBINE_INTEGERS[kind]
        result = conversion.create(reduction, (source,), type_)
        if start is None:
            return (result,)
        flags: Mapping[str, Attribute] = NO_OVERFLOW_FLAGS if wraps else {}
        return (conversion.create(combine, (start, result), type_, flags),)
    if kind in _ORDERED:
        reduction, neutral = _ORDERED[kind]
        if start is None:
            value = FloatAttr(neutral, type_)  # pyright: ignore[reportArgumentType, reportCallIssue]
            start = conversion.create(ConstantOp, (), type_, {"value": value})
        return (conversion.create(reduction, (start, source), type_, properties),)
    if kind not in _COMBINE_FLOATS:
        fail(
            op,
            f"'vector.reduction' <{kind}> is not for floats; "
            "use 'add', 'mul' or one of the floating point minima and maxima",
        )
    reduction, combine = _COMBINE_FLOATS[kind]
    result = conversion.create(reduction, (source,), type_, properties)
    if start is None:
        return (result,)
    return (conversion.create(combine, (result, start), type_, properties),)


def _alignment(type_: Attribute, op: Operation) -> int | None:
    """
    The alignment of an element in bytes; none for a vector, which has its own.
    """
    if isinstance(type_, VectorType):
        return None
    if isinstance(type_, llvm.LLVMPointerType):
        return None
    if not isinstance(type_, FixedBitwidthType):
        fail(
            op,
            f"'{op.name}' cannot tell the alignment of an element of type {type_}; "
            "use integers or floats of whole bytes",
        )
    size = type_.bitwidth // 8
    if size * 8 != type_.bitwidth or size & (size - 1):
        # In a vector these are packed, in a memref each has bytes of its own.
        fail(
            op,
            f"'{op.name}' of elements of type {type_} is not supported; "
            "use integers or floats of whole bytes",
        )
    return size


def _checked(
    conversion: Conversion, op: Operation, source: SSAValue, vector_type: Attribute
) -> tuple[Attribute, int | None]:
    """
    The converted vector type of an access, and its alignment.
    """
    type_ = conversion.type(vector_type)
    if isinstance(type_, llvm.LLVMArrayType):
        fail(
            op,
            f"'{op.name}' of vectors of rank above 1 is not supported; "
            "use one for each vector of rank 1",
        )
    memory = memref_type(source)
    strides = memory.get_strides()
    if strides and strides[-1] != 1:
        fail(
            op,
            f"'{op.name}' needs a stride of 1 in the last dimension of {memory}; "
            "load or store element by element",
        )
    return type_, _alignment(conversion.type(memory.element_type), op)


def _nontemporal(op: Operation) -> bool:
    flag = op.properties.get("nontemporal")
    return isinstance(flag, IntegerAttr) and bool(flag.value.data)


def _load(conversion: Conversion, op: vector.LoadOp) -> Sequence[SSAValue]:
    base = SSAValue.get(op.base)
    type_, alignment = _checked(conversion, op, base, op.result.type)
    pointer = Addressing(conversion, op).element(base, op.indices)
    result = load(
        conversion,
        pointer,
        type_,
        alignment=alignment,
        nontemporal=_nontemporal(op),
        attributes=op.attributes,
    )
    return (result,)


def _store(conversion: Conversion, op: vector.StoreOp) -> Sequence[SSAValue]:
    base = SSAValue.get(op.base)
    _, alignment = _checked(conversion, op, base, op.vector.type)
    pointer = Addressing(conversion, op).element(base, op.indices)
    store(
        conversion,
        conversion.value(op.vector),
        pointer,
        alignment=alignment,
        nontemporal=_nontemporal(op),
        attributes=op.attributes,
    )
    return ()


def _masked_load(conversion: Conversion, op: vector.MaskedLoadOp) -> Sequence[SSAValue]:
    base = SSAValue.get(op.base)
    type_, alignment = _checked(conversion, op, base, op.result.type)
    operands = (
        Addressing(conversion, op).element(base, op.indices, inside=False),
        conversion.value(op.mask),
        conversion.value(op.pass_thru),
    )
    return (_make_masked_load(conversion, operands, type_, alignment),)


def _make_masked_load(
    conversion: Conversion,
    operands: Sequence[SSAValue],
    type_: Attribute,
    alignment: int | None,
) -> SSAValue:
    properties = {"alignment": IntegerAttr(alignment or 1, i32)}
    return conversion.create(intrinsics.MaskedLoadOp, operands, type_, properties)


def _masked_store(
    conversion: Conversion, op: vector.MaskedStoreOp
) -> Sequence[SSAValue]:
    base = SSAValue.get(op.base)
    _, alignment = _checked(conversion, op, base, op.value_to_store.type)
    operands = (
        conversion.value(op.value_to_store),
        Addressing(conversion, op).element(base, op.indices, inside=False),
        conversion.value(op.mask),
    )
    _make_masked_store(conversion, operands, alignment)
    return ()


def _make_masked_store(
    conversion: Conversion, operands: Sequence[SSAValue], alignment: int | None
) -> None:
    properties = {"alignment": IntegerAttr(alignment or 1, i32)}
    conversion.insert(MaskedStoreOp.create(operands=operands, properties=properties))


def prefix_mask(conversion: Conversion, count: SSAValue, lanes: int) -> SSAValue:
    """
    A vector of i1 whose first `count` (signed, at most all) lanes are set.
    """
    index = conversion.converter.index
    type_ = VectorType(index, [lanes])
    numbers = DenseIntOrFPElementsAttr.from_list(type_, [*range(lanes)])
    steps = conversion.create(ConstantOp, (), type_, {"value": numbers})
    counts = splat_value(conversion, count, type_)
    return conversion.create(
        ICmpOp, (steps, counts), VectorType(i1, [lanes]), {"predicate": _SLT}
    )


def _create_mask(conversion: Conversion, op: vector.CreateMaskOp) -> Sequence[SSAValue]:
    type_ = conversion.type(op.mask_vector.type)
    counts = conversion.values(op.mask_dim_sizes)
    return (_mask(conversion, counts, type_),)


def _mask(
    conversion: Conversion, counts: Sequence[SSAValue], type_: Attribute
) -> SSAValue:
    if not isinstance(type_, llvm.LLVMArrayType):
        lanes = cast(AnyVector, type_).get_shape()[0]
        return prefix_mask(conversion, counts[0], lanes)
    inner = _mask(conversion, counts[1:], type_.type)
    outer_lanes = prefix_mask(conversion, counts[0], type_.size.data)
    result = conversion.create(PoisonOp, (), type_)
    for number in range(type_.size.data):
        lane = _lane(conversion, number)
        bit = conversion.create(ExtractElementOp, (outer_lanes, lane), i1)
        row = splat_value(conversion, bit, type_.type)
        if isinstance(type_.type, llvm.LLVMArrayType):
            both = conversion.unroll(
                (inner, row),
                type_.type,
                lambda parts, part_type: conversion.create(
                    llvm.AndOp, parts, part_type
                ),
            )
        else:
            both = conversion.create(llvm.AndOp, (inner, row), type_.type)
        result = conversion.insert_value(result, both, number)
    return result


@dataclass
class _Transfer:
    """
    The parts of a transfer of rank 1.
    """

    pointer: SSAValue
    type: Attribute
    alignment: int | None
    mask: SSAValue | None
    is_broadcast: bool


def _transfer(
    conversion: Conversion,
    op: vector.TransferReadOp | vector.TransferWriteOp,
    vector_type: Attribute,
) -> _Transfer:
    source = SSAValue.get(op.source)
    if not isinstance(source.type, MemRefType):
        fail(op, f"'{op.name}' of a tensor is not supported; bufferize it first")
    is_broadcast = _is_broadcast(op, op.permutation_map, vector_type)
    type_, alignment = _checked(conversion, op, source, vector_type)
    address = Addressing(conversion, op)
    mask = None if op.mask is None else conversion.value(op.mask)
    in_bounds = [bool(flag.value.data) for flag in op.in_bounds.data]
    if not is_broadcast and not all(in_bounds) and in_bounds:
        inside = _bounds_mask(conversion, op, address, type_)
        if inside is not None and mask is not None:
            mask = conversion.create(llvm.AndOp, (mask, inside), mask.type)
        elif inside is not None:
            mask = inside
    pointer = address.element(source, op.indices, inside=mask is None)
    return _Transfer(pointer, type_, alignment, mask, is_broadcast)


def _is_broadcast(op: Operation, map_: AffineMapAttr, vector_type: Attribute) -> bool:
    rank = cast(AnyVector, vector_type).get_num_dims()
    results = map_.data.results
    dimensions = map_.data.num_dims
    if rank == 0:
        return False
    if len(results) == rank == 1:
        (result,) = results
        if isinstance(result, AffineConstantExpr) and result.value == 0:
            return True
        if isinstance(result, AffineDimExpr) and result.position == dimensions - 1:
            return False
    fail(
        op,
        f"'{op.name}' with the permutation {map_.data} of a vector of rank {rank} is not "
        "supported: only the last dimension, or a constant 0",
    )


def _bounds_mask(
    conversion: Conversion,
    op: vector.TransferReadOp | vector.TransferWriteOp,
    address: Addressing,
    type_: Attribute,
) -> SSAValue | None:
    """
    The lanes that lie in the last dimension; none when that is all of them.
    """
    source = SSAValue.get(op.source)
    rank = memref_type(source).get_num_dims()
    lanes = cast(AnyVector, type_).get_shape()[0]
    size = address.size(source, rank - 1)
    start = op.indices[-1]
    owner = start.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(size, int):
        value = owner.value
        if isinstance(value, IntegerAttr) and 0 <= value.value.data <= size - lanes:
            return None
    left = address.add(size, address.negate(conversion.value(start)))
    return prefix_mask(conversion, address.as_value(left), lanes)


def _transfer_read(
    conversion: Conversion, op: vector.TransferReadOp
) -> Sequence[SSAValue]:
    access = _transfer(conversion, op, op.result.type)
    if access.is_broadcast:
        if access.mask is not None:
            fail(
                op,
                f"'{op.name}' of one element with a mask is not supported; "
                "use a vector of two elements or more, or no mask",
            )
        element = cast(AnyVector, access.type).element_type
        value = load(conversion, access.pointer, element)
        return (splat_value(conversion, value, access.type),)
    if access.mask is None:
        value = load(
            conversion, access.pointer, access.type, alignment=access.alignment
        )
        return (value,)
    padding = splat_value(conversion, conversion.value(op.padding), access.type)
    operands = (access.pointer, access.mask, padding)
    return (_make_masked_load(conversion, operands, access.type, access.alignment),)


def _transfer_write(
    conversion: Conversion, op: vector.TransferWriteOp
) -> Sequence[SSAValue]:
    access = _transfer(conversion, op, op.vector.type)
    if access.is_broadcast:
        fail(op, f"'{op.name}' cannot broadcast; use 'vector.broadcast' on the result")
    value = conversion.value(op.vector)
    if access.mask is None:
        store(conversion, value, access.pointer, alignment=access.alignment)
    else:
        operands = (value, access.pointer, access.mask)
        _make_masked_store(conversion, operands, access.alignment)
    return ()


def _print(conversion: Conversion, op: vector.PrintOp) -> Sequence[SSAValue]:
    advice = conversion.converter.advice(op.name, "call a function that prints")
    fail(op, f"'{op.name}' is not supported; {advice}")


TABLE: Table = {
    vector.BitcastOp: one_to_one(llvm.BitcastOp),
    vector.BroadcastOp: _broadcast,
    vector.CreateMaskOp: _create_mask,
    vector.ExtractOp: _extract,
    vector.FMAOp: one_to_one(ext.FMulAddOp, fast_math_properties),
    vector.InsertOp: _insert,
    vector.LoadOp: _load,
    vector.MaskedLoadOp: _masked_load,
    vector.MaskedStoreOp: _masked_store,
    vector.PrintOp: _print,
    vector.ReductionOp: _reduction,
    vector.ShuffleOp: _shuffle_op,
    vector.StoreOp: _store,
    vector.TransferReadOp: _transfer_read,
    vector.TransferWriteOp: _transfer_write,
}


@dataclass(frozen=True)
class ConvertVectorToLLVMPass(ConversionPass):
    """
    Converts `vector` to `llvm`; see the module's text for what each operation becomes.
    """

    name = "convert-vector-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        Conversion(op, converter, TABLE, ("vector",)).run()
