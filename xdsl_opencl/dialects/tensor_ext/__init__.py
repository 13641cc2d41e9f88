"""
The operations of `tensor` that xDSL 0.74 lacks: `tensor.parallel_insert_slice`, which stands in the
terminator of `scf.forall`, and `tensor.generate`; and `tensor.expand_shape` of one element and
`tensor.reshape` of dynamic sizes. The
plugin's `universe.py` wraps the factory of the `tensor` dialect with `extended`.

Source: mlir/include/mlir/Dialect/Tensor/IR/TensorOps.td, release 22.
"""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    TensorType,
    i64,
)
from xdsl.dialects.tensor import YieldOp
from xdsl.dialects.utils.dynamic_index_list import DynamicIndexList
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import SingleBlockImplicitTerminator
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


class ScalarExpandShapeOp(tensor.ExpandShapeOp):
    """
    An element as a tensor of one element, which xDSL's class takes from one dimension on.

    Example: `%t = tensor.expand_shape %x [] output_shape [1] : tensor<f32> into tensor<1xf32>`
    """

    def verify_(self) -> None:
        longer = self.result.type
        source = cast("TensorType[Attribute]", self.src.type)
        if source.get_shape() or {*longer.get_shape()} != {1} or self.reassociation:
            super().verify_()


class DynamicReshapeOp(tensor.ReshapeOp):
    """A `tensor.reshape` of dynamic sizes, which xDSL's class counts as -1 elements."""

    def verify_(self) -> None:
        types: list[Any] = [self.source.type, self.shape.type, self.result.type]
        source, (rank,), result = (type.get_shape() for type in types)
        is_alike = types[0].element_type == types[2].element_type and rank == len(
            result
        )
        if DYNAMIC_INDEX not in (*source, *result) or not is_alike:
            super().verify_()


class BarrierOp(tensor.CastOp):
    """What `jax.checkpoint` leaves: a value that is not computed earlier; read as the value."""

    name = "util.optimization_barrier"

    @classmethod
    def parse(cls, parser: Parser) -> tensor.CastOp:
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        type = cast("TensorType[Attribute]", parser.parse_type())
        return tensor.CastOp(parser.resolve_operand(value, type), type)


def extended(dialect: Dialect) -> Dialect:
    """Returns `tensor` with what it lacks, as `forms.extended`."""
    readers: dict[type[Operation], type[Operation]] = {
        tensor.ExpandShapeOp: forms.reader(tensor.ExpandShapeOp, ScalarExpandShapeOp),
        tensor.ReshapeOp: forms.reader(tensor.ReshapeOp, DynamicReshapeOp),
    }
    return forms.extended(dialect, readers, (ParallelInsertSliceOp, GenerateOp))
