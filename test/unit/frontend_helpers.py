"""Helpers that the frontend's tests share."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from xdsl_opencl.frontend import BuildOptions, FrontendError
from xdsl_opencl.frontend.clang.opencl_c import find_clang

KERNELS = Path(__file__).parent.parent / "kernels"


def clang_is_missing() -> bool:
    """Tells whether there is no Clang to read OpenCL C with."""
    try:
        find_clang()
    except FrontendError:
        return True
    return False


needs_clang = pytest.mark.skipif(clang_is_missing(), reason="no Clang for OpenCL C")


def suite_builds() -> list[tuple[str, str]]:
    """Each file of the suite with each of its build options."""
    sys.path.insert(0, str(KERNELS))
    try:
        suite: Any = import_module("suite")
    finally:
        sys.path.remove(str(KERNELS))
    return sorted({(case.file, case.build_options) for case in suite.CASES})


def options_of(file: str, build_options: str) -> BuildOptions:
    """The options of a build of the suite: its first line may name the language."""
    first = (KERNELS / file).read_text().partition("\n")[0]
    standard = "CL2.0" if "cl-std: CL2.0" in first else "CL1.2"
    return BuildOptions.parse([*build_options.split(), f"-cl-std={standard}"])
