"""Input text with its positions. Nothing here imports xDSL."""

from __future__ import annotations

import os
import sys
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath

from xdsl_opencl.errors import Error, Place, without_long_lines
from xdsl_opencl.files import read_input


@dataclass(frozen=True)
class SourcePosition:
    """Line and column, both counted from 1, the column in code points."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


MLIR_ENDINGS = (".mlir", "")


def is_foreign(name: str) -> bool:
    """Returns whether a frontend reads the file `name`, and not the parser of MLIR."""
    return not name.startswith("<") and PurePath(name).suffix not in MLIR_ENDINGS


class SourceError(Error, ValueError):
    """The input is not text, or not of the language that is asked for."""


def require_other_file(input: str | None, output: str) -> None:
    """Raises `SourceError` when writing `output` would destroy the file `input`."""
    try:
        same = input is not None and os.path.samefile(input, output)
    except OSError:
        # One of them does not exist.
        return
    if same:
        raise SourceError(
            f"error: the output '{output}' is the input; write to another file"
        )


@dataclass(frozen=True)
class SourceFile:
    """
    An input: `name` stands in diagnostics; `path` is the file that it was read from, if
    there is one.
    """

    name: str
    text: str
    path: str | None = None

    @staticmethod
    def from_bytes(name: str, data: bytes) -> SourceFile:
        """
        Decodes UTF-8; a byte order mark is left out.

        Raises `SourceError` that names the line of the first wrong byte.
        """
        if data.startswith(b"\x7fELF"):
            raise SourceError.at(
                Place(name),
                "this is an ELF file, not text; 'info', 'run', 'report' and 'disassemble' "
                "read code objects",
            )
        try:
            return SourceFile(name, data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            column = error.start - data.rfind(b"\n", 0, error.start)
            more = "; LLVM bitcode is read from .bc files, SPIR-V from .spv files"
            raise SourceError.at(
                Place(name, line, column),
                f"the input is not UTF-8 text (byte {data[error.start]:#04x}); "
                f"save it as UTF-8{more}",
            ) from None

    @staticmethod
    def read(path: Path | str, language: str | None = None) -> SourceFile:
        """
        Reads a file, or standard input for `-`, which is MLIR unless `language` is another
        of `LANGUAGES`. Only MLIR must be UTF-8 text in a file; the readers of other
        languages judge their input themselves.

        Raises `OSError`, and `SourceError` as `from_bytes` or for the language of a file.
        """
        if str(path) == "-":
            name = "<stdin>" if language in (None, "mlir") else f"stdin.{language}"
            return SourceFile.from_bytes(name, sys.stdin.buffer.read())
        if language is not None:
            raise SourceError(
                f"{path}: error: the ending of a file says its language; use --lang with "
                "- (standard input) only"
            )
        name = str(path)
        data = read_input(path)
        # A pipe cannot be read again.
        again = name if os.path.isfile(path) else None
        if is_foreign(name):
            return SourceFile(name, data.decode("utf-8", "replace"), again)
        return replace(SourceFile.from_bytes(name, data), path=again)

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    def position(self, offset: int) -> SourcePosition:
        """Line and column of code point `offset`."""
        line = bisect_right(self.line_starts, offset)
        return SourcePosition(line, offset - self.line_starts[line - 1] + 1)

    def excerpt(self, position: SourcePosition) -> list[str]:
        """
        The line of `position` and a caret below; nothing where it is empty or missing.
        """
        if not 1 <= position.line <= len(self.line_starts):
            return []
        start = self.line_starts[position.line - 1]
        end = self.text.find("\n", start)
        line = self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")
        if not line.strip():
            return []
        before = line[: position.column - 1]
        if is_foreign(self.name) and not line.isascii():
            # Clang and LLVM count the bytes of a line.
            before = line.encode()[: position.column - 1].decode(errors="ignore")
        # Tabs stay tabs, so that the caret stands below for every width of them.
        indent = "".join("\t" if c == "\t" else " " for c in before)
        return [f"  {line}", f"  {indent}^"]


def render(
    message: str,
    place: Place | None = None,
    source: SourceFile | None = None,
    kind: str = "error",
) -> str:
    """
    `file:line:col: error: message`, the source line and a caret; `kind` is `error` or
    `warning`.
    """
    head, _, rest = message.partition("\n")
    lines = [f"{f'{place}: ' if place else ''}{kind}: {head}"]
    if place is not None and source is not None and place.file == source.name:
        if place.line is not None and place.column is not None:
            lines += source.excerpt(SourcePosition(place.line, place.column))
    lines += [line.rstrip() for line in rest.splitlines() if line.strip()]
    return without_long_lines("\n".join(lines))
