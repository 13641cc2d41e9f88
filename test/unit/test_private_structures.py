"""
Private structures on the CPU device: `opencl-split-private` and `opencl-promote-private`, beside
functions on bytes (`structure_programs.py`).
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from long_runs import LONG
from structure_programs import Generator, Item, Type

from xdsl_opencl.runtime import Program

ITEMS = 48


def defined(type: Type) -> list[bool]:
    """The bytes that C defines; those between members it does not."""
    if type.element is not None:
        return defined(type.element) * type.count
    if not type.members:
        return [True] * type.size
    found = [False] * type.size
    for _, byte, member in type.members:
        for at, known in enumerate(defined(member), byte):
            found[at] |= known
    return found


@pytest.mark.parametrize("seed", range(400 if LONG else 5))
def test_random_structures(seed: int):
    source, variables, statements = Generator(seed).program()
    kernel = Program.from_source(source)["k"]
    pick = random.Random(seed)
    given = {n: pick.randbytes(type.size * ITEMS) for n, type in variables}
    *_, (name, last) = variables
    shared = pick.randbytes(last.size)
    m = pick.randrange(4)
    want: dict[str, bytes] = dict.fromkeys(given, b"")
    for x in range(ITEMS):
        memory = {
            n: bytearray(given[n][x * type.size :][: type.size])
            for n, type in variables
        }
        memory[name] = bytearray(shared)
        item = Item(x, m, x & 7, memory)
        for run in statements:
            run(item)
        for n in want:
            want[n] += bytes(memory[n])
    for local in (8, 16, 48):
        arrays = [np.frombuffer(given[n], np.uint8).copy() for n, _ in variables]
        kernel(ITEMS, local, *arrays, np.frombuffer(shared, np.uint8).copy(), m)
        for array, (n, type) in zip(arrays, variables, strict=True):
            known = np.tile(np.array(defined(type)), ITEMS)
            np.testing.assert_array_equal(
                array[known],
                np.frombuffer(want[n], np.uint8)[known],
                err_msg=f"{n} local {local}\n{source}",
            )


BY_ADDRESS = """
typedef struct { float x, y; int n; } S;
void set(S *s, float x, S other) { s->x = x; s->y = x * other.y; s->n += other.n; }
kernel void k(global float *a, S by_value, global const S *in) {
  int i = get_global_id(0);
  S s = in[i];
  by_value.y += i;
  for (int j = 0; j < by_value.n; ++j) set(&s, a[i] + j, by_value);
  a[i] = s.x + s.y * s.n;
}"""


def test_structures_in_lockstep():
    """Rows without masks: all work items have the same number of rounds."""
    program = Program.from_source(BY_ADDRESS)
    assert "%row_x" in program.llvm_ir
    assert "@llvm.memcpy" not in program.llvm_ir
    (rows,) = (
        text
        for text in program.llvm_ir.split("\n\n")
        if text.startswith("define void @k(")
    )
    assert "select <16 x i1>" not in rows
    given = np.zeros(48, [("x", "f4"), ("y", "f4"), ("n", "i4")])
    given["n"] = np.arange(48)
    shared = np.array((0.5, 2, 3), given.dtype)
    for local in (8, 16):
        a = np.arange(48, dtype=np.float32)
        program["k"](48, local, a, shared, given)
        x = np.arange(48, dtype=np.float32) + 2
        y = x * (np.arange(48, dtype=np.float32) + 2)
        np.testing.assert_array_equal(a, x + y * (given["n"] + 9))
