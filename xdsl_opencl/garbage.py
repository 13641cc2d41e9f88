"""
When Python looks for garbage.
"""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


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


def collect_early() -> None:
    """
    Looks for garbage among the younger objects, if Python would do so soon: for a thread
    that waits for another process.
    """
    if gc.isenabled() and gc.get_count()[1] * 2 >= gc.get_threshold()[1]:
        gc.collect(1)
