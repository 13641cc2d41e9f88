"""
No kernel vanishes: a module without one is an error that names what is there instead.
"""

from __future__ import annotations

import pytest

import xdsl_opencl as ocl
from xdsl_opencl.driver.compilation import CompileError

TARGET = ocl.Target("amdhsa", mcpu="gfx1100")


def compiled(text: str) -> str:
    return ocl.compile(ocl.SourceFile("k.mlir", text), TARGET).assembly


@pytest.mark.parametrize(
    "head",
    [
        "llvm.func spir_kernelcc @k(%p: !llvm.ptr<1>)",
        "llvm.func amdgpu_kernelcc @k(%p: !llvm.ptr<1>)",
        "llvm.func @k(%p: !llvm.ptr<1>) attributes {rocdl.kernel}",
        "llvm.func @k(%p: !llvm.ptr<1>) attributes {gpu.kernel}",
    ],
)
def test_kernels_of_the_llvm_dialect(head: str) -> None:
    text = (
        f"{head} {{\n"
        "  %zero = llvm.mlir.constant(0 : i32) : i32\n"
        "  %id = llvm.call @_Z13get_global_idj(%zero) : (i32) -> i64\n"
        "  llvm.store %id, %p : i64, !llvm.ptr<1>\n"
        "  llvm.return\n}\n"
        "llvm.func @_Z13get_global_idj(i32) -> i64\n"
    )
    assert ".amdhsa_kernel k" in compiled(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "nothing"),
        ("func.func @f() { func.return }", "only func.func"),
        ("llvm.func @f() { llvm.return }", "only llvm.func"),
        (
            'func.func @f(%n: index) {\n  "gpu.launch"(%n, %n, %n, %n, %n, %n) '
            "<{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({\n"
            "  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, "
            "%g: index, %h: index, %i: index, %j: index, %k: index, %l: index):\n"
            '    "gpu.terminator"() : () -> ()\n'
            "  }) : (index, index, index, index, index, index) -> ()\n"
            "  func.return\n}",
            "only func.func, gpu.launch",
        ),
    ],
)
def test_no_kernel(text: str, found: str) -> None:
    with pytest.raises(CompileError, match=f"no kernel in this module, {found};"):
        compiled(f"builtin.module {{\n{text}\n}}")


def test_module_that_cannot_be_raised() -> None:
    text = "llvm.func spir_kernelcc @k(%f: !llvm.ptr) {\n  llvm.call %f() : !llvm.ptr, () -> ()\n  llvm.return\n}"
    with pytest.raises(CompileError, match="OpenCL C has no function pointers"):
        compiled(text)
