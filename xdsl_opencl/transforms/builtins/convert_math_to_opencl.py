"""
`convert-math-to-opencl`: the functions of `math` become those of OpenCL C.

Needs: nothing; for a target without a library (SPIR-V has OpenCL.std) it does nothing. Leaves: only `math`
operations with an exact LLVM instruction (roundings, square roots, bits), for
`convert-math-to-llvm`. OpenCL's functions have error bounds on every target and in every
precision, and are accurate where `1 + x` is not (`log1p`, `expm1`).

* Vectors that OpenCL lacks are taken apart into rows, and rows of odd lengths into numbers.
* bf16 is computed in single precision.
* A function with the flag `afn` in single precision is the `native_` one. All flags are kept.
* On the CPU device `arith.remf` is `fmod`: LLVM would call the C library's, which may take one bit at a
  time. Its own code for GPUs stays.
* `math.fpowi` is `pown`; powers of more than 32 bits that are not known go through `pow` in double
  precision.

f80 and f128 have no functions: they stay, and a later pass refuses them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, cast

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseArrayBase,
    Float32Type,
    IndexType,
    IntegerType,
    ModuleOp,
    VectorType,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_opencl.abi.interface import MathLibrary
from xdsl_opencl.abi.model import VECTOR_WIDTHS
from xdsl_opencl.dialects.opencl.attrs import TARGET_ATTRIBUTE
from xdsl_opencl.dialects.opencl.builtin import BuiltinOp
from xdsl_opencl.dialects.opencl.folding.constants import constant_elements, to_signed
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.element_types import FLOATS, element_of
from xdsl_opencl.ir.module import module_target
from xdsl_opencl.ir.patterns import Handler, lower

if TYPE_CHECKING:
    from xdsl.dialects import math

NATIVE = frozenset(
    ("cos", "exp", "exp2", "log", "log10", "log2", "rsqrt", "sin", "sqrt", "tan")
)
"""Functions that have a `native_` form, in single precision."""

FUNCTIONS = (
    "acos acosh asin asinh atan atan2 atanh cbrt cos cosh erf exp exp2 expm1 log log10 "
    "log1p log2 rsqrt sin sinh tan tanh"
).split()
"""Operations of `math` with an OpenCL function of the same name."""

_ARITH = "xdsl_opencl.dialects.arith_ext.operations"

Make = Callable[[ArithBuilder, Sequence[SSAValue]], SSAValue]
"""Makes a function of numbers, or of vectors of a length that OpenCL has."""


def _element_wise(
    build: ArithBuilder, operands: Sequence[SSAValue], make: Make
) -> SSAValue:
    """Applies `make` to operands of any shape."""
    type_ = operands[0].type
    if type(type_) is not VectorType:
        return make(build, operands)
    vector_type = type_
    shape = vector_type.get_shape()
    if len(shape) == 1 and shape[0] in VECTOR_WIDTHS:
        return make(build, operands)
    from xdsl.dialects import vector

    # The last dimension stays where OpenCL has vectors of its length.
    kept = shape[-1:] if shape and shape[-1] in VECTOR_WIDTHS else ()
    result: SSAValue = operands[0]
    for position in product(*map(range, shape[: len(shape) - len(kept)])):
        place = {"static_position": DenseArrayBase.from_list(i64, position)}
        parts = [
            build.op(
                vector.ExtractOp,
                operand,
                type=_part(operand.type, kept),
                properties=place,
            )
            for operand in operands
        ]
        sides = (make(build, parts), result)
        result = build.op(vector.InsertOp, *sides, type=type_, properties=place)
    return result


def _part(type_: Attribute, kept: Sequence[int]) -> Attribute:
    element = element_of(type_)
    return VectorType(element, kept) if kept else element


def _with_element(type_: Attribute, element: Attribute) -> Attribute:
    if type(type_) is VectorType:
        return VectorType(element, type_.shape)
    return element


def _flags(op: Operation) -> arith.FastMathFlagsAttr | None:
    flags = op.properties.get("fastmath")
    if isinstance(flags, arith.FastMathFlagsAttr) and flags.data:
        return flags
    return None


def _call(
    build: ArithBuilder,
    name: str,
    operands: Sequence[SSAValue],
    flags: arith.FastMathFlagsAttr | None,
) -> SSAValue:
    """Calls an OpenCL function on operands of any shape."""
    type_ = operands[0].type
    if type(element_of(type_)) is BFloat16Type:
        wide = _with_element(type_, f32)
        parts = [
            build.convert(arith.ExtFOp, operand, wide)
            if operand.type == type_
            else operand
            for operand in operands
        ]
        result = _call(build, name, parts, flags)
        return build.convert(arith.TruncFOp, result, type_)
    if (
        name in NATIVE
        and flags is not None
        and FastMathFlag.APPROX_FUNC in flags.data
        and type(element_of(type_)) is Float32Type
    ):
        name = f"native_{name}"

    def make(build: ArithBuilder, parts: Sequence[SSAValue]) -> SSAValue:
        return build.add(BuiltinOp(name, parts, [parts[0].type], flags))

    return _element_wise(build, operands, make)


def _has_functions(op: Operation) -> bool:
    element = element_of(op.operands[0].type)
    return element in FLOATS.values() or type(element) is BFloat16Type


def _function(
    name: str,
) -> Callable[[ArithBuilder, Operation], Sequence[SSAValue] | None]:
    def handler(build: ArithBuilder, op: Operation) -> Sequence[SSAValue] | None:
        if not _has_functions(op):
            return None
        return (_call(build, name, op.operands, _flags(op)),)

    return handler


def _square_root(build: ArithBuilder, op: math.SqrtOp) -> Sequence[SSAValue] | None:
    # LLVM's operation is correctly rounded, OpenCL's is not.
    flags = op.fastmath
    native = FastMathFlag.APPROX_FUNC in flags.data
    if not native or type(element_of(op.operand.type)) is not Float32Type:
        return None
    return (_call(build, "sqrt", (op.operand,), flags),)


def _power(build: ArithBuilder, op: math.FPowIOp) -> Sequence[SSAValue] | None:
    base, power = op.lhs, op.rhs
    if not _has_functions(op):
        return None
    flags = _flags(op)
    element = element_of(power.type)
    narrow = _with_element(power.type, i32)
    width = 64 if type(element) is IndexType else cast(IntegerType, element).width.data
    known = [to_signed(int(n), width) for n in constant_elements(power) or ()]
    if len(known) == 1 and -(1 << 31) <= known[0] < 1 << 31:
        # A product, where `pown` is lowered.
        constant = build.constant(known[0], narrow)
        return (_call(build, "pown", (base, constant), flags),)
    if width == 32:
        return (_call(build, "pown", (base, power), flags),)
    if width < 32:
        wider = build.convert(arith.ExtSIOp, power, narrow)
        return (_call(build, "pown", (base, wider), flags),)

    def make(build: ArithBuilder, parts: Sequence[SSAValue]) -> SSAValue:
        return _long_power(build, parts[0], parts[1], flags)

    return (_element_wise(build, (base, power), make),)


def _long_power(
    build: ArithBuilder,
    base: SSAValue,
    power: SSAValue,
    flags: arith.FastMathFlagsAttr | None,
) -> SSAValue:
    """
    Makes `pow(|base|, power)` with the sign of `base` where `power` is odd; a `power` that does
    not fit a double is rounded.
    """
    from xdsl.dialects import math

    if type(element_of(power.type)) is IndexType:
        power = build.convert(arith.IndexCastOp, power, _with_element(power.type, i64))
    double = _with_element(base.type, f64)
    is_double = base.type == double
    wide = base if is_double else build.convert(arith.ExtFOp, base, double)
    exponent = build.convert(arith.SIToFPOp, power, double)
    size = build.op(math.AbsFOp, wide)
    result = _call(build, "pow", (size, exponent), flags)
    signed = build.op(math.CopySignOp, result, wide)
    one, zero = build.constant(1, power.type), build.constant(0, power.type)
    odd = build.compare("ne", build.op(arith.AndIOp, power, one), zero)
    result = build.select(odd, signed, result)
    return result if is_double else build.convert(arith.TruncFOp, result, base.type)


@dataclass(frozen=True)
class ConvertMathToOpenCLPass(ModulePass):
    """Converts `math` to OpenCL's functions; see the module's text."""

    name = "convert-math-to-opencl"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        handlers: dict[type[Operation], Handler[ArithBuilder]] = {}
        if TARGET_ATTRIBUTE in op.attributes:
            target = module_target(op)
            none = target.interface.math_library is MathLibrary.NONE
            if none and not target.interface.keeps_operations:
                return
            if target.interface.work_groups_are_loops and _ARITH in sys.modules:
                from xdsl_opencl.dialects.arith_ext.operations import RemFOp

                handlers[RemFOp] = _function("fmod")
        # A module without such operations does not import them.
        if "xdsl.dialects.math" in sys.modules:
            from xdsl.dialects import math

            kinds = {kind.name: kind for kind in math.Math.operations}
            handlers |= {kinds[f"math.{name}"]: _function(name) for name in FUNCTIONS}
            handlers |= {
                math.FPowIOp: _power,
                math.PowFOp: _function("pow"),
                math.SqrtOp: _square_root,
            }
        if handlers:
            lower(op.walk(), handlers, ArithBuilder.before)
