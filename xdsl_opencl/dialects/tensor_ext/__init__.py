"""
`tensor.parallel_insert_slice`, which stands in the terminator of `scf.forall` and which xDSL 0.74
lacks. The plugin's `universe.py` wraps the factory of the `tensor` dialect with `extended`.

Source: mlir/include/mlir/Dialect/Tensor/IR/TensorOps.td, release 22.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, IndexType, TensorType, i64
from xdsl.dialects.utils.dynamic_index_list import DynamicIndexList
from xdsl.ir import Dialect
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    prop_def,
    var_operand_def,
)

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.definition import irdl_op_definition


@irdl_op_definition
class ParallelInsertSliceOp(IRDLOperation):
    """
    Writes a part of the result of the `scf.forall` around: `dest` is one of its arguments.

    Example: `tensor.parallel_insert_slice %t into %o[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>`
    """

    name = "tensor.parallel_insert_slice"

    source = operand_def(TensorType)
    dest = operand_def(TensorType)
    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    static_strides = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)

    assembly_format = (
        "$source `into` $dest ``"
        "custom<DynamicIndexList>($offsets, $static_offsets)"
        "custom<DynamicIndexList>($sizes, $static_sizes)"
        "custom<DynamicIndexList>($strides, $static_strides)"
        "attr-dict `:` type($source) `into` type($dest)"
    )


def extended(dialect: Dialect) -> Dialect:
    """
    Returns `dialect`, xDSL's `tensor`, with the operation that it lacks. Operations that others
    have added stay theirs.
    """
    return forms.extended(dialect, {}, (ParallelInsertSliceOp,))
