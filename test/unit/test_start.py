"""
Commands import little, and in a good order: imports take most of a command's start
(`benchmarks/start.py` measures it).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.frontend.errors import FrontendError

try:
    find_clang()
except FrontendError as error:
    pytest.skip(str(error), allow_module_level=True)

KERNELS = Path(__file__).resolve().parent.parent / "kernels"
BLUR = str(KERNELS / "blur.cl")
FLOATS = ("--arg", "zeros:float:8")

COMMANDS: dict[str, tuple[str, ...]] = {
    "compile": ("compile", BLUR, "--mcpu", "gfx1100", "-o", "out.hsaco"),
    "local": (
        "compile",
        str(KERNELS / "gemm.cl"),
        "--mcpu",
        "gfx1100",
        "-o",
        "out.hsaco",
    ),
    "import": ("import", BLUR, "-o", "out.mlir"),
    "info": ("info", BLUR, "--mcpu", "gfx1100"),
    "run": (
        *("run", str(KERNELS / "saxpy.cl"), "--global-size", "8"),
        *("--arg", "2.0", *FLOATS, *FLOATS),
    ),
}

NEVER = {
    # LLVM is in a child process; the dialects' operations are not in OpenCL C.
    "llvmlite",
    "xdsl.dialects.gpu",
    "xdsl.dialects.linalg",
    "xdsl.dialects.math",
    "xdsl.dialects.memref",
    "xdsl.dialects.scf",
    "xdsl.dialects.vector",
    "xdsl_opencl.cli.batch",
    "xdsl_opencl.spirv.words",
}
NOT_ON_GPU = {"numpy", "xdsl_opencl.runtime"}

UNUSED = {
    # No name is misspelt.
    "compile": NEVER
    | NOT_ON_GPU
    | {"xdsl_opencl.transforms.work_groups.regions.loops", "difflib"},
    # Barriers are looked for in `scf`, too.
    "local": NEVER - {"xdsl.dialects.scf"},
    "import": NEVER
    | NOT_ON_GPU
    | {"xdsl_opencl.llvm_ir.printer", "xdsl_opencl.transforms.pipeline"},
    "info": NEVER | NOT_ON_GPU,
    # LLVM also puts machine code into this process; the layout of pipes stands beside
    # their lowering, which makes `scf`.
    "run": (NEVER - {"llvmlite", "xdsl.dialects.scf"})
    | {"xdsl_opencl.backend.objects.code_object", "xdsl_opencl.transforms.images.flow"},
}
"""Modules that a command has no use for."""

MOST = {"compile": 350, "local": 351, "import": 246, "info": 356, "run": 420}
"""
Modules of ours and of xDSL that a command imports, about half a millisecond each: what was
counted (346, 347, 243, 352, 416) and a few. More are worth a look: something that few kernels
need may have become an import of all commands.
"""


def run(code: str, command: tuple[str, ...], folder: Path) -> list[str]:
    """
    The lines on standard error of a new interpreter with `code` before the command line.
    """
    code += "\nfrom xdsl_opencl.cli import main\nsys.exit(main(sys.argv[1:]))"
    process = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}", *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={**os.environ, "XDSL_OPENCL_CACHE": ""},
    )
    assert process.returncode == 0, process.stderr
    return process.stderr.splitlines()


# Also in the process that `run` forks, which ends without what is registered at exit.
LIST = """
import importlib.abc
class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        print("importing", name, file=sys.stderr)
sys.meta_path.insert(0, Finder())
"""


def imported(command: tuple[str, ...], folder: Path) -> list[str]:
    """Modules in the order of their imports."""
    lines = run(LIST, command, folder)
    return [line.split()[1] for line in lines if line.startswith("importing ")]


def test_version_imports_no_package(tmp_path: Path):
    modules = imported(("--version",), tmp_path)
    assert "xdsl_opencl.cli.commands" in modules
    foreign = [m for m in modules if m.partition(".")[0] in ("xdsl", "llvmlite")]
    assert not foreign
    ours = {m for m in modules if m.startswith("xdsl_opencl.")}
    assert ours == {
        "xdsl_opencl.cli",
        "xdsl_opencl.cli.commands",
        "xdsl_opencl.cli.terminal",
        "xdsl_opencl.garbage",
    }


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_import_what_they_need(name: str, tmp_path: Path):
    modules = set(imported(COMMANDS[name], tmp_path))
    assert "xdsl.dialects.llvm" in modules
    assert modules & UNUSED[name] == set()
    ours = {m for m in modules if m.partition(".")[0] in ("xdsl", "xdsl_opencl")}
    assert len(ours) <= MOST[name], sorted(ours)


WATCH = """
from xdsl_opencl.driver import ahead
begin = ahead.Ahead.__init__
def watched(self, *arguments, **named):
    print("late" if "xdsl.ir" in sys.modules else "early", file=sys.stderr)
    begin(self, *arguments, **named)
ahead.Ahead.__init__ = watched
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_clang_starts_before_xdsl_is_imported(name: str, tmp_path: Path):
    assert "early" in run(WATCH, COMMANDS[name], tmp_path)


OBJECTS = """
import gc
from xdsl_opencl.runtime.cpu.compiler import import_compiler
before = len(gc.get_objects())
import_compiler()
print(len(gc.get_objects()) - before)
"""


def test_objects_that_a_host_keeps_for_us():
    """
    A program that searches for garbage visits them all. Once they were half as many again: `issubclass`
    of an abstract class notes its answer for each class that it asks.
    """
    done = subprocess.run(
        [sys.executable, "-c", OBJECTS], capture_output=True, text=True, check=True
    )
    assert 50_000 < int(done.stdout) < 140_000
