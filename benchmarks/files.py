"""
The processor time of each file, OpenCL C to code object, against Clang and LLD.

Ours is a process that has compiled a file before, and its child processes; Clang and LLD
are started for each file. With `--opencl-bc` (see `code_quality.py`) Clang has ROCm's
device libraries: `opencl.bc`, `ocml.bc` and `ockl.bc`. Without it, it has the small library
of `builtin_library.py`, which defines only the functions that the files call. User and
system time of all processes, the least of some rounds, both sides in turn: other programs
that use the processors change the ratio little.

    python benchmarks/files.py [--opencl-bc PATH] [--mcpu gfx1100] [--rounds 3]
        [--options WORDS] [--clang PROGRAM --lld PROGRAM] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench_table import Row, Table, positive, run
from builtin_library import build_library, undefined
from code_quality import ClangSide
from frontend import clang_command, seconds_of, with_ours
from suite_builds import Build, builds, make_build

from xdsl_opencl.backend.objects.code_object import find_linker


class Programs:
    """
    Clang with a library, then LLD.
    """

    def __init__(
        self, folder: Path, rocm: Path | None, clang: str | None, linker: str | None
    ) -> None:
        self.folder = folder
        self.rocm = None if rocm is None else ClangSide(folder, rocm)
        self.small = folder / "library.bc"
        self.clang = clang
        self.linker = find_linker().command if linker is None else (linker,)

    def make_library(self, wanted: Sequence[Build], mcpu: str) -> None:
        """
        Makes the library of the builtin functions that `wanted` call, if it is not ROCm's.
        """
        if self.rocm is None:
            signatures: dict[str, tuple[str, str]] = {}
            for build in wanted:
                words = clang_command(build, mcpu)
                signatures.update(undefined(words, str(build.file)))
            build_library(signatures, mcpu, self.small)

    def commands(self, build: Build, mcpu: str) -> tuple[Sequence[str], Sequence[str]]:
        """
        The two command lines for `build`.
        """
        made, linked = self.folder / "k.o", self.folder / "k.hsaco"
        words = clang_command(build, mcpu)
        if self.clang is not None:
            # An installed Clang has headers of its own.
            words = [self.clang, *words[words.index("-x") :]]
            if "-isystem" in words:
                place = words.index("-isystem")
                del words[place : place + 2]
        words += ["-mllvm", "-amdgpu-internalize-symbols"]
        libraries = [self.small]
        if self.rocm is not None:
            libraries = [*self.rocm.libraries, self.rocm.controls(mcpu, build.options)]
            if self.rocm.opencl is not None:
                libraries.insert(0, self.rocm.opencl)
            if b"printf" in build.file.read_bytes():
                words += ["-include", str(self.rocm.printf)]
        for library in libraries:
            words += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(library)]
        compile_ = [*words, "-c", str(build.file), "-o", str(made)]
        return compile_, [*self.linker, "-shared", str(made), "-o", str(linked)]

    def run(self, commands: Sequence[Sequence[str]]) -> bool:
        return all(
            subprocess.run(words, capture_output=True, check=False).returncode == 0
            for words in commands
        )


def tables(arguments: argparse.Namespace) -> Iterator[Table]:
    """
    Yields the processor time of each file.
    """
    os.environ["XDSL_OPENCL_CACHE"] = ""
    files: list[Path] = arguments.files
    words = shlex.split(arguments.options)
    wanted = [make_build(file, words) for file in files] or builds()
    rounds: int = arguments.rounds
    if arguments.quick:
        wanted, rounds = wanted[:6], 1
    rows: dict[str, Row] = {}
    notes: list[str] = []
    with TemporaryDirectory() as name:
        programs = Programs(
            Path(name), arguments.opencl_bc, arguments.clang, arguments.lld
        )
        programs.make_library(wanted, arguments.mcpu)
        for build in wanted:
            works = (
                partial(with_ours, build, arguments.mcpu),
                partial(programs.run, programs.commands(build, arguments.mcpu)),
            )
            if not all(work() for work in works):
                notes.append(f"{build.label} left out: not compiled by both")
                continue
            ours, clangs = (s.cpu * 1e3 for s in seconds_of(works, rounds))
            rows[build.label] = {"ours": ours, "Clang": clangs}
    library = "the same library" if arguments.opencl_bc is None else "ROCm's libraries"
    sums = [sum(row[side] for row in rows.values()) for side in ("ours", "Clang")]
    notes.append(f"sums: {sums[0]:.0f} ms, Clang's {sums[1]:.0f} ms")
    yield Table(
        f"Processor time of each file, in a process that has compiled before, beside a new Clang with {library}",
        "ms of processor time, in a process that has compiled before",
        rows,
        goal="at most 1.0, none over 1.5",
        over=1.25,
        notes=tuple(notes),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="processor time of each file")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--mcpu", default="gfx1100")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--options", default="", help="of OpenCL C, for all FILEs")
    parser.add_argument("--opencl-bc", type=Path, metavar="PATH")
    parser.add_argument("--clang", metavar="PROGRAM")
    parser.add_argument("--lld", metavar="PROGRAM")
    run(parser, tables)


if __name__ == "__main__":
    main()
