"""
Builtins of OpenCL C, as Clang calls them, and the operations that they must become.
"""

from __future__ import annotations

import re

import pytest
from frontend_helpers import needs_clang
from texts import parts

from xdsl_opencl import compile
from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.driver import SourceFile
from xdsl_opencl.frontend import BuildOptions, load_source
from xdsl_opencl.transforms.builtins.opencl_link_device_library import find_libraries

PARAMETERS = (
    "global int *gi, global uint *gu, local int *li, global float *gf, "
    "global float4 *gv, global long *gl, read_only image2d_t im, sampler_t s, "
    "write_only image3d_t w3, read_only image2d_array_t ia, int i, uint u, float f, "
    "float4 v, int4 vi, uchar4 vu, global half *gh, int2 at, float2 af"
)


CASES = parts("frontend_builtins.txt")
"""A statement and a part of its operation, `$` at the end of a line."""


@needs_clang
@pytest.mark.parametrize(
    ("standard", "cases"), [("CL1.2", CASES["C12"]), ("CL2.0", CASES["C20"])]
)
def test_builtins(standard: str, cases: str) -> None:
    """The operation is there, the module is valid, and no call is left."""
    rows = [line.split(" => ") for line in cases.splitlines() if " => " in line]
    kernels = (
        f"kernel void k{i}({PARAMETERS}) {{\n{statement}\n}}"
        for i, (statement, _) in enumerate(rows)
    )
    result = load_source("\n".join(kernels), BuildOptions(standard))
    result.module.verify()
    assert not result.externals
    found = {
        op.sym_name.data: f"{op}\n"
        for op in result.module.ops
        if isinstance(op, KernelOp)
    }
    assert len(rows) in (48, 26)
    for i, (_, operation) in enumerate(rows):
        assert operation.replace("$", "\n") in found[f"k{i}"]


@needs_clang
def test_own_function_wins() -> None:
    """A function of the program with a builtin's mangled name is the program's."""
    text = (
        "float __attribute__((overloadable)) half_sin2(float x) { return x; }\n"
        "kernel void k(global float *p) { *p = half_sin2(*p); }\n"
    )
    assert "func.call @_Z9half_sin2f" in str(load_source(text).module)
    text = (
        "float __attribute__((overloadable)) max(int4 x, float y) { return y; }\n"
        "kernel void k(global int *p) { *p = max((int4)(*p), 1.0f); }\n"
    )
    assert "func.call @_Z3maxDv4_if" in str(load_source(text).module)


@needs_clang
def test_kernel_that_is_called() -> None:
    """
    Clang's entry and body are one kernel again, also where another kernel calls it.
    """
    text = (
        "kernel void a(global int *p) { *p = 1; }\n"
        "kernel void b(global int *p) { a(p); }\n"
    )
    module = load_source(text).module
    module.verify()
    printed = str(module)
    assert "__clang_ocl_kern_imp" not in printed
    assert printed.count("opencl.kernel @") == 2
    assert "opencl.call_kernel @a(%p)" in printed


@needs_clang
def test_options_reach_the_module() -> None:
    """Macros, fast math, and 32-bit pointers."""
    text = "kernel void k(global float *p) { p[get_global_id(0)] = *p * N + 1.5; }"
    options = BuildOptions.parse(
        ["-DN=3.0f", "-cl-fast-relaxed-math", "-cl-single-precision-constant"]
    )
    printed = str(load_source(text, options).module)
    assert "fastmathFlags" in printed
    assert "f64" not in printed
    assert 'opencl.compiler_options = ["-cl-fast-relaxed-math"' in printed
    narrow = BuildOptions(preprocessor=("-DN=2.0f",), pointer_width=32)
    assert "opencl.get_global_id 0 : i32" in str(load_source(text, narrow).module)


@needs_clang
def test_reflection() -> None:
    """Names, types and qualifiers as `clGetKernelArgInfo` gives them."""
    text = (
        "typedef struct { int x; float y; } reflected;\n"
        "kernel __attribute__((reqd_work_group_size(8, 2, 1), vec_type_hint(int4)))\n"
        "void k(global const volatile float4 *restrict a, constant uint *c, reflected p, "
        "unsigned char b, read_write image2d_t i, local int *l) {}\n"
    )
    printed = str(load_source(text, BuildOptions("CL2.0")).module)
    for expected in (
        '%a: !llvm.ptr<1> {opencl.name = "a", opencl.type_name = "float4*", '
        'opencl.base_type_name = "float4*", opencl.type_qualifiers = "restrict const volatile"',
        '%c: !llvm.ptr<2> {opencl.name = "c", opencl.type_name = "uint*", '
        'opencl.base_type_name = "uint*", opencl.type_qualifiers = "const"',
        'llvm.byval = !llvm.struct<"struct.reflected", (i32, f32)>, llvm.align = 4 : i64',
        '%b: i8 {opencl.name = "b", opencl.type_name = "uchar"',
        "%i: !opencl.image<image2d_t, read_write>",
        "%l: !llvm.ptr<3>",
        "reqd_work_group_size = array<i32: 8, 2, 1>",
        "vec_type_hint = vector<4xi32>",
        "vec_type_hint_signed",
    ):
        assert expected in printed


CLOCKS = """
#pragma OPENCL EXTENSION cl_khr_kernel_clock : enable
kernel void k(global ulong *p, global uint2 *q) {
  p[0] = clock_read_device();
  p[1] = clock_read_sub_group();
  q[0] = clock_read_hilo_work_group();
}
"""


@needs_clang
def test_clocks() -> None:
    """LLVM's counters: of constant rate for the device, of cycles for the others."""
    result = load_source(CLOCKS, BuildOptions.parse(["-cl-std=CL3.0"]))
    result.module.verify()
    assert not result.externals
    printed = str(result.module)
    assert printed.count('llvm.call_intrinsic "llvm.readsteadycounter"') == 1
    assert printed.count('llvm.call_intrinsic "llvm.readcyclecounter"') == 2
    assert "opencl.as %" in printed


@needs_clang
def test_fast_calls() -> None:
    """
    The fast-math flags of a call stay on it, down to the LLVM IR that is compiled.
    """
    text = (
        "float twice(float x) { return x + x; }\n"
        "kernel void k(global float *p) { *p = twice(*p); }\n"
    )
    source = SourceFile("fast.cl", text)
    target = Target(Abi.AMDHSA, "gfx1100")
    for flags, expected in (
        ("", "= call float @twice("),
        (
            "-cl-fast-relaxed-math",
            "= call reassoc nnan ninf nsz arcp afn float @twice(",
        ),
        ("-cl-finite-math-only", "= call nnan ninf float @twice("),
    ):
        compilation = compile(source, target, options=flags)
        assert expected in compilation.llvm_ir
        assert compilation.object


@needs_clang
@pytest.mark.skipif(find_libraries(["ocml.bc"]) is None, reason="no device library")
@pytest.mark.parametrize(
    ("flag", "steered"),
    [
        ("", ()),
        ("-cl-denorms-are-zero", ("daz_opt",)),
        ("-cl-finite-math-only", ("finite_only_opt",)),
        ("-cl-unsafe-math-optimizations", ("unsafe_math_opt",)),
        ("-cl-fast-relaxed-math", ("finite_only_opt", "unsafe_math_opt")),
        ("-cl-fp32-correctly-rounded-divide-sqrt", ("correctly_rounded_sqrt32",)),
    ],
)
def test_flags_steer_the_library(flag: str, steered: tuple[str, ...]) -> None:
    """
    ROCm's library is told what the program allows (ROCm-Device-Libs, `doc/OCML.md`), and
    LLVM in which mode the hardware runs.
    """
    source = SourceFile(
        "p.cl", "kernel void k(global float *p) { *p = pow(*p, p[1]); }"
    )
    ir = compile(source, Target(Abi.AMDHSA, "gfx900"), options=flag).llvm_ir
    values = dict(re.findall(r"@__oclc_(\w+) = .* constant i8 (\d)", ir))
    del values["wavefrontsize64"]
    assert len(values) == 4
    assert {name for name, value in values.items() if value != "0"} == set(steered)
    flushed = '"denormal-fp-math-f32"="preserve-sign,preserve-sign"' in ir
    assert flushed == (flag == "-cl-denorms-are-zero")
