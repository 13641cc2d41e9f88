"""Cases of `affine`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import prod

from composition_case import Case, modules
from whole_kernel import N, whole

MLIR = modules("affine")


_MIN = """
  %q = affine.min affine_map<(d0)[s0] -> (d0 * 3, s0 + 2, 17)> (%xi)[%n]
  %r = arith.index_cast %q : index to i64"""


_APPLIED: dict[str, tuple[str, Callable[[int], int]]] = {
    "+, *": ("d0 * -3 + s0 * 5 - 7", lambda x: -3 * x + 5 * N - 7),
    "mod": ("(d0 - s0) mod 5", lambda x: (x - N) % 5),
    "mod 8": ("(d0 - s0) mod 8", lambda x: (x - N) % 8),
    "mod 1": ("d0 mod 1 + s0", lambda x: N),
    "floordiv": ("(d0 - s0) floordiv 5", lambda x: (x - N) // 5),
    "floordiv 16": ("(d0 - s0) floordiv 16", lambda x: (x - N) // 16),
    "ceildiv": ("(d0 - s0) ceildiv 7", lambda x: -((N - x) // 7)),
    "ceildiv 4": ("(d0 - s0) ceildiv 4", lambda x: -((N - x) // 4)),
}
"""Expressions of the element `d0`, which has both signs, and of `%n`, with their values."""


def _applied(types: str, expression: str, value: Callable[[int], int]) -> Case:
    body = (
        f"\n  %q = affine.apply affine_map<(d0)[s0] -> ({expression})> (%xi)[%n]"
        "\n  %r = arith.index_cast %q : index to i64"
    )
    return whole("affine.apply", types, body, lambda x, i, _: value(x))


def _unsigned(values: list[int]) -> list[int]:
    return [value % 2**64 for value in values]


_INTEGERS: dict[int, tuple[str, Callable[[list[int]], int]]] = {
    1: ("addi", sum),
    4: ("maxs", lambda v: max(v, default=-(2**63))),
    5: ("maxu", lambda v: max(_unsigned(v), default=0)),
    7: ("mins", lambda v: min(v, default=2**63 - 1)),
    8: ("minu", lambda v: min(_unsigned(v), default=-1)),
    10: ("muli", prod),
    11: ("ori", lambda v: reduce(lambda a, b: a | b, v, 0)),
    12: ("andi", lambda v: reduce(lambda a, b: a & b, v, -1)),
    15: ("xori", lambda v: reduce(lambda a, b: a ^ b, v, 0)),
}
# No result for no elements, which may not be an integer.
_FLOATS: dict[int, tuple[str, Callable[[list[int]], int]]] = {
    0: ("addf", sum),
    3: ("maximumf", lambda v: max(v, default=7)),
    6: ("minimumf", lambda v: min(v, default=7)),
    9: ("mulf", prod),
    13: ("maxnumf", lambda v: max(v, default=7)),
    14: ("minnumf", lambda v: min(v, default=7)),
}


def _reduced(
    kind: int, name: str, value: Callable[[list[int]], int], floats: bool = False
) -> Case:
    text = MLIR["REDUCED"].format(
        kind=kind, x="%w" if floats else "%v", type="f64" if floats else "i64"
    )
    result = "\n  %r = arith.addi %q, %z : i64"
    if floats:
        # The nothing of a maximum is infinite.
        result = """
  %some = arith.cmpi ne, %i, %c0 : index
  %s = arith.constant 7.0 : f64
  %one_f = arith.constant 1.0 : f64
  %kept = arith.select %some, %q, ELSE : f64
  %r = arith.fptosi %kept : f64 to i64""".replace(
            "ELSE", "%q" if name in ("addf", "mulf") else "%s"
        )
    return whole(
        "affine.parallel",
        f"{name} of {'f64' if floats else 'i64'}",
        text + result,
        lambda x, i, v: value([int(n) for n in v[: min(i, 9) : 2]]),
    )


CASES = (
    *(_applied(types, *case) for types, case in _APPLIED.items()),
    whole("affine.min", "index", _MIN, lambda x, i, _: min(3 * x, N + 2, 17)),
    whole(
        "affine.for",
        "bounds of several results",
        MLIR["FOR_BOUNDS"],
        lambda x, i, _: x + sum(range(max(i - N, 0), min(i + 7, 40), 3)),
    ),
    whole(
        "affine.for", "constant bounds", MLIR["FOR_CONSTANT"], lambda x, i, _: 3 * x + 1
    ),
    whole("affine.store", "i64", MLIR["FOR_CONSTANT"], lambda x, i, _: 3 * x + 1),
    whole("affine.yield", "i64", MLIR["FOR_CONSTANT"], lambda x, i, _: 3 * x + 1),
    whole(
        "affine.load",
        "i64",
        MLIR["LOAD_STORE"],
        lambda x, i, v: int(v[5]) + int(v[(i + 60) % 64]) - int(v[i // 2 + N]),
    ),
    whole(
        "affine.if",
        "i64",
        MLIR["IF_SET"],
        lambda x, i, _: x if 3 <= i < N and i % 2 == 0 else 1,
    ),
    whole(
        "affine.if",
        "nothing",
        MLIR["IF_WITHOUT_ELSE"],
        lambda x, i, _: x if x <= 4 else 1,
    ),
    whole(
        "affine.parallel",
        "index",
        MLIR["PARALLEL"],
        lambda x, i, _: x * len(range(1, min(i, N, 9), 2)) * 2,
    ),
    whole(
        "affine.vector_load",
        "vector<4xi64>",
        MLIR["VECTOR_ACCESS"],
        lambda x, i, v: 2 * int(v[i // 16 * 4]) - int(v[i // 16 * 4 + 3]),
    ),
    whole(
        "affine.vector_store",
        "vector<4xi64>",
        MLIR["VECTOR_ACCESS"],
        lambda x, i, v: 2 * int(v[i // 16 * 4]) - int(v[i // 16 * 4 + 3]),
    ),
    whole(
        "affine.max",
        "index",
        """
  %q = affine.max affine_map<(d0)[s0] -> (d0 * 3, s0 + 2, 17)> (%xi)[%n]
  %r = arith.index_cast %q : index to i64""",
        lambda x, i, _: max(3 * x, N + 2, 17),
    ),
    *(_reduced(kind, name, value) for kind, (name, value) in _INTEGERS.items()),
    *(_reduced(kind, name, value, True) for kind, (name, value) in _FLOATS.items()),
    whole(
        "affine.parallel",
        "a float by addi",
        MLIR["REDUCED"].format(kind=1, x="%w", type="f64")
        + "\n  %r = arith.fptosi %q : f64 to i64",
        refused="cannot reduce f64 by kind 1; use a kind of floats, from 0, 3",
    ),
    whole(
        "affine.apply",
        "mod by a negative number",
        """
  %q = affine.apply affine_map<(d0) -> (d0 mod -4)> (%xi)
  %r = arith.index_cast %q : index to i64""",
        refused="divide by a positive number",
    ),
)
