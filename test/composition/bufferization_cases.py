"""Cases of `bufferization`."""

from __future__ import annotations

from composition_case import modules
from whole_kernel import whole

MLIR = modules("bufferization")


CASES = (
    whole(
        "bufferization.alloc_tensor",
        "i64",
        MLIR["ALLOCATE"],
        lambda x, i, v: 2 * x - int(v[1]),
    ),
    whole("bufferization.clone", "i64", MLIR["CLONE"], lambda x, i, _: x),
    whole(
        "bufferization.materialize_in_destination",
        "i64",
        MLIR["MATERIALIZE"],
        lambda x, i, _: x + 1,
    ),
    whole("bufferization.to_buffer", "i64", MLIR["BUFFER"], lambda x, i, _: x),
    whole(
        "bufferization.to_tensor",
        "i64",
        MLIR["ALLOCATE"],
        lambda x, i, v: 2 * x - int(v[1]),
    ),
)
