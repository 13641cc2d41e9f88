"""
Addresses that turn out to be neighbours.

Of an index like `x / 64 * 128 + x % 64` or `clamp(x + 1, 0, n - 1)` nobody can say before
the program runs that most rows of work items have neighbouring ones. A comparison costs far
less than a gather or a scatter, so such accesses look first.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, i64
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.elementwise import SMaxOp, SMinOp, UMaxOp, UMinOp
from xdsl_opencl.dialects.llvm_ext.instructions import FreezeOp
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    WIDTH,
    Lanes,
    Linear,
    Pointers,
    Wide,
    splat,
    steps,
)

_FOLDING: tuple[type[Operation], ...] = (
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
"""Operations that leave most neighbours neighbours, and of which nobody knows where not."""
_THROUGH: tuple[type[Operation], ...] = (
    *_FOLDING,
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
        if len(seen) > _MOST_STEPS or isinstance(op, llvm.LoadOp | llvm.CallOp):
            return False
        if isinstance(op, _THROUGH):
            folded = folded or isinstance(op, _FOLDING)
            waiting += op.operands
    return folded


def neighbours(
    build: Builder, pointer: Lanes, distance: int, mask: SSAValue | None
) -> tuple[SSAValue, Pointers] | None:
    """
    Makes an `i1` that says whether the addresses, of all lanes or of those of `mask` at
    least, are `distance` bytes from each other, and the addresses that they are then;
    `None` where addresses are no distances from one.
    """
    if not isinstance(pointer, Pointers) or not isinstance(pointer.offset, Wide):
        return None
    (offsets,) = pointer.offset.parts
    if mask is not None:
        # Of a lane that does not take part nothing is known.
        offsets = build.add(FreezeOp(offsets))
    first = build.extract(offsets, 0)
    wanted = build.op(llvm.AddOp, splat(build, first), steps(build, distance, i64))
    differ = build.compare("ne", offsets, wanted)
    bits = build.bitcast(differ, IntegerType(WIDTH))
    near = build.compare("eq", bits, build.constant(0, bits.type))
    return near, Pointers(pointer.base, Linear(first, distance, first, first))
