"""
How long commands take from nothing: a new process, bytecode there, the content cache not.

Each command is run in turn with two references, `python -c pass` and importing the four
modules of xDSL that any lowering needs; the least of some rounds counts, in seconds on
the clock and of all processors. The programs that a command starts are in its figures.

    python benchmarks/start.py [--rounds 10] [FILE.cl]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench_table import Table, positive, run
from suite_builds import SUITE

BLUR = SUITE / "blur.cl"
SAXPY = BLUR.with_name("saxpy.cl")

NOTHING, REFERENCE = "python -c pass", "import xdsl"
XDSL = "import xdsl.dialects.builtin, xdsl.dialects.llvm, xdsl.parser, xdsl.passes"


def commands(file: Path, folder: Path) -> Mapping[str, Sequence[str]]:
    """
    The programs to run, by their names in the table.
    """
    python = sys.executable
    ours = (python, "-m", "xdsl_opencl")
    target = ("--mcpu", "gfx1100")
    floats = ("--arg", "zeros:float:1024")
    return {
        NOTHING: (python, "-c", "pass"),
        REFERENCE: (python, "-c", XDSL),
        "--version": (*ours, "--version"),
        "compile -o .hsaco": (
            *(*ours, "compile", str(file), *target),
            *("-o", str(folder / "out.hsaco")),
        ),
        "compile -o .ll": (
            *(*ours, "compile", str(file), *target),
            *("-o", str(folder / "out.ll")),
        ),
        "import": (*ours, "import", str(file), "-o", str(folder / "out.mlir")),
        "info": (*ours, "info", str(file), *target),
        "run": (
            *(*ours, "run", str(SAXPY), "--global-size", "1024"),
            *("--arg", "2.0", *floats, *floats),
        ),
    }


def seconds(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """
    Seconds on the clock and of all processors.
    """
    # A cache of its own, so that it is empty.
    cache = TemporaryDirectory(dir=folder)
    environment = {**os.environ, "XDSL_OPENCL_CACHE": cache.name}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = perf_counter()
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment
    )
    wall = perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert run.returncode == 0, run.stderr
    user = after.ru_utime - before.ru_utime
    return wall, user + after.ru_stime - before.ru_stime


def tables(options: argparse.Namespace) -> Iterator[Table]:
    """
    Yields seconds on the clock, then of all processors.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        table = commands(options.file, folder)
        taken: dict[str, list[tuple[float, float]]] = {label: [] for label in table}
        # The first round writes bytecode.
        for _ in range((1 if options.quick else options.rounds) + 1):
            for label, command in table.items():
                taken[label].append(seconds(command, folder))
    for index, unit in enumerate(("s on the clock", "s of all processors")):
        best = {
            label: min(row[index] for row in rows[1:]) for label, rows in taken.items()
        }
        base, nothing = best.pop(REFERENCE), best.pop(NOTHING)
        yield Table(
            f"Commands in a new process, beside importing xDSL, {unit}",
            unit,
            {
                label: {"ours": least, "importing xDSL": base}
                for label, least in best.items()
            },
            goal="`compile` from nothing at most 0.4 s" if index == 0 else "",
            notes=(f"`python -c pass` takes {nothing:.3f} s",),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="commands from nothing")
    parser.add_argument("file", nargs="?", type=Path, default=BLUR)
    parser.add_argument("--rounds", type=positive, default=10)
    run(parser, tables)


if __name__ == "__main__":
    main()
