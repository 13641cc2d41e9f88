"""Constants that were cast, for `opencl-raise-structured`."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, TensorType, VectorType
from xdsl.ir import Attribute, Region

from xdsl_opencl.dialects.arith_ext.operations import IndexCastUIOp
from xdsl_opencl.dialects.opencl.folding.arithmetic import evaluate
from xdsl_opencl.dialects.opencl.folding.constants import constant_integer
from xdsl_opencl.ir.build import ArithBuilder, replace

_CASTS = (arith.ExtSIOp, arith.ExtUIOp, arith.IndexCastOp, IndexCastUIOp)
_INT32 = range(-(1 << 31), 1 << 31)


def fold_casts(region: Region) -> None:
    """
    Folds extensions of constants and casts to an `index` of any width: constant bounds of a loop
    are known only after its blocks are joined.
    """
    for op in tuple(region.walk()):
        if not isinstance(op, _CASTS):
            continue
        source: Attribute = op.operands[0].type
        if isinstance(source, IndexType | VectorType | TensorType):
            continue
        if (number := constant_integer(op.input)) is None:
            continue
        number = evaluate(op, (number,))
        assert isinstance(number, int)
        if isinstance(op.result.type, IndexType) and number not in _INT32:
            continue
        replace(op, (ArithBuilder.before(op).constant(number, op.result.type),))
