"""Kernels whose neighbours in memory lie along dimension 1: rows of the CPU device lie there, too."""

from __future__ import annotations

import re

import numpy as np
import pytest

from xdsl_opencl.abi.cpu.host_launch import ROW_AXIS
from xdsl_opencl.runtime import Local, Program

GEMM = """
kernel void gemm(global const float *a, global const float *b, global float *c, int m, int n, int k) {
  int row = get_global_id(0), column = get_global_id(1);
  if (row < m && column < n) {
    float sum = 0;
    for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
  }
}
"""

TILES = """
kernel void tiles(global const int *in, global int *out, int n, local int *tile) {
  int x = get_global_id(0), y = get_global_id(1);
  int own = get_local_id(0) * get_local_size(1) + get_local_id(1);
  int kept = in[x * n + y] * 3;
  tile[own] = kept + (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i <= n % 5; i++) {
    sum += tile[own] * i + tile[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (y % 3 == 1) sum -= kept;
  out[x * n + y] = sum + kept;
}
"""

SIZES = [(16, 16), (16, 20), (8, 32), (4, 48), (64, 4), (1, 48), (5, 20), (3, 7), None]


@pytest.mark.parametrize("ids", ["int", "size_t"])
@pytest.mark.parametrize("local", SIZES)
def test_product_of_matrices(local: tuple[int, int] | None, ids: str) -> None:
    m, n, k = 37, 50, 19
    rng = np.random.default_rng(1)
    a, b = rng.integers(-5, 6, (m, k)), rng.integers(-5, 6, (k, n))
    c = np.full((m, n), 77, np.float32)
    # Groups that the end of the launch cuts in both dimensions.
    Program.from_source(GEMM.replace("int row", f"{ids} row")).gemm(
        (m + 2, n + 3), local, a.astype(np.float32), b.astype(np.float32), c, m, n, k
    )
    np.testing.assert_array_equal(c, a @ b)


@pytest.mark.parametrize("local", SIZES[:-1])
def test_values_across_barriers(local: tuple[int, int]) -> None:
    groups = (2, 3)
    m, n = (size * count for size, count in zip(local, groups, strict=True))
    values = np.random.default_rng(2).integers(-99, 100, (m, n), np.int32)
    out = np.zeros_like(values)
    items = local[0] * local[1]
    program = Program.from_source(TILES)
    assert f'"{ROW_AXIS}"="1"' in program.llvm_ir
    program.tiles((m, n), local, values, out, n, Local(4 * items))
    expected = values * 3
    for gx in range(groups[0]):
        for gy in range(groups[1]):
            at = (
                slice(gx * local[0], (gx + 1) * local[0]),
                slice(gy * local[1], (gy + 1) * local[1]),
            )
            tile = (values[at] * 3 + gx).ravel()
            sums = sum(tile * i + tile[i] for i in range(n % 5 + 1))
            expected[at] += np.reshape(sums, local)
    expected[:, 1::3] -= values[:, 1::3] * 3
    np.testing.assert_array_equal(out, expected)


APART = """
kernel void apart(global const int *in, global int *out, global int *sums) {
  int x = get_global_id(0), y = get_global_id(1), n = get_global_size(1);
  int kept = in[x * n + y];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sums[x * n + y], kept);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x * n + y] = kept;
}
"""


def test_all_regions_keep_values_in_one_order() -> None:
    """Work items run one after the other between the barriers, where an operation is atomic."""
    values = np.random.default_rng(3).integers(-99, 100, (6, 48), np.int32)
    out, sums = np.zeros_like(values), np.zeros_like(values)
    Program.from_source(APART).apart((6, 48), (2, 16), values, out, sums)
    np.testing.assert_array_equal(out, values)
    np.testing.assert_array_equal(sums, values)


def row_axis(body: str) -> int:
    source = f"""
    kernel void k(global float *c, global float *b, int n, image2d_t image) {{
      int x = get_global_id(0), y = get_global_id(1), s = get_local_id(0), t = get_local_id(1);
      {body}
    }}
    """
    ir = Program.from_source(source, "-cl-std=CL3.0").llvm_ir
    return len(re.findall(rf'"{ROW_AXIS}"="1"', ir))


@pytest.mark.parametrize(
    "body",
    [
        "c[x * n + y] = 1;",
        "c[(x + 1) * n + y - 3] += b[x];",
        "c[s * 128 + t] = 1;",
        "global float *p = c + x * n + y; for (int i = 0; i < n; i++, p += 512) *p = i;",
        "((global float2 *)b)[x] = 0; *(global float2 *)(c + x * n + 2 * y) = 0;",
        "for (int i = 0; i < n; i++) c[i] += b[x * n + i] * b[i * n + y];",
        "((global float4 *)c)[x * n + y] = 1;",
        "float v = b[x * n + y]; barrier(CLK_LOCAL_MEM_FENCE); c[x * n + y] = v;",
        # The two along dimension 0 are in no loop.
        "c[y * n + x] = 1; b[y * n + x] = 2; for (int i = 0; i < n; i++) c[i] += b[x * n + i];",
    ],
)
def test_neighbours_along_dimension_1(body: str) -> None:
    assert row_axis(body) == 1


@pytest.mark.parametrize(
    "body",
    [
        "c[y * n + x] = 1;",
        "c[y * n + x] = b[x * n + y];",
        "c[y] = 1; c[x] = 2;",
        "c[0] = 1;",
        "c[x * n] = 1; c[y * n] = 2;",
        "for (int i = 0; i < n; i++) c[i] += b[y * n + i] * b[i * n + x];",
        # The order of work items in a group matters.
        "c[x * n + y] = get_local_linear_id();",
        "c[x * n + y] = work_group_scan_inclusive_add(x);",
        "c[x * n + y] = read_imagef(image, (int2)(x, y)).x;",
    ],
)
def test_neighbours_along_dimension_0(body: str) -> None:
    assert row_axis(body) == 0


def test_the_device_chooses_groups_along_the_rows() -> None:
    """Without a local size each work-group is one row, along the dimension of the rows."""
    source = """
    kernel void k(global int *c, int n) {{
      int x = get_global_id(0), y = get_global_id(1);
      c[{}] = get_local_size(0) * 1000 + get_local_size(1);
    }}
    """
    for index, expected in (("x * n + y", 1064), ("y * n + x", 64001)):
        c = np.zeros((64, 64), np.int32)
        Program.from_source(source.format(index)).k((64, 64), None, c, 64)
        assert (c == expected).all()
