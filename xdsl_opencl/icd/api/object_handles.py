"""
The objects of the API: their handles and reference counts. A handle is the address of a record,
which begins with the address of the dispatch table, as the loader demands. The rest is what
`driver_library.c` answers without Python; see `struct record` there.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import ClassVar, Self
from weakref import ref

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError

RECORD_BYTES = 64
_BLOCK = 4096
"""Records that become free together."""
_RESTING = 1024
"""Free records before the oldest becomes another handle, so that a wrong use is seen."""
ARENA_BYTES = 1 << 28
"""Memory for records; it stays, since a program may use a handle that it has released."""
_arena = mmap.mmap(-1, ARENA_BYTES, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
# The program may call while Python takes its objects apart, at its end.
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_arena))
ARENA = ctypes.addressof(ctypes.c_char.from_buffer(_arena))
"""The address of the first record."""
words = memoryview(_arena).cast("Q")
"""The records as words: table, kind and count, status and command, owner, four times."""
halves = memoryview(_arena).cast("i")
"""The same as words of 32 bits."""

lock = threading.RLock()
"""Held while reference counts change."""
os.register_at_fork(
    before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
)

_free: deque[int] = deque()
_objects: dict[int, ref[Object]] = {}
_held: dict[int, Object] = {}
"""The objects whose reference count is above 0, which keeps them alive."""
_table = 0
_used = 0
"""Records that have been free once."""


def set_table(address: int) -> None:
    """Sets the address of the dispatch table; every object begins with it."""
    global _table
    _table = address


def new_record() -> int:
    """
    Returns the address of a record that no object has. Raises `ApiError` when there is none.
    """
    global _used
    if len(_free) <= _RESTING and _used < ARENA_BYTES // RECORD_BYTES:
        start = ARENA + _used * RECORD_BYTES
        _free.extend(range(start, start + _BLOCK * RECORD_BYTES, RECORD_BYTES))
        _used += _BLOCK
    if not _free:
        raise ApiError(cl.OUT_OF_HOST_MEMORY, "too many objects")
    record = _free.popleft()
    words[(record - ARENA) >> 3] = _table
    return record


def rest(record: int) -> None:
    """Takes a record back that no object has any more."""
    words[(record - ARENA >> 3) + 1] = 0
    _free.append(record)


class Object:
    """
    An object of the API. It lives as long as its reference count, which the program
    sees, is above 0, or another object or a command uses it; its handle is valid for as
    long.
    """

    INVALID: ClassVar[int] = cl.INVALID_VALUE
    """The error code for a handle that is not one of this class."""

    __slots__ = ("__weakref__", "_handle")

    def __init__(self) -> None:
        self._handle = 0

    @property
    def handle(self) -> int:
        """The handle, made at first use."""
        if not self._handle:
            with lock:
                if not self._handle:
                    self._adopt(new_record())
        return self._handle

    def _adopt(self, record: int) -> int:
        _objects[record] = ref(self)
        self._handle = record
        self.describe(record - ARENA >> 3)
        halves[(record - ARENA >> 2) + 2] = self.INVALID
        return record

    def describe(self, at: int) -> None:
        """Writes what the record, whose words begin at `at`, has beside kind and count."""

    @property
    def references(self) -> int:
        """The reference count, which the program sees."""
        handle = self._handle
        return halves[(handle - ARENA >> 2) + 3] if handle else 0

    def given(self) -> int:
        """The handle for the program, which then owns one reference more."""
        with lock:
            handle = self._handle or self._adopt(new_record())
            halves[(handle - ARENA >> 2) + 3] += 1
            _held[handle] = self
        return handle

    def promised(self, handle: int) -> None:
        """Takes a handle that the program has already, with all its references."""
        with lock:
            self._adopt(handle)
            _held[handle] = self

    def released(self) -> None:
        """Takes one reference back."""
        with lock:
            count = self.references
            if count < 1:
                raise ApiError(self.INVALID, "released more often than retained")
            # No thread without Python's lock changes a count of 1.
            halves[(self._handle - ARENA >> 2) + 3] = count - 1
            if count == 1:
                _held.pop(self._handle, None)

    def gone(self) -> None:
        """Runs when the last user of the object is gone; classes override it."""

    def __del__(self, ending: Callable[[], bool] = sys.is_finalizing) -> None:
        # At the end of Python its modules go in any order.
        if ending():
            return
        self.gone()
        if handle := self._handle:
            _objects.pop(handle, None)
            rest(handle)

    @classmethod
    def of(cls, handle: int | None) -> Self:
        """
        The object of `handle`. Raises `ApiError` with the code of the class if there is
        no such object, or it is one of another class.
        """
        if handle:
            found = _objects.get(handle)
            if found is not None and isinstance(value := found(), cls):
                return value
        raise ApiError(cls.INVALID)

    @classmethod
    def of_list(cls, count: int, handles: int | None) -> list[Self]:
        """The objects of the array of `count` handles at address `handles`."""
        if not count:
            return []
        array = (ctypes.c_void_p * count).from_address(handles or 0)
        return [cls.of(handle) for handle in array]


Count = Callable[[int | None], None]


def counted(kind: type[Object]) -> tuple[Count, Count]:
    """The functions of the API that retain and release an object of `kind`."""

    def retain(handle: int | None) -> None:
        kind.of(handle).given()

    def release(handle: int | None) -> None:
        kind.of(handle).released()

    return retain, release
