"""
Finds the private variables with trackable writes: their addresses are used only by loads, stores
and copies.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import BlockArgument, Operation, SSAValue

from xdsl_opencl.analysis.cfg import received
from xdsl_opencl.dialects.llvm_ext.corrected import LoadOp, StoreOp
from xdsl_opencl.dialects.llvm_ext.instructions import (
    AddrSpaceCastOp,
    AtomicCmpXchgOp,
    AtomicRMWOp,
)
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)

MOST_BYTES = 1 << 16
"""A larger variable is not watched: its flags would double its stack."""

_PASS_ON = (llvm.GEPOp, llvm.BitcastOp, AddrSpaceCastOp)
_USES: dict[type[Operation], frozenset[int]] = {
    **dict.fromkeys((LoadOp, llvm.LoadOp), frozenset({0})),
    **dict.fromkeys((StoreOp, llvm.StoreOp), frozenset({1})),
    **dict.fromkeys((MemcpyOp, MemmoveOp), frozenset({0, 1})),
    **dict.fromkeys((LifetimeStartOp, LifetimeEndOp, MemsetOp), frozenset({0})),
}
"""The operands of operations that only access the variable."""


def _is_atomic(op: Operation) -> bool:
    ordering = op.properties.get("ordering")
    return isinstance(op, AtomicRMWOp | AtomicCmpXchgOp) or (
        isinstance(ordering, IntegerAttr) and ordering.value.data != 0
    )


def _only_received(op: Operation, index: int) -> BlockArgument | None:
    """
    The block argument that receives operand `index` of terminator `op` and nothing else, as
    where a function that was inlined returns; `None` if there is none.
    """
    if not op.successors or (argument := received(op)[index]) is None:
        return None
    before = argument.block.predecessors()
    return argument if len(before) == 1 and len(op.successors) == 1 else None


def is_watchable(variable: SSAValue) -> bool:
    """
    Returns whether all accesses to `variable` use pointers derived from it alone, and it is not
    just the padding of a structure, which is copied and never written.
    """
    pointers = [variable]
    used = False
    for pointer in pointers:
        for use in pointer.uses:
            op = use.operation
            if isinstance(op, _PASS_ON) and use.index == 0:
                pointers.append(op.results[0])
            elif (argument := _only_received(op, use.index)) is not None:
                pointers.append(argument)
            elif use.index not in _USES.get(type(op), ()) or _is_atomic(op):
                return False
            elif not isinstance(op, LifetimeStartOp | LifetimeEndOp):
                used |= not (isinstance(op, MemcpyOp) and use.index == 1)
    return used


def is_copied(load: Operation) -> bool:
    """Returns whether the value of `load` is only stored unchanged."""
    (result,) = load.results
    return bool(result.uses) and all(
        isinstance(use.operation, StoreOp | llvm.StoreOp) and use.index == 0
        for use in result.uses
    )


def is_put_back(load: Operation) -> bool:
    """
    Returns whether `load` only keeps the bits beside a bit-field for the store to the same place.
    """
    (value,) = load.results
    for kind in (llvm.AndOp, llvm.OrOp, StoreOp | llvm.StoreOp):
        if not value.has_one_use():
            return False
        (use,) = value.uses
        op = use.operation
        if not isinstance(op, kind):
            return False
        if isinstance(op, StoreOp | llvm.StoreOp):
            return use.index == 0 and op.operands[1] is load.operands[0]
        value = op.results[0]
    return False
