"""
Contractions of `linalg` as kernels of tiles (`opencl-tile-contractions`, `opencl-from-linalg`).

The elements are small whole numbers: sums are exact, whatever their order, so that results
must be those of NumPy's integers to the bit.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from test_kernels_of_dialects import context
from texts import parts
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.universe import Universe
from xdsl.utils.hints import isa

import xdsl_opencl as ocl
from xdsl_opencl.dialects.opencl.memory import LocalOp
from xdsl_opencl.runtime import Program
from xdsl_opencl.runtime.gpu import GpuDevice
from xdsl_opencl.runtime.interpreters import host_functions
from xdsl_opencl.transforms.contractions.problems.schedule import bytes_of

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import contractions

RNG = np.random.default_rng(7)

TYPES: dict[str, Any] = {
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
}

MATRIX = ("gfx942", "gfx1100", "gfx1200")
"""GPUs with matrix instructions; gfx1030 has none."""

LINALG = (
    "convert-linalg-to-parallel-loops,convert-affine-to-scf,gpu-map-parallel-loops,"
    "opencl-outline-kernels"
)

Array = Any
Reference = Callable[[Array, Array], Array]


def lowered(text: str, passes: str) -> tuple[ModuleOp, list[str]]:
    """The module that `passes` make of `text`, and the names of its operations."""
    ctx = context()
    module = Parser(ctx, text).parse_module()
    module.verify()
    known = Universe.get_multiverse().all_passes
    PassPipeline.parse_spec(known, passes).apply(ctx, module)
    module.verify()
    return module, [op.name for op in module.walk()]


def numbers(shape: Sequence[int], element: str) -> Array:
    return RNG.integers(-4, 5, shape).astype(TYPES[element])


def memref(shape: Sequence[int], element: str, dynamic: bool = False) -> str:
    sizes = "x".join("?" if dynamic else str(size) for size in shape)
    return f"memref<{sizes}x{element}>"


def contracted(
    operation: str,
    shapes: Sequence[tuple[int, ...]],
    elements: tuple[str, str],
    reference: Reference,
    device: str,
    *,
    fill: str | None = "0",
    dynamic: bool = False,
    options: str = "",
    check: bool = False,
    schedule: str = "round-robin",
) -> list[str]:
    """
    Runs `linalg.OPERATION` of arrays of `shapes` on `device`, whose waves run in the order
    `schedule`, and compares it with `reference`. Returns the names of the lowered operations.
    """
    element, total = elements
    a, b, c = (
        memref(shape, kind, dynamic)
        for shape, kind in zip(shapes, (element, element, total), strict=True)
    )
    start = ""
    if fill is not None:
        number = fill if total.startswith("i") else f"{fill}.0"
        start = (
            f"%start = arith.constant {number} : {total}\n"
            f"linalg.fill ins(%start : {total}) outs(%c : {c})"
        )
    text = f"""
func.func @f(%a: {a}, %b: {b}, %c: {c}) {{
  {start}
  linalg.{operation} ins(%a, %b : {a}, {b}) outs(%c : {c})
  func.return
}}"""
    target = "abi=host" if device == "host" else f"mcpu={device}"
    tiled = f"opencl-attach-target{{{target}}},opencl-tile-contractions{options}"
    module, names = lowered(
        text,
        f"{tiled},opencl-copy-tiles,opencl-multiply-tiles,opencl-pipeline-loops,{LINALG}",
    )
    on = device if device == "host" else GpuDevice(device, schedule=schedule)
    program = Program(module, device=on, check=check)
    x, y = (numbers(shape, element) for shape in shapes[:2])
    z = numbers(shapes[2], total)
    want = reference(x.astype(np.int64), y.astype(np.int64))
    want = want + (z.astype(np.int64) if fill is None else int(fill))
    program.functions["f"](x, y, z)
    assert np.array_equal(z, want.astype(TYPES[total]))
    return names


def convolution(image: Array, weights: Array) -> Array:
    """NHWC by HWCF."""
    rows, columns = weights.shape[:2]
    height, width = image.shape[1] - rows + 1, image.shape[2] - columns + 1
    return sum(
        image[:, i : i + height, j : j + width] @ weights[i, j]
        for i in range(rows)
        for j in range(columns)
    )


def channels_first(image: Array, weights: Array) -> Array:
    """NCHW by FCHW."""
    found = convolution(image.transpose(0, 2, 3, 1), weights.transpose(2, 3, 1, 0))
    return found.transpose(0, 3, 1, 2)


def packed(a: Array, b: Array) -> Array:
    return np.einsum("mkil,nkjl->mnij", a, b)


Case = tuple[str, Sequence[tuple[int, ...]], tuple[str, str], Reference]

FORMS: dict[str, Case] = {
    "transpose_a": (
        "matmul_transpose_a",
        ((48, 64), (48, 96), (64, 96)),
        ("f16", "f32"),
        lambda a, b: a.T @ b,
    ),
    "transpose_b": (
        "matmul_transpose_b",
        ((61, 43), (93, 43), (61, 93)),
        ("i8", "i32"),
        lambda a, b: a @ b.T,
    ),
    "batches": (
        "batch_matmul",
        ((3, 30, 20), (3, 20, 40), (3, 30, 40)),
        ("f16", "f32"),
        np.matmul,
    ),
    "reduced_batches": (
        "batch_reduce_matmul",
        ((3, 32, 16), (3, 16, 32), (32, 32)),
        ("f16", "f32"),
        lambda a, b: np.einsum("bmk,bkn->mn", a, b),
    ),
    "packed": (
        "mmt4d",
        ((3, 4, 8, 2), (5, 4, 8, 2), (3, 5, 8, 8)),
        ("f16", "f32"),
        packed,
    ),
    "packed_edge": (
        "mmt4d",
        ((2, 4, 2, 2), (3, 4, 4, 2), (2, 3, 2, 4)),
        ("f32", "f32"),
        packed,
    ),
    "image": (
        "conv_2d_nhwc_hwcf",
        ((1, 10, 14, 32), (3, 3, 32, 48), (1, 8, 12, 48)),
        ("f16", "f32"),
        convolution,
    ),
    "odd_image": (
        "conv_2d_nhwc_hwcf",
        ((2, 9, 9, 5), (3, 3, 5, 7), (2, 7, 7, 7)),
        ("f32", "f32"),
        convolution,
    ),
    "strides": (
        "conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}",
        ((1, 17, 17, 16), (3, 3, 16, 32), (1, 8, 8, 32)),
        ("f16", "f32"),
        lambda a, b: convolution(a, b)[:, ::2, ::2],
    ),
    "channels_first": (
        "conv_2d_nchw_fchw",
        ((2, 16, 10, 18), (24, 16, 3, 3), (2, 24, 8, 16)),
        ("f16", "f32"),
        channels_first,
    ),
    "odd_channels_first": (
        "conv_2d_nchw_fchw",
        ((2, 5, 9, 11), (7, 5, 3, 3), (2, 7, 7, 9)),
        ("f32", "f32"),
        channels_first,
    ),
}


@pytest.mark.parametrize(
    ("form", "device"),
    [
        (form, device)
        for number, form in enumerate(FORMS)
        for which, device in enumerate(("gfx1100", "gfx1030", "gfx942", "gfx1200"))
        if LONG or which == number % 4
    ],
)
def test_forms(form: str, device: str):
    operation, shapes, elements, reference = FORMS[form]
    names = contracted(operation, shapes, elements, reference, device)
    assert names.count("opencl.kernel") == 1


ON_CPU = ("packed_edge", "image", "odd_image", "strides", "batches", "reduced_batches")


@pytest.mark.parametrize("form", ON_CPU)
def test_forms_on_the_cpu_device(form: str):
    operation, shapes, elements, reference = FORMS[form]
    contracted(operation, shapes, elements, reference, "host")


PAIRS = (("f16", "f32"), ("f16", "f16"), ("i8", "i32"), ("f32", "f32"), ("f64", "f64"))


@pytest.mark.parametrize("shape", [(1, 8, 1), (13, 32, 5), (70, 99, 45)])
@pytest.mark.parametrize("elements", PAIRS)
def test_types_on_the_cpu_device(
    elements: tuple[str, str], shape: tuple[int, int, int]
):
    """Columns of a last tile that another one has as well are added once."""
    rows, columns, depth = shape
    shapes = ((rows, depth), (depth, columns), (rows, columns))
    fill = "2" if PAIRS.index(elements) % 2 else None
    names = contracted("matmul", shapes, elements, np.matmul, "host", fill=fill)
    if columns >= 16:
        assert "vector.load" in names


TYPES_OF = {
    "gfx942": PAIRS,
    "gfx1100": PAIRS[:3],
    "gfx908": PAIRS[:3:2],
    "gfx950": PAIRS[:3],
    "gfx1030": PAIRS,
    "gfx1200": PAIRS[:3],
}
TYPED = [(device, pair) for device, pairs in TYPES_OF.items() for pair in pairs]
CHOSEN = [
    *((device, pair) for device, pair in TYPED if device in ("gfx942", "gfx1100")),
    # Instructions of half the depth, and of twice; none; factors across two registers.
    *(("gfx908", PAIRS[2]), ("gfx950", PAIRS[0]), ("gfx1030", PAIRS[1])),
    ("gfx1200", PAIRS[2]),
]


@pytest.mark.parametrize(("device", "elements"), TYPED if LONG else CHOSEN)
def test_types(device: str, elements: tuple[str, str]):
    shapes = ((70, 45), (45, 99), (70, 99))
    names = contracted("matmul", shapes, elements, np.matmul, device, fill=None)
    known = ("f16", "i8", "f32") if device.startswith("gfx9") else ("f16", "i8")
    has_instruction = device != "gfx1030" and elements[0] in known
    assert ("gpu.subgroup_mma_compute" in names) is has_instruction


@pytest.mark.parametrize("size", [(64, 32, 64), (61, 43, 93), (5, 1, 3)])
def test_xf32(size: tuple[int, int, int]):
    """The factors have 10 bits of fraction if the option says so, and else all of them."""
    m, k, n = size
    a, b, c = (memref(shape, "f32") for shape in ((m, k), (k, n), (m, n)))
    text = f"""
func.func @f(%a: {a}, %b: {b}, %c: {c}) {{
  linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c})
  func.return
}}"""
    x, y = (RNG.standard_normal(s).astype(np.float32) for s in ((m, k), (k, n)))

    def shortened(values: Array) -> Array:
        bits = values.view(np.uint32) & np.uint32(0xFFFFE000)
        return bits.view(np.float32).astype(np.float64)

    exact = x.astype(np.float64) @ y
    short = shortened(x) @ shortened(y)
    bound = 2.0**-23 * k * (np.abs(x).astype(np.float64) @ np.abs(y))
    for option, want, other in (("true", short, exact), ("false", exact, short)):
        passes = f"opencl-from-linalg{{mcpu=gfx942 xf32={option}}}"
        module, _ = lowered(text, passes)
        assert ("opencl.xf32" in str(module)) is (option == "true")
        z = np.zeros((m, n), np.float32)
        Program(module, device="gfx942").functions["f"](x, y, z)
        assert (np.abs(z - want) <= bound).all()
        assert (np.abs(z - other) > bound).any()


@pytest.mark.parametrize("device", ["gfx1100", "gfx942"])
def test_whole_tiles(device: str):
    """Matrices without edges: sums that are stored as they are, or added, or rounded."""
    shapes = ((32, 32), (32, 64), (32, 64))
    for elements in (("f16", "f32"), ("f16", "f16")):
        for fill in (None, "1"):
            contracted("matmul", shapes, elements, np.matmul, device, fill=fill)


@pytest.mark.parametrize(
    ("device", "fill"), [("gfx1200", None), ("gfx1030", "3"), ("host", None)]
)
def test_dynamic_sizes(device: str, fill: str | None):
    shapes, elements = ((33, 37), (37, 130), (33, 130)), ("f16", "f32")
    contracted("matmul", shapes, elements, np.matmul, device, fill=fill, dynamic=True)


@pytest.mark.parametrize("seed", range(60 if LONG else 6))
def test_random_sizes(seed: int):
    draw = random.Random(seed)
    device = (*MATRIX, "gfx1030", "gfx90a", "host")[seed % 6]
    elements = draw.choice(PAIRS[:4])
    m, n, k = (
        draw.choice((draw.randrange(1, 150), 8 * draw.randrange(1, 20))) for _ in "mnk"
    )
    options = draw.choice(
        (
            "",
            "{tile=32,32,32}",
            "{tile=64,128,64 waves=1,2}",
            "{tile=64,32,32 waves=2,1}",
        )
    )
    if device == "host":
        options = ""
    transposed = draw.choice(("", "_a", "_b"))
    shapes = [(m, k), (k, n), (m, n)]
    reference: Reference = np.matmul
    if transposed == "_a":
        shapes[0], reference = (k, m), lambda a, b: a.T @ b
    elif transposed == "_b":
        shapes[1], reference = (n, k), lambda a, b: a @ b.T
    name = f"matmul_transpose{transposed}" if transposed else "matmul"
    fill = draw.choice((None, "0", "5"))
    dynamic = draw.random() < 0.3
    contracted(
        name,
        shapes,
        elements,
        reference,
        device,
        fill=fill,
        options=options,
        dynamic=dynamic,
    )


@pytest.mark.parametrize("device", ["gfx90a", "gfx942", "gfx1100", "gfx1200"])
@pytest.mark.parametrize("seed", range(10 if LONG else 2))
def test_results_and_tiles_share_local_memory(seed: int, device: str):
    """A wave that is far ahead of the others stores no results over their factors."""
    draw = random.Random(f"{seed} {device}")
    m, n, k = draw.randrange(33, 99), draw.randrange(33, 99), draw.randrange(1, 99)
    contracted(
        "matmul",
        ((m, k), (k, n), (m, n)),
        draw.choice((("f16", "f32"), ("i8", "i32"))),
        np.matmul,
        device,
        options=draw.choice(("", "{tile=64,64,32}")),
        schedule="one-wave",
    )


_WHOLE = (128, 128, 128)
SMALL = {
    "f16": contractions.matmul(*_WHOLE, "f16", "f32"),
    "i8": contractions.matmul(*_WHOLE, "i8", "i32"),
    "f32": contractions.matmul(128, 128, 64, "f32", "f32"),
    "edges": contractions.matmul(100, 77, 45, "f16", "f32"),
    "attention": replace(
        contractions.PROBLEMS["attention 8x128x64 f16"],
        first=(1, 64, 32),
        second=(1, 64, 32),
        result=(1, 64, 32),
    ),
    "convolution": replace(
        contractions.PROBLEMS["convolution 3x3 f16"],
        first=(1, 10, 10, 16),
        second=(3, 3, 16, 32),
        result=(1, 8, 8, 32),
    ),
}
"""Programs of `benchmarks/contractions.py` that the emulator runs in seconds."""

FIGURES = [
    ("f16", "gfx942", 1708, 131072, 0, 3),
    ("f16", "gfx1200", 2952, 131072, 0, 6),
    ("i8", "gfx1100", 3092, 98304, 0, 5),
    ("f32", "gfx942", 2160, 131072, 0, 3),
    ("f32", "gfx1030", 41560, 131072, 0, 9),
    ("edges", "gfx942", 4505, 63568, 0, 3),
    ("attention", "gfx942", 1344, 20480, 0, 2),
    ("attention", "gfx1100", 2248, 20480, 128, 5),
    ("convolution", "gfx942", 4504, 63488, 0, 7),
    ("convolution", "gfx1030", 13196, 35840, 0, 12),
]
"""
Program and GPU, then executed instructions of waves, bytes that lanes access in global memory,
cycles lost to bank conflicts of LDS, and waves that fit on a SIMD: of November 2026.
"""


@pytest.mark.parametrize(
    ("name", "gpu", "instructions", "bytes", "conflicts", "waves"), FIGURES
)
def test_figures(
    name: str, gpu: str, instructions: int, bytes: int, conflicts: int, waves: int
):
    """No more than 3 % more instructions, and nothing else worse."""
    problem = SMALL[name]
    found, result = contractions.ours(problem, gpu)
    contractions.check(problem, result, "ours")
    assert found.instructions <= 1.03 * instructions
    assert found.bytes <= bytes
    assert found.conflicts <= conflicts
    assert found.waves >= waves


@pytest.mark.parametrize("element", ["f16", "f32"])
@pytest.mark.parametrize("size", [256, 250])
def test_three_work_groups_share_a_compute_unit(size: int, element: str):
    """The local memory of gfx942, 64 KB, is enough for three tiles of 128 x 128."""
    type = memref((size, size), element)
    text = f"""
func.func @f(%a: {type}, %b: {type}, %c: {memref((size, size), "f32")}) {{
  linalg.matmul ins(%a, %b : {type}, {type}) outs(%c : {memref((size, size), "f32")})
  func.return
}}"""
    module, _ = lowered(text, "opencl-from-linalg{mcpu=gfx942}")
    memories = [op.result.type for op in module.walk() if isinstance(op, LocalOp)]
    sizes = [
        type.element_count() * bytes_of(type.element_type)
        for type in memories
        if isa(type, MemRefType[Attribute])
    ]
    assert 0 < sum(sizes) <= 65536 // 3


@pytest.mark.parametrize("processor", ["gfx1100", "gfx1201"])
def test_products_of_work_items_are_paired(processor: str):
    """Of the 64 products for each place of a tile, LLVM pairs 60."""
    type = memref((256, 256), "f32")
    text = f"""
func.func @f(%a: {type}, %b: {type}, %c: {type}) {{
  linalg.matmul ins(%a, %b : {type}, {type}) outs(%c : {type})
  func.return
}}"""
    source = ocl.SourceFile("f.mlir", text)
    assembly = ocl.compile(source, processor, pipeline="opencl-from-linalg").assembly
    assert assembly.count("v_dual_fmac_f32") >= 56
    assert assembly.count("v_fma_f32") == 0


def test_checked_on_the_cpu_device():
    """A kernel for a GPU has no race in the memory that its results and tiles share."""
    shapes = ((33, 20), (20, 45), (33, 45))
    text = """
func.func @f(%a: memref<33x20xf16>, %b: memref<20x45xf16>, %c: memref<33x45xf32>) {
  linalg.matmul ins(%a, %b : memref<33x20xf16>, memref<20x45xf16>) outs(%c : memref<33x45xf32>)
  func.return
}"""
    passes = "opencl-attach-target{mcpu=gfx1100},opencl-tile-contractions,opencl-copy-tiles,opencl-multiply-tiles"
    module, _ = lowered(text, f"{passes},{LINALG}")
    del module.attributes["opencl.target"]
    a, b = (numbers(shape, "f16") for shape in shapes[:2])
    c = np.zeros(shapes[2], np.float32)
    Program(module, device="host", check=True).functions["f"](a, b, c)
    assert np.array_equal(c, a.astype(np.float32) @ b.astype(np.float32))


def test_checked():
    """No access and no branch depends on what is not initialised."""
    shapes = ((70, 45), (45, 99), (70, 99))
    contracted("matmul", shapes, ("f16", "f32"), np.matmul, "gfx1100", check=True)
    contracted("matmul", shapes, ("f32", "f32"), np.matmul, "gfx1030", check=True)


def test_product_of_tiles_by_hand():
    """Results go through the memory of the tiles, and not through that of the bias."""
    space = "#gpu.address_space<workgroup>"
    tile = f"memref<16x16xf16, {space}>"
    text = f"""
func.func @f(%a: memref<16x16xf16>, %b: memref<16x16xf16>, %d: memref<16xf32>, %c: memref<16x16xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %start = arith.constant 3.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%t, %ty, %tz) in (%lx = %c32, %ly = %c1, %lz = %c1) workgroup(%x : {tile}, %bias : memref<16xf32, {space}>, %y : {tile}) {{
    %row = arith.remui %t, %c16 : index
    %u = vector.load %a[%row, %c0] : memref<16x16xf16>, vector<16xf16>
    vector.store %u, %x[%row, %c0] : {tile}, vector<16xf16>
    %v = vector.load %b[%row, %c0] : memref<16x16xf16>, vector<16xf16>
    vector.store %v, %y[%row, %c0] : {tile}, vector<16xf16>
    %w = memref.load %d[%row] : memref<16xf32>
    memref.store %w, %bias[%row] : memref<16xf32, {space}>
    gpu.barrier
    %sums = memref.alloca() : memref<16x16xf32>
    linalg.fill ins(%start : f32) outs(%sums : memref<16x16xf32>)
    scf.for %k = %c0 to %c2 step %c1 {{
      scf.for %l = %c0 to %c4 step %c1 {{
        linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%x, %y : {tile}, {tile}) outs(%sums : memref<16x16xf32>) attrs = {{opencl.schedule = {{tile = array<i64: 16, 16, 16>, waves = array<i64: 1, 1>}}}} {{
        ^bb0(%m: f16, %n: f16, %o: f32):
          %p = arith.extf %m : f16 to f32
          %q = arith.extf %n : f16 to f32
          %r = arith.mulf %p, %q : f32
          %s = arith.addf %o, %r : f32
          linalg.yield %s : f32
        }}
      }}
    }}
    scf.parallel (%i, %j) = (%c0, %c0) to (%c16, %c16) step (%c1, %c4) {{
      %sum = vector.load %sums[%i, %j] : memref<16x16xf32>, vector<4xf32>
      %e = vector.load %bias[%j] : memref<16xf32, {space}>, vector<4xf32>
      %z = arith.addf %sum, %e : vector<4xf32>
      vector.store %z, %c[%i, %j] : memref<16x16xf32>, vector<4xf32>
    }}
    gpu.terminator
  }}
  func.return
}}"""
    passes = (
        "opencl-attach-target{mcpu=gfx1100},opencl-copy-tiles,opencl-multiply-tiles"
    )
    module, names = lowered(text, f"{passes},{LINALG}")
    assert "gpu.subgroup_mma_compute" in names
    a, b = (numbers((16, 16), "f16") for _ in range(2))
    d, c = numbers((16,), "f32"), np.zeros((16, 16), np.float32)
    Program(module, device="gfx1100").functions["f"](a, b, d, c)
    wide = a.astype(np.float32), b.astype(np.float32)
    assert np.array_equal(c, 3 + 8 * (wide[0] @ wide[1].T) + d)


TRANSPOSED = """
func.func @f(%a: memref<40x32xf32>, %b: memref<32x56xf32>, %c: memref<56x40xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<40x32xf32>, memref<32x56xf32>) outs(%c : memref<56x40xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %y, %x : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}
"""


def test_generic():
    """The result is stored along what follows in its memory."""
    module, names = lowered(TRANSPOSED, "opencl-from-linalg{mcpu=gfx1030}")
    assert "opencl.barrier" in names
    a, b = numbers((40, 32), "f32"), numbers((32, 56), "f32")
    c = np.ones((56, 40), np.float32)
    Program(module, device="gfx1030").functions["f"](a, b, c)
    assert np.array_equal(c, (a @ b).T + 1)


WRAPPED = """
func.func @f(%a: memref<32x10xf32>, %b: memref<32x10xf32>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i mod 10)>, affine_map<(i, j, k) -> (k, j mod 10)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<32x10xf32>, memref<32x10xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  }
  func.return
}
"""


@pytest.mark.parametrize("device", ["gfx1030", "gfx942", "host"])
def test_indices_that_wrap(device: str):
    """Neighbours in the result are not always neighbours in a factor."""
    options = "" if device == "host" else f"{{mcpu={device}}}"
    module, _ = lowered(WRAPPED, f"opencl-from-linalg{options}")
    a, b = numbers((32, 10), "f32"), numbers((32, 10), "f32")
    c = np.zeros((64, 64), np.float32)
    Program(module, device=device).functions["f"](a, b, c)
    at = np.arange(64) % 10
    assert np.array_equal(c, a[:, at].T @ b[:, at])


LAYER = parts("contractions.mlir")["LAYER"]


@pytest.mark.parametrize("device", ["gfx942", "gfx1100", "gfx1030", "host"])
def test_layer(device: str):
    """A bias, a maximum and a cast belong to the kernel of the product."""
    options = "" if device == "host" else f"{{mcpu={device}}}"
    module, names = lowered(LAYER, f"opencl-from-linalg{options}")
    if device != "host":
        assert names.count("opencl.launch") == 1
        assert names.count("memref.alloc") == 1
    x, w = numbers((100, 64), "f16"), numbers((64, 72), "f16")
    bias = numbers((72,), "f32")
    result = Program(module, device=device).functions["layer"](x, w, bias)
    want = x.astype(np.int64) @ w.astype(np.int64) + bias.astype(np.int64)
    assert np.array_equal(np.asarray(result), np.maximum(want, 0).astype(np.float16))


KEPT = """
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: memref<32x32xf32>, %y: memref<32x32xf32>, %z: memref<32x32xf32>) {{
  linalg.matmul ins(%x, %y : memref<32x32xf32>, memref<32x32xf32>) outs(%z : memref<32x32xf32>)
  linalg.generic {{indexing_maps = [{map}, #id], iterator_types = ["parallel", "parallel"]}} ins(%z : memref<32x32xf32>) outs({out} : memref<32x32xf32>) {{
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  }}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("map", "out", "launches"),
    [
        ("#id", "%z", 1),
        # The products are seen by others,
        ("#id", "%y", 2),
        # or by other elements.
        ("affine_map<(i, j) -> (j, i)>", "%y", 2),
    ],
)
def test_what_stays_apart(map: str, out: str, launches: int):
    text = KEPT.format(map=map, out=out)
    module, names = lowered(text, "opencl-from-linalg{mcpu=gfx1100}")
    assert names.count("opencl.launch") == launches
    x, y = numbers((32, 32), "f32"), numbers((32, 32), "f32")
    z = np.zeros((32, 32), np.float32)
    want = x @ y
    Program(module, device="gfx1100").functions["f"](x, y, z)
    doubled = 2 * (want.T if "j, i)" in map else want)
    assert np.array_equal(z, doubled if out == "%z" else want)
    if out == "%y":
        assert np.array_equal(y, doubled)


OVERWRITTEN = """
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%t : memref<64x64xf32>)
  linalg.matmul ins(%x, %y : memref<64x64xf32>, memref<64x64xf32>) outs(%t : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : memref<64x64xf32>) outs(%x : memref<64x64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %p, %p : f32
    linalg.yield %s : f32
  }
  memref.dealloc %t : memref<64x64xf32>
  func.return
}
"""


def test_a_factor_that_is_overwritten():
    """Other work-groups still read the factor."""
    module, names = lowered(OVERWRITTEN, "opencl-from-linalg{mcpu=gfx1030}")
    assert names.count("opencl.launch") == 2
    x, y = numbers((64, 64), "f32"), numbers((64, 64), "f32")
    want = 2 * (x @ y)
    Program(module, device="gfx1030").functions["f"](x, y)
    assert np.array_equal(x, want)


def test_sums_that_start_from_memory_without_contents():
    """The memory stays, because the kernel reads it."""
    fill = "linalg.fill ins(%zero : f32) outs(%t : memref<64x64xf32>)"
    text = OVERWRITTEN.replace(fill, "").replace("outs(%x", "outs(%y")
    text = text.replace("ins(%x, %y", "ins(%x, %x")
    _, names = lowered(text, "opencl-from-linalg{mcpu=gfx1100}")
    assert names.count("opencl.launch") == 1
    assert names.count("memref.alloc") == 1


NEIGHBOURS = {
    "joined": "d[:] = 4 * (a @ b)",
    "arguments": "c[:] = a @ b; d[:] = 2 * c",
    "two_users": "d[:] = 2 * (a @ b); e[:] = d",
    "in_place": "d[:] = 4 * (a @ b); e[:] = d",
    "view_of_products": "d[:] = a @ b + (a @ b).T",
    "fill_of_a_view": "c[:] = a @ b; c[4:12, 2:6] += 1",
    "fill_is_read": "c[:] = a @ b + 2; d[:] = 4",
    "fill_is_changed": "a[3, 3] = 2; c[:] = a @ b + 2; c[3, 3] -= 2",
    "filled_apart": "c[:] = 2 * (a @ b) + 4; d[:] = 0",
    "factor_is_stored": "d[:] = 2 * (a @ b); a[3, 3] = 0",
    "factor_is_written": "a[8:24] = 2 * (a[:16] @ b)",
    "two_results": "e[:] = a @ b; d[:] = 2 * e",
    "sum_of_rows": "r += (a @ b).sum(1)",
    "overwritten": "c[:] = 3",
    "square": "c += (a**2).sum(1)[:, None]",
    "difference": "c -= a @ b",
    "sums": "c += a.sum(1)[:, None] + b.sum(0)",
    "negated": "c -= a @ b",
    "twice": "c[:] = 2 * np.outer(a[:, -1], b[-1])",
    "one_factor": "c += a.sum(2) @ b",
    "reduced_rows": "c += a @ b",
    "without_rows": "c += np.einsum('kji,kj->ij', a, b)",
    "one_column": "c[:, 0] += (a @ b).sum(1)",
    "turned": "d[:] = 2 * (a @ b).T",
    "diagonal": "np.fill_diagonal(d, 2 * np.diag(a @ b))",
    "without_fill": "d[:] = 2 * (3 + a @ b)",
    "repeated": "c += (a @ b)[:, None]",
    "half_of_zero": "c[:] = a @ b + np.float32(np.float16(0.1))",
    "filled_meanwhile": "e[:] = 3 + a @ b",
    "factor_filled": "d[:] = 2 * (3 + a @ b); b[:] = 0",
}
"""What the functions of `neighbours.mlir` compute, in NumPy."""


@pytest.mark.parametrize("device", ["gfx1100", "host"])
def test_neighbours(device: str, monkeypatch: pytest.MonkeyPatch):
    """
    What a kernel takes over, and what stays apart, changes no result. New memory holds threes.
    """

    def threes(shape: Any, dtype: Any = float) -> Any:
        return np.full(shape, 3, dtype)

    def never(_: object) -> int:
        return 0

    monkeypatch.setattr(host_functions.np, "empty", threes)
    monkeypatch.setattr(host_functions, "getrefcount", never)
    path = Path(__file__).parents[1] / "transforms/contractions/neighbours.mlir"
    options = "" if device == "host" else f"{{mcpu={device}}}"
    text = path.read_text()
    module, _ = lowered(text, f"opencl-from-linalg{options}")
    functions = Program(module, device=device).functions
    heads = re.findall(r"^func.func @(\w+)\((.*)\) {", text, re.MULTILINE)
    assert {name for name, _ in heads} == NEIGHBOURS.keys()
    for name, head in heads:
        arrays = {
            argument: numbers([int(size) for size in sizes.split("x")], "f32")
            for argument, sizes in re.findall(r"%(\w+): memref<(.*?)xf32>", head)
        }
        wanted = {argument: array.copy() for argument, array in arrays.items()}
        functions[name](*arrays.values())
        exec(NEIGHBOURS[name], {"np": np}, wanted)
        for argument, found in arrays.items():
            assert np.array_equal(found, wanted[argument]), f"{name}: {argument}"
