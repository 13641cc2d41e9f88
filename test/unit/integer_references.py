"""Integer functions in exact arithmetic, and edge values."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

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


def edges(bits: int) -> list[int]:
    half = 1 << (bits - 1)
    values = {0, 1, 2, 3, 7, bits - 1, bits, bits + 1, half - 2, half - 1}
    values |= {-1, -2, -half, -half + 1, 0x55 % half, -0x56, half // 2 + 1}
    if bits >= 32:
        values |= {(1 << 23) - 1, 1 << 23, -(1 << 23), (1 << 24) - 1, 1 << 24}
    return sorted({to_signed(v, bits) for v in values})


def operands(bits: int, count: int, width: int, seed: str) -> list[list[int]]:
    """Columns of edge values, a multiple of `width` long."""
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
