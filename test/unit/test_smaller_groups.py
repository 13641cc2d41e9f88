"""
Kernels with `reqd_work_group_size` on global sizes that are not a multiple of it: the last
work-groups are smaller (OpenCL 3.0 API, section 5.10), on every device. Compared with NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from texts import whole

from xdsl_opencl.abi.cpu.host_launch import (
    INT_IDS,
    ONE_ITEM,
    WHOLE_GROUPS,
    WHOLE_ROWS,
)
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import jit
from xdsl_opencl.runtime.errors import RuntimeFailure

# llvmlite has no types.
llvm: Any = import_module("llvmlite.binding")

SOURCE = whole("smaller_groups.cl")

UNIFORM = ["-cl-std=CL1.2", "-cl-std=CL3.0 -cl-uniform-work-group-size"]


def matches(program: Program, width: int, height: int) -> bool:
    """Runs `tell` and compares what it tells with NumPy."""
    sizes, met, ranks = (np.zeros((height, width), np.int32) for _ in range(3))
    program.tell((width, height), None, sizes, met, ranks)
    y, x = np.mgrid[:height, :width]
    local_x = np.minimum(8, width - x // 8 * 8)
    local_y = np.minimum(4, height - y // 4 * 4)
    return bool(
        (sizes == local_x + 10 * local_y + 100 + 1000 * 48).all()
        and (met == local_x * local_y).all()
        and (ranks == y % 4 * local_x + x % 8 + 1).all()
    )


@pytest.mark.parametrize(
    ("device", "check"),
    [("", False), ("", True), ("gfx1100", False), ("gfx900", False)],
)
def test_smaller_groups(device: str, check: bool) -> None:
    program = Program.from_source(SOURCE, "-cl-std=CL3.0", device=device, check=check)
    for width, height in ((16, 8), (13, 6), (3, 2), (8, 5), (9, 4)):
        assert matches(program, width, height), (width, height)


@pytest.mark.parametrize("options", UNIFORM)
@pytest.mark.parametrize("device", ["", "gfx1100"])
def test_uniform_groups(options: str, device: str) -> None:
    program = Program.from_source(SOURCE, options, device=device)
    assert matches(program, 16, 8)
    for size in ((13, 8), (16, 6)):
        outputs = (np.zeros(128, np.int32) for _ in range(3))
        with pytest.raises(RuntimeFailure, match=r"not a multiple .*; round it up"):
            program.tell(size, None, *outputs)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The facts of launches for which machine code has been made."""
    made: list[int] = []
    compile = jit.machine_code

    def machine_code(llvm_ir: str, level: int, facts: int) -> jit.MachineCode:
        made.append(facts)
        return compile(llvm_ir, level, facts)

    monkeypatch.setattr(jit, "machine_code", machine_code)
    return made


def test_code_for_whole_groups(made: list[int]) -> None:
    """Code that serves one kind of launch is made when such a launch comes."""
    program = Program.from_source(SOURCE, "-cl-std=CL3.0")
    assert matches(program, 16, 8)
    (whole,) = made
    assert whole & WHOLE_GROUPS
    assert matches(program, 16, 7)
    assert matches(program, 24, 4)
    assert made == [whole, whole & ~WHOLE_GROUPS]


FACTS = {
    INT_IDS: "for (int i = get_global_id(1), j = i; j < i + n; j++) out[j] += n;",
    WHOLE_GROUPS: "out[get_global_id(0)] = n;",
    WHOLE_ROWS[16]: "out[get_global_id(0)] = n;",
    WHOLE_ROWS[32]: """
      float x = out[get_global_id(0)];
      for (int j = 0; j < 16; j++) x = x * x + n;
      out[get_global_id(0)] = x;
    """,
    ONE_ITEM[1]: "out[get_global_id(0)] = n;",
    ONE_ITEM[2]: "out[get_global_id(0)] = n;",
}
"""Facts about launches, and code that needs fewer instructions where one holds."""


@pytest.mark.parametrize("fact", FACTS)
def test_facts_reach_llvm(fact: int, made: list[int]) -> None:
    """Code for a launch of a fact is smaller than the code for other launches."""
    required = "__attribute__((reqd_work_group_size(64, 1, 1)))"
    size = required if fact == WHOLE_GROUPS else ""
    source = f"kernel {size} void k(global float *out, int n) {{ {FACTS[fact]} }}"
    program = Program.from_source(source, "-cl-std=CL3.0")
    program.k((64, 1, 1), (64, 1, 1), np.zeros(64, np.float32), 1)
    (facts,) = made
    assert facts & fact
    sizes: list[int] = []
    for known in (fact, 0):
        code = jit.machine_code(program.llvm_ir, 3, known)
        sections = llvm.ObjectFileRef.from_data(code.object).sections()
        sizes.append(sum(s.size() for s in sections if s.name() == b".ltext"))
    assert sizes[0] < sizes[1]


def test_variables_of_programs() -> None:
    """Launches of both kinds change one variable."""
    source = """
    global int total;
    kernel __attribute__((reqd_work_group_size(8, 1, 1))) void add(global int *out) {
      out[get_global_id(0)] = atomic_add(&total, 1);
    }
    """
    program = Program.from_source(source, "-cl-std=CL3.0")
    out = np.zeros(16, np.int32)
    program.add(16, None, out)
    assert sorted(out) == list(range(16))
    program.add(13, None, out)
    assert sorted(out[:13]) == list(range(16, 29))


def test_rows_end_with_a_smaller_group() -> None:
    """The last group has no whole row of work items: the others do not run."""
    source = "kernel void k(global float *out) { out[get_global_id(0)] = 1; }"
    program = Program.from_source(source, "-cl-std=CL3.0")
    out = np.zeros(32, np.float32)
    program.k(24, 16, out)
    assert out.tolist() == [1.0] * 24 + [0.0] * 8
