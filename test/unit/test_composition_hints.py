"""
Each kernel here is refused by a conversion, and lowered once the hint of its error is
followed.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from composition_case import GLOBAL, Case
from lower_helpers import parse, run

from xdsl_opencl.abi.target import Target

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))

generator: Any = import_module("generate_composition")

MEMORY = f"memref<?xf32, {GLOBAL}>"
ROWS = f"memref<?xvector<4xf32>, {GLOBAL}>"
TYPE_ERROR = "%r = arith.addf %x, %x : {0}"

HINTS: dict[str, tuple[str, str, str, str]] = {
    "rounding mode": (
        "%x: f64",
        "%r = arith.truncf %x downward : f64 to f32",
        "use 'opencl.convert' with that rounding mode",
        "%r = opencl.convert round rtn %x : f64 -> f32",
    ),
    "complex argument": (
        "%z: complex<f32>",
        "%r = complex.re %z : complex<f32>",
        "pass a vector<2xf32>, and make one of its elements with 'complex.create'",
        "(%v: vector<2xf32>) {\n%x = vector.extract %v[0] : f32 from vector<2xf32>\n"
        "%y = vector.extract %v[1] : f32 from vector<2xf32>\n"
        "%z = complex.create %x, %y : complex<f32>\n%r = complex.re %z : complex<f32>",
    ),
    "bounds": (
        f"%m: {MEMORY}, %n: index, %p: f32",
        f"%r = vector.transfer_read %m[%n], %p : {MEMORY}, vector<4xf32>",
        "state 'in_bounds'",
        f"%r = vector.transfer_read %m[%n], %p {{in_bounds = [true]}} : {MEMORY}, "
        "vector<4xf32>",
    ),
    "sizes": (
        f"%m: {MEMORY}, %n: index, %p: f32",
        f"%r = vector.transfer_read %m[%n], %p : {MEMORY}, vector<4xf32>",
        "use 'memref.reinterpret_cast' with the sizes and strides as operands",
        f"%s = memref.reinterpret_cast %m to offset: [0], sizes: [%n], strides: [1] : "
        f"{MEMORY} to {MEMORY}\n"
        f"%r = vector.transfer_read %s[%n], %p : {MEMORY}, vector<4xf32>",
    ),
    "elements that are vectors": (
        f"%m: {ROWS}, %n: index, %p: vector<4xf32>",
        f"%r = vector.transfer_read %m[%n], %p {{in_bounds = [true]}} : {ROWS}, "
        "vector<1x4xf32>",
        "use 'memref.load' and 'memref.store' of its elements",
        f"%r = memref.load %m[%n] : {ROWS}",
    ),
    "printing": (
        "%x: f32",
        '"vector.print"(%x) : (f32) -> ()',
        "use 'opencl.printf'",
        'opencl.printf "%f"(%x) : f32',
    ),
    "poison": (
        "",
        "%r = ub.poison <1 : i32> : i32",
        "remove the attribute",
        "%r = ub.poison : i32",
    ),
    "scalable vectors": (
        "%x: f32",
        "%r = vector.broadcast %x : f32 to vector<[4]xf32>",
        "use vectors of fixed length",
        "%r = vector.broadcast %x : f32 to vector<4xf32>",
    ),
    "f80": ("", "%x = ub.poison : f80\n%r = arith.addf %x, %x : f80", "use f64",
            "%x = ub.poison : f64\n%r = arith.addf %x, %x : f64"),
    "tf32": ("", "%x = ub.poison : tf32\n%r = arith.addf %x, %x : tf32",
             "use f16, bf16, f32 or f64",
             "%x = ub.poison : bf16\n%r = arith.addf %x, %x : bf16"),
    "vector of complex numbers": (
        "", "%x = ub.poison : vector<4xcomplex<f32>>", "use a vector of each part",
        "%x = ub.poison : vector<4xf32>\n%y = ub.poison : vector<4xf32>",
    ),
    "rank": (
        f"%m: {MEMORY}, %n: index",
        f"%r = vector.load %m[%n] : {MEMORY}, vector<2x4xf32>",
        "needs a memref of rank 2 or more",
        f"%c4 = arith.constant 4 : index\n"
        f"%s = memref.reinterpret_cast %m to offset: [0], sizes: [%n, 4], strides: [4, 1] "
        f": {MEMORY} to memref<?x4xf32, {GLOBAL}>\n"
        f"%r = vector.load %s[%n, %n] : memref<?x4xf32, {GLOBAL}>, vector<2x4xf32>",
    ),
    "atomic of i24": (
        "",
        "%x = ub.poison : i24\n%i = ub.poison : index\n%m = memref.alloca() : memref<4xi24>\n"
        '%r = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : '
        "(i24, memref<4xi24>, index) -> i24",
        "use 8, 16, 32 or 64 bits",
        "%x = ub.poison : i32\n%i = ub.poison : index\n%m = memref.alloca() : memref<4xi32>\n"
        '%r = "memref.atomic_rmw"(%x, %m, %i) <{kind = 1 : i64}> : '
        "(i32, memref<4xi32>, index) -> i32",
    ),
}  # fmt: skip


def kernel(arguments: str, body: str) -> Case:
    if not body.startswith("("):
        body = f"({arguments}) {{\n{body}"
    return Case("", "", kernel=f"opencl.kernel @k{body}\nopencl.return\n}}\n")


@pytest.mark.parametrize("name", HINTS)
def test_the_hint_helps(name: str):
    arguments, wrong, hint, right = HINTS[name]
    target = generator.TARGETS["GPU"]
    error = generator.reason([kernel(arguments, wrong)], target)
    assert hint in error
    assert not generator.reason([kernel(arguments, right)], target)


FUNCTION = (
    "func.func @f(%x: f32) -> f32 {{\n  %r = {0} : f32\n  func.return %r : f32\n}}"
)


def test_functions_of_math_go_through_opencl(capsys: pytest.CaptureFixture[str]):
    """`convert-math-to-llvm` refuses them for a GPU, and says what to run first."""
    text = FUNCTION.format("math.tan %x")
    with pytest.raises(Exception, match="run 'convert-math-to-opencl' first"):
        run(parse(text, Target(mcpu="gfx900")), "convert-math-to-llvm")
    module = parse(text, Target(mcpu="gfx900"))
    run(
        module,
        "convert-math-to-opencl",
        "opencl-lower-builtins",
        "convert-math-to-llvm",
    )
    assert "__ocml_tan_f32" in str(module)


def test_loops_come_before_atomic_loops():
    text = (
        "func.func @f(%m: memref<4xf32>, %i: index, %x: f32, %c: i1) {\n  scf.if %c {\n"
        '  %0 = "memref.atomic_rmw"(%x, %m, %i) <{kind = 9 : i64}> : '
        "(f32, memref<4xf32>, index) -> f32\n  }\n  func.return\n}"
    )
    with pytest.raises(Exception, match="with 'lower-scf-to-cf'"):
        run(parse(text), "convert-memref-to-llvm")
    module = run(parse(text), "lower-scf-to-cf", "convert-memref-to-llvm")
    assert "llvm.cmpxchg" in str(module)
