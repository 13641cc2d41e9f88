"""
`convert-index-to-llvm`: arithmetic on `index`, to integers of `index-bitwidth`.

xDSL has no `index` dialect; upstream's `index.add` and the like are `arith` on `index`
here. So this pass converts those operations of `arith` that have an operand or a result
of type `index` (or a vector of it), the casts to and from it among them, and leaves `arith`
on other types to `convert-arith-to-llvm`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects.builtin import IndexType, ModuleOp, VectorType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.conversions.arithmetic.convert_arith_to_llvm import TABLE as ARITH
from xdsl_opencl.conversions.framework import Conversion, ConversionPass


def _is_index(type_: Attribute) -> bool:
    if isinstance(type_, VectorType):
        type_ = cast("VectorType[Attribute]", type_).element_type
    return type(type_) is IndexType


def _computes_on_index(op: Operation) -> bool:
    values: Sequence[Attribute] = [
        *(operand.type for operand in op.operands),
        *(result.type for result in op.results),
    ]
    return any(map(_is_index, values))


@dataclass(frozen=True)
class ConvertIndexToLLVMPass(ConversionPass):
    """Converts operations of `arith` on `index` to `llvm`."""

    name = "convert-index-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        Conversion(op, converter, ARITH, (), selects=_computes_on_index).run()
