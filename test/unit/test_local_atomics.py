"""
Atomic operations on local memory, which one thread needs no atomic instruction for: a group
of which all work items meet in few places, against NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import Local, Program

ITEMS, BINS = 256, 4

SOURCE = """
#define KERNEL(name, type, statement) \\
kernel void name(global const type *in, global type *out, local type *bins, type first) { \\
  int i = get_local_id(0); \\
  if (i < 4) bins[i] = first; \\
  barrier(CLK_LOCAL_MEM_FENCE); \\
  for (int k = 0; k < 4; ++k) { \\
    type value = in[k * 256 + i]; \\
    local type *p = &bins[(value >> 3) & 3]; \\
    statement; \\
  } \\
  barrier(CLK_LOCAL_MEM_FENCE); \\
  if (i < 4) out[i] = bins[i]; \\
}
KERNEL(add, uint, atomic_add(p, value))
KERNEL(sub, int, atomic_sub(p, value))
KERNEL(inc, uint, atomic_inc(p))
KERNEL(most, int, atomic_max(p, value))
KERNEL(least, int, atomic_min(p, value))
KERNEL(umost, uint, atomic_max(p, value))
KERNEL(uleast, uint, atomic_min(p, value))
KERNEL(both, uint, atomic_and(p, value))
KERNEL(either, uint, atomic_or(p, value))
KERNEL(odd, uint, atomic_xor(p, value))
KERNEL(compared, uint, {
  uint old; uint seen = *p;
  do { old = seen; seen = atomic_cmpxchg(p, old, old + value); } while (seen != old);
})
kernel void taken(global uint *out, local uint *next) {
  int i = get_local_id(0);
  if (i == 0) *next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint place = atomic_inc(next);
  out[place] = atomic_xchg(next + 1, (uint)i) * 0 + i;
}
"""


def _increased(old: Any, value: Any) -> Any:
    del value
    return old + np.uint32(1)


EXPECTED: dict[str, tuple[int, Any]] = {
    "add": (0, np.add),
    "sub": (7, np.subtract),
    "inc": (0, _increased),
    "most": (-(1 << 31), np.maximum),
    "least": ((1 << 31) - 1, np.minimum),
    "umost": (0, np.maximum),
    "uleast": ((1 << 32) - 1, np.minimum),
    "both": ((1 << 32) - 1, np.bitwise_and),
    "either": (0, np.bitwise_or),
    "odd": (0, np.bitwise_xor),
    "compared": (0, np.add),
}
SIGNED = ("sub", "most", "least")


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE)


@pytest.mark.parametrize("name", EXPECTED)
def test_operations(program: Program, name: str):
    first, operation = EXPECTED[name]
    type = np.int32 if name in SIGNED else np.uint32
    bits = np.random.default_rng(3).integers(0, 1 << 32, 4 * ITEMS, np.uint32)
    values = bits.view(type)
    want = np.full(BINS, first, type)
    for value in values:
        place = int(value) >> 3 & 3
        with np.errstate(over="ignore"):
            want[place] = operation(want[place], value)
    out = np.zeros(BINS, type)
    program[name](ITEMS, ITEMS, values, out, Local(4 * BINS), type(first))
    np.testing.assert_array_equal(out, want)


def test_old_values(program: Program):
    out = np.zeros(ITEMS, np.uint32)
    program["taken"](ITEMS, ITEMS, out, Local(8))
    np.testing.assert_array_equal(np.sort(out), np.arange(ITEMS))
