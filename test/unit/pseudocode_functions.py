"""
The operators and functions of AMD's pseudocode. The documents define no function; their meaning
here is that of the names, of IEEE 754 and of the documents' prose.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pseudocode_values import (
    FORMATS,
    PseudocodeError,
    Value,
    is_nan,
    is_quiet,
    nan_of,
    number_of,
    rounded,
    signed,
    truth,
    unsigned,
    viewed,
    wrapped,
)

_CONVERSION = re.compile(
    r"(?P<from>u|i|f|bf|fp)(?P<bits>\d+)_to_"
    r"(?:(?P<norm>[su]norm)|(?P<to>u|i|f|bf|fp)(?P<width>\d+)(?:(?P<scale>_scale)|(?P<rest>_\w+))?)"
)


def convert(name: str, values: Sequence[Value], *, toward_zero: bool) -> Value:
    """A function such as `f32_to_i32`."""
    match = _CONVERSION.fullmatch(name)
    if match is None:
        raise PseudocodeError(f"the function '{name}' has no meaning here")
    source = values[0]
    if (match["from"], match["bits"]) != (source.kind, str(source.width)):
        source = viewed(match["from"], int(match["bits"]), source)
    if match["norm"]:
        return _normalised(source, match["norm"] == "snorm")
    kind, width = match["to"], int(match["width"])
    if match["scale"]:
        (scale,) = values[1:]
        return _unscaled(kind, width, source, scale.bits)
    if match["rest"]:
        raise PseudocodeError(f"'{match[0]}' has no meaning here")
    if not source.floating:
        if kind in ("u", "i"):
            return _saturated(kind, width, Fraction(source.integer))
        return rounded(kind, width, Fraction(source.integer))
    number = number_of(source)
    if kind in ("u", "i"):
        if math.isnan(number):
            return Value(kind, width, 0)
        if math.isinf(number):
            number = math.copysign(1e300, number)
        return _saturated(kind, width, Fraction(math.trunc(number)))
    if toward_zero and math.isfinite(number):
        return _toward_zero(kind, width, Fraction(number), number)
    return rounded(kind, width, number)


_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    # "Less or greater": false for NaN.
    "<>": lambda a, b: a < b or a > b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def integer_operation(operator: str, left: Value, right: Value) -> Value:
    """A binary operator between integers."""
    if operator in ("<<", ">>"):
        width = max(32, left.width)
        amount = min(right.bits, 4096)
        number = left.integer
        number = number << amount if operator == "<<" else number >> amount
        return wrapped(left.kind, width, number)
    least = 1 if operator in ("&", "|", "^") else 32
    width = max(least, left.width, right.width)
    # The kind of the longer operand; of equally long ones `u`, `b` before `i`, as in C. A
    # shorter one than `least` has all of its numbers in the signed type.
    kinds = {x.kind for x in (left, right) if x.width == width}
    kind = next((k for k in ("u", "b") if k in kinds), "i" if least == 32 else "u")
    if operator in _COMPARISONS:
        a, b = (wrapped(kind, width, x.integer).integer for x in (left, right))
        return truth(_COMPARISONS[operator](a, b))
    a, b = left.integer, right.integer
    match operator:
        case "+":
            number = a + b
        case "-":
            number = a - b
        case "*":
            number = a * b
        case "&":
            number = a & b
        case "|":
            number = a | b
        case "^":
            number = a ^ b
        case _:
            raise PseudocodeError(f"'{operator}' of integers has no meaning here")
    return wrapped(kind, width, number)


def float_operation(operator: str, left: Value, right: Value) -> Value:
    """A binary operator between numbers."""
    a, b = number_of(left), number_of(right)
    if operator in _COMPARISONS:
        return truth(_COMPARISONS[operator](a, b))
    longer = left if left.width >= right.width else right
    kind, width = longer.kind, longer.width
    match operator:
        case "+":
            return _sum(kind, width, a, b)
        case "-":
            return _sum(kind, width, a, -b)
        case "*":
            if math.isfinite(a) and math.isfinite(b):
                negative = math.copysign(1.0, a) != math.copysign(1.0, b)
                return rounded(kind, width, Fraction(a) * Fraction(b), negative)
            return rounded(kind, width, a * b)
        case "/":
            return _quotient(kind, width, a, b)
        case _:
            raise PseudocodeError(f"'{operator}' of numbers has no meaning here")


def _sum(kind: str, width: int, a: float, b: float) -> Value:
    if not (math.isfinite(a) and math.isfinite(b)):
        return rounded(kind, width, a + b)
    exact = Fraction(a) + Fraction(b)
    if exact == 0:
        return rounded(kind, width, a + b)
    return rounded(kind, width, exact)


def _quotient(kind: str, width: int, a: float, b: float) -> Value:
    negative = math.copysign(1.0, a) != math.copysign(1.0, b)
    if math.isnan(a) or math.isnan(b):
        return nan_of(kind, width)
    if (a == 0 and b == 0) or (math.isinf(a) and math.isinf(b)):
        return nan_of(kind, width)
    if b == 0 or math.isinf(a):
        return rounded(kind, width, -math.inf if negative else math.inf)
    if math.isinf(b):
        return rounded(kind, width, Fraction(0), negative)
    return rounded(kind, width, Fraction(a) / Fraction(b), negative)


def fma(a: Value, b: Value, c: Value, width: int = 0) -> Value:
    """`a * b + c`, rounded once: to a number of `width` bits, else to the type of `a`."""
    x, y, z = number_of(a), number_of(b), number_of(c)
    kind, width = a.kind, width or a.width
    if not (math.isfinite(x) and math.isfinite(y)):
        return rounded(kind, width, x * y + z)
    if not math.isfinite(z):
        return rounded(kind, width, z)
    product = Fraction(x) * Fraction(y)
    if product == 0:
        zero = math.copysign(0.0, math.copysign(1.0, x) * math.copysign(1.0, y))
        return rounded(kind, width, zero + z)
    return rounded(kind, width, product + Fraction(z))


def _toward_zero(kind: str, width: int, exact: Fraction, number: float) -> Value:
    """The conversion that drops what does not fit."""
    nearest = rounded(kind, width, exact, math.copysign(1.0, number) < 0)
    if abs(number_of(nearest)) > abs(number):
        return replace(nearest, bits=nearest.bits - 1)
    return nearest


def _saturated(kind: str, width: int, number: Fraction) -> Value:
    least = -(1 << (width - 1)) if kind == "i" else 0
    most = (1 << (width - (kind == "i"))) - 1
    return wrapped(kind, width, max(least, min(most, int(number))))


def _normalised(value: Value, is_signed: bool) -> Value:
    number = number_of(value)
    if math.isnan(number):
        number = 0.0
    number = max(-1.0 if is_signed else 0.0, min(1.0, number))
    # `round` takes the even of two nearest integers.
    count = round(Fraction(number) * (32767 if is_signed else 65535))
    return signed(16, count) if is_signed else unsigned(16, count)


def _unscaled(kind: str, width: int, value: Value, scale: int) -> Value:
    """
    A conversion with a scale, whose exponent field is given: to a short format it divides,
    from one it multiplies.
    """
    number = number_of(value)
    if not math.isfinite(number):
        return rounded(kind, width, number)
    exponent = scale - 127
    if width <= 8:
        exponent = -exponent
    negative = math.copysign(1.0, number) < 0
    return rounded(kind, width, Fraction(number) * Fraction(2) ** exponent, negative)


def _whole(function: Callable[[float], int]) -> Callable[[Value], Value]:
    """A rounding to an integral number; a zero has the sign of the source."""

    def apply(value: Value) -> Value:
        number = number_of(value)
        if math.isnan(number):
            return nan_of(value.kind, value.width)
        if math.isinf(number):
            return value
        negative = math.copysign(1.0, number) < 0
        return rounded(value.kind, value.width, Fraction(function(number)), negative)

    return apply


_floor = _whole(math.floor)


def _fract(value: Value) -> Value:
    return float_operation("-", value, _floor(value))


def _approximated(function: Callable[[float], float]) -> Callable[[Value], Value]:
    """A function by the host's double; outside of its domain it is NaN."""

    def apply(value: Value) -> Value:
        try:
            number = function(number_of(value))
        except ValueError:
            number = math.nan
        except OverflowError:
            number = math.inf
        return rounded(value.kind, value.width, number)

    return apply


def _log2(number: float) -> float:
    return -math.inf if number == 0 else math.log2(number)


def _power(base: Value, exponent: Value) -> Value:
    if number_of(base) != 2:
        raise PseudocodeError("only powers of 2 have a meaning here")
    return _approximated(lambda x: 2.0**x)(exponent)


def _exponent(value: Value) -> Value:
    format = FORMATS[value.kind, value.width]
    return signed(32, value.bits >> (format.precision - 1) & format.top)


def _mantissa(value: Value) -> Value:
    return rounded(value.kind, value.width, math.frexp(number_of(value))[0])


def _ldexp(value: Value, exponent: Value) -> Value:
    number = number_of(value)
    if not math.isfinite(number):
        return nan_of(value.kind, value.width) if math.isnan(number) else value
    exact = Fraction(number) * Fraction(2) ** exponent.integer
    negative = math.copysign(1.0, number) < 0
    return rounded(value.kind, value.width, exact, negative)


def _quieted(value: Value) -> Value:
    return replace(value, bits=value.bits | FORMATS[value.kind, value.width].quiet)


def _is_even(value: Value) -> Value:
    number = number_of(value)
    return truth(math.isfinite(number) and number % 2 == 0)


def _from_bit(value: Value, count: Value) -> Value:
    size = count.bits
    bits = value.bits & ((1 << size) - 1)
    if size and size <= value.width and bits >> (size - 1):
        bits -= 1 << size
    return signed(value.width, bits)


def _lowest_one(value: Value) -> Value:
    return signed(32, (value.bits & -value.bits).bit_length() - 1)


def _float32(sign: Value, exponent: Value, fraction: Value) -> Value:
    bits = sign.bits << 31 | (exponent.bits & 0xFF) << 23 | fraction.bits
    return Value("f", 32, bits)


def _extreme(choose: Callable[[float, float], float]) -> Callable[..., Value]:
    """Minimum or maximum of IEEE 754-2019: NaN if one is NaN; -0 is below +0."""

    def apply(*values: Value) -> Value:
        kind, width = values[0].kind, values[0].width
        numbers = [number_of(value) for value in values]
        if any(map(math.isnan, numbers)):
            return nan_of(kind, width)
        found = numbers[0]
        for number in numbers[1:]:
            if number == found == 0:
                signs = math.copysign(1.0, number), math.copysign(1.0, found)
                found = math.copysign(0.0, choose(*signs))
            else:
                found = choose(number, found)
        return rounded(kind, width, found)

    return apply


def _short(kind: str) -> Callable[[Value], Value]:
    def apply(value: Value) -> Value:
        number = number_of(value)
        if math.isnan(number):
            return Value(kind, 16, 0)
        limited = max(-1e6, min(1e6, number))
        return _saturated(kind, 16, Fraction(math.trunc(limited)))

    return apply


def _magnitude(value: Value) -> Value:
    return replace(value, bits=value.bits & ((1 << (value.width - 1)) - 1))


def _sign(value: Value) -> Value:
    return unsigned(1, value.bits >> (value.width - 1))


def _is_nan(value: Value) -> Value:
    return truth(is_nan(value))


def _is_quiet(value: Value) -> Value:
    return truth(is_quiet(value))


def _is_signaling(value: Value) -> Value:
    return truth(is_nan(value) and not is_quiet(value))


def _sign_extended(value: Value) -> Value:
    return signed(64, replace(value, kind="i").integer)


FUNCTIONS: Mapping[str, Callable[..., Value]] = {
    "fma": fma,
    "floor": _floor,
    "trunc": _whole(math.trunc),
    "fract": _fract,
    "sqrt": _approximated(math.sqrt),
    "log2": _approximated(_log2),
    "pow": _power,
    "sin": _approximated(math.sin),
    "cos": _approximated(math.cos),
    "abs": _magnitude,
    "sign": _sign,
    "exponent": _exponent,
    "mantissa": _mantissa,
    "ldexp": _ldexp,
    "float32": _float32,
    "isNAN": _is_nan,
    "isQuietNAN": _is_quiet,
    "isSignalNAN": _is_signaling,
    "cvtToQuietNAN": _quieted,
    "isEven": _is_even,
    "signext": _sign_extended,
    "signext_from_bit": _from_bit,
    "s_ff1_i32_b32": _lowest_one,
    "s_ff1_i32_b64": _lowest_one,
    "v_minimum_f32": _extreme(min),
    "v_maximum_f32": _extreme(max),
    "v_minimum3_f16": _extreme(min),
    "v_maximum3_f16": _extreme(max),
    "v_cvt_i16_f32": _short("i"),
    "v_cvt_u16_f32": _short("u"),
}
"""The functions that the documents use without a definition."""
