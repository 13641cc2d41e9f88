"""
`opencl-limit-unrolling`, executed: a tile with a border is right as NumPy computes it, and the code
has and executes fewer instructions than with LLVM's own choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_opencl as ocl
from xdsl_opencl.backend.llvm.codegen import generate
from xdsl_opencl.runtime import Local, Program
from xdsl_opencl.runtime.gpu import GpuDevice
from xdsl_opencl.source import SourceFile

MARK = "llvm.loop.unroll.runtime.disable"

TILE = r"""
kernel void tile(global const float *in, global float *out, int width, int border,
                 local float *tile) {
  int item = get_local_id(0), items = get_local_size(0);
  int first = get_group_id(0) * items - border, all = items + 2 * border;
  for (int i = 0; i <= all / items; i++) {
    int at = i * items + item;
    if (at >= all) continue;
    int x = first + at;
    tile[at] = x < 0 || x >= width ? 0.0f : in[x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[item] + tile[item + 2 * border];
}
"""

WIDTH, ITEMS = 256, 64


def launched(code: bytes, mcpu: str, border: int) -> tuple[Any, int]:
    """The result of a launch and the instructions that its waves executed."""
    program = Program.from_code_object(code, device=GpuDevice(mcpu, profile=True))
    given = np.arange(WIDTH, dtype=np.float32)
    result = np.zeros(WIDTH, np.float32)
    memory = Local(4 * (ITEMS + 2 * border))
    launch = program.tile(WIDTH, ITEMS, given, result, WIDTH, border, memory)
    assert launch.profile is not None
    return result, launch.profile.total().waves


@pytest.mark.parametrize("mcpu", ["gfx90a", "gfx1100"])
def test_a_tile_with_a_border(mcpu: str):
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu)
    compiled = ocl.compile(SourceFile("tile.cl", TILE), target)
    text = compiled.llvm_ir
    assert MARK in text
    ours = generate(text, target)
    theirs = generate(text.replace(MARK, "llvm.loop.mustprogress"), target)
    assert ours.object is not None
    assert theirs.object is not None
    assert len(ours.object) < len(theirs.object)
    for border in (1, 16, 100):
        padded = np.pad(np.arange(WIDTH, dtype=np.float32), border)
        wanted = padded[:WIDTH] + padded[2 * border :]
        result, count = launched(ours.object, mcpu, border)
        np.testing.assert_array_equal(result, wanted)
        other, most = launched(theirs.object, mcpu, border)
        np.testing.assert_array_equal(other, wanted)
        assert count < most
