"""The machine code for builtins has the intended instruction or library function."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.driver.diagnostics import CompileError
from xdsl_opencl.source import SourceFile
from xdsl_opencl.transforms.builtins.opencl_link_device_library import (
    ENVIRONMENT_VARIABLE,
    find_libraries,
)

has_library = pytest.mark.skipif(
    find_libraries(["ocml.bc"]) is None,
    reason="ROCm's device libraries are not installed",
)

PROCESSORS = ("gfx900", "gfx1030", "gfx1100", "gfx1200")


def kernel(line: str, operands: str, result: str) -> str:
    """A kernel that stores `%r`, which `line` makes of `%a`, `%b`, `%c` from memory."""
    types = operands.split()
    pointers = "".join(f"%in_{name}: !llvm.ptr<1>, " for name in "abc"[: len(types)])
    loads = "\n".join(
        f"%p_{name} = llvm.getelementptr %in_{name}[%i] : (!llvm.ptr<1>, i64) -> "
        f"!llvm.ptr<1>, {type}\n%{name} = llvm.load %p_{name} : !llvm.ptr<1> -> {type}"
        for name, type in zip("abc", types, strict=False)
    )
    return f"""
        opencl.kernel @k({pointers}%out: !llvm.ptr<1>) {{
          %i = opencl.get_global_id 0 : i64
          {loads}
          {line}
          %p = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, {result}
          llvm.store %r, %p : {result}, !llvm.ptr<1>
          opencl.return
        }}
        """


def compiled(line: str, operands: str, result: str, mcpu: str) -> Compilation:
    source = SourceFile("k.mlir", kernel(line, operands, result))
    return Compilation(source, Target(mcpu=mcpu))


@cache
def assembly(line: str, operands: str, result: str, mcpu: str) -> str:
    return compiled(line, operands, result, mcpu).assembly


def call(name: str, operands: str, result: str) -> tuple[str, str, str]:
    types = operands.split()
    values = ", ".join(f"%{v}" for v in "abc"[: len(types)])
    line = f'%r = opencl.builtin "{name}"({values}) : ({", ".join(types)}) -> {result}'
    return line, operands, result


INSTRUCTIONS = [
    (call("s_mad24", "i32 i32 i32", "i32"), r"v_mad_i32_i24"),
    (call("u_mad24", "i32 i32 i32", "i32"), r"v_mad_u32_u24"),
    (call("u_mul24", "i32 i32", "i32"), r"v_mul_u32_u24"),
    (call("s_mul_hi", "i32 i32", "i32"), r"v_mul_hi_i32"),
    (call("fma", "f32 f32 f32", "f32"), r"v_fmac?_f32|v_fma_f32"),
    (call("fma", "f64 f64 f64", "f64"), r"v_fmac?_f64|v_fma_f64"),
    (call("mad", "f32 f32 f32", "f32"), r"v_(mac|fmac|mad|fma)_f32"),
    (call("fmin", "f32 f32", "f32"), r"v_min(_num)?_f32"),
    (call("s_max", "i32 i32", "i32"), r"v_max_i32"),
    (call("floor", "f32", "f32"), r"v_floor_f32"),
    (call("rint", "f32", "f32"), r"v_rndne_f32"),
    (call("popcount", "i32", "i32"), r"v_bcnt_u32_b32"),
    (call("clz", "i32", "i32"), r"v_ffbh_u32|v_clz_i32_u32"),
    (call("bitselect", "i32 i32 i32", "i32"), r"v_bfi_b32"),
    (call("rotate", "i32 i32", "i32"), r"v_alignbit_b32"),
    (call("fclamp", "f32 f32 f32", "f32"), r"v_med3_(num_)?f32"),
    (call("fmax", "f16 f16", "f16"), r"v_max_(num_)?f16"),
    (call("fma", "vector<2xf16> " * 3, "vector<2xf16>"), r"v_pk_fma_f16"),
    (call("s_max", "vector<2xi16> vector<2xi16>", "vector<2xi16>"), r"v_pk_max_i16"),
    (call("s_add_sat", "i32 i32", "i32"), r"v_add(_nc)?_i32.*clamp"),
    (call("native_sin", "f32", "f32"), r"v_sin_f32"),
    (call("native_exp2", "f32", "f32"), r"v_exp_f32"),
    (call("native_recip", "f32", "f32"), r"v_rcp_f32"),
    (call("native_rsqrt", "f32", "f32"), r"v_rsq_f32"),
    (call("ldexp", "f32 i32", "f32"), r"v_ldexp_f32"),
    (call("isinf", "f32", "i32"), r"v_cmp_class_f32"),
    (("%r = opencl.convert %a : f32 -> f16", "f32", "f16"), r"v_cvt_f16_f32"),
    (("%r = opencl.convert saturate %a : f32 -> i32", "f32", "i32"), r"v_cvt_i32_f32"),
    (
        ("%r = opencl.convert %a : unsigned i32 -> f32", "i32", "f32"),
        r"v_cvt_f32_u32",
    ),
    (
        ("%r = opencl.convert %a : unsigned i8 -> f32", "i8", "f32"),
        r"v_cvt_f32_ubyte0|v_cvt_f32_u32",
    ),
    # What ROCm-Device-Libs has for these (ockl/src/media.cl), and LLVM's patterns.
    (call("amd_sad", "i32 i32 i32", "i32"), r"v_sad_u8"),
    (call("amd_sadhi", "i32 i32 i32", "i32"), r"v_sad_hi_u8"),
    (call("amd_sadw", "i32 i32 i32", "i32"), r"v_sad_u16"),
    (call("amd_sadd", "i32 i32 i32", "i32"), r"v_sad_u32"),
    (call("amd_msad", "i32 i32 i32", "i32"), r"v_msad_u8"),
    (call("amd_qsad", "i64 i32 i64", "i64"), r"v_qsad_pk_u16_u8"),
    (call("amd_mqsad", "i64 i32 i64", "i64"), r"v_mqsad_pk_u16_u8"),
    (call("amd_lerp", "i32 i32 i32", "i32"), r"v_lerp_u8"),
    (call("amd_bytealign", "i32 i32 i32", "i32"), r"v_alignbyte_b32"),
    (call("amd_bitalign", "i32 i32 i32", "i32"), r"v_alignbit_b32"),
    (call("amd_pack", "vector<4xf32>", "i32"), r"v_cvt_pk_u8_f32"),
    (call("amd_unpack2", "i32", "f32"), r"v_cvt_f32_ubyte2"),
    (call("amd_u_bfe", "i32 i32 i32", "i32"), r"v_bfe_u32"),
    (call("amd_s_bfe", "i32 i32 i32", "i32"), r"v_bfe_i32"),
    (call("amd_s_min3", "i32 i32 i32", "i32"), r"v_min3_i32"),
    (call("amd_u_max3", "i32 i32 i32", "i32"), r"v_max3_u32"),
    (call("amd_f_median3", "f32 f32 f32", "f32"), r"v_med3(_num)?_f32"),
    (call("bit_reverse", "i32", "i32"), r"v_bfrev_b32"),
    (("%r = opencl.work_group_reduce add %a : i32", "i32", "i32"), r"row_half_mirror"),
]


@pytest.mark.parametrize("mcpu", PROCESSORS)
@pytest.mark.parametrize(
    ("program", "pattern"), INSTRUCTIONS, ids=[pattern for _, pattern in INSTRUCTIONS]
)
def test_instruction(program: tuple[str, str, str], pattern: str, mcpu: str):
    text = assembly(*program, mcpu)
    assert re.search(pattern, text), text[:3000]
    assert "s_swappc" not in text


DOT_INSTRUCTIONS = {
    ("gfx906", "uu"): "v_dot4_u32_u8",
    ("gfx906", "ss"): "v_dot4_i32_i8",
    ("gfx942", "ss"): "v_dot4c?_i32_i8",
    ("gfx1011", "ss"): "v_dot4c?_i32_i8",
    ("gfx1030", "uu"): "v_dot4_u32_u8",
    ("gfx1100", "uu"): "v_dot4_u32_u8",
    ("gfx1100", "ss"): r"v_dot4_i32_iu8.* neg_lo:\[1,1,0\]",
    ("gfx1200", "su"): r"v_dot4_i32_iu8.* neg_lo:\[1,0,0\]",
    ("gfx1200", "us"): r"v_dot4_i32_iu8.* neg_lo:\[0,1,0\]",
}


@pytest.mark.parametrize(("mcpu", "signs"), list(DOT_INSTRUCTIONS))
def test_dot_instruction(mcpu: str, signs: str):
    pattern = DOT_INSTRUCTIONS[mcpu, signs]
    four = "vector<4xi8>"
    plain = assembly(*call(f"dot_{signs}", f"{four} {four}", "i32"), mcpu)
    bounded = call(f"dot_acc_sat_{signs}", f"{four} {four} i32", "i32")
    assert re.search(pattern, plain), plain[:3000]
    assert re.search(f"{pattern}.*clamp", assembly(*bounded, mcpu))


@pytest.mark.parametrize(("mcpu", "signs"), [("gfx900", "uu"), ("gfx1030", "su")])
def test_no_dot_instruction(mcpu: str, signs: str):
    bounded = call(f"dot_acc_sat_{signs}", "vector<4xi8> vector<4xi8> i32", "i32")
    assert "v_dot4" not in assembly(*bounded, mcpu)


LINES = [
    (
        """%s = llvm.mlir.constant(7 : i32) : i32
    %m = llvm.mlir.constant(1023 : i32) : i32
    %t = llvm.lshr %a, %s : i32
    %r = llvm.and %t, %m : i32""",
        r"v_bfe_u32",
    ),
    (
        """%t = opencl.builtin "s_max"(%a, %b) : (i32, i32) -> i32
    %r = opencl.builtin "s_max"(%t, %c) : (i32, i32) -> i32""",
        r"v_max3_i32",
    ),
    (
        """%t = opencl.builtin "u_min"(%a, %b) : (i32, i32) -> i32
    %r = opencl.builtin "u_min"(%t, %c) : (i32, i32) -> i32""",
        r"v_min3_u32",
    ),
    (
        """%t = llvm.add %a, %b : i32
    %r = llvm.add %t, %c : i32""",
        r"v_add3_u32",
    ),
    (
        """%t = opencl.builtin "u_mul24"(%a, %b) : (i32, i32) -> i32
    %r = llvm.add %t, %c : i32""",
        r"v_mad_u32_u24",
    ),
]


@pytest.mark.parametrize("mcpu", PROCESSORS)
@pytest.mark.parametrize(("lines", "pattern"), LINES, ids=[p for _, p in LINES])
def test_combined_instruction(lines: str, pattern: str, mcpu: str):
    """LLVM combines several operations into one instruction, as their form lets it."""
    operands = "i32 i32 i32" if "%c" in lines else "i32"
    assert re.search(pattern, assembly(lines, operands, "i32", mcpu))


MEMORY = """
opencl.kernel @k(%p: !llvm.ptr<1>, %l: !llvm.ptr<3>, %v: i32, %w: i64) {
  %i = opencl.get_global_id 0 : i64
  %a = opencl.atomic_rmw add relaxed device %p, %v : !llvm.ptr<1>, i32
  %b = opencl.atomic_rmw umax relaxed work_group %l, %v : !llvm.ptr<3>, i32
  %at = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i64
  %c = opencl.atomic_rmw xor relaxed device %at, %w : !llvm.ptr<1>, i64
  %d = opencl.atomic_rmw umin relaxed all_svm_devices %at, %w : !llvm.ptr<1>, i64
  opencl.return
}
"""


@pytest.mark.parametrize("mcpu", PROCESSORS)
def test_atomics_without_result(mcpu: str):
    """
    One instruction each, without loops of compare and swap, and without the old value
    (`glc`, on gfx12 `TH_ATOMIC_RETURN`).
    """
    text = Compilation(SourceFile("k.mlir", MEMORY), Target(mcpu=mcpu)).assembly
    for pattern in (
        r"global_atomic_add(_u32)? ",
        r"ds_max_u32 ",
        r"global_atomic_xor(_x2|_b64) ",
        r"global_atomic_(u?min)(_x2|_u64) ",
    ):
        found = re.search(rf"^\s+{pattern}.*$", text, re.MULTILINE)
        assert found is not None, pattern
        assert not re.search(r"\bglc\b|TH_ATOMIC_RETURN|_rtn", found[0])
    assert "cmpswap" not in text


@pytest.mark.parametrize("mcpu", PROCESSORS)
def test_clamp_of_constants_is_med3(mcpu: str):
    line = """%low = llvm.mlir.constant(-5 : i32) : i32
    %high = llvm.mlir.constant(70 : i32) : i32
    %r = opencl.builtin "s_clamp"(%a, %low, %high) : (i32, i32, i32) -> i32"""
    assert "v_med3_i32" in assembly(line, "i32", "i32", mcpu)


@has_library
@pytest.mark.parametrize("name", ["sin", "tgamma", "pow"])
@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_library_function_is_linked(name: str, element: str):
    """Called by its name before LLVM runs, a part of the kernel afterwards."""
    operands = f"{element} {element}" if name == "pow" else element
    compilation = compiled(*call(name, operands, element), "gfx900")
    assert f"@__ocml_{name}_{element}(" in compilation.llvm_ir
    assert "@__oclc_ISA_version" in compilation.llvm_ir
    text = compilation.assembly
    assert "__oclc" not in text
    assert not re.search(r"\.globl\s+__ocml", text)


@has_library
def test_control_constants():
    """ROCm-Device-Libs, `oclc/src/isa_version.cl`: gfx90a is 9010, gfx1100 11000."""
    program = call("sin", "f32", "f32")
    for mcpu, version in (("gfx90a", 9010), ("gfx1030", 10300), ("gfx1100", 11000)):
        ir = compiled(*program, mcpu).llvm_ir
        found = re.search(
            r"@__oclc_ISA_version = linkonce_odr hidden .*addrspace\(4\) constant i32 (\d+)",
            ir,
        )
        assert found is not None
        assert int(found[1]) == version


def test_no_library_is_an_error_that_helps(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path))
    with pytest.raises(CompileError, match=r"nor a folder with ocml\.bc"):
        _ = compiled(*call("sin", "f32", "f32"), "gfx900").llvm_ir
    monkeypatch.delenv(ENVIRONMENT_VARIABLE)
    monkeypatch.setattr(
        "xdsl_opencl.transforms.builtins.opencl_link_device_library._candidates", tuple
    )
    with pytest.raises(CompileError, match=r"__ocml_sin_f32.*iree-base-compiler"):
        _ = compiled(*call("sin", "f32", "f32"), "gfx900").llvm_ir
    # However long the name of the file is.
    deep = SourceFile("folder/" * 30 + "k.mlir", kernel(*call("sin", "f32", "f32")))
    with pytest.raises(CompileError, match=r"__ocml_sin_f32.*iree-base-compiler"):
        _ = Compilation(deep, Target(mcpu="gfx900")).llvm_ir
    # Others do not need the library.
    assert compiled(*call("fabs", "f32", "f32"), "gfx900").object


def test_a_file_that_is_no_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    wrong = tmp_path / "wrong.bc"
    wrong.write_text("not bitcode")
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(wrong))
    with pytest.raises(CompileError, match=r"device library '.*wrong\.bc'"):
        _ = compiled(*call("sin", "f32", "f32"), "gfx900").assembly
