"""
Upstream's forms of `affine.parallel` and `affine.if`, which xDSL 0.74 has in the generic form only, and
`symbol(%n)` in the indices of `affine.load` and `affine.store`.

Source: mlir/lib/Dialect/Affine/IR/AffineOps.cpp, release 22, `AffineParallelOp::parse`,
`AffineIfOp::parse` and `AffineLoadOp::parse`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    IntegerAttr,
    MemRefType,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.parser import AffineParser, Parser, UnresolvedOperand
from xdsl.utils.hints import isa

from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.atomic_kinds import parse_atomic_kind
from xdsl_opencl.dialects.forms import parse_results, parse_variables


class _Expressions(AffineParser):
    """Parses affine expressions of values, which are the symbols of one map."""

    def __init__(self, parser: Parser):
        super().__init__(parser._parser_state)
        self._value, _, self.spans = self._get_parse_optional_ssa_value()

    def _symbol(self) -> AffineExpr | None:
        if self.parse_optional_keyword("symbol") is None:
            return self._value()
        with self.in_parens():
            found = self._value()
        if found is None:
            self.raise_error("expected a value")
        return found

    def expression(self) -> AffineExpr:
        """Parses an expression; `symbol(%n)` in it is the symbol `%n`."""
        return self._parse_affine_expr(self._symbol)

    def group(self, keyword: str) -> Sequence[AffineExpr]:
        """Parses an expression, or `keyword(expression, ...)`."""
        if self.parse_optional_keyword(keyword) is None:
            return [self.expression()]
        return self.parse_comma_separated_list(self.Delimiter.PAREN, self.expression)


def _bounds(
    parser: Parser, keyword: str
) -> tuple[AffineMapAttr, DenseIntElementsAttr, Sequence[SSAValue]]:
    """Parses a list of bounds: their map, the number of results of each, and its values."""
    expressions = _Expressions(parser)
    groups = expressions.parse_comma_separated_list(
        expressions.Delimiter.PAREN, lambda: expressions.group(keyword)
    )
    results = tuple(each for group in groups for each in group)
    values = [
        parser.resolve_operand(UnresolvedOperand(span, 0), INDEX)
        for span in expressions.spans
    ]
    sizes = [len(group) for group in groups]
    return (
        AffineMapAttr(AffineMap(0, len(values), results)),
        DenseIntElementsAttr.from_list(VectorType(i32, [len(sizes)]), sizes),
        values,
    )


def _access(
    parser: Parser,
) -> tuple[SSAValue, AffineMapAttr, Sequence[SSAValue], Attribute]:
    """
    Parses `%memref[expressions] : type`: the memref, the map of the indices, its values, and the
    type of the element.
    """
    name = parser.parse_unresolved_operand()
    expressions = _Expressions(parser)
    results = expressions.parse_comma_separated_list(
        expressions.Delimiter.SQUARE, expressions.expression
    )
    values = [
        parser.resolve_operand(UnresolvedOperand(span, 0), INDEX)
        for span in expressions.spans
    ]
    parser.parse_punctuation(":")
    place = parser.pos
    type = parser.parse_type()
    if not isa(type, MemRefType):
        parser.raise_error("expected the type of a memref", place, parser.pos)
    # Values are the dimensions of the map, as xDSL has them.
    count = len(values)
    map = AffineMap(0, count, tuple(results)).replace_dims_and_symbols(
        (), AffineMap.identity(count).results, count, 0
    )
    memory = parser.resolve_operand(name, type)
    return memory, AffineMapAttr(map), values, type.get_element_type()


def parse_load(parser: Parser) -> Operation:
    """
    Parses `affine.load`.

    Example: `%0 = affine.load %a[%i, symbol(%n) - %j - 1] : memref<?x8xf32>`
    """
    memory, map, values, element = _access(parser)
    return affine.LoadOp(memory, values, map, element)


def parse_store(parser: Parser) -> Operation:
    """
    Parses `affine.store`.

    Example: `affine.store %x, %a[symbol(%n) - 1] : memref<?xf32>`
    """
    stored = parser.parse_unresolved_operand()
    parser.parse_punctuation(",")
    memory, map, values, element = _access(parser)
    value = parser.resolve_operand(stored, element)
    return affine.StoreOp(value, memory, values, map)


def parallel_parser(
    with_results: type[affine.ParallelOp],
) -> Callable[[Parser], Operation]:
    """
    Returns the parser of `affine.parallel`, which makes an operation of the class
    `with_results` where there are any.

    Example: `%r = affine.parallel (%i) = (0) to (%n) step (2) reduce ("addf") -> (f32) { }`
    """

    def parse(parser: Parser) -> Operation:
        variables = parse_variables(parser)
        parser.parse_punctuation("=")
        lower, lower_groups, lower_values = _bounds(parser, "max")
        parser.parse_keyword("to")
        upper, upper_groups, upper_values = _bounds(parser, "min")
        steps = [1] * len(variables)
        if parser.parse_optional_keyword("step") is not None:
            steps = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_integer
            )
        kinds: list[Attribute] = []
        if parser.parse_optional_keyword("reduce") is not None:
            kinds = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parse_atomic_kind(parser, quoted=True)
            )
        types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->") is not None:
            types = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
        body = parser.parse_region(variables)
        _ended(body)
        return (with_results if types else affine.ParallelOp).create(
            operands=[*lower_values, *upper_values],
            result_types=types,
            properties={
                "reductions": ArrayAttr(kinds),
                "lowerBoundsMap": lower,
                "lowerBoundsGroups": lower_groups,
                "upperBoundsMap": upper,
                "upperBoundsGroups": upper_groups,
                "steps": ArrayAttr(IntegerAttr(step, i64) for step in steps),
            },
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    return parse


def _ended(region: Region) -> None:
    """Adds the terminator that upstream leaves out where nothing is yielded."""
    block = region.blocks[0]
    if not isinstance(block.last_op, affine.YieldOp):
        block.add_op(affine.YieldOp.get())


def parse_if(parser: Parser) -> Operation:
    """Example: `affine.if #set(%i)[%n] { } else { }`"""
    place = parser.pos
    condition = parser.parse_attribute()
    if not isinstance(condition, AffineSetAttr):
        parser.raise_error("expected an affine set", place)
    values: list[SSAValue] = []
    for delimiter in (parser.Delimiter.PAREN, parser.Delimiter.SQUARE):
        names = parser.parse_optional_comma_separated_list(
            delimiter, parser.parse_unresolved_operand
        )
        values += [parser.resolve_operand(name, INDEX) for name in names or ()]
    types = parse_results(parser)
    regions = [parser.parse_region()]
    _ended(regions[0])
    if parser.parse_optional_keyword("else") is not None:
        regions.append(parser.parse_region())
        _ended(regions[1])
    else:
        regions.append(Region())
    set_ = condition.data
    if len(values) != set_.num_dims + set_.num_symbols:
        parser.raise_error(
            f"the set takes {set_.num_dims + set_.num_symbols} values, got "
            f"{len(values)}",
            place,
        )
    return affine.IfOp.create(
        operands=values,
        result_types=types,
        properties={"condition": condition},
        attributes=parser.parse_optional_attr_dict(),
        regions=regions,
    )
