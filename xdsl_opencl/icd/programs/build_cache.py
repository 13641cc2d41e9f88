"""
The programs built before: by this process lately, and by other processes, in the cache folder.

A process that builds one program repeatedly gets the machine code of the first build,
unless it has variables: each program has its own. A build in the cache folder is a binary
(`runtime/program_binary.py`), and another one for each kernel that was launched: they spare
Clang, all passes and LLVM. For a program that includes files Clang's preprocessor runs
nevertheless, and its output is compared.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from weakref import ReferenceType, ref

from xdsl_opencl.abi.cpu.host_launch import ASSERT_VARIABLE
from xdsl_opencl.cache import (
    cache_folder,
    content_key,
    digest,
    file_version,
    read_entry,
    tools_version,
    write_entry,
)
from xdsl_opencl.runtime.compressed_text import CompressedText
from xdsl_opencl.runtime.cpu.cpu_program import CpuProgram, Form
from xdsl_opencl.runtime.program_binary import (
    BinaryError,
    Kind,
    ProgramBinary,
    Specialized,
    read_binary,
    write_binary,
)

_MOST = 64
"""The number of builds kept in memory."""
# mutant: the same packages in another order
_PACKAGES = ("xdsl_opencl", "xdsl", "llvmlite", "ziglang")
"""Python packages that take part in a build."""
_TIMES = (b"__DATE__", b"__TIME")
"""Beginnings of words whose meaning is the time."""

Key = tuple[Kind, bytes, str]
"""
The result, the source (a hash of it for a program that includes files or is linked) and
options.
"""

_lock = threading.Lock()
_kept: OrderedDict[Key, ProgramBinary] = OrderedDict()


def key_of(
    kind: Kind,
    source: bytes,
    options: str,
    preprocessor: Sequence[str],
    expanded: Callable[[], bytes | None],
) -> Key | None:
    """
    The key of a build; `preprocessor` are those of its options (`BuildOptions`). `expanded`
    gives the source after the preprocessor, for one that may include files. `None` where it
    fails, and for a program that asks for the time.
    """
    from xdsl_opencl.frontend.clang.opencl_c import may_read_files, without_splices

    text = without_splices(source + b" " + options.encode("utf-8", "surrogateescape"))
    if any(word in text for word in _TIMES):
        return None
    if not may_read_files(source, preprocessor):
        return kind, source, options
    if (whole := expanded()) is None:
        return None
    return kind, digest(source) + digest(whole), options


def key_of_parts(
    kind: Kind,
    parts: Iterable[CompressedText],
    spirv: Iterable[Specialized],
    options: str,
) -> Key:
    """The key of a program that is linked of `parts`, or made of SPIR-V."""
    facts = [digest(part.data) for part in parts]
    for words, constants in spirv:
        facts += (b"SPIR-V", digest(words), repr(constants).encode())
    return kind, b"".join(facts), options


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


@dataclass(frozen=True)
class _Forms:
    """The kept forms of `program`, whose build has the entry `build` in the cache folder."""

    build: str
    program: ReferenceType[CpuProgram]

    def _entry(self, name: str) -> str:
        return f"{content_key(self.build, name)}.kernel"

    def fetch(self, name: str) -> Form | None:
        data = read_entry(self._entry(name))
        found = None if data is None else _read(data)
        built = None if found is None else found.built
        return built.forms.get(name) if isinstance(built, CpuProgram) else None

    def keep(self, name: str, form: Form) -> None:
        if (program := self.program()) is not None:
            binary = ProgramBinary(Kind.EXECUTABLE, program.only(name, form))
            write_entry(self._entry(name), write_binary(binary, complete=False))


def _read(data: bytes) -> ProgramBinary | None:
    try:
        return read_binary(data)
    except BinaryError:
        return None


def _with_forms(entry: str, built: ProgramBinary) -> None:
    """Lets the program of `built` keep its forms beside it."""
    if isinstance(program := built.built, CpuProgram):
        program.keeper = _Forms(entry, ref(program))


def find(key: Key | None) -> ProgramBinary | None:
    """Returns the build for `key`, if it is still here or in the cache folder."""
    if key is None:
        return None
    with _lock:
        if (found := _kept.get(key)) is not None:
            _kept.move_to_end(key)
            return found
    if cache_folder() is None or (data := read_entry(entry := _entry(key))) is None:
        return None
    if (found := _read(data)) is None:
        return None
    _with_forms(entry, found)
    _keep_here(key, found)
    return found


def keep(key: Key | None, built: ProgramBinary) -> None:
    """Keeps the build for `key`, for a while."""
    if key is None:
        return
    _keep_here(key, built)
    if cache_folder() is not None:
        entry = _entry(key)
        write_entry(entry, write_binary(built, complete=False))
        _with_forms(entry, built)


def _keep_here(key: Key, built: ProgramBinary) -> None:
    executable = built.built
    if isinstance(executable, CpuProgram) and executable.has_variables:
        return
    with _lock:
        _kept[key] = built
        if len(_kept) > _MOST:
            _kept.popitem(last=False)
