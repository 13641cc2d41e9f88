"""
Replaces powers, roots and similar functions by cheaper operations, where constants or fast-math
flags allow it: canonicalisations of `opencl.builtin`, also used by the lowering of builtins.

The rules are those of LLVM's `AMDGPULibCalls.cpp` (named beside each). LLVM matches the names of
Clang's calls, so it never sees our operations. Here the rules are exact: LLVM ignores NaN,
infinities and the sign of zero where OpenCL (C 3.0, section 7.5.1) does not, and multiplies only
where errors are irrelevant. A product of n equal factors is off by n - 1 roundings at most, so
within the n - 1 ulp that OpenCL allows for `pow` (16; 4 for half).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    DictionaryAttr,
    FloatAttr,
    IntegerType,
    VectorType,
    f32,
    i32,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.opencl.folding.constants import (
    bits_of,
    constant_elements,
    constant_op,
    to_signed,
)
from xdsl_opencl.dialects.opencl.folding.numbers import nearest
from xdsl_opencl.dialects.opencl.shapes import split_vector

_METADATA = "opencl.metadata"
_MOST_FACTORS = {16: 5, 32: 16, 64: 16}
"""For each width of the type, the most factors of a product within the error bound of a power."""
_MOST_INVERSES = {16: 1, 32: 8, 64: 8}
"""
The same for inverses, each with an error of its own. Their product stays finite where that of the
factors overflows and its inverse would be 0.
"""
_MOST_ROUGH_INVERSES = 2
"""Inverses that may be off by 2.5 ulp each; more must be rounded correctly."""
_ALL_FLAGS = frozenset(FastMathFlag)


class Maker(Protocol):
    """Makes an `opencl.builtin`."""

    def __call__(
        self,
        function: str,
        arguments: Sequence[SSAValue],
        *,
        fastmath: arith.FastMathFlagsAttr | None,
    ) -> Operation: ...


_Rule = Callable[["_Form", Sequence[SSAValue]], SSAValue | None]


def _like(type: Attribute, element: Attribute) -> Attribute:
    """`element`, or a vector of it with the shape of `type`."""
    if isinstance(type, VectorType):
        return VectorType(element, cast(VectorType, type).shape)
    return element


class _Form:
    """Makes operations that replace one function; `new` are those made so far."""

    def __init__(self, op: Operation, make: Maker):
        self._make = make
        self.type = op.operands[0].type
        element, _ = split_vector(self.type)
        self.bits = element.bitwidth if isinstance(element, AnyFloat) else 0
        fastmath = op.properties.get("fastmath")
        assert fastmath is None or isinstance(fastmath, arith.FastMathFlagsAttr)
        self._fastmath = fastmath
        self.flags = frozenset(() if fastmath is None else fastmath.data)
        self.is_fast = self.flags >= _ALL_FLAGS
        self.new: list[Operation] = []

    def has(self, *flags: FastMathFlag) -> bool:
        return self.flags.issuperset(flags)

    def add_op(self, op: Operation) -> SSAValue:
        self.new.append(op)
        return op.results[0]

    def _float_op(
        self, kind: type[Operation], *operands: SSAValue, ulp: float | None = None
    ) -> SSAValue:
        properties = {} if self._fastmath is None else {"fastmath": self._fastmath}
        op = kind.create(
            operands=operands,
            result_types=(operands[0].type,),
            properties={"fastmath": arith.FastMathFlagsAttr("none"), **properties},
        )
        if ulp is not None and self.bits == 32:
            # The error of a division that OpenCL C allows (7.4), as Clang states it.
            op.attributes[_METADATA] = DictionaryAttr({"fpmath": FloatAttr(ulp, f32)})
        return self.add_op(op)

    def number(self, value: float) -> SSAValue:
        """A constant of the type, rounded to it."""
        _, width = split_vector(self.type)
        return self.add_op(constant_op(self.type, [nearest(value, self.bits)] * width))

    def multiply(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._float_op(arith.MulfOp, a, b)

    def add(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._float_op(arith.AddfOp, a, b)

    def subtract(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self._float_op(arith.SubfOp, a, b)

    def inverse(self, x: SSAValue, *, rough: bool = True) -> SSAValue:
        ulp = 2.5 if rough else None
        return self._float_op(arith.DivfOp, self.number(1.0), x, ulp=ulp)

    def call(self, name: str, *operands: SSAValue) -> SSAValue:
        return self.add_op(self._make(name, operands, fastmath=self._fastmath))

    def where(
        self, predicate: str, x: SSAValue, limit: float, yes: SSAValue, no: SSAValue
    ) -> SSAValue:
        """`yes` where the comparison of `x` with `limit` holds, otherwise `no`."""
        compare = arith.CmpfOp(x, self.number(limit), predicate)
        return self.chosen(self.add_op(compare), yes, no)

    def chosen(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        operands, type = (condition, yes, no), yes.type
        return self.add_op(
            arith.SelectOp.create(operands=operands, result_types=(type,))
        )

    def to_float(self, n: SSAValue) -> SSAValue:
        return self.add_op(
            arith.SIToFPOp.create(operands=(n,), result_types=(self.type,))
        )

    # Parts of the rules.

    def unsigned_zero(self, x: SSAValue) -> SSAValue:
        """`x` with +0 for -0: a power of either is the same."""
        if self.has(FastMathFlag.NO_SIGNED_ZEROS):
            return x
        return self.add(x, self.number(0.0))

    def product(self, x: SSAValue, count: int) -> SSAValue:
        """`x` to the power of `count`, by repeated squaring."""
        result: SSAValue | None = None
        while True:
            if count & 1:
                result = x if result is None else self.multiply(result, x)
            count >>= 1
            if not count:
                assert result is not None
                return result
            x = self.multiply(x, x)

    def integer_power(self, x: SSAValue, count: int) -> SSAValue | None:
        """`pown(x, count)` for a profitable `count`, else `None`."""
        if count == 0:
            return self.number(1.0)
        known = _MOST_FACTORS if count > 0 or self.is_fast else _MOST_INVERSES
        if abs(count) > known[self.bits]:
            return None
        if count < 0:
            rough = self.is_fast or -count <= _MOST_ROUGH_INVERSES
            x = self.inverse(x, rough=rough)
        return self.product(x, abs(count))

    def signed_power(self, size: SSAValue, x: SSAValue, y: SSAValue) -> SSAValue:
        """
        `size`, the power of the absolute value of `x`, with the sign of `x` where `y` is
        odd.
        """
        half = self.multiply(y, self.number(0.5))
        whole = self.call("floor", half)
        odd = self.add_op(arith.CmpfOp(half, whole, "one"))
        return self.chosen(odd, self.call("copysign", size, x), size)


def _constant(value: SSAValue) -> float | int | None:
    """Returns the number that every element of `value` equals; integers are signed."""
    numbers = constant_elements(value)
    if not numbers or any(number != numbers[0] for number in numbers):
        return None
    (number, *_) = numbers
    element, _ = split_vector(value.type)
    if isinstance(number, int) and isinstance(element, IntegerType):
        return to_signed(number, bits_of(cast(Attribute, element)))
    return number


_INTEGER_CASTS = {
    "llvm.sitofp": True,
    "llvm.uitofp": False,
    "arith.sitofp": True,
    "arith.uitofp": False,
}
"""Conversions of integers, and true for signed ones."""


def _integer_of(form: _Form, y: SSAValue) -> SSAValue | None:
    """
    Returns the `int` that `y` was converted from, if the type of `y` holds every such number
    exactly.
    """
    owner = y.owner
    if not isinstance(owner, Operation):
        return None
    signed = _INTEGER_CASTS.get(owner.name)
    if owner.name == "opencl.convert":
        signed = "src_unsigned" not in owner.properties
    if signed is None:
        return None
    (source,) = owner.operands
    element, _ = split_vector(source.type)
    if not isinstance(element, IntegerType):
        return None
    width = bits_of(cast(Attribute, element))
    # Exactly as many bits as a float and a double hold, and as an int has.
    if width >= {32: 24, 64: 32 + signed}.get(form.bits, 0) or width == 1:
        return None
    type_ = _like(source.type, i32)
    if width == 32:
        return source
    kind = arith.ExtSIOp if signed else arith.ExtUIOp
    return form.add_op(kind.create(operands=(source,), result_types=(type_,)))


_WHOLE_BASES = {2.0**k: k for k in (1, 2, 4, 8, -1, -2, -4, -8)}
"""Powers of two whose exponents a float can be multiplied by without an error."""


def _power_of_base(form: _Form, base: float, y: SSAValue) -> SSAValue | None:
    """`pow(base, y)`: `fold_pow`, "constant base", of LLVM."""
    if base == 10.0:
        return form.call("exp10", y)
    if (exponent := _WHOLE_BASES.get(base)) is None:
        return None
    if exponent != 1:
        y = form.multiply(y, form.number(float(exponent)))
    return form.call("exp2", y)


def _fast_power(form: _Form, x: SSAValue, y: SSAValue) -> SSAValue | None:
    """
    `exp2(y * log2(|x|))`: `fold_pow` with `isUnsafeMath` of LLVM; OpenCL C 3.0, 7.4,
    "relaxed math".
    """
    if not form.is_fast or form.bits != 32:
        return None
    return form.call("exp2", form.multiply(y, form.call("log2", x)))


def _pow(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    x, y = operands
    power = _constant(y)
    if power is not None:
        if math.isfinite(power) and float(power).is_integer():
            if (made := form.integer_power(x, int(power))) is not None:
                return made
        elif abs(power) == 0.5:
            # `fold_pow`, "pow[r](x, [-]0.5) = sqrt(x)".
            root = "sqrt" if power > 0 else "rsqrt"
            result = form.call(root, form.unsigned_zero(x))
            if form.has(FastMathFlag.NO_INFS):
                return result
            limit = form.number(math.inf if power > 0 else 0.0)
            return form.where("oeq", x, -math.inf, limit, result)
    base = _constant(x)
    if base == 1.0:
        return form.number(1.0)
    if base is not None and (made := _power_of_base(form, base, y)) is not None:
        return made
    if (n := _integer_of(form, y)) is not None:
        # `fold`, "pow(x, y) -> pown(x, y) for known integral y".
        return form.call("pown", x, n)
    size = _fast_power(form, form.call("fabs", x), y) if form.is_fast else None
    return None if size is None else form.signed_power(size, x, y)


def _pown(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    x, n = operands
    count = _constant(n)
    if isinstance(count, int) and (made := form.integer_power(x, count)) is not None:
        return made
    base = _constant(x)
    if base == 1.0:
        return form.number(1.0)
    if not form.is_fast or form.bits != 32:
        return None
    y = form.to_float(n)
    size = _fast_power(form, form.call("fabs", x), y)
    return None if size is None else form.signed_power(size, x, y)


def _powr(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    """`powr` is not defined for x < 0, and knows only one zero."""
    x, y = operands
    power = _constant(y)
    no_nan = form.has(FastMathFlag.NO_NANS)
    if power == 0.0:
        # powr(0, 0) and powr(infinity, 0) are not defined either.
        return form.number(1.0) if no_nan else None
    if power is not None and abs(power) == 0.5:
        root = "sqrt" if power > 0 else "rsqrt"
        return form.call(root, form.unsigned_zero(x))
    if power is not None and math.isfinite(power) and float(power).is_integer():
        size = x if int(power) % 2 == 0 else form.call("fabs", x)
        result = form.integer_power(size, int(power))
        if result is not None and no_nan:
            return result
        if result is not None:
            return form.where("olt", x, 0.0, form.number(math.nan), result)
    base = _constant(x)
    if base == 1.0 and no_nan:
        return form.number(1.0)
    if base is not None and (made := _power_of_base(form, base, y)) is not None:
        return made
    return _fast_power(form, x, y)


def _rootn(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    """`fold_rootn` of LLVM."""
    x, n = operands
    match _constant(n):
        case 1:
            return x
        case 2:
            return form.call("sqrt", form.unsigned_zero(x))
        case 3:
            return form.call("cbrt", x)
        case -1:
            return form.inverse(x)
        case -2:
            return form.call("rsqrt", form.unsigned_zero(x))
        case 0:
            return form.number(math.nan)
        case _:
            return None


def _fma(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    """`fold_fma_mad` of LLVM, but for factors of 0, whose product need not be 0."""
    a, b, c = operands
    for factor, other in ((a, b), (b, a)):
        match _constant(factor):
            case 1.0:
                return form.add(other, c)
            case -1.0:
                return form.subtract(c, other)
            case _:
                pass
    zero = _constant(c)
    if (
        isinstance(zero, float)
        and zero == 0.0
        and (math.copysign(1.0, zero) < 0 or form.has(FastMathFlag.NO_SIGNED_ZEROS))
    ):
        return form.multiply(a, b)
    return None


def _divide(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    """
    `fold_divide` of LLVM: a division by a constant, in functions whose error is large or
    left open. A constant without a normal inverse stays.
    """
    x, y = operands
    number = _constant(y)
    if number is None or not 2.0**-125 <= abs(number) <= 2.0**125:
        return None
    return form.multiply(x, form.number(1.0 / number))


def _recip(form: _Form, operands: Sequence[SSAValue]) -> SSAValue | None:
    """`fold_recip` of LLVM."""
    number = _constant(operands[0])
    if number is None or not 2.0**-125 <= abs(number) <= 2.0**125:
        return None
    return form.number(1.0 / number)


_RULES: dict[str, _Rule] = {
    "pow": _pow,
    "pown": _pown,
    "powr": _powr,
    "rootn": _rootn,
    "fma": _fma,
    "mad": _fma,
    "native_divide": _divide,
    "half_divide": _divide,
    "native_recip": _recip,
    "half_recip": _recip,
}


def simplified(
    op: Operation, name: str, make: Maker
) -> tuple[list[Operation], SSAValue] | None:
    """
    Returns operations, in order and not in a block, that compute the function `name` of `op`, and
    the value that replaces its result; `None` if no rule applies. `make` makes an
    `opencl.builtin`.
    """
    rule = _RULES.get(name)
    if rule is None or any(o.type != op.operands[0].type for o in op.results):
        return None
    form = _Form(op, make)
    if form.bits not in _MOST_FACTORS:
        return None
    value = rule(form, tuple(op.operands))
    if value is None:
        for made in reversed(form.new):
            made.drop_all_references()
        return None
    return form.new, value
