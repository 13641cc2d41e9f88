"""
Floats of 8 bits: their numbers are those of xDSL's types, and contractions of `linalg` are NumPy's
products of these, by matrix instructions where the GPU has some for the format.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_contractions import LINALG, lowered
from xdsl.dialects.builtin import (
    Float8E3M4Type,
    Float8E4M3B11FNUZType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E4M3Type,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    ReducedPrecisionFloatType,
)

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.errors import RuntimeFailure

TYPES: dict[str, ReducedPrecisionFloatType] = {
    str(type): type
    for type in (
        Float8E3M4Type(),
        Float8E4M3Type(),
        Float8E4M3FNType(),
        Float8E4M3FNUZType(),
        Float8E4M3B11FNUZType(),
        Float8E5M2Type(),
        Float8E5M2FNUZType(),
    )
}

BYTES = np.arange(256, dtype=np.uint8)


def values(bits: Any, format: str) -> Any:
    """The numbers of bytes in `format`, as xDSL reads them."""
    table = np.array([*TYPES[format].iter_unpack(BYTES.tobytes())])
    return table[bits]


@pytest.mark.parametrize("device", ["host", "gfx900", "gfx1200"])
@pytest.mark.parametrize("format", TYPES)
def test_all_numbers(format: str, device: str) -> None:
    """Each number, also as an element of a vector; f16, f32 and f64 have all of them."""
    space = "#opencl.address_space<global>"
    memory = f"memref<256x{format}, {space}>"
    wide = {each: f"memref<256x{each}, {space}>" for each in ("f16", "f32", "f64")}
    program = Program.from_mlir(
        f"""
        opencl.kernel @k(%a: {memory}, %b: {wide["f16"]}, %c: {wide["f32"]},
                         %d: {wide["f64"]}) {{
          %n = opencl.get_global_id 0 : index
          %x = memref.load %a[%n] : {memory}
          %y = arith.extf %x : {format} to f16
          memref.store %y, %b[%n] : {wide["f16"]}
          %z = arith.extf %x : {format} to f64
          memref.store %z, %d[%n] : {wide["f64"]}
          %four = arith.constant 4 : index
          %i = arith.muli %n, %four : index
          %limit = arith.constant 256 : index
          %inside = arith.cmpi ult, %i, %limit : index
          scf.if %inside {{
            %v = vector.load %a[%i] : {memory}, vector<4x{format}>
            %w = arith.extf %v : vector<4x{format}> to vector<4xf32>
            vector.store %w, %c[%i] : {wide["f32"]}, vector<4xf32>
          }}
          opencl.return
        }}""",
        device=device,
    )
    results = [np.zeros(256, type) for type in (np.float16, np.float32, np.float64)]
    program.k(256, 64, BYTES, *results)
    for result in results:
        np.testing.assert_array_equal(result, values(BYTES, format))
        number = ~np.isnan(result)
        signs = np.signbit(result), np.signbit(values(BYTES, format))
        np.testing.assert_array_equal(signs[0][number], signs[1][number])


@pytest.mark.parametrize("format", TYPES)
def test_constants(format: str) -> None:
    """A number and vectors of it and others, as their bytes."""
    memory = f"memref<9x{format}, #opencl.address_space<global>>"
    program = Program.from_mlir(
        f"""
        opencl.kernel @k(%a: {memory}) {{
          %0 = arith.constant 0 : index
          %1 = arith.constant 1 : index
          %5 = arith.constant 5 : index
          %x = arith.constant -1.5 : {format}
          %y = arith.constant dense<[0.5, -3.0, 1.0, 0.0]> : vector<4x{format}>
          %z = arith.constant dense<2.0> : vector<4x{format}>
          memref.store %x, %a[%0] : {memory}
          vector.store %y, %a[%1] : {memory}, vector<4x{format}>
          vector.store %z, %a[%5] : {memory}, vector<4x{format}>
          opencl.return
        }}"""
    )
    found = np.zeros(9, np.uint8)
    program.k(1, 1, found)
    wanted = [-1.5, 0.5, -3, 1, 0, *[2] * 4]
    np.testing.assert_array_equal(values(found, format), wanted)


@pytest.mark.parametrize("format", TYPES)
def test_constants_of_the_host(format: str) -> None:
    """A kernel has a copy of them."""
    memory = f"memref<4x{format}>"
    text = f"""
func.func @f(%a: {memory}) {{
  %x = arith.constant 1.5 : {format}
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  scf.parallel (%i) = (%0) to (%4) step (%1) {{
    memref.store %x, %a[%i] : {memory}
  }}
  return
}}"""
    passes = (
        "opencl-attach-target{abi=host},gpu-map-parallel-loops,opencl-outline-kernels"
    )
    found = np.zeros(4, np.uint8)
    Program(lowered(text, passes)[0]).functions["f"](found)
    np.testing.assert_array_equal(values(found, format), [1.5] * 4)


def matmul(a: str, b: str, shape: tuple[int, int, int]) -> str:
    rows, columns, depth = shape
    first, second = f"memref<{rows}x{depth}x{a}>", f"memref<{depth}x{columns}x{b}>"
    total = f"memref<{rows}x{columns}xf32>"
    return f"""
func.func @f(%a: {first}, %b: {second}, %c: {total}) {{
  linalg.matmul ins(%a, %b : {first}, {second}) outs(%c : {total})
  func.return
}}"""


INSTRUCTIONS = {
    "gfx942": ("f8E4M3FNUZ", "f8E5M2FNUZ"),
    "gfx950": ("f8E4M3FN", "f8E5M2"),
    "gfx1200": ("f8E4M3FN", "f8E5M2"),
}


@pytest.mark.parametrize(
    ("device", "a", "b"),
    [
        *((device, a, b) for device, (a, b) in INSTRUCTIONS.items()),
        ("gfx942", "f8E5M2FNUZ", "f8E5M2FNUZ"),
        ("gfx942", "f8E4M3FN", "f8E4M3FN"),
        ("gfx1200", "f8E4M3FNUZ", "f8E4M3FNUZ"),
        ("gfx1100", "f8E4M3FN", "f8E5M2"),
        ("gfx1030", "f8E5M2", "f8E5M2"),
        ("host", "f8E4M3FN", "f8E5M2FNUZ"),
    ],
)
def test_contractions(device: str, a: str, b: str) -> None:
    """A ragged product of all finite numbers. Sums in f32 differ by their roundings."""
    rows, columns, depth = shape = (45, 70, 150)
    target = "abi=host" if device == "host" else f"mcpu={device}"
    tiled = f"opencl-attach-target{{{target}}},opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles,opencl-pipeline-loops,{LINALG}"
    module, names = lowered(matmul(a, b, shape), tiled)
    is_known = {a, b} <= {*INSTRUCTIONS.get(device, ())}
    assert ("gpu.subgroup_mma_compute" in names) is is_known
    random = np.random.default_rng(8)

    def finite(format: str, *shape: int) -> Any:
        choice = BYTES[np.isfinite(values(BYTES, format))]
        return random.choice(choice, shape)

    x, y = finite(a, rows, depth), finite(b, depth, columns)
    z = random.integers(-4, 5, (rows, columns)).astype(np.float32)
    first, second = values(x, a), values(y, b)
    exact = z + first @ second
    most = np.abs(z) + np.abs(first) @ np.abs(second)
    Program(module, device=device).functions["f"](x, y, z)
    assert (np.abs(z - exact) <= depth * 2.0**-23 * most).all()


def test_warning_without_an_instruction() -> None:
    """gfx942 multiplies floats without infinity, and says so of others."""
    for format, warns in (("f8E4M3FN", True), ("f8E4M3FNUZ", False)):
        passes = "opencl-from-linalg{mcpu=gfx942}"
        module, _ = lowered(matmul(format, format, (64, 64, 64)), passes)
        source = ocl.SourceFile("k.mlir", str(module))
        made = ocl.compile(source, Target("amdhsa", "gfx942"))
        assert made.assembly
        text = f"gfx942 has no matrix instruction for products of {format} and {format}"
        assert (text in made.warnings) is warns


def test_arrays() -> None:
    """Bytes, or the type of `ml_dtypes` with the same name; of others one error."""
    text = matmul("f8E4M3FN", "f8E4M3FN", (4, 4, 4))
    program = Program(lowered(text, f"opencl-attach-target{{abi=host}},{LINALG}")[0])
    ones = np.full((4, 4), 0x38, np.uint8)
    total = np.zeros((4, 4), np.float32)
    program.functions["f"](ones, ones, total)
    assert (total == 4).all()
    for wrong in (np.float16, np.uint16):
        with pytest.raises(RuntimeFailure, match="give one of the type of ml_dtypes"):
            program.functions["f"](ones.astype(wrong), ones, total)


def test_arrays_of_ml_dtypes() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    text = matmul("f8E4M3FN", "f8E5M2", (4, 4, 4))
    program = Program(lowered(text, f"opencl-attach-target{{abi=host}},{LINALG}")[0])
    a = np.arange(16.0).reshape(4, 4).astype(ml_dtypes.float8_e4m3fn)
    b = np.arange(16.0).reshape(4, 4).astype(ml_dtypes.float8_e5m2)
    total = np.zeros((4, 4), np.float32)
    program.functions["f"](a, b, total)
    np.testing.assert_array_equal(total, a.astype(float) @ b.astype(float))
    with pytest.raises(RuntimeFailure, match="argument 1: an array of float8_e4m3fn"):
        program.functions["f"](a, a, total)


def test_arrays_of_ml_dtypes_for_kernels() -> None:
    """A kernel takes elements of its pointer's format, and none of another."""
    ml_dtypes = pytest.importorskip("ml_dtypes")
    memory = "memref<4xf8E5M2, #opencl.address_space<global>>"
    program = Program.from_mlir(
        f"""
        opencl.kernel @k(%a: {memory}) {{
          %n = opencl.get_global_id 0 : index
          %x = arith.constant -1.5 : f8E5M2
          memref.store %x, %a[%n] : {memory}
          opencl.return
        }}"""
    )
    found = np.zeros(4, ml_dtypes.float8_e5m2)
    program.k(4, 4, found)
    assert (found.astype(float) == -1.5).all()
    for wrong in (ml_dtypes.float8_e4m3fn, ml_dtypes.bfloat16):
        with pytest.raises(RuntimeFailure, match="expected float8_e5m2 of the package"):
            program.k(4, 4, np.zeros(4, wrong))
