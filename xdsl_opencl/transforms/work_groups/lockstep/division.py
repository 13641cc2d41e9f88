"""
Divisions of work items in lockstep. Processors have vector division only for floating-point
numbers, and LLVM would divide one integer after the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import VectorType, f32, f64, i1
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.dialects.llvm_ext.instructions import (
    FPToSIOp,
    FPToUIOp,
    FreezeOp,
    UIToFPOp,
)
from xdsl_opencl.ir.build import known_integer, made_operation
from xdsl_opencl.ir.division import guard
from xdsl_opencl.ir.element_types import bits_of
from xdsl_opencl.transforms.work_groups.lockstep.lanes import (
    Lanes,
    RowBuilder,
    Uniform,
    Wide,
    part,
    parts,
    splat,
)

_SIGNED = (llvm.SDivOp, llvm.SRemOp)
_REMAINDERS = (llvm.SRemOp, llvm.URemOp)
_SHORT_BITS = 16
_LONG_BITS = 32
"""The widths of integers whose quotients `float` and `double` represent."""


def _is_power_of_two(divisor: SSAValue) -> bool:
    """Returns whether `divisor` of the kernel is `1 << k`, guarded against zero or not."""
    op = divisor.owner
    if isinstance(op, llvm.SelectOp) and known_integer(op.lhs) == 1:
        op = op.rhs.owner
    return isinstance(op, llvm.ShlOp) and known_integer(op.lhs) == 1


def _shifted(
    build: RowBuilder, op: Operation, a: SSAValue, divisor: SSAValue
) -> SSAValue:
    """Divides the unsigned `a` by a power of two that the lanes share."""
    if isinstance(op, llvm.URemOp):
        below = build.op(llvm.SubOp, divisor, build.constant(1, divisor.type))
        return build.op(llvm.AndOp, a, splat(build, below))
    operands = (divisor, build.constant(1, i1))
    name = f"llvm.cttz.i{bits_of(divisor.type)}"
    count = build.intrinsic(name, operands, divisor.type)
    return build.op(llvm.LShrOp, a, splat(build, count))


def _divided(build: RowBuilder, op: Operation, a: SSAValue, b: SSAValue) -> SSAValue:
    signed = isinstance(op, _SIGNED)
    real = build.lane_type(f32 if bits_of(a.type) <= _SHORT_BITS else f64)
    to_real = llvm.SIToFPOp if signed else UIToFPOp
    to_integer = FPToSIOp if signed else FPToUIOp
    x, y = (build.op(to_real, v, type=real) for v in (a, b))
    quotient = build.op(to_integer, build.op(llvm.FDivOp, x, y), type=a.type)
    if not isinstance(op, _REMAINDERS):
        return quotient
    return build.op(llvm.SubOp, a, build.op(llvm.MulOp, quotient, b))


def guard_again(build: RowBuilder, op: Operation) -> None:
    """
    Gives `op`, a division of integers that is not inserted yet, operands that raise no exception
    in lanes that take no part either. Their operands may be undefined: LLVM drops the kernel's
    guard if no defined number needs it. A frozen operand is a number unknown to LLVM.
    """
    if isinstance(op.operands[1].owner, llvm.ConstantOp):
        return
    op.operands = [build.add(FreezeOp(value)) for value in op.operands]
    guarded = guard(build, op)
    assert guarded is not None
    op.operands[1] = guarded[1]


def _divided_by_processor(
    build: RowBuilder, op: Operation, a: SSAValue, b: SSAValue
) -> SSAValue:
    copy = made_operation(type(op), (a, b), a.type, op.properties, op.attributes)
    guard_again(build, copy)
    return build.add(copy)


def divide(build: RowBuilder, op: Operation, operands: Sequence[Lanes]) -> Lanes | None:
    """
    Divides by a divisor that is not constant. In lanes that take part no divisor is zero and no
    quotient overflows, because `opencl-guard-divisions` comes before.

    The quotient of two integers of `n` bits is whole, or its relative distance from the next whole
    number is more than `2 ** -n`. So the division of floating-point numbers with more than `n`
    bits, rounded to zero, is the division of the integers.
    """
    divisor = op.operands[1]
    number, by = operands
    if isinstance(divisor.owner, llvm.ConstantOp):
        return None
    if (
        isinstance(by, Uniform)
        and not isinstance(op, _SIGNED)
        and not isinstance(divisor.type, VectorType)
        and _is_power_of_two(divisor)
    ):
        return Wide((_shifted(build, op, part(build, number), by.value),))
    is_long = bits_of(op.results[0].type) > _LONG_BITS
    one = _divided_by_processor if is_long else _divided
    pairs = zip(parts(build, number), parts(build, by), strict=True)
    return Wide(tuple(one(build, op, a, b) for a, b in pairs))
