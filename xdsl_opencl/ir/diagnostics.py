"""Diagnostics of passes: the place of an operation, and the errors that name it."""

from __future__ import annotations

from collections.abc import Sequence
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
from xdsl.utils.exceptions import DiagnosticException, PassFailedException

from xdsl_opencl.errors import Error, Place

REMARK = "opencl.remark"
"""
An attribute of operations in a kernel: a text that the build of the kernel warns of, once.
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


def place_of(location: Attribute) -> Place | None:
    """`source_place` as diagnostics write it."""
    found = source_place(location)
    if found is None:
        return None
    return Place(found.filename.data, found.line.data, found.column.data)


def place_near(op: Operation) -> Place | None:
    """
    The place of `op`; where it has none, as a constant that an instruction of LLVM IR
    names, that of the first user or enclosing operation that has one.
    """
    users = (use.operation for result in op.results for use in result.uses)
    for near in (op, *users):
        if (place := place_of(near.location)) is not None:
            return place
    parent = op.parent_op()
    while parent is not None:
        if (place := place_of(parent.location)) is not None:
            return place
        parent = parent.parent_op()
    return None


def enclosing_symbol(op: Operation) -> str | None:
    """The name of the symbol that `op` is or is in."""
    parent = op if "sym_name" in op.properties else op.parent_op()
    while parent is not None:
        if isinstance(name := parent.properties.get("sym_name"), StringAttr):
            return name.data
        parent = parent.parent_op()
    return None


def shown(thing: Operation | Attribute) -> str:
    """
    The first line of `thing` as text; for an operation with an attribute that xDSL reads
    and cannot print (a number of type `f80`), or without its region, its name.
    """
    try:
        return str(thing).partition("\n")[0].strip()
    except (IndexError, NotImplementedError):
        return thing.name


class OperationError(Error, DiagnosticException):
    """
    An error at an operation, `op`: the text has its place, the symbol that holds it, the
    message, and as a note its first line of text. Without `op` the text is the message.
    """

    def __init__(
        self, message: str, op: Operation | None = None, *, argument: str | None = None
    ):
        self.op = op
        place = kernel = None
        notes: Sequence[str] = ()
        if op is not None:
            place, kernel = place_near(op), enclosing_symbol(op)
            notes = (shown(op),)
        scope = None if kernel is None else f"in @{kernel}"
        where = ", ".join(str(part) for part in (place, scope) if part is not None)
        head = f"{where}: error: {message}" if where else f"error: {message}"
        super().__init__(
            "\n  ".join((head, *notes)),
            message=message,
            place=place,
            kernel=kernel,
            argument=argument,
            notes=notes,
        )


class PassError(OperationError, PassFailedException):
    """An error that ends a pass."""


def fail(op: Operation, message: str, *, argument: str | None = None) -> NoReturn:
    """
    Ends a pass with one diagnostic that names the place of `op`.

    Raises `PassError`, a `PassFailedException`.
    """
    raise PassError(message, op, argument=argument)
