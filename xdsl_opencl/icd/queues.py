"""
Command queues, and the thread that runs their commands.

A command that waits for nothing goes to the thread, which runs one command after the other:
work-groups are spread over threads further down. Commands of an in-order queue wait for the
one before, those of an out-of-order queue for its last barrier.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.client import (
    Answer,
    answer,
    handles,
    properties,
    property_bytes,
    put,
    u32,
    u64,
)
from xdsl_opencl.icd.contexts import Context
from xdsl_opencl.icd.dispatch import LOG_VARIABLE, entry
from xdsl_opencl.icd.events import Event, lock, wait_list
from xdsl_opencl.icd.objects import Object
from xdsl_opencl.icd.platform import Device, device

_SUPPORTED = cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | cl.QUEUE_PROFILING_ENABLE
_KNOWN = _SUPPORTED | cl.QUEUE_ON_DEVICE | cl.QUEUE_ON_DEVICE_DEFAULT


def perform(event: Event) -> None:
    """
    Runs a command to its end.
    """
    if event.failed:
        event.finish(cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
        return
    event.started()
    status = cl.COMPLETE
    try:
        if event.run is not None:
            event.run()
    except BaseException as error:
        status = _status(event, error)
    event.finish(status)


def _status(event: Event, error: BaseException) -> int:
    """
    The status of a command that raised `error`, which the program's function hears of.
    """
    if log := os.environ.get(LOG_VARIABLE):
        import sys
        import traceback

        text = (
            str(error) if log != "all" else "".join(traceback.format_exception(error))
        )
        print(f"xdsl-opencl: a command failed: {text}", file=sys.stderr, flush=True)
    event.context.tell(str(error))
    return error.code if isinstance(error, ApiError) else cl.OUT_OF_RESOURCES


class _Worker:
    """
    The thread that runs commands.
    """

    def __init__(self) -> None:
        self._commands: SimpleQueue[Event] = SimpleQueue()
        self._lock = threading.Lock()
        self._started = False

    def submit(self, event: Event) -> None:
        if not self._started:
            with self._lock:
                if not self._started:
                    threading.Thread(
                        target=self._serve, name="xdsl-opencl-queue", daemon=True
                    ).start()
                    self._started = True
        event.submitted()
        self._commands.put(event)

    def _serve(self) -> None:
        while True:
            event = self._commands.get()
            perform(event)
            # A waiting thread must not keep the last command alive.
            del event


_worker = _Worker()


def _submit(event: Event) -> None:
    _worker.submit(event)


class Queue(Object):
    """
    A command queue.
    """

    INVALID: ClassVar[int] = cl.INVALID_COMMAND_QUEUE
    __slots__ = ("_barrier", "_running", "context", "ordered", "pairs", "properties")

    def __init__(
        self, context: Context, bits: int, pairs: list[tuple[int, int]] | None = None
    ):
        super().__init__()
        self.context = context
        self.properties = bits
        self.pairs = pairs
        self.ordered = not bits & cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE
        self._barrier: Event | None = None
        """In order: the last command; else the last barrier."""
        self._running: list[Event] = []
        """Commands of an out-of-order queue that may not have ended."""

    def enqueue(
        self,
        kind: int,
        run: Callable[[], object] | None,
        waited: Sequence[Event],
        event_ret: int | None,
        *,
        blocking: bool = False,
        barrier: bool = False,
        after_all: bool = False,
    ) -> None:
        """
        Enqueues a command of type `kind`, which waits for the events `waited`, and writes
        its event to `event_ret`. `blocking`: returns when it has ended. `after_all`: it
        waits for all commands before it, if `waited` is empty; `barrier`: those after it
        wait for it.

        Raises `ApiError` when a command that blocks has failed.
        """
        profiled = bool(self.properties & cl.QUEUE_PROFILING_ENABLE)
        event = Event(self.context, self, kind, run, _submit, profiled=profiled)
        with lock:
            for other in waited:
                event.after(other, listed=True)
            if self.ordered:
                if self._barrier is not None:
                    event.after(self._barrier, listed=False)
                self._barrier = event
            else:
                self._running = [e for e in self._running if not e.done]
                if after_all and not waited:
                    for other in self._running:
                        event.after(other, listed=False)
                elif self._barrier is not None:
                    event.after(self._barrier, listed=False)
                if barrier:
                    self._barrier = event
                self._running.append(event)
            # Nobody else sees a command that waits for nothing.
            at_once = blocking and event.pending == 1
        if event_ret:
            put(event_ret, u64(event.given()))
        if at_once:
            event.submitted()
            perform(event)
        else:
            event.settle()
        if blocking:
            status = event.wait()
            if status < 0:
                raise ApiError(status)

    def finish(self) -> None:
        """
        Returns when all commands have ended.
        """
        with lock:
            last = [self._barrier] if self._barrier is not None else []
            events = last if self.ordered else [*last, *self._running]
        for event in events:
            event.wait()


def commands(
    handle: int | None, count: int, events: int | None
) -> tuple[Queue, list[Event]]:
    """
    The queue and the wait list of an enqueue.
    """
    queue = Queue.of(handle)
    return queue, wait_list(queue.context, count, events)


def check_same(queue: Queue, *contexts: Context) -> None:
    """
    Raises `ApiError` unless queue and objects have one context.
    """
    if any(context is not queue.context for context in contexts):
        raise ApiError(cl.INVALID_CONTEXT, "queue and object have different contexts")


def _check_bits(bits: int) -> None:
    if bits & ~_KNOWN:
        raise ApiError(cl.INVALID_VALUE, f"queue properties {bits:#x}")
    if bits & ~_SUPPORTED:
        raise ApiError(cl.INVALID_QUEUE_PROPERTIES, "no queues on the device")


@entry
def clCreateCommandQueue(
    context_handle: int | None, device_handle: int | None, bits: int
) -> int:
    context = Context.of(context_handle)
    Device.of(device_handle)
    _check_bits(bits)
    return Queue(context, bits).given()


@entry
def clCreateCommandQueueWithProperties(
    context_handle: int | None, device_handle: int | None, address: int | None
) -> int:
    context = Context.of(context_handle)
    Device.of(device_handle)
    pairs = properties(address)
    bits = 0
    for name, value in pairs:
        if name == cl.QUEUE_PROPERTIES:
            bits = value
        elif name == cl.QUEUE_SIZE:
            raise ApiError(cl.INVALID_QUEUE_PROPERTIES, "no queues on the device")
        else:
            raise ApiError(cl.INVALID_VALUE, f"queue property {name:#x}")
    _check_bits(bits)
    return Queue(context, bits, pairs if address else None).given()


@entry
def clSetCommandQueueProperty(
    handle: int | None, bits: int, enable: int, old: int | None
) -> None:
    queue = Queue.of(handle)
    _check_bits(bits)
    put(old, u64(queue.properties))
    raise ApiError(cl.INVALID_OPERATION, "deprecated since OpenCL 1.1")


@entry
def clRetainCommandQueue(handle: int | None) -> None:
    Queue.of(handle).given()


@entry
def clReleaseCommandQueue(handle: int | None) -> None:
    Queue.of(handle).released()


def _no_size(_: Queue) -> bytes:
    raise ApiError(cl.INVALID_COMMAND_QUEUE, "not a queue on the device")


_QUEUE: dict[int, Answer[Queue]] = {
    cl.QUEUE_CONTEXT: lambda q: handles(q.context),
    cl.QUEUE_DEVICE: lambda q: handles(device()),
    cl.QUEUE_REFERENCE_COUNT: lambda q: u32(q.references),
    cl.QUEUE_PROPERTIES: lambda q: u64(q.properties),
    cl.QUEUE_SIZE: _no_size,
    cl.QUEUE_DEVICE_DEFAULT: lambda q: handles(None),
    cl.QUEUE_PROPERTIES_ARRAY: lambda q: property_bytes(q.pairs),
}


@entry
def clGetCommandQueueInfo(
    handle: int | None, name: int, size: int, value: int | None, size_ret: int | None
) -> None:
    answer(_QUEUE, Queue.of(handle), name, size, value, size_ret)


@entry
def clSetDefaultDeviceCommandQueue(
    context_handle: int | None, device_handle: int | None, queue_handle: int | None
) -> None:
    Context.of(context_handle)
    Device.of(device_handle)
    raise ApiError(cl.INVALID_OPERATION, "no queues on the device")


@entry
def clFlush(handle: int | None) -> None:
    Queue.of(handle)


@entry
def clFinish(handle: int | None) -> None:
    Queue.of(handle).finish()


@entry
def clEnqueueMarkerWithWaitList(
    handle: int | None, count: int, events: int | None, event_ret: int | None
) -> None:
    queue, waited = commands(handle, count, events)
    queue.enqueue(cl.COMMAND_MARKER, None, waited, event_ret, after_all=True)


@entry
def clEnqueueBarrierWithWaitList(
    handle: int | None, count: int, events: int | None, event_ret: int | None
) -> None:
    queue, waited = commands(handle, count, events)
    queue.enqueue(
        cl.COMMAND_BARRIER, None, waited, event_ret, barrier=True, after_all=True
    )


@entry
def clEnqueueMarker(handle: int | None, event_ret: int | None) -> None:
    queue = Queue.of(handle)
    if not event_ret:
        raise ApiError(cl.INVALID_VALUE, "no place for the event")
    queue.enqueue(cl.COMMAND_MARKER, None, (), event_ret, after_all=True)


@entry
def clEnqueueBarrier(handle: int | None) -> None:
    queue = Queue.of(handle)
    queue.enqueue(cl.COMMAND_BARRIER, None, (), None, barrier=True, after_all=True)


@entry
def clEnqueueWaitForEvents(handle: int | None, count: int, events: int | None) -> None:
    queue = Queue.of(handle)
    if not count or not events:
        raise ApiError(cl.INVALID_VALUE, "no events")
    try:
        waited = wait_list(queue.context, count, events)
    except ApiError as error:
        if error.code == cl.INVALID_EVENT_WAIT_LIST:
            raise ApiError(cl.INVALID_EVENT) from None
        raise
    queue.enqueue(cl.COMMAND_BARRIER, None, waited, None, barrier=True)


def _after_fork() -> None:
    # The child process has none of the threads that would run what is enqueued.
    global _worker
    _worker = _Worker()


os.register_at_fork(after_in_child=_after_fork)
