"""
What the functions that print an operation share: the tables of the module and of the
function, and access to an operation's attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.llvm import FastMathAttr, LLVMFunctionType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_opencl.llvm_ir.printer.attributes import is_true
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.line_tables import LineTables
from xdsl_opencl.llvm_ir.printer.metadata import MetadataTable
from xdsl_opencl.llvm_ir.printer.narrow import integers
from xdsl_opencl.llvm_ir.printer.text import TypeTable


class ModuleTables:
    """
    What all functions of a module share.
    """

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
        """
        The reference to the group with these attributes, with a space before it.
        """
        if not attributes:
            return ""
        text = " ".join(attributes)
        return f" #{self.groups.setdefault(text, len(self.groups))}"


class FunctionText:
    """
    One function while it is printed.
    """

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
        """
        The operand for successor `index` of the terminator `op`.
        """
        if self.edges and (split := self.edges.get((op, index))) is not None:
            return f"label %{split}"
        return f"label %{self.labels[op.successors[index]]}"


Handler = Callable[[FunctionText, Operation], str]


def get(op: Operation, name: str) -> Attribute | None:
    """
    An attribute of `op` wherever it is kept: pretty syntax leaves some that are properties
    in the dictionary, and there it overrides the default of the property.
    """
    if op.attributes and (value := op.attributes.get(name)) is not None:
        return value
    return op.properties.get(name)


def integer_of(op: Operation, name: str) -> int:
    """
    The integer attribute `name`, 0 if there is none.
    """
    value = get(op, name)
    if value is None:
        return 0
    if not isinstance(value, IntegerAttr):
        raise Untranslatable(f"'{name}' must be an integer, got {value}")
    return value.value.data


def flag_text(op: Operation, name: str, text: str) -> str:
    """
    `text` if the flag `name` is set.
    """
    return text if is_true(get(op, name)) else ""


def integers_of(op: Operation, name: str) -> tuple[int, ...]:
    """
    The elements of the array of integers `name`.
    """
    if (result := integers(value := get(op, name))) is None:
        raise Untranslatable(f"'{name}' must be an array of integers, got {value}")
    return result


_FAST_FLAGS = tuple(
    (flag, f"{flag.value} ")
    for flag in (
        FastMathFlag.REASSOC,
        FastMathFlag.NO_NANS,
        FastMathFlag.NO_INFS,
        FastMathFlag.NO_SIGNED_ZEROS,
        FastMathFlag.ALLOW_RECIP,
        FastMathFlag.ALLOW_CONTRACT,
        FastMathFlag.APPROX_FUNC,
    )
)


def fast_math(op: Operation) -> str:
    """
    The fast-math flags, each with a space after it.
    """
    flags = get(op, "fastmathFlags")
    if flags is None:
        return ""
    if not isinstance(flags, FastMathAttr):
        raise Untranslatable(f"'fastmathFlags' cannot be {flags}")
    chosen = flags.data
    if not chosen:
        return ""
    if len(set(chosen)) == len(_FAST_FLAGS):
        return "fast "
    return "".join(text for flag, text in _FAST_FLAGS if flag in chosen)


_FLOAT_ENDS = ("half", "float", "double", "bfloat", "x86_fp80", "fp128")


def fast_math_for(op: Operation, type: str) -> str:
    """
    The flags of an operation that need not be a floating-point one.
    """
    flags = fast_math(op)
    if flags and not type.rstrip(">]").endswith(_FLOAT_ENDS):
        raise Untranslatable(f"fast-math flags on a result of type {type}")
    return flags
