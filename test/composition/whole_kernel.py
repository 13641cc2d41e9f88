"""
Cases that are whole kernels: a work item reads one element of the input and writes one of
the output, both of i64, and may look at the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from composition_case import GLOBAL, ITEMS, Case

N = 20
"""The value of `%n`, an index, and of `%n64`."""

BUFFER = f"memref<{ITEMS}xi64, {GLOBAL}>"

_PRELUDE = """
  %id = opencl.get_global_id 0 : i64
  %i = arith.index_cast %id : i64 to index
  %x = memref.load %in[%i] : BUFFER
  %xi = arith.index_cast %x : i64 to index
  %n64 = arith.constant 20 : i64
  %n = arith.index_cast %n64 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64"""

Expected = Callable[[int, int, Any], int]
"""From the element, its number and all elements."""


def _nothing(x: int, i: int, values: Any) -> int:
    return 0


def numbers() -> Any:
    """Returns the input: small numbers of both signs."""
    return np.random.default_rng(7).integers(-100, 100, ITEMS)


def whole(
    op: str,
    types: str,
    body: str,
    expected: Expected = _nothing,
    *,
    outer: str = "",
    refused: str = "",
    gpu_refused: str = "",
) -> Case:
    """
    Returns the case of a kernel whose `body` makes `%r`, an i64, of its element `%x` (as an
    index `%xi`), its number `%i`, `%n` and the buffer `%in`.
    """

    def reference(source: Any) -> Any:
        exact = [expected(int(x), i, source) for i, x in enumerate(source)]
        wrapped = np.array([number % 2**64 for number in exact], np.uint64)
        return wrapped.view(np.int64)

    kernel = (
        f"opencl.kernel @k(%in: BUFFER, %out: BUFFER) {{{_PRELUDE}{body}\n"
        "  memref.store %r, %out[%i] : BUFFER\n  opencl.return\n}\n"
    )
    return Case(
        op,
        types,
        inputs=("i64",),
        outputs=("i64",),
        kernel=kernel.replace("BUFFER", BUFFER),
        outer=outer,
        reference=reference,
        data=(numbers(),),
        refused=refused,
        gpu_refused=gpu_refused,
    )
