"""
Mathematical functions as GPUs compute them, on the emulator, against NumPy in the widest
precision of the computer: within OpenCL's bounds, over edges and random arguments.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from builtin_jit import DTYPES
from float_references import (
    BINARY,
    UNARY,
    bound_of,
    check,
    edges,
    exact_values,
    pairs,
)
from long_runs import LONG

from xdsl_opencl.runtime import Program

np: Any = import_module("numpy")

TYPES = {"f32": "float", "f64": "double"}
PROCESSORS = ("gfx1100", "gfx803", "gfx90a", "gfx1200") if LONG else ("gfx1100",)
LESS_EXACT = {"tgamma": 100.0}
"""Functions of ROCm's library that miss OpenCL's bound: 81 ulp at -29.933256, single."""
COUNT = 256
"""Random arguments beside the edges."""


def source(element: str, name: str) -> str:
    type = TYPES[element]
    second = f"global const {type} *z, " if name in BINARY else ""
    operands = "x[i], z[i]" if name in BINARY else "x[i]"
    return (
        f"kernel void {name}_(global const {type} *x, {second}global {type} *y) {{"
        f"  size_t i = get_global_id(0); y[i] = {name}({operands}); }}"
    )


def operands(element: str, name: str) -> list[Any]:
    rng = np.random.default_rng(sum(name.encode()))
    dtype = DTYPES[element]
    near = rng.uniform(-10, 10, (2, COUNT)).astype(dtype)
    if name in BINARY:
        x, z = pairs(element, name)
        near[0] = abs(near[0]) if name in ("pow", "powr") else near[0]
        return [np.concatenate((x, near[0])), np.concatenate((z, near[1]))]
    return [np.concatenate((edges(element, name), near[0], near[1] / 10))]


@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("element", TYPES)
def test_bounds(element: str, processor: str):
    names = (*UNARY, *BINARY)
    text = "\n".join(source(element, name) for name in names)
    program = Program.from_source(text, "-cl-std=CL3.0", device=processor)
    for name in names:
        given = operands(element, name)
        out = np.empty_like(given[0])
        program[f"{name}_"](len(out), 64, *given, out)
        exact = exact_values(name, given)
        # ROCm's library leaves the sign of zeros open: its sinpi(1) is -0.
        bound = max(bound_of(name, element), LESS_EXACT.get(name, 0.0))
        check(name, element, given, out, exact, bound, either_zero=True)
