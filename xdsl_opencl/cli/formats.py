"""
Assembly formats of xDSL's own dialects, compiled when they are used.

xDSL compiles the format of each operation when its dialect is imported, which takes a
quarter of the time to import `llvm` and `arith`; a compilation from OpenCL C parses and
prints none of them. `dialects.definition` does the same for our operations.

Only the command line asks for this: a program that imports us gets xDSL as it is.
"""

from __future__ import annotations

from xdsl.irdl import OpDef
from xdsl.irdl.declarative_assembly_format import FormatDirective, FormatProgram


class _LaterProgram(FormatProgram):
    """
    A format that is compiled when it is asked for its statements.
    """

    def __init__(self, text: str, definition: OpDef) -> None:
        # The base is frozen.
        vars(self)["_source"] = text, definition

    def __getattr__(self, name: str) -> tuple[FormatDirective, ...]:
        if name != "stmts":
            raise AttributeError(name)
        text, definition = vars(self)["_source"]
        statements = _compile(text, definition).stmts
        vars(self)["stmts"] = statements
        return statements


_compile = FormatProgram.from_str


def put_off_formats() -> None:
    """
    Makes the dialects that are imported from now on compile their formats when an operation
    is first parsed or printed in it. A fault of a format is a `ParseError` then.
    """
    setattr(FormatProgram, "from_str", staticmethod(_LaterProgram))
