"""
Assembly text to a relocatable object, by Clang.

LLVM needs an assembler to put inline assembly into an object, and llvmlite has none for AMDGPU. A
module with inline assembly is printed as assembly, and Clang assembles it.
"""

from __future__ import annotations

import os
import re

from xdsl.utils.exceptions import DiagnosticException

from xdsl_opencl.abi.target import Target
from xdsl_opencl.backend.toolchain import ToolError, find_clang, translate
from xdsl_opencl.errors import Error, Place

_INLINE = re.compile(r'^module asm "|\bcall [^\n"]*\basm (?:\w+ )*"', re.M)

_TARGET = re.compile(r'^\s*\.amdgcn_target "[^"]*-([^"-]+)"', re.M)

_LOCATION = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)\s+(\d+)")
_FILE = re.compile(r'\s*\.file\s+(\d+)\s+(?:"([^"]*)"\s+)?"([^"]*)"')
_ERROR = re.compile(r"kernels\.s:(\d+):\d+: error: ([^\n]*)")

_OLDEST = 19
"""The first Clang that knows code object version 6 and gfx12."""


def has_inline_assembly(ir: str) -> bool:
    """Returns whether the text of an LLVM module contains inline assembly."""
    # The word is rare, and the pattern takes as long as printing the module.
    return "asm " in ir and _INLINE.search(ir) is not None


class AssemblerError(Error, DiagnosticException):
    """
    There is no assembler, or it refused the text. In the second case `words` is its
    message, and `origin` is the source position of the refused line, if the text gives one.
    """

    def __init__(self, message: str, words: str = "", origin: Place | None = None):
        super().__init__(message)
        self.words = words
        self.origin = origin


def _find_assembler() -> tuple[str, ...]:
    try:
        command = find_clang(_OLDEST)
    except ToolError as error:
        raise AssemblerError(str(error)) from error
    if command is None:
        raise AssemblerError(
            f"inline assembly needs an assembler, and there is no Clang >= {_OLDEST}; "
            "install one with \"pip install 'xdsl-opencl[toolchain]'\", or ask for "
            "assembly (-o kernel.s)"
        )
    return command


def assemble(assembly: str, target: Target) -> bytes:
    """
    Assembles `assembly`, which LLVM printed for `target`, to a relocatable ELF object.

    Raises `AssemblerError` when there is no Clang, or when Clang reports an error.
    """
    command = [*_find_assembler(), "-c", "-x", "assembler", "-nogpulib"]
    # The processor with its target features, from the directive in the text.
    match = _TARGET.search(assembly)
    command += ["-target", target.triple]
    command.append(f"-mcpu={match[1] if match else target.mcpu}")
    command.append(f"-mcode-object-version={target.code_object_version}")
    if f"+wavefrontsize{target.wave_size}" in target.subtarget_features:
        command.append(f"-m{'no-' * (target.wave_size == 32)}wavefrontsize64")
    try:
        made, words = translate(command, assembly.encode(), "kernels.s", "kernels.o")
    except OSError as error:
        raise AssemblerError(f"cannot start '{command[0]}': {error}") from error
    if made is None:
        said, origin = words, None
        if match := _ERROR.search(words):
            said = match[2]
            words = f"{said} (line {match[1]} of the assembly)"
            origin = _origin(assembly, int(match[1]))
        raise AssemblerError(
            f"the assembler refuses the module's inline assembly: {words}",
            said,
            origin,
        )
    return made


def _origin(assembly: str, line: int) -> Place | None:
    """The source position that line `line` of `assembly` comes from."""
    lines = assembly.split("\n")
    for text in reversed(lines[:line]):
        if (location := _LOCATION.match(text)) is not None:
            break
    else:
        return None
    for text in lines:
        if (file := _FILE.match(text)) is not None and file[1] == location[1]:
            # Relative names count from the current directory.
            folder = "" if file[2] in (None, os.getcwd()) else file[2]
            name = os.path.join(folder, file[3])
            return Place(name, int(location[2]), int(location[3]))
    return None
