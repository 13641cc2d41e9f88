"""The names of the combinations of `affine.parallel` and `memref.atomic_rmw`."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, i64
from xdsl.parser import Parser

ATOMIC_KINDS = (
    *("addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins"),
    *("minu", "mulf", "muli", "ori", "andi", "maxnumf", "minnumf", "xori"),
)
"""
In the order of the numbers that stand for them.
Source: mlir/include/mlir/Dialect/Arith/IR/ArithBase.td, release 22, `AtomicRMWKind`.
"""


def parse_atomic_kind(parser: Parser, *, quoted: bool = False) -> IntegerAttr:
    """Parses the name of a combination."""
    place = parser.pos
    name = parser.parse_str_literal() if quoted else parser.parse_identifier()
    if name not in ATOMIC_KINDS:
        parser.raise_error(f"expected one of {', '.join(ATOMIC_KINDS)}", place)
    return IntegerAttr(ATOMIC_KINDS.index(name), i64)
