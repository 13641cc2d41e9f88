"""
Matrix instructions give the product of the matrices that AMD's layouts spread over the lanes.

The layouts are written here as the formulas of AMD's matrix instruction calculator (CDNA:
github.com/ROCm/amd_matrix_instruction_calculator) and of the "Instruction Set Architecture"
documents ("RDNA3", section 7.9; "RDNA4", section 7.12).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from emulator_vector_helpers import execute, f32

from xdsl_opencl.emulator.vector.semantics.small_floats import FORMATS, encode

Array = npt.NDArray[Any]

Place = Callable[[int, int, int], tuple[int, int]]
"""Lane and item of the element (row, column, block) of a matrix."""

A, B, C, D = 0, 16, 32, 32
"""First registers of the operands; results overwrite the addend."""


def small_integers(shape: tuple[int, ...], seed: int) -> Array:
    """Numbers that every format has, whose products are exact."""
    return np.random.default_rng(seed).integers(-3, 4, shape)


def as_bits(values: Array, type: str) -> Array:
    """Integers as the bits of a type, in uint64."""
    if type == "f64":
        return values.astype(np.float64).view(np.uint64)
    if type in {"f32", "xf32"}:
        return values.astype(np.float32).view(np.uint32).astype(np.uint64)
    if type == "f16":
        return values.astype(np.float16).view(np.uint16).astype(np.uint64)
    if type == "bf16":
        bits = values.astype(np.float32).view(np.uint32)
        return (bits >> np.uint32(16)).astype(np.uint64)
    if type in FORMATS:
        bits = encode(values.astype(np.float64), FORMATS[type], clamps=True)
        return bits.astype(np.uint64)
    width = {"i32": 32, "i8": 8, "i4": 4}[type]
    return values.astype(np.int64).view(np.uint64) & np.uint64((1 << width) - 1)


_WIDE = {"f64": 64, "f32": 32, "xf32": 32, "i32": 32, "f16": 16, "bf16": 16}
WIDTHS = {**_WIDE, "i8": 8, "fp8": 8, "bf8": 8, "i4": 4}


def spread(
    matrices: Array, type: str, place: Place, first: int, lanes: int
) -> dict[int, list[int]]:
    """Registers that hold `matrices[block, row, column]`."""
    bits, width = as_bits(matrices, type), WIDTHS[type]
    found: dict[int, list[int]] = {}
    for (block, row, column), value in np.ndenumerate(bits):
        lane, item = place(row, column, block)
        start = item * width
        for part in range(0, width, 32):
            register = first + (start + part) // 32
            shifted = (int(value) >> part & 0xFFFFFFFF) << (start + part) % 32
            words = found.setdefault(register, [0] * lanes)
            words[lane] |= shifted & 0xFFFFFFFF
    return found


def collect(
    state: Any, shape: tuple[int, int, int], type: str, place: Place, first: int
) -> Array:
    """The reverse of `spread`, for 32 and 64 bits."""
    result = np.zeros(shape)
    for block, row, column in np.ndindex(shape):
        lane, item = place(row, column, block)
        if type == "f64":
            words = state.v[first + 2 * item : first + 2 * item + 2, 0, lane]
            result[block, row, column] = np.ascontiguousarray(words).view(np.float64)[0]
            continue
        word = state.v[first + item, 0, lane : lane + 1]
        kind = np.float32 if type == "f32" else np.int32
        result[block, row, column] = word.view(kind)[0]
    return result


def check(
    text: str,
    cpu: str,
    types: tuple[str, str],
    shape: tuple[int, int, int, int],
    places: tuple[Place, Place, Place],
    lanes: int = 64,
    full: bool = False,
) -> None:
    """
    `text` with the registers A, B, C multiplies matrices of `shape`: rows, columns, depth,
    blocks. `types` are those of the sources, if they differ two, and of the result.
    """
    source, result = types
    first, _, second = source.partition(" ")
    rows, columns, depth, blocks = shape
    a = small_integers((blocks, rows, depth), 1)
    b = small_integers((blocks, depth, columns), 2)
    c = small_integers((blocks, rows, columns), 3)
    registers = {
        **spread(a, first, places[0], A, lanes),
        **spread(b, second or first, places[1], B, lanes),
        **spread(c, result, places[2], C, lanes),
    }
    # EXEC does not count.
    state = execute(text, cpu, v=registers, active=-1 if full else 1, lanes=lanes)
    got = collect(state, (blocks, rows, columns), result, places[2], D)
    np.testing.assert_array_equal(got, a @ b + c)


def sources(size: int, each: int, blocks: int = 1) -> tuple[Place, Place]:
    """
    Sources of CDNA: `each` elements in depth in a lane, then the blocks, then more depth.
    """

    def a(row: int, k: int, block: int) -> tuple[int, int]:
        return row + size * (block + blocks * (k // each)), k % each

    def b(k: int, column: int, block: int) -> tuple[int, int]:
        return a(column, k, block)

    return a, b


def d16(row: int, column: int, block: int) -> tuple[int, int]:
    return 16 * (row // 4) + column, row % 4 + 4 * block


def d32(row: int, column: int, block: int) -> tuple[int, int]:
    return 32 * (row // 4 % 2) + column, row % 4 + 4 * (row // 8) + 16 * block


def d4(row: int, column: int, block: int) -> tuple[int, int]:
    return 4 * block + column, row


def d16_double(row: int, column: int, block: int) -> tuple[int, int]:
    return 16 * (row % 4) + column, row // 4


def d4_double(row: int, column: int, block: int) -> tuple[int, int]:
    return 16 * row + 4 * block + column, 0


LAYOUTS: dict[int, Place] = {16: d16, 32: d32, 4: d4}

MFMA: list[tuple[str, str, str, int, int, int, int]] = [
    # Instruction, processor, source, size, depth, blocks, elements in a lane.
    ("v_mfma_f32_32x32x1f32", "gfx90a", "f32", 32, 1, 2, 1),
    ("v_mfma_f32_16x16x1_4b_f32", "gfx942", "f32", 16, 1, 4, 1),
    ("v_mfma_f32_4x4x1f32", "gfx908", "f32", 4, 1, 16, 1),
    ("v_mfma_f32_32x32x2_f32", "gfx942", "f32", 32, 2, 1, 1),
    ("v_mfma_f32_16x16x4f32", "gfx90a", "f32", 16, 4, 1, 1),
    ("v_mfma_f32_32x32x4f16", "gfx908", "f16", 32, 4, 2, 4),
    ("v_mfma_f32_4x4x4f16", "gfx90a", "f16", 4, 4, 16, 4),
    ("v_mfma_f32_32x32x8f16", "gfx90a", "f16", 32, 8, 1, 4),
    ("v_mfma_f32_16x16x16_f16", "gfx942", "f16", 16, 16, 1, 4),
    ("v_mfma_f32_16x16x32_f16", "gfx950", "f16", 16, 32, 1, 8),
    ("v_mfma_f32_32x32x2bf16", "gfx908", "bf16", 32, 2, 2, 2),
    ("v_mfma_f32_32x32x4bf16", "gfx90a", "bf16", 32, 4, 1, 2),
    ("v_mfma_f32_16x16x8bf16", "gfx90a", "bf16", 16, 8, 1, 2),
    ("v_mfma_f32_16x16x16bf16_1k", "gfx90a", "bf16", 16, 16, 1, 4),
    ("v_mfma_f32_32x32x4bf16_1k", "gfx90a", "bf16", 32, 4, 2, 4),
    ("v_mfma_f32_32x32x16_bf16", "gfx950", "bf16", 32, 16, 1, 8),
    ("v_mfma_f32_16x16x8_xf32", "gfx942", "xf32", 16, 8, 1, 2),
    ("v_mfma_i32_16x16x16i8", "gfx90a", "i8", 16, 16, 1, 4),
    ("v_mfma_i32_4x4x4i8", "gfx908", "i8", 4, 4, 16, 4),
    ("v_mfma_i32_32x32x16_i8", "gfx942", "i8", 32, 16, 1, 8),
    ("v_mfma_i32_16x16x64_i8", "gfx950", "i8", 16, 64, 1, 16),
    ("v_mfma_f32_16x16x32_fp8_fp8", "gfx950", "fp8", 16, 32, 1, 8),
    ("v_mfma_f32_32x32x16_bf8_bf8", "gfx950", "bf8", 32, 16, 1, 8),
    ("v_mfma_f32_16x16x128_f8f6f4", "gfx950", "fp8", 16, 128, 1, 32),
]


def registers(first: int, items: int, type: str) -> str:
    """The operand of so many items of a type."""
    count = max(1, items * WIDTHS[type] // 32)
    return f"v{first}" if count == 1 else f"v[{first}:{first + count - 1}]"


@pytest.mark.parametrize(
    ("name", "cpu", "source", "size", "depth", "blocks", "each"),
    MFMA,
    ids=[row[0] for row in MFMA],
)
def test_mfma(
    name: str, cpu: str, source: str, size: int, depth: int, blocks: int, each: int
):
    """Fails where a layout is not the documented one."""
    result = "i32" if "_i32_" in name else "f32"
    outputs = registers(C, blocks * size * size // 64, result)
    first, second = (registers(r, each, source) for r in (A, B))
    check(
        f"{name} {outputs}, {first}, {second}, {outputs}",
        cpu,
        (source, result),
        (size, size, depth, blocks),
        (*sources(size, each, blocks), LAYOUTS[size]),
    )


@pytest.mark.parametrize(
    ("name", "size", "blocks", "place"),
    [
        ("v_mfma_f64_16x16x4_f64", 16, 1, d16_double),
        ("v_mfma_f64_4x4x4_4b_f64", 4, 4, d4_double),
    ],
)
def test_mfma_of_doubles(name: str, size: int, blocks: int, place: Place):
    outputs = registers(C, blocks * size * size // 64, "f64")
    check(
        f"{name} {outputs}, v[{A}:{A + 1}], v[{B}:{B + 1}], {outputs}",
        "gfx942",
        ("f64", "f64"),
        (size, size, 4, blocks),
        (*sources(size, 1, blocks), place),
    )


def test_mfma_with_accumulation_registers_and_a_constant():
    """Results in accumulation registers; an inline constant as addend."""
    text = f"v_mfma_f32_4x4x1f32 a[0:3], v{A}, v{B}, 1.0"
    values = {A: f32(*([2.0] * 64)), B: f32(*([3.0] * 64))}
    state = execute(text, "gfx908", v=values)
    assert (state.a[:4, 0].view(np.float32) == 7.0).all()


def test_mfma_broadcasts():
    """
    MI300, section 7.1.4: `cbsz` and `abid` give a block of the first source to others, `blgp`
    lanes of the second.
    """
    values = {A: f32(*range(64)), B: f32(*([1.0] * 64))}
    text = f"v_mfma_f32_4x4x1_16b_f32 v[{C}:{C + 3}], v{A}, v{B}, 0"
    state = execute(text + " cbsz:2 abid:1", "gfx942", v=values)
    rows = state.v[C : C + 4, 0].view(np.float32)
    wanted = [4 * (lane // 16 * 4 + 1) for lane in range(64)]
    np.testing.assert_array_equal(rows[0], wanted)
    values = {A: f32(*([1.0] * 64)), B: f32(*range(64))}
    permutations: list[tuple[int, Callable[[int], int]]] = [
        (1, lambda lane: lane % 32),
        (2, lambda lane: 32 + lane % 32),
        (3, lambda lane: (lane + 16) % 64),
        (6, lambda lane: 32 + lane % 16),
    ]
    for code, source in permutations:
        state = execute(f"{text} blgp:{code}", "gfx942", v=values)
        wanted = [source(lane) for lane in range(64)]
        np.testing.assert_array_equal(state.v[C, 0].view(np.float32), wanted)


def test_mfma_with_scales():
    """CDNA4: a byte of a register is the exponent for each 32 elements in depth."""
    text = (
        f"v_mfma_scale_f32_16x16x128_f8f6f4 v[{C}:{C + 3}], v[{A}:{A + 7}], "
        f"v[{B}:{B + 7}], 0, v60, v61 op_sel:[1,0,0] op_sel_hi:[0,0,0]"
    )
    ones = 0x38383838
    values: dict[int, list[int]] = {A + i: [ones] * 64 for i in range(8)}
    values |= {B + i: [ones] * 64 for i in range(8)}
    values[60], values[61] = [0x00008000] * 64, [0x0000007E] * 64
    state = execute(text, "gfx950", v=values)
    assert (state.v[C : C + 4, 0].view(np.float32) == 128 * 2.0 * 0.5).all()


def test_sparse_mfma():
    """MI300, section 7.1.5: two of four elements, with their places in 2 bits each."""
    dense = np.zeros((16, 32), np.int64)
    random = np.random.default_rng(5)
    packed, places = np.zeros((16, 16), np.int64), np.zeros((16, 16), np.int64)
    for row in range(16):
        for group in range(8):
            first, second = sorted(random.choice(4, 2, replace=False))
            for n, place in enumerate((first, second)):
                value = int(random.integers(1, 5))
                dense[row, 4 * group + place] = value
                packed[row, 2 * group + n], places[row, 2 * group + n] = value, place
    b = small_integers((1, 32, 16), 6)
    a_place, _ = sources(16, 4)
    _, b_place = sources(16, 8)
    values = {
        **spread(packed[None], "f16", a_place, A, 64),
        **spread(b, "f16", b_place, B, 64),
        **spread(np.zeros((1, 16, 16)), "f32", d16, C, 64),
    }
    bits = [0] * 64
    for (row, k), place in np.ndenumerate(places):
        lane, item = a_place(row, k, 0)
        bits[lane] |= int(place) << (16 + 2 * item)
    text = (
        f"v_smfmac_f32_16x16x32_f16 v[{C}:{C + 3}], v[{A}:{A + 1}], v[{B}:{B + 3}], v60"
    )
    state = execute(text + " abid:2", "gfx942", v={**values, 60: bits})
    np.testing.assert_array_equal(
        collect(state, (1, 16, 16), "f32", d16, D)[0], dense @ b[0]
    )


# WMMA


def wave_sources(
    lanes: int, old: bool, depth: int = 16, bits: int = 16
) -> tuple[Place, Place]:
    """
    On RDNA 4 a lane has a register of elements at least: in wave64 half of the lanes have all
    of 16 x 16 elements of 4 bits (AMD's calculator, `-a rdna4 -w 64`).
    """
    each = depth if old else max(16 * depth // lanes, 32 // bits)

    def a(row: int, k: int, block: int) -> tuple[int, int]:
        return row + (0 if old else 16 * (k // each)), k % each

    def b(k: int, column: int, block: int) -> tuple[int, int]:
        return a(column, k, block)

    return a, b


def wave_result(lanes: int, old: bool) -> Place:
    groups = lanes // 16

    def place(row: int, column: int, block: int) -> tuple[int, int]:
        if old:
            return column + 16 * (row % groups), row // groups
        each = 16 // groups
        return column + 16 * (row // each), row % each

    return place


WMMA = [
    ("f32_16x16x16_f16", "f16", "f32", ""),
    ("f32_16x16x16_bf16", "bf16", "f32", ""),
    ("i32_16x16x16_iu8", "i8", "i32", " neg_lo:[1,1,0]"),
    ("i32_16x16x16_iu4", "i4", "i32", " neg_lo:[1,1,0]"),
]

WMMA_CASES = [
    *((cpu, *row) for cpu in ("gfx1100", "gfx1200") for row in WMMA),
    ("gfx1200", "i32_16x16x32_iu4", "i4", "i32", " neg_lo:[1,1,0]"),
    ("gfx1200", "f32_16x16x16_fp8_fp8", "fp8", "f32", ""),
    ("gfx1200", "f32_16x16x16_fp8_bf8", "fp8 bf8", "f32", ""),
    ("gfx1200", "f32_16x16x16_bf8_fp8", "bf8 fp8", "f32", ""),
]


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize(("cpu", "name", "source", "result", "signs"), WMMA_CASES)
def test_wmma(cpu: str, name: str, source: str, result: str, signs: str, lanes: int):
    """RDNA 3 has each source in both halves of the wave, and rows in turns."""
    old = cpu == "gfx1100"
    depth = int(name.split("_")[1].split("x")[2])
    bits = WIDTHS[source.split()[0]]
    each = depth if old else max(16 * depth // lanes, 32 // bits)
    outputs = registers(C, 256 // lanes, result)
    a, b = (registers(r, each, source.split()[0]) for r in (A, B))
    places = (*wave_sources(lanes, old, depth, bits), wave_result(lanes, old))
    text = f"v_wmma_{name} {outputs}, {a}, {b}, {outputs}{signs}"
    types, shape = (source, result), (16, 16, depth, 1)
    check(text, cpu, types, shape, places, lanes=lanes, full=True)


def test_wmma_of_halves_keeps_the_other_half():
    """RDNA 3: results of 16 bits are in the half that `op_sel` names."""
    ones = 0x3C003C00
    values = {r: [ones] * 32 for r in range(A, A + 8)}
    values |= {r: [ones] * 32 for r in range(B, B + 8)}
    values |= {r: [0x3C005A5A] * 32 for r in range(C, C + 8)}
    text = (
        f"v_wmma_f16_16x16x16_f16 v[{C}:{C + 7}], v[{A}:{A + 7}], v[{B}:{B + 7}], "
        f"v[{C}:{C + 7}] op_sel:[0,0,1]"
    )
    state = execute(text, v=values)
    assert (state.v[C : C + 8, 0] == 0x4C405A5A).all()


def test_unsigned_wmma_and_its_clamp():
    values = {r: [0xFFFFFFFF] * 32 for r in range(A, A + 4)}
    values |= {r: [0xFFFFFFFF] * 32 for r in range(B, B + 4)}
    values |= {r: [0x7FFFFFFF] * 32 for r in range(C, C + 8)}
    text = (
        f"v_wmma_i32_16x16x16_iu8 v[{C}:{C + 7}], v[{A}:{A + 3}], v[{B}:{B + 3}], "
        f"v[{C}:{C + 7}]"
    )
    state = execute(text, v=values)
    assert (state.v[C, 0] == (0x7FFFFFFF + 16 * 255 * 255) & 0xFFFFFFFF).all()
    state = execute(text + " clamp", v=values)
    assert (state.v[C, 0] == 0x7FFFFFFF).all()


def test_signs_of_wmma():
    """
    `neg_lo` is for the even elements in depth, `neg_hi` for the odd ones, and for the addend
    they are sign and absolute value.
    """
    ones = 0x3C003C00
    values = {r: [ones] * 32 for r in range(A, A + 8)}
    values |= {r: [ones] * 32 for r in range(B, B + 8)}
    values |= {r: f32(*([-5.0] * 32)) for r in range(C, C + 8)}
    text = (
        f"v_wmma_f32_16x16x16_f16 v[{C}:{C + 7}], v[{A}:{A + 7}], v[{B}:{B + 7}], "
        f"v[{C}:{C + 7}]"
    )
    for signs, wanted in (
        ("neg_lo:[1,0,0] neg_hi:[0,0,0]", -5.0),
        ("neg_lo:[1,0,0] neg_hi:[1,0,0]", -21.0),
        ("neg_lo:[0,0,1] neg_hi:[0,0,1]", 11.0),
        ("neg_lo:[0,0,0] neg_hi:[0,0,1]", 21.0),
    ):
        state = execute(f"{text} {signs}", v=values)
        assert (state.v[C, 0].view(np.float32) == wanted).all(), signs


def test_sparse_wmma():
    """SWMMAC: `index_key` chooses the half of the register of places."""
    b = small_integers((1, 32, 16), 7)
    packed = small_integers((1, 16, 16), 8)
    dense = np.zeros((16, 32), np.int64)
    dense[:, 1::4], dense[:, 3::4] = packed[0, :, 0::2], packed[0, :, 1::2]
    a_place, _ = wave_sources(32, False, 16)
    _, b_place = wave_sources(32, False, 32)
    place = wave_result(32, False)
    values = {
        **spread(packed, "f16", a_place, A, 32),
        **spread(b, "f16", b_place, B, 32),
        **spread(np.zeros((1, 16, 16)), "f32", place, C, 32),
        60: [0xDDDD0000] * 32,
    }
    text = (
        f"v_swmmac_f32_16x16x32_f16 v[{C}:{C + 7}], v[{A}:{A + 3}], v[{B}:{B + 7}], v60"
    )
    state = execute(text + " index_key:1", "gfx1200", v=values)
    got = collect(state, (1, 16, 16), "f32", place, D)
    np.testing.assert_array_equal(got[0], dense @ b[0])
