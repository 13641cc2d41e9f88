"""
The tables of the module and of the function, which all functions that print share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.llvm import LLVMFunctionType
from xdsl.ir import Block, Operation, SSAValue

from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.line_tables import LineTables
from xdsl_opencl.llvm_ir.printer.metadata import MetadataTable
from xdsl_opencl.llvm_ir.printer.narrow import integers
from xdsl_opencl.llvm_ir.printer.text import TypeTable
from xdsl_opencl.llvm_ir.syntax.words import get


class ModuleTables:
    """The tables that all functions of a module share."""

    def __init__(self) -> None:
        self.types = TypeTable()
        self.metadata = MetadataTable(self.types)
        self.groups: dict[str, int] = {}
        """Text of an attribute group to its number."""
        self.signatures: dict[str, tuple[LLVMFunctionType, str]] = {}
        """Function name to type and calling convention."""
        self.global_spaces: dict[str, int] = {}
        """Global variable to address space."""
        self.lines: LineTables | None = None
        """In a module that says which lines it is from."""

    def group(self, attributes: Sequence[str]) -> str:
        """The reference to the group with these attributes, with a space before it."""
        if not attributes:
            return ""
        text = " ".join(attributes)
        return f" #{self.groups.setdefault(text, len(self.groups))}"


class FunctionText:
    """One function while it is printed."""

    def __init__(self, tables: ModuleTables) -> None:
        self.tables = tables
        self.type = tables.types.text
        self.names: dict[SSAValue, str] = {}
        """Operand text, e.g. `%x` or `7`."""
        self.typed: dict[SSAValue, str] = {}
        """The same after its type."""
        self.labels: dict[Block, str] = {}
        self.edges: dict[tuple[Operation, int], str] = {}
        """Labels of the blocks on split edges, by terminator and successor number."""

    def label(self, op: Operation, index: int) -> str:
        """The operand for successor `index` of the terminator `op`."""
        if self.edges and (split := self.edges.get((op, index))) is not None:
            return f"label %{split}"
        return f"label %{self.labels[op.successors[index]]}"


Handler = Callable[[FunctionText, Operation], str]


def integers_of(op: Operation, name: str) -> tuple[int, ...]:
    """The elements of the array of integers `name`."""
    if (result := integers(value := get(op, name))) is None:
        raise Untranslatable(f"'{name}' must be an array of integers, got {value}")
    return result
