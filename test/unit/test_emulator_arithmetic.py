"""
The emulator's sums, products and fused multiply-adds are the exact results, rounded once, for
every format and rounding mode; its division sequence gives the nearest quotient.

Compared with rationals in Python's integers (`exact_rounding`), and with the host's own
division.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from exact_rounding import DOWNWARD, NEAREST_EVEN, rounded

from xdsl_opencl.emulator.vector.semantics import arithmetic, division, transcendental
from xdsl_opencl.emulator.vector.semantics.formats import (
    DOUBLE,
    HALF,
    SINGLE,
    Array,
    Format,
    Mode,
)

COUNT = 300

FORMATS = pytest.mark.parametrize(
    "format", [HALF, SINGLE, DOUBLE], ids=lambda f: f.width
)
MODES = pytest.mark.parametrize("rounding", range(4))


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


def anything(format: Format, random: np.random.Generator) -> Array:
    """Numbers of any bits, finite."""
    bits = random.integers(0, 1 << format.width, COUNT, np.uint64)
    values = bits.astype(format.bits_type).view(format.float_type)
    return np.where(np.isfinite(values), values, format.float_type(1))


def plain(format: Format, random: np.random.Generator) -> Array:
    """
    Numbers near 1 with few bits, whose results are often half way between two others.
    """
    values = random.standard_normal(COUNT) * 2.0 ** random.integers(-3, 4, COUNT)
    bits = values.astype(format.float_type).view(format.bits_type)
    drop = random.integers(0, format.precision - 1, COUNT).astype(format.bits_type)
    return (bits >> drop << drop).view(format.float_type)


def cancelling(format: Format, random: np.random.Generator) -> tuple[Array, ...]:
    """An addend that nearly cancels the product."""
    a, b = plain(format, random), plain(format, random)
    near = (-(a.astype(np.float64) * b)).astype(format.float_type)
    step = random.integers(0, 3, COUNT).astype(format.bits_type)
    c = (near.view(format.bits_type) + step).view(format.float_type)
    return a, b, c


def small(format: Format, random: np.random.Generator) -> tuple[Array, ...]:
    """Products among the denormals, and addends of every size."""
    a, b = plain(format, random), plain(format, random)
    half = np.int32(format.smallest // 2)
    scales = (np.where(random.integers(0, 2, COUNT) == 0, half, 0) for _ in range(2))
    a, b = (
        np.ldexp(x, s.astype(np.int32)).astype(format.float_type)
        for x, s in zip((a, b), scales, strict=True)
    )
    return a, b, anything(format, random)


def sources(format: Format) -> Iterator[tuple[Array, ...]]:
    random = np.random.default_rng(7)
    for make in (anything, plain):
        yield make(format, random), make(format, random), make(format, random)
    yield cancelling(format, random)
    yield small(format, random)


def mode_of(rounding: int) -> Mode:
    return Mode(round_single=rounding, round_double=rounding)


def exact(*values: Any) -> list[Fraction]:
    return [Fraction(float(value)) for value in values]


@FORMATS
@MODES
def test_fma_is_rounded_once(format: Format, rounding: int):
    """Fails where the product or the sum is rounded on the way."""
    for a, b, c in sources(format):
        results = arithmetic.fma(mode_of(rounding), a, b, c)
        assert results.dtype == format.float_type
        for x, y, z, result in zip(a, b, c, results, strict=True):
            p, q, r = exact(x, y, z)
            wanted = rounded(p * q + r, format.width, rounding)
            assert float(result) == wanted, (x, y, z)


@FORMATS
@MODES
@pytest.mark.parametrize(
    ("function", "operation"),
    [
        (arithmetic.add, Fraction.__add__),
        (arithmetic.subtract, Fraction.__sub__),
        (arithmetic.multiply, Fraction.__mul__),
    ],
)
def test_sums_and_products(
    format: Format, rounding: int, function: Any, operation: Callable[..., Fraction]
):
    """Fails where a rounding mode is not honoured."""
    for a, b, _ in sources(format):
        results = function(mode_of(rounding), a, b)
        for x, y, result in zip(a[::3], b[::3], results[::3], strict=True):
            wanted = rounded(operation(*exact(x, y)), format.width, rounding)
            assert float(result) == wanted, (x, y)


@MODES
def test_ties_that_a_tiny_addend_breaks(rounding: int):
    """
    A product half way between two doubles, and an addend far below; and a denormal result
    half way between two.
    """
    a, b = 1 + 2.0**-27, 1 + 2.0**-26
    cases = [
        (a, b, c) for c in (2.0**-200, -(2.0**-200), 0.0, 2.0**-1000, -(2.0**-1060))
    ]
    cases += [(-a, b, c) for c in (2.0**-200, -(2.0**-200))]
    cases += [(3 * 2.0**-1074, 0.5, c) for c in (0.0, 2.0**-1074)]
    cases += [(5 * 2.0**-1074, 0.5, 0.0), (2.0**-600, 2.0**-475, 0.0)]
    columns = [np.array(column) for column in zip(*cases, strict=True)]
    results = arithmetic.fma(mode_of(rounding), *columns)
    for (x, y, z), result in zip(cases, results, strict=True):
        p, q, r = exact(x, y, z)
        assert float(result) == rounded(p * q + r, 64, rounding), (x, y, z)


@FORMATS
@MODES
def test_signs_of_zeros(format: Format, rounding: int):
    """
    A sum of opposite numbers is -0 when rounding downward, else +0; equal zeros keep their
    sign (IEEE 754-2008, section 6.3).
    """
    mode = mode_of(rounding)

    def sign(a: float, b: float) -> bool:
        values = (np.array([x], format.float_type) for x in (a, b))
        return bool(np.signbit(arithmetic.add(mode, *values))[0])

    assert sign(1.0, -1.0) == (rounding == DOWNWARD)
    assert sign(0.0, -0.0) == (rounding == DOWNWARD)
    assert sign(-0.0, -0.0)
    assert not sign(0.0, 0.0)
    zero = np.array([-0.0], format.float_type)
    one = np.array([1.0], format.float_type)
    assert np.signbit(arithmetic.multiply(mode, zero, one))[0]
    assert np.signbit(arithmetic.fma(mode, zero, one, zero))[0]


@FORMATS
@MODES
def test_infinities(format: Format, rounding: int):
    """
    Infinities and NaNs come out as in ordinary arithmetic, and an infinite addend wins over a
    product that overflows.
    """
    inf, nan, most = np.inf, np.nan, float(np.finfo(format.float_type).max)
    cases = [
        (inf, 1.0, 1.0, inf),
        (1.0, -inf, 1.0, -inf),
        (inf, 0.0, 1.0, nan),
        (inf, 1.0, -inf, nan),
        (most, most, -inf, -inf),
        (1.0, 1.0, nan, nan),
        (nan, 1.0, 1.0, nan),
    ]
    columns = [
        np.array(column, format.float_type) for column in zip(*cases, strict=True)
    ]
    result = arithmetic.fma(mode_of(rounding), *columns[:3])
    np.testing.assert_array_equal(result, columns[3])


def test_multiply_add_rounds_twice_and_has_no_denormals():
    """V_MAD_F32 rounds the product; and a denormal product is 0."""
    mode = Mode()
    near = np.float32(1 + 2**-12)
    a, c = np.array([near]), np.array([-np.float32(near * near)])
    assert arithmetic.multiply_add(mode, a, a, c)[0] == 0
    assert arithmetic.fma(mode, a, a, c)[0] == np.float32(2**-24)
    tiny = np.array([np.float32(2.0**-100)])
    assert arithmetic.multiply_add(mode, tiny, tiny, np.zeros(1, np.float32))[0] == 0
    denormal = np.array([np.float32(2.0**-140)])
    one = np.ones(1, np.float32)
    assert arithmetic.multiply_add(mode, one, denormal, denormal)[0] == 0


# Division


def _divide_single(n: Array, d: Array) -> Array:
    """LLVM's expansion of a float division (`SITargetLowering::LowerFDIV32`)."""
    mode = Mode()
    one = np.ones_like(n)
    scaled_d, _ = division.scale(mode, d, d, n)
    scaled_n, back = division.scale(mode, n, d, n)
    guess = transcendental.reciprocal(mode, scaled_d)
    error = arithmetic.fma(mode, -scaled_d, guess, one)
    better = arithmetic.fma(mode, error, guess, guess)
    quotient = scaled_n * better
    rest = arithmetic.fma(mode, -scaled_d, quotient, scaled_n)
    quotient = arithmetic.fma(mode, rest, better, quotient)
    rest = arithmetic.fma(mode, -scaled_d, quotient, scaled_n)
    result = division.fused_scaled(mode, rest, better, quotient, back)
    return division.fix_up(mode, result, d, n)


def _divide_double(n: Array, d: Array) -> Array:
    """
    LLVM's expansion of a double division (`SITargetLowering::LowerFDIV64`), with a
    reciprocal as inexact as the hardware's.
    """
    mode = Mode()
    one = np.ones_like(n)
    scaled_d, _ = division.scale(mode, d, d, n)
    scaled_n, back = division.scale(mode, n, d, n)
    guess = transcendental.reciprocal(mode, scaled_d) * (1 + 2.0**-25)
    for _ in range(2):
        error = arithmetic.fma(mode, -scaled_d, guess, one)
        guess = arithmetic.fma(mode, guess, error, guess)
    quotient = scaled_n * guess
    rest = arithmetic.fma(mode, -scaled_d, quotient, scaled_n)
    result = division.fused_scaled(mode, rest, guess, quotient, back)
    return division.fix_up(mode, result, d, n)


def _extreme(format: Format, random: np.random.Generator, count: int) -> Array:
    """Numbers with exponents at both ends of the range."""
    top = format.infinity >> (format.precision - 1)
    low = random.integers(0, 60, count)
    field = np.where(random.integers(0, 2, count) == 0, low, top - low)
    bits = random.integers(0, 1 << format.width, count, np.uint64)
    bits &= np.uint64(format.fraction | format.sign)
    bits |= field.astype(np.uint64) << np.uint64(format.precision - 1)
    return bits.astype(format.bits_type).view(format.float_type)


@pytest.mark.parametrize(
    ("format", "divide"), [(SINGLE, _divide_single), (DOUBLE, _divide_double)]
)
def test_division_is_exactly_rounded(
    format: Format, divide: Callable[[Array, Array], Array]
):
    """
    Fails where V_DIV_SCALE, V_DIV_FMAS or V_DIV_FIXUP mistreats an extreme, a denormal, an
    infinity or a NaN.
    """
    random = np.random.default_rng(3)
    count = 5000
    limits = np.finfo(format.float_type)
    special = np.array(
        [0.0, 1.0, np.inf, np.nan, limits.max, limits.tiny, limits.smallest_subnormal],
        format.float_type,
    )
    special = np.concatenate([special, -special])
    pairs = [
        (_extreme(format, random, count), _extreme(format, random, count)),
        (np.repeat(special, len(special)), np.tile(special, len(special))),
        (_extreme(format, random, count), random.standard_normal(count)),
    ]
    for n, d in pairs:
        d = d.astype(format.float_type)
        got, wanted = divide(n, d), n / d
        np.testing.assert_array_equal(got, wanted)
        numbers = ~np.isnan(wanted)
        np.testing.assert_array_equal(
            np.signbit(got[numbers]), np.signbit(wanted[numbers])
        )


def test_rounded_is_the_hosts_rounding():
    """
    The reference itself: Python's conversion of a rational to a double, NumPy's of a double to
    float and half.
    """
    random = np.random.default_rng(1)
    for value in random.standard_normal(200) * 2.0 ** random.integers(-160, 120, 200):
        number = Fraction(float(value)) / 3
        assert rounded(number, 64) == float(number)
        assert rounded(Fraction(float(value)), 32) == float(np.float32(value))
        assert rounded(Fraction(float(value)), 16) == float(np.float16(value))
    assert rounded(Fraction(1, 3), 64, NEAREST_EVEN) == 1 / 3
