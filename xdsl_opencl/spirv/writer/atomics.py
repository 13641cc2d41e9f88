"""Atomics, fences and barriers: scopes and memory semantics of SPIR-V."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from xdsl.dialects.builtin import IntegerType, StringAttr, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.enums import FenceFlag, MemoryOrder, MemoryScope
from xdsl_opencl.dialects.llvm_ext.atomics import ATOMIC_BIN_OPS
from xdsl_opencl.dialects.opencl import atomic, sync
from xdsl_opencl.dialects.opencl.attrs import AtomicKind
from xdsl_opencl.spirv.names import ATOMICS, FENCE_FLAGS, ORDERS, SCOPES
from xdsl_opencl.spirv.writer.body import Body, Handler
from xdsl_opencl.spirv.writer.declarations import STORAGE, Form
from xdsl_opencl.spirv.writer.llvm_operations import LLVM, number_of, reinterpret

SCOPE_NUMBERS = {scope: n for n, scope in sorted(SCOPES.items(), reverse=True)}
"""The lowest number of each scope."""

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


def _scope(b: Body, scope: MemoryScope) -> int:
    return b.d.scope(SCOPE_NUMBERS[scope])


def _semantics(b: Body, order: MemoryOrder, pointer: SSAValue) -> int:
    """The order of memory of the pointer's storage class; none where there is no order."""
    bits = ORDERS[order]
    return b.d.scope(bits and bits | _STORAGE_BITS.get(b.form(pointer).storage, 0x300))


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


def _integer(form: Form) -> Attribute:
    """The integer as wide as a number."""
    return IntegerType(form.bits)


# Operations of the opencl dialect -----------------------------------------------------------


def _rmw(b: Body, op: atomic.AtomicRmwOp) -> None:
    how = op.order.data, op.scope.data
    made = _changed(b, op.kind.data, op.pointer, op.value, b.value(op.value), *how)
    b.set(op.result, made)


def _changed(
    b: Body,
    kind: AtomicKind,
    pointer: SSAValue,
    value: SSAValue,
    operand: int,
    order: MemoryOrder,
    scope: MemoryScope,
) -> int:
    """The old value of a read-modify-write with `operand`, of the type of `value`."""
    form = _number(b, value.type)
    if (capability := _FLOAT_CAPABILITIES.get(kind)) is not None:
        b.d.capability(capability.format(form.bits))
    return b.emit(
        f"OpAtomic{_KINDS[kind]}",
        form.id,
        b.pointer(pointer, form.id),
        _scope(b, scope),
        _semantics(b, order, pointer),
        operand,
    )


def _load(b: Body, op: atomic.AtomicLoadOp) -> None:
    _atomic_load(b, op.result, op.pointer, op.order.data, op.scope.data)


def _atomic_load(
    b: Body,
    result: SSAValue,
    pointer: SSAValue,
    order: MemoryOrder,
    scope: MemoryScope,
) -> None:
    form = b.d.form(result.type)
    number = b.d.form(b.d.index) if form.kind == "pointer" else _number(b, result.type)
    made = b.emit(
        "OpAtomicLoad",
        number.id,
        b.pointer(pointer, number.id),
        _scope(b, scope),
        _semantics(b, order, pointer),
    )
    if form.kind == "pointer":
        made = b.emit("OpConvertUToPtr", form.id, made)
    b.set(result, made)


def _store(b: Body, op: atomic.AtomicStoreOp) -> None:
    _atomic_store(b, op.value, op.pointer, op.order.data, op.scope.data)


def _atomic_store(
    b: Body,
    value: SSAValue,
    pointer: SSAValue,
    order: MemoryOrder,
    scope: MemoryScope,
) -> None:
    form, made = b.form(value), b.value(value)
    if form.kind == "pointer":
        form = b.d.form(b.d.index)
        made = b.emit("OpConvertPtrToU", form.id, made)
    else:
        form = _number(b, value.type)
    b.run(
        "OpAtomicStore",
        b.pointer(pointer, form.id),
        _scope(b, scope),
        _semantics(b, order, pointer),
        made,
    )


def _exchange_if(
    b: Body,
    pointer: SSAValue,
    expected: SSAValue,
    desired: SSAValue,
    orders: tuple[MemoryOrder, MemoryOrder],
    scope: MemoryScope,
) -> tuple[int, int]:
    """The old value, as the expected one is, and whether it was that: their bits count."""
    given = b.form(expected)
    if given.kind == "pointer":
        form = b.d.form(b.d.index)
        old, new = (
            b.emit("OpConvertPtrToU", form.id, b.value(v)) for v in (expected, desired)
        )
    else:
        _number(b, expected.type)
        form = _number(b, _integer(given))
        old, new = (
            reinterpret(b, b.value(v), given, form) for v in (expected, desired)
        )
    success, failure = orders
    found = b.emit(
        "OpAtomicCompareExchange",
        form.id,
        b.pointer(pointer, form.id),
        _scope(b, scope),
        _semantics(b, success, pointer),
        _semantics(b, failure, pointer),
        new,
        old,
    )
    same = b.emit("OpIEqual", b.d.bool.id, found, old)
    if given.kind == "pointer":
        return b.emit("OpConvertUToPtr", given.id, found), same
    return reinterpret(b, found, form, given), same


def _compare_exchange(b: Body, op: atomic.AtomicCompareExchangeOp) -> None:
    orders = op.success_order.data, op.failure_order.data
    old, same = _exchange_if(
        b, op.pointer, op.expected, op.desired, orders, op.scope.data
    )
    b.set(op.result, old)
    b.set(op.success, same)


def _test_and_set(b: Body, op: atomic.AtomicFlagTestAndSetOp) -> None:
    word = b.d.form(i32)
    made = b.emit(
        "OpAtomicFlagTestAndSet",
        b.d.bool.id,
        b.pointer(op.pointer, word.id),
        _scope(b, op.scope.data),
        _semantics(b, op.order.data, op.pointer),
    )
    b.set(op.result, made)


def _clear(b: Body, op: atomic.AtomicFlagOp) -> None:
    b.run(
        "OpAtomicFlagClear",
        b.pointer(op.pointer, b.d.form(i32).id),
        _scope(b, op.scope.data),
        _semantics(b, op.order.data, op.pointer),
    )


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
        _scope(b, execution),
        _scope(b, scope),
        b.d.scope(semantics),
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
        b.run("OpMemoryBarrier", _scope(b, scope), b.d.scope(semantics))


def _work_item_fence(b: Body, op: sync.AtomicWorkItemFenceOp) -> None:
    order = op.order.data
    if order is not MemoryOrder.RELAXED:
        _memory_barrier(b, op.scope.data, _flags(op.flags.data, order))


# Operations of the llvm dialect -------------------------------------------------------------


def _order_of(b: Body, op: Operation, name: str = "ordering") -> MemoryOrder:
    found = _LLVM_ORDERS[number_of(op, name)]
    assert found is not None
    return found


def _scope_of(b: Body, op: Operation) -> MemoryScope:
    name = op.properties.get("syncscope")
    text = name.data if isinstance(name, StringAttr) else ""
    if text not in _LLVM_SCOPES:
        raise b.d.refuse(
            f"OpenCL has no scope '{text}'; use one of "
            + ", ".join(repr(known) for known in _LLVM_SCOPES)
        )
    return _LLVM_SCOPES[text]


def _llvm_load(b: Body, op: Operation) -> None:
    if not number_of(op, "ordering"):
        LLVM[op.name](b, op)
        return
    _atomic_load(b, op.results[0], op.operands[0], _order_of(b, op), _scope_of(b, op))


def _llvm_store(b: Body, op: Operation) -> None:
    if not number_of(op, "ordering"):
        LLVM[op.name](b, op)
        return
    value, pointer = op.operands
    _atomic_store(b, value, pointer, _order_of(b, op), _scope_of(b, op))


def _llvm_rmw(b: Body, op: Operation) -> None:
    pointer, value = op.operands
    keyword = ATOMIC_BIN_OPS[number_of(op, "bin_op")].lstrip("_")
    operand = b.value(value)
    if keyword == "fsub":
        keyword, operand = "fadd", b.emit("OpFNegate", b.form(value).id, operand)
    if keyword not in {*AtomicKind}:
        raise b.d.refuse(
            f"SPIR-V has no atomic '{keyword}'; write it as a loop with llvm.cmpxchg"
        )
    how = _order_of(b, op), _scope_of(b, op)
    made = _changed(b, AtomicKind(keyword), pointer, value, operand, *how)
    b.set(op.results[0], made)


def _llvm_compare_exchange(b: Body, op: Operation) -> None:
    pointer, expected, desired = op.operands
    orders = (
        _order_of(b, op, "success_ordering"),
        _order_of(b, op, "failure_ordering"),
    )
    old, same = _exchange_if(b, pointer, expected, desired, orders, _scope_of(b, op))
    d = b.d
    (result,) = op.results
    flag = d.memory(i1)
    byte = b.select(flag, same, d.number(1, flag), d.number(0, flag))
    b.set(result, b.emit("OpCompositeConstruct", b.form(result).id, old, byte))


def _llvm_fence(b: Body, op: Operation) -> None:
    both = (FenceFlag.LOCAL, FenceFlag.GLOBAL)
    _memory_barrier(b, _scope_of(b, op), _flags(both, _order_of(b, op)))


HANDLERS: dict[str, Handler] = {
    atomic.AtomicRmwOp.name: _rmw,
    atomic.AtomicLoadOp.name: _load,
    atomic.AtomicStoreOp.name: _store,
    atomic.AtomicCompareExchangeOp.name: _compare_exchange,
    atomic.AtomicFlagTestAndSetOp.name: _test_and_set,
    atomic.AtomicFlagClearOp.name: _clear,
    sync.BarrierOp.name: _barrier,
    sync.WorkGroupBarrierOp.name: _barrier,
    sync.SubGroupBarrierOp.name: _barrier,
    **{kind.name: _fence for kind in cast("Any", _FENCES)},
    sync.AtomicWorkItemFenceOp.name: _work_item_fence,
    "llvm.load": _llvm_load,
    "llvm.store": _llvm_store,
    "llvm.atomicrmw": _llvm_rmw,
    "llvm.cmpxchg": _llvm_compare_exchange,
    "llvm.fence": _llvm_fence,
}
"""Handlers by the name of the operation."""
