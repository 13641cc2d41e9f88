"""The parts of the text of a `linalg` operation: `ins(...) outs(...) -> types`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer


def parse_operands(parser: Parser, keyword: str) -> Sequence[SSAValue]:
    """Parses `keyword(%a, %b : type, type)`; none if the keyword is not there."""
    if parser.parse_optional_characters(keyword) is None:
        return ()
    place = parser.pos
    with parser.in_parens():
        names = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        if names is None:
            return ()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_type
        )
    return parser.resolve_operands(names, types, place)


def results_of(outputs: Iterable[SSAValue]) -> Sequence[Attribute]:
    """The types of results where the text has none: those of the tensors in `outputs`."""
    types: list[Attribute] = [output.type for output in outputs]
    return [types[i] for i, type in enumerate(types) if isinstance(type, TensorType)]


def print_operands(printer: Printer, keyword: str, values: Sequence[SSAValue]) -> None:
    """Prints `keyword(%a, %b : type, type)`; nothing for no values."""
    if not values:
        return
    printer.print_string(f" {keyword}(")
    printer.print_list(values, printer.print_ssa_value)
    printer.print_string(" : ")
    printer.print_list([value.type for value in values], printer.print_attribute)
    printer.print_string(")")


def print_results(printer: Printer, results: Sequence[SSAValue]) -> None:
    """Prints `-> type`; nothing for no results."""
    if not results:
        return
    printer.print_string(" -> ")
    types = [result.type for result in results]
    if len(types) == 1:
        printer.print_attribute(types[0])
        return
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)
