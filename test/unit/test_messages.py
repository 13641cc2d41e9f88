"""One clear error for what is wrong: what it is, where, and what to do instead."""

from __future__ import annotations

import random

import pytest
from frontend_helpers import needs_clang
from long_runs import LONG

from xdsl_opencl.abi.target import Abi, Target
from xdsl_opencl.cli import main
from xdsl_opencl.driver import Compilation, CompileError, SourceFile
from xdsl_opencl.frontend.builtins.builtin_handlers import find
from xdsl_opencl.runtime import Program, RuntimeFailure

GPU = Target(Abi.AMDHSA, "gfx1100")


def kernel(line: str, before: str = "") -> str:
    return f"{before}\ndefine spir_kernel void @k(ptr addrspace(1) %p) {{\n  {line}\n  ret void\n}}\n"


@needs_clang
def test_largest_required_size() -> None:
    size = "__attribute__((reqd_work_group_size(1024, 1, 1)))"
    text = f"kernel {size} void k(global int *o) {{}}"
    made = Compilation(SourceFile("m.cl", text), GPU)
    assert '"amdgpu-flat-work-group-size"="1024,1024"' in made.llvm_ir


BUILTINS = """
barrier get_global_id atomic_add atomic_fetch_add_explicit vload4 vstore_half4_rtz
convert_int_sat as_float4 read_imagef write_imageui sub_group_ballot_bit_extract
work_group_broadcast async_work_group_copy atomic_compare_exchange_strong clamp dot select
prefetch mem_fence
""".split()
PARAMETERS = "i j f l h s Dv4_f Dv4_i PU3AS1i 14ocl_image2d_ro 11ocl_sampler".split()
ARGUMENTS = [
    *("i32 1", "i64 1", "i8 1", "i1 true", "float 1.0", "ptr addrspace(1) %p"),
    *("ptr addrspace(1) null", "<4 x float> poison", "<4 x i32> zeroinitializer"),
]
RESULTS = ("void", "i32", "float", "<4 x float>", "ptr", "i1")


@pytest.mark.parametrize("seed", range(8 if LONG else 2))
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


@needs_clang
@pytest.mark.parametrize("value", ["abc", "0", "-1", "99999999", "1.5"])
def test_wrong_number_of_threads(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told also where one thread would do."""
    monkeypatch.setenv("XDSL_OPENCL_THREADS", value)
    with pytest.raises(
        RuntimeFailure, match=f"XDSL_OPENCL_THREADS is '{value}', not a"
    ):
        Program.from_source("kernel void k(global int *o) { *o = 1; }")


def test_the_language_that_import_reads(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["import", "--help"])
    words = " ".join(capsys.readouterr().out.split())
    assert "the language of standard input: OpenCL C (default) or LLVM IR" in words
