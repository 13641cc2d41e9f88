"""
Metadata of instructions that is kept: nodes to values of `opencl.metadata`.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    UnitAttr,
    f32,
    i64,
)
from xdsl.ir import Attribute

from xdsl_opencl.llvm_ir.reader.metadata import Item, TypedValue
from xdsl_opencl.llvm_ir.reader.types import (
    as_integer,
)

_UNIT = UnitAttr()


def _unit(node: Item) -> Attribute | None:
    return _UNIT


def _fpmath(node: Item) -> Attribute | None:
    match node:
        case (TypedValue(value=float() as value),):
            # Of type float always (LangRef, "fpmath metadata").
            return FloatAttr(value, f32)
        case _:
            return None


def _range(node: Item) -> Attribute | None:
    match node:
        case (
            TypedValue(type=type_, value=int() as low),
            TypedValue(value=int() as high),
        ) if (integer := as_integer(type_)) is not None:
            return ArrayAttr((IntegerAttr(low, integer), IntegerAttr(high, integer)))
        case _:
            return None


def _align(node: Item) -> Attribute | None:
    match node:
        case (TypedValue(value=int() as value),):
            return IntegerAttr(value, i64)
        case _:
            return None


ATTACHMENTS: dict[str, Callable[[Item], Attribute | None]] = {
    "align": _align,
    "amdgpu.ignore.denormal.mode": _unit,
    "amdgpu.no.fine.grained.memory": _unit,
    "amdgpu.no.remote.memory": _unit,
    "amdgpu.noclobber": _unit,
    "amdgpu.uniform": _unit,
    "dereferenceable": _align,
    "fpmath": _fpmath,
    "invariant.load": _unit,
    "nonnull": _unit,
    "nontemporal": _unit,
    "noundef": _unit,
    "range": _range,
}
"""Kinds of attachments that are kept; all others are hints for LLVM's optimiser."""
