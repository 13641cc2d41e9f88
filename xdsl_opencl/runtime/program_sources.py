"""Sources as opencl-level modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.ir_text.mlir_parser import LocatingParser
from xdsl_opencl.source import SourceFile

Read = Callable[[BuildOptions], tuple[ModuleOp, str]]
"""Reads a program with options: a new module, and Clang's warnings."""


def load_source(
    text: str | Sequence[str], options: BuildOptions
) -> tuple[ModuleOp, str]:
    """
    OpenCL C `text` as a module, and Clang's warnings; several texts are compiled one by
    one and linked.

    Raises `FrontendError` with Clang's diagnostics.
    """
    if not isinstance(text, str):
        from xdsl_opencl.frontend.program_linking import Source, load_several

        sources = [Source(f"<source {n}>", t) for n, t in enumerate(text, 1)]
        program = load_several(sources, options)
        return program.module, program.warnings
    from xdsl_opencl.frontend import load

    imported = load.load_source(text, options)
    return imported.module, imported.warnings


def parse_mlir(text: str, name: str) -> ModuleOp:
    """
    MLIR `text`, which diagnostics call `name`, as a module; every dialect that is
    installed may be used.

    Raises `ParseError` and `VerifyException`.
    """
    from xdsl.universe import Universe

    context = Context()
    for dialect, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(dialect, factory)
    module = LocatingParser(context, SourceFile(name, text)).parse_module()
    module.verify()
    return module


def load_files(paths: Sequence[str], options: BuildOptions) -> tuple[ModuleOp, str]:
    """
    The files at `paths`, OpenCL C and LLVM IR, compiled one by one and linked, as a
    module; and Clang's warnings.

    Raises `OSError`, and `FrontendError`.
    """
    from xdsl_opencl.frontend.program_linking import Source, load_several

    sources = [Source(path, None) for path in paths]
    program = load_several(sources, options)
    return program.module, program.warnings


def load_module(path: str, options: BuildOptions) -> tuple[ModuleOp, str]:
    """
    The file at `path` as a module: MLIR by its ending, else OpenCL C or LLVM IR; and
    Clang's warnings.

    Raises `OSError`, and the errors of the readers.
    """
    if path.endswith(".mlir"):
        return parse_mlir(Path(path).read_text(), path), ""
    from xdsl_opencl.frontend import load

    imported = load.load_file(path, options)
    return imported.module, imported.warnings
