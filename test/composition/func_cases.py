"""Cases of `func`."""

from __future__ import annotations

from composition_case import Case, modules
from whole_kernel import whole

MLIR = modules("func")


def _called(op: str, name: str) -> Case:
    return whole(
        op,
        "i64, index, memref",
        MLIR["CALLS"].replace("NAME", name),
        lambda x, i, _: 2 * x + 2 * i,
        outer=MLIR["FUNCTIONS"].replace("NAME", name),
    )


CASES = (
    _called("func.call", "a"),
    _called("func.func", "b"),
    _called("func.return", "c"),
)
