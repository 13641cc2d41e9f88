"""
Mathematical functions (OpenCL C 3.0, section 6.15.2).

Functions of a few operations, or with an LLVM intrinsic within OpenCL's error bounds on every
target, are expanded. All other functions become a call for each element: of the C library on the host,
where the runtime provides a vectorisable `math.c` instead, and of ROCm's `ocml` on AMDGPU. Half
precision is computed in single precision on the host.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property

from xdsl.dialects import llvm
from xdsl.dialects.builtin import i32
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.ir.build import NO_FAST_MATH
from xdsl_opencl.ir.element_types import bits_of, element_of, integer_like, width_of
from xdsl_opencl.transforms.builtins.values import Values

Expand = Callable[[Values, Sequence[SSAValue], Sequence[Attribute]], list[SSAValue]]
"""Emitter, operands (scalars splatted to the vector's length), types of the results."""

_FLOAT_SUFFIX = {16: "f16", 32: "f32", 64: "f64"}


def each(
    v: Values,
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
    scalar: Callable[..., list[SSAValue]],
) -> list[SSAValue]:
    """Applies a function of scalars to the elements of vectors."""
    if width_of(types[0]) is None:
        return scalar(*operands)
    rows = [
        scalar(*row) for row in zip(*(v.elements(o) for o in operands), strict=True)
    ]
    columns = zip(*rows, strict=True)
    return [v.vector(c, t) for c, t in zip(columns, types, strict=True)]


# --- shared by all targets -------------------------------------------------------------


def fract(
    v: Values, a: Sequence[SSAValue], types: Sequence[Attribute]
) -> list[SSAValue]:
    """`fract`: the fraction, below 1, and the floor."""
    x = a[0]
    below_one = {16: 1 - 2.0**-11, 32: 1 - 2.0**-24, 64: 1 - 2.0**-53}[bits_of(x.type)]
    whole = v.op(llvm.FFloorOp, x)
    rest = v.fmin(v.fsub(x, whole), v.float_constant(below_one, x.type))
    # In this order LLVM matches AMDGPU's v_fract.
    rest = v.select(v.is_nan(x), x, rest)
    infinite = v.compare_float("oeq", v.fabs(x), v.float_constant(math.inf, x.type))
    zero = v.op(llvm.FCopySignOp, v.float_constant(0.0, x.type), x)
    return [v.select(infinite, zero, rest), whole]


def modf(
    v: Values, a: Sequence[SSAValue], types: Sequence[Attribute]
) -> list[SSAValue]:
    """`modf`: fraction and integral part, both with the sign of the argument."""
    x = a[0]
    whole = v.op(elementwise.FTruncOp, x)
    infinite = v.compare_float("oeq", v.fabs(x), v.float_constant(math.inf, x.type))
    rest = v.select(infinite, v.float_constant(0.0, x.type), v.fsub(x, whole))
    return [v.op(llvm.FCopySignOp, rest, x), whole]


def frexp(
    v: Values, a: Sequence[SSAValue], types: Sequence[Attribute]
) -> list[SSAValue]:
    """`frexp`: mantissa in [0.5, 1) and exponent."""
    # The instructions, except gfx6's, give 0 for the exponent of infinities and NaN.
    if v.gpu is not None and v.gpu.exact_frexp:
        return each(v, a, types, lambda *x: _machine_frexp(v, *x))
    # LLVM 22 aborts on some vectors (double4 on x86).
    return each(v, a, types, lambda *x: _llvm_frexp(v, *x))


def _llvm_frexp(v: Values, x: SSAValue) -> list[SSAValue]:
    # LLVM takes no flags on a call that returns a structure.
    flags, v.fast_math = v.fast_math, NO_FAST_MATH
    pair = v.op(
        elementwise.FractionExpOp,
        x,
        type=llvm.LLVMStructType.from_type_list([x.type, i32]),
    )
    v.fast_math = flags
    exponent = v.extract_value(pair, 1)
    finite = v.classify(x, 0x1F8)
    # LLVM does not specify the exponent of an infinity or NaN; OpenCL's libraries give 0.
    exponent = v.select(finite, exponent, v.constant(0, i32))
    return [v.extract_value(pair, 0), exponent]


def _machine_frexp(v: Values, x: SSAValue) -> list[SSAValue]:
    bits = bits_of(x.type)
    mantissa = v.intrinsic(f"llvm.amdgcn.frexp.mant.f{bits}", (x,), x.type)
    size = 16 if bits == 16 else 32
    name = f"llvm.amdgcn.frexp.exp.i{size}.f{bits}"
    exponent = v.intrinsic(name, (x,), integer_like(x.type, size))
    return [mantissa, v.resize(exponent, 32, unsigned=False)]


def ldexp(
    v: Values, a: Sequence[SSAValue], types: Sequence[Attribute]
) -> list[SSAValue]:
    """`ldexp`: the argument times two to the power of an integer."""
    # LLVM scalarises the host's.
    x, exponent = a
    if v.gpu is None and bits_of(x.type) == 16:
        # LLVM 20 to 22 lose the exponent where the CPU has no half. A half is exact as a float, and
        # so is the result, unless it is too small for a half.
        x = v.resize_float(x, 32)
    if count := width_of(exponent.type):
        # Upstream's operation takes no vector of exponents.
        name = f"llvm.ldexp.v{count}f{bits_of(x.type)}.v{count}i32"
        result = v.intrinsic(name, (x, exponent), x.type)
    else:
        result = v.op(elementwise.LoadExpOp, x, exponent)
    return [v.resize_float(result, bits_of(a[0].type))]


def sqrt(
    v: Values, a: Sequence[SSAValue], types: Sequence[Attribute]
) -> list[SSAValue]:
    """The square root."""
    return [v.sqrt(a[0], 3.0)]


def remquo_bits(
    v: Values, x: SSAValue, y: SSAValue, remainder: SSAValue, modulo: SSAValue
) -> SSAValue:
    """
    The low seven bits of `rint(x / y)` with its sign. `remainder` is that of the absolute
    values, `modulo` is `fmod(|x|, 128 |y|)`: both differ by a multiple of `|y|`.
    """
    # Not the quotient of the difference, which may be infinite; of these, one is at most
    # 128 and the other at most 1/2.
    ay = v.fabs(y)
    quotient = v.op(
        elementwise.RintOp, v.fsub(v.fdiv(modulo, ay), v.fdiv(remainder, ay))
    )
    valid = v.compare_float("olt", v.fabs(quotient), v.float_constant(256.0, x.type))
    quotient = v.select(valid, quotient, v.float_constant(0.0, x.type))
    low = v.and_(v.to_integer(quotient, 32, unsigned=False), v.constant(127, i32))
    signs = v.xor(
        v.bitcast(x, integer_like(x.type)), v.bitcast(y, integer_like(y.type))
    )
    negative = v.compare("slt", signs, v.constant(0, signs.type))
    return v.select(negative, v.isub(v.constant(0, i32), low), low)


SHARED: dict[str, Expand] = {
    "fract": fract,
    "modf": modf,
    "frexp": frexp,
    "ldexp": ldexp,
    "sqrt": sqrt,
}
"""Functions with one expansion for all targets."""


# --- the host ---------------------------------------------------------------------------

_LIBM = (
    "acos acosh asin asinh atan atanh atan2 cos cosh erf erfc exp exp2 exp10 expm1 "
    "fmod hypot lgamma log log2 log10 log1p logb pow remainder sin sinh tan tanh tgamma"
).split()


_ESTIMATED = frozenset((FastMathFlag.NO_INFS, FastMathFlag.APPROX_FUNC))
"""The flags with which LLVM estimates the square roots of vectors on x86."""


class HostMath:
    """
    Calls of the C library, and functions derived from them within OpenCL's bounds. `v` collects
    the operations and may be exchanged.
    """

    def __init__(self, v: Values):
        self.v = v

    def libm(self, name: str, *operands: SSAValue) -> SSAValue:
        """`name` of the C library on scalars of single or double precision."""
        type = operands[0].type
        suffix = "f" if bits_of(type) == 32 else ""
        return self.v.call(name + suffix, operands, type)

    def in_single(
        self, name: str, double: Callable[..., SSAValue]
    ) -> Callable[..., SSAValue]:
        """
        `name` of C23, which `libraries/math.c` has in single precision only, with an
        integer operand as C's `long long`; `double` otherwise.
        """

        def compute(*operands: SSAValue) -> SSAValue:
            if bits_of(operands[0].type) == 64:
                return double(*operands)
            wide = [
                self.v.resize(o, 64, unsigned=False) if _is_integer(o) else o
                for o in operands
            ]
            return self.libm(name, *wide)

        return compute

    # Each of the following maps scalars to scalars; functions that `in_single` replaces take only
    # doubles.

    def over_pi(self, name: str) -> Callable[..., SSAValue]:
        def compute(*operands: SSAValue) -> SSAValue:
            value = self.libm(name, *operands)
            return self.v.fmul(value, self.v.float_constant(1 / math.pi, value.type))

        return self.in_single(f"{name}pi", compute)

    def pi_parts(self, x: SSAValue) -> tuple[SSAValue, SSAValue, SSAValue]:
        """
        sin and cos of pi times the distance of `x` (double) to the nearest half, and the
        number of halves modulo 4.
        """
        v = self.v
        two, half = v.float_constant(2.0, x.type), v.float_constant(0.5, x.type)
        reduced = v.fsub(x, v.fmul(two, v.op(elementwise.RintOp, v.fmul(x, half))))
        halves = v.op(elementwise.RintOp, v.fmul(reduced, two))
        rest = v.fsub(reduced, v.fmul(halves, half))
        angle = v.fmul(rest, v.float_constant(math.pi, x.type))
        # Infinities and NaN have no integer to convert to.
        valid = v.compare_float("ord", halves, halves)
        count = v.select(valid, halves, v.float_constant(0.0, x.type))
        quadrant = v.and_(v.to_integer(count, 32, unsigned=False), v.constant(3, i32))
        return self.libm("sin", angle), self.libm("cos", angle), quadrant

    def quadrant(
        self, q: SSAValue, zero: SSAValue, one: SSAValue, two: SSAValue, three: SSAValue
    ) -> SSAValue:
        v = self.v
        odd = v.compare("ne", v.and_(q, v.constant(1, i32)), v.constant(0, i32))
        upper = v.compare("ne", v.and_(q, v.constant(2, i32)), v.constant(0, i32))
        return v.select(upper, v.select(odd, three, two), v.select(odd, one, zero))

    def sinpi(self, x: SSAValue) -> SSAValue:
        s, c, q = self.pi_parts(x)
        v = self.v
        result = self.quadrant(q, s, c, v.fneg(s), v.fneg(c))
        whole = v.compare_float("oeq", v.op(elementwise.RintOp, x), x)
        zero = v.op(llvm.FCopySignOp, v.float_constant(0.0, x.type), x)
        infinite = v.compare_float("oeq", v.fabs(x), v.float_constant(math.inf, x.type))
        nan = v.fsub(x, x)
        return v.select(infinite, nan, v.select(whole, zero, result))

    def cospi(self, x: SSAValue) -> SSAValue:
        s, c, q = self.pi_parts(x)
        v = self.v
        result = self.quadrant(q, c, v.fneg(s), v.fneg(c), s)
        zero = v.float_constant(0.0, x.type)
        # cospi of n + 0.5 is +0.
        result = v.select(v.compare_float("oeq", result, zero), zero, result)
        infinite = v.compare_float("oeq", v.fabs(x), v.float_constant(math.inf, x.type))
        return v.select(infinite, v.fsub(x, x), result)

    def tanpi(self, x: SSAValue) -> SSAValue:
        v = self.v
        s, c, q = self.pi_parts(x)
        odd = v.compare("ne", v.and_(q, v.constant(1, i32)), v.constant(0, i32))
        straight = v.fdiv(s, c)
        turned = v.fneg(v.fdiv(c, s))
        infinite = v.compare_float("oeq", v.fabs(x), v.float_constant(math.inf, x.type))
        # Even integers give the sign of x, odd ones the opposite; n + 0.5 gives
        # +infinity for even and -infinity for odd n (section 7.5.1).
        zero = v.float_constant(0.0, x.type)
        rest_zero = v.compare_float("oeq", s, zero)
        upper = v.compare("ne", v.and_(q, v.constant(2, i32)), v.constant(0, i32))
        signed_zero = v.op(llvm.FCopySignOp, zero, x)
        exact = v.select(upper, v.fneg(signed_zero), signed_zero)
        endless = v.select(
            upper,
            v.float_constant(-math.inf, x.type),
            v.float_constant(math.inf, x.type),
        )
        special = v.select(odd, endless, exact)
        result = v.select(rest_zero, special, v.select(odd, turned, straight))
        return v.select(infinite, v.fsub(x, x), result)

    def pown(self, x: SSAValue, n: SSAValue) -> SSAValue:
        return self.libm("pow", x, self.v.to_float(n, 64, unsigned=False))

    def powr(self, x: SSAValue, y: SSAValue) -> SSAValue:
        v = self.v
        result = self.libm("pow", x, y)
        zero, one = v.float_constant(0.0, x.type), v.float_constant(1.0, x.type)
        infinity, nan = (
            v.float_constant(math.inf, x.type),
            v.float_constant(math.nan, x.type),
        )
        # pow is defined where powr, exp2(y * log2(x)), is not (section 7.5.1).
        extreme = v.or_(
            v.compare_float("oeq", x, zero), v.compare_float("oeq", x, infinity)
        )
        undefined = v.and_(extreme, v.compare_float("oeq", y, zero))
        endless = v.compare_float("oeq", v.fabs(y), infinity)
        undefined = v.or_(undefined, v.and_(v.compare_float("oeq", x, one), endless))
        undefined = v.or_(undefined, v.compare_float("olt", x, zero))
        undefined = v.or_(undefined, v.compare_float("uno", x, y))
        # powr(-0, y) is powr(+0, y).
        result = v.select(v.compare_float("oeq", x, zero), v.fabs(result), result)
        return v.select(undefined, nan, result)

    def root(self, x: SSAValue, count: SSAValue) -> SSAValue:
        """`x`, not negative, to the power of `1 / count`, both in double precision."""
        v = self.v
        one = v.float_constant(1.0, x.type)
        inverse = v.fdiv(one, count)
        power = self.libm("pow", x, inverse)
        # `inverse` is off by `rest`: x^(a + b) = x^a * e^(b * log(x)).
        rest = v.fdiv(v.fma(v.fneg(inverse), count, one), count)
        correction = v.fmul(rest, self.libm("log", x))
        # Not needed for an exact inverse, and wrong for the powers of zero and infinity.
        size = v.fabs(correction)
        needed = v.compare_float("ogt", size, v.float_constant(0.0, x.type))
        needed = v.and_(needed, v.compare_float("olt", size, one))
        return v.select(needed, v.fma(power, correction, power), power)

    def cbrt(self, x: SSAValue) -> SSAValue:
        if bits_of(x.type) == 32:
            return self.libm("cbrt", x)
        # The GNU C library's function is off by more than 2 ulp.
        root = self.root(self.v.fabs(x), self.v.float_constant(3.0, x.type))
        return self.v.op(llvm.FCopySignOp, root, x)

    def rootn(self, x: SSAValue, n: SSAValue) -> SSAValue:
        v = self.v
        zero = v.float_constant(0.0, x.type)
        root = self.root(v.fabs(x), v.to_float(n, 64, unsigned=False))
        odd = v.compare("ne", v.and_(n, v.constant(1, i32)), v.constant(0, i32))
        signed = v.op(llvm.FCopySignOp, root, x)
        below = v.compare_float("olt", x, zero)
        even = v.select(below, v.float_constant(math.nan, x.type), root)
        result = v.select(odd, signed, even)
        none = v.compare("eq", n, v.constant(0, i32))
        return v.select(none, v.float_constant(math.nan, x.type), result)

    def ilogb(self, x: SSAValue) -> SSAValue:
        v = self.v
        name = "ilogbf" if bits_of(x.type) == 32 else "ilogb"
        result = v.call(name, [x], i32)
        # FP_ILOGBNAN is INT_MAX in OpenCL (clang `opencl-c-base.h`), not in the C library.
        return v.select(v.is_nan(x), v.constant(2**31 - 1, i32), result)

    def rsqrt(self, x: SSAValue) -> SSAValue:
        v = self.v
        result = self.recip(v.sqrt(x))
        flags = v.fast_math
        if not _ESTIMATED.issubset(flags.data) or bits_of(x.type) != 32:
            return result
        # LLVM's estimate is NaN for zero and infinity.
        v.fast_math = NO_FAST_MATH
        ends = [v.float_constant(end, x.type) for end in (0.0, math.inf)]
        for end, inverse in zip(ends, reversed(ends), strict=True):
            result = v.select(v.compare_float("oeq", x, end), inverse, result)
        v.fast_math = flags
        return result

    def recip(self, x: SSAValue) -> SSAValue:
        return self.v.fdiv(self.v.float_constant(1.0, x.type), x)

    def divide(self, x: SSAValue, y: SSAValue) -> SSAValue:
        return self.v.fdiv(x, y)

    def plain_sqrt(self, x: SSAValue) -> SSAValue:
        return self.v.sqrt(x)

    def sincos(self, x: SSAValue) -> list[SSAValue]:
        return [self.libm("sin", x), self.libm("cos", x)]

    def lgamma_r(self, x: SSAValue) -> list[SSAValue]:
        v = self.v
        sign = v.variable(i32)
        name = "lgammaf_r" if bits_of(x.type) == 32 else "lgamma_r"
        result = v.call(name, [x, sign], x.type)
        return [result, v.load(sign, i32, 4)]

    def remquo(self, x: SSAValue, y: SSAValue) -> list[SSAValue]:
        v = self.v
        ax, ay = v.fabs(x), v.fabs(y)
        remainder = self.libm("remainder", ax, ay)
        modulo = self.libm("fmod", ax, v.fmul(ay, v.float_constant(128.0, x.type)))
        quotient = remquo_bits(v, x, y, remainder, modulo)
        return [self.libm("remainder", x, y), quotient]

    @cached_property
    def functions(self) -> dict[str, Callable[..., SSAValue | list[SSAValue]]]:
        def simple(name: str) -> Callable[..., SSAValue]:
            return lambda *operands: self.libm(name, *operands)

        table: dict[str, Callable[..., SSAValue | list[SSAValue]]] = {
            name: simple(name) for name in _LIBM
        }
        table |= {
            "acospi": self.over_pi("acos"),
            "asinpi": self.over_pi("asin"),
            "atanpi": self.over_pi("atan"),
            "atan2pi": self.over_pi("atan2"),
            "sinpi": self.in_single("sinpi", self.sinpi),
            "cospi": self.in_single("cospi", self.cospi),
            "tanpi": self.in_single("tanpi", self.tanpi),
            "cbrt": self.cbrt,
            "pown": self.in_single("pown", self.pown),
            "powr": self.powr,
            "rootn": self.in_single("rootn", self.rootn),
            "ilogb": self.ilogb,
            "rsqrt": self.rsqrt,
            "lgamma_r": self.lgamma_r,
            "remquo": self.remquo,
            "sincos": self.sincos,
        }
        for prefix in ("half", "native"):
            for name in "cos exp exp2 exp10 log log2 log10 sin tan".split():
                table[f"{prefix}_{name}"] = simple(name)
            table[f"{prefix}_rsqrt"] = self.rsqrt
            table[f"{prefix}_sqrt"] = self.plain_sqrt
            table[f"{prefix}_powr"] = self.powr
            table[f"{prefix}_recip"] = self.recip
            table[f"{prefix}_divide"] = self.divide
        return table

    def expand(
        self, name: str, a: Sequence[SSAValue], types: Sequence[Attribute]
    ) -> list[SSAValue] | None:
        """
        The results of function `name`; `None` when there is no such function here.
        """
        function = self.functions.get(name)
        if function is None:
            return None
        v = self.v

        def scalar(*operands: SSAValue) -> list[SSAValue]:
            half = bits_of(operands[0].type) == 16
            if half:
                operands = tuple(
                    v.resize_float(o, 32) if o.type == operands[0].type else o
                    for o in operands
                )
            result = function(*operands)
            results = result if isinstance(result, list) else [result]
            if half:
                results = [
                    r if _is_integer(r) else v.resize_float(r, 16) for r in results
                ]
            return results

        return each(v, a, types, scalar)


def _is_integer(value: SSAValue) -> bool:
    from xdsl.dialects.builtin import IntegerType

    return isinstance(element_of(value.type), IntegerType)


# --- AMDGPU -----------------------------------------------------------------------------

_OCML = (
    "acos acosh acospi asin asinh asinpi atan atanh atanpi atan2 atan2pi cbrt cos cosh "
    "cospi erf erfc exp expm1 exp2 exp10 fmod hypot lgamma log log1p log2 log10 logb pow "
    "powr remainder rsqrt sin sinh sinpi tan tanh tanpi tgamma"
).split()
_OCML_INTEGER = ("pown", "rootn")
_INTRINSICS = {
    "exp": llvm.FExpOp,
    "exp2": llvm.FExp2Op,
    "exp10": elementwise.Exp10Op,
    "log": llvm.FLogOp,
    "log2": llvm.FLog2Op,
    "log10": elementwise.Log10Op,
}
"""Within 3 ulp in single precision by LLVM's AMDGPU code generator, since LLVM 17."""


class AmdgpuMath:
    """
    Hardware instructions where they are accurate enough, otherwise calls of `ocml`. `v` collects
    the operations and may be exchanged. `flushes`: denormals of single precision count as zero.
    """

    def __init__(self, v: Values):
        self.v = v
        self.flushes = False

    def ocml(self, name: str, *operands: SSAValue) -> SSAValue:
        type = operands[0].type
        suffix = _FLOAT_SUFFIX[bits_of(type)]
        return self.v.call(f"__ocml_{name}_{suffix}", operands, type)

    def machine(self, name: str, *operands: SSAValue) -> SSAValue:
        """An instruction of the transcendental unit, single precision."""
        return self.v.intrinsic(f"llvm.amdgcn.{name}.f32", operands, operands[0].type)

    def scaled(self, factor: float, x: SSAValue) -> SSAValue:
        return self.v.fmul(x, self.v.float_constant(factor, x.type))

    def native(self, name: str, *a: SSAValue) -> SSAValue:
        """`native_*`: the instruction itself, as ROCm's `opencl.bc` has it."""
        v = self.v
        match name:
            case "exp2":
                return self.machine("exp2", a[0])
            case "exp":
                return self.machine("exp2", self.scaled(math.log2(math.e), a[0]))
            case "exp10":
                return self.machine("exp2", self.scaled(math.log2(10), a[0]))
            case "log2":
                return self.machine("log", a[0])
            case "log":
                return self.scaled(math.log(2), self.machine("log", a[0]))
            case "log10":
                return self.scaled(math.log10(2), self.machine("log", a[0]))
            case "sin":
                return self.machine("sin", self.scaled(0.5 / math.pi, a[0]))
            case "cos":
                return self.machine("cos", self.scaled(0.5 / math.pi, a[0]))
            case "tan":
                sine, cosine = self.native("sin", a[0]), self.native("cos", a[0])
                return v.fmul(sine, self.machine("rcp", cosine))
            case "recip":
                return self.machine("rcp", a[0])
            case "rsqrt":
                return self.machine("rsq", a[0])
            case "sqrt":
                return self.machine("sqrt", a[0])
            case "divide":
                return v.fmul(a[0], self.machine("rcp", a[1]))
            case _:
                assert name == "powr"
                product = v.fmul(a[1], self.machine("log", a[0]))
                return self.machine("exp2", product)

    def half(self, name: str, *a: SSAValue) -> SSAValue:
        # Up to 2^16 the sine instruction's reduction loses too many bits for 8192 ulp.
        if name in ("sin", "cos", "tan"):
            return self.ocml(name, *a)
        return self.native(name, *a)

    def rsqrt(self, x: SSAValue) -> SSAValue:
        if bits_of(x.type) != 32:
            return self.ocml("rsqrt", x)
        v = self.v
        if self.flushes:
            return self.machine("rsq", x)
        # The instruction flushes denormals: scale by 2^24, and the result by 2^12.
        tiny = v.compare_float("olt", x, v.float_constant(2.0**-100, x.type))
        big = v.fmul(x, v.float_constant(2.0**24, x.type))
        result = self.machine("rsq", v.select(tiny, big, x))
        return v.select(tiny, v.fmul(result, v.float_constant(4096.0, x.type)), result)

    def ilogb(self, x: SSAValue) -> SSAValue:
        suffix = _FLOAT_SUFFIX[bits_of(x.type)]
        return self.v.call(f"__ocml_ilogb_{suffix}", [x], i32)

    def with_pointer(
        self, name: str, operands: Sequence[SSAValue], second: Attribute
    ) -> list[SSAValue]:
        """A function of `ocml` whose second result goes through a private pointer."""
        v = self.v
        place = v.variable(second)
        type = operands[0].type
        suffix = _FLOAT_SUFFIX[bits_of(type)]
        result = v.call(f"__ocml_{name}_{suffix}", [*operands, place], type)
        return [result, v.load(place, second, bits_of(second) // 8)]

    def scalar(self, name: str, *a: SSAValue) -> SSAValue | list[SSAValue] | None:
        if name in _INTRINSICS and bits_of(a[0].type) <= 32:
            return self.v.op(_INTRINSICS[name], a[0])
        if name == "rsqrt":
            return self.rsqrt(a[0])
        if name in _OCML or name in _OCML_INTEGER:
            return self.ocml(name, *a)
        prefix, _, rest = name.partition("_")
        if prefix == "native":
            return self.native(rest, *a)
        if prefix == "half":
            return self.half(rest, *a)
        match name:
            case "ilogb":
                return self.ilogb(a[0])
            case "sincos":
                return self.with_pointer("sincos", a, a[0].type)
            case "lgamma_r":
                return self.with_pointer("lgamma_r", a, i32)
            case "remquo":
                return self.with_pointer("remquo", a, i32)
            case _:
                return None

    def expand(
        self, name: str, a: Sequence[SSAValue], types: Sequence[Attribute]
    ) -> list[SSAValue] | None:
        """
        The results of function `name`; `None` when there is no such function here.
        """
        known = True

        def scalar(*operands: SSAValue) -> list[SSAValue]:
            nonlocal known
            result = self.scalar(name, *operands)
            if result is None:
                known = False
                return [operands[0]] * len(types)
            return result if isinstance(result, list) else [result]

        results = each(self.v, a, types, scalar)
        return results if known else None
