"""Events: commands with their wait lists, and user events."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from typing import ClassVar

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.icd.api.client_memory import (
    Answer,
    answer,
    callback,
    handles,
    query,
    u32,
    u64,
)
from xdsl_opencl.icd.api.dispatch import LOG_VARIABLE
from xdsl_opencl.icd.api.object_handles import ARENA, Object, counted, halves, words
from xdsl_opencl.icd.objects.contexts import Context
from xdsl_opencl.runtime import events


class Event(Object, events.Event):
    """A command of `command_queue`, or a user event if there is none."""

    INVALID: ClassVar[int] = cl.INVALID_EVENT

    def __init__(
        self,
        context: Context,
        kind: int,
        command_queue: Object | None = None,
        run: events.Action | None = None,
        *,
        profiled: bool = False,
    ):
        Object.__init__(self)
        events.Event.__init__(self, kind, run)
        self.context = context
        self.kind = kind
        self.command_queue = command_queue
        self.profiled = profiled
        if command_queue is None:
            self.status = events.Status.SUBMITTED

    def describe(self, at: int) -> None:
        halves[2 * at + 5] = self.kind
        words[at + 3] = (self.command_queue or self.context).handle
        words[at + 4] = 0
        self._record()

    def enter(self, status: events.Status) -> None:
        self.status = status
        if self._handle:
            self._record()

    def _record(self) -> None:
        at = self._handle - ARENA >> 3
        if self.complete and self.profiled:
            times = (self.queued, self.submitted, self.started, self.ended)
            struct.pack_into("4Q", words, 8 * at + 32, *times)
        halves[2 * at + 4] = self.code

    @property
    def code(self) -> int:
        """
        The status as the program sees it: an error code when the command has failed.
        """
        if not self.complete or self.error is None:
            return self.status
        if isinstance(self.error, ApiError):
            return self.error.code
        return cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST

    def failure(self, raised: BaseException) -> ApiError:
        """
        The error of a command that `raised` one; it is reported to the program's
        function.
        """
        if log := os.environ.get(LOG_VARIABLE):
            import traceback

            lines = (
                traceback.format_exception(raised) if log == "all" else [str(raised)]
            )
            text = "".join(lines)
            print(f"xdsl-opencl: a command failed: {text}", file=sys.stderr, flush=True)
        self.context.tell(str(raised))
        code = raised.code if isinstance(raised, ApiError) else cl.OUT_OF_RESOURCES
        # Not `raised` itself, whose frames keep the arguments of the command.
        return ApiError(code, str(raised))

    def call_back(self, status: int, function: int, data: int | None) -> None:
        """Calls `function` when the status is reached, at once if it is."""
        pointer = ctypes.c_void_p
        call = callback(function, None, pointer, ctypes.c_int32, pointer)
        # The handle that the function gets must be that of a living object.
        handle = self.handle

        def told(event: events.Event) -> None:
            call(handle, self.code if event.error is not None else status, data)

        self.on(events.Status(status), told)


def wait_list(context: Context, count: int, events: int | None) -> list[Event]:
    """
    The events of a wait list.

    Raises `ApiError` for an invalid list, or one with events of another context.
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
    """Waits for all `events`; tells whether they ended without errors."""
    waited = [event.join() and event.error is None for event in events]
    return all(waited)


def clCreateUserEvent(handle: int | None) -> int:
    context = Context.of(handle)
    return Event(context, cl.COMMAND_USER).given()


def clSetUserEventStatus(handle: int | None, status: int) -> None:
    event = Event.of(handle)
    if event.command_queue is not None:
        raise ApiError(cl.INVALID_EVENT, "not a user event")
    if status > cl.COMPLETE:
        raise ApiError(cl.INVALID_VALUE, f"status {status}")
    if not event.end(ApiError(status) if status < 0 else None):
        raise ApiError(cl.INVALID_OPERATION, "it has a status already")


def clWaitForEvents(count: int, events: int | None) -> None:
    if not count or not events:
        raise ApiError(cl.INVALID_VALUE, "no events")
    found = Event.of_list(count, events)
    if any(event.context is not found[0].context for event in found):
        raise ApiError(cl.INVALID_CONTEXT, "events of two contexts")
    if not wait_for(found):
        raise ApiError(cl.EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)


clRetainEvent, clReleaseEvent = counted(Event)


def clSetEventCallback(
    handle: int | None, status: int, function: int | None, data: int | None
) -> None:
    event = Event.of(handle)
    if not function or status not in (cl.SUBMITTED, cl.RUNNING, cl.COMPLETE):
        raise ApiError(cl.INVALID_VALUE, f"callback for status {status}")
    event.call_back(status, function, data)


_EVENT: dict[int, Answer[Event]] = {
    cl.EVENT_COMMAND_QUEUE: lambda e: handles(e.command_queue),
    cl.EVENT_CONTEXT: lambda e: handles(e.context),
    cl.EVENT_COMMAND_TYPE: lambda e: u32(e.kind),
    cl.EVENT_COMMAND_EXECUTION_STATUS: lambda e: u32(e.code),
    cl.EVENT_REFERENCE_COUNT: lambda e: u32(e.references),
}

clGetEventInfo = query(_EVENT, Event.of)


_PROFILING: dict[int, Answer[Event]] = {
    cl.PROFILING_COMMAND_QUEUED: lambda e: u64(e.queued),
    cl.PROFILING_COMMAND_SUBMIT: lambda e: u64(e.submitted),
    cl.PROFILING_COMMAND_START: lambda e: u64(e.started),
    cl.PROFILING_COMMAND_END: lambda e: u64(e.ended),
    cl.PROFILING_COMMAND_COMPLETE: lambda e: u64(e.ended),
}


def clGetEventProfilingInfo(
    handle: int | None, name: int, size: int, value: int | None, size_ret: int | None
) -> None:
    event = Event.of(handle)
    if not event.profiled or event.code != cl.COMPLETE:
        raise ApiError(cl.PROFILING_INFO_NOT_AVAILABLE)
    answer(_PROFILING, event, name, size, value, size_ret)
