"""
When Python looks for garbage.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count

_MOST_BLOCKS = 1 << 20
"""Blocks of memory of a process in which Python looks at all objects within 50 ms."""


class _Thread(threading.local):
    waits = False
    """True where this thread does nothing else while another process works for it."""


_thread = _Thread()


@contextmanager
def no_collection(*, waits: bool = False) -> Generator[None]:
    """
    Keeps Python from looking for garbage while mostly live objects are made: for a large
    module that would take half of the time, because every search visits all of the IR.

    With `waits`, it looks where it has nothing else to do (`collect_meanwhile`).
    """
    enabled = gc.isenabled()
    gc.disable()
    before, _thread.waits = _thread.waits, _thread.waits or (waits and enabled)
    try:
        yield
    finally:
        _thread.waits = before
        if enabled:
            gc.enable()


_waits = count(1)


def collect_early() -> None:
    """
    Looks for garbage among the younger objects, if Python would do so soon: for a thread
    that waits for another process.

    The second time, in a process that is not large, it looks at all objects: those of modules
    that were imported make Python do so soon, and it goes on for a while then.
    """
    if not gc.isenabled():
        return
    if next(_waits) == 2 and sys.getallocatedblocks() <= _MOST_BLOCKS:
        gc.collect()
    elif gc.get_count()[1] * 2 >= gc.get_threshold()[1]:
        gc.collect(1)


def collect_meanwhile(generation: int) -> None:
    """
    Looks for garbage up to `generation` while this thread waits for another process.

    Before a module is read, 1 frees the last one; when LLVM has it, 0 makes it old enough
    for that, so that no search interrupts the program afterwards.
    """
    if _thread.waits:
        gc.collect(generation)


def waits() -> bool:
    """
    Tells whether this thread has nothing else to do while another process works for it.
    """
    return _thread.waits
