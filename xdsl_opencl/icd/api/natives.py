"""
What `driver_library.c` answers without Python, or asks for from a thread of its own: the memory
that it shares with Python.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

from xdsl_opencl.icd.api import object_handles


class Native(ctypes.Structure):
    """A function of C that stands `before` the function `name` of Python, which it calls `after`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("before", ctypes.c_void_p),
        ("after", ctypes.c_void_p),
    )
    name: bytes | None
    before: int
    after: int


_Fail = ctypes.CFUNCTYPE(None, ctypes.c_size_t, ctypes.c_int)


class Shared(ctypes.Structure):
    """`shared` in `driver_library.c`."""

    _fields_ = (
        ("natives", ctypes.POINTER(Native)),
        ("records", ctypes.c_size_t),
        ("bytes", ctypes.c_size_t),
        ("settle", ctypes.CFUNCTYPE(None)),
        ("spare", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_size_t)),
        ("fail", _Fail),
        ("place", ctypes.c_size_t),
        ("promised", ctypes.c_size_t),
        ("left", ctypes.c_int),
    )
    natives: Any
    records: int
    bytes: int
    settle: Callable[[], None]
    spare: Callable[[int], int]
    fail: Any
    place: int
    """The address where a command writes its event, if the program has the event's handle already."""
    promised: int


shared = Shared()
left = memoryview(ctypes.c_int(0)).cast("B").cast("i")
"""How many calls a thread of C has still to make, before all others. None without a library."""


def connect(address: int, fail: Callable[[int, int], None]) -> Iterator[Native]:
    """
    Connects the library whose memory is at `address`, and yields its functions; `fail` ends the
    event of a handle with an error code.
    """
    global shared, left
    shared = Shared.from_address(address)
    left = (
        memoryview(ctypes.c_int.from_address(address + Shared.left.offset))
        .cast("B")
        .cast("i")
    )
    called = _Fail(fail)
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(called))
    shared.fail = called
    give_spares()
    for native in shared.natives:
        if native.name is None:
            return
        yield native


def give_spares() -> None:
    """Gives the library records for events that the program gets before Python knows them."""
    while True:
        record = object_handles.new_record()
        if not shared.spare(record):
            object_handles.rest(record)
            return
