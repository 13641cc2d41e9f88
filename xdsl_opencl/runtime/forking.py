"""
Forks of a process that uses the CPU device.

A thread that builds a program holds locks of Python's import system and of llvmlite, which
nobody would release in a child process forked meanwhile. So a fork waits until no other
thread builds, and threads begin to build when the fork is done.
"""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

_changed = threading.Condition()
_builders: Counter[int] = Counter()
"""How deep each thread is inside of `building`."""


@contextmanager
def building() -> Generator[None]:
    """
    Keeps other threads from forking until the block ends.
    """
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


def _before_fork() -> None:
    me = threading.get_ident()
    _changed.acquire()
    while any(thread != me for thread in _builders):
        _changed.wait()


def _after_fork_in_parent() -> None:
    _changed.release()


def _after_fork_in_child() -> None:
    global _changed
    # The lock is held, and its waiters are threads that this process does not have.
    _changed = threading.Condition()


os.register_at_fork(
    before=_before_fork,
    after_in_parent=_after_fork_in_parent,
    after_in_child=_after_fork_in_child,
)
