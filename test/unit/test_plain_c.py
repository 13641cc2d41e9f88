"""
Loops in C, compiled without optimisations by a C compiler and as kernels: the results are equal.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools import of_any_version

from xdsl_opencl.backend import toolchain
from xdsl_opencl.runtime import Program

SOURCE = Path(__file__).with_name("programs") / "plain_c.cl"
NAMES = re.findall(r"^kernel void (\w+)", SOURCE.read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> Any:
    compiler, zig = of_any_version("cc"), toolchain.zig()
    command = [compiler] if compiler else [zig, "cc"] if zig else None
    if command is None:
        pytest.skip("no compiler of C")
    library = tmp_path_factory.mktemp("plain") / "plain_c.so"
    words = [*command, "-x", "c", "-O0", "-w", "-shared", "-fPIC", str(SOURCE)]
    subprocess.run([*words, "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


@pytest.mark.parametrize(
    ("device", "items", "local"),
    [("host", 132, None), ("host", 132, 33), ("host", 132, 16), ("gfx1100", 64, 64)],
)
def test_loops(native: Any, device: str, items: int, local: int | None):
    program = Program.from_file(SOURCE, device=device)
    item = ctypes.c_uint.in_dll(native, "item")
    data = np.random.default_rng(items).integers(0, 256, 1024, np.uint8)
    for name in NAMES:
        for size in (13, 24, 40):
            wanted = np.zeros(items, np.uint32)
            for item.value in range(items):
                native[name](
                    ctypes.c_void_p(data.ctypes.data),
                    ctypes.c_void_p(wanted.ctypes.data),
                    ctypes.c_uint(size),
                )
            result = np.zeros(items, np.uint32)
            program[name](items, local, data, result, size)
            np.testing.assert_array_equal(result, wanted, err_msg=f"{name} {size}")
