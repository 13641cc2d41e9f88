"""
Calls of `llvm.*` intrinsics: to their operation where the dialect has one, else to
`llvm.call_intrinsic`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    BoolAttr,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    StringAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import VarOperandDef

from xdsl_opencl.llvm_ir.reader.lexer import Unsupported
from xdsl_opencl.llvm_ir.reader.ops import llvm_ops

IGNORED_INTRINSICS = frozenset(
    (
        "llvm.experimental.noalias.scope.decl",
        "llvm.donothing",
        "llvm.sideeffect",
        "llvm.var.annotation",
    )
)
"""Intrinsics that only talk to LLVM's optimiser, or to nobody."""

_OVERLOAD = re.compile(r"(?:v\d+|nxv\d+)?(?:p\d+|i\d+|f\d+|bf16)|sl_.*|s_.*|a\d+.*")
"""One part of an overload suffix: `f32`, `v4f32`, `p1`, a struct's or array's name."""

_IMMEDIATES: dict[str, tuple[tuple[int, str, IntegerType | None], ...]] = {
    "llvm.intr.abs": ((1, "is_int_min_poison", None),),
    "llvm.intr.ctlz": ((1, "is_zero_poison", None),),
    "llvm.intr.cttz": ((1, "is_zero_poison", None),),
    "llvm.intr.memcpy": ((3, "isVolatile", None),),
    "llvm.intr.memmove": ((3, "isVolatile", None),),
    "llvm.intr.memset": ((3, "isVolatile", None),),
    "llvm.intr.is.fpclass": ((1, "bit", i32),),
    "llvm.intr.invariant.start": ((0, "size", i64),),
    "llvm.intr.invariant.end": ((1, "size", i64),),
}
"""
Arguments that are properties of the operation: index, name, and integer type (None: a
truth value).
"""

_AS_CALLS = frozenset(
    (
        "llvm.intr.masked.load",
        "llvm.intr.masked.store",
        "llvm.intr.masked.gather",
        "llvm.intr.masked.scatter",
        "llvm.intr.memcpy.inline",
    )
)
"""Operations whose arguments depend on the LLVM version; kept as calls."""


@cache
def _operation_name(intrinsic: str) -> str | None:
    """
    The operation of intrinsic `llvm.a.b.<types>`, by the longest matching name.
    """
    parts = intrinsic.split(".")[1:]
    for count in range(len(parts), 0, -1):
        name = "llvm.intr." + ".".join(parts[:count])
        if name in llvm_ops() and name not in _AS_CALLS:
            return name
        if not _OVERLOAD.fullmatch(parts[count - 1]):
            return None
    return None


@cache
def _has_fastmath(cls: type[Operation]) -> bool:
    definition = cls.get_irdl_definition()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    return "fastmathFlags" in definition.properties  # pyright: ignore[reportUnknownMemberType]


@cache
def _operand_count(cls: type[Operation]) -> int | None:
    """
    How many operands the operation takes; None where their number varies.
    """
    definition = cls.get_irdl_definition()  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    operands = cast("list[tuple[str, object]]", definition.operands)  # pyright: ignore[reportUnknownMemberType]
    if any(isinstance(operand, VarOperandDef) for _, operand in operands):
        return None
    return len(operands)


def constant_integer(value: SSAValue) -> int | None:
    """
    The number that `value` is, if an `llvm.mlir.constant` integer defines it.
    """
    owner = value.owner
    if isinstance(owner, llvm.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def intrinsic(
    name: str,
    arguments: Sequence[SSAValue],
    result_type: Attribute | None,
    flags: llvm.FastMathAttr,
) -> Operation | None:
    """
    The operation for a call of the intrinsic `name`; None where nothing is to be done.

    Raises `Unsupported` for an immediate argument that is no constant.
    """
    result_types = () if result_type is None else (result_type,)
    operation = _operation_name(name)
    if operation is not None:
        # Operations that have arguments as properties are made of calls only where
        # `_IMMEDIATES` says how.
        count = _operand_count(llvm_ops()[operation])
        given = len(arguments) - len(_IMMEDIATES.get(operation, ()))
        lifetime = operation.startswith("llvm.intr.lifetime.")
        if count is not None and given != count and not lifetime:
            operation = None
    if operation is None:
        return llvm.CallIntrinsicOp.create(
            operands=arguments,
            result_types=result_types,
            properties={
                "intrin": StringAttr(name),
                "fastmathFlags": flags,
                "op_bundle_sizes": DenseArrayBase.from_list(i32, ()),
                "operandSegmentSizes": DenseArrayBase.from_list(
                    i32, (len(arguments), 0)
                ),
            },
        )
    cls = llvm_ops()[operation]
    properties: dict[str, Attribute] = {}
    if _has_fastmath(cls):
        properties["fastmathFlags"] = flags
    operands = list(arguments)
    if operation.startswith("llvm.intr.lifetime.") and len(operands) == 2:
        # LLVM 21 and earlier: the size comes first.
        del operands[0]
    if operation.startswith("llvm.intr.lifetime."):
        # MLIR's form still has the size; -1 is "the whole variable".
        properties["size"] = IntegerAttr(-1, i64)
    for index, key, type_ in reversed(_IMMEDIATES.get(operation, ())):
        number = constant_integer(operands.pop(index))
        if number is None:
            raise Unsupported(f"argument {index} of {name} must be a constant")
        properties[key] = (
            BoolAttr.from_bool(bool(number))
            if type_ is None
            else IntegerAttr(number, type_)
        )
    return cls.create(
        operands=operands, result_types=result_types, properties=properties
    )
