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
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

BLUR = Path(__file__).parent.parent / "test" / "kernels" / "blur.cl"
SAXPY = BLUR.with_name("saxpy.cl")

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
        "python -c pass": (python, "-c", "pass"),
        "python -c 'import xdsl...'": (python, "-c", XDSL),
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


def main() -> None:
    parser = argparse.ArgumentParser(description="commands from nothing")
    parser.add_argument("file", nargs="?", type=Path, default=BLUR)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        table = commands(options.file, folder)
        taken: dict[str, list[tuple[float, float]]] = {label: [] for label in table}
        for _ in range(options.rounds + 1):
            for label, command in table.items():
                taken[label].append(seconds(command, folder))
    best = {
        # The first round writes bytecode.
        label: (min(w for w, _ in rows[1:]), min(c for _, c in rows[1:]))
        for label, rows in taken.items()
    }
    base = best["python -c 'import xdsl...'"]
    print(f"{'':>28} {'s':>6} {'CPU s':>6} {'ratio to importing xDSL':>24}")
    for label, (wall, cpu) in best.items():
        print(f"{label:>28} {wall:>6.3f} {cpu:>6.3f} {wall / base[0]:>24.2f}")


if __name__ == "__main__":
    main()
