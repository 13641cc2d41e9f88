"""The module around a function that is being read: the things its lines may refer to."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DictionaryAttr,
    IntegerAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.ir.diagnostics import place_of
from xdsl_opencl.llvm_ir.reader.attachments import ATTACHMENTS
from xdsl_opencl.llvm_ir.reader.constants import ConstantParser
from xdsl_opencl.llvm_ir.reader.declarations import Callee, Global, Header
from xdsl_opencl.llvm_ir.reader.lexer import LineError
from xdsl_opencl.llvm_ir.reader.locations import LinePlaces, Locations
from xdsl_opencl.llvm_ir.reader.metadata import Item, Metadata, TypedValue
from xdsl_opencl.llvm_ir.reader.types import TypeParser

_LOCATION = re.compile(r", !dbg (!\d+)")


class Place(Protocol):
    """The place in a function where operations are being made."""

    def emit(self, op: Operation) -> None:
        """Puts `op` there."""
        ...

    def integer(self, value: int, type_: Attribute) -> SSAValue:
        """Returns a constant, which stands at the start of the function."""
        ...


CallMaker = Callable[
    [Place, list[SSAValue], Attribute | None, llvm.FastMathAttr], SSAValue | None
]
"""
Makes the operations for a call, from its place, its arguments, the type of its result (None
for void) and its flags. Returns the value that stands for the result.
"""


class ModuleScope:
    """
    Types, constants, metadata and symbols of one module.

    `original` is the text the user gave, where that is not `text`: errors name its lines.
    """

    def __init__(self, text: str, source: str, original: str | None):
        self.symbols: dict[str, SymbolRefAttr] = {}
        """References to functions, each made once."""
        self.source = source
        self.text = text
        self._original = original
        self.types = TypeParser()
        self.constants = ConstantParser(self.types)
        self.metadata = Metadata(self.constants)
        self.locations = Locations(self.metadata)
        self.functions: dict[str, Header] = {}
        """Defined functions, those with an alias under both names."""
        self.globals: dict[str, Global] = {}
        self.callees: dict[str, Callee] = {}
        """Functions that are called and not defined, in the order of their first calls."""
        self.makers: Callable[[str], CallMaker | None] | None = None
        """
        Finds, by name, the maker of the operations that stand for calls of a function that
        the module does not define; None where calls stay `llvm.call`.
        """
        self.line_places: LinePlaces | None = None
        """Set where operations without a place in a program get that of their line."""
        self.lines: dict[Operation, int] = {}
        """Number of the line that a call was made of, for errors that are found later."""
        self.attachment_readers: dict[str, Callable[[Item], Attribute | None]] = (
            ATTACHMENTS
        )
        self.attached: dict[tuple[str, ...], DictionaryAttr] = {}
        """By the tokens that follow an instruction, the attributes that they mean."""

    def fail(self, message: str, line: int, text: str) -> LineError:
        """
        The error for a line, by its number in the user's file where it can be found.
        """
        origin = None
        if self.metadata.has_locations and (node := _LOCATION.search(text)):
            origin = place_of(self.locations.location(node[1]))
        if self._original is not None:
            wanted = text.strip()
            lines = [
                number
                for number, original in enumerate(self._original.split("\n"), 1)
                if original.strip() == wanted
            ]
            if len(lines) == 1:
                return LineError(message, lines[0], text, self.source, origin)
        source = f"{self.source} as LLVM prints it"
        return LineError(message, line, text, source, origin)

    def fail_at(self, op: Operation, message: str) -> LineError | None:
        """
        The error for the line that the call `op` was made of; None if it is not known.
        """
        if (line := self.lines.get(op)) is None:
            return None
        return self.fail(message, line, self.text.split("\n")[line - 1])

    def loop_hints(self, node: Item) -> Attribute | None:
        """
        The properties of an `!llvm.loop` node but `mustprogress`; None if there are none.
        """
        hints: dict[str, Attribute] = {}
        for item in node if isinstance(node, tuple) else ():
            if not isinstance(item, tuple) or not item or not isinstance(item[0], str):
                continue
            name = item[0].removeprefix("llvm.loop.")
            if name == item[0] or name == "mustprogress" or "followup" in name:
                continue
            if len(item) == 1:
                hints[name] = UNIT
            elif isinstance(item[1], TypedValue) and isinstance(item[1].value, int):
                hints[name] = IntegerAttr(item[1].value, i32)
        return DictionaryAttr(hints) if hints else None
