"""
Atomics (OpenCL C 3.0, section 6.15.12).

The address is a pointer, or a memref with one index a dimension. Order and scope are
static; the legacy `atomic_*` and `atom_*` functions are `relaxed device`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import IndexType, MemRefType, UnitAttr, i1
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    BaseAttr,
    IRDLOperation,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect

from xdsl_opencl.abi.enums import MemoryOrder, MemoryScope
from xdsl_opencl.dialects.opencl.attrs import (
    AtomicKind,
    AtomicKindAttr,
    MemoryOrderAttr,
    MemoryScopeAttr,
)

pointer_type = BaseAttr(LLVMPointerType) | BaseAttr(MemRefType)


def _flags(**flags: bool) -> dict[str, Attribute]:
    return {name: UnitAttr() for name, on in flags.items() if on}


class AtomicOp(IRDLOperation):
    """
    Base of all atomics on memory.
    """

    scope = prop_def(MemoryScopeAttr)
    volatile = opt_prop_def(UnitAttr)
    pointer = operand_def(pointer_type)
    indices = var_operand_def(IndexType())
    """One index a dimension of a memref; none for a pointer."""

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())


@irdl_op_definition
class AtomicRmwOp(AtomicOp):
    """
    Read, modify, write: the result is the old value.

    Example:
    ```mlir
    %old = opencl.atomic_rmw add relaxed device %p, %v : !llvm.ptr<1>, i32
    %old = opencl.atomic_rmw umax acq_rel work_group volatile %m[%i], %v : memref<8xi32>, i32
    ```
    """

    name = "opencl.atomic_rmw"

    T: ClassVar = VarConstraint("T", AnyAttr())

    kind = prop_def(AtomicKindAttr)
    order = prop_def(MemoryOrderAttr)
    value = operand_def(T)
    result = result_def(T)

    assembly_format = (
        "$kind $order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? `,` "
        "$value attr-dict `:` type($pointer) `,` type($value)"
    )

    def __init__(
        self,
        kind: AtomicKind,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: SSAValue | Operation,
        value: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation] = (),
        *,
        volatile: bool = False,
    ):
        value = SSAValue.get(value)
        Operation.__init__(
            self,
            operands=[
                SSAValue.get(pointer),
                *(SSAValue.get(i) for i in indices),
                value,
            ],
            result_types=[value.type],
            properties={
                "kind": AtomicKindAttr(kind),
                "order": MemoryOrderAttr(order),
                "scope": MemoryScopeAttr(scope),
                **_flags(volatile=volatile),
            },
        )


@irdl_op_definition
class AtomicLoadOp(AtomicOp):
    """
    Example: `%v = opencl.atomic_load acquire device %p : !llvm.ptr<1> -> i32`
    """

    name = "opencl.atomic_load"

    order = prop_def(MemoryOrderAttr)
    result = result_def()

    assembly_format = (
        "$order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? attr-dict "
        "`:` type($pointer) `->` type($result)"
    )

    def __init__(
        self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: SSAValue | Operation,
        result_type: Attribute,
        indices: Sequence[SSAValue | Operation] = (),
        *,
        volatile: bool = False,
    ):
        Operation.__init__(
            self,
            operands=[SSAValue.get(pointer), *(SSAValue.get(i) for i in indices)],
            result_types=[result_type],
            properties={
                "order": MemoryOrderAttr(order),
                "scope": MemoryScopeAttr(scope),
                **_flags(volatile=volatile),
            },
        )


@irdl_op_definition
class AtomicStoreOp(AtomicOp):
    """
    Also `atomic_init`, which is a relaxed store at work-item scope.

    Example: `opencl.atomic_store release device %p, %v : !llvm.ptr<1>, i32`
    """

    name = "opencl.atomic_store"

    order = prop_def(MemoryOrderAttr)
    value = operand_def()

    assembly_format = (
        "$order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? `,` $value "
        "attr-dict `:` type($pointer) `,` type($value)"
    )

    def __init__(
        self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: SSAValue | Operation,
        value: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation] = (),
        *,
        volatile: bool = False,
    ):
        Operation.__init__(
            self,
            operands=[
                SSAValue.get(pointer),
                *(SSAValue.get(i) for i in indices),
                SSAValue.get(value),
            ],
            properties={
                "order": MemoryOrderAttr(order),
                "scope": MemoryScopeAttr(scope),
                **_flags(volatile=volatile),
            },
        )


@irdl_op_definition
class AtomicCompareExchangeOp(AtomicOp):
    """
    Stores `desired` if memory holds `expected`. Results: the old value, and whether the
    store was done. `weak` may fail without cause.

    Example:
    ```mlir
    %old, %done = opencl.atomic_compare_exchange acq_rel relaxed device %p, %expected,
        %desired : !llvm.ptr<1>, i32
    ```
    """

    name = "opencl.atomic_compare_exchange"

    T: ClassVar = VarConstraint("T", AnyAttr())

    success_order = prop_def(MemoryOrderAttr)
    failure_order = prop_def(MemoryOrderAttr)
    weak = opt_prop_def(UnitAttr)
    expected = operand_def(T)
    desired = operand_def(T)
    result = result_def(T)
    success = result_def(i1)

    assembly_format = (
        "$success_order $failure_order $scope (`weak` $weak^)? (`volatile` $volatile^)? "
        "$pointer (`[` $indices^ `]`)? `,` $expected `,` $desired attr-dict `:` "
        "type($pointer) `,` type($desired)"
    )

    def __init__(
        self,
        success_order: MemoryOrder,
        failure_order: MemoryOrder,
        scope: MemoryScope,
        pointer: SSAValue | Operation,
        expected: SSAValue | Operation,
        desired: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation] = (),
        *,
        weak: bool = False,
        volatile: bool = False,
    ):
        desired = SSAValue.get(desired)
        Operation.__init__(
            self,
            operands=[
                SSAValue.get(pointer),
                *(SSAValue.get(i) for i in indices),
                SSAValue.get(expected),
                desired,
            ],
            result_types=[desired.type, i1],
            properties={
                "success_order": MemoryOrderAttr(success_order),
                "failure_order": MemoryOrderAttr(failure_order),
                "scope": MemoryScopeAttr(scope),
                **_flags(weak=weak, volatile=volatile),
            },
        )


class AtomicFlagOp(AtomicOp):
    """
    Base of the operations on an `atomic_flag`: a 32-bit integer in memory, 0 when clear.
    """

    order = prop_def(MemoryOrderAttr)

    RESULTS: ClassVar[tuple[Attribute, ...]] = ()

    assembly_format = (
        "$order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? attr-dict "
        "`:` type($pointer)"
    )

    def __init__(
        self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: SSAValue | Operation,
        indices: Sequence[SSAValue | Operation] = (),
        *,
        volatile: bool = False,
    ):
        Operation.__init__(
            self,
            operands=[SSAValue.get(pointer), *(SSAValue.get(i) for i in indices)],
            result_types=self.RESULTS,
            properties={
                "order": MemoryOrderAttr(order),
                "scope": MemoryScopeAttr(scope),
                **_flags(volatile=volatile),
            },
        )


@irdl_op_definition
class AtomicFlagTestAndSetOp(AtomicFlagOp):
    """
    Example: `%was = opencl.atomic_flag_test_and_set acquire device %p : !llvm.ptr<1>`
    """

    name = "opencl.atomic_flag_test_and_set"

    result = result_def(i1)
    RESULTS: ClassVar[tuple[Attribute, ...]] = (i1,)


@irdl_op_definition
class AtomicFlagClearOp(AtomicFlagOp):
    """
    Example: `opencl.atomic_flag_clear release device %p : !llvm.ptr<1>`
    """

    name = "opencl.atomic_flag_clear"
