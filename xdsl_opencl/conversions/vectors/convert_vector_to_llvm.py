"""
`convert-vector-to-llvm`: vectors to LLVM's vectors, those of rank n > 1 to arrays of them.

* `vector.fma` becomes `llvm.intr.fmuladd`, as upstream.
* A reduction of floats is in order unless it has the flag `reassoc`.
* Loads, stores and transfers are aligned as the element; `vector_access` has the
  forms of their rows. Where a transfer may reach beyond a dimension, the dimension's size must be
  known.
* A position that is not a constant, other than in the last dimension, is chosen among all.
* Contractions, reductions along dimensions, outer products, transpositions and changes of the shape
  are unrolled (`vector_contractions`), and so are slices, scans and the like (`vector_elements`) and
  accesses to scattered elements (`vector_gathers`).
* `vector.mask` gives its operation the mask: what is not set is not accessed, nor combined.
* `vector.print` is an error: a device has no output of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects import llvm, vector
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FloatAttr,
    IntegerType,
    MemRefType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr

from xdsl_opencl.conversions.elementwise import (
    fast_math_properties,
    one_to_one,
)
from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Table
from xdsl_opencl.conversions.memory.memref_address import Number, memref_type
from xdsl_opencl.conversions.vectors.vector_access import (
    Access,
    lane_of,
    prefix_mask,
    splat_value,
)
from xdsl_opencl.conversions.vectors.vector_contractions import (
    FLOATS,
    INTEGERS,
    VECTOR_TABLE,
    contract,
    multi_reduction,
)
from xdsl_opencl.conversions.vectors.vector_elements import ELEMENT_TABLE
from xdsl_opencl.conversions.vectors.vector_gathers import GATHER_TABLE, gather
from xdsl_opencl.dialects.llvm_ext import elementwise, intrinsics
from xdsl_opencl.dialects.llvm_ext.corrected import ConstantOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.vector_ext.elements import ConstantMaskOp
from xdsl_opencl.dialects.vector_ext.mask import MaskOp
from xdsl_opencl.dialects.vector_ext.memory import GatherOp
from xdsl_opencl.dialects.vector_ext.products import ContractOp, MultiReductionOp
from xdsl_opencl.dialects.vector_ext.shapes import shape_of
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of

AnyVector = VectorType[Attribute]


def _broadcast(build: Conversion, op: vector.BroadcastOp) -> Sequence[SSAValue]:
    source = build.value(op.source)
    type_ = build.type(op.vector.type)
    if not isinstance(op.source.type, VectorType):
        return (splat_value(build, source, type_),)
    return (_stretch(build, source, type_),)


def _rank(type_: Attribute) -> int:
    rank = 1
    while isinstance(type_, llvm.LLVMArrayType):
        rank += 1
        type_ = type_.type
    return rank


def _stretch(build: Conversion, value: SSAValue, type_: Attribute) -> SSAValue:
    """Broadcasts a vector: missing leading dimensions, and dimensions of size 1."""
    if value.type == type_:
        return value
    if not isinstance(type_, llvm.LLVMArrayType):
        count = cast(AnyVector, type_).get_shape()[0]
        return build.shuffle(value, value, [0] * count)
    same_rank = _rank(value.type) == _rank(type_)
    result = build.poison(type_)
    part: SSAValue | None = None
    for number in range(type_.size.data):
        if same_rank:
            outer = cast(llvm.LLVMArrayType, value.type)
            if part is None or outer.size.data > 1:
                inner = build.extract_value(value, number)
                part = _stretch(build, inner, type_.type)
        elif part is None:
            part = _stretch(build, value, type_.type)
        assert part is not None
        result = build.insert_value(result, part, number)
    return result


def _positions(
    build: Conversion, op: vector.ExtractOp | vector.InsertOp
) -> list[Number]:
    dynamic = iter(op.dynamic_position)
    return [
        build.value(next(dynamic)) if number == DYNAMIC_INDEX else number
        for number in op.static_position.get_values()
    ]


def _choose(
    build: Conversion, number: SSAValue, place: int, yes: SSAValue, no: SSAValue
) -> SSAValue:
    """`yes` if `number` is `place`, else `no`: vectors, or arrays of vectors."""
    condition = build.compare("eq", number, build.index_constant(place))
    if isinstance(yes.type, llvm.LLVMArrayType):
        return build.unroll(
            (yes, no), yes.type, lambda parts, type_: build.select(condition, *parts)
        )
    return build.select(condition, yes, no)


def _taken(build: Conversion, value: SSAValue, positions: Sequence[Number]) -> SSAValue:
    """
    Returns the value at `positions` of arrays of vectors. LLVM's arrays take constants: of numbers
    that are not, each place is taken and one is chosen.
    """
    if not positions:
        return value
    first, *rest = positions
    if not isinstance(value.type, llvm.LLVMArrayType):
        if isinstance(first, int):
            return lane_of(build, value, first)
        element = element_of(value.type)
        return build.create(ExtractElementOp, (value, first), element)
    if isinstance(first, int):
        return _taken(build, build.extract_value(value, first), rest)
    found = _taken(build, build.extract_value(value, 0), rest)
    for place in range(1, value.type.size.data):
        part = _taken(build, build.extract_value(value, place), rest)
        found = _choose(build, first, place, part, found)
    return found


def _put(
    build: Conversion, target: SSAValue, value: SSAValue, positions: Sequence[Number]
) -> SSAValue:
    """`target` with `value` at `positions`."""
    if not positions:
        return value
    first, *rest = positions
    if not isinstance(target.type, llvm.LLVMArrayType):
        at = build.constant(first) if isinstance(first, int) else first
        operands = (target, value, at)
        return build.create(llvm.InsertElementOp, operands, target.type)
    if isinstance(first, int):
        if rest:
            part = build.extract_value(target, first)
            value = _put(build, part, value, rest)
        return build.insert_value(target, value, first)
    result = target
    for place in range(target.type.size.data):
        part = build.extract_value(target, place)
        new = _put(build, part, value, rest)
        new = _choose(build, first, place, new, part)
        result = build.insert_value(result, new, place)
    return result


def _extract(build: Conversion, op: vector.ExtractOp) -> Sequence[SSAValue]:
    value = build.value(op.vector)
    positions = _positions(build, op)
    if all(isinstance(number, int) for number in positions[:-1]) and positions:
        # One operation for all constants but the lane's.
        outer = cast("list[int]", positions[:-1])
        if isinstance(op.result.type, VectorType) and isinstance(positions[-1], int):
            return (build.extract_value(value, *outer, positions[-1]),)
        if outer and isinstance(value.type, llvm.LLVMArrayType):
            value, positions = build.extract_value(value, *outer), positions[-1:]
    elif not positions and not isinstance(op.result.type, VectorType):
        # The element of a vector of rank 0.
        positions = [0]
    return (_taken(build, value, positions),)


def _insert(build: Conversion, op: vector.InsertOp) -> Sequence[SSAValue]:
    value, target = build.value(op.source), build.value(op.dest)
    positions = _positions(build, op)
    constants = all(isinstance(number, int) for number in positions[:-1])
    if isinstance(op.source.type, VectorType):
        if constants and positions and isinstance(positions[-1], int):
            outer = cast("list[int]", positions)
            return (build.insert_value(target, value, *outer),)
    elif not positions:
        positions = [0]
    elif constants and len(positions) > 1:
        outer = cast("list[int]", positions[:-1])
        part = _put(build, build.extract_value(target, *outer), value, positions[-1:])
        return (build.insert_value(target, part, *outer),)
    return (_put(build, target, value, positions),)


def _shuffle_op(build: Conversion, op: vector.ShuffleOp) -> Sequence[SSAValue]:
    first, second = build.value(op.v1), build.value(op.v2)
    mask = [int(number) for number in op.mask.get_values()]
    if isinstance(first.type, llvm.LLVMArrayType):
        return (_shuffle_arrays(build, op, first, second, mask),)
    sizes = [cast(AnyVector, value.type).get_shape()[0] for value in (first, second)]
    longest = max(sizes)
    if sizes[0] != sizes[1]:
        # LLVM's operands have one length: pad, and renumber the second one's lanes.
        first, second = (
            value
            if size == longest
            else build.shuffle(value, value, [*range(size), *[-1] * (longest - size)])
            for value, size in zip((first, second), sizes, strict=True)
        )
        mask = [
            number if number < sizes[0] else number - sizes[0] + longest
            for number in mask
        ]
    return (build.shuffle(first, second, mask),)


def _shuffle_arrays(
    build: Conversion,
    op: vector.ShuffleOp,
    first: SSAValue,
    second: SSAValue,
    mask: Sequence[int],
) -> SSAValue:
    count = cast(llvm.LLVMArrayType, first.type).size.data
    result = build.poison(build.type(op.result.type))
    for place, number in enumerate(mask):
        if number < 0:
            continue
        source = first if number < count else second
        row = number if number < count else number - count
        part = build.extract_value(source, row)
        result = build.insert_value(result, part, place)
    return result


_REDUCE_INTEGERS: Mapping[str, type[Operation]] = {
    "add": intrinsics.VectorReduceAddOp,
    "mul": intrinsics.VectorReduceMulOp,
    "and": intrinsics.VectorReduceAndOp,
    "or": intrinsics.VectorReduceOrOp,
    "xor": intrinsics.VectorReduceXorOp,
    "minui": intrinsics.VectorReduceUMinOp,
    "minsi": intrinsics.VectorReduceSMinOp,
    "maxui": intrinsics.VectorReduceUMaxOp,
    "maxsi": intrinsics.VectorReduceSMaxOp,
}

_REDUCE_FLOATS: Mapping[str, type[Operation]] = {
    "minnumf": intrinsics.VectorReduceFMinOp,
    "maxnumf": intrinsics.VectorReduceFMaxOp,
    "minimumf": intrinsics.VectorReduceFMinimumOp,
    "maximumf": intrinsics.VectorReduceFMaximumOp,
}

_ORDERED: dict[str, tuple[type[Operation], float]] = {
    "add": (llvm.VectorReduceFAddOp, -0.0),
    "mul": (llvm.VectorReduceFMulOp, 1.0),
}
"""Kind to reduction with a start value, and the value that changes nothing."""


_NEUTRAL_INTEGERS: Mapping[str, Callable[[int], int]] = {
    **dict.fromkeys(("add", "or", "xor", "maxui"), lambda _: 0),
    **dict.fromkeys(("and", "minui"), lambda _: -1),
    "mul": lambda _: 1,
    "minsi": lambda bits: (1 << bits - 1) - 1,
    "maxsi": lambda bits: -1 << bits - 1,
}
_NEUTRAL_FLOATS: Mapping[str, float] = {
    "add": -0.0,
    "mul": 1.0,
    **dict.fromkeys(("minnumf", "maxnumf"), math.nan),
    "minimumf": math.inf,
    "maximumf": -math.inf,
}
"""Kinds of reductions, with the number that changes nothing; integers by their bits."""


def _only(build: Conversion, source: SSAValue, kind: str, mask: SSAValue) -> SSAValue:
    """The vector `source`, whose elements without a bit of `mask` change no reduction."""
    element = element_of(source.type)
    if type(element) is IntegerType:
        if kind not in _NEUTRAL_INTEGERS:
            return source
        value = _NEUTRAL_INTEGERS[kind](element.width.data)
        neutral = build.constant(value, element)
    else:
        if kind not in _NEUTRAL_FLOATS:
            return source
        neutral = build.float_constant(_NEUTRAL_FLOATS[kind], element)
    return build.select(mask, source, splat_value(build, neutral, source.type))


def _reduction(
    build: Conversion, op: vector.ReductionOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    source = build.value(op.vector)
    type_ = build.type(op.dest.type)
    kind = str(op.kind.data)
    if mask is not None:
        source = _only(build, source, kind, mask)
    start = None if op.acc is None else build.value(op.acc)
    properties = fast_math_properties(op)
    if type(type_) is IntegerType:
        if kind not in _REDUCE_INTEGERS:
            fail(
                op,
                f"'vector.reduction' <{kind}> is not for integers; use 'add', 'mul', "
                "'and', 'or', 'xor' or one of the integer minima and maxima",
            )
        result = build.create(_REDUCE_INTEGERS[kind], (source,), type_)
        if start is None:
            return (result,)
        return (build.op(INTEGERS[kind], start, result),)
    if kind in _ORDERED:
        reduction, neutral = _ORDERED[kind]
        if start is None:
            value = FloatAttr(neutral, type_)  # pyright: ignore[reportArgumentType, reportCallIssue]
            start = build.create(ConstantOp, (), type_, {"value": value})
        return (build.create(reduction, (start, source), type_, properties),)
    if kind not in _REDUCE_FLOATS:
        fail(
            op,
            f"'vector.reduction' <{kind}> is not for floats; "
            "use 'add', 'mul' or one of the floating point minima and maxima",
        )
    result = build.create(_REDUCE_FLOATS[kind], (source,), type_, properties)
    if start is None:
        return (result,)
    return (build.create(FLOATS[kind], (result, start), type_, properties),)


def _plain(
    build: Conversion, op: vector.LoadOp | vector.StoreOp, vector_type: Attribute
) -> Access:
    """The access of a vector whose dimensions are the last ones of the memref."""
    base = SSAValue.get(op.base)
    shape = cast(AnyVector, vector_type).get_shape()
    rank = memref_type(base).get_num_dims()
    if len(shape) > rank:
        fail(
            op,
            f"'{op.name}' of {vector_type} needs a memref of rank {len(shape)} or more, "
            f"not {base.type}",
        )
    return Access(
        build,
        op,
        base,
        op.indices,
        shape,
        range(rank - len(shape), rank),
        [True] * len(shape),
        attributes=op.attributes,
    )


def _load(build: Conversion, op: vector.LoadOp) -> Sequence[SSAValue]:
    type_ = build.type(op.result.type)
    return (_plain(build, op, op.result.type).read(type_, None),)


def _store(build: Conversion, op: vector.StoreOp) -> Sequence[SSAValue]:
    build.type(op.vector.type)
    value = build.value(op.vector)
    _plain(build, op, op.vector.type).write(value)
    return ()


def _masked(
    build: Conversion,
    op: vector.MaskedLoadOp | vector.MaskedStoreOp,
    vector_type: Attribute,
) -> Access:
    base = SSAValue.get(op.base)
    if (rank := memref_type(base).get_num_dims()) == 0:
        fail(op, f"'{op.name}' needs a memref of rank 1 or more, not {base.type}")
    return Access(
        build,
        op,
        base,
        op.indices,
        cast(AnyVector, vector_type).get_shape(),
        (rank - 1,),
        (True,),
        build.value(op.mask),
    )


def _masked_load(build: Conversion, op: vector.MaskedLoadOp) -> Sequence[SSAValue]:
    type_ = build.type(op.result.type)
    instead = build.value(op.pass_thru)
    return (_masked(build, op, op.result.type).read(type_, instead),)


def _masked_store(build: Conversion, op: vector.MaskedStoreOp) -> Sequence[SSAValue]:
    value = build.value(op.value_to_store)
    _masked(build, op, op.value_to_store.type).write(value)
    return ()


def _create_mask(build: Conversion, op: vector.CreateMaskOp) -> Sequence[SSAValue]:
    type_ = build.type(op.mask_vector.type)
    counts = build.values(op.mask_dim_sizes)
    return (_mask(build, counts, type_),)


def _constant_mask(build: Conversion, op: ConstantMaskOp) -> Sequence[SSAValue]:
    counts = [build.index_constant(size) for size in op.mask_dim_sizes.get_values()]
    return (_mask(build, counts, build.type(op.result.type)),)


def _mask(build: Conversion, counts: Sequence[SSAValue], type_: Attribute) -> SSAValue:
    if not isinstance(type_, llvm.LLVMArrayType):
        lanes = cast(AnyVector, type_).get_shape()[0]
        return prefix_mask(build, counts[0], lanes)
    inner = _mask(build, counts[1:], type_.type)
    outer_lanes = prefix_mask(build, counts[0], type_.size.data)
    result = build.poison(type_)
    for number in range(type_.size.data):
        bit = lane_of(build, outer_lanes, number)
        row = splat_value(build, bit, type_.type)
        if isinstance(type_.type, llvm.LLVMArrayType):
            both = build.unroll(
                (inner, row), type_.type, lambda parts, _: build.op(llvm.AndOp, *parts)
            )
        else:
            both = build.op(llvm.AndOp, inner, row)
        result = build.insert_value(result, both, number)
    return result


def _both(build: Conversion, a: SSAValue | None, b: SSAValue | None) -> SSAValue | None:
    """The bits that are in two masks."""
    if a is None or b is None:
        return b if a is None else a
    if not isinstance(a.type, llvm.LLVMArrayType):
        return build.op(llvm.AndOp, a, b)
    return build.unroll((a, b), a.type, lambda parts, _: build.op(llvm.AndOp, *parts))


def _transfer(
    build: Conversion,
    op: vector.TransferReadOp | vector.TransferWriteOp,
    vector_type: Attribute,
    mask: SSAValue | None,
) -> Access:
    source = SSAValue.get(op.source)
    if not isinstance(source.type, MemRefType):
        fail(op, f"'{op.name}' of a tensor is not supported; bufferize it first")
    if isinstance(memref_type(source).element_type, VectorType):
        fail(
            op,
            f"'{op.name}' of a memref of vectors is not supported; use 'memref.load' and "
            "'memref.store' of its elements",
        )
    build.type(vector_type)
    return Access(
        build,
        op,
        source,
        op.indices,
        cast(AnyVector, vector_type).get_shape(),
        [
            result.position if isinstance(result, AffineDimExpr) else None
            for result in op.permutation_map.data.results
        ],
        [bool(flag.value.data) for flag in op.in_bounds.data],
        _both(build, mask, None if op.mask is None else build.value(op.mask)),
    )


def _transfer_read(
    build: Conversion, op: vector.TransferReadOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    access = _transfer(build, op, op.result.type, mask)
    type_ = build.type(op.result.type)
    return (access.read(type_, build.value(op.padding)),)


def _transfer_write(
    build: Conversion, op: vector.TransferWriteOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    access = _transfer(build, op, op.vector.type, mask)
    access.write(build.value(op.vector))
    return ()


def _gather(build: Conversion, op: GatherOp, mask: SSAValue) -> Sequence[SSAValue]:
    both = _both(build, mask, build.value(op.mask))
    assert both is not None
    return gather(build, op, both)


_MASKABLE: Mapping[type[Operation], Callable[[Conversion, Any, SSAValue], Any]] = {
    ContractOp: contract,
    GatherOp: _gather,
    MultiReductionOp: multi_reduction,
    vector.ReductionOp: _reduction,
    vector.TransferReadOp: _transfer_read,
    vector.TransferWriteOp: _transfer_write,
}


def _mask_op(build: Conversion, op: MaskOp) -> Sequence[SSAValue]:
    mask, inner = build.value(op.mask), op.maskable
    last = op.mask_region.block.last_op
    assert last is not None
    results: Sequence[SSAValue] = (
        build.values(last.operands)
        if inner is None
        else _MASKABLE[type(inner)](build, inner, mask)
    )
    if op.passthru is not None and (
        mask.type != build.type(_like(op.passthru.type, i1)) or _moves(inner)
    ):
        fail(
            op,
            f"'{op.name}' has other values for the elements of {op.passthru.type}, whose mask "
            f"is {op.mask.type} of other places; choose them with 'arith.select'",
        )
    for done in tuple(op.mask_region.block.ops):
        done.detach()
        done.drop_all_references()
    if op.passthru is None:
        return results
    parts = (mask, results[0], build.value(op.passthru))
    if not isinstance(mask.type, llvm.LLVMArrayType):
        return (build.select(*parts),)
    whole = cast(llvm.LLVMArrayType, results[0].type)
    return (build.unroll(parts, whole, lambda parts, _: build.select(*parts)),)


def _like(type: Attribute, element: Attribute) -> Attribute:
    return VectorType(element, [*shape_of(type)]) if shape_of(type) else element


def _moves(op: Operation | None) -> bool:
    """True for a transfer whose vector has other dimensions than its mask."""
    if not isinstance(op, vector.TransferReadOp):
        return False
    places = [getattr(r, "position", -1) for r in op.permutation_map.data.results]
    return -1 in places or sorted(places) != places


def _print(build: Conversion, op: vector.PrintOp) -> Sequence[SSAValue]:
    advice = build.converter.advice(op.name, "call a function that prints")
    fail(op, f"'{op.name}' is not supported; {advice}")


TABLE: Table = {
    vector.BitcastOp: one_to_one(llvm.BitcastOp),
    vector.BroadcastOp: _broadcast,
    vector.CreateMaskOp: _create_mask,
    ConstantMaskOp: _constant_mask,
    vector.ExtractOp: _extract,
    vector.FMAOp: one_to_one(elementwise.FMulAddOp, fast_math_properties),
    vector.InsertOp: _insert,
    vector.LoadOp: _load,
    MaskOp: _mask_op,
    vector.MaskedLoadOp: _masked_load,
    vector.MaskedStoreOp: _masked_store,
    vector.PrintOp: _print,
    vector.ReductionOp: _reduction,
    vector.ShuffleOp: _shuffle_op,
    vector.StoreOp: _store,
    vector.TransferReadOp: _transfer_read,
    vector.TransferWriteOp: _transfer_write,
    **VECTOR_TABLE,
    **ELEMENT_TABLE,
    **GATHER_TABLE,
}


@dataclass(frozen=True)
class ConvertVectorToLLVMPass(ConversionPass):
    """Converts `vector` to `llvm`, as the module's text says."""

    name = "convert-vector-to-llvm"
    table = TABLE
    dialects = ("vector",)
