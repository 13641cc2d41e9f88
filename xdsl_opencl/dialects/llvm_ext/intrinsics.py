"""
LLVM intrinsics on memory, control and whole vectors.

Those without an assembly format print generically, as in MLIR 19.
Source of names and forms: https://mlir.llvm.org/docs/Dialects/LLVM/ and the meaning of each
in https://llvm.org/docs/LangRef.html
"""

from __future__ import annotations

from abc import ABC
from typing import Self

from xdsl.dialects.builtin import (
    I1,
    AnyFloatConstr,
    BoolAttr,
    DenseArrayBase,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    i8,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from xdsl_opencl.dialects.definition import PureOp
from xdsl_opencl.dialects.forms import print_end
from xdsl_opencl.dialects.llvm_ext.shapes import (
    INTEGER,
    INTEGERS,
    POINTER,
    SAME_INTEGER,
    SAME_POINTERS,
    SAME_VECTOR,
    VECTOR,
    FastMathOp,
    extension,
    named,
    read_as,
)

_SAME_FLOAT = VarConstraint("T", AnyFloatConstr)
_MASK = VectorType[I1]

# --- Reductions -------------------------------------------------------------------------


class ReduceIntegerOp(PureOp, ABC):
    """The elements of an integer vector combined into one."""

    in_ = operand_def(VectorType.constr(SAME_INTEGER))
    res = result_def(SAME_INTEGER)


VectorReduceAddOp = named("llvm.intr.vector.reduce.add", ReduceIntegerOp)
VectorReduceAndOp = named("llvm.intr.vector.reduce.and", ReduceIntegerOp)
VectorReduceOrOp = named("llvm.intr.vector.reduce.or", ReduceIntegerOp)
VectorReduceXorOp = named("llvm.intr.vector.reduce.xor", ReduceIntegerOp)
VectorReduceMulOp = named("llvm.intr.vector.reduce.mul", ReduceIntegerOp)
VectorReduceSMaxOp = named("llvm.intr.vector.reduce.smax", ReduceIntegerOp)
VectorReduceSMinOp = named("llvm.intr.vector.reduce.smin", ReduceIntegerOp)
VectorReduceUMaxOp = named("llvm.intr.vector.reduce.umax", ReduceIntegerOp)
VectorReduceUMinOp = named("llvm.intr.vector.reduce.umin", ReduceIntegerOp)


class ReduceFloatOp(FastMathOp, ABC):
    """The elements of a floating-point vector combined into one."""

    in_ = operand_def(VectorType.constr(_SAME_FLOAT))
    res = result_def(_SAME_FLOAT)


VectorReduceFMaxOp = named("llvm.intr.vector.reduce.fmax", ReduceFloatOp)
VectorReduceFMinOp = named("llvm.intr.vector.reduce.fmin", ReduceFloatOp)
VectorReduceFMaximumOp = named("llvm.intr.vector.reduce.fmaximum", ReduceFloatOp)
VectorReduceFMinimumOp = named("llvm.intr.vector.reduce.fminimum", ReduceFloatOp)

# --- Memory -----------------------------------------------------------------------------


class _MemoryTransferOp(IRDLOperation, ABC):
    dst = operand_def(POINTER)
    src = operand_def(POINTER)
    len = operand_def(INTEGER)
    """In bytes."""
    isVolatile = prop_def(BoolAttr)


@extension
class MemcpyOp(_MemoryTransferOp):
    name = "llvm.intr.memcpy"


@extension
class MemmoveOp(_MemoryTransferOp):
    name = "llvm.intr.memmove"


@extension
class MemcpyInlineOp(IRDLOperation):
    name = "llvm.intr.memcpy.inline"

    dst = operand_def(POINTER)
    src = operand_def(POINTER)
    len = prop_def(IntegerAttr[IntegerType])
    """In bytes."""
    isVolatile = prop_def(BoolAttr)


@extension
class MemsetOp(IRDLOperation):
    name = "llvm.intr.memset"

    dst = operand_def(POINTER)
    val = operand_def(i8)
    len = operand_def(INTEGER)
    """In bytes."""
    isVolatile = prop_def(BoolAttr)


class _LifetimeOp(IRDLOperation, ABC):
    ptr = operand_def(POINTER)
    size = opt_prop_def(IntegerAttr[i64])
    """In bytes; LLVM 22 has no size."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        size = parser.parse_optional_integer(allow_boolean=False)
        if size is not None:
            parser.parse_punctuation(",")
        pointer = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        properties: dict[str, Attribute] = {}
        if size is not None:
            properties["size"] = IntegerAttr(size, i64)
        # To MLIR 22 the property of 19 is an attribute.
        if "size" in attributes:
            properties["size"] = attributes.pop("size")
        return cls.create(
            operands=[parser.resolve_operand(pointer, parser.parse_type())],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        if self.size is not None:
            printer.print_string(f" {self.size.value.data},")
        printer.print_string(" ")
        printer.print_ssa_value(self.ptr)
        print_end(printer, self.attributes, self.ptr.type)


LifetimeStartOp = named("llvm.intr.lifetime.start", _LifetimeOp)
LifetimeEndOp = named("llvm.intr.lifetime.end", _LifetimeOp)


class _MaskedReadOp(IRDLOperation, ABC):
    mask = operand_def(_MASK)
    pass_thru = operand_def(SAME_VECTOR)
    """MLIR takes none for undef; here it is always given."""
    res = result_def(SAME_VECTOR)
    alignment = prop_def(IntegerAttr[i32])
    """In bytes."""

    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    irdl_options = (ParsePropInAttrDict(),)


@extension
class MaskedLoadOp(_MaskedReadOp):
    name = "llvm.intr.masked.load"

    data = operand_def(POINTER)


@extension
class MaskedGatherOp(_MaskedReadOp):
    name = "llvm.intr.masked.gather"

    ptrs = operand_def(VectorType.constr(POINTER))


@extension
class MaskedScatterOp(IRDLOperation):
    name = "llvm.intr.masked.scatter"

    value = operand_def(VECTOR)
    ptrs = operand_def(VectorType.constr(POINTER))
    mask = operand_def(_MASK)
    alignment = prop_def(IntegerAttr[i32])
    """In bytes."""

    assembly_format = (
        "$value `,` $ptrs `,` $mask attr-dict `:` "
        "type($value) `,` type($mask) `into` type($ptrs)"
    )

    irdl_options = (ParsePropInAttrDict(),)


@extension
class InvariantStartOp(IRDLOperation):
    name = "llvm.intr.invariant.start"

    ptr = operand_def(POINTER)
    res = result_def(LLVMPointerType())
    size = prop_def(IntegerAttr[i64])
    """In bytes; -1 for unknown."""

    assembly_format = "$size `,` $ptr attr-dict `:` type($ptr)"


@extension
class InvariantEndOp(IRDLOperation):
    name = "llvm.intr.invariant.end"

    start = operand_def(LLVMPointerType())
    ptr = operand_def(POINTER)
    size = prop_def(IntegerAttr[i64])
    """In bytes."""

    assembly_format = "$start `,` $size `,` $ptr attr-dict `:` type($ptr)"


@extension
class PrefetchOp(IRDLOperation):
    name = "llvm.intr.prefetch"

    addr = operand_def(POINTER)
    rw = prop_def(IntegerAttr[i32])
    """0 read, 1 write."""
    hint = prop_def(IntegerAttr[i32])
    """0 (no locality) to 3 (keep in cache)."""
    cache = prop_def(IntegerAttr[i32])
    """0 instructions, 1 data."""


@extension
class PtrMaskOp(PureOp):
    name = "llvm.intr.ptrmask"

    parse = read_as("$ptr `,` $mask attr-dict `:` functional-type(operands, results)")

    ptr = operand_def(SAME_POINTERS)
    mask = operand_def(INTEGERS)
    res = result_def(SAME_POINTERS)


# --- Control ----------------------------------------------------------------------------


class _TrapOp(IRDLOperation, ABC):
    parse = read_as("attr-dict")


TrapOp = named("llvm.intr.trap", _TrapOp)
DebugTrapOp = named("llvm.intr.debugtrap", _TrapOp)


@extension
class UBSanTrapOp(IRDLOperation):
    name = "llvm.intr.ubsantrap"

    failureKind = prop_def(IntegerAttr[i8])

    @classmethod
    def parse(cls, parser: Parser) -> UBSanTrapOp:
        """
        Parses `<{failureKind = 1 : i8}>`, or `failureKind = 1` as MLIR 24 prints it.
        """
        properties = parser.parse_optional_properties_dict()
        if parser.parse_optional_keyword("failureKind") is not None:
            parser.parse_punctuation("=")
            properties = {"failureKind": IntegerAttr(parser.parse_integer(), i8)}
        attributes = parser.parse_optional_attr_dict()
        return cls.create(properties=properties, attributes=attributes)


@extension
class AssumeOp(IRDLOperation):
    name = "llvm.intr.assume"

    cond = operand_def(I1)
    op_bundle_sizes = opt_prop_def(DenseArrayBase.constr(i32))
    """Of MLIR 22; there are no bundles here."""

    irdl_options = (ParsePropInAttrDict(),)

    parse = read_as("$cond attr-dict `:` type($cond)")


@extension
class ExpectOp(PureOp):
    name = "llvm.intr.expect"

    val = operand_def(SAME_INTEGER)
    expected = operand_def(SAME_INTEGER)
    res = result_def(SAME_INTEGER)

    assembly_format = "$val `,` $expected attr-dict `:` type($val)"


@extension
class ExpectWithProbabilityOp(PureOp):
    name = "llvm.intr.expect.with.probability"

    val = operand_def(SAME_INTEGER)
    expected = operand_def(SAME_INTEGER)
    res = result_def(SAME_INTEGER)
    prob = prop_def(FloatAttr[Float64Type])

    assembly_format = "$val `,` $expected `,` $prob attr-dict `:` type($val)"


@extension
class IsConstantOp(PureOp):
    name = "llvm.intr.is.constant"

    val = operand_def(AnyAttr())
    res = result_def(I1)


# --- Vectors ----------------------------------------------------------------------------


@extension
class VectorInsertOp(PureOp):
    name = "llvm.intr.vector.insert"

    srcvec = operand_def(VECTOR)
    dstvec = operand_def(SAME_VECTOR)
    res = result_def(SAME_VECTOR)
    pos = prop_def(IntegerAttr[i64])

    assembly_format = (
        "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)"
    )


@extension
class VectorExtractOp(PureOp):
    name = "llvm.intr.vector.extract"

    srcvec = operand_def(VECTOR)
    res = result_def(VECTOR)
    pos = prop_def(IntegerAttr[i64])

    assembly_format = (
        "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)"
    )


class _StepVectorOp(PureOp, ABC):
    """The numbers 0, 1, 2, ... `experimental.stepvector` is MLIR 19's name."""

    res = result_def(VectorType.constr(INTEGER))

    assembly_format = "attr-dict `:` type($res)"


ExperimentalStepVectorOp = named("llvm.intr.experimental.stepvector", _StepVectorOp)
StepVectorOp = named("llvm.intr.stepvector", _StepVectorOp)
