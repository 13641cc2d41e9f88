"""
Floating-point functions in numpy's widest precision, edge values, and the error bounds of the
table.

The references follow C99 annex F and OpenCL C 3.0, section 7.5.1.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest
from builtin_jit import DTYPES

from xdsl_opencl.dialects.opencl.builtins.builtin_table import BUILTINS

np: Any = import_module("numpy")
"""Its types say less than nothing about the widest precision."""

Wide = np.longdouble
PI = Wide(4) * np.arctan(Wide(1))

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
    """A function of Python's floats; what it refuses is NaN."""

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
    """Exact for the operands of one precision, which fit the wide one."""
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
    """Every edge with every edge, and random ones."""
    few = edges(element, seed, 3)
    x, y = (a.ravel() for a in np.meshgrid(few, few))
    many = edges(element, seed, 300)
    other = many.copy()
    np.random.default_rng(3).shuffle(other)
    return np.concatenate((x, many)), np.concatenate((y, other))


def unit(exact: Any, element: str) -> Any:
    """A unit in the last place of `element` at the numbers `exact`."""
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
    """The values of function `name`, in the widest precision."""
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


def bound_of(name: str, element: str) -> float:
    table = {"fmin_common": "fmin", "fmax_common": "fmax"}
    bound = BUILTINS[table.get(name, name)].ulp_bound(element)
    return (0.0 if bound is None else bound) + EXTRA_ULP.get(name, 0.0)


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
