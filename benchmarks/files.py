"""
The processor time of each file, OpenCL C to code object, against Clang and LLD.

Ours is a process that has compiled a file before, and its child processes; Clang and LLD
are started for each file. Both have ROCm's device libraries: Clang `ocml.bc`, `ockl.bc`
and ROCm's `opencl.bc` (`--opencl-bc`, see `code_quality.py`), we `ocml.bc` where it is
needed. User and system time of all processes, the least of some rounds, both sides in
turn: other programs that use the processors change the ratio little.

    python benchmarks/files.py --opencl-bc PATH [--mcpu gfx1100] [--rounds 3]
        [--options WORDS] [--clang PROGRAM --lld PROGRAM] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory

from code_quality import ClangSide
from frontend import Build, builds, make_build, seconds_of, with_ours

from xdsl_opencl.backend.code_object import find_linker


class Programs:
    """
    Clang with ROCm's libraries, then LLD.
    """

    def __init__(
        self, folder: Path, library: Path, clang: str | None, linker: str | None
    ) -> None:
        self.side = ClangSide(folder, library)
        self.folder = folder
        own = self.side.clang.command, self.side.headers
        self.clang, self.headers = own if clang is None else ((clang,), ())
        self.linker = find_linker().command if linker is None else (linker,)

    def commands(self, build: Build, mcpu: str) -> tuple[Sequence[str], Sequence[str]]:
        """
        The two command lines for `build`.
        """
        made, linked = self.folder / "k.o", self.folder / "k.hsaco"
        words = [*self.clang, "-x", "cl", "-target", "amdgcn-amd-amdhsa", "-w"]
        words += [f"-mcpu={mcpu}", "-O3", "-mcode-object-version=5", "-nogpulib"]
        words += ["-Wno-incompatible-pointer-types", "-fgnu89-inline", *self.headers]
        # Else LLD refuses functions that have no definition: those of images.
        words += ["-fvisibility=default", "-mllvm", "-amdgpu-internalize-symbols"]
        libraries = [*self.side.libraries, self.side.controls(mcpu, build.options)]
        if self.side.opencl is not None:
            libraries.insert(0, self.side.opencl)
        for library in libraries:
            words += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(library)]
        if b"printf" in build.file.read_bytes():
            words += ["-include", str(self.side.printf)]
        compile_ = [*words, *build.options, "-c", str(build.file), "-o", str(made)]
        link = [*self.linker, "-shared", str(made), "-o", str(linked)]
        return compile_, link

    def run(self, commands: Sequence[Sequence[str]]) -> bool:
        return all(
            subprocess.run(words, capture_output=True, check=False).returncode == 0
            for words in commands
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="processor time of each file")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--mcpu", default="gfx1100")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--options", default="", help="of OpenCL C, for all FILEs")
    parser.add_argument("--opencl-bc", type=Path, required=True, metavar="PATH")
    parser.add_argument("--clang", metavar="PROGRAM")
    parser.add_argument("--lld", metavar="PROGRAM")
    arguments = parser.parse_args()
    os.environ["XDSL_OPENCL_CACHE"] = ""
    files: list[Path] = arguments.files
    words = shlex.split(arguments.options)
    wanted = [make_build(file, words) for file in files] or builds()
    ratios: list[float] = []
    ours_sum = clangs_sum = 0.0
    with TemporaryDirectory() as name:
        programs = Programs(
            Path(name), arguments.opencl_bc, arguments.clang, arguments.lld
        )
        print(f"{'':>44} {'ours ms':>8} {'Clang ms':>8} {'ratio':>6}")
        for build in wanted:
            works = (
                partial(with_ours, build, arguments.mcpu),
                partial(programs.run, programs.commands(build, arguments.mcpu)),
            )
            if not all(work() for work in works):
                print(f"{build.label:>44} not compiled by both", flush=True)
                continue
            ours, clangs = (s.cpu for s in seconds_of(works, arguments.rounds))
            ratios.append(ours / clangs)
            ours_sum += ours
            clangs_sum += clangs
            print(
                f"{build.label:>44} {1e3 * ours:>8.1f} {1e3 * clangs:>8.1f} "
                f"{ratios[-1]:>6.2f}",
                flush=True,
            )
    print(
        f"{len(ratios)} files, processor time: geometric mean "
        f"{geometric_mean(ratios):.2f}, greatest {max(ratios):.2f}, over 1.5 "
        f"{sum(ratio > 1.5 for ratio in ratios)}, sum {ours_sum:.2f} s against "
        f"{clangs_sum:.2f} s"
    )


if __name__ == "__main__":
    main()
