"""
Accesses of `vector` to elements that do not lie side by side, and `vector.type_cast`, as part of
`convert-vector-to-llvm`. An access is unrolled to its elements, in the order of the vector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.conversions.framework import Conversion, Table
from xdsl_opencl.conversions.memory.memref_address import (
    Addressing,
    AnyMemRef,
    Number,
    memref_type,
)
from xdsl_opencl.conversions.vectors.vector_access import (
    access_alignment,
    element_alignment,
    load_element,
    store_element,
)
from xdsl_opencl.conversions.vectors.vector_contractions import (
    check_steps,
    element_places,
    part_at,
    with_part,
)
from xdsl_opencl.dialects.vector_ext.memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    ScatterOp,
    TypeCastOp,
)
from xdsl_opencl.dialects.vector_ext.shapes import shape_of
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of

Step = tuple[Sequence[int], SSAValue, SSAValue]
"""The place of an element in the vector, its address, and its bit of the mask."""


def _steps(
    build: Conversion,
    op: GatherOp | ScatterOp | ExpandLoadOp | CompressStoreOp,
    mask: SSAValue,
) -> Iterator[Step]:
    """The elements in memory that `op` moves."""
    memory = SSAValue.get(op.base)
    if isinstance(memory.type, TensorType):
        fail(op, f"'{op.name}' of a tensor is not supported; bufferize it first")
    if not op.starts:
        fail(op, f"'{op.name}' needs a memref of rank 1 or more, not {memory.type}")
    address = Addressing(build, op)
    strides = address.strides(memory)
    *outer, first = build.values(op.starts)
    scattered = isinstance(op, GatherOp | ScatterOp)
    distances = build.value(op.indices) if scattered else None
    places = element_places(op.mask.type)
    check_steps(op, len(places))
    index = build.converter.index
    moved: Number = 0
    for place in places:
        bit = part_at(build, mask, place)
        if distances is not None:
            moved = build.resize(
                part_at(build, distances, place), index, unsigned=False
            )
        numbers: list[Number] = [*outer, address.add(first, moved)]
        yield place, address.at(memory, numbers, strides, inside=False), bit
        if distances is None:
            moved = address.add(moved, build.op(llvm.ZExtOp, bit, type=index))


def gather(
    build: Conversion, op: GatherOp | ExpandLoadOp, mask: SSAValue
) -> Sequence[SSAValue]:
    """Converts `op`; `mask` is converted, and takes the place of its own."""
    result = build.value(op.pass_thru)
    for place, pointer, bit in _steps(build, op, mask):
        old = part_at(build, result, place)
        new = load_element(build, pointer, bit, old, access_alignment(op, old.type))
        result = with_part(build, result, new, place)
    return (result,)


def _read(build: Conversion, op: GatherOp | ExpandLoadOp) -> Sequence[SSAValue]:
    return gather(build, op, build.value(op.mask))


def _write(build: Conversion, op: ScatterOp | CompressStoreOp) -> Sequence[SSAValue]:
    value = build.value(op.value_to_store)
    for place, pointer, bit in _steps(build, op, build.value(op.mask)):
        part = part_at(build, value, place)
        alignment = access_alignment(op, part.type)
        store_element(build, pointer, bit, part, alignment)
    return ()


def _type_cast(build: Conversion, op: TypeCastOp) -> Sequence[SSAValue]:
    for value in op.operands[0], op.results[0]:
        _check_packed(build, op, memref_type(value))
    source, type = build.value(op.memref), memref_type(op.result)
    if not build.converter.descriptors:
        return (source,)
    allocated, aligned = (build.extract_value(source, part) for part in (0, 1))
    return (Addressing(build, op).static_descriptor(type, aligned, allocated),)


def _check_packed(build: Conversion, op: Operation, type: AnyMemRef) -> None:
    """Refuses vectors whose elements lie in other places of memory than single ones."""
    shape, element = shape_of(type.element_type), element_of(type.element_type)
    packed = element_alignment(build.type(element)) is not None
    if shape and not (packed and shape[-1] & (shape[-1] - 1) == 0):
        fail(
            op,
            f"'{op.name}': LLVM places elements of {type.element_type} otherwise than those "
            "of a memref of numbers; use rows of 2, 4, 8, ... whole bytes",
        )


GATHER_TABLE: Table = {
    CompressStoreOp: _write,
    ExpandLoadOp: _read,
    GatherOp: _read,
    ScatterOp: _write,
    TypeCastOp: _type_cast,
}
