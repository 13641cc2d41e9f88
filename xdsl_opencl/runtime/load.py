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
    """
    from xdsl_opencl.frontend import import_source

    return import_source(text, BuildOptions.parse(shlex.split(options)))


def load_module(path: str, options: str = "") -> ModuleOp:
    """
    The file at `path` as a module: MLIR by its ending, else OpenCL C or LLVM IR.
    """
    if path.endswith(".mlir"):
        from xdsl.universe import Universe

        context = Context()
        for name, factory in Universe.get_multiverse().all_dialects.items():
            context.register_dialect(name, factory)
        module = Parser(context, Path(path).read_text(), path).parse_module()
        module.verify()
        return module
    from xdsl_opencl.frontend import import_file

    return import_file(path, BuildOptions.parse(shlex.split(options)))
