"""Cases of `memref`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from composition_case import GLOBAL, Case, modules
from whole_kernel import N, whole

MLIR = modules("memref")


def _matrix(values: Any) -> Any:
    return np.array(values[:24]).reshape(4, 6)


def _view(op: str, types: str, body: str, expected: Callable[[Any, int], Any]) -> Case:
    """
    Returns the case of an operation on the matrix `%m`; `expected` is from it and `i`.
    """
    return whole(
        op, types, MLIR["FILL"] + body, lambda x, i, v: int(expected(_matrix(v), i))
    )


_DYNAMIC = "memref<?x?xi64, strided<[?, ?], offset: ?>>"
_ROW = "memref<?xi64, strided<[?], offset: ?>>"


_CAST = f"""
  %v = "memref.cast"(%m) : (memref<4x6xi64>) -> {_DYNAMIC}
  %r = memref.load %v[%c3, %c2] : {_DYNAMIC}"""


_EXPAND = """
  %v = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 6] : memref<4x6xi64> into memref<2x2x6xi64>
  %r = memref.load %v[%c1, %c0, %c3] : memref<2x2x6xi64>"""


_RANK = """
  %d = "memref.rank"(%m) : (memref<4x6xi64>) -> index
  %r = arith.index_cast %d : index to i64"""


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
    whole("memref.alloc", "local memory", MLIR["LOCAL"], lambda x, i, v: int(v[i ^ 1])),
    whole(
        "memref.alloc", "private memory", MLIR["HEAP"], refused="use 'memref.alloca'"
    ),
    whole(
        "memref.dealloc", "local memory", MLIR["LOCAL"], lambda x, i, v: int(v[i ^ 1])
    ),
    whole(
        "memref.dealloc",
        "private memory",
        MLIR["FREE"],
        refused="remove 'memref.dealloc'",
    ),
    whole("memref.alloca", "dynamic size", MLIR["DYNAMIC_STACK"], lambda x, i, _: x),
    whole(
        "memref.alloca",
        "dynamic size in a loop",
        MLIR["LOOP"],
        lambda x, i, _: x + 1000,
    ),
    whole(
        "memref.alloca",
        "carried in a loop",
        MLIR["CARRIED"],
        lambda x, i, _: _carried(x),
    ),
    whole(
        "memref.alloca", "address space 77", _PLACE, refused="remove the memory space"
    ),
    whole("memref.alloca_scope", "i64", MLIR["SCOPE"], lambda x, i, _: x + N),
    whole("memref.alloca_scope.return", "i64", MLIR["SCOPE"], lambda x, i, _: x + N),
    whole("memref.assume_alignment", "64", MLIR["ALIGNED"], lambda x, i, _: x),
    _view("memref.cast", "dynamic sizes", _CAST, lambda m, i: m[3, 2]),
    whole("memref.cast", "unranked", MLIR["UNRANKED"], refused="use ranked ones"),
    _view(
        "memref.collapse_shape",
        "2 to 1",
        MLIR["COLLAPSE"],
        lambda m, i: m.ravel()[i % N],
    ),
    _view("memref.copy", "contiguous", MLIR["COPY"], lambda m, i: m[2, 3]),
    _view("memref.copy", "gaps", MLIR["COPY_COLUMN"], lambda m, i: m[2, 3]),
    _view(
        "memref.copy", "gaps and dynamic sizes", MLIR["COPY_GAPS"], lambda m, i: m[3, 2]
    ),
    _view("memref.dim", "any index", MLIR["SIZES"], lambda m, i: 8 + (i + 1) % 2),
    whole("memref.dma_start", "i64", MLIR["DMA"], lambda x, i, v: int(v[22])),
    whole("memref.dma_wait", "i64", MLIR["DMA"], lambda x, i, v: int(v[22])),
    _view("memref.expand_shape", "2 to 3", _EXPAND, lambda m, i: m[2, 3]),
    _view(
        "memref.extract_aligned_pointer_as_index",
        "index",
        MLIR["POINTER"],
        lambda m, i: 0,
    ),
    _view(
        "memref.extract_strided_metadata",
        "rank 2",
        MLIR["METADATA"],
        lambda m, i: m[3, 4],
    ),
    whole(
        "memref.get_global",
        "constant memory",
        _named(MLIR["LOOK_UP"], "t1"),
        lambda x, i, _: 6 if i % 2 else 3,
        outer=_named(MLIR["GLOBAL"], "t1"),
    ),
    whole(
        "memref.global",
        "constant memory",
        _named(MLIR["LOOK_UP"], "t2"),
        lambda x, i, _: 6 if i % 2 else 3,
        outer=_named(MLIR["GLOBAL"], "t2"),
    ),
    whole("memref.memory_space_cast", "generic", MLIR["SPACE"], lambda x, i, _: x),
    _view("memref.rank", "rank 2", _RANK, lambda m, i: 2),
    _view(
        "memref.reinterpret_cast",
        "all dynamic",
        MLIR["REINTERPRET"],
        lambda m, i: m.ravel()[i % 2 + 4],
    ),
    _view(
        "memref.subview", "rank reduced", MLIR["SUBVIEW"], lambda m, i: m[i % 2 + 2, 3]
    ),
    _view(
        "memref.transpose", "known steps", MLIR["TRANSPOSE"], lambda m, i: m[3, i % 2]
    ),
    whole("memref.view", "dynamic sizes", MLIR["VIEW"], lambda x, i, _: x),
)
