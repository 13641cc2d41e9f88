"""
Building values out of LLVM operations, element by element on scalars and vectors alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    BoolAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    VectorType,
    f16,
    f32,
    f64,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from xdsl_opencl.abi.processors import Capabilities
from xdsl_opencl.dialects.llvm_ext import corrected as fixed
from xdsl_opencl.dialects.llvm_ext import elementwise as ew
from xdsl_opencl.dialects.llvm_ext import instructions as ins
from xdsl_opencl.ir.build import METADATA

_PREDICATES = {
    name: IntegerAttr(number, i64)
    for number, name in enumerate(
        ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
    )
}
_FLOAT_PREDICATES = {
    str(flag): IntegerAttr(flag.to_int(), i64) for flag in llvm.FCmpPredicateFlag
}
_NO_FAST_MATH = llvm.FastMathAttr(None)
_FLOATS: dict[int, AnyFloat] = {16: f16, 32: f32, 64: f64}
_FLOAT_BITS: dict[type[Attribute], int] = {
    Float16Type: 16,
    Float32Type: 32,
    Float64Type: 64,
}
_DYNAMIC = -(2**31)

_OVERFLOW_FLAGS: dict[type[Operation], Attribute] = {
    **dict.fromkeys(
        (llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp), IntegerAttr(0, i32)
    ),
    llvm.TruncOp: llvm.OverflowAttr(None),
}
"""The property without flags, of the operations that have it."""


# The classes of types are abstract ones for Python, for which `isinstance` takes ten times
# as long as looking at the class, and a type's hash is made anew each time: the following
# are called for every operation.


def element_of(type: Attribute) -> Attribute:
    """
    The element type of a vector, or the type itself.
    """
    if type.__class__ is VectorType:
        return cast(VectorType[Attribute], type).element_type
    return type


def width_of(type: Attribute) -> int | None:
    """
    The length of a vector; `None` for a scalar.
    """
    if type.__class__ is VectorType:
        return cast(VectorType[Attribute], type).shape.data[0].data
    return None


def bits_of(type: Attribute) -> int:
    """
    The bits of one element.
    """
    element = element_of(type)
    if element.__class__ is IntegerType:
        return cast(IntegerType, element).width.data
    if (bits := _FLOAT_BITS.get(element.__class__)) is None:
        raise TypeError(f"{type} has no number elements")
    return bits


def is_float(type: Attribute) -> bool:
    """
    Whether the elements of a number or vector are floating point.
    """
    return element_of(type).__class__ is not IntegerType


def like(type: Attribute, element: Attribute) -> Attribute:
    """
    `element` in the shape of `type`.
    """
    width = width_of(type)
    return element if width is None else vector_of(element, width)


@cache
def vector_of(element: Attribute, width: int) -> VectorType[Attribute]:
    """
    The type of vectors of `width` elements.
    """
    return VectorType(element, [width])


_integer = cache(IntegerType)


def integer_like(type: Attribute, bits: int | None = None) -> Attribute:
    """
    Integers of `bits` (those of `type`'s elements) in the shape of `type`.
    """
    return like(type, _integer(bits_of(type) if bits is None else bits))


def float_like(type: Attribute, bits: int) -> Attribute:
    """
    Floating point of `bits` in the shape of `type`.
    """
    return like(type, _FLOATS[bits])


@cache
def _has_fast_math(kind: type[Operation]) -> bool:
    assert issubclass(kind, IRDLOperation)
    return "fastmathFlags" in kind.get_irdl_definition().properties


# Attributes cost more to make than to look up, and less by numbers than by types.


@cache
def _integer_attribute(value: int, bits: int, width: int | None) -> Attribute:
    value &= (1 << bits) - 1
    if value >> (bits - 1) and bits > 1:
        value -= 1 << bits
    if width is not None:
        type = cast(VectorType[IntegerType], vector_of(_integer(bits), width))
        return DenseIntOrFPElementsAttr.from_list(type, [value])
    return IntegerAttr(value, bits)


@cache
def _float_attribute(value: str, bits: int, width: int | None) -> Attribute:
    """
    The two zeros are one key as numbers, so `value` is hexadecimal text.
    """
    number = float.fromhex(value)
    element = _FLOATS[bits]
    if width is not None:
        type = cast(VectorType[AnyFloat], vector_of(element, width))
        return DenseIntOrFPElementsAttr.from_list(type, [number])
    return FloatAttr(number, element)


@cache
def _mask(elements: tuple[int, ...]) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i32, elements)


@cache
def _intrinsic_properties(name: str, operands: int) -> dict[str, Attribute]:
    return {
        "intrin": StringAttr(name),
        "op_bundle_sizes": _mask(()),
        "operandSegmentSizes": _mask((operands, 0)),
    }


class Values:
    """
    Collects operations; every method appends one and returns its value.
    """

    gpu: Capabilities | None = None
    """The facts of an amdgcn GPU, whose instructions may be named."""

    def __init__(self, fast_math: llvm.FastMathAttr = _NO_FAST_MATH):
        self.ops: list[Operation] = []
        self.entry: list[Operation] = []
        """What belongs at the beginning of the function."""
        self.fast_math = fast_math
        self._constants: dict[int, SSAValue] = {}

    def add_op(self, op: Operation) -> SSAValue:
        self.ops.append(op)
        return op.results[0]

    # --- constants -----------------------------------------------------------------

    def integer(self, value: int, type: Attribute) -> SSAValue:
        """
        `value` in every element of integer `type`; wraps to its width.
        """
        return self.constant(
            _integer_attribute(value, bits_of(type), width_of(type)), type
        )

    def floating(self, value: float, type: Attribute) -> SSAValue:
        return self.constant(
            _float_attribute(value.hex(), bits_of(type), width_of(type)), type
        )

    def zero(self, type: Attribute) -> SSAValue:
        return self.floating(0.0, type) if is_float(type) else self.integer(0, type)

    def constant(self, attribute: Attribute, type: Attribute) -> SSAValue:
        """
        The constant `attribute` of `type`, one operation however often it is asked for.
        """
        # The operation keeps the attribute, so no other one gets its number.
        key = id(attribute)
        if (known := self._constants.get(key)) is None:
            known = self._constants[key] = self.add_op(
                fixed.ConstantOp.create(
                    result_types=(type,), properties={"value": attribute}
                )
            )
        return known

    def poison(self, type: Attribute) -> SSAValue:
        return self.add_op(ins.PoisonOp.create(result_types=(type,)))

    # --- arithmetic ------------------------------------------------------------------

    def op(
        self,
        kind: type[Operation],
        *operands: SSAValue,
        type: Attribute | None = None,
        properties: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        """
        An operation whose result has the type of its first operand unless given.
        """
        given = dict(properties or {})
        if (flags := _OVERFLOW_FLAGS.get(kind)) is not None:
            given.setdefault("overflowFlags", flags)
        return self.add_op(
            kind.create(
                operands=operands,
                result_types=(operands[0].type if type is None else type,),
                properties=given,
            )
        )

    def fop(
        self, kind: type[Operation], *operands: SSAValue, type: Attribute | None = None
    ) -> SSAValue:
        """
        A floating-point operation, with the fast-math flags in force.
        """
        properties = {"fastmathFlags": self.fast_math} if _has_fast_math(kind) else {}
        return self.op(kind, *operands, type=type, properties=properties)

    def iadd(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.AddOp, a, b)

    def isub(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.SubOp, a, b)

    def imul(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.MulOp, a, b)

    def and_(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.AndOp, a, b)

    def or_(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.OrOp, a, b)

    def xor(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.op(llvm.XOrOp, a, b)

    def not_(self, a: SSAValue) -> SSAValue:
        return self.xor(a, self.integer(-1, a.type))

    def shl(self, a: SSAValue, amount: int) -> SSAValue:
        return self.op(llvm.ShlOp, a, self.integer(amount, a.type))

    def lshr(self, a: SSAValue, amount: int) -> SSAValue:
        return self.op(llvm.LShrOp, a, self.integer(amount, a.type))

    def ashr(self, a: SSAValue, amount: int) -> SSAValue:
        return self.op(llvm.AShrOp, a, self.integer(amount, a.type))

    def shr(self, a: SSAValue, amount: int, *, unsigned: bool) -> SSAValue:
        return self.lshr(a, amount) if unsigned else self.ashr(a, amount)

    def fadd(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.fop(llvm.FAddOp, a, b)

    def fsub(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.fop(llvm.FSubOp, a, b)

    def fmul(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.fop(llvm.FMulOp, a, b)

    def fdiv(self, a: SSAValue, b: SSAValue, ulp: float | None = None) -> SSAValue:
        """
        `a / b`; `ulp` is the error that is allowed (`!fpmath`).
        """
        result = self.fop(llvm.FDivOp, a, b)
        if ulp is not None and bits_of(a.type) == 32:
            self.allow_error(ulp)
        return result

    def allow_error(self, ulp: float) -> None:
        """
        Marks the last operation with the error in ulp that is allowed.
        """
        self.ops[-1].attributes[METADATA] = DictionaryAttr(
            {"fpmath": FloatAttr(ulp, f32)}
        )

    def fneg(self, a: SSAValue) -> SSAValue:
        return self.fop(llvm.FNegOp, a)

    def fabs(self, a: SSAValue) -> SSAValue:
        return self.fop(llvm.FAbsOp, a)

    def fma(self, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
        return self.fop(llvm.FMAOp, a, b, c)

    def fmuladd(self, a: SSAValue, b: SSAValue, c: SSAValue) -> SSAValue:
        """
        `a * b + c`, fused or not, whichever is faster.
        """
        return self.fop(ew.FMulAddOp, a, b, c)

    def sqrt(self, a: SSAValue, ulp: float | None = None) -> SSAValue:
        result = self.fop(llvm.FSqrtOp, a)
        if ulp is not None and bits_of(a.type) == 32:
            self.allow_error(ulp)
        return result

    # --- comparison and choice -------------------------------------------------------

    def icmp(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.add_op(
            fixed.ICmpOp.create(
                operands=(a, b),
                result_types=(like(a.type, i1),),
                properties={"predicate": _PREDICATES[predicate]},
            )
        )

    def fcmp(self, predicate: str, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.add_op(
            fixed.FCmpOp.create(
                operands=(a, b),
                result_types=(like(a.type, i1),),
                properties={
                    "predicate": _FLOAT_PREDICATES[predicate],
                    "fastmathFlags": _NO_FAST_MATH,
                },
            )
        )

    def select(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        return self.add_op(
            fixed.SelectOp.create(
                operands=(condition, yes, no),
                result_types=(yes.type,),
                properties={"fastmathFlags": _NO_FAST_MATH},
            )
        )

    def imin(self, a: SSAValue, b: SSAValue, *, unsigned: bool) -> SSAValue:
        return self.op(ew.UMinOp if unsigned else ew.SMinOp, a, b)

    def imax(self, a: SSAValue, b: SSAValue, *, unsigned: bool) -> SSAValue:
        return self.op(ew.UMaxOp if unsigned else ew.SMaxOp, a, b)

    def fmin(self, a: SSAValue, b: SSAValue) -> SSAValue:
        """
        The smaller one; the other one when one is NaN.
        """
        return self.fop(llvm.VectorFMinOp, a, b)

    def fmax(self, a: SSAValue, b: SSAValue) -> SSAValue:
        return self.fop(llvm.VectorFMaxOp, a, b)

    def is_nan(self, a: SSAValue) -> SSAValue:
        return self.fcmp("uno", a, a)

    def classify(self, a: SSAValue, mask: int) -> SSAValue:
        """
        `llvm.is.fpclass` with LLVM's mask.
        """
        return self.add_op(
            ew.IsFPClassOp.create(
                operands=(a,),
                result_types=(like(a.type, i1),),
                properties={"bit": IntegerAttr(mask, i32)},
            )
        )

    def count_zeros(self, kind: type[Operation], a: SSAValue) -> SSAValue:
        return self.op(
            kind, a, properties={"is_zero_poison": BoolAttr.from_bool(False)}
        )

    # --- conversions -----------------------------------------------------------------

    def bitcast(self, a: SSAValue, type: Attribute) -> SSAValue:
        return a if a.type == type else self.op(llvm.BitcastOp, a, type=type)

    def resize(self, a: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
        """
        Integers as integers of `bits`.
        """
        have = bits_of(a.type)
        type = integer_like(a.type, bits)
        if have == bits:
            return a
        if have > bits:
            return self.op(llvm.TruncOp, a, type=type)
        return self.op(llvm.ZExtOp if unsigned else llvm.SExtOp, a, type=type)

    def to_float(self, a: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
        kind = ins.UIToFPOp if unsigned else llvm.SIToFPOp
        return self.op(kind, a, type=float_like(a.type, bits))

    def to_integer(self, a: SSAValue, bits: int, *, unsigned: bool) -> SSAValue:
        kind = ins.FPToUIOp if unsigned else ins.FPToSIOp
        return self.op(kind, a, type=integer_like(a.type, bits))

    def resize_float(self, a: SSAValue, bits: int) -> SSAValue:
        """
        Floating point as floating point of `bits`, rounded to nearest even.
        """
        have = bits_of(a.type)
        if have == bits:
            return a
        kind = llvm.FPExtOp if have < bits else llvm.FPTruncOp
        properties = {"fastmathFlags": _NO_FAST_MATH} if _has_fast_math(kind) else {}
        return self.op(kind, a, type=float_like(a.type, bits), properties=properties)

    # --- vectors ---------------------------------------------------------------------

    def extract(self, vector: SSAValue, index: int) -> SSAValue:
        position = self.integer(index, i32)
        return self.add_op(
            ins.ExtractElementOp.create(
                operands=(vector, position), result_types=(element_of(vector.type),)
            )
        )

    def insert(self, vector: SSAValue, value: SSAValue, index: int) -> SSAValue:
        position = self.integer(index, i32)
        return self.add_op(
            llvm.InsertElementOp.create(
                operands=(vector, value, position), result_types=(vector.type,)
            )
        )

    def splat(self, value: SSAValue, type: Attribute) -> SSAValue:
        """
        `value` in every element of vector `type`; `value` itself for a scalar type.
        """
        width = width_of(type)
        if width is None or width_of(value.type) is not None:
            return value
        one = self.insert(self.poison(type), value, 0)
        return self.shuffle(one, one, [0] * width)

    def shuffle(self, a: SSAValue, b: SSAValue, mask: Sequence[int]) -> SSAValue:
        """
        Elements of `a` and `b` one after the other; -1 leaves an element undefined.
        """
        return self.add_op(
            llvm.ShuffleVectorOp.create(
                operands=(a, b),
                result_types=(vector_of(element_of(a.type), len(mask)),),
                properties={"mask": _mask(tuple(mask))},
            )
        )

    def elements(self, value: SSAValue) -> list[SSAValue]:
        width = width_of(value.type)
        if width is None:
            return [value]
        return [self.extract(value, i) for i in range(width)]

    def vector(self, elements: Sequence[SSAValue], type: Attribute) -> SSAValue:
        if width_of(type) is None:
            return elements[0]
        result = self.poison(type)
        for i, element in enumerate(elements):
            result = self.insert(result, element, i)
        return result

    # --- memory and calls ------------------------------------------------------------

    def offset(
        self, pointer: SSAValue, index: SSAValue, element: Attribute
    ) -> SSAValue:
        return self.add_op(
            fixed.GEPOp.create(
                operands=(pointer, index),
                result_types=(pointer.type,),
                properties={
                    "elem_type": element,
                    "rawConstantIndices": _mask((_DYNAMIC,)),
                    "inbounds": UnitAttr(),
                    "noWrapFlags": IntegerAttr(0, i32),
                },
            )
        )

    def variable(self, type: Attribute) -> SSAValue:
        """
        The address of a private variable of the function.
        """
        one = fixed.ConstantOp.create(
            result_types=(i32,), properties={"value": IntegerAttr(1, i32)}
        )
        variable = fixed.AllocaOp.create(
            operands=one.results,
            result_types=(llvm.LLVMPointerType(),),
            properties={"elem_type": type},
        )
        self.entry += (one, variable)
        return variable.results[0]

    def load(self, pointer: SSAValue, type: Attribute, alignment: int) -> SSAValue:
        return self.add_op(
            fixed.LoadOp.create(
                operands=(pointer,),
                result_types=(type,),
                properties={
                    "alignment": IntegerAttr(alignment, i64),
                    "ordering": IntegerAttr(0, i64),
                },
            )
        )

    def store(self, value: SSAValue, pointer: SSAValue, alignment: int) -> None:
        self.ops.append(
            fixed.StoreOp.create(
                operands=(value, pointer),
                properties={
                    "alignment": IntegerAttr(alignment, i64),
                    "ordering": IntegerAttr(0, i64),
                },
            )
        )

    def call(
        self, name: str, operands: Sequence[SSAValue], result: Attribute
    ) -> SSAValue:
        """
        A call of function `name`, which the pass declares.
        """
        return self.add_op(
            func.CallOp.create(
                operands=operands,
                result_types=(result,),
                properties={"callee": SymbolRefAttr(name)},
            )
        )

    def intrinsic(
        self, name: str, operands: Sequence[SSAValue], result: Attribute
    ) -> SSAValue:
        """
        A call of LLVM intrinsic `name`, its type suffixes included.
        """
        return self.add_op(
            llvm.CallIntrinsicOp.create(
                operands=operands,
                result_types=(result,),
                properties={
                    **_intrinsic_properties(name, len(operands)),
                    "fastmathFlags": self.fast_math,
                },
            )
        )
