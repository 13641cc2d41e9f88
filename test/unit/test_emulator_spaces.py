"""
Kernels with generic pointers on the emulator: each lane may point to global, local or private
memory; the results are NumPy's.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from frontend_helpers import needs_clang
from texts import parts

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program

SOURCE = parts("emulator_spaces.cl")["SOURCE"]


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
