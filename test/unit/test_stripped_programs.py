"""Functions that no kernel reaches: `normalise` leaves them out of executables."""

from __future__ import annotations

import re

from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.frontend.clang.opencl_c import compile_opencl_c
from xdsl_opencl.frontend.ir_text.normalise import normalise

SOURCE = """
global int kept = 1;
static constant int table[4] = {1, 2, 3, 4};
int leaf(int x) { return x + 1; }
static int inner(int x) { return leaf(x) * 2; }
int unused(int x) { return table[x & 3]; }
int also_unused(int x) { return unused(x) + inner(x); }
kernel void called(global int *x) { x[0] = kept; }
kernel void caller(global int *x) { called(x); x[1] = inner(x[0]); }
kernel void alone(global int *x) { x[0] = get_global_id(0); }
"""
BODY = "__clang_ocl_kern_imp_"


def _defined(text: str) -> dict[str, str]:
    """Functions with their linkage."""
    found = re.findall(r"^define (\w+) [^@\n]*@([\w$.]+)\(", text, re.MULTILINE)
    return {name: linkage for linkage, name in found}


def test_only_what_kernels_reach_is_left() -> None:
    ir = compile_opencl_c(BuildOptions.from_text("-cl-std=CL2.0"), text=SOURCE).ir
    whole, stripped = (normalise(ir, "k.cl", strip=strip) for strip in (False, True))
    before, after = _defined(whole), _defined(stripped)
    gone = {"unused", "also_unused"}
    assert gone < set(before)
    assert after == {name: before[name] for name in before if name not in gone}
    names = {name.removeprefix(BODY) for name in after}
    assert names == {"leaf", "inner", "called", "caller", "alone"}
    # Variables in global memory can be asked for; this one nothing can reach.
    assert "@kept = " in stripped
    assert "@table = " in whole
    assert "@table" not in stripped


def test_a_called_kernel_is_an_entry() -> None:
    """Clang before 21 calls kernels, which LLVM refuses; they get the names of bodies."""
    text = """
target triple = "spir64-unknown-unknown"
define spir_kernel void @called(ptr addrspace(1) %x) { ret void }
define spir_kernel void @caller(ptr addrspace(1) %x) {
  call spir_kernel void @called(ptr addrspace(1) %x)
  ret void
}
define spir_func void @unused() { ret void }
define spir_kernel void @"a kernel"() { ret void }
"""
    stripped = normalise(text, "k.ll", strip=True)
    assert set(_defined(stripped)) == {f"{BODY}called", "caller"}
    assert '@"a kernel"' in stripped


def test_a_program_without_kernels_is_empty() -> None:
    ir = compile_opencl_c(BuildOptions(), text="int f(int x) { return x; }").ir
    assert not _defined(normalise(ir, "k.cl", strip=True))
