"""
The whole chain, OpenCL C to loadable code object, against Clang and LLD doing the same.

Every file of the kernel suite, with each of its build options: once by our library in
this process, once by `clang -x cl -target amdgcn-amd-amdhsa -O3` and `ld.lld`, in turn,
the best of some rounds of each. Then all files as `xdsl-opencl compile` does them, one
process and two, and Clang one and two at a time. Nothing comes from a cache.

Clang runs twice. Without a device library its calls of builtin functions stay calls of
nothing, an easier task than ours. With one, `-mlink-builtin-bitcode` of what
`builtin_library.py` makes, it links and optimises the same expansions and the same `ocml`;
`-amdgpu-internalize-symbols` keeps it from compiling every kernel twice, once as a
function. The two then make code of the same size. Only functions of images, samplers and
events are left undefined, in the few files that have any.

    python benchmarks/frontend.py [--mcpu gfx1100] [--rounds 3] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from io import StringIO
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, process_time
from typing import Any

from builtin_library import build_library, undefined

import xdsl_opencl as ocl
from xdsl_opencl.backend import llvm_child
from xdsl_opencl.backend.code_object import find_linker
from xdsl_opencl.cli.batch import run_batch
from xdsl_opencl.cli.compile import Job, begin, start_job
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


def clang_command(build: Build, mcpu: str) -> list[str]:
    """
    Clang with everything but an output and the input.
    """
    clang = find_clang()
    command = [*clang.command, "-x", "cl", "-target", "amdgcn-amd-amdhsa"]
    command += [f"-mcpu={mcpu}", "-O3", "-nogpulib", "-w", *build.options]
    # As ours by default; else the builtin functions that nobody defines are hidden, which
    # LLD refuses.
    command += ["-mcode-object-version=5", "-fvisibility=default"]
    command += ["-Wno-incompatible-pointer-types", "-fgnu89-inline"]
    if clang.headers is not None:
        command += ["-isystem", clang.headers]
    return command


def with_clang(build: Build, mcpu: str, folder: Path, library: Path | None) -> bool:
    """
    Clang and LLD; whether they accept the file.
    """
    made = folder / f"{build.file.stem}-{abs(hash(build))}-{library is None}.o"
    command = clang_command(build, mcpu)
    if library is not None:
        for word in ("-mlink-builtin-bitcode", str(library)):
            command += ("-Xclang", word)
        command += ("-mllvm", "-amdgpu-internalize-symbols")
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


@dataclass(frozen=True)
class Seconds:
    """
    The time that something took: on the clock, and of all processors.
    """

    wall: float
    cpu: float


def processor_seconds() -> float:
    """
    Of this process, its children that have ended, and those in which LLVM waits.
    """
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Linux's number of the processor clock of another process.
    waiting = [
        clock_gettime((~child.process.pid << 3) | 2) for child in llvm_child.idle
    ]
    return process_time() + ended.ru_utime + ended.ru_stime + sum(waiting)


def seconds(work: Callable[[], object]) -> Seconds:
    wall, cpu = perf_counter(), processor_seconds()
    work()
    return Seconds(perf_counter() - wall, processor_seconds() - cpu)


def seconds_of(works: Sequence[Callable[[], object]], rounds: int) -> list[Seconds]:
    """
    The least seconds of each of `works`, done in turn.
    """
    taken = [[seconds(work) for work in works] for _ in range(rounds)]
    return [
        Seconds(min(s.wall for s in column), min(s.cpu for s in column))
        for column in zip(*taken, strict=True)
    ]


def each(
    all_builds: Sequence[Build], mcpu: str, rounds: int, library: Path
) -> list[Build]:
    """
    Prints a line for each build, and returns those that both compile.
    """
    rows: list[list[Seconds]] = []
    done: list[Build] = []
    print(
        f"{'ms':>44} {'ours':>8} {'Clang':>8} {'ratio':>6} {'library':>8} {'ratio':>6} "
        f"{'CPU':>6}"
    )
    for build in all_builds:
        works: tuple[Callable[[], bool], ...] = (
            partial(with_ours, build, mcpu),
            partial(with_clang, build, mcpu, library.parent, None),
            partial(with_clang, build, mcpu, library.parent, library),
        )
        if not all(work() for work in works):
            print(f"{build.label:>44} not compiled by both")
            continue
        done.append(build)
        rows.append(seconds_of(works, rounds))
        ours, alone, linked = (1e3 * row.wall for row in rows[-1])
        cpu = rows[-1][0].cpu / rows[-1][2].cpu
        print(
            f"{build.label:>44} {ours:>8.1f} {alone:>8.1f} {ours / alone:>6.2f} "
            f"{linked:>8.1f} {ours / linked:>6.2f} {cpu:>6.2f}",
            flush=True,
        )
    for column, name in ((1, "without a library"), (2, "with the same library")):
        ratios = [row[0].wall / row[column].wall for row in rows]
        cpu = geometric_mean(row[0].cpu / row[column].cpu for row in rows)
        print(
            f"{len(rows)} builds, Clang {name}: geometric mean "
            f"{geometric_mean(ratios):.2f}, greatest {max(ratios):.2f}; of processor "
            f"time {cpu:.2f}; sum {sum(row[0].wall for row in rows):.2f} s against "
            f"{sum(row[column].wall for row in rows):.2f} s"
        )
    return done


def together(done: Sequence[Build], mcpu: str, rounds: int, library: Path) -> None:
    """
    All builds as one command does them, with one process and with two.
    """
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    folder = library.parent
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
            status = run_batch(jobs, processes, start_job, begin)
        assert status == 0, messages.getvalue()

    def clang(processes: int, library: Path | None) -> None:
        with ThreadPoolExecutor(processes) as pool:
            futures = [pool.submit(with_clang, b, mcpu, folder, library) for b in done]
            assert all(future.result() for future in futures)

    for processes in (1, 2):
        works = (
            partial(batch, processes),
            partial(clang, processes, None),
            partial(clang, processes, library),
        )
        ours, alone, linked = (s.wall for s in seconds_of(works, rounds))
        print(
            f"all, -j{processes}: ours {ours:.2f} s; Clang, {processes} at a time, "
            f"{alone:.2f} s, ratio {ours / alone:.2f}; with the library {linked:.2f} s, "
            f"ratio {ours / linked:.2f}",
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
    with TemporaryDirectory() as folder:
        library = Path(folder, "library.bc")
        signatures: dict[str, tuple[str, str]] = {}
        for build in wanted:
            command = clang_command(build, options.mcpu)
            signatures.update(undefined(command, str(build.file)))
        made = build_library(signatures, options.mcpu, library)
        print(f"library: {len(made)} of {len(signatures)} builtin functions")
        done = each(wanted, options.mcpu, options.rounds, library)
        together(done, options.mcpu, options.rounds, library)


if __name__ == "__main__":
    main()
