"""
Products of small matrices spread over the lanes of a wave, and the layouts of their elements.

A layout gives the lane and the item in it for each element of each block of a matrix; items are
the elements in a lane's registers, from the lowest on. The K elements of the sources are in the
order of their lanes. If the hardware has another order, products are still the same, since both
sources share it.

Sources: "AMD Instinct MI300 Instruction Set Architecture", section 7.1 "Matrix fused-multiply-add
instructions" and AMD's matrix instruction calculator (github.com/ROCm/
amd_matrix_instruction_calculator) for CDNA; for RDNA `abi/gpu/matrix_instructions.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from xdsl_opencl.abi.gpu.matrix_instructions import LINES, Spread
from xdsl_opencl.emulator.vector.semantics.arithmetic import fma
from xdsl_opencl.emulator.vector.semantics.formats import DEFAULT_MODE, Array

LANES = 64
"""The lanes of a wave of CDNA."""


@dataclass(frozen=True)
class Shape:
    """The product of `blocks` pairs of matrices, rows x depth and depth x columns."""

    rows: int
    columns: int
    depth: int
    blocks: int = 1


def source_layout(size: int, shape: Shape) -> tuple[Array, Array]:
    """
    Lane and item of each element of a source, `[blocks, size, depth]`, `size` being the rows of
    the first or the columns of the second.
    """
    each = max(1, shape.blocks * size * shape.depth // LANES)
    block, row, k = np.ogrid[: shape.blocks, :size, : shape.depth]
    lane = row + size * (block + shape.blocks * (k // each))
    full = (shape.blocks, size, shape.depth)
    return np.broadcast_to(lane, full), np.broadcast_to(k % each, full)


def result_layout(shape: Shape, run: int) -> tuple[Array, Array]:
    """
    Lane and item of each element of the result of a CDNA instruction, `[blocks, rows, columns]`;
    `run` rows in a row are in one lane (4, or 1 of doubles).
    """
    block, row, column = np.ogrid[: shape.blocks, : shape.rows, : shape.columns]
    full = (shape.blocks, shape.rows, shape.columns)
    if shape.rows == 4:
        if run == 1:
            lane = column + 4 * block + 16 * row
            return np.broadcast_to(lane, full), np.zeros(full, np.intp)
        lane = column + 4 * block + 0 * row
        return np.broadcast_to(lane, full), np.broadcast_to(row, full)
    groups = LANES // shape.columns
    lane = column + shape.columns * (row // run % groups)
    item = row % run + run * (row // (run * groups))
    per_block = shape.rows * shape.columns // LANES
    return np.broadcast_to(lane, full), np.broadcast_to(item + per_block * block, full)


def spread_layout(
    spread: Spread, lanes: int, lines: int = LINES
) -> tuple[Array, Array]:
    """
    Lane and item of each element of a matrix, `[1, lines, length]` by line and place;
    of elements that several lanes have, those of the first.
    """
    lane, item = np.mgrid[:lanes, : spread.items][:, ::-1]
    places = np.array([spread.place(i) for i in range(spread.items)])
    group = lane // lines
    if spread.even_first:
        group = (2 * group + group // 2) % 4
    line, place = lane % lines, group * spread.group + places[item]
    found = np.empty((2, 1, lines, place.max() + 1), np.intp)
    # Of several assignments to one place numpy keeps the last.
    found[0, 0, line, place], found[1, 0, line, place] = lane, item
    return found[0], found[1]


def multiply_accumulate(a: Array, b: Array, c: Array) -> Array:
    """
    `a @ b^T + c` of `a[…, rows, depth]`, `b[…, columns, depth]`, `c[…, rows, columns]`.

    Floats are added in the order of depth, each product and sum rounded once to the type
    of `c`; integers are exact.
    """
    depth = range(a.shape[-1])
    if not np.issubdtype(c.dtype, np.floating):
        # Doubles are exact: sources have 8 bits.
        factors = a.astype(np.float64), b.astype(np.float64).swapaxes(-1, -2)
        return c + np.matmul(*factors).astype(np.int64)
    total = c
    if c.dtype == np.float32 and _exact_in_single(a, b):
        a, b = a.astype(np.float32), b.astype(np.float32)
        for k in depth:
            total = a[..., :, None, k] * b[..., None, :, k] + total
        return total
    for k in depth:
        x, y = a[..., :, None, k], b[..., None, :, k]
        total = fma(DEFAULT_MODE, *np.broadcast_arrays(x, y, total))
    return total


def _exact_in_single(*factors: Array) -> bool:
    """
    Returns whether floats hold the products of all numbers exactly: each has 12 significant bits
    at most, as halves have, and is zero or between 2**-50 and 2**50.
    """
    for values in factors:
        single = values.astype(np.float32)
        size = np.abs(single)
        if (
            (single != values).any()
            or (single.view(np.uint32) & np.uint32(0xFFF)).any()
            or not ((size <= 2.0**50) & ((size >= 2.0**-50) | (size == 0))).all()
        ):
            return False
    return True


def expand_sparse(values: Array, indices: Array) -> Array:
    """
    Expands a sparse matrix to `[…, 2 * n]`. Each group of 4 in depth has two values from
    `values[…, n]`, at the places `indices[…, n]` in the group, and two zeros.
    """
    pairs = values.reshape(*values.shape[:-1], -1, 2)
    places = indices.reshape(*indices.shape[:-1], -1, 2)
    groups = np.zeros((*pairs.shape[:-1], 4), values.dtype)
    for number in range(2):
        np.put_along_axis(
            groups,
            places[..., number : number + 1],
            pairs[..., number : number + 1],
            -1,
        )
    return groups.reshape(*values.shape[:-1], -1)


_UNSIGNED: dict[int, Any] = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}


def unpack(words: Array, width: int, signed: bool = False) -> Array:
    """
    Registers `[n, count, lanes]` as items `[count, lanes, items]` of `width` bits, in unsigned
    integers of 8, 16, 32 or 64 bits; of 4 and 8 bits with `signed` as int64.
    """
    data = np.ascontiguousarray(np.moveaxis(words, 0, -1))
    if width == 4:
        data = data.view(np.uint8)
        halves = np.stack([data & np.uint8(15), data >> np.uint8(4)], axis=-1)
        items = halves.reshape(*data.shape[:-1], -1)
        return (items ^ 8).astype(np.int64) - 8 if signed else items.astype(np.int64)
    if width == 8 and signed:
        return data.view(np.int8).astype(np.int64)
    return data.view(_UNSIGNED[width])


def pack(items: Array) -> Array:
    """
    The reverse of `unpack` for 16, 32 and 64 bits: items `[count, lanes, items]` to registers.
    """
    data = np.ascontiguousarray(items)
    words = data.view(np.uint32) if data.shape[-1] * data.itemsize >= 4 else data
    return np.moveaxis(words, -1, 0)
