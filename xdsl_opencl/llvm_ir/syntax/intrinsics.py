"""
The intrinsics that have an operation of their own: a row for each `llvm.intr.*`.

A name without a row is neither translated nor read as an operation. The overloaded types
are those of LLVM's `Intrinsics.td`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

RESULT = -1
"""In `Intrinsic.overloads`: the result's type. Other numbers count operands."""
EXPONENT = -2
"""The type of the second element of the result, a struct."""


_POINTER_MANGLING = re.compile(r"\.p(\d+)(?=\.|$)")


def renumber_pointers(name: str, space: Callable[[int], int]) -> str:
    """The name of an intrinsic with the pointers of its overloads in other address spaces."""
    return _POINTER_MANGLING.sub(lambda match: f".p{space(int(match[1]))}", name)


class Intrinsic(NamedTuple):
    """How an operation stands as a call."""

    name: str
    """LLVM's name without the suffix of the overload."""
    overloads: tuple[int | str, ...] = (RESULT,)
    """The source of the types of the suffix; the type of a property by its name."""
    arguments: tuple[int | str, ...] | None = None
    """
    The call's arguments: the number of an operand, or the name of an integer or float
    property that is an immediate. Nothing: all operands in order.
    """
    is_read: bool = True
    """
    True if the reader makes the operation of a call. Not where the arguments depend on
    the version of LLVM: such a call stays one.
    """
    implied: tuple[tuple[str, int], ...] = ()
    """Properties of type i64 that the call does not say."""


def _rows(overloads: tuple[int, ...], names: str) -> dict[str, Intrinsic]:
    return {
        f"llvm.intr.{name}": Intrinsic(f"llvm.{name}", overloads)
        for name in names.split()
    }


def _row(
    name: str,
    overloads: tuple[int | str, ...],
    arguments: tuple[int | str, ...],
    is_read: bool = True,
    implied: tuple[tuple[str, int], ...] = (),
) -> dict[str, Intrinsic]:
    row = Intrinsic(f"llvm.{name}", overloads, arguments, is_read, implied)
    return {f"llvm.intr.{name}": row}


INTRINSICS: dict[str, Intrinsic] = {
    **_rows((RESULT,), "acos asin atan atan2 ceil copysign cos cosh exp exp10 exp2"),
    **_rows((RESULT,), "fabs floor fma fmuladd log log10 log2 maximum maxnum minimum"),
    **_rows((RESULT,), "minnum nearbyint pow rint round roundeven sin sinh sqrt tan"),
    **_rows(
        (RESULT,), "tanh trunc bitreverse bswap ctpop fshl fshr smax smin umax umin"
    ),
    **_rows((RESULT,), "expect sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat"),
    **_rows((RESULT,), "stepvector experimental.stepvector stacksave"),
    **_rows((RESULT, 0), "llrint llround lrint lround scmp ucmp"),
    **_rows((RESULT, 1), "ldexp powi ptrmask"),
    **_rows((0, EXPONENT), "frexp"),
    **_rows((0,), "is.constant stackrestore sadd.with.overflow uadd.with.overflow"),
    **_rows((0,), "ssub.with.overflow usub.with.overflow smul.with.overflow"),
    **_rows((0,), "umul.with.overflow vector.reduce.add vector.reduce.and"),
    **_rows((0,), "vector.reduce.mul vector.reduce.or vector.reduce.xor"),
    **_rows((0,), "vector.reduce.smax vector.reduce.smin vector.reduce.umax"),
    **_rows((0,), "vector.reduce.umin vector.reduce.fmax vector.reduce.fmin"),
    **_rows((0,), "vector.reduce.fmaximum vector.reduce.fminimum"),
    **_rows((1,), "vector.reduce.fadd vector.reduce.fmul"),
    **_rows((), "assume debugtrap trap"),
    **_row("ubsantrap", (), ("failureKind",)),
    **_row("abs", (RESULT,), (0, "is_int_min_poison")),
    **_row("ctlz", (RESULT,), (0, "is_zero_poison")),
    **_row("cttz", (RESULT,), (0, "is_zero_poison")),
    **_row("is.fpclass", (0,), (0, "bit")),
    **_row("expect.with.probability", (RESULT,), (0, 1, "prob")),
    **_row("memcpy", (0, 1, 2), (0, 1, 2, "isVolatile")),
    **_row("memcpy.inline", (0, 1, "len"), (0, 1, "len", "isVolatile"), is_read=False),
    **_row("memmove", (0, 1, 2), (0, 1, 2, "isVolatile")),
    **_row("memset", (0, 2), (0, 1, 2, "isVolatile")),
    # LLVM 22 reads the forms with an alignment operand and turns them into its own.
    **_row("masked.load", (RESULT, 0), (0, "alignment", 1, 2), is_read=False),
    **_row("masked.store", (0, 1), (0, 1, "alignment", 2), is_read=False),
    **_row("masked.gather", (RESULT, 0), (0, "alignment", 1, 2), is_read=False),
    **_row("masked.scatter", (0, 1), (0, 1, "alignment", 2), is_read=False),
    # LLVM 22 has no size in these two any more; -1 is the whole variable.
    **_row("lifetime.start", (0,), (0,), implied=(("size", -1),)),
    **_row("lifetime.end", (0,), (0,), implied=(("size", -1),)),
    **_row("invariant.start", (0,), ("size", 0)),
    **_row("invariant.end", (1,), (0, "size", 1)),
    **_row("prefetch", (0,), (0, "rw", "hint", "cache")),
    **_row("vector.insert", (RESULT, 0), (1, 0, "pos")),
    **_row("vector.extract", (RESULT, 0), (0, "pos")),
}
"""Operation name to intrinsic."""

READ_AS = {row.name: name for name, row in INTRINSICS.items() if row.is_read}
"""LLVM's name without the suffix to the operation that the reader makes."""

NEWER = tuple(
    f"llvm.intr.{name}"
    for name in (
        "acos asin atan atan2 cosh exp10 frexp ldexp scmp sinh stepvector tan tanh ucmp"
    ).split()
)
"""Operations that MLIR 19.1 does not know; LLVM 19 has their intrinsics."""
