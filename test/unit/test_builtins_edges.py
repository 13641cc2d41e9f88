"""
Values at the edges of builtins that the operands of `test_builtins_calls.py` do not meet, on
the CPU device.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from builtin_jit import DTYPES, Batch, Function, Shape
from float_references import check, pairs, remainder

np: Any = import_module("numpy")


def call(name: str, arguments: Sequence[Shape], results: Sequence[Shape]) -> Function:
    places = ", ".join(f"{{{i}}}" for i in range(len(arguments)))
    types = ", ".join(map(str, arguments))
    out = ", ".join(map(str, results))
    text = f'opencl.builtin "{name}"({places}) : ({types}) -> ({out})'
    return Function(text, tuple(arguments), tuple(results))


def rows(values: Any, width: int) -> Any:
    padded = np.resize(values, -(-len(values) // width) * width)
    return padded.reshape(-1, width) if width > 1 else padded


@pytest.mark.parametrize(("element", "width"), [("f16", 1), ("f32", 2), ("f64", 3)])
def test_remquo(element: str, width: int):
    """The remainder, and at least seven bits of the quotient with its sign."""
    shape, integer = Shape(element, width), Shape("i32", width)
    batch = Batch([call("remquo", [shape] * 2, [shape, integer])])
    x, y = pairs(element, "remquo")
    limits = np.finfo(x.dtype)
    # Where the sum of a remainder and a multiple of y is infinite, and where it is exact.
    shares = np.array([1, -0.99, 0.87, 0.61, -0.55, 0.5, 0.37, 0.25, 0.01], x.dtype)
    for scale in (limits.max, limits.smallest_normal):
        more = shares * scale
        x = np.concatenate([x, np.repeat(more, len(more))])
        y = np.concatenate([y, np.tile(more, len(more))])
    found, quotient = (
        r.ravel()[: len(x)] for r in batch.run(0, [rows(x, width), rows(y, width)])
    )
    check("remquo", element, [x, y], found, remainder(x, y), 0)
    for a, b, q in zip(x, y, quotient, strict=True):
        if not np.isfinite(a) or np.isnan(b) or b == 0:
            continue
        exact = Fraction(0) if np.isinf(b) else Fraction(float(a)) / Fraction(float(b))
        nearest = round(exact)
        assert abs(int(q)) % 128 == abs(nearest) % 128, (a, b, q)
        if int(q):
            assert (int(q) < 0) == (nearest < 0), (a, b, q)


def test_nan():
    """A quiet NaN that carries the low bits."""
    for element, integer in (("f16", "i16"), ("f32", "i32"), ("f64", "i64")):
        batch = Batch([call("nan", [Shape(integer)], [Shape(element)])])
        codes = np.array([0, 1, 77, -1], DTYPES[integer])
        (found,) = batch.run(0, [codes])
        assert np.isnan(found).all()
        quiet = 1 << (np.finfo(DTYPES[element]).nmant - 1)
        bits = found.view(DTYPES[integer])
        assert (bits & quiet != 0).all()
        assert (bits & 0xFF == codes & 0xFF).all()


def test_nextafter_to_zero():
    """Zero has the sign of the side that it is come to from."""
    for element in ("f16", "f32", "f64"):
        shape = Shape(element)
        least = np.finfo(DTYPES[element]).smallest_subnormal
        x = np.array([least, -least, -least, 0.0, -0.0], DTYPES[element])
        y = np.array([-1, 1, 0, 1, -1], DTYPES[element])
        batch = Batch([call("nextafter", [shape] * 2, [shape])])
        (found,) = batch.run(0, [x, y])
        assert found.tolist() == [0, 0, 0, least, -least]
        assert np.signbit(found).tolist() == [False, True, True, False, True]


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
    """The bits stay; the fourth element of three is undefined."""
    shapes = Shape(*source), Shape(*target)
    text = f"opencl.as {{0}} : {shapes[0]} -> {shapes[1]}"
    batch = Batch([Function(text, (shapes[0],), (shapes[1],))])
    chance = np.random.default_rng(7)
    data = chance.integers(0, 100, (20, source[1])).astype(DTYPES[source[0]])
    (result,) = batch.run(0, [data])
    size = min(data[0].nbytes, result[0].nbytes)
    for given, found in zip(data, result, strict=True):
        assert given.tobytes()[:size] == found.tobytes()[:size]
