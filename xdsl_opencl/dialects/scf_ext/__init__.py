"""
Upstream's form of `scf.parallel`, which xDSL 0.74 has in the generic form only, and the
commas between the regions of `scf.reduce`, which xDSL leaves out; one type without parentheses
after `scf.if` and `scf.for`; `scf.forall` (`forall.py`).

Other operations are xDSL's own.
The plugin's `universe.py` wraps the factory of the `scf` dialect with `extended`.

Source: mlir/lib/Dialect/SCF/IR/SCF.cpp, release 22, `ParallelOp::parse`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from xdsl.dialects import scf
from xdsl.dialects.builtin import i1
from xdsl.dialects.utils import parse_assignment
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.parser import Parser

from xdsl_opencl.dialects import forms
from xdsl_opencl.dialects.aliases import INDEX
from xdsl_opencl.dialects.scf_ext.forall import FORALL_OPS


def parse_parallel(parser: Parser) -> scf.ParallelOp:
    """
    Example: `%r = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%x) -> f32 { }`
    """
    variables = forms.parse_variables(parser)
    count = len(variables)

    def values(number: int) -> Sequence[SSAValue]:
        names = forms.parse_names(parser, parser.Delimiter.PAREN)
        if len(names) != number:
            parser.raise_error(f"expected {number} operands")
        return parser.resolve_operands(names, [INDEX] * number, parser.pos)

    parser.parse_punctuation("=")
    lower = values(count)
    parser.parse_keyword("to")
    upper = values(count)
    parser.parse_keyword("step")
    step = values(count)
    initial: Sequence[SSAValue] = ()
    if parser.parse_optional_keyword("init") is not None:
        names = forms.parse_names(parser, parser.Delimiter.PAREN)
        parser.parse_punctuation("->")
        types = forms.parse_types(parser)
        if len(types) != len(names):
            parser.raise_error(f"expected {len(names)} types")
        initial = parser.resolve_operands(names, types, parser.pos)
    body = parser.parse_region(variables)
    if not body.blocks:
        body.add_block(Block(arg_types=[INDEX] * count))
    if not isinstance(body.block.last_op, scf.ReduceOp):
        # Upstream leaves out the terminator of a loop without results.
        body.block.add_op(scf.ReduceOp())
    op = scf.ParallelOp(lower, upper, step, body, initial)
    op.attributes |= parser.parse_optional_attr_dict()
    return op


def parse_if(parser: Parser) -> scf.IfOp:
    """Parses `scf.if` with one type without parentheses. Example: `scf.if %c -> f32 { }`"""
    condition = parser.parse_operand(i1)
    types = forms.parse_results(parser)
    first = scf.IfOp.parse_region_with_yield(parser)
    second = Region()
    if parser.parse_optional_keyword("else") is not None:
        second = scf.IfOp.parse_region_with_yield(parser)
    attributes = parser.parse_optional_attr_dict()
    return scf.IfOp(condition, types, first, second, attributes)


def parse_for(parser: Parser) -> scf.ForOp:
    """
    Parses `scf.for` with one type without parentheses.

    Example: `scf.for %i = %a to %b step %c iter_args(%x = %y) -> f32 { }`
    """
    variable = parser.parse_argument(expect_type=False)
    parser.parse_punctuation("=")
    bounds = [parser.parse_unresolved_operand()]
    for keyword in ("to", "step"):
        parser.parse_keyword(keyword)
        bounds.append(parser.parse_unresolved_operand())
    parser.parse_keyword("iter_args")
    carried = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_assignment(parser)
    )
    parser.parse_punctuation("->")
    types = forms.parse_types(parser)
    type: Attribute = INDEX
    if parser.parse_optional_punctuation(":") is not None:
        type = parser.parse_type()
    if len(types) != len(carried):
        parser.raise_error(f"expected {len(carried)} types")
    values = parser.resolve_operands([v for _, v in carried], types, parser.pos)
    arguments = [variable.resolve(type)]
    arguments += [each.resolve(t) for (each, _), t in zip(carried, types)]
    lower, upper, step = parser.resolve_operands(bounds, [type] * 3, parser.pos)
    op = scf.ForOp(lower, upper, step, values, parser.parse_region(arguments))
    op.attributes |= parser.parse_optional_attr_dict()
    return op


def _more_regions(parser: Parser, op: Operation) -> None:
    """
    Parses the regions of `scf.reduce(%x, %y : f32, f32) { }, { }` from the first comma on.
    """
    if len(op.regions) >= len(op.operands):
        return
    while parser.parse_optional_punctuation(",") is not None:
        op.add_region(parser.parse_region())
    op.attributes |= parser.parse_optional_attr_dict()


@cache
def _readers() -> Mapping[type[Operation], type[Operation]]:
    return {
        scf.ForOp: forms.reader(scf.ForOp, parse=parse_for),
        scf.IfOp: forms.reader(scf.IfOp, parse=parse_if),
        scf.ParallelOp: forms.reader(scf.ParallelOp, parse=parse_parallel),
        scf.ReduceOp: forms.reader(scf.ReduceOp, trailing=_more_regions),
    }


def extended(dialect: Dialect) -> Dialect:
    """Returns `scf` with what it lacks, as `forms.extended`."""
    return forms.extended(dialect, _readers(), FORALL_OPS)
