"""
Matrix instructions: MFMA and SMFMAC of CDNA, WMMA and SWMMAC of RDNA.

They ignore EXEC and MODE: every lane takes part, and results are rounded to nearest even ("AMD
Instinct MI300 Instruction Set Architecture", section 7.1; "RDNA3 Instruction Set Architecture",
section 7.9: EXEC has to be all ones).

The hardware's order of additions is not documented. Here they follow the depth, each with one
rounding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from xdsl_opencl.abi.gpu.matrix_instructions import (
    small_factor,
    wide_factor,
    wmma_factor,
    wmma_sum,
)
from xdsl_opencl.emulator.generations import Generation
from xdsl_opencl.emulator.instruction import Builder, Instruction, Step
from xdsl_opencl.emulator.operands import Literal, Operand, Register
from xdsl_opencl.emulator.vector.execution.typed_sources import constant_bits
from xdsl_opencl.emulator.vector.semantics import matrices as m
from xdsl_opencl.emulator.vector.semantics import small_floats
from xdsl_opencl.emulator.vector.semantics.formats import Array, flush
from xdsl_opencl.emulator.vector.small_float import small_format
from xdsl_opencl.emulator.waves import Waves

_WIDTHS = {
    "f64": 64,
    "f32": 32,
    "xf32": 32,
    "i32": 32,
    "f16": 16,
    "bf16": 16,
    "fp8": 8,
    "bf8": 8,
    "i8": 8,
    "u8": 8,
    "iu8": 8,
    "iu4": 4,
    "fp6": 6,
    "bf6": 6,
    "fp4": 4,
}

Layout = tuple[Array, Array]


def _all_lanes(waves: Waves) -> NDArray[np.bool_]:
    return np.ones((waves.count, waves.lanes), np.bool_)


def _registers(waves: Waves, operand: Operand, count: int, type: str = "b32") -> Array:
    """Reads registers of every lane; a constant of a type fills them all."""
    if isinstance(operand, Literal):
        bits = constant_bits(operand, type) * (
            0x10001 if _WIDTHS.get(type) == 16 else 1
        )
        each = np.array([bits], np.uint64).view(np.uint32)[: 1 + (type == "f64")]
        words = np.resize(each, count)[:, None, None]
    else:
        words = waves.read_registers(operand, count)
    return np.broadcast_to(words, (count, waves.count, waves.lanes))


def _truncated(values: Array) -> Array:
    """
    XF32: floats with 10 bits of fraction (MI300: 19 bits with sign and exponent), the others dropped
    as by AMD's Tensile (`DataTypes_XFloat32.hpp`, `float_to_XFloat32`).
    """
    return (values & np.uint32(0xFFFFE000)).view(np.float32)


def _numbers(
    words: Array, type: str, generation: Generation, signed: bool = True
) -> Array:
    """Registers as the numbers in them, [count, lanes, items]."""
    width = _WIDTHS[type]
    if type in {"i8", "iu8", "iu4"}:
        return m.unpack(words, width, signed=signed).astype(np.int64)
    if type in {"fp6", "bf6", "fp4"}:
        return _small(words, type)
    items = m.unpack(words, width)
    if type in {"f64", "f32"}:
        return items.view(np.float64 if type == "f64" else np.float32)
    if type == "xf32":
        return _truncated(items)
    if type == "i32":
        return items.view(np.int32).astype(np.int64)
    if type == "f16":
        return items.view(np.float16).astype(np.float32)
    if type == "bf16":
        return small_floats.bfloat_to_single(items)
    return small_floats.decode(items, small_format(type, generation)).astype(np.float32)


def _small(words: Array, type: str) -> Array:
    """Numbers of 4 or 6 bits, packed in the registers."""
    format = small_floats.FORMATS[type]
    fields = [
        small_floats.decode(
            small_floats.field(words, i * format.width, format.width), format
        )
        for i in range(len(words) * 32 // format.width)
    ]
    return np.stack(fields, axis=-1).astype(np.float32)


def _take(items: Array, layout: Layout) -> Array:
    """Items [count, lanes, items] as matrices [count, …]."""
    lane, item = layout
    return items[:, lane, item]


def _matrix(
    waves: Waves, operand: Operand, type: str, items: int, layout: Layout
) -> Array:
    """The matrix, `items` elements from each lane."""
    words = _registers(waves, operand, _count_of(type, items))
    return _take(_numbers(words, type, waves.generation), layout)


def _spread(values: Array, layout: Layout, items: Array) -> Array:
    """The reverse of `_take`: into a copy of `items`."""
    lane, item = layout
    result = items.copy()
    result[:, lane, item] = values
    return result


# CDNA

_MFMA = re.compile(r"v_mfma_(f64|f32|i32)_(\d+)x(\d+)x(\d+)_?(?:(\d+)b_)?(.+)")

_OLD_ITEMS = {"f32": 1, "f64": 1, "bf16": 2, "f16": 4, "bf16_1k": 4, "i8": 4}
"""
The elements of a source in each lane by type, of instructions of gfx908 and gfx90a, whose
names do not include the number of blocks.
"""


def mfma_shape(name: str) -> tuple[m.Shape, str, str, str]:
    """The shape of an instruction, and the types of its result and sources."""
    match = _MFMA.fullmatch(name)
    assert match is not None, name
    result, rows, columns, depth, printed, types = match.groups()
    items = 64 * _OLD_ITEMS.get(types, 1)
    blocks = printed or max(1, items // (int(rows) * int(depth)))
    shape = m.Shape(int(rows), int(columns), int(depth), int(blocks))
    first, _, second = types.removesuffix("_1k").partition("_")
    return shape, result, first, second or first


_B_LANES: tuple[Callable[[Array], Array], ...] = (
    lambda lane: lane,
    lambda lane: lane % 32,
    lambda lane: lane % 32 + 32,
    lambda lane: (lane + 16) % 64,
    lambda lane: lane % 16,
    lambda lane: lane % 16 + 16,
    lambda lane: lane % 16 + 32,
    lambda lane: lane % 16 + 48,
)
"""The lanes that `blgp` selects for the second source."""


def _broadcast_blocks(layout: Layout, cbsz: int, abid: int, blocks: int) -> Layout:
    """
    The layout of the first source if each group of 2**cbsz blocks uses its block `abid`.
    """
    group = 1 << cbsz
    block = np.arange(blocks) // group * group + abid % group
    lane, item = layout
    return lane[block], item[block]


def _count_of(type: str, items: int) -> int:
    return max(1, items * _WIDTHS[type] // 32)


def _mfma(instruction: Instruction, generation: Generation) -> Step:
    shape, result, first, second = mfma_shape(instruction.mnemonic)
    modifiers = instruction.modifiers
    target, a_operand, b_operand, c_operand = instruction.operands
    cbsz, blgp = int(modifiers.get("cbsz", 0)), int(modifiers.get("blgp", 0))
    a_layout = m.source_layout(shape.rows, shape)
    # mutant: each lane has as many items of every shape
    b_layout = m.source_layout(shape.columns, shape)
    if cbsz:
        abid = int(modifiers.get("abid", 0))
        a_layout = _broadcast_blocks(a_layout, cbsz, abid, shape.blocks)
    negate: tuple[int, ...] = modifiers.get("neg", (0, 0, 0))
    if blgp and result != "f64":
        b_layout = _B_LANES[blgp](b_layout[0]), b_layout[1]
    d_layout = m.result_layout(shape, 1 if result == "f64" else 4)
    each = max(1, shape.blocks * shape.rows * shape.depth // 64)
    outputs = shape.blocks * shape.rows * shape.columns // 64
    flushed = _SMALLEST.get(first) if generation.isa == (9, 0, 10) else None

    def step(waves: Waves) -> None:
        a = _matrix(waves, a_operand, first, each, a_layout)
        b = _matrix(waves, b_operand, second, each, b_layout)
        items = _accumulator(waves, c_operand, result, outputs)
        c = _take(items, d_layout)
        a = -a if negate[0] else a
        b = -b if negate[1] else b
        c = -c if negate[2] else c
        if flushed:
            a, b = (np.where(np.fabs(x) < flushed, 0 * x, x) for x in (a, b))
            total = flush(m.multiply_accumulate(a, b, flush(c)))
        else:
            total = m.multiply_accumulate(a, b, c)
        _store(waves, target, total, d_layout, items)

    return step


_SMALLEST = {"f16": 2.0**-14, "bf16": 2.0**-126}
"""
The smallest normal numbers. Products of these types flush denormals of sources and results on
MI200 only (AMD's MIOpen, "MI200 MFMA behavior specifics").
"""


def _accumulator(waves: Waves, operand: Operand, type: str, items: int) -> Array:
    """The items of an addend: floats, doubles, or integers as int64."""
    words = _registers(waves, operand, _count_of(type, items), type)
    return _numbers(words, type, waves.generation)


def _store(
    waves: Waves, target: Operand, values: Array, layout: Layout, items: Array
) -> None:
    """Writes the result; integers wrap."""
    result = _spread(values, layout, items)
    if result.dtype == np.int64:
        result = result.astype(np.uint32)
    waves.write_registers(target, m.pack(result), _all_lanes(waves))


_FORMAT_CODES = ("fp8", "bf8", "fp6", "bf6", "fp4")


def _mfma_small(instruction: Instruction, generation: Generation) -> Step:
    """
    V_MFMA_F32_16X16X128_F8F6F4 and V_MFMA_F32_32X32X64_F8F6F4, with or without scales: `cbsz`
    and `blgp` are the formats of the sources, and a scale is one byte of a register for
    each 32 elements in depth.
    """
    name = instruction.mnemonic.replace("_scale_", "_")
    shape, _, _, _ = mfma_shape(name)
    modifiers = instruction.modifiers
    first = _FORMAT_CODES[int(modifiers.get("cbsz", 0))]
    second = _FORMAT_CODES[int(modifiers.get("blgp", 0))]
    target, a_operand, b_operand, c_operand, *scales = instruction.operands
    sources = (a_operand, first), (b_operand, second)
    layouts = [
        m.spread_layout(small_factor(_WIDTHS[type], shape.rows), 64, shape.rows)
        for _, type in sources
    ]
    row, depth = np.ogrid[: shape.rows, : shape.depth]
    scale_lane = (row + shape.rows * (depth // 32))[None]
    d_layout = m.result_layout(shape, 4)
    outputs = shape.rows * shape.columns // 64
    low, high = instruction.flags("op_sel", 2), instruction.flags("op_sel_hi", 2)

    def scaled(waves: Waves, values: Array, index: int) -> Array:
        """Values times their scales, E8M0 (the highest is NaN): exact in doubles."""
        if not scales:
            return values
        words = np.broadcast_to(waves.read32(scales[index]), (waves.count, waves.lanes))
        # Of a constant the exponent counts ("CDNA4 …", section 7.2.1).
        constant = isinstance(scales[index], Literal)
        byte = np.uint32(23 if constant else 8 * (low[index] + 2 * high[index]))
        scale = (words >> byte & np.uint32(0xFF)).astype(np.int32)
        power = np.where(scale == 255, np.nan, np.ldexp(1.0, scale - 127))
        return values * power[:, scale_lane]

    def step(waves: Waves) -> None:
        factors: list[Array] = []
        for index, (operand, type) in enumerate(sources):
            words = _registers(waves, operand, _WIDTHS[type])
            values = _take(_numbers(words, type, generation), layouts[index])
            factors.append(scaled(waves, values, index))
        a, b = factors
        items = _accumulator(waves, c_operand, "f32", outputs)
        result = m.multiply_accumulate(a, b, _take(items, d_layout))
        _store(waves, target, result, d_layout, items)

    return step


_SMFMAC = re.compile(r"v_smfmac_(f32|i32)_(\d+)x(\d+)x(\d+)_(.+)")


def _sparse_indices(waves: Waves, operand: Operand, items: int, first: int) -> Array:
    """The 2 bits of each item, [count, lanes, items], from bit `first` on."""
    words = np.moveaxis(_registers(waves, operand, max(1, items // 16)), 0, -1)
    place = first + 2 * np.arange(items)
    bits = words[..., place // 32] >> (place % 32).astype(np.uint32)
    return (bits & np.uint32(3)).astype(np.intp)


def _smfmac(instruction: Instruction, generation: Generation) -> Step:
    """
    SMFMAC: the first source has two of each four elements in depth, with 2 bits each for
    their places; the addend is the destination.

    Without `cbsz`, `abid` chooses the part of the register of places.
    """
    match = _SMFMAC.fullmatch(instruction.mnemonic)
    assert match is not None
    result, rows, columns, depth, types = match.groups()
    first, _, second = types.partition("_")
    second = second or first
    shape = m.Shape(int(rows), int(columns), int(depth))
    dense = m.Shape(shape.rows, shape.columns, shape.depth // 2)
    target, a_operand, b_operand, places = instruction.operands
    a_layout = m.source_layout(shape.rows, dense)
    b_layout = m.source_layout(shape.columns, shape)
    d_layout = m.result_layout(shape, 4)
    each = dense.rows * dense.depth // 64
    outputs = shape.rows * shape.columns // 64
    modifiers = instruction.modifiers
    sets = 32 // (2 * each)
    part = 0 if modifiers.get("cbsz", 0) else int(modifiers.get("abid", 0)) % sets

    def step(waves: Waves) -> None:
        values = _matrix(waves, a_operand, first, each, a_layout)
        indices = _sparse_indices(waves, places, each, part * 2 * each)
        a = m.expand_sparse(values, _take(indices, a_layout))
        b = _matrix(waves, b_operand, second, 2 * each, b_layout)
        items = _accumulator(waves, target, result, outputs)
        c = _take(items, d_layout)
        _store(waves, target, m.multiply_accumulate(a, b, c), d_layout, items)

    return step


# RDNA

_WMMA = re.compile(r"v_(swmmac|wmma)_(f32|f16|bf16|bf16f32|i32)_16x16x(\d+)_(.+)")


def _wave_name(name: str) -> tuple[bool, str, int, str, str]:
    """
    Parses an instruction's name: sparse or not, the result's type, the depth, and the
    sources' types.
    """
    match = _WMMA.fullmatch(name)
    assert match is not None, name
    kind, result, depth, types = match.groups()
    first, _, second = types.partition("_")
    return kind == "swmmac", result, int(depth), first, second or first


def _signs(values: Array, instruction: Instruction, index: int) -> Array:
    """
    A source with `neg_lo` (the even elements) and `neg_hi` (the odd ones) applied.
    """
    low = instruction.flags("neg_lo", 3)[index]
    high = instruction.flags("neg_hi", 3)[index]
    if not (low or high):
        return values
    result = values.copy()
    if low:
        result[..., 0::2] *= -1
    if high:
        result[..., 1::2] *= -1
    return result


class _Accumulator:
    """
    The addend and result of WMMA: floats, integers, or halves. A register has one half on
    RDNA 3 (`op_sel` chooses its position) and two on RDNA 4.
    """

    def __init__(self, type: str, instruction: Instruction, generation: Generation):
        self._addend = "f32" if type == "bf16f32" else type
        self._type = type.removesuffix("f32") or type
        self._packed = generation.major >= 12
        self._high = instruction.flags("op_sel", 3)[2]
        self._clamps = "clamp" in instruction.modifiers

    def read(self, waves: Waves, operand: Operand) -> Array:
        items = 256 // waves.lanes
        whole = self._addend in {"f32", "i32"} or isinstance(operand, Literal)
        if whole or self._packed:
            return _accumulator(waves, operand, self._addend, items)
        both = _accumulator(waves, operand, self._addend, 2 * items)
        return both[..., self._high :: 2]

    def write(self, waves: Waves, target: Operand, items: Array) -> None:
        mask = _all_lanes(waves)
        if self._type == "i32":
            if self._clamps:
                items = items.clip(-(1 << 31), (1 << 31) - 1)
            words = m.pack(items.astype(np.uint32))
        elif self._type == "f32":
            words = m.pack(items)
        else:
            if self._type == "bf16":
                halves = small_floats.single_to_bfloat(items)
            else:
                halves = items.astype(np.float16).view(np.uint16)
            if not self._packed:
                old = _registers(waves, target, halves.shape[-1])
                both = m.unpack(old, 16).copy()
                both[..., self._high :: 2] = halves
                halves = both
            words = m.pack(halves)
        waves.write_registers(target, words.view(np.uint32), mask)


def _wmma(wide: bool, instruction: Instruction, generation: Generation) -> Step:
    """
    WMMA and SWMMAC; `wide` are those that are new on gfx1250. The addend of SWMMAC is the destination; its fourth operand has the
    places of the first source's elements (`index_key` selects the part).
    """
    sparse, result, depth, first, second = _wave_name(instruction.mnemonic)
    target, a_operand, b_operand, last = instruction.operands
    old = generation.major < 12
    accumulator = _Accumulator(result, instruction, generation)
    integer = result == "i32"
    signed = instruction.flags("neg_lo", 2)
    key = int(instruction.modifiers.get("index_key", 0))
    inner = depth // 2 if sparse else depth

    def factor(waves: Waves, type: str, length: int) -> tuple[Layout, int]:
        """The layout of a factor, and the elements in a lane: a register at least."""
        lanes = waves.lanes
        if wide:
            spread = wide_factor(length, _WIDTHS[type])
            return m.spread_layout(spread, lanes), spread.items
        if not old:
            lanes = min(lanes, 16 * length * _WIDTHS[type] // 32)
        spread = wmma_factor(length, lanes, old)
        if not old and lanes == 64 and _WIDTHS[type] < 16:
            spread = replace(spread, even_first=True)
        return m.spread_layout(spread, lanes), spread.items

    def source(waves: Waves, operand: Operand, index: int, length: int) -> Array:
        type = (first, second)[index]
        layout, each = factor(waves, type, length)
        words = _registers(waves, operand, _count_of(type, each))
        values = _numbers(words, type, generation, bool(signed[index]))
        if not integer:
            values = _signs(values, instruction, index)
        return _take(values, layout)

    def step(waves: Waves) -> None:
        lane, item = m.spread_layout(wmma_sum(waves.lanes, old), waves.lanes)
        d_layout = lane.swapaxes(1, 2), item.swapaxes(1, 2)
        a = source(waves, a_operand, 0, inner)
        b = source(waves, b_operand, 1, depth)
        if sparse:
            layout, each = factor(waves, first, inner)
            indices = _sparse_indices(waves, last, each, key * 2 * each % 32)
            a = m.expand_sparse(a, _take(indices, layout))
        items = accumulator.read(waves, target if sparse else last)
        c = _take(items, d_layout)
        if not integer and not sparse:
            c = np.fabs(c) if instruction.flags("neg_hi", 3)[2] else c
            c = -c if instruction.flags("neg_lo", 3)[2] else c
        values = m.multiply_accumulate(a, b, c)
        accumulator.write(waves, target, _spread(values, d_layout, items))

    return step


def _scales(waves: Waves, operand: Operand, count: int, format: str) -> Array:
    """
    The scales of each lane, [count, lanes, 4 * count]. A scalar's lowest byte is for all, and zero
    stands for 0x7F.
    """
    words = _registers(waves, operand, count)
    if isinstance(operand, Literal):
        words = np.full_like(words, 0x7F7F7F7F)
    elif not (isinstance(operand, Register) and operand.file == "v"):
        words = np.broadcast_to((words[:1] & 0xFF) * np.uint32(0x01010101), words.shape)
    bits = m.unpack(words, 8).astype(np.uint32)
    if format == "E4M3":
        return small_floats.decode(bits & 0x7F, small_floats.FORMATS["fp8"])
    if format == "E5M3":
        return small_floats.decode(bits, small_floats.FORMATS["e5m3"])
    return np.where(bits == 255, np.nan, np.ldexp(1.0, bits.astype(np.int32) - 127))


def _wmma_scaled(instruction: Instruction, generation: Generation) -> Step:
    """
    V_WMMA_F32_16X16X128_F8F6F4 and V_WMMA_F32_32X16X128_F4 of gfx1250, with or without scales: a row
    has a scale for each 32 elements in depth, a byte of a register, or for each 16, a byte of two.
    Its lane is that of the row in the half of the wave that `matrix_a_scale` chooses, or of 32 rows
    that of the row. The upper 16 of 32 rows are in the registers after those of the others.
    """
    modifiers = instruction.modifiers
    target, *operands, c_operand = instruction.operands[:4]
    scales = instruction.operands[4:]
    block = 16 if "scale16" in instruction.mnemonic else 32
    only = "_FP4" if "_32x16x" in instruction.mnemonic else "_FP8"

    def format_of(kind: str, usual: str) -> list[str]:
        found = (str(modifiers.get(f"matrix_{x}_{kind}", usual)) for x in "ab")
        return [format.rpartition("_")[2] for format in found]

    types = [type.lower() for type in format_of("fmt", only)]
    formats = format_of("scale_fmt", "E8")
    tall = 1 + ("_32x16x" in instruction.mnemonic), 1
    layouts = [
        _stacked(m.spread_layout(wide_factor(128, _WIDTHS[t]), 32), n, 64)
        for t, n in zip(types, tall, strict=True)
    ]
    high = [16 * (f"matrix_{letter}_scale" in modifiers) for letter in "ab"]
    lane, item = m.spread_layout(wmma_sum(32, False), 32)
    d_layout = _stacked((lane.swapaxes(1, 2), item.swapaxes(1, 2)), tall[0], 8)

    def factor(waves: Waves, index: int) -> Array:
        type, tiles = types[index], tall[index]
        words = _registers(waves, operands[index], _count_of(type, 64 * tiles))
        values = _take(_numbers(words, type, generation), layouts[index])
        if not scales:
            return values
        power = _scales(waves, scales[index], 32 // block, formats[index])
        first = high[index] if tiles == 1 else 0
        power = power[:, first : first + 16 * tiles]
        return values * np.repeat(power, block, axis=2)[:, None]

    def step(waves: Waves) -> None:
        items = _accumulator(waves, c_operand, "f32", 8 * tall[0])
        c = _take(items, d_layout)
        c = np.fabs(c) if instruction.flags("neg_hi", 3)[2] else c
        c = -c if instruction.flags("neg_lo", 3)[2] else c
        values = m.multiply_accumulate(factor(waves, 0), factor(waves, 1), c)
        _store(waves, target, values, d_layout, items)

    return step


def _stacked(layout: Layout, tiles: int, items: int) -> Layout:
    """`tiles` matrices with rows below each other, each in `items` more items of the lanes."""
    lane, item = layout
    more = [item + items * tile for tile in range(tiles)]
    return np.concatenate([lane] * tiles, axis=1), np.concatenate(more, axis=1)


_MFMA_NAMES = """f32_16x16x16_bf16 f32_16x16x16_f16 f32_16x16x16bf16_1k f32_16x16x16f16
f32_16x16x1_4b_f32 f32_16x16x1f32 f32_16x16x2bf16 f32_16x16x32_bf16 f32_16x16x32_bf8_bf8
f32_16x16x32_bf8_fp8 f32_16x16x32_f16 f32_16x16x32_fp8_bf8 f32_16x16x32_fp8_fp8
f32_16x16x4_4b_bf16 f32_16x16x4_4b_f16 f32_16x16x4_f32 f32_16x16x4bf16_1k f32_16x16x4f16
f32_16x16x4f32 f32_16x16x8_xf32 f32_16x16x8bf16 f32_32x32x16_bf16 f32_32x32x16_bf8_bf8
f32_32x32x16_bf8_fp8 f32_32x32x16_f16 f32_32x32x16_fp8_bf8 f32_32x32x16_fp8_fp8
f32_32x32x1_2b_f32 f32_32x32x1f32 f32_32x32x2_f32 f32_32x32x2bf16 f32_32x32x2f32
f32_32x32x4_2b_bf16 f32_32x32x4_2b_f16 f32_32x32x4_xf32 f32_32x32x4bf16
f32_32x32x4bf16_1k f32_32x32x4f16 f32_32x32x8_bf16 f32_32x32x8_f16 f32_32x32x8bf16_1k
f32_32x32x8f16 f32_4x4x1_16b_f32 f32_4x4x1f32 f32_4x4x2bf16 f32_4x4x4_16b_bf16
f32_4x4x4_16b_f16 f32_4x4x4bf16_1k f32_4x4x4f16 f64_16x16x4_f64 f64_16x16x4f64
f64_4x4x4_4b_f64 f64_4x4x4f64 i32_16x16x16i8 i32_16x16x32_i8 i32_16x16x4_4b_i8
i32_16x16x4i8 i32_16x16x64_i8 i32_32x32x16_i8 i32_32x32x32_i8 i32_32x32x4_2b_i8
i32_32x32x4i8 i32_32x32x8i8 i32_4x4x4_16b_i8 i32_4x4x4i8""".split()

_SMALL_PAIRS = [f"{x}_{y}" for x in ("fp8", "bf8") for y in ("fp8", "bf8")]

_SPARSE = ("16x16x32", "32x32x16", "16x16x64", "32x32x32", "16x16x128", "32x32x64")
_SMFMAC_NAMES = [
    *(f"f32_{size}_{type}" for size in _SPARSE[:4] for type in ("f16", "bf16")),
    *(f"f32_{size}_{pair}" for size in _SPARSE[2:] for pair in _SMALL_PAIRS),
    *(f"i32_{size}_i8" for size in _SPARSE[2:]),
]

_WMMA_NAMES = [
    *"""wmma_f32_16x16x16_f16 wmma_f32_16x16x16_bf16 wmma_f16_16x16x16_f16
    wmma_bf16_16x16x16_bf16 wmma_i32_16x16x16_iu8 wmma_i32_16x16x16_iu4
    wmma_i32_16x16x32_iu4 swmmac_f32_16x16x32_f16 swmmac_f32_16x16x32_bf16
    swmmac_f16_16x16x32_f16 swmmac_bf16_16x16x32_bf16 swmmac_i32_16x16x32_iu8
    swmmac_i32_16x16x32_iu4 swmmac_i32_16x16x64_iu4""".split(),
    *(f"wmma_f32_16x16x16_{pair}" for pair in _SMALL_PAIRS),
    *(f"swmmac_f32_16x16x32_{pair}" for pair in _SMALL_PAIRS),
]

_WIDE_NAMES = [
    *"""wmma_f32_16x16x4_f32 wmma_f32_16x16x32_f16 wmma_f32_16x16x32_bf16 wmma_f16_16x16x32_f16
    wmma_bf16_16x16x32_bf16 wmma_bf16f32_16x16x32_bf16 wmma_i32_16x16x64_iu8""".split(),
    *(
        f"wmma_{result}_16x16x{depth}_{pair}"
        for result in ("f32", "f16")
        for depth in (64, 128)
        for pair in _SMALL_PAIRS
    ),
    *"swmmac_bf16f32_16x16x64_bf16 swmmac_i32_16x16x128_iu8".split(),
    *(
        f"swmmac_{result}_{rest}"
        for rest, results in {
            "16x16x64_f16": ("f32", "f16"),
            "16x16x64_bf16": ("f32", "bf16"),
            **{f"16x16x128_{pair}": ("f32", "f16") for pair in _SMALL_PAIRS},
        }.items()
        for result in results
    ),
]

_F8F6F4 = ("f32_16x16x128_f8f6f4", "f32_32x32x64_f8f6f4")

INSTRUCTIONS: Mapping[str, Builder] = {
    **{f"v_mfma_{name}": _mfma for name in _MFMA_NAMES},
    **{f"v_mfma_{name}": _mfma_small for name in _F8F6F4},
    **{f"v_mfma_scale_{name}": _mfma_small for name in _F8F6F4},
    **{f"v_smfmac_{name}": _smfmac for name in _SMFMAC_NAMES},
    **{f"v_{name}": partial(_wmma, False) for name in _WMMA_NAMES},
    **{f"v_{name}": partial(_wmma, True) for name in _WIDE_NAMES},
    **{
        f"v_wmma_{scale}f32_{size}": _wmma_scaled
        for scale in ("", "scale_", "scale16_")
        for size in ("16x16x128_f8f6f4", "32x16x128_f4")
    },
}
