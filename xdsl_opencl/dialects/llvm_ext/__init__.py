"""
The upstream `llvm.*` operations and types that xDSL 0.74 lacks.

`instructions`, `elementwise`, `intrinsics`, `types` and `loops` hold the missing ones, `corrected`
subclasses of xDSL's own operations that are narrower than upstream's. All have upstream's
mnemonic, property names and assembly form. `spelling` says how MLIR 19, 22 and 24 read them,
`reading` takes their texts.

The plugin's `universe.py` wraps the factory of the `llvm` dialect with `extended`; code
that holds a context of its own calls `load_llvm_ext`.
"""

from __future__ import annotations

from functools import cache

from xdsl.context import Context
from xdsl.dialects.llvm import LLVM
from xdsl.ir import Dialect, Operation

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.llvm_ext import (
    elementwise,
    instructions,
    intrinsics,
    spelling,
)
from xdsl_opencl.dialects.llvm_ext.loops import LOOP_ATTRIBUTES
from xdsl_opencl.dialects.llvm_ext.reading import readers
from xdsl_opencl.dialects.llvm_ext.shapes import EXTENSIONS
from xdsl_opencl.dialects.llvm_ext.types import ATTRIBUTE_READERS, LLVM_EXT_TYPES

__all__ = ["elementwise", "instructions", "intrinsics", "spelling"]

LLVM_EXT_OPS: tuple[type[Operation], ...] = tuple(EXTENSIONS)
"""Operations that xDSL 0.74 does not define at all."""


def extended(llvm: Dialect) -> Dialect:
    """
    Returns `llvm` with the operations and the forms that it lacks. Operations that others
    have added or replaced stay theirs.
    """
    return _extended_llvm() if llvm is LLVM else _extended(llvm)


@cache
def _extended_llvm() -> Dialect:
    return _extended(LLVM)


def _extended(llvm: Dialect) -> Dialect:
    attributes = (*LLVM_EXT_TYPES, *LOOP_ATTRIBUTES)
    return forms.extended(llvm, readers(), LLVM_EXT_OPS, attributes, ATTRIBUTE_READERS)


def load_llvm_ext(context: Context) -> None:
    """
    Makes every `llvm` operation, ours included, known to `context`; safe to call again.

    Where `context` has already loaded `llvm`, xDSL's narrow classes stay as they are.
    """
    if "llvm" in context.registered_dialect_names:
        # Asked for its factory, not for the dialect, which is loaded when it is met.
        registered = context._registered_dialects  # pyright: ignore[reportPrivateUsage]
        if registered["llvm"]() is _extended_llvm():
            return
        context.get_dialect("llvm")
    else:
        # Loaded when it is asked for, which takes some time.
        context.register_dialect("llvm", _extended_llvm)
        return
    known = {op.name for op in context.loaded_ops}
    for op in LLVM_EXT_OPS:
        if op.name not in known:
            context.load_op(op)
    types = {type_.name for type_ in context.loaded_types}
    for type_ in LLVM_EXT_TYPES:
        if type_.name not in types:
            context.load_attr_or_type(type_)
