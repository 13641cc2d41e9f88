"""
Addresses that turn out to be neighbours.

Of an index like `x / 64 * 128 + x % 64` or `clamp(x + 1, 0, n - 1)` nobody can say before
the program runs that most rows of work items have neighbouring ones. A comparison costs far
less than a gather or a scatter, so such accesses look first.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, i32, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.elementwise import SMaxOp, SMinOp, UMaxOp, UMinOp
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    Linear,
    Pointers,
    Wide,
    splat,
    steps,
    width,
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
"""Operations that leave most neighbours neighbours, and of which nobody knows where not."""
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
_MOST_STEPS = 32
"""Operations that an address is traced back through."""


def may_be_neighbours(pointer: SSAValue) -> bool:
    """
    Tells whether address `pointer` of the kernel is computed from ids by an operation that
    keeps most neighbours, and from nothing in memory.
    """
    waiting, seen, folded = [pointer], set[SSAValue](), False
    while waiting:
        value = waiting.pop()
        op = value.owner
        if value in seen or not isinstance(op, Operation):
            # Arguments of blocks are the counters of loops and what branches chose.
            continue
        seen.add(value)
        name = op.name
        if len(seen) > _MOST_STEPS or name in _OPAQUE:
            return False
        if name in _THROUGH:
            folded = folded or name in _FOLDING
            waiting += op.operands
    return folded


def narrow_index(pointer: SSAValue) -> tuple[SSAValue, bool] | None:
    """
    Returns the `i32` that alone says how far `pointer` of the kernel is from an address, in
    elements of the type that its `getelementptr` has, and whether it has no sign.
    """
    op = pointer.owner
    if not isinstance(op, llvm.GEPOp) or len(op.rawConstantIndices) != 1:
        return None
    if len(op.ssa_indices) != 1:
        return None
    (index,) = op.ssa_indices
    owner, unsigned = index.owner, False
    if isinstance(owner, llvm.SExtOp | llvm.ZExtOp):
        (index,) = owner.operands
        unsigned = isinstance(owner, llvm.ZExtOp)
    return (index, unsigned) if index.type == i32 else None


def neighbours(
    build: Builder,
    pointer: Lanes,
    narrow: tuple[Lanes, bool] | None,
    distance: int,
    mask: SSAValue | None,
) -> tuple[SSAValue, Pointers] | None:
    """
    Makes an `i1` that says whether the addresses, of all lanes or of those of `mask` at
    least, are `distance` bytes from each other, and the addresses that they are then;
    `None` where addresses are not distances from one. `narrow` is what `narrow_index`
    returns, in units of `distance`.
    """
    if not isinstance(pointer, Pointers) or not isinstance(pointer.offset, Wide):
        return None
    (numbers,), step, unsigned = pointer.offset.parts, distance, None
    if narrow is not None and isinstance(narrow[0], Wide):
        # Half as many vectors to compare.
        (numbers,), step, unsigned = narrow[0].parts, 1, narrow[1]
    if mask is not None:
        # Of a lane that does not take part nothing is known.
        numbers = build.add(FreezeOp(numbers))
    first = build.extract(numbers, 0)
    wanted = build.op(llvm.AddOp, splat(build, first), steps(build, step, first.type))
    differ = build.compare("ne", numbers, wanted)
    bits = build.bitcast(differ, IntegerType(width()))
    near = build.compare("eq", bits, build.constant(0, bits.type))
    if unsigned is not None:
        largest = (1 << 32 if unsigned else 1 << 31) - width()
        order = "ule" if unsigned else "sle"
        fits = build.compare(order, first, build.constant(largest, first.type))
        near = build.op(llvm.AndOp, near, fits)
        start = build.resize(first, i64, unsigned=unsigned)
        first = build.op(llvm.MulOp, start, build.constant(distance))
    return near, Pointers(pointer.base, Linear(first, distance, first, first))
