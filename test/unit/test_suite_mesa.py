"""
The acceptance kernels of `test/kernels` for the ABIs that Mesa's clover starts (mesa3d,
r600) and for amdgcn without a system: assembly and object, or the reason why not.

Some builds are made; `XDSL_OPENCL_LONG=1` makes every build for each ABI.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from long_runs import LONG

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.driver import CompileError

TARGETS = {
    "mesa3d": Target(Abi.MESA3D, "gfx803"),
    "amdgcn-unknown": Target(Abi.AMDGCN_UNKNOWN, "gfx803"),
    "r600": Target(Abi.R600, "cypress"),
}
NO_PRINTF = "has no printf"
NO_MATH = "there is no mathematical library for ABI r600"
NO_SELECTION = "LLVM cannot generate code"
REFUSED: Mapping[str, Mapping[str, str]] = {
    "mesa3d": {"printf.cl": NO_PRINTF},
    "amdgcn-unknown": {
        "printf.cl": NO_PRINTF,
        # The hardware's descriptor has no constants of OpenCL.
        "image_query.cl": "does not have the channel order",
    },
    "r600": {
        # LLVM selects no `cmpxchg` of global memory, no 64-bit atomics, and makes cycles
        # of accesses to parts of a dword.
        "atomics.cl": NO_SELECTION,
        "atomics64.cl": NO_SELECTION,
        "int_builtins.cl": NO_SELECTION,
        "private_array.cl": NO_SELECTION,
        "vload_vstore.cl -DT=short": NO_SELECTION,
        "vload_vstore.cl -DT=uchar": NO_SELECTION,
        "convert.cl": NO_MATH,
        "double.cl": NO_MATH,
        "math_builtins.cl": NO_MATH,
        "nbody.cl": NO_MATH,
        "printf.cl": NO_PRINTF,
        "struct_arg.cl": "no structures by value",
        "work_group.cl": "no group functions",
        # By kernel in test_r600_images.py.
        "blur.cl": "only sampler arguments are numbered",
        "image_more.cl": "has no place among the implicit values",
        "image_query.cl": "only sampler arguments are numbered",
        "image_sample.cl": "no reads without a sampler",
        "image_write.cl": "only sampler arguments are numbered",
    },
}
ALWAYS = ("blur.cl", "ids.cl", "ids20.cl", "image_more.cl", "odd_args.cl", "printf.cl")
"""The kernels that use what is particular to these ABIs: images, ids, places of arguments."""
SAMPLE = 8
MATRIX = [
    pytest.param(abi, file, options, id=f"{abi}-{file}{options}")
    for number, abi in enumerate(TARGETS)
    for index, (file, options) in enumerate(suite_builds())
    if LONG or file in ALWAYS or index % SAMPLE == number
]


@needs_clang
@pytest.mark.parametrize(("abi", "file", "options"), MATRIX)
def test_build(abi: str, file: str, options: str) -> None:
    standard = options_of(file, options).standard
    words = [*options.split(), f"-cl-std={standard}"]

    def build() -> bytes:
        compilation = compile(KERNELS / file, TARGETS[abi], options=words)
        assert compilation.assembly
        return compilation.object

    refused = REFUSED[abi]
    reason = refused.get(file) or refused.get(f"{file} {options}".strip())
    if reason is None:
        assert build().startswith(b"\x7fELF")
        return
    with pytest.raises(CompileError) as error:
        build()
    assert reason in str(error.value)
