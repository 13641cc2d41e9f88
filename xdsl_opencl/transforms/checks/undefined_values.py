"""
Finds the uses of variables without a value in a kernel.

The front end keeps private variables in values; one that is read before it is written is
`llvm.mlir.undef`. A value counts as undefined here if it is undefined on all paths; a value that
is undefined on one of several paths is not found. Lanes of vectors are tracked separately.
`llvm.mlir.poison`, which Clang uses for unused values, counts as a value.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import FixedBitwidthType, IntegerAttr, VectorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import NoMemoryEffect, Pure

from xdsl_opencl.analysis.cfg import reverse_post_order
from xdsl_opencl.dialects.llvm_ext.corrected import SelectOp, StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    ExtractElementOp,
    FreezeOp,
)
from xdsl_opencl.dialects.opencl.kernel import KernelOp

_NONE: frozenset[int] = frozenset()
_STORES = (StoreOp, llvm.StoreOp)
_DEFINES = (FreezeOp, llvm.CallOp, llvm.AndOp, llvm.OrOp)
"""`and` and `or` combine bits: some of the bits may have a value."""


def _lanes(type: Attribute) -> int:
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        count = 1
        for size in vector.get_shape():
            count *= size
        return count
    return 1


def _number(value: SSAValue) -> int | None:
    owner = value.owner
    if isinstance(owner, llvm.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def _result_lanes(
    op: Operation, known: dict[SSAValue, frozenset[int]]
) -> frozenset[int]:
    """The lanes of the result of `op` that have no value."""

    def of(value: SSAValue) -> frozenset[int]:
        return known.get(value, _NONE)

    if isinstance(op, llvm.InsertElementOp):
        place = _number(op.index)
        if place is None:
            return _NONE
        rest = of(op.vector) - {place}
        # Part of a constant: the fourth lane of three.
        padding = isinstance(op.value.owner, llvm.UndefOp)
        return rest | {place} if of(op.value) and not padding else rest
    if isinstance(op, ExtractElementOp):
        place = _number(op.operands[1])
        return frozenset({0}) if place in of(op.operands[0]) else _NONE
    if isinstance(op, llvm.ShuffleVectorOp):
        first, one, other = _lanes(op.v1.type), of(op.v1), of(op.v2)
        if isinstance(op.v2.owner, llvm.UndefOp):
            # Clang extends three lanes to four in this way.
            other = _NONE
        return frozenset(
            lane
            for lane, source in enumerate(op.mask.get_values())
            if source in one or source - first in other
        )
    if isinstance(op, SelectOp | llvm.SelectOp):
        condition, yes, no = op.operands
        if of(condition):
            return of(condition) if _lanes(condition.type) > 1 else _all(op)
        return of(yes) & of(no)
    result = op.results[0].type
    if (
        isinstance(op, _DEFINES)
        or not _has_lanes(result)
        or not (op.has_trait(Pure) or op.has_trait(NoMemoryEffect))
    ):
        return _NONE
    lanes = _NONE
    for value in op.operands:
        if not of(value):
            continue
        if _lanes(value.type) != _lanes(result):
            return _NONE
        lanes |= of(value)
    return lanes


def _has_lanes(type: Attribute) -> bool:
    return isinstance(type, VectorType | FixedBitwidthType | llvm.LLVMPointerType)


def _all(op: Operation) -> frozenset[int]:
    return frozenset(range(_lanes(op.results[0].type)))


def undefined_uses(kernel: KernelOp) -> list[Operation]:
    """
    Returns the operations of `kernel` that store an undefined value, branch on it, or use it as an
    address.
    """
    entry = kernel.body.first_block
    assert entry is not None
    if not any(isinstance(op, llvm.UndefOp) for op in kernel.body.walk()):
        return []
    known: dict[SSAValue, frozenset[int]] = {}
    found: list[Operation] = []
    for block in reverse_post_order(entry):
        for op in block.ops:
            if isinstance(op, llvm.UndefOp):
                if _has_lanes(op.res.type):
                    known[op.res] = _all(op)
                continue
            if not known:
                continue
            if isinstance(op, _STORES):
                used = op.operands
            elif isinstance(op, llvm.CondBrOp):
                used = (op.cond,)
            elif op.name in _BY_ADDRESS:
                used = op.operands[:1]
            else:
                used = ()
            if any(known.get(value) for value in used):
                found.append(op)
            elif len(op.results) == 1 and (lanes := _result_lanes(op, known)):
                known[op.results[0]] = lanes
    return found


_BY_ADDRESS = frozenset(("llvm.load", "llvm.atomicrmw", "llvm.cmpxchg"))
