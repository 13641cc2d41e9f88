"""
Combines two values in reductions and scans of work-groups and sub-groups, on every target.

The result must not depend on the order of the work items, as far as arithmetic allows that (OpenCL
C 3.0, section 6.15.16, leaves the order open): `min` and `max` of floating-point values are `fmin`
and `fmax` of section 6.15.2, which treat a NaN as a missing value. A group with only NaNs gives
the identity, an infinity.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.llvm_ext import elementwise
from xdsl_opencl.dialects.opencl.attrs import GroupOperation


@dataclass(frozen=True)
class _Rule:
    """
    The operations of two operands for integers and floating-point values, and their identities;
    the identity for integers depends on the number of bits.
    """

    integer: type[Operation]
    integer_identity: Callable[[int], int]
    floating: type[Operation] | None = None
    floating_identity: float = 0.0


_RULES = {
    GroupOperation.ADD: _Rule(llvm.AddOp, lambda _: 0, llvm.FAddOp, 0.0),
    GroupOperation.MUL: _Rule(llvm.MulOp, lambda _: 1, llvm.FMulOp, 1.0),
    GroupOperation.MIN: _Rule(
        elementwise.SMinOp,
        lambda bits: (1 << bits - 1) - 1,
        llvm.VectorFMinOp,
        math.inf,
    ),
    GroupOperation.MAX: _Rule(
        elementwise.SMaxOp, lambda bits: -(1 << bits - 1), llvm.VectorFMaxOp, -math.inf
    ),
    GroupOperation.UMIN: _Rule(elementwise.UMinOp, lambda _: -1),
    GroupOperation.UMAX: _Rule(elementwise.UMaxOp, lambda _: 0),
    GroupOperation.AND: _Rule(llvm.AndOp, lambda _: -1),
    GroupOperation.OR: _Rule(llvm.OrOp, lambda _: 0),
    GroupOperation.XOR: _Rule(llvm.XOrOp, lambda _: 0),
}


def combining(kind: GroupOperation, type: Attribute) -> type[Operation]:
    """The operation that combines two values of a scalar `type`."""
    rule = _RULES[kind]
    if isinstance(type, IntegerType):
        return rule.integer
    assert rule.floating is not None
    return rule.floating


def identity_attribute(
    kind: GroupOperation, type: Attribute
) -> IntegerAttr | FloatAttr[AnyFloat]:
    """The identity of the combination: the result of an exclusive scan in the first work item."""
    rule = _RULES[kind]
    if isinstance(type, IntegerType):
        integer = cast("IntegerType[int]", type)
        return IntegerAttr(rule.integer_identity(integer.width.data), integer)
    assert isinstance(type, AnyFloat)
    return FloatAttr(rule.floating_identity, type)
