"""
The beginning of the driver: `driver_library.c` calls `start` when a loader asks it for platforms.
"""

from __future__ import annotations

import atexit
import ctypes

from xdsl_opencl.garbage import collect_seldom
from xdsl_opencl.icd.api import dispatch, object_handles
from xdsl_opencl.runtime.cpu import forking, thread_pool

_LIBRARY_CALLS = (
    "clGetExtensionFunctionAddress",
    "clGetPlatformIDs",
    "clGetPlatformInfo",
)
"""The functions that `struct driver` of `driver_library.c` has, in its order."""


_SHIELDS = 10
"""Entries of `shields` in `driver_library.c`, at least as many as functions that release."""


def start(
    driver: int,
    ready: int,
    nothing: int = 0,
    guarded: int = 0,
    shields: int = 0,
    embedded: int = 0,
) -> None:
    """
    Writes the addresses of the functions that the library exports to `driver`, and then
    1 to `ready`. When the program's Python ends, `nothing`, a function of C that does
    nothing, takes the place of all: objects may be released after that. `guarded` is
    the function that runs work-groups and returns the signal that ended them; `shields`
    has functions that keep the program's exceptions from those that release objects.
    `embedded` is not 0 in a program without a Python of its own, which never ends the
    driver's.
    """
    if embedded:
        forking.set_embedded()
        collect_seldom()
    thread_pool.set_guard(guarded)
    table = dispatch.table()
    object_handles.set_table(table.address)
    if shields:
        before = (ctypes.c_void_p * _SHIELDS).from_address(shields)
        (place,) = (ctypes.c_size_t * 1).from_address(shields + ctypes.sizeof(before))
        table.shield(before, (ctypes.c_void_p * _SHIELDS).from_address(place))
    calls = [table.functions[name] for name in _LIBRARY_CALLS]
    ctypes.memmove(driver, (ctypes.c_void_p * len(calls))(*calls), 8 * len(calls))
    state = ctypes.c_int.from_address(ready)
    state.value = 1

    def end() -> None:
        state.value = 0
        table.end(nothing)

    if nothing:
        atexit.register(end)
