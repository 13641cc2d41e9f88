"""
Floats of 8 bits, for which LLVM has no types: bytes, which become numbers when extended.

Source: MLIR, `BuiltinTypes.td` (`f8E4M3FN`, ...). All of a format's numbers are numbers of f32: the
bits of exponent and fraction, put in the place of those of f32, give the number but for the
difference of the biases, also of one that is denormal there.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    FloatNanEncoding,
    FloatNonfiniteBehavior,
    ReducedPrecisionFloatType,
    f32,
    i32,
)
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of, is_small_float, like

_F32_FRACTION, _F32_BIAS = 23, 127
_F32_NAN, _F32_SPECIAL = 0x7FC00000, 0x7F800000

_MOVES = frozenset(
    f"{dialect}.{name}"
    for dialect, names in {
        "arith": "bitcast constant extf select",
        "vector": "bitcast broadcast extract extract_strided_slice from_elements gather insert "
        "insert_strided_slice load maskedload maskedstore scatter shape_cast shuffle "
        "splat store to_elements transfer_read transfer_write transpose",
    }.items()
    for name in names.split()
)
_MOVING_DIALECTS = frozenset(("builtin", "cf", "func", "memref", "scf", "ub"))


def check_moves(op: Operation) -> None:
    """
    Raises `PassFailedException` if `op` computes with floats of 8 bits: as bytes they would
    give other numbers in silence.
    """
    name = op.name
    dialect = name.partition(".")[0]
    if name in _MOVES or (dialect in _MOVING_DIALECTS and "atomic" not in name):
        return
    for type in (*op.operand_types, *op.result_types):
        if is_small_float(element_of(type)):
            fail(
                op,
                f"'{name}' computes with {type}, which is for storage; extend its "
                "elements with 'arith.extf' first",
            )


def extended(
    build: Builder, bits: SSAValue, format: ReducedPrecisionFloatType
) -> SSAValue:
    """The bytes `bits`, a number or a vector in `format`, as f32."""
    semantics = format.SEMANTICS
    words = like(bits.type, i32)
    wide = build.op(llvm.ZExtOp, bits, type=words)

    def word(value: int) -> SSAValue:
        return build.constant(value, words)

    magnitude = build.op(llvm.AndOp, wide, word(0x7F))
    sign = build.op(llvm.AndOp, wide, word(0x80))
    shift = word(_F32_FRACTION - semantics.mantissa_bits)
    fields = build.op(llvm.ShlOp, magnitude, shift)
    number = build.bitcast(fields, like(bits.type, f32))
    factor = 2.0 ** (_F32_BIAS - semantics.exponent_bias)
    scale = build.float_constant(factor, number.type)
    found = build.bitcast(build.op(llvm.FMulOp, number, scale), words)
    if semantics.nonfinite is FloatNonfiniteBehavior.IEEE:
        first = semantics.max_exponent << semantics.mantissa_bits
        special = build.op(llvm.OrOp, fields, word(_F32_SPECIAL))
        is_special = build.compare("uge", magnitude, word(first))
    else:
        special = word(_F32_NAN)
        is_zero = semantics.nan_encoding is FloatNanEncoding.NEGATIVE_ZERO
        pattern = (wide, 0x80) if is_zero else (magnitude, 0x7F)
        is_special = build.compare("eq", pattern[0], word(pattern[1]))
    found = build.select(is_special, special, found)
    found = build.op(llvm.OrOp, found, build.op(llvm.ShlOp, sign, word(24)))
    return build.bitcast(found, number.type)
