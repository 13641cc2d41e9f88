"""
The machine code of every kernel of the suite, beside what Clang makes of the same source
with the same device library at -O3.

Static instructions (those of functions that are called count with the kernel), vector and
scalar registers, scratch bytes of a work item, local memory, bytes of the kernel's
arguments: of both sides for every kernel, and geometric means of the ratios (of scratch and
local memory the sums). A kernel with more than 1.10 times Clang's instructions, or with
more than 1.10 times its vector registers so that fewer waves fit on a SIMD, is explained
below the table.

Clang links ROCm's device libraries as ROCm's OpenCL does: ocml.bc and ockl.bc that our
library finds too, their control constants, and opencl.bc, which defines OpenCL's builtins
over these two. No Python package carries the last; give `--opencl-bc` the file of a ROCm
installation, or a checkout of ROCm-Device-Libs (its branch amd-stg-open), which is compiled
first. Without it, kernels whose code calls a builtin are left out.

    python benchmarks/code_quality.py [--mcpu gfx900,gfx1100] [--opencl-bc PATH]
        [--option=WORD ...] [FILE.cl ...]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path
from typing import Any

import llvmlite.binding  # pyright: ignore[reportMissingTypeStubs]
from bench_table import Table, chosen, run
from suite_builds import Build, builds, make_build

import xdsl_opencl as ocl
from xdsl_opencl.abi.gpu.occupancy import occupancy
from xdsl_opencl.abi.gpu.processors import PROCESSORS
from xdsl_opencl.backend.toolchain import ROCM_VARIABLE
from xdsl_opencl.frontend.clang.opencl_c import find_clang
from xdsl_opencl.transforms.builtins.opencl_link_device_library import (
    control_constants,
    find_libraries,
)

LIMIT = 1.10
"""A ratio of instructions or vector registers above this needs an explanation."""

EXPLANATIONS: dict[tuple[str, str], str] = {
    ("nbody.cl", "nbody_step"): (
        "LLVM unrolls the loop over local memory four times (AMDGPU's rule for it), which "
        "leaves more instructions and executes fewer; Clang's calls of builtins in the loop "
        "are marked convergent, which forbids that"
    ),
    ("gemm.cl", "gemm"): (
        "the same IR but for the ranges of the ids; the scheduler keeps three registers more"
    ),
    ("geometric.cl", "geometric"): (
        "half the instructions: lengths without branches, which the scheduler overlaps"
    ),
    ("math_builtins.cl", "math_binary"): (
        "the same functions of the same library, which the scheduler overlaps differently; "
        "of single functions none is longer"
    ),
}
"""
File and kernel to why ours is larger. Each was verified by taking away its cause:
`convergent` put on our calls.
"""


@dataclass(frozen=True)
class Cost:
    """
    The cost of a kernel's machine code; bytes where it is not a number of registers or
    instructions.
    """

    instructions: int
    vgprs: int
    sgprs: int
    scratch: int
    lds: int
    kernarg: int


PRINTF = """
global char *__printf_alloc(uint);
__attribute__((used)) void __keep_printf_alloc(void) { __printf_alloc(4); }
"""
"""
Clang makes calls of this function after it has linked what is called.
"""

SUMS = ("scratch", "lds")
"""Columns that are mostly 0."""

COLUMNS = tuple(field.name for field in fields(Cost))

COUNTED = {
    "instructions": ("instructions", "at most 0.95, none over 1.10 without its reason"),
    "vgprs": ("vector registers", "at most 1.0"),
    "sgprs": ("scalar registers", ""),
    "scratch": ("bytes of scratch", ""),
    "lds": ("bytes of local memory", ""),
    "kernarg": ("bytes of arguments", "at most 0.5"),
}
"""Units and goals of the columns."""

_FIELDS = {
    "vgpr_count": "vgprs",
    "sgpr_count": "sgprs",
    "private_segment_fixed_size": "scratch",
    "group_segment_fixed_size": "lds",
    "kernarg_segment_size": "kernarg",
}
"""Keys of a code object's metadata (AMDGPUUsage, "Code Object V5 Metadata")."""

_LABEL = re.compile(r"^([A-Za-z_$][\w$.]*):")
_INSTRUCTION = re.compile(
    r"^\t(?:s|v|ds|global|flat|scratch|buffer|tbuffer|image|exp)\w*"
)


def costs(assembly: str) -> dict[str, Cost]:
    """
    The kernels of an assembly text by name.
    """
    bodies: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in assembly.splitlines():
        if label := _LABEL.match(line):
            current = bodies.setdefault(label[1], [])
        elif ".Lfunc_end" in line or line.startswith("\t.section"):
            current = None
        elif current is not None and _INSTRUCTION.match(line):
            current.append(line)
    result: dict[str, Cost] = {}
    _, _, metadata = assembly.partition("amdhsa.kernels:")
    for entry in re.split(r"^ {2}- ", metadata, flags=re.MULTILINE)[1:]:
        # The first key stands after the dash.
        found = dict(re.findall(r"^(?: {4})?\.(\w+): +(\S+)$", entry, re.MULTILINE))
        if "name" not in found:
            continue
        name = found["name"].strip("'\"")
        result[name] = Cost(
            instructions=_reachable(name, bodies),
            **{ours: int(found[key]) for key, ours in _FIELDS.items()},
        )
    return result


def _reachable(kernel: str, bodies: dict[str, list[str]]) -> int:
    """
    The instructions of `kernel` and of all functions that it names, once each.
    """
    seen = {kernel}
    todo = [kernel]
    count = 0
    while todo:
        lines = bodies.get(todo.pop(), [])
        count += len(lines)
        for name in re.findall(r"[A-Za-z_$][\w$.]*", "\n".join(lines)):
            if name in bodies and name not in seen:
                seen.add(name)
                todo.append(name)
    return count


class LeftOutError(Exception):
    """
    A build that has no pair.
    """


class ClangSide:
    """
    Clang for amdgcn with ROCm's device libraries.
    """

    def __init__(self, folder: Path, opencl: Path | None):
        self.folder = folder
        self.clang = find_clang()
        self.headers: tuple[str, ...] = ()
        if self.clang.headers is not None:
            self.headers = ("-isystem", self.clang.headers)
        libraries = find_libraries(["ocml.bc", "ockl.bc"])
        if libraries is None:
            raise SystemExit(
                "error: no ocml.bc and ockl.bc; install iree-base-compiler"
            )
        self.libraries = libraries
        if opencl is None and (root := os.environ.get(ROCM_VARIABLE)):
            bitcode = Path(root, "amdgcn", "bitcode", "opencl.bc")
            opencl = bitcode if bitcode.exists() else None
        if opencl is not None and opencl.is_dir():
            opencl = self.build_library(opencl)
        self.opencl = opencl
        self.printf = folder / "printf.h"
        self.printf.write_text(PRINTF)
        version = subprocess.run(
            [*self.clang.command, "--version"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        match = re.search(r"clang version (\d+)", version)
        llvm: Any = llvmlite.binding
        if match is None or int(match[1]) != llvm.llvm_version_info[0]:
            raise SystemExit(
                f"error: Clang and llvmlite must be of one LLVM; llvmlite has "
                f"{llvm.llvm_version_info[0]}, Clang is {version.splitlines()[0]}"
            )

    def build_library(self, checkout: Path) -> Path:
        """
        opencl.bc of the sources in `checkout`, as `opencl/CMakeLists.txt` there says.
        """
        sources = sorted((checkout / "opencl" / "src").glob("*/*.cl"))
        if not sources:
            raise SystemExit(f"error: {checkout} has no opencl/src/*/*.cl")
        places = ("opencl/src/integer", "opencl/src/workgroup", "irif/inc")
        places += ("ocml/inc", "ockl/inc", "oclc/inc")
        command = [
            *self.clang.command,
            "-x",
            "cl",
            "-target",
            "amdgcn-amd-amdhsa",
            "-w",
        ]
        command += ["-Xclang", "-cl-std=CL2.0", "-fvisibility=protected", "-nogpulib"]
        command += ["-cl-no-stdinc", "-Xclang", "-finclude-default-header"]
        # Code for every version of the ABI.
        command += ["-Xclang", "-mcode-object-version=none", *self.headers]
        command += [f"-I{checkout / place}" for place in places]

        def build(source: Path) -> Path:
            made = self.folder / f"{source.stem}.bc"
            words = [*command, "-emit-llvm", "-c", str(source), "-o", str(made)]
            subprocess.run(words, check=True)
            return made

        with ThreadPoolExecutor(2) as pool:
            parts = list(pool.map(build, sources))
        llvm: Any = llvmlite.binding
        whole, *rest = (llvm.parse_bitcode(part.read_bytes()) for part in parts)
        for part in rest:
            whole.link_in(part)
        result = self.folder / "opencl.bc"
        result.write_bytes(whole.as_bitcode())
        return result

    def controls(self, mcpu: str, options: Sequence[str]) -> Path:
        """
        The control constants of the device libraries, which are small libraries of their
        own in ROCm (`oclc_*.bc`).
        """
        target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
        constants = control_constants(target, frozenset(options))
        text = "".join(
            f"@{name} = linkonce_odr hidden local_unnamed_addr addrspace(4) constant "
            f"i{type_.width.data} {value}\n"
            for name, (value, type_) in constants.items()
        )
        llvm: Any = llvmlite.binding
        module = llvm.parse_assembly(f'target triple = "amdgcn-amd-amdhsa"\n{text}')
        module.data_layout = llvm.parse_bitcode(
            self.libraries[0].read_bytes()
        ).data_layout
        values = "".join(str(value) for value, _ in constants.values())
        path = self.folder / f"oclc-{mcpu}-{values}.bc"
        path.write_bytes(module.as_bitcode())
        return path

    def command(self, build: Build, mcpu: str) -> list[str]:
        """
        The words that compile `build`, without those for its file and what to make of it.
        """
        command = [
            *self.clang.command,
            "-x",
            "cl",
            "-target",
            "amdgcn-amd-amdhsa",
            "-w",
        ]
        command += [f"-mcpu={mcpu}", "-O3", "-mcode-object-version=5", "-nogpulib"]
        command += ["-Wno-incompatible-pointer-types", "-fgnu89-inline", *self.headers]
        libraries = [*self.libraries, self.controls(mcpu, build.options)]
        if self.opencl is not None:
            libraries.insert(0, self.opencl)
        for library in libraries:
            command += ["-Xclang", "-mlink-builtin-bitcode", "-Xclang", str(library)]
        if b"printf" in build.file.read_bytes():
            command += ["-include", str(self.printf)]
        return [*command, *build.options]

    def assembly(self, build: Build, mcpu: str) -> str:
        """
        Clang's code for `build`.

        Raises `LeftOutError` when it does not accept it.
        """
        command = [*self.command(build, mcpu), "-S", str(build.file), "-o", "-"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            first = result.stderr.partition("\n")[0]
            raise LeftOutError(f"Clang: {first[:150]}")
        return result.stdout


def our_assembly(build: Build, mcpu: str) -> str:
    """
    Our library's code for `build`.

    Raises `LeftOutError` when it does not accept it.
    """
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    try:
        return ocl.compile(build.file, target, options=build.options).assembly
    except ocl.CompileError as error:
        raise LeftOutError(str(error).partition("\n")[0]) from None


@dataclass(frozen=True)
class Pair:
    """
    A kernel on both sides.
    """

    build: Build
    mcpu: str
    kernel: str
    ours: Cost
    clang: Cost

    def ratio(self, column: str) -> float:
        """
        Ours to Clang's; 1 when both are 0, infinite when Clang's is.
        """
        ours, clang = getattr(self.ours, column), getattr(self.clang, column)
        return ours / clang if clang else inf if ours else 1.0

    def waves(self, cost: Cost) -> int:
        """
        How many waves of the kernel fit on a SIMD by its vector registers.
        """
        processor = PROCESSORS[self.mcpu]
        fits = occupancy(processor, vgprs=cost.vgprs, sgprs=1, work_group_size=256)
        return min(fits.by_vgprs, fits.maximum)

    def explanation(self) -> str | None:
        """
        Why ours is larger, `None` if nobody knows.
        """
        ours, clang = self.waves(self.ours), self.waves(self.clang)
        if self.ratio("instructions") <= LIMIT and ours >= clang:
            return f"{ours} waves fit on a SIMD with either"
        return EXPLANATIONS.get((self.build.file.name, self.kernel))


_UNDEFINED = re.compile(r"\b(\w+)@(?:gotpcrel|rel|abs)")


def undefined(assembly: str) -> set[str]:
    """
    Names of builtins and library functions that code calls and the text lacks.
    """
    defined = set(re.findall(r"^([\w$.]+):", assembly, re.MULTILINE))
    return set(_UNDEFINED.findall(assembly)) - defined


def compare(
    side: ClangSide, all_builds: Sequence[Build], mcpu: str, left_out: list[str]
) -> Iterator[Pair]:
    """
    The kernels of all builds on both sides; one whose code does not depend on the build's
    options comes once. Adds the builds without a pair to `left_out`.
    """
    seen: set[tuple[Path, str, Cost, Cost]] = set()

    def with_clang(build: Build) -> str:
        return side.assembly(build, mcpu)

    with ThreadPoolExecutor(1) as pool:
        texts = [pool.submit(with_clang, build) for build in all_builds]
        for build, text in zip(all_builds, texts, strict=True):
            try:
                our_text = our_assembly(build, mcpu)
                clang_text = text.result()
                if missing := undefined(clang_text):
                    names = ", ".join(sorted(missing)[:4])
                    raise LeftOutError(f"its code calls {names}: give --opencl-bc")
            except LeftOutError as error:
                left_out.append(f"{build.label} left out: {error}")
                continue
            ours, clang = costs(our_text), costs(clang_text)
            for kernel in ours:
                key = (build.file, kernel, ours[kernel], clang[kernel])
                if key not in seen:
                    seen.add(key)
                    yield Pair(build, mcpu, *key[1:])


def compared(pairs: Sequence[Pair], mcpu: str, left_out: list[str]) -> Iterator[Table]:
    """
    Yields a table for each number of one processor, with the reasons of large ratios; the
    first says what is left out.
    """
    for column in COLUMNS if pairs else COLUMNS[:1]:
        rows = {
            f"{pair.build.label}: {pair.kernel}": {
                "ours": float(getattr(pair.ours, column)),
                "Clang": float(getattr(pair.clang, column)),
            }
            for pair in pairs
        }
        notes = left_out if column == COLUMNS[0] else []
        if column in SUMS:
            ours, clang = (
                sum(row[side] for row in rows.values()) for side in ("ours", "Clang")
            )
            notes.append(f"sums: {ours:.0f}, Clang's {clang:.0f}")
        if column in ("instructions", "vgprs"):
            notes += (
                f"`{pair.build.label}: {pair.kernel}`, "
                f"{pair.ratio(column):.2f}: {pair.explanation() or 'NOT EXPLAINED'}"
                for pair in pairs
                if pair.ratio(column) > LIMIT
            )
        unit, goal = COUNTED[column]
        yield Table(
            f"Machine code beside Clang's, {mcpu}, {unit}",
            unit,
            rows,
            goal=goal,
            over=LIMIT,
            notes=tuple(notes),
        )


def tables(arguments: argparse.Namespace) -> Iterator[Table]:
    """
    Yields the tables of each processor.
    """
    words: list[str] = arguments.option
    wanted = [make_build(file, words) for file in arguments.files] or builds()
    if arguments.quick:
        wanted = wanted[:8]
    with tempfile.TemporaryDirectory() as name:
        side = ClangSide(Path(name), arguments.opencl_bc)
        for mcpu in arguments.mcpu:
            left_out: list[str] = []
            pairs = list(compare(side, wanted, mcpu, left_out))
            yield from compared(pairs, mcpu, left_out)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE.cl")
    parser.add_argument("--mcpu", type=chosen(PROCESSORS), default="gfx900,gfx1100")
    parser.add_argument("--opencl-bc", type=Path, metavar="PATH")
    parser.add_argument("--option", action="append", default=[], metavar="WORD")
    run(parser, tables)


if __name__ == "__main__":
    main()
