"""
The handlers of OpenCL C's builtin functions, by the name in the call.

A call is looked up by its demangled name: in the tables below, by a pattern (`vload4`,
`convert_uchar4_sat_rte`), or in the dialect's own table of element-wise functions, where the first
parameter's type decides between `s_max`, `u_max` and `fmax_common` for `max`. Unknown functions
stay calls.

Arguments that the dialect has as attributes (fence flags, memory orders and scopes) are constants
in practice. For any other argument the strongest meaning is used, which is correct for every
value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.enums import (
    ElementKind,
    MemoryOrder,
    MemoryScope,
    RoundingMode,
)
from xdsl_opencl.dialects.opencl import (
    atomic,
    collective,
    conversion,
    image,
    memory,
    pipe,
    sub_group,
    sync,
    work_item,
)
from xdsl_opencl.dialects.opencl.attrs import BallotQuery, LaneMask
from xdsl_opencl.dialects.opencl.builtins import builtin_table
from xdsl_opencl.frontend.builtins.builtin_calls import (
    IMAGE_GETTERS,
    Call,
    Handler,
    async_copy,
    atomic_init,
    atomic_kind,
    atomic_value,
    clock,
    compare_exchange,
    convert_to,
    copy_element,
    dimension,
    element_wise,
    flag_test_and_set,
    flags,
    group_operation,
    llvm_getters,
    one,
    order,
    order_and_scope,
    queried_image,
    raise_printf,
    read_image,
    rest,
    result,
    row,
    scope,
    translate_sampler,
    write_image,
)
from xdsl_opencl.frontend.builtins.demangle import MAKE_SAMPLER, MangledType, demangle
from xdsl_opencl.frontend.builtins.pipe_calls import pipe_handlers, reservation
from xdsl_opencl.frontend.builtins.sub_group_calls import cluster, logical
from xdsl_opencl.frontend.errors import Unsupported

# The tables


_DEVICE_QUEUE = (
    "__enqueue_kernel_basic __enqueue_kernel_basic_events __enqueue_kernel_varargs "
    "__enqueue_kernel_events_varargs __get_kernel_work_group_size_impl "
    "__get_kernel_preferred_work_group_size_multiple_impl "
    "__get_kernel_max_sub_group_size_for_ndrange_impl "
    "__get_kernel_sub_group_count_for_ndrange_impl"
).split()
"""The functions that Clang calls for `enqueue_kernel` and `get_kernel_*` (`CGBuiltin.cpp`)."""
_DEVICE_EVENTS = (
    "capture_event_profiling_info create_user_event enqueue_marker get_default_queue "
    "is_valid_event ndrange_1D ndrange_2D ndrange_3D release_event retain_event "
    "set_user_event_status"
).split()
"""The other functions of queues on the device (OpenCL C 3.0, section 6.15.18)."""


def no_device_queue(call: Call) -> SSAValue | None:
    """
    Refuses `call` of a function for queues on the device.

    Raises `Unsupported`.
    """
    name = call.name.removeprefix("__").removesuffix("_impl")
    if name.startswith("enqueue_kernel"):
        name = "enqueue_kernel"
    raise Unsupported(
        f"{name}: no target has queues that kernels enqueue kernels on (OpenCL C 3.0, "
        "section 6.15.18); enqueue from the host"
    )


_Rows = Iterator[tuple[str, Handler]]


def _own_name(cls: type[Operation]) -> str:
    """The name of the function of an operation that is called like it."""
    return cls.name.removeprefix("opencl.")


def _work_items() -> _Rows:
    for cls in work_item.DIMENSION_QUERIES:
        yield _own_name(cls), row(cls, dimension, result)
    for cls in work_item.NULLARY_QUERIES:
        yield _own_name(cls), row(cls, result)


def _synchronisation() -> _Rows:
    for cls in (
        *(sync.BarrierOp, sync.MemFenceOp),
        *(sync.ReadMemFenceOp, sync.WriteMemFenceOp),
    ):
        yield _own_name(cls), row(cls, flags)
    for cls, own in (
        (sync.WorkGroupBarrierOp, MemoryScope.WORK_GROUP),
        (sync.SubGroupBarrierOp, MemoryScope.SUB_GROUP),
    ):
        yield _own_name(cls), row(cls, flags, scope(1, own))
    fence = sync.AtomicWorkItemFenceOp
    yield _own_name(fence), row(fence, flags, order(1), scope(2))


def _atomics() -> _Rows:
    rmw, legacy = atomic.AtomicRmwOp, (MemoryOrder.RELAXED, MemoryScope.DEVICE)
    exchange = atomic.AtomicCompareExchangeOp
    for prefix in ("atomic_", "atom_"):
        for kind in _ATOMIC_KINDS:
            parts = (atomic_kind(kind), *legacy, 0, atomic_value(kind))
            yield prefix + kind, row(rmw, *parts)
        for name, kind in (("inc", "add"), ("dec", "sub")):
            yield prefix + name, row(rmw, atomic_kind(kind), *legacy, 0, one)
        yield prefix + "cmpxchg", row(exchange, legacy[0], *legacy, 0, 1, 2, count=3)
    yield "atomic_init", atomic_init
    for suffix in ("", "_explicit"):
        for kind in _ATOMIC_KINDS:
            parts = (atomic_kind(kind), *order_and_scope(2), 0, atomic_value(kind))
            yield f"atomic_fetch_{kind}{suffix}", row(rmw, *parts)
            if kind == "xchg":
                yield f"atomic_exchange{suffix}", row(rmw, *parts)
        for cls, *parts in (
            (atomic.AtomicLoadOp, *order_and_scope(1), 0, result),
            (atomic.AtomicStoreOp, *order_and_scope(2), 0, 1),
            (atomic.AtomicFlagClearOp, *order_and_scope(1), 0),
        ):
            yield f"{_own_name(cls)}{suffix}", row(cls, *parts)
        yield f"atomic_flag_test_and_set{suffix}", flag_test_and_set
        for strength in ("strong", "weak"):
            handler = compare_exchange(strength == "weak")
            yield f"atomic_compare_exchange_{strength}{suffix}", handler


_ATOMIC_KINDS = ("add", "sub", "xchg", "min", "max", "and", "or", "xor")


def _groups() -> _Rows:
    for cls in (
        *(collective.WorkGroupAllOp, collective.WorkGroupAnyOp),
        *(collective.SubGroupAllOp, collective.SubGroupAnyOp),
        *(sub_group.SubGroupBallotOp, sub_group.SubGroupInverseBallotOp),
        *(sub_group.SubGroupBroadcastFirstOp, sub_group.SubGroupAllEqualOp),
    ):
        yield _own_name(cls), row(cls, 0)
    for cls in (
        *(collective.SubGroupBroadcastOp, collective.SubGroupShuffleOp),
        *(collective.SubGroupShuffleUpOp, collective.SubGroupShuffleDownOp),
        *(collective.SubGroupShuffleXorOp, sub_group.SubGroupBallotBitExtractOp),
        *(sub_group.SubGroupNonUniformBroadcastOp, sub_group.SubGroupRotateOp),
    ):
        yield _own_name(cls), row(cls, 0, 1, count=2)
    yield (
        "sub_group_clustered_rotate",
        row(sub_group.SubGroupRotateOp, 0, 1, cluster(2)),
    )
    yield "sub_group_elect", row(sub_group.SubGroupElectOp)
    yield "sub_group_non_uniform_all", row(collective.SubGroupAllOp, 0)
    yield "sub_group_non_uniform_any", row(collective.SubGroupAnyOp, 0)
    yield "work_group_broadcast", row(collective.WorkGroupBroadcastOp, 0, rest(1))
    for query in BallotQuery:
        name = f"sub_group_ballot_{query}"
        yield name, row(sub_group.SubGroupBallotQueryOp, query, 0)
    for relation in LaneMask:
        name = f"get_sub_group_{relation}_mask"
        yield name, row(sub_group.GetSubGroupMaskOp, relation)


def _reductions() -> _Rows:
    """Reductions and scans: the names end with the kind."""
    for cls in (
        *(collective.WorkGroupReduceOp, collective.SubGroupReduceOp),
        *(collective.WorkGroupScanInclusiveOp, collective.SubGroupScanInclusiveOp),
        *(collective.WorkGroupScanExclusiveOp, collective.SubGroupScanExclusiveOp),
    ):
        for kind in ("add", "min", "max"):
            yield f"{_own_name(cls)}_{kind}", row(cls, group_operation(kind), 0)
    for cls, *parts in (
        (sub_group.SubGroupNonUniformReduceOp,),
        (sub_group.SubGroupNonUniformScanInclusiveOp,),
        (sub_group.SubGroupNonUniformScanExclusiveOp,),
        (sub_group.SubGroupClusteredReduceOp, cluster(1)),
    ):
        for kind in ("add", "mul", "min", "max", "and", "or", "xor"):
            kind_of = group_operation(kind)
            yield f"{_own_name(cls)}_{kind}", row(cls, kind_of, 0, *parts)
        for kind in ("and", "or", "xor"):
            yield f"{_own_name(cls)}_logical_{kind}", logical(cls, kind, *parts)


def _memory() -> _Rows:
    yield "async_work_group_copy", async_copy(collective.AsyncWorkGroupCopyOp)
    strided = collective.AsyncWorkGroupStridedCopyOp
    yield "async_work_group_strided_copy", async_copy(strided)
    yield "wait_group_events", row(collective.WaitGroupEventsPtrOp, 0, 1, count=2)
    yield "prefetch", row(collective.PrefetchOp, copy_element, 0, 1, count=2)
    yield "get_fence", row(memory.GetFenceOp, 0)
    for cls in (memory.ToGlobalOp, memory.ToLocalOp, memory.ToPrivateOp):
        yield _own_name(cls), row(cls, 0, result)
    yield "is_valid_reserve_id", row(pipe.IsValidReserveIdOp, reservation(0))


def _images() -> _Rows:
    for cls in image.GET_IMAGE_QUERIES:
        yield _own_name(cls), row(cls, queried_image, result)
    for kind in ElementKind:
        yield f"read_image{kind}", read_image(kind)
        yield f"write_image{kind}", write_image(kind)


def _clocks() -> _Rows:
    for form in ("", "hilo_"):
        for where in ("device", "work_group", "sub_group"):
            yield f"clock_read_{form}{where}", clock


def _device_events() -> _Rows:
    for name in _DEVICE_EVENTS:
        yield name, no_device_queue


_NAMED: dict[str, Handler] = {
    name: handler
    for rows in (
        *(_work_items, _synchronisation, _atomics, _groups, _reductions),
        *(_memory, _images, _clocks, _device_events),
    )
    for name, handler in rows()
}

_PLAIN: dict[str, Handler] = {
    **dict.fromkeys(_DEVICE_QUEUE, no_device_queue),
    **llvm_getters(),
    **pipe_handlers(),
    **{f"__{name}": _NAMED[name] for name in ("to_global", "to_local", "to_private")},
    "__opencl_wait_group_events": row(collective.WaitGroupEventsOp, rest(0)),
    MAKE_SAMPLER: translate_sampler,
    "printf": raise_printf,
}
"""Functions whose names are not mangled."""


def named_builtins() -> frozenset[str]:
    """
    Returns the OpenCL C names of the functions that have their own operations, without the getters
    of image and launch attributes in old LLVM IR, and without functions of device queues, which no
    target has.
    """
    refused = (*_DEVICE_QUEUE, *_DEVICE_EVENTS, *llvm_getters())
    return frozenset({*_NAMED, *_PLAIN}.difference(refused, (MAKE_SAMPLER,)))


_WIDTH = r"(?:2|3|4|8|16)"
_PATTERN = re.compile(
    rf"""
    (?P<vload>vload){_WIDTH}
  | (?P<vstore>vstore){_WIDTH}
  | (?P<vload_half>vload(?P<load_aligned>a)?_half){_WIDTH}?
  | (?P<vstore_half>vstore(?P<store_aligned>a)?_half){_WIDTH}?(?:_(?P<store_mode>rt[eznp]))?
  | convert_(?P<target>u?(?:char|short|int|long)|half|float|double){_WIDTH}?
    (?P<sat>_sat)?(?:_(?P<mode>rt[eznp]))?
  | (?P<as>as_(?:u?(?:char|short|int|long)|half|float|double)){_WIDTH}?
    """,
    re.VERBOSE,
)


@cache
def _by_pattern(name: str) -> Handler | None:
    match = _PATTERN.fullmatch(name)
    if match is None:
        return None
    if match["vload"]:
        return row(memory.VloadOp, 1, 0, result)
    if match["vstore"]:
        return row(memory.VstoreOp, 0, 2, 1, count=3)
    if match["vload_half"]:
        aligned = match["load_aligned"]
        load = memory.VloadaHalfOp if aligned else memory.VloadHalfOp
        return row(load, 1, 0, result)
    if match["vstore_half"]:
        aligned, rounding = match["store_aligned"], match["store_mode"]
        store = memory.VstoreaHalfOp if aligned else memory.VstoreHalfOp
        mode = None if rounding is None else RoundingMode(rounding)
        return row(store, 0, 2, 1, mode, count=3)
    if match["target"]:
        return convert_to(match["target"], bool(match["sat"]), match["mode"])
    return row(conversion.AsOp, 0, result)


@cache
def find(symbol: str) -> tuple[Handler, str, tuple[MangledType, ...]] | None:
    """
    The handler of calls of `symbol`, the function's plain name and its parameters' types;
    None if it is not a builtin.
    """
    if (handler := _PLAIN.get(symbol)) is not None:
        return handler, symbol, ()
    for beginning, handler in IMAGE_GETTERS.items():
        if symbol.startswith(beginning):
            return handler, symbol, ()
    mangled = demangle(symbol)
    if mangled is None:
        return None
    name, types = mangled.name, mangled.parameters
    handler = _NAMED.get(name) or _by_pattern(name)
    scalars = [type_.scalar for type_ in types[:2]]
    if handler is None and scalars and scalars[0] is not None:
        row = builtin_table.builtin_of_c(name, scalars[0], *scalars[1:])
        if row is not None:
            handler = element_wise(row)
    return None if handler is None else (handler, name, types)
