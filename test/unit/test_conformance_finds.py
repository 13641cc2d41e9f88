"""Kernels with which OpenCL-CTS found faults of the CPU device."""

from __future__ import annotations

import numpy as np
import pytest

from xdsl_opencl.runtime import Program


def test_the_fence_of_an_unknown_pointer_is_of_both_memories() -> None:
    """`test_generic_address_space generic_variable_volatile`."""
    program = Program.from_source(
        """kernel void k(global uint *r) {
             int x = 3;
             int *volatile p = &x;
             r[0] = get_fence(p);
             *p += 1;
             r[1] = *p;
           }""",
        "-cl-std=CL3.0",
    )
    result = np.zeros(2, np.uint32)
    program.k(1, 1, result)
    # CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE (opencl-c-base.h).
    assert result.tolist() == [3, 4]


@pytest.mark.parametrize("width", [1, 4])
def test_ldexp_of_half(width: int) -> None:
    """`test_bruteforce ldexp`."""
    suffix = "" if width == 1 else str(width)
    program = Program.from_source(
        f"""#pragma OPENCL EXTENSION cl_khr_fp16 : enable
        kernel void k(global half{suffix} *x, global const int{suffix} *n) {{
          size_t i = get_global_id(0);
          x[i] = ldexp(x[i], n[i]);
        }}"""
    )
    powers = [2, -3, -20, -24, 9, 11, 16, 32767, -32768, 1043977068, -(1 << 31), 0]
    exponents = np.array(powers, np.int32)
    x = np.linspace(-30, 29.3, len(powers)).astype(np.float16)
    clipped = np.clip(exponents, -500, 500)
    with np.errstate(over="ignore"):
        expected = np.ldexp(x.astype(np.float64), clipped).astype(np.float16)
    program.k(len(powers) // width, None, x, exponents)
    assert x.tolist() == expected.tolist()
