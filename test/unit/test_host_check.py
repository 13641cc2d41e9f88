"""
The safety switch of the CPU device: each kind of report, on the right line and of the
right work item; none for kernels that are right; and Oclgrind says so too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import host_helpers
import numpy as np
import pytest
from check_cases import CASES, Case

from xdsl_opencl.runtime import CheckError, Local, Program

OCLGRIND = shutil.which("oclgrind-kernel")
LONG = os.environ.get("XDSL_OPENCL_LONG") == "1"


@pytest.fixture(autouse=True, scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def build(case: Case) -> Program:
    return Program.from_source(case.source, "-w", check=True, level=1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reports(case: Case):
    found: set[tuple[str, int, int | None]] = set()
    try:
        build(case).k(case.global_size, case.local_size, *case.values())
    except CheckError as error:
        for report in error.reports:
            assert report.kernel == "k"
            file, line, _ = report.place.split(":")
            assert file == "<source>"
            item = None if report.item is None else report.item.global_id[0]
            found.add((report.kind.name, int(line), item))
    expected = case.expected
    for kind, line, item in expected:
        if item is None:
            found = {(k, n, None if (k, n) == (kind, line) else i) for k, n, i in found}
    assert found == expected


def simulation(case: Case, folder: Path) -> Path:
    """
    A file for `oclgrind-kernel`.
    """
    (folder / "k.cl").write_text(case.source + "\n")
    lines = ["k.cl", "k"]
    for sizes in (case.global_size, case.local_size):
        lines.append(" ".join(map(str, (*sizes, 1, 1)[:3])))
    for value in case.values():
        if value is None:
            lines.append("<null>")
        elif isinstance(value, Local):
            lines.append(f"<size={value.size}>")
        else:
            data: Any = np.asarray(value)
            lines.append(f"<size={data.nbytes} {_TYPES[data.dtype.name]}>")
            lines.append(" ".join(map(str, data.reshape(-1).tolist())))
    path = folder / "k.sim"
    path.write_text("\n".join(lines) + "\n")
    return path


_TYPES = {"int32": "int", "uint32": "uint", "float32": "float", "uint8": "uchar"}


@pytest.mark.skipif(OCLGRIND is None, reason="oclgrind-kernel is not installed")
@pytest.mark.parametrize(
    "case", [c for c in CASES if c.oclgrind is not None], ids=lambda case: case.name
)
def test_oclgrind_says_the_same(case: Case, tmp_path: Path):
    assert OCLGRIND is not None
    path = simulation(case, tmp_path)
    run = subprocess.run(
        [OCLGRIND, "--data-races", "--build-options", "-w", path.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = run.stdout + run.stderr
    for words in case.oclgrind or ():
        assert words in said
    if not case.oclgrind:
        assert case.expected == set()
        assert not said.strip()


def checked(file: str, options: str = "") -> Program:
    path = host_helpers.KERNELS / file
    first = path.read_text().partition("\n")[0]
    standard = "CL2.0" if first == "// cl-std: CL2.0" else "CL1.2"
    return Program.from_file(path, f"-cl-std={standard} {options}", check=True, level=1)


SAMPLE = {
    "async_strided_copy",
    "atomic_float_add",
    "blur_rows",
    "generic_pointers",
    "histogram",
    "image_array",
    "kernel_calls_kernel",
    "many_images",
    "packed_struct",
    "reduce_argmin",
    "scan_inclusive_100",
    "transpose",
    "uniform_barrier_2",
    "vload_spaces_uchar",
    "work_group_functions",
}
assert SAMPLE <= host_helpers.CASES.keys()


@pytest.mark.parametrize("name", host_helpers.CASES)
def test_right_kernels_have_no_reports(name: str, monkeypatch: pytest.MonkeyPatch):
    if not LONG and name not in SAMPLE:
        pytest.skip("all kernels are checked with XDSL_OPENCL_LONG=1")
    monkeypatch.setattr(host_helpers, "program", checked)
    assert host_helpers.run_case(host_helpers.CASES[name]) == []
