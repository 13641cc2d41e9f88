"""
Code objects that Clang makes of the suite's kernels, with no part of ours, run by the
emulator: they give the suite's results as ours do.

Clang has no library of OpenCL's functions for amdgcn of its own, so a prelude defines those
that it has builtins for; the kernels that need more are not here.
"""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

import pytest
import tools
from host_helpers import CASES, KERNELS, run_kernel, standard_of
from long_runs import LONG

from xdsl_opencl.backend.objects.code_object import link
from xdsl_opencl.runtime import Program

PRELUDE = """
#define F __attribute__((overloadable))
#define AXIS(name) (d == 0 ? name##_x() : d == 1 ? name##_y() : name##_z())
F size_t get_local_id(uint d) { return AXIS(__builtin_amdgcn_workitem_id); }
F size_t get_group_id(uint d) { return AXIS(__builtin_amdgcn_workgroup_id); }
F size_t get_global_offset(uint d) {
  return ((constant ulong *)__builtin_amdgcn_implicitarg_ptr())[5 + d];
}
F size_t get_global_size(uint d) { return AXIS(__builtin_amdgcn_grid_size); }
static uint enqueued(uint d) { return AXIS(__builtin_amdgcn_workgroup_size); }
F size_t get_global_id(uint d) {
  return get_global_offset(d) + get_group_id(d) * enqueued(d) + get_local_id(d);
}
F size_t get_local_size(uint d) {
  ulong rest = get_global_size(d) - get_group_id(d) * enqueued(d);
  return rest < enqueued(d) ? rest : enqueued(d);
}
F size_t get_num_groups(uint d) {
  return (get_global_size(d) + enqueued(d) - 1) / enqueued(d);
}
F void barrier(cl_mem_fence_flags flags) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
  __builtin_amdgcn_s_barrier();
}
F float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
F float mad(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
F float sqrt(float a) { return __builtin_sqrtf(a); }
F float rsqrt(float a) { return 1 / __builtin_sqrtf(a); }
"""

FILES = (
    *("vector_add.cl", "saxpy.cl", "transpose.cl", "reduce.cl", "scan.cl", "gemm.cl"),
    *("mandelbrot.cl", "private_array.cl", "struct_arg.cl"),
    *("switch_table.cl", "constant_arg.cl"),
)

CASES_OF_FILES = [name for name, case in CASES.items() if case.file in FILES]

PROCESSORS = ("gfx900", "gfx90a", "gfx1030", "gfx1100", "gfx1200", "gfx1250")

MATRIX = [
    (name, mcpu)
    for number, mcpu in enumerate(PROCESSORS)
    for index, name in enumerate(CASES_OF_FILES)
    if LONG or index % len(PROCESSORS) == number
]


@cache
def clangs(file: str, options: str, mcpu: str) -> Program:
    clang = tools.need("clang", 22)
    command = [
        *(clang, "-x", "cl", f"-cl-std={standard_of(file)}", *options.split(), "-w"),
        *("-target", "amdgcn-amd-amdhsa", f"-mcpu={mcpu}", "-nogpulib", "-O2", "-c"),
        *("-Xclang", "-finclude-default-header", "-", "-o", "-"),
    ]
    source = PRELUDE + Path(KERNELS / file).read_text()
    done = subprocess.run(
        command, input=source.encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return Program.from_code_object(link(done.stdout))


@pytest.mark.parametrize(("name", "mcpu"), MATRIX)
def test_case(name: str, mcpu: str) -> None:
    case = CASES[name]
    assert run_kernel(case, clangs(case.file, case.build_options, mcpu)) == []
