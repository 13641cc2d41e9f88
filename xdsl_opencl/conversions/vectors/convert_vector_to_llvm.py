"""
`convert-vector-to-llvm`: vectors to LLVM's vectors, or of rank n > 1 to arrays of vectors.

* `vector.fma` becomes `llvm.intr.fmuladd`, as upstream.
* A position that is not a constant, other than in the last dimension, is chosen among all.
* Contractions, reductions along dimensions, outer products, transpositions and changes of the shape
  are unrolled (`vector_contractions`), and so are slices, scans and the like (`vector_elements`) and
  accesses to scattered elements (`vector_gathers`).
* `vector_reductions`, `vector_transfers` and `vector_masks` convert the operations of their names.
* `vector.print` is an error: a device has no output of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm, vector
from xdsl.dialects.builtin import DYNAMIC_INDEX, VectorType
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.conversions.elementwise import fast_math_properties, one_to_one
from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Table
from xdsl_opencl.conversions.memory.memref_address import Number
from xdsl_opencl.conversions.vectors.vector_access import lane_of, splat_value
from xdsl_opencl.conversions.vectors.vector_contractions import VECTOR_TABLE
from xdsl_opencl.conversions.vectors.vector_elements import ELEMENT_TABLE
from xdsl_opencl.conversions.vectors.vector_gathers import GATHER_TABLE
from xdsl_opencl.conversions.vectors.vector_masks import MASK_TABLE
from xdsl_opencl.conversions.vectors.vector_reductions import REDUCTION_TABLE
from xdsl_opencl.conversions.vectors.vector_transfers import TRANSFER_TABLE
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.vector_ext.shapes import AnyVector
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of


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


def _print(build: Conversion, op: vector.PrintOp) -> Sequence[SSAValue]:
    advice = build.converter.advice(op.name, "call a function that prints")
    fail(op, f"'{op.name}' is not supported; {advice}")


TABLE: Table = {
    vector.BitcastOp: one_to_one(llvm.BitcastOp),
    vector.BroadcastOp: _broadcast,
    vector.ExtractOp: _extract,
    vector.FMAOp: one_to_one(elementwise.FMulAddOp, fast_math_properties),
    vector.InsertOp: _insert,
    vector.PrintOp: _print,
    vector.ShuffleOp: _shuffle_op,
    **ELEMENT_TABLE,
    **GATHER_TABLE,
    **MASK_TABLE,
    **REDUCTION_TABLE,
    **TRANSFER_TABLE,
    **VECTOR_TABLE,
}


@dataclass(frozen=True)
class ConvertVectorToLLVMPass(ConversionPass):
    """Converts `vector` to `llvm`, as the module's text says."""

    name = "convert-vector-to-llvm"
    table = TABLE
    dialects = ("vector",)
