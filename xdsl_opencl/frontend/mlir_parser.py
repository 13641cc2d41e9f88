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
from xdsl.parser import Parser, ParserState
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken

from xdsl_opencl.conversions.unconverted import unknown_operation
from xdsl_opencl.dialects import literals as literals
from xdsl_opencl.errors import TOO_DEEP
from xdsl_opencl.source import SourceFile

_number = cache(IntAttr)

_UNKNOWN_OPERATION = re.compile(r"Operation (\S+) is not registered")


def _advice(name: str) -> str:
    """
    The end of the diagnostic for an unknown operation: plugins are looked for only where
    passes are named, because nothing else compiles what they have.
    """
    from xdsl.universe import XDSL_UNIVERSE

    dialect = name.partition(".")[0]
    if dialect in ("opencl", "index") or dialect in XDSL_UNIVERSE.all_dialects:
        return ""
    return "; if a plugin has it, lower it first: -p PASSES"


class LinearLexer(MLIRLexer):
    """
    xDSL's lexer with a regular expression for strings that takes linear time. xDSL's
    nests one repetition in another, so that it tries every way to split a string before
    it refuses it: 28 characters without a closing quote take 12 s.
    """

    _unescaped_characters_regex = re.compile(
        r'"[^"\\\n\v\f]*(?:\\(?:["nt\\]|[0-9A-Fa-f]{2})[^"\\\n\v\f]*)*"'
    )
    _unclosed_string = re.compile(_unescaped_characters_regex.pattern[:-1])

    def _lex_string_literal(self, start_pos: Position) -> MLIRToken:
        text = self.input.content
        if self._unescaped_characters_regex.match(text, start_pos) is None:
            good = self._unclosed_string.match(text, start_pos)
            end = start_pos + 1 if good is None else good.end()
            if text[end : end + 1] == "\\":
                raise ParseError(
                    Span(end, end + 1, self.input),
                    f"'{text[end : end + 2]}' is not an escape sequence; write '\\\\' for "
                    "a backslash",
                )
            raise ParseError(
                Span(start_pos, start_pos + 1, self.input),
                "the string is not closed; end it with a '\"' on this line",
            )
        return super()._lex_string_literal(start_pos)


class LocatingParser(Parser):
    """
    xDSL's parser, which also records where operations stand.
    """

    def __init__(self, ctx: Context, source: SourceFile) -> None:
        super().__init__(ctx, "", source.name)
        self._parser_state = ParserState(LinearLexer(Input(source.text, source.name)))
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
            self._refuse(unknown_operation(match[1]) + _advice(match[1]), start)
        except RecursionError:
            # Where this needs more of the stack than is left, the operation around it
            # is named.
            self._refuse(TOO_DEEP, start)
        except Exception as error:
            # xDSL's parsers of operations and attributes take some things for granted.
            message = f"not understood ({type(error).__name__}: {error})"
            raise ParseError(self._span(start), message) from error
        if isinstance(op.location, UnknownLoc):
            position = self._source.position(start)
            op.location = FileLineColLoc(
                self._file, _number(position.line), _number(position.column)
            )
        return op

    def _span(self, start: int) -> Span[str]:
        return Span(start, min(self.pos, start + 1), self.lexer.input)

    def _refuse(self, message: str, start: int) -> NoReturn:
        raise ParseError(self._span(start), message)
