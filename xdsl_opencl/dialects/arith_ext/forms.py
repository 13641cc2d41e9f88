"""
Subclasses of xDSL's `arith` operations that accept what upstream accepts.

| operation | xDSL | here |
|---|---|---|
| cmpi, cmpf | scalars | also vectors, tensors, an attribute dictionary |
| select | condition i1 | also a vector or tensor of i1 |
| casts of integers, of index, between integers and floats | scalars | also vectors, tensors |
| trunci | - | overflow flags |
| extf, truncf | - | fast-math flags, rounding mode |

`create` returns xDSL's own class where that describes the operation. A subclass repeats
every field: xDSL collects no definitions through a finished class.

Source: mlir/include/mlir/Dialect/Arith/IR/ArithOps.td, release 22.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.arith import (
    FastMathFlagsAttr,
    IntegerOverflowAttr,
    floatingPointLike,
    signlessIntegerLike,
)
from xdsl.dialects.builtin import (
    ContainerType,
    FixedBitwidthType,
    IndexType,
    IntegerAttr,
    IntegerType,
    LocationAttr,
    TensorType,
    VectorType,
    container_of,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    VarConstraint,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.forms import Kind

_NO_FAST_MATH = FastMathFlagsAttr("none")
_SAME = VarConstraint("T", AnyAttr())
_INTEGERS = VarConstraint("T", signlessIntegerLike)
_FLOATS = VarConstraint("T", floatingPointLike)
_BOOLS = container_of(i1)
_PURE = traits_def(Pure())

ROUNDING_MODES = (
    "to_nearest_even",
    "downward",
    "upward",
    "toward_zero",
    "to_nearest_away",
)
"""Keyword of each number of `roundingmode` (MLIR, `Arith_RoundingModeAttr`)."""


def _shaped(type_: Attribute, element: Attribute) -> Attribute:
    """Returns `element` in the shape of `type_`."""
    if isinstance(type_, VectorType):
        return VectorType(element, type_.shape, type_.scalable_dims)
    if isinstance(type_, TensorType):
        return TensorType(element, type_.get_shape(), type_.encoding)
    return element


class _Form(IRDLOperation, ABC):
    """
    Hides what xDSL generated for a base, so that the subclass gets it made for its own
    fields: the check of the fields, and the methods of an assembly format. xDSL's class is
    the last base.
    """

    assembly_format = None

    def verify_(self) -> None:
        pass

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = {},
        attributes: Mapping[str, Attribute] = {},
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Operation:
        """
        Makes an operation of xDSL's class where the types and properties are of the kind
        that it has, else of this one.
        """
        plain = cls.is_plain(operands, properties)
        return Operation.create.__func__(
            cls.__bases__[-1] if plain else cls,
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            location=location,
            successors=successors,
            regions=regions,
        )

    @classmethod
    def is_plain(
        cls, operands: Sequence[SSAValue], properties: Mapping[str, Attribute]
    ) -> bool:
        """Returns true if xDSL's class describes an operation with these."""
        return not operands or not isinstance(operands[0].type, ContainerType)


def _parse_compared(
    cls: type[Operation],
    parser: Parser,
    predicates: Sequence[str],
    properties: Callable[[Parser], dict[str, Attribute]],
) -> Operation:
    """Parses a comparison; `properties` parses what may stand behind the operands."""
    start = parser.pos
    keyword = parser.parse_identifier()
    if keyword not in predicates:
        parser.raise_error(
            f"'{cls.name}' has no predicate '{keyword}'; use one of "
            + ", ".join(predicates),
            start,
            parser.pos,
        )
    parser.parse_punctuation(",")
    lhs = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    rhs = parser.parse_unresolved_operand()
    flags = properties(parser)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    type_ = parser.parse_type()
    return cls.create(
        operands=parser.resolve_operands((lhs, rhs), (type_, type_), parser.pos),
        result_types=(_shaped(type_, i1),),
        properties={"predicate": IntegerAttr(predicates.index(keyword), i64), **flags},
        attributes=attributes,
    )


def _print_compared(
    op: CmpiOp | CmpfOp, printer: Printer, predicates: Sequence[str], flags: str
) -> None:
    printer.print_string(f" {predicates[op.predicate.value.data]}, ")
    printer.print_list((op.lhs, op.rhs), printer.print_ssa_value)
    printer.print_string(flags)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.lhs.type)


def _verify_compared(op: CmpiOp | CmpfOp, predicates: Sequence[str]) -> None:
    if op.result.type != _shaped(op.lhs.type, i1):
        raise VerifyException(
            f"'{op.name}' of {op.lhs.type} has result {op.result.type}, expected "
            f"{_shaped(op.lhs.type, i1)}"
        )
    if not 0 <= op.predicate.value.data < len(predicates):
        raise VerifyException(
            f"'{op.name}' has no predicate {op.predicate.value.data}; use one below "
            f"{len(predicates)}"
        )


def _flags(flags: FastMathFlagsAttr | None) -> str:
    if flags is None or flags == _NO_FAST_MATH:
        return ""
    return " " + str(flags).removeprefix("#arith.")


def _parse_fast_math(parser: Parser) -> dict[str, Attribute]:
    if parser.parse_optional_keyword("fastmath") is None:
        return {}
    return {"fastmath": FastMathFlagsAttr(FastMathFlagsAttr.parse_parameter(parser))}


@irdl_op_definition
class CmpiOp(_Form, arith.CmpiOp):
    """Example: `%0 = arith.cmpi slt, %a, %b : vector<4xi32>`"""

    predicate = prop_def(IntegerAttr)
    lhs = operand_def(_INTEGERS)
    rhs = operand_def(_INTEGERS)
    result = result_def(_BOOLS)

    def verify_(self, verify_nested_ops: bool = True) -> None:
        _verify_compared(self, arith.CMPI_COMPARISON_OPERATIONS)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        predicates = arith.CMPI_COMPARISON_OPERATIONS
        return _parse_compared(cls, parser, predicates, lambda parser: {})

    def print(self, printer: Printer) -> None:
        _print_compared(self, printer, arith.CMPI_COMPARISON_OPERATIONS, "")


# xDSL's pattern makes a scalar of a comparison of equal operands. A definition takes up the
# traits of its bases.
CmpiOp.traits = CmpiOp.get_irdl_definition().traits = _PURE


@irdl_op_definition
class CmpfOp(_Form, arith.CmpfOp):
    """Example: `%0 = arith.cmpf olt, %a, %b fastmath<nnan> : vector<4xf32>`"""

    predicate = prop_def(IntegerAttr)
    lhs = operand_def(_FLOATS)
    rhs = operand_def(_FLOATS)
    fastmath = prop_def(FastMathFlagsAttr, default_value=_NO_FAST_MATH)
    result = result_def(_BOOLS)

    def verify_(self) -> None:
        _verify_compared(self, arith.CMPF_COMPARISON_OPERATIONS)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        def flags(parser: Parser) -> dict[str, Attribute]:
            return {"fastmath": _NO_FAST_MATH, **_parse_fast_math(parser)}

        return _parse_compared(cls, parser, arith.CMPF_COMPARISON_OPERATIONS, flags)

    def print(self, printer: Printer) -> None:
        flags = _flags(self.fastmath)
        _print_compared(self, printer, arith.CMPF_COMPARISON_OPERATIONS, flags)


@irdl_op_definition
class SelectOp(_Form, arith.SelectOp):
    """Example: `%0 = arith.select %c, %a, %b : vector<4xi1>, vector<4xf32>`"""

    cond = operand_def(_BOOLS)
    lhs = operand_def(_SAME)
    rhs = operand_def(_SAME)
    result = result_def(_SAME)

    def verify_(self) -> None:
        if not have_compatible_shape(self.cond.type, self.result.type):
            raise VerifyException(
                f"'{self.name}' has condition {self.cond.type} for values of type "
                f"{self.result.type}; use i1, or i1 in their shape"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        names = [parser.parse_unresolved_operand()]
        for _ in range(2):
            parser.parse_punctuation(",")
            names.append(parser.parse_unresolved_operand())
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        condition, type_ = cast(Attribute, i1), parser.parse_type()
        if parser.parse_optional_punctuation(","):
            condition, type_ = type_, parser.parse_type()
        types = (condition, type_, type_)
        return cls.create(
            operands=parser.resolve_operands(names, types, parser.pos),
            result_types=(type_,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        if self.cond.type != i1:
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)


class _Cast(_Form, ABC):
    """Base: an operand becomes a result of another type in the same shape."""

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        name = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {}
        cls.parse_flags(parser, properties)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.parse_type()
        parser.parse_keyword("to")
        target = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(name, source),),
            result_types=(target,),
            properties=properties,
            attributes=attributes,
        )

    @classmethod
    def parse_flags(cls, parser: Parser, properties: dict[str, Attribute]) -> None:
        """Parses what may stand behind the operand."""

    def flags(self) -> str:
        """Returns what stands behind the operand, with a space before it."""
        return ""

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operands[0])
        printer.print_string(self.flags())
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)
        printer.print_string(" to ")
        printer.print_attribute(self.results[0].type)

    def verify_(self) -> None:
        source, target = self.operands[0].type, self.results[0].type
        if not have_compatible_shape(source, target):
            raise VerifyException(
                f"'{self.name}' cannot change the shape of {source} to {target}; use "
                "'vector.shape_cast' or 'vector.broadcast'"
            )
        old = get_element_type_or_self(source)
        new = get_element_type_or_self(target)
        if not self.fits(old, new):
            raise VerifyException(f"'{self.name}' cannot convert {source} to {target}")

    def fits(self, source: Attribute, target: Attribute) -> bool:
        """Returns true if elements of type `source` can become `target`."""
        return True


def _bits(type_: Attribute) -> int:
    return type_.bitwidth if isinstance(type_, FixedBitwidthType) else 0


_ANY_INTEGERS = container_of(IntegerType)


@irdl_op_definition
class IndexCastOp(_Cast, arith.IndexCastOp):
    """Example: `%0 = arith.index_cast %a : vector<4xi32> to vector<4xindex>`"""

    input = operand_def(signlessIntegerLike)
    result = result_def(signlessIntegerLike)

    def fits(self, source: Attribute, target: Attribute) -> bool:
        return isinstance(source, IndexType) != isinstance(target, IndexType)


@irdl_op_definition
class FPToSIOp(_Cast, arith.FPToSIOp):
    """Example: `%0 = arith.fptosi %a : vector<4xf32> to vector<4xi32>`"""

    input = operand_def(floatingPointLike)
    result = result_def(_ANY_INTEGERS)


@irdl_op_definition
class FPToUIOp(_Cast, arith.FPToUIOp):
    """Example: `%0 = arith.fptoui %a : vector<4xf32> to vector<4xi32>`"""

    input = operand_def(floatingPointLike)
    result = result_def(_ANY_INTEGERS)


@irdl_op_definition
class SIToFPOp(_Cast, arith.SIToFPOp):
    """Example: `%0 = arith.sitofp %a : vector<4xi32> to vector<4xf32>`"""

    input = operand_def(_ANY_INTEGERS)
    result = result_def(floatingPointLike)


@irdl_op_definition
class UIToFPOp(_Cast, arith.UIToFPOp):
    """Example: `%0 = arith.uitofp %a : vector<4xi32> to vector<4xf32>`"""

    input = operand_def(_ANY_INTEGERS)
    result = result_def(floatingPointLike)


@irdl_op_definition
class ExtSIOp(_Cast, arith.ExtSIOp):
    """Example: `%0 = arith.extsi %a : vector<4xi8> to vector<4xi32>`"""

    input = operand_def(_ANY_INTEGERS)
    result = result_def(_ANY_INTEGERS)

    def fits(self, source: Attribute, target: Attribute) -> bool:
        return _bits(source) < _bits(target)


@irdl_op_definition
class ExtUIOp(_Cast, arith.ExtUIOp):
    """Example: `%0 = arith.extui %a : vector<4xi8> to vector<4xi32>`"""

    input = operand_def(_ANY_INTEGERS)
    result = result_def(_ANY_INTEGERS)

    def fits(self, source: Attribute, target: Attribute) -> bool:
        return _bits(source) < _bits(target)


class _Flagged(_Cast, ABC):
    @classmethod
    def is_plain(
        cls, operands: Sequence[SSAValue], properties: Mapping[str, Attribute]
    ) -> bool:
        return not properties and super().is_plain(operands, properties)


@irdl_op_definition
class TruncIOp(_Flagged, arith.TruncIOp):
    """Example: `%0 = arith.trunci %a overflow<nsw> : vector<4xi32> to vector<4xi8>`"""

    input = operand_def(_ANY_INTEGERS)
    result = result_def(_ANY_INTEGERS)
    overflowFlags = opt_prop_def(IntegerOverflowAttr)

    def fits(self, source: Attribute, target: Attribute) -> bool:
        return _bits(source) > _bits(target)

    @classmethod
    def parse_flags(cls, parser: Parser, properties: dict[str, Attribute]) -> None:
        if parser.parse_optional_keyword("overflow") is not None:
            flags = IntegerOverflowAttr.parse_parameter(parser)
            properties["overflowFlags"] = IntegerOverflowAttr(flags)

    def flags(self) -> str:
        if self.overflowFlags is None or not self.overflowFlags.data:
            return ""
        return " " + str(self.overflowFlags).removeprefix("#arith.")


@irdl_op_definition
class ExtFOp(_Flagged, arith.ExtFOp):
    """Example: `%0 = arith.extf %a fastmath<nnan> : vector<4xf16> to vector<4xf32>`"""

    input = operand_def(floatingPointLike)
    result = result_def(floatingPointLike)
    fastmath = opt_prop_def(FastMathFlagsAttr)

    def fits(self, source: Attribute, target: Attribute) -> bool:
        return _bits(source) < _bits(target)

    @classmethod
    def parse_flags(cls, parser: Parser, properties: dict[str, Attribute]) -> None:
        properties |= _parse_fast_math(parser)

    def flags(self) -> str:
        return _flags(self.fastmath)


@irdl_op_definition
class TruncFOp(_Flagged, arith.TruncFOp):
    """
    Example: `%0 = arith.truncf %a to_nearest_even : vector<4xf64> to vector<4xf32>`
    """

    input = operand_def(floatingPointLike)
    result = result_def(floatingPointLike)
    roundingmode = opt_prop_def(IntegerAttr[IntegerType])
    fastmath = opt_prop_def(FastMathFlagsAttr)

    def fits(self, source: Attribute, target: Attribute) -> bool:
        if (mode := self.roundingmode) is not None:
            if not 0 <= mode.value.data < len(ROUNDING_MODES):
                raise VerifyException(
                    f"'{self.name}' has no rounding mode {mode.value.data}; use one "
                    f"below {len(ROUNDING_MODES)}"
                )
        return _bits(source) > _bits(target)

    @classmethod
    def parse_flags(cls, parser: Parser, properties: dict[str, Attribute]) -> None:
        for number, keyword in enumerate(ROUNDING_MODES):
            if parser.parse_optional_keyword(keyword) is not None:
                properties["roundingmode"] = IntegerAttr(number, i32)
                break
        properties |= _parse_fast_math(parser)

    def flags(self) -> str:
        mode = self.roundingmode
        rounding = "" if mode is None else " " + ROUNDING_MODES[mode.value.data]
        return rounding + _flags(self.fastmath)


FORMS: dict[type[Operation], Kind] = {
    form.__bases__[-1]: form
    for form in (
        CmpfOp,
        CmpiOp,
        ExtFOp,
        ExtSIOp,
        ExtUIOp,
        FPToSIOp,
        FPToUIOp,
        IndexCastOp,
        SIToFPOp,
        SelectOp,
        TruncFOp,
        TruncIOp,
        UIToFPOp,
    )
}
"""xDSL's class to the one that takes its place in the dialect."""
