"""
Random kernels that work items leave before barriers, against their execution in
lock-step. `test_random_programs.py` has those that OpenCL C defines.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from work_group_programs import (
    LAUNCHES,
    RandomProgram,
    constants,
    executed,
    expected,
)

from xdsl_opencl.runtime import Program

BATCH = 10
BATCHES = int(os.environ.get("XDSL_OPENCL_RANDOM_BATCHES", "1"))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_programs(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    # Every third program has such a return.
    seeds = range(3 * batch * BATCH, 3 * (batch + 1) * BATCH, 3)
    programs = [RandomProgram.make(seed) for seed in seeds]
    source = "\n".join(program.source for program in programs)
    built = Program.from_source(source, "-cl-std=CL3.0")
    constant = constants(batch)
    for program in programs:
        for argument, launch in enumerate(LAUNCHES):
            want = expected(program, launch, argument, constant)
            out, _ = executed(built[program.name], launch, argument, constant)
            np.testing.assert_array_equal(
                out, want, err_msg=f"{launch}, n = {argument}\n{program.source}"
            )
