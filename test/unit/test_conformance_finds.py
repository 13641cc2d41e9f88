"""
Kernels in which OpenCL-CTS found faults of the CPU device.
"""

from __future__ import annotations

import numpy as np

from xdsl_opencl.runtime import Program


def test_the_fence_of_an_unknown_pointer_is_of_both_memories() -> None:
    """
    `test_generic_address_space generic_variable_volatile`.
    """
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
