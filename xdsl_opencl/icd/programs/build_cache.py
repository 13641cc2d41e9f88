"""
The programs built before: by this process lately, and by others, in the cache folder.

A process that builds one program repeatedly gets the machine code of the first build,
unless it has variables: each program has its own. A build in the cache folder spares
Clang and all passes; the machine code has an entry of its own there.

A build is kept as data: `_MAGIC` with the version of the form, the SHA-256 of the rest,
and a map in msgpack. Reading it makes records of the tables that `opencl-arguments`
writes, and texts. No code from it runs until LLVM has compiled it.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from xdsl_opencl.abi.host_launch import ASSERT_VARIABLE
from xdsl_opencl.abi.reflection import KernelDescription, read_description
from xdsl_opencl.cache import (
    cache_folder,
    content_key,
    digest,
    file_version,
    read_entry,
    tools_version,
    write_entry,
)

if TYPE_CHECKING:
    from xdsl_opencl.runtime.cpu.cpu_device import CpuProgram

_MOST = 64
"""Programs that are kept."""
_LARGEST = 1 << 20
"""Characters of LLVM IR of the largest program that is kept."""
_PACKAGES = ("xdsl_opencl", "xdsl", "llvmlite", "ziglang")
"""Python packages that take part in a build."""
_MAGIC = b"xdsl-opencl build 1\n"
_ERRORS = "surrogatepass"
"""A log may quote bytes that are not text."""
_CHANGING = (b"include", b"import", b"embed", b"__DATE__", b"__TIME")
"""Words whose meaning depends on files or the time."""
_SPLICE = re.compile(rb"(?:\\|\?\?/)[ \t\v\f]*\r?\n")
"""
The joint of a line that continues on the next one; it may divide a word (C11, 5.1.1.2).
"""


@dataclass(frozen=True)
class Built:
    """The results of building a source with options."""

    ir: str | None
    log: str
    executable: CpuProgram
    kernels: dict[str, KernelDescription]
    variable_bytes: int


def write_build(built: Built) -> bytes:
    """Returns `built`, whose kernels can all run, as bytes."""
    executable = built.executable
    kernels = [
        {
            "table": built.kernels[name].table(),
            "uniform": executable.kernels[name].interface.uniform,
            "costs": vars(costs),
        }
        for name, costs in executable.costs.items()
    ]
    data: bytes = _msgpack().packb(
        {
            "ir": built.ir,
            "log": built.log,
            "variable_bytes": built.variable_bytes,
            "llvm_ir": executable.llvm_ir,
            "level": executable.level,
            "prints": executable.prints,
            "kernels": kernels,
        },
        unicode_errors=_ERRORS,
    )
    return _MAGIC + digest(data) + data


def read_build(data: bytes) -> Built | None:
    """
    Returns the build that `write_build` wrote as `data`; `None` for anything else.
    """
    from xdsl_opencl.runtime.cpu.cpu_device import Costs, CpuInterface, CpuProgram

    head, size = len(_MAGIC), len(digest(b""))
    content = data[head + size :]
    if data[: head + size] != _MAGIC + digest(content):
        return None
    try:
        fields = _msgpack().unpackb(content, unicode_errors=_ERRORS)
        kernels = {
            kernel.name: kernel
            for kernel in (read_description(row["table"]) for row in fields["kernels"])
        }
        interfaces = [
            CpuInterface(
                kernel.name,
                tuple(argument.info for argument in kernel.arguments),
                kernel.layout,
                kernel.reqd_work_group_size,
                row["uniform"],
            )
            for kernel, row in zip(kernels.values(), fields["kernels"], strict=True)
        ]
        executable = CpuProgram(
            fields["llvm_ir"],
            interfaces,
            {row["table"]["name"]: Costs(**row["costs"]) for row in fields["kernels"]},
            level=fields["level"],
            prints=fields["prints"],
        )
        return Built(
            fields["ir"], fields["log"], executable, kernels, fields["variable_bytes"]
        )
    except (KeyError, TypeError, ValueError):
        return None


def _msgpack() -> Any:
    # It has no type annotations, and most processes keep and find nothing.
    return import_module("msgpack")


Key = tuple[bytes, str]
"""Source and options."""

_lock = threading.Lock()
_kept: OrderedDict[Key, Built] = OrderedDict()


def key_of(source: bytes, options: str) -> Key | None:
    """
    The key of a build; `None` for one that reads files or the time, which may change.
    """
    text = source + b" " + options.encode("utf-8", "surrogateescape")
    text = _SPLICE.sub(b"", text)
    changing = "-I" in options or any(word in text for word in _CHANGING)
    return None if changing else (source, options)


def _entry(key: Key) -> str:
    from xdsl_opencl.frontend.clang.opencl_c import find_clang

    clang = find_clang()
    facts = (
        tools_version(*_PACKAGES),
        sys.version,
        repr(clang),
        os.environ.get(ASSERT_VARIABLE, ""),
        file_version(clang.command[0]),
    )
    return f"{content_key(*facts, *key)}.program"


def find(key: Key | None) -> Built | None:
    """Returns the build for `key`, if it is still here or in the cache folder."""
    if key is None:
        return None
    with _lock:
        if (found := _kept.get(key)) is not None:
            _kept.move_to_end(key)
            return found
    if cache_folder() is None or (data := read_entry(_entry(key))) is None:
        return None
    if (found := read_build(data)) is not None:
        _keep_here(key, found)
    return found


def keep(key: Key | None, built: Built) -> None:
    """Keeps the build for `key`, for a while."""
    executable = built.executable
    if key is None or len(executable.llvm_ir) > _LARGEST:
        return
    _keep_here(key, built)
    if cache_folder() is not None:
        write_entry(_entry(key), write_build(built))


def _keep_here(key: Key, built: Built) -> None:
    if built.executable.has_variables:
        return
    with _lock:
        _kept[key] = built
        if len(_kept) > _MOST:
            _kept.popitem(last=False)
