"""What `driver_library.c` answers without Python."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
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


class Shared(ctypes.Structure):
    """`shared` in `driver_library.c`."""

    _fields_ = (
        ("natives", ctypes.POINTER(Native)),
        ("records", ctypes.c_size_t),
        ("bytes", ctypes.c_size_t),
    )
    natives: Any
    records: int
    bytes: int


def natives(shared: Shared) -> Iterator[Native]:
    """The functions of the library."""
    for native in shared.natives:
        if native.name is None:
            return
        yield native


def show_records(shared: Shared) -> None:
    """Lets the library answer from records; until then all calls go on to Python."""
    shared.records = object_handles.ARENA
    shared.bytes = object_handles.ARENA_BYTES
