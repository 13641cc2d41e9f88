"""
Atomic operations on local memory of a work-group that one thread runs.

No other thread sees that memory, and the thread runs one work item after the other between two
barriers. So a read, an operation and a write have the same effect as the atomic operation, at a
fifth of its cost. Accesses through pointers that may be to global memory stay atomic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from xdsl.dialects import llvm
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.abi.enums import AddressSpace
from xdsl_opencl.dialects.llvm_ext.atomics import (
    ATOMIC_BIN_OPS,
    AtomicCmpXchgOp,
    AtomicRMWOp,
)
from xdsl_opencl.dialects.llvm_ext.elementwise import (
    SMaxOp,
    SMinOp,
    UMaxOp,
    UMinOp,
)
from xdsl_opencl.ir.build import Builder, pointer_space_number
from xdsl_opencl.ir.patterns import lower
from xdsl_opencl.ir.walk import Kinds

_OPERATIONS: Mapping[str, type[Operation]] = {
    "add": llvm.AddOp,
    "sub": llvm.SubOp,
    "_and": llvm.AndOp,
    "_or": llvm.OrOp,
    "_xor": llvm.XOrOp,
    "max": SMaxOp,
    "min": SMinOp,
    "umax": UMaxOp,
    "umin": UMinOp,
    "fadd": llvm.FAddOp,
    "fsub": llvm.FSubOp,
}
"""
Keywords of `atomicrmw` and their operations (LLVM's language reference, "atomicrmw").
"""


def _read_modify_write(build: Builder, op: AtomicRMWOp) -> Sequence[SSAValue]:
    old = build.load(op.ptr, op.val.type)
    keyword = ATOMIC_BIN_OPS[op.bin_op.value.data]
    new = op.val if keyword == "xchg" else build.op(_OPERATIONS[keyword], old, op.val)
    build.store(new, op.ptr)
    return (old,)


def _compare_exchange(build: Builder, op: AtomicCmpXchgOp) -> Sequence[SSAValue]:
    old = build.load(op.ptr, op.val.type)
    equal = build.compare("eq", old, op.cmp)
    build.store(build.select(equal, op.val, old), op.ptr)
    pair = build.insert_value(build.poison(op.res.type), old, 0)
    return (build.insert_value(pair, equal, 1),)


_ATOMIC = Kinds(AtomicRMWOp, AtomicCmpXchgOp)


def _is_plain(op: Operation) -> bool:
    if not _ATOMIC[type(op)]:
        return False
    assert isinstance(op, AtomicRMWOp | AtomicCmpXchgOp)
    if pointer_space_number(op.ptr.type) != AddressSpace.LOCAL.spir:
        return False
    return isinstance(op, AtomicCmpXchgOp) or (
        ATOMIC_BIN_OPS[op.bin_op.value.data] in ("xchg", *_OPERATIONS)
    )


def lower_local_atomics(operations: Iterable[Operation]) -> None:
    """
    Replaces the atomic operations on local memory by plain ones. These are not marked as
    independent of other work items' accesses.
    """
    lower(
        [op for op in operations if _is_plain(op)],
        {AtomicRMWOp: _read_modify_write, AtomicCmpXchgOp: _compare_exchange},
        Builder.before,
    )
