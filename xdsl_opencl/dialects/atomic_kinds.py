"""The names of the combinations of `affine.parallel` and `memref.atomic_rmw`."""

from __future__ import annotations

ATOMIC_KINDS = (
    *("addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins"),
    *("minu", "mulf", "muli", "ori", "andi", "maxnumf", "minnumf", "xori"),
)
"""
In the order of the numbers that stand for them.
Source: mlir/include/mlir/Dialect/Arith/IR/ArithBase.td, release 22, `AtomicRMWKind`.
"""
