"""
The beginning of the driver: `library.c` calls `start` when a loader asks it for platforms.
"""

from __future__ import annotations

import atexit
import ctypes

from xdsl_opencl.icd import (
    contexts,
    dispatch,
    events,
    extensions,
    image_transfers,
    images,
    kernels,
    launches,
    memory,
    objects,
    pipes,
    platform,
    programs,
    queues,
    rect_transfers,
    samplers,
    sub_devices,
    svm,
    transfers,
)
from xdsl_opencl.runtime import forking, pool

PARTS = (
    contexts,
    events,
    extensions,
    image_transfers,
    images,
    kernels,
    launches,
    memory,
    pipes,
    platform,
    programs,
    queues,
    rect_transfers,
    samplers,
    sub_devices,
    svm,
    transfers,
)
"""The modules with functions of the API."""

_LIBRARY_CALLS = (
    "clGetExtensionFunctionAddress",
    "clGetPlatformIDs",
    "clGetPlatformInfo",
)
"""The functions that `struct driver` of `library.c` has, in its order."""


_SHIELDS = 10
"""Entries of `shields` in `library.c`, at least as many as functions that release."""


def start(
    driver: int,
    ready: int,
    nothing: int = 0,
    guarded: int = 0,
    shields: int = 0,
    embedded: int = 0,
) -> None:
    """
    Writes the addresses of the functions that the library exports to `driver`, and then 1
    to `ready`. When the program's Python ends, `nothing`, a function of C that does nothing,
    takes the place of all: objects may be released after that. `guarded` is the function
    that runs work-groups and returns the signal that ended them; `shields` has functions
    that keep the program's exceptions from those that release objects. `embedded` is not 0
    in a program that has no Python of its own, which never ends this one.
    """
    if embedded:
        forking.set_embedded()
    pool.set_guard(guarded)
    table = dispatch.table()
    objects.set_table(table.address)
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
