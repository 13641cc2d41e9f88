"""
The upstream `llvm.*` operations, types and calling conventions that xDSL 0.74 lacks.

`instructions`, `elementwise`, `intrinsics`, `types` and `loops` hold what is missing, `corrected`
subclasses of xDSL's own operations that are narrower than upstream's. All have upstream's mnemonic, property names
and assembly form. `spelling` prints them so that MLIR 19, 22 and 24 read them, `reading`
takes what those print.

The plugin's `universe.py` wraps the factory of the `llvm` dialect with `extended`; code
that holds a context of its own calls `load_llvm_ext`.
"""

from __future__ import annotations

from functools import cache

from xdsl.context import Context
from xdsl.dialects.llvm import LLVM, LLVM_CALLING_CONVS
from xdsl.ir import Dialect, Operation

from xdsl_opencl.dialects import literals
from xdsl_opencl.dialects.llvm_ext import (
    elementwise,
    instructions,
    intrinsics,
    spelling,
)
from xdsl_opencl.dialects.llvm_ext.corrected import CORRECTED_OPS
from xdsl_opencl.dialects.llvm_ext.loops import LOOP_ATTRIBUTES
from xdsl_opencl.dialects.llvm_ext.reading import reader
from xdsl_opencl.dialects.llvm_ext.shapes import EXTENSIONS
from xdsl_opencl.dialects.llvm_ext.types import LLVM_EXT_TYPES

__all__ = ["elementwise", "instructions", "intrinsics", "literals", "spelling"]

LLVM_EXT_OPS: tuple[type[Operation], ...] = tuple(EXTENSIONS)
"""Operations that xDSL 0.74 does not define at all."""

CALLING_CONVENTIONS = ("amdgpu_kernelcc", "spir_kernelcc", "spir_funccc")
"""
Added to the names that `#llvm.cconv` accepts. xDSL's parser tries all names as text
prefixes in no fixed order, so none may be the beginning of another.
"""

LLVM_CALLING_CONVS.update(CALLING_CONVENTIONS)


def extended(llvm: Dialect) -> Dialect:
    """
    Returns `llvm` with the operations that it lacks, and the corrected classes instead of
    xDSL's. Operations that somebody else has added or replaced stay theirs.
    """
    return _extended_llvm() if llvm is LLVM else _extended(llvm)


@cache
def _extended_llvm() -> Dialect:
    return _extended(LLVM)


def _extended(llvm: Dialect) -> Dialect:
    known = {op.name for op in llvm.operations}
    operations = [reader(CORRECTED_OPS.get(op, op)) for op in llvm.operations]
    operations += [op for op in LLVM_EXT_OPS if op.name not in known]
    # A `Dialect` has no public list of its interfaces.
    interfaces = [*llvm._interfaces]  # pyright: ignore[reportPrivateUsage]
    attributes = [*llvm.attributes]
    names = {attribute.name for attribute in attributes}
    attributes += [type_ for type_ in LLVM_EXT_TYPES if type_.name not in names]
    attributes += [each for each in LOOP_ATTRIBUTES if each.name not in names]
    return Dialect(llvm.name, operations, attributes, interfaces)


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
        context.load_dialect(extended(LLVM))
    known = {op.name for op in context.loaded_ops}
    for op in LLVM_EXT_OPS:
        if op.name not in known:
            context.load_op(op)
    types = {type_.name for type_ in context.loaded_types}
    for type_ in LLVM_EXT_TYPES:
        if type_.name not in types:
            context.load_attr_or_type(type_)
