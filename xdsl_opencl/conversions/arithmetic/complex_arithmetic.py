"""
The arithmetic and the functions of complex numbers, of their two parts.

Sources: C17, Annex G; W. Kahan, Branch Cuts for Complex Elementary Functions (1987).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, nan
from typing import Any, cast

from xdsl.dialects import arith, complex, math
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    ComplexType,
    Float16Type,
    FloatAttr,
    ModuleOp,
    f32,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.ir.build import FLOAT_PREDICATES, ArithBuilder
from xdsl_opencl.ir.patterns import lower

Complex = tuple[SSAValue, SSAValue]
"""The real and the imaginary part."""


class Parts:
    """Makes arithmetic of the parts of one operation, with its fast-math flags."""

    def __init__(self, build: ArithBuilder, op: Operation, type_: Attribute):
        self.build = build
        self.type = type_
        flags = op.properties.get("fastmath")
        self._flags = {} if flags is None else {"fastmath": flags}

    def make(self, kind: type[Operation], *operands: SSAValue) -> SSAValue:
        """Makes a `kind` of `arith` or `math` on numbers of one type."""
        return self.build.op(kind, *operands, properties=self._flags)

    def number(self, value: float) -> SSAValue:
        """Makes a constant."""
        type_ = cast(AnyFloat, self.type)
        return self.build.literal(FloatAttr(value, type_), type_)

    def add(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.make(arith.AddfOp, a, b)

    def sub(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.make(arith.SubfOp, a, b)

    def mul(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.make(arith.MulfOp, a, b)

    def div(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.make(arith.DivfOp, a, b)

    def neg(self, a: SSAValue) -> SSAValue:
        return self.make(arith.NegfOp, a)

    def abs(self, a: SSAValue) -> SSAValue:
        return self.make(math.AbsFOp, a)

    def with_sign(self, a: SSAValue, sign: SSAValue) -> SSAValue:
        return self.make(math.CopySignOp, a, sign)

    def scaled(self, factor: float, a: SSAValue) -> SSAValue:
        return self.mul(self.number(factor), a)

    def compare(self, predicate: str, a: SSAValue, b: SSAValue | float) -> SSAValue:
        """
        Compares by a name of `FLOAT_PREDICATES`, without flags: these would promise that
        there are no infinities and NaNs.
        """
        other = b if isinstance(b, SSAValue) else self.number(b)
        number = {"predicate": FLOAT_PREDICATES[predicate]}
        return self.build.op(arith.CmpfOp, a, other, type=i1, properties=number)

    def both(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.build.op(arith.AndIOp, a, b)

    def either(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.build.op(arith.OrIOp, a, b)

    def select(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        return self.build.select(condition, yes, no)

    def is_zero(self, a: SSAValue) -> SSAValue:
        return self.compare("oeq", a, 0.0)

    def is_infinite(self, a: SSAValue) -> SSAValue:
        return self.compare("oeq", self.abs(a), inf)


def _abs(p: Parts, z: Complex) -> SSAValue:
    """The larger part times the root of one and the square of the ratio."""
    x, y = p.abs(z[0]), p.abs(z[1])
    large, small = p.make(arith.MaximumfOp, x, y), p.make(arith.MinimumfOp, x, y)
    ratio = p.div(small, large)
    root = p.make(math.SqrtOp, p.add(p.mul(ratio, ratio), p.number(1.0)))
    result = p.mul(large, root)
    # Of two zeros and of two infinities the ratio is NaN.
    return p.select(p.compare("uno", result, result), small, result)


def _angle(p: Parts, z: Complex) -> SSAValue:
    return p.make(math.Atan2Op, z[1], z[0])


def _add(p: Parts, a: Complex, b: Complex) -> Complex:
    return p.add(a[0], b[0]), p.add(a[1], b[1])


def _sub(p: Parts, a: Complex, b: Complex) -> Complex:
    return p.sub(a[0], b[0]), p.sub(a[1], b[1])


def _mul(p: Parts, a: Complex, b: Complex) -> Complex:
    return (
        p.sub(p.mul(a[0], b[0]), p.mul(a[1], b[1])),
        p.add(p.mul(a[1], b[0]), p.mul(a[0], b[1])),
    )


def _div(p: Parts, a: Complex, b: Complex) -> Complex:
    (ar, ai), (br, bi) = a, b

    def smith(large: SSAValue, small: SSAValue) -> tuple[SSAValue, SSAValue]:
        ratio = p.div(small, large)
        return ratio, p.add(large, p.mul(small, ratio))

    # The divisor's real part is the larger one, or not.
    ratio, scale = smith(br, bi)
    wide = (
        p.div(p.add(ar, p.mul(ai, ratio)), scale),
        p.div(p.sub(ai, p.mul(ar, ratio)), scale),
    )
    ratio, scale = smith(bi, br)
    tall = (
        p.div(p.add(p.mul(ar, ratio), ai), scale),
        p.div(p.sub(p.mul(ai, ratio), ar), scale),
    )
    is_wide = p.compare("oge", p.abs(br), p.abs(bi))
    real = p.select(is_wide, wide[0], tall[0])
    imaginary = p.select(is_wide, wide[1], tall[1])
    lost = p.both(p.compare("uno", real, real), p.compare("uno", imaginary, imaginary))

    # Something by zero.
    nothing = p.both(p.is_zero(br), p.is_zero(bi))
    some = p.either(p.compare("ord", ar, ar), p.compare("ord", ai, ai))
    endless = p.with_sign(p.number(inf), br)
    by_zero = p.both(nothing, some)
    real_by_zero, imaginary_by_zero = p.mul(endless, ar), p.mul(endless, ai)

    def boxed(value: SSAValue) -> SSAValue:
        is_infinite = p.is_infinite(value)
        one = p.select(is_infinite, p.number(1.0), p.number(0.0))
        return p.with_sign(one, value)

    def finite(z: Complex) -> SSAValue:
        below = [p.compare("olt", p.abs(part), inf) for part in z]
        return p.both(*below)

    def endless_parts(z: Complex) -> SSAValue:
        return p.either(p.is_infinite(z[0]), p.is_infinite(z[1]))

    # Infinity by something finite.
    to_infinity = p.both(endless_parts(a), finite(b))
    er, ei = boxed(ar), boxed(ai)
    top = p.number(inf)
    real_infinite = p.mul(top, p.add(p.mul(er, br), p.mul(ei, bi)))
    imaginary_infinite = p.mul(top, p.sub(p.mul(ei, br), p.mul(er, bi)))

    # Something finite by infinity.
    to_zero = p.both(finite(a), endless_parts(b))
    er, ei = boxed(br), boxed(bi)
    zero = p.number(0.0)
    real_zero = p.mul(zero, p.add(p.mul(ar, er), p.mul(ai, ei)))
    imaginary_zero = p.mul(zero, p.sub(p.mul(ai, er), p.mul(ar, ei)))

    def final(
        value: SSAValue, small: SSAValue, large: SSAValue, by: SSAValue
    ) -> SSAValue:
        special = p.select(to_zero, small, value)
        special = p.select(to_infinity, large, special)
        special = p.select(by_zero, by, special)
        return p.select(lost, special, value)

    return (
        final(real, real_zero, real_infinite, real_by_zero),
        final(imaginary, imaginary_zero, imaginary_infinite, imaginary_by_zero),
    )


def _neg(p: Parts, z: Complex) -> Complex:
    return p.neg(z[0]), p.neg(z[1])


def _conj(p: Parts, z: Complex) -> Complex:
    return z[0], p.neg(z[1])


def _sign(p: Parts, z: Complex) -> Complex:
    size = _abs(p, z)
    zero = p.is_zero(size)
    return (
        p.select(zero, z[0], p.div(z[0], size)),
        p.select(zero, z[1], p.div(z[1], size)),
    )


def _polar(p: Parts, size: SSAValue, angle: SSAValue) -> Complex:
    return (
        p.mul(size, p.make(math.CosOp, angle)),
        p.mul(size, p.make(math.SinOp, angle)),
    )


def _exp(p: Parts, z: Complex) -> Complex:
    x, y = z
    size = p.make(math.ExpOp, x)
    # Where the factor alone overflows, in two steps.
    half = p.make(math.ExpOp, p.scaled(0.5, x))
    overflows = p.compare("oeq", size, inf)
    parts: list[SSAValue] = []
    for kind in (math.CosOp, math.SinOp):
        turn = p.make(kind, y)
        steps = p.mul(p.mul(half, turn), half)
        parts.append(p.select(overflows, steps, p.mul(size, turn)))
    # Nothing times infinity.
    real, imaginary = parts
    return real, p.select(p.is_zero(y), y, imaginary)


def _expm1(p: Parts, z: Complex) -> Complex:
    x, y = z
    less = p.make(math.ExpM1Op, x)
    half = p.make(math.SinOp, p.scaled(0.5, y))
    # cos(y) - 1 is -2 sin(y / 2)^2.
    turn = p.scaled(-2.0, p.mul(half, half))
    near = p.add(p.add(less, p.mul(less, turn)), turn)
    one = p.number(1.0)
    size = p.add(less, one)
    # Infinity less infinity.
    far = p.sub(p.mul(size, p.make(math.CosOp, y)), one)
    real = p.select(p.compare("ogt", x, 1.0), far, near)
    imaginary = p.mul(size, p.make(math.SinOp, y))
    level = p.is_zero(y)
    return p.select(level, less, real), p.select(level, y, imaginary)


def _log_of_size(p: Parts, x: SSAValue, y: SSAValue, excess: SSAValue) -> SSAValue:
    """
    The logarithm of the modulus; `excess` is its square less one, which counts near it.
    """
    x, y = p.abs(x), p.abs(y)
    large, small = p.make(arith.MaximumfOp, x, y), p.make(arith.MinimumfOp, x, y)
    equal = p.compare("oeq", large, small)
    ratio = p.select(equal, p.number(1.0), p.div(small, large))
    rest = p.scaled(0.5, p.make(math.Log1pOp, p.mul(ratio, ratio)))
    far = p.add(p.make(math.LogOp, large), rest)
    near = p.scaled(0.5, p.make(math.Log1pOp, excess))
    return p.select(p.compare("olt", p.abs(excess), 0.5), near, far)


def _log(p: Parts, z: Complex) -> Complex:
    x, y = p.abs(z[0]), p.abs(z[1])
    large, small = p.make(arith.MaximumfOp, x, y), p.make(arith.MinimumfOp, x, y)
    one = p.number(1.0)
    excess = p.mul(p.sub(large, one), p.add(large, one))
    excess = p.make(math.FmaOp, small, small, excess)
    return _log_of_size(p, z[0], z[1], excess), _angle(p, z)


def _log1p(p: Parts, z: Complex) -> Complex:
    x, y = z
    more = p.add(x, p.number(1.0))
    excess = p.make(math.FmaOp, y, y, p.mul(x, p.add(x, p.number(2.0))))
    return _log_of_size(p, more, y, excess), p.make(math.Atan2Op, y, more)


def _waves(p: Parts, z: Complex) -> tuple[SSAValue, SSAValue, SSAValue, SSAValue]:
    x, y = z
    return (
        p.make(math.CosOp, x),
        p.make(math.SinOp, x),
        p.make(math.CoshOp, y),
        p.make(math.SinhOp, y),
    )


def _cos(p: Parts, z: Complex) -> Complex:
    cosine, sine, high, low = _waves(p, z)
    return p.mul(cosine, high), p.neg(p.mul(sine, low))


def _sin(p: Parts, z: Complex) -> Complex:
    cosine, sine, high, low = _waves(p, z)
    return p.mul(sine, high), p.mul(cosine, low)


_FLAT = {16: 9.0, 32: 11.0, 64: 21.0}
"""From where on the hyperbolic tangent is one, by bits of a part."""


def _tanh(p: Parts, z: Complex) -> Complex:
    """Kahan's: of the tangent of `y` and the hyperbolic sine of `x`."""
    x, y = z
    slope, rise = p.make(math.TanOp, y), p.make(math.SinhOp, x)
    one = p.number(1.0)
    beta = p.add(one, p.mul(slope, slope))
    rho = p.make(math.SqrtOp, p.add(one, p.mul(rise, rise)))
    scale = p.add(one, p.mul(beta, p.mul(rise, rise)))
    real = p.div(p.mul(beta, p.mul(rho, rise)), scale)
    imaginary = p.div(slope, scale)
    bits = cast(Any, p.type).bitwidth
    flat = p.compare("ogt", p.abs(x), _FLAT[bits])
    # Four times the product of sine and cosine, by the square of the exponential.
    fall = p.make(math.ExpOp, p.scaled(-2.0, p.abs(x)))
    wave = p.mul(p.make(math.SinOp, y), p.make(math.CosOp, y))
    tail = p.scaled(4.0, p.mul(wave, fall))
    vanishing = p.with_sign(p.number(0.0), tail)
    tail = p.select(p.is_infinite(x), vanishing, tail)
    far = p.select(p.compare("uno", tail, tail), tail, p.with_sign(one, x))
    return (
        p.select(flat, far, real),
        p.select(p.is_zero(y), y, p.select(flat, tail, imaginary)),
    )


def _tan(p: Parts, z: Complex) -> Complex:
    # tan(z) is -i tanh(iz).
    real, imaginary = _tanh(p, (p.neg(z[1]), z[0]))
    return imaginary, p.neg(real)


def _sqrt(p: Parts, z: Complex) -> Complex:
    x, y = z
    size = _abs(p, z)
    # Half before the sum, which could overflow.
    root = p.make(math.SqrtOp, p.add(p.scaled(0.5, p.abs(x)), p.scaled(0.5, size)))
    other = p.div(p.scaled(0.5, p.abs(y)), root)
    right = p.compare("oge", x, 0.0)
    real = p.select(right, root, other)
    imaginary = p.with_sign(p.select(right, other, root), y)
    zero = p.is_zero(size)
    real = p.select(zero, p.number(0.0), real)
    imaginary = p.select(zero, y, imaginary)
    # An infinite part.
    tall, wide = p.is_infinite(y), p.is_infinite(x)
    top = p.number(inf)
    none = p.number(0.0)
    right_end = p.both(wide, right)
    left_end = p.both(wide, p.compare("olt", x, 0.0))
    # Zero, or NaN where `y` is NaN.
    level = p.select(p.compare("uno", y, y), y, p.with_sign(none, y))
    real = p.select(right_end, top, p.select(left_end, p.abs(level), real))
    imaginary = p.select(
        right_end, level, p.select(left_end, p.with_sign(top, y), imaginary)
    )
    return p.select(tall, top, real), p.select(tall, y, imaginary)


def _rsqrt(p: Parts, z: Complex) -> Complex:
    size = _abs(p, z)
    real, imaginary = _polar(
        p, p.make(math.RsqrtOp, size), p.scaled(-0.5, _angle(p, z))
    )
    zero = p.is_zero(size)
    far = p.compare("oeq", size, inf)
    none = p.number(0.0)
    real = p.select(zero, p.number(inf), p.select(far, none, real))
    return real, p.select(zero, p.number(nan), p.select(far, none, imaginary))


def _pow(p: Parts, a: Complex, b: Complex) -> Complex:
    """The modulus to the power of `b`, in polar form."""
    size, angle = _abs(p, a), _angle(p, a)
    c, d = b
    power = p.mul(
        p.make(math.PowFOp, size, c), p.make(math.ExpOp, p.neg(p.mul(d, angle)))
    )
    turned = p.add(p.mul(c, angle), p.mul(d, p.make(math.LogOp, size)))
    real, imaginary = _polar(p, power, turned)
    # Zero has no angle and no logarithm.
    empty = p.is_zero(size)
    rises = p.compare("ogt", c, 0.0)
    none = p.number(0.0)
    nothing = p.select(rises, none, p.number(nan))
    real = p.select(empty, nothing, real)
    imaginary = p.select(empty, nothing, imaginary)
    one = p.both(p.is_zero(c), p.is_zero(d))
    return p.select(one, p.number(1.0), real), p.select(one, none, imaginary)


def _atan2(p: Parts, y: Complex, x: Complex) -> Complex:
    """`-i log((x + iy) / sqrt(x^2 + y^2))`"""
    top = _add(p, x, (p.neg(y[1]), y[0]))
    root = _sqrt(p, _add(p, _mul(p, x, x), _mul(p, y, y)))
    real, imaginary = _log(p, _div(p, top, root))
    return imaginary, p.neg(real)


Unary = Callable[[Parts, Complex], Complex]
Binary = Callable[[Parts, Complex, Complex], Complex]

_EXACT: dict[type[Operation], Unary | Binary] = {
    complex.AddOp: _add,
    complex.ConjOp: _conj,
    complex.DivOp: _div,
    complex.MulOp: _mul,
    complex.NegOp: _neg,
    complex.SubOp: _sub,
}
_FUNCTIONS: dict[type[Operation], Unary | Binary] = {
    complex.Atan2Op: _atan2,
    complex.CosOp: _cos,
    complex.ExpOp: _exp,
    complex.Expm1Op: _expm1,
    complex.Log1pOp: _log1p,
    complex.LogOp: _log,
    complex.PowOp: _pow,
    complex.RsqrtOp: _rsqrt,
    complex.SignOp: _sign,
    complex.SinOp: _sin,
    complex.SqrtOp: _sqrt,
    complex.TanOp: _tan,
    complex.TanhOp: _tanh,
}
_REAL: dict[type[Operation], Callable[[Parts, Complex], SSAValue]] = {
    complex.AbsOp: _abs,
    complex.AngleOp: _angle,
}


def _element(value: SSAValue) -> Attribute:
    return cast("ComplexType[Any]", value.type).element_type


def _parts(build: ArithBuilder, value: SSAValue) -> Complex:
    element = _element(value)
    real = build.op(complex.ReOp, value, type=element)
    return real, build.op(complex.ImOp, value, type=element)


def _operands(build: ArithBuilder, op: Operation, element: Attribute) -> list[Complex]:
    """The parts of the operands, extended to `element`."""
    found = [_parts(build, operand) for operand in op.operands]
    if _element(op.operands[0]) == element:
        return found
    widen = partial(build.convert, arith.ExtFOp, type=element)
    return [(widen(real), widen(imaginary)) for real, imaginary in found]


def _computed(element: Attribute) -> Attribute:
    """The type for computing functions of `element`s."""
    return f32 if isinstance(element, Float16Type | BFloat16Type) else element


def _narrowed(build: ArithBuilder, value: SSAValue, element: Attribute) -> SSAValue:
    if value.type == element:
        return value
    return build.convert(arith.TruncFOp, value, element)


def _complex(
    make: Any, *, is_function: bool
) -> Callable[[ArithBuilder, Operation], tuple[SSAValue]]:
    def handler(build: ArithBuilder, op: Operation) -> tuple[SSAValue]:
        element = _element(op.results[0])
        wide = _computed(element) if is_function else element
        parts = make(Parts(build, op, wide), *_operands(build, op, wide))
        narrow = [_narrowed(build, part, element) for part in parts]
        return (build.op(complex.CreateOp, *narrow, type=op.results[0].type),)

    return handler


def _real(
    make: Callable[[Parts, Complex], SSAValue],
) -> Callable[[ArithBuilder, Operation], tuple[SSAValue]]:
    def handler(build: ArithBuilder, op: Operation) -> tuple[SSAValue]:
        element = op.results[0].type
        wide = _computed(element)
        (number,) = _operands(build, op, wide)
        return (_narrowed(build, make(Parts(build, op, wide), number), element),)

    return handler


def _comparison(
    predicate: str, join: type[Operation]
) -> Callable[[ArithBuilder, Operation], tuple[SSAValue]]:
    def handler(build: ArithBuilder, op: Operation) -> tuple[SSAValue]:
        (ar, ai), (br, bi) = _operands(build, op, _element(op.operands[0]))
        p = Parts(build, op, ar.type)
        real, imaginary = p.compare(predicate, ar, br), p.compare(predicate, ai, bi)
        return (build.op(join, real, imaginary),)

    return handler


TABLE: dict[type[Operation], Callable[[ArithBuilder, Any], tuple[SSAValue]]] = {
    **{kind: _complex(make, is_function=False) for kind, make in _EXACT.items()},
    **{kind: _complex(make, is_function=True) for kind, make in _FUNCTIONS.items()},
    **{kind: _real(make) for kind, make in _REAL.items()},
    complex.EqualOp: _comparison("oeq", arith.AndIOp),
    complex.NotEqualOp: _comparison("une", arith.OrIOp),
}


def expand_complex(module: ModuleOp) -> None:
    """Replaces the arithmetic and the functions of `complex` by those of the parts."""
    lower(module.walk(), TABLE, ArithBuilder.before)
