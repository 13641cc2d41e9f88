"""
Constants that were cast, for `opencl-raise-structured`.
"""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Region

from xdsl_opencl.frontend.structured.branches import constant_of
from xdsl_opencl.ir.build import ArithBuilder, replace
from xdsl_opencl.ir.element_types import bits_of

_INT32 = range(-(1 << 31), 1 << 31)


def fold_casts(region: Region) -> None:
    """
    Makes a constant of each constant that is extended, or cast to an `index` of any width:
    that the bounds of a loop are constant is known once its blocks are put together.
    """
    for op in tuple(region.walk()):
        if not isinstance(op, arith.ExtSIOp | arith.ExtUIOp | arith.IndexCastOp):
            continue
        number = constant_of(op.input)
        if number is None or isinstance(op.input.type, IndexType):
            continue
        bits = bits_of(op.input.type)
        number &= (1 << bits) - 1
        if not isinstance(op, arith.ExtUIOp) and number >> (bits - 1):
            number -= 1 << bits
        if isinstance(op, arith.IndexCastOp) and number not in _INT32:
            continue
        replace(op, (ArithBuilder.before(op).constant(number, op.result.type),))
