"""
Atomics (OpenCL C 3.0, section 6.15.12).

The address is a pointer, or a memref with one index a dimension. Order and scope are
static; the legacy `atomic_*` and `atom_*` functions are `relaxed device`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    UnitAttr,
    i1,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AnyAttr,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.abi.enums import AddressSpace, MemoryOrder, MemoryScope
from xdsl_opencl.dialects.definition import (
    EffectOp,
    Value,
    fill,
    irdl_op_definition,
    named,
    unit,
)
from xdsl_opencl.dialects.opencl.attrs import (
    AtomicKind,
    AtomicKindAttr,
    MemoryOrderAttr,
    MemoryScopeAttr,
)
from xdsl_opencl.dialects.opencl.shapes import as_memref, check_space, is_integer
from xdsl_opencl.dialects.opencl.verification.constraints import pointer_type

SPACES = (AddressSpace.GLOBAL, AddressSpace.LOCAL, AddressSpace.GENERIC)
"""The address spaces that an atomic may access: not private, not constant."""

_FLOAT_KINDS = (AtomicKind.FADD, AtomicKind.FMIN, AtomicKind.FMAX)


_NO_STRONGER = {
    MemoryOrder.RELAXED: (MemoryOrder.RELAXED,),
    MemoryOrder.ACQUIRE: (MemoryOrder.RELAXED, MemoryOrder.ACQUIRE),
    MemoryOrder.RELEASE: (MemoryOrder.RELAXED,),
    MemoryOrder.ACQ_REL: (MemoryOrder.RELAXED, MemoryOrder.ACQUIRE),
    MemoryOrder.SEQ_CST: (
        MemoryOrder.RELAXED,
        MemoryOrder.ACQUIRE,
        MemoryOrder.SEQ_CST,
    ),
}
"""Failure orders that are not stronger than a success order."""


class AtomicOp(EffectOp):
    """Base of all atomics on memory."""

    scope = prop_def(MemoryScopeAttr)
    volatile = opt_prop_def(UnitAttr)
    pointer = operand_def(pointer_type)
    indices = var_operand_def(IndexType())
    """One index a dimension of a memref; none for a pointer."""

    def verify_address(self, value_type: Attribute) -> None:
        """Raises `VerifyException` for an address that cannot hold an atomic of `value_type`."""
        type = self.pointer.type
        check_space(self.name, "pointer", type, SPACES)
        if self.scope.data is MemoryScope.WORK_ITEM:
            raise VerifyException(
                f"{self.name}: scope work_item is for opencl.atomic_work_item_fence only; "
                "use work_group or a wider one"
            )
        indices = len(self.indices)
        if (memref := as_memref(type)) is None:
            if indices:
                raise VerifyException(
                    f"{self.name}: a pointer takes no index; remove the indices"
                )
            return
        if indices != len(memref.shape):
            raise VerifyException(
                f"{self.name}: {indices} indices for a memref of rank {len(memref.shape)}"
            )
        if memref.element_type != value_type:
            raise VerifyException(
                f"{self.name}: value of type {value_type} in a {type}"
            )

    def verify_value(
        self, value_type: Attribute, *, integer: bool = True, float: bool = True
    ) -> None:
        """
        Raises `VerifyException` unless `value_type` is an allowed integer of 32 or 64 bits or an
        allowed float.
        """
        match value_type:
            case IntegerType():
                legal = integer and is_integer(value_type, 32, 64)
            case Float16Type() | Float32Type() | Float64Type():
                legal = float
            case _:
                legal = False
        if not legal:
            expected = "i32 or i64" if integer else ""
            if float:
                expected += (", " if integer else "") + "f16, f32 or f64"
            raise VerifyException(
                f"{self.name}: value of type {value_type}; expected {expected}"
            )

    def verify_order(self, order: MemoryOrderAttr, *excluded: MemoryOrder) -> None:
        """Raises `VerifyException` when `order` is one of `excluded`."""
        if order.data in excluded:
            raise VerifyException(
                f"{self.name}: memory order {order.data} does not apply to it; "
                "use another order"
            )


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
    # Again here, because a class's own operands come before its base's.
    pointer = operand_def(pointer_type)
    indices = var_operand_def(IndexType())
    value = operand_def(T)
    result = result_def(T)

    assembly_format = (
        "$kind $order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? `,` "
        "$value attr-dict `:` type($pointer) `,` type($value)"
    )

    def verify_(self) -> None:
        type = self.value.type
        self.verify_address(type)
        kind = self.kind.data
        if kind is AtomicKind.XCHG:
            self.verify_value(type)
        elif kind in _FLOAT_KINDS:
            if isinstance(type, IntegerType):
                raise VerifyException(
                    f"{self.name}: {kind} on {type}; integers have {kind.value[1:]}"
                )
            self.verify_value(type, integer=False)
        else:
            self.verify_value(type, float=False)

    def __init__(
        self,
        kind: AtomicKind,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: Value,
        value: Value,
        indices: Sequence[Value] = (),
        *,
        volatile: bool = False,
    ):
        value = SSAValue.get(value)
        fill(
            self,
            pointer,
            *indices,
            value,
            results=[value.type],
            kind=AtomicKindAttr(kind),
            order=MemoryOrderAttr(order),
            scope=MemoryScopeAttr(scope),
            volatile=unit(volatile),
        )


@irdl_op_definition
class AtomicLoadOp(AtomicOp):
    """Example: `%v = opencl.atomic_load acquire device %p : !llvm.ptr<1> -> i32`"""

    name = "opencl.atomic_load"

    order = prop_def(MemoryOrderAttr)
    result = result_def()

    assembly_format = (
        "$order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? attr-dict "
        "`:` type($pointer) `->` type($result)"
    )

    def verify_(self) -> None:
        self.verify_address(self.result.type)
        self.verify_value(self.result.type)
        self.verify_order(self.order, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL)

    def __init__(
        self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: Value,
        result_type: Attribute,
        indices: Sequence[Value] = (),
        *,
        volatile: bool = False,
    ):
        fill(
            self,
            pointer,
            *indices,
            results=[result_type],
            order=MemoryOrderAttr(order),
            scope=MemoryScopeAttr(scope),
            volatile=unit(volatile),
        )


@irdl_op_definition
class AtomicStoreOp(AtomicOp):
    """Example: `opencl.atomic_store release device %p, %v : !llvm.ptr<1>, i32`"""

    name = "opencl.atomic_store"

    order = prop_def(MemoryOrderAttr)
    pointer = operand_def(pointer_type)
    indices = var_operand_def(IndexType())
    value = operand_def()

    assembly_format = (
        "$order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? `,` $value "
        "attr-dict `:` type($pointer) `,` type($value)"
    )

    def verify_(self) -> None:
        self.verify_address(self.value.type)
        self.verify_value(self.value.type)
        self.verify_order(self.order, MemoryOrder.ACQUIRE, MemoryOrder.ACQ_REL)

    def __init__(
        self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: Value,
        value: Value,
        indices: Sequence[Value] = (),
        *,
        volatile: bool = False,
    ):
        fill(
            self,
            pointer,
            *indices,
            value,
            order=MemoryOrderAttr(order),
            scope=MemoryScopeAttr(scope),
            volatile=unit(volatile),
        )


@irdl_op_definition
class AtomicCompareExchangeOp(AtomicOp):
    """
    Stores `desired` if memory holds `expected`. Results: the old value, and true if the store was
    done. `weak` may fail without cause.

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
    pointer = operand_def(pointer_type)
    indices = var_operand_def(IndexType())
    expected = operand_def(T)
    desired = operand_def(T)
    result = result_def(T)
    success = result_def(i1)

    assembly_format = (
        "$success_order $failure_order $scope (`weak` $weak^)? (`volatile` $volatile^)? "
        "$pointer (`[` $indices^ `]`)? `,` $expected `,` $desired attr-dict `:` "
        "type($pointer) `,` type($desired)"
    )

    def verify_(self) -> None:
        self.verify_address(self.desired.type)
        self.verify_value(self.desired.type)
        # OpenCL C 3.0, section 6.15.12.7.4.
        self.verify_order(self.failure_order, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL)
        success, failure = self.success_order.data, self.failure_order.data
        if failure not in _NO_STRONGER[success]:
            raise VerifyException(
                f"{self.name}: failure order {failure} is stronger than success order "
                f"{success}"
            )

    def __init__(
        self,
        success_order: MemoryOrder,
        failure_order: MemoryOrder,
        scope: MemoryScope,
        pointer: Value,
        expected: Value,
        desired: Value,
        indices: Sequence[Value] = (),
        *,
        weak: bool = False,
        volatile: bool = False,
    ):
        desired = SSAValue.get(desired)
        fill(
            self,
            pointer,
            *indices,
            expected,
            desired,
            results=[desired.type, i1],
            success_order=MemoryOrderAttr(success_order),
            failure_order=MemoryOrderAttr(failure_order),
            scope=MemoryScopeAttr(scope),
            weak=unit(weak),
            volatile=unit(volatile),
        )


class AtomicFlagOp(AtomicOp):
    """
    Base of the operations on an `atomic_flag`: a 32-bit integer in memory, 0 when clear.
    """

    order = prop_def(MemoryOrderAttr)

    RESULTS: ClassVar[tuple[Attribute, ...]] = ()
    EXCLUDED: ClassVar[tuple[MemoryOrder, ...]] = ()
    """Excluded memory orders."""

    assembly_format = (
        "$order $scope (`volatile` $volatile^)? $pointer (`[` $indices^ `]`)? attr-dict "
        "`:` type($pointer)"
    )

    def verify_(self) -> None:
        self.verify_address(i32)
        self.verify_order(self.order, *self.EXCLUDED)

    def __init__(
        self,
        order: MemoryOrder,
        scope: MemoryScope,
        pointer: Value,
        indices: Sequence[Value] = (),
        *,
        volatile: bool = False,
    ):
        fill(
            self,
            pointer,
            *indices,
            results=self.RESULTS,
            order=MemoryOrderAttr(order),
            scope=MemoryScopeAttr(scope),
            volatile=unit(volatile),
        )


@irdl_op_definition
class AtomicFlagTestAndSetOp(AtomicFlagOp):
    """
    Example: `%was = opencl.atomic_flag_test_and_set acquire device %p : !llvm.ptr<1>`
    """

    name = "opencl.atomic_flag_test_and_set"

    result = result_def(i1)
    RESULTS: ClassVar[tuple[Attribute, ...]] = (i1,)


AtomicFlagClearOp = named(
    "opencl.atomic_flag_clear",
    AtomicFlagOp,
    EXCLUDED=(MemoryOrder.ACQUIRE, MemoryOrder.ACQ_REL),
)
"""Example: `opencl.atomic_flag_clear release device %p : !llvm.ptr<1>`"""
