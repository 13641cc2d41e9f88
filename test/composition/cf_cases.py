"""Cases of `cf`."""

from __future__ import annotations

from composition_case import modules
from whole_kernel import whole

MLIR = modules("cf")


CASES = (
    whole(
        "cf.cond_br",
        "i64",
        MLIR["BRANCHES"],
        lambda x, i, _: max(x, 1).bit_length() - 1,
    ),
    whole("cf.br", "i64", MLIR["BRANCHES"], lambda x, i, _: max(x, 1).bit_length() - 1),
    whole("cf.switch", "i64", MLIR["SWITCH"], lambda x, i, _: {7: 0, -3: 1}.get(x, x)),
    whole("cf.assert", "i1", MLIR["ASSERT_HOLDS"], lambda x, i, _: x + 1),
)
