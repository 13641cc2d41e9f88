"""
Random kernels over all types on the CPU device, against what PoCL computes; and the
kernels that such comparisons were reduced to.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from expression_programs import GROUPS, ITEMS, STRIDE, ExpressionProgram, prelude
from expression_results import POCL_WRONG, buckets, differences, digest, inputs, launch
from generate_expressions import COUNT, DATA, source_digest
from long_runs import LONG
from pocl_helpers import other

from xdsl_opencl.runtime import Program

BATCH = 10
STARTS = range(0, COUNT, BATCH)
OTHERS = range(COUNT, COUNT + 1000, BATCH)


def build(programs: list[ExpressionProgram], level: int) -> tuple[str, Program]:
    source = "\n".join([prelude(), *(program.source for program in programs)])
    return source, Program.from_source(source, "-cl-std=CL1.2 -w", level=level)


def run(built: Program, seed: int, program: ExpressionProgram) -> tuple[Any, Any]:
    """The output bytes and the buckets."""
    out, shared = np.zeros(GROUPS * ITEMS * STRIDE, np.uint8), buckets(seed)
    kernel = built[program.name]
    kernel(GROUPS * ITEMS, ITEMS, *inputs(seed), out, shared)
    return out, shared


@pytest.mark.parametrize("start", STARTS if LONG else STARTS[:1])
def test_recorded_results(start: int) -> None:
    """The committed digests are of PoCL's results."""
    recorded = json.loads(DATA.read_text())["kernels"]
    seeds = range(start, start + BATCH)
    programs = [ExpressionProgram.make(seed) for seed in seeds]
    _, built = build(programs, 1)
    for seed, program in zip(seeds, programs, strict=True):
        source, result = recorded[str(seed)]
        assert source_digest(program) == source, "run generate_expressions.py"
        assert digest(program, run(built, seed, program)) == result, program.source


@pytest.mark.parametrize("start", OTHERS if LONG else OTHERS[:1])
def test_like_pocl(start: int) -> None:
    pocl = other("PoCL")
    seeds = range(start, start + BATCH)
    programs = [ExpressionProgram.make(seed) for seed in seeds]
    source, built = build(programs, 3)
    launches = [launch(s, p) for s, p in zip(seeds, programs, strict=True)]
    answers = pocl.run(source, launches, "-cl-std=CL1.2")
    for seed, program, theirs in zip(seeds, programs, answers, strict=True):
        assert not isinstance(theirs, str), theirs
        *_, out, shared = theirs.values()
        found = differences(program, run(built, seed, program), (out, shared))
        assert found == [] or seed in POCL_WRONG, f"seed {seed}: {found[:3]}"


def test_both_zeros() -> None:
    """0.0 and -0.0 are equal as numbers, but two constants."""
    program = Program.from_source("""
kernel void zeros(global float *out, float w, global double2 *pair) {
  out[0] = w > 1 ? 0.0f : -0.0f;
  out[1] = w > 1 ? -0.0f : 0.0f;
  pair[0] = (double2)(w, -0.0);
  pair[1] = (double2)(0.0, w);
}
""")
    for w, signs in ((0, (True, False)), (2, (False, True))):
        out, pair = np.ones(2, np.float32), np.ones(4)
        program.zeros(1, 1, out, w, pair)
        assert (out == 0).all()
        assert tuple(np.signbit(out)) == signs
        assert np.signbit(pair).tolist() == [False, True, False, False]


def test_vectors_in_arrays_of_elements() -> None:
    """An array is only as aligned as its elements, whatever vectors are kept in it."""
    program = Program.from_source("""
kernel void halves(global const double *in, global short *out) {
  volatile short kept[40];
  for (int i = 0; i < 40; ++i) kept[i] = 0;
  vstorea_half16(vload16(0, in), 0, (half *)kept + 17);
  for (int i = 0; i < 40; ++i) out[i] = kept[i];
}
""")
    out = np.zeros(40, np.int16)
    program.halves(1, 1, np.arange(16.0), out)
    assert out.view(np.float16).tolist() == [0] * 17 + list(range(16)) + [0] * 7
