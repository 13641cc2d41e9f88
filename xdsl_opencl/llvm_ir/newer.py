"""
Operations that upstream's `llvm` dialect got after MLIR 19, as calls of their intrinsics.

LLVM 19 has the intrinsics; only the operations are new. `llvm.intr.ldexp` is among them for
a second reason: up to MLIR 24 it takes no vector of exponents.
"""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.llvm import CallIntrinsicOp, LLVMStructType
from xdsl.ir import Attribute, Operation

from xdsl_opencl.dialects.llvm_ext.shapes import NO_FAST_MATH
from xdsl_opencl.dialects.llvm_ext.spelling import NO_BUNDLES
from xdsl_opencl.ir.build import numbers
from xdsl_opencl.llvm_ir.printer.text import TypeTable
from xdsl_opencl.llvm_ir.syntax.intrinsics import EXPONENT, INTRINSICS

_RENAMED = {"llvm.stepvector": "llvm.experimental.stepvector"}
"""LLVM 20's name to that of LLVM 19, which later ones read as well."""


def _overload(op: Operation, place: int | str) -> Attribute:
    if place == EXPONENT:
        struct = op.results[0].type
        assert isinstance(struct, LLVMStructType)
        return struct.types.data[1]
    assert isinstance(place, int)
    return op.results[0].type if place < 0 else op.operands[place].type


def as_call(op: Operation) -> CallIntrinsicOp:
    """
    The call that is the same as `op`, one of `syntax.intrinsics.NEWER`; it stands nowhere yet.
    """
    row = INTRINSICS[op.name]
    types = TypeTable()
    name = _RENAMED.get(row.name, row.name)
    suffixes = [types.mangle(_overload(op, place)) for place in row.overloads]
    return CallIntrinsicOp.create(
        operands=op.operands,
        result_types=[result.type for result in op.results],
        properties={
            "intrin": StringAttr(".".join((name, *suffixes))),
            "fastmathFlags": op.properties.get("fastmathFlags", NO_FAST_MATH),
            "op_bundle_sizes": NO_BUNDLES,
            "operandSegmentSizes": numbers(len(op.operands), 0),
        },
        attributes=op.attributes,
        location=op.location,
    )
