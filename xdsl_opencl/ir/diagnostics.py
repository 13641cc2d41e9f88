"""
Diagnostics of passes: where an operation stands, and how a pass ends with one message.
"""

from __future__ import annotations

from typing import NoReturn

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    NameLoc,
    StringAttr,
)
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import PassFailedException


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
