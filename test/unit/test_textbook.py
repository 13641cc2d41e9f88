"""
Textbook kernels with barriers (`test/textbook`), against NumPy: at local sizes around rows of
sixteen on the CPU device, and on emulated GPUs.

Each file runs on one GPU in rotation, with some of the sizes; `XDSL_OPENCL_LONG=1` runs all
sizes on all GPUs, and checks that no kernel does what it must not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from frontend_helpers import needs_clang
from long_runs import LONG, long_run
from textbook_cases import CASES, Case, Size

from xdsl_opencl.abi.conventions.amdgpu import USUAL_WORK_GROUP_SIZE
from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries

FOLDER = Path(__file__).parents[1] / "textbook"
FILES = sorted(path.name for path in FOLDER.glob("*.cl"))
GPUS = ("gfx1100", "gfx90a", "gfx900", "gfx1200")
ROTATION = [
    (file, gpu)
    for number, file in enumerate(FILES)
    for gpu in (GPUS if LONG else (GPUS[number % len(GPUS)],))
]
OPTIONS = "-cl-std=CL1.2"

needs_library = pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None, reason="no device library"
)


def on_gpu(case: Case) -> list[Size]:
    """The local sizes of a case that an emulated GPU runs."""
    sizes = [s for s in case.sizes if case.run(s).largest <= USUAL_WORK_GROUP_SIZE]
    return sizes if LONG else [sizes[CASES.index(case) % len(sizes)]]


def wrong(
    program: Program, file: str, sizes: Callable[[Case], Sequence[Size]]
) -> list[str]:
    """The cases of `file` whose results at the local sizes `sizes` are not NumPy's."""
    failures: list[str] = []
    for case in (c for c in CASES if c.file == file):
        for local in sizes(case):
            try:
                case.run(local).check(program)
            except AssertionError as error:
                failures.append(f"{case.name} {local}: {error}")
    return failures


def test_every_kernel_has_a_case() -> None:
    assert {case.file for case in CASES} == set(FILES)
    for file in FILES:
        text = (FOLDER / file).read_text()
        for line in text.splitlines():
            if line.startswith("kernel void "):
                name = line.removeprefix("kernel void ").partition("(")[0]
                assert any(name.startswith(case.name) for case in CASES), name


@needs_clang
@pytest.mark.parametrize("file", FILES)
def test_cpu(file: str) -> None:
    program = Program.from_file(FOLDER / file, OPTIONS)
    assert wrong(program, file, lambda case: case.sizes) == []


@needs_clang
@needs_library
@pytest.mark.parametrize(("file", "gpu"), ROTATION)
def test_gpu(file: str, gpu: str) -> None:
    program = Program.from_file(FOLDER / file, OPTIONS, device=gpu)
    assert wrong(program, file, on_gpu) == []


@needs_clang
@long_run
@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("options", ["-cl-opt-disable", "-cl-std=CL3.0"])
def test_other_options(file: str, options: str) -> None:
    program = Program.from_file(FOLDER / file, options)
    assert wrong(program, file, lambda case: case.sizes) == []


@needs_clang
@long_run
@pytest.mark.parametrize("file", FILES)
def test_checked(file: str) -> None:
    program = Program.from_file(FOLDER / file, OPTIONS, check=True)
    assert wrong(program, file, lambda case: case.sizes) == []
