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
from functools import cache

from xdsl.ir import SSAValue

from xdsl_opencl.abi.enums import (
    ElementKind,
    MemoryScope,
)
from xdsl_opencl.dialects.opencl import (
    collective,
    image,
    memory,
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
    as_type,
    async_copy,
    async_strided_copy,
    atomic_init,
    atomic_load,
    atomic_store,
    clock,
    combine,
    compare_exchange,
    convert_to,
    dimension_query,
    element_wise,
    fetch,
    flag_clear,
    flag_test_and_set,
    flags_op,
    get_fence,
    half_store,
    image_query,
    lane_op,
    legacy_atomic,
    legacy_compare_exchange,
    legacy_step,
    llvm_getters,
    nullary_query,
    pointer_cast,
    raise_prefetch,
    raise_printf,
    read_image,
    scoped_barrier,
    translate_sampler,
    vload,
    vote,
    vstore,
    wait_group_event_values,
    wait_group_events,
    work_group_broadcast,
    work_item_fence,
    write_image,
)
from xdsl_opencl.frontend.builtins.demangle import MangledType, demangle
from xdsl_opencl.frontend.builtins.pipe_calls import is_valid, pipe_handlers
from xdsl_opencl.frontend.builtins.sub_group_calls import (
    ballot_bit,
    ballot_query,
    clustered,
    clustered_logical,
    clustered_rotate,
    combine_logical,
    elect,
    lane_mask,
    rotate,
    unary_op,
)
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


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_")) + "Op"


def _named_handlers() -> dict[str, Handler]:
    table: dict[str, Handler] = {
        "async_work_group_copy": async_copy,
        "async_work_group_strided_copy": async_strided_copy,
        "atom_cmpxchg": legacy_compare_exchange,
        "atomic_cmpxchg": legacy_compare_exchange,
        "atomic_exchange": fetch("xchg"),
        "atomic_exchange_explicit": fetch("xchg"),
        "atomic_flag_clear": flag_clear,
        "atomic_flag_clear_explicit": flag_clear,
        "atomic_flag_test_and_set": flag_test_and_set,
        "atomic_flag_test_and_set_explicit": flag_test_and_set,
        "atomic_init": atomic_init,
        "atomic_load": atomic_load,
        "atomic_load_explicit": atomic_load,
        "atomic_store": atomic_store,
        "atomic_store_explicit": atomic_store,
        "atomic_work_item_fence": work_item_fence,
        "barrier": flags_op(sync.BarrierOp),
        "get_fence": get_fence,
        "is_valid_reserve_id": is_valid,
        "mem_fence": flags_op(sync.MemFenceOp),
        "prefetch": raise_prefetch,
        "read_mem_fence": flags_op(sync.ReadMemFenceOp),
        "sub_group_all": vote(collective.SubGroupAllOp),
        "sub_group_any": vote(collective.SubGroupAnyOp),
        "sub_group_ballot": unary_op(sub_group.SubGroupBallotOp),
        "sub_group_ballot_bit_extract": ballot_bit,
        "sub_group_barrier": scoped_barrier(
            sync.SubGroupBarrierOp, MemoryScope.SUB_GROUP
        ),
        "sub_group_broadcast": lane_op(collective.SubGroupBroadcastOp),
        "sub_group_broadcast_first": unary_op(sub_group.SubGroupBroadcastFirstOp),
        "sub_group_clustered_rotate": clustered_rotate,
        "sub_group_elect": elect,
        "sub_group_inverse_ballot": unary_op(sub_group.SubGroupInverseBallotOp),
        "sub_group_non_uniform_all": vote(collective.SubGroupAllOp),
        "sub_group_non_uniform_all_equal": unary_op(sub_group.SubGroupAllEqualOp),
        "sub_group_non_uniform_any": vote(collective.SubGroupAnyOp),
        "sub_group_non_uniform_broadcast": lane_op(
            sub_group.SubGroupNonUniformBroadcastOp
        ),
        "sub_group_rotate": rotate,
        "sub_group_shuffle": lane_op(collective.SubGroupShuffleOp),
        "sub_group_shuffle_down": lane_op(collective.SubGroupShuffleDownOp),
        "sub_group_shuffle_up": lane_op(collective.SubGroupShuffleUpOp),
        "sub_group_shuffle_xor": lane_op(collective.SubGroupShuffleXorOp),
        "to_global": pointer_cast(memory.ToGlobalOp),
        "to_local": pointer_cast(memory.ToLocalOp),
        "to_private": pointer_cast(memory.ToPrivateOp),
        "vload_half": vload(memory.VloadHalfOp),
        "wait_group_events": wait_group_events,
        "work_group_all": vote(collective.WorkGroupAllOp),
        "work_group_any": vote(collective.WorkGroupAnyOp),
        "work_group_barrier": scoped_barrier(
            sync.WorkGroupBarrierOp, MemoryScope.WORK_GROUP
        ),
        "work_group_broadcast": work_group_broadcast,
        "write_mem_fence": flags_op(sync.WriteMemFenceOp),
    }
    for name in (
        ("get_global_id get_global_size get_global_offset get_local_id get_local_size")
        + " get_enqueued_local_size get_num_groups get_group_id"
    ).split():
        table[name] = dimension_query(getattr(work_item, _camel(name)))
    for name in (
        "get_work_dim get_global_linear_id get_local_linear_id get_sub_group_size "
        "get_max_sub_group_size get_num_sub_groups get_enqueued_num_sub_groups "
        "get_sub_group_id get_sub_group_local_id"
    ).split():
        table[name] = nullary_query(getattr(work_item, _camel(name)))
    for name in (
        "width height depth dim array_size channel_data_type channel_order num_samples "
        "num_mip_levels"
    ).split():
        query = getattr(image, _camel(f"get_image_{name}"))
        table[f"get_image_{name}"] = image_query(query)
    for kind in "add sub xchg min max and or xor".split():
        for prefix in ("atomic_", "atom_"):
            table[prefix + kind] = legacy_atomic(kind)
        for suffix in ("", "_explicit"):
            table[f"atomic_fetch_{kind}{suffix}"] = fetch(kind)
    for prefix in ("atomic_", "atom_"):
        table[prefix + "inc"] = legacy_step("add")
        table[prefix + "dec"] = legacy_step("sub")
    for strength in ("strong", "weak"):
        for suffix in ("", "_explicit"):
            table[f"atomic_compare_exchange_{strength}{suffix}"] = compare_exchange(
                strength == "weak"
            )
    for group, reduce, inclusive, exclusive in (
        (
            "work_group",
            collective.WorkGroupReduceOp,
            collective.WorkGroupScanInclusiveOp,
            collective.WorkGroupScanExclusiveOp,
        ),
        (
            "sub_group",
            collective.SubGroupReduceOp,
            collective.SubGroupScanInclusiveOp,
            collective.SubGroupScanExclusiveOp,
        ),
        (
            "sub_group_non_uniform",
            sub_group.SubGroupNonUniformReduceOp,
            sub_group.SubGroupNonUniformScanInclusiveOp,
            sub_group.SubGroupNonUniformScanExclusiveOp,
        ),
    ):
        operations = ("add", "min", "max")
        if group == "sub_group_non_uniform":
            operations += ("mul", "and", "or", "xor")
            for operation in ("and", "or", "xor"):
                logical = f"logical_{operation}"
                table[f"{group}_reduce_{logical}"] = combine_logical(reduce, operation)
                for scan, cls in (("inclusive", inclusive), ("exclusive", exclusive)):
                    table[f"{group}_scan_{scan}_{logical}"] = combine_logical(
                        cls, operation
                    )
        for operation in operations:
            table[f"{group}_reduce_{operation}"] = combine(reduce, operation)
            for scan, cls in (("inclusive", inclusive), ("exclusive", exclusive)):
                table[f"{group}_scan_{scan}_{operation}"] = combine(cls, operation)
    for name in _DEVICE_EVENTS:
        table[name] = no_device_queue
    for operation in "add mul min max and or xor".split():
        table[f"sub_group_clustered_reduce_{operation}"] = clustered(operation)
    for operation in "and or xor".split():
        table[f"sub_group_clustered_reduce_logical_{operation}"] = clustered_logical(
            operation
        )
    for query in BallotQuery:
        table[f"sub_group_ballot_{query}"] = ballot_query(query)
    for relation in LaneMask:
        table[f"get_sub_group_{relation}_mask"] = lane_mask(relation)
    for form in ("", "hilo_"):
        for scope in ("device", "work_group", "sub_group"):
            table[f"clock_read_{form}{scope}"] = clock
    for kind in ElementKind:
        table[f"read_image{kind}"] = read_image(kind)
        table[f"write_image{kind}"] = write_image(kind)
    return table


_NAMED = _named_handlers()

_PLAIN: dict[str, Handler] = {
    **dict.fromkeys(_DEVICE_QUEUE, no_device_queue),
    **llvm_getters(),
    **pipe_handlers(),
    "__opencl_wait_group_events": wait_group_event_values,
    "__to_global": pointer_cast(memory.ToGlobalOp),
    "__to_local": pointer_cast(memory.ToLocalOp),
    "__to_private": pointer_cast(memory.ToPrivateOp),
    "__translate_sampler_initializer": translate_sampler,
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
    internal = ("__translate_sampler_initializer",)
    return frozenset({*_NAMED, *_PLAIN}.difference(refused, internal))


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
        return vload(memory.VloadOp)
    if match["vstore"]:
        return vstore
    if match["vload_half"]:
        aligned = match["load_aligned"]
        return vload(memory.VloadaHalfOp if aligned else memory.VloadHalfOp)
    if match["vstore_half"]:
        aligned = match["store_aligned"]
        cls = memory.VstoreaHalfOp if aligned else memory.VstoreHalfOp
        return half_store(cls, match["store_mode"])
    if match["target"]:
        return convert_to(match["target"], bool(match["sat"]), match["mode"])
    return as_type


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
