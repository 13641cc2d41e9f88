"""Calls: functions, intrinsics, inline assembly."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DictionaryAttr, StringAttr, SymbolRefAttr
from xdsl.dialects.llvm import LLVMFunctionType, LLVMStructType, TailCallKindAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.llvm_ir.printer.attributes import (
    CALL_GROUP_ATTRIBUTES,
    calling_convention,
    parameter_attributes,
)
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.function_text import FunctionText, Handler
from xdsl_opencl.llvm_ir.printer.narrow import (
    integers,
    is_array,
    is_float_attr,
    is_integer,
    is_integer_attr,
)
from xdsl_opencl.llvm_ir.printer.text import (
    escape,
    float_text,
    integer_text,
    symbol_text,
)
from xdsl_opencl.llvm_ir.syntax.intrinsics import (
    EXPONENT,
    INTRINSICS,
    RESULT,
    Intrinsic,
)
from xdsl_opencl.llvm_ir.syntax.words import (
    ASSEMBLY_WORDS,
    FAST_MATH,
    FLOAT_FAST_MATH,
    TAIL_WORDS,
    get,
)

# --- Calls ------------------------------------------------------------------------------


def _tail(op: Operation, name: str) -> str:
    kind = get(op, name)
    if kind is None:
        return ""
    if not isinstance(kind, TailCallKindAttr):
        raise Untranslatable(f"'{name}' cannot be {kind}")
    word = kind.data.value
    return f"{word} " if word in TAIL_WORDS else ""


def _arguments(f: FunctionText, op: Operation, operands: Sequence[SSAValue]) -> str:
    return ", ".join(_attributed_arguments(f, op, operands))


def _attributed_arguments(
    f: FunctionText, op: Operation, operands: Sequence[SSAValue]
) -> list[str]:
    """The operands with the parameter attributes that the call site gives them."""
    attributes = get(op, "arg_attrs")
    if attributes is None:
        return [f.typed[v] for v in operands]
    if not is_array(attributes) or len(attributes) != len(operands):
        raise Untranslatable("'arg_attrs' must have one dictionary for each argument")
    return [
        f"{f.type(value.type)} {_parameter(f, entry)}{f.names[value]}"
        for value, entry in zip(operands, attributes, strict=True)
    ]


def _parameter(f: FunctionText, entry: Attribute) -> str:
    if not isinstance(entry, DictionaryAttr):
        raise Untranslatable(f"parameter attributes must be a dictionary, got {entry}")
    return parameter_attributes(f.tables.types, entry)


def _result_attributes(f: FunctionText, op: Operation) -> str:
    attributes = get(op, "res_attrs")
    if attributes is None:
        return ""
    if not is_array(attributes) or len(attributes) != len(op.results):
        raise Untranslatable("'res_attrs' must have one dictionary for each result")
    return "".join(_parameter(f, entry) for entry in attributes)


def _call_group(f: FunctionText, op: Operation) -> str:
    attributes = {**op.properties, **op.attributes}
    return f.tables.group(
        [
            text
            for name, value in attributes.items()
            if name in CALL_GROUP_ATTRIBUTES
            and (text := CALL_GROUP_ATTRIBUTES[name](value))
        ]
    )


def _bundles(f: FunctionText, op: Operation) -> tuple[Sequence[SSAValue], str]:
    counts = integers(op.properties.get("op_bundle_sizes"))
    operands = op.operands
    if not counts:
        return operands, ""
    tags = get(op, "op_bundle_tags")
    if not is_array(tags) or len(tags) != len(counts):
        raise Untranslatable(
            "operand bundles need 'op_bundle_tags', one string for each bundle"
        )
    position = len(operands) - sum(counts)
    plain = operands[:position]
    texts: list[str] = []
    for tag, count in zip(tags, counts, strict=True):
        if not isinstance(tag, StringAttr):
            raise Untranslatable(f"the tag of an operand bundle is {tag}")
        inside = ", ".join(f.typed[v] for v in operands[position : position + count])
        texts.append(f'"{escape(tag.data)}"({inside})')
        position += count
    return plain, f" [ {', '.join(texts)} ]"


def _result_type(f: FunctionText, op: Operation) -> str:
    return f.type(op.results[0].type) if op.results else "void"


def _call(f: FunctionText, op: Operation) -> str:
    operands, bundles = _bundles(f, op)
    callee = op.properties.get("callee")
    convention = calling_convention(op.properties.get("CConv"))
    result = _result_type(f, op)
    type = op.properties.get("var_callee_type")
    if isinstance(callee, SymbolRefAttr):
        target = symbol_text(callee)
        type = _check_call(f, op, callee.string_value(), operands, convention)
    else:
        target = f.names[operands[0]]
        operands = operands[1:]
    if isinstance(type, LLVMFunctionType) and type.is_variadic:
        written = f.type(type)
    else:
        written = result
    return (
        f"{_tail(op, 'TailCallKind')}call {FLOAT_FAST_MATH.text(op)}{convention}"
        f"{_result_attributes(f, op)}{written} {target}({_arguments(f, op, operands)})"
        f"{_call_group(f, op)}{bundles}"
    )


def _check_call(
    f: FunctionText,
    op: Operation,
    name: str,
    operands: Sequence[SSAValue],
    convention: str,
) -> LLVMFunctionType:
    """
    The type of function `name`. LLVM would accept a call that does not fit and treat it as
    undefined behaviour, hence the check.
    """
    known = f.tables.signatures.get(name)
    if known is None:
        raise Untranslatable(f"the module has no function @{name}")
    type, callee_convention = known
    if convention != callee_convention:
        raise Untranslatable(
            f"the call uses calling convention '{convention.strip() or 'ccc'}', "
            f"@{name} has '{callee_convention.strip() or 'ccc'}'"
        )
    count = len(type.inputs)
    if len(operands) < count or (len(operands) > count and not type.is_variadic):
        raise Untranslatable(
            f"the call has {len(operands)} arguments, @{name} takes {count}"
        )
    for index, (value, expected) in enumerate(zip(operands, type.inputs)):
        if f.type(value.type) != f.type(expected):
            raise Untranslatable(
                f"argument #{index} has type {value.type}, @{name} takes {expected}"
            )
    if f.type(type.output) != _result_type(f, op):
        raise Untranslatable(
            f"the call's result is {_result_type(f, op)}, @{name} returns "
            f"{f.type(type.output)}"
        )
    return type


def _call_intrinsic(f: FunctionText, op: Operation) -> str:
    # There is no declaration: LLVM makes it, with the intrinsic's attributes, and reports
    # a name that it does not know; a declaration would hide such a name until link time.
    operands, bundles = _bundles(f, op)
    name = op.properties["intrin"]
    assert isinstance(name, StringAttr)
    result = _result_type(f, op)
    return (
        f"call {FLOAT_FAST_MATH.text(op)}{_result_attributes(f, op)}{result} "
        f"@{name.data}({_arguments(f, op, operands)}){_call_group(f, op)}{bundles}"
    )


def _inline_asm(f: FunctionText, op: Operation) -> str:
    text = op.properties["asm_string"]
    constraints = op.properties["constraints"]
    assert isinstance(text, StringAttr)
    assert isinstance(constraints, StringAttr)
    words = "".join([words.text(op) for words in ASSEMBLY_WORDS])
    return (
        f"{_tail(op, 'tail_call_kind')}call {_result_type(f, op)} asm {words}"
        f'"{escape(text.data)}", "{escape(constraints.data)}"'
        f"({_arguments(f, op, op.operands)}){_call_group(f, op)}"
    )


def _immediate(op: Operation, name: str) -> str:
    value = get(op, name)
    if is_integer_attr(value) and is_integer(type := value.type):
        width = type.width.data
        return f"i{width} {integer_text(value.value.data, width)}"
    if is_float_attr(value):
        return f"double {float_text(value.value.data, 'double')}"
    raise Untranslatable(f"'{name}' must be a number, got {value}")


def _overload(f: FunctionText, op: Operation, place: int | str) -> str:
    if place == RESULT:
        type = op.results[0].type
    elif isinstance(place, str):
        return _immediate(op, place).split()[0]
    elif place == EXPONENT:
        struct = op.results[0].type
        if not isinstance(struct, LLVMStructType) or len(struct.types) != 2:
            raise Untranslatable(f"the result has type {struct}")
        type = struct.types.data[1]
    else:
        type = op.operands[place].type
    return f.tables.types.mangle(type)


def _intrinsic(row: Intrinsic) -> Handler:
    name, overloads, order = row.name, row.overloads, row.arguments

    def call(f: FunctionText, op: Operation) -> str:
        suffix = "".join([f".{_overload(f, op, place)}" for place in overloads])
        arguments = _attributed_arguments(f, op, op.operands)
        if order is not None:
            arguments = [
                _immediate(op, s) if isinstance(s, str) else arguments[s] for s in order
            ]
        return (
            f"call {FAST_MATH.text(op)}{_result_attributes(f, op)}{_result_type(f, op)} "
            f"@{name}{suffix}({', '.join(arguments)})"
        )

    return call


CALLS: dict[str, Handler] = {
    **{name: _intrinsic(row) for name, row in INTRINSICS.items()},
    "llvm.call": _call,
    "llvm.call_intrinsic": _call_intrinsic,
    "llvm.inline_asm": _inline_asm,
}
