"""
Conversions over edge values in every rounding mode, against exact rationals.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from builtin_jit import DTYPES, Batch, Function, Shape

PRECISION = {"f16": (11, -24, 16), "f32": (24, -149, 128), "f64": (53, -1074, 1024)}
"""Bits of the significand, exponent of the smallest number and of the overflow."""
MODES = (None, "rte", "rtz", "rtp", "rtn")
INTEGERS = ("i8", "i16", "i32", "i64")
FLOATS = ("f16", "f32", "f64")


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
    """
    IEEE 754 rounding of an exact value; zero is given its sign by the caller.
    """
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


def convert(source: Shape, target: Shape, mode: str | None, flags: str) -> Function:
    """
    `flags`: `u` source unsigned, `U` result unsigned, `s` saturate.
    """
    text = "opencl.convert " + ("saturate " if "s" in flags else "")
    text += f"round {mode} " if mode else ""
    u, big = ("unsigned " if f in flags else "" for f in "uU")
    return Function(f"{text}{{0}} : {u}{source} -> {big}{target}", (source,), (target,))


def same(found: Any, expected: float) -> bool:
    found = float(found)
    if math.isnan(expected):
        return math.isnan(found)
    return found == expected and math.copysign(1, found) == math.copysign(1, expected)


def columns(values: list[Any], width: int, dtype: Any) -> Any:
    padded = values + values[: -len(values) % width]
    array = np.array(padded, dtype)
    return array.reshape(-1, width) if width > 1 else array


@pytest.mark.parametrize("element", FLOATS)
def test_float_to_integer(element: str):
    """
    Without saturation only what fits is defined.
    """
    table = [
        (target, mode, flags, width)
        for target, width in zip(INTEGERS, (4, 3, 1, 2), strict=True)
        for mode in MODES
        for flags in ("", "U", "s", "sU")
    ]
    batch = Batch(
        [convert(Shape(element, w), Shape(t, w), m, f) for t, m, f, w in table]
    )
    values = float_edges(element, element)
    for i, (target, mode, flags, width) in enumerate(table):
        bits = int(target[1:])
        unsigned = "U" in flags
        (result,) = batch.run(i, [columns(values, width, DTYPES[element])])
        low = 0 if unsigned else -(2 ** (bits - 1))
        high = 2**bits - 1 if unsigned else 2 ** (bits - 1) - 1
        for value, found in zip(values, result.ravel(), strict=False):
            if math.isnan(value):
                exact: float = 0
            elif math.isinf(value):
                exact = value
            else:
                exact = round_to_integer(Fraction(value), mode or "rtz")
            if "s" in flags:
                exact = min(max(exact, low), high)
            elif not math.isfinite(value) or not low <= exact <= high:
                continue
            assert int(found) % 2**bits == int(exact) % 2**bits, (value, table[i])


@pytest.mark.parametrize("element", INTEGERS)
@pytest.mark.parametrize("unsigned", [False, True])
def test_integer_to_float(element: str, unsigned: bool):
    bits = int(element[1:])
    flags = "u" if unsigned else ""
    table = [(t, m, w) for t, w in zip(FLOATS, (1, 4, 2), strict=True) for m in MODES]
    batch = Batch(
        [convert(Shape(element, w), Shape(t, w), m, flags) for t, m, w in table]
    )
    values = integer_edges(bits, unsigned, element)
    raw = [v - 2**bits if v >= 2 ** (bits - 1) else v for v in values]
    for i, (target, mode, width) in enumerate(table):
        (result,) = batch.run(i, [columns(raw, width, DTYPES[element])])
        for value, found in zip(values, result.ravel(), strict=False):
            expected = round_to_float(Fraction(value), target, mode or "rte")
            assert same(found, expected), (value, found, expected, table[i])


@pytest.mark.parametrize("element", FLOATS)
def test_float_to_float(element: str):
    table = [(t, m, w) for t, w in zip(FLOATS, (3, 1, 2), strict=True) for m in MODES]
    batch = Batch([convert(Shape(element, w), Shape(t, w), m, "") for t, m, w in table])
    values = float_edges(element, element + "f")
    for i, (target, mode, width) in enumerate(table):
        (result,) = batch.run(i, [columns(values, width, DTYPES[element])])
        for value, found in zip(values, result.ravel(), strict=False):
            expected = value
            if math.isfinite(value):
                expected = round_to_float(Fraction(value), target, mode or "rte")
                expected = math.copysign(expected, value)
            assert same(found, expected), (value, found, expected, table[i])


@pytest.mark.parametrize("element", INTEGERS)
def test_integer_to_integer(element: str):
    bits = int(element[1:])
    table = [
        (t, flags, w)
        for t, w in zip(INTEGERS, (4, 3, 1, 2), strict=True)
        for flags in ("", "u", "U", "uU", "s", "su", "sU", "suU")
    ]
    batch = Batch(
        [convert(Shape(element, w), Shape(t, w), None, f) for t, f, w in table]
    )
    for i, (target, flags, width) in enumerate(table):
        values = integer_edges(bits, "u" in flags, element)
        raw = [v - 2**bits if v >= 2 ** (bits - 1) else v for v in values]
        wanted = int(target[1:])
        unsigned = "U" in flags
        low = 0 if unsigned else -(2 ** (wanted - 1))
        high = 2**wanted - 1 if unsigned else 2 ** (wanted - 1) - 1
        (result,) = batch.run(i, [columns(raw, width, DTYPES[element])])
        for value, found in zip(values, result.ravel(), strict=False):
            expected = min(max(value, low), high) if "s" in flags else value
            assert int(found) % 2**wanted == expected % 2**wanted, (value, table[i])


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (("f32", 4), ("i32", 4)),
        (("i16", 2), ("f32", 1)),
        (("i8", 16), ("f64", 2)),
        (("f32", 3), ("i32", 3)),
        (("i32", 3), ("f32", 4)),
        (("i16", 4), ("i16", 3)),
    ],
)
def test_as(source: tuple[str, int], target: tuple[str, int]):
    """
    The bits stay; the fourth element of three is undefined.
    """
    shapes = Shape(*source), Shape(*target)
    text = f"opencl.as {{0}} : {shapes[0]} -> {shapes[1]}"
    batch = Batch([Function(text, (shapes[0],), (shapes[1],))])
    chance = np.random.default_rng(7)
    data = chance.integers(0, 100, (20, source[1])).astype(DTYPES[source[0]])
    (result,) = batch.run(0, [data])
    size = min(data[0].nbytes, result[0].nbytes)
    for given, found in zip(data, result, strict=True):
        assert given.tobytes()[:size] == found.tobytes()[:size]
