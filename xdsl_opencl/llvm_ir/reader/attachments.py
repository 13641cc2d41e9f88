"""Metadata of instructions that is kept: nodes to values of `opencl.metadata`."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    f32,
    i64,
)
from xdsl.ir import Attribute

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.llvm_ir.reader.metadata import Item, TypedValue
from xdsl_opencl.llvm_ir.reader.types import as_integer
from xdsl_opencl.llvm_ir.syntax.module import TBAA, TBAA_CHAR, TBAA_ROOT


def _unit(node: Item) -> Attribute | None:
    return UNIT


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


def _access_type(node: Item) -> Attribute | None:
    """
    Returns the scalar type of C that an access has: its name, or an array of its name and
    those of the types around it. `char` is left out, which may alias everything.

    Of an access to a part of a structure the structure is left out, as Clang's
    `-no-struct-path-tbaa` does: a scalar may alias each access of its type (LangRef, "tbaa
    metadata").
    """
    match node:
        case (_, type_, TypedValue(), *_):
            names: list[StringAttr] = []
            while isinstance(type_, tuple) and len(type_) == 3:
                name, parent, offset = type_
                if not (
                    isinstance(name, str)
                    and isinstance(offset, TypedValue)
                    and offset.value == 0
                ):
                    return None
                if name == TBAA_CHAR:
                    if parent != (TBAA_ROOT,) or not names:
                        return None
                    return names[0] if len(names) == 1 else ArrayAttr(names)
                names.append(StringAttr(name))
                type_ = parent
            return None
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
    TBAA: _access_type,
}
"""Kinds of attachments that are kept; all others are hints for LLVM's optimiser."""
