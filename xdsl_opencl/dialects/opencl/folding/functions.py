"""
The values of OpenCL C's functions: a Python function for each, on numbers.

The first parameter is the `Kind` of the function's general type; integers have the sign that
the function reads them with. A result is rounded to its type once more. `None` stands for a
result that the specification leaves open, or that is not computed here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Attribute

from xdsl_opencl.dialects.opencl.builtins.builtin_table import Builtin
from xdsl_opencl.dialects.opencl.folding.arithmetic import (
    EQUAL,
    GREATER,
    LESS,
    UNORDERED,
    greatest,
    least,
    relation,
    remainder_of_truncation,
)
from xdsl_opencl.dialects.opencl.folding.constants import (
    Number,
    bits_of,
    to_signed,
    to_unsigned,
)
from xdsl_opencl.dialects.opencl.folding.numbers import (
    SMALLEST_NORMAL,
    clamped,
    nearest,
    sum_of_products,
)
from xdsl_opencl.dialects.opencl.shapes import split_vector


class Kind(NamedTuple):
    """Bits of the elements of a function's general type; true for signed integers."""

    bits: int
    signed: bool


Function = Callable[..., Number | None]


# --- integers ----------------------------------------------------------------------------


def _rotate(kind: Kind, x: int, by: int) -> int:
    by %= kind.bits
    return x << by | x >> (kind.bits - by)


def _in_24_bits(kind: Kind, x: int, y: int, z: int = 0) -> int | None:
    """`x * y + z` of factors of 24 bits."""
    if any(clamped(n, 24, kind.signed) != n for n in (x, y)):
        return None
    return x * y + z


def _clamp(kind: Kind, x: Number, low: Number, high: Number) -> Number | None:
    if not low <= high:
        return None
    return least(kind, greatest(kind, x, low), high)


_UNARY: Mapping[str, Callable[[Kind, int], int | None]] = {
    "abs": lambda kind, x: abs(x),
    "clz": lambda kind, x: kind.bits - x.bit_length(),
    "ctz": lambda kind, x: (x & -x).bit_length() - 1 if x else kind.bits,
    "popcount": lambda kind, x: x.bit_count(),
}
_BINARY: Mapping[str, Callable[[Kind, int, int], int | None]] = {
    "abs_diff": lambda kind, x, y: abs(x - y),
    "add_sat": lambda kind, x, y: clamped(x + y, *kind),
    "sub_sat": lambda kind, x, y: clamped(x - y, *kind),
    "hadd": lambda kind, x, y: (x + y) >> 1,
    "rhadd": lambda kind, x, y: (x + y + 1) >> 1,
    "mul_hi": lambda kind, x, y: (x * y) >> kind.bits,
    "upsample": lambda kind, x, y: x << kind.bits | to_unsigned(y, kind.bits),
    "mul24": _in_24_bits,
    "rotate": _rotate,
}
_TERNARY: Mapping[str, Callable[[Kind, int, int, int], int | None]] = {
    "mad_sat": lambda kind, x, y, z: clamped(x * y + z, *kind),
    "mad_hi": lambda kind, x, y, z: ((x * y) >> kind.bits) + z,
    "mad24": _in_24_bits,
    "bitselect": lambda kind, x, y, mask: x & ~mask | y & mask,
}


# --- floating point ----------------------------------------------------------------------


def _whole(function: Callable[[float], float]) -> Callable[[Kind, float], float]:
    """
    `function` rounds to an integer: keep the sign of zero, and infinities and NaN as they
    are.
    """
    return lambda kind, x: (
        math.copysign(float(function(x)), x) if math.isfinite(x) else x
    )


def _round_half_away(x: float) -> float:
    whole = float(math.trunc(x))
    return whole + math.copysign(1.0, x) if abs(x - whole) >= 0.5 else whole


def _by_magnitude(choose: Function, sign: int) -> Function:
    """`maxmag` for sign 1, `minmag` for -1; `choose` decides for equal magnitudes."""

    def function(kind: Kind, x: float, y: float) -> Number | None:
        difference = sign * (abs(x) - abs(y))
        return x if difference > 0 else y if difference < 0 else choose(kind, x, y)

    return function


def _sign(kind: Kind, x: float) -> float:
    return math.copysign(1.0, x) if x < 0 or x > 0 else 0.0 if math.isnan(x) else x


def _remainder(kind: Kind, x: float, y: float) -> float:
    if math.isinf(x) or not y:
        return math.nan
    return math.remainder(x, y)


def _scaled(kind: Kind, x: float, power: int) -> float:
    try:
        return math.ldexp(x, power)
    except OverflowError:
        return math.copysign(math.inf, x)


def _exponent(x: float) -> int:
    return math.frexp(x)[1] - 1


def _logb(kind: Kind, x: float) -> float:
    if not math.isfinite(x):
        return abs(x)
    return float(_exponent(x)) if x else -math.inf


def _ilogb(kind: Kind, x: float) -> int | None:
    return _exponent(x) if x and math.isfinite(x) else None


def _sqrt(kind: Kind, x: float) -> float:
    return math.nan if x < 0 else math.sqrt(x)


def _fma(kind: Kind, x: float, y: float, z: float) -> float:
    return sum_of_products(kind.bits, (x, y), (z, 1.0))


def _fdim(kind: Kind, x: float, y: float) -> float:
    return 0.0 if x <= y else x - y


def _step(kind: Kind, edge: float, x: float) -> float:
    return 0.0 if x < edge else 1.0


def _in_double(function: Callable[..., float]) -> Function:
    def of_kind(kind: Kind, *operands: Number) -> float:
        return function(*operands)

    return of_kind


_FLOATING: Mapping[str, Function] = {
    "fabs": _in_double(math.fabs),
    "ceil": _whole(math.ceil),
    "floor": _whole(math.floor),
    "trunc": _whole(math.trunc),
    "rint": _whole(round),
    "round": _whole(_round_half_away),
    "sign": _sign,
    "max": greatest,
    "min": least,
    "fmax": greatest,
    "fmin": least,
    "maxmag": _by_magnitude(greatest, 1),
    "minmag": _by_magnitude(least, -1),
    "clamp": _clamp,
    "copysign": _in_double(math.copysign),
    "step": _step,
    "fma": _fma,
    "mad": _fma,
    "fmod": remainder_of_truncation,
    "remainder": _remainder,
    "fdim": _fdim,
    "sqrt": _sqrt,
    "ldexp": _scaled,
    "logb": _logb,
    "ilogb": _ilogb,
}
"""Exact, or correctly rounded. Minima, maxima and `clamp` are those of integers, too."""


# --- truth -------------------------------------------------------------------------------


def _holds(relations: int) -> Callable[[Kind, float, float], bool]:
    return lambda kind, x, y: bool(relations & relation(x, y))


_RELATIONS: Mapping[str, int] = {
    "isequal": EQUAL,
    "isnotequal": GREATER | LESS | UNORDERED,
    "isgreater": GREATER,
    "isgreaterequal": GREATER | EQUAL,
    "isless": LESS,
    "islessequal": LESS | EQUAL,
    "islessgreater": LESS | GREATER,
    "isordered": LESS | EQUAL | GREATER,
    "isunordered": UNORDERED,
}
_CLASSES: Mapping[str, Callable[[Kind, float], bool]] = {
    "isfinite": lambda kind, x: math.isfinite(x),
    "isinf": lambda kind, x: math.isinf(x),
    "isnan": lambda kind, x: math.isnan(x),
    "isnormal": (
        lambda kind, x: math.isfinite(x) and abs(x) >= SMALLEST_NORMAL[kind.bits]
    ),
    "signbit": lambda kind, x: math.copysign(1.0, x) < 0,
}


# --- functions with an allowed error -----------------------------------------------------


def _turns(function: Callable[[float], float]) -> Function:
    """
    `function` of pi times the argument, reduced to a number near zero first. Not of
    multiples of a half, where the result is exact or not finite.
    """

    def turned(kind: Kind, x: float) -> float | None:
        if (2.0 * x).is_integer():
            return None
        return function(math.pi * math.remainder(x, 2.0))

    return turned


def _logarithm(function: Callable[[float], float]) -> Callable[[Kind, float], float]:
    return lambda kind, x: function(x) if x else -math.inf


def _over_pi(function: Callable[..., float]) -> Function:
    def over_pi(kind: Kind, *operands: Number) -> float:
        return function(*operands) / math.pi

    return over_pi


def _rsqrt(kind: Kind, x: float) -> float:
    return 1.0 / math.sqrt(x) if x else math.copysign(math.inf, x)


def _powr(kind: Kind, x: float, y: float) -> float | None:
    return math.pow(x, y) if x > 0.0 else None


def _rootn(kind: Kind, x: float, n: int) -> float | None:
    return math.pow(x, 1.0 / n) if x > 0.0 and n else None


def _mix(kind: Kind, x: float, y: float, a: float) -> float:
    return x + (y - x) * a


IN_DOUBLE: Mapping[str, Function] = {
    **{
        name: _in_double(getattr(math, name))
        for name in (
            "acos acosh asin asinh atan atanh atan2 cbrt cos cosh erf erfc exp exp2 expm1 "
            "hypot lgamma log1p pow sin sinh tan tanh degrees radians"
        ).split()
    },
    "log": _logarithm(math.log),
    "log2": _logarithm(math.log2),
    "log10": _logarithm(math.log10),
    "acospi": _over_pi(math.acos),
    "asinpi": _over_pi(math.asin),
    "atanpi": _over_pi(math.atan),
    "atan2pi": _over_pi(math.atan2),
    "cospi": _turns(math.cos),
    "sinpi": _turns(math.sin),
    "tanpi": _turns(math.tan),
    "exp10": _in_double(partial(math.pow, 10.0)),
    "pown": _in_double(math.pow),
    "powr": _powr,
    "rootn": _rootn,
    "rsqrt": _rsqrt,
    "tgamma": _in_double(math.gamma),
    "mix": _mix,
}
"""
Computed in double precision, as LLVM's `AMDGPULibCalls` does (`evaluateScalarMathFunc`). The
result is off by half a unit in the last place in single and half precision, and in double
precision by the error of this computer's C library: less than OpenCL allows.
"""

ROUGH_IN_DOUBLE = frozenset(("cbrt", "cospi", "lgamma", "rootn", "sinpi", "tanpi"))
"""Functions of `IN_DOUBLE` without a known small error in double precision."""


# --- whole vectors -----------------------------------------------------------------------

Rows = Sequence[Sequence[Number]]


def _any(kind: Kind, rows: Rows) -> list[Number]:
    return [int(any(to_signed(int(n), kind.bits) < 0 for n in rows[0]))]


def _all(kind: Kind, rows: Rows) -> list[Number]:
    return [int(all(to_signed(int(n), kind.bits) < 0 for n in rows[0]))]


def _dot(kind: Kind, rows: Rows) -> list[Number]:
    return [sum_of_products(kind.bits, *zip(*rows, strict=True))]


def _cross(kind: Kind, rows: Rows) -> list[Number]:
    x, y = rows
    results: list[Number] = [
        sum_of_products(kind.bits, (x[i], y[j]), (-x[j], y[i]))
        for i, j in ((1, 2), (2, 0), (0, 1))
    ]
    return results + [0.0] * (len(x) - 3)


def _length(kind: Kind, rows: Rows) -> list[Number]:
    return [math.hypot(*rows[0])]


def _distance(kind: Kind, rows: Rows) -> list[Number]:
    return [math.dist(*rows)]


def _select(kind: Kind, rows: Rows) -> list[Number]:
    """True is non-zero for a scalar, the highest bit for an element of a vector."""
    no, yes, condition = rows
    shift = kind.bits - 1 if len(condition) > 1 else 0
    return [
        b if int(c) >> shift else a for a, b, c in zip(no, yes, condition, strict=True)
    ]


def _shuffle(kind: Kind, rows: Rows) -> list[Number] | None:
    *sources, mask = rows
    pool = [n for source in sources for n in source]
    # The low bits of an index count (OpenCL C 3.0, section 6.15.14); 3 elements are 4.
    room = 1 << (len(pool) - 1).bit_length()
    chosen = [int(index) % room for index in mask]
    if any(index >= len(pool) for index in chosen):
        return None
    return [pool[index] for index in chosen]


_WHOLE: Mapping[str, Callable[[Kind, Rows], list[Number] | None]] = {
    "any": _any,
    "all": _all,
    "dot": _dot,
    "cross": _cross,
    "length": _length,
    "distance": _distance,
    "fast_length": _length,
    "fast_distance": _distance,
    "select": _select,
    "shuffle": _shuffle,
    "shuffle2": _shuffle,
}


# --- all ---------------------------------------------------------------------------------

_ELEMENTWISE: Mapping[str, Function] = {
    **_UNARY,
    **_BINARY,
    **_TERNARY,
    **_FLOATING,
    **{name: _holds(relations) for name, relations in _RELATIONS.items()},
    **_CLASSES,
    **IN_DOUBLE,
}


def is_evaluated(builtin: Builtin) -> bool:
    """Returns whether a value of the function is computed here."""
    return builtin.name in _WHOLE or builtin.c_name in _ELEMENTWISE


def evaluate_function(
    builtin: Builtin, types: Sequence[Attribute], rows: Rows, type: Attribute
) -> list[Number] | None:
    """
    The elements of the result, of `type`, of a function, integers as bits. `rows` are the
    elements of the operands, of `types`; a scalar applies to all.
    """
    elements = [split_vector(operand)[0] for operand in types]
    result, width = split_vector(type)
    kind = Kind(bits_of(elements[0]), builtin.c_kinds in ("s", "f"))
    read = to_signed if kind.signed else to_unsigned
    rows = [
        [
            float(n)
            if isinstance(element, AnyFloat)
            else read(int(n), bits_of(element))
            for n in row
        ]
        for element, row in zip(elements, rows, strict=True)
    ]
    found: Sequence[Number | None] | None
    if (whole := _WHOLE.get(builtin.name)) is not None:
        found = whole(kind, rows)
    elif builtin.name == "bitselect" and isinstance(result, AnyFloat):
        return None
    elif (function := _ELEMENTWISE.get(builtin.c_name)) is not None:
        lanes = [[row[lane % len(row)] for row in rows] for lane in range(width)]
        found = [_called(function, kind, lane) for lane in lanes]
    else:
        return None
    if found is None:
        return None
    bits = bits_of(result)
    numbers: list[Number] = []
    for number in found:
        if number is None:
            return None
        if isinstance(result, AnyFloat):
            numbers.append(nearest(number, bits))
        else:
            # True is 1 as a scalar and -1 as an element of a vector.
            negative = number is True and width > 1
            numbers.append(to_unsigned(-1 if negative else int(number), bits))
    return numbers


def _called(function: Function, kind: Kind, operands: list[Number]) -> Number | None:
    try:
        return function(kind, *operands)
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf if operands[0] > 0 else None
