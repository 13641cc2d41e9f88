"""
Source locations of textual LLVM IR: `!DILocation` nodes as MLIR's locations.

A place in a function is a `FileLineColLoc`; one in a function that was inlined is a
`CallSiteLoc` of the place and of where it was inlined. Scopes give the file only: names of
functions are those of the module. A file has the name that the compiler was given, or its
path from where the compiler ran.
"""

from __future__ import annotations

import os.path
import re
from functools import cache

from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    StringAttr,
    UnknownLoc,
)

from xdsl_opencl.llvm_ir.reader.lexer import name_of
from xdsl_opencl.llvm_ir.reader.metadata import Metadata

UNKNOWN = UnknownLoc()
_NO_FILE = "<unknown>"
_DEFINED = re.compile(r'define\b[^@]*(@(?:"[^"]*"|[-\w$.]+))')


@cache
def _number(value: int) -> IntAttr:
    return IntAttr(value)


class LinePlaces:
    """
    The lines of `text`, LLVM IR in the file `source`, that LLVM printed as they were: it
    leaves most instructions so, and renames and moves others.
    """

    def __init__(self, text: str, source: str):
        self._file = StringAttr(source)
        self._lines: dict[str, FileLineColLoc | None] = {}
        self._functions: dict[str, FileLineColLoc] = {}
        for number, line in enumerate(text.split("\n"), 1):
            stripped = line.strip()
            column = len(line) - len(line.lstrip()) + 1
            place = FileLineColLoc(self._file, _number(number), _number(column))
            # One of several equal lines: it is not known which.
            self._lines[stripped] = None if stripped in self._lines else place
            if match := _DEFINED.match(stripped):
                self._functions[name_of(match[1])] = place

    def line(self, text: str) -> FileLineColLoc | None:
        return self._lines.get(text.strip())

    def function(self, name: str) -> FileLineColLoc | None:
        return self._functions.get(name)


class Locations:
    """The locations that the nodes of one module stand for."""

    def __init__(self, metadata: Metadata):
        self._metadata = metadata
        self._known: dict[str, LocationAttr] = {}
        self._files: dict[str, StringAttr] = {}
        self._main: tuple[str, str, str] | None = None

    def location(self, token: str) -> LocationAttr:
        """
        The location of the `!DILocation` or `!DISubprogram` node `token`; the unknown one
        for a node that is neither, and for line 0, which is code of no line.
        """
        known = self._known.get(token)
        if known is None:
            # A node that contradicts itself must not go round for ever.
            self._known[token] = UNKNOWN
            known = self._known[token] = self._location(token)
        return known

    def _location(self, token: str) -> LocationAttr:
        kind, fields = self._metadata.fields(token)
        line = int(fields.get("line", "0"))
        if kind not in ("DILocation", "DISubprogram") or line == 0:
            return UNKNOWN
        if kind == "DISubprogram":
            file = self._file(fields.get("file", ""))
            return FileLineColLoc(file, _number(line), _number(1))
        # Without a column the place is the line.
        column = max(int(fields.get("column", "1")), 1)
        file = self._scope_file(fields.get("scope", ""))
        place = FileLineColLoc(file, _number(line), _number(column))
        if (site := fields.get("inlinedAt")) is None:
            return place
        caller = self.location(site)
        return place if isinstance(caller, UnknownLoc) else CallSiteLoc(place, caller)

    def _scope_file(self, token: str) -> StringAttr:
        """The file of a scope: its own, or that of the scope around it."""
        seen: set[str] = set()
        while token not in seen:
            seen.add(token)
            _, fields = self._metadata.fields(token)
            if (file := fields.get("file")) is not None:
                return self._file(file)
            token = fields.get("scope", "")
        return self._file("")

    def _file(self, token: str) -> StringAttr:
        if (known := self._files.get(token)) is None:
            kind, fields = self._metadata.fields(token)
            name = _NO_FILE
            if kind == "DIFile":
                name = self._file_name(
                    name_of(fields.get("filename", '""')),
                    name_of(fields.get("directory", '""')),
                )
            known = self._files[token] = StringAttr(name)
        return known

    def _file_name(self, name: str, folder: str) -> str:
        """Clang moves parts of a path between file and folder."""
        if name.startswith("<"):
            return name
        path = os.path.normpath(os.path.join(folder, name))
        main, main_path, start = self._main_file()
        if path == main_path:
            return main
        if start and path.startswith(start.rstrip("/") + "/"):
            return os.path.relpath(path, start)
        return path

    def _main_file(self) -> tuple[str, str, str]:
        """The input of the compiler: its name, its path, and the folder it ran in."""
        if self._main is None:
            self._main = ("", "", "")
            for unit in self._metadata.named.get("llvm.dbg.cu", ()):
                _, fields = self._metadata.fields(unit)
                kind, file = self._metadata.fields(fields.get("file", ""))
                if kind == "DIFile":
                    name = name_of(file.get("filename", '""'))
                    folder = name_of(file.get("directory", '""'))
                    path = os.path.normpath(os.path.join(folder, name))
                    self._main = (name, path, folder)
                    break
        return self._main
