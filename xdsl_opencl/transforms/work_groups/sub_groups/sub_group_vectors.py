"""
Reductions and scans of a sub-group whose values are a vector, an element for each work item; work
items that take no part have the identity.

The order of floating-point operations is fixed, and the same for sub-groups with fewer work items:
a reduction combines the first half of the work items with the second, then the quarters of the
result, and so on; a scan combines each with the one before it, then with the one two places before,
four places, and so on (Hillis and Steele, "Data Parallel Algorithms", 1986).
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute, SSAValue

from xdsl_opencl.dialects.opencl.attrs import GroupOperation
from xdsl_opencl.ir.build import Builder
from xdsl_opencl.ir.element_types import element_of, width_of
from xdsl_opencl.transforms.builtins.combination import combining, identity_attribute


def identities(build: Builder, kind: GroupOperation, type: Attribute) -> SSAValue:
    """Makes the vector `type` with the identity of `kind` in each element."""
    neutral = identity_attribute(kind, element_of(type))
    if isinstance(neutral, IntegerAttr):
        return build.constant(neutral.value.data, type)
    return build.float_constant(neutral.value.data, type)


def _combine(
    build: Builder, kind: GroupOperation, a: SSAValue, b: SSAValue
) -> SSAValue:
    return build.op(combining(kind, element_of(a.type)), a, b)


def reduce(build: Builder, kind: GroupOperation, values: SSAValue) -> SSAValue:
    """Combines all elements of `values`, a power of two of them."""
    count = cast("int", width_of(values.type))
    while count > 1:
        count //= 2
        low, high = (
            build.shuffle(values, values, range(i, i + count)) for i in (0, count)
        )
        values = _combine(build, kind, low, high)
    return build.extract(values, 0)


def reduce_clusters(
    build: Builder, kind: GroupOperation, values: SSAValue, cluster: int
) -> SSAValue:
    """
    Returns a vector with the combination of each `cluster` elements of `values` in all of these;
    both numbers are powers of two.
    """
    count = cast("int", width_of(values.type))
    distance = cluster // 2
    while distance:
        lanes = [
            lane + distance if lane + distance < count else -1 for lane in range(count)
        ]
        values = _combine(build, kind, values, build.shuffle(values, values, lanes))
        distance //= 2
    return build.shuffle(values, values, [lane & -cluster for lane in range(count)])


def scan(
    build: Builder, kind: GroupOperation, values: SSAValue, *, inclusive: bool
) -> SSAValue:
    """Combines each element of `values` with those before it, or has these alone."""
    count = cast("int", width_of(values.type))
    neutral = identities(build, kind, values.type)

    def moved(distance: int) -> SSAValue:
        lanes = [0] * distance + [count + lane for lane in range(count - distance)]
        return build.shuffle(neutral, values, lanes)

    distance = 1
    while distance < count:
        values = _combine(build, kind, moved(distance), values)
        distance *= 2
    return values if inclusive else moved(1)
