"""
Integer and relational functions over edge values, against exact arithmetic.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from builtin_jit import Batch, Function, Shape

Unary = Callable[[int, bool, int], int]
Binary = Callable[[int, bool, int, int], int]
Ternary = Callable[[int, bool, int, int, int], int]
Reference = Callable[[int, bool, tuple[int, ...]], int]
"""Of the width in bits, whether it is unsigned, and the operands."""


def unary(function: Unary) -> tuple[int, Reference]:
    return 1, lambda n, u, a: function(n, u, a[0])


def binary(function: Binary) -> tuple[int, Reference]:
    return 2, lambda n, u, a: function(n, u, a[0], a[1])


def ternary(function: Ternary) -> tuple[int, Reference]:
    return 3, lambda n, u, a: function(n, u, a[0], a[1], a[2])


def to_signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def saturate(value: int, bits: int, unsigned: bool) -> int:
    low = 0 if unsigned else -(1 << (bits - 1))
    high = (1 << bits) - 1 if unsigned else (1 << (bits - 1)) - 1
    return max(low, min(high, value))


def low24(value: int, unsigned: bool) -> int:
    return value & 0xFFFFFF if unsigned else to_signed(value, 24)


SIGNED: dict[str, tuple[int, Reference]] = {
    "abs": unary(lambda n, u, x: abs(x)),
    "abs_diff": binary(lambda n, u, x, y: abs(x - y)),
    "add_sat": binary(lambda n, u, x, y: saturate(x + y, n, u)),
    "sub_sat": binary(lambda n, u, x, y: saturate(x - y, n, u)),
    "hadd": binary(lambda n, u, x, y: (x + y) >> 1),
    "rhadd": binary(lambda n, u, x, y: (x + y + 1) >> 1),
    "mul_hi": binary(lambda n, u, x, y: (x * y) >> n),
    "max": binary(lambda n, u, x, y: max(x, y)),
    "min": binary(lambda n, u, x, y: min(x, y)),
    "clamp": ternary(lambda n, u, x, low, high: min(max(x, low), high)),
    "mad_hi": ternary(lambda n, u, x, y, z: ((x * y) >> n) + z),
    "mad_sat": ternary(lambda n, u, x, y, z: saturate(x * y + z, n, u)),
}
SIGNED_32: dict[str, tuple[int, Reference]] = {
    "mul24": binary(lambda n, u, x, y: low24(x, u) * low24(y, u)),
    "mad24": ternary(lambda n, u, x, y, z: low24(x, u) * low24(y, u) + z),
}
UNSIGNED: dict[str, tuple[int, Reference]] = {
    "clz": unary(lambda n, u, x: n - x.bit_length()),
    "ctz": unary(lambda n, u, x: n if x == 0 else (x & -x).bit_length() - 1),
    "popcount": unary(lambda n, u, x: x.bit_count()),
    "rotate": binary(lambda n, u, x, y: x << (y % n) | x >> (n - y % n)),
    "bitselect": ternary(lambda n, u, x, y, c: (x & ~c) | (y & c)),
}

SHAPES = [
    ("i8", 1),
    ("i8", 16),
    ("i16", 3),
    ("i16", 8),
    ("i32", 1),
    ("i32", 4),
    ("i64", 1),
    ("i64", 2),
    ("i64", 3),
]


def edges(bits: int) -> list[int]:
    half = 1 << (bits - 1)
    values = {0, 1, 2, 3, 7, bits - 1, bits, bits + 1, half - 2, half - 1}
    values |= {-1, -2, -half, -half + 1, 0x55 % half, -0x56, half // 2 + 1}
    if bits >= 32:
        values |= {(1 << 23) - 1, 1 << 23, -(1 << 23), (1 << 24) - 1, 1 << 24}
    return sorted({to_signed(v, bits) for v in values})


def operands(bits: int, count: int, width: int, seed: str) -> list[list[int]]:
    """
    Columns of edge values, a multiple of `width` long.
    """
    values = edges(bits)
    rows = list(itertools.product(values, repeat=count))
    source = random.Random(seed)
    if len(rows) > 900:
        rows = source.sample(rows, 900)
    rows += [
        tuple(to_signed(source.getrandbits(bits), bits) for _ in range(count))
        for _ in range(100)
    ]
    while len(rows) % width:
        rows.append(rows[0])
    return [list(column) for column in zip(*rows, strict=True)]


def call(name: str, arguments: list[Shape], result: Shape) -> Function:
    places = ", ".join(f"{{{i}}}" for i in range(len(arguments)))
    types = ", ".join(map(str, arguments))
    text = f'opencl.builtin "{name}"({places}) : ({types}) -> {result}'
    return Function(text, tuple(arguments), (result,))


def rows_of(column: list[int], width: int) -> Any:
    return np.array(column).reshape(-1, width) if width > 1 else np.array(column)


@pytest.mark.parametrize(("element", "width"), SHAPES)
def test_exact(element: str, width: int):
    bits = int(element[1:])
    shape = Shape(element, width)
    table = [
        (f"{kind}_{name}", count, reference, kind == "u")
        for name, (count, reference) in (SIGNED | SIGNED_32).items()
        for kind in "su"
        if name in SIGNED or bits == 32
    ]
    table += [(name, n, reference, True) for name, (n, reference) in UNSIGNED.items()]
    batch = Batch([call(name, [shape] * n, shape) for name, n, _, _ in table])
    mask = (1 << bits) - 1
    for i, (name, count, reference, unsigned) in enumerate(table):
        columns = operands(bits, count, width, f"{name}{element}")
        if name.endswith("clamp"):
            # low <= high is required.
            for j in range(len(columns[0])):
                low, high = columns[1][j], columns[2][j]
                if (low & mask > high & mask) if unsigned else low > high:
                    columns[1][j], columns[2][j] = high, low
        (result,) = batch.run(i, [rows_of(c, width) for c in columns])
        for row, found in zip(zip(*columns, strict=True), result.ravel(), strict=True):
            given = tuple(v & mask for v in row) if unsigned else row
            expected = to_signed(reference(bits, unsigned, given), bits)
            assert int(found) == expected, (name, row)


@pytest.mark.parametrize(("element", "width"), [("i8", 1), ("i16", 4), ("i32", 3)])
def test_upsample(element: str, width: int):
    bits = int(element[1:])
    wide = Shape(f"i{2 * bits}", width)
    shape = Shape(element, width)
    batch = Batch([call(f"{k}_upsample", [shape] * 2, wide) for k in "su"])
    columns = operands(bits, 2, width, "upsample")
    for i in range(2):
        (result,) = batch.run(i, [rows_of(c, width) for c in columns])
        for row, found in zip(zip(*columns, strict=True), result.ravel(), strict=True):
            expected = row[0] << bits | row[1] & ((1 << bits) - 1)
            assert int(found) == to_signed(expected, 2 * bits)


@pytest.mark.parametrize(
    ("element", "width"), [("i8", 1), ("i16", 2), ("i32", 3), ("i64", 4)]
)
def test_select_and_votes(element: str, width: int):
    """
    `select` and `any` look at the top bit of vectors, `select` of a scalar at all bits.
    """
    bits = int(element[1:])
    shape, truth = Shape(element, width), Shape("i32")
    batch = Batch(
        [
            call("select", [shape] * 3, shape),
            call("any", [shape], truth),
            call("all", [shape], truth),
        ]
    )
    columns = operands(bits, 3, width, "select")
    arrays = [rows_of(c, width) for c in columns]
    (result,) = batch.run(0, arrays)
    x, y, c = (np.array(column) for column in columns)
    chosen = np.where(c != 0 if width == 1 else c < 0, y, x)
    assert (result.ravel() == chosen).all()
    negative = (arrays[0] < 0).reshape(-1, width)
    assert (batch.run(1, arrays[:1])[0] == negative.any(axis=1)).all()
    assert (batch.run(2, arrays[:1])[0] == negative.all(axis=1)).all()


@pytest.mark.parametrize("element", ["i8", "i32", "f32", "i64"])
@pytest.mark.parametrize(("source", "target"), [(2, 4), (4, 2), (8, 16), (16, 3)])
def test_shuffle(element: str, source: int, target: int):
    """
    Only the low bits of a mask count.
    """
    if target == 3:
        target = 8
    mask_element = element.replace("f", "i")
    wide = [Shape(element, source)]
    mask, result = Shape(mask_element, target), Shape(element, target)
    batch = Batch(
        [
            call("shuffle", [*wide, mask], result),
            call("shuffle2", [*wide * 2, mask], result),
        ]
    )
    chance = np.random.default_rng(source * target)
    a = chance.integers(-100, 100, (50, source))
    b = chance.integers(-100, 100, (50, source))
    m = chance.integers(-128, 128, (50, target))
    for i, pool in enumerate((a, np.concatenate((a, b), axis=1))):
        given = [a, m] if i == 0 else [a, b, m]
        (found,) = batch.run(i, given)
        index = m & (pool.shape[1] - 1)
        assert (found == np.take_along_axis(pool, index, axis=1)).all()
