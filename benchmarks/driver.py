"""
The OpenCL driver against another one, by the same C program (`driver.c`), through the
system's loader: what commands cost, and the bandwidth of transfers beside `memcpy`.

Each driver runs in turn in each round; the best of all rounds counts.

    python benchmarks/driver.py [--other FOLDER] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_table import Table, positive, run

from xdsl_opencl.icd.api.driver_library import environment

HERE = Path(__file__).parent
NUMBERS: tuple[str, ...] = (
    "enqueue of a launch",
    "launch of 64 work items in a row",
    "launch and wait",
    "clSetKernelArg",
    "memcpy",
    "write",
    "read",
    "map, memcpy, unmap",
)
_RATES = 4
"""The first row where more is better."""


def compiled(folder: str) -> str:
    """
    Compiles the program.

    Raises `SystemExit` without a compiler or a loader.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("no compiler of C (cc) on the PATH")
    program = os.path.join(folder, "driver")
    headers = HERE.parent / "test" / "unit" / "icd"
    words = [compiler, "-O2", f"-I{headers}", str(HERE / "driver.c"), "-o", program]
    result = subprocess.run([*words, "-l:libOpenCL.so.1"], check=False)
    if result.returncode:
        sys.exit("the program cannot be compiled; is there an OpenCL loader?")
    return program


def measure(program: str, variables: dict[str, str]) -> list[float]:
    """
    Runs the program with a driver. Returns what it measured.
    """
    result = subprocess.run(
        [program],
        capture_output=True,
        text=True,
        env={**os.environ, **variables},
        check=True,
    )
    return [float(word) for word in result.stdout.split()]


def best(one: list[float], other: list[float]) -> list[float]:
    return [
        max(a, b) if row >= _RATES else min(a, b)
        for row, (a, b) in enumerate(zip(one, other, strict=True))
    ]


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """
    Yields times of commands, then bandwidths.
    """
    drivers = {"ours": environment()}
    notes: list[str] = []
    names = sorted(path.stem for path in args.other.glob("*.icd"))
    if names:
        drivers[names[0]] = {"OCL_ICD_VENDORS": str(args.other)}
    else:
        notes.append(f"no other driver: {args.other} has no .icd file")
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for _ in range(1 if args.quick else args.rounds):
            for name, variables in drivers.items():
                values = measure(program, variables)
                found[name] = best(found.get(name, values), values)
    rows = [
        {name: values[row] for name, values in found.items()}
        for row in range(len(NUMBERS))
    ]
    times = dict(zip(NUMBERS[:_RATES], rows, strict=False))
    yield Table(
        "Commands of the driver",
        "µs",
        times,
        goal="an enqueue under 100 µs",
        notes=tuple(notes),
    )
    rates = dict(zip(NUMBERS[_RATES:], rows[_RATES:], strict=True))
    yield Table("Transfers of the driver", "GB/s", rates, more=True)
    copy = found["ours"][_RATES]
    yield Table(
        "Transfers of the driver, beside `memcpy`",
        "GB/s",
        {name: {"ours": rates[name]["ours"], "memcpy": copy} for name in NUMBERS[5:]},
        more=True,
        goal="each at most 1.2",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--other",
        type=Path,
        default="/etc/OpenCL/vendors",
        metavar="FOLDER",
        help="where the other driver's .icd file is",
    )
    parser.add_argument("--rounds", type=positive, default=3)
    run(parser, tables)


if __name__ == "__main__":
    main()
