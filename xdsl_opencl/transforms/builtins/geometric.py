"""Geometric functions (OpenCL C 3.0, section 6.15.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.ir.element_types import bits_of, width_of
from xdsl_opencl.transforms.builtins.arithmetic import Expand
from xdsl_opencl.transforms.builtins.values import Values


def dot(v: Values, x: SSAValue, y: SSAValue) -> SSAValue:
    """The sum of the products of two vectors' elements; the product of two scalars."""
    xs, ys = v.elements(x), v.elements(y)
    total = v.fmul(xs[0], ys[0])
    for a, b in zip(xs[1:], ys[1:], strict=True):
        total = v.fmuladd(a, b, total)
    return total


def _cross(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x, y = (v.elements(value)[:3] for value in a)

    def minor(i: int, j: int) -> SSAValue:
        return v.fmuladd(x[i], y[j], v.fneg(v.fmul(x[j], y[i])))

    elements = [minor(1, 2), minor(2, 0), minor(0, 1)]
    if width_of(type) == 4:
        elements.append(v.float_constant(0.0, elements[0].type))
    return v.vector(elements, type)


# Powers of two around the square roots of the smallest and largest numbers, by bits.
_SCALES = {16: (0, 0), 32: (86, 65), 64: (700, 513)}


def _scaling(v: Values, square: SSAValue, bits: int) -> Callable[[int], SSAValue]:
    """
    Returns a function that makes a power of two: with 1 the one that brings a vector into the range
    whose square, `square`, left it, with -1 the one that takes its length back.
    """
    up, down = _SCALES[bits]
    scalar = square.type
    infinite = v.compare_float("oeq", square, v.float_constant(float("inf"), scalar))
    tiny = v.compare_float(
        "olt", square, v.float_constant(2.0 ** (-96 if bits == 32 else -900), scalar)
    )

    def power(sign: int) -> SSAValue:
        one = v.float_constant(1.0, scalar)
        small = v.select(tiny, v.float_constant(2.0 ** (sign * up), scalar), one)
        return v.select(
            infinite, v.float_constant(2.0 ** (-sign * down), scalar), small
        )

    return power


def _length_of(v: Values, x: SSAValue) -> SSAValue:
    """
    `sqrt(dot(x, x))` without overflow or underflow in between: the vector is scaled by a
    power of two when its square leaves the range.
    """
    if width_of(x.type) is None:
        return v.fabs(x)
    bits = bits_of(x.type)
    if bits == 16:
        wide = v.resize_float(x, 32)
        return v.resize_float(v.sqrt(dot(v, wide, wide), 3.0), 16)
    power = _scaling(v, dot(v, x, x), bits)
    factor, back = power(1), power(-1)
    scaled = v.fmul(x, v.splat(factor, x.type))
    return v.fmul(v.sqrt(dot(v, scaled, scaled), 3.0), back)


def _normalize(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x = a[0]
    if width_of(type) is None:
        # The sign; zero and NaN stay.
        one = v.op(_copy_sign(), v.float_constant(1.0, type), x)
        special = v.compare_float("ueq", x, v.float_constant(0.0, type))
        return v.select(special, x, one)
    bits = bits_of(type)
    if bits == 16:
        wide = v.resize_float(x, 32)
        root = v.sqrt(dot(v, wide, wide), 3.0)
        unit = v.fdiv(wide, v.splat(root, wide.type), 2.5)
        zero = v.compare_float("oeq", root, v.float_constant(0.0, root.type))
        unit = v.select(zero, wide, unit)
        return v.resize_float(unit, 16)
    # An infinite component becomes 1 and the finite ones 0.
    scalar = v.extract(x, 0).type
    infinity = v.float_constant(float("inf"), x.type)
    endless = v.compare_float("oeq", v.fabs(x), infinity)
    limited = v.op(
        _copy_sign(),
        v.select(endless, v.float_constant(1.0, x.type), v.float_constant(0.0, x.type)),
        x,
    )
    largest = v.fabs(x)
    peak = v.elements(largest)[0]
    for element in v.elements(largest)[1:]:
        peak = v.fmax(peak, element)
    any_infinite = v.compare_float("oeq", peak, v.float_constant(float("inf"), scalar))
    y = v.select(_spread(v, any_infinite, x.type), limited, x)
    factor = _scaling(v, dot(v, y, y), bits)(1)
    y = v.fmul(y, v.splat(factor, y.type))
    square = dot(v, y, y)
    unit = v.fdiv(y, v.splat(v.sqrt(square, 3.0), y.type), 2.5)
    zero = v.compare_float("oeq", square, v.float_constant(0.0, scalar))
    return v.select(_spread(v, zero, x.type), x, unit)


def _spread(v: Values, condition: SSAValue, type: Attribute) -> SSAValue:
    from xdsl.dialects.builtin import i1

    from xdsl_opencl.ir.element_types import like

    return v.splat(condition, like(type, i1))


def _copy_sign() -> type:
    from xdsl.dialects import llvm

    return llvm.FCopySignOp


def _fast_distance(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    difference = v.fsub(a[0], a[1])
    return v.sqrt(dot(v, difference, difference), 8192.0)


def _fast_normalize(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x = a[0]
    square = dot(v, x, x)
    if v.gpu is not None:
        # half_rsqrt, as the specification defines the function.
        inverse = v.intrinsic("llvm.amdgcn.rsq.f32", (square,), square.type)
    else:
        root = v.sqrt(square, 8192.0)
        inverse = v.fdiv(v.float_constant(1.0, square.type), root, 8192.0)
    zero = v.compare_float("oeq", square, v.float_constant(0.0, square.type))
    inverse = v.select(zero, v.float_constant(1.0, square.type), inverse)
    return v.fmul(x, v.splat(inverse, type))


EXPANSIONS: dict[str, Expand] = {
    "dot": lambda v, a, type: dot(v, a[0], a[1]),
    "cross": _cross,
    "length": lambda v, a, type: _length_of(v, a[0]),
    "distance": lambda v, a, type: _length_of(v, v.fsub(a[0], a[1])),
    "normalize": _normalize,
    "fast_length": lambda v, a, type: v.sqrt(dot(v, a[0], a[0]), 8192.0),
    "fast_distance": _fast_distance,
    "fast_normalize": _fast_normalize,
}
