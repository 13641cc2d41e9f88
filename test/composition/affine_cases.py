"""Cases of `affine`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from math import prod

from composition_case import Case
from whole_kernel import N, whole

_MIN = """
  %q = affine.min affine_map<(d0)[s0] -> (d0 * 3, s0 + 2, 17)> (%xi)[%n]
  %r = arith.index_cast %q : index to i64"""

_FOR_BOUNDS = """
  %r = affine.for %j = max affine_map<(d0)[s0] -> (d0 - s0, 0)>(%i)[%n] to min affine_map<(d0) -> (d0 + 7, 40)>(%i) step 3 iter_args(%a = %x) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %b = arith.addi %a, %j64 : i64
    affine.yield %b : i64
  }"""

_FOR_CONSTANT = """
  %m = memref.alloca() : memref<8x2xi64>
  affine.for %j = 0 to 8 {
    affine.store %x, %m[%j, 1] : memref<8x2xi64>
  }
  affine.store %one, %m[3, 1] : memref<8x2xi64>
  %r = affine.for %j = 1 to 5 iter_args(%a = %z) -> (i64) {
    %v = affine.load %m[%j + 2, 1] : memref<8x2xi64>
    %b = arith.addi %a, %v : i64
    affine.yield %b : i64
  }"""

# A constant index, a symbol and a remainder.
_LOAD_STORE = """
  %a = affine.load %in[5] : BUFFER
  %b = affine.load %in[(%i + 60) mod 64] : BUFFER
  %c = affine.load %in[%i floordiv 2 + %n] : BUFFER
  %d = arith.addi %a, %b : i64
  %r = arith.subi %d, %c : i64"""

_IF_SET = """
  %r = "affine.if"(%i, %n) <{condition = affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>}> ({
    affine.yield %x : i64
  }, {
    affine.yield %one : i64
  }) : (index, index) -> i64"""

_IF_WITHOUT_ELSE = """
  %m = memref.alloca() : memref<1xi64>
  affine.store %one, %m[0] : memref<1xi64>
  "affine.if"(%xi) <{condition = affine_set<(d0) : (d0 - 4 <= 0)>}> ({
    affine.store %x, %m[0] : memref<1xi64>
    affine.yield
  }, {
  }) : (index) -> ()
  %r = affine.load %m[0] : memref<1xi64>"""

_PARALLEL = """
  %m = memref.alloca() : memref<10x4xi64>
  affine.for %j = 0 to 10 {
    affine.for %k = 0 to 4 {
      affine.store %z, %m[%j, %k] : memref<10x4xi64>
    }
  }
  "affine.parallel"(%i, %n) <{reductions = [], lowerBoundsMap = affine_map<() -> (1, 0)>, lowerBoundsGroups = dense<1> : vector<2xi32>, upperBoundsMap = affine_map<(d0)[s0] -> (d0, s0, 9, 4)>, upperBoundsGroups = dense<[3, 1]> : vector<2xi32>, steps = [2 : i64, 3 : i64]}> ({
  ^bb0(%j: index, %k: index):
    affine.store %x, %m[%j, %k] : memref<10x4xi64>
    affine.yield
  }) : (index, index) -> ()
  %r = affine.for %j = 0 to 10 iter_args(%a = %z) -> (i64) {
    %s = affine.for %k = 0 to 4 iter_args(%b = %a) -> (i64) {
      %v = affine.load %m[%j, %k] : memref<10x4xi64>
      %w = arith.addi %b, %v : i64
      affine.yield %w : i64
    }
    affine.yield %s : i64
  }"""

_VECTOR_ACCESS = """
  %m = memref.alloca() : memref<8xi64>
  %v = affine.vector_load %in[%i floordiv 16 * 4] : BUFFER, vector<4xi64>
  affine.vector_store %v, %m[2] : memref<8xi64>, vector<4xi64>
  %a = affine.load %m[2] : memref<8xi64>
  %b = affine.load %m[5] : memref<8xi64>
  %c = arith.shli %a, %one : i64
  %r = arith.subi %c, %b : i64"""


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


_REDUCED = """
  %q = "affine.parallel"(%i) <{{reductions = [{kind}], lowerBoundsMap = affine_map<() -> (0)>, lowerBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<(d0) -> (d0, 9)>, upperBoundsGroups = dense<2> : tensor<1xi32>, steps = [2]}}> ({{
  ^bb0(%j: index):
    %v = memref.load %in[%j] : BUFFER
    %w = arith.sitofp %v : i64 to f64
    affine.yield {x} : {type}
  }}) : (index) -> {type}"""
"""The reduction of every second of the first elements."""


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
    text = _REDUCED.format(
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
        _FOR_BOUNDS,
        lambda x, i, _: x + sum(range(max(i - N, 0), min(i + 7, 40), 3)),
    ),
    whole("affine.for", "constant bounds", _FOR_CONSTANT, lambda x, i, _: 3 * x + 1),
    whole("affine.store", "i64", _FOR_CONSTANT, lambda x, i, _: 3 * x + 1),
    whole("affine.yield", "i64", _FOR_CONSTANT, lambda x, i, _: 3 * x + 1),
    whole(
        "affine.load",
        "i64",
        _LOAD_STORE,
        lambda x, i, v: int(v[5]) + int(v[(i + 60) % 64]) - int(v[i // 2 + N]),
    ),
    whole(
        "affine.if",
        "i64",
        _IF_SET,
        lambda x, i, _: x if 3 <= i < N and i % 2 == 0 else 1,
    ),
    whole("affine.if", "nothing", _IF_WITHOUT_ELSE, lambda x, i, _: x if x <= 4 else 1),
    whole(
        "affine.parallel",
        "index",
        _PARALLEL,
        lambda x, i, _: x * len(range(1, min(i, N, 9), 2)) * 2,
    ),
    whole(
        "affine.vector_load",
        "vector<4xi64>",
        _VECTOR_ACCESS,
        lambda x, i, v: 2 * int(v[i // 16 * 4]) - int(v[i // 16 * 4 + 3]),
    ),
    whole(
        "affine.vector_store",
        "vector<4xi64>",
        _VECTOR_ACCESS,
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
        _REDUCED.format(kind=1, x="%w", type="f64")
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
