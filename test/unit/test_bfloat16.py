"""
bf16 on the CPU device and on GPUs: arrays of the package ml_dtypes or the bits as uint16, and
results beside NumPy, which has the nearest of two neighbours in double precision.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tools import of_any_version

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver import SourceFile
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu.libraries import with_libraries
from xdsl_opencl.runtime.errors import RuntimeFailure

GLOBAL = "#opencl.address_space<global>"
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-39, 3.4e38, 1.00390625]
COUNT = 4096


def kernel(operations: str, *types: str) -> str:
    """A kernel `k` of memrefs, whose first values are `%0`, `%1`, ...; `%r` is the last's."""
    memrefs = [f"memref<{COUNT}x{type}, {GLOBAL}>" for type in types]
    arguments = ", ".join(f"%a{i}: {type}" for i, type in enumerate(memrefs))
    loads = "\n".join(
        f"%{i} = memref.load %a{i}[%i] : {type}" for i, type in enumerate(memrefs[:-1])
    )
    return f"""
      opencl.kernel @k({arguments}) {{
        %i = opencl.get_global_id 0 : index
        {loads}
        {operations}
        memref.store %r, %a{len(types) - 1}[%i] : {memrefs[-1]}
        opencl.return
      }}"""


def values(bits: NDArray[np.uint16]) -> NDArray[np.float32]:
    return (bits.astype(np.uint32) << 16).view(np.float32)


def nearest(x: NDArray[np.float64]) -> NDArray[np.uint16]:
    """The bits of the bf16 next to `x`; the even one of two."""
    with np.errstate(over="ignore"):
        around = x.astype(np.float32).view(np.uint32) >> 16
    # Both neighbours of the first guess; the largest have infinity after them, as if it were
    # the next power of two.
    choices = np.stack([around - 1, around, around + 1]).astype(np.uint16)
    with np.errstate(invalid="ignore"):
        number = values(choices).astype(np.float64)
    number[np.isinf(number)] = np.copysign(2.0**128, number[np.isinf(number)])
    distance = np.abs(number - x)
    distance[np.isnan(distance) | (np.sign(number) * np.sign(x) < 0)] = np.inf
    best = distance.min(axis=0)
    ties = distance == best
    even = np.where(ties.sum(axis=0) > 1, choices % 2 == 0, True) & ties
    chosen = np.take_along_axis(choices, even.argmax(axis=0)[None], axis=0)[0]
    return np.where(np.isfinite(x) & (x != 0), chosen, around).astype(np.uint16)


def expect(bits: NDArray[np.uint16], exact: NDArray[np.float64]) -> None:
    nan = np.isnan(exact)
    assert np.isnan(values(bits[nan])).all()
    assert (bits[~nan] == nearest(exact[~nan])).all()


def numbers(element: type[np.floating[Any]]) -> NDArray[Any]:
    random = np.random.default_rng(3)
    x = random.standard_normal(COUNT) * 2.0 ** random.integers(-140, 128, COUNT)
    # Between two neighbours, and beside the middle by the last bit of a double.
    half = 1 + (2 * random.integers(0, 128, COUNT) + 1) / 256
    x[::4] = half[::4]
    x[1::4] = half[1::4] * (1 + 2.0**-52)
    x[: len(SPECIAL)] = SPECIAL
    with np.errstate(over="ignore"):
        return x.astype(element)


DEVICES = ("host", "gfx1100", "gfx950")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    ("type", "element"), [("f32", np.float32), ("f64", np.float64)]
)
def test_rounding(device: str, type: str, element: type[np.floating[Any]]):
    program = Program.from_mlir(
        kernel(f"%r = arith.truncf %0 : {type} to bf16", type, "bf16"), device=device
    )
    x, out = numbers(element), np.zeros(COUNT, np.uint16)
    program.k(COUNT, 64, x, out)
    expect(out, x.astype(np.float64))


@pytest.mark.parametrize("device", DEVICES)
def test_arithmetic(device: str):
    """Each result is rounded to bf16."""
    operations = """
      %p = arith.mulf %0, %1 : bf16
      %r = arith.addf %p, %1 : bf16"""
    program = Program.from_mlir(
        kernel(operations, "bf16", "bf16", "bf16"), device=device
    )
    a, b = (nearest(numbers(np.float64)[::step]) for step in (1, -1))
    out = np.zeros(COUNT, np.uint16)
    program.k(COUNT, 64, a, b, out)
    with np.errstate(all="ignore"):
        product = nearest_or_nan(values(a).astype(np.float64) * values(b))
        exact = values(product).astype(np.float64) + values(b)
    expect(out, exact)


def nearest_or_nan(x: NDArray[np.float64]) -> NDArray[np.uint16]:
    return np.where(np.isnan(x), np.uint16(0x7FC0), nearest(np.nan_to_num(x, nan=0)))


@pytest.mark.parametrize("check", [False, True])
def test_vectors(check: bool):
    source = f"""
      opencl.kernel @k(%a: memref<{COUNT}xbf16, {GLOBAL}>, %o: memref<{COUNT}xbf16, {GLOBAL}>) {{
        %i = opencl.get_global_id 0 : index
        %n = arith.constant 16 : index
        %at = arith.muli %i, %n : index
        %c = arith.constant dense<1.5> : vector<16xbf16>
        %v = vector.load %a[%at] : memref<{COUNT}xbf16, {GLOBAL}>, vector<16xbf16>
        %r = arith.mulf %v, %c : vector<16xbf16>
        vector.store %r, %o[%at] : memref<{COUNT}xbf16, {GLOBAL}>, vector<16xbf16>
        opencl.return
      }}"""
    a = nearest(np.arange(COUNT, dtype=np.float64))
    out = np.zeros(COUNT, np.uint16)
    Program.from_mlir(source, check=check).k(COUNT // 16, 16, a, out)
    expect(out, values(a) * np.float64(1.5))


def test_rows():
    """Work items in lockstep load under a mask, where the loop has ended for some."""
    operations = """
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %r = scf.for %j = %zero to %i step %one iter_args(%sum = %0) -> (bf16) {
        %v = memref.load %a0[%j] : memref<4096xbf16, #opencl.address_space<global>>
        %s = arith.maximumf %sum, %v : bf16
        scf.yield %s : bf16
      }"""
    a = nearest(np.random.default_rng(5).standard_normal(COUNT))
    out = np.zeros(COUNT, np.uint16)
    Program.from_mlir(kernel(operations, "bf16", "bf16")).k(COUNT, 64, a, out)
    assert (values(out) == np.maximum.accumulate(values(a))).all()


DOUBLE = kernel("%r = arith.addf %0, %0 : bf16", "bf16", "bf16")


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_arrays_of_ml_dtypes(device: str):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.linspace(-3, 7, COUNT).astype(ml_dtypes.bfloat16)
    out = np.zeros_like(a)
    Program.from_mlir(DOUBLE, device=device).k(COUNT, 64, a, out)
    assert (out == a + a).all()


@pytest.mark.parametrize("device", ["host", "gfx1100"])
@pytest.mark.parametrize(
    "element", [np.float16, np.float32, np.float64, np.int32, ">u2", np.bool_, object]
)
def test_wrong_arrays(device: str, element: Any):
    program = Program.from_mlir(DOUBLE, device=device)
    wrong, right = np.zeros(COUNT, element), np.zeros(COUNT, np.uint16)
    if element is np.bool_:
        # Bytes fit every pointer.
        program.k(COUNT // 2, 64, wrong, right)
        return
    words = "Python objects" if element is object else "uint16 with the bits of each"
    with pytest.raises(RuntimeFailure, match=words) as error:
        program.k(COUNT, 64, wrong, right)
    assert "argument 0" in str(error.value)
    assert "\n" not in str(error.value)


def test_library():
    """Only programs with bf16 have the conversions."""
    assert "bfloat" in with_libraries("%x = fadd bfloat %a, %b").objects
    assert "bfloat" not in with_libraries("%x = fadd float %a, %b ; bfloats").objects


HOST = f"""
opencl.kernel @k(%a: memref<64xbf16, {GLOBAL}>, %o: memref<64xbf16, {GLOBAL}>) {{
  %i = opencl.get_global_id 0 : index
  %v = memref.load %a[%i] : memref<64xbf16, {GLOBAL}>
  %w = arith.addf %v, %v : bf16
  memref.store %w, %o[%i] : memref<64xbf16, {GLOBAL}>
  opencl.return
}}
func.func @twice(%a: memref<64xbf16>, %o: memref<64xbf16>, %copy: memref<64xbf16>) {{
  %n = arith.constant 64 : index
  %t = memref.alloc() : memref<64xbf16>
  opencl.launch @k global(%n) args(%a, %t) : memref<64xbf16>, memref<64xbf16>
  opencl.launch @k global(%n) args(%t, %o) : memref<64xbf16>, memref<64xbf16>
  memref.copy %o, %copy : memref<64xbf16> to memref<64xbf16>
  func.return
}}
memref.global "private" constant @table : memref<64xbf16> = dense<1.5>
func.func @constants(%a: memref<64xbf16>) {{
  %n = arith.constant 64 : index
  %t = memref.get_global @table : memref<64xbf16>
  opencl.launch @k global(%n) args(%t, %a) : memref<64xbf16>, memref<64xbf16>
  func.return
}}
func.func @reads(%a: memref<64xbf16>) -> bf16 {{
  %n = arith.constant 4 : index
  opencl.launch @k global(%n) args(%a, %a) : memref<64xbf16>, memref<64xbf16>
  %v = memref.load %a[%n] : memref<64xbf16>
  func.return %v : bf16
}}
"""


def four_times(function: Any, *arrays: NDArray[Any]) -> None:
    function(*arrays)
    a, *results = (values(array.view(np.uint16)) for array in arrays)
    for result in results:
        assert (result == 4 * a).all()


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_host_functions(device: str):
    """They allocate, copy, pass and load arrays of bf16, variables too."""
    functions = Program.from_mlir(HOST, device=device).functions
    a = nearest(np.arange(64, dtype=np.float64))
    four_times(functions["twice"], a, np.zeros_like(a), np.zeros_like(a))
    assert functions["reads"](a) == 4
    assert values(a.view(np.uint16))[:6].tolist() == [0, 2, 4, 6, 4, 5]
    functions["constants"](a)
    assert (values(a.view(np.uint16)) == 3).all()


def test_host_functions_with_ml_dtypes():
    """NumPy would convert an array of integers to bf16 where it copies one."""
    element = pytest.importorskip("ml_dtypes").bfloat16
    a = np.arange(64).astype(element)
    twice = Program.from_mlir(HOST).functions["twice"]
    four_times(twice, a, np.zeros_like(a), np.zeros(64, np.uint16))
    four_times(twice, a, np.zeros(64, np.uint16), np.zeros_like(a))


@pytest.mark.parametrize("element", [np.float16, np.float32, np.uint8, np.int64, ">u2"])
def test_wrong_arrays_of_host_functions(element: Any):
    twice = Program.from_mlir(HOST).functions["twice"]
    right = np.zeros(64, np.uint16)
    words = r"argument 1: an array of .* for 64xbf16; give one of the type of ml_dtypes"
    with pytest.raises(RuntimeFailure, match=words):
        twice(right, np.zeros(64, element), right)


MAIN = """
#include <stdio.h>
#include <stdlib.h>
void groups(void **, void *, long, long) __asm__("k.groups");
static float x[4096];
static double w[4096];
static unsigned short y[2][4096];
int main(int count, char **words) {
  static long record[64];
  void *arguments[] = {x, w, y[0], y[1]};
  if (!fread(x, sizeof x, 1, stdin) || !fread(w, sizeof w, 1, stdin) ||
      !fread(record, atoi(words[1]), 1, stdin))
    return 1;
  groups(arguments, record, 0, atoi(words[2]));
  return !fwrite(y, sizeof y, 1, stdout);
}
"""


def test_object_without_a_compilers_library(tmp_path: Path):
    """An object for this computer has the conversions that LLVM calls."""
    text = kernel(
        "%n = arith.truncf %1 : f64 to bf16\n memref.store %n, %a2[%i] : "
        f"memref<{COUNT}xbf16, {GLOBAL}>\n %r = arith.truncf %0 : f32 to bf16",
        *("f32", "f64", "bf16", "bf16"),
    )
    file, program = tmp_path / "k.o", tmp_path / "k"
    file.write_bytes(Compilation(SourceFile("k.mlir", text), Target("host")).object)
    (tmp_path / "main.c").write_text(MAIN)
    compiler = of_any_version("cc") or pytest.skip("no cc: install gcc")
    command = [compiler, "-no-pie", "-nodefaultlibs", "main.c", "k.o", "-lc", "-o", "k"]
    subprocess.run(command, check=True, cwd=tmp_path)
    wide = np.array([*SPECIAL, *np.random.default_rng(4).normal(size=COUNT - 9)])
    single = wide.astype(np.float32)
    plan = Program.from_mlir(text)["k"].plan((COUNT,), (64,), None)
    given = single.tobytes() + wide.tobytes() + plan.record
    done = subprocess.run(
        [str(program), str(len(plan.record)), str(plan.groups)],
        input=given,
        capture_output=True,
        check=True,
    )
    found = np.frombuffer(done.stdout, np.uint16).reshape(2, COUNT)
    for bits, numbers in ((found[0], wide), (found[1], single.astype(np.float64))):
        known = ~np.isnan(numbers)
        assert np.array_equal(bits[known], nearest(numbers)[known])
        assert np.isnan(values(bits[~known])).all()
