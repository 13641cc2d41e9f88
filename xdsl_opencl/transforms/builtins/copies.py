"""
Asynchronous copies, events, and queries of generic pointers, on amdgcn (OpenCL C 3.0, sections
6.15.11 and 6.15.13).

A copy is a loop of the whole work-group: each work item copies the elements with its own number
modulo the size of the group. Waiting for any event is a barrier, so events have no content.
"""

from __future__ import annotations

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntAttr, i32, i64
from xdsl.ir import Region, SSAValue

from xdsl_opencl.abi.enums import AddressSpace, FenceFlag
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.opencl import collective, memory, work_item
from xdsl_opencl.dialects.opencl.shapes import address_space, storage_elements
from xdsl_opencl.dialects.opencl.types import EventType
from xdsl_opencl.ir.element_types import bits_of, width_of
from xdsl_opencl.transforms.builtins.memory import raw_pointer, size_value
from xdsl_opencl.transforms.builtins.values import Values

_GLOBAL_POINTER = llvm.LLVMPointerType(IntAttr(AddressSpace.GLOBAL.spir))


def lower_copy(
    v: Values,
    op: collective.AsyncWorkGroupCopyOp | collective.AsyncWorkGroupStridedCopyOp,
) -> list[SSAValue]:
    destination, source = raw_pointer(v, op.destination), raw_pointer(v, op.source)
    count = size_value(v, op.count)
    stride = None
    if isinstance(op, collective.AsyncWorkGroupStridedCopyOp):
        stride = size_value(v, op.stride)
    first = v.add(work_item.GetLocalLinearIdOp(i64))
    step = v.constant(1, i64)
    for d in range(3):
        step = v.imul(step, v.add(work_item.GetLocalSizeOp(d, i64)))
    inner = v.fresh((i64,))
    (number,) = inner.block.args
    alignment = bits_of(op.element) // 8 * storage_elements(width_of(op.element) or 1)

    def place(pointer: SSAValue) -> SSAValue:
        index = number
        if stride is not None and address_space(pointer.type) is AddressSpace.GLOBAL:
            index = inner.imul(number, stride)
        return inner.offset(pointer, index, op.element)

    value = inner.load(place(source), op.element, alignment)
    inner.store(value, place(destination), alignment)
    from xdsl.dialects import scf

    inner.insert(scf.YieldOp())
    v.insert(scf.ForOp(first, count, step, (), Region(inner.block)))
    return [op.event]


def lower_null_event(v: Values, op: collective.NullEventOp) -> list[SSAValue]:
    return [v.cast(v.null(_GLOBAL_POINTER), EventType())]


def _is(v: Values, what: str, pointer: SSAValue) -> SSAValue:
    """Makes the test that a generic `pointer` is `shared` (local) or `private`."""
    from xdsl.dialects.builtin import i1

    return v.intrinsic(f"llvm.amdgcn.is.{what}", (pointer,), i1)


def lower_pointer_cast(v: Values, op: memory.PointerCastOp) -> list[SSAValue]:
    type = op.result.type
    cast = v.op(AddrSpaceCastOp, op.pointer, type=type)
    match op.SPACE:
        case AddressSpace.LOCAL:
            fits = _is(v, "shared", op.pointer)
        case AddressSpace.PRIVATE:
            fits = _is(v, "private", op.pointer)
        case _:
            neither = v.or_(_is(v, "shared", op.pointer), _is(v, "private", op.pointer))
            fits = v.not_(neither)
    return [v.select(fits, cast, v.null(type))]


def lower_get_fence(v: Values, op: memory.GetFenceOp) -> list[SSAValue]:
    shared = _is(v, "shared", op.pointer)
    local = v.constant(FenceFlag.LOCAL.bit, i32)
    other = v.constant(FenceFlag.GLOBAL.bit, i32)
    return [v.select(shared, local, other)]
