"""
The OpenCL driver against another one, by the same C program (`driver.c`), through the
system's loader: the start of a process, single calls, commands, kernels that move memory,
and the bandwidth of transfers beside `memcpy`.

Each driver runs in turn in each round; the best of all rounds counts.

    python benchmarks/driver.py [--other FOLDER] [--rounds 3]
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_table import Table, positive, run

from xdsl_opencl.icd.api.driver_library import environment

HERE = Path(__file__).parent
RATE = "GB/s"
TITLES = {"µs": "Calls and commands of the driver", "ms": "Larger work of the driver"}
START = "start up to a command queue, processor time"

Numbers = dict[tuple[str, str], float]
"""What was measured by unit and name."""


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


def measure(program: str, variables: dict[str, str]) -> Numbers:
    """
    Runs the program with a driver, and once only for its start. Returns what it measured.
    """
    environ = {**os.environ, **variables}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "start"], env=environ, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    result = subprocess.run(
        [program], capture_output=True, text=True, env=environ, check=True
    )
    rows = (line.split("\t") for line in result.stdout.splitlines())
    return {("ms", START): used * 1e3} | {
        (unit, name): float(value) for unit, name, value in rows
    }


def best(one: Numbers, other: Numbers) -> Numbers:
    return other | {
        key: (max if key[0] == RATE else min)(value, other.get(key, value))
        for key, value in one.items()
    }


def tables(args: argparse.Namespace) -> Iterator[Table]:
    """
    Yields times of calls, of larger work, then bandwidths.
    """
    drivers = {"ours": environment()}
    notes: list[str] = []
    names = sorted(path.stem for path in args.other.glob("*.icd"))
    if names:
        drivers[names[0]] = {"OCL_ICD_VENDORS": str(args.other)}
    else:
        notes.append(f"no other driver: {args.other} has no .icd file")
    found: dict[str, Numbers] = {}
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(folder)
        for _ in range(1 if args.quick else args.rounds):
            for name, variables in drivers.items():
                values = measure(program, variables)
                found[name] = best(found.get(name, {}), values)
    keys = list(dict.fromkeys(key for values in found.values() for key in values))
    rows = {
        unit: {
            name: {
                side: v[unit, name] for side, v in found.items() if (unit, name) in v
            }
            for other, name in keys
            if other == unit
        }
        for unit in (*TITLES, RATE)
    }
    for unit, title in TITLES.items():
        yield Table(title, unit, rows[unit], notes=tuple(notes))
    yield Table("Bandwidths of the driver", RATE, rows[RATE], more=True)
    copy = rows[RATE]["memcpy"]["ours"]
    yield Table(
        "Transfers of the driver, beside `memcpy`",
        RATE,
        {
            name: {"ours": row["ours"], "memcpy": copy}
            for name, row in rows[RATE].items()
            if name in ("write", "read", "map, memcpy, unmap")
        },
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
