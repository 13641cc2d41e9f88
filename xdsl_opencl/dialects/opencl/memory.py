"""
Memory: static work-group memory, vector loads and stores, pointer queries.
"""

from __future__ import annotations

from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    MemRefType,
    i32,
    i64,
)
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AnyAttr,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from xdsl_opencl.abi.enums import RoundingMode
from xdsl_opencl.dialects.opencl.attrs import RoundingModeAttr

pointer_type = BaseAttr(LLVMPointerType) | BaseAttr(MemRefType)
"""A pointer, or a memref of rank 1 whose first element it would point to."""

offset_type = (
    EqAttrConstraint(i32) | EqAttrConstraint(i64) | EqAttrConstraint(IndexType())
)


@irdl_op_definition
class LocalOp(IRDLOperation):
    """
    A `local` variable declared in a kernel: static memory, one copy a work-group,
    uninitialised. The result is a local pointer (`!llvm.ptr<3>`) or a `memref` with
    static shape in `#opencl.address_space<local>`; `type` is the stored type.

    Example: `%tile = opencl.local : memref<18x18xf32, #opencl.address_space<local>>`,
    `%p = opencl.local !llvm.array<64 x i32> : !llvm.ptr<3>`
    """

    name = "opencl.local"

    element = opt_prop_def(AnyAttr())
    """The stored type; given for pointers, implied by a memref."""
    alignment = opt_prop_def(IntegerAttr.constr(i64))
    result = result_def()

    assembly_format = "($element^)? (`align` $alignment^)? attr-dict `:` type($result)"

    def __init__(
        self,
        result_type: Attribute,
        element: Attribute | None = None,
        alignment: int | None = None,
    ):
        super().__init__(
            properties={
                "element": element,
                "alignment": None if alignment is None else IntegerAttr(alignment, i64),
            },
            result_types=[result_type],
        )


class VectorLoadOp(IRDLOperation):
    """
    Base of the vector loads: the address is `pointer` plus `offset` vectors.
    """

    pointer = operand_def(pointer_type)
    offset = operand_def(offset_type)
    """In vectors of the result's length, not in elements."""
    result = result_def()

    assembly_format = (
        "$pointer `[` $offset `]` attr-dict `:` type($pointer) `,` type($offset) `->` "
        "type($result)"
    )

    traits = traits_def(MemoryReadEffect())

    def __init__(
        self,
        pointer: SSAValue | Operation,
        offset: SSAValue | Operation,
        result_type: Attribute,
    ):
        Operation.__init__(
            self,
            operands=[SSAValue.get(pointer), SSAValue.get(offset)],
            result_types=[result_type],
        )


class VectorStoreOp(IRDLOperation):
    """
    Base of the vector stores: the address is `pointer` plus `offset` vectors.
    """

    value = operand_def()
    pointer = operand_def(pointer_type)
    offset = operand_def(offset_type)
    """In vectors of the value's length, not in elements."""

    assembly_format = (
        "$value `,` $pointer `[` $offset `]` attr-dict `:` type($value) `,` "
        "type($pointer) `,` type($offset)"
    )

    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        value: SSAValue | Operation,
        pointer: SSAValue | Operation,
        offset: SSAValue | Operation,
    ):
        Operation.__init__(
            self,
            operands=[SSAValue.get(value), SSAValue.get(pointer), SSAValue.get(offset)],
        )


@irdl_op_definition
class VloadOp(VectorLoadOp):
    """
    `vloadn`: n elements at `pointer + offset * n`, aligned as one element.

    Example: `%v = opencl.vload %p[%i] : !llvm.ptr<1>, i64 -> vector<4xf32>`
    """

    name = "opencl.vload"


@irdl_op_definition
class VstoreOp(VectorStoreOp):
    """
    `vstoren`: n elements at `pointer + offset * n`, aligned as one element.

    Example: `opencl.vstore %v, %p[%i] : vector<4xf32>, !llvm.ptr<1>, i64`
    """

    name = "opencl.vstore"


@irdl_op_definition
class VloadHalfOp(VectorLoadOp):
    """
    `vload_half`, `vload_halfn`: n halfs at `pointer + offset * n`, aligned to 2 bytes,
    as floats.

    Example: `%v = opencl.vload_half %p[%i] : !llvm.ptr<1>, i64 -> vector<4xf32>`
    """

    name = "opencl.vload_half"


@irdl_op_definition
class VloadaHalfOp(VectorLoadOp):
    """
    `vloada_halfn`: n halfs at `pointer + offset * n` (n = 3: `* 4`), aligned to the whole
    vector, as floats.

    Example: `%v = opencl.vloada_half %p[%i] : !llvm.ptr<1>, i64 -> vector<4xf32>`
    """

    name = "opencl.vloada_half"


class HalfStoreOp(IRDLOperation):
    """
    Base of the stores that convert to half, to nearest even unless `rounding` is given.
    """

    rounding = opt_prop_def(RoundingModeAttr)
    value = operand_def()
    pointer = operand_def(pointer_type)
    offset = operand_def(offset_type)
    """In vectors of the value's length, not in elements."""

    assembly_format = (
        "(`round` $rounding^)? $value `,` $pointer `[` $offset `]` attr-dict `:` "
        "type($value) `,` type($pointer) `,` type($offset)"
    )

    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        value: SSAValue | Operation,
        pointer: SSAValue | Operation,
        offset: SSAValue | Operation,
        rounding: RoundingMode | None = None,
    ):
        Operation.__init__(
            self,
            operands=[SSAValue.get(value), SSAValue.get(pointer), SSAValue.get(offset)],
            properties={}
            if rounding is None
            else {"rounding": RoundingModeAttr(rounding)},
        )


@irdl_op_definition
class VstoreHalfOp(HalfStoreOp):
    """
    `vstore_half`, `vstore_halfn`, with their `_rte` ... forms, from float or double.

    Example: `opencl.vstore_half round rtz %v, %p[%i] : vector<4xf32>, !llvm.ptr<1>, i64`
    """

    name = "opencl.vstore_half"


@irdl_op_definition
class VstoreaHalfOp(HalfStoreOp):
    """
    `vstorea_halfn`: aligned to the whole vector; a 3-element vector takes the room of 4.

    Example: `opencl.vstorea_half %v, %p[%i] : vector<4xf32>, !llvm.ptr<1>, i64`
    """

    name = "opencl.vstorea_half"


class PointerCastOp(IRDLOperation):
    """
    Base of the casts of a generic pointer to what it may point to, null if it does not.

    Example: `%q = opencl.to_global %p : !llvm.ptr<4> -> !llvm.ptr<1>`
    """

    pointer = operand_def(LLVMPointerType)
    result = result_def(LLVMPointerType)

    assembly_format = "$pointer attr-dict `:` type($pointer) `->` type($result)"

    traits = traits_def(Pure())

    def __init__(self, pointer: SSAValue | Operation, result_type: Attribute):
        Operation.__init__(
            self, operands=[SSAValue.get(pointer)], result_types=[result_type]
        )


@irdl_op_definition
class ToGlobalOp(PointerCastOp):
    name = "opencl.to_global"


@irdl_op_definition
class ToLocalOp(PointerCastOp):
    name = "opencl.to_local"


@irdl_op_definition
class ToPrivateOp(PointerCastOp):
    name = "opencl.to_private"


@irdl_op_definition
class GetFenceOp(IRDLOperation):
    """
    The `CLK_*_MEM_FENCE` flags that order accesses through a generic pointer.

    Example: `%flags = opencl.get_fence %p : !llvm.ptr<4>`
    """

    name = "opencl.get_fence"

    pointer = operand_def(LLVMPointerType)
    result = result_def(i32)

    assembly_format = "$pointer attr-dict `:` type($pointer)"

    traits = traits_def(Pure())

    def __init__(self, pointer: SSAValue | Operation):
        Operation.__init__(self, operands=[SSAValue.get(pointer)], result_types=[i32])
