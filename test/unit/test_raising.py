"""
Raising: the two passes after one another are the one walk of the frontend.
"""

from __future__ import annotations

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from xdsl.context import Context

from xdsl_opencl.frontend.normalise import normalise
from xdsl_opencl.frontend.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.opencl_raise_builtins import OpenCLRaiseBuiltinsPass
from xdsl_opencl.frontend.opencl_raise_kernels import OpenCLRaiseKernelsPass
from xdsl_opencl.frontend.raise_module import raise_module
from xdsl_opencl.llvm_ir.reader.module import ModuleReader

FILES = ("async_copy.cl", "calls.cl", "histogram.cl", "image_sample.cl", "reduce.cl")
BUILDS = [next(b for b in suite_builds() if b[0] == file) for file in FILES]


@needs_clang
@pytest.mark.parametrize(("file", "build"), BUILDS)
def test_passes_are_the_walk(file: str, build: str) -> None:
    ir = compile_opencl_c(options_of(file, build), str(KERNELS / file)).ir
    text = normalise(ir, file)
    expected = ModuleReader(text, source=file).read()
    raise_module(expected)
    module = ModuleReader(text, source=file).read()
    module.verify()
    OpenCLRaiseKernelsPass().apply(Context(), module)
    module.verify()
    OpenCLRaiseBuiltinsPass().apply(Context(), module)
    module.verify()
    assert str(module) == str(expected)
