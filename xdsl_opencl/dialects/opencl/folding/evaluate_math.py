"""
Mathematical functions of constants, in double precision and rounded to the type: LLVM's
`AMDGPULibCalls` does the same (`evaluateScalarMathFunc`, and its tables of exact values).

The result is off by half a unit in the last place in single and half precision, and in double
precision by the error of this computer's C library: less than OpenCL allows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from xdsl_opencl.dialects.opencl.folding.constants import Number

_SMALLEST = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}
_LARGEST = {16: 65504.0, 32: 2.0**128 - 2.0**104, 64: math.inf}


def _turns(function: Callable[[float], float]) -> Callable[[float], float]:
    """
    Computes `function` of pi times the argument, reduced to a number near zero first. Excludes
    multiples of a half, because their results are exact or not finite.
    """

    def turned(x: float) -> float:
        if (2.0 * x).is_integer():
            raise ValueError
        return function(math.pi * math.remainder(x, 2.0))

    return turned


def _over_pi(function: Callable[..., float]) -> Callable[..., float]:
    return lambda *x: function(*x) / math.pi


def _positive_power(x: float, y: float) -> float:
    if x <= 0.0:
        raise ValueError
    return math.pow(x, y)


def _root(x: float, n: float) -> float:
    if x <= 0.0:
        raise ValueError
    return math.pow(x, 1.0 / n)


def _exp2(x: float) -> float:
    return math.pow(2.0, x)


def _exp10(x: float) -> float:
    return math.pow(10.0, x)


def _rsqrt(x: float) -> float:
    return 1.0 / math.sqrt(x)


def _cbrt(x: float) -> float:
    return math.copysign(math.pow(abs(x), 1.0 / 3.0), x)


_FUNCTIONS: dict[str, Callable[..., float]] = {
    **{
        name: getattr(math, name)
        for name in (
            "acos acosh asin asinh atan atanh atan2 cos cosh erf erfc exp expm1 log log10 "
            "log1p log2 pow sin sinh tan tanh"
        ).split()
    },
    "acospi": _over_pi(math.acos),
    "asinpi": _over_pi(math.asin),
    "atanpi": _over_pi(math.atan),
    "atan2pi": _over_pi(math.atan2),
    "exp2": _exp2,
    "exp10": _exp10,
    "pown": math.pow,
    "powr": _positive_power,
    "rsqrt": _rsqrt,
    "tgamma": math.gamma,
}
_IN_SINGLE: dict[str, Callable[..., float]] = {
    "cbrt": _cbrt,
    "cospi": _turns(math.cos),
    "rootn": _root,
    "sinpi": _turns(math.sin),
    "tanpi": _turns(math.tan),
}
"""Functions without a known small error in double precision."""


def evaluate_math(name: str, bits: int, operands: Sequence[Number]) -> float | None:
    """
    The function `name` of constants; `None` if the result is not evaluated here, is NaN or
    infinite, or is so small that hardware may flush it to zero.
    """
    function = _FUNCTIONS.get(name)
    if function is None and bits < 64:
        function = _IN_SINGLE.get(name)
    if function is None or not all(map(math.isfinite, operands)):
        return None
    try:
        result = function(*operands)
    except (ValueError, ArithmeticError):
        return None
    size = abs(result)
    if not size <= _LARGEST[bits] or math.isinf(result):
        return None
    return result if size >= _SMALLEST[bits] or not size else None
