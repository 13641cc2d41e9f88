"""Terminators, and the operations that become operands instead of instructions."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import (
    IntAttr,
    SymbolRefAttr,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Operation

from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.function_text import (
    FunctionText,
    Handler,
    ModuleTables,
    integers_of,
)
from xdsl_opencl.llvm_ir.printer.metadata import string_operand
from xdsl_opencl.llvm_ir.printer.narrow import is_dense, is_integer
from xdsl_opencl.llvm_ir.printer.text import (
    constant_text,
    integer_text,
    symbol_text,
    zero_text,
)
from xdsl_opencl.llvm_ir.syntax.words import get

# --- Terminators ------------------------------------------------------------------------


def _branch_weights(f: FunctionText, op: Operation) -> str:
    if get(op, "branch_weights") is None:
        return ""
    operands = [string_operand("branch_weights")]
    operands += (f"i32 {n}" for n in integers_of(op, "branch_weights"))
    return f", !prof {f.tables.metadata.tuple(operands)}"


def _cond_br(f: FunctionText, op: Operation) -> str:
    condition = f.typed[op.operands[0]]
    return f"br {condition}, {f.label(op, 0)}, {f.label(op, 1)}{_branch_weights(f, op)}"


def _switch(f: FunctionText, op: Operation) -> str:
    value = op.operands[0]
    type = value.type
    if not is_integer(type):
        raise Untranslatable(f"the switch is on type {type}")
    cases: list[str] = []
    values = op.properties.get("case_values")
    if is_dense(values):
        width = type.width.data
        for index, case in enumerate(values.get_values()):
            text = integer_text(case, width)
            cases.append(f"    i{width} {text}, {f.label(op, index + 1)}\n")
    body = f"\n{''.join(cases)}  " if cases else ""
    return f"switch {f.typed[value]}, {f.label(op, 0)} [{body}]{_branch_weights(f, op)}"


TERMINATORS: dict[str, Handler] = {
    "llvm.br": lambda f, op: f"br {f.label(op, 0)}",
    "llvm.cond_br": _cond_br,
    "llvm.switch": _switch,
    "llvm.return": lambda f, op: (
        f"ret {f.typed[op.operands[0]]}" if op.operands else "ret void"
    ),
    "llvm.unreachable": lambda f, op: "unreachable",
}


ConstantHandler = Callable[[ModuleTables, Operation], str]

# --- Constants --------------------------------------------------------------------------


def _address_of(tables: ModuleTables, op: Operation) -> str:
    symbol = op.properties["global_name"]
    assert isinstance(symbol, SymbolRefAttr)
    text = symbol_text(symbol)
    name = symbol.string_value()
    if name in tables.global_spaces:
        space = tables.global_spaces[name]
    elif name in tables.signatures:
        space = 0
    else:
        raise Untranslatable(f"the module has no global or function @{name}")
    type = op.results[0].type
    expected = LLVMPointerType() if not space else LLVMPointerType(IntAttr(space))
    if tables.types.text(type) != tables.types.text(expected):
        raise Untranslatable(
            f"@{name} is in address space {space}, its address has type {type}"
        )
    return text


CONSTANTS: dict[str, ConstantHandler] = {
    "llvm.mlir.constant": lambda tables, op: constant_text(
        tables.types, op.properties["value"], op.results[0].type
    ),
    "llvm.mlir.addressof": _address_of,
    "llvm.mlir.zero": lambda tables, op: zero_text(op.results[0].type),
    "llvm.mlir.undef": lambda tables, op: "undef",
    "llvm.mlir.poison": lambda tables, op: "poison",
}
