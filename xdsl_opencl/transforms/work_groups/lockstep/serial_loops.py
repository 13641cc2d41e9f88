"""
Finds loops that are cheaper if work items run one after the other.

In a loop like that of a row of a sparse matrix, `for (i = first[row]; i < last[row]; ++i)`, each
lane reads its own part of memory and leaves at its own time. An iteration costs gathers for all
lanes, although only half of them take part at the end. A single work item finds its next element
in the cache, and the processor can prefetch.

A vector like `float16` fills a register by itself. In lockstep one such value takes as many
registers as there are lanes, and each load is rearranged, which loops pay back only if they compute
with the vectors.
"""

from __future__ import annotations

from collections.abc import Container

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DictionaryAttr, UnitAttr, VectorType
from xdsl.ir import Block, SSAValue

from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.ir.build import METADATA, known_integer
from xdsl_opencl.transforms.work_groups.lockstep.control import Loop, RowControlFlow

_GATHER = 8
_COMPUTE = 3
_LOOP = 8
"""
The weights that decide, by measurements on AVX-512: a gather costs as much as eight half empty
rows of scalar loads save; each arithmetic operation and each iteration is cheaper for rows.
"""
WIDE_BYTES = 32
"""The least bytes of a vector that is better left as it is."""
_MOVES = 2
"""Operations on vectors for each load in a loop that only moves them, by measurements."""

_FREE = (
    llvm.LoadOp,
    llvm.StoreOp,
    llvm.GEPOp,
    llvm.ICmpOp,
    llvm.SExtOp,
    llvm.ZExtOp,
    llvm.TruncOp,
    llvm.BrOp,
    llvm.CondBrOp,
    llvm.ConstantOp,
)
"""Operations of accesses and of the loop itself."""


def _is_counter(value: SSAValue, loop: Loop) -> bool:
    """Returns whether `value` grows by one in each iteration."""
    while isinstance(value.owner, llvm.SExtOp | llvm.ZExtOp):
        (value,) = value.owner.operands
    header = loop.header
    if value not in header.args:
        return False
    index = header.args.index(value)
    for latch in loop.latches:
        assert latch.last_op is not None
        for block, values in branch_arguments(latch.last_op):
            following = values[index].owner if block is header else None
            if block is header and not (
                isinstance(following, llvm.AddOp)
                and following.lhs is value
                and known_integer(following.rhs) == 1
            ):
                return False
    return True


def _walks(loop: Loop, gathers: Container[llvm.LoadOp]) -> bool:
    found: list[llvm.LoadOp] = []
    computing = 0
    for block in loop.blocks:
        for op in block.ops:
            if isinstance(op, llvm.LoadOp) and op in gathers:
                found.append(op)
            computing += not isinstance(op, _FREE)
    addresses = [op.ptr.owner for op in found]
    return _GATHER * len(found) > _COMPUTE * computing + _LOOP and any(
        isinstance(address, llvm.GEPOp)
        and any(_is_counter(index, loop) for index in address.ssa_indices)
        for address in addresses
    )


def _moves(loop: Loop, vectors: Container[llvm.LoadOp]) -> bool:
    loads = computing = 0
    for block in loop.blocks:
        for op in block.ops:
            loads += isinstance(op, llvm.LoadOp) and op in vectors
            computing += not isinstance(op, _FREE) and any(
                isinstance(value.type, VectorType) for value in op.results
            )
    return 0 < computing <= _MOVES * loads


def only_moves_vectors(row: RowControlFlow, vectors: Container[llvm.LoadOp]) -> bool:
    """
    Returns whether the finished `row` has loops, and the innermost ones do little more than load
    `vectors`, loads of `WIDE_BYTES` or more for each work item.
    """
    inner = [loop for header, loop in row.loops.items() if _is_innermost(row, header)]
    return bool(inner) and all(_moves(loop, vectors) for loop in inner)


def _is_innermost(row: RowControlFlow, header: Block) -> bool:
    return not any(b in row.loops for b in row.loops[header].blocks if b is not header)


def find_walk(row: RowControlFlow, gathers: Container[llvm.LoadOp]) -> Loop | None:
    """
    Returns a loop of the finished `row` that is cheaper if work items run one after the other.
    `gathers` are the loads with addresses that were neither shared nor neighbours.
    """
    for header, loop in row.loops.items():
        apart = not row.may_end_together(loop)
        if apart and _is_innermost(row, header) and _walks(loop, gathers):
            return loop
    return None


def keep_short(loop: Loop) -> None:
    """
    Keeps LLVM from unrolling the loop: its iterations are few, and the remainder of an unrolled
    loop would be one more unpredictable branch.
    """
    hint = DictionaryAttr({"llvm.loop": DictionaryAttr({"unroll.disable": UnitAttr()})})
    for latch in loop.latches:
        assert latch.last_op is not None
        latch.last_op.attributes.setdefault(METADATA, hint)
