"""
Links code objects.

A loadable code object is a shared object made of one relocatable object (AMDGPUUsage, "Code
Object"). `linking` handles most objects, LLD the rest; `find_linker` finds the LLD program.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from xdsl.utils.exceptions import DiagnosticException

from xdsl_opencl.backend.objects.linking import link_simple
from xdsl_opencl.backend.toolchain import (
    ROCM_VARIABLE,
    of_rocm,
    on_path,
    translate,
    version,
    zig,
)
from xdsl_opencl.errors import Error

LINKER_VARIABLE = "XDSL_OPENCL_LLD"
"""Environment variable that names the linker to use, for every object."""

_OLDEST_LINKER = 19
"""The first LLD that knows code object version 6."""


class LinkError(Error, DiagnosticException):
    """There is no linker, or the linker refused the object."""


@dataclass(frozen=True)
class Linker:
    """A command that behaves as `ld.lld`."""

    command: tuple[str, ...]


def _lld_version(command: Sequence[str]) -> int | None:
    """Major version of the LLD that `command` starts; `None` if it is not LLD."""
    return version(command, r"\bLLD (\d+)\.")


def find_linker() -> Linker:
    """
    Finds the linker, an LLD of at least version 19: the program that `XDSL_OPENCL_LLD`
    names, the `ziglang` package, `ld.lld` (or `ld.lld-<version>`) on the `PATH`, or the one
    in `$ROCM_PATH`.

    Raises `LinkError` when there is none.
    """
    variables = (LINKER_VARIABLE, "PATH", ROCM_VARIABLE)
    return _find_linker(*map(os.environ.get, variables))


@cache
def _find_linker(wanted: str | None, path: str | None, rocm: str | None) -> Linker:
    del path, rocm  # looked up by others; here only for the cache
    if wanted:
        version = _lld_version((wanted,))
        if version is None:
            raise LinkError(
                f"{LINKER_VARIABLE} names '{wanted}', which is not an LLD "
                "(ld.lld of LLVM)"
            )
        if version < _OLDEST_LINKER:
            raise LinkError(
                f"{LINKER_VARIABLE} names '{wanted}', LLD {version}; at least "
                f"{_OLDEST_LINKER} is needed"
            )
        return Linker((wanted,))
    if (binary := zig()) is not None:
        return Linker((binary, "ld.lld"))
    old: list[str] = []
    for program in chain(on_path("ld.lld", _OLDEST_LINKER), of_rocm("ld.lld")):
        version = _lld_version((program,))
        if version is not None and version >= _OLDEST_LINKER:
            return Linker((program,))
        if version is not None:
            old.append(f"{program} is LLD {version}")
    found = f" ({'; '.join(old)}, at least {_OLDEST_LINKER} is needed)" if old else ""
    raise LinkError(
        f"no linker found for the code object{found}; install one with "
        "\"pip install 'xdsl-opencl[toolchain]'\", or name an ld.lld in "
        f"{LINKER_VARIABLE}"
    )


def link(relocatable: bytes) -> bytes:
    """
    Links one relocatable amdgcn object to a loadable shared object (`.hsaco`).

    Raises `LinkError` when LLD is needed and missing, or when it reports an error such as
    an undefined symbol.
    """
    if (linked := _linked_here(relocatable)) is not None:
        return linked
    linker = find_linker()
    command = [*linker.command, "-shared", "--no-undefined", "--threads=1"]
    try:
        linked, words = translate(command, relocatable, "kernels.o", "kernels.hsaco")
    except OSError as error:
        raise LinkError(f"cannot start the linker: {error}") from error
    if linked is None:
        raise LinkError(f"the linker refuses the code object: {words}")
    return linked


def _linked_here(relocatable: bytes) -> bytes | None:
    return None if os.environ.get(LINKER_VARIABLE) else link_simple(relocatable)


def linker_of(relocatable: bytes) -> Linker | None:
    """
    The linker that `link` starts for `relocatable`; `None` when no LLD is needed.

    Raises `LinkError` like `find_linker`.
    """
    return None if _linked_here(relocatable) is not None else find_linker()
