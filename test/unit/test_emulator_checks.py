"""
The checker of the emulator on kernels in assembly, each with one fault, and on right ones.

Which instruction must wait for which counter is LLVM's rule (`SIInsertWaitcnts.cpp`): the
code that it makes of the kernel suite has no reports.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
from assembly_kernels import code, program
from frontend_helpers import needs_clang
from host_helpers import CASES, run_kernel, standard_of
from host_helpers import KERNELS as SUITE
from long_runs import LONG
from numpy.typing import NDArray
from texts import parts

from xdsl_opencl.runtime import CheckError, Program, RuntimeFailure
from xdsl_opencl.runtime.gpu import GpuDevice

pytestmark = needs_clang

BEGIN = """
  s_load_b64 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
"""
"""s[2:3] is `out`, v1 the offset of the work item's element."""


def run(body: str, mcpu: str = "gfx1100") -> NDArray[np.int32]:
    out = np.zeros(64, np.int32)
    program(body, mcpu, check=True).k(64, 64, out, 7)
    return out


def report(body: str, mcpu: str = "gfx1100") -> str:
    """The one report on a kernel, which may end with a fault after it."""
    with pytest.raises(CheckError) as error:
        run(body, mcpu)
    only, *faults = error.value.reports
    assert [fault.kind for fault in faults] in ([], ["fault"])
    return f"{only.kind}: {only.message} {only.note}"


def bodies(name: str) -> list[list[str]]:
    """The titles in a part of the file, and the instructions below them."""
    text = parts("emulator_checks.s")[name].replace("  BEGIN\n", BEGIN)
    return [body.split("\n", 1) for body in f"\n{text}".split("\n# ")[1:]]


@pytest.mark.parametrize(("title", "body"), bodies("FAULTS"))
def test_fault(title: str, body: str) -> None:
    found = report(body)
    assert re.search(title.split(": ", 1)[1], found), found


@pytest.mark.parametrize(("title", "body"), bodies("RIGHT"))
def test_right_kernel(title: str, body: str) -> None:
    assert run(body).tolist() == [n + 10 for n in range(64)], title


def test_one_counter_has_loads_and_stores_of_gfx9() -> None:
    body = """
  s_load_dwordx2 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  global_load_dword v3, v1, s[2:3]
  global_store_dword v1, v1, s[2:3] offset:0
  s_waitcnt vmcnt({})
  v_add_u32 v4, 1, v3"""
    run(body.format(1), "gfx900")
    assert "uses v3" in report(body.format(2), "gfx900")


def test_small_scalar_loads_of_gfx12() -> None:
    body = """
  s_load_{} s6, s[0:1], {:#x}
  s_wait_kmcnt 0x0"""
    for kind, offset in (("u8", 3), ("i8", 1), ("u16", 2), ("i16", 6), ("b32", 4)):
        run(body.format(kind, offset), "gfx1200")
    assert "not a multiple of 2" in report(body.format("u16", 1), "gfx1200")


def test_counters_of_gfx12() -> None:
    body = """
  s_load_b64 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_wait_kmcnt 0x0
  ds_store_b32 v1, v0
  global_load_b32 v3, v1, s[2:3]
  ds_load_b32 v4, v1
  {}
  v_add_nc_u32 v5, v3, v4"""
    run(body.format("s_wait_loadcnt_dscnt 0x0"), "gfx1200")
    assert "uses v3" in report(body.format("s_wait_dscnt 0x0"), "gfx1200")
    assert "uses v4" in report(body.format("s_wait_loadcnt 0x0"), "gfx1200")


def test_lds_of_another_group() -> None:
    """Only group 1 (s2) stores something undefined; group 0 uses what it stored."""
    body = """
  s_mov_b32 s8, s2
  s_load_b64 s[2:3], s[0:1], 0x0
  v_lshlrev_b32 v1, 2, v0
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, {group}
  s_cbranch_scc0 .Lundefined
  v_mov_b32 v5, v1
.Lundefined:
  ds_store_b32 v1, v5
  ds_load_b32 v6, v1
  s_waitcnt lgkmcnt(0)
  s_cmp_eq_u32 s8, 0
  s_cbranch_scc0 .Lout
  v_and_b32 v6, 0xfc, v6
  global_store_b32 v6, v0, s[2:3]
.Lout:"""
    out = np.zeros(64, np.int32)
    program(body.format(group=0), "gfx1100", check=True).k(128, 64, out, 7)
    assert out.tolist() == [*range(64)]
    with pytest.raises(CheckError) as error:
        program(body.format(group=1), "gfx1100", check=True).k(128, 64, out, 7)
    assert [r.kind for r in error.value.reports] == ["undefined-address"]


def test_accesses_outside() -> None:
    body = BEGIN + "  global_store_b32 v1, v0, s[2:3] offset:128"
    with pytest.raises(RuntimeFailure) as error:
        run(body)
    text = str(error.value)
    assert "store of 4 bytes" in text
    assert "past the end of buffer 'out'" in text
    assert "work-group 0, wave 1, lane 0" in text
    assert "'global_store_b32 v1, v0, s[2:3] offset:128' at 0x" in text


BARRIERS = """
  v_readfirstlane_b32 s4, v0
  s_cmp_eq_u32 s4, 0
  s_cbranch_scc1 .Lone
  {}
.Lone:
  s_barrier"""


def test_barrier_that_some_waves_do_not_reach() -> None:
    # A wave that has ended is not waited for.
    run(BARRIERS.format("s_endpgm"))
    forever = BARRIERS.format(".Lforever:\n  s_sleep 1\n  s_branch .Lforever")
    device = GpuDevice("gfx1100", max_instructions=1000)
    built = Program.from_code_object(code(forever, "gfx1100"), device=device)
    with pytest.raises(RuntimeFailure, match="more than 1000 instructions"):
        built.k(64, 64, np.zeros(64, np.int32), 7)


def test_report_has_the_source_line() -> None:
    source = """
kernel void k(global int *out, int n) {
  local int l[64];
  int i = get_local_id(0);
  if (i < n) l[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l[i ^ 1] & 63] = i;
}
"""
    checked = Program.from_source(source, device="gfx1100", check=True)
    out = np.zeros(64, np.int32)
    checked.k(64, 64, out, 64)
    with pytest.raises(CheckError) as error:
        checked.k(64, 64, out, 40)
    only = error.value.reports[0]
    assert only.kind == "undefined-address"
    assert only.place.endswith(":7")


CHECKED = [
    (name, mcpu)
    for mcpu, every in (("gfx1100", 12), ("gfx900", 36), ("gfx1200", 36))
    for name in tuple(CASES)[:: 1 if LONG else every]
]


@pytest.mark.parametrize(("name", "mcpu"), CHECKED)
def test_suite_has_no_reports(name: str, mcpu: str) -> None:
    case = CASES[name]
    options = f"-cl-std={standard_of(case.file)} {case.build_options}"
    checked = Program.from_file(SUITE / case.file, options, device=mcpu, check=True)
    assert run_kernel(case, checked) == []
