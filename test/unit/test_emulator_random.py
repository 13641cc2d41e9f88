"""
Random kernels on the emulator: with barriers against their execution in lock-step, of all
types against the CPU device.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from expression_programs import GROUPS, ITEMS, STRIDE, ExpressionProgram, prelude
from expression_results import buckets, differences, inputs
from frontend_helpers import needs_clang
from long_runs import LONG
from work_group_programs import (
    LAUNCHES,
    RandomProgram,
    constants,
    executed,
    expected,
)

from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.gpu import GpuDevice

pytestmark = needs_clang

PROCESSORS = ("gfx1100", "gfx90a", "gfx803", "gfx900", "gfx942", "gfx1030", "gfx1200")
BATCH = 4
BATCHES = 12 if LONG else 3
OPTIONS = "-cl-std=CL1.2 -w -cl-fp32-correctly-rounded-divide-sqrt"
"""
The programs take quotients and roots as exact, which OpenCL asks for with this option only;
the CPU device rounds them correctly without.
"""


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")


@pytest.mark.parametrize("batch", range(BATCHES))
def test_work_group_programs(batch: int) -> None:
    mcpu = PROCESSORS[batch % len(PROCESSORS)]
    schedule = ("round-robin", "random", "one-wave")[batch % 3]
    seeds = range(batch * BATCH, (batch + 1) * BATCH)
    programs = [RandomProgram.make(seed) for seed in seeds]
    source = "\n".join(program.source for program in programs)
    device = GpuDevice(mcpu, schedule=schedule, seed=batch)
    built = Program.from_source(source, "-cl-std=CL3.0", device=device, level=batch % 4)
    constant = constants(batch)
    for program in programs:
        for argument, launch in enumerate(LAUNCHES):
            if np.prod(launch.local_size) > 256:
                continue
            want = expected(program, launch, argument, constant)
            out, _ = executed(built[program.name], launch, argument, constant)
            np.testing.assert_array_equal(
                out, want, err_msg=f"{mcpu} {launch}, n = {argument}\n{program.source}"
            )


def run(built: Program, seed: int, program: ExpressionProgram) -> tuple[Any, Any]:
    out, shared = np.zeros(GROUPS * ITEMS * STRIDE, np.uint8), buckets(seed)
    built[program.name](GROUPS * ITEMS, ITEMS, *inputs(seed), out, shared)
    return out, shared


@pytest.mark.parametrize("batch", range(BATCHES))
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
