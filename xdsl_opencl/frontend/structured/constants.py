"""
Constants of `index`, for `opencl-raise-structured`.
"""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Region

from xdsl_opencl.frontend.structured.branches import constant_of
from xdsl_opencl.ir.build import ArithBuilder, replace
from xdsl_opencl.ir.element_types import bits_of

_INDEX = IndexType()
_INT32 = range(-(1 << 31), 1 << 31)


def fold_index_casts(region: Region) -> None:
    """
    Makes a constant of each constant that is cast to `index`, of any width that has it:
    the bounds of loops are constants only where a loop's blocks are put together.
    """
    for op in tuple(region.walk()):
        if not isinstance(op, arith.IndexCastOp) or op.result.type != _INDEX:
            continue
        number = constant_of(op.input)
        if number is None or number not in _INT32:
            continue
        bits = bits_of(op.input.type)
        if bits == 1:
            number = -(number & 1)
        replace(op, (ArithBuilder.before(op).constant(number, _INDEX),))
