"""When Python looks for garbage, and imports of names when they are used (PEP 562)."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from importlib import import_module


def spare_collection() -> None:
    """
    Keeps Python from looking for garbage, also at its end: the objects of a command live
    until then, and a small file would take a quarter longer.
    """
    gc.disable()
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


_held = 0
"""The uses of `no_collection` under way that keep Python from what it would do."""


@contextmanager
def no_collection() -> Generator[None]:
    """
    Keeps Python from looking for garbage while mostly live objects are made: for a large
    module that would take half of the time, because every search visits all of the IR.
    """
    global _held
    enabled = gc.isenabled()
    gc.disable()
    _held += enabled
    try:
        yield
    finally:
        _held -= enabled
        if enabled:
            gc.enable()


@contextmanager
def importing() -> Generator[None]:
    """Looks for no garbage while modules are imported; all objects count as old after that."""
    with no_collection():
        yield
        # What a program has frozen must stay so.
        if not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()


def lazy(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """
    Returns the `__getattr__` of `package`. `modules` has the names of each module of ours,
    with spaces between.
    """
    places = {
        name: module for module, names in modules.items() for name in names.split()
    }

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with importing():
            value = getattr(import_module(f"xdsl_opencl.{places[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return get


def collect_early() -> None:
    """
    Looks for garbage, if Python would do so at the end of `no_collection` or soon: for a thread that
    waits for LLVM. Then a program's modules are garbage.
    """
    if _held:
        young, middle, _ = gc.get_count()
        soon, later, _ = gc.get_threshold()
        if young >= soon:
            gc.collect(int(2 * middle >= later))
