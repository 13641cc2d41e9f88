"""
The MLIR parser that records the locations of operations.

xDSL's parser gives operations no location unless the text has `loc(...)`;
`LocatingParser` gives each its line and column, so that diagnostics can point there.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialects.builtin import (
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Operation
from xdsl.parser import Parser, ParserState
from xdsl.universe import Universe
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind, StringLiteral

from xdsl_opencl.conversions.unconverted import unknown_operation
from xdsl_opencl.dialects.literals import Element
from xdsl_opencl.errors import TOO_DEEP
from xdsl_opencl.source import SourceFile

_number = cache(IntAttr)

_UNKNOWN_OPERATION = re.compile(r"Operation (\S+) is not registered")
_UNKNOWN_ATTRIBUTE = re.compile(r"'(\S+)' is not registered")
_NO_MEMBER = re.compile(r"(.+) is not a valid (\w+)")
_UNCLOSED = " in block definition"
"""xDSL's message if something other than a block follows in a region."""

_MOST_BITS = (1 << 24) - 1
"""The widest integer type of MLIR (`IntegerType::kMaxWidth`)."""
_INTEGER = re.compile(r"[su]?i(\d{8,})")


def _members(name: str) -> tuple[str, ...]:
    """The values of the enumeration `name`, one of xDSL's or ours."""
    classes: list[type[Enum]] = Enum.__subclasses__()
    for each in classes:
        if each.__name__ == name:
            return tuple(str(member.value) for member in each)
        classes += each.__subclasses__()
    return ()


def _reason(error: Exception) -> str:
    """The message for an operation whose parser raised `error` without a message."""
    found = _NO_MEMBER.fullmatch(str(error)) if isinstance(error, ValueError) else None
    if found is not None and (members := _members(found[2])):
        return f"{found[1]} is not understood here; expected {', '.join(members)}"
    return f"not understood ({type(error).__name__}: {error})"


def _advice(name: str) -> str:
    """
    The end of the diagnostic for an unknown operation, attribute or type: plugins are searched
    only where passes are named, because only passes can compile a plugin's operations.
    """
    from xdsl.universe import XDSL_UNIVERSE

    dialect = name.partition(".")[0]
    if dialect in ("opencl", "index") or dialect in XDSL_UNIVERSE.all_dialects:
        return ""
    return "; if a plugin has it, lower it first: -p PASSES"


class LinearLexer(MLIRLexer):
    """
    xDSL's lexer with a regular expression for strings that takes linear time. xDSL's expression
    nests one repetition in another, so it tries every split of a string before it fails: 28
    characters without a closing quote take 12 s.

    UTF-8 strings are text here; xDSL's lexer reads strings with escaped non-ASCII letters, as its
    printer writes them, as bytes.
    """

    _unescaped_characters_regex = re.compile(
        r'"[^"\\\n\v\f]*(?:\\(?:["nt\\]|[0-9A-Fa-f]{2})[^"\\\n\v\f]*)*"'
    )
    _unclosed_string = re.compile(_unescaped_characters_regex.pattern[:-1])

    def _lex_bare_identifier(self, start_pos: Position) -> MLIRToken:
        token = super()._lex_bare_identifier(start_pos)
        wide = _INTEGER.fullmatch(token.text)
        if wide is not None and int(wide[1]) > _MOST_BITS:
            # xDSL would compute the range of such a type.
            raise ParseError(
                token.span, f"an integer type has at most {_MOST_BITS} bits; use fewer"
            )
        return token

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
        token = super()._lex_string_literal(start_pos)
        if token.kind is MLIRTokenKind.BYTES_LIT:
            try:
                StringLiteral.from_span(token.span).bytes_contents.decode()
            except UnicodeDecodeError:
                return token
            return Token(MLIRTokenKind.STRING_LIT, token.span)
        return token


def make_context(universe: Universe) -> Context:
    """A context that loads every dialect of `universe` when it is first met."""
    context = Context()
    for name, factory in universe.all_dialects.items():
        context.register_dialect(name, factory)
    return context


def parse_mlir(source: SourceFile) -> ModuleOp:
    """
    The module of MLIR text; every dialect that is installed may be used.

    Raises `ParseError` and `VerifyException`.
    """
    context = make_context(Universe.get_multiverse())
    module = LocatingParser(context, source).parse_module()
    module.verify()
    return module


class LocatingParser(Parser):
    """xDSL's parser with locations of operations."""

    _TensorLiteralElement = Element

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
            # An attribute or type refused by its own verifier.
            self._refuse(str(error), start)
        except ParseError as error:
            if error.msg == _UNCLOSED:
                message = "expected an operation, a block or the '}' of the region"
                raise ParseError(error.span, message) from error
            if (match := _UNKNOWN_ATTRIBUTE.match(error.msg)) is not None:
                message = f"there is no attribute or type '{match[1]}'"
                raise ParseError(error.span, message + _advice(match[1])) from error
            # xDSL points past the name of an unknown operation.
            if (match := _UNKNOWN_OPERATION.match(error.msg)) is None:
                raise
            self._refuse(unknown_operation(match[1]) + _advice(match[1]), start)
        except RecursionError:
            # If the stack does not suffice here, the error names the operation around it.
            self._refuse(TOO_DEEP, start)
        except Exception as error:
            # xDSL's parsers of operations and attributes do not check all input.
            raise ParseError(self._span(start), _reason(error)) from error
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
