"""
Operations of upstream's `arith` that xDSL 0.74 does not define at all.

Source: mlir/include/mlir/Dialect/Arith/IR/ArithOps.td, release 22.
"""

from __future__ import annotations

from xdsl.dialects.arith import (
    FastMathFlagsAttr,
    floatingPointLike,
    signlessIntegerLike,
)
from xdsl.ir import Operation
from xdsl.irdl import VarConstraint, operand_def, prop_def, result_def
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from xdsl_opencl.dialects.definition import PureOp, irdl_op_definition
from xdsl_opencl.dialects.forms import assembly

_FLOATS = VarConstraint("T", floatingPointLike)


@irdl_op_definition
class RemFOp(PureOp):
    """
    The remainder of the truncated quotient, as C's `fmod`; it has the sign of `lhs`.

    Example: `%0 = arith.remf %a, %b fastmath<nnan> : vector<4xf32>`. It is printed in the
    generic form, as xDSL prints unknown operations.
    """

    name = "arith.remf"

    lhs = operand_def(_FLOATS)
    rhs = operand_def(_FLOATS)
    result = result_def(_FLOATS)
    fastmath = prop_def(FastMathFlagsAttr, default_value=FastMathFlagsAttr("none"))

    @classmethod
    def parse(cls, parser: Parser) -> Operation:
        return _parse_remf(parser)


_parse_remf = assembly(
    RemFOp, "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
)


@irdl_op_definition
class IndexCastUIOp(PureOp):
    """
    Converts between `index` and an integer, extending with zeros.

    Example: `%0 = arith.index_castui %a : i32 to index`
    """

    name = "arith.index_castui"

    input = operand_def(signlessIntegerLike)
    result = result_def(signlessIntegerLike)
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def verify_(self) -> None:
        types = (self.input.type, self.result.type)
        names = [get_element_type_or_self(type_).name for type_ in types]
        if names.count("index") != 1 or not have_compatible_shape(*types):
            raise VerifyException(
                f"'{self.name}' cannot convert {types[0]} to {types[1]}; convert between "
                "index and an integer of the same shape"
            )


OPERATIONS: tuple[type[Operation], ...] = (RemFOp, IndexCastUIOp)
