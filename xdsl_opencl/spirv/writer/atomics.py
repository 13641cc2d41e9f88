"""Atomics, fences and barriers: scopes and memory semantics of SPIR-V."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType, StringAttr, i1, i32
from xdsl.ir import Attribute, Operation

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
_FLOAT_CAPABILITIES = {
    AtomicKind.FADD: "AtomicFloat{}AddEXT",
    AtomicKind.FMIN: "AtomicFloat{}MinMaxEXT",
    AtomicKind.FMAX: "AtomicFloat{}MinMaxEXT",
}


def _number(b: Body, type: Attribute) -> Form:
    """The form of the values of an atomic."""
    form = b.d.form(type)
    if form.kind == "int" and form.bits == 64:
        b.d.capability("Int64Atomics")
    elif (form.bits != 32 and form.kind == "int") or form.bits < 32:
        raise b.d.refuse(
            f"SPIR-V for OpenCL has atomics of 32 and 64 bits, not of {type}; use i32"
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
        keyword = ATOMIC_BIN_OPS[number_of(op, "bin_op")].lstrip("_")
        if keyword == "fsub":
            keyword, made = "fadd", b.emit("OpFNegate", form, made)
        if keyword not in {*AtomicKind}:
            raise b.d.refuse(
                f"SPIR-V has no atomic '{keyword}'; write it as a loop with llvm.cmpxchg"
            )
        kind = AtomicKind(keyword)
    form = _number(b, value.type)
    if (capability := _FLOAT_CAPABILITIES.get(kind)) is not None:
        b.d.capability(capability.format(form.bits))
    opcode = f"OpAtomic{_KINDS[kind]}"
    return b.emit(opcode, form, *_place(b, op, form, "order"), made)


def _load(b: Body, op: Operation) -> int | None:
    if op.name == "llvm.load" and not number_of(op, "ordering"):
        return LLVM[op.name](b, op)
    form = b.form(op.results[0])
    pointer = form.kind == "pointer"
    number = b.d.form(b.d.index) if pointer else _number(b, form.type)
    made = b.emit("OpAtomicLoad", number, *_place(b, op, number, "order"))
    return b.emit("OpConvertUToPtr", form, made) if pointer else made


def _store(b: Body, op: Operation) -> None:
    if op.name == "llvm.store" and not number_of(op, "ordering"):
        LLVM[op.name](b, op)
        return
    value = op.operands[op.name != "llvm.store"]
    form, made = b.form(value), b.value(value)
    if form.kind == "pointer":
        form = b.d.form(b.d.index)
        made = b.emit("OpConvertPtrToU", form, made)
    else:
        form = _number(b, value.type)
    b.run("OpAtomicStore", *_place(b, op, form, "order"), made)


def _compare_exchange(b: Body, op: Operation) -> int | None:
    """The old value, and whether it was the expected one: their bits count."""
    given, d = b.form(op.operands[1]), b.d
    values = b.values(op.operands[1:])
    if given.kind == "pointer":
        form = d.form(d.index)
        old, new = (b.emit("OpConvertPtrToU", form, v) for v in values)
    else:
        _number(b, given.type)
        form = _number(b, IntegerType(given.bits))
        old, new = (reinterpret(b, v, given, form) for v in values)
    place = _place(b, op, form, "success_order", "failure_order")
    found = b.emit("OpAtomicCompareExchange", form, *place, new, old)
    same = b.emit("OpIEqual", d.bool, found, old)
    if given.kind == "pointer":
        found = b.emit("OpConvertUToPtr", given, found)
    else:
        found = reinterpret(b, found, form, given)
    if len(op.results) > 1:
        b.set(op.results[1], same)
        return found
    flag = d.memory(i1)
    byte = b.select(flag, same, d.number(1, flag), d.number(0, flag))
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


def _fence(b: Body, op: sync.FlagsOp) -> None:
    _memory_barrier(b, MemoryScope.WORK_GROUP, _flags(op.flags.data, _FENCES[type(op)]))


def _memory_barrier(b: Body, scope: MemoryScope, semantics: int) -> None:
    if semantics:
        b.run("OpMemoryBarrier", b.d.scope(scope), b.d.word(semantics))


def _work_item_fence(b: Body, op: sync.AtomicWorkItemFenceOp) -> None:
    order = op.order.data
    if order is not MemoryOrder.RELAXED:
        _memory_barrier(b, op.scope.data, _flags(op.flags.data, order))


def _llvm_fence(b: Body, op: Operation) -> None:
    both = (FenceFlag.LOCAL, FenceFlag.GLOBAL)
    _memory_barrier(b, _scope_of(b, op), _flags(both, _order_of(op, "order")))


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
    sync.AtomicWorkItemFenceOp.name: _work_item_fence,
    "llvm.load": _load,
    "llvm.store": _store,
    "llvm.atomicrmw": _rmw,
    "llvm.cmpxchg": _compare_exchange,
    "llvm.fence": _llvm_fence,
}
"""Handlers by the name of the operation."""
