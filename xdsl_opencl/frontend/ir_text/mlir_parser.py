"""
The MLIR parser that records the locations of operations.

xDSL's parser gives operations no location unless the text has `loc(...)`;
`LocatingParser` gives each its line and column, so that diagnostics can point there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache, partial
from typing import NoReturn

from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import (
    DenseResourceAttr,
    FileLineColLoc,
    IntAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnknownLoc,
    UnregisteredAttr,
)
from xdsl.ir import Attribute, AttributeInvT, Dialect, Operation, SSAValue
from xdsl.parser import Parser, ParserState, UnresolvedOperand
from xdsl.universe import Universe
from xdsl.utils.exceptions import ParseError, VerifyException
from xdsl.utils.lexer import Input, Position, Span, Token
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind, StringLiteral

from xdsl_opencl.conversions.unconverted import unknown_operation
from xdsl_opencl.dialects.literals import Element
from xdsl_opencl.dialects.resources import Blob, elements
from xdsl_opencl.errors import TOO_DEEP
from xdsl_opencl.source import SourceFile

_number = cache(IntAttr)

_UNKNOWN_OPERATION = re.compile(r"Operation (\S+) is not registered")
_UNKNOWN_ATTRIBUTE = re.compile(r"'(\S+)' is not registered")
_NO_MEMBER = re.compile(r"(.+) is not a valid (\w+)")
_UNCLOSED = " in block definition"
"""xDSL's message if something other than a block follows in a region."""

_ALIAS = re.compile(r"(#[\w$.-]+)\s*=\s*(?=loc\()")

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


_STABLEHLO = "'iree-compile --iree-input-type=stablehlo --compile-to=input'"
_TORCH = "torch-mlir's output_type='linalg-on-tensors'"
_DECOMPOSED = (
    "iree-linalg-ext-convert-attention-to-online-attention,"
    "iree-linalg-ext-decompose-attention"
)
_LOOPS = "iree-codegen-iree-comprehensive-bufferize,iree-linalg-ext-to-loops"


def _iree(passes: str) -> str:
    return f"'iree-opt --pass-pipeline=builtin.module(func.func({passes}))'"


_FRONT_ENDS: Mapping[str, str] = {
    "chlo": _STABLEHLO,
    "flow": "'iree-compile --compile-to=input', no later phase,",
    "iree_linalg_ext": _iree(_LOOPS),
    "iree_linalg_ext.attention": _iree(_DECOMPOSED),
    "memref.reshape": "'mlir-opt --memref-expand'",
    "mhlo": "'iree-compile --compile-to=input', of StableHLO,",
    "onnx": "'torch-mlir-import-onnx' with 'torch-mlir-opt'",
    "sdy": _STABLEHLO,
    "stablehlo": _STABLEHLO,
    "tm_tensor": "'torch-mlir-opt --tm-tensor-bufferize --tm-tensor-to-loops'",
    "tm_tensor.attention": _iree(f"torch-iree-tm-tensor-to-linalg-ext,{_DECOMPOSED}"),
    "torch": _TORCH,
    "torch_c": _TORCH,
    "tosa": "'mlir-opt' with --tosa-to-linalg-named and --tosa-to-linalg",
    "vhlo": _STABLEHLO,
}
"""
What makes `linalg` or loops of the operations of front ends' dialects. torch-mlir's own loops of an
attention are no choice: their work items add to one element.
"""


def _advice(name: str) -> str:
    """
    The end of the diagnostic for an unknown operation, attribute or type: plugins are searched
    only where passes are named, because only passes can compile a plugin's operations.
    """
    from xdsl.universe import XDSL_UNIVERSE

    dialect = name.partition(".")[0]
    if (tool := _FRONT_ENDS.get(name, _FRONT_ENDS.get(dialect))) is not None:
        return f"; {tool} lowers it"
    if dialect in ("opencl", "index") or dialect in XDSL_UNIVERSE.all_dialects:
        return ""
    if dialect == "util":
        return (
            "; of 'util' functions are read: pass the value of a global as an argument"
        )
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
        if text.startswith("0x", start_pos + 1):
            # Perhaps the weights of a network. Searches for one character are the fastest.
            end = text.find('"', start_pos + 1)
            if all(text.find(c, start_pos, end) < 0 for c in "\\\n\v\f") and end > 0:
                self.pos = end + 1
                return self._form_token(MLIRTokenKind.STRING_LIT, start_pos)
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


_READ = ("iree_linalg_ext", "tm_tensor", "util")
"""Dialects of PyTorch's and JAX's programs that only this parser reads."""


def _read(name: str) -> Dialect:
    from xdsl_opencl.dialects.linalg_ext.extensions import READ

    return READ[name]()


class _Context(Context):
    """A context that keeps unknown attributes of front ends' dialects, which are notes, unread."""

    def get_optional_attr(self, name: str) -> type[Attribute] | None:
        found = super().get_optional_attr(name)
        if found is None and name.partition(".")[0] in _FRONT_ENDS:
            return UnregisteredAttr.with_name_and_type(name, False)
        return found


def make_context(universe: Universe) -> Context:
    """A context that loads every dialect of `universe` when it is first met."""
    context = _Context()
    for name, factory in universe.all_dialects.items():
        context.register_dialect(name, factory)
    for name in {*_READ} - universe.all_dialects.keys():
        context.register_dialect(name, partial(_read, name))
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
        self._blobs: dict[str, Blob] = {}
        self._resources: dict[DenseResourceAttr, Span] = {}
        """Constants with the elements of blobs, and the first place of each."""
        self._ahead: dict[str, bool] = {}
        """Aliases that are read before the parser comes to them; true once they are read."""
        self._definitions: dict[str, int] = {}
        """The places in the text of what aliases of locations stand for."""
        self._first_uses: dict[str, Span] = {}

    def resolve_operand(
        self, operand: UnresolvedOperand, type: AttributeInvT
    ) -> SSAValue[AttributeInvT]:
        value = super().resolve_operand(operand, type)
        if operand.operand_name in self.forward_ssa_references:
            self._first_uses.setdefault(operand.operand_name, operand.span)
        return value

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        try:
            module = super().parse_module(allow_implicit_module)
        except ParseError as error:
            if not error.msg.startswith("values used but not defined"):
                raise
            # xDSL points to the end of the input.
            names = [*self.forward_ssa_references]
            told = ", ".join(f"%{name}" for name in names)
            message = f"nothing defines {told}; define it, or correct the name"
            span = self._first_uses.get(names[0], error.span)
            raise ParseError(span, message) from error
        if not self._blobs:
            return module
        made: dict[Attribute, Attribute] = {}
        for attr, span in self._resources.items():
            if (blob := self._blobs.get(attr.resource_handle.data)) is None:
                continue
            try:
                made[attr] = elements(attr, blob)
            except ValueError as error:
                raise ParseError(span, str(error)) from None
        for op in module.walk():
            for parts in (op.properties, op.attributes):
                parts.update((k, made[v]) for k, v in parts.items() if v in made)
        return module

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

    # --- resources: not those of xDSL's dialects, which belong to all texts of a process -----

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        key = self.parse_optional_str_literal()
        return self.parse_identifier(" for resource handle") if key is None else key

    def _parse_builtin_dense_resource_attr(self) -> DenseResourceAttr:
        span = self._current_token.span
        attr = super()._parse_builtin_dense_resource_attr()
        self._resources.setdefault(attr, span)
        return attr

    def _parse_resource(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> None:
        span = self._current_token.span
        key = self._parse_dialect_resource_handle(dialect_name, interface)
        self.parse_punctuation(":")
        blob = self._parse_token(MLIRTokenKind.STRING_LIT, "expected a string").span
        if key in self._blobs:
            raise ParseError(
                span, f"resource '{key}' is there twice; remove one or rename it"
            )
        try:
            text, start, end = self._source.text, blob.start + 1, blob.end - 1
            self._blobs[key] = Blob.parse(key, text, start, end)
        except ValueError as error:
            raise ParseError(span, str(error)) from None

    def _parse_external_resources(self) -> None:
        self.raise_error("'external_resources' are not read; remove them from the text")

    # --- aliases of locations, which MLIR prints at the end ---------------------------------

    def _parse_location(self) -> LocationAttr:
        token = self._current_token
        if (
            token.kind is MLIRTokenKind.HASH_IDENT
            and token.text not in self.attribute_aliases
        ):
            self._read_ahead(token.text)
        location = super()._parse_location()
        # Of JAX's ranges, `"a.py":3:2 to :9`, the start is kept.
        if self.parse_optional_keyword("to") is not None:
            if self.parse_optional_punctuation(":") is None:
                self.parse_integer(False, False)
                self.parse_punctuation(":")
            self.parse_integer(False, False)
        return location

    def _read_ahead(self, alias: str) -> None:
        """Reads the definition of `alias` further on, if there is one, and comes back."""
        if not self._ahead:
            for start in self._source.line_starts:
                if (found := _ALIAS.match(self._source.text, start)) is not None:
                    self._definitions[found[1]] = found.end()
            self._ahead[""] = True
        place = self._definitions.get(alias)
        if place is None or alias in self._ahead:
            return
        here = self.pos
        self._ahead[alias] = False
        self._resume_from(place)
        self.attribute_aliases[alias] = self.parse_attribute()
        self._ahead[alias] = True
        self._resume_from(here)

    def _parse_alias_def(self) -> None:
        name = self._current_token.text
        if self._ahead.pop(name, False):
            del self.attribute_aliases[name]
        super()._parse_alias_def()

    def _span(self, start: int) -> Span[str]:
        return Span(start, min(self.pos, start + 1), self.lexer.input)

    def _refuse(self, message: str, start: int) -> NoReturn:
        raise ParseError(self._span(start), message)
