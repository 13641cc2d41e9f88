"""Commands that run kernels, and functions of the program."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import callback, get_u64, put, u64
from xdsl_opencl.icd.memory.memory_objects import Memory, view
from xdsl_opencl.icd.memory.svm_allocations import all_svm, find_svm
from xdsl_opencl.icd.memory.written_bytes import checked
from xdsl_opencl.icd.objects.events import Event
from xdsl_opencl.icd.objects.platform import LOCAL_MEMORY_BYTES, MAX_GROUP
from xdsl_opencl.icd.objects.queues import Queue, check_same, commands
from xdsl_opencl.icd.programs.kernels import Kernel, Packed, SvmPointer
from xdsl_opencl.icd.programs.programs import diagnostic
from xdsl_opencl.icd.programs.recorded_launches import save_launch
from xdsl_opencl.icd.programs.recording_folder import saving
from xdsl_opencl.runtime.checks.check_reports import CheckError
from xdsl_opencl.runtime.checks.verify import Extent, buffer_extent
from xdsl_opencl.runtime.errors import RuntimeFailure
from xdsl_opencl.runtime.launch_sizes import LaunchPlan

_LARGEST = 1 << 62
"""Sizes up to this are certain not to overflow."""


def _checked_values(given: Sequence[object]) -> list[object]:
    """
    The values for the checker: their memory's beginning and end; and the other allocations of
    shared virtual memory, which kernels reach through pointers in memory.
    """
    values: list[object] = []
    starts: list[int] = []
    for value in given:
        if isinstance(value, Memory):
            values.append(value.checked_value())
        elif isinstance(value, SvmPointer):
            found = find_svm(value.address)
            end = value.address if found is None else sum(found)
            values.append(view(value.address, end - value.address))
            starts.append(value.address)
        else:
            values.append(None)
    # Where an argument begins within an allocation, the checker sees that the two overlap.
    values.extend(each for each in all_svm() if int(each.ctypes.data) not in starts)
    return values


def _verified_values(kernel: Kernel, given: Sequence[object]) -> list[object]:
    """
    The memory that a kernel may write: that of its arguments, and all allocations of
    shared virtual memory, which it reaches without them.
    """
    values: list[object] = [
        value.extent(index, kernel.code.arguments[index])
        for index, value in enumerate(given)
        if isinstance(value, Memory)
    ]
    for index, value in enumerate(given):
        if isinstance(value, SvmPointer) and (found := find_svm(value.address)):
            memory = view(value.address, sum(found) - value.address)
            info = kernel.code.arguments[index]
            values.append(buffer_extent(index, info, memory))
    for memory in all_svm():
        name = f"the SVM allocation of {memory.nbytes} bytes at {memory.ctypes.data:#x}"
        values.append(Extent(name, memory, memory.dtype))
    return values


def _run(
    kernel: Kernel,
    plan: LaunchPlan,
    packed: Packed,
    given: list[object],
    threads: int | None,
) -> None:
    code = kernel.code
    if saving():
        save_launch(kernel, plan, packed, given)
    values: list[object] = []
    if code.is_verified:
        values = _verified_values(kernel, given)
    elif checked():
        values = _checked_values(given)
    try:
        code.launch(
            *(plan, packed.address, packed.local, (packed, given), values),
            threads=threads,
        )
    except CheckError as error:
        # The launch is complete, except for the accesses that were refused.
        print(error, file=sys.stderr, flush=True)
    except RuntimeFailure as error:
        print(f"xdsl-opencl: {error}", file=sys.stderr, flush=True)
        raise


@contextmanager
def _compiling() -> Generator[None]:
    """Makes `ApiError`s of the errors of a compilation."""
    try:
        yield
    except Exception as error:
        raise ApiError(cl.OUT_OF_RESOURCES, diagnostic(error)) from error


def _sizes(address: int | None, dimensions: int) -> tuple[int, ...] | None:
    return tuple(get_u64(address, dimensions)) if address else None


def _plan(
    kernel: Kernel,
    sizes: tuple[int, ...],
    local: tuple[int, ...] | None,
    offset: tuple[int, ...] | None,
) -> LaunchPlan:
    """
    The plan of a launch. Raises `ApiError` for sizes that the kernel or device refuses.
    """
    if local is None and len(sizes) > 1:
        # It has what the device chooses by.
        with _compiling():
            _ = kernel.code.form
    if max(sizes) > _LARGEST:
        raise ApiError(cl.INVALID_GLOBAL_WORK_SIZE, f"global size {sizes}")
    if offset is not None and any(
        o + s > _LARGEST for o, s in zip(offset, sizes, strict=True)
    ):
        raise ApiError(cl.INVALID_GLOBAL_OFFSET, f"offset {offset}")
    required = kernel.description.reqd_work_group_size
    if local is not None:
        if max(local) > MAX_GROUP:
            raise ApiError(cl.INVALID_WORK_ITEM_SIZE, f"local size {local}")
        if not all(local) or math.prod(local) > MAX_GROUP:
            raise ApiError(cl.INVALID_WORK_GROUP_SIZE, f"local size {local}")
    elif required is not None:
        local = required[: len(sizes)]
    try:
        return kernel.code.plan(sizes, local, offset)
    except RuntimeFailure as error:
        raise ApiError(cl.INVALID_WORK_GROUP_SIZE, str(error)) from None


def _launch(
    queue: Queue,
    kind: int,
    kernel: Kernel,
    sizes: tuple[int, ...] | None,
    local: tuple[int, ...] | None,
    offset: tuple[int, ...] | None,
    waited: list[Event],
    event_ret: int | None,
) -> None:
    packed = kernel.packed()
    if sizes is None or not all(sizes):
        queue.enqueue(kind, None, waited, event_ret)
        return
    plan = _plan(kernel, sizes, local, offset)
    if not kernel.code.is_ready(plan.facts):
        # Before the command is queued: its times are those of the kernel.
        with _compiling():
            kernel.code.make_ready(plan, packed.address, plan.facts)
    if packed.local and packed.local + kernel.code.local_bytes > LOCAL_MEMORY_BYTES:
        raise ApiError(cl.OUT_OF_RESOURCES, f"{packed.local} bytes of local memory")
    given = kernel.values()
    threads = queue.device.threads
    queue.enqueue(
        kind,
        lambda: _run(kernel, plan, packed, given, threads),
        waited,
        event_ret,
        quick=kernel.code.is_quick(plan, packed.address, packed.local),
    )


def clEnqueueNDRangeKernel(
    handle: int | None,
    kernel_handle: int | None,
    dimensions: int,
    offset: int | None,
    sizes: int | None,
    local: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    kernel = Kernel.of(kernel_handle)
    check_same(queue, kernel.program.context)
    if not 1 <= dimensions <= 3:
        raise ApiError(cl.INVALID_WORK_DIMENSION, f"{dimensions} dimensions")
    _launch(
        queue,
        cl.COMMAND_NDRANGE_KERNEL,
        kernel,
        _sizes(sizes, dimensions),
        _sizes(local, dimensions),
        _sizes(offset, dimensions),
        waited,
        event_ret,
    )


def clGetKernelSuggestedLocalWorkSize(
    handle: int | None,
    kernel_handle: int | None,
    dimensions: int,
    offset: int | None,
    sizes: int | None,
    suggested: int | None,
) -> None:
    queue = Queue.of(handle)
    kernel = Kernel.of(kernel_handle)
    check_same(queue, kernel.program.context)
    kernel.packed()
    if not 1 <= dimensions <= 3:
        raise ApiError(cl.INVALID_WORK_DIMENSION, f"{dimensions} dimensions")
    asked = _sizes(sizes, dimensions)
    if asked is None or not all(asked):
        raise ApiError(cl.INVALID_GLOBAL_WORK_SIZE, f"global size {asked}")
    if not suggested:
        raise ApiError(cl.INVALID_VALUE, "no place for the answer")
    plan = _plan(kernel, asked, None, _sizes(offset, dimensions))
    put(suggested, u64(*plan.local_size))


def clEnqueueTask(
    handle: int | None,
    kernel_handle: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    kernel = Kernel.of(kernel_handle)
    check_same(queue, kernel.program.context)
    _launch(queue, cl.COMMAND_TASK, kernel, (1,), (1,), None, waited, event_ret)


def clEnqueueNativeKernel(
    handle: int | None,
    function: int | None,
    arguments: int | None,
    size: int,
    number: int,
    objects: int | None,
    places: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    queue, waited = commands(handle, count, events)
    if (
        not function
        or bool(arguments) != bool(size)
        or (number and not arguments)
        or bool(number) != bool(objects)
        or bool(number) != bool(places)
    ):
        raise ApiError(cl.INVALID_VALUE)
    block: Any = (ctypes.c_char * max(size, 1))()
    if arguments:
        ctypes.memmove(block, arguments, size)
    found = Memory.of_list(number, objects)
    for memory, place in zip(found, get_u64(places or 0, number), strict=True):
        at = place - (arguments or 0)
        if not 0 <= at <= size - 8:
            raise ApiError(cl.INVALID_VALUE, "a place outside of the arguments")
        ctypes.c_uint64.from_buffer(block, at).value = memory.address

    def run() -> object:
        for memory in found:
            memory.written.mark(0, memory.size)
        call = callback(function, None, ctypes.c_void_p)
        call(ctypes.addressof(block) if arguments else None)
        return found

    queue.enqueue(cl.COMMAND_NATIVE_KERNEL, run, waited, event_ret)
