"""
`convert-math-to-llvm`: `math` to LLVM's intrinsics.

* What MLIR 19 has an operation for becomes that (`llvm.intr.sqrt`); newer intrinsics (`tan`,
  `asin`, ..., `tanh`) become `llvm.call_intrinsic`, which MLIR 19 also translates.
* `rsqrt` becomes `1 / sqrt(x)`, as upstream; `expm1` and `log1p` become `exp(x) - 1` and
  `log(1 + x)` with what these lose near zero put right; `ipowi` becomes multiplications.
* `acosh`, `asinh`, `atanh`, `cbrt`, `erf` have no intrinsic: an error, they need a device
  library.
* LLVM lowers some intrinsics to library calls: where a dialect says that the module's
  target has no such library, these are the same error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm, math
from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    Float80Type,
    Float128Type,
    ModuleOp,
    StringAttr,
    VectorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.elementwise import (
    NO_OVERFLOW_FLAGS,
    Properties,
    expanded,
    fast_math,
    fast_math_properties,
    fixed,
    float_constant,
    no_properties,
    one_to_one,
    same_shape,
)
from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Handler, Table
from xdsl_opencl.dialects.llvm_ext import elementwise as ext
from xdsl_opencl.dialects.llvm_ext.corrected import FCmpOp
from xdsl_opencl.ir.build import FLOAT_PREDICATES, MAY_TRUNCATE, NO_FAST_MATH
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import bits_of


def _element(type_: Attribute) -> Attribute:
    if isinstance(type_, VectorType):
        return cast("VectorType[Attribute]", type_).element_type
    return type_


def _needs_library(build: Conversion, op: Operation) -> Sequence[SSAValue]:
    type_ = op.results[0].type
    # No target has what the converter refuses.
    build.type(type_)
    if isinstance(_element(type_), Float80Type | Float128Type):
        advice = "libraries have no functions of this type; use f64"
    else:
        advice = build.converter.advice(
            "library function", "call the function of a library instead"
        )
    fail(op, f"'{op.name}' of type {type_} needs a device library; {advice}")


def _checked(name: str, handler: Handler) -> Handler:
    def check(build: Conversion, op: Operation) -> Sequence[SSAValue]:
        if build.converter.interfaces:
            element = _element(op.results[0].type)
            if build.converter.lacks_function(name, element):
                return _needs_library(build, op)
        return handler(build, op)

    return check


def _intrinsic(name: str) -> Handler:
    """A call of the intrinsic `llvm.<name>.<type>`."""

    def make(
        build: Conversion, op: Operation, operands: Sequence[SSAValue]
    ) -> SSAValue:
        type_ = operands[0].type
        suffix = str(_element(type_))
        if isa(type_, VectorType):
            suffix = f"v{type_.get_shape()[0]}{suffix}"
        properties: dict[str, Attribute] = {
            "fastmathFlags": fast_math(op),
            "intrin": StringAttr(f"llvm.{name}.{suffix}"),
            "op_bundle_sizes": DenseArrayBase.from_list(i32, ()),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, (len(operands), 0)),
        }
        return build.create(llvm.CallIntrinsicOp, operands, type_, properties)

    return expanded(make)


def _compare(
    build: Conversion, predicate: str, lhs: SSAValue, rhs: SSAValue
) -> SSAValue:
    return build.create(
        FCmpOp,
        (lhs, rhs),
        same_shape(lhs.type, i1),
        {"predicate": FLOAT_PREDICATES[predicate], "fastmathFlags": NO_FAST_MATH},
    )


def _rsqrt(build: Conversion, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    (value,) = operands
    type_, properties = value.type, fast_math_properties(op)
    one = float_constant(build, 1.0, type_)
    root = build.create(llvm.FSqrtOp, (value,), type_, properties)
    return build.create(llvm.FDivOp, (one, root), type_, properties)


def _log1p(build: Conversion, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    """
    `u = 1 + x; log(u) * (x / (u - 1))`: the quotient takes back what the sum has rounded.
    """
    (x,) = operands
    type_, properties = x.type, fast_math_properties(op)

    def make(kind: type[Operation], *operands: SSAValue) -> SSAValue:
        return build.create(kind, operands, type_, properties)

    # No reassociation: that would cancel the correction.
    def exact(kind: type[Operation], *operands: SSAValue) -> SSAValue:
        return build.create(kind, operands, type_, _EXACT)

    one = float_constant(build, 1.0, type_)
    u = exact(llvm.FAddOp, one, x)
    log = make(llvm.FLogOp, u)
    corrected = exact(
        llvm.FMulOp, log, exact(llvm.FDivOp, x, exact(llvm.FSubOp, u, one))
    )
    # The quotient is 0 / 0 where x is lost, and NaN at infinity and -1.
    lost = _compare(build, "oeq", u, one)
    infinite = _compare(build, "oeq", log, float_constant(build, inf, type_))
    result = build.select(lost, x, corrected)
    return build.select(infinite, log, result)


def _expm1(build: Conversion, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    """
    `u = exp(x); (u - 1) * (x / log(u))`: the quotient takes back what `u` has rounded.
    """
    (x,) = operands
    type_, properties = x.type, fast_math_properties(op)

    def make(kind: type[Operation], *operands: SSAValue) -> SSAValue:
        return build.create(kind, operands, type_, properties)

    def exact(kind: type[Operation], *operands: SSAValue) -> SSAValue:
        return build.create(kind, operands, type_, _EXACT)

    one = float_constant(build, 1.0, type_)
    u = make(llvm.FExpOp, x)
    less = exact(llvm.FSubOp, u, one)
    corrected = exact(llvm.FMulOp, less, exact(llvm.FDivOp, x, make(llvm.FLogOp, u)))
    lost = _compare(build, "oeq", u, one)
    # Far from zero there is nothing to correct, and the logarithm may be infinite.
    far = _compare(build, "ogt", build.create(llvm.FAbsOp, (x,), type_, _EXACT), one)
    result = build.select(lost, x, corrected)
    return build.select(far, less, result)


def _power_of_integers(
    build: Conversion, op: Operation, operands: Sequence[SSAValue]
) -> SSAValue:
    """
    Squares and multiplies, a step for each bit of the power. A negative power gives the
    integer part of the fraction: 1 and -1 have one, any other base (0 is undefined) has 0.
    """
    base, power = operands
    type_ = base.type
    bit = same_shape(type_, i1)
    zero, one = build.constant(0, type_), build.constant(1, type_)
    minus = build.constant(-1, type_)
    result, square = one, base
    for place in range(bits_of(type_) - 1):
        amount = build.constant(place, type_)
        shifted = build.create(llvm.LShrOp, (power, amount), type_)
        chosen = build.create(llvm.TruncOp, (shifted,), bit, _TRUNCATE)
        product = build.create(llvm.MulOp, (result, square), type_, NO_OVERFLOW_FLAGS)
        result = build.select(chosen, product, result)
        square = build.create(llvm.MulOp, (square, square), type_, NO_OVERFLOW_FLAGS)
    odd = build.resize(power, 1)
    inverse = build.select(odd, base, one)
    is_one = build.compare("eq", base, one)
    is_unit = build.create(llvm.OrOp, (is_one, build.compare("eq", base, minus)), bit)
    inverse = build.select(is_unit, inverse, zero)
    negative = build.compare("slt", power, zero)
    return build.select(negative, inverse, result)


def _integer_power(build: Conversion, op: math.FPowIOp) -> Sequence[SSAValue]:
    if op.rhs.type != i32:
        fail(
            op,
            f"'math.fpowi' with a power of type {op.rhs.type}; "
            "convert the power to i32",
        )
    return one_to_one(ext.PowIOp, fast_math_properties)(build, op)


_EXACT = {"fastmathFlags": NO_FAST_MATH}
_TRUNCATE = {"overflowFlags": MAY_TRUNCATE}
_FALSE = BoolAttr.from_bool(False)

_DIRECT: dict[type[Operation], tuple[type[Operation], Properties]] = {
    math.AbsFOp: (llvm.FAbsOp, fast_math_properties),
    math.AbsIOp: (elementwise.AbsOp, fixed(is_int_min_poison=_FALSE)),
    math.CeilOp: (llvm.FCeilOp, fast_math_properties),
    math.CopySignOp: (llvm.FCopySignOp, fast_math_properties),
    math.CosOp: (llvm.FCosOp, fast_math_properties),
    math.CountLeadingZerosOp: (ext.CountLeadingZerosOp, fixed(is_zero_poison=_FALSE)),
    math.CountTrailingZerosOp: (ext.CountTrailingZerosOp, fixed(is_zero_poison=_FALSE)),
    math.CtPopOp: (ext.CtPopOp, no_properties),
    math.Exp2Op: (llvm.FExp2Op, fast_math_properties),
    math.ExpOp: (llvm.FExpOp, fast_math_properties),
    math.FloorOp: (llvm.FFloorOp, fast_math_properties),
    math.FmaOp: (llvm.FMAOp, fast_math_properties),
    math.Log10Op: (elementwise.Log10Op, fast_math_properties),
    math.Log2Op: (llvm.FLog2Op, fast_math_properties),
    math.LogOp: (llvm.FLogOp, fast_math_properties),
    math.PowFOp: (llvm.FPowOp, fast_math_properties),
    math.RoundEvenOp: (elementwise.RoundEvenOp, fast_math_properties),
    math.RoundOp: (elementwise.RoundOp, fast_math_properties),
    math.SinOp: (llvm.FSinOp, fast_math_properties),
    math.SqrtOp: (llvm.FSqrtOp, fast_math_properties),
    math.TruncOp: (elementwise.FTruncOp, fast_math_properties),
}

_INTRINSICS: tuple[type[Operation], ...] = (
    math.AcosOp,
    math.AsinOp,
    math.Atan2Op,
    math.AtanOp,
    math.CoshOp,
    math.SinhOp,
    math.TanOp,
    math.TanhOp,
)

_LIBRARY: tuple[type[Operation], ...] = (
    math.AcoshOp,
    math.AsinhOp,
    math.AtanhOp,
    math.CbrtOp,
    math.ErfOp,
)

_OTHER: dict[type[Operation], Handler] = {
    math.ExpM1Op: expanded(_expm1),
    math.FPowIOp: _integer_power,
    math.IPowIOp: expanded(_power_of_integers),
    math.Log1pOp: expanded(_log1p),
    math.RsqrtOp: expanded(_rsqrt),
}


def _mnemonic(op: type[Operation]) -> str:
    return op.name.partition(".")[2]


_HANDLERS: dict[type[Operation], Handler] = {
    **{op: one_to_one(*new) for op, new in _DIRECT.items()},
    **{op: _intrinsic(_mnemonic(op)) for op in _INTRINSICS},
    **dict.fromkeys(_LIBRARY, _needs_library),
    **_OTHER,
}

TABLE: Table = {
    op: _checked(_mnemonic(op), handler) for op, handler in _HANDLERS.items()
}


@dataclass(frozen=True)
class ConvertMathToLLVMPass(ConversionPass):
    """
    Converts `math` to `llvm`; see the module's text for what each operation becomes.
    """

    name = "convert-math-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        Conversion(op, converter, TABLE, ("math",)).run()
