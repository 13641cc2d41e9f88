"""
Events: commands with what they wait for, and user events.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable
from typing import ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.client import Answer, answer, callback, handles, u32, u64
from xdsl_opencl.icd.contexts import Context
from xdsl_opencl.icd.dispatch import entry
from xdsl_opencl.icd.objects import Object
from xdsl_opencl.icd.platform import host_time

Ready = Callable[["Event"], None]
"""Takes a command that has nothing more to wait for."""

lock = threading.RLock()
"""Held while the states of events change."""

_TIMES = {
    cl.PROFILING_COMMAND_QUEUED: 0,
    cl.PROFILING_COMMAND_SUBMIT: 1,
    cl.PROFILING_COMMAND_START: 2,
    cl.PROFILING_COMMAND_END: 3,
    cl.PROFILING_COMMAND_COMPLETE: 3,
}


class Event(Object):
    """
    A command of `queue`, or a user event if there is none. `run` does its work.
    """

    INVALID: ClassVar[int] = cl.INVALID_EVENT
    __slots__ = (
        "_callbacks",
        "_ready",
        "_waiters",
        "_waiting",
        "context",
        "failed",
        "kind",
        "pending",
        "profiled",
        "queue",
        "run",
        "status",
        "times",
    )

    def __init__(
        self,
        context: Context,
        queue: Object | None,
        kind: int,
        run: Callable[[], object] | None = None,
        ready: Ready | None = None,
        *,
        profiled: bool = False,
    ):
        super().__init__()
        self.context = context
        self.queue = queue
        self.kind = kind
        self.profiled = profiled
        self.run = run
        self.status: int = cl.SUBMITTED if queue is None else cl.QUEUED
        self.times = [host_time(), 0, 0, 0]
        self.pending = 1
        """Events that it waits for, and one while it is being enqueued."""
        self.failed = False
        """An event of its wait list ended with an error."""
        self._ready = ready
        self._waiting: list[tuple[Event, bool]] = []
        """The commands that wait for this one; whether its error is theirs."""
        self._waiters: list[threading.Lock] = []
        self._callbacks: list[tuple[int, int, int | None]] = []

    # --- before it runs ----------------------------------------------------------------

    def after(self, other: Event, *, listed: bool) -> None:
        """
        Makes this command wait for `other`; `listed`: it is in its wait list. To be called
        with the lock.
        """
        if other.status <= cl.COMPLETE:
            self.failed |= listed and other.status < 0
            return
        self.pending += 1
        other._waiting.append((self, listed))

    def settle(self) -> None:
        """
        One thing less to wait for.
        """
        with lock:
            self.pending -= 1
            if self.pending or self.status <= cl.COMPLETE:
                return
        assert self._ready is not None
        self._ready(self)

    # --- afterwards --------------------------------------------------------------------

    def submitted(self) -> None:
        """
        The device has it.
        """
        self.times[1] = host_time()
        self._reach(cl.SUBMITTED)

    def started(self) -> None:
        """
        The device runs it.
        """
        self.times[2] = host_time()
        self._reach(cl.RUNNING)

    def _reach(self, status: int) -> None:
        self.status = status
        if self._callbacks:
            self._call_back()

    def finish(self, status: int) -> None:
        """
        Ends the command or user event with `status`, 0 or an error, and starts what waits
        for it.
        """
        self.times[3] = host_time()
        with lock:
            if self.status <= cl.COMPLETE:
                return
            self.status = status
            waiting, self._waiting = self._waiting, []
            waiters, self._waiters = self._waiters, []
            # The arguments of a launch must not live as long as its event; their own
            # functions that are called at their end must not be called with the lock.
            run, self.run = self.run, None
            for other, listed in waiting:
                other.failed |= listed and status < 0
        del run
        for waiter in waiters:
            waiter.release()
        if self._callbacks:
            self._call_back()
        for other, _ in waiting:
            other.settle()

    def _call_back(self) -> None:
        with lock:
            due = [c for c in self._callbacks if self.status <= c[0]]
            self._callbacks = [c for c in self._callbacks if self.status > c[0]]
        pointer = ctypes.c_void_p
        for wanted, function, data in due:
            status = self.status if self.status < 0 else wanted
            callback(function, None, pointer, ctypes.c_int32, pointer)(
                self.handle, status, data
            )

    def call_back(self, status: int, function: int, data: int | None) -> None:
        """
        Calls `function` when the status is reached, at once if it is.
        """
        with lock:
            # The handle that the function gets must be that of a living object.
            _ = self.handle
            self._callbacks.append((status, function, data))
        if self.status <= status:
            self._call_back()

    def wait(self) -> int:
        """
        Returns the status at its end.
        """
        with lock:
            if self.status <= cl.COMPLETE:
                return self.status
            waiter = threading.Lock()
            waiter.acquire()
            self._waiters.append(waiter)
        waiter.acquire()
        return self.status

    @property
    def done(self) -> bool:
        """
        Tells whether it has ended.
        """
        return self.status <= cl.COMPLETE


def wait_list(context: Context, count: int, events: int | None) -> list[Event]:
    """
    The events of a wait list.

    Raises `ApiError` for a list that is not one, or with events of another context.
    """
    if not count and not events:
        return []
    if not count or not events:
        raise ApiError(
            cl.INVALID_EVENT_WAIT_LIST, f"{count} events at {events or 0:#x}"
        )
    try:
        found = Event.of_list(count, events)
    except ApiError:
        raise ApiError(cl.INVALID_EVENT_WAIT_LIST, "not an event") from None
    if any(event.context is not context for event in found):
        raise ApiError(cl.INVALID_CONTEXT, "an event of another context")
    return found


def wait_for(events: Iterable[Event]) -> bool:
    """
    Waits for all `events`; tells whether they ended without errors.
    """
    return all([event.wait() >= 0 for event in events])


def _user_event_ready(event: Event) -> None:
    raise AssertionError("a user event waits for nothing")


@entry
def clCreateUserEvent(handle: int | None) -> int:
    context = Context.of(handle)
    return Event(context, None, cl.COMMAND_USER, None, _user_event_ready).given()


@entry
def clSetUserEventStatus(handle: int | None, status: int) -> None:
    event = Event.of(handle)
    if event.queue is not None:
        raise ApiError(cl.INVALID_EVENT, "not a user event")
    if status > cl.COMPLETE:
        raise ApiError(cl.INVALID_VALUE, f"status {status}")
    with lock:
        if event.done:
            raise ApiError(cl.INVALID_OPERATION, "it has a status already")
    event.finish(status)


@entry
def clWaitForEvents(count: int, events: int | None) -> None:
    if not count or not events:
        raise ApiError(cl.INVALID_VALUE, "no events")
    found = Event.of_list(count, events)
    if any(event.context is not found[0].context for event in found):
        raise ApiError(cl.INVALID_CONTEXT, "events of two contexts")
    if not wait_for(found):
        raise ApiError(cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)


@entry
def clRetainEvent(handle: int | None) -> None:
    Event.of(handle).given()


@entry
def clReleaseEvent(handle: int | None) -> None:
    Event.of(handle).released()


@entry
def clSetEventCallback(
    handle: int | None, status: int, function: int | None, data: int | None
) -> None:
    event = Event.of(handle)
    if not function or status not in (cl.SUBMITTED, cl.RUNNING, cl.COMPLETE):
        raise ApiError(cl.INVALID_VALUE, f"callback for status {status}")
    event.call_back(status, function, data)


_EVENT: dict[int, Answer[Event]] = {
    cl.EVENT_COMMAND_QUEUE: lambda e: handles(e.queue),
    cl.EVENT_CONTEXT: lambda e: handles(e.context),
    cl.EVENT_COMMAND_TYPE: lambda e: u32(e.kind),
    cl.EVENT_COMMAND_EXECUTION_STATUS: lambda e: u32(e.status),
    cl.EVENT_REFERENCE_COUNT: lambda e: u32(e.references),
}


@entry
def clGetEventInfo(
    handle: int | None, name: int, size: int, value: int | None, size_ret: int | None
) -> None:
    answer(_EVENT, Event.of(handle), name, size, value, size_ret)


_PROFILING: dict[int, Answer[Event]] = {
    name: (lambda e, index=index: u64(e.times[index])) for name, index in _TIMES.items()
}


@entry
def clGetEventProfilingInfo(
    handle: int | None, name: int, size: int, value: int | None, size_ret: int | None
) -> None:
    event = Event.of(handle)
    if not event.profiled or event.status != cl.COMPLETE:
        raise ApiError(cl.PROFILING_INFO_NOT_AVAILABLE)
    answer(_PROFILING, event, name, size, value, size_ret)
