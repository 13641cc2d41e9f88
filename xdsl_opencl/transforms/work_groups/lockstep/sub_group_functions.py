"""
Sub-group functions of a row that is a whole sub-group: vector operations on the lanes that take
part.

Each function gets the lanes of the operands and the mask, `None` for all lanes. Lanes that do not
take part may have anything (rule 2 of the package): they get an identity or are false, and a
shuffle that reads them has some number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.elementwise import CountTrailingZerosOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp, FreezeOp
from xdsl_opencl.dialects.opencl import collective, sub_group, sync
from xdsl_opencl.ir.element_types import bits_of, element_of, is_float, vector_of
from xdsl_opencl.transforms.builtins.values import Values
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    NotInLockstep,
    RowBuilder,
    Uniform,
    Wide,
    any_of,
    logical_and,
    part,
    parts,
)
from xdsl_opencl.transforms.work_groups.sub_groups.sub_group_vectors import (
    identities,
    reduce,
    reduce_clusters,
    scan,
)

_Function = Callable[
    [RowBuilder, Operation, Sequence[Lanes], SSAValue | None], Lanes | None
]
_WORD = 32
"""Bits of the elements that processors permute."""


def _taking_part(
    build: RowBuilder,
    op: collective.CombineOp | sub_group.SubGroupClusteredReduceOp,
    operands: Sequence[Lanes],
    mask: SSAValue | None,
) -> SSAValue:
    """Makes the vector of the operand, with the identity in lanes that take no part."""
    values = part(build, operands[0])
    if mask is None:
        return values
    return build.select(mask, values, identities(build, op.kind.data, values.type))


def _reduce(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    assert isinstance(op, sub_group.SubGroupClusteredReduceOp)
    values = _taking_part(build, op, operands, mask)
    kind, cluster = op.kind.data, op.cluster.value.data
    if cluster == build.width:
        return Uniform(reduce(build, kind, values))
    return Wide((reduce_clusters(build, kind, values, cluster),))


def _scan(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    assert isinstance(op, collective.CombineOp)
    values = _taking_part(build, op, operands, mask)
    inclusive = isinstance(op, sub_group.SubGroupNonUniformScanInclusiveOp)
    return Wide((scan(build, op.kind.data, values, inclusive=inclusive),))


def _element(build: RowBuilder, vector: SSAValue, index: SSAValue) -> SSAValue:
    return build.op(ExtractElementOp, vector, index, type=element_of(vector.type))


def _permuted(build: RowBuilder, words: SSAValue, indices: SSAValue) -> SSAValue:
    """LLVM makes one permutation of this where the processor has it."""
    made = build.poison(words.type)
    for lane in range(build.width):
        word = _element(build, words, build.extract(indices, lane))
        made = build.insert_element(made, word, lane)
    return made


def _permute(build: RowBuilder, vector: SSAValue, indices: SSAValue) -> SSAValue:
    """Makes the vector with the elements of `vector` at `indices`, which are inside."""
    type = vector.type
    if isinstance(element_of(type), llvm.LLVMPointerType):
        raise NotInLockstep("a shuffle of addresses")
    bits = bits_of(type)
    integers = build.lane_type(IntegerType(bits))
    if is_float(type):
        vector = build.bitcast(vector, integers)
    made: SSAValue | None = None
    for place in range(0, bits, _WORD):
        word = vector
        if place:
            word = build.op(llvm.LShrOp, vector, build.constant(place, integers))
        word = _permuted(build, build.resize(word, _WORD), indices)
        word = build.resize(word, integers)
        if made is not None:
            word = build.op(llvm.ShlOp, word, build.constant(place, integers))
            word = build.op(llvm.OrOp, made, word)
        made = word
    assert made is not None
    return build.bitcast(made, type)


def _some_numbers(
    build: RowBuilder, lanes: Lanes, mask: SSAValue | None
) -> tuple[SSAValue, ...]:
    """Makes vectors that have numbers in lanes that take no part, too."""
    vectors = parts(build, lanes)
    if mask is None:
        return vectors
    return tuple(build.add(FreezeOp(vector)) for vector in vectors)


def _of_lane(build: RowBuilder, vectors: Sequence[SSAValue], lane: SSAValue) -> Uniform:
    """The number of one lane, for all of them."""
    last = build.constant(build.width - 1, lane.type)
    inside = build.op(llvm.AndOp, lane, last)
    elements = [_element(build, vector, inside) for vector in vectors]
    if len(elements) == 1:
        return Uniform(elements[0])
    type = vector_of(elements[0].type, len(elements))
    return Uniform(Values(build.block).vector(elements, type))


def _shuffle(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    """The number of a lane counts modulo those of the sub-group."""
    value, lane = operands
    if isinstance(value, Uniform):
        return value
    vectors = _some_numbers(build, value, mask)
    if isinstance(lane, Uniform):
        return _of_lane(build, vectors, lane.value)
    indices = part(build, lane)
    last = build.constant(build.width - 1, indices.type)
    indices = build.op(llvm.AndOp, indices, last)
    return Wide(tuple(_permute(build, vector, indices) for vector in vectors))


def _bits(build: RowBuilder, lanes: SSAValue) -> SSAValue:
    """Makes the `i64` with a bit for each element of a vector of `i1`."""
    return build.resize(build.bitcast(lanes, IntegerType(build.width)), i64)


def _first(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    (value,) = operands
    if isinstance(value, Uniform):
        return value
    first = build.constant(0)
    if mask is not None:
        first = Values(build.block).count_zeros(
            CountTrailingZerosOp, _bits(build, mask)
        )
    return _of_lane(build, _some_numbers(build, value, mask), first)


def _holding(
    build: RowBuilder, predicate: Lanes, mask: SSAValue | None, order: str
) -> SSAValue:
    """The lanes that take part and whose predicate, an i32, is `order` 0."""
    values = part(build, predicate)
    lanes = build.compare(order, values, build.constant(0, values.type))
    return lanes if mask is None else logical_and(build, mask, lanes)


def _ballot(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    bits = _bits(build, _holding(build, operands[0], mask, "ne"))
    v = Values(build.block)
    words = [v.resize(bits, i32), v.resize(v.lshr(bits, 32), i32)]
    zero = v.constant(0, i32)
    return Uniform(v.vector([*words, zero, zero], sub_group.BALLOT))


def _any(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    holding = _holding(build, operands[0], mask, "ne")
    return Uniform(build.resize(any_of(build, holding), i32))


def _all(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> Lanes:
    missing = _bits(build, _holding(build, operands[0], mask, "eq"))
    return Uniform(build.resize(build.compare("eq", missing, build.constant(0)), i32))


def _nothing(
    build: RowBuilder, op: Operation, operands: Sequence[Lanes], mask: SSAValue | None
) -> None:
    """Each access is that of all lanes, before the next one."""


SUB_GROUP_FUNCTIONS: Mapping[type[Operation], _Function] = {
    sub_group.SubGroupClusteredReduceOp: _reduce,
    sub_group.SubGroupNonUniformScanInclusiveOp: _scan,
    sub_group.SubGroupNonUniformScanExclusiveOp: _scan,
    collective.SubGroupShuffleOp: _shuffle,
    sub_group.SubGroupBroadcastFirstOp: _first,
    sub_group.SubGroupBallotOp: _ballot,
    collective.SubGroupAnyOp: _any,
    collective.SubGroupAllOp: _all,
    sync.SubGroupBarrierOp: _nothing,
}
"""The functions that `sub_groups.expand` leaves for rows."""
