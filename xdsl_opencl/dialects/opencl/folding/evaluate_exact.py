"""
Evaluates functions with or without an allowed error in exact arithmetic: the exact result, rounded
once, is within every bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.opencl.folding.constants import Number, to_signed
from xdsl_opencl.dialects.opencl.folding.evaluate import PRECISION, round_to_format

Vector = Sequence[Fraction]


def _rounded(value: Fraction, width: int) -> float | None:
    """Returns `None` for zero: exact arithmetic has no sign of zero."""
    return round_to_format(value, width, RoundingMode.RTE) if value else None


def rounded_root(square: Fraction, width: int) -> float:
    """
    The correctly rounded square root, in the format of `width` bits, of a number that is
    not negative.
    """
    if not square:
        return 0.0
    # Scaled so that the root's integer part has more bits than the format.
    bits = square.numerator.bit_length() - square.denominator.bit_length()
    shift = max(0, PRECISION[width] + 4 - bits // 2)
    scaled = square * 4**shift
    root = math.isqrt(scaled.numerator // scaled.denominator)
    # Half a unit represents all bits that are cut off.
    halves = 2 * root + (root * root != scaled)
    return round_to_format(Fraction(halves, 2 << shift), width, RoundingMode.RTE)


def _fma(width: int, x: Fraction, y: Fraction, z: Fraction) -> float | None:
    return _rounded(x * y + z, width)


def _fdim(width: int, x: Fraction, y: Fraction) -> float | None:
    return 0.0 if x <= y else _rounded(x - y, width)


_ROUNDED: dict[str, Callable[..., float | None]] = {
    "fma": _fma,
    "mad": _fma,
    "fdim": _fdim,
}
"""Of the width and finite numbers."""


def _fmod(x: float, y: float) -> float | None:
    return math.fmod(x, y) if y else None


def _remainder(x: float, y: float) -> float | None:
    return math.remainder(x, y) if y else None


def _logb(x: float) -> float | None:
    return float(math.frexp(x)[1] - 1) if x else None


_EXACT: dict[str, Callable[..., float | None]] = {
    "fmod": _fmod,
    "remainder": _remainder,
    "logb": _logb,
}
"""Of finite numbers; the result is a number of their format."""


def _dot(x: Vector, y: Vector) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


def _length(x: Vector, width: int) -> float:
    return rounded_root(_dot(x, x), width)


def _distance(x: Vector, y: Vector, width: int) -> float:
    difference = [a - b for a, b in zip(x, y, strict=True)]
    return _length(difference, width)


def _cross(x: Vector, y: Vector, width: int) -> list[Number] | None:
    results: list[Number] = []
    for i, j in ((1, 2), (2, 0), (0, 1)):
        result = _rounded(x[i] * y[j] - x[j] * y[i], width)
        if result is None:
            return None
        results.append(result)
    return results + [0.0] * (len(x) - 3)


def _geometric(name: str, width: int, rows: Sequence[Vector]) -> list[Number] | None:
    match name:
        case "dot":
            result = _rounded(_dot(*rows), width)
            return None if result is None else [result]
        case "cross":
            return _cross(rows[0], rows[1], width)
        case "length" | "fast_length":
            return [_length(rows[0], width)]
        case _:
            return [_distance(rows[0], rows[1], width)]


_GEOMETRIC = ("dot", "cross", "length", "distance", "fast_length", "fast_distance")

_SHUFFLES = ("shuffle", "shuffle2")

FUNCTIONS = frozenset(
    (*_ROUNDED, *_EXACT, *_GEOMETRIC, *_SHUFFLES, "sqrt", "ldexp", "ilogb")
)
"""The functions that `evaluate_exact` computes."""


def evaluate_exact(
    name: str, width: int, lanes: int, operands: Sequence[Sequence[Number]]
) -> list[Number] | None:
    """
    The elements of the result of a function in `FUNCTIONS` on constants, `lanes` of them; `width`
    is the size of the first operand's elements in bits. `None` for operands that are not finite,
    and for zeros of unknown sign.
    """
    if name in _SHUFFLES:
        return _shuffle(operands, lanes)
    if any(isinstance(n, float) and not math.isfinite(n) for n in operands[0]):
        return None
    if name in ("ldexp", "ilogb"):
        return _with_integers(name, width, lanes, operands)
    if not all(
        isinstance(n, float) and math.isfinite(n) for row in operands for n in row
    ):
        return None
    numbers = cast("Sequence[Sequence[float]]", operands)
    if name in _GEOMETRIC:
        # One element applies to all.
        length = max(map(len, numbers))
        rows = [[Fraction(row[i % len(row)]) for i in range(length)] for row in numbers]
        return _geometric(name, width, rows)
    results: list[Number] = []
    for lane in range(lanes):
        values = [row[lane] if len(row) > 1 else row[0] for row in numbers]
        if name == "sqrt":
            (x,) = values
            result = None if x < 0 else x and rounded_root(Fraction(x), width)
        elif (exact := _EXACT.get(name)) is not None:
            result = exact(*values)
        else:
            result = _ROUNDED[name](width, *map(Fraction, values))
        if result is None:
            return None
        results.append(result)
    return results


def _with_integers(
    name: str, width: int, lanes: int, operands: Sequence[Sequence[Number]]
) -> list[Number] | None:
    results: list[Number] = []
    for lane in range(lanes):
        x, *rest = (row[lane] if len(row) > 1 else row[0] for row in operands)
        if not isinstance(x, float):
            return None
        if name == "ilogb":
            if not x:
                return None
            results.append((math.frexp(x)[1] - 1) & 0xFFFFFFFF)
            continue
        # Beyond this every number is infinite or rounds to zero.
        power = max(-5000, min(5000, to_signed(cast(int, rest[0]), 32)))
        if not x:
            results.append(x)
            continue
        results.append(
            round_to_format(Fraction(x) * Fraction(2) ** power, width, RoundingMode.RTE)
        )
    return results


def _shuffle(operands: Sequence[Sequence[Number]], lanes: int) -> list[Number] | None:
    *sources, mask = operands
    if not all(isinstance(index, int) for index in mask) or len(mask) != lanes:
        return None
    pool = [n for source in sources for n in source]
    # The low bits of an index count (OpenCL C 3.0, section 6.15.14); 3 elements are 4.
    room = 1 << (len(pool) - 1).bit_length()
    chosen = [cast(int, index) & (room - 1) for index in mask]
    if any(index >= len(pool) for index in chosen):
        return None
    return [pool[index] for index in chosen]
