"""
`convert-arith-to-llvm`: every operation of `arith` to `llvm`.

`index` becomes an integer of `index-bitwidth`. Floats of 8 bits are bytes, which `extf` makes
numbers (`small_floats.py`); other arithmetic on them is an error. Fast-math and overflow flags are kept.
`maximumf` and `minimumf` become `llvm.intr.maximum` and `minimum` (NaN wins), `maxnumf` and
`minnumf` become `maxnum` and `minnum` (a number wins). Operations without an instruction
in LLVM (extended products, divisions that round to plus or minus infinity) are expanded. The
fast-math flags of `extf` and `truncf` are dropped, which xDSL's `llvm` has no place for.
Source of the expansions' meaning: https://mlir.llvm.org/docs/Dialects/ArithOps/
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ReducedPrecisionFloatType,
    VectorType,
    f32,
    i8,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.conversions.elementwise import (
    expanded,
    expanded_all,
    fast_math,
    fast_math_properties,
    fixed,
    one_to_one,
    overflow_properties,
)
from xdsl_opencl.conversions.framework import Conversion, ConversionPass, Handler, Table
from xdsl_opencl.conversions.small_floats import extended
from xdsl_opencl.dialects.arith_ext.operations import IndexCastUIOp, RemFOp
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.corrected import ConstantOp, FCmpOp, ICmpOp, SelectOp
from xdsl_opencl.dialects.llvm_ext.instructions import FPToSIOp, FPToUIOp, UIToFPOp
from xdsl_opencl.ir.build import MAY_TRUNCATE, NO_FAST_MATH
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import bits_of, element_of, is_small_float, like

_NO_FAST_MATH = {"fastmathFlags": NO_FAST_MATH}
_SELECT_LANES = one_to_one(SelectOp, fixed(**_NO_FAST_MATH))


def _constant(build: Conversion, op: arith.ConstantOp) -> Sequence[SSAValue]:
    value = op.value
    type_ = op.result.type
    new_type = build.type(type_)
    if isinstance(value, IntegerAttr) and type(type_) is IndexType:
        number = cast("IntegerAttr[IndexType]", value).value.data
        return (build.index_constant(number),)
    if isinstance(value, DenseIntOrFPElementsAttr):
        value = _dense(build, op, value)
    elif isinstance(value, FloatAttr) and is_small_float(type_):
        kind = cast(ReducedPrecisionFloatType, type_)
        value = IntegerAttr(kind.encode_bits(value.value.data), i8)
    elif not isinstance(value, IntegerAttr | FloatAttr):
        fail(
            op,
            f"'arith.constant' of {value.name} has no conversion to llvm; "
            "use an integer, a float or a dense attribute of them",
        )
    return (build.create(ConstantOp, (), new_type, {"value": value}),)


def _dense(
    build: Conversion, op: Operation, value: DenseIntOrFPElementsAttr
) -> Attribute:
    type_ = value.type
    if not isinstance(type_, VectorType):
        fail(
            op,
            f"'arith.constant' of type {type_} has no conversion to llvm; "
            "use an integer, a float or a vector of them",
        )
    if is_small_float(type_.element_type):
        return DenseIntOrFPElementsAttr(VectorType(i8, type_.shape), value.data)
    if type(type_.element_type) is not IndexType:
        return value
    vector = VectorType(build.converter.index, type_.shape)
    numbers = cast("Sequence[int]", value.get_values())
    return DenseIntOrFPElementsAttr.from_list(vector, numbers)


def _compare_properties(op: Any) -> dict[str, Attribute]:
    return {"predicate": op.predicate}


def _compare_float_properties(op: Any) -> dict[str, Attribute]:
    return {"predicate": op.predicate, "fastmathFlags": fast_math(op)}


def _select(build: Conversion, op: arith.SelectOp) -> Sequence[SSAValue]:
    if isinstance(op.cond.type, VectorType):
        return _SELECT_LANES(build, op)
    operands, type = build.values(op.operands), build.type(op.result.type)
    return (build.create(SelectOp, operands, type, _NO_FAST_MATH, op.attributes),)


def _index_cast(extend: type[Operation]) -> Handler:
    def make(
        build: Conversion,
        op: Operation,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
    ) -> Sequence[SSAValue]:
        (source,), (target,) = operands, types
        if source.type == target:
            return (source,)
        if bits_of(target) > bits_of(source.type):
            return (build.create(extend, (source,), target),)
        return (build.resize(source, target),)

    return expanded_all(make)


_TRUNC = {"overflowFlags": MAY_TRUNCATE}


def _bitcast(build: Conversion, op: arith.BitcastOp) -> Sequence[SSAValue]:
    source = build.value(op.input)
    if build.type(op.input.type) == build.type(op.result.type):
        return (source,)
    return one_to_one(llvm.BitcastOp)(build, op)


def _extend_float(build: Conversion, op: arith.ExtFOp) -> Sequence[SSAValue]:
    element = element_of(op.input.type)
    if not is_small_float(element):
        return _FLOAT_EXTENSION(build, op)
    return expanded(_extend_small_float)(build, op)


def _extend_small_float(
    build: Conversion, op: arith.ExtFOp, operands: Sequence[SSAValue]
) -> SSAValue:
    format = cast(ReducedPrecisionFloatType, element_of(op.input.type))
    wide = extended(build, operands[0], format)
    wanted = like(wide.type, element_of(op.result.type))
    if wanted == wide.type:
        return wide
    # All numbers of 8 bits are those of a shorter float, too.
    is_longer = bits_of(wanted) > 32
    kind = llvm.FPExtOp if is_longer else llvm.FPTruncOp
    return build.create(kind, (wide,), wanted)


def _truncate_float(build: Conversion, op: arith.TruncFOp) -> Sequence[SSAValue]:
    if is_small_float(element_of(op.result.type)):
        fail(
            op,
            f"'{op.name}' to {op.result.type} is not converted; store f16 or f32, and make "
            "floats of 8 bits of them on the host",
        )
    mode = op.properties.get("roundingmode")
    if mode is not None and cast("IntegerAttr[IntegerType]", mode).value.data:
        advice = build.converter.advice(
            "rounding mode", "use 'to_nearest_even', or none"
        )
        fail(op, f"'{op.name}' rounds to the nearest even number only; {advice}")
    return _FLOAT_TRUNCATION(build, op)


_FLOAT_EXTENSION = one_to_one(llvm.FPExtOp)
_FLOAT_TRUNCATION = one_to_one(llvm.FPTruncOp)

_TRUNCATIONS: dict[frozenset[arith.IntegerOverflowFlag], Attribute] = {}


def _truncate_properties(op: Operation) -> Mapping[str, Attribute]:
    flags = op.properties.get("overflowFlags")
    if not isinstance(flags, arith.IntegerOverflowAttr) or not flags.data:
        return _TRUNC
    found = _TRUNCATIONS.get(flags.data)
    if found is None:
        names = [llvm.OverflowFlag(flag.value) for flag in flags.data]
        found = _TRUNCATIONS[flags.data] = llvm.OverflowAttr(names)
    return {"overflowFlags": found}


def _float_remainder(
    build: Conversion, op: Operation, operands: Sequence[SSAValue]
) -> SSAValue:
    type_ = operands[0].type
    properties = fast_math_properties(op)
    if type(element_of(type_)) is not BFloat16Type:
        return build.create(llvm.FRemOp, operands, type_, properties)
    # LLVM has no remainder of these, and that of their values as f32 is one of them.
    wide = like(type_, f32)
    parts = [build.create(llvm.FPExtOp, (part,), wide) for part in operands]
    result = build.create(llvm.FRemOp, parts, wide, properties)
    # LLVM would make the remainder narrow again before a truncation; this is its upper half.
    bits = build.bitcast(result, like(type_, i32))
    upper = build.op(llvm.LShrOp, bits, build.constant(16, bits.type))
    return build.bitcast(build.resize(upper, 16), type_)


def _add_extended(
    build: Conversion,
    op: arith.AddUIExtendedOp,
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
) -> Sequence[SSAValue]:
    pair = llvm.LLVMStructType.from_type_list(types)
    both = build.create(elementwise.UAddWithOverflowOp, operands, pair)
    return build.extract_value(both, 0), build.extract_value(both, 1)


def _multiply_extended(extend: type[Operation]) -> Handler:
    def make(
        build: Conversion,
        op: Operation,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
    ) -> Sequence[SSAValue]:
        type_ = types[0]
        width = bits_of(type_)
        wide = like(type_, IntegerType(2 * width))
        full = build.op(llvm.MulOp, *(build.op(extend, v, type=wide) for v in operands))
        low = build.resize(full, type_)
        high = build.op(llvm.LShrOp, full, build.constant(width, wide))
        return low, build.resize(high, type_)

    return expanded_all(make)


def _ceil_unsigned(
    build: Conversion, op: Operation, operands: Sequence[SSAValue]
) -> SSAValue:
    """`n == 0 ? 0 : (n - 1) / d + 1`, which cannot wrap."""
    n, d = operands
    zero, one = build.constant(0, n.type), build.constant(1, n.type)
    is_zero = build.compare("eq", n, zero)
    quotient = build.op(llvm.UDivOp, build.op(llvm.SubOp, n, one), d)
    return build.select(is_zero, zero, build.op(llvm.AddOp, quotient, one))


def _round_signed(up: bool) -> Handler:
    """
    The truncated quotient, one more (`up`) or one less where there is a remainder and
    the signs of the operands are equal (`up`) or differ.
    """

    def make(
        build: Conversion, op: Operation, operands: Sequence[SSAValue]
    ) -> SSAValue:
        n, d = operands
        zero = build.constant(0, n.type)
        step = build.constant(1 if up else -1, n.type)
        quotient = build.op(llvm.SDivOp, n, d)
        inexact = build.compare("ne", build.op(llvm.MulOp, quotient, d), n)
        n_negative = build.compare("slt", n, zero)
        d_negative = build.compare("slt", d, zero)
        signs = build.compare("eq" if up else "ne", n_negative, d_negative)
        adjust = build.op(llvm.AndOp, inexact, signs)
        return build.select(adjust, build.op(llvm.AddOp, quotient, step), quotient)

    return expanded(make)


TABLE: Table = {
    arith.AddUIExtendedOp: expanded_all(_add_extended),
    arith.AddfOp: one_to_one(llvm.FAddOp, fast_math_properties),
    arith.AddiOp: one_to_one(llvm.AddOp, overflow_properties),
    arith.AndIOp: one_to_one(llvm.AndOp),
    arith.BitcastOp: _bitcast,
    arith.CeilDivSIOp: _round_signed(up=True),
    arith.CeilDivUIOp: expanded(_ceil_unsigned),
    arith.CmpfOp: one_to_one(FCmpOp, _compare_float_properties),
    arith.CmpiOp: one_to_one(ICmpOp, _compare_properties),
    arith.ConstantOp: _constant,
    arith.DivSIOp: one_to_one(llvm.SDivOp),
    arith.DivUIOp: one_to_one(llvm.UDivOp),
    arith.DivfOp: one_to_one(llvm.FDivOp, fast_math_properties),
    arith.ExtFOp: _extend_float,
    arith.ExtSIOp: one_to_one(llvm.SExtOp),
    arith.ExtUIOp: one_to_one(llvm.ZExtOp),
    arith.FPToSIOp: one_to_one(FPToSIOp),
    arith.FPToUIOp: one_to_one(FPToUIOp),
    arith.FloorDivSIOp: _round_signed(up=False),
    IndexCastUIOp: _index_cast(llvm.ZExtOp),
    RemFOp: expanded(_float_remainder),
    arith.IndexCastOp: _index_cast(llvm.SExtOp),
    arith.MaxSIOp: one_to_one(elementwise.SMaxOp),
    arith.MaxUIOp: one_to_one(elementwise.UMaxOp),
    arith.MaximumfOp: one_to_one(elementwise.MaximumOp, fast_math_properties),
    arith.MaxnumfOp: one_to_one(llvm.VectorFMaxOp, fast_math_properties),
    arith.MinSIOp: one_to_one(elementwise.SMinOp),
    arith.MinUIOp: one_to_one(elementwise.UMinOp),
    arith.MinimumfOp: one_to_one(elementwise.MinimumOp, fast_math_properties),
    arith.MinnumfOp: one_to_one(llvm.VectorFMinOp, fast_math_properties),
    arith.MulSIExtendedOp: _multiply_extended(llvm.SExtOp),
    arith.MulUIExtendedOp: _multiply_extended(llvm.ZExtOp),
    arith.MulfOp: one_to_one(llvm.FMulOp, fast_math_properties),
    arith.MuliOp: one_to_one(llvm.MulOp, overflow_properties),
    arith.NegfOp: one_to_one(llvm.FNegOp, fast_math_properties),
    arith.OrIOp: one_to_one(llvm.OrOp),
    arith.RemSIOp: one_to_one(llvm.SRemOp),
    arith.RemUIOp: one_to_one(llvm.URemOp),
    arith.SIToFPOp: one_to_one(llvm.SIToFPOp),
    arith.SelectOp: _select,
    arith.ShLIOp: one_to_one(llvm.ShlOp, overflow_properties),
    arith.ShRSIOp: one_to_one(llvm.AShrOp),
    arith.ShRUIOp: one_to_one(llvm.LShrOp),
    arith.SubfOp: one_to_one(llvm.FSubOp, fast_math_properties),
    arith.SubiOp: one_to_one(llvm.SubOp, overflow_properties),
    arith.TruncFOp: _truncate_float,
    arith.TruncIOp: one_to_one(llvm.TruncOp, _truncate_properties),
    arith.UIToFPOp: one_to_one(UIToFPOp),
    arith.XOrIOp: one_to_one(llvm.XOrOp),
}


@dataclass(frozen=True)
class ConvertArithToLLVMPass(ConversionPass):
    """Converts `arith` to `llvm`, as the module's text says."""

    name = "convert-arith-to-llvm"
    table = TABLE
    dialects = ("arith",)
