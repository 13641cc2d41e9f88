"""
Unified shared memory (`cl_intel_unified_shared_memory`): of whatever type, it is memory of the host,
as shared virtual memory is.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import give, properties, u32, u64
from xdsl_opencl.icd.memory.memory_objects import allocate
from xdsl_opencl.icd.memory.svm import enqueue_copy, enqueue_fill
from xdsl_opencl.icd.memory.svm_allocations import (
    Usm,
    check_allocated,
    find_svm,
    find_usm,
    free_svm,
    keep_svm,
)
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.icd.objects.platform import ALIGNMENT, max_allocation
from xdsl_opencl.icd.objects.queues import Command, enqueues, queues_of
from xdsl_opencl.icd.transfers.buffer_transfers import check_migration
from xdsl_opencl.runtime.events import is_inside

_FLAGS = (
    cl.MEM_ALLOC_WRITE_COMBINED_INTEL
    | cl.MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL
    | cl.MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL
)
_PLACEMENT = _FLAGS & ~cl.MEM_ALLOC_WRITE_COMBINED_INTEL
_MOST_ALIGNMENT = 1 << 16
"""Bytes; the extension demands no more than the largest type's."""


def _allocate(
    type: int, device: int, pairs: int | None, size: int, alignment: int
) -> int:
    flags = 0
    for name, value in properties(pairs):
        if name != cl.MEM_ALLOC_FLAGS_INTEL:
            raise ApiError(cl.INVALID_PROPERTY, f"property {name:#x}")
        flags = value
    shared = type == cl.MEM_TYPE_SHARED_INTEL
    known = _FLAGS if shared else _FLAGS & ~_PLACEMENT
    if flags & ~known or flags & _PLACEMENT == _PLACEMENT:
        raise ApiError(cl.INVALID_PROPERTY, f"flags {flags:#x} of the allocation")
    if alignment & (alignment - 1) or alignment > _MOST_ALIGNMENT:
        raise ApiError(cl.INVALID_VALUE, f"an alignment to {alignment} bytes")
    if not size or size > max_allocation():
        raise ApiError(cl.INVALID_BUFFER_SIZE, f"{size} bytes")
    memory = allocate(size, max(alignment, ALIGNMENT))
    return keep_svm(memory, Usm(type, device, flags))


def clHostMemAllocINTEL(
    handle: int | None, pairs: int | None, size: int, alignment: int
) -> int:
    Context.of(handle)
    return _allocate(cl.MEM_TYPE_HOST_INTEL, 0, pairs, size, alignment)


def clDeviceMemAllocINTEL(
    handle: int | None, device: int | None, pairs: int | None, size: int, alignment: int
) -> int:
    owner = Context.of(handle).device(device).handle
    return _allocate(cl.MEM_TYPE_DEVICE_INTEL, owner, pairs, size, alignment)


def clSharedMemAllocINTEL(
    handle: int | None, device: int | None, pairs: int | None, size: int, alignment: int
) -> int:
    # Without a device it belongs to all of the context.
    context = Context.of(handle)
    owner = context.device(device).handle if device else 0
    return _allocate(cl.MEM_TYPE_SHARED_INTEL, owner, pairs, size, alignment)


def clMemFreeINTEL(handle: int | None, address: int | None) -> None:
    _free(_context_of(handle, address), address, waits=False)


def clMemBlockingFreeINTEL(handle: int | None, address: int | None) -> None:
    given = _context_of(handle, address), address
    if is_inside():
        # A finaliser, as dpctl's, while the thread copies: another one waits in its place.
        Thread(target=_free, args=given, daemon=True).start()
    else:
        _free(*given)


def _context_of(handle: int | None, address: int | None) -> Context:
    if address and find_usm(address) is None:
        raise ApiError(cl.INVALID_VALUE, "not the beginning of an allocation")
    return Context.of(handle)


def _free(context: Context, address: int | None, *, waits: bool = True) -> None:
    for queue in queues_of(context) if waits else ():
        queue.drain()
    free_svm(address)


_Fact = Callable[[Usm | None, tuple[int, int]], bytes]
_INFO: dict[int, _Fact] = {
    cl.MEM_ALLOC_TYPE_INTEL: lambda usm, _: u32(
        usm.type if usm else cl.MEM_TYPE_UNKNOWN_INTEL
    ),
    cl.MEM_ALLOC_BASE_PTR_INTEL: lambda _, place: u64(place[0]),
    cl.MEM_ALLOC_SIZE_INTEL: lambda _, place: u64(place[1]),
    cl.MEM_ALLOC_DEVICE_INTEL: lambda usm, _: u64(usm.device if usm else 0),
    cl.MEM_ALLOC_FLAGS_INTEL: lambda usm, _: u64(usm.flags if usm else 0),
}


def clGetMemAllocInfoINTEL(
    handle: int | None,
    address: int | None,
    name: int,
    size: int,
    value: int | None,
    size_ret: int | None,
) -> None:
    Context.of(handle)
    if name not in _INFO:
        raise ApiError(cl.INVALID_VALUE, f"unknown query {name:#x}")
    place = find_svm(address or 0) or (0, 0)
    usm = find_usm(place[0])
    data = _INFO[name](usm, place if usm else (0, 0))
    give(data, size, value, size_ret)


clEnqueueMemcpyINTEL = enqueues(enqueue_copy, cl.COMMAND_MEMCPY_INTEL)
clEnqueueMemFillINTEL = enqueues(enqueue_fill, cl.COMMAND_MEMFILL_INTEL)


@enqueues
def clEnqueueMigrateMemINTEL(
    command: Command, address: int | None, size: int, flags: int
) -> None:
    check_migration(1, address, flags)
    check_allocated(address, size)
    command.enqueue(cl.COMMAND_MIGRATEMEM_INTEL, None)


@enqueues
def clEnqueueMemAdviseINTEL(
    command: Command, address: int | None, size: int, advice: int
) -> None:
    # Advice is a device's own; what it does not know changes nothing.
    check_allocated(address, size)
    command.enqueue(cl.COMMAND_MEMADVISE_INTEL, None)
