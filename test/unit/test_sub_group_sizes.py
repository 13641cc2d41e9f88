"""
A kernel that requires sub-groups of a size has them, or the build fails and names the sizes that
there are.
"""

from __future__ import annotations

import numpy as np
import pytest
from frontend_helpers import needs_clang
from test_icd_errors import World
from test_icd_extensions import built

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import CompileError
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.runtime import Program
from xdsl_opencl.source import SourceFile

pytestmark = needs_clang

SOURCE = """\
kernel void plain(global int *o) { o[0] = 1; }
__attribute__((intel_reqd_sub_group_size(%d)))
kernel void k(global int *o) { o[get_global_id(0)] = sub_group_reduce_max(get_local_id(0)); }
"""
REFUSED = (
    "kernel @k requires sub-groups of {} work items; those of the CPU device have 8, 16, 32 or "
    "64, without a requirement 16"
)


def compilation(size: int, target: Target) -> Compilation:
    source = SourceFile("s.cl", SOURCE % size)
    build = BuildOptions.from_text("-cl-std=CL3.0")
    return Compilation(source, target, build=build)


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_cpu_device(size: int):
    found = np.zeros(72, np.int32)
    Program.from_source(SOURCE % size, "-cl-std=CL3.0")["k"](72, 72, found)
    ends = np.minimum(np.arange(72) // size * size + size, 72) - 1
    assert found.tolist() == ends.tolist()


@pytest.mark.parametrize("size", [1, 4, 12, 128])
def test_refused(size: int):
    with pytest.raises(CompileError, match=REFUSED.format(size)):
        compilation(size, Target(Abi.HOST)).llvm_ir


def test_log_of_the_driver():
    assert built(World(), SOURCE % 16)[1] == ""
    log = built(World(), SOURCE % 4)[1]
    assert REFUSED.format(4) in log
    assert "error" in log


def test_gpu():
    made = compilation(32, Target(Abi.AMDHSA, "gfx1100"))
    assert made.llvm_ir
    assert made.warnings == ""
    with pytest.raises(CompileError, match="requires sub-groups of 16; the target's"):
        compilation(16, Target(Abi.AMDHSA, "gfx1100")).llvm_ir
