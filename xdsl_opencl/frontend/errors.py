"""The exceptions that every part of the frontend raises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl_opencl.errors import Error, Place

if TYPE_CHECKING:
    from xdsl.ir import Operation


_PLACE = re.compile(
    r"^(?P<file>[^\n]+?):(?P<line>\d+)(?::(?P<column>\d+))?: (?:fatal )?error: "
    r"(?:in @(?P<kernel>[\w.$-]+): )?(?P<message>.*)$",
    re.MULTILINE,
)


class FrontendError(Error):
    """
    An input that cannot be imported. The message is complete: place, cause, remedy. Messages of
    Clang or LLVM contain the place only in their text, so it is extracted from there.
    """

    def __init__(
        self,
        text: str = "",
        *,
        message: str | None = None,
        place: Place | None = None,
        kernel: str | None = None,
        argument: str | None = None,
        notes: Sequence[str] = (),
    ):
        if place is None and (match := _PLACE.search(text)) is not None:
            column = match["column"]
            line, column = int(match["line"]), None if column is None else int(column)
            place = Place(match["file"], line, column)
            kernel = kernel or match["kernel"]
            message = message or match["message"]
        super().__init__(
            text,
            message=message,
            place=place,
            kernel=kernel,
            argument=argument,
            notes=notes,
        )


class Unsupported(Exception):
    """A use of OpenCL that the dialect cannot express; the walk over the module adds the place."""


class RaiseError(Exception):
    """
    A module that cannot be raised: the message, and its operation, or None if the module as a
    whole is inconsistent.
    """

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.message = message
        self.op = op
