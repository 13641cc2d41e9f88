"""
LLVM intrinsics that work element by element: integers, floats, bits.

Those without an assembly format print generically, as in MLIR 19.
Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/ and the meaning of each
in https://llvm.org/docs/LangRef.html
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar

from xdsl.dialects.builtin import (
    I1,
    AnyFloatConstr,
    BoolAttr,
    IntegerAttr,
    IntegerType,
    SignlessIntegerConstraint,
    VectorType,
    i1,
    i32,
)
from xdsl.dialects.llvm import FastMathAttr, LLVMPointerType, LLVMStructType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import irdl_op_definition

_INTEGER = SignlessIntegerConstraint | VectorType.constr(SignlessIntegerConstraint)
_FLOAT = AnyFloatConstr | VectorType.constr(AnyFloatConstr)
_POINTER = base(LLVMPointerType)
_VECTOR = VectorType.constr(AnyAttr())
_CALL_FORM = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

FastMath = FastMathAttr | FastMathFlag | None


def _fast_math(flags: FastMath) -> FastMathAttr:
    return flags if isinstance(flags, FastMathAttr) else FastMathAttr(flags)


def _same_shape(type: Attribute, element: Attribute) -> Attribute:
    return VectorType(element, type.shape) if isinstance(type, VectorType) else element


# Bases, by the classes of operands.


class UnaryIntegerOp(IRDLOperation, ABC):
    """
    Base: one integer (vector) to one of the same type.
    """

    T: ClassVar = VarConstraint("T", _INTEGER)

    in_ = operand_def(T)
    res = result_def(T)

    assembly_format = _CALL_FORM

    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation):
        super().__init__(operands=[operand], result_types=[SSAValue.get(operand).type])


class BinaryIntegerOp(IRDLOperation, ABC):
    """
    Base: two integers (vectors) of one type to one of it.
    """

    T: ClassVar = VarConstraint("T", _INTEGER)

    a = operand_def(T)
    b = operand_def(T)
    res = result_def(T)

    assembly_format = _CALL_FORM

    traits = traits_def(Pure())

    def __init__(self, a: SSAValue | Operation, b: SSAValue | Operation):
        super().__init__(operands=[a, b], result_types=[SSAValue.get(a).type])


class CompareIntegerOp(IRDLOperation, ABC):
    """
    -1, 0 or 1 as the first operand is less than, equal to or greater than the second.
    """

    T: ClassVar = VarConstraint("T", _INTEGER)

    a = operand_def(T)
    b = operand_def(T)
    res = result_def(_INTEGER)

    assembly_format = _CALL_FORM

    traits = traits_def(Pure())

    def __init__(
        self, a: SSAValue | Operation, b: SSAValue | Operation, result_type: Attribute
    ):
        super().__init__(operands=[a, b], result_types=[result_type])


class TernaryIntegerOp(IRDLOperation, ABC):
    """
    Base: three integers (vectors) of one type to one of it.
    """

    T: ClassVar = VarConstraint("T", _INTEGER)

    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    res = result_def(T)

    assembly_format = _CALL_FORM

    traits = traits_def(Pure())

    def __init__(
        self,
        a: SSAValue | Operation,
        b: SSAValue | Operation,
        c: SSAValue | Operation,
    ):
        super().__init__(operands=[a, b, c], result_types=[SSAValue.get(a).type])


class WithOverflowOp(IRDLOperation, ABC):
    """
    The result is a struct of the wrapped value and an i1 (or vector of i1).
    """

    T: ClassVar = VarConstraint("T", _INTEGER)

    a = operand_def(T)
    b = operand_def(T)
    res = result_def(LLVMStructType)

    traits = traits_def(Pure())

    def __init__(self, a: SSAValue | Operation, b: SSAValue | Operation):
        type = SSAValue.get(a).type
        super().__init__(
            operands=[a, b],
            result_types=[LLVMStructType.from_type_list([type, _same_shape(type, i1)])],
        )

    def verify_(self) -> None:
        type = self.a.type
        expected = LLVMStructType.from_type_list([type, _same_shape(type, i1)])
        if self.res.type != expected:
            raise VerifyException(
                f"'{self.name}' has result {self.res.type}, expected {expected}"
            )


class CountZerosOp(IRDLOperation, ABC):
    """
    Base: zero bits counted from one end; the result for zero may be poison.
    """

    T: ClassVar = VarConstraint("T", _INTEGER)

    in_ = operand_def(T)
    res = result_def(T)
    is_zero_poison = prop_def(BoolAttr)

    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, is_zero_poison: bool = False):
        super().__init__(
            operands=[operand],
            result_types=[SSAValue.get(operand).type],
            properties={"is_zero_poison": BoolAttr.from_bool(is_zero_poison)},
        )


class UnaryFloatOp(IRDLOperation, ABC):
    """
    Base: one floating-point number (vector) to one of the same type.
    """

    T: ClassVar = VarConstraint("T", _FLOAT)

    in_ = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=FastMathAttr(None))

    assembly_format = _CALL_FORM

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, fast_math: FastMath = None):
        super().__init__(
            operands=[operand],
            result_types=[SSAValue.get(operand).type],
            properties={"fastmathFlags": _fast_math(fast_math)},
        )


class BinaryFloatOp(IRDLOperation, ABC):
    """
    Base: two floating-point numbers (vectors) of one type to one of it.
    """

    T: ClassVar = VarConstraint("T", _FLOAT)

    a = operand_def(T)
    b = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=FastMathAttr(None))

    assembly_format = _CALL_FORM

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    def __init__(
        self,
        a: SSAValue | Operation,
        b: SSAValue | Operation,
        fast_math: FastMath = None,
    ):
        super().__init__(
            operands=[a, b],
            result_types=[SSAValue.get(a).type],
            properties={"fastmathFlags": _fast_math(fast_math)},
        )


class TernaryFloatOp(IRDLOperation, ABC):
    """
    Base: three floating-point numbers (vectors) of one type to one of it.
    """

    T: ClassVar = VarConstraint("T", _FLOAT)

    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=FastMathAttr(None))

    assembly_format = _CALL_FORM

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    def __init__(
        self,
        a: SSAValue | Operation,
        b: SSAValue | Operation,
        c: SSAValue | Operation,
        fast_math: FastMath = None,
    ):
        super().__init__(
            operands=[a, b, c],
            result_types=[SSAValue.get(a).type],
            properties={"fastmathFlags": _fast_math(fast_math)},
        )


class FloatIntegerPowerOp(IRDLOperation, ABC):
    """
    Base: a floating-point number (vector) and an integer power or exponent.
    """

    T: ClassVar = VarConstraint("T", _FLOAT)

    val = operand_def(T)
    power = operand_def(_INTEGER)
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=FastMathAttr(None))

    assembly_format = _CALL_FORM

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    def __init__(
        self,
        val: SSAValue | Operation,
        power: SSAValue | Operation,
        fast_math: FastMath = None,
    ):
        super().__init__(
            operands=[val, power],
            result_types=[SSAValue.get(val).type],
            properties={"fastmathFlags": _fast_math(fast_math)},
        )


class RoundToIntegerOp(IRDLOperation, ABC):
    """
    Base: a floating-point number (vector) rounded to integers.
    """

    val = operand_def(_FLOAT)
    res = result_def(_INTEGER)

    assembly_format = _CALL_FORM

    traits = traits_def(Pure())

    def __init__(self, val: SSAValue | Operation, result_type: Attribute):
        super().__init__(operands=[val], result_types=[result_type])


# The operations.


@irdl_op_definition
class BitReverseOp(UnaryIntegerOp):
    name = "llvm.intr.bitreverse"


@irdl_op_definition
class ByteSwapOp(UnaryIntegerOp):
    name = "llvm.intr.bswap"


@irdl_op_definition
class CtPopOp(UnaryIntegerOp):
    name = "llvm.intr.ctpop"


@irdl_op_definition
class SMaxOp(BinaryIntegerOp):
    name = "llvm.intr.smax"


@irdl_op_definition
class SMinOp(BinaryIntegerOp):
    name = "llvm.intr.smin"


@irdl_op_definition
class UMaxOp(BinaryIntegerOp):
    name = "llvm.intr.umax"


@irdl_op_definition
class UMinOp(BinaryIntegerOp):
    name = "llvm.intr.umin"


@irdl_op_definition
class SAddSatOp(BinaryIntegerOp):
    name = "llvm.intr.sadd.sat"


@irdl_op_definition
class UAddSatOp(BinaryIntegerOp):
    name = "llvm.intr.uadd.sat"


@irdl_op_definition
class SSubSatOp(BinaryIntegerOp):
    name = "llvm.intr.ssub.sat"


@irdl_op_definition
class USubSatOp(BinaryIntegerOp):
    name = "llvm.intr.usub.sat"


@irdl_op_definition
class SShlSatOp(BinaryIntegerOp):
    name = "llvm.intr.sshl.sat"


@irdl_op_definition
class UShlSatOp(BinaryIntegerOp):
    name = "llvm.intr.ushl.sat"


@irdl_op_definition
class SCmpOp(CompareIntegerOp):
    name = "llvm.intr.scmp"


@irdl_op_definition
class UCmpOp(CompareIntegerOp):
    name = "llvm.intr.ucmp"


@irdl_op_definition
class FshlOp(TernaryIntegerOp):
    name = "llvm.intr.fshl"


@irdl_op_definition
class FshrOp(TernaryIntegerOp):
    name = "llvm.intr.fshr"


@irdl_op_definition
class SAddWithOverflowOp(WithOverflowOp):
    name = "llvm.intr.sadd.with.overflow"


@irdl_op_definition
class SSubWithOverflowOp(WithOverflowOp):
    name = "llvm.intr.ssub.with.overflow"


@irdl_op_definition
class SMulWithOverflowOp(WithOverflowOp):
    name = "llvm.intr.smul.with.overflow"


@irdl_op_definition
class UAddWithOverflowOp(WithOverflowOp):
    name = "llvm.intr.uadd.with.overflow"


@irdl_op_definition
class USubWithOverflowOp(WithOverflowOp):
    name = "llvm.intr.usub.with.overflow"


@irdl_op_definition
class UMulWithOverflowOp(WithOverflowOp):
    name = "llvm.intr.umul.with.overflow"


@irdl_op_definition
class CountLeadingZerosOp(CountZerosOp):
    name = "llvm.intr.ctlz"


@irdl_op_definition
class CountTrailingZerosOp(CountZerosOp):
    name = "llvm.intr.cttz"


@irdl_op_definition
class FTruncOp(UnaryFloatOp):
    name = "llvm.intr.trunc"


@irdl_op_definition
class RintOp(UnaryFloatOp):
    name = "llvm.intr.rint"


@irdl_op_definition
class RoundOp(UnaryFloatOp):
    name = "llvm.intr.round"


@irdl_op_definition
class RoundEvenOp(UnaryFloatOp):
    name = "llvm.intr.roundeven"


@irdl_op_definition
class NearbyintOp(UnaryFloatOp):
    name = "llvm.intr.nearbyint"


@irdl_op_definition
class Log10Op(UnaryFloatOp):
    name = "llvm.intr.log10"


@irdl_op_definition
class Exp10Op(UnaryFloatOp):
    name = "llvm.intr.exp10"


@irdl_op_definition
class TanOp(UnaryFloatOp):
    name = "llvm.intr.tan"


@irdl_op_definition
class ASinOp(UnaryFloatOp):
    name = "llvm.intr.asin"


@irdl_op_definition
class ACosOp(UnaryFloatOp):
    name = "llvm.intr.acos"


@irdl_op_definition
class ATanOp(UnaryFloatOp):
    name = "llvm.intr.atan"


@irdl_op_definition
class SinhOp(UnaryFloatOp):
    name = "llvm.intr.sinh"


@irdl_op_definition
class CoshOp(UnaryFloatOp):
    name = "llvm.intr.cosh"


@irdl_op_definition
class TanhOp(UnaryFloatOp):
    name = "llvm.intr.tanh"


@irdl_op_definition
class MaximumOp(BinaryFloatOp):
    name = "llvm.intr.maximum"


@irdl_op_definition
class MinimumOp(BinaryFloatOp):
    name = "llvm.intr.minimum"


@irdl_op_definition
class ATan2Op(BinaryFloatOp):
    name = "llvm.intr.atan2"


@irdl_op_definition
class FMulAddOp(TernaryFloatOp):
    name = "llvm.intr.fmuladd"


@irdl_op_definition
class PowIOp(FloatIntegerPowerOp):
    name = "llvm.intr.powi"


@irdl_op_definition
class LoadExpOp(FloatIntegerPowerOp):
    name = "llvm.intr.ldexp"


@irdl_op_definition
class LroundOp(RoundToIntegerOp):
    name = "llvm.intr.lround"


@irdl_op_definition
class LlroundOp(RoundToIntegerOp):
    name = "llvm.intr.llround"


@irdl_op_definition
class LrintOp(RoundToIntegerOp):
    name = "llvm.intr.lrint"


@irdl_op_definition
class LlrintOp(RoundToIntegerOp):
    name = "llvm.intr.llrint"


@irdl_op_definition
class AbsOp(IRDLOperation):
    name = "llvm.intr.abs"

    T: ClassVar = VarConstraint("T", _INTEGER)

    in_ = operand_def(T)
    res = result_def(T)
    is_int_min_poison = prop_def(BoolAttr)

    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, is_int_min_poison: bool = False):
        super().__init__(
            operands=[operand],
            result_types=[SSAValue.get(operand).type],
            properties={"is_int_min_poison": BoolAttr.from_bool(is_int_min_poison)},
        )


@irdl_op_definition
class IsFPClassOp(IRDLOperation):
    name = "llvm.intr.is.fpclass"

    in_ = operand_def(_FLOAT)
    res = result_def(I1 | VectorType[I1])
    bit = prop_def(IntegerAttr[i32])
    """Mask of classes, see LangRef, `llvm.is.fpclass`."""

    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, bit: int):
        type = SSAValue.get(operand).type
        super().__init__(
            operands=[operand],
            result_types=[_same_shape(type, i1)],
            properties={"bit": IntegerAttr(bit, i32)},
        )

    def verify_(self) -> None:
        if self.res.type != _same_shape(self.in_.type, i1):
            raise VerifyException(f"'{self.name}' has result of another shape")


@irdl_op_definition
class FractionExpOp(IRDLOperation):
    name = "llvm.intr.frexp"

    val = operand_def(_FLOAT)
    res = result_def(LLVMStructType)
    fastmathFlags = prop_def(FastMathAttr, default_value=FastMathAttr(None))

    assembly_format = _CALL_FORM

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    def __init__(self, val: SSAValue | Operation, exponent: IntegerType = i32):
        type = SSAValue.get(val).type
        result = LLVMStructType.from_type_list([type, _same_shape(type, exponent)])
        super().__init__(operands=[val], result_types=[result])


ELEMENTWISE: tuple[type[Operation], ...] = (
    ACosOp,
    ASinOp,
    ATan2Op,
    ATanOp,
    AbsOp,
    BitReverseOp,
    ByteSwapOp,
    CoshOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    Exp10Op,
    FMulAddOp,
    FTruncOp,
    FractionExpOp,
    FshlOp,
    FshrOp,
    IsFPClassOp,
    LlrintOp,
    LlroundOp,
    LoadExpOp,
    Log10Op,
    LrintOp,
    LroundOp,
    MaximumOp,
    MinimumOp,
    NearbyintOp,
    PowIOp,
    RintOp,
    RoundEvenOp,
    RoundOp,
    SAddSatOp,
    SAddWithOverflowOp,
    SCmpOp,
    SMaxOp,
    SMinOp,
    SMulWithOverflowOp,
    SShlSatOp,
    SSubSatOp,
    SSubWithOverflowOp,
    SinhOp,
    TanOp,
    TanhOp,
    UAddSatOp,
    UAddWithOverflowOp,
    UCmpOp,
    UMaxOp,
    UMinOp,
    UMulWithOverflowOp,
    UShlSatOp,
    USubSatOp,
    USubWithOverflowOp,
)
