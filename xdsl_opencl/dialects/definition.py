"""
The decorator of every operation of ours: xDSL's, except that an operation's assembly
format is compiled when it is first parsed or printed.

xDSL compiles each format when the class is made. We have more than 150, a module that
comes from OpenCL C and goes to LLVM needs none of them, and so they were a tenth of what
importing our dialects takes.
"""

from __future__ import annotations

from functools import cache

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, IRDLOperationInvT
from xdsl.irdl import irdl_op_definition as define
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer


def irdl_op_definition(cls: type[IRDLOperationInvT]) -> type[IRDLOperationInvT]:
    """
    Defines the operation `cls`; see xDSL's decorator of this name.

    A fault of the assembly format is a `ParseError` at its first use;
    `test_dialect_ops.py` uses each.
    """
    text = cls.assembly_format
    if text is None:
        return define(cls)
    cls.assembly_format = None
    define(cls)
    cls.assembly_format = text
    definition = cls.get_irdl_definition()
    definition.assembly_format = text

    @cache
    def program() -> FormatProgram:
        return FormatProgram.from_str(text, definition)

    def parse(cls: type[IRDLOperation], parser: Parser) -> Operation:
        return program().parse(parser, cls)

    def print_(self: IRDLOperation, printer: Printer) -> None:
        program().print(printer, self)

    setattr(cls, "parse", classmethod(parse))
    setattr(cls, "print", print_)
    return cls
