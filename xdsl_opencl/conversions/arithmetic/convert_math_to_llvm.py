"""
`convert-math-to-llvm`: `math` to LLVM's intrinsics.

* Functions with an operation in MLIR 19 become that (`llvm.intr.sqrt`); newer intrinsics (`tan`,
  `asin`, ..., `tanh`) become `llvm.call_intrinsic`, which MLIR 19 also translates.
* `rsqrt` becomes `1 / sqrt(x)`, as upstream; `expm1` and `log1p` become `exp(x) - 1` and
  `log(1 + x)`, corrected near zero; `ipowi` becomes multiplications.
* `acosh`, `asinh`, `atanh`, `cbrt`, `erf` have no intrinsic: an error, they need a device
  library.
* LLVM lowers some intrinsics to library calls: where a dialect says that the module's
  target has no such library, these are the same error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from xdsl.dialects import llvm, math
from xdsl.dialects.builtin import BoolAttr, Float80Type, Float128Type, StringAttr, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.conversions.elementwise import (
    expanded,
    fast_math,
    fast_math_properties,
    fixed,
    float_constant,
    one_to_one,
)
from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Handler, Table
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES
from xdsl_opencl.ir.build import numbers
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import bits_of, element_of, width_of


def _needs_library(build: Conversion, op: Operation) -> Sequence[SSAValue]:
    type_ = op.results[0].type
    # No target has the types that the converter refuses.
    build.type(type_)
    if isinstance(element_of(type_), Float80Type | Float128Type):
        advice = "libraries have no functions of this type; use f64"
    else:
        advice = build.converter.advice(
            "library function", "call the function of a library instead"
        )
    fail(op, f"'{op.name}' of type {type_} needs a device library; {advice}")


def _checked(name: str, handler: Handler) -> Handler:
    def check(build: Conversion, op: Operation) -> Sequence[SSAValue]:
        if build.converter.interfaces:
            element = element_of(op.results[0].type)
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
        suffix = str(element_of(type_))
        if (width := width_of(type_)) is not None:
            suffix = f"v{width}{suffix}"
        properties: dict[str, Attribute] = {
            "fastmathFlags": fast_math(op),
            "intrin": StringAttr(f"llvm.{name}.{suffix}"),
            "op_bundle_sizes": NO_BUNDLES,
            "operandSegmentSizes": numbers(len(operands), 0),
        }
        return build.create(llvm.CallIntrinsicOp, operands, type_, properties)

    return expanded(make)


def _rsqrt(build: Conversion, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    (value,) = operands
    type_, properties = value.type, fast_math_properties(op)
    one = float_constant(build, 1.0, type_)
    root = build.op(llvm.FSqrtOp, value, properties=properties)
    return build.op(llvm.FDivOp, one, root, properties=properties)


def _log1p(build: Conversion, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    """
    `u = 1 + x; log(u) * (x / (u - 1))`: the quotient corrects the rounding of the sum.
    """
    (x,) = operands
    type_ = x.type
    # Without flags: reassociation would cancel the correction.
    exact = build.op
    one = float_constant(build, 1.0, type_)
    u = exact(llvm.FAddOp, one, x)
    log = build.op(llvm.FLogOp, u, properties=fast_math_properties(op))
    corrected = exact(
        llvm.FMulOp, log, exact(llvm.FDivOp, x, exact(llvm.FSubOp, u, one))
    )
    # The quotient is 0 / 0 where x is lost, and NaN at infinity and -1.
    lost = build.compare_float("oeq", u, one)
    infinite = build.compare_float("oeq", log, float_constant(build, inf, type_))
    result = build.select(lost, x, corrected)
    return build.select(infinite, log, result)


def _expm1(build: Conversion, op: Operation, operands: Sequence[SSAValue]) -> SSAValue:
    """
    `u = exp(x); (u - 1) * (x / log(u))`: the quotient corrects the rounding of `u`.
    """
    (x,) = operands
    type_, properties = x.type, fast_math_properties(op)
    exact = build.op
    one = float_constant(build, 1.0, type_)
    u = exact(llvm.FExpOp, x, properties=properties)
    less = exact(llvm.FSubOp, u, one)
    log = exact(llvm.FLogOp, u, properties=properties)
    corrected = exact(llvm.FMulOp, less, exact(llvm.FDivOp, x, log))
    lost = build.compare_float("oeq", u, one)
    # Far from zero there is nothing to correct, and the logarithm may be infinite.
    far = build.compare_float("ogt", exact(llvm.FAbsOp, x), one)
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
    zero, one = build.constant(0, type_), build.constant(1, type_)
    minus = build.constant(-1, type_)
    result, square = one, base
    for place in range(bits_of(type_) - 1):
        shifted = build.op(llvm.LShrOp, power, build.constant(place, type_))
        chosen = build.resize(shifted, 1)
        product = build.op(llvm.MulOp, result, square)
        result = build.select(chosen, product, result)
        square = build.op(llvm.MulOp, square, square)
    odd = build.resize(power, 1)
    inverse = build.select(odd, base, one)
    is_minus_one = build.compare("eq", base, minus)
    is_unit = build.op(llvm.OrOp, build.compare("eq", base, one), is_minus_one)
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
    return one_to_one(elementwise.PowIOp, fast_math_properties)(build, op)


_FALSE = BoolAttr.from_bool(False)
_ZERO_IS_FINE = fixed(is_zero_poison=_FALSE)

_DIRECT: dict[type[Operation], type[Operation]] = {
    math.AbsFOp: llvm.FAbsOp,
    math.CeilOp: llvm.FCeilOp,
    math.CopySignOp: llvm.FCopySignOp,
    math.CosOp: llvm.FCosOp,
    math.Exp2Op: llvm.FExp2Op,
    math.ExpOp: llvm.FExpOp,
    math.FloorOp: llvm.FFloorOp,
    math.FmaOp: llvm.FMAOp,
    math.Log10Op: elementwise.Log10Op,
    math.Log2Op: llvm.FLog2Op,
    math.LogOp: llvm.FLogOp,
    math.PowFOp: llvm.FPowOp,
    math.RoundEvenOp: elementwise.RoundEvenOp,
    math.RoundOp: elementwise.RoundOp,
    math.SinOp: llvm.FSinOp,
    math.SqrtOp: llvm.FSqrtOp,
    math.TruncOp: elementwise.FTruncOp,
}
"""Operations that differ from LLVM's by the name, and keep their fast-math flags."""

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
    math.AbsIOp: one_to_one(elementwise.AbsOp, fixed(is_int_min_poison=_FALSE)),
    math.CountLeadingZerosOp: one_to_one(
        elementwise.CountLeadingZerosOp, _ZERO_IS_FINE
    ),
    math.CountTrailingZerosOp: one_to_one(
        elementwise.CountTrailingZerosOp, _ZERO_IS_FINE
    ),
    math.CtPopOp: one_to_one(elementwise.CtPopOp),
    math.ExpM1Op: expanded(_expm1),
    math.FPowIOp: _integer_power,
    math.IPowIOp: expanded(_power_of_integers),
    math.Log1pOp: expanded(_log1p),
    math.RsqrtOp: expanded(_rsqrt),
}


def _mnemonic(op: type[Operation]) -> str:
    return op.name.partition(".")[2]


_HANDLERS: dict[type[Operation], Handler] = {
    **{op: one_to_one(new, fast_math_properties) for op, new in _DIRECT.items()},
    **{op: _intrinsic(_mnemonic(op)) for op in _INTRINSICS},
    **dict.fromkeys(_LIBRARY, _needs_library),
    **_OTHER,
}

TABLE: Table = {
    op: _checked(_mnemonic(op), handler) for op, handler in _HANDLERS.items()
}


@dataclass(frozen=True)
class ConvertMathToLLVMPass(ConversionPass):
    """Converts `math` to `llvm`, as the module's text says."""

    name = "convert-math-to-llvm"
    table = TABLE
    dialects = ("math",)
