"""
Matrix instructions give the product of the matrices that AMD's layouts spread over the lanes.

The layouts are written here as the formulas of AMD's matrix instruction calculator (CDNA:
github.com/ROCm/amd_matrix_instruction_calculator) and of the "Instruction Set Architecture"
documents ("RDNA3", section 7.9; "RDNA4", section 7.12; "CDNA4", sections 7.1.5 and 7.2; "CDNA5",
sections 7.12.2 to 7.12.6, of gfx1250).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from emulator_vector_helpers import execute, f32

from xdsl_opencl.emulator.isa.tables import table

Array = npt.NDArray[Any]

A, B, C, EXTRA = 0, 16, 32, 64
"""First registers of the operands; results overwrite the addend. Scales or places of elements follow."""

FLOATS = {
    # Bits of exponent and fraction, bias ("OCP Microscaling Formats", table 1; IEEE 754).
    "f64": (11, 52, 1023),
    "f32": (8, 23, 127),
    "xf32": (8, 23, 127),
    "bf16": (8, 7, 127),
    "f16": (5, 10, 15),
    "fp8": (4, 3, 7),
    "bf8": (5, 2, 15),
    "fp8_fnuz": (4, 3, 8),
    "bf8_fnuz": (5, 2, 16),
    "fp6": (2, 3, 1),
    "bf6": (3, 2, 3),
    "fp4": (2, 1, 1),
    "e5m3": (5, 3, 15),
}
INTEGERS = {"i32": 32, "i8": 8, "iu8": 8, "iu4": 4}
CODES = ("fp8", "bf8", "fp6", "bf6", "fp4")


def width(type: str) -> int:
    return INTEGERS.get(type) or sum(FLOATS[type][:2], 1)


def numbers(bits: Array, type: str, signed: bool = True) -> Array:
    """The numbers with these bits: doubles, or integers."""
    bits = bits.astype(np.uint64)
    if type in INTEGERS:
        size, values = INTEGERS[type], bits.astype(np.int64)
        return values - (values >> size - 1 << size) if signed else values
    exponent_bits, fraction_bits, bias = FLOATS[type]
    fraction = (bits & np.uint64((1 << fraction_bits) - 1)).astype(np.int64)
    top = (1 << exponent_bits) - 1
    exponent = (bits >> np.uint64(fraction_bits)).astype(np.int64) & top
    if type == "xf32":
        fraction &= ~0x1FFF
    whole = fraction + (np.minimum(exponent, 1) << fraction_bits)
    values = np.ldexp(
        whole.astype(np.float64), np.maximum(exponent, 1) - bias - fraction_bits
    )
    if type in ("fp8", "e5m3"):
        values[(exponent == top) & (fraction == 7)] = np.nan
    elif type in ("f64", "f32", "xf32", "bf16", "f16", "bf8"):
        values[exponent == top] = np.where(fraction[exponent == top], np.nan, np.inf)
    negative = bits >> np.uint64(width(type) - 1) & np.uint64(1) != 0
    values[negative] *= -1
    if type.endswith("fnuz"):
        values[negative & (whole == 0)] = np.nan
    return values


def random_bits(
    random: np.random.Generator, shape: tuple[int, ...], type: str
) -> Array:
    """
    Bits of numbers of a type: small ones where sums of large ones have no meaning, both zeros,
    denormals, and rarely NaN or infinity.
    """
    bits = random.integers(0, 1 << min(width(type), 63), shape, np.uint64)
    if type in INTEGERS:
        return bits
    exponent_bits, fraction_bits, bias = FLOATS[type]
    field = bits >> np.uint64(fraction_bits) & np.uint64((1 << exponent_bits) - 1)
    if exponent_bits > 4:
        moderate = np.uint64(bias - 6) + field % np.uint64(13)
        kept = random.random(shape) < 0.05
        moderate = np.where(kept, np.uint64(0), moderate)
        bits = bits ^ (field ^ moderate) << np.uint64(fraction_bits)
    special = ~np.isfinite(numbers(bits, type)) & (random.random(shape) > 0.02)
    bits = np.where(special, np.uint64(1), bits)
    if exponent_bits > 4:
        rare = random.random(shape) < 0.001
        all_ones = np.uint64(((1 << exponent_bits) - 1) << fraction_bits)
        bits = np.where(rare, bits | all_ones, bits)
    return np.where(
        random.random(shape) < 0.03, bits >> np.uint64(1) << np.uint64(1), bits
    )


Layout = tuple[Array, Array]
"""The lane and the item of each element of a matrix [block, line, place]."""


def source(lines: int, depth: int, blocks: int, type: str, name: str) -> Layout:
    """
    A source of CDNA (AMD's calculator, for each type): the elements in depth of a lane, the
    blocks, more depth. Of f8f6f4, lanes with 8 bits have two runs of 16 (AMD's Composable
    Kernel, `mx_mfma_op.hpp`).
    """
    block, line, k = np.indices((blocks, lines, depth))
    each = max(1, blocks * lines * depth // 64)
    if name.endswith("f8f6f4") and width(type) == 8:
        groups = 64 // lines
        return line + lines * (k // 16 % groups), k % 16 + 16 * (k // 16 // groups)
    return line + lines * (block + blocks * (k // each)), k % each


def result(rows: int, columns: int, blocks: int, type: str) -> Layout:
    """The result of CDNA (AMD's calculator)."""
    block, row, column = np.indices((blocks, rows, columns))
    if type == "f64":
        if rows == 4:
            return 16 * row + 4 * block + column, 0 * row
        return 16 * (row % 4) + column, row // 4
    if rows == 4:
        return 4 * block + column, row
    if rows == 16:
        return 16 * (row // 4) + column, row % 4 + 4 * block
    return 32 * (row // 4 % 2) + column, row % 4 + 4 * (row // 8) + 16 * block


def wave_source(lanes: int, old: bool, depth: int, type: str) -> Layout:
    """
    On RDNA 4 a lane has a register of elements at least: in wave64 half of the lanes have all
    of 16 x 16 elements of 4 bits (AMD's calculator, `-a rdna4 -w 64`).
    """
    _, line, k = np.indices((1, 16, depth))
    each = depth if old else max(16 * depth // lanes, 32 // width(type))
    group = 0 * k if old else k // each
    if group.max() == 3 and width(type) < 16:
        group = group // 2 + group % 2 * 2
    return line + 16 * group, k % each


def wide_source(lines: int, depth: int, type: str, long: bool) -> Layout:
    """
    On gfx1250 runs in depth alternate between the halves of the wave: `long` ones in a factor with
    scales and in the dense one of a sparse product.
    """
    _, line, k = np.indices((1, lines, depth))
    run = {4: 32, 6: 32, 32: 2}.get(width(type), 16 if long else 8)
    item = k % run + run * (k // (2 * run))
    return line % 16 + 16 * (k // run % 2), item + line // 16 * depth // 2


def wave_result(rows: int, lanes: int, old: bool) -> Layout:
    """RDNA 3 has rows in turns in the groups of 16 lanes."""
    groups = lanes // 16
    _, row, column = np.indices((1, rows, 16))
    if old:
        return column + 16 * (row % groups), row // groups
    if lanes == 64:
        return row // 4 % 2 * 32 + row // 8 * 16 + column, row % 4
    return column + 16 * (row // 8 % 2), row % 8 + row // 16 * 8


def fields(words: Array, layout: Layout, size: int) -> Array:
    """The bits of the elements in registers [number, lane]."""
    lane, item = layout
    place = item * size
    wide = np.concatenate([words, 0 * words[:1]]).astype(np.uint64)
    both = wide[place // 32, lane] | wide[place // 32 + 1, lane] << np.uint64(32)
    mask = np.uint64((1 << size) - 1)
    return both >> (place % 32).astype(np.uint64) & mask


def filled(random: np.random.Generator, type: str, count: int, lanes: int) -> Array:
    """Registers full of random numbers of a type, uint32[count, lanes]."""
    size = width(type)
    items = random_bits(random, (lanes, count * 32 // size), type)
    bits = items[..., None] >> np.arange(size, dtype=np.uint64) & np.uint64(1)
    flat = bits.reshape(lanes, -1).astype(np.uint8)
    return np.packbits(flat, axis=1, bitorder="little").view(np.uint32).T


_MATRIX = re.compile(
    r"v_(mfma|smfmac|wmma|swmmac)_(?:scale(?:16)?_)?(f64|f32|f16|bf16|bf16f32|i32)_(\d+)x(\d+)x(\d+)_?"
    r"(?:\d+b_)?(.+)"
)


OF_GFX12 = table("gfx1200", 32).mnemonics()


def cases() -> Iterator[Any]:
    """
    Every matrix instruction of LLVM's tables: name, processor, lanes, widths of operands, formats.
    Those that load scales alone multiply nothing.
    """
    processors = [(cpu, 64) for cpu in ("gfx908", "gfx90a", "gfx942", "gfx950")]
    processors += [(cpu, w) for cpu in ("gfx1100", "gfx1200") for w in (32, 64)]
    processors += [("gfx1250", 32)]
    for cpu, lanes in processors:
        rows = table(cpu, lanes)
        found: dict[str, dict[str, int]] = {}
        for place in {n for numbers in rows.places.values() for n in numbers}:
            row = rows.row(place)
            name = row.template.partition(" ")[0]
            assert _MATRIX.fullmatch(name) or not re.match(
                r"v_(mfma|sw?m|wm)(?!.*_ld_)", name
            )
            if _MATRIX.fullmatch(name):
                found[name] = {o.name: o.width // 32 for o in row.operands}
        for name, counts in sorted(found.items()):
            formats = product(CODES, CODES) if "f8f6f4" in name else [("", "")]
            for pair in formats:
                label = "-".join(filter(None, (cpu, str(lanes), name, *pair)))
                yield pytest.param(name, cpu, lanes, counts, pair, id=label)


@pytest.mark.parametrize(("name", "cpu", "lanes", "counts", "formats"), [*cases()])
def test_random_matrices(
    name: str, cpu: str, lanes: int, counts: dict[str, int], formats: tuple[str, str]
):
    """
    All bits in the registers are random; the matrices are what AMD's layouts find in them. Sums
    are compared as far as the order of additions does not matter.
    """
    random = np.random.default_rng(len(name) + 7 * lanes)
    match = _MATRIX.fullmatch(name)
    assert match
    kind, total, rows, columns, depth = (
        match[1],
        match[2],
        *map(int, match.groups()[2:5]),
    )
    first, _, second = match[6].removesuffix("_1k").partition("_")
    first, second = formats if formats[0] else (first, second or first)
    if first == "f4":
        first = second = "fp4"
    total, stored = total.removeprefix("bf16") or total, total.removesuffix("f32")
    stored = stored or total
    sparse, old = kind in ("smfmac", "swmmac"), cpu == "gfx1100"
    inner = depth // 2 if sparse else depth
    if cpu == "gfx942":
        first, second = (t + "_fnuz" * (t in ("fp8", "bf8")) for t in (first, second))
    blocks = 1
    if kind == "mfma":
        blocks = counts["vdst"] * 32 * 64 // (rows * columns * width(total))
    if kind in ("mfma", "smfmac"):
        places = [
            source(rows, inner, blocks, first, name),
            source(columns, depth, blocks, second, name),
            result(rows, columns, blocks, total),
        ]
    elif cpu == "gfx1250" and name not in OF_GFX12:
        scaled = name.endswith(("_f8f6f4", "_f4"))
        places = [
            wide_source(rows, inner, first, scaled),
            wide_source(columns, depth, second, scaled or sparse),
            wave_result(rows, lanes, old),
        ]
    else:
        places = [
            wave_source(lanes, old, inner, first),
            wave_source(lanes, old, depth, second),
            wave_result(16, lanes, old),
        ]
    sizes = [counts["src0"], counts["src1"], max(counts["vdst"], counts.get("src2", 0))]
    for index, type in enumerate(formats):
        most = 2 if cpu == "gfx1250" else 1
        sizes[index] = most * width(type) if type else sizes[index]
    signs = random.integers(0, 2, 2).tolist() if "_iu" in name else [1, 1]
    types = (first, second, total)
    words = [filled(random, t, n, lanes) for t, n in zip(types, sizes, strict=True)]
    if total == "f16" and width(first) == 8:
        # Sums of the largest numbers of 8 bits are too large for a half.
        words[:2] = (w & 0xBFBFBFBF for w in words[:2])
    halves = old and width(total) == 16
    if halves:
        # An element is in the low half of a register.
        places[2] = places[2][0], 2 * places[2][1]
    a, b, c = (
        numbers(fields(w, p, width(t)), t, bool(s))
        for w, p, t, s in zip(words, places, types, (*signs, 1), strict=True)
    )
    extras = ordered_places(random, lanes)

    def operand(start: int, count: int) -> str:
        return f"v{start}" if count == 1 else f"v[{start}:{start + count - 1}]"

    given = map(operand, (C, A, B), (counts["vdst"], *sizes[:2]))
    text = f"{name} {', '.join(given)}"
    if sparse:
        # Two bits for the place of each element of a lane, from those of the part on.
        bits = 2 * inner * rows // 64 if kind == "smfmac" else 2 * (inner * 16 // lanes)
        bits = max(bits, 16) if kind == "swmmac" and width(first) == 4 else bits
        part = int(random.integers(0, max(1, 32 // bits)))
        text += f", {operand(EXTRA, max(1, bits // 32))}" + (
            f" {'abid' if kind == 'smfmac' else 'index_key'}:{part}" if part else ""
        )
        chosen = fields(extras, (places[0][0], places[0][1] + part * bits // 2), 2)
        dense = np.zeros((*a.shape[:-1], depth), a.dtype)
        k = np.arange(inner) // 2 * 4 + chosen
        np.put_along_axis(dense, k.astype(np.intp), a, -1)
        a = dense
    else:
        text += f", {operand(C, sizes[2])}"
    if name.startswith("v_mfma_scale"):
        extras = random.integers(0x78, 0x88, (2, lanes, 4)).astype(np.uint8)
        extras[0, 5, 2] = 0xFF
        low, high = random.integers(0, 2, (2, 2)).tolist()
        text += f", v{EXTRA}, v{EXTRA + 1} op_sel:[{low[0]},{low[1]},0] op_sel_hi:[{high[0]},{high[1]},0]"
        for index, (factor, lines) in enumerate(((a, rows), (b, columns))):
            scale = extras[index, :, low[index] + 2 * high[index]].astype(np.float64)
            power = np.where(scale == 255, np.nan, 2.0 ** (scale - 127))
            line, k = np.indices((lines, depth))
            factor *= power[line + lines * (k // 32)]
        extras = extras.view(np.uint32)[..., 0]
    if name.startswith("v_wmma_scale"):
        block = 16 if "scale16" in name else 32
        scales = random.integers(0x78, 0x88, (2, lanes, 128 // block)).astype(np.uint8)
        scales[0, 5, 2] = 0xFF
        parts = random.integers(0, 2, 2).tolist()
        parts[0] *= rows == 16
        # Elements of 4 bits may have scales with fractions.
        kind = "" if formats == ("fp4", "fp4") else "e5m3" if block == 16 else "fp8"
        kinds = [kind if type == "fp4" else "" for type in (first, second)]
        for index in range(2):
            if kinds[index]:
                scales[index] = random.integers(0, 256, scales[index].shape)
        count = scales.shape[-1] // 4
        text += f", {operand(EXTRA, count)}, {operand(EXTRA + count, count)}"
        for index, factor in enumerate((a, b)):
            line, k = np.indices(factor.shape[1:])
            exponent = scales[index, line + 16 * parts[index], k // block]
            power = np.where(exponent == 255, np.nan, 2.0 ** (exponent - 127.0))
            if kinds[index]:
                # Those of E4M3 have 7 bits.
                exponent &= 0xFF if kinds[index] == "e5m3" else 0x7F
                power = numbers(exponent, kinds[index])
            factor *= power
            if parts[index]:
                text += f" matrix_{'ab'[index]}_scale:MATRIX_SCALE_ROW1"
            if kinds[index]:
                words_of = "E5M3" if kinds[index] == "e5m3" else "E4M3"
                text += f" matrix_{'ab'[index]}_scale_fmt:MATRIX_SCALE_FMT_{words_of}"
        extras = np.concatenate(
            [np.ascontiguousarray(s).view(np.uint32).T for s in scales]
        )
    if formats[0] and cpu == "gfx1250":
        for letter, format in zip("ab", formats, strict=True):
            if format != "fp8":
                text += f" matrix_{letter}_fmt:MATRIX_FMT_{format.upper()}"
    elif formats[0]:
        text += f" cbsz:{CODES.index(formats[0])} blgp:{CODES.index(formats[1])}"
    if "_iu" in name:
        text += f" neg_lo:[{signs[0]},{signs[1]},0]"
    if cpu == "gfx90a" and first in ("f16", "bf16"):
        smallest = 2.0**-14 if first == "f16" else 2.0**-126
        a, b = (np.where(np.abs(x) < smallest, 0, x) for x in (a, b))
    registers = {
        start + n: list(map(int, row))
        for start, block in (
            (A, words[0]),
            (B, words[1]),
            (C, words[2]),
            (EXTRA, extras),
        )
        for n, row in enumerate(block)
    }
    state = execute(
        text,
        cpu,
        v=registers,
        active=-1 if lanes == 32 or kind == "wmma" else 1,
        lanes=lanes,
    )
    after = np.ascontiguousarray(state.v[C : C + sizes[2], 0])
    got = numbers(fields(after, places[2], width(stored)), stored)
    if halves:
        assert (after >> 16 == words[2] >> 16).all()
    if total == "i32":
        wanted = a @ b.swapaxes(1, 2) + c
        np.testing.assert_array_equal(got.astype(np.int32), wanted.astype(np.int32))
        return
    with np.errstate(all="ignore"):
        products = a[..., :, None, :] * b[..., None, :, :]
        wanted = products.sum(-1) + c
        magnitude = np.abs(products).sum(-1) + np.abs(c)
        finite = np.isfinite(magnitude)
        np.testing.assert_array_equal(got[~finite], wanted[~finite])
        error = np.abs(got - wanted)[finite]
    fraction = FLOATS[stored][1] + 1
    terms = 2 if width(stored) == 16 else depth + 2
    bound = terms * 2.0**-fraction * magnitude[finite]
    assert (error <= bound + 2.0**-126).all(), (error / bound).max()
    assert finite.mean() > 0.3


def ordered_places(random: np.random.Generator, lanes: int) -> Array:
    """
    Two registers of 16 times two bits in each lane: of two of the four elements, the first before the second
    ("MI300 Instruction Set Architecture", section 7.1.5).
    """
    pairs = np.array([0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110], np.uint32)
    chosen = pairs[random.integers(0, 6, (8, 2, lanes))]
    return np.bitwise_or.reduce(
        chosen << (4 * np.arange(8, dtype=np.uint32))[:, None, None]
    )


@pytest.mark.parametrize(
    ("cpu", "name", "scales", "wanted"),
    [
        # "CDNA5", section 7.12.6.2: the lowest byte of a scalar; a zero is 0x7F.
        ("gfx1250", "v_wmma_scale_f32_16x16x128_f8f6f4 v[32:39]", "s2, 0", 4 * 128.0),
        ("gfx1250", "v_wmma_scale16_f32_16x16x128_f8f6f4 v[32:39]", "0, s[2:3]", 512.0),
        # "CDNA4", section 7.2.1: the exponent of a constant.
        ("gfx950", "v_mfma_scale_f32_16x16x128_f8f6f4 v[32:35]", "2.0, 1.0", 2 * 128.0),
    ],
)
def test_scales_that_are_no_vectors(cpu: str, name: str, scales: str, wanted: float):
    count, lanes = (16, 32) if cpu == "gfx1250" else (8, 64)
    ones = {r: [0x38383838] * lanes for r in range(32)}
    text = f"{name}, v[0:{count - 1}], v[16:{15 + count}], 0, {scales}"
    state = execute(text, cpu, v=ones, s={2: 0x99999981}, lanes=lanes)
    assert (state.v[32, 0].view(np.float32) == wanted).all()


def test_fault_of_another_project():
    """The second run of 8-bit elements in lanes 0 to 31 is depth 32 to 47, with a scale of 2."""
    second = [0x38383838] * 32
    values = {A + n: second if n > 3 else [0] for n in range(8)} | {
        B + n: second * 2 for n in range(8)
    }
    values |= {EXTRA: [127] * 32 + [128] * 32, EXTRA + 1: [127] * 64}
    text = (
        f"v_mfma_scale_f32_32x32x64_f8f6f4 v[{C}:{C + 15}], v[{A}:{A + 7}], "
        f"v[{B}:{B + 7}], 0, v{EXTRA}, v{EXTRA + 1} op_sel_hi:[0,0,0]"
    )
    state = execute(text, "gfx950", v=values)
    assert (state.v[C : C + 16, 0].view(np.float32) == 32).all()


@pytest.mark.parametrize(
    ("addend", "wanted"), [("1.0", 7.0), ("1", 6.0), ("-1", np.nan)]
)
def test_mfma_with_accumulation_registers_and_a_constant(addend: str, wanted: float):
    """Results in accumulation registers; an inline constant as addend, an integer by its bits."""
    text = f"v_mfma_f32_4x4x1f32 a[0:3], v{A}, v{B}, {addend}"
    values = {A: f32(*([2.0] * 64)), B: f32(*([3.0] * 64))}
    state = execute(text, "gfx908", v=values)
    np.testing.assert_array_equal(state.a[:4, 0].view(np.float32), wanted)


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
