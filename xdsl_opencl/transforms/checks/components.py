"""
Restores the program's accesses where Clang widens them, for `opencl-check-accesses`.

`v.x = 1` is read, changed and written as a whole vector; `float3` is read as four lanes; the
padding of a structure is copied, and the copy is never read. The checker would report all this as
reads of unwritten memory, so these accesses become those of the program.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import FixedBitwidthType, IntegerAttr, VectorType, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.dialects.llvm_ext.corrected import LoadOp, StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import ExtractElementOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp
from xdsl_opencl.ir.accesses import is_plain_access
from xdsl_opencl.ir.build import Builder, erase, known_integer, replace, set_type
from xdsl_opencl.ir.element_types import fills_memory

_LOADS = (LoadOp, llvm.LoadOp)
_STORES = (StoreOp, llvm.StoreOp)
_FLOAT3 = (0, 1, 2)


def narrow_accesses(kernel: KernelOp) -> None:
    """Turns the accesses of `kernel` into those of its source."""
    for block in kernel.body.blocks:
        for op in tuple(block.ops):
            if isinstance(op, _STORES):
                _store_components(op)
            elif isinstance(op, _LOADS):
                if (
                    _lanes(op.results[0].type)
                    and is_plain_access(op)
                    and not op.results[0].uses
                ):
                    # `v.wzyx = x` changes all of a vector, which Clang reads first.
                    block.erase_op(op)
                else:
                    _load_three(op)
            elif isinstance(op, MemcpyOp) and _is_never_read(op.dst):
                block.erase_op(op)


def _lanes(type: Attribute) -> int | None:
    """The number of lanes of a vector whose elements are numbers that fill their memory."""
    if not isinstance(type, VectorType):
        return None
    vector = cast("VectorType[Attribute]", type)
    element = vector.element_type
    if not isinstance(element, FixedBitwidthType) or not fills_memory(element):
        return None
    (count,) = vector.get_shape()
    return count


def _changes(
    value: SSAValue, lanes: int
) -> tuple[Operation, dict[int, tuple[SSAValue, int | None]]] | None:
    """
    Returns the load that `value` derives from, and the changed lanes: a scalar, or a vector and
    the number of its lane.
    """
    changed: dict[int, tuple[SSAValue, int | None]] = {}
    while isinstance(value.owner, Operation) and not isinstance(value.owner, _LOADS):
        owner = value.owner
        if isinstance(owner, llvm.InsertElementOp):
            position = known_integer(owner.index)
            if position is None:
                return None
            changed.setdefault(position, (owner.value, None))
            value = owner.vector
        elif isinstance(owner, llvm.ShuffleVectorOp):
            mask = owner.mask.get_values()
            if len(mask) != lanes or owner.v1.type != owner.res.type:
                return None
            for lane, number in enumerate(mask):
                if number >= lanes:
                    changed.setdefault(lane, (owner.v2, number - lanes))
                elif number not in (lane, -1):
                    return None
            value = owner.v1
        else:
            return None
    return (value.owner, changed) if isinstance(value.owner, Operation) else None


def _store_components(op: Operation) -> None:
    value, pointer = op.operands
    lanes = _lanes(value.type)
    if lanes is None or not is_plain_access(op):
        return
    if (found := _changes(value, lanes)) is None:
        return
    load, changed = found
    if (
        load.operands[0] is not pointer
        or load.results[0].type != value.type
        or not is_plain_access(load)
        or not changed
        or not _is_untouched(load, op)
    ):
        return
    element = cast("VectorType[Attribute]", value.type).element_type
    assert isinstance(element, FixedBitwidthType)
    known = op.properties.get("alignment")
    aligned = element.bitwidth // 8
    if isinstance(known, IntegerAttr):
        aligned = known.value.data
    build = Builder.before(op)
    for lane, (source, number) in sorted(changed.items()):
        if number is not None:
            position = build.constant(number, i64)
            source = build.op(ExtractElementOp, source, position, type=element)
        offset = lane * element.bitwidth // 8
        place = build.offset(pointer, lane, element)
        build.store(source, place, min(aligned, offset & -offset or aligned))
    erase(op)
    # Erase the rest of the chain, down to the load.
    unused = value.owner
    while isinstance(unused, Operation) and not any(r.uses for r in unused.results):
        below = unused.operands[0].owner if unused is not load else None
        erase(unused)
        unused = below


def _is_untouched(load: Operation, store: Operation) -> bool:
    """Returns whether nothing is written between the two."""
    op = store.prev_op
    while op is not None and op is not load:
        if not (
            isinstance(op, _LOADS) or op.has_trait(Pure) or op.has_trait(NoMemoryEffect)
        ):
            return False
        op = op.prev_op
    return op is load


def _load_three(op: Operation) -> None:
    """Narrows a read of four lanes with only three in use."""
    result = op.results[0]
    if _lanes(result.type) != 4 or not is_plain_access(op) or not result.has_one_use():
        return
    (use,) = result.uses
    shuffle = use.operation
    if (
        not isinstance(shuffle, llvm.ShuffleVectorOp)
        or use.index != 0
        or tuple(shuffle.mask.get_values()) != _FLOAT3
    ):
        return
    set_type(result, shuffle.res.type)
    replace(shuffle, (result,))


def _is_never_read(memory: SSAValue) -> bool:
    """Returns whether `memory` is private and only written."""
    return isinstance(memory.owner, llvm.AllocaOp) and all(
        isinstance(use.operation, LifetimeStartOp | LifetimeEndOp)
        or (isinstance(use.operation, MemcpyOp) and use.index == 0)
        for use in memory.uses
    )
