"""lit's commands in forks (`test/warm_lit.py`) do what processes of their own do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import subprocess, sys, warm_lit
start = warm_lit.popen if sys.argv[1] == "warm" else subprocess.Popen
env = {"PATH": "/usr/bin:/bin", "XDSL_OPENCL_CACHE": "", "COLUMNS": "60"}
with start(
    sys.argv[3:], executable=sys.argv[2], env=env, cwd="folder",
    stdin=open("in"), stdout=open("out", "w"), stderr=open("err", "w"),
) as process:
    sys.exit(process.wait() % 256)
"""

CASES = {
    "input": ("xdsl-opt", ""),
    "stage": ("xdsl-opencl", "compile --help"),
    "status of the parser": ("xdsl-opt", "--no-such-option"),
    "exception": ("xdsl-opt", "-p opencl-fuse-rows"),
    "error": ("xdsl-opencl", "info ../none.cl"),
    "check": ("filecheck", "../check --input-file ../in"),
    "no match": ("filecheck", "../fails --input-file ../in"),
    "no value": ("filecheck", "--version"),
}


@pytest.mark.parametrize("name", CASES)
def test_as_a_process(name: str, tmp_path: Path):
    """The same status, output and last line of the errors, which may be a traceback."""
    program, words = CASES[name]
    (tmp_path / "folder").mkdir()
    (tmp_path / "in").write_text("builtin.module {}\n")
    (tmp_path / "check").write_text("CHECK: module\n")
    (tmp_path / "fails").write_text("CHECK: func\n")
    path = Path(sys.executable).with_name(program)
    found: list[tuple[int, str, list[str]]] = []
    for way in ("plain", "warm"):
        done = subprocess.run(
            [sys.executable, "-c", CODE, way, path, program, *words.split()],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
            check=False,
        )
        output, errors = ((tmp_path / file).read_text() for file in ("out", "err"))
        found.append((done.returncode, output, errors.splitlines()[-1:]))
    assert found[0] == found[1]
    assert (found[0][0] == 0) == (name in ("input", "stage", "check", "no value"))
