"""
Handlers for operations that become one `llvm` operation on the same operands, and the
conversion of flags, for the conversions of `arith`, `math` and `vector`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_opencl.conversions.framework import Conversion, Handler
from xdsl_opencl.dialects.llvm_ext.corrected import ConstantOp
from xdsl_opencl.ir.build import MAY_WRAP, NO_FAST_MATH, NO_WRAP

Properties = Callable[[Any], Mapping[str, Attribute]]
"""The properties of the new operation, from the old one."""

_OVERFLOW: dict[frozenset[arith.IntegerOverflowFlag], Mapping[str, Attribute]] = {
    frozenset(): {"overflowFlags": MAY_WRAP},
    frozenset((arith.IntegerOverflowFlag.NSW,)): {"overflowFlags": IntegerAttr(1, i32)},
    frozenset((arith.IntegerOverflowFlag.NUW,)): {"overflowFlags": IntegerAttr(2, i32)},
    frozenset(arith.IntegerOverflowFlag): {"overflowFlags": NO_WRAP},
}
NO_OVERFLOW_FLAGS = _OVERFLOW[frozenset()]
"""Properties of an `llvm.add`, `sub`, `mul` or `shl` that may wrap."""
NO_WRAP_FLAGS = _OVERFLOW[frozenset(arith.IntegerOverflowFlag)]
"""Properties of one that wraps neither as a signed nor as an unsigned operation."""


def fast_math(op: Operation) -> llvm.FastMathAttr:
    """The `fastmath` property of an operation of the standard dialects for `llvm`."""
    flags = op.properties.get("fastmath")
    if not isinstance(flags, arith.FastMathFlagsAttr) or not flags.data:
        return NO_FAST_MATH
    return llvm.FastMathAttr(flags.data)


def fast_math_properties(op: Operation) -> Mapping[str, Attribute]:
    """Properties of an `llvm` operation that has only fast-math flags."""
    return {"fastmathFlags": fast_math(op)}


def overflow_properties(op: Operation) -> Mapping[str, Attribute]:
    """Properties of an `llvm` operation that has only overflow flags."""
    flags = op.properties.get("overflowFlags")
    if not isinstance(flags, arith.IntegerOverflowAttr):
        return NO_OVERFLOW_FLAGS
    return _OVERFLOW[flags.data]


def no_properties(op: Operation) -> Mapping[str, Attribute]:
    """For operations without properties."""
    return {}


def fixed(**properties: Attribute) -> Properties:
    """The same properties each time."""
    return lambda op: properties


def one_to_one(new: type[Operation], properties: Properties = no_properties) -> Handler:
    """
    A handler that makes one `new` on the converted operands, with the converted type of
    the result; discardable attributes are kept. Vectors of rank n are unrolled.
    """

    def handler(build: Conversion, op: Operation) -> Sequence[SSAValue]:
        result_type = build.type(op.results[0].type)
        operands = build.values(op.operands)
        made_properties = properties(op)
        if type(result_type) is llvm.LLVMArrayType:
            value = build.unroll(
                operands,
                result_type,
                lambda parts, type_: build.create(new, parts, type_, made_properties),
            )
            return (value,)
        attributes = op.attributes
        return (build.create(new, operands, result_type, made_properties, attributes),)

    return handler


def expanded(
    make: Callable[[Conversion, Any, Sequence[SSAValue]], SSAValue],
) -> Handler:
    """
    A handler for an element-wise operation that becomes several: `build` (conversion,
    operation, operands) returns the result. Vectors of rank n are unrolled.
    """

    def handler(build: Conversion, op: Operation) -> Sequence[SSAValue]:
        result_type = build.type(op.results[0].type)
        operands = build.values(op.operands)
        if type(result_type) is llvm.LLVMArrayType:
            value = build.unroll(
                operands, result_type, lambda parts, type_: make(build, op, parts)
            )
            return (value,)
        return (make(build, op, operands),)

    return handler


def expanded_all(
    make: Callable[
        [Conversion, Any, Sequence[SSAValue], Sequence[Attribute]], Sequence[SSAValue]
    ],
) -> Handler:
    """
    A handler as `expanded` for an operation with several results; `build` also takes their
    types.
    """

    def handler(build: Conversion, op: Operation) -> Sequence[SSAValue]:
        types = [build.type(result.type) for result in op.results]
        operands = build.values(op.operands)
        if type(types[0]) is llvm.LLVMArrayType:
            return build.unroll_all(
                operands,
                cast("Sequence[llvm.LLVMArrayType]", types),
                lambda parts, types: make(build, op, parts, types),
            )
        return make(build, op, operands, types)

    return handler


def float_constant(build: Conversion, value: float, type_: Attribute) -> SSAValue:
    """
    An `llvm.mlir.constant` of a float type, or of a vector of it with all elements equal.
    """
    attribute: Attribute
    if isa(type_, VectorType[AnyFloat]):
        attribute = DenseIntOrFPElementsAttr.from_list(type_, [value])
    else:
        attribute = FloatAttr(value, cast("AnyFloat", type_))
    return build.create(ConstantOp, (), type_, {"value": attribute})
