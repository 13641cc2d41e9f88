"""
Loops whose induction variable is narrowed for an address, executed: NumPy gives the same results.
LLVM 20 to 22 compute most of these loops wrongly if nothing keeps them from it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from xdsl_opencl.runtime import Program

# An index in C, and the same in NumPy: `k` counts, `i` is the same in all rounds.
INDICES: dict[str, Callable[[int, int], int]] = {
    "i * 2 + (k & 1)": lambda i, k: i * 2 + k % 2,
    "i * 8 + (k & 7)": lambda i, k: i * 8 + k % 8,
    "i * 8 + k % 8": lambda i, k: i * 8 + k % 8,
    "i * 8 + (k - k / 8 * 8)": lambda i, k: i * 8 + k % 8,
    "i * 8 + ((uint)k << 29 >> 29)": lambda i, k: i * 8 + k % 8,
    "i * 256 + (uchar)k": lambda i, k: i * 256 + k % 256,
    "i * 256 + (k & 0xff)": lambda i, k: i * 256 + k % 256,
}

SOURCE = """
kernel void sum(global const int *a, global int *out, uint n) {{
  uint i = get_local_id(0) & 7, s = 0;
  for (uint k = 0; k < n; k++) s += a[{index}];
  out[get_global_id(0)] = s;
}}
kernel void copy(global const short *restrict a, global short *restrict out, int n) {{
  int i = get_global_id(0) + n & 7;
  for (int k = 0; k < n; k++) out[k] = a[{index}] * 2 + out[k];
}}
kernel void shift(global int *a, uint n, uint i) {{
  i &= 7;
  for (uint k = 0; k < n; k++) a[({index}) + 1] = a[{index}] * 3 + 1;
}}
"""

ROUNDS = (3, 7, 8, 9, 40, 300)
SIZE = 8 * 256 + 8


def given(dtype: type[np.generic]) -> np.ndarray:
    return (np.arange(SIZE) * np.arange(SIZE) % 109).astype(dtype)


ON_GPUS = ("i * 8 + (k & 7)", "i * 256 + (uchar)k")


@pytest.mark.parametrize(
    ("index", "mcpu"),
    [
        *((index, "host") for index in INDICES),
        *((index, mcpu) for index in ON_GPUS for mcpu in ("gfx90a", "gfx1100")),
    ],
)
def test_narrowed_indices(index: str, mcpu: str):
    place = INDICES[index]
    program = Program.from_source(SOURCE.format(index=index), device=mcpu)
    for n in ROUNDS:
        a = given(np.int32)
        result = np.zeros(33, np.int32)
        program.sum(33, 33, a, result, n)
        items = [sum(int(a[place(i & 7, k)]) for k in range(n)) for i in range(33)]
        np.testing.assert_array_equal(result, items)

        short = given(np.int16)
        copied = given(np.int16)
        wanted = copied.copy()
        for k in range(n):
            wanted[k] += short[place(n & 7, k)] * 2
        program.copy(1, 1, short, copied, n)
        np.testing.assert_array_equal(copied, wanted)

        moved = a.copy()
        for k in range(n):
            at = place(n & 7, k)
            moved[at + 1] = np.int32(int(moved[at]) * 3 + 1 & 0x7FFFFFFF)
        program.shift(1, 1, a, n, n)
        np.testing.assert_array_equal(a & 0x7FFFFFFF, moved & 0x7FFFFFFF)
