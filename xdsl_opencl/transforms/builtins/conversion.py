"""`convert_*` and `as_*` (OpenCL C 3.0, sections 6.4.3 and 6.4.4)."""

from __future__ import annotations

import math

from xdsl.dialects import llvm
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.opencl.conversion import AsOp, ConvertOp
from xdsl_opencl.ir.element_types import (
    bits_of,
    element_of,
    float_like,
    integer_like,
    is_float,
    width_of,
)
from xdsl_opencl.transforms.builtins.values import Values

_ROUNDING: dict[RoundingMode, type] = {
    RoundingMode.RTE: elementwise.RoundEvenOp,
    RoundingMode.RTZ: elementwise.FTruncOp,
    RoundingMode.RTP: llvm.FCeilOp,
    RoundingMode.RTN: llvm.FFloorOp,
}
_MANTISSA = {16: 11, 32: 24, 64: 53}
_LARGEST = {
    16: 65504.0,
    32: float.fromhex("0x1.fffffep127"),
    64: 1.7976931348623157e308,
}


def _range(bits: int, *, unsigned: bool) -> tuple[int, int]:
    return (
        (0, (1 << bits) - 1)
        if unsigned
        else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    )


def integer_to_integer(
    v: Values,
    x: SSAValue,
    bits: int,
    *,
    from_unsigned: bool,
    to_unsigned: bool,
    saturate: bool,
) -> SSAValue:
    """Conversion between integers; saturates when asked."""
    have = bits_of(x.type)
    if not saturate:
        return v.resize(x, bits, unsigned=from_unsigned)
    low, high = _range(bits, unsigned=to_unsigned)
    source_low, source_high = _range(have, unsigned=from_unsigned)
    if source_low < low:
        x = v.imax(x, v.constant(low, x.type), unsigned=False)
    if source_high > high:
        x = v.imin(x, v.constant(high, x.type), unsigned=from_unsigned)
    return v.resize(x, bits, unsigned=from_unsigned)


def float_to_integer(
    v: Values,
    x: SSAValue,
    bits: int,
    *,
    unsigned: bool,
    rounding: RoundingMode,
    saturate: bool,
) -> SSAValue:
    """
    Conversion from floating point to integer with a rounding; saturates when asked.
    """
    if rounding is not RoundingMode.RTZ:
        x = v.op(_ROUNDING[rounding], x)
    if saturate:
        return saturating(v, x, bits, unsigned=unsigned)
    if bits < 32 and v.gpu is not None and width_of(x.type) is not None:
        # AMDGPU packs small elements without a mask, as LLVM leaves numbers out of range
        # open; OpenCL C (3.0, section 6.4.3.3) leaves open that element alone.
        return v.resize(v.to_integer(x, 32, unsigned=unsigned), bits, unsigned=unsigned)
    return v.to_integer(x, bits, unsigned=unsigned)


def saturating(v: Values, x: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
    """Towards zero to integers of `bits`, clamped to their range; NaN becomes 0."""
    if bits < 32 and v.gpu is not None and bits_of(x.type) <= 32:
        return _clamped(v, v.resize_float(x, 32), bits, unsigned=unsigned)
    sign = "u" if unsigned else "s"
    result = integer_like(x.type, bits)
    name = f"llvm.fpto{sign}i.sat.{_suffix(result)}.{_suffix(x.type)}"
    return v.intrinsic(name, [x], result)


def median(v: Values, a: SSAValue, low: SSAValue, high: SSAValue) -> SSAValue | None:
    """
    `a` between `low` and `high`, `low` for NaN, by AMDGPU's v_med3; `None` where minimum and
    maximum are as good: other machines, double precision, and half precision except scalars since
    gfx9, because two elements have packed minima.
    """
    bits = bits_of(a.type)
    if v.gpu is None or bits == 64:
        return None
    if bits == 16 and (width_of(a.type) is not None or not v.gpu.half_median):
        return None
    name = f"llvm.amdgcn.fmed3.f{bits}"
    rows = zip(*map(v.elements, (a, low, high)), strict=True)
    medians = [v.intrinsic(name, row, row[0].type) for row in rows]
    return v.vector(medians, a.type)


def _clamped(v: Values, x: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
    """
    `saturating` for a few bits on AMDGPU, which clamps floating point by one instruction.
    """
    low, high = _range(bits, unsigned=unsigned)
    inside = median(
        v,
        x,
        v.float_constant(float(low), x.type),
        v.float_constant(float(high), x.type),
    )
    assert inside is not None
    result = v.to_integer(inside, bits, unsigned=unsigned)
    if unsigned:  # the median is the lower bound
        return result
    return v.select(v.is_nan(x), v.constant(0, result.type), result)


def _suffix(type: Attribute) -> str:
    width = width_of(type)
    element = f"{'f' if is_float(type) else 'i'}{bits_of(type)}"
    return element if width is None else f"v{width}{element}"


def _correct(
    v: Values,
    result: SSAValue,
    rounding: RoundingMode,
    above: SSAValue,
    below: SSAValue,
) -> SSAValue:
    """
    Moves `result`, rounded to nearest, to its neighbour: `above` where it is larger than
    the exact value, `below` where it is smaller.
    """
    bits = bits_of(result.type)
    integer = integer_like(result.type)
    raw = v.bitcast(result, integer)
    zero, one = v.constant(0, integer), v.constant(1, integer)
    negative = v.compare("slt", raw, zero)
    smallest = v.constant(1, integer)
    sign = v.constant(1 << (bits - 1), integer)
    is_zero = v.compare_float("oeq", result, v.float_constant(0.0, result.type))
    away, towards = v.iadd(raw, one), v.isub(raw, one)
    up = v.select(is_zero, smallest, v.select(negative, towards, away))
    down = v.select(is_zero, v.or_(smallest, sign), v.select(negative, away, towards))
    match rounding:
        case RoundingMode.RTP:
            moved = v.select(below, up, raw)
        case RoundingMode.RTN:
            moved = v.select(above, down, raw)
        case RoundingMode.RTZ:
            # Too far from zero: the magnitude is one step too large.
            far = v.select(negative, below, above)
            moved = v.select(far, towards, raw)
        case RoundingMode.RTE:
            moved = raw
    return v.bitcast(moved, result.type)


def integer_to_float(
    v: Values, x: SSAValue, bits: int, *, unsigned: bool, rounding: RoundingMode
) -> SSAValue:
    """Conversion from integer to floating point with a rounding."""
    result = v.to_float(x, bits, unsigned=unsigned)
    have = bits_of(x.type)
    if rounding is RoundingMode.RTE or have - (not unsigned) <= _MANTISSA[bits]:
        return result
    # Convert back to an integer, and compare. A number too large for this is above every integer.
    back = saturating(v, result, have, unsigned=unsigned)
    limit = 2.0 ** (have - (not unsigned))
    if limit > _LARGEST[bits]:
        limit = math.inf
    outside = v.compare_float("oge", result, v.float_constant(limit, result.type))
    above = v.or_(outside, v.compare("ugt" if unsigned else "sgt", back, x))
    below = v.compare("ult" if unsigned else "slt", back, x)
    endless = v.compare_float("oeq", result, v.float_constant(-math.inf, result.type))
    below = v.or_(endless, below)
    return _correct(v, result, rounding, above, below)


def float_to_float(
    v: Values, x: SSAValue, bits: int, *, rounding: RoundingMode
) -> SSAValue:
    """Conversion between floating-point formats with a rounding."""
    have = bits_of(x.type)
    if have <= bits or rounding is RoundingMode.RTE:
        return v.resize_float(x, bits)
    result = v.resize_float(x, bits)
    back = v.resize_float(result, have)
    above, below = v.compare_float("ogt", back, x), v.compare_float("olt", back, x)
    return _correct(v, result, rounding, above, below)


def convert(
    v: Values,
    x: SSAValue,
    to: Attribute,
    *,
    from_unsigned: bool = False,
    to_unsigned: bool = False,
    rounding: RoundingMode | None = None,
    saturate: bool = False,
) -> SSAValue:
    """
    `x` as type `to`. The default rounding is towards zero to integers, to nearest even to
    floating point.
    """
    bits = bits_of(to)
    if is_float(to):
        mode = RoundingMode.RTE if rounding is None else rounding
        if is_float(x.type):
            return float_to_float(v, x, bits, rounding=mode)
        return integer_to_float(v, x, bits, unsigned=from_unsigned, rounding=mode)
    if is_float(x.type):
        mode = RoundingMode.RTZ if rounding is None else rounding
        return float_to_integer(
            v, x, bits, unsigned=to_unsigned, rounding=mode, saturate=saturate
        )
    return integer_to_integer(
        v,
        x,
        bits,
        from_unsigned=from_unsigned,
        to_unsigned=to_unsigned,
        saturate=saturate,
    )


def lower_convert(v: Values, op: ConvertOp) -> list[SSAValue]:
    return [
        convert(
            v,
            op.value,
            op.result.type,
            from_unsigned=op.src_unsigned is not None or bits_of(op.value.type) == 1,
            to_unsigned=op.dst_unsigned is not None,
            rounding=None if op.rounding is None else op.rounding.data,
            saturate=op.saturate is not None,
        )
    ]


def lower_as(v: Values, op: AsOp) -> list[SSAValue]:
    value, to = op.value, op.result.type
    have, want = width_of(value.type) or 1, width_of(to) or 1
    if have == 3 and want != 3:
        value = v.shuffle(value, value, [0, 1, 2, -1])
    if want != 3 or have == 3:
        return [v.bitcast(value, to)]
    from xdsl.dialects.builtin import VectorType

    whole = v.bitcast(value, VectorType(element_of(to), [4]))
    return [v.shuffle(whole, whole, [0, 1, 2])]


__all__ = ["convert", "float_like", "lower_as", "lower_convert"]
