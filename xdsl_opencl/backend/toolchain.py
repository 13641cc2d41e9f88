"""
Finds and runs Clang and LLD, from the package `ziglang` or from an installation of LLVM.

This module does not import xDSL.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

CLANG_VARIABLE = "XDSL_OPENCL_CLANG"
"""Environment variable that names the Clang to use."""

ROCM_VARIABLE = "ROCM_PATH"
"""Environment variable that names the folder of a ROCm installation, as for ROCm's own tools."""

_NEWEST = 30
"""Highest version in Debian's names (`clang-30`), well above the current one."""


def package_folder(name: str) -> Path | None:
    """Finds the folder of the Python package `name`, without importing it."""
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))


def zig() -> str | None:
    """
    The binary of the package `ziglang`: `zig clang` is Clang and `zig ld.lld` is LLD.
    Starting the binary directly avoids a second start of Python.
    """
    folder = package_folder("ziglang")
    return None if folder is None else shutil.which("zig", path=str(folder))


def on_path(name: str, oldest: int) -> Iterator[str]:
    """
    Finds the programs `name` and `name-<version>` on the `PATH`, the newest version first.
    """
    for candidate in (name, *(f"{name}-{n}" for n in range(_NEWEST, oldest - 1, -1))):
        if (found := shutil.which(candidate)) is not None:
            yield found


def of_rocm(name: str) -> Iterator[str]:
    """
    Finds the program `name` in the LLVM of the ROCm installation `$ROCM_PATH`, if it
    exists.
    """
    if root := os.environ.get(ROCM_VARIABLE):
        program = os.path.join(root, "llvm", "bin", name)
        if os.access(program, os.X_OK):
            yield program


def version(command: Sequence[str], pattern: str) -> int | None:
    """
    Returns the match of group 1 of `pattern` in the output of `--version`; `None` if the
    command cannot be started or prints no match.
    """
    try:
        result = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    match = re.search(pattern, result.stdout)
    return None if match is None else int(match[1])


def clang_version(command: str) -> int:
    """Major version of the Clang that `command` starts; 0 if it is not Clang."""
    return version((command,), r"clang version (\d+)") or 0


class ToolError(Exception):
    """A variable of the environment names a tool that is not a program."""


def find_clang(oldest: int) -> tuple[str, ...] | None:
    """
    The command that starts Clang: `$XDSL_OPENCL_CLANG`, else the one inside `ziglang`, else
    a `clang` of version `oldest` or later on the `PATH`. `None` without a Clang.

    Raises `ToolError` when the variable does not name a program.
    """
    if wanted := os.environ.get(CLANG_VARIABLE):
        if (command := shutil.which(wanted)) is None:
            raise ToolError(f"${CLANG_VARIABLE} is '{wanted}', which is not a program")
        return (command,)
    if (binary := zig()) is not None:
        return binary, "clang"
    for command in on_path("clang", oldest):
        if clang_version(command) >= oldest:
            return (command,)
    return None


def translate(
    command: Sequence[str], content: bytes, source: str, output: str
) -> tuple[bytes | None, str]:
    """
    Runs `command source -o output` on a file `source` with `content`. Returns the output
    file's contents, `None` if the command fails, and the command's messages. Both files are
    deleted afterwards.

    Raises `OSError` when the command cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="xdsl-opencl-") as folder:
        made = Path(folder, output)
        place = Path(folder, source)
        place.write_bytes(content)
        result = subprocess.run(
            [*command, str(place), "-o", str(made)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        words = result.stderr.strip() or f"status {result.returncode}"
        words = words.replace(folder + os.sep, "")
        if result.returncode != 0 or not made.exists():
            return None, words
        return made.read_bytes(), words
