"""
Line tables: where in the source an instruction is from, as LLVM's debug information.

The module attribute `opencl.line_tables`, a unit, asks for them; the frontend sets it for
programs that were built with `-g`. Only lines are told (`LineTablesOnly`), no variables and
no types. Source: LLVM's "Source Level Debugging" and the DI classes of `llvm/IR`.
"""

from __future__ import annotations

import os

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.dialects.llvm import FuncOp
from xdsl.ir import Operation

from xdsl_opencl.ir.diagnostics import source_place
from xdsl_opencl.llvm_ir.printer.metadata import MetadataTable, string_operand
from xdsl_opencl.llvm_ir.printer.text import escape

FLAGS = (
    ("i32 7", string_operand("Dwarf Version"), "i32 5"),
    ("i32 2", string_operand("Debug Info Version"), "i32 3"),
)
"""Module flags; 7 takes the highest of the linked modules, 2 warns of a difference."""


class LineTables:
    """The debug information of one module."""

    def __init__(self, metadata: MetadataTable):
        self._metadata = metadata
        self._unit: str | None = None
        self._subprogram: str | None = None
        self._file = ""
        """Of the function that is printed."""

    def _quoted(self, text: str) -> str:
        return f'"{escape(text)}"'

    def _file_node(self, name: str) -> str:
        folder = "" if os.path.isabs(name) or name.startswith("<") else os.getcwd()
        return self._metadata.specialised(
            f"!DIFile(filename: {self._quoted(name)}, directory: {self._quoted(folder)})"
        )

    def begin(self, op: FuncOp) -> str:
        """
        The attachment of the function `op`; its instructions come next. Empty if its place is
        not known.
        """
        self._subprogram = None
        place = source_place(op.location)
        if place is None:
            return ""
        metadata = self._metadata
        self._file = place.filename.data
        file = self._file_node(self._file)
        if self._unit is None:
            self._unit = metadata.specialised(
                f"distinct !DICompileUnit(language: DW_LANG_OpenCL, file: {file}, "
                'producer: "xdsl-opencl", isOptimized: true, runtimeVersion: 0, '
                "emissionKind: LineTablesOnly)"
            )
            metadata.named["llvm.dbg.cu"] = [self._unit]
        types = metadata.specialised(f"!DISubroutineType(types: {metadata.tuple(())})")
        line = place.line.data
        self._subprogram = metadata.specialised(
            f"distinct !DISubprogram(name: {self._quoted(op.sym_name.data)}, scope: {file}, "
            f"file: {file}, line: {line}, type: {types}, scopeLine: {line}, spFlags: "
            f"DISPFlagDefinition | DISPFlagOptimized, unit: {self._unit})"
        )
        return f" !dbg {self._subprogram}"

    def attachment(self, op: Operation, text: str) -> str:
        scope = self._subprogram
        if scope is None:
            return ""
        place = source_place(op.location)
        if place is None:
            # Calls must have a line, since LLVM may inline there; 0 is none.
            return f", !dbg {self._location(0, 0, scope)}" if "call " in text else ""
        return f", !dbg {self._place(place, scope)}"

    def _place(self, place: FileLineColLoc, scope: str) -> str:
        if place.filename.data != self._file:
            file = self._file_node(place.filename.data)
            scope = self._metadata.specialised(
                f"!DILexicalBlockFile(scope: {scope}, file: {file}, discriminator: 0)"
            )
        return self._location(place.line.data, place.column.data, scope)

    def _location(self, line: int, column: int, scope: str) -> str:
        # LLVM keeps 16 bits of a column.
        column = column if column < 1 << 16 else 0
        return self._metadata.specialised(
            f"!DILocation(line: {line}, column: {column}, scope: {scope})"
        )
