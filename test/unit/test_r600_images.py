"""Images on ABI r600: what the suite's kernels compute, and what LLVM makes of them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from frontend_helpers import needs_clang, options_of
from host_helpers import CASES
from r600_machine import one_kernel, run_case
from tools import need

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import CompileError

SOURCES = Path(__file__).with_name("programs")

EVERGREEN = Target(Abi.R600, "juniper")


def compiled(file: str, kernel: str, options: str = "") -> ocl.Compilation:
    """One kernel of a file of the suite."""
    standard = options_of(file, options).standard
    source = ocl.SourceFile(file, one_kernel(file, kernel))
    return ocl.compile(source, EVERGREEN, options=[f"-cl-std={standard}"])


REFUSED = {
    ("blur.cl", "blur_rows"): "only sampler arguments are numbered",
    ("blur.cl", "blur_columns"): "only sampler arguments are numbered",
    ("blur.cl", "kernel_samplers"): "only sampler arguments are numbered",
    ("image_more.cl", "image_array"): "get_image_array_size .* has no place",
    ("image_query.cl", "function_image"): "only sampler arguments are numbered",
    ("image_sample.cl", "read_plain"): "no reads without a sampler",
    ("image_sample.cl", "read_3d"): "only sampler arguments are numbered",
    ("image_write.cl", "many_images"): "only sampler arguments are numbered",
}
"""Kernels of the suite that the ABI or LLVM's r600 target cannot express, and why."""

IMAGE_CASES = {
    name: case
    for name, case in CASES.items()
    if case.file.startswith("image_") or case.file == "blur.cl"
}
OTHERS = ("vector_add", "ids_absent_3", "linear_ids", "swizzle", "switch_table")
"""Ids, sizes and arguments, without images."""
RUN = {
    **{n: c for n, c in IMAGE_CASES.items() if (c.file, c.kernel) not in REFUSED},
    **{name: CASES[name] for name in OTHERS},
}
PROGRAMS: dict[tuple[str, str], ocl.Compilation] = {}


@needs_clang
@pytest.mark.parametrize("name", RUN)
def test_results(name: str) -> None:
    """The suite's results, to its tolerances, from our LLVM IR."""
    case = RUN[name]
    key = case.file, case.kernel
    if key not in PROGRAMS:
        PROGRAMS[key] = compiled(*key)
    assert run_case(case, PROGRAMS[key]) == []


@needs_clang
@pytest.mark.parametrize(("file", "kernel"), REFUSED)
def test_refused(file: str, kernel: str) -> None:
    with pytest.raises(CompileError, match=REFUSED[file, kernel]):
        _ = compiled(file, kernel).llvm_ir


# LLVM's own reading of hand-written LLVM IR, with the getters and the metadata of libclc's
# time: its R600 pass resolves the ids, so nothing of ours says what they are.

HAND_WRITTEN = (SOURCES / "r600_images.ll").read_text()
OURS = """
kernel void k(read_only image2d_t a, write_only image2d_t d, sampler_t s,
              read_only image2d_t b, sampler_t t, write_only image2d_t e,
              float x, float y, int i) {
  write_imagef(e, (int2)(i, 7), read_imagef(b, t, (float2)(x, y)));
}
"""
ACCESS = re.compile(r"TEX_SAMPLE .*|MEM_RAT STORE_TYPED .*")
REGISTERS = re.compile(r"\bT\d+\.?\w*(, )?")
CONSTANTS = re.compile(r"KC0\[\d+\]\.[XYZW]")


def code(version: int, processor: str, ir: str) -> tuple[list[str], set[str]]:
    """
    The image instructions without their registers, and the constants that are read, in
    what `llc` makes of LLVM IR.
    """
    llc = need("llc", version, version)
    command = (llc, "-O2", "-mtriple=r600", f"-mcpu={processor}", "-o", "-")
    done = subprocess.run(
        command, input=ir, capture_output=True, text=True, timeout=60, check=False
    )
    assert not done.returncode, done.stderr[:2000]
    found = ACCESS.findall(done.stdout)
    found = [" ".join(REGISTERS.sub("", line).split()) for line in found]
    return sorted(found), set(CONSTANTS.findall(done.stdout))


@needs_clang
@pytest.mark.parametrize("processor", ["juniper", "cayman"])
@pytest.mark.parametrize("version", [19, 22])
def test_same_instructions_as_hand_written(version: int, processor: str) -> None:
    """
    Texture, sampler and target numbers, coordinate types, and the places of the scalars in
    constant buffer 0.
    """
    program = ocl.compile(ocl.SourceFile("k.cl", OURS), Target(Abi.R600, processor))
    ours = code(version, processor, program.llvm_ir)
    theirs = code(version, processor, HAND_WRITTEN)
    assert ours == theirs
    assert [line for line in ours[0] if "TEX" in line] == [
        "TEX_SAMPLE RID:3 SID:1 CT:NNNN",
        "TEX_SAMPLE RID:3 SID:1 CT:UUUU",
    ]
    assert "RAT(2)" in ours[0][0]
