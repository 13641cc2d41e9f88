"""
The acceptance kernels of `test/kernels`, from OpenCL C to AMDGPU code objects.

Every build is made for one processor and some for the others; `XDSL_OPENCL_FULL=1` makes
every build for each. gfx942 has no image instructions: kernels that read or write images
get that answer and no other.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import FULL

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import CompileError
from xdsl_opencl.transforms.builtins.opencl_link_device_library import (
    ENVIRONMENT_VARIABLE,
    HOW_TO_GET,
    find_libraries,
)

PROCESSORS = ("gfx1100", "gfx900", "gfx1030", "gfx1200", "gfx942")
BUILDS = suite_builds()
SAMPLE = 6

# Every `SAMPLE`th build, another one for each processor.
MATRIX = [
    pytest.param(processor, file, options, id=f"{processor}-{file}{options}")
    for number, processor in enumerate(PROCESSORS)
    for index, (file, options) in enumerate(BUILDS)
    if FULL or number == 0 or index % SAMPLE == number
]

# What these names have in the source makes image instructions.
IMAGE_ACCESS = re.compile(r"\b(read|write)_image(f|i|ui|h)\b")


def build(processor: str, file: str, options: str) -> list[str]:
    """
    Builds the file; the names of the kernels that the code object has.
    """
    standard = options_of(file, options).standard
    compilation = compile(
        KERNELS / file,
        Target(Abi.AMDHSA, processor),
        options=[*options.split(), f"-cl-std={standard}"],
    )
    code = compilation.code_object
    assert code.startswith(b"\x7fELF")
    info = compilation.info
    assert info.processor == processor
    names = [kernel.name for kernel in info.kernels]
    for name in names:
        # The descriptor's symbol, which a loader looks for.
        assert f"{name}.kd\0".encode() in code
    return names


needs_library = pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None, reason="no device library"
)


@needs_clang
@needs_library
@pytest.mark.parametrize(("processor", "file", "options"), MATRIX)
def test_build(processor: str, file: str, options: str) -> None:
    source = (KERNELS / file).read_text()
    if processor == "gfx942" and IMAGE_ACCESS.search(source):
        with pytest.raises(CompileError) as error:
            build(processor, file, options)
        first = str(error.value).partition("\n")[0]
        assert first.endswith(
            ": processor gfx942 has no image instructions; only the attributes of an "
            "image can be queried"
        )
        assert ": error: in @" in first
        return
    names = build(processor, file, options)
    assert names
    # `##` pastes some names together.
    assert "##" in source or all(f"{name}(" in source for name in names)


@needs_clang
@pytest.mark.parametrize("deeper", [0, 8])
def test_no_device_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, deeper: int
) -> None:
    """
    A program that needs ROCm's functions says which, and what to install, however long the
    path of its file is; others do not need the library.
    """
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setattr(
        "xdsl_opencl.transforms.builtins.opencl_link_device_library._candidates", tuple
    )
    folder = tmp_path.joinpath(*["a_folder"] * deeper)
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "math_builtins.cl"
    copy.write_text((KERNELS / "math_builtins.cl").read_text())
    assert build("gfx1100", "vector_add.cl", "") == ["vector_add"]
    with pytest.raises(CompileError) as error:
        compile(copy, Target(Abi.AMDHSA, "gfx1100"))
    assert "__ocml_" in str(error.value)
    assert HOW_TO_GET in str(error.value)
