"""
Integer divisions that would end the process, for `opencl-check-accesses`.
"""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.intrinsics import VectorReduceOrOp
from xdsl_opencl.ir.blocks import BlockBuilder

DIVISIONS: dict[type[Operation], bool] = {
    llvm.SDivOp: True,
    llvm.UDivOp: False,
    llvm.SRemOp: True,
    llvm.URemOp: False,
}
"""Whether the smallest number divided by -1 is a fault, too."""


class _Lanes:
    """
    Constants and comparisons of the type of a divisor, a vector or not.
    """

    def __init__(self, build: BlockBuilder, type: Attribute):
        self.build = build
        self.type = type
        self.vector = (
            cast("VectorType[IntegerType]", type)
            if isinstance(type, VectorType)
            else None
        )
        self.element = (
            cast("IntegerType[int]", type)
            if self.vector is None
            else self.vector.element_type
        )

    def constant(self, value: int) -> SSAValue:
        attribute: Attribute = IntegerAttr(value, self.element)
        if self.vector is not None:
            attribute = DenseIntOrFPElementsAttr.from_list(self.vector, [value])
        return self.build.add(
            llvm.ConstantOp.create(
                result_types=(self.type,), properties={"value": attribute}
            )
        )

    def equal(self, one: SSAValue, value: int) -> SSAValue:
        result: Attribute = i1
        if self.vector is not None:
            result = VectorType(i1, self.vector.get_shape())
        predicate = llvm.ICmpPredicateFlag("eq").to_int()
        return self.build.add(
            llvm.ICmpOp.create(
                operands=(one, self.constant(value)),
                result_types=(result,),
                properties={"predicate": IntegerAttr(predicate, 64)},
            )
        )


def guard(build: BlockBuilder, op: Operation) -> tuple[SSAValue, SSAValue] | None:
    """
    An `i32` that is not 0 where the division `op` cannot be made, and a divisor with which
    it can be; `None` where it always can.
    """
    number, divisor = op.operands
    known = divisor.owner
    if isinstance(known, llvm.ConstantOp) and isinstance(known.value, IntegerAttr):
        value = cast("IntegerAttr[Any]", known.value).value.data
        if value not in (0, -1):
            return None
    lanes = _Lanes(build, divisor.type)
    wrong = lanes.equal(divisor, 0)
    if DIVISIONS[type(op)]:
        lowest = lanes.equal(number, -(1 << lanes.element.width.data - 1))
        overflow = build.binary(llvm.AndOp, lowest, lanes.equal(divisor, -1))
        wrong = build.binary(llvm.OrOp, wrong, overflow)
    good = build.select(wrong, lanes.constant(1), divisor)
    if lanes.vector is not None:
        wrong = build.add(
            VectorReduceOrOp.create(operands=(wrong,), result_types=(i1,))
        )
    return build.resize(wrong, i32), good
