"""
Memrefs as descriptors: the signatures and the code of upstream's passes of the same names,
compared as LLVM IR, and values where the code differs.
"""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conversion_helpers import Code, parse, run_tool
from lower_helpers import run
from tools import need, needs
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

PASSES = (
    "convert-scf-to-llvm",
    "convert-func-to-llvm",
    "convert-memref-to-llvm",
    "convert-vector-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
)
UPSTREAM = (
    "--expand-strided-metadata",
    "--finalize-memref-to-llvm",
    "--lower-affine",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
)

SAME = """
func.func private @use1(memref<?xf32>)
func.func private @use2(memref<?x4xf32>)
func.func private @strided(memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func private @sink_load_store(memref<4x8xf32, strided<[?, 1], offset: ?>>)
func.func @load_store(%m: memref<4x8xf32, strided<[?, 1], offset: ?>>, %i: index) {
  %x = memref.load %m[%i, %i] : memref<4x8xf32, strided<[?, 1], offset: ?>>
  memref.store %x, %m[%i, %i] : memref<4x8xf32, strided<[?, 1], offset: ?>>
  func.call @sink_load_store(%m) : (memref<4x8xf32, strided<[?, 1], offset: ?>>) -> ()
  func.return
}
func.func @static_offset(%m: memref<4x8xf32, strided<[8, 1], offset: 5>>, %i: index) -> f32 {
  %x = memref.load %m[%i, %i] : memref<4x8xf32, strided<[8, 1], offset: 5>>
  func.return %x : f32
}
func.func @heap(%n: index, %x: f32) {
  %a = memref.alloc(%n) : memref<?x4xf32>
  memref.store %x, %a[%n, %n] : memref<?x4xf32>
  func.call @use2(%a) : (memref<?x4xf32>) -> ()
  memref.dealloc %a : memref<?x4xf32>
  %b = memref.alloc(%n) {alignment = 64} : memref<?xf32>
  func.call @use1(%b) : (memref<?xf32>) -> ()
  memref.dealloc %b : memref<?xf32>
  func.return
}
func.func @stack(%n: index, %x: f32) {
  %s = memref.alloca(%n) {alignment = 32} : memref<?x4xf32>
  memref.store %x, %s[%n, %n] : memref<?x4xf32>
  func.call @use2(%s) : (memref<?x4xf32>) -> ()
  func.return
}
func.func @sizes(%m: memref<?x8x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.dim %m, %c0 : memref<?x8x?xf32>
  %b = memref.dim %m, %c1 : memref<?x8x?xf32>
  %c = memref.dim %m, %c2 : memref<?x8x?xf32>
  func.return %a, %b, %c : index, index, index
}
"memref.global"() <{sym_name = "table", sym_visibility = "public", type = memref<2x3xi32>, initial_value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>, constant}> : () -> ()
func.func @get() -> memref<2x3xi32> {
  %t = memref.get_global @table : memref<2x3xi32>
  func.return %t : memref<2x3xi32>
}
func.func private @sink_casts(memref<?x?xf32, strided<[?, ?], offset: ?>>)
func.func @casts(%m: memref<4x4xf32>) {
  %c = "memref.cast"(%m) : (memref<4x4xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
  %d = func.call @strided(%c) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> memref<?x?xf32, strided<[?, ?], offset: ?>>
  func.call @sink_casts(%d) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> ()
  func.return
}
func.func private @sink_spaces(memref<?xf32>)
func.func @spaces(%m: memref<?xf32, 1 : i32>) {
  %c = "memref.memory_space_cast"(%m) : (memref<?xf32, 1 : i32>) -> memref<?xf32>
  func.call @sink_spaces(%c) : (memref<?xf32>) -> ()
  func.return
}
func.func private @sink_reinterpret(memref<?x4xf32, strided<[?, 1], offset: ?>>)
func.func @reinterpret(%m: memref<?xf32>, %i: index) {
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [%i, 4], strides: [%i, 1] : memref<?xf32> to memref<?x4xf32, strided<[?, 1], offset: ?>>
  func.call @sink_reinterpret(%r) : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> ()
  func.return
}
func.func private @sink_view(memref<?x4xf32>)
func.func @view(%m: memref<?xi8>, %i: index) {
  %r = memref.view %m[%i][%i] : memref<?xi8> to memref<?x4xf32>
  func.call @sink_view(%r) : (memref<?x4xf32>) -> ()
  func.return
}
func.func private @sink_collapse(memref<?x?xf32>)
func.func @collapse(%m: memref<?x4x?xf32>) {
  %r = memref.collapse_shape %m [[0, 1], [2]] : memref<?x4x?xf32> into memref<?x?xf32>
  func.call @sink_collapse(%r) : (memref<?x?xf32>) -> ()
  func.return
}
func.func private @parts(memref<f32>, index, index, index, index, index)
func.func @metadata(%m: memref<?x4xf32, strided<[?, 1], offset: ?>>) {
  %b, %o, %s0, %s1, %t0, %t1 = "memref.extract_strided_metadata"(%m) : (memref<?x4xf32, strided<[?, 1], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
  func.call @parts(%b, %o, %s0, %s1, %t0, %t1) : (memref<f32>, index, index, index, index, index) -> ()
  func.return
}
func.func @address(%m: memref<?xf32>) -> index {
  %p = "memref.extract_aligned_pointer_as_index"(%m) : (memref<?xf32>) -> index
  func.return %p : index
}
"""
"""Functions that hand what they make to another, so that the order of parts is free."""


def converted(text: str) -> ModuleOp:
    module = run(parse(text), *PASSES)
    assert "unrealized" not in str(module)
    return module


def optimized(text: str, path: Path) -> Path:
    # MLIR made structs of several results from `undef` once, and from `poison` now.
    path.write_text(text.replace("undef", "poison"), encoding="utf-8")
    result = path.with_suffix(".opt.ll")
    arguments = [need("opt"), "-O1", "-S", str(path), "-o", str(result)]
    subprocess.run(arguments, check=True, capture_output=True)
    return result


@needs("mlir-opt")
@needs("mlir-translate")
@needs("opt")
@needs("llvm-diff")
def test_code_is_upstreams(tmp_path: Path):
    mine = optimized(emit_llvm_ir(converted(SAME)), tmp_path / "ours.ll")
    llvm_level = run_tool(need("mlir-opt"), UPSTREAM, SAME)
    theirs = run_tool(need("mlir-translate"), ("--mlir-to-llvmir",), llvm_level)
    other = optimized(theirs, tmp_path / "upstream.ll")
    diff = subprocess.run(
        [need("llvm-diff"), str(mine), str(other)], capture_output=True, text=True
    )
    assert diff.returncode == 0, diff.stderr[:3000]
    # Nothing was optimized away that the comparison is about.
    assert mine.read_text().count("@sink_") > 10


VALUES = """
func.func @subview(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>, %i: index) -> f32 {
  %c2 = arith.constant 2 : index
  %r = memref.subview %m[%i, 1] [%c2, 1] [2, 1] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  %c1 = arith.constant 1 : index
  %x = memref.load %r[%c1] : memref<?xf32, strided<[?], offset: ?>>
  func.return %x : f32
}
func.func @expand(%m: memref<?x?xf32>, %n: index, %k: index) -> f32 {
  %r = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, %k] : memref<?x?xf32> into memref<?x4x?xf32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = memref.load %r[%c1, %c2, %c2] : memref<?x4x?xf32>
  func.return %x : f32
}
func.func @collapse(%m: memref<4x2x1xf32, strided<[?, ?, ?], offset: ?>>, %i: index) -> f32 {
  %r = memref.collapse_shape %m [[0], [1, 2]] : memref<4x2x1xf32, strided<[?, ?, ?], offset: ?>> into memref<4x2xf32, strided<[?, ?], offset: ?>>
  %c1 = arith.constant 1 : index
  %x = memref.load %r[%i, %c1] : memref<4x2xf32, strided<[?, ?], offset: ?>>
  func.return %x : f32
}
func.func @size(%m: memref<?x8x?xf32>, %i: index) -> index {
  %d = memref.dim %m, %i : memref<?x8x?xf32>
  func.return %d : index
}
func.func @chosen(%a: memref<?xf32>, %b: memref<?xf32>, %c: i1) -> index {
  %z = arith.constant 0 : index
  %m = scf.if %c -> (memref<?xf32>) {
    scf.yield %a : memref<?xf32>
  } else {
    scf.yield %b : memref<?xf32>
  }
  %d = memref.dim %m, %z : memref<?xf32>
  func.return %d : index
}
func.func @sum(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %n = memref.dim %m, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %k = memref.dim %m, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (f32) {
    %s = scf.for %j = %c0 to %k step %c1 iter_args(%b = %a) -> (f32) {
      %x = memref.load %m[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c = arith.addf %b, %x : f32
      scf.yield %c : f32
    }
    scf.yield %s : f32
  }
  func.return %r : f32
}
func.func @transposed(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) -> f32 {
  %b, %o, %n, %k, %s, %t = "memref.extract_strided_metadata"(%m) : (memref<?x?xf32, strided<[?, ?], offset: ?>>) -> (memref<f32>, index, index, index, index, index)
  %r = memref.reinterpret_cast %b to offset: [%o], sizes: [%k, %n], strides: [%t, %s] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %r[%c1, %c0] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  func.return %x : f32
}
func.func @copied(%m: memref<?xf32>, %n: index) -> f32 {
  %heap = memref.alloc(%n) {alignment = 64} : memref<?xf32>
  "memref.copy"(%m, %heap) : (memref<?xf32>, memref<?xf32>) -> ()
  %c1 = arith.constant 1 : index
  %last = arith.subi %n, %c1 : index
  %x = memref.load %heap[%last] : memref<?xf32>
  memref.dealloc %heap : memref<?xf32>
  func.return %x : f32
}
func.func @vectors(%m: memref<?xf32, strided<[1], offset: ?>>, %i: index) -> f32 {
  %v = vector.load %m[%i] : memref<?xf32, strided<[1], offset: ?>>, vector<4xf32>
  %x = vector.extract %v[2] : f32 from vector<4xf32>
  func.return %x : f32
}
"""

I64, F32, POINTER = ctypes.c_int64, ctypes.c_float, ctypes.c_void_p
Array = Any


def parts(array: Array, offset: int = 0) -> list[int]:
    """
    Returns the fields of upstream's descriptor of a memref of `array`: allocated and aligned
    pointer, offset, sizes, strides. `offset` elements stand before the array's first.
    """
    size = array.itemsize
    start = array.ctypes.data - offset * size
    strides = [stride // size for stride in array.strides]
    return [start, start, offset, *array.shape, *strides]


@pytest.fixture(scope="module")
def call() -> Any:
    code = Code(str(converted(VALUES)))

    def run_function(name: str, result: Any, *arguments: Any) -> Any:
        values: list[int] = []
        for argument in arguments:
            values += argument if type(argument) is list else [argument]
        return code.function(name, result, *[I64] * len(values))(*values)

    return run_function


@needs("mlir-translate")
def test_values(call: Any):
    whole = np.arange(96, dtype=np.float32)
    matrix = whole[3:75].reshape(8, 9)[:, ::2]
    square = parts(matrix, offset=3)
    assert call("subview", F32, square, 3) == matrix[3:7:2, 1][1]
    flat = whole.reshape(16, 6)
    assert call("expand", F32, parts(flat), 4, 6) == flat.reshape(4, 4, 6)[1, 2, 2]
    column = whole[1:81].reshape(4, 4, 5)[:, ::2, 2:3]
    assert call("collapse", F32, parts(column, 1), 3) == column.reshape(4, 2)[3, 1]
    cube = np.zeros((3, 8, 5), np.float32)
    assert [call("size", I64, parts(cube), d) for d in range(3)] == [3, 8, 5]
    first, second = parts(whole), parts(whole[:7])
    assert [call("chosen", I64, first, second, c) for c in (0, 1)] == [7, 96]
    assert call("sum", F32, square) == matrix.sum()
    assert call("transposed", F32, square) == matrix[0, 1]
    assert call("copied", F32, parts(whole), 96) == whole[95]
    assert call("vectors", F32, parts(whole[5:], 5), 6) == whole[13]
