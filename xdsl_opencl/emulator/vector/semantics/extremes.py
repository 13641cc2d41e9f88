"""
Minimum, maximum and median of numbers, with the rules for NaN and signed zeros.

Sources: "RDNA3 Instruction Set Architecture", section 16.8, V_MIN_F32, V_MAX_F32, V_MED3_F32
("NOTE: -0<+0 is TRUE in this comparison"); "RDNA4 Instruction Set Architecture",
V_MIN_NUM_F32, V_MINIMUM_F32 (IEEE 754-2019, section 9.6); "Vega Instruction Set
Architecture", V_MIN_F32.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from xdsl_opencl.emulator.vector.semantics.formats import (
    Array,
    Mode,
    format_of,
    is_signaling,
    quieted,
)

Extreme = Callable[[Mode, Array, Array], Array]


def _less(a: Array, b: Array) -> Array:
    """`a < b` with -0 below +0."""
    return (a < b) | ((a == b) & np.signbit(a) & ~np.signbit(b))


Rule = Callable[[Mode, Array, Array, Array], Array]
"""The result for two sources, and for the extreme of them if neither is NaN."""


def _quick(choose: Extreme, plain: Callable[[Array, Array], Array]) -> Extreme:
    """
    `choose`, but NumPy's `plain` extreme where neither its rules for NaN matter nor those for
    zeros: no result is NaN, no sources differ in their sign alone.
    """

    def extreme(mode: Mode, a: Array, b: Array) -> Array:
        found = plain(a, b)
        format = format_of(found)
        signs = a.view(format.bits_type) ^ b.view(format.bits_type)
        if np.isnan(found).any() or (signs == format.sign).any():
            return choose(mode, a, b)
        return found

    return extreme


def _smaller(rule: Rule) -> Extreme:
    """The smaller number; -0 is below +0."""
    return _quick(
        lambda mode, a, b: rule(mode, a, b, np.where(_less(a, b), a, b)), np.minimum
    )


def _greater(rule: Rule) -> Extreme:
    """The greater number; +0 is above -0."""
    return _quick(
        lambda mode, a, b: rule(mode, a, b, np.where(_less(b, a), a, b)), np.maximum
    )


def _with_nan(mode: Mode, a: Array, b: Array, ordered: Array) -> Array:
    """
    The result of minimum or maximum: `ordered` if neither source is NaN.

    The other source wins over a NaN; but with MODE.IEEE a signaling NaN is the result, made
    quiet.
    """
    a_nan, b_nan = np.isnan(a), np.isnan(b)
    if not (a_nan.any() or b_nan.any()):
        return ordered
    result = np.where(b_nan, a, np.where(a_nan, b, ordered))
    if mode.ieee:
        result = np.where(is_signaling(b), quieted(b), result)
        result = np.where(is_signaling(a), quieted(a), result)
    return result


minimum = _smaller(_with_nan)
maximum = _greater(_with_nan)


def second_of_nans(extreme: Extreme) -> Extreme:
    """
    Minimum or maximum on gfx8 and gfx9: of two quiet NaNs the second is the result ("AMD
    CDNA4 Instruction Set Architecture", V_MIN_F32).
    """

    def older(mode: Mode, a: Array, b: Array) -> Array:
        result = extreme(mode, a, b)
        if not np.isnan(result).any():
            return result
        both = np.isnan(a) & np.isnan(b)
        if mode.ieee:
            both &= ~(is_signaling(a) | is_signaling(b))
        return np.where(both, b, result)

    return older


older_minimum = second_of_nans(minimum)
older_maximum = second_of_nans(maximum)


def _number(mode: Mode, a: Array, b: Array, ordered: Array) -> Array:
    """
    The other source wins over any NaN; of two NaNs the result is the first, made quiet.
    """
    a_nan, b_nan = np.isnan(a), np.isnan(b)
    if not (a_nan.any() or b_nan.any()):
        return ordered
    return np.where(b_nan, quieted(a), np.where(a_nan, b, ordered))


minimum_number = _smaller(_number)
maximum_number = _greater(_number)
"""minimumNumber and maximumNumber of IEEE 754-2019."""


def _propagated(mode: Mode, a: Array, b: Array, ordered: Array) -> Array:
    """
    A NaN wins and is made quiet; a signaling NaN has priority over a quiet one, the first
    source over the second.
    """
    a_nan, b_nan = np.isnan(a), np.isnan(b)
    if not (a_nan.any() or b_nan.any()):
        return ordered
    first = is_signaling(a) | (a_nan & ~is_signaling(b))
    return np.where(first, quieted(a), np.where(b_nan, quieted(b), ordered))


ieee_minimum = _smaller(_propagated)
ieee_maximum = _greater(_propagated)
"""minimum and maximum of IEEE 754-2019."""


def of_three(
    first: Extreme, second: Extreme
) -> Callable[[Mode, Array, Array, Array], Array]:
    """The function `second(first(a, b), c)`: V_MIN3, V_MINMAX and their like."""
    return lambda mode, a, b, c: second(mode, first(mode, a, b), c)


def _median(nan: Extreme, mode: Mode, a: Array, b: Array, c: Array) -> Array:
    """The middle of three; with a NaN among them, their minimum by `nan`."""
    top = maximum(mode, maximum(mode, a, b), c)
    rest = np.where(
        top == a,
        maximum(mode, b, c),
        np.where(top == b, maximum(mode, a, c), maximum(mode, a, b)),
    )
    least = nan(mode, nan(mode, a, b), c)
    return np.where(np.isnan(a) | np.isnan(b) | np.isnan(c), least, rest)


median = partial(_median, minimum)
median_number = partial(_median, minimum_number)
older_median = partial(_median, older_minimum)
"""`median_number` is that of RDNA 4, `older_median` that of gfx8 and gfx9."""
