"""Command queues: the runtime's, with the API's commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, Protocol, Self
from weakref import WeakSet

from typing_extensions import TypeVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api import natives
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    handles,
    properties,
    property_bytes,
    put,
    query,
    u32,
    u64,
)
from xdsl_opencl.icd.api.object_handles import Object, counted, lock, words
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.icd.objects.events import Event, wait_list
from xdsl_opencl.icd.objects.platform import Device
from xdsl_opencl.runtime.events import Action, CommandQueue

_SUPPORTED = cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | cl.QUEUE_PROFILING_ENABLE
QUICK_BYTES = 1 << 14
"""Bytes that are moved in less time than another thread takes to wake."""
_KNOWN = _SUPPORTED | cl.QUEUE_ON_DEVICE | cl.QUEUE_ON_DEVICE_DEFAULT
_HINTS = {
    cl.QUEUE_PRIORITY_KHR: (
        cl.QUEUE_PRIORITY_HIGH_KHR,
        cl.QUEUE_PRIORITY_MED_KHR,
        cl.QUEUE_PRIORITY_LOW_KHR,
    ),
    cl.QUEUE_THROTTLE_KHR: (
        cl.QUEUE_THROTTLE_HIGH_KHR,
        cl.QUEUE_THROTTLE_MED_KHR,
        cl.QUEUE_THROTTLE_LOW_KHR,
    ),
}
"""Properties that are checked and kept, but change nothing, and their values."""


class Queue(Object, CommandQueue):
    """A command queue."""

    INVALID: ClassVar[int] = cl.INVALID_COMMAND_QUEUE

    def __init__(
        self,
        context: Context,
        device: Device,
        bits: int,
        pairs: list[tuple[int, int]] | None = None,
    ):
        Object.__init__(self)
        unordered = bool(bits & cl.QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        CommandQueue.__init__(self, out_of_order=unordered)
        self.context = context
        self.device = device
        self.properties = bits
        self.pairs = pairs
        with lock:
            _queues.add(self)

    def describe(self, at: int) -> None:
        words[at + 3] = self.context.handle

    def enqueue(
        self,
        kind: int,
        run: Action | None,
        waited: Sequence[Event],
        event_ret: int | None,
        *,
        blocking: bool = False,
        barrier: bool = False,
        after_all: bool = False,
        moves: int | None = None,
        quick: bool = False,
    ) -> None:
        """
        Enqueues a command of type `kind`, which waits for the events `waited`, and writes
        its event to `event_ret`. `blocking`: returns when it has ended. `after_all`: it
        waits for all commands before it, if `waited` is empty; `barrier`: those after it
        wait for it. `moves`: the bytes of a command that does nothing but move them. The
        thread that calls makes the command itself if it waits for nothing and is `quick`,
        or moves only a few bytes.

        Raises `ApiError` when a command that blocks has failed.
        """
        if run is None or (moves is not None and moves <= QUICK_BYTES):
            quick = True
        profiled = bool(self.properties & cl.QUEUE_PROFILING_ENABLE)
        event = Event(self.context, kind, self, run, profiled=profiled)
        if event_ret and event_ret == natives.shared.place:
            event.promised(natives.shared.promised)
            natives.give_spares()
        elif event_ret:
            put(event_ret, u64(event.given()))
        self.add(
            event,
            waited,
            behind_all=after_all and not waited,
            before_all=barrier,
            here=blocking or quick,
        )
        if blocking:
            event.join()
            if event.error is not None:
                raise ApiError(event.code, str(event.error))


_queues = WeakSet[Queue]()


def queues_of(context: Context) -> list[Queue]:
    """The queues of a context."""
    with lock:
        return [queue for queue in _queues if queue.context is context]


def commands(
    handle: int | None, count: int, events: int | None
) -> tuple[Queue, list[Event]]:
    """The queue and the wait list of an enqueue."""
    queue = Queue.of(handle)
    return queue, wait_list(queue.context, count, events)


def check_same(queue: Queue, *contexts: Context) -> None:
    """Raises `ApiError` unless queue and objects have one context."""
    for context in contexts:
        if context is not queue.context:
            raise ApiError(
                cl.INVALID_CONTEXT, "queue and object have different contexts"
            )


class _Shared(Protocol):
    """An object that belongs to a context."""

    context: Context

    @classmethod
    def of(cls, handle: int | None) -> Self: ...


ObjectT = TypeVar("ObjectT", bound=_Shared)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Command:
    """
    What all functions that enqueue are given: the queue, the events that the command waits
    for, and where its event is written, if anywhere.
    """

    queue: Queue
    waited: list[Event]
    event_ret: int | None

    def find(self, kind: type[ObjectT], handle: int | None) -> ObjectT:
        """The object of `handle`, which must have the context of the queue."""
        found = kind.of(handle)
        check_same(self.queue, found.context)
        return found

    def enqueue(
        self,
        kind: int,
        run: Action | None,
        *,
        blocking: int = False,
        moves: int | None = None,
    ) -> None:
        """Enqueues it, see `Queue.enqueue`."""
        self.queue.enqueue(
            *(kind, run, self.waited, self.event_ret),
            blocking=bool(blocking),
            moves=moves,
        )


def enqueues(function: Callable[..., R], *first: object) -> Callable[..., R]:
    """
    A function of the API, whose first argument is the queue and whose last three are the
    wait list and the place for the event: `function` gets a `Command` for these four, and
    `first`.
    """

    @wraps(function)
    def entry(handle: int | None, *given: Any) -> R:
        *arguments, count, events, event_ret = given
        command = Command(*commands(handle, count, events), event_ret)
        return function(command, *first, *arguments)

    return entry


def _check_bits(bits: int) -> None:
    if bits & ~_KNOWN:
        raise ApiError(cl.INVALID_VALUE, f"queue properties {bits:#x}")
    if bits & ~_SUPPORTED:
        raise ApiError(cl.INVALID_QUEUE_PROPERTIES, "no queues on the device")


def clCreateCommandQueue(
    context_handle: int | None, device_handle: int | None, bits: int
) -> int:
    context = Context.of(context_handle)
    device = context.device(device_handle)
    _check_bits(bits)
    return Queue(context, device, bits).given()


def clCreateCommandQueueWithProperties(
    context_handle: int | None, device_handle: int | None, address: int | None
) -> int:
    context = Context.of(context_handle)
    device = context.device(device_handle)
    pairs = properties(address)
    bits = 0
    for name, value in pairs:
        if name == cl.QUEUE_PROPERTIES:
            bits = value
        elif name in _HINTS:
            if value not in _HINTS[name]:
                raise ApiError(cl.INVALID_VALUE, f"hint {name:#x} with {value:#x}")
        elif name == cl.QUEUE_SIZE:
            raise ApiError(cl.INVALID_QUEUE_PROPERTIES, "no queues on the device")
        else:
            raise ApiError(cl.INVALID_VALUE, f"queue property {name:#x}")
    _check_bits(bits)
    return Queue(context, device, bits, pairs if address else None).given()


def clSetCommandQueueProperty(
    handle: int | None, bits: int, enable: int, old: int | None
) -> None:
    queue = Queue.of(handle)
    _check_bits(bits)
    put(old, u64(queue.properties))
    raise ApiError(cl.INVALID_OPERATION, "deprecated since OpenCL 1.1")


clRetainCommandQueue, clReleaseCommandQueue = counted(Queue)


def _no_size(_: Queue) -> bytes:
    raise ApiError(cl.INVALID_COMMAND_QUEUE, "not a queue on the device")


_QUEUE: dict[int, Answer[Queue]] = {
    cl.QUEUE_CONTEXT: lambda q: handles(q.context),
    cl.QUEUE_DEVICE: lambda q: handles(q.device),
    cl.QUEUE_REFERENCE_COUNT: lambda q: u32(q.references),
    cl.QUEUE_PROPERTIES: lambda q: u64(q.properties),
    cl.QUEUE_SIZE: _no_size,
    cl.QUEUE_DEVICE_DEFAULT: lambda q: handles(None),
    cl.QUEUE_PROPERTIES_ARRAY: lambda q: property_bytes(q.pairs),
}

clGetCommandQueueInfo = query(_QUEUE, Queue.of)


def clSetDefaultDeviceCommandQueue(
    context_handle: int | None, device_handle: int | None, queue_handle: int | None
) -> None:
    Context.of(context_handle).device(device_handle)
    raise ApiError(cl.INVALID_OPERATION, "no queues on the device")


def clFlush(handle: int | None) -> None:
    Queue.of(handle)


def clFinish(handle: int | None) -> None:
    Queue.of(handle).drain()


def clEnqueueMarkerWithWaitList(
    handle: int | None, count: int, events: int | None, event_ret: int | None
) -> None:
    queue, waited = commands(handle, count, events)
    queue.enqueue(cl.COMMAND_MARKER, None, waited, event_ret, after_all=True)


def clEnqueueBarrierWithWaitList(
    handle: int | None, count: int, events: int | None, event_ret: int | None
) -> None:
    queue, waited = commands(handle, count, events)
    queue.enqueue(
        cl.COMMAND_BARRIER, None, waited, event_ret, barrier=True, after_all=True
    )


def clEnqueueMarker(handle: int | None, event_ret: int | None) -> None:
    queue = Queue.of(handle)
    if not event_ret:
        raise ApiError(cl.INVALID_VALUE, "no place for the event")
    queue.enqueue(cl.COMMAND_MARKER, None, (), event_ret, after_all=True)


def clEnqueueBarrier(handle: int | None) -> None:
    queue = Queue.of(handle)
    queue.enqueue(cl.COMMAND_BARRIER, None, (), None, barrier=True, after_all=True)


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
