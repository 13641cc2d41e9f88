"""
LLVM intrinsics that work element by element: integers, floats, bits.

Those without an assembly format print generically, as in MLIR 19.
Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/ and the meaning of each
in https://llvm.org/docs/LangRef.html
"""

from __future__ import annotations

from abc import ABC

from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i1, i32
from xdsl.dialects.llvm import LLVMStructType
from xdsl.irdl import operand_def, prop_def, result_def

from xdsl_opencl.dialects.definition import PureOp
from xdsl_opencl.dialects.llvm_ext.shapes import (
    BOOLS,
    FLOATS,
    INTEGERS,
    SAME_FLOATS,
    SAME_INTEGERS,
    CallFormOp,
    FastMathOp,
    check_result,
    extension,
    named,
    same_shape,
)

# --- Integers ---------------------------------------------------------------------------


class UnaryIntegerOp(CallFormOp, ABC):
    """One integer (vector) to one of the same type."""

    in_ = operand_def(SAME_INTEGERS)
    res = result_def(SAME_INTEGERS)


BitReverseOp = named("llvm.intr.bitreverse", UnaryIntegerOp)
ByteSwapOp = named("llvm.intr.bswap", UnaryIntegerOp)
CtPopOp = named("llvm.intr.ctpop", UnaryIntegerOp)


class BinaryIntegerOp(CallFormOp, ABC):
    """Two integers (vectors) of one type to one of it."""

    a = operand_def(SAME_INTEGERS)
    b = operand_def(SAME_INTEGERS)
    res = result_def(SAME_INTEGERS)


SMaxOp = named("llvm.intr.smax", BinaryIntegerOp)
SMinOp = named("llvm.intr.smin", BinaryIntegerOp)
UMaxOp = named("llvm.intr.umax", BinaryIntegerOp)
UMinOp = named("llvm.intr.umin", BinaryIntegerOp)
SAddSatOp = named("llvm.intr.sadd.sat", BinaryIntegerOp)
UAddSatOp = named("llvm.intr.uadd.sat", BinaryIntegerOp)
SSubSatOp = named("llvm.intr.ssub.sat", BinaryIntegerOp)
USubSatOp = named("llvm.intr.usub.sat", BinaryIntegerOp)
SShlSatOp = named("llvm.intr.sshl.sat", BinaryIntegerOp)
UShlSatOp = named("llvm.intr.ushl.sat", BinaryIntegerOp)


class CompareIntegerOp(CallFormOp, ABC):
    """
    -1, 0 or 1 as the first operand is less than, equal to or greater than the second.
    """

    a = operand_def(SAME_INTEGERS)
    b = operand_def(SAME_INTEGERS)
    res = result_def(INTEGERS)


SCmpOp = named("llvm.intr.scmp", CompareIntegerOp)
UCmpOp = named("llvm.intr.ucmp", CompareIntegerOp)


class TernaryIntegerOp(CallFormOp, ABC):
    """Three integers (vectors) of one type to one of it."""

    a = operand_def(SAME_INTEGERS)
    b = operand_def(SAME_INTEGERS)
    c = operand_def(SAME_INTEGERS)
    res = result_def(SAME_INTEGERS)


FshlOp = named("llvm.intr.fshl", TernaryIntegerOp)
FshrOp = named("llvm.intr.fshr", TernaryIntegerOp)


class WithOverflowOp(PureOp, ABC):
    """The result is a struct of the wrapped value and an i1 (or vector of i1)."""

    a = operand_def(SAME_INTEGERS)
    b = operand_def(SAME_INTEGERS)
    res = result_def(LLVMStructType)

    def verify_(self) -> None:
        type = self.a.type
        check_result(self, LLVMStructType.from_type_list([type, same_shape(type, i1)]))


SAddWithOverflowOp = named("llvm.intr.sadd.with.overflow", WithOverflowOp)
SSubWithOverflowOp = named("llvm.intr.ssub.with.overflow", WithOverflowOp)
SMulWithOverflowOp = named("llvm.intr.smul.with.overflow", WithOverflowOp)
UAddWithOverflowOp = named("llvm.intr.uadd.with.overflow", WithOverflowOp)
USubWithOverflowOp = named("llvm.intr.usub.with.overflow", WithOverflowOp)
UMulWithOverflowOp = named("llvm.intr.umul.with.overflow", WithOverflowOp)


class CountZerosOp(PureOp, ABC):
    """Zero bits counted from one end; the result for zero may be poison."""

    in_ = operand_def(SAME_INTEGERS)
    res = result_def(SAME_INTEGERS)
    is_zero_poison = prop_def(BoolAttr)


CountLeadingZerosOp = named("llvm.intr.ctlz", CountZerosOp)
CountTrailingZerosOp = named("llvm.intr.cttz", CountZerosOp)


@extension
class AbsOp(PureOp):
    name = "llvm.intr.abs"

    in_ = operand_def(SAME_INTEGERS)
    res = result_def(SAME_INTEGERS)
    is_int_min_poison = prop_def(BoolAttr)


# --- Floating point ---------------------------------------------------------------------


class UnaryFloatOp(FastMathOp, ABC):
    """One floating-point number (vector) to one of the same type."""

    in_ = operand_def(SAME_FLOATS)
    res = result_def(SAME_FLOATS)


FTruncOp = named("llvm.intr.trunc", UnaryFloatOp)
RintOp = named("llvm.intr.rint", UnaryFloatOp)
RoundOp = named("llvm.intr.round", UnaryFloatOp)
RoundEvenOp = named("llvm.intr.roundeven", UnaryFloatOp)
NearbyintOp = named("llvm.intr.nearbyint", UnaryFloatOp)
Log10Op = named("llvm.intr.log10", UnaryFloatOp)
Exp10Op = named("llvm.intr.exp10", UnaryFloatOp)
TanOp = named("llvm.intr.tan", UnaryFloatOp)
ASinOp = named("llvm.intr.asin", UnaryFloatOp)
ACosOp = named("llvm.intr.acos", UnaryFloatOp)
ATanOp = named("llvm.intr.atan", UnaryFloatOp)
SinhOp = named("llvm.intr.sinh", UnaryFloatOp)
CoshOp = named("llvm.intr.cosh", UnaryFloatOp)
TanhOp = named("llvm.intr.tanh", UnaryFloatOp)


class BinaryFloatOp(FastMathOp, ABC):
    """Two floating-point numbers (vectors) of one type to one of it."""

    a = operand_def(SAME_FLOATS)
    b = operand_def(SAME_FLOATS)
    res = result_def(SAME_FLOATS)


MaximumOp = named("llvm.intr.maximum", BinaryFloatOp)
MinimumOp = named("llvm.intr.minimum", BinaryFloatOp)
ATan2Op = named("llvm.intr.atan2", BinaryFloatOp)


@extension
class FMulAddOp(FastMathOp):
    name = "llvm.intr.fmuladd"

    a = operand_def(SAME_FLOATS)
    b = operand_def(SAME_FLOATS)
    c = operand_def(SAME_FLOATS)
    res = result_def(SAME_FLOATS)


class FloatIntegerPowerOp(FastMathOp, ABC):
    """A floating-point number (vector) and an integer power or exponent."""

    val = operand_def(SAME_FLOATS)
    power = operand_def(INTEGERS)
    res = result_def(SAME_FLOATS)


PowIOp = named("llvm.intr.powi", FloatIntegerPowerOp)
LoadExpOp = named("llvm.intr.ldexp", FloatIntegerPowerOp)


class RoundToIntegerOp(CallFormOp, ABC):
    """A floating-point number (vector) rounded to integers."""

    val = operand_def(FLOATS)
    res = result_def(INTEGERS)


LroundOp = named("llvm.intr.lround", RoundToIntegerOp)
LlroundOp = named("llvm.intr.llround", RoundToIntegerOp)
LrintOp = named("llvm.intr.lrint", RoundToIntegerOp)
LlrintOp = named("llvm.intr.llrint", RoundToIntegerOp)


@extension
class IsFPClassOp(PureOp):
    name = "llvm.intr.is.fpclass"

    in_ = operand_def(FLOATS)
    res = result_def(BOOLS)
    bit = prop_def(IntegerAttr[i32])
    """Mask of classes, see LangRef, `llvm.is.fpclass`."""

    def verify_(self) -> None:
        check_result(self, same_shape(self.in_.type, i1))


@extension
class FractionExpOp(FastMathOp):
    name = "llvm.intr.frexp"

    val = operand_def(FLOATS)
    res = result_def(LLVMStructType)
