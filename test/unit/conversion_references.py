"""Conversions of exact rationals in every rounding mode, and edge values."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
from builtin_jit import DTYPES

PRECISION = {"f16": (11, -24, 16), "f32": (24, -149, 128), "f64": (53, -1074, 1024)}
"""Bits of the significand, exponent of the smallest number and of the overflow."""


def round_to_integer(value: Fraction, mode: str) -> int:
    floor = math.floor(value)
    rest = value - floor
    match mode:
        case "rtn":
            return floor
        case "rtp":
            return floor + (rest > 0)
        case "rtz":
            return floor + (value < 0 and rest > 0)
        case _:
            tie = rest == Fraction(1, 2)
            return floor + (rest > Fraction(1, 2) or (tie and floor % 2 == 1))


def round_to_float(value: Fraction, element: str, mode: str) -> float:
    """IEEE 754 rounding of an exact value; zero is given its sign by the caller."""
    precision, smallest, limit = PRECISION[element]
    if value == 0:
        return 0.0
    exponent = 0
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - precision + 1, smallest)
    rounded = round_to_integer(value / unit, mode) * unit
    largest = Fraction(2) ** limit - Fraction(2) ** (limit - precision)
    if abs(rounded) <= largest:
        return float(rounded)
    inwards = mode == "rtz" or mode == ("rtn" if value > 0 else "rtp")
    end = float(largest) if inwards else math.inf
    return math.copysign(end, value)


def float_edges(element: str, seed: str) -> list[float]:
    dtype = DTYPES[element]
    info = np.finfo(dtype)
    values = [0.0, 0.5, 1.0, 1.5, 2.5, 3.5, 126.5, 127.5, 128.5, 254.5, 255.5, 256.0]
    values += [float(info.tiny), float(info.smallest_subnormal), float(info.max)]
    values += [float(info.tiny) * 0.75, 0.49999997, 0.99999994, 65504.0, 65519.0]
    values += [65520.0, 1e-8, 5.97e-8, 2.0**-24, 2.0**-25, 1.5 * 2.0**-25, 3e38, 1e300]
    for bits in (7, 8, 15, 16, 31, 32, 63, 64):
        edge = dtype(min(2.0**bits, float(info.max)))
        values += [float(edge)]
        values += [float(np.nextafter(edge, dtype(0))), float(edge) + 0.5]
    source = random.Random(seed)
    for _ in range(60):
        values.append(math.ldexp(source.uniform(1, 2), source.randint(-30, 70)))
    with np.errstate(over="ignore"):
        cast = [float(dtype(v)) for v in values]
    return [*cast, *(-v for v in cast), math.inf, -math.inf, math.nan]


def integer_edges(bits: int, unsigned: bool, seed: str) -> list[int]:
    low, high = (
        (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    )
    values = {0, 1, 2, low, low + 1, high, high - 1, high // 2, 65519, 65520, 65504}
    for e in (11, 12, 16, 24, 25, 31, 53, 54, 63):
        for k in (-3, -1, 0, 1, 3):
            values |= {2**e + k, -(2**e) + k, 2**e * 3 + k}
    source = random.Random(seed)
    values |= {source.randint(low, high) >> source.randrange(bits) for _ in range(80)}
    return sorted(v for v in values if low <= v <= high)


def same(found: Any, expected: float) -> bool:
    found = float(found)
    if math.isnan(expected):
        return math.isnan(found)
    return found == expected and math.copysign(1, found) == math.copysign(1, expected)
