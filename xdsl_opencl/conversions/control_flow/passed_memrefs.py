"""
Memrefs that are descriptors, as functions take and return them, for `convert-func-to-llvm`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.conversions.framework import Conversion
from xdsl_opencl.conversions.memory.memref_address import (
    Addressing,
    AnyMemRef,
    static_layout,
)


def passed_types(
    build: Conversion, type_: AnyMemRef, op: Operation
) -> Sequence[Attribute]:
    """The types of the arguments for a memref of `type_`."""
    pointer, index = build.pointer(type_), build.converter.index
    if build.converter.bare_calls:
        static_layout(op, type_)
        return (pointer,)
    return (pointer, pointer, *[index] * (1 + 2 * type_.get_num_dims()))


def passed_values(
    build: Conversion, type_: AnyMemRef, value: SSAValue, op: Operation
) -> Sequence[SSAValue]:
    """The arguments for `value`, a memref of the source of `type_`."""
    if build.converter.bare_calls:
        return (Addressing(build, op).base(value),)
    whole = build.value(value)
    parts = [build.extract_value(whole, number) for number in range(3)]
    for part in (3, 4):
        for dimension in range(type_.get_num_dims()):
            parts.append(build.extract_value(whole, part, dimension))
    return parts


def received(
    build: Conversion, type_: AnyMemRef, values: Sequence[SSAValue], op: Operation
) -> SSAValue:
    """
    The descriptor of a memref of `type_` from `values`, the arguments or the result for it.
    """
    address = Addressing(build, op)
    if build.converter.bare_calls:
        return address.static_descriptor(type_, values[0])
    allocated, aligned, offset, *numbers = values
    rank = type_.get_num_dims()
    sizes, strides = numbers[:rank], numbers[rank:]
    return address.descriptor(type_, allocated, aligned, offset, sizes, strides)
