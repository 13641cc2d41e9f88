"""
Where the emulator and AMD's pseudocode differ on purpose, with the emulator's rule as a formula or
as a condition on the sources.

docs/emulator.md ("Where AMD's pseudocode and the emulator differ") says who is right and why. A
rule tells whether the emulator's result is the right one; it has no part of the emulator's code.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pseudocode_functions import (
    fma,
)
from pseudocode_interpreter import (
    TWO_OVER_PI,
)
from pseudocode_runs import Difference
from pseudocode_values import (
    FORMATS,
    Value,
    is_nan,
    is_quiet,
    number_of,
    rounded,
)


@dataclass(frozen=True)
class Rule:
    """Mnemonics, and whether the emulator is right about a difference."""

    pattern: str
    right: Callable[[Difference], bool]
    reason: str


def _type(difference: Difference) -> tuple[str, int]:
    """The type of the sources: the last one of the name."""
    found = re.findall(r"(bf|f)(16|32|64)", difference.form.mnemonic)
    kind, width = found[-1]
    return kind, int(width)


def _source(difference: Difference, name: str = "S0") -> Value:
    kind, width = _type(difference)
    return Value(kind, width, difference.sources[name] & ((1 << width) - 1))


def _negative(value: Value) -> bool:
    return value.bits >> (value.width - 1) == 1


def _rounds_to_even(difference: Difference) -> bool:
    value = _source(difference)
    whole = Fraction(round(Fraction(number_of(value))))
    right = rounded(value.kind, value.width, whole, _negative(value))
    return difference.actual == right.bits


def _below_one(difference: Difference) -> bool:
    kind, width = _type(difference)
    one = rounded(kind, width, 1.0).bits
    return difference.expected == one and difference.actual == one - 1


def _exponent_of_number(difference: Difference) -> bool:
    number = number_of(_source(difference))
    exponent = math.frexp(number)[1]
    return difference.actual == exponent & (
        0xFFFF if "_i16_" in difference.form.mnemonic else 0xFFFFFFFF
    )


def _quiet(difference: Difference) -> bool:
    value = _source(difference)
    quiet = FORMATS[value.kind, value.width].quiet
    return (
        is_nan(value)
        and not is_quiet(value)
        and difference.actual == value.bits | quiet
    )


_FUNCTIONS: Sequence[tuple[str, Callable[[float], float]]] = (
    ("exp", lambda x: 2.0**x if x < 200 else math.inf),
    ("log", lambda x: math.log2(x) if x > 0 else -math.inf if x == 0 else math.nan),
    ("rcp", lambda x: 1 / x if x else math.copysign(math.inf, x)),
    (
        "rsq",
        lambda x: (
            1 / math.sqrt(x)
            if x > 0
            else math.copysign(math.inf, x)
            if x == 0
            else math.nan
        ),
    ),
    ("sqrt", lambda x: math.sqrt(x) if x >= 0 else math.nan),
)


def _flushed(value: Value) -> Value:
    """A denormal float as zero of its sign; halves and doubles stay."""
    smallest = 2.0 ** (1 - FORMATS[value.kind, value.width].bias)
    if value.width == 32 and abs(number_of(value)) < smallest:
        return Value(value.kind, value.width, value.bits & 1 << (value.width - 1))
    return value


def _is_close(actual: int, exact: float, kind: str, width: int) -> bool:
    """True for the nearest number and its neighbours, denormal floats being zero."""
    nearest = rounded(kind, width, exact)
    found = Value(kind, width, actual)
    if is_nan(nearest) or is_nan(found):
        return is_nan(nearest) and is_nan(found)
    if _flushed(nearest).bits == actual:
        return True
    return _flushed(found).bits == actual and abs(nearest.bits - actual) <= 1


def _close_without_denormals(difference: Difference) -> bool:
    value = _flushed(_source(difference))
    name = difference.form.mnemonic
    function = next(f for word, f in _FUNCTIONS if f"_{word}_" in name)
    kind, width = _type(difference)
    return _is_close(difference.actual, function(number_of(value)), kind, width)


def _sine_of_turns(difference: Difference) -> bool:
    """The exact sine or cosine of the turns, which are reduced first."""
    value = _flushed(_source(difference))
    number = number_of(value)
    sine = "_sin_" in difference.form.mnemonic
    kind, width = _type(difference)
    if not math.isfinite(number):
        return is_nan(Value(kind, width, difference.actual))
    # Limited to 256 turns before RDNA.
    if difference.major < 10 and abs(number) > 256:
        return difference.actual == rounded(kind, width, 0.0 if sine else 1.0).bits
    turns = Fraction(number)
    eighths, rest = divmod(turns * 8, 1)
    angle = float(rest) * math.pi / 4
    # Near a multiple of a quarter the small angle decides, not the double near it.
    octant = int(eighths) % 8
    if octant % 2:
        angle = float(1 - rest) * math.pi / 4
    small_sine = (octant + (0 if sine else 2)) % 8 in (0, 3, 4, 7)
    if octant % 2:
        small_sine = (octant + (0 if sine else 2)) % 8 in (3, 7)
    else:
        small_sine = (octant + (0 if sine else 2)) % 8 in (0, 4)
    magnitude = math.sin(angle) if small_sine else math.cos(angle)
    place = (octant + (0 if sine else 2)) % 8
    exact = magnitude if place < 4 else -magnitude
    if exact == 0:
        return difference.actual & ((1 << (width - 1)) - 1) == 0
    return _is_close(difference.actual, exact, kind, width)


def _infinite_for_nan(difference: Difference) -> bool:
    """V_DIV_FIXUP of a quotient that is NaN."""
    kind, width = _type(difference)
    negative = (difference.sources["S1"] ^ difference.sources["S2"]) >> (width - 1) & 1
    infinity = rounded(kind, width, -math.inf if negative else math.inf)
    return is_nan(_source(difference)) and difference.actual == infinity.bits


def _scaled_then_rounded(difference: Difference) -> bool:
    """V_DIV_FMAS: 2**64 (2**128) or its inverse, by the addend, and one rounding."""
    a, b, c = (_source(difference, name) for name in ("S0", "S1", "S2"))
    steps = {32: 64, 64: 128}[a.width]
    if abs(number_of(c)) < 2:
        steps = -steps
    exact = Fraction(number_of(a)) * Fraction(number_of(b)) + Fraction(number_of(c))
    right = rounded(a.kind, a.width, exact * Fraction(2) ** steps)
    return difference.sources["VCC"] == 1 and difference.actual == right.bits


def _fused_terms(difference: Difference) -> bool:
    """V_DOT2: each product is added to the sum with one rounding."""
    name = difference.form.mnemonic
    kind = "bf" if name.endswith("bf16") else "f"
    half = name in ("v_dot2_f16_f16", "v_dot2_bf16_bf16")
    addend = difference.sources["S2" if "S2" in difference.form.names else "D0"]
    if half:
        total = number_of(Value(kind, 16, addend & 0xFFFF))
    else:
        total = number_of(Value("f", 32, addend))
    # Sums of bfloat16 are floats.
    width = 16 if name == "v_dot2_f16_f16" else 32
    for first in (0, 16):
        a, b = (
            number_of(Value(kind, 16, difference.sources[source] >> first & 0xFFFF))
            for source in ("S0", "S1")
        )
        x, y, z = (rounded("f", 64, number) for number in (a, b, total))
        total = number_of(fma(x, y, z, width))
    result = rounded(kind, 16, total) if half else rounded("f", 32, total)
    found = Value(result.kind, result.width, difference.actual)
    if is_nan(result):
        return is_nan(found)
    return difference.actual == result.bits


def _two_over_pi(difference: Difference) -> bool:
    """V_TRIG_PREOP_F64: 53 bits of 2/pi behind the first `shift` bits of the fraction."""
    value = _source(difference)
    exponent = value.bits >> 52 & 0x7FF
    shift = (difference.sources["S1"] & 31) * 53 + max(0, exponent - 1077)
    bits = (TWO_OVER_PI.bits << shift & ((1 << 1201) - 1)) >> (1201 - 53)
    scale = -53 - shift + (128 if exponent >= 1968 else 0)
    right = rounded("f", 64, Fraction(bits) * Fraction(2) ** scale)
    return difference.actual == right.bits


def _small_quotient(difference: Difference) -> bool:
    """
    V_DIV_SCALE of a denominator or a quotient for which the pseudocode compares exact
    quotients with "denormal": the emulator goes by the exponents.
    """
    _, denominator, numerator = (
        _source(difference, name) for name in ("S0", "S1", "S2")
    )
    format = FORMATS[denominator.kind, denominator.width]
    lowest = 1 - format.bias
    fields = [
        value.bits >> (format.precision - 1) & format.top
        for value in (numerator, denominator)
    ]
    large = abs(number_of(denominator)) > 2.0**-lowest
    # VCC is set where the result is NaN because a source is zero.
    zero = not (number_of(numerator) and number_of(denominator))
    if zero and difference.name == "VCC":
        return difference.actual == 1
    tiny = fields[0] <= {32: 23, 64: 53}[denominator.width]
    return fields[0] - fields[1] <= lowest or large or tiny


def _between_neighbours(difference: Difference) -> bool:
    """V_CVT_SR: one of the two numbers of 8 bits next to the source, by chance."""
    kind = "bf" if "bf8" in difference.form.mnemonic else "fp"
    value = Value("f", 32, difference.sources["S0"])
    found = Value(kind, 8, difference.actual & 0xFF)
    largest = number_of(Value(kind, 8, FORMATS[kind, 8].largest))
    number, result = number_of(value), number_of(found)
    if math.isnan(number) or abs(number) > largest:
        return not math.isfinite(result) or abs(result) == largest
    # The numbers next to the source are the nearest one, and the one behind the source.
    nearest = rounded(kind, 8, number)
    bits, size = nearest.bits & 0x7F, abs(number_of(nearest))
    if size == abs(number):
        allowed = {bits}
    else:
        allowed = {bits, bits - 1 if size > abs(number) else bits + 1}
    return found.bits & 0x7F in allowed and found.bits >> 7 == value.bits >> 31


def _by_active_lanes(difference: Difference) -> bool:
    return difference.sources["EXEC"] != 0xFFFFFFFFFFFFFFFF


def _keeps_high_half(difference: Difference) -> bool:
    """The high half of the destination stays, where the pseudocode writes zeros."""
    old = difference.sources["D0"] if difference.name == "D0" else 0
    low = difference.expected & 0xFFFF
    return difference.actual == old & 0xFFFF0000 | low or (
        # A NaN of any payload.
        low & 0x7FFF > 0x7C00
        and difference.actual & 0x7FFF > 0x7C00
        and difference.actual >> 16 == old >> 16
    )


RULES: Sequence[Rule] = (
    Rule(r"[sv]_rndne_f(16|32|64)", _rounds_to_even, "the sign of a zero"),
    Rule(r"v_fract_f(16|32|64)", _below_one, "a fraction is less than 1"),
    Rule(r"v_frexp_exp_i(16|32)_f(16|32|64)", _exponent_of_number, "0 and denormals"),
    Rule(r"v_frexp_mant_f(16|32|64)", _quiet, "a signaling NaN"),
    Rule(
        r"v_(s_)?(exp|log|rcp|rcp_iflag|rsq|sqrt)_f(16|32)",
        _close_without_denormals,
        "denormal floats are zero",
    ),
    Rule(r"v_(sin|cos)_f(16|32)", _sine_of_turns, "the sine of turns"),
    Rule(r"v_div_fixup_(legacy_)?f(16|32|64)", _infinite_for_nan, "a NaN quotient"),
    Rule(r"v_div_fmas_f(32|64)", _scaled_then_rounded, "the scale"),
    Rule(r"v_div_scale_f(32|64)", _small_quotient, "small quotients"),
    Rule(
        r"v_dot2(c|acc)?_(f16_f16|bf16_bf16|f32_bf16)",
        _fused_terms,
        "rounding of products",
    ),
    Rule(r"v_permlane(16|32)_swap_b32", _by_active_lanes, "inactive lanes"),
    Rule(
        r"v_(mac_f16|madmk_f16|madak_f16|cvt_scalef32_f16_(fp8|bf8))",
        _keeps_high_half,
        "the other half of the destination",
    ),
    Rule(r"v_trig_preop_f64", _two_over_pi, "the place of the point"),
    Rule(r"v_cvt_sr_(fp8|bf8)_f32", _between_neighbours, "rounding by chance"),
)


def explained(difference: Difference) -> bool:
    """True if a rule has the emulator's result."""
    return any(
        re.fullmatch(rule.pattern, difference.form.mnemonic) and rule.right(difference)
        for rule in RULES
    )
