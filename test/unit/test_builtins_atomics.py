"""
Atomics of floating point and of 64 bits: what memory holds afterwards, and a loop of
exchanges on GPUs that have no instruction.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
from frontend_helpers import needs_clang
from texts import parts

from xdsl_opencl.abi.target import Target
from xdsl_opencl.driver.compilation import Compilation
from xdsl_opencl.frontend import BuildOptions
from xdsl_opencl.runtime import Local, Program
from xdsl_opencl.source import SourceFile

pytestmark = needs_clang

TEXTS = parts("builtins_atomics.cl")
EXCHANGE = TEXTS["EXCHANGE"]


@pytest.mark.parametrize(
    ("memory", "expected", "done"),
    [
        (1.5, 1.5, True),
        (1.5, 1.25, False),
        # What memory holds is compared, not what numbers mean (OpenCL C 3.0, section
        # 6.15.12.7.4: as if by memcmp).
        (-0.0, 0.0, False),
        (np.nan, np.nan, True),
    ],
)
def test_compare_exchange_of_floats(memory: float, expected: float, done: bool):
    program = Program.from_source(EXCHANGE, "-cl-std=CL3.0")
    for name, dtype in (("f", np.float32), ("d", np.float64)):
        cell, wanted = np.array([memory], dtype), np.array([expected], dtype)
        result = np.full(1, 9, np.int32)
        program[name](1, 1, cell, wanted, 7.0, result)
        assert result[0] == done
        new = np.array([7.0 if done else memory], dtype)
        assert cell.tobytes() == new.tobytes()
        # What was there is stored where it was not as expected.
        assert wanted.tobytes() == np.array([memory], dtype).tobytes()


ATOMICS = TEXTS["ATOMICS"]


KERNEL = re.compile(r"^kernel void (\w+)\(.*?\}$", re.MULTILINE | re.DOTALL)
KERNELS = {match[1]: match[0] for match in KERNEL.finditer(ATOMICS)}


INSTRUCTIONS = [
    # GPUs without the instruction read, add, and try to exchange until nobody came between.
    ("gfx900", "add_f64", r"global_atomic_cmpswap_x2"),
    ("gfx1030", "add_f64", r"global_atomic_cmpswap_x2"),
    ("gfx1100", "add_f64", r"global_atomic_cmpswap_b64"),
    ("gfx900", "add_f32", r"global_atomic_cmpswap "),
    ("gfx1030", "add_f32", r"global_atomic_cmpswap "),
    ("gfx942", "add_f64", r"global_atomic_add_f64"),
    ("gfx942", "add_f32", r"global_atomic_add_f32"),
    ("gfx1100", "add_f32", r"global_atomic_add_f32"),
    ("gfx1200", "add_f32", r"global_atomic_add_f32"),
    ("gfx900", "max_f32", r"ds_max_f32"),
    ("gfx1200", "max_f32", r"ds_max_(num_)?f32"),
    ("gfx900", "exchange_f32", r"global_atomic_swap "),
    ("gfx900", "add_i64", r"global_atomic_add_x2"),
    ("gfx1100", "add_i64", r"global_atomic_add_u64"),
    ("gfx900", "min_u64", r"ds_min_u64"),
    ("gfx1200", "min_u64", r"ds_min_u64"),
]


@pytest.mark.parametrize(
    ("mcpu", "kernel", "pattern"),
    INSTRUCTIONS,
    ids=[f"{mcpu}-{kernel}" for mcpu, kernel, _ in INSTRUCTIONS],
)
def test_instruction_or_loop(mcpu: str, kernel: str, pattern: str):
    pragma = ATOMICS[: ATOMICS.index("kernel")]
    source = SourceFile("k.cl", f"{pragma}{KERNELS[kernel]}\n")
    build = BuildOptions("CL3.0")
    text = Compilation(source, Target(mcpu=mcpu), build=build).assembly
    assert re.search(pattern, text), text[:3000]


EVENTS = TEXTS["EVENTS"]


@pytest.mark.parametrize("standard", ["CL1.2", "CL3.0"])
def test_list_of_events(standard: str):
    values = np.arange(8, dtype=np.int32)
    program = Program.from_source(EVENTS, f"-cl-std={standard}")
    program["k"](8, 8, values, Local(32), 2)
    assert values.tolist() == [7, 6, 5, 4, 3, 2, 1, 0]
