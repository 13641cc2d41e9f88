"""
The one base of every error that a user can cause, with the fields that tools read.

Nothing here imports xDSL.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

TOO_DEEP = "the input is nested too deeply; move parts of it into functions"

_LONGEST_LINE = 600
"""Characters of a diagnostic's line that are printed; a program may be one line."""
_LAST_PART = 230
"""Characters kept at the end of such a line, where a diagnostic says what to do."""
_CUT_LINE = 120
_CARET = re.compile(r"[ \t|~-]*\^[\^~ \t-]*")


def without_long_lines(text: str) -> str:
    """
    `text` with its long lines cut: around the caret where the next line has one, which is
    cut along, and in their middle elsewhere.
    """
    if len(text) <= _LONGEST_LINE:
        return text
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if len(line) <= _LONGEST_LINE:
            continue
        below = lines[index + 1] if index + 1 < len(lines) else ""
        if not _CARET.fullmatch(below):
            first = line[: _LONGEST_LINE - _LAST_PART - 3].rstrip()
            lines[index] = f"{first} … {line[-_LAST_PART:].lstrip()}"
            continue
        middle = below.index("^")
        start = max(0, min(middle - _CUT_LINE // 2, len(line) - _CUT_LINE))
        end = start + _CUT_LINE
        # Wide enough for the words at the cuts.
        first, second = ("", "") if start == 0 else ("  … ", "    ")
        lines[index] = first + line[start:end] + (" …" if end < len(line) else "")
        lines[index + 1] = second + below[start:end].rstrip()
    return "\n".join(lines)


@dataclass(frozen=True)
class Place:
    """
    The place that a diagnostic points to: a file, and where known the line and the column
    in it, both counted from 1.
    """

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = (self.file, self.line, self.column)
        return ":".join(str(part) for part in parts if part is not None)


class Error(Exception):
    """
    An error in an input, an option, an argument or the environment. Its text is the whole
    diagnostic; a field that is not known is `None`.
    """

    message: str
    """The text without place, kernel and notes."""

    kernel: str | None
    """The kernel, function or other symbol that the error is in."""

    argument: str | None
    """The kernel argument at fault: its name, or its number counted from 0."""

    notes: tuple[str, ...]
    """Lines that stand below the message."""

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
        super().__init__(text)
        self.message = text if message is None else message
        self.place = place
        self.kernel = kernel
        self.argument = argument
        self.notes = tuple(notes)

    @classmethod
    def at(
        cls,
        place: Place | None,
        message: str,
        *,
        kernel: str | None = None,
        argument: str | None = None,
        notes: Sequence[str] = (),
    ) -> Self:
        """
        The error whose text is `place: error: message` with the notes indented below.
        """
        where = "" if place is None else f"{place}: "
        return cls(
            "\n  ".join((f"{where}error: {message}", *notes)),
            message=message,
            place=place,
            kernel=kernel,
            argument=argument,
            notes=notes,
        )

    @property
    def file(self) -> str | None:
        """The file that the error is in, as diagnostics call it."""
        return None if self.place is None else self.place.file

    @property
    def line(self) -> int | None:
        """The line in `file`, counted from 1."""
        return None if self.place is None else self.place.line

    @property
    def column(self) -> int | None:
        """The column in `line`, counted from 1, in code points."""
        return None if self.place is None else self.place.column
