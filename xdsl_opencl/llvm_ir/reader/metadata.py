"""Metadata nodes of textual LLVM IR, read when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute

from xdsl_opencl.dialects.llvm_ext.interned import string
from xdsl_opencl.llvm_ir.reader.constants import ConstantParser
from xdsl_opencl.llvm_ir.reader.lexer import name_of
from xdsl_opencl.llvm_ir.syntax.module import DEBUG_FLAGS, MODULE_FLAGS


@dataclass(frozen=True)
class TypedValue:
    """
    A value in a node: its type, and an integer, a function's name, or None (undef, ...).
    """

    type: Attribute
    value: object = None


Item = str | TypedValue | tuple["Item", ...] | None
"""A string, a value, a node, or null."""


class Metadata:
    """The nodes of one module, by number."""

    def __init__(self, constants: ConstantParser):
        self._constants = constants
        self._tokens: dict[str, list[str]] = {}
        self._nodes: dict[str, Item] = {}
        self._attributes: dict[str, Attribute] = {}
        self._lines: dict[str, int] = {}
        self.named: dict[str, tuple[str, ...]] = {}
        """Named nodes: the tokens of the nodes they list."""
        self.line = 1
        """The line of the node that is read, or was read last."""
        self.has_locations = False
        """True if the line of any instruction is known."""

    def define(self, tokens: list[str], line: int) -> None:
        """Notes a line `!N = [distinct] !{...}` or `!name = !{...}`, by its number."""
        name = tokens[0]
        self._lines[name] = line
        if name[1].isdigit():
            self._tokens[name] = tokens
            if "!DILocation" in tokens:
                self.has_locations = True
        else:
            nodes = tuple(t for t in tokens[4:-1] if t != ",")
            self.named[name_of(name)] = nodes

    def node(self, token: str) -> Item:
        """
        The node `!N`; a specialised node (debug information) and a node inside itself
        are None.
        """
        if token in self._nodes:
            return self._nodes[token]
        self._nodes[token] = None
        tokens = self._tokens.get(token)
        if tokens is not None:
            start = 3 if tokens[2] == "distinct" else 2
            self.line = self._lines[token]
            if tokens[start] == "!" and tokens[start + 1] == "{":
                self._nodes[token] = tuple(self._items(tokens, start + 2))
        return self._nodes[token]

    def attribute(self, token: str) -> Attribute | None:
        """The node `!N` as an attribute; None for a specialised node."""
        if (known := self._attributes.get(token)) is None:
            node = self.node(token)
            if node is None:
                return None
            known = self._attributes[token] = as_attribute(node)
        return known

    def fields(self, token: str) -> tuple[str, dict[str, str]]:
        """
        A specialised node: its kind, and for each field the token of its value (the first
        one, where it has several). Empty for other nodes.
        """
        tokens = self._tokens.get(token)
        if tokens is None:
            return "", {}
        start = 3 if tokens[2] == "distinct" else 2
        kind = tokens[start]
        if kind == "!" or tokens[start + 1 : start + 2] != ["("]:
            return "", {}
        fields: dict[str, str] = {}
        for name, value in zip(tokens[start + 2 :], tokens[start + 3 :]):
            if name[-1] == ":" and name[0] != '"':
                fields[name[:-1]] = value
        return kind[1:], fields

    def operand(self, tokens: list[str], i: int) -> tuple[Item, int]:
        """The node, by number or written out, at `tokens[i]`."""
        if tokens[i] == "!":
            end = tokens.index("}", i)
            return tuple(self._items(tokens[: end + 1], i + 2)), end + 1
        return self.node(tokens[i]), i + 1

    def named_nodes(self, name: str) -> Iterator[tuple[str, Item]]:
        """Token and contents of each node that `!name` lists."""
        for token in self.named.get(name, ()):
            yield token, self.node(token)

    def _items(self, tokens: list[str], i: int) -> Iterator[Item]:
        while tokens[i] != "}":
            token = tokens[i]
            if token == ",":
                i += 1
            elif token == "null":
                yield None
                i += 1
            elif token.startswith('!"'):
                yield name_of(token)
                i += 1
            elif token == "!":
                end = tokens.index("}", i)
                yield tuple(self._items(tokens[: end + 1], i + 2))
                i = end + 1
            elif token[0] == "!":
                yield self.node(token)
                i += 1
            else:
                constant, i = self._constants.typed(tokens, i)
                yield TypedValue(constant.type, constant.value)


@lru_cache(256)
def _integer(value: int, type_: IntegerType) -> IntegerAttr:
    return IntegerAttr(value, type_, truncate_bits=True)


def as_attribute(item: Item) -> Attribute:
    """A node as an array, its items as the attributes of their kinds."""
    match item:
        case None:
            return UnitAttr()
        case str():
            return string(item)
        case tuple():
            return ArrayAttr(map(as_attribute, item))
        case TypedValue(type=IntegerType() as type_, value=int() as value):
            return _integer(value, type_)
        case TypedValue(type=type_, value=float() as value):
            return FloatAttr(value, cast(AnyFloat, type_))
        case TypedValue(value=str() as name):
            return SymbolRefAttr(name)
        case TypedValue(type=type_):
            # `undef` and its like say a type (LangRef has no other way to).
            return type_


def function_metadata(
    metadata: Metadata, tokens: dict[str, str]
) -> dict[str, Attribute]:
    """
    The nodes attached to a function, by kind; without specialised nodes (debug
    information), which say nothing of the function.
    """
    return {
        kind: attribute
        for kind, token in tokens.items()
        if kind != "dbg" and (attribute := metadata.attribute(token)) is not None
    }


def named_metadata(
    metadata: Metadata, wanted: Callable[[str], bool] | None = None
) -> dict[str, Attribute]:
    """
    The named nodes of the module that are `wanted`, but those of debug information.
    """
    return {
        name: ArrayAttr(
            as_attribute(node)
            for _, node in metadata.named_nodes(name)
            if not (
                name == MODULE_FLAGS
                and isinstance(node, tuple)
                and len(node) == 3
                and node[1] in DEBUG_FLAGS
            )
        )
        for name in metadata.named
        if not name.startswith("llvm.dbg.") and (wanted is None or wanted(name))
    }
