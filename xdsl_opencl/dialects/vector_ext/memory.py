"""
Accesses of `vector` to elements that do not lie side by side: `gather`, `scatter`, `expandload` and
`compressstore`; `type_cast`, memory of numbers as memory of vectors.

Source: mlir/include/mlir/Dialect/Vector/IR/VectorOps.td, release 22.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    TensorType,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    operand_def,
    opt_prop_def,
    opt_result_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import NoMemoryEffect
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.vector_ext.shapes import element_of, shape_of

AnyMemory = MemRefType[Attribute] | TensorType[Attribute]

_MEMORY = base(MemRefType) | base(TensorType)
_INDICES = VectorType.constr(base(IndexType) | base(IntegerType))
_VECTOR = VarConstraint("T", base(VectorType))


class ScatteredAccess(IRDLOperation, ABC):
    """
    An access to elements of memory, the first operand. Indices of its dimensions follow, then vectors of
    one shape. The last one has the elements.
    """

    alignment = opt_prop_def(IntegerAttr.constr(i64))

    irdl_options = (ParsePropInAttrDict(),)

    @property
    def starts(self) -> Sequence[SSAValue]:
        """The index of each dimension."""
        return [value for value in self.operands[1:] if value.type == INDEX]

    def verify_(self) -> None:
        memory = cast(AnyMemory, self.operands[0].type)
        moved, indices = self.operands[-1].type, len(self.starts)
        if indices != memory.get_num_dims():
            raise VerifyException(
                f"'{self.name}' has {indices} indices for {memory}; give each dimension one"
            )
        if memory.element_type != element_of(moved):
            raise VerifyException(
                f"'{self.name}' of {memory} has elements of {memory.element_type}, got {moved}"
            )
        for other in self.operands[1 + indices :]:
            if tuple(shape_of(other.type)) != tuple(shape_of(moved)):
                raise VerifyException(
                    f"'{self.name}' has vectors of different shapes, {moved} and {other.type}"
                )


@irdl_op_definition
class GatherOp(ScatteredAccess):
    """
    Reads the elements whose distances from `offsets`, along the last dimension, are `indices`; where
    the mask is not set the elements of `pass_thru`.

    Example:
    ```mlir
    %r = vector.gather %m[%i] [%v], %k, %p
        : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    ```
    """

    name = "vector.gather"

    base = operand_def(_MEMORY)
    offsets = var_operand_def(IndexType)
    indices = operand_def(_INDICES)
    mask = operand_def(VectorType.constr(i1))
    pass_thru = operand_def(_VECTOR)
    result = result_def(_VECTOR)

    assembly_format = (
        "$base `` `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($pass_thru) `into` "
        "type($result)"
    )


@irdl_op_definition
class ScatterOp(ScatteredAccess):
    """
    Writes the elements whose distances from `offsets`, along the last dimension, are `indices`, in
    the order of the vector; none where the mask is not set. A tensor has a result.

    Example: `vector.scatter %m[%i] [%v], %k, %x : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>`
    """

    name = "vector.scatter"

    base = operand_def(_MEMORY)
    offsets = var_operand_def(IndexType)
    indices = operand_def(_INDICES)
    mask = operand_def(VectorType.constr(i1))
    value_to_store = operand_def(VectorType)
    result = opt_result_def(TensorType)

    assembly_format = (
        "$base `` `[` $offsets `]` `[` $indices `]` `,` $mask `,` $value_to_store attr-dict "
        "`:` type($base) `,` type($indices) `,` type($mask) `,` type($value_to_store) "
        "(`->` type($result)^)?"
    )

    def verify_(self) -> None:
        super().verify_()
        wanted = [self.base.type] * isinstance(self.base.type, TensorType)
        if [*self.result_types] != wanted:
            raise VerifyException(
                f"'{self.name}' into {self.base.type} has "
                f"{'its type as the result' if wanted else 'no result'}"
            )


@irdl_op_definition
class ExpandLoadOp(ScatteredAccess):
    """
    Reads elements that lie side by side into the places whose bit of the mask is set.

    Example: `%r = vector.expandload %m[%i], %k, %p : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>`
    """

    name = "vector.expandload"

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(VectorType.constr(i1))
    pass_thru = operand_def(_VECTOR)
    result = result_def(_VECTOR)

    assembly_format = (
        "$base `` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` "
        "type($mask) `,` type($pass_thru) `into` type($result)"
    )


@irdl_op_definition
class CompressStoreOp(ScatteredAccess):
    """
    Writes the elements whose bit of the mask is set, side by side.

    Example: `vector.compressstore %m[%i], %k, %x : memref<?xf32>, vector<4xi1>, vector<4xf32>`
    """

    name = "vector.compressstore"

    base = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    mask = operand_def(VectorType.constr(i1))
    value_to_store = operand_def(VectorType)

    assembly_format = (
        "$base `` `[` $indices `]` `,` $mask `,` $value_to_store attr-dict `:` type($base) "
        "`,` type($mask) `,` type($value_to_store)"
    )


def _whole_shape(type: MemRefType[Attribute]) -> tuple[Attribute, list[int]]:
    """The numbers in the memory, and its dimensions with those of its vectors."""
    element = type.element_type
    return element_of(element), [*type.get_shape(), *shape_of(element)]


@irdl_op_definition
class TypeCastOp(IRDLOperation):
    """
    Memory of static shape, whose last dimensions become those of vectors.

    Example: `%v = vector.type_cast %m : memref<4x8xf32> to memref<vector<4x8xf32>>`
    """

    name = "vector.type_cast"

    memref = operand_def(MemRefType)
    result = result_def(MemRefType)

    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"

    traits = traits_def(NoMemoryEffect())

    def verify_(self) -> None:
        types = [
            cast("MemRefType[Attribute]", value.type)
            for value in (self.memref, self.result)
        ]
        for type in types:
            is_plain = isinstance(type.layout, NoneAttr)
            if not is_plain or DYNAMIC_INDEX in type.get_shape():
                raise VerifyException(
                    f"'{self.name}' needs memory of static shape without a layout, got {type}"
                )
        if _whole_shape(types[0]) != _whole_shape(types[1]) or (
            types[0].memory_space != types[1].memory_space
        ):
            raise VerifyException(
                f"'{self.name}' keeps elements, shape and memory space; got {types[0]} to "
                f"{types[1]}"
            )
