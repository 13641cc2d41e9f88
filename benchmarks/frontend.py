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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import clock_gettime, perf_counter, process_time

from bench_table import Row, Table, positive, run
from builtin_library import build_library, undefined
from suite_builds import Build, builds, make_build

import xdsl_opencl as ocl
from xdsl_opencl.backend.llvm import llvm_child
from xdsl_opencl.backend.objects.code_object import find_linker
from xdsl_opencl.cli.batch import run_batch
from xdsl_opencl.cli.compile import Job, begin, start_job
from xdsl_opencl.frontend.clang.build_options import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import find_clang


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
        clock_gettime((~child.process.pid << 3) | 2) for child in llvm_child.children()
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


LIBRARIES = ("without a library", "with the same library")


def each(
    all_builds: Sequence[Build], mcpu: str, rounds: int, library: Path
) -> tuple[list[Build], list[Table]]:
    """
    Returns the builds that both compile, and a table for Clang with and without a library.
    """
    rows: dict[str, list[Seconds]] = {}
    done: list[Build] = []
    notes: list[str] = []
    for build in all_builds:
        works: tuple[Callable[[], bool], ...] = (
            partial(with_ours, build, mcpu),
            partial(with_clang, build, mcpu, library.parent, None),
            partial(with_clang, build, mcpu, library.parent, library),
        )
        if not all(work() for work in works):
            notes.append(f"{build.label} left out: not compiled by both")
            continue
        done.append(build)
        rows[build.label] = seconds_of(works, rounds)
    tables: list[Table] = []
    for column, name in enumerate(LIBRARIES, 1):
        for words, number in (("on the clock", "wall"), ("of all processors", "cpu")):
            milliseconds = {
                label: {
                    "ours": getattr(row[0], number) * 1e3,
                    "Clang": getattr(row[column], number) * 1e3,
                }
                for label, row in rows.items()
            }
            tables.append(
                Table(
                    f"OpenCL C to a code object, beside Clang {name}, {words}",
                    f"ms {words}",
                    milliseconds,
                    goal="at most 1.0, none over 1.5" if number == "wall" else "",
                    over=1.25,
                    notes=tuple(notes),
                )
            )
    return done, tables


def together(
    done: Sequence[Build], mcpu: str, rounds: int, library: Path
) -> Iterator[Table]:
    """
    Yields the time of all builds as one command does them, with one process and with two.
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

    rows: dict[str, Row] = {}
    for processes in (1, 2):
        works = (
            partial(batch, processes),
            partial(clang, processes, None),
            partial(clang, processes, library),
        )
        ours, *clangs = (s.wall for s in seconds_of(works, rounds))
        for name, taken in zip(LIBRARIES, clangs, strict=True):
            case = f"{processes} at a time, Clang {name}"
            rows[case] = {"ours": ours, "Clang": taken}
    yield Table(
        f"All {len(done)} builds by one command",
        "s on the clock",
        rows,
        goal="each at most 1.0",
    )


def tables(options: argparse.Namespace) -> Iterator[Table]:
    """
    Yields the builds one by one, then all together.
    """
    os.environ["XDSL_OPENCL_CACHE"] = ""
    files: list[Path] = options.files
    wanted = [make_build(file, ()) for file in files] or builds()
    rounds: int = options.rounds
    if options.quick:
        wanted, rounds = wanted[:6], 1
    with TemporaryDirectory() as folder:
        library = Path(folder, "library.bc")
        signatures: dict[str, tuple[str, str]] = {}
        for build in wanted:
            command = clang_command(build, options.mcpu)
            signatures.update(undefined(command, str(build.file)))
        build_library(signatures, options.mcpu, library)
        done, single = each(wanted, options.mcpu, rounds, library)
        yield from single
        if done:
            yield from together(done, options.mcpu, rounds, library)


def main() -> None:
    parser = argparse.ArgumentParser(description="whole chain against Clang")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--mcpu", default="gfx1100")
    parser.add_argument("--rounds", type=positive, default=3)
    run(parser, tables)


if __name__ == "__main__":
    main()
