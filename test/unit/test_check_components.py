"""
Clang writes some accesses wider than the program makes them: vectors written component by
component, `float3`, structures written field by field, images in helper functions. The
checker reports no correct access of the program, and still reports the wrong ones.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from xdsl_opencl.runtime import CheckError, Image, Program

np: Any = import_module("numpy")

RIGHT = {
    "components": (
        "local float4 a[4];",
        "a[l].x = 1; a[l].y = 2; a[l].z = 3; a[l].w = 4;",
        "float4 v = a[3 - l]; o[l] = v.x + v.y + v.z + v.w;",
        10,
    ),
    "halves": (
        "local float4 a[4];",
        "a[l].lo = (float2)(1, 2); a[l].hi = (float2)(3, 4);",
        "float4 v = a[3 - l]; o[l] = v.x + v.y + v.z + v.w;",
        10,
    ),
    "even_and_odd": (
        "local int8 a[4];",
        "a[l].even = (int4)(l); a[l].s75 = (int2)(2, 1); a[l].s1 = 4; a[l].s3 = 5;",
        "int8 v = a[3 - l]; o[l] = v.s0 + v.s1 * v.s3 + v.s5 + v.s7 + l;",
        26,
    ),
    "three": (
        "local float3 a[4];",
        "a[l].x = 1; a[l].y = 2; a[l].z = 3;",
        "float3 v = a[3 - l]; o[l] = v.x + v.y + v.z;",
        6,
    ),
    "three_at_once": (
        "local float3 a[4];",
        "a[l] = (float3)(1, 2, 3);",
        "float3 v = a[3 - l]; o[l] = v.x + v.y + v.z;",
        6,
    ),
    "vstore3": (
        "local float3 a[4];",
        "vstore3((float3)(1, 2, 3), 0, (local float *)&a[l]);",
        "float3 v = a[3 - l]; o[l] = v.x + v.y + v.z;",
        6,
    ),
    "fields": (
        "local struct s a[4];",
        "a[l].c = 1; a[l].i = 2; a[l].f = 3;",
        "struct s v = a[3 - l]; o[l] = v.c + v.i + v.f;",
        6,
    ),
    "of_different_work_items": (
        "local float4 a[1];",
        "if (l == 0) a[0].x = 1; if (l == 1) a[0].y = 2; "
        "if (l == 2) a[0].z = 3; if (l == 3) a[0].w = 4;",
        "float4 v = a[0]; o[l] = v.x + v.y + v.z + v.w;",
        10,
    ),
}
WRONG = {
    "one_is_missing": (
        "local float4 a[4];",
        "a[l].x = 1; a[l].y = 2; a[l].z = 3;",
        "float4 v = a[3 - l]; o[l] = v.x + v.w;",
    ),
    "third_of_three": (
        "local float3 a[4];",
        "a[l].x = 1; a[l].y = 2;",
        "float3 v = a[3 - l]; o[l] = v.z;",
    ),
    "field": (
        "local struct s a[4];",
        "a[l].c = 1; a[l].f = 3;",
        "struct s v = a[3 - l]; o[l] = v.i;",
    ),
    "outside": ("local float4 a[4];", "a[l + 1].y = 2;", "o[l] = 0;"),
    "read": ("local float4 a[4];", "o[l] = a[l].x; a[l].x = 1;", ""),
}


def program(before: str, write: str, read: str, *, check: bool) -> Program:
    source = f"""
struct s {{ char c; int i; float f; }};
kernel void k(global float *o) {{
  {before}
  int l = get_local_id(0);
  {write}
  barrier(CLK_LOCAL_MEM_FENCE);
  {read}
}}
"""
    return Program.from_source(source, "-w", check=check, level=1)


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("name", list(RIGHT))
def test_right(name: str, check: bool):
    *text, expected = RIGHT[name]
    o = np.zeros(4, np.float32)
    program(*text, check=check).k((4,), (4,), o)
    assert list(o) == [expected] * 4


@pytest.mark.parametrize("name", list(WRONG))
def test_wrong(name: str):
    with pytest.raises(CheckError):
        program(*WRONG[name], check=True).k((4,), (4,), np.zeros(4, np.float32))


@pytest.mark.parametrize("check", [False, True])
def test_image_in_a_function_that_branches(check: bool):
    source = """
int w(read_only image2d_t i) {
  int t = get_image_width(i);
  if (t > 2) return t;
  return 0;
}
kernel void k(read_only image2d_t i, global int *o) { o[0] = w(i); }
"""
    o = np.zeros(1, np.int32)
    image = Image(np.zeros((4, 5, 4), np.uint8), "image2d_t", "RGBA", "UNSIGNED_INT8")
    Program.from_source(source, "-w", check=check, level=1).k((1,), (1,), image, o)
    assert o[0] == 5
