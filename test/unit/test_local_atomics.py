"""
Atomic operations on local memory, which one thread needs no atomic instruction for: a group
of which all work items meet in few places, against NumPy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from xdsl_opencl.runtime import Local, Program

PROGRAMS = Path(__file__).with_name("programs")

ITEMS, BINS = 256, 4

SOURCE = (PROGRAMS / "local_atomics.cl").read_text()


def _increased(old: Any, value: Any) -> Any:
    del value
    return old + np.uint32(1)


EXPECTED: dict[str, tuple[int, Any]] = {
    "add": (0, np.add),
    "sub": (7, np.subtract),
    "inc": (0, _increased),
    "most": (-(1 << 31), np.maximum),
    "least": ((1 << 31) - 1, np.minimum),
    "umost": (0, np.maximum),
    "uleast": ((1 << 32) - 1, np.minimum),
    "both": ((1 << 32) - 1, np.bitwise_and),
    "either": (0, np.bitwise_or),
    "odd": (0, np.bitwise_xor),
    "compared": (0, np.add),
}
SIGNED = ("sub", "most", "least")


@pytest.fixture(scope="module")
def program() -> Program:
    return Program.from_source(SOURCE)


@pytest.mark.parametrize("name", EXPECTED)
def test_operations(program: Program, name: str):
    first, operation = EXPECTED[name]
    type = np.int32 if name in SIGNED else np.uint32
    bits = np.random.default_rng(3).integers(0, 1 << 32, 4 * ITEMS, np.uint32)
    values = bits.view(type)
    want = np.full(BINS, first, type)
    for value in values:
        place = int(value) >> 3 & 3
        with np.errstate(over="ignore"):
            want[place] = operation(want[place], value)
    out = np.zeros(BINS, type)
    program[name](ITEMS, ITEMS, values, out, Local(4 * BINS), type(first))
    np.testing.assert_array_equal(out, want)


def test_old_values(program: Program):
    out = np.zeros(ITEMS, np.uint32)
    program["taken"](ITEMS, ITEMS, out, Local(8))
    np.testing.assert_array_equal(np.sort(out), np.arange(ITEMS))
