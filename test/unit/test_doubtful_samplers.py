"""
Samplers that may be declared, and whose reads are undefined: Clang, pocl and Intel's
compiler build them, so they are warned of and do no harm.
"""

from __future__ import annotations

import numpy as np
import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.runtime import Image, Program
from xdsl_opencl.source import SourceFile

pytestmark = needs_clang

SOURCE = """\
constant sampler_t program = CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
kernel void k(read_only image2d_t i, global float4 *o, float2 at) {
  const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | MODE | FILTER;
  o[0] = read_imagef(i, s, at);
  o[1] = read_imagef(i, s, convert_int2_sat(at));
  o[2] = read_imagef(i, program, at);
}
"""
TARGETS = {
    "host": Target(Abi.HOST),
    "gfx90a": Target(Abi.AMDHSA, "gfx90a"),
    "gfx1100": Target(Abi.AMDHSA, "gfx1100"),
    "amdcl2": Target(Abi.AMDCL2, "gfx900"),
}
MODES = ("CLK_ADDRESS_REPEAT", "CLK_ADDRESS_MIRRORED_REPEAT")


def options(mode: str, filter: str = "CLK_FILTER_NEAREST") -> BuildOptions:
    return BuildOptions(preprocessor=(f"-DMODE={mode}", f"-DFILTER={filter}"))


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
@pytest.mark.parametrize("mode", MODES)
def test_warning(target: Target, mode: str) -> None:
    compilation = Compilation(SourceFile("s.cl", SOURCE), target, build=options(mode))
    assert compilation.llvm_ir
    word = mode.removeprefix("CLK_ADDRESS_").lower()
    for place, name in (("3:23", word), ("1:30", "repeat")):
        text = (
            f"s.cl:{place}: warning: in @k: the sampler's addressing mode {name} needs "
            "normalized coordinates; what it reads is undefined (OpenCL C 3.0, section "
            "6.15.15.2)\n"
        )
        assert compilation.warnings.count(text) == 1, compilation.warnings


@pytest.mark.parametrize("mode", ["CLK_ADDRESS_CLAMP", "CLK_ADDRESS_NONE"])
def test_no_warning(mode: str) -> None:
    source = SOURCE.replace("CLK_ADDRESS_REPEAT", "CLK_ADDRESS_CLAMP_TO_EDGE")
    compilation = Compilation(
        SourceFile("s.cl", source), TARGETS["host"], build=options(mode)
    )
    assert compilation.llvm_ir
    assert compilation.warnings == ""


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("filter", ["CLK_FILTER_NEAREST", "CLK_FILTER_LINEAR"])
@pytest.mark.parametrize("mode", MODES)
def test_reads_stay_in_the_image(mode: str, filter: str, check: bool) -> None:
    """Whatever the coordinates are, a value of the image or of its border is read."""
    words = f"-DMODE={mode} -DFILTER={filter}"
    program = Program.from_source(SOURCE, words, check=check)
    image = Image(np.ones((2, 2, 4), np.float32), channel_data_type="FLOAT")
    for x in (0, 1.5, -7, 1e9, -1e30, np.inf, np.nan):
        out = np.full((3, 4), 9, np.float32)
        at = np.array([x, -x], np.float32)
        program["k"]((1,), (1,), image, out, at)
        seen = out[np.isfinite(out)]
        assert ((seen >= 0) & (seen <= 1)).all(), (x, out)
