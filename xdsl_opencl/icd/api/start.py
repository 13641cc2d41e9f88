"""
The beginning of the driver: `driver_library.c` calls `start` when a loader asks it for platforms.
"""

from __future__ import annotations

import atexit
import ctypes
import os

from xdsl_opencl.abi.opencl_api import ApiError
from xdsl_opencl.garbage import collect_seldom
from xdsl_opencl.icd.api import dispatch, natives, object_handles
from xdsl_opencl.runtime.cpu import forking, thread_pool

_LIBRARY_CALLS = (
    "clGetExtensionFunctionAddress",
    "clGetPlatformIDs",
    "clGetPlatformInfo",
)
"""The functions that `struct driver` of `driver_library.c` has, in its order."""


def _fail(handle: int, code: int) -> None:
    """Ends the event of a command that could not be enqueued when the program had left."""
    from xdsl_opencl.icd.objects.events import Event
    from xdsl_opencl.icd.objects.queues import Queue

    at = (handle - object_handles.ARENA) >> 2
    queue, kind = (
        Queue.of(object_handles.words[(at >> 1) + 3]),
        object_handles.halves[at + 5],
    )
    event = Event(queue.context, kind, queue)
    event.promised(handle)
    event.end(ApiError(code))


def start(
    driver: int,
    ready: int,
    nothing: int = 0,
    guarded: int = 0,
    shared: int = 0,
    embedded: int = 0,
) -> None:
    """
    Writes the addresses of the functions that the library exports to `driver`, and then
    1 to `ready`. When the program's Python ends, `nothing`, a function of C that does
    nothing, takes the place of all: objects may be released after that. `guarded` is
    the function that runs work-groups and returns the signal that ended them; `shared` is
    the memory of `natives.Shared`.
    `embedded` is not 0 in a program without a Python of its own, which never ends the
    driver's.
    """
    if embedded:
        forking.set_embedded()
        collect_seldom()
    thread_pool.set_guard(guarded)
    table = dispatch.table()
    object_handles.set_table(table.address)
    if shared:
        for native in natives.connect(shared, _fail):
            table.put_before(native)
        # The log has all calls, or those that C does not answer.
        if os.environ.get(dispatch.LOG_VARIABLE) != "all":
            natives.shared.records = object_handles.ARENA
            natives.shared.bytes = object_handles.ARENA_BYTES
    calls = [table.functions[name] for name in _LIBRARY_CALLS]
    ctypes.memmove(driver, (ctypes.c_void_p * len(calls))(*calls), 8 * len(calls))
    state = ctypes.c_int.from_address(ready)
    state.value = 1

    def end() -> None:
        state.value = 0
        table.end(nothing)

    if nothing:
        atexit.register(end)
