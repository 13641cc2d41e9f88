"""
A kernel that requires sub-groups of a size: the GPU has it or the build fails; the CPU device
builds the kernel as Clang and pocl do, and warns of it.
"""

from __future__ import annotations

import pytest
from frontend_helpers import needs_clang
from test_icd_errors import World
from test_icd_extensions import built

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import CompileError
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.source import SourceFile

pytestmark = needs_clang

SOURCE = """\
kernel void plain(global int *o) { o[0] = 1; }
__attribute__((intel_reqd_sub_group_size(%d)))
kernel void k(global int *o) { o[0] = 2; }
"""
WARNING = (
    "warning: in @k: the kernel requires sub-groups of {} work items; those of the CPU device "
    "have 1, and its sub-group functions see no other work item"
)


def compilation(
    size: int, target: Target | None, *, for_host: bool = False
) -> Compilation:
    source = SourceFile("s.cl", SOURCE % size)
    return Compilation(source, target, for_host=for_host)


@pytest.mark.parametrize("size", [1, 8, 16, 32])
def test_cpu_device(size: int):
    host = compilation(size, Target(Abi.HOST))
    run = compilation(size, None, for_host=True)
    for made in (host, run):
        assert made.opencl_module
        expected = "" if size == 1 else f"s.cl:3:1: {WARNING.format(size)}\n"
        first = "".join(made.warnings.splitlines(keepends=True)[:1])
        assert first == expected
        assert made.warnings.count("warning") == (size != 1)


def test_log_of_the_driver():
    assert built(World(), SOURCE % 16)[1] == WARNING.format(16)
    assert built(World(), SOURCE % 1)[1] == ""


def test_gpu():
    made = compilation(32, Target(Abi.AMDHSA, "gfx1100"))
    assert made.llvm_ir
    assert made.warnings == ""
    with pytest.raises(CompileError, match="requires sub-groups of 16; the target's"):
        compilation(16, Target(Abi.AMDHSA, "gfx1100")).llvm_ir
