"""
The objects of the API: their handles and reference counts, and the address of the
dispatch table at their beginning, as the loader demands.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, Self
from weakref import ref

from xdsl_opencl.abi import opencl_api as cl
from xdsl_opencl.abi.opencl_api import ApiError

_SLOT_BYTES = 16
_SLOTS = 4096
"""Slots of a block. Blocks stay: a program may use a handle that it has released."""
_RESTING = 1024
"""Free slots before the oldest becomes another handle, so that a wrong use is seen."""

lock = threading.RLock()
"""Held while reference counts change."""
os.register_at_fork(
    before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
)

_free: deque[int] = deque()
_blocks: list[Any] = []
_objects: dict[int, ref[Object]] = {}
_held: dict[int, Object] = {}
"""The objects whose reference count is above 0, which keeps them alive."""
_table = 0


def set_table(address: int) -> None:
    """Sets the address of the dispatch table; every object begins with it."""
    global _table
    _table = address


def _slot() -> int:
    if len(_free) <= _RESTING:
        # mutant: more memory than the slots need
        block = (ctypes.c_uint64 * (_SLOTS * _SLOT_BYTES // 8))()
        _blocks.append(block)
        start = ctypes.addressof(block)
        _free.extend(range(start, start + _SLOTS * _SLOT_BYTES, _SLOT_BYTES))
    handle = _free.popleft()
    ctypes.c_uint64.from_address(handle).value = _table
    return handle


class Object:
    """
    An object of the API. It lives as long as its reference count, which the program
    sees, is above 0, or another object or a command uses it; its handle is valid for as
    long.
    """

    INVALID: ClassVar[int] = cl.INVALID_VALUE
    """The error code for a handle that is not one of this class."""

    __slots__ = ("__weakref__", "_handle", "references")

    def __init__(self) -> None:
        self._handle = 0
        self.references = 0

    @property
    def handle(self) -> int:
        """The handle, made at first use."""
        if not self._handle:
            with lock:
                if not self._handle:
                    handle = _slot()
                    _objects[handle] = ref(self)
                    self._handle = handle
        return self._handle

    def given(self) -> int:
        """The handle for the program, which then owns one reference more."""
        handle = self.handle
        with lock:
            self.references += 1
            _held[handle] = self
        return handle

    def released(self) -> None:
        """Takes one reference back."""
        with lock:
            if self.references < 1:
                raise ApiError(self.INVALID, "released more often than retained")
            self.references -= 1
            if not self.references:
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
            _free.append(handle)

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
