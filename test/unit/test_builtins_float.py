"""
Floating-point functions over edge values, within the error bounds of the table, against
numpy in the widest precision of the computer.

The references follow C99 annex F and OpenCL C 3.0, section 7.5.1.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from builtin_jit import DTYPES, Batch, Function, Shape

from xdsl_opencl.dialects.opencl.builtin_table import BUILTINS

np: Any = import_module("numpy")
"""Its types say less than nothing about the widest precision."""

Wide = np.longdouble
PI = Wide(4) * np.arctan(Wide(1))
LN2 = np.log(Wide(2))

Unary = Callable[[Any], Any]
Binary = Callable[[Any, Any], Any]


def quadrant(x: Any) -> tuple[Any, Any, Any, Any]:
    """
    sin and cos of pi times the distance of `x` to the nearest half, the number of halves
    modulo 4, and whether `x` is finite.
    """
    finite = np.isfinite(x)
    x = np.where(finite, x, 0)
    reduced = np.fmod(x, 2)
    halves = np.rint(reduced * 2)
    rest = (reduced - halves / 2) * PI
    return np.sin(rest), np.cos(rest), halves.astype(int) % 4, finite


def sinpi(x: Any) -> Any:
    s, c, q, finite = quadrant(x)
    value = np.select([q == 0, q == 1, q == 2], [s, c, -s], -c)
    whole = finite & (np.rint(np.where(finite, x, 0)) == x)
    return np.where(finite, np.where(whole, np.copysign(0, x), value), np.nan)


def cospi(x: Any) -> Any:
    s, c, q, finite = quadrant(x)
    value = np.select([q == 0, q == 1, q == 2], [c, -s, -c], s)
    return np.where(finite, np.where(value == 0, Wide(0), value), np.nan)


def tanpi(x: Any) -> Any:
    """
    Even integers give the sign of x, odd ones the other; n + 0.5 gives +infinity for even
    n and -infinity for odd n.
    """
    s, c, q, finite = quadrant(x)
    with np.errstate(divide="ignore"):
        value = np.where(q % 2 == 0, s / c, -c / np.where(s == 0, 1, s))
    zero = np.copysign(0.0, x) * np.where(q == 2, -1, 1)
    value = np.where((s == 0) & (q % 2 == 0), zero, value)
    value = np.where((s == 0) & (q == 1), np.inf, value)
    value = np.where((s == 0) & (q == 3), -np.inf, value)
    return np.where(finite, value, np.nan)


def rounded_away(x: Any) -> Any:
    whole = np.trunc(x)
    return np.copysign(whole + np.where(abs(x - whole) >= 0.5, np.sign(x), 0), x)


def by_element(function: Callable[[float], float]) -> Unary:
    """
    A function of Python's floats; what it refuses is NaN.
    """

    def guarded(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return math.inf
        except ValueError:
            return math.nan

    def apply(x: Any) -> Any:
        return np.array([guarded(float(v)) for v in x.ravel()]).astype(Wide)

    return apply


def tgamma(x: float) -> float:
    if x == 0:
        return math.copysign(math.inf, x)
    try:
        return math.gamma(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def lgamma(x: float) -> float:
    if x <= 0 and x == math.floor(x):
        return math.inf
    return math.lgamma(x)


def sign(x: Any) -> Any:
    return np.where(np.isnan(x), 0, np.where(x == 0, x, np.sign(x)))


def logb(x: Any) -> Any:
    _, exponent = np.frexp(np.where(np.isfinite(x) & (x != 0), x, 1))
    value = (exponent - 1).astype(Wide)
    value = np.where(x == 0, -np.inf, value)
    return np.where(np.isfinite(x), value, abs(x))


UNARY: dict[str, Unary] = {
    "acos": np.arccos,
    "acosh": np.arccosh,
    "acospi": lambda x: np.arccos(x) / PI,
    "asin": np.arcsin,
    "asinh": np.arcsinh,
    "asinpi": lambda x: np.arcsin(x) / PI,
    "atan": np.arctan,
    "atanh": np.arctanh,
    "atanpi": lambda x: np.arctan(x) / PI,
    "cbrt": np.cbrt,
    "ceil": np.ceil,
    "cos": np.cos,
    "cosh": np.cosh,
    "cospi": cospi,
    "degrees": lambda x: x * (180 / PI),
    "erf": by_element(math.erf),
    "erfc": by_element(math.erfc),
    "exp": np.exp,
    "exp10": lambda x: np.power(Wide(10), x),
    "exp2": np.exp2,
    "expm1": np.expm1,
    "fabs": np.abs,
    "floor": np.floor,
    "lgamma": by_element(lgamma),
    "log": np.log,
    "log10": np.log10,
    "log1p": np.log1p,
    "log2": np.log2,
    "logb": logb,
    "radians": lambda x: x * (PI / 180),
    "rint": np.rint,
    "round": rounded_away,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sign": sign,
    "sin": np.sin,
    "sinh": np.sinh,
    "sinpi": sinpi,
    "sqrt": np.sqrt,
    "tan": np.tan,
    "tanh": np.tanh,
    "tanpi": tanpi,
    "tgamma": by_element(tgamma),
    "trunc": np.trunc,
}
EXTRA_ULP = {"lgamma": 64.0, "tgamma": 4.0}
"""The error in ULP that the reference itself, in double precision, may have; OpenCL sets no
bound for lgamma."""

ABSOLUTE = {"lgamma": 1e-14}
"""Absolute error of the reference near its zeros."""


def powr(x: Any, y: Any) -> Any:
    with np.errstate(all="ignore"):
        value = abs(np.power(abs(x), y))
    undefined = (x < 0) | ((x == 0) | np.isinf(x)) & (y == 0)
    undefined |= (x == 1) & np.isinf(y) | np.isnan(x) | np.isnan(y)
    return np.where(undefined, np.nan, value)


def fdim(x: Any, y: Any) -> Any:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(x > y, x - y, 0))


def by_magnitude(x: Any, y: Any, larger: bool) -> Any:
    a, b = (abs(x), abs(y)) if larger else (abs(y), abs(x))
    rest = np.fmax(x, y) if larger else np.fmin(x, y)
    return np.where(a > b, x, np.where(b > a, y, rest))


def remainder(x: Any, y: Any) -> Any:
    """
    Exact for the operands of one precision, which fit the wide one.
    """
    result = np.array(
        [float_remainder(float(a), float(b)) for a, b in zip(x, y, strict=True)]
    )
    return result.astype(Wide)


def float_remainder(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or y == 0:
        return math.nan
    return math.remainder(x, y)


BINARY: dict[str, Binary] = {
    "atan2": np.arctan2,
    "atan2pi": lambda y, x: np.arctan2(y, x) / PI,
    "copysign": np.copysign,
    "fdim": fdim,
    "fmax": np.fmax,
    "fmin": np.fmin,
    "fmod": np.fmod,
    "hypot": np.hypot,
    "maxmag": lambda x, y: by_magnitude(x, y, True),
    "minmag": lambda x, y: by_magnitude(x, y, False),
    "pow": np.power,
    "powr": powr,
    "remainder": remainder,
    "step": lambda edge, x: np.where(x < edge, Wide(0), Wide(1)),
}
UNSIGNED_ZERO = ("fmax", "fmin", "maxmag", "minmag")
"""Either zero may come out of two different ones."""


def edges(element: str, seed: str, count: int = 120) -> Any:
    dtype = DTYPES[element]
    info = np.finfo(dtype)
    eps = float(info.eps)
    values = [0.0, float(info.smallest_subnormal), float(info.tiny), 0.25, 0.5, 1.0]
    values += [1 - eps / 2, 1 + eps, 1.5, 2.0, 2.5, 3.0, math.pi / 2, 3.5, 10.0, 100.5]
    values += [0.49999997, 1e-3, 7.0, 255.0, 1e4, 0.5 / eps, 0.5 / eps + 0.5, 1 / eps]
    values += [1 / eps + 1, float(info.max), float(info.max) / 2, math.inf]
    source = random.Random(seed)
    reach = math.log2(float(info.max))
    for _ in range(count):
        values.append(math.ldexp(source.uniform(1, 2), source.randint(-12, 6)))
        values.append(2.0 ** source.uniform(-reach, reach - 1))
    both = [*values, *(-v for v in values), math.nan]
    with np.errstate(over="ignore"):
        return np.array(both).astype(dtype)


def pairs(element: str, seed: str) -> tuple[Any, Any]:
    """
    Every edge with every edge, and random ones.
    """
    few = edges(element, seed, 3)
    x, y = (a.ravel() for a in np.meshgrid(few, few))
    many = edges(element, seed, 300)
    other = many.copy()
    np.random.default_rng(3).shuffle(other)
    return np.concatenate((x, many)), np.concatenate((y, other))


def unit(exact: Any, element: str) -> Any:
    """
    A unit in the last place of `element` at the numbers `exact`.
    """
    info = np.finfo(DTYPES[element])
    safe = np.where(np.isfinite(exact) & (exact != 0), exact, Wide(1))
    _, exponent = np.frexp(safe)
    smallest = int(np.frexp(float(info.tiny))[1])
    return np.ldexp(Wide(1), np.maximum(exponent, smallest) - 1 - info.nmant)


def within(
    element: str,
    found: Any,
    exact: Any,
    bound: float,
    *,
    either_zero: bool,
    slack: float = 0.0,
) -> Any:
    """
    Tells which of `found` are not further than `bound` ulp, or `slack`, from `exact`.
    """
    info = np.finfo(DTYPES[element])
    wide = found.astype(Wide)
    with np.errstate(invalid="ignore", over="ignore"):
        error = abs(wide - exact) / unit(exact, element)
        right = error <= max(bound, 0.5)
        if bound == 0:
            right = wide == exact
        right |= np.isnan(wide) & np.isnan(exact)
        right |= wide == exact
        right |= abs(wide - exact) <= slack
        # At the end of the range a result may be infinite within the bound, or finite.
        top = Wide(info.max)
        end = unit(np.full_like(exact, top), element) * max(bound, 0.5)
        right |= np.isinf(wide) & (np.sign(wide) * exact >= top - end)
        right |= (
            ~np.isnan(exact)
            & (abs(exact) > top)
            & (abs(wide) >= top - end)
            & (np.sign(wide) == np.sign(exact))
        )
    if not either_zero:
        zero = (exact == 0) & (wide == 0)
        right &= ~zero | (np.signbit(wide) == np.signbit(exact))
    return right


def exact_values(name: str, given: Sequence[Any]) -> Any:
    """
    The values of function `name`, in the widest precision.
    """
    reference: Callable[..., Any] = UNARY.get(name) or BINARY[name]
    with np.errstate(all="ignore"):
        return np.asarray(reference(*(g.astype(Wide) for g in given))).astype(Wide)


def check(
    name: str,
    element: str,
    given: Sequence[Any],
    found: Any,
    exact: Any,
    bound: float,
    *,
    either_zero: bool = False,
) -> None:
    """
    Fails with the first operands whose result is further than `bound` ulp from `exact`.
    """
    slack = ABSOLUTE.get(name, 0.0)
    right = within(element, found, exact, bound, either_zero=either_zero, slack=slack)
    if not right.all():
        i = int(np.argmin(right))
        operands = [g[i] for g in given]
        with np.errstate(invalid="ignore", over="ignore"):
            error = abs(found.astype(Wide) - exact) / unit(exact, element)
        pytest.fail(
            f"{name} {element}: {operands!r} gives {found[i]!r}, expected {exact[i]!r} "
            f"({float(error[i]):.3g} ulp, bound {bound}); {int((~right).sum())} wrong"
        )


def call(name: str, arguments: Sequence[Shape], results: Sequence[Shape]) -> Function:
    places = ", ".join(f"{{{i}}}" for i in range(len(arguments)))
    types = ", ".join(map(str, arguments))
    out = ", ".join(map(str, results))
    text = f'opencl.builtin "{name}"({places}) : ({types}) -> ({out})'
    return Function(text, tuple(arguments), tuple(results))


def bound_of(name: str, element: str) -> float:
    table = {"fmin_common": "fmin", "fmax_common": "fmax"}
    bound = BUILTINS[table.get(name, name)].ulp_bound(element)
    return (0.0 if bound is None else bound) + EXTRA_ULP.get(name, 0.0)


def rows(values: Any, width: int) -> Any:
    padded = np.resize(values, -(-len(values) // width) * width)
    return padded.reshape(-1, width) if width > 1 else padded


@pytest.mark.parametrize(("element", "width"), [("f16", 4), ("f32", 1), ("f64", 3)])
def test_unary(element: str, width: int):
    shape = Shape(element, width)
    names = list(UNARY)
    batch = Batch([call(name, [shape], [shape]) for name in names])
    values = edges(element, element)
    for i, name in enumerate(names):
        (result,) = batch.run(i, [rows(values, width)])
        with np.errstate(all="ignore"):
            exact = np.asarray(UNARY[name](values.astype(Wide))).astype(Wide)
        found = result.ravel()[: len(values)]
        check(name, element, [values], found, exact, bound_of(name, element))


@pytest.mark.parametrize(("element", "width"), [("f16", 2), ("f32", 3), ("f64", 1)])
def test_binary(element: str, width: int):
    shape = Shape(element, width)
    names = list(BINARY)
    batch = Batch([call(name, [shape] * 2, [shape]) for name in names])
    x, y = pairs(element, element)
    for i, name in enumerate(names):
        (result,) = batch.run(i, [rows(x, width), rows(y, width)])
        with np.errstate(all="ignore"):
            exact = BINARY[name](x.astype(Wide), y.astype(Wide))
        found = result.ravel()[: len(x)]
        free = name in UNSIGNED_ZERO
        bound = bound_of(name, element)
        check(name, element, [x, y], found, exact, bound, either_zero=free)


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_fma(element: str):
    """
    Rounded once: exact rationals, for numbers whose result is normal.
    """
    shape = Shape(element)
    batch = Batch([call("fma", [shape] * 3, [shape])])
    source = random.Random(5)
    dtype = DTYPES[element]
    columns = [
        np.array(
            [
                math.ldexp(source.uniform(-2, 2), source.randint(-3, 3))
                for _ in range(500)
            ]
        ).astype(dtype)
        for _ in range(3)
    ]
    # Products that nearly cancel.
    columns[2][:250] = -(columns[0][:250].astype(Wide) * columns[1][:250]).astype(dtype)
    (found,) = batch.run(0, columns)
    for a, b, c, r in zip(*columns, found, strict=True):
        exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        neighbours = (np.nextafter(r, dtype(-np.inf)), np.nextafter(r, dtype(np.inf)))
        error = abs(exact - Fraction(float(r)))
        assert all(error <= abs(exact - Fraction(float(n))) for n in neighbours)


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_nextafter(element: str):
    shape = Shape(element)
    x, y = pairs(element, "next")
    (found,) = Batch([call("nextafter", [shape] * 2, [shape])]).run(0, [x, y])
    expected = np.nextafter(x, y)
    both_nan = np.isnan(found) & np.isnan(expected)
    assert (both_nan | (found == expected)).all()


@pytest.mark.parametrize(("element", "width"), [("f16", 1), ("f32", 4), ("f64", 2)])
def test_integer_operand(element: str, width: int):
    """
    `ldexp`, `pown`, `rootn`.
    """
    shape, integer = Shape(element, width), Shape("i32", width)
    names = ("ldexp", "pown", "rootn")
    batch = Batch([call(name, [shape, integer], [shape]) for name in names])
    values = edges(element, "integer", 40)
    counts = [
        0,
        1,
        2,
        3,
        -1,
        -2,
        -3,
        5,
        17,
        100,
        -100,
        2000,
        -2000,
        2**31 - 1,
        -(2**31),
    ]
    x = np.repeat(values, len(counts))
    n = np.tile(np.array(counts, np.int32), len(values))
    wide, count = x.astype(Wide), n.astype(Wide)
    with np.errstate(all="ignore"):
        odd = n % 2 != 0
        root = np.power(abs(wide), 1 / count)
        if element == "f64":
            # The rounding of 1 / n counts in the wide precision too.
            root = np.exp(np.log(abs(wide)) / count)
            root = np.where(
                np.isin(abs(wide), (0, 1, np.inf)), np.power(abs(wide), 1 / count), root
            )
        root = np.where(odd, np.copysign(root, wide), np.where(wide < 0, np.nan, root))
        root = np.where((n == 0) | np.isnan(wide), np.nan, root)
        references = (
            np.ldexp(wide, np.clip(n, -16000, 16000)),
            np.power(wide, count),
            root,
        )
    for i, (name, exact) in enumerate(zip(names, references, strict=True)):
        (result,) = batch.run(i, [rows(x, width), rows(n, width)])
        found = result.ravel()[: len(x)]
        check(name, element, [x, n], found, exact, bound_of(name, element))


@pytest.mark.parametrize(("element", "width"), [("f16", 3), ("f32", 1), ("f64", 4)])
def test_two_results(element: str, width: int):
    """
    `fract`, `modf`, `frexp`, `sincos`, `ilogb`, `lgamma_r`.
    """
    shape, integer = Shape(element, width), Shape("i32", width)
    x = edges(element, "two")
    wide = x.astype(Wide)
    batch = Batch(
        [
            call("fract", [shape], [shape, shape]),
            call("modf", [shape], [shape, shape]),
            call("frexp", [shape], [shape, integer]),
            call("sincos", [shape], [shape, shape]),
            call("ilogb", [shape], [integer]),
            call("lgamma_r", [shape], [shape, integer]),
        ]
    )

    def run(i: int) -> list[Any]:
        return [r.ravel()[: len(x)] for r in batch.run(i, [rows(x, width)])]

    with np.errstate(all="ignore"):
        part, whole = run(0)
        below_one = np.nextafter(DTYPES[element](1), DTYPES[element](0))
        exact = np.minimum(wide - np.floor(wide), Wide(below_one))
        exact = np.where(np.isinf(wide), np.copysign(0, wide), exact)
        check("fract", element, [x], part, exact, 0.5, either_zero=True)
        check("fract", element, [x], whole, np.floor(wide), 0)
        part, whole = run(1)
        fraction, integral = np.modf(wide)
        check("modf", element, [x], part, fraction, 0)
        check("modf", element, [x], whole, integral, 0)
        part, exponent = run(2)
        mantissa, power = np.frexp(wide)
        check("frexp", element, [x], part, mantissa, 0)
        finite = np.isfinite(wide)
        assert (exponent[finite] == power[finite]).all()
        sine, cosine = run(3)
        check("sincos", element, [x], sine, np.sin(wide), bound_of("sin", element))
        check("sincos", element, [x], cosine, np.cos(wide), bound_of("cos", element))
        (exponent,) = run(4)
        normal = finite & (wide != 0)
        assert (exponent[normal] == power[normal] - 1).all()
        # opencl-c-base.h: FP_ILOGB0 and FP_ILOGBNAN.
        assert (exponent[wide == 0] == -(2**31)).all()
        assert (exponent[np.isnan(wide)] == 2**31 - 1).all()
        assert (exponent[np.isinf(wide)] == 2**31 - 1).all()
        _, signs = run(5)
        for value, found in zip(x, signs, strict=True):
            number = float(value)
            if math.isfinite(number) and number != math.floor(number):
                expected = -1 if number < 0 and math.floor(number) % 2 else 1
                assert found == expected, number


@pytest.mark.parametrize(("element", "width"), [("f16", 1), ("f32", 2), ("f64", 3)])
def test_remquo(element: str, width: int):
    """
    The remainder, and at least seven bits of the quotient with its sign.
    """
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


TRUTHS_OF_TWO: dict[str, Binary] = {
    "isequal": lambda x, y: x == y,
    "isnotequal": lambda x, y: x != y,
    "isgreater": lambda x, y: x > y,
    "isgreaterequal": lambda x, y: x >= y,
    "isless": lambda x, y: x < y,
    "islessequal": lambda x, y: x <= y,
    "islessgreater": lambda x, y: (x < y) | (x > y),
    "isordered": lambda x, y: ~(np.isnan(x) | np.isnan(y)),
    "isunordered": lambda x, y: np.isnan(x) | np.isnan(y),
}
TRUTHS_OF_ONE: dict[str, Unary] = {
    "isfinite": np.isfinite,
    "isinf": np.isinf,
    "isnan": np.isnan,
    "isnormal": lambda x: np.isfinite(x) & (abs(x) >= np.finfo(x.dtype).tiny),
    "signbit": np.signbit,
}


@pytest.mark.parametrize(("element", "width"), [("f16", 1), ("f32", 4), ("f64", 3)])
def test_relational(element: str, width: int):
    """
    1 for a scalar, -1 for an element of a vector.
    """
    shape = Shape(element, width)
    truth = Shape("i32") if width == 1 else Shape(element.replace("f", "i"), width)
    x, y = pairs(element, "relational")
    batch = Batch(
        [call(name, [shape] * 2, [truth]) for name in TRUTHS_OF_TWO]
        + [call(name, [shape], [truth]) for name in TRUTHS_OF_ONE]
    )
    yes = 1 if width == 1 else -1
    for i, reference in enumerate(TRUTHS_OF_TWO.values()):
        (result,) = batch.run(i, [rows(x, width), rows(y, width)])
        expected = np.where(reference(x, y), yes, 0)
        assert (result.ravel()[: len(x)] == expected).all(), list(TRUTHS_OF_TWO)[i]
    for i, reference in enumerate(TRUTHS_OF_ONE.values()):
        (result,) = batch.run(len(TRUTHS_OF_TWO) + i, [rows(x, width)])
        expected = np.where(reference(x), yes, 0)
        assert (result.ravel()[: len(x)] == expected).all(), list(TRUTHS_OF_ONE)[i]


@pytest.mark.parametrize("element", ["f32", "f64"])
def test_scalar_forms(element: str):
    """
    Vectors with scalar operands: `clamp`, `fmin`, `step`, `mix`, `smoothstep`, `select`.
    """
    vector, scalar = Shape(element, 4), Shape(element)
    batch = Batch(
        [
            call("fclamp", [vector, scalar, scalar], [vector]),
            call("fmin", [vector, scalar], [vector]),
            call("fmax_common", [vector, scalar], [vector]),
            call("step", [scalar, vector], [vector]),
            call("mix", [vector, vector, scalar], [vector]),
            call("smoothstep", [scalar, scalar, vector], [vector]),
        ]
    )
    chance = np.random.default_rng(11)
    dtype = DTYPES[element]
    x, y = (chance.uniform(-4, 4, (200, 4)).astype(dtype) for _ in range(2))
    low = chance.uniform(-2, 0, 200).astype(dtype)
    high = chance.uniform(0.5, 2, 200).astype(dtype)
    a, b = low[:, None], high[:, None]
    near = dict(
        rtol=20 * float(np.finfo(dtype).eps), atol=20 * float(np.finfo(dtype).eps)
    )
    assert (batch.run(0, [x, low, high])[0] == np.clip(x, a, b)).all()
    assert (batch.run(1, [x, low])[0] == np.minimum(x, a)).all()
    assert (batch.run(2, [x, low])[0] == np.maximum(x, a)).all()
    assert (batch.run(3, [low, x])[0] == np.where(x < a, 0, 1)).all()
    np.testing.assert_allclose(batch.run(4, [x, y, high])[0], x + (y - x) * b, **near)
    t = np.clip((x - a) / (b - a), 0, 1)
    smooth = t * t * (3 - 2 * t)
    np.testing.assert_allclose(batch.run(5, [low, high, x])[0], smooth, **near)


def test_nan():
    """
    A quiet NaN that carries the low bits.
    """
    for element, integer in (("f16", "i16"), ("f32", "i32"), ("f64", "i64")):
        batch = Batch([call("nan", [Shape(integer)], [Shape(element)])])
        codes = np.array([0, 1, 77, -1], DTYPES[integer])
        (found,) = batch.run(0, [codes])
        assert np.isnan(found).all()
        quiet = 1 << (np.finfo(DTYPES[element]).nmant - 1)
        bits = found.view(DTYPES[integer])
        assert (bits & quiet != 0).all()
        assert (bits & 0xFF == codes & 0xFF).all()


@pytest.mark.parametrize("prefix", ["half", "native"])
def test_fast_forms(prefix: str):
    """
    `half_*` within 8192 ulp on its range; the host has nothing faster than the function.
    """
    shape = Shape("f32", 2)
    unary = ("cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin")
    unary += ("sqrt", "tan")
    names = [f"{prefix}_{name}" for name in (*unary, "recip")]
    two = [f"{prefix}_divide", f"{prefix}_powr"]
    batch = Batch(
        [call(name, [shape], [shape]) for name in names]
        + [call(name, [shape] * 2, [shape]) for name in two]
    )
    x = np.random.default_rng(4).uniform(0.01, 30, 400).astype(np.float32)
    y = np.random.default_rng(5).uniform(0.5, 8, 400).astype(np.float32)
    for i, name in enumerate((*unary, "recip")):
        reference: Unary = UNARY[name] if name in UNARY else np.reciprocal
        (result,) = batch.run(i, [rows(x, 2)])
        check(names[i], "f32", [x], result.ravel(), reference(x.astype(Wide)), 8192)
    wide = x.astype(Wide), y.astype(Wide)
    for i, exact in enumerate((wide[0] / wide[1], powr(*wide))):
        (result,) = batch.run(len(names) + i, [rows(x, 2), rows(y, 2)])
        check(two[i], "f32", [x, y], result.ravel(), exact, 8192)


def test_nextafter_to_zero():
    """
    Zero has the sign of the side that it is come to from.
    """
    for element in ("f16", "f32", "f64"):
        shape = Shape(element)
        least = np.finfo(DTYPES[element]).smallest_subnormal
        x = np.array([least, -least, -least, 0.0, -0.0], DTYPES[element])
        y = np.array([-1, 1, 0, 1, -1], DTYPES[element])
        batch = Batch([call("nextafter", [shape] * 2, [shape])])
        (found,) = batch.run(0, [x, y])
        assert found.tolist() == [0, 0, 0, least, -least]
        assert np.signbit(found).tolist() == [False, True, True, False, True]
