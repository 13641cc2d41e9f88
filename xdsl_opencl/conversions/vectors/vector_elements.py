"""
Operations of `vector` that put elements in other places, as part of `convert-vector-to-llvm`. Each is
unrolled to elements.

A scan without `inclusive` begins with its initial value; one with it does not use it, as upstream.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, VectorType
from xdsl.ir import SSAValue

from xdsl_opencl.conversions.framework import Conversion, Table
from xdsl_opencl.conversions.vectors.vector_contractions import (
    check_steps,
    combine,
    element_places,
    part_at,
    places_of,
    rearranged,
    with_part,
)
from xdsl_opencl.dialects.vector_ext.elements import (
    DeinterleaveOp,
    ExtractStridedSliceOp,
    FromElementsOp,
    InsertStridedSliceOp,
    InterleaveOp,
    ScanOp,
    StepOp,
    ToElementsOp,
)
from xdsl_opencl.dialects.vector_ext.shapes import shape_of


def _step(build: Conversion, op: StepOp) -> Sequence[SSAValue]:
    (count,) = shape_of(op.result.type)
    type = VectorType(build.converter.index, [count])
    numbers = DenseIntOrFPElementsAttr.from_list(type, [*range(count)])
    return (build.literal(numbers, type),)


def _from_elements(build: Conversion, op: FromElementsOp) -> Sequence[SSAValue]:
    result = build.poison(build.type(op.dest.type))
    values = build.values(op.elements)
    for value, place in zip(values, element_places(op.dest.type), strict=True):
        result = with_part(build, result, value, place)
    return (result,)


def _to_elements(build: Conversion, op: ToElementsOp) -> Sequence[SSAValue]:
    source = build.value(op.source)
    return [part_at(build, source, at) for at in element_places(op.source.type)]


def _interleave(build: Conversion, op: InterleaveOp) -> Sequence[SSAValue]:
    places = element_places(op.result.type)
    check_steps(op, len(places))
    sides = build.values(op.operands)
    result = build.poison(build.type(op.result.type))
    scalar = not shape_of(op.lhs.type)
    for place in places:
        *outer, last = place
        at = [0] if scalar else [*outer, last // 2]
        result = with_part(build, result, part_at(build, sides[last % 2], at), place)
    return (result,)


def _deinterleave(build: Conversion, op: DeinterleaveOp) -> Sequence[SSAValue]:
    def every(odd: int, result: SSAValue) -> SSAValue:
        return rearranged(build, op, lambda _, at: [*at[:-1], 2 * at[-1] + odd], result)

    return [every(odd, result) for odd, result in enumerate(op.results)]


def _shifted(place: Sequence[int], starts: Sequence[int]) -> Sequence[int]:
    rest = [0] * (len(place) - len(starts))
    return [n + start for n, start in zip(place, [*starts, *rest], strict=True)]


def _insert_slice(build: Conversion, op: InsertStridedSliceOp) -> Sequence[SSAValue]:
    part, result = build.values(op.operands)
    places = element_places(op.value_to_store.type)
    check_steps(op, len(places))
    for place in places:
        leading = [0] * (len(op.starts) - len(place))
        at = _shifted([*leading, *place], op.starts)
        result = with_part(build, result, part_at(build, part, place), at)
    return (result,)


def _scan(build: Conversion, op: ScanOp) -> Sequence[SSAValue]:
    shape, along = [*shape_of(op.source.type)], op.reduction_dim.value.data
    check_steps(op, prod(shape))
    source, last = build.values(op.operands)
    result = build.poison(source.type)
    kind, inclusive = str(op.kind.data), bool(op.inclusive.value.data)
    count = shape.pop(along)
    for there in places_of(shape):
        total = part_at(build, last, there or (0,))
        for k in range(count):
            reads = k if inclusive else k - 1
            if reads >= 0:
                part = part_at(build, source, [*there[:along], reads, *there[along:]])
                first = inclusive and k == 0
                total = part if first else combine(build, op, kind, total, part)
            result = with_part(
                build, result, total, [*there[:along], k, *there[along:]]
            )
        last = with_part(build, last, total, there or (0,))
    return result, last


ELEMENT_TABLE: Table = {
    DeinterleaveOp: _deinterleave,
    ExtractStridedSliceOp: lambda build, op: (
        rearranged(build, op, lambda _, place: _shifted(place, op.starts)),
    ),
    FromElementsOp: _from_elements,
    InsertStridedSliceOp: _insert_slice,
    InterleaveOp: _interleave,
    ScanOp: _scan,
    StepOp: _step,
    ToElementsOp: _to_elements,
}
