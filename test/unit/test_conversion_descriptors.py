"""
Memrefs as descriptors: the signatures and the code of upstream's passes of the same names,
compared as LLVM IR, and values where the code differs.
"""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conversion_helpers import Code, parse, run_tool
from lower_helpers import run
from tools import need, needs
from xdsl.dialects.builtin import ModuleOp

from xdsl_opencl.transforms.llvm_text import emit_llvm_ir

PROGRAMS = Path(__file__).with_name("programs")

PASSES = (
    "convert-scf-to-llvm",
    "convert-func-to-llvm",
    "convert-memref-to-llvm",
    "convert-vector-to-llvm",
    "convert-arith-to-llvm",
    "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
)
UPSTREAM = (
    "--expand-strided-metadata",
    "--finalize-memref-to-llvm",
    "--lower-affine",
    "--convert-arith-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm",
    "--reconcile-unrealized-casts",
)

SAME = (PROGRAMS / "descriptors_same.mlir").read_text()
"""Functions that hand what they make to another, so that the order of parts is free."""


def converted(text: str) -> ModuleOp:
    module = run(parse(text), *PASSES)
    assert "unrealized" not in str(module)
    return module


def optimized(text: str, path: Path) -> Path:
    # MLIR made structs of several results from `undef` once, and from `poison` now.
    path.write_text(text.replace("undef", "poison"), encoding="utf-8")
    result = path.with_suffix(".opt.ll")
    arguments = [need("opt"), "-O1", "-S", str(path), "-o", str(result)]
    subprocess.run(arguments, check=True, capture_output=True)
    return result


@needs("mlir-opt")
@needs("mlir-translate")
@needs("opt")
@needs("llvm-diff")
def test_code_is_upstreams(tmp_path: Path):
    mine = optimized(emit_llvm_ir(converted(SAME)), tmp_path / "ours.ll")
    llvm_level = run_tool(need("mlir-opt"), UPSTREAM, SAME)
    theirs = run_tool(need("mlir-translate"), ("--mlir-to-llvmir",), llvm_level)
    other = optimized(theirs, tmp_path / "upstream.ll")
    diff = subprocess.run(
        [need("llvm-diff"), str(mine), str(other)], capture_output=True, text=True
    )
    assert diff.returncode == 0, diff.stderr[:3000]
    # Nothing was optimized away that the comparison is about.
    assert mine.read_text().count("@sink_") > 10


VALUES = (PROGRAMS / "descriptors_values.mlir").read_text()

I64, F32, POINTER = ctypes.c_int64, ctypes.c_float, ctypes.c_void_p
Array = Any


def parts(array: Array, offset: int = 0) -> list[int]:
    """
    Returns the fields of upstream's descriptor of a memref of `array`: allocated and aligned
    pointer, offset, sizes, strides. `offset` elements stand before the array's first.
    """
    size = array.itemsize
    start = array.ctypes.data - offset * size
    strides = [stride // size for stride in array.strides]
    return [start, start, offset, *array.shape, *strides]


@pytest.fixture(scope="module")
def call() -> Any:
    code = Code(str(converted(VALUES)))

    def run_function(name: str, result: Any, *arguments: Any) -> Any:
        values: list[int] = []
        for argument in arguments:
            values += argument if type(argument) is list else [argument]
        return code.function(name, result, *[I64] * len(values))(*values)

    return run_function


@needs("mlir-translate")
def test_values(call: Any):
    whole = np.arange(96, dtype=np.float32)
    matrix = whole[3:75].reshape(8, 9)[:, ::2]
    square = parts(matrix, offset=3)
    assert call("subview", F32, square, 3) == matrix[3:7:2, 1][1]
    flat = whole.reshape(16, 6)
    assert call("expand", F32, parts(flat), 4, 6) == flat.reshape(4, 4, 6)[1, 2, 2]
    column = whole[1:81].reshape(4, 4, 5)[:, ::2, 2:3]
    assert call("collapse", F32, parts(column, 1), 3) == column.reshape(4, 2)[3, 1]
    cube = np.zeros((3, 8, 5), np.float32)
    assert [call("size", I64, parts(cube), d) for d in range(3)] == [3, 8, 5]
    first, second = parts(whole), parts(whole[:7])
    assert [call("chosen", I64, first, second, c) for c in (0, 1)] == [7, 96]
    assert call("sum", F32, square) == matrix.sum()
    assert call("transposed", F32, square) == matrix[0, 1]
    assert call("copied", F32, parts(whole), 96) == whole[95]
    assert call("vectors", F32, parts(whole[5:], 5), 6) == whole[13]
