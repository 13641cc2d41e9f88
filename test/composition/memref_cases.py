"""Cases of `memref`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from composition_case import GLOBAL, ITEMS, Case
from whole_kernel import BUFFER, N, whole

_FILL = """
  %m = memref.alloca() : memref<4x6xi64>
  %rows = arith.constant 4 : index
  %columns = arith.constant 6 : index
  scf.for %j = %c0 to %rows step %c1 {
    scf.for %k = %c0 to %columns step %c1 {
      %row = arith.muli %j, %columns : index
      %place = arith.addi %row, %k : index
      %value = memref.load %in[%place] : BUFFER
      memref.store %value, %m[%j, %k] : memref<4x6xi64>
    }
  }"""
"""`%m` is the matrix of the first elements of the input."""

_ODD = "%odd = arith.andi %i, %c1 : index"


def _matrix(values: Any) -> Any:
    return np.array(values[:24]).reshape(4, 6)


def _view(op: str, types: str, body: str, expected: Callable[[Any, int], Any]) -> Case:
    """
    Returns the case of an operation on the matrix `%m`; `expected` is from it and `i`.
    """
    return whole(op, types, _FILL + body, lambda x, i, v: int(expected(_matrix(v), i)))


_DYNAMIC = "memref<?x?xi64, strided<[?, ?], offset: ?>>"
_ROW = "memref<?xi64, strided<[?], offset: ?>>"

_SUBVIEW = f"""
  {_ODD}
  %v = memref.subview %m[%odd, 1] [%c2, 2] [2, %c2] : memref<4x6xi64> to memref<?x2xi64, strided<[12, ?], offset: ?>>
  %w = memref.subview %v[1, 0] [1, 2] [1, 1] : memref<?x2xi64, strided<[12, ?], offset: ?>> to memref<2xi64, strided<[?], offset: ?>>
  %r = memref.load %w[%c1] : memref<2xi64, strided<[?], offset: ?>>"""

_CAST = f"""
  %v = "memref.cast"(%m) : (memref<4x6xi64>) -> {_DYNAMIC}
  %r = memref.load %v[%c3, %c2] : {_DYNAMIC}"""

_REINTERPRET = f"""
  {_ODD}
  %v = memref.reinterpret_cast %m to offset: [%odd], sizes: [%c3], strides: [%c2] : memref<4x6xi64> to {_ROW}
  %r = memref.load %v[%c2] : {_ROW}"""

_COLLAPSE = """
  %v = memref.collapse_shape %m [[0, 1]] : memref<4x6xi64> into memref<24xi64>
  %place = arith.remui %i, %n : index
  %r = memref.load %v[%place] : memref<24xi64>"""

_EXPAND = """
  %v = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 6] : memref<4x6xi64> into memref<2x2x6xi64>
  %r = memref.load %v[%c1, %c0, %c3] : memref<2x2x6xi64>"""

_VIEW = """
  %bytes = memref.alloca() {alignment = 16} : memref<64xi8>
  %eight = arith.constant 8 : index
  %v = memref.view %bytes[%eight][%c3] : memref<64xi8> to memref<?x2xi64>
  memref.store %x, %v[%c2, %c1] : memref<?x2xi64>
  %zero = arith.constant 0 : index
  %w = memref.view %bytes[%zero][] : memref<64xi8> to memref<8xi64>
  %six = arith.constant 6 : index
  %r = memref.load %w[%six] : memref<8xi64>"""

_SIZES = f"""
  {_ODD}
  %v = memref.subview %m[0, 0] [%c3, %c2] [1, 1] : memref<4x6xi64> to memref<?x?xi64, strided<[6, 1]>>
  %d = memref.dim %v, %odd : memref<?x?xi64, strided<[6, 1]>>
  %e = memref.dim %m, %c1 : memref<4x6xi64>
  %s = arith.addi %d, %e : index
  %r = arith.index_cast %s : index to i64"""

_RANK = """
  %d = "memref.rank"(%m) : (memref<4x6xi64>) -> index
  %r = arith.index_cast %d : index to i64"""

_METADATA = f"""
  %v = memref.subview %m[1, 2] [%c3, %c2] [1, 2] : memref<4x6xi64> to memref<?x?xi64, strided<[6, 2], offset: 8>>
  %base, %o, %s0, %s1, %t0, %t1 = "memref.extract_strided_metadata"(%v) : (memref<?x?xi64, strided<[6, 2], offset: 8>>) -> (memref<i64>, index, index, index, index, index)
  %w = memref.reinterpret_cast %base to offset: [%o], sizes: [%s1, %s0], strides: [%t1, %t0] : memref<i64> to {_DYNAMIC}
  %r = memref.load %w[%c1, %c2] : {_DYNAMIC}"""

_POINTER = """
  %first = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<4x6xi64> to memref<1xi64, strided<[6]>>
  %p = "memref.extract_aligned_pointer_as_index"(%m) : (memref<4x6xi64>) -> index
  %q = "memref.extract_aligned_pointer_as_index"(%first) : (memref<1xi64, strided<[6]>>) -> index
  %d = arith.subi %p, %q : index
  %r = arith.index_cast %d : index to i64"""

_COPY = """
  %t = memref.alloca() : memref<4x6xi64>
  "memref.copy"(%m, %t) : (memref<4x6xi64>, memref<4x6xi64>) -> ()
  %r = memref.load %t[%c2, %c3] : memref<4x6xi64>"""

_COPY_GAPS = """
  %t = memref.alloca() : memref<8x12xi64>
  %u = memref.subview %t[1, 0] [%c3, %c2] [2, 3] : memref<8x12xi64> to memref<?x?xi64, strided<[24, 3], offset: 12>>
  %v = memref.subview %m[1, 0] [%c3, %c2] [1, 2] : memref<4x6xi64> to memref<?x?xi64, strided<[6, 2], offset: 6>>
  "memref.copy"(%v, %u) : (memref<?x?xi64, strided<[6, 2], offset: 6>>, memref<?x?xi64, strided<[24, 3], offset: 12>>) -> ()
  %five = arith.constant 5 : index
  %r = memref.load %t[%five, %c3] : memref<8x12xi64>"""

_COPY_COLUMN = """
  %t = memref.alloca() : memref<4xi64>
  %v = memref.subview %m[0, 3] [4, 1] [1, 1] : memref<4x6xi64> to memref<4xi64, strided<[6], offset: 3>>
  "memref.copy"(%v, %t) : (memref<4xi64, strided<[6], offset: 3>>, memref<4xi64>) -> ()
  %r = memref.load %t[%c2] : memref<4xi64>"""

_ALIGNED = """
  %m = memref.alloca() {alignment = 64} : memref<4xi64>
  %v = memref.assume_alignment %m, 64 : memref<4xi64>
  memref.store %x, %v[%c2] : memref<4xi64>
  %r = memref.load %m[%c2] : memref<4xi64>"""

_LOCAL = f"""
  %m = memref.alloc() : memref<{ITEMS}xi64, #opencl.address_space<local>>
  %l = opencl.get_local_id 0 : index
  memref.store %x, %m[%l] : memref<{ITEMS}xi64, #opencl.address_space<local>>
  opencl.barrier local
  %k = arith.xori %l, %c1 : index
  %r = memref.load %m[%k] : memref<{ITEMS}xi64, #opencl.address_space<local>>
  memref.dealloc %m : memref<{ITEMS}xi64, #opencl.address_space<local>>"""

_DYNAMIC_STACK = """
  %size = arith.addi %i, %c2 : index
  %m = memref.alloca(%size, %c3) : memref<?x?xi64>
  memref.store %one, %m[%i, %c1] : memref<?x?xi64>
  memref.store %x, %m[%i, %c2] : memref<?x?xi64>
  %r = memref.load %m[%i, %c2] : memref<?x?xi64>"""

_SPACE = """
  %m = memref.alloca() : memref<4xi64>
  %v = "memref.memory_space_cast"(%m) : (memref<4xi64>) -> memref<4xi64, #opencl.address_space<generic>>
  memref.store %x, %v[%c2] : memref<4xi64, #opencl.address_space<generic>>
  %r = memref.load %m[%c2] : memref<4xi64>"""

_TABLE = "memref<2x3xi64, #opencl.address_space<constant>>"
_GLOBAL = (
    f'"memref.global"() <{{sym_name = "@NAME", sym_visibility = "private", type = {_TABLE}, '
    "initial_value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>, constant}> : () -> ()\n"
)

_LOOK_UP = f"""
  {_ODD}
  %t = memref.get_global @NAME : {_TABLE}
  %r = memref.load %t[%odd, %c2] : {_TABLE}"""

_DMA = f"""
  %m = memref.alloca() : memref<4x6xi64>
  %tag = memref.alloca() : memref<1xi32>
  %four = arith.constant 4 : index
  "memref.dma_start"(%in, %n, %m, %c1, %c2, %four, %tag, %c0) {{operandSegmentSizes = array<i32: 1, 1, 1, 2, 1, 1, 1>}} : ({BUFFER}, index, memref<4x6xi64>, index, index, index, memref<1xi32>, index) -> ()
  "memref.dma_wait"(%tag, %c0, %four) {{operandSegmentSizes = array<i32: 1, 1, 1>}} : (memref<1xi32>, index, index) -> ()
  %r = memref.load %m[%c1, %four] : memref<4x6xi64>"""

_SCOPE = """
  %size = arith.addi %i, %c1 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x) -> (i64) {
    %s = "memref.alloca_scope"() ({
      %m = memref.alloca(%size) : memref<?xi64>
      memref.store %a, %m[%i] : memref<?xi64>
      %b = memref.load %m[%i] : memref<?xi64>
      %c = arith.addi %b, %one : i64
      "memref.alloca_scope.return"(%c) : (i64) -> ()
    }) : () -> i64
    scf.yield %s : i64
  }"""

_LOOP = """
  %many = arith.constant 1000 : index
  %size = arith.addi %i, %many : index
  %r = scf.for %j = %c0 to %many step %c1 iter_args(%a = %x) -> (i64) {
    %m = memref.alloca(%size) : memref<?xi64>
    memref.store %a, %m[%j] : memref<?xi64>
    %b = memref.load %m[%j] : memref<?xi64>
    %c = arith.addi %b, %one : i64
    scf.yield %c : i64
  }"""

# Static memory of a loop that is carried out of an scf.if.
_CARRIED = """
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %even = arith.cmpi slt, %j64, %a : i64
    %m = scf.if %even -> (memref<2xi64>) {
      %p = memref.alloca() : memref<2xi64>
      memref.store %a, %p[%c1] : memref<2xi64>
      scf.yield %p : memref<2xi64>
    } else {
      %p = memref.alloca() : memref<2xi64>
      memref.store %j64, %p[%c1] : memref<2xi64>
      scf.yield %p : memref<2xi64>
    }
    %b = memref.load %m[%c1] : memref<2xi64>
    %c = arith.addi %b, %one : i64
    scf.yield %c : i64
  }"""

_ATOMIC = """
  %m = memref.alloca() : memref<2xi64>
  memref.store %x, %m[%c1] : memref<2xi64>
  %old = "memref.atomic_rmw"(%n64, %m, %c1) <{kind = 1 : i64}> : (i64, memref<2xi64>, index) -> i64
  %new = memref.load %m[%c1] : memref<2xi64>
  %r = arith.addi %old, %new : i64"""


def _carried(x: int) -> int:
    for j in range(N):
        x = (x if j < x else j) + 1
    return x


def _same(values: Any) -> Any:
    return values


def _stored(op: str, element: str) -> Case:
    """Returns a load, or a store, of an element of a type through private memory."""
    memory = f"memref<3x{element}>"
    return Case(
        op,
        element,
        inputs=(element,),
        outputs=(element,),
        body=(
            f"%one = arith.constant 1 : index\n%m = memref.alloca() : {memory}\n"
            f"memref.store %a, %m[%one] : {memory}\n"
            f"%r = memref.load %m[%one] : {memory}"
        ),
        reference=_same,
    )


_ELEMENTS = ("i8", "i16", "i32", "i64", "index", "f16", "f32", "f64", "vector<4xf32>")

_UNKNOWN = whole(
    "memref.load",
    f"memref<?x?xi64, {GLOBAL}>",
    """
  %v = func.call @NAME() : () -> memref<?x?xi64>
  %r = memref.load %v[%c1, %c1] : memref<?x?xi64>""",
    outer="func.func private @NAME() -> memref<?x?xi64>\n",
    refused="give the type static sizes and strides",
)

_HEAP = """
  %m = memref.alloc() : memref<4xi64>
  memref.store %x, %m[%c1] : memref<4xi64>
  %r = memref.load %m[%c1] : memref<4xi64>"""

_FREE = """
  %m = memref.alloca() : memref<4xi64>
  memref.dealloc %m : memref<4xi64>
  %r = arith.constant 0 : i64"""

_UNRANKED = """
  %m = memref.alloca() : memref<4xi64>
  %u = "memref.cast"(%m) : (memref<4xi64>) -> memref<*xi64>
  %r = arith.constant 0 : i64"""

_PLACE = """
  %m = memref.alloca() : memref<4xi64, 77 : i32>
  %r = memref.load %m[%c1] : memref<4xi64, 77 : i32>"""


def _named(text: str, name: str) -> str:
    return text.replace("@NAME", name if text.startswith('"') else f"@{name}")


CASES = (
    *(
        _stored(op, each)
        for op in ("memref.load", "memref.store")
        for each in _ELEMENTS
    ),
    _UNKNOWN,
    whole("memref.alloc", "local memory", _LOCAL, lambda x, i, v: int(v[i ^ 1])),
    whole("memref.alloc", "private memory", _HEAP, refused="use 'memref.alloca'"),
    whole("memref.dealloc", "local memory", _LOCAL, lambda x, i, v: int(v[i ^ 1])),
    whole("memref.dealloc", "private memory", _FREE, refused="remove 'memref.dealloc'"),
    whole("memref.alloca", "dynamic size", _DYNAMIC_STACK, lambda x, i, _: x),
    whole("memref.alloca", "dynamic size in a loop", _LOOP, lambda x, i, _: x + 1000),
    whole("memref.alloca", "carried in a loop", _CARRIED, lambda x, i, _: _carried(x)),
    whole(
        "memref.alloca", "address space 77", _PLACE, refused="remove the memory space"
    ),
    whole("memref.alloca_scope", "i64", _SCOPE, lambda x, i, _: x + N),
    whole("memref.alloca_scope.return", "i64", _SCOPE, lambda x, i, _: x + N),
    whole("memref.assume_alignment", "64", _ALIGNED, lambda x, i, _: x),
    _view("memref.cast", "dynamic sizes", _CAST, lambda m, i: m[3, 2]),
    whole("memref.cast", "unranked", _UNRANKED, refused="use ranked ones"),
    _view("memref.collapse_shape", "2 to 1", _COLLAPSE, lambda m, i: m.ravel()[i % N]),
    _view("memref.copy", "contiguous", _COPY, lambda m, i: m[2, 3]),
    _view("memref.copy", "gaps", _COPY_COLUMN, lambda m, i: m[2, 3]),
    _view("memref.copy", "gaps and dynamic sizes", _COPY_GAPS, lambda m, i: m[3, 2]),
    _view("memref.dim", "any index", _SIZES, lambda m, i: 8 + (i + 1) % 2),
    whole("memref.dma_start", "i64", _DMA, lambda x, i, v: int(v[22])),
    whole("memref.dma_wait", "i64", _DMA, lambda x, i, v: int(v[22])),
    _view("memref.expand_shape", "2 to 3", _EXPAND, lambda m, i: m[2, 3]),
    _view("memref.extract_aligned_pointer_as_index", "index", _POINTER, lambda m, i: 0),
    _view("memref.extract_strided_metadata", "rank 2", _METADATA, lambda m, i: m[3, 4]),
    whole(
        "memref.get_global",
        "constant memory",
        _named(_LOOK_UP, "t1"),
        lambda x, i, _: 6 if i % 2 else 3,
        outer=_named(_GLOBAL, "t1"),
    ),
    whole(
        "memref.global",
        "constant memory",
        _named(_LOOK_UP, "t2"),
        lambda x, i, _: 6 if i % 2 else 3,
        outer=_named(_GLOBAL, "t2"),
    ),
    whole("memref.memory_space_cast", "generic", _SPACE, lambda x, i, _: x),
    _view("memref.rank", "rank 2", _RANK, lambda m, i: 2),
    _view(
        "memref.reinterpret_cast",
        "all dynamic",
        _REINTERPRET,
        lambda m, i: m.ravel()[i % 2 + 4],
    ),
    _view("memref.subview", "rank reduced", _SUBVIEW, lambda m, i: m[i % 2 + 2, 3]),
    whole("memref.view", "dynamic sizes", _VIEW, lambda x, i, _: x),
)
