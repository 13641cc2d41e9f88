"""Cases of `tensor`: work items compute on tensors of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from composition_case import Case
from whole_kernel import BUFFER, whole

_PART = "memref<24xi64, strided<[1]>, #opencl.address_space<global>>"

# xDSL's `to_tensor` takes memory without a space only.
WHOLE = f"""
  %p = memref.alloca() : memref<24xi64>
  %part = memref.subview %in[0] [24] [1] : {BUFFER} to {_PART}
  "memref.copy"(%part, %p) : ({_PART}, memref<24xi64>) -> ()
  %flat = bufferization.to_tensor %p restrict : memref<24xi64> to tensor<24xi64>
  %m = tensor.expand_shape %flat [[0, 1]] output_shape [4, 6] : tensor<24xi64> into tensor<4x6xi64>"""
"""`%m` is the matrix of the first elements of the input."""


def _case(
    op: str,
    types: str,
    body: str,
    expected: Callable[[Any, int, int], Any],
    refused: str = "",
) -> Case:
    """
    Returns a case on the matrix `%m`; `expected` is from it, the element and its number.
    """

    def value(x: int, i: int, values: Any) -> int:
        return int(expected(np.array(values[:24]).reshape(4, 6), x, i))

    return whole(f"tensor.{op}", types, WHOLE + body, value, refused=refused)


_INSERT = """
  %u = tensor.insert %x into %m[%c1, %c2] : tensor<4x6xi64>
  %a = tensor.extract %u[%c1, %c2] : tensor<4x6xi64>
  %b = tensor.extract %m[%c1, %c2] : tensor<4x6xi64>
  %r = arith.subi %a, %b : i64"""

_SLICES = """
  %s = tensor.extract_slice %m[1, 2] [2, 2] [2, 3] : tensor<4x6xi64> to tensor<2x2xi64>
  %u = tensor.insert_slice %s into %m[0, 4] [2, 2] [1, 1] : tensor<2x2xi64> into tensor<4x6xi64>
  %five = arith.constant 5 : index
  %r = tensor.extract %u[%c1, %five] : tensor<4x6xi64>"""

_CAST = """
  %u = tensor.cast %m : tensor<4x6xi64> to tensor<?x6xi64>
  %d = tensor.dim %u, %c0 : tensor<?x6xi64>
  %last = arith.subi %d, %c1 : index
  %r = tensor.extract %u[%last, %c2] : tensor<?x6xi64>"""

_COLLAPSE = """
  %u = tensor.collapse_shape %m [[0, 1]] : tensor<4x6xi64> into tensor<24xi64>
  %r = tensor.extract %u[%n] : tensor<24xi64>"""

_RESHAPE = """
  %shape = arith.constant dense<[3, 8]> : tensor<2xindex>
  %u = "tensor.reshape"(%m, %shape) : (tensor<4x6xi64>, tensor<2xindex>) -> tensor<3x8xi64>
  %r = tensor.extract %u[%c2, %c3] : tensor<3x8xi64>"""

_CONCAT = """
  %u = tensor.concat dim(1) %m, %m : (tensor<4x6xi64>, tensor<4x6xi64>) -> tensor<4x12xi64>
  %eight = arith.constant 8 : index
  %r = tensor.extract %u[%c3, %eight] : tensor<4x12xi64>"""

_EMPTY = """
  %e = tensor.empty() : tensor<4xi64>
  %u = tensor.insert %x into %e[%c2] : tensor<4xi64>
  %r = tensor.extract %u[%c2] : tensor<4xi64>"""

_ELEMENTS = """
  %e = tensor.from_elements %x, %one, %z, %n64 : tensor<2x2xi64>
  %row = arith.andi %i, %c1 : index
  %r = tensor.extract %e[%row, %c0] : tensor<2x2xi64>"""

_SPLAT = """
  %e = tensor.splat %x : tensor<4xi64>
  %r = tensor.extract %e[%c3] : tensor<4xi64>"""

_PAD = """
  %u = "tensor.pad"(%m) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 1, 0>, static_high = array<i64: 0, 2>}> ({
  ^bb0(%j: index, %k: index):
    tensor.yield %x : i64
  }) : (tensor<4x6xi64>) -> tensor<5x8xi64>
  %a = tensor.extract %u[%c0, %c3] : tensor<5x8xi64>
  %b = tensor.extract %u[%c2, %c3] : tensor<5x8xi64>
  %c = arith.shli %a, %one : i64
  %r = arith.addi %c, %b : i64"""

_LOOP = """
  %s = scf.for %j = %c0 to %n step %c1 iter_args(%u = %m) -> (tensor<4x6xi64>) {
    %v = tensor.insert %x into %u[%c1, %c2] : tensor<4x6xi64>
    scf.yield %v : tensor<4x6xi64>
  }
  %r = tensor.extract %s[%c1, %c2] : tensor<4x6xi64>"""

CASES = (
    _case("cast", "dynamic size", _CAST, lambda m, x, i: m[3, 2]),
    _case("collapse_shape", "2 to 1", _COLLAPSE, lambda m, x, i: m.ravel()[20]),
    _case("concat", "dimension 1", _CONCAT, lambda m, x, i: m[3, 2]),
    _case("dim", "dynamic size", _CAST, lambda m, x, i: m[3, 2]),
    _case("empty", "i64", _EMPTY, lambda m, x, i: x),
    _case("expand_shape", "1 to 2", _INSERT, lambda m, x, i: x - m[1, 2]),
    _case("extract", "i64", _INSERT, lambda m, x, i: x - m[1, 2]),
    _case("extract_slice", "rank 2", _SLICES, lambda m, x, i: m[3, 5]),
    _case("from_elements", "rank 2", _ELEMENTS, lambda m, x, i: 0 if i % 2 else x),
    _case("insert", "i64", _INSERT, lambda m, x, i: x - m[1, 2]),
    _case(
        "insert",
        "in a loop",
        _LOOP,
        lambda m, x, i: x,
        refused="loops and branches are to be on memrefs",
    ),
    _case("insert_slice", "rank 2", _SLICES, lambda m, x, i: m[3, 5]),
    _case("pad", "by a value", _PAD, lambda m, x, i: 2 * x + m[1, 3]),
    _case("reshape", "static sizes", _RESHAPE, lambda m, x, i: m.ravel()[19]),
    _case("splat", "i64", _SPLAT, lambda m, x, i: x),
    _case("yield", "i64", _PAD, lambda m, x, i: 2 * x + m[1, 3]),
)
