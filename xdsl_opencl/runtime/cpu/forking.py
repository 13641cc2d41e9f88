"""
Forks and the end of a process that uses the CPU device.

A thread that builds a program holds locks of Python's import system and of llvmlite. In
a child process forked meanwhile they would never be released. So a fork waits until no
other thread builds, and threads begin to build when the fork is done.

The end of a process destroys LLVM's data, so it waits, too, and no build begins after
that.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

_changed = threading.Condition()
_embedded = False
"""This process ends without ending Python."""
_builders: Counter[int] = Counter()
"""The depth of nested `building` blocks of each thread."""


@contextmanager
def building() -> Generator[None]:
    """Keeps other threads from forking until the block ends."""
    me = threading.get_ident()
    with _changed:
        _builders[me] += 1
    try:
        yield
    finally:
        with _changed:
            _builders[me] -= 1
            if not _builders[me]:
                del _builders[me]
            _changed.notify_all()


def set_embedded() -> None:
    """
    Records that the process is not Python's: its end runs no functions of Python's
    `atexit`.
    """
    global _embedded
    _embedded = True
    wait_at_exit()


def wait_at_exit() -> None:
    """
    Keeps the process from ending while another thread builds. Call it again after
    libraries were loaded: functions for the end run in reverse order, and functions that
    destroy the libraries are among them.
    """
    if _embedded:
        libc: Any = ctypes.CDLL(None)
        # Each program has a copy of `atexit`; it calls this function.
        libc.__cxa_atexit(_at_exit, None, None)


def _stop_building() -> None:
    me = threading.get_ident()
    _changed.acquire()
    while any(thread != me for thread in _builders):
        _changed.wait()


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _at_exit(_: int | None) -> None:
    _stop_building()


atexit.register(_stop_building)


def _after_fork_in_child() -> None:
    global _changed
    # The lock is held, and its waiters are threads that this process does not have.
    _changed = threading.Condition()


os.register_at_fork(
    before=_stop_building,
    after_in_parent=lambda: _changed.release(),
    after_in_child=_after_fork_in_child,
)
