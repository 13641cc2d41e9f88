"""
Modules and functions as LLVM IR text.

The module is printed in one walk after its symbols have been collected. Each function is
walked twice: first every value and block gets its text, so that a use may come before the
definition, then the instructions are printed.

Discarded, because they mean nothing to LLVM: `sym_visibility`, `dlti.dl_spec` (the data
layout is in `llvm.data_layout`), and the fields of `opencl.lowered` other than the ABI and
the code object version, which functions repeat as `target_cpu` and `target_features`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NoReturn

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.dialects.llvm import (
    CallingConventionAttr,
    FuncOp,
    GlobalOp,
    LinkageAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.backend.llvm_ir.attributes import (
    ARGUMENT_NAME,
    FUNCTION_SUFFIXES,
    GROUP_ATTRIBUTES,
    LINKAGES,
    UNNAMED_ADDRESSES,
    VISIBILITIES,
    calling_convention,
    comdat_name,
    function_suffix,
    is_true,
    parameter_attributes,
)
from xdsl_opencl.backend.llvm_ir.errors import (
    Untranslatable,
    translation_error,
)
from xdsl_opencl.backend.llvm_ir.globals import global_text
from xdsl_opencl.backend.llvm_ir.instructions import (
    ATTRIBUTES,
    CONSTANTS,
    HANDLERS,
    ON_INTRINSICS,
    TERMINATORS,
    FunctionText,
    ModuleTables,
    successor_arguments,
)
from xdsl_opencl.backend.llvm_ir.metadata import string_operand
from xdsl_opencl.backend.llvm_ir.text import escape, identifier

KernelMetadata = Literal["function", "named", "both"]
"""Where the argument information of kernels goes; see `emit_llvm_ir`."""

_METADATA = "opencl.metadata"
_NO_ATTRIBUTES: frozenset[str] = frozenset()


def unknown_operation(op: Operation) -> NoReturn:
    """
    Says why `op` cannot be in an `llvm`-level module and what to run.

    Raises `LLVMTranslationError`.
    """
    name = op.name
    dialect = name.partition(".")[0]
    if name == "builtin.unrealized_conversion_cast":
        source = ", ".join(str(v.type) for v in op.operands)
        target = ", ".join(str(v.type) for v in op.results)
        message = (
            f"unresolved conversion from {source} to {target}: one of the two sides was "
            "not converted; run the missing conversion and 'reconcile-unrealized-casts'"
        )
    elif name == "builtin.unregistered":
        unregistered = op.attributes.get("op_name__")
        message = f"the operation {unregistered} is not registered"
    elif dialect == "opencl":
        message = f"'{name}' is at the opencl level; run 'opencl-to-llvm' first"
    elif dialect == "llvm":
        message = f"'{name}' cannot be translated to LLVM IR"
    else:
        message = (
            f"'{name}' is not of the llvm dialect; convert '{dialect}' to llvm first "
            "('opencl-to-llvm' does so for the dialects it supports)"
        )
    raise translation_error(op, message)


# --- Function bodies --------------------------------------------------------------------


class _Names:
    """
    Unique local names: hints where they are free, else numbers.
    """

    def __init__(self) -> None:
        self.taken: set[str] = set()
        self._next: dict[str, int] = {}
        self._number = 0

    def value(self, hint: str | None) -> str:
        if hint is None:
            number = self._number
            self._number = number + 1
            return f"%{number}"
        return f"%{self.unique(hint)}"

    def unique(self, hint: str) -> str:
        name = hint
        while name in self.taken:
            count = self._next[hint] = self._next.get(hint, 0) + 1
            name = f"{hint}_{count}"
        self.taken.add(name)
        return name


class _Body:
    """
    The body of one function.
    """

    def __init__(self, tables: ModuleTables, function: FuncOp, arguments: list[str]):
        self.function = function
        self.text = FunctionText(tables)
        self.tables = tables
        self.incoming: dict[Block, list[tuple[str, tuple[SSAValue, ...]]]] = {}
        """Block with arguments to (label of predecessor, values)."""
        self.split: dict[Operation, list[tuple[str, Block]]] = {}
        """Terminator to the blocks on its split edges: label and destination."""
        self.names = _Names()
        self.arguments = arguments
        """The parameters' hints from `opencl.name`, else empty strings."""

    def name_values(self) -> None:
        """
        Gives every block and value its text and collects what phis will need.
        """
        names = self.names
        f = self.text
        blocks = self.function.body.blocks
        for index, block in enumerate(blocks):
            hint = block.name_hint or ("entry" if index == 0 else f"bb{index}")
            f.labels[block] = identifier(names.unique(hint))
        first = blocks[0]
        typed = f.typed
        values = f.names
        type_text = f.type
        op: Operation = self.function
        try:
            for block in blocks:
                for index, argument in enumerate(block.args):
                    hint = argument.name_hint
                    if hint is None and block is first:
                        hint = self.arguments[index] or None
                    name = names.value(hint)
                    if block is not first and block not in self.incoming:
                        # Filled in by a later predecessor, or unreachable: see `print`.
                        self.incoming.setdefault(block, [])
                    values[argument] = name
                    typed[argument] = f"{type_text(argument.type)} {name}"
                for op in block.ops:
                    if (constant := CONSTANTS.get(op.name)) is not None:
                        result = op.results[0]
                        name = constant(self.tables, op)
                        if op.attributes:
                            self._refuse_attributes(op)
                        values[result] = name
                        typed[result] = f"{type_text(result.type)} {name}"
                    else:
                        for result in op.results:
                            name = names.value(result.name_hint)
                            values[result] = name
                            typed[result] = f"{type_text(result.type)} {name}"
                last = block.last_op
                if last is None or last.name not in TERMINATORS:
                    if last is not None and last.name not in HANDLERS:
                        unknown_operation(last)
                    op = last or self.function
                    raise Untranslatable("a block does not end with a terminator")
                op = last
                if last.successors:
                    self._name_edges(block, last)
        except Untranslatable as error:
            raise translation_error(op, str(error)) from error

    def _refuse_attributes(self, op: Operation) -> NoReturn:
        raise Untranslatable(
            f"attribute '{next(iter(op.attributes))}' on a constant has no equivalent in "
            "LLVM IR"
        )

    def _name_edges(self, block: Block, op: Operation) -> None:
        """
        Notes what `op` passes to each successor. LLVM's phis know only one value for all
        edges from one block: an edge with other values gets a block of its own.
        """
        seen: dict[Block, tuple[SSAValue, ...]] = {}
        label = self.text.labels[block]
        first = self.function.body.blocks[0]
        for index, (target, values) in enumerate(successor_arguments(op)):
            if target is first:
                raise Untranslatable("LLVM has no branches to a function's first block")
            if len(values) != len(target.args):
                raise Untranslatable(
                    f"successor {index} takes {len(target.args)} values, got {len(values)}"
                )
            if not values:
                continue
            source = label
            if seen.setdefault(target, values) != values:
                source = self.names.unique(f"{label}.edge")
                self.text.edges[op, index] = source
                self.split.setdefault(op, []).append((source, target))
            self.incoming.setdefault(target, []).append((source, values))

    def print(self, lines: list[str]) -> None:
        """
        Appends the blocks.
        """
        f = self.text
        names = f.names
        metadata = self.tables.metadata
        metadata.function = self.function
        handlers = HANDLERS
        append = lines.append
        op: Operation = self.function
        try:
            for index, block in enumerate(self.function.body.blocks):
                append(f"{f.labels[block]}:" if not index else f"\n{f.labels[block]}:")
                if index and block.args:
                    self._phis(block, lines)
                for op in block.ops:
                    name = op.name
                    if (handler := handlers.get(name)) is None:
                        if name in CONSTANTS:
                            continue
                        unknown_operation(op)
                    text = handler(f, op)
                    if op.results:
                        text = f"  {names[op.results[0]]} = {text}"
                    else:
                        text = f"  {text}"
                    if op.attributes:
                        text += self._attachments(op)
                    append(text)
                if self.split and op in self.split:
                    for label, target in self.split[op]:
                        append(f"\n{label}:\n  br label %{f.labels[target]}")
        except Untranslatable as error:
            raise translation_error(op, str(error)) from error
        except KeyError as error:
            if isinstance(error.args[0], SSAValue):
                raise translation_error(
                    op, "an operand is not defined in this function"
                ) from error
            raise

    def _phis(self, block: Block, lines: list[str]) -> None:
        f = self.text
        incoming = self.incoming[block]
        for index, argument in enumerate(block.args):
            type = f.type(argument.type)
            if not incoming:
                # LLVM has no phi without predecessors; the block is never executed.
                lines.append(f"  {f.names[argument]} = freeze {type} poison")
                continue
            pairs = ", ".join(
                [
                    f"[ {f.names[values[index]]}, %{label} ]"
                    for label, values in incoming
                ]
            )
            lines.append(f"  {f.names[argument]} = phi {type} {pairs}")

    def _attachments(self, op: Operation) -> str:
        text = ""
        known = ATTRIBUTES.get(op.name)
        if known is None:
            intrinsic = op.name.startswith("llvm.intr.")
            known = ON_INTRINSICS if intrinsic else _NO_ATTRIBUTES
        for name, value in op.attributes.items():
            if name == _METADATA:
                text += self.tables.metadata.attachments(value)
            elif name not in known:
                raise Untranslatable(
                    f"attribute '{name}' of '{op.name}' has no equivalent in LLVM IR"
                )
        return text


# --- Functions --------------------------------------------------------------------------

_ARGUMENT_LISTS = (
    "kernel_arg_addr_space",
    "kernel_arg_access_qual",
    "kernel_arg_type",
    "kernel_arg_base_type",
    "kernel_arg_type_qual",
    "kernel_arg_name",
)
"""In the order of the named form; Clang writes the same names in both forms."""

_KERNEL_KEYS = frozenset(f"opencl.{name}" for name in _ARGUMENT_LISTS)
_WORK_GROUP_KEYS = ("work_group_size_hint", "reqd_work_group_size")
_OTHER_KERNEL_KEYS = frozenset(
    (
        *_WORK_GROUP_KEYS,
        *(f"rocdl.{name}" for name in _WORK_GROUP_KEYS),
        "opencl.vec_type_hint",
        "opencl.vec_type_hint_signed",
        "opencl.reqd_sub_group_size",
    )
)
_PROPERTIES = frozenset(
    (
        *("sym_name", "sym_visibility", "function_type", "CConv", "linkage"),
        *("visibility_", "unnamed_addr", "arg_attrs", "res_attrs", "dso_local"),
        *("personality", "rocdl.kernel", "opencl.metadata"),
        *FUNCTION_SUFFIXES,
        *_KERNEL_KEYS,
        *_OTHER_KERNEL_KEYS,
        *GROUP_ATTRIBUTES,
    )
)
"""Everything that `_Printer.function` reads."""


def _lookup(table: tuple[str, ...], name: str, value: Attribute | None) -> str:
    if value is None:
        return table[0]
    if isinstance(value, IntegerAttr) and 0 <= value.value.data < len(table):
        return table[value.value.data]
    raise Untranslatable(f"'{name}' cannot be {value}")


def _linkage(value: Attribute | None) -> str:
    if value is None:
        return "external"
    if not isinstance(value, LinkageAttr) or value.linkage.data not in LINKAGES:
        raise Untranslatable(f"'linkage' cannot be {value}")
    return value.linkage.data


class _Printer:
    """
    One module.
    """

    def __init__(self, module: ModuleOp, kernel_metadata: KernelMetadata):
        self.module = module
        self.kernel_metadata = kernel_metadata
        self.tables = ModuleTables()
        self.globals: list[str] = []
        self.functions: list[str] = []
        self.comdats: dict[str, None] = {}
        self.header: list[str] = []

    def run(self) -> str:
        """
        The whole module.
        """
        try:
            self.module_attributes()
        except Untranslatable as error:
            raise translation_error(self.module, str(error)) from error
        symbols: list[FuncOp | GlobalOp] = []
        for op in self.module.body.ops:
            try:
                self.declare(op, symbols)
            except Untranslatable as error:
                raise translation_error(op, str(error)) from error
        for op in symbols:
            try:
                if isinstance(op, FuncOp):
                    self.function(op)
                else:
                    text, comdat = global_text(self.tables, op)
                    self.globals.append(text)
                    if comdat is not None:
                        self.comdats[comdat] = None
            except Untranslatable as error:
                raise translation_error(op, str(error)) from error
        return self.assemble()

    def declare(self, op: Operation, symbols: list[FuncOp | GlobalOp]) -> None:
        """
        Enters a function or global into the symbol tables.
        """
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

        Raises `Untranslatable` for an attribute that is not known, and for a module that
        is still at the opencl level.
        """
        metadata = self.tables.metadata
        flags: list[str] = []
        for name, value in self.module.attributes.items():
            match name, value:
                case "opencl.target", _:
                    raise Untranslatable(
                        "the module is at the opencl level; run 'opencl-to-llvm' first"
                    )
                case "llvm.target_triple", StringAttr():
                    self.header.append(f'target triple = "{escape(value.data)}"')
                case "llvm.data_layout", StringAttr():
                    self.header.insert(0, f'target datalayout = "{escape(value.data)}"')
                case "llvm.module_asm", ArrayAttr():
                    for line in value:
                        text = _string(name, line)
                        self.header.append(f'module asm "{escape(text)}"')
                case "opencl.lowered", DictionaryAttr():
                    flags += self._target_flags(value)
                case "opencl.module_flags", ArrayAttr():
                    flags += map(metadata.operand, value)
                case "opencl.ocl_version", ArrayAttr() | DenseArrayBase():
                    metadata.named["opencl.ocl.version"] = [metadata.operand(value)]
                case "opencl.printf_fmts", ArrayAttr():
                    metadata.named["llvm.printf.fmts"] = [
                        metadata.tuple((string_operand(_string(name, v)),))
                        for v in value
                    ]
                case (("dlti.dl_spec" | "sym_name" | "sym_visibility"), _):
                    pass
                case _:
                    raise Untranslatable(
                        f"the module's attribute '{name}' = {value} has no equivalent in "
                        "LLVM IR"
                    )
        if (name := self.module.sym_name) is not None:
            self.header.insert(0, f'source_filename = "{escape(name.data)}"')
        if flags:
            metadata.named["llvm.module.flags"] = flags

    def _target_flags(self, lowered: DictionaryAttr) -> list[str]:
        abi = lowered.data.get("abi")
        if not (isinstance(abi, StringAttr) and abi.data == "amdhsa"):
            return []
        version = lowered.data.get("code_object_version")
        if not isinstance(version, IntegerAttr):
            raise Untranslatable(
                "'opencl.lowered' needs an integer 'code_object_version' for amdhsa"
            )
        node = (
            "i32 1",
            string_operand("amdhsa_code_object_version"),
            f"i32 {version.value.data * 100}",
        )
        return [self.tables.metadata.tuple(node)]

    def assemble(self) -> str:
        """
        All parts in the order of LLVM's own printer.
        """
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
        """
        Adds a declaration or definition.
        """
        attributes = {**op.attributes, **op.properties}
        for name, value in attributes.items():
            if name not in _PROPERTIES:
                raise Untranslatable(
                    f"attribute '{name}' = {value} of a function has no equivalent in "
                    "LLVM IR"
                )
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
            f"{LINKAGES[linkage]}{'dso_local ' if is_true(attributes.get('dso_local')) else ''}"
            f"{_lookup(VISIBILITIES, 'visibility_', attributes.get('visibility_'))}"
            f"{calling_convention(_convention(op))}{result}"
            f"{self.tables.types.text(op.function_type.output)} "
            f"@{identifier(op.sym_name.data)}"
        )
        suffix = (
            _lookup(UNNAMED_ADDRESSES, "unnamed_addr", attributes.get("unnamed_addr"))
            + self._group(attributes)
            + function_suffix(attributes)
        )
        if (comdat := attributes.get("comdat")) is not None:
            self.comdats[comdat_name(comdat)] = None
        if (personality := attributes.get("personality")) is not None:
            if not isinstance(personality, SymbolRefAttr):
                raise Untranslatable(f"'personality' cannot be {personality}")
            suffix += f" personality ptr @{identifier(personality.string_value())}"
        attachments = self._kernel_metadata(op, attributes)
        if (metadata := attributes.get("opencl.metadata")) is not None:
            attachments += self.tables.metadata.attachments(metadata).replace(
                ", !", " !"
            )
        if is_definition:
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
        if not isinstance(attributes, ArrayAttr) or len(attributes) != count:
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
        self,
        op: FuncOp,
        attributes: Mapping[str, Attribute],
        names: list[str] | None,
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
        if isinstance(entries, ArrayAttr):
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
        body = _Body(self.tables, op, hints)
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

    # Kernel metadata

    def _kernel_metadata(self, op: FuncOp, attributes: Mapping[str, Attribute]) -> str:
        """
        The attachments of a kernel in the function form; enters the named form.
        """
        nodes: list[tuple[str, list[str]]] = []
        for name in _ARGUMENT_LISTS:
            if (value := attributes.get(f"opencl.{name}")) is not None:
                nodes.append((name, self._argument_list(op, name, value)))
        is_kernel = bool(nodes)
        if (hint := attributes.get("opencl.vec_type_hint")) is not None:
            signed = int("opencl.vec_type_hint_signed" in attributes)
            type = self.tables.types.text(hint)
            nodes.append(("vec_type_hint", [f"{type} undef", f"i32 {signed}"]))
        for name in _WORK_GROUP_KEYS:
            value = attributes.get(name, attributes.get(f"rocdl.{name}"))
            if value is not None:
                nodes.append((name, _sizes(name, value)))
        value = attributes.get("opencl.reqd_sub_group_size")
        if value is not None:
            if not isinstance(value, IntegerAttr):
                raise Untranslatable(f"'opencl.reqd_sub_group_size' cannot be {value}")
            nodes.append(("intel_reqd_sub_group_size", [f"i32 {value.value.data}"]))
        table = self.tables.metadata
        if is_kernel and self.kernel_metadata != "function":
            parts = [f"ptr @{identifier(op.sym_name.data)}"]
            parts += [
                table.tuple((string_operand(name), *operands))
                for name, operands in nodes
            ]
            table.named.setdefault("opencl.kernels", []).append(table.tuple(parts))
        if self.kernel_metadata == "named":
            return ""
        return "".join(f" !{name} {table.tuple(operands)}" for name, operands in nodes)

    def _argument_list(self, op: FuncOp, name: str, value: Attribute) -> list[str]:
        if isinstance(value, DenseArrayBase):
            operands = [f"i32 {v}" for v in value.iter_values()]
        elif isinstance(value, ArrayAttr):
            expected = IntegerAttr if name == "kernel_arg_addr_space" else StringAttr
            for entry in value:
                if not isinstance(entry, expected):
                    raise Untranslatable(f"'opencl.{name}' has the entry {entry}")
            operands = [
                f"i32 {v.value.data}"
                if isinstance(v, IntegerAttr)
                else self.tables.metadata.operand(v)
                for v in value
            ]
        else:
            raise Untranslatable(f"'opencl.{name}' must be an array, got {value}")
        if len(operands) != len(op.function_type.inputs):
            raise Untranslatable(
                f"'opencl.{name}' has {len(operands)} entries for "
                f"{len(op.function_type.inputs)} parameters"
            )
        return operands


def _convention(op: FuncOp) -> Attribute | None:
    """
    The calling convention; upstream marks AMD kernels by `rocdl.kernel` instead.
    """
    convention = op.properties.get("CConv")
    if isinstance(op.attributes.get("rocdl.kernel"), UnitAttr) and (
        convention is None or convention == CallingConventionAttr("ccc")
    ):
        return CallingConventionAttr("amdgpu_kernelcc")
    return convention


def _sizes(name: str, value: Attribute) -> list[str]:
    if isinstance(value, DenseArrayBase):
        sizes = [int(v) for v in value.iter_values()]  # pyright: ignore[reportArgumentType]
    elif isinstance(value, ArrayAttr):
        sizes = [v.value.data for v in value if isinstance(v, IntegerAttr)]
    else:
        sizes = []
    if len(sizes) != 3:
        raise Untranslatable(f"'{name}' must be three integers, got {value}")
    return [f"i32 {size}" for size in sizes]


def _string(name: str, value: Attribute) -> str:
    if not isinstance(value, StringAttr):
        raise Untranslatable(f"'{name}' must be strings, got {value}")
    return value.data


def emit_llvm_ir(module: ModuleOp, kernel_metadata: KernelMetadata = "function") -> str:
    """
    `module`, which holds operations of the llvm dialect only, as LLVM IR text that LLVM 22
    (and, where its features suffice, LLVM 19) parses.

    `kernel_metadata` says where a kernel's argument information goes: attached to the
    `function` as Clang 3.9 and later do, in the `named` node `!opencl.kernels` as Clang
    before 3.9, or `both`.

    Raises `LLVMTranslationError` for anything that has no translation; nothing is dropped
    but what the module docstring lists.
    """
    return _Printer(module, kernel_metadata).run()
