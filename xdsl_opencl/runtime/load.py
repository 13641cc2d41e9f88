"""
Sources as opencl-level modules, for the CPU device.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser

from xdsl_opencl.frontend import BuildOptions


def load_source(text: str, options: str = "") -> ModuleOp:
    """
    OpenCL C `text` as a module.

    Raises `FrontendError` with Clang's diagnostics.
    """
    from xdsl_opencl.frontend import import_source

    return import_source(text, BuildOptions.parse(shlex.split(options)))


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
    module = Parser(context, text, name).parse_module()
    module.verify()
    return module


def load_module(path: str, options: str = "") -> ModuleOp:
    """
    The file at `path` as a module: MLIR by its ending, else OpenCL C or LLVM IR.

    Raises `OSError`, and what the readers raise.
    """
    if path.endswith(".mlir"):
        return parse_mlir(Path(path).read_text(), path)
    from xdsl_opencl.frontend import import_file

    return import_file(path, BuildOptions.parse(shlex.split(options)))
