"""
Reductions do not depend on the order of work items: a NaN is a missing value, as for
`fmin` and `fmax`. (`test_group_functions.py` has GPUs.)
"""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module
from itertools import permutations
from typing import Any

import pytest

from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.runtime import Program
from xdsl_opencl.transforms.builtins.combination import combining, identity_attribute

np: Any = import_module("numpy")
nan, inf = math.nan, math.inf

VALUES = ([1.0, nan, 2.0, 3.0], [nan, nan, -inf, 5.0], [-0.5, nan, -7.0, nan])
KINDS = ("min", "max")
EXPECTED = {"min": np.fmin, "max": np.fmax}


@cache
def program(check: bool) -> Program:
    kernels = "".join(
        f"""
kernel void {kind}_{type}(global const {type} *x, global {type} *all,
                          global {type} *upto, global {type} *before) {{
  int l = get_local_id(0);
  all[l] = work_group_reduce_{kind}(x[l]);
  upto[l] = work_group_scan_inclusive_{kind}(x[l]);
  before[l] = work_group_scan_exclusive_{kind}(x[l]);
}}
"""
        for kind in KINDS
        for type in ("float", "double")
    )
    return Program.from_source(kernels, "-cl-std=CL2.0", level=1, check=check)


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("type", ["float", "double"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("values", VALUES)
def test_on_the_cpu_device(kind: str, type: str, check: bool, values: list[float]):
    identity = inf if kind == "min" else -inf
    combine = EXPECTED[kind]
    orders = permutations(values) if not check else [values, values[::-1]]
    for order in orders:
        x = np.array(order, {"float": np.float32, "double": np.float64}[type])
        found = [np.zeros_like(x) for _ in range(3)]
        getattr(program(check), f"{kind}_{type}")((4,), (4,), x, *found)
        scan = combine.accumulate(np.concatenate([[identity], x]))
        assert list(found[0]) == [scan[-1]] * 4
        assert list(found[1]) == list(scan[1:])
        assert list(found[2]) == list(scan[:-1])


def test_nothing_but_nan():
    """The identity, as the wave of a GPU has it."""
    x = np.full(4, nan, np.float32)
    found = [np.zeros_like(x) for _ in range(3)]
    program(False).max_float((4,), (4,), x, *found)
    assert list(found[0]) == [-inf] * 4


def test_one_table():
    """
    Every operation has a rule for integers, and those of `gentype` for floating-point.
    """
    from xdsl.dialects.builtin import f32, i32

    for kind in GroupOperation:
        assert combining(kind, i32)
        assert identity_attribute(kind, i32).type == i32
    assert [combining(GroupOperation(k), f32).name for k in ("add", "mul", *KINDS)] == [
        "llvm.fadd",
        "llvm.fmul",
        "llvm.intr.minnum",
        "llvm.intr.maxnum",
    ]
