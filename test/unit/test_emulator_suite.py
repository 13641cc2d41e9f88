"""
The acceptance kernels of `test/kernels` as machine code of GPUs, run by the emulator within
the tolerances that the CPU device has.

Each file has one of the generations in turn. `XDSL_OPENCL_LONG=1` runs every case on every
generation, and there without optimisation, with waves of 64, and with each version of code
objects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from frontend_helpers import needs_clang
from host_helpers import CASES, KERNELS, run_case
from long_runs import LONG

from xdsl_opencl.abi.target import Target
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries

PROCESSORS = (
    *("gfx1100", "gfx803", "gfx90a", "gfx942", "gfx1030"),
    *("gfx1200", "gfx1250"),
)
BUILDS = (
    *((Target(mcpu=name), 3) for name in PROCESSORS),
    (Target(mcpu="gfx1100", wave_size=64), 3),
    (Target(mcpu="gfx1100", code_object_version=4), 3),
    (Target(mcpu="gfx1100"), 0),
    (Target(mcpu="gfx900", code_object_version=4), 3),
    (Target(mcpu="gfx900"), 0),
    (Target(mcpu="gfx1030", wave_size=64), 1),
    (Target(mcpu="gfx1200", code_object_version=6), 0),
    (Target(mcpu="gfx942", code_object_version=6), 0),
    (Target(mcpu="gfx803", code_object_version=4), 0),
)

WITHOUT_IMAGES = ("gfx942", "gfx1250")
IMAGE_ACCESS = re.compile(r"\b(read|write)_image(f|i|ui|h)\b")
"""Source with these names makes image instructions."""

needs_library = pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None, reason="no device library"
)


def label(target: Target, level: int) -> str:
    return f"{target.mcpu}-w{target.wave_size}-v{target.code_object_version}-O{level}"


def matrix() -> Iterator[Any]:
    files = [*dict.fromkeys(case.file for case in CASES.values())]
    for name, case in CASES.items():
        one = BUILDS[files.index(case.file) % len(PROCESSORS)]
        for target, level in BUILDS if LONG else (one,):
            yield pytest.param(target, level, name, id=f"{label(target, level)}-{name}")


@pytest.fixture(autouse=True, scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@needs_clang
@needs_library
@pytest.mark.parametrize(("target", "level", "name"), tuple(matrix()))
def test_case(target: Target, level: int, name: str) -> None:
    case = CASES[name]
    source = (KERNELS / case.file).read_text()
    if target.mcpu in WITHOUT_IMAGES and IMAGE_ACCESS.search(source):
        with pytest.raises(Exception, match=f"{target.mcpu} has no image instructions"):
            run_case(case, target, level)
        return
    assert run_case(case, target, level) == []
