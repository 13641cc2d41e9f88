"""
Kernels on another implementation of OpenCL, to compare with.

`XDSL_OPENCL_POCL` names a Python interpreter that has pyopencl and sees pocl (Debian:
pocl-opencl-icd); without it the running one is asked.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest

RUNNER = Path(__file__).parent / "pocl_runner.py"

Launch = tuple[
    str, tuple[int, ...], tuple[int, ...] | None, tuple[int, ...] | None, list[Any]
]
"""Kernel, global size, local size, global offset, arguments (see `pocl_runner.py`)."""
Answer = dict[int, Any] | str
"""The buffers' contents after a launch, by argument; or the error."""
_PACKAGES = {"PoCL": "pocl-opencl-icd", "Oclgrind": "oclgrind"}
"""Debian's packages of the platforms."""


def interpreter() -> str | None:
    """A Python with pyopencl."""
    if named := os.environ.get("XDSL_OPENCL_POCL"):
        return named
    return sys.executable if importlib.util.find_spec("pyopencl") else None


class Other:
    """
    A process that runs kernels on the platform called `word`.

    Raises `ImportError` where there is none.
    """

    def __init__(self, word: str, python: str | None = None):
        python = python or interpreter()
        if python is None:
            raise ImportError(
                "XDSL_OPENCL_POCL names no Python that has it: install pyopencl"
            )
        self.word = word
        self.command = [python, str(RUNNER), word]
        if word == "Oclgrind":
            # Its ICD loader, which need not be registered.
            self.command.insert(0, "oclgrind")
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        self.errors = TemporaryFile("w+", errors="replace")
        process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment,
        )
        assert process.stdout is not None
        try:
            self.version: str = pickle.load(process.stdout)
        except EOFError:
            process.kill()
            process.communicate()
            raise ImportError(f"it does not start: {self.last_words()}") from None
        return process

    def last_words(self) -> str:
        """The last line that the process wrote to its standard error."""
        self.errors.seek(0)
        return "".join(self.errors.read().strip().splitlines()[-1:])

    def run(
        self, source: str | bytes, launches: Sequence[Launch], options: str = ""
    ) -> list[Answer]:
        """
        Builds `source`, OpenCL C or SPIR-V, and runs `launches` one after the other. An implementation that
        ends with the kernel is started again.
        """
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((source, options, list(launches)), process.stdin)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except (EOFError, BrokenPipeError):
            process.kill()
            process.communicate()
            words = self.last_words()
            self.process = self.start()
            return [f"{self.word} ended: {words}"] * len(launches)


@cache
def _started(word: str) -> Other | str:
    try:
        return Other(word)
    except (ImportError, OSError) as error:
        return str(error)


def other(word: str = "PoCL") -> Other:
    """The implementation to compare with; skips the test where there is none."""
    found = _started(word)
    if isinstance(found, str):
        hint = "" if "install" in found else f": install {_PACKAGES[word]}"
        pytest.skip(f"{word}: {found}{hint}")
    return found
