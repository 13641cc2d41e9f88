"""Commands, run as a user types them or in this process."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile

from xdsl_opencl.cli import main


def in_process(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs `xdsl-opencl` with the arguments `words` in `folder`, in this process."""
    with TemporaryFile("w+") as out, TemporaryFile("w+") as errors:
        # The command writes to Python's streams, and to the descriptors.
        kept = os.dup(1), os.dup(2)
        os.dup2(out.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        try:
            with chdir(folder), redirect_stdout(out), redirect_stderr(errors):
                status = main(words)
        finally:
            for number, old in enumerate(kept, 1):
                os.dup2(old, number)
                os.close(old)
        out.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(words, status, out.read(), errors.read())


def shell(
    command: str, folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """
    Runs `command` in `folder`, with this Python's programs first and with the variables of
    `environment`. `xdsl-opencl` alone, which asks nothing of the shell, runs in this process.
    """
    name, *words = shlex.split(command)
    if (
        name == "xdsl-opencl"
        and not environment
        and not set("|&;<>$`*~") & set(command)
    ):
        return in_process(*words, folder=folder)
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **environment, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
