"""
`vector.reduction`, as part of `convert-vector-to-llvm`. A reduction of floats is in order unless it
has the flag `reassoc`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import llvm, vector
from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Operation, SSAValue

from xdsl_opencl.conversions.elementwise import fast_math_properties, float_constant
from xdsl_opencl.conversions.framework import Conversion, Table
from xdsl_opencl.conversions.vectors.vector_access import splat_value
from xdsl_opencl.conversions.vectors.vector_contractions import (
    FLOATS,
    INTEGERS,
    check_kind,
)
from xdsl_opencl.dialects.llvm_ext import intrinsics
from xdsl_opencl.dialects.vector_ext.shapes import shape_of
from xdsl_opencl.ir.build import NO_FAST_MATH
from xdsl_opencl.ir.diagnostics import fail
from xdsl_opencl.ir.element_types import element_of

_REDUCE_INTEGERS: Mapping[str, type[Operation]] = {
    "add": intrinsics.VectorReduceAddOp,
    "mul": intrinsics.VectorReduceMulOp,
    "and": intrinsics.VectorReduceAndOp,
    "or": intrinsics.VectorReduceOrOp,
    "xor": intrinsics.VectorReduceXorOp,
    "minui": intrinsics.VectorReduceUMinOp,
    "minsi": intrinsics.VectorReduceSMinOp,
    "maxui": intrinsics.VectorReduceUMaxOp,
    "maxsi": intrinsics.VectorReduceSMaxOp,
}

_REDUCE_FLOATS: Mapping[str, type[Operation]] = {
    "minnumf": intrinsics.VectorReduceFMinOp,
    "maxnumf": intrinsics.VectorReduceFMaxOp,
    "minimumf": intrinsics.VectorReduceFMinimumOp,
    "maximumf": intrinsics.VectorReduceFMaximumOp,
}

_ORDERED: Mapping[str, type[Operation]] = {
    "add": llvm.VectorReduceFAddOp,
    "mul": llvm.VectorReduceFMulOp,
}
"""Kinds of reductions of floats that have a start value."""

_NEUTRAL_INTEGERS: Mapping[str, Callable[[int], int]] = {
    **dict.fromkeys(("add", "or", "xor", "maxui"), lambda _: 0),
    **dict.fromkeys(("and", "minui"), lambda _: -1),
    "mul": lambda _: 1,
    "minsi": lambda bits: (1 << bits - 1) - 1,
    "maxsi": lambda bits: -1 << bits - 1,
}
_NEUTRAL_FLOATS: Mapping[str, float] = {
    "add": -0.0,
    "mul": 1.0,
    **dict.fromkeys(("minnumf", "maxnumf"), math.nan),
    "minimumf": math.inf,
    "maximumf": -math.inf,
}
"""Kinds of reductions, with the number that changes nothing; integers by their bits."""


def _only(build: Conversion, source: SSAValue, kind: str, mask: SSAValue) -> SSAValue:
    """The vector `source`, whose elements without a bit of `mask` change no reduction."""
    element = element_of(source.type)
    if type(element) is IntegerType:
        value = _NEUTRAL_INTEGERS[kind](element.width.data)
        neutral = build.constant(value, element)
    else:
        neutral = float_constant(build, _NEUTRAL_FLOATS[kind], element)
    return build.select(mask, source, splat_value(build, neutral, source.type))


def reduction(
    build: Conversion, op: vector.ReductionOp, mask: SSAValue | None = None
) -> Sequence[SSAValue]:
    """Converts `op`; `mask` is converted, and says which elements of the vector it combines."""
    if len(shape_of(op.vector.type)) > 1:
        fail(
            op,
            f"'{op.name}' of {op.vector.type}; use 'vector.multi_reduction' for vectors of "
            "several dimensions",
        )
    source = build.value(op.vector)
    type_ = build.type(op.dest.type)
    kind = str(op.kind.data)
    check_kind(op, kind, type_)
    if mask is not None:
        source = _only(build, source, kind, mask)
    start = None if op.acc is None else build.value(op.acc)
    properties = fast_math_properties(op)
    if mask is not None and not math.isfinite(_NEUTRAL_FLOATS.get(kind, 0)):
        # `nnan` and `ninf` are promises about the vector, not about these numbers.
        properties = {"fastmathFlags": NO_FAST_MATH}
    if type(type_) is IntegerType:
        result = build.create(_REDUCE_INTEGERS[kind], (source,), type_)
        if start is None:
            return (result,)
        return (build.op(INTEGERS[kind], start, result),)
    if kind in _ORDERED:
        if start is None:
            start = float_constant(build, _NEUTRAL_FLOATS[kind], type_)
        return (build.create(_ORDERED[kind], (start, source), type_, properties),)
    result = build.create(_REDUCE_FLOATS[kind], (source,), type_, properties)
    if start is None:
        return (result,)
    return (build.create(FLOATS[kind], (result, start), type_, properties),)


REDUCTION_TABLE: Table = {vector.ReductionOp: reduction}
