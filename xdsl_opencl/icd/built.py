"""
The programs built before: by this process lately, and by others, in the cache folder.

Those that make one program again and again get the machine code of the first time, unless
it has variables, of which each program has its own. A build in the cache folder spares
Clang and all passes; the machine code has an entry of its own there.
"""

from __future__ import annotations

import pickle
import sys
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, cast

from xdsl_opencl.abi.reflection import KernelDescription
from xdsl_opencl.cache import (
    cache_folder,
    content_key,
    file_version,
    read_entry,
    tools_version,
    write_entry,
)
from xdsl_opencl.record import record

if TYPE_CHECKING:
    from xdsl_opencl.runtime.cpu import CpuProgram

_MOST = 64
"""Programs that are kept."""
_LARGEST = 1 << 20
"""Characters of LLVM IR of the largest that is kept."""
_PACKAGES = ("xdsl_opencl", "xdsl", "llvmlite", "ziglang")
"""Python packages that take part in a build."""
_CHANGING = (b"include", b"import", b"embed", b"__DATE__", b"__TIME")
"""Words whose meaning files or the time decide."""


@record
class Built:
    """
    The results of building a source with options.
    """

    ir: str | None
    log: str
    executable: CpuProgram
    kernels: dict[str, KernelDescription]
    variable_bytes: int


Key = tuple[bytes, str]
"""Source and options."""

_lock = threading.Lock()
_kept: OrderedDict[Key, Built] = OrderedDict()


def key_of(source: bytes, options: str) -> Key | None:
    """
    The key of a build; `None` for one that reads files or the time, which may change.
    """
    text = source + options.encode("utf-8", "surrogateescape")
    changing = "-I" in options or any(word in text for word in _CHANGING)
    return None if changing else (source, options)


def _entry(key: Key) -> str:
    from xdsl_opencl.frontend.opencl_c import find_clang

    clang = find_clang()
    facts = (
        tools_version(*_PACKAGES),
        sys.version,
        repr(clang),
        file_version(clang.command[0]),
    )
    return f"{content_key(*facts, *key)}.program"


def find(key: Key | None) -> Built | None:
    """
    Returns the build for `key`, if it is still here or in the cache folder.
    """
    if key is None:
        return None
    with _lock:
        if (found := _kept.get(key)) is not None:
            _kept.move_to_end(key)
            return found
    if cache_folder() is None or (data := read_entry(_entry(key))) is None:
        return None
    # The folder is this user's alone, and machine code is taken from it too.
    found = cast("Built", pickle.loads(data))
    _keep_here(key, found)
    return found


def keep(key: Key | None, built: Built) -> None:
    """
    Keeps what was built for `key`, for a while.
    """
    executable = built.executable
    if key is None or len(executable.llvm_ir) > _LARGEST:
        return
    _keep_here(key, built)
    # A reason why a kernel is not usable names places in a module that is gone.
    if cache_folder() is not None and not executable.unusable:
        write_entry(_entry(key), pickle.dumps(built))


def _keep_here(key: Key, built: Built) -> None:
    if built.executable.has_variables:
        return
    with _lock:
        _kept[key] = built
        if len(_kept) > _MOST:
            _kept.popitem(last=False)
