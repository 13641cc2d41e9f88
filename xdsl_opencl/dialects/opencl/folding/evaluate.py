"""
Evaluation of functions and conversions on constants.

Evaluates only functions with exactly one correct result: exact functions, integer arithmetic,
comparisons. Integers are bits (non-negative), see `constants`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

from xdsl.ir import Attribute

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.opencl.builtins.builtin_table import Builtin
from xdsl_opencl.dialects.opencl.folding.constants import Number, bits_of, to_signed
from xdsl_opencl.dialects.opencl.shapes import OpenCLScalar, bit_width, is_integer

Unary = Callable[[int, int], int | None]
Binary = Callable[[int, int, int], int | None]
Ternary = Callable[[int, int, int, int], int | None]
"""Width in bits, then operands in the function's signedness; result modulo 2**width."""


def _saturate(value: int, width: int, signed: bool) -> int:
    low = -(1 << (width - 1)) if signed else 0
    high = (1 << (width - signed)) - 1
    return max(low, min(high, value))


def _in_24_bits(signed: bool, *values: int) -> bool:
    low, high = (-(1 << 23), (1 << 23) - 1) if signed else (0, (1 << 24) - 1)
    return all(low <= value <= high for value in values)


def _ctz(w: int, x: int) -> int:
    return w if not x else (x & -x).bit_length() - 1


def _rotate(w: int, x: int, by: int) -> int:
    bits, by = x & ((1 << w) - 1), by % w
    return bits << by | bits >> (w - by)


def _binary(signed: bool) -> dict[str, Binary]:
    return {
        "abs_diff": lambda w, x, y: abs(x - y),
        "add_sat": lambda w, x, y: _saturate(x + y, w, signed),
        "sub_sat": lambda w, x, y: _saturate(x - y, w, signed),
        "hadd": lambda w, x, y: (x + y) >> 1,
        "rhadd": lambda w, x, y: (x + y + 1) >> 1,
        "mul_hi": lambda w, x, y: (x * y) >> w,
        "max": lambda w, x, y: max(x, y),
        "min": lambda w, x, y: min(x, y),
        "mul24": lambda w, x, y: x * y if _in_24_bits(signed, x, y) else None,
        "upsample": lambda w, x, y: x << w | y & ((1 << w) - 1),
    }


def _ternary(signed: bool) -> dict[str, Ternary]:
    return {
        "mad_hi": lambda w, x, y, z: ((x * y) >> w) + z,
        "mad_sat": lambda w, x, y, z: _saturate(x * y + z, w, signed),
        "clamp": lambda w, x, low, high: (
            min(max(x, low), high) if low <= high else None
        ),
        "mad24": lambda w, x, y, z: x * y + z if _in_24_bits(signed, x, y) else None,
    }


_UNARY: dict[str, Unary] = {
    "s_abs": lambda w, x: abs(x),
    "u_abs": lambda w, x: x,
    "clz": lambda w, x: w - x.bit_length(),
    "ctz": _ctz,
    "popcount": lambda w, x: x.bit_count(),
}

_BINARY: dict[str, Binary] = {
    **{f"s_{name}": function for name, function in _binary(True).items()},
    **{f"u_{name}": function for name, function in _binary(False).items()},
    "rotate": _rotate,
}

_TERNARY: dict[str, Ternary] = {
    **{f"s_{name}": function for name, function in _ternary(True).items()},
    **{f"u_{name}": function for name, function in _ternary(False).items()},
    "bitselect": lambda w, x, y, mask: x & ~mask | y & mask,
}


def _round_half_away(x: float) -> float:
    whole = float(math.trunc(x))
    return whole + math.copysign(1.0, x) if abs(x - whole) >= 0.5 else whole


def _whole(function: Callable[[float], float]) -> Callable[[float], float]:
    """
    `function` rounds to an integer: keep the sign of zero, and infinities as they are.
    """
    return lambda x: x if math.isinf(x) else math.copysign(float(function(x)), x)


def _sign(x: float) -> float:
    return x if x == 0 else math.copysign(1.0, x)


_FLOAT_UNARY: dict[str, Callable[[float], float]] = {
    "fabs": abs,
    "ceil": _whole(math.ceil),
    "floor": _whole(math.floor),
    "trunc": _whole(math.trunc),
    "rint": _whole(round),
    "round": _whole(_round_half_away),
    "sign": _sign,
}
"""Exact functions; not called with NaN."""

_FLOAT_BINARY: dict[str, Callable[[float, float], float]] = {
    "fmax": max,
    "fmin": min,
    "fmax_common": max,
    "fmin_common": min,
    "copysign": math.copysign,
    "maxmag": lambda x, y: (
        x if abs(x) > abs(y) else y if abs(y) > abs(x) else max(x, y)
    ),
    "minmag": lambda x, y: (
        x if abs(x) < abs(y) else y if abs(y) < abs(x) else min(x, y)
    ),
    "step": lambda edge, x: 0.0 if x < edge else 1.0,
}


def _clamp(x: float, low: float, high: float) -> float | None:
    return min(max(x, low), high) if low <= high else None


_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "isequal": lambda x, y: x == y,
    "isnotequal": lambda x, y: x != y,
    "isgreater": lambda x, y: x > y,
    "isgreaterequal": lambda x, y: x >= y,
    "isless": lambda x, y: x < y,
    "islessequal": lambda x, y: x <= y,
    "islessgreater": lambda x, y: x < y or x > y,
    "isordered": lambda x, y: not (math.isnan(x) or math.isnan(y)),
    "isunordered": lambda x, y: math.isnan(x) or math.isnan(y),
}

_SMALLEST_NORMAL = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}

_CLASSIFY: dict[str, Callable[[float, int], bool]] = {
    "isfinite": lambda x, w: math.isfinite(x),
    "isinf": lambda x, w: math.isinf(x),
    "isnan": lambda x, w: math.isnan(x),
    "isnormal": lambda x, w: math.isfinite(x) and abs(x) >= _SMALLEST_NORMAL[w],
    "signbit": lambda x, w: math.copysign(1.0, x) < 0,
}


def evaluate_builtin(
    builtin: Builtin,
    element: Attribute,
    width: int,
    operands: Sequence[Sequence[Number]],
    *,
    truth_is_minus_one: bool,
) -> list[Number] | None:
    """
    The elements of the result on constant operands; `None` if the specification leaves a choice,
    or this module does not evaluate the function.

    `element` is the element type of the first operand, `width` the length of the result;
    operands of one element apply to all.
    """
    name = builtin.name
    if name in ("any", "all"):
        sign = bits_of(element) - 1
        truths = [bool(cast(int, n) >> sign) for n in operands[0]]
        return [int(any(truths) if name == "any" else all(truths))]
    results: list[Number] = []
    for lane in range(width):
        lanes = [o[lane] if len(o) > 1 else o[0] for o in operands]
        result: Number | None
        if is_integer(element):
            result = _evaluate_integer(builtin, bits_of(element), lanes)
        else:
            bits = bit_width(cast(OpenCLScalar, element))
            result = _evaluate_float(
                name, bits, cast("list[float]", lanes), truth_is_minus_one
            )
        if result is None:
            return None
        results.append(result)
    return results


def _evaluate_integer(
    builtin: Builtin, width: int, operands: list[Number]
) -> int | None:
    if not all(isinstance(o, int) for o in operands):
        return None
    numbers = cast("list[int]", operands)
    if builtin.c_kinds == "s":
        numbers = [to_signed(n, width) for n in numbers]
    name = builtin.name
    result = None
    match numbers:
        case [x] if (unary := _UNARY.get(name)) is not None:
            result = unary(width, x)
        case [x, y] if (binary := _BINARY.get(name)) is not None:
            result = binary(width, x, y)
        case [x, y, z] if (ternary := _TERNARY.get(name)) is not None:
            result = ternary(width, x, y, z)
        case _:
            pass
    if result is None:
        return None
    if builtin.c_name == "upsample":
        width *= 2
    return result & ((1 << width) - 1)


def _evaluate_float(
    name: str, width: int, operands: list[float], truth_is_minus_one: bool
) -> Number | None:
    if not all(isinstance(o, float) for o in operands):
        return None
    truth = (1 << width) - 1 if truth_is_minus_one else 1
    if (compare := _COMPARE.get(name)) is not None:
        return truth if compare(*operands) else 0
    if (classify := _CLASSIFY.get(name)) is not None:
        return truth if classify(operands[0], width) else 0
    if any(math.isnan(o) for o in operands):
        return None
    match operands:
        case [x] if (unary := _FLOAT_UNARY.get(name)) is not None:
            return unary(x)
        case [x, y] if (binary := _FLOAT_BINARY.get(name)) is not None:
            return binary(x, y)
        case [x, low, high] if name == "fclamp":
            return _clamp(x, low, high)
        case _:
            return None


_ROUND: dict[RoundingMode, Callable[[Fraction], int]] = {
    RoundingMode.RTE: round,
    RoundingMode.RTZ: math.trunc,
    RoundingMode.RTP: math.ceil,
    RoundingMode.RTN: math.floor,
}

_FORMATS = {16: (11, -14, 15), 32: (24, -126, 127), 64: (53, -1022, 1023)}
"""Precision in bits, smallest and largest exponent of IEEE 754's binary formats."""

PRECISION = {width: precision for width, (precision, _, _) in _FORMATS.items()}


def round_to_format(value: Fraction, width: int, mode: RoundingMode) -> float:
    """`value`, not zero, as a number of the binary format of `width` bits."""
    precision, lowest, highest = _FORMATS[width]
    magnitude = abs(value)
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, lowest) - precision + 1)
    rounded = _ROUND[mode](value / unit) * unit
    sign = -1 if value < 0 else 1
    largest = (2 - Fraction(2) ** (1 - precision)) * Fraction(2) ** highest
    if abs(rounded) > largest:
        to_infinity = mode is RoundingMode.RTE or mode is (
            RoundingMode.RTP if sign > 0 else RoundingMode.RTN
        )
        return sign * (math.inf if to_infinity else float(largest))
    return math.copysign(float(rounded), sign)


def evaluate_convert(
    number: Number,
    source: Attribute,
    target: Attribute,
    *,
    src_unsigned: bool,
    dst_unsigned: bool,
    rounding: RoundingMode | None,
    saturate: bool,
) -> Number | None:
    """
    One element converted; `None` for a number out of the range of an integer target
    without saturation, which is implementation-defined, and for NaN to floating point.
    """
    if is_integer(source):
        bits = bits_of(source)
        unsigned = src_unsigned or bits == 1
        number = cast(int, number)
        exact = Fraction(number if unsigned else to_signed(number, bits))
    elif math.isfinite(number):
        exact = Fraction(number)
    else:
        return _convert_special(cast(float, number), target, dst_unsigned, saturate)
    if not is_integer(target):
        if not exact:
            return 0.0 if is_integer(source) else float(number)
        width = bit_width(cast(OpenCLScalar, target))
        return round_to_format(exact, width, rounding or RoundingMode.RTE)
    width = bits_of(target)
    whole = _ROUND[rounding or RoundingMode.RTZ](exact)
    clamped = _saturate(whole, width, not dst_unsigned)
    if clamped != whole and not saturate and not is_integer(source):
        return None
    return (clamped if saturate else whole) & ((1 << width) - 1)


def _convert_special(
    number: float, target: Attribute, dst_unsigned: bool, saturate: bool
) -> Number | None:
    """
    Infinities and NaN: to integers only with saturation (NaN gives 0, OpenCL C 3.0,
    section 6.4.3.3).
    """
    if not is_integer(target):
        return None if math.isnan(number) else number
    if not saturate:
        return None
    if math.isnan(number):
        return 0
    width = bits_of(target)
    bound = _saturate(
        (1 << width) if number > 0 else -(1 << width), width, not dst_unsigned
    )
    return bound & ((1 << width) - 1)


def holds_exactly(source: Attribute, unsigned: bool, target: Attribute) -> bool:
    """
    True if every integer of type `source` is a number of type `target` (a signed integer
    when it is one).
    """
    bits = bits_of(source)
    if is_integer(target):
        return bits + unsigned <= bits_of(target)
    precision = _FORMATS[bit_width(cast(OpenCLScalar, target))][0]
    # Half reaches 65504 only: 16-bit integers exceed its precision anyway.
    return bits - (not unsigned) <= precision


def evaluated_builtins() -> frozenset[str]:
    """The functions that are computed on constants."""
    tables = (
        _UNARY,
        _BINARY,
        _TERNARY,
        _FLOAT_UNARY,
        _FLOAT_BINARY,
        _COMPARE,
        _CLASSIFY,
    )
    others = ("any", "all", "fclamp", "select")
    return frozenset(others).union(*tables)
