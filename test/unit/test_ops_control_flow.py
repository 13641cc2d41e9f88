"""
Every operation of scf, cf, func and affine: right on the CPU device, compiled for GPUs.
"""

from __future__ import annotations

import pytest
from op_kernels import CPUS, Case, check_code, check_values

SCF = {
    "for_iter_args": Case(
        """
  %s, %p = scf.for %j = %c0 to %i step %c3 iter_args(%a = %x, %b = %one) -> (i64, i64) {
    %j64 = arith.index_cast %j : index to i64
    %a1 = arith.addi %a, %j64 : i64
    scf.yield %b, %a1 : i64, i64
  }
  %t = arith.shli %s, %one : i64
  %r = arith.subi %t, %p : i64""",
        lambda x, i, n, _: _swap(x, i),
    ),
    "for_dynamic_step": Case(
        """
  %step = arith.addi %i, %c1 : index
  %r = scf.for %j = %xi to %n step %step iter_args(%a = %z) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %b = arith.addi %a, %j64 : i64
    scf.yield %b : i64
  }""",
        lambda x, i, n, _: sum(range(x, n, i + 1)),
    ),
    "for_i32": Case(
        """
  %lo = arith.trunci %z : i64 to i32
  %hi = arith.trunci %x : i64 to i32
  %st = arith.trunci %one : i64 to i32
  %r = scf.for %j = %lo to %hi step %st iter_args(%a = %z) -> (i64) : i32 {
    %b = arith.addi %a, %one : i64
    scf.yield %b : i64
  }""",
        lambda x, i, n, _: max(x, 0),
    ),
    "for_unsigned": Case(
        # From -100 as an unsigned number up to -1.
        """
  %lo = arith.constant -100 : index
  %hi = arith.constant -1 : index
  %r = "scf.for"(%lo, %xi, %c1, %z) ({
  ^bb0(%j: index, %a: i64):
    %b = arith.addi %a, %one : i64
    scf.yield %b : i64
  }) {unsignedCmp} : (index, index, index, i64) -> i64""",
        lambda x, i, n, _: max(x % 2**64 - (2**64 - 100), 0),
    ),
    "while_loop": Case(
        """
  %e, %r = scf.while (%v = %x, %k = %z) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi sgt, %v, %z : i64
    %k1 = arith.addi %k, %v : i64
    scf.condition(%more) %v, %k1 : i64, i64
  } do {
  ^bb0(%v: i64, %k: i64):
    %v1 = arith.shrsi %v, %one : i64
    scf.yield %v1, %k : i64, i64
  }""",
        lambda x, i, n, _: _halves(x),
    ),
    "if_else": Case(
        """
  %positive = arith.cmpi sgt, %x, %z : i64
  %r = scf.if %positive -> (i64) {
    scf.yield %x : i64
  } else {
    %y = arith.subi %z, %x : i64
    scf.yield %y : i64
  }""",
        lambda x, i, n, _: abs(x),
    ),
    "if_only": Case(
        """
  %positive = arith.cmpi sgt, %x, %z : i64
  %m = memref.alloca() : memref<1xi64>
  memref.store %one, %m[%c0] : memref<1xi64>
  scf.if %positive {
    memref.store %x, %m[%c0] : memref<1xi64>
  }
  %r = memref.load %m[%c0] : memref<1xi64>""",
        lambda x, i, n, _: max(x, 1),
    ),
    "index_switch": Case(
        # The low 32 bits of the cases and of the value are the same.
        """
  %big = arith.constant 4294967296 : index
  %odd = arith.andi %i, %c1 : index
  %high = arith.muli %odd, %big : index
  %low = arith.andi %xi, %c3 : index
  %sel = arith.addi %high, %low : index
  %r = scf.index_switch %sel -> i64
  case 2 {
    scf.yield %z : i64
  }
  case 4294967298 {
    scf.yield %one : i64
  }
  case -1 {
    scf.yield %n64 : i64
  }
  default {
    scf.yield %x : i64
  }""",
        lambda x, i, n, _: i & 1 if x & 3 == 2 else x,
    ),
    "execute_region": Case(
        """
  %positive = arith.cmpi sgt, %x, %z : i64
  %r = "scf.execute_region"() ({
    cf.cond_br %positive, ^yes, ^no
  ^yes:
    scf.yield %one : i64
  ^no:
    scf.yield %z : i64
  }) : () -> i64""",
        lambda x, i, n, _: int(x > 0),
    ),
    "parallel_reduce": Case(
        """
  %s, %m = "scf.parallel"(%c1, %c0, %i, %n, %c2, %c3, %z, %x) <{operandSegmentSizes = array<i32: 2, 2, 2, 2>}> ({
  ^bb0(%j: index, %k: index):
    %v = memref.load %in[%j] : BUFFER
    %k64 = arith.index_cast %k : index to i64
    %w = arith.xori %v, %k64 : i64
    "scf.reduce"(%w, %w) ({
    ^bb1(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      scf.reduce.return %c : i64
    }, {
    ^bb1(%a: i64, %b: i64):
      %less = arith.cmpi slt, %a, %b : i64
      %c = scf.if %less -> (i64) {
        scf.yield %a : i64
      } else {
        scf.yield %b : i64
      }
      scf.reduce.return %c : i64
    }) : (i64, i64) -> ()
  }) : (index, index, index, index, index, index, i64, i64) -> (i64, i64)
  %t = arith.shli %s, %one : i64
  %r = arith.subi %t, %m : i64""",
        lambda x, i, n, v: _parallel(x, i, n, v),
    ),
    "alloca_scope": Case(
        """
  %size = arith.addi %i, %c1 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%a = %x) -> (i64) {
    %s = "memref.alloca_scope"() ({
      %m = memref.alloca(%size) : memref<?xi64>
      memref.store %a, %m[%i] : memref<?xi64>
      %b = memref.load %m[%i] : memref<?xi64>
      %c = arith.addi %b, %one : i64
      "memref.alloca_scope.return"(%c) : (i64) -> ()
    }) : () -> i64
    scf.yield %s : i64
  }""",
        lambda x, i, n, _: x + n,
    ),
    "alloca_in_a_loop": Case(
        """
  %many = arith.constant 1000 : index
  %size = arith.addi %i, %many : index
  %r = scf.for %j = %c0 to %many step %c1 iter_args(%a = %x) -> (i64) {
    %m = memref.alloca(%size) : memref<?xi64>
    memref.store %a, %m[%j] : memref<?xi64>
    %b = memref.load %m[%j] : memref<?xi64>
    %c = arith.addi %b, %one : i64
    scf.yield %c : i64
  }""",
        lambda x, i, n, _: x + 1000,
    ),
}


def _swap(x: int, i: int) -> int:
    a, b = x, 1
    for j in range(0, i, 3):
        a, b = b, a + j
    return 2 * a - b


def _halves(x: int) -> int:
    total = 0
    while True:
        total += x
        if x <= 0:
            return total
        x >>= 1


def _parallel(x: int, i: int, n: int, values: object) -> int:
    from typing import Any, cast

    data = cast(Any, values)
    found = [int(data[j]) ^ k for j in range(1, i, 2) for k in range(0, n, 3)]
    return 2 * sum(found) - min([x, *found])


CF = {
    "branches": Case(
        """
  cf.br ^head(%x, %z : i64, i64)
^head(%v: i64, %k: i64):
  %more = arith.cmpi sgt, %v, %one : i64
  cf.cond_br %more, ^body, ^end(%k : i64)
^body:
  %v1 = arith.shrsi %v, %one : i64
  %k1 = arith.addi %k, %one : i64
  cf.br ^head(%v1, %k1 : i64, i64)
^end(%r: i64):""",
        lambda x, i, n, _: max(x, 1).bit_length() - 1,
    ),
    "switch": Case(
        """
  cf.switch %x : i64, [
    default: ^end(%x : i64),
    7: ^end(%z : i64),
    -3: ^end(%one : i64),
    4294967296: ^end(%n64 : i64)
  ]
^end(%r: i64):""",
        lambda x, i, n, _: {7: 0, -3: 1}.get(x, x),
    ),
    "assert_holds": Case(
        """
  %small = arith.cmpi slt, %x, %n1000 : i64
  cf.assert %small, "too large"
  %r = arith.addi %x, %one : i64""".replace("%n1000", "%limit").replace(
            "\n  %small", "\n  %limit = arith.constant 1000 : i64\n  %small", 1
        ),
        lambda x, i, n, _: x + 1,
    ),
}

FUNCTIONS = """
func.func private @both(%a: i64, %b: index) -> (i64, index) {
  %c = arith.addi %a, %a : i64
  %d = arith.addi %b, %b : index
  func.return %c, %d : i64, index
}
func.func private @touch(%m: memref<2xi64>, %v: i64) {
  %k = arith.constant 1 : index
  memref.store %v, %m[%k] : memref<2xi64>
  func.return
}
"""

FUNC = {
    "calls": Case(
        """
  %a, %b = func.call @both(%x, %i) : (i64, index) -> (i64, index)
  %b64 = arith.index_cast %b : index to i64
  %m = memref.alloca() : memref<2xi64>
  func.call @touch(%m, %b64) : (memref<2xi64>, i64) -> ()
  %c = memref.load %m[%c1] : memref<2xi64>
  %r = arith.addi %a, %c : i64""",
        lambda x, i, n, _: 2 * x + 2 * i,
    ),
}


def _apply(expression: str) -> str:
    return (
        f"\n  %q = affine.apply affine_map<(d0)[s0] -> ({expression})> (%xi)[%n]"
        "\n  %r = arith.index_cast %q : index to i64"
    )


AFFINE = {
    "apply_mod": Case(_apply("(d0 - s0) mod 5"), lambda x, i, n, _: (x - n) % 5),
    "apply_mod_8": Case(_apply("(d0 - s0) mod 8"), lambda x, i, n, _: (x - n) % 8),
    "apply_mod_1": Case(_apply("d0 mod 1 + s0"), lambda x, i, n, _: n),
    "apply_floordiv": Case(
        _apply("(d0 - s0) floordiv 5"), lambda x, i, n, _: (x - n) // 5
    ),
    "apply_floordiv_16": Case(
        _apply("(d0 - s0) floordiv 16"), lambda x, i, n, _: (x - n) // 16
    ),
    "apply_ceildiv": Case(
        _apply("(d0 - s0) ceildiv 7"), lambda x, i, n, _: -((n - x) // 7)
    ),
    "apply_ceildiv_4": Case(
        _apply("(d0 - s0) ceildiv 4"), lambda x, i, n, _: -((n - x) // 4)
    ),
    "apply_linear": Case(
        _apply("d0 * -3 + s0 * 5 - 7"), lambda x, i, n, _: -3 * x + 5 * n - 7
    ),
    "min": Case(
        """
  %q = affine.min affine_map<(d0)[s0] -> (d0 * 3, s0 + 2, 17)> (%xi)[%n]
  %r = arith.index_cast %q : index to i64""",
        lambda x, i, n, _: min(3 * x, n + 2, 17),
    ),
    "for_bounds": Case(
        """
  %r = affine.for %j = max affine_map<(d0)[s0] -> (d0 - s0, 0)>(%i)[%n] to min affine_map<(d0) -> (d0 + 7, 40)>(%i) step 3 iter_args(%a = %x) -> (i64) {
    %j64 = arith.index_cast %j : index to i64
    %b = arith.addi %a, %j64 : i64
    affine.yield %b : i64
  }""",
        lambda x, i, n, _: x + sum(range(max(i - n, 0), min(i + 7, 40), 3)),
    ),
    "for_constant": Case(
        """
  %m = memref.alloca() : memref<8x2xi64>
  affine.for %j = 0 to 8 {
    affine.store %x, %m[%j, 1] : memref<8x2xi64>
  }
  affine.store %one, %m[3, 1] : memref<8x2xi64>
  %r = affine.for %j = 1 to 5 iter_args(%a = %z) -> (i64) {
    %v = affine.load %m[%j + 2, 1] : memref<8x2xi64>
    %b = arith.addi %a, %v : i64
    affine.yield %b : i64
  }""",
        lambda x, i, n, _: 3 * x + 1,
    ),
    "load_store": Case(
        # A constant index, a symbol and a remainder.
        """
  %a = affine.load %in[5] : BUFFER
  %b = affine.load %in[(%i + 60) mod 64] : BUFFER
  %c = affine.load %in[%i floordiv 2 + %n] : BUFFER
  %d = arith.addi %a, %b : i64
  %r = arith.subi %d, %c : i64""",
        lambda x, i, n, v: int(v[5]) + int(v[(i + 60) % 64]) - int(v[i // 2 + n]),
    ),
    "if_set": Case(
        """
  %r = "affine.if"(%i, %n) <{condition = affine_set<(d0)[s0] : (d0 - 3 >= 0, s0 - d0 - 1 >= 0, d0 mod 2 == 0)>}> ({
    affine.yield %x : i64
  }, {
    affine.yield %one : i64
  }) : (index, index) -> i64""",
        lambda x, i, n, _: x if 3 <= i < n and i % 2 == 0 else 1,
    ),
    "if_without_else": Case(
        """
  %m = memref.alloca() : memref<1xi64>
  affine.store %one, %m[0] : memref<1xi64>
  "affine.if"(%xi) <{condition = affine_set<(d0) : (d0 - 4 <= 0)>}> ({
    affine.store %x, %m[0] : memref<1xi64>
    affine.yield
  }, {
  }) : (index) -> ()
  %r = affine.load %m[0] : memref<1xi64>""",
        lambda x, i, n, _: x if x <= 4 else 1,
    ),
    "parallel": Case(
        """
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
  }""",
        lambda x, i, n, _: x * len(range(1, min(i, n, 9), 2)) * 2,
    ),
    "vector_access": Case(
        """
  %m = memref.alloca() : memref<8xi64>
  %v = affine.vector_load %in[%i floordiv 16 * 4] : BUFFER, vector<4xi64>
  affine.vector_store %v, %m[2] : memref<8xi64>, vector<4xi64>
  %a = affine.load %m[2] : memref<8xi64>
  %b = affine.load %m[5] : memref<8xi64>
  %c = arith.shli %a, %one : i64
  %r = arith.subi %c, %b : i64""",
        lambda x, i, n, v: 2 * int(v[i // 16 * 4]) - int(v[i // 16 * 4 + 3]),
    ),
}

DIALECTS = {
    "affine": (AFFINE, ""),
    "cf": (CF, ""),
    "func": (FUNC, FUNCTIONS),
    "scf": (SCF, ""),
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_values(dialect: str):
    cases, before = DIALECTS[dialect]
    check_values(cases, before=before)


@pytest.mark.parametrize("mcpu", CPUS)
def test_code(mcpu: str):
    everything: dict[str, Case] = {}
    for dialect, (cases, _) in DIALECTS.items():
        everything |= {f"{dialect}_{name}": case for name, case in cases.items()}
    check_code(everything, mcpu, FUNCTIONS)
