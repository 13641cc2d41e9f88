"""
The shapes of operations: constraints, and bases that several operations fill in.

An operation that differs from others of its shape only by its name is one row,
`SMaxOp = named("llvm.intr.smax", BinaryIntegerOp)`. Each row and each class under `extension`
is entered in `EXTENSIONS`.
"""

from __future__ import annotations

from abc import ABC
from functools import cache
from typing import Any

from xdsl.dialects.builtin import (
    I1,
    AnyFloatConstr,
    IntegerType,
    SignlessIntegerConstraint,
    VectorType,
)
from xdsl.dialects.llvm import FastMathAttr, LLVMPointerType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    IRDLOperationInvT,
    ParsePropInAttrDict,
    VarConstraint,
    base,
    prop_def,
)
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_opencl.dialects import definition
from xdsl_opencl.dialects.definition import PureOp, ShapeT, irdl_op_definition

# A name in the plural includes vectors.
INTEGER = SignlessIntegerConstraint
INTEGERS = INTEGER | VectorType.constr(INTEGER)
FLOATS = AnyFloatConstr | VectorType.constr(AnyFloatConstr)
BOOLS = I1 | VectorType[I1]
POINTER = base(LLVMPointerType)
POINTERS = POINTER | VectorType.constr(POINTER)
VECTOR = VectorType.constr(AnyAttr())

SAME = VarConstraint("T", AnyAttr())
SAME_INTEGER = VarConstraint("T", INTEGER)
SAME_INTEGERS = VarConstraint("T", INTEGERS)
SAME_FLOATS = VarConstraint("T", FLOATS)
SAME_POINTERS = VarConstraint("T", POINTERS)
SAME_VECTOR = VarConstraint("T", VECTOR)
"""Operands and results under one of these have one type."""

CALL_FORM = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

NO_FAST_MATH = FastMathAttr(None)

EXTENSIONS: list[type[Operation]] = []
"""The operations that xDSL 0.74 does not define, in the order of their definition."""


def extension(cls: type[IRDLOperationInvT]) -> type[IRDLOperationInvT]:
    """Defines the operation `cls` and enters it in `EXTENSIONS`."""
    EXTENSIONS.append(irdl_op_definition(cls))
    return cls


def named(name: str, shape: type[ShapeT]) -> type[ShapeT]:
    """Returns the operation `name`, which is of `shape`, and enters it in `EXTENSIONS`."""
    operation = definition.named(name, shape)
    EXTENSIONS.append(operation)
    return operation


def read_as(text: str) -> Any:
    """
    The method `parse` of an operation that is read in the assembly format `text`, which
    newer versions of MLIR print, and printed in the generic form, which all read.
    """

    @cache
    def program(cls: type[IRDLOperation]) -> FormatProgram:
        return FormatProgram.from_str(text, cls.get_irdl_definition())

    def parse(cls: type[IRDLOperation], parser: Parser) -> Operation:
        return program(cls).parse(parser, cls)

    return classmethod(parse)


class CallFormOp(PureOp, ABC):
    """Base: pure, and written as a call."""

    assembly_format = CALL_FORM


class FastMathOp(CallFormOp, ABC):
    """Base: pure, written as a call, with fast-math flags."""

    fastmathFlags = prop_def(FastMathAttr, default_value=NO_FAST_MATH)

    irdl_options = (ParsePropInAttrDict(),)


def same_shape(type: Attribute, element: Attribute) -> Attribute:
    """Returns `element`, or the vector of it with the shape of `type`."""
    return VectorType(element, type.shape) if isinstance(type, VectorType) else element


def element_type(type: Attribute) -> Attribute:
    """Returns the element type of a vector, and any other type as it is."""
    return type.get_element_type() if isa(type, VectorType) else type


def check_result(op: Operation, expected: Attribute) -> None:
    """Raises `VerifyException` unless the result of `op` has the type `expected`."""
    if op.results[0].type != expected:
        raise VerifyException(
            f"'{op.name}' has result {op.results[0].type}, expected {expected}"
        )


def check_same_shape(op: Operation, *types: Attribute) -> None:
    """
    Raises `VerifyException` unless `types` are vectors of one shape, or none is a vector.
    """
    shapes = {type.shape if isa(type, VectorType) else None for type in types}
    if len(shapes) != 1:
        raise VerifyException(f"'{op.name}' cannot change the shape of its operand")


def check_float_integer(op: Operation, float: Attribute, integer: Attribute) -> None:
    """
    Raises `VerifyException` unless the two types are a floating-point and an integer
    type, or vectors of them with one shape.
    """
    check_same_shape(op, float, integer)
    if not AnyFloatConstr.verifies(element_type(float)):
        raise VerifyException(f"'{op.name}' expected a float, got {float}")
    if not isinstance(element_type(integer), IntegerType):
        raise VerifyException(f"'{op.name}' expected an integer, got {integer}")
