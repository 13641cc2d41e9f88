"""
Builtins of OpenCL C, as Clang calls them, and the operations that they must become.
"""

from __future__ import annotations

import re

import pytest
from frontend_helpers import needs_clang

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


C12 = r"""
gl[0] = get_global_id(1); => opencl.get_global_id 1 : i64
gl[0] = get_local_size(u); => opencl.get_local_size %u : i64
gu[0] = get_work_dim(); => opencl.get_work_dim : i32
barrier(CLK_LOCAL_MEM_FENCE); => opencl.barrier local$
barrier(3); => opencl.barrier local|global$
# Flags that are not constant: everything.
barrier(u); => opencl.barrier local|global|image$
read_mem_fence(CLK_GLOBAL_MEM_FENCE); => opencl.read_mem_fence global$
gi[0] = max(i, gi[1]); => opencl.builtin "s_max"(
gu[0] = max(u, gu[1]); => opencl.builtin "u_max"(
gf[0] = max(f, gf[1]); => opencl.builtin "fmax_common"(
gf[0] = fmax(f, gf[1]); => opencl.builtin "fmax"(
gv[0] = clamp(v, 0.0f, 1.0f); => opencl.builtin "fclamp"(
gf[0] = native_sin(f); => opencl.builtin "native_sin"(%f) : (f32) -> f32
gi[0] = isnan(f); => opencl.builtin "isnan"(%f) : (f32) -> i32
gi[0] = any(vi); => opencl.builtin "any"(%vi) : (vector<4xi32>) -> i32
gi[0] = mad24(i, i, i); => opencl.builtin "s_mad24"(
gf[0] = dot(v, v); => opencl.builtin "dot"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> f32
float c; gf[0] = sincos(f, &c); gf[1] = c; => opencl.builtin "sincos"(%f) : (f32) -> (f32, f32)
int e; gf[0] = frexp(f, &e); gi[1] = e; => opencl.builtin "frexp"(%f) : (f32) -> (f32, i32)
# The suffix means nothing between integers.
gi[0] = convert_int_rtz(u); => opencl.convert %u : unsigned i32 -> i32
gv[0] = convert_float4(vu); => opencl.convert %vu : unsigned vector<4xi8> -> vector<4xf32>
gu[0] = convert_uint_sat_rtp(f); => opencl.convert saturate round rtp %f : f32 -> unsigned i32
gv[0] = vload4(2, gf); => opencl.vload %gf[%0] : !llvm.ptr<1>, i64 -> vector<4xf32>
vstore4(v, 1, gf); => opencl.vstore %v, %gf[%0] : vector<4xf32>, !llvm.ptr<1>, i64
gf[0] = vload_half(0, gh); => opencl.vload_half %gh[
gv[0] = vloada_half4(0, gh); => opencl.vloada_half %gh[
vstore_half4_rtz(v, 0, gh); => opencl.vstore_half round rtz %v, %gh[
vstorea_half4(v, 0, gh); => opencl.vstorea_half %v, %gh[
atomic_add(gi, 3); => opencl.atomic_rmw add relaxed device %gi, %0 : !llvm.ptr<1>, i32
atomic_min(gu, u); => opencl.atomic_rmw umin relaxed device %gu, %u : !llvm.ptr<1>, i32
atomic_min(li, i); => opencl.atomic_rmw min relaxed device %li, %i : !llvm.ptr<3>, i32
atomic_dec(gi); => opencl.atomic_rmw sub relaxed device %gi, %0 : !llvm.ptr<1>, i32
atomic_xchg(gf, f); => opencl.atomic_rmw xchg relaxed device %gf, %f : !llvm.ptr<1>, f32
atom_add(gl, 1L); => opencl.atomic_rmw add relaxed device %gl, %0 : !llvm.ptr<1>, i64
atomic_cmpxchg(gi, i, 1); => opencl.atomic_compare_exchange relaxed relaxed device %gi, %i, %0 : !llvm.ptr<1>, i32
gv[0] = read_imagef(im, s, at); => opencl.read_image f %im[%at] sampler %s : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xf32>
uint4 x = read_imageui(im, at); gu[0] = x.x; => opencl.read_image ui %im[%at] : !opencl.image<image2d_t, read_only>, vector<2xi32> -> vector<4xi32>
write_imagef(w3, vi, v); => opencl.write_image f %v, %w3[%vi] : vector<4xf32>, !opencl.image<image3d_t, write_only>, vector<4xi32>
gi[0] = get_image_dim(im).y; => opencl.get_image_dim %im
gl[0] = get_image_array_size(ia); => opencl.get_image_array_size %ia : !opencl.image<image2d_array_t, read_only> -> i64
gi[0] = get_image_channel_order(im); => opencl.get_image_channel_order %im
const sampler_t t = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;gv[0] = read_imagef(im, t, af); => opencl.sampler_constant <normalized = true, addressing = repeat, filter = linear>
const sampler_t t = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;gv[0] = read_imagef(im, t, at); => opencl.sampler_constant <normalized = false, addressing = clamp_to_edge, filter = nearest>
prefetch(gf, 4); => opencl.prefetch f32 %gf, %0 : !llvm.ptr<1>, i64
event_t e = async_work_group_copy(li, gi, 8, 0); wait_group_events(1, &e); => opencl.wait_group_events %
event_t e[2]; e[0] = async_work_group_copy(li, gi, 8, 0); e[1] = async_work_group_copy(gi, li, 8, e[0]);wait_group_events(2, e); => opencl.wait_group_events %
event_t e = async_work_group_strided_copy(li, gi, 8, 3, 0); wait_group_events(i, &e); => opencl.wait_group_events_ptr %i, %
printf("%d %s\n", i, "text"); => opencl.printf "%d %s\0A"(%i, %0) : i32, !llvm.ptr<2>
"""

C20 = r"""
gi[0] = work_group_reduce_add(i); => opencl.work_group_reduce add %i : i32
gu[0] = work_group_reduce_max(u); => opencl.work_group_reduce umax %u : i32
gf[0] = work_group_scan_exclusive_min(f); => opencl.work_group_scan_exclusive min %f : f32
gi[0] = work_group_broadcast(i, 1, 2); => opencl.work_group_broadcast %i[%
gi[0] = work_group_any(i); => opencl.work_group_any %i
gi[0] = sub_group_broadcast(i, u); => opencl.sub_group_broadcast %i[%u] : i32
gu[0] = get_sub_group_local_id(); => opencl.get_sub_group_local_id : i32
work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device); => opencl.work_group_barrier global device
sub_group_barrier(CLK_LOCAL_MEM_FENCE); => opencl.sub_group_barrier local sub_group
atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group); => opencl.atomic_work_item_fence global acq_rel work_group
atomic_fetch_max_explicit((global atomic_uint *)gu, u, memory_order_release, memory_scope_work_group); => opencl.atomic_rmw umax release work_group %
atomic_fetch_add((global atomic_int *)gi, 1); => opencl.atomic_rmw add seq_cst device %
work_group_barrier(CLK_LOCAL_MEM_FENCE); => opencl.work_group_barrier local work_group
atomic_fetch_sub_explicit((global atomic_float *)gf, f, memory_order_relaxed, memory_scope_device); => llvm.fneg %f : f32
atomic_fetch_sub_explicit((global atomic_float *)gf, f, memory_order_relaxed, memory_scope_device); => opencl.atomic_rmw fadd relaxed device %
gi[0] = atomic_load_explicit((global atomic_int *)gi, memory_order_acquire, memory_scope_all_svm_devices); => opencl.atomic_load acquire all_svm_devices %
atomic_store((global atomic_int *)gi, i); => opencl.atomic_store seq_cst device %
int e = 1; gi[1] = atomic_compare_exchange_weak_explicit((global atomic_int *)gi, &e, i, memory_order_acq_rel, memory_order_relaxed, memory_scope_device); gi[2] = e; => opencl.atomic_compare_exchange acq_rel relaxed device weak %
gi[0] = atomic_flag_test_and_set((global atomic_flag *)gi); => opencl.atomic_flag_test_and_set seq_cst device %
atomic_flag_clear((global atomic_flag *)gi); => opencl.atomic_flag_clear seq_cst device %
int x; int *p = &x; gi[0] = to_global(p) == 0; => opencl.to_global %
int x; int *p = &x; gi[0] = get_fence(p); => opencl.get_fence %
gv[0] = read_imagef(im, s, af, 2.0f); => opencl.read_image f %im[%af] sampler %s lod %0 : f32
gv[0] = read_imagef(im, s, af, af, af); => opencl.read_image f %im[%af] sampler %s gradients %af, %af : vector<2xf32>, vector<2xf32>
gl[0] = get_enqueued_local_size(0); => opencl.get_enqueued_local_size 0 : i64
gl[0] = get_global_linear_id(); => opencl.get_global_linear_id : i64
"""
"""A statement and a part of its operation, `$` at the end of a line."""


@needs_clang
@pytest.mark.parametrize(("standard", "cases"), [("CL1.2", C12), ("CL2.0", C20)])
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
