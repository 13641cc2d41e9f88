"""
Tensors in loops, branches and calls, put into memory by `bufferize-destinations`: random programs
compute what NumPy computes by the value semantics of tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from conversion_helpers import run_tool
from long_runs import LONG
from tensor_programs import arguments, copies, differences, lowered, program, run
from test_contractions import lowered as lowered_by
from test_kernels_of_dialects import lowered as in_kernels
from texts import parts, whole
from tools import need, needs

from xdsl_opencl.runtime import Program

Array = Any
HEAD = """
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %x = arith.constant 7 : i64
"""


def reversed_sum(a: Array, b: Array) -> Array:
    return a[::-1] + b


ADD_REVERSED = """%{} = linalg.generic {{indexing_maps = [affine_map<(d0) -> (-d0 + 5)>,
    affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
    ins(%{}, %{} : tensor<6xi64>, tensor<6xi64>) outs(%{} : tensor<6xi64>) {{
    ^bb0(%y: i64, %z: i64, %o: i64):
      %d = arith.addi %y, %z : i64
      linalg.yield %d : i64
    }} -> tensor<6xi64>"""
"""A result that a destination that is an input too would spoil."""


def write_of_what_a_loop_has(a: Array, b: Array) -> Array:
    return a + 7 + 7


def write_beside_the_part(a: Array, b: Array) -> Array:
    return np.concatenate([a[:3], [7, 7, 7]])


def halves_change_places(a: Array, b: Array) -> Array:
    return np.concatenate([a[3:], a[:3]])


def two_results_of_one(a: Array, b: Array) -> Array:
    return (a + b) - (a - b)


def memory_of_each_iteration(a: Array, b: Array) -> Array:
    for _ in range(3):
        a = reversed_sum(a, a)
    return a


def one_tensor_twice(a: Array, b: Array) -> Array:
    k, m = a, a
    for _ in range(3):
        k, m = k + b, m + k
    return reversed_sum(k, m)


def swapped_in_an_outer_loop(a: Array, b: Array) -> Array:
    for _ in range(2):
        for _ in range(3):
            a, b = reversed_sum(a, b), a
    return a - b


DIRECTED: dict[Callable[[Array, Array], Array], str] = {
    write_of_what_a_loop_has: """
  %r = scf.for %i = %zero to %three step %one iter_args(%k = %a) -> (tensor<6xi64>) {
    %f = linalg.fill ins(%x : i64) outs(%a : tensor<6xi64>) -> tensor<6xi64>
    %c = arith.cmpi eq, %i, %one : index
    %s = scf.if %c -> (tensor<6xi64>) {
      scf.yield %k : tensor<6xi64>
    } else {
      %t = linalg.add ins(%k, %f : tensor<6xi64>, tensor<6xi64>) outs(%k : tensor<6xi64>) -> tensor<6xi64>
      scf.yield %t : tensor<6xi64>
    }
    scf.yield %s : tensor<6xi64>
  }""",
    write_beside_the_part: """
  %p = tensor.extract_slice %a[0] [3] [1] : tensor<6xi64> to tensor<3xi64>
  %f = linalg.fill ins(%x : i64) outs(%p : tensor<3xi64>) -> tensor<3xi64>
  %r = tensor.insert_slice %f into %a[3] [3] [1] : tensor<3xi64> into tensor<6xi64>""",
    halves_change_places: """
  %r = scf.forall (%i) = (0) to (6) step (3) shared_outs(%o = %a) -> (tensor<6xi64>) {
    %j = arith.subi %three, %i : index
    %p = tensor.extract_slice %o[%j] [3] [1] : tensor<6xi64> to tensor<3xi64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %p into %o[%i] [3] [1] : tensor<3xi64> into tensor<6xi64>
    }
  }""",
    two_results_of_one: """
  %s, %t = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
    affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%b : tensor<6xi64>)
    outs(%a, %a : tensor<6xi64>, tensor<6xi64>) {
    ^bb0(%i: i64, %o: i64, %p: i64):
      %q = arith.addi %o, %i : i64
      %u = arith.subi %p, %i : i64
      linalg.yield %q, %u : i64, i64
    } -> (tensor<6xi64>, tensor<6xi64>)
  %e = tensor.empty() : tensor<6xi64>
  %r = linalg.sub ins(%s, %t : tensor<6xi64>, tensor<6xi64>) outs(%e : tensor<6xi64>) -> tensor<6xi64>""",
    memory_of_each_iteration: """
  %n, %r = scf.while (%j = %zero, %k = %a) : (index, tensor<6xi64>) -> (index, tensor<6xi64>) {
    %c = arith.cmpi slt, %j, %three : index
    scf.condition(%c) %j, %k : index, tensor<6xi64>
  } do {
  ^bb0(%m: index, %g: tensor<6xi64>):
    %e = tensor.empty() : tensor<6xi64>
    """
    + ADD_REVERSED.format("h", "g", "g", "e")
    + """
    %l = arith.addi %m, %one : index
    scf.yield %l, %h : index, tensor<6xi64>
  }""",
    one_tensor_twice: """
  %k, %m = scf.for %i = %zero to %three step %one iter_args(%p = %a, %q = %a) -> (tensor<6xi64>, tensor<6xi64>) {
    %t = linalg.add ins(%q, %p : tensor<6xi64>, tensor<6xi64>) outs(%q : tensor<6xi64>) -> tensor<6xi64>
    %s = linalg.add ins(%p, %b : tensor<6xi64>, tensor<6xi64>) outs(%p : tensor<6xi64>) -> tensor<6xi64>
    scf.yield %s, %t : tensor<6xi64>, tensor<6xi64>
  }
  """
    + ADD_REVERSED.format("r", "k", "m", "m"),
    swapped_in_an_outer_loop: """
  %two = arith.constant 2 : index
  %k, %m = scf.for %i = %zero to %two step %one iter_args(%p = %a, %q = %b) -> (tensor<6xi64>, tensor<6xi64>) {
    %u, %v = scf.for %j = %zero to %three step %one iter_args(%g = %p, %h = %q) -> (tensor<6xi64>, tensor<6xi64>) {
      """
    + ADD_REVERSED.format("t", "g", "h", "h")
    + """
      scf.yield %t, %g : tensor<6xi64>, tensor<6xi64>
    }
    scf.yield %u, %v : tensor<6xi64>, tensor<6xi64>
  }
  %r = linalg.sub ins(%k, %m : tensor<6xi64>, tensor<6xi64>) outs(%m : tensor<6xi64>) -> tensor<6xi64>""",
}


@pytest.mark.parametrize("expected", DIRECTED, ids=lambda f: f.__name__)
def test_rules(expected: Callable[[Array, Array], Array]) -> None:
    text = (
        "func.func @f(%a: tensor<6xi64>, %b: tensor<6xi64>) -> tensor<6xi64> {"
        f"{HEAD}{DIRECTED[expected]}\n  func.return %r : tensor<6xi64>\n}}"
    )
    a, b = np.array([1, 2, 3, 4, 5, 6]), np.array([9, -8, 7, 2, 0, 1])
    (found,) = run(lowered(text), "f", copies([a, b]))
    assert np.array_equal(found, expected(a, b))


@pytest.mark.parametrize("seed", range(40 if LONG else 6))
def test_random_programs(seed: int) -> None:
    for number in range(10 * seed, 10 * seed + 10):
        assert not differences(number)


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_random_programs_in_kernels(device: str) -> None:
    option = "" if device == "host" else f"{{mcpu={device}}}"
    for seed in range(100, 106):
        text, function = program(seed, 6)
        made = Program.from_mlir(
            in_kernels(text, f"opencl-from-linalg{option}"), device=device
        )
        assert isinstance(made, Program)
        values = arguments(Random(seed))
        found = made.functions[function.name](*copies(values))
        for a, b in zip(found, function(*copies(values)), strict=True):
            assert np.array_equal(a, b), f"program {seed}\n{text}"


TILINGS = {
    "loops": (
        "%1, %l:3 = transform.structured.tile_using_for %0 tile_sizes [8, 8, 5] : "
        "(!transform.any_op) -> (!transform.any_op, !transform.any_op, "
        "!transform.any_op, !transform.any_op)"
    ),
    "forall": (
        "%1, %f = transform.structured.tile_using_forall %0 tile_sizes [8, 8] "
        "(mapping = [#gpu.block<y>, #gpu.block<x>]) : (!transform.any_op) -> "
        "(!transform.any_op, !transform.any_op)"
    ),
}
TILED = """
module attributes {{transform.with_named_sequence}} {{
  func.func @f(%a: tensor<20x12xi32>, %b: tensor<12x16xi32>, %c: tensor<20x16xi32>) -> tensor<20x16xi32> {{
    %r = linalg.matmul ins(%a, %b : tensor<20x12xi32>, tensor<12x16xi32>) outs(%c : tensor<20x16xi32>) -> tensor<20x16xi32>
    return %r : tensor<20x16xi32>
  }}
  transform.named_sequence @__transform_main(%arg: !transform.any_op {{transform.readonly}}) {{
    %0 = transform.structured.match ops{{["linalg.matmul"]}} in %arg : (!transform.any_op) -> !transform.any_op
    {}
    transform.yield
  }}
}}
"""


@needs("mlir-opt", 22)
@pytest.mark.parametrize("device", ["host", "gfx1100"])
@pytest.mark.parametrize("tiling", TILINGS)
def test_what_upstream_tiles(tiling: str, device: str) -> None:
    passes = "builtin.module(transform-interpreter,canonicalize,cse)"
    tiled = run_tool(
        need("mlir-opt", 22),
        [f"--pass-pipeline={passes}"],
        TILED.format(TILINGS[tiling]),
    )
    head, _, rest = tiled.partition("module attributes")
    text = head + rest[rest.index("func.func") : rest.index("transform.named_sequence")]
    option = "" if device == "host" else f"{{mcpu={device}}}"
    made = in_kernels(text, f"opencl-from-linalg{option}")
    program = Program.from_mlir(made, device=device)
    assert isinstance(program, Program)
    random = np.random.default_rng(3)
    a, b, c = (
        random.integers(-9, 9, shape).astype(np.int32)
        for shape in ((20, 12), (12, 16), (20, 16))
    )
    expected = c + a @ b
    assert np.array_equal(program.functions["f"](a, b, c), expected)


DECOMPOSED = whole("bufferization_decomposed.mlir")


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_operations_that_are_others(device: str) -> None:
    target = "" if device == "host" else f"{{mcpu={device}}}"
    module, _ = lowered_by(DECOMPOSED, f"opencl-from-linalg{target}")
    run = Program(module, device=device).functions
    numbers = np.random.default_rng(1)
    i, j = np.ogrid[:5, :4]
    assert np.array_equal(run["gen"](5, 3), i * 3 + j)
    a, b, c = (numbers.standard_normal((4, k)).astype("f4") for k in (3, 5, 2))
    want = np.pad(a, ((2, 2), (1, 3)), constant_values=1.5)
    assert np.array_equal(run["pad"](a, 2, 3, 1.5), want)
    small = np.arange(6).reshape(2, 3)
    want = np.add.outer(np.arange(4), np.arange(5))
    want[1:3, 1:4] = small
    assert np.array_equal(run["pad_of_indices"](small), want)
    assert np.array_equal(run["cat"](a, b, c), 2 * np.concatenate([a, b, c], 1))
    a, b = (8 * numbers.standard_normal((5, 3)).astype("f4") for _ in "ab")
    sums = np.abs(a + b)
    assert np.array_equal(run["elements"](a, b), np.maximum(sums, a).astype("i4"))
    a, b = numbers.integers(-(2**31), 2**31, (2, 4), np.int32)
    low, high = run["pairs"](a, b)
    product = a.astype(np.int64) * b
    assert np.array_equal(low, product.astype(np.int32))
    assert np.array_equal(high, product >> 32)


SCATTERED = parts("bufferization.mlir")["SCATTERED"]


@pytest.mark.parametrize("device", ["host", "gfx1100"])
def test_vectors_of_scattered_elements(device: str) -> None:
    target = "" if device == "host" else f"{{mcpu={device}}}"
    module, _ = lowered_by(SCATTERED, f"opencl-from-linalg{target}")
    a, s = np.arange(32).reshape(4, 8).astype("i4"), np.arange(100, 108).astype("i4")
    found, source = Program(module, device=device).functions["scattered"](
        a.copy(), s.copy()
    )
    for lane, value in ((0, 107), (2, 100), (3, 103)):
        a[:, 1 + lane] = value
    for place, value in ((7, 107), (0, 100), (3, 103)):
        a[:, place] = value
    assert np.array_equal(found, a)
    assert np.array_equal(source, s)
