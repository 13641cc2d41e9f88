"""
What every pass needs: the module's target and diagnostics.
"""

from __future__ import annotations

from typing import NoReturn, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    ModuleOp,
    NameLoc,
    StringAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import PassFailedException

from xdsl_opencl.abi.target import Target
from xdsl_opencl.dialects.opencl.attrs import TargetAttr

TARGET_ATTRIBUTE = "opencl.target"
LOWERED_ATTRIBUTE = "opencl.lowered"
"""
Module attributes. `opencl.target` is the `#opencl.target` of an opencl-level module;
conversion replaces it by `opencl.lowered`, the same fields as a plain dictionary, which
tools that do not know the dialect can read.
"""
INTERIM_IMAGES_ATTRIBUTE = "opencl.interim_images"
"""Module attribute, a unit: attributes of images stand behind the implicit arguments, and
the kernels have no companions (`opencl-lower-image-queries{source=argument-buffer}`)."""

LIBRARIES_ATTRIBUTE = "opencl.device_libraries"
"""Module attribute: bitcode files that code generation links, an array of strings."""

LINE_TABLES_ATTRIBUTE = "opencl.line_tables"
"""Module attribute, a unit: code is to say which lines it is from."""

COMPILER_OPTIONS_ATTRIBUTE = "opencl.compiler_options"
USED_EXTENSIONS_ATTRIBUTE = "opencl.used_extensions"
USED_FEATURES_ATTRIBUTE = "opencl.used_optional_core_features"
FP_CONTRACT_ATTRIBUTE = "opencl.fp_contract"
PROGRAM_ATTRIBUTES = (
    COMPILER_OPTIONS_ATTRIBUTE,
    USED_EXTENSIONS_ATTRIBUTE,
    USED_FEATURES_ATTRIBUTE,
    FP_CONTRACT_ATTRIBUTE,
)
"""
Module attributes of an imported program, all arrays of strings but the last, a unit:
`-cl-...` options, extensions and optional features it uses, contraction enabled. They
have no meaning below the opencl level.
"""


def source_place(location: Attribute) -> FileLineColLoc | None:
    """
    The place in a source that `location` names; of code that was inlined the place where
    it is written.
    """
    while not isinstance(location, FileLineColLoc):
        match location:
            case CallSiteLoc():
                location = location.callee
            case NameLoc():
                location = location.location
            case FusedLoc(locations=ArrayAttr() as parts) if parts.data:
                location = parts.data[0]
            case _:
                return None
    return location


def describe(op: Operation) -> str:
    """
    `op` for a diagnostic: its source location where known, the symbol that holds it, and
    its first line of text.
    """
    parts: list[str] = []
    if (location := source_place(op.location)) is not None:
        parts.append(
            f"{location.filename.data}:{location.line.data}:{location.column.data}"
        )
    if (name := enclosing_symbol(op)) is not None:
        parts.append(f"in @{name}")
    return ", ".join(parts)


def enclosing_symbol(op: Operation) -> str | None:
    """
    The name of the symbol that `op` is or is in.
    """
    parent = op if "sym_name" in op.properties else op.parent_op()
    while parent is not None:
        if isinstance(name := parent.properties.get("sym_name"), StringAttr):
            return name.data
        parent = parent.parent_op()
    return None


def fail(op: Operation, message: str) -> NoReturn:
    """
    Ends a pass with one diagnostic that names the place of `op`.

    Raises `PassFailedException`.
    """
    where = describe(op)
    text = str(op).splitlines()[0].strip()
    raise PassFailedException(
        f"{where + ': ' if where else ''}error: {message}\n  {text}"
    )


def module_target(module: ModuleOp) -> Target:
    """
    The target attached to an opencl-level `module`.

    Raises `PassFailedException` when there is none, or the module is already lowered.
    """
    if LOWERED_ATTRIBUTE in module.attributes:
        raise PassFailedException(
            "error: the module is already lowered to the LLVM dialect "
            f"(it has '{LOWERED_ATTRIBUTE}')"
        )
    attribute = module.attributes.get(TARGET_ATTRIBUTE)
    if attribute is None:
        raise PassFailedException(
            "error: the module has no target; run "
            "'opencl-attach-target{abi=... mcpu=...}' first"
        )
    if not isinstance(attribute, TargetAttr):
        raise PassFailedException(
            f"error: '{TARGET_ATTRIBUTE}' must be an #opencl.target attribute"
        )
    return attribute.target


def build_flags(module: ModuleOp) -> frozenset[str]:
    """
    The `-cl-...` options that the program was built with, where that is recorded.
    """
    options = module.attributes.get(COMPILER_OPTIONS_ATTRIBUTE)
    if not isinstance(options, ArrayAttr):
        return frozenset()
    words = cast(ArrayAttr[Attribute], options).data
    return frozenset(word.data for word in words if isinstance(word, StringAttr))
