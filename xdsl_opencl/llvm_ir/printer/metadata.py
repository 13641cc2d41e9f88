"""
Metadata nodes: attachments of instructions and functions, named nodes, module flags.

`opencl.metadata` on an operation is a dictionary from LLVM's metadata kinds to values:

| value | node |
|---|---|
| unit | `!{}`; `nontemporal`: `!{i32 1}` |
| integer, float, string | `!{i64 16}`, `!{float 2.5}`, `!{!"text"}` |
| array, `array<i32: ...>` | `!{...}` with one operand per element, arrays nested |
| `llvm.access.group`: integer or array of integers | a `distinct !{}` for each number |
| `tbaa`: a string or an array of strings | an access tag, see `MetadataTable.access_tag` |
| `llvm.loop`: dictionary | see `MetadataTable.loop` |
| `alias.scope`, `noalias`: array of integers | a list of scopes, one for each number |
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, TypeAttribute

from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.narrow import (
    is_array,
    is_float_attr,
    is_integer_array,
    is_integer_attr,
)
from xdsl_opencl.llvm_ir.printer.text import (
    TypeTable,
    constant_text,
    escape,
    identifier,
)
from xdsl_opencl.llvm_ir.syntax.module import TBAA, TBAA_CHAR, TBAA_ROOT


def string_operand(text: str) -> str:
    """A string as an operand of a node."""
    return f'!"{escape(text)}"'


class MetadataTable:
    """
    The numbered metadata nodes of one module. Nodes with the same text are one node.
    """

    def __init__(self, types: TypeTable) -> None:
        self.types = types
        self.nodes: list[str] = []
        self.named: dict[str, list[str]] = {}
        """Named node to the numbers (`!3`) in it."""
        self._uniqued: dict[str, str] = {}
        self._groups: dict[int, str] = {}
        self._scopes: dict[int, str] = {}
        self._domain: str | None = None
        self._loops: dict[tuple[object, int], tuple[DictionaryAttr, str]] = {}
        self._access_tags: dict[Attribute, str] = {}
        self._attached: dict[int, str] = {}
        """Node numbers by attribute; operations share attributes, and the module keeps them alive."""
        self.function: object = None
        """The function being printed: loop numbers count within it."""

    def tuple(self, operands: Iterable[str]) -> str:
        """The number of the node with the given operands."""
        return self.specialised(f"!{{{', '.join(operands)}}}")

    def specialised(self, text: str) -> str:
        """The number of the node that is written `text`."""
        if (known := self._uniqued.get(text)) is None:
            known = self._uniqued[text] = self._add(text)
        return known

    def _add(self, text: str) -> str:
        self.nodes.append(text)
        return f"!{len(self.nodes) - 1}"

    def _distinct(self, *operands: str) -> str:
        """A new node with itself as the first operand."""
        this = f"!{len(self.nodes)}"
        return self._add(f"distinct !{{{', '.join((this, *operands))}}}")

    def operand(self, value: Attribute) -> str:
        if isinstance(value, StringAttr):
            return string_operand(value.data)
        if is_integer_attr(value) or is_float_attr(value):
            type = i64 if isinstance(value.type, IndexType) else value.type
            return f"{self.types.text(type)} {constant_text(self.types, value, type)}"
        if isinstance(value, UnitAttr):
            return self.tuple(())
        if is_array(value):
            return self.tuple(map(self.operand, value))
        if is_integer_array(value):
            element = self.types.text(value.elt_type)
            return self.tuple(f"{element} {n}" for n in value.iter_values())
        raise Untranslatable(f"{value} cannot be metadata")

    def plain(self, value: Attribute) -> str:
        """A value of the reader's (see `METADATA_ATTRIBUTE`) as an operand."""
        kind = value.__class__
        if kind is StringAttr or kind is IntegerAttr:
            return self.operand(value)
        if kind is UnitAttr:
            return "null"
        if is_array(value):
            return self.tuple(map(self.plain, value))
        if isinstance(value, SymbolRefAttr):
            return f"ptr @{identifier(value.string_value())}"
        if isinstance(value, TypeAttribute):
            return f"{self.types.text(value)} undef"
        return self.operand(value)

    def plain_nodes(
        self, value: Attribute, name: str
    ) -> dict[str, ArrayAttr[Attribute]]:
        """The entries of the dictionary that the attribute `name` must be."""
        entries: dict[str, ArrayAttr[Attribute]] = {}
        if isinstance(value, DictionaryAttr):
            entries = {key: v for key, v in value.data.items() if is_array(v)}
        if not isinstance(value, DictionaryAttr) or len(entries) < len(value.data):
            raise Untranslatable(
                f"'{name}' must be a dictionary of arrays, got {value}"
            )
        return entries

    def node(self, value: Attribute) -> str:
        """`value` as a node: a single value becomes a node of one operand."""
        operand = self.operand(value)
        is_node = isinstance(value, ArrayAttr | DenseArrayBase | UnitAttr)
        return operand if is_node else self.tuple((operand,))

    def attachments(self, metadata: Attribute, separator: str = ", ") -> str:
        """
        The attachments that `opencl.metadata` asks for, each after `separator`:
        a comma for instructions, none for functions.
        """
        plain = separator == ", "
        if plain and (known := self._attached.get(id(metadata))) is not None:
            return known
        if not isinstance(metadata, DictionaryAttr):
            raise Untranslatable(f"'opencl.metadata' must be a dictionary: {metadata}")
        text = "".join(
            f"{separator}!{kind} {self._attachment(kind, value)}"
            for kind, value in metadata.data.items()
        )
        # A loop has a node of its own at each branch.
        if plain and "llvm.loop" not in metadata.data:
            self._attached[id(metadata)] = text
        return text

    def _attachment(self, kind: str, value: Attribute) -> str:
        match kind:
            case "nontemporal" if isinstance(value, UnitAttr):
                return self.tuple(("i32 1",))
            case "llvm.access.group":
                groups = [self.access_group(n) for n in _numbers(kind, value)]
                return groups[0] if len(groups) == 1 else self.tuple(groups)
            case "llvm.loop":
                return self.loop(value)
            case _ if kind == TBAA:
                return self.access_tag(value)
            case "alias.scope" | "noalias":
                return self.tuple(self._scope(n) for n in _numbers(kind, value))
            case _:
                return self.node(value)

    def access_tag(self, value: Attribute) -> str:
        """
        The tag of an access to a scalar of C: the name of its type, or those of its type
        and of the types around it, from the inner one to that below `char`. A whole tag,
        of two types and an offset, stands as it is.
        """
        if (known := self._access_tags.get(value)) is not None:
            return known
        names = tuple(value) if is_array(value) else (value,)
        texts = [name.data for name in names if isinstance(name, StringAttr)]
        if not texts or len(texts) < len(names):
            if len(names) < 3 or not (is_array(names[0]) and is_array(names[1])):
                raise Untranslatable(
                    f"'{TBAA}' must be the name of a C type, or the names of it and of the "
                    f'types around it: "int", ["p1 int", "any pointer"]; it is {value}'
                )
            tag = self.node(value)
        else:
            node = self.tuple((string_operand(TBAA_ROOT),))
            for text in (TBAA_CHAR, *reversed(texts)):
                node = self.tuple((string_operand(text), node, "i64 0"))
            tag = self.tuple((node, node, "i64 0"))
        self._access_tags[value] = tag
        return tag

    def access_group(self, number: int) -> str:
        """The node of the access group that the module numbers `number`."""
        if (known := self._groups.get(number)) is None:
            known = self._groups[number] = self._add("distinct !{}")
        return known

    def _scope(self, number: int) -> str:
        if (known := self._scopes.get(number)) is None:
            if self._domain is None:
                self._domain = self._distinct()
            known = self._scopes[number] = self._distinct(self._domain)
        return known

    def loop(self, value: Attribute) -> str:
        """
        A loop's node. Each key of the dictionary is a property without its prefix
        `llvm.loop.`: `vectorize.enable = true`, `unroll.disable` (unit),
        `vectorize.width = 8 : i32`. Besides:

        * `parallel_accesses = [1, 2]`: the access groups without dependences between
          iterations;
        * `id = 0`: branches of a function with the same `id` share one node, for loops
          with several latches. Without it each branch has a node of its own.
        """
        if not isinstance(value, DictionaryAttr):
            raise Untranslatable(f"'llvm.loop' must be a dictionary, got {value}")
        key = None
        if (identity := value.data.get("id")) is not None:
            key = (self.function, _numbers("id", identity)[0])
            if (known := self._loops.get(key)) is not None:
                if known[0] != value:
                    raise Untranslatable(
                        f"loop {key[1]} has two sets of properties, {known[0]} and {value}"
                    )
                return known[1]
        properties: list[str] = []
        for name, attribute in value.data.items():
            operands = [string_operand(f"llvm.loop.{name}")]
            if name == "id":
                continue
            if name == "parallel_accesses":
                operands += map(self.access_group, _numbers(name, attribute))
            elif not isinstance(attribute, UnitAttr):
                operands.append(self.operand(attribute))
            properties.append(self.tuple(operands))
        node = self._distinct(*properties)
        if key is not None:
            self._loops[key] = (value, node)
        return node

    def text(self) -> str:
        """The named nodes and all numbered ones, one per line."""
        lines = [
            f"!{name} = !{{{', '.join(nodes)}}}" for name, nodes in self.named.items()
        ]
        if lines and self.nodes:
            lines.append("")
        lines += [f"!{number} = {text}" for number, text in enumerate(self.nodes)]
        return "\n".join(lines)


def _numbers(kind: str, value: Attribute) -> list[int]:
    values = value.data if is_array(value) else (value,)
    result: list[int] = []
    for element in values:
        if not isinstance(element, IntegerAttr):
            raise Untranslatable(f"'{kind}' must be integers, got {value}")
        result.append(element.value.data)
    if not result:
        raise Untranslatable(f"'{kind}' has no element")
    return result
