"""
No kernel vanishes: a module without one is an error that names what is there instead.
"""

from __future__ import annotations

import pytest

import xdsl_opencl as ocl

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
