"""
The intrinsics that have an operation of their own, `llvm.intr.*`.

A name without an entry below is not translated. The overloaded types of each intrinsic are
those of LLVM's `Intrinsics.td`.
"""

from __future__ import annotations

from typing import NamedTuple

RESULT = -1
"""In `Intrinsic.overloads`: the result's type. Other numbers count operands."""


class Intrinsic(NamedTuple):
    """
    How an operation becomes a call.
    """

    name: str
    """LLVM's name without the suffix of the overload."""
    overloads: tuple[int, ...] = (RESULT,)
    """Where the types of the suffix come from."""
    operands: tuple[int | str, ...] | None = None
    """
    The call's arguments: the number of an operand, or the name of an integer or float
    property that becomes an immediate. Nothing: all operands in order.
    """


def _same(*names: str) -> dict[str, Intrinsic]:
    """
    Element-wise intrinsics, overloaded on their result's type only.
    """
    return {f"llvm.intr.{name}": Intrinsic(f"llvm.{name}") for name in names}


def _on(overloads: tuple[int, ...], *names: str) -> dict[str, Intrinsic]:
    return {f"llvm.intr.{name}": Intrinsic(f"llvm.{name}", overloads) for name in names}


def _one(
    name: str,
    overloads: tuple[int, ...],
    operands: tuple[int | str, ...],
    spelled: str | None = None,
) -> dict[str, Intrinsic]:
    return {
        f"llvm.intr.{name}": Intrinsic(f"llvm.{spelled or name}", overloads, operands)
    }


INTRINSICS: dict[str, Intrinsic] = {
    **_same(
        *("acos", "asin", "atan", "atan2", "ceil", "copysign", "cos", "cosh"),
        *("exp", "exp10", "exp2", "fabs", "floor", "fma", "fmuladd", "log", "log10"),
        *("log2", "maximum", "maxnum", "minimum", "minnum", "nearbyint", "pow", "rint"),
        *("round", "roundeven", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"),
        *("bitreverse", "bswap", "ctpop", "fshl", "fshr"),
        *("smax", "smin", "umax", "umin", "expect"),
        *("sadd.sat", "uadd.sat", "ssub.sat", "usub.sat", "sshl.sat", "ushl.sat"),
        *("stepvector", "experimental.stepvector"),
    ),
    **_on((RESULT, 0), "llrint", "llround", "lrint", "lround", "scmp", "ucmp"),
    **_on((RESULT, 1), "ldexp", "powi", "ptrmask"),
    **_on((0,), "is.constant", "sadd.with.overflow", "uadd.with.overflow"),
    **_on((0,), "ssub.with.overflow", "usub.with.overflow"),
    **_on((0,), "smul.with.overflow", "umul.with.overflow"),
    **_on((0,), *(f"vector.reduce.{name}" for name in ("add", "and", "mul", "or"))),
    **_on((0,), *(f"vector.reduce.{name}" for name in ("xor", "smax", "smin"))),
    **_on((0,), *(f"vector.reduce.{name}" for name in ("umax", "umin", "fmax"))),
    **_on((0,), *(f"vector.reduce.{name}" for name in ("fmin", "fmaximum"))),
    **_on((0,), "vector.reduce.fminimum", "stackrestore"),
    **_on((1,), "vector.reduce.fadd", "vector.reduce.fmul"),
    **_on((RESULT,), "stacksave"),
    **_on((), "assume", "debugtrap", "trap"),
    **_one("ubsantrap", (), ("failureKind",)),
    **_one("abs", (RESULT,), (0, "is_int_min_poison")),
    **_one("ctlz", (RESULT,), (0, "is_zero_poison")),
    **_one("cttz", (RESULT,), (0, "is_zero_poison")),
    **_one("is.fpclass", (0,), (0, "bit")),
    **_one("expect.with.probability", (RESULT,), (0, 1, "prob")),
    **_one("memcpy", (0, 1, 2), (0, 1, 2, "isVolatile")),
    **_one("memmove", (0, 1, 2), (0, 1, 2, "isVolatile")),
    **_one("memset", (0, 2), (0, 1, 2, "isVolatile")),
    # LLVM 22 reads the forms with an alignment operand and turns them into its own.
    **_one("masked.load", (RESULT, 0), (0, "alignment", 1, 2)),
    **_one("masked.store", (0, 1), (0, 1, "alignment", 2)),
    **_one("masked.gather", (RESULT, 0), (0, "alignment", 1, 2)),
    **_one("masked.scatter", (0, 1), (0, 1, "alignment", 2)),
    # LLVM 22 has no size in these two any more.
    **_one("lifetime.start", (0,), (0,)),
    **_one("lifetime.end", (0,), (0,)),
    **_one("invariant.start", (0,), ("size", 0)),
    **_one("invariant.end", (1,), (0, "size", 1)),
    **_one("prefetch", (0,), (0, "rw", "hint", "cache")),
    **_one("vector.insert", (RESULT, 0), (1, 0, "pos")),
    **_one("vector.extract", (RESULT, 0), (0, "pos")),
}
"""
Operation name to intrinsic. Not here, because their overloads need code:
`llvm.intr.frexp`, `llvm.intr.memcpy.inline`.
"""
