"""
Work-item functions with any dimension: OpenCL C 3.0, section 6.15.1, table 18. They take a
`uint`, and have a value for each that is not a dimension of the launch.
`test_lower_work_items.py` has the same for every ABI, `test_interpreter.py` for xDSL's
interpreter.
"""

from __future__ import annotations

import numpy as np
import pytest
from frontend_helpers import needs_clang

from xdsl_opencl.runtime import Program

pytestmark = needs_clang

OTHERWISE = {
    "get_global_size": 1,
    "get_global_id": 0,
    "get_local_size": 1,
    "get_enqueued_local_size": 1,
    "get_local_id": 0,
    "get_num_groups": 1,
    "get_group_id": 0,
    "get_global_offset": 0,
}
"""The table's values."""

DIMENSIONS = {
    "3": 3,
    "255": 255,
    "0x80000000u": 2**31,
    "-1": 2**32 - 1,
}
ITEMS = 6

_CONSTANT = "\n".join(
    f"  *o++ = {name}({dimension});" for name in OTHERWISE for dimension in DIMENSIONS
)
_VARIABLE = "\n".join(f"  *o++ = {name}(d);" for name in OTHERWISE)
SOURCE = f"""
kernel void constants(global ulong *o) {{
  o += {len(OTHERWISE) * len(DIMENSIONS)} * get_global_linear_id();
{_CONSTANT}
}}
kernel void variables(global ulong *o, uint d) {{
  o += {len(OTHERWISE)} * get_global_linear_id();
{_VARIABLE}
}}
kernel void diverging(global ulong *o, global const uint *d) {{
  size_t x = get_global_linear_id();
  o[x] = get_global_size(d[x]) * 100 + get_local_id(d[x]);
}}
"""


@pytest.mark.parametrize(
    ("device", "check"),
    [
        ("host", False),
        ("host", True),
        *((gpu, False) for gpu in ("gfx803", "gfx1200")),
    ],
)
def test_any_dimension(device: str, check: bool) -> None:
    """
    Constants, variables, and dimensions that differ between work items in lockstep.
    """
    options = "-cl-std=CL2.0"
    program = Program.from_source(SOURCE, options, device=device, check=check, level=1)
    row = np.repeat([*OTHERWISE.values()], len(DIMENSIONS))
    found = np.full(ITEMS * row.size, 99, np.uint64)
    program["constants"]((2, 3, 1), (2, 1, 1), found)
    np.testing.assert_array_equal(found.reshape(ITEMS, -1), np.tile(row, (ITEMS, 1)))
    for dimension in DIMENSIONS.values():
        found = np.full(ITEMS * len(OTHERWISE), 99, np.uint64)
        program["variables"]((2, 3, 1), (2, 1, 1), found, np.uint32(dimension))
        assert found.tolist() == [*OTHERWISE.values()] * ITEMS, dimension
    dimensions = np.resize(np.array([0, 1, 2, *DIMENSIONS.values()], np.uint32), 32)
    found = np.zeros(32, np.uint64)
    program["diverging"]((32,), (16,), found, dimensions)
    expected = [
        3200 + x % 16 if d == 0 else 100 for x, d in enumerate(dimensions.tolist())
    ]
    assert found.tolist() == expected
