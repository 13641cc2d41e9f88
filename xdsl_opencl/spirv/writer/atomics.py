"""Atomics, fences and barriers: scopes and memory semantics of SPIR-V."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType, StringAttr, i1, i32
from xdsl.ir import Operation

from xdsl_opencl.abi.enums import FenceFlag, MemoryOrder, MemoryScope
from xdsl_opencl.dialects.llvm_ext.atomics import ATOMIC_BIN_OPS
from xdsl_opencl.dialects.opencl import atomic, sync
from xdsl_opencl.dialects.opencl.attrs import AtomicKind
from xdsl_opencl.spirv.names import ATOMICS, FENCE_FLAGS, ORDERS
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form
from xdsl_opencl.spirv.writer.llvm_operations import LLVM, number_of, reinterpret

_STORAGE_BITS = {STORAGE[1]: 0x200, STORAGE[3]: 0x100, STORAGE[4]: 0x300}

_LLVM_ORDERS = (
    *(None, MemoryOrder.RELAXED, MemoryOrder.RELAXED, None, MemoryOrder.ACQUIRE),
    *(MemoryOrder.RELEASE, MemoryOrder.ACQ_REL, MemoryOrder.SEQ_CST),
)
"""Orders by LLVM's numbers (`AtomicOrdering.h`): 1 is `unordered`, 3 is not used."""

_LLVM_SCOPES = {
    "": MemoryScope.ALL_SVM_DEVICES,
    "all_svm_devices": MemoryScope.ALL_SVM_DEVICES,
    "agent": MemoryScope.DEVICE,
    "device": MemoryScope.DEVICE,
    "workgroup": MemoryScope.WORK_GROUP,
    "wavefront": MemoryScope.SUB_GROUP,
    "subgroup": MemoryScope.SUB_GROUP,
    "singlethread": MemoryScope.WORK_ITEM,
}

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


def _order_of(op: Operation, name: str) -> MemoryOrder:
    """The order of memory in `order` or its like; that of an operation of LLVM by its number."""
    if op.dialect_name() == "opencl":
        return cast("Any", op.properties[name]).data
    found = _LLVM_ORDERS[number_of(op, f"{name}ing")]
    assert found is not None
    return found


def _scope_of(b: Body, op: Operation) -> MemoryScope:
    if op.dialect_name() == "opencl":
        return cast("Any", op.properties["scope"]).data
    name = op.properties.get("syncscope")
    text = name.data if isinstance(name, StringAttr) else ""
    if text not in _LLVM_SCOPES:
        raise b.d.refuse(
            f"OpenCL has no scope '{text}'; use one of "
            + ", ".join(repr(known) for known in _LLVM_SCOPES)
        )
    return _LLVM_SCOPES[text]


def _place(b: Body, op: Operation, form: Form, *orders: str) -> list[int]:
    """
    The first operands of an atomic of `form`: the pointer, the scope, and for each of `orders` the
    order of memory of the pointer's storage class; none where there is no order.
    """
    pointer = op.operands[op.name == "llvm.store"]
    found = [b.pointer(pointer, form.id), b.d.scope(_scope_of(b, op))]
    for name in orders:
        if bits := ORDERS[_order_of(op, name)]:
            bits |= _STORAGE_BITS.get(b.form(pointer).storage, 0x300)
        found.append(b.d.word(bits))
    return found


# Each takes the operation of the opencl dialect and that of LLVM.


def _rmw(b: Body, op: Operation) -> int:
    value = op.operands[1]
    made, form = b.value(value), b.form(value)
    if isinstance(op, atomic.AtomicRmwOp):
        kind = op.kind.data
    else:
        word = ATOMIC_BIN_OPS[number_of(op, "bin_op")].lstrip("_")
        if word not in {*AtomicKind}:
            raise b.d.refuse(f"SPIR-V has no '{word}'; run opencl-expand-intrinsics")
        kind = AtomicKind(word)
    number = _number(b, form)
    if kind in (AtomicKind.FADD, AtomicKind.FMIN, AtomicKind.FMAX):
        name = "Add" if kind is AtomicKind.FADD else "MinMax"
        b.d.capability(f"AtomicFloat{form.bits}{name}EXT")
    made = reinterpret(b, made, form, number)
    place = _place(b, op, number, "order")
    found = b.emit(f"OpAtomic{_KINDS[kind]}", number, *place, made)
    return reinterpret(b, found, number, form)


def _load(b: Body, op: Operation) -> int | None:
    if op.name == "llvm.load" and not number_of(op, "ordering"):
        return LLVM[op.name](b, op)
    form = b.form(op.results[0])
    number = _number(b, form)
    made = b.emit("OpAtomicLoad", number, *_place(b, op, number, "order"))
    return reinterpret(b, made, number, form)


def _store(b: Body, op: Operation) -> int | None:
    if op.name == "llvm.store" and not number_of(op, "ordering"):
        return LLVM[op.name](b, op)
    value = op.operands[op.name != "llvm.store"]
    form = b.form(value)
    number = _number(b, form)
    made = reinterpret(b, b.value(value), form, number)
    b.run("OpAtomicStore", *_place(b, op, number, "order"), made)


def _compare_exchange(b: Body, op: Operation) -> int | None:
    """The old value, and whether it was the expected one: their bits count."""
    given, d = b.form(op.operands[1]), b.d
    form = _number(b, given)
    if form.kind == "float":
        form = _number(b, d.form(IntegerType(form.bits)))
    old, new = (reinterpret(b, v, given, form) for v in b.values(op.operands[1:]))
    place = _place(b, op, form, "success_order", "failure_order")
    found = b.emit("OpAtomicCompareExchange", form, *place, new, old)
    same = b.emit("OpIEqual", d.bool, found, old)
    found = reinterpret(b, found, form, given)
    if len(op.results) > 1:
        b.ids[op.results[1]] = same
        return found
    byte = b.number_of_truth(same, d.memory(i1))
    return b.emit("OpCompositeConstruct", b.form(op.results[0]), found, byte)


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
    if order is None:
        order, scope = _order_of(op, "order"), _scope_of(b, op)
    flags = (FenceFlag.LOCAL, FenceFlag.GLOBAL)
    if op.dialect_name() == "opencl":
        flags = cast("Any", op).flags.data
    semantics = _flags(flags, order)
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
    "llvm.load": _load,
    "llvm.store": _store,
    "llvm.atomicrmw": _rmw,
    "llvm.cmpxchg": _compare_exchange,
    "llvm.fence": _fence,
}
"""Handlers by the name of the operation."""
