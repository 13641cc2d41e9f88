"""
Shared virtual memory. The device is the host, so kernels can use every pointer;
allocations are recorded for the checks of arguments.
"""

from __future__ import annotations

import ctypes

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import callback
from xdsl_opencl.icd.memory.memory_objects import KERNEL_ACCESS, allocate
from xdsl_opencl.icd.memory.rectangles import fill
from xdsl_opencl.icd.memory.svm_allocations import find_svm, free_svm, keep_svm
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.icd.objects.platform import ALIGNMENT, max_allocation
from xdsl_opencl.icd.objects.queues import commands
from xdsl_opencl.icd.transfers.buffer_transfers import check_map_bits


def clSVMAlloc(handle: int | None, flags: int, size: int, alignment: int) -> int | None:
    Context.of(handle)
    known = KERNEL_ACCESS | cl.MEM_SVM_FINE_GRAIN_BUFFER | cl.MEM_SVM_ATOMICS
    if (
        flags & ~known
        or (flags & KERNEL_ACCESS).bit_count() > 1
        or (flags & cl.MEM_SVM_ATOMICS and not flags & cl.MEM_SVM_FINE_GRAIN_BUFFER)
        or not size
        or size > max_allocation()
        or alignment & (alignment - 1)
        or alignment > ALIGNMENT
    ):
        raise ApiError(cl.INVALID_VALUE)
    memory = allocate(size)
    return keep_svm(memory)


def clSVMFree(handle: int | None, address: int | None) -> None:
    Context.of(handle)
    free_svm(address)


def clEnqueueSVMFree(
    handle: int | None,
    number: int,
    pointers: int | None,
    function: int | None,
    data: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    if bool(number) != bool(pointers):
        raise ApiError(cl.INVALID_VALUE)
    array = (ctypes.c_void_p * number)()
    if pointers:
        ctypes.memmove(array, pointers, ctypes.sizeof(array))

    def run() -> None:
        if function:
            call = callback(
                function,
                None,
                ctypes.c_void_p,
                ctypes.c_uint32,
                ctypes.c_void_p,
                ctypes.c_void_p,
            )
            call(queue.handle, number, ctypes.addressof(array), data)
            return
        for address in array:
            free_svm(address)

    queue.enqueue(cl.COMMAND_SVM_FREE, run, waited, event_ret)


def clEnqueueSVMMemcpy(
    handle: int | None,
    blocking: int,
    to: int | None,
    source: int | None,
    size: int,
    count: int,
    events: int | None,
    event_ret: int | None,
    kind: int = cl.COMMAND_SVM_MEMCPY,
) -> None:
    queue, waited = commands(handle, count, events)
    if size and (not to or not source):
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    if size and to and source and to < source + size and source < to + size:
        raise ApiError(cl.MEM_COPY_OVERLAP)

    def run() -> None:
        ctypes.memmove(to or 0, source or 0, size)

    queue.enqueue(
        kind,
        run,
        waited,
        event_ret,
        blocking=bool(blocking),
        moves=size,
    )


def clEnqueueSVMMemFill(
    handle: int | None,
    to: int | None,
    pattern: int | None,
    pattern_size: int,
    size: int,
    count: int,
    events: int | None,
    event_ret: int | None,
    kind: int = cl.COMMAND_SVM_MEMFILL,
) -> None:
    queue, waited = commands(handle, count, events)
    if (
        not to
        or not pattern
        or not 0 < pattern_size <= ALIGNMENT
        or pattern_size & (pattern_size - 1)
        or size % pattern_size
        or to % pattern_size
    ):
        raise ApiError(cl.INVALID_VALUE)
    data = ctypes.string_at(pattern, pattern_size)
    queue.enqueue(
        kind,
        lambda: fill(to, size, data),
        waited,
        event_ret,
        moves=size,
    )


def _check_range(address: int | None, size: int) -> None:
    if not address or not size:
        raise ApiError(cl.INVALID_VALUE, "no memory")


def clEnqueueSVMMap(
    handle: int | None,
    blocking: int,
    flags: int,
    address: int | None,
    size: int,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    _check_range(address, size)
    check_map_bits(flags)
    queue.enqueue(cl.COMMAND_SVM_MAP, None, waited, event_ret, blocking=bool(blocking))


def clEnqueueSVMUnmap(
    handle: int | None,
    address: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    if not address:
        raise ApiError(cl.INVALID_VALUE, "a null pointer")
    queue.enqueue(cl.COMMAND_SVM_UNMAP, None, waited, event_ret)


def clEnqueueSVMMigrateMem(
    handle: int | None,
    number: int,
    pointers: int | None,
    sizes: int | None,
    flags: int,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    known = cl.MIGRATE_MEM_OBJECT_HOST | cl.MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED
    if not number or not pointers or flags & ~known:
        raise ApiError(cl.INVALID_VALUE)
    lengths = (ctypes.c_size_t * number).from_address(sizes) if sizes else [0] * number
    addresses = (ctypes.c_void_p * number).from_address(pointers)
    for address, size in zip(addresses, lengths, strict=True):
        found = find_svm(address or 0)
        if found is None or (address or 0) + size > sum(found):
            raise ApiError(cl.INVALID_VALUE, "outside of an allocation")
    queue.enqueue(cl.COMMAND_SVM_MIGRATE_MEM, None, waited, event_ret)
