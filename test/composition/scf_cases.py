"""Cases of `scf`."""

from __future__ import annotations

from typing import Any

from composition_case import modules
from whole_kernel import N, whole

MLIR = modules("scf")


def _swap(x: int, i: int) -> int:
    a, b = x, 1
    for j in range(0, i, 3):
        a, b = b, a + j
    return 2 * a - b


def _halves(x: int) -> int:
    total = 0
    while True:
        total += x
        if x <= 0:
            return total
        x >>= 1


def _parallel(x: int, i: int, n: int, values: Any) -> int:
    found = [int(values[j]) ^ k for j in range(1, i, 2) for k in range(0, n, 3)]
    return 2 * sum(found) - min([x, *found])


CASES = (
    whole("scf.for", "index", MLIR["FOR_ITER_ARGS"], lambda x, i, _: _swap(x, i)),
    whole("scf.yield", "i64", MLIR["FOR_ITER_ARGS"], lambda x, i, _: _swap(x, i)),
    whole(
        "scf.for",
        "index (any step)",
        MLIR["FOR_DYNAMIC_STEP"],
        lambda x, i, _: sum(range(x, N, i + 1)),
    ),
    whole("scf.for", "i32", MLIR["FOR_I32"], lambda x, i, _: max(x, 0)),
    whole(
        "scf.for",
        "index (unsigned)",
        MLIR["FOR_UNSIGNED"],
        lambda x, i, _: max(x % 2**64 - (2**64 - 100), 0),
    ),
    whole("scf.while", "i64", MLIR["WHILE_LOOP"], lambda x, i, _: _halves(x)),
    whole("scf.condition", "i64", MLIR["WHILE_LOOP"], lambda x, i, _: _halves(x)),
    whole("scf.if", "i64", MLIR["IF_ELSE"], lambda x, i, _: abs(x)),
    whole("scf.if", "nothing", MLIR["IF_ONLY"], lambda x, i, _: max(x, 1)),
    whole(
        "scf.index_switch",
        "i64",
        MLIR["INDEX_SWITCH"],
        lambda x, i, _: i & 1 if x & 3 == 2 else x,
    ),
    whole(
        "scf.execute_region", "i64", MLIR["EXECUTE_REGION"], lambda x, i, _: int(x > 0)
    ),
    whole("scf.forall", "nothing", MLIR["FORALL"], lambda x, i, _: 3 * x),
    whole("scf.forall.in_parallel", "nothing", MLIR["FORALL"], lambda x, i, _: 3 * x),
    whole(
        "scf.parallel",
        "i64",
        MLIR["PARALLEL_REDUCE"],
        lambda x, i, v: _parallel(x, i, N, v),
    ),
    whole(
        "scf.reduce",
        "i64",
        MLIR["PARALLEL_REDUCE"],
        lambda x, i, v: _parallel(x, i, N, v),
    ),
    whole(
        "scf.reduce.return",
        "i64",
        MLIR["PARALLEL_REDUCE"],
        lambda x, i, v: _parallel(x, i, N, v),
    ),
)
