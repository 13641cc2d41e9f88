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


@pytest.mark.parametrize(
    ("ir", "expected"),
    [
        pytest.param(
            "; first\n"
            + _KERNEL.format("  %y = call i64 @llvm.amdgcn.workitem.id.x() ; why")
            + "declare i64 @llvm.amdgcn.workitem.id.x()\n",
            "k.ll:6: error: LLVM rejects this: Intrinsic has incorrect return type",
            id="declaration",
        ),
        pytest.param(
            _KERNEL.format("  %x = add i32 1, 2\n  %y = add   i32 %z, 1\n  br label %b")
            .replace("  ret void", "b:\n  %z = add i32 %y, 3\n  ret void")
            .replace("%x = add i32 1, 2", "br label %a\na:"),
            "k.ll:7: error: LLVM rejects this: Instruction does not dominate all uses",
            id="instruction",
        ),
        pytest.param(
            "declare void @f()\n\n"
            "define spir_kernel void @k(ptr byval([4294967296 x i8]) %o) {\n"
            "  ret void\n}\n",
            "k.ll:3: error: LLVM rejects this: huge 'byval' arguments",
            id="function",
        ),
        pytest.param(
            '\ntarget triple = "mips"\n' + _KERNEL.format("") + "\n",
            "k.ll:2: error: LLVM IR for 'mips' is not for an OpenCL device",
            id="triple",
        ),
    ],
)
def test_the_line_at_fault(ir: str, expected: str) -> None:
    assert _message(ir, Target("amdhsa", "gfx1100")).startswith(expected)


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
