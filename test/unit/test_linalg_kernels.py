"""
`linalg` on memrefs as kernels: what the CPU device computes is what NumPy computes, and
there is code for a GPU.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from frontend_helpers import needs_clang
from test_kernels_of_dialects import MAP, TARGET, lowered, program
from texts import parts

import xdsl_opencl as ocl

TEXTS = parts("linalg_kernels.mlir")

ROOT = Path(__file__).parents[2]

RNG = np.random.default_rng(2)
LINALG = f"convert-linalg-to-parallel-loops,{MAP}"

Arrays = list[Any]


def conv(x: Any, w: Any, out: Any, rows: int, columns: int, dilation: int) -> None:
    """A convolution of NCHW by FCHW, strides `rows` and `columns`."""
    _, _, height, width = out.shape
    for i in range(height):
        for j in range(width):
            for k in range(w.shape[2]):
                for m in range(w.shape[3]):
                    pixel = x[:, :, i * rows + k * dilation, j * columns + m * dilation]
                    out[:, :, i, j] += pixel @ w[:, :, k, m].T


def matmul(a: Any, b: Any, c: Any) -> None:
    c += a @ b


def fill(a: Any) -> None:
    a[...] = 3


def gather(a: Any, b: Any) -> None:
    b[...] = a[::2] + np.arange(3)[:, None] + 2


def reduce_rows(a: Any, b: Any) -> None:
    b += a.sum(0)


def reduce_all(a: Any, b: Any) -> None:
    b += a.sum()


def product_in_order(a: Any, b: Any) -> None:
    for x in a:
        b[()] = x - b


def strided_conv(x: Any, w: Any, out: Any) -> None:
    conv(x, w, out, 2, 1, 1)


def transpose(a: Any, b: Any) -> None:
    np.copyto(b, a.transpose(2, 0, 1))


def broadcast(a: Any, b: Any) -> None:
    np.copyto(b, np.broadcast_to(a[None, :, None], b.shape))


def add(a: Any, b: Any, c: Any) -> None:
    np.copyto(c, a + b)


def pool(x: Any, _: Any, out: Any) -> None:
    for i in range(3):
        for j in range(3):
            window = x[:, :, 2 * i : 2 * i + 2, 2 * j : 2 * j + 3]
            out[:, :, i, j] = np.maximum(out[:, :, i, j], window.max((2, 3)))


def product_twice(a: Any, b: Any, c: Any) -> None:
    np.copyto(c, 2 * a * b)


def reduce_two(a: Any, b: Any, c: Any) -> None:
    b += a.sum(1)
    np.copyto(c, np.maximum(c, a.max(1)))


def largest(a: Any, b: Any, c: Any) -> None:
    np.copyto(c, np.maximum(a.T, b))


def matmul_of_transposed(a: Any, b: Any, c: Any) -> None:
    matmul(a.T, b.T, c)


def contract(a: Any, b: Any, c: Any) -> None:
    matmul(b, a.T, c)


def plain_conv(x: Any, w: Any, out: Any) -> None:
    conv(x, w, out, 1, 1, 1)


OPERATIONS = parts("linalg_operations.mlir")
EXPECTED: dict[str, Callable[..., None]] = {
    "MATMUL": matmul,
    "CONV": strided_conv,
    "FILL": fill,
    "TRANSPOSE": transpose,
    "BROADCAST": broadcast,
    "REDUCE": reduce_rows,
    "REDUCE_ALL": reduce_all,
    "REDUCE_ALL_IN_ORDER": product_in_order,
    "ADD": add,
    "GENERIC_WITH_STRIDES_AND_INDICES": gather,
    "BATCH_MATMUL": matmul,
    "MATMUL_WITH_MAPS": matmul_of_transposed,
    "CONTRACT": contract,
    "CONV_WITHOUT_STRIDES": plain_conv,
    "POOLING": pool,
    "MAP": product_twice,
    "REDUCE_TWO": reduce_two,
    "ELEMENTWISE": largest,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation(name: str) -> None:
    text = OPERATIONS[name]
    head = text.partition("{\n")[0]
    shapes = [[int(n) for n in s.split("x")[:-1]] for s in re.findall("<(.*?)>", head)]
    arrays: Arrays = [RNG.integers(-9, 9, shape).astype(np.int32) for shape in shapes]
    copies = [array.copy() for array in arrays]
    EXPECTED[name](*copies)
    program(text, LINALG).f(*arrays)
    for array, copy in zip(arrays, copies):
        assert np.array_equal(array, copy)


def test_products_of_halves() -> None:
    """Factors of f16 are converted to the type of the sum."""
    text = TEXTS["PRODUCTS_OF_HALVES"]
    a, b = (RNG.random(shape).astype(np.float16) for shape in ((9, 64), (64, 5)))
    c = np.zeros((9, 5), np.float32)
    program(text, LINALG).f(a, b, c)
    wide = np.asarray(a, np.float64) @ np.asarray(b, np.float64)
    assert np.allclose(c, wide, rtol=1e-5)


@pytest.mark.parametrize("dimension", [0, 1, 2])
def test_softmax(dimension: int) -> None:
    text = TEXTS["SOFTMAX"].replace("dimension(1)", f"dimension({dimension})")
    a = 9 * RNG.random((3, 4, 5)).astype(np.float32)
    raised = np.exp(a - a.max(dimension, keepdims=True))
    made = program(text, TENSORS)
    assert len(made) == 1
    result = made.f(a)
    assert np.allclose(result, raised / raised.sum(dimension, keepdims=True), rtol=1e-5)


def test_dynamic_shapes() -> None:
    text = TEXTS["DYNAMIC_SHAPES"]
    a = RNG.random((33, 20)).astype(np.float32)
    b = RNG.random((20, 17)).astype(np.float32)
    c = np.ones((33, 17), np.float32)
    made = program(text, LINALG)
    assert set(made) == {"mm_kernel", "mm_kernel_1"}
    made.mm(a, b, c)
    assert np.allclose(c, a @ b, rtol=1e-5)


@pytest.mark.parametrize("tiles", ["4,8", "5,3", "16,16"])
def test_tiled(tiles: str) -> None:
    """Tiles become work-groups, those that do not divide the loop too."""
    text = TEXTS["TILED"]
    passes = (
        "convert-linalg-to-parallel-loops,"
        f"scf-parallel-loop-tiling{{parallel-loop-tile-sizes={tiles}}},{MAP},"
        "convert-affine-to-scf"
    )
    made = program(text, passes)
    rows, columns = (int(n) for n in tiles.split(","))
    assert made.mm_kernel.reqd_work_group_size == (columns, rows, 1)
    a = RNG.random((24, 10)).astype(np.float32)
    b = RNG.random((10, 16)).astype(np.float32)
    c = np.zeros((24, 16), np.float32)
    made.mm(a, b, c)
    assert np.allclose(c, a @ b, rtol=1e-5)


# --- tiles in local memory ---------------------------------------------------------------

TILED = (
    "convert-linalg-to-parallel-loops,"
    "scf-parallel-loop-tiling{{parallel-loop-tile-sizes={0},{0}}}," + MAP + ","
    "opencl-promote-tiles"
)


@pytest.mark.parametrize(("size", "tile"), [(32, 8), (48, 16)])
def test_promoted_tiles(size: int, tile: int) -> None:
    n = f"memref<{size}x{size}xf32>"
    text = f"""
    func.func @mm(%a: {n}, %b: {n}, %c: {n}) {{
      linalg.matmul ins(%a, %b : {n}, {n}) outs(%c : {n})
      func.return
    }}
    """
    passes = TILED.format(tile)
    assert lowered(text, passes).count("opencl.local") == 2
    a, b, c = RNG.random((3, size, size)).astype(np.float32)
    expected = c + a @ b
    program(text, passes).mm(a, b, c)
    assert np.allclose(c, expected, rtol=1e-5)


def loop_of(assembly: str, kernel: str) -> list[str]:
    """The instructions of the innermost loop of `kernel`."""
    body = assembly.partition(f"\n{kernel}:")[2].partition("s_endpgm")[0]
    lines = [line.partition(";")[0].strip() for line in body.splitlines()]
    places = {line[:-1]: i for i, line in enumerate(lines) if line.endswith(":")}
    for i, line in enumerate(lines):
        target = line.split()[-1] if line.startswith("s_cbranch") else ""
        if (start := places.get(target, i)) < i:
            inside = lines[start : i + 1]
            return [x for x in inside if x and x[-1] != ":" and x[0] != "."]
    raise AssertionError("no loop")


@needs_clang
def test_tiled_product_is_as_good_as_written_by_hand() -> None:
    """
    For each multiplication, the loop has at most 1.2 times the instructions of the kernel
    of `benchmarks/cpu.cl`.
    """
    benchmark = (ROOT / "benchmarks" / "cpu.cl").read_text()
    written = benchmark[benchmark.index("#define TILE 16") :]
    written = written.partition("kernel void convolution")[0]
    by_hand = ocl.compile(ocl.SourceFile("gemm.cl", written), TARGET).assembly
    text = (ROOT / "examples" / "dialects" / "matmul.mlir").read_text()
    source = ocl.SourceFile("matmul.mlir", text.replace("256", "1024"))
    # OpenCL C may contract a product and a sum, arith where it says so.
    passes = TILED.format(16) + ",arith-add-fastmath{flags=contract}"
    ours = ocl.compile(source, TARGET, pipeline=passes).assembly

    def cost(assembly: str, kernel: str) -> float:
        loop = loop_of(assembly, kernel)
        products = sum(line.startswith("v_fmac_f32") for line in loop)
        assert products >= 16
        return len(loop) / products

    assert cost(ours, "matmul_kernel_1") <= 1.2 * cost(by_hand, "gemm")


# --- tensors -----------------------------------------------------------------------------

TENSORS = f"bufferize-destinations,{LINALG}"


def test_versions_of_a_buffer() -> None:
    """A tensor that is used later keeps its elements."""
    text = TEXTS["VERSIONS_OF_A_BUFFER"]
    a = RNG.integers(-9, 9, (4, 8)).astype(np.int32)
    b = RNG.integers(-9, 9, (8, 2)).astype(np.int32)
    s, r, t = program(text, TENSORS).f(a, b)
    assert np.array_equal(r, a @ b)
    assert np.array_equal(s, a @ b + np.arange(1, 9).reshape(4, 2))
    assert np.array_equal(t, 2 * (a @ b))


def test_arguments_are_written_last() -> None:
    text = TEXTS["ARGUMENTS_ARE_WRITTEN_LAST"]
    a, b = np.arange(20, dtype=np.int32), np.zeros(20, np.int32)
    result = program(text, TENSORS).f(a, b)
    assert np.array_equal(result, 2 * np.arange(20))
    assert np.shares_memory(result, b)


def test_an_output_in_another_view() -> None:
    """The last number is read as the others' sum, as the loops of mlir-opt 22 do."""
    numbers = np.array([1, 2, 3, 4], np.int32)
    program(TEXTS["AN_OUTPUT_IN_ANOTHER_VIEW"], LINALG).f(numbers.view(np.int8))
    assert numbers.tolist() == [1, 2, 3, 2 * (4 + 1 + 2 + 3)]


def test_slices_shapes_and_elements() -> None:
    text = TEXTS["SLICES_SHAPES_AND_ELEMENTS"]
    a = np.arange(24, dtype=np.int32).reshape(4, 6)
    expected = a.copy()
    expected[0:2, 3:6] = 2 * a[1:3, 0:6:2]
    expected[1, 1] = 77
    result, filled, before = program(text, TENSORS).f(a, 5)
    assert np.array_equal(result, expected)
    assert filled.tolist() == [77] * 5
    assert before == 7
