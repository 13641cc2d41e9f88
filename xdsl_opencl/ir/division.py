"""
Integer divisions by zero, and of the smallest number by -1. OpenCL C leaves the result open
(3.0, section 6.4.1) and allows no exception; processors of the CPU device raise one.
"""

from __future__ import annotations

from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.intrinsics import VectorReduceOrOp
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.element_types import bits_of, width_of

DIVISIONS: dict[type[Operation], bool] = {
    llvm.SDivOp: True,
    llvm.UDivOp: False,
    llvm.SRemOp: True,
    llvm.URemOp: False,
}
"""Divisions: true if the smallest number divided by -1 is a fault, too."""


def _constants(value: SSAValue) -> set[int] | None:
    """Returns the elements of `value` if they are constants."""
    known = value.owner
    if not isinstance(known, llvm.ConstantOp):
        return None
    attribute: Attribute = known.value
    if isinstance(attribute, IntegerAttr):
        return {cast("IntegerAttr[Any]", attribute).value.data}
    if isinstance(attribute, DenseIntOrFPElementsAttr):
        values = cast("DenseIntOrFPElementsAttr[Any]", attribute).get_values()
        return {int(element) for element in values}
    return None


def _faults(build: Builder, op: Operation) -> SSAValue | None:
    """
    Returns an `i1`, or a vector of them, that is set where `op` has no result; `None` if
    it always has one.
    """
    number, divisor = op.operands
    known = _constants(divisor)
    signed = DIVISIONS[type(op)]
    if known is not None and not known & ({0, -1} if signed else {0}):
        return None

    def equal(value: SSAValue, constant: int) -> SSAValue:
        return build.compare("eq", value, build.constant(constant, value.type))

    wrong = equal(divisor, 0)
    if signed:
        lowest = equal(number, -(1 << bits_of(number.type) - 1))
        overflow = build.op(llvm.AndOp, lowest, equal(divisor, -1))
        wrong = build.op(llvm.OrOp, wrong, overflow)
    return wrong


def guard(build: Builder, op: Operation) -> tuple[SSAValue, SSAValue] | None:
    """
    Returns an `i1` for each lane that is set where the division `op` is a fault, and a
    divisor that is 1 there; `None` if it never is.
    """
    wrong = _faults(build, op)
    if wrong is None:
        return None
    divisor = op.operands[1]
    return wrong, build.select(wrong, build.constant(1, divisor.type), divisor)


def any_lane(build: Builder, flags: SSAValue) -> SSAValue:
    """Returns an `i32` that is not 0 if one of `flags` is set."""
    if width_of(flags.type) is not None:
        flags = build.op(VectorReduceOrOp, flags, type=i1)
    return build.resize(flags, i32)
