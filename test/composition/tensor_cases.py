"""Cases of `tensor`: work items compute on tensors of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from composition_case import Case, modules
from whole_kernel import whole

MLIR = modules("tensor")


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

    return whole(f"tensor.{op}", types, MLIR["WHOLE"] + body, value, refused=refused)


_COLLAPSE = """
  %u = tensor.collapse_shape %m [[0, 1]] : tensor<4x6xi64> into tensor<24xi64>
  %r = tensor.extract %u[%n] : tensor<24xi64>"""


_GENERATE = """
  %g = tensor.generate {
  ^bb0(%a: index, %b: index):
    %t = tensor.extract %m[%a, %b] : tensor<4x6xi64>
    %row = arith.index_cast %a : index to i64
    %s = arith.addi %t, %x : i64
    %u = arith.addi %s, %row : i64
    tensor.yield %u : i64
  } : tensor<4x6xi64>
  %r = tensor.extract %g[%c3, %c2] : tensor<4x6xi64>"""


_SPLAT = """
  %e = tensor.splat %x : tensor<4xi64>
  %r = tensor.extract %e[%c3] : tensor<4xi64>"""


CASES = (
    _case("cast", "dynamic size", MLIR["CAST"], lambda m, x, i: m[3, 2]),
    _case("collapse_shape", "2 to 1", _COLLAPSE, lambda m, x, i: m.ravel()[20]),
    _case("concat", "dimension 1", MLIR["CONCAT"], lambda m, x, i: m[3, 2]),
    _case("dim", "dynamic size", MLIR["CAST"], lambda m, x, i: m[3, 2]),
    _case("empty", "i64", MLIR["EMPTY"], lambda m, x, i: x),
    _case("expand_shape", "1 to 2", MLIR["INSERT"], lambda m, x, i: x - m[1, 2]),
    _case("extract", "i64", MLIR["INSERT"], lambda m, x, i: x - m[1, 2]),
    _case("extract_slice", "rank 2", MLIR["SLICES"], lambda m, x, i: m[3, 5]),
    _case(
        "from_elements", "rank 2", MLIR["ELEMENTS"], lambda m, x, i: 0 if i % 2 else x
    ),
    _case("generate", "rank 2", _GENERATE, lambda m, x, i: m[3, 2] + x + 3),
    _case("insert", "i64", MLIR["INSERT"], lambda m, x, i: x - m[1, 2]),
    _case("insert", "in a loop", MLIR["LOOP"], lambda m, x, i: x),
    _case(
        "insert",
        "in one of two that change places",
        MLIR["SWAPPED"],
        lambda m, x, i: m[3, 2] - x + 1,
    ),
    _case(
        "insert", "in a branch", MLIR["BRANCH"], lambda m, x, i: m[1, 2] if i % 2 else x
    ),
    _case("insert_slice", "rank 2", MLIR["SLICES"], lambda m, x, i: m[3, 5]),
    _case("pad", "by a value", MLIR["PAD"], lambda m, x, i: 2 * x + m[1, 3]),
    _case(
        "parallel_insert_slice",
        "in `scf.forall`",
        MLIR["FORALL"],
        lambda m, x, i: x - m[3, 1],
    ),
    _case("reshape", "static sizes", MLIR["RESHAPE"], lambda m, x, i: m.ravel()[19]),
    _case("splat", "i64", _SPLAT, lambda m, x, i: x),
    _case("yield", "i64", MLIR["PAD"], lambda m, x, i: 2 * x + m[1, 3]),
)
