"""
Modules and functions as LLVM IR text.

The module is printed in one walk after its symbols have been collected. Each function is
walked twice: first every value and block gets its text, so that a use may come before the
definition, then the instructions are printed.

Discarded, because they mean nothing to LLVM: `sym_visibility` and the attributes of `dlti`, facts about a
system for other passes (the data layout is in `llvm.data_layout`).
"""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import (
    DictionaryAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.dialects.llvm import CallingConventionAttr, FuncOp, GlobalOp, LinkageAttr
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.llvm_ext import types
from xdsl_opencl.dialects.llvm_ext.symbols import (
    LINKAGES,
    UNNAMED_ADDRESSES,
    VISIBILITIES,
)
from xdsl_opencl.llvm_ir.printer.attributes import (
    ARGUMENT_NAME,
    FUNCTION_SUFFIXES,
    GROUP_ATTRIBUTES,
    calling_convention,
    comdat_name,
    function_suffix,
    linkage_text,
    numbered_word,
    parameter_attributes,
)
from xdsl_opencl.llvm_ir.printer.body import Body, unknown_operation
from xdsl_opencl.llvm_ir.printer.errors import (
    REFUSALS,
    Untranslatable,
    refusal,
    unknown_attribute,
)
from xdsl_opencl.llvm_ir.printer.function_text import ModuleTables
from xdsl_opencl.llvm_ir.printer.globals import global_text
from xdsl_opencl.llvm_ir.printer.line_tables import FLAGS, LineTables
from xdsl_opencl.llvm_ir.printer.narrow import is_array
from xdsl_opencl.llvm_ir.printer.text import escape, identifier
from xdsl_opencl.llvm_ir.syntax.module import (
    METADATA_ATTRIBUTE,
    MODULE_FLAGS,
    NAMES_ATTRIBUTE,
)
from xdsl_opencl.llvm_ir.syntax.words import (
    is_true,
)

_PROPERTIES = frozenset(
    (
        *("sym_name", "sym_visibility", "function_type", "CConv", "linkage"),
        *("visibility_", "unnamed_addr", "arg_attrs", "res_attrs", "dso_local"),
        *("personality", "rocdl.kernel", "opencl.metadata"),
        *(METADATA_ATTRIBUTE, NAMES_ATTRIBUTE),
        *FUNCTION_SUFFIXES,
        *GROUP_ATTRIBUTES,
    )
)
"""Everything that `_Printer.function` reads."""


class Meaning:
    """
    The meaning that attributes of other dialects have for LLVM; here they have none.
    """

    def of_module(self, module: ModuleOp) -> Mapping[str, Attribute]:
        """The attributes of `module` in the `llvm` dialect's words."""
        return module.attributes

    def of_function(self, op: FuncOp) -> Mapping[str, Attribute]:
        """The attributes and properties of `op` in the `llvm` dialect's words."""
        return {**op.attributes, **op.properties}


def _linkage(value: Attribute | None) -> str:
    if value is None:
        return "external"
    if not isinstance(value, LinkageAttr) or value.linkage.data not in LINKAGES:
        raise Untranslatable(f"'linkage' cannot be {value}")
    return value.linkage.data


class _Printer:
    def __init__(self, module: ModuleOp, meaning: Meaning):
        self.module = module
        self.meaning = meaning
        self.tables = ModuleTables()
        self.globals: list[str] = []
        self.functions: list[str] = []
        self.comdats: dict[str, None] = {}
        self.header: list[str] = []

    def run(self) -> str:
        """The whole module."""
        try:
            self.module_attributes()
        except REFUSALS as error:
            raise refusal(error, self.module) from error
        symbols: list[FuncOp | GlobalOp] = []
        for op in self.module.body.ops:
            try:
                self.declare(op, symbols)
            except REFUSALS as error:
                raise refusal(error, op) from error
        for op in symbols:
            try:
                if isinstance(op, FuncOp):
                    self.function(op)
                else:
                    text, comdat = global_text(self.tables, op)
                    self.globals.append(text)
                    if comdat is not None:
                        self.comdats[comdat] = None
            except REFUSALS as error:
                raise refusal(error, op) from error
        return self.assemble()

    def declare(self, op: Operation, symbols: list[FuncOp | GlobalOp]) -> None:
        """Enters a function or global into the symbol tables."""
        tables = self.tables
        if isinstance(op, FuncOp):
            name = op.sym_name.data
            convention = calling_convention(_convention(op))
            entry = (op.function_type, convention)
        elif isinstance(op, GlobalOp):
            name = op.sym_name.data
            entry = None
        else:
            unknown_operation(op)
        if name in tables.signatures or name in tables.global_spaces:
            raise Untranslatable(f"the module has two symbols @{name}")
        if entry is not None:
            tables.signatures[name] = entry
        else:
            assert isinstance(op, GlobalOp)
            tables.global_spaces[name] = op.addr_space.value.data
        symbols.append(op)

    # Module level

    def module_attributes(self) -> None:
        """
        Header lines, named metadata and module flags from the module's attributes.

        Raises `Untranslatable` for an attribute that is not known.
        """
        metadata = self.tables.metadata
        flags: list[str] = []
        for name, value in self.meaning.of_module(self.module).items():
            match name, value:
                case "llvm.named_metadata", _:
                    for key, nodes in metadata.plain_nodes(value, name).items():
                        listed = [metadata.plain(node) for node in nodes]
                        if key == MODULE_FLAGS:
                            flags += listed
                        else:
                            metadata.named[key] = listed
                case "llvm.target_triple", StringAttr():
                    self.header.append(f'target triple = "{escape(value.data)}"')
                case "llvm.data_layout", StringAttr():
                    self.header.insert(0, f'target datalayout = "{escape(value.data)}"')
                case "llvm.module_asm", _ if is_array(value):
                    for line in value:
                        if not isinstance(line, StringAttr):
                            raise Untranslatable(
                                f"'{name}' must be strings, got {line}"
                            )
                        self.header.append(f'module asm "{escape(line.data)}"')
                case (("sym_name" | "sym_visibility"), _):
                    pass
                case _ if name.startswith(("dlti.", "#dlti.")):
                    pass
                case "transform.with_named_sequence", UnitAttr():
                    # It stays behind when xDSL erases a schedule.
                    pass
                case "opencl.line_tables", UnitAttr():
                    self.tables.lines = LineTables(metadata)
                    flags += [metadata.tuple(flag) for flag in FLAGS]
                case _:
                    raise unknown_attribute(f"'{name}' = {value} of the module")
        attributes = self.module.attributes | self.module.properties
        if isinstance(name := attributes.get("sym_name"), StringAttr):
            self.header.insert(0, f'source_filename = "{escape(name.data)}"')
        if flags:
            metadata.named["llvm.module.flags"] = flags

    def assemble(self) -> str:
        """All parts in the order of LLVM's own printer."""
        tables = self.tables
        sections = [
            "\n".join(self.header),
            "\n".join(
                f"%{identifier(name)} = type {body}"
                for name, body in tables.types.structs.items()
            ),
            "\n".join(f"${identifier(name)} = comdat any" for name in self.comdats),
            "\n".join(self.globals),
            "\n\n".join(self.functions),
            "\n".join(
                f"attributes #{number} = {{ {text} }}"
                for text, number in tables.groups.items()
            ),
            tables.metadata.text(),
        ]
        return "\n\n".join(filter(None, sections)) + "\n"

    # Functions

    def function(self, op: FuncOp) -> None:
        """Adds a declaration or definition."""
        attributes = self.meaning.of_function(op)
        for name, value in attributes.items():
            if name not in _PROPERTIES:
                raise unknown_attribute(f"'{name}' = {value} of a function")
        is_definition = bool(op.body.blocks)
        linkage = _linkage(attributes.get("linkage"))
        if not is_definition and linkage not in ("external", "extern_weak"):
            raise Untranslatable(
                f"a declaration cannot have linkage '{linkage}'; use 'external'"
            )
        if linkage == "common" or linkage == "appending":
            raise Untranslatable(f"a function cannot have linkage '{linkage}'")
        result = self._attributes_of(attributes.get("res_attrs"), 1)[0]
        prefix = (
            f"{linkage_text(linkage)}{'dso_local ' if is_true(attributes.get('dso_local')) else ''}"
            f"{numbered_word(VISIBILITIES, 'visibility_', attributes.get('visibility_'))}"
            f"{calling_convention(_convention(op))}{result}"
            f"{self.tables.types.text(op.function_type.output)} "
            f"@{identifier(op.sym_name.data)}"
        )
        unnamed = numbered_word(
            UNNAMED_ADDRESSES, "unnamed_addr", attributes.get("unnamed_addr")
        )
        suffix = (
            f" {unnamed}".rstrip()
            + self._group(attributes)
            + function_suffix(attributes)
        )
        if (comdat := attributes.get("comdat")) is not None:
            self.comdats[comdat_name(comdat)] = None
        if (personality := attributes.get("personality")) is not None:
            if not isinstance(personality, SymbolRefAttr):
                raise Untranslatable(f"'personality' cannot be {personality}")
            suffix += f" personality ptr @{identifier(personality.string_value())}"
        attachments = ""
        if (nodes := attributes.get(METADATA_ATTRIBUTE)) is not None:
            table = self.tables.metadata
            for kind, node in table.plain_nodes(nodes, METADATA_ATTRIBUTE).items():
                attachments += f" !{kind} {table.plain(node)}"
        if (metadata := attributes.get("opencl.metadata")) is not None:
            attachments += self.tables.metadata.attachments(metadata, " ")
        if is_definition:
            if self.tables.lines is not None:
                attachments += self.tables.lines.begin(op)
            arguments, body = self._definition(op, attributes)
            header = f"define {prefix}({arguments}){suffix}{attachments} {{"
            self.functions.append(f"{header}\n{body}\n}}")
        else:
            arguments = self._parameters(op, attributes, None)
            space = f"{attachments} " if attachments else " "
            self.functions.append(f"declare{space}{prefix}({arguments}){suffix}")

    def _attributes_of(self, attributes: Attribute | None, count: int) -> list[str]:
        if attributes is None:
            return [""] * count
        if not is_array(attributes) or len(attributes) != count:
            raise Untranslatable(
                f"there must be {count} dictionaries of parameter attributes, got "
                f"{attributes}"
            )
        result: list[str] = []
        for entry in attributes:
            if not isinstance(entry, DictionaryAttr):
                raise Untranslatable(f"parameter attributes cannot be {entry}")
            result.append(parameter_attributes(self.tables.types, entry))
        return result

    def _parameters(
        self, op: FuncOp, attributes: Mapping[str, Attribute], names: list[str] | None
    ) -> str:
        types = op.function_type.inputs.data
        texts = self._attributes_of(attributes.get("arg_attrs"), len(types))
        parts = [
            f"{self.tables.types.text(type)} {text}".rstrip()
            for type, text in zip(types, texts, strict=True)
        ]
        if names is not None:
            parts = [f"{part} {name}" for part, name in zip(parts, names, strict=True)]
        if op.function_type.is_variadic:
            parts.append("...")
        return ", ".join(parts)

    def _definition(
        self, op: FuncOp, attributes: Mapping[str, Attribute]
    ) -> tuple[str, str]:
        count = len(op.function_type.inputs)
        hints = [""] * count
        entries = attributes.get("arg_attrs")
        if is_array(entries):
            for index, entry in enumerate(entries):
                if isinstance(entry, DictionaryAttr) and isinstance(
                    name := entry.data.get(ARGUMENT_NAME), StringAttr
                ):
                    hints[index] = name.data if name.data.isidentifier() else ""
        arguments = op.body.blocks[0].args
        if len(arguments) != count:
            raise Untranslatable(
                f"the function has {count} parameters, its first block {len(arguments)}"
            )
        body = Body(self.tables, op, hints)
        body.name_values()
        names = [body.text.names[argument] for argument in arguments]
        parameters = self._parameters(op, attributes, names)
        lines: list[str] = []
        body.print(lines)
        return parameters, "\n".join(lines)

    def _group(self, attributes: Mapping[str, Attribute]) -> str:
        texts: list[str] = []
        for name, value in attributes.items():
            if (translate := GROUP_ATTRIBUTES.get(name)) is not None and (
                text := translate(value)
            ):
                texts.append(text)
        return self.tables.group(texts)


def _convention(op: FuncOp) -> Attribute | None:
    """The calling convention; upstream marks AMD kernels by `rocdl.kernel` instead."""
    convention = op.properties.get("CConv")
    if isinstance(op.attributes.get("rocdl.kernel"), UnitAttr) and (
        convention is None or convention == CallingConventionAttr("ccc")
    ):
        return types.calling_convention("amdgpu_kernelcc")
    return convention


def print_llvm_ir(module: ModuleOp, meaning: Meaning | None = None) -> str:
    """
    `module`, which holds operations of the llvm dialect only, as LLVM IR text that LLVM 22
    (and, where its features suffice, LLVM 19) parses. `meaning` translates the attributes
    of other dialects.

    Raises `LLVMTranslationError` for anything that has no translation; nothing is dropped
    but the attributes that the module docstring lists.
    """
    return _Printer(module, meaning or Meaning()).run()
