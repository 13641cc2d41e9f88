"""
Integer, common, relational and selecting functions (OpenCL C 3.0, sections 6.15.3, 6.15.4 and
6.15.6), and those of section 6.15.2 that expand to a few operations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import BoolAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.opencl.folding.constants import (
    constant_attribute,
    constant_elements,
)
from xdsl_opencl.ir.element_types import bits_of, element_of, integer_like, width_of
from xdsl_opencl.transforms.builtins.conversion import median
from xdsl_opencl.transforms.builtins.values import Values

Expand = Callable[[Values, Sequence[SSAValue], Attribute], SSAValue]
"""Emitter, operands (scalars already splatted), type of the result."""


Signed = Callable[[Values, Sequence[SSAValue], bool], SSAValue]
"""Emitter, operands, whether they are unsigned: a function of integers of one type."""


# LLVM's `is.fpclass` mask (llvm/ADT/FloatingPointMode.h).
_NAN, _INFINITE, _NORMAL, _FINITE = 0x3, 0x204, 0x108, 0x1F8

# --- integers -------------------------------------------------------------------------


def _abs(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    if unsigned:
        return a[0]
    poison = {"is_int_min_poison": BoolAttr.from_bool(False)}
    return v.op(elementwise.AbsOp, a[0], properties=poison)


def _abs_diff(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    high = v.imax(a[0], a[1], unsigned=unsigned)
    return v.isub(high, v.imin(a[0], a[1], unsigned=unsigned))


def _either(signed: type[Operation], unsigned: type[Operation]) -> Signed:
    return lambda v, a, is_unsigned: v.op(unsigned if is_unsigned else signed, *a)


# x + y = 2 * (x & y) + (x ^ y), without overflow.


def _hadd(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    half = v.shr(v.xor(a[0], a[1]), 1, unsigned=unsigned)
    return v.iadd(v.and_(a[0], a[1]), half)


def _rhadd(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    # Not (x | y) - (x ^ y) / 2: LLVM turns that into an operation that AMDGPU lacks.
    x, y = (v.shr(value, 1, unsigned=unsigned) for value in a)
    carry = v.and_(v.or_(a[0], a[1]), v.constant(1, a[0].type))
    return v.iadd(v.iadd(x, y), carry)


def multiply_high(v: Values, x: SSAValue, y: SSAValue, *, unsigned: bool) -> SSAValue:
    """The upper half of the double-width product, element by element."""
    bits = bits_of(x.type)
    if bits == 64 and width_of(x.type) is not None:
        # No machine has vectors of i128.
        pairs = zip(v.elements(x), v.elements(y), strict=True)
        elements = [multiply_high(v, a, b, unsigned=unsigned) for a, b in pairs]
        return v.vector(elements, x.type)
    if bits == 64 and v.gpu is not None:
        return _high_in_halves(v, x, y, unsigned=unsigned)
    wide = [v.resize(value, 2 * bits, unsigned=unsigned) for value in (x, y)]
    product = v.shr(v.imul(*wide), bits, unsigned=unsigned)
    return v.resize(product, bits, unsigned=unsigned)


def _high_in_halves(v: Values, x: SSAValue, y: SSAValue, *, unsigned: bool) -> SSAValue:
    """
    The upper half of a 128-bit product, from four products of 32-bit halves: AMDGPU multiplies and
    adds these to 64 bits in one instruction.
    """
    mask = v.constant(0xFFFFFFFF, x.type)
    x_low, y_low = v.and_(x, mask), v.and_(y, mask)
    x_high, y_high = (v.shr(value, 32, unsigned=unsigned) for value in (x, y))
    # No sum exceeds 64 bits: (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1.
    middle = v.iadd(v.imul(x_high, y_low), v.lshr(v.imul(x_low, y_low), 32))
    other = v.iadd(v.imul(x_low, y_high), v.and_(middle, mask))
    high = v.iadd(v.imul(x_high, y_high), v.shr(middle, 32, unsigned=unsigned))
    return v.iadd(high, v.shr(other, 32, unsigned=unsigned))


def _mad_sat(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    bits = bits_of(a[0].type)
    if bits == 64:
        return _wide_mad_sat(v, a, unsigned=unsigned)
    # The exact result fits twice the bits.
    wide = [v.resize(value, 2 * bits, unsigned=unsigned) for value in a]
    total = v.iadd(v.imul(wide[0], wide[1]), wide[2])
    high = (1 << (bits - (not unsigned))) - 1
    if not unsigned:
        total = v.imax(total, v.constant(~high, total.type), unsigned=False)
    total = v.imin(total, v.constant(high, total.type), unsigned=unsigned)
    return v.resize(total, bits, unsigned=unsigned)


def _wide_mad_sat(v: Values, a: Sequence[SSAValue], *, unsigned: bool) -> SSAValue:
    """64-bit integers: the exact result as two of them."""
    x, y, z = a
    type = x.type
    low = v.imul(x, y)
    high = multiply_high(v, x, y, unsigned=unsigned)
    total = v.iadd(low, z)
    carry = v.compare("ult", total, low)
    zero = v.constant(0, type)
    if unsigned:
        overflow = v.or_(carry, v.compare("ne", high, zero))
        return v.select(overflow, v.constant(-1, type), total)
    high = v.iadd(high, v.ashr(z, 63))
    high = v.iadd(high, v.op(llvm.ZExtOp, carry, type=type))
    fits = v.compare("eq", high, v.ashr(total, 63))
    # 2^63 - 1 or its complement.
    limit = v.xor(v.ashr(high, 63), v.constant((1 << 63) - 1, type))
    return v.select(fits, total, limit)


def _low24(v: Values, x: SSAValue, *, unsigned: bool) -> SSAValue:
    """
    The low 24 bits, extended: the form in which LLVM finds 24-bit multiplications.
    """
    if unsigned:
        return v.and_(x, v.constant(0xFFFFFF, x.type))
    return v.ashr(v.shl(x, 8), 8)


def _mul24(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    return v.imul(*(_low24(v, x, unsigned=unsigned) for x in a[:2]))


def _upsample(v: Values, a: Sequence[SSAValue], unsigned: bool) -> SSAValue:
    bits = bits_of(a[0].type)
    high = v.resize(a[0], 2 * bits, unsigned=unsigned)
    low = v.resize(a[1], 2 * bits, unsigned=True)
    return v.or_(v.shl(high, bits), low)


def _count(kind: type[Operation]) -> Expand:
    return lambda v, a, type: v.count_zeros(kind, a[0])


def _rotate(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    if v.gpu is None and width_of(type) is not None:
        bits = bits_of(element_of(type))
        amounts = [int(n) % bits for n in constant_elements(a[1]) or ()]
        if 0 in amounts and any(amounts):
            # LLVM 19 and 22 make -1 of a constant that AVX2 rotates by 0 among others.
            left = constant_attribute(type, amounts)
            right = constant_attribute(type, [-n % bits for n in amounts])
            return v.or_(
                v.op(llvm.ShlOp, a[0], v.literal(left, type)),
                v.op(llvm.LShrOp, a[0], v.literal(right, type)),
            )
    return v.op(elementwise.FshlOp, a[0], a[0], a[1])


# --- relational -----------------------------------------------------------------------


def truth(v: Values, condition: SSAValue, type: Attribute) -> SSAValue:
    """A comparison as OpenCL C's: 0 or 1 for scalars, 0 or -1 for vectors."""
    kind = llvm.ZExtOp if width_of(type) is None else llvm.SExtOp
    return v.op(kind, condition, type=type)


def _compare(predicate: str) -> Expand:
    return lambda v, a, type: truth(v, v.compare_float(predicate, a[0], a[1]), type)


def _classify(mask: int) -> Expand:
    return lambda v, a, type: truth(v, v.classify(a[0], mask), type)


def _signbit(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    bits = v.bitcast(a[0], integer_like(a[0].type))
    return truth(v, v.compare("slt", bits, v.constant(0, bits.type)), type)


def _any_all(*, every: bool) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        combine = v.and_ if every else v.or_
        elements = v.elements(a[0])
        total = elements[0]
        for element in elements[1:]:
            total = combine(total, element)
        negative = v.compare("slt", total, v.constant(0, total.type))
        return v.op(llvm.ZExtOp, negative, type=type)

    return expand


def _bitselect(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    integer = integer_like(type)
    x, y, mask = (v.bitcast(value, integer) for value in a)
    chosen = v.xor(x, v.and_(v.xor(x, y), mask))
    return v.bitcast(chosen, type)


def _select(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    condition = a[2]
    predicate = "ne" if width_of(condition.type) is None else "slt"
    chosen = v.compare(predicate, condition, v.constant(0, condition.type))
    return v.select(chosen, a[1], a[0])


# --- common and simple mathematics ----------------------------------------------------


def _plain(kind: type[Operation]) -> Expand:
    return lambda v, a, type: v.op(kind, *a)


def _fclamp(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    middle = median(v, a[0], a[1], a[2])
    return v.fmin(v.fmax(a[0], a[1]), a[2]) if middle is None else middle


def _scale(factor: float) -> Expand:
    return lambda v, a, type: v.fmul(a[0], v.float_constant(factor, type))


def _step(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    below = v.compare_float("olt", a[1], a[0])
    return v.select(below, v.float_constant(0.0, type), v.float_constant(1.0, type))


def _smoothstep(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    t = v.fdiv(v.fsub(a[2], a[0]), v.fsub(a[1], a[0]), 2.5)
    t = v.fmin(v.fmax(t, v.float_constant(0.0, type)), v.float_constant(1.0, type))
    slope = v.fmuladd(v.float_constant(-2.0, type), t, v.float_constant(3.0, type))
    return v.fmul(v.fmul(t, t), slope)


def _sign(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x = a[0]
    zero = v.float_constant(0.0, type)
    one = v.op(llvm.FCopySignOp, v.float_constant(1.0, type), x)
    # Zeros keep their sign, NaN gives zero.
    result = v.select(v.compare_float("une", x, zero), one, x)
    return v.select(v.is_nan(x), zero, result)


def _fdim(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x, y = a
    at_most = v.compare_float("ole", x, y)
    return v.select(at_most, v.float_constant(0.0, type), v.fsub(x, y))


def _magnitude(*, largest: bool) -> Expand:
    def expand(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
        x, y = a
        ax, ay = v.fabs(x), v.fabs(y)
        first, second = ("ogt", "olt") if largest else ("olt", "ogt")
        otherwise = v.fmax(x, y) if largest else v.fmin(x, y)
        result = v.select(v.compare_float(second, ax, ay), y, otherwise)
        return v.select(v.compare_float(first, ax, ay), x, result)

    return expand


def _nan(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    bits = bits_of(type)
    mantissa = {16: 10, 32: 23, 64: 52}[bits]
    quiet = ((1 << (bits - 1)) - 1) & ~((1 << (mantissa - 1)) - 1)
    payload = v.and_(a[0], v.constant((1 << (mantissa - 1)) - 1, a[0].type))
    return v.bitcast(v.or_(payload, v.constant(quiet, a[0].type)), type)


def _nextafter(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    x, y = a
    integer = integer_like(type)
    bits = bits_of(type)
    sign = v.constant(1 << (bits - 1), integer)
    zero, one = v.constant(0, integer), v.constant(1, integer)

    def ordered(value: SSAValue) -> SSAValue:
        # Integers in the order of the numbers; both zeros are 0.
        raw = v.bitcast(value, integer)
        return v.select(v.compare("slt", raw, zero), v.isub(sign, raw), raw)

    ix, iy = ordered(x), ordered(y)
    up = v.compare("slt", ix, iy)
    step = v.select(up, v.iadd(ix, one), v.isub(ix, one))
    # Zero gets the sign of the number before it (IEEE 754, nextUp and nextDown).
    below = v.compare("slt", v.or_(ix, step), zero)
    back = v.select(below, v.isub(sign, step), step)
    moved = v.bitcast(back, type)
    result = v.select(v.compare("eq", ix, iy), y, moved)
    either = v.compare_float("uno", x, y)
    return v.select(either, v.fadd(x, y), result)


def _shuffle(v: Values, a: Sequence[SSAValue], type: Attribute) -> SSAValue:
    *sources, mask = a
    pool = [element for source in sources for element in v.elements(source)]
    limit = len(pool) - 1
    chosen: list[SSAValue] = []
    whole = sources[0]
    if len(sources) == 2:
        whole = v.shuffle(sources[0], sources[1], range(len(pool)))
    for index in v.elements(mask):
        inside = v.and_(index, v.constant(limit, index.type))
        chosen.append(v.op(ExtractElementOp, whole, inside, type=element_of(type)))
    return v.vector(chosen, type)


def _both(name: str, function: Signed) -> dict[str, Expand]:
    return {
        f"s_{name}": lambda v, a, type: function(v, a, False),
        f"u_{name}": lambda v, a, type: function(v, a, True),
    }


EXPANSIONS: dict[str, Expand] = {
    **_both("abs", _abs),
    **_both("abs_diff", _abs_diff),
    **_both("add_sat", _either(elementwise.SAddSatOp, elementwise.UAddSatOp)),
    **_both("sub_sat", _either(elementwise.SSubSatOp, elementwise.USubSatOp)),
    **_both("hadd", _hadd),
    **_both("rhadd", _rhadd),
    **_both("mul_hi", lambda v, a, u: multiply_high(v, a[0], a[1], unsigned=u)),
    **_both(
        "mad_hi", lambda v, a, u: v.iadd(multiply_high(v, a[0], a[1], unsigned=u), a[2])
    ),
    **_both("mad_sat", _mad_sat),
    **_both("max", lambda v, a, u: v.imax(a[0], a[1], unsigned=u)),
    **_both("min", lambda v, a, u: v.imin(a[0], a[1], unsigned=u)),
    **_both(
        "clamp",
        lambda v, a, u: v.imin(v.imax(a[0], a[1], unsigned=u), a[2], unsigned=u),
    ),
    **_both("upsample", _upsample),
    **_both("mad24", lambda v, a, u: v.iadd(_mul24(v, a, u), a[2])),
    **_both("mul24", _mul24),
    "clz": _count(elementwise.CountLeadingZerosOp),
    "ctz": _count(elementwise.CountTrailingZerosOp),
    "popcount": _plain(elementwise.CtPopOp),
    "rotate": _rotate,
    "isequal": _compare("oeq"),
    "isnotequal": _compare("une"),
    "isgreater": _compare("ogt"),
    "isgreaterequal": _compare("oge"),
    "isless": _compare("olt"),
    "islessequal": _compare("ole"),
    "islessgreater": _compare("one"),
    "isordered": _compare("ord"),
    "isunordered": _compare("uno"),
    "isfinite": _classify(_FINITE),
    "isinf": _classify(_INFINITE),
    "isnormal": _classify(_NORMAL),
    "isnan": lambda v, a, type: truth(v, v.is_nan(a[0]), type),
    "signbit": _signbit,
    "any": _any_all(every=False),
    "all": _any_all(every=True),
    "bitselect": _bitselect,
    "select": _select,
    "ceil": _plain(llvm.FCeilOp),
    "floor": _plain(llvm.FFloorOp),
    "rint": _plain(elementwise.RintOp),
    "round": _plain(elementwise.RoundOp),
    "trunc": _plain(elementwise.FTruncOp),
    "fabs": _plain(llvm.FAbsOp),
    "copysign": _plain(llvm.FCopySignOp),
    "fmax": _plain(llvm.VectorFMaxOp),
    "fmin": _plain(llvm.VectorFMinOp),
    "fmax_common": _plain(llvm.VectorFMaxOp),
    "fmin_common": _plain(llvm.VectorFMinOp),
    "fclamp": _fclamp,
    "degrees": _scale(57.29577951308232),
    "radians": _scale(0.017453292519943295),
    "mix": lambda v, a, type: v.fmuladd(v.fsub(a[1], a[0]), a[2], a[0]),
    "step": _step,
    "smoothstep": _smoothstep,
    "sign": _sign,
    "fdim": _fdim,
    "fma": _plain(llvm.FMAOp),
    "mad": _plain(elementwise.FMulAddOp),
    "maxmag": _magnitude(largest=True),
    "minmag": _magnitude(largest=False),
    "nan": _nan,
    "nextafter": _nextafter,
    "shuffle": _shuffle,
    "shuffle2": _shuffle,
}
