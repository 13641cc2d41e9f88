"""
Addresses that turn out to be neighbours.

For an index like `x / 64 * 128 + x % 64` or `clamp(x + 1, 0, n - 1)`, most rows of work items have
neighbouring addresses, but this is known only at run time. A comparison costs far less than a
gather or a scatter, so such accesses compare first.
"""

from __future__ import annotations

from collections.abc import Container

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, i32, i64
from xdsl.ir import Block, SSAValue

from xdsl_opencl.dialects.llvm_ext.elementwise import SMaxOp, SMinOp, UMaxOp, UMinOp
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    Linear,
    Pointers,
    RowBuilder,
    Wide,
    logical_and,
    splat,
    steps,
)

_FOLDING = frozenset(
    kind.name
    for kind in (
        llvm.AndOp,
        llvm.UDivOp,
        llvm.SDivOp,
        llvm.URemOp,
        llvm.SRemOp,
        llvm.LShrOp,
        llvm.AShrOp,
        llvm.SelectOp,
        SMaxOp,
        SMinOp,
        UMaxOp,
        UMinOp,
    )
)
"""Operations that usually keep neighbours adjacent; the exceptions are unknown at compile time."""
_THROUGH = _FOLDING | {
    kind.name
    for kind in (
        llvm.AddOp,
        llvm.SubOp,
        llvm.MulOp,
        llvm.ShlOp,
        llvm.OrOp,
        llvm.SExtOp,
        llvm.ZExtOp,
        llvm.TruncOp,
        llvm.GEPOp,
    )
}
_OPAQUE = {llvm.LoadOp.name, llvm.CallOp.name}
_MOST_STEPS = 32  # mutant: where the search for a faster form ends
"""Operations that an address is traced back through."""


def may_be_neighbours(pointer: SSAValue, headers: Container[Block]) -> bool:
    """
    Returns whether the address `pointer` of the kernel is computed from ids by an operation that
    keeps most neighbours, or selected by branches, and does not depend on memory. Arguments of
    `headers`, of loops, are counters, and those of the first block are the kernel's.
    """
    waiting, seen, folded = [pointer], set[SSAValue](), False
    while waiting:
        value = waiting.pop()
        op = value.owner
        if value in seen:
            continue
        seen.add(value)
        if isinstance(op, Block):
            selected = op not in headers and op.prev_block is not None
            folded = folded or selected
            continue
        name = op.name
        if len(seen) > _MOST_STEPS or name in _OPAQUE:
            return False
        if name in _THROUGH:
            folded = folded or name in _FOLDING
            waiting += op.operands
    return folded


def narrow_index(
    pointer: SSAValue, block: Block | None
) -> tuple[SSAValue, bool] | None:
    """
    Returns the `i32` that alone gives the distance of the kernel's `pointer` from an address, in
    elements of its `getelementptr`, and true if it is unsigned. Only the pointers of `block` have
    one: elsewhere their indices may not be known.
    """
    op = pointer.owner
    if not isinstance(op, llvm.GEPOp) or len(op.rawConstantIndices) != 1:
        return None
    if len(op.ssa_indices) != 1 or op.parent is not block:
        return None
    (index,) = op.ssa_indices
    owner, unsigned = index.owner, False
    if isinstance(owner, llvm.SExtOp | llvm.ZExtOp) and owner.parent is block:
        (index,) = owner.operands
        unsigned = isinstance(owner, llvm.ZExtOp)
    return (index, unsigned) if index.type == i32 else None


def neighbours(
    build: RowBuilder,
    pointer: Lanes,
    narrow: tuple[Lanes, bool] | None,
    distance: int,
    mask: SSAValue | None,
) -> tuple[SSAValue, Pointers] | None:
    """
    Makes an `i1` that is true if the addresses, of all lanes or at least of those of `mask`, are
    `distance` bytes apart, and returns it with the addresses for that case; `None` if the
    addresses are not distances from a base. `narrow` is the result of `narrow_index`, in units of
    `distance`.
    """
    if not isinstance(pointer, Pointers) or not isinstance(pointer.offset, Wide):
        return None
    (numbers,), step, unsigned = pointer.offset.parts, distance, None
    if narrow is not None and isinstance(narrow[0], Wide):
        # Half as many vectors to compare.
        (numbers,), step, unsigned = narrow[0].parts, 1, narrow[1]
    if mask is None:
        first = build.extract(numbers, 0)
    else:
        # Lanes that do not take part have arbitrary values. Those at the ends of a row, often beyond
        # a border, may be among them.
        numbers = build.add(FreezeOp(numbers))
        middle = build.width // 2
        first = build.extract(numbers, middle)
        before = build.constant(middle * step, first.type)
        first = build.op(llvm.SubOp, first, before)
    wanted = build.op(llvm.AddOp, splat(build, first), steps(build, step, first.type))
    differ = build.compare("ne", numbers, wanted)
    if mask is not None:
        differ = logical_and(build, mask, differ)
    bits = build.bitcast(differ, IntegerType(build.width))
    near = build.compare("eq", bits, build.constant(0, bits.type))
    if unsigned is not None:
        largest = (1 << 32 if unsigned else 1 << 31) - build.width
        order = "ule" if unsigned else "sle"
        fits = build.compare(order, first, build.constant(largest, first.type))
        near = build.op(llvm.AndOp, near, fits)
        start = build.resize(first, i64, unsigned=unsigned)
        first = build.op(llvm.MulOp, start, build.constant(distance))
    return near, Pointers(pointer.base, Linear(first, distance, first, first))
