"""
Calls of `llvm.*` intrinsics: to their operation where the dialect has one, else to
`llvm.call_intrinsic`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from xdsl.dialects import llvm
from xdsl.dialects.builtin import BoolAttr, FloatAttr, IntegerAttr, StringAttr, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES
from xdsl_opencl.ir.build import numbers
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.llvm_ir.reader.ops import op_class
from xdsl_opencl.llvm_ir.syntax.intrinsics import INTRINSICS, READ_AS

IGNORED_INTRINSICS = frozenset(
    (
        "llvm.experimental.noalias.scope.decl",
        "llvm.donothing",
        "llvm.sideeffect",
        "llvm.var.annotation",
    )
)
"""Intrinsics that only talk to LLVM's optimiser, or have no effect."""

_OVERLOAD = re.compile(r"(?:v\d+|nxv\d+)?(?:p\d+|i\d+|f\d+|bf16)|sl_.*|s_.*|a\d+.*")
"""One part of an overload suffix: `f32`, `v4f32`, `p1`, a struct's or array's name."""


@cache
def _operation_name(intrinsic: str) -> str | None:
    """
    Returns the operation of intrinsic `llvm.a.b.<types>`, by the longest matching name.
    """
    parts = intrinsic.split(".")
    for count in range(len(parts), 1, -1):
        if (name := READ_AS.get(".".join(parts[:count]))) is not None:
            return name
        if not _OVERLOAD.fullmatch(parts[count - 1]):
            return None
    return None


@cache
def _has_fastmath(cls: type[Operation]) -> bool:
    definition = cls.get_irdl_definition()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    return "fastmathFlags" in definition.properties  # pyright: ignore[reportUnknownMemberType]


def _immediate(value: SSAValue) -> Attribute | None:
    """Returns the number that `value` is; nothing if it is not a constant one."""
    owner = value.owner
    if not isinstance(owner, llvm.ConstantOp):
        return None
    constant = owner.value
    if isinstance(constant, IntegerAttr) and value.type == i1:
        return BoolAttr.from_bool(bool(constant.value.data))
    return constant if isinstance(constant, IntegerAttr | FloatAttr) else None


def intrinsic(
    name: str,
    arguments: Sequence[SSAValue],
    result_type: Attribute | None,
    flags: llvm.FastMathAttr,
) -> Operation:
    """
    Returns the operation for a call of the intrinsic `name`.

    Raises `Unsupported` for an immediate argument that is not a constant.
    """
    result_types = () if result_type is None else (result_type,)
    operation = _operation_name(name)
    if operation is None:
        return llvm.CallIntrinsicOp.create(
            operands=arguments,
            result_types=result_types,
            properties={
                "intrin": StringAttr(name),
                "fastmathFlags": flags,
                "op_bundle_sizes": NO_BUNDLES,
                "operandSegmentSizes": numbers(len(arguments), 0),
            },
        )
    cls, row = op_class(operation), INTRINSICS[operation]
    properties: dict[str, Attribute] = {
        key: IntegerAttr(number, i64) for key, number in row.implied
    }
    if _has_fastmath(cls):
        properties["fastmathFlags"] = flags
    order = row.arguments
    if order is None:
        operands = arguments
    else:
        # LLVM 21 and earlier give the size of a lifetime first.
        arguments = arguments[len(arguments) - len(order) :]
        places: dict[int, SSAValue] = {}
        for index, (place, argument) in enumerate(zip(order, arguments, strict=True)):
            if isinstance(place, int):
                places[place] = argument
            elif (number := _immediate(argument)) is not None:
                properties[place] = number
            else:
                raise Unsupported(f"argument {index} of {name} must be a constant")
        operands = [places[number] for number in range(len(places))]
    return cls.create(
        operands=operands, result_types=result_types, properties=properties
    )
