"""
Command-buffers (`cl_khr_command_buffer` 0.9.8): lists of commands, checked when they are
recorded, that an enqueue makes one after another. A command can wait only for commands
recorded before it, so the order of recording keeps every sync-point and barrier.

A command is recorded by the function that enqueues it, with a queue that keeps its commands.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    get_u64,
    handles,
    properties,
    property_bytes,
    put,
    query,
    u32,
)
from xdsl_opencl.icd.api.object_handles import Object, counted
from xdsl_opencl.icd.memory.svm import clEnqueueSVMMemcpy, clEnqueueSVMMemFill
from xdsl_opencl.icd.objects.events import Event, wait_list
from xdsl_opencl.icd.objects.queues import (
    Queue,
    check_same,
    clEnqueueBarrierWithWaitList,
)
from xdsl_opencl.icd.programs.launches import clEnqueueNDRangeKernel
from xdsl_opencl.icd.transfers.buffer_transfers import (
    clEnqueueCopyBuffer,
    clEnqueueFillBuffer,
)
from xdsl_opencl.icd.transfers.image_transfers import (
    clEnqueueCopyBufferToImage,
    clEnqueueCopyImage,
    clEnqueueCopyImageToBuffer,
    clEnqueueFillImage,
)
from xdsl_opencl.icd.transfers.rect_transfers import clEnqueueCopyBufferRect
from xdsl_opencl.runtime.events import Action


class _Recorder(Queue):
    """The queue that a command-buffer's commands are enqueued to; it runs none."""

    def __init__(self, queue: Queue):
        super().__init__(queue.context, queue.device, queue.properties)
        self.recorded: list[Action | None] = []

    def enqueue(
        self,
        kind: int,
        run: Action | None,
        waited: Sequence[Event],
        event_ret: int | None,
        **options: object,
    ) -> None:
        """Keeps the command, which is made each time that the command-buffer is."""
        self.recorded.append(run)


class CommandBuffer(Object):
    """A command-buffer, with the queue on which it runs unless another is given."""

    INVALID: ClassVar[int] = cl.INVALID_COMMAND_BUFFER_KHR
    __slots__ = ("finalized", "pairs", "queue", "recorder")

    def __init__(self, queue: Queue, pairs: list[tuple[int, int]] | None):
        super().__init__()
        self.queue = queue
        self.pairs = pairs
        self.recorder = _Recorder(queue)
        self.finalized = False

    def make(self) -> None:
        """Makes all commands; the first that fails is the last."""
        for run in self.recorder.recorded:
            if run is not None:
                run()


def _queues(count: int, address: int | None) -> list[Queue]:
    """
    The queues of a list. Raises `ApiError` unless it has one, which all of a command-buffer
    without `cl_khr_command_buffer_multi_device` has.
    """
    if count != 1 or not address:
        raise ApiError(cl.INVALID_VALUE, f"{count} queues, not one")
    return Queue.of_list(count, address)


def clCreateCommandBufferKHR(
    count: int, queues: int | None, address: int | None
) -> int:
    (queue,) = _queues(count, queues)
    pairs = properties(address)
    # The layered extensions define the flags.
    if len(pairs) > 1 or any(p != (cl.COMMAND_BUFFER_FLAGS_KHR, 0) for p in pairs):
        raise ApiError(cl.INVALID_VALUE, f"command-buffer properties {pairs}")
    return CommandBuffer(queue, pairs if address else None).given()


clRetainCommandBufferKHR, clReleaseCommandBufferKHR = counted(CommandBuffer)


def clFinalizeCommandBufferKHR(handle: int | None) -> None:
    buffer = CommandBuffer.of(handle)
    if buffer.finalized:
        raise ApiError(cl.INVALID_OPERATION, "finalized already")
    buffer.finalized = True


def clEnqueueCommandBufferKHR(
    number: int,
    queues: int | None,
    handle: int | None,
    count: int,
    events: int | None,
    event_ret: int | None,
) -> None:
    buffer = CommandBuffer.of(handle)
    if not buffer.finalized:
        raise ApiError(cl.INVALID_OPERATION, "not finalized")
    queue = buffer.queue
    if number or queues:
        (queue,) = _queues(number, queues)
        check_same(queue, buffer.queue.context)
        if queue.device is not buffer.queue.device:
            raise ApiError(cl.INVALID_DEVICE, "recorded for another device")
    waited = wait_list(queue.context, count, events)
    queue.enqueue(cl.COMMAND_COMMAND_BUFFER_KHR, buffer.make, waited, event_ret)


_BUFFER: dict[int, Answer[CommandBuffer]] = {
    cl.COMMAND_BUFFER_QUEUES_KHR: lambda b: handles(b.queue),
    cl.COMMAND_BUFFER_NUM_QUEUES_KHR: lambda b: u32(1),
    cl.COMMAND_BUFFER_REFERENCE_COUNT_KHR: lambda b: u32(b.references),
    cl.COMMAND_BUFFER_STATE_KHR: lambda b: u32(
        cl.COMMAND_BUFFER_STATE_EXECUTABLE_KHR
        if b.finalized
        else cl.COMMAND_BUFFER_STATE_RECORDING_KHR
    ),
    cl.COMMAND_BUFFER_PROPERTIES_ARRAY_KHR: lambda b: property_bytes(b.pairs),
    cl.COMMAND_BUFFER_CONTEXT_KHR: lambda b: handles(b.queue.context),
}

clGetCommandBufferInfoKHR = query(_BUFFER, CommandBuffer.of)


def _check_points(recorded: int, count: int, points: int | None) -> None:
    """Sync-points are the numbers of commands, from 1."""
    if bool(count) != bool(points) or not all(
        1 <= point <= recorded
        for point in (ctypes.c_uint32 * count).from_address(points or 0)
    ):
        raise ApiError(
            cl.INVALID_SYNC_POINT_WAIT_LIST_KHR, f"{count} at {points or 0:#x}"
        )


def _recording(enqueue: Callable[..., None], *first: int) -> Callable[..., None]:
    """
    The function that records the command of `enqueue`. `first`: the arguments of
    `enqueue` that follow the queue and that the recording function lacks.
    """

    def record(
        handle: int | None,
        queue_handle: int | None,
        properties_list: int | None,
        *rest: Any,
    ) -> None:
        *arguments, count, points, point_ret, mutable_ret = rest
        buffer = CommandBuffer.of(handle)
        recorded = buffer.recorder.recorded
        if buffer.finalized:
            raise ApiError(cl.INVALID_OPERATION, "finalized")
        if queue_handle:
            raise ApiError(cl.INVALID_COMMAND_QUEUE, "not NULL")
        if mutable_ret or (properties_list and any(get_u64(properties_list))):
            raise ApiError(cl.INVALID_VALUE, "a command has no properties, no handle")
        _check_points(len(recorded), count, points)
        enqueue(buffer.recorder.handle, *first, *arguments, 0, None, None)
        put(point_ret, u32(len(recorded)))

    return record


clCommandBarrierWithWaitListKHR = _recording(clEnqueueBarrierWithWaitList)
clCommandCopyBufferKHR = _recording(clEnqueueCopyBuffer)
clCommandCopyBufferRectKHR = _recording(clEnqueueCopyBufferRect)
clCommandCopyBufferToImageKHR = _recording(clEnqueueCopyBufferToImage)
clCommandCopyImageKHR = _recording(clEnqueueCopyImage)
clCommandCopyImageToBufferKHR = _recording(clEnqueueCopyImageToBuffer)
clCommandFillBufferKHR = _recording(clEnqueueFillBuffer)
clCommandFillImageKHR = _recording(clEnqueueFillImage)
clCommandNDRangeKernelKHR = _recording(clEnqueueNDRangeKernel)
clCommandSVMMemcpyKHR = _recording(clEnqueueSVMMemcpy, 0)
clCommandSVMMemFillKHR = _recording(clEnqueueSVMMemFill)
