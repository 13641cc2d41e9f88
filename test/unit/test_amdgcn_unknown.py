"""
amdgcn without a system against LLVM: `llc` for `amdgcn--` reads the arguments where our
layout has them, after the header of 36 bytes, and what we read of the header and of the
implicit block is in the machine code at its offset.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from frontend_helpers import needs_clang
from tools import need

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.reflection import started_kernels
from xdsl_opencl.frontend import BuildOptions

PROGRAMS = Path(__file__).with_name("programs")

TARGET = Target(Abi.AMDGCN_UNKNOWN, "gfx803")
SOURCE = (PROGRAMS / "amdgcn_unknown.cl").read_text()
ARGUMENT = re.compile(
    r"^  %(\w+)\.kernarg\.offset(\.align\.down)? = .* i64 (\d+)$", re.MULTILINE
)
SEGMENT = re.compile(
    r"dereferenceable\((\d+)\) ptr addrspace\(4\) @llvm\.amdgcn\.kernarg"
)
LOAD = re.compile(r"s_load_dword(x\d+)? .*, 0x([0-9a-f]+)$", re.MULTILINE)


def llc(ir: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = (need("llc", 22, 22), "-mtriple=amdgcn--", "-mcpu=gfx803", "-o", "-")
    return subprocess.run(
        [*command, *options],
        input=ir,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


@pytest.fixture(scope="module")
def program() -> ocl.Compilation:
    source = ocl.SourceFile("unknown.cl", SOURCE)
    # Not `ocl.compile`, which wants machine code: nothing defines what is called.
    return Compilation(source, TARGET, build=BuildOptions(standard="CL1.2"))


@needs_clang
@pytest.mark.parametrize("kernel", ["vecadd", "scalars", "vec3", "small", "locals"])
def test_offsets(kernel: str, program: ocl.Compilation) -> None:
    step = "-print-after=amdgpu-lower-kernel-arguments"
    ir = program.llvm_ir
    printed = llc(ir, step, f"-filter-print-funcs={kernel}").stderr
    assert program.signatures is not None
    described = {d.name: d.layout for d in started_kernels(program.signatures, TARGET)}
    layout = described[kernel]
    found = {m[1]: (int(m[3]), bool(m[2])) for m in ARGUMENT.finditer(printed)}
    assert list(found) == [place.name for place in layout.explicit]
    for place in layout.explicit:
        offset, down = found[place.name]
        # LLVM loads the dword with a smaller argument.
        assert offset == (place.offset & ~3 if down else place.offset)
    size = SEGMENT.search(printed)
    assert size is not None
    # LLVM's own figure, which the callees' possible use of the implicit block is in, does
    # not count the header.
    assert int(size[1]) + 36 == layout.kernarg_segment_size


@needs_clang
@pytest.mark.parametrize("level", [0, 3])
def test_sizes(level: int) -> None:
    """
    Each number of the header and of the implicit block is read from its place, also in a
    function that is not inlined by itself, without a dispatch packet.
    """
    source = (
        SOURCE[: SOURCE.index("struct P5")] + SOURCE[SOURCE.index("kernel void siz") :]
    )
    program = ocl.compile(
        ocl.SourceFile("sizes.cl", source),
        TARGET,
        options=["-cl-std=CL1.2"],
        level=level,
    )
    text = program.assembly
    read: set[int] = set()
    for match in LOAD.finditer(text):
        first, dwords = int(match[2], 16), int((match[1] or "x1")[1:])
        read |= {first + 4 * i for i in range(dwords)}
    # Groups x and y, global size x and z, local size y; o at 36, n at 44, c at 48; then,
    # from the next multiple of four, dimensions and the third offset.
    assert {0, 4, 12, 20, 28, 36, 40, 44, 48, 52, 64} <= read
    assert "s_swappc" not in text
    # The address of the arguments alone.
    assert re.search(r"USER_SGPR: 2$", llc(program.llvm_ir).stdout, re.MULTILINE)
    elf = program.object
    assert elf.startswith(b"\x7fELF\x02")
    assert b"sizes\0" in elf
