"""
Matrices of sub-groups (`gpu.subgroup_mma_*`): what emulated GPUs and the CPU device compute
is what NumPy computes. All numbers are small integers, so every order of additions gives
the same.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from long_runs import LONG
from test_contractions import lowered as lowered_module
from test_kernels_of_dialects import TARGET, lowered
from texts import parts
from xdsl.dialects.builtin import (
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E5M2FNUZType,
    Float8E5M2Type,
)

import xdsl_opencl as ocl
from xdsl_opencl.abi.target import Target
from xdsl_opencl.runtime import Program

TEXTS = parts("matrices.mlir")

LEADING = 144
"""The leading dimension of all arrays, longer than any matrix."""

FORMATS = {
    "f8E4M3FN": Float8E4M3FNType(),
    "f8E5M2": Float8E5M2Type(),
    "f8E4M3FNUZ": Float8E4M3FNUZType(),
    "f8E5M2FNUZ": Float8E5M2FNUZType(),
}

STORED: dict[str, tuple[str, Any]] = {
    "f16": ("f16", np.float16),
    "bf16": ("bf16", np.uint16),
    "f32": ("f32", np.float32),
    "f64": ("f64", np.float64),
    **{name: (name, np.uint8) for name in FORMATS},
    "si8": ("i8", np.int8),
    "ui8": ("i8", np.uint8),
    "i32": ("i32", np.int32),
}
"""The elements of a matrix in MLIR's memory and in NumPy's."""

TILE = parts("matrix_fragments.mlir")["TILE"]


def problem(step: int, lines: int) -> tuple[int, int, int]:
    """Rows, columns and depth of a product."""
    return 2 * lines, 3 * lines, max(64, step)


@cache
def product_text(types: str, turned: str, step: int = 16, lines: int = 16) -> str:
    """
    A kernel that adds the product of `a` and `b` to `c`, by a sub-group for each tile of
    `lines` x `lines` elements; `types` are those of the three, `turned` names those in memory by
    columns.
    """
    a, b, c = types.split()
    rows, columns, depth = problem(step, lines)
    sizes = {"a": (rows, depth), "b": (depth, columns), "c": (rows, columns)}
    places = {"a": ("%i", "%k"), "b": ("%k", "%j"), "c": ("%i", "%j")}
    values: dict[str, Any] = {"a": a, "b": b, "c": c, "step": step, "lines": lines}
    values["depth"] = depth
    for name, place in places.items():
        by_columns = name in turned
        values[f"{name}_at"] = ", ".join(place[::-1] if by_columns else place)
        values[f"{name}_how"] = ", transpose" if by_columns else ""
        values[f"{name}_rows"] = sizes[name][by_columns]
    values["how"] = " {opencl.xf32}" if a == "f32" and step * lines == 128 else ""
    stored = {"a_stored": STORED[a][0], "b_stored": STORED[b][0]}
    return lowered(TILE.format(**values, **stored), "convert-gpu-to-opencl")


def in_memory(values: Any, type: str) -> Any:
    """The bits of small integers as `type`."""
    if type == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    if type in FORMATS:
        numbers = [float(value) for value in values.flat]
        bits = np.frombuffer(FORMATS[type].pack(numbers), np.uint8)
        return bits.reshape(values.shape).copy()
    return values.astype(STORED[type][1])


def placed(values: Any, type: str, by_columns: bool) -> Any:
    """An array whose rows have `LEADING` elements; the first ones are a row of `values`."""
    if by_columns:
        values = values.T
    array = np.full((len(values), LEADING), 7)
    array[:, : values.shape[1]] = values
    return in_memory(array, type)


def check_product(
    device: Target | str,
    types: str,
    turned: str = "",
    step: int = 16,
    items: int = 1,
    lines: int = 16,
) -> None:
    """Runs the product with work-groups of `items` on `device`."""
    random = np.random.default_rng(len(types) + len(turned))
    a_type, b_type, c_type = types.split()

    def numbers(rows: int, columns: int, type: str) -> Any:
        low = 0 if type == "ui8" else -4
        return random.integers(low, 5, (rows, columns))

    rows, columns, depth = problem(step, lines)
    a = numbers(rows, depth, a_type)
    b = numbers(depth, columns, b_type)
    c = numbers(rows, columns, c_type)
    if a_type == "ui8":
        # These are below zero with a sign.
        a[:, 1::3] += 200
    arrays = [
        placed(values, type, name in turned)
        for values, type, name in zip((a, b, c), (a_type, b_type, c_type), "abc")
    ]
    expected = placed(c + a @ b, c_type, "c" in turned)
    text = product_text(types, turned, step, lines)
    program = Program.from_mlir(text, device=device)
    size = (rows // lines * items, columns // lines)
    program.k(size, (items, 1), *arrays)
    np.testing.assert_array_equal(arrays[2], expected)


OCP = ["f8E4M3FN", "f8E5M2"]
FNUZ = [f"{name}FNUZ" for name in ("f8E4M3", "f8E5M2")]


def pairs(formats: list[str]) -> list[str]:
    """The types of products of floats of 8 bits."""
    return [f"{a} {b} f32" for a in formats for b in formats]


WMMA = ["f16 f16 f32", "f16 f16 f16", "bf16 bf16 f32", "si8 si8 i32", "ui8 si8 i32"]


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("types", WMMA)
def test_wmma_of_rdna3(types: str, lanes: int) -> None:
    check_product(Target("amdhsa", "gfx1100", wave_size=lanes), types, items=lanes)


@pytest.mark.parametrize("turned", ["a", "b", "c", "abc"])
@pytest.mark.parametrize("mcpu", ["gfx1100", "gfx1200", "gfx900", "gfx942"])
def test_matrices_by_columns(mcpu: str, turned: str) -> None:
    """Loads and stores with `transpose`."""
    target = Target("amdhsa", mcpu)
    check_product(target, "f16 f16 f32", turned, items=target.wave_size)


@pytest.mark.parametrize("types", [*WMMA, *pairs(OCP)])
def test_wmma_of_rdna4(types: str) -> None:
    for lanes in (32, 64):
        check_product(Target("amdhsa", "gfx1200", wave_size=lanes), types, items=lanes)


MFMA = [
    "f16 f16 f32",
    "bf16 bf16 f32",
    "si8 si8 i32",
    "f32 f32 f32",
    "f64 f64 f64",
]


@pytest.mark.parametrize("types", MFMA)
@pytest.mark.parametrize("mcpu", ["gfx908", "gfx90a", "gfx942", "gfx950"])
def test_mfma(types: str, mcpu: str) -> None:
    if (types, mcpu) == (MFMA[1], "gfx908"):
        pytest.skip("its bf16 instruction has a depth of 8")
    if (types, mcpu) == (MFMA[4], "gfx908"):
        pytest.skip("it has no instruction for f64")
    step = 32 if types == MFMA[2] and mcpu in ("gfx942", "gfx950") else 16
    check_product(Target("amdhsa", mcpu), types, step=step, items=64)


DEEP = [
    ("gfx942", 32, 16, pairs(FNUZ)),
    ("gfx950", 32, 16, [*MFMA[:2], *pairs(OCP)]),
    ("gfx950", 64, 16, MFMA[2:3]),
    ("gfx950", 128, 16, pairs(OCP)),
    ("gfx908", 8, 32, [MFMA[0], *MFMA[2:4]]),
    ("gfx90a", 8, 32, MFMA[:4]),
    ("gfx942", 8, 32, [*MFMA[:2], MFMA[3]]),
    ("gfx942", 8, 16, MFMA[3:4]),
    ("gfx942", 4, 32, MFMA[3:4]),
    ("gfx950", 8, 32, [*MFMA[:2], MFMA[3]]),
    ("gfx942", 16, 32, [MFMA[2], *pairs(FNUZ)]),
    ("gfx950", 16, 32, [*MFMA[:3], *pairs(OCP)]),
    ("gfx950", 32, 32, MFMA[2:3]),
    ("gfx950", 64, 32, pairs(OCP)),
]
"""Processor, depth, lines, types. Those of gfx942 and f32 with the least depths are of XF32."""


@pytest.mark.parametrize(
    ("mcpu", "step", "lines", "types"),
    [(*row[:3], types) for row in DEEP for types in row[3]],
)
def test_mfma_of_other_shapes(mcpu: str, step: int, lines: int, types: str) -> None:
    check_product(Target("amdhsa", mcpu), types, step=step, items=64, lines=lines)


NIBBLES = """
gpu.module @m {{
  gpu.func @k(%a: memref<16x{bytes}xi8>, %b: memref<16x{bytes}xi8>, %c: memref<16x16xi32>) kernel {{
    %n = arith.constant 0 : index
    %x = arith.constant 1 : index
    %fa = gpu.subgroup_mma_load_matrix %a[%n, %x] {{leadDimension = {bytes} : index}} : memref<16x{bytes}xi8> -> !gpu.mma_matrix<16x{depth}x{a}, "AOp">
    %fb = gpu.subgroup_mma_load_matrix %b[%n, %x] {{leadDimension = {bytes} : index, transpose}} : memref<16x{bytes}xi8> -> !gpu.mma_matrix<{depth}x16x{b}, "BOp">
    %fc = gpu.subgroup_mma_load_matrix %c[%n, %n] {{leadDimension = 16 : index}} : memref<16x16xi32> -> !gpu.mma_matrix<16x16xi32, "COp">
    %p = gpu.subgroup_mma_compute %fa, %fb, %fc : !gpu.mma_matrix<16x{depth}x{a}, "AOp">, !gpu.mma_matrix<{depth}x16x{b}, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp">
    gpu.subgroup_mma_store_matrix %p, %c[%n, %n] {{leadDimension = 16 : index}} : !gpu.mma_matrix<16x16xi32, "COp">, memref<16x16xi32>
    gpu.return
  }}
}}
"""


@pytest.mark.parametrize(("a", "b"), [("si4", "si4"), ("ui4", "si4"), ("ui4", "ui4")])
@pytest.mark.parametrize(
    ("mcpu", "lanes", "depth"),
    [
        ("gfx1100", 32, 16),
        ("gfx1100", 64, 16),
        ("gfx1200", 32, 16),
        ("gfx1200", 32, 32),
        ("gfx1200", 64, 32),
        ("gfx900", 64, 16),
        ("host", 1, 32),
    ],
)
def test_two_elements_in_a_byte(
    mcpu: str, lanes: int, depth: int, a: str, b: str
) -> None:
    """Elements of 4 bits: the first of two is in the lower half; a column of bytes is left out."""
    device = "host" if mcpu == "host" else Target("amdhsa", mcpu, wave_size=lanes)
    size = depth // 2 + 1
    text = NIBBLES.format(a=a, b=b, depth=depth, bytes=size)
    program = Program.from_mlir(lowered(text, "convert-gpu-to-opencl"), device=device)
    random = np.random.default_rng(depth)
    x, y = random.integers(0, 256, (2, 16, size), np.uint8)
    c = random.integers(-9, 9, (16, 16)).astype(np.int32)

    def numbers(array: Any, type: str) -> Any:
        part = array[:, 1:, None] >> np.array([0, 4], np.uint8) & 15
        signed = part.reshape(16, depth).astype(np.int32)
        return signed - 16 * (signed > 7) if type == "si4" else signed

    expected = c + numbers(x, a) @ numbers(y, b).T
    program.k(lanes, lanes, x, y, c)
    np.testing.assert_array_equal(c, expected)


PLAIN = [
    *WMMA,
    "f8E4M3FN f8E5M2 f32",
    "f8E4M3FNUZ f8E5M2FNUZ f16",
    "f32 f32 f32",
    "f64 f64 f64",
]


@pytest.mark.parametrize(
    ("types", "mcpu"),
    [
        (types, mcpu)
        for number, types in enumerate(PLAIN)
        for which, mcpu in enumerate(("gfx900", "gfx1030"))
        if LONG or number % 2 == which
    ],
)
def test_gpu_without_matrix_instructions(types: str, mcpu: str) -> None:
    target = Target("amdhsa", mcpu)
    check_product(target, types, items=target.wave_size)


@pytest.mark.parametrize("types", PLAIN)
def test_cpu_device(types: str) -> None:
    check_product("host", types)


@pytest.mark.parametrize("turned", ["a", "b", "c", "abc"])
def test_cpu_device_by_columns(turned: str) -> None:
    check_product("host", "f16 f16 f32", turned, step=8)


@pytest.mark.parametrize("items", [4, 32])
def test_cpu_device_in_a_program_for_larger_sub_groups(items: int) -> None:
    """All work items add to the same tile, and it is added to once."""
    check_product("host", "f16 f16 f32", items=items)


TILES = parts("matrix_fragments.mlir")["TILES"]


@pytest.mark.parametrize("device", ["gfx1100", "host"])
def test_a_tile_of_each_sub_group(device: str) -> None:
    """A kernel that numbers its sub-groups states how large they are."""
    module, _ = lowered_module(TILES, "convert-gpu-to-opencl")
    program = Program(module, device=device)
    rng = np.random.default_rng(2)
    a, b = (rng.integers(-3, 4, (16, n)).astype(np.float16) for n in (16, 64))
    c = np.zeros((16, 64), np.float32)
    program["k"](128, 128, a, b, c)
    assert (c == a.astype(np.float32) @ b).all()


@pytest.mark.parametrize("mcpu", ["gfx1100", "gfx1200", "gfx942", "gfx1030", "host"])
def test_elementwise(mcpu: str) -> None:
    """Each operation on fragments of a sum; a function takes and returns them."""
    operations = {
        "addf": np.add,
        "mulf": np.multiply,
        "subf": np.subtract,
        "maxf": np.maximum,
        "minf": np.minimum,
        "divf": np.divide,
    }
    f16, f32 = (f'!gpu.mma_matrix<16x16x{each}, "COp">' for each in ("f16", "f32"))
    lines = [
        "%x = gpu.subgroup_mma_load_matrix %a[%n, %n, %n] {leadDimension = 16 : index} : "
        f"memref<2x16x16xf16> -> {f16}",
        f"%v0 = gpu.subgroup_mma_elementwise extf %x : ({f16}) -> {f32}",
        "%y = gpu.subgroup_mma_load_matrix %b[%o, %n] {leadDimension = 16 : index} : "
        f"memref<17x16xf32> -> {f32}",
    ]
    for number, name in enumerate(operations):
        lines.append(
            f"%v{number + 1} = gpu.subgroup_mma_elementwise {name} %v{number}, %y : "
            f"({f32}, {f32}) -> {f32}"
        )
    last = f"%v{len(operations)}"
    body = "\n".join(lines)
    text = f"""
gpu.module @m {{
  func.func private @twice(%m: {f32}) -> {f32} {{
    %n = gpu.subgroup_mma_elementwise negatef %m : ({f32}) -> {f32}
    %z = gpu.subgroup_mma_elementwise subf %m, %n : ({f32}, {f32}) -> {f32}
    func.return %z : {f32}
  }}
  gpu.func @k(%a: memref<2x16x16xf16>, %b: memref<17x16xf32>) kernel {{
    %n = arith.constant 0 : index
    %o = arith.constant 1 : index
    {body}
    %r = func.call @twice({last}) : ({f32}) -> {f32}
    gpu.subgroup_mma_store_matrix %r, %b[%o, %n] {{leadDimension = 16 : index}} : {f32}, memref<17x16xf32>
    gpu.return
  }}
}}
"""
    random = np.random.default_rng(3)
    a = random.integers(-4, 5, (2, 16, 16)).astype(np.float16)
    b = random.choice([-4, -2, -1, 1, 2, 4], (17, 16)).astype(np.float32)
    expected = a[0].astype(np.float32)
    for operation in operations.values():
        expected = operation(expected, b[1:])
    first = b[0].copy()
    wave = 1 if mcpu == "host" else Target("amdhsa", mcpu).wave_size
    program = Program.from_mlir(lowered(text, "convert-gpu-to-opencl"), device=mcpu)
    program.k(wave, wave, a, b)
    np.testing.assert_array_equal(b[1:], 2 * expected)
    np.testing.assert_array_equal(b[0], first)


def test_integer_elements() -> None:
    type = '!gpu.mma_matrix<16x16xi32, "COp">'
    steps = [("muli", "%x, %y"), ("subi", "%v0, %y"), ("divs", "%v1, %y")]
    steps += [("negates", "%v2"), ("addi", "%v3, %x"), ("divu", "%v4, %y")]
    body = "\n".join(
        f"%v{number} = gpu.subgroup_mma_elementwise {name} {values} : "
        f"({', '.join([type] * len(values.split()))}) -> {type}"
        for number, (name, values) in enumerate(steps)
    )
    text = f"""
gpu.module @m {{
  gpu.func @k(%a: memref<16x16xi32>, %b: i32) kernel {{
    %n = arith.constant 0 : index
    %x = gpu.subgroup_mma_load_matrix %a[%n, %n] {{leadDimension = 16 : index}} : memref<16x16xi32> -> {type}
    %y = gpu.subgroup_mma_constant_matrix %b : {type}
    {body}
    gpu.subgroup_mma_store_matrix %v5, %a[%n, %n] {{leadDimension = 16 : index}} : {type}, memref<16x16xi32>
    gpu.return
  }}
}}
"""
    given = np.random.default_rng(4).integers(-1000, 1000, (16, 16)).astype(np.int32)
    quotient = np.trunc((given * 7 - 7) / 7).astype(np.int64)
    expected = ((given - quotient) & 0xFFFFFFFF) // 7
    for device, wave in (("gfx1100", 32), ("host", 1)):
        a = given.copy()
        made = Program.from_mlir(lowered(text, "convert-gpu-to-opencl"), device=device)
        made.k(wave, wave, a, np.int32(7))
        np.testing.assert_array_equal(a.view(np.uint32), expected)


@pytest.mark.parametrize(
    ("device", "items"),
    [("gfx1100", 32), ("gfx1200", 32), ("gfx942", 64), ("gfx900", 64), ("host", 4)],
)
def test_matrices_in_local_memory(device: str, items: int) -> None:
    """A tile and another that begins one column further on, transposed."""
    program = Program.from_mlir(
        lowered(TEXTS["LOCAL"], "convert-gpu-to-opencl"), device=device
    )
    a = np.random.default_rng(5).integers(-4, 5, (32, 40)).astype(np.float16)
    c = np.zeros((32, 16), np.float32)
    program.k(2 * items, items, a, c)
    wide = a.astype(np.float32)
    for rows in (slice(0, 16), slice(16, 32)):
        np.testing.assert_array_equal(c[rows], wide[rows, 1:17] @ wide[rows, :16].T)


def test_launch_with_the_threads_of_a_larger_sub_group() -> None:
    """As upstream's programs: 32 threads for one matrix, on the CPU device."""
    random = np.random.default_rng(6)
    a, b = random.integers(-4, 5, (2, 16, 16)).astype(np.float16)
    c = random.integers(-4, 5, (16, 16)).astype(np.float32)
    expected = c + a.astype(np.float32) @ b.astype(np.float32)
    text = lowered(TEXTS["LAUNCH"], "opencl-outline-kernels")
    Program.from_mlir(text).main(a, b, c)
    np.testing.assert_array_equal(c, expected)


def test_work_groups_of_one_work_item_do_not_wait() -> None:
    text = product_text("f16 f16 f32", "")
    alone = text.replace(
        'opencl.name = "c"})',
        'opencl.name = "c"}) attributes {reqd_work_group_size = array<i32: 1, 1, 1>}',
    )
    assert alone != text
    slots = [
        ocl.compile(ocl.SourceFile("k.mlir", each), Target("host")).llvm_ir
        for each in (text, alone)
    ]
    assert '"opencl-frame-bytes"="1024"' in slots[0]
    assert '"opencl-frame-bytes"="0"' in slots[1]


def test_constant_bytes() -> None:
    """A cast gives a byte its sign, as in upstream."""
    text = lowered(TEXTS["BYTES"], "convert-gpu-to-opencl")
    for device, items in (("gfx1100", 32), ("host", 1)):
        c = np.arange(256, dtype=np.int32).reshape(16, 16)
        expected = c + 16 * -3 * 253
        Program.from_mlir(text, device=device).k(
            items, items, c, np.int8(-3), np.int8(-3)
        )
        np.testing.assert_array_equal(c, expected)


@pytest.mark.parametrize(
    ("device", "items"), [("gfx900", 64), ("gfx1100", 32), ("host", 1)]
)
def test_sums_of_halves_are_rounded_once(device: str, items: int) -> None:
    """Halves from 2048 on are two apart: 2048 + 1 is 2048 again."""
    text = lowered(TEXTS["HALVES"], "convert-gpu-to-opencl")
    c = np.full((16, 16), 2048, np.float16)
    Program.from_mlir(text, device=device).k(items, items, c, np.float16(1))
    assert (c == 2064).all()


def test_rows_far_apart() -> None:
    """Their distance may need 64 bits."""
    text = product_text("f16 f16 f32", "")
    for distance, product in ((144, "mul i32"), (200_000_000, "mul i64")):
        far = text.replace("leadDimension = 144", f"leadDimension = {distance}")
        made = ocl.compile(ocl.SourceFile("k.mlir", far), TARGET)
        assert f"{product} %" in made.llvm_ir
        assert f", {distance}\n" in made.llvm_ir
    assert f"i64 {14 * 200_000_000}" in made.llvm_ir


def test_warning_of_plain_code() -> None:
    """One for a kernel, on GPUs whose program has no matrix instruction."""
    source = ocl.SourceFile("k.mlir", product_text("f16 f16 f32", ""))
    for mcpu, count in (("gfx900", 1), ("gfx1250", 1), ("gfx1100", 0)):
        made = ocl.compile(source, Target("amdhsa", mcpu))
        assert ".amdhsa_kernel k" in made.assembly
        assert made.warnings.count("'gpu.subgroup_mma_compute' becomes plain") == count
    made = ocl.compile(source, Target("host"))
    assert made.llvm_ir
    assert not made.warnings


@pytest.mark.parametrize("mcpu", ["gfx1100", "gfx1200", "gfx942"])
def test_products_are_instructions(mcpu: str) -> None:
    """The loop has one matrix instruction for each product, and no other arithmetic."""
    source = ocl.SourceFile("k.mlir", product_text("f16 f16 f32", ""))
    assembly = ocl.compile(source, Target("amdhsa", mcpu)).assembly
    assert "v_wmma_f32_16x16x16_f16" in assembly or "v_mfma_f32_16x16x16" in assembly
    assert "v_fma" not in assembly
    assert "readlane" not in assembly


def test_warning_of_sub_groups_without_a_size() -> None:
    """On the CPU device, where a program does not expect their size."""
    sized = ", reqd_sub_group_size = 32 : i32"
    assert sized in TILES
    module, _ = lowered_module(TILES.replace(sized, ""), "convert-gpu-to-opencl")
    unsized = str(module)
    lines = [line for line in unsized.splitlines() if "subgroup_mma" not in line]
    no_matrices = "\n".join(lines)
    for text, device, count in (
        (unsized, "host", 1),
        (unsized, "gfx1100", 0),
        (str(lowered_module(TILES, "convert-gpu-to-opencl")[0]), "host", 0),
        (no_matrices, "host", 0),
    ):
        log = Program.from_mlir(text, device=device).log
        assert log.count("does not state the size of its sub-groups") == count


@pytest.mark.parametrize(("step", "lines"), [(8, 16), (4, 32)])
def test_xf32_is_asked_for(step: int, lines: int) -> None:
    """A product of f32 loses no bits unless its program allows that; gfx950 has no XF32."""
    text = product_text("f32 f32 f32", "", step, lines)
    exact = ocl.SourceFile("k.mlir", text.replace(" {opencl.xf32}", ""))
    with pytest.raises(ocl.CompileError, match=r"drops 13 bits.*'opencl.xf32', or"):
        ocl.compile(exact, "gfx942")
    with pytest.raises(ocl.CompileError, match="gfx950 has no matrix instruction for"):
        ocl.compile(ocl.SourceFile("k.mlir", text), "gfx950")
