"""Global variables and their initializers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.builtin import StringAttr, UnitAttr
from xdsl.dialects.llvm import GEP_USE_SSA_VAL, GlobalOp, LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.symbols import UNNAMED_ADDRESSES, VISIBILITIES
from xdsl_opencl.llvm_ir.printer.attributes import (
    checked_alignment,
    comdat_name,
    linkage_text,
    numbered_word,
)
from xdsl_opencl.llvm_ir.printer.control import CONSTANTS
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable, unknown_attribute
from xdsl_opencl.llvm_ir.printer.function_text import ModuleTables, integers_of
from xdsl_opencl.llvm_ir.printer.narrow import is_vector
from xdsl_opencl.llvm_ir.printer.text import (
    constant_text,
    escape,
    identifier,
    zero_text,
)
from xdsl_opencl.llvm_ir.syntax.words import (
    CONSTANT_BINARY,
    CONSTANT_CASTS,
    address_words,
    get,
    is_true,
)

_ATTRIBUTES = frozenset(
    (
        *("dso_local", "thread_local_", "visibility_", "unnamed_addr", "section"),
        *("comdat", "externally_initialized", "sym_visibility"),
    )
)
"""
Discardable attributes of a global that are read, beside the properties. xDSL's pretty
syntax keeps those it has no property for in the dictionary.
"""


def global_text(tables: ModuleTables, op: GlobalOp) -> tuple[str, str | None]:
    """
    The line that defines or declares `op`, and the comdat it is in.

    Raises `Untranslatable` for an attribute or value without an equivalent.
    """
    for name, value in op.attributes.items():
        if name not in _ATTRIBUTES:
            raise unknown_attribute(f"'{name}' = {value} of a global")
    type = op.global_type
    type_text = tables.types.text(type)
    linkage = op.linkage.linkage.data
    initializer = _initializer(tables, op)
    if initializer is None:
        if linkage in ("external", "extern_weak"):
            words = f"{linkage} "
        else:
            # As MLIR: a common symbol starts as zero, another symbol has no defined value.
            initializer = zero_text(type) if linkage == "common" else "undef"
            words = linkage_text(linkage)
    else:
        words = linkage_text(linkage)
    words += "dso_local " if is_true(get(op, "dso_local")) else ""
    words += numbered_word(VISIBILITIES, "visibility_", get(op, "visibility_"))
    words += "thread_local " if is_true(get(op, "thread_local_")) else ""
    words += numbered_word(UNNAMED_ADDRESSES, "unnamed_addr", get(op, "unnamed_addr"))
    if space := op.addr_space.value.data:
        words += f"addrspace({space}) "
    words += (
        "externally_initialized " if is_true(get(op, "externally_initialized")) else ""
    )
    words += "constant " if op.constant is not None else "global "
    text = f"@{identifier(op.sym_name.data)} = {words}{type_text}"
    if initializer is not None:
        text += f" {initializer}"
    if (section := get(op, "section")) is not None:
        if not isinstance(section, StringAttr):
            raise Untranslatable(f"'section' cannot be {section}")
        text += f', section "{escape(section.data)}"'
    comdat = get(op, "comdat")
    name = None if comdat is None else comdat_name(comdat)
    if name is not None:
        text += f", comdat(${identifier(name)})"
    if op.alignment is not None:
        text += f", align {checked_alignment(op.alignment.value.data)}"
    return text, name


def _initializer(tables: ModuleTables, op: GlobalOp) -> str | None:
    if op.body.blocks:
        if op.value is not None:
            raise Untranslatable("a global has both a value and an initializer region")
        return _region(tables, op)
    if op.value is None or isinstance(op.value, UnitAttr):
        return None
    return constant_text(tables.types, op.value, op.global_type)


# --- Initializer regions ----------------------------------------------------------------


@dataclass
class _Aggregate:
    """An array or struct under construction; `elements` are texts or aggregates."""

    type: Attribute
    elements: list[str | _Aggregate]

    def copy(self) -> _Aggregate:
        return _Aggregate(
            self.type, [e if isinstance(e, str) else e.copy() for e in self.elements]
        )


_Value = str | _Aggregate


def _element_types(type: Attribute) -> list[Attribute]:
    if isinstance(type, LLVMArrayType):
        return [type.type] * type.size.data
    if isinstance(type, LLVMStructType):
        return list(type.types)
    if is_vector(type) and len(type.shape) == 1:
        return [type.element_type] * type.shape.data[0].data
    raise Untranslatable(f"type {type} has no elements")


def _expand(value: _Value, type: Attribute) -> _Aggregate:
    """`value` as an aggregate with elements that can be replaced."""
    if isinstance(value, _Aggregate):
        return value.copy()
    types = _element_types(type)
    if value == "zeroinitializer":
        return _Aggregate(type, [zero_text(t) for t in types])
    if value in ("undef", "poison"):
        return _Aggregate(type, [value] * len(types))
    raise Untranslatable("an element is inserted into a constant that is written whole")


def _write(tables: ModuleTables, value: _Value) -> str:
    if isinstance(value, str):
        return value
    if not value.elements:
        return "zeroinitializer"
    parts = ", ".join(
        f"{tables.types.text(t)} {_write(tables, e)}"
        for t, e in zip(_element_types(value.type), value.elements, strict=True)
    )
    if isinstance(value.type, LLVMArrayType):
        return f"[{parts}]"
    return f"<{parts}>" if is_vector(value.type) else f"{{ {parts} }}"


class _Region:
    """Evaluates an initializer region to a constant."""

    def __init__(self, tables: ModuleTables):
        self.tables = tables
        self.values: dict[SSAValue, _Value] = {}

    def typed(self, value: SSAValue) -> str:
        text = _write(self.tables, self.values[value])
        return f"{self.tables.types.text(value.type)} {text}"

    def evaluate(self, op: Operation) -> _Value:
        name = op.name
        if (constant := CONSTANTS.get(name)) is not None:
            return constant(self.tables, op)
        if (method := _METHODS.get(name)) is not None:
            return method(self, op)
        opcode = name.removeprefix("llvm.")
        if opcode in CONSTANT_CASTS:
            (operand,) = op.operands
            type = self.tables.types.text(op.results[0].type)
            return f"{opcode} ({self.typed(operand)} to {type})"
        if opcode in CONSTANT_BINARY:
            a, b = op.operands
            return f"{opcode} ({self.typed(a)}, {self.typed(b)})"
        raise Untranslatable(f"'{name}' is not a constant; it stands in an initializer")

    def insert_value(self, op: Operation) -> _Value:
        container, value = op.operands
        result = _expand(self.values[container], container.type)
        indices = integers_of(op, "position")
        inner = result
        for index in indices[:-1]:
            types = _element_types(inner.type)
            expanded = _expand(inner.elements[index], types[index])
            inner.elements[index] = expanded
            inner = expanded
        inner.elements[indices[-1]] = self.values[value]
        return result

    def insert_element(self, op: Operation) -> _Value:
        vector, value, index = op.operands
        result = _expand(self.values[vector], vector.type)
        position = self.values[index]
        if not isinstance(position, str) or not position.isdecimal():
            raise Untranslatable("an initializer inserts at a position not constant")
        if int(position) >= len(result.elements):
            raise Untranslatable(f"the vector has no element {position}")
        result.elements[int(position)] = self.values[value]
        return result

    def address(self, op: Operation) -> _Value:
        operands = iter(op.operands)
        parts = [self.typed(next(operands))]
        for index in integers_of(op, "rawConstantIndices"):
            dynamic = index == GEP_USE_SSA_VAL
            parts.append(self.typed(next(operands)) if dynamic else f"i32 {index}")
        words = address_words(1 if is_true(get(op, "inbounds")) else 0)
        element = self.tables.types.text(op.properties["elem_type"])
        return f"getelementptr {words}({element}, {', '.join(parts)})"


_METHODS: dict[str, Callable[[_Region, Operation], _Value]] = {
    "llvm.insertvalue": _Region.insert_value,
    "llvm.insertelement": _Region.insert_element,
    "llvm.getelementptr": _Region.address,
}


def _region(tables: ModuleTables, op: GlobalOp) -> str:
    if len(op.body.blocks) != 1:
        raise Untranslatable("an initializer region must have one block")
    region = _Region(tables)
    for inner in op.body.block.ops:
        if inner.name == "llvm.return":
            (value,) = inner.operands
            if tables.types.text(value.type) != tables.types.text(op.global_type):
                raise Untranslatable(
                    f"the initializer has type {value.type}, the global {op.global_type}"
                )
            return _write(tables, region.values[value])
        region.values[inner.results[0]] = region.evaluate(inner)
    raise Untranslatable("an initializer region must end with 'llvm.return'")
