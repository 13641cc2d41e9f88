"""
Standard streams of the command line: diagnostics that cannot steer a terminal, and streams
that are closed or full.

Nothing here imports xDSL.
"""

from __future__ import annotations

import os
import re
import sys
from io import TextIOWrapper
from typing import TextIO

# A diagnostic quotes the input; only tabs, line ends and Clang's colours are kept.
_COLOUR = r"\x1b\[[0-9;]*m"
_CONTROL = re.compile(
    rf"({_COLOUR})|[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def printable(text: str, *, colours: bool = False) -> str:
    """
    `text` with control characters, and those that turn the direction of writing, as
    escapes such as `\\x1b`; with `colours` terminal colours stay.
    """

    def escape(match: re.Match[str]) -> str:
        found = match[0]
        if match[1] and colours:
            return found
        return "".join(
            c if c.isprintable() else c.encode("unicode_escape").decode() for c in found
        )

    return _CONTROL.sub(escape, text)


def diagnose(text: str) -> None:
    """
    Writes `text` to standard error as it is, but for characters that steer a terminal.
    A closed or full standard error loses the text: there is nowhere left to say so.
    """
    stream: TextIO | None = sys.stderr
    if stream is None or not text:
        return
    try:
        stream.write(printable(text, colours=stream.isatty()))
        stream.flush()
    except OSError:
        if stream is sys.__stderr__:
            _discard(2)
    except ValueError:
        return


def open_missing_streams() -> None:
    """
    Gives the descriptors 0 to 2 that are closed to the null device. Otherwise the next file
    that is opened gets such a number, and text for "standard error" ends up in it. Letters
    that the locale's encoding lacks are written as escapes, as Python does on standard
    error.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))
    stream: TextIO = sys.stdout
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """
    Sends the rest of Python's buffer of standard output to the null device, so that the
    interpreter does not fail again at its end.
    """
    _discard(1)


def _discard(descriptor: int) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
