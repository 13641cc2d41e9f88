"""
The MLIR parser that records where operations stand.

xDSL's parser gives operations no location unless the text has `loc(...)`;
`LocatingParser` gives each its line and column, so that diagnostics can point there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_opencl.driver.source import SourceFile

_number = cache(IntAttr)

_UNKNOWN_OPERATION = re.compile(r"Operation (\S+) is not registered")


class LocatingParser(Parser):
    """
    xDSL's parser, which also records where operations stand.
    """

    def __init__(self, ctx: Context, source: SourceFile) -> None:
        super().__init__(ctx, source.text, source.name)
        self._source = source
        self._file = StringAttr(source.name)

    def parse_operation(self) -> Operation:
        start = self.pos
        try:
            op = super().parse_operation()
        except VerifyException as error:
            # An attribute or type that its own verifier refuses.
            self._refuse(str(error), start)
        except ParseError as error:
            # xDSL points behind the name of an unknown operation.
            if (match := _UNKNOWN_OPERATION.match(error.msg)) is None:
                raise
            self._refuse(f"there is no operation '{match[1]}'", start)
        if isinstance(op.location, UnknownLoc):
            position = self._source.position(start)
            op.location = FileLineColLoc(
                self._file, _number(position.line), _number(position.column)
            )
        return op

    def _refuse(self, message: str, start: int) -> NoReturn:
        self.raise_error(message, start, min(self.pos, start + 1))
