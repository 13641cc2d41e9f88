"""`memref.copy` between layouts with gaps, as loops over its elements."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, ModuleOp
from xdsl.ir import Attribute, Block, Region, SSAValue

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.ir.build import ArithBuilder, erase

COPY_LIMIT = 64
"""Elements that a copy without a loop moves one by one at most."""


def is_contiguous(type_: MemRefType[Attribute]) -> bool:
    """
    Returns whether the elements of a memref of `type_` follow one another without gaps.
    """
    if type_.layout.name == "none":
        return True
    strides, expected = type_.get_strides(), 1
    if strides is None:
        return False
    for size, stride in reversed([*zip(type_.get_shape(), strides, strict=True)]):
        if size != 1 and stride != expected:
            return False
        if size == DYNAMIC_INDEX:
            expected = -1
        elif expected > 0:
            expected *= size
    return True


def needs_loop(op: memref.CopyOp) -> bool:
    """Returns whether neither one `memcpy` nor a few loads and stores do what `op` does."""
    types = _types(op)
    if all(map(is_contiguous, types)):
        return False
    shape = types[0].get_shape()
    return DYNAMIC_INDEX in shape or prod(shape) > COPY_LIMIT


def _types(op: memref.CopyOp) -> Sequence[MemRefType[Attribute]]:
    return [
        cast("MemRefType[Attribute]", value.type)
        for value in (op.source, op.destination)
    ]


def expand_copies(module: ModuleOp) -> None:
    """Makes loops of `scf.for` of each copy that `needs_loop`."""
    for op in list(module.walk()):
        if isinstance(op, memref.CopyOp) and needs_loop(op):
            _expand(op)


def _expand(op: memref.CopyOp) -> None:
    build = ArithBuilder.before(op)
    zero, one = build.constant(0, INDEX), build.constant(1, INDEX)
    source, target = _types(op)
    sizes: list[SSAValue] = []
    shapes = zip(source.get_shape(), target.get_shape(), strict=True)
    for dimension, (size, other) in enumerate(shapes):
        known = other if size == DYNAMIC_INDEX else size
        number = build.constant(dimension if known == DYNAMIC_INDEX else known, INDEX)
        if known == DYNAMIC_INDEX:
            number = build.add(memref.DimOp(op.source, number))
        sizes.append(number)
    indices: list[SSAValue] = []
    for size in sizes:
        body = Block(arg_types=(INDEX,))
        last = scf.YieldOp()
        last.location = op.location
        body.add_op(last)
        build.insert(scf.ForOp(zero, size, one, (), Region(body)))
        indices.append(body.args[0])
        build.move_before(last)
    value = build.op(memref.LoadOp, op.source, *indices, type=source.element_type)
    build.put(memref.StoreOp, value, op.destination, *indices)
    erase(op)
