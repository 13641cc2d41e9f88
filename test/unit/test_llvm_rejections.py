"""
LLVM's refusals of LLVM IR name the line of the instruction or function that is at fault.
"""

from __future__ import annotations

import pytest

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver import Compilation, CompileError, SourceFile
from xdsl_opencl.frontend.ir_text.llvm_errors import rejection

_KERNEL = "define spir_kernel void @k(ptr addrspace(1) %o) {{\n{}\n  ret void\n}}\n"


def _message(ir: str, target: Target) -> str:
    with pytest.raises(CompileError) as caught:
        _ = Compilation(SourceFile("k.ll", ir), target).object
    return str(caught.value)


def test_an_intrinsic_of_another_processor() -> None:
    ir = (
        "define spir_kernel void @other(ptr addrspace(1) %o) {\n  ret void\n}\n"
        + _KERNEL.format(
            "  %i = call i32 @llvm.amdgcn.workitem.id.x()\n"
            "  store i32 %i, ptr addrspace(1) %o"
        )
        + "declare i32 @llvm.amdgcn.workitem.id.x()\n"
    )
    message = _message(ir, Target("host"))
    assert message.startswith("k.ll:5:3: error: LLVM cannot generate code")


def test_a_constant_has_the_place_of_its_kernel() -> None:
    ir = "declare void @f()\n" + _KERNEL.format(
        "  %a = ptrtoint ptr @f to i64\n  store i64 %a, ptr addrspace(1) %o"
    )
    message = _message(ir, Target("r600", "cypress"))
    assert message.startswith("k.ll:")
    assert "error" in message.partition("\n")[0]


def test_a_name_that_llvm_cuts_in_a_character() -> None:
    ir = _KERNEL.format("  %y = call i32 @" + '"' + "é" * 30 + '"' + "()")
    for cut in range(8):
        message = _message(
            ir.replace("call i32", "call i32" + " " * cut, 1), Target("host")
        )
        assert message.startswith("k.ll:2:")
        assert "UnicodeDecodeError" not in message


def test_bitcode_has_no_lines() -> None:
    message = rejection("bad\nptr @k", b"BC\xc0\xde", "k.bc")
    assert message == "k.bc: error: LLVM rejects this: bad\nptr @k"
