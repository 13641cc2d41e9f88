"""The kinds of reductions of upstream's dialects as operations of `arith`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation
from xdsl.utils.hints import isa


@dataclass(frozen=True)
class Reduction:
    """
    The operation that combines two values, and the value that changes nothing: a number, or
    the least or the largest integer of its type (`bound`, -1 or 1; with `signed` false of
    those without a sign).
    """

    combine: type[Operation]
    neutral: float = 0
    bound: int = 0
    signed: bool = True

    @property
    def floats(self) -> bool:
        """True for reductions of floating-point numbers."""
        return self.combine in _OF_FLOATS

    def start(self, type_: Attribute) -> Attribute:
        """The neutral value of `type_`, an integer, `index` or floating-point type."""
        if isinstance(type_, AnyFloat):
            return FloatAttr(self.neutral, type_)
        width = type_.width.data if isa(type_, IntegerType) else 64
        number = int(self.neutral)
        if self.bound and self.signed:
            number = 2 ** (width - 1) - 1 if self.bound > 0 else -(2 ** (width - 1))
        elif self.bound > 0:
            number = -1
        return IntegerAttr(number, type_)  # pyright: ignore


_OF_FLOATS = frozenset(
    (
        arith.AddfOp,
        arith.MaximumfOp,
        arith.MaxnumfOp,
        arith.MinimumfOp,
        arith.MinnumfOp,
        arith.MulfOp,
    )
)

REDUCTIONS: Mapping[int, Reduction] = {
    0: Reduction(arith.AddfOp),
    1: Reduction(arith.AddiOp),
    3: Reduction(arith.MaximumfOp, -math.inf),
    4: Reduction(arith.MaxSIOp, bound=-1),
    5: Reduction(arith.MaxUIOp),
    6: Reduction(arith.MinimumfOp, math.inf),
    7: Reduction(arith.MinSIOp, bound=1),
    8: Reduction(arith.MinUIOp, bound=1, signed=False),
    9: Reduction(arith.MulfOp, 1),
    10: Reduction(arith.MuliOp, 1),
    11: Reduction(arith.OrIOp),
    12: Reduction(arith.AndIOp, bound=1, signed=False),
    13: Reduction(arith.MaxnumfOp, math.nan),
    14: Reduction(arith.MinnumfOp, math.nan),
    15: Reduction(arith.XOrIOp),
}
"""
By the number of `AtomicRMWKind`; 2, `assign`, reduces nothing.
Source: mlir/include/mlir/Dialect/Arith/IR/ArithBase.td, release 22.
"""
SUM = REDUCTIONS[0]
"""It starts from zero, whatever the type."""
