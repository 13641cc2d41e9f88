"""Constants of the `llvm` dialect as SPIR-V's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
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
    if isinstance(value, IntegerAttr):
        return d.integer(value.value.data, type)
    if isinstance(value, FloatAttr):
        form = d.form(type)
        return d.number(float_bits(value.value.data, form.bits), form)
    if isinstance(value, ArrayAttr):
        parts = cast("ArrayAttr[Attribute]", value).data
        made = [literal(d, v, member(d, type, n)) for n, v in enumerate(parts)]
        return d.composite(d.form(type), made)
    return _nested(d, iter(_numbers(d, value, type)), type)


def _numbers(d: Declarations, value: Attribute, type: Attribute) -> Iterable[int]:
    """The bits of the innermost elements of a constant."""
    if isinstance(value, DenseIntOrFPElementsAttr):
        dense = cast("DenseIntOrFPElementsAttr[Any]", value)
        size, data = dense.get_element_type().compile_time_size, dense.data.data
        places = range(0, len(data), size)
        numbers = [int.from_bytes(data[n : n + size], "little") for n in places]
        return numbers * len(dense) if len(numbers) == 1 else numbers
    if isinstance(value, StringAttr):
        return value.data.encode()
    raise d.refuse(f"{value} is no constant of type {type}; write a number or an array")


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
    """The number of elements of an array, structure or vector."""
    if isinstance(type, LLVMArrayType):
        return type.size.data
    return type.get_shape()[0] if is_vector(type) else len(cast("Any", type).types)


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
