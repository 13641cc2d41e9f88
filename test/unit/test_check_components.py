"""
Clang writes some accesses wider than the program makes them: vectors written component by
component, `float3`, structures written field by field, images in helper functions. The
checker reports no correct access of the program, and still reports the wrong ones.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import pytest
from texts import whole

from xdsl_opencl.runtime import CheckError, Image, Program

np: Any = import_module("numpy")

RIGHT = {
    "components": 10,
    "halves": 10,
    "even_and_odd": 26,
    "three": 6,
    "three_at_once": 6,
    "stored_three": 6,
    "fields": 6,
    "of_different_work_items": 10,
}
"""The kernels of `programs/check_components.cl` to what each work item finds."""
WRONG = (
    "one_is_missing",
    "third_of_three",
    "field",
    "outside",
    "read_before_the_write",
)


@cache
def program(check: bool) -> Program:
    return Program.from_source(whole("check_components.cl"), "-w", check=check, level=1)


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("name", RIGHT)
def test_right(name: str, check: bool):
    o = np.zeros(4, np.float32)
    program(check)[name]((4,), (4,), o)
    assert list(o) == [RIGHT[name]] * 4


@pytest.mark.parametrize("name", WRONG)
def test_wrong(name: str):
    with pytest.raises(CheckError):
        program(True)[name]((4,), (4,), np.zeros(4, np.float32))


@pytest.mark.parametrize("check", [False, True])
def test_image_in_a_function_that_branches(check: bool):
    o = np.zeros(1, np.int32)
    image = Image(np.zeros((4, 5, 4), np.uint8), "image2d_t", "RGBA", "UNSIGNED_INT8")
    program(check)["width"]((1,), (1,), image, o)
    assert o[0] == 5
