"""
Arithmetic, conversions, vectors, aggregates and memory: a function for each operation,
from the rows of the syntax's table.

Each takes the function being printed and the operation, and returns the instruction
without its result's name and without the attachments of `opencl.metadata`.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.llvm import GEP_USE_SSA_VAL
from xdsl.ir import Operation

from xdsl_opencl.llvm_ir.printer.attributes import checked_alignment
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.function_text import FunctionText, Handler, integers_of
from xdsl_opencl.llvm_ir.printer.text import escape
from xdsl_opencl.llvm_ir.syntax.instructions import INSTRUCTIONS as ROWS
from xdsl_opencl.llvm_ir.syntax.instructions import Instruction, Operands, Rest
from xdsl_opencl.llvm_ir.syntax.words import (
    INALLOCA,
    NoMeaning,
    address_words,
    get,
    integer_of,
    is_true,
    ordering,
)


def _one_type(opcode: str, row: Instruction) -> Handler:
    """Returns the function for a row with two operands of one type."""
    groups = [group.text for group in row.words if group.__class__ is not NoMeaning]

    def binary(f: FunctionText, op: Operation) -> str:
        a, b = op.operands
        words = "".join([words(op) for words in groups])
        return f"{opcode} {words}{f.typed[a]}, {f.names[b]}"

    return binary


def _typed(opcode: str, row: Instruction) -> Handler:
    """Returns the function for a row of operands with a type each."""
    groups = [group.text for group in row.words]
    rest = None if row.rest is Rest.NOTHING else _RESTS[row.rest](opcode, row)

    def text(f: FunctionText, op: Operation) -> str:
        words = "".join([words(op) for words in groups])
        operands = ", ".join([f.typed[value] for value in op.operands])
        if row.operands is Operands.LOADED:
            operands = f"{f.type(op.results[0].type)}, {operands}"
        after = "" if rest is None else rest(f, op)
        return f"{opcode} {words}{operands}{after}"

    return text


# --- After the operands -----------------------------------------------------------------


def _mask(opcode: str, row: Instruction) -> Handler:
    def text(f: FunctionText, op: Operation) -> str:
        mask = integers_of(op, "mask")
        lanes = ", ".join([f"i32 {n}" if n >= 0 else "i32 poison" for n in mask])
        return f", <{len(mask)} x i32> <{lanes}>"

    return text


def _alignment(op: Operation) -> str:
    alignment = integer_of(op, "alignment")
    if not alignment:
        return ""
    return f", align {checked_alignment(alignment)}"


def _scope(op: Operation) -> str:
    scope = get(op, "syncscope")
    if scope is None:
        return ""
    if not isinstance(scope, StringAttr):
        raise Untranslatable(f"'syncscope' must be a string, got {scope}")
    return f'syncscope("{escape(scope.data)}") ' if scope.data else ""


_FLAG_METADATA = (
    ("nontemporal", "nontemporal", ("i32 1",)),
    ("invariant", "invariant.load", ()),
    ("invariantGroup", "invariant.group", ()),
)
"""Properties of an access, the kinds of metadata that they are, and its operands."""


def _access(opcode: str, row: Instruction) -> Handler:
    """Returns the function for the scope, the orderings and the alignment."""
    separator = " " if row.count else ""

    def required(f: FunctionText, op: Operation) -> str:
        words: list[str] = []
        for key in row.orderings:
            if not (word := ordering(op, key)):
                noun = key.replace("_", " ")
                raise Untranslatable(f"'{op.name}' needs an atomic {noun}")
            words.append(word)
        return f"{separator}{_scope(op)}{' '.join(words)}{_alignment(op)}"

    def optional(f: FunctionText, op: Operation) -> str:
        word, scope, alignment = ordering(op, "ordering"), _scope(op), _alignment(op)
        if word:
            if not alignment:
                raise Untranslatable(f"an atomic {opcode} needs an alignment")
            text = f" {scope}{word}{alignment}"
        elif scope:
            raise Untranslatable(
                f"a {opcode} with a syncscope needs an atomic ordering"
            )
        else:
            text = alignment
        for name, kind, node in _FLAG_METADATA:
            if is_true(get(op, name)):
                text += f", !{kind} {f.tables.metadata.tuple(node)}"
        return text

    return optional if row.may_be_plain else required


_RESTS: dict[Rest, Callable[[str, Instruction], Handler]] = {
    Rest.TARGET: lambda opcode, row: lambda f, op: f" to {f.type(op.results[0].type)}",
    Rest.MASK: _mask,
    Rest.POSITION: lambda opcode, row: (
        lambda f, op: "".join(f", {n}" for n in integers_of(op, "position"))
    ),
    Rest.ACCESS: _access,
}

# --- Instructions without a row ---------------------------------------------------------


def _alloca(f: FunctionText, op: Operation) -> str:
    element = get(op, "elem_type")
    if element is None:
        raise Untranslatable("the allocated type is missing")
    result = f.type(op.results[0].type)
    # `ptr addrspace(5)` is the result, `addrspace(5)` the clause.
    space = f", {result[4:]}" if len(result) > 3 else ""
    return (
        f"alloca {INALLOCA.text(op)}{f.type(element)}, {f.typed[op.operands[0]]}"
        f"{_alignment(op)}{space}"
    )


def _getelementptr(f: FunctionText, op: Operation) -> str:
    operands = iter(op.operands)
    parts = [f.typed[next(operands)]]
    for index in integers_of(op, "rawConstantIndices"):
        if index == GEP_USE_SSA_VAL:
            parts.append(f.typed[next(operands)])
        else:
            parts.append(f"i32 {index}")
    flags = integer_of(op, "noWrapFlags")
    if is_true(get(op, "inbounds")):
        flags |= 1
    element = get(op, "elem_type")
    if element is None:
        raise Untranslatable("the element type is missing")
    return f"getelementptr {address_words(flags)}{f.type(element)}, {', '.join(parts)}"


INSTRUCTIONS: dict[str, Handler] = {
    **{
        f"llvm.{opcode}": (_one_type if row.operands is Operands.ONE_TYPE else _typed)(
            opcode, row
        )
        for opcode, row in ROWS.items()
    },
    "llvm.alloca": _alloca,
    "llvm.getelementptr": _getelementptr,
}
