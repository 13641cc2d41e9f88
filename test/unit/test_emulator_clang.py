"""
Code objects that Clang makes of the suite's kernels, with no part of ours, run by the
emulator: they give the suite's results as ours do.

Clang has no library of OpenCL's functions for amdgcn of its own, so a prelude defines those
that it has builtins for; the kernels that need more are not here.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest
import tools
from host_helpers import CASES, KERNELS, run_kernel, standard_of
from long_runs import LONG
from texts import parts

from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.runtime import Program

PRELUDE = parts("emulator_clang.cl")["PRELUDE"]

FILES = (
    *("vector_add.cl", "saxpy.cl", "transpose.cl", "reduce.cl", "scan.cl", "gemm.cl"),
    *("mandelbrot.cl", "private_array.cl", "struct_arg.cl"),
    *("switch_table.cl", "constant_arg.cl"),
)

CASES_OF_FILES = [name for name, case in CASES.items() if case.file in FILES]

PROCESSORS = ("gfx900", "gfx90a", "gfx1030", "gfx1100", "gfx1200", "gfx1250")

MATRIX = [
    (name, mcpu)
    for number, mcpu in enumerate(PROCESSORS)
    for index, name in enumerate(CASES_OF_FILES)
    if LONG or index % len(PROCESSORS) == number
]


@cache
def clangs(file: str, options: str, mcpu: str) -> Program:
    clang = tools.need("clang", 22)
    command = [
        *(clang, "-x", "cl", f"-cl-std={standard_of(file)}", *options.split(), "-w"),
        *("-target", "amdgcn-amd-amdhsa", f"-mcpu={mcpu}", "-nogpulib", "-O2", "-c"),
        *("-Xclang", "-finclude-default-header", "-", "-o", "-"),
    ]
    source = PRELUDE + Path(KERNELS / file).read_text()
    done = subprocess.run(
        command, input=source.encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return Program.from_code_object(link(done.stdout))


@pytest.mark.parametrize(("name", "mcpu"), MATRIX)
def test_case(name: str, mcpu: str) -> None:
    case = CASES[name]
    assert run_kernel(case, clangs(case.file, case.build_options, mcpu)) == []
