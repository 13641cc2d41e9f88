"""
Tokens of textual LLVM IR.

The reader works on text that LLVM itself printed (llvmlite parses the input and
prints it again), so a line is one instruction, global or metadata node; only `switch`
runs over several lines. One regular expression splits a line; strings hold no quote,
LLVM writes it as `\\22`.
"""

from __future__ import annotations

import re

from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.errors import Error, Place

_TOKEN = re.compile(
    r"""
    ;.*                                         # comment
  | [%@!$^]?"[^"]*":?                           # string, quoted name, quoted label
  | c"[^"]*"                                    # bytes
  | [%@!$^][-a-zA-Z$._0-9\\]+                   # name
  | \#[0-9]+                                    # attribute group
  | -?[0-9][0-9a-zA-Z.]*(?:(?<=[eE])[+-][0-9]+)?:?  # number, numbered label
  | [a-zA-Z_$.][\w$.-]*:?                       # word, label
  | \.\.\.
  | [][(){}<>,=*!|:+-]
    """,
    re.VERBOSE,
)

tokenize = _TOKEN.findall

REPLACEMENT = "\ufffd"
"""The character that stands for bytes which are not UTF-8."""

_ESCAPE = re.compile(r"\\([0-9a-fA-F]{2}|\\)")


def unescape(text: str) -> str:
    """The characters of an LLVM string or quoted name, `\\xx` taken as UTF-8 bytes."""
    if "\\" not in text:
        return text
    return unescape_bytes(text).decode("utf-8", "replace")


def unescape_bytes(text: str) -> bytes:
    """The bytes of an LLVM string: `\\xx` is a byte, everything else UTF-8."""
    parts = _ESCAPE.split(text)
    out = bytearray(parts[0].encode())
    for code, plain in zip(parts[1::2], parts[2::2], strict=True):
        out += b"\\" if code == "\\" else bytes((int(code, 16),))
        out += plain.encode()
    return bytes(out)


def name_of(token: str) -> str:
    """
    The name in `%x`, `@"x y"`, `!x` or a plain string token, without sigil and quotes.
    """
    if token[0] in "%@!$^":
        token = token[1:]
    if token and token[0] == '"':
        return unescape(token[1:-1])
    return token


def symbol_of(token: str) -> str:
    """
    The name in `@x` or `@"x y"` that a line defines.

    Raises `Unsupported` if it is not UTF-8: two names could become one.
    """
    name = name_of(token)
    if REPLACEMENT in name and "\\" in token:
        try:
            unescape_bytes(token).decode()
        except UnicodeDecodeError:
            raise Unsupported(f"the name {token} is not UTF-8; rename it") from None
    return name


class LineError(Error):
    """
    A line that the reader does not take; `origin` is the place in the program that the
    line was made of, where that is known.
    """

    def __init__(
        self,
        message: str,
        line: int,
        text: str,
        source: str = "LLVM IR",
        origin: Place | None = None,
    ):
        place = Place(source, line)
        note = text.strip()[:200]
        super().__init__(
            f"{place}: error: {message}\n  {note}",
            message=message,
            place=place,
            notes=(note,),
        )
        self.origin = origin


class Unsupported(Exception):
    """Raised inside a line; the reader adds the line and makes it a `LineError`."""


NOT_UNDERSTOOD = (
    KeyError,
    IndexError,
    ValueError,
    AssertionError,
    NotImplementedError,
    VerifyException,
)
"""The error of a line in a form of LLVM IR that the reader was not written for."""
