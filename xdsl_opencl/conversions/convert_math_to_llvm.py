"""
`convert-math-to-llvm`: `math` to LLVM's intrinsics.

* What MLIR 19 has an operation for becomes that (`llvm.intr.sqrt`); newer intrinsics (`tan`,
  `asin`, ..., `tanh`) become `llvm.call_intrinsic`, which MLIR 19 also translates.
* `expm1`, `log1p`, `rsqrt` become `exp(x) - 1`, `log(1 + x)`, `1 / sqrt(x)`, as upstream.
* `acosh`, `asinh`, `atanh`, `cbrt`, `erf`, `ipowi` have no intrinsic: an error, they need a
  device library.
* LLVM lowers some intrinsics to library calls: where a dialect says that the module's
  target has no such library, these are the same error.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import llvm, math
from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    ModuleOp,
    StringAttr,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.elementwise import (
    Properties,
    expanded,
    fast_math,
    fast_math_properties,
    fixed,
    float_constant,
    no_properties,
    one_to_one,
)
from xdsl_opencl.conversions.framework import (
    Conversion,
    ConversionPass,
    Handler,
    Table,
)
from xdsl_opencl.dialects.llvm_ext import elementwise as ext
from xdsl_opencl.dialects.llvm_ext.corrected import CallIntrinsicOp
from xdsl_opencl.ir.diagnostics import fail


def _element(type_: Attribute) -> Attribute:
    if isinstance(type_, VectorType):
        return cast("VectorType[Attribute]", type_).element_type
    return type_


def _needs_library(conversion: Conversion, op: Operation) -> Sequence[SSAValue]:
    type_ = op.results[0].type
    advice = conversion.converter.advice(
        "library function", "call the function of a library instead"
    )
    fail(op, f"'{op.name}' of type {type_} needs a device library; {advice}")


def _checked(name: str, handler: Handler) -> Handler:
    def check(conversion: Conversion, op: Operation) -> Sequence[SSAValue]:
        if conversion.converter.interfaces:
            element = _element(op.results[0].type)
            if conversion.converter.lacks_function(name, element):
                return _needs_library(conversion, op)
        return handler(conversion, op)

    return check


def _intrinsic(name: str) -> Handler:
    """
    A call of the intrinsic `llvm.<name>.<type>`.
    """

    def build(
        conversion: Conversion, op: Operation, operands: Sequence[SSAValue]
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
        return conversion.create(CallIntrinsicOp, operands, type_, properties)

    return expanded(build)


def _one_and(
    first: type[Operation],
    second: type[Operation],
    arrange: Callable[[SSAValue, SSAValue], tuple[SSAValue, SSAValue]],
    first_is_unary: bool,
) -> Handler:
    """
    A unary operation and a binary one with the constant 1, in one order or the other;
    `arrange` (value, one) gives the operands of the binary one.
    """

    def build(
        conversion: Conversion, op: Operation, operands: Sequence[SSAValue]
    ) -> SSAValue:
        (value,) = operands
        type_ = value.type
        properties = fast_math_properties(op)
        one = float_constant(conversion, 1.0, type_)
        if first_is_unary:
            value = conversion.create(first, (value,), type_, properties)
            return conversion.create(second, arrange(value, one), type_, properties)
        value = conversion.create(first, arrange(value, one), type_, properties)
        return conversion.create(second, (value,), type_, properties)

    return expanded(build)


def _integer_power(conversion: Conversion, op: math.FPowIOp) -> Sequence[SSAValue]:
    if op.rhs.type != i32:
        fail(
            op,
            f"'math.fpowi' with a power of type {op.rhs.type}; "
            "convert the power to i32",
        )
    return one_to_one(ext.PowIOp, fast_math_properties)(conversion, op)


_FALSE = BoolAttr.from_bool(False)

_DIRECT: dict[type[Operation], tuple[type[Operation], Properties]] = {
    math.AbsFOp: (llvm.FAbsOp, fast_math_properties),
    math.AbsIOp: (ext.AbsOp, fixed(is_int_min_poison=_FALSE)),
    math.CeilOp: (llvm.FCeilOp, fast_math_properties),
    math.CopySignOp: (llvm.FCopySignOp, fast_math_properties),
    math.CosOp: (llvm.FCosOp, fast_math_properties),
    math.CountLeadingZerosOp: (ext.CountLeadingZerosOp, fixed(is_zero_poison=_FALSE)),
    math.CountTrailingZerosOp: (
        ext.CountTrailingZerosOp,
        fixed(is_zero_poison=_FALSE),
    ),
    math.CtPopOp: (ext.CtPopOp, no_properties),
    math.Exp2Op: (llvm.FExp2Op, fast_math_properties),
    math.ExpOp: (llvm.FExpOp, fast_math_properties),
    math.FloorOp: (llvm.FFloorOp, fast_math_properties),
    math.FmaOp: (llvm.FMAOp, fast_math_properties),
    math.Log10Op: (ext.Log10Op, fast_math_properties),
    math.Log2Op: (llvm.FLog2Op, fast_math_properties),
    math.LogOp: (llvm.FLogOp, fast_math_properties),
    math.PowFOp: (llvm.FPowOp, fast_math_properties),
    math.RoundEvenOp: (ext.RoundEvenOp, fast_math_properties),
    math.RoundOp: (ext.RoundOp, fast_math_properties),
    math.SinOp: (llvm.FSinOp, fast_math_properties),
    math.SqrtOp: (llvm.FSqrtOp, fast_math_properties),
    math.TruncOp: (ext.FTruncOp, fast_math_properties),
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
    math.IPowIOp,
)

_OTHER: dict[type[Operation], Handler] = {
    math.ExpM1Op: _one_and(llvm.FExpOp, llvm.FSubOp, lambda x, one: (x, one), True),
    math.FPowIOp: _integer_power,
    math.Log1pOp: _one_and(llvm.FAddOp, llvm.FLogOp, lambda x, one: (one, x), False),
    math.RsqrtOp: _one_and(llvm.FSqrtOp, llvm.FDivOp, lambda x, one: (one, x), True),
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
