"""
Kernels with `reqd_work_group_size` on global sizes that are not a multiple of it: the last
work-groups are smaller (OpenCL 3.0 API, section 5.10), on every device. Compared with NumPy.
"""

from __future__ import annotations

import numpy as np
import pytest
from texts import whole

from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.cpu import jit
from xdsl_opencl.runtime.errors import RuntimeFailure

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


def test_code_for_whole_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The code for launches of whole work-groups has the required size as a constant; code
    that serves one kind of launch is made when such a launch comes.
    """
    made: list[str] = []

    compile = jit.machine_code

    def machine_code(llvm_ir: str, level: int) -> jit.MachineCode:
        made.append(llvm_ir)
        return compile(llvm_ir, level)

    monkeypatch.setattr(jit, "machine_code", machine_code)
    program = Program.from_source(SOURCE, "-cl-std=CL3.0")
    assert matches(program, 16, 8)
    (whole,) = made
    assert whole.count("icmp ult i64 0, 1, !opencl.whole_groups") == 2
    assert matches(program, 16, 7)
    assert matches(program, 24, 4)
    (_, general) = made
    assert general.count("!opencl.whole_groups") == 2
    assert "icmp ult i64 0, 1" not in general


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
