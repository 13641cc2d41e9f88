"""One clear error for what is wrong: what it is, where, and what to do instead."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from frontend_helpers import needs_clang
from shell import shell

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.cli import main
from xdsl_opencl.driver import Compilation, CompileError, SourceFile
from xdsl_opencl.frontend.builtins.builtin_handlers import find
from xdsl_opencl.runtime import Program, RuntimeFailure

HOST = Target(Abi.HOST)
GPU = Target(Abi.AMDHSA, "gfx1100")


def message(name: str, text: str, target: Target) -> str:
    """The diagnostic of the object for `target`."""
    compilation = Compilation(SourceFile(name, text), target)
    with pytest.raises(CompileError) as error:
        _ = compilation.object
    return str(error.value)


def kernel(line: str, before: str = "") -> str:
    return f"{before}\ndefine spir_kernel void @k(ptr addrspace(1) %p) {{\n  {line}\n  ret void\n}}\n"


LLVM_IR = {
    "barrier": (
        kernel("call void @_Z7barrierj()", "declare void @_Z7barrierj()"),
        "3: error: in @k: 'barrier' is called with 0 arguments, and the name of its "
        "function, _Z7barrierj, says 1",
    ),
    "dimension": (
        kernel(
            "%x = call i64 @_Z13get_global_idj(i32 0, i32 1)",
            "declare i64 @_Z13get_global_idj(i32, i32)",
        ),
        "3: error: in @k: 'get_global_id' is called with 2 arguments",
    ),
    "vstore": (
        kernel(
            "call void @_Z7vstore4fj(float 0.000000e+00, i32 1)",
            "declare void @_Z7vstore4fj(float, i32)",
        ),
        "3: error: in @k: 'vstore4' has no form for this call of _Z7vstore4fj, from (f32, "
        "i32) to void",
    ),
    "ifunc": (
        "@f = ifunc void (), ptr @r\ndefine ptr @r() {\n  ret ptr null\n}\n"
        + kernel(""),
        "1: error: @f is an ifunc: a loader chooses the function that it is; call that",
    ),
    "personality": (
        "declare i32 @p(...)\ndefine spir_kernel void @k() personality ptr @p {\n"
        "  ret void\n}\n",
        "2: error: 'personality' on a function: OpenCL C has no exceptions; compile without",
    ),
    "gc": (
        'define spir_kernel void @k() gc "shadow-stack" {\n  ret void\n}\n',
        "1: error: 'gc' on a function: kernels have no garbage collection; leave it out",
    ),
    "prologue": (
        "define spir_kernel void @k() prologue i8 1 {\n  ret void\n}\n",
        "1: error: 'prologue' on a function: kernels are not loaded so; leave it out",
    ),
    "assembly": (
        'module asm "nop"\n' + kernel(""),
        "1: error: assembly of a module: kernels are code of their own; write it in the "
        "function that needs it",
    ),
    "indirectbr": (
        "define spir_kernel void @k(ptr %p) {\n  indirectbr ptr %p, [label %x]\nx:\n"
        "  ret void\n}\n",
        "2: error: in @k: instruction 'indirectbr': OpenCL C has no computed goto; write a",
    ),
    "constructors": (
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
        "{ i32 1, ptr @f, ptr null }]\ndefine void @f() {\n  ret void\n}\n"
        + kernel(""),
        "1: error: functions that run before or after the kernels; give the variables",
    ),
}


@pytest.mark.parametrize("target", [HOST, GPU], ids=["host", "gpu"])
@pytest.mark.parametrize("name", LLVM_IR)
def test_llvm_ir(name: str, target: Target) -> None:
    text, expected = LLVM_IR[name]
    text = 'target triple = "spir64-unknown-unknown"\n' + text
    line, _, rest = expected.partition(":")
    assert f"m.ll:{int(line) + 1}:{rest}" in message("m.ll", text, target)


MLIR = {
    "unclosed": (
        "opencl.kernel @k() {\n  opencl.return\n",
        "m.mlir:3:1: error: expected an operation, a block or the '}' of the region (the "
        "input ends here)",
    ),
    "predicate": (
        'opencl.kernel @k(%a: i32) {\n  %0 = llvm.icmp "olt" %a, %a : i32\n}\n',
        "m.mlir:2:3: error: 'olt' is not understood here; expected eq, ne, slt, sle, sgt, "
        "sge, ult, ule, ugt, uge\n",
    ),
    "attribute": (
        "opencl.kernel @k() attributes {a = #foo.baz<1>} {\n  opencl.return\n}\n",
        "m.mlir:1:44: error: there is no attribute or type 'foo.baz'; if a plugin has it, "
        "lower it first: -p PASSES",
    ),
    "type": (
        "func.func @f(%x: !foo.t) {\n  func.return\n}\n",
        "m.mlir:1:24: error: there is no attribute or type 'foo.t'; if a plugin has it",
    ),
    "width": (
        "opencl.kernel @k(%a: i4294967296) {\n  opencl.return\n}\n",
        "m.mlir:1:22: error: an integer type has at most 16777215 bits; use fewer",
    ),
    "wide_constant": (
        "opencl.kernel @k() {\n  %0 = arith.constant 1 : si999999999999\n}\n",
        "m.mlir:2:27: error: an integer type has at most 16777215 bits; use fewer",
    ),
}


@pytest.mark.parametrize("name", MLIR)
def test_mlir(name: str) -> None:
    text, expected = MLIR[name]
    assert expected in message("m.mlir", text, GPU)


REQUIRED = "kernel __attribute__((reqd_work_group_size({}))) void k(global int *o) {{}}"
OPENCL_C = {
    "host_assembly": (
        'kernel void k(global int *o) {\n  __asm__ volatile("foo %0" :: "r"(*o));\n}',
        HOST,
        "m.cl:2:3: error: in @k: assembly cannot be compiled for the CPU device; keep it",
    ),
    "required_size": (
        REQUIRED.format("65536, 65536, 1"),
        GPU,
        "m.cl:1:1: error: in @k: reqd_work_group_size(65536, 65536, 1) asks for 4294967296 "
        "work items in a work-group; a GPU has at most 1024",
    ),
    "frame": (
        "kernel void k(global long *o) {\n  *o = (long)__builtin_frame_address(0);\n}",
        GPU,
        "m.cl:2:14: error: in @k: llvm.frameaddress.p0: functions of a GPU have no frames",
    ),
}


@needs_clang
@pytest.mark.parametrize("name", OPENCL_C)
def test_opencl_c(name: str) -> None:
    text, target, expected = OPENCL_C[name]
    assert expected in message("m.cl", text, target)


@needs_clang
def test_largest_required_size() -> None:
    text = REQUIRED.format("1024, 1, 1")
    made = Compilation(SourceFile("m.cl", text), GPU)
    assert '"amdgpu-flat-work-group-size"="1024,1024"' in made.llvm_ir


BUILTINS = (
    *("barrier", "get_global_id", "atomic_add", "atomic_fetch_add_explicit", "vload4"),
    *(
        "vstore_half4_rtz",
        "convert_int_sat",
        "as_float4",
        "read_imagef",
        "write_imageui",
    ),
    *("sub_group_ballot_bit_extract", "work_group_broadcast", "async_work_group_copy"),
    *(
        "atomic_compare_exchange_strong",
        "clamp",
        "dot",
        "select",
        "prefetch",
        "mem_fence",
    ),
)
PARAMETERS = (
    *"ijflhs",
    "Dv4_f",
    "Dv4_i",
    "PU3AS1i",
    "14ocl_image2d_ro",
    "11ocl_sampler",
)
ARGUMENTS = (
    *(
        "i32 1",
        "i64 1",
        "float 1.0",
        "<4 x float> zeroinitializer",
        "ptr addrspace(1) %p",
        "i8 1",
    ),
    *("<4 x i32> zeroinitializer", "ptr addrspace(1) null", "i1 true"),
)
RESULTS = ("void", "i32", "float", "<4 x float>", "ptr", "i1")


@pytest.mark.parametrize("seed", range(8))
def test_calls_that_no_builtin_has(seed: int) -> None:
    """
    Any call is an operation or one error that names the function, never an internal one.
    """
    choose = random.Random(seed)
    for _ in range(25):
        name = choose.choice(BUILTINS)
        parameters = choose.choices(PARAMETERS, k=choose.randrange(4))
        symbol = f"_Z{len(name)}{name}{''.join(parameters) or 'v'}"
        if find(symbol) is None:
            continue
        count = len(parameters) if choose.random() < 0.8 else choose.randrange(5)
        arguments = choose.choices(ARGUMENTS, k=count)
        types = ", ".join(argument.rpartition(" ")[0] for argument in arguments)
        result = choose.choice(RESULTS)
        call = f"call {result} @{symbol}({', '.join(arguments)})"
        text = kernel(
            call if result == "void" else f"%r = {call}",
            f'target triple = "spir64"\ndeclare {result} @{symbol}({types})',
        )
        said = "m.ll: error: "
        try:
            _ = Compilation(SourceFile("m.ll", text), GPU).opencl_module
        except CompileError as error:
            said = str(error)
        assert "not understood" not in said, text
        assert ": error: " in said, text


def test_a_tensor_before_its_definition(tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(
        "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %s = func.call @f(%s) : (tensor<4xf32>) -> tensor<4xf32>\n"
        "  func.return %s : tensor<4xf32>\n}\n"
    )
    done = shell("xdsl-opt m.mlir -p bufferize-destinations", tmp_path)
    assert done.returncode != 0
    assert "'func.call' uses a tensor that is defined behind it" in done.stderr


@needs_clang
@pytest.mark.parametrize("value", ["abc", "0", "-1", "99999999", "1.5"])
def test_wrong_number_of_threads(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told also where one thread would do."""
    monkeypatch.setenv("XDSL_OPENCL_THREADS", value)
    with pytest.raises(
        RuntimeFailure, match=f"XDSL_OPENCL_THREADS is '{value}', not a"
    ):
        Program.from_source("kernel void k(global int *o) { *o = 1; }")


@pytest.mark.parametrize("words", [("--dump", "-1"), ("--dump=0",), ("--repeat", "-2")])
def test_wrong_counts(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["run", "k.cl", *words])
    assert "is not a number from 1" in capsys.readouterr().err


def test_the_language_that_import_reads(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["import", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert "the language of standard input: OpenCL C (default) or LLVM IR" in words
