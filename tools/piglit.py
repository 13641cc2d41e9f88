"""
Compiles piglit's OpenCL tests, without the rest of piglit, and runs them on the driver.

    python tools/piglit.py PIGLIT HEADERS [--build DIR] [--only GROUP,...] [--vendor FILE.icd]

PIGLIT is the folder of piglit's sources (https://gitlab.freedesktop.org/mesa/piglit), HEADERS
that of Khronos' OpenCL-Headers. It needs a compiler of C and a loader. Prints a line for each
test that does not pass, and a table of the groups: `api`, `custom` and `program` are programs
in C; the files of `build`, `build/fail` and `execute` say themselves what is expected of
them, and piglit's `program-tester` reads that. Binary programs of `execute` are left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from xdsl_opencl.icd.api.driver_library import environment

_CONFIG = """\
#define HAVE_ASPRINTF 1
#define HAVE_FFS 1
#define HAVE_FCNTL_H 1
#define HAVE_HTOBE32 1
#define HAVE_HTOLE16 1
#define HAVE_HTOLE32 1
#define HAVE_HTOLE64 1
#define HAVE_SETRLIMIT 1
#define HAVE_STRCHRNUL 1
#define HAVE_STRNDUP 1
#define HAVE_SYS_RESOURCE_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define PIGLIT_HAS_POSIX_CLOCK_MONOTONIC 1
#define PIGLIT_HAS_POSIX_TIMER_NOTIFY_THREAD 1
"""
"""The findings of piglit's build about Linux with glibc."""

_FRAMEWORK = (
    *("piglit-log", "piglit-util", "piglit-subprocess"),
    *("piglit-util-cl", "piglit-util-cl-enum", "piglit-framework-cl"),
    *(f"piglit-framework-cl-{kind}" for kind in ("custom", "api", "program")),
)
_PROGRAMS = ("api", "custom", "program")
_FILES = ("build", "build/fail", "execute")
_TESTER = "program-tester"
_LIMIT = 300
"""Seconds for one test."""
_RESULT = re.compile(r'^PIGLIT: \{"result": "(\w+)"', re.MULTILINE)


def compile_all(source: Path, headers: Path, build: Path, compiler: str) -> None:
    """
    Compiles the framework and the tests that are programs; those that exist already stay.
    """
    build.mkdir(parents=True, exist_ok=True)
    (build / "config.h").write_text(_CONFIG)
    util = source / "tests" / "util"
    words = [compiler, "-w", "-O1", "-pthread", "-D_GNU_SOURCE", "-DPIGLIT_USE_OPENCL"]
    words += [f'-DSOURCE_DIR="{source}/"', "-DPIGLIT_CL_VERSION=12"]
    words += ["-DCL_TARGET_OPENCL_VERSION=300"]
    words += [f"-DCL_USE_DEPRECATED_OPENCL_1_{n}_APIS" for n in range(3)]
    for header in ("pthread.h", "signal.h", "time.h"):
        words += ["-include", header]
    words += [f"-I{folder}" for folder in (build, util, headers)]
    objects = [str(build / f"{name}.o") for name in _FRAMEWORK]
    for name, target in zip(_FRAMEWORK, objects, strict=True):
        if not os.path.exists(target):
            file = str(util / f"{name}.c")
            subprocess.run([*words, "-c", file, "-o", target], check=True)
    for kind in _PROGRAMS:
        folder = source / "tests" / "cl" / kind
        for file in sorted(folder.glob("*.c")):
            target = build / kind / file.stem
            target.parent.mkdir(exist_ok=True)
            if not target.exists():
                libraries = ["-l:libOpenCL.so.1", "-lm", "-lrt"]
                command = [*words, f"-I{folder}", str(file), *objects, *libraries]
                subprocess.run([*command, "-o", str(target)], check=True)


def tests(source: Path, build: Path) -> Iterator[tuple[str, str, list[str]]]:
    """Yields the group, the name and the command of each test."""
    for kind in _PROGRAMS:
        for program in sorted((build / kind).iterdir()):
            if program.name != _TESTER:
                yield kind, program.name, [str(program)]
    tester = str(build / "program" / _TESTER)
    for kind in _FILES:
        folder = source / "tests" / "cl" / "program" / kind
        for file in sorted(folder.iterdir()):
            if file.suffix in (".cl", ".program_test"):
                yield kind, file.name, [tester, str(file)]


def run(command: list[str], variables: dict[str, str], log: Path) -> str:
    """Runs one test. Returns its result: what it says, or how it ended."""
    try:
        result = subprocess.run(
            command,
            env={**os.environ, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_LIMIT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "time"
    log.write_bytes(result.stdout)
    found = _RESULT.findall(result.stdout.decode("utf-8", "replace"))
    return found[-1] if found else f"ended with {result.returncode}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("piglit", type=Path)
    parser.add_argument("headers", type=Path)
    parser.add_argument("--build", type=Path, default=Path("piglit-build"))
    parser.add_argument("--only", default=",".join((*_PROGRAMS, *_FILES)))
    parser.add_argument("--vendor", help="the .icd file of another driver")
    args = parser.parse_args()
    if not (args.piglit / "tests" / "util" / f"{_FRAMEWORK[0]}.c").exists():
        sys.exit(
            f"{args.piglit} has no tests/util: give the folder of piglit's sources"
        )
    if not (args.headers / "CL" / "cl.h").exists():
        sys.exit(f"{args.headers} has no CL/cl.h: give the folder of OpenCL-Headers")
    if wrong := {*args.only.split(",")} - {*_PROGRAMS, *_FILES}:
        known = ", ".join((*_PROGRAMS, *_FILES))
        sys.exit(f"there is no group {', '.join(sorted(wrong))}; choose of {known}")
    # Any compiler of C11 compiles piglit; no result depends on its version.
    if (compiler := shutil.which("cc")) is None:
        sys.exit("no compiler of C (cc) on the PATH: install one")
    build = args.build.resolve()
    compile_all(args.piglit.resolve(), args.headers.resolve(), build, compiler)
    logs = build / "logs"
    logs.mkdir(exist_ok=True)
    variables = {"OCL_ICD_VENDORS": args.vendor} if args.vendor else environment()
    counts: dict[str, Counter[str]] = {}
    for group, name, command in tests(args.piglit.resolve(), build):
        if group in args.only.split(","):
            result = run(command, variables, logs / f"{name}.txt")
            counts.setdefault(group, Counter())[result] += 1
            if result != "pass":
                print(f"{group}/{name}: {result}", flush=True)
    results = sorted({r for c in counts.values() for r in c} | {"pass"})
    print(f"\n| tests | {' | '.join(results)} |\n|---|{'---|' * len(results)}")
    for group, count in counts.items():
        print(f"| `{group}` | {' | '.join(str(count[r] or '') for r in results)} |")


if __name__ == "__main__":
    main()
