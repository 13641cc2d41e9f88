"""
`linalg` on memrefs as kernels: what the CPU device computes is what NumPy computes, and
there is code for a GPU.
"""

from __future__ import annotations

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


def arguments(types: str) -> str:
    return ", ".join(f"%{i}: {t}" for i, t in enumerate(types.split()))


def shapes(types: str) -> list[tuple[int, ...]]:
    return [
        tuple(int(n) for n in t[7:-1].split("x")[:-1])
        for t in types.split()
        if t.startswith("memref")
    ]


CASES: dict[str, tuple[str, str, Callable[..., None]]] = {
    "matmul": (
        "memref<5x7xi32> memref<7x3xi32> memref<5x3xi32>",
        "linalg.matmul ins(%0, %1 : memref<5x7xi32>, memref<7x3xi32>) "
        "outs(%2 : memref<5x3xi32>)",
        matmul,
    ),
    "conv": (
        "memref<2x3x9x8xi32> memref<4x3x2x3xi32> memref<2x4x4x4xi32>",
        "linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, "
        "strides = dense<[2, 1]> : tensor<2xi64>} "
        "ins(%0, %1 : memref<2x3x9x8xi32>, memref<4x3x2x3xi32>) "
        "outs(%2 : memref<2x4x4x4xi32>)",
        strided_conv,
    ),
    "fill": (
        "memref<4x5xi32>",
        "%x = arith.constant 3 : i32\n"
        "linalg.fill ins(%x : i32) outs(%0 : memref<4x5xi32>)",
        fill,
    ),
    "transpose": (
        "memref<2x3x4xi32> memref<4x2x3xi32>",
        "linalg.transpose ins(%0:memref<2x3x4xi32>) outs(%1:memref<4x2x3xi32>) "
        "permutation = [2, 0, 1]",
        transpose,
    ),
    "broadcast": (
        "memref<4xi32> memref<3x4x2xi32>",
        "linalg.broadcast ins(%0:memref<4xi32>) outs(%1:memref<3x4x2xi32>) "
        "dimensions = [0, 2]",
        broadcast,
    ),
    "reduce": (
        "memref<6x5xi32> memref<5xi32>",
        "linalg.reduce ins(%0:memref<6x5xi32>) outs(%1:memref<5xi32>) dimensions = [0]\n"
        "(%x: i32, %y: i32) { %s = arith.addi %x, %y : i32 linalg.yield %s : i32 }",
        reduce_rows,
    ),
    "reduce all": (
        "memref<6x50xi32> memref<i32>",
        "linalg.reduce ins(%0:memref<6x50xi32>) outs(%1:memref<i32>) "
        "dimensions = [0, 1]\n"
        "(%x: i32, %y: i32) { %s = arith.addi %x, %y : i32 linalg.yield %s : i32 }",
        reduce_all,
    ),
    "reduce all in order": (
        "memref<6xi32> memref<i32>",
        "linalg.reduce ins(%0:memref<6xi32>) outs(%1:memref<i32>) dimensions = [0]\n"
        "(%x: i32, %y: i32) { %s = arith.subi %x, %y : i32 linalg.yield %s : i32 }",
        product_in_order,
    ),
    "add": (
        "memref<4x5xi32> memref<4x5xi32> memref<4x5xi32>",
        "linalg.add ins(%0, %1 : memref<4x5xi32>, memref<4x5xi32>) "
        "outs(%2 : memref<4x5xi32>)",
        add,
    ),
    "generic with strides and indices": (
        "memref<6x4xi32> memref<3x4xi32>",
        """linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2, d1)>,
          affine_map<(d0, d1) -> (d0, d1)>],
          iterator_types = ["parallel", "parallel"]}
          ins(%0 : memref<6x4xi32>) outs(%1 : memref<3x4xi32>) {
        ^bb0(%x: i32, %y: i32):
          %i = linalg.index 0 : index
          %j = arith.index_cast %i : index to i32
          %two = arith.constant 2 : i32
          %u = arith.addi %x, %j : i32
          %v = arith.addi %u, %two : i32
          linalg.yield %v : i32
        }""",
        gather,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_operation(name: str) -> None:
    types, body, expected = CASES[name]
    text = f"func.func @f({arguments(types)}) {{\n{body}\nfunc.return\n}}"
    arrays: Arrays = [
        RNG.integers(-9, 9, shape).astype(np.int32) for shape in shapes(types)
    ]
    copies = [array.copy() for array in arrays]
    expected(*copies)
    program(text, LINALG).f(*arrays)
    for array, copy in zip(arrays, copies):
        assert np.array_equal(array, copy)


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
