"""
The whole chain, OpenCL C to loadable code object, against Clang and LLD doing the same.

Every file of the kernel suite, with each of its build options: once by our library in
this process, once by `clang -x cl -target amdgcn-amd-amdhsa -O3` and `ld.lld`, in turn,
the best of some rounds of each. Then all files as `xdsl-opencl compile` does them, one
process and two, and Clang two at a time.

Clang gets the easier task: without a device library its calls of builtin functions stay
calls of nothing, ours are code. Where it cannot compile a file for this processor at all,
the file does not count. Nothing comes from a cache.

    python benchmarks/frontend.py [--mcpu gfx1100] [--rounds 3] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from pathlib import Path
from statistics import geometric_mean
from time import perf_counter
from typing import Any

import xdsl_opencl as ocl
from xdsl_opencl.backend.code_object import find_linker
from xdsl_opencl.cli.batch import run_batch
from xdsl_opencl.cli.compile import Job, begin, compile_job
from xdsl_opencl.frontend.opencl_c import find_clang
from xdsl_opencl.frontend.options import BuildOptions

SUITE = Path(__file__).parent.parent / "test" / "kernels"


@dataclass(frozen=True)
class Build:
    """
    A file with its options.
    """

    file: Path
    options: tuple[str, ...]

    @property
    def label(self) -> str:
        return " ".join((self.file.name, *self.options[1:]))


def builds() -> list[Build]:
    """
    Each file of the suite with each of its build options.
    """
    sys.path.insert(0, str(SUITE))
    suite: Any = import_module("suite")
    found = {(case.file, case.build_options) for case in suite.CASES}
    return [make_build(SUITE / file, words.split()) for file, words in sorted(found)]


def make_build(file: Path, words: Sequence[str]) -> Build:
    """
    A build in the language that the file's first line names.
    """
    first = file.read_text().partition("\n")[0]
    standard = "CL2.0" if "cl-std: CL2.0" in first else "CL1.2"
    return Build(file, (f"-cl-std={standard}", *words))


def with_clang(build: Build, mcpu: str, folder: Path) -> bool:
    """
    Clang and LLD; whether they accept the file.
    """
    clang = find_clang()
    made = folder / f"{build.file.stem}-{abs(hash(build))}.o"
    command = [*clang.command, "-x", "cl", "-target", "amdgcn-amd-amdhsa"]
    command += [f"-mcpu={mcpu}", "-O3", "-nogpulib", "-w", *build.options]
    # Else the builtin functions that nobody defines are hidden, which LLD refuses.
    command += ["-fvisibility=default"]
    command += ["-Wno-incompatible-pointer-types", "-fgnu89-inline"]
    if clang.headers is not None:
        command += ["-isystem", clang.headers]
    link = [*find_linker().command, "-shared"]
    commands = (
        [*command, "-c", str(build.file), "-o", str(made)],
        [*link, str(made), "-o", f"{made}.hsaco"],
    )
    return all(
        subprocess.run(words, capture_output=True, check=False).returncode == 0
        for words in commands
    )


def with_ours(build: Build, mcpu: str) -> bool:
    """
    Our library; whether it accepts the file.
    """
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    try:
        code = ocl.compile(build.file, target, options=build.options).code_object
    except ocl.CompileError:
        return False
    return bool(code)


def seconds(work: Callable[..., object], *arguments: object) -> float:
    start = perf_counter()
    work(*arguments)
    return perf_counter() - start


def each(all_builds: Sequence[Build], mcpu: str, rounds: int) -> list[Build]:
    """
    Prints a line for each build, and returns those that both compile.
    """
    ratios: list[float] = []
    done: list[Build] = []
    totals = [0.0, 0.0]
    print(f"{'file':>44} {'ours ms':>8} {'Clang ms':>9} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for build in all_builds:
            if not with_ours(build, mcpu) or not with_clang(build, mcpu, folder):
                print(f"{build.label:>44} not compiled by both")
                continue
            ours: list[float] = []
            theirs: list[float] = []
            for _ in range(rounds):
                ours.append(seconds(with_ours, build, mcpu))
                theirs.append(seconds(with_clang, build, mcpu, folder))
            ratio = min(ours) / min(theirs)
            ratios.append(ratio)
            done.append(build)
            totals[0] += min(ours)
            totals[1] += min(theirs)
            print(
                f"{build.label:>44} {min(ours) * 1e3:>8.1f} {min(theirs) * 1e3:>9.1f} "
                f"{ratio:>6.2f}",
                flush=True,
            )
    if ratios:
        print(
            f"{len(ratios)} builds: geometric mean {geometric_mean(ratios):.2f}, "
            f"greatest {max(ratios):.2f}, sum {totals[0]:.2f} s against {totals[1]:.2f} s"
        )
    return done


def together(done: Sequence[Build], mcpu: str, rounds: int) -> None:
    """
    All builds as one command does them, with one process and with two.
    """
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs = [
            Job(
                input=str(build.file),
                output=str(folder / f"{number}.hsaco"),
                stage="hsaco",
                target=target,
                level=3,
                optimized=True,
                pipeline="",
                print_after=(),
                temporaries=None,
                build=BuildOptions.parse(build.options),
                cached=False,
            )
            for number, build in enumerate(done)
        ]

        def batch(processes: int) -> None:
            with redirect_stderr(StringIO()) as messages:
                status = run_batch(jobs, processes, compile_job, begin)
            assert status == 0, messages.getvalue()

        def clang(processes: int) -> None:
            with ThreadPoolExecutor(processes) as pool:
                futures = [pool.submit(with_clang, b, mcpu, folder) for b in done]
                assert all(future.result() for future in futures)

        for processes in (1, 2):
            ours: list[float] = []
            theirs: list[float] = []
            for _ in range(rounds):
                ours.append(seconds(batch, processes))
                theirs.append(seconds(clang, processes))
            print(
                f"all, -j{processes}: ours {min(ours):.2f} s, Clang {processes} at a "
                f"time {min(theirs):.2f} s, ratio {min(ours) / min(theirs):.2f}",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description="whole chain against Clang")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--mcpu", default="gfx1100")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    os.environ["XDSL_OPENCL_CACHE"] = ""
    files: list[Path] = options.files
    wanted = [make_build(file, ()) for file in files] or builds()
    done = each(wanted, options.mcpu, options.rounds)
    together(done, options.mcpu, options.rounds)


if __name__ == "__main__":
    main()
