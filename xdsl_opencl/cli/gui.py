"""
`xdsl-opencl gui`: xDSL's interactive program with the passes and dialects of all plugins.

`xdsl-gui` itself takes xDSL's own tables and no others, so it knows neither `opencl` nor
our passes; this hands the tables that `xdsl-opt` has to the same program.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from xdsl_opencl.cli.options import value
from xdsl_opencl.driver import CompileError, user_errors

DESCRIPTION = """\
Shows what passes make of a module, pass by pass, in the terminal: xDSL's interactive
program with the dialects and passes of all plugins. Needs 'xdsl-opencl[gui]'.
"""
_NEEDS = (
    "error: the interactive program needs textual and pyclip, which are not installed; "
    "pip install 'xdsl-opencl[gui]'"
)


OPTIONS = (
    value(
        "input",
        "INPUT",
        "a .mlir, .cl, .ll or .bc file; OpenCL C and LLVM IR are imported first",
        nargs="?",
    ),
    value(
        "-p --passes",
        "PASSES",
        "the passes that are selected at the start, as for xdsl-opt",
        default="",
    ),
)


def _text(path: str) -> str:
    """
    The module at `path` as text.

    Raises `CompileError`.
    """
    with user_errors():
        if path.endswith((".cl", ".ll", ".bc")):
            from xdsl_opencl.frontend import load_file

            return str(load_file(path).module)
        try:
            return Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise CompileError(
                f"{path}: error: the file is not text; give a module of MLIR"
            ) from None
        except OSError as error:
            raise CompileError(f"{path}: error: {error.strerror}") from error


def make_app(path: str | None, passes: str) -> Any:
    """
    The program, with the module at `path` and the pipeline `passes`.

    Raises `CompileError` if something it needs is missing, or an argument is wrong.
    """
    try:
        app = import_module("xdsl.interactive.app")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("xdsl"):
            raise
        raise CompileError(_NEEDS) from error
    from xdsl.passes import PassPipeline
    from xdsl.universe import Universe

    universe = Universe.get_multiverse()
    text = None if path is None else _text(path)
    try:
        with user_errors():
            pipeline = PassPipeline.parse_spec(universe.all_passes, passes).passes
    except ValueError as error:
        raise CompileError(
            f"error: -p '{passes}': {error}; 'xdsl-opt --help' lists the passes"
        ) from error
    return app.InputApp(
        tuple(universe.all_dialects.items()),
        tuple((name, find()) for name, find in sorted(universe.all_passes.items())),
        path,
        text,
        pipeline,
    )


def run(args: argparse.Namespace) -> int:
    """Runs the program until the user quits. Returns the exit status."""
    make_app(args.input, args.passes).run()
    return 0
