"""Constants of the `llvm` dialect as SPIR-V's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    UnitAttr,
    VectorType,
    i1,
)
from xdsl.dialects.llvm import LLVMArrayType, LLVMStructType
from xdsl.ir import Attribute

from xdsl_opencl.ir.element_types import FLOATS
from xdsl_opencl.spirv.writer.declarations import Declarations, is_vector


def float_bits(number: float, bits: int) -> int:
    """The bits of a floating-point number."""
    return int.from_bytes(FLOATS[bits].pack((number,)), "little")


def literal(d: Declarations, value: Attribute, type: Attribute) -> int:
    """
    The id of the constant `value` of `type`. Truth values in arrays and structures are bytes.

    Raises `PassFailedException` where the two do not go together.
    """
    if isinstance(value, UnitAttr) or value.name in ("llvm.mlir.zero", "llvm.zero"):
        return d.null(d.memory(type))
    form = d.form(type)
    if isinstance(value, IntegerAttr) and form.kind in ("int", "bool"):
        return d.integer(value.value.data, type)
    if isinstance(value, FloatAttr) and form.kind == "float":
        return d.number(float_bits(value.value.data, form.bits), form)
    if isinstance(value, ArrayAttr):
        parts = cast("ArrayAttr[Attribute]", value).data
        if len(parts) == count(type):
            made = [literal(d, v, member(d, type, n)) for n, v in enumerate(parts)]
            return d.composite(form, made)
    numbers, total, inner = [*_numbers(cast("Attribute", value))], 1, type
    while isinstance(inner, LLVMArrayType) or is_vector(inner):
        total, inner = total * count(inner), member(d, inner, 0)
    if len(numbers) != total:
        raise d.refuse(
            f"{value} is no constant of type {type}; write a number, or each element"
        )
    return _nested(d, iter(numbers), type)


def _numbers(value: Attribute) -> Sequence[int]:
    """The bits of the innermost elements of a constant; none of one that has no elements."""
    if isinstance(value, DenseIntOrFPElementsAttr):
        dense = cast("DenseIntOrFPElementsAttr[Any]", value)
        size, data = dense.get_element_type().compile_time_size, dense.data.data
        places = range(0, len(data), size)
        numbers = [int.from_bytes(data[n : n + size], "little") for n in places]
        return numbers * len(dense) if len(numbers) == 1 else numbers
    data = value.data if isinstance(value, BytesAttr | StringAttr) else b""
    return data.encode() if isinstance(data, str) else data


def member(d: Declarations, type: Attribute, index: int | None) -> Attribute:
    """The type of an element of an array, structure or vector; `None`: of one that is computed."""
    match type:
        case LLVMArrayType():
            return type.type
        case LLVMStructType():
            if index is None:
                raise d.refuse("the index of a member of a structure is no constant")
            return type.types.data[index]
        case VectorType():
            return type.element_type
        case _:
            raise d.refuse(
                f"{type} has no elements; use an array, a structure or vector"
            )


def count(type: Attribute) -> int:
    """The number of elements of an array, structure or vector; 0 of others."""
    if isinstance(type, LLVMArrayType):
        return type.size.data
    if isinstance(type, LLVMStructType):
        return len(type.types)
    return type.get_shape()[0] if is_vector(type) else 0


def _nested(d: Declarations, numbers: Iterator[int], type: Attribute) -> int:
    """The constant of `type` whose elements have these bits, the innermost ones in order."""
    if isinstance(type, LLVMArrayType) or is_vector(type):
        form, element = d.form(type), member(d, type, 0)
        if is_vector(type) and form.kind == "bool":
            parts = [d.number(next(numbers) & 1, d.bool) for _ in range(count(type))]
        else:
            parts = [_nested(d, numbers, element) for _ in range(count(type))]
        if form.width == 1 and is_vector(type):
            return parts[0]
        if form.kind == "aggregate" and set(parts) == {d.null(d.memory(element))}:
            return d.null(form)
        return d.composite(form, parts)
    # A byte of the attribute stands for a truth value, with all bits set for true.
    form = d.memory(type)
    return d.number(next(numbers) & (1 << (type == i1 or form.bits)) - 1, form)
