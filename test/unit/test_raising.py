"""
Raising: the two passes after one another are the one walk of the frontend, and calls that
become operations while the module is read become the same ones.
"""

from __future__ import annotations

import pytest
from frontend_helpers import KERNELS, needs_clang, options_of, suite_builds
from xdsl.context import Context

from xdsl_opencl.frontend.builtins.call_raising import call_maker
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.ir_text.normalise import normalise
from xdsl_opencl.frontend.opencl_raise_builtins import OpenCLRaiseBuiltinsPass
from xdsl_opencl.frontend.opencl_raise_kernels import OpenCLRaiseKernelsPass
from xdsl_opencl.frontend.raise_module import raise_module
from xdsl_opencl.llvm_ir.reader.lexer import LineError
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


@needs_clang
@pytest.mark.parametrize(("file", "build"), BUILDS)
def test_calls_made_by_the_reader_are_those_of_the_walk(file: str, build: str) -> None:
    ir = compile_opencl_c(options_of(file, build), str(KERNELS / file)).ir
    text = normalise(ir, file)
    expected = ModuleReader(text, source=file).read()
    raise_module(expected)
    module = ModuleReader(text, source=file, makers=call_maker).read()
    raise_module(module)
    module.verify()
    assert str(module) == str(expected)


@pytest.mark.parametrize(
    ("symbol", "at_once"),
    [
        ("_Z13get_global_idj", True),
        ("_Z3maxii", True),
        ("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i", False),
        ("_Z17wait_group_eventsiPU3AS49ocl_event", False),
        ("__read_pipe_2", False),
        ("printf", False),
        ("_Z4userj", False),
    ],
)
def test_calls_that_the_reader_makes(symbol: str, *, at_once: bool) -> None:
    assert (call_maker(symbol) is not None) is at_once


def read(body: str) -> str:
    text = f"define spir_kernel void @k(float %a, i32 %n) {{\n{body}\n  ret void\n}}"
    return str(ModuleReader(text, makers=call_maker).read())


def test_flags_and_attachments_of_calls() -> None:
    text = read(
        "  %r = call nnan float @_Z4sqrtf(float %a), !fpmath !0\n}\n"
        "!0 = !{float 2.5}\ndefine void @f() {"
    )
    assert "llvm.call" not in text
    (line,) = (line for line in text.split("\n") if "opencl.builtin" in line)
    assert "nnan" in line
    assert "fpmath = 2.5" in line


def test_what_a_call_must_not_say_is_an_error_of_its_line() -> None:
    with pytest.raises(LineError, match="in @k: ndrange_1D"):
        read("  call void @_Z10ndrange_1Dm(i64 1)")


def test_functions_of_the_module_are_not_builtins() -> None:
    text = read(
        "  %r = call float @_Z4sqrtf(float %a)\n  ret void\n}\n"
        "define float @_Z4sqrtf(float %x) {\n  ret float %x\n}\ndefine void @f() {"
    )
    assert "llvm.call" in text
    assert "opencl.builtin" not in text
