"""lit's commands in forks (`test/warm_lit.py`) do what processes of their own do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CODE = """
import json, subprocess, sys, warm_lit
start = warm_lit.popen if sys.argv[1] == "warm" else subprocess.Popen
env = {"PATH": "/usr/bin:/bin", "XDSL_OPENCL_CACHE": "", "COLUMNS": "60"}
found = []
for path, *arguments in json.loads(sys.argv[2]):
    with start(
        arguments, executable=path, env=env, cwd="folder",
        stdin=open("in"), stdout=open("out", "w"), stderr=open("err", "w"),
    ) as process:
        status = process.wait() % 256
    # The last line of the errors may be a traceback's.
    found.append((status, open("out").read(), open("err").read().splitlines()[-1:]))
print(json.dumps(found))
"""

GOOD = (
    "xdsl-opt",
    "xdsl-opencl compile --help",
    "filecheck ../check --input-file ../in",
    "filecheck --version",
)
BAD = (
    "xdsl-opt --no-such-option",
    "xdsl-opt -p opencl-fuse-rows",
    "xdsl-opencl info ../none.cl",
    "filecheck ../fails --input-file ../in",
)


def test_as_a_process(tmp_path: Path):
    """The same status, output and last line of the errors."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "in").write_text("builtin.module {}\n")
    (tmp_path / "check").write_text("CHECK: module\n")
    (tmp_path / "fails").write_text("CHECK: func\n")
    commands: list[list[str]] = []
    for words in (*GOOD, *BAD):
        program, *arguments = words.split()
        path = Path(sys.executable).with_name(program)
        commands.append([str(path), program, *arguments])
    plain, warm = (
        json.loads(
            subprocess.run(
                [sys.executable, "-c", CODE, way, json.dumps(commands)],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
                check=True,
                capture_output=True,
            ).stdout
        )
        for way in ("plain", "warm")
    )
    for command, one, other in zip((*GOOD, *BAD), plain, warm, strict=True):
        assert one == other, command
        assert (one[0] == 0) == (command in GOOD), command
