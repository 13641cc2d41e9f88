"""Atomics, fences and barriers: scopes and memory semantics of SPIR-V."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType, i32
from xdsl.ir import Operation

from xdsl_opencl.abi.enums import FenceFlag, MemoryOrder, MemoryScope
from xdsl_opencl.dialects.opencl import atomic, sync
from xdsl_opencl.dialects.opencl.attrs import AtomicKind
from xdsl_opencl.spirv.names import ATOMICS, FENCE_FLAGS, ORDERS
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form
from xdsl_opencl.spirv.writer.llvm_operations import reinterpret

_STORAGE_BITS = {STORAGE[1]: 0x200, STORAGE[3]: 0x100, STORAGE[4]: 0x300}

_KINDS = {kind: name for name, kind in ATOMICS.items()}


def _number(b: Body, form: Form) -> Form:
    """The form of the numbers of an atomic of `form`: a pointer's address, or `form` itself."""
    if form.kind == "pointer":
        form = b.d.form(b.d.index)
    if form.kind == "int" and form.bits == 64:
        b.d.capability("Int64Atomics")
    elif (form.bits != 32 and form.kind == "int") or form.bits < 32:
        raise b.d.refuse(
            f"SPIR-V for OpenCL has atomics of 32 and 64 bits, not of {form.type}; use i32"
        )
    return form


def _place(b: Body, op: Any, form: Form, *orders: str) -> list[int]:
    """
    The first operands of an atomic of `form`: the pointer, the scope, and for each of `orders` the
    order of memory of the pointer's storage class; none where there is no order.
    """
    found = [b.pointer(op.pointer, form.id), b.d.scope(op.scope.data)]
    for name in orders:
        if bits := ORDERS[op.properties[name].data]:
            bits |= _STORAGE_BITS.get(b.form(op.pointer).storage, 0x300)
        found.append(b.d.word(bits))
    return found


def _rmw(b: Body, op: atomic.AtomicRmwOp) -> int:
    form, kind = b.form(op.value), op.kind.data
    number = _number(b, form)
    if kind in (AtomicKind.FADD, AtomicKind.FMIN, AtomicKind.FMAX):
        name = "Add" if kind is AtomicKind.FADD else "MinMax"
        b.d.capability(f"AtomicFloat{form.bits}{name}EXT")
    made = reinterpret(b, b.value(op.value), form, number)
    place = _place(b, op, number, "order")
    found = b.emit(f"OpAtomic{_KINDS[kind]}", number, *place, made)
    return reinterpret(b, found, number, form)


def _load(b: Body, op: atomic.AtomicLoadOp) -> int:
    form = b.form(op.result)
    number = _number(b, form)
    made = b.emit("OpAtomicLoad", number, *_place(b, op, number, "order"))
    return reinterpret(b, made, number, form)


def _store(b: Body, op: atomic.AtomicStoreOp) -> None:
    form = b.form(op.value)
    number = _number(b, form)
    made = reinterpret(b, b.value(op.value), form, number)
    b.run("OpAtomicStore", *_place(b, op, number, "order"), made)


def _compare_exchange(b: Body, op: atomic.AtomicCompareExchangeOp) -> int:
    """The old value, and whether it was the expected one: their bits count."""
    given, d = b.form(op.expected), b.d
    form = _number(b, given)
    if form.kind == "float":
        form = _number(b, d.form(IntegerType(form.bits)))
    values = b.values((op.expected, op.desired))
    old, new = (reinterpret(b, value, given, form) for value in values)
    place = _place(b, op, form, "success_order", "failure_order")
    found = b.emit("OpAtomicCompareExchange", form, *place, new, old)
    b.ids[op.success] = b.emit("OpIEqual", d.bool, found, old)
    return reinterpret(b, found, form, given)


def _flag(b: Body, op: atomic.AtomicFlagOp) -> int | None:
    place = _place(b, op, b.d.form(i32), "order")
    if op.results:
        return b.emit("OpAtomicFlagTestAndSet", b.d.bool, *place)
    b.run("OpAtomicFlagClear", *place)


# Fences and barriers ------------------------------------------------------------------------


def _flags(flags: Iterable[FenceFlag], order: MemoryOrder) -> int:
    bits = sum(FENCE_FLAGS[flag] for flag in flags)
    return bits and bits | ORDERS[order]


def _barrier(b: Body, op: sync.FlagsOp | sync.ScopedBarrierOp) -> None:
    """A barrier is sequentially consistent in OpenCL C."""
    execution = scope = MemoryScope.WORK_GROUP
    if isinstance(op, sync.ScopedBarrierOp):
        execution, scope = op.GROUP, op.scope.data
    semantics = _flags(op.flags.data, MemoryOrder.SEQ_CST)
    b.run(
        "OpControlBarrier",
        b.d.scope(execution),
        b.d.scope(scope),
        b.d.word(semantics),
    )


_FENCES: dict[type[Operation], MemoryOrder] = {
    sync.MemFenceOp: MemoryOrder.ACQ_REL,
    sync.ReadMemFenceOp: MemoryOrder.ACQUIRE,
    sync.WriteMemFenceOp: MemoryOrder.RELEASE,
}


def _fence(b: Body, op: Operation) -> None:
    order, scope = _FENCES.get(type(op)), MemoryScope.WORK_GROUP
    if isinstance(op, sync.AtomicWorkItemFenceOp):
        order, scope = op.order.data, op.scope.data
    assert order is not None
    semantics = _flags(cast("Any", op).flags.data, order)
    if semantics and order is not MemoryOrder.RELAXED:
        b.run("OpMemoryBarrier", b.d.scope(scope), b.d.word(semantics))


HANDLERS: dict[str, Handler] = {
    atomic.AtomicRmwOp.name: _rmw,
    atomic.AtomicLoadOp.name: _load,
    atomic.AtomicStoreOp.name: _store,
    atomic.AtomicCompareExchangeOp.name: _compare_exchange,
    atomic.AtomicFlagTestAndSetOp.name: _flag,
    atomic.AtomicFlagClearOp.name: _flag,
    sync.BarrierOp.name: _barrier,
    sync.WorkGroupBarrierOp.name: _barrier,
    sync.SubGroupBarrierOp.name: _barrier,
    **{kind.name: _fence for kind in cast("Any", _FENCES)},
    sync.AtomicWorkItemFenceOp.name: _fence,
}
"""Handlers by the name of the operation."""
