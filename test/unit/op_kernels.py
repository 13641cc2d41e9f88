"""
Kernels of one operation each, run on the CPU device and compiled for GPUs: one work item
reads an element of the input, and writes an element of the output.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

import xdsl_opencl as ocl
from xdsl_opencl.runtime import Program

COUNT = 64
"""Work items, and elements of each buffer."""

BUFFER = f"memref<{COUNT}xi64, #opencl.address_space<global>>"
CPUS = ("gfx900", "gfx1100")

PRELUDE = """
  %id = opencl.get_global_id 0 : i64
  %i = arith.index_cast %id : i64 to index
  %n = arith.index_cast %n64 : i64 to index
  %x = memref.load %in[%i] : BUFFER
  %xi = arith.index_cast %x : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i64
  %one = arith.constant 1 : i64
"""


@dataclass(frozen=True)
class Case:
    """
    The text of a kernel, which makes `%r : i64` of its element `%x`, its number `%i` and a
    scalar `%n`, and the same in Python: of x, i, n and all of the input.
    """

    body: str
    expected: Callable[[int, int, int, Any], int]


def module_text(cases: Mapping[str, Case], before: str = "") -> str:
    """
    One kernel for each case.
    """
    kernels = [
        f"opencl.kernel @{name}(%in: BUFFER, %out: BUFFER, %n64: i64) {{{PRELUDE}"
        f"{case.body}\n  memref.store %r, %out[%i] : BUFFER\n  opencl.return\n}}"
        for name, case in cases.items()
    ]
    return "\n".join((before, *kernels)).replace("BUFFER", BUFFER)


def check_values(cases: Mapping[str, Case], n: int = 20, before: str = "") -> None:
    """
    Runs each kernel on the CPU device and compares with Python's integers, wrapped.
    """
    program = Program.from_mlir(module_text(cases, before))
    source = np.random.default_rng(7).integers(-100, 100, COUNT)
    wrong: dict[str, Any] = {}
    for name, case in cases.items():
        out = np.zeros(COUNT, np.int64)
        program[name](COUNT, 16, source.copy(), out, n)
        exact = [case.expected(int(source[i]), i, n, source) for i in range(COUNT)]
        wrapped = np.array([number % 2**64 for number in exact], np.uint64)
        if not np.array_equal(out, wrapped.view(np.int64)):
            wrong[name] = (out[:8], wrapped.view(np.int64)[:8])
    assert not wrong


def check_code(cases: Mapping[str, Case], mcpu: str, before: str = "") -> None:
    """
    Compiles all kernels for a GPU.
    """
    text = module_text(cases, before)
    source = ocl.SourceFile("ops.mlir", text)
    target = ocl.Target(ocl.Abi.AMDHSA, mcpu=mcpu)
    assembly = ocl.compile(source, target).assembly
    for name in cases:
        assert f".amdhsa_kernel {name}" in assembly, name
