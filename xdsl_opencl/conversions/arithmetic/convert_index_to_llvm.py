"""
`convert-index-to-llvm`: arithmetic on `index`, to integers of `index-bitwidth`.

xDSL has no `index` dialect; upstream's `index.add` and the like are `arith` on `index`
here. So this pass converts those operations of `arith` that have an operand or a result
of type `index` (or a vector of it), the casts to and from it among them, and leaves `arith`
on other types to `convert-arith-to-llvm`.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Operation

from xdsl_opencl.conversions.arithmetic.convert_arith_to_llvm import TABLE as ARITH
from xdsl_opencl.conversions.framework import Conversion, ConversionPass
from xdsl_opencl.ir.element_types import element_of


def _computes_on_index(op: Operation) -> bool:
    types = (*op.operand_types, *op.result_types)
    return any(type(element_of(type_)) is IndexType for type_ in types)


@dataclass(frozen=True)
class ConvertIndexToLLVMPass(ConversionPass):
    """Converts operations of `arith` on `index` to `llvm`."""

    name = "convert-index-to-llvm"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        converter = self.converter(ctx, op)
        Conversion(op, converter, ARITH, (), selects=_computes_on_index).run()
