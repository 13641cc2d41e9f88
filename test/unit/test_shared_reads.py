"""
Values that the work items of a group read from one place: loads, and fields of structures by
value. The CPU device keeps them once, and branches on them divide no work items.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from texts import parts

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Local, Program

NEIGHBOURS = parts("shared_reads.cl")["NEIGHBOURS"]

WRITTEN = """
typedef struct { int a[4]; int n; } S;
kernel void written(S s, global int *out) {
  int i = get_global_id(0);
  s.a[i & 3] += i;
  s.n -= i & 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = s.a[0] + 10 * s.a[1] + 100 * s.a[2] + 1000 * s.a[3] + s.n;
}
kernel void indexed(S s, global int *out) {
  int i = get_global_id(0);
  out[i] = s.a[i & 3] * s.n;
}
"""


def facts(source: str, kernel: str) -> dict[str, str]:
    """The facts about a kernel's function that the runtime reads."""
    ir = ocl.compile(ocl.SourceFile("k.cl", source), Target("host")).llvm_ir
    assert ir is not None
    (number,) = re.findall(rf"^define void @{kernel}\([^\n]* #(\d+)", ir, re.MULTILINE)
    (group,) = re.findall(rf"^attributes #{number} = (.*)", ir, re.MULTILINE)
    return dict(re.findall(r'"([^"]+)"="([^"]*)"', group))


@pytest.mark.parametrize("local", [1, 7, 16, 48])
def test_bounds_of_loops_with_barriers(local: int) -> None:
    groups, first = 5, 3
    rng = np.random.default_rng(local)
    counts = rng.integers(0, 4, groups + 2, np.int32)
    values = rng.integers(-9, 10, first + groups * local).astype(np.float32)
    sizes = np.zeros((), [("groups", "i4"), ("scale", "f4"), ("first", "i8")])
    sizes["groups"], sizes["scale"], sizes["first"] = groups, 0.5, first
    out = np.full((groups + 2) * local, 77, np.float32)
    program = Program.from_source(NEIGHBOURS)
    program.neighbours(
        len(out), local, sizes.tobytes(), counts, values, out, Local(4 * local)
    )
    expected = np.full((groups + 2, local), 77, np.float32)
    rows = values[first:].reshape(groups, local).cumsum(1)
    for g in range(groups):
        total: Any = sum(rows[(g + k) % groups] for k in range(1 + counts[g]))
        expected[g] = total * 0.5
    np.testing.assert_array_equal(out.reshape(expected.shape), expected)


def test_no_flags_of_work_items_that_left() -> None:
    """All of a group leave together: what stays is a sum of each work item, before and after."""
    assert facts(NEIGHBOURS, "neighbours")["opencl-item-bytes"] == "8"


def test_a_written_structure_belongs_to_the_work_item() -> None:
    n = 48
    s = np.array([1, 2, 3, 4, 5], np.int32)
    out = np.zeros(n, np.int32)
    program = Program.from_source(WRITTEN)
    program.written(n, 16, s.tobytes(), out)
    i = np.arange(n)
    own = np.tile(s, (n, 1))
    own[i, i & 3] += i
    own[i, 4] -= i & 1
    np.testing.assert_array_equal(out, own @ [1, 10, 100, 1000, 1])
    program.indexed(n, 16, s.tobytes(), out)
    np.testing.assert_array_equal(out, s[i & 3] * 5)


VOLATILE = """
kernel void wait(volatile global int *flag, global int *out) {
  local int seen;
  int t = get_local_id(0);
  int before = flag[0];
  if (t == get_local_size(0) - 1) flag[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[t] = before;
}
"""


def test_volatile_reads_are_each_work_items_own() -> None:
    assert facts(VOLATILE, "wait")["opencl-item-bytes"] == "4"
    plain = VOLATILE.replace("volatile ", "")
    assert facts(plain, "wait")["opencl-item-bytes"] == "0"
