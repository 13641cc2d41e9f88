"""
`opencl-lower-work-items`: index-space and sub-group queries become intrinsics of the
GPU, reads of the hidden arguments or of the dispatch packet, and arithmetic.

Needs: a module with a target. Leaves: `arith`, `llvm.call_intrinsic` and `opencl.load_argument`;
no work-item query. `sources.py` has the place of the values in each ABI. A primitive is read once
per block.

Uses what the launches allow: a required work-group size makes sizes constant and removes
ids of dimensions of size 1, also in functions that only such kernels reach; uniform
work-groups (below OpenCL 2.0, or `"uniform-work-group-size"="true"`) need no remainders.

Ids and sizes are 32-bit, as in the dispatch packet, and are widened at the end. The
dimension may be a value; out of range, ids and offsets are 0 and sizes are 1 (OpenCL C
3.0, section 6.15.1).

Errors: a sub-group query on an ABI without sub-groups; an ABI without a source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.launch_facts import LaunchFacts, launch_facts
from xdsl_opencl.dialects.opencl import work_item
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import integer_type
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.patterns import lower, one_per_block
from xdsl_opencl.ir.walk import operations
from xdsl_opencl.transforms.work_items.sources import (
    QueryBuilder,
    WorkItemSource,
    source_for,
)

Primitive = Callable[[WorkItemSource, QueryBuilder, int], SSAValue]
"""A query of one dimension as `i32`."""

_NARROW: Mapping[type[Operation], Primitive] = {
    work_item.GetLocalIdOp: WorkItemSource.get_local_id,
    work_item.GetGroupIdOp: WorkItemSource.get_group_id,
    work_item.GetLocalSizeOp: WorkItemSource.get_local_size,
    work_item.GetEnqueuedLocalSizeOp: WorkItemSource.get_group_size,
    work_item.GetGlobalSizeOp: WorkItemSource.get_global_size,
    work_item.GetNumGroupsOp: WorkItemSource.get_num_groups,
}


def _width(type: Attribute) -> int:
    return cast("IntegerType", type).width.data


def _resize(site: QueryBuilder, value: SSAValue, type: Attribute) -> SSAValue:
    """
    The unsigned integer `value` as `type`, an integer of at least 32 bits or `index`.
    """
    if value.type == type:
        return value
    if isinstance(type, IndexType):
        return site.op(arith.IndexCastOp, value, type=type)
    wider = _width(type) > _width(value.type)
    return site.op(arith.ExtUIOp if wider else arith.TruncIOp, value, type=type)


def _bits(source: WorkItemSource, type: Attribute) -> int:
    """Width of the arithmetic for a result of `type`."""
    return source.target.index_bitwidth if isinstance(type, IndexType) else _width(type)


def _sized(
    source: WorkItemSource, site: QueryBuilder, value: SSAValue, type: Attribute
) -> SSAValue:
    value = _resize(site, value, integer_type(_bits(source, type)))
    return _resize(site, value, type)


def _relative_id(source: WorkItemSource, site: QueryBuilder, d: int) -> SSAValue:
    """
    The global id without the offset. It is below the global size, which has 32 bits, so
    nothing wraps.
    """

    def make() -> SSAValue:
        group = source.get_group_id(site, d)
        local = source.get_local_id(site, d)
        required = site.facts.required
        if required is not None and required[d] == 1:
            return group
        size = source.get_group_size(site, d)
        start = site.no_wrap(arith.MuliOp, group, size)
        return site.no_wrap(arith.AddiOp, start, local)

    return site.once(("relative_id", d), make)


def _narrow(
    primitive: Primitive,
    source: WorkItemSource,
    site: QueryBuilder,
    d: int,
    type: Attribute,
) -> SSAValue:
    return _sized(source, site, primitive(source, site, d), type)


def _global_id(
    source: WorkItemSource, site: QueryBuilder, d: int, type: Attribute
) -> SSAValue:
    bits = _bits(source, type)
    relative = _relative_id(source, site, d)
    # Clover's ABIs have 32-bit offsets, and a device address of 32 bits wraps anyway.
    relative = _resize(site, relative, integer_type(bits))
    offset = source.get_global_offset(site, d, bits)
    return _resize(site, site.op(arith.AddiOp, relative, offset), type)


def _global_offset(
    source: WorkItemSource, site: QueryBuilder, d: int, type: Attribute
) -> SSAValue:
    bits = _bits(source, type)
    return _resize(site, source.get_global_offset(site, d, bits), type)


Dimensional = Callable[[WorkItemSource, QueryBuilder, int, Attribute], SSAValue]

_DIMENSIONAL: Mapping[type[Operation], Dimensional] = {
    work_item.GetGlobalIdOp: _global_id,
    work_item.GetGlobalOffsetOp: _global_offset,
    **{kind: partial(_narrow, primitive) for kind, primitive in _NARROW.items()},
}


def _global_linear_id(
    source: WorkItemSource, site: QueryBuilder, type: Attribute
) -> SSAValue:
    """
    (z * size y + y) * size x + x, in 64 bits: the product of the sizes may need them.
    """
    wide = i64 if _bits(source, type) == 64 else i32
    ids = [_resize(site, _relative_id(source, site, d), wide) for d in range(3)]
    value = ids[2]
    for d in (1, 0):
        size = _resize(site, source.get_global_size(site, d), wide)
        value = site.op(arith.MuliOp, value, size)
        value = site.op(arith.AddiOp, value, ids[d])
    return _resize(site, value, type)


def _local_linear(source: WorkItemSource, site: QueryBuilder) -> SSAValue:
    def make() -> SSAValue:
        value = source.get_local_id(site, 2)
        for d in (1, 0):
            size = source.get_local_size(site, d)
            value = site.no_wrap(arith.MuliOp, value, size)
            local = source.get_local_id(site, d)
            value = site.no_wrap(arith.AddiOp, value, local)
        return value

    return site.once(("local_linear_id", -1), make)


def _product(
    primitive: Primitive, source: WorkItemSource, site: QueryBuilder
) -> SSAValue:
    sizes = [primitive(source, site, d) for d in range(3)]
    value = site.no_wrap(arith.MuliOp, sizes[0], sizes[1])
    return site.no_wrap(arith.MuliOp, value, sizes[2])


def _waves(
    primitive: Primitive, source: WorkItemSource, site: QueryBuilder
) -> SSAValue:
    wave = source.target.wave_size
    items = _product(primitive, source, site)
    most = site.number(wave - 1)
    rounded = site.no_wrap(arith.AddiOp, items, most)
    return site.op(arith.ShRUIOp, rounded, site.number(wave.bit_length() - 1))


def _sub_group_size(source: WorkItemSource, site: QueryBuilder) -> SSAValue:
    """The last sub-group has the remaining work items (ROCm-Device-Libs `opencl/src/subgroup`)."""
    wave = source.target.wave_size
    items = _product(WorkItemSource.get_local_size, source, site)
    mask = site.number(-wave)
    first = site.op(arith.AndIOp, _local_linear(source, site), mask)
    rest = site.op(arith.SubiOp, items, first)
    return site.op(arith.MinUIOp, rest, site.number(wave))


def _max_sub_group_size(source: WorkItemSource, site: QueryBuilder) -> SSAValue:
    items = _product(WorkItemSource.get_group_size, source, site)
    return site.op(arith.MinUIOp, items, site.number(source.target.wave_size))


def _sub_group_id(source: WorkItemSource, site: QueryBuilder) -> SSAValue:
    shift = site.number(source.target.wave_size.bit_length() - 1)
    return site.op(arith.ShRUIOp, _local_linear(source, site), shift)


def _lane(source: WorkItemSource, site: QueryBuilder) -> SSAValue:
    """
    The number of lower lanes in the wave: bits of an all-ones mask below this lane.
    """
    ones, zero = site.number(-1), site.number(0)
    low = site.intrinsic("llvm.amdgcn.mbcnt.lo", (ones, zero), i32)
    if source.target.wave_size == 32:
        return low
    return site.intrinsic("llvm.amdgcn.mbcnt.hi", (ones, low), i32)


_PLAIN: Mapping[type[Operation], Callable[[WorkItemSource, QueryBuilder], SSAValue]] = {
    work_item.GetWorkDimOp: WorkItemSource.get_work_dim,
    work_item.GetLocalLinearIdOp: _local_linear,
}

_SUB_GROUP: Mapping[
    type[Operation], Callable[[WorkItemSource, QueryBuilder], SSAValue]
] = {
    work_item.GetSubGroupSizeOp: _sub_group_size,
    work_item.GetMaxSubGroupSizeOp: _max_sub_group_size,
    work_item.GetNumSubGroupsOp: partial(_waves, WorkItemSource.get_local_size),
    work_item.GetEnqueuedNumSubGroupsOp: partial(_waves, WorkItemSource.get_group_size),
    work_item.GetSubGroupIdOp: _sub_group_id,
    work_item.GetSubGroupLocalIdOp: _lane,
}


def _constant_dimension(op: work_item.DimensionQueryOp) -> int | None:
    """The dimension where it is known, as an unsigned number."""
    if op.dimension is not None:
        return op.static_dimension
    assert op.dimension_value is not None
    number = constant_integer(op.dimension_value)
    return None if number is None else number % (1 << 32)


def _lower_dimensional(
    source: WorkItemSource, site: QueryBuilder, op: work_item.DimensionQueryOp
) -> SSAValue:
    lower = _DIMENSIONAL[type(op)]
    type_ = op.result.type
    d = _constant_dimension(op)
    if d is not None and d < 3:
        return lower(source, site, d, type_)
    value = site.constant(op.OUT_OF_RANGE, type_)
    if d is not None:
        return value
    dimension = op.dimension_value
    assert dimension is not None
    for axis in (2, 1, 0):
        wanted = site.compare("eq", dimension, site.number(axis))
        value = site.select(wanted, lower(source, site, axis, type_), value)
    return value


def _lower_plain(source: WorkItemSource, site: QueryBuilder, op: Operation) -> SSAValue:
    value = _PLAIN[type(op)](source, site)
    return _sized(source, site, value, op.results[0].type)


def _lower_sub_group(
    source: WorkItemSource, site: QueryBuilder, op: Operation
) -> SSAValue:
    if not source.has_sub_groups:
        fail(op, f"ABI {source.target.abi} has no sub-groups; use amdhsa")
    value = _SUB_GROUP[type(op)](source, site)
    return _sized(source, site, value, op.results[0].type)


_Lowering = Callable[[WorkItemSource, QueryBuilder, Any], SSAValue]

_LOWERINGS: Mapping[type[Operation], _Lowering] = {
    **dict.fromkeys(_DIMENSIONAL, _lower_dimensional),
    **dict.fromkeys(_PLAIN, _lower_plain),
    **dict.fromkeys(_SUB_GROUP, _lower_sub_group),
    work_item.GetGlobalLinearIdOp: lambda source, site, op: _global_linear_id(
        source, site, op.results[0].type
    ),
}

QUERIES = frozenset(_LOWERINGS)


def _no_source(target: Target) -> str:
    if target.interface.work_groups_are_loops:
        return (
            "opencl-form-work-groups lowers the work-item functions of ABI "
            f"{target.abi}"
        )
    return f"ABI {target.abi} has no work-item functions yet"


class OpenCLLowerWorkItemsPass(ModulePass):
    """Lowers the work-item functions for the attached target."""

    name = "opencl-lower-work-items"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = module_target(op)
        source = source_for(target)
        facts = launch_facts(op)
        nothing = LaunchFacts()

        def site_before(query: Operation) -> QueryBuilder:
            function = query
            while (parent := function.parent_op()) is not None and parent is not op:
                function = parent
            site = QueryBuilder.before(query)
            site.facts = facts.get(function, nothing)
            return site

        def lower_query(site: QueryBuilder, query: Operation) -> Sequence[SSAValue]:
            if source is None:
                fail(query, _no_source(target))
            return (_LOWERINGS[type(query)](source, site, query),)

        handlers = dict.fromkeys(QUERIES, lower_query)
        lower(operations(op), handlers, one_per_block(site_before))
