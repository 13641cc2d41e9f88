"""
`convert-complex-to-llvm`: a complex number becomes a structure of its two parts, as
upstream.

Arithmetic and functions become `arith` and `math` of the parts first
(`convert-complex-to-standard`), which other conversions take from there. A `complex.bitcast`
has the real part in the low half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.context import Context
from xdsl.dialects import complex, llvm
from xdsl.dialects.builtin import (
    ComplexType,
    FixedBitwidthType,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
)
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.conversions.arithmetic.complex_arithmetic import expand_complex
from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Table
from xdsl_opencl.dialects.llvm_ext.corrected import ConstantOp


def _create(build: Conversion, op: complex.CreateOp) -> Sequence[SSAValue]:
    real, imaginary = build.values(op.operands)
    return (_pair(build, real, imaginary, build.type(op.complex.type)),)


def _pair(
    build: Conversion, real: SSAValue, imaginary: SSAValue, type_: Attribute
) -> SSAValue:
    value = build.insert_value(build.poison(type_), real, 0)
    return build.insert_value(value, imaginary, 1)


def _real(build: Conversion, op: complex.ReOp) -> Sequence[SSAValue]:
    return (build.extract_value(build.value(op.complex), 0),)


def _imaginary(build: Conversion, op: complex.ImOp) -> Sequence[SSAValue]:
    return (build.extract_value(build.value(op.complex), 1),)


def _constant(build: Conversion, op: complex.ConstantOp) -> Sequence[SSAValue]:
    type_ = build.type(op.complex.type)
    parts: list[SSAValue] = []
    for part in op.value.data:
        value = cast("IntegerAttr[IntegerType] | FloatAttr[Any]", part)
        element = build.type(value.type)
        parts.append(build.create(ConstantOp, (), element, {"value": value}))
    return (_pair(build, parts[0], parts[1], type_),)


def _bitcast(build: Conversion, op: complex.BitcastOp) -> Sequence[SSAValue]:
    value = build.value(op.operand)
    type_ = build.type(op.result.type)
    if op.operand.type == op.result.type:
        return (value,)
    complex_type = op.operand.type
    is_source = isinstance(complex_type, ComplexType)
    if not is_source:
        complex_type = op.result.type
    element = build.type(cast("ComplexType[Any]", complex_type).element_type)
    bits = cast(FixedBitwidthType, element).bitwidth
    narrow, wide = IntegerType(bits), IntegerType(2 * bits)
    if is_source:
        low, high = (
            build.resize(build.bitcast(build.extract_value(value, place), narrow), wide)
            for place in range(2)
        )
        high = build.op(llvm.ShlOp, high, build.constant(bits, wide))
        return (build.bitcast(build.op(llvm.OrOp, low, high), type_),)
    whole = build.bitcast(value, wide)
    upper = build.op(llvm.LShrOp, whole, build.constant(bits, wide))
    real, imaginary = (
        build.bitcast(build.resize(half, narrow), element) for half in (whole, upper)
    )
    return (_pair(build, real, imaginary, type_),)


TABLE: Table = {
    complex.BitcastOp: _bitcast,
    complex.ConstantOp: _constant,
    complex.CreateOp: _create,
    complex.ImOp: _imaginary,
    complex.ReOp: _real,
}


@dataclass(frozen=True)
class ConvertComplexToLLVMPass(ConversionPass):
    """
    Converts `complex` to `llvm`, and to `arith` and `math`; see the module's text.
    """

    name = "convert-complex-to-llvm"
    table = TABLE
    dialects = ("complex",)

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        expand_complex(op)
        super().apply(ctx, op)
