"""
Subclasses of xDSL's `arith` operations that accept all that upstream accepts.

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
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

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
    AttrConstraint,
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
from xdsl_opencl.dialects.forms import Kind, parse_end, print_end

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
    if isinstance(type_, VectorType):
        return VectorType(element, type_.shape, type_.scalable_dims)
    if isinstance(type_, TensorType):
        return TensorType(element, type_.get_shape(), type_.encoding)
    return element


class _Form(IRDLOperation, ABC):
    """
    Hides the check of the fields and the methods of an assembly format that xDSL generated
    for a base, so that the subclass gets them for its own fields. xDSL's class is
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
        """Returns whether xDSL's class describes an operation with these."""
        # A clone gets its operands later: it stays what it is.
        return bool(operands) and not isinstance(operands[0].type, ContainerType)

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """Parses the flags after the operands."""
        return {}

    def flags(self) -> str:
        """Returns the flags after the operands, with a space before them."""
        return ""


class _Comparison(_Form, ABC):
    """Base: two operands of one type give an i1, or i1 in their shape."""

    PREDICATES: ClassVar[Sequence[str]]

    predicate = prop_def(IntegerAttr)
    result = result_def(_BOOLS)

    def verify_(self, verify_nested_ops: bool = True) -> None:
        type_ = self.operands[0].type
        if self.result.type != _shaped(type_, i1):
            raise VerifyException(
                f"'{self.name}' of {type_} has result {self.result.type}, expected "
                f"{_shaped(type_, i1)}"
            )
        if not 0 <= self.predicate.value.data < len(self.PREDICATES):
            raise VerifyException(
                f"'{self.name}' has no predicate {self.predicate.value.data}; use one "
                f"below {len(self.PREDICATES)}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        start = parser.pos
        keyword = parser.parse_identifier()
        if keyword not in cls.PREDICATES:
            parser.raise_error(
                f"'{cls.name}' has no predicate '{keyword}'; use one of "
                + ", ".join(cls.PREDICATES),
                start,
                parser.pos,
            )
        predicate = IntegerAttr(cls.PREDICATES.index(keyword), i64)
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        flags = cls.parse_flags(parser)
        attributes, type_ = parse_end(parser)
        return cls.create(
            operands=parser.resolve_operands((lhs, rhs), (type_, type_), parser.pos),
            result_types=(_shaped(type_, i1),),
            properties={"predicate": predicate, **flags},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {self.PREDICATES[self.predicate.value.data]}, ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_string(self.flags())
        print_end(printer, self.attributes, self.operands[0].type)


def _flags(flags: FastMathFlagsAttr | IntegerOverflowAttr | None) -> str:
    if flags is None or not flags.data:
        return ""
    return " " + str(flags).removeprefix("#arith.")


def _parse_fast_math(parser: Parser) -> dict[str, Attribute]:
    if parser.parse_optional_keyword("fastmath") is None:
        return {}
    return {"fastmath": FastMathFlagsAttr(FastMathFlagsAttr.parse_parameter(parser))}


@irdl_op_definition
class CmpiOp(_Comparison, arith.CmpiOp):
    """Example: `%0 = arith.cmpi slt, %a, %b : vector<4xi32>`"""

    PREDICATES: ClassVar = arith.CMPI_COMPARISON_OPERATIONS

    lhs = operand_def(_INTEGERS)
    rhs = operand_def(_INTEGERS)


# xDSL's pattern makes a scalar of a comparison of equal operands. A definition takes up the
# traits of its bases.
CmpiOp.traits = CmpiOp.get_irdl_definition().traits = _PURE


@irdl_op_definition
class CmpfOp(_Comparison, arith.CmpfOp):
    """Example: `%0 = arith.cmpf olt, %a, %b fastmath<nnan> : vector<4xf32>`"""

    PREDICATES: ClassVar = arith.CMPF_COMPARISON_OPERATIONS

    lhs = operand_def(_FLOATS)
    rhs = operand_def(_FLOATS)
    fastmath = prop_def(FastMathFlagsAttr, default_value=_NO_FAST_MATH)

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        return {"fastmath": _NO_FAST_MATH, **_parse_fast_math(parser)}

    def flags(self) -> str:
        return _flags(self.fastmath)


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


def _bits(type_: Attribute) -> int:
    return type_.bitwidth if isinstance(type_, FixedBitwidthType) else 0


class _Cast(_Form, ABC):
    """Base: an operand becomes a result of another type in the same shape."""

    @classmethod
    def is_plain(
        cls, operands: Sequence[SSAValue], properties: Mapping[str, Attribute]
    ) -> bool:
        return not properties and super().is_plain(operands, properties)

    @classmethod
    def parse(cls, parser: Parser) -> Any:
        name = parser.parse_unresolved_operand()
        properties = cls.parse_flags(parser)
        attributes, source = parse_end(parser)
        parser.parse_keyword("to")
        target = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(name, source),),
            result_types=(target,),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operands[0])
        printer.print_string(self.flags())
        print_end(printer, self.attributes, self.operands[0].type)
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
        """Returns whether elements of type `source` can become `target`."""
        return True


class _Widening(_Cast, ABC):
    def fits(self, source: Attribute, target: Attribute) -> bool:
        return _bits(source) < _bits(target)


class _Narrowing(_Cast, ABC):
    def fits(self, source: Attribute, target: Attribute) -> bool:
        return _bits(source) > _bits(target)


class _IndexCast(_Cast, ABC):
    def fits(self, source: Attribute, target: Attribute) -> bool:
        return isinstance(source, IndexType) != isinstance(target, IndexType)


_ANY_INTEGERS = container_of(IntegerType)


def _cast(
    kind: Kind, source: AttrConstraint, target: AttrConstraint, shape: Kind = _Cast
) -> Kind:
    """
    Returns the form of `kind`, a cast of `shape` without flags, for example
    `arith.extsi %a : vector<4xi8> to vector<4xi32>`.
    """
    members = {
        "__module__": __name__,
        "__doc__": kind.__doc__,
        "input": operand_def(source),
        "result": result_def(target),
    }
    return irdl_op_definition(cast(Kind, type(kind.__name__, (shape, kind), members)))


@irdl_op_definition
class TruncIOp(_Narrowing, arith.TruncIOp):
    """Example: `%0 = arith.trunci %a overflow<nsw> : vector<4xi32> to vector<4xi8>`"""

    input = operand_def(_ANY_INTEGERS)
    result = result_def(_ANY_INTEGERS)
    overflowFlags = opt_prop_def(IntegerOverflowAttr)

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        if parser.parse_optional_keyword("overflow") is None:
            return {}
        flags = IntegerOverflowAttr.parse_parameter(parser)
        return {"overflowFlags": IntegerOverflowAttr(flags)}

    def flags(self) -> str:
        return _flags(self.overflowFlags)


@irdl_op_definition
class ExtFOp(_Widening, arith.ExtFOp):
    """Example: `%0 = arith.extf %a fastmath<nnan> : vector<4xf16> to vector<4xf32>`"""

    input = operand_def(floatingPointLike)
    result = result_def(floatingPointLike)
    fastmath = opt_prop_def(FastMathFlagsAttr)

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        return _parse_fast_math(parser)

    def flags(self) -> str:
        return _flags(self.fastmath)


@irdl_op_definition
class TruncFOp(_Narrowing, arith.TruncFOp):
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
        return super().fits(source, target)

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        mode: dict[str, Attribute] = {}
        if (keyword := parser.parse_optional_keyword_in(ROUNDING_MODES)) is not None:
            mode["roundingmode"] = IntegerAttr(ROUNDING_MODES.index(keyword), i32)
        return mode | _parse_fast_math(parser)

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
        _cast(arith.ExtSIOp, _ANY_INTEGERS, _ANY_INTEGERS, _Widening),
        _cast(arith.ExtUIOp, _ANY_INTEGERS, _ANY_INTEGERS, _Widening),
        _cast(arith.FPToSIOp, floatingPointLike, _ANY_INTEGERS),
        _cast(arith.FPToUIOp, floatingPointLike, _ANY_INTEGERS),
        _cast(arith.IndexCastOp, signlessIntegerLike, signlessIntegerLike, _IndexCast),
        _cast(arith.SIToFPOp, _ANY_INTEGERS, floatingPointLike),
        SelectOp,
        TruncFOp,
        TruncIOp,
        _cast(arith.UIToFPOp, _ANY_INTEGERS, floatingPointLike),
    )
}
"""xDSL's class to the one that takes its place in the dialect."""
