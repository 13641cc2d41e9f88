"""
The acceptance kernels of `test/kernels` on the CPU device, within their tolerances.
"""

from __future__ import annotations

import pytest
from host_helpers import CASES, KERNELS, run_case


@pytest.fixture(autouse=True, scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDSL_OPENCL_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def test_every_kernel_file_is_run() -> None:
    assert len(CASES) >= 147
    files = {path.name for path in KERNELS.glob("*.cl")}
    assert {case.file for case in CASES.values()} == files


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    assert run_case(CASES[name]) == []
