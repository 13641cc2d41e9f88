"""
Random kernels of all types on the emulator, against the CPU device. (`test_random_programs.py`
has those with barriers.)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from expression_programs import GROUPS, ITEMS, STRIDE, ExpressionProgram, prelude
from expression_results import buckets, differences, inputs
from frontend_helpers import needs_clang
from long_runs import LONG

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program

pytestmark = needs_clang

PROCESSORS = (
    *("gfx1100", "gfx90a", "gfx803", "gfx900", "gfx942", "gfx1030"),
    *("gfx1200", "gfx1250"),
)
BATCH = 4
BATCHES = range(12)
OPTIONS = "-cl-std=CL1.2 -w -cl-fp32-correctly-rounded-divide-sqrt"
"""
The programs take quotients and roots as exact, which OpenCL asks for with this option only;
the CPU device rounds them correctly without.
"""


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")


def run(built: Program, seed: int, program: ExpressionProgram) -> tuple[Any, Any]:
    out, shared = np.zeros(GROUPS * ITEMS * STRIDE, np.uint8), buckets(seed)
    built[program.name](GROUPS * ITEMS, ITEMS, *inputs(seed), out, shared)
    return out, shared


@pytest.mark.parametrize("batch", BATCHES if LONG else BATCHES[:1])
def test_expressions_as_on_the_cpu(batch: int) -> None:
    mcpu = PROCESSORS[batch % len(PROCESSORS)]
    level = (3, 0)[batch % 2]
    target = Target(mcpu=mcpu)
    seeds = range(batch * BATCH, (batch + 1) * BATCH)
    programs = [ExpressionProgram.make(seed) for seed in seeds]
    source = "\n".join([prelude(), *(program.source for program in programs)])
    host, gpu = (
        Program.from_source(source, OPTIONS, device=device, level=level)
        for device in ("", target)
    )
    for seed, program in zip(seeds, programs, strict=True):
        found = differences(program, run(gpu, seed, program), run(host, seed, program))
        assert found == [], (
            f"{mcpu} -O{level} seed {seed}: {found[:3]}\n{program.source}"
        )
