"""
The form in which upstream prints `scf.parallel`, which xDSL 0.74 has in the generic form
only, and the commas between the regions of `scf.reduce`, which xDSL leaves out.

A parsed `scf.parallel` is xDSL's own operation, and printed as xDSL prints it, which
upstream reads.
The plugin's `universe.py` wraps the factory of the `scf` dialect with `extended`.

Source: mlir/lib/Dialect/SCF/IR/SCF.cpp, release 22, `ParallelOp::parse`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, LocationAttr
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer

_INDEX = IndexType()


class ParallelOp(scf.ParallelOp):
    """
    Example: `%r = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%x) -> f32 { }`
    """

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
        location: LocationAttr | None = None,
    ) -> scf.ParallelOp:
        return scf.ParallelOp.create(
            operands=operands,
            result_types=result_types,
            properties=properties or {},
            attributes=attributes or {},
            successors=successors,
            regions=regions,
            location=location,
        )

    @classmethod
    def parse(cls, parser: Parser) -> scf.ParallelOp:
        variables = [
            variable.resolve(_INDEX)
            for variable in parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
            )
        ]
        count = len(variables)

        def values(number: int) -> Sequence[SSAValue]:
            names = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
            if len(names) != number:
                parser.raise_error(f"expected {number} operands")
            return parser.resolve_operands(names, [_INDEX] * number, parser.pos)

        parser.parse_punctuation("=")
        lower = values(count)
        parser.parse_keyword("to")
        upper = values(count)
        parser.parse_keyword("step")
        step = values(count)
        initial: Sequence[SSAValue] = ()
        if parser.parse_optional_keyword("init") is not None:
            names = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
            parser.parse_punctuation("->")
            types = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            )
            if types is None:
                types = [parser.parse_type()]
            if len(types) != len(names):
                parser.raise_error(f"expected {len(names)} types")
            initial = parser.resolve_operands(names, types, parser.pos)
        body = parser.parse_region(variables)
        if not body.blocks:
            body.add_block(Block(arg_types=[_INDEX] * count))
        if not isinstance(body.block.last_op, scf.ReduceOp):
            # Upstream leaves out the terminator of a loop without results.
            body.block.add_op(scf.ReduceOp())
        op = scf.ParallelOp(lower, upper, step, body, initial)
        op.attributes |= parser.parse_optional_attr_dict()
        return op


class ReduceOp(scf.ReduceOp):
    """
    Example: `scf.reduce(%x, %y : f32, f32) { }, { }`
    """

    @classmethod
    def parse(cls, parser: Parser) -> ReduceOp:
        arguments: Sequence[SSAValue] = ()
        if parser.parse_optional_punctuation("(") is not None:
            names = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_unresolved_operand
            )
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_type
            )
            parser.parse_punctuation(")")
            arguments = parser.resolve_operands(names, types, parser.pos)
        regions: list[Region] = []
        while len(regions) < len(arguments):
            # Without commas, as xDSL prints them, too.
            if regions:
                parser.parse_optional_punctuation(",")
            regions.append(parser.parse_region())
        op = cls(arguments, regions)
        op.attributes |= parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        if self.args:
            printer.print_string("(")
            printer.print_list(self.args, printer.print_ssa_value)
            printer.print_string(" : ")
            printer.print_list(self.args.types, printer.print_attribute)
            printer.print_string(") ")
            printer.print_list(self.reductions, printer.print_region)
        printer.print_op_attributes(self.attributes)


_FORMS: Mapping[type[Operation], type[Operation]] = {
    scf.ParallelOp: ParallelOp,
    scf.ReduceOp: ReduceOp,
}


def extended(dialect: Dialect) -> Dialect:
    """
    Returns `dialect`, xDSL's `scf`, which reads upstream's forms. Operations that somebody
    else has replaced stay theirs.
    """
    operations: list[type[Operation]] = [
        _FORMS.get(op, op) for op in dialect.operations
    ]
    # A `Dialect` has no public list of its interfaces.
    interfaces = [*dialect._interfaces]  # pyright: ignore[reportPrivateUsage]
    return Dialect(dialect.name, operations, [*dialect.attributes], interfaces)
