"""
Private memory of a kernel with barriers: which of it each work item must have for itself.

Between two barriers work items run one after the other and can use the same memory in
turn. Memory that is still wanted behind a barrier is needed once per work item: if its
address is alive there, or may be found there because it was stored, compared as a number
or given to a function.
"""

from __future__ import annotations

import math
from collections.abc import Container
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerType, VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.abi.model import AbiError, align_to
from xdsl_opencl.abi.target import Target
from xdsl_opencl.analysis.cfg import branch_arguments
from xdsl_opencl.dialects.llvm_ext.instructions import AddrSpaceCastOp
from xdsl_opencl.dialects.llvm_ext.intrinsics import (
    LifetimeEndOp,
    LifetimeStartOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
from xdsl_opencl.dialects.opencl.types import EventType
from xdsl_opencl.ir.type_layout import type_size_align

_ACCESSES: tuple[type[Operation], ...] = (
    llvm.LoadOp,
    llvm.ICmpOp,
    LifetimeStartOp,
    LifetimeEndOp,
    MemcpyOp,
    MemmoveOp,
    MemsetOp,
)
"""Operations that use an address and do not keep it."""
_DERIVATIONS: tuple[type[Operation], ...] = (
    llvm.GEPOp,
    llvm.BitcastOp,
    llvm.SelectOp,
    AddrSpaceCastOp,
)
"""Operations whose result is an address in the memory of their operand."""


def outlives_region(memory: SSAValue, crossing: Container[SSAValue]) -> bool:
    """
    Whether the memory at `memory` may be used behind a barrier. `crossing` are the values
    alive at the start of some region.
    """
    seen: set[SSAValue] = {memory}
    work = [memory]
    while work:
        address = work.pop()
        if address in crossing:
            return True
        for use in address.uses:
            op = use.operation
            derived: list[SSAValue] = []
            if op.successors:
                derived = [
                    parameter
                    for successor, arguments in branch_arguments(op)
                    for parameter, value in zip(successor.args, arguments, strict=True)
                    if value is address
                ]
            elif isinstance(op, _DERIVATIONS):
                derived = [op.results[0]]
            elif isinstance(op, llvm.StoreOp):
                if op.value is address:
                    return True
            elif not isinstance(op, _ACCESSES):
                return True
            for value in derived:
                if value not in seen:
                    seen.add(value)
                    work.append(value)
    return False


def size_align(type: Attribute, target: Target) -> tuple[int, int]:
    """
    Bytes between elements of `type` in an array, and its alignment; also for types that
    OpenCL C lacks (LLVM's language reference: integers and vectors take the next power of
    two).
    """
    try:
        return type_size_align(type, target)
    except AbiError:
        pass
    if isinstance(type, IntegerType):
        bits = cast("IntegerType", type).width.data
        size = 1 << max(0, (bits - 1).bit_length() - 3)
        # x86-64 and AArch64 align i128 to 16 bytes; more is never asked for.
        return size, min(size, 16)
    if isinstance(type, VectorType):
        vector = cast("VectorType[Attribute]", type)
        element, _ = size_align(vector.element_type, target)
        size = 1 << (element * math.prod(vector.get_shape()) - 1).bit_length()
        return size, size
    if isinstance(type, llvm.LLVMArrayType):
        size, align = size_align(type.type, target)
        return size * type.size.data, align
    if isinstance(type, llvm.LLVMStructType):
        end, alignment = 0, 1
        for member in type.types:
            size, align = size_align(member, target)
            end = align_to(end, align) + size
            alignment = max(alignment, align)
        return align_to(end, alignment), alignment
    if isinstance(type, EventType):
        # A variable of the program, which only a list of events in memory needs.
        size = target.pointer_bits // 8
        return size, size
    raise AbiError(f"{type} cannot be kept in memory")
