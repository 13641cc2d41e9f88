"""
Raises arithmetic of the `llvm` dialect to `arith`, for `opencl-raise-structured`.

It is the inverse of `convert-arith-to-llvm`: each operation becomes the one that is
converted to it, flags included. Operations with a flag or a type that `arith` lacks
(`exact`, `disjoint`, `nneg`, casts that promise something, pointers) stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from xdsl.dialects import arith, llvm, ub
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xdsl_opencl.dialects.arith_ext.forms import FORMS
from xdsl_opencl.dialects.arith_ext.operations import RemFOp
from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.llvm_ext.instructions import (
    FPToSIOp,
    FPToUIOp,
    PoisonOp,
    UIToFPOp,
)
from xdsl_opencl.ir.build import ArithBuilder
from xdsl_opencl.ir.element_types import element_of
from xdsl_opencl.ir.patterns import Handler, lower
from xdsl_opencl.llvm_ir.syntax.words import get

_Rule = Callable[[Operation], "Operation | None"]

_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type)
_FLAGS = ("isExact", "isDisjoint", "nonNeg")
"""Flags of LLVM's integer operations that `arith` lacks."""

_OVERFLOW = tuple(
    arith.IntegerOverflowAttr(flags)
    for flags in (
        (),
        (arith.IntegerOverflowFlag.NSW,),
        (arith.IntegerOverflowFlag.NUW,),
        tuple(arith.IntegerOverflowFlag),
    )
)
"""By LLVM's number of the flags: bit 0 is `nsw`, bit 1 is `nuw`."""

_FAST_MATH: dict[llvm.FastMathAttr, arith.FastMathFlagsAttr] = {}


def raise_arithmetic(region: Region) -> None:
    """Replaces the arithmetic in `region` by `arith` if the meaning is the same."""
    lower(region.walk(), _HANDLERS, ArithBuilder.before)


def is_integer(type_: Attribute) -> bool:
    """Returns whether `type_` is an integer, not a vector of them."""
    return isinstance(type_, IntegerType)


def is_float(type_: Attribute) -> bool:
    """Returns whether `type_` is f16, bf16, f32 or f64, not a vector of them."""
    return isinstance(type_, _FLOATS)


def _is_number(type_: Attribute) -> bool:
    return isinstance(type_, (IntegerType, *_FLOATS))


def _has_flags(op: Operation) -> bool:
    return any(get(op, name) is not None for name in _FLAGS)


def _overflow(op: Operation) -> Attribute:
    flags = get(op, "overflowFlags")
    number = flags.value.data if isinstance(flags, IntegerAttr) else 0
    return _OVERFLOW[number]


def _fast_math(op: Operation) -> arith.FastMathFlagsAttr:
    flags = get(op, "fastmathFlags")
    if not isinstance(flags, llvm.FastMathAttr):
        flags = llvm.FastMathAttr(None)
    found = _FAST_MATH.get(flags)
    if found is None:
        found = _FAST_MATH[flags] = arith.FastMathFlagsAttr(tuple(flags.data))
    return found


def _make(
    op: Operation, new: type[Operation], properties: dict[str, Attribute]
) -> Operation:
    kept = {
        name: attribute
        for name, attribute in op.attributes.items()
        if name not in ("overflowFlags", "fastmathFlags")
    }
    return FORMS.get(new, new).create(
        operands=op.operands,
        result_types=[result.type for result in op.results],
        properties=properties,
        attributes=kept,
    )


def _integer(new: type[Operation], *, wraps: bool = False) -> _Rule:
    """An operation of integers or vectors of them; `wraps`: it has overflow flags."""

    def rule(op: Operation) -> Operation | None:
        if _has_flags(op) or not is_integer(element_of(op.results[0].type)):
            return None
        return _make(op, new, {"overflowFlags": _overflow(op)} if wraps else {})

    return rule


def _floating(new: type[Operation]) -> _Rule:
    """An operation of floats or vectors of them with fast-math flags."""

    def rule(op: Operation) -> Operation | None:
        if not is_float(element_of(op.results[0].type)):
            return None
        return _make(op, new, {"fastmath": _fast_math(op)})

    return rule


def _cast(new: type[Operation]) -> _Rule:
    """A conversion of numbers or vectors of them."""

    def rule(op: Operation) -> Operation | None:
        if (
            _has_flags(op)
            or not _is_number(element_of(op.operands[0].type))
            or not _is_number(element_of(op.results[0].type))
        ):
            return None
        for name in ("overflowFlags", "fastmathFlags"):
            flags = get(op, name)
            if isinstance(flags, llvm.OverflowAttr | llvm.FastMathAttr) and flags.data:
                return None
        return _make(op, new, {})

    return rule


def _bitcast(op: Operation) -> Operation | None:
    # A bitcast of vectors may change their shape, which arith's cannot.
    if not _is_number(op.operands[0].type) or not _is_number(op.results[0].type):
        return None
    return _make(op, arith.BitcastOp, {})


def _compare_integers(op: Operation) -> Operation | None:
    if not is_integer(element_of(op.operands[0].type)) or _has_flags(op):
        return None
    return _make(op, arith.CmpiOp, {"predicate": op.properties["predicate"]})


def _compare_floats(op: Operation) -> Operation | None:
    if not is_float(element_of(op.operands[0].type)):
        return None
    return _make(
        op,
        arith.CmpfOp,
        {"predicate": op.properties["predicate"], "fastmath": _fast_math(op)},
    )


def _select(op: Operation) -> Operation | None:
    if _fast_math(op).data or not _is_number(element_of(op.results[0].type)):
        return None
    return _make(op, arith.SelectOp, {})


def _constant(op: Operation) -> Operation | None:
    value = op.properties["value"]
    type_ = op.results[0].type
    match value:
        case IntegerAttr() | FloatAttr():
            given = cast("IntegerAttr[Any] | FloatAttr[AnyFloat]", value).type
        case DenseIntOrFPElementsAttr():
            given = cast("Attribute", value.type)
        case _:
            return None
    if given != type_ or not _is_number(element_of(type_)):
        return None
    return _make(op, arith.ConstantOp, {"value": value})


def _poison(op: Operation) -> Operation | None:
    if not _is_number(element_of(op.results[0].type)):
        return None
    return _make(op, ub.PoisonOp, {"value": ub.PoisonAttr()})


_RULES: dict[type[Operation], _Rule] = {
    FPToSIOp: _cast(arith.FPToSIOp),
    FPToUIOp: _cast(arith.FPToUIOp),
    PoisonOp: _poison,
    UIToFPOp: _cast(arith.UIToFPOp),
    elementwise.SMaxOp: _integer(arith.MaxSIOp),
    elementwise.SMinOp: _integer(arith.MinSIOp),
    elementwise.UMaxOp: _integer(arith.MaxUIOp),
    elementwise.UMinOp: _integer(arith.MinUIOp),
    llvm.AShrOp: _integer(arith.ShRSIOp),
    llvm.AddOp: _integer(arith.AddiOp, wraps=True),
    llvm.AndOp: _integer(arith.AndIOp),
    llvm.BitcastOp: _bitcast,
    llvm.ConstantOp: _constant,
    llvm.FCmpOp: _compare_floats,
    llvm.FAddOp: _floating(arith.AddfOp),
    llvm.FDivOp: _floating(arith.DivfOp),
    llvm.FMulOp: _floating(arith.MulfOp),
    llvm.FNegOp: _floating(arith.NegfOp),
    llvm.FPExtOp: _cast(arith.ExtFOp),
    llvm.FPTruncOp: _cast(arith.TruncFOp),
    llvm.FRemOp: _floating(RemFOp),
    llvm.FSubOp: _floating(arith.SubfOp),
    llvm.ICmpOp: _compare_integers,
    llvm.LShrOp: _integer(arith.ShRUIOp),
    llvm.MulOp: _integer(arith.MuliOp, wraps=True),
    llvm.OrOp: _integer(arith.OrIOp),
    llvm.SelectOp: _select,
    llvm.SDivOp: _integer(arith.DivSIOp),
    llvm.SExtOp: _cast(arith.ExtSIOp),
    llvm.SIToFPOp: _cast(arith.SIToFPOp),
    llvm.SRemOp: _integer(arith.RemSIOp),
    llvm.ShlOp: _integer(arith.ShLIOp, wraps=True),
    llvm.SubOp: _integer(arith.SubiOp, wraps=True),
    llvm.TruncOp: _cast(arith.TruncIOp),
    llvm.UDivOp: _integer(arith.DivUIOp),
    llvm.URemOp: _integer(arith.RemUIOp),
    llvm.XOrOp: _integer(arith.XOrIOp),
    llvm.ZExtOp: _cast(arith.ExtUIOp),
}
"""
Maps a class of `llvm` to the maker of the operation of `arith`, or to `None` if there is none.
Subclasses that the extended dialect registers have the rule of their base.
"""


def _handler(rule: _Rule) -> Handler[ArithBuilder]:
    def handler(build: ArithBuilder, op: Operation) -> Sequence[SSAValue] | None:
        new = rule(op)
        if new is None:
            return None
        build.insert(new)
        return new.results

    return handler


_HANDLERS = {kind: _handler(rule) for kind, rule in _RULES.items()}
