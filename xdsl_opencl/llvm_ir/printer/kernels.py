"""
Metadata of kernels.

Source of the two forms: Clang's `CodeGenModule::GenKernelArgMetadata` (attached to the
function since 3.9) and the SPIR 1.2 specification (the named node `!opencl.kernels`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from xdsl.dialects.builtin import IntegerAttr, StringAttr
from xdsl.dialects.llvm import FuncOp
from xdsl.ir import Attribute

from xdsl_opencl.abi.reflection import (
    ARGUMENT_LISTS,
    SUB_GROUP_SIZE,
    VECTOR_TYPE_HINT,
    WORK_GROUP_SIZES,
    attribute_name,
)
from xdsl_opencl.llvm_ir.printer.errors import Untranslatable
from xdsl_opencl.llvm_ir.printer.function_text import ModuleTables
from xdsl_opencl.llvm_ir.printer.metadata import string_operand
from xdsl_opencl.llvm_ir.printer.narrow import integers, is_array
from xdsl_opencl.llvm_ir.printer.text import identifier

KernelMetadata = Literal["function", "named", "both"]
"""The destination of the argument information of kernels; see `emit_llvm_ir`."""

_VECTOR_TYPE_HINT = attribute_name(VECTOR_TYPE_HINT)
_SIGNED_HINT = f"{_VECTOR_TYPE_HINT}_signed"
_SUB_GROUP_SIZE = attribute_name("reqd_sub_group_size")
SEGMENT_ARGUMENTS = attribute_name("segment_arguments")
"""Of a kernel whose one parameter is the argument segment (`metadata.py` makes it)."""
KERNEL_KEYS = frozenset(
    (
        *map(attribute_name, ARGUMENT_LISTS),
        *WORK_GROUP_SIZES,
        *(f"rocdl.{name}" for name in WORK_GROUP_SIZES),
        _VECTOR_TYPE_HINT,
        _SIGNED_HINT,
        _SUB_GROUP_SIZE,
        SEGMENT_ARGUMENTS,
    )
)
"""The attributes of `llvm.func` that are read here."""


def kernel_metadata(
    tables: ModuleTables,
    op: FuncOp,
    attributes: Mapping[str, Attribute],
    where: KernelMetadata,
) -> str:
    """
    The attachments of a kernel in the function form, each with a space before it; enters
    the named form into `!opencl.kernels`. `attributes` are all of `op`'s.

    Raises `Untranslatable` for lists of another length than the parameters.
    """
    nodes: list[tuple[str, list[str]]] = []
    for name in ARGUMENT_LISTS:
        if (value := attributes.get(attribute_name(name))) is not None:
            nodes.append((name, _argument_list(tables, op, name, value)))
    is_kernel = bool(nodes)
    if (hint := attributes.get(_VECTOR_TYPE_HINT)) is not None:
        signed = int(_SIGNED_HINT in attributes)
        type = tables.types.text(hint)
        nodes.append((VECTOR_TYPE_HINT, [f"{type} undef", f"i32 {signed}"]))
    for name in WORK_GROUP_SIZES:
        value = attributes.get(name, attributes.get(f"rocdl.{name}"))
        if value is not None:
            nodes.append((name, _sizes(name, value)))
    value = attributes.get(_SUB_GROUP_SIZE)
    if value is not None:
        if not isinstance(value, IntegerAttr):
            raise Untranslatable(f"'{_SUB_GROUP_SIZE}' cannot be {value}")
        nodes.append((SUB_GROUP_SIZE, [f"i32 {value.value.data}"]))
    table = tables.metadata
    if is_kernel and where != "function":
        parts = [f"ptr @{identifier(op.sym_name.data)}"]
        parts += [
            table.tuple((string_operand(name), *operands)) for name, operands in nodes
        ]
        table.named.setdefault("opencl.kernels", []).append(table.tuple(parts))
    if where == "named":
        return ""
    return "".join(f" !{name} {table.tuple(operands)}" for name, operands in nodes)


def _argument_list(
    tables: ModuleTables, op: FuncOp, name: str, value: Attribute
) -> list[str]:
    if (numbers := integers(value)) is not None:
        operands = [f"i32 {n}" for n in numbers]
    elif is_array(value):
        expected = IntegerAttr if name == "kernel_arg_addr_space" else StringAttr
        for entry in value:
            if not isinstance(entry, expected):
                raise Untranslatable(f"'opencl.{name}' has the entry {entry}")
        operands = [
            f"i32 {v.value.data}"
            if isinstance(v, IntegerAttr)
            else tables.metadata.operand(v)
            for v in value
        ]
    else:
        raise Untranslatable(f"'opencl.{name}' must be an array, got {value}")
    # One parameter may be the segment in which the arguments are.
    whole = SEGMENT_ARGUMENTS in op.attributes
    if len(operands) != len(op.function_type.inputs) and not whole:
        raise Untranslatable(
            f"'opencl.{name}' has {len(operands)} entries for "
            f"{len(op.function_type.inputs)} parameters"
        )
    return operands


def _sizes(name: str, value: Attribute) -> list[str]:
    sizes: Sequence[int] = integers(value) or ()
    if is_array(value):
        sizes = [v.value.data for v in value if isinstance(v, IntegerAttr)]
    if len(sizes) != 3:
        raise Untranslatable(f"'{name}' must be three integers, got {value}")
    return [f"i32 {size}" for size in sizes]
