"""
Kernels with generic pointers on the emulator: each lane may point to global, local or private
memory; the results are NumPy's.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program

SOURCE = """
__attribute__((noinline)) int sum(int *p, int n) {
    int s = 0;
    for (int i = 0; i < n; ++i)
        s += p[i];
    return s;
}
__attribute__((noinline)) void put(int *p, int i, int v) { p[i] = v; }
kernel void spaces(global int *in, global int *out) {
    local int l[64];
    int p[8];
    int id = get_local_id(0), g = get_global_id(0);
    for (int i = 0; i < 8; ++i)
        put(p, i, g * 10 + i);
    put(l, id, g);
    barrier(CLK_LOCAL_MEM_FENCE);
    int *q = p, *ql = l + id / 8 * 8, *qg = in + g / 8 * 8;
    if (g % 3 == 1)
        q = ql;
    if (g % 3 == 2)
        q = qg;
    put(out, g, sum(q, 8));
}
"""


@needs_clang
@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("cpu", ["gfx803", "gfx900", "gfx942", "gfx1030", "gfx1200"])
def test_generic_pointers(cpu: str, level: int, tmp_path: Path) -> None:
    file = tmp_path / "spaces.cl"
    file.write_text(SOURCE)
    program = Program.from_file(
        str(file), "-cl-std=CL2.0", device=Target(mcpu=cpu), level=level
    )
    n = 128
    given, result = np.arange(n, dtype=np.int32) * 3, np.zeros(n, np.int32)
    program["spaces"]((n,), (64,), given, result)
    g = np.arange(n)
    private = g * 80 + 28
    local = np.repeat(g.reshape(-1, 8).sum(axis=1), 8)
    expected = np.select([g % 3 == 0, g % 3 == 1], [private, local], 3 * local)
    assert np.array_equal(result, expected)
