"""
The programs built lately: those that make one program again and again get the machine code
of the first time, unless it has variables, of which each program has its own.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from xdsl_opencl.abi.reflection import KernelDescription
from xdsl_opencl.record import record

if TYPE_CHECKING:
    from xdsl_opencl.runtime.cpu import CpuProgram

_MOST = 64
"""Programs that are kept."""
_LARGEST = 1 << 20
"""Characters of LLVM IR of the largest that is kept."""


@record
class Built:
    """
    The results of building a source with options.
    """

    ir: str | None
    log: str
    executable: CpuProgram
    kernels: dict[str, KernelDescription]


Key = tuple[bytes, str]
"""Source and options."""

_lock = threading.Lock()
_kept: OrderedDict[Key, Built] = OrderedDict()


def key_of(source: bytes, options: str) -> Key | None:
    """
    The key of a build; `None` for one that reads files, which may change.
    """
    reads = b"include" in source or "-I" in options or "include" in options
    return None if reads else (source, options)


def find(key: Key | None) -> Built | None:
    """
    Returns the build for `key`, if it is still here.
    """
    if key is None:
        return None
    with _lock:
        if (found := _kept.get(key)) is not None:
            _kept.move_to_end(key)
        return found


def keep(key: Key | None, built: Built) -> None:
    """
    Keeps what was built for `key`, for a while.
    """
    executable = built.executable
    if key is None or executable.has_variables or len(executable.llvm_ir) > _LARGEST:
        return
    with _lock:
        _kept[key] = built
        if len(_kept) > _MOST:
            _kept.popitem(last=False)
