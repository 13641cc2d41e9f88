"""
The operations of upstream's `linalg` whose function the text has (`linalg.map`, and `linalg.reduce`
of several operands), and the forms `{ arith.addf }` of those and of xDSL's.

Source: mlir/lib/Dialect/Linalg/IR/LinalgOps.cpp, release 22, `MapOp::parse`, `ReduceOp::parse`
and `GenericOp::parse`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ShapedType,
    StringAttr,
    TensorType,
    f64,
    i32,
    i64,
)
from xdsl.dialects.linalg import attrs, ops
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap
from xdsl.irdl import (
    IRDLOperation,
    SameVariadicOperandSize,
    base,
    operand_def,
    prop_def,
    region_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xdsl_opencl.dialects.definition import irdl_op_definition
from xdsl_opencl.dialects.forms import parse_results
from xdsl_opencl.dialects.linalg_ext.named import MEMOIZED, iterators, rank
from xdsl_opencl.dialects.linalg_ext.parts import (
    parse_operands,
    print_operands,
    print_results,
    results_of,
)
from xdsl_opencl.dialects.linalg_ext.scalars import ScalarError, element_type, random

_SHAPED = base(MemRefType) | base(TensorType)


class _Short(NamedTuple):
    """The text `{ name {attributes} }`: one operation that is the whole function."""

    name: str
    attributes: dict[str, Attribute]


def _parse_short(parser: Parser) -> _Short | None:
    if parser.parse_optional_punctuation("{") is None:
        return None
    name = parser.parse_identifier()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return _Short(name, attributes)


def _short_region(
    parser: Parser, short: _Short, types: Sequence[Attribute], chosen: Sequence[int]
) -> Region:
    """The region of arguments of `types` with the operation `short` on those `chosen`."""
    block = Block(arg_types=types)
    kind = parser._get_op_by_name(short.name)  # pyright: ignore[reportPrivateUsage]
    known = cast("type[IRDLOperation]", kind).get_irdl_definition().properties
    parts = short.attributes
    op = kind.create(
        operands=[block.args[i] for i in chosen],
        # The function of elements of one type, as upstream has it.
        result_types=[types[-1]],
        properties={k: v for k, v in parts.items() if k in known},
        attributes={k: v for k, v in parts.items() if k not in known},
    )
    block.add_op(op)
    block.add_op(ops.YieldOp(op.results[0]))
    return Region(block)


def _parse_region(parser: Parser) -> Region:
    arguments = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_argument
    )
    return parser.parse_region(arguments)


def _print_region(printer: Printer, region: Region) -> None:
    printer.print_string("\n")
    with printer.in_parens():
        printer.print_list(region.block.args, printer.print_block_argument)
    printer.print_string(" ")
    printer.print_region(region, print_entry_block_args=False)


def _elements(operands: Sequence[SSAValue]) -> Sequence[Attribute]:
    return [element_type(operand.type) for operand in operands]


def _parse_dimensions(parser: Parser) -> DenseArrayBase:
    parser.parse_keyword("dimensions")
    parser.parse_punctuation("=")
    numbers = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, parser.parse_integer
    )
    return DenseArrayBase.from_list(i64, numbers)


@irdl_op_definition
class MapOp(IRDLOperation):
    """
    A function of each element of operands of one shape. Its last argument is the element of
    the result so far, which upstream's had not before release 22.

    Example: `linalg.map { arith.addf } ins(%a, %b : t, t) outs(%c : t)`
    """

    name = "linalg.map"

    inputs = var_operand_def(_SHAPED)
    init = operand_def(_SHAPED)
    result = var_result_def(TensorType)
    mapper = region_def("single_block")

    def verify_(self) -> None:
        shapes = {
            tuple(cast("ShapedType", operand.type).get_shape())
            for operand in self.operands
        }
        if len(shapes) > 1:
            raise VerifyException(
                f"{self.name} has operands of {len(shapes)} shapes; give them one"
            )
        elements = _elements(self.operands)
        if list(self.mapper.block.arg_types) not in (elements, elements[:-1]):
            raise VerifyException(
                f"{self.name} has a region of {len(self.mapper.block.args)} arguments "
                f"that are not the elements of its {len(self.operands)} operands"
            )

    @classmethod
    def parse(cls, parser: Parser) -> MapOp:
        place = parser.pos
        short = _parse_short(parser)
        inputs = parse_operands(parser, "ins")
        outputs = parse_operands(parser, "outs")
        attributes = parser.parse_optional_attr_dict()
        if len(outputs) != 1:
            parser.raise_error(f"{cls.name} has one output", place, parser.pos)
        if short is None:
            region = _parse_region(parser)
        else:
            types = _elements((*inputs, *outputs))
            region = _short_region(parser, short, types, range(len(inputs)))
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=results_of(outputs),
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, "ins", self.inputs)
        print_operands(printer, "outs", [self.init])
        printer.print_op_attributes(self.attributes)
        _print_region(printer, self.mapper)


@irdl_op_definition
class ReduceOp(LinalgStructuredOperation):
    """
    A reduction of several operands at once, or of elements of another type than the result's.

    Example: `linalg.reduce ins(%a, %b : t, t) outs(%c, %d : u, u) dimensions = [1] (...) {...}`
    """

    name = "linalg.reduce"

    inputs = var_operand_def(_SHAPED)
    outputs = var_operand_def(_SHAPED)
    res = var_result_def(TensorType)
    body = region_def("single_block")
    dimensions = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (SameVariadicOperandSize(),)

    def get_indexing_maps(self) -> ArrayAttr[AffineMapAttr]:
        loops, dropped = rank(self.inputs[0]), self.dimensions.get_values()
        kept = [AffineDimExpr(d) for d in range(loops) if d not in dropped]
        each = AffineMapAttr(AffineMap.identity(loops))
        rest = AffineMapAttr(AffineMap(loops, 0, tuple(kept)))
        return ArrayAttr([each] * len(self.inputs) + [rest] * len(self.outputs))

    def get_iterator_types(self) -> ArrayAttr[attrs.IteratorTypeAttr]:
        return iterators([each.data for each in self.get_indexing_maps()])

    def verify_(self) -> None:
        if not self.inputs:
            raise VerifyException(f"{self.name} has no operands")
        loops = rank(self.inputs[0])
        for dimension in self.dimensions.get_values():
            if not 0 <= dimension < loops:
                raise VerifyException(
                    f"{self.name} reduces dimension {dimension} of an operand with {loops}"
                )
        super().verify_()

    @classmethod
    def parse(cls, parser: Parser) -> ReduceOp:
        short = _parse_short(parser)
        inputs = parse_operands(parser, "ins")
        outputs = parse_operands(parser, "outs")
        dimensions = _parse_dimensions(parser)
        attributes = parser.parse_optional_attr_dict()
        if short is None:
            region = _parse_region(parser)
        else:
            # The value so far is the first operand.
            types = _elements((*inputs, *outputs))
            chosen = (*range(len(inputs), len(types)), *range(len(inputs)))
            region = _short_region(parser, short, types, chosen)
        return cls.create(
            operands=[*inputs, *outputs],
            result_types=results_of(outputs),
            properties={"dimensions": dimensions},
            attributes=attributes,
            regions=[region],
        )

    def print(self, printer: Printer) -> None:
        print_operands(printer, "ins", self.inputs)
        print_operands(printer, "outs", self.outputs)
        printer.print_string(" dimensions = ")
        with printer.in_square_brackets():
            printer.print_list(self.dimensions.get_values(), printer.print_int)
        printer.print_op_attributes(self.attributes)
        _print_region(printer, self.body)


def parse_broadcast(parser: Parser) -> Operation:
    """Parses `linalg.broadcast` with attributes after it."""
    place = parser.pos
    operands = [*parse_operands(parser, "ins"), *parse_operands(parser, "outs")]
    if len(operands) != 2:
        parser.raise_error("linalg.broadcast has one operand", place, parser.pos)
    op = ops.BroadcastOp(operands[0], operands[1], _parse_dimensions(parser))
    op.attributes |= parser.parse_optional_attr_dict()
    return op


def parse_generic(parser: Parser) -> Operation:
    """
    Parses `linalg.generic`, also with several results, or an alias of its attributes (`#trait`), which xDSL
    does not read.
    """
    start = parser.pos
    attributes = parser.parse_optional_attr_dict()
    if isinstance(trait := parser.parse_optional_attribute(), DictionaryAttr):
        attributes |= trait.data
    inputs = parse_operands(parser, "ins")
    outputs = parse_operands(parser, "outs")
    if parser.parse_optional_keyword("attrs") is not None:
        parser.parse_punctuation("=")
        attributes |= parser.parse_optional_attr_dict()
    region = parser.parse_region()
    results = [*parse_results(parser)]
    while results and parser.parse_optional_punctuation(",") is not None:
        # xDSL reads several without parentheses.
        results.append(parser.parse_type())
    known = ops.GenericOp.get_irdl_definition().properties
    kinds = attributes.get("iterator_types")
    if isinstance(kinds, ArrayAttr):
        try:
            attributes["iterator_types"] = ArrayAttr(
                attrs.IteratorTypeAttr(attrs.IteratorType(kind.data))
                if isinstance(kind, StringAttr)
                else kind
                for kind in cast("ArrayAttr[Attribute]", kinds)
            )
        except ValueError as error:
            parser.raise_error(
                f"{error}; expected parallel, reduction or window", start
            )
    return ops.GenericOp.build(
        operands=(inputs, outputs),
        result_types=(results,),
        properties={k: v for k, v in attributes.items() if k in known},
        attributes={k: v for k, v in attributes.items() if k not in known},
        regions=(region,),
    )


class FillRng2DOp(ops.GenericOp):
    """
    Reads `linalg.fill_rng_2d`, pseudo-random numbers, as the `linalg.generic` that it is: its
    function has `linalg.index`, which stands only there.

    Example: `linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%a : t)`

    Source: mlir/python/mlir/dialects/linalg/opdsl/ops/core_named_ops.py, `fill_rng_2d`.
    """

    name = "linalg.fill_rng_2d"

    @classmethod
    def create(cls, **parts: Any) -> ops.GenericOp:
        operands = cast("Sequence[SSAValue]", parts["operands"])
        types = [operand.type for operand in operands]
        if types[:-1] != [f64, f64, i32] or rank(operands[-1]) != 2:
            given = ", ".join(str(type) for type in types)
            raise VerifyException(
                f"{cls.name} takes f64, f64, i32 and an output of 2 dimensions, got {given}"
            )
        number, each = AffineMap(2, 0, ()), AffineMap.identity(2)
        attributes = dict(parts.get("attributes", {}))
        attributes.pop(MEMOIZED, None)
        made = ops.GenericOp(
            operands[:-1],
            operands[-1:],
            random(types),
            ArrayAttr(AffineMapAttr(map) for map in (number, number, number, each)),
            iterators([each]),
            parts.get("result_types", ()),
        )
        made.attributes |= attributes
        return made

    @classmethod
    def parse(cls, parser: Parser) -> ops.GenericOp:
        place = parser.pos
        attributes = parser.parse_optional_attr_dict()
        operands = [*parse_operands(parser, "ins"), *parse_operands(parser, "outs")]
        results = parse_results(parser)
        try:
            return cls.create(
                operands=operands, result_types=results, attributes=attributes
            )
        except (VerifyException, ScalarError) as error:
            parser.raise_error(str(error), place, parser.pos)


@irdl_op_definition
class SoftmaxOp(IRDLOperation):
    """
    `exp(x - max) / sum`, along one dimension.

    Example: `linalg.softmax dimension(1) ins(%a : t) outs(%b : t) -> t`
    """

    name = "linalg.softmax"

    input = operand_def(_SHAPED)
    output = operand_def(_SHAPED)
    result = var_result_def(TensorType)
    dimension = prop_def(IntegerAttr.constr(i64))

    def verify_(self) -> None:
        if self.input.type != self.output.type:
            raise VerifyException(
                f"{self.name} of {self.input.type} has an output of another type, "
                f"{self.output.type}"
            )
        if not isinstance(element_type(self.input.type), AnyFloat):
            raise VerifyException(
                f"{self.name} is of floating-point numbers, got {self.input.type}"
            )
        loops = rank(self.input)
        if not 0 <= (dimension := self.dimension.value.data) < loops:
            raise VerifyException(
                f"{self.name} along dimension {dimension} of an operand with {loops}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> SoftmaxOp:
        place = parser.pos
        parser.parse_keyword("dimension")
        with parser.in_parens():
            dimension = IntegerAttr(parser.parse_integer(), i64)
        attributes = parser.parse_optional_attr_dict()
        operands = [*parse_operands(parser, "ins"), *parse_operands(parser, "outs")]
        results = parse_results(parser)
        if len(operands) != 2:
            parser.raise_error(f"{cls.name} has one input", place, parser.pos)
        return cls.create(
            operands=operands,
            result_types=results,
            properties={"dimension": dimension},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" dimension({self.dimension.value.data})")
        printer.print_op_attributes(self.attributes)
        print_operands(printer, "ins", [self.input])
        print_operands(printer, "outs", [self.output])
        print_results(printer, self.results)
