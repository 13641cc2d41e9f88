"""
OpenCL C's arithmetic on Python's numbers, which are exact: each function computes and then
takes the bits that the type has.

An integer of a type is a Python `int` in the type's range, a floating-point number a
Python `float` that the type has, a vector a tuple.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Any

from random_programs.tree import Type


class Undefined(Exception):
    """
    The program does what OpenCL C does not define, at the node or statement of number
    `place`.
    """

    def __init__(self, place: int, reason: str):
        super().__init__(reason)
        self.place = place
        self.reason = reason


def wrap(kind: Type, value: int) -> int:
    """Returns the number with the low bits of `value`."""
    if kind.low <= value <= kind.high:
        return value
    value &= (1 << kind.bits) - 1
    return value - (1 << kind.bits) if value > kind.high else value


def saturate(kind: Type, value: int) -> int:
    """Returns the number of the type that is nearest."""
    return min(max(value, kind.low), kind.high)


_LETTERS = {16: "e", 32: "f", 64: "d"}


def rounded(kind: Type, value: float) -> float:
    """Rounds to the precision of the type; what is too large becomes infinite."""
    letter = _LETTERS[kind.bits]
    try:
        return struct.unpack(letter, struct.pack(letter, value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def known(value: Any, place: int) -> Any:
    """Returns `value`, which must not be a NaN: its bits are open."""
    parts: Sequence[Any] = value if value.__class__ is tuple else (value,)
    if any(part != part for part in parts):
        raise Undefined(place, "nan")
    return value


def bits_of(kind: Type, value: Any) -> int:
    """Returns the bits of a scalar, as an unsigned number."""
    if kind.floating:
        # One NaN for all.
        value = value if value == value else math.nan
        return int.from_bytes(struct.pack(f"<{_LETTERS[kind.bits]}", value), "little")
    return value & ((1 << kind.bits) - 1)


def from_bits(kind: Type, value: int) -> Any:
    """Returns the scalar with these bits."""
    if kind.floating:
        data = value.to_bytes(kind.bits // 8, "little")
        return struct.unpack(f"<{_LETTERS[kind.bits]}", data)[0]
    return wrap(kind, value)


def reinterpret(target: Type, source: Type, value: Any, place: int) -> Any:
    """Returns what `as_TYPE` does."""
    known(value, place)
    parts: Sequence[Any] = value if source.lanes > 1 else (value,)
    whole = 0
    for i, part in enumerate(parts):
        whole |= bits_of(source.element, part) << (i * source.bits)
    mask = (1 << target.bits) - 1
    result = tuple(
        from_bits(target.element, whole >> (i * target.bits) & mask)
        for i in range(target.lanes)
    )
    return result if target.lanes > 1 else result[0]


def exact(kind: Type, value: int, place: int) -> int:
    """Returns the result of signed arithmetic, which must not overflow."""
    if not kind.low <= value <= kind.high:
        raise Undefined(place, "overflow")
    return value


def divide(x: int, y: int, place: int) -> int:
    """Returns the quotient, rounded towards zero."""
    if y == 0:
        raise Undefined(place, "division")
    return -(-x // y) if (x < 0) != (y < 0) else x // y


def remainder(x: int, y: int, place: int) -> int:
    """Returns the remainder, which has the sign of `x`."""
    return x - y * divide(x, y, place)


def builtin(name: str, t: Type, place: int, x: Any, y: Any = 0, z: Any = 0) -> Any:
    """
    Returns the result of a builtin function for scalars. `t` is the type of its operands;
    that of the result for `convert_sat`. `select` is that of vectors.
    """
    match name:
        case "min":
            return min(x, y)
        case "max":
            return max(x, y)
        case "clamp":
            if y > z:
                raise Undefined(place, "clamp")
            return min(max(x, y), z)
        case "abs" | "fabs":
            return abs(x)
        case "abs_diff":
            return abs(x - y)
        case "add_sat":
            return saturate(t, x + y)
        case "sub_sat":
            return saturate(t, x - y)
        case "mad_sat":
            return saturate(t, x * y + z)
        case "convert_sat":
            return saturate(t, x)
        case "hadd":
            return (x + y) >> 1
        case "rhadd":
            return (x + y + 1) >> 1
        case "mul_hi":
            return (x * y) >> t.bits
        case "mad_hi":
            return exact(t, ((x * y) >> t.bits) + z, place)
        case "rotate":
            low, by = x & ((1 << t.bits) - 1), y % t.bits
            return wrap(t, (low << by) | (low >> (t.bits - by)))
        case "mul24" | "mad24":
            least, most = (
                (-(1 << 23), (1 << 23) - 1) if t.signed else (0, (1 << 24) - 1)
            )
            if not (least <= x <= most and least <= y <= most):
                raise Undefined(place, "24 bits")
            return wrap(t, x * y + z)
        case "clz":
            return t.bits - (x & ((1 << t.bits) - 1)).bit_length()
        case "popcount":
            return (x & ((1 << t.bits) - 1)).bit_count()
        case "bitselect":
            return wrap(t, (x & ~z) | (y & z))
        case "select":
            return y if z < 0 else x
        case "fmin" | "fmax":
            # Which zero comes is open.
            if x == y == 0:
                raise Undefined(place, "zeros")
            if x != x or y != y:
                return y if x != x else x
            return min(x, y) if name == "fmin" else max(x, y)
        case _:
            raise AssertionError(name)


def to_float(kind: Type, value: int, place: int) -> float:
    """Converts an integer that a double has."""
    if abs(value) >= 1 << 53:
        raise Undefined(place, "float")
    return rounded(kind, float(value))


def to_integer(kind: Type, value: float) -> int:
    """Converts as `convert_TYPE_sat` does."""
    if value != value:
        return 0
    return saturate(kind, math.trunc(min(max(value, -(2.0**70)), 2.0**70)))
