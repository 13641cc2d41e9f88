"""
Compiles OpenCL C to LLVM IR with Clang, for the GPU in the options or else for SPIR.

Requires Clang 14 or later (`backend.toolchain.find_clang`). It reads a file or standard input and
writes to standard output; nothing is written to disk.

Its optimiser does not run, so the IR corresponds to the program. The build is still an optimised
one, because at `-O0` Clang marks every function `noinline optnone`. `normalise` promotes the
variables that the reader needs as values.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from xdsl_opencl.backend import spare, toolchain
from xdsl_opencl.backend.toolchain import CLANG_VARIABLE, ToolError
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.gpu_options import (
    check_redefinitions,
    extension_arguments,
    for_any_device,
)
from xdsl_opencl.frontend.errors import FrontendError

HEADERS_VARIABLE = "XDSL_OPENCL_HEADERS"
OLDEST_CLANG = 14

_BASE_HEADER = "opencl-c-base.h"
_FOREIGN_EXTENSIONS = (
    "cl_intel_bfloat16_conversions",
    "cl_intel_device_side_avc_motion_estimation",
    "cl_intel_subgroup_buffer_prefetch",
    "cl_intel_subgroup_local_block_io",
    "cl_intel_subgroups",
    "cl_intel_subgroups_char",
    "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",
)
"""
Another vendor's extensions that Clang's `spir64` claims; programs use their general code if these
macros are undefined.
"""
_MOST_INCLUDES = 4
"""Lines of a chain of includes that are shown: the first and the last ones."""
_NO_CLANG = (
    "error: no Clang found to read OpenCL C; install the Python packages of the extra "
    "'toolchain' (pip install 'xdsl-opencl[toolchain]'), or a clang >= "
    f"{OLDEST_CLANG} on the PATH, or name one in ${CLANG_VARIABLE}"
)
_NO_HEADERS = (
    f"error: Clang's header {_BASE_HEADER} is not found; install the Python packages of "
    "the extra 'toolchain' (pip install 'xdsl-opencl[toolchain]'), or name its folder in "
    f"${HEADERS_VARIABLE}"
)


@dataclass(frozen=True)
class Clang:
    """
    The command of Clang without its arguments, and the folder of its OpenCL header, if Clang does
    not find that itself.
    """

    command: tuple[str, ...]
    headers: str | None = None


@dataclass(frozen=True)
class ClangResult:
    """The output of Clang: LLVM IR, and its warnings as it prints them."""

    ir: str
    warnings: str


@cache
def find_clang() -> Clang:
    """
    The Clang to use.

    Raises `FrontendError` with instructions for the installation.
    """
    try:
        command = toolchain.find_clang(OLDEST_CLANG)
    except ToolError as error:
        raise FrontendError(f"error: {error}") from error
    if command is None:
        raise FrontendError(_NO_CLANG)
    # `zig clang` has no OpenCL header; an installed Clang has its own.
    bare = command[-1] == "clang" and len(command) > 1
    return Clang(command, _find_headers() if bare else os.environ.get(HEADERS_VARIABLE))


def _find_headers() -> str:
    """
    A folder with Clang's OpenCL header: that of the package `libclang-ng`, or of a Clang on
    the `PATH`.
    """
    candidates: list[Path] = []
    if variable := os.environ.get(HEADERS_VARIABLE):
        candidates.append(Path(variable))
    package = toolchain.package_folder("clang")
    if package is not None:
        candidates.append(package / "native" / "resource" / "include")
    # Each Clang on the path is asked by two processes.
    for folder in chain(candidates, _headers_on_path()):
        if (folder / _BASE_HEADER).exists():
            return str(folder)
    raise FrontendError(_NO_HEADERS)


def _headers_on_path() -> Iterator[Path]:
    """The folders of headers of each Clang on the `PATH`."""
    for command in toolchain.on_path("clang", OLDEST_CLANG):
        if toolchain.clang_version(command) >= OLDEST_CLANG:
            result = subprocess.run(
                (command, "-print-resource-dir"),
                capture_output=True,
                text=True,
                check=False,
            )
            yield Path(result.stdout.strip(), "include")


@cache
def _check_extensions(words: tuple[str, ...], clang: Clang) -> None:
    """
    Raises `FrontendError` for an extension of the options `words` (`-cl-ext=`) that Clang does
    not know, and would ignore: one that it does not define where it is on, in OpenCL C 3.0.
    """
    signed = [name for word in words for name in word.partition("=")[2].split(",")]
    wanted = [name[1:] for name in signed if name[1:] != "all"]
    arguments = [*clang.command, "-x", "cl", "-cl-std=CL3.0", "-target", "spir64"]
    arguments += ["-cl-no-stdinc", "-Xclang", f"-cl-ext=+{',+'.join(wanted)}"]
    arguments += ["-E", "-dM", "-"]
    macros, _ = _output(arguments, b"", "<source>", for_device=False)
    known = {line.split()[1].decode() for line in macros.splitlines()}
    for name in wanted:
        if name not in known:
            raise FrontendError(
                f"error: -cl-ext: Clang knows no extension '{name}' and would ignore it; "
                "leave it out"
            )


def clang_arguments(options: BuildOptions, clang: Clang) -> list[str]:
    """
    The arguments but the input, to print LLVM IR on standard output.

    Raises `FrontendError` for an extension that Clang does not know.
    """
    words = tuple(w for w in options.preprocessor if w.startswith("-cl-ext="))
    if any(word != "-cl-ext=-all" for word in words):
        _check_extensions(words, clang)
    triple = "spir" if options.pointer_width == 32 else "spir64"
    device = options.device
    arguments = [
        *clang.command,
        *("-x", "cl"),
        *(
            (
                *("-target", f"{triple}-unknown-unknown"),
                *extension_arguments(options.version),
            )
            if device is None
            else device.clang_arguments(options.version)
        ),
        *("-S", "-emit-llvm", "-o", "-", "-O2", "-Xclang", "-disable-llvm-passes"),
        # The names of variables make the module readable, and are the arguments' names.
        "-fno-discard-value-names",
        # C99 `inline` functions have definitions, as with every OpenCL compiler.
        "-fgnu89-inline",
        # Mixed address spaces in old kernels; an error by default since Clang 16.
        "-Wno-incompatible-pointer-types",
        "-Wno-unused-command-line-argument",
        # In a crash it would leave files behind.
        "-fno-crash-diagnostics",
        *(f"-U{name}" for name in _FOREIGN_EXTENSIONS if device is None),
        *options.clang_arguments(),
    ]
    if clang.headers is not None:
        arguments += ("-isystem", clang.headers)
    if sys.stderr.isatty():
        arguments.append("-fcolor-diagnostics")
    return arguments


def compile_opencl_c(
    options: BuildOptions,
    path: str | None = None,
    text: str | None = None,
    name: str = "<source>",
) -> ClangResult:
    """
    Compiles the file `path`, or `text` with the name `name` in diagnostics, to LLVM IR.

    Raises `FrontendError` with Clang's diagnostics if it finds errors.
    """
    clang = find_clang()
    arguments = clang_arguments(options, clang)
    data: bytes | None = None
    if path is not None and os.path.basename(path).startswith("@"):
        # Clang reads this word as the name of a file with further options, also when it passes the
        # name of the input to its compiler proper.
        arguments += ("-iquote", os.path.dirname(os.path.abspath(path)), "-")
        data = _named(path, Path(path).read_bytes())
    elif path is not None:
        # With a leading dash it would be an option.
        arguments.append(os.path.join(".", path) if path.startswith("-") else path)
    else:
        arguments.append("-")
        data = _named(name, (text or "").encode("utf-8", "surrogateescape"))
    source = name if path is None else path
    for_device = options.device is not None
    waits = data is not None and not may_read_files(data, options.preprocessor)
    output, messages = _output(
        arguments, data, source, for_device=for_device, waits=waits
    )
    if for_device:
        check_redefinitions(messages)
    return ClangResult(output.decode("utf-8", "replace"), messages)


def preprocess_opencl_c(options: BuildOptions, text: str) -> bytes:
    """
    Returns `text` after Clang's preprocessor, with the content of the files that it includes, and
    their names.

    Raises `FrontendError` with Clang's diagnostics if it finds errors.
    """
    arguments = [*clang_arguments(options, find_clang()), "-E", "-"]
    data = _named("<source>", text.encode("utf-8", "surrogateescape"))
    return _output(arguments, data, "<source>", for_device=False)[0]


def _named(name: str, text: bytes) -> bytes:
    """The program `text` for standard input, which diagnostics call `name`."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'# 1 "{quoted}"\n'.encode() + text


def _without_repetition(messages: str) -> str:
    """Clang's messages, without the middle of a long chain of includes."""
    if messages.count("In file included from") <= _MOST_INCLUDES:
        return messages
    lines: list[str] = []
    chain: list[str] = []
    for line in [*messages.split("\n"), ""]:
        if line.startswith("In file included from"):
            chain.append(line)
            continue
        if len(chain) > _MOST_INCLUDES:
            left_out = len(chain) - _MOST_INCLUDES
            chain[2:-2] = [f"  ... ({left_out} more)"]
        lines += (*chain, line)
        chain = []
    return "\n".join(lines[:-1])


_CRASH = "error: clang frontend command failed"
"""Clang's message when its compiler proper, another process, is killed by a signal."""


_FILES = (b"include", b"import", b"embed")
"""Words whose meaning depends on files."""
_SPLICE = re.compile(rb"(?:\\|\?\?/)[ \t\v\f]*\r?\n")
"""
The joint of a line that continues on the next one; it may divide a word (C11, 5.1.1.2).
"""


def without_splices(text: bytes) -> bytes:
    """Returns OpenCL C whose words are whole."""
    return _SPLICE.sub(b"", text)


def may_read_files(text: bytes, preprocessor: Sequence[str]) -> bool:
    """
    Returns whether files besides Clang's own may decide about the program `text` with options
    of `BuildOptions.preprocessor`. The folders alone, of which hosts name some always, do not.
    """
    said = [text]
    words = iter(preprocessor)
    for word in words:
        if word in ("-I", "-isystem"):
            next(words)
        elif not word.startswith("-I"):
            said.append(word.encode("utf-8", "surrogateescape"))
    whole = without_splices(b" ".join(said))
    return any(word in whole for word in _FILES)


def _output(
    arguments: Sequence[str],
    data: bytes | None,
    source: str,
    *,
    for_device: bool,
    waits: bool = False,
) -> tuple[bytes, str]:
    """
    What Clang writes to standard output, and its messages. `waits`: it looks for no files
    before it reads `data`.
    """
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        if data is not None and waits:
            result = spare.run(arguments, data, environment)
        else:
            result = subprocess.run(
                arguments,
                input=data,
                stdin=subprocess.DEVNULL if data is None else None,
                capture_output=True,
                env=environment,
                check=False,
            )
    except OSError as error:
        raise FrontendError(
            f"error: cannot run Clang ({arguments[0]}): {error.strerror}"
        ) from error
    messages = _without_repetition(result.stderr.decode("utf-8", "replace").rstrip())
    if not for_device:
        messages = for_any_device(messages)
    if result.returncode < 0:
        raise FrontendError(
            f"error: Clang was ended by signal {-result.returncode}\n{messages}"
        )
    if _CRASH in messages:
        raise FrontendError(
            f"{source}: error: Clang crashes on this program; simplify it, or name another "
            f"Clang in {toolchain.CLANG_VARIABLE}"
        )
    if result.returncode:
        raise FrontendError(messages or f"error: Clang ended with {result.returncode}")
    return result.stdout, messages
