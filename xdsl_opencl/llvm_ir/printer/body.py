"""
The body of a function.

It is walked twice: first every value and block gets its text, so that a use may come
before the definition, then the instructions are printed.
"""

from __future__ import annotations

from typing import NoReturn

from xdsl.dialects.llvm import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.ir.build import METADATA
from xdsl_opencl.llvm_ir.printer.control import CONSTANTS, TERMINATORS
from xdsl_opencl.llvm_ir.printer.errors import (
    REFUSALS,
    LLVMTranslationError,
    Untranslatable,
    refusal,
    unknown_attribute,
)
from xdsl_opencl.llvm_ir.printer.function_text import FunctionText, ModuleTables
from xdsl_opencl.llvm_ir.printer.handlers import ATTRIBUTES, HANDLERS, ON_INTRINSICS
from xdsl_opencl.llvm_ir.printer.text import identifier


def _is_known(name: str) -> bool:
    return name in HANDLERS or name in CONSTANTS


def unknown_operation(op: Operation) -> NoReturn:
    """
    Refuses `op` in an `llvm`-level module, with the pass to run.

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
    raise LLVMTranslationError(message, op)


class _Names:
    """Unique local names: hints where they are free, else numbers."""

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


class Body:
    """The body of one function."""

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
        """Gives every block and value its text and collects the values of phis."""
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
                    if hint is None and block is first and self.arguments[index]:
                        # Unlike a hint, it may have any letters.
                        name = f"%{identifier(names.unique(self.arguments[index]))}"
                    else:
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
                    if last is not None and not _is_known(last.name):
                        unknown_operation(last)
                    op = last or self.function
                    raise Untranslatable("a block does not end with a terminator")
                op = last
                if last.successors:
                    self._name_edges(block, last)
        except REFUSALS as error:
            if op is not self.function and not _is_known(op.name):
                # The type is a consequence.
                unknown_operation(op)
            raise refusal(error, op) from error

    def _refuse_attributes(self, op: Operation) -> NoReturn:
        raise unknown_attribute(f"'{next(iter(op.attributes))}' of a constant")

    def _name_edges(self, block: Block, op: Operation) -> None:
        """
        Notes the values that `op` passes to each successor. LLVM's phis know only one value for all
        edges from one block: an edge with other values gets a block of its own.
        """
        seen: dict[Block, tuple[SSAValue, ...]] = {}
        label = self.text.labels[block]
        first = self.function.body.blocks[0]
        for index, (target, values) in enumerate(branch_arguments(op)):
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
        """Appends the blocks."""
        f = self.text
        names = f.names
        metadata = self.tables.metadata
        metadata.function = self.function
        handlers = HANDLERS
        line_tables = self.tables.lines
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
                    if line_tables is not None:
                        text += line_tables.attachment(op, text)
                    append(text)
                if self.split and op in self.split:
                    for label, target in self.split[op]:
                        append(f"\n{label}:\n  br label %{f.labels[target]}")
        except REFUSALS as error:
            raise refusal(error, op) from error
        except KeyError as error:
            if isinstance(error.args[0], SSAValue):
                raise LLVMTranslationError(
                    "an operand is not defined in this function", op
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
        intrinsic = op.name.startswith("llvm.intr.")
        known = ATTRIBUTES.get(op.name, ON_INTRINSICS if intrinsic else ())
        for name, value in op.attributes.items():
            if name == METADATA:
                text += self.tables.metadata.attachments(value)
            elif name not in known:
                raise unknown_attribute(f"'{name}' of '{op.name}'")
        return text
