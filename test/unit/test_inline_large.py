"""Programs with calls that are not inlined, on the CPU device, against NumPy."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import xdsl_opencl as ocl
from xdsl_opencl.driver import Compilation
from xdsl_opencl.runtime import Local, Program
from xdsl_opencl.transforms import pipeline
from xdsl_opencl.transforms.kernels.opencl_inline import OpenCLInlinePass

ROUNDS = 50
LEVELS = 4

_MIX = "".join(f"  x = x * {2 * i + 3}u + {i}u;\n" for i in range(ROUNDS))
_FUNCTIONS = "".join(
    f"""uint level{i + 1}(uint x, global uint *calls) {{
{_MIX}  return level{i}(x, calls) ^ level{i}(x + get_global_id(0), calls);
}}
"""
    for i in range(LEVELS)
)
SOURCE = f"""
typedef struct {{ uint a, b, c; uint more[3]; }} Struct;
constant uint table[4] = {{ 3, 1, 4, 1 }};

uint level0(uint x, global uint *calls) {{
  atomic_inc(calls);
{_MIX}  return x / (uint)get_local_id(0) + table[x & 3];
}}
{_FUNCTIONS}
Struct change(Struct s, local uint *p) {{
  uint x = s.b, own[4] = {{ x, 1, 2, 3 }};
{_MIX}  own[x & 3] += (uint)get_group_id(0);
  s.a += own[0] + own[1] + own[2] + own[3];
  s.more[s.a % 3] += p[(get_local_id(0) + 1) % get_local_size(0)];
  for (int i = 0; i < 3; i++) {{ uint again[2] = {{ i, x }}; s.c += again[s.c & 1]; }}
  return s;
}}
kernel void k(global uint *out, global uint *calls, local uint *scratch, uint n) {{
  size_t i = get_global_id(0), l = get_local_id(0);
  if (l == 0) l = 7;
  scratch[get_local_id(0)] = (uint)i * n;
  barrier(CLK_LOCAL_MEM_FENCE);
  Struct s = {{ n, (uint)i, 2, {{ 1, 2, 3 }} }};
  Struct t = change(s, scratch);
  Struct u = change(t, scratch);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint value = level{LEVELS}((uint)i + n, calls);
  out[i] = value + s.a + 3 * t.a + 5 * t.c + 7 * t.more[1] + 9 * u.a + 11 * u.more[2];
}}
"""


def mix(x: Any) -> Any:
    for i in range(ROUNDS):
        x = x * np.uint32(2 * i + 3) + np.uint32(i)
    return x


def level(number: int, x: Any, ids: Any, local: Any) -> Any:
    x = mix(x)
    if number == 0:
        # A division by zero has any result and raises nothing: here as by one.
        return x // np.maximum(local, 1) + np.array([3, 1, 4, 1], np.uint32)[x & 3]
    below = level(number - 1, x, ids, local)
    return below ^ level(number - 1, x + ids, ids, local)


def change(s: dict[str, Any], scratch: Any, local: Any, groups: Any) -> dict[str, Any]:
    x = s["b"]
    lanes = np.arange(len(x))
    own = np.stack([x, np.full_like(x, 1), np.full_like(x, 2), np.full_like(x, 3)])
    x = mix(x)
    own[x & 3, lanes] += groups
    a = s["a"] + own.sum(axis=0, dtype=np.uint32)
    more = s["more"].copy()
    size = local.max() + 1
    more[a % 3, lanes] += scratch[groups * size + (local + 1) % size]
    c = s["c"]
    for i in range(3):
        c = c + np.where(c & 1, x, np.uint32(i))
    return {"a": a, "b": s["b"], "c": c, "more": more}


def expected(items: int, size: int, n: int) -> Any:
    ids = np.arange(items, dtype=np.uint32)
    local, groups = ids % np.uint32(size), ids // np.uint32(size)
    scratch = ids * np.uint32(n)
    full = [np.full(items, value, np.uint32) for value in (1, 2, 3)]
    s = {
        "a": np.full(items, n, np.uint32),
        "b": ids,
        "c": np.full(items, 2, np.uint32),
        "more": np.stack(full),
    }
    t = change(s, scratch, local, groups)
    u = change(t, scratch, local, groups)
    value = level(LEVELS, ids + np.uint32(n), ids, local)
    value = value + s["a"] + 3 * t["a"] + 5 * t["c"] + 7 * t["more"][1]
    return (value + 9 * u["a"] + 11 * u["more"][2]).astype(np.uint32)


def inlined(most: int, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(pipeline, "MOST_OPERATIONS", most)
    source = ocl.SourceFile("k.cl", SOURCE)
    return Compilation(source, ocl.Target(ocl.Abi.HOST)).llvm_ir


@pytest.mark.parametrize("most", [1_000, 1_000_000])
def test_results(most: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDSL_OPENCL_CACHE", "")
    monkeypatch.setattr(pipeline, "MOST_OPERATIONS", most)
    program = Program.from_source(SOURCE)
    for items, size, n in ((24, 6, 5), (64, 32, 11)):
        out, calls = np.zeros(items, np.uint32), np.zeros(1, np.uint32)
        program["k"](items, size, out, calls, Local(4 * size), n)
        # The results of items that divide by zero are not defined.
        defined = np.arange(items) % size != 0
        np.testing.assert_array_equal(out[defined], expected(items, size, n)[defined])
        assert calls[0] == items * 2**LEVELS


def functions(text: str) -> list[str]:
    """Returns the names of the program's functions, without that for all programs."""
    return re.findall(r"define internal .*@(?!__xdsl_opencl_)([\w.$]+)\(", text)


def test_large_functions_stay(monkeypatch: pytest.MonkeyPatch):
    few, all_ = (inlined(most, monkeypatch) for most in (1_000, 1_000_000))
    assert len(functions(few)) == LEVELS + 2
    assert not functions(all_)
    # Twice as many with each level, or one more.
    assert len(few) < len(all_) / 2


def test_checked_kernels_are_one_function(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pipeline, "MOST_OPERATIONS", 1_000)
    (inline,) = (
        p
        for p in pipeline.pipeline(ocl.Target(ocl.Abi.HOST), check=True)
        if p.name == "opencl-inline"
    )
    assert inline == OpenCLInlinePass(move=True)
