"""When Python looks for garbage."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Generator
from contextlib import contextmanager


def spare_collection() -> None:
    """
    Keeps Python from looking for garbage, also at its end: the objects of a command live
    until then, and a small file would take a quarter longer.
    """
    gc.disable()
    skip_last_collections()


def skip_last_collections() -> None:
    """
    Keeps Python from looking for garbage at its end, which takes half as long as a command with
    its imports. Files that belong to garbage are not closed then.
    """
    atexit.register(gc.freeze)


def collect_seldom() -> None:
    """
    Looks for garbage in a process that compiles many inputs: every module is full of
    cycles. Doing so for every few objects, as Python does, would double the time.
    """
    gc.set_threshold(100_000, 50, 100)
    gc.enable()


def share_with_forks() -> None:
    """
    Leaves the present objects out of all searches, so that processes to be forked share
    the memory.
    """
    gc.freeze()


@contextmanager
def no_collection() -> Generator[None]:
    """
    Keeps Python from looking for garbage while mostly live objects are made: for a large
    module that would take half of the time, because every search visits all of the IR.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def importing() -> Generator[None]:
    """
    Keeps Python from looking for garbage while modules are imported, and then from looking at
    their objects, which stay, once more with those of the next build: together that was 0.13 s
    of a first launch. All objects count as old after that, also those of the program.
    """
    with no_collection():
        yield
        # What a program has frozen must stay so.
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()


_MANY = 5_000
"""Young objects that are as many as a small program's IR."""


def collect_early() -> None:
    """
    Looks for garbage, if Python would do so soon: for a thread that waits for another process.
    A program's modules are garbage when its text is with LLVM; Python would look for those of
    several programs in the midst of the next one.
    """
    if not gc.isenabled():
        return
    young, middle, _ = gc.get_count()
    if 2 * middle >= gc.get_threshold()[1]:
        gc.collect(1)
    elif young >= _MANY:
        gc.collect(0)
