"""
The checker on random programs, which are right: nothing is reported, and the results are
those of programs that are not checked. XDSL_OPENCL_LONG=1 takes more of them.
"""

from __future__ import annotations

import re
from pathlib import Path

import expression_programs
import oclgrind_programs
import pytest
from long_runs import LONG
from test_expression_programs import run as run_expressions

from xdsl_opencl.runtime import Program

BATCH = 5
EXPRESSIONS = range(0, 40, BATCH)


@pytest.mark.parametrize("start", EXPRESSIONS if LONG else EXPRESSIONS[:1])
def test_expressions(start: int) -> None:
    seeds = range(start, start + BATCH)
    programs = [expression_programs.ExpressionProgram.make(seed) for seed in seeds]
    text = "\n".join([expression_programs.prelude(), *(p.source for p in programs)])
    plain, checked = (
        Program.from_source(text, "-cl-std=CL1.2 -w", level=1, check=check)
        for check in (False, True)
    )
    for seed, program in zip(seeds, programs, strict=True):
        for one, other in zip(
            run_expressions(plain, seed, program),
            run_expressions(checked, seed, program),
            strict=True,
        ):
            assert one.tobytes() == other.tobytes()


SIMULATION = """\
# ARGS: --build-options -DN=1
k.cl
k
4 1 1
4 1 1
<size=16 range=1:1:4>  # a comment
<size=4 float>
2.5
<size=16>
<size=8 {}>
<size=4 hex ro>
0xff
<null>
"""


@pytest.mark.parametrize(("buffer", "found"), [("noinit", True), ("fill=3", False)])
def test_measurement(tmp_path: Path, buffer: str, found: bool) -> None:
    """The script that runs Oclgrind's programs reads its files."""
    (tmp_path / "k.cl").write_text(
        "kernel void k(global int *p, float f, local int *l, global int *q,\n"
        "              global uint *r, global int *none) {\n"
        "  int i = get_local_id(0);\n"
        "  l[i] = p[i] + N;\n"
        "  p[i] = l[i] + (f == 2.5f) + (r[0] == 255) + !none + q[i & 1];\n"
        "}\n"
    )
    (tmp_path / "k.sim").write_text(SIMULATION.format(buffer))
    (tmp_path / "k.ref").write_text("ERROR Uninitialized value\n" * found)
    simulation = oclgrind_programs.Simulation(tmp_path / "k.sim")
    assert simulation.faulty is found
    reports = simulation.reports()
    assert bool(re.search("which no work item has written", reports)) is found
    if not found:
        assert reports == ""
