"""
Assembly text to a relocatable object, by Clang.

llvmlite carries no assembler for AMDGPU, which LLVM needs to put inline assembly into an
object. Such a module is printed as assembly, and Clang's assembler does the rest.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from xdsl.utils.exceptions import DiagnosticException

from xdsl_opencl.abi.target import Target

INLINE_ASSEMBLY = re.compile(r'^module asm "|\bcall [^\n"]*\basm (?:\w+ )*"', re.M)
"""What needs an assembler in the text of an LLVM module."""

ASSEMBLER_VARIABLE = "XDSL_OPENCL_CLANG"
"""Environment variable that names the Clang to use; the frontend's as well."""

_TARGET = re.compile(r'^\s*\.amdgcn_target "[^"]*-([^"-]+)"', re.M)

_ERROR = re.compile(r"kernels\.s:(\d+):\d+: error: ([^\n]*)")

_OLDEST = 19
"""The first Clang that knows code object version 6 and gfx12."""


class AssemblerError(DiagnosticException):
    """
    There is no assembler, or it refused the text.
    """


def _commands() -> Iterator[tuple[str, ...]]:
    if wanted := os.environ.get(ASSEMBLER_VARIABLE):
        yield (wanted,)
    spec = find_spec("ziglang")
    if spec is not None and spec.submodule_search_locations:
        if zig := shutil.which("zig", path=spec.submodule_search_locations[0]):
            yield (zig, "clang")
    for name in ("clang", *(f"clang-{n}" for n in range(30, _OLDEST - 1, -1))):
        if command := shutil.which(name):
            yield (command,)


def assemble(assembly: str, target: Target) -> bytes:
    """
    The relocatable ELF object of `assembly`, as LLVM printed it for `target`.

    Raises `AssemblerError` when there is no Clang, or it reports an error.
    """
    command = next(_commands(), None)
    if command is None:
        raise AssemblerError(
            "inline assembly needs an assembler, and there is no Clang; install one with "
            "\"pip install 'xdsl-opencl[toolchain]'\", or ask for assembly (-o kernel.s)"
        )
    with tempfile.TemporaryDirectory(prefix="xdsl-opencl-") as folder:
        source = Path(folder, "kernels.s")
        output = Path(folder, "kernels.o")
        source.write_text(assembly, encoding="utf-8")
        options = ["-c", "-x", "assembler", "-target", target.triple]
        # The processor with its target features, as the text's own directive has it.
        match = _TARGET.search(assembly)
        options += [f"-mcpu={match[1] if match else target.mcpu}", "-nogpulib"]
        options.append(f"-mcode-object-version={target.code_object_version}")
        if f"+wavefrontsize{target.wave_size}" in target.subtarget_features:
            options.append(f"-m{'no-' * (target.wave_size == 32)}wavefrontsize64")
        try:
            result = subprocess.run(
                [*command, *options, str(source), "-o", str(output)],
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        except OSError as error:
            raise AssemblerError(f"cannot start '{command[0]}': {error}") from error
        if result.returncode != 0 or not output.exists():
            words = result.stderr.strip() or f"status {result.returncode}"
            if match := _ERROR.search(words):
                words = f"{match[2]} (line {match[1]} of the assembly)"
            raise AssemblerError(
                f"the assembler refuses the module's inline assembly: {words}"
            )
        return output.read_bytes()
