"""
lit's format for tests whose commands run in forks of a process that has imported everything.

Most of what a FileCheck test takes is the start of Python. Here a command line is lit's as
ever, its pipes, its redirections, its `not` and its `env`; only where lit starts Python on a
script or one of the programs of `MAINS`, a fork of lit's own process runs the script or the
`main` of that program, with the same arguments, environment, folder and streams, and ends
with the same status. Programs of other people are started as they are. `lit --param plain=1`
starts everything.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from runpy import run_path
from types import SimpleNamespace
from typing import Any

ShTest: Any = import_module("lit.formats").ShTest
runner: Any = import_module("lit.TestRunner")

MAINS = {
    "filecheck": "filecheck.main",
    "xdsl-opencl": "xdsl_opencl.cli",
    "xdsl-opt": "xdsl.tools.xdsl_opt",
}
"""Modules with a function `main`, by the programs that call it and do nothing else."""

_parser: Any = import_module("xdsl.parser").AttrParser
ELEMENT: object = _parser._TensorLiteralElement
"""xDSL's own class, which xdsl_opencl/dialects/changes.py replaces."""


@cache
def preload() -> None:
    """Imports what the programs may need."""
    from xdsl.universe import XDSL_UNIVERSE

    for module in (*MAINS.values(), "llvmlite.binding", "numpy"):
        import_module(module)
    for dialect in XDSL_UNIVERSE.all_dialects.values():
        dialect()
    universe = import_module("xdsl_opencl.universe")
    for table in (
        universe.DIALECTS,
        universe.PASSES,
        universe.TARGETS,
    ):
        for path in table.values():
            import_module(f"xdsl_opencl.{path.partition(':')[0]}")
    gc.collect()
    gc.freeze()


def _take_back(arguments: Sequence[str]) -> None:
    """
    Takes back the change that the package makes in xDSL, until `xdsl-opt` comes to a name of
    ours, in `arguments` or as the dialect.
    """
    universe: Any = import_module("xdsl_opencl.universe")
    names = (*universe.PASSES, *universe.TARGETS)
    words = [word for word in arguments if not os.path.exists(word)]
    if any(name in word for word in words for name in names):
        return
    ours, _parser._TensorLiteralElement = _parser._TensorLiteralElement, ELEMENT
    dialects = universe.XDSL_OPENCL_UNIVERSE.all_dialects
    make = dialects["opencl"]

    def opencl() -> object:
        _parser._TensorLiteralElement = ours
        return make()

    dialects["opencl"] = opencl


def _become(arguments: Sequence[str], environment: Mapping[str, str]) -> None:
    """
    Runs the program that `arguments` name in this process, which ends with it.

    It is a child that `subprocess.Popen` has given its folder and its streams.
    """
    # The parent waits until the child has closed these, as `exec` would.
    os.closerange(3, 1 << 16)
    getattr(atexit, "_clear")()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = arguments
    sys.stdin = open(0, closefd=False)
    sys.stdout = open(1, "w", closefd=False)
    sys.stderr = open(2, "w", errors="backslashreplace", buffering=1, closefd=False)
    status: object = None
    try:
        name = os.path.basename(arguments[0])
        try:
            if name in MAINS:
                status = import_module(MAINS[name]).main()
            else:
                sys.argv[:] = arguments[1:]
                sys.path.insert(0, os.path.dirname(sys.argv[0]))
                run_path(sys.argv[0], run_name="__main__")
        except SystemExit as end:
            status = end.code
        getattr(atexit, "_run_exitfuncs")()
        sys.stdout.flush()
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        status = 1
    if status is not None and not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
    sys.stderr.flush()
    os._exit((status or 0) & 255)


def popen(
    args: list[str], *, executable: str, env: dict[str, str], **others: Any
) -> subprocess.Popen[str]:
    """Starts a program as `subprocess.Popen` does, those of `MAINS` as a fork."""
    ours = os.path.dirname(executable) == os.path.dirname(sys.executable)
    # lit's own commands are scripts too, of other folders.
    tests = os.path.dirname(os.path.abspath(__file__))
    script = executable == sys.executable and args[1].startswith(tests)
    if not script and not (ours and os.path.basename(executable) in MAINS):
        return subprocess.Popen(args, executable=executable, env=env, **others)
    preload()

    def body() -> None:
        if args[0] == "xdsl-opt":
            _take_back(args[1:])
        _become([executable, *args[1:]], env)

    return subprocess.Popen(
        args, executable=executable, env=env, preexec_fn=body, **others
    )


class WarmTest(ShTest):
    """lit's tests of shell commands, our programs in forks of lit's process."""

    def execute(self, test: Any, litConfig: Any) -> Any:
        names: dict[str, Any] = {**vars(subprocess)}
        if "plain" not in litConfig.params:
            names["Popen"] = popen
        runner.subprocess = SimpleNamespace(**names)
        return super().execute(test, litConfig)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
