"""Parameter and function attributes of textual LLVM IR."""

from __future__ import annotations

from functools import cache

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, i64
from xdsl.ir import Attribute

from xdsl_opencl.dialects.aliases import UNIT
from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.llvm_ir.reader.lexer import Unsupported, name_of
from xdsl_opencl.llvm_ir.reader.types import TypeParser
from xdsl_opencl.llvm_ir.syntax.attributes import (
    FUNCTION_WORDS_NOT_READ,
    PARAMETER_WORDS,
    UNTRANSLATED_PARAMETER_WORDS,
    Value,
)


@cache
def number(text: str) -> IntegerAttr:
    """The attribute of a number as a 64-bit integer."""
    return IntegerAttr(int(text), i64)


def skip_parentheses(tokens: list[str], i: int) -> int:
    """The index after the group that `tokens[i]`, a `(`, opens."""
    depth = 0
    while True:
        if tokens[i] == "(":
            depth += 1
        elif tokens[i] == ")":
            depth -= 1
            if not depth:
                return i + 1
        i += 1


def parse_parameter_attributes(
    tokens: list[str], i: int, types: TypeParser
) -> tuple[dict[str, Attribute], int]:
    """
    The attributes between a parameter's (or result's) type and its name.

    Keys are upstream's: `llvm.noundef`, `llvm.align`, `llvm.byval`, ...
    """
    attributes: dict[str, Attribute] = {}
    count = len(tokens)
    while i < count:
        token = tokens[i]
        row = PARAMETER_WORDS.get(token)
        if row is None:
            if token[0] == '"':
                i += 3 if i + 1 < count and tokens[i + 1] == "=" else 1
                continue
            if token not in UNTRANSLATED_PARAMETER_WORDS:
                break
        i += 1
        if row is None or not row.kept:
            if i < count and tokens[i] == "(":
                i = skip_parentheses(tokens, i)
        elif row.value is Value.NONE:
            attributes["llvm." + token] = UNIT
        elif row.value is Value.TYPE:
            type_, i = types.parse(tokens, i + 1)
            i += 1
            attributes["llvm." + token] = types.in_memory(type_)
        else:
            if tokens[i] == "(":
                text, i = tokens[i + 1], i + 3
            else:
                text, i = tokens[i], i + 1
            attributes["llvm." + token] = number(text)
    return attributes, i


def parse_function_attributes(tokens: list[str]) -> tuple[Attribute, ...]:
    """
    The attributes of a group or of a definition's line as upstream's `passthrough`
    entries: `"nounwind"` or `["key", "value"]`.
    """
    entries: list[Attribute] = []
    i, count = 0, len(tokens)
    while i < count:
        token = tokens[i]
        name = name_of(token)
        i += 1
        if i < count and tokens[i] == "=":
            value = name_of(tokens[i + 1])
            i += 2
            if name not in FUNCTION_WORDS_NOT_READ:
                pair = (string(name), string(value))
                entries.append(ArrayAttr(pair))
        elif i < count and tokens[i] == "(":
            i = skip_parentheses(tokens, i)
            if name not in FUNCTION_WORDS_NOT_READ:
                raise Unsupported(f"function attribute '{name}(...)'")
        elif name not in FUNCTION_WORDS_NOT_READ:
            entries.append(string(name))
    return tuple(entries)
