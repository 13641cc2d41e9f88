"""
Loads that transpose: each test states the matrices that lanes load and get, as Triton 3.9 lays them
out, and the kernels of `test_emulator_foreign.py` use these instructions in products.
"""

from __future__ import annotations

import numpy as np
import pytest
from emulator_memory_helpers import Array, Bench

from xdsl_opencl.emulator.errors import UnknownInstructionError


def packed(items: Array, bits: int) -> Array:
    """Elements [lanes, n] of `bits` bits as bytes [lanes, n * bits / 8], lowest bits first."""
    each = items[..., None] >> np.arange(bits) & 1
    flat = each.reshape(len(items), -1).astype(np.uint8)
    return np.packbits(flat, axis=1, bitorder="little")


def loaded(cpu: str, text: str, bits: int, rows: Array, words: int) -> Array:
    """
    The bytes [lanes, n] that `text` gives to the lanes of a wave, where lane l loads row l of
    the elements `rows`, and the rows are 64 bytes apart.
    """
    lanes = len(rows)
    bench = Bench(cpu, count=1, lds=64 * 64, lanes=lanes)
    data = packed(rows, bits)
    place = np.zeros((lanes, 64), np.uint8)
    place[:, : data.shape[1]] = data
    if text.startswith("global"):
        address = bench.buffer(place.reshape(-1)).address
        bench.put64(20, address + 64 * np.arange(lanes))
    else:
        bench.state.lds[0, : place.size] = place.reshape(-1)
        bench.put(20, 64 * np.arange(lanes))
    bench.run(text)
    found = bench.state.v[4 : 4 + words, 0]
    return np.ascontiguousarray(found.T).view(np.uint8).reshape(lanes, -1)


@pytest.mark.parametrize(
    ("text", "bits"),
    [
        ("ds_read_b64_tr_b16 v[4:5], v20", 16),
        ("ds_read_b64_tr_b8 v[4:5], v20", 8),
        ("ds_read_b64_tr_b4 v[4:5], v20", 4),
        ("ds_read_b96_tr_b6 v[4:6], v20", 6),
    ],
)
def test_columns_of_gfx950(text: str, bits: int):
    """Sixteen lanes load a matrix with rows of 16 elements, and lane c gets column c."""
    words = 3 if bits == 6 else 2
    items = 32 * words // bits
    matrices = np.random.default_rng(bits).integers(0, 1 << bits, (4, items, 16))
    got = loaded("gfx950", text, bits, matrices.reshape(64, items), words)
    want = packed(matrices.transpose(0, 2, 1).reshape(64, items), bits)
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(
    ("cpu", "text", "bits"),
    [
        ("gfx1200", "global_load_tr_b128 v[4:7], v[20:21], off", 16),
        ("gfx1200", "global_load_tr_b64 v[4:5], v[20:21], off", 8),
        ("gfx1250", "global_load_tr16_b128 v[4:7], v[20:21], off", 16),
        ("gfx1250", "global_load_tr8_b64 v[4:5], v[20:21], off", 8),
        ("gfx1250", "ds_load_tr16_b128 v[4:7], v20", 16),
        ("gfx1250", "ds_load_tr8_b64 v[4:5], v20", 8),
    ],
)
def test_factors_of_gfx12(cpu: str, text: str, bits: int):
    """
    Of a matrix with 16 rows of 16 elements, two lanes load a row, half of it each, and lane c
    gets 8 elements of column c % 16. The lanes of the rows differ by the width.
    """
    matrix = np.random.default_rng(bits).integers(0, 1 << bits, (16, 16))
    rows = np.zeros((32, 8), matrix.dtype)
    run = 8 if bits == 16 else 4
    for row in range(16):
        for half in range(2):
            lane = row // run * 2 * run + half * run + row % run
            rows[lane] = matrix[row, 8 * half : 8 * half + 8]
    got = loaded(cpu, text, bits, rows, bits // 4)
    depth = np.arange(8) + 8 * (np.arange(32)[:, None] // 16)
    want = matrix[depth, np.arange(32)[:, None] % 16]
    np.testing.assert_array_equal(got, packed(want, bits))


@pytest.mark.parametrize(
    "text",
    ["ds_load_tr4_b64 v[4:5], v20", "global_load_tr4_b64 v[4:5], v[20:21], off"],
)
def test_factors_of_4_bits(text: str):
    """
    Of a matrix with 32 rows of 16 elements, a lane loads a row, and lane c gets 16 elements of column
    c % 16: the first or the last 8 of each 16 rows.
    """
    matrix = np.random.default_rng(4).integers(0, 16, (32, 16))
    got = loaded("gfx1250", text, 4, matrix, 2)
    e, lane = np.arange(16), np.arange(32)[:, None]
    want = matrix[16 * (e // 8) + 8 * (lane // 16) + e % 8, lane % 16]
    np.testing.assert_array_equal(got, packed(want, 4))


def test_waves_of_64_have_another_layout():
    text = "global_load_tr_b128 v[4:7], v[20:21], off"
    with pytest.raises(UnknownInstructionError, match="waves of 64; compile for waves"):
        loaded("gfx1200", text, 16, np.zeros((64, 8), np.int64), 4)
