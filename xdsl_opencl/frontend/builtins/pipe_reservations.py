"""
Reservations of pipes (`reserve_id_t`) where LLVM has pointers: in memory, so that a
work-group may keep one in a local variable, and everywhere in IR for amdgcn (clang,
`AMDGPUTargetInfo::getOpenCLTypeAddrSpace`).
"""

from __future__ import annotations

from xdsl.dialects.builtin import UnrealizedConversionCastOp
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.opencl.interop.llvm_handles import GLOBAL_POINTER
from xdsl_opencl.dialects.opencl.types import ReserveIdType
from xdsl_opencl.frontend.builtins.builtin_calls import Call
from xdsl_opencl.frontend.function_rewriter import FunctionRewriter
from xdsl_opencl.frontend.spirv_types import raised_type, with_leaves
from xdsl_opencl.ir.build import set_type

_RESERVATION = ReserveIdType()


def type_in_memory(type_: Attribute) -> Attribute:
    """
    Returns the dialect's type of a variable with LLVM type `type_`: reservations are pointers.
    """
    return with_leaves(
        raised_type(type_),
        lambda leaf: GLOBAL_POINTER if leaf == _RESERVATION else leaf,
    )


def _cast(value: SSAValue, type_: Attribute) -> Operation:
    return UnrealizedConversionCastOp.create(operands=(value,), result_types=(type_,))


def raise_load(op: Operation, site: FunctionRewriter) -> None:
    """Turns the load `op` of a reservation into the load of a pointer."""
    del site
    result = op.results[0]
    if result.type != _RESERVATION:
        return
    block = op.parent
    assert block is not None
    set_type(result, GLOBAL_POINTER)
    cast = _cast(result, _RESERVATION)
    result.replace_uses_with_if(cast.results[0], lambda use: use.operation is not cast)
    block.insert_ops_after((cast,), op)


def raise_store(op: Operation, site: FunctionRewriter) -> None:
    """Turns the store `op` of a reservation into the store of a pointer."""
    del site
    if op.operands[0].type == _RESERVATION:
        block = op.parent
        assert block is not None
        cast = _cast(op.operands[0], GLOBAL_POINTER)
        block.insert_ops_before((cast,), op)
        op.operands[0] = cast.results[0]


def as_reservation(call: Call, value: SSAValue) -> SSAValue:
    """Returns `value`, an argument of `call`, as a reservation."""
    if not isinstance(value.type, LLVMPointerType):
        return value
    owner = value.owner
    if isinstance(owner, UnrealizedConversionCastOp):
        (source,) = owner.operands
        if source.type == _RESERVATION:
            return source
    if value.type != GLOBAL_POINTER:
        value = call.value(
            AddrSpaceCastOp.create(operands=(value,), result_types=(GLOBAL_POINTER,))
        )
    return call.value(_cast(value, _RESERVATION))


def as_result(call: Call, reservation: SSAValue) -> SSAValue:
    """Returns the result of `call`, a pointer where LLVM represents `reservation` as one."""
    wanted = call.result_type
    if not isinstance(wanted, LLVMPointerType):
        return reservation
    value = call.value(_cast(reservation, GLOBAL_POINTER))
    if wanted != GLOBAL_POINTER:
        value = call.value(
            AddrSpaceCastOp.create(operands=(value,), result_types=(wanted,))
        )
    return value
