"""
The OpenCL driver against another one, by the same C program (`driver.c`), through the
system's loader: what commands cost, and the bandwidth of transfers beside `memcpy`.

Each driver runs in turn in each round; the best of all rounds counts.

    python benchmarks/driver.py [--other /etc/OpenCL/vendors] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from xdsl_opencl.icd.library import environment

HERE = Path(__file__).parent
NUMBERS = (
    "enqueue of a launch, µs",
    "launch of 64 work items in a row, µs",
    "launch and wait, µs",
    "clSetKernelArg, µs",
    "memcpy, GB/s",
    "write, GB/s",
    "read, GB/s",
    "map, memcpy, unmap, GB/s",
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other", default="/etc/OpenCL/vendors")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    drivers = {"ours": environment()}
    if Path(args.other).exists():
        drivers["other"] = {"OCL_ICD_VENDORS": args.other}
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for _ in range(args.rounds):
            for name, variables in drivers.items():
                values = measure(program, variables)
                found[name] = best(found.get(name, values), values)
    print(f"| | {' | '.join(found)} |")
    print("|---|" + "---|" * len(found))
    for row, title in enumerate(NUMBERS):
        values = " | ".join(f"{values[row]:.3g}" for values in found.values())
        print(f"| {title} | {values} |")
    memcpy = found["ours"][_RATES]
    slowest = min(found["ours"][_RATES + 1 :])
    print(f"\nmemcpy is {memcpy / slowest:.2f} times as fast as the slowest transfer")


if __name__ == "__main__":
    main()
