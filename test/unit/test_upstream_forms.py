"""
Forms and programs as upstream prints them: what the CPU device computes is what NumPy
computes, and there is code for a GPU.
"""

from __future__ import annotations

import numpy as np
import pytest
from test_kernels_of_dialects import MAP, lowered, program
from texts import parts

from xdsl_opencl.runtime import Program

TEXTS = parts("upstream_forms.mlir")


def test_affine_parallel_and_if() -> None:
    a = np.random.default_rng(1).random((8, 8)).astype(np.float32)
    i, j = np.indices(a.shape)
    expected = np.where((i >= j) & (j >= 2), 2 * a, 0)
    program(TEXTS["AFFINE"], f"convert-affine-to-scf,{MAP}").f(a)
    assert np.array_equal(a, expected)


@pytest.mark.parametrize("size", [1, 7, 40])
def test_triangle(size: int) -> None:
    """The inner loop, of a length that only the kernel knows, runs in each work item."""
    a = np.random.default_rng(2).random((size, size)).astype(np.float32)
    expected = a + np.tril(a)
    program(TEXTS["TRIANGLE"], MAP).tri(size, a)
    assert np.array_equal(a, expected)


def test_variables_casts_and_atomics_of_memref() -> None:
    a, counts = np.zeros(4, np.float32), np.zeros(16, np.int32)
    program(TEXTS["MEMREF"], MAP).f(a, counts, np.zeros(4, np.float32))
    assert a.tolist() == [1, 2, 3, 4]
    assert counts.tolist() == [6] + [0] * 15


def test_function_that_calls_one_that_launches() -> None:
    """Beside it is the unused variable of each module of torch-mlir."""
    a = np.arange(4, dtype=np.float32)
    program(TEXTS["CALLED"], MAP).main(a)
    assert a.tolist() == [0, 2, 4, 6]


def test_vector_constant_of_the_host() -> None:
    a = np.ones(4, np.float32)
    program(TEXTS["VECTOR_CONSTANT"], MAP).main(a)
    assert a.tolist() == [2, 3, 4, 5]


def test_index_below_zero() -> None:
    a = np.zeros(8, np.int32)
    program(TEXTS["INDEX_BELOW_ZERO"], MAP).f(a, -3)
    assert a.tolist() == [*range(-3, 5)]


def test_cluster_on_the_cpu_device() -> None:
    a, b = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    kernels = Program.from_mlir(lowered(TEXTS["CLUSTER"], "convert-gpu-to-opencl"))
    (name,) = kernels
    kernels[name](32, 32, a, b)
    assert np.array_equal(b, np.repeat(a.reshape(8, 4).sum(1), 4))


PRINTS = """
func.func @f(%x: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  %i = arith.constant 1 : index
  %v = memref.load %x[%i] : memref<4xf32>
  vector.print %v : f32
  %d = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  vector.print %d : vector<2x2xi32>
  %b = arith.constant true
  vector.print %b : i1
  %n = arith.constant -3 : i64
  vector.print %n : i64
  return
}
"""


def test_numbers_and_vectors_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """As mlir-runner 22 prints the same values."""
    made = Program.from_mlir(lowered(PRINTS, "opencl-from-linalg"))
    made.functions["f"](np.arange(4, dtype=np.float32))
    assert capsys.readouterr().out == "2.71828\n( ( 1, 2 ), ( 3, 4 ) )\n1\n-3\n"


def test_debug_name_of_a_module_of_torch() -> None:
    text = f'module attributes {{torch.debug_module_name = "Net"}} {{{PRINTS}}}'
    made = Program.from_mlir(lowered(text, "opencl-from-linalg"))
    assert [*made.functions] == ["f"]
