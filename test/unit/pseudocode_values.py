"""
The values of AMD's pseudocode: bits with a type, and the rounding of numbers to formats.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from exact_rounding import floor_log2


class PseudocodeError(Exception):
    """The pseudocode has a form or a name without a meaning here."""


Ranges = tuple[tuple[int, int], ...]
"""First bit and width of parts of a value."""


@dataclass(frozen=True)
class Value:
    """
    `bits` of a type: `kind` is `u`, `i`, `b`, `f`, `bf` or `fp`, and `width` counts the bits.
    `free` are the parts that hold a NaN with any payload.
    """

    kind: str
    width: int
    bits: int
    free: Ranges = ()

    @property
    def floating(self) -> bool:
        return self.kind in ("f", "bf", "fp")

    @property
    def integer(self) -> int:
        """The number that the bits of an integer mean."""
        if self.kind == "i" and self.bits >> (self.width - 1):
            return self.bits - (1 << self.width)
        return self.bits


@dataclass(frozen=True)
class Power:
    """`2.0 ** exponent`, exactly."""

    exponent: int


@dataclass(frozen=True)
class Format:
    """
    A binary format: `precision` counts the implicit bit. `infinity` and `nan` tell whether
    the greatest exponent is kept for them; without `infinity` only all ones are NaN.
    """

    width: int
    precision: int
    bias: int
    infinity: bool = True
    nan: bool = True

    @property
    def fraction(self) -> int:
        return (1 << (self.precision - 1)) - 1

    @property
    def top(self) -> int:
        """The greatest exponent field."""
        return (1 << (self.width - self.precision)) - 1

    @property
    def quiet(self) -> int:
        return 1 << (self.precision - 2)

    @property
    def largest(self) -> int:
        """The bits of the largest number."""
        bits = self.top << (self.precision - 1) | self.fraction
        if self.infinity:
            return (self.top << (self.precision - 1)) - 1
        return bits - 1 if self.nan else bits


FORMATS: Mapping[tuple[str, int], Format] = {
    ("f", 16): Format(16, 11, 15),
    ("f", 32): Format(32, 24, 127),
    ("f", 64): Format(64, 53, 1023),
    ("bf", 16): Format(16, 8, 127),
    ("fp", 8): Format(8, 4, 7, infinity=False),
    ("bf", 8): Format(8, 3, 15),
    ("fp", 6): Format(6, 4, 1, infinity=False, nan=False),
    ("bf", 6): Format(6, 3, 3, infinity=False, nan=False),
    ("fp", 4): Format(4, 2, 1, infinity=False, nan=False),
}
"""IEEE 754 and the formats of the Open Compute Project (OCP 8-bit, Microscaling)."""


def unsigned(width: int, number: int) -> Value:
    """An unsigned integer: the low bits of `number`."""
    return Value("u", width, number & ((1 << width) - 1))


def signed(width: int, number: int) -> Value:
    """A signed integer: the low bits of `number`."""
    return Value("i", width, number & ((1 << width) - 1))


def truth(condition: bool) -> Value:
    return unsigned(1, int(condition))


def number_of(value: Value) -> float:
    """The number of a floating-point value; every format here fits in a double."""
    format = FORMATS[value.kind, value.width]
    exponent = value.bits >> (format.precision - 1) & format.top
    fraction = value.bits & format.fraction
    if exponent == format.top and format.nan:
        if not format.infinity and fraction == format.fraction:
            return math.nan
        if format.infinity:
            infinite = -math.inf if value.bits >> (value.width - 1) else math.inf
            return math.nan if fraction else infinite
    if exponent:
        fraction |= format.fraction + 1
    scale = max(exponent, 1) - format.bias - format.precision + 1
    number = math.ldexp(float(fraction), scale)
    return -number if value.bits >> (value.width - 1) else number


def nan_of(kind: str, width: int) -> Value:
    """
    A quiet NaN whose payload and sign are open. A format without NaN has any value instead.
    """
    format = FORMATS[kind, width]
    bits = format.top << (format.precision - 1)
    bits |= format.quiet if format.infinity else format.fraction
    return Value(kind, width, bits, ((0, width),))


def rounded(
    kind: str, width: int, number: Fraction | float, negative: bool = False
) -> Value:
    """
    The value of a type that is nearest to `number`, of two the even one. `negative` is the
    sign of a zero.
    """
    format = FORMATS[kind, width]
    if isinstance(number, float):
        if math.isnan(number):
            return nan_of(kind, width)
        negative = math.copysign(1.0, number) < 0
        if math.isinf(number):
            return _infinite(kind, width, negative)
    numerator, denominator = number.as_integer_ratio()
    negative = numerator < 0 or (numerator == 0 and negative)
    sign = int(negative) << (width - 1)
    if numerator == 0:
        return Value(kind, width, sign)
    numerator = abs(numerator)
    lowest = 1 - format.bias
    exponent = max(floor_log2(Fraction(numerator, denominator)), lowest)
    unit = exponent - format.precision + 1
    numerator <<= max(0, -unit)
    denominator <<= max(0, unit)
    count, rest = divmod(numerator, denominator)
    count += 2 * rest > denominator or (2 * rest == denominator and count % 2 == 1)
    # The implicit bit of `count`, if there is one, makes the exponent field 1 more.
    bits = (exponent - lowest << format.precision - 1) + count
    if bits > format.largest:
        return _infinite(kind, width, negative)
    return Value(kind, width, sign | bits)


def _infinite(kind: str, width: int, negative: bool) -> Value:
    """Infinity; a format without it has NaN instead, or else its largest number."""
    format = FORMATS[kind, width]
    sign = int(negative) << (width - 1)
    if format.infinity:
        return Value(kind, width, sign | format.top << (format.precision - 1))
    if format.nan:
        return nan_of(kind, width)
    return Value(kind, width, sign | ((1 << (width - 1)) - 1))


def is_nan(value: Value) -> bool:
    return math.isnan(number_of(value))


def is_quiet(value: Value) -> bool:
    """True for a NaN with the quiet bit."""
    return is_nan(value) and (value.bits & FORMATS[value.kind, value.width].quiet) != 0


def reformatted(kind: str, width: int, value: Value) -> Value:
    """A number in another format. A NaN keeps its sign and the top of its payload."""
    if (value.kind, value.width) == (kind, width):
        return value
    target = FORMATS[kind, width]
    if not is_nan(value) or not target.infinity:
        return rounded(kind, width, number_of(value))
    source = FORMATS[value.kind, value.width]
    if not source.infinity:
        return nan_of(kind, width)
    shift = target.precision - source.precision
    fraction = value.bits & source.fraction
    fraction = fraction << shift if shift > 0 else fraction >> -shift
    sign = value.bits >> (value.width - 1) << (width - 1)
    bits = sign | target.top << (target.precision - 1) | fraction
    return Value(kind, width, bits, ((0, width),) if value.free else ())


def viewed(kind: str, width: int, value: Value) -> Value:
    """
    `value.f32` and the like: a number in another format, or the low bits as the type.
    """
    if kind in ("f", "bf", "fp") and value.floating and value.width != width:
        return reformatted(kind, width, value)
    bits = value.integer if value.kind == "i" else value.bits
    return Value(kind, width, bits & ((1 << width) - 1), value.free)


def cast_to(kind: str, width: int, value: Value) -> Value:
    """`32'F(value)` and the like: a number by its value, bits (`0x7fc00000`) as they are."""
    if kind in ("f", "bf"):
        if value.floating:
            return reformatted(kind, width, value)
        # Longer than any number: the bits of 2/pi.
        if value.kind == "b" and value.width <= 64:
            return viewed(kind, width, value)
        return rounded(kind, width, Fraction(value.integer))
    return viewed(kind, width, value)


def slice_of(value: Value, first: int, width: int) -> Value:
    """`width` bits from bit `first` on."""
    inside = tuple(
        (start - first, size)
        for start, size in value.free
        if start >= first and start + size <= first + width
    )
    return Value("u", width, value.bits >> first & ((1 << width) - 1), inside)


def wrapped(kind: str, width: int, number: int) -> Value:
    """An integer: the low bits of `number`."""
    return Value(kind, width, number & ((1 << width) - 1))


def is_denormal(value: Value) -> bool:
    """True for a number below the smallest normal one; 0 is none."""
    format = FORMATS[value.kind, value.width]
    number = number_of(value)
    return number != 0 and abs(number) < 2.0 ** (1 - format.bias)
