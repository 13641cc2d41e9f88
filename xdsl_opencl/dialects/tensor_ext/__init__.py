"""
The operations of `tensor` that xDSL 0.74 lacks: `tensor.parallel_insert_slice`, which stands in the
terminator of `scf.forall`, and `tensor.generate`. The plugin's `universe.py` wraps the factory of the
`tensor` dialect with `extended`.

Source: mlir/include/mlir/Dialect/Tensor/IR/TensorOps.td, release 22.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    IntegerType,
    TensorType,
    UnitAttr,
    i64,
)
from xdsl.dialects.tensor import YieldOp
from xdsl.dialects.utils.dynamic_index_list import DynamicIndexList
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure, SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException

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


@irdl_op_definition
class GenerateOp(IRDLOperation):
    """
    A tensor whose elements the region computes from their indices; `sizes` are the dynamic ones.

    Example:
    ```mlir
    %t = tensor.generate %n {
    ^bb0(%i: index, %j: index):
      tensor.yield %i : index
    } : tensor<?x4xindex>
    ```
    """

    name = "tensor.generate"

    sizes = var_operand_def(IndexType)
    body = region_def("single_block")
    result = result_def(TensorType)

    assembly_format = "$sizes $body attr-dict `:` type($result)"

    traits = traits_def(SingleBlockImplicitTerminator(YieldOp))

    def verify_(self) -> None:
        type = self.result.type
        shape, block = type.get_shape(), self.body.block
        if (dynamic := shape.count(DYNAMIC_INDEX)) != len(self.sizes):
            raise VerifyException(
                f"'{self.name}' has {len(self.sizes)} sizes for the {dynamic} dynamic "
                f"dimensions of {type}"
            )
        if [*block.arg_types] != [IndexType()] * len(shape):
            raise VerifyException(
                f"'{self.name}' of {type} has a body with {len(block.args)} arguments; it "
                f"takes {len(shape)} of type index"
            )
        last = block.last_op
        types = [] if last is None else [*last.operand_types]
        if types != [type.element_type]:
            given = ", ".join(map(str, types)) or "nothing"
            raise VerifyException(
                f"'{self.name}' of {type} yields {given}; it takes one {type.element_type}"
            )


@irdl_op_definition
class PadOp(IRDLOperation):
    """
    A `tensor.pad` whose result has a known size where xDSL's class wants an unknown one.

    Example:
    ```mlir
    %p = tensor.pad %t low[%n] high[0] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<?xf32> to tensor<8xf32>
    ```
    """

    name = "tensor.pad"

    source = operand_def(TensorType)
    low = var_operand_def(IndexType)
    high = var_operand_def(IndexType)
    static_low = prop_def(DenseArrayBase.constr(i64))
    static_high = prop_def(DenseArrayBase.constr(i64))
    nofold = opt_prop_def(UnitAttr)
    region = region_def("single_block")
    result = result_def(TensorType)

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)
    assembly_format = tensor.PadOp.assembly_format

    traits = traits_def(Pure(), SingleBlockImplicitTerminator(YieldOp))

    def verify_(self) -> None:
        source, result = (
            cast("TensorType[Attribute]", value.type)
            for value in (self.source, self.result)
        )
        parts = [
            source.get_shape(),
            *map(_numbers, (self.static_low, self.static_high)),
        ]
        count = result.get_num_dims()
        if any(len(part) != count for part in parts):
            raise VerifyException(
                f"'{self.name}' of {source} to {result} has {len(parts[1])} numbers of "
                f"elements in front and {len(parts[2])} behind; give each dimension one"
            )
        for d, numbers in enumerate(zip(*parts)):
            size = DYNAMIC_INDEX if DYNAMIC_INDEX in numbers else sum(numbers)
            if size != DYNAMIC_INDEX and size != result.get_shape()[d]:
                raise VerifyException(
                    f"'{self.name}' of {source} gives dimension {d} {size} elements, got "
                    f"{result}"
                )
        if source.element_type != result.element_type:
            raise VerifyException(
                f"'{self.name}' of {source} keeps its elements, got {result}"
            )


def _numbers(static: DenseArrayBase[IntegerType]) -> Sequence[int]:
    return static.get_values()


@cache
def _readers() -> Mapping[type[Operation], type[Operation]]:
    return {tensor.PadOp: forms.reader(tensor.PadOp, PadOp)}


def extended(dialect: Dialect) -> Dialect:
    """
    Returns `dialect`, xDSL's `tensor`, with the operations and the forms that it lacks. Operations that others
    have added stay theirs.
    """
    return forms.extended(dialect, _readers(), (ParallelInsertSliceOp, GenerateOp))
