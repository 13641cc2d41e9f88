"""The library's front door: `xdsl_opencl.compile`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import user_errors
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.garbage import no_collection
from xdsl_opencl.source import SourceFile


def compile(
    source: str | os.PathLike[str] | SourceFile,
    target: Target | str | None = None,
    *,
    level: int = 3,
    pipeline: str = "",
    options: str | Sequence[str] = (),
) -> Compilation:
    """
    Compiles the file at path `source`, or a `SourceFile` in memory, for `target`,
    which may be a name (`Target.named`: `"gfx1100"`, `"host"`) and may be left out if the
    module has one attached.

    `level` is LLVM's optimisation level, 0 to 3; `pipeline` names passes to run first, as
    for `xdsl-opt -p`; `options` are those of `clBuildProgram`, for OpenCL C. The result
    has `llvm_ir`, `assembly`, `object` and, for `amdhsa`, `code_object` and `info`; for ABI
    spirv it has `spirv` alone.

    Raises `CompileError`, whose text is the diagnostic.
    """
    with user_errors():
        if not isinstance(source, SourceFile):
            source = SourceFile.read(Path(source))
        if isinstance(options, str):
            build = BuildOptions.from_text(options)
        else:
            build = BuildOptions.parse(options)
        if not isinstance(target, Target | None):
            target = Target.named(str(target))
    result = Compilation(source, target, level=level, pipeline=pipeline, build=build)
    # Errors come here, not when a result is looked at.
    with no_collection():
        target = result.resolved_target
        if target.interface.keeps_operations:
            _ = result.spirv
        elif target.has_code_object:
            _ = result.object
        else:
            _ = result.assembly
    return result
