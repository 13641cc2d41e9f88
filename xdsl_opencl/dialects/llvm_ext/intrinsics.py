"""
LLVM intrinsics on memory, control and whole vectors.

Those without an assembly format print generically, as in MLIR 19.
Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/ and the meaning of each
in https://llvm.org/docs/LangRef.html
"""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, Self

from xdsl.dialects.builtin import (
    I1,
    AnyFloatConstr,
    BoolAttr,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    SignlessIntegerConstraint,
    VectorType,
    i1,
    i8,
    i32,
    i64,
)
from xdsl.dialects.llvm import FastMathAttr, LLVMPointerType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure

from xdsl_opencl.dialects.definition import irdl_op_definition

_INTEGER = SignlessIntegerConstraint | VectorType.constr(SignlessIntegerConstraint)
_FLOAT = AnyFloatConstr | VectorType.constr(AnyFloatConstr)
_POINTER = base(LLVMPointerType)
_VECTOR = VectorType.constr(AnyAttr())
_CALL_FORM = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

FastMath = FastMathAttr | FastMathFlag | None


def _fast_math(flags: FastMath) -> FastMathAttr:
    return flags if isinstance(flags, FastMathAttr) else FastMathAttr(flags)


class ReduceIntegerOp(IRDLOperation, ABC):
    """
    Base: the elements of an integer vector combined into one.
    """

    T: ClassVar = VarConstraint("T", SignlessIntegerConstraint)

    in_ = operand_def(VectorType.constr(T))
    res = result_def(T)

    traits = traits_def(Pure())

    def __init__(self, vector: SSAValue | Operation):
        vector = SSAValue.get(vector, type=VectorType)
        super().__init__(operands=[vector], result_types=[vector.type.element_type])


class ReduceFloatOp(IRDLOperation, ABC):
    """
    Base: the elements of a floating-point vector combined into one.
    """

    T: ClassVar = VarConstraint("T", AnyFloatConstr)

    in_ = operand_def(VectorType.constr(T))
    res = result_def(T)
    fastmathFlags = prop_def(FastMathAttr, default_value=FastMathAttr(None))

    assembly_format = _CALL_FORM

    irdl_options = (ParsePropInAttrDict(),)

    traits = traits_def(Pure())

    def __init__(self, vector: SSAValue | Operation, fast_math: FastMath = None):
        vector = SSAValue.get(vector, type=VectorType)
        super().__init__(
            operands=[vector],
            result_types=[vector.type.element_type],
            properties={"fastmathFlags": _fast_math(fast_math)},
        )


class _MemoryTransferOp(IRDLOperation, ABC):
    dst = operand_def(_POINTER)
    src = operand_def(_POINTER)
    len = operand_def(SignlessIntegerConstraint)
    """In bytes."""
    isVolatile = prop_def(BoolAttr)

    def __init__(
        self,
        dst: SSAValue | Operation,
        src: SSAValue | Operation,
        len: SSAValue | Operation,
        is_volatile: bool = False,
    ):
        super().__init__(
            operands=[dst, src, len],
            properties={"isVolatile": BoolAttr.from_bool(is_volatile)},
        )


class _LifetimeOp(IRDLOperation, ABC):
    ptr = operand_def(_POINTER)
    size = opt_prop_def(IntegerAttr[i64])
    """In bytes; LLVM 22 has no size any more."""

    def __init__(self, ptr: SSAValue | Operation, size: int | None = None):
        super().__init__(
            operands=[ptr],
            properties={"size": None if size is None else IntegerAttr(size, i64)},
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        size = parser.parse_optional_integer(allow_boolean=False)
        if size is not None:
            parser.parse_punctuation(",")
        pointer = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        op = cls(parser.resolve_operand(pointer, parser.parse_type()), size)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        if self.size is not None:
            printer.print_string(f" {self.size.value.data},")
        printer.print_string(" ")
        printer.print_ssa_value(self.ptr)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.ptr.type)


class _TrapOp(IRDLOperation, ABC):
    def __init__(self) -> None:
        super().__init__()


@irdl_op_definition
class VectorReduceAddOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.add"


@irdl_op_definition
class VectorReduceAndOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.and"


@irdl_op_definition
class VectorReduceOrOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.or"


@irdl_op_definition
class VectorReduceXorOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.xor"


@irdl_op_definition
class VectorReduceMulOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.mul"


@irdl_op_definition
class VectorReduceSMaxOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.smax"


@irdl_op_definition
class VectorReduceSMinOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.smin"


@irdl_op_definition
class VectorReduceUMaxOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.umax"


@irdl_op_definition
class VectorReduceUMinOp(ReduceIntegerOp):
    name = "llvm.intr.vector.reduce.umin"


@irdl_op_definition
class VectorReduceFMaxOp(ReduceFloatOp):
    name = "llvm.intr.vector.reduce.fmax"


@irdl_op_definition
class VectorReduceFMinOp(ReduceFloatOp):
    name = "llvm.intr.vector.reduce.fmin"


@irdl_op_definition
class VectorReduceFMaximumOp(ReduceFloatOp):
    name = "llvm.intr.vector.reduce.fmaximum"


@irdl_op_definition
class VectorReduceFMinimumOp(ReduceFloatOp):
    name = "llvm.intr.vector.reduce.fminimum"


@irdl_op_definition
class MemcpyOp(_MemoryTransferOp):
    name = "llvm.intr.memcpy"


@irdl_op_definition
class MemmoveOp(_MemoryTransferOp):
    name = "llvm.intr.memmove"


@irdl_op_definition
class LifetimeStartOp(_LifetimeOp):
    name = "llvm.intr.lifetime.start"


@irdl_op_definition
class LifetimeEndOp(_LifetimeOp):
    name = "llvm.intr.lifetime.end"


@irdl_op_definition
class TrapOp(_TrapOp):
    name = "llvm.intr.trap"


@irdl_op_definition
class DebugTrapOp(_TrapOp):
    name = "llvm.intr.debugtrap"


@irdl_op_definition
class MemcpyInlineOp(IRDLOperation):
    name = "llvm.intr.memcpy.inline"

    dst = operand_def(_POINTER)
    src = operand_def(_POINTER)
    len = prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    isVolatile = prop_def(BoolAttr)

    def __init__(
        self,
        dst: SSAValue | Operation,
        src: SSAValue | Operation,
        len: int,
        is_volatile: bool = False,
    ):
        super().__init__(
            operands=[dst, src],
            properties={
                "len": IntegerAttr(len, i64),
                "isVolatile": BoolAttr.from_bool(is_volatile),
            },
        )


@irdl_op_definition
class MemsetOp(IRDLOperation):
    name = "llvm.intr.memset"

    dst = operand_def(_POINTER)
    val = operand_def(i8)
    len = operand_def(SignlessIntegerConstraint)
    """In bytes."""
    isVolatile = prop_def(BoolAttr)

    def __init__(
        self,
        dst: SSAValue | Operation,
        val: SSAValue | Operation,
        len: SSAValue | Operation,
        is_volatile: bool = False,
    ):
        super().__init__(
            operands=[dst, val, len],
            properties={"isVolatile": BoolAttr.from_bool(is_volatile)},
        )


@irdl_op_definition
class MaskedLoadOp(IRDLOperation):
    name = "llvm.intr.masked.load"

    T: ClassVar = VarConstraint("T", _VECTOR)

    data = operand_def(_POINTER)
    mask = operand_def(VectorType[I1])
    pass_thru = operand_def(T)
    """MLIR takes none for undef; here it is always given."""
    res = result_def(T)
    alignment = prop_def(IntegerAttr[i32])
    """In bytes."""

    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    irdl_options = (ParsePropInAttrDict(),)

    def __init__(
        self,
        data: SSAValue | Operation,
        mask: SSAValue | Operation,
        pass_thru: SSAValue | Operation,
        alignment: int,
    ):
        super().__init__(
            operands=[data, mask, pass_thru],
            result_types=[SSAValue.get(pass_thru).type],
            properties={"alignment": IntegerAttr(alignment, i32)},
        )


@irdl_op_definition
class MaskedGatherOp(IRDLOperation):
    name = "llvm.intr.masked.gather"

    T: ClassVar = VarConstraint("T", _VECTOR)

    ptrs = operand_def(VectorType.constr(_POINTER))
    mask = operand_def(VectorType[I1])
    pass_thru = operand_def(T)
    res = result_def(T)
    alignment = prop_def(IntegerAttr[i32])
    """In bytes."""

    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    irdl_options = (ParsePropInAttrDict(),)

    def __init__(
        self,
        ptrs: SSAValue | Operation,
        mask: SSAValue | Operation,
        pass_thru: SSAValue | Operation,
        alignment: int,
    ):
        super().__init__(
            operands=[ptrs, mask, pass_thru],
            result_types=[SSAValue.get(pass_thru).type],
            properties={"alignment": IntegerAttr(alignment, i32)},
        )


@irdl_op_definition
class MaskedScatterOp(IRDLOperation):
    name = "llvm.intr.masked.scatter"

    value = operand_def(_VECTOR)
    ptrs = operand_def(VectorType.constr(_POINTER))
    mask = operand_def(VectorType[I1])
    alignment = prop_def(IntegerAttr[i32])
    """In bytes."""

    assembly_format = (
        "$value `,` $ptrs `,` $mask attr-dict `:` "
        "type($value) `,` type($mask) `into` type($ptrs)"
    )

    irdl_options = (ParsePropInAttrDict(),)

    def __init__(
        self,
        value: SSAValue | Operation,
        ptrs: SSAValue | Operation,
        mask: SSAValue | Operation,
        alignment: int,
    ):
        super().__init__(
            operands=[value, ptrs, mask],
            properties={"alignment": IntegerAttr(alignment, i32)},
        )


@irdl_op_definition
class InvariantStartOp(IRDLOperation):
    name = "llvm.intr.invariant.start"

    ptr = operand_def(_POINTER)
    res = result_def(LLVMPointerType())
    size = prop_def(IntegerAttr[i64])
    """In bytes; -1 for unknown."""

    assembly_format = "$size `,` $ptr attr-dict `:` type($ptr)"

    def __init__(self, ptr: SSAValue | Operation, size: int):
        super().__init__(
            operands=[ptr],
            result_types=[LLVMPointerType()],
            properties={"size": IntegerAttr(size, i64)},
        )


@irdl_op_definition
class InvariantEndOp(IRDLOperation):
    name = "llvm.intr.invariant.end"

    start = operand_def(LLVMPointerType())
    ptr = operand_def(_POINTER)
    size = prop_def(IntegerAttr[i64])
    """In bytes."""

    assembly_format = "$start `,` $size `,` $ptr attr-dict `:` type($ptr)"

    def __init__(
        self, start: SSAValue | Operation, ptr: SSAValue | Operation, size: int
    ):
        super().__init__(
            operands=[start, ptr], properties={"size": IntegerAttr(size, i64)}
        )


@irdl_op_definition
class UBSanTrapOp(IRDLOperation):
    name = "llvm.intr.ubsantrap"

    failureKind = prop_def(IntegerAttr[i8])

    def __init__(self, failure_kind: int):
        super().__init__(properties={"failureKind": IntegerAttr(failure_kind, i8)})


@irdl_op_definition
class AssumeOp(IRDLOperation):
    name = "llvm.intr.assume"

    cond = operand_def(I1)

    def __init__(self, cond: SSAValue | Operation):
        super().__init__(operands=[cond])


@irdl_op_definition
class ExpectOp(IRDLOperation):
    name = "llvm.intr.expect"

    T: ClassVar = VarConstraint("T", SignlessIntegerConstraint)

    val = operand_def(T)
    expected = operand_def(T)
    res = result_def(T)

    assembly_format = "$val `,` $expected attr-dict `:` type($val)"

    traits = traits_def(Pure())

    def __init__(self, val: SSAValue | Operation, expected: SSAValue | Operation):
        super().__init__(
            operands=[val, expected], result_types=[SSAValue.get(val).type]
        )


@irdl_op_definition
class ExpectWithProbabilityOp(IRDLOperation):
    name = "llvm.intr.expect.with.probability"

    T: ClassVar = VarConstraint("T", SignlessIntegerConstraint)

    val = operand_def(T)
    expected = operand_def(T)
    res = result_def(T)
    prob = prop_def(FloatAttr[Float64Type])

    assembly_format = "$val `,` $expected `,` $prob attr-dict `:` type($val)"

    traits = traits_def(Pure())

    def __init__(
        self, val: SSAValue | Operation, expected: SSAValue | Operation, prob: float
    ):
        super().__init__(
            operands=[val, expected],
            result_types=[SSAValue.get(val).type],
            properties={"prob": FloatAttr(prob, 64)},
        )


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    name = "llvm.intr.prefetch"

    addr = operand_def(_POINTER)
    rw = prop_def(IntegerAttr[i32])
    """0 read, 1 write."""
    hint = prop_def(IntegerAttr[i32])
    """0 (no locality) to 3 (keep in cache)."""
    cache = prop_def(IntegerAttr[i32])
    """0 instructions, 1 data."""

    def __init__(
        self, addr: SSAValue | Operation, rw: int = 0, hint: int = 3, cache: int = 1
    ):
        super().__init__(
            operands=[addr],
            properties={
                "rw": IntegerAttr(rw, i32),
                "hint": IntegerAttr(hint, i32),
                "cache": IntegerAttr(cache, i32),
            },
        )


@irdl_op_definition
class PtrMaskOp(IRDLOperation):
    name = "llvm.intr.ptrmask"

    T: ClassVar = VarConstraint("T", _POINTER | VectorType.constr(_POINTER))

    ptr = operand_def(T)
    mask = operand_def(_INTEGER)
    res = result_def(T)

    traits = traits_def(Pure())

    def __init__(self, ptr: SSAValue | Operation, mask: SSAValue | Operation):
        super().__init__(operands=[ptr, mask], result_types=[SSAValue.get(ptr).type])


@irdl_op_definition
class IsConstantOp(IRDLOperation):
    name = "llvm.intr.is.constant"

    val = operand_def(AnyAttr())
    res = result_def(I1)

    traits = traits_def(Pure())

    def __init__(self, val: SSAValue | Operation):
        super().__init__(operands=[val], result_types=[i1])


@irdl_op_definition
class VectorInsertOp(IRDLOperation):
    name = "llvm.intr.vector.insert"

    T: ClassVar = VarConstraint("T", _VECTOR)

    srcvec = operand_def(_VECTOR)
    dstvec = operand_def(T)
    res = result_def(T)
    pos = prop_def(IntegerAttr[i64])

    assembly_format = (
        "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)"
    )

    traits = traits_def(Pure())

    def __init__(
        self, srcvec: SSAValue | Operation, dstvec: SSAValue | Operation, pos: int
    ):
        super().__init__(
            operands=[srcvec, dstvec],
            result_types=[SSAValue.get(dstvec).type],
            properties={"pos": IntegerAttr(pos, i64)},
        )


@irdl_op_definition
class VectorExtractOp(IRDLOperation):
    name = "llvm.intr.vector.extract"

    srcvec = operand_def(_VECTOR)
    res = result_def(_VECTOR)
    pos = prop_def(IntegerAttr[i64])

    assembly_format = (
        "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)"
    )

    traits = traits_def(Pure())

    def __init__(self, srcvec: SSAValue | Operation, result_type: Attribute, pos: int):
        super().__init__(
            operands=[srcvec],
            result_types=[result_type],
            properties={"pos": IntegerAttr(pos, i64)},
        )


class _StepVectorOp(IRDLOperation, ABC):
    res = result_def(VectorType.constr(SignlessIntegerConstraint))

    assembly_format = "attr-dict `:` type($res)"

    traits = traits_def(Pure())

    def __init__(self, result_type: Attribute):
        super().__init__(result_types=[result_type])


@irdl_op_definition
class ExperimentalStepVectorOp(_StepVectorOp):
    name = "llvm.intr.experimental.stepvector"
    """MLIR 19's name of `llvm.intr.stepvector`."""


@irdl_op_definition
class StepVectorOp(_StepVectorOp):
    name = "llvm.intr.stepvector"
    """Newer than MLIR 19, which has `llvm.intr.experimental.stepvector`."""


INTRINSICS: tuple[type[Operation], ...] = (
    AssumeOp,
    DebugTrapOp,
    ExpectOp,
    ExpectWithProbabilityOp,
    ExperimentalStepVectorOp,
    InvariantEndOp,
    InvariantStartOp,
    IsConstantOp,
    LifetimeEndOp,
    LifetimeStartOp,
    MaskedGatherOp,
    MaskedLoadOp,
    MaskedScatterOp,
    MemcpyInlineOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
    PrefetchOp,
    PtrMaskOp,
    StepVectorOp,
    TrapOp,
    UBSanTrapOp,
    VectorExtractOp,
    VectorInsertOp,
    VectorReduceAddOp,
    VectorReduceAndOp,
    VectorReduceFMaxOp,
    VectorReduceFMaximumOp,
    VectorReduceFMinOp,
    VectorReduceFMinimumOp,
    VectorReduceMulOp,
    VectorReduceOrOp,
    VectorReduceSMaxOp,
    VectorReduceSMinOp,
    VectorReduceUMaxOp,
    VectorReduceUMinOp,
    VectorReduceXorOp,
)
